"""Phases of a match at the table, and the transitions between them.

This table alone defines the possible transitions; `companion.referee.table_judge` triggers them.

    SETUP              the first layout is not on the table yet
    RESUMING           a match from a log; the table has not been seen yet
    IN_SYNC            table and match agree
    AWAITING_PLAYERS   the match is ahead: players still have to move cards; play continues
    REFUSED            an illegal action is on the table; the match has not moved
    ASKING             several actions explain the table; a YES, a NO or another change decides
    DESYNCED           nothing explains the table
    ENDED              the rules ended the match, or the players stopped

`TRANSITIONS` has one row per phase and one column per trigger. A trigger that is not in a row
raises `KeyError` and changes nothing.
"""

import enum
from collections.abc import Mapping
from typing import Final


class RefereePhase(enum.Enum):
    """The relation between the match and the table."""

    SETUP = "setup"
    RESUMING = "resuming"
    IN_SYNC = "in_sync"
    AWAITING_PLAYERS = "awaiting_players"
    REFUSED = "refused"
    ASKING = "asking"
    DESYNCED = "desynced"
    ENDED = "ended"


class Trigger(enum.Enum):
    """The interpretation of a settled table or of a control card, which may change the phase."""

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
"""Phases before table and match have agreed for the first time."""
IN_ORDER: Final = frozenset((RefereePhase.IN_SYNC, RefereePhase.AWAITING_PLAYERS))
"""Phases in which the match is not behind the table."""
WAITING: Final = frozenset(
    (
        RefereePhase.SETUP,
        RefereePhase.AWAITING_PLAYERS,
        RefereePhase.REFUSED,
        RefereePhase.ASKING,
        RefereePhase.DESYNCED,
    )
)
"""Phases in which the players have to act; they are reminded once."""
