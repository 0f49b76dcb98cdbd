"""The page's history of a match: all that the page shows and the referee's value does not contain.

`follow` adds one notice, given the referee right after it. Live and replayed matches are followed
notice by notice, so their pages are equal. Secrets are removed here (`companion.web.public`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.referee.notices import (
    TRAITS,
    Accepted,
    Explained,
    LanguageChanged,
    Notice,
    Refused,
    Reminder,
    Repeated,
    SessionStarted,
    TakenBack,
    TimeUp,
    VerdictEffect,
    with_steps,
)
from companion.referee.state import Referee
from companion.web.planning import SeatCommitment, seals_after
from companion.web.public import is_hidden_from_all, is_secret, public_record
from rules import CHANCE, Seat, Verb
from rules.core.match import MatchState

MOST_ENTRIES = 400
"""Maximum number of log entries kept for the page; the log file contains all of them."""


@dataclass(frozen=True, slots=True)
class PublicNotice:
    """A public notice; `n` counts from 1 and never decreases."""

    n: int
    record: Notice
    logged: bool = True


@dataclass(frozen=True, slots=True)
class Story:
    """The public notices of a match, and the secrets of each seat.

    `latest`: the last entry that is announced. `led`: earlier notices from the same frame that must
    be announced with it, such as a player's action before chance's. `verdict`: the last verdict;
    `good`: the one before a fault. `private_notices`: each seat's last secret notice.
    """

    entries: tuple[PublicNotice, ...] = ()
    latest: PublicNotice | None = None
    led: tuple[PublicNotice, ...] = ()
    verdict: PublicNotice | None = None
    good: PublicNotice | None = None
    private_notices: Mapping[Seat, Notice] = field(default_factory=dict)
    seals: tuple[SeatCommitment, ...] = ()

    @property
    def awaiting(self) -> PublicNotice | None:
        """The verdict, if it waits for players' hands or an answer."""
        entry = self.verdict
        effect = TRAITS[type(entry.record)].effect if entry is not None else None
        return entry if effect is VerdictEffect.AWAITED else None

    @property
    def last(self) -> tuple[str, ...]:
        """The cells of the last action."""
        record = self.verdict.record if self.verdict is not None else None
        action = record.action if isinstance(record, Accepted) else None
        return tuple(filter(None, (action.at, action.to))) if action is not None else ()


def follow(story: Story, notice: Notice, at: Referee) -> Story:
    """Return the story after a notice; `entries` stays the same object if it is not public."""
    if isinstance(notice, SessionStarted):
        return interrupted(story)
    traits, match = TRAITS[type(notice)], at.match
    if not traits.announced:
        return story
    story = replace(story, seals=seals_after(story.seals, notice, match))
    around = match.game, *_around(notice, match)
    if notice.action is not None and is_secret(notice, *around):
        private = {**story.private_notices, notice.action.seat: notice}
        story = replace(story, private_notices=private)
    if is_hidden_from_all(notice, *around):
        return story
    n = story.entries[-1].n + 1 if story.entries else 1
    entry = PublicNotice(n, _public(notice, match), traits.logged)
    led = _leading(story, notice)
    verdict, good = story.verdict, story.good
    if led and not isinstance(led[-1].record, TimeUp | TakenBack):
        pass  # the player's action remains the verdict
    elif traits.effect is VerdictEffect.ENDS_FAULT:
        verdict = good = _done(good)
    else:
        verdict = entry if traits.effect.is_verdict else verdict
        good = entry if traits.effect is VerdictEffect.GOOD else good
    return replace(
        story,
        entries=(*story.entries, entry)[-MOST_ENTRIES:],
        latest=story.latest if isinstance(notice, LanguageChanged) else entry,
        led=led,
        verdict=verdict,
        good=good,
    )


def interrupted(story: Story) -> Story:
    """Return the story of a match that resumes: its earlier questions and refusals are void."""
    good = _done(story.good)
    return replace(story, latest=good, led=(), verdict=good, good=good)


def _done(entry: PublicNotice | None) -> PublicNotice | None:
    """Return an entry whose steps have been done."""
    return entry and replace(entry, record=with_steps(entry.record, ()))


def _leading(story: Story, notice: Notice) -> tuple[PublicNotice, ...]:
    """Return the player's action that precedes chance's in the same frame, and later notices.

    Likewise, return a time-out before the default action, and an undo before the new
    interpretation of the table.
    """
    action, last = notice.action, story.latest
    if last is not None and _leads(last.record, notice):
        return (last,) if last.record.frame == notice.frame else ()
    if not isinstance(notice, Accepted) or action is None or last is None:
        return ()
    undone = story.led and isinstance(story.led[0].record, TimeUp | TakenBack)
    led = () if undone else story.led
    first = led[0].record if led else last.record
    if action.seat != CHANCE or not _acted(first) or first.frame != notice.frame:
        return ()
    return (*led, last)


def _leads(earlier: Notice, notice: Notice) -> bool:
    """Return True for notices that are announced together if they are of the same frame."""
    if isinstance(earlier, TimeUp):
        return isinstance(notice, Accepted)
    undone = isinstance(earlier, TakenBack) and not isinstance(notice, TakenBack)
    return undone and TRAITS[type(notice)].effect.is_verdict


def _acted(notice: Notice) -> bool:
    """Return True if a notice reports an action performed by players, not by chance itself.

    Players turn up chance's cards and throw its dice.
    """
    action = notice.action
    if not isinstance(notice, Accepted) or action is None or not notice.frame:
        return False
    return action.seat != CHANCE or action.verb in (Verb.FLIP, Verb.ROLL)


def _public(notice: Notice, match: MatchState[Any]) -> Notice:
    if isinstance(notice, Explained | Repeated | Reminder) and notice.about is not None:
        notice = replace(notice, about=_public(notice.about, match))
    return public_record(notice, match.game, *_around(notice, match))


def _around(notice: Notice, match: MatchState[Any]) -> tuple[Any, Any]:
    """Return the positions before and after a notice; for a refusal, the current one twice.

    A refused declaration may repeat one that was just accepted.
    """
    ply = match.plies[notice.ply - 1] if 0 < notice.ply <= len(match.plies) else None
    if isinstance(notice, Refused) or ply is None or ply.action != notice.action:
        return match.state, match.state
    return ply.before, ply.after
