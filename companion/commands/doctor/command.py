"""`companion doctor`: checks whether a picture is good enough, and what has to change."""

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
            help="Camera number, URL, phone's address, picture, folder or video; camera 0 if none.",
            metavar="SOURCE",
        ),
    ] = None,
    manifest: Annotated[
        list[Path] | None,
        typer.Option("--manifest", "-m", help="Manifests of the printed cards and mat."),
    ] = None,
    cameras: Annotated[
        bool, typer.Option("--list", help="List the cameras with a small picture of each.")
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Go on until Ctrl-C, while you move the camera.")
    ] = False,
    line: Annotated[
        float | None,
        typer.Option(
            "--line",
            help="How long your ruler says the 100 mm line on the sheets is.",
            min=10,
            max=200,
        ),
    ] = None,
    out: Annotated[
        Path, typer.Option("--out", help="Folder for the pictures that show where.")
    ] = Path("out"),
    picture: Annotated[
        bool, typer.Option("--picture/--no-picture", help="Write them, or don't.")
    ] = True,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON line a picture.")] = False,
    lang: Lang = None,
) -> None:
    """Check light, focus, distance and printed sizes: one light and one sentence.

    Works without --manifest, but with it says how many px each QR module has in the farthest cell
    of the mat, where glare is, and whether cards and mat were printed at the same scale.  Exit
    code 1 if the light is not green.
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
    """Return the tags of the prints (None without manifests) and the game's slug."""
    from companion.vision.reader.codebook import Codebook
    from rules import load_manifest

    loaded = [load_manifest(path) for path in manifests]
    return (Codebook(loaded), loaded[0].game) if loaded else (None, "")


def _leave(*, found: bool) -> None:
    """Exit with the code for findings, if there are any."""
    if found:
        raise typer.Exit(FINDINGS)
