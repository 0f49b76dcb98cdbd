"""Vector pictures: their values, their PDF operators, and their place on the page."""

from __future__ import annotations

import io
import zlib

import pypdfium2
import pytest
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from printkit.pdf.drawing import (
    BLACK,
    Axial,
    Cmyk,
    Drawing,
    Form,
    Group,
    Matrix,
    Path,
    Radial,
    Shape,
    Stop,
    Stroke,
    Use,
    ellipse,
    placed,
    rectangle,
    transformed,
)
from printkit.pdf.encoding import POINTS_PER_MM, encode, forms_of
from printkit.pdf.xobjects import place

PAGE = (80.0, 60.0)
RED = Cmyk(0, 100, 100, 0)


def canvas() -> tuple[io.BytesIO, Canvas]:
    buffer = io.BytesIO()
    size = (PAGE[0] * POINTS_PER_MM, PAGE[1] * POINTS_PER_MM)
    return buffer, Canvas(buffer, pagesize=size, invariant=1)


def darkness(buffer: io.BytesIO, x_mm: float, y_mm: float) -> int:
    """Return the darkness of the page at a point, 0 (paper) to 255."""
    scale = 4 * 25.4 / 72  # 4 px/mm
    page = pypdfium2.PdfDocument(buffer.getvalue())[0]
    image = page.render(scale=scale).to_pil().convert("L")
    return 255 - int(image.getpixel((round(x_mm * 4), round(y_mm * 4))))


def stream(drawing: Drawing) -> list[str]:
    return zlib.decompress(encode(drawing).stream).decode("ascii").split("\n")


def test_a_matrix_turns_clockwise_as_seen() -> None:
    assert placed(10, 20, turn=90)((1, 0)) == pytest.approx((10, 21))
    assert placed(10, 20, turn=90, scale=2)((0, 1)) == pytest.approx((8, 20))
    assert placed(0, 0, mirrored=True)((3, 1)) == pytest.approx((-3, 1))


def test_matrices_compose_with_the_inner_one_first() -> None:
    outer, inner = placed(5, 6, turn=30, scale=2), placed(1, -2, turn=75)
    assert (outer @ inner)((3, 4)) == pytest.approx(outer(inner((3, 4))))


def test_an_ellipse_is_round() -> None:
    circle = ellipse(10, 10, 5)
    assert circle.bounds() == pytest.approx((5, 5, 15, 15))
    start, *segments = circle.contours[0].start, *circle.contours[0].segments
    for first, second in zip([start, *segments], segments, strict=False):
        ax, ay = first[-2:]
        x = (ax + 3 * second[0] + 3 * second[2] + second[4]) / 8
        y = (ay + 3 * second[1] + 3 * second[3] + second[5]) / 8
        assert ((x - 10) ** 2 + (y - 10) ** 2) ** 0.5 == pytest.approx(5, rel=3e-4)


def test_colours_mix_and_preview_plainly() -> None:
    assert Cmyk(0, 20, 40, 0).mixed(Cmyk(100, 0, 40, 60), 0.5) == Cmyk(50, 10, 40, 30)
    assert Cmyk(0, 100, 100, 0).rgb == (255, 0, 0)
    assert BLACK.rgb == (0, 0, 0)
    assert Cmyk(10, 20, 30, 40).coverage == 100


def test_coordinates_are_whole_hundredths_and_colours_repeat_only_when_they_change() -> None:
    box = Shape(rectangle(1, 2, 3.004, 4), RED)
    lines = stream(Drawing((0, 0, 9, 9), (box, box, Shape(rectangle(0, 0, 1, 1), BLACK))))
    assert lines[:6] == ["0 1 1 0 k", "100 200 m", "400 200 l", "400 600 l", "100 600 l", "h"]
    assert lines.count("0 1 1 0 k") == 1
    assert lines.count("0 0 0 1 k") == 1


def test_a_colour_set_inside_a_group_does_not_leak_out() -> None:
    square = rectangle(0, 0, 1, 1)
    inside = Group((Shape(square, RED),), clip=square)
    lines = stream(Drawing((0, 0, 9, 9), (Shape(square, BLACK), inside, Shape(square, RED))))
    assert lines.count("0 1 1 0 k") == 2


