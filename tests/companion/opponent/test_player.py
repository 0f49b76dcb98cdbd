"""A seat of a drawn table that the computer plays."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future

import pytest

from companion.opponent.buttons import MailboxButtons
from companion.opponent.player import Opponent
from companion.opponent.thinking import Position, thought_of
from companion.referee.phases import RefereePhase
from companion.referee.state import Transition
from companion.simulator.stage import SceneFrame
from companion.web.story import follow
from rules import UNKNOWN, Manifest, Seat
from rules.players.search import Thought
from tests.support.simulator.visits import STEP_S, Page, Visit

_FIRST = {"yggdrasil": "A"}
_MOST = 4000


class Thinker:
    """Thinks in this process, and keeps the positions."""

    def __init__(self) -> None:
        self.positions: list[Position] = []

    def submit(self, position: Position) -> Future[Thought | None]:
        self.positions.append(position)
        thought: Future[Thought | None] = Future()
        thought.set_result(thought_of(position))
        return thought


class Table:
    """A drawn table with its page, at which the computer plays some seats."""

    def __init__(self, visit: Visit, seats: tuple[Seat, ...], nodes: int = 6) -> None:
        self.visit, self.page, self.thinker = visit, Page(visit), Thinker()
        buttons = MailboxButtons(self.page.mailbox)
        strength = dict.fromkeys(seats, nodes)
        self.opponent = Opponent(
            visit.referee, visit.table, buttons, strength, self.thinker, "seed"
        )
        self.heard: list[str] = []
        visit.table.set_up()

    def watch(self, plies: int, frames: int = _MOST) -> None:
        """Let the match go on until it is over or has so many plies; stop after many frames."""
        visit, onlooker = self.visit, self.page.onlooker
        for _ in range(frames):
            match = visit.referee.at.match
            if match.outcome is not None or len(match.plies) >= plies:
                return
            visit.now += STEP_S
            scene, _ = visit.table.scene(visit.now)
            view = visit.eye.see(SceneFrame(scene, STEP_S))
            self._follow(visit.referee.receive(view))
            self._follow(onlooker.look(None, view))
            self._follow(self.opponent.look(visit.now))

    def _follow(self, steps: Iterable[Transition]) -> None:
        """Publish notices before the next part of the loop, as a match does."""
        onlooker = self.page.onlooker
        for notice, _ in steps:
            onlooker._story = follow(onlooker._story, notice, self.visit.referee.at)
            self.heard.append(notice.kind)


def seated(slug: str, *seats: Seat, manifests: tuple[Manifest, ...] | None = None) -> Table:
    """Return a table at which the computer plays the seats, or all if none is named."""
    visit = Visit(slug, 3, manifests, _FIRST.get(slug, ""))
    match = visit.referee.at.match
    return Table(visit, seats or match.game.seats(match.setup))


@pytest.mark.parametrize("slug", ["dicebattle", "jiguan", "stratosphere", "yggdrasil"])
def test_the_computer_plays_a_whole_match_by_itself(slug: str) -> None:
    table = seated(slug)
    table.watch(_MOST)
    assert table.visit.referee.at.match.outcome is not None
    assert "refused" not in table.heard
    assert "desynced" not in table.heard


def test_the_computer_plays_turns_of_spherion(spherion_paper: tuple[Manifest, ...]) -> None:
    table = seated("spherion", manifests=spherion_paper)
    table.watch(40)
    assert len(table.visit.referee.at.match.plies) >= 40


def test_the_computer_waits_for_people() -> None:
    table = seated("yggdrasil", "B")
    table.watch(99, frames=200)
    match = table.visit.referee.at.match
    assert match.to_act == {"A"}
    assert not table.thinker.positions


def test_the_computer_stops_during_a_pause() -> None:
    from companion.referee.control_cards import ControlCard
    from companion.referee.inputs import PressControl

    table = seated("yggdrasil")
    table.watch(4)
    table.visit.referee.receive(PressControl(ControlCard.PAUSE))
    plies = len(table.visit.referee.at.match.plies)
    table.watch(99, frames=100)
    assert len(table.visit.referee.at.match.plies) == plies


@pytest.mark.parametrize("slug", ["dicebattle", "yggdrasil"])
def test_a_seat_thinks_with_its_own_cards_only(slug: str) -> None:
    """Plant other cards in the rival's hand: the position to think about stays the same."""
    table = seated(slug)
    table.watch(8)
    at, pieces = table.visit.referee.at, table.visit.table._pieces
    mine, other = at.match.game.seats(at.match.setup)[:2]
    before = table.opponent._position(mine)
    hands = at.match.game.queries.cards(before.view)
    assert set(hands[f"{other}.hand"]) <= {UNKNOWN}

    cells = [cell for cell in pieces.backs if cell in pieces.stage.piles]
    deck = next(cell for cell in cells if not cell.startswith(f"{mine}."))
    hand, pile = pieces.stock.hands[other], pieces.stage.piles[deck]
    assert hand
    card = pieces.stock.card
    drawn = next(n for n, tag in enumerate(pile) if card[tag] != card[hand[0]])
    hand[0], pile[drawn] = pile[drawn], hand[0]
    assert table.opponent._position(mine) == before


def test_face_down_cards_are_known_to_their_seat_only() -> None:
    table = seated("jiguan", "A")
    table.watch(2)
    (card,) = table.visit.table.own_cards("A").down["A.beast"]
    match = table.visit.referee.at.match
    own, other = table.opponent._position("A").view, match.game.view(match.state, "B")
    assert f"beast A {card} down" in match.game.notation.format(own)
    assert "beast A ? down" in match.game.notation.format(other)


def test_a_resumed_match_goes_on_with_the_same_cards() -> None:
    """The match and the table are the opponent's only memory."""
    table = seated("yggdrasil")
    table.watch(9)
    again = Opponent(
        table.visit.referee,
        table.visit.table,
        MailboxButtons(table.page.mailbox),
        {"A": 6, "B": 6},
        table.thinker,
        "seed",
    )
    table.opponent = again
    table.watch(16)
    assert len(table.visit.referee.at.match.plies) >= 16
    assert table.visit.referee.at.phase in (
        RefereePhase.IN_SYNC,
        RefereePhase.AWAITING_PLAYERS,
    )
