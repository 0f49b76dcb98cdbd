"""Preflight finds planted faults, and nothing in a sound file."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pypdf
import pytest
from pypdf.generic import ArrayObject, FloatObject, NameObject
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from printkit import cli
from printkit.cards.faces import SetCard
from printkit.cards.job import CardJob
from printkit.cards.layout import CardLayout
from printkit.cards.one_face import different, load_faces
from printkit.cards.write import print_cards
from printkit.errors import Findings, UsageError
from printkit.pdf.drawing import Cmyk
from printkit.pdf.fonts import LANGUAGES
from printkit.pdf.geometry import Size
from printkit.pdf.tags import TagPanel
from printkit.preflight import GameCheck, Report, Severity, check_game, check_pdf, game
from printkit.preflight.camera import AssumedCamera, check_tags, width_needed
from printkit.preflight.inks import heaviest, heaviest_shading
from printkit.preflight.pdf import check_bytes
from printkit.preflight.texts import check_texts, contrast
from printkit.template.findings import error, warning
from rules import DataError, Fault, Message
from rules.messages.message import render


@pytest.fixture(scope="module")
def layout() -> CardLayout:
    """Return one owner's deck of The Yggdrasil with its pictures."""
    return load_faces(CardJob("yggdrasil", owner="moon", controls=False))


def codes(report: Report, severity: Severity) -> set[str]:
    return {finding.code for finding in report.findings if finding.severity is severity}


def test_a_shipped_game_has_no_errors_and_says_what_was_measured() -> None:
    report = check_game(GameCheck(CardJob("yggdrasil", lang="ja"), AssumedCamera(3840, 2160)))
    assert codes(report, Severity.ERROR) == set()
    assert {"tag_good", "ink_fine", "pages"} <= codes(report, Severity.NOTE)


def test_an_ink_like_its_ground_is_found_on_every_text(
    layout: CardLayout, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(check_texts(layout)) == []
    inks = layout.plan.template.owner["moon"]["full"]
    monkeypatch.setitem(inks, "name", Cmyk(90, 80, 25, 45))
    found = list(check_texts(layout))
    cards = [face for face in different(layout) if face.kind == "card"]
    assert [finding.code for finding in found] == ["contrast_of_several"] * len(found)
    assert found
    assert all(render(finding.where, "en").endswith(": name") for finding in found)
    counted = [int(str(finding.message.facts["faces"])) for finding in found]
    assert sum(counted) == len(cards), "each face is counted once, in one finding"
    assert len(found) <= 2, "one finding for each severity, not for each card"


def test_a_halo_saves_a_text_from_its_ground(
    layout: CardLayout, monkeypatch: pytest.MonkeyPatch
) -> None:
    inks = layout.plan.template.owner["moon"]["full"]
    monkeypatch.setitem(inks, "text", Cmyk(90, 80, 25, 45))
    slots = {
        render(f.where, "en").rpartition(": ")[2]
        for f in check_texts(layout)
        if f.code.startswith("contrast")
    }
    assert "text" in slots
    monkeypatch.setitem(inks, "ground", Cmyk(0, 0, 0, 0))
    slots = {
        render(f.where, "en").rpartition(": ")[2]
        for f in check_texts(layout)
        if f.code.startswith("contrast")
    }
    assert "footer" not in slots


def test_a_picture_with_too_much_ink_is_found_on_its_face(
    layout: CardLayout, monkeypatch: pytest.MonkeyPatch
) -> None:
    heavy = next(face for face in different(layout) if face.kind == "card")
    assert isinstance(heavy.item, SetCard)
    picture = heavy.item.picture
    monkeypatch.setattr(
        game, "heaviest_of_picture", lambda shown: 300.0 if shown is picture else 200.0
    )
    wrong, fine = game._check_ink(layout)
    assert (wrong.code, wrong.severity, render(wrong.where, "en")) == (
        "ink",
        Severity.ERROR,
        render(heavy.label, "en"),
    )
    assert "300 %" in wrong.message.render("en")
    assert fine.code == "ink_fine"


def test_faults_of_a_games_data_are_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_job: CardJob) -> None:
        raise DataError([Fault("cards.csv", 3, "power", "is no number")])

    monkeypatch.setattr(game, "plan_cards", fail)
    (finding,) = check_game(GameCheck(CardJob("yggdrasil"))).findings
    assert render(finding.where, "en") == "cards.csv:3"
    assert "is no number" in finding.message.render("en")


def test_contrast_is_that_of_wcag() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((118, 118, 118), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)
    assert contrast((9, 9, 9), (9, 9, 9)) == 1


