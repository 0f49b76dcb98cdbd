"""Who came in to a match, kept beside its log: a referee that goes on with it knows them again.

A program that was killed and started again stood before its own table's page, and before every
phone that had been paired, as a stranger.  What is kept is what `Doors` keeps: of each key the
digest, from which nobody gets the key, and what it is for.  Links and codes are not kept; the ports
of the page are, because devices look for it where it was.

`m.jsonl` → `m.keys.json`: digest → role, seat; `ports`, the last one last.  It goes when the match
is over; whoever deletes it before going on with the match has everybody paired anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.storage.files import BesideLog
from companion.web.auth.roles import Pass, Role

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_DIGEST_BYTES = 32
_PORTS = "ports"
_LAST_PORT = 65535


@dataclass(frozen=True, slots=True)
class Keyring(BesideLog):
    """The keys beside one log."""

    NAME = "keys"
    ports: tuple[int, ...] = ()
    """Where the page was, and last where it is now."""

    @classmethod
    def beside(cls, log: Path, *ports: int) -> Keyring:
        """The keyring that belongs to a log."""
        return cls(cls._path(log), ports)

    def write(self, keys: Mapping[bytes, Pass]) -> None:
        """Keep who is in; where that cannot be done they are paired anew after a restart."""
        told = {digest.hex(): [who.role.value, who.seat] for digest, who in keys.items()}
        self._write({_PORTS: self.ports, **told})

    def read(self) -> dict[bytes, Pass]:
        """Who was in; nobody, if the file is not there or is not as it was written."""
        told = self._read()
        told.pop(_PORTS, None)
        try:
            keys = {bytes.fromhex(digest): _pass(who) for digest, who in told.items()}
        except (ValueError, TypeError):
            return {}
        return keys if all(len(digest) == _DIGEST_BYTES for digest in keys) else {}

    def ports_before(self) -> tuple[int, ...]:
        """Where those who were in look for the page, the last one last."""
        told = self._read().get(_PORTS)
        ports = told if isinstance(told, list) else []
        return tuple(port for port in ports if type(port) is int and 0 < port <= _LAST_PORT)


def _pass(told: Any) -> Pass:  # noqa: ANN401 - anything may stand in a file
    """Raises `ValueError` or `TypeError` for what nobody is here."""
    role, seat = told
    if not isinstance(seat, str) or (seat and role != Role.SEAT):
        raise ValueError(told)
    return Pass(Role(role), seat)
