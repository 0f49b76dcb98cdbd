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
from dataclasses import dataclass, field
from typing import Final

from companion.readings import Face, Reading, TableView, Trouble
from companion.referee.geometry import Placement, Sighting, TableGeometry


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


def _key(content: _Content) -> _Key:
    """Return a comparison key: the sorted placements of a place's content."""
    if len(content) < 2:
        return (content[0].placement,) if content else ()
    return tuple(sorted(s.placement for s in content))


def _moved(earlier: _Content, later: _Content) -> bool:
    """Return True if a card has moved within its place, as in a hand."""
    before = {sighting.placement.tag: sighting.reading for sighting in earlier}
    return any(_distance(before[s.placement.tag], s.reading) > _STILL_MM for s in later)


def _distance(one: Reading, other: Reading) -> float:
    """Return the distance between two cards' centres, mm, or 0 without a mat."""
    if one.x_mm is None or one.y_mm is None or other.x_mm is None or other.y_mm is None:
        return 0.0
    return math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))


@dataclass(slots=True)
class _Place:
    """The known content and the candidate of one place.

    `look`: the look in which the known content was first seen; `emitted`: the last emitted content.
    `begun_s`, `begun`: the candidate's first time and look. `looks`, `frames`: the number of
    earlier looks and of all frames that agree. `since`, `count`: the same of the current look.
    """

    known: _Content | None = None
    candidate: _Content | None = None
    since: float | None = None
    last: float = 0.0
    missed: float = 0.0
    count: int = 0
    look: int = 0
    emitted: _Content | None = None
    begun_s: float = 0.0
    begun: int = 0
    looks: int = 0
    frames: int = 0

    def observe(self, content: _Content, now: float, look: int, thresholds: Thresholds) -> bool:
        """Observe one frame's content; return True if `known` has just changed."""
        if not content and self.known == ():  # the most frequent case
            self.candidate = None
            return False
        key = _key(content)
        if self.known is not None and key == _key(self.known):
            if self.emitted is self.known:
                self.emitted = content
            self.known, self.candidate = content, None
            return False
        earlier = self.candidate
        if (
            earlier is None
            or key != _key(earlier)
            or (self.since is None and _moved(earlier, content))
        ):
            self.begun_s, self.begun, self.looks, self.frames = now, look, 0, 0
            self.since, self.count = now, 0
        elif self.since is None:
            self.since, self.count, self.looks = now, 0, self.looks + 1
        self.candidate, self.last, self.missed = content, now, 0.0
        self.count += 1
        self.frames += 1
        if not self._is_settled(content, now, thresholds):
            return False
        # A card that is gone may be on its way to another cell until it counts as gone.
        self.known, self.look = content, self.begun if content else look
        self.candidate = self.since = None
        return True

    def _is_settled(self, content: _Content, now: float, thresholds: Thresholds) -> bool:
        """Return True if a candidate has been seen for long enough, in this look or in several."""
        span = thresholds.settle_s if content or self.known is None else thresholds.gone_s
        span -= 1e-9
        if self.count >= thresholds.frames and now - (self.since or 0.0) >= span:
            return True
        several = self.looks >= (1 if content else 2)
        return several and self.frames >= thresholds.frames and now - self.begun_s >= span

    def undecided_since(self, look: int) -> float:
        """Return the first look of the candidate; a card that is missing may still be moving."""
        if self.candidate is None:
            return math.inf
        return self.begun if self.candidate else look

    def has_changed(self) -> bool:
        """Return True if the known content has not been emitted."""
        if self.known is None or self.known is self.emitted:
            return False
        return self.emitted is None or _key(self.known) != _key(self.emitted)

    def wait(self, now: float, thresholds: Thresholds) -> None:
        """Record a good frame without a hand in which this place was not seen."""
        self.missed, self.last = self.missed + now - self.last, now
        if self.missed > thresholds.forget_s:
            self.candidate = None

    def restart(self, now: float) -> None:
        """Restart the candidate's clock, because a hand or trouble is in the way."""
        self.since, self.count, self.last = None, 0, now

    def previous(self, tag: str) -> Placement | None:
        """Return the last placement of a tag here, if any."""
        for sighting in (*(self.candidate or ()), *(self.known or ())):
            if sighting.placement.tag == tag:
                return sighting.placement
        return None


