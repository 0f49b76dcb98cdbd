"""The PDF's contents equal the manifest, read back from the real file."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import jsonschema
import numpy as np
import pypdf
import pytest
import zxingcpp

from printkit.cards import pictures as art
from printkit.cards.faces import CardFaces
from printkit.cards.job import CardJob, SheetOptions
from printkit.cards.tagged_pieces import PlannedPiece
from printkit.cards.write import Printed, print_cards
from printkit.errors import MissingGlyphs, TextOverflow, UsageError
from printkit.mats.sheets import PrintedMat
from printkit.pdf.fonts import LANGUAGES, Fonts
from printkit.pdf.geometry import Duplex, FaceSpot, Rect, face_to_page
from printkit.pdf.tags import MIN_DISTANCE, TagPanel, modules
from printkit.sheets.papers import card_papers, layout
from printkit.template.card_template import Style, load_card_template
from printkit.typeset.setting import Setter
from rules import Manifest, PrintedCard, TagKind, load_catalog, load_manifest, parse_tag
from rules.records.manifest import Spot as PageSpot
from rules.version import __version__

Raster = Callable[[Path, int, float], np.ndarray]
SCHEMA = Path(__file__).parents[3] / "rules" / "records" / "manifest.schema.json"
MM = 72 / 25.4


def tags_seen(image: np.ndarray) -> dict[str, zxingcpp.Barcode]:
    return {code.text: code for code in zxingcpp.read_barcodes(image)}


def test_every_tag_is_read_from_a_150_dpi_raster_where_the_manifest_says(
    printed: Printed, manifest: Manifest, raster: Raster
) -> None:
    backs = {back.owner: back.tag for back in manifest.backs}
    expected: dict[int, dict[str, int]] = {}
    for card in manifest.cards:
        page = expected.setdefault(card.front.page, {})
        page[card.tag] = page.get(card.tag, 0) + 1
        if card.back is not None:
            page = expected.setdefault(card.back.page, {})
            page[backs[card.owner]] = page.get(backs[card.owner], 0) + 1
    assert set(expected) == set(range(1, printed.pages + 1))
    for page, wanted in expected.items():
        found: dict[str, int] = {}
        for code in zxingcpp.read_barcodes(raster(printed.pdf, page, 150)):
            found[code.text] = found.get(code.text, 0) + 1
        assert found == wanted, f"page {page}"


def white_square_edges(
    image: np.ndarray, spot: PageSpot, panel: TagPanel, dpi: float
) -> list[float]:
    """Return the page positions of a tag's four white-square edges, measured in mm in a picture."""
    px = 25.4 / dpi
    face = FaceSpot(Rect(spot.x_mm, spot.y_mm, spot.width_mm, spot.height_mm), spot.turn)
    white = panel.white
    corners = [face_to_page(face, p) for p in ((white.x, white.y), (white.right, white.bottom))]
    (left, right), (top, bottom) = (sorted(axis) for axis in zip(*corners, strict=True))
    edges = []
    for edge, across, along, outward in (
        (left, (top, bottom), 0, -1),
        (right, (top, bottom), 0, 1),
        (top, (left, right), 1, -1),
        (bottom, (left, right), 1, 1),
    ):
        # A line across the edge, 0.75 mm into the quiet zone from the neighbouring edge.
        cut = round((across[0] + 0.75) / px)
        low, high = round((edge - 1) / px), round((edge + 1) / px)
        line = image[cut, low:high] if along == 0 else image[low:high, cut]
        light = (line.astype(float) - line.min()) / (float(line.max()) - float(line.min()))
        dark_mm = float((1 - light).sum()) * px
        edges.append(low * px + dark_mm if outward < 0 else high * px - dark_mm)
    return [edges[i] - expected for i, expected in enumerate((left, right, top, bottom))]


