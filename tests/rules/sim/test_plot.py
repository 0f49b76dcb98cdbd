"""A run's chart: the same bytes each time, in three languages, with every glyph."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from PIL import Image

from rules import LANGUAGES, Setup, game_slugs, load_catalog, load_game
from rules.__main__ import main
from rules.sim.playout import playouts, starter_setup
from rules.sim.plot import SUFFIXES, draw, labels
from rules.sim.tally import Played, Tally, tally_of

# The lock file contains the extra [sim], so a full development setup tests it.
needs_matplotlib = pytest.mark.skipif(
    find_spec("matplotlib") is None, reason="the extra [sim] is not installed"
)
FONTS = Path(__file__).resolve().parents[3] / "templates" / "fonts"


def tally_for(slug: str) -> Tally:
    """Return a tally of made-up matches with every card and every clause of a game."""
    catalog = load_catalog(slug)
    seats = catalog.seats
    clauses = list(catalog.clauses)
    played = [
        Played((seats[n % 2],) if n % 5 else (), clauses[n % len(clauses)], 20 + n % 7, {},
               frozenset((seat, card) for seat in seats[:2] for card in catalog.cards))
        for n in range(len(clauses))
    ]  # fmt: skip
    return tally_of(played, seats[:2])


@pytest.fixture(scope="module")
def tally() -> Tally:
    game = load_game("yggdrasil")
    return playouts(game, starter_setup(game, Setup("yggdrasil")), 12, "plot")


def picture(tally: Tally, suffix: str, lang: str = "en", slug: str = "yggdrasil") -> bytes:
    catalog = load_catalog(slug)
    seats = dict.fromkeys(tally.wins, "greedy")
    words = labels(catalog, lang, tally, "7", seats, {next(iter(seats)): "mine $x$"})
    file = io.BytesIO()
    draw(tally, file, suffix, words)
    return file.getvalue()


@needs_matplotlib
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_same_run_gives_the_same_bytes(tally: Tally, suffix: str) -> None:
    first = picture(tally, suffix)
    assert first == picture(tally, suffix)
    assert first != picture(tally, suffix, "ja")


@needs_matplotlib
def test_a_home_that_takes_no_files_is_no_news(tmp_path: Path) -> None:
    """Check that Matplotlib's English message about its cache folder is not printed."""
    (tmp_path / "closed").touch()
    done = subprocess.run(
        [sys.executable, "-m", "rules", "playout", "jiguan", "--games", "2", "--jobs", "1",
         "--plot", str(tmp_path / "o.png")],
        env={**os.environ, "MPLCONFIGDIR": str(tmp_path / "closed" / "in")},
        cwd=Path(__file__).resolve().parents[3],
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "o.png").stat().st_size > 0


@needs_matplotlib
def test_a_bitmap_shows_something_from_edge_to_edge(tally: Tally) -> None:
    image = Image.open(io.BytesIO(picture(tally, ".png", "zh-Hant"))).convert("L")
    width, height = image.size
    assert min(width, height) > 800
    left, top, right, bottom = image.point(lambda level: 255 * (level < 200)).getbbox() or (0,) * 4
    assert 0 < left < 0.05 * width
    assert 0 < top < 0.05 * height
    assert 0.9 * width < right < width
    assert 0.9 * height < bottom < height


@needs_matplotlib
@pytest.mark.parametrize("slug", game_slugs())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sign_of_every_game_is_in_the_fonts(slug: str, lang: str) -> None:
    from matplotlib.ft2font import FT2Font

    known: set[int] = set()
    for face in ("NotoSansJP", "NotoSansTC"):
        known |= FT2Font(str(FONTS / f"{face}-Regular.ttf")).get_charmap().keys()
    tally = tally_for(slug)
    decks = dict(zip(tally.wins, load_catalog(slug).decks, strict=False))
    words = labels(load_catalog(slug), lang, tally, "7", dict.fromkeys(tally.wins, "greedy"), decks)
    texts = [words.title, words.subtitle]
    for names in (words.seats, words.clauses, words.cards):
        texts += names.values()
    assert all(texts)
    assert not {sign for text in texts for sign in text if ord(sign) not in known}


@needs_matplotlib
def test_a_run_without_cards_and_with_many_endings_is_drawn() -> None:
    bare = [Played((), f"X-{n}", 5, {}) for n in range(12)]
    assert picture(tally_of(bare, ("A", "B")), ".svg").startswith(b"<?xml")
    assert picture(tally_for("jiguan"), ".svg", "ja", "jiguan").startswith(b"<?xml")


@needs_matplotlib
def test_the_command_draws_the_same_picture_on_any_number_of_cores(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    files = [tmp_path / "1.svg", tmp_path / "2.svg"]
    for jobs, file in zip("12", files, strict=True):
        run = ["playout", "jiguan", "--games", "12", "--jobs", jobs, "--lang", "ja"]
        assert main([*run, "--plot", str(file)]) == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert capsys.readouterr().err == ""


def test_a_missing_library_is_reported_before_anything_is_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def play(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("rules.cli.playout.playouts_on", play)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "matplotlib.figure", raising=False)
    assert main(["playout", "jiguan", "--plot", str(tmp_path / "a.png")]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("the library matplotlib")
    assert "[sim]" in err
    assert err.count("\n") == 1
