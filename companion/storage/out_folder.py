"""Default output folder of commands."""

import glob
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.errors import broken_source

OUT: Final = Path("out")
"""The folder for the commands' results, in which commands also search first."""


def stamped(kind: str, game: str, suffix: str) -> Path:
    """Return a path for a new file, named after kind, game and time.

    Files from the same second are numbered, so that none is overwritten.
    """
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    folder, stem, number = OUT / kind, f"{game}-{stamp}", 1
    while any(folder.glob(f"{glob.escape(stem)}.*")):
        number += 1
        stem = f"{game}-{stamp}-{number}"
    return folder / f"{stem}{suffix}"


def make_room(path: Path) -> None:
    """Create the folder of a file that is to be written; raise `SourceError` if that fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise broken_source(error) from error