def test_a_text_beyond_the_safe_zone_is_found(layout: CardLayout) -> None:
    one = layout.fronts[0]
    slot = one.texts[0].slot.model_copy(update={"box": [0.5, 3.6, 12.2, 13.0]})
    moved = replace(one.texts[0], slot=slot)
    front = replace(one, texts=(moved,))
    found = list(check_texts(replace(layout, fronts=(front,), backs={})))
    assert "unsafe" in {finding.code for finding in found}
    assert not [f for f in check_texts(layout) if f.code == "unsafe"]


def test_wrong_facts_missing_glyphs_and_long_names_are_reported_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from rules import load_catalog

    catalog = load_catalog("yggdrasil")
    first, second = list(catalog.cards)[:2]
    changed = {
        first: replace(
            catalog.cards[first], names={**catalog.cards[first].names, "en": "Ḁ\U0001f409"}
        ),
        second: replace(
            catalog.cards[second],
            names={**catalog.cards[second].names, "en": "W" * 60},
            facts={**catalog.cards[second].facts, "power": "x"},
        ),
    }
    faulty = replace(catalog, cards={**catalog.cards, **changed})
    monkeypatch.setattr("printkit.cards.plan.load_catalog", lambda slug: faulty)
    report = check_game(GameCheck(CardJob("yggdrasil")))
    found = {finding.code: finding for finding in report.findings}
    assert {"data", "glyph", "too_wide"} <= set(found), "the game's own faults, too"
    assert (
        render(found["glyph"].where, "en")
        == f"card_data/yggdrasil/cards.csv:2: card {first}: name (en)"
    )
    assert "U+1F409" in found["glyph"].message.render("ja")
    for lang in LANGUAGES:
        assert "templates/yggdrasil/fonts/faces.toml" in found["glyph"].message.render(lang)
    assert "「WWWW" in found["too_wide"].message.render("zh-Hant")
    with pytest.raises(Findings) as caught:
        print_cards(CardJob("yggdrasil", art=False))
    assert len(caught.value.lines) == len(report.findings), "and they are raised together"


@pytest.mark.parametrize(
    ("camera", "px"),
    [
        (AssumedCamera(1920, 1080), 0.7 * 1080 / 420 * 16 / 21),
        (AssumedCamera(3840, 2160), 0.7 * 2160 / 420 * 16 / 21),
        (AssumedCamera(1920, 1080, 600, 70), 1920 / (1200 * math.tan(math.radians(35))) * 16 / 21),
    ],
)
def test_pixels_a_module_follow_from_camera_and_mat(camera: AssumedCamera, px: float) -> None:
    assert camera.scale(Size(594, 420)) * 16 / 21 == pytest.approx(px)
    found = check_tags("yggdrasil", ["4x5"], {"card": TagPanel(0, 0)}, 1.0, camera)
    cards = [f for f in found if "px" in f.message.facts and "card" in render(f.where, "en")]
    assert [float(str(f.message.facts["px"])) for f in cards] == [pytest.approx(px, abs=0.006)]


@pytest.mark.parametrize(
    ("camera", "code"),
    [
        (AssumedCamera(640, 480), "tag_unreadable"),
        (AssumedCamera(1600, 900), "tag_tight"),
        (AssumedCamera(3840, 2160), "tag_good"),
        (AssumedCamera(3840, 2160, 300), "out_of_view"),
    ],
)
def test_a_camera_is_judged_by_what_its_reader_needs(camera: AssumedCamera, code: str) -> None:
    found = check_tags("yggdrasil", ["4x5"], {"card": TagPanel(0, 0)}, 1.0, camera)
    assert code in {finding.code for finding in found}


def test_a_camera_nobody_named_is_no_fault_of_the_paper() -> None:
    panels = {"token": TagPanel(0, 0, 12.0)}
    for named, severity in ((True, Severity.ERROR), (False, Severity.WARNING)):
        camera = AssumedCamera(1280, 720, named=named)
        found = check_tags("yggdrasil", ["4x5"], panels, 1.0, camera)
        (reported,) = [
            f for f in found if f.code == "tag_unreadable" and "token" in render(f.where, "en")
        ]
        assert reported.severity is severity
        px = 0.7 * 720 / 420 * 12 / 21
        assert int(str(reported.message.facts["enough"])) == pytest.approx(1280 * 0.8 / px, abs=10)
        assert render(reported.message.facts["ample"], "en") in reported.message.render("ja")


def test_a_tag_that_no_usual_camera_reads_is_an_error() -> None:
    found = check_tags(
        "yggdrasil", ["4x5"], {"card": TagPanel(0, 0, 3.0)}, 1.0, AssumedCamera(named=False)
    )
    worst = {f.code for f in found if f.severity is Severity.ERROR}
    assert worst == {"module_small", "tag_unreadable"}


