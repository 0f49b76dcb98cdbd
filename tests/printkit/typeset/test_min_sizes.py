"""Legible type: minimum sizes on paper, fine print, and how far a text is from fitting."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path
from types import SimpleNamespace

import pytest

from artwork.jiguan import compose
from artwork.spherion import ground
from printkit.books.rulebook.data import BookData
from printkit.cards.faces import CardFaces
from printkit.cards.job import CardJob
from printkit.cards.layout import lay_out_cards
from printkit.cards.plan import plan_cards
from printkit.cards.tagged_pieces import PlannedPiece
from printkit.data.toml_source import TEMPLATES, game_slugs, read_toml
from printkit.errors import TemplateFaults
from printkit.pdf.drawing import BLACK
from printkit.pdf.fonts import LANGUAGES, PT, Fonts
from printkit.pdf.geometry import Rect
from printkit.preflight.game import check_mat_words
from printkit.preflight.texts import line_boxes
from printkit.template.card_template import load_card_template
from printkit.template.parts import Slot
from printkit.typeset.breaks import is_wide
from printkit.typeset.label import Label
from printkit.typeset.lettering import SetText
from printkit.typeset.min_sizes import cut, least_size, overflow
from printkit.typeset.setting import Setter
from rules import Catalog, load_catalog
from rules.messages.message import render

Typeset = Callable[[str, str, float], tuple[CardFaces, Setter]]

SMALL = 2 / 3
FACTS = {"text": "自分の番のはじめに、この枝の先に1枚を置いてもよい。"}


def slot(height: float, *, fine: bool = False) -> Slot:
    """Return a column of 24 mm with type from 6 pt down to 4 pt."""
    return Slot(
        name="text",
        show="{text}",
        box=[4, 4, 24, height],
        role="text",
        size=6.0,
        shrink=4.0,
        lines=9,
        leading=1.2,
        break_first=["ja"],
        colour="text",
        fine=fine,
    )


def test_floors_know_the_script_and_the_size_of_the_set() -> None:
    assert least_size("Draw 1 card.", 1.0) < least_size("1枚引く。", 1.0) == 6.0
    assert least_size("1枚引く。", SMALL) == least_size("Draw", SMALL) == 5.0


def test_a_small_set_takes_larger_type_where_there_is_room() -> None:
    (full,) = Setter(Fonts("ja")).set([slot(30)], FACTS, "card x")
    setter = Setter(Fonts("ja"), SMALL)
    (small,) = setter.set([slot(30)], FACTS, "card x")
    assert full.fitted.size == 6.0
    assert small.fitted.size == pytest.approx(9.0), "as large on paper as in a full set"
    assert not setter.tiny


def test_where_there_is_none_it_is_set_as_large_as_fits_and_reported() -> None:
    setter = Setter(Fonts("ja"), SMALL)
    (item,) = setter.set([slot(8)], FACTS, "card x")
    assert 4.0 <= item.fitted.size < 7.5
    (found,) = setter.tiny
    assert render(found.where, "en") == "card x: text (ja)"
    assert f"is set in {item.fitted.size * SMALL:.1f} pt" in found.message.render("en")
    assert "自分の番のはじめに" in found.message.render("ja")
    assert FACTS["text"] not in found.message.render("en"), "a few words are enough to find it by"


def test_a_short_text_stands_in_where_the_text_cannot_be_read() -> None:
    facts = {**FACTS, "short": "この先に1枚置いてもよい。"}
    terse = slot(10).model_copy(update={"short": "{short}"})
    setter = Setter(Fonts("ja"), SMALL)
    (small,) = setter.set([terse], facts, "card x")
    assert "".join(small.fitted.lines) == facts["short"]
    assert small.fitted.size * SMALL >= 5.0
    assert not setter.tiny
    (full,) = Setter(Fonts("ja")).set([terse], facts, "card x")
    assert "".join(full.fitted.lines) == FACTS["text"]


def test_a_short_text_is_looked_through_for_glyphs_too() -> None:
    setter = Setter(Fonts("ja"), SMALL)
    setter.set(
        [slot(30).model_copy(update={"short": "{short}"})], {**FACTS, "short": "\u13a0"}, "card x"
    )
    assert "U+13A0" in setter.findings()[0][0].message.render("en")


def test_fine_print_is_left_out_of_a_small_set() -> None:
    assert Setter(Fonts("ja")).set([slot(30, fine=True)], FACTS, "card x")
    assert not Setter(Fonts("ja"), SMALL).set([slot(30, fine=True)], FACTS, "card x")


@pytest.fixture(scope="module")
def typeset() -> Typeset:
    """Return a function that finds a game's faces and setter, which fits each text only once."""

    @cache
    def found(game: str, lang: str, scale: float) -> tuple[CardFaces, Setter]:
        fonts = Fonts(lang, slug=game)
        catalog, template = load_catalog(game), load_card_template(game)
        faces = CardFaces(catalog, template, fonts, "full", art=False, scale=scale)
        return faces, Setter(fonts, scale)

    return found


