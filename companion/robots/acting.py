"""The base of all robot players: their behaviour, the script, and the loop through a match.

A subclass defines the initial layout (`_set_up`), the moves for chance (`_chance`), and one
decision (`_decision`). Every action is recorded in a `Script`, the ground truth. Robots do not
receive the referee's notices, but leave time for them.
"""

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Final

from companion.robots.script import EntryKind, Script, ScriptEntry
from companion.simulator.distractions import bump, glare, rest, touch
from companion.simulator.private_inputs import PrivateInputs
from companion.simulator.stage import SceneFrame, Stage
from rules import CHANCE, Action, Layout, Match, Seat

_DISTRACTIONS: Final = ("rest", "nudge", "bump", "glare")


@dataclass(frozen=True, slots=True)
class Behaviour:
    """Players' habits. Shares are per turn unless stated otherwise, and times are in seconds.

    `mistakes`: the maximum number of faults of each kind per match (a kind is a set of clauses).
    `dice`: the share of rolls made with dice instead of being declared with a token; `cocked`: the
    share of throws in which the die leans at first.
    """

    blunder: float = 0.25
    mistakes: int = 3
    remove: float = 0.04
    forget: float = 0.5
    take_back: float = 0.08
    decline: float = 0.15
    distraction: float = 0.1
    show_control: float = 0.6
    dice: float = 0.8
    cocked: float = 0.06
    settle_s: float = 1.2
    listen_s: float = 2.0


class Acting:
    """A match that robots play on a stage, and the script they write."""

    def __init__(
        self, match: Match[Any], stage: Stage, rng: random.Random, behaviour: Behaviour
    ) -> None:
        self.match, self.stage, self.rng, self.behaviour = match, stage, rng, behaviour
        self.script = Script()
        self.made: Counter[tuple[str, ...]] = Counter()
        """Faults by their clauses."""

    def note(
        self,
        kind: EntryKind,
        seat: Seat,
        begun: float,
        *,
        action: str = "",
        clauses: tuple[str, ...] = (),
        note: str = "",
        unseen: bool = False,
    ) -> None:
        """Record an entry that began at `begun` and is complete now."""
        now, plies = self.stage.now, len(self.match.plies)
        deed = ScriptEntry(kind, seat, begun, now, action, clauses, plies, note, unseen)
        self.script.deeds.append(deed)

    def rarest(self, found: Collection[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """Return the kinds of fault made least often so far, unless each was made often enough."""
        fewest = min((self.made[clauses] for clauses in found), default=self.behaviour.mistakes)
        if fewest >= self.behaviour.mistakes:
            return []
        return sorted(clauses for clauses in found if self.made[clauses] == fewest)

    def be_refused(
        self, action: Action, clauses: tuple[str, ...], begun: float
    ) -> Iterator[SceneFrame]:
        """Record a fault and leave the referee time to announce it."""
        self.note(EntryKind.ILLEGAL, action.seat, begun, action=str(action), clauses=clauses)
        yield from self.stage.wait(self.behaviour.listen_s)

    def note_corrected(self, seat: Seat, begun: float) -> Iterator[SceneFrame]:
        """Record a corrected fault."""
        self.note(EntryKind.CORRECTED, seat, begun)
        yield from self.stage.wait(self.behaviour.settle_s)


class RobotPlayers(ABC):
    """One match played by robots; iterate `ticks` once, then read `script`."""

    def __init__(
        self,
        match: Match[Any],
        stage: Stage,
        rng: random.Random,
        behaviour: Behaviour | None = None,
    ) -> None:
        """Prepare robots for a match on a stage."""
        self._acting = Acting(match, stage, rng, behaviour or Behaviour())
        self.script = self._acting.script
        self.pages = PrivateInputs()
        self._match = match
        self._game = match.game
        self._stage = stage
        self._rng = rng
        self._behaviour = self._acting.behaviour
        self._cells = {cell.id for cell in stage.mat.cells}
        zones = self._game.table(match.setup).zones
        self._field = [zone.cell for zone in zones if zone.tracked and not zone.owner]
        self._distracted: Counter[str] = Counter()

    def ticks(self) -> Iterator[SceneFrame]:
        """Yield the whole match, from the initial layout to the end."""
        self._set_up()
        yield from self._stage.wait(self._behaviour.settle_s + 1.0)
        self._acting.note(EntryKind.SET_UP, "", 0.0)
        while self._match.outcome is None:
            yield from self._chance()
            if self._match.outcome is None:
                yield from self._decision()
        yield from self._stage.wait(self._behaviour.listen_s)
        outcome = self._match.outcome
        self.script.layout = self._layout()
        self.script.winners, self.script.clause = outcome.winners, outcome.clause
        self.script.scores = dict(outcome.scores)
        self._acting.note(EntryKind.ENDED, "", self._stage.now)

    @abstractmethod
    def _set_up(self) -> None:
        """Place the initial cards."""

    @abstractmethod
    def _chance(self) -> Iterator[SceneFrame]:
        """Perform chance's actions for as long as chance is to act."""

    @abstractmethod
    def _decision(self) -> Iterator[SceneFrame]:
        """Perform one decision of one seat, with possible mistakes."""

    def _layout(self) -> Layout:
        return self._game.layout(self._match.state)

    def _to_chance(self) -> bool:
        """Return True if chance acts next."""
        return self._match.to_act == frozenset((CHANCE,)) and self._match.outcome is None

    def _drawn_lot(self) -> Action:
        """Return a random outcome of chance."""
        return self._game.sample(self._match.state, lambda n: int(self._rng.random() * n))

    def _distraction(self, seat: Seat) -> Iterator[SceneFrame]:
        """Perform the rarest distraction so far: a resting hand, a nudged card or mat, or glare."""
        begun, stage = self._stage.now, self._stage
        fewest = min(self._distracted[sort] for sort in _DISTRACTIONS)
        note = self._rng.choice([s for s in _DISTRACTIONS if self._distracted[s] == fewest])
        self._distracted[note] += 1
        tags = [stage.piles[c][-1] for c in self._field if stage.piles.get(c)]
        if note == "rest":
            yield from rest(stage, seat, self._rng.choice(self._field), 1.5)
        elif note == "glare":
            yield from glare(stage, self._rng.choice(self._field), 2.0)
        elif note == "nudge" and tags:
            yield from touch(stage, seat, self._rng.choice(tags))
        else:
            note = "bump"
            yield from bump(stage, seat)
        self._acting.note(EntryKind.DISTRACTION, seat, begun, note=note)
        yield from self._stage.wait(self._behaviour.settle_s)
