"""`companion replay --page`: serves the page of a finished match while it has viewers."""

import time
from contextlib import suppress

from companion.commands.output import announce_link
from companion.errors import SessionError
from companion.replay.analysis import analysis_view
from companion.replay.player import ReplayPlayer
from companion.replay.subtitles import cues
from companion.replay.transcript import Transcript
from companion.web.mailbox import Mailbox
from rules import LANGUAGES, Message
from rules.players.analysis import Analysis

_STAYS_S = 20.0
"""Time that the page stays available after its last viewer has left, s."""


def show(
    transcript: Transcript,
    port: int | None,
    lang: str,
    *,
    browser: bool,
    analysis: Analysis | None = None,
) -> None:
    """Serve the page until its last viewer has left, or until Ctrl-C."""
    from companion.web.serve import open_page

    shown = cues(transcript)
    if not shown:
        raise SessionError("fault.match.silent", file=transcript.name)
    if analysis is not None:
        plies = [cue.moment.snapshot.position.ply for cue in shown]
        transcript.viewing.analysis = {
            each: analysis_view(transcript, analysis, plies, each) for each in LANGUAGES
        }
    mailbox = Mailbox(lambda *_: b"")
    player = ReplayPlayer(shown, mailbox.post)
    page = open_page(transcript.viewing, mailbox, port=port, step=player.request)
    opened = page.link(once=True) if browser else ""
    announce_link(Message("replay.said.page", link=page.link()).render(lang), opened)
    seen: float | None = None

    def watched() -> bool:
        nonlocal seen
        if page.looked_at():
            seen = time.monotonic()
        return seen is None or time.monotonic() - seen < _STAYS_S

    try:
        with suppress(KeyboardInterrupt):
            player.run(watched)
    finally:
        page.close()
