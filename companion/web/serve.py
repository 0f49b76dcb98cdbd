"""The page's server, in its own thread, and its addresses.

By default, only this computer can open the page. With `lan`, the page also has this computer's
network address; visitors still need a link from the table. With a certificate, the page is served
a second time, over TLS on the next port, because browsers allow only secure pages to use the
camera.
"""

import asyncio
import selectors
import socket
import threading
import time
from asyncio.sslproto import SSLProtocol
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

import uvicorn
from starlette.types import ASGIApp

from companion.drawn_table.values import DrawnTable
from companion.errors import SourceError
from companion.web.auth.connection_limits import (
    MOST_FROM_ONE,
    CapacityMiddleware,
    Gate,
    most_open,
    shares,
)
from companion.web.auth.metered_requests import MeteredRequests
from companion.web.auth.metered_socket import MeteredSocket
from companion.web.auth.roles import AccessControl, Pass, Role
from companion.web.live import Live
from companion.web.lobby import Lobby
from companion.web.mailbox import Mailbox
from companion.web.server import Site, Step, Take
from companion.web.views.view import ViewBuilder
from rules import Message
from rules.messages.system import reason

PORT: Final = 8737
"""Port to try first, so that links stay the same from match to match."""
_LOOPBACK: Final = "127.0.0.1"
_NAMES: Final = (_LOOPBACK, "localhost")
_START_S: Final = 10.0
_STOP_S: Final = 3.0
_SWEEP_S: Final = 1.0
_BACKLOG: Final = 128
_CHUNK: Final = 1 << 16
_TLS_BUFFER: Final = 1 << 16


def lan_address() -> str:
    """Return this computer's network address, or "" without a network. No packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if found.startswith("127.") else found


@dataclass(slots=True)
class Serving:
    """A running server and its addresses."""

    access: AccessControl
    port: int
    lan: str
    secure_port: int
    servers: tuple[uvicorn.Server, ...] = ()
    thread: threading.Thread | None = None

    def link(self, role: Role = Role.TABLE, seat: str = "", *, once: bool = False) -> str:
        """Return a link for a role on this computer."""
        token = self.access.invite(role, seat, once=once)
        return f"http://{_LOOPBACK}:{self.port}/join#{token}"

    def origin(self, role: Role) -> str:
        """Return the origin under which other devices reach this page, or ""."""
        if not self.lan:
            return ""
        if role is Role.CAMERA and self.secure_port:
            return f"https://{self.lan}:{self.secure_port}"
        return self.plain_origin()

    def plain_origin(self) -> str:
        """Return the network origin without a certificate, for phones that send files, or ""."""
        return f"http://{self.lan}:{self.port}" if self.lan else ""

    def phone_link(self) -> str:
        """Return a link for the phone that is the camera. The link works only once."""
        return f"{self.origin(Role.CAMERA)}/join#{self.access.invite(Role.CAMERA)}"

    def photo_link(self) -> str:
        """Return a camera link without a certificate, or "" if `phone_link` needs none."""
        if not self.secure_port or not self.lan:
            return ""
        return f"{self.plain_origin()}/join#{self.access.invite(Role.CAMERA)}"

    def close(self) -> None:
        """Stop serving. It is safe to call this twice."""
        for server in self.servers:
            server.should_exit = True
        if self.thread is not None:
            self.thread.join(_STOP_S)


@dataclass(slots=True)
class MatchPage(Serving):
    """The running server of a match's page."""

    live: Live = field(kw_only=True)

    def begin(self, viewing: ViewBuilder, drawn_table: DrawnTable | None = None) -> None:
        """Show the chosen match, which may be played on `drawn_table`."""
        self.live.drawn_table = drawn_table
        self.live.viewing = viewing

    def looked_at(self) -> bool:
        """Return True if a page is open."""
        return self.live.viewers() > 0


def open_page(
    viewing: ViewBuilder | None,
    mailbox: Mailbox,
    *,
    port: int | None = None,
    lan: str = "",
    take: Take | None = None,
    certificate: tuple[Path, Path] | None = None,
    lobby: Lobby | None = None,
    step: Step | None = None,
    keys: Mapping[bytes, Pass] | None = None,
    usual: int = PORT,
) -> MatchPage:
    """Serve a match's page, which is ready on return; raise `SourceError` on failure.

    `viewing` is None while `lobby` offers choices; then `MatchPage.begin` must follow. `port`:
    None for the usual port, or any free port if that is in use; 0 for any free port. `lan`: this
    computer's network address, or "" for this computer only. `certificate`: file and key. `step`
    executes the page's commands in a replay. `keys`: keys of earlier visitors.
    """
    live = Live(mailbox, viewing)
    bound = _bound(port, lan, certificate, usual)
    bound.access.recall(keys or {})
    page = MatchPage(bound.access, bound.port, lan, bound.secure_port, live=live)
    site = Site(mailbox, page.access, live, address=page.origin, take=take, lobby=lobby, step=step)
    _serve(page, site.app, bound)
    return page


def open_site(
    make: Callable[[Serving], ASGIApp],
    *,
    port: int | None = None,
    lan: str = "",
    certificate: tuple[Path, Path] | None = None,
) -> Serving:
    """Serve another application with the same access control; see `open_page` for the arguments."""
    bound = _bound(port, lan, certificate)
    served = Serving(bound.access, bound.port, lan, bound.secure_port)
    _serve(served, make(served), bound)
    return served


@dataclass(frozen=True, slots=True)
class _Bound:
    """Listening sockets with their certificates, and the access control."""

    access: AccessControl
    port: int
    secure_port: int
    sockets: tuple[tuple[Gate, tuple[Path, Path] | None], ...]


