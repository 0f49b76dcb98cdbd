"""Things that a game builds from paper: their numbers, and the inks of their owners."""

from collections.abc import Callable
from typing import Final, Literal, get_args

from pydantic import Field

from printkit.data.toml_source import Strict, choose
from printkit.mats.plan import MatPlan
from printkit.pdf.drawing import BLACK, PAPER, Cmyk
from printkit.template.card_template import Style
from printkit.template.parts import Ink


class BoxInks(Strict):
    """The ground of an owner's box, and the ink of its print."""

    ground: Ink
    """The ground."""
    ink: Ink
    """Ink of the print on it."""

    def worn(self, style: Style) -> tuple[Cmyk, Cmyk]:
        """Return ground and ink of a style; the saving one is black on white."""
        return (PAPER, BLACK) if style == "ink" else (self.ground, self.ink)


class CounterInks(BoxInks):
    """The inks of an owner's dice and counters."""

    dark: bool = False
    """True for the owner whose pieces are the darker ones, with signs of their own shape."""


Sign = Literal["hammer", "star", "arrow", "card"]
"""A sign on a face of a die."""
SIGNS: Final[tuple[Sign, ...]] = get_args(Sign)


class BuiltThing(Strict):
    """A thing of `printkit craft` that the game needs, its number, and the clause that requires it.

    With `each` every player has `copies` of it.
    """

    thing: str
    """Its name in `printkit craft`."""
    copies: int | str | dict[str, int] = 1
    """A number, a kind of the mat's places (one for each of them), or a number for each mat."""
    each: bool = False
    """True if the number is per player."""
    clause: str
    """The clause that asks for it."""
    place: str = ""
    """Walls: the kind of the mat's places that they fit."""
    signs: list[Sign] = Field(default_factory=lambda: list(SIGNS), min_length=4, max_length=4)
    """Pyramid: the signs of its corners; the first is where the outer corners of the net meet."""
    sides: list[str] = Field(default_factory=list)
    """Screen: the ids of the reference sides inside it; all of them if none is named."""

    @property
    def on_mat(self) -> bool:
        """True if it is made for a mat, in a number that depends on the mat."""
        return not isinstance(self.copies, int)

    def number(self, mat: Callable[[], MatPlan]) -> int:
        """Return the number of copies; `mat` gives the mat if the number depends on it.

        Raise `UsageError` if the thing is not for this mat.
        """
        match self.copies:
            case int(number):
                return number
            case str(kind):
                return sum(cell.kind == kind for cell in mat().cells)
            case numbers:
                return numbers[choose("mat", mat().name, numbers)]
