"""Merges the views of several cameras over one table into one view.

Theory of operation

The referee sees one table, so the cameras' views become one `TableView`. A view counts if its
picture has no trouble and shows the same mat as the first such view. A view with a hand is left out
if the views without hands contain all of its cells. Then each place is taken from the camera that
sees it best:

  a card, a token    one reading for each piece of paper: one of this frame before a held one, then
                     the one with more px per module
  a cell             the cards that are read there; else empty, if one camera sees it empty; else
                     covered
  a tray             the dice of one camera, as long as it reports any; a die that it cannot read,
                     from another

Two cameras *differ* about a place if their answers exclude each other: other tags in one spot, a
card in a cell that another camera sees empty, or other values of one die. Such a place counts as
covered, so nothing follows from it. Pictures of different moments may differ for a few frames;
`Merged.differing` has the times since when.

The fiducials' readings are those of the camera whose picture is shown.
"""

import math
import statistics
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.readings import DieReading, Face, Reading, TableView, Trouble
from companion.vision.mat.memory import HELD_CONFIDENCE
from companion.vision.reader.sightings import px_per_module

_SPOT_MM = 20.0
"""Distance below which two cards, of which only one can be seen, are in the same spot."""
_DIE_MM = 10.0
_BETTER = 1.2
"""Factor by which a later camera's picture must be better, so that readings do not alternate."""
_ABSENT = frozenset((Trouble.LOST, Trouble.READER, Trouble.BUSY, Trouble.PHONE))
"""Troubles of a camera that say nothing about the table."""
_PAPERS = frozenset((Face.FRONT, Face.BACK))

Views = Mapping[int, TableView]
"""Views by the number of their camera."""


@dataclass(frozen=True, slots=True)
class TrayDice:
    """The last dice in a tray, the camera that read them, and their throw in the merged view."""

    camera: int
    dice: tuple[DieReading, ...]
    throw: int


@dataclass(frozen=True, slots=True)
class Merged:
    """A merged view, the cameras that it used, and what the next merge needs.

    `differing` maps each place about which cameras differ to the time since when they do.
    """

    view: TableView
    used: tuple[int, ...] = ()
    differing: Mapping[str, float] = field(default_factory=dict)
    trays: Mapping[str, TrayDice] = field(default_factory=dict)


def merge(views: Views, shown: int, time_s: float, frame: int, before: Merged | None) -> Merged:
    """Return the view of the table at this time from the cameras' latest views (at least one).

    `shown` is the camera whose picture people see; `before` is the last result. If no view is
    usable, the result has the trouble of the first camera that has a picture.
    """
    good = _usable(views)
    since, trays = (before.differing, before.trays) if before else ({}, {})
    if not good:
        pictured = (view for view in views.values() if view.trouble not in _ABSENT)
        view = next(pictured, next(iter(views.values())))
        return Merged(replace(view, time_s=time_s, frame=frame), trays=trays)
    best = _best(good)
    doubtful = _other_tags(best, good) | _not_empty(best, good)
    dice, unlike, trays = _dice(good, trays)
    kept = tuple(r for _, r in best if r.cell not in doubtful)
    read = {r.cell for r in kept if r.cell}
    empty = _union(view.empty for view in good.values()) - doubtful - read
    cells = _union(_cells(view) for view in good.values())
    marks = (r for r in views[shown].readings if r.face is Face.MAT) if shown in views else ()
    sizes = [px_per_module(r.corners) for r in kept if r.tag]
    view = TableView(
        time_s=time_s,
        frame=frame,
        readings=(*kept, *marks),
        empty=empty,
        covered=cells - empty - read,
        hand=any(view.hand for view in good.values()),
        mat=next(iter(good.values())).mat,
        moved_mm=max(view.moved_mm for view in good.values()),
        px_per_module=statistics.median(sizes) if sizes else 0.0,
        dice=dice,
        outside=frozenset.intersection(*(view.outside for view in good.values())),
        pending=_union(view.pending for view in good.values()) - empty - read,
    )
    differing = {each: since.get(each, time_s) for each in sorted(doubtful | unlike)}
    return Merged(view, tuple(good), differing, trays)


def _usable(views: Views) -> dict[int, TableView]:
    """Return the views that count."""
    good = {i: view for i, view in views.items() if view.mat and view.trouble is None}
    mat = next((view.mat for view in good.values()), "")
    good = {i: view for i, view in good.items() if view.mat == mat}
    free = _union(_cells(view) - view.outside for view in good.values() if not view.hand)
    return {i: v for i, v in good.items() if not v.hand or not _cells(v) - v.outside <= free}


def _cells(view: TableView) -> frozenset[str]:
    """Return all cells of a view's mat."""
    return view.empty | view.covered | {r.cell for r in view.readings if r.cell}


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset[str]().union(*sets)


