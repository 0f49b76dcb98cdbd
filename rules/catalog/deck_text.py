"""Deck lists as text: what a person writes, and the shipped decks.

    # The Sun's orchard
    name.en: Golden Orchard
    2 y03
    y17
    Storm Crown x2
    root yr1

A line is a card, by its id or its name in any language, and how many there are of it: before it
or behind it, one if nothing is written; `#` starts a comment; `name.LANG:` names the deck.  What
is not in the deck itself (`root`, `extra`, `side`, `master`) has its word before it, or stands
below a line with that word alone.  CSV is read as well, its columns in any order: a count, an id
or a name or both, the word of an extra; and so are full-width digits, `2枚` and `兩張`.

A list is one person's.  Whose it is may stand above the cards (`player: …`, `[…]`); where a second
person follows, the list is refused, for two decks would be counted as one.  `deck: …` there names
the deck as `name.LANG:` does, in every language.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from rules.catalog.card_names import CardNames, fold
from rules.catalog.data_files import read_data_text
from rules.catalog.deck_lines import MAIN, cells, copies, split_count, split_part, vocabulary
from rules.core.values import Deck
from rules.errors import DataError, Fault
from rules.messages.languages import LANGUAGES
from rules.messages.message import Message, alternatives

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping
    from pathlib import Path

    from rules.core.card_data import Card, Catalog
    from rules.messages.languages import Words
    from rules.messages.message import Text

_LONGEST: Final = 200
"""Characters of a line that may name a card."""
_MOST_COPIES: Final = 9999
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
    """A deck and its names by language from the text of a list; raises `DataError`.

    Cards called as in `unreadable` (folded) are at fault themselves, so that no line is for them;
    `others` are looked through for a card that is none of ours.
    """
    reading = _Reading(CardNames(cards), name, next(iter(cards), "y03"), others, unreadable)
    for at, raw in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        reading.line(at, raw)
    if reading.faults:
        raise DataError(reading.faults)
    extras = {slot: tuple(found) for slot, found in reading.parts.items() if slot != MAIN}
    return Deck(tuple(reading.parts.get(MAIN, ())), extras, name), reading.names


def list_player(text: str) -> str:
    r"""Whose a list is, as it says in a line of its own; "" if it does not.

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
    """One list being read; `slot` is the part that lines without a word of their own are in.

    `table`: its columns have headings; `column` is the one that says whose a card is, `person` who
    that was, `next` the line at which another person's list seems to begin.  `raw`: the line that
    is read, as it is written.
    """

    known: CardNames
    file: str
    example: str
    others: Iterable[Catalog] = ()
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

    def line(self, number: int, raw: str) -> None:
        """Read one line."""
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
        """Read a line that is no comment: a heading, or copies of a card."""
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
        found = self.found(line, fields)
        if found is None:
            slot = vocabulary().slots.get(fold(line))
            if slot is not None:
                self.slot = slot
            elif not self.heading(number, line):
                self.unknown(number, line)
            return
        self.check_owner(number, fields)
        slot, count, ids = found
        if len(ids) > 1:
            self.fault(
                number, line, Message("may_be", words=alternatives(ids)), Message("write_one_id")
            )
        elif not count.isdecimal() or len(count) > len(str(_MOST_COPIES)) or not int(count):
            self.fault(number, line, *_no_count(count))
        else:
            self.parts.setdefault(slot, []).extend(ids * int(count))

    def heading(self, number: int, line: str) -> bool:
        """Whether a line says whose the list is, or something about it, and names no card."""
        labelled, bracketed = _LABELLED.fullmatch(line), _BRACKETED.fullmatch(line)
        label = fold(labelled[1]) if labelled else ""
        if label in vocabulary().about:
            self.called(label)
            return True
        if label not in vocabulary().whose:
            called = bracketed or (labelled if vocabulary().slots.get(label) == MAIN else None)
            if called is None or any(c.isdigit() for c in called[0]):
                return False
            if self.known.near(called[called.lastindex or 0]):
                return False
            self.called(label)
        if self.parts:
            self.next = number, line
        return True

    def called(self, label: str) -> None:
        """Keep the name of the deck if that is what stands behind a label."""
        if label in vocabulary().called:
            for lang in LANGUAGES:
                self.names.setdefault(lang, _value(self.raw))

    def check_owner(self, number: int, fields: list[str]) -> None:
        """Refuse a card of a second person; told once a person."""
        if 0 <= self.column < len(fields):
            person, self.person = self.person, fields[self.column]
            if person not in ("", self.person):
                self.next = number, self.person
        if self.next is not None:
            self.fault(*self.next, Message("second_list"), Message("one_file_each"))
            self.next = None

    def fault(self, number: int, text: str, what: Text, fix: Text) -> None:
        """Write down what is wrong with a line."""
        shown = text if text.isprintable() else ascii(text)
        self.faults.append(Fault(self.file, number, shown, what, fix))

    def found(self, line: str, fields: list[str]) -> tuple[str, str, tuple[str, ...]] | None:
        """Part, count and cards (one, if all is well) of a line; None if it names no card."""
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
        """Write down that a line names no card, and which it may mean."""
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
            (text, catalog.names)
            for catalog in self.others
            for text in dict.fromkeys(forms)
            if CardNames(catalog.cards).find(text)
        ]
        if len(there) == 1:  # numbers are shared by games, names are not
            text, game = there[0]
            self.fault(number, text, Message("card_of", game=game), "")
            return
        for text in forms:
            if near := self.known.near(text):
                self.fault(number, text, Message("no_deck_card"), near)
                return
        fix = Message("write_card", example=self.example)
        if not any(c.isdigit() for c in line):
            whose = line.rpartition(":")[2].strip() or line  # behind a word of his own
            fix = Message("write_card_or_whose", example=self.example, text=whose)
        self.fault(number, line, Message("no_deck_card"), fix)

    def bad_count(self, line: str) -> str:
        """What stands before or behind a card in place of a number; "" if no card is there."""
        words = _BETWEEN.split(line)
        for at in range(1, len(words)):
            before, behind = " ".join(words[:at]), " ".join(words[at:])
            for card, rest in ((before, behind), (behind, before)):
                if self.known.find(card) and not self.known.find(rest):
                    return rest
        return ""


