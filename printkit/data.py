"""Reading TOML files through pydantic models, with every fault at once and its line.

A fault reads `file:line: field: what: fix`. Lines come from a small scan of the file for table
headers and keys, because the parser of the standard library keeps none.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from printkit.errors import EnvironmentFault, TemplateFaults, UsageError
from rules import did_you_mean

__all__ = ["CARD_DATA", "TEMPLATES", "Key", "Strict", "choose", "read_toml"]

_HOUSE = Path(__file__).resolve().parent.parent
CARD_DATA = _HOUSE / "card_data"
TEMPLATES = _HOUSE / "templates"

Key = tuple[str | int, ...]
"""A place in a file: the keys and list positions that lead to it."""


class Strict(BaseModel):
    """Base of all models of data files: frozen, unknown keys are faults, no quiet conversion."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    def faults(self) -> list[tuple[Key, str]]:
        """What the types cannot say: the place of each fault, and what should be."""
        return []


Model = TypeVar("Model", bound=Strict)


def choose(kind: str, word: str, known: Iterable[str]) -> str:
    """`word` in its known spelling; raises `UsageError` with the likely word or all of them."""
    known = list(known)
    for name in known:
        if name.lower() == word.lower():
            return name
    raise UsageError(f"no {kind} {word!r}: {did_you_mean(word, known) or 'there is none'}")


def read_toml(path: Path, model: type[Model]) -> Model:
    """The file as a `model`; raises `TemplateFaults` with every fault of it."""
    shown = path.relative_to(_HOUSE) if path.is_relative_to(_HOUSE) else path
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise EnvironmentFault(f"{shown}: is missing: restore it, or install again") from error
    except (OSError, UnicodeDecodeError) as error:
        raise EnvironmentFault(f"{shown}: cannot be read ({error})") from error
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"\(at line (\d+)", str(error))
        line = f":{at[1]}" if at else ""
        what = str(error).split(" (at")[0]
        raise TemplateFaults([f"{shown}{line}: is not TOML: {what}"]) from error
    lines = _lines_of(text)
    try:
        found = model.model_validate(data)
    except ValidationError as error:
        faults = [(_line(lines, fault["loc"]), fault) for fault in error.errors()]
        faults.sort(key=lambda item: item[0])
        told = dict.fromkeys(_told(shown, line, fault, model) for line, fault in faults)
        raise TemplateFaults(list(told)) from error
    if wrong := found.faults():
        placed = sorted((_line(lines, loc), loc, what) for loc, what in wrong)
        raise TemplateFaults(
            [f"{shown}:{line}: {'.'.join(map(str, loc))}: {what}" for line, loc, what in placed]
        )
    return found


_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_PAIR = re.compile(r"""^\s*((?:[\w-]+|"[^"]*")(?:\s*\.\s*(?:[\w-]+|"[^"]*"))*)\s*=""")


def _lines_of(text: str) -> dict[Key, int]:
    """Where each table and key begins: path of keys → line from 1."""
    places: dict[Key, int] = {}
    counts: dict[Key, int] = {}
    table: Key = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = _anchored(_keys(header[2]), counts)
            if header[1] == "[[":
                index = counts.get(table, 0)
                counts[table] = index + 1
                table = (*table, index)
            places.setdefault(table, number)
        elif pair := _PAIR.match(line):
            places.setdefault((*table, *_keys(pair[1])), number)
    return places


def _keys(dotted: str) -> Key:
    return tuple(
        part.strip().strip('"') for part in re.split(r"\.(?=[^\"]*(?:\"[^\"]*\"[^\"]*)*$)", dotted)
    )


def _anchored(keys: Key, counts: dict[Key, int]) -> Key:
    """A table's path with the index of the last `[[array]]` entry put in after each array."""
    path: Key = ()
    for position, key in enumerate(keys):
        path = (*path, key)
        if path in counts and position < len(keys) - 1:
            path = (*path, counts[path] - 1)
    return path


def _line(lines: dict[Key, int], loc: Key) -> int:
    """The line of a place, or of the nearest thing around it."""
    for length in range(len(loc), 0, -1):
        if loc[:length] in lines:
            return lines[loc[:length]]
    return 1


def _told(path: Path, line: int, fault: ErrorDetails, model: type[BaseModel]) -> str:
    loc = fault["loc"]
    field = ".".join(map(str, loc))
    if fault["type"] == "extra_forbidden":
        known = _fields_at(model, loc[:-1])
        fix = did_you_mean(str(loc[-1]), known)
        return f"{path}:{line}: {field}: is an unknown key: {fix}"
    if fault["type"] == "missing":
        return f"{path}:{line}: {field}: is missing: add it"
    what = fault["msg"].removeprefix("Value error,").lstrip().removeprefix("Input ")
    given = fault["input"]
    shown = f" (is {given!r})" if isinstance(given, str | int | float | bool) else ""
    return f"{path}:{line}: {field}: {what}{shown}"


def _fields_at(model: type[BaseModel], loc: Key) -> list[str]:
    """The keys the model knows at a place, following tables and lists of tables."""
    kind: object = model
    for key in loc:
        if isinstance(key, int):  # a place in a list: its model is found already
            continue
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            field = kind.model_fields.get(str(key))
            kind = field.annotation if field else None
        arguments = getattr(kind, "__args__", ())
        models = [a for a in arguments if isinstance(a, type) and issubclass(a, BaseModel)]
        if models:
            kind = models[-1]
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return sorted(kind.model_fields)
    return []