@pytest.mark.parametrize("scale", [1.0, SMALL])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", game_slugs("templates", "card.toml"))
def test_every_text_of_the_pool_can_be_read(
    typeset: Typeset, game: str, lang: str, scale: float
) -> None:
    catalog, template = load_catalog(game), load_card_template(game)
    faces, setter = typeset(game, lang, scale)
    parts = ["", *_parts(catalog)]
    for owner, card, part in product(template.owner, catalog.cards, parts):
        faces.set_front(PlannedPiece(card, 1, 9, owner, "", part), setter)
    for owner, deck in product(template.owner, catalog.decks):
        faces.set_back(owner, "", deck, setter)
    assert setter.findings() == ([], [])
    assert [found.line.render("en") for found in setter.tiny] == []


@pytest.mark.parametrize("scale", [1.0, SMALL])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", game_slugs("templates", "card.toml"))
def test_texts_of_a_card_keep_apart(typeset: Typeset, game: str, lang: str, scale: float) -> None:
    """Check that texts are at least half a millimetre apart, except a six and its bar."""
    catalog, template, fonts = load_catalog(game), load_card_template(game), Fonts(lang, slug=game)
    faces, setter = typeset(game, lang, scale)
    extras = [deck.extras.items() for deck in catalog.decks.values()]
    played = {(card, part) for deck in extras for part, cards in deck for card in cards}
    for card, part in sorted({*((card, "") for card in catalog.cards), *played}):
        face = faces.set_front(
            PlannedPiece(card, 1, 9, next(iter(template.owner)), "", part), setter
        )
        texts = [text for text in face.texts if not text.slot.name.startswith("six")]
        for one, other in combinations(texts, 2):
            for a, b in product(_inked(fonts, one), _inked(fonts, other)):
                assert not a.grown(*(0.25,) * 4).shared(b.grown(*(0.25,) * 4)), (
                    f"{card}: {one.slot.name}, {other.slot.name}"
                )


@pytest.mark.parametrize("scale", [1.0, SMALL])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "mark", "radius"), [("spherion", ground.MARK, 2.175), ("jiguan", compose.MARK, 1.95)]
)
def test_no_text_touches_the_owners_mark(
    typeset: Typeset, game: str, mark: tuple[float, float], radius: float, lang: str, scale: float
) -> None:
    """Check that texts, including descenders, keep a third of a millimetre from the mark."""
    catalog, template, fonts = load_catalog(game), load_card_template(game), Fonts(lang, slug=game)
    (faces, setter), (x, y) = typeset(game, lang, scale), mark
    for card, part in product(catalog.cards, ["", *_parts(catalog)]):
        face = faces.set_front(
            PlannedPiece(card, 1, 9, next(iter(template.owner)), "", part), setter
        )
        for text in face.texts:
            for box in _inked(fonts, text):
                across = max(box.x - x, x - box.right, 0)
                over = max(box.y - y, y - box.bottom, 0)
                assert math.hypot(across, over) - radius >= 1 / 3, f"{card}: {text.slot.name}"


def _inked(fonts: Fonts, item: SetText) -> Iterator[Rect]:
    """Yield the area of each line, from its capitals' height to its descenders."""
    for line, box in zip(item.fitted.lines, line_boxes(fonts, item), strict=True):
        tail = any(c in "gjpqy" or is_wide(c) for c in line) * 0.22 * item.fitted.size * PT
        turned = item.slot.turn == 180
        yield box.grown(0, tail if turned else 0, 0, 0 if turned else tail)


