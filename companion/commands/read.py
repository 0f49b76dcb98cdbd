"""`companion read`: the tags in pictures, and their places."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.commands.language import Lang, language
from companion.commands.output import FINDINGS, USAGE, checked_output, print_json
from companion.errors import SourceError
from rules import Message, load_manifest

if TYPE_CHECKING:
    from companion.readings import Reading
    from companion.vision.reader.codebook import Codebook
    from companion.vision.reader.image_pyramid import Image


def read(
    images: Annotated[list[Path], typer.Argument(help="Pictures of the table.", metavar="IMAGE…")],
    manifest: Annotated[
        list[Path],
        typer.Option("--manifest", "-m", help="Manifest of a printed deck or mat; repeatable."),
    ],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON line per picture.")] = False,
    lang: Lang = None,
) -> None:
    """Read the tags in still pictures.

    With --json, it prints one line per picture: the list of its tags, from top to bottom.  A tag
    in no manifest has "tag": "".  Exit code 1 if a picture shows tags but no known one.

    If a file is not a picture, the other files are still read. The file is reported, with --json as
    an object with an "error", and the exit code is 2.
    """
    from companion.vision.reader.codebook import Codebook

    lang = language(lang)
    book = Codebook([load_manifest(path) for path in manifest])
    with checked_output():
        codes = {_read(path, book, lang, json=json) for path in images}
    if code := max(codes):
        raise typer.Exit(code)


def _read(path: Path, book: Codebook, lang: str, *, json: bool) -> int:
    """Read one picture and report on it; return its exit code."""
    from companion.vision.sources.stills import load_picture, read_still

    try:
        picture = load_picture(path)
    except SourceError as error:
        typer.echo(error.message.render(lang), err=True)
        if json:
            print_json({"picture": str(path), "error": str(error)})
        return USAGE  # here the source is a picture, not a device
    readings = read_still(picture, book)
    mirrored = _mirrored(picture, readings, book)
    for line in (*_twice(readings), *mirrored):
        typer.echo(Message("read.said", file=path, what=line).render(lang), err=True)
    if json:
        print_json([as_data(reading) for reading in readings])
    else:
        _print_table(path, picture, readings, book, lang, reported=bool(mirrored))
    return FINDINGS if readings and not any(reading.tag for reading in readings) else 0


def _twice(readings: tuple[Reading, ...]) -> list[Message]:
    """Return one sentence for each unique tag that is seen more than once."""
    from collections import Counter

    # Backs are identical and tokens may be. Two mats' fiducials are not a fault of the picture.
    single = (r for r in readings if r.tag and r.face == "front")
    return [
        Message("read.twice", tag=tag, count=count)
        for tag, count in Counter(r.tag for r in single).items()
        if count > 1
    ]


def _mirrored(picture: Image, readings: tuple[Reading, ...], book: Codebook) -> list[Message]:
    """Return one sentence if tags are recognised only in the picture's mirror image."""
    from companion.vision.reader.image_pyramid import ImagePyramid, as_grey
    from companion.vision.reader.reader import TagReader

    known = any(reading.tag for reading in readings)
    if known or not TagReader(book).mirrored(ImagePyramid(as_grey(picture))):
        return []
    return [Message("read.mirrored")]


def as_data(reading: Reading) -> dict[str, Any]:
    """Return a reading as `companion read --json` prints it."""
    return {
        "tag": reading.tag,
        "card": reading.card,
        "copy": reading.copy,
        "face": str(reading.face),
        "corners": [[round(x, 2), round(y, 2)] for x, y in reading.corners],
        "cell": reading.cell,
        "x_mm": _rounded(reading.x_mm),
        "y_mm": _rounded(reading.y_mm),
        "rotation_deg": _turned(reading.rotation_deg),
        "confidence": round(reading.confidence, 3),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2) + 0.0


def _turned(degrees: float | None) -> float | None:
    """Round an angle and keep it below 360."""
    return None if degrees is None else round(degrees, 2) % 360


_WIDTHS = {"tag": 11, "card": 8, "copy": 6, "face": 8, "cell": 10, "x": 8, "y": 8, "turned": 8}
"""Widths of the table's columns, in narrow characters; the last column is unlimited."""
_RIGHT = ("x", "y", "turned", "sure")


def _print_table(
    path: Path,
    picture: Image,
    readings: tuple[Reading, ...],
    book: Codebook,
    lang: str,
    *,
    reported: bool,
) -> None:
    """Print the tags in a picture; `reported` is True if their absence is already explained."""
    from companion.vision.reader.fallback_decoder import foreign_text

    known = sum(1 for r in readings if r.tag)
    unknown = len(readings) - known
    typer.echo(Message("read.counted", file=path, known=known, unknown=unknown).render(lang))
    if not known and not reported:
        why = Message("read.no_known" if readings else "read.no_tags")
        typer.echo(f"  {why.render(lang)}", err=True)
    if not readings:
        return
    _print_row({name: Message(f"read.column.{name}").render(lang) for name in (*_WIDTHS, "sure")})
    for r in readings:
        _print_row(_row(r, book, lang))
        if r.tag:
            continue
        text = foreign_text(picture, r)
        if text and text not in book.entries:  # the standard decoder also reads mirrored symbols
            typer.echo(f"              {Message('read.foreign', text=text).render(lang)}")


def _row(reading: Reading, book: Codebook, lang: str) -> dict[str, str]:
    """Return the cells of one line of the table."""
    unknown = Message("read.face.unknown").render(lang)
    tag, x, y, turned = reading.tag, reading.x_mm, reading.y_mm, reading.rotation_deg
    return {
        "tag": tag or f"({unknown})",
        "card": reading.card or (book.entries[tag].mat if tag else "") or reading.owner or "?",
        "copy": str(reading.copy or ""),
        "face": Message(f"read.face.{reading.face}").render(lang),
        "cell": reading.cell or "-",
        "x": "" if x is None else f"{x:.1f}",
        "y": "" if y is None else f"{y:.1f}",
        "turned": "" if turned is None else f"{round(turned) % 360}°",
        "sure": f"{reading.confidence:.0%}",
    }


def _print_row(row: dict[str, str]) -> None:
    cells = []
    for name, text in row.items():
        blank = " " * (_WIDTHS.get(name, 7) - _width(text))
        cells.append(blank + text if name in _RIGHT else text + blank)
    typer.echo("  " + " ".join(cells))


def _width(text: str) -> int:
    """Return a text's width on a terminal, in narrow characters."""
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(c) in "FW" else 1 for c in text)
