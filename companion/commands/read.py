"""`companion read`: which tags are in these pictures, and where."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from companion.errors import SourceError
    from companion.readings import Reading
    from companion.vision.codebook import Codebook
    from companion.vision.pyramid import Image

__all__ = ["read"]

_FINDINGS, _USAGE = 1, 2


def read(
    images: Annotated[list[Path], typer.Argument(help="Pictures of the table.", metavar="IMAGE…")],
    manifest: Annotated[
        list[Path],
        typer.Option(
            "--manifest", "-m", help="Manifest of a printed deck or mat; may be repeated."
        ),
    ],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON line a picture.")] = False,
) -> None:
    """Read the tags in still pictures.

    With --json, one line a picture: the list of its tags, from top to bottom.  A tag that no
    manifest knows has "tag": "".  Exit code 1 if a picture shows tags, but none that is known.

    A file that is no picture does not stop the others: it is named, with --json as an object with
    its "error", and the exit code is 2.
    """
    from companion.commands._output import telling
    from companion.vision.codebook import Codebook
    from rules import load_manifest

    book = Codebook([load_manifest(path) for path in manifest])
    with telling():
        codes = {_read(path, book, json=json) for path in images}
    if code := max(codes):
        raise typer.Exit(code)


def _read(path: Path, book: Codebook, *, json: bool) -> int:
    """Read one picture and tell of it; its exit code."""
    from companion.errors import SourceError
    from companion.vision.stills import load_picture, read_still

    try:
        picture = load_picture(path)
    except SourceError as error:
        _report(path, error, json=json)
        return _USAGE  # here a picture is an argument, not a device
    readings = read_still(picture, book)
    for said in (*_twice(readings), *_mirrored(picture, readings, book)):
        typer.echo(f"{path}: {said}", err=True)
    if json:
        _print_json(readings)
    else:
        _print_table(path, picture, readings, book)
    return _FINDINGS if readings and not any(reading.tag for reading in readings) else 0


def _twice(readings: tuple[Reading, ...]) -> list[str]:
    """One sentence for each tag of which there is only one, but which is seen more often."""
    from collections import Counter

    # Backs are alike, and tokens may be; marks of two mats are no fault of a picture.
    single = (r for r in readings if r.tag and r.face == "front")
    return [
        f"{tag} is seen {count} times: a card was printed or copied twice, take one away"
        for tag, count in Counter(r.tag for r in single).items()
        if count > 1
    ]


def _mirrored(picture: Image, readings: tuple[Reading, ...], book: Codebook) -> list[str]:
    """One sentence if tags are known only in the picture's mirror image."""
    from companion.vision.pyramid import Pyramid, as_grey
    from companion.vision.reader import Reader

    if any(reading.tag for reading in readings):
        return []
    if not Reader(book).mirrored(Pyramid(as_grey(picture))):
        return []
    return ["the picture is mirrored: turn off the camera's mirror image, or flip the picture"]


def as_data(reading: Reading) -> dict[str, Any]:
    """A reading as `companion read --json` prints it."""
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
    """Rounded, and still below 360."""
    return None if degrees is None else round(degrees, 2) % 360


def _report(path: Path, error: SourceError, *, json: bool) -> None:
    import json as notation

    from rules import system_language

    typer.echo(error.told(system_language()), err=True)
    if json:
        broken = {"picture": str(path), "error": str(error)}
        typer.echo(notation.dumps(broken, ensure_ascii=False))


def _print_json(readings: tuple[Reading, ...]) -> None:
    import json

    typer.echo(json.dumps([as_data(r) for r in readings], ensure_ascii=False))


def _print_table(path: Path, picture: Image, readings: tuple[Reading, ...], book: Codebook) -> None:
    from companion.vision.witness import foreign_text

    known = sum(1 for r in readings if r.tag)
    typer.echo(f"{path}: {known} known, {len(readings) - known} unknown")
    if not readings:
        typer.echo("  no framed tag is to be seen: come closer, hold still, more light", err=True)
        return
    if not known:
        typer.echo("  none of these tags is in the manifests: give those of this deck", err=True)
    typer.echo("  tag         card    copy  face     cell         x mm    y mm  turned    sure")
    for r in readings:
        what = r.card or (book.entries[r.tag].mat if r.tag else "") or r.owner or "?"
        at = " " * 25
        if r.x_mm is not None and r.y_mm is not None and r.rotation_deg is not None:
            at = f"{r.x_mm:7.1f} {r.y_mm:7.1f} {round(r.rotation_deg) % 360:7d}°"
        typer.echo(
            f"  {r.tag or '(unknown)':<11} {what:<8}{r.copy or '':<5} {r.face:<8} "
            f"{r.cell or '-':<10}{at} {r.confidence:6.0%}"
        )
        if not r.tag and (text := foreign_text(picture, r)):
            typer.echo(f"              says “{text}”, which no manifest names")
