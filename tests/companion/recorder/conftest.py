"""Fixtures of other folders: a short film, its manifest, a match in which both seats plan."""

from tests.companion.commands.referee.test_command import film, manifest
from tests.companion.web.test_orders import planning

__all__ = ["film", "manifest", "planning"]
