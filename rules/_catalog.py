"""A game's data: cards, clauses, settings, decks and words, in three languages.

Read from `card_data/<slug>/` (forms: docs/architecture.md, section 3), every fault at once.
Card facts stay text here; a game turns them into its own values.
"""

from __future__ import annotations

import csv
import hashlib
import io
import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rules._errors import DataError, Fault, UnknownGame
from rules._faults import did_you_mean, load_toml, read_data_text, toml_line
from rules.games import FURTHER

if TYPE_CHECKING:
    from rules._values import Deck, Seat
    from rules._verdict import Violation

__all__ = [
    "DATA",
    "FACT_NAMES",
    "LANGUAGES",
    "Card",
    "Catalog",
    "Clause",
    "SettingSpec",
    "Words",
    "load_catalog",
    "read_catalog",
    "sentence",
]

DATA: Final = Path(__file__).resolve().parent.parent / "card_data"
"""Where the games' data lies."""

HOMES: Final = (DATA, *(folder / "card_data" for folder in FURTHER))
"""All the places of games' data; see `rules.games` for the further ones."""

LANGUAGES: Final = ("en", "ja", "zh-Hant")

FACT_NAMES: Final = frozenset(
    ("card", "cell", "target", "direction", "neighbour", "count", "limit", "seat")
)
"""The facts a refusal's sentence may ask for."""

EVENT_FACTS: Final = frozenset(("card", "cell", "to", "number", "value", "seat"))
"""The facts of an event that its wording may ask for."""

Words = Mapping[str, str]
"""A text in every language of `LANGUAGES`."""

_TEXT_COLUMNS = {"name": "names", "text": "texts", "keyword": "keywords"}


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the pool; `facts` holds the columns that are the game's own."""

    id: str
    number: int
    facts: Mapping[str, str]
    names: Words
    texts: Words
    keywords: Words
    kana: str
    line: int


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: what it says, and what is said when it is broken."""

    id: str
    forbids: bool
    section: str
    ruling: bool
    settings: tuple[str, ...]
    related: tuple[str, ...]
    titles: Words
    texts: Words
    refusals: Words
    whys: Words


@dataclass(frozen=True, slots=True)
class SettingSpec:
    """One variant setting: allowed `values`, or an integer in `minimum` … `maximum`."""

    name: str
    default: str
    values: tuple[str, ...]
    minimum: int
    maximum: int
    integer: bool
    clause: str
    labels: Words
    helps: Words


@dataclass(frozen=True, slots=True)
class Catalog:
    """All data of one game; `digest` changes when any of its files does.

    `says` words the game's own events for captions, by kind, or by kind and value
    (`drawn_effect`); what a choice means at the table is told by the event it brings about.
    """

    slug: str
    prefix: str
    letter: str
    seats: tuple[Seat, ...]
    names: Words
    seat_names: Mapping[Seat, Words]
    owners: Mapping[str, Seat]
    cards: Mapping[str, Card]
    clauses: Mapping[str, Clause]
    settings: Mapping[str, SettingSpec]
    terms: Mapping[str, Words]
    says: Mapping[str, Words]
    sections: Mapping[str, Words]
    decks: Mapping[str, Deck]
    deck_names: Mapping[str, Words]
    words: Mapping[str, Words]
    digest: str


@cache
def load_catalog(slug: str) -> Catalog:
    """The catalogue of an installed game; raises `UnknownGame` or `DataError`."""
    folders = [path.parent for home in HOMES for path in sorted(home.glob("*/game.toml"))]
    for folder in folders:
        if folder.name == slug:
            return read_catalog(folder)
    msg = f"there is no game {slug!r}: {did_you_mean(slug, [f.name for f in folders])}"
    raise UnknownGame(msg)


def read_catalog(folder: Path) -> Catalog:
    """Read a game's data folder; raises `DataError` with every fault of every file."""
    return _Reader(folder).catalog()


def sentence(catalog: Catalog, violation: Violation, lang: str) -> str:
    """What is said when a clause is broken: its refusal, filled in.

    The title, if the clause has no refusal or the facts for it lack.
    """
    clause = catalog.clauses.get(violation.clause)
    if clause is None:
        return violation.clause
    facts = {name: _spoken(catalog, name, value, lang) for name, value in violation.facts}
    try:
        refusal = clause.refusals[lang].format_map(facts)
    except KeyError:
        refusal = ""
    return refusal or clause.titles.get(lang, violation.clause)


def _spoken(catalog: Catalog, name: str, value: str, lang: str) -> str:
    if name in ("card", "neighbour") and value in catalog.cards:
        return catalog.cards[value].names[lang]
    if name == "seat" and value in catalog.seat_names:
        return catalog.seat_names[value][lang]
    if name == "direction" and value in catalog.words:
        return catalog.words[value][lang]
    return value


