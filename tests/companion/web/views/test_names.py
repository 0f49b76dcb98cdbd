"""No text for players contains a notation name for which players have their own word."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.referee.words.actions import action_words
from companion.referee.words.speaker import notice_caption
from companion.web.auth.roles import Pass, Role
from companion.web.views.orders import orders_of
from companion.web.views.words import Words
from rules import CHANCE, LANGUAGES, Action, Setup, Verb, Violation, load_catalog, load_game
from rules.sim.playout import starter_setup
from tests.support.referee.inputs import RefereedMatch
from tests.support.web.match_page import GAMES, Table

_NO_TEXT = frozenset(
    (
        *("view", "who", "seat", "seats", "lang", "slug", "screen", "state", "kind", "verb", "do"),
        *("id", "cells", "action", "clause", "clauses", "last", "fits", "controls", "values"),
        *("orders", "salt", "digest", "short", "owner", "sign", "hue", "branches", "colours"),
        *("land", "card"),
    )
)
"""Fields of a view for the page's program, never displayed or spoken."""
_WORDED = frozenset(("words", "clauses", "card"))
SETUPS = [*map(Setup, GAMES), Setup("spherion", settings={"orders": "rail"})]
_TYPED = frozenset(("SPH-7.1",))
"""Clauses that quote text a player typed."""


def texts(data: Any) -> Iterator[str]:  # noqa: ANN401 - a view's JSON
    """Yield every text in a view that is displayed to a player."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for name, value in data.items():
            if name not in _NO_TEXT or (name in _WORDED and not isinstance(value, str)):
                yield from texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from texts(value)


def raw_names(table: Table, lang: str) -> re.Pattern[str]:
    """Return a pattern for places with their own word, ids, and words with underscores."""
    wording = table.viewing.words(lang).wording
    cells = [zone.cell for zone in table.viewing.board.form.zones]
    places = [cell for cell in cells if "." in cell and wording.cell(cell) != cell]
    cards = table.viewing.catalog.cards
    names = "|".join(re.escape(name) for name in (*places, *cards))
    latin = "A-Za-z0-9_."
    return re.compile(rf"(?<![{latin}])(?:(?:{names})(?![{latin}])|token\.|ctl\.|[a-z]+_[a-z]+)")


def awry(table: Table, rng: random.Random) -> Action:
    """Return a legal action with its card or one of its cells replaced at random."""
    match, form = table.referee.at.match, table.viewing.board.form
    action = rng.choice(list(match.game.legal(match.state)))
    cell = rng.choice(form.zones).cell
    card = rng.choice(sorted(table.viewing.catalog.cards))
    changes: tuple[dict[str, Any], ...] = ({"card": card}, {"to": cell}, {"at": cell})
    return replace(action, **rng.choice(changes))


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.game}{setup.settings or ''}")
def test_what_is_announced_names_things_as_players_do(setup: Setup) -> None:
    table = Table(setup.game, starter_setup(load_game(setup.game), setup), 3)
    table.viewing.mouse = True
    words = {lang: table.viewing.words(lang) for lang in LANGUAGES}
    raw = {lang: raw_names(table, lang) for lang in LANGUAGES}
    rng, match, spoken = random.Random(4), RefereedMatch(table.referee), 0
    viewers = (Pass(Role.TABLE), Pass(Role.SEAT, table.viewing.catalog.seats[0]))

    for n, moment in enumerate(table.play(120)):
        violations: tuple[Violation, ...] = ()
        if match.to_act and CHANCE not in match.to_act:
            violations = match.judge(awry(table, rng)).violations
        for lang in LANGUAGES:
            report = [words[lang].broken(v) for v in violations if v.clause not in _TYPED]
            if moment.story.latest is not None:
                report.append(notice_caption(words[lang].wording, moment.story.latest.record))
            if n % 12 == 0:
                views = [table.viewing.view(moment, who, lang) for who in viewers]
                report += [text for view in views for text in texts(view)]
            spoken += len(report)
            assert not [text for text in report if raw[lang].search(text)]

    assert spoken > 300


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_may_be_chosen_is_called_by_its_place(lang: str) -> None:
    words = Table.of("dicebattle").viewing.words(lang)
    chosen = action_words(words.wording, Action("A", Verb.CHOOSE, value="A.main1"))

    assert words.wording.cell("A.main1") in chosen
    assert "A.main1" not in chosen
    assert ":" not in words.wording.named("summon:M05:1:up:attack")


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_every_part_of_an_order_is_worded(lang: str) -> None:
    """Check that no button shows a word of the notation."""
    table = Table.of("spherion", 4)
    seen: set[str] = set()
    for moment in table.play(130):
        if len(moment.position.to_act) > 1 and moment.position.ply % 3 == 0:
            seat = moment.position.to_act[0]
            parts = orders_of(moment, seat, table.viewing.words(lang))["words"]
            seen |= parts.keys()
            assert not [part for part, word in parts.items() if part.isalpha() and part == word]
    assert {"move", "summon", "attack", "defence", "up", "down", "dm"} <= seen


_WRITTEN = re.compile(r"[a-d][1-9]|[NS][0-9.]+|[1-4]\.[LCR]")
"""Cells that players call by their notation, as on the mat and in the rules."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_every_place_of_a_mat_has_a_name(slug: str, lang: str) -> None:
    wording = Table.of(slug).viewing.words(lang).wording
    places = [zone.cell for zone in load_game(slug).table.form(Setup(slug)).zones]

    assert not [
        cell for cell in places if wording.cell(cell) == cell and not _WRITTEN.fullmatch(cell)
    ]
    assert len({wording.cell(cell) for cell in places}) == len(places)


def test_a_japanese_list_of_places_does_not_read_as_a_month() -> None:
    """Regression: in 「メインゾーン1か月の…」, か and the Moon's name read as "one month"."""
    words = Words(load_catalog("dicebattle"), "ja")
    report = words.cells(("B.main1", "B.stock1"), "or")
    assert report == "月のメインゾーン1または月のストックゾーン1"
