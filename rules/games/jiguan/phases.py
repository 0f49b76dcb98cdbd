"""The phases of a game: who acts, the options, the judgement, the resolution, what may follow.

The order is that of a round (JGS-3.4); `state` says when a phase is entered.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from rules.core.action import PLACE, Action
from rules.core.rules import PhaseSpec, end_phase
from rules.core.values import CHANCE, UNKNOWN
from rules.core.verdict import Violation
from rules.games.jiguan import flow, legal, violations
from rules.games.jiguan.cards import bits, pool
from rules.games.jiguan.config import SEATS
from rules.games.jiguan.state import Phase, State
from rules.games.jiguan.violations import each_clause

_ROUND = (Phase.BEASTS, Phase.CLEAR, Phase.END)
"""Phases after a round's result: the next round, clearing by hand, or the end."""
_OPENED = (Phase.ITEMS, Phase.RELAY, Phase.DISCARD, *_ROUND)
"""Phases after both beasts are face up (JGS-4.5, JGS-5.3, JGS-10.2)."""

_CLEARING: PhaseSpec[State] = PhaseSpec(
    who=lambda _state: legal.BOTH,
    options=legal.clear_options,
    violations=each_clause(violations.judge_clear),
    resolve=flow.clear,
    then=(Phase.BEASTS,),
)

PHASES: Final[Mapping[str, PhaseSpec[State]]] = {
    Phase.LOT: PhaseSpec(
        who=lambda _state: frozenset((CHANCE,)),
        options=legal.lot_options,
        violations=each_clause(violations.judge_lot),
        resolve=flow.draw_lot,
        then=(Phase.BEASTS,),
    ),
    Phase.BEASTS: PhaseSpec(
        who=legal.beast_seats,
        options=legal.beast_options,
        violations=each_clause(violations.judge_beasts),
        resolve=flow.play_beast,
        then=(Phase.REVEAL, *_OPENED),
    ),
    Phase.REVEAL: PhaseSpec(
        who=legal.flip_seats,
        options=legal.flip_options,
        violations=each_clause(partial(violations.judge_turning, "JGS-4.5")),
        resolve=flow.turn_up,
        then=_OPENED,
    ),
    Phase.ITEMS: PhaseSpec(
        who=legal.item_seats,
        options=legal.item_options,
        violations=each_clause(violations.judge_items),
        resolve=flow.play_item,
        then=(Phase.TURN_UP, *_ROUND),
    ),
    Phase.TURN_UP: PhaseSpec(
        who=legal.flip_seats,
        options=legal.flip_options,
        violations=each_clause(partial(violations.judge_turning, "JGS-6.3")),
        resolve=flow.turn_up,
        then=_ROUND,
    ),
    Phase.RELAY: _CLEARING,
    Phase.DISCARD: PhaseSpec(
        who=legal.discard_seats,
        options=legal.discard_options,
        violations=each_clause(violations.judge_discard),
        resolve=flow.discard,
        then=_ROUND,
    ),
    Phase.CLEAR: _CLEARING,
    Phase.END: end_phase(each_clause(violations.judge_end)),
}


def violations_by_world(state: State, action: Action) -> Iterator[tuple[Violation, ...]] | None:
    """Return the violations for each card that a seat can place unseen; None if all are known."""
    if action.card != UNKNOWN or action.verb is not PLACE or action.seat not in SEATS:
        return None
    seat, judge = SEATS.index(action.seat), PHASES[state.phase].violations
    return (judge(state, _with_card(action, card)) for card in _unseen_cards(state, seat))


def _unseen_cards(state: State, seat: int) -> list[str]:
    """Return one card of each kind that a seat can place unseen; no clause distinguishes more.

    There are at least two cards, so that no fact about a single one is reported.
    """
    cards, held = state.config.cards[seat], state.held[seat]
    slots = tuple(bits(state.possible(seat))) or range(len(cards))
    kinds: dict[tuple[bool, str, int], str] = {}
    for slot in slots:
        kinds.setdefault((slot > 4, pool()[cards[slot]].kind, held >> slot & 1), cards[slot])
    found = list(kinds.values())
    return found if len(found) > 1 else [cards[slot] for slot in slots[:2]]


def _with_card(action: Action, card: str) -> Action:
    # In a third of the time that `dataclasses.replace` takes: there may be eight worlds.
    seat, verb, at, to = action.seat, action.verb, action.at, action.to
    return Action(seat, verb, card, at, to, action.facing, action.turn, action.value, action.also)
