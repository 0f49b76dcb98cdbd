"""A referee for card games on a real table: pictures in, verdicts out."""

from companion.api import (
    look_up,
    read_picture,
    referee_match,
    replay_log,
    scan_pictures,
    watch_table,
)

__all__ = [
    "look_up",
    "read_picture",
    "referee_match",
    "replay_log",
    "scan_pictures",
    "watch_table",
]
