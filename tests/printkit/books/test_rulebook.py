"""Rulebooks: every clause once, read back from the PDF; page flow, imposition, findings."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pypdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf.generic import DictionaryObject

from printkit import cli
from printkit.books.learn.data import load_learn_book
from printkit.books.reference.data import load_reference
from printkit.books.rulebook import book as rulebook
from printkit.books.rulebook import data as rulebook_data
from printkit.books.rulebook import text as rulebook_text
from printkit.books.rulebook.book import BookJob, padding, print_book, saddle
from printkit.books.rulebook.data import GameBook, load_book, load_game_book
from printkit.books.rulebook.pages import evened
from printkit.data.toml_source import CARD_DATA
from printkit.errors import MissingGlyphs, TemplateFaults, TextOverflow, UsageError
from printkit.pdf.drawing import Cmyk
from printkit.pdf.fonts import LANGUAGES, Fonts
from printkit.pdf.geometry import Size
from printkit.typeset.breaks import SPLIT
from printkit.typeset.flow import Area, Block, Placed, Row, TextStyle, flow
from printkit.typeset.typesetter import Typesetter
from rules import Catalog, Message, load_catalog
from rules.cli.scaffold import new_game

GAMES = ("dicebattle", "jiguan", "spherion", "stratosphere", "yggdrasil")
MM = 72 / 25.4
HEAD, FOOT = 15.0, 14.0
"""The heights of the running head and the page number, mm."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_paragraph_names_a_setting_by_its_code(game: str, lang: str) -> None:
    """Check that the text uses labels that readers know instead of codes like `blank_edges`."""
    catalog = load_catalog(game)
    values = {v for s in catalog.settings.values() for v in s.values if "_" in str(v)}
    codes = {*(name for name in catalog.settings if "_" in name), *map(str, values)}
    for clause in catalog.clauses.values():
        output = " ".join([clause.titles[lang], clause.texts[lang], clause.whys.get(lang, "")])
        assert not {code for code in codes if code in output}, clause.id
        assert not re.search(r"“[a-z_]+: [a-z_]+”|「[a-z_]+」", output), clause.id


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_covers_centred_lines_are_even(game: str, lang: str) -> None:
    report = tomllib.loads((CARD_DATA / game / "game.toml").read_text("utf-8"))["description"][lang]
    setter, face = Typesetter(Fonts(lang, slug=game)), load_book().face("lead")
    lines = evened(setter, report, face, 116)
    widths = [setter.width(line, face) for line in lines]
    assert len(lines) == len(setter.lines(report, face, 116, "description"))
    assert min(widths) >= 0.6 * max(widths)
    assert setter.strain(lines) < SPLIT, lines  # regression: 魔/法, モ/ンスター


def squeezed(text: str) -> str:
    """Return text without spaces, line ends and hyphens, which PDF readers may lose or add."""
    return re.sub(r"[\s\u00ad\u200b\ufffe\u0002-]+", "", text)


def inside(thing: DictionaryObject, *keys: str) -> DictionaryObject:
    """Return the PDF object under these keys, or an empty one if a key is missing."""
    for key in keys:
        found = thing[key].get_object() if key in thing else DictionaryObject()
        assert isinstance(found, DictionaryObject)
        thing = found
    return thing


def pages_of(path: Path) -> list[str]:
    """Return the text of each page between running head and page number."""
    document = pypdfium2.PdfDocument(path)
    try:
        found = []
        for page in document:
            width, height = page.get_size()
            text = page.get_textpage()
            found.append(text.get_text_bounded(0, FOOT * MM, width, height - HEAD * MM))
        return found
    finally:
        document.close()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_clause_stands_in_the_book_once_as_the_look_up_shows_it(
    game: str, lang: str, tmp_path: Path
) -> None:
    printed = print_book(BookJob(game, lang, booklet=False, out=tmp_path))
    whole = squeezed("".join(pages_of(printed.pdf)))
    clauses = load_catalog(game).clauses.values()
    paragraphs = [squeezed(clause.texts[lang]) for clause in clauses]
    counts = {
        clause.id: (whole.count(own), sum(other.count(own) for other in paragraphs))
        for clause, own in zip(clauses, paragraphs, strict=True)
    }
    assert {key: n for key, n in counts.items() if n[0] != n[1]} == {}
    heads = [squeezed(clause.id + clause.titles[lang]) for clause in clauses]
    assert [head for head in heads if head not in whole] == []
    reasons = [squeezed(clause.whys[lang]) for clause in clauses if clause.ruling]
    assert [why for why in reasons if why not in whole] == []
    assert printed.clauses == len(paragraphs) == len(counts)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return The Yggdrasil's English pages in reading order."""
    out = tmp_path_factory.mktemp("book")
    return print_book(BookJob("yggdrasil", booklet=False, out=out)).pdf


def test_a_setting_is_printed_with_every_choice(tmp_path: Path) -> None:
    printed = print_book(BookJob("spherion", booklet=False, out=tmp_path))
    whole = squeezed("".join(pages_of(printed.pdf)))
    assert squeezed("default 6 · choices 0 to 38, no limit") in whole
    assert squeezed("default 40 · choices 40, no limit") in whole
    assert whole.count(squeezed("Void 空 空")) == 1, "a word under two keys is listed once"


def test_settings_are_named_in_players_words_only(book: Path) -> None:
    """Check that the book names settings by their labels, not by ids such as `tie_break`."""
    whole = "".join(pages_of(book))
    settings = load_catalog("yggdrasil").settings
    assert settings["tie_break"].labels["en"] in whole
    assert [name for name in settings if "_" in name and name in whole] == []
    assert "(draw)" not in whole


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_page_is_left_to_one_or_two_settings(lang: str, tmp_path: Path) -> None:
    printed = print_book(BookJob("yggdrasil", lang, booklet=False, out=tmp_path))
    sign = squeezed("· " + load_book().word["choices"][lang])
    found = [squeezed(page).count(sign) for page in pages_of(printed.pdf)]
    assert sum(found) == len(load_catalog("yggdrasil").settings)
    assert min(count for count in found if count) > 2


def test_settings_take_the_number_that_the_sections_leave_out(tmp_path: Path) -> None:
    """Check that Strato-Sphere's settings fill the gap in the section numbers, as section 10."""
    printed = print_book(BookJob("stratosphere", booklet=False, out=tmp_path))
    (listed,) = (
        page
        for page in pages_of(printed.pdf)
        if "Clarifications" in page and "What is hidden" in page and "What trials showed" in page
    )
    assert "10Settingsandvariants" in squeezed(listed)
    assert listed.count("Settings and variants") == 1


def test_the_index_names_the_page_on_which_a_clause_stands(book: Path) -> None:
    pages = [squeezed(text) for text in pages_of(book)]
    index = max(n for n, text in enumerate(pages) if text.startswith("Clausesbynumber"))
    listed = "".join(pages[index : index + 2])
    for clause in load_catalog("yggdrasil").clauses.values():
        title = squeezed(clause.titles["en"])
        entry = re.search(re.escape(squeezed(clause.id) + title) + r"(\d+?)(?=YGG|$|At)", listed)
        assert entry, clause.id
        text = squeezed(clause.texts["en"])
        assert squeezed(clause.id) + title + text[:20] in pages[int(entry[1]) - 1], clause.id


def test_bookmarks_lead_to_every_section_and_clause(book: Path) -> None:
    reader = pypdf.PdfReader(book)
    titles: dict[str, int] = {}

    def collect(entries: object) -> None:
        assert isinstance(entries, list)
        for entry in entries:
            if isinstance(entry, list):
                collect(entry)
            else:
                titles[str(entry.title)] = reader.get_destination_page_number(entry) or 0

    collect(reader.outline)
    catalog = load_catalog("yggdrasil")
    pages = [squeezed(text) for text in pages_of(book)]
    for clause in catalog.clauses.values():
        page = titles[f"{clause.id} {clause.titles['en']}"]
        assert squeezed(clause.titles["en"]) in pages[page]
    assert {f"{key} {words['en']}" for key, words in catalog.sections.items()} <= set(titles)


