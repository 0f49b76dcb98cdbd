"""Spherion: two deck masters on one small globe, secret orders, simultaneous steps.

The rules are the clauses of card_data/spherion; docstrings cite the clauses they implement. The
modules and packages are `globe` (the board and its maze), `cards`, `config`, `state`, `legal`,
`violations`, `orders` (text, rules and options of orders), `flow` and `resolve` (events and their
fold), `hidden` (views and unknown cards), `position` (text), `table` and `candidate_actions`.
"""

from rules.games.spherion.game import GAME

__all__ = ["GAME"]
