"""Tests of tools/check.py; no check is run here."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import play
from tools import check

Started = list[str]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """Return the arguments of each Python that is started; ruff and coverage's report fail."""
    lines: Started = []

    def run(arguments: Sequence[str]) -> int:
        lines.append(" ".join(arguments))
        return 2 * bool({"ruff", "report"} & set(arguments))

    monkeypatch.setattr(check, "run", run)
    monkeypatch.setattr(check, "install_opencv4", lambda _: lines.append("opencv4"))
    return lines


def test_every_check_runs_even_after_one_failed(
    started: Started, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check.main(["test", "tests/project", "-x"]) == 1

    assert [line.split()[:2] for line in started[1:4]] == [["-m", "ruff"]] * 2 + [["-m", "mypy"]]
    assert started[0] == "opencv4"
    assert started[-1] == "-m pytest -n 2 tests/project -x"
    outcomes = [line.split()[:2] for line in capsys.readouterr().err.splitlines()[-6:]]
    assert outcomes[:3] == [["FAILED", "lint"], ["FAILED", "format"], ["passed", "types"]]
    assert outcomes[-1] == ["passed", "tests"]
    started.clear()
    check.main(["lint"])
    assert len(started) == 5
    assert not any("pytest" in line for line in started)


def test_each_package_is_measured_by_its_own_tests_and_judged(
    started: Started, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check.main(["coverage", "rules"]) == 1
    folders = "tests/rules tests/conformance"
    assert started == [
        "-m coverage erase --data-file=.coverage.rules",
        f"-m coverage run --data-file=.coverage.rules -m pytest -n 2 -q {folders}",
        "-m coverage combine -q --data-file=.coverage.rules",
        "-m coverage report --data-file=.coverage.rules --include=rules/* --fail-under=100",
    ]
    assert "FAILED 100 %" in capsys.readouterr().err
    started.clear()
    check.main(["coverage"])
    least = [line.rpartition("=")[2] for line in started if "report" in line]
    assert least == ["100", "98.8", "97.6"]


def test_the_pages_are_generated_before_they_are_built(started: Started) -> None:
    assert check.main(["docs"]) == 0
    assert [line.split()[1] for line in started] == ["tools.make_reference", "sphinx"]


@pytest.mark.parametrize("words", [[], ["cover"], ["coverage", "rulse"], ["lint", "x"]])
def test_an_unknown_word_starts_nothing(
    started: Started, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert check.main(words) == 2
    assert "is not a check" in capsys.readouterr().err
    assert started == []


Install = Callable[[], str]


@pytest.fixture
def install(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Install:
    """Return a function that installs OpenCV 4 in a checkout and returns the messages."""
    checkout = play.Checkout(tmp_path)
    (tmp_path / "tests").mkdir()
    checkout.venv.mkdir()

    def once() -> str:
        check.install_opencv4(checkout)
        return capsys.readouterr().err

    return once


def test_opencv4_is_installed_once_for_each_lock(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, folder = tmp_path / "tests" / "opencv4.lock", tmp_path / ".venv" / "opencv4"
    lock.write_text("opencv-python==4\n", encoding="utf-8")

    def offline(*_: object) -> None:
        raise play.Trouble("No network.")

    monkeypatch.setattr(play, "follow", offline)
    assert "The tests with OpenCV 4 are skipped. No network." in install()
    assert not folder.exists()

    monkeypatch.setattr(play, "follow", lambda command, *_: Path(folder).mkdir())
    assert "Installing OpenCV 4" in install()
    assert install() == ""
    lock.write_text("opencv-python==4.1\n", encoding="utf-8")
    assert "Installing OpenCV 4" in install()
