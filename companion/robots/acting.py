"""The behaviour of robot players, and the match that they play with the script they write.

Every action is recorded in a `Script`, the ground truth. Robots do not receive the referee's
notices, but leave time for them.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.referee.explain.hidden_chance import unseen_chance
from companion.referee.lots import Lots
from companion.robots.script import EntryKind, Script, ScriptEntry
from companion.simulator.private_inputs import PrivateInputs, seeded_lots
from companion.simulator.stage import SceneFrame, Stage
from rules import CHANCE, Action, Layout, Match, Seat


@dataclass(frozen=True, slots=True)
class Behaviour:
    """Players' habits. Shares are per turn unless stated otherwise, and times are in seconds.

    `mistakes`: the maximum number of faults of each kind per match (a kind is a set of clauses).
    `dice`: the share of rolls made with dice instead of being declared with a token; `cocked`: the
    share of throws in which the die leans at first.
    """

    blunder: float = 0.25
    mistakes: int = 3
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
    """A match that robots play on a stage, and the script they write.

    `true` contains what the robots know, and `seen` what a referee can know. If they need only one
    of the two, both are the same match. `lots` are those that the referee draws.
    """

    def __init__(
        self,
        true: Match[Any],
        seen: Match[Any],
        stage: Stage,
        rng: random.Random,
        behaviour: Behaviour | None = None,
        lots: Lots | None = None,
    ) -> None:
        self.true, self.seen, self.stage, self.rng = true, seen, stage, rng
        self.behaviour, self.lots = behaviour or Behaviour(), lots or seeded_lots(0)
        self.game = seen.game
        self.form = self.game.table.form(seen.setup)
        self.seats = [seat for seat in self.game.seats(seen.setup) if seat != CHANCE]
        self.field = [zone.cell for zone in self.form.zones if zone.tracked]
        self.script, self.pages = Script(), PrivateInputs()

    def layout(self) -> Layout:
        """Return the layout of the seen match."""
        return self.game.table.layout(self.seen.state)

    def to_chance(self) -> bool:
        """Return True if chance acts next in the true match."""
        return self.true.to_act == frozenset((CHANCE,)) and self.true.outcome is None

    def lot(self) -> Action:
        """Return a random outcome of chance in the true match."""
        return self.game.sample(self.true.state, lambda n: int(self.rng.random() * n))

    def hidden_chance(self) -> Iterator[Action]:
        """Yield chance's hidden actions for as long as the seen match waits for one."""
        while (hidden := unseen_chance(self.game, self.seen.state)) is not None:
            yield hidden

    def leisurely(self) -> bool:
        """Return True if no clock runs."""
        return self.game.timeout_action(self.seen.state) is None

    def faults(self) -> Counter[tuple[str, ...]]:
        """Count the faults so far by their clauses."""
        return Counter(deed.clauses for deed in self.script.of(EntryKind.ILLEGAL))

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
        now, plies = self.stage.now, len(self.seen.plies)
        deed = ScriptEntry(kind, seat, begun, now, action, clauses, plies, note, unseen)
        self.script.deeds.append(deed)

    def note_action(self, action: Action, begun: float, *, unseen: bool = False) -> None:
        """Record an action; chance's actions are recorded as control cards."""
        kind = EntryKind.CONTROL if action.seat == CHANCE else EntryKind.ACTION
        self.note(kind, action.seat, begun, action=str(action), unseen=unseen)

    def be_refused(
        self, action: Action, clauses: tuple[str, ...], begun: float
    ) -> Iterator[SceneFrame]:
        """Record a fault and leave the referee time to announce it."""
        self.note(EntryKind.ILLEGAL, action.seat, begun, action=str(action), clauses=clauses)
        yield from self.stage.wait(self.behaviour.listen_s)
