"""Checks of positions parsed from text: what play requires, and what no match can reach."""

from collections.abc import Iterator
from typing import Final

from rules.core.values import UNKNOWN
from rules.games.yggdrasil.cards import FieldCard, Op, stone
from rules.games.yggdrasil.config import SEATS
from rules.games.yggdrasil.effects import asked, effect_of
from rules.games.yggdrasil.hidden import seen_of
from rules.games.yggdrasil.score import can_grow
from rules.games.yggdrasil.state import Phase, State
from rules.games.yggdrasil.tree import linked, root_cell
from rules.messages.message import Message
from rules.notation.lines import Lines, too_many

SETTING_UP: Final = frozenset((Phase.BEGIN, Phase.ROOT, Phase.DEAL, Phase.MULLIGAN, Phase.REDEAL))
AFTER_PLACING: Final = frozenset(Phase) - SETTING_UP - {Phase.PLACE, Phase.REFILL, Phase.END}
IDLE_TURNS: Final = 4
ENDINGS: Final = ("YGG-9.6", "YGG-11.1", "YGG-11.2")
_OF_EFFECT = {Phase(op.value): op for op in Op if op.value in Phase.__members__.values()}
_OF_EFFECT |= {Phase.DISCARD: Op.LOOT, Phase.EXTRA: Op.EXTRA_PLACE}


def check(lines: Lines, state: State) -> None:
    """Raise `NotationError` for the first fault with which the match could not go on."""
    for seat in (0, 1):
        _cards(lines, state, seat)
    phase, word = state.phase, lines.at("turn", 2)
    if phase is Phase.ROOT and root_cell(state.field, state.seat) >= 0:
        fix = Message("yggdrasil.one_root")
        raise word.wrong(Message("yggdrasil.two_roots", owner=SEATS[state.seat]), fix)
    if phase in AFTER_PLACING and state.spot < 0:
        fix = Message("add_example", form="laid 1 b2")
        raise word.wrong(Message("yggdrasil.after_placing", phase=phase), fix)
    effect = effect_of(state)
    if phase in _OF_EFFECT and (effect is None or effect.op is not _OF_EFFECT[phase]):
        card = stone(state.field, state.spot).card.id
        fix = Message("yggdrasil.mend_laid")
        raise word.wrong(Message("yggdrasil.leads_not", card=card, phase=phase), fix)
    discarding = phase is Phase.DISCARD
    most = len(state.players[state.seat].hand) if discarding else 0
    if not discarding <= state.due <= most:
        fix = Message("yggdrasil.due_in_discard")
        raise lines.at("due", 0).wrong(Message("yggdrasil.due_for_effect"), fix)
    if (phase is Phase.END) != bool(state.ending):
        raise word.wrong(Message("end_together"), Message("add_line", form="end YGG-11.2"))


def _cards(lines: Lines, state: State, seat: int) -> None:
    """Check that a seat's cards can be those of a deck and one root (YGG-2.1 to YGG-2.3)."""
    config, name = state.config, SEATS[seat]
    hand, deck, discard = state.players[seat]
    cards, limits = seen_of(state, seat), dict(config.limits[seat])
    root = root_cell(state.field, seat)
    fallen = [card for card in discard if card != UNKNOWN and config.cards[card].root]
    for card in [stone(state.field, root).card.id] if root >= 0 else fallen[:1]:
        cards[card] -= 1
    extra = too_many(cards.elements(), limits)
    if extra is not None:
        card, count, limit = extra
        what = Message(
            "yggdrasil.too_many", owner=name, card=card, count=count, limit=limit, clause="YGG-2.2"
        )
        raise lines.naming(card).wrong(what, Message("yggdrasil.count_all"))
    count, size = cards.total(), config.deck_size
    if state.phase in SETTING_UP and count <= size:
        count = len(hand + deck)
    if count > size or (count < size and state.phase in SETTING_UP):
        key = next((k for k in ("deck", "hand", "discard") if (k, name) in lines), "field")
        what = Message("yggdrasil.deck_holds", owner=name, count=count, most=size, clause="YGG-2.1")
        fix = Message("yggdrasil.count_all")
        raise lines.key(key, name if key != "field" else "").wrong(what, fix)


