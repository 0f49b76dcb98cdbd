"""What went wrong, in the language of whoever asked: sentences as data, facts in braces.

A `Spoken` is its English text, so that it is raised, joined and compared as any text; it can say
itself in another language. The sentences: `templates/sheets/faults.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rules.messages.message import Text

from rules.data_home import data_home

_FILE = Path(data_home(), "templates", "sheets", "faults.toml")


class Spoken(str):
    """An English text that can say itself in another language."""

    __slots__ = ("_say",)

    _say: Callable[[str], str]

    @classmethod
    def by(cls, say: Callable[[str], str]) -> Self:
        """The text that `say` gives in English, and all it gives."""
        text = cls(say("en"))
        text._say = say
        return text

    def told(self, lang: str) -> str:
        """The text in a language."""
        return self._say(lang)


def spoken(key: str, **facts: Text) -> Spoken:
    """The sentence of a key, its facts filled in; they may be spoken themselves."""

    def say(lang: str) -> str:
        return _texts()[key][lang].format_map(
            {name: in_language(fact, lang) for name, fact in facts.items()}
        )

    return Spoken.by(say)


def placed(where: str, key: str, **facts: Text) -> Spoken:
    """What is wrong at a place: `file:line: what`."""
    return spoken("at", where=where, what=spoken(key, **facts))


def named(names: Mapping[str, str]) -> Spoken:
    """A name that is another one in each language, as a game's."""
    return Spoken.by(names.__getitem__)


def in_language(text: object, lang: str) -> str:
    """A text in a language, as far as it can be said in one: ours, or one of `rules`."""
    from rules import Fault, Message  # noqa: PLC0415 - only when something went wrong

    if isinstance(text, Fault):
        return text.message.render(lang)
    if isinstance(text, Message):
        return text.render(lang)
    return text.told(lang) if isinstance(text, Spoken) else str(text)


@cache
def _texts() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = tomllib.loads(_FILE.read_text("utf-8"))
    return found
