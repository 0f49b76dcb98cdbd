"""The locks contain what pyproject requires, with hashes, and name no package index."""

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import play
from tools import lock
from tools.lock import blocks

PATTERNS = ("*.lock", "pylock*", "requirements*.txt", "*-lock.json", "*-lock.yaml")


PROGRAMS, EXTRAS, DEVELOPMENT = play.LOCKS
IN_EXTRAS = ("cut", "heic", "cluster", "sim", "all")
"""The extras that `play.py demo` does not install."""


def entries(root: Path, *locks: str) -> list[tuple[Requirement, int]]:
    """Return each requirement of the locks with the number of its hashes."""
    found = [entry for name in locks for _, entry in blocks((root / name).read_text("utf-8"))]
    return [
        (Requirement(re.split(r"\s*\\", entry)[0]), entry.count("--hash=sha256:"))
        for entry in found
    ]


def names(root: Path, lock: str) -> set[str]:
    """Return the names of the packages in a lock."""
    return {canonicalize_name(requirement.name) for requirement, _ in entries(root, lock)}


def asked(root: Path, *, programs_only: bool = False) -> list[Requirement]:
    """Return the requirements in `pyproject.toml` without the project's own extras."""
    config = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    project, groups = config["project"], config["dependency-groups"]
    extras = project["optional-dependencies"]
    lines = [*project["dependencies"], *config["build-system"]["requires"], *groups["build"]]
    for name, more in extras.items():
        lines += () if programs_only and name in IN_EXTRAS else more
    if not programs_only:
        lines += [line for line in groups["dev"] if isinstance(line, str)]
    found = [Requirement(line) for line in lines]
    return [each for each in found if each.name != project["name"]]


def test_tracked_locks_name_no_hosts(tracked: list[Path], root: Path) -> None:
    relative = [path.relative_to(root) for path in tracked]
    found = [
        path.as_posix() for path in relative if any(path.match(pattern) for pattern in PATTERNS)
    ]

    assert set(play.LOCKS) <= set(found)
    for name in found:
        text = (root / name).read_text(encoding="utf-8")
        assert not re.search(r"https?://|file:|--(?:extra-)?index-url|--find-links", text), name


def test_every_locked_package_is_pinned_and_hashed(root: Path) -> None:
    locked = entries(root, *play.LOCKS)

    assert len(locked) > len(asked(root)) / 2
    for requirement, hashes in locked:
        assert re.fullmatch(r"==[\w.]+", str(requirement.specifier)), requirement
        assert hashes > 0, requirement


@pytest.mark.parametrize("programs_only", [True, False])
def test_the_locks_satisfy_pyproject(root: Path, *, programs_only: bool) -> None:
    versions: dict[str, list[str]] = {}
    for requirement, _ in entries(root, *(play.LOCKS[:1] if programs_only else play.LOCKS)):
        pin = str(requirement.specifier).removeprefix("==")
        versions.setdefault(canonicalize_name(requirement.name), []).append(pin)

    for requirement in asked(root, programs_only=programs_only):
        pins = versions.get(canonicalize_name(requirement.name), [])
        assert pins, f"{requirement} is not locked: python -m tools.lock (CONTRIBUTING.md)"
        assert all(requirement.specifier.contains(pin) for pin in pins), requirement


def test_no_package_is_in_two_locks_and_none_is_heavier_than_its_purpose(root: Path) -> None:
    programs, extras, development = (names(root, lock) for lock in play.LOCKS)

    assert not programs & extras
    assert not (programs | extras) & development
    assert {"ezdxf", "matplotlib", "pillow-heif"} <= extras
    assert {"mypy", "pytest", "ruff", "sphinx"} <= development


def test_a_lock_is_read_and_written_back_whole(root: Path) -> None:
    for name in play.LOCKS:
        text = (root / name).read_text("utf-8")
        assert "".join(entry for _, entry in blocks(text)) == text


def test_each_package_goes_to_the_first_lock_that_needs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check the locks if programs need package a, extras a and b, and development a, b and c."""
    (tmp_path / PROGRAMS).write_text("a==1 \\\n    --hash=sha256:0\n", encoding="utf-8")

    def resolve(options: Sequence[str], kept: str, more: Sequence[str] = ()) -> str:
        assert "a==1" in kept
        found = "abc" if "dev" in options else "ab" if "--all-extras" in options else "a"
        return "".join(f"{name}=={2 if more else 1} \\\n    --hash=sha256:0\n" for name in found)

    monkeypatch.setattr(lock, "ROOT", tmp_path)
    monkeypatch.setattr(lock, "resolve", resolve)
    lock.main([])
    written = [(tmp_path / name).read_text("utf-8") for name in play.LOCKS]
    assert [text.splitlines()[0] for text in written] == [f"{name}==1 \\" for name in "abc"]
    assert list(lock.PARTS) == list(play.LOCKS)
