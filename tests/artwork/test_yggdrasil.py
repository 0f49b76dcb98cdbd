"""The Yggdrasil's shipped pictures: one tree across the table, and every fact drawn.

Most tests read the streams that a PDF will contain, not the programs that drew them.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from artwork.yggdrasil import BACK, pictures
from artwork.yggdrasil.cards import SCENES
from artwork.yggdrasil.courses import CONTOUR, EXITS, HALF_WIDTH
from artwork.yggdrasil.palette import PALETTES
from printkit.cards import pictures as art
from printkit.errors import UsageError
from printkit.pdf.encoding import POINTS_PER_MM
from tests.artwork import art_files

GAME = "yggdrasil"
OWNERS: tuple[art.Owner, ...] = ("sun", "moon")
THEMES = [f"{owner}-{style}" for owner in OWNERS for style in ("full", "ink")]
WIDTH, HEIGHT, PANEL = 54.0, 90.0, 23.048

Point = tuple[float, float]
Points = NDArray[np.float64]
facts = partial(art_files.rows, game=GAME)
shipped = partial(art_files.shipped, GAME)
lines_of = partial(art_files.lines_of, GAME)
uses = partial(art_files.uses, GAME)


@dataclass(frozen=True, slots=True, eq=False)
class Painted:
    """A path painted at the top level of a picture: its colour and sampled outline, in mm."""

    fill: str
    outline: tuple[Points, ...]


@cache
def painted(theme: str, name: str) -> tuple[Painted, ...]:
    """Return every filled path outside clips."""
    found: list[Painted] = []
    fill, contours, outer = "", list[list[Point]](), list[str]()
    for line in lines_of(theme, name):
        *numbers, operator = line.split(" ")
        if operator == "q":
            outer.append(fill)
        elif operator == "Q" and numbers[:1] != ["q"]:
            fill, contours = outer.pop(), []
        elif operator == "k":
            fill = line
        elif operator == "m":
            contours.append([mm(numbers)])
        elif operator == "l":
            contours[-1].append(mm(numbers))
        elif operator == "c":
            contours[-1].extend(
                bezier(contours[-1][-1], *map(mm, zip(numbers[::2], numbers[1::2], strict=True)))
            )
        elif operator in ("f", "f*", "B", "S", "n"):
            if operator in ("f", "B") and not outer:
                found.append(Painted(fill, tuple(map(np.array, contours))))
            contours = []
    return tuple(found)


@pytest.fixture(scope="module", autouse=True)
def _release() -> Iterator[None]:
    """Release the cached outlines after the last test of this module."""
    yield
    painted.cache_clear()


def mm(pair: object) -> Point:
    x, y = pair  # type: ignore[misc]
    return int(x) / 100, int(y) / 100


_T = np.linspace(0, 1, 13)[1:]
_WEIGHTS = np.stack(((1 - _T) ** 3, 3 * (1 - _T) ** 2 * _T, 3 * (1 - _T) * _T**2, _T**3), axis=1)


def bezier(*controls: Point) -> list[Point]:
    """Return twelve points of a cubic curve, without its start."""
    sampled: list[Point] = (_WEIGHTS @ controls).tolist()
    return sampled


def crossings(shape: Painted, edge: str, depth: float = 0.0) -> list[float]:
    """Return positions where the outline crosses a line ``depth`` mm inside an edge."""
    along, across = (0, 1) if edge in "UD" else (1, 0)
    level = {"U": depth, "L": depth, "D": HEIGHT - depth, "R": WIDTH - depth}[edge]
    places: list[float] = []
    for a in shape.outline:
        beyond = a[:, across] < level
        cut = beyond != np.roll(beyond, -1)
        if cut.any():
            start, end = a[cut], np.roll(a, -1, axis=0)[cut]
            share = (level - start[:, across]) / (end[:, across] - start[:, across])
            places += (start[:, along] + share * (end[:, along] - start[:, along])).tolist()
    return sorted(places)


def inside(shape: Painted, left: float, top: float, width: float, height: float) -> list[Point]:
    """Return the outline's points within a rectangle."""
    points = np.concatenate(shape.outline)
    within = (points > (left, top)) & (points < (left + width, top + height))
    found: list[Point] = points[within.all(axis=1)].tolist()
    return found


def inks(owner: str) -> tuple[str, str]:
    """Return the PDF operators that set an owner's contour and bark colours for filling."""
    palette = PALETTES[owner, "full"]
    return tuple(  # type: ignore[return-value]
        " ".join(
            f"{v / 100:.3f}".rstrip("0").rstrip(".").replace("0.", ".") or "0"
            for v in (c.c, c.m, c.y, c.k)
        )
        + " k"
        for c in (palette.ink, palette.bark)
    )


# --- inventory ----------------------------------------------------------------------------------


def test_every_card_of_the_data_is_drawn_in_every_theme(root: Path) -> None:
    assert set(SCENES) == set(facts(root))
    for theme in THEMES:
        for name in (*facts(root), BACK):
            assert name in shipped(theme), (theme, name)


