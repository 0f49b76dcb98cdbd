"""Files for print services: boxes, pixels, names, standards, and readable tags."""

from __future__ import annotations

import re
import shutil
import subprocess
from io import BytesIO
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree as ET

import pypdf
import pypdfium2
import pytest
import zxingcpp
from PIL import Image, ImageCms
from pypdf.annotations import Link
from pypdf.generic import ArrayObject, DictionaryObject, NameObject

from printkit import cli
from printkit.cards.job import CardJob
from printkit.data.toml_source import TEMPLATES
from printkit.errors import Findings, UsageError
from printkit.export.preview import rasters
from printkit.preflight import Severity, check_pdf
from printkit.preflight.pdf import check_bytes
from printkit.services.data import load_service, profile_of, services
from printkit.services.jobs import ServiceJob, ServicePrint, check_order, print_service
from printkit.services.pdfx import OutputIntent, own_intent, with_intent
from rules import load_manifest

MM = 72 / 25.4


@pytest.fixture(scope="module")
def press(tmp_path_factory: pytest.TempPathFactory) -> ServicePrint:
    """Print one owner's deck for DriveThruCards."""
    out = tmp_path_factory.mktemp("service")
    job = CardJob("yggdrasil", owner="sun", lang="ja", controls=False, out=out)
    return print_service(ServiceJob(job, "drivethrucards"))


def test_pages_alternate_back_and_front_with_exact_boxes(press: ServicePrint) -> None:
    reader = pypdf.PdfReader(press.pdf)
    manifest = load_manifest(press.manifest)
    assert len(reader.pages) == press.pages == 2 * press.cards == 2 * len(manifest.cards)
    for page in reader.pages:
        trim = [float(value) / MM for value in page.trimbox]
        assert trim == pytest.approx([3.175, 3.175, 66.675, 92.075], abs=0.01)
        for box in (page.mediabox, page.bleedbox):
            whole = [float(value) / MM for value in box]
            assert whole == pytest.approx([0, 0, 69.85, 95.25], abs=0.01)
    for number, card in enumerate(manifest.cards):
        assert card.back is not None
        assert (card.back.page, card.front.page) == (2 * number + 1, 2 * number + 2)


def test_a_control_card_is_nobodys_card(tmp_path: Path) -> None:
    """Check that control cards have backs without a tag, so they cannot be read as deck cards."""
    job = CardJob("spherion", owner="blue", art=False, out=tmp_path)
    done = print_service(ServiceJob(job, "press"))
    manifest = load_manifest(done.manifest)
    controls = [card for card in manifest.cards if card.card.startswith("ctl.")]
    assert controls
    assert done.pages == 2 * len(manifest.cards)
    assert all((card.back is None) == (card in controls) for card in manifest.cards)
    pages = list(rasters(done.pdf.read_bytes(), 40))
    fronts = {card.front.page for card in controls}
    for page in [front + 1 for front in fronts]:  # the front comes first for a press
        assert page not in fronts
        assert len(pages[page - 1].getcolors()) == 1


def test_tags_read_back_where_the_manifest_says(press: ServicePrint) -> None:
    manifest = load_manifest(press.manifest)
    pictures = list(islice(rasters(press.pdf.read_bytes(), 254), 12))
    for card in manifest.cards[:6]:
        (code,) = zxingcpp.read_barcodes(pictures[card.front.page - 1])
        assert code.text == card.tag
        corner = code.position.top_left
        assert corner.x / 10 == pytest.approx(card.front.x_mm + card.square.x_mm, abs=0.25)
        assert corner.y / 10 == pytest.approx(card.front.y_mm + card.square.y_mm, abs=0.25)
    backs = {back.tag for back in manifest.backs}
    assert {code.text for code in zxingcpp.read_barcodes(pictures[0])} == backs


