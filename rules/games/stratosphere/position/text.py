"""Positions as text, one line per item; omitted lines take a sensible default.

    # Seat 1 has attacked 2.R from 1.L, seat 2 is asked
    node    1.L h09 | ?
    node    2.R c05 | d11/1@14 ?
    node    1.C | ?
    hand    1 c01 h04 ?*3
    pile    ?*30
    discard s02 s13
    force   1=red 2=black
    turn    5 1 window 2
    left    1
    attack  1.L 2.R

`node CELL CARD | CARDS`: the controlling card, and after the bar the face-down cards from the
top; `d11/1@14` was supplied by seat 1 at ply 14.  `hand`, `pile` (top first), `discard` (top
last): cards; `?` is an unknown one, `?*5` five of them, `-` none.  `force`: who has which.
`turn`: its number (0 before the first), whose it is, the phase (`move` if left out), and in a
window who is asked.  `round`, `left` (moves left), `attack`, `fought` (nodes of this turn's
attacks), `idle` (turns in a row without a move), `out` (who conceded), `ply`, `end` (the clause,
and the winner).

Nothing has to be written: nodes hold one hidden card each, hands six, the pile the rest.
"""

from __future__ import annotations

from rules.games.stratosphere.control import bits
from rules.games.stratosphere.state import Down, Phase, State
from rules.notation.lines import counted


def format_state(state: State) -> str:
    """Return the position's lines."""
    config = state.config
    seats, names = config.seats, config.names
    lines: list[str] = []
    if state.phase is Phase.DEAL:
        return f"turn 0 {seats[state.seat]} deal\n"
    for name, (up, down) in zip(names, state.nodes, strict=True):
        piled = counted([_down_text(state, placed) for placed in down])
        lines.append(f"node {name} {up + ' ' if up else ''}| {piled}")
    lines += [f"hand {s} {counted(h)}" for s, h in zip(seats, state.hands, strict=True)]
    lines.append(f"pile {counted(state.pile)}")
    if state.discard:
        lines.append(f"discard {counted(state.discard)}")
    forces = [f"{s}={config.forces[f]}" for s, f in zip(seats, state.forces, strict=True) if f >= 0]
    if forces:
        lines.append("force " + " ".join(forces))
    asked = f" {seats[state.asked]}" if state.asked >= 0 else ""
    lines.append(f"turn {state.turn} {seats[state.seat]} {state.phase}{asked}")
    lines.append(f"round {state.round}")
    lines.append(f"left {state.left}")
    if state.target >= 0:
        lines.append(f"attack {names[state.source]} {names[state.target]}")
    if state.fought:
        lines.append("fought " + " ".join(names[p] for p in bits(state.fought)))
    if state.idle:
        lines.append(f"idle {state.idle}")
    if state.out:
        lines.append("out " + " ".join(seats[s] for s in bits(state.out)))
    lines.append(f"ply {state.ply}")
    if state.ending:
        lines.append(f"end {state.ending} {seats[state.winner] if state.winner >= 0 else '-'}")
    return "\n".join(lines) + "\n"


def _down_text(state: State, placed: Down) -> str:
    by = f"/{state.config.seats[placed.by]}" if placed.by >= 0 else ""
    at = f"@{placed.ply}" if placed.ply else ""
    return f"{placed.card}{by}{at}"
