"""What every test shares: the root of the checkout."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout's root folder."""
    return Path(__file__).resolve().parents[1]
