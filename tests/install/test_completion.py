"""Shell completion: the answers to a press of Tab, without a shell.

Each shell passes on the typed text in its own way: as words and the cursor's place (bash), or as
one line (the others). It reads one answer per line.
"""

import os
import subprocess
import sys

import pytest

from tests.support.one_process import run_all

SHELLS = ("bash", "zsh", "fish", "powershell")


def answered(*presses: tuple[str, str]) -> list[str]:
    """Return the completions that each shell offers for a typed text."""
    starts = []
    for shell, typed in presses:
        program = typed.partition(" ")[0]
        asked = {
            f"_{program.upper()}_COMPLETE": f"complete_{shell}",
            "COMP_WORDS": typed,
            "COMP_CWORD": str(typed.count(" ")),
            "_TYPER_COMPLETE_ARGS": typed,
            "_TYPER_COMPLETE_FISH_ACTION": "get-args",
            "_TYPER_COMPLETE_WORD_TO_COMPLETE": typed.rpartition(" ")[2],
        }
        starts.append(((program,), asked))
    done = run_all(starts, {})
    assert [(one.returncode, one.stderr) for one in done] == [(0, "")] * len(done)
    return [one.stdout for one in done]


def test_games_commands_and_languages_are_completed() -> None:
    # zsh and PowerShell also get descriptions
    typed = ("printkit cards ji", "companion rules --lang z", "companion ref")
    found = iter(answered(*((shell, words) for shell in SHELLS for words in typed)))
    for shell in SHELLS:
        games, languages, commands = next(found), next(found), next(found)
        assert "jiguan" in games, shell
        assert "spherion" not in games, shell
        assert "zh-Hant" in languages, shell
        assert "referee" in commands, shell


def test_wherever_a_game_is_named() -> None:
    places = (
        "printkit mat ji",
        "companion demo ji",
        "companion referee ji",
        "companion rules --game ji",
        "companion plan --game ji",
        "companion scan --deck-rules ji",
    )
    found = answered(*(("bash", typed) for typed in places))
    assert {typed: words.split() for typed, words in zip(places, found, strict=True)} == {
        typed: ["jiguan"] for typed in places
    }


@pytest.mark.parametrize("program", ["printkit", "companion"])
def test_a_script_is_shown_for_the_program_however_it_was_started(program: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", program, "--show-completion"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": ""},
    )
    if done.returncode:  # not started by a known shell
        assert "not supported" in done.stderr
    else:
        assert f"_{program.upper()}_COMPLETE" in done.stdout
