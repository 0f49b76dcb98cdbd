"""Settling: derives the table's content from the content of single frames.

Theory of operation
-------------------
A camera sees a table through hands, glare and noise; the rules need facts.  Each *place* has
content that is `known` and may have a `candidate` that differs from it.  Places are the cells of
the mat, and one place each for a control card or loose card. One frame reports one of three things
about a place:

    content   these tags are there, with this placement   (a reading names the cell)
    nothing   the place itself is seen empty              (the view's `empty`)
    unknown   a hand, glare, or an unread tag hides it    (`covered`, or not mentioned)

    frame says          known, no candidate      candidate running
    ------------------  -----------------------  ------------------------------------------
    the known content   nothing to do            candidate dropped
    other content       candidate starts         same: counts; other: starts again
    unknown             nothing to do            waits; dropped when unseen for `forget_s`,
                                                 immediately when a token is seen there
    hand in view        the look ends            its clock restarts when the hand leaves
    trouble             nothing to do            its clock restarts when trouble is over

A candidate becomes known after `frames` agreeing frames that span `settle_s`.  For *nothing* the
span is `gone_s`, because a lifted card usually comes back. Occlusion therefore never counts as
removal. The table is *calm* when no hand is in view and no cell has a candidate. Then the whole
table is emitted, if it differs from the last one emitted.

Fast players leave only *looks* that are too short for this: the frames between two hands. So
frames of several looks also count together if the card has not moved in between; *nothing* needs
three looks. When a hand ends a look, the changes are emitted that were first seen before the look
of each remaining candidate, so that a move is judged although the next one has begun.

Trouble is confirmed once it has lasted `trouble_s`; a lost or frozen camera is confirmed
immediately.
It is over after `recover_s` of good frames. The clock is the frames' own, never the machine's: the
same frames give the same tables.

This module contains no rules, texts or geometry.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from companion.readings import Face, Reading, TableView, Trouble
from companion.referee.geometry import Placement, Sighting, TableGeometry, distance_mm


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Minimum durations before an observation counts, in seconds of the frames' clock."""

    frames: int = 3
    settle_s: float = 0.2
    gone_s: float = 0.65
    forget_s: float = 1.5
    trouble_s: float = 1.0
    recover_s: float = 0.5
    hands_s: float = 20.0
    away_s: float = 1.0
    remind_s: float = 10.0
    moved_mm: float = 4.0


@dataclass(frozen=True, slots=True)
class StableTable:
    """The whole table at a calm moment.

    `cells`: the content of each cell, or () if it was seen empty; cells never seen are omitted.
    `loose`: cards in no cell.  `mat`: the mat's name.
    """

    time_s: float
    frame: int
    cells: Mapping[str, tuple[Sighting, ...]]
    loose: tuple[Reading, ...] = ()
    mat: str = ""


@dataclass(frozen=True, slots=True)
class SettleResult:
    """The result of one frame: a newly settled table, marks shown or gone, and current trouble.

    Marks are control cards and tokens; one that moved to another cell is shown again. `table` is
    None unless the table has newly settled. `hand_s` is the time for which hands have been in view.
    Hands that do not move go unnoticed for a frame or two, so only `away_s` without hands, or a
    readable table, ends this time. `calm`: no hand is in view and no cell has a candidate.
    """

    table: StableTable | None = None
    shown: tuple[Reading, ...] = ()
    gone: tuple[Reading, ...] = ()
    trouble: Trouble | None = None
    hand_s: float = 0.0
    calm: bool = False


_Content = tuple[Sighting, ...]
_Key = tuple["Placement", ...]
_SUDDEN = frozenset((Trouble.LOST, Trouble.FROZEN, Trouble.READER, Trouble.PHONE))
_STILL_MM: Final = 2.0
"""Maximum movement of a card between two looks that a resting card may seem to make, mm."""
_MARKS = frozenset((Face.CONTROL, Face.TOKEN))
_EPSILON_S: Final = 1e-9


class _Candidate(NamedTuple):
    """A content that may become the known one.

    `begun_s`, `begun`: its first time and look. `looks`, `frames`: the number of earlier looks and
    of all frames that agree. `since`, `in_look`: the first time and the number of frames in the
    current look. `last`, `missed`: the time of the last frame, and the time not seen.
    """

    content: _Content
    begun_s: float
    begun: int
    since: float | None
    last: float
    in_look: int = 1
    looks: int = 0
    frames: int = 1
    missed: float = 0.0

    def is_settled(self, now: float, span: float, frames: int) -> bool:
        """Return True if it was seen for long enough, in this look or in several."""
        if self.in_look >= frames and now - (self.since or 0.0) >= span - _EPSILON_S:
            return True
        several = self.looks >= (1 if self.content else 2)
        return several and self.frames >= frames and now - self.begun_s >= span - _EPSILON_S

    def undecided_since(self, look: int) -> int:
        """Return its first look; a card that is missing may still be moving."""
        return self.begun if self.content else look


