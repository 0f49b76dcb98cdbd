"""The examples of "Add a clause" and "Add a setting" in CONTRIBUTING, followed word for word.

Before each step but the first, its check fails and names the step's file. After the last step, all
checks pass, and the conformance suite finds that the game lists what it judges to be legal.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
COPIED: Final = ("rules", "card_data", "companion", "tests")
"""Folders that the steps may change; a copy of the checkout links to all others."""
MOST_FILES: Final = 6
"""Maximum number of files that a clause or a setting touches, with its news."""
STEP: Final = re.compile(r"^([^\n]*)\n\n```(diff)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LOOK_UP: Final = "companion/lookup/data/examples.json"
"""The file that the only command of a recipe writes."""
AGREEMENT: Final = 'pytest tests/conformance -k "dicebattle and (is_legal or every_setting)"'


class RecipeStep(NamedTuple):
    """One step: its check ("" for the first step), its patch or command, and its files."""

    check: str
    patch: str
    command: str
    files: tuple[str, ...]


def recipe(heading: str) -> list[RecipeStep]:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = text.partition(f"## {heading}\n")[2].partition("\n### Example")[2]
    section = section.partition("\n## ")[0]
    steps = []
    for line, kind, body in STEP.findall(section):
        check = (re.findall(r"`(pytest [^`]+)`", line) or [""])[0]
        files = tuple(re.findall(r"^\+\+\+ b/(.+)$", body, re.MULTILINE))
        patch, command = (body, "") if kind else ("", body.strip())
        steps.append(RecipeStep(check, patch, command, files or (LOOK_UP,)))
    return steps


def run(command: str, home: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    words = shlex.split(command)
    if words[0] == "pytest":
        words = ["python", "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider", *words[1:]]
    if words[0] == "python":
        words[0] = sys.executable
    return subprocess.run(words, cwd=home, input=text, capture_output=True, text=True, check=False)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a copy of the checkout, in which the folders that are not copied are links."""
    unread = shutil.ignore_patterns("__pycache__", "pictures", "adopted")
    for path in ROOT.iterdir():
        if path.name in COPIED:
            shutil.copytree(path, tmp_path / path.name, ignore=unread)
        elif path.suffix != ".git" and not path.name.startswith("."):
            (tmp_path / path.name).symlink_to(path)
    return tmp_path


@pytest.mark.parametrize("heading", ["Add a clause", "Add a setting"])
def test_a_recipe_leads_from_check_to_check(heading: str, checkout: Path) -> None:
    steps = recipe(heading)
    assert not steps[0].check
    for step in steps:
        if step.check:
            failed = run(step.check, checkout)
            assert failed.returncode == 1, f"{step.check} passes before {step.files}"
            assert step.files[0] in failed.stdout, failed.stdout
        if step.patch:
            applied = run("git apply --recount -", checkout, step.patch)
            assert applied.returncode == 0, applied.stderr
        else:
            assert run(step.command, checkout).returncode == 0
    for check in dict.fromkeys((*(step.check for step in steps if step.check), AGREEMENT)):
        passed = run(check, checkout)
        assert passed.returncode == 0, passed.stdout
    touched = {file for step in steps for file in step.files}
    assert len(touched) + 1 <= MOST_FILES
