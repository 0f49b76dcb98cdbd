"""Dice Battle Monsters: roll, set cards under the roll, fight; the first to three stars wins.

The rules are the clauses of card_data/dicebattle; docstrings cite the clauses they implement. The
modules and packages are `cards`, `config`, `state`, `legal`, `violations`, `sets` (the dice phase),
`flow` and `resolve` (events and their fold), `hidden` (unknown cards), `position` (text) and
`table`.
"""

from rules.games.dicebattle.game import GAME

__all__ = ["GAME"]
