"""Control cards: what a player lays down instead of touching a keyboard.

A card's id is `ctl.` and the name here.  What one does in which state stands in
`companion.referee.session`; the page's buttons press the same controls.
"""

from __future__ import annotations

import enum

PREFIX = "ctl."


class Control(enum.StrEnum):
    """Every control card."""

    END_TURN = "end_turn"
    READY = "ready"
    DONE = "done"
    UNDO = "undo"
    WHY = "why"
    REPEAT = "repeat"
    PAUSE = "pause"
    YES = "yes"
    NO = "no"
    LANGUAGE = "language"


HARMLESS = frozenset((Control.PAUSE, Control.REPEAT, Control.WHY, Control.LANGUAGE))
"""What changes nothing in the match: heard while it is paused, and wherever it lies."""


def read_control(card: str | None) -> Control | None:
    """The control of a card id, None if it is not one."""
    name = (card or "").removeprefix(PREFIX)
    return Control(name) if card != name and name in Control.__members__.values() else None
