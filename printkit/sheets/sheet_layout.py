"""Placement of a run's faces on paper: layout, duplex, scale and the printer's correction."""

from dataclasses import dataclass

from printkit.pdf.correction import NO_CORRECTION, Correction
from printkit.pdf.geometry import Duplex, FaceSpot
from printkit.sheets.imposition import Layout
from printkit.sheets.registration import Machine


@dataclass(frozen=True, slots=True)
class OnPaper:
    """Placement of faces on paper.

    `split` writes fronts and backs to two files. `mono` prints them in black ink only. A cut
    `machine` has its own marks.
    """

    name: str
    """Name of the paper."""
    layout: Layout
    duplex: Duplex
    scale: float = 1.0
    split: bool = False
    correction: Correction = NO_CORRECTION
    mono: bool = False
    machine: Machine | None = None

    @property
    def turned_over(self) -> bool:
        """True if the printer prints both sides of a sheet."""
        return not self.split and self.duplex in (Duplex.LONG, Duplex.SHORT)

    @property
    def cards_a_page(self) -> int:
        """Number of fronts on a page."""
        return self.layout.per_page // (2 if self.duplex is Duplex.FOLD else 1)

    def front(self, index: int) -> FaceSpot:
        """Return the position of front number `index` of a page."""
        folded = self.duplex is Duplex.FOLD
        return self.layout.front_of_fold(index) if folded else self.layout.front(index)

    def back(self, front: FaceSpot) -> FaceSpot | None:
        """Return the position of the back for a front, or None if no backs are printed."""
        return None if self.duplex is Duplex.NONE else self.layout.back(front, self.duplex)
