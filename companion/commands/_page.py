"""`companion referee` with its page: what is served, what is opened, and until when."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from companion.referee.session import Session
    from companion.web.desk import Desk
    from companion.web.onlooker import Onlooker
    from companion.web.serve import Page
    from rules import Catalog, Manifest, Seat

__all__ = ["Asked", "Beside", "read_names"]

_LOOK_S = 0.2


@dataclass(frozen=True, slots=True)
class Asked:
    """What the player asked of the page; `show` None: a page where a person looks on."""

    show: bool | None = None
    open: bool = True
    port: int | None = None
    lan: bool = False

    def wanted(self, *, json: bool) -> bool:
        """Whether there is to be a page; a program that reads our lines gets none unasked."""
        if self.show is not None:
            return self.show
        return not json and sys.stdout.isatty()


@dataclass(slots=True)
class Beside:
    """A page beside a match."""

    page: Page
    desk: Desk
    onlooker: Onlooker

    @classmethod
    def open(
        cls,
        session: Session,
        manifests: tuple[Manifest, ...],
        asked: Asked,
        names: dict[Seat, str],
    ) -> Beside:
        """Serve the page of a match; raises `SourceError`, `SessionError`."""
        from companion._app import mat_of
        from companion.errors import SessionError
        from companion.web.desk import Desk
        from companion.web.onlooker import Onlooker
        from companion.web.pictures import encode
        from companion.web.serve import lan_address, open_page
        from companion.web.view import Viewing
        from companion.web.view_board import Board
        from rules import load_catalog

        form = session.places.form
        mat = mat_of(manifests, form)
        if mat is None:
            raise SessionError(f"the page needs the manifest of the mat {form.mat}")
        lan = lan_address() if asked.lan else ""
        if asked.lan and not lan:
            raise SessionError("--lan: this computer is in no network; leave it out, or connect")
        card = next(((m.card_width_mm, m.card_height_mm) for m in manifests if m.cards), (54, 90))
        viewing = Viewing(load_catalog(session.match.setup.game), Board(mat, form, card), names)
        desk = Desk(encode)
        page = open_page(viewing, desk, port=asked.port, lan=lan)
        return cls(page, desk, Onlooker(session, mat, desk))

    def announce(self, *, browser: bool) -> None:
        """Tell the link, and open it."""
        link = self.page.link()
        typer.echo(f"The live page: {link}", err=True)
        if browser:
            import webbrowser

            webbrowser.open(link)

    def close(self) -> None:
        """The match is over: the page stays as long as somebody looks at it."""
        import time
        from contextlib import suppress

        try:
            with suppress(KeyboardInterrupt):
                while self.page.looked_at():
                    time.sleep(_LOOK_S)
        finally:
            self.page.close()


def read_names(told: list[str], catalog: Catalog) -> dict[Seat, str]:
    """SEAT=NAME as players write it; raises `SessionError`."""
    from companion.errors import SessionError
    from rules import did_you_mean

    names: dict[Seat, str] = {}
    for text in told:
        seat, equals, name = text.partition("=")
        seat = catalog.owners.get(seat, seat)
        if not equals or not name.strip() or len(name) > 40:
            raise SessionError(f"--name {text}: write SEAT=NAME, at most 40 characters")
        if seat not in catalog.seats:
            hint = did_you_mean(seat, (*catalog.seats, *catalog.owners))
            raise SessionError(f"--name {text}: there is no such seat: {hint}")
        names[seat] = name.strip()
    return names
