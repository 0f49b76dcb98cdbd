"""The same mistake is reported in the same way by every command of the three programs.

Each row is a command line without its fault; the tests add faults and compare the answers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import companion.cli
import rules.__main__
from printkit import cli as printkit_cli

Run = tuple[int, str, str]

GAME, TYPO = "yggdrasil", "ygdrasil"
OF_GAME = [
    *(f"printkit {name} GAME" for name in ("cards", "check", "digital", "game", "mat", "preview")),
    *(f"printkit {name} GAME" for name in ("reference", "rulebook", "service", "shopping")),
    "printkit craft d6 GAME",
    "companion demo GAME",
    "companion plan GAME",
    "companion plan --game GAME",
    "companion referee GAME --source virtual",
    "companion rules root --game GAME",
    "companion scan list.txt --deck-rules GAME",
    "rules check GAME --position position.txt --action text",
    "rules deck GAME orchard",
    "rules perft GAME --depth 1",
    "rules playout GAME",
]
"""Commands with a game; GAME is its place."""
OTHERS = [
    "printkit calibrate",
    "printkit init my-game",
    "companion doctor 0",
    "companion read picture.png --manifest print.json",
    "companion replay match.jsonl",
    "rules new my-game",
]
WITHOUT_JSON = ("companion demo",)
FAULTS = ("", "--lang xx", "--fnord", "--lang", "--setting nonsense", "superfluous words")
"""Further faults of a command line that names a mistyped game."""
OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")


def companion_code(words: list[str]) -> int:
    with pytest.raises(SystemExit) as left:
        companion.cli.main(words)
    return int(left.value.code or 0)


PROGRAMS: dict[str, Callable[[list[str]], int]] = {
    "printkit": printkit_cli.run,
    "companion": companion_code,
    "rules": rules.__main__.main,
}


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], Run]:
    """Run a command line in an empty folder; return exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def run(line: str) -> Run:
        program, *words = line.split()
        code = PROGRAMS[program](words)
        return code, *capsys.readouterr()

    return run


def sentence(err: str) -> str:
    """Return a message without its label and the usage lines above it."""
    return err.strip().splitlines()[-1].removeprefix("error: ")


def failure(out: str) -> dict[str, object]:
    (error,) = json.loads(out).values()
    assert error.keys() == {"exit", "kind", "message"}
    return dict(error)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("line", OF_GAME)
def test_a_mistyped_game_is_reported_whatever_else_is_wrong(
    line: str, fault: str, run: Callable[[str], Run]
) -> None:
    code, out, err = run(f"{line.replace('GAME', TYPO)} {fault}")

    assert (code, out) == (2, "")
    assert sentence(err) == "no game 'ygdrasil': did you mean \"yggdrasil\"?"


@pytest.mark.parametrize("line", OF_GAME)
def test_with_json_a_mistyped_game_is_an_object(line: str, run: Callable[[str], Run]) -> None:
    if line.startswith(WITHOUT_JSON):
        return
    code, out, err = run(f"{line.replace('GAME', TYPO)} --json")

    assert (code, err) == (2, "")
    message = "no game 'ygdrasil': did you mean \"yggdrasil\"?"
    assert failure(out) == {"exit": 2, "kind": "UnknownGame", "message": message}


