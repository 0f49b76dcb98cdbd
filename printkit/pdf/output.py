"""Writing a PDF with its manifest: whole, or not at all; and how far long work has come.

Theory of operation
-------------------
Every file is written under a temporary name beside its place and brought to the disk; when all
are there, they are renamed. A rename cannot be half done, but between two of them the machine may
stop. So the manifest is a *seal*: it names the PDF's digest; the old one is set aside before any
file changes, the new one comes last. Whenever we are stopped, a manifest that lies there belongs to
the PDF beside it. A PDF without one, or beside another's, is told by `printkit check` and has to be
printed again.

What a stopped run leaves behind carries our name and its process's number, and is cleared away by
whoever next writes into that folder.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from printkit.errors import EnvironmentFault
from printkit.template.messages import spoken
from rules import Manifest, dump_manifest
from rules.messages.system import system_reason
from rules.records.manifest_file import parse_manifest

_WHY = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EACCES: "closed",
    errno.EPERM: "closed",
    errno.EROFS: "closed",
    errno.ENOENT: "no_folder",
    errno.ENAMETOOLONG: "long_name",
}
"""What has a sentence of its own, `unwritten_full` …, because it is mended in its own way."""


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
    manifest = replace(manifest, pdf_sha256=hashlib.sha256(pdf).hexdigest())
    sheet = out / manifest.pdf
    beside = sheet.with_suffix(".manifest.json")
    text = dump_manifest(manifest)
    parse_manifest(text, beside.name)
    more = {out / name: content for name, content in (others or {}).items()}
    write_whole({sheet: pdf, **more, beside: text.encode("utf-8")}, seal=beside)
    return sheet, beside


def write_whole(
    files: Mapping[Path, bytes], *, seal: Path | None = None, refused: str = ""
) -> None:
    """Write each file beside its place, then rename them all: there is never half a file.

    `seal`, the last of them, vouches for the others: it is gone while they change.

    Raises `EnvironmentFault` in one sentence if the folder or the disk does not let us: that of
    `refused`, where no `--out` names another folder.
    """
    done: list[tuple[Path, Path]] = []
    target = Path()
    try:
        for target in files:
            target.parent.mkdir(parents=True, exist_ok=True)
        for folder in {file.parent for file in files}:
            _clear_left(folder)
        for target, content in files.items():
            handle, name = _temporary(target.parent)
            done.append((Path(name), target))
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(0o644)
        _rename(done, seal)
    except OSError as error:
        key = refused or f"unwritten_{_WHY.get(error.errno or 0, 'other')}"
        raise EnvironmentFault(spoken(key, file=str(target), why=system_reason(error))) from error
    finally:
        for beside, _ in done:
            beside.unlink(missing_ok=True)


def _rename(done: list[tuple[Path, Path]], seal: Path | None) -> None:
    """Give all files their names; an old seal comes back if that fails."""
    if seal is None or not seal.is_file():
        for beside, target in done:
            beside.replace(target)
        return
    handle, name = _temporary(seal.parent)
    os.close(handle)
    aside = seal.replace(name)
    changed = False
    try:
        for beside, target in done:
            beside.replace(target)
            changed = True
    finally:
        if not changed:
            aside.replace(seal)
        aside.unlink(missing_ok=True)


_OURS = ".printkit-"
_LEFT = re.compile(rf"{re.escape(_OURS)}(\d+)-\w+")


def _temporary(folder: Path) -> tuple[int, str]:
    """A new file of ours, which tells whose it is."""
    return tempfile.mkstemp(dir=folder, prefix=f"{_OURS}{os.getpid()}-")


def _clear_left(folder: Path) -> None:
    """Remove the temporary files of processes of ours that are no more."""
    for path in folder.glob(f"{_OURS}*"):
        found = _LEFT.fullmatch(path.name)
        if found and not _alive(int(found[1])):
            with suppress(OSError):
                path.unlink()


def _alive(process: int) -> bool:
    """Whether a process is there; where one cannot ask, its open files cannot be removed."""
    if os.name != "posix":
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