def test_the_picture_a_mat_needs_is_a_usual_one_that_reads_it() -> None:
    globe = Size(1548, 1070)
    assert width_needed(Size(594, 420), 16.0) == 1280
    assert width_needed(globe, 16.0) == 3840
    assert width_needed(globe, 3.0) > 3840


def test_black_ink_is_not_measured_in_colour_and_a_coarse_picture_is_reported_with_its_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    coarse = warning("coarse", "page 1", dpi="50", good="300")
    monkeypatch.setattr(
        "printkit.preflight.game.check_bytes", lambda *_, **__: Report("x", (coarse,))
    )
    report = check_game(GameCheck(CardJob("yggdrasil", style="bw", owner="moon", controls=False)))
    assert {"ink", "ink_fine", "coarse"} & {finding.code for finding in report.findings} == set()


def test_a_card_without_a_picture_gets_the_place_of_its_scene(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lacking(*_: str) -> None:
        raise UsageError("none")

    monkeypatch.setattr("printkit.cards.pictures.front", lacking)
    report = check_game(GameCheck(CardJob("yggdrasil", owner="moon", controls=False)))
    (reported,) = {
        each.message.render("en") for each in report.findings if each.code == "no_picture"
    }
    assert "add its scene to artwork/yggdrasil" in reported
    assert "draw it with python -m artwork yggdrasil" in reported


def test_quiet_zone_and_module_are_judged_without_a_camera() -> None:
    found = check_tags("yggdrasil", [], {"card": TagPanel(0, 0, 6.0, 1.0)}, 1.0, AssumedCamera())
    assert [finding.code for finding in found] == ["quiet_zone", "module_small"]


def test_the_heaviest_paint_counts() -> None:
    assert heaviest(b"q .1 0 0 0 k 0 0 5 5 re f 1 .9 .5 .2 K S Q") == pytest.approx(260)
    assert heaviest(b"/k 3 Do 1 2 m (x) k") == 0
    assert heaviest_shading("<< /C0 [.5 .5 0 0] /C1 [1 1 .6 0] >>") == pytest.approx(260)


# --- any PDF


def page(size: tuple[float, float] = (200, 200)) -> tuple[Canvas, BytesIO]:
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=size, invariant=1)
    canvas.setTrimBox((20, 20, 180, 180))
    canvas.setBleedBox((10, 10, 190, 190))
    canvas.setViewerPreference("PrintScaling", "None")
    return canvas, buffer


def checked(canvas: Canvas, buffer: BytesIO) -> Report:
    canvas.showPage()
    canvas.save()
    return check_bytes(buffer.getvalue(), "test.pdf")


def test_a_font_that_is_not_embedded_is_an_error() -> None:
    canvas, buffer = page()
    canvas.setFont("Helvetica", 12)
    canvas.drawString(50, 50, "1 1 1 1 k")
    report = checked(canvas, buffer)
    assert codes(report, Severity.ERROR) == {"font"}
    assert "ink" not in codes(report, Severity.WARNING)


def test_heavy_ink_rgb_and_transparency_are_found() -> None:
    canvas, buffer = page()
    canvas.setFillColorCMYK(1, 1, 0.5, 0.2)
    canvas.rect(30, 30, 20, 20, fill=1)
    canvas.setFillColorRGB(1, 0, 0)
    canvas.setFillAlpha(0.5)
    canvas.rect(60, 30, 20, 20, fill=1)
    report = checked(canvas, buffer)
    found = {finding.code: finding for finding in report.findings}
    assert found["ink"].message.facts["most"] == "270"
    assert {"rgb", "transparent"} <= codes(report, Severity.NOTE)


@pytest.mark.parametrize(("side_mm", "worst"), [(25.4, None), (38.1, "note"), (76.2, "warning")])
def test_bitmaps_are_measured_where_they_are_placed(side_mm: float, worst: str | None) -> None:
    from PIL import Image

    canvas, buffer = page((400, 400))
    picture = Image.new("CMYK", (300, 300))
    side = side_mm * 72 / 25.4
    canvas.rotate(30)
    canvas.drawImage(ImageReader(picture), 50, 50, side, side)
    report = checked(canvas, buffer)
    coarse = [finding for finding in report.findings if finding.code == "coarse"]
    assert [finding.severity.value for finding in coarse] == ([worst] if worst else [])
    if coarse:
        assert coarse[0].message.facts["dpi"] == f"{300 * 25.4 / side_mm:.0f}"


