"""A match at the table: settled tables and control cards in, records out.

Theory of operation
-------------------
The session owns the `Match` (what the rules say) and compares it with the `Table` (what lies
there).  Every state below is an answer to "how do the two stand?":

    SET_UP     the first layout is not on the table yet
    RESUMING   a match from a log; the table has not been seen yet
    PLAYING    table and match agree
    OWING      the match is ahead: hands have still to take cards away; play goes on meanwhile
    REFUSED    an illegal action lies there; the match has not moved
    ASKING     several actions explain the table; a YES or NO, or another change, decides
    ASTRAY     nothing explains the table: out of step
    ENDED      the rules ended the match, or the players stopped

    TRANSITIONS   one row a state, one column a trigger; what is not in it cannot happen

Two things lie *over* the states and change none of them: a pause, and trouble with the camera.
While either lasts nothing is judged; when it is over the table is judged as it then lies.
Faults of the paper (a copied card, a card across two cells …) hold judging up in the same way.

Taking back needs no word: a table that equals the layout after an earlier ply, with nothing
revealed since, is that ply again.  If a legal action explains the same table, the session asks.

The session is pure: its only clock is the frames', it reads no file and writes none.  Whoever
drives it writes each record down before saying it (`companion.referee.journal`).
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from companion.errors import SessionError
from companion.readings import Face
from companion.referee.controls import Control, read_control
from companion.referee.infer import Accept, Ask, Refuse, infer, unseen_chance
from companion.referee.records import Kind, Reason, Record
from companion.referee.settle import Patience, Settler
from companion.referee.steps import Step, correction
from companion.referee.table import Piles, Table, TableFault, build_table, differences, same
from rules import (
    CHANCE,
    LEGAL,
    TURN_STARTED,
    Action,
    Change,
    Match,
    Verb,
    accepted_data,
    started_data,
)

if TYPE_CHECKING:
    from companion.readings import Reading, TableView, Trouble
    from companion.referee.places import Places
    from rules import Layout, Lying, Seat

__all__ = ["TRANSITIONS", "Session", "State", "Trigger"]


class State(enum.Enum):
    """How match and table stand to each other."""

    SET_UP = "set_up"
    RESUMING = "resuming"
    PLAYING = "playing"
    OWING = "owing"
    REFUSED = "refused"
    ASKING = "asking"
    ASTRAY = "astray"
    ENDED = "ended"


class Trigger(enum.Enum):
    """What a settled table, or a control card, turned out to be."""

    AGREES = "agrees"
    OWES = "owes"
    ILLEGAL = "illegal"
    UNCLEAR = "unclear"
    DIFFERS = "differs"
    OVER = "over"


_AT_PLAY: Final = {
    Trigger.AGREES: State.PLAYING,
    Trigger.OWES: State.OWING,
    Trigger.ILLEGAL: State.REFUSED,
    Trigger.UNCLEAR: State.ASKING,
    Trigger.DIFFERS: State.ASTRAY,
    Trigger.OVER: State.ENDED,
}

TRANSITIONS: Final[Mapping[State, Mapping[Trigger, State]]] = {
    State.SET_UP: {Trigger.AGREES: State.PLAYING, Trigger.OVER: State.ENDED},
    State.RESUMING: {
        Trigger.AGREES: State.PLAYING,
        Trigger.DIFFERS: State.ASTRAY,
        Trigger.OVER: State.ENDED,
    },
    State.PLAYING: _AT_PLAY,
    State.OWING: _AT_PLAY,
    State.REFUSED: _AT_PLAY,
    State.ASKING: _AT_PLAY,
    State.ASTRAY: _AT_PLAY,
    State.ENDED: {},
}

_OPENING = frozenset((State.SET_UP, State.RESUMING))
_WAITING = frozenset((State.SET_UP, State.OWING, State.REFUSED, State.ASKING, State.ASTRAY))


@dataclass(frozen=True, slots=True)
class _TakeBack:
    """An option of a question: not an action but the way back to a ply."""

    to: int


class Session:
    """The referee of one match.  Feed it every view in order and write down what it returns."""

    def __init__(
        self,
        match: Match[Any],
        places: Places,
        patience: Patience | None = None,
        *,
        catalogue: str = "",
        first: Seat = "",
        resumed: bool = False,
    ) -> None:
        """Referee `match` on `places`; `catalogue` is the digest of the game's data.

        `first`: who begins, where the game leaves that to chance ("": whoever moves first).
        `resumed`: the match comes from a log, and the table is compared with its last position.
        """
        self.match = match
        self.places = places
        self.patience = patience or Patience()
        self.state = State.RESUMING if resumed else State.SET_UP
        self.paused = False
        self._catalogue = catalogue
        self._first = first
        self._settler = Settler(places, self.patience)
        self._piles = Piles()
        self._table: Table | None = None
        self._tags: dict[str, str] = {}
        self._papers: dict[int, dict[str, str]] = {}
        self._owed: dict[str, Lying | None] = {}
        self._faults: tuple[TableFault, ...] = ()
        self._options: list[Accept | _TakeBack] = []
        self._trouble: Trouble | None = None
        self._frame, self._time = 0, 0.0
        self._since, self._reminded, self._warned = 0.0, False, False
        self._handing: Action | None = None
        self._quiet = 0.0
        self._told: Record | None = None
        self._reason: Record | None = None

    # What goes in.

    def start(self) -> tuple[Record, ...]:
        """The records that open the match, before any view."""
        if self.state is State.RESUMING:
            return ()
        data = started_data(self.match.setup, self._catalogue)
        records = [self._record(Kind.MATCH_STARTED, data=data), *self._chance()]
        if self._first:
            records += self._play(self._opening())
        return tuple(records)

    def feed(self, view: TableView) -> tuple[Record, ...]:
        """What one frame brings about, in the order in which it is to be said."""
        if self.state is State.ENDED:
            return ()
        self._frame, self._time = view.frame, view.time_s
        look = self._settler.feed(view)
        records = [*self._weather(look.trouble), *self._hands(look.hand_s)]
        if look.table is not None:
            self._table = build_table(look.table, self.places)
            records += self._consider()
        for reading in look.shown:
            records += self._shown(reading)
        for reading in look.gone:
            records += self._gone(reading)
        if look.hand_s or look.trouble or look.table is not None:
            self._quiet = view.time_s
        if not look.hand_s and look.trouble is None:
            records += [*self._hand_over(), *self._remind()]
        return tuple(records)

    def press(self, control: Control, seat: Seat = "") -> tuple[Record, ...]:
        """What a control card does, laid by `seat` ("" if that is not known)."""
        if self.state is State.ENDED:
            return ()
        return tuple(self._press(control, seat))

    def _opening(self) -> Action:
        outcomes = self.match.game.legal(self.match.state) if CHANCE in self.match.to_act else ()
        chosen = next((a for a in outcomes if a.value == self._first), None)
        if chosen is None:
            raise SessionError(f"{self._first!r} cannot be chosen to begin this match")
        return chosen

    def correct(self, position: str) -> tuple[Record, ...]:
        """Put an agreed position in place of the present one; raises `NotationError`."""
        state = self.match.game.parse(position, self.match.setup)
        self.match.correct(state)
        self._owed.clear()
        data = {"position": position}
        return (self._record(Kind.CORRECTED, data=data), *self._consider())

    def finish(self, reason: Reason) -> tuple[Record, ...]:
        """End a match that the rules have not ended."""
        if self.state is State.ENDED:
            return ()
        self._go(Trigger.OVER)
        return (self._record(Kind.GAME_ENDED, outcome=self.match.outcome, reason=reason.value),)

    # Over the states: trouble, hands, reminders.

    def _weather(self, trouble: Trouble | None) -> list[Record]:
        if trouble is self._trouble:
            return []
        self._trouble = trouble
        self._restart_clock()
        if trouble is None:
            return [self._record(Kind.RECOVERED)]
        return [self._record(Kind.TROUBLE, trouble=trouble)]

    def _hands(self, seconds: float) -> list[Record]:
        if seconds < self.patience.hands_s:
            self._warned = self._warned and seconds > 0
            return []
        warned, self._warned = self._warned, True
        return [] if warned else [self._record(Kind.HANDS)]

    def _remind(self) -> list[Record]:
        waiting = self.state in _WAITING or bool(self._faults)
        late = self._time - self._since >= self.patience.remind_s
        if not waiting or not late or self._reminded or self.paused or self._told is None:
            return []
        self._reminded = True
        about = self._told
        steps = self._owed_steps() if self.state is State.OWING else about.steps
        return [self._record(Kind.REMINDER, steps=steps, about=about)]

    def _restart_clock(self) -> None:
        self._since, self._reminded = self._time, False

    # The table.

    def _consider(self) -> list[Record]:
        """Judge the table as it lies, unless something is in the way."""
        table = self._table
        if table is None or self.paused or self._trouble:
            return []
        if table.faults:
            if table.faults == self._faults:
                return []
            self._faults = table.faults
            self._restart_clock()
            return [self._tell(self._record(Kind.TABLE_FAULT, faults=table.faults))]
        records = [self._record(Kind.PUT_BACK)] if self._faults else []
        self._faults = ()
        if self.state in _OPENING:
            return records + self._open(table)
        return records + self._judge(table)

    def _seen(self, table: Table) -> dict[str, Lying | None]:
        return {
            cell: top.lying if top else None
            for cell, top in table.tops.items()
            if self.places.strict(cell)
        }

    def _layout(self) -> Layout:
        return self.match.game.layout(self.match.state)

    def _open(self, table: Table) -> list[Record]:
        """Compare the table with the first layout, or with the last one of a log."""
        seen = self._seen(table)
        changes = differences(self._layout(), seen)
        unseen = sorted(z.cell for z in self.places.form.zones if z.strict and z.cell not in seen)
        if self.state is State.RESUMING:
            return self._resume(table, changes)
        first_move = not any(c.before for c in changes) and isinstance(
            self._infer(table, seen), Accept
        )
        if unseen or (changes and not first_move):
            wanted = self._record(
                Kind.SET_UP_WANTED, steps=correction(changes), data={"unseen": unseen}
            )
            if self._told is not None and self._told.steps == wanted.steps:
                return []
            self._restart_clock()
            return [self._tell(wanted)]
        self._piles.account(table)
        self._go(Trigger.AGREES)
        ready = self._tell(self._record(Kind.SET_UP_READY, next_turn=True))
        return [ready, *self._judge(table)]

    def _resume(self, table: Table, changes: tuple[Change, ...]) -> list[Record]:
        self._piles.account(table)
        self._bind(table)
        self._go(Trigger.DIFFERS if changes else Trigger.AGREES)
        record = self._record(Kind.MATCH_RESUMED, steps=correction(changes), next_turn=True)
        return [self._tell(record)]

    def _judge(self, table: Table) -> list[Record]:
        """What the table, as it lies now, means to the match."""
        seen = self._seen(table)
        stale = self._still_owed(seen)
        fresh = {cell: lying for cell, lying in seen.items() if cell not in stale}
        changes = differences(self._layout(), fresh)
        news = self._piles.news(table, self.places, self._tags.values())
        if not changes and not news:
            return self._agree(table)
        back = self._earlier_ply(table, seen, changes) if changes else None
        found = self._infer(table, fresh)
        if back is not None:
            if isinstance(found, Accept):
                return self._ask([_TakeBack(back), found])
            return [*self._take_back(back), *self._judge(table)]
        if isinstance(found, Accept):
            return self._accept(found)
        if isinstance(found, Ask):
            return self._ask(list(found.options))
        if isinstance(found, Refuse):
            return self._refuse(found, seen, news)
        return self._astray(found.changes)

    def _infer(self, table: Table, seen: Mapping[str, Lying | None]) -> Any:  # noqa: ANN401
        return infer(
            self.match.game,
            self.match.state,
            seen,
            self._piles.news(table, self.places, self._tags.values()),
            self._last_seat(),
        )

    def _last_seat(self) -> Seat:
        actions = (p.action for p in reversed(self.match.plies))
        return next((a.seat for a in actions if a is not None and a.seat != CHANCE), "")

    def _still_owed(self, seen: Mapping[str, Lying | None]) -> frozenset[str]:
        """Owed cells that lie as they did; those that were seen to, or to otherwise, are struck."""
        layout = self._layout()
        for cell, stale in list(self._owed.items()):
            if cell in seen:
                expected = layout.get(cell, ())[-1:]
                if same(seen[cell], expected[0] if expected else None) or seen[cell] != stale:
                    del self._owed[cell]
        return frozenset(self._owed)

    def _owed_steps(self) -> tuple[Step, ...]:
        return correction(differences(self._layout(), self._owed))

    def _earlier_ply(
        self, table: Table, seen: Mapping[str, Lying | None], changes: tuple[Change, ...]
    ) -> int | None:
        """The latest earlier ply whose layout lies on the table and that may be gone back to.

        A card that is back has to be the same paper: another copy was newly played.
        """
        game = self.match.game
        tops = {c.cell: table.tops[c.cell] for c in changes}
        back = {cell: top.tag for cell, top in tops.items() if top}
        for ply in range(len(self.match.plies) - 1, self.match.undo_limit() - 1, -1):
            if differences(game.layout(self.match.state_at(ply)), seen):
                continue
            papers = next((p for n, p in reversed(self._papers.items()) if n <= ply), {})
            if all(papers.get(cell, tag) == tag for cell, tag in back.items()):
                return ply
        return None

    # What the table turned out to be.

    def _agree(self, table: Table) -> list[Record]:
        picked = self._picked_up(table)
        self._piles.account(table)
        self._bind(table)
        before = self.state
        self._go(Trigger.OWES if self._owed else Trigger.AGREES)
        self._options.clear()
        records: list[Record] = []
        if before is State.REFUSED:
            records.append(self._record(Kind.PUT_BACK, steps=self._owed_steps()))
        elif before in (State.ASTRAY, State.OWING) and self.state is State.PLAYING:
            records.append(self._record(Kind.IN_STEP))
        return records + self._accept(Accept((picked,))) if picked else records

    def _picked_up(self, table: Table) -> Action | None:
        """What taking the top card off a pile means, if the rules allow it beyond doubt.

        A pile is kept where players like, so a pick-up that means nothing is no fault.
        """
        taken = self._piles.taken(table, self.places)
        for action in self.match.game.gestures(self.match.state, taken) if taken else ():
            if self.match.judge(action) == LEGAL:
                return action
        return None

    def _accept(self, found: Accept, before: Layout | None = None) -> list[Record]:
        """Carry the actions out.  `before`: the actions were spoken, so hands follow by and by."""
        turn = self._turn_key()
        self._handing = None
        records: list[Record] = []
        for action in found.actions:
            records += self._play(action)
        self._options.clear()
        self._owe(found.owed if before is None else _differing(before, self._layout()))
        if self._table is not None and before is None:
            self._piles.account(self._table)
            self._bind(self._table)
        over = self.match.outcome is not None
        at = max(i for i, r in enumerate(records) if r.action and r.action.seat != CHANCE)
        next_turn = not over and self._turn_key() != turn
        acting = tuple(sorted(self.match.to_act))
        records[at] = self._tell(
            replace(records[at], steps=self._owed_steps(), next_turn=next_turn, to_act=acting)
        )
        if over:
            self._go(Trigger.OVER)
            outcome = self.match.outcome
            ended = self._record(Kind.GAME_ENDED, outcome=outcome, reason=Reason.RULES.value)
            return [*records, self._tell(ended)]
        self._go(Trigger.OWES if self._owed else Trigger.AGREES)
        return records

    def _play(self, action: Action) -> list[Record]:
        """Carry an action out, and the unseen chance it leads to; forget cards that left."""
        before = self._layout()
        ply = self.match.play(action)
        awaits = ply.verdict.awaits if ply.verdict else ()
        played = self._record(Kind.ACCEPTED, action=action, awaits=awaits, data=accepted_data(ply))
        records = [played, *self._chance()]
        self._dismiss(before)
        return records

    def _chance(self) -> list[Record]:
        records = []
        while (action := unseen_chance(self.match.game, self.match.state)) is not None:
            ply = self.match.play(action)
            records.append(self._record(Kind.ACCEPTED, action=action, data=accepted_data(ply)))
        return records

    def _refuse(
        self, found: Refuse, seen: Mapping[str, Lying | None], news: tuple[Change, ...]
    ) -> list[Record]:
        records = self._accept(Accept(found.first)) if found.first else []
        if self.state is State.ENDED:
            return records
        fresh = {cell: lying for cell, lying in seen.items() if cell not in self._owed}
        changes = (*differences(self._layout(), fresh), *news)
        refused = self._record(
            Kind.REFUSED,
            action=found.action,
            violations=found.verdict.violations,
            steps=correction(changes),
        )
        again = self.state is State.REFUSED and _same_saying(self._told, refused)
        self._go(Trigger.ILLEGAL)
        return records if again else [*records, self._tell(refused)]

    def _ask(self, options: list[Accept | _TakeBack]) -> list[Record]:
        question = self._record(Kind.QUESTION, options=tuple(map(_option_actions, options)))
        question = replace(question, data={"take_back": _first_take_back(options)})
        again = self.state is State.ASKING and _same_saying(self._told, question)
        self._options = options
        self._go(Trigger.UNCLEAR)
        return [] if again else [self._tell(question)]

    def _astray(self, changes: tuple[Change, ...]) -> list[Record]:
        record = self._record(Kind.OUT_OF_STEP, steps=correction(changes))
        again = self.state is State.ASTRAY and _same_saying(self._told, record)
        self._options.clear()
        self._go(Trigger.DIFFERS)
        return [] if again else [self._tell(record)]

    def _take_back(self, to: int) -> list[Record]:
        """Go back to the state after ply `to`; what the table lacks for it is owed."""
        before = self._layout()
        self.match.undo(to)
        self._handing = None
        self._options.clear()
        self._owe(_differing(before, self._layout()))
        record = self._record(
            Kind.TAKEN_BACK, steps=self._owed_steps(), next_turn=True, data={"to": to}
        )
        if self._table is not None:
            self._bind(self._table)
        self._go(Trigger.OWES if self._owed else Trigger.AGREES)
        return [self._tell(record)]

    # Paper: which card lies where.

    def _owe(self, cells: tuple[str, ...]) -> None:
        """Note those of `cells` that the table has not followed yet, and how they lie."""
        if self._table is None:
            return
        seen = self._seen(self._table)
        asked = {cell: seen[cell] for cell in (*self._owed, *cells) if cell in seen}
        wrong = differences(self._layout(), asked)
        self._owed = {c.cell: c.after for c in wrong}

    def _bind(self, table: Table) -> None:
        """Remember which paper lies on each cell that is as the match has it."""
        layout = self._layout()
        for cell, top in table.tops.items():
            pile = layout.get(cell, ())
            if self.places.strict(cell) and top and pile and same(top.lying, pile[-1]):
                self._tags[cell] = top.tag
                self._piles.recall(top.tag)
        plies = len(self.match.plies)
        self._papers = {n: p for n, p in self._papers.items() if n < plies}
        self._papers[plies] = dict(self._tags)

    def _dismiss(self, before: Layout) -> None:
        """Cards that the rules have just taken off the table may turn up on any pile."""
        for cell in _differing(before, self._layout()):
            if before.get(cell) and cell in self._tags:
                self._piles.excuse(self._tags.pop(cell))

    # Control cards.

    def _shown(self, reading: Reading) -> list[Record]:
        zone = self.places.zones.get(reading.cell or "")
        if reading.face is Face.TOKEN:
            return self._point(zone.cell) if zone is not None and zone.strict else []
        control = read_control(reading.card)
        if control is None or (control is Control.PAUSE and self.paused):
            return []
        return self._press(control, zone.owner if zone else "")

    def _gone(self, reading: Reading) -> list[Record]:
        """Nothing counts while the pause card lies there; taking it away ends the pause."""
        pausing = self.paused and read_control(reading.card) is Control.PAUSE
        return self._pause() if pausing else []

    def _press(self, control: Control, seat: Seat) -> list[Record]:
        if control is Control.LANGUAGE:
            return [self._record(Kind.LANGUAGE)]
        if control is Control.REPEAT:
            return [self._record(Kind.REPEATED, about=self._told)] if self._told else []
        if control is Control.PAUSE:
            return self._pause()
        if self.paused or self._trouble:
            return []
        if self.state in _OPENING:
            return [self._not_now("opening")]
        match control:
            case Control.END_TURN:
                return self._say(Verb.PASS, seat)
            case Control.READY:
                return self._say(Verb.READY, seat)
            case Control.UNDO:
                return self._undo()
            case Control.WHY:
                return self._why()
            case _:
                return self._answer(yes=control is Control.YES)

    def _pause(self) -> list[Record]:
        self.paused = not self.paused
        self._restart_clock()
        if self.paused:
            return [self._record(Kind.PAUSED)]
        return [self._record(Kind.RESUMED), *self._consider()]

    def _point(self, cell: str) -> list[Record]:
        """A token laid on a cell chooses it, for the seat that has to choose."""
        if self.paused or self._trouble or self.state in _OPENING:
            return []
        return self._say(Verb.CHOOSE, value=cell)

    def _say(self, verb: Verb, seat: Seat = "", value: str = "") -> list[Record]:
        """A spoken action, by the seat the card lies before, else by the one who is to move."""
        acting = sorted(self.match.to_act - {CHANCE})
        if verb is Verb.PASS and seat and seat not in acting and seat == self._last_seat():
            return []  # its turn is over already: handing over is only polite
        if not seat and (
            len(acting) != 1 or (verb is Verb.PASS and self._last_seat() not in acting)
        ):
            return [self._not_now("whose")]
        action = Action(seat or acting[0], verb, value=value)
        verdict = self.match.judge(action)
        if not verdict.legal:
            record = self._record(Kind.REFUSED, action=action, violations=verdict.violations)
            self._reason = record
            return [record]
        before = self._layout()
        records = self._accept(Accept((action,)), before)
        if verb is Verb.PASS:
            self._handing = action
        return records if self.state is State.ENDED else records + self._consider()

    def _hand_over(self) -> list[Record]:
        """Whoever ended the turn and leaves the table alone declines what is left of it."""
        quiet = self._time - self._quiet >= self.patience.hand_over_s
        at_play = self.state in (State.PLAYING, State.OWING) and not self.paused
        if self._handing is None or not quiet or not at_play:
            return []
        action, self._handing = self._handing, None
        if action.seat not in self.match.to_act or self.match.judge(action) != LEGAL:
            return []
        records = self._accept(Accept((action,)), self._layout())
        self._handing = action
        return records

    def _undo(self) -> list[Record]:
        actions = [p.action for p in self.match.plies]
        while actions and actions[-1] is not None and actions[-1].seat == CHANCE:
            actions.pop()
        if not actions:
            return [self._not_now("nothing_to_undo")]
        if len(actions) - 1 < self.match.undo_limit():
            return [self._not_now("revealed")]
        return [*self._take_back(len(actions) - 1), *self._consider()]

    def _why(self) -> list[Record]:
        if self._reason is None:
            return [self._not_now("no_reason")]
        return [self._record(Kind.EXPLAINED, about=self._reason)]

    def _answer(self, *, yes: bool) -> list[Record]:
        if self.state is not State.ASKING or not self._options:
            return [self._not_now("no_question")]
        answered = self._record(Kind.ANSWERED, reason="yes" if yes else "no")
        option, *rest = self._options
        if not yes:
            if rest:
                return [answered, *self._ask(rest)]
            changes = differences(self._layout(), self._fresh())
            return [answered, *self._astray(changes)]
        if isinstance(option, _TakeBack):
            return [answered, *self._take_back(option.to), *self._consider()]
        return [answered, *self._accept(option)]

    def _fresh(self) -> dict[str, Lying | None]:
        seen = self._seen(self._table) if self._table else {}
        return {cell: lying for cell, lying in seen.items() if cell not in self._owed}

    def _not_now(self, reason: str) -> Record:
        return self._record(Kind.NOT_NOW, reason=reason)

    # Bookkeeping.

    def _go(self, trigger: Trigger) -> None:
        after = TRANSITIONS[self.state][trigger]
        if after is not self.state:
            self._restart_clock()
        self.state = after

    def _turn_key(self) -> tuple[int, frozenset[Seat]]:
        return self._turn(), self.match.to_act

    def _turn(self) -> int:
        events = (e for p in reversed(self.match.plies) for e in reversed(p.events))
        return next((e.number for e in events if e.kind == TURN_STARTED), 1)

    def _record(self, kind: Kind, **fields: Any) -> Record:  # noqa: ANN401 - a record's own fields
        return Record(
            kind,
            frame=self._frame,
            time_s=self._time,
            ply=len(self.match.plies),
            turn=self._turn(),
            to_act=tuple(sorted(self.match.to_act)),
            **fields,
        )

    def _tell(self, record: Record) -> Record:
        """Note what was said: to repeat it, to give its reason, not to say it twice."""
        self._told = record
        if record.kind is Kind.REFUSED or record.awaits:
            self._reason = record
        return record


def _same_saying(told: Record | None, record: Record) -> bool:
    return told is not None and (
        (told.kind, told.action, told.violations, told.steps, told.options)
        == (record.kind, record.action, record.violations, record.steps, record.options)
    )


def _option_actions(option: Accept | _TakeBack) -> tuple[Action, ...]:
    return option.actions if isinstance(option, Accept) else ()


def _first_take_back(options: list[Accept | _TakeBack]) -> bool:
    return isinstance(options[0], _TakeBack)


def _differing(before: Layout, after: Layout) -> tuple[str, ...]:
    """The cells whose top card differs between two layouts."""
    cells = sorted(before.keys() | after.keys())
    return tuple(c for c in cells if before.get(c, ())[-1:] != after.get(c, ())[-1:])
