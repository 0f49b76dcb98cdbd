"""The phases of a game: who acts, the options, the judgement, the resolution, what may follow.

The order is that of a game (SPH-4, SPH-5); `state` says when a phase is entered. From every phase,
a concession leads to the end (SPH-14.8).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rules.core.action import Action
from rules.core.rules import PhaseSpec, end_phase
from rules.games.spherion import flow, legal, opening, violations
from rules.games.spherion.orders.options import orders
from rules.games.spherion.resolve.ends import show
from rules.games.spherion.resolve.run import Run
from rules.games.spherion.state import Phase, State
from rules.games.spherion.violations import Judge, done_by, judged, unless_early, unless_listed

_NEXT_TURN = (Phase.SPAWN, Phase.RESTOCK, Phase.DRAW, Phase.ROLL)
_STEPS = (Phase.CLAIM, Phase.ORDER, Phase.STEP, *_NEXT_TURN)
"""Phases after a step: a claim, the next step, the next turn, or the other half of the turn."""
_ENDS = (Phase.SHOW, Phase.END)


def _chance(
    options: Callable[[State], Iterator[Action]],
    judge: Judge,
    resolve: Callable[[Run, Action], None],
    *then: Phase,
) -> PhaseSpec[State]:
    """Return a phase of the chance seat."""
    judgement = judged(legal.of_chance, judge)
    return PhaseSpec(legal.of_chance, options, judgement, flow.resolved_by(resolve), then)


def _both(
    options: legal.Options,
    why: Judge,
    done: str,
    resolve: Callable[[Run, Action], None],
    *then: Phase,
) -> PhaseSpec[State]:
    """Return a phase in which each seat chooses an option; `done` is the clause if it has."""
    listed = legal.each_seat(options)
    judgement = judged(legal.of_both, unless_listed(listed, why), done_by(done))
    return PhaseSpec(legal.of_both, listed, judgement, flow.resolved_by(resolve), then)


def _asked(resolve: Callable[[Run, Action], None], *then: Phase) -> PhaseSpec[State]:
    """Return a phase in which a question waits for its answer."""
    judgement = judged(legal.of_asked, unless_listed(legal.answers, violations.no_answer))
    return PhaseSpec(legal.of_asked, legal.answers, judgement, flow.resolved_by(resolve), then)


PHASES: Final[Mapping[str, PhaseSpec[State]]] = {
    Phase.DEAL: _chance(legal.unlisted, violations.judge_deal, opening.deal, Phase.JKP, Phase.END),
    Phase.JKP: _both(
        legal.signs, violations.no_sign, "SPH-17.6", opening.jkp, Phase.NAME, Phase.END
    ),
    Phase.NAME: PhaseSpec(
        who=legal.of_one,
        options=legal.names,
        violations=judged(legal.of_one, unless_listed(legal.names, violations.no_name)),
        resolve=flow.resolved_by(opening.name),
        then=(Phase.MAZE, Phase.END),
    ),
    Phase.MAZE: _chance(legal.unlisted, violations.judge_maze, opening.maze, Phase.PILE, Phase.END),
    Phase.PILE: _chance(
        legal.unlisted, violations.judge_pile, flow.pile, Phase.SPAWN, Phase.ROLL, Phase.END
    ),
    Phase.SPAWN: _chance(
        legal.cells,
        unless_listed(legal.cells, violations.no_spawn),
        flow.spawn,
        *(Phase.RESTOCK, Phase.DRAW, Phase.ROLL, *_ENDS),
    ),
    Phase.RESTOCK: _chance(
        legal.unlisted,
        violations.judge_restock,
        flow.restock,
        *(Phase.SPAWN, Phase.DRAW, Phase.ROLL, *_ENDS),
    ),
    Phase.DRAW: _both(legal.draws, violations.no_draw, "SPH-5.2", flow.draw, *(Phase.ROLL, *_ENDS)),
    Phase.ROLL: _chance(
        legal.rolls,
        violations.judge_roll,
        flow.roll,
        *(Phase.USE, Phase.CLAIM, Phase.PLAN, *_ENDS),
    ),
    Phase.USE: _both(
        legal.uses,
        violations.no_use,
        "SPH-5.4",
        flow.use,
        *(Phase.MIX, Phase.CLAIM, Phase.PLAN, *_ENDS),
    ),
    Phase.MIX: _chance(
        legal.mixes,
        violations.judge_mix,
        flow.mix,
        *(Phase.USE, Phase.CLAIM, Phase.PLAN, *_ENDS),
    ),
    Phase.CLAIM: _both(
        legal.claims,
        violations.no_claim,
        "SPH-5.1",
        flow.claim,
        *(Phase.PLAN, Phase.ORDER, Phase.STEP, *_NEXT_TURN, *_ENDS),
    ),
    Phase.PLAN: PhaseSpec(
        who=legal.of_both,
        options=legal.each_seat(legal.plans),
        violations=unless_early(
            violations.early_in_plan,
            judged(legal.of_both, violations.judge_plan, violations.after_ready),
        ),
        resolve=flow.resolved_by(flow.plan),
        then=(*_STEPS, *_ENDS),
    ),
    Phase.ORDER: PhaseSpec(
        who=legal.of_both,
        options=legal.each_seat(orders),
        violations=unless_early(
            violations.early_in_order, judged(legal.of_both, violations.judge_order)
        ),
        resolve=flow.resolved_by(flow.order),
        then=(Phase.CLAIM, Phase.STEP, *_NEXT_TURN, *_ENDS),
    ),
    Phase.STEP: _asked(flow.answer, Phase.CLAIM, Phase.ORDER, *_NEXT_TURN, *_ENDS),
    Phase.SHOW: _asked(show, Phase.END),
    Phase.END: end_phase(violations.judge_end),
}