def test_black_ink_alone_is_one_ink(tmp_path: Path) -> None:
    """Check that only K is used, so a press needs one plate."""
    words = ["service", "jiguan", "--service", "drivethrucards", "--owner", "sun", "--style", "bw"]
    assert cli.run([*words, "--no-controls", "--out", str(tmp_path)]) == 0
    (pdf,) = tmp_path.glob("*-bw.pdf")
    inks = {
        str(finding.message.facts["most"])
        for finding in check_pdf(pdf).findings
        if finding.code == "pages"
    }
    assert inks <= {str(percent) for percent in range(101)}
    reader = pypdf.PdfReader(pdf)
    for page in reader.pages[:4]:
        content = page.get_contents()
        assert content is not None
        for c, m, y in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) [\d.]+ [kK]\s", content.get_data()):
            assert (float(c), float(m), float(y)) == (0, 0, 0)


def test_nothing_is_white_at_the_rim(press: ServicePrint) -> None:
    for picture in islice(rasters(press.pdf.read_bytes(), 72), 4):
        width, height = picture.size
        rim = [picture.getpixel((x, y)) for x in (1, width - 3) for y in range(2, height - 3, 5)]
        rim += [picture.getpixel((x, y)) for y in (1, height - 3) for x in range(2, width - 3, 5)]
        assert all(min(pixel) < 250 for pixel in rim)


def test_next_to_a_narrower_face_nothing_comes_twice(press: ServicePrint) -> None:
    """Regression: mirroring doubled a corner's sun and a bit of the tag's frame at the rim."""
    mm = 300 / 25.4
    back, front = (page.convert("L") for page in islice(rasters(press.pdf.read_bytes(), 300), 2))
    left, top = (69.85 - 54 * 88.9 / 90) / 2, 3.175
    for x, y in (
        (left, top),
        (69.85 - left, top),
        (left, 95.25 - top),
        (69.85 - left, 95.25 - top),
    ):
        sun = [
            [back.getpixel((round((x + side * away) * mm), round(y * mm))) for away in _AWAY]
            for side in (-1, 1)
        ]
        assert max(abs(a - b) for a, b in zip(*sun, strict=True)) <= 40, (x, y)
        assert max(sun[0]) - min(sun[0][:12]) >= 25, "no sun stands at the corner"
    margin = front.crop((round(3.2 * mm), round(66 * mm), round(8 * mm), round(80 * mm)))
    darkest, lightest = margin.getextrema()
    assert lightest - darkest <= 70


_AWAY = [tenths / 10 for tenths in range(4, 48, 2)]


def test_no_line_shows_where_a_picture_is_stretched(tmp_path: Path) -> None:
    """Check that a Spherion card's foot is one colour across, including the end of its bleed."""
    job = CardJob("spherion", owner="blue", art=True, controls=False, out=tmp_path)
    made = print_service(ServiceJob(job, "drivethrucards"))
    front = pypdfium2.PdfDocument(made.pdf)[1]
    for dpi in (300, 203, 144):
        picture = front.render(scale=dpi / 72).to_pil().convert("L")
        y = picture.height - round(5 / 25.4 * dpi)
        row = [picture.getpixel((x, y)) for x in range(picture.width)]
        assert max(row) - min(row) <= 6, dpi


def test_x1a_has_its_keys_and_our_own_check_agrees(press: ServicePrint) -> None:
    reader = pypdf.PdfReader(press.pdf)
    info, (intent,) = reader.metadata, reader.root_object["/OutputIntents"]
    assert info["/GTS_PDFXVersion"] == "PDF/X-1a:2003"
    assert info["/Trapped"] == "/False"
    assert intent["/S"] == "/GTS_PDFX"
    assert intent["/OutputConditionIdentifier"] == "CGATS TR 001"
    assert intent["/RegistryName"] == "http://www.color.org"
    assert len(reader.trailer["/ID"]) == 2
    report = check_pdf(press.pdf)
    assert {finding.severity for finding in report.findings} == {Severity.NOTE}
    assert "pdfx_fine" in {finding.code for finding in report.findings}


def _claims(writer: pypdf.PdfWriter, **claims: str) -> None:
    writer.add_metadata({f"/{key}": value for key, value in claims.items()})


def _intent(writer: pypdf.PdfWriter) -> dict[str, object]:
    return writer.root_object["/OutputIntents"][0].get_object()


def _a_form() -> DictionaryObject:
    return DictionaryObject({NameObject("/Fields"): ArrayObject()})