def _best(good: Views) -> list[tuple[int, Reading]]:
    """Return the best reading of each piece of paper with its camera, fiducials apart."""
    every = [(i, r) for i, view in good.items() for r in view.readings if r.face is not Face.MAT]
    order = {camera: n for n, camera in enumerate(good)}
    every.sort(key=lambda each: _quality(each[1]) / _BETTER ** order[each[0]], reverse=True)
    every.sort(key=lambda each: (not each[1].tag, each[1].confidence <= HELD_CONFIDENCE))
    chosen: dict[str, list[tuple[int, Reading]]] = {}
    best: list[tuple[int, Reading]] = []
    for camera, reading in every:
        others = [r for i, r in chosen.get(reading.tag, ()) if i != camera]
        if reading.tag:
            known = any(reading.copy or _in_one_spot(reading, r) for r in others)
        else:
            # Another camera reads what this one cannot read, or sees that nothing is there.
            seen = (r for i, r in best if i != camera)
            known = any(_in_one_spot(reading, r) for r in (*others, *seen))
            known |= any(reading.cell in v.empty for i, v in good.items() if i != camera)
        if not known:
            chosen.setdefault(reading.tag, []).append((camera, reading))
            best.append((camera, reading))
    return [each for each in best if not _is_outdated(each, best)]


def _is_outdated(held: tuple[int, Reading], best: list[tuple[int, Reading]]) -> bool:
    """Return True for a held card in the spot where another camera reads another card."""
    camera, reading = held
    return reading.confidence <= HELD_CONFIDENCE and any(
        i != camera and r.confidence > HELD_CONFIDENCE and _excludes(r, reading) for i, r in best
    )


def _quality(reading: Reading) -> float:
    return px_per_module(reading.corners)


def _in_one_spot(a: Reading, b: Reading) -> bool:
    if a.x_mm is None or a.y_mm is None or b.x_mm is None or b.y_mm is None:
        return False
    return math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) < _SPOT_MM


def _excludes(a: Reading, b: Reading) -> bool:
    """Return True if two cards in one spot cannot both be on top."""
    papers = a.face in _PAPERS and b.face in _PAPERS
    return papers and a.tag != b.tag and _in_one_spot(a, b)


def _other_tags(best: list[tuple[int, Reading]], good: Views) -> frozenset[str]:
    """Return the cells where two cameras read different cards in one spot."""
    cards = [(i, r) for i, r in best if r.face in _PAPERS and r.cell]
    tags = {i: {r.tag for r in view.readings} for i, view in good.items()}
    return frozenset(
        cell
        for n, (i, a) in enumerate(cards)
        for j, b in cards[:n]
        if i != j and _excludes(a, b) and a.tag not in tags[j] and b.tag not in tags[i]
        for cell in (a.cell, b.cell)
        if cell
    )


def _not_empty(best: list[tuple[int, Reading]], good: Views) -> frozenset[str]:
    """Return the cells where one camera reads a card, and another sees nothing."""
    return frozenset(
        reading.cell
        for i, reading in best
        if reading.cell and reading.face in _PAPERS
        for j, view in good.items()
        if j != i and reading.cell in view.empty
    )


def _dice(
    good: Views, trays: Mapping[str, TrayDice]
) -> tuple[tuple[DieReading, ...], frozenset[str], Mapping[str, TrayDice]]:
    """Return the dice, the trays about which cameras differ, and the trays' memory."""
    found: list[DieReading] = []
    differing = set()
    known = dict(trays)
    for cell in sorted({die.cell for view in good.values() for die in view.dice if die.cell}):
        here = {i: tuple(d for d in view.dice if d.cell == cell) for i, view in good.items()}
        last = trays.get(cell)
        camera = last.camera if last and here.get(last.camera) else next(i for i in here if here[i])
        dice = here[camera]
        throw = _throw(last, camera, dice)
        known[cell] = TrayDice(camera, dice, throw)
        others = [die for i, each in here.items() if i != camera for die in each]
        for die in dice:
            values = {o.value for o in others if o.value and _are_one(die, o)}
            if die.value and values - {die.value}:
                differing.add(cell)
                found.append(replace(die, value="", confidence=0.0, throw=throw))
            elif not die.value and len(values) == 1:
                found.append(replace(die, value=values.pop(), confidence=0.5, throw=throw))
            else:
                found.append(replace(die, throw=throw))
    return tuple(found), frozenset(differing), known


def _throw(last: TrayDice | None, camera: int, dice: tuple[DieReading, ...]) -> int:
    """Return the number of a tray's throw; each camera counts throws on its own."""
    if last is None:
        return dice[0].throw
    if camera == last.camera:
        return last.throw + dice[0].throw - last.dice[0].throw
    same = len(dice) == len(last.dice) and all(
        any(_are_one(die, old) and die.value == old.value for old in last.dice) for die in dice
    )
    return last.throw if same else last.throw + 1


def _are_one(a: DieReading, b: DieReading) -> bool:
    return math.dist((a.x_mm or 0, a.y_mm or 0), (b.x_mm or 0, b.y_mm or 0)) < _DIE_MM