def test_numbers_in_matrices_and_shadings_keep_their_whole_part() -> None:
    dot = Form("dot", Drawing((0, 0, 1, 1), (Shape(rectangle(0, 0, 1, 1), BLACK),)))
    use = Use(dot, Matrix(10.5, 0, -0.25, 20.0, 1, 2))
    assert stream(Drawing((0, 0, 9, 9), (use,))) == ["q 10.5 0 -.25 20 100 200 cm /dot Do Q"]
    half = Cmyk(0, 100, 12.5, 0)
    shade = Axial((0, 0), (10, 0), (Stop(0, BLACK), Stop(0.25, half), Stop(1, RED)))
    encoded = encode(Drawing((0, 0, 9, 9), (Shape(rectangle(0, 0, 9, 9), shade),)))
    assert "/Coords [0 0 1000 0]" in encoded.shadings
    assert "/Bounds [.25]" in encoded.shadings
    assert "/C1 [0 1 .125 0]" in encoded.shadings


def test_equal_shadings_are_kept_once() -> None:
    shade = Radial((1, 1), 2, (Stop(0, RED), Stop(1, BLACK)))
    square = Shape(rectangle(0, 0, 2, 2), shade)
    encoded = encode(Drawing((0, 0, 2, 2), (square, square)))
    assert encoded.shadings.count("/ShadingType 3") == 1


@pytest.mark.parametrize(
    ("turn", "dark", "light"),
    [
        (0, (33, 22), (27, 22)),
        (90, (28, 23), (28, 17)),
        (180, (27, 18), (33, 18)),
        (270, (32, 17), (32, 23)),
    ],
)
def test_a_drawing_lands_at_its_place_turned_clockwise(
    turn: int, dark: tuple[float, float], light: tuple[float, float]
) -> None:
    arrow = Drawing((0, 0, 10, 10), (Shape(rectangle(0, 0, 6, 4), BLACK),))
    buffer, page = canvas()
    place(page, arrow, 30, 20, turn, key="arrow")
    page.save()
    assert darkness(buffer, *dark) > 200
    assert darkness(buffer, *light) == 0


def test_what_is_outside_the_box_is_cut_off() -> None:
    wide = Drawing((0, 0, 10, 10), (Shape(rectangle(-5, 0, 30, 10), BLACK),))
    buffer, page = canvas()
    place(page, wide, 20, 20, key="wide")
    page.save()
    assert darkness(buffer, 25, 25) > 200
    assert darkness(buffer, 17, 25) == 0
    assert darkness(buffer, 33, 25) == 0


def test_a_drawing_and_its_forms_are_written_once_however_often_placed() -> None:
    dot = Form("dot", Drawing((-1, -1, 1, 1), (Shape(ellipse(0, 0, 1), RED),)))
    pair = Form("pair", Drawing((-1, -1, 9, 1), (Use(dot), Use(dot, placed(5, 0)))))
    picture = Drawing((0, 0, 20, 20), (Use(pair, placed(2, 2)), Use(dot, placed(9, 9))))
    assert set(forms_of(picture)) == {"dot", "pair"}
    buffer, page = canvas()
    for _ in range(2):
        for x in (0, 20, 40):
            place(page, picture, x, 10, key="picture")
        page.showPage()
    page.save()
    forms = [
        entry
        for number in range(1, PdfReader(buffer).trailer["/Size"])
        for entry in [PdfReader(buffer).get_object(number)]
        if isinstance(entry, dict) and entry.get("/Subtype") == "/Form"
    ]
    assert len(forms) == 3
    assert darkness(buffer, 49, 19) > 50


def test_the_same_drawing_always_gives_the_same_bytes() -> None:
    def document() -> bytes:
        shade = Radial((5, 5), 5, (Stop(0, RED), Stop(1, BLACK)))
        nodes = (Shape(ellipse(5, 5, 5), shade, Stroke(BLACK, 0.35)),)
        buffer, page = canvas()
        place(page, Drawing((0, 0, 10, 10), nodes), 5, 5, key="ball")
        page.save()
        return buffer.getvalue()

    assert document() == document()


def test_paths_add_up_and_move() -> None:
    both = rectangle(0, 0, 1, 1) + rectangle(2, 2, 1, 1)
    assert len(both.contours) == 2
    assert transformed(both, placed(10, 0)).bounds() == (10, 0, 13, 3)
    assert Path(()).contours == ()
