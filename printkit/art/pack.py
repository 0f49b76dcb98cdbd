"""Ready-drawn pictures on disk: one file a form, in the very bytes a PDF will hold.

A file is one line of JSON (ASCII), a newline, and the deflated content stream: the fields of
``printkit.drawing.Encoded``. Forms that several pictures use (ground, leaves, fruit, stones) lie
once in the same folder and are named by those that use them. Nothing is decoded to print.
"""

from __future__ import annotations

import json
import zlib
from functools import lru_cache
from pathlib import Path
from typing import Final

from printkit.drawing import Encoded
from printkit.errors import EnvironmentFault

SUFFIX: Final = ".art"
_FORMAT: Final = 1


def dump(encoded: Encoded) -> bytes:
    """The bytes of a file."""
    header = {
        "art": _FORMAT,
        "box": list(encoded.box),
        "shadings": encoded.shadings,
        "uses": list(encoded.uses),
    }
    line = json.dumps(header, separators=(",", ":"), sort_keys=True)
    return line.encode("ascii") + b"\n" + encoded.stream


@lru_cache(maxsize=256)
def load(file: Path) -> Encoded:
    """One form; raises ``EnvironmentFault`` that names the file."""
    try:
        line, _, stream = file.read_bytes().partition(b"\n")
        header = json.loads(line)
        if header["art"] != _FORMAT:
            raise EnvironmentFault(_mend(file, f"format {header['art']}, not {_FORMAT}"))
        left, top, right, bottom = map(int, header["box"])
        return Encoded(
            stream, (left, top, right, bottom), str(header["shadings"]), tuple(header["uses"])
        )
    except OSError as error:
        raise EnvironmentFault(_mend(file, "cannot be read")) from error
    except (ValueError, KeyError, TypeError) as error:
        raise EnvironmentFault(_mend(file, "not a picture of ours")) from error


def same(first: bytes, second: bytes) -> bool:
    """Whether two files hold one picture, whichever zlib deflated it."""
    (head, _, body), (other_head, _, other_body) = first.partition(b"\n"), second.partition(b"\n")
    return head == other_head and zlib.decompress(body) == zlib.decompress(other_body)


def _mend(file: Path, fault: str) -> str:
    game = file.parent.parent.parent.name
    return f"{file.name}: {fault}. Draw it again: python -m printkit.art {game}"
