"""Referees in every phase of every game, each reached by gestures at a table."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from companion.readings import Face, Reading, TableView, Trouble
from companion.referee import inputs
from companion.referee.control_cards import PREFIX, ControlCard
from companion.referee.explain.interpretations import BY_HAND
from companion.referee.geometry import TableGeometry
from companion.referee.live import LiveReferee
from companion.referee.lots import secret_lots, secret_salts
from companion.referee.notices import EndReason
from companion.referee.phases import RefereePhase
from companion.referee.ruling import Context
from companion.referee.state import opened
from companion.referee.table import card_on
from rules import (
    CHANCE,
    UNKNOWN,
    Facing,
    Layout,
    Match,
    PlacedCard,
    Setup,
    load_catalog,
    load_game,
)
from tests.support.referee.inputs import finish, press, propose, receive, start
from tests.support.referee.oracle_view import Hands, Paper, run

TOKENS = (
    *("token.done", "token.declined", "token.marker", "token.turn", "token.puck", "token.arrow"),
    *("token.initiative", "token.die.star", "token.die.hammer"),
    *(f"token.die{pips}" for pips in range(1, 7)),
)
CONTROLS = tuple(PREFIX + control.value for control in ControlCard)
_SETTINGS = {"spherion": {"max_turns": "5"}}
_DECKS = {"spherion": {"blue": "ember-foundry", "red": "tidal-gale"}}
_OUTCOMES = frozenset((CHANCE,))


class RandomTable:
    """A table at which hands make random gestures, most of them legal."""

    def __init__(self, slug: str, seed: int, referee: type[LiveReferee] = LiveReferee) -> None:
        """Sit down at a table without cards, with a kind of referee."""
        self.game, self.rng = load_game(slug), random.Random(f"{slug}/{seed}")
        catalog = load_catalog(slug)
        self.cards = sorted(catalog.cards)
        decks = {seat: catalog.decks[name] for seat, name in _DECKS.get(slug, {}).items()}
        self.setup = Setup(slug, _SETTINGS.get(slug, {}), decks)
        match = Match(self.game, self.setup)
        self.form = self.game.table.form(self.setup)
        self.referee = referee(opened(match.now, TableGeometry(self.form)))
        secret = f"{slug}/{seed}".encode()
        self.referee.context = Context(lots=secret_lots(secret), make_salt=secret_salts(secret))
        self.hands = Hands(self.form)
        self.tracked = [zone.cell for zone in self.form.zones if zone.tracked]
        self.seats = sorted(set(self.game.seats(self.setup)) - {CHANCE})
        start(self.referee)

    @property
    def layout(self) -> Layout:
        """The layout of the referee's match."""
        return self.game.table.layout(self.referee.at.match.state)

    def watch(self, views: Iterable[TableView]) -> None:
        """Let the referee see the table."""
        run(self.referee, views)

    def rest(self, seconds: float = 1.0) -> None:
        """Take the hands off the table."""
        self.watch((*self.hands.reach(), *self.hands.wait(seconds)))

    def follow(self) -> None:
        """Do all that the match expects of the cards."""
        for cell in self.tracked:
            self.put(cell, card_on(self.layout, cell))
        self.rest()

    def put(self, cell: str, card: PlacedCard | None) -> None:
        """Leave one card, or none, on a cell."""
        self.hands.papers.pop(cell, None)
        if card is not None:
            down = card.facing is Facing.DOWN
            name, face = ("", Face.BACK) if down else (card.card, Face.FRONT)
            turn = self.hands.upright(card.owner) if card.owner else 0.0
            self.hands.put(self.hands.paper(name, card.owner, face), cell, turn + 90 * card.turn)

    def act(self) -> None:
        """Make a legal action with hands where they can, else declare it."""
        state = self.referee.at.match.state
        if self.referee.at.match.to_act == _OUTCOMES:
            action = self.game.sample(state, self.rng.randrange)
        else:
            legal = [a for a in self.game.legal(state) if a.value != "concede"]
            shown = [a for a in legal if a.verb in BY_HAND]
            if not legal:
                return
            action = self.rng.choice(shown if shown and self.rng.random() < 0.7 else legal)
        if action.verb in BY_HAND and {action.at, action.to} & set(self.tracked):
            after = self.referee.at.match.play(action)
            for cell in {action.at, action.to} & set(self.tracked):
                self.put(cell, card_on(self.game.table.layout(after.state), cell))
            self.rest()
        elif action.seat == CHANCE:
            receive(self.referee, inputs.TokenAgain(action))
        else:
            receive(self.referee, inputs.Declare(action, apart=self.rng.random() < 0.5))
        if self.rng.random() < 0.7:
            self.follow()

    def blunder(self) -> None:
        """Place or remove a card anywhere."""
        cell = self.rng.choice(self.tracked)
        down = self.form.face_down and self.rng.random() < 0.3
        facing = Facing.DOWN if down else Facing.UP
        card = PlacedCard(
            UNKNOWN if down else self.rng.choice(self.cards), self.rng.choice(self.seats), facing
        )
        gone = cell in self.hands.papers and self.rng.random() < 0.6
        self.put(cell, None if gone else card)
        self.rest()

    def command(self) -> None:
        """Press a control card for any seat, or propose a position."""
        seat = self.rng.choice(("", *self.seats))
        if self.referee.at.phase is RefereePhase.ASKING and self.rng.random() < 0.7:
            answer = self.rng.choice((ControlCard.YES, ControlCard.NO))
            for each in self.seats:
                press(self.referee, answer, each)
        elif self.rng.random() < 0.2:
            propose(self.referee, self.game.notation.format(self.referee.at.match.state), seat)
        else:
            press(self.referee, self.rng.choice(list(ControlCard)), seat)

    def disturb(self) -> None:
        """Take the view of the table away for a while."""
        self.watch(self.hands.suffer(self.rng.choice(list(Trouble)), 1.2))

    def show(self) -> None:
        """Place a token or a control card anywhere, or take all of them off."""
        if self.hands.tokens and self.rng.random() < 0.5:
            self.hands.tokens.clear()
        else:
            card = self.rng.choice((*TOKENS, *CONTROLS))
            face = Face.TOKEN if card in TOKENS else Face.CONTROL
            cell = self.rng.choice([zone.cell for zone in self.form.zones])
            self.hands.tokens[cell] = Paper(f"K{card}", card, face=face)
        self.rest()

    def gesture(self) -> None:
        """Make a random gesture."""
        kinds = (self.act, self.follow, self.blunder, self.command, self.show, self.disturb)
        (kind,) = self.rng.choices(kinds, (10, 3, 3, 3, 1, 0.5))
        kind()


