"""The conformance suite finds what it is for: each planted fault fails its claim."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from printkit.template.findings import error
from rules import (
    CHANCE,
    UNKNOWN,
    Action,
    Event,
    Layout,
    PlacedCard,
    Resolution,
    Rules,
    Setup,
    Verb,
    Violation,
    event_kinds,
)
from rules.games.yggdrasil.game import GAME
from rules.games.yggdrasil.state import State
from tests.conformance import suite as c
from tests.support.clause_examples import is_rendered
from tests.support.rules_parts import with_parts

Part = Callable[..., Any]


def spoilt(**parts: Part) -> Rules[State]:
    """Return The Yggdrasil with faulty functions; each calls the true one as its first argument."""
    return with_parts(GAME, **parts)


def reveals_all(_view: Part, state: State, _seat: str | None) -> State:
    return state


def reveals_the_other_hand(view: Part, state: State, seat: str | None) -> State:
    other = None if seat is None else "AB"["AB".index(seat) - 1]
    seen: State = view(state, seat)
    if other is None:
        return seen
    players = list(seen.players)
    players["AB".index(other)] = view(state, other).players["AB".index(other)]
    return seen._replace(players=(players[0], players[1]))


def lists_twice(options: Part, state: State) -> Iterator[Action]:
    for action in options(state):
        yield action
        yield action


def refuses_what_it_lists(by_world: Part, state: State, action: Action) -> Any:  # noqa: ANN401
    """Refuse every placement as long as some card is hidden."""
    hidden = UNKNOWN in GAME.notation.format(state) and action.verb is Verb.PLACE
    return [(Violation("YGG-6.2"),)] if hidden else by_world(state, action)


def forgets_the_hand(write: Part, state: State) -> str:
    return "\n".join(x for x in write(state).splitlines() if "hand A" not in x) + "\n"


def resolves_with_chance() -> Part:
    times = 0

    def resolve(true: Part, state: State, action: Action) -> Resolution[State]:
        nonlocal times
        times += 1
        run: Resolution[State] = true(state, action)
        if times % 7 == 0 and action.seat == "A":
            run.emit(run.events[-1])
        return run

    return resolve


def advances_wrongly(resolve: Part, state: State, action: Action) -> Resolution[State]:
    run: Resolution[State] = resolve(state, action)
    if action.seat == "B":
        run.state = run.state._replace(turn=run.state.turn + 1)
    return run


def emits(event: Event) -> Part:
    """Return a `resolve` that also emits an event, without folding it."""

    def resolve(true: Part, state: State, action: Action) -> Resolution[State]:
        run: Resolution[State] = true(state, action)
        run.events.append(event)
        return run

    return resolve


def shows_one_card_for_all(layout: Part, state: State) -> Layout:
    return {
        cell: tuple(dataclasses.replace(card, card="y03") for card in pile)
        for cell, pile in layout(state).items()
    }


def states_a_guess(_by_world: Part, state: State, action: Action) -> Any:  # noqa: ANN401
    if UNKNOWN not in state.players[state.seat].hand:
        return None
    guess = ("card", next(iter(state.config.limits[state.seat])))
    return [tuple(Violation(v.clause, (guess,)) for v in GAME.violations(state, action))]


FAULTS: dict[str, tuple[Callable[[], Rules[State]], Callable[[c.Subject, int], None]]] = {
    "reveals all": (lambda: spoilt(view=reveals_all), c.deals_reveal_nothing),
    "reveals the other hand": (
        lambda: spoilt(view=reveals_the_other_hand),
        c.deals_reveal_nothing,
    ),
    "lists twice": (lambda: spoilt(options=lists_twice), c.generated_is_legal),
    "allows all": (lambda: spoilt(violations=lambda *_: ()), c.generated_is_legal),
    "refuses what it lists": (
        lambda: spoilt(violations_by_world=refuses_what_it_lists),
        c.generated_in_a_seen_match_is_never_refused,
    ),
    "forgets the hand": (lambda: spoilt(format=forgets_the_hand), c.texts_read_back),
    "resolves with chance": (
        lambda: spoilt(resolve=resolves_with_chance()),
        c.plays_the_same_again,
    ),
    "advances wrongly": (lambda: spoilt(resolve=advances_wrongly), c.plays_the_same_again),
    "emits an undeclared kind": (
        lambda: spoilt(resolve=emits(Event("burnt", "A"))),
        c.events_are_declared,
    ),
    "emits an undeclared field": (
        lambda: spoilt(resolve=emits(Event("returned", "A", "y03"))),
        c.events_are_declared,
    ),
    "emits a card that does not exist": (
        lambda: spoilt(resolve=emits(Event("recovered", "A", "y99"))),
        c.events_are_declared,
    ),
    "places off the mat": (
        lambda: spoilt(layout=lambda true, s: {**true(s), "z9": (PlacedCard("y03", "A"),)}),
        c.layouts_fit_the_mat,
    ),
    "claims face down": (
        lambda: spoilt(form=lambda true, s: dataclasses.replace(true(s), face_down=True)),
        c.placements_follow_the_table_form,
    ),
    "shows one card for all": (
        lambda: spoilt(layout=shows_one_card_for_all),
        c.acts_apart_look_apart,
    ),
    "offers to the other": (
        lambda: spoilt(describe_option=lambda *_: Event("choose", "B")),
        c.options_reveal_only_the_position,
    ),
    "states a guess": (
        lambda: spoilt(violations_by_world=states_a_guess),
        c.no_refusal_names_a_guess,
    ),
    "never ends": (lambda: spoilt(outcome=lambda *_: None), c.it_goes_on_or_is_over),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_fails_its_claim(fault: str) -> None:
    make, claim = FAULTS[fault]
    sound = c.subject("yggdrasil")
    claim(sound, 0)
    with pytest.raises(AssertionError):
        _walks(claim, dataclasses.replace(sound, game=make()))


def _walks(claim: Callable[[c.Subject, int], None], it: c.Subject) -> None:
    """Take three walks, because a single one may miss the fault."""
    for seed in range(3):
        claim(it, seed)


def test_a_game_that_places_face_down_has_to_say_so() -> None:
    sound = c.subject("jiguan")
    said = with_parts(
        sound.game, form=lambda true, s: dataclasses.replace(true(s), face_down=False)
    )
    c.placements_follow_the_table_form(sound, 0)
    with pytest.raises(AssertionError, match="say face_down=True"):
        c.placements_follow_the_table_form(dataclasses.replace(sound, game=said), 0)


def test_a_number_that_asks_for_nothing_is_no_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: `UNUSED = 5`, a docstring and a comment counted as examples of clause 5."""
    it = c.subject("yggdrasil")
    names = sorted(clause.id for clause in it.catalog.clauses.values() if clause.forbids)
    monkeypatch.setattr(c.Subject, "tests", tmp_path)
    test = tmp_path / "test_clauses.py"
    test.write_text(f"CASES = {names!r}\n", "utf-8")
    c.has_an_example_for_every_clause(it)
    number = names[0].partition("-")[2]
    odd = f'"""{names[0]}"""\nUNUSED = {number}  # "{names[0]}"\n'
    test.write_text(f"{odd}CASES = {names[1:]!r}\n", "utf-8")
    with pytest.raises(AssertionError, match=rf"no example: \['{names[0]}'\]"):
        c.has_an_example_for_every_clause(it)


