"""`companion replay`: a match replayed from its log as page, text, PDF, film or one file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.commands.language import Lang, language
from companion.commands.output import FINDINGS, checked_output, print_json
from companion.errors import SessionError, SourceError
from rules import Fault, Message
from rules.messages.message import render
from rules.messages.system import reason
from rules.process.disk import PRIVATE, write_whole

if TYPE_CHECKING:
    from companion.replay.transcript import Transcript
    from rules.players.analysis import Analysis


def replay(
    log: Annotated[Path, typer.Argument(help="The log of a match, or a recording.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Only check the log; do not print the match.")
    ] = False,
    rejudge: Annotated[
        bool,
        typer.Option("--rejudge", help="Judge a recording of `companion referee --record` again."),
    ] = False,
    analyse: Annotated[
        bool,
        typer.Option("--analyse", help="Show winning chances, turning points and luck."),
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Print the result as one JSON object.")
    ] = False,
    lang: Lang = None,
    page: Annotated[
        bool, typer.Option("--page", help="Step through the match on a page in the browser.")
    ] = False,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = True,
    port: Annotated[int | None, typer.Option(help="The page's port.", min=0)] = None,
    name: Annotated[
        list[str] | None, typer.Option(help="A player's name.", metavar="SEAT=NAME")
    ] = None,
    text: Annotated[
        Path | None, typer.Option(help="Write a text record to FILE.txt or FILE.md.")
    ] = None,
    sheet: Annotated[
        Path | None, typer.Option(help="Write a score sheet with boards to FILE.pdf.")
    ] = None,
    video: Annotated[
        Path | None,
        typer.Option(help="Write a video to FILE.webm, .mp4 or .avi, and its subtitles."),
    ] = None,
    bundle: Annotated[
        Path | None, typer.Option(help="Write one FILE.zip for a bug report.")
    ] = None,
    manifest: Annotated[
        list[Path] | None,
        typer.Option("--manifest", "-m", help="Manifest to include in the bundle."),
    ] = None,
    pictures: Annotated[
        Path | None, typer.Option(help="Folder of pictures to include in the bundle.")
    ] = None,
    secrets: Annotated[
        bool,
        typer.Option(
            "--secrets", help="Include secrets of an unfinished match in the bundle or analysis."
        ),
    ] = False,
    salvage: Annotated[
        Path | None, typer.Option(help="Write the intact lines of a damaged log to this new file.")
    ] = None,
) -> None:
    """Replay a match from its log, judging and applying every action again.

    Exit code 1 if the log is damaged or breaks the rules; it then shows the first faulty line and
    the position before it. While a match is unfinished, its secrets stay hidden, except in a
    bundle with --secrets.

    With --rejudge, it judges a recording's inputs and reads its pictures again, and shows the first
    difference; exit code 1 if there is one.
    """
    from companion.commands.replay.files import ReplayOutputs, named, read_log_file, write_files
    from companion.commands.replay.page import show
    from companion.commands.replay.rejudging import judge_again
    from companion.replay.analysis import analysis_lines, summary_lines
    from companion.replay.protocol import protocol

    spoken = language(lang)
    if rejudge:
        with checked_output():
            judge_again(log, spoken, json=json)
        return
    data, transcript = read_log_file(log)
    if transcript.match is not None and name:
        transcript = named(data, transcript, name)
    if salvage is not None:
        good = transcript.fault.line - 1 if transcript.fault else len(transcript.records)
        _salvage(salvage, data.split(b"\n")[:good], spoken)
    wanted = ReplayOutputs(text, sheet, video, bundle, tuple(manifest or ()), pictures, secrets)
    analysis = _analysed(transcript, spoken, secrets=secrets) if analyse else None
    with checked_output():
        if json:
            print_json(_as_data(log, transcript) | _analysis_as_data(analysis))
        else:
            if not (verify or page or wanted.any) and transcript.match is not None:
                typer.echo(protocol(transcript, spoken))
            if analysis is not None:
                typer.echo("\n".join(analysis_lines(transcript, analysis, spoken)) + "\n")
            _print_result(log, transcript, spoken)
    if transcript.match is not None:
        lines = summary_lines(transcript, analysis, spoken) if analysis is not None else ()
        write_files(wanted, data, transcript, spoken, lines)
        if page:
            show(transcript, port, spoken, browser=browser, analysis=analysis)
    if transcript.fault is not None:
        raise typer.Exit(FINDINGS)


def _analysed(transcript: Transcript, lang: str, *, secrets: bool) -> Analysis | None:
    """Return the analysis of the match, if there is one.

    Raise `SessionError` if it would show secrets.
    """
    from rules.players.analysis import analyse

    if transcript.match is None:
        return None
    if not (transcript.over or secrets):
        raise SessionError("fault.match.secret", file=transcript.name)
    typer.echo(Message("replay.said.analysing").render(lang), err=True)
    return analyse(transcript.match.now)


def _analysis_as_data(analysis: Analysis | None) -> dict[str, Any]:
    from companion.replay.analysis import analysis_data

    return {} if analysis is None else {"analysis": analysis_data(analysis)}


def _salvage(path: Path, lines: list[bytes], lang: str) -> None:
    """Write all the good lines to a new file, or write no file at all."""
    if path.exists():
        raise SessionError("fault.file.there", file=path)
    if not lines:
        typer.echo(Message("replay.said.unwritten", path=str(path)).render(lang), err=True)
        return
    try:
        write_whole(path, b"".join(line + b"\n" for line in lines), PRIVATE)
    except OSError as error:
        raise SourceError("fault.file.unwritten", file=path, why=reason(error)) from error


def _as_data(log: Path, transcript: Transcript) -> dict[str, Any]:
    match, fault = transcript.match, transcript.fault
    outcome = match.outcome if match else None
    return {
        "log": str(log),
        "records": len(transcript.good),
        "game": match.setup.game if match else "",
        "plies": len(match.plies) if match else 0,
        "to_act": sorted(match.to_act) if match else [],
        "position": transcript.position if match else "",
        "outcome": None
        if outcome is None
        else {
            "winners": list(outcome.winners),
            "clause": outcome.clause,
            "scores": dict(outcome.scores),
        },
        "fault": None
        if fault is None
        else {
            "line": fault.line,
            "what": render(fault.what, "en"),
            "fix": render(fault.fix, "en"),
        },
    }


def _print_result(log: Path, transcript: Transcript, lang: str) -> None:
    match, fault = transcript.match, transcript.fault
    if match is not None:
        counts = {"records": len(transcript.good), "plies": len(match.plies)}
        typer.echo(Message("replay.verified.counts", **counts).render(lang))
    if fault is None:
        typer.echo(Message("replay.verified.fine", log=log).render(lang), err=True)
        return
    typer.echo(
        Fault(str(log), fault.line, "", fault.what, fault.fix).message.render(lang), err=True
    )
    if fault.line > 1:
        typer.echo(Message("replay.verified.salvage", log=log).render(lang), err=True)
