"""One folder a game; games never import each other.

Games may lie outside this checkout too.  The environment variable `RULES_GAMES` names further
folders, parted as in `PATH`, each laid out like the checkout: `rules/games/<slug>/` holds a
game's code and `card_data/<slug>/` its data.  Only name folders whose code you would run.
"""

import os
from pathlib import Path
from typing import Final

__all__ = ["FURTHER"]

FURTHER: Final = tuple(
    dict.fromkeys(
        Path(name).resolve() for name in os.environ.get("RULES_GAMES", "").split(os.pathsep) if name
    )
)
"""The further folders; read once, when the package is first imported."""

__path__ += [str(folder / "rules" / "games") for folder in FURTHER]
