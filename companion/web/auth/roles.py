"""Who comes in, and what he may do there: tokens, roles, and the names this page answers to.

Theory of operation
-------------------
A link or QR carries a *token*; `enter` changes it for a *key*, which the browser keeps in a cookie
that scripts cannot read and other sites cannot send.  Tokens of seats and cameras work once, so a
photographed QR is worth nothing; the table's and the spectators' work as long as the match runs.
Both are 128 random bits or more and kept as digests only; of a match that is gone on with, the
keys are good as before (`companion.web.auth.sessions`).

A cookie alone does not do: any page a player has open may send requests here.  So the request
must be addressed to a name we gave ourselves (`Host`; a foreign name that resolves to this machine
is refused), and a browser that says where it comes from (`Origin`) must come from here.
"""

from __future__ import annotations

import enum
import hashlib
import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

MOST_KEYS = 512
"""So many browsers are remembered; of spectators the longest unseen is forgotten first."""
MOST_KEPT = 64
"""So many guests are kept beside the log; their code is good for everybody, and each is written."""
MOST_TOKENS = 64
"""So many links of either sort are good at once; older ones are no longer."""


class Role(enum.StrEnum):
    """What somebody is here."""

    TABLE = "table"
    SEAT = "seat"
    SPECTATOR = "spectator"
    CAMERA = "camera"


@dataclass(frozen=True, slots=True)
class Pass:
    """A role, and whose seat it is for."""

    role: Role
    seat: str = ""

    @property
    def acts(self) -> bool:
        """Whether it may press control cards."""
        return self.role in (Role.TABLE, Role.SEAT)

    @property
    def looks(self) -> bool:
        """Whether it is shown the match."""
        return self.role is not Role.CAMERA


class Doors:
    """Tokens given out and keys changed for them; safe to be asked from any thread."""

    def __init__(self, origins: Iterable[str]) -> None:
        """`origins`: every `scheme://name:port` this page is reached by."""
        self.origins = frozenset(origin.lower() for origin in origins)
        self.hosts = frozenset(origin.partition("://")[2] for origin in self.origins)
        self._lock = threading.Lock()
        self._tokens: OrderedDict[bytes, tuple[Pass, bool]] = OrderedDict()
        self._keys: OrderedDict[bytes, Pass] = OrderedDict()
        self._write: Callable[[Mapping[bytes, Pass]], None] | None = None

    def invite(self, role: Role, seat: str = "") -> str:
        """A token for a role; those of seats and cameras work once."""
        token = secrets.token_urlsafe(16)
        once = role in (Role.SEAT, Role.CAMERA)
        with self._lock:
            self._tokens[_digest(token)] = (Pass(role, seat), once)
            for kind in (True, False):
                given = [key for key, (_, single) in self._tokens.items() if single is kind]
                for key in given[1 : max(1, len(given) - MOST_TOKENS)]:
                    del self._tokens[key]  # the first is the table's own
        return token

    def enter(self, token: str) -> tuple[str, Pass] | None:
        """Change a token for a key; None if there is no such token, or it was used."""
        digest = _digest(token)
        with self._lock:
            found = self._tokens.get(digest)
            if found is None:
                return None
            who, once = found
            if once:
                del self._tokens[digest]
            key = secrets.token_urlsafe(24)
            self._keys[_digest(key)] = who
            self._forget()
            if who.role is not Role.SPECTATOR or len(self._guests()) <= MOST_KEPT:
                self._keep()
            return key, who

    def keep(self, write: Callable[[Mapping[bytes, Pass]], None]) -> None:
        """From now on `write` is told the digests of the keys whenever one is new.

        Of guests' so many as `MOST_KEPT`, those that were used last; more come in unwritten.
        """
        with self._lock:
            self._write = write
            self._keep()

    def recall(self, keys: Mapping[bytes, Pass]) -> None:
        """Let those in again who were in before, by the digests of their keys."""
        with self._lock:
            self._keys.update(keys)
            self._forget()

    def _keep(self) -> None:
        if self._write is not None:
            left_out = set(self._guests()[:-MOST_KEPT])
            self._write({key: who for key, who in self._keys.items() if key not in left_out})

    def _guests(self) -> list[bytes]:
        """The digests of their keys, the longest unseen first."""
        return [key for key, who in self._keys.items() if who.role is Role.SPECTATOR]

    def known(self, key: str) -> Pass | None:
        """Whose key it is, None if nobody's."""
        digest = _digest(key)
        with self._lock:
            who = self._keys.get(digest)
            if who is not None:
                self._keys.move_to_end(digest)
            return who

    def answers(self, host: str, origin: str | None) -> bool:
        """Whether a request is addressed to us, and by one of our own pages or no page at all."""
        return host.lower() in self.hosts and (origin is None or origin.lower() in self.origins)

    def _forget(self) -> None:
        """Make room; players are never forgotten for the sake of spectators."""
        for key in self._guests()[: max(0, len(self._keys) - MOST_KEYS)]:
            del self._keys[key]


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()
