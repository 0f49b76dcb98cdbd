"""Writing a PDF with its manifest: whole, or not at all; and how far long work has come."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from printkit.errors import EnvironmentFault
from rules import Manifest, dump_manifest, parse_manifest

__all__ = ["Steps", "write_printed", "write_whole"]

_ELSEWHERE = "name another folder with --out"
_FULL = ("the disk is full", f"free some space, or {_ELSEWHERE}")
_CLOSED = ("you may not write there", _ELSEWHERE)
_IN_THE_WAY = ("a file lies where its folder should be", _ELSEWHERE)
_WHY = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EACCES: _CLOSED,
    errno.EPERM: _CLOSED,
    errno.EROFS: _CLOSED,
    errno.ENOENT: ("no folder can be made there", _ELSEWHERE),
    errno.EEXIST: _IN_THE_WAY,
    errno.ENOTDIR: _IN_THE_WAY,
    errno.ENAMETOOLONG: ("its name is too long", "use shorter names of decks and printers"),
}
"""What went wrong, in people's words, and what mends it."""


@dataclass(slots=True)
class Steps:
    """How far long work has come: `shown` is told how much is done, and of how much."""

    shown: Callable[[int, int], None] = lambda _done, _total: None
    total: int = 0
    done: int = 0

    def step(self) -> None:
        """One more is done."""
        self.done += 1
        self.shown(self.done, self.total)


def write_printed(
    out: Path, manifest: Manifest, pdf: bytes, others: Mapping[str, bytes] | None = None
) -> tuple[Path, Path]:
    """Write the PDF and the manifest that names it into `out`; gives both paths.

    `others` are further files by name, written with them or not at all.

    The manifest is read back first: what companion would refuse is never written.
    """
    sheet = out / manifest.pdf
    beside = sheet.with_suffix(".manifest.json")
    text = dump_manifest(manifest)
    parse_manifest(text, beside.name)
    more = {out / name: content for name, content in (others or {}).items()}
    write_whole({sheet: pdf, beside: text.encode("utf-8"), **more})
    return sheet, beside


def write_whole(files: dict[Path, bytes]) -> None:
    """Write each file beside its place, then rename them all: there is never half a file.

    Raises `EnvironmentFault` in one sentence if the folder or the disk does not let us.
    """
    done: list[tuple[Path, Path]] = []
    target = Path()
    try:
        for target, content in files.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
            done.append((Path(name), target))
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(0o644)
        for beside, target in done:
            beside.replace(target)
    except OSError as error:
        why, fix = _WHY.get(error.errno or 0, (error.strerror or str(error), _ELSEWHERE))
        raise EnvironmentFault(f"{target} cannot be written ({why}): {fix}") from error
    finally:
        for beside, _ in done:
            beside.unlink(missing_ok=True)