def test_tags_are_within_a_tenth_of_a_millimetre_of_the_manifest(
    printed: Printed, manifest: Manifest, raster: Raster
) -> None:
    worst = 0.0
    for card in manifest.cards:
        square = card.square
        panel = TagPanel(square.x_mm - 2 - 32 / 21, square.y_mm - 2 - 32 / 21, square.size_mm)
        image = raster(printed.pdf, card.front.page, 300)
        worst = max(worst, *(abs(e) for e in white_square_edges(image, card.front, panel, 300)))
    for card in manifest.cards:
        if card.back is None:
            continue
        square = manifest.backs[0].square
        panel = TagPanel(square.x_mm - 2 - 32 / 21, square.y_mm - 2 - 32 / 21, square.size_mm)
        image = raster(printed.pdf, card.back.page, 300)
        worst = max(worst, *(abs(e) for e in white_square_edges(image, card.back, panel, 300)))
    assert 0 < worst <= 0.1


def test_the_symbol_is_where_the_square_says_module_by_module(
    printed: Printed, manifest: Manifest, raster: Raster
) -> None:
    for card in (manifest.cards[0], manifest.cards[-1]):
        face = FaceSpot(
            Rect(card.front.x_mm, card.front.y_mm, card.front.width_mm, card.front.height_mm),
            card.front.turn,
        )
        image = raster(printed.pdf, card.front.page, 300)
        module = card.square.size_mm / 21
        for row, line in enumerate(modules(card.tag)):
            for column, dark in enumerate(line):
                x, y = face_to_page(
                    face,
                    (
                        card.square.x_mm + (column + 0.5) * module,
                        card.square.y_mm + (row + 0.5) * module,
                    ),
                )
                grey = image[int(y * 300 / 25.4), int(x * 300 / 25.4)]
                assert (grey < 128) == dark


def test_all_tags_of_a_run_and_of_its_mat_keep_their_distance(
    manifest: Manifest, mat: PrintedMat
) -> None:
    texts = [c.tag for c in manifest.cards] + [b.tag for b in manifest.backs]
    texts += [mark.tag for mark in load_manifest(mat.manifest).mats[0].fiducials]
    grids = [np.array(modules(text)) for text in texts]
    assert len(texts) == 42 + 9 + 3 + 2 + 4
    worst = min(int((a != b).sum()) for i, a in enumerate(grids) for b in grids[i + 1 :])
    assert worst >= MIN_DISTANCE


def test_the_manifest_fits_its_schema(printed: Printed) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    data = json.loads(printed.manifest.read_text(encoding="utf-8"))
    jsonschema.validate(data, schema)
    data["cards"][0]["front"]["turn"] = 45
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, schema)


def test_the_manifest_names_the_program_that_printed(manifest: Manifest) -> None:
    assert manifest.tool == f"printkit {__version__}"
    assert manifest.template == "yggdrasil/card@1"


def test_decks_are_printed_whole(manifest: Manifest) -> None:
    decks = load_catalog("yggdrasil").decks
    for owner, name in (("sun", "orchard"), ("moon", "hunt")):
        deck = decks[name]
        wanted = sorted([*deck.cards, *deck.extras["root"]])
        assert sorted(c.card for c in manifest.cards if c.owner == owner) == wanted
        copies = [(c.card, c.copy) for c in manifest.cards if c.owner == owner]
        assert len(set(copies)) == len(copies)


def test_tags_name_their_paper(manifest: Manifest) -> None:
    cards = load_catalog("yggdrasil").cards
    decks = {}
    for card in manifest.cards:
        tag = parse_tag(card.tag)
        assert tag.game == "Y"
        assert tag.copy == card.copy
        if card.owner:
            assert tag.kind is TagKind.CARD
            assert tag.number == cards[card.card].number
            decks.setdefault(card.owner, tag.deck)
            assert decks[card.owner] == tag.deck
        else:
            kind = TagKind.CONTROL if card.card.startswith("ctl.") else TagKind.TOKEN
            assert tag.kind is kind
    assert decks["sun"] != decks["moon"]
    controls = {c.card for c in manifest.cards if c.card.startswith("ctl.")}
    words = ("end_turn", "ready", "undo", "why", "repeat", "pause", "yes", "no", "language")
    assert controls == {f"ctl.{word}" for word in words}


