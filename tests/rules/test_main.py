"""`python -m rules`: judged as a script would use it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rules.__main__ import main


@pytest.fixture
def position(tmp_path: Path) -> Path:
    path = tmp_path / "p.txt"
    path.write_text("field b1=yr1/A c5=yr1/B\nturn 1 A place\n", "utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(a) for a in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_legal_action_exits_0(capsys: pytest.CaptureFixture[str], position: Path) -> None:
    code, out, err = run(
        capsys, "check", "yggdrasil", "--position", position, "--action", "A place y03 b2"
    )
    assert (code, out, err) == (0, "legal\n", "")


def test_an_illegal_action_exits_1_with_clauses_and_reasons(
    capsys: pytest.CaptureFixture[str], position: Path
) -> None:
    arguments = ("check", "yggdrasil", "--position", position, "--action", "A place y17 a3")
    code, out, _ = run(capsys, *arguments, "--json", "--lang", "ja")
    data = json.loads(out)
    assert code == 1
    assert data["verdict"] == "illegal"
    assert data["clauses"] == ["YGG-6.3", "YGG-6.2"]
    assert all(v["why"] for v in data["violations"])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("perft", "ygdrasil", "--depth", "1"), 'did you mean "yggdrasil"'),
        (("perft", "yggdrasil", "--depth", "1", "--setting", "blank_edges=x"), "--position"),
        (("playout", "yggdrasil", "--deck", "A=orchrd"), "orchard"),
        (("playout", "yggdrasil", "--setting", "blank_edges"), "NAME=VALUE"),
        (("playout", "yggdrasil", "--setting", "blank_egdes=allowed"), "blank_edges"),
    ],
)
def test_a_slip_is_one_sentence_and_exits_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert "Traceback" not in err


def test_perft_starts_where_the_specification_says(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "perft", "yggdrasil", "--depth", "3", "--json")
    assert code == 0
    assert json.loads(out)["counts"] == [5, 30, 162]


def test_same_seed_same_table(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("playout", "yggdrasil", "--games", "5", "--seed", "7")
    first, second = run(capsys, *arguments), run(capsys, *arguments)
    other = run(capsys, *arguments[:-1], "8")
    assert first == second != other
    code, out, _ = run(capsys, *arguments, "--json")
    assert code == 0
    assert json.loads(out)["games"] == 5


def test_it_runs_as_a_module(position: Path) -> None:
    command = [sys.executable, "-m", "rules", "check", "yggdrasil", "--position", str(position)]
    done = subprocess.run(
        [*command, "--action", "A lay y03"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "no such verb" in done.stderr


def test_a_fault_of_ours_is_one_sentence_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("rules.__main__.load_game", fail)
    code, out, err = run(capsys, "perft", "yggdrasil", "--depth", "1")
    assert (code, out) == (4, "")
    assert err == "this is a fault of ours: ZeroDivisionError: by zero\n"


def test_a_hidden_discard_is_no_known_tip(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "p.txt"
    lines = ["field b1=yr1/A b2=y30/A c5=yr1/B", "hand A y15", "discard A y31 y03 ?"]
    path.write_text("\n".join([*lines, "turn 1 A recover", "laid 1 b2", ""]), "utf-8")
    arguments = ("check", "yggdrasil", "--position", path, "--action")
    assert run(capsys, *arguments, "A choose y31") == (0, "legal\n", "")
    assert run(capsys, *arguments, "A choose y03")[0] == 1
