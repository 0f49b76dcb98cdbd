"""The options in words, for the board, the buttons and the header.

A game's own description (`Rules.describe_option`, the consequence of passing) takes precedence over
the verb with its cells. `companion.web.views.options` finds the options.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from unicodedata import east_asian_width

from companion.referee.words.actions import describe, offered
from companion.web.views.options import MOST_SHOWN, Choice, is_bare
from companion.web.views.words import Words, ready
from rules import UNKNOWN, Action, Event, Message, Rules, Verb, Zone

_SHORT = 48
"""Maximum length of a text with cells if there are other texts."""
_BETWEEN = " · "
_PASSED = "passed"
"""Kind of the event by which a seat stops acting; with a value, the seat gives up only this
value.
"""


def worded(all_: tuple[Choice, ...], words: Words) -> list[dict[str, Any]]:
    """Return all choices in words, each with up to `MOST_SHOWN` cells or values, then a count."""
    return [
        {
            "seat": choice.seat,
            "verb": choice.verb.value,
            "text": _text(choice, words),
            "cells": list(choice.cells),
            "down": choice.down,
            "card": _piece(choice, words),
        }
        for choice in all_
    ]


def todo_text(now: tuple[Choice, ...], secret: Choice | None, words: Words) -> str:
    """Return the kinds of actions that are possible now, with cells if the text is short.

    For simultaneous actions of two seats, the cells are omitted.
    """
    whole = [_text(choice, words) for choice in now]
    several = len({choice.seat for choice in now}) > 1
    bare = [_text(replace(choice, cells=()), words) for choice in now]
    kinds = list(dict.fromkeys([*(_text(each, words) for each in _parts(secret)), *bare]))
    if not several and whole and (len(kinds) == 1 or _wide(whole[0]) <= _SHORT) and not secret:
        kinds = list(dict.fromkeys((whole[0], *bare[1:])))
        kinds = [kind for kind in kinds if kind != bare[0] or kind == whole[0]]
    return _BETWEEN.join(kinds)


def _parts(secret: Choice | None) -> list[Choice]:
    """Split a secret choice into written orders and claims."""
    if secret is None:
        return []
    known = tuple(value for value in secret.values if value != UNKNOWN)
    parts = (replace(secret, values=(UNKNOWN,)), replace(secret, values=known))
    return list(parts) if known != secret.values and known else [secret]


def _wide(text: str) -> int:
    """Return a text's width in Latin letters; an East Asian character counts as two."""
    return sum(1 + (east_asian_width(letter) in "WF") for letter in text)


def saying_text(game: Rules[Any], public: Any, action: Action, words: Words) -> str:  # noqa: ANN401 - the game's own type
    """Return an action's text for a button."""
    if is_bare(action):
        values = (action.value,) if action.value else ()
        events = game.advance(public, action)[0] if action.verb is Verb.PASS else ()
        offer = game.captions.describe_option(public, action)
        if action.value == UNKNOWN and offer is None:
            return Message("page.may.declare_one").render(words.lang)
        choice = Choice(action.seat, action.verb, down=False, cells=(), values=values)
        return _text(replace(choice, events=events, offer=offer), words)
    return words.begun(describe(words.wording, action, game.advance(public, action)[0])[0])


def _offer_text(choice: Choice, words: Words) -> str:
    """Return the game's description of a choice, or ""."""
    event = choice.offer or next(iter(choice.events), None)
    if event is None and len(choice.values) == 1:
        event = Event(choice.values[0])
    values = [value for value in choice.values if value != UNKNOWN]
    named = _values(values, words) if values else ""
    asked = len(values) > 1
    return words.begun(offered(words.wording, event, named, asked=asked)) if event else ""


def pass_text(choice: Choice, words: Words) -> str:
    """Return the consequence of passing, or "" if it only ends the turn."""
    return _offer_text(choice, words) or _passed(choice, words)


def _passed(choice: Choice, words: Words) -> str:
    """Return the game's name for passing if it does more than end a turn, or ""."""
    if not choice.events or (choice.events[0].kind == _PASSED and not choice.events[0].value):
        return ""
    text = describe(words.wording, Action(choice.seat, choice.verb), choice.events)
    return words.begun(text[0])


def _text(choice: Choice, words: Words) -> str:
    if own := _offer_text(choice, words):
        return own
    key = "place_down" if choice.down and choice.verb is Verb.PLACE else choice.verb.value
    if not choice.down and (card := words.card(_piece(choice, words))):
        return _place_text(card, choice.cells, words)
    if choice.cells:
        return Message(f"page.may.{key}", cells=_where(choice.cells, words)).render(words.lang)
    if choice.verb is Verb.READY:
        key = "page.may.ready_later" if choice.later else "page.may.ready_bare"
        return Message(key, card=ready(words)).render(words.lang)
    if passed := _passed(choice, words):
        return passed
    values = [value for value in choice.values if value != UNKNOWN]
    if values:
        return Message("page.may.values", values=_values(values, words)).render(words.lang)
    # Only the number of written orders is public.
    paper = choice.verb is Verb.DECLARE and UNKNOWN in choice.values
    return Message(f"page.may.{'declare_paper' if paper else f'{key}_bare'}").render(words.lang)


def _where(cells: tuple[str, ...], words: Words) -> str:
    shown = [words.wording.cell(cell) for cell in cells[:MOST_SHOWN]]
    if len(cells) > MOST_SHOWN:
        first = Message("comma", words=shown[:3])
        return Message("page.may.more", cells=first, count=len(cells)).render(words.lang)
    return words.listed(shown, "or")


def _piece(choice: Choice, words: Words) -> str:
    """Return the name of the only token that may be placed, such as the dice token, or "".

    Cards from a deck are not named, because they may be in a hand.
    """
    card = words.catalog.cards.get(choice.card)
    return choice.card if card is not None and card.facts.get("kind") == "token" else ""


def _place_text(card: str, cells: tuple[str, ...], words: Words) -> str:
    """Return the text for placing the only possible card, with its name."""
    if not cells:
        return Message("page.may.place_card_bare", card=card).render(words.lang)
    return Message("page.may.place_card", card=card, cells=_where(cells, words)).render(words.lang)


def _values(values: list[str], words: Words) -> str:
    named = [words.card(value) or words.wording.named(value) for value in values[:MOST_SHOWN]]
    return words.listed(named, "or")


def throw_text(throw: Action, zones: Iterable[Zone], words: Words) -> str:
    """Return the text with the number of dice and the tray.

    A throw's value contains a digit or a letter per die.
    """
    count = 1 if throw.value.isdigit() else len(throw.value)
    key = "throw" if count == 1 else "throw_many"
    tray = next((zone.cell for zone in zones if zone.dice and zone.owner == throw.to), "")
    cell = words.wording.cell(tray)
    key = f"page.may.{key}" if tray else f"page.may.{key}_bare"
    return Message(key, count=count, cell=cell).render(words.lang)
