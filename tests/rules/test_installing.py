"""The command that installs a missing library, depending on how the user started the program."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rules.process.installing import install_command


def test_an_activated_checkout_is_set_up_by_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PRINTKIT_STARTED_BY")
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    assert install_command("print") == 'pip install "printkit-companion[print]"'

    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "play.json").touch()
    assert install_command("print") == f"python3 {tmp_path / 'play.py'} setup"
