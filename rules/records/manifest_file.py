"""Writing, reading and checking of print manifests as JSON.

A file may come from another version or be truncated, so all faults are reported together, each with
its field. Constraints beyond types (valid and unique tags, unique cell names) are also checked.
"""

import dataclasses
import hashlib
import json
from pathlib import Path
from typing import Any

from rules.catalog.reader import load_catalog
from rules.errors import DataError, Fault, MalformedTag, RulesError, UnreadableFile
from rules.messages.languages import Words
from rules.messages.message import Message, Text
from rules.messages.system import system_reason
from rules.records.manifest import (
    MANIFEST_VERSION,
    Cell,
    Fiducial,
    Manifest,
    Mat,
    PrintedBack,
    PrintedCard,
    Sheet,
    Spot,
    Symbol,
    TagSquare,
)
from rules.records.tag import parse_tag

_SELDOM = frozenset(("slot", "replaces", "printed_in", "pdf_sha256", "maze"))
"""Fields that are written only if they are not empty."""
_SCALARS = {"int": int, "float": float, "str": str}
_UNLIKE = {int: "given_no_whole", float: "given_no_number", str: "given_no_text"}
"""Message key for a value that does not have its field's type."""
_FAR = 100_000
"""Maximum length on paper, in mm."""
_POSITIVE = frozenset(
    ("size_mm", "width_mm", "height_mm", "card_width_mm", "card_height_mm", "scale")
)
_RANGES = {"quiet_modules": (1, 8), "frame_mm": (0, 100), "copy": (1, 35)}
"""Ranges of fields by name; labels have no frame and a wide quiet zone."""
_NESTED: dict[str, type] = {
    t.__name__: t
    for t in (Symbol, Spot, TagSquare, PrintedCard, PrintedBack, Cell, Fiducial, Sheet, Mat)
}


