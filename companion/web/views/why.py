"""Hypothetical verdicts: "may I place y17 on c3?", asked on the page of a running match.

A question in the notation of actions is parsed as an action. Otherwise, the card, the cell and the
seat are found in it by their names in any language.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final

from companion.lookup import ask, board_svg
from companion.lookup.remedies import change_lines
from companion.referee.words.actions import action_words
from companion.web.views.log import light_of
from companion.web.views.view import ViewBuilder
from rules import (
    LANGUAGES,
    Action,
    Catalog,
    Facing,
    Message,
    NotationError,
    Seat,
    Setup,
    Verb,
    load_game,
    read_action,
)
from rules.messages.near_matches import folded

_DOWN: Final = re.compile(r"face.?down|裏|伏|面朝下|蓋|背面")


def asked_action(
    text: str, setup: Setup, acting: Iterable[Seat], catalog: Catalog
) -> Action | None:
    """Return the action in a question, or None."""
    game, plain = load_game(setup.game), text.strip().rstrip("?？。.!")
    seats = list(acting) or list(game.seats(setup))
    for candidate in (plain, *(f"{seat} {plain}" for seat in seats)):
        with suppress(NotationError):
            return read_action(candidate, game, setup)
    return _placing(folded(text), setup, seats, catalog)


def _placing(asked: str, setup: Setup, seats: list[Seat], catalog: Catalog) -> Action | None:
    """Return the placement or move in a question."""
    zones = load_game(setup.game).table.form(setup).zones
    cells = _found(asked, ((zone.cell, zone.cell) for zone in zones))
    cards = _found(
        asked, ((name, card) for card in catalog.cards for name in _names(card, catalog))
    )
    owners = ((name, seat) for seat, names in catalog.seat_names.items() for name in names.values())
    playing = load_game(setup.game).seats(setup)
    # A named seat is the actor even out of turn; the verdict then reports this.
    named = [seat for seat in _found(asked, owners) if seat in playing]
    seat = (named or seats)[0]
    if cards and cells:
        facing = Facing.DOWN if _DOWN.search(asked) else Facing.UP
        return Action(seat, Verb.PLACE, card=cards[0], to=cells[0], facing=facing)
    if len(cells) == 2:
        return Action(seat, Verb.MOVE, at=cells[0], to=cells[1])
    return None


def _names(card: str, catalog: Catalog) -> tuple[str, ...]:
    known = catalog.cards[card]
    return (card, *(known.names[lang] for lang in LANGUAGES))


def _found(asked: str, named: Iterable[tuple[str, str]]) -> list[str]:
    """Return the ids of the names in a question, in order; longer names are preferred."""
    found: dict[int, str] = {}
    left = asked
    for name, what in sorted(named, key=lambda each: -len(each[0])):
        word = re.escape(folded(name))
        latin = folded(name).isascii()
        match = re.search(rf"(?<![a-z0-9.>]){word}(?![a-z0-9.>])" if latin else word, left)
        if match and what not in found.values():
            found[match.start()] = what
            left = left[: match.start()] + " " * len(match[0]) + left[match.end() :]
    return [found[at] for at in sorted(found)]


def why_view(
    viewing: ViewBuilder,
    setup: Setup,
    state: Any,  # noqa: ANN401 - the game's own state, as the asker may know it
    text: str,
    lang: str,
) -> dict[str, Any] | None:
    """Return the verdict, its clauses and the remedies, or None if the question names no action."""
    game = load_game(setup.game)
    action = asked_action(text, setup, sorted(game.to_act(state)), viewing.catalog)
    if action is None:
        return None
    answer, words = ask(game, setup, state, action, lang), viewing.words(lang)
    seat = words.seat(action.seat)
    return {
        "state": light_of(answer.status.value),
        "asked": Message("colon", words=(seat, action_words(words.wording, action))).render(lang),
        "said": Message(f"rules.ask.{answer.status}").render(lang),
        "reasons": [
            {"id": clause, "title": title, "text": sentence}
            for clause, title, sentence in answer.reasons
        ],
        "change": Message("rules.ask.change" if answer.remedies else "rules.ask.none").render(lang),
        "changes": [line.render(lang) for line in change_lines(answer)],
        "board": board_svg(answer.board, lang, words.wording.cell)
        if answer.board is not None
        else "",
    }
