"""Validation of positions against elapsed time: claims that come too early.

Points come from dice, deck masters move, power-ups appear one by one, and the marks of a turn are
cleared at its end. So more is known before the steps of a turn than within them.
"""

from __future__ import annotations

from typing import Final

from rules.games.spherion.config import SEATS
from rules.games.spherion.state import Phase, State, master_of
from rules.messages.message import Message
from rules.notation.lines import Lines

SETTING_UP: Final = frozenset((Phase.DEAL, Phase.JKP, Phase.NAME, Phase.MAZE, Phase.PILE))
_START: Final = frozenset((Phase.SPAWN, Phase.RESTOCK))
BEFORE_PLAN: Final = SETTING_UP | _START | {Phase.DRAW, Phase.ROLL, Phase.USE, Phase.MIX}
_MARKS: Final = ("moved", "attacked", "stopped", "turned", "arrived")
_SPAWNS: Final = 2
"""Power-ups per turn (SPH-12.2)."""


def check_time(lines: Lines, state: State) -> None:
    """Raise `NotationError` for the first claim that comes too early."""
    fresh = state.phase in BEFORE_PLAN or state.phase is Phase.PLAN
    if state.phase in _START and state.spawned >= _SPAWNS:
        what = Message("spherion.many_spawned", count=state.spawned)
        raise lines.at("spawned", 0).wrong(
            what, Message("spherion.spawned_range", most=_SPAWNS - 1)
        )
    if fresh and state.step:
        what = Message("spherion.no_step_yet", phase=state.phase)
        raise lines.key("step").wrong(what, Message("spherion.out_or_order"))
    for seat in (0, 1):
        if fresh:
            _marks(lines, state, seat)
        _reach(lines, state, seat, state.turn - (fresh and state.half == 0))
    if fresh and state.turn <= 1 and state.half == 0:
        for seat in (0, 1):
            _first_points(lines, state, seat)


def _marks(lines: Lines, state: State, seat: int) -> None:
    """Check that marks and lost ATK are cleared before the steps of a turn (SPH-5.10)."""
    for slot, unit in enumerate(state.players[seat].units):
        if unit is None:
            continue
        marks = [name for name in _MARKS if getattr(unit, name)]
        marks += ["dip"] if unit.dip and state.half == 0 else []
        if marks:
            words = lines.rest("unit", f"{SEATS[seat]} {slot or 'dm'}")
            word = next(word for word in words if word.text.partition("=")[0] == marks[0])
            what = Message("spherion.cleared", word=marks[0])
            raise word.wrong(what, Message("spherion.nothing_before", phase=state.phase))


def _reach(lines: Lines, state: State, seat: int, turns: int) -> None:
    """Check the distance of a deck master from its pole (SPH-4.7, SPH-7.4b)."""
    board, name = state.config.globe, SEATS[seat]
    most = int(state.config.values["deck_master_speed"]) * max(0, turns)
    far = board.distance[board.poles[seat]][master_of(state, seat).cell]
    if far > most:
        what = Message("spherion.too_far", owner=name, far=far, most=most)
        fix = Message("spherion.later_or_near")
        raise lines.at("unit", 0, f"{name} dm").wrong(what, fix)


def _first_points(lines: Lines, state: State, seat: int) -> None:
    """Check that points before the first step come from one roll (SPH-6.3, SPH-6.4)."""
    player, name = state.players[seat], SEATS[seat]
    early = state.turn == 0 or state.phase in (*_START, Phase.DRAW)
    dice = 0 if early or (state.phase is Phase.ROLL and seat >= state.seat) else state.config.dice
    if 2 * (player.sp + sum(player.faces)) + player.mp > 2 * dice:
        what = Message("spherion.many_points", owner=name, dice=dice)
        fix = Message("spherion.points_worth")
        raise lines.key("points", name).wrong(what, fix)
