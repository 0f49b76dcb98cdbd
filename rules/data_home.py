"""Data folders: those shipped with the program and those of external games.

`card_data` and `templates` are next to the packages in a checkout. A wheel contains them in
`rules/_data`, so that only this project's packages appear in site-packages.
"""

import os
from pathlib import Path
from typing import Final


def data_home() -> str:
    """Return the folder that holds `card_data` and `templates`."""
    package = Path(__file__).resolve().parent
    packed = package / "_data"
    return str(packed if packed.is_dir() else package.parent)


DATA: Final = Path(data_home(), "card_data")
"""Folder with the shipped games' data."""

GAME_FOLDERS: Final = tuple(
    dict.fromkeys(
        Path(name).resolve() for name in os.environ.get("RULES_GAMES", "").split(os.pathsep) if name
    )
)
"""Folders of external games named by `RULES_GAMES` (see `rules.games`), read once at import."""

DATA_FOLDERS: Final = (DATA, *(folder / "card_data" for folder in GAME_FOLDERS))
"""Folders with the data of all games."""
