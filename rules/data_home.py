"""The folders of data: what comes with the programs, and further games' data.

`card_data` and `templates` are next to the packages in a checkout.  A wheel has them in
`rules/_data`, so that nothing but our packages appears in anybody's site-packages.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final


def data_home() -> str:
    """Return the folder that holds `card_data` and `templates`."""
    package = Path(__file__).resolve().parent
    packed = package / "_data"
    return str(packed if packed.is_dir() else package.parent)


DATA: Final = Path(data_home(), "card_data")
"""The folder of the shipped games' data."""

GAME_FOLDERS: Final = tuple(
    dict.fromkeys(
        Path(name).resolve() for name in os.environ.get("RULES_GAMES", "").split(os.pathsep) if name
    )
)
"""The folders that `RULES_GAMES` names (see `rules.games`); read once, at the first import."""

DATA_FOLDERS: Final = (DATA, *(folder / "card_data" for folder in GAME_FOLDERS))
"""Every folder of games' data."""
