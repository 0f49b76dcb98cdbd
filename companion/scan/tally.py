"""Counts physical copies, each only once, however often it is seen.

Theory of operation

A tag identifies one piece of paper, so counting is adding to a set. Three cases need more care:

    seen again        a resting card is in every frame, so `again` is reported only when a tag
                      returns after `_GONE_S` out of sight, or in another photograph
    seen twice        the same tag at two places in one picture cannot be one piece of paper: a
                      copy was printed twice or photocopied. One photograph proves it. With a live
                      camera, two frames are needed, because one may be torn
    strangers         tags and codes that are in no manifest are counted once for each content;
                      unreadable ones are counted for each photograph

A tally is a fold over its own events. `ScanTally.recall` applies a log's events, and then the
count continues.
"""

import enum
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Self

from companion.readings import Face, Reading
from companion.scan.stock import PrintedCopy, PrintedStock

_GONE_S = 2.5
"""Time in seconds after which a tag counts as gone. Live frames are searched completely every
second."""
_TWICE_FRAMES = 2


class ScanEventKind(enum.StrEnum):
    """Kinds of events in a scan."""

    SCAN_STARTED = "scan_started"
    COUNTED = "counted"
    AGAIN = "again"
    TWICE = "twice"
    STRANGER = "stranger"
    PICTURE = "picture"
    COMPLETE = "complete"
    SCAN_ENDED = "scan_ended"


class StrangerKind(enum.StrEnum):
    """Kinds of tags that are in no manifest."""

    OTHER_GAME = "other_game"
    OTHER_PRINT = "other_print"
    OTHER_CODE = "other_code"
    UNREADABLE = "unreadable"


_SORTS = frozenset(StrangerKind)


@dataclass(frozen=True, slots=True)
class ScanEvent:
    """One event, with its facts as JSON values."""

    kind: ScanEventKind
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StrangerTag:
    """A tag that is in no manifest: its `text`, and the `game`, `card` and `copy` in the text."""

    what: StrangerKind
    text: str = ""
    game: str = ""
    card: str = ""
    copy: int = 0
    number: int = -1

    @classmethod
    def of(cls, facts: Mapping[str, object]) -> Self:
        """Return the tag in an event's facts."""
        return cls(
            StrangerKind(str(facts["what"])),
            str(facts.get("text", "")),
            str(facts.get("game", "")),
            str(facts.get("card", "")),
            _number(facts, "copy"),
            _number(facts, "number"),
        )


@dataclass(frozen=True, slots=True)
class TagsInView:
    """The contents of one picture for the tally: its source, time and tags.

    `live` is True for a frame of a camera or a video, and False for a photograph. `unread` is the
    number of tags that could not be read. `strangers` are foreign tags, and `controls` is the
    number of control cards. `trouble` is the reason why little can be seen: a `Trouble`'s value,
    or "mirrored".
    """

    source: str
    readings: tuple[Reading, ...] = ()
    time_s: float = 0.0
    live: bool = False
    strangers: tuple[StrangerTag, ...] = ()
    unread: int = 0
    controls: int = 0
    trouble: str = ""


@dataclass(slots=True)
class ScanTally:
    """The state of a count. `counted` maps each tag to the source in which it was first seen."""

    stock: PrintedStock
    counted: dict[str, str] = field(default_factory=dict)
    twice: dict[str, int] = field(default_factory=dict)
    strangers: dict[StrangerTag, str] = field(default_factory=dict)
    unread: dict[str, int] = field(default_factory=dict)
    face_down: dict[str, int] = field(default_factory=dict)
    sources: dict[str, None] = field(default_factory=dict)
    _seen: dict[str, float] = field(default_factory=dict)
    _doubles: Counter[str] = field(default_factory=Counter)

    def take(self, glance: TagsInView) -> list[ScanEvent]:
        """Count the tags in a picture, and return the events."""
        self.sources.setdefault(glance.source)
        known = [r for r in glance.readings if r.tag in self.stock.copies]
        events, new, again = [], 0, 0
        for tag, places in Counter(r.tag for r in known).items():
            facts = copy_facts(self.stock.copies[tag], glance.source)
            if tag not in self.counted:
                self.counted[tag] = glance.source
                new += 1
                events.append(ScanEvent(ScanEventKind.COUNTED, facts))
            elif not glance.live or glance.time_s - self._seen.get(tag, -math.inf) > _GONE_S:
                again += 1
                if glance.live:
                    events.append(ScanEvent(ScanEventKind.AGAIN, facts))
            self._seen[tag] = glance.time_s
            if places > 1 and self._is_twice(tag, places, live=glance.live):
                events.append(ScanEvent(ScanEventKind.TWICE, {**facts, "places": places}))
        events += self._strange(glance)
        if not glance.live:
            events.append(self._picture(glance, new, again))
        return events

    def recall(self, kind: str, facts: Mapping[str, object]) -> None:
        """Apply one event from a log.

        Cards that are no longer in a manifest are omitted, and so are kinds from later versions.
        """
        tag, source = str(facts.get("tag", "")), str(facts.get("source", ""))
        if kind == ScanEventKind.COUNTED and tag in self.stock.copies:
            self.sources.setdefault(source)
            self.counted.setdefault(tag, source)
        elif kind == ScanEventKind.TWICE and tag in self.stock.copies:
            self.twice[tag] = _number(facts, "places")
        elif kind == ScanEventKind.STRANGER and facts.get("what") in _SORTS:
            self.strangers.setdefault(StrangerTag.of(facts), source)
        elif kind == ScanEventKind.PICTURE:
            self.sources.setdefault(source)
            self._note(source, _number(facts, "unread"), _number(facts, "face_down"))

    def _is_twice(self, tag: str, places: int, *, live: bool) -> bool:
        """Return True if a tag at several places is a new, certain duplicate."""
        self._doubles[tag] += 1
        sure = not live or self._doubles[tag] >= _TWICE_FRAMES
        if not sure or self.twice.get(tag, 1) >= places:
            return False
        self.twice[tag] = places
        return True

    def _strange(self, glance: TagsInView) -> list[ScanEvent]:
        events = []
        for stranger in glance.strangers:
            if stranger not in self.strangers:
                self.strangers[stranger] = glance.source
                facts = {**asdict(stranger), "what": stranger.what.value, "source": glance.source}
                events.append(ScanEvent(ScanEventKind.STRANGER, facts))
        return events

    def _picture(self, glance: TagsInView, new: int, again: int) -> ScanEvent:
        down = sum(1 for r in glance.readings if r.face is Face.BACK)
        self._note(glance.source, glance.unread, down)
        facts = {
            "source": glance.source,
            "new": new,
            "again": again,
            "unread": glance.unread,
            "face_down": down,
            "controls": glance.controls,
            "strangers": len(glance.strangers),
            "trouble": glance.trouble,
        }
        return ScanEvent(ScanEventKind.PICTURE, facts)

    def _note(self, source: str, unread: int, face_down: int) -> None:
        for kept, number in ((self.unread, unread), (self.face_down, face_down)):
            if number:
                kept[source] = number
            else:
                kept.pop(source, None)


def copy_facts(copy: PrintedCopy, source: str) -> dict[str, object]:
    """Return an event's facts about a printed card."""
    facts = {"tag": copy.tag, "card": copy.card, "copy": copy.copy, "owner": copy.owner}
    return {**facts, "source": source}


def _number(facts: Mapping[str, object], name: str) -> int:
    value = facts.get(name, 0)
    return value if isinstance(value, int) else 0
