"""Validation of positions parsed from text, which may be unreachable in a game."""

from collections import Counter
from typing import Final

from rules.core.values import UNKNOWN
from rules.games.yggdrasil.cards import Card, Op
from rules.games.yggdrasil.config import SEATS
from rules.games.yggdrasil.hidden import seen_of
from rules.games.yggdrasil.score import can_grow
from rules.games.yggdrasil.state import Phase, State, stone
from rules.games.yggdrasil.tree import linked, lowest, root_cell
from rules.messages.message import Message, alternatives
from rules.notation.lines import Lines, span, too_many

SETTING_UP: Final = frozenset((Phase.BEGIN, Phase.ROOT, Phase.DEAL, Phase.MULLIGAN, Phase.REDEAL))
IDLE_TURNS: Final = 4
ENDINGS: Final = ("YGG-9.6", "YGG-11.1", "YGG-11.2")
_AFTER_PLACING = frozenset(Phase) - SETTING_UP - {Phase.PLACE, Phase.REFILL, Phase.END}
_OF_EFFECT = {Phase(op.value): op for op in Op if op.value in Phase.__members__.values()}
_OF_EFFECT |= {Phase.DISCARD: Op.LOOT, Phase.EXTRA: Op.EXTRA_PLACE}


def check(lines: Lines, state: State, *, agreed: bool) -> None:
    """Raise `NotationError` for the first impossible part of the position.

    `agreed`: unlinked cards may still be on the field, because they are destroyed later (YGG-12.2).
    """
    _roots(lines, state)
    for seat in (0, 1):
        _cards(lines, state, seat)
    _turns(lines, state)
    _placed(lines, state)
    for seat in (0, 1):
        _since_the_start(lines, state, seat)
        if not agreed:
            _linked(lines, state, seat)
    _ended(lines, state)


def _roots(lines: Lines, state: State) -> None:
    """Check that each seat's root is in its initial place (YGG-2.3, YGG-3.2, YGG-3.3)."""
    config, names = state.config, state.config.grid.names
    key, found = lines.key("field"), []
    for seat, owner in enumerate(SEATS):
        cell, cells = root_cell(state.field, seat), config.root_cells(seat)
        if cell < 0:
            if state.phase not in SETTING_UP | {Phase.END}:
                free = [i for i in cells if state.field[i] is None]
                lost = names[free[0] if free else cells[0]]
                fix = Message("write_example", form=f"{lost}={config.roots[seat]}/{owner}")
                raise key.wrong(Message("yggdrasil.no_root", owner=owner), fix)
            continue
        placed = stone(state.field, cell)
        found.append(placed.card.id)
        if cell not in cells or placed.turn:
            fix = Message(
                "write", words=alternatives([f"{names[i]}={placed.card.id}/{owner}" for i in cells])
            )
            raise key.wrong(Message("yggdrasil.root_moved", owner=owner), fix)
        if any(deck is not None for deck in config.decks) and placed.card.id != config.roots[seat]:
            fix = Message("write", words=f"{names[cell]}={config.roots[seat]}/{owner}")
            raise key.wrong(Message("yggdrasil.other_root", owner=owner), fix)
    if config.get("roots") == "same" and len(set(found)) > 1:
        fix = Message("yggdrasil.same_roots")
        raise key.wrong(Message("yggdrasil.roots_differ"), fix)


