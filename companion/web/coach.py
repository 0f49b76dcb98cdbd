"""The light coach: what a camera's picture lacks before a match, for the page.

Values only; what is wrong is found by `companion.vision.doctor.checkup`, and whoever runs it words
it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.readings import Point
    from companion.web.views.words import Words

_STATES = {"red": "trouble", "yellow": "unsure", "green": "legal"}


@dataclass(frozen=True, slots=True)
class Figure:
    """Something measured: its name in `page.*.toml`, its value, what is wanted of it, how it is."""

    name: str
    value: str
    need: str = ""
    well: bool = True


@dataclass(frozen=True, slots=True)
class Coach:
    """One checkup; `said` by language, the gravest first; `places` as shares of the picture."""

    light: str
    said: Mapping[str, tuple[str, ...]]
    figures: tuple[Figure, ...] = ()
    places: tuple[tuple[Point, ...], ...] = ()

    @property
    def state(self) -> str:
        """The light it is on the page."""
        return _STATES[self.light]


def coach_view(coach: Coach, words: Words) -> dict[str, Any]:
    """What the page draws beside the picture."""
    return {
        "places": [[list(point) for point in outline] for outline in coach.places],
        "figures": [
            {
                "name": words.say(f"coach.{each.name}"),
                "value": each.value,
                "need": words.say("coach.need", need=each.need) if each.need else "",
                "state": "legal" if each.well else "trouble",
            }
            for each in coach.figures
        ],
    }
