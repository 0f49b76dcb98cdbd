"""Writes a match as text: players, notices, events, clauses and result.

`protocol` returns plain text, or Markdown with the same lines. Both are readable without a
program. Times are on the match's own clock. The names of players and decks come from the log and
are therefore untrusted. In Markdown they are escaped, so that they cannot become links, pictures
or HTML (CommonMark, "Backslash escapes").
"""

import re
from collections.abc import Sequence
from typing import Final

from companion.referee.notices import Accepted
from companion.referee.words.wording import Wording
from companion.replay.sessions import PlaySession
from companion.replay.transcript import Transcript, WordedFrame
from rules import Message, Setup
from rules.core.card_data import SettingSpec
from rules.messages.message import Fact, listed

_MEANT: Final = re.compile(r"[\\`*_{}\[\]<>&|~]")
"""Characters that have a special meaning in Markdown anywhere in a line."""
_MARKS = {"illegal": "✗", "legal": "✓", "back": "↶", "unsure": "?", "step": "≠", "trouble": "!"}


def clock(seconds: float) -> str:
    """Return a time as minutes and seconds, with hours if it is an hour or more."""
    minutes, left = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def resumption(session: PlaySession, lang: str) -> str:
    """Return the line that separates two sessions of a match."""
    key = "replay.protocol.resumed_at" if session.when else "replay.protocol.resumed"
    return Message(key, when=session.when).render(lang)


def heading(transcript: Transcript, lang: str) -> list[str]:
    """Return the lines about players, decks, settings and the log."""
    setup, catalog = transcript.played.setup, transcript.catalog
    seats: list[Fact] = []
    for seat, name in transcript.seats(lang).items():
        deck = setup.decks[seat].name if seat in setup.decks else ""
        called = catalog.deck_names.get(deck, deck)  # a player's own list has no translated name
        seats.append(Message("replay.protocol.player", seat=name, deck=called) if deck else name)
    chosen = [
        Message("replay.protocol.setting", label=spec.labels, value=_value(spec, setup))
        for name, spec in catalog.settings.items()
        if name in setup.settings
    ]
    lines = [Message("replay.protocol.players", seats=listed(seats, "list"))]
    times = [session.when for session in transcript.play_sessions if session.when]
    if times:
        lines.append(Message("replay.protocol.played", times=Message("comma", words=times)))
    if chosen:
        lines.append(Message("replay.protocol.settings", settings=Message("comma", words=chosen)))
    else:
        lines.append(Message("replay.protocol.standard"))
    count = len(transcript.records)
    lines.append(
        Message(
            "replay.protocol.log", name=transcript.name, records=count, digest=transcript.digest
        )
    )
    if transcript.fault is None:
        lines.append(Message("replay.protocol.whole"))
    else:
        fault = transcript.fault
        lines.append(Message("replay.protocol.broken", line=fault.line, what=fault.what))
    if not transcript.over:
        lines.append(Message("replay.protocol.open"))
    return [line.render(lang) for line in lines]


def _value(spec: SettingSpec, setup: Setup) -> Fact:
    """Return the label of the chosen value."""
    value = setup.settings[spec.name]
    return spec.value_labels.get(value, value)


def protocol(
    transcript: Transcript, lang: str, *, markdown: bool = False, analysis: Sequence[str] = ()
) -> str:
    """Return the whole protocol. Raise `LogError` if the log does not contain a match.

    `analysis`: the title and the lines of an analysis.
    """

    def head(part: str) -> list[str]:
        return [
            "",
            _head(Message(f"replay.protocol.{part}").render(lang), 2, markdown=markdown),
            "",
        ]

    title = Message("replay.protocol.title", game=transcript.catalog.names).render(lang)
    shown = transcript.shown(lang, whole=True)
    parts = [_head(_plain(title, markdown=markdown), 1, markdown=markdown)]
    parts += _items(heading(transcript, lang), markdown=markdown)
    parts += [
        *head("course"),
        *_course(shown, Wording(transcript.catalog, lang), markdown=markdown),
    ]
    if analysis:
        parts += ["", _head(analysis[0], 2, markdown=markdown)]
        parts += ["", *_items([*analysis[1:]], markdown=markdown)][markdown:]
    clauses = _clauses(transcript, shown, lang, markdown=markdown)
    parts += [*head("clauses"), *(clauses or [Message("replay.protocol.none").render(lang)])]
    position = transcript.position.rstrip()
    parts += [*head("position"), *(["```", position, "```"] if markdown else [position])]
    return "\n".join(parts) + "\n"


def _head(text: str, level: int, *, markdown: bool) -> str:
    return f"{'#' * level} {text}" if markdown else text if level > 1 else text.upper()


def _items(lines: list[str], *, markdown: bool) -> list[str]:
    return ["", *(f"- {_plain(line, markdown=True)}" for line in lines)] if markdown else lines


def _plain(text: str, *, markdown: bool) -> str:
    """Escape a text so that Markdown shows it unchanged."""
    return _MEANT.sub(r"\\\g<0>", text) if markdown else text


def _course(shown: tuple[WordedFrame, ...], words: Wording, *, markdown: bool) -> list[str]:
    lines: list[str] = []
    turn, after = 0, 1
    for each in shown:
        record = each.moment.entry.record
        # An accepted action's notice contains the turn that follows, but here it belongs to the
        # turn in which it was made.
        own = after if isinstance(record, Accepted) else record.turn
        after = record.turn
        if each.resumed is not None:
            line = resumption(each.resumed, words.lang)
            lines += ["", f"*{line}*" if markdown else line]
            turn = 0
        if own != turn:
            turn = own
            line = words.turn(turn).render(words.lang)
            lines += [*([""] if lines else []), f"**{line}**" if markdown else line, ""]
        mark = _MARKS.get(each.state, "·")
        text = _plain(each.text, markdown=markdown)
        start = "- " if markdown else ""
        lines.append(f"{start}{each.number:>3}  {clock(each.moment.time_s):>7}  {mark} {text}")
    return lines


def _clauses(
    transcript: Transcript, shown: tuple[WordedFrame, ...], lang: str, *, markdown: bool
) -> list[str]:
    known = transcript.catalog.clauses
    named = dict.fromkeys(c for each in shown for c in each.clauses if c in known)
    mark = "- **{}** " if markdown else "{} "
    lines = []
    for number in sorted(named):
        clause = known[number]
        text = Message("replay.protocol.clause", title=clause.titles, text=clause.texts)
        lines.append(mark.format(number) + _plain(text.render(lang), markdown=markdown))
    return lines
