"""Counting tables: the rules against an independent, slow enumerator (`reference`)."""

from __future__ import annotations

from rules.core.perft import perft
from rules.games.spherion import GAME
from rules.games.spherion.globe import globe
from tests.support.games import spherion_oracle as reference


def test_the_reference_s_globe_is_the_globe() -> None:
    board = globe(1)
    for cell, row in enumerate(board.steps):
        names = ["" if c < 0 else board.names[c] for c in row]
        assert names == reference.TABLE[board.names[cell]]


def test_perft() -> None:
    assert perft(GAME, GAME.perft_start(), 4) == reference.counts(4)
    assert reference.counts(4) == [32, 574, 5498, 157722]


def test_counts_through_steps_and_dice() -> None:
    """Count to depth 5, the steps after every pair of orders; equal positions are merged for speed.

    Depth 6 agrees as well, with 49 702 758 in both, and takes minutes.
    """
    assert merged_counts(5) == reference.counts(5)
    assert reference.counts(5)[4] == 3112078


def merged_counts(depth: int) -> list[int]:
    level = {GAME.perft_start()._replace(ply=0): 1}
    found = []
    for at in range(depth):
        following: dict = {}
        total = 0
        for state, times in level.items():
            actions = list(GAME.legal(state))
            total += times * len(actions)
            for action in actions if at + 1 < depth else ():
                for after in _settled(state, action):
                    following[after] = following.get(after, 0) + times
        found.append(total)
        level = following
    return found


def _settled(state, action) -> list:  # noqa: ANN001 - a state and an action
    """Return the positions after an action, one for every result of the dice that follow it."""
    for event in GAME.advance(state, action)[0]:
        state = GAME.fold(state, event)
    state = _plain(state)
    if GAME.to_act(state) != {"chance"}:
        return [state]
    return [after for chance in GAME.legal(state) for after in _settled(state, chance)]


def _plain(state):  # noqa: ANN001, ANN202 - a state
    """Return the state without plies, colours and Core, which do not affect the counts."""
    players = tuple(
        p._replace(queue=tuple(o._replace(ply=0) for o in p.queue), core=()) for p in state.players
    )
    return state._replace(ply=0, colours=0, players=players)
