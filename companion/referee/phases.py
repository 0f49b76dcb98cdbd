"""How match and table stand to each other: the states of a session, and what leads where.

This table alone says what can happen; `companion.referee.table_judge` says when it does.

    SET_UP     the first layout is not on the table yet
    RESUMING   a match from a log; the table has not been seen yet
    PLAYING    table and match agree
    OWING      the match is ahead: hands have still to take cards away; play goes on meanwhile
    REFUSED    an illegal action lies there; the match has not moved
    ASKING     several actions explain the table; a YES or NO, or another change, decides
    ASTRAY     nothing explains the table: out of step
    ENDED      the rules ended the match, or the players stopped

`TRANSITIONS` has one row a state and one column a trigger; what is not in it raises `KeyError`
and nothing happens.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final


class RefereePhase(enum.Enum):
    """How match and table stand to each other."""

    SET_UP = "set_up"
    RESUMING = "resuming"
    PLAYING = "playing"
    OWING = "owing"
    REFUSED = "refused"
    ASKING = "asking"
    ASTRAY = "astray"
    ENDED = "ended"


class Trigger(enum.Enum):
    """What a settled table, or a control card, turned out to be."""

    AGREES = "agrees"
    OWES = "owes"
    ILLEGAL = "illegal"
    UNCLEAR = "unclear"
    DIFFERS = "differs"
    OVER = "over"


_AT_PLAY: Final = {
    Trigger.AGREES: RefereePhase.PLAYING,
    Trigger.OWES: RefereePhase.OWING,
    Trigger.ILLEGAL: RefereePhase.REFUSED,
    Trigger.UNCLEAR: RefereePhase.ASKING,
    Trigger.DIFFERS: RefereePhase.ASTRAY,
    Trigger.OVER: RefereePhase.ENDED,
}

TRANSITIONS: Final[Mapping[RefereePhase, Mapping[Trigger, RefereePhase]]] = {
    RefereePhase.SET_UP: {Trigger.AGREES: RefereePhase.PLAYING, Trigger.OVER: RefereePhase.ENDED},
    RefereePhase.RESUMING: {
        Trigger.AGREES: RefereePhase.PLAYING,
        Trigger.OWES: RefereePhase.OWING,
        Trigger.DIFFERS: RefereePhase.ASTRAY,
        Trigger.OVER: RefereePhase.ENDED,
    },
    RefereePhase.PLAYING: _AT_PLAY,
    RefereePhase.OWING: _AT_PLAY,
    RefereePhase.REFUSED: _AT_PLAY,
    RefereePhase.ASKING: _AT_PLAY,
    RefereePhase.ASTRAY: _AT_PLAY,
    RefereePhase.ENDED: {},
}

OPENING: Final = frozenset((RefereePhase.SET_UP, RefereePhase.RESUMING))
"""The table has not been as the match has it yet."""
WAITING: Final = frozenset(
    (
        RefereePhase.SET_UP,
        RefereePhase.OWING,
        RefereePhase.REFUSED,
        RefereePhase.ASKING,
        RefereePhase.ASTRAY,
    )
)
"""Something is expected of the players; they are reminded once."""
