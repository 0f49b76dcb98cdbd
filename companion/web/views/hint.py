"""A hint on the page: the suggested action and its consequences in the game's words."""

from collections.abc import Iterable
from functools import reduce
from typing import Any, Final

from companion.referee.words.actions import describe
from companion.web.hints import Hints
from companion.web.views.lesson import wanted
from companion.web.views.words import Words
from rules import UNKNOWN, Action, Event, Message, Rules, load_game

_CONSEQUENCES: Final = 3


def hint_view(hints: Hints, words: Words) -> dict[str, Any]:
    """Return the page's data: the seats that may ask, and the current hint."""
    view: dict[str, Any] = {
        "remaining": dict(hints.remaining),
        "seat": hints.seat,
        "text": "",
        "why": [],
        "wants": None,
    }
    if hints.action is not None:
        game = load_game(words.catalog.slug)
        events = _foreseen(game, hints.position, hints.action)
        text, effects = in_words(words, hints.action, events)
        why = [*effects, *_gains(game, hints, events, words)]
        kept = Message("page.advice.kept").render(words.lang)
        view |= {"text": text, "why": why or [kept], "wants": wanted(hints.action, words)}
    return view


def _gains(game: Rules[Any], hints: Hints, events: Iterable[Event], words: Words) -> list[str]:
    """Return the changes of the seats' scores."""
    before, after = (
        game.scores(hints.position),
        game.scores(reduce(game.fold, events, hints.position)),
    )
    return [
        Message(
            "page.advice.score", seat=words.seat(seat), before=before.get(seat, 0), after=score
        ).render(words.lang)
        for seat, score in after.items()
        if score != before.get(seat, 0)
    ]


def in_words(
    words: Words, action: Action, events: tuple[Event, ...]
) -> tuple[str, tuple[str, ...]]:
    """Return an action and its most important consequences in words."""
    head, *more = describe(words.wording, action, events, 1 + _CONSEQUENCES)
    card = words.card(action.card) if action.card != UNKNOWN else ""
    if card and card not in head:
        head = Message("page.advice.with_card", action=head, card=card).render(words.lang)
    return head, tuple(more)


def _foreseen(game: Rules[Any], position: Any, action: Action) -> tuple[Event, ...]:  # noqa: ANN401 - the game's own state
    """Return the events of an action up to the first one that its seat cannot foresee."""
    found: list[Event] = []
    for event in game.advance(position, action)[0]:
        if game.reveals(event) and not game.robots.knows_in_advance(position, event, action.seat):
            break
        found.append(event)
        position = game.fold(position, event)
    return tuple(found)
