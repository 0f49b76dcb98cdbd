"""`companion replay --page`: the page of a match that is over, and until when it is served."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from companion.commands.output import tell_link
from rules import Message

if TYPE_CHECKING:
    from companion.replay.telling import Transcript

_STAYS_S = 20.0
"""Time the page stays for somebody who opens it again, s."""


def show(told: Transcript, port: int | None, lang: str, *, browser: bool) -> None:
    """Serve the page until its last viewer has left, or until Ctrl-C."""
    from contextlib import suppress

    from companion.errors import SessionError
    from companion.replay.projector import ReplayPlayer
    from companion.replay.subtitles import cues
    from companion.texts import load_texts
    from companion.web.mailbox import Mailbox
    from companion.web.serve import open_page

    shown = cues(told)
    if not shown:
        raise SessionError(Message("fault.match.silent", file=told.name))
    desk = Mailbox(lambda *_: b"")
    projector = ReplayPlayer(shown, desk.lay)
    page = open_page(told.viewing, desk, port=port, step=projector.wish)
    link = page.link()
    tell_link(load_texts(lang, "replay").say("said.page", link=link), link, browser=browser)
    seen: float | None = None

    def watched() -> bool:
        nonlocal seen
        if page.looked_at():
            seen = time.monotonic()
        return seen is None or time.monotonic() - seen < _STAYS_S

    try:
        with suppress(KeyboardInterrupt):
            projector.run(watched)
    finally:
        page.close()
