"""Tolerant parser of actions as people type them.

`parse_action` reads the exact text form in a log, and accepts any word as a seat or a card. This
module knows the game. It rejects an unknown seat or card with a suggestion, before the action is
judged. It accepts an unknown cell, because a clause covers places off the field.
"""

import dataclasses
import re
from typing import Any

from rules.catalog.reader import load_catalog
from rules.core.action import Action, Verb, parse_action
from rules.core.card_data import Catalog
from rules.core.rules import Rules
from rules.core.values import CHANCE, Seat, Setup
from rules.errors import NotationError
from rules.messages.message import Message, alternatives
from rules.messages.near_matches import folded, nearest
from rules.notation.acts import check_in_full, rewrite_act
from rules.notation.spelling import Spelling, known_card

_ORDER = re.compile("([:+])")
"""Between the words of an order."""


def read_action(
    text: str, game: Rules[Any], setup: Setup, to_act: frozenset[Seat] = frozenset()
) -> Action:
    """Return the action that a person means; raise `NotationError` with the position and a fix.

    The seat may be omitted if only one is `to_act`.

    >>> from rules import Setup, load_game
    >>> game, setup = load_game("yggdrasil"), Setup("yggdrasil")
    >>> read_action("a PLACE Y03 B2", game, setup).to
    'b2'
    """
    spelling, catalog = Spelling(game, setup), load_catalog(game.slug)
    plain = spelling.quoted(text).strip()
    words = plain.split()
    seats = _seats(game.seats(setup), catalog)
    if len(to_act) == 1 and words and folded(words[0]) not in seats:
        words[:0] = to_act
        plain = " ".join(words)
    if len(words) > 1:
        words[0] = _seat(words[0], plain, seats)
        plain = rewrite_act(words, spelling)
    action = parse_action(plain)
    seat, value = action.seat, _value(action, spelling)
    if action.verb is Verb.ROLL and seat != CHANCE:  # rolls are actions of the chance seat
        seat, action = CHANCE, dataclasses.replace(action, to=action.to or seat)
    check_in_full(action, value, plain, spelling.notation, game)
    return dataclasses.replace(
        action,
        seat=seat,
        card=known_card(action.card, plain, catalog),
        at=spelling.cell(action.at, seat),
        to=spelling.cell(action.to, seat),
        value=value,
        also=tuple(map(spelling.word, action.also)),
    )


def _value(action: Action, spelling: Spelling) -> str:
    """Normalise a chosen seat, cell, card or word; die faces are upper-case."""
    if action.verb is Verb.CHOOSE:
        return spelling.word(action.value)
    if action.verb is Verb.ROLL:
        return action.value.upper()
    if ":" in action.value:
        return "".join(map(spelling.word, _ORDER.split(action.value.casefold())))
    return action.value.casefold() if action.value.isalpha() else action.value


def near_cells(action: Action, game: Rules[Any], setup: Setup) -> tuple[Message, ...]:
    """Return a hint for each unknown cell in the action that resembles a cell of the mat."""
    cells, found = tuple(zone.cell for zone in game.table.form(setup).zones), []
    owned = game.seats(setup) if action.verb in (Verb.ROLL, Verb.DRAW) else ()
    for cell in (action.at, "" if action.to in owned else action.to):
        near = nearest(cell, cells) if cell and cell not in cells else ""
        if near:
            found.append(Message("no_cell", cell=cell, near=Message("near", word=near)))
    return tuple(found)


def _seats(seats: tuple[Seat, ...], catalog: Catalog) -> dict[str, Seat]:
    """Return each seat by its folded names."""
    known = {folded(seat): seat for seat in (*seats, CHANCE)}
    for seat in seats:
        known |= {folded(word): seat for word in catalog.seat_names.get(seat, {}).values()}
    return known


def _seat(name: str, text: str, seats: dict[str, Seat]) -> Seat:
    if folded(name) not in seats:
        written = tuple(dict.fromkeys(seat for seat in seats.values() if seat != CHANCE))
        fix = Message("write", words=alternatives(written))
        raise NotationError(Message("no_seat", name=repr(name)), text, text.find(name), fix)
    return seats[folded(name)]
