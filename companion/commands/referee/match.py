"""Set-up, main loop and output of a match in `companion referee`."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import typer

from companion.commands.fault import report_first
from companion.commands.output import checked_output, marked, print_json
from companion.commands.referee.page import PHONE, PageBridge
from companion.errors import SessionError, broken_source
from companion.frames import FrameSource
from companion.match_setup.app import MatchLoop, build_setup, check_first, open_referee
from companion.match_setup.players import with_player_names
from companion.referee.journal import Journal, Utterance, resume_match, utterance_data
from companion.referee.live import LiveReferee
from companion.referee.words.speaker import Speaker
from companion.referee.words.wording import Wording
from companion.storage.file_lock import hold_lock
from rules import (
    Catalog,
    LogError,
    LogWriter,
    Manifest,
    Match,
    Message,
    Record,
    Seat,
    load_catalog,
    load_game,
)
from rules.messages.message import Text
from rules.messages.system import reason
from rules.process.interrupt import termination_signals

if TYPE_CHECKING:
    from companion.simulator.private_inputs import Look
    from companion.vision.camera_team import CameraNote, CameraTeam


def match_of(
    game: str,
    decks: list[str],
    settings: list[str],
    manifests: tuple[Manifest, ...],
    log: Path | None,
) -> Match[Any]:
    """Return the match of a log (of any game, if `game` is ""), or else a new match.

    Raises `SessionError` and `SourceError` for a log that cannot be resumed, `UnknownGame`, and
    `DataError` for faulty decks and settings.
    """
    if log is not None:
        try:
            return resume_match(log, game)
        except LogError as error:
            raise _damaged(log, error) from error
        except OSError as error:
            raise broken_source(error) from error
    setup = build_setup(game, settings=settings, decks=decks, manifests=manifests)
    return Match(load_game(game), setup)


def _damaged(log: Path, error: LogError) -> SessionError:
    """Return the error for a damaged log, with the command that resumes from its good lines."""
    if error.line == 1:
        return SessionError("fault.match.no_line", file=log, why=reason(error))
    new = log.with_name(f"{log.stem}-good.jsonl")
    return SessionError("fault.match.damaged", file=log, why=reason(error), good=new)


_SESSION_PAUSE_S = 900.0
"""Shortest pause between two sessions, s. A shorter one means that the referee was killed or lost
power; the cards are still in place.
"""


def begins_session(log: Path) -> bool:
    """Return whether resuming a log begins a new session, because it was written long ago."""
    try:
        return time.time() - log.stat().st_mtime > _SESSION_PAUSE_S
    except OSError:
        return True


def make_referee(
    match: Match[Any],
    manifests: tuple[Manifest, ...],
    first: str,
    lines: Iterable[Record] = (),
) -> LiveReferee:
    """Return the referee; `first` begins unless `lines` are the log of a match to resume.

    Raises `SessionError` if no seat is called `first`.
    """
    seat = check_first(first, load_catalog(match.setup.game))
    return open_referee(match, manifests, first=seat, lines=lines)


def open_feed(source: str, match: Match[Any], manifests: list[Path], seed: int) -> FrameSource:
    """Open the source of pictures: a table simulated from `seed`, or a named source."""
    if source == "virtual":
        from companion.robots.opening import open_table

        return open_table(manifests, match.setup, seed).source
    from companion.vision.sources.open import open_source

    return open_source(source)


@contextmanager
def alone(log: Path | None, lang: str = "") -> Iterator[None]:
    """Lock a log against other referees.

    Raises `SessionError` if another referee holds the lock, and `SourceError` if the log cannot be
    opened. If the folder does not support locks, this is reported in `lang`, unless `lang` is "".
    """
    with ExitStack() as stack:
        if log is not None:
            try:
                sure = stack.enter_context(hold_lock(log))
            except BlockingIOError as error:
                raise SessionError("fault.match.held", file=log) from error
            except OSError as error:
                raise broken_source(error) from error
            if lang and not sure:
                report_no_lock(lang, log)
        yield


def report_no_lock(lang: str, log: Path) -> None:
    """Report that a log's folder does not support locks."""
    typer.echo(Message("referee.console.no_lock", path=str(log)).render(lang), err=True)