def _a_link() -> Link:
    return Link(rect=(10, 10, 50, 50), url="https://example.org")


@pytest.mark.parametrize(
    ("break_it", "reported"),
    [
        (lambda w: w.root_object.pop("/OutputIntents"), "0 output intents"),
        (lambda w: _intent(w).pop("/RegistryName"), "neither"),
        (lambda w: w.pages[0].__delitem__("/TrimBox"), "TrimBox or an ArtBox"),
        (lambda w: setattr(w, "_ID", None), "no ID"),
        (lambda w: setattr(w, "pdf_header", "%PDF-1.7"), "file version 1.7"),
        (lambda w: _claims(w, Title=""), "has no /Title"),
        (lambda w: _claims(w, Trapped="/Unknown"), "Trapped is neither True nor False"),
        (lambda w: w.root_object.update({NameObject("/AcroForm"): _a_form()}), "actions or forms"),
        (lambda w: _intent(w).pop("/OutputConditionIdentifier"), "names no printing condition"),
        (lambda w: w.add_annotation(0, _a_link()), "page 1 has annotations"),
    ],
)
def test_a_broken_claim_is_found(press: ServicePrint, break_it: object, reported: str) -> None:
    writer = pypdf.PdfWriter(clone_from=press.pdf)
    break_it(writer)  # type: ignore[operator]
    out = BytesIO()
    writer.write(out)
    found = [
        f.message.render("en")
        for f in check_bytes(out.getvalue(), "x").findings
        if f.code == "pdfx"
    ]
    assert any(reported in text for text in found), found


def test_x4_needs_no_profile_of_ones_own_where_we_ship_one(tmp_path: Path) -> None:
    job = CardJob("yggdrasil", owner="sun", controls=False, out=tmp_path)
    made = print_service(ServiceJob(job, "press", standard="x4"))
    data = made.pdf.read_bytes()
    assert data.startswith(b"%PDF-1.6")
    reader = pypdf.PdfReader(BytesIO(data))
    (intent,) = reader.root_object["/OutputIntents"]
    _, press = load_service("press")
    assert intent["/DestOutputProfile"].get_data() == profile_of(press)
    assert intent["/DestOutputProfile"]["/N"] == 4
    assert intent["/OutputConditionIdentifier"] == "FOGRA39"
    xmp = reader.root_object["/Metadata"].get_data().decode()
    assert "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>" in xmp
    codes = {f.code for f in check_bytes(data, "x4").findings}
    assert "pdfx_fine" in codes
    assert "pdfx" not in codes
    writer = pypdf.PdfWriter(clone_from=reader)
    del writer.root_object["/Metadata"]
    _claims(writer, GTS_PDFXVersion="PDF/X-4")  # the place that other programs use for it
    out = BytesIO()
    writer.write(out)
    found = [
        f.message.render("en")
        for f in check_bytes(out.getvalue(), "x4").findings
        if f.code == "pdfx"
    ]
    assert any("no XMP metadata" in text for text in found), found


def test_the_shipped_profile_is_one_of_a_press_with_its_licence() -> None:
    _, service = load_service("press")
    profile = ImageCms.ImageCmsProfile(BytesIO(profile_of(service)))
    assert profile.profile.xcolor_space.strip() == "CMYK"
    to_screen = ImageCms.buildTransform(profile, ImageCms.createProfile("sRGB"), "CMYK", "RGB")
    black = ImageCms.applyTransform(Image.new("CMYK", (1, 1), (0, 0, 0, 255)), to_screen)
    red = ImageCms.applyTransform(Image.new("CMYK", (1, 1), (0, 255, 255, 0)), to_screen)
    assert max(black.getpixel((0, 0))) < 50
    r, g, b = red.getpixel((0, 0))
    assert r > 200
    assert max(g, b) < 60
    licence = TEMPLATES / "sheets" / "profiles" / "LICENSE.txt"
    assert "zlib" in licence.read_text(encoding="utf-8")


