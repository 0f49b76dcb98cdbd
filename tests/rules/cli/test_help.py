"""Each game's notation reference lists exactly the words that the parsers accept."""

from __future__ import annotations

import importlib
import random
import re
from typing import Any

import pytest

from rules import (
    CHANCE,
    LANGUAGES,
    NotationError,
    Setup,
    Verb,
    game_slugs,
    load_catalog,
    load_game,
    parse_action,
    read_position,
)
from rules.__main__ import main
from rules.catalog.card_names import CardNames
from rules.messages.message import render
from rules.notation.lines import Lines
from rules.notation.words import load_notation
from rules.sim.playout import starter_setup

SLUGS = game_slugs()


@pytest.mark.parametrize("slug", SLUGS)
def test_every_line_a_reader_takes_is_in_the_reference_and_no_other(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: set[str] = set()
    read = Lines.__init__

    def watched(self: Lines, text: Any, keys: Any) -> None:  # noqa: ANN401 - as in `Lines`
        taken.update(keys)
        read(self, text, keys)

    monkeypatch.setattr(Lines, "__init__", watched)
    with pytest.raises(NotationError):
        load_game(slug).notation.parse("no_such_line", Setup(slug))
    assert set(load_notation(slug).lines) == taken
    for name, entry in load_notation(slug).lines.items():
        assert entry.forms[0].split()[0] == name


@pytest.mark.parametrize("slug", SLUGS)
def test_every_phase_is_in_the_reference_and_no_other(slug: str) -> None:
    phases = importlib.import_module(f"rules.games.{slug}.state").Phase
    assert list(load_notation(slug).phases) == [phase.value for phase in phases]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_forms_are_what_the_game_plays(slug: str) -> None:
    """Check that each legal action has a form for its phase, with its verb and its seat."""
    game, notation, rng = load_game(slug), load_notation(slug), random.Random(4)
    known = {
        name: {(form.split()[0] == CHANCE, form.split()[1]) for form in entry.forms}
        for name, entry in notation.phases.items()
    }
    setup = starter_setup(game, Setup(slug))
    state = game.start(setup)
    for _ in range(90):
        if not (acting := sorted(game.to_act(state))):
            state = game.start(setup)
            continue
        chance = acting[0] == CHANCE
        legal = [] if chance else list(game.legal(state))
        action = rng.choice(legal) if legal else game.sample(state, rng.randrange)
        for one in (action, *legal[:200]):
            assert (chance, one.verb.value) in known[str(state.phase)], (state.phase, str(one))
        state = game.advance(state, action)[1]


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_shown_can_be_read(slug: str) -> None:
    notation, seat = load_notation(slug), load_catalog(slug).seats[0]
    acts = [form for entry in notation.acts.values() for form in entry.forms]
    forms = [form for entry in notation.phases.values() for form in entry.forms]
    for form in acts + forms:
        plain = re.sub(r" \[.*?\]|,…", "", form).replace("SEAT", seat).replace("CELL", "x1")
        assert parse_action(plain.replace("CARD", "?")).verb in Verb
    for entry in (*notation.lines.values(), *notation.phases.values(), *notation.acts.values()):
        assert set(entry.meaning) == set(LANGUAGES)
        assert all(entry.meaning.values())


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_help_says_all_of_it_and_who_sits_where(
    capsys: pytest.CaptureFixture[str], slug: str, lang: str
) -> None:
    assert main(["check", slug, "--help", "--lang", lang]) == 0
    out = capsys.readouterr().out
    notation, catalog = load_notation(slug), load_catalog(slug)
    for entry in (*notation.lines.values(), *notation.acts.values()):
        assert entry.forms[0] in out
    for seat, names in catalog.seat_names.items():
        assert re.search(rf"{seat} ?[=＝] ?{names[lang]}", out)
    assert "chance roll NUMBER to=SEAT" in out


@pytest.mark.parametrize("slug", SLUGS)
def test_no_word_means_two_things(slug: str) -> None:
    """Check that no card name equals a word of the notation."""
    notation, names = load_notation(slug), CardNames(load_catalog(slug).cards)
    for word in (*notation.words(), *load_catalog(slug).seats):
        assert names.find(word) in ((), (word,)), word
    called = [word.casefold() for entry in notation.phases.values() for word in entry.also]
    assert len(called) == len(set(called))
    # A word of two acts is understood by the number of words after it.
    acts = [
        (word.casefold(), len(re.findall(r"\b(?!SEAT)[A-Z]+", entry.forms[0])))
        for entry in (*notation.acts.values(), *notation.verbs.values())
        for word in entry.also
    ]
    assert len(acts) == len(set(acts))


@pytest.mark.parametrize(
    ("slug", "position", "says"),
    [
        ("dicebattle", "turn 3 A draw", "write discard ("),
        ("dicebattle", "turn 3 A reward", "write revival ("),
        ("dicebattle", "turn 3 A Reborn", "write revival ("),
        ("jiguan", "phase cleanup", "write clear ("),
        ("yggdrasil", "turn 3 A attack", "write invade ("),
        ("stratosphere", "turn 3 1 prevent 2", "write window ("),
        ("spherion", "turn 3 janken", "write jkp ("),
    ],
)
def test_an_everyday_word_for_a_phase_brings_the_phase(slug: str, position: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_position(position, load_game(slug), Setup(slug))
    assert render(caught.value.fix, "en").startswith(says)


def test_empty_lines_and_cells_joined_by_a_dash_stay_as_they_are() -> None:
    game, setup = load_game("spherion"), Setup("spherion")
    state = game.notation.parse("turn 3 plan\nwalls N1.0-N2.0", setup)
    assert read_position("Turn 3 plan\n\nwalls n1.0-N2.0\n", game, setup) == state


def test_a_position_that_is_too_long_is_not_read_word_by_word() -> None:
    with pytest.raises(NotationError, match="the text of the position is too long"):
        read_position("x" * 200_000, load_game("spherion"), Setup("spherion"))
