"""Robot players: the loop through a match, for every game.

Theory of operation
-------------------
Robots have two matches side by side: a *true* one, in which they choose, and a *seen* one, which
contains only what a referee can know. A decision takes these steps:

    [distraction]  [illegal move, wait, correct it]*  action  [take it back]

The script is exactly that of a correct referee. `GameRobots` adapt the players to a game: they
place the initial cards, and contain the choices, the actions, and chance.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from companion.robots.acting import Acting
from companion.robots.dice_throws import take_dice
from companion.robots.illegal_moves import IllegalMove, illegal_moves
from companion.robots.paper_hands import PaperHands
from companion.robots.script import EntryKind
from companion.simulator.distractions import bump, glare, rest, touch
from companion.simulator.hand_moves import perform
from companion.simulator.stage import SceneFrame
from rules import Action, Seat

_DISTRACTIONS: Final = ("rest", "nudge", "bump", "glare")


@dataclass(frozen=True, slots=True)
class RobotDecision:
    """A pending decision of `seat`; `act` performs it after all mistakes, with its consequences.

    `calm` is False if a distraction or an illegal move would waste time, or be ambiguous.
    """

    seat: Seat
    act: Callable[[], Iterator[SceneFrame]]
    calm: bool


class GameRobots(Protocol):
    """A game's part of its robots, with the `hands` that move its cards."""

    hands: PaperHands

    def chance(self) -> Iterator[SceneFrame]:
        """Perform chance's actions for as long as chance is to act."""

    def decide(self) -> RobotDecision:
        """Return the next decision."""


class RobotPlayers:
    """One match played by robots; iterate `ticks` once, then read `script`."""

    def __init__(self, acting: Acting, robots: GameRobots) -> None:
        """Prepare robots for a match on a stage."""
        self.script, self.pages = acting.script, acting.pages
        self._acting, self._robots, self._stage = acting, robots, acting.stage
        self._distracted: Counter[str] = Counter()

    def ticks(self) -> Iterator[SceneFrame]:
        """Yield the whole match, from the initial layout to the end."""
        acting, match, behaviour = self._acting, self._acting.seen, self._acting.behaviour
        yield from self._stage.wait(behaviour.settle_s + 1.0)
        acting.note(EntryKind.SET_UP, "", 0.0)
        while match.outcome is None:
            yield from self._robots.chance()
            if match.outcome is None:
                yield from self._decision()
        yield from self._stage.wait(behaviour.listen_s)
        self.script.layout = acting.layout()
        self.script.winners = match.outcome.winners
        self.script.scores = dict(match.outcome.scores)
        acting.note(EntryKind.ENDED, "", self._stage.now)

    def _decision(self) -> Iterator[SceneFrame]:
        """Perform one decision of one seat, with possible mistakes."""
        decision = self._robots.decide()
        if decision.calm:
            if self._acting.rng.random() < self._acting.behaviour.distraction:
                yield from self._distraction(decision.seat)
            if self._acting.rng.random() < self._acting.behaviour.blunder:
                yield from self._err(decision.seat)
        yield from decision.act()

    def _err(self, seat: Seat) -> Iterator[SceneFrame]:
        """Make an illegal move of the rarest kind so far, wait for the referee, and undo it."""
        acting, stage, begun = self._acting, self._stage, self._stage.now
        illegal = self._rarest(illegal_moves(acting, self._robots.hands, seat))
        if illegal is None:
            return
        done, hand = illegal.done, illegal.hand
        if done.place in [zone.cell for zone in acting.form.zones if zone.dice]:
            yield from take_dice(stage, hand)
        yield from perform(stage, hand, [done])
        yield from acting.be_refused(illegal.action, illegal.clauses, begun)
        begun = stage.now
        yield from perform(stage, hand, [illegal.undone])
        acting.note(EntryKind.CORRECTED, hand, begun)
        yield from stage.wait(acting.behaviour.settle_s)

    def _rarest(self, found: Iterable[IllegalMove]) -> IllegalMove | None:
        """Return a fault of a kind made least often, or None if each was made often enough."""
        made, most = self._acting.faults(), self._acting.behaviour.mistakes
        kinds: dict[tuple[str, ...], list[IllegalMove]] = {}
        for fault in found:
            kinds.setdefault(fault.clauses, []).append(fault)
        fewest = min((made[clauses] for clauses in kinds), default=most)
        if fewest >= most:
            return None
        rare = sorted(clauses for clauses in kinds if made[clauses] == fewest)
        return self._acting.rng.choice(kinds[self._acting.rng.choice(rare)])

    def _distraction(self, seat: Seat) -> Iterator[SceneFrame]:
        """Perform the rarest distraction so far: a resting hand, a nudged card or mat, or glare."""
        stage, rng, field = self._stage, self._acting.rng, self._acting.field
        begun, fewest = stage.now, min(self._distracted[sort] for sort in _DISTRACTIONS)
        note = rng.choice([s for s in _DISTRACTIONS if self._distracted[s] == fewest])
        self._distracted[note] += 1
        tags = [stage.piles[c][-1] for c in field if stage.piles.get(c)]
        if note == "rest":
            yield from rest(stage, seat, rng.choice(field), 1.5)
        elif note == "glare":
            yield from glare(stage, rng.choice(field), 2.0)
        elif note == "nudge" and tags:
            yield from touch(stage, seat, rng.choice(tags))
        else:
            note = "bump"
            yield from bump(stage, seat)
        self._acting.note(EntryKind.DISTRACTION, seat, begun, note=note)
        yield from stage.wait(self._acting.behaviour.settle_s)


def enter_privately(acting: Acting, action: Action) -> Iterator[SceneFrame]:
    """Declare an action on its seat's page."""
    stage = acting.stage
    acting.pages.write(stage.now, action)
    yield stage.tick()
    yield stage.tick()
