"""What every test shares: the root of the checkout, and reproducible examples."""

from pathlib import Path

import pytest
from hypothesis import settings

# The same examples on every run and every machine; no deadline, because a busy
# machine is not a defect.
settings.register_profile("house", derandomize=True, deadline=None)
settings.load_profile("house")


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the checkout's root folder."""
    return Path(__file__).resolve().parents[1]
