"""The command that installs what lacks: play.py's where it started us, else pip's."""

from __future__ import annotations

import os

__all__ = ["install_command"]


def install_command(extra: str) -> str:
    """What to type so that everything of an extra (`print`, `companion` …) is installed."""
    by = os.environ.get("PRINTKIT_STARTED_BY")
    return f"{by} setup" if by else f'pip install "printkit-companion[{extra}]"'
