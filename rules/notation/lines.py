"""Parser of position texts for every game: lines, and words with their positions.

Theory of operation. A position consists of lines: a key, for some keys a name (a seat, a node), and
words. `#` starts a comment. `Lines` splits a text and stores the words by key and name. A game
requests them in the order it needs, and interprets each word. A fault refers to the word that
causes it, and therefore includes its line, its column and a fix.

An omitted line has a default; a line that is present must be valid.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules.core.values import UNKNOWN
from rules.errors import NotationError
from rules.messages.message import Message, Text, alternatives, kind_of
from rules.messages.near_matches import did_you_mean, folded

LONGEST: Final = 100_000
"""Maximum length of a parsed position, in characters."""
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_MOST_COPIES = 999


@dataclass(frozen=True, slots=True)
class Word:
    """A word with the text and the number (from 1) of its line, and its column."""

    text: str
    line: str
    number: int
    at: int

    def wrong(self, what: Text, fix: Text) -> NotationError:
        """Return an error about the word, for the caller to raise."""
        return NotationError(what, self.line, self.at, fix, self.number)

    def part(self, text: str, after: int = 0) -> Word:
        """Return `text` as a part of the word that starts at character `after`."""
        return replace(self, text=text, at=self.at + after)

    def whole(self, least: int, most: int) -> int:
        """Return the word as a number from `least` to `most`."""
        text = self.text
        if not _NUMBER.fullmatch(text) or not least <= int(text) <= most:
            fix = Message("write_between", least=least, most=most)
            raise self.wrong(Message("not_number", word=repr(text)), fix)
        return int(text)

    def one_of(self, known: Iterable[str], what: str) -> str:
        """Return the word if it is one of `known`; `what` is its category (see `kind_of`)."""
        known = tuple(known)
        if self.text not in known:
            fault = Message("not_kind", word=repr(self.text), kind=kind_of(what))
            raise self.wrong(fault, did_you_mean(self.text, known))
        return self.text

    def seat(self, seats: tuple[str, ...]) -> int:
        """Return the index of the seat that the word names, ignoring case and width."""
        names = [folded(seat) for seat in seats]
        name = folded(self.text)
        if name not in names:
            what = Message("no_seat", name=repr(self.text))
            raise self.wrong(what, Message("write", words=alternatives(seats)))
        return names.index(name)

    def cards(self, known: Collection[str], what: str = "card") -> tuple[str, ...]:
        """Return the cards that the word lists: an id, `ID*3` for three copies, `-` for none."""
        if self.text == "-":
            return ()
        name, star, count = self.text.partition("*")
        self.part(name).one_of(known, what)
        if not star:
            return (name,)
        if not (count.isascii() and count.isdigit() and 0 < int(count[:9]) <= _MOST_COPIES):
            fix = Message("write_example", form=f"{name}*5")
            raise self.wrong(Message("not_copies", word=repr(self.text)), fix)
        return (name,) * int(count)


class Lines:
    """Words of a position by key and name.

    `keys` maps each key to its names, one of which must follow it; a key without names stands
    alone. A name may consist of several words. The constructor raises `NotationError` for an
    unknown key or name, and for a repeated line.
    """

    def __init__(
        self, text: str | Iterable[tuple[int, str]], keys: Mapping[str, tuple[str, ...]]
    ) -> None:
        """Split `text`, or accept numbered lines."""
        self.keys = keys
        self.found: dict[tuple[str, str], list[Word]] = {}
        if isinstance(text, str):
            if len(text) > LONGEST:
                raise NotationError(Message("position_long"), text, LONGEST, Message("shorten"))
            text = enumerate(text.splitlines(), 1)
        for number, line in text:
            code = line.partition("#")[0]
            words = [Word(m[0], line, number, m.start()) for m in re.finditer(r"\S+", code)]
            if words:
                self._add(words)

    def _add(self, words: list[Word]) -> None:
        key = words[0].text
        if key not in self.keys:
            fix = did_you_mean(key[:40], self.keys)
            raise words[0].wrong(Message("not_line", word=repr(key[:40])), fix)
        name = self._name(words) if self.keys[key] else ""
        if (key, name) in self.found:
            what = Message("line_twice", line=f"{key} {name}".rstrip())
            raise words[0].wrong(what, Message("keep_one"))
        self.found[key, name] = words

    def _name(self, words: list[Word]) -> str:
        """Remove the name after the key from `words` and return it."""
        known = self.keys[words[0].text]
        if len(words) == 1:
            fix = Message(
                "write", words=alternatives([f"{words[0].text} {name} …" for name in known[:2]])
            )
            raise words[0].wrong(Message("needs_name", line=words[0].text), fix)
        size = known[0].count(" ") + 1
        word, given = words[1], " ".join(word.text for word in words[1 : size + 1])
        name = {folded(name): name for name in known}.get(folded(given))
        if name is None:
            what = Message("needs_its_name", line=words[0].text, given=repr(given))
            raise word.wrong(what, did_you_mean(given, known))
        del words[1 : size + 1]
        return name

    def __contains__(self, key: tuple[str, str] | str) -> bool:
        return ((key, "") if isinstance(key, str) else key) in self.found

    def key(self, key: str, name: str = "") -> Word:
        """Return the word to report for a line: its key, or the first word if it is omitted."""
        first = next(iter(self.found.values()), [Word("", "", 1, 0)])
        return self.found.get((key, name), first)[0]

    def at(self, key: str, number: int, name: str = "") -> Word:
        """Return word `number` (from 0) after key and name, or the key if there are fewer words."""
        words = self.rest(key, name)
        return words[number] if number < len(words) else self.key(key, name)

    def rest(self, key: str, name: str = "") -> list[Word]:
        """Return the words after key and name; an empty list for an omitted line."""
        return self.found.get((key, name), [])[1:]

    def words(self, key: str, least: int, most: int, form: str, name: str = "") -> list[Word]:
        """Return the `least` to `most` words of a line; `form` is an example of the line."""
        words = self.rest(key, name)
        if (key, name) in self.found and not least <= len(words) <= most:
            fix = Message("write_example", form=form)
            raise self.key(key, name).wrong(Message("not_read", word=key), fix)
        return words

    def count(self, key: str, most: int, default: int = 0, name: str = "") -> int:
        """Return the number on a line, from 0 to `most`."""
        words = self.words(key, 1, 1, f"{key} {name} 1".replace("  ", " "), name)
        return words[0].whole(0, most) if words else default

    def cards(
        self, key: str, known: Collection[str], name: str = "", *, what: str = "card"
    ) -> tuple[str, ...] | None:
        """Return the cards on a line, or None if the line is omitted."""
        if (key, name) not in self.found:
            return None
        words = self.rest(key, name)
        if not words:
            empty = Message("line_empty", line=f"{key} {name}".rstrip())
            raise self.key(key, name).wrong(empty, Message("cards_or_none"))
        nothing = next((word for word in words if word.text == "-"), None)
        if nothing is not None and len(words) > 1:
            raise nothing.wrong(Message("dash_alone"), Message("leave_out"))
        return tuple(card for word in words for card in word.cards(known, what))

    def naming(self, card: str) -> Word:
        """Return the last word that seems to name a card."""
        words = [word for line in self.found.values() for word in line[1:]]
        named = (word for word in reversed(words) if card in re.split(r"[^\w?]+", word.text))
        return next(named, self.key(""))


def counted(words: Iterable[str]) -> str:
    """Return the words in order, with consecutive repetitions as `?*5`; `-` for no words."""
    runs: list[str] = []
    times = 0
    for word in (*words, ""):
        if runs and word == runs[-1]:
            times += 1
            continue
        if times > 1:
            runs[-1] += f"*{times}"
        runs.append(word)
        times = 1
    return " ".join(runs[:-1]) or "-"


def too_many(cards: Iterable[str], limits: Mapping[str, int]) -> tuple[str, int, int] | None:
    """Return the first card that exceeds its limit, with its count and the limit, or None."""
    counts = Counter(cards)
    for card, count in sorted(counts.items()):
        limit = limits.get(card, 0)
        if card != UNKNOWN and count > limit:
            return card, count, limit
    return None