def test_a_profile_of_ones_own_is_named_and_not_claimed_to_be_registered(
    press: ServicePrint,
) -> None:
    _, service = load_service("press")
    intent = own_intent(profile_of(service))
    assert intent == OutputIntent("FOGRA39L Coated", profile_of(service), registered=False)
    data = with_intent(press.pdf.read_bytes(), "PDF/X-4", intent)
    (written,) = pypdf.PdfReader(BytesIO(data)).root_object["/OutputIntents"]
    assert written["/OutputConditionIdentifier"] == "Custom"
    assert written["/Info"] == "FOGRA39L Coated"
    assert "/RegistryName" not in written


def test_a_standard_without_its_profile_says_what_is_missing(press: ServicePrint) -> None:
    with pytest.raises(UsageError, match=r"profile of CGATS TR 001.*--profile"):
        with_intent(press.pdf.read_bytes(), "PDF/X-4", OutputIntent("CGATS TR 001"))
    for bad in (b"\0" * 200, b"\0" * 12 + b"prtrCMYK" + b"\0" * 16 + b"acsp" + b"\0" * 90):
        with pytest.raises(UsageError, match="ICC profile of a CMYK press"):
            own_intent(bad)


def test_black_texts_and_tags_are_black_ink_alone_and_nothing_is_rgb(press: ServicePrint) -> None:
    """Check each painting operator of the pages' own streams: CMYK, and text in black K only."""
    for page in pypdf.PdfReader(press.pdf).pages:
        content = page.get_contents().get_data()
        assert not re.search(rb"(?<!\S)(?:rg|RG|g|G|cs|CS|sc|SC|scn|SCN)(?!\S)", content)
        states = page["/Resources"].get("/ExtGState", {})
        assert all("/SMask" not in s.get_object() for s in states.values())
        dark = {
            ink for ink in re.findall(rb"((?:[\d.]+ ){4})k", content) if float(ink.split()[3]) > 0.9
        }
        assert dark == {b"0 0 0 1 "}


def test_a_file_the_service_would_refuse_is_not_written(press: ServicePrint) -> None:
    _, service = load_service("drivethrucards")
    data = press.pdf.read_bytes()
    check_order(data, service)
    with pytest.raises(Findings, match="240 % ink, but print services accept 50 %"):
        check_order(data, service.model_copy(update={"ink": 50}))
    writer = pypdf.PdfWriter(clone_from=press.pdf)
    del writer.pages[0]["/TrimBox"]
    out = BytesIO()
    writer.write(out)
    with pytest.raises(Findings, match="would reject this file"):
        check_order(out.getvalue(), service)


def test_two_runs_are_the_same_bytes(press: ServicePrint, tmp_path: Path) -> None:
    job = CardJob("yggdrasil", owner="sun", lang="ja", controls=False, out=tmp_path)
    again = print_service(ServiceJob(job, "drivethrucards"))
    assert again.pdf.read_bytes() == press.pdf.read_bytes()
    assert again.manifest.read_bytes() == press.manifest.read_bytes()


