"""The ink-saving style, derived from the full style: the same lines on white paper.

Every gradient turns white, and every tone becomes white or one of three greys, by its lightness.
Contours stay black. Silhouettes, textures and tokens then show what colours show in the full
style.
"""

from __future__ import annotations

from dataclasses import replace

from artwork.inks import lightness
from printkit.pdf.drawing import BLACK, PAPER, Cmyk, Drawing, Form, Group, Node, Paint, Shape, Use

_SHADOW, _DARK, _MIDDLE = Cmyk(0, 0, 0, 50), Cmyk(0, 0, 0, 20), Cmyk(0, 0, 0, 8)
_LINE_PALE, _LINE_MIDDLE = Cmyk(0, 0, 0, 45), Cmyk(0, 0, 0, 65)
_KEPT = ("index-", "element-", "tribute-", "blade-", "hatch", "crown-", "life-")
"""Prefixes of forms that stay unchanged, because players look for them first."""


def saving(drawing: Drawing) -> Drawing:
    """Return a drawing converted to the ink-saving style."""
    return Drawing(drawing.box, tuple(map(_node, drawing.nodes)))


def _node(node: Node) -> Node:
    if isinstance(node, Group):
        return replace(node, nodes=tuple(map(_node, node.nodes)))
    if isinstance(node, Use):
        if node.form.name.startswith(_KEPT):
            return node
        return Use(Form(node.form.name, saving(node.form.drawing)), node.matrix)
    return _shape(node)


def _shape(shape: Shape) -> Shape:
    stroke = shape.stroke
    if stroke is not None:
        stroke = replace(stroke, colour=_line(stroke.colour))
    return replace(shape, fill=None if shape.fill is None else _fill(shape.fill), stroke=stroke)


def _fill(paint: Paint) -> Cmyk:
    if not isinstance(paint, Cmyk):
        return PAPER
    light = lightness(paint)
    if light < 0.106:
        return _SHADOW
    if light > 0.5:
        return PAPER
    return _MIDDLE if light > 0.3 else _DARK


def _line(colour: Cmyk) -> Cmyk:
    light = lightness(colour)
    if light > 0.6:
        return _LINE_PALE
    return _LINE_MIDDLE if light > 0.38 else BLACK