@dataclass(slots=True)
class Settler:
    """Settles the views of all frames, in order; see the module's theory of operation."""

    geometry: TableGeometry
    thresholds: Thresholds = field(default_factory=Thresholds)
    _cells: dict[str, _Place] = field(default_factory=dict)
    _marks: dict[str, _Place] = field(default_factory=dict)
    _loose: dict[str, _Place] = field(default_factory=dict)
    _emitted: object = None
    _look: int = 0
    """Number of times that hands have left."""
    _hidden: bool = False
    _shown: tuple[Reading, ...] = ()
    _gone: tuple[Reading, ...] = ()
    _trouble: Trouble | None = None
    _bad_since: float | None = None
    _good_since: float | None = None
    _hand_since: float | None = None
    _away_since: float | None = None

    def feed(self, view: TableView) -> SettleResult:
        """Settle one view."""
        now = view.time_s
        trouble = view.trouble or (None if view.mat else Trouble.NO_MAT)
        if trouble is not None:
            self._trouble_seen(trouble, now)
            return SettleResult(trouble=self._trouble)
        self._bad_since = None
        if self._good_since is None:
            self._good_since = now
        if self._trouble and now - self._good_since >= self.thresholds.recover_s - 1e-9:
            self._trouble = None
        if view.hand or view.moved_mm > self.thresholds.moved_mm:
            self._restart(now)
            self._away_since = None
            if self._hand_since is None:
                self._hand_since = now
            begins, self._hidden = not (self._hidden or self._trouble), True
            table = self._table(view, calm=False) if begins else None
            return SettleResult(table, trouble=self._trouble, hand_s=now - self._hand_since)
        hand_s = self._hands_away(now)
        self._look += self._hidden
        self._hidden = False
        self._observe(view)
        self._note_marks(view)
        if self._trouble:
            return SettleResult(trouble=self._trouble, hand_s=hand_s)
        if not all(place.candidate is None for place in self._cells.values()):
            return SettleResult(hand_s=hand_s)
        shown, gone, self._shown, self._gone = self._shown, self._gone, (), ()
        calm = all(mark.candidate is None for mark in self._marks.values())
        table = self._table(view, calm=True)
        if table or shown or gone:
            self._hand_since, hand_s = None, 0.0
        return SettleResult(table, shown, gone, hand_s=hand_s, calm=calm)

    def _hands_away(self, now: float) -> float:
        """Return the time for which hands have been in view, or 0 once they have left."""
        if self._away_since is None:
            self._away_since = now
        if now - self._away_since >= self.thresholds.away_s - 1e-9:
            self._hand_since = None
        return 0.0 if self._hand_since is None else now - self._hand_since

    def emit_again(self) -> None:
        """Emit the current table again at the next calm moment, even if unchanged."""
        self._emitted = None

    def _trouble_seen(self, trouble: Trouble, now: float) -> None:
        """Record trouble, and confirm it if it has lasted long enough."""
        self._good_since = self._hand_since = None
        self._restart(now)
        if self._bad_since is None:
            self._bad_since = now
        duration = now - self._bad_since
        if trouble in _SUDDEN or self._trouble or duration >= self.thresholds.trouble_s - 1e-9:
            self._trouble = trouble

    def _restart(self, now: float) -> None:
        """Restart the clock of every candidate."""
        for geometry in (self._cells, self._marks, self._loose):
            for place in geometry.values():
                place.restart(now)

    def _observe(self, view: TableView) -> None:
        """Update cells and loose cards from a good frame."""
        # Sorted, so that simultaneous changes are in the same order in every run.
        seen: dict[str, list[Reading]] = {cell: [] for cell in sorted(view.empty)}
        loose: dict[str, list[Reading]] = {tag: [] for tag in self._loose}
        marked = set[str]()
        for reading in view.readings:
            if reading.face in _MARKS or reading.face is Face.MAT:
                marked.add(reading.cell or "")
            elif reading.cell:
                seen.setdefault(reading.cell, []).append(reading)
            elif reading.tag:
                loose.setdefault(reading.tag, []).append(reading)
        for cell in view.covered - seen.keys():
            if cell in self._cells:
                self._cells[cell].wait(view.time_s, self.thresholds)
        for cell in marked & self._cells.keys() - seen.keys():
            self._cells[cell].candidate = None
        self._take(self._cells, seen, view.time_s)
        self._take(self._loose, loose, view.time_s)
        self._forget_moved(seen)
        for cell, place in self._cells.items():
            if cell not in seen and cell not in view.covered:
                place.wait(view.time_s, self.thresholds)

    def _forget_moved(self, seen: Mapping[str, list[Reading]]) -> None:
        """Forget the content of unseen cells whose cards are read elsewhere."""
        seen_fronts = {r.tag for each in seen.values() for r in each if r.face is Face.FRONT}
        for cell, place in self._cells.items():
            known = {s.placement.tag for s in place.known or () if s.placement.face is Face.FRONT}
            if cell not in seen and known & seen_fronts:
                self._cells[cell] = _Place()

    def _note_marks(self, view: TableView) -> None:
        """Record the marks that are newly shown, and those that are gone.

        They are emitted when the table is calm, because tokens are handled after cards.
        """
        before = {name: p.known[0].reading for name, p in self._marks.items() if p.known}
        hidden = {n for n, r in before.items() if r.cell and r.cell in view.covered}
        seen: dict[str, list[Reading]] = {name: [] for name in self._marks if name not in hidden}
        for reading in view.readings:
            if reading.face in _MARKS and reading.tag:
                seen.setdefault(f"{reading.tag} {reading.cell or ''}", []).append(reading)
        changed = self._moved_on(seen)
        changed += self._take(self._marks, seen, view.time_s, new_is_empty=True)
        after = {name: self._marks[name].known for name in changed}
        self._shown += tuple(content[0].reading for content in after.values() if content)
        self._gone += tuple(before[name] for name, content in after.items() if not content)

    def _moved_on(self, seen: Mapping[str, list[Reading]]) -> list[str]:
        """Return the marks that are gone because the same tag is seen elsewhere."""
        elsewhere = {r.tag for readings in seen.values() for r in readings}
        unseen = [n for n, r in seen.items() if not r and n.partition(" ")[0] in elsewhere]
        removed = [n for n in unseen if self._marks[n].known]
        for name in removed:
            self._marks[name] = _Place(())
        return removed

    def _take(
        self,
        geometry: dict[str, _Place],
        seen: Mapping[str, list[Reading]],
        now: float,
        *,
        new_is_empty: bool = False,
    ) -> list[str]:
        """Update places with a frame's contents; return the names of those that changed."""
        changed = []
        for name, readings in seen.items():
            place = geometry.get(name)
            if place is None:
                place = geometry[name] = _Place(() if new_is_empty else None)
            content: _Content = ()
            if readings:
                content = tuple(
                    Sighting(r, self.geometry.placement(r, place.previous(r.tag))) for r in readings
                )
            if place.observe(content, now, self._look, self.thresholds):
                changed.append(name)
        return changed

    def _table(self, view: TableView, *, calm: bool) -> StableTable | None:
        """Return the table if it differs from the last one emitted.

        When a hand arrives before the table is calm, the changes are emitted that were first seen
        in earlier looks than the unsettled ones, unless a moved card would be on two cells.
        """
        places = self._cells
        undecided = min((p.undecided_since(self._look) for p in places.values()), default=0)
        loose = tuple(p.known[0].reading for p in self._loose.values() if p.known)
        emission = tuple(sorted(r.tag for r in loose)), view.mat
        changed = any(p.look < undecided and p.has_changed() for p in places.values())
        if not changed and (not calm or emission == self._emitted):
            return None
        settled = {n: p.known if p.look < undecided else p.emitted for n, p in places.items()}
        cells = {name: content for name, content in settled.items() if content is not None}
        if not cells or (not calm and (self._emitted is None or _has_duplicates(cells))):
            return None
        for name, content in cells.items():
            places[name].emitted = content
        self._emitted = emission
        return StableTable(view.time_s, view.frame, cells, loose, view.mat)


def _has_duplicates(cells: Mapping[str, _Content]) -> bool:
    """Return True if a face-up card is on two cells."""
    tags = [
        s.placement.tag for each in cells.values() for s in each if s.placement.face is Face.FRONT
    ]
    return len(tags) > len(set(tags))
