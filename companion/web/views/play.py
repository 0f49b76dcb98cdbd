"""The table as whoever plays at it on the page sees it: papers, hands and the box, in words.

Only the table's own page gets this; what lies face down has no name here either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.pieces import piece_words
from companion.web.views.facts import card_facts

if TYPE_CHECKING:
    from companion.drawn_table.values import Shown, Thing
    from companion.web.views.board import Board
    from companion.web.views.words import Words


def play_view(shown: Shown, board: Board, words: Words) -> dict[str, Any]:
    """Where everything lies now."""
    turns = board.form.seat_turns
    return {
        "play": shown.version,
        "lying": [_lying(each, words) for each in shown.lying],
        "hands": [
            {
                "seat": seat,
                "name": words.seat(seat),
                "cards": [_thing(each, words, turns.get(seat, 0)) for each in hand],
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


def playfield_view(shown: Shown, board: Board, words: Words) -> dict[str, Any]:
    """The same, and what never changes: the names of all places, and where cards lie secretly.

    There a card out of a hand that is dropped where none may be laid must not show itself.  On the
    `fans` among them backs lie on each other, so that no camera sees one more; off the `stocks`
    beside the field cards are drawn.
    """
    cells = {cell.id: words.speaker.cell(cell.id) for cell in board.mat.cells}
    tracked = [zone.cell for zone in board.form.zones if zone.tracked]
    secret = tracked if board.form.face_down else []
    piles = [zone.cell for zone in board.form.zones if zone.pile]
    return {
        **play_view(shown, board, words),
        "cells": cells,
        "secret": secret,
        "fans": [cell for cell in piles if cell in secret],
        "stocks": [cell for cell in piles if cell not in tracked],
    }


def _lying(thing: Thing, words: Words) -> dict[str, Any]:
    return {
        **_thing(thing, words, thing.turn_deg),
        "cell": thing.cell,
        "at": [round(thing.x_mm, 1), round(thing.y_mm, 1)],
        "turn": round(thing.turn_deg, 1),
        "below": thing.below,
        "held": thing.held,
    }


def _thing(thing: Thing, words: Words, turn_deg: float = 0) -> dict[str, Any]:
    """A paper; what it is decided by (`told`) as it lies, or would lie when its player lays it."""
    known = words.catalog.cards.get(thing.card)
    text = known.spoken[words.lang] if known else ""
    return {
        "n": thing.number,
        "name": _name(thing, words),
        "card": thing.card,
        "text": text,
        "told": card_facts(words.catalog, thing.card, words.lang, round(turn_deg / 90)),
        "owner": thing.owner,
        "up": thing.up,
        "size": list(thing.size_mm),
    }


def _name(thing: Thing, words: Words) -> str:
    if not thing.card:
        return words.say("board.down")
    piece = piece_words(words.catalog.slug).get(thing.card)
    return piece[words.lang] if piece else words.card(thing.card) or words.speaker.card(thing.card)
