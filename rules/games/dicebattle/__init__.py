"""Dice Battle Monsters: roll, set cards under the roll, fight; the first to three stars wins.

The rules are the clauses of card_data/dicebattle; docstrings cite the clauses they implement. Code
follows the game: `cards` and `config`, `state`, `legal` and `violations`, `sets` (the dice phase),
`flow` and `resolve` (events and their fold), `hidden` (unknown cards), `position` (text), `table`.
"""

from rules.games.dicebattle.game import DiceBattle

__all__ = ["GAME", "DiceBattle"]

GAME = DiceBattle()
"""The game instance for the registry."""
