"""Reference cards fit, cite existing clauses, are printed back to back, and have no tag."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pypdf
import pytest
import zxingcpp
from pypdf.generic import DictionaryObject

from printkit import cli
from printkit.books.reference import cards as reference
from printkit.books.reference.cards import ReferenceJob, print_reference
from printkit.books.reference.data import MOST_SIDES, Reference, check_reference, load_reference
from printkit.books.reference.faces import SAMPLE_SCALE
from printkit.cards.pieces import load_pieces
from printkit.errors import MissingGlyphs, TemplateFaults, TextOverflow, UsageError
from printkit.pdf.fonts import LANGUAGES, Fonts
from printkit.pdf.geometry import Duplex, Rect
from printkit.preflight.texts import line_boxes
from rules import load_catalog
from tests.support.reference_cards import side_setter

Raster = Callable[[Path, int, float], np.ndarray]
GAMES = ("dicebattle", "jiguan", "spherion", "stratosphere", "yggdrasil")
MM = 72 / 25.4


def squeezed(text: str) -> str:
    """Return text without spaces, line ends and hyphens, which PDF readers may lose or add."""
    return re.sub(r"[\s\u00ad\u200b\ufffe\u0002-]+", "", text)


def loaded(game: str) -> Reference:
    """Return a game's reference cards, which must exist."""
    found = load_reference(game)
    assert found is not None
    return found


def text_of(path: Path) -> str:
    """Return all text of a PDF without spaces, including text on rotated cards."""
    return squeezed("".join(page.extract_text() for page in pypdf.PdfReader(path).pages))


def inside(thing: DictionaryObject, *keys: str) -> DictionaryObject:
    """Return the PDF object under these keys, or an empty one if a key is missing."""
    for key in keys:
        found = thing[key].get_object() if key in thing else DictionaryObject()
        assert isinstance(found, DictionaryObject)
        thing = found
    return thing


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_and_clause_number_stands_on_the_cards(
    game: str, lang: str, tmp_path: Path
) -> None:
    printed = print_reference(ReferenceJob(game, lang, players=1, out=tmp_path))
    assert (printed.cards, printed.pages, printed.sheets, printed.warnings) == (2, 2, 1, ())
    whole = text_of(printed.pdf)
    for side in loaded(game).side:
        assert squeezed(side.title[lang]) in whole
        for item in side.item:
            wanted = squeezed(item.head.get(lang, "") + item.text[lang])
            cited = "·".join(c if n == 0 else c.split("-")[1] for n, c in enumerate(item.clauses))
            assert wanted in whole
            assert squeezed(cited) in whole
        for control in load_pieces(game).control if side.controls else ():
            assert squeezed(control.word[lang]) in whole


@pytest.mark.parametrize("game", GAMES)
def test_two_cards_a_player_with_the_turn_and_the_control_cards(game: str) -> None:
    cards = loaded(game)
    check_reference(cards, load_catalog(game))
    assert len(cards.side) <= MOST_SIDES
    assert [side.controls for side in cards.side].count(True) == 1
    assert any(side.in_book for side in cards.side)
    cited = {clause for side in cards.side for item in side.item for clause in item.clauses}
    assert len(cited) >= 15


def test_backs_are_behind_their_fronts(tmp_path: Path) -> None:
    for duplex, mirrored in ((Duplex.LONG, True), (Duplex.SHORT, False)):
        job = ReferenceJob("yggdrasil", duplex=duplex, players=1, out=tmp_path)
        front, back = pypdf.PdfReader(print_reference(job).pdf).pages
        width, height = (float(side) for side in front.mediabox[2:])
        left, bottom, right, top = (float(edge) for edge in front.trimbox)
        behind = (width - right, bottom, width - left, top)
        if not mirrored:
            behind = (left, height - top, right, height - bottom)
        assert [float(edge) for edge in back.trimbox] == pytest.approx(behind, abs=0.01)
        assert (right - left) / MM == pytest.approx(180)
        assert (top - bottom) / MM == pytest.approx(54)


def test_hints_boxes_and_fonts(tmp_path: Path) -> None:
    reader = pypdf.PdfReader(print_reference(ReferenceJob("jiguan", "zh-Hant", out=tmp_path)).pdf)
    hints = inside(reader.trailer, "/Root", "/ViewerPreferences")
    report = [str(hints[key]) for key in ("/PrintScaling", "/Duplex")]
    assert report == ["/None", "/DuplexFlipLongEdge"]
    for page in reader.pages:
        for edge, bleed, grown in zip(page.trimbox, page.bleedbox, (-3, -3, 3, 3), strict=True):
            assert (float(bleed) - float(edge)) / MM == pytest.approx(grown, abs=0.01)
        for font in inside(page, "/Resources", "/Font").values():
            assert "/FontFile2" in font.get_object()["/FontDescriptor"]


