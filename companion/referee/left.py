"""What a referee left behind that a log knows and its match does not: read for the next one.

A match folded from a log says what lies where by the cards' names.  Beyond that its records tell
whether hands had still to see to something, and which papers lie aside, on the loose piles:

    steps       of what hands have still to do, until it is told that all of it is done
    aside       tag → card, seat and pile ("" if it was seen on none yet), of papers that came to
                lie aside, or on another pile, since the last record; lower ones first
    not_aside   the tags of those that do no longer
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.referee.piles import Aside
from companion.referee.records import Kind
from rules import Lying, parse_log

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Left", "left_behind"]


@dataclass(frozen=True, slots=True)
class Left:
    """What the end of a log leaves to be known; without one hands may have anything to see to.

    `owing`: whether hands had still to see to something.  `aside`: the papers on loose piles.
    """

    owing: bool = True
    aside: Mapping[str, Aside] = field(default_factory=dict)


def left_behind(path: Path) -> Left:
    """What a log leaves to the next referee, as far as it tells; `OSError` if it cannot be read."""
    data = path.read_bytes()
    owing, aside = False, dict[str, Aside]()
    for record in parse_log(data[: data.rfind(b"\n") + 1])[0]:
        kind, steps = record.kind, bool(record.data.get("steps"))
        if kind in (Kind.IN_STEP, Kind.MATCH_RESUMED, Kind.TAKEN_BACK, Kind.CORRECTED):
            owing = steps
        owing |= steps and kind == Kind.ACCEPTED
        came = record.data.get("aside", {})
        for tag in (*record.data.get("not_aside", ()), *came):
            aside.pop(tag, None)
        aside |= {t: Aside(Lying(card, seat), cell) for t, (card, seat, cell) in came.items()}
    return Left(owing, aside)
