"""The referee's inputs: a closed set of values.

A view of the table is an input as it is (`companion.readings.TableView`); the others come from
pages, from the drawn table, and from the loop that runs the match.
"""

from dataclasses import dataclass

from companion.readings import TableView
from companion.referee.control_cards import ControlCard
from companion.referee.notices import EndReason
from rules import Action, Seat


@dataclass(frozen=True, slots=True)
class Start:
    """The match begins, before any view; a resumed one goes on.

    `catalogue`: the digest of the game's data and rules. `first`: the seat that begins if the game
    lets chance decide ("" means the first to move). `resumed`: the table is compared with the last
    position of the log.
    """

    catalogue: str = ""
    first: Seat = ""
    resumed: bool = False


@dataclass(frozen=True, slots=True)
class PressControl:
    """A seat's control card, or a page's button; `seat` is "" if unknown."""

    control: ControlCard
    seat: Seat = ""


@dataclass(frozen=True, slots=True)
class Declare:
    """A seat's action on a web page, judged as if it were made at the table.

    `apart`: the page is the seat's own, and no other page shows the seat's orders.
    """

    action: Action
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Unseen:
    """An action that the table cannot show, such as a placement among face-down cards.

    It is only refused: chance's actions, redundant passes and legal actions have no effect.
    """

    action: Action


@dataclass(frozen=True, slots=True)
class TokenAgain:
    """A token that declares an action was lifted and placed again."""

    action: Action


@dataclass(frozen=True, slots=True)
class CardsWithdrawn:
    """The caller saw cards removed from among face-down ones; `remaining` cells still have some."""

    remaining: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class TableRestored:
    """The caller restored the table, including cards beneath others."""


@dataclass(frozen=True, slots=True)
class Correct:
    """A position on which all players have agreed, in the log's notation."""

    position: str


@dataclass(frozen=True, slots=True)
class Propose:
    """A position on which all players but `seat`, who proposes it, have to agree."""

    position: str
    seat: Seat = ""


@dataclass(frozen=True, slots=True)
class Finish:
    """The match ends, though not by its rules."""

    reason: EndReason


Input = (
    TableView
    | Start
    | PressControl
    | Declare
    | Unseen
    | TokenAgain
    | CardsWithdrawn
    | TableRestored
    | Correct
    | Propose
    | Finish
)
"""Everything that reaches `companion.referee.decide`."""
