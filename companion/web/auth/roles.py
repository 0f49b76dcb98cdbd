"""Access control: tokens, keys, roles, and the page's origins.

Theory of operation
-------------------
A link or QR code contains a *token*; `enter` exchanges it for a *key*, which the browser keeps in
a cookie that scripts cannot read and other sites cannot send. Tokens for seats and cameras work
once, so a photographed QR code is worthless. So does the token with which a browser is started,
because everybody on this computer can read command lines. Other tokens for the table and for
spectators work as long as the match runs. Tokens and keys have at least 128 random bits and are
stored only as digests. When a match is resumed, its keys remain valid
(`companion.web.auth.sessions`).

A cookie alone is not enough, because any page that a player has open may send requests to this
server. A request's `Host` must be one of this server's names; any other name that resolves to this
machine is refused. An `Origin`, if given, must be one of this server's origins.
"""

import enum
import hashlib
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

MOST_KEYS = 512
"""Maximum number of remembered browsers; the least recently seen spectator is forgotten first."""
MOST_KEPT = 64
"""Maximum number of spectators saved with the log, because any number may use their shared code."""
MOST_OF_ONE = 16
"""Maximum number of remembered spectators per network address, so that one guest cannot make the
page forget the others.
"""
MOST_TOKENS = 64
"""Maximum number of valid links of each kind; older links expire."""


class Role(enum.StrEnum):
    """A visitor's role."""

    TABLE = "table"
    SEAT = "seat"
    SPECTATOR = "spectator"
    CAMERA = "camera"


@dataclass(frozen=True, slots=True)
class Pass:
    """A visitor's role and, for players, the seat."""

    role: Role
    seat: str = ""

    @property
    def looks(self) -> bool:
        """True if the visitor may see the match."""
        return self.role is not Role.CAMERA


class AccessControl:
    """Issued tokens and the keys exchanged for them; thread-safe."""

    def __init__(self, origins: Iterable[str]) -> None:
        """Accept requests to every origin (`scheme://name:port`) of this page."""
        self.origins = frozenset(origin.lower() for origin in origins)
        self.hosts = frozenset(origin.partition("://")[2] for origin in self.origins)
        self._lock = threading.Lock()
        self._tokens: OrderedDict[bytes, tuple[Pass, bool]] = OrderedDict()
        self._keys: OrderedDict[bytes, tuple[Pass, str]] = OrderedDict()
        self._saving = threading.Lock()
        self._unsaved = False
        self._write: Callable[[Mapping[bytes, Pass]], None] | None = None

    def invite(self, role: Role, seat: str = "", *, once: bool = False) -> str:
        """Return a new token for a role; tokens for seats and cameras always work only once."""
        token = secrets.token_urlsafe(16)
        once = once or role in (Role.SEAT, Role.CAMERA)
        with self._lock:
            self._tokens[_digest(token)] = (Pass(role, seat), once)
            for kind in (True, False):
                given = [key for key, (_, single) in self._tokens.items() if single is kind]
                for key in given[1 : max(1, len(given) - MOST_TOKENS)]:
                    del self._tokens[key]  # the first origin is that of the table's page
        return token

    def enter(self, token: str, address: str = "") -> tuple[str, Pass] | None:
        """Exchange a token for a key; return None if the token is unknown or used.

        `address` is the visitor's network address. The key is valid at once, and stored by `save`.
        """
        digest = _digest(token)
        with self._lock:
            found = self._tokens.get(digest)
            if found is None:
                return None
            who, once = found
            if once:
                del self._tokens[digest]
            before = len(self._guests())
            key = secrets.token_urlsafe(24)
            self._keys[_digest(key)] = who, address
            self._forget(address)
            more = before < len(self._guests()) <= MOST_KEPT
            self._unsaved = self._unsaved or more or who.role is not Role.SPECTATOR
            return key, who

    def keep(self, write: Callable[[Mapping[bytes, Pass]], None]) -> None:
        """Store the keys' digests with `write`, now and in each `save` after a new key.

        Only the `MOST_KEPT` most recently seen spectators are included.
        """
        with self._lock:
            self._write, self._unsaved = write, True
        self.save()

    def save(self) -> None:
        """Store the keys if there are new ones. This waits for the disk."""
        with self._saving:
            with self._lock:
                if self._write is None or not self._unsaved:
                    return
                write, self._unsaved = self._write, False
                left_out = set(self._guests()[:-MOST_KEPT])
                keys = {key: who for key, (who, _) in self._keys.items() if key not in left_out}
            write(keys)

    def recall(self, keys: Mapping[bytes, Pass]) -> None:
        """Restore keys by their digests."""
        with self._lock:
            self._keys.update({key: (who, "") for key, who in keys.items()})
            self._forget()

    def _guests(self, address: str = "") -> list[bytes]:
        """Return the digests of the spectators' keys, the least recently seen first.

        With an address, return only those that came from there.
        """
        guests = ((key, at) for key, (who, at) in self._keys.items() if who.role is Role.SPECTATOR)
        return [key for key, at in guests if address in ("", at)]

    def known(self, key: str) -> Pass | None:
        """Return a key's pass, or None if the key is unknown."""
        digest = _digest(key)
        with self._lock:
            found = self._keys.get(digest)
            if found is None:
                return None
            self._keys.move_to_end(digest)
            return found[0]

    def answers(self, host: str, origin: str | None) -> bool:
        """Return True if the host is this server's and the origin is absent or this server's."""
        return host.lower() in self.hosts and (origin is None or origin.lower() in self.origins)

    def _forget(self, address: str = "") -> None:
        """Forget surplus spectators, first those of the address; but never players."""
        surplus = self._guests(address)[:-MOST_OF_ONE] if address else []
        for key in surplus or self._guests()[: max(0, len(self._keys) - MOST_KEYS)]:
            del self._keys[key]


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()
