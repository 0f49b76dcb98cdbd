"""The Yggdrasil: two trees, one field; place, invade, and end with the greater tree.

The rules are the clauses of card_data/yggdrasil; each module names those it carries out.

    _cards   facts and effects            _grid    the field as bit sets
    _config  settings, decks, roots       _state   positions and phases
    _fold    events and what they change  _flow    which events follow an action
    _tree    cells, links, powers         _effects what effects offer
    _hidden  unknown cards, views         _legal   every legal action
    _broken  why an action is refused     _placing … and a placement or a discard
    _unseen  … and what hidden cards bar
    _score   end and points               _text    positions as text
    _table   the table form, gestures     _game    all of it as a `rules.Game`
"""

from rules.games.yggdrasil.game import Yggdrasil

__all__ = ["GAME", "Yggdrasil"]

GAME = Yggdrasil()
"""The game, as the registry finds it."""