@dataclass(slots=True)
class _Reader:
    folder: Path
    faults: list[Fault] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)

    def catalog(self) -> Catalog:
        from rules._decklist import read_decks  # noqa: PLC0415 - reads cards through this module

        game = self.toml("game.toml")
        cards = self.cards()
        clauses = self.clauses()
        settings = self.settings(clauses)
        seats = tuple(str(s) for s in game.get("seats", ()))
        seat_names = {s: self.words("game.toml", ("seat", s), game) for s in seats}
        terms_data = self.toml("terms.toml")
        # Without cards every line of every deck would be a fault that says nothing new.
        folder = self.folder / "decks"
        found = read_decks(folder, cards, self.faults) if cards else ({}, {}, [])
        decks, deck_names, texts = found
        self.parts += texts
        catalog = Catalog(
            slug=str(game.get("slug", self.folder.name)),
            prefix=str(game.get("prefix", "")),
            letter=str(game.get("letter", "")),
            seats=seats,
            names=self.words("game.toml", ("name",), game),
            seat_names=seat_names,
            owners={
                str(game["seat"][s]["owner"]): s
                for s in seats
                if "owner" in game.get("seat", {}).get(s, {})
            },
            cards=cards,
            clauses=clauses,
            settings=settings,
            terms={
                key: self.words("terms.toml", ("term", key), terms_data)
                for key in terms_data.get("term", {})
            },
            says=self.says(terms_data),
            sections={
                key: self.words("game.toml", ("section", key), game)
                for key in game.get("section", {})
            },
            decks=decks,
            deck_names=deck_names,
            words=self.shared_words(),
            digest=hashlib.sha256("\0".join(self.parts).encode()).hexdigest()[:16],
        )
        for key in ("slug", "prefix", "letter", "seats"):
            if key not in game:
                self.fault("game.toml", 0, key, "is missing")
        if self.faults:
            raise DataError(self.faults)
        return catalog

    def name(self, file: str) -> str:
        return f"{self.folder.parent.name}/{self.folder.name}/{file}"

    def fault(self, file: str, line: int, key: str, what: str, fix: str = "") -> None:
        self.faults.append(Fault(self.name(file), line, key, what, fix))

    def toml(self, file: str) -> dict[str, Any]:
        try:
            data, text = load_toml(self.folder / file, self.name(file))
        except DataError as error:
            self.faults += error.faults
            return {}
        self.parts.append(text)
        return data

    def text(self, file: str) -> str:
        try:
            text = read_data_text(self.folder / file, self.name(file))
        except DataError as error:
            self.faults += error.faults
            return ""
        self.parts.append(text)
        return text

    def shared_words(self) -> dict[str, Words]:
        path = self.folder.parent / "words.toml"
        if not path.is_file():
            path = DATA / "words.toml"
        data, _ = load_toml(path, "card_data/words.toml")
        return {key: dict(value) for key, value in data.items()}

    def says(self, data: Mapping[str, Any]) -> dict[str, Words]:
        found = {key: self.words("terms.toml", ("say", key), data) for key in data.get("say", {})}
        for key, words in found.items():
            self.placeholders("terms.toml", f"say.{key}", words, EVENT_FACTS)
        return found

    def words(self, file: str, path: tuple[str, ...], data: Mapping[str, Any]) -> Words:
        """The three languages of a table; a missing or empty one is a fault."""
        table: Any = data
        for key in path:
            table = table.get(key, {}) if isinstance(table, Mapping) else {}
        found: dict[str, str] = {}
        for lang in LANGUAGES:
            value = table.get(lang) if isinstance(table, Mapping) else None
            if not isinstance(value, str) or not value.strip():
                line = toml_line((self.folder / file).read_text("utf-8"), *path) if data else 0
                where = ".".join((*path, lang))
                self.fault(file, line, where, "is missing or empty", "write it")
                value = ""
            found[lang] = value
        return found

    # Cards.

    def cards(self) -> dict[str, Card]:
        text = self.text("cards.csv")
        rows = csv.reader(io.StringIO(text))
        header = next(rows, [])
        needed = ("id", "kana_ja", *(f"name_{lang}" for lang in LANGUAGES))
        for column in needed:
            if text and column not in header:
                self.fault("cards.csv", 1, column, "is missing from the first line")
        cards: dict[str, Card] = {}
        if any(column not in header for column in needed):
            return cards
        for row in rows:
            if row:
                self.card(rows.line_num, header, row, cards)
        if not cards:
            self.fault("cards.csv", rows.line_num, "", "holds no card", "write one line a card")
        return cards

    def card(self, line: int, header: list[str], row: list[str], cards: dict[str, Card]) -> None:
        if len(row) != len(header):
            what = f"has {len(row)} fields, the first line {len(header)}"
            self.fault("cards.csv", line, row[0], what, "put a text with commas in quotes")
            return
        values = dict(zip(header, (v.strip() for v in row), strict=True))
        identity = values.pop("id")
        if not identity or not identity.isascii() or not identity.replace("_", "").isalnum():
            self.fault(
                "cards.csv", line, "id", f"{identity!r} is no id", "use letters a–z and digits"
            )
        if identity in cards:
            self.fault("cards.csv", line, "id", f"{identity!r} stands twice", "give a new id")
        texts: dict[str, dict[str, str]] = {slot: {} for slot in _TEXT_COLUMNS.values()}
        for column in list(values):
            stem, _, lang = column.partition("_")
            if stem in _TEXT_COLUMNS and lang in LANGUAGES:
                texts[_TEXT_COLUMNS[stem]][lang] = values.pop(column)
        for lang in LANGUAGES:
            if not texts["names"].get(lang):
                self.fault("cards.csv", line, f"name_{lang}", "is empty", "write the card's name")
        for slot in ("texts", "keywords"):
            filled = [lang for lang in LANGUAGES if texts[slot].get(lang)]
            if filled and len(filled) != len(LANGUAGES):
                missing = ", ".join(lang for lang in LANGUAGES if lang not in filled)
                self.fault("cards.csv", line, slot, f"lacks {missing}", "write it, or none at all")
        kana = values.pop("kana_ja", "")
        cards[identity] = Card(identity, len(cards) + 1, values, **texts, kana=kana, line=line)

    # Clauses and settings.

    def clauses(self) -> dict[str, Clause]:
        facts = self.toml("clauses.toml")
        texts = {lang: self.toml(f"clauses.{lang}.toml") for lang in LANGUAGES}
        for lang, table in texts.items():
            for extra in table.keys() - facts.keys():
                self.fault(f"clauses.{lang}.toml", 0, extra, "is not in clauses.toml", "remove it")
        return {key: self.clause(key, value, texts) for key, value in facts.items()}

    def clause(self, key: str, data: dict[str, Any], texts: dict[str, dict[str, Any]]) -> Clause:
        forbids = data.get("kind") == "forbids"
        if data.get("kind") not in ("forbids", "describes"):
            self.fault("clauses.toml", 0, f"{key}.kind", "is neither forbids nor describes")
        found: dict[str, dict[str, str]] = {}
        for slot in ("title", "text", "refusal", "why"):
            needed = slot in ("title", "text") or (slot == "refusal" and forbids)
            found[slot] = {}
            for lang in LANGUAGES:
                value = texts[lang].get(key, {}).get(slot, "")
                if needed and not value and texts[lang]:  # a file that failed is named once
                    self.fault(f"clauses.{lang}.toml", 0, f"{key}.{slot}", "is missing", "write it")
                found[slot][lang] = value
        for lang, text in found["refusal"].items():
            file = f"clauses.{lang}.toml"
            self.placeholders(file, f"{key}.refusal", {lang: text}, FACT_NAMES)
        return Clause(
            id=key,
            forbids=forbids,
            section=str(data.get("section", "")),
            ruling=bool(data.get("ruling", False)),
            settings=tuple(data.get("settings", ())),
            related=tuple(data.get("related", ())),
            titles=found["title"],
            texts=found["text"],
            refusals=found["refusal"],
            whys=found["why"],
        )

    def placeholders(self, file: str, key: str, texts: Words, known: frozenset[str]) -> None:
        for text in texts.values():
            try:
                names = {name for _, name, _, _ in string.Formatter().parse(text) if name}
            except ValueError:
                names = {"{"}
            for name in names - known:
                fix = "use " + " ".join(sorted(known))
                self.fault(file, 0, key, f"asks for {name!r}", fix)

    def settings(self, clauses: Mapping[str, Clause]) -> dict[str, SettingSpec]:
        data = self.toml("settings.toml")
        specs: dict[str, SettingSpec] = {}
        for key, table in data.items():
            labels = self.words("settings.toml", (key, "label"), data)
            helps = self.words("settings.toml", (key, "help"), data)
            clause = str(table.get("clause", ""))
            if clause not in clauses:
                line = toml_line(self.parts[-1], key, "clause")
                self.fault("settings.toml", line, f"{key}.clause", f"{clause!r} is no clause")
            specs[key] = SettingSpec(
                name=key,
                default=str(table.get("default", "")),
                values=tuple(str(v) for v in table.get("values", ())),
                minimum=int(table.get("min", 0)),
                maximum=int(table.get("max", 0)),
                integer=table.get("type") == "integer",
                clause=clause,
                labels=labels,
                helps=helps,
            )
        return specs