def dump_manifest(manifest: Manifest) -> str:
    """Return a manifest as deterministic JSON text, rounded to 0.001 mm.

    Rare fields are omitted if they are empty.
    """

    def plain(value: Any) -> Any:  # noqa: ANN401 - any JSON value
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            fields = {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
            return {k: plain(v) for k, v in fields.items() if v != "" or k not in _SELDOM}
        if isinstance(value, tuple):
            return [plain(item) for item in value]
        return round(value, 3) if isinstance(value, float) else value

    data = plain(manifest)
    data = {"manifest": data.pop("manifest"), **data}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def load_manifest(path: Path) -> Manifest:
    """Return the manifest in a file; raise `DataError` with every fault."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        fix = Message("manifest_give", file=".manifest.json", program="printkit")
        why = Message("not_utf8") if isinstance(error, UnicodeDecodeError) else system_reason(error)
        what = Message("unreadable", why=why)
        raise UnreadableFile([Fault(str(path), 0, "", what, fix)]) from error
    return parse_manifest(text, str(path))


def belongs(manifest: Manifest, pdf: bytes) -> bool:
    """Return True if a manifest may belong to a PDF: the digest is equal or not recorded."""
    return manifest.pdf_sha256 in ("", hashlib.sha256(pdf).hexdigest())


def parse_manifest(text: str, name: str = "manifest") -> Manifest:
    """Parse a manifest's JSON text; raise `DataError` with every fault."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        # a number with thousands of digits is a `ValueError` without a line number
        line = getattr(error, "lineno", 0)
        what = Message("is_no", form="JSON")
        raise DataError([Fault(name, line, "", what, Message("manifest_torn"))]) from error
    reader = _Reader(name)
    if isinstance(data, dict) and "manifest" not in data:
        reader.fault("manifest", Message("lacks"), Message("print_again"))
    elif isinstance(data, dict) and data["manifest"] != MANIFEST_VERSION:
        what = Message("of_version", version=repr(data["manifest"]), reads=MANIFEST_VERSION)
        raise DataError([Fault(name, 0, "manifest", what, Message("print_or_update"))])
    manifest = reader.build(Manifest, data, "")
    if isinstance(manifest, Manifest):
        reader.check(manifest)
    if reader.faults or not isinstance(manifest, Manifest):
        raise DataError(reader.faults)
    return manifest


def other_game(name: str, game: str, wanted: str) -> Fault:
    """Return the fault for a manifest that belongs to a different game than the one played."""
    what = Message("other_game", game=_named(game), wanted=_named(wanted))
    return Fault(name, 0, "", what, Message("this_match"))


def _named(game: str) -> Words | str:
    """Return a game's names, or its slug if the game is not installed."""
    try:
        return load_catalog(game).names
    except RulesError:
        return game


class _Reader:
    """Builder of the dataclasses from JSON data, which collects the faults."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.faults: list[Fault] = []

    def fault(self, field: Text, what: Text, fix: Text = "") -> None:
        self.faults.append(Fault(self.name, 0, field, what, fix))

    def build(self, cls: type, data: object, at: str) -> object:
        if not isinstance(data, dict):
            self.fault(at or Message("the_file"), Message("no_object"), Message("print_again"))
            return None
        values: dict[str, object] = {}
        before = len(self.faults)
        known = {f.name for f in dataclasses.fields(cls)}
        for key in data.keys() - known:
            self.fault(f"{at}{key}", Message("unknown_field"), Message("remove_or_update"))
        for field in dataclasses.fields(cls):
            if field.name in data:
                values[field.name] = self.value(
                    str(field.type), data[field.name], f"{at}{field.name}"
                )
            elif field.default is dataclasses.MISSING:
                self.fault(f"{at}{field.name}", Message("lacks"), Message("print_again"))
        return cls(**values) if len(self.faults) == before else None

    def value(self, kind: str, data: object, at: str) -> object:
        if kind.endswith(" | None"):
            return None if data is None else self.value(kind.removesuffix(" | None"), data, at)
        if kind.startswith("tuple["):
            inner = kind[6:-1]
            if not isinstance(data, list):
                self.fault(at, Message("no_list"))
                return ()
            if inner == "float, float":
                return self.pair(data, at)
            inner = inner.removesuffix(", ...")
            return tuple(self.value(inner, item, f"{at}[{i}]") for i, item in enumerate(data))
        if kind in _NESTED:
            return self.build(_NESTED[kind], data, f"{at}.")
        return self.scalar(_SCALARS[kind], data, at)

    def pair(self, data: list[object], at: str) -> tuple[object, ...]:
        if len(data) != 2:
            self.fault(at, Message("no_two_numbers"))
        return tuple(self.scalar(float, item, at) for item in data)

    def scalar(self, kind: type, data: object, at: str) -> object:
        if kind is float and isinstance(data, int) and not isinstance(data, bool):
            data = float(max(-_FAR, min(data, _FAR)))  # float() fails on a huge integer
        if not isinstance(data, kind) or isinstance(data, bool):
            self.fault(at, Message(_UNLIKE[kind], given=repr(data)))
            return kind()
        if isinstance(data, float) and not abs(data) < _FAR:
            self.fault(at, Message("given_no_length", given=repr(data)))
        else:
            self.within(data, at)
        return data

    def within(self, data: Any, at: str) -> None:  # noqa: ANN401 - any scalar
        """Check a number against the range for its field, as in the schema."""
        name = at.rpartition(".")[2]
        if name in _POSITIVE and data <= 0:
            self.fault(at, Message("given_too_small", given=f"{data:g}"), Message("print_again"))
        least, most = _RANGES.get(name, (-_FAR, _FAR))
        if name in _RANGES and not least <= data <= most:
            what = Message("given_outside", given=f"{data:g}", least=least, most=most)
            self.fault(at, what, Message("print_again"))

    def check(self, manifest: Manifest) -> None:
        """Check constraints beyond types: valid and unique tags, a drawable symbol."""
        if manifest.symbol.version != 1 or manifest.symbol.level != "H":
            self.fault("symbol", Message("symbol_kind"), Message("print_again"))
        if not 0 <= manifest.symbol.mask <= 7:
            what = Message("given_outside", given=manifest.symbol.mask, least=0, most=7)
            self.fault("symbol.mask", what)
        seen: dict[str, str] = {}
        marks = [(f"cards[{i}]", c.tag) for i, c in enumerate(manifest.cards)]
        marks += [(f"backs[{i}]", b.tag) for i, b in enumerate(manifest.backs)]
        for i, card in enumerate(manifest.cards):
            if "/" in card.printed_in or "\\" in card.printed_in:
                self.fault(f"cards[{i}].printed_in", Message("a_path"), Message("print_again"))
        for m, mat in enumerate(manifest.mats):
            marks += [(f"mats[{m}].fiducials[{i}]", f.tag) for i, f in enumerate(mat.fiducials)]
            ids = [cell.id for cell in mat.cells]
            for twice in sorted({i for i in ids if ids.count(i) > 1}):
                self.fault(f"mats[{m}].cells", Message("cell_twice", cell=repr(twice)))
        for at, text in marks:
            try:
                parse_tag(text)
            except MalformedTag as error:
                self.fault(f"{at}.tag", str(error), Message("print_again"))
            if text in seen:
                what = Message("tag_twice", tag=repr(text), place=seen[text])
                self.fault(f"{at}.tag", what, Message("print_again"))
            seen.setdefault(text, at)
