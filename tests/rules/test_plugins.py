"""An error in a designer's own game is reported with file, line, cause and fix."""

from __future__ import annotations

import importlib
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import rules.catalog.reader
import rules.games
from rules import (
    LANGUAGES,
    DataError,
    Match,
    Record,
    RulesError,
    Setup,
    fold_log,
    load_catalog,
    load_game,
)
from rules.__main__ import main
from rules.cli.scaffold import new_game
from rules.errors import GameFault
from rules.records.log import MATCH_STARTED
from rules.sim.playout import starter_setup
from tests.support.rules_parts import with_parts

Make = Callable[..., str]


def written(folder: Path) -> str:
    """Write a new game to a folder; return its slug."""
    slug, files = new_game(folder)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return slug


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Return a function that writes a changed sample game to a folder listed in `RULES_GAMES`."""

    def made(slug: str, *changes: tuple[str, str], home: str = "mine") -> str:
        folder = tmp_path / home
        written(folder / slug)
        code = folder / slug / "rules" / "games" / slug / "__init__.py"
        text = code.read_text("utf-8")
        for old, new in changes:
            assert text.count(old) >= 1, old
            text = text.replace(old, new)
        code.write_text(text, "utf-8")
        root = folder / slug
        path = [*rules.games.__path__, str(root / "rules" / "games")]
        monkeypatch.setattr(rules.games, "__path__", path)
        homes = (*rules.catalog.reader.DATA_FOLDERS, root / "card_data")  # type: ignore[attr-defined]
        monkeypatch.setattr(rules.catalog.reader, "DATA_FOLDERS", homes)
        importlib.invalidate_caches()
        return slug

    return made


def line_of(slug: str, words: str) -> int:
    """Return the line of a game's code that contains the words."""
    file = next(Path(home) / slug for home in rules.games.__path__ if (Path(home) / slug).is_dir())
    lines = (file / "__init__.py").read_text("utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if words in line)


IMPORTS = {
    "a name": (("    Verb,\n", "    Verb,\n    Zonk,\n"), "from rules import (", "Zonk"),
    "a library": (
        ("from rules import", "import nowhere\nfrom rules import"),
        "import nowhere",
        "nowhere",
    ),
    "syntax": (
        ("def _fact(card: str, name: str)", "def _fact(card str)"),
        "_fact(card str)",
        "syn",
    ),
    "a function": (("    result=_result,\n", ""), "GAME = small_game(", "result"),
    "the game": (("GAME = small_game(", "SAMPLE = small_game("), "", "GAME = Rules("),
    "a class": (("GAME = small_game(\n    SLUG,\n    State,", "GAME = dict("), "", "GAME = Rules("),
    "the name": (("    SLUG,\n", "    'other',\n"), "", "'other'"),
}


@pytest.mark.parametrize("kind", IMPORTS)
def test_what_keeps_a_game_from_loading_names_its_line(make: Make, kind: str) -> None:
    change, where, says = IMPORTS[kind]
    slug = make(f"import_{kind.replace(' ', '_')}", change)
    with pytest.raises(GameFault) as raised:
        load_game(slug)
    fault = raised.value.fault
    assert fault.file == f"rules/games/{slug}/__init__.py"
    assert where == "" or fault.line == line_of(slug, where)
    for lang in LANGUAGES:
        assert says in raised.value.message.render(lang).replace("構文", "syn")
    restored = pickle.loads(pickle.dumps(raised.value))  # noqa: S301
    assert restored.message == raised.value.message


SMALL = '"lanterns": Number()}),\n)'
"""The end of the sample, after which parts of its rules are replaced."""
PHASES = """
from dataclasses import replace
GAME = replace(GAME, phases={"turn": replace(GAME.phases["turn"]"""
RESOLVE = SMALL + "\n\n\ndef _resolve(state, action):\n    return ()\n"
TO_ACT = SMALL + "\n\n\ndef _to_act(state):\n    return [state.turn]\n"
PLAYS: dict[str, tuple[tuple[str, str], str, str]] = {
    "options raise": (
        ("dict.fromkeys(state.hands[SEATS.index(state.turn)])", "{}['moon']"),
        "{}['moon']",
        "_options: KeyError: 'moon'",
    ),
    "deep": (("int(load_catalog(SLUG).cards[card].facts[name])", "int('x' + name)"), "int('x'", ""),
    "options yield": (
        ("yield action", "yield None"),
        "def _options(",
        "_options: returns None instead of Action",
    ),
    "options give": (
        ("                yield action", "                pass\n    return None"),
        "def _options(",
        "_options: returns None instead of Iterator",
    ),
    "resolve": (
        (SMALL, f"{RESOLVE}{PHASES}, resolve=_resolve)}})"),
        "def _resolve(",
        "_resolve: returns () instead of Resolution",
    ),
    "fold": (
        ("    return State((hands[0]", "    return None\n    return State((hands[0]"),
        "for card in dict.fromkeys",
        "_options: AttributeError: ",
    ),
    "layout": (
        ("(PlacedCard(card, owner),)", "card"),
        "def _layout(",
        "_layout: ",
    ),
    "events": (
        ('Event("placed"', 'Event("laid"'),
        "act=lambda",
        "<lambda>: this game has no event laid: declare each kind of event",
    ),
    "violations": (
        ("violations=_violations,", "violations=lambda *_: ('fog',),"),
        "lambda *_",
        "<lambda>: returns 'fog' instead of Violation",
    ),
    "to act": (
        (SMALL, f"{TO_ACT}{PHASES}, who=_to_act)}})"),
        "def _to_act(",
        "_to_act: returns ['A'] instead of Set",
    ),
}


@pytest.mark.parametrize("kind", PLAYS)
def test_what_goes_wrong_in_the_first_plies_names_its_line(make: Make, kind: str) -> None:
    change, where, says = PLAYS[kind]
    slug = make(f"play_{kind.replace(' ', '_')}", change)
    with pytest.raises(GameFault) as raised:
        load_game(slug)
    line = line_of(slug, where)
    assert str(raised.value).startswith(f"rules/games/{slug}/__init__.py:{line}: {says}")
    assert slug in raised.value.message.render("zh-Hant")


def test_a_wrong_value_that_the_kernel_stumbles_over_is_the_games(make: Make) -> None:
    """Check that an error without a line of the game still names the game's file."""
    slug = make("stumbles", ('[Event("placed", action.seat, action.card, action.to)]', "None"))
    with pytest.raises(GameFault, match=r"GAME: TypeError: .*must return") as raised:
        load_game(slug)
    assert raised.value.fault.file == "rules/games/stumbles/__init__.py"


LATER = (
    "    hands, seat = list(state.hands)",
    "    _late(state)\n    hands, seat = list(state.hands)",
)
LATE = (
    "def _fold(",
    "def _late(state):\n    state.hands[0][3:] or {}['moon']\n\n\ndef _fold(",
)


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_goes_wrong_later_is_reported_by_the_command(
    make: Make,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    jobs: int,
) -> None:
    slug = make(f"later_{jobs}", LATER, LATE)
    monkeypatch.setenv("RULES_GAMES", str(tmp_path / "mine" / slug))  # for the other processes
    options = ["--games", "2", "--seed", "1", "--jobs", str(jobs)]
    assert main(["playout", slug, *options]) == 2
    place = f"rules/games/{slug}/__init__.py:{line_of(slug, 'moon')}: _late: KeyError: 'moon'"
    assert place in capsys.readouterr().err


def test_a_clause_that_the_game_does_not_have_is_reported(make: Make) -> None:
    catalog = load_catalog(make("fog"))
    with pytest.raises(GameFault, match=r'the rules name the clause FOG-22, .*mean "FOG-2"'):
        catalog.clauses["FOG-22"]


PASSED_ON = {
    "import": ("GAME = small_game(", "raise RulesError('kept')\nGAME = small_game("),
    "once": ("    hands, seat =", "    raise RulesError('kept')\n    hands, seat ="),
}


@pytest.mark.parametrize("kind", PASSED_ON)
def test_a_fault_that_the_rules_core_reports_passes_as_it_is(make: Make, kind: str) -> None:
    """Check that a `RulesError` reaches the caller and does not become a `GameFault`."""
    use = ("from rules import (", "from rules import (\n    RulesError,")
    slug = make(f"passed_{kind}", PASSED_ON[kind], use)
    with pytest.raises(RulesError, match="kept") as raised:
        load_game(slug)
    assert not isinstance(raised.value, GameFault)


def test_ctrl_c_while_a_game_is_imported_is_no_fault_of_it(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that an interrupted import may raise any exception: the program is exiting."""
    slug = make("cut_off", ("GAME = small_game(", "raise OSError('cut off')\nGAME = small_game("))
    monkeypatch.setattr("rules.plugins.was_interrupted", lambda: True)
    with pytest.raises(OSError, match="cut off"):
        load_game(slug)


def test_a_whole_game_plays_as_ever_and_keeps_what_it_catches(make: Make) -> None:
    caught = "    try:\n        _layout(None)\n    except AttributeError:\n        pass\n"
    old = "    for card in dict.fromkeys"
    game = load_game(make("whole", (old, f"{caught}{old}")))
    match = Match(game, starter_setup(game, Setup("whole")))
    while match.outcome is None:
        match.play(next(game.legal(match.state)))


def test_turns_that_a_game_does_not_report_are_counted(make: Make) -> None:
    """Regression: a take-back was always reported as one of turn 1."""
    game = load_game(make("counted"))
    match = Match(game, starter_setup(game, Setup("counted")))
    turns = [match.turn]
    for _ in range(4):
        match.play(next(game.legal(match.state)))
        turns.append(match.turn)
    match.undo(2)
    assert [*turns, match.turn] == [1, 2, 3, 4, 5, 3]


def test_a_game_without_options_in_its_first_position_loads(make: Make) -> None:
    """Check that chance may have too many outcomes to list (`PhaseSpec.options`)."""
    hand = "dict.fromkeys(state.hands[SEATS.index(state.turn)])"
    game = load_game(make("still", (hand, "()")))
    assert list(game.legal(game.start(Setup("still")))) == []


def test_a_game_without_hidden_cards_shows_every_seat_the_whole_state(make: Make) -> None:
    game = load_game(make("open"))
    position = Match(game, starter_setup(game, Setup("open"))).position
    for seat in (None, "A", "B"):
        assert position.by(seat) == position


def test_a_game_with_faulty_data_loads_and_its_data_are_reported_when_used(
    make: Make, tmp_path: Path
) -> None:
    slug = make("torn")
    cards = tmp_path / "mine" / slug / "card_data" / slug / "cards.csv"
    cards.write_text(cards.read_text("utf-8").replace("l01,light,1", "l01,light,one", 1), "utf-8")
    assert load_game(slug).slug == slug
    with pytest.raises(DataError, match="one"):
        load_catalog(slug)


def test_what_has_no_line_in_the_game_s_code_names_its_file(make: Make) -> None:
    """Check a function of Python's own, and a file that Python cannot read."""
    for slug, change, says in (
        (
            "builtin",
            (SMALL, f"{SMALL}\nfrom dataclasses import replace\nGAME = replace(GAME, outcome=str)"),
            "returns .State.* instead of Outcome",
        ),
        ("zeros", ("from rules import", "\0from rules import"), "null bytes"),
    ):
        with pytest.raises(GameFault, match=says) as raised:
            load_game(make(slug, change))
        fault = raised.value.fault
        assert (fault.file, fault.line) == (f"rules/games/{slug}/__init__.py", 0)


def test_a_log_of_a_game_with_a_fault_reports_the_line_of_the_game(make: Make) -> None:
    slug = make("logged", ("yield action", "yield None"))
    started = Record(0, MATCH_STARTED, {"game": slug, "settings": {}, "decks": {}})
    with pytest.raises(GameFault, match="_options: returns None instead of Action"):
        fold_log([started])


def test_a_game_with_a_fault_is_refused_every_time(make: Make) -> None:
    slug = make("again", ("yield action", "yield None"))
    for _ in range(2):  # its start loads the catalogue, which loads the game once more
        with pytest.raises(GameFault, match="None"):
            load_game(slug)


def test_it_is_reported_across_processes(
    make: Make,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slug = make("jobs", ("yield action", "yield None"))
    # new processes read it at their start
    monkeypatch.setenv("RULES_GAMES", str(tmp_path / "mine" / slug))
    for lang, word in (
        ("en", "your own game jobs"),
        ("ja", "自作ゲーム jobs"),
        ("zh-Hant", "自製遊戲"),
    ):
        assert main(["playout", slug, "--games", "2", "--seed", "1", "--lang", lang]) == 2
        report = capsys.readouterr().err
        assert f"rules/games/jobs/__init__.py:{line_of(slug, 'def _options(')}" in report
        assert word in report


def test_a_fault_of_a_shipped_game_stays_ours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("moon")

    faulty = with_parts(load_game("jiguan"), options=broken)
    monkeypatch.setattr("rules.sim.playout.load_game", lambda _: faulty)
    assert main(["playout", "jiguan", "--games", "1", "--seed", "1", "--jobs", "1"]) == 4
    assert "internal error" in capsys.readouterr().err


def test_one_name_in_two_folders_is_refused_and_both_are_named(make: Make, tmp_path: Path) -> None:
    one = make("twice", home="one")
    make("twice", home="other")
    for load in (load_game, load_catalog):
        with pytest.raises(GameFault) as raised:
            load(one)
        for lang in LANGUAGES:
            report = raised.value.message.render(lang)
            assert str(tmp_path / "one") in report
            assert str(tmp_path / "other") in report
            assert "RULES_GAMES" in report


def test_all_three_programs_report_it_alike(tmp_path: Path) -> None:
    slug = written(tmp_path / "alike")
    code = tmp_path / "alike" / "rules" / "games" / slug / "__init__.py"
    code.write_text(code.read_text("utf-8").replace("import (", "import (Zonk,"), "utf-8")

    def run(words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", *words.split()],
            env={**os.environ, "RULES_GAMES": str(tmp_path / "alike")},
            cwd=Path(__file__).resolve().parents[2],
            capture_output=True,
            text=True,
            check=False,
        )

    where = "rules/games/alike/__init__.py:15: ImportError: "
    for words in (
        "rules deck alike first",
        "printkit check alike",
        "companion referee alike -s virtual",
    ):
        done = run(words)
        assert done.returncode == 2, done.stderr
        assert where in done.stderr
        assert "Traceback" not in done.stderr

    looked = run("companion rules 6.4 --lang en")  # in all games, because the others are searched
    assert looked.returncode == 0, looked.stderr
    assert "YGG-6.4" in looked.stdout
    assert looked.stderr.count(f"skipping alike: {where}") == 1
