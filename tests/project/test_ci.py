"""CI runs the same commands as a person, and works on a machine without apt."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="bash and apt are not at home on Windows")


def script(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """Simulate a system that lacks every library and cannot create environments."""
    script(tmp_path / "ldconfig", "exit 0")
    script(tmp_path / "python", 'case "$*" in *ensurepip*) exit 1;; esac; echo "python $*"')
    return tmp_path


def run(root: Path, tools: Path) -> subprocess.CompletedProcess[str]:
    # Only what the script itself calls, so that no real apt-get or uv is found.
    for name in ("bash", "dirname"):
        (tools / name).symlink_to(shutil.which(name) or name)
    return subprocess.run(
        [root / ".ci" / "run", "-k", "x"],
        env={"PATH": str(tools), "PYTHON": str(tools / "python")},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_it_calls_play_and_nothing_else(root: Path, bare: Path) -> None:
    done = run(root, bare)

    assert (done.stdout, done.stderr, done.returncode) == ("python play.py test -k x\n", "", 0)


def test_an_apt_that_fails_is_reported_and_survived(root: Path, bare: Path) -> None:
    script(bare / "apt-get", 'echo "apt-get $*"; test "$1" = update')

    done = run(root, bare)

    wanted = "libgl1 libglib2.0-0 libxcb1 python3-venv"
    asked = f"--no-install-recommends {wanted}\n" in done.stdout
    assert asked == (os.geteuid() == 0)
    assert done.stderr == (f"apt-get could not install: {wanted}\n" if asked else "")
    assert done.stdout.endswith("python play.py test -k x\n")
    assert done.returncode == 0