def test_a_game_without_sections_has_its_clauses_one_after_another(tmp_path: Path) -> None:
    slug, files = new_game(tmp_path / "small")
    for name, text in files.items():
        path = tmp_path / "small" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    data = tmp_path / "small" / "card_data" / slug
    for file, of in (
        ("game.toml", r"\[section\.\d+\]\n(?:.+\n)+"),
        ("clauses.toml", r"section = .*\n"),
    ):
        (data / file).write_text(re.sub(of, "", (data / file).read_text("utf-8")), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "printkit", "rulebook", slug, "--out", str(tmp_path / "out")],
        env={**os.environ, "RULES_GAMES": str(tmp_path / "small")},
        cwd=CARD_DATA.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    pages = [squeezed(text) for text in pages_of(tmp_path / "out" / "small-rulebook-en.pdf")]
    titles = re.findall(
        r'^title.en = "(.+)"', (data / "clauses.toml").read_text("utf-8"), re.MULTILINE
    )
    assert len(titles) > 2
    for title in titles:
        assert sum(squeezed(title) in page for page in pages) >= 2, "in the text and the index"


def test_every_line_of_the_contents_is_a_link(book: Path) -> None:
    reader = pypdf.PdfReader(book)
    links = sum(
        1
        for page in reader.pages
        for note in page.annotations or ()
        if note.get_object()["/Subtype"] == "/Link"
    )
    catalog = load_catalog("yggdrasil")
    assert links >= len(catalog.sections) + len(catalog.clauses) + 5


@pytest.mark.parametrize(
    ("paper", "page", "sheet"),
    [("A4", (148, 210), (297, 210)), ("Letter", (139.7, 215.9), (279.4, 215.9))],
)
def test_boxes_hints_and_fonts(
    paper: str, page: tuple[float, float], sheet: tuple[float, float], tmp_path: Path
) -> None:
    for booklet, size, edge in ((False, page, "Long"), (True, sheet, "Short")):
        job = BookJob("jiguan", "ja", paper=paper, booklet=booklet, out=tmp_path)
        printed = print_book(job)
        reader = pypdf.PdfReader(printed.pdf)
        hints = inside(reader.trailer, "/Root", "/ViewerPreferences")
        assert str(hints["/PrintScaling"]) == "/None"
        assert str(hints["/Duplex"]) == f"/DuplexFlip{edge}Edge"
        assert reader.metadata is not None
        assert reader.metadata.title == "機官算尽 · ルールブック"
        assert len(reader.pages) == (2 * printed.sheets if booklet else printed.pages)
        for sheet_page in reader.pages:
            for box in (sheet_page.mediabox, sheet_page.trimbox, sheet_page.bleedbox):
                assert (float(box.width) / MM, float(box.height) / MM) == pytest.approx(
                    size, abs=0.01
                )
            for font in inside(sheet_page, "/Resources", "/Font").values():
                assert "/FontFile2" in font.get_object()["/FontDescriptor"]


