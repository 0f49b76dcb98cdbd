"""Atomic writing of a PDF with its manifest, and progress of long tasks.

Theory of operation. Every file is written under a temporary name in its folder and synced. When all
are written, they are renamed. A rename is atomic, but the machine may stop between two of them, and
the disk may keep the later one only. The manifest, which contains the PDF's digest, is therefore a
commit marker. The old one is removed before any file changes, and the new one is written last; the
folder is synced after each of these steps. After an interruption, an existing manifest always
belongs to the PDF next to it. `printkit check` reports a PDF without its manifest; it must be
printed again.

The name of a temporary file contains the program's name and the process id. The next run in the
folder removes the files of dead processes.
"""

import errno
import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from printkit.errors import EnvironmentFault
from rules import Manifest, dump_manifest
from rules.messages.system import system_reason
from rules.process.disk import make_folder, sync_file, sync_folder
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
"""Error code → suffix of the message with its remedy (`unwritten_full` and so on)."""


@dataclass(slots=True)
class Steps:
    """Progress of a long task: `shown` is called with the number done and the total."""

    shown: Callable[[int, int], None] = lambda _done, _total: None
    total: int = 0
    done: int = 0

    def step(self) -> None:
        """Count one more step as done."""
        self.done += 1
        self.shown(self.done, self.total)


def write_printed(
    out: Path, manifest: Manifest, pdf: bytes, others: Mapping[str, bytes] | None = None
) -> tuple[Path, Path]:
    """Write the PDF and the manifest that names it into `out`; return both paths.

    `others` are further files by name, written with them or not at all.

    The manifest is parsed before it is written, so that companion never refuses it.
    """
    manifest = replace(manifest, pdf_sha256=hashlib.sha256(pdf).hexdigest())
    sheet = out / manifest.pdf
    more_files = sheet.with_suffix(".manifest.json")
    text = dump_manifest(manifest)
    parse_manifest(text, more_files.name)
    more = {out / name: content for name, content in (others or {}).items()}
    write_whole({sheet: pdf, **more, more_files: text.encode("utf-8")}, seal=more_files)
    return sheet, more_files


def write_whole(
    files: Mapping[Path, bytes], *, seal: Path | None = None, refused: str = ""
) -> None:
    """Write each file under a temporary name, then rename all of them.

    `seal`, the last file, vouches for the others, so it is removed while they change.

    Raises `EnvironmentFault` if a file cannot be written. `refused` is the key of that error's
    message for files in a folder that `--out` does not set.
    """
    done: list[tuple[Path, Path]] = []
    target = Path()
    try:
        for target in files:
            make_folder(target.parent)
        for folder in {file.parent for file in files}:
            _clear_left(folder)
        for target, content in files.items():
            handle, name = _temporary(target.parent)
            done.append((Path(name), target))
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                sync_file(file.fileno())
            Path(name).chmod(0o644)
        _rename(done, seal)
    except OSError as error:
        key = refused or f"print.unwritten_{_WHY.get(error.errno or 0, 'other')}"
        raise EnvironmentFault(key, file=str(target), why=system_reason(error)) from error
    finally:
        for fresh, _ in done:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)


def _rename(done: list[tuple[Path, Path]], seal: Path | None) -> None:
    """Rename all files; restore the old seal if the first rename fails."""
    folders = {target.parent for _, target in done}
    aside = None
    if seal is not None and seal.is_file():
        handle, name = _temporary(seal.parent)
        os.close(handle)
        aside = seal.replace(name)
    changed = False
    try:
        for fresh, target in done:
            if target == seal or (aside is not None and not changed):
                _sync(folders)
            fresh.replace(target)
            changed = True
    finally:
        if aside is not None and seal is not None:
            if not changed:
                aside.replace(seal)
            aside.unlink(missing_ok=True)
    _sync(folders)


def _sync(folders: Iterable[Path]) -> None:
    for folder in folders:
        sync_folder(folder)


_OURS = ".printkit-"
_LEFT = re.compile(rf"{re.escape(_OURS)}(\d+)-\w+")


def _temporary(folder: Path) -> tuple[int, str]:
    """Create a temporary file whose name identifies this process."""
    return tempfile.mkstemp(dir=folder, prefix=f"{_OURS}{os.getpid()}-")


def _clear_left(folder: Path) -> None:
    """Remove temporary files abandoned by ended processes of this program."""
    for path in folder.glob(f"{_OURS}*"):
        found = _LEFT.fullmatch(path.name)
        if found and not _alive(int(found[1])):
            with suppress(OSError):
                path.unlink()


def _alive(process: int) -> bool:
    """Return whether a process exists; always False outside POSIX."""
    if os.name != "posix":
        return False
    try:
        os.kill(process, 0)
    except (OSError, OverflowError) as error:
        return isinstance(error, PermissionError)
    return True
