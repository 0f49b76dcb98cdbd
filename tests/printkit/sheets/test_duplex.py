"""Backs that align with their fronts: folded, split, and on imprecise printers."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pypdf
import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st

from printkit import cli
from printkit.cards.job import CardJob, SheetOptions
from printkit.cards.write import print_cards
from printkit.errors import EnvironmentFault, UsageError
from printkit.pdf.correction import Correction
from printkit.pdf.fonts import LANGUAGES
from printkit.pdf.geometry import Duplex, Size
from printkit.sheets.calibration import _scales, correction_of, print_calibration
from printkit.sheets.printers import load_printer, printers_file, save_printer
from rules import Message, load_manifest

Raster = Callable[[Path, int, float], np.ndarray]
A4 = Size(210, 297)
EDGES = (Duplex.LONG, Duplex.SHORT)


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty configuration folder."""
    monkeypatch.setattr("typer.get_app_dir", lambda name: str(tmp_path / "config" / name))
    return tmp_path


def test_the_fold_is_seen_on_dark_cards_and_on_paper(tmp_path: Path, raster: Raster) -> None:
    """Check that the fold line has black and white dashes, visible on paper and on navy cards."""
    job = CardJob(
        "yggdrasil",
        owner="moon",
        controls=False,
        sheet=SheetOptions(duplex=Duplex.FOLD),
        out=tmp_path,
    )
    page = raster(print_cards(job).pdf, 1, 300)
    middle = page.shape[1] // 2
    fold = page[:, middle - 3 : middle + 4].reshape(page.shape[0], 7, -1).mean(axis=2)
    more_files = page[:, middle - 30 : middle - 20].reshape(page.shape[0], 10, -1).mean(axis=(1, 2))
    card = more_files < 110
    assert card.sum() > 1500, "navy on both sides of the fold"
    assert (fold[card].max(axis=1) > 200).mean() > 0.99
    assert (fold[card].min(axis=1) < 60).mean() > 0.3


def test_folded_backs_are_across_the_fold_from_their_fronts(tmp_path: Path, raster: Raster) -> None:
    printed = print_cards(
        CardJob(
            "yggdrasil",
            art=False,
            controls=False,
            sheet=SheetOptions(duplex=Duplex.FOLD),
            out=tmp_path,
        )
    )
    manifest = load_manifest(printed.manifest)
    assert printed.pages == printed.sheets == 2 * math.ceil(21 / 5)
    for card in manifest.cards:
        front, back = card.front, card.back
        assert back is not None
        assert back.page == front.page
        assert front.x_mm + front.width_mm <= 105 + 1e-6
        assert back.x_mm == pytest.approx(210 - front.x_mm - front.width_mm, abs=1e-3)
        assert (back.y_mm, back.turn) == (front.y_mm, 270)
    tags = {card.owner: set[str]() for card in manifest.cards}
    backs = {back.owner: back.tag for back in manifest.backs}
    for code in zxingcpp.read_barcodes(raster(printed.pdf, 1, 150)):
        side = (
            "front" if code.position.top_left.x < raster(printed.pdf, 1, 150).shape[1] / 2 else ""
        )
        if side:
            tags["sun"].add(code.text)
        else:
            assert code.text == backs["sun"]
    assert tags["sun"] == {card.tag for card in manifest.cards if card.front.page == 1}


def test_fronts_and_backs_in_two_files_follow_each_other(tmp_path: Path, raster: Raster) -> None:
    job = CardJob("yggdrasil", art=False, sheet=SheetOptions(split=True), out=tmp_path)
    printed = print_cards(job)
    manifest = load_manifest(printed.manifest)
    (backs,) = printed.more_files
    fronts, behind = len(pypdf.PdfReader(printed.pdf).pages), len(pypdf.PdfReader(backs).pages)
    assert (fronts, behind) == (7, 6)
    assert all(card.back is None for card in manifest.cards)
    seen = [code.text for code in zxingcpp.read_barcodes(raster(backs, 5, 150))]
    assert set(seen) == {back.tag for back in manifest.backs if back.owner == "moon"}
    assert len(seen) == len([card for card in manifest.cards if card.front.page == 5])


def test_two_files_need_an_edge(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="need an edge: use --duplex long or short"):
        print_cards(
            CardJob("yggdrasil", sheet=SheetOptions(duplex=Duplex.FOLD, split=True), out=tmp_path)
        )


