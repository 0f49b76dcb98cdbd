"""Encoded forms are decoded into drawings, which give the same forms."""

from __future__ import annotations

import pytest

from printkit.pdf.decoding import decode
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Axial,
    Cmyk,
    Drawing,
    Form,
    Group,
    Node,
    Path,
    Shape,
    Stop,
    Stroke,
    Use,
    ellipse,
    placed,
    polygon,
    rectangle,
)
from printkit.pdf.encoding import encode

RED = Cmyk(2.5, 92, 82, 4)
BOX = (-3.0, -3.0, 57.0, 93.0)
LINE = polygon([(0, 0), (3.333, 4)], closed=False)
SQUARE = rectangle(0, 0, 9, 9)


@pytest.mark.parametrize(
    "nodes",
    [
        (),
        (Shape(SQUARE, RED), Shape(LINE, stroke=Stroke(BLACK, 0.25, 0, 2))),
        (Shape(ellipse(1, 2, 3) + SQUARE, RED, Stroke(PAPER, 1.0), even_odd=True),),
        (Shape(SQUARE, RED, even_odd=True), Shape(LINE + LINE, stroke=Stroke(RED, 0.5))),
        (
            Shape(SQUARE, RED),
            Group((Shape(SQUARE, RED), Shape(SQUARE, PAPER)), placed(1, 2, turn=30, scale=0.7)),
            Shape(SQUARE, RED),
        ),
        (Group((Group((Shape(SQUARE, BLACK),), clip=ellipse(0, 0, 2)),)), Shape(LINE, RED)),
    ],
)
def test_a_drawing_is_the_same_form_again(nodes: tuple[Node, ...]) -> None:
    form = encode(Drawing(BOX, nodes))
    again = decode(form)
    assert encode(again) == form
    assert decode(encode(again)) == again


def test_colours_strokes_and_groups_come_back() -> None:
    shape = Shape(SQUARE, RED, Stroke(BLACK, 0.5, 0, 2))
    group = Group((shape,), placed(5, 6), Path(ellipse(0, 0, 2).contours))
    back = decode(encode(Drawing(BOX, (group,)))).nodes
    match back:
        case (Group(nodes=(Shape() as found,), matrix=matrix, clip=Path()),):
            assert (found.fill, found.stroke) == (RED, Stroke(BLACK, 0.5, 0, 2))
            assert matrix == placed(5, 6)
        case _:
            pytest.fail(f"{back}")


@pytest.mark.parametrize(
    "node",
    [
        Shape(SQUARE, Axial((0, 0), (9, 9), (Stop(0, RED), Stop(1, PAPER)))),
        Use(Form("leaf", Drawing(BOX, (Shape(SQUARE, RED),)))),
    ],
)
def test_shadings_and_forms_within_stay_encoded(node: Node) -> None:
    with pytest.raises(ValueError, match="stays encoded"):
        decode(encode(Drawing(BOX, (node,))))
