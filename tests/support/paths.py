"""Folders of the checkout that tests and their helpers read."""

from pathlib import Path

__all__ = ["PICTURES", "ROOT", "TESTS"]

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
PICTURES = TESTS / "companion" / "vision" / "pictures"
"""The labelled pictures, one folder per condition, and the papers they show."""
