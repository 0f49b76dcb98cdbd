"""A match as text: players, notices, events, clauses, result.

`protocol` returns plain text, or Markdown with the same lines; both are readable without our
programs. Times are the match's own clock. Names of players and decks come from the log and so are
untrusted: in Markdown they cannot become links, pictures or HTML (CommonMark, "Backslash escapes").
"""

from __future__ import annotations

import re
from typing import Final

from companion.referee.notices import NoticeKind
from companion.referee.words.wording import Wording
from companion.replay.sittings import PlaySession
from companion.replay.telling import Transcript, WordedFrame
from companion.texts import load_texts
from rules import Setup
from rules.core.card_data import SettingSpec
from rules.messages.message import render

_MEANT: Final = re.compile(r"[\\`*_{}\[\]<>&|~]")
"""Characters with a meaning in Markdown, anywhere in a line."""
_MARKS = {"illegal": "✗", "legal": "✓", "back": "↶", "unsure": "?", "step": "≠", "trouble": "!"}


def clock(seconds: float) -> str:
    """Return minutes and seconds, with hours if there are any."""
    minutes, left = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def resumption(sitting: PlaySession, lang: str) -> str:
    """Return the line between two sessions of a match."""
    say = load_texts(lang, "replay").say
    return (
        say("protocol.resumed_at", when=sitting.when) if sitting.when else say("protocol.resumed")
    )


def heading(telling: Transcript, lang: str) -> list[str]:
    """Return players, decks, settings, and the facts about the log."""
    say, setup, catalog = load_texts(lang, "replay").say, telling.played.setup, telling.catalog
    seats = []
    for seat, name in telling.seats(lang).items():
        deck = setup.decks[seat].name if seat in setup.decks else ""
        called = catalog.deck_names.get(deck, {}).get(lang, deck)  # a list of one's own has none
        seats.append(say("protocol.player", seat=name, deck=called) if deck else name)
    common = load_texts(lang)
    listed = common.listed(seats)
    chosen = [
        say("protocol.setting", label=spec.labels[lang], value=_value(spec, setup, lang))
        for name, spec in catalog.settings.items()
        if name in setup.settings
    ]
    lines = [say("protocol.players", seats=listed)]
    times = [sitting.when for sitting in telling.sittings if sitting.when]
    if times:
        lines.append(say("protocol.played", times=common.sentences["join.comma"].join(times)))
    if chosen:
        lines.append(say("protocol.settings", settings=common.sentences["join.comma"].join(chosen)))
    else:
        lines.append(say("protocol.standard"))
    count = len(telling.records)
    lines.append(say("protocol.log", name=telling.name, records=count, digest=telling.digest))
    if telling.fault is None:
        lines.append(say("protocol.whole"))
    else:
        what = render(telling.fault.what, lang)
        lines.append(say("protocol.broken", line=telling.fault.line, what=what))
    if not telling.over:
        lines.append(say("protocol.open"))
    return lines


def _value(spec: SettingSpec, setup: Setup, lang: str) -> str:
    """Return the players' name of the chosen value."""
    value = setup.settings[spec.name]
    return spec.value_labels.get(value, {}).get(lang, value)


def protocol(telling: Transcript, lang: str, *, markdown: bool = False) -> str:
    """Return the whole protocol; raises `LogError` if the log has no match."""
    texts = load_texts(lang, "replay")
    title = _plain(texts.say("protocol.title", game=telling.catalog.names[lang]), markdown=markdown)
    shown = telling.shown(lang, whole=True)
    parts = [_head(title, 1, markdown=markdown), *_items(heading(telling, lang), markdown=markdown)]
    parts += ["", _head(texts.say("protocol.course"), 2, markdown=markdown), ""]
    parts += _course(shown, Wording(telling.catalog, lang), markdown=markdown)
    parts += ["", _head(texts.say("protocol.clauses"), 2, markdown=markdown), ""]
    parts += _clauses(telling, shown, lang, markdown=markdown) or [texts.say("protocol.none")]
    position = telling.position.rstrip()
    parts += ["", _head(texts.say("protocol.position"), 2, markdown=markdown), ""]
    parts += ["```", position, "```"] if markdown else [position]
    return "\n".join(parts) + "\n"


def _head(text: str, level: int, *, markdown: bool) -> str:
    return f"{'#' * level} {text}" if markdown else text if level > 1 else text.upper()


def _items(lines: list[str], *, markdown: bool) -> list[str]:
    return ["", *(f"- {_plain(line, markdown=True)}" for line in lines)] if markdown else lines


def _plain(text: str, *, markdown: bool) -> str:
    """Return a text that Markdown shows unchanged."""
    return _MEANT.sub(r"\\\g<0>", text) if markdown else text


def _course(shown: tuple[WordedFrame, ...], words: Wording, *, markdown: bool) -> list[str]:
    lines: list[str] = []
    turn, after = 0, 1
    for each in shown:
        record = each.moment.entry.record
        # An accepted action names the turn it led to; it belongs to the one it was done in.
        own = after if record.kind is NoticeKind.ACCEPTED else record.turn
        after = record.turn
        if each.resumed is not None:
            told = resumption(each.resumed, words.lang)
            lines += ["", f"*{told}*" if markdown else told]
            turn = 0
        if own != turn:
            turn = own
            told = words.turn(turn)
            lines += [*([""] if lines else []), f"**{told}**" if markdown else told, ""]
        mark = _MARKS.get(each.state, "·")
        text = _plain(each.text, markdown=markdown)
        start = "- " if markdown else ""
        lines.append(f"{start}{each.number:>3}  {clock(each.moment.time_s):>7}  {mark} {text}")
    return lines


def _clauses(
    telling: Transcript, shown: tuple[WordedFrame, ...], lang: str, *, markdown: bool
) -> list[str]:
    known, say = telling.catalog.clauses, load_texts(lang, "replay").say
    named = dict.fromkeys(c for each in shown for c in each.clauses if c in known)
    return [
        f"{'- **' if markdown else ''}{c}{'**' if markdown else ''} "
        + _plain(
            say("protocol.clause", title=known[c].titles[lang], text=known[c].texts[lang]),
            markdown=markdown,
        )
        for c in sorted(named)
    ]
