"""The target `recordings`: the flight recorder's files, as bytes and as text that is packed."""

from __future__ import annotations

import hashlib
import io
import json
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import typer

from companion.commands.replay.rejudging import judge_again
from companion.recorder.archive import END, HEADER, inputs_part, part, picture_part
from rules.errors import UserError
from tests.support.fuzz.target import helps
from tools.adopt import adopt


def recordings(data: bytes) -> None:
    """Judge a recording again and adopt it; a second form makes one of the data's JSON lines."""
    _recording(data)
    _recording(packed(data))


def _recording(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path, adopted = Path(folder, "match.tar"), Path(folder, "adopted.tar")
        path.write_bytes(data)
        try:
            adopt(path, adopted, judge=True, pictures=True)
        except UserError as error:
            helps(error)
        else:
            _judged(adopted)
        _judged(path)
        assert {each.name for each in Path(folder).iterdir()} <= {"match.tar", "adopted.tar"}


def _judged(path: Path) -> None:
    try:
        with redirect_stdout(io.StringIO()):
            judge_again(path, "zh-Hant", json=False)
            judge_again(path, "en", json=True)
    except typer.Exit:  # something differs
        return
    except UserError as error:
        helps(error)


def packed(data: bytes) -> bytes:
    """Return the recording of JSON lines: parts with their content, and inputs.

    The first part of the header's manifests are the digests of the manifests that are in it.
    """
    parts: list[tuple[str, Any]] = []
    inputs = []
    for line in data.splitlines():
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(fields, dict) and isinstance(fields.get("part"), str):
            parts.append((fields["part"], fields))
        else:
            inputs.append(fields)
    return b"".join((*_parts(parts), inputs_part(1, inputs), END))


def _parts(parts: list[tuple[str, Any]]) -> Iterator[bytes]:
    texts = {name: json.dumps(fields.get("json")).encode() for name, fields in parts}
    for name, fields in parts:
        value = fields.get("json")
        if name == HEADER and isinstance(value, dict) and "manifests" not in value:
            digests = (
                hashlib.sha256(text).hexdigest()
                for other, text in texts.items()
                if other.startswith("manifests/")
            )
            yield _part(name, json.dumps({**value, "manifests": [*digests]}).encode())
        elif isinstance(picture := fields.get("picture"), str):
            number = fields.get("frame")
            bits = bytes.fromhex(picture) if _is_hex(picture) else picture.encode()
            yield picture_part(number if type(number) is int else 0, bits)
        else:
            yield _part(name, texts[name])


def _is_hex(text: str) -> bool:
    return len(text) % 2 == 0 and not set(text) - set("0123456789abcdef")


def _part(name: str, data: bytes) -> bytes:
    try:
        return part(name, data)
    except ValueError:  # too long, or not text
        return b""
