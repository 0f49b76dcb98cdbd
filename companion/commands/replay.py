"""`companion replay`: fold a match log again, check it, tell it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.commands._language import Lang, language

if TYPE_CHECKING:
    from rules import LogError, Match, Record

__all__ = ["replay"]

_FINDINGS = 1


def replay(
    log: Annotated[Path, typer.Argument(help="The log of a match.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Only check it; do not tell the match.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    lang: Lang = None,
    salvage: Annotated[
        Path | None,
        typer.Option("--salvage", help="Write the good lines of a damaged log to this new file."),
    ] = None,
) -> None:
    """Replay a match from its log: every action is judged and carried out again.

    Exit code 1 if the log is damaged or tells what the rules do not allow; its first bad line is
    named, and the position before it shown.
    """
    from companion._app import broken_source
    from companion.commands._output import telling
    from rules import parse_log

    spoken = language(lang)
    try:
        data = log.read_bytes()
    except OSError as error:
        raise broken_source(error) from error
    records, fault = parse_log(data)
    match, folded = _fold(records)
    fault = (folded or fault) if records else (fault or folded)
    if salvage is not None:
        good = fault.line - 1 if fault else len(records)
        _salvage(salvage, data.split(b"\n")[:good])
    with telling():
        if json:
            _print_json(log, records, match, fault)
        else:
            if not verify and match is not None:
                _tell(records, match, spoken)
            _print_result(log, records, match, fault)
    if fault is not None:
        raise typer.Exit(_FINDINGS)


def _salvage(path: Path, lines: list[bytes]) -> None:
    """Write the good lines to a new file: all of them, or no file."""
    from companion.errors import SessionError, SourceError

    if path.exists():
        raise SessionError(f"{path}: is there already; name a new file")
    if not lines:
        typer.echo(f"{path}: not written, because there is no good line", err=True)
        return
    try:
        path.write_bytes(b"".join(line + b"\n" for line in lines))
    except OSError as error:
        path.unlink(missing_ok=True)
        what = error.strerror or error
        raise SourceError(f"{path}: can't be written ({what}); name a file elsewhere") from error


def _fold(records: tuple[Record, ...]) -> tuple[Match[Any] | None, LogError | None]:
    """The match of the longest prefix that folds, and what is wrong with the next record."""
    from rules import LogError, fold_log

    fault: LogError | None = None
    while records:
        try:
            return fold_log(records), fault
        except LogError as error:
            fault = error
            records = records[: error.line - 1]
    return None, fault or LogError("holds no match", 1, "give a log that `companion` wrote")


def _print_json(
    log: Path, records: tuple[Record, ...], match: Match[Any] | None, fault: LogError | None
) -> None:
    import json

    outcome = match.outcome if match else None
    data = {
        "log": str(log),
        "records": len(records),
        "game": match.setup.game if match else "",
        "plies": len(match.plies) if match else 0,
        "to_act": sorted(match.to_act) if match else [],
        "position": match.game.format(match.state) if match else "",
        "outcome": None
        if outcome is None
        else {
            "winners": list(outcome.winners),
            "clause": outcome.clause,
            "scores": dict(outcome.scores),
        },
        "fault": None
        if fault is None
        else {"line": fault.line, "what": fault.what, "fix": fault.fix},
    }
    print(json.dumps(data, ensure_ascii=False), flush=True)


def _tell(records: tuple[Record, ...], match: Match[Any], lang: str) -> None:
    from companion.referee.speaker import Speaker
    from rules import load_catalog, parse_action, read_event

    speaker = Speaker(load_catalog(match.setup.game), lang)
    for record in records:
        text = record.data.get("action", "")
        action = parse_action(text) if text else None
        if action is not None and action.seat in speaker.catalog.seat_names:
            clauses = " ".join(record.data.get("clauses", ()))
            events = [read_event(data) for data in record.data.get("events", ())]
            told = f"{speaker.seat(action.seat)}: {'; '.join(speaker.told(action, events))}"
            typer.echo(f"{record.seq:>4}  {record.kind:<9} {told}  {clauses}".rstrip())
        elif record.kind in ("taken_back", "corrected", "game_ended"):
            typer.echo(f"{record.seq:>4}  {record.kind}")


def _print_result(
    log: Path, records: tuple[Record, ...], match: Match[Any] | None, fault: LogError | None
) -> None:
    if match is not None:
        typer.echo(match.game.format(match.state).rstrip())
        typer.echo(f"{len(records)} records, {len(match.plies)} plies")
    if fault is None:
        typer.echo(f"{log}: in order", err=True)
        return
    typer.echo(f"{log}:{fault.line}: {fault.what}: {fault.fix}".rstrip(": "), err=True)
    if fault.line > 1:
        typer.echo(f"Try: companion replay {log} --salvage NEW.jsonl", err=True)