@pytest.mark.parametrize("fault", ["--fnord", "--lang xx", "--lang"])
@pytest.mark.parametrize("line", [*OF_GAME, *OTHERS])
def test_misuse_exits_2_names_only_what_was_typed_and_is_an_object_with_json(
    line: str, fault: str, run: Callable[[str], Run]
) -> None:
    line = line.replace("GAME", GAME)
    code, out, err = run(f"{line} {fault}")

    assert (code, out) == (2, "")
    said = sentence(err)
    typed = OPTION.findall(f"{line} {fault}")
    # A suggestion for a mistyped option, and the pointer to the help, name others.
    culprits = OPTION.findall(said.partition(" (")[0].partition(": see ")[0])
    assert set(culprits) <= {*typed}, said

    if not line.startswith(WITHOUT_JSON):
        code, out, err = run(f"{line} --json {fault}")
        error = failure(out)
        assert (code, error["exit"], err) == (2, 2, "")
        assert error["message"] == said


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        pytest.param(
            1,
            [
                "printkit cards yggdrasil --deck list.txt",
                "printkit game yggdrasil --deck list.txt",
                "companion referee yggdrasil --source virtual --deck A=list.txt",
                "companion scan list.txt --deck-rules yggdrasil",
                "rules deck yggdrasil list.txt",
            ],
            id="a list of another game",
        ),
        pytest.param(
            1,
            [
                "printkit cards yggdrasil --deck faulty.txt",
                "companion referee yggdrasil --source virtual --deck A=faulty.txt",
                "companion scan faulty.txt --deck-rules yggdrasil",
                "rules deck yggdrasil faulty.txt",
            ],
            id="a list with an unknown card",
        ),
        pytest.param(
            2,
            [
                "printkit cards yggdrasil --deck none.txt",
                "printkit cards --missing none.json",
                "printkit check none.pdf",
                "printkit init my-game --from none.csv",
                "companion doctor none.png",
                "companion read none.png --manifest none.json",
                "companion referee yggdrasil --source virtual --deck A=none.txt",
                "companion referee yggdrasil --source virtual --manifest none.json",
                "companion referee --log none.jsonl --resume --source virtual",
                "companion replay none.jsonl",
                "companion rules --log none.jsonl",
                "companion rules --position none.txt --may pass --game yggdrasil",
                "companion scan none.txt --deck-rules yggdrasil",
                "rules check yggdrasil --position none.txt --action pass",
                "rules deck yggdrasil none.txt",
            ],
            id="a file that does not exist",
        ),
        pytest.param(
            2,
            [
                "printkit cards yggdrasil --deck orchad",
                "companion referee yggdrasil --source virtual --deck A=orchad",
                "rules deck yggdrasil orchad",
            ],
            id="an unknown deck",
        ),
        pytest.param(
            2,
            [
                "companion referee yggdrasil --source virtual --setting feild=5x7",
                "companion scan own.txt --deck-rules yggdrasil --setting feild=5x7",
                "rules playout yggdrasil --setting feild=5x7",
                "rules deck yggdrasil orchard --setting feild=5x7",
            ],
            id="an unknown setting",
        ),
        pytest.param(
            3,
            [
                "printkit cards yggdrasil --out own.txt/folder",
                "printkit init own.txt/my-game",
                "companion scan own.txt --deck-rules yggdrasil --save own.txt/result.json",
                "rules new own.txt/my-game",
            ],
            id="a place that cannot be written",
        ),
    ],
)
def test_the_same_fault_has_the_same_exit_code_in_every_command(
    code: int, lines: list[str], run: Callable[[str], Run], tmp_path: Path
) -> None:
    (tmp_path / "list.txt").write_text("jb1\njb2\njb3\n", encoding="utf-8")
    (tmp_path / "faulty.txt").write_text("2 y03\n2 Storm Clown of Nowhere\n", encoding="utf-8")
    (tmp_path / "own.txt").write_text("2 y03\n2 y04\n", encoding="utf-8")
    codes = {}
    for line in lines:
        codes[line], _, err = run(line)
        assert err.strip()
        as_object, out, _ = run(f"{line} --json")
        assert as_object == failure(out.splitlines()[-1])["exit"] == codes[line]

    assert codes == dict.fromkeys(lines, code)


def test_a_list_of_another_game_is_recognised_as_that_game_s(
    run: Callable[[str], Run], tmp_path: Path
) -> None:
    (tmp_path / "list.txt").write_text("jb1\njb2\njb3\njb4\n", encoding="utf-8")

    for line in (
        "printkit cards yggdrasil --deck list.txt",
        "companion scan list.txt --deck-rules yggdrasil",
        "rules deck yggdrasil list.txt",
    ):
        assert sentence(run(line)[2]) == "list.txt: this is a deck list of Ji Guan"
    # Without --deck-rules, the list is checked by the rules of its own game.
    code, out, _ = run("companion scan list.txt --no-save")
    assert code == 1
    assert "JGS-1.9" in out


def test_the_language_of_a_failure_is_the_one_asked_for(run: Callable[[str], Run]) -> None:
    for line in OF_GAME:
        _, _, err = run(f"{line.replace('GAME', TYPO)} --lang ja")
        assert "yggdrasil" in err
        assert "というゲームはありません" in err, line
