"""One folder per game; games never import each other.

Games may also be outside this checkout. The environment variable `RULES_GAMES` names further
folders, separated as in `PATH`. Each has the structure of the checkout: `rules/games/<slug>/` holds
a game's code and `card_data/<slug>/` its data. Only name folders whose code you would run.
"""

from rules.data_home import GAME_FOLDERS

__path__ += [str(folder / "rules" / "games") for folder in GAME_FOLDERS]
