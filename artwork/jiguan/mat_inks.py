"""Inks of the mats: day for Sun's side, night for Moon's, and an ink-saving set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from artwork.inks import press
from printkit.pdf.drawing import PAPER, Cmyk
from printkit.template.card_template import Style


@dataclass(frozen=True, slots=True)
class Side:
    """One seat's inks; ``pale`` is for drawings in cells, ``cloud`` for the background pattern."""

    ground: Cmyk
    cloud: Cmyk
    cell: Cmyk
    line: Cmyk
    pale: Cmyk
    text: Cmyk
    mark: Cmyk


@dataclass(frozen=True, slots=True)
class MatInks:
    """The colours of the mats in one style."""

    day: Side
    night: Side
    curve: Cmyk
    coin: Cmyk
    coin_line: Cmyk
    hole: Cmyk
    mount: Cmyk

    def of(self, seat: str) -> Side:
        """Return a seat's inks; places that both seats share have the inks of the day side."""
        return self.night if seat == "B" else self.day


_DAY_CELL, _NIGHT_CELL = press("#FBF4E0"), Cmyk(80, 70, 25, 52)
_DAY_GOLD, _NIGHT_GOLD = Cmyk(9, 31, 77, 21), press("#C9A75E")
_FULL: Final = MatInks(
    day=Side(
        ground=press("#F4E8CB"),
        cloud=press("#E6D3A2"),
        cell=_DAY_CELL,
        line=_DAY_GOLD,
        pale=_DAY_CELL.mixed(_DAY_GOLD, 0.5),
        text=press("#3A2A10"),
        mark=press("#E0A540"),
    ),
    night=Side(
        ground=Cmyk(88, 74, 20, 34),
        cloud=press("#2E386A"),
        cell=_NIGHT_CELL,
        line=_NIGHT_GOLD,
        pale=_NIGHT_CELL.mixed(_NIGHT_GOLD, 0.52),
        text=press("#F2E7C8"),
        mark=press("#AEB9E6"),
    ),
    curve=_NIGHT_GOLD,
    coin=press("#D0AA58"),
    coin_line=press("#4A3610"),
    hole=press("#F4E8CB"),
    mount=Cmyk(9, 76, 85, 22),
)
_SPARE: Final = Side(
    ground=PAPER,
    cloud=Cmyk(0, 0, 0, 10),
    cell=PAPER,
    line=Cmyk(0, 0, 0, 100),
    pale=Cmyk(0, 0, 0, 28),
    text=Cmyk(0, 0, 0, 100),
    mark=Cmyk(0, 0, 0, 30),
)
_INK: Final = MatInks(
    day=_SPARE,
    night=_SPARE,
    curve=Cmyk(0, 0, 0, 60),
    coin=PAPER,
    coin_line=Cmyk(0, 0, 0, 100),
    hole=PAPER,
    mount=PAPER,
)
MAT_INKS: Final[dict[Style, MatInks]] = {"full": _FULL, "ink": _INK}
