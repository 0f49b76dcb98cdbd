"""Boards and texts on a PDF page can be read back in any language."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from companion.replay.drawing import DARK, LIGHT, Palette, board
from companion.replay.lettering import face, leading, lines_of, paragraph
from companion.replay.transcript import Transcript
from tests.support.match_logs import LoggedMatch

PAGE = (600.0, 600.0)
CAPTIONS = {
    "en": "Hana lays Rising Vine on c4 and draws a card.",
    "ja": "Hanaが「昇りゆく蔓」をc4に置き、カードを1枚引きました。次はLeoの番です。",
    "zh-Hant": "Hana 把「攀天之藤」放在 c4，並抽一張牌。輪到 Leo。",
}


def text_of(canvas: Canvas, out: io.BytesIO) -> str:
    canvas.save()
    return PdfReader(io.BytesIO(out.getvalue())).pages[0].extract_text()


def drawn(view: dict[str, Any]) -> str:
    """Return the text on a drawn board."""
    out = io.BytesIO()
    canvas = Canvas(out, PAGE, invariant=True)
    board(canvas, view, (0, 0, *PAGE), DARK)
    return text_of(canvas, out)


@pytest.mark.parametrize(
    ("slug", "plies"),
    [("dicebattle", 70), ("jiguan", 40), ("spherion", 60), ("stratosphere", 40), ("yggdrasil", 30)],
)
def test_everything_on_a_board_can_be_read_there(slug: str, plies: int, tmp_path: Path) -> None:
    logged = LoggedMatch(slug, tmp_path / "m.jsonl")
    logged.play(plies)
    report = Transcript(logged.data(), "m")
    view = report.view(report.moments[-1], "en")
    text = re.sub(r"\s", "", drawn(view))
    cards = [cell["card"] for cell in view["board"]["cells"] if "card" in cell]
    tokens = [token for cell in view["board"]["cells"] for token in cell.get("tokens", ())]
    shown = [
        str(card.get(name, ""))
        for card in cards
        if not card.get("down")
        for name in ("figure", "sign", "title", "foot")
    ]
    shown += ["●" * card.get("marks", 0) for card in cards if not card.get("down")]
    shown += [f"×{card['count']}" for card in cards if card["count"] > 1]
    shown += [token["text"][-3:] for token in tokens]
    assert len(cards) > 2
    assert any(shown)
    assert not [each for each in shown if re.sub(r"\s", "", each) not in text]


@pytest.mark.parametrize("palette", [DARK, LIGHT])
def test_seats_that_are_called_by_a_colour_are_drawn_in_it(palette: Palette) -> None:
    blue, red = palette.seat("blue", 0), palette.seat("red", 1)
    assert blue.blue > blue.red
    assert red.red > red.blue
    assert [palette.seat(seat, n) for n, seat in enumerate("AB")] == list(palette.seats[:2])


def test_a_card_that_is_face_down_shows_nothing_of_its_face(tmp_path: Path) -> None:
    logged = LoggedMatch("jiguan", tmp_path / "m.jsonl")
    logged.play(12)
    report = Transcript(logged.data(), "m")
    view = report.view(report.moments[-1], "en")
    for cell in view["board"]["cells"]:
        cell.pop("tokens", None)
        if "card" in cell:
            kept = {name: cell["card"][name] for name in ("owner", "turn")}
            cell["card"] = {**kept, "down": True, "name": "Face down", "count": 3}
    words = set(drawn(view).split())
    assert words - {cell["id"] for cell in view["board"]["cells"]} == {"×3"}


@pytest.mark.parametrize("lang", CAPTIONS)
def test_lines_break_where_the_language_lets_them(lang: str) -> None:
    font = face(lang)
    for width in range(60, 200, 7):
        lines = lines_of(CAPTIONS[lang], lang, font, 10.0, float(width))
        assert "".join(lines).replace(" ", "") == CAPTIONS[lang].replace(" ", "")
        assert not [line for line in lines if line[0] in "、。，」" or line[-1] == "「"]
        words = [word for line in lines for word in re.findall(r"[A-Za-z0-9]+", line)]
        assert words == re.findall(r"[A-Za-z0-9]+", CAPTIONS[lang])


@pytest.mark.parametrize("lang", CAPTIONS)
def test_what_finds_no_room_is_set_smaller_and_only_then_cut_short(lang: str) -> None:
    spoken: dict[int, str] = {}
    for most in (1, 3, 99):
        out = io.BytesIO()
        canvas = Canvas(out, PAGE, invariant=True)
        used = paragraph(
            canvas, CAPTIONS[lang], (0, 600), 150, lang=lang, size=12, colour=LIGHT.ink, most=most
        )
        spoken[most] = re.sub(r"\s", "", text_of(canvas, out))
        assert used <= most * leading(12, lang) + 0.01
    whole = re.sub(r"\s", "", CAPTIONS[lang])
    assert spoken[99] == spoken[3] == whole
    assert spoken[1][-1] == "…"
    assert whole.startswith(spoken[1][:-1])