def _cards(lines: Lines, state: State, seat: int) -> None:
    """Check that there are no more copies or cards than a deck has (YGG-2.1, YGG-2.2)."""
    config, name = state.config, SEATS[seat]
    player = state.players[seat]
    for key, pile in zip(("hand", "deck", "discard"), player, strict=True):
        fallen = 1 if key == "discard" and state.ending == "YGG-9.6" else 0
        roots = [card for card in pile if card != UNKNOWN and config.cards[card].root]
        if len(roots) > fallen:
            what = Message("yggdrasil.root_off_field", card=roots[0])
            raise lines.key(key, name).wrong(what, Message("take_from_line", line=f"{key} {name}"))
    seen = seen_of(state, seat)
    cards = Counter({c: n for c, n in seen.items() if c == UNKNOWN or not config.cards[c].root})
    extra = too_many(cards.elements(), config.limits[seat])
    if extra is not None:
        card, count, limit = extra
        what = Message(
            "yggdrasil.too_many", owner=name, card=card, count=count, limit=limit, clause="YGG-2.2"
        )
        raise lines.naming(card).wrong(what, Message("yggdrasil.count_all"))
    if cards.total() > config.deck_size:
        what = Message(
            "yggdrasil.deck_holds",
            owner=name,
            count=cards.total(),
            most=config.deck_size,
            clause="YGG-2.1",
        )
        key = next((k for k in ("deck", "hand", "discard") if (k, name) in lines), "field")
        fix = Message("yggdrasil.count_all")
        raise lines.key(key, name if key != "field" else "").wrong(what, fix)


def _turns(lines: Lines, state: State) -> None:
    """Check the cards' orientations and the idle turns (YGG-4.3, YGG-8.3, YGG-11.2)."""
    turned = [i for i, placed in enumerate(state.field) if placed is not None and placed.turn]
    if turned and not state.config.free_rotation:
        cell = state.config.grid.names[turned[0]]
        fix = Message("yggdrasil.no_turning")
        raise lines.naming(cell).wrong(Message("yggdrasil.upright", cell=cell), fix)
    over = state.phase is Phase.END
    most = state.turn if over else min(max(0, state.turn - 1), IDLE_TURNS - 1)
    if state.idle > most and "idle" not in lines:
        what = Message("yggdrasil.cannot_end", clause=state.ending, number=state.turn)
        raise lines.at("turn", 0).wrong(what, Message("yggdrasil.turn_or_later", number=IDLE_TURNS))
    if state.idle > most:
        what = Message("yggdrasil.too_idle", count=state.idle, number=state.turn)
        fix = Message("yggdrasil.idle_range", most=most, all=IDLE_TURNS)
        raise lines.at("idle", 0).wrong(what, fix)


def _placed(lines: Lines, state: State) -> None:
    """Check that the lines `placed` and `due` fit the phase (YGG-5.1, YGG-8.3, YGG-8.5)."""
    phase, placed = state.phase, state.placed
    word = lines.at("turn", 2)
    if phase in _AFTER_PLACING and state.spot < 0:
        raise word.wrong(
            Message("yggdrasil.after_placing", phase=phase),
            Message("add_example", form="laid 1 b2"),
        )
    if phase in _OF_EFFECT:
        card = stone(state.field, state.spot).card
        if card.effect is None or card.effect.op != _OF_EFFECT[phase]:
            fix = Message("yggdrasil.mend_laid")
            raise word.wrong(Message("yggdrasil.leads_not", card=card.id, phase=phase), fix)
    most = 2 if phase is Phase.END else 1 if phase is Phase.EXTRA else 2 * (phase in _AFTER_PLACING)
    least = int(phase in _AFTER_PLACING)
    if not least <= placed <= most:
        what = Message("yggdrasil.not_so_many_laid", count=placed, phase=phase)
        fix = span("laid", least, most)
        raise lines.at("laid", 0).wrong(what, fix)
    if state.spot >= 0 and phase not in _AFTER_PLACING:
        fix = Message("yggdrasil.laid_early")
        raise lines.at("laid", 0).wrong(Message("yggdrasil.laid_in_turn"), fix)
    if bool(state.due) != (phase is Phase.DISCARD):
        fix = Message("yggdrasil.due_in_discard")
        raise lines.at("due", 0).wrong(Message("yggdrasil.due_for_effect"), fix)
    if phase is Phase.DISCARD:
        effect = stone(state.field, state.spot).card.amount(Op.LOOT)
        if state.due > min(effect, len(state.players[state.seat].hand)):
            what = Message("yggdrasil.not_due", count=state.due)
            raise lines.at("due", 0).wrong(what, Message("yggdrasil.due_most", most=effect))


