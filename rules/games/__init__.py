"""One folder a game; games never import each other.

Games may lie outside this checkout too.  The environment variable `RULES_GAMES` names further
folders, parted as in `PATH`, each laid out like the checkout: `rules/games/<slug>/` holds a
game's code and `card_data/<slug>/` its data.  Only name folders whose code you would run.
"""

from rules.data_home import GAME_FOLDERS

__path__ += [str(folder / "rules" / "games") for folder in GAME_FOLDERS]
