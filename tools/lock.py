"""Generator of the hashed locks: `python -m tools.lock [--upgrade]` (needs uv).

The packages of `pyproject.toml` are resolved together and divided among three files, so that no
package is listed twice:

    requirements.lock          for `play.py demo` and the programs
    requirements-extras.lock   additional packages for the other extras
    requirements-dev.lock      additional packages for development

Each package keeps its version unless --upgrade is given. The locks do not name a package index.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPILE = (
    *("uv", "pip", "compile", "pyproject.toml", "--quiet", "--universal"),
    *("--python-version", "3.11", "--generate-hashes", "--no-header", "--no-annotate"),
    *("--no-emit-index-url", "--no-emit-find-links"),
)
PROGRAMS = ("--extra", "print", "--extra", "companion", "--extra", "virtual", "--group", "build")
PARTS = {
    "requirements.lock": PROGRAMS,
    "requirements-extras.lock": ("--all-extras", "--group", "build"),
    "requirements-dev.lock": ("--all-extras", "--group", "dev"),
}
"""Options for resolving each lock; each resolution includes the previous ones."""


def blocks(lock: str) -> list[tuple[str, str]]:
    """Return the entries of a lock, each with the name of its package."""
    entries = re.split(r"^(?=[a-z0-9])", lock, flags=re.MULTILINE)[1:]
    return [(entry.partition("==")[0], entry) for entry in entries]


def resolve(options: Sequence[str], kept: str, more: Sequence[str] = ()) -> str:
    """Return the lock for these options, with the versions in `kept` where possible."""
    with tempfile.TemporaryDirectory() as folder:
        lock = Path(folder) / "requirements.lock"
        lock.write_text(kept, encoding="utf-8")
        subprocess.run([*COMPILE, *options, *more, "-o", lock], cwd=ROOT, check=True)
        return lock.read_text(encoding="utf-8")


def main(more: Sequence[str]) -> None:
    """Write the three locks."""
    known = [ROOT / name for name in PARTS if (ROOT / name).exists()]
    kept = "".join(path.read_text(encoding="utf-8") for path in known)
    everything = resolve(PARTS["requirements-dev.lock"], kept, more)
    rest = blocks(everything)
    for name, options in PARTS.items():
        names = {package for package, _ in blocks(resolve(options, everything))}
        lock = "".join(entry for package, entry in rest if package in names)
        rest = [(package, entry) for package, entry in rest if package not in names]
        (ROOT / name).write_text(lock, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