def test_boxes_and_scaling_are_checked(tmp_path: Path) -> None:
    canvas, buffer = page()
    canvas.showPage()
    canvas.save()
    writer = pypdf.PdfWriter(clone_from=BytesIO(buffer.getvalue()))
    del writer.pages[0]["/BleedBox"]
    writer.pages[0][NameObject("/TrimBox")] = ArrayObject(map(FloatObject, (20, 20, 260, 180)))
    del writer.root_object["/ViewerPreferences"]
    file = tmp_path / "boxes.pdf"
    writer.write(file)
    report = check_pdf(file)
    assert "box_order" in codes(report, Severity.ERROR)
    assert codes(report, Severity.WARNING) == {"box_missing", "print_scaling"}


@pytest.mark.parametrize(
    "data", [b"", b"%PDF-1.4\n", b"no pdf at all" * 50, b"%PDF-1.7\n1 0 obj <<"]
)
def test_what_is_no_pdf_is_one_finding(data: bytes) -> None:
    report = check_bytes(data, "odd.pdf")
    assert [finding.code for finding in report.findings] == ["not_pdf"]


def test_an_encrypted_pdf_is_one_finding() -> None:
    canvas, buffer = page()
    canvas.showPage()
    canvas.save()
    writer = pypdf.PdfWriter(clone_from=BytesIO(buffer.getvalue()))
    writer.encrypt("secret", algorithm="RC4-128")
    out = BytesIO()
    writer.write(out)
    assert codes(check_bytes(out.getvalue(), "x.pdf"), Severity.ERROR) == {"encrypted"}


# --- the command


def test_errors_exit_1_and_json_is_one_object(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "odd.pdf"
    file.write_bytes(b"nothing")
    assert cli.run(["check", str(file), "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["counts"]["error"] == 1
    assert data["findings"][0]["code"] == "not_pdf"
    assert cli.run(["check", str(tmp_path / "none.pdf")]) == 2
    assert "cannot be read" in capsys.readouterr().err
    assert cli.run(["check", "yggdrasil", "--camera-px", "big"]) == 2


def test_a_pdf_is_known_by_its_first_bytes_and_no_other_file_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "scan").write_bytes(b"%PDF-1.7 and nothing more")
    assert cli.run(["check", str(tmp_path / "scan"), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["findings"][0]["code"] == "not_pdf"
    (tmp_path / "deck.txt").write_text("2 y03\n", "utf-8")
    assert cli.run(["check", str(tmp_path / "deck.txt")]) == 2
    assert "deck.txt" in capsys.readouterr().err


def test_findings_are_reported_in_the_language_asked_for() -> None:
    finding = error("ink", Message("check.at_page", numbers=1), most=300, limit=240)
    assert finding.line.render("en").startswith("error: page 1: 300 % ink")
    assert finding.line.render("ja").startswith("エラー：1ページ：インク総量が300 %")
    assert finding.line.render("zh-Hant").startswith("錯誤：第1頁：總墨量300 %")


def test_a_manifest_of_another_pdf_is_reported_and_one_that_lacks(tmp_path: Path) -> None:
    """Check files that were separated by a kill between two renames, or by copying."""
    words = ["cards", "yggdrasil", "--no-art", "--no-controls", "--out", str(tmp_path)]
    assert cli.run([*words, "--owner", "sun"]) == 0
    assert cli.run([*words, "--owner", "moon"]) == 0
    ours, other = sorted(tmp_path.glob("*.pdf"))
    sidecar = ours.with_suffix(".manifest.json")
    assert not codes(check_pdf(ours), Severity.ERROR)
    assert not codes(check_pdf(other), Severity.ERROR)
    kept = ours.read_bytes()
    ours.write_bytes(other.read_bytes())
    assert codes(check_pdf(ours), Severity.ERROR) == {"wrong_seal"}
    ours.write_bytes(kept)
    sidecar.write_text(sidecar.read_text("utf-8")[:200], "utf-8")
    assert codes(check_pdf(ours), Severity.ERROR) == {"broken_seal"}
    sidecar.unlink()
    assert codes(check_pdf(ours), Severity.ERROR) == {"unsealed"}


def test_a_pdf_without_tags_needs_no_manifest(tmp_path: Path) -> None:
    assert cli.run(["reference", "yggdrasil", "--out", str(tmp_path)]) == 0
    (pdf,) = tmp_path.glob("*.pdf")
    assert not codes(check_pdf(pdf), Severity.ERROR)


@pytest.mark.parametrize("lang", ["ja", "zh-Hant"])
def test_where_something_was_found_is_reported_in_the_language(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["check", "jiguan", "--say", lang]) == 0

    reported = capsys.readouterr()
    for english in ("document", "pictures", "tag of", "mat ", "fiducial", "control", ": "):
        assert english not in reported.out, english
    assert {"ja": "四隅のマーク", "zh-Hant": "角落標記"}[lang] in reported.out
