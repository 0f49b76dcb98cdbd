"""The books from which games are learnt: every picture holds, every page fits, no tag is read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pypdf
import pytest
import zxingcpp
from pydantic import ValidationError

from printkit.books.diagrams.data import BoardPicture, Replay, Shown
from printkit.books.diagrams.positions import Positions
from printkit.books.learn.data import (
    LearnBook,
    check_learn_book,
    load_learn_book,
)
from printkit.books.rulebook.book import BookJob, print_book
from printkit.errors import TemplateFaults, TextOverflow, UsageError
from printkit.pdf.fonts import LANGUAGES
from printkit.template.card_template import printable
from rules import load_catalog
from rules.registry import game_slugs

Raster = Callable[[Path, int, float], np.ndarray]
GAMES = tuple(slug for slug in game_slugs() if load_learn_book(slug) is not None)
FIRST = {
    "settings": {},
    "line": ["chance choose A | marker_given A", "A place jb1 A.beast facing=down | placed jb1"],
}
WORDS = {"en": "one", "ja": "一", "zh-Hant": "一"}


def loaded(game: str) -> LearnBook:
    """Return a game's book, which must exist."""
    found = load_learn_book(game)
    assert found is not None
    return found


def faults(picture: BoardPicture, replay: dict[str, object] | None = None) -> list[str]:
    """Return the faults of one picture of Ji Guan."""
    replays = {"first": Replay.model_validate(replay or FIRST)}
    positions = Positions("jiguan", replays)
    positions.of(picture, "picture")
    return [f"{where}: {what.render('en')}" for where, what in positions.faults]


def test_every_game_has_a_book_to_learn_it() -> None:
    assert set(GAMES) == set(printable())


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_of_a_book_holds(game: str) -> None:
    book = loaded(game)
    positions = Positions(game, book.replay)
    boards = 0
    for where, shown in book.pictures():
        if shown.board is not None:
            boards += 1
            positions.of(shown.board, where)
    assert positions.faults == []
    assert boards >= 8


@pytest.mark.parametrize("game", GAMES)
def test_a_first_round_is_shown_move_by_move(game: str) -> None:
    after = {
        (shown.board.replay, shown.board.after)
        for _, shown in loaded(game).pictures()
        if shown.board is not None and shown.board.replay
    }
    assert len(after) >= 5


@pytest.mark.parametrize("game", GAMES)
def test_a_book_cites_clauses_that_exist(game: str) -> None:
    check_learn_book(loaded(game), load_catalog(game))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_fits_in_every_language(game: str, lang: str, tmp_path: Path) -> None:
    printed = print_book(BookJob(game, lang, out=tmp_path, kind="learn"))
    assert printed.warnings == ()
    assert 8 <= printed.pages <= 12
    assert printed.pages % 4 == 0
    assert printed.sheets == printed.pages // 4


def test_the_same_book_is_the_same_file(tmp_path: Path) -> None:
    jobs = [BookJob("jiguan", "ja", out=tmp_path / name, kind="learn") for name in ("a", "b")]
    one, other = (print_book(job).pdf.read_bytes() for job in jobs)
    assert one == other


@pytest.mark.parametrize("style", ["ink", "bw"])
def test_a_book_saves_ink(style: str, tmp_path: Path) -> None:
    job = BookJob("jiguan", booklet=False, style=style, out=tmp_path, kind="learn")  # type: ignore[arg-type]
    printed = print_book(job)
    assert printed.pdf.name == f"jiguan-learn-en-{style}-pages.pdf"


def test_no_camera_reads_a_pictured_card(tmp_path: Path, raster: Raster) -> None:
    printed = print_book(BookJob("yggdrasil", booklet=False, out=tmp_path, kind="learn"))
    for page in (1, 4):
        picture = raster(printed.pdf, page, 300)
        assert not zxingcpp.read_barcodes(picture)


def test_the_names_of_cards_are_filled_in(tmp_path: Path) -> None:
    printed = print_book(BookJob("yggdrasil", booklet=False, out=tmp_path, kind="learn"))
    text = "".join(page.extract_text() for page in pypdf.PdfReader(printed.pdf).pages)
    assert "{y" not in text
    assert "Bear Fork" in text


def test_an_example_of_a_clause_is_drawn_below_it(tmp_path: Path) -> None:
    drawn = print_book(BookJob("yggdrasil", booklet=False, out=tmp_path))
    text = "".join(page.extract_text() for page in pypdf.PdfReader(drawn.pdf).pages)
    assert "A branch meets a branch" in text
    assert text.index("No half-connection") < text.index("Half a join")


