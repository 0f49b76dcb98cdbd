"""A disk that loses power: what it may then hold, according to the rules of file systems.

Synced bytes of a file stay, and so do the entries of a synced folder. Of everything else, any part
may be there: each write and each truncation since the file's last fsync may have reached the disk
as a whole, half, or not at all, in any order (a later write without an earlier one leaves zeros);
so may each creation, renaming and removal since the folder's last fsync. A renaming is atomic, but
it may come without the bytes of its file. This is stricter than any single file system.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Inode:
    """A file's synced bytes, and its changes since: (offset, bytes), or (size, None) for a cut."""

    synced: bytes = b""
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    folder: bool = False

    def content(self, keep: Callable[[], float]) -> bytes:
        """Return what may be on the disk; `keep` returns the share of a change that is."""
        data = bytearray(self.synced)
        for offset, change in self.pending:
            share = keep()
            if change is None:
                if share >= 1:
                    del data[offset:]
                continue
            part = change[: round(share * len(change))]
            if part:
                data.extend(bytes(max(0, offset - len(data))))
                data[offset : offset + len(part)] = part
        return bytes(data)


Entries = dict[str, Inode]


@dataclass
class DiskModel:
    """The disk below one folder, as a `Watcher` of `FailingOs`."""

    root: Path
    folders: dict[Path, Entries] = field(default_factory=dict)
    """The synced entries of each folder."""
    now: dict[Path, Inode] = field(default_factory=dict)
    """The files as running programs see them."""
    pending: list[tuple[Path, dict[str, Inode | None]]] = field(default_factory=list)
    """Changes of folders since their last fsync, oldest first; None removes an entry."""
    files: dict[int, tuple[Path, Inode, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin with what is in the folder, which counts as synced."""
        for path in sorted(self.root.rglob("*")):
            inode = Inode(b"" if path.is_dir() else path.read_bytes(), folder=path.is_dir())
            self.now[path] = inode
            self.folders.setdefault(path.parent, {})[path.name] = inode

    def opened(self, fd: int, path: Path, flags: int) -> None:
        """Follow an open file; it may be new."""
        if path not in self.now and not path.is_dir():
            self.now[path] = Inode()
            self.pending.append((path.parent, {path.name: self.now[path]}))
        elif flags & os.O_TRUNC:
            self.now[path].pending.append((0, None))
        self.files[fd] = (path, self.now.get(path, Inode(folder=True)), 0)

    def wrote(self, fd: int, data: bytes) -> None:
        """Note a write at the file's position."""
        path, inode, position = self.files[fd]
        inode.pending.append((position, data))
        self.files[fd] = (path, inode, position + len(data))

    def cut(self, fd: int, size: int) -> None:
        """Note a truncation."""
        self.files[fd][1].pending.append((size, None))

    def moved(self, fd: int, count: int) -> None:
        """Note a read."""
        self.moved_to(fd, self.files[fd][2] + count)

    def moved_to(self, fd: int, position: int) -> None:
        """Note the file's position."""
        path, inode, _ = self.files[fd]
        self.files[fd] = (path, inode, position)

    def synced(self, fd: int) -> None:
        """Let a file's bytes, or a folder's entries, be on the disk."""
        path, inode, _ = self.files[fd]
        if not inode.folder:
            inode.synced, inode.pending = inode.content(lambda: 1.0), []
            return
        for where, change in self.pending:
            if where == path:
                _apply(self.folders.setdefault(path, {}), change)
        self.pending = [each for each in self.pending if each[0] != path]

    def closed(self, fd: int) -> None:
        """Forget an open file."""
        self.files.pop(fd, None)

    def renamed(self, old: Path, new: Path) -> None:
        """Note a renaming within a folder."""
        self.now[new] = self.now.pop(old)
        self.pending.append((new.parent, {old.name: None, new.name: self.now[new]}))

    def removed(self, path: Path) -> None:
        """Note a removal."""
        self.now.pop(path, None)
        self.pending.append((path.parent, {path.name: None}))

    def made(self, folder: Path) -> None:
        """Note a new folder."""
        self.now[folder] = Inode(folder=True)
        self.pending.append((folder.parent, {folder.name: self.now[folder]}))

    def after_a_cut(self, rng: random.Random) -> dict[str, bytes]:
        """Return files by relative path that may be there after a power cut now.

        Some cuts keep all or nothing of what was not synced, the others any part.
        """
        mood = rng.choice((0.0, 1.0, None, None, None))

        def keep() -> float:
            share = rng.choice((0.0, 0.0, 1.0, 1.0, rng.random()))
            return share if mood is None else mood

        folders = {path: dict(entries) for path, entries in self.folders.items()}
        for where, change in self.pending:
            if keep() >= 1:
                _apply(folders.setdefault(where, {}), change)
        contents: dict[int, bytes] = {}

        def collect(folder: Path) -> dict[str, bytes]:
            found: dict[str, bytes] = {}
            for name, inode in folders.get(folder, {}).items():
                path = folder / name
                if inode.folder:
                    found |= collect(path)
                    continue
                if id(inode) not in contents:
                    contents[id(inode)] = inode.content(keep)
                found[path.relative_to(self.root).as_posix()] = contents[id(inode)]
            return found

        return collect(self.root)


def _apply(entries: Entries, change: dict[str, Inode | None]) -> None:
    for name, inode in change.items():
        if inode is None:
            entries.pop(name, None)
        else:
            entries[name] = inode
