"""What may be done now, out of public knowledge only: open cells and words, never hands.

The game's own generator is asked on the public position, where every hidden card may still be any
of its identities; so nothing here depends on what somebody holds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any
from unicodedata import east_asian_width

from companion.referee.chances import advance
from companion.referee.controls import PREFIX, Control
from companion.referee.table import top_of
from companion.web.view_words import ready
from rules import (
    CHANCE,
    LEGAL,
    REVEALED,
    UNKNOWN,
    Action,
    Change,
    Event,
    Facing,
    Lying,
    Verb,
    judge,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from companion.web.view_words import Words
    from rules import Game, Seat, Zone

__all__ = [
    "Choice",
    "choices",
    "fits",
    "is_bare",
    "offer_text",
    "pass_text",
    "saying_text",
    "sayings",
    "secret_choice",
    "throw_text",
    "thrown_now",
    "todo_text",
    "worded",
]

MOST_ACTIONS = 4000
"""A position with more is not listed: what is shown must be whole."""
_MOST_SHOWN = 6
_MOST_SAYINGS = 24
_SHORT = 48
"""A text with its places that has no more letters than this can stand among others."""
_SEVERAL = 2
_BETWEEN = " · "
_PASSED = "passed"
"""The event of a game by which somebody does no more; with a value, that one thing is left out."""
_SAID = frozenset((Verb.DRAW, Verb.CHOOSE, Verb.DECLARE, Verb.PASS, Verb.READY))
_SECRET = frozenset((Verb.DECLARE,))
"""What a private page says; the table's page only says that it is being planned."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One kind of thing a seat may do: where, or which values."""

    seat: Seat
    verb: Verb
    down: bool
    cells: tuple[str, ...]
    values: tuple[str, ...]
    later: bool = False
    """Not yet as it lies: when something is taken back."""
    events: tuple[Event, ...] = ()
    """What comes of passing: an attack is allowed, a card is not used, or the turn ends."""
    offer: Event | None = None
    """What the game wants known of it: the value a card needs, for one."""
    card: str = ""
    """The only card with which it may be done, "" if it may be another."""


_Found = tuple[tuple["Seat", Verb, bool, bool], tuple[dict[str, None], dict[str, None]]]


def _order(found: _Found) -> tuple[str, bool, bool]:
    """Seat by seat, what is done on the field first, what ends a turn last."""
    (seat, verb, _, loose), _ = found
    return seat, verb in (Verb.PASS, Verb.READY), loose


def choices(
    game: Game[Any],
    public: Any,  # noqa: ANN401 - the game's own state
    loose: frozenset[str] = frozenset(),
) -> tuple[Choice, ...]:
    """Everything the public position allows, by seat and kind; () if it is too much.

    What is done on a `loose` cell (a discard pile) is a thing of its own.
    """
    found: dict[tuple[Seat, Verb, bool, bool], tuple[dict[str, None], dict[str, None]]] = {}
    slips: dict[tuple[Seat, str], bool] = {}
    offers: dict[tuple[Seat, Verb, bool, bool], Event | None] = {}
    cards: dict[tuple[Seat, Verb, bool, bool], set[str]] = {}
    actions = list(islice(game.legal(public), MOST_ACTIONS + 1))
    if len(actions) > MOST_ACTIONS:
        return ()
    for action in actions:
        if action.seat == CHANCE or action.verb in _SECRET or _slips(game, public, action, slips):
            continue
        down, cell = action.facing is Facing.DOWN, action.to or action.at
        key = (action.seat, action.verb, down, cell in loose)
        if key not in found:
            offers[key] = game.offers(public, action)
        cells, values = found.setdefault(key, ({}, {}))
        cards.setdefault(key, set()).add(action.card)
        if cell:
            cells.update(dict.fromkeys((cell, *_instead(game, public, action, loose))))
        if action.value:
            values[action.value] = None
    passed = {a.seat: game.happen(public, a) for a in actions if a.verb is Verb.PASS}
    told = tuple(
        Choice(
            seat,
            verb,
            down,
            tuple(sorted(cells)),
            tuple(values),
            events=passed[seat] if verb is Verb.PASS else (),
            offer=offers[seat, verb, down, on_loose],
            card=_only(verb, cards[seat, verb, down, on_loose]),
        )
        for (seat, verb, down, on_loose), (cells, values) in sorted(found.items(), key=_order)
    )
    return (*told, *_later(game, public, actions))


def _instead(
    game: Game[Any],
    public: Any,  # noqa: ANN401 - (same)
    action: Action,
    loose: frozenset[str],
) -> list[str]:
    """Where else a card may be laid that goes to a loose pile: over one that says so there."""
    if action.verb is not Verb.PLACE or action.facing is Facing.DOWN or action.to not in loose:
        return []
    tops = {cell: top_of(game.layout(public), cell) for cell in game.layout(public)}
    lain = ((cell, top) for cell, top in tops.items() if top is not None and cell not in loose)
    return [
        cell
        for cell, top in lain
        if top.facing is Facing.UP
        and action in game.gestures(public, (Change(cell, top, Lying(action.card, top.owner)),))
    ]


