"""The exceptions of `companion`, one tree; each carries one sentence a player understands.

An exception is its English sentence.  One that was made by `about` says itself in every language:
the sentences are data, `companion/texts/fault.LANG.toml`.

CompanionError
├── SourceError           a camera, URL, video or folder cannot be opened or read
│   └── CameraLost        it was there and went away; the match waits
│       └── PhoneSilent   it is a phone, which sends nothing: no cable mends that
├── ReaderError           the reader was set up with something it cannot use
└── SessionError          a match cannot be started or resumed as asked
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Self


class CompanionError(Exception):
    """Root of everything `companion` raises on purpose; `exit_code` as in the command contract."""

    exit_code = 3
    key = ""
    facts: Mapping[str, object] = {}

    @classmethod
    def about(cls, key: str, **facts: object) -> Self:
        """The exception whose sentence has a key; a fact may be an `OSError`: its reason."""
        error = cls(_sentence(key, facts, "en"))
        error.key, error.facts = key, facts
        return error

    def told(self, lang: str) -> str:
        """What is wrong in a language, as far as it is told in one; else in English."""
        return _sentence(self.key, self.facts, lang) if self.key else str(self)


class SourceError(CompanionError):
    """A camera, URL, video or folder cannot be opened or read."""


class CameraLost(SourceError):
    """The camera was there and went away; the match waits for it."""


class PhoneSilent(CameraLost):
    """The phone that is the camera sends no pictures, or none any more."""


class ReaderError(CompanionError):
    """The reader was set up with something it cannot use."""

    exit_code = 2


class SessionError(CompanionError):
    """A match cannot be started or resumed as asked."""

    exit_code = 2


def broken_source(error: OSError) -> SourceError:
    """A system's error about a source or a file, in one sentence."""
    named = os.fsdecode(error.filename) if error.filename else SourceError.about("source.a_file")
    return SourceError.about("source.unreadable", file=named, why=error)


def _sentence(key: str, facts: Mapping[str, object], lang: str) -> str:
    from companion.texts import load_texts  # noqa: PLC0415 - only when something went wrong

    told = {name: _fact(fact, lang) for name, fact in facts.items()}
    return load_texts(lang, "fault").say(key, **told)


def _fact(fact: object, lang: str) -> str:
    """A fact in a language; of an `OSError` why the system refused."""
    from rules import Message, RulesError  # noqa: PLC0415 - only when something fails
    from rules.messages.message import render  # noqa: PLC0415 - only when something fails
    from rules.messages.system import system_reason  # noqa: PLC0415 - only when something fails

    if isinstance(fact, CompanionError):
        return fact.told(lang)
    if isinstance(fact, RulesError):
        return fact.message.render(lang)
    if isinstance(fact, Mapping):
        return str(fact[lang])
    reason = system_reason(fact) if isinstance(fact, OSError) else fact
    return render(reason if isinstance(reason, Message) else str(reason), lang)
