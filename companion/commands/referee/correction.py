"""Resuming a match from a corrected position, once every seat has confirmed it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.frames import Frame
from companion.readings import TableView
from companion.referee.decide import parse_position
from companion.referee.inputs import Propose
from companion.referee.live import LiveReferee
from companion.referee.phases import OPENING
from companion.referee.state import Transition
from rules.catalog.data_files import read_data_text

if TYPE_CHECKING:
    from companion.simulator.private_inputs import Look


def wanted_position(referee: LiveReferee, file: Path) -> str:
    """Return the position in a file.

    Raises `DataError` for an unreadable file, and `NotationError` for a position of another match.
    """
    text = read_data_text(file, str(file))
    parse_position(referee.at.match, text)
    return text


def proposed(referee: LiveReferee, position: str, others: Look | None) -> Look:
    """Return a callback that proposes the position once the table is seen, then calls `others`."""
    asked = False

    def look(frame: Frame | None, view: TableView) -> Iterable[Transition]:
        nonlocal asked
        if not asked and referee.at.phase not in OPENING:
            asked = True
            yield from referee.receive(Propose(position))
        if others is not None:
            yield from others(frame, view)

    return look
