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

    SETUP = "setup"
    RESUMING = "resuming"
    IN_SYNC = "in_sync"
    AWAITING_PLAYERS = "awaiting_players"
    REFUSED = "refused"
    ASKING = "asking"
    DESYNCED = "desynced"
    ENDED = "ended"


class Trigger(enum.Enum):
    """What a settled table, or a control card, turned out to be."""

    MATCHED = "matched"
    PENDING = "pending"
    ILLEGAL = "illegal"
    AMBIGUOUS = "ambiguous"
    UNEXPLAINED = "unexplained"
    OVER = "over"


_AT_PLAY: Final = {
    Trigger.MATCHED: RefereePhase.IN_SYNC,
    Trigger.PENDING: RefereePhase.AWAITING_PLAYERS,
    Trigger.ILLEGAL: RefereePhase.REFUSED,
    Trigger.AMBIGUOUS: RefereePhase.ASKING,
    Trigger.UNEXPLAINED: RefereePhase.DESYNCED,
    Trigger.OVER: RefereePhase.ENDED,
}

TRANSITIONS: Final[Mapping[RefereePhase, Mapping[Trigger, RefereePhase]]] = {
    RefereePhase.SETUP: {Trigger.MATCHED: RefereePhase.IN_SYNC, Trigger.OVER: RefereePhase.ENDED},
    RefereePhase.RESUMING: {
        Trigger.MATCHED: RefereePhase.IN_SYNC,
        Trigger.PENDING: RefereePhase.AWAITING_PLAYERS,
        Trigger.UNEXPLAINED: RefereePhase.DESYNCED,
        Trigger.OVER: RefereePhase.ENDED,
    },
    RefereePhase.IN_SYNC: _AT_PLAY,
    RefereePhase.AWAITING_PLAYERS: _AT_PLAY,
    RefereePhase.REFUSED: _AT_PLAY,
    RefereePhase.ASKING: _AT_PLAY,
    RefereePhase.DESYNCED: _AT_PLAY,
    RefereePhase.ENDED: {},
}

OPENING: Final = frozenset((RefereePhase.SETUP, RefereePhase.RESUMING))
"""The table has not been as the match has it yet."""
WAITING: Final = frozenset(
    (
        RefereePhase.SETUP,
        RefereePhase.AWAITING_PLAYERS,
        RefereePhase.REFUSED,
        RefereePhase.ASKING,
        RefereePhase.DESYNCED,
    )
)
"""Something is expected of the players; they are reminded once."""
