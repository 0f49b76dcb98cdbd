"""Games, one folder each; games never import each other.

Games may also be outside this checkout. The environment variable `RULES_GAMES` names further
folders, separated as in `PATH`. Each has the structure of the checkout: `rules/games/<slug>/` holds
a game's code and `card_data/<slug>/` its data. List only folders whose code you trust.
"""

from rules.data_home import GAME_FOLDERS

__path__ += [str(folder / "rules" / "games") for folder in GAME_FOLDERS]
