"""Tests that must also pass with OpenCV 4; `python3 play.py test` installs it besides version 5."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

FOLDER = Path(sys.prefix) / "opencv4"
HERE = Path(__file__).resolve().parent
CHOSEN = (
    "reader/test_labelled_pictures.py::test_no_condition_falls_below_its_floor_and_nothing_is_read_falsely",
    "sources/test_open.py",
    "sources/test_cameras.py",
    "mat/test_tracker.py",
)
"""The labelled pictures, the camera's opening and settings, the mat: the parts OpenCV decides."""

pytestmark = pytest.mark.skipif(
    not (FOLDER / "opencv4.lock").is_file(),
    reason="no OpenCV 4 here: python3 play.py test installs it",
)


def on_opencv4(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": str(FOLDER)},
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=900,
        check=False,
    )


def test_what_leans_on_opencv_holds_on_opencv_4() -> None:
    version = on_opencv4("-c", "import cv2; print(cv2.__version__)").stdout
    assert version.startswith("4."), version
    chosen = [str(HERE / name) for name in CHOSEN]
    done = on_opencv4("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *chosen)
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout
