"""Spherion: two deck masters on one small globe, orders in secret, steps at the same moment.

The rules are the clauses of card_data/spherion; each module names those it carries out.

    _globe   cells, sides, distances       _maze    the wall
    _cards   facts and effects             _config  settings, decks
    _state   position, phases
    _fold    events and their fold         _fold_cards  … of cards on the globe
    _intent  orders as text                _orders  what may still be ordered
    _legal   every legal action            _order_list  … every order
    _broken  why an action is refused
    _ordered … why an order is             _unseen  … whatever its card may be
    _faults  why an order is void          _resolve one step, stages A to D
    _combat  cards that meet               _effects what cards do
    _run     writing down what happens     _ends    who has won
    _opening, _flow, _closing  a game from the deal to the last face
    _hidden  views                         _dealer  the chance seat from a seed
    _text, _read, _sound  positions as text
    _table   the table form                _gestures  what a change of the table means
    _game    all of it as a `rules.Game`
"""

from rules.games.spherion.game import Spherion

__all__ = ["GAME", "Spherion"]

GAME = Spherion()
"""The game instance for the registry."""
