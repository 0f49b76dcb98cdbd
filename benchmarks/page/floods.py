"""Measures the table's page while one guest in the network floods the server.

    python benchmarks/page/floods.py [--seed 0] [--seconds 5] [--sockets 40] [--flood NAME …]

A server in its own process shows a match with a camera, ten pictures per second. The table's page
is open on this computer: ten times a second it requests the view over HTTP, and on its socket the
view in another language. Meanwhile a guest, in a third process and at another address
(127.0.0.2, so this runs on Linux), does its worst with one kind of request (`FLOODS`) and as many
connections as one address may have.

For each flood, one line gives the number of the guest's connections and megabytes sent, the time of
the table's answers, and the growth of the server's memory at its peak. While the table waits for an
answer, it asks nothing else; requests that it would have made meanwhile count as well, with the
rest of that time (a stall of a second counts as 1,000, 900, 800 ms, and so on). The exit code is 1
if the 95th percentile of any flood exceeds 50 ms (`MOST_MS`), the growth exceeds 64 MB (`MOST_MB`),
or an answer is missing. `quiet` measures the table without a guest.

`photos` come from the paired phone, not from a guest: their growth begins at the peak to which the
phone's usual photos of 12 megapixels have led before.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import random
import socket
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from websockets.sync.client import connect

LAN, GUEST = "127.0.0.2", "127.0.0.3"
MOST_MS, MOST_MB = 50.0, 64.0
_EVERY_S = 0.1
_WAIT_S = 30.0
_REST_S = 1.0
_MASK = bytes(4)
_CHUNK = 1 << 16
_PHOTO, _USUAL_PHOTO = (4600, 3400), (4032, 3024)
"""The largest photo that is decoded in full, and the usual one that a phone has sent before."""


# The server.


def serve() -> None:
    """Show a match until standard input closes; print the addresses and keys first."""
    import threading

    import cv2
    import numpy as np

    from companion.web.auth.certificate import find_certificate
    from companion.web.auth.roles import Role
    from companion.web.auth.sessions import Keyring
    from companion.web.phone import Inbox
    from companion.web.serve import open_page
    from tests.support.web.match_page import Table

    table = Table.of("yggdrasil", 1)
    list(table.play(8))
    table.look()
    inbox = Inbox(lambda: table.mailbox.glance)
    with tempfile.TemporaryDirectory() as folder:
        certificate = find_certificate(LAN, Path(folder))
        page = open_page(
            table.viewing, table.mailbox, port=0, lan=LAN, take=inbox.put, certificate=certificate
        )
        page.access.keep(Keyring.for_log(Path(folder, "match.jsonl")).write)
        facts: dict[str, Any] = {"port": page.port, "secure": page.secure_port}
        for role in (Role.TABLE, Role.SPECTATOR, Role.CAMERA):
            entered = page.access.enter(page.access.invite(role))
            assert entered is not None
            facts[role.value] = entered[0]
        facts["token"] = page.access.invite(Role.SPECTATOR)
        rng = np.random.default_rng(0)
        noise = rng.integers(0, 256, _PHOTO[::-1], np.uint8)
        photo = Path(folder, "photo.jpg")
        photo.write_bytes(cv2.imencode(".jpg", noise, [cv2.IMWRITE_JPEG_QUALITY, 30])[1].tobytes())
        facts["photo"] = str(photo)
        usual = cv2.imencode(".jpg", np.zeros(_USUAL_PHOTO[::-1], np.uint8))[1].tobytes()
        for _ in range(2):
            threading.Thread(target=inbox.put, args=(usual,)).start()
        print(json.dumps(facts), flush=True)
        over = threading.Event()

        def look() -> None:
            while not over.wait(_EVERY_S):
                table.look()

        camera = threading.Thread(target=look)
        camera.start()
        sys.stdin.read()
        over.set()
        camera.join()
        page.close()


# The guest.


@dataclass
class Guest:
    """A guest with what it was given, and the counts of what it did."""

    facts: dict[str, Any]
    rng: random.Random
    photo: bytes = b""
    opened: int = 0
    sent: int = 0

    async def open(self, *, secure: bool = False) -> socket.socket:
        """Return a new connection to the page's network address."""
        loop = asyncio.get_running_loop()
        client = socket.socket()
        try:
            client.settimeout(0)
            client.bind((GUEST, 0))
            await loop.sock_connect(client, (LAN, self.facts["secure" if secure else "port"]))
        except BaseException:
            client.close()
            raise
        self.opened += 1
        return client

    async def send(self, client: socket.socket, data: bytes) -> None:
        """Send bytes; raise `OSError` if the server has hung up."""
        await asyncio.get_running_loop().sock_sendall(client, data)
        self.sent += len(data)

    async def blast(self, client: socket.socket, data: bytes, *, reads: bool) -> None:
        """Send the same bytes until the server hangs up; read the answers, or never."""
        reading = asyncio.ensure_future(_drain(client)) if reads else None
        try:
            while reading is None or not reading.done():
                await self.send(client, data)
                await asyncio.sleep(0)
        finally:
            if reading is not None:
                reading.cancel()

    def head(self, line: str, *more: str, role: str = "spectator") -> bytes:
        """Return the head of a request with the guest's cookie."""
        port = self.facts["port"]
        lines = [line + " HTTP/1.1", f"Host: {LAN}:{port}"]
        lines += [f"Cookie: companion-{port}={self.facts[role]}", *more]
        return "\r\n".join([*lines, "", ""]).encode()

    async def socket(self) -> socket.socket:
        """Return a connection that has become a web socket."""
        client = await self.open()
        try:
            asked = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
            key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
            extension = "Sec-WebSocket-Extensions: permessage-deflate"
            await self.send(client, self.head("GET /live", *asked, key, extension))
            answer = await asyncio.get_running_loop().sock_recv(client, 12)
            _check(answer)
        except BaseException:
            client.close()
            raise
        return client