def test_fronts_and_backs_meet_through_the_paper(manifest: Manifest) -> None:
    for card in manifest.cards:
        if card.back is None:
            assert card.owner == ""
            continue
        front, back = card.front, card.back
        assert back.page == front.page + 1
        assert back.x_mm == pytest.approx(210 - front.x_mm - front.width_mm, abs=1e-3)
        assert back.y_mm == pytest.approx(front.y_mm, abs=1e-3)
        assert (front.turn, back.turn) == (90, 270)


def test_page_boxes_hints_and_fonts(printed: Printed) -> None:
    reader = pypdf.PdfReader(printed.pdf)
    assert len(reader.pages) == printed.pages
    page = reader.pages[0]
    assert [float(v) for v in page.mediabox] == pytest.approx([0, 0, 210 * MM, 297 * MM], abs=0.01)
    trim = [15 * MM, 13.5 * MM, 195 * MM, 283.5 * MM]
    assert [float(v) for v in page.trimbox] == pytest.approx(trim, abs=0.01)
    bleed = [12 * MM, 10.5 * MM, 198 * MM, 286.5 * MM]
    assert [float(v) for v in page.bleedbox] == pytest.approx(bleed, abs=0.01)
    hints = reader.trailer["/Root"]["/ViewerPreferences"]
    assert hints["/PrintScaling"] == "/None"
    assert hints["/Duplex"] == "/DuplexFlipLongEdge"
    seen = set()
    for sheet in reader.pages:
        for font in sheet["/Resources"]["/Font"].values():
            seen.add(font["/BaseFont"])
            assert "/FontFile2" in font["/FontDescriptor"], font["/BaseFont"]
    assert any("Cinzel" in name for name in seen)
    assert not any("Helvetica" in name for name in seen)


def test_black_text_overprints(printed: Printed) -> None:
    page = pypdf.PdfReader(printed.pdf).pages[0]
    states = [state.get_object() for state in page["/Resources"]["/ExtGState"].values()]
    assert any(state.get("/op") == True for state in states)  # noqa: E712 - a PDF boolean
    assert any(state.get("/OPM") == 1 for state in states)


def test_nothing_is_a_bitmap(printed: Printed) -> None:
    for page in pypdf.PdfReader(printed.pdf).pages:
        assert not list(page.images)


def test_the_same_run_gives_the_same_bytes(printed: Printed, tmp_path: Path) -> None:
    again = print_cards(CardJob("yggdrasil", art=False, out=tmp_path))
    assert again.pdf.read_bytes() == printed.pdf.read_bytes()
    assert again.manifest.read_bytes() == printed.manifest.read_bytes()


