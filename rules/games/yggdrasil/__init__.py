"""The Yggdrasil: two trees, one field; place, invade, and end with the greater tree.

The rules are the clauses of card_data/yggdrasil; docstrings cite the clauses they implement. Code
follows the game: `cards`, `config`, `grid` and `tree` (the field), `state`, `legal`, `violations`
with `placing` (refusals), `flow` and `fold` (events), `effects`, `hidden` (views),
`score`, `position` (text), `table`.
"""

from rules.games.yggdrasil.game import Yggdrasil

__all__ = ["GAME", "Yggdrasil"]

GAME = Yggdrasil()
"""The game, as the registry finds it."""
