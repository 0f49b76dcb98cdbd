"""In which languages texts are written, what such a text is, and where the shipped ones lie."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

__all__ = ["DATA", "LANGUAGES", "Words"]

DATA: Final = Path(__file__).resolve().parent.parent / "card_data"
"""Where the games' data lies."""

LANGUAGES: Final = ("en", "ja", "zh-Hant")

Words = Mapping[str, str]
"""A text in every language of `LANGUAGES`."""
