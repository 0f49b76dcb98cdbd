"""A printer's registration error, measured once and corrected on every back page.

Theory of operation. Printers feed the second side with a small error: a shift of some tenths of a
millimetre, sometimes a rotation of a tenth of a degree. `printkit calibrate` prints a sheet: held
against the light, the lines of its back show on the scales of its front. Two readings at the middle
and one at the edge give x, y and rotation. They are stored under the printer's name in a TOML file
in the user's configuration folder. They are applied only to back pages, because sheets are cut
along the fronts' marks.

Signs are as seen with the back face up. `x_mm` moves the back's picture to the right, `y_mm`
downwards; `rotation_deg` turns it clockwise about the page's centre.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from pydantic import Field

from printkit.data.toml_source import Strict, choose, composed, read_toml
from printkit.errors import EnvironmentFault, UsageError
from printkit.pdf.correction import Correction
from printkit.pdf.output import write_whole


class _File(Strict):
    printer: dict[str, Correction] = Field(default_factory=dict)


def printers_file() -> Path:
    """Return `printers.toml` in the user's configuration folder.

    Raises `EnvironmentFault` if there is no such folder, so that a measurement is not stored in a
    temporary folder or in one named `~`.
    """
    import typer  # noqa: PLC0415 - needed only here

    folder = Path(typer.get_app_dir("printkit"))
    if folder.parts[0] == "~":
        variable = "APPDATA" if os.name == "nt" else "HOME"
        raise EnvironmentFault("print.homeless", variable=variable)
    return folder / "printers.toml"


def load_printer(name: str) -> Correction:
    """Return a printer's correction; raise `UsageError` with a near match if unknown."""
    saved = _load(printers_file())
    if not saved:
        raise UsageError("print.no_printer", name=name)
    return saved[choose("printer", name, saved)]


def save_printer(name: str, correction: Correction) -> Path:
    """Store a correction under a name; return the file.

    Raises `UsageError` for a name that cannot be a key of the file.
    """
    name = composed(name)
    if not re.fullmatch(r"[\w][\w .-]{0,39}", name):
        raise UsageError("print.printer_name", name=name)
    path = printers_file()
    printers = {**_load(path), name: correction}
    lines = ["# Printers measured with `printkit calibrate`: what is added to their back pages."]
    for known, found in sorted(printers.items()):
        quoted = known.replace("\\", "\\\\").replace('"', '\\"')
        lines += ["", f'[printer."{quoted}"]']
        lines += [f"{key} = {value}" for key, value in found.model_dump().items()]
    text = "\n".join(lines) + "\n"
    tomllib.loads(text)  # refuses a name that is not a valid TOML key
    write_whole({path: text.encode("utf-8")}, refused="print.printers_closed")
    return path


def _load(path: Path) -> Mapping[str, Correction]:
    return read_toml(path, _File).printer if path.is_file() else {}
