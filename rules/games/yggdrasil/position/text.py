"""Positions as text, one line per item; omitted lines take a sensible default.

    # A has just placed y25 and may invade c3
    field  b1=yr1/A b2=y03/A b3=y27/A c2=y09/A d2=y06/A d3=y25/A c5=yr1/B c4=y03/B c3=y27/B
    hand   A y15 ? ?*2
    hand   B -
    deck   A ?*11
    deck   B y01 y23
    discard B y27
    turn   11 A invade
    first  A
    idle   0
    laid   1 d3

`field`: CELL=CARD/OWNER, and /TURN in quarter turns clockwise from upright for the owner.
`hand`, `deck` (top first), `discard` (top last): cards; `?` is an unknown one, `?*5` five
of them, `-` none.  `turn`: its number (0 before the first), the seat that decides (or is dealt
to), the phase; without a phase, `place`.  `first`: who began.  `idle`: complete turns in a row
without a placement.  `placed`: how many cards were placed in this turn, and where the last one is.
`due`: how many are still to be discarded for an effect.  `end`: the clause that ended the game.

Only `field` and `turn` are needed at a prompt: hands and decks are then unknown, with as many
cards as the rules leave them.
"""

from __future__ import annotations

from rules.games.yggdrasil.config import SEATS
from rules.games.yggdrasil.state import State
from rules.notation.lines import counted


def format_state(state: State) -> str:
    """Return the position's lines."""
    names = state.config.grid.names
    cells = [
        f"{name}={placed.card.id}/{SEATS[placed.owner]}"
        + (f"/{placed.turn}" if placed.turn else "")
        for name, placed in zip(names, state.field, strict=True)
        if placed is not None
    ]
    lines = ["field " + (" ".join(cells) or "-")]
    for key in ("hand", "deck", "discard"):
        for seat, player in zip(SEATS, state.players, strict=True):
            cards = getattr(player, key)
            if cards or key != "discard":
                lines.append(f"{key} {seat} {counted(cards)}")
    lines.append(f"turn {state.turn} {SEATS[state.seat]} {state.phase}")
    lines.append(f"first {SEATS[state.first]}")
    if state.idle:
        lines.append(f"idle {state.idle}")
    if state.placed:
        lines.append(f"laid {state.placed}" + (f" {names[state.spot]}" if state.spot >= 0 else ""))
    if state.due:
        lines.append(f"due {state.due}")
    if state.ending:
        lines.append(f"end {state.ending}")
    return "\n".join(lines) + "\n"