def test_a_booklet_is_the_book_in_sheets_of_four(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Pictures have texts, of which a half of a sheet contains what it clips.
    monkeypatch.setattr("printkit.books.rulebook.book.load_learn_book", lambda _: None)
    book = print_book(BookJob("stratosphere", booklet=False, out=tmp_path)).pdf
    printed = print_book(BookJob("stratosphere", out=tmp_path))
    assert printed.pages == 4 * printed.sheets
    plain = pages_of(book)
    document = pypdfium2.PdfDocument(printed.pdf)
    try:
        halves: dict[int, str] = {}
        for side, page in zip(saddle(printed.pages), document, strict=True):
            width, height = page.get_size()
            text = page.get_textpage()
            for number, left in ((side.left, 0.0), (side.right, width / 2)):
                box = (left, FOOT * MM, left + width / 2, height - HEAD * MM)
                halves[number] = squeezed(text.get_text_bounded(*box))
    finally:
        document.close()
    assert sorted(halves) == list(range(1, printed.pages + 1))
    bound = [halves[n] for n in sorted(halves)]
    read = [squeezed(text) for text in plain]
    # Blank pages come before the last page, whose number is in the contents: all other pages are
    # the same.
    contents = next(n for n, text in enumerate(read) if text.startswith("Contents"))
    for texts, pages in ((bound, printed.pages), (read, len(read))):
        assert f"Ataglance{pages}How" in texts[contents]
        texts[contents] = texts[contents].replace(f"Ataglance{pages}", "")
    assert bound[: len(read) - 1] == read[:-1]
    assert bound[-1] == read[-1]
    assert not any(bound[len(read) - 1 : -1])


@given(st.integers(1, 40))
def test_a_saddle_stitched_booklet_opens_in_order(sheets: int) -> None:
    sides = saddle(4 * sheets)
    assert sorted(n for side in sides for n in (side.left, side.right)) == list(
        range(1, 4 * sheets + 1)
    )
    for side in sides:
        assert side.left + side.right == 4 * sheets + 1
        assert side.left % 2 == 0
    for outside, inside in zip(sides[::2], sides[1::2], strict=True):
        # Turned over the edge next to the fold, each leaf shows its next or its previous page.
        assert (inside.left, inside.right) == (outside.right + 1, outside.left - 1)


@pytest.mark.parametrize("pages", [0, 3, 6, -4])
def test_only_whole_sheets_are_imposed(pages: int) -> None:
    with pytest.raises(ValueError, match="whole sheets"):
        saddle(pages)
    assert (pages + padding(pages)) % 4 == 0


def test_a_booklet_whose_pages_are_wider_than_half_the_sheet_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rulebook, "book_papers", lambda: {"A4": Size(160, 200)})
    with pytest.raises(UsageError, match="two pages of 160 mm do not fit on A4"):
        print_book(BookJob("yggdrasil", out=tmp_path))


def test_the_same_book_is_the_same_bytes(book: Path, tmp_path: Path) -> None:
    again = print_book(BookJob("yggdrasil", booklet=False, out=tmp_path)).pdf
    assert again.read_bytes() == book.read_bytes()


def test_an_ink_saving_book_holds_black_only_between_its_covers(tmp_path: Path) -> None:
    printed = print_book(BookJob("yggdrasil", style="ink", booklet=False, out=tmp_path))
    pages = pypdf.PdfReader(printed.pdf).pages
    for page in list(pages)[1:]:
        drawn = page.get_contents()
        assert drawn is not None
        inks = re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) [kK]\b", drawn.get_data())
        assert inks
        assert {ink[:3] for ink in inks} == {(b"0", b"0", b"0")}


# Page flow.


def block(rows: int) -> Block:
    return Block(tuple(Row(5.0, 4.0) for _ in range(rows)), space=3.0)


def heading(rows: int) -> Block:
    return replace(block(rows), keep=True, whole=True)


def unsplit(rows: int) -> Block:
    return replace(block(rows), whole=True)


AREA = Area(10.0, 60.0, ((0.0, 40.0), (50.0, 40.0)))
BLOCKS = st.lists(
    st.one_of(
        st.builds(block, st.integers(1, 9)),
        st.builds(heading, st.integers(1, 2)),
        st.builds(unsplit, st.integers(1, 7)),
    ),
    min_size=1,
    max_size=30,
).filter(lambda blocks: not _long_chain(blocks))


def _long_chain(blocks: list[Block]) -> bool:
    """Return True if blocks that must stay together are higher than a page."""
    height = 0.0
    for item in blocks:
        height += item.space + item.height
        if height > AREA.height:
            return True
        height = height if item.keep else 0.0
    return False


@given(BLOCKS)
def test_flow_keeps_every_row_in_order_inside_its_column(blocks: list[Block]) -> None:
    pages = flow(blocks, AREA)
    placed = [item for page in pages for item in page]
    assert [row for item in placed for row in item.rows] == [r for b in blocks for r in b.rows]
    assert [item.first for item in placed].count(True) == len(blocks)
    for page in pages:
        lowest: dict[float, float] = {}
        for item in page:
            assert item.y >= lowest.get(item.x, AREA.top) - 1e-6
            lowest[item.x] = item.y + sum(row.height for row in item.rows)
            assert lowest[item.x] <= AREA.top + AREA.height + 1e-6
            assert item.x in (0.0, 50.0)


