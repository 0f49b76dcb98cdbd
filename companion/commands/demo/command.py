"""`companion demo`: a whole match without a camera, from the PDF to the verdict."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.commands.language import Lang, language
from companion.errors import SessionError, SourceError
from rules import LogWriter, Match, load_catalog, load_game
from rules.cli.completion import games

if TYPE_CHECKING:
    from companion.commands.demo.show import DemoDisplay
    from companion.commands.demo.stage import DemoSetup
    from companion.frames import Frame
    from companion.readings import TableView
    from companion.robots.script import Script


def demo(
    game: Annotated[str, typer.Argument(help="The game.", autocompletion=games)] = "yggdrasil",
    out: Annotated[Path, typer.Option(help="Folder for the output.")] = Path("out"),
    lang: Lang = None,
    seed: Annotated[int, typer.Option(help="Random seed of the match.")] = 24,
    condition: Annotated[
        str, typer.Option("--camera", help="Quality of the camera: good, webcam or hard.")
    ] = "webcam",
) -> None:
    """Print decks and a mat, and referee a whole match with them on a virtual table.

    Two virtual players place the printed cards under a simulated webcam; the reader and the
    referee see only its pictures.  The players make mistakes and take a move back.  The folder out/
    then contains the PDFs, the log, a picture of the final table, and the match in pictures.
    """
    from companion.commands.fault import is_ours
    from rules.process.installing import install_command

    try:
        _demo(game, out, language(lang), seed, condition)
    except ModuleNotFoundError as error:
        if is_ours(error.name):
            raise
        # Printing, vision and drawing are needed: one command installs all of them.
        need = {"name": str(error.name), "command": install_command("virtual,print")}
        raise SourceError("fault.library.absent", **need) from error


def _demo(game: str, out: Path, lang: str, seed: int, condition: str) -> None:
    """Print the game, play the match, and report the result."""
    from companion.commands.demo.show import finish, introduction
    from companion.commands.demo.stage import prepare
    from companion.commands.output import checked_output
    from companion.match_setup.prints import print_match
    from companion.pieces import templates_of
    from companion.simulator.sensor import CONDITIONS

    if condition not in CONDITIONS:
        raise SessionError(
            "fault.option.one_of", option="--camera", word=condition, known=", ".join(CONDITIONS)
        )
    load_game(game)
    if not (templates_of(game) / "card.toml").exists():
        raise SessionError("fault.paper.no_template", game=game)
    with checked_output():
        stage = prepare(game, print_match(game, out, lang), seed)
        typer.echo(introduction(stage, lang, condition))
        begun = time.perf_counter()
        show, script = _play(stage, lang, condition, out)
        finish(stage, show, script, time.perf_counter() - begun, out)


def _play(stage: DemoSetup, lang: str, condition: str, out: Path) -> tuple[DemoDisplay, Script]:
    """Play the match to its end; return its display and the players' script."""
    import cv2

    from companion.commands.demo.show import DemoDisplay, clear_progress
    from companion.commands.fault import report_first
    from companion.match_setup.app import MatchLoop, open_referee
    from companion.referee.journal import Journal
    from companion.referee.words.speaker import Speaker
    from companion.robots.opening import open_table
    from companion.simulator.sensor import CONDITIONS
    from companion.vision.watcher import Watcher

    cv2.setNumThreads(1)  # one core renders while the other reads
    opened = open_table(
        stage.paths,
        stage.setup,
        stage.seed,
        condition=CONDITIONS[condition],
        behaviour=stage.behaviour,
        pace=stage.pace,
    )
    referee = open_referee(Match(load_game(stage.game), stage.setup), stage.manifests)
    referee.context = replace(referee.context, lots=opened.source.lots)
    observer = opened.source.pages.observer(referee)
    show = DemoDisplay(lang, stage.frames, out / f"{stage.game}-demo.jsonl")
    show.log.unlink(missing_ok=True)
    watcher = Watcher(stage.manifests)

    def see(frame: Frame) -> TableView:
        show.frame = frame
        show.progress(frame)
        show.view = watcher.see(frame)
        return show.view

    def broke(error: Exception) -> None:
        clear_progress()  # the report needs its own line
        report_first(lang)(error)

    speaker = Speaker(load_catalog(stage.game), lang, referee.at.geometry.form.mat)
    writer = LogWriter(show.log)
    try:
        journal = Journal(speaker, show.receive, writer)
        loop = MatchLoop(referee, journal, opened.source, see, watcher.lost, observer=observer)
        loop.broke = broke
        loop.run()
    finally:
        writer.close()
        clear_progress()
    opened.source.play_out()
    return show, opened.script