@pytest.mark.parametrize(
    "command",
    [
        ["qpdf", "--check"],
        ["mutool", "info"],
        ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dPDFSTOPONERROR", "-sDEVICE=nullpage"],
    ],
    ids=lambda command: command[0],
)
def test_other_readers_find_no_fault(press: ServicePrint, command: list[str]) -> None:
    tool = shutil.which(command[0])
    if tool is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run(
        [tool, *command[1:], str(press.pdf)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "error" not in done.stderr.lower()
    assert "warning" not in done.stderr.lower()


def test_every_font_is_embedded(press: ServicePrint) -> None:
    tool = shutil.which("pdffonts")
    if tool is None:
        pytest.skip("pdffonts is not installed")
    done = subprocess.run([tool, str(press.pdf)], capture_output=True, text=True, check=True)
    rows = done.stdout.splitlines()[2:]
    assert rows
    assert all(row.split()[-5] == "yes" for row in rows), done.stdout


def test_picture_sets_have_the_services_pixels_and_a_name_a_copy(tmp_path: Path) -> None:
    job = CardJob("jiguan", owner="sun", controls=False, out=tmp_path)
    for service, size in (("thegamecrafter", (750, 1125)), ("makeplayingcards", (747, 1122))):
        made = print_service(ServiceJob(job, service))
        manifest = load_manifest(made.manifest)
        fronts = [path for path in made.pictures if path.parent.name == "fronts"]
        assert len(fronts) == len(set(made.pictures)) - 1 == len(manifest.cards)
        for path, card in zip(fronts[:3], manifest.cards, strict=False):
            assert path.name.endswith(f"{card.card}-sun-{card.copy}.png")
            with Image.open(path) as picture:
                assert picture.size == size
                assert [code.text for code in zxingcpp.read_barcodes(picture)] == [card.tag]


def test_services_say_where_their_facts_are_from() -> None:
    assert {"drivethrucards", "makeplayingcards", "thegamecrafter"} <= set(services())
    for service in services().values():
        assert len(service.facts) > 40
        assert (service.kind == "pdf") == bool(service.standard and service.condition)


def test_misuse_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = ["--out", str(tmp_path)]
    assert cli.run(["service", "jiguan", "--service", "drivethru", *out]) == 2
    assert "did you mean" in capsys.readouterr().err
    assert (
        cli.run(["service", "jiguan", "--service", "thegamecrafter", "--size", "giant", *out]) == 2
    )
    x4 = ["--service", "drivethrucards", "--standard", "x4"]
    assert cli.run(["service", "jiguan", *x4, *out]) == 2
    assert "--profile" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_small_card_is_reported_with_its_scale_and_its_distance_from_the_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, service = load_service("makeplayingcards")
    strict = service.model_copy(update={"safe": 6.0})
    monkeypatch.setattr("printkit.services.jobs.load_service", lambda _name: (name, strict))
    (tmp_path / "one.txt").write_text("1 y03\n", encoding="utf-8")
    deck = {"sun": str(tmp_path / "one.txt")}
    job = CardJob("yggdrasil", deck, owner="sun", art=False, controls=False, out=tmp_path)
    small = next(size for size, (width, _) in service.size.items() if 0 < width < 50)
    warnings = [each.render("en") for each in print_service(ServiceJob(job, name, small)).warnings]
    assert re.fullmatch(
        r"texts are \d\.\d\d mm from the cut, but .* requires 6\.00 mm.*", warnings[0]
    )
    assert re.fullmatch(r"cards are printed at \d\d % of their size", warnings[1])


def test_a_standard_for_pictures_and_an_unreadable_profile_are_refused(tmp_path: Path) -> None:
    job = CardJob("jiguan", owner="sun", art=False, controls=False, out=tmp_path)
    with pytest.raises(UsageError, match=r"takes pictures, not PDF/X: omit --standard"):
        print_service(ServiceJob(job, "makeplayingcards", standard="x4"))
    with pytest.raises(UsageError, match=r"cannot be read \(.*\): name an ICC profile"):
        print_service(ServiceJob(job, "press", profile=tmp_path))


def test_an_order_file_names_a_picture_for_every_slot(tmp_path: Path) -> None:
    job = CardJob("jiguan", owner="sun", out=tmp_path)
    printed = print_service(ServiceJob(job, "makeplayingcards", size="poker"))
    (order,) = [path for path in printed.pictures if path.name == "order.xml"]
    root = ET.parse(order).getroot()  # noqa: S314 - our own file
    assert root.findtext("details/quantity") == str(printed.cards)
    assert int(root.findtext("details/bracket", "0")) >= printed.cards
    for side in ("fronts", "backs"):
        names = [str(card.findtext("id")) for card in root.iterfind(f"{side}/card")]
        assert names
        assert all((order.parent / name).is_file() for name in names)
    slots = [str(card.findtext("slots")) for card in root.iterfind("fronts/card")]
    assert sorted(map(int, ",".join(slots).split(","))) == list(range(printed.cards))
    assert " " not in order.read_text("utf-8").split("<fronts>")[1].replace("  ", "")
    assert (order.parent / str(root.findtext("cardback"))).is_file()


def test_an_order_of_too_many_cards_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printkit.services.jobs.MOST_CARDS", 10)
    job = CardJob("jiguan", out=tmp_path)
    with pytest.raises(UsageError, match="at most 10"):
        print_service(ServiceJob(job, "makeplayingcards", size="poker"))