def _check(answer: bytes) -> None:
    if b"101" not in answer:
        raise ConnectionError(answer)


async def _drain(client: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    with suppress(OSError):
        while await loop.sock_recv(client, _CHUNK):
            pass


def _frame(first: int, payload: bytes) -> bytes:
    return bytes((first, 0x80 | len(payload))) + _MASK + payload


def _many(frame: bytes) -> bytes:
    return frame * (_CHUNK // len(frame))


def _frames(
    *frames: bytes, reads: bool = False, begin: bytes = b""
) -> Callable[[Guest], Awaitable[None]]:
    """Return a flood of web socket frames."""

    async def flood(guest: Guest) -> None:
        client = await guest.socket()
        with client:
            if begin:
                await guest.send(client, begin)
            await guest.blast(client, _many(b"".join(frames)), reads=reads)

    return flood


def _requests(
    *lines: str, reads: bool = True, role: str = "spectator"
) -> Callable[[Guest], Awaitable[None]]:
    """Return a flood of requests; `*` becomes a random word."""

    async def flood(guest: Guest) -> None:
        client = await guest.open()
        with client:
            words = (str(guest.rng.randrange(10**6)) for _ in range(40))
            asked = [line.replace("*", word) for word in words for line in lines]
            heads = b"".join(guest.head(line, role=role) for line in asked)
            await guest.blast(client, heads, reads=reads)

    return flood


async def _sockets(guest: Guest) -> None:
    (await guest.socket()).close()


async def _connects(guest: Guest) -> None:
    (await guest.open()).close()


async def _handshakes(guest: Guest) -> None:
    """Begin TLS, and leave as soon as the server has signed."""
    client = await guest.open(secure=True)
    with client:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        out, into = ssl.MemoryBIO(), ssl.MemoryBIO()
        hello = context.wrap_bio(into, out)
        with suppress(ssl.SSLWantReadError):
            hello.do_handshake()
        await guest.send(client, out.read())
        await asyncio.get_running_loop().sock_recv(client, _CHUNK)


async def _joins(guest: Guest) -> None:
    """Join again and again with the spectators' token."""
    body = json.dumps({"token": guest.facts["token"]})
    more = ("Content-Type: application/json", f"Content-Length: {len(body)}")
    client = await guest.open()
    with client:
        await guest.blast(client, guest.head("POST /join", *more) + body.encode(), reads=True)


async def _halves(guest: Guest) -> None:
    """Leave in the middle of a request's body."""
    client = await guest.open()
    with client:
        more = ("Content-Type: application/json", "Content-Length: 4000")
        await guest.send(client, guest.head("POST /join", *more) + b"{" * 2000)
        await asyncio.sleep(0.01)


async def _photos(guest: Guest) -> None:
    """Send a large photo on each connection."""
    more = ("Content-Type: image/jpeg", f"Content-Length: {len(guest.photo)}")
    client = await guest.open()
    with client:
        head = guest.head("POST /frame", *more, role="camera")
        await guest.send(client, head + guest.photo)
        await asyncio.get_running_loop().sock_recv(client, _CHUNK)


_TEXT = _frame(0x81, b'{"drawn":1}')
FLOODS: dict[str, Callable[[Guest], Awaitable[None]]] = {
    "pings": _frames(_frame(0x89, bytes(125))),
    "empty pings": _frames(_frame(0x89, b""), reads=True),
    "pongs": _frames(_frame(0x8A, bytes(125))),
    "texts": _frames(_TEXT),
    "languages": _frames(
        _frame(0x81, b'{"lang":"ja"}'), _frame(0x81, b'{"lang":"en"}'), reads=True
    ),
    "fragments": _frames(_frame(0x00, b""), begin=_frame(0x01, b"")),
    "sockets": _sockets,
    "connections": _connects,
    "handshakes": _handshakes,
    "rules": _requests("GET /rules?q=card+*"),
    "why": _requests("GET /why?q=may+I+place+y17+on+c3+*"),
    "views": _requests("GET /view?lang=en", "GET /view?lang=ja"),
    "unread views": _requests("GET /view", reads=False),
    "fonts": _requests("GET /files/NotoSansJP-Regular.ttf"),
    "unread fonts": _requests("GET /files/NotoSansJP-Regular.ttf", reads=False),
    "nowhere": _requests("GET /*"),
    "joins": _joins,
    "half bodies": _halves,
    "photos": _photos,
}


def visit(facts: dict[str, Any], name: str, seed: int, seconds: float, sockets: int) -> None:
    """Flood the server; print the number of connections, and of bytes sent."""
    guest = Guest(facts, random.Random(f"{seed} {name}"), Path(facts["photo"]).read_bytes())

    async def again() -> None:
        while True:
            with suppress(OSError):
                await FLOODS[name](guest)
            await asyncio.sleep(0)

    async def flood() -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
                for _ in range(sockets):
                    group.create_task(again())

    asyncio.run(flood())
    print(json.dumps([guest.opened, guest.sent]))


# The table's page.


@dataclass
class Times:
    """The table's waiting times in ms, and the number of missing answers."""

    http: list[float] = field(default_factory=list)
    socket: list[float] = field(default_factory=list)
    missing: int = 0


def measure(facts: dict[str, Any], until: float) -> Times:
    """Use the table's page until a time of the monotonic clock."""
    found = Times()
    port = facts["port"]
    cookie = {"cookie": f"companion-{port}={facts['table']}"}
    web = HTTPConnection("127.0.0.1", port, timeout=_WAIT_S)
    live = f"ws://127.0.0.1:{port}/live?lang=en"
    with connect(live, additional_headers=cookie, max_size=None, proxy=None) as page:
        lang = "en"
        while time.monotonic() < until:
            begun = time.monotonic()
            lang = "ja" if lang == "en" else "en"
            try:
                web.request("GET", "/view", headers=cookie)
                answer = web.getresponse()
                answer.read()
                _note(found.http, time.monotonic() - begun)
                found.missing += answer.status != 200
                asked = time.monotonic()
                page.send(json.dumps({"lang": lang}))
                _await_view(page, lang)
                _note(found.socket, time.monotonic() - asked)
            except OSError as error:
                found.missing += 1
                _note(found.http, time.monotonic() - begun)
                print(f"  {type(error).__name__}: {error}", file=sys.stderr)
                web.close()
            time.sleep(max(0.0, _EVERY_S - (time.monotonic() - begun)))
    web.close()
    return found


def _note(times: list[float], seconds: float) -> None:
    while True:
        times.append(1000 * seconds)
        seconds -= _EVERY_S
        if seconds < 0:
            return


def _await_view(page: Any, lang: str) -> None:  # noqa: ANN401 - websockets' own connection
    while True:
        message = page.recv(timeout=_WAIT_S)
        if isinstance(message, bytes):
            page.send('{"drawn":1}')
        elif (view := json.loads(message)).get("view") and view["lang"] == lang:
            return


class ResidentMemory:
    """The resident memory of a process, in MB."""

    def __init__(self, process: int) -> None:
        self._status = Path(f"/proc/{process}/status")

    def of(self, name: str) -> float:
        """Return `VmRSS`, or `VmHWM`, the most since `forget`."""
        lines = dict(line.split(":", 1) for line in self._status.read_text().splitlines())
        return int(lines[name].split()[0]) / 1024

    def forget(self) -> None:
        """Let the peak begin again at the present size."""
        self._status.with_name("clear_refs").write_text("5")


def p95(values: list[float]) -> float:
    """Return the 95th percentile, or infinity without values."""
    return sorted(values)[math.ceil(0.95 * len(values)) - 1] if values else math.inf


def run(args: argparse.Namespace) -> int:
    """Measure each flood against a fresh server; return the exit code."""
    own = [sys.executable, str(Path(__file__).resolve())]
    bad = 0
    for name in ["quiet", *(args.flood or FLOODS)]:
        server = subprocess.Popen(
            [*own, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert server.stdout is not None
        facts = json.loads(server.stdout.readline())
        memory = ResidentMemory(server.pid)
        warm = time.monotonic() + _REST_S
        memory.forget()
        measure(facts, warm)
        before = memory.of("VmHWM" if name == "photos" else "VmRSS")
        memory.forget()
        end, guest = time.monotonic() + args.seconds, None
        if name != "quiet":
            spent = ["--visit", name, "--facts", json.dumps(facts), "--seed", str(args.seed)]
            spent += ["--seconds", str(args.seconds), "--sockets", str(args.sockets)]
            guest = subprocess.Popen([*own, *spent], stdout=subprocess.PIPE, text=True)
        found = measure(facts, end)
        opened, sent = json.loads(guest.communicate()[0] or "[0, 0]") if guest else (0, 0)
        grown = memory.of("VmHWM") - before
        server.communicate("")
        worst = max(p95(found.http), p95(found.socket))
        good = worst <= MOST_MS and grown <= MOST_MB and not found.missing
        bad += not good
        print(
            f"{name:<13} {opened:>6} connections {sent / 1e6:>7.1f} MB   "
            f"view p50 {statistics.median(found.http or [0]):6.1f} p95 {p95(found.http):7.1f}   "
            f"socket p50 {statistics.median(found.socket or [0]):6.1f} "
            f"p95 {p95(found.socket):7.1f} ms   n {len(found.http)}   "
            f"memory {before:.0f} + {grown:.0f} MB{'' if good else '   TOO MUCH'}",
            flush=True,
        )
    return int(bad > 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--sockets", type=int, default=40)
    parser.add_argument("--flood", action="append", choices=list(FLOODS))
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--visit", help=argparse.SUPPRESS)
    parser.add_argument("--facts", type=json.loads, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve()
    elif args.visit:
        visit(args.facts, args.visit, args.seed, args.seconds, args.sockets)
    else:
        return run(args)
    return 0


if __name__ == "__main__":
    sys.exit(main())
