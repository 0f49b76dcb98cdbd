"""Keys of a match's visitors, saved next to its log and restored when it resumes.

Without them, a restarted referee would not recognise its own table's page or any paired phone. The
file contains each key's digest, from which the key cannot be computed, and its role. The page's
ports are saved, because devices look for the page at its old address; links and codes are not
saved.

`m.jsonl` → `m.keys.json`: digest → role, seat; `ports`, the current one last. The file is deleted
when the match ends; if it is deleted earlier, every device must be paired again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.storage.files import LogSidecar
from companion.web.auth.roles import Pass, Role

_DIGEST_BYTES = 32
_PORTS = "ports"
_LAST_PORT = 65535


@dataclass(frozen=True, slots=True)
class Keyring(LogSidecar):
    """The saved keys for one log."""

    NAME = "keys"
    ports: tuple[int, ...] = ()
    """The page's ports, the current one last."""

    @classmethod
    def for_log(cls, log: Path, *ports: int) -> Keyring:
        """Return the keyring of a log."""
        return cls(cls._path(log), ports)

    def write(self, keys: Mapping[bytes, Pass]) -> None:
        """Save the keys; if that fails, devices must be paired again after a restart."""
        passes = {digest.hex(): [who.role.value, who.seat] for digest, who in keys.items()}
        self._write({_PORTS: self.ports, **passes})

    def read(self) -> dict[bytes, Pass]:
        """Return the saved keys, or {} if the file is absent or damaged."""
        data = self._read()
        data.pop(_PORTS, None)
        try:
            keys = {bytes.fromhex(digest): _pass(who) for digest, who in data.items()}
        except (ValueError, TypeError):
            return {}
        return keys if all(len(digest) == _DIGEST_BYTES for digest in keys) else {}

    def ports_before(self) -> tuple[int, ...]:
        """Return the ports at which devices look for the page, the latest one last."""
        saved = self._read().get(_PORTS)
        ports = saved if isinstance(saved, list) else []
        return tuple(port for port in ports if type(port) is int and 0 < port <= _LAST_PORT)


def _pass(data: Any) -> Pass:  # noqa: ANN401 - a file may contain anything
    """Return a pass; raise `ValueError` or `TypeError` for invalid data."""
    role, seat = data
    if not isinstance(seat, str) or (seat and role != Role.SEAT):
        raise ValueError(data)
    return Pass(Role(role), seat)
