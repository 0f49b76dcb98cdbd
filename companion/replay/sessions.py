"""The sessions of a match, which may be interrupted (for example by a power cut) and resumed.

Each session has its own clock, which starts at zero. A session begins where the clock falls back,
or at the latest with the notice about the resume. The notices that open sessions
(`companion.match_setup.players.OPENING_KINDS`) contain the date (`when`), unless the table was
simulated.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from companion.match_setup.players import OPENING_KINDS
from rules import Record as Line


@dataclass(frozen=True, slots=True)
class PlaySession:
    """A session's first record, with its date and time ("" if unknown)."""

    seq: int
    when: str = ""


def play_sessions(lines: Iterable[Line]) -> tuple[PlaySession, ...]:
    """Return a log's sessions, oldest first."""
    found: list[PlaySession] = []
    opened, clock = False, 0.0
    for line in lines:
        now = _seconds(line, clock)
        goes_on = line.kind == "match_resumed" and opened
        if not found or now < clock or goes_on:
            found.append(PlaySession(line.seq))
            opened = False
        clock = now
        if line.kind in OPENING_KINDS:
            opened = True
            found[-1] = replace(found[-1], when=_when(line))
    return tuple(found)


def _seconds(line: Line, before: float) -> float:
    seconds = line.data.get("time_s")
    return float(seconds) if isinstance(seconds, int | float) else before


def _when(line: Line) -> str:
    try:
        return f"{datetime.fromisoformat(str(line.data.get('when', ''))):%Y-%m-%d %H:%M}"
    except ValueError:
        return ""
