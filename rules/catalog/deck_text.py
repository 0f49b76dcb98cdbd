"""Deck lists as text, written by people or shipped.

    # The Sun's orchard
    name.en: Golden Orchard
    2 y03
    y17
    Storm Crown x2
    root yr1

A line names a card by its id or its name in any language. The number of copies (default 1) comes
before or after it. `#` starts a comment; `name.LANG:` names the deck. A card outside the main deck
is preceded by the word for its part (`root`, `extra`, `side`, `master`), or follows a line with
that word alone. CSV is accepted with its columns in any order: the count, the id, the name or both,
and the deck part. Full-width digits, `2枚` and `兩張` are also accepted.

A list belongs to one person, who may be named above the cards (`player: …`, `[…]`). A list that
names a second person is rejected, because two decks would be counted as one. `deck: …` above the
cards names the deck in every language.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rules.catalog.card_names import CardNames, fold
from rules.catalog.data_files import read_data_text
from rules.catalog.deck_lines import MAIN, cells, copies, split_count, split_part, vocabulary
from rules.core.card_data import Card, Catalog
from rules.core.values import Deck
from rules.errors import DataError, Fault
from rules.messages.languages import LANGUAGES, Words
from rules.messages.message import Message, Text, alternatives

_LONGEST: Final = 200
"""Longest line that may name a card, in characters."""
_MOST_COPIES: Final = 9999
_MOST_HINTS: Final = 100
"""Maximum number of suggestions for a list, because each compares a line with every name."""
_NAME = re.compile(r"name(?:\.([a-z-]+))?\s*:\s*(.+)", re.IGNORECASE)
_COMMENT = re.compile(r"\s[#＃]")
_NEGATIVE = re.compile(r"[-−]\s*\d+(?!\S)")
_BETWEEN = re.compile(r"[\s,;、]+")
_LABELLED = re.compile(r"([^:]+):\s*(\S.*)")
_BRACKETED = re.compile(r"[\[【](.+)[\]】]")


def read_list(
    text: str,
    cards: Mapping[str, Card],
    name: str,
    unreadable: Container[str],
    others: Iterable[Catalog] = (),
) -> tuple[Deck, Words]:
    """Return a list's deck and its names by language; raise `DataError` if the list is faulty.

    The cards whose folded names are in `unreadable` already have a reported fault, so a line that
    names one is not reported. `others` are searched for a card that this game does not have.
    """
    elsewhere = [(catalog.names, CardNames(catalog.cards)) for catalog in others]
    reading = _Reading(CardNames(cards), name, next(iter(cards), "y03"), elsewhere, unreadable)
    for at, raw in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        reading.line(at, raw)
    if game := reading.other_game():
        raise DataError([Fault(name, 0, "", Message("list_of", game=game))])
    if reading.faults:
        raise DataError(reading.faults)
    extras = {slot: tuple(listed) for slot, listed in reading.parts.items() if slot != MAIN}
    return Deck(tuple(reading.parts.get(MAIN, ())), extras, name), reading.names


def list_player(text: str) -> str:
    r"""Return the person named on a separate line of a list; "" if there is none.

    >>> list_player("Player: 王小明\n2 y03\n")
    '王小明'
    """
    for raw in text.lstrip("\ufeff").splitlines():
        labelled = _LABELLED.fullmatch(unicodedata.normalize("NFKC", raw).partition("#")[0].strip())
        if labelled and fold(labelled[1]) in vocabulary().whose:
            return _value(raw)
    return ""


@dataclass(slots=True)
class _Reading:
    """Parser state for one list.

    `slot` is the deck part of lines that name none. `table` is True if the columns have headings.
    `column` is the index of the column with the owner's name, and `person` the last owner. `next`
    is the line where another person's list seems to begin. `raw` is the current line as written.
    `elsewhere` are the names and cards of other games. `hints` is the number of suggestions left.
    """

    known: CardNames
    file: str
    example: str
    elsewhere: Sequence[tuple[Words, CardNames]] = ()
    unreadable: Container[str] = ()
    slot: str = MAIN
    parts: dict[str, list[str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    table: bool = False
    column: int = -1
    person: str = ""
    next: tuple[int, str] | None = None
    raw: str = ""
    hints: int = _MOST_HINTS
    foreign: list[Words] = field(default_factory=list)
    """The other game of each line that names one of its cards."""

    def other_game(self) -> Words | None:
        """Return the game whose list this is, if every faulty line is its card and none is ours."""
        games = {tuple(game.values()) for game in self.foreign}
        whole = len(games) == 1 and 1 < len(self.foreign) == len(self.faults) and not self.parts
        return self.foreign[0] if whole else None

    def line(self, number: int, raw: str) -> None:
        """Parse one line."""
        line = unicodedata.normalize("NFKC", raw).partition("#")[0].strip()
        if named := _NAME.fullmatch(line):
            value = _value(raw)
            for lang in (named[1],) if named[1] else LANGUAGES:
                self.names[lang] = value
        elif len(line) > _LONGEST:
            self.fault(number, line[:20] + "…", Message("too_long"), Message("one_a_line"))
        elif line and not line.startswith("//"):
            self.raw = raw
            self.cards(number, line)

    def cards(self, number: int, line: str) -> None:
        """Parse a line that is not a comment: a heading, or copies of a card."""
        fields = cells(line)
        if len(fields) > 1 and all(fold(text) in vocabulary().headers for text in fields):
            self.table = True
            self.column = next(
                (i for i, text in enumerate(fields) if fold(text) in vocabulary().whose), -1
            )
            return
        if negative := _NEGATIVE.match(line):
            self.fault(number, line, *_no_count(negative[0]))
            return
        parsed = self.found(line, fields)
        if parsed is None:
            slot = vocabulary().slots.get(fold(line))
            if slot is not None:
                self.slot = slot
            elif not self.heading(number, line):
                self.unknown(number, line)
            return
        self.check_owner(number, fields)
        slot, count, ids = parsed
        if len(ids) > 1:
            self.fault(
                number, line, Message("may_be", words=alternatives(ids)), Message("write_one_id")
            )
        elif not count.isdecimal() or len(count) > len(str(_MOST_COPIES)) or not int(count):
            self.fault(number, line, *_no_count(count))
        else:
            self.parts.setdefault(slot, []).extend(ids * int(count))

    def heading(self, number: int, line: str) -> bool:
        """Return True if a line is a heading that names the owner or the list."""
        labelled, bracketed = _LABELLED.fullmatch(line), _BRACKETED.fullmatch(line)
        label = fold(labelled[1]) if labelled else ""
        if label in vocabulary().about:
            self.called(label)
            return True
        if label not in vocabulary().whose:
            called = bracketed or (labelled if vocabulary().slots.get(label) == MAIN else None)
            if called is None or any(c.isdigit() for c in called[0]):
                return False
            if self.near(called[called.lastindex or 0]):
                return False
            self.called(label)
        if self.parts:
            self.next = number, line
        return True

    def called(self, label: str) -> None:
        """Store the deck's name if the label introduces one."""
        if label in vocabulary().called:
            for lang in LANGUAGES:
                self.names.setdefault(lang, _value(self.raw))

    def check_owner(self, number: int, fields: list[str]) -> None:
        """Record a fault if the line belongs to a second person, once per person."""
        if 0 <= self.column < len(fields):
            person, self.person = self.person, fields[self.column]
            if person not in ("", self.person):
                self.next = number, self.person
        if self.next is not None:
            self.fault(*self.next, Message("second_list"), Message("one_file_each"))
            self.next = None

    def fault(self, number: int, text: str, what: Text, fix: Text) -> None:
        """Record a fault in a line."""
        shown = text if text.isprintable() else ascii(text)
        self.faults.append(Fault(self.file, number, shown, what, fix))

    def found(self, line: str, fields: list[str]) -> tuple[str, str, tuple[str, ...]] | None:
        """Return a line's deck part, count and candidate cards; None if it names no card."""
        for slot, rest in ((self.slot, line), *split_part(line)):
            for count, text in split_count(rest):
                if ids := self.known.find(text):
                    return slot, count, ids
        if len(fields) < 2:
            return None
        counts = [count for text in fields if (count := copies(text))]
        if not (counts or self.table) and self.bad_count(line):
            return None
        slots = [
            vocabulary().slots[fold(text)] for text in fields if fold(text) in vocabulary().slots
        ]
        ids = tuple(dict.fromkeys(i for text in fields for i in self.known.find(text)))
        return ((slots or [self.slot])[0], " and ".join(counts) or "1", ids) if ids else None

    def unknown(self, number: int, line: str) -> None:
        """Record the fault that a line names no card, with a suggestion."""
        forms = [
            text
            for rest in (line, *dict(split_part(line)).values())
            for _, text in split_count(rest)
        ]
        if any(fold(text) in self.unreadable for text in forms):
            return
        if count := self.bad_count(line):
            self.fault(number, line, *_no_count(count))
            return
        forms.sort(key=len)
        there = [
            (text, game)
            for game, cards in self.elsewhere
            for text in dict.fromkeys(forms)
            if cards.find(text)
        ]
        if len(there) == 1:  # a line that fits several games proves nothing
            text, game = there[0]
            self.foreign.append(game)
            self.fault(number, text, Message("card_of", game=game), "")
            return
        for text in forms:
            if near := self.near(text):
                self.fault(number, text, Message("no_deck_card"), near)
                return
        fix = Message("write_card", example=self.example)
        if not any(c.isdigit() for c in line):
            whose = line.rpartition(":")[2].strip() or line  # a label may precede the name
            fix = Message("write_card_or_whose", example=self.example, text=whose)
        self.fault(number, line, Message("no_deck_card"), fix)

    def near(self, text: str) -> Text:
        """Return a suggestion for a text, or "" if none is similar or too many were searched."""
        self.hints -= 1
        return self.known.near(text) if self.hints >= 0 else ""

    def bad_count(self, line: str) -> str:
        """Return the text next to a card, where the count belongs; "" if the line has no card."""
        words = _BETWEEN.split(line)
        for at in range(1, len(words)):
            before, behind = " ".join(words[:at]), " ".join(words[at:])
            for card, rest in ((before, behind), (behind, before)):
                if self.known.find(card) and not self.known.find(rest):
                    return rest
        return ""


