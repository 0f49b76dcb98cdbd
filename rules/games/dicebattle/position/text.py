"""Text of a position, one line per item; an omitted line takes a default.

    # A has declared "set" and B may set under a 4
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

`turn`: the round (0 before the first), the seat that decides, rolls or is dealt to, and the phase.
`first`: the first player of the round. `dice`: the roll, the number of redraws, and `set` after the
seat has declared it. `hand`, `deck` (top first), `grave`: cards; `?` is an unknown card, `?*5` five
of them, `-` none. `main`, `circle`, `stock`: PLACE=CARD/FACE, where FACE is up or down, optionally
followed by /old (a grant of an earlier round), /room2 (the grant level that the roll allows) and
/ply7 (the ply of its placement). `actions`: the action cards still face up; omitted: both.
`battle`: stage and levels, then low, tie.A, hushed.B.magic, winner.A, margin.3. `queue`:
CELL=CARD/LEVEL. `used`: cards used in the battle. `agenda`: the remaining steps. `due`, `spot`,
`ply`, `end`: as in the state.

At a prompt only `turn` is required; hands and decks are then unknown, with the number of cards that
the rules imply.
"""

from __future__ import annotations

from rules.games.dicebattle.cards import MIRACLE, REVIVAL
from rules.games.dicebattle.config import SEATS
from rules.games.dicebattle.state import NO_BATTLE, ZONES, Battle, Placed, State
from rules.notation.lines import counted

_LETTERS = ".ABacegijklmnorst"
"""Characters of cell names before the number."""


def format_state(state: State) -> str:
    """Return the position's lines."""
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
                lines.append(f"{key} {seat} " + " ".join(map(_placed_text, zone)))
    lines += _battle_lines(state.battle)
    if state.agenda:
        lines.append("agenda " + " ".join(map(str, state.agenda)))
    for key in ("due", "spot", "ply"):
        if value := getattr(state, key):
            lines.append(f"{key} {value}")
    if state.ending:
        lines.append(f"end {state.ending}")
    return "\n".join(lines) + "\n"


def _placed_text(placed: Placed) -> str:
    text = f"{placed.cell.lstrip(_LETTERS)}={placed.card}/{'up' if placed.up else 'down'}"
    text += "" if placed.new else "/old"
    text += f"/room{placed.room}" if placed.room >= 0 else ""
    return text + (f"/ply{placed.ply}" if placed.ply else "")


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
