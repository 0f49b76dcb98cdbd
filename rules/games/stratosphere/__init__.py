"""Strato-Sphere: a ring of nodes, forces that no player chooses, and three moves per turn.

The rules are the clauses of card_data/stratosphere; docstrings cite the clauses they implement. The
modules are `cards`, `config`, `state`, `actions`, `control` (of nodes), `moves` and `violations`
(judgements), `legal`, `flow` and `fold` (events), `phases`, `hidden` (views), `position` and
`table`.
"""

from rules.games.stratosphere.game import GAME

__all__ = ["GAME"]
