"""The log on the page, and the captions under the picture."""

from dataclasses import replace
from typing import Any

from companion.referee.notices import SPOKEN_KINDS, Notice, NoticeKind
from companion.web.snapshot import PublicNotice, Snapshot
from companion.web.views.words import Words
from rules import CHANCE, Message, Verb

MOST_SHOWN = 60

_STATES = {
    NoticeKind.ACCEPTED: "legal",
    NoticeKind.REFUSED: "illegal",
    NoticeKind.QUESTION: "unsure",
    NoticeKind.TABLE_FAULT: "unsure",
    NoticeKind.DESYNCED: "step",
    NoticeKind.SET_UP_WANTED: "step",
    NoticeKind.RESYNCED: "legal",
    NoticeKind.SET_UP_READY: "legal",
    NoticeKind.MATCH_RESUMED: "legal",
    NoticeKind.TAKEN_BACK: "back",
    NoticeKind.CORRECTED: "legal",
    NoticeKind.PAUSED: "pause",
    NoticeKind.TROUBLE: "trouble",
    NoticeKind.GAME_ENDED: "legal",
}
_LISTED = frozenset(_STATES) - {NoticeKind.SET_UP_WANTED, NoticeKind.RESYNCED}
_PRIVATE = frozenset(
    (
        NoticeKind.QUESTION,
        NoticeKind.TABLE_FAULT,
        NoticeKind.STRAY_CARD,
        NoticeKind.SET_UP_WANTED,
        NoticeKind.DESYNCED,
        NoticeKind.MATCH_RESUMED,
        NoticeKind.REMINDER,
        NoticeKind.PUT_BACK,
        NoticeKind.EXPLAINED,
    )
)
"""Kinds of notices about players' own cards. Spectators see only that there is a notice."""
_SETTLING = frozenset((Verb.READY, Verb.ROLL, Verb.DECLARE))
"""Actions whose result matters most, so that the log includes it."""


def state_of(record: Notice) -> str:
    """Return a notice's light; a match resumed with a different table is desynced."""
    if record.kind is NoticeKind.MATCH_RESUMED and record.steps:
        return "step"
    if record.kind is NoticeKind.GAME_ENDED and record.outcome is None:
        return "pause"  # the match was interrupted and can be resumed
    if record.mishap:
        return "watch"  # the move is neither refused nor flawless
    return _STATES.get(record.kind, "watch")


def light_of(status: str) -> str:
    """Return the light for a rules status; an undetermined status is "unsure"."""
    return status if status in ("legal", "illegal", "void") else "unsure"


def spoken(entry: PublicNotice) -> bool:
    """Return True if an entry is announced aloud."""
    return entry.record.kind in SPOKEN_KINDS


def caption(entry: PublicNotice, words: Words, *, spectator: bool) -> str:
    """Return an entry's caption for this viewer."""
    record = entry.record
    if spectator and record.kind is NoticeKind.REPEATED and record.about is not None:
        record = record.about
    if spectator and record.kind in _PRIVATE:
        return Message(f"page.watch.{record.kind.value}").render(words.lang)
    if spectator:
        record = replace(record, steps=())
    if _sealed(record) and record.action is not None:
        name = words.speaker.seat(record.action.seat)
        parts = Message("page.log.sealed", seat=name), Message("page.join.stop")
        text = "".join(part.render(words.lang) for part in parts)
        return f"{text}{turn_of(record, words)}".strip()
    return words.speaker.caption(record)


def turn_of(record: Notice, words: Words) -> str:
    """Return the announcement of the next turn, or "" if the notice has none."""
    seats = [seat for seat in record.to_act if seat != CHANCE]
    return words.speaker.turns(seats).render(words.lang) if record.next_turn and seats else ""


def _sealed(record: Notice) -> bool:
    """Return True if an action is still secret."""
    action = record.action
    if record.kind is not NoticeKind.ACCEPTED or action is None or record.data.get("events"):
        return False
    return action.verb in (Verb.DECLARE, Verb.CHOOSE) and not (action.value or action.also)


def entries(now: Snapshot, words: Words, *, spectator: bool) -> list[dict[str, Any]]:
    """Return the log's entries, newest first."""
    found: list[dict[str, Any]] = []
    turns = _turns(now)
    for entry in reversed(now.entries):
        if not entry.logged or entry.record.kind not in _LISTED:
            continue
        text = _text(entry, words, spectator=spectator)
        if not text:
            continue
        record = entry.record
        found.append(
            {
                "n": entry.n,
                "turn": turns[entry.n],
                "seat": record.action.seat if record.action else "",
                "state": state_of(record),
                "text": text,
                "clause": _clause(record, spectator=spectator),
            }
        )
        if len(found) == MOST_SHOWN:
            break
    return found


def _turns(now: Snapshot) -> dict[int, int]:
    """Return each entry's turn; for an accepted action, it is the turn of the previous notice."""
    found: dict[int, int] = {}
    after = 0
    for entry in now.entries:
        record = entry.record
        found[entry.n] = (
            (after or record.turn) if record.kind is NoticeKind.ACCEPTED else record.turn
        )
        after = record.turn
    return found


def _clause(record: Notice, *, spectator: bool) -> str:
    if spectator and record.kind in _PRIVATE:
        return ""
    if record.clauses:
        return record.clauses[0]
    events = record.data.get("events", ())
    return next((str(e["clause"]) for e in events if e.get("clause")), "")


def _text(entry: PublicNotice, words: Words, *, spectator: bool) -> str:
    record = entry.record
    action = record.action
    if record.kind is NoticeKind.ACCEPTED and action is not None:
        if action.seat == CHANCE and not words.speaker.caption(record):
            return ""
        head, more = words.describe_all(action, record)
        slip = record.mishap
        wrong = next((each for each in more if slip and slip in each), "")  # the seat is irrelevant
        followed = more if action.verb in _SETTLING else (wrong,) if wrong else ()
        return Message("page.join.stop").render(words.lang).join((head, *followed))
    if record.kind is NoticeKind.REFUSED and action is not None:
        return words.begun(words.speaker.action(action))
    if record.kind in (NoticeKind.DESYNCED, NoticeKind.QUESTION, NoticeKind.TABLE_FAULT):
        return Message(f"page.log.{record.kind.value}").render(words.lang)
    return caption(entry, words, spectator=spectator)
