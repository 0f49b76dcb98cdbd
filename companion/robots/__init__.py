"""A camera that needs no camera: printed paper on a table, hands, a lens, and players to watch.

It renders what a webcam over the table would deliver, cut out of the very PDF that would be
printed, so that the reader and the referee can be tried, tested and shown without a printer.
"""

from __future__ import annotations

from companion.robots.opening import Opened, Pace, open_table, rehearse

__all__ = ["Opened", "Pace", "open_table", "rehearse"]
