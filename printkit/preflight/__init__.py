"""Preflight checks: problems on paper, at the press or under the camera, found before printing."""

from printkit.preflight.game import GameCheck, check_game
from printkit.preflight.pdf import check_pdf
from printkit.template.findings import Finding, Report, Severity

__all__ = ["Finding", "GameCheck", "Report", "Severity", "check_game", "check_pdf"]
