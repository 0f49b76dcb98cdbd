"""Tokens of every shape: where they are drawn, cut and extended beyond the cut."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from printkit.cards.job import CardJob
from printkit.cards.layout import lay_out_cards
from printkit.cards.pieces import PieceFile, Pieces, load_pieces
from printkit.cards.plan import plan_cards
from printkit.cards.write import print_cards
from printkit.data.toml_source import read_toml
from printkit.errors import TemplateFaults
from printkit.services.cut import cut_pages

SIDE = 40.0


@pytest.fixture
def hexagons(monkeypatch: pytest.MonkeyPatch) -> Pieces:
    """Replace Ji Guan's pieces with one hexagonal `token.drawn` without a word; return them."""
    pieces = load_pieces("jiguan")
    token = next(each for each in pieces.token if each.id == "token.drawn")
    plain = token.model_copy(
        update={"shape": "hex", "size": [SIDE, SIDE], "picture": "ring", "word": {}}
    )
    changed = pieces.model_copy(update={"control": [], "token": [plain]})
    monkeypatch.setattr("printkit.cards.plan.load_pieces", lambda _slug: changed)
    monkeypatch.setattr("printkit.cards.layout.load_pieces", lambda _slug: changed)
    return changed


def test_a_hexagon_is_cut_along_its_six_corners(hexagons: Pieces) -> None:
    layout = lay_out_cards(plan_cards(CardJob("jiguan", art=False)))
    outlines = [outline for page in cut_pages(layout) for outline in page.outlines]
    assert len(outlines) == hexagons.token[0].copies
    for outline in outlines:
        left, top = min(x for x, _ in outline), min(y for _, y in outline)
        corners = sorted((round(x - left, 3), round(y - top, 3)) for x, y in outline)
        assert corners == [(0, 20), (10, 0), (10, 40), (30, 0), (30, 40), (40, 20)]


def test_a_token_without_art_has_its_sign_on_a_disc(hexagons: Pieces, tmp_path: Path) -> None:
    job = CardJob("jiguan", art=False, out=tmp_path)
    pages = cut_pages(lay_out_cards(plan_cards(job)))
    place, outline = next((n, p.outlines[0]) for n, p in enumerate(pages) if p.outlines)
    left, top = min(x for x, _ in outline), min(y for _, y in outline)
    radius = 0.32 * hexagons.token[0].size[0]
    pdf = pypdfium2.PdfDocument(print_cards(job).pdf)
    page = [n for n in range(len(pdf)) if n % 2 == 0][place]
    picture = pdf[page].render(scale=10 * 25.4 / 72).to_pil().convert("L")  # 10 px per mm

    def grey(x: float, y: float) -> int:
        return int(picture.getpixel((round((left + x) * 10), round((top + y) * 10))))

    middle, height = hexagons.token[0].size[0] / 2, 3 + radius
    assert grey(middle, height - 0.95 * radius) < 150
    assert grey(middle - 0.95 * radius, height) < 150
    assert grey(middle - 1.1 * radius, height) > 240


PIECES = """
version = 1
[[token]]
id = "token.a"
number = 1
size = [{size}]
tagged = true
picture = "ring"

[[token]]
id = "{other}"
number = {number}
picture = "ring"
"""


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"size": "12, 12"}, r"token\.0: the tag of 23\.0 mm should fit on the token"),
        ({"other": "token.a"}, r"token\.1\.id: uses 'token\.a' twice: change one"),
        ({"number": 1}, r"token\.1\.number: uses 1 twice: change one"),
    ],
)
def test_tokens_that_no_camera_can_tell_apart_are_refused(
    changed: dict[str, object], sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "pieces.toml"
    fine: dict[str, object] = {"size": "30, 54", "other": "token.b", "number": 2}
    path.write_text(PIECES.format(**fine), encoding="utf-8")
    assert [token.id for token in read_toml(path, PieceFile).token] == ["token.a", "token.b"]
    path.write_text(PIECES.format(**fine | changed), encoding="utf-8")
    with pytest.raises(TemplateFaults, match=sentence):
        read_toml(path, PieceFile)
