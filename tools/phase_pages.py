"""The reference of the games' phases: a page, and a diagram of each game from its `PhaseSpec`s."""

from __future__ import annotations

from typing import Any, Final
from xml.sax.saxutils import escape

from rules import Rules, load_catalog, load_game

SHIPPED: Final = ("dicebattle", "jiguan", "spherion", "stratosphere", "yggdrasil")

_HEAD = """\
# Phases of the games

A game is in one phase at a time. The phase determines which seats may act, what they may do, which
clauses an action violates, and how an action is resolved. In a diagram, a dot in a phase's row
marks each phase that one action may lead to: to the right of the shaded cells a later phase, to the
left an earlier one. Any phase may also go on after an action.
"""
_CELL: Final = 26
_LEFT, _TOP, _EDGE = 100, 84, 12
_STYLE: Final = """\
<style>
text { font: 600 13px system-ui, sans-serif; fill: #222; }
.row { text-anchor: end; } path { stroke: #ddd8cc; } .page { fill: #fff; }
.own { fill: #efe9dc; } .later { fill: #245a7a; } .earlier { fill: #b5541c; }
</style>"""


def phases_page() -> str:
    """Return the page of all games' phases."""
    parts = [_HEAD]
    for slug in SHIPPED:
        name = load_catalog(slug).names["en"]
        parts += [f"\n## {name}\n\n![The phases of {name}](../pictures/phases-{slug}.svg)\n\n"]
        parts += ["| phase | then |\n|---|---|\n"]
        parts += [
            f"| {phase} | {', '.join(to for to in spec.then if to != phase)} |\n"
            for phase, spec in load_game(slug).phases.items()
        ]
    return "".join(parts)


def phase_picture(slug: str) -> str:
    """Return the diagram of a game's phases, as SVG: a row and a column for each phase."""
    game: Rules[Any] = load_game(slug)
    order = [str(phase) for phase in game.phases]
    side = _CELL * len(order)
    width, height = _LEFT + side + 3 * _CELL + _EDGE, _TOP + side + _EDGE
    view = f'viewBox="0 0 {width} {height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {view} width="{width}" height="{height}">',
        _STYLE,
        f'<rect class="page" width="{width}" height="{height}"/>',
    ]
    for at, phase in enumerate(order):
        x, y = _LEFT + _CELL * at, _TOP + _CELL * at
        parts.append(f'<rect class="own" x="{x}" y="{y}" width="{_CELL}" height="{_CELL}"/>')
        parts.append(f'<text class="row" x="{_LEFT - 8}" y="{y + 18}">{escape(phase)}</text>')
        turned = f"translate({x + 17} {_TOP - 8}) rotate(-50)"
        parts.append(f'<text transform="{turned}">{escape(phase)}</text>')
    for at in range(len(order) + 1):
        x, y = _LEFT + _CELL * at, _TOP + _CELL * at
        parts.append(f'<path d="M {_LEFT} {y} h {side} M {x} {_TOP} v {side}"/>')
    for row, spec in enumerate(game.phases.values()):
        after = (order.index(phase) for phase in spec.then)
        parts += [_dot(row, column) for column in after if column != row]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _dot(row: int, column: int) -> str:
    kind = "later" if column > row else "earlier"
    x, y = _LEFT + _CELL * column + _CELL // 2, _TOP + _CELL * row + _CELL // 2
    return f'<circle class="{kind}" cx="{x}" cy="{y}" r="6"/>'
