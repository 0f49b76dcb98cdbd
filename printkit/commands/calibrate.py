"""`printkit calibrate`: measure how far a printer's backs are off, and save the result."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from printkit.commands import options
from printkit.commands._shared import languages_of, report
from rules import Message


class _Edge(StrEnum):
    long = "long"
    short = "short"


def calibrate(
    paper: options.CardPaper = "A4",
    duplex: Annotated[
        _Edge, typer.Option(help="The edge over which the printer turns sheets.")
    ] = _Edge.long,
    save: Annotated[
        str, typer.Option(help="Save the readings under this name.", metavar="NAME")
    ] = "",
    x: Annotated[float, typer.Option(help="Reading on scale x, in mm.", metavar="MM")] = 0.0,
    y: Annotated[float, typer.Option(help="Reading on scale y, in mm.", metavar="MM")] = 0.0,
    edge: Annotated[
        float | None,
        typer.Option(
            help="Reading on scale edge, in mm; by default the reading of y.", metavar="MM"
        ),
    ] = None,
    lang: options.Lang = None,
    out: options.Out = Path("out"),
    as_json: options.Json = False,
) -> None:
    """Print a sheet that shows how far backs are off; with --save, save your readings.

    `printkit cards --printer NAME` then shifts the backs to correct the offset.
    """
    from printkit.pdf.geometry import Duplex
    from printkit.sheets.calibration import correction_of, print_calibration
    from printkit.sheets.printers import save_printer

    lang, talk = languages_of(lang)
    turned = Duplex(duplex.value)
    if not save:
        written = print_calibration(paper, turned, lang, out)
        summary = Message("sheet.told_calibrate").render(talk)
        report(as_json, [written], {"pdf": str(written)}, summary)
        return
    correction = correction_of(x, y, y if edge is None else edge, turned)
    file = save_printer(save, correction)
    talk = Message("sheet.told_printer", name=f'"{save}"' if " " in save else save).render(talk)
    report(as_json, [file], {"file": str(file), **correction.model_dump()}, talk)
