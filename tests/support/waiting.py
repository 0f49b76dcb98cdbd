"""Waiting for events without assumptions about the machine's speed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE_S: Final = 600.0
"""A limit for blocking calls: more than any busy machine needs, less than the run's own limit."""


def until(condition: Callable[[], object]) -> None:
    """Wait until `condition` is true; the run's own time limit ends an endless wait."""
    while not condition():
        time.sleep(0.005)
