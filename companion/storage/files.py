"""Folders of caches and settings, and the files next to a match's log.

Match data outside the log are stored next to it, and deleted when the match is over
(`LogSidecar`). Settings and caches are in the user's usual folders. An account without a writable
home (a service, a container's unnamed user) uses a temporary folder, because no stored file is
required.
"""

import json
import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Self

from rules.process.disk import PRIVATE, write_whole


def settings_folder() -> Path:
    """Return the folder for settings, which may not exist yet."""
    return _of_the_user(("XDG_CONFIG_HOME", "APPDATA"), ".config") / "companion"


def cache_folder() -> Path:
    """Return the folder for caches, which may not exist yet."""
    base = _of_the_user(("XDG_CACHE_HOME", "LOCALAPPDATA"), ".cache")
    try:
        base.mkdir(parents=True, exist_ok=True)
    except OSError:
        base = Path(_for_now().name)
    return base / "companion-virtual"


@dataclass(frozen=True, slots=True)
class LogSidecar:
    """A small optional file next to a log, used for resuming the match; its owner's only."""

    NAME: ClassVar[str]
    """`m.jsonl` → `m.NAME.json`."""
    path: Path

    @classmethod
    def for_log(cls, log: Path) -> Self:
        """Return the sidecar of a log."""
        return cls(cls._path(log))

    @classmethod
    def _path(cls, log: Path) -> Path:
        return log.with_suffix(f".{cls.NAME}.json")

    def _write(self, data: dict[str, Any]) -> None:
        """Store the data; if that fails, the match continues."""
        with suppress(OSError):
            write_whole(self.path, json.dumps(data).encode(), PRIVATE)

    def _read(self) -> dict[str, Any]:
        """Return the stored data, or {} if the file is missing or damaged."""
        try:
            data = json.loads(self.path.read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        return data if isinstance(data, dict) else {}

    def forget(self) -> None:
        """Delete the file; called when the match is over."""
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
