"""Resolution of an action into events, through the phases of a round (JGS-4 to JGS-8)."""

from functools import lru_cache

from rules.core.action import FLIP, PASS, READY, Action
from rules.core.event import (
    GAME_ENDED,
    REVEALED,
    ROUND_STARTED,
    TURN_STARTED,
    Event,
    Outcome,
    Resolution,
)
from rules.core.values import Seat
from rules.games.jiguan.cards import BEATS, ELEMENTS, SHIFTS
from rules.games.jiguan.config import SEATS
from rules.games.jiguan.fold import fold
from rules.games.jiguan.state import HIDDEN, ROUNDS, Phase, Placed, State

_Run = Resolution[State]
_event = lru_cache(maxsize=1024)(Event)
"""An event without a ply, which many matches share."""


# One phase each.


def draw_lot(state: State, action: Action) -> _Run:
    """Resolve the lot for the marker (JGS-3.3)."""
    run = Resolution(state, fold)
    run.emit(Event("marker_given", action.value, number=state.ply + 1))
    _next_round(run)
    return run


def play_beast(state: State, action: Action) -> _Run:
    """Resolve a beast that is placed (JGS-4.1), or a card that is turned up too early."""
    run, ply = Resolution(state, fold), state.ply + 1
    if action.verb is FLIP:
        _flip(run, action, ply)
        return run
    run.emit(Event("placed", action.seat, action.card, action.to, number=ply))
    if None not in run.state.beasts:
        _reveal_all(run, Phase.REVEAL)
    return run


def play_item(state: State, action: Action) -> _Run:
    """Resolve an item, a declined turn (JGS-5.1), or a card that is turned up too early."""
    run, ply = Resolution(state, fold), state.ply + 1
    if action.verb is FLIP:
        _flip(run, action, ply)
    elif action.verb is PASS:
        run.emit(Event("declined", action.seat, number=ply))
        _after_decline(run, SEATS.index(action.seat))
    else:
        run.emit(Event("placed", action.seat, action.card, action.to, number=ply))
        _next_turn(run, SEATS.index(action.seat))
    return run


def turn_up(state: State, action: Action) -> _Run:
    """Resolve a card that a player turns up (JGS-4.5, JGS-6.3)."""
    run = Resolution(state, fold)
    _flip(run, action, state.ply + 1)
    return run


def clear(state: State, action: Action) -> _Run:
    """Resolve the removal of one card or of all (JGS-7.2, JGS-10.2)."""
    run, ply = Resolution(state, fold), state.ply + 1
    if action.verb is READY:
        run.emit(Event("cleared", value=_goes_to(run), number=ply))
        _next_round(run)
    else:
        _take(run, action, ply)
    return run


def discard(state: State, action: Action) -> _Run:
    """Resolve a beast that is discarded as a penalty (JGS-10.2)."""
    run = Resolution(state, fold)
    run.emit(Event("discarded", action.seat, action.card, number=state.ply + 1))
    if not any(run.state.must_discard):
        _end_or_clear(run)
    return run


# The steps of a round.


def _round(state: State) -> int:
    return len(state.results) + 1


def outcome(state: State) -> Outcome | None:
    """Return the result: a win by rounds or by cards in hand, or a draw (JGS-8.1 to 8.4)."""
    if state.phase is not Phase.END:
        return None
    wins, hands = state.wins(), (state.hand_size(0), state.hand_size(1))
    rounds, cards = wins[0] - wins[1], hands[0] - hands[1]
    if rounds:
        tie, clause = None, "JGS-8.1" if len(state.results) == ROUNDS else "JGS-8.4"
    else:
        tie = Event("tied", clause="JGS-8.2", value="hand")
        clause = "JGS-8.2" if cards else "JGS-8.3"
    lead = rounds or cards
    winners = (SEATS[lead < 0],) if lead else ()
    counts = dict(zip(SEATS, hands, strict=True)) if tie else {}
    return Outcome(winners, clause, scores(state), tie, counts)


def scores(state: State) -> dict[Seat, int]:
    """Return the number of rounds that each seat has won."""
    return dict(zip(SEATS, state.wins(), strict=True))


def _ask(run: _Run, phase: Phase, items: tuple[str, ...] = ()) -> None:
    run.emit(Event("asked", value=phase.value, items=items))


# Phases 1 and 2.


def _reveal_all(run: _Run, phase: Phase) -> None:
    """Turn all cards up, or ask the players to turn them up if a card is unknown."""
    state = run.state
    down = [placed for placed in state.cards_on_field() if not placed.up]
    if down and (state.watched or any(placed.slot == HIDDEN for placed in down)):
        _ask(run, phase)
        return
    for placed in down:
        _reveal(run, placed, state.card(placed))
    _AFTER[phase](run)


def _reveal(run: _Run, placed: Placed, card: str, clause: str = "") -> None:
    seat = SEATS[placed.owner]
    run.emit(Event(REVEALED, seat, card, placed.cell, number=placed.ply, clause=clause))


def _flip(run: _Run, action: Action, ply: int) -> None:
    """Resolve a card that a player turns up; a fault is named but counts (JGS-10.4, 10.5)."""
    phase, placed = run.state.phase, run.state.at(action.at)
    assert placed is not None, "judged before"  # noqa: S101 - for the type checker
    early = phase in (Phase.BEASTS, Phase.ITEMS)
    run.emit(Event("flipped", cell=action.at, number=ply))
    first = next((item for item in run.state.items if not item.up), placed)
    disordered = "" if first is placed else "JGS-10.4"
    _reveal(run, placed, action.card, "JGS-10.5" if early else disordered)
    if not early:
        if all(card.up for card in run.state.cards_on_field()):
            _AFTER[phase](run)
    elif phase is Phase.ITEMS and run.state.config.slots[placed.owner][action.card] < 5:
        run.emit(Event("declined", SEATS[placed.owner], clause="JGS-10.3"))
        _after_decline(run, placed.owner, placed)


