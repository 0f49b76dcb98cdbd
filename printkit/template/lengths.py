"""Lengths as designers write them: numbers are mm (type sizes: pt), texts carry their unit.

`2.5`, `"2.5 mm"`, `"2.5 cm"`, `"0.5 in"`, `"12 pt"`; a point is the typographer's of 1/72 inch.
"""

from __future__ import annotations

import re
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator

from rules import Message
from rules.messages.near_matches import did_you_mean

_MM: Final = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
_LENGTH = re.compile(r"\s*(-?(?:\d+\.?\d*|\.\d+))\s*([a-zA-Z\"″%]*)\s*")


def _length(value: object) -> object:
    return _in("mm", value)


def _points(value: object) -> object:
    return _in("pt", value)


def _in(unit: str, value: object) -> object:
    """Convert a text with a unit to `unit`; leave anything else unchanged."""
    if not isinstance(value, str):
        return value
    found = _LENGTH.fullmatch(value)
    if found is None:
        raise ValueError(Message("print.no_length", unit=unit))
    number, written = float(found[1]), found[2] or unit
    if written not in _MM:
        near = did_you_mean(written, sorted(_MM))
        raise ValueError(Message("print.no_unit", unit=repr(written), near=near))
    return number if written == unit else round(number * _MM[written] / _MM[unit], 6)


def _on_paper(most: float, unit: str) -> AfterValidator:
    """Refuse values larger than any sheet, infinity and not-a-number among them."""

    def judged(value: float) -> float:
        if not abs(value) <= most:
            raise ValueError(Message("print.long_length", most=f"{most:g} {unit}"))
        return value

    return AfterValidator(judged)


Length = Annotated[float, BeforeValidator(_length), _on_paper(5000, "mm")]
"""Millimetres."""
Points = Annotated[float, BeforeValidator(_points), _on_paper(1000, "pt")]
"""Typographer's points."""