def through(point: tuple[float, float], duplex: Duplex) -> tuple[float, float]:
    """Return a point of the back page as seen on the front, against the light."""
    x, y = point
    return (A4.width - x, y) if duplex is Duplex.LONG else (x, A4.height - y)


def moved(matrix: tuple[float, ...], point: tuple[float, float]) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


@pytest.mark.parametrize("duplex", EDGES)
@given(x=st.floats(-2.5, 2.5), y=st.floats(-2.5, 2.5), turn=st.floats(-0.8, 0.8))
def test_what_the_sheet_shows_takes_a_printers_error_out(
    duplex: Duplex, x: float, y: float, turn: float
) -> None:
    """Check that the three readings of the test sheet correct a printer's shift and turn."""
    error = Correction(x_mm=x, y_mm=y, rotation_deg=turn).matrix(A4.width, A4.height)
    readings = {}
    for scale in _scales(A4, duplex):
        # The line of the back through this scale's zero, as the printer put it.
        line = [
            through(
                moved(error, through((scale.x + dx, scale.y + dy), duplex)),
                duplex,
            )
            for dx, dy in ([(-20, 0), (20, 0)] if scale.upright else [(0, -20), (0, 20)])
        ]
        (x1, y1), (x2, y2) = line
        if scale.upright:
            share = (scale.x - x1) / (x2 - x1)
            found = y1 + share * (y2 - y1) - scale.y
        else:
            share = (scale.y - y1) / (y2 - y1)
            found = x1 + share * (x2 - x1) - scale.x
        readings[scale.name] = scale.sign * found
    correction = correction_of(**readings, duplex=duplex).matrix(A4.width, A4.height)
    for corner in ((15, 13.5), (195, 283.5), (105, 148.5), (15, 283.5)):
        landed = moved(error, moved(correction, corner))
        assert math.dist(landed, corner) < 0.1


def test_a_corrected_back_page_is_moved_and_its_boxes_are_not(
    own_folder: Path, raster: Raster
) -> None:
    save_printer("office", Correction(x_mm=1.5, y_mm=-0.5))
    plain = print_cards(CardJob("yggdrasil", art=False, out=own_folder))
    moved_ = print_cards(
        CardJob("yggdrasil", art=False, sheet=SheetOptions(printer="office"), out=own_folder)
    )
    for page, dx, dy in ((1, 0.0, 0.0), (2, 1.5, -0.5)):
        before, after = (
            {
                (code.text, round(code.position.top_left.y / 300)): code.position
                for code in zxingcpp.read_barcodes(raster(found.pdf, page, 200))
            }
            for found in (plain, moved_)
        )
        assert before.keys() == after.keys()
        px = 25.4 / 200
        shifts = [
            ((after[k].top_left.x - p.top_left.x) * px, (after[k].top_left.y - p.top_left.y) * px)
            for k, p in before.items()
        ]
        assert np.mean(shifts, axis=0) == pytest.approx((dx, dy), abs=0.1)
    boxes = [pypdf.PdfReader(found.pdf).pages[1].trimbox for found in (plain, moved_)]
    assert boxes[0] == boxes[1]


def test_printers_are_kept_by_name(own_folder: Path) -> None:
    save_printer("office", Correction(x_mm=0.4))
    save_printer("the old one", Correction(rotation_deg=-0.2))
    assert load_printer("OFFICE").x_mm == 0.4
    assert load_printer("the old one").rotation_deg == -0.2
    with pytest.raises(UsageError, match="no printer 'offise': did you mean \"office\""):
        load_printer("offise")
    assert printers_file().is_relative_to(own_folder)


def test_a_name_is_the_same_however_a_system_writes_its_letters(own_folder: Path) -> None:
    apart = unicodedata.normalize("NFD", "ガレージ")
    save_printer(apart, Correction(x_mm=0.4))
    save_printer("ガレージ", Correction(x_mm=0.5))
    assert load_printer(apart).x_mm == load_printer("ガレージ").x_mm == 0.5


def test_who_has_no_home_is_reported_and_nothing_is_called_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    # as for an account without a home folder
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(EnvironmentFault, match="no home folder") as found:
        save_printer("office", Correction())
    assert "ホームフォルダー" in found.value.message.render("ja")
    with pytest.raises(EnvironmentFault, match=r"HOME|APPDATA"):
        load_printer("office")
    assert not (tmp_path / "~").exists()


