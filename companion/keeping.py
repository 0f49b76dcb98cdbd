"""Where companion keeps what saves time: beside the user's other settings and caches.

Whoever has no home (an account made for a service, a container's unnamed user), or one that
cannot be written, gets a folder that goes when the program ends: nothing that is kept is needed.
"""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path

__all__ = ["cache_folder", "settings_folder"]


def settings_folder() -> Path:
    """Where settings are kept; it need not be there."""
    return _of_the_user(("XDG_CONFIG_HOME", "APPDATA"), ".config") / "companion"


def cache_folder() -> Path:
    """Where caches are kept; it is there and can be made a folder in."""
    base = _of_the_user(("XDG_CACHE_HOME", "LOCALAPPDATA"), ".cache")
    try:
        base.mkdir(parents=True, exist_ok=True)
    except OSError:
        base = Path(_for_now().name)
    return base / "companion-virtual"


def _of_the_user(variables: tuple[str, ...], below: str) -> Path:
    named = next((os.environ[name] for name in variables if os.environ.get(name)), "")
    if named:
        return Path(named)
    try:
        return Path.home() / below
    except RuntimeError:
        return Path(_for_now().name)


@cache
def _for_now() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="companion-")
