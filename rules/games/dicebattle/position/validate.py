"""Validation of positions parsed from text, which may be unreachable in a game."""

from collections.abc import Callable
from typing import Final

from rules.core.values import UNKNOWN
from rules.games.dicebattle.cards import TOKEN, Effect
from rules.games.dicebattle.config import DECK_SIZE, HAND_SIZE, SEATS
from rules.games.dicebattle.hidden.views import joiner
from rules.games.dicebattle.resolve.effects import open_grants, recoverable, revivable
from rules.games.dicebattle.sets.rules import card_faults, staged_spread
from rules.games.dicebattle.state import NO_BATTLE, ZONES, Phase, Placed, State, hidden_now
from rules.messages.message import Message, alternatives
from rules.notation.lines import Lines, span, too_many


def cards_in_zones(state: State, seat: int) -> tuple[Placed, ...]:
    """Return all cards in a seat's zones."""
    player = state.players[seat]
    return player.main + player.circle + player.stock


def check_battle(lines: Lines, state: State) -> None:
    """Check that only a finished battle has a winner, as its levels require (DBM-8.11, 8.12)."""
    battle = state.battle
    word = lines.key("battle")
    for key, name in () if battle.stage else (("queue", ""), *(("used", seat) for seat in SEATS)):
        if (key, name) in lines:
            what = Message("dicebattle.no_battle", line=key)
            raise lines.key(key, name).wrong(what, Message("add_example", form="battle battle 5,3"))
    flags = [w.text for w in lines.rest("battle")]
    if "winner.A" in flags and "winner.B" in flags:
        raise word.wrong(
            Message("dicebattle.one_winner"),
            Message("write", words=alternatives(("winner.A", "winner.B"))),
        )
    used = (state.config.cards[card] for cards in battle.used for card in cards)
    early = battle.winner >= 0 or battle.margin or any(card.grant is None for card in used)
    if battle.stage == "battle" and early:
        fix = Message("dicebattle.over_or_out")
        raise word.wrong(Message("dicebattle.still_fights"), fix)
    a, b = battle.levels
    if battle.margin:
        winner = int((a < b) != battle.low) if a != b else -1
        if battle.margin != abs(a - b) or battle.winner != winner:
            form = f"margin.{abs(a - b)}" + (f" winner.{SEATS[winner]}" if a != b else "")
            fix = Message("write", words=form)
            raise word.wrong(Message("dicebattle.levels_give_not", level=a, other_level=b), fix)
    _queue(lines, state)


def _queue(lines: Lines, state: State) -> None:
    """Check that a queued card has its printed level and is in its zone or was used (DBM-8.3)."""
    cells = {placed.cell: placed.card for seat in (0, 1) for placed in cards_in_zones(state, seat)}
    words = lines.rest("queue")
    for word, entry in zip(words, state.battle.queue, strict=True):
        card = state.config.cards[entry.card]
        level = card.grant_level if ".stock" in entry.cell else card.level
        if entry.level != level:
            fix = Message("write", words=f"{entry.cell}={entry.card}/{level}")
            raise word.wrong(Message("dicebattle.its_level", card=entry.card, level=level), fix)
        is_there = cells.get(entry.cell) == entry.card
        if not is_there and (state.battle.stage == "battle" or ".stock" in entry.cell):
            fix = Message("dicebattle.zone_or_off", card=entry.card)
            raise word.wrong(Message("dicebattle.lies_not", card=entry.card, cell=entry.cell), fix)
        if not is_there and entry.card not in state.battle.used[entry.seat]:
            fix = Message("add_example", form=f"used {entry.cell[0]} {entry.card}")
            raise word.wrong(Message("dicebattle.not_used", card=entry.card), fix)


def check_stars(lines: Lines, state: State, seat: int) -> None:
    """Check that the stars are possible and that the game ended when required (DBM-9.1 to 9.4)."""
    name, enough = SEATS[seat], state.config.stars_to_win
    stars, battle = state.players[seat].stars, state.battle
    word = lines.at("stars", 0, name)
    if stars and state.round <= 1 and not battle.stage:
        what = Message("dicebattle.early_stars", owner=name)
        raise word.wrong(what, Message("dicebattle.out_or_later"))
    fought = [*battle.used[seat], *(placed.card for placed in cards_in_zones(state, seat))]
    most = enough + sum(_gains(state, card) for card in fought)
    counting = battle.stage == "battle" or any(step.name == "stars" for step in state.agenda)
    if state.phase is not Phase.END and not counting:
        most = enough - 1
    if stars > most:
        what = Message("dicebattle.won_already", owner=name, count=stars)
        if state.phase is Phase.END:
            what = Message("dicebattle.too_many_stars", owner=name, count=stars)
        raise word.wrong(what, Message("dicebattle.stars_range", most=most, all=enough))


