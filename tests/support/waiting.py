"""Waiting for events without a claim about the machine's speed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE_S: Final = 600.0
"""A limit for calls that block: longer than any busy machine needs, shorter than the run's own."""


def until(condition: Callable[[], object]) -> None:
    """Wait until `condition` holds; the run's own time limit ends what never does."""
    while not condition():
        time.sleep(0.005)
