"""Run the checks of this project: `python -m tools.check test`, `lint`, `docs` or `coverage`.

`play.py` sets up the environment and starts this module in it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import play

ROOT = Path(__file__).resolve().parent.parent
FINE, FINDINGS, USAGE = 0, 1, 2
CONTRACTS = "from importlinter.cli import lint_imports_command as c; c()"
PAGES = ("-m", "sphinx", "-q", "-W", "--keep-going", "docs", "out/docs")
LEAST_COVERED = {"rules": 100, "printkit": 98.8, "companion": 97.6}
"""Minimum percentage of a package's branches that its own tests must run."""
COVERAGE = f"coverage [{'|'.join(LEAST_COVERED)}]"


class Step(NamedTuple):
    """One check: a name for the summary, and the arguments for Python."""

    name: str
    arguments: Sequence[str]


LINT = (
    Step("lint", ["-m", "ruff", "check"]),
    Step("format", ["-m", "ruff", "format", "--check"]),
    Step("types", ["-m", "mypy"]),
    Step("imports", ["-c", CONTRACTS]),
    Step("pages", PAGES),
)


def tests(pytest: Sequence[str]) -> Step:
    """Return the step that runs the tests, with additional arguments for pytest."""
    return Step("tests", ["-m", "pytest", "-n", "2", *pytest])


def measure(package: str) -> list[Step]:
    """Return the steps that measure how much of a package its own tests execute."""
    data, least = f"--data-file=.coverage.{package}", LEAST_COVERED[package]
    judged = ["report", data, f"--include={package}/*", f"--fail-under={least}"]
    folders = [f"tests/{package}"] + ["tests/conformance"] * (package == "rules")
    pytest = ["-m", "pytest", "-n", "2", "-q", *folders]
    return [
        Step("clear", ["-m", "coverage", "erase", data]),
        Step(package, ["-m", "coverage", "run", data, *pytest]),
        Step("gather", ["-m", "coverage", "combine", "-q", data]),
        Step(f"{least} %", ["-m", "coverage", *judged]),
    ]


def run(arguments: Sequence[str]) -> int:
    """Run Python in this checkout's root and return the exit code."""
    env = dict(os.environ)
    if "sphinx" in arguments:
        env["LC_ALL"] = "C"  # Sphinx fails if the locale is set but not installed
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, env=env, check=False).returncode


def check(steps: Sequence[Step]) -> int:
    """Run every step, even after a failure, and report each step's outcome and duration."""
    lines, failed = [], False
    for name, arguments in steps:
        play.tell(f"── {name}")
        started = time.monotonic()
        code = run(arguments)
        failed |= code != 0
        outcome = "FAILED" if code else "passed"
        lines.append(f"{outcome} {name:8} {time.monotonic() - started:6.1f} s")
    play.tell("\n" + "\n".join(lines))
    return FINDINGS if failed else FINE


def install_opencv4(checkout: play.Checkout) -> None:
    """Install the older OpenCV in a separate folder; without it, its tests are skipped."""
    lock, folder = checkout.root / "tests" / "opencv4.lock", checkout.venv / "opencv4"
    note = folder / lock.name
    if note.is_file() and note.read_bytes() == lock.read_bytes():
        return
    shutil.rmtree(folder, ignore_errors=True)
    what = ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--target", str(folder)]
    play.tell("Installing OpenCV 4 for the tests.")
    try:
        command = [*play.installer(checkout), *what, "-r", str(lock)]
        play.follow(command, checkout, play.DEVELOPMENT)
    except play.Trouble as trouble:
        play.tell(f"The tests with OpenCV 4 are skipped. {trouble}")
    else:
        shutil.copyfile(lock, note)


def main(words: Sequence[str]) -> int:
    """Execute one command; return 1 if a check failed, or 2 if the command is unknown."""
    command, *rest = words or ("",)
    unknown = [name for name in rest if name not in LEAST_COVERED]
    if command == "docs" and not rest:
        return run(["-m", "tools.make_reference"]) or run(PAGES)
    if command == "coverage" and not unknown:
        packages = rest or list(LEAST_COVERED)
        return check([step for name in packages for step in measure(name)])
    if command == "lint" and not rest:
        return check(LINT)
    if command == "test":
        install_opencv4(play.Checkout(ROOT))
        return check([*LINT, tests(rest)])
    play.tell(f"{' '.join(words)!r} is not a check. Try: test [pytest …], lint, docs, {COVERAGE}")
    return USAGE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
