"""What a shell is answered when somebody presses Tab; no shell is needed for it.

Each shell hands over what was typed in a way of its own: as words and the place of the cursor
(bash), or as one line (the others), and reads one answer a line.
"""

import os
import subprocess
import sys

import pytest

SHELLS = ("bash", "zsh", "fish", "powershell")


def answered(program: str, shell: str, typed: str) -> str:
    asked = {
        f"_{program.upper()}_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(typed.count(" ")),
        "_TYPER_COMPLETE_ARGS": typed,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        "_TYPER_COMPLETE_WORD_TO_COMPLETE": typed.rpartition(" ")[2],
    }
    done = subprocess.run(
        [sys.executable, "-m", program],
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_games_commands_and_languages_are_completed(shell: str) -> None:
    # zsh and PowerShell are answered with descriptions, too
    assert "jiguan" in answered("printkit", shell, "printkit cards ji")
    assert "spherion" not in answered("printkit", shell, "printkit cards ji")
    assert "zh-Hant" in answered("companion", shell, "companion rules --lang z")
    assert "referee" in answered("companion", shell, "companion ref")


@pytest.mark.parametrize(
    "typed",
    [
        "printkit mat ji",
        "companion demo ji",
        "companion referee ji",
        "companion rules --game ji",
        "companion plan --game ji",
        "companion scan --deck-rules ji",
    ],
)
def test_wherever_a_game_is_named(typed: str) -> None:
    program = typed.partition(" ")[0]
    assert answered(program, "bash", typed).split() == ["jiguan"]


@pytest.mark.parametrize("program", ["printkit", "companion"])
def test_a_script_is_shown_for_the_program_however_it_was_started(program: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", program, "--show-completion"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": ""},
    )
    if done.returncode:  # started by no shell that is known
        assert "not supported" in done.stderr
    else:
        assert f"_{program.upper()}_COMPLETE" in done.stdout
