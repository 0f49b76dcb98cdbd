"""The page beside a match: a server in a thread of its own, and the ways to reach it.

By default nobody but this computer is answered.  With `lan` the page is also there under this
computer's address in its own network; whoever opens it still needs a link from the table.  With a
certificate it is there a second time, over TLS on the next port, because browsers give a page no
camera otherwise.
"""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import uvicorn

from companion.errors import SourceError
from companion.web.doors import Doors, Role
from companion.web.live import Live
from companion.web.server import Site

if TYPE_CHECKING:
    from pathlib import Path

    from companion.web.desk import Desk
    from companion.web.lobby import Lobby
    from companion.web.server import Take
    from companion.web.view import Viewing

__all__ = ["PORT", "Page", "lan_address", "open_page"]

PORT: Final = 8737
"""Tried first, so that a link looks the same from match to match."""
_LOOPBACK: Final = "127.0.0.1"
_NAMES: Final = (_LOOPBACK, "localhost")
_START_S: Final = 10.0
_STOP_S: Final = 3.0
MOST_CONNECTIONS: Final = 256


def lan_address() -> str:
    """This computer's address in its network, "" if it is in none; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for documentation
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if found.startswith("127.") else found


@dataclass(slots=True)
class Page:
    """A page that is being served."""

    doors: Doors
    port: int
    lan: str
    secure_port: int
    live: Live
    servers: tuple[uvicorn.Server, ...] = ()
    thread: threading.Thread | None = None

    def link(self, role: Role = Role.TABLE, seat: str = "") -> str:
        """A link for a role on this computer."""
        return f"http://{_LOOPBACK}:{self.port}/join#{self.doors.invite(role, seat)}"

    def origin(self, role: Role) -> str:
        """The origin under which another device reaches this page; "" if none does."""
        if not self.lan:
            return ""
        if role is Role.CAMERA and self.secure_port:
            return f"https://{self.lan}:{self.secure_port}"
        return f"http://{self.lan}:{self.port}"

    def phone_link(self) -> str:
        """A link for the phone that is the camera; works once."""
        return f"{self.origin(Role.CAMERA)}/join#{self.doors.invite(Role.CAMERA)}"

    def begin(self, viewing: Viewing) -> None:
        """What to play was chosen: from now on it is shown."""
        self.live.viewing = viewing

    def looked_at(self) -> bool:
        """Whether somebody has the page open."""
        return self.live.viewers() > 0

    def close(self) -> None:
        """Serve no more; may be called twice."""
        for server in self.servers:
            server.should_exit = True
        if self.thread is not None:
            self.thread.join(_STOP_S)


def open_page(
    viewing: Viewing | None,
    desk: Desk,
    *,
    port: int | None = None,
    lan: str = "",
    take: Take | None = None,
    certificate: tuple[Path, Path] | None = None,
    lobby: Lobby | None = None,
) -> Page:
    """Serve a match's page, answering when this returns; raises `SourceError`.

    `viewing` is None while `lobby` still asks what to play; then `Page.begin` follows.  `port`:
    None for the usual one, or any free one if that is taken; 0 for any.  `lan`: this computer's
    address in its network, "" for this computer only.  `certificate`: file and key.
    """
    hosts = (_LOOPBACK, *((lan,) if lan else ()))
    sockets = _listen(hosts, port)
    plain = int(sockets[0].getsockname()[1])
    secure_sockets = _listen((lan,), 0) if lan and certificate else []
    secure = int(secure_sockets[0].getsockname()[1]) if secure_sockets else 0
    origins = [f"http://{name}:{plain}" for name in (*_NAMES, *hosts)]
    if secure:
        origins.append(f"https://{lan}:{secure}")
    live = Live(desk, viewing)
    page = Page(Doors(origins), plain, lan, secure, live)
    site = Site(desk, page.doors, live, address=page.origin, take=take, lobby=lobby)
    # A server for each address: whoever uses up the network's connections leaves ours alone.
    bound = [(_server(site), [each]) for each in sockets]
    if secure and certificate:
        bound.append((_server(site, certificate), secure_sockets))
    page.servers = tuple(server for server, _ in bound)
    page.thread = threading.Thread(target=_run, args=(bound,), name="page", daemon=True)
    page.thread.start()
    _await(page)
    return page


def _run(bound: list[tuple[uvicorn.Server, list[socket.socket]]]) -> None:
    """All servers in one event loop, because they share the sockets' bells."""

    async def serve() -> None:
        await asyncio.gather(*(server.serve(sockets) for server, sockets in bound))

    asyncio.run(serve())


def _server(site: Site, certificate: tuple[Path, Path] | None = None) -> uvicorn.Server:
    config = uvicorn.Config(
        site.app,
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="websockets-sansio",
        ws_max_size=4096,
        ws_max_queue=8,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
        lifespan="on",
        ssl_certfile=certificate[0] if certificate else None,
        ssl_keyfile=certificate[1] if certificate else None,
    )
    return uvicorn.Server(config)


def _listen(hosts: tuple[str, ...], port: int | None) -> list[socket.socket]:
    """Sockets on one port of every host; another port if the usual one is taken."""
    wanted = PORT if port is None else port
    try:
        return _bind(hosts, wanted)
    except OSError as error:
        if port is None:
            with suppress(OSError):
                return _bind(hosts, 0)
        told = error.strerror or error
        raise SourceError(
            f"the page can't be served on port {wanted} ({told}): choose another with --port"
        ) from error


def _bind(hosts: tuple[str, ...], port: int) -> list[socket.socket]:
    bound: list[socket.socket] = []
    try:
        for host in hosts:
            bound.append(socket.create_server((host, port), backlog=128))
            port = bound[0].getsockname()[1]
    except OSError:
        for each in bound:
            each.close()
        raise
    return bound


def _await(page: Page) -> None:
    until = time.monotonic() + _START_S
    while not all(server.started for server in page.servers):
        if time.monotonic() > until or not (page.thread and page.thread.is_alive()):
            page.close()
            raise SourceError("the page's server did not start; try another --port, or --no-page")
        time.sleep(0.01)
