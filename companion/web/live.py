"""WebSockets that send each viewer the newest view, and pictures as fast as the page draws them.

A client is sent the next view once it has received the last one. Older views are skipped, so a slow
viewer delays no other viewer and nothing queues. A client may send two kinds of messages; any other
ends the socket.
"""

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.drawn_table.values import DrawnTable
from companion.web.auth.roles import Pass, Role
from companion.web.mailbox import Mailbox
from companion.web.views.play import play_view
from companion.web.views.view import ViewBuilder
from rules import LANGUAGES

MOST_SOCKETS = 96
"""Maximum number of spectators' sockets; those of the table and the seats are not counted."""
MOST_PLAYERS = 32
_MOST_TEXT = 200
_MOST_A_SECOND, _MOST_OF_A_GUEST = 120, 8
"""Maximum number of messages per second; only the table's page reports the pictures it has drawn.
"""
COMING = '{"coming":1}'
"""Message while there is no view yet; a page must not act on an old view."""
_EYES_S = 0.1
_POLICY, _FULL = 1008, 1013


def read_message(text: str) -> dict[str, Any] | None:
    """Parse a page's message, `{"drawn": 3}` or `{"lang": "ja"}`; return None for anything else."""
    if len(text) > _MOST_TEXT:
        return None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or len(data) != 1:
        return None
    lang = data.get("lang")
    known = type(data.get("drawn")) is int or (isinstance(lang, str) and lang in LANGUAGES)
    return data if known else None


@dataclass(slots=True, eq=False)
class _Client:
    """One open socket."""

    who: Pass
    lang: str
    bell: asyncio.Event = field(default_factory=asyncio.Event)
    wants_picture: bool = True
    seen: tuple[int, str] = (-1, "")
    played: tuple[int, str] = (-1, "")
    eyes: str = ""
    eyes_at: float = 0.0
    frame: object = None


class Live:
    """All open sockets of one match."""

    def __init__(self, mailbox: Mailbox, viewing: ViewBuilder | None = None) -> None:
        """Serve the mailbox's values; `viewing` is None until a match has been chosen."""
        self.viewing = viewing
        self.drawn_table: DrawnTable | None = None
        self._mailbox = mailbox
        self._clients: set[_Client] = set()
        self._made: dict[tuple[int, Pass, str], str] = {}
        self._making = asyncio.Lock()

    def viewers(self) -> int:
        """Return the number of open sockets."""
        return len(self._clients)

    def ring(self) -> None:
        """Wake all clients. Call this in the server's thread."""
        for client in self._clients:
            client.bell.set()

    async def view(self, who: Pass, lang: str) -> str | None:
        """Return the newest view as JSON, built once for all viewers who see the same view."""
        turn, snapshot = self._mailbox.snapshot
        if snapshot is None or self.viewing is None:
            return None
        key = (turn, who, lang)
        async with self._making:
            if key not in self._made:
                data = await asyncio.to_thread(self.viewing.view, snapshot, who, lang)
                self._made = {k: v for k, v in self._made.items() if k[0] == turn}
                self._made[key] = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
            return self._made[key]

    async def serve(self, socket: WebSocket, who: Pass, lang: str) -> None:
        """Serve one socket until either side closes it."""
        if not self._room(who):
            await socket.close(_FULL)
            return
        client = _Client(who, lang)
        self._clients.add(client)
        try:
            await socket.accept()
            client.bell.set()
            async with asyncio.TaskGroup() as group:
                show = group.create_task(self._send_views(socket, client))
                receive = group.create_task(self._receive(socket, client, show))
            # Close only when nothing more is sent, because an error in `_send_views` would cancel
            # closing.
            if receive.result():
                await socket.close(_POLICY)
        except* (WebSocketDisconnect, RuntimeError, OSError):
            pass  # the other side disconnected
        finally:
            self._clients.discard(client)

    def _room(self, who: Pass) -> bool:
        guests = sum(1 for c in self._clients if c.who.role is Role.SPECTATOR)
        if who.role is Role.SPECTATOR:
            return guests < MOST_SOCKETS
        return len(self._clients) - guests < MOST_PLAYERS

    async def _receive(self, socket: WebSocket, client: _Client, show: asyncio.Task[None]) -> bool:
        """Read the client's messages until it disconnects; return True after an invalid message."""
        begun, count = time.monotonic(), 0
        most = _MOST_A_SECOND if client.who.role is Role.TABLE else _MOST_OF_A_GUEST
        try:
            while True:
                received = await socket.receive()
                now = time.monotonic()
                if now - begun > 1:
                    begun, count = now, 0
                count += 1
                if received["type"] != "websocket.receive":
                    return False
                message = read_message(received.get("text") or "") if count <= most else None
                if message is None:
                    return True
                client.lang = message.get("lang", client.lang)
                client.wants_picture = client.wants_picture or "drawn" in message
                client.bell.set()
        finally:
            show.cancel()

    async def _send_views(self, socket: WebSocket, client: _Client) -> None:
        while True:
            await client.bell.wait()
            client.bell.clear()
            turn, _ = self._mailbox.snapshot
            if client.seen != (turn, client.lang):
                client.seen = (turn, client.lang)
                view = await self.view(client.who, client.lang)
                await socket.send_text(COMING if view is None else view)
            if client.who.role is Role.TABLE:
                await self._show_table(socket, client)
                await self._show(socket, client)

    async def _show_table(self, socket: WebSocket, client: _Client) -> None:
        """Send the positions of the pieces on a drawn table."""
        if self.drawn_table is None or self.viewing is None:
            return
        turn = (self.drawn_table.version, client.lang)
        if turn != client.played:
            client.played = turn
            words = self.viewing.words(client.lang)
            view = play_view(self.drawn_table.shown(), self.viewing.board, words)
            await socket.send_text(json.dumps(view, ensure_ascii=False, separators=(",", ":")))

    async def _show(self, socket: WebSocket, client: _Client) -> None:
        """Send the camera's picture and the overlay."""
        glance = self._mailbox.glance
        if glance is None:
            return
        now = time.monotonic()
        if now - client.eyes_at >= _EYES_S:
            eyes = json.dumps(glance.data(), separators=(",", ":"))
            if eyes != client.eyes:
                client.eyes, client.eyes_at = eyes, now
                await socket.send_text(eyes)
        if client.wants_picture and glance is not client.frame:
            client.frame, client.wants_picture = glance, False
            picture = await asyncio.to_thread(self._mailbox.picture)
            if picture is not None:
                await socket.send_bytes(picture)
