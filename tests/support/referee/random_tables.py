"""Referees in every phase of every game, each reached by gestures at a table."""

from __future__ import annotations

import copy
import random

from companion.readings import Face, Trouble
from companion.referee import inputs
from companion.referee.control_cards import ControlCard
from companion.referee.explain.interpretations import BY_HAND
from companion.referee.geometry import TableGeometry
from companion.referee.live import LiveReferee
from companion.referee.phases import RefereePhase
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
from tests.support.referee.inputs import press, propose, receive, start
from tests.support.referee.oracle_view import Hands, run

_SETTINGS = {"spherion": {"max_turns": "5"}}
_DECKS = {"spherion": {"blue": "ember-foundry", "red": "tidal-gale"}}
_OUTCOMES = frozenset((CHANCE,))


class RandomTable:
    """A table at which hands make random gestures, most of them legal."""

    def __init__(self, slug: str, seed: int) -> None:
        """Sit down at a table without cards."""
        self.game, self.rng = load_game(slug), random.Random(f"{slug}/{seed}")
        catalog = load_catalog(slug)
        self.cards = sorted(catalog.cards)
        decks = {seat: catalog.decks[name] for seat, name in _DECKS.get(slug, {}).items()}
        setup = Setup(slug, _SETTINGS.get(slug, {}), decks)
        match = Match(self.game, setup)
        self.form = self.game.table(setup)
        self.referee = LiveReferee(match, TableGeometry(self.form))
        self.referee.context.draw_lot = self.rng.randrange
        self.referee.context.make_salt = lambda: f"{self.rng.getrandbits(128):032x}"
        self.hands = Hands(self.form)
        self.tracked = [zone.cell for zone in self.form.zones if zone.tracked]
        self.seats = sorted(set(self.game.seats(setup)) - {CHANCE})
        start(self.referee)

    @property
    def layout(self) -> Layout:
        """The layout of the referee's match."""
        return self.game.layout(self.referee.match.state)

    def rest(self, seconds: float = 1.0) -> None:
        """Take the hands off the table."""
        run(self.referee, (*self.hands.reach(), *self.hands.wait(seconds)))

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
        state = self.referee.match.state
        if self.referee.match.to_act == _OUTCOMES:
            action = self.game.sample(state, self.rng.randrange)
        else:
            legal = [a for a in self.game.legal(state) if a.value != "concede"]
            shown = [a for a in legal if a.verb in BY_HAND]
            if not legal:
                return
            action = self.rng.choice(shown if shown and self.rng.random() < 0.7 else legal)
        if action.verb in BY_HAND and {action.at, action.to} & set(self.tracked):
            after = copy.copy(self.referee.match.now).play(action)
            for cell in {action.at, action.to} & set(self.tracked):
                self.put(cell, card_on(self.game.layout(after.state), cell))
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
            propose(self.referee, self.game.format(self.referee.match.state), seat)
        else:
            press(self.referee, self.rng.choice(list(ControlCard)), seat)

    def disturb(self) -> None:
        """Take the view of the table away for a while."""
        run(self.referee, self.hands.suffer(self.rng.choice(list(Trouble)), 1.2))

    def gesture(self) -> None:
        """Make a random gesture."""
        kinds = (self.act, self.follow, self.blunder, self.command, self.disturb)
        (kind,) = self.rng.choices(kinds, (10, 3, 3, 3, 0.5))
        kind()
