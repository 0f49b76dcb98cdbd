"""Files and names that are on the disk, as a whole or not at all."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from rules.process import disk
from rules.process.disk import PRIVATE, make_folder, sync_file, sync_folder, write_whole


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot sync folders")
def test_a_file_and_its_name_are_synced_in_this_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    monkeypatch.setattr(disk, "sync_file", lambda _: steps.append("bytes"))
    monkeypatch.setattr(disk, "sync_folder", lambda folder: steps.append(folder.name))
    write_whole(tmp_path / "a" / "b" / "c.txt", b"new")
    assert steps == [tmp_path.name, "a", "bytes", "b"]


def test_what_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.txt"
    write_whole(file, b"old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="space"):
        write_whole(file, b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    assert file.read_bytes() == b"old"


def test_a_failure_names_the_file_and_not_its_temporary_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, _mode: int) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted", str(path))

    monkeypatch.setattr(Path, "chmod", refuse)
    with pytest.raises(PermissionError) as caught:
        write_whole(tmp_path / "a.txt", b"new")
    assert caught.value.filename == str(tmp_path / "a.txt")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
def test_modes_are_those_asked_for(tmp_path: Path) -> None:
    write_whole(tmp_path / "open.txt", b"")
    write_whole(tmp_path / "private.txt", b"", PRIVATE)
    make_folder(tmp_path / "outer" / "inner", disk.PRIVATE_FOLDER)
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.rglob("*")}
    assert modes["open.txt"] == 0o644
    assert modes["private.txt"] == 0o600
    assert modes["inner"] == 0o700
    assert modes["outer"] & 0o500 == 0o500


@pytest.mark.parametrize("able", [True, False])
def test_a_mac_empties_the_drive_s_cache_if_it_can(
    monkeypatch: pytest.MonkeyPatch, *, able: bool
) -> None:
    fcntl = pytest.importorskip("fcntl")
    calls: list[Any] = []

    def full_sync(*asked: int) -> None:
        calls.append(asked)
        if not able:
            raise OSError(errno.ENOTSUP, "not supported")

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", full_sync)
    monkeypatch.setattr(os, "fsync", calls.append)
    sync_file(7)
    assert calls == ([(7, 51)] if able else [(7, 51), 7])


@pytest.mark.parametrize(("code", "raised"), [(errno.EINVAL, False), (errno.EIO, True)])
def test_a_folder_that_cannot_be_synced_is_excused_but_a_broken_disk_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, *, raised: bool
) -> None:
    def refuse(_: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "fsync", refuse)
    if raised:
        with pytest.raises(OSError, match="error"):
            sync_folder(tmp_path)
    else:
        sync_folder(tmp_path)
        assert tmp_path.is_dir()
