"""The inks of The Yggdrasil's mats: dark green and gold, or white paper."""

from __future__ import annotations

from dataclasses import dataclass

from printkit.pdf.drawing import PAPER, Cmyk
from printkit.template.card_template import Style


@dataclass(frozen=True, slots=True)
class MatInks:
    """The mats' colours in one style; if `ground` is None, the paper stays white."""

    ground: tuple[Cmyk, Cmyk] | None
    cell: Cmyk
    line: Cmyk
    text: Cmyk
    ring: Cmyk
    ring_faint: Cmyk
    root: Cmyk
    root_line: Cmyk
    sun: Cmyk
    moon: Cmyk
    mount: Cmyk


_FULL = MatInks(
    ground=(Cmyk(37, 12, 37, 67), Cmyk(48, 29, 42, 81)),
    cell=Cmyk(28, 8, 27, 87),
    line=Cmyk(15, 27, 70, 9),
    text=Cmyk(15, 27, 70, 9),
    ring=Cmyk(25, 0, 32, 67),
    ring_faint=Cmyk(33, 10, 33, 77),
    root=Cmyk(36, 19, 34, 91),
    root_line=Cmyk(22, 0, 24, 84),
    sun=Cmyk(34, 28, 66, 26),
    moon=Cmyk(46, 24, 6, 34),
    mount=Cmyk(15, 0, 15, 99),
)
_INK = MatInks(
    ground=None,
    cell=PAPER,
    line=Cmyk(0, 0, 0, 100),
    text=Cmyk(0, 0, 0, 100),
    ring=Cmyk(0, 0, 0, 22),
    ring_faint=Cmyk(0, 0, 0, 12),
    root=PAPER,
    root_line=Cmyk(0, 0, 0, 35),
    sun=Cmyk(0, 0, 0, 30),
    moon=Cmyk(0, 0, 0, 30),
    mount=PAPER,
)
INKS: dict[Style, MatInks] = {"full": _FULL, "ink": _INK}
