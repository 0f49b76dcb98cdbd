"""Dice Battle Monsters: roll, set under the roll, fight; the first to three stars wins.

The rules are the clauses of card_data/dicebattle; each module names those it carries out.

    _cards   facts and effects            _config  settings and decks
    _state   positions and phases         _sets    what may be set
    _staged  … and what still may beside it
    _effects conditions and the queue     _fold    events and what they change, with
    _run     events of one action                  _fold_battle, _fold_tools
    _steps   what follows when nobody     _operations … and what effects do
             decides                      _flow    which events follow
    _hidden  unknown cards, views         _worlds  … and what they may turn out to be
    _guess   tables for what they may be  _filling … where they make a set
    _legal   every legal action           _broken  why an action is refused
    _setting … and one of the dice phase
    _text    positions as text            _read    … and read back
    _table   the table form, gestures     _game    all of it as a `rules.Game`
"""

from rules.games.dicebattle.game import DiceBattle

__all__ = ["GAME", "DiceBattle"]

GAME = DiceBattle()
"""The game, as the registry finds it."""
