"""Captions as spoken text.

A voice would spell "YGG-6.3" and misread "b4" and the kanji of card names. So clauses and cells are
written out by `page.*.toml`, and Japanese names by their reading. The rest of a caption is
unchanged.
"""

from __future__ import annotations

import re
from typing import Any

from companion.web.snapshot import PublicNotice
from companion.web.views.log import caption, spoken, state_of, turn_of
from companion.web.views.words import Words

_CELL = re.compile(r"(?<![A-Za-z0-9.])([a-z])(\d{1,2})(?![A-Za-z0-9])")


def caption_of(
    told: PublicNotice | None, words: Words, *, spectator: bool, led: tuple[PublicNotice, ...] = ()
) -> dict[str, Any]:
    """Return the latest caption: its text, its speech, and the announcement of the turn.

    Chance's immediate actions are announced with the notices that `led` to them.
    """
    if told is None:
        return {"n": 0, "text": "", "speech": "", "turn": "", "spoken": False, "kind": ""}
    text = _whole(led, told, words, spectator=spectator)
    record = told.record
    voiced = words.voiced()
    said = text if voiced is words else _whole(led, told, voiced, spectator=spectator)
    return {
        "n": told.n,
        "text": text,
        "speech": aloud(said, words),
        "turn": turn_of(record, words),
        "spoken": spoken(told) and bool(text),
        "kind": record.kind.value,
        "state": state_of(record),
    }


def _whole(
    led: tuple[PublicNotice, ...], told: PublicNotice, words: Words, *, spectator: bool
) -> str:
    said = [caption(each, words, spectator=spectator) for each in (*led, told)]
    return words.speaker.join(*filter(None, said))


def aloud(text: str, words: Words) -> str:
    """Return a caption as spoken text."""
    prefix = re.escape(words.catalog.prefix)
    numbered = re.compile(rf"(?<![A-Za-z]){prefix}-(\d+)\.(\d+)")
    said = numbered.sub(lambda m: words.say("speech.clause", section=m[1], number=m[2]), text)
    return _CELL.sub(lambda m: words.say("speech.cell", column=m[1], row=m[2]), said)
