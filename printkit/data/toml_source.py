"""Reading of TOML files through pydantic models, which reports all faults with their lines.

A fault has the form `file:line: field: what: fix`. Line numbers come from a simple scan of the
file for table headers and keys, because the standard library's parser does not record them. Games
may be outside this checkout (`rules.games`); `game_folder` finds a game's templates.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from printkit.errors import EnvironmentFault, TemplateFaults, UsageError, fault_at, unreadable
from rules import LANGUAGES, Fault, Message, games
from rules.catalog.data_files import parse_toml
from rules.data_home import GAME_FOLDERS, data_home
from rules.errors import DataError
from rules.messages.languages import Words
from rules.messages.message import Text, render
from rules.messages.near_matches import did_you_mean
from rules.registry import near_game

# Messages for invalid values in data files.
#
# The validation library's messages are in English only. Errors of a known kind get a text from
# `templates/sheets/faults.toml`; errors of any other kind keep the library's message.


_KINDS: Final = {
    "missing": "unfit_missing",
    "greater_than": "unfit_above",
    "greater_than_equal": "unfit_least",
    "less_than": "unfit_below",
    "less_than_equal": "unfit_most",
    "literal_error": "unfit_choice",
    "string_type": "unfit_text",
    "int_type": "unfit_whole",
    "int_from_float": "unfit_whole",
    "float_type": "unfit_number",
    "finite_number": "unfit_number",
    "bool_type": "unfit_yes",
    "list_type": "unfit_list",
    "dict_type": "unfit_table",
    "model_type": "unfit_table",
    "too_short": "unfit_few",
    "too_long": "unfit_many",
}
"""Keys of the messages for each kind of the library's errors."""
_LIMITS: Final = ("gt", "ge", "lt", "le", "min_length", "max_length")


def why_unfit(fault: ErrorDetails) -> Text:
    """Return the message for an error, with the invalid value if it is a single value."""
    context = fault.get("ctx", {})
    if fault["type"] in _KINDS:
        limit = next((f"{context[name]:g}" for name in _LIMITS if name in context), "")
        choices = _listed(str(context.get("expected", "")))
        what: Text = Message(f"print.{_KINDS[fault['type']]}", limit=limit, choices=choices)
    elif isinstance(own := context.get("error"), ValueError) and own.args:
        what = own.args[0]
    else:
        what = fault["msg"].removeprefix("Input ")
    given = fault["input"]
    if fault["type"] == "missing" or not isinstance(given, str | int | float | bool):
        return what
    return Message("print.unfit_given", what=what, given=repr(given))


def _listed(choices: str) -> Words:
    """Return a list such as `'a', 'b' or 'c'` with each language's separators."""
    eastern = choices.replace(" or ", "、").replace(", ", "、")
    return {lang: choices if lang == "en" else eastern for lang in LANGUAGES}


_HOME = Path(data_home())
CARD_DATA = _HOME / "card_data"
TEMPLATES = _HOME / "templates"
_HOMES = (_HOME, *GAME_FOLDERS)
_GAMES = Path(games.__path__[0])

Key = tuple[str | int, ...]
"""A position in a file: the keys and list indices that lead to it."""
Place = tuple[Path, int]
"""A file's displayed path, and a line number from 1."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file's unchecked contents, and the position of each key."""

    path: Path
    data: dict[str, Any]
    places: dict[Key, Place]

    def place(self, loc: Key) -> Place:
        """Return the position of a key, or of its nearest ancestor."""
        for length in range(len(loc), 0, -1):
            if loc[:length] in self.places:
                return self.places[loc[:length]]
        return shown_path(self.path), 1

    def fault(self, loc: Key, what: Text) -> Fault:
        """Return a fault at a key: `file:line: field: what`."""
        path, line = self.place(loc)
        return Fault(str(path), line, ".".join(map(str, loc)), what)


def shown_path(path: Path) -> Path:
    """Return a path as displayed to users: relative to the folder of games that contains it."""
    homes = [home for home in _HOMES if path.is_relative_to(home)]
    return path.relative_to(homes[0]) if homes else path


def game_folder(slug: str) -> Path:
    """Return a game's template folder, which may not exist.

    Raises `UsageError` if the game has two, because changes in the second would have no effect.
    """
    there = {folder.resolve(): folder for folder in _folders("templates", slug) if folder.is_dir()}
    if len(there) > 1:
        one, other, *_ = map(str, there)
        raise UsageError("print.templates_twice", game=slug, one=one, other=other)
    return _first(_folders("templates", slug))


def data_folder(slug: str) -> Path:
    """Return a game's card data folder, which may not exist."""
    return _first(_folders("card_data", slug))


def rules_folder(slug: str) -> Path:
    """Return a game's rules folder, which may not exist."""
    further = [home / "rules" / "games" for home in _HOMES[1:]]
    return _first([folder / slug for folder in (_GAMES, *further)])


def _first(folders: list[Path]) -> Path:
    return next((folder for folder in folders if folder.is_dir()), folders[0])


def _folders(room: str, slug: str) -> list[Path]:
    return [home / room / slug for home in _HOMES]


def game_slugs(room: str, file: str) -> list[str]:
    """Return the games that have a certain file in `card_data` or `templates`."""
    return sorted({path.parent.name for h in _HOMES for path in (h / room).glob(f"*/{file}")})


