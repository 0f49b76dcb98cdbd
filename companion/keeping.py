"""Where companion keeps what saves time, and how a file is written: whole or not at all.

Settings and caches lie beside the user's other ones.  Whoever has no home (an account made for a
service, a container's unnamed user), or one that cannot be written, gets a folder that goes when
the program ends: nothing that is kept is needed.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

__all__ = ["cache_folder", "settings_folder", "write_whole"]


def settings_folder() -> Path:
    """Where settings are kept; it need not be there."""
    return _of_the_user(("XDG_CONFIG_HOME", "APPDATA"), ".config") / "companion"


def cache_folder() -> Path:
    """Where caches are kept; it need not be there, but can be made."""
    base = _of_the_user(("XDG_CACHE_HOME", "LOCALAPPDATA"), ".cache")
    try:
        base.mkdir(parents=True, exist_ok=True)
    except OSError:
        base = Path(_for_now().name)
    return base / "companion-virtual"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, and its folder if need be: beside its place first, then renamed.

    Raises `OSError` if that cannot be done; what was there before is there still.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError:
        with suppress(OSError):
            Path(name).unlink()
        raise


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
