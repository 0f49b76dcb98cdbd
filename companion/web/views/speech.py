"""Captions as spoken text.

A speech synthesiser would spell out "YGG-6.3" and misread "b4" and the kanji in card names.
Clauses and cells are therefore written out with the sentences of `page.*.toml`, and Japanese names
are replaced by their readings. The rest of a caption is unchanged.
"""

import re
from typing import Any

from companion.referee.notices import Explained
from companion.web.story import PublicNotice, Story
from companion.web.views.log import caption, spoken, state_of, turn_of
from companion.web.views.words import Words
from rules import Message
from rules.messages.message import together

_CELL = re.compile(r"(?<![A-Za-z0-9.])([a-z])(\d{1,2})(?![A-Za-z0-9])")


def caption_of(
    story: Story, words: Words, *, spectator: bool, fits: Message | str = ""
) -> dict[str, Any]:
    """Return the latest caption: its text, its spoken text, and the announcement of the turn.

    Chance's immediate actions are announced together with the notices that led to them. `fits` are
    the cells on which a refused card would be legal; the answer to WHY names them after the rule.
    """
    latest = story.latest
    if latest is None:
        return {"n": 0, "text": "", "speech": "", "turn": "", "spoken": False, "kind": ""}
    announced = (*story.led, latest)
    legal = Message("page.label.fits", cells=fits) if fits and _explains(latest) else ""
    text = _whole(announced, words, legal, spectator=spectator)
    record = latest.record
    voiced = words.voiced()
    speech = text if voiced is words else _whole(announced, voiced, legal, spectator=spectator)
    return {
        "n": latest.n,
        "text": text,
        "speech": aloud(speech, words),
        "turn": turn_of(record, words),
        "spoken": spoken(latest) and bool(text),
        "kind": record.kind,
        "state": state_of(record),
    }


def _explains(notice: PublicNotice) -> bool:
    return isinstance(notice.record, Explained)


def _whole(
    announced: tuple[PublicNotice, ...], words: Words, more: Message | str, *, spectator: bool
) -> str:
    captions = [caption(each, words, spectator=spectator) for each in announced]
    return together(*captions, more).render(words.lang)


def aloud(text: str, words: Words) -> str:
    """Return a caption as spoken text."""
    prefix = re.escape(words.catalog.prefix)
    numbered = re.compile(rf"(?<![A-Za-z]){prefix}-(\d+)\.(\d+)")
    spelled = numbered.sub(
        lambda m: Message("page.speech.clause", section=m[1], number=m[2]).render(words.lang), text
    )
    return _CELL.sub(
        lambda m: Message("page.speech.cell", column=m[1], row=m[2]).render(words.lang), spelled
    )
