"""A position as text, a line for each thing; what is left out takes a sensible default.

    # A has said "set" and B may set under a 4
    turn 3 B set
    first A
    dice A 5 0 set
    dice B 4
    stars A 1
    hand A ?*3
    hand B h04 g01 m01*2
    main A 1=?/down
    stock A 1=g10/up/old 2=?/down
    actions B revival

`turn`: the round (0 before the first), the seat that decides (or rolls, or is dealt to) and the
phase.  `first`: who plays first in it.  `dice`: the roll, the redraws made, and `set` when the
seat has said so.  `hand`, `deck` (top first), `grave`: cards; `?` is one that nobody knows, `?*5`
five of them, `-` none.  `main`, `circle`, `stock`: PLACE=CARD/FACE, FACE is up or down, then if
need be /old (a grant of an earlier round), /room2 (grant level the roll left), /ply7 (laid then).
`actions`: the action cards still face up, both if left out.  `battle`: stage levels, then low,
tie.A, hushed.B.magic, winner.A, margin.3.  `queue`: CELL=CARD/LEVEL.  `used`: cards used in the
battle.  `agenda`: the steps that follow.  `due`, `spot`, `ply`, `end`: as in the state.

Only `turn` is needed at a prompt: hands and decks are then unknown, with as many cards as the
rules leave them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.games.dicebattle.cards import MIRACLE, REVIVAL
from rules.games.dicebattle.config import SEATS
from rules.games.dicebattle.state import NO_BATTLE, ZONES
from rules.notation.lines import counted

if TYPE_CHECKING:
    from rules.games.dicebattle.state import Battle, Laid, State

_LETTERS = ".ABacegijklmnorst"
"""What of a cell's name is not its number."""


def format_state(state: State) -> str:
    """The position's lines."""
    lines = [f"turn {state.round} {SEATS[state.seat]} {state.phase}", f"first {SEATS[state.first]}"]
    for seat, player in zip(SEATS, state.players, strict=True):
        if player.roll or player.redraws or player.done:
            word = " set" if player.done else ""
            lines.append(f"dice {seat} {player.roll} {player.redraws}{word}")
        if player.stars:
            lines.append(f"stars {seat} {player.stars}")
        if not (player.miracle and player.revival):
            up = [MIRACLE] * player.miracle + [REVIVAL] * player.revival
            lines.append(f"actions {seat} " + (" ".join(up) or "-"))
        lines += [f"{key} {seat} {counted(getattr(player, key))}" for key in ("hand", "deck")]
        if player.grave:
            lines.append(f"grave {seat} {counted(player.grave)}")
        for key in ZONES:
            zone = getattr(player, key)
            if zone:
                lines.append(f"{key} {seat} " + " ".join(map(_laid_text, zone)))
    lines += _battle_lines(state.battle)
    if state.agenda:
        lines.append("agenda " + " ".join(map(str, state.agenda)))
    for key in ("due", "spot", "ply"):
        if value := getattr(state, key):
            lines.append(f"{key} {value}")
    if state.ending:
        lines.append(f"end {state.ending}")
    return "\n".join(lines) + "\n"


def _laid_text(laid: Laid) -> str:
    text = f"{laid.cell.lstrip(_LETTERS)}={laid.card}/{'up' if laid.up else 'down'}"
    text += "" if laid.new else "/old"
    text += f"/room{laid.room}" if laid.room >= 0 else ""
    return text + (f"/ply{laid.ply}" if laid.ply else "")


def _battle_lines(battle: Battle) -> list[str]:
    if battle == NO_BATTLE:
        return []
    a, b = battle.levels
    words = [battle.stage or "-", f"{a},{b}"]
    words += ["low"] * battle.low
    words += [f"tie.{s}" for s, tie in zip(SEATS, battle.ties, strict=True) if tie]
    words += [
        f"hushed.{SEATS[i // 2]}.{('magic', 'unit')[i % 2]}"
        for i, hushed in enumerate(battle.hushed)
        if hushed
    ]
    words += [f"winner.{SEATS[battle.winner]}"] if battle.winner >= 0 else []
    words += [f"margin.{battle.margin}"] if battle.margin else []
    lines = ["battle " + " ".join(words)]
    if battle.queue:
        lines.append("queue " + " ".join(f"{e.cell}={e.card}/{e.level}" for e in battle.queue))
    for seat, cards in zip(SEATS, battle.used, strict=True):
        if cards:
            lines.append(f"used {seat} {counted(cards)}")
    return lines