def _gains(state: State, card: str) -> int:
    """Return the number of stars that a card can give its owner in one battle."""
    if card in (UNKNOWN, TOKEN):
        return 0
    facts = state.config.cards[card]
    effects: tuple[Effect | None, ...] = (facts.effect, facts.grant)
    return sum(op.n for e in effects if e is not None for op in e.operations if op.name == "star")


SETTING_UP: Final = frozenset((Phase.DEAL, Phase.ROLL_OFF, Phase.LOT, Phase.LEAD))
ENDINGS: Final = ("DBM-9.3", "DBM-4.3")


def check(lines: Lines, state: State) -> None:
    """Raise `NotationError` for the first impossible part of the position."""
    for seat in (0, 1):
        _cards(lines, state, seat)
        _dice(lines, state, seat)
        _set(lines, state, seat)
    _opening(lines, state)
    _phase(lines, state)
    check_battle(lines, state)
    for seat in (0, 1):
        check_stars(lines, state, seat)
    _ended(lines, state)


def _cards(lines: Lines, state: State, seat: int) -> None:
    """Check the number of copies of each card and the size of the deck (DBM-2.1, DBM-2.2)."""
    player, name = state.players[seat], SEATS[seat]
    zones = [placed.card for placed in cards_in_zones(state, seat) if placed.card != TOKEN]
    cards = [*player.hand, *player.deck, *player.grave, *zones]
    for place in (cards, state.battle.used[seat]):
        extra = too_many(place, state.config.limits[seat])
        if extra is not None:
            card, n, most = extra
            what = Message(
                "dicebattle.too_many", owner=name, card=card, count=n, limit=most, clause="DBM-2.2"
            )
            fix = Message("dicebattle.count_all")
            raise lines.naming(card).wrong(what, fix)
    if len(cards) > DECK_SIZE:
        what = Message(
            "dicebattle.deck_holds", owner=name, count=len(cards), most=DECK_SIZE, clause="DBM-2.1"
        )
        key = next((key for key in ("deck", "hand", "grave") if (key, name) in lines), "main")
        fix = Message("dicebattle.count_all")
        raise lines.key(key, name).wrong(what, fix)


def _dice(lines: Lines, state: State, seat: int) -> None:
    """Check that a seat that declared "set" has rolled and set cards, in turn (DBM-5.1, 5.11)."""
    player, name, phase = state.players[seat], SEATS[seat], state.phase
    word = lines.key("dice", name)
    if player.done and not player.roll:
        raise word.wrong(
            Message("dicebattle.no_roll", owner=name),
            Message("write_example", form=f"dice {name} 4 0 set"),
        )
    if phase not in _DICE:
        return
    held = len(player.hand) + sum(c.card != TOKEN for c in cards_in_zones(state, seat))
    if state.round == 1 and held > HAND_SIZE:
        what = Message("dicebattle.too_many_held", owner=name, count=held, most=HAND_SIZE)
        raise lines.key("hand", name).wrong(what, Message("dicebattle.count_held"))
    if player.done and not player.main:
        fix = Message("add_example", form=f"main {name} 1=?/down")
        raise word.wrong(Message("dicebattle.no_unit", owner=name), fix)
    if phase is Phase.FLIP:
        _before_flip(lines, state, seat)
        return
    _in_turn(lines, state, seat)


def _before_flip(lines: Lines, state: State, seat: int) -> None:
    """Check that both seats have declared "set" when cards are turned up (DBM-8.1)."""
    player, name = state.players[seat], SEATS[seat]
    if not player.main:
        fix = Message("add_example", form=f"main {name} 1=?/down, main {name} 1=token/up")
        raise lines.at("turn", 2).wrong(Message("dicebattle.none_to_flip", owner=name), fix)
    if player.roll and not player.done:
        fix = Message("write_example", form=f"dice {name} {player.roll} 0 set")
        raise lines.key("dice", name).wrong(Message("dicebattle.not_set", owner=name), fix)


