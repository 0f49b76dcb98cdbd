"""No word of any card or reference card is split where another line end would fit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from printkit.books.reference.data import load_reference
from printkit.cards.faces import CardFaces
from printkit.cards.tagged_pieces import PlannedPiece
from printkit.pdf.fonts import LANGUAGES, PT, Fonts
from printkit.sheets.papers import SMALL
from printkit.template.card_template import load_card_template
from printkit.typeset.breaks import NOT_AT_START, SPLIT, Lexicon, is_wide, stops, strains
from printkit.typeset.lettering import SetText
from printkit.typeset.setting import Setter, lexicon_of
from rules import load_catalog
from tests.support.reference_cards import side_setter

GAMES = ("dicebattle", "jiguan", "spherion", "stratosphere", "yggdrasil")
MARKS = "".join(NOT_AT_START)
TEARS = 3.0
"""The least strain of a line end that splits a word or phrase."""


@cache
def fonts_of(game: str, lang: str) -> Fonts:
    """Load the typefaces of one game in one language, once."""
    return Fonts(lang, slug=game)


def texts(game: str, lang: str, scale: float) -> Iterator[tuple[str, SetText]]:
    """Yield every text on the fronts of a game's cards as it is typeset."""
    template, catalog = load_card_template(game), load_catalog(game)
    fonts = fonts_of(game, lang)
    setter, faces = Setter(fonts, scale), CardFaces(catalog, template, fonts, "ink", art=False)
    for card in catalog.cards:
        front = faces.set_front(PlannedPiece(card, 1, 1, next(iter(template.owner)), ""), setter)
        yield from ((f"{card}: {item.slot.name}", item) for item in front.texts)


def torn(lines: tuple[str, ...], lexicon: Lexicon) -> list[str]:
    """Return line ends inside a word, or between a word and its particle."""
    ends = [(a, b) for a, b in pairwise(lines) if a and b and a[-1] != "。"]
    found = [(a, b, strains(a + b, lexicon)[len(a)]) for a, b in ends]
    return [f"{a}/{b}" for a, b, s in found if s >= SPLIT or (s >= TEARS and b[0] in "をはがのへ")]


def whole_fits(item: SetText, fonts: Fonts) -> bool:
    """Return True if the text, with no word split, fits into as many lines of the same size."""
    size, room = item.fitted.size, item.slot.measure.width
    text = "".join(item.fitted.lines)
    found = strains(text, lexicon_of(fonts.slug, fonts.lang))
    good = {i for i in stops(text)[:-1] if found[i] < TEARS}
    ends = [*sorted(good), len(text)]
    start, count = 0, 0
    while start < len(text):
        width = {i: fonts.width(item.slot.role, text[start:i], size) for i in ends if i > start}
        fitting = [i for i, taken in width.items() if taken <= room]
        if not fitting:
            return False
        start, count = fitting[-1], count + 1
    return count <= len(item.fitted.lines)


@pytest.mark.parametrize("scale", [1.0, SMALL])
@pytest.mark.parametrize("lang", ["ja", "zh-Hant"])
@pytest.mark.parametrize("game", GAMES)
def test_lines_of_cards_end_well(game: str, lang: str, scale: float) -> None:
    fonts = fonts_of(game, lang)
    for where, item in texts(game, lang, scale):
        lines = item.fitted.lines
        last = lines[-1].rstrip(MARKS)
        if len(lines) > 1 and lines[-2]:
            assert len(last) != 1 or not is_wide(last), (where, lines)
        if max("".join(lines)) < "\ue000" and (found := torn(lines, lexicon_of(game, lang))):
            assert not whole_fits(item, fonts), (where, found, item.fitted.size * PT)


@pytest.mark.parametrize("game", GAMES)
def test_no_word_is_torn_on_japanese_reference_cards(game: str) -> None:
    fonts, cards = fonts_of(game, "ja"), load_reference(game)
    assert cards is not None
    setter = side_setter(game, fonts, "ink")
    for side in cards.side:
        rows = setter.set(side.model_copy(update={"sample": None}), 1, 1, 1).rows
        lines = ["".join(s.text for s in row.spans if s.align == "left") for _, row in rows]
        assert not torn(tuple(lines), lexicon_of(game, "ja")), side.id


@pytest.mark.parametrize("text", ["5～6", "5〜6", "2–10", "日本語 · 中文", "英·日", "Q\u00a012"])
def test_ranges_dots_and_tied_numbers_stay_in_their_line(text: str) -> None:
    signs = [i for i, c in enumerate(text) if c in "～〜–·\u00a0"]
    assert not {*signs, *(i + 1 for i in signs if text[i] not in "· ")} & set(stops(text))


@pytest.mark.parametrize("text", ["放4＋1再", "3＋2＋1＝6", "各＋1", "力2×3點"])
def test_sums_stay_in_their_line(text: str) -> None:
    inside = {i + 1 for i, c in enumerate(text[:-1]) if c in "＋＝×" and text[i + 1].isdecimal()}
    inside |= {i for i, c in enumerate(text) if i and c in "＋＝×" and text[i - 1].isdecimal()}
    assert not inside & set(stops(text))


def test_a_brief_remark_in_brackets_stays_with_its_word() -> None:
    """Regression: the element of an office began a line on Ji Guan's reference card."""
    brief, long = "諫議（土）", "失去1點（起初為5）"
    lexicon = Lexicon("zh-Hant")
    assert (
        strains(brief, lexicon)[brief.index("（")]
        > TEARS
        > strains(long, lexicon)[long.index("（")]
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_further_lines_of_a_step_are_set_in(lang: str) -> None:
    """Check that a line that continues a phase is indented, unlike a new phase's first line."""
    (phases,) = (item for where, item in texts("dicebattle", lang, 1.0) if "phases: ph" in where)
    steps = [line for line in phases.fitted.lines if line[0].isdecimal()]
    assert [line[:2] for line in steps] == ["1 ", "2 ", "3 ", "4 ", "5 "]
    assert all(line[0] == " " for line in phases.fitted.lines if line not in steps)
    width = fonts_of("dicebattle", lang).width
    room = phases.slot.measure.width
    assert all(width("text", line, phases.fitted.size) <= room for line in phases.fitted.lines)
