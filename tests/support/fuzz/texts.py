"""Targets that people type: positions, actions and deck lists. The first line names the game."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any

from rules import (
    CHANCE,
    NotationError,
    RulesError,
    format_action,
    game_slugs,
    judge,
    parse_action,
    read_action,
    read_position,
    refusal,
)
from rules.catalog.data_files import decode_text
from rules.catalog.deck_text import format_decklist, list_player
from rules.catalog.reader import parse_decklist
from tests.conformance.suite import Subject, subject, walk
from tests.support.fuzz.target import chosen, headed, helps

_MOST_OPTIONS = 40
_MOST_CARDS = 500


def positions(data: bytes) -> None:
    """Read a position; whatever is read is written, judged and shown without exception."""
    head, rest = headed(data)
    it = subject(chosen(head, game_slugs()))
    game = it.game
    try:
        text = decode_text(rest, "position.txt")
        state = read_position(text, game, it.setup, unchecked=True)
    except RulesError as error:
        helps(error)
        return
    try:
        possible = read_position(text, game, it.setup) == state
        assert possible, "flags changed the position"
    except RulesError as error:
        possible = False
        helps(error)
    again = game.notation.format(state)
    assert game.notation.parse(again, it.setup) == state
    for seat in (None, *game.seats(it.setup)):
        game.notation.format(game.view(state, seat))
    game.table.layout(game.view(state, None))
    game.outcome(state)
    game.scores(state)
    for number, action in enumerate(islice(game.legal(state), _MOST_OPTIONS)):
        if not (possible or number):
            continue
        assert judge(game, state, action).legal, format_action(action)
        if number < 3:
            after = game.advance(state, action)[1]
            assert game.notation.parse(game.notation.format(after), it.setup) == after


@cache
def _states(slug: str) -> tuple[Any, ...]:
    """Return positions of a random match, as the referee and as a player see them."""
    it = subject(slug)
    states = [step.state for step in walk(it, 0)][::9]
    seat = it.game.seats(it.setup)[0]
    return (*states, *(it.game.view(state, seat) for state in states))


def actions(data: bytes) -> None:
    """Read an action in a position, which the second line chooses, and judge it."""
    head, rest = headed(data)
    number, rest = headed(rest)
    it = subject(chosen(head, game_slugs()))
    states = _states(it.game.slug)
    state = states[sum(number.encode()) % len(states)]
    text = rest.decode("utf-8", "replace")
    try:
        spelt = read_action(text, it.game, it.setup)
    except RulesError as error:
        helps(error)
    else:
        _judged(it, state, spelt)
    try:
        action = parse_action(text)
    except NotationError as error:
        helps(error)
        if not 0 <= error.position <= len(text):
            raise
        return
    assert parse_action(format_action(action)) == action
    _judged(it, state, action)


def _judged(it: Subject, state: Any, action: Any) -> None:  # noqa: ANN401 - states are each game's own
    verdict = judge(it.game, state, action)
    for violation in verdict.violations:
        assert refusal(it.catalog, violation).render("ja")
    if verdict.legal and (action.seat == CHANCE or it.game.to_act(state)):
        for event in it.game.advance(state, action)[0]:
            state = it.game.fold(state, event)
        it.game.notation.format(state)


def decks(data: bytes) -> None:
    """Read a deck list, judge the deck, and write it again."""
    head, rest = headed(data)
    it = subject(chosen(head, game_slugs()))
    try:
        text = decode_text(rest, "deck.txt")
        list_player(text)
        deck, names = parse_decklist(text, it.catalog.cards)
    except RulesError as error:
        helps(error)
        return
    if len(deck.cards) > _MOST_CARDS:
        return
    report = it.game.data.check_deck(it.setup, it.game.seats(it.setup)[0], deck)
    for finding in (*report.violations, *report.warnings):
        assert finding.clause in it.catalog.clauses
    again, called = parse_decklist(format_decklist(deck, names), it.catalog.cards)
    assert (sorted(again.cards), again.extras, called) == (sorted(deck.cards), deck.extras, names)
