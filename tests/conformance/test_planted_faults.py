"""The conformance suite finds what it is for: each planted fault fails its claim."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from printkit.template.findings import error
from rules import CHANCE, UNKNOWN, Action, Event, PlacedCard, Setup, TableForm, Verb, Violation
from rules.games.yggdrasil.game import Yggdrasil
from rules.games.yggdrasil.state import State
from tests.conformance import suite as c
from tests.support.clause_examples import is_rendered


class RevealsAll(Yggdrasil):
    def view(self, state: State, seat: str | None) -> State:
        return state


class RevealsTheOtherHand(Yggdrasil):
    def view(self, state: State, seat: str | None) -> State:
        other = None if seat is None else "AB"["AB".index(seat) - 1]
        seen = super().view(state, seat)
        if other is None:
            return seen
        players = list(seen.players)
        players["AB".index(other)] = super().view(state, other).players["AB".index(other)]
        return seen._replace(players=(players[0], players[1]))


class ListsTwice(Yggdrasil):
    def legal(self, state: State):  # type: ignore[no-untyped-def]  # noqa: ANN201
        for action in super().legal(state):
            yield action
            yield action


class AllowsAll(Yggdrasil):
    def violations(self, state: State, action: Action) -> tuple[()]:
        return ()


class RefusesWhatItLists(Yggdrasil):
    """A faulty game that refuses every placement it lists as long as some card is hidden."""

    def violations_by_world(
        self, state: State, action: Action
    ) -> Iterable[tuple[Violation, ...]] | None:
        hidden = UNKNOWN in self.format(state) and action.verb is Verb.PLACE
        return [(Violation("YGG-6.2"),)] if hidden else super().violations_by_world(state, action)


class OffersToTheOther(Yggdrasil):
    def describe_option(self, state: State, action: Action) -> Event | None:
        return Event("choose", "B")


class ForgetsTheHand(Yggdrasil):
    def format(self, state: State) -> str:
        return "\n".join(x for x in super().format(state).splitlines() if "hand A" not in x) + "\n"


class FoldsWithChance(Yggdrasil):
    times = 0

    def resolve(self, state: State, action: Action) -> tuple[Event, ...]:
        self.times += 1
        events = super().resolve(state, action)
        return (*events, events[-1]) if self.times % 7 == 0 and action.seat == "A" else events


class AdvancesWrongly(Yggdrasil):
    def advance(self, state: State, action: Action) -> tuple[tuple[Event, ...], State]:
        events, after = super().advance(state, action)
        return events, after._replace(turn=after.turn + 1) if action.seat == "B" else after


class PlacesOffTheMat(Yggdrasil):
    def layout(self, state: State):  # type: ignore[no-untyped-def]  # noqa: ANN201
        return {**super().layout(state), "z9": (PlacedCard("y03", "A"),)}


class ClaimsFaceDown(Yggdrasil):
    def table(self, setup: Setup) -> TableForm:
        return dataclasses.replace(super().table(setup), face_down=True)


class ShowsOneCardForAll(Yggdrasil):
    def layout(self, state: State):  # type: ignore[no-untyped-def]  # noqa: ANN201
        alike = {}
        for cell, pile in super().layout(state).items():
            alike[cell] = tuple(dataclasses.replace(card, card="y03") for card in pile)
        return alike


class StatesAGuess(Yggdrasil):
    def violations_by_world(
        self, state: State, action: Action
    ) -> list[tuple[Violation, ...]] | None:
        if UNKNOWN not in state.players[state.seat].hand:
            return None
        guess = ("card", next(iter(state.config.limits[state.seat])))
        return [tuple(Violation(v.clause, (guess,)) for v in self.violations(state, action))]


class NeverEnds(Yggdrasil):
    def outcome(self, state: State) -> None:
        return None


@pytest.mark.parametrize(
    ("game", "claim"),
    [
        (RevealsAll, c.deals_reveal_nothing),
        (RevealsTheOtherHand, c.deals_reveal_nothing),
        (ListsTwice, c.generated_is_legal),
        (AllowsAll, c.generated_is_legal),
        (RefusesWhatItLists, c.generated_in_a_seen_match_is_never_refused),
        (ForgetsTheHand, c.texts_read_back),
        (FoldsWithChance, c.plays_the_same_again),
        (AdvancesWrongly, c.plays_the_same_again),
        (PlacesOffTheMat, c.layouts_fit_the_mat),
        (ClaimsFaceDown, c.placements_follow_the_table_form),
        (ShowsOneCardForAll, c.acts_apart_look_apart),
        (OffersToTheOther, c.options_reveal_only_the_position),
        (StatesAGuess, c.no_refusal_names_a_guess),
        (NeverEnds, c.it_goes_on_or_is_over),
    ],
    ids=lambda value: value.__name__,
)
def test_a_planted_fault_fails_its_claim(
    game: type[Yggdrasil], claim: Callable[[c.Subject, int], None]
) -> None:
    sound = c.subject("yggdrasil")
    spoilt = dataclasses.replace(sound, game=game())
    claim(sound, 0)
    with pytest.raises(AssertionError):
        _walks(claim, spoilt)


def _walks(claim: Callable[[c.Subject, int], None], it: c.Subject) -> None:
    """Take three walks, because a single one may miss the fault."""
    for seed in range(3):
        claim(it, seed)


def test_a_game_that_places_face_down_has_to_say_so() -> None:
    sound = c.subject("jiguan")
    tables = type(sound.game).table

    class SaysNothing(type(sound.game)):  # type: ignore[misc]
        def table(self, setup: Setup) -> TableForm:
            return dataclasses.replace(tables(self, setup), face_down=False)

    c.placements_follow_the_table_form(sound, 0)
    with pytest.raises(AssertionError, match="say face_down=True"):
        c.placements_follow_the_table_form(dataclasses.replace(sound, game=SaysNothing()), 0)


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


class BeginsWithChance(Yggdrasil):
    def perft_start(self) -> State:
        return self.start(Setup("yggdrasil"))

    def legal(self, state: State):  # type: ignore[no-untyped-def]  # noqa: ANN201
        return iter(()) if CHANCE in self.to_act(state) else super().legal(state)


def test_what_fails_says_how_it_is_fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    it = c.subject("yggdrasil")
    with pytest.raises(AssertionError, match="override perft_start"):
        c.has_a_perft_table(dataclasses.replace(it, game=BeginsWithChance()))
    needy = Violation("YGG-6.2", (("card", "y03"),))
    with pytest.raises(AssertionError, match="asks for a fact that is not given"):
        is_rendered(it.catalog, needy)
    odd = [error("no_cell", "mat-4x5.toml", cell="z9", near="")]
    monkeypatch.setattr(c, "check_mat_cells", lambda _: odd)
    with pytest.raises(AssertionError, match="place z9"):
        c.layouts_fit_the_mat(it, 0)
