"""Checks of positions parsed from text: what play requires, and what no match can reach."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rules.games.jiguan.cards import BEASTS, ELEMENTS
from rules.games.jiguan.config import SEATS
from rules.games.jiguan.state import HIDDEN, Phase, State
from rules.messages.message import Message, Text
from rules.notation.lines import Lines

_BEFORE_RESULT: Final = frozenset(
    (Phase.LOT, Phase.BEASTS, Phase.REVEAL, Phase.ITEMS, Phase.TURN_UP, Phase.RELAY)
)
_AFTER_TURNS: Final = frozenset((Phase.ITEMS, Phase.TURN_UP, Phase.CLEAR, Phase.END))
"""Phases in which turns of phase 3 may have been taken."""


def round_of(state: State) -> int:
    """Return the number of the current round, or of the last round after it has ended."""
    return len(state.results) + (state.phase in _BEFORE_RESULT)


def due_marker(state: State) -> int:
    """Return the marker's holder after the last decided round (JGS-7.3); −1 if undetermined."""
    decided = [won for won in state.results if won >= 0]
    moves = state.config.tie_opening != "alternate"
    return 1 - decided[-1] if decided and moves else -1


def two_up(state: State) -> bool:
    """Return True if both beasts are face up, so that their comparison is known."""
    return all(placed is not None and placed.up and placed.slot <= 4 for placed in state.beasts)


# Faults with which the match could not continue.


def check(lines: Lines, state: State) -> None:
    """Raise `NotationError` for the first fault with which the match could not continue."""
    for key, name, what, fix in _faults(state):
        raise lines.key(key, name).wrong(what, fix)


def _faults(state: State) -> Iterator[tuple[str, str, Text, Text]]:
    """Yield each fault with the key and the name of the line to report."""
    phase, played = state.phase, len(state.results)
    early = phase in (Phase.CLEAR, Phase.DISCARD) and not played
    if early or (phase is not Phase.DISCARD and state.is_decided() != (phase is Phase.END)):
        yield "won", "", Message("jiguan.results", count=played), Message("jiguan.other_phase")
    for seat, name in enumerate(SEATS):
        own = [placed for placed in state.cards_on_field() if placed.owner == seat]
        known = [placed.slot for placed in own if placed.slot != HIDDEN]
        held, line = state.held[seat], f"{name} holds"
        if any(placed.up and placed.slot == HIDDEN for placed in own):
            yield "won", "", Message("known_card"), Message("jiguan.name_or_down")
        twice = len(set(known)) < len(known) or len(own) > held.bit_count()
        if twice or any(not held >> slot & 1 for slot in known):
            yield "won", "", Message("jiguan.not_held", line=line), Message("jiguan.change_cards")
        if (held & BEASTS).bit_count() != (count := _beasts_due(state, seat)):
            what = Message("jiguan.spent", owner=name, number=round_of(state), count=count)
            yield name, "holds", what, Message("jiguan.holds_beasts", line=line, count=count)
    fault, fits = _FIELDS[phase]
    if not fits(state):
        yield "phase", "", Message(f"jiguan.{fault}"), Message("jiguan.other_phase")


def _beasts_due(state: State, seat: int) -> int:
    """Return how many beasts a seat holds: it spends one in each round (JGS-4.3, JGS-7.2)."""
    placed = state.beasts[seat]
    pending = state.phase is Phase.DISCARD and state.must_discard[seat]
    keeps = (placed is not None and placed.slot <= 4) or pending
    return len(ELEMENTS) - len(state.results) + (state.phase not in _BEFORE_RESULT and keeps)


def _all_up(state: State) -> bool:
    return all(placed.up for placed in state.cards_on_field())


def _may_discard(state: State) -> bool:
    """Return True if each seat that must discard has a beast, and an item on its beast place."""
    for seat, placed in enumerate(state.beasts):
        item = placed is not None and placed.slot > 4
        if state.must_discard[seat] and not (item and state.possible(seat) & BEASTS):
            return False
    return any(state.must_discard) and not state.items and _all_up(state)


_CARDS_UP = ("cards_up", lambda state: bool(state.cards_on_field()) and _all_up(state))
_FIELDS: Final[Mapping[Phase, tuple[str, Callable[[State], bool]]]] = {
    Phase.LOT: ("", lambda _state: True),
    Phase.BEASTS: ("one_beast", lambda state: None in state.beasts and not state.items),
    Phase.REVEAL: (
        "beast_down",
        lambda state: None not in state.beasts and not state.items and not _all_up(state),
    ),
    Phase.ITEMS: ("beasts_up", two_up),
    Phase.TURN_UP: ("item_down", lambda state: two_up(state) and not _all_up(state)),
    Phase.CLEAR: _CARDS_UP,
    Phase.RELAY: _CARDS_UP,
    Phase.DISCARD: ("owes_beast", _may_discard),
    Phase.END: _CARDS_UP,
}
"""The fault of a field that does not fit a phase, and the predicate that it violates."""


# Reasons why no match can reach a position.


def flags(state: State) -> Iterator[str]:
    """Yield the reasons why no sequence of actions leads to a position, as keys of sentences."""
    phase, turns, cards = state.phase, state.turns, state.cards_on_field()
    items, opened = state.items, phase in (Phase.ITEMS, Phase.TURN_UP)
    if phase is Phase.LOT and (state.results or state.ply or cards):
        yield "lot_first"
    if not (_filled(state, 0) and _filled(state, 1)):
        yield "row_gap"
    if any(not p.up and p.slot != HIDDEN and (p.slot > 4) is (p.place == 0) for p in cards):
        yield "wrong_place"
    if phase not in _AFTER_TURNS and (any(state.declined) or state.turn or turns or items):
        yield "no_turns"
    if phase is not Phase.DISCARD and any(state.must_discard):
        yield "none_owes"
    if phase is Phase.ITEMS and not _turns_fit(state):
        yield "turn_count"
    if phase is Phase.ITEMS and not turns and state.turn != state.first():
        yield "first_turn"
    if opened and state.config.tie_opening == "draw" and state.opening() == 0:
        yield "drawn_at_once"
    if due_marker(state) not in (-1, state.marker):
        yield "lost_last"
    if any(placed.ply > state.ply for placed in cards):
        yield "laid_later"


def _filled(state: State, row: int) -> bool:
    """Return True if a row is filled from left to right, in the order of placement (JGS-3.2)."""
    places = [placed.place for placed in state.items if placed.row == row]
    if state.phase is Phase.CLEAR:
        return places == sorted(places)
    return places == list(range(1, len(places) + 1))


def _turns_fit(state: State) -> bool:
    """Return True if the turns fit the items, and a seat may still act (JGS-5.2 to 5.5)."""
    items, turns, declined = len(state.items), state.turns, state.declined
    if all(declined) or (state.config.decline_rule == "final" and declined[state.turn]):
        return False
    # Two consecutive declines end the phase, except the first one after a tie.
    most = 2 * items + (state.opening() == 0)
    return items <= turns <= most and (turns > 0 or not any(declined))