def test_one_owner_alone_carries_the_same_tags(manifest: Manifest, tmp_path: Path) -> None:
    job = CardJob("yggdrasil", art=False, owner="moon", controls=False, out=tmp_path)
    alone = json.loads(print_cards(job).manifest.read_text(encoding="utf-8"))
    wanted = [c.tag for c in manifest.cards if c.owner == "moon"]
    assert [c["tag"] for c in alone["cards"]] == wanted
    assert [b["owner"] for b in alone["backs"]] == ["moon"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_of_the_pool_fits_in_every_language(lang: str) -> None:
    catalog, template, fonts = (
        load_catalog("yggdrasil"),
        load_card_template("yggdrasil"),
        Fonts(lang),
    )
    faces, setter = CardFaces(catalog, template, fonts, "full", art=False), Setter(fonts)
    for card in catalog.cards.values():
        texts = faces.set_front(PlannedPiece(card.id, 35, 35, "sun", ""), setter).texts
        shown = {item.slot.name for item in texts}
        assert {"power", "name", "footer"} <= shown
        assert ("fruits" in shown) == (card.facts["fruits"] != "0")
        assert ({"keyword", "text"} <= shown) == bool(card.texts[lang])
    setter.finish()


@pytest.mark.parametrize("lang", ["ja", "zh-Hant"])
def test_every_language_fits_in_both_dresses(lang: str, tmp_path: Path) -> None:
    job = CardJob(
        "yggdrasil", lang=lang, style="ink", sheet=SheetOptions(duplex=Duplex.NONE), out=tmp_path
    )
    printed = print_cards(job)
    text = pypdf.PdfReader(printed.pdf).pages[0].extract_text()
    assert load_catalog("yggdrasil").names[lang] in text
    assert printed.pages == printed.sheets == 7


@pytest.mark.parametrize("paper", [name for name in card_papers() if name != "A4"])
def test_other_papers(paper: str, tmp_path: Path, raster: Raster) -> None:
    job = CardJob("yggdrasil", art=False, sheet=SheetOptions(paper, Duplex.SHORT), out=tmp_path)
    printed = print_cards(job)
    manifest = json.loads(printed.manifest.read_text(encoding="utf-8"))
    _, sheet = layout(paper, load_card_template("yggdrasil").size)
    for owner in ("sun", "moon"):
        fronts = [card["front"]["page"] for card in manifest["cards"] if card["owner"] == owner]
        assert len(set(fronts)) == -(-len(fronts) // sheet.per_page)
    last = max(card["front"]["page"] for card in manifest["cards"] if card["owner"])
    wanted = {card["tag"] for card in manifest["cards"] if card["front"]["page"] == last}
    assert wanted == set(tags_seen(raster(printed.pdf, last, 150)))


def test_a_chosen_deck_number_is_used(tmp_path: Path) -> None:
    job = CardJob("yggdrasil", art=False, deck_number=1294, controls=False, out=tmp_path)
    data = json.loads(print_cards(job).manifest.read_text(encoding="utf-8"))
    numbers = {c["owner"]: parse_tag(c["tag"]).deck for c in data["cards"]}
    assert numbers == {"sun": 1294, "moon": 1295}
    assert "-n1294." in data["pdf"]


def test_deck_numbers_never_wrap_round(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"deck number 1295: 2 decks .* use 0 to 1294"):
        print_cards(CardJob("yggdrasil", art=False, deck_number=1295, out=tmp_path))


def test_an_unknown_deck_is_reported_with_a_near_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no deck 'orchad': did you mean \"orchard\""):
        print_cards(CardJob("yggdrasil", decks={"sun": "orchad"}, out=tmp_path))
    assert not list(tmp_path.iterdir())


def with_card(monkeypatch: pytest.MonkeyPatch, **changes: object) -> None:
    """Print with one changed card in the Sun's deck."""
    real = load_catalog("yggdrasil")
    card = real.cards["y03"]
    changed = replace(real, cards={**real.cards, "y03": replace(card, **changes)})
    monkeypatch.setattr("printkit.cards.plan.load_catalog", lambda slug: changed)


def test_a_missing_glyph_stops_the_run_before_anything_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    names = {"en": "Rising \U0001f33f Vine", "ja": "昇", "zh-Hant": "藤"}
    with_card(monkeypatch, names=names)
    with pytest.raises(MissingGlyphs) as caught:
        print_cards(CardJob("yggdrasil", art=False, out=tmp_path))
    (line,) = str(caught.value).splitlines()
    assert "cards.csv:4: card y03: name (en): no font has '\U0001f33f' (U+1F33F" in line
    assert not list(tmp_path.iterdir())


def test_a_text_that_does_not_fit_is_a_finding(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    texts = dict.fromkeys(("en", "ja"), "far too long a rule for a column this narrow " * 5)
    with_card(monkeypatch, texts=texts)
    with pytest.raises(TextOverflow) as caught:
        print_cards(CardJob("yggdrasil", art=False, out=tmp_path))
    assert len(caught.value.lines) == 1
    assert "card y03: text (en)" in str(caught.value).splitlines()[0]
    assert (
        "“far too long a rule for a column …” takes 16 lines at 5.5 pt"
        in str(caught.value).splitlines()[0]
    )
    assert (
        "but the slot has room for 8: shorten it by about 103 characters"
        in str(caught.value).splitlines()[0]
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("style", ["full", "ink"])
def test_tags_are_read_with_the_pictures_around_them(
    style: Style, tmp_path: Path, raster: Raster
) -> None:
    job = CardJob("yggdrasil", style=style, controls=False, out=tmp_path)
    printed = print_cards(job)
    assert printed.warnings == ()
    manifest = load_manifest(printed.manifest)
    for back in manifest.backs:
        page = next(c.front.page for c in manifest.cards if c.owner == back.owner)
        wanted = {c.tag for c in manifest.cards if c.front.page == page}
        assert wanted == set(tags_seen(raster(printed.pdf, page, 150)))
        assert set(tags_seen(raster(printed.pdf, page + 1, 150))) == {back.tag}


@pytest.mark.parametrize("small", [False, True], ids=["full", "small"])
def test_light_and_dark_cards_share_no_cut(tmp_path: Path, *, small: bool) -> None:
    printed = print_cards(CardJob("jiguan", art=False, small=small, out=tmp_path))
    manifest = load_manifest(printed.manifest)
    of_page: dict[int, set[str]] = {}
    for card in manifest.cards:
        of_page.setdefault(card.front.page, set()).add(card.owner)
    cards = [owners for owners in of_page.values() if owners & {"sun", "moon"} and "" not in owners]
    assert cards == [{"sun"}, {"moon"}]
    text = pypdf.PdfReader(printed.pdf).pages[0].extract_text()
    assert f"1/{printed.sheets}" in text


def test_a_packs_light_and_dark_cards_share_no_sheet(tmp_path: Path) -> None:
    """Check that both owners' cards are separated on as few sheets as they need."""
    printed = print_cards(CardJob("stratosphere", art=False, controls=False, out=tmp_path))
    colour = {card.id: card.facts["colour"] for card in load_catalog("stratosphere").cards.values()}
    of_page: dict[int, list[str]] = {}
    for card in load_manifest(printed.manifest).cards:
        of_page.setdefault(card.front.page, []).append(colour[card.card])
    assert all(len(set(colours)) == 1 for colours in of_page.values())
    assert len(of_page) == 6


def test_a_card_without_a_picture_is_printed_plain_and_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    real = art.front

    def front(game: str, card: str, owner: art.Owner, style: art.Style) -> art.Picture:
        if card == "y03":
            raise UsageError(card)
        return real(game, card, owner, style)

    monkeypatch.setattr(art, "front", front)
    printed = print_cards(CardJob("yggdrasil", owner="sun", out=tmp_path))
    (bare,) = printed.warnings
    assert bare.render("en") == "printed without a picture: y03 (sun)"


def test_the_ruler_is_100_mm_long(printed: Printed, raster: Raster) -> None:
    image = raster(printed.pdf, 1, 300)
    px = 25.4 / 300
    row = round((13.5 + 270 + 6.5) / px)
    dark = np.flatnonzero(image[row - 2 : row + 3].min(axis=0) < 200) * px
    line = dark[(dark > 40) & (dark < 170)]
    assert line.max() - line.min() == pytest.approx(100, abs=0.3)
    assert np.diff(line).max() < 2 * px, "one unbroken line"
    ticks = np.flatnonzero(image[round((13.5 + 270 + 6.0) / px)] < 200) * px
    assert ticks.min() > 54, "crop marks end above it"
    assert ticks.max() < 156


def test_controls_can_be_left_out(tmp_path: Path) -> None:
    job = CardJob(
        "yggdrasil", art=False, controls=False, sheet=SheetOptions(duplex=Duplex.NONE), out=tmp_path
    )
    printed = print_cards(job)
    assert printed.controls == 0
    assert printed.pages == 6
    cards: list[PrintedCard] = json.loads(printed.manifest.read_text(encoding="utf-8"))["cards"]
    assert len(cards) == 42