def make_loop(
    referee: LiveReferee,
    source: FrameSource,
    manifests: tuple[Manifest, ...],
    lang: str,
    writer: LogWriter | None,
    *,
    json: bool,
    bridge: PageBridge | None,
    paths: list[Path],
    names: Mapping[Seat, str] = MappingProxyType({}),
) -> MatchLoop:
    """Return the loop that turns pictures into notices for the output, the page and the log.

    `names`: the players' names.
    """
    from companion.simulator.source import VirtualTable
    from companion.vision.camera_team import CameraTeam
    from companion.vision.mat.printed import printed_mats
    from companion.vision.reader.codebook import Codebook
    from companion.vision.sources.cameras import CameraSource
    from companion.vision.watcher import Watcher
    from companion.vision.worker import WatcherProcess, serve

    catalog = with_player_names(load_catalog(referee.at.match.setup.game), names)
    speaker = Speaker(catalog, lang, referee.at.geometry.form.mat)
    printed = _print_record if json else _print_caption

    def show(utterance: Utterance) -> None:
        public = bridge is None or bridge.publisher.receive(utterance)
        if public or json:  # players may see the terminal; a program gets everything
            printed(utterance)

    journal = Journal(speaker, show, writer)
    look: Look | None = bridge.publisher.look if bridge is not None else None
    if isinstance(source, CameraTeam):
        return MatchLoop(referee, journal, source, source.see, source.lost, observer=look)
    looks = printed_mats(paths)
    if isinstance(source, CameraSource):
        # External data may break a decoder; the match must not end because of it. An unreadable
        # source is reported here.
        Codebook(manifests)
        dice = referee.at.geometry.dice_zones
        reads = partial(serve, camera=source.lens, printed=looks, dice=dice)
        apart = WatcherProcess(manifests, serve=reads)
        return MatchLoop(
            referee, journal, source, apart.see, apart.lost, apart.close, observer=look
        )
    if isinstance(source, VirtualTable):
        referee.context = replace(referee.context, lots=source.lots)
        look = source.pages.observer(referee, look)
    watcher = Watcher(manifests, printed=looks, dice=referee.at.geometry.dice_zones)
    return MatchLoop(referee, journal, source, watcher.see, watcher.lost, observer=look)


def make_team(
    sources: Mapping[str, FrameSource],
    manifests: tuple[Manifest, ...],
    referee: LiveReferee,
    paths: Iterable[Path],
    lang: str,
) -> CameraTeam:
    """Return several cameras as one source, each with a watcher of its own.

    `sources`: the cameras, by their options' texts. Notes about them are printed in `lang`.
    """
    from companion.vision.camera_team import CameraTeam, TeamCamera
    from companion.vision.mat.printed import printed_mats
    from companion.vision.reader.codebook import Codebook
    from companion.vision.sources.cameras import CameraSource
    from companion.vision.sources.names import is_live
    from companion.vision.watcher import Watcher
    from companion.vision.worker import WatcherProcess, serve

    book, dice = Codebook(manifests), referee.at.geometry.dice_zones
    looks = printed_mats(paths)
    report = CameraReporter(load_catalog(referee.at.match.setup.game), lang, sources)
    live = any(spec == PHONE or is_live(spec) for spec in sources)
    cameras = []
    for source in sources.values():
        if live:
            lens = source.lens if isinstance(source, CameraSource) else ""
            reads = partial(serve, camera=lens, printed=looks, dice=dice, part=True)
            apart = WatcherProcess(manifests, serve=reads)
            cameras.append(TeamCamera(source, apart.see, apart.lost, apart.close))
        else:
            watcher = Watcher(book, printed=looks, dice=dice, part=True)
            cameras.append(TeamCamera(source, watcher.see, watcher.lost))
    return CameraTeam(cameras, report, live=live)


class CameraReporter:
    """A reporter of notes about several cameras, to the terminal."""

    def __init__(self, catalog: Catalog, lang: str, sources: Iterable[str]) -> None:
        self._wording, self._lang = Wording(catalog, lang), lang
        self._names = tuple(map(_camera_name, sources))

    def __call__(self, note: CameraNote) -> None:
        """Print a note."""
        message = Message(
            f"referee.cameras.{note.news}",
            camera=self._names[note.camera],
            place=self._wording.cell(note.place),
        )
        typer.echo(message.render(self._lang), err=True)


def _camera_name(source: str) -> Text:
    """Return a camera's name in messages, without the user name or password of an address."""
    if source == PHONE:
        return Message("referee.cameras.phone")
    if source.isdecimal():
        return Message("fault.camera.called", number=int(source))
    return source.rstrip("/").rpartition("/")[2].rpartition("@")[2]


def run(loop: MatchLoop, writer: LogWriter | None, max_seconds: float | None, lang: str) -> None:
    """Run the loop; Ctrl-C stops the match, a second Ctrl-C interrupts the program."""
    loop.broke = report_first(lang)

    def stop(number: int, frame: object) -> None:
        del frame
        loop.stop = True
        signal.signal(number, signal.default_int_handler)

    before = {number: signal.signal(number, stop) for number in termination_signals()}
    try:
        if writer is not None:
            typer.echo(
                Message("referee.console.kept", path=str(writer.path)).render(lang), err=True
            )
        with checked_output():
            loop.run(max_seconds)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _print_record(utterance: Utterance) -> None:
    print_json(utterance_data(utterance))


def _print_caption(utterance: Utterance) -> None:
    if utterance.caption:
        record = utterance.record
        typer.echo(marked("mishap" if record.mishap else record.kind, utterance.caption))
