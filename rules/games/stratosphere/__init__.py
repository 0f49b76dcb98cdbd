"""Strato-Sphere: a ring of nodes, forces that nobody chooses, and three moves a turn.

The rules are the clauses of card_data/stratosphere; each module names those it carries out.

    _cards   suits, colours, ranks       _config  settings, ring, packs
    _state   positions and phases        _fold    events and what they change
    _rules   control, reach, attacks     _flow    which events follow an action
    _hidden  unknown cards, views        _legal   every legal action
    _broken  why an action is refused    _moves   … and why a move is
    _text    positions as text           _read    … and read back
    _table   the table form, gestures    _game    all of it as a `rules.Game`
"""

from rules.games.stratosphere.game import Stratosphere

__all__ = ["GAME", "Stratosphere"]

GAME = Stratosphere()
"""The game, as the registry finds it."""