def test_scenes_agree_with_the_card_data(root: Path) -> None:
    for card, row in facts(root).items():
        assert SCENES[card].pattern == row["pattern"], card
        assert len(SCENES[card].fruit) == int(row["fruits"]), card
        if row["text_en"] and not SCENES[card].root:
            assert SCENES[card].text, f"{card} prints an effect: its column must stay calm"


def test_no_two_cards_share_a_picture() -> None:
    for theme in THEMES:
        streams = {lines_of(theme, name) for name in pictures()}
        assert len(streams) == len(pictures())


def test_strong_cards_have_a_spirit(root: Path) -> None:
    for card, row in facts(root).items():
        if int(row["power"]) >= 4:
            assert SCENES[card].guests, card


# --- fruit ------------------------------------------------------------------------------------


def test_exactly_as_many_fruits_hang_as_the_card_counts(root: Path) -> None:
    for card, row in facts(root).items():
        for theme in THEMES:
            hung = sum(line.endswith("/fruit Do Q") for line in lines_of(theme, card))
            assert hung == int(row["fruits"]), (card, theme)


def test_fruits_keep_their_distance_so_that_four_are_seen_at_a_glance() -> None:
    for card, scene in SCENES.items():
        for i, one in enumerate(scene.fruit):
            for other in scene.fruit[:i]:
                assert math.dist(one, other) >= 9.2, card


def test_the_score_token_is_there_only_with_fruit(root: Path) -> None:
    for card, row in facts(root).items():
        token = any(line.endswith("/score Do Q") for line in lines_of("sun-full", card))
        assert token == (int(row["fruits"]) > 0), card


# --- one tree ---------------------------------------------------------------------------------


@pytest.mark.parametrize("owner", OWNERS)
@pytest.mark.parametrize("card", SCENES)
def test_branches_leave_the_card_alike_and_nowhere_else(card: str, owner: str) -> None:
    ink, bark = inks(owner)
    shapes = painted(f"{owner}-full", card)
    for edge, (x, y) in EXITS.items():
        centre = x if edge in "UD" else y
        for colour, half in ((ink, HALF_WIDTH + CONTOUR), (bark, HALF_WIDTH)):
            # Roots may spread along the ground: no card is ever below a root card.
            for depth in (0.0,) if SCENES[card].root and edge == "D" else (0.0, 1.5):
                cuts = [c for s in shapes if s.fill == colour for c in crossings(s, edge, depth)]
                cuts = [c for c in cuts if abs(c - centre) < 5]
                if edge in SCENES[card].pattern:
                    sides = [min(cuts), max(cuts)]
                    assert sides == pytest.approx([centre - half, centre + half], abs=0.03)
                else:
                    assert cuts == []


@pytest.mark.parametrize("owner", OWNERS)
@pytest.mark.parametrize("card", SCENES)
def test_only_branches_touch_an_edge(card: str, owner: str) -> None:
    scene = SCENES[card]
    for shape in painted(f"{owner}-full", card):
        for edge in EXITS:
            cuts = crossings(shape, edge, 0.6)
            for cut in cuts:
                centre = EXITS[edge][0 if edge in "UD" else 1]
                assert edge in scene.pattern, (edge, shape.fill, cut)
                assert abs(cut - centre) <= HALF_WIDTH * 1.06 + CONTOUR, (edge, cut)


@pytest.mark.parametrize("owner", OWNERS)
def test_an_edge_without_exit_keeps_wood_away(owner: str) -> None:
    _, bark = inks(owner)
    for card, scene in SCENES.items():
        if scene.root:  # roots may spread along the ground; no card is ever below them
            continue
        for shape in painted(f"{owner}-full", card):
            if shape.fill != bark:
                continue
            for edge, (ex, ey) in EXITS.items():
                if edge in scene.pattern:
                    continue
                w, h = (12.0, 10.0) if edge in "UD" else (10.0, 12.0)
                assert inside(shape, ex - w / 2, ey - h / 2, w, h) == [], (card, edge)


def page_of(*placed: tuple[str, art.Owner, float, float, int], style: art.Style = "full") -> bytes:
    """Return a page of 2 × 2 cards with the given pictures, each cut at its trim."""
    buffer = io.BytesIO()
    size = (2 * WIDTH * POINTS_PER_MM, 2 * HEIGHT * POINTS_PER_MM)
    canvas = Canvas(buffer, pagesize=size, invariant=1)
    for name, owner, x, y, turn in placed:
        canvas.saveState()
        trim = canvas.beginPath()
        bottom = 2 * HEIGHT - y - HEIGHT
        trim.rect(*(v * POINTS_PER_MM for v in (x, bottom, WIDTH, HEIGHT)))
        canvas.clipPath(trim, stroke=0, fill=0)
        picture = art.front(GAME, name, owner, style)
        picture.place(canvas, x, y, turn)
        canvas.restoreState()
    canvas.save()
    return buffer.getvalue()