@given(BLOCKS)
def test_flow_leaves_no_heading_widow_or_orphan(blocks: list[Block]) -> None:
    columns: list[list[Placed]] = []
    for page in flow(blocks, AREA):
        columns += [[item for item in page if item.x == x] for x in (0.0, 50.0)]
    filled = [column for column in columns if column]
    for column in filled[:-1]:
        assert not column[-1].block.keep
    for item in (item for column in filled for item in column):
        if len(item.rows) < len(item.block.rows):
            assert not item.block.whole
            assert len(item.rows) >= 2


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_each_side_at_a_glance_is_in_one_column(game: str, lang: str, tmp_path: Path) -> None:
    """Regression: in Chinese, the second side began at the foot of the first column."""
    printed = print_book(BookJob(game, lang, booklet=False, out=tmp_path))
    document = pypdfium2.PdfDocument(printed.pdf)
    try:
        page = document[len(document) - 1]
        width, height = page.get_size()
        text = page.get_textpage()
        columns = [
            squeezed(text.get_text_bounded(left, 0, left + width / 2, height - HEAD * MM))
            for left in (0, width / 2)
        ]
    finally:
        document.close()
    reference = load_reference(game)
    sides = [side for side in reference.side if side.in_book] if reference else []
    assert len(sides) == len(columns)
    for side, column in zip(sides, columns, strict=True):
        assert squeezed(side.title[lang]) in column
        assert squeezed(side.item[-1].text[lang]) in column


def test_a_heading_over_all_columns_pushes_both_down() -> None:
    first, second = flow([block(5), block(5), block(5)], AREA, 20.0)
    found = [(item.x, item.y, len(item.rows)) for item in first]
    assert found == [(0.0, 30.0, 5), (0.0, 58.0, 2), (50.0, 30.0, 3), (50.0, 48.0, 3)]
    assert [(item.x, item.y, len(item.rows)) for item in second] == [(0.0, 10.0, 2)]


def test_what_is_higher_than_a_page_is_a_finding() -> None:
    tall = replace(unsplit(13), where="clause XYZ-1.1")
    with pytest.raises(TextOverflow, match=r"clause XYZ-1\.1: taller than a page"):
        flow([tall], AREA)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_line_breaks_the_rules_of_its_language(lang: str) -> None:
    typesetter, face = Typesetter(Fonts(lang)), TextStyle("text", 9.0)
    for clause in load_catalog("stratosphere").clauses.values():
        text = clause.texts[lang]
        lines = typesetter.lines(text, face, 80.0, clause.id)
        assert squeezed("".join(lines)) == squeezed(text)
        for line in lines:
            assert typesetter.width(line, face) <= 80.0 + 1e-6
            assert line[0] not in "、。，．）」』！？；：ー" or line == lines[0]
            assert line[-1] not in "（「『"
    tied = typesetter.lines("on the 4 × 5 field", face, typesetter.width("on the 4", face), "x")
    assert [line for line in tied if "×" in line] == ["4 × 5"]


# Findings.


def changed(catalog: Catalog, **texts: str) -> Catalog:
    clause = catalog.clauses["YGG-1.1"]
    new = replace(clause, texts={**clause.texts, **texts})
    return replace(catalog, clauses={**catalog.clauses, clause.id: new})


