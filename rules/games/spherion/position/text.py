"""Text form of a position, one line per item; omitted lines have defaults.

    turn 3 plan
    initiative red
    walls spherion-1
    unit blue dm N1.0 M02
    unit blue 1 N2.0 M03 defence moved=1
    unit red 2 S1.3 ? down
    hand blue M01 S02 ?*3
    points blue lp=4 mp=2

`turn`: the number (0 before the first turn), the phase, the seat if one seat owns the phase,
`half=1` in the second half. `walls`: a seed, edges such as N1.0-N2.1, or `-`. `taken SEAT`: cells
that have changed to the seat's colour; the cells of its cards need no mention. `unit SEAT NUMBER
CELL CARD`: NUMBER is `dm` or 1 …, followed by properties that differ from the default: down,
defence, set, atk= def= dip= (counters), phase, moved=, attacked, stopped, turned, arrived, under=
(the cards of a stack), tributes=, placed= (a ply), crossed= (walls). A cell `>N1.0` or `>hand` is
the origin of a card in flight. `hand`, `deck` (top first), `extra`, `core`, `pile`, `used`: cards;
`?` is an unknown card, `M01*3` three copies, `-` none. `powerups N2.0=P01`: power-ups. `points
SEAT`: lp= sp= mp= cards= hammers= purse=SP/MP. `queue SEAT`: orders, each with @ply. `done SEAT`,
`sign SEAT X`: answers to the phase. Further lines are `spawned COUNT CELL`, `ply N`, `step N`,
`answers …`, `ask KIND SEAT CELL EVENTS OPTION …`, `end CLAUSE WINNER …`. Lines that begin with `|`
are the position at the start of the step.

Only `turn` is required. By default, deck masters are on their poles, and hands and decks are
unknown.
"""

from rules.games.spherion.config import SEATS
from rules.games.spherion.globe import NOWHERE
from rules.games.spherion.state import Player, State, Unit, first_state
from rules.notation.lines import counted

FLAGS = ("phase", "attacked", "stopped", "turned", "arrived")
ASKED = (*SEATS, "both", "chance")


def format_state(state: State) -> str:
    """Return the position's text."""
    lines = [*_table(state)]
    for seat, player in zip(SEATS, state.players, strict=True):
        lines += _player(state, seat, player)
    lines += _step(state)
    return "\n".join(lines) + "\n"


def _table(state: State) -> list[str]:
    board = state.config.globe
    names = board.names
    turn = f"turn {state.turn} {state.phase} {SEATS[state.seat]}"
    lines = [turn + (f" half={state.half}" if state.half else "")]
    lines.append(f"initiative {SEATS[state.initiative]}")
    walls = [
        f"{names[a]}-{names[b]}" for e, (a, b) in enumerate(board.ends) if state.walls >> e & 1
    ]
    lines.append("walls " + (" ".join(walls) or "-"))
    colours, changed = state.colours, state.colours ^ first_state(state.config).colours
    for seat, name in enumerate(SEATS):
        taken = [n for c, n in enumerate(names) if changed >> c & 1 and colours >> c & 1 == seat]
        if taken:
            lines.append(f"taken {name} " + " ".join(taken))
    if state.powerups:
        hidden = " ".join(f"{names[cell]}={card}" for cell, card in state.powerups)
        lines.append(f"powerups {hidden}")
    lines += [f"pile {counted(state.pile)}", f"used {counted(state.used)}"]
    if state.spawned:
        lines.append(f"spawned {state.spawned} {_cell(state, state.first)}")
    return lines


def _cell(state: State, cell: int) -> str:
    return "-" if cell == NOWHERE else state.config.globe.names[cell]


def _player(state: State, seat: str, player: Player) -> list[str]:
    lines = [
        f"unit {seat} {slot or 'dm'} {_unit(state, unit)}"
        for slot, unit in enumerate(player.units)
        if unit is not None
    ]
    lines += [
        f"{key} {seat} {counted(getattr(player, key))}" for key in ("hand", "deck", "extra", "core")
    ]
    points = f"points {seat} lp={player.lp} sp={player.sp} mp={player.mp}"
    cards, hammers = player.faces
    if cards or hammers:
        points += f" cards={cards} hammers={hammers}"
    if any(player.purse):
        points += f" purse={player.purse[0]}/{player.purse[1]}"
    lines.append(points)
    if player.queue:
        lines.append(f"queue {seat} " + " ".join(f"{o.text}@{o.ply}" for o in player.queue))
    if player.sign:
        lines.append(f"sign {seat} {player.sign}")
    elif player.done:
        lines.append(f"done {seat}")
    return lines


def _unit(state: State, unit: Unit) -> str:
    if unit.cell != NOWHERE:
        cell = _cell(state, unit.cell)
    else:
        cell = ">hand" if unit.origin == NOWHERE else ">" + _cell(state, unit.origin)
    words = [cell, unit.card]
    words += [] if unit.up else ["down"]
    words += ["defence"] if unit.sideways else []
    words += ["set"] if unit.spell else []
    names = ("atk", "def", "dip", "moved", "tributes", "placed", "crossed")
    numbers = (unit.atk, unit.dfn, unit.dip, unit.moved, unit.tributes, unit.placed, unit.crossed)
    words += [f"{name}={n}" for name, n in zip(names, numbers, strict=True) if n]
    words += [name for name in FLAGS if getattr(unit, name)]
    if unit.stack:
        words.append("under=" + ",".join(unit.stack))
    return " ".join(words)


def _step(state: State) -> list[str]:
    lines = [f"ply {state.ply}"]
    if state.step:
        lines.append(f"step {state.step}")
    if state.answers:
        lines.append("answers " + " ".join(state.answers))
    if state.ask is not None:
        ask = state.ask
        words = [ask.kind, ASKED[ask.seat], ask.cell or "-", str(ask.reported), *ask.options]
        lines.append("ask " + " ".join(words))
    if state.ending:
        lines.append("end " + " ".join((state.ending, *state.winners)))
    if state.base is not None:
        lines += [f"| {line}" for line in format_state(state.base).splitlines()]
    return lines
