"""Spherion: two deck masters on one small globe, secret orders, simultaneous steps.

The rules are the clauses of card_data/spherion; docstrings cite the clauses they implement. Code
follows the game: `globe` (the board and its maze), `cards` and `config`, `state`, `legal` and
`violations`, `orders` (text, rules and options of orders), `flow` and `resolve` (events and their
fold), `hidden` (views and unknown cards), `position` (text), `table`.
"""

from rules.games.spherion.game import Spherion

__all__ = ["GAME", "Spherion"]

GAME = Spherion()
"""The game instance for the registry."""
