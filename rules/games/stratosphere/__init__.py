"""Strato-Sphere: a ring of nodes, forces that no player chooses, and three moves a turn.

The rules are the clauses of card_data/stratosphere; docstrings cite the clauses they implement.
Code follows the game: `cards` and `config`, `state`, `legal`, `moves` and `violations`, `control`
(controlled nodes), `flow` and `fold` (events), `hidden` (views), `position` (text), `table`.
"""

from rules.games.stratosphere.game import Stratosphere

__all__ = ["GAME", "Stratosphere"]

GAME = Stratosphere()
"""The game, as the registry finds it."""
