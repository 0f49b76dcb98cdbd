"""Packs of ready-drawn art: all forms of one game in one style, in one file.

A pack is a line of JSON (`{"art": 4}`) and an xz stream. The stream contains the index (a line
of JSON) and blocks (PDF content streams and JSON). The index maps each name to its block and to
the other fields of `printkit.pdf.encoding.Encoded`. Equal blocks are stored once. Names are
paths: a form refers to the forms it uses by names relative to its own folder.

Pictures of one game resemble each other, so one stream for all is half as large as a deflated
stream for each. To print a picture, its block is deflated; nothing else is recomputed.

The entry of a card's picture also records the facts it was drawn from: `facts` maps a column of
the card data to the values for which the picture is valid. Edited data is thus never printed next
to a picture that contradicts it.
"""

import json
import lzma
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal

from printkit.data.toml_source import game_folder
from printkit.errors import EnvironmentFault
from printkit.pdf.encoding import LEVEL, NO_SHADINGS, Encoded
from rules import Message

SUFFIX: Final = ".art"
FORMAT: Final = 4

Style = Literal["full", "ink"]

Facts = Mapping[str, Sequence[str]]
"""Column of the card data → the values for which a picture is valid."""


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """The forms of one file by name."""

    file: Path
    index: Mapping[str, Any]
    blocks: bytes

    def block(self, name: str) -> bytes:
        """Return the block of an entry; raise `EnvironmentFault` if there is none."""
        try:
            start, length = self.index[name]["at"]
        except (KeyError, TypeError, ValueError) as error:
            raise _fault(self.file, "art_foreign") from error
        return self.blocks[start : start + length]

    def form(self, name: str) -> Encoded:
        """Return a form; raise `EnvironmentFault` if there is none."""
        return _form(self, name)

    def facts(self, name: str) -> Facts:
        """Return the facts from which a picture was drawn."""
        facts = self.index[name].get("facts", {})
        return {column: tuple(values) for column, values in facts.items()}

    def data(self, name: str) -> Any:  # noqa: ANN401 - JSON
        """Return the values of an entry that is not a form."""
        return json.loads(self.block(name))


def load_pack(file: Path) -> Pack:
    """Read a pack; raise `EnvironmentFault`, which names the file, if it is unusable."""
    try:
        return _load(file, file.stat().st_mtime_ns)
    except OSError as error:
        raise _fault(file, "art_unreadable") from error


@lru_cache(maxsize=16)
def _load(file: Path, _changed: int) -> Pack:
    line, _, rest = file.read_bytes().partition(b"\n")
    try:
        found = json.loads(line)["art"]
    except (ValueError, KeyError, TypeError) as error:
        raise _fault(file, "art_foreign") from error
    if found != FORMAT:
        raise _fault(file, "art_format", found=str(found), ours=str(FORMAT))
    try:
        packed, _, blocks = lzma.decompress(rest).partition(b"\n")
        index = json.loads(packed)
        end = max((sum(entry["at"]) for entry in index.values()), default=0)
    except (ValueError, KeyError, TypeError, AttributeError, EOFError, lzma.LZMAError) as error:
        raise _fault(file, "art_foreign") from error
    if end != len(blocks):
        raise _fault(file, "art_foreign")
    return Pack(file, index, blocks)


@lru_cache(maxsize=2048)
def _form(pack: Pack, name: str) -> Encoded:
    stream, entry = zlib.compress(pack.block(name), LEVEL), pack.index[name]
    left, top, right, bottom = entry["box"]
    shadings, uses = entry.get("shadings", NO_SHADINGS), tuple(entry.get("uses", ()))
    return Encoded(stream, (left, top, right, bottom), shadings, uses)


def _fault(file: Path, fault: str, **facts: str) -> EnvironmentFault:
    what, game = Message(f"print.{fault}", **facts), file.parent.name
    return EnvironmentFault("print.bad_art", file=file.name, what=what, game=game)


def pack_file(game: str, style: Style) -> Path:
    """Return the file of a game's pack; it need not exist."""
    return game_folder(game) / f"{style}{SUFFIX}"


def game_pack(game: str, style: Style) -> Pack | None:
    """Return a game's pack in a style, or None if the game has no ready-drawn art."""
    file = pack_file(game, style)
    return load_pack(file) if file.is_file() else None
