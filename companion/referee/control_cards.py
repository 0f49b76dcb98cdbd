"""Control cards: commands that players play instead of touching a keyboard.

A card's id is `ctl.` and the control's value. `companion.referee.control_commands` defines the
commands; the page's buttons press the same controls.
"""

import enum

PREFIX = "ctl."


class ControlCard(enum.StrEnum):
    """A control card."""

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
"""Controls that change nothing in the match; they work during a pause and anywhere on the table."""


def read_control(card: str | None) -> ControlCard | None:
    """Return the control with this card id, or None if the card is not a control."""
    name = (card or "").removeprefix(PREFIX)
    return ControlCard(name) if card != name and name in ControlCard.__members__.values() else None
