"""Values and protocol that the page (`companion.web`) and the drawn table share.

They do not import each other. Pieces have random numbers, different for every table and unrelated
to their tags.
"""

import enum
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.readings import Point
from rules import Action, Event, Layout, Rules, Seat
from rules.core.hidden_cards import OwnCards


class DragKind(enum.StrEnum):
    """The kinds of drag commands: `drag` carries a piece, `back` returns it."""

    DRAG = "drag"
    DROP = "drop"
    BACK = "back"
    TURN = "turn"
    FLIP = "flip"
    HAND = "hand"
    BOX = "box"
    ROLL = "roll"


@dataclass(frozen=True, slots=True)
class DragCommand:
    """A drag command: a piece, a point on the mat (mm), and a seat or cell."""

    deed: DragKind
    number: int = 0
    at: Point | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class PaperView:
    """One visible piece: `card` is "" if its face is hidden.

    `x_mm`, `y_mm` are its centre on the mat, `turn_deg` its clockwise rotation; they are undefined
    off the table. `below` counts the pieces beneath it on its cell, or identical pieces in the box.
    `held`: the seat from whose hand it was placed, or "".
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
class TableSnapshot:
    """The whole table: the topmost pieces, the hands, the pieces in the box, dice by their cell."""

    version: int = 0
    topmost: tuple[PaperView, ...] = ()
    hands: Mapping[Seat, tuple[PaperView, ...]] = field(default_factory=dict)
    box: tuple[PaperView, ...] = ()
    dice: Mapping[str, str] = field(default_factory=dict)
    trays: tuple[str, ...] = ()
    held: int = 0


class DrawnTable(Protocol):
    """A drawn table for the page; thread-safe."""

    @property
    def version(self) -> int:
        """The version, which increases with every change."""

    def do(self, doing: DragCommand) -> bool:
        """Perform one drag command; return False if it is impossible."""

    def shown(self) -> TableSnapshot:
        """Return the visible part of the table."""

    def picture(self, number: int, *, up: bool) -> bytes | None:
        """Return a side of a piece as a JPEG: empty if it is hidden, None for an unknown number."""

    def set_up(self) -> None:
        """Arrange the beginning of the match, shuffled and dealt."""

    def draw(self, layout: Layout, seat: Seat) -> None:
        """Draw the cards that face-down piles no longer have; `seat` takes shared ones."""

    def shuffle(self, event: Event, layout: Layout) -> None:
        """Shuffle a redrawn hand or a renewed pile, which the page cannot do."""

    def say(self, game: Rules[Any], state: Any, action: Action) -> bool:  # noqa: ANN401 - the game's own type
        """Place the token that declares an action; return False if there is none."""

    def says(self, game: Rules[Any], state: Any, action: Action) -> tuple[str, str] | None:  # noqa: ANN401 - as above
        """Return the token that declares an action and its cell, if it is already in place."""

    def throw(self, roll: Action) -> None:
        """Throw the dice of a roll."""

    def reset_die(self, cell: str, value: str) -> None:
        """Set a die that was thrown unexpectedly to its valid value; "" removes the die."""

    def rearrange(self, layout: Layout, seat: Seat, left: Collection[str] = ()) -> None:
        """Arrange the table to match a layout; `seat` moves pieces without an owner.

        The cells in `left` are not changed, because a declaration is in progress there.
        """

    def own_cards(self, seat: Seat) -> OwnCards:
        """Return the hidden cards that a seat knows: its hand, and what it placed face down."""

    @property
    def busy(self) -> bool:
        """True while a hand moves something."""

    def place(self, action: Action) -> bool:
        """Place a card of the acting seat's hand; return False if the hand does not have it."""

    def turn_up(self, action: Action) -> bool:
        """Turn up the top card of the action's cell; return False if it is not face down."""