def _only(verb: Verb, cards: set[str]) -> str:
    """The one card that may be laid, if it is known."""
    one = next(iter(cards)) if verb is Verb.PLACE and len(cards) == 1 else ""
    return "" if one == UNKNOWN else one


def _slips(
    game: Game[Any],
    public: Any,  # noqa: ANN401 - (same)
    action: Action,
    known: dict[tuple[Seat, str], bool],
) -> bool:
    """Whether an action is only borne with: a card turned up too early stays up, says a clause.

    Nobody is invited to that.  What a card shows does not matter: asked once a seat and cell.
    """
    if action.verb is not Verb.FLIP:
        return False
    key = action.seat, action.at
    if key not in known:
        events = game.happen(public, action)
        known[key] = any(event.kind == REVEALED and event.clause for event in events)
    return known[key]


def _later(game: Game[Any], public: Any, actions: list[Action]) -> Iterator[Choice]:  # noqa: ANN401 - (same)
    """Who ends a phase with READY, though what lies there now would have to go back first.

    What ends it has to be known even where it would be refused: the refusal says why.  Whether
    the card says anything now is asked of the game's own gestures.
    """
    if any(action.verb is Verb.READY for action in actions):
        return
    for seat in sorted({a.seat for a in actions if a.verb is Verb.REMOVE} - {CHANCE}):
        laid = Change(f"{seat}.control", None, Lying(PREFIX + Control.READY, seat))
        if any(said.verb is Verb.READY for said in game.gestures(public, (laid,))):
            yield Choice(seat, Verb.READY, down=False, cells=(), values=(), later=True)


def worded(all_: tuple[Choice, ...], words: Words) -> list[dict[str, Any]]:
    """The same in words: at most six cells or values each; of more the first, and how many."""
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
    """All kinds of things that may be done now, each once; where, if that is short enough.

    What two seats may do at the same time is said without the places of either.
    """
    whole = [_text(choice, words) for choice in now]
    several = len({choice.seat for choice in now}) > 1
    bare = [_text(replace(choice, cells=()), words) for choice in now]
    kinds = list(dict.fromkeys(([_text(secret, words)] if secret else []) + bare))
    if not several and whole and (len(kinds) == 1 or _wide(whole[0]) <= _SHORT) and not secret:
        kinds = list(dict.fromkeys((whole[0], *bare[1:])))
        kinds = [kind for kind in kinds if kind != bare[0] or kind == whole[0]]
    return _BETWEEN.join(kinds)


def _wide(text: str) -> int:
    """How wide a text is, in Latin letters: an East Asian one takes the room of two."""
    return sum(1 + (east_asian_width(letter) in "WF") for letter in text)


def secret_choice(game: Game[Any], public: Any) -> Choice | None:  # noqa: ANN401 - (same)
    """What is said in secret, by several at the same time or where nothing else can be done."""
    actions = list(islice(game.legal(public), MOST_ACTIONS))
    said = [action for action in actions if action.verb in _SECRET]
    if not said or (len(game.to_act(public)) < _SEVERAL and len(said) < len(actions)):
        return None
    values = dict.fromkeys(a.value for a in said)
    plain = all(":" not in value for value in values) and len(values) <= _MOST_SHOWN
    offer = game.offers(public, said[0])
    if not plain:
        return Choice("", Verb.DECLARE, down=False, cells=(), values=(), offer=offer)
    return Choice("", Verb.DECLARE, down=False, cells=(), values=tuple(values), offer=offer)


def sayings(
    game: Game[Any],
    public: Any,  # noqa: ANN401 - the game's own state
    strict: frozenset[str],
) -> tuple[Action, ...]:
    """What no card on the `strict` cells would show, so that it has to be said.

    Orders of several parts are left to whoever plans them (`view_orders`); () if it is too much.
    """
    found: dict[Action, None] = {}
    for action in islice(game.legal(public), MOST_ACTIONS):
        told = action.card in ("", UNKNOWN) and action.value != UNKNOWN and ":" not in action.value
        if action.seat == CHANCE or not told or action in found or len(found) > _MOST_SAYINGS:
            continue
        if is_bare(action) or not _shows(game, public, action, strict):
            found[action] = None
    return tuple(found) if len(found) <= _MOST_SAYINGS else ()


def is_bare(action: Action) -> bool:
    """Whether it is a word and nothing else."""
    return action.verb in _SAID and not (action.card or action.at or action.to)


def _shows(game: Game[Any], public: Any, action: Action, strict: frozenset[str]) -> bool:  # noqa: ANN401 - (same)
    """Whether another card shows on a compared cell after an action."""
    before, after = game.layout(public), game.layout(advance(game, public, action))
    return any(top_of(before, cell) != top_of(after, cell) for cell in strict)


