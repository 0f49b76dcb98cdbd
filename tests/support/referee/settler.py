"""A settler that keeps its progress between views."""

from __future__ import annotations

from companion.readings import TableView
from companion.referee.geometry import TableGeometry
from companion.referee.settle import SettleResult, Settling, Thresholds, settle


class Settler:
    def __init__(self, geometry: TableGeometry, limits: Thresholds | None = None) -> None:
        self.geometry, self._limits = geometry, limits or Thresholds()
        self._settling = Settling()

    def feed(self, view: TableView) -> SettleResult:
        """Settle one view."""
        self._settling, result = settle(self._settling, view, self.geometry, self._limits)
        return result
