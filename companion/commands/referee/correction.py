"""Resuming a match from a corrected position, once every seat has confirmed it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.frames import Frame
from companion.readings import TableView
from companion.referee.notices import Notice
from companion.referee.phases import OPENING
from companion.referee.referee import Referee
from rules import NotationError
from rules.catalog.data_files import read_data_text

if TYPE_CHECKING:
    from companion.simulator.private_inputs import Look


def wanted_position(referee: Referee, file: Path) -> str:
    """Return the position in a file.

    Raises `DataError` for an unreadable file, and `NotationError` for a position of another match.
    """
    text = read_data_text(file, str(file))
    referee.parse_position(text)
    return text


def left_open(referee: Referee) -> str:
    """Return the position that was still being discussed when the match was interrupted, or ""."""
    try:
        return (
            referee.parse_position(referee.resume_info.open_correction).text
            if referee.resume_info.open_correction
            else ""
        )
    except NotationError:  # The position has the format of an older version.
        return ""


def proposed(referee: Referee, position: str, others: Look | None) -> Look:
    """Return a callback that proposes the position once the table is seen, then calls `others`."""
    asked = False

    def look(frame: Frame | None, view: TableView) -> Iterable[Notice]:
        nonlocal asked
        if not asked and referee.phase not in OPENING:
            asked = True
            yield from referee.propose(position)
        if others is not None:
            yield from others(frame, view)

    return look
