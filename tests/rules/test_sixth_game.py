"""A sixth game for one test: found, checked, counted, played, and given to every claim.

Its code and data are written into a temporary folder; no file of the project changes. The rules
are those of `tests/support/four_corners.py`: four seats, simultaneous hidden cards, a die.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rules import LANGUAGES
from tests.support.paths import TESTS

FOUR_CORNERS = TESTS / "support" / "four_corners.py"

CLAUSES = {
    "TOY-1": ("Lay one card", "Lay one of your own cards, face down, on your own place."),
    "TOY-2": ("Not twice", "Don’t lay {card} again: it was your last card."),
    "TOY-3": ("The die", "A die shows one to six."),
    "TOY-4": ("The end", ""),
}

GOLDEN = """
N place 1 N.slot facing=down
E place 2 E.slot facing=down
S place 3 S.slot facing=down
W place 4 W.slot facing=down
chance roll 3
N place 2 N.slot facing=down
E place 1 E.slot facing=down
S place 4 S.slot facing=down
W place 3 W.slot facing=down
chance roll 2
N place 3 N.slot facing=down
E place 4 E.slot facing=down
S place 1 S.slot facing=down
W place 2 W.slot facing=down
chance roll 6
"""

TESTS = f'''
"""TOY-1, TOY-2, TOY-3: the golden game, the counting table, an example for each clause."""

from dataclasses import replace

from rules import Match, Setup, judge, load_catalog, load_game, parse_action
from rules.core.perft import perft
from rules.sim.playout import starter_setup

GAME = load_game("corners")
LINES = """{GOLDEN}"""


def test_golden():
    match = Match(GAME, starter_setup(GAME, Setup("corners")))
    for line in LINES.strip().splitlines():
        match.play(parse_action(line))
    assert match.outcome.scores == {{"N": 1, "E": 1, "S": 1, "W": 0}}
    assert match.outcome.clause == "TOY-4"


def test_counts():
    start = GAME.start(starter_setup(GAME, Setup("corners")))
    assert perft(GAME, start, 3) == [16, 192, 1536]


def test_clauses():
    match = Match(GAME, starter_setup(GAME, Setup("corners")))
    refused = {{"N place 5 N.slot facing=down": "TOY-1", "chance roll 1": "TOY-1"}}
    for line, clause in refused.items():
        assert judge(GAME, match.state, parse_action(line)).clauses == (clause,)
    for line in LINES.strip().splitlines()[:4]:
        match.play(parse_action(line))
    assert judge(GAME, match.state, parse_action("chance roll 7")).clauses == ("TOY-3",)
    match.play(parse_action("chance roll 3"))
    again = parse_action("N place 1 N.slot facing=down")
    assert not judge(GAME, match.state, again).legal
    twice = replace(match.state, hands=(("1", "2"), *match.state.hands[1:]))
    assert judge(GAME, twice, again).clauses == ("TOY-2",)
'''


def words(name: str, text: str) -> str:
    return f"[{name}]\n" + "".join(f'{lang} = "{text}"\n' for lang in LANGUAGES)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder laid out like the checkout, with one game in it."""
    home = tmp_path_factory.mktemp("further")
    code = FOUR_CORNERS.read_text("utf-8").replace('slug="toy"', 'slug="corners"')
    write(home / "rules" / "games" / "corners" / "__init__.py", code)
    data = home / "card_data" / "corners"
    seats = "".join(words(f"seat.{s}", s) + f'owner = "{s.lower()}"\n' for s in "NESW")
    head = 'slug = "corners"\nprefix = "TOY"\nletter = "Q"\nseats = ["N", "E", "S", "W"]\n'
    write(data / "game.toml", head + words("name", "Four Corners") + seats)
    rows = "".join(f"{n},いち,One{n},一{n},一{n}\n" for n in range(1, 5))
    write(data / "cards.csv", "id,kana_ja,name_en,name_ja,name_zh-Hant\n" + rows)
    clauses = ""
    for key, (title, refused) in CLAUSES.items():
        clauses += f'["{key}"]\nkind = "{"forbids" if refused else "describes"}"\nsection = 1\n'
        for lang in LANGUAGES:
            clauses += f'title.{lang} = "{title}"\ntext.{lang} = "{title}."\n'
            clauses += f'refusal.{lang} = "{refused}"\n' if refused else ""
    write(data / "clauses.toml", clauses)
    write(data / "settings.toml", "")
    write(data / "terms.toml", words("term.slot", "slot"))
    names = "".join(f"name.{lang}: Numbers\n" for lang in LANGUAGES)
    write(data / "decks" / "numbers.txt", names + "1 1\n1 2\n1 3\n1 4\n")
    write(home / "tests" / "rules" / "corners" / "test_golden.py", TESTS)
    return home


