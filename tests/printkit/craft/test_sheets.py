"""Sheets of things to build, sticker sheets and the shopping list: their contents on paper."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pypdf
import pytest
import zxingcpp

from printkit import cli
from printkit.books.reference.cards import ReferenceJob, print_reference
from printkit.craft.job import plan_craft, print_craft
from printkit.craft.order import CraftJob
from printkit.craft.registry import MAKERS
from printkit.craft.sheet import body_of
from printkit.craft.shopping import shopping_list
from printkit.craft.stickers import StickerJob, label_sheets, print_stickers
from printkit.data.toml_source import TEMPLATES
from printkit.errors import TemplateFaults, UsageError
from printkit.pdf.fonts import LANGUAGES
from printkit.sheets.papers import card_papers, paper
from rules import Message, load_manifest
from tests.support.pdf_text import page_texts

Raster = Callable[[Path, int, float], np.ndarray]
WITH_GAME = {"box": "yggdrasil", "screen": "spherion"}


def text_of(path: Path) -> str:
    return "".join("".join(page_texts(path)).split())


def fonts_of(path: Path) -> list[pypdf.generic.DictionaryObject]:
    return [
        font.get_object()
        for page in pypdf.PdfReader(path).pages
        for font in page["/Resources"].get_object().get("/Font", {}).values()  # type: ignore[union-attr]
    ]


@pytest.mark.parametrize("what", sorted(MAKERS))
def test_every_sheet_prints_whole_and_the_same_again(what: str, tmp_path: Path) -> None:
    job = CraftJob(what, WITH_GAME.get(what, ""), "ja", out=tmp_path / "a")
    printed = print_craft(job)
    again = print_craft(CraftJob(what, WITH_GAME.get(what, ""), "ja", out=tmp_path / "b"))
    assert printed.pdf.read_bytes() == again.pdf.read_bytes()
    reader = pypdf.PdfReader(printed.pdf)
    assert len(reader.pages) == printed.pages
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/PrintScaling"] == "/None"  # type: ignore[index]
    for font in fonts_of(printed.pdf):
        assert "/FontFile2" in font["/FontDescriptor"], font["/BaseFont"]  # type: ignore[operator]
    for page in reader.pages:
        seen = "".join(page.extract_text().split())
        for lang in LANGUAGES:  # the legend has three languages on every page
            for kind in ("cut", "mountain", "valley", "glue"):
                assert "".join(Message(f"sheet.craft_line_{kind}").render(lang).split()) in seen


@pytest.mark.parametrize("sheet", card_papers())
@pytest.mark.parametrize("what", sorted(MAKERS))
def test_nets_are_on_the_paper_and_apart(what: str, sheet: str) -> None:
    found = plan_craft(CraftJob(what, WITH_GAME.get(what, ""), paper=sheet))
    for page in found.pages:
        body = body_of(found.order.size, band=page.band)
        boxes = [placed_nets.box for placed_nets in page.placed_nets]
        assert all(body.holds(box, 1e-3) for box in boxes)
        assert not any(a.shared(b) for n, a in enumerate(boxes) for b in boxes[:n])
        for placed_nets in page.placed_nets:
            for panel in placed_nets.net.panels:
                for x, y in (placed_nets.matrix(corner) for corner in panel.outline):
                    assert placed_nets.box.grown(0.01, 0.01, 0.01, 0.01).holds(
                        type(body)(x, y, 0, 0), 0.01
                    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("style", ["full", "ink"])
def test_every_language_and_style(lang: str, style: str, tmp_path: Path) -> None:
    for what in MAKERS:
        job = CraftJob(what, WITH_GAME.get(what, ""), lang, style=style, out=tmp_path)  # type: ignore[arg-type]
        assert "".join(Message(f"sheet.craft_{what}").render(lang).split()) in text_of(
            print_craft(job).pdf
        )


def test_the_ruler_measures_a_hundred_millimetres(tmp_path: Path, raster: Raster) -> None:
    printed = print_craft(CraftJob("d6", out=tmp_path))
    dpi = 254.0  # 10 px/mm
    grey = raster(printed.pdf, 1, dpi)
    _, size = paper("A4")
    row = round((size.height - 8 - 4.2) * 10)
    dark = np.flatnonzero(np.any(grey[row - 2 : row + 3, :1200] < 128, axis=0))
    assert abs((dark.max() - dark.min()) / 10 - 100) < 0.3


def test_stickers_are_read_where_the_manifest_says(tmp_path: Path, raster: Raster) -> None:
    for name, sheet in label_sheets().items():
        printed = print_stickers(StickerJob("yggdrasil", "orchard", name, out=tmp_path))
        manifest = load_manifest(printed.manifest)
        assert len(manifest.cards) == printed.stickers == 42
        grey = raster(printed.pdf, 1, 200.0)
        mm = 200 / 25.4
        for n, card in enumerate(c for c in manifest.cards if c.front.page == 1):
            x, y = card.front.x_mm + card.square.x_mm, card.front.y_mm + card.square.y_mm
            side = card.square.size_mm
            label = sheet.label(n)
            rim = manifest.symbol.frame_mm + manifest.symbol.quiet_modules * side / 21
            assert label.x <= x - rim
            assert x + side + rim <= label.right
            assert label.y <= y - rim
            assert y + side + rim <= label.bottom
            left, top, reach = (round(v * mm) for v in (x - 1.2, y - 1.2, side + 2.4))
            cut = np.ascontiguousarray(grey[top : top + reach, left : left + reach])
            read = zxingcpp.read_barcode(
                np.kron(np.pad(cut, 8, constant_values=255), np.ones((2, 2), np.uint8))
            )
            assert read is not None
            assert read.text == card.tag


@pytest.mark.parametrize("name", label_sheets())
def test_label_sheets_are_as_white_left_as_right_and_above_as_below(name: str) -> None:
    sheet = label_sheets()[name]
    _, size = paper(sheet.paper)
    first, last = sheet.label(0), sheet.label(sheet.per_page - 1)
    assert first.x == pytest.approx(size.width - last.right, abs=0.1)
    assert first.y == pytest.approx(size.height - last.bottom, abs=0.1) or name == "plain"


def test_stickers_carry_the_tags_of_printed_cards(tmp_path: Path) -> None:
    from printkit.cards.job import CardJob
    from printkit.cards.plan import plan_cards

    printed = print_stickers(StickerJob("yggdrasil", out=tmp_path))
    manifest = load_manifest(printed.manifest)
    pieces = plan_cards(CardJob("yggdrasil", art=False)).pieces
    assert [card.tag for card in manifest.cards] == [piece.tag for piece in pieces.cards]
    assert (manifest.card_width_mm, manifest.card_height_mm) == (63, 88)


@pytest.mark.parametrize("card", ["big", "63", "5x5", "900x900"])
def test_a_card_size_that_makes_no_sense_is_reported(card: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"write width x height in mm.* from 30 to 200"):
        print_stickers(StickerJob("yggdrasil", card=card, out=tmp_path))


@pytest.mark.parametrize(
    ("line", "report"),
    [
        ("columns = 4", "should fit on a sheet of A4"),
        ("across = 60.0", "should not have overlapping labels"),
    ],
)
def test_a_label_sheet_of_ones_own_that_cannot_be_is_reported_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, report: str
) -> None:
    text = (TEMPLATES / "sheets" / "labels.toml").read_text("utf-8")
    key = line.partition(" = ")[0]
    (tmp_path / "sheets").mkdir()
    edited = re.sub(f"^{key} = .*$", line, text, count=1, flags=re.MULTILINE)
    (tmp_path / "sheets" / "labels.toml").write_text(edited, "utf-8")
    monkeypatch.setattr("printkit.craft.stickers.TEMPLATES", tmp_path)
    label_sheets.cache_clear()
    with pytest.raises(TemplateFaults, match=rf"labels\.toml:5: label\.L7160: {report}"):
        label_sheets()


def test_a_label_too_small_for_a_tag_is_refused_with_the_least_that_is_not() -> None:
    label = label_sheets()["L7160"]
    with pytest.raises(UsageError, match=r"63\.5 × 9 mm .* labels of at least \d+ mm") as caught:
        label.model_copy(update={"height": 9.0}).panel()
    least = re.findall(r"of at least (\d+) mm", str(caught.value))[-1]
    assert label.model_copy(update={"height": float(least)}).panel()
    with pytest.raises(UsageError):
        label.model_copy(update={"height": float(least) - 1}).panel()


def test_the_shopping_list_counts_what_is_printed(tmp_path: Path) -> None:
    found = shopping_list("dicebattle", "en")
    parts = {entry.part: entry for entry in found.entries}
    assert (
        parts["reference"].sheets
        == print_reference(ReferenceJob("dicebattle", out=tmp_path)).sheets
    )
    assert parts["d6"].sheets == print_craft(CraftJob("d6", "dicebattle", out=tmp_path)).pages
    assert (parts["d6"].pieces, parts["stars"].pieces) == (2, 8)  # DBM-1.2, DBM-1.5
    assert found.sheets == sum(entry.sheets for entry in found.entries)
    assert found.data()["sheets"]["all"] == found.sheets
    assert any(str(found.of("card")) in line for line in found.lines())


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["craft", "stars", "--json", "--out", str(tmp_path)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert Path(report["pdf"]).is_file()
    assert cli.run(["craft", "stickers", "jiguan", "--json", "--out", str(tmp_path)]) == 0
    assert load_manifest(Path(json.loads(capsys.readouterr().out)["manifest"])).cards
    assert cli.run(["craft", "boat", "--out", str(tmp_path)]) == 2
    assert "no thing 'boat'" in capsys.readouterr().err


def test_help_needs_no_heavy_library() -> None:
    code = "import sys; from printkit import cli; cli.run(['craft', '--help']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "reportlab" not in done.stdout.split()


def test_a_label_of_the_tags_size_has_no_words_and_a_full_sheet_no_ruler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    label = label_sheets()["L7160"]
    small = {"width": 24.0, "height": 24.0, "columns": 5, "rows": 12, "left": 5.0, "top": 4.0}
    full = label.model_copy(update={**small, "across": 30.0, "down": 24.0})
    monkeypatch.setattr("printkit.craft.stickers.label_sheets", lambda: {"full": full})
    printed = print_stickers(StickerJob("yggdrasil", out=tmp_path))
    assert printed.stickers == len(load_manifest(printed.manifest).cards)
    assert text_of(printed.pdf) == ""


def test_a_shopping_list_names_only_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert any("Paper of" in line for line in shopping_list("yggdrasil", "en").lines())
    for name, found in (("load_reference", None), ("booklet_paper", "A3"), ("usual_mat", "")):
        monkeypatch.setattr(f"printkit.craft.shopping.{name}", lambda *_, found=found: found)
    bare = shopping_list("yggdrasil", "en")
    assert {"reference", "rulebook", "mat"}.isdisjoint(entry.part for entry in bare.entries)
    cards = replace(bare, entries=tuple(e for e in bare.entries if e.stock == "card"))
    lines = list(cards.lines())
    assert not any("Paper of" in line or "the mat" in line for line in lines)
