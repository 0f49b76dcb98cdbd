"""Strato-Sphere: a ring of nodes, forces that no player chooses, and three moves a turn.

The rules are the clauses of card_data/stratosphere; each module names those it carries out.
"""

from rules.games.stratosphere.game import Stratosphere

__all__ = ["GAME", "Stratosphere"]

GAME = Stratosphere()
"""The game, as the registry finds it."""
