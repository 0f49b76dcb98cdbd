"""`companion referee`: watch a match and judge every move."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from companion.commands.language import Lang, language
from companion.errors import SessionError
from rules import Message
from rules.cli.completion import games


def referee(
    game: Annotated[
        str | None,
        typer.Argument(
            help="The game, for example yggdrasil; by default the log's, or chosen on the page.",
            autocompletion=games,
        ),
    ] = None,
    source: Annotated[
        list[str] | None,
        typer.Option(
            "--source",
            "-s",
            help="Camera number, URL, video, folder of pictures, `phone`, `mouse`, or `virtual`. "
            "Repeat it for several cameras over one table.",
            metavar="SOURCE",
        ),
    ] = None,
    manifest: Annotated[
        list[Path] | None,
        typer.Option(
            "--manifest",
            "-m",
            help="Manifest of a printed deck, mat or control cards; by default the newest in out/.",
        ),
    ] = None,
    deck: Annotated[
        list[str] | None,
        typer.Option(
            help="A seat's deck: a built-in deck, a list, or a scan's result.", metavar="SEAT=DECK"
        ),
    ] = None,
    setting: Annotated[
        list[str] | None, typer.Option(help="Change a setting of the rules.", metavar="NAME=VALUE")
    ] = None,
    first: Annotated[
        str,
        typer.Option(help="The first player; by default the one who moves first.", metavar="SEAT"),
    ] = "",
    tutorial: Annotated[
        bool,
        typer.Option("--tutorial", help="Learn the game: a guided first match with the mouse."),
    ] = False,
    lang: Lang = None,
    log: Annotated[
        Path | None, typer.Option(help="Log file of the match; by default in out/matches/.")
    ] = None,
    keep: Annotated[bool, typer.Option("--keep/--no-log", help="Keep a log.")] = True,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Continue the match of --log."),
    ] = False,
    correct: Annotated[
        Path | None,
        typer.Option(
            help="With --resume: continue from this position, if every seat says YES.",
            metavar="FILE",
        ),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            help="Record what the referee saw and said in a new FILE.tar, to report a fault.",
            metavar="FILE",
        ),
    ] = None,
    record_secrets: Annotated[
        bool, typer.Option("--record-secrets", help="Record the secrets of private pages, too.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON line per event.")] = False,
    seed: Annotated[int, typer.Option(help="Random seed of the virtual players.")] = 1,
    max_seconds: Annotated[
        float | None, typer.Option(help="Stop after this many seconds.", min=0)
    ] = None,
    page: Annotated[
        bool | None,
        typer.Option(
            "--page/--no-page", help="Show the match in a browser. [default: in a terminal]"
        ),
    ] = None,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = True,
    port: Annotated[int | None, typer.Option(help="The page's port.", min=0)] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let phones and guests on this network open the page.")
    ] = False,
    name: Annotated[
        list[str] | None, typer.Option(help="A player's name.", metavar="SEAT=NAME")
    ] = None,
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            help="A seat that the computer plays at the table on the page (--source mouse).",
            metavar="SEAT[=POSITIONS]",
        ),
    ] = None,
    hints: Annotated[
        int | None,
        typer.Option(
            help="Hints that each person may ask for at the table on the page. [default: 3]",
            min=0,
        ),
    ] = None,
) -> None:
    """Referee a match from a camera, a video, pictures, or the virtual table.

    In a terminal, it opens a live page, which asks for everything you omit here. It prints the
    referee's announcements, or with --json one line per event, `game_ended` last. Ctrl-C stops the
    match; --resume continues it. Exit code 0 if the match was played or stopped.
    """
    from companion.commands.referee.lobby import list_unfinished, make_lobby, unfinished
    from companion.commands.referee.options import (
        MatchOptions,
        check,
        check_sources,
        chosen,
        game_of,
        gone_on,
        play,
        tutorial_sources,
        with_lesson,
        with_paper,
    )
    from companion.commands.referee.page import OpenPage, PageOptions
    from companion.commands.unreadable_games import report_unread
    from rules.catalog.reader import game_called

    spoken = language(lang)
    if resume and log is None:
        list_unfinished(unfinished(), spoken)
        raise SessionError(Message("fault.option.resume"))
    sources = tuple(source or ())
    check_sources(sources)
    asked = PageOptions(page, browser, port, lan, spoken)
    shown = asked.wanted(json=json)
    if correct is not None and not resume:
        raise SessionError(Message("fault.option.correct"))
    game = game_called(game) if game is not None else None
    fixed = bool(resume or deck or setting or first)
    sources = tutorial_sources(sources, wanted=tutorial, fixed=fixed)
    if resume and log is not None:
        game, recorded = gone_on(log, game, sources[0] if sources else None)
        sources = sources or tuple((recorded or "").split())
    game = game or game_of(manifest or ()) or None
    known = game is not None and bool(sources)
    if not shown and (lack := _lacking(game, sources, page)) is not None:
        if not known:
            list_unfinished(() if resume else unfinished(game or ""), spoken)
        raise lack
    wish = MatchOptions(
        game or "",
        sources[0] if sources else "",
        tuple(manifest or ()),
        tuple(deck or ()),
        tuple(setting or ()),
        tuple(name or ()),
        first,
        log,
        spoken,
        keep=keep,
        resume=resume,
        json=json,
        seed=seed,
        max_seconds=max_seconds,
        correct=correct,
        record=record,
        record_secrets=record_secrets,
        tutorial=tutorial,
        others=sources[1:],
        opponents=tuple(opponent or ()),
        hints=hints,
    )
    wish = with_paper(with_lesson(wish)) if known else wish
    if not shown:
        if page is None and not json:
            typer.echo(Message("referee.console.no_page").render(spoken), err=True)
        play(wish, None)
        return
    if known:
        check(wish)  # Invalid options are reported before a page opens.
    if game is None:
        report_unread(spoken)
    lobby = None
    if not known:
        lobby = make_lobby(phone=lan, game=game or "", sources=sources, resumed=resume)
    served = OpenPage.open(asked, lobby, log if resume else None)
    if lobby is not None:
        list_unfinished(lobby.offers.unfinished, spoken)
    try:
        play(wish if lobby is None else chosen(wish, lobby), served)
    finally:
        served.page.close()


def _lacking(game: str | None, sources: Sequence[str], page: bool | None) -> SessionError | None:
    """Return the error for an option that is missing or unavailable without a page, or None."""
    from companion.commands.referee.page import PHONE
    from companion.web.lobby import MOUSE

    if game is None:
        return SessionError("fault.option.game", source=shlex.quote((*sources, "0")[0]))
    if not sources:
        return SessionError(Message("fault.option.source"))
    source = next((each for each in sources if each in (PHONE, MOUSE)), "")
    if not source:
        return None
    # No option disabled the page: stdout is not a terminal, or a program reads it.
    if page is None:
        return SessionError("fault.page.unasked", source=source)
    return SessionError("fault.page.needed", source=source)