@pytest.mark.parametrize(
    ("text", "kind", "what"),
    [
        ("A cuneiform \U00012000.", MissingGlyphs, r"clause YGG-1\.1.*U\+12000"),
        ("W" * 90, TextOverflow, r"clause YGG-1\.1.*wider than 104\.0 mm"),
    ],
)
def test_what_cannot_be_printed_is_named_and_nothing_is_written(
    text: str, kind: type[Exception], what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = changed(load_catalog("yggdrasil"), en=text)
    monkeypatch.setattr(rulebook, "load_catalog", lambda _slug: wrong)
    with pytest.raises(kind, match=what):
        print_book(BookJob("yggdrasil", out=tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_markup_is_printed_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = changed(load_catalog("yggdrasil"), en="Two <b>bold</b> & {braces} \\n (brackets).")
    monkeypatch.setattr(rulebook, "load_catalog", lambda _slug: odd)
    printed = print_book(BookJob("yggdrasil", booklet=False, out=tmp_path))
    whole = squeezed("".join(pages_of(printed.pdf)))
    assert squeezed("Two <b>bold</b> & {braces} \\n (brackets).") in whole


def test_a_game_without_a_book_of_its_own_gets_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rulebook, "load_game_book", lambda _slug: GameBook(version=1))
    monkeypatch.setattr(rulebook_text, "load_reference", lambda _slug: None)
    printed = print_book(BookJob("yggdrasil", booklet=False, out=tmp_path))
    whole = squeezed("".join(pages_of(printed.pdf)))
    assert squeezed("Two players, two trees") in whole
    assert squeezed("Before you play") not in whole


def test_a_cover_says_which_pictures_it_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = load_game_book("yggdrasil")
    ghost = own.window[0].model_copy(update={"card": "y99"})
    bare = own.model_copy(update={"window": [ghost]})
    monkeypatch.setattr(rulebook, "load_game_book", lambda _slug: bare)
    printed = print_book(BookJob("yggdrasil", out=tmp_path))
    (lacks,) = printed.warnings
    assert lacks.render("en") == "the cover lacks pictures that have not been drawn yet: y99 (moon)"


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_adds_cites_clauses_and_has_all_its_pictures(game: str) -> None:
    own, catalog = load_game_book(game), load_catalog(game)
    rulebook_data.check_game_book(own, catalog)
    assert own.need
    assert own.setup
    assert set(own.players) == set(LANGUAGES)
    assert {window.card for window in own.window} <= set(catalog.cards)


def test_a_wrong_citation_is_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own = load_game_book("yggdrasil")
    step = own.setup[0].model_copy(update={"clauses": ["YGG-99.9"]})
    monkeypatch.setattr(
        rulebook, "load_game_book", lambda _slug: own.model_copy(update={"setup": [step]})
    )
    with pytest.raises(TemplateFaults, match=r"'YGG-99\.9'.*not a clause"):
        print_book(BookJob("yggdrasil", out=tmp_path))


@pytest.mark.parametrize("game", GAMES)
def test_type_and_inks_can_be_read(game: str) -> None:
    book, own = load_book(), load_game_book(game)
    assert min(book.type[name].size for name in ("body", "why", "entry", "strong")) >= 8.5
    for style in ("full", "ink"):
        inks = rulebook_data.inks(book, own, style)
        assert contrast(inks["text"]) >= 7
        assert contrast(inks["soft"]) >= 7
        assert contrast(inks["accent"]) >= 4.5


def contrast(ink: Cmyk) -> float:
    """Return the WCAG 2 contrast on white, after a plain conversion to RGB."""
    key = 1 - ink.k / 100
    channels = [(1 - part / 100) * key for part in (ink.c, ink.m, ink.y)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 1.05 / (luminance + 0.05)


def test_an_unknown_paper_or_language_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no paper 'A3'"):
        print_book(BookJob("yggdrasil", paper="A3", out=tmp_path))
    with pytest.raises(UsageError, match="no language 'jp'"):
        print_book(BookJob("yggdrasil", "jp", out=tmp_path))


def test_the_command_reports_what_it_wrote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["rulebook", "jiguan", "--json", "--out", str(tmp_path)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["pages"] == 4 * report["sheets"]
    assert report["clauses"] == len(load_catalog("jiguan").clauses)
    assert Path(report["pdf"]).is_file()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_book_shows_the_set_up_and_the_turn_and_explains_words(
    game: str, lang: str, tmp_path: Path
) -> None:
    learn = load_learn_book(game)
    assert learn is not None
    assert len(learn.repeated()) >= 2
    printed = print_book(BookJob(game, lang, booklet=False, out=tmp_path))
    pages = [squeezed(page) for page in pages_of(printed.pdf)]
    for _, page in learn.repeated():
        title = squeezed(page.title[lang])
        assert title in pages[1], "the contents name it"
        steps = [part.text[lang] for block in page.block for part in block.part if part.text]
        plain = [squeezed(step) for step in steps if "{" not in step]
        assert any(title in shown and all(step in shown for step in plain) for shown in pages)
    explained = squeezed("".join(pages))
    words = [squeezed(part.text[lang]) for part in learn.terms()]
    assert words
    assert [word for word in words if word not in explained] == []
    assert squeezed(Message("sheet.actual_size").render(lang)) in explained
