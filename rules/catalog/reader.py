"""Reader of a game's data folder, which reports every fault as `file:line: field`.

Theory of operation. A file that cannot be read at all is one fault, and checks that depend on it
are skipped. Without cards, no deck is checked; without clauses, no setting's clause is checked.
After any other fault, reading continues with an empty value. The game itself checks the facts on
the cards last (`Game.check_cards`). All faults are raised together at the end.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

from rules.catalog.card_rows import CardRows
from rules.catalog.data_files import load_toml, read_data_text
from rules.catalog.deck_text import read_decks, read_list
from rules.catalog.sentences import EVENT_FACTS, FACT_NAMES
from rules.catalog.tables import Table
from rules.core.card_data import Card, Catalog, Clause, SettingSpec
from rules.core.values import Deck
from rules.data_home import DATA, DATA_FOLDERS
from rules.errors import DataError, Fault, RulesError, UnknownGame
from rules.messages.languages import LANGUAGES, Words
from rules.messages.message import Message
from rules.messages.near_matches import did_you_mean
from rules.registry import game_slugs, load_game, near_game, only_folder

_CASE: Final = "refusal_"
_OF_GAME: Final = frozenset(
    ("slug", "prefix", "letter", "seats", "name", "seat", "section", "description", "author")
)
"""Valid keys of `game.toml`."""


@cache
def load_catalog(slug: str) -> Catalog:
    """Return a game's catalogue; raise `RulesError` if the game is unknown or faulty."""
    folders = [path.parent for home in DATA_FOLDERS for path in sorted(home.glob("*/game.toml"))]
    if named := [folder for folder in folders if folder.name == slug]:
        return read_catalog(only_folder(slug, named))
    raise UnknownGame("no_game", name=repr(slug), near=near_game(slug, [f.name for f in folders]))


@dataclass(frozen=True, slots=True)
class Readable:
    """Catalogues of the installed games, and the error for each game that cannot be read."""

    catalogs: Mapping[str, Catalog]
    unread: Mapping[str, RulesError]


@cache
def readable_games() -> Readable:
    """Read every installed game; collect the errors of faulty games instead of raising them."""
    catalogs: dict[str, Catalog] = {}
    unread: dict[str, RulesError] = {}
    for slug in game_slugs():
        try:
            catalogs[slug] = load_catalog(slug)
        except RulesError as error:
            unread[slug] = error
    return Readable(catalogs, unread)


def game_called(word: str) -> str:
    """Return the slug of a game named in any language, or the word unchanged."""
    if word in game_slugs():
        return word
    name = word.strip().casefold()
    called = readable_games().catalogs.items()
    return next((s for s, c in called if name in map(str.casefold, c.names.values())), word)


def read_catalog(folder: Path) -> Catalog:
    """Return the catalogue of a data folder; raise `DataError` with every fault of every file."""
    return Reader(folder).catalog()


