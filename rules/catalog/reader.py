"""Reader of a game's data folder, which reports every fault as `file:line: field`.

Theory of operation. A file that cannot be read at all is one fault, and checks that depend on it
are skipped. Without cards, no deck is checked; without clauses, no setting's clause is checked.
After any other fault, reading continues with an empty value. The game itself checks the facts on
the cards last (`DataRules.columns`). All faults are raised together at the end.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NoReturn, TypeVar

from rules.catalog.card_rows import read_cards
from rules.catalog.clause_tables import read_clauses, read_settings
from rules.catalog.data_files import load_toml, read_data_text
from rules.catalog.deck_text import read_decks, read_list
from rules.catalog.sentences import EVENT_FACTS
from rules.catalog.tables import Table, Tables
from rules.core.card_data import Card, Catalog, Clause
from rules.core.columns import Column, Report, read_row
from rules.core.rules import DataRules
from rules.core.values import Deck
from rules.data_home import DATA, DATA_FOLDERS
from rules.errors import DataError, Fault, GameFault, RulesError, UnknownGame
from rules.messages.languages import LANGUAGES, Words
from rules.messages.message import Message
from rules.messages.near_matches import did_you_mean
from rules.registry import game_slugs, load_game, near_game, only_folder

_OF_GAME: Final = frozenset(
    ("slug", "prefix", "letter", "seats", "name", "seat", "section", "description", "author")
)
"""Valid keys of `game.toml`."""


class _Clauses(dict[str, Clause]):
    """Clauses by id; an id that the data does not have is a fault in an external game."""

    def __init__(self, slug: str, clauses: Mapping[str, Clause]) -> None:
        super().__init__(clauses)
        self._slug = slug

    def __missing__(self, clause: str) -> NoReturn:
        what = Message("own_clause", clause=clause, game=self._slug)
        raise GameFault(Fault(f"rules/games/{self._slug}", 0, "", what, did_you_mean(clause, self)))


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


def lettered_game(letter: str) -> Catalog | None:
    """Return the installed game with this letter in its tags, or None; omit faulty games."""
    return next((c for c in readable_games().catalogs.values() if c.letter == letter), None)


def game_called(word: str) -> str:
    """Return the slug of a game named in any language, or the word unchanged."""
    if word in game_slugs():
        return word
    name = word.strip().casefold()
    called = readable_games().catalogs.items()
    return next((s for s, c in called if name in map(str.casefold, c.names.values())), word)


def read_catalog(folder: Path) -> Catalog:
    """Return the catalogue of a data folder; raise `DataError` with every fault of every file."""
    files = Tables(folder)
    game = files.toml("game.toml")
    for key in game.keys() - _OF_GAME:
        near = did_you_mean(key, _OF_GAME)
        files.fault_at("game.toml", (key,), Message("unknown_field"), near)
    cards, unreadable = read_cards(files)
    clauses = read_clauses(files)
    terms = files.toml("terms.toml")
    seats = files.strings("game.toml", game, "seats")
    # Without cards, every line of every deck would be a redundant fault.
    decks, deck_names, texts = (
        read_decks(folder / "decks", cards, files.faults, unreadable) if cards else ({}, {}, [])
    )
    catalog = Catalog(
        slug=files.string("game.toml", game, "slug"),
        prefix=files.string("game.toml", game, "prefix"),
        letter=files.string("game.toml", game, "letter"),
        seats=seats,
        names=files.words("game.toml", ("name",), game),
        seat_names={s: files.words("game.toml", ("seat", s), game) for s in seats},
        owners=_owners(files, seats, game),
        cards=cards,
        clauses=clauses if folder.parent == DATA else _Clauses(folder.name, clauses),
        settings=read_settings(files, clauses),
        terms={
            key: files.words("terms.toml", ("term", key), terms)
            for key in files.tables("terms.toml", terms, "term")
        },
        event_texts=_event_texts(files, terms),
        caption_first=_caption_first(files, terms),
        deciding=_deciding(files, terms),
        sections={
            key: files.words("game.toml", ("section", key), game)
            for key in files.tables("game.toml", game, "section")
        },
        decks=decks,
        deck_names=deck_names,
        words=_shared_words(files),
        author=files.string("game.toml", game, "author") if "author" in game else "",
        digest=hashlib.sha256("\0".join((*files.raw.values(), *texts)).encode()).hexdigest()[:16],
    )
    _sections(files, catalog)
    if cards:
        _facts(files, catalog)
    if files.faults:
        raise DataError(files.faults)
    return catalog


def _sections(files: Tables, catalog: Catalog) -> None:
    """Check that every clause belongs to a known section, if the game has sections.

    Rulebooks are typeset section by section; a small game needs no sections.
    """
    for clause in catalog.clauses.values() if catalog.sections else ():
        if clause.section not in catalog.sections:
            given = clause.section
            lacks = Message("no_section", given=given, file="game.toml")
            what = lacks if given else Message("lacks")
            near = Message("as_sections", words=", ".join(catalog.sections), file="game.toml")
            files.fault_at("clauses.toml", (clause.id, "section"), what, near)


def _facts(files: Tables, catalog: Catalog) -> None:
    """Append the faults that the game finds in the facts on its cards."""
    try:
        game = load_game(files.folder.name)
    except UnknownGame:
        return  # the folder holds data only; the game's code is not installed
    files.faults += check_cards(game.data, catalog)


def _owners(files: Tables, seats: tuple[str, ...], game: Table) -> dict[str, str]:
    """Return the seats by the owner colour of their cards."""
    tables = files.tables("game.toml", game, "seat")
    return {
        files.string("game.toml", tables[s], "seat", s, "owner"): s
        for s in seats
        if "owner" in tables.get(s, {})
    }


def _event_texts(files: Tables, data: Table) -> dict[str, Words]:
    """Return the texts of events by kind, in every language."""
    texts: dict[str, Words] = {}
    for key in files.tables("terms.toml", data, "say"):
        texts[key] = files.words("terms.toml", ("say", key), data)
        for lang, text in texts[key].items():
            files.placeholders("terms.toml", ("say", key, lang), text, EVENT_FACTS)
        files.same_facts(texts[key], "terms.toml", "say", key, "{}")
    return texts


def _caption_first(files: Tables, data: Table) -> frozenset[str]:
    """Return the event kinds that a short caption names first (`first = true`)."""
    tables = files.tables("terms.toml", data, "say")
    return frozenset(key for key, table in tables.items() if table.get("first") is True)


def _deciding(files: Tables, data: Table) -> dict[str, int]:
    """Return the event kinds that decide something, with their rank (`decides = 2`)."""
    tables = files.tables("terms.toml", data, "say")
    ranks = {key: table.get("decides") for key, table in tables.items()}
    return {key: rank for key, rank in ranks.items() if isinstance(rank, int)}


def _shared_words(files: Tables) -> dict[str, Words]:
    """Return the words that the sentences of all games share."""
    path = files.folder.parent / "words.toml"
    if not path.is_file():
        path = DATA / "words.toml"
    try:
        data, _ = load_toml(path, f"{path.parent.name}/words.toml")
    except DataError as error:
        files.faults += error.faults
        return {}
    words: dict[str, Words] = {}
    for key, table in data.items():
        if isinstance(table, dict) and all(isinstance(table.get(s), str) for s in LANGUAGES):
            words[key] = {lang: str(table[lang]) for lang in LANGUAGES}
        else:
            what, fix = Message("lacks_language"), Message("write", words=", ".join(LANGUAGES))
            files.faults.append(Fault(f"{path.parent.name}/words.toml", 0, key, what, fix))
    return words


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


def check_cards(data: DataRules, catalog: Catalog) -> tuple[Fault, ...]:
    """Return every fault in the facts of a catalogue's cards, with file, line and fix."""
    return read_facts(catalog, data.columns, data.make_card)[1]


def read_facts(
    catalog: Catalog,
    columns: Mapping[str, Column[Any]],
    make: Callable[[Card, Mapping[str, Any], Report], C],
) -> tuple[dict[str, C], tuple[Fault, ...]]:
    """Return a catalogue's cards by id as the game's own type, and every fault in their facts."""
    faults: list[Fault] = []
    file = f"card_data/{catalog.slug}/cards.csv"
    cards = {row.id: read_row(row, columns, make, file, faults) for row in catalog.cards.values()}
    return {name: card for name, card in cards.items() if card is not None}, tuple(faults)


def load_pool(
    slug: str,
    columns: Mapping[str, Column[Any]],
    make: Callable[[Card, Mapping[str, Any], Report], C],
) -> Mapping[str, C]:
    """Return a game's shipped cards by id; raise `DataError` with all faults in their facts."""
    cards, faults = read_facts(load_catalog(slug), columns, make)
    if faults:
        raise DataError(faults)
    return MappingProxyType(cards)
