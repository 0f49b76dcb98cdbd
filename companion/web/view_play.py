"""The table as whoever plays at it on the page sees it: papers, hands and the box, in words.

Only the table's own page gets this; what lies face down has no name here either.
"""

from __future__ import annotations

from functools import partial
from operator import mod
from typing import TYPE_CHECKING, Any, Final

from companion.pieces import piece_words
from companion.referee.chances import advance
from rules import CHANCE, Facing, Verb, load_game

if TYPE_CHECKING:
    from companion.tabletop import Shown, Thing
    from companion.web.view_board import Board
    from companion.web.view_words import Words
    from rules import Setup

__all__ = ["play_view", "playfield_view", "secret_cells"]

_OPENING: Final = 60
"""So many actions come at most before the first card of every game that lays any."""


def play_view(shown: Shown, words: Words) -> dict[str, Any]:
    """Where everything lies now."""
    return {
        "play": shown.version,
        "lying": [_lying(each, words) for each in shown.lying],
        "hands": [
            {
                "seat": seat,
                "name": words.seat(seat),
                "cards": [_thing(each, words) for each in hand],
            }
            for seat, hand in shown.hands.items()
        ],
        "box": [{**_thing(each, words), "count": each.below + 1} for each in shown.box],
        "dice": [
            {
                "cell": cell,
                "name": words.seat(cell.partition(".")[0]),
                "value": shown.dice.get(cell, ""),
            }
            for cell in shown.trays
        ],
        "held": shown.held,
    }


def playfield_view(shown: Shown, board: Board, words: Words, setup: Setup | None) -> dict[str, Any]:
    """The same, and what never changes: the names of all places, and where cards lie secretly."""
    cells = {cell.id: words.speaker.cell(cell.id) for cell in board.mat.cells}
    secret = secret_cells(setup, board) if setup is not None else []
    return {**play_view(shown, words), "cells": cells, "secret": secret}


def secret_cells(setup: Setup, board: Board) -> list[str]:
    """The compared cells of a game whose hands lay cards face down: found by playing its opening.

    There a card out of a hand that is dropped where none may be laid must not show itself.
    """
    game = load_game(setup.game)
    strict = [zone.cell for zone in board.form.zones if zone.strict]
    state = game.start(setup)
    for step in range(_OPENING):  # each outcome in its turn: equal throws are thrown again
        if game.to_act(state) == frozenset((CHANCE,)):
            state = advance(game, state, game.sample(state, partial(mod, step)))
            continue
        actions = [action for action in game.legal(state) if action.seat != CHANCE]
        laid = [action for action in actions if action.verb is Verb.PLACE and action.to in strict]
        if laid or not actions:
            down = laid and all(action.facing is Facing.DOWN for action in laid)
            return strict if down else []
        state = advance(game, state, actions[step % len(actions)])
    return []


def _lying(thing: Thing, words: Words) -> dict[str, Any]:
    return {
        **_thing(thing, words),
        "cell": thing.cell,
        "at": [round(thing.x_mm, 1), round(thing.y_mm, 1)],
        "turn": round(thing.turn_deg, 1),
        "below": thing.below,
    }


def _thing(thing: Thing, words: Words) -> dict[str, Any]:
    known = words.catalog.cards.get(thing.card)
    text = known.texts[words.lang] if known else ""
    return {
        "n": thing.number,
        "name": _name(thing, words),
        "text": text,
        "owner": thing.owner,
        "up": thing.up,
        "size": list(thing.size_mm),
    }


def _name(thing: Thing, words: Words) -> str:
    if not thing.card:
        return words.say("board.down")
    piece = piece_words(words.catalog.slug).get(thing.card)
    return piece[words.lang] if piece else words.card(thing.card) or thing.card
