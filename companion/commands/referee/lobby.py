"""Choices that the page offers when `companion referee` starts without a game."""

import shlex
import threading
from collections.abc import Iterable
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any, Final

import typer

from companion.match_setup.app import load_manifests, read_manifests
from companion.match_setup.matching_prints import fits, mat_name, print_options
from companion.match_setup.players import names_in, source_in, with_player_names
from companion.match_setup.prints import find_prints, print_match, prints_for, written
from companion.referee.words.wording import Wording
from companion.storage.file_lock import hold_lock
from companion.storage.out_folder import OUT
from companion.tutorial.lesson import has_lesson
from companion.web.lobby import (
    DRAWN,
    MOUSE,
    VIRTUAL,
    CameraOffer,
    GameOffer,
    Lobby,
    LobbyChoice,
    Offers,
    Unfinished,
)
from companion.web.views.start import shown_games
from rules import (
    CHANCE,
    LANGUAGES,
    Catalog,
    Match,
    Message,
    RulesError,
    Setup,
    fold_log,
    load_catalog,
)
from rules import Record as Line
from rules.catalog.reader import readable_games
from rules.messages.languages import Words
from rules.messages.message import listed
from rules.records.log import parse_log

_MOST_LOG: Final = 8_000_000
_MOST_LOGS: Final = 12
"""Maximum number of logs that are searched for matches to resume."""
_MOST_LEFT: Final = 5


def make_lobby(
    *, phone: bool, game: str = "", sources: tuple[str, ...] = (), resumed: bool = False
) -> Lobby:
    """Return a lobby with everything found on this computer; cameras are listed in the background.

    `phone` is True if a phone can reach this computer. A named `game` and named `sources` are the
    only ones offered; an unknown game raises `UnknownGame`. With `resumed`, the match to resume is
    known, and simulated players are not offered, because they cannot resume it.
    """
    named = {game: load_catalog(game)} if game else readable_games().catalogs
    games = []
    for slug, catalog in named.items():
        players = "2–4" if len(catalog.seats) > 2 else str(len(catalog.seats))
        shown = shown_games().get(slug, {})
        about, minutes = shown.get("line", dict.fromkeys(LANGUAGES, "")), shown.get("minutes", "")
        games.append(GameOffer(slug, catalog.names, about, players, has_lesson(slug), minutes))
    left = () if resumed else unfinished(game)
    lobby = Lobby(Offers(tuple(games), None, find_prints(OUT), left, alone=not (phone or sources)))
    if sources:
        name = " + ".join(filter(None, map(_called, sources)))
        lobby.found((CameraOffer(sources[0], name, others=sources[1:]),))
        return lobby
    phones = (CameraOffer("phone", "phone"),) if phone else ()
    drawn = (CameraOffer(VIRTUAL, VIRTUAL),) if not resumed else ()
    further = (*phones, CameraOffer(MOUSE, MOUSE), *drawn)

    def look() -> None:
        lobby.found((*_cameras(), *further))

    threading.Thread(target=look, name="cameras", daemon=True).start()
    return lobby


def _called(source: str) -> str:
    """Return a source's name for the page, without its folder, user name or password."""
    return "" if source.isdecimal() else source.rstrip("/").rpartition("/")[2].rpartition("@")[2]


def _cameras() -> list[CameraOffer]:
    from companion.vision.sources.camera_list import list_cameras

    found = []
    for camera in list_cameras():
        height, width = camera.image.shape[:2]
        found.append(CameraOffer(str(camera.index), camera.name, f"{width} × {height}"))
    return found


def paper_for(choice: LobbyChoice, setup: Setup, lang: str) -> list[Path]:
    """Return the chosen print files; make new ones if there are none.

    At a drawn table, prints that do not suit the match are replaced.
    """
    drawn = choice.source in DRAWN
    if choice.manifests:
        given = list(choice.manifests)
        if not drawn or fits(load_manifests(given, choice.game), setup):
            return given
        return prints_for(setup, lang, drawn=True)
    return print_match(choice.game, OUT, lang, {"cards": (), **print_options(setup)})


def unfinished(game: str = "") -> tuple[Unfinished, ...]:
    """Return the matches that can be resumed, newest first; only those of `game` if given."""
    logs = sorted((OUT / "matches").glob("*.jsonl"), key=written, reverse=True)
    found = filter(None, (_left(log, game) for log in logs[:_MOST_LOGS]))
    return tuple(islice(found, _MOST_LEFT))


def list_unfinished(matches: tuple[Unfinished, ...], lang: str) -> None:
    """List the matches that can be resumed, each with its command."""
    for i, left in enumerate(matches):
        if not i:
            typer.echo(Message("referee.console.left").render(lang), err=True)
        line = Message(
            "referee.console.left_match",
            game=load_catalog(left.game).names,
            seats=listed(left.players),
            turn=left.turn,
            when=left.when,
        ).render(lang)
        typer.echo(f"  {line}\n    {resume_command(left.log)}", err=True)


def resume_command(log: Path) -> str:
    """Return the command that continues a log's match."""
    return f"companion referee --resume --log {shlex.quote(str(log))}"


def _left(log: Path, game: str) -> Unfinished | None:
    """Return an unfinished match with its own prints, or None for any other log.

    Simulated players always begin on the first turn, so their matches cannot be resumed.
    """
    try:
        if not _free(log):
            return None
        data = log.read_bytes()[:_MOST_LOG]
        records, _ = parse_log(data[: data.rfind(b"\n") + 1])
        match, source = fold_log(records), source_in(records)
    except (OSError, RulesError):
        return None
    ours = match.setup.game == (game or match.setup.game)
    if not ours or match.outcome is not None or not match.plies or source == VIRTUAL:
        return None
    manifests = _own_papers(match.setup)
    if not manifests and source not in DRAWN:
        return None
    catalog = load_catalog(match.setup.game)
    turn = {lang: Wording(catalog).turn(match.turn).render(lang) for lang in LANGUAGES}
    when = f"{datetime.fromtimestamp(written(log)).astimezone():%Y-%m-%d %H:%M}"
    players = _players(match, records, catalog)
    return Unfinished(match.setup.game, log, turn, manifests, source, players, when)


def _players(match: Match[Any], records: Iterable[Line], catalog: Catalog) -> tuple[Words, ...]:
    """Return the players' names from the log, or else the names of their seats."""
    names = with_player_names(catalog, names_in(records, catalog)).seat_names
    return tuple(names[seat] for seat in match.game.seats(match.setup) if seat != CHANCE)


def _own_papers(setup: Setup) -> tuple[Path, ...]:
    """Return the prints of a match, or () if its cards or its mat are missing."""
    found, wanted = prints_for(setup, "", drawn=False), mat_name(setup)
    mats = [mat.name for _, each in read_manifests(found)[0] for mat in each.mats]
    return tuple(found) if wanted in mats else ()


def _free(log: Path) -> bool:
    """Return whether no other referee is writing to the log."""
    try:
        with hold_lock(log):
            return True
    except OSError:
        return False