class _Place(NamedTuple):
    """The known content and the candidate of one place.

    `look`: the look in which the known content was first seen; `emitted`: the last emitted content.
    """

    known: _Content | None = None
    candidate: _Candidate | None = None
    look: int = 0
    emitted: _Content | None = None

    def observed(self, content: _Content, now: float, look: int, limits: Thresholds) -> "_Place":
        """Return the place after one frame's content."""
        key, found = _key(content), self.candidate
        if self.known is not None and key == _key(self.known):
            emitted = content if self.emitted is self.known else self.emitted
            return _Place(content, None, self.look, emitted)
        if (
            found is None
            or key != _key(found.content)
            or (found.since is None and _moved(found.content, content))
        ):
            found = _Candidate(content, now, look, now, now)
        else:
            new = int(now > found.last)  # the same view may be received twice
            since, in_look, looks = found.since, found.in_look + new, found.looks
            if since is None:
                since, in_look, looks = now, 1, looks + 1
            begun = found.begun_s, found.begun
            found = _Candidate(content, *begun, since, now, in_look, looks, found.frames + new)
        span = limits.settle_s if content or self.known is None else limits.gone_s
        if not found.is_settled(now, span, limits.frames):
            return self._replace(candidate=found)
        # A card that is gone may be on its way to another cell until it counts as gone.
        return _Place(content, None, found.begun if content else look, self.emitted)

    def unseen(self, now: float, limits: Thresholds) -> "_Place":
        """Return the place after a good frame without a hand in which it was not seen."""
        if self.candidate is None:
            return self
        missed = self.candidate.missed + now - self.candidate.last
        kept = missed <= limits.forget_s
        candidate = self.candidate._replace(missed=missed, last=now) if kept else None
        return self._replace(candidate=candidate)

    def restarted(self, now: float) -> "_Place":
        """Return the place with its candidate's clock stopped by a hand or trouble."""
        if self.candidate is None:
            return self
        return self._replace(candidate=self.candidate._replace(since=None, in_look=0, last=now))

    def previous(self, tag: str) -> Placement | None:
        """Return the last placement of a tag here, if any."""
        candidate = self.candidate.content if self.candidate else ()
        for sighting in (*candidate, *(self.known or ())):
            if sighting.placement.tag == tag:
                return sighting.placement
        return None


_Places = Mapping[str, _Place]


def _key(content: _Content) -> _Key:
    """Return a comparison key: the sorted placements of a place's content."""
    if len(content) < 2:
        return (content[0].placement,) if content else ()
    return tuple(sorted(s.placement for s in content))


def _differ(one: _Content | None, other: _Content | None) -> bool:
    """Return True if two contents do not agree; a content never seen differs from any other."""
    return one is not other and (one is None or other is None or _key(one) != _key(other))


def _moved(earlier: _Content, later: _Content) -> bool:
    """Return True if a card has moved within its place, as in a hand."""
    before = {sighting.placement.tag: sighting.reading for sighting in earlier}
    moves = (distance_mm(before[s.placement.tag], s.reading) for s in later)
    return any(distance is not None and distance > _STILL_MM for distance in moves)


@dataclass(frozen=True, slots=True)
class _Picture:
    """Confirmed trouble with the picture, and the times since which frames are bad or good."""

    trouble: Trouble | None = None
    bad_since: float | None = None
    good_since: float | None = None

    def bad(self, trouble: Trouble, now: float, limits: Thresholds) -> "_Picture":
        """Return the quality after a bad frame; its trouble is confirmed if it lasts."""
        since = now if self.bad_since is None else self.bad_since
        lasting = now - since >= limits.trouble_s - _EPSILON_S
        confirmed = trouble in _SUDDEN or self.trouble or lasting
        return _Picture(trouble if confirmed else None, since)

    def good(self, now: float, limits: Thresholds) -> "_Picture":
        """Return the quality after a good frame; trouble is over after some of them."""
        since = now if self.good_since is None else self.good_since
        recovered = now - since >= limits.recover_s - _EPSILON_S
        return _Picture(None if recovered else self.trouble, None, since)