def flags(state: State) -> Iterator[str]:
    """Yield the reasons why no sequence of actions leads to a position, as keys of sentences."""
    cells = [root_cell(state.field, seat) for seat in (0, 1)]
    roots = [(seat, cell, stone(state.field, cell)) for seat, cell in enumerate(cells) if cell >= 0]
    yield from _root_flags(state, roots)
    yield from _turn_flags(state)
    config = state.config
    if not config.free_rotation and any(card is not None and card.turn for card in state.field):
        yield "turned_card"
    if any(state.sides[seat][0] & ~linked(state, seat) for seat, _, _ in roots):
        yield "not_linked"
    grows = can_grow(state, 0) or can_grow(state, 1)
    if state.phase is Phase.PLACE and state.turn > 1 and not grows:
        yield "field_full"
    if state.ending and not _ends(state, standing=len(roots), grows=grows):
        yield "other_end"


def _root_flags(state: State, roots: list[tuple[int, int, FieldCard]]) -> Iterator[str]:
    """Yield the flags of the roots on the field, each with its seat and cell."""
    config = state.config
    if len(roots) < 2 and state.phase not in (Phase.BEGIN, Phase.ROOT, Phase.END):
        yield "no_root"
    if any(cell not in config.root_cells(seat) or root.turn for seat, cell, root in roots):
        yield "root_moved"
    agreed = config.decks != (None, None)  # a deck names its root
    differ = config.get("roots") == "same" and len({root.card.id for _, _, root in roots}) > 1
    if differ or (agreed and any(config.roots[seat] != root.card.id for seat, _, root in roots)):
        yield "other_root"


def _turn_flags(state: State) -> Iterator[str]:
    """Yield the flags of the numbers of turns and cards."""
    phase, turn, over = state.phase, state.turn, state.phase is Phase.END
    if turn and (state.seat == state.first) != turn % 2:
        yield "wrong_turn"
    if state.idle > max(0, turn if over else turn - 1):
        yield "too_idle"
    if state.placed > (1 if phase is Phase.EXTRA else 2 * (over or phase in AFTER_PLACING)):
        yield "too_many_laid"
    if phase is Phase.DISCARD and state.due > asked(state).n:
        yield "not_due"
    if turn and any(_crowded(state, seat) for seat in (0, 1)):
        yield "crowded"
    if turn and any(_big_hand(state, seat) for seat in (0, 1)):
        yield "big_hand"


def _turns(state: State, seat: int) -> tuple[int, bool]:
    """Return how many turns a seat has begun, and if one of them is not over."""
    begun = (state.turn + (seat == state.first)) // 2
    return begun, seat == state.seat and state.phase is not Phase.END


def _crowded(state: State, seat: int) -> bool:
    """Return True if more cards are on the field than a seat can have placed (YGG-5.4, YGG-8.3)."""
    begun, moving = _turns(state, seat)
    on_cell = [c.card for c in state.field if c and c.owner == seat and not c.card.root]
    pile = [state.config.cards.get(card) for card in state.players[seat].discard]
    surges = sum(
        card is None or (card.effect is not None and card.effect.op is Op.EXTRA_PLACE)
        for card in (*on_cell, *pile)
    )
    done = begun - moving
    return len(on_cell) > done + min(done, surges) + (state.placed if moving else 0)


def _big_hand(state: State, seat: int) -> bool:
    """Return True if a hand has more cards than a seat can have drawn (YGG-3.4, YGG-5.2, YGG-8)."""
    begun, moving = _turns(state, seat)
    if not begun:
        return False
    config = state.config
    drawn = max((card.amount(Op.DRAW) for card in config.cards.values()), default=0)
    most = config.hand_size + begun - (seat == state.first) + begun * max(0, drawn - 1)
    return len(state.players[seat].hand) > most + (state.due if moving else 0)


def _ends(state: State, *, standing: int, grows: bool) -> bool:
    """Return True if an ended game can have ended by its clause, with so many roots standing."""
    if state.ending == "YGG-9.6":
        return standing == 1 and state.config.get("root_attack") == "allowed"
    if state.ending == "YGG-11.1":
        held = (card for player in state.players for card in (*player.hand, *player.deck))
        guessed = state.config.get("end_cells") == "known_cards" and UNKNOWN in held
        return standing == 2 and (guessed or not grows)
    return standing == 2 and state.idle == IDLE_TURNS
