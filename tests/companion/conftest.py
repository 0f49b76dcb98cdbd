"""What every test of the companion stands on."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def english_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands speak the system's language; tests read English unless they say otherwise.

    UTF-8, because a Python that starts in a plain C locale cannot read a checkout's path in kanji.
    """
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
