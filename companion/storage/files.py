"""Where companion keeps what saves time, and how a file is written: whole or not at all.

What belongs to one match and is not in its log lies beside the log, and goes with the match
(`LogSidecar`).  Settings and caches lie beside the user's other ones.  Whoever has no home (an
account made for a service, a container's unnamed user), or one that cannot be written, gets a
folder that goes when the program ends: nothing that is kept is needed.
"""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Self


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


@dataclass(frozen=True, slots=True)
class LogSidecar:
    """A small file beside a log, for whoever goes on with its match; nothing needs it."""

    NAME: ClassVar[str]
    """`m.jsonl` → `m.NAME.json`."""
    path: Path

    @classmethod
    def beside(cls, log: Path) -> Self:
        """The file that belongs to a log."""
        return cls(cls._path(log))

    @classmethod
    def _path(cls, log: Path) -> Path:
        return log.with_suffix(f".{cls.NAME}.json")

    def _write(self, told: dict[str, Any]) -> None:
        """Keep it; where that cannot be done the match goes on without."""
        with suppress(OSError):
            write_whole(self.path, json.dumps(told).encode())

    def _read(self) -> dict[str, Any]:
        """What was kept; {} if the file is not there, or is not as it was written."""
        try:
            told = json.loads(self.path.read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        return told if isinstance(told, dict) else {}

    def forget(self) -> None:
        """The match is over: nothing will be gone on with."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


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