def _in_turn(lines: Lines, state: State, seat: int) -> None:
    """Check that the seats rolled and set in turn, an order that a rewind can reverse (DBM-5.1)."""
    player, name = state.players[seat], SEATS[seat]
    word, acts = lines.key("dice", name), seat == state.seat
    if player.done and acts:
        raise word.wrong(
            Message("dicebattle.set_already", owner=name), Message("dicebattle.other_turn")
        )
    if seat == state.first != state.seat and not player.done:
        fix = Message("add_example", form=f"dice {name} 4 0 set, main {name} 1=?/down")
        what = Message("dicebattle.first_not_set", owner=name)
        raise lines.at("turn", 1).wrong(what, fix)
    if player.set_now and not player.done and not (acts and state.phase is Phase.SET):
        key = next(key for key in ZONES if (key, name) in lines)
        fix = Message("dicebattle.out_or_set")
        what = Message("dicebattle.not_setting", owner=name, cell=player.set_now[0].cell)
        raise lines.key(key, name).wrong(what, fix)
    early = player.roll and state.config.illegal_set != "rewind"
    if seat != state.first and early and not state.players[state.first].done:
        what = Message("dicebattle.not_rolled", other=SEATS[state.first], owner=name)
        raise word.wrong(what, Message("dicebattle.out_or_first", form=f"first {name}"))


def _set(lines: Lines, state: State, seat: int) -> None:
    """Check that known cards are in suitable zones and within the roll (DBM-6, DBM-7).

    In the phase `flip`, an illegal set stays until all its cards are turned up (DBM-14.2). A set
    with a card that was turned up too early stays, too (DBM-14.3).
    """
    player, name, cards = state.players[seat], SEATS[seat], state.config.cards
    early = player.done and any(placed.up and placed.card != TOKEN for placed in player.set_now)
    if state.phase is Phase.FLIP or (early and not state.battle.stage):
        return
    for zone in ZONES:
        for placed in getattr(player, zone):
            if placed.card in (UNKNOWN, TOKEN) or cards[placed.card].fits(zone):
                continue
            what = Message(f"dicebattle.no_{zone}_card", card=placed.card, cell=placed.cell)
            raise lines.key(zone, name).wrong(what, Message("dicebattle.other_zone"))
    if player.main and player.main[0].card == TOKEN:
        others = player.circle or [placed for placed in player.stock if placed.new]
        if others:
            what = Message("dicebattle.beside_token", cell=others[0].cell)
            raise lines.key("main", name).wrong(what, Message("dicebattle.unit_or_token"))
        return
    if not player.roll:  # the line `dice` is omitted
        return
    spread = staged_spread(state.config, player)
    faults = card_faults(player.roll, spread, None if player.done else joiner(state, seat, spread))
    if faults:
        what = Message(
            "dicebattle.wrong_set", owner=name, roll=player.roll, clause=faults[0].clause
        )
        fix = Message("dicebattle.mend_set")
        raise lines.key("main", name).wrong(what, fix)


def _opening(lines: Lines, state: State) -> None:
    """Check the round number, and that nothing has been played during set-up (DBM-3)."""
    word = lines.at("turn", 0)
    limit = state.config.round_limit
    if limit and state.round > limit:
        raise word.wrong(Message("last_round", number=state.round), span("", 1, limit))
    if state.phase not in SETTING_UP:
        return
    for seat, (player, name) in enumerate(zip(state.players, SEATS, strict=True)):
        begun = player.grave or cards_in_zones(state, seat) or player.redraws or player.done
        if begun or not (player.miracle and player.revival):
            fix = Message("dicebattle.begin_or_out", form=f"turn 1 {SEATS[state.seat]} roll")
            raise word.wrong(Message("dicebattle.not_begun", owner=name), fix)
    if state.battle != NO_BATTLE or state.agenda:
        raise word.wrong(Message("dicebattle.no_battle_yet"), Message("dicebattle.out_battle"))


def _phase(lines: Lines, state: State) -> None:
    """Check that the position has everything that its phase requires."""
    word = lines.at("turn", 2)
    for phases, fine, what, line in _WHOLE:
        if state.phase in phases and not fine(state):
            fix = Message("add_example", form=line) if line else Message(f"dicebattle.{what}_fix")
            raise word.wrong(Message(f"dicebattle.{what}", phase=state.phase), fix)
    if state.due and state.phase not in _COUNTED:
        none = Message("dicebattle.none_due", phase=state.phase)
        raise lines.key("due").wrong(none, Message("take_line_out"))
    latest = max(
        (placed.ply for seat in (0, 1) for placed in cards_in_zones(state, seat)), default=0
    )
    if latest > state.ply:
        raise lines.key("ply").wrong(Message("laid_later"), Message("write_least", least=latest))


