"""Phases of a match at the table; `companion.referee.notices.TRAITS` says which notice leads where.

SETUP              the first layout is not on the table yet
RESUMING           a match from a log; the table has not been seen yet
IN_SYNC            table and match agree
AWAITING_PLAYERS   the match is ahead: players still have to move cards; play continues
REFUSED            an illegal action is on the table; the match has not moved
ASKING             several actions explain the table; a YES, a NO or another change decides
DESYNCED           nothing explains the table
ENDED              the rules ended the match, or the players stopped
"""

import enum
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
