"""Watching: a change rebuilds what depends on it, and a bad edit keeps the last good file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from printkit import cli
from printkit.data.toml_source import CARD_DATA, TEMPLATES
from printkit.watch import BuildResult, WatchJob, build, changes_of, products_of, watch, watched

JOB = WatchJob("yggdrasil", ("cards", "mat", "reference", "rulebook"))
RULES = TEMPLATES.parent / "rules" / "games"
MATS = ["mat:4x5", "mat:5x7"]


@pytest.mark.parametrize(
    ("changed", "due"),
    [
        (TEMPLATES / "yggdrasil" / "mat-4x5.toml", ["cards", "mat:4x5"]),
        (TEMPLATES / "yggdrasil" / "card.toml", ["cards", "reference", "rulebook"]),
        (CARD_DATA / "yggdrasil" / "decks" / "hunt.txt", ["cards", "reference", "rulebook"]),
        (CARD_DATA / "yggdrasil" / "clauses.toml", ["reference", "rulebook"]),
        (TEMPLATES / "sheets" / "words.toml", ["cards", *MATS, "reference", "rulebook"]),
        (TEMPLATES / "sheets" / "services.toml", []),
        (TEMPLATES / "yggdrasil" / "images" / "Fox.PNG", ["cards", "reference", "rulebook"]),
        (TEMPLATES / "yggdrasil" / "icons" / "sword.svg", ["cards", "reference", "rulebook"]),
        (TEMPLATES / "yggdrasil" / ".card.toml.swp", []),
        (RULES / "yggdrasil" / "game.py", ["cards", *MATS, "reference", "rulebook"]),
        (RULES / "yggdrasil" / "clauses.py", ["cards", *MATS, "reference", "rulebook"]),
        (RULES / "yggdrasil" / "__pycache__" / "_game.cpython-311.pyc", []),
    ],
)
def test_only_what_rests_on_a_change_is_due(changed: Path, due: list[str]) -> None:
    assert products_of(JOB, [changed]) == due


def test_all_watched_places_exist() -> None:
    assert all(path.exists() for path in watched(JOB))


def test_a_game_of_ones_own_is_watched_where_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    places = [tmp_path / room / "glow" for room in ("card_data", "templates", "rules/games")]
    for place in places:
        place.mkdir(parents=True)
    monkeypatch.setattr("printkit.data.toml_source._HOMES", (TEMPLATES.parent, tmp_path))
    assert watched(WatchJob("glow"))[:3] == places
    places[2].rmdir()  # data whose rules are elsewhere
    assert watched(WatchJob("glow"))[:3] == [*places[:2], TEMPLATES / "sheets"]


def test_what_failed_is_tried_again_with_the_next_change() -> None:
    made: list[str] = []
    report: list[BuildResult] = []

    def make(job: WatchJob, product: str) -> BuildResult:
        made.append(product)
        return BuildResult(product, 1 if product == "cards" and len(made) < 3 else 0, (), "")

    job = WatchJob("yggdrasil", ("cards", "mat"))
    changes = [
        [TEMPLATES / "yggdrasil" / "mat-5x7.toml"],
        [TEMPLATES / "yggdrasil" / "notes.md"],
        [TEMPLATES / "yggdrasil" / "mat-5x7.toml"],
    ]
    watch(job, changes, report.append, make)
    assert made[:3] == ["cards", *MATS]
    assert made[3:5] == ["cards", "mat:5x7"]
    assert made[5:] == ["cards", "mat:5x7"]
    assert [built.code for built in report] == [1, 0, 0, 0, 0, 0, 0]


def test_a_build_that_fails_leaves_the_last_good_file(tmp_path: Path) -> None:
    job = WatchJob("yggdrasil", ("cards",), ("--no-art", "--duplex", "none"), tmp_path)
    good = build(job, "cards")
    assert good.code == 0
    before = {path: Path(path).read_bytes() for path in good.paths}
    faulty = WatchJob("yggdrasil", ("cards",), ("--no-art", "--deck", "nobody"), tmp_path)
    bad = build(faulty, "cards")
    assert bad.code == 2
    assert "no deck 'nobody'" in bad.errors
    assert {path: Path(path).read_bytes() for path in good.paths} == before


def test_what_is_saved_while_the_first_build_runs_is_built_next(tmp_path: Path) -> None:
    data = tmp_path / "cards.csv"
    data.write_text("old")
    made: list[str] = []

    def make(job: WatchJob, product: str) -> BuildResult:
        made.append(product)
        if len(made) == 1:
            data.write_text("new")
        return BuildResult(product, 0, (), "")

    seen: list[set[Path]] = []

    def first_change() -> Iterator[set[Path]]:
        seen.append(next(changes))
        yield seen[0]

    changes = changes_of([tmp_path])
    watch(WatchJob("yggdrasil", ("cards",)), first_change(), lambda _: None, make)
    assert seen == [{data}]
    assert made == ["cards", "cards"]


def test_what_watch_says_is_in_the_language_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def once(job: WatchJob, changes: object, reported: Callable[[BuildResult], None]) -> None:
        reported(BuildResult("cards", 0, ("a.pdf",), "カード"))
        reported(BuildResult("mat:4x5", 1, (), "誤り"))
        raise KeyboardInterrupt

    monkeypatch.setattr("printkit.watch.watch", once)
    assert cli.run(["watch", "yggdrasil", "--lang", "ja"]) == 0
    out, err = capsys.readouterr()
    assert out == "a.pdf\n"
    assert not re.search(r"[A-Za-z]{3}", err)
    assert "4x5" in err