@dataclass(frozen=True, slots=True)
class _Hands:
    """The times since which hands have been in view and away; `looks` counts their departures."""

    since: float | None = None
    away_since: float | None = None
    looks: int = 0
    in_view: bool = False

    def reached(self, now: float) -> "_Hands":
        """Return the times after a frame with a hand."""
        since = now if self.since is None else self.since
        return _Hands(since, None, self.looks, in_view=True)

    def left(self, now: float, limits: Thresholds) -> "_Hands":
        """Return the times after a frame without a hand."""
        away = now if self.away_since is None else self.away_since
        gone = now - away >= limits.away_s - _EPSILON_S
        return _Hands(None if gone else self.since, away, self.looks + self.in_view)

    def seconds(self, now: float) -> float:
        """Return the time for which hands have been in view, or 0 once they have left."""
        return 0.0 if self.since is None else now - self.since


@dataclass(frozen=True, slots=True)
class Settling:
    """The progress of settling after a view.

    `shown`, `gone`: marks that are emitted at the next calm moment. `emitted`: the loose cards and
    the mat emitted last, or None to emit the table again even if it is unchanged.
    """

    cells: _Places = field(default_factory=dict)
    marks: _Places = field(default_factory=dict)
    loose: _Places = field(default_factory=dict)
    shown: tuple[Reading, ...] = ()
    gone: tuple[Reading, ...] = ()
    emitted: tuple[tuple[str, ...], str] | None = None
    picture: _Picture = _Picture()
    hands: _Hands = _Hands()


def settle(
    at: Settling, view: TableView, geometry: TableGeometry, limits: Thresholds
) -> tuple[Settling, SettleResult]:
    """Settle one view; return the progress after it."""
    now = view.time_s
    trouble = view.trouble or (None if view.mat else Trouble.NO_MAT)
    if trouble is not None:
        picture = at.picture.bad(trouble, now, limits)
        hands = replace(at.hands, since=None)
        return _restarted(at, now, picture, hands), SettleResult(trouble=picture.trouble)
    picture = at.picture.good(now, limits)
    if view.hand or view.moved_mm > limits.moved_mm:
        begins, hands = not (at.hands.in_view or picture.trouble), at.hands.reached(now)
        at, table = _restarted(at, now, picture, hands), None
        if begins:
            at, table = _emit(at, view, calm=False)
        return at, SettleResult(table, trouble=picture.trouble, hand_s=hands.seconds(now))
    hands = at.hands.left(now, limits)
    frame = _Frame(view, hands.looks, geometry, limits)
    cells, loose = _observe(at, frame)
    marks, shown, gone = _observe_marks(at.marks, frame)
    shown, gone = (*at.shown, *shown), (*at.gone, *gone)
    at = Settling(cells, marks, loose, shown, gone, at.emitted, picture, hands)
    if picture.trouble or any(place.candidate for place in cells.values()):
        return at, SettleResult(trouble=picture.trouble, hand_s=hands.seconds(now))
    calm = not any(mark.candidate for mark in marks.values())
    at, table = _emit(at, view, calm=True)
    if table or shown or gone:
        at = replace(at, shown=(), gone=(), hands=replace(hands, since=None))
    return at, SettleResult(table, shown, gone, hand_s=at.hands.seconds(now), calm=calm)


def _restarted(at: Settling, now: float, picture: _Picture, hands: _Hands) -> Settling:
    """Return the progress with every candidate's clock stopped by a hand or trouble."""
    cells, marks, loose = (
        {name: place.restarted(now) for name, place in places.items()}
        for places in (at.cells, at.marks, at.loose)
    )
    return Settling(cells, marks, loose, at.shown, at.gone, at.emitted, picture, hands)


class _Frame(NamedTuple):
    """A good frame, and what its readings are compared with."""

    view: TableView
    look: int
    geometry: TableGeometry
    limits: Thresholds

    def take(self, places: _Places, seen: Mapping[str, list[Reading]], new: _Place) -> _Places:
        """Return places with their contents in this frame; a `new` one begins like this."""
        taken, now, placement = dict(places), self.view.time_s, self.geometry.placement
        for name, readings in seen.items():
            place = taken.get(name, new)
            if not readings and place.known == () and place.candidate is None:
                continue  # the most frequent case
            content = tuple([Sighting(r, placement(r, place.previous(r.tag))) for r in readings])
            taken[name] = place.observed(content, now, self.look, self.limits)
        return taken


