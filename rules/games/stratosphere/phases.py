"""The phases of a game: who acts, the options, the judgement, the resolution, what may follow."""

from collections.abc import Mapping
from typing import Final

from rules.core.rules import PhaseSpec, end_phase
from rules.core.values import CHANCE, Seat
from rules.games.stratosphere import flow, legal, violations
from rules.games.stratosphere.flow import resolution
from rules.games.stratosphere.moves import move
from rules.games.stratosphere.state import Phase, State
from rules.games.stratosphere.violations import by_seat


def _chance(_state: State) -> frozenset[Seat]:
    return frozenset((CHANCE,))


def _turn(state: State) -> frozenset[Seat]:
    return frozenset((violations.turn_seat(state),))


_TURN = (Phase.MOVE, Phase.NAME, Phase.END)
"""Phases after a move: the next move, a turn that begins with a choice of force, or the end."""

PHASES: Final[Mapping[str, PhaseSpec[State]]] = {
    Phase.DEAL: PhaseSpec(
        who=_chance,
        options=lambda _: iter(()),  # too many shuffles to list; see `legal.sample`
        violations=violations.judge_deal,
        resolve=resolution(flow.deal),
        then=(Phase.MOVE, Phase.NAME),
    ),
    Phase.NAME: PhaseSpec(
        who=_turn,
        options=legal.force_options,
        violations=by_seat(violations.judge_force, violations.judge_turn),
        resolve=resolution(flow.choose_force),
        then=(Phase.MOVE, Phase.END),
    ),
    Phase.MOVE: PhaseSpec(
        who=_turn,
        options=legal.move_options,
        violations=by_seat(move, violations.judge_turn),
        resolve=resolution(flow.move),
        then=(Phase.NAME, Phase.WINDOW, Phase.RECYCLE, Phase.END),
    ),
    Phase.WINDOW: PhaseSpec(
        who=lambda state: frozenset((violations.asked_seat(state),)),
        options=legal.answer_options,
        violations=by_seat(violations.judge_answer, violations.judge_asked),
        resolve=resolution(flow.answer),
        then=_TURN,
    ),
    Phase.RECYCLE: PhaseSpec(
        who=_chance,
        options=lambda _: iter(()),  # too many shuffles to list; see `legal.sample`
        violations=violations.judge_recycling,
        resolve=resolution(flow.recycle),
        then=_TURN,
    ),
    Phase.END: end_phase(violations.judge_end),
}