def _no_count(count: str) -> tuple[Message, Message]:
    """What is wrong with a number of copies, and how to mend it."""
    return Message("no_count", count=count), Message("write_count", most=_MOST_COPIES)


def _value(raw: str) -> str:
    """What stands behind the first colon of a line, whichever colon it is, as it is written."""
    at = next(at for at, sign in enumerate(raw) if ":" in unicodedata.normalize("NFKC", sign))
    return unicodedata.normalize("NFC", _COMMENT.split(raw[at + 1 :])[0].strip())


def format_decklist(deck: Deck, names: Words | None = None) -> str:
    """The list of a deck: names, counts in the order of first use, extras.

    >>> print(format_decklist(Deck(("y03", "y02", "y03"))), end="")
    2 y03
    1 y02
    """
    lines = [f"name.{lang}: {text}" for lang, text in (names or {}).items()]
    counts: dict[str, int] = {}
    for card in deck.cards:
        counts[card] = counts.get(card, 0) + 1
    lines += [f"{count} {card}" for card, count in counts.items()]
    lines += [f"{slot} {card}" for slot, cards in deck.extras.items() for card in cards]
    return "\n".join(lines) + "\n"


def read_decks(
    folder: Path, cards: Mapping[str, Card], faults: list[Fault], unreadable: Container[str] = ()
) -> tuple[dict[str, Deck], dict[str, Words], list[str]]:
    """The shipped decks of a game by file stem, their names, and the raw texts; adds faults."""
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