def _observe(at: Settling, frame: _Frame) -> tuple[_Places, _Places]:
    """Return the cells and the loose cards after a good frame."""
    # Sorted, so that simultaneous changes are in the same order in every run.
    view = frame.view
    seen: dict[str, list[Reading]] = {cell: [] for cell in sorted(view.empty)}
    loose: dict[str, list[Reading]] = {tag: [] for tag in at.loose}
    marked = set[str]()
    for reading in view.readings:
        if reading.face in _MARKS or reading.face is Face.MAT:
            marked.add(reading.cell or "")
        elif reading.cell:
            seen.setdefault(reading.cell, []).append(reading)
        elif reading.tag:
            loose.setdefault(reading.tag, []).append(reading)
    fronts = {r.tag for each in seen.values() for r in each if r.face is Face.FRONT}
    cells = dict(at.cells)
    for cell in cells.keys() - seen.keys():
        place = cells[cell]
        known = {s.placement.tag for s in place.known or () if s.placement.face is Face.FRONT}
        if known & fronts:  # its card is read elsewhere
            cells[cell] = _Place()
        elif cell in marked:
            cells[cell] = place._replace(candidate=None)
        else:
            cells[cell] = place.unseen(view.time_s, frame.limits)
    return frame.take(cells, seen, _Place()), frame.take(at.loose, loose, _Place())


def _observe_marks(
    marks: _Places, frame: _Frame
) -> tuple[_Places, tuple[Reading, ...], tuple[Reading, ...]]:
    """Return the marks after a good frame, those newly shown, and those that are gone.

    They are emitted when the table is calm, because tokens are handled after cards. A mark is gone
    at once if the same tag is seen elsewhere.
    """
    view = frame.view
    before = {name: p.known[0].reading for name, p in marks.items() if p.known}
    hidden = {n for n, r in before.items() if r.cell and r.cell in view.covered}
    seen: dict[str, list[Reading]] = {name: [] for name in marks if name not in hidden}
    for reading in view.readings:
        if reading.face in _MARKS and reading.tag:
            seen.setdefault(f"{reading.tag} {reading.cell or ''}", []).append(reading)
    elsewhere = {r.tag for readings in seen.values() for r in readings}
    moved = [n for n, r in seen.items() if not r and n in before and n.split(" ")[0] in elsewhere]
    empty = _Place(())
    kept = {**marks, **dict.fromkeys(moved, empty)}
    after = frame.take(kept, seen, empty)
    changed = [n for n in seen if _differ(kept.get(n, empty).known, after[n].known)]
    shown = tuple(known[0].reading for n in changed if (known := after[n].known))
    gone = (*moved, *(n for n in changed if not after[n].known))
    return after, shown, tuple(before[name] for name in gone)


def _emit(at: Settling, view: TableView, *, calm: bool) -> tuple[Settling, StableTable | None]:
    """Return the table if it differs from the last one emitted, and the progress after it.

    When a hand arrives before the table is calm, the changes are emitted that were first seen
    in earlier looks than the unsettled ones, unless a moved card would be on two cells.
    """
    places, look = at.cells, at.hands.looks
    candidates = [place.candidate for place in places.values() if place.candidate]
    undecided = min((each.undecided_since(look) for each in candidates), default=math.inf)
    loose = tuple(p.known[0].reading for p in at.loose.values() if p.known)
    emission = tuple(sorted(r.tag for r in loose)), view.mat
    unequal = [p for p in places.values() if p.known is not p.emitted and p.known is not None]
    changed = any(p.look < undecided and _differ(p.known, p.emitted) for p in unequal)
    if not changed and (not calm or emission == at.emitted):
        return at, None
    settled = {n: p.known if p.look < undecided else p.emitted for n, p in places.items()}
    cells = {name: content for name, content in settled.items() if content is not None}
    if not cells or (not calm and (at.emitted is None or _has_duplicates(cells))):
        return at, None
    emitted = {name: p._replace(emitted=cells.get(name, p.emitted)) for name, p in places.items()}
    table = StableTable(view.time_s, view.frame, cells, loose, view.mat)
    return replace(at, cells=emitted, emitted=emission), table


def _has_duplicates(cells: Mapping[str, _Content]) -> bool:
    """Return True if a face-up card is on two cells."""
    tags = [
        s.placement.tag for each in cells.values() for s in each if s.placement.face is Face.FRONT
    ]
    return len(tags) > len(set(tags))