def _ended(lines: Lines, state: State) -> None:
    """Check that the clause given for the end of the game applies (DBM-4.3, DBM-9.3)."""
    over = state.phase is Phase.END
    if over != bool(state.ending):
        word = lines.at("turn", 2) if over else lines.at("end", 0)
        raise word.wrong(Message("end_together"), Message("add_line", form="end DBM-9.3"))
    if not over:
        return
    enough, limit = state.config.stars_to_win, state.config.round_limit
    reached = sum(player.stars >= enough for player in state.players)
    true = {
        "DBM-9.3": reached == 1,
        "DBM-4.3": not reached and bool(limit) and state.round == limit,
    }
    if not true[state.ending]:
        fix = {
            "DBM-9.3": Message("dicebattle.enough_stars", count=enough, form=f"stars A {enough}"),
            "DBM-4.3": Message("dicebattle.agree_limit"),
        }[state.ending]
        raise lines.at("end", 0).wrong(Message("not_ended", clause=state.ending), fix)


# Requirements of phases.


def _unseen(state: State) -> bool:
    """Return True if the seat to act has a face-down grant, whose place in the queue is secret."""
    return any(not placed.up for placed in state.players[state.seat].stock)


def _unknown(state: State) -> bool:
    return any(hidden_now(state, placed) for player in state.players for placed in player.set_now)


def _lost(state: State) -> bool:
    return state.battle.winner == 1 - state.seat and bool(revivable(state, state.seat))


def _waits(state: State) -> bool:
    return bool(state.battle.queue) or _unseen(state)


def _asked_about(state: State) -> bool:
    return _unseen(state) or any(
        e.cell == state.spot and e.seat == state.seat for e in state.battle.queue
    )


_DICE = (Phase.ROLL, Phase.SET, Phase.REDRAW, Phase.FLIP)
_IN_BATTLE = (Phase.WINDOW, Phase.HIDDEN, Phase.PURGE)
_QUEUED = (Phase.ORDER, Phase.EFFECT)
_COUNTED = (Phase.DISCARD, Phase.RECOVER, Phase.PURGE)
_FOLLOWED = (*_IN_BATTLE, *_QUEUED, *_COUNTED, Phase.REVIVAL, Phase.REVIVE, Phase.RENEW,
             Phase.PENALTY)  # fmt: skip
_LAST = ("compare", "lost", "stars", "next", "setting")
"""Steps that always lead to another decision or to the end of the game."""
_WHOLE: tuple[tuple[tuple[Phase, ...], Callable[[State], bool], str, str], ...] = (
    ((Phase.FLIP,), _unknown, "needs_unknown", ""),
    ((Phase.SET, Phase.REDRAW), lambda s: s.players[s.seat].roll > 0, "follows_roll", "dice A 4"),
    (_DICE, lambda s: s.battle == NO_BATTLE, "before_battle", ""),
    (_IN_BATTLE, lambda s: s.battle.stage == "battle", "in_battle", "battle battle 5,3"),
    ((Phase.REVIVAL, Phase.REVIVE), _lost, "follows_loss", ""),
    ((Phase.RECOVER,), lambda s: bool(recoverable(s, s.seat)), "needs_magic", "grave A g01"),
    ((Phase.PURGE,), lambda s: bool(open_grants(s, 1 - s.seat)), "needs_grant",
     "stock B 1=g10/up/old"),
    ((Phase.DISCARD,), lambda s: len(s.players[s.seat].hand) >= s.due, "needs_hand", ""),
    (_FOLLOWED, lambda s: bool(s.agenda) and s.agenda[-1].name in _LAST, "needs_steps",
     "agenda queue.A.0 compare.A.0"),
    (_QUEUED, lambda s: bool(s.battle.stage), "in_battle", "battle battle 5,3"),
    (_COUNTED, lambda s: s.due > 0, "asks_cards", "due 1"),
    ((Phase.ORDER,), _waits, "needs_waiting", ""),
    ((Phase.EFFECT,), _asked_about, "asks_effect", ""),
)  # fmt: skip
"""Phases, their requirement, the fault's key, and the line to add ("": see the key with `_fix`)."""