class Reader(CardRows):
    """Reader of one game's folder, file by file, into a catalogue."""

    def catalog(self) -> Catalog:
        """Return the catalogue; raise `DataError` with all faults."""
        game = self.toml("game.toml")
        for key in game.keys() - _OF_GAME:
            near = did_you_mean(key, _OF_GAME)
            self.fault_at("game.toml", (key,), Message("unknown_field"), near)
        cards = self.cards()
        clauses = self.clauses()
        terms = self.toml("terms.toml")
        seats = self.strings("game.toml", game, "seats")
        decks, deck_names, texts = self.decks(cards)
        catalog = Catalog(
            slug=self.string("game.toml", game, "slug"),
            prefix=self.string("game.toml", game, "prefix"),
            letter=self.string("game.toml", game, "letter"),
            seats=seats,
            names=self.words("game.toml", ("name",), game),
            seat_names={s: self.words("game.toml", ("seat", s), game) for s in seats},
            owners=self.owners(seats, game),
            cards=cards,
            clauses=clauses,
            settings=self.settings(clauses),
            terms={
                key: self.words("terms.toml", ("term", key), terms)
                for key in self.tables("terms.toml", terms, "term")
            },
            event_texts=self.event_texts(terms),
            caption_first=self.caption_first(terms),
            sections={
                key: self.words("game.toml", ("section", key), game)
                for key in self.tables("game.toml", game, "section")
            },
            decks=decks,
            deck_names=deck_names,
            words=self.shared_words(),
            author=self.string("game.toml", game, "author") if "author" in game else "",
            digest=hashlib.sha256("\0".join((*self.raw.values(), *texts)).encode()).hexdigest()[
                :16
            ],
        )
        self.sections(catalog)
        if cards:
            self.facts(catalog)
        if self.faults:
            raise DataError(self.faults)
        return catalog

    def sections(self, catalog: Catalog) -> None:
        """Check that every clause belongs to a known section, if the game has sections.

        Rulebooks are typeset section by section; a small game needs no sections.
        """
        for clause in catalog.clauses.values() if catalog.sections else ():
            if clause.section not in catalog.sections:
                given = clause.section
                lacks = Message("no_section", given=given, file="game.toml")
                what = lacks if given else Message("lacks")
                near = Message("as_sections", words=", ".join(catalog.sections), file="game.toml")
                self.fault_at("clauses.toml", (clause.id, "section"), what, near)

    def facts(self, catalog: Catalog) -> None:
        """Append the faults that the game finds in the facts on its cards."""
        try:
            game = load_game(self.folder.name)
        except UnknownGame:
            return  # the folder holds data only; the game's code is not installed
        self.faults += game.check_cards(catalog)

    # Parts of game.toml and terms.toml, and the words that all games share.

    def owners(self, seats: tuple[str, ...], game: Table) -> dict[str, str]:
        """Return the seats by the owner colour of their cards."""
        tables = self.tables("game.toml", game, "seat")
        return {
            self.string("game.toml", tables[s], "seat", s, "owner"): s
            for s in seats
            if "owner" in tables.get(s, {})
        }

    def event_texts(self, data: Table) -> dict[str, Words]:
        """Return the texts of events by kind, in every language."""
        texts: dict[str, Words] = {}
        for key in self.tables("terms.toml", data, "say"):
            texts[key] = self.words("terms.toml", ("say", key), data)
            for lang, text in texts[key].items():
                self.placeholders("terms.toml", ("say", key, lang), text, EVENT_FACTS)
            self.same_facts(texts[key], "terms.toml", "say", key, "{}")
        return texts

    def caption_first(self, data: Table) -> frozenset[str]:
        """Return the event kinds that a short caption names first (`first = true`)."""
        tables = self.tables("terms.toml", data, "say")
        return frozenset(key for key, table in tables.items() if table.get("first") is True)

    def shared_words(self) -> dict[str, Words]:
        """Return the words that the sentences of all games share."""
        path = self.folder.parent / "words.toml"
        if not path.is_file():
            path = DATA / "words.toml"
        try:
            data, _ = load_toml(path, f"{path.parent.name}/words.toml")
        except DataError as error:
            self.faults += error.faults
            return {}
        words: dict[str, Words] = {}
        for key, table in data.items():
            if isinstance(table, dict) and all(isinstance(table.get(s), str) for s in LANGUAGES):
                words[key] = {lang: str(table[lang]) for lang in LANGUAGES}
            else:
                what, fix = Message("lacks_language"), Message("write", words=", ".join(LANGUAGES))
                self.faults.append(Fault(f"{path.parent.name}/words.toml", 0, key, what, fix))
        return words

    def decks(self, cards: Mapping[str, Card]) -> tuple[Any, Any, list[str]]:
        """Return the shipped decks, their names and their texts."""
        # Without cards, every line of every deck would be a redundant fault.
        folder = self.folder / "decks"
        return read_decks(folder, cards, self.faults, self.unreadable) if cards else ({}, {}, [])

    # Clauses and settings.

    def clauses(self) -> dict[str, Clause]:
        """Return the clauses with their texts in every language."""
        facts = self.tables("clauses.toml", self.toml("clauses.toml"))
        files = {lang: f"clauses.{lang}.toml" for lang in LANGUAGES}
        texts = {lang: self.tables(file, self.toml(file)) for lang, file in files.items()}
        for lang, table in texts.items() if facts else ():
            for extra in table.keys() - facts.keys():
                self.fault_at(
                    files[lang], (extra,), Message("not_in", file="clauses.toml"), Message("remove")
                )
        return {key: self.clause(key, data, texts) for key, data in facts.items()}

    def clause(self, key: str, data: Table, texts: dict[str, dict[str, Table]]) -> Clause:
        """Return one clause."""
        file, forbids = "clauses.toml", data.get("kind") == "forbids"
        if data.get("kind") not in ("forbids", "describes"):
            near = did_you_mean(str(data.get("kind", "")), ("forbids", "describes"))
            self.fault_at(
                file, (key, "kind"), Message("neither", one="forbids", other="describes"), near
            )
        slots: dict[str, dict[str, str]] = {}
        for slot in ("title", "text", "refusal", "why", "advice"):
            needed = slot in ("title", "text") or (slot == "refusal" and forbids)
            slots[slot] = {
                lang: self.text_of_clause(lang, texts[lang], key, slot, needed=needed)
                for lang in texts
            }
        for slot in ("refusal", "advice"):
            self.same_facts(slots[slot], "clauses.{}.toml", key, slot)
        return Clause(
            id=key,
            forbids=forbids,
            section=str(data.get("section", "")),
            ruling=bool(data.get("ruling", False)),
            settings=self.strings(file, data, key, "settings") if "settings" in data else (),
            related=self.strings(file, data, key, "related") if "related" in data else (),
            titles=slots["title"],
            texts=slots["text"],
            refusals=slots["refusal"],
            whys=slots["why"],
            advices=slots["advice"],
            cases=self.cases(key, texts),
        )

    def cases(self, key: str, texts: dict[str, dict[str, Table]]) -> dict[str, dict[str, str]]:
        """Return the refusals for special cases (`refusal_NAME`) in every language."""
        slots = {slot for table in texts.values() for slot in table.get(key, {})}
        cases: dict[str, dict[str, str]] = {}
        for slot in sorted(slot for slot in slots if slot.startswith(_CASE)):
            words = {
                lang: self.text_of_clause(lang, texts[lang], key, slot, needed=True)
                for lang in texts
            }
            self.same_facts(words, "clauses.{}.toml", key, slot)
            cases[slot.removeprefix(_CASE)] = words
        return cases

    def text_of_clause(
        self,
        lang: str,
        texts: dict[str, Table],
        key: str,
        slot: str,
        *,
        needed: bool,
    ) -> str:
        """Return one text of a clause in one language."""
        file = f"clauses.{lang}.toml"
        value: object = texts.get(key, {}).get(slot, "")
        if not isinstance(value, str):
            self.fault_at(file, (key, slot), Message("no_text"), Message("in_quotes"))
            return ""
        if needed and not value and texts:  # an unreadable file is already reported
            self.fault_at(file, (key, slot), Message("lacks"), Message("write_it"))
        if slot in ("refusal", "advice") or slot.startswith(_CASE):
            self.placeholders(file, (key, slot), value, FACT_NAMES)
        return value

    def settings(self, clauses: Mapping[str, Clause]) -> dict[str, SettingSpec]:
        """Return the variant settings."""
        file = "settings.toml"
        data = self.toml(file)
        specs: dict[str, SettingSpec] = {}
        for key, table in self.tables(file, data).items():
            clause = str(table.get("clause", ""))
            if clauses and clause not in clauses:
                self.fault_at(file, (key, "clause"), Message("no_clause", given=clause))
            values = table.get("values", [])
            if not isinstance(values, list):
                self.fault_at(file, (key, "values"), Message("no_list"), Message("as_list"))
                values = []
            specs[key] = SettingSpec(
                name=key,
                default=str(table.get("default", "")),
                values=tuple(str(value) for value in values),
                minimum=self.number(file, table, key, "min"),
                maximum=self.number(file, table, key, "max"),
                integer=table.get("type") == "integer",
                clause=clause,
                labels=self.words(file, (key, "label"), data),
                helps=self.words(file, (key, "help"), data),
                value_labels={
                    value: self.words(file, (key, "value", value), data)
                    for value in table.get("value", {})
                },
            )
        return specs