def _bound(
    port: int | None, lan: str, certificate: tuple[Path, Path] | None, usual: int = PORT
) -> _Bound:
    hosts = (_LOOPBACK, *((lan,) if lan else ()))
    sockets = _listen(hosts, port, usual)
    plain = int(sockets[0].getsockname()[1])
    # The next port, so that phones find the page again when a match is resumed.
    secure_sockets = _listen((lan,), None, plain + 1) if lan and certificate else []
    secure = int(secure_sockets[0].getsockname()[1]) if secure_sockets else 0
    origins = [f"http://{name}:{plain}" for name in (*_NAMES, *hosts)]
    if secure:
        origins.append(f"https://{lan}:{secure}")
    every = [(each, None) for each in sockets] + [(each, certificate) for each in secure_sockets]
    own, others = shares(most_open(), len(every) - 1)
    gates = [Gate(every[0][0], own)]
    gates += [Gate(each, others, MOST_FROM_ONE) for each, _ in every[1:]]
    sealed = (certificate for _, certificate in every)
    return _Bound(AccessControl(origins), plain, secure, tuple(zip(gates, sealed, strict=True)))


def _serve(serving: Serving, app: ASGIApp, bound: _Bound) -> None:
    """Start serving in a new thread; the server is ready on return."""
    # One server per address, so that a flood from the network does not block the local page.
    servers = [(_server(app, gate, certificate), gate) for gate, certificate in bound.sockets]
    serving.servers = tuple(server for server, _ in servers)
    serving.thread = threading.Thread(target=_run, args=(servers,), name="page", daemon=True)
    serving.thread.start()
    _await(serving)
    _visit(serving.port)


def _run(bound: list[tuple[uvicorn.Server, Gate]]) -> None:
    """Run all servers in one event loop, because they share the sockets' events."""

    async def serve() -> None:
        asyncio.get_running_loop().set_exception_handler(_once())
        async with asyncio.TaskGroup() as group:
            sweeping = group.create_task(_sweep([gate for _, gate in bound]))
            await asyncio.gather(*(server.serve([gate]) for server, gate in bound))
            sweeping.cancel()

    # Each TLS connection allocates a buffer of this size, which after a broken handshake remains
    # until garbage is collected.
    SSLProtocol.max_size = _TLS_BUFFER
    # Windows' default loop would accept connections without the gates.
    try:
        # A loop without descriptors for these prints a traceback; `_await` reports their lack.
        with selectors.DefaultSelector():
            for each in socket.socketpair():
                each.close()
    except OSError:
        for _, gate in bound:
            gate.close()
        return
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(serve())


async def _sweep(gates: list[Gate]) -> None:
    while True:
        await asyncio.sleep(_SWEEP_S)
        for gate in gates:
            gate.sweep()


def _once() -> Callable[[asyncio.AbstractEventLoop, dict[str, Any]], None]:
    """Return an exception handler that reports each kind of error only once, to prevent floods."""
    reported: set[tuple[str, str]] = set()

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        sort = (str(context.get("message")), type(context.get("exception")).__name__)
        if sort not in reported:
            reported.add(sort)
            loop.default_exception_handler(context)

    return handle


def _server(app: ASGIApp, gate: Gate, certificate: tuple[Path, Path] | None) -> uvicorn.Server:
    config = uvicorn.Config(
        CapacityMiddleware(app, gate),
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        http=MeteredRequests,
        ws=cast("type[asyncio.Protocol]", partial(MeteredSocket, gate=gate)),
        ws_max_size=4096,
        ws_per_message_deflate=False,  # a guest could make the server inflate and deflate
        # no limit_concurrency, which would refuse earlier visitors; the gate counts connections
        # instead
        backlog=_BACKLOG,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
        lifespan="on",
        ssl_certfile=certificate[0] if certificate else None,
        ssl_keyfile=certificate[1] if certificate else None,
    )
    return uvicorn.Server(config)


def _listen(hosts: tuple[str, ...], port: int | None, usual: int = PORT) -> list[socket.socket]:
    """Return sockets on one port of every host: the usual one or, if that is in use, another."""
    wanted = usual if port is None else port
    try:
        return _bind(hosts, wanted)
    except OSError as error:
        if port is None:
            with suppress(OSError):
                return _bind(hosts, 0)
        raise SourceError("fault.page.port", port=wanted, why=reason(error)) from error


def _bind(hosts: tuple[str, ...], port: int) -> list[socket.socket]:
    bound: list[socket.socket] = []
    try:
        for host in hosts:
            bound.append(socket.create_server((host, port), backlog=_BACKLOG))
            port = bound[0].getsockname()[1]
    except OSError:
        for each in bound:
            each.close()
        raise
    return bound


def _await(page: Serving) -> None:
    until = time.monotonic() + _START_S
    while not all(server.started for server in page.servers):
        if time.monotonic() > until or not (page.thread and page.thread.is_alive()):
            page.close()
            raise SourceError(Message("fault.page.unstarted"))
        time.sleep(0.01)


def _visit(port: int) -> None:
    """Request one page, which loads all modules and files that responses need.

    Otherwise the first visitor would load them, perhaps minutes later and while the installed files
    are being replaced.
    """
    asked = f"GET /join HTTP/1.1\r\nHost: {_LOOPBACK}:{port}\r\nConnection: close\r\n\r\n"
    with suppress(OSError), socket.create_connection((_LOOPBACK, port), _START_S) as visitor:
        visitor.sendall(asked.encode())
        while visitor.recv(_CHUNK):
            continue
