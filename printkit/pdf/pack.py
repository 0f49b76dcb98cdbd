"""Ready-drawn pictures on disk: one file a form, in the very bytes a PDF will hold.

A file is one line of JSON (ASCII), a newline, and the deflated content stream: the fields of
``printkit.pdf.drawing.Encoded``. Forms that several pictures use (ground, leaves, fruit, stones)
lie once in the same folder and are named by those that use them. Nothing is decoded to print.

The line of a card's picture also binds it to the facts it was drawn from: ``facts`` maps a column
of the card data to the values the picture is true for, so that edited data is not printed beside
a picture that says something else.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from printkit.errors import EnvironmentFault
from printkit.pdf.encoding import Encoded
from printkit.template.messages import spoken

SUFFIX: Final = ".art"
_FORMAT: Final = 2


Facts = Mapping[str, Sequence[str]]
"""Column of the card data → the values a picture is true for."""


def dump(encoded: Encoded, facts: Facts | None = None) -> bytes:
    """The bytes of a file; `facts` for the picture of a card."""
    header = {
        "art": _FORMAT,
        "box": list(encoded.box),
        "facts": {name: list(values) for name, values in (facts or {}).items()},
        "shadings": encoded.shadings,
        "uses": list(encoded.uses),
    }
    line = json.dumps(header, separators=(",", ":"), sort_keys=True)
    return line.encode("ascii") + b"\n" + encoded.stream


@lru_cache(maxsize=256)
def load(file: Path) -> Encoded:
    """One form; raises ``EnvironmentFault`` that names the file."""
    try:
        header, stream = _read(file)
        left, top, right, bottom = map(int, header["box"])
        return Encoded(
            stream, (left, top, right, bottom), str(header["shadings"]), tuple(header["uses"])
        )
    except OSError as error:
        raise EnvironmentFault(_mend(file, "art_unreadable")) from error
    except (ValueError, KeyError, TypeError) as error:
        raise EnvironmentFault(_mend(file, "art_foreign")) from error


@lru_cache(maxsize=256)
def facts(file: Path) -> Facts:
    """The facts a picture was drawn from; raises ``EnvironmentFault`` that names the file."""
    try:
        header, _ = _read(file)
        return {str(name): tuple(map(str, values)) for name, values in header["facts"].items()}
    except OSError as error:
        raise EnvironmentFault(_mend(file, "art_unreadable")) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise EnvironmentFault(_mend(file, "art_foreign")) from error


def _read(file: Path) -> tuple[dict[str, Any], bytes]:
    line, _, stream = file.read_bytes().partition(b"\n")
    header: dict[str, Any] = json.loads(line)
    if header["art"] != _FORMAT:
        raise EnvironmentFault(
            _mend(file, "art_format", found=str(header["art"]), ours=str(_FORMAT))
        )
    return header, stream


def same(first: bytes, second: bytes) -> bool:
    """Whether two files hold one picture, whichever zlib deflated it."""
    (head, _, body), (other_head, _, other_body) = first.partition(b"\n"), second.partition(b"\n")
    return head == other_head and zlib.decompress(body) == zlib.decompress(other_body)


def _mend(file: Path, fault: str, **facts: str) -> str:
    game = file.parent.parent.parent.name
    return spoken("bad_art", file=file.name, what=spoken(fault, **facts), game=game)
