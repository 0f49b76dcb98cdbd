"""`companion demo`: the choice of a match, its display, and the assessment of the referee."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.commands.demo import stage as _demo_stage
from companion.commands.demo.show import DemoDisplay, introduction
from companion.commands.demo.stage import prepare
from companion.errors import SourceError
from companion.frames import Frame
from companion.referee.notices import Paused
from companion.robots.opening import Opened
from companion.robots.script import EntryKind, Script, ScriptEntry
from companion.simulator.sensor import CONDITIONS
from companion.simulator.source import VirtualTable
from rules import Message, dump_manifest, load_catalog
from tests.companion.commands.referee.test_command import Film, film, manifest_of, start
from tests.support.printed_decks import manifest as cards_of
from tests.support.referee.inputs import uttered

__all__ = ["film"]

FAULT = ScriptEntry(EntryKind.ILLEGAL, "A", 1.0, 2.0, "A place y03 b3", ("YGG-6.2",))
MOVE = ScriptEntry(EntryKind.ACTION, "A", 3.0, 4.0, "A place y03 b2", ply=1)
UNSAID = ScriptEntry(EntryKind.ACTION, "B", 5.0, 6.0, "B place y04 b3", ply=2)


@pytest.fixture
def paper(tmp_path: Path) -> list[Path]:
    """Return the manifests of two decks and a mat."""
    paths = []
    for name, report in (
        ("cards", cards_of("yggdrasil", {"sun": "orchard", "moon": "hunt"})),
        ("mat", manifest_of()),
    ):
        paths.append(tmp_path / f"{name}.manifest.json")
        paths[-1].write_text(dump_manifest(report), encoding="utf-8")
    return paths


# The choice of a match.

Rehearse = Callable[..., tuple[Script, int]]


def rehearsing(found: dict[int, tuple[int, bool, int]]) -> Rehearse:
    """Fake rehearsals from each seed's number of faults, take-back flag and number of frames."""

    def rehearse(paths: object, setup: object, seed: int, **_: object) -> tuple[Script, int]:
        faults, back, frames = found.get(seed, (0, False, 900))
        deeds = [
            ScriptEntry(EntryKind.ILLEGAL, "A", 0, 1, clauses=(f"YGG-{number}.1",))
            for number in range(faults)
        ]
        deeds += [ScriptEntry(EntryKind.TAKEN_BACK, "A", 1, 2)] * back
        return Script(deeds), frames

    return rehearse


