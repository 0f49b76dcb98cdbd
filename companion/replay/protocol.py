"""A match as text: players, notices, events, clauses, result.

`protocol` returns plain text, or Markdown with the same lines; people can read both without a
program. Times are on the match's own clock. Names of players and decks come from the log and are
therefore untrusted: in Markdown they cannot become links, pictures or HTML (CommonMark, "Backslash
escapes").
"""

from __future__ import annotations

import re
from typing import Final

from companion.referee.notices import NoticeKind
from companion.referee.words.wording import Wording
from companion.replay.sessions import PlaySession
from companion.replay.transcript import Transcript, WordedFrame
from companion.texts import load_texts
from rules import Setup
from rules.core.card_data import SettingSpec
from rules.messages.message import render

_MEANT: Final = re.compile(r"[\\`*_{}\[\]<>&|~]")
"""Characters that have a meaning in Markdown, anywhere in a line."""
_MARKS = {"illegal": "✗", "legal": "✓", "back": "↶", "unsure": "?", "step": "≠", "trouble": "!"}


def clock(seconds: float) -> str:
    """Return minutes and seconds, with hours from the first hour on."""
    minutes, left = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def resumption(session: PlaySession, lang: str) -> str:
    """Return the line that separates two sessions of a match."""
    say = load_texts(lang, "replay").say
    return (
        say("protocol.resumed_at", when=session.when) if session.when else say("protocol.resumed")
    )


def heading(transcript: Transcript, lang: str) -> list[str]:
    """Return players, decks, settings, and the facts about the log."""
    say, setup, catalog = (
        load_texts(lang, "replay").say,
        transcript.played.setup,
        transcript.catalog,
    )
    seats = []
    for seat, name in transcript.seats(lang).items():
        deck = setup.decks[seat].name if seat in setup.decks else ""
        called = catalog.deck_names.get(deck, {}).get(lang, deck)  # a player's own list has no name
        seats.append(say("protocol.player", seat=name, deck=called) if deck else name)
    common = load_texts(lang)
    listed = common.listed(seats)
    chosen = [
        say("protocol.setting", label=spec.labels[lang], value=_value(spec, setup, lang))
        for name, spec in catalog.settings.items()
        if name in setup.settings
    ]
    lines = [say("protocol.players", seats=listed)]
    times = [session.when for session in transcript.play_sessions if session.when]
    if times:
        lines.append(say("protocol.played", times=common.sentences["join.comma"].join(times)))
    if chosen:
        lines.append(say("protocol.settings", settings=common.sentences["join.comma"].join(chosen)))
    else:
        lines.append(say("protocol.standard"))
    count = len(transcript.records)
    lines.append(say("protocol.log", name=transcript.name, records=count, digest=transcript.digest))
    if transcript.fault is None:
        lines.append(say("protocol.whole"))
    else:
        what = render(transcript.fault.what, lang)
        lines.append(say("protocol.broken", line=transcript.fault.line, what=what))
    if not transcript.over:
        lines.append(say("protocol.open"))
    return lines


def _value(spec: SettingSpec, setup: Setup, lang: str) -> str:
    """Return the players' name of the chosen value."""
    value = setup.settings[spec.name]
    return spec.value_labels.get(value, {}).get(lang, value)


def protocol(transcript: Transcript, lang: str, *, markdown: bool = False) -> str:
    """Return the whole protocol; raise `LogError` if the log has no match."""
    texts = load_texts(lang, "replay")
    title = _plain(
        texts.say("protocol.title", game=transcript.catalog.names[lang]), markdown=markdown
    )
    shown = transcript.shown(lang, whole=True)
    parts = [
        _head(title, 1, markdown=markdown),
        *_items(heading(transcript, lang), markdown=markdown),
    ]
    parts += ["", _head(texts.say("protocol.course"), 2, markdown=markdown), ""]
    parts += _course(shown, Wording(transcript.catalog, lang), markdown=markdown)
    parts += ["", _head(texts.say("protocol.clauses"), 2, markdown=markdown), ""]
    parts += _clauses(transcript, shown, lang, markdown=markdown) or [texts.say("protocol.none")]
    position = transcript.position.rstrip()
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
        # An accepted action's notice has the turn that it led to; here it belongs to the turn
        # before.
        own = after if record.kind is NoticeKind.ACCEPTED else record.turn
        after = record.turn
        if each.resumed is not None:
            line = resumption(each.resumed, words.lang)
            lines += ["", f"*{line}*" if markdown else line]
            turn = 0
        if own != turn:
            turn = own
            line = words.turn(turn)
            lines += [*([""] if lines else []), f"**{line}**" if markdown else line, ""]
        mark = _MARKS.get(each.state, "·")
        text = _plain(each.text, markdown=markdown)
        start = "- " if markdown else ""
        lines.append(f"{start}{each.number:>3}  {clock(each.moment.time_s):>7}  {mark} {text}")
    return lines


def _clauses(
    transcript: Transcript, shown: tuple[WordedFrame, ...], lang: str, *, markdown: bool
) -> list[str]:
    known, say = transcript.catalog.clauses, load_texts(lang, "replay").say
    named = dict.fromkeys(c for each in shown for c in each.clauses if c in known)
    return [
        f"{'- **' if markdown else ''}{c}{'**' if markdown else ''} "
        + _plain(
            say("protocol.clause", title=known[c].titles[lang], text=known[c].texts[lang]),
            markdown=markdown,
        )
        for c in sorted(named)
    ]