def test_a_printer_that_cannot_be_kept_is_not_sent_to_another_folder(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("printkit.pdf.output._temporary", refuse)
    with pytest.raises(EnvironmentFault, match=r"printers\.toml cannot be written") as caught:
        save_printer("office", Correction())
    assert "--out" not in str(caught.value)


def test_a_printer_of_two_words_is_shown_as_it_is_typed(
    own_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["calibrate", "--save", "My printer", "--x", "0.4"]) == 0
    assert '--printer "My printer"' in capsys.readouterr().err


def test_an_unmeasured_printer_gets_measuring_instructions(own_folder: Path) -> None:
    with pytest.raises(UsageError, match="printkit calibrate"):
        load_printer("office")


def test_readings_no_printer_has_are_refused() -> None:
    with pytest.raises(UsageError, match="read the sheet again"):
        correction_of(12, 0, 0, Duplex.LONG)
    with pytest.raises(UsageError, match="read the sheet again"):
        correction_of(0, 0, 5, Duplex.LONG)
    for read in ((4.1, 0, 0), (0, -4.1, -4), (0, 4, 4.1)):
        with pytest.raises(UsageError, match=r"at most 4 mm.*--duplex.*100 %"):
            correction_of(*read, Duplex.LONG)
    assert correction_of(4, -4, -4, Duplex.LONG) == Correction(x_mm=4, y_mm=-4)


def test_a_deck_without_backs_reports_what_it_lacks(tmp_path: Path) -> None:
    job = CardJob("jiguan", owner="sun", controls=False, art=False, out=tmp_path)
    assert print_cards(job).warnings == ()
    (report,) = print_cards(replace(job, sheet=SheetOptions(duplex=Duplex.NONE))).warnings
    assert "face-down cards" in report.render("en")
    assert "伏せた" in report.render("ja")


@pytest.mark.parametrize("lang", ["en", "ja", "zh-Hant"])
@pytest.mark.parametrize("duplex", EDGES)
def test_the_sheet_has_two_pages_and_is_the_same_every_time(
    lang: str, duplex: Duplex, tmp_path: Path
) -> None:
    sheet = print_calibration("A4", duplex, lang, tmp_path)
    first = sheet.read_bytes()
    assert print_calibration("A4", duplex, lang, tmp_path).read_bytes() == first
    assert len(pypdf.PdfReader(sheet).pages) == 2


def test_from_sheet_to_corrected_cards_on_the_command_line(
    own_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ["--out", str(own_folder)]
    assert cli.run(["calibrate", *out]) == 0
    save = ["calibrate", "--save", "office", "--x", "0.4", "--y", "-0.2", "--edge", "-0.2"]
    assert cli.run(save) == 0
    assert load_printer("office") == Correction(x_mm=0.4, y_mm=-0.2)
    assert cli.run(["cards", "yggdrasil", "--no-art", "--printer", "office", *out]) == 0
    assert cli.run(["cards", "yggdrasil", "--no-art", "--printer", "ofice", *out]) == 2
    assert "office" in capsys.readouterr().err


@pytest.mark.parametrize("slug", ["dicebattle", "spherion"])
def test_pages_of_control_cards_have_empty_backs(slug: str, tmp_path: Path, raster: Raster) -> None:
    """Check that an empty page follows each page of control cards, as its back when printed."""
    printed = print_cards(CardJob(slug, art=False, out=tmp_path))
    manifest = load_manifest(printed.manifest)
    assert printed.pages == 2 * printed.sheets - 1  # the last page needs no back
    pages = {card.front.page for card in manifest.cards if card.back is None}
    assert len(pages) > 1
    assert {page % 2 for page in pages} == {1}
    for page in sorted(pages)[:-1]:
        assert raster(printed.pdf, page + 1, 20).min() == 255


def test_a_printers_name_that_a_file_cannot_hold_is_refused(own_folder: Path) -> None:
    with pytest.raises(UsageError, match="'"):
        save_printer("a/b", Correction())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_calibration_sheet_has_a_line_of_100_mm(paper: str, lang: str, tmp_path: Path) -> None:
    (page, _) = pypdf.PdfReader(print_calibration(paper, Duplex.LONG, lang, tmp_path)).pages
    check = re.sub(r"\s", "", Message("sheet.actual_size").render(lang))
    assert check in re.sub(r"\s", "", page.extract_text())
    content = page.get_contents()
    assert content is not None
    drawn = re.findall(rb"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l", content.get_data())
    lengths = [abs(float(x2) - float(x1)) for x1, y1, x2, y2 in drawn if y1 == y2]
    assert max(lengths) == pytest.approx(100)
