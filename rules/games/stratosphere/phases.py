"""The phases of a game: who acts, the options, the judgement, the resolution, what may follow."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rules.core.action import Action
from rules.core.event import Resolution
from rules.core.rules import PhaseSpec, end_phase
from rules.core.values import CHANCE, Seat
from rules.games.stratosphere import flow, legal, violations
from rules.games.stratosphere.moves import move
from rules.games.stratosphere.state import Phase, State
from rules.games.stratosphere.violations import by_seat, each_clause

_Resolve = Callable[[State, Action], Resolution[State]]


def _chance(_state: State) -> frozenset[Seat]:
    return frozenset((CHANCE,))


def _turn(state: State) -> frozenset[Seat]:
    return frozenset((legal.turn_seat(state),))


def _shuffles(_state: State) -> Iterator[Action]:
    """Yield nothing, because a shuffle has too many outcomes (see `legal.sample`)."""
    return iter(())


def _or_concession(resolve: _Resolve) -> _Resolve:
    """Return a phase's resolution, or that of a concession."""

    def resolved(state: State, action: Action) -> Resolution[State]:
        conceded = legal.is_concession(action)
        return flow.concede(state, action) if conceded else resolve(state, action)

    return resolved


_TURN = (Phase.MOVE, Phase.NAME, Phase.END)
"""Phases after a move: the next move, a turn that begins with a choice of force, or the end."""

PHASES: Final[Mapping[str, PhaseSpec[State]]] = {
    Phase.DEAL: PhaseSpec(
        who=_chance,
        options=_shuffles,
        violations=each_clause(violations.judge_deal),
        resolve=flow.deal,
        then=(Phase.MOVE, Phase.NAME),
    ),
    Phase.NAME: PhaseSpec(
        who=_turn,
        options=legal.force_options,
        violations=by_seat(violations.judge_force, violations.judge_turn),
        resolve=_or_concession(flow.choose_force),
        then=(Phase.MOVE, Phase.END),
    ),
    Phase.MOVE: PhaseSpec(
        who=_turn,
        options=legal.move_options,
        violations=by_seat(move, violations.judge_turn),
        resolve=_or_concession(flow.move),
        then=(Phase.NAME, Phase.WINDOW, Phase.RECYCLE, Phase.END),
    ),
    Phase.WINDOW: PhaseSpec(
        who=lambda state: frozenset((legal.asked_seat(state),)),
        options=legal.answer_options,
        violations=by_seat(violations.judge_answer, violations.judge_asked),
        resolve=_or_concession(flow.answer),
        then=_TURN,
    ),
    Phase.RECYCLE: PhaseSpec(
        who=_chance,
        options=_shuffles,
        violations=each_clause(violations.judge_recycling),
        resolve=flow.recycle,
        then=_TURN,
    ),
    Phase.END: end_phase(each_clause(violations.judge_end)),
}
