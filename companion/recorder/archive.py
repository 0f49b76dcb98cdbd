"""The container of a recording: a tar file, to which parts are only ever appended.

Any archive program shows the owner what is in it. A killed process or a full disk costs at most
the last part, and no second file is ever needed (a database would leave its journal). A closed
recording ends with the format's two empty blocks.

    recording.json              format, program, set-up, manifests with their SHA-256
    manifests/0.json            the manifests of the prints
    match.jsonl                 the log before a resume
    inputs/000001.jsonl.gz      inputs and the notices that they caused, one JSON line each
    pictures/812-1c291ca3.jpg   the picture of frame 812, with its CRC-32
"""

import gzip
import json
import tarfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final

from companion.errors import SessionError, broken_source

FORMAT: Final = 1
MOST_PART: Final = 50_000_000
"""Maximum size of a part, packed and unpacked, in bytes."""
HEADER: Final = "recording.json"
LOG: Final = "match.jsonl"
END: Final = b"\0" * (2 * tarfile.BLOCKSIZE)


def part(name: str, data: bytes) -> bytes:
    """Return one part as the bytes to append."""
    info = tarfile.TarInfo(name)
    info.size = len(data)
    return info.tobuf(tarfile.USTAR_FORMAT) + data + b"\0" * (-len(data) % tarfile.BLOCKSIZE)


def json_part(name: str, data: object) -> bytes:
    """Return a part with a JSON value."""
    return part(name, json.dumps(data, ensure_ascii=False, indent=1).encode())


def inputs_part(number: int, lines: list[dict[str, Any]]) -> bytes:
    """Return a part with inputs."""
    text = "\n".join(json.dumps(each, separators=(",", ":")) for each in lines)
    return part(f"inputs/{number:06}.jsonl.gz", gzip.compress(text.encode(), 6, mtime=0))


def picture_part(frame: int, jpeg: bytes) -> bytes:
    """Return a part with a picture."""
    return part(f"pictures/{frame}-{zlib.crc32(jpeg):08x}.jpg", jpeg)


def append(file: BinaryIO, data: bytes) -> None:
    """Append bytes to an unbuffered file, or nothing; raise `OSError` if that fails."""
    begun, rest = file.tell(), memoryview(data)
    try:
        while rest:
            rest = rest[file.write(rest) :]
    except OSError:
        file.truncate(begun)
        raise


@dataclass(slots=True)
class Archive:
    """A recording as it is read. `whole` is false if its end is missing."""

    path: Path
    whole: bool = False
    header: dict[str, Any] = field(default_factory=dict)
    _parts: dict[str, tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find the parts; raise `SessionError` if this is not a recording or too new."""
        try:
            with self.path.open("rb") as file:
                self._find(file)
        except OSError as error:
            raise broken_source(error) from error
        if HEADER not in self._parts:
            raise SessionError("fault.recording.foreign", file=self.path)
        self.header = self.json(HEADER)
        version = self.header.get("recording")
        if type(version) is not int:
            raise SessionError("fault.recording.foreign", file=self.path)
        if version != FORMAT:
            raise SessionError(
                "fault.recording.version", file=self.path, version=version, reads=FORMAT
            )

    def _find(self, file: BinaryIO) -> None:
        while len(head := file.read(tarfile.BLOCKSIZE)) == tarfile.BLOCKSIZE:
            if not any(head):
                self.whole = True
                return
            try:
                info = tarfile.TarInfo.frombuf(head, "utf-8", "strict")
            except (tarfile.HeaderError, ValueError):
                return
            begun, padded = file.tell(), info.size + -info.size % tarfile.BLOCKSIZE
            if info.size < 0 or file.seek(0, 2) < begun + padded:
                return
            self._parts[info.name] = begun, info.size
            file.seek(begun + padded)

    def names(self, folder: str) -> list[str]:
        """Return the names of a folder's parts, in the order in which they were written."""
        return [name for name in self._parts if name.startswith(folder)]

    def read(self, name: str) -> bytes:
        """Return a part; raise `SessionError` if it is missing or damaged."""
        if name not in self._parts:
            raise self.damaged(name)
        begun, size = self._parts[name]
        if size > MOST_PART:
            raise self.damaged(name)
        with self.path.open("rb") as file:
            file.seek(begun)
            data = file.read(size)
        if name.startswith("pictures/") and f"{zlib.crc32(data):08x}" not in name:
            raise self.damaged(name)
        return data

    def json(self, name: str) -> dict[str, Any]:
        """Return a part's JSON object."""
        try:
            data = json.loads(self.read(name))
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            raise self.damaged(name)
        return data

    def inputs(self) -> Iterator[dict[str, Any]]:
        """Yield the recorded inputs in order."""
        for name in self.names("inputs/"):
            try:
                for line in _unpacked(self.read(name)).splitlines():
                    yield json.loads(line)
            except (ValueError, RecursionError, zlib.error) as error:
                raise self.damaged(name) from error

    def damaged(self, name: str) -> SessionError:
        """Return the error for a damaged part."""
        return SessionError("fault.recording.damaged", file=self.path, part=name)


def _unpacked(data: bytes) -> bytes:
    """Return the content of a gzip file; raise an error if it is damaged or too large."""
    unpacking = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    content = unpacking.decompress(data, MOST_PART)
    if not unpacking.eof:
        raise ValueError("the end is missing, or too far away")
    return content
