"""The log on the page, and the captions under the picture."""

from typing import Any

from companion.referee.notices import (
    TRAITS,
    Accepted,
    Desynced,
    FaultyTable,
    GameEnded,
    MatchResumed,
    Notice,
    Question,
    Refused,
    Repeated,
    with_steps,
)
from companion.referee.words.actions import action_words
from companion.referee.words.speaker import notice_caption, turns_sentence
from companion.web.snapshot import Snapshot
from companion.web.story import PublicNotice
from companion.web.views.words import Words
from rules import CHANCE, Message, Verb
from rules.core.event import REVEALED

MOST_SHOWN = 60

_SETTLING = frozenset((Verb.READY, Verb.ROLL, Verb.DECLARE))
"""Actions whose result matters most, so that the log includes it."""


def state_of(record: Notice) -> str:
    """Return a notice's light; a match resumed with a different table is desynced."""
    if isinstance(record, MatchResumed) and record.steps:
        return "step"
    if isinstance(record, GameEnded) and record.outcome is None:
        return "pause"  # the match was interrupted and can be resumed
    if record.mishap:
        # A card that was turned up too early counts; other mishaps are found out too late.
        early = any(event.kind == REVEALED and event.clause for event in record.events)
        return "watch" if early else "illegal"
    return TRAITS[type(record)].light


def light_of(status: str) -> str:
    """Return the light for a rules status; an undetermined status is "unsure"."""
    return status if status in ("legal", "illegal", "void") else "unsure"


def spoken(entry: PublicNotice) -> bool:
    """Return True if an entry is announced aloud."""
    return TRAITS[type(entry.record)].spoken


def caption(entry: PublicNotice, words: Words, *, spectator: bool) -> str:
    """Return an entry's caption for this viewer."""
    record = entry.record
    if spectator and isinstance(record, Repeated) and record.about is not None:
        record = record.about
    if spectator and TRAITS[type(record)].private:
        return Message(f"page.watch.{record.kind}").render(words.lang)
    if spectator:
        record = with_steps(record, ())
    if _sealed(record) and record.action is not None:
        name = words.wording.seat(record.action.seat)
        parts = Message("page.log.sealed", seat=name), Message("page.join.stop")
        text = "".join(part.render(words.lang) for part in parts)
        return f"{text}{turn_of(record, words)}".strip()
    return notice_caption(words.wording, record)


def turn_of(record: Notice, words: Words) -> str:
    """Return the announcement of the next turn, or "" if the notice has none."""
    seats = [seat for seat in record.to_act if seat != CHANCE]
    return (
        turns_sentence(words.wording, seats).render(words.lang)
        if record.next_turn and seats
        else ""
    )


def _sealed(record: Notice) -> bool:
    """Return True if an action is still secret."""
    action = record.action
    if not isinstance(record, Accepted) or action is None or record.events:
        return False
    return action.verb in (Verb.DECLARE, Verb.CHOOSE) and not (action.value or action.also)


def entries(now: Snapshot, words: Words, *, spectator: bool) -> list[dict[str, Any]]:
    """Return the log's entries, newest first."""
    found: list[dict[str, Any]] = []
    turns = _turns(now)
    for entry in reversed(now.story.entries):
        if not entry.logged or not TRAITS[type(entry.record)].listed:
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
    for entry in now.story.entries:
        record = entry.record
        found[entry.n] = (after or record.turn) if isinstance(record, Accepted) else record.turn
        after = record.turn
    return found


def _clause(record: Notice, *, spectator: bool) -> str:
    if spectator and TRAITS[type(record)].private:
        return ""
    if record.clauses:
        return record.clauses[0]
    return next((event.clause for event in record.events if event.clause), "")


def _text(entry: PublicNotice, words: Words, *, spectator: bool) -> str:
    record = entry.record
    action = record.action
    if isinstance(record, Accepted) and action is not None:
        if action.seat == CHANCE and not notice_caption(words.wording, record):
            return ""
        head, more = words.describe_all(action, record)
        slip = record.mishap
        wrong = next((each for each in more if slip and slip in each), "")  # the seat is irrelevant
        followed = more if action.verb in _SETTLING else (wrong,) if wrong else ()
        parts = dict.fromkeys((*words.headline(record), head, *followed))
        return Message("page.join.stop").render(words.lang).join(parts)
    if isinstance(record, Refused) and action is not None:
        return words.begun(action_words(words.wording, action))
    if isinstance(record, Desynced | Question | FaultyTable):
        return Message(f"page.log.{record.kind}").render(words.lang)
    return caption(entry, words, spectator=spectator)
