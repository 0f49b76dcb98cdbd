"""How the faces of a run come to lie on paper: layout, duplex, size, and what the printer adds."""

from __future__ import annotations

from dataclasses import dataclass

from printkit.pdf.geometry import Spot
from printkit.services.data import Machine
from printkit.sheets.imposition import Duplex, Layout
from printkit.sheets.printers import NO_CORRECTION, Correction


@dataclass(frozen=True, slots=True)
class OnPaper:
    """How faces come to lie on paper.

    `split` puts fronts and backs into two files, `mono` prints them in black ink only, a
    `machine` that cuts them finds them by marks of its own.
    """

    name: str
    """What the paper is called."""
    layout: Layout
    duplex: Duplex
    scale: float = 1.0
    split: bool = False
    correction: Correction = NO_CORRECTION
    mono: bool = False
    machine: Machine | None = None

    @property
    def turned_over(self) -> bool:
        """Whether the printer prints both sides of a sheet."""
        return not self.split and self.duplex in (Duplex.LONG, Duplex.SHORT)

    @property
    def cards_a_page(self) -> int:
        """Fronts of a page."""
        return self.layout.per_page // (2 if self.duplex is Duplex.FOLD else 1)

    def front(self, index: int) -> Spot:
        """Where the front number `index` of a page lies."""
        folded = self.duplex is Duplex.FOLD
        return self.layout.front_of_fold(index) if folded else self.layout.front(index)

    def back(self, front: Spot) -> Spot | None:
        """Where its back lies, if backs are printed."""
        return None if self.duplex is Duplex.NONE else self.layout.back(front, self.duplex)
