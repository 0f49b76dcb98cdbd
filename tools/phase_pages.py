"""The reference of the games' phases: a page, and a diagram of each game from its `PhaseSpec`s."""

from __future__ import annotations

from typing import Any, Final
from xml.sax.saxutils import escape

from rules import Rules, load_catalog, load_game

SHIPPED: Final = ("dicebattle", "jiguan", "spherion", "stratosphere", "yggdrasil")

_HEAD = """\
# Phases of the games

A game is in one phase at a time. The phase determines which seats may act, what they may do, which
clauses an action violates, and how an action is resolved. An arrow leads from a phase to each phase
that one action may lead to. Arrows on the right lead down, arrows on the left lead up.
"""
_TOP, _STEP, _BOX, _HEIGHT = 16, 46, 150, 30
_BEND: Final = 13
"""Distance in px that an arrow bends aside for each phase that it passes."""
_STYLE: Final = """\
<style>
text { font: 600 13px system-ui, sans-serif; fill: #222; text-anchor: middle; }
rect { fill: #f4f1ea; stroke: #666; } .page { fill: #fff; stroke: none; }
path { fill: none; stroke: #666; stroke-width: 1.4; marker-end: url(#head); }
</style>
<defs><marker id="head" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">
<polygon points="0,0 8,4 0,8" fill="#666"/></marker></defs>"""


def phases_page() -> str:
    """Return the page of all games' phases."""
    parts = [_HEAD]
    for slug in SHIPPED:
        name = load_catalog(slug).names["en"]
        parts += [f"\n## {name}\n\n![The phases of {name}](../pictures/phases-{slug}.svg)\n\n"]
        parts += ["| phase | then |\n|---|---|\n"]
        parts += [
            f"| {phase} | {', '.join(spec.then)} |\n"
            for phase, spec in load_game(slug).phases.items()
        ]
    return "".join(parts)


def phase_picture(slug: str) -> str:
    """Return the diagram of a game's phases, as SVG."""
    game: Rules[Any] = load_game(slug)
    order = [str(phase) for phase in game.phases]
    pairs = [(p, order.index(to)) for p, s in enumerate(game.phases.values()) for to in s.then]
    longest = max(abs(a - b) for a, b in pairs)
    left = 24 + _BEND * longest
    width, height = 2 * left + _BOX, 2 * _TOP + _STEP * (len(order) - 1) + _HEIGHT
    view = f'viewBox="0 0 {width} {height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {view} width="{width}" height="{height}">',
        _STYLE,
        f'<rect class="page" width="{width}" height="{height}"/>',
    ]
    for number, phase in enumerate(order):
        y = _TOP + _STEP * number
        parts.append(f'<rect x="{left}" y="{y}" width="{_BOX}" height="{_HEIGHT}" rx="6"/>')
        parts.append(f'<text x="{left + _BOX // 2}" y="{y + 20}">{escape(phase)}</text>')
    parts += [_arrow(a, b, left) for a, b in pairs if a != b]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _arrow(source: int, target: int, left: int) -> str:
    """Return the arrow between two phases: on the right if it leads down, else on the left."""
    down = target > source
    x, sign = (left + _BOX, 1) if down else (left, -1)
    start = _TOP + _STEP * source + _HEIGHT // 2 + 5 * sign
    end = _TOP + _STEP * target + _HEIGHT // 2 - 5 * sign
    if target - source == 1:
        middle = left + _BOX // 2
        bottom = _TOP + _STEP * source + _HEIGHT
        return f'<path d="M {middle} {bottom} L {middle} {bottom + _STEP - _HEIGHT - 1}"/>'
    bend = x + sign * _BEND * abs(target - source) * 4 // 3
    return f'<path d="M {x} {start} C {bend} {start} {bend} {end} {x + sign} {end}"/>'