def run(root: Path, folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *map(str, arguments)],
        env={**os.environ, "RULES_GAMES": str(folder)},
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_neighbour_that_cannot_be_read_is_no_fault_of_a_deck(
    root: Path, folder: Path, tmp_path: Path
) -> None:
    """Check that a broken game is skipped when other games are searched for a deck's card."""
    deck = tmp_path / "mine.txt"
    write(deck, "2 One3\n")
    whole = run(root, folder, "rules", "deck", "yggdrasil", deck)
    assert "mine.txt:1: One3: is a card of Four Corners" in whole.stderr
    broken = tmp_path / "further"
    shutil.copytree(folder, broken)
    write(broken / "card_data" / "corners" / "cards.csv", "id\n")
    done = run(root, broken, "rules", "deck", "yggdrasil", deck)
    assert done.returncode == whole.returncode
    assert "mine.txt:1: 2 One3: is not a card of this game" in done.stderr
    assert "corners" not in done.stderr


def test_it_is_found_next_to_the_others(root: Path, folder: Path) -> None:
    done = run(root, folder, "rules", "perft", "cornrs", "--depth", 1)
    assert done.returncode == 2
    assert 'did you mean "corners"' in done.stderr


def test_without_the_folder_it_is_not_there(root: Path, folder: Path) -> None:
    done = run(root, folder.parent / "nowhere", "rules", "perft", "corners", "--depth", 1)
    assert done.returncode == 2
    assert "no game 'corners'" in done.stderr


def test_it_is_judged_counted_and_played(root: Path, folder: Path) -> None:
    position = folder / "position.txt"
    position.write_text(
        "round 2 ply 5\nN 23 - 1 0\nE 134 - 2 0\nS 124 - 3 1\nW 123 - 4 0\n", "utf-8"
    )
    check = ("rules", "check", "corners", "--position", position, "--action")
    done = run(root, folder, *check, "N place 2 N.slot facing=down")
    assert (done.returncode, done.stdout) == (0, "legal\n")
    done = run(root, folder, *check, "N place 4 N.slot facing=down", "--lang", "ja")
    assert done.returncode == 1
    assert "TOY-1  Lay one of your own cards" in done.stdout

    done = run(root, folder, "rules", "check", "corners", "--help")
    assert done.returncode == 0
    assert "Examples" not in done.stdout

    done = run(root, folder, "rules", "perft", "corners", "--depth", 2, "--json")
    assert json.loads(done.stdout)["counts"] == [4, 12]

    playout = ("rules", "playout", "corners", "--games", 8, "--seats", "N=greedy", "--jobs")
    one, two = (run(root, folder, *playout, jobs) for jobs in (1, 2))
    assert one.returncode == 0, one.stderr
    assert one.stdout == two.stdout
    assert "N – greedy – Numbers" in one.stdout
    assert "ended by TOY-4: 100.0%" in one.stdout

    done = run(root, folder, "rules", "deck", "corners", "numbers", "--lang", "ja")
    assert (done.returncode, done.stderr) == (0, "")


def test_it_keeps_every_claim_and_its_own_tests(root: Path, folder: Path) -> None:
    suite = root / "tests" / "conformance" / "test_conformance.py"
    arguments = ("-q", "-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib")
    done = run(root, folder, "pytest", *arguments, suite, "-k", "corners", "--rootdir", root)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
    own = folder / "tests" / "rules" / "corners" / "test_golden.py"
    done = run(root, folder, "pytest", *arguments, own, "--rootdir", folder)
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout
