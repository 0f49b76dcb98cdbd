"""A table that is played at on a page: what a visitor does to its papers, and what he is shown.

The values and the protocol that the page (`companion.web`) and the virtual table
(`companion.drawn_table.table`) share; neither knows the other.  Papers are named by numbers that
are given out anew for every table and say nothing of what is printed on them.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from companion.readings import Point
    from rules import Action, Event, Game, Layout, Seat


class Deed(enum.StrEnum):
    """What a hand does: `drag` holds a paper over the table, `back` puts it where it was."""

    DRAG = "drag"
    DROP = "drop"
    BACK = "back"
    TURN = "turn"
    FLIP = "flip"
    HAND = "hand"
    BOX = "box"
    ROLL = "roll"


@dataclass(frozen=True, slots=True)
class Doing:
    """One deed: which paper, where on the mat (mm), and the seat or the cell it is about."""

    deed: Deed
    number: int = 0
    at: Point | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class Thing:
    """One paper as it may be shown: `card` is "" where its face is hidden.

    `x_mm`, `y_mm` its centre on the mat, `turn_deg` clockwise; both mean nothing off the table.
    `below` counts the papers that lie beneath it on its cell, or that are like it in the box.
    `held`: the seat whose hand it was laid out of, "" if it came from elsewhere.
    """

    number: int
    card: str
    owner: Seat
    up: bool
    size_mm: tuple[float, float]
    cell: str = ""
    x_mm: float = 0.0
    y_mm: float = 0.0
    turn_deg: float = 0.0
    below: int = 0
    held: Seat = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """The whole table: the topmost papers, the hands, the pieces in the box, dice by their cell."""

    version: int = 0
    lying: tuple[Thing, ...] = ()
    hands: Mapping[Seat, tuple[Thing, ...]] = field(default_factory=dict)
    box: tuple[Thing, ...] = ()
    dice: Mapping[str, str] = field(default_factory=dict)
    trays: tuple[str, ...] = ()
    held: int = 0


class Tabletop(Protocol):
    """A table that can be played at; safe to be asked from any thread."""

    @property
    def version(self) -> int:
        """Rises with every change."""

    def do(self, doing: Doing) -> bool:
        """Do one deed; False if the table is not so that it could be done."""

    def shown(self) -> Shown:
        """The table as whoever plays at it may see it."""

    def picture(self, number: int, *, up: bool) -> bytes | None:
        """A side of a paper as JPEG, empty if it may not be seen; None if there is none."""

    def set_up(self) -> None:
        """Lay out the beginning of the match, shuffled and dealt."""

    def draw(self, layout: Layout, seat: Seat) -> None:
        """Cards that a layout no longer has on face-down piles come to their owners' hands.

        Those of a pile that all share come to `seat`.
        """

    def shuffle(self, event: Event, layout: Layout) -> None:
        """Do what no hand at a page can: a hand that was redrawn, a pile that was renewed."""

    def say(self, game: Game[Any], state: Any, action: Action) -> bool:  # noqa: ANN401 - the game's own
        """Let a hand lay the piece that says an action; False if no piece does."""

    def says(self, game: Game[Any], state: Any, action: Action) -> tuple[str, str] | None:  # noqa: ANN401 - (same)
        """The piece that says an action and its place, if it lies there already."""

    def mend_die(self, cell: str, value: str) -> None:
        """Turn a die thrown where none was to be thrown to what counts there; "": take it out."""

    def put_right(self, layout: Layout, seat: Seat, left: Collection[str] = ()) -> None:
        """Let hands bring the table to a layout; `seat` does what nobody's place says.

        What lies on the cells in `left` stays: somebody is about to say something with it.
        """
