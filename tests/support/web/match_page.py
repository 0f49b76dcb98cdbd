"""A match with its page but without a camera: actions drive the session, and mats are made up."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from companion.frames import Frame
from companion.readings import Face, Point, Reading, TableView
from companion.referee.fold import resume
from companion.referee.inputs import Start
from companion.referee.journal import Utterance
from companion.referee.live import LiveReferee
from companion.referee.notices import TRAITS, Accepted, Notice, notice_data
from companion.referee.phases import RefereePhase
from companion.replay.moments import recalled
from companion.web.mailbox import Mailbox
from companion.web.publisher import PagePublisher
from companion.web.snapshot import Snapshot
from companion.web.views.board import BoardView
from companion.web.views.view import ViewBuilder
from rules import (
    CHANCE,
    Action,
    Cell,
    LogWriter,
    Mat,
    Match,
    Setup,
    TableForm,
    load_catalog,
    load_game,
)
from rules.records.log import parse_log
from rules.records.manifest import Fiducial
from rules.sim.playout import starter_setup
from tests.support.referee.inputs import RefereedMatch, notify, play, put, refereed, start

Corners = tuple[Point, Point, Point, Point]
GAMES = ("dicebattle", "jiguan", "spherion", "stratosphere", "yggdrasil")


def made_mat(form: TableForm) -> Mat:
    """Return a mat with every zone of a form, in rows of ten."""
    cells = []
    for i, zone in enumerate(form.zones):
        x, y = 60.0 * (i % 10) + 40, 100.0 * (i // 10) + 60
        square = ((x - 27, y - 45), (x + 27, y - 45), (x + 27, y + 45), (x - 27, y + 45))
        cells.append(Cell(zone.cell, x, y, square))
    width, height = 680.0, 100.0 * (len(form.zones) // 10 + 1) + 120
    marks = tuple(
        Fiducial(f"MARK{i}", x, y, 25.0)
        for i, (x, y) in enumerate(((20, 20), (width - 20, 20), (width - 20, height - 20)))
    )
    return Mat(form.mat, 1, width, height, tuple(cells), marks, ())


def encoded(frame: Frame, cut: object, most: int) -> bytes:
    """Return bytes in place of an encoded picture."""
    return b"\xff\xd8picture%d-%d" % (frame.index, most)


@dataclass
class Table:
    """A referee, the publisher of its page, and the mailbox to which the publisher posts."""

    slug: str
    setup: Setup
    seed: int = 0
    referee: LiveReferee = field(init=False)
    mailbox: Mailbox = field(init=False)
    onlooker: PagePublisher = field(init=False)
    viewing: ViewBuilder = field(init=False)
    mat: Mat = field(init=False)
    frames: int = 0
    notices: list[Notice] = field(default_factory=list)

    def __post_init__(self) -> None:
        game = load_game(self.slug)
        form = game.table.form(self.setup)
        self.mat = made_mat(form)
        self.referee = refereed(Match(game, self.setup), self.mat)
        self.referee.context = replace(
            self.referee.context, make_salt=lambda _: "00112233445566778899aabbccddeeff"
        )
        self.mailbox = Mailbox(encoded)
        self.onlooker = PagePublisher(self.referee, self.mat, self.mailbox)
        self.viewing = ViewBuilder(load_catalog(self.slug), BoardView(self.mat, form), {})
        self.receive(start(self.referee))
        put(self.referee, phase=RefereePhase.IN_SYNC)

    @classmethod
    def of(cls, slug: str, seed: int = 0) -> Table:
        """Return a table with the game's starter decks, so that each hidden card exists."""
        return cls(slug, starter_setup(load_game(slug), Setup(slug)), seed)

    def receive(self, records: Iterable[Notice]) -> None:
        for record in records:
            self.notices.append(record)
            self.announce([record], self.onlooker)

    def announce(self, records: Iterable[Notice], onlooker: PagePublisher) -> None:
        for record in records:
            if TRAITS[type(record)].announced:
                onlooker.receive(Utterance(record, -1, "en", "", self.referee.at))

    def play(self, plies: int) -> Iterator[Snapshot]:
        """Play randomly; the match knows every card, and chance acts as well."""
        rng = random.Random(self.seed)
        game, match = self.referee.at.match.game, RefereedMatch(self.referee)
        for _ in range(plies):
            if not match.to_act:
                break
            if CHANCE in match.to_act:
                action = game.sample(match.state, rng.randrange)
            else:
                action = rng.choice(list(game.legal(match.state)))
            yield self.carry_out(action)

    def carry_out(self, action: Action) -> Snapshot:
        """Play one action, announce that it was accepted, and return the page's snapshot."""
        ply = play(self.referee, action)
        record = Accepted(**self.referee.now(), action=action, events=ply.events)
        self.receive([notify(self.referee, record)])
        return self.snapshot()

    def snapshot(self, onlooker: PagePublisher | None = None) -> Snapshot:
        (onlooker or self.onlooker).show()
        _, snapshot = self.mailbox.snapshot
        assert snapshot is not None
        return snapshot

    def view_of(self, tags: tuple[str, ...] = ()) -> TableView:
        """Return a frame in which all marks are read at 1 px/mm, with the cards of `tags`."""
        self.frames += 1
        marks = tuple(
            Reading(m.tag, _square(m.x_mm, m.y_mm, m.size_mm), 1.0, Face.MAT)
            for m in self.mat.fiducials
        )
        cards = tuple(
            Reading(tag, _square(c.x_mm, c.y_mm, 16), 1.0, Face.FRONT, "x", cell=c.id)
            for tag, c in zip(tags, self.mat.cells, strict=False)
        )
        return TableView(self.frames / 10, self.frames, (*cards, *marks), mat=self.mat.name)

    def frame(self) -> Frame:
        image = np.zeros((int(self.mat.height_mm), int(self.mat.width_mm), 3), np.uint8)
        return Frame(image, self.frames / 10, self.frames)

    def look(self, tags: tuple[str, ...] = ()) -> None:
        self.receive(looked(self.onlooker, self.view_of(tags), self.frame()))

    def written(self, path: Path) -> Path:
        """Write all notices so far to an unfinished log; return its path."""
        writer = LogWriter(path)
        for record in self.notices:
            writer.append(record.kind, **notice_data(record))
        writer.close()
        return path


def looked(
    onlooker: PagePublisher, view: TableView, frame: Frame | None = None
) -> tuple[Notice, ...]:
    """Publish a judged frame; return the notices that answer the page's commands."""
    return tuple(notice for notice, _ in onlooker.look(frame, view))


def with_position(now: Snapshot, **facts: Any) -> Snapshot:  # noqa: ANN401 - any of its fields
    """Return a snapshot with another position."""
    return replace(now, position=replace(now.position, **facts))


def gone_on(table: Table, log: Path) -> tuple[LiveReferee, Snapshot]:
    """Return a second referee that resumes a log, and the first snapshot of its page."""
    lines, geometry = parse_log(log.read_bytes())[0], table.referee.at.geometry
    at = resume(lines, lambda _: geometry)
    assert at is not None
    referee = LiveReferee(at, opening=Start(resumed=True))
    start(referee)
    mailbox = Mailbox(encoded)
    story = recalled(lines)
    PagePublisher(referee, table.mat, mailbox, story=story).show()
    now = mailbox.snapshot[1]
    assert now is not None
    return referee, now


def _square(x: float, y: float, size: float) -> Corners:
    half = size / 2
    return (
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    )