@pytest.mark.parametrize(
    ("matches", "seed"),
    [
        ({7: (4, True, 680), 6: (5, True, 500)}, 6),
        ({6: (9, True, 681), 7: (4, True, 680)}, 7),
        ({6: (4, False, 500), 8: (4, True, 500)}, 8),
        # None is good enough: more faults and take-backs count first, then fewer frames.
        ({9: (3, True, 800), 12: (4, False, 700), 13: (4, False, 699)}, 13),
        ({}, 5),
    ],
)
def test_the_first_match_is_played_that_shows_enough(
    matches: dict[int, tuple[int, bool, int]],
    seed: int,
    paper: list[Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.robots.opening.rehearse", rehearsing(matches))
    monkeypatch.setattr(_demo_stage, "_TRIES", 10)

    stage = prepare("yggdrasil", paper, 5)

    assert stage.seed == seed
    assert stage.frames == matches.get(seed, (0, False, 900))[2]
    assert sorted(stage.setup.decks) == ["A", "B"], "they play what was printed"


# The match, from introduction to summary.


@pytest.fixture
def played(film: Film, paper: list[Path], monkeypatch: pytest.MonkeyPatch) -> Film:
    """Prepare a match whose film shows a scripted fault and move, but not the third entry."""
    script = Script([FAULT, MOVE, UNSAID], scores={"A": 3, "B": 5})
    read = film.read

    def in_colour() -> Frame | None:
        frame = read()
        return frame and Frame(np.zeros((60, 200, 3), np.uint8), frame.time_s, frame.index)

    def open_table(*_: object, **asked: object) -> Opened:
        assert asked["condition"] is CONDITIONS["hard"]
        source = VirtualTable(None, iter(()))  # type: ignore[arg-type]  # the film replaces it
        monkeypatch.setattr(source, "read", film.read)
        monkeypatch.setattr(source, "close", film.close)
        return Opened(source, script)

    def print_paper(game: str, out: Path, texts: object) -> list[Path]:
        out.mkdir(exist_ok=True)
        return paper

    monkeypatch.setattr(film, "read", in_colour)
    monkeypatch.setattr("companion.robots.opening.open_table", open_table)
    monkeypatch.setattr("companion.robots.opening.rehearse", rehearsing({24: (4, True, 60)}))
    monkeypatch.setattr("companion.match_setup.prints.print_match", print_paper)
    return film


@pytest.mark.parametrize("lang", ["en", "ja", "zh-Hant"])
def test_a_demo_is_introduced_reported_and_summed_up(
    played: Film, tmp_path: Path, lang: str, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert start("demo", "--out", str(out), "--lang", lang, "--camera", "hard") == 0

    text = capfd.readouterr().out
    catalog = load_catalog("yggdrasil")
    assert catalog.names[lang] in text
    assert catalog.deck_names["orchard"][lang] in text
    assert Message("demo.camera.hard").render(lang) in text
    assert "✗" in text
    assert "YGG-6.2" in text
    summary = {"faults": 1, "kinds": 1, "back": 0, "right": 2, "due": 3, "extra": 0}
    assert Message("demo.summary", **summary).render(lang) in text
    assert f"companion replay {out / 'yggdrasil-demo.jsonl'} --verify" in text
    assert f"companion referee yggdrasil --source 0 --lang {lang} --manifest " in text
    pictures = [cv2.imread(str(out / f"yggdrasil-demo-{name}.png")) for name in ("table", "match")]
    assert [picture is not None and picture.any() for picture in pictures] == [True, True]
    assert played.closed


@pytest.mark.parametrize(
    ("lang", "found", "asked"),
    [
        ("en", "seed 26 (the first eventful match, starting at 24", "seed 24. "),
        ("ja", "シード26です（24から", "シード24です。"),
        ("zh-Hant", "種子 26 的對局（從 24", "種子 24 的對局。"),
    ],
)
def test_the_match_and_its_length_are_announced(
    paper: list[Path], monkeypatch: pytest.MonkeyPatch, lang: str, found: str, asked: str
) -> None:
    matches = {24: (1, False, 500), 26: (4, True, 60)}
    monkeypatch.setattr("companion.robots.opening.rehearse", rehearsing(matches))
    text = introduction(prepare("yggdrasil", paper, 24), lang, "good")
    assert found in text
    assert " 60" in text or "約60" in text

    monkeypatch.setattr("companion.robots.opening.rehearse", rehearsing({24: (4, True, 60)}))
    text = introduction(prepare("yggdrasil", paper, 24), lang, "good")
    assert asked in text


def test_a_demo_s_log_is_its_own_and_whole(
    played: Film, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "out" / "yggdrasil-demo.jsonl"
    log.parent.mkdir()
    log.write_text("of the last time", "utf-8")
    words = ("demo", "--out", str(log.parent), "--camera", "hard")
    assert start(*words) == 0
    assert start("replay", str(log), "--json") == 0
    report = json.loads(capfd.readouterr().out.splitlines()[-1])
    assert (report["plies"] > 0, report["fault"]) == (True, None)


@pytest.mark.parametrize(
    ("lang", "last"),
    [("en", "so the match stops here"), ("ja", "ここで止めます"), ("zh-Hant", "先停在這裡")],
)
def test_a_fault_is_reported_before_the_last_word(
    played: Film,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lang: str,
    last: str,
) -> None:
    """Regression: an unreadable page was reported only after the end of the match."""

    def broken() -> None:
        raise SourceError(Message("fault.source.unreadable", file="page.pdf", why="no page"))

    monkeypatch.setattr(played, "read", broken)
    monkeypatch.setattr("sys.stderr", sys.stdout)  # one stream, to keep the terminal's order
    assert start("demo", "--out", str(tmp_path / "out"), "--camera", "hard", "--lang", lang) != 0
    text = capsys.readouterr().out
    assert text.count("page.pdf") == 1
    assert text.index("page.pdf") < text.rindex(last)
    assert "companion referee" not in text


def test_a_camera_there_is_not_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert start("demo", "--camera", "best") == 2
    err = capsys.readouterr().err
    assert "--camera best" in err
    assert "good, webcam, hard" in err


def test_what_has_no_caption_leaves_no_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    show = DemoDisplay("en", 10, tmp_path / "log")
    show.frame = Frame(np.zeros((9, 16, 3), np.uint8), 1.0, 1)
    show.receive(uttered(Paused(), "", "en"))
    assert (show.moments, capsys.readouterr().out) == ([], "")
    show.receive(uttered(Paused(), "Paused.", "en"))
    assert [moment.caption for moment in show.moments] == ["Paused."]
    assert len(show.events) == 2


def test_of_a_table_nobody_played_at_there_is_no_picture(
    played: Film, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    played.number = len(played.views)
    assert start("demo", "--out", str(tmp_path / "out"), "--camera", "hard", "--lang", "en") == 0
    text = capfd.readouterr().out
    assert "yggdrasil-demo-table.png" not in text
    assert not (tmp_path / "out" / "yggdrasil-demo-table.png").exists()
    assert "Correct verdicts by the referee: 0 of 3" in text
