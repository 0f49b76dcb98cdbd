"""The conformance suite catches what it is there for: each planted fault fails its claim."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from rules import Action, Event, Lying
from rules.games.yggdrasil._game import Yggdrasil
from rules.games.yggdrasil._state import State
from tests.rules import conformance as c


class TellsAll(Yggdrasil):
    def view(self, state: State, seat: str | None) -> State:
        return state


class TellsTheOtherHand(Yggdrasil):
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
    def broken(self, state: State, action: Action) -> tuple[()]:
        return ()


class ForgetsTheHand(Yggdrasil):
    def format(self, state: State) -> str:
        return "\n".join(x for x in super().format(state).splitlines() if "hand A" not in x) + "\n"


class FoldsWithChance(Yggdrasil):
    times = 0

    def happen(self, state: State, action: Action) -> tuple[Event, ...]:
        self.times += 1
        events = super().happen(state, action)
        return (*events, events[-1]) if self.times % 7 == 0 and action.seat == "A" else events


class AdvancesAstray(Yggdrasil):
    def advance(self, state: State, action: Action) -> tuple[tuple[Event, ...], State]:
        events, after = super().advance(state, action)
        return events, after._replace(turn=after.turn + 1) if action.seat == "B" else after


class LaysBesideTheMat(Yggdrasil):
    def layout(self, state: State):  # type: ignore[no-untyped-def]  # noqa: ANN201
        return {**super().layout(state), "z9": (Lying("y03", "A"),)}


class ShowsOneCardForAll(Yggdrasil):
    def layout(self, state: State):  # type: ignore[no-untyped-def]  # noqa: ANN201
        alike = {}
        for cell, pile in super().layout(state).items():
            alike[cell] = tuple(dataclasses.replace(card, card="y03") for card in pile)
        return alike


class NeverEnds(Yggdrasil):
    def outcome(self, state: State) -> None:
        return None


@pytest.mark.parametrize(
    ("game", "claim"),
    [
        (TellsAll, c.deals_tell_nobody),
        (TellsTheOtherHand, c.deals_tell_nobody),
        (ListsTwice, c.generated_is_legal),
        (AllowsAll, c.generated_is_legal),
        (ForgetsTheHand, c.texts_read_back),
        (FoldsWithChance, c.plays_the_same_again),
        (AdvancesAstray, c.plays_the_same_again),
        (LaysBesideTheMat, c.layouts_fit_the_mat),
        (ShowsOneCardForAll, c.acts_apart_look_apart),
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
    """Three walks; one may pass by what is wrong."""
    for seed in range(3):
        claim(it, seed)
