"""Pages of control cards and tokens: sorted by kind, clean cuts, no mark on any piece."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations, pairwise

import numpy as np
import pypdfium2
import pytest

from printkit.cards.extra_pages import ExtraPage, area_of, place_extras
from printkit.cards.job import CardJob, SheetOptions
from printkit.cards.layout import lay_out_cards
from printkit.cards.one_face import draw_page, empty_sheets, faces_of, load_faces
from printkit.cards.pictures import piece_art
from printkit.cards.pieces import Shape, Token, load_pieces
from printkit.cards.plan import plan_cards
from printkit.cards.tagged_pieces import PlannedPiece
from printkit.cards.tokens import SetToken
from printkit.errors import UsageError
from printkit.pdf.geometry import Mark, Rect, Size
from printkit.pdf.pack import Style
from printkit.services.cut import cut_pages
from printkit.sheets.imposition import Layout
from printkit.sheets.papers import card_papers, layout
from printkit.template.card_template import printable

STYLES: tuple[Style, ...] = ("full", "ink")
A4 = layout("A4", Size(54, 90))[1]


def made(**facts: object) -> Token:
    return Token.model_validate({"number": 1, "picture": "x"} | facts)


def token(
    name: str, width: float, height: float, shape: Shape = "card", owner: str = ""
) -> SetToken:
    item = made(id=name, size=[width, height], shape=shape, tagged=False)
    return SetToken(PlannedPiece(name, 1, 1, owner, ""), item, ())


def box_of(mark: Mark) -> Rect:
    return Rect(mark.x1, mark.y1, mark.x2 - mark.x1, mark.y2 - mark.y1)


def touches(mark: Mark, box: Rect) -> bool:
    m = box_of(mark)
    return m.x < box.right and m.right > box.x and m.y < box.bottom and m.bottom > box.y


def check(page: ExtraPage, sheet: Layout, bleed: float) -> None:
    area = area_of(sheet.paper)
    for rect in page.around:
        assert area.holds(rect, 1e-6) or any(spot.rect is rect for _, spot in page.controls)
    for one, other in combinations(page.around, 2):
        shared = one.grown(-1e-5, -1e-5, -1e-5, -1e-5).shared(other)
        assert shared is None
    pieces = [rect.grown(*(bleed,) * 4) for rect in page.around]
    assert not any(touches(mark, piece) for mark in page.marks for piece in pieces)
    for block in page.blocks:  # every level cut runs through the whole block
        for one, other in combinations(block, 2):
            if abs(one.y - other.y) < 1e-6:
                assert one.height == pytest.approx(other.height)
            else:
                assert one.bottom < other.y + 1e-6 or other.bottom < one.y + 1e-6
    spans = [(min(r.y for r in block), max(r.bottom for r in block)) for block in page.blocks]
    for (_, above), (below, _) in pairwise(sorted(spans)):
        assert below - above >= 2 * bleed
    loose = [spot.rect for item, spot in page.tokens if not item.straight]
    for one in loose:
        for other in page.around:
            reach = 2 * bleed - 1e-6
            assert (
                one is other
                or one.grown(*(reach / 2,) * 4).shared(other.grown(*(reach / 2,) * 4)) is None
            )


@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("paper", card_papers())
@pytest.mark.parametrize("game", printable())
def test_pages_of_every_game_cut_cleanly(game: str, paper: str, small: bool) -> None:  # noqa: FBT001
    layout = lay_out_cards(
        plan_cards(CardJob(game, sheet=SheetOptions(paper), small=small, art=False))
    )
    pieces, extras = layout.plan.pieces, layout.extras
    placed = [item.piece for page in extras for item, _ in page.controls]
    placed += [item.piece for page in extras for item, _ in page.tokens]
    assert Counter(placed) == Counter((*pieces.controls, *pieces.tokens))
    for page, cut in zip(extras, cut_pages(layout)[-len(extras) :], strict=True):
        check(page, layout.plan.paper.layout, 3.0 * layout.scale)
        loose = [item.item.shape for item, _ in page.tokens if not item.straight]
        assert len(cut.outlines) == loose.count("hex")
        assert len(cut.rings) == loose.count("round") + 2 * loose.count("ring")


SIZES: tuple[tuple[float, float, Shape], ...] = (
    (40, 20, "card"),
    (30, 54, "card"),
    (25, 25, "round"),
)


def test_pieces_are_sorted_by_kind() -> None:
    mixed = [
        token(f"{n}", width, height, shape, owner)
        for n in range(6)
        for width, height, shape in SIZES
        for owner in ("sun", "moon")
    ]
    (page,) = place_extras(A4, (), mixed)
    assert [len({(r.width, r.height) for r in block}) for block in page.blocks] == [1, 1]
    assert [item.item.size for item, _ in page.tokens] == sorted(
        (item.item.size for item in mixed), key=lambda size: (size == [25, 25], -size[0] * size[1])
    )
    owners = [item.piece.owner for item, _ in page.tokens[:12]]
    assert owners == sorted(owners)  # grouped by owner
    check(page, A4, 3.0)


@pytest.mark.parametrize("shape", ["round", "hex", "ring"])
def test_what_is_cut_round_keeps_two_bleeds_apart(shape: Shape) -> None:
    for page in place_extras(A4, (), [token(f"{n}", 44, 38.1, shape) for n in range(40)]):
        check(page, A4, 3.0)
        assert not page.marks


def test_what_is_larger_than_a_sheet_is_reported() -> None:
    with pytest.raises(UsageError, match=r"token big of 60 × 300 mm is larger than the sheet"):
        place_extras(A4, (), [token("big", 60, 300)])


def test_tokens_without_a_tag_may_be_many_and_tagged_ones_may_not() -> None:
    assert made(id="chip", tagged=False, copies=99).copies == 99
    with pytest.raises(ValueError, match=r"print\.tags_count.*36"):
        made(id="chip", owners=["a", "b"], copies=18)


@pytest.mark.parametrize("game", printable())
def test_every_token_has_ready_drawn_art(game: str) -> None:
    for item in load_pieces(game).token:
        for owner in item.owners or [""]:
            for style in STYLES:
                art = piece_art(game, item.picture, owner, style)
                assert art is not None, (item.id, owner, style)
                assert art.nodes


@pytest.mark.parametrize("game", printable())
def test_a_cut_a_little_off_shows_no_white(game: str) -> None:
    """Check that the colour at a token's edge continues beyond it, also around round ones."""
    layout = load_faces(CardJob(game, art=False))
    faces = {(face.piece.id, face.piece.owner): face for face in faces_of(layout, "token")}
    sheets = empty_sheets(layout)
    for face in faces.values():
        draw_page(sheets, layout, face)
    pages = pypdfium2.PdfDocument(sheets.data())
    for face, page in zip(faces.values(), pages, strict=True):
        pixels = page.render(scale=8 * 25.4 / 72).to_numpy()[..., :3].min(axis=2)
        middle = np.array([pixels.shape[1], pixels.shape[0]]) / 2
        trim = np.array([face.size.width, face.size.height]) / 2
        for n in range(16):
            way = np.array([math.cos(math.tau * n / 16), math.sin(math.tau * n / 16)])
            if face.item.straight:  # type: ignore[union-attr]  # a token
                way /= np.abs(way).max()
            (x, y), (u, v) = ((middle + 8 * (trim + d) * way).astype(int) for d in (-0.6, 2.0))
            assert pixels[y, x] > 250 or pixels[v, u] < 253, (face.label, n)