@pytest.mark.parametrize("owner", OWNERS)
def test_bark_runs_on_over_a_seam(owner: art.Owner) -> None:
    """Require as little change across a seam as within the wood next to it."""
    pdf = page_of(
        ("y01", owner, 0, 0, 0), ("y09", owner, WIDTH, 0, 0), ("y15", owner, 0, HEIGHT, 0)
    )
    rows = (255 * art_files.shades(pdf, 10)).tolist()
    x, y = round(WIDTH * 10), round(HEIGHT * 10)
    level = [abs(rows[r][x - 2] - rows[r][x + 1]) for r in range(450 - 36, 450 + 36)]
    upright = [abs(rows[y - 2][c] - rows[y + 1][c]) for c in range(270 - 36, 270 + 36)]
    assert sum(level) / len(level) < 12
    assert sum(upright) / len(upright) < 12


def test_turned_cards_of_the_other_owner_join_too() -> None:
    """Compare seat B's card, turned by 180°, with A's wood at the same place and width."""
    pdf = page_of(
        ("y15", "moon", 0, 0, 180), ("y15", "sun", 0, HEIGHT, 0), ("y17", "moon", WIDTH, 0, 180)
    )
    rows = (255 * art_files.shades(pdf, 10)).tolist()
    moon, sun = rows[round(HEIGHT * 10) - 3], rows[round(HEIGHT * 10) + 2]
    dark_contour = [c for c in range(200, 340) if sun[c] < 95]
    assert min(dark_contour) == pytest.approx(270 - 38.2, abs=2)
    assert max(dark_contour) == pytest.approx(270 + 38.2, abs=2)
    pale_bark = [c for c in range(200, 340) if moon[c] > 130]
    assert min(pale_bark) == pytest.approx(270 - 34, abs=3)
    assert max(pale_bark) == pytest.approx(270 + 34, abs=3)


# --- slots ------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
def test_nothing_is_drawn_over_the_tag_panel(theme: str) -> None:
    """Require that nothing drawn after the stone enters the square of the tag's panel."""
    for name in pictures():
        lines = lines_of(theme, name)
        at = next(i for i, line in enumerate(lines) if re.search(r"/stone-\d Do Q$", line))
        x0, y0 = map(int, lines[at].split(" ")[5:7])
        assert (x0, y0) == ((350, 5700) if name != BACK else (1548, 3348))
        for line in lines[at + 1 :]:
            *numbers, operator = line.split(" ")
            if operator not in ("m", "l", "c"):
                continue
            for x, y in zip(map(int, numbers[::2]), map(int, numbers[1::2]), strict=True):
                assert not (x0 < x < x0 + 2304.8 and y0 < y < y0 + 2304.8), (name, line)


@pytest.mark.parametrize("owner", OWNERS)
def test_index_name_effect_and_footer_stand_on_calm_ground(owner: str) -> None:
    theme = f"{owner}-full"
    for card, scene in SCENES.items():
        calm = [(4.0, 3.6, 12.2, 13.2), (4.0, 17.0, 18.0, 12.0), (4.0, 84.0, 18.0, 2.0)]
        if scene.text:
            calm.append((39.1, 56.2, 11.4, 17.9) if scene.root else (36.0, 57.0, 14.0, 23.0))
        for shape in painted(theme, card):
            for place in calm:
                assert inside(shape, *place) == [], (card, shape.fill)


# --- ink --------------------------------------------------------------------------------------


# --- printing and regenerating ----------------------------------------------------------------


def test_a_deck_of_sixty_holds_every_picture_and_shared_form_once() -> None:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    cards = [*SCENES, *list(SCENES)[:22]]
    for i, card in enumerate(cards):
        art.front(GAME, card, "sun").place(canvas, 10 + i % 3 * 60, 10 + i // 3 % 3 * 92)
        if i % 9 == 8:
            canvas.showPage()
    canvas.save()
    reader = PdfReader(buffer)
    forms = [
        entry
        for number in range(1, reader.trailer["/Size"])
        for entry in [reader.get_object(number)]
        if isinstance(entry, dict) and entry.get("/Subtype") == "/Form"
    ]
    shared = {name for card in SCENES for name in uses("sun-full", card)}
    assert len(forms) == len(SCENES) + len(shared)


def test_a_card_without_picture_is_a_usage_error_with_a_fix() -> None:
    with pytest.raises(UsageError, match=r"y99.*python -m artwork yggdrasil --only y99"):
        art.front(GAME, "y99", "sun")
    assert art.available(GAME)
    assert not art.available("no-such-game")


def test_cards_are_turned_by_quarters_only() -> None:
    with pytest.raises(ValueError, match="not by 45"):
        art.front(GAME, "y01", "sun").place(Canvas(io.BytesIO()), 0, 0, 45)