class Strict(BaseModel):
    """Base of all models of data files: frozen, without unknown keys or type conversion."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    def faults(self) -> list[tuple[Key, Text]]:
        """Return faults that types cannot express, each with its key and its text."""
        return []


Model = TypeVar("Model", bound=Strict)


def repeated(values: Mapping[Key, object]) -> Iterator[tuple[Key, Text]]:
    """Yield a fault for each value, by its key, that equals an earlier one."""
    seen: set[object] = set()
    for key, value in values.items():
        if value in seen:
            yield key, Message("print.repeats", value=repr(value))
        seen.add(value)


def composed(words: str) -> str:
    """Compose Unicode characters, because macOS splits ガ in a file name into カ and a mark."""
    return unicodedata.normalize("NFC", words)


def file_name(words: str) -> str:
    """Return words as a file name that is valid on every system."""
    return re.sub(r"[^\w.]+", "_", composed(words))


def choose(kind: str, word: str, known: Iterable[str]) -> str:
    """Return the name in `known` that equals `word`. Raises `UsageError` with suggestions."""
    known, word = list(known), composed(word)
    for name in known:
        if name.lower() == word.lower():
            return name
    search = near_game if kind == "game" else did_you_mean
    near = search(word, known) or Message("print.there_is_none")
    raise UsageError("print.no_such", kind=Message(f"print.kind_{kind}"), word=word, near=near)


def read_toml(path: Path, model: type[Model]) -> Model:
    """Read a file as a `model`. Raises `TemplateFaults` with all of its faults."""
    return checked(read_source(path), model)


def read_source(path: Path) -> Source:
    """Read a file without checking its values. Raises `TemplateFaults` if it is not TOML."""
    shown = shown_path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise EnvironmentFault("print.file_missing", file=str(shown)) from error
    except OSError as error:
        raise unreadable(str(shown), error) from error
    except UnicodeDecodeError as error:
        raise TemplateFaults([fault_at(str(shown), "print.not_utf")]) from error
    try:
        data = parse_toml(text, str(shown))
    except DataError as error:
        raise TemplateFaults(error.faults) from error
    places = {key: (shown, line) for key, line in _lines_of(text).items()}
    return Source(path, data, places)


def checked(source: Source, model: type[Model]) -> Model:
    """Return a source as a `model`. Raises `TemplateFaults` with all of its faults."""
    try:
        found = model.model_validate(source.data)
    except ValidationError as error:
        wrong = [_key_and_text(fault, model) for fault in error.errors()]
        raise _raised(source, [*wrong, *_of_the_rest(source, model, wrong)]) from error
    if wrong := found.faults():
        raise _raised(source, wrong)
    return found


def _raised(source: Source, wrong: list[tuple[Key, Text]]) -> TemplateFaults:
    """Return an exception with every fault once, in the order of the file."""
    wrong.sort(key=lambda item: (source.place(item[0]), [str(key) for key in item[0]]))
    return TemplateFaults(list(dict.fromkeys(source.fault(loc, what) for loc, what in wrong)))


def _of_the_rest(
    source: Source, model: type[Model], wrong: list[tuple[Key, Text]]
) -> list[tuple[Key, Text]]:
    """Run the cross-field checks on the valid list items, so that one run reports every error.

    Returns an empty list if anything but list items is faulty, because too little is known then.
    """
    if any(len(loc) < 2 or not isinstance(loc[1], int) for loc, _ in wrong):
        return []
    faulty = {loc[:2] for loc, _ in wrong}
    kept = {
        key: [n for n in range(len(items)) if (key, n) not in faulty]
        for key, items in source.data.items()
        if isinstance(items, list)
    }
    names = [str(source.data[str(key)][n].get("name")) for key, n in faulty]
    rest = {key: [source.data[key][n] for n in left] for key, left in kept.items()}
    try:
        found = model.model_validate({**source.data, **rest}).faults()
    except ValidationError:
        return []
    return [
        ((key[0], kept[str(key[0])][int(key[1])], *key[2:]) if key[0] in kept else key, what)
        for key, what in found
        if not any(
            repr(name) in render(what, "en") for name in names
        )  # omits faults caused by a faulty item
    ]


_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_PAIR = re.compile(r"""^\s*((?:[\w-]+|"[^"]*")(?:\s*\.\s*(?:[\w-]+|"[^"]*"))*)\s*=""")


def _lines_of(text: str) -> dict[Key, int]:
    """Map paths of keys to the lines (from 1) on which tables and keys begin."""
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
    """Return a table's path with the index of the last `[[array]]` entry after each array."""
    path: Key = ()
    for position, key in enumerate(keys):
        path = (*path, key)
        if path in counts and position < len(keys) - 1:
            path = (*path, counts[path] - 1)
    return path


def _key_and_text(fault: ErrorDetails, model: type[BaseModel]) -> tuple[Key, Text]:
    loc = fault["loc"]
    if fault["type"] == "extra_forbidden":
        known = _fields_at(model, loc[:-1])
        return loc, Message("print.unknown_key", near=did_you_mean(str(loc[-1]), known))
    return loc, why_unfit(fault)


def _fields_at(model: type[BaseModel], loc: Key) -> list[str]:
    """Return the keys that the model defines at a position, through tables and lists of tables."""
    kind: object = model
    for key in loc:
        if isinstance(key, int):  # a list index does not change the model
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
