"""Whether a position that was written down can be played on: what its phase needs is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.games.spherion._globe import NOWHERE
from rules.games.spherion._state import BOTH, HIDDEN_ORDER, Phase, at_cell

if TYPE_CHECKING:
    from rules.games.spherion._state import Ask, State

__all__ = ["nonsense"]

Fault = tuple[str, str]
"""What is wrong, and how to mend it."""

_ASKING = frozenset((Phase.JKP, Phase.DRAW, Phase.USE, Phase.CLAIM, Phase.PLAN, Phase.ORDER))
_ASKED = frozenset((Phase.STEP, Phase.SHOW))
_DECIDED = frozenset((Phase.SHOW, Phase.END))


def nonsense(state: State, *, between: bool) -> Fault | None:
    """The first fault, or None; `between` two steps nobody has to be asked."""
    return _under_way(state) or _in_flight(state) or (None if between else _stuck(state))


def _under_way(state: State) -> Fault | None:
    phase, ask, ending = state.phase, state.ask, state.ending
    step = phase is Phase.STEP
    if step != (state.base is not None) or (step and ask is None):
        fix = "write both, or begin the step anew with: plan"
        return "a step under way has a question and | lines", fix
    if phase is Phase.SHOW and not (ask and ending):
        return "cards are shown when the game is decided", "add ask and end lines"
    if ask and phase not in _ASKED:
        return "only a step puts a question", "leave out the ask line"
    if phase is Phase.END and not ending:
        return "a game that has ended names its clause", "add: end SPH-14.1 blue"
    if ending and phase not in _DECIDED:
        return "the game goes on", "leave out the end line, or write turn N end"
    if ask and not _answerable(state, ask):
        return "nobody can answer that question", "begin the step anew with: plan"
    return None


def _answerable(state: State, ask: Ask) -> bool:
    """A question must be one that a step, or the end of a game, can put."""
    if state.phase is Phase.SHOW:
        cell = state.config.globe.index.get(ask.cell, NOWHERE)
        found = at_cell(state, cell) if cell != NOWHERE else None
        down = found is not None and found[0] == ask.seat and found[1] > 0 and not found[2].up
        return ask.kind == "face" and down
    if ask.kind == "face":
        return ask.seat != BOTH and bool(ask.cell)
    if ask.kind == "target":
        return ask.seat < BOTH and len(ask.options) > 1
    return ask.seat == BOTH


def _in_flight(state: State) -> Fault | None:
    flying = any(u is not None and u.cell == NOWHERE for p in state.players for u in p.units)
    if flying and state.phase not in _ASKED | _DECIDED:
        return "a card is in flight in a step only", "write the cell it stands in"
    return None


def _stuck(state: State) -> Fault | None:
    """Somebody must be able to do what the phase asks for."""
    phase = state.phase
    waiting = [player for player in state.players if not player.done]
    if (phase is Phase.SPAWN and not state.pile) or (phase is Phase.RESTOCK and not state.used):
        return "there is no power-up", "put one into the pile or among the used ones"
    if phase is Phase.MIX and not state.players[state.seat].deck:
        return "there is no deck to shuffle", "write the deck, or ?*40"
    if phase in _ASKING and not waiting:
        return "nobody is asked", "leave out a done line"
    if phase is Phase.ORDER:
        for player in waiting:
            orders = player.queue[state.step : state.step + 1]
            if not orders or orders[0].text != HIDDEN_ORDER:
                return "there is no order to turn over", "add a done line for that seat"
    return None