def _parts(catalog: Catalog) -> set[str]:
    """Return the special parts of a game's decks, such as root or master."""
    return {part for deck in catalog.decks.values() for part in deck.extras}


@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", game_slugs("templates", "card.toml"))
def test_every_text_of_a_printed_set_can_be_read(game: str, lang: str, *, small: bool) -> None:
    layout = lay_out_cards(plan_cards(CardJob(game, lang=lang, art=False, small=small)))
    assert layout.errors == ()
    assert [found.line.render("en") for found in layout.tiny] == []


def test_quotes_are_a_few_words() -> None:
    assert cut("Draw 1 card.").render("en") == "“Draw 1 card.”"
    assert cut("手札を1枚\n捨てる。").render("en") == "“手札を1枚 捨てる。”"
    assert cut("手札を1枚\n捨てる。").render("ja") == "「手札を1枚 捨てる。」"
    assert len(cut("so long " * 99).render("en")) < 40 > len(cut("長い" * 99).render("en"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_slot_less_high_than_a_line_is_reported(lang: str) -> None:
    setter = Setter(Fonts("ja"))
    low = slot(1.0).model_copy(update={"lines": 1, "box": [4, 4, 40, 1.0]})
    (item,) = setter.set([low], {"text": "春"}, "card x")
    assert item.too_large, "a preview shows the text in red"
    assert item.fitted.lines == ("春",)
    ((), (found,)) = setter.findings()
    assert found.code == "too_low"
    assert {"1.4", "1.0"} <= set(re.findall(r"[\d.]+(?= ?(?:mm|公釐))", found.message.render(lang)))


@pytest.mark.parametrize("lang", ["ja", "zh-Hant"])
def test_a_preview_breaks_an_overlong_text_without_spaces(lang: str) -> None:
    fonts = Fonts(lang)
    setter = Setter(fonts)
    low = slot(4.0).model_copy(update={"lines": 2, "box": [4, 4, 20, 4.0]})
    (item,) = setter.set([low], {"text": "春夏秋冬" * 30}, "card x")
    assert item.too_large
    assert len(item.fitted.lines) > 5
    widths = [fonts.width("text", line, item.fitted.size) for line in item.fitted.lines]
    assert max(widths) <= 20.01, "no wider than its slot"


def test_overflow_says_by_how_much() -> None:
    assert overflow("aa bb cc dd", 2, 3, len) == (
        "too_long",
        {"lines": "4", "room": "3", "over": "2"},
    )
    assert overflow("aa", 3, 0, len) == ("too_low", {})
    assert overflow("aa bbbb", 3, 3, len) == (
        "too_wide",
        {"word": cut("bbbb"), "wide": "4.0", "room": "3"},
    )


@pytest.mark.parametrize("scale", [1.0, SMALL])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", game_slugs("templates", "card.toml"))
def test_words_of_every_mat_can_be_read(game: str, lang: str, scale: float) -> None:
    catalog, fonts = load_catalog(game), Fonts(lang, slug=game)
    found = check_mat_words(catalog, fonts, "full", scale)
    assert [each.line.render("en") for each in found] == []


def test_a_mat_of_small_words_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = Label("deck of the winds", 0, 0, "text", 7.5, BLACK)
    art = SimpleNamespace(labels=(tiny,))
    monkeypatch.setattr("printkit.preflight.game.mat_art", lambda *_: art)
    catalog, fonts = load_catalog("yggdrasil"), Fonts("en")
    full, _ = check_mat_words(catalog, fonts, "full", 1.0)
    assert render(full.where, "en") == "mat 4x5 (en)"
    assert "“deck of the winds” is set in 7.5 pt, but easy reading needs 8" in full.message.render(
        "en"
    )
    small, _ = check_mat_words(catalog, fonts, "full", SMALL)
    assert "is set in 5.0 pt, but easy reading needs 5.33" in small.message.render("en")


def test_a_book_knows_no_type_below_its_floor(tmp_path: Path) -> None:
    shipped = (TEMPLATES / "sheets" / "book.toml").read_text(encoding="utf-8")
    (tmp_path / "book.toml").write_text(shipped.replace("size = 7.2", "size = 6.9"), "utf-8")
    with pytest.raises(TemplateFaults, match=r"size: should be .*7"):
        read_toml(tmp_path / "book.toml", BookData)
