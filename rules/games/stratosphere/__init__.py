"""Strato-Sphere: a ring of nodes, forces that no player chooses, and three moves per turn.

The rules are the clauses of card_data/stratosphere; docstrings cite the clauses they implement. The
modules are `cards`, `config`, `state`, `legal`, `moves`, `violations`, `control` (controlled
nodes), `flow` and `fold` (events), `hidden` (views), `position` (text) and `table`.
"""

from rules.games.stratosphere.game import GAME

__all__ = ["GAME"]
