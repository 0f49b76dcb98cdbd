"""Serving, opening and closing the page of `companion referee`."""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from companion.commands.output import announce_link
from companion.commands.referee.lobby import resume_command
from companion.drawn_table.values import DrawnTable
from companion.errors import SessionError
from companion.frames import FrameSource
from companion.heap import limit_heap
from companion.match_setup.app import mat_of
from companion.referee.live import LiveReferee
from companion.storage.files import settings_folder
from companion.tutorial.tutor import Tutor
from companion.web.auth.certificate import find_certificate
from companion.web.auth.sessions import Keyring
from companion.web.hints import Adviser
from companion.web.lobby import Lobby
from companion.web.mailbox import Mailbox, Rematch
from companion.web.publisher import PagePublisher, RecordingSwitch
from companion.web.story import Story
from companion.web.views.board import BoardView
from companion.web.views.view import ViewBuilder
from rules import Manifest, Message, Seat, load_catalog

if TYPE_CHECKING:
    from companion.web.phone import Inbox
    from companion.web.serve import MatchPage

PHONE = "phone"
"""Name of the source that is a phone with the page open."""
_LOOK_S = 0.2


@dataclass(frozen=True, slots=True)
class PageOptions:
    """Options of the page; with `show` None, a page is opened if stdout is a terminal.

    `port` and `lan` request a page. `lang` is the language of its links' labels.
    """

    show: bool | None = None
    open: bool = True
    port: int | None = None
    lan: bool = False
    lang: str = "en"

    def wanted(self, *, json: bool) -> bool:
        """Return whether to open a page; while a program reads the output, only on request."""
        if self.show is not None:
            return self.show
        return self.port is not None or self.lan or (not json and sys.stdout.isatty())


@dataclass(slots=True)
class OpenPage:
    """An open page, with or without a match."""

    page: MatchPage
    mailbox: Mailbox
    inbox: Inbox | None
    lang: str = "en"

    @classmethod
    def open(
        cls, asked: PageOptions, lobby: Lobby | None = None, log: Path | None = None
    ) -> OpenPage:
        """Serve the page; raise `SourceError` or `SessionError` if that fails.

        `log`: the log of a resumed match, whose earlier visitors are recognised.
        """
        from companion.web.phone import Inbox
        from companion.web.pictures import encode
        from companion.web.serve import PORT, lan_address, open_page

        limit_heap()
        lan = lan_address() if asked.lan else ""
        if asked.lan and not lan:
            raise SessionError(Message("fault.page.no_network"))
        mailbox = Mailbox(encode)
        inbox = Inbox(lambda: mailbox.glance) if lan else None
        ring = Keyring.for_log(log) if log is not None else None
        before = ring.ports_before() if ring is not None else ()
        page = open_page(
            None,
            mailbox,
            port=asked.port,
            lan=lan,
            take=inbox.put if inbox is not None else None,
            certificate=find_certificate(lan, settings_folder()) if lan else None,
            lobby=lobby,
            keys=ring.read() if ring is not None else None,
            usual=before[-1] if before else PORT,
        )
        served = cls(page, mailbox, inbox, asked.lang)
        opened = page.link(once=True) if asked.open else ""
        announce_link(_link_line("page", page.link(), asked.lang), opened)
        return served

    def watched(self, source: str) -> FrameSource | None:
        """Return the phone's pictures if the phone is the source, otherwise None.

        Raises `SessionError` if a phone cannot reach this computer, because `--lan` is missing.
        """
        from companion.web.phone import PhoneSource

        if source != PHONE:
            return None
        if self.inbox is None:
            raise SessionError(Message("fault.page.no_lan"))
        link = self.page.phone_link()
        announce_link(_link_line("phone", link, self.lang))
        if photos := self.page.photo_link():
            announce_link(_link_line("phone_photos", photos, self.lang))
        return PhoneSource(self.inbox)


def name_of(log: Path | None) -> str:
    """Return the name of a log's match, which stays the same on resuming, or a new name."""
    if log is None:
        return secrets.token_hex(8)
    return hashlib.sha256(os.fsencode(log.resolve())).hexdigest()[:16]


def _link_line(what: str, link: str, lang: str) -> str:
    return Message(f"referee.console.{what}", link=link).render(lang)


@dataclass(slots=True)
class PageBridge:
    """The connection between one match and its page."""

    page: MatchPage
    mailbox: Mailbox
    publisher: PagePublisher

    @classmethod
    def begin(
        cls,
        served: OpenPage,
        referee: LiveReferee,
        manifests: tuple[Manifest, ...],
        names: dict[Seat, str],
        *,
        phone: bool,
        drawn_table: DrawnTable | None = None,
        log: Path | None = None,
        again: bool = False,
        story: Story | None = None,
        recorder: RecordingSwitch | None = None,
        tutor: Tutor | None = None,
        computers: Iterable[Seat] = (),
        adviser: Adviser | None = None,
    ) -> PageBridge:
        """Show a match on the page, or let it be played there.

        Raises `SessionError` if no manifest describes the match's mat.

        `log`: the match's log, which identifies it. With `again`, a rematch can be started on the
        page. `story`: the earlier notices of a resumed match. `recorder`: switched by the page.
        `tutor`: guides a first match. `computers`: the seats that the computer plays. `adviser`:
        gives hints.
        """
        form = referee.at.geometry.form
        mat = mat_of(manifests, form)
        if mat is None:
            raise SessionError("fault.page.mat", mat=form.mat)
        card = next(((m.card_width_mm, m.card_height_mm) for m in manifests if m.cards), (54, 90))
        catalog = load_catalog(referee.at.match.setup.game)
        mouse = drawn_table is not None
        board, match = BoardView(mat, form, card), name_of(log)
        viewing = ViewBuilder(
            catalog,
            board,
            names,
            phone=phone,
            mouse=mouse,
            match=match,
            again=again,
            resume=resume_command(log) if log is not None else "",
            computers=frozenset(computers),
        )
        viewing.run = secrets.token_hex(4)
        served.mailbox.clear()
        served.page.begin(viewing, drawn_table)
        publisher = PagePublisher(
            referee, mat, served.mailbox, drawn_table, story, recorder, tutor, adviser
        )
        return cls(served.page, served.mailbox, publisher)

    def linger(self, lang: str) -> bool:
        """Keep the page open after the match while it has viewers, or until Ctrl-C.

        Explain this in `lang`. Return whether a rematch was requested on the page.
        """
        with suppress(KeyboardInterrupt):
            if self.page.looked_at():
                typer.echo(Message("referee.console.stays").render(lang), err=True)
            while self.page.looked_at():
                if any(isinstance(each, Rematch) for each in self.mailbox.take()):
                    return True
                time.sleep(_LOOK_S)
        return False
