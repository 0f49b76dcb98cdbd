"""A learner at a drawn table, who does what a tutorial asks for."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from companion.drawn_table.pieces import Beginning
from companion.drawn_table.source import first_layout
from companion.drawn_table.table import PlayTable
from companion.drawn_table.values import DragCommand, DragKind, PaperView
from companion.match_setup.app import load_manifests, mat_of, open_referee
from companion.referee.journal import Utterance
from companion.referee.state import Transition
from companion.simulator.stage import SceneFrame
from companion.tutorial.lesson import Lesson, read_lesson
from companion.tutorial.tutor import LessonMoment, Tutor, TutorialMark
from companion.web.mailbox import AskTutor, Mailbox, PageCommand, PerformAction, ThrowDice
from companion.web.publisher import PagePublisher
from rules import CHANCE, Action, Facing, Manifest, Match, Verb, load_game
from tests.support.referee.inputs import start
from tests.support.simulator.oracle_view import OracleView
from tests.support.simulator.visits import PAPER, STEP_S, drawn

GAMES = ("dicebattle", "jiguan", "spherion", "stratosphere", "yggdrasil")
"""The games with a tutorial."""
_MOST_S = 60.0


class LessonVisit:
    """A tutorial at a drawn table, with a referee who has a perfect view of every tag."""

    def __init__(
        self,
        slug: str,
        mark: TutorialMark | None = None,
        manifests: tuple[Manifest, ...] | None = None,
    ) -> None:
        self.lesson: Lesson = read_lesson(slug)
        if manifests is None:
            manifests = load_manifests(sorted((PAPER / slug).glob("*.manifest.json")), slug)
        setup = self.lesson.setup
        match: Match[Any] = Match(load_game(slug), setup)
        form = match.game.table.form(setup)
        mat = mat_of(manifests, form)
        assert mat is not None
        layout = first_layout(match.game, match.state, random.Random(7))
        cards = [card for manifest in manifests for card in manifest.cards]
        self.table, self.mat = PlayTable(Beginning(setup, form, mat, layout, cards), drawn, 7), mat
        self.referee = open_referee(match, manifests, first=self.lesson.first)
        self.eye, self.now = OracleView(manifests, mat), 0.0
        self.mailbox = Mailbox(lambda *_: b"")
        self.tutor = Tutor(self.lesson, self.referee, self.table, mark, pace_s=0.2)
        self.page = PagePublisher(self.referee, mat, self.mailbox, self.table, tutor=self.tutor)
        self.fans = self.tutor._fans
        self.kinds = [record.kind for record in start(self.referee)]
        self.tutor.begin()

    @property
    def moment(self) -> LessonMoment:
        assert self.tutor.moment is not None
        return self.tutor.moment

    def tick(self) -> None:
        """Let a tenth of a second pass."""
        self.now += STEP_S
        scene, _ = self.table.scene(self.now)
        view = self.eye.see(SceneFrame(scene, STEP_S))
        self.hear(self.referee.receive(view))
        self.hear(self.page.look(None, view))

    def hear(self, transitions: Iterable[Transition]) -> None:
        for notice, at in transitions:
            self.kinds.append(notice.kind)
            self.page.receive(Utterance(notice, -1, "en", "", at))

    def until(self, *stages: str, step: int | None = None) -> LessonMoment:
        """Wait until the tutorial has reached one of these stages, at a step if one is given."""
        for _ in range(round(_MOST_S / STEP_S)):
            moment = self.moment
            if moment.stage in stages and step in (None, moment.step):
                return moment
            self.tick()
        raise AssertionError(f"{self.moment} {self.referee.at.phase} {self.kinds[-6:]}")

    def wait(self, seconds: float = 2.5) -> None:
        for _ in range(round(seconds / STEP_S)):
            self.tick()

    def press(self, command: PageCommand) -> None:
        self.mailbox.press(command)
        self.tick()

    def ask(self, word: str) -> None:
        self.press(AskTutor(word))

    def held(self, seat: str, card: str) -> PaperView:
        return next(each for each in self.table.shown().hands[seat] if each.card == card)

    def do(self, action: Action) -> None:
        """Perform an action as a player does on the page."""
        if action.seat == CHANCE and action.verb is Verb.ROLL:
            self.press(ThrowDice())
        elif action.verb is Verb.PLACE:
            self.drop(action)
        elif action.verb is Verb.FLIP:
            shown = self.table.shown().topmost
            number = next(each.number for each in shown if each.cell == action.at)
            self.table.do(DragCommand(DragKind.FLIP, number))
        else:
            self.press(PerformAction(action))

    def drop(self, action: Action) -> None:
        """Drag a card from the hand to a cell, as the page does."""
        paper = self.held(action.seat, action.card)
        down = action.facing is Facing.DOWN
        if down:
            self.table.do(DragCommand(DragKind.FLIP, paper.number))
        at = next((c.x_mm, c.y_mm) for c in self.mat.cells if c.id == action.to)
        for _ in range(action.turn or 0):
            self.table.do(DragCommand(DragKind.TURN, paper.number))
        assert self.table.do(DragCommand(DragKind.DROP, paper.number, at))
        if down and action.to in self.fans:
            place = Action(action.seat, Verb.PLACE, card="?", to=action.to, facing=Facing.DOWN)
            self.press(PerformAction(place))
