"""Symbols: the distance of codewords is that on paper, and rectangles equal the modules."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.pdf.tags import (
    MIN_DISTANCE,
    MODULES,
    SaltBook,
    TagPanel,
    codewords,
    modules,
    symbol_of,
    symbol_rects,
)
from rules import Tag, TagKind, format_tag, parse_tag

tags = st.builds(
    Tag,
    st.just("Y"),
    st.integers(0, 1295),
    st.just(TagKind.CARD),
    st.integers(0, 1007),
    st.integers(0, 35),
    st.integers(0, 35),
).map(format_tag)


@settings(max_examples=30)
@given(tags, tags)
def test_codeword_distance_is_module_distance(one: str, other: str) -> None:
    apart = sum(
        a != b
        for row, line in zip(modules(one), modules(other), strict=True)
        for a, b in zip(row, line, strict=True)
    )
    assert (codewords(one) ^ codewords(other)).bit_count() == apart


@settings(max_examples=30)
@given(tags)
def test_rectangles_cover_the_dark_modules_once(text: str) -> None:
    grid = [[0] * MODULES for _ in range(MODULES)]
    for x, y, width, height in symbol_rects(text):
        for row in range(y, y + height):
            for column in range(x, x + width):
                grid[row][column] += 1
    assert grid == [[int(dark) for dark in row] for row in modules(text)]


def test_finder_patterns_and_dark_module_stand_where_the_standard_says() -> None:
    grid = modules(format_tag(Tag("Y", 1, TagKind.CARD, 7, 1)))
    ring = ("1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111")
    for top, left in ((0, 0), (0, 14), (14, 0)):
        for y, line in enumerate(ring):
            assert [int(d) for d in grid[top + y][left : left + 7]] == [int(c) for c in line]
    assert grid[13][8]  # ISO/IEC 18004, 7.9: always dark


def test_a_tag_that_no_salt_keeps_apart_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printkit.pdf.tags.MIN_DISTANCE", MODULES**2 + 1)
    book = SaltBook()
    first = book.assign(Tag("Y", 5, TagKind.CARD, 1, 1))
    with pytest.raises(ValueError, match="apart from 1 tags"):
        book.assign(replace(first, copy=2))


@pytest.mark.parametrize("distance", [MIN_DISTANCE, 64])
def test_salts_keep_hundreds_of_tags_apart(distance: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printkit.pdf.tags.MIN_DISTANCE", distance)
    book = SaltBook()
    found = [
        book.assign(Tag("Y", deck, TagKind.CARD, number, copy))
        for deck in (5, 6)
        for number in range(50)
        for copy in (1, 2)
    ]
    assert len({str(tag) for tag in found}) == 200
    words = [codewords(str(tag)) for tag in found]
    nearest = min((a ^ b).bit_count() for i, a in enumerate(words) for b in words[i + 1 :])
    assert nearest >= distance
    assert all(parse_tag(str(tag)) == tag for tag in found)
    # Most symbols have the printed distance without a salt; a larger one needs salts.
    assert any(tag.salt for tag in found) == (distance > MIN_DISTANCE)


def test_asking_twice_for_one_tag_gives_another_salt() -> None:
    book = SaltBook()
    tag = Tag("Y", 5, TagKind.BACK, 0)
    assert book.assign(tag) != book.assign(tag)


def test_panel_by_numbers() -> None:
    panel = TagPanel(3.5, 57)
    assert panel.quiet == pytest.approx(1.524, abs=5e-4)
    assert panel.side == pytest.approx(23.048, abs=5e-4)
    assert panel.white.width == pytest.approx(19.048, abs=5e-4)
    assert panel.square.x == pytest.approx(3.5 + 3.524, abs=5e-4)
    assert panel.square.y == pytest.approx(57 + 3.524, abs=5e-4)
    assert panel.square.width == pytest.approx(16)


def test_a_fiducial_is_the_same_panel_larger() -> None:
    panel = TagPanel.whole(9, 9, 30)
    assert panel.side == pytest.approx(30)
    assert panel.symbol == pytest.approx(20.83, abs=0.005)
    assert panel.frame / panel.symbol == pytest.approx(2 / 16)
    assert symbol_of(panel).size_mm == panel.symbol
