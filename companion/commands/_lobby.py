"""`companion referee` without a game: what there is to choose from, asked on the page."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

from companion.commands._out import OUT
from companion.commands._papers import find_papers, papers_for, print_paper, written
from companion.keeping_lock import held

if TYPE_CHECKING:
    from pathlib import Path

    from companion.web.lobby import Camera, Choice, Lobby, Papers, Unfinished
    from rules import Setup

__all__ = ["make_lobby", "paper_for"]

_MOST_LOG: Final = 8_000_000


def make_lobby(*, phone: bool) -> Lobby:
    """A lobby with everything found here; cameras are looked for meanwhile.

    `phone`: whether a phone can reach this computer.
    """
    from companion.web.lobby import MOUSE, VIRTUAL, Camera, Game, Lobby, Offers
    from rules import readable_games

    games = []
    for slug, catalog in readable_games().catalogs.items():
        players = "2–4" if len(catalog.seats) > 2 else str(len(catalog.seats))
        games.append(Game(slug, catalog.names, catalog.names, players))
    papers = find_papers(OUT)
    lobby = Lobby(Offers(tuple(games), None, papers, _unfinished(papers)))
    phones = (Camera("phone", "phone"),) if phone else ()
    further = (*phones, Camera(MOUSE, MOUSE), Camera(VIRTUAL, VIRTUAL))

    def look() -> None:
        lobby.found((*_cameras(), *further))

    threading.Thread(target=look, name="cameras", daemon=True).start()
    return lobby


def _cameras() -> list[Camera]:
    from companion.vision.camera_list import list_cameras
    from companion.web.lobby import Camera

    found = []
    for listed in list_cameras():
        height, width = listed.image.shape[:2]
        found.append(Camera(str(listed.index), listed.name, f"{width} × {height}"))
    return found


def paper_for(choice: Choice, setup: Setup, lang: str) -> list[Path]:
    """The print files that were chosen; printed now if there are none.

    At a drawn table the match's own take the place of those it cannot be played with.
    """
    from companion._app import load_manifests
    from companion.commands._fitting import asked_of, fits
    from companion.texts import load_texts
    from companion.web.lobby import DRAWN

    drawn = choice.source in DRAWN
    if choice.manifests:
        given = list(choice.manifests)
        if not drawn or fits(load_manifests(given, choice.game), setup):
            return given
        return papers_for(setup, lang, drawn=True)
    return print_paper(choice.game, OUT, load_texts(lang, "demo"), {"cards": (), **asked_of(setup)})


def _unfinished(papers: tuple[Papers, ...]) -> Unfinished | None:
    """The newest match that was not played to its end, if its cards are still here."""
    from companion.players import source_in
    from companion.referee.wording import Wording
    from companion.web.lobby import Unfinished
    from rules import LANGUAGES, RulesError, fold_log, load_catalog, parse_log

    logs = sorted((OUT / "matches").glob("*.jsonl"), key=written, reverse=True)
    log = next(filter(_free, logs), None)
    if log is None:
        return None
    try:
        data = log.read_bytes()[:_MOST_LOG]
        records, _ = parse_log(data[: data.rfind(b"\n") + 1])
        match = fold_log(records)
    except (OSError, RulesError):
        return None
    paper = next((p for p in papers if p.game == match.setup.game), None)
    if match.outcome is not None or paper is None or not match.plies:
        return None
    catalog = load_catalog(match.setup.game)
    turn = {lang: Wording(catalog, lang).turn(match.turn) for lang in LANGUAGES}
    return Unfinished(match.setup.game, log, turn, paper.manifests, source_in(records))


def _free(log: Path) -> bool:
    """Whether no other referee is keeping a match in it."""
    try:
        with held(log):
            return True
    except OSError:
        return False
