"""`companion referee`: watch a match and judge every move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.commands._language import Lang, language

if TYPE_CHECKING:
    from companion._app import Loop
    from companion.commands._page import Beside
    from companion.errors import SessionError
    from companion.frames import FrameSource
    from companion.referee.journal import Utterance
    from companion.referee.session import Session
    from rules import LogError, LogWriter, Manifest, Match

__all__ = ["referee"]

_MARKS = {
    "accepted": "✓",
    "refused": "✗",
    "question": "?",
    "out_of_step": "≠",
    "trouble": "!",
    "table_fault": "!",
    "game_ended": "■",
}
_COLOURS = {"✓": typer.colors.GREEN, "✗": typer.colors.RED, "?": typer.colors.YELLOW}


def referee(
    game: Annotated[str, typer.Argument(help="The game, for example yggdrasil.")],
    source: Annotated[
        str,
        typer.Option(
            "--source",
            "-s",
            help="Camera number, URL, video, folder of pictures, `phone`, or `virtual`.",
        ),
    ],
    manifest: Annotated[
        list[Path],
        typer.Option("--manifest", "-m", help="Manifest of a printed deck, mat or control cards."),
    ],
    deck: Annotated[
        list[str] | None,
        typer.Option(
            "--deck",
            help="SEAT=DECK: a shipped deck, a list, or a scan's result.",
            metavar="SEAT=DECK",
        ),
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--setting", help="A variant of the rules.", metavar="NAME=VALUE"),
    ] = None,
    first: Annotated[
        str, typer.Option("--first", help="Who begins; else whoever moves first.", metavar="SEAT")
    ] = "",
    lang: Lang = None,
    log: Annotated[
        Path | None, typer.Option("--log", help="Where to keep the match; default: in out/.")
    ] = None,
    keep: Annotated[bool, typer.Option("--keep/--no-log", help="Keep a log.")] = True,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the match of --log.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON line an event.")] = False,
    seed: Annotated[int, typer.Option("--seed", help="The virtual players' seed.")] = 1,
    max_seconds: Annotated[
        float | None, typer.Option("--max-seconds", help="Stop after this long.", min=0)
    ] = None,
    page: Annotated[
        bool | None,
        typer.Option("--page/--no-page", help="Show the match in a browser. [default: on screen]"),
    ] = None,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = True,
    port: Annotated[int | None, typer.Option("--port", help="The page's port.", min=0)] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let phones and guests of this network see the page.")
    ] = False,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", help="What a player is called.", metavar="SEAT=NAME"),
    ] = None,
) -> None:
    """Referee a match from a camera, a video, pictures, or the virtual table.

    Prints what the referee says, or with --json one line an event; the last is `game_ended`.
    Exit code 0 when the match was played or stopped; Ctrl-C stops it, the log can be resumed.
    """
    from companion._app import load_manifests
    from companion.commands._page import PHONE, Asked, Beside, read_names
    from companion.errors import SessionError
    from rules import load_catalog

    spoken = language(lang)
    if resume and log is None:
        raise SessionError("--resume needs --log: which match shall go on?")
    manifests = load_manifests(manifest, game)
    path = log or (_default_log(game) if keep else None)
    match = _match(game, deck or [], setting or [], manifests, path if resume else None)
    session = _session(match, manifests, first, resumed=resume)
    asked = Asked(page, browser, port, lan, phone=source == PHONE)
    names = read_names(name or [], load_catalog(game))
    feed = None if asked.phone else _open(source, match, manifest, seed)
    writer = _writer(path, resume=resume)
    beside = Beside.open(session, manifests, asked, names) if asked.wanted(json=json) else None
    try:
        feed = feed if beside is None else beside.watched(feed, virtual=source == "virtual")
        if feed is None:
            raise SessionError("--source phone: the phone sends its pictures to the page")
        loop = _loop(
            session, feed, manifests, spoken, writer, json=json, beside=beside, paths=manifest
        )
        if beside is not None:
            beside.announce(browser=asked.open)
        _run(loop, writer, max_seconds)
        if beside is not None:
            beside.linger()
    finally:
        if beside is not None:
            beside.page.close()


def _match(
    game: str,
    decks: list[str],
    settings: list[str],
    manifests: tuple[Manifest, ...],
    log: Path | None,
) -> Match[Any]:
    from companion._app import broken_source, build_setup
    from companion.referee.journal import resume_match
    from rules import LogError, Match, load_game

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
    """What is wrong with a log, and how to go on from its good lines."""
    from companion.errors import SessionError

    if error.line == 1:
        return SessionError(f"{log}: {error}; no line is good, so start a new match")
    new = log.with_name(f"{log.stem}-good.jsonl")
    return SessionError(
        f"{log}: {error}: `companion replay {log} --salvage {new}`, then --resume --log {new}"
    )


def _session(
    match: Match[Any], manifests: tuple[Manifest, ...], first: str, *, resumed: bool
) -> Session:
    from companion._app import check_first, open_session
    from rules import load_catalog

    seat = check_first(first, load_catalog(match.setup.game))
    return open_session(match, manifests, first="" if resumed else seat, resumed=resumed)


def _open(source: str, match: Match[Any], manifests: list[Path], seed: int) -> FrameSource:
    if source == "virtual":
        from companion.virtual import open_table

        return open_table(manifests, match.setup, seed).source
    from companion.vision.sources import open_source

    return open_source(source)


def _writer(path: Path | None, *, resume: bool) -> LogWriter | None:
    from companion._app import broken_source
    from companion.errors import SessionError
    from rules import LogError, LogWriter

    if path is None:
        return None
    if path.exists() and not resume:
        raise SessionError(f"{path}: there is a match in it already; --resume goes on with it")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return LogWriter(path)
    except LogError as error:
        raise _damaged(path, error) from error
    except OSError as error:
        raise broken_source(error) from error


def _default_log(game: str) -> Path:
    from datetime import datetime

    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    return Path("out") / "matches" / f"{game}-{stamp}.jsonl"


def _loop(
    session: Session,
    source: FrameSource,
    manifests: tuple[Manifest, ...],
    lang: str,
    writer: LogWriter | None,
    *,
    json: bool,
    beside: Beside | None,
    paths: list[Path],
) -> Loop:
    from functools import partial

    from companion._app import Loop
    from companion.referee.journal import Journal
    from companion.referee.speaker import Speaker
    from companion.vision.cameras import CameraSource
    from companion.vision.codebook import Codebook
    from companion.vision.printed import printed_mats
    from companion.vision.watcher import Watcher
    from companion.vision.worker import WatcherProcess, serve
    from rules import load_catalog

    catalog = load_catalog(session.match.setup.game)
    speaker = Speaker(catalog, lang, session.places.form.mat)
    printed = _print_json if json else _print_caption

    def tell(utterance: Utterance) -> None:
        printed(utterance)
        if beside is not None:
            beside.onlooker.hear(utterance)

    journal = Journal(speaker, tell, writer)
    look = beside.onlooker.look if beside is not None else None
    looks = printed_mats(paths)
    if isinstance(source, CameraSource):
        # Whatever comes from outside may break a decoder; the match must not end with it.  What
        # cannot be read at all is told here.
        Codebook(manifests)
        reads = partial(serve, camera=source.lens, printed=looks)
        apart = WatcherProcess(manifests, serve=reads)
        return Loop(session, journal, source, apart.see, apart.lost, apart.close, beside=look)
    watcher = Watcher(manifests, printed=looks)
    return Loop(session, journal, source, watcher.see, watcher.lost, beside=look)


def _run(loop: Loop, writer: LogWriter | None, max_seconds: float | None) -> None:
    """Run with Ctrl-C as the players' way to stop; a second one interrupts for good."""
    import signal
    from contextlib import suppress

    from companion.commands._output import telling

    def stop(number: int, frame: object) -> None:
        del frame
        loop.stop = True
        signal.signal(number, signal.default_int_handler)

    before = {n: signal.signal(n, stop) for n in (signal.SIGINT, signal.SIGTERM)}
    try:
        if writer is not None:
            typer.echo(f"The match is kept in {writer.path}", err=True)
        with telling():
            loop.run(max_seconds)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if writer is not None:
            # Closing tries once more to write what a full disk refused; that was told already.
            with suppress(OSError):
                writer.close()


def _print_json(utterance: Utterance) -> None:
    import json

    from companion.referee.journal import utterance_data

    print(json.dumps(utterance_data(utterance), ensure_ascii=False), flush=True)


def _print_caption(utterance: Utterance) -> None:
    if not utterance.caption:
        return
    import os

    mark = _MARKS.get(utterance.record.kind.value, "·")
    if mark in _COLOURS and "NO_COLOR" not in os.environ:
        mark = typer.style(mark, fg=_COLOURS[mark])
    typer.echo(f"{mark} {utterance.caption}")