def test_an_illegal_line_is_reported_with_its_place() -> None:
    replay = {"line": ["chance choose A", "A place ji1 A.beast facing=down"]}
    (fault,) = faults(BoardPicture(replay="first"), replay)
    assert fault.startswith("replay.first.line.1: ")
    assert "JGS-4.4" in fault


def test_an_event_that_does_not_happen_is_reported() -> None:
    replay = {"line": ["chance choose A | marker_given B"]}
    (fault,) = faults(BoardPicture(replay="first"), replay)
    assert "marker_given B" in fault


def test_an_example_that_is_judged_differently_is_reported() -> None:
    wrong = BoardPicture(replay="first", action="B place jb1 B.beast facing=down", breaks="JGS-4.4")
    assert ["picture: " in fault for fault in faults(wrong)] == [True]
    refused = BoardPicture(replay="first", action="B place ji1 B.beast facing=down")
    (fault,) = faults(refused)
    assert "JGS-4.4" in fault


def test_a_refused_card_is_only_drawn() -> None:
    positions = Positions("jiguan", {"first": Replay.model_validate(FIRST)})
    action = "B place ji1 B.beast facing=down"
    picture = BoardPicture(replay="first", action=action, breaks="JGS-4.4")
    shown = positions.of(picture, "picture")
    assert shown is not None
    assert "B.beast" not in shown.layout
    assert [(card.card, card.at, card.down) for card in shown.drawn] == [("ji1", "B.beast", True)]


def test_a_score_that_is_not_the_positions_is_reported() -> None:
    (fault,) = faults(BoardPicture(replay="first", scores={"A": 3}))
    assert "A is 0" in fault


def test_an_unknown_or_short_replay_is_reported() -> None:
    assert len(faults(BoardPicture(replay="second"))) == 1
    (fault,) = faults(BoardPicture(replay="first", after=9))
    assert "2 lines" in fault


def test_a_position_that_cannot_be_read_is_reported() -> None:
    (fault,) = faults(BoardPicture(position="beast A nonsense"))
    assert fault.startswith("picture: ")


def test_a_picture_is_of_one_kind() -> None:
    with pytest.raises(ValidationError):
        Shown.model_validate({"row": {"faces": ["jb1/sun"]}, "art": "marker"})
    with pytest.raises(ValidationError):
        Shown.model_validate({})


def test_a_text_without_a_language_is_reported() -> None:
    page = {"title": {"en": "one"}, "block": [{"kind": "text", "part": [{"text": WORDS}]}]}
    book = LearnBook.model_validate({"version": 1, "cover": WORDS, "page": [page]})
    assert [key for key, _ in book.faults()] == [
        ("page", 0, "title", "ja"),
        ("page", 0, "title", "zh-Hant"),
    ]


def test_an_unknown_clause_is_reported() -> None:
    part = {"text": WORDS, "clause": "JGS-99.9"}
    page = {"title": WORDS, "block": [{"kind": "text", "part": [part]}]}
    book = LearnBook.model_validate({"version": 1, "cover": WORDS, "page": [page]})
    with pytest.raises(TemplateFaults, match=r"JGS-99\.9"):
        check_learn_book(book, load_catalog("jiguan"))


def _with_page(monkeypatch: pytest.MonkeyPatch, block: dict[str, object]) -> None:
    page = {"title": WORDS, "block": [block]}
    book = LearnBook.model_validate({"version": 1, "cover": WORDS, "page": [page]})
    monkeypatch.setattr("printkit.books.rulebook.book.load_learn_book", lambda _: book)


def test_a_page_that_is_too_full_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    long = dict.fromkeys(LANGUAGES, "word " * 2000)
    _with_page(monkeypatch, {"kind": "text", "part": [{"text": long}]})
    with pytest.raises(TextOverflow, match=r"page\.0"):
        print_book(BookJob("jiguan", out=tmp_path, kind="learn"))


def test_an_unknown_face_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    row = {"row": {"faces": ["jb99/sun"]}}
    _with_page(monkeypatch, {"kind": "picture", "picture": row})
    with pytest.raises(UsageError, match="jb99"):
        print_book(BookJob("jiguan", out=tmp_path, kind="learn"))


def test_a_broken_example_stops_the_print(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    board = {"board": {"position": "", "action": "A pass"}}
    _with_page(monkeypatch, {"kind": "picture", "picture": board})
    with pytest.raises(TemplateFaults, match=r"page\.0\.block\.0\.picture"):
        print_book(BookJob("jiguan", out=tmp_path, kind="learn"))
    assert not list(tmp_path.iterdir())


def test_a_game_without_a_book_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("printkit.books.rulebook.book.load_learn_book", lambda _: None)
    with pytest.raises(UsageError, match=r"learn\.toml"):
        print_book(BookJob("jiguan", out=tmp_path, kind="learn"))
