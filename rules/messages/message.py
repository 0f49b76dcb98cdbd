"""A sentence for people: a key and its facts, rendered in a language where somebody reads it.

A `Message` is not a `str`: what cannot be concatenated cannot lose its languages.  Errors carry
one; only commands and pages render it, in the reader's language.  Its words are data, found by its
key (`rules.messages.catalogs`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from rules.messages.catalogs import seat_names, sentences, template
from rules.messages.languages import fill

_SEATS = frozenset(("owner", "other"))
"""Facts of a game's sentence that are seats, which other languages call by their names."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Message:
    """A sentence's key and its facts.

    >>> absent = Message("no_seat", name="'C'")
    >>> absent
    Message('no_seat', name="'C'")
    >>> Message("option_near", option="--seats", what=absent, near="").render("en")
    "--seats: there is no seat 'C': "
    """

    key: str
    facts: Mapping[str, Fact]

    def __init__(self, key: str, /, **facts: Fact) -> None:
        """Take the facts by the names that stand in the sentence's braces."""
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "facts", facts)

    def __hash__(self) -> int:
        """Return the key's hash; facts may be lists."""
        return hash(self.key)

    def __repr__(self) -> str:
        """Return the call that makes an equal message."""
        facts = (f", {name}={fact!r}" for name, fact in self.facts.items())
        return f"Message({self.key!r}{''.join(facts)})"

    def render(self, lang: str) -> str:
        """Return the sentence in a language; raises `KeyError` for an unknown key or fact."""
        facts = {name: _rendered(fact, lang) for name, fact in self.facts.items()}
        seats = seat_names(self.key) if lang != "en" else {}
        for name in _SEATS & facts.keys() if seats else ():
            facts[name] = seats[str(facts[name])][lang]
        return fill(template(self.key)[lang], facts)


Text: TypeAlias = "str | Message"
"""A message, or words that are the same in every language: a file's name, a card's id."""
Fact: TypeAlias = "Text | int | float | Mapping[str, str] | Sequence[Fact]"
"""What a sentence can name; a mapping is a name by language, a sequence a list without its empty
parts, separated by what stands behind the colon: `{parts:; }`, or by a comma."""


def render(text: Text, lang: str) -> str:
    """Return a text in a language."""
    return text.render(lang) if isinstance(text, Message) else text


def alternatives(words: Sequence[str]) -> Text:
    """Return `A, B or C`."""
    *most, last = words
    return Message("or", words=most, last=last) if most else last


def kind_of(what: str) -> Text:
    """Return what a word should have been: the sentence `kind_<what>`, else `what` itself."""
    key = f"kind_{what}"
    return Message(key) if key in sentences("") else what


class UserError(Exception):
    """A mistake or a trouble that its message explains to a user."""

    exit_code: ClassVar[int] = 2

    def __init__(self, message: Text) -> None:
        """Keep the message; a `str` is the same in every language."""
        self.message = message if isinstance(message, Message) else Message("as_is", text=message)
        super().__init__(self.message)

    def __str__(self) -> str:
        """Return the English sentence, for tracebacks and logs."""
        return self.message.render("en")

    def __reduce__(self) -> tuple[Any, ...]:
        """Restore the attributes rather than call `__init__`, whose arguments differ by class."""
        return _restored, (type(self), self.args, self.__dict__.copy())


def _restored(kind: type[UserError], args: tuple[Any, ...], facts: dict[str, Any]) -> UserError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(facts)
    return error


def _rendered(fact: Fact, lang: str) -> object:
    if isinstance(fact, Message):
        return fact.render(lang)
    if isinstance(fact, Mapping):
        return fact[lang]
    if isinstance(fact, Sequence) and not isinstance(fact, str):
        return _List([str(_rendered(part, lang)) for part in fact])
    return fact


class _List(list[str]):
    """Parts that a sentence's braces join."""

    def __format__(self, separator: str) -> str:
        return (separator or ", ").join(part for part in self if part)
