"""Tolerant parser of actions as people type them.

`parse_action` reads the exact text form in a log, and accepts any word as a seat or a card. This
module knows the game. It rejects an unknown seat or card with a suggestion, before the action is
judged. It accepts an unknown cell, because a clause covers places off the field.
"""

import dataclasses
from typing import Any

from rules.catalog.reader import load_catalog
from rules.core.action import Action, Verb, parse_action
from rules.core.card_data import Catalog
from rules.core.rules import Rules
from rules.core.values import CHANCE, Setup
from rules.errors import NotationError
from rules.messages.message import Message, alternatives
from rules.messages.near_matches import folded, nearest
from rules.notation.spelling import Spelling, known_card
from rules.notation.words import load_notation


def read_action(text: str, game: Rules[Any], setup: Setup) -> Action:
    """Return the action that a person means; raise `NotationError` with the position and a fix.

    >>> from rules import Setup, load_game
    >>> game, setup = load_game("yggdrasil"), Setup("yggdrasil")
    >>> read_action("a PLACE Y03 B2", game, setup).to
    'b2'
    """
    spelling, catalog = Spelling(game, setup), load_catalog(game.slug)
    plain = spelling.quoted(text).strip()
    words = plain.split(" ")
    verbs = {folded(verb): verb.value for verb in Verb}
    for at, word in enumerate(words[:3]):
        if at and folded(word) in verbs:
            words[at] = verbs[folded(word)]
            break
    else:
        _no_verb(words, plain, game.slug)
    plain = " ".join(words)
    action = parse_action(plain)
    seat = _seat(action.seat, plain, game.seats(setup), catalog)
    if action.verb is Verb.ROLL and seat != CHANCE:  # rolls are actions of the chance seat
        seat, action = CHANCE, dataclasses.replace(action, to=action.to or seat)
    return dataclasses.replace(
        action,
        seat=seat,
        card=known_card(action.card, plain, catalog),
        at=spelling.cell(action.at),
        to=spelling.cell(action.to),
        value=_value(action, spelling),
        also=tuple(map(spelling.word, action.also)),
    )


def _no_verb(words: list[str], text: str, slug: str) -> None:
    """Raise an error that explains the notation of an act that has a colloquial name."""
    if len(words) > 1 and (form := load_notation(slug).act_called(words[1])):
        form = form.replace("SEAT ", f"{words[0]} ", 1).replace("SEAT.", f"{words[0]}.")
        what, fix = Message("no_verb", name=repr(words[1])), Message("write", words=form)
        raise NotationError(what, text, text.find(words[1]), fix)


def _value(action: Action, spelling: Spelling) -> str:
    """Normalise a chosen seat, cell, card or word; die faces are upper-case."""
    if action.verb is Verb.CHOOSE:
        return spelling.word(action.value)
    if action.verb is Verb.ROLL:
        return action.value.upper()
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


def _seat(name: str, text: str, seats: tuple[str, ...], catalog: Catalog) -> str:
    known = {folded(seat): seat for seat in (*seats, CHANCE)}
    for seat in seats:
        known |= {folded(word): seat for word in catalog.seat_names.get(seat, {}).values()}
    if folded(name) not in known:
        fix = Message("write", words=alternatives(seats))
        raise NotationError(Message("no_seat", name=repr(name)), text, text.find(name), fix)
    return known[folded(name)]