@pytest.mark.parametrize("game", ["yggdrasil", "jiguan", "dicebattle"])
def test_no_camera_takes_a_reference_card_for_a_card(
    game: str, tmp_path: Path, raster: Raster
) -> None:
    printed = print_reference(ReferenceJob(game, duplex=Duplex.NONE, players=1, out=tmp_path))
    assert list(zxingcpp.read_barcodes(raster(printed.pdf, 1, 200))) == []


def test_one_sided_cards_and_a_set_for_every_seat(tmp_path: Path) -> None:
    one_sided = print_reference(ReferenceJob("stratosphere", duplex=Duplex.NONE, out=tmp_path))
    assert (one_sided.cards, one_sided.pages, one_sided.sheets) == (16, 2, 2)
    both_sides = print_reference(ReferenceJob("stratosphere", out=tmp_path))
    assert (both_sides.cards, both_sides.pages, both_sides.sheets) == (8, 2, 1)


def test_the_same_cards_are_the_same_bytes(tmp_path: Path) -> None:
    one = print_reference(ReferenceJob("spherion", "ja", out=tmp_path / "one")).pdf
    other = print_reference(ReferenceJob("spherion", "ja", out=tmp_path / "other")).pdf
    assert one.read_bytes() == other.read_bytes()


def altered(monkeypatch: pytest.MonkeyPatch, **change: object) -> None:
    """Change the first item of The Yggdrasil's first side."""
    cards = loaded("yggdrasil")
    first = cards.side[0]
    item = first.item[0].model_copy(update=change)
    side = first.model_copy(update={"item": [item, *first.item[1:]]})
    new = cards.model_copy(update={"side": [side, *cards.side[1:]]})
    monkeypatch.setattr(reference, "load_reference", lambda _slug: new)


