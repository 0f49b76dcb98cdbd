"""The Yggdrasil: two trees grow on one field and invade each other; the greater tree wins.

The rules are the clauses of card_data/yggdrasil; docstrings cite the clauses they implement. The
modules are `cards`, `config`, `grid`, `fits` and `tree` (the field), `state`, `legal`,
`violations`, `placing` (violations for placements), `flow` and `fold` (events), `effects`, `hidden`
(views), `score`, `queries`, `position` (text) and `table`.
"""

from rules.games.yggdrasil.game import GAME

__all__ = ["GAME"]
