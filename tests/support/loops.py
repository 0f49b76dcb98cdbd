"""Games of one player whose positions repeat, for searches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rules import Action, Event, Outcome, PhaseSpec, Resolution, Rules, Setup, Verb
from rules.core.rules import CaptionRules, NotationRules, RobotRules, TableForm, TableRules

SEAT = "A"

World = Callable[[str, str, Callable[[int], int]], "str | None"]


def moves(*places: str) -> list[Action]:
    """Return the actions that lead to these places."""
    return [Action(SEAT, Verb.MOVE, to=place) for place in places]


def loop_game(ways: Mapping[str, tuple[str, ...]], world: World | None = None) -> Rules[str]:
    """Return a game that begins on place `a`; it ends where no way leads on.

    `ways` names the places that can be reached from each place. `world` replaces the default of
    `RobotRules.world`.
    """

    def options(place: str) -> Iterator[Action]:
        return iter(moves(*ways.get(place, ())))

    def resolve(place: str, action: Action) -> Resolution[str]:
        run = Resolution(place, lambda _place, event: event.to)
        run.emit(Event("moved", SEAT, to=action.to))
        return run

    def outcome(place: str) -> Outcome | None:
        return None if ways.get(place) else Outcome((SEAT,), "LOOP-1", {SEAT: 1})

    def who(place: str) -> frozenset[str]:
        return frozenset((SEAT,) if ways.get(place) else ())

    return Rules(
        slug="loops",
        seats=lambda _setup: (SEAT, "B"),
        start=lambda _setup: "a",
        phase=lambda _place: "move",
        phases={"move": PhaseSpec(who, options, lambda _place, _action: (), resolve)},
        events={},
        fold=lambda _place, event: event.to,
        outcome=outcome,
        table=TableRules(
            form=lambda _setup: TableForm("loops", (), {}, {}), layout=lambda _place: {}
        ),
        notation=NotationRules(format=str, parse=lambda text, _setup: text),
        captions=CaptionRules(scores=lambda _place: {SEAT: 0, "B": 0}),
        robots=RobotRules(world=world),
    )


SETUP = Setup("loops")
