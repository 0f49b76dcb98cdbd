"""The paper objects that a game needs, such as boxes and dice: how many, and their owners' inks."""

from collections.abc import Callable
from typing import Final, Literal, get_args

from pydantic import Field

from printkit.data.toml_source import Strict, choose
from printkit.mats.plan import MatPlan
from printkit.pdf.drawing import BLACK, PAPER, Cmyk
from printkit.template.card_template import Style
from printkit.template.parts import Ink


class BoxInks(Strict):
    """The background and print colours of an owner's box."""

    ground: Ink
    """Background colour."""
    ink: Ink
    """Print colour."""

    def worn(self, style: Style) -> tuple[Cmyk, Cmyk]:
        """Return a style's background and print colours; the ink-saving style is black on white."""
        return (PAPER, BLACK) if style == "ink" else (self.ground, self.ink)


class ControlInks(Strict):
    """The inks of a game's control cards: the paper of its texts, and the ground of its signs."""

    paper: Ink
    """Ink behind the texts; black is legible on it."""
    ground: Ink
    """Ink behind the sign; white is legible on it."""


class CounterInks(BoxInks):
    """The inks of an owner's dice and counters."""

    dark: bool = False
    """True for the owner with the darker pieces, which have signs of a different shape."""


Sign = Literal["hammer", "star", "arrow", "card"]
"""A sign on a face of a die."""
SIGNS: Final[tuple[Sign, ...]] = get_args(Sign)


class BuiltThing(Strict):
    """An object of `printkit craft` that a game needs, and the clause that requires it.

    `copies` is the number needed, for every player if `each` is set.
    """

    thing: str
    """The object's name in `printkit craft`."""
    copies: int | str | dict[str, int] = 1
    """A number, a kind of cell (one copy for each on the mat), or a number for each mat."""
    each: bool = False
    """True if the number is per player."""
    clause: str
    """The clause that requires the object."""
    place: str = ""
    """For walls: the kind of cell that they fit."""
    signs: list[Sign] = Field(default_factory=lambda: list(SIGNS), min_length=4, max_length=4)
    """For a pyramid: the signs of its corners. The first is where the net's outer corners meet."""
    sides: list[str] = Field(default_factory=list)
    """For a screen: the ids of the reference-card sides inside it; an empty list means all."""

    @property
    def on_mat(self) -> bool:
        """True if the number of copies depends on the mat."""
        return not isinstance(self.copies, int)

    def number(self, mat: Callable[[], MatPlan]) -> int:
        """Return the number of copies; `mat` is called only if the number depends on the mat.

        Raises `UsageError` if the object is not made for this mat.
        """
        match self.copies:
            case int(number):
                return number
            case str(kind):
                return sum(cell.kind == kind for cell in mat().cells)
            case numbers:
                return numbers[choose("mat", mat().name, numbers)]