def _since_the_start(lines: Lines, state: State, seat: int) -> None:
    """Check the numbers of placements and draws so far (YGG-3.4, YGG-5.2, YGG-5.4, YGG-8)."""
    if not state.turn:
        return
    config, name, player = state.config, SEATS[seat], state.players[seat]
    begun = (state.turn + (seat == state.first)) // 2
    moving = seat == state.seat and state.phase is not Phase.END
    on_cell = [
        placed.card
        for placed in state.field
        if placed and placed.owner == seat and not placed.card.root
    ]
    pile = [config.cards.get(card) for card in player.discard]
    surges = sum(card is None or _surges(card) for card in (*on_cell, *pile))
    done = begun - moving
    most = done + min(done, surges) + (state.placed if moving else 0)
    if len(on_cell) > most:
        what = Message(
            "yggdrasil.too_many_lie", owner=name, most=most, number=state.turn, count=len(on_cell)
        )
        fix = Message("yggdrasil.later_or_fewer")
        raise lines.key("field").wrong(what, fix)
    drawn = max((card.amount(Op.DRAW) for card in config.cards.values()), default=0)
    most = config.hand_size + begun - (seat == state.first) + begun * max(0, drawn - 1)
    most += state.due if moving else 0  # drawn cards that must be discarded
    if begun and len(player.hand) > most:
        what = Message(
            "yggdrasil.holds_too_many",
            owner=name,
            most=most,
            number=state.turn,
            count=len(player.hand),
        )
        fix = Message("yggdrasil.later_or_small", most=most)
        raise lines.key("hand", name).wrong(what, fix)


def _surges(card: Card) -> bool:
    return card.effect is not None and card.effect.op is Op.EXTRA_PLACE


def _linked(lines: Lines, state: State, seat: int) -> None:
    """Check that no unlinked card remains (YGG-9.7)."""
    if root_cell(state.field, seat) < 0:
        return
    loose = state.sides[seat][0] & ~linked(state.config, state.field, seat)
    if loose:
        cell = state.config.grid.names[lowest(loose)]
        what = Message("yggdrasil.not_linked", cell=cell, owner=SEATS[seat])
        fix = Message("yggdrasil.link_it", cell=cell)
        raise lines.naming(cell).wrong(what, fix)


def _ended(lines: Lines, state: State) -> None:
    """Check that the line `end` is there exactly if the game has ended (YGG-9.6, 11.1, 11.2)."""
    word, over = lines.at("turn", 2), state.phase is Phase.END
    if over != bool(state.ending):
        raise word.wrong(Message("end_together"), Message("add_line", form="end YGG-11.2"))
    full = state.phase is Phase.PLACE and state.turn > 1 and not _grows(state)
    if full:
        what = Message("yggdrasil.field_full")
        raise word.wrong(what, Message("yggdrasil.write_full"))
    if not over:
        return
    fallen = [seat for seat in (0, 1) if root_cell(state.field, seat) < 0]
    true = {
        "YGG-9.6": len(fallen) == 1 and state.config.get("root_attack") == "allowed",
        "YGG-11.1": not fallen and (_guessed(state) or not _grows(state)),
        "YGG-11.2": not fallen and state.idle == IDLE_TURNS,
    }
    if not true[state.ending]:
        fix = {
            "YGG-9.6": Message("yggdrasil.root_fell"),
            "YGG-11.1": Message("yggdrasil.cell_left"),
            "YGG-11.2": Message("add_line", form=f"idle {IDLE_TURNS}"),
        }[state.ending]
        raise lines.at("end", 0).wrong(Message("not_ended", clause=state.ending), fix)


def _grows(state: State) -> bool:
    return can_grow(state, 0) or can_grow(state, 1)


def _guessed(state: State) -> bool:
    """Return True if only the players know whether the game has ended (YGG-11.1, `known_cards`)."""
    held = (card for player in state.players for card in (*player.hand, *player.deck))
    return state.config.get("end_cells") == "known_cards" and UNKNOWN in held
