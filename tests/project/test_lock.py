"""The lock holds what pyproject asks for, hashed, and says nothing of where it came from."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCKS = ("*.lock", "pylock*", "requirements*.txt", "*-lock.json", "*-lock.yaml")


def entries(root: Path) -> list[tuple[Requirement, int]]:
    """Return each requirement of the lock with the number of its hashes."""
    text = (root / "requirements.lock").read_text(encoding="utf-8")
    blocks = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)[1:]
    return [
        (Requirement(re.split(r"\s*\\", block)[0]), block.count("--hash=sha256:"))
        for block in blocks
    ]


def asked(root: Path) -> list[Requirement]:
    """Return every requirement that pyproject names, ours to ourselves left out."""
    config = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    project, groups = config["project"], config["dependency-groups"]
    lines = [*project["dependencies"], *config["build-system"]["requires"]]
    lines += [line for extra in project["optional-dependencies"].values() for line in extra]
    lines += [line for group in groups.values() for line in group if isinstance(line, str)]
    found = [Requirement(line) for line in lines]
    return [each for each in found if each.name != project["name"]]


def test_tracked_locks_name_no_hosts(tracked: list[Path], root: Path) -> None:
    relative = [path.relative_to(root) for path in tracked]
    names = [path.as_posix() for path in relative if any(path.match(lock) for lock in LOCKS)]

    assert "requirements.lock" in names
    for name in names:
        text = (root / name).read_text(encoding="utf-8")
        assert not re.search(r"https?://|file:|--(?:extra-)?index-url|--find-links", text), name


def test_every_locked_package_is_pinned_and_hashed(root: Path) -> None:
    locked = entries(root)

    assert len(locked) > len(asked(root)) / 2
    for requirement, hashes in locked:
        assert re.fullmatch(r"==[\w.]+", str(requirement.specifier)), requirement
        assert hashes > 0, requirement


def test_the_lock_satisfies_pyproject(root: Path) -> None:
    versions: dict[str, list[str]] = {}
    for requirement, _ in entries(root):
        pin = str(requirement.specifier).removeprefix("==")
        versions.setdefault(canonicalize_name(requirement.name), []).append(pin)

    for requirement in asked(root):
        pins = versions.get(canonicalize_name(requirement.name), [])
        assert pins, f"{requirement} is not in requirements.lock: lock anew (CONTRIBUTING.md)"
        assert all(requirement.specifier.contains(pin) for pin in pins), requirement
