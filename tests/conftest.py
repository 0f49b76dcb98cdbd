"""Common settings of all tests: the checkout's root, reproducible examples, one environment."""

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support import memory

# The same examples on every run and every machine; no deadline, because a busy
# machine is not a defect.
settings.register_profile("project", derandomize=True, deadline=None)
settings.load_profile("project")
# Advice names the program that started us.  Tests expect the advice of an installed copy.
os.environ["PRINTKIT_STARTED_BY"] = ""
# Compiled code is kept for the hundreds of processes that tests start, and for the next run:
# compiling and rewriting assertions takes longer than many tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# As in a match (`companion.vision.worker`): with more threads than cores, most of the time is
# spent waiting.
os.environ["OPENCV_FOR_THREADS_NUM"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
memory.limit_heaps()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect without garbage collection, and exempt the collected tests from it.

    They live to the end, and each full collection would visit a million objects.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_runtest_logfinish() -> None:
    """Collect what a test with large pictures left in reference cycles.

    Python counts objects, not bytes, and would collect them hundreds of tests later.
    """
    if memory.has_grown():
        gc.collect()
        memory.give_back()


@pytest.fixture(scope="module", autouse=True)
def _return_memory() -> Iterator[None]:
    yield
    memory.give_back()


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the checkout's root folder."""
    return Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def tracked(root: Path) -> list[Path]:
    """Return every tracked file that still exists."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"],  # noqa: S607 - any git will do
        cwd=root,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if listed.returncode:
        pytest.skip("not a git checkout: which files are tracked is not known here")
    paths = [root / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]
