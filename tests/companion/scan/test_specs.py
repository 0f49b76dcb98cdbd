"""Sources that a person can name for a scan."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from companion.errors import SessionError
from companion.scan.specs import SourceKind, SourceSpec, sorted_specs

JPEG = b"\xff\xd8\xff\xe0\0\x10JFIF\0" + b"\0" * 50


@pytest.mark.parametrize("word", ["0", "http://192.168.1.7:8080/video", "rtsp://camera/1"])
def test_cameras_and_addresses_are_live(word: str) -> None:
    assert sorted_specs([word]) == [SourceSpec(SourceKind.LIVE, word)]


@pytest.mark.parametrize(
    ("name", "content", "sort"),
    [
        ("riffle.MOV", b"", SourceKind.LIVE),
        ("a.JPG", b"", SourceKind.PHOTO),
        ("a.heic", b"", SourceKind.PHOTO),
        ("photo-without-a-suffix", JPEG, SourceKind.PHOTO),
        ("mine.txt", b"2 y03\n", SourceKind.LIST),
        ("mine", b"2 y03\n", SourceKind.LIST),
    ],
)
def test_a_file_is_what_its_name_or_its_first_bytes_say(
    tmp_path: Path, name: str, content: bytes, sort: SourceKind
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    assert sorted_specs([str(file)]) == [SourceSpec(sort, str(file))]


def test_of_a_folder_every_photograph_is_taken_and_nothing_else(tmp_path: Path) -> None:
    for name in ("2.jpg", "1.png", "3.heic", "notes.txt"):
        (tmp_path / name).write_bytes(b"x")
    names = [Path(spec.name).name for spec in sorted_specs([str(tmp_path)])]
    assert names == ["1.png", "2.jpg", "3.heic"]


def test_a_folder_without_photographs_is_reported(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("none")
    with pytest.raises(SessionError, match=tmp_path.name):
        sorted_specs([str(tmp_path)])


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("no.jpg", "does not exist: use a camera"),
        ("no/such/folder", "does not exist: use a camera"),
        ("a\0b", "does not exist: use a camera"),
        ("a" * 300, "its name is too long"),
    ],
)
def test_what_is_not_there_is_reported(tmp_path: Path, word: str, text: str) -> None:
    with pytest.raises(SessionError, match=text):
        sorted_specs([str(tmp_path / word)])


@pytest.mark.skipif(sys.platform == "win32", reason="no such files there")
def test_a_file_that_does_not_open_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("list")
        with pytest.raises(SessionError, match=r"^list: "):
            sorted_specs(["list"])
