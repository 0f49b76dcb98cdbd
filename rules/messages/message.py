"""Messages: sentences for people, rendered in a language only for display.

A `Message` is a key and its facts. It is not a `str`, so that no code can concatenate it in one
language. Errors carry a message; only commands and pages render it. The words are data that
`rules.messages.catalogs` finds by the key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, ClassVar, TypeAlias

from rules.messages.catalogs import seat_names, sentences, template
from rules.messages.languages import Words, fill

_PLAIN = (str, int, float)
"""Types of most facts, tested first because abstract classes are slow to test."""
_CONTROLS = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]")
"""Characters that move the cursor, start an escape sequence or reverse the text's direction."""
_SEATS = frozenset(("owner", "other"))
"""Names of the facts that are seats, which are rendered as the seats' names."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Message:
    """A sentence's key (or its words, if they come from a catalogue) and its facts.

    >>> absent = Message("no_seat", name="'C'")
    >>> absent
    Message('no_seat', name="'C'")
    >>> Message("option_near", option="--seats", what=absent, near="").render("en")
    "--seats: no seat 'C': "
    """

    key: str | Words
    facts: Mapping[str, Fact]

    def __init__(self, key: str | Words, /, **facts: Fact) -> None:
        """Store the key or words, and the facts by the names in the sentence's braces."""
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "facts", facts)

    def __hash__(self) -> int:
        """Return the key's hash, because facts may be unhashable."""
        return hash(str(self.key))

    def __repr__(self) -> str:
        facts = (f", {name}={fact!r}" for name, fact in self.facts.items())
        return f"Message({self.key!r}{''.join(facts)})"

    def render(self, lang: str) -> str:
        """Return the sentence in a language; raise `KeyError` for an unknown key or fact."""
        facts = {name: _rendered(fact, lang) for name, fact in self.facts.items()}
        if not isinstance(self.key, str):
            return visible(fill(self.key[lang], facts))
        seats = seat_names(self.key) if lang != "en" else {}
        for name in _SEATS & facts.keys() if seats else ():
            facts[name] = seats[str(facts[name])][lang]
        return visible(fill(template(self.key)[lang], facts))


Text: TypeAlias = "str | Message"
"""A message, or words that are the same in every language, such as a file name or a card id."""
Fact: TypeAlias = "Text | int | float | PathLike[str] | Mapping[str, str] | Sequence[Fact]"
"""A value that a sentence can name.

A mapping is a name by language. A sequence is a list, rendered without its empty parts. The format
in the braces separates the parts (`{parts:; }`, or `{parts:''}` for no separator); the default is a
comma.
"""


def render(fact: Fact, lang: str) -> str:
    """Return a text or any other fact, rendered in a language."""
    return visible(str(_rendered(fact, lang)))


def visible(text: str) -> str:
    r"""Return a text with control characters spelt out, as card data must not steer a terminal.

    >>> print(visible("Clay \x1b[31mGolem"))
    Clay \x1b[31mGolem
    """
    return text if text.isprintable() else _CONTROLS.sub(_spelt, text)


def _spelt(control: re.Match[str]) -> str:
    return ascii(control[0])[1:-1]


def localized(data: dict[str, Any], lang: str) -> dict[str, Any]:
    """Return a JSON object with its messages rendered in a language."""
    return {key: _localized(value, lang) for key, value in data.items()}


def _localized(value: Any, lang: str) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, Message):
        return value.render(lang)
    if isinstance(value, dict):
        return localized(value, lang)
    return [_localized(each, lang) for each in value] if isinstance(value, list) else value


def alternatives(words: Sequence[Fact]) -> Fact:
    """Return `A, B or C`."""
    return listed(words, "or")


def listed(words: Sequence[Fact], joint: str = "and") -> Fact:
    """Return `A, B and C`, or "" for no words; the sentence `joint` joins the last word."""
    if len(words) < 2:
        return words[0] if words else ""
    *most, last = words
    return Message(joint, words=most, last=last)


def together(*sentences: Fact) -> Message:
    """Return a message that joins sentences, without empty ones."""
    return Message("together", sentences=sentences)


def kind_of(what: str) -> Text:
    """Return the display name of a category: the sentence `kind_<what>`, or else `what` itself."""
    key = f"kind_{what}"
    return Message(key) if key in sentences("") else what


class UserError(Exception):
    """An error with a message that explains to the user what went wrong."""

    exit_code: ClassVar[int] = 2

    def __init__(self, message: Text, /, **facts: Fact) -> None:
        """Store the message; a `str` is its key if facts follow, or else a text for every language.

        >>> str(UserError("no_seat", name="'C'"))
        "no seat 'C'"
        """
        if facts:
            message = Message(str(message), **facts)
        self.message = message if isinstance(message, Message) else Message("as_is", text=message)
        super().__init__(self.message)

    def __str__(self) -> str:
        """Return the message in English, for tracebacks and logs."""
        return self.message.render("en")

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the attributes for pickling, as the arguments of `__init__` differ by class."""
        return _restored, (type(self), self.args, self.__dict__.copy())


def _restored(kind: type[UserError], args: tuple[Any, ...], facts: dict[str, Any]) -> UserError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(facts)
    return error


def _rendered(fact: Fact, lang: str) -> object:
    if isinstance(fact, _PLAIN):
        return fact
    if isinstance(fact, Message):
        return fact.render(lang)
    if isinstance(fact, Mapping):
        return fact[lang]
    if isinstance(fact, Sequence):
        return _List([str(_rendered(part, lang)) for part in fact])
    return fact


class _List(list[str]):
    """Parts of a list, joined by the format in a sentence's braces."""

    def __str__(self) -> str:
        return format(self, "")

    def __format__(self, separator: str) -> str:
        return (separator.strip("'") if separator else ", ").join(filter(None, self))
