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
    hand in view        nothing to do            its clock restarts when the hand leaves
    trouble             nothing to do            its clock restarts when trouble is over

A candidate becomes known after `frames` agreeing frames that span `settle_s`.  For *nothing* the
span is `gone_s`, because a lifted card usually comes back. Occlusion therefore never counts as
removal. The table is *calm* when no hand is in view and no cell has a candidate. Only then is the
whole table emitted, and only if it differs from the last one emitted.

Trouble is confirmed once it has lasted `trouble_s`; a lost or frozen camera is confirmed
immediately.
It is over after `recover_s` of good frames. The clock is the frames' own, never the machine's: the
same frames give the same tables.

This module contains no rules, texts or geometry.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.readings import Face, Reading, TableView, Trouble
from companion.referee.geometry import Placement, Sighting, TableGeometry


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Minimum durations before an observation counts, in seconds of the frames' clock."""

    frames: int = 3
    settle_s: float = 0.2
    gone_s: float = 0.7
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
_MARKS = frozenset((Face.CONTROL, Face.TOKEN))


def _key(content: _Content) -> _Key:
    """Return a comparison key: the sorted placements of a place's content."""
    if len(content) < 2:
        return (content[0].placement,) if content else ()
    return tuple(sorted(s.placement for s in content))


@dataclass(slots=True)
class _Place:
    """The known content and the candidate of one place."""

    known: _Content | None = None
    candidate: _Content | None = None
    since: float | None = None
    last: float = 0.0
    missed: float = 0.0
    count: int = 0

    def observe(self, content: _Content, now: float, thresholds: Thresholds) -> bool:
        """Observe one frame's content; return True if `known` has just changed."""
        if not content and self.known == ():  # the most frequent case
            self.candidate = None
            return False
        key = _key(content)
        if self.known is not None and key == _key(self.known):
            self.known, self.candidate = content, None
            return False
        if self.candidate is None or key != _key(self.candidate) or self.since is None:
            self.since, self.count = now, 0
        self.candidate, self.last, self.missed = content, now, 0.0
        self.count += 1
        span = thresholds.settle_s if content or self.known is None else thresholds.gone_s
        if self.count < thresholds.frames or now - (self.since or 0.0) < span - 1e-9:
            return False
        self.known, self.candidate, self.since = content, None, None
        return True

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
            return SettleResult(trouble=self._trouble, hand_s=now - self._hand_since)
        hand_s = self._hands_away(now)
        self._observe(view)
        self._note_marks(view)
        if self._trouble:
            return SettleResult(trouble=self._trouble, hand_s=hand_s)
        if not all(place.candidate is None for place in self._cells.values()):
            return SettleResult(hand_s=hand_s)
        shown, gone, self._shown, self._gone = self._shown, self._gone, (), ()
        calm = all(mark.candidate is None for mark in self._marks.values())
        table = self._table(view)
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
            if place.observe(content, now, self.thresholds):
                changed.append(name)
        return changed

    def _table(self, view: TableView) -> StableTable | None:
        """Return the calm table if it differs from the last one emitted."""
        cells = {name: p.known for name, p in self._cells.items() if p.known is not None}
        loose = [p.known[0].reading for p in self._loose.values() if p.known]
        keys = {name: _key(content) for name, content in cells.items()}
        emission = (keys, tuple(sorted(r.tag for r in loose)), view.mat)
        if not cells or emission == self._emitted:
            return None
        self._emitted = emission
        return StableTable(view.time_s, view.frame, cells, tuple(loose), view.mat)