def saying_text(game: Game[Any], public: Any, action: Action, words: Words) -> str:  # noqa: ANN401 - (same)
    """An action as it stands on a button."""
    if is_bare(action):
        values = (action.value,) if action.value else ()
        events = game.happen(public, action) if action.verb is Verb.PASS else ()
        offer = game.offers(public, action)
        said = Choice(action.seat, action.verb, False, (), values, events=events, offer=offer)  # noqa: FBT003 - not face down
        return _text(said, words)
    return words.begun(words.speaker.told(action, game.happen(public, action))[0])


def offer_text(choice: Choice, words: Words) -> str:
    """What may be done as the game itself invites to it, "" if it leaves that to us."""
    event = choice.offer or next(iter(choice.events), None)
    if event is None and len(choice.values) == 1:
        event = Event(choice.values[0])
    values = [value for value in choice.values if value != UNKNOWN]
    named = _values(values, words) if values else ""
    asked = len(values) > 1
    return words.begun(words.speaker.offered(event, named, asked=asked)) if event else ""


def pass_text(choice: Choice, words: Words) -> str:
    """What passing comes to, "" where it is no more than the end of a turn."""
    return offer_text(choice, words) or _passed(choice, words)


def _passed(choice: Choice, words: Words) -> str:
    """More than the end of a turn: what the game calls it."""
    if not choice.events or (choice.events[0].kind == _PASSED and not choice.events[0].value):
        return ""
    told = words.speaker.told(Action(choice.seat, choice.verb), choice.events)
    return words.begun(told[0])


def _text(choice: Choice, words: Words) -> str:
    if own := offer_text(choice, words):
        return own
    key = "place_down" if choice.down and choice.verb is Verb.PLACE else choice.verb.value
    if not choice.down and (card := words.card(_piece(choice, words))):
        return _place_text(card, choice.cells, words)
    if choice.cells:
        return words.say(f"may.{key}", cells=_where(choice.cells, words))
    if choice.verb is Verb.READY:
        return words.say(f"may.ready_{'later' if choice.later else 'bare'}", card=ready(words))
    if passed := _passed(choice, words):
        return passed
    values = [value for value in choice.values if value != UNKNOWN]
    if values:
        return words.say("may.values", values=_values(values, words))
    return words.say(f"may.{key}_bare")


def _where(cells: tuple[str, ...], words: Words) -> str:
    shown = [words.speaker.cell(cell) for cell in cells[:_MOST_SHOWN]]
    if len(cells) > _MOST_SHOWN:
        return words.say("may.more", cells=words.listed(shown[:3], "comma"), count=len(cells))
    return words.listed(shown, "or")


def _piece(choice: Choice, words: Words) -> str:
    """The one piece that may be laid, the dice token say, "" if there is none.

    A card of a deck is not named: it may lie in somebody's hand, of which nobody is told.
    """
    card = words.catalog.cards.get(choice.card)
    return choice.card if card is not None and card.facts.get("kind") == "token" else ""


def _place_text(card: str, cells: tuple[str, ...], words: Words) -> str:
    """One card is all that may be laid, the dice token for one: it is called by its name."""
    if not cells:
        return words.say("may.place_card_bare", card=card)
    return words.say("may.place_card", card=card, cells=_where(cells, words))


def _values(values: list[str], words: Words) -> str:
    named = [words.card(value) or words.speaker.named(value) for value in values[:_MOST_SHOWN]]
    return words.listed(named, "or")


def thrown_now(game: Game[Any], public: Any) -> Action | None:  # noqa: ANN401 - (same)
    """A throw of the dice that is awaited now, None if none is."""
    if game.to_act(public) != frozenset((CHANCE,)):
        return None
    first = next(iter(game.legal(public)), None)
    return first if first is not None and first.verb is Verb.ROLL and first.to else None


def throw_text(throw: Action, zones: Iterable[Zone], words: Words) -> str:
    """How many dice to throw, and where: a throw shows a number, or a letter for each die."""
    count = 1 if throw.value.isdigit() else len(throw.value)
    key = "throw" if count == 1 else "throw_many"
    tray = next((zone.cell for zone in zones if zone.dice and zone.owner == throw.to), "")
    cell = words.speaker.cell(tray)
    return words.say(f"may.{key}" if tray else f"may.{key}_bare", count=count, cell=cell)


def fits(game: Game[Any], public: Any, action: Action, open_: tuple[str, ...]) -> list[str]:  # noqa: ANN401 - (same)
    """The cells of `open_` on which a card that was refused elsewhere would be allowed."""
    if action.verb is not Verb.PLACE or action.card == UNKNOWN:
        return []
    tried = (cell for cell in open_ if cell != action.to)
    return [cell for cell in tried if judge(game, public, replace(action, to=cell)) == LEGAL]
