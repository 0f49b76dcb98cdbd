"""`companion doctor`: checks whether a picture is good enough, and says what to change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.commands.language import Lang, language
from companion.commands.output import FINDINGS, checked_output

if TYPE_CHECKING:
    from companion.vision.reader.codebook import Codebook


def doctor(
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            help="Camera number, URL, phone's address, picture, folder, video; by default 0.",
            metavar="SOURCE",
        ),
    ] = None,
    manifest: Annotated[
        list[Path] | None,
        typer.Option("--manifest", "-m", help="Manifests of the printed cards and mat."),
    ] = None,
    cameras: Annotated[
        bool, typer.Option("--list", help="List the cameras, with a small picture from each.")
    ] = False,
    watch: Annotated[
        bool,
        typer.Option("--watch", help="Keep checking until Ctrl-C while you adjust the camera."),
    ] = False,
    line: Annotated[
        float | None,
        typer.Option(
            help="Length of the sheets' 100 mm line as you measure it, in mm.", min=10, max=200
        ),
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder for the marked pictures.")] = Path("out"),
    picture: Annotated[
        bool, typer.Option("--picture/--no-picture", help="Write marked pictures.")
    ] = True,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON line per picture.")] = False,
    lang: Lang = None,
) -> None:
    """Check light, focus, distance and printed sizes.

    With --manifest, it also reports the pixels per QR module in the farthest cell of the mat, any
    glare, and whether cards and mat were printed at the same scale. Exit code 1 if the result is
    not green.
    """
    from companion.commands.doctor.run import (
        CheckupReporter,
        check_line,
        list_all,
        pictures_of,
        watch_live,
    )

    lang = language(lang)
    named = sources or ["0"]
    with checked_output():
        if cameras:
            _leave(found=list_all(out, lang, json=json))
        elif line is not None:
            _leave(found=check_line(line, lang, json=json))
        else:
            folder = out if picture and not watch else None
            book, game = _printed(manifest or [])
            reporter = CheckupReporter(book, lang, folder, game=game, json=json)
            if watch:
                watch_live(named[0], reporter)
            else:
                ill = [reporter.report(*each) for name in named for each in pictures_of(name, lang)]
                _leave(found=any(ill))


def _printed(manifests: list[Path]) -> tuple[Codebook | None, str]:
    """Return the prints' tags, or None if there are no manifests, and the game's slug."""
    from companion.vision.reader.codebook import Codebook
    from rules import load_manifest

    loaded = [load_manifest(path) for path in manifests]
    return (Codebook(loaded), loaded[0].game) if loaded else (None, "")


def _leave(*, found: bool) -> None:
    """Exit with the code for findings, if there are any."""
    if found:
        raise typer.Exit(FINDINGS)