def twin(referee: LiveReferee) -> LiveReferee:
    """Return a referee with the same value that sees the same table."""
    found = LiveReferee(referee.at, referee.context, referee.opening)
    found.senses = referee.senses
    return found


@dataclass(frozen=True)
class TableMoment:
    """A referee, and what is read on its table."""

    referee: LiveReferee
    readings: tuple[Reading, ...]


@cache
def moments(slug: str) -> tuple[TableMoment, ...]:
    """Return moments in every phase of a game, with and without pause, trouble and faults."""
    found: dict[tuple[RefereePhase, bool, bool, bool], TableMoment] = {}
    for seed in range(20):
        table = RandomTable(slug, seed)
        for _ in range(60):
            at = table.referee.at
            key = at.phase, at.overlays.paused, bool(at.overlays.trouble), bool(at.faults)
            if key not in found:
                found[key] = TableMoment(twin(table.referee), table.hands.view().readings)
            table.gesture()
        referee = twin(table.referee)
        finish(referee, EndReason.STOPPED)
        found.setdefault((referee.at.phase, False, False, False), TableMoment(referee, ()))
        again = LiveReferee(table.referee.at, opening=inputs.Start(resumed=True))
        start(again)
        readings = table.hands.view().readings
        found.setdefault((again.at.phase, False, False, False), TableMoment(again, readings))
        if {phase for phase, *_ in found} == {*RefereePhase}:
            break
    assert {phase for phase, *_ in found} == {*RefereePhase}
    return tuple(found.values())