def test_a_setting_whose_options_are_forgotten_is_noticed() -> None:
    def forgets(options: Part, state: State) -> Iterator[Action]:
        passes = state.config.may_pass
        yield from (a for a in options(state) if not (passes and a.verb is Verb.PASS))

    it = dataclasses.replace(c.subject("yggdrasil"), game=spoilt(options=forgets))
    with pytest.raises(AssertionError, match="may_pass=yes"):
        c.keeps_the_claims_with_every_setting(it)


def test_a_setting_that_no_test_names_is_noticed() -> None:
    it = c.subject("yggdrasil")
    c.has_a_test_for_every_setting(it)
    settings = {**it.catalog.settings, "unheard_of": it.catalog.settings["may_pass"]}
    catalog = dataclasses.replace(it.catalog, settings=settings)
    with pytest.raises(AssertionError, match="unheard_of"):
        c.has_a_test_for_every_setting(dataclasses.replace(it, catalog=catalog))


def test_a_declared_kind_that_is_never_emitted_is_noticed() -> None:
    it = c.subject("yggdrasil")
    c.emits_every_kind_of_event(it)
    dead = dataclasses.replace(GAME, events={**GAME.events, **event_kinds(burnt="{card} burns.")})
    with pytest.raises(AssertionError, match=r"never emitted: \['burnt'\]"):
        c.emits_every_kind_of_event(dataclasses.replace(it, game=dead))


def has_no_chance(options: Part, state: State) -> Iterator[Action]:
    return iter(()) if CHANCE in GAME.to_act(state) else options(state)


def test_what_fails_says_how_it_is_fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    it = c.subject("yggdrasil")
    begins = spoilt(options=has_no_chance, perft_start=lambda _: GAME.start(Setup("yggdrasil")))
    with pytest.raises(AssertionError, match="override perft_start"):
        c.has_a_perft_table(dataclasses.replace(it, game=begins))
    needy = Violation("YGG-6.2", (("card", "y03"),))
    with pytest.raises(AssertionError, match="asks for a fact that is not given"):
        is_rendered(it.catalog, needy)
    odd = [error("no_cell", "mat-4x5.toml", cell="z9", near="")]
    monkeypatch.setattr(c, "check_mat_cells", lambda _: odd)
    with pytest.raises(AssertionError, match="place z9"):
        c.layouts_fit_the_mat(it, 0)
