"""The phases of a game: who acts, the options, the judgement, the resolution, what may follow.

The order is that of a game (DBM-3, DBM-4); `state` says when a phase is entered. The steps of
`State.agenda` lead from one decision of a battle to the next one.
"""

from collections.abc import Mapping
from typing import Final

from rules.core.rules import PhaseSpec, end_phase
from rules.games.dicebattle import flow, legal, violations
from rules.games.dicebattle.config import SEATS
from rules.games.dicebattle.resolve.effects import recoverable, revivable, tied, windows
from rules.games.dicebattle.state import Phase, State

_DRAWS = (Phase.RENEW, Phase.DISCARD, Phase.ROLL, Phase.END)
"""Phases after a round's result: draws, the hand limit, the next round, or the end."""
_BATTLE = (Phase.WINDOW, Phase.ORDER, Phase.EFFECT, Phase.RECOVER, Phase.PURGE, Phase.REVIVAL,
           *_DRAWS)  # fmt: skip
"""Phases after a decision in the battle or reward phase."""


def _chance(
    options: legal.Options,
    judge: violations.Judge,
    resolve: flow.Resolve,
    *then: Phase,
    before_flip: bool = False,
) -> PhaseSpec[State]:
    """Return a phase of the chance seat; `before_flip`: a card may be turned up too early."""
    judgement = violations.of_chance(judge)
    if before_flip:
        judgement, resolve = violations.unless_early(judgement), flow.or_early(resolve)
    return PhaseSpec(legal.of_chance, options, judgement, flow.resolved_by(resolve), then)


def _decision(
    options: legal.Options,
    clause: str,
    resolve: flow.Resolve,
    *then: Phase,
    judge: violations.Judge | None = None,
) -> PhaseSpec[State]:
    """Return a phase in which one seat decides, as `clause` requires."""
    judgement = violations.decision(options, clause, judge)
    return PhaseSpec(legal.of_one, options, judgement, flow.resolved_by(resolve), then)


PHASES: Final[Mapping[str, PhaseSpec[State]]] = {
    Phase.DEAL: _chance(
        legal.unlisted,
        violations.judge_shuffle("DBM-3.3"),
        flow.deal,
        *(Phase.ROLL_OFF, Phase.LOT, Phase.LEAD),
    ),
    Phase.ROLL_OFF: _chance(legal.rolls, violations.judge_roll, flow.roll_off, Phase.ROLL),
    Phase.LOT: _chance(legal.lots, violations.judge_lot, flow.lead, Phase.ROLL),
    Phase.LEAD: _decision(legal.choices(lambda _: SEATS), "DBM-3.4", flow.lead, Phase.ROLL),
    Phase.ROLL: _chance(legal.rolls, violations.judge_roll, flow.roll, Phase.SET, before_flip=True),
    Phase.SET: PhaseSpec(
        who=legal.of_one,
        options=legal.setting,
        violations=violations.judge_setting,
        resolve=flow.resolved_by(flow.or_early(flow.setting)),
        then=(Phase.REDRAW, Phase.FLIP, Phase.HIDDEN, *_BATTLE),
    ),
    Phase.REDRAW: _chance(
        legal.unlisted,
        violations.judge_shuffle("DBM-5.5"),
        flow.redraw,
        *(Phase.SET, Phase.RENEW),
        before_flip=True,
    ),
    Phase.FLIP: PhaseSpec(
        who=legal.of_flip,
        options=legal.flips,
        violations=violations.judge_flip,
        resolve=flow.resolved_by(flow.flip),
        then=(Phase.SET, Phase.HIDDEN, *_BATTLE),
    ),
    Phase.HIDDEN: _decision(
        legal.hidden,
        "DBM-7.6",
        flow.or_pass(flow.hidden),
        *_BATTLE,
        judge=violations.judge_late_grant,
    ),
    Phase.ORDER: _decision(
        legal.choices(lambda state: [entry.cell for entry in tied(state)]),
        "DBM-8.5",
        flow.order,
        *_BATTLE,
    ),
    Phase.EFFECT: _decision(
        legal.choices(lambda state: (state.spot,), or_pass=True), "DBM-8.6", flow.effect, *_BATTLE
    ),
    Phase.WINDOW: _decision(
        legal.choices(
            lambda state: [placed.cell for placed in windows(state, state.seat)], or_pass=True
        ),
        "DBM-7.8",
        flow.or_pass(flow.window),
        *_BATTLE,
    ),
    Phase.DISCARD: _decision(legal.discards, "DBM-8.10", flow.discard, *_BATTLE),
    Phase.RECOVER: _decision(
        legal.choices(lambda state: recoverable(state, state.seat)),
        "DBM-8.10",
        flow.recover,
        *_BATTLE,
    ),
    Phase.PURGE: _decision(legal.purges, "DBM-8.10", flow.purge, *_BATTLE),
    Phase.REVIVAL: _decision(
        legal.revivals, "DBM-10.1", flow.or_pass(flow.revival), Phase.REVIVE, *_DRAWS
    ),
    Phase.REVIVE: _decision(
        legal.choices(lambda state: revivable(state, state.seat)),
        "DBM-10.2",
        flow.recover,
        *_DRAWS,
    ),
    Phase.RENEW: _chance(
        legal.unlisted,
        violations.judge_shuffle("DBM-12.1"),
        flow.renew,
        *(Phase.PENALTY, Phase.SET, *_BATTLE),
    ),
    Phase.PENALTY: _decision(
        legal.choices(lambda _: ("draw",), or_pass=True),
        "DBM-12.2",
        flow.or_pass(flow.penalty),
        *(Phase.SET, *_BATTLE),
    ),
    Phase.END: end_phase(violations.judge_end),
}