def _no_count(count: str) -> tuple[Message, Message]:
    """Return the fault message for an invalid number of copies, and the fix."""
    return Message("no_count", count=count), Message("write_count", most=_MOST_COPIES)


def _value(raw: str) -> str:
    """Return the text after the first colon of a line, half-width or full-width."""
    at = next(at for at, sign in enumerate(raw) if ":" in unicodedata.normalize("NFKC", sign))
    return unicodedata.normalize("NFC", _COMMENT.split(raw[at + 1 :])[0].strip())


def format_decklist(deck: Deck, names: Words | None = None) -> str:
    """Return a deck as text: names, cards with counts in the order of first use, and extras.

    >>> print(format_decklist(Deck(("y03", "y02", "y03"))), end="")
    2 y03
    1 y02
    """
    lines = [f"name.{lang}: {text}" for lang, text in (names or {}).items()]
    lines += [f"{count} {card}" for card, count in Counter(deck.cards).items()]
    lines += [f"{slot} {card}" for slot, cards in deck.extras.items() for card in cards]
    return "\n".join(lines) + "\n"


def read_decks(
    folder: Path, cards: Mapping[str, Card], faults: list[Fault], unreadable: Container[str] = ()
) -> tuple[dict[str, Deck], dict[str, Words], list[str]]:
    """Return a game's shipped decks and deck names by file stem, and all texts; append faults."""
    decks: dict[str, Deck] = {}
    deck_names: dict[str, Words] = {}
    texts: list[str] = []
    for path in sorted(folder.glob("*.txt")):
        name = f"{folder.parent.parent.name}/{folder.parent.name}/decks/{path.name}"
        try:
            text = read_data_text(path, name)
            deck, names = read_list(text, cards, name, unreadable)
        except DataError as error:
            faults += error.faults
            continue
        for lang in LANGUAGES:
            if not names.get(lang):
                faults.append(
                    Fault(name, 0, f"name.{lang}", Message("lacks"), Message("name_deck"))
                )
        decks[path.stem] = Deck(deck.cards, deck.extras, path.stem)
        deck_names[path.stem] = names
        texts.append(text)
    return decks, deck_names, texts