@pytest.mark.parametrize(
    ("change", "kind", "what"),
    [
        ({"clauses": ["YGG-77.7"]}, TemplateFaults, r"side turn: cites 'YGG-77\.7'"),
        (
            {"text": dict.fromkeys(LANGUAGES, "too many words " * 40)},
            TextOverflow,
            r"reference\.toml: side turn \(en\): the texts do not fit into 69 mm at 5\.5 pt",
        ),
        (
            {"text": dict.fromkeys(LANGUAGES, "x" * 80)},
            TextOverflow,
            r"side turn \(en\): a word of “Draw  x+” is wider",
        ),
        (
            {"text": dict.fromkeys(LANGUAGES, "a \U00012000")},
            MissingGlyphs,
            r"side turn \(en\).*U\+12000",
        ),
    ],
)
def test_what_cannot_be_printed_is_named_and_nothing_is_written(
    change: dict[str, object],
    kind: type[Exception],
    what: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    altered(monkeypatch, **change)
    with pytest.raises(kind, match=what):
        print_reference(ReferenceJob("yggdrasil", out=tmp_path))
    assert list(tmp_path.iterdir()) == []


def sampled(monkeypatch: pytest.MonkeyPatch, **change: object) -> None:
    """Change the sample card of The Yggdrasil's side that has one."""
    cards = loaded("yggdrasil")
    sides = [
        side.model_copy(update={"sample": side.sample.model_copy(update=change)})
        if side.sample
        else side
        for side in cards.side
    ]
    new = cards.model_copy(update={"side": sides})
    monkeypatch.setattr(reference, "load_reference", lambda _slug: new)


def test_a_sample_that_no_deck_has_is_omitted_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sampled(monkeypatch, card="y99")
    printed = print_reference(ReferenceJob("yggdrasil", players=1, out=tmp_path))
    (warning,) = printed.warnings
    assert "y99" in warning.render("en")
    assert squeezed(load_catalog("yggdrasil").cards["y11"].names["en"]) not in text_of(printed.pdf)


def test_a_sample_without_its_picture_is_drawn_plain_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printkit.cards.pictures.available", lambda _slug: False)
    printed = print_reference(ReferenceJob("yggdrasil", players=1, out=tmp_path))
    (warning,) = printed.warnings
    assert "y11" in warning.render("en")
    assert squeezed(load_catalog("yggdrasil").cards["y11"].names["en"]) in text_of(printed.pdf)


def test_a_samples_owner_that_the_template_lacks_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sampled(monkeypatch, owner="star")
    with pytest.raises(UsageError, match=r"no owner 'star' in templates/yggdrasil/card\.toml"):
        print_reference(ReferenceJob("yggdrasil", out=tmp_path))


def test_a_title_that_is_too_long_at_the_smallest_size_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = loaded("yggdrasil")
    side = cards.side[0].model_copy(update={"title": dict.fromkeys(LANGUAGES, "Turn " * 40)})
    new = cards.model_copy(update={"side": [side, *cards.side[1:]]})
    monkeypatch.setattr(reference, "load_reference", lambda _slug: new)
    with pytest.raises(TextOverflow, match=r"side turn \(en\): the title 'Turn .* shorten it"):
        print_reference(ReferenceJob("yggdrasil", out=tmp_path))


def test_a_game_without_reference_cards_says_what_to_write(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(reference, "load_reference", lambda _slug: None)
    with pytest.raises(UsageError, match=r"templates/jiguan/reference\.toml is missing"):
        print_reference(ReferenceJob("jiguan", out=tmp_path))


def test_the_command_reports_what_it_wrote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["reference", "yggdrasil", "--json", "--out", str(tmp_path)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["cards"], report["pages"], report["sheets"]) == (4, 2, 1)
    assert Path(report["pdf"]).is_file()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_control_cards_that_do_the_same_share_a_row(lang: str) -> None:
    fonts = Fonts(lang, slug="spherion")
    setter = side_setter("spherion", fonts, "full")
    (side,) = (side for side in loaded("spherion").side if side.controls)
    found = setter.set(side, 4, 4, 1)
    signs = [[sign.name for sign in row.signs] for _, row in found.rows if row.signs]
    assert signs[-1] == ["rock", "paper", "scissors"]
    assert [len(names) for names in signs[:-1]] == [1] * (len(signs) - 1)
    assert found.size >= 6.0, "what is read at the table"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["dicebattle", "jiguan", "yggdrasil"])
def test_no_pointer_is_on_a_word_of_its_sample(game: str, lang: str) -> None:
    fonts = Fonts(lang, slug=game)
    setter = side_setter(game, fonts, "ink")
    (side,) = (each for each in loaded(game).side if each.sample)
    shown = setter.set(side, 1, 1, 1)
    assert shown.sample is not None
    half, size = 0.5 / SAMPLE_SCALE, shown.sample.template.size
    corner = size.width, size.height
    for item in side.item:
        if item.at is not None:
            dot = Rect(item.at[0] - half, item.at[1] - half, 2 * half, 2 * half)
            assert all(0 < at < full for at, full in zip(item.at, corner, strict=True)), item.mark
            for text in shown.sample.card.texts:
                boxes = line_boxes(fonts, text)
                assert not any(box.shared(dot) for box in boxes), (item.mark, text.slot.name)


@pytest.mark.parametrize(
    ("game", "slots"),
    [
        ("dicebattle", {"level", "kind", "grant", "text"}),
        ("yggdrasil", {"power", "fruits", "text"}),
    ],
)
def test_a_sample_shows_all_that_is_pointed_at(game: str, slots: set[str]) -> None:
    fonts = Fonts("en", slug=game)
    setter = side_setter(game, fonts, "ink")
    (side,) = (each for each in loaded(game).side if each.sample)
    sample = setter.set(side, 1, 1, 1).sample
    assert sample is not None
    assert slots <= {text.slot.name for text in sample.card.texts}


@pytest.mark.parametrize("game", GAMES)
def test_a_side_explains_by_pictures(game: str) -> None:
    pictured = [side for side in loaded(game).side if side.figure]
    assert pictured
    setter = side_setter(game, Fonts("en", slug=game), "ink")
    for side in pictured:
        found = setter.set(side, 1, 1, 1)
        boxes = [box for _, box in found.figures]
        assert len(boxes) == sum(len(figure.shown) for figure in side.figure)
        assert all(box.x >= 3.9 and box.right <= 50.1 for box in boxes)
        assert max(box.bottom for box in boxes) < min(y for y, _ in found.rows)
        assert found.size >= 6.0, "what is read at the table"


def test_a_pictured_example_that_no_longer_holds_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    data = loaded("yggdrasil").model_dump()
    (figure,) = (figure for side in data["side"] for figure in side["figure"])
    figure["shown"][1]["board"]["breaks"] = "YGG-6.1"
    cards = Reference.model_validate(data)
    monkeypatch.setattr(reference, "load_reference", lambda _slug: cards)
    with pytest.raises(TemplateFaults, match=r"reference\.toml.*side\.end.*YGG-6\.4"):
        print_reference(ReferenceJob("yggdrasil", out=tmp_path))
