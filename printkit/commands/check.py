"""`printkit check`: preflight of a game or of a PDF."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from printkit.api import check_game, check_pdf
from printkit.commands import options
from printkit.commands._shared import decks_named, game_named, languages_of, on_terminal
from printkit.errors import UsageError
from rules import Message
from rules.cli.completion import languages
from rules.messages.message import render

if TYPE_CHECKING:
    from printkit.preflight import Report


def check(
    what: Annotated[str, typer.Argument(help="A game or a PDF file.", metavar="GAME|FILE.pdf")],
    deck: options.SameDecks = None,
    lang: options.Lang = None,
    style: options.Dressed = options.InkStyle.full,
    small: options.Small = False,
    mat: Annotated[
        str,
        typer.Option(
            help="The mat under the camera, or all; by default the first.", metavar="NAME"
        ),
    ] = "",
    camera_px: Annotated[
        str,
        typer.Option(
            help="Size of the camera's picture; by default 1920x1080.", metavar="WIDTHxHEIGHT"
        ),
    ] = "",
    distance_mm: Annotated[
        float,
        typer.Option(
            min=0,
            help="Distance from camera to table; 0: just far enough to see the mat.",
            metavar="MM",
        ),
    ] = 0.0,
    view_deg: Annotated[
        float, typer.Option(min=20, max=150, help="The camera's angle of view.", metavar="DEG")
    ] = 70.0,
    say: Annotated[
        str | None,
        typer.Option(
            help="Language of the findings: en, ja or zh-Hant; by default --lang, or the system's.",
            metavar="LANG",
            autocompletion=languages,
        ),
    ] = None,
    as_json: options.Json = False,
) -> int:
    """Check a game's cards or a PDF before you print. Exit code 1 means errors."""
    from printkit.data.toml_source import choose
    from printkit.pdf.fonts import LANGUAGES
    from printkit.template.findings import Severity

    lang, talk = languages_of(lang)
    spoken = choose("language", say, LANGUAGES) if say else talk
    if what.lower().endswith(".pdf") or _is_pdf(Path(what)):
        report = check_pdf(Path(what))
    elif Path(what).is_file() or "/" in what or "\\" in what:
        raise UsageError("print.check_what", file=what)
    else:
        slug = game_named(what)
        with on_terminal() as show:
            checking = Message("check.checking").render(spoken)
            report = check_game(
                slug,
                decks=decks_named(slug, deck),
                lang=lang,
                style=style.value,
                small=small,
                mat=mat,
                camera=_pixels(camera_px) if camera_px else None,
                distance=distance_mm,
                view=view_deg,
                progress=lambda done, of: show(f"{checking} {done}/{of}"),
            )
    _print_report(report, spoken, as_json=as_json)
    return 1 if report.count(Severity.ERROR) else 0


def _is_pdf(path: Path) -> bool:
    """Return whether a file is a PDF, regardless of its suffix."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(5) == b"%PDF-"


def _pixels(text: str) -> tuple[int, int]:
    """Return a picture's width and height from a text such as `1920x1080`."""
    width, _, height = text.lower().replace("×", "x").partition("x")
    if not (width.isdecimal() and height.isdecimal() and int(width) and int(height)):
        raise UsageError("print.camera_px", given=text)
    return int(width), int(height)


def _print_report(report: Report, lang: str, *, as_json: bool) -> None:
    from printkit.template.findings import Severity, severity_word

    counts = {severity.value: report.count(severity) for severity in Severity}
    if as_json:
        findings = [
            {
                "severity": found.severity.value,
                "code": found.code,
                "where": render(found.where, "en"),
                "text": found.message.render(lang),
                "facts": {k: render(fact, "en") for k, fact in found.message.facts.items()},
            }
            for found in report.findings
        ]
        data = {"subject": report.subject, "counts": counts, "findings": findings}
        print(json.dumps(data, ensure_ascii=False))
        return
    for found in report.findings:
        print(found.line.render(lang))
    found_so = [
        Message("fault", parts=(severity_word(severity), count))
        for severity in Severity
        if (count := report.count(severity))
    ]
    fine = not counts["error"] and not counts["warning"]
    result = Message("check.fine") if fine else Message("check.counts", counts=found_so)
    print(Message("fault", parts=(report.subject, result)).render(lang), file=sys.stderr)
