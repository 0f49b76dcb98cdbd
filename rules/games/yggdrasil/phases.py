"""The phases of a game: who acts, the options, the judgement, the resolution, what may follow."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rules.core.action import Action
from rules.core.event import Resolution
from rules.core.rules import PhaseSpec, end_phase
from rules.core.values import CHANCE
from rules.games.yggdrasil import flow, legal
from rules.games.yggdrasil.config import SEATS
from rules.games.yggdrasil.legal import Options, or_pass
from rules.games.yggdrasil.state import Phase, State
from rules.games.yggdrasil.violations import judge_chance, judge_end, judge_turn

_SEATS = tuple(frozenset((seat,)) for seat in SEATS)
_CHANCE = frozenset((CHANCE,))

Resolve = Callable[[State, Action], Resolution[State]]


def _shuffles(_state: State) -> Iterator[Action]:
    """Yield nothing, because a shuffle has too many outcomes (see `legal.sample`)."""
    return iter(())


def _by_seat(options: Options, resolve: Resolve, then: tuple[Phase, ...]) -> PhaseSpec[State]:
    return PhaseSpec(lambda state: _SEATS[state.seat], options, judge_turn, resolve, then)


def _by_chance(options: Options, resolve: Resolve, then: tuple[Phase, ...]) -> PhaseSpec[State]:
    return PhaseSpec(lambda _state: _CHANCE, options, judge_chance, resolve, then)


_TURN = (Phase.PLACE, Phase.END)
"""Phases after a turn."""
_INVADED = (*_TURN, Phase.EXTRA)
"""Phases after an invasion or a decision against it."""
_USED = (*_INVADED, Phase.INVADE)
"""Phases after an effect."""
_PLACED = (
    *_USED,
    Phase.SWAP,
    Phase.DRAW,
    Phase.LOOT,
    Phase.DISCARD,
    Phase.SCRY,
    Phase.RECOVER,
    Phase.WITHER,
)
"""Phases after a card is placed."""

PHASES: Final[Mapping[str, PhaseSpec[State]]] = {
    Phase.BEGIN: _by_chance(legal.first_options, flow.begin, (Phase.ROOT, Phase.DEAL)),
    Phase.ROOT: _by_seat(legal.root_options, flow.place_root, (Phase.DEAL,)),
    Phase.DEAL: _by_chance(_shuffles, flow.deal, (Phase.MULLIGAN, Phase.PLACE)),
    Phase.MULLIGAN: _by_seat(
        or_pass(legal.look_options, optional=True),
        flow.decide_mulligan,
        (Phase.REDEAL, Phase.PLACE),
    ),
    Phase.REDEAL: _by_chance(_shuffles, flow.redeal, (Phase.MULLIGAN, Phase.PLACE)),
    Phase.PLACE: _by_seat(legal.place_options, flow.place, (Phase.REFILL, *_PLACED)),
    Phase.REFILL: _by_seat(legal.place_options, flow.place, _PLACED),
    Phase.SWAP: _by_seat(or_pass(legal.swap_options), flow.use_effect, _USED),
    Phase.DRAW: _by_seat(or_pass(legal.look_options), flow.use_effect, _USED),
    Phase.LOOT: _by_seat(or_pass(legal.look_options), flow.use_effect, (Phase.DISCARD, *_USED)),
    Phase.DISCARD: _by_seat(legal.discard_options, flow.discard, _USED),
    Phase.SCRY: _by_seat(or_pass(legal.scry_options, optional=True), flow.use_effect, _USED),
    Phase.RECOVER: _by_seat(or_pass(legal.recover_options), flow.use_effect, _USED),
    Phase.WITHER: _by_seat(or_pass(legal.wither_options), flow.use_effect, _USED),
    Phase.INVADE: _by_seat(or_pass(legal.invasion_options, optional=True), flow.invade, _INVADED),
    Phase.EXTRA: _by_seat(legal.place_options, flow.place, _PLACED),
    Phase.END: end_phase(judge_end),
}