def _open(run: _Run) -> None:
    """Compare the beasts; the result decides only the first turn for items (JGS-4.5)."""
    state = run.state
    wrong = [placed for placed in state.cards_on_field() if placed.slot > 4]
    if wrong:
        _misplay(run, wrong)
        return
    ahead = state.opening()
    run.emit(_event("compared", "" if ahead == 0 else SEATS[ahead < 0], clause="JGS-4.5"))
    if ahead == 0 and state.config.tie_opening == "draw":
        _end_round(run, -1, "JGS-5.3")
        return
    run.emit(_event(TURN_STARTED, SEATS[state.first()], number=_round(state)))


def _misplay(run: _Run, wrong: list[Placed]) -> None:
    """Apply JGS-10.2 to items on beast places."""
    for placed in wrong:
        _report_misplayed(run, placed, "JGS-10.2")
    if run.state.config.forfeit:
        won = -1 if len(wrong) == 2 else 1 - wrong[0].owner
        _score(run, won, "JGS-10.2")
        _ask(run, Phase.DISCARD, tuple(SEATS[placed.owner] for placed in wrong))
    else:
        _ask(run, Phase.RELAY)


def _report_misplayed(run: _Run, placed: Placed, clause: str) -> None:
    seat, card = SEATS[placed.owner], run.state.card(placed)
    run.emit(Event("misplayed", seat, card, placed.cell, clause=clause))


# Phase 3.


def _next_turn(run: _Run, seat: int) -> None:
    """Start the other player's turn, unless a decline was `final` (JGS-5.5)."""
    state = run.state
    other = 1 - seat
    if state.config.decline_rule == "final" and state.declined[other]:
        other = seat
    run.emit(_event(TURN_STARTED, SEATS[other], number=_round(state)))


def _after_decline(run: _Run, seat: int, placed: Placed | None = None) -> None:
    """End phase 3 or continue with it (JGS-5.2 to 5.5).

    `placed` is a beast in an item row, which counts as declining.
    """
    state = run.state
    rule = state.config.decline_rule
    tied = state.opening() == 0
    closes = not tied if state.turns == 1 else rule == "single" or all(state.declined)
    if closes:
        _reveal_all(run, Phase.TURN_UP)
    elif placed is None or (rule == "final" and state.turn == seat):
        _next_turn(run, seat)


# Phases 4 and 5.


def _process(run: _Run) -> None:
    """Apply the items one by one, in the order of placement (JGS-6.1, JGS-6.2)."""
    state = run.state
    element = [placed.slot if placed else 0 for placed in state.beasts]
    for placed in state.items:
        if placed.slot < 5:
            _report_misplayed(run, placed, "JGS-10.3")
            continue
        element[placed.row] = (element[placed.row] + SHIFTS[placed.slot]) % len(ELEMENTS)
        seat, value = SEATS[placed.row], ELEMENTS[element[placed.row]]
        run.emit(_event("shifted", seat, state.card(placed), placed.cell, value=value))
    a, b = element
    won = BEATS[a][b]
    winner = -1 if won == 0 else int(won < 0)
    beaten = () if winner < 0 else (ELEMENTS[element[1 - winner]],)
    seat = "" if winner < 0 else SEATS[winner]
    run.emit(_event("matched", seat, value=ELEMENTS[element[winner]], items=beaten))
    _end_round(run, winner, "JGS-7.1")


_AFTER = {Phase.REVEAL: _open, Phase.TURN_UP: _process}
"""Steps after the last card of a phase is turned up."""


def _score(run: _Run, won: int, clause: str) -> None:
    """Record the round's result and move the marker (JGS-7.3, or `tie_opening: alternate`)."""
    state = run.state
    number = len(state.results) + 1
    run.emit(_event("round_ended", "" if won < 0 else SEATS[won], number=number, clause=clause))
    marker = state.marker if won < 0 else 1 - won
    if state.config.tie_opening == "alternate":
        opened = clause == "JGS-7.1" and state.opening() == 0
        marker = 1 - state.marker if opened else state.marker
    if marker != state.marker:
        run.emit(_event("marker_moved", SEATS[marker]))


def _end_round(run: _Run, won: int, clause: str) -> None:
    _score(run, won, clause)
    _end_or_clear(run)


def _end_or_clear(run: _Run) -> None:
    if run.state.is_decided():
        _end(run)
    elif run.state.watched:
        _ask(run, Phase.CLEAR)
    else:
        run.emit(_event("cleared", value="spent"))
        _next_round(run)


def _end(run: _Run) -> None:
    run.state = fold(run.state, Event(GAME_ENDED))
    result = outcome(run.state)
    assert result is not None, "the phase has just been set"  # noqa: S101 - type checker
    run.events.append(Event(GAME_ENDED, clause=result.clause, items=result.winners))


# Clearing the field, and the penalty of JGS-10.2


def _goes_to(run: _Run) -> str:
    return "hand" if run.state.phase is Phase.RELAY else "spent"


def _take(run: _Run, action: Action, ply: int) -> None:
    placed = run.state.at(action.at)
    assert placed is not None, "judged before"  # noqa: S101 - for the type checker
    back = placed.place > 0 and placed.slot < 5
    value = "hand" if back else _goes_to(run)
    card = run.state.card(placed)
    run.emit(Event("taken", action.seat, card, placed.cell, value=value, number=ply))
    if not run.state.cards_on_field():
        _next_round(run)


def _next_round(run: _Run) -> None:
    run.emit(_event(ROUND_STARTED, number=_round(run.state)))