def read_decklist(path: Path, cards: Mapping[str, Card]) -> tuple[Deck, Words]:
    """Read a deck list file; raise `DataError` with every fault (encoding, line, card)."""
    deck, names = parse_decklist(read_data_text(path, str(path)), cards, str(path))
    return replace(deck, name=path.name), names


def parse_decklist(
    text: str,
    cards: Mapping[str, Card],
    name: str = "deck",
    unreadable: Container[str] = (),
) -> tuple[Deck, Words]:
    r"""Parse a deck list; return the deck and its names by language; raise `DataError` if faulty.

    A line that names a card in `unreadable` (folded names) is not reported: that card already has a
    fault.

    >>> from rules import load_catalog
    >>> cards = load_catalog("yggdrasil").cards
    >>> deck, _ = parse_decklist("2 y03\n嵐の樹冠 1枚\n", cards)
    >>> deck.cards
    ('y03', 'y03', 'y02')
    """
    return read_list(text, cards, name, unreadable, _of_other_games(cards))


def _of_other_games(cards: Mapping[str, Card]) -> Iterator[Catalog]:
    """Yield the catalogues of the other installed games, loaded one by one on demand."""
    for slug in game_slugs():
        try:
            catalog = load_catalog(slug)
        except RulesError:
            continue
        if catalog.cards.keys() != cards.keys():
            yield catalog


C = TypeVar("C")
"""A game's own card type, with facts as values."""


def read_facts(
    catalog: Catalog, read: Callable[[Card, list[Fault]], C | None]
) -> tuple[dict[str, C], tuple[Fault, ...]]:
    """Return a catalogue's cards by id, and every fault in their facts.

    `read` converts one row and appends its faults to the list; it returns None on failure.
    """
    faults: list[Fault] = []
    cards = {row.id: read(row, faults) for row in catalog.cards.values()}
    return {name: card for name, card in cards.items() if card is not None}, tuple(faults)


def load_pool(
    slug: str, read_cards: Callable[[Catalog], tuple[dict[str, C], tuple[Fault, ...]]]
) -> Mapping[str, C]:
    """Return a game's shipped cards by id; raise `DataError` with all faults in their facts."""
    cards, faults = read_cards(load_catalog(slug))
    if faults:
        raise DataError(faults)
    return MappingProxyType(cards)
