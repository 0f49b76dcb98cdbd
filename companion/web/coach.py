"""Data for the page about a camera checkup before a match (the "light coach").

`companion.vision.doctor.checkup` finds the faults; the command that runs it writes the sentences.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.readings import Point
from rules import Message

_STATES = {"red": "trouble", "yellow": "unsure", "green": "legal"}


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure: its key in `page.*.toml`, its value, the required value, the result."""

    name: str
    value: str
    need: str = ""
    well: bool = True


@dataclass(frozen=True, slots=True)
class Coach:
    """One checkup: `sentences` by language, gravest first; `places` as shares of the picture."""

    light: str
    sentences: Mapping[str, tuple[str, ...]]
    figures: tuple[Figure, ...] = ()
    places: tuple[tuple[Point, ...], ...] = ()

    @property
    def state(self) -> str:
        """The page's state for the checkup's status light."""
        return _STATES[self.light]


def coach_view(coach: Coach) -> dict[str, Any]:
    """Return the coach's data for the page."""
    return {
        "places": [[list(point) for point in outline] for outline in coach.places],
        "figures": [
            {
                "name": Message(f"page.coach.{each.name}"),
                "value": each.value,
                "need": Message("page.coach.need", need=each.need) if each.need else "",
                "state": "legal" if each.well else "trouble",
            }
            for each in coach.figures
        ],
    }
