"""The drawn table on the page: pieces, hands and the box, in words.

Only the table's own page receives this view. Face-down cards are unnamed here, too.
"""

from __future__ import annotations

from typing import Any

from companion.drawn_table.values import PaperView, TableSnapshot
from companion.pieces import piece_words
from companion.web.views.board import BoardView
from companion.web.views.facts import card_facts
from companion.web.views.words import Words
from rules import Message


def play_view(shown: TableSnapshot, board: BoardView, words: Words) -> dict[str, Any]:
    """Return the current positions of all pieces."""
    turns = board.form.seat_turns
    return {
        "play": shown.version,
        "lying": [_placed(each, words) for each in shown.topmost],
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


def playfield_view(shown: TableSnapshot, board: BoardView, words: Words) -> dict[str, Any]:
    """Return the view with its constant part: the names of all cells, and the secret cells.

    A card dropped from a hand onto a secret cell must not show its face. On the `fans`, face-down
    cards overlap, so a camera cannot count them. Cards are drawn from the `stocks` off the field.
    """
    cells = {cell.id: words.wording.cell(cell.id) for cell in board.mat.cells}
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


def _placed(thing: PaperView, words: Words) -> dict[str, Any]:
    return {
        **_thing(thing, words, thing.turn_deg),
        "cell": thing.cell,
        "at": [round(thing.x_mm, 1), round(thing.y_mm, 1)],
        "turn": round(thing.turn_deg, 1),
        "below": thing.below,
        "held": thing.held,
    }


def _thing(thing: PaperView, words: Words, turn_deg: float = 0) -> dict[str, Any]:
    """Return a piece's view with its `facts`, turned as on the table or in a hand."""
    known = words.catalog.cards.get(thing.card)
    text = known.spoken[words.lang] if known else ""
    return {
        "n": thing.number,
        "name": _name(thing, words),
        "card": thing.card,
        "text": text,
        "facts": card_facts(words.catalog, thing.card, words.lang, round(turn_deg / 90)),
        "owner": thing.owner,
        "up": thing.up,
        "size": list(thing.size_mm),
    }


def _name(thing: PaperView, words: Words) -> str:
    if not thing.card:
        return Message("page.board.down").render(words.lang)
    piece = piece_words(words.catalog.slug).get(thing.card)
    return piece[words.lang] if piece else words.card(thing.card) or words.wording.card(thing.card)
