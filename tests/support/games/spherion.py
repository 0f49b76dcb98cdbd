"""Helpers for the tests of Spherion: positions and plays in a short notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules import CHANCE, Deck, Setup, Status, judge, load_catalog, parse_action
from rules.games.spherion import GAME

if TYPE_CHECKING:
    from rules import Action, Event
    from rules.games.spherion.state import State, Unit

CATALOG = load_catalog("spherion")
BLUE, RED = CATALOG.decks["ember-foundry"], CATALOG.decks["tidal-gale"]
DECKS = {"blue": BLUE, "red": RED}


def setup(**settings: str) -> Setup:
    return Setup("spherion", settings)


def dealt(**settings: str) -> Setup:
    """Return a set-up with both starter decks."""
    return Setup("spherion", settings, DECKS)


class World:
    """A position with open hands and empty decks, and the events of its latest action.

    `lines` replace the defaults: no walls, no power-ups, many points. With `starters`, both play
    their starter decks, so that their mother units are known.
    """

    def __init__(self, lines: str, *, starters: bool = False, **settings: str) -> None:
        self.setup = dealt(**settings) if starters else setup(**settings)
        given = [line.strip() for line in lines.strip().splitlines()]
        keys = {" ".join(line.split()[:2]) for line in given} | {x.split()[0] for x in given}
        text = [] if "turn" in keys else ["turn 9 plan"]
        text += [] if "pile" in keys else ["pile -"]
        early = any(line.startswith(("turn 0", "turn 1 ")) for line in given)
        points = "points lp=5" if early else "points sp=9 mp=9"
        for seat in ("blue", "red"):
            for line in ("hand -", "deck -", points):
                key, rest = line.split(" ", 1)
                if f"{key} {seat}" not in keys:
                    text.append(f"{key} {seat} {rest}")
        self.state: State = GAME.notation.parse("\n".join([*text, *given]), self.setup)
        self.events: tuple[Event, ...] = ()

    def say(self, *lines: str) -> World:
        """Carry out actions that must not be illegal."""
        for line in lines:
            action = parse_action(line)
            verdict = judge(GAME, self.state, action)
            assert verdict.status is not Status.ILLEGAL, (line, verdict)
            self.do(action)
        return self

    def do(self, action: Action) -> None:
        self.events = GAME.advance(self.state, action)[0]
        for event in self.events:
            self.state = GAME.fold(self.state, event)

    def marked(self, seat: str, slot: int, **marks: int) -> World:
        """Set facts of a unit's current turn, such as `moved` or `attacked`; return the world."""
        players = list(self.state.players)
        number = ("blue", "red").index(seat)
        units = list(players[number].units)
        unit = units[slot]
        assert unit is not None
        units[slot] = unit._replace(**marks)  # type: ignore[arg-type]
        players[number] = players[number]._replace(units=tuple(units))
        self.state = self.state._replace(players=(players[0], players[1]))
        return self

    def orders(self, blue: str = "", red: str = "") -> World:
        """Queue both seats' orders and declare READY; `events` are then those of the steps."""
        for seat, text in (("blue", blue), ("red", red)):
            self.say(*(f"{seat} declare {order}" for order in text.split()))
        return self.say("blue ready", "red ready")

    def clauses(self, line: str) -> tuple[str, ...]:
        """Return the clauses that an action breaks in the current position."""
        return tuple(v.clause for v in GAME.violations(self.state, parse_action(line)))

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def voids(self) -> list[str]:
        return [event.clause for event in self.events if event.kind == "voided"]

    def of(self, kind: str) -> list[Event]:
        return [event for event in self.events if event.kind == kind]

    def unit(self, seat: str, slot: int) -> Unit | None:
        return self.player(seat).units[slot]

    def at(self, seat: str, slot: int) -> str:
        """Return the cell that a card is in, or "" if it is gone."""
        unit = self.unit(seat, slot)
        return "" if unit is None else self.state.config.globe.names[unit.cell]

    def player(self, seat: str):  # noqa: ANN201 - a player
        return self.state.players[("blue", "red").index(seat)]

    def colour(self, cell: str) -> str:
        return ("blue", "red")[self.state.colours >> self.state.config.globe.index[cell] & 1]


def run(state: State, choose, below) -> list[State]:  # noqa: ANN001 - two callables
    """Play a whole game and return all its states."""
    states = [state]
    while seats := GAME.to_act(state):
        action = GAME.sample(state, below) if CHANCE in seats else choose(list(GAME.legal(state)))
        for event in GAME.advance(state, action)[0]:
            state = GAME.fold(state, event)
        states.append(state)
    return states


def deck(*cards: str, **extras: tuple[str, ...]) -> Deck:
    return Deck(cards, extras)
