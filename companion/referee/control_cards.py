"""Control cards: what a player lays down instead of touching a keyboard.

A card's id is `ctl.` and the name here.  What one does in which state stands in
`companion.referee.referee`; the page's buttons press the same controls.
"""

from __future__ import annotations

import enum

PREFIX = "ctl."


class ControlCard(enum.StrEnum):
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


HARMLESS = frozenset((ControlCard.PAUSE, ControlCard.REPEAT, ControlCard.WHY, ControlCard.LANGUAGE))
"""What changes nothing in the match: heard while it is paused, and wherever it lies."""


def read_control(card: str | None) -> ControlCard | None:
    """The control of a card id, None if it is not one."""
    name = (card or "").removeprefix(PREFIX)
    return ControlCard(name) if card != name and name in ControlCard.__members__.values() else None
