"""Writer of art packs; `printkit.pdf.pack` describes the format."""

from __future__ import annotations

import json
import lzma
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from printkit.pdf.encoding import NO_SHADINGS, Encoded
from printkit.pdf.pack import FORMAT, Facts, Pack

_XZ: Final = {
    "id": lzma.FILTER_LZMA2,
    "preset": 9 | lzma.PRESET_EXTREME,
    "lc": 4,
    "lp": 0,
    "pb": 0,
    "dict_size": 1 << 24,
}
"""Compression filter for text, with a window larger than a whole pack."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A block of a pack, and its fields in the index."""

    block: bytes
    fields: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of_form(cls, form: Encoded, facts: Facts | None = None) -> Entry:
        """Return an entry that stores a form; `facts` is the card data that a picture shows."""
        fields: dict[str, Any] = {"box": list(form.box)}
        if form.shadings != NO_SHADINGS:
            fields["shadings"] = form.shadings
        if form.uses:
            fields["uses"] = list(form.uses)
        if facts:
            fields["facts"] = {name: list(values) for name, values in facts.items()}
        return cls(zlib.decompress(form.stream), fields)

    @classmethod
    def of_data(cls, data: object) -> Entry:
        """Return an entry that stores JSON values."""
        return cls(_text(data))

    def equals(self, pack: Pack, name: str) -> bool:
        """Return whether a pack has this entry."""
        found = pack.index.get(name)
        return (
            found is not None
            and {**self.fields, "at": found["at"]} == found
            and self.block == pack.block(name)
        )


def entries_of(pack: Pack) -> dict[str, Entry]:
    """Return every entry of a pack by name."""
    return {
        name: Entry(pack.block(name), {key: fields[key] for key in fields if key != "at"})
        for name, fields in pack.index.items()
    }


def dump(entries: Mapping[str, Entry]) -> bytes:
    """Return the bytes of a pack, which do not depend on the order of its entries."""
    blocks: dict[bytes, tuple[int, int]] = {}
    index, end = {}, 0
    for name, entry in sorted(entries.items()):
        if entry.block not in blocks:
            blocks[entry.block] = end, len(entry.block)
            end += len(entry.block)
        index[name] = {**entry.fields, "at": list(blocks[entry.block])}
    packed = lzma.compress(b"".join((_text(index), b"\n", *blocks)), filters=[_XZ])
    return b"".join((_text({"art": FORMAT}), b"\n", packed))


def _text(data: object) -> bytes:
    return json.dumps(data, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()
