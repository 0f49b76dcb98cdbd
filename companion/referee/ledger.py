"""The match, its papers and the state between them: every way in which they change together.

Theory of operation
-------------------
`companion.referee.bench` finds out what a table means and `companion.referee.listening` what is
said; each of their findings has one method here that changes match, papers and state together and
returns the records to be said:

    agree      nothing differs                             → PLAYING or OWING
    accept     actions explain the table                   → PLAYING, OWING or ENDED
    take_back  it lies as after an earlier ply             → PLAYING or OWING
    ask        more than one explanation                   → ASKING
    refuse     one literal action, illegal                 → REFUSED
    astray     nothing explains it                         → ASTRAY
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.pieces import TOKEN
from companion.referee.chances import drawn_lot, unseen_chance
from companion.referee.left import Left
from companion.referee.meanings import Accept, Refuse
from companion.referee.options import Correction, Option, facts_of, meant_by
from companion.referee.paper import Papers, differing
from companion.referee.records import Kind, Reason, Record
from companion.referee.seals import sealed_data
from companion.referee.secrecy import unnoticed
from companion.referee.states import OPENING, TRANSITIONS, State, Trigger
from companion.referee.steps import Do, Step, correction, withdrawal
from companion.referee.table import TableFault, differences
from rules import (
    CHANCE,
    LEGAL,
    UNKNOWN,
    Action,
    Change,
    Facing,
    Lying,
    Match,
    Verb,
    accepted_data,
    event_data,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from companion.referee.places import Places
    from rules import Layout, Seat

__all__ = ["Lapsed", "Ledger", "same_saying"]


def _lowest(pile: tuple[Lying, ...]) -> Lying | None:
    """The piece that lies at the very bottom of a cell."""
    return pile[0] if pile and pile[0].card.startswith(TOKEN) else None


def _as_laid(lying: Lying) -> Lying:
    """A card of an open pile; how it is turned there says nothing."""
    return Lying(lying.card, lying.owner)


def _first(count: int) -> int:
    """A lot that anybody can foretell: for tests, and until somebody gives a better one."""
    del count
    return 0


@dataclass(frozen=True, slots=True)
class Lapsed:
    """A question that silence answered: where it was open, how many plies then, its clause."""

    state: Any
    ply: int
    clause: str


class Ledger:
    """A match, its papers and the state between them."""

    def __init__(self, match: Match[Any], places: Places, *, resumed: bool) -> None:
        self.match = match
        self.places = places
        self.state = State.RESUMING if resumed else State.SET_UP
        self.papers = Papers(places)
        self.options: list[Option] = []
        self.opened = 0
        self.lot: Callable[[int], int] = _first
        """Draws evenly from 0 … n-1 where the referee itself draws lots."""
        self.salt: Callable[[], str] | None = None
        """Gives the salt of each seal of secret orders; without it none are sealed."""
        self.about: Mapping[str, Any] = {}
        """What the first record keeps beside: players' `names`, and `when` it was."""
        self.kept = True
        """Whether a log is kept that the match can be gone on with."""
        self.left = Left()
        """Of a resumed match: what its log left behind."""
        self._apart: frozenset[Seat] = frozenset()
        self._logged: frozenset[Seat] = frozenset()
        self.lapsed: Lapsed | None = None
        """The last question whose time was up."""
        self._dealt: set[str] = set()
        self._unlaid: set[str] = set()
        """Cards that a refusal asks to take off, until they are."""
        self._trusted = False
        self.faults: tuple[TableFault, ...] = ()
        self.frame, self.time = 0, 0.0
        self.since, self.reminded = 0.0, False
        self.told: Record | None = None
        self.standing: Record | None = None
        self.reason: Record | None = None
        self.unseen: tuple[Record, str] | None = None
        """What was said of something that lies there though no card shows it, and is to go; the
        piece that shows it, or ""."""

    def layout(self) -> Layout:
        """How the match has the table."""
        return self.match.game.layout(self.match.state)

    def last_seat(self) -> Seat:
        """The seat that acted last, "" if none did."""
        actions = (p.action for p in reversed(self.match.plies))
        return next((a.seat for a in actions if a is not None and a.seat != CHANCE), "")

    # What it turned out to be.

    def agree(self) -> list[Record]:
        """The table is as the match has it."""
        picked = self._picked_up()
        if picked is not None:
            self.papers.recall_taken()
        self.papers.account(news=False)
        self.papers.bind(self.layout(), len(self.match.plies))
        before = self.state
        self.go(Trigger.OWES if self.papers.owed else Trigger.AGREES)
        self.options.clear()
        records: list[Record] = []
        if before is State.REFUSED:
            records.append(self.record(Kind.PUT_BACK, steps=self.owed_steps()))
        elif before in (State.ASTRAY, State.OWING) and self.state is State.PLAYING:
            asks = [event_data(event) for event in self.match.game.asks(self.match.state)]
            records.append(self.record(Kind.IN_STEP, data={"asks": asks} if asks else {}))
        return [*records, *self.accept(Accept((picked,)))] if picked else records

    def _picked_up(self) -> Action | None:
        """What taking the top card off a pile means, if the rules allow it beyond doubt.

        A pile is kept where players like, so a pick-up that means nothing is no fault.
        """
        taken = self.papers.taken()
        bared = {change.cell for change in taken}
        for action in self.match.game.gestures(self.match.state, taken) if taken else ():
            # What shows now was not laid there.
            laid = action.verb is Verb.PLACE and action.to in bared
            if not laid and self.match.judge(action) == LEGAL:
                return action
        return None

    def accept(self, found: Accept, *, spoken: bool = False, news: bool = False) -> list[Record]:
        """Carry actions out.

        What was `spoken` the hands follow by and by; `news`: what is new on piles is part of it.
        """
        turn, before = self._turn_key(), self.layout()
        lands = self.match.game.lands(self.match.state)
        self._dealt.clear()
        records: list[Record] = []
        for action in found.actions:
            records += self.play(action)
        told = [i for i, r in enumerate(records) if r.action and r.action.seat != CHANCE]
        at = told[-1] if told else 0  # what fell to chance only, a die for one
        over = self.match.outcome is not None
        self.options.clear()
        late = differing(before, self.layout()) if spoken else (*found.owed, *self._dealt)
        self.papers.owe(self.layout(), late)
        if not spoken:
            self.papers.account(news=news)
            self.papers.bind(self.layout(), len(self.match.plies))
        records[at] = self.stand(
            replace(
                records[at],
                steps=(
                    *self.owed_steps(),
                    *(self._out_of_hands(before) if spoken else ()),
                    *self._changed_hands(lands, before),
                ),
                next_turn=not over and self._turn_key() != turn,
                to_act=tuple(sorted(self.match.to_act)),
                data={**records[at].data, **self.papers.news_aside()},
            )
        )
        if over:
            return [*records, *self.end(Reason.RULES)]
        self.go(Trigger.OWES if self.papers.owed else Trigger.AGREES)
        return records

    def _out_of_hands(self, before: Layout) -> Iterator[Step]:
        """Cards that come to an open pile beside the field and lay nowhere before: out of a hand.

        No difference on the field tells of them.  A piece there is what was said, or counts.
        """
        known = {(card.card, card.owner) for pile in before.values() for card in pile}
        for cell, pile in self.layout().items():
            zone = self.places.zones.get(cell)
            if zone is None or zone.strict or not zone.pile:
                continue
            fresh = Counter(_as_laid(card) for card in pile)
            fresh -= Counter(_as_laid(card) for card in before.get(cell, ()))
            for card in fresh.elements():
                piece = card.card == UNKNOWN or card.card.startswith(TOKEN)
                if not piece and (card.card, card.owner) not in known:
                    yield Step(Do.LAY, cell, card)

    def _changed_hands(self, lands: Mapping[str, Seat], before: Layout) -> Iterator[Step]:
        """The pieces that say whose a cell is now: they lie under cards, and are not compared."""
        layout, now = self.layout(), self.match.game.lands(self.match.state)
        for cell in (each for each, seat in now.items() if lands.get(each) != seat):
            was, lies = (_lowest(each.get(cell, ())) for each in (before, layout))
            if lies is not None and lies != was:
                yield Step(Do.LAY, cell, lies)
            elif was is not None and lies is None:
                yield Step(Do.TAKE, cell, was)

    def play(self, action: Action) -> list[Record]:
        """Carry one action out, and the unseen chance it leads to."""
        before = self.layout()
        ply = self.match.play(action)
        # Of an order written in secret not even a doubt is told: it would say what was written.
        told = ply.verdict is not None and not unnoticed(self.match.game, ply)
        awaits = ply.verdict.awaits if ply.verdict is not None and told else ()
        data = {**accepted_data(ply), **self._trust(awaits), **self._sealed(), **self._told_apart()}
        played = self.record(Kind.ACCEPTED, action=action, awaits=awaits, data=data)
        records = [played, *self.chance()]
        turned_up = action.at if action.verb is Verb.FLIP else ""
        self.papers.dismiss(before, self.layout(), action.to, turned_up)
        return records

    @property
    def apart(self) -> frozenset[Seat]:
        """The seats that order on a page of their own, so that no other page shows their orders."""
        return self._apart | self.left.apart

    def set_apart(self, seat: Seat) -> None:
        """This seat orders on a page of its own, from here to the end of the match."""
        self._apart |= {seat}

    def _told_apart(self) -> dict[str, Any]:
        """Those seats, each time there is one more: whoever goes on with the log keeps them so."""
        known, self._logged = self._logged | self.left.apart, self._apart
        return {"apart": sorted(self.apart)} if self.apart != known else {}

    def _sealed(self) -> dict[str, Any]:
        """By what the last ply commits its seat to the orders it has written in secret."""
        if self.salt is None:
            return {}
        return sealed_data(self.match.game, self.match.plies, self.salt())

    def _trust(self, awaits: tuple[str, ...]) -> dict[str, Any]:
        """Whether it was said before that players are trusted: once a match will do."""
        known, self._trusted = self._trusted, self._trusted or bool(awaits)
        return {"trusted": True} if awaits and known else {}

    def chance(self) -> list[Record]:
        """Carry out what falls to chance and nobody sees, and draw the referee's own lots.

        What a lot puts on the table, hands have still to lay there.
        """
        game = self.match.game
        records: list[Record] = []
        while True:
            state, before = self.match.state, self.layout()
            lot = drawn_lot(game, state, self.lot, self.places.mat)
            action = lot or unseen_chance(game, state)
            if action is None:
                return records
            ply = self.match.play(action)
            records.append(self.record(Kind.ACCEPTED, action=action, data=accepted_data(ply)))
            if lot is not None:
                self._dealt.update(differing(before, self.layout()))

    def refuse(self, found: Refuse, news: tuple[Change, ...]) -> list[Record]:
        """Refuse an action by the clauses it breaks; legal ones before it are carried out."""
        records = self.accept(Accept(found.first)) if found.first else []
        if self.state is State.ENDED:
            return records
        changes = (*differences(self.layout(), self.papers.fresh()), *news)
        refused = self.record(
            Kind.REFUSED,
            action=found.action,
            violations=found.verdict.violations,
            steps=self._turned(found.action, changes) or self._mended(found.action, changes),
        )
        self._unlaid |= {step.lying.card for step in refused.steps if step.do is Do.TAKE}
        again = self.state is State.REFUSED and same_saying(self.standing, refused)
        self.go(Trigger.ILLEGAL)
        return records if again else [*records, self.stand(refused)]

    def _mended(self, action: Action, changes: tuple[Change, ...]) -> tuple[Step, ...]:
        """What undoes a refused action.

        A card that was to go to a pile lies over what belongs there.  One that shows where a card
        was asked back from is no new one: what lay beneath has been turned up.
        """
        loose = action.verb is Verb.PLACE and not self.places.strict(action.to)
        asked = self.standing.steps if self.standing is not None else ()
        bared = any(step.do is Do.LAY and step.cell == action.to for step in asked)
        back = Lying(UNKNOWN, action.seat, Facing.DOWN)
        if bared and action.verb is Verb.PLACE and self._on_back(action.to):
            rest = tuple(change for change in changes if change.cell != action.to)
            return (*self.put_right(rest), Step(Do.FLIP, action.to, back))
        gone = {action.card} if loose else ()
        return self.put_right(changes, laid_on=action.to, gone=gone)

    def _turned(self, action: Action, changes: tuple[Change, ...]) -> tuple[Step, ...]:
        """The step that mends a card laid the wrong way round, if that is all there is.

        Upright where cards lie across, or otherwise than its place wants it.
        """
        zone = self.places.zones.get(action.to)
        if zone is None or action.verb is not Verb.PLACE or len(changes) != 1:
            return ()
        laid = changes[0].after
        right = replace(action, turn=zone.lies)
        if action.turn == zone.lies or laid is None or not self.match.judge(right).legal:
            return ()
        do = Do.SIDEWAYS if zone.lies else Do.TURN
        return (Step(do, action.to, replace(laid, turn=zone.lies)),)

    def ask(self, options: list[Option]) -> list[Record]:
        """Put a question: the options one after the other."""
        first = options[0]
        data = facts_of(first, self.match)
        steps: tuple[Step, ...] = ()
        if isinstance(first, Correction):
            data["waits"] = first.waits(self.players())
            steps, data["lines"] = meant_by(first, self.match, self.places.strict)
        asked = tuple(o.actions if isinstance(o, Accept) else () for o in options)
        question = self.record(Kind.QUESTION, options=asked, steps=steps, data=data)
        again = self.state is State.ASKING and same_saying(self.standing, question)
        self.options = options
        self.go(Trigger.UNCLEAR)
        return [] if again else [self.stand(question)]

    def players(self) -> frozenset[Seat]:
        """Everybody who plays."""
        return frozenset(self.match.game.seats(self.match.setup)) - {CHANCE}

    def astray(self) -> list[Record]:
        """Say what differs, and the smallest correction."""
        changes = differences(self.layout(), self.papers.fresh())
        steps = self.put_right(changes)
        named = {cell for step in steps for cell in step.cells}
        owed = (s for s in self.owed_steps() if named.isdisjoint(s.cells))
        record = self.record(Kind.OUT_OF_STEP, steps=(*steps, *owed))
        again = self.state is State.ASTRAY and same_saying(self.standing, record)
        self.options.clear()
        self.go(Trigger.DIFFERS)
        return [] if again else [self.stand(record)]

    def take_back(self, to: int) -> list[Record]:
        """Go back to the state after ply `to`; what the table lacks for it is owed."""
        before = self.layout()
        to = self._beginning(to)
        undone = [ply.action for ply in reversed(self.match.plies[to:]) if ply.action is not None]
        self.match.undo(to)
        self.options.clear()
        self.papers.take_back(before, self.layout())
        self.papers.owe(self.layout(), differing(before, self.layout()))
        self.papers.bind(self.layout(), len(self.match.plies))
        self.go(Trigger.OWES if self.papers.owed else Trigger.AGREES)
        hidden = self._among_backs(undone, differing(before, self.layout()))
        steps, data = (*self.owed_steps(), *hidden), {"to": to, **self.papers.news_aside()}
        told = self.stand(self.record(Kind.TAKEN_BACK, steps=steps, next_turn=True, data=data))
        self.unseen = (told, "") if hidden else None
        return [told]

    def _among_backs(self, undone: Iterable[Action], differing: Collection[str]) -> list[Step]:
        """Cards that were taken back and lie among backs still, where no difference shows them."""
        laid = (a.to for a in undone if a.verb is Verb.PLACE and a.facing is Facing.DOWN)
        return [withdrawal(to) for to in laid if self.places.strict(to) and to not in differing]

    def _beginning(self, to: int) -> int:
        """Who begins, where only the first card told it, is open again with that card gone."""
        opening = all(
            p.action is not None and p.action.seat == CHANCE for p in self.match.plies[:to]
        )
        return max(self.opened, self.match.undo_limit()) if opening else to

    def agree_on(self, state: Any, position: str) -> list[Record]:  # noqa: ANN401 - the game's own
        """Put an agreed state in place of the present one; where the table differs is owed."""
        self.match.correct(state)
        self.options.clear()
        self.papers.owe(self.layout(), self.papers.seen())
        self.papers.bind(self.layout(), len(self.match.plies))
        if self.state not in OPENING:
            self.go(Trigger.OWES if self.papers.owed else Trigger.AGREES)
        steps, data = self.owed_steps(), {"position": position}
        return [self.stand(self.record(Kind.CORRECTED, steps=steps, next_turn=True, data=data))]

    def end(self, reason: Reason) -> list[Record]:
        """Close the match."""
        self.go(Trigger.OVER)
        outcome, data = self.match.outcome, dict[str, Any]()
        if not self.kept and reason is not Reason.RULES:
            data = {"kept": False}
        ended = self.record(Kind.GAME_ENDED, outcome=outcome, reason=reason.value, data=data)
        return [self.stand(ended)]

    def owed_steps(self) -> tuple[Step, ...]:
        """What hands have still to do."""
        layout, loose = self.layout(), (c for c in self.layout() if not self.places.strict(c))
        gone = {card.card for cell in loose for card in layout[cell]} | self._unlaid
        return self.put_right(differences(layout, self.papers.owed), gone=gone)

    def put_right(
        self, changes: tuple[Change, ...], laid_on: str = "", gone: Collection[str] = ()
    ) -> tuple[Step, ...]:
        """The smallest correction of `changes`."""
        form = self.places.form
        fans = {each.cell for each in form.zones if form.face_down and each.strict and each.pile}
        backs = set(filter(self._on_back, self.layout()))
        return correction(changes, laid_on, gone, backs, fans)

    def _on_back(self, cell: str) -> bool:
        """Whether the top card of a cell lies on a back."""
        cards = [card for card in self.layout()[cell] if not card.card.startswith(TOKEN)]
        return len(cards) > 1 and cards[-2].facing is Facing.DOWN

    # Bookkeeping.

    def go(self, trigger: Trigger) -> None:
        """Follow the transition table; raises `KeyError` where it has no entry."""
        after = TRANSITIONS[self.state][trigger]
        if after is not self.state:
            self.restart_clock()
        if trigger is Trigger.AGREES:
            self._unlaid.clear()
        self.state = after

    def restart_clock(self) -> None:
        """Something new is awaited: the time to the reminder starts now."""
        self.since, self.reminded = self.time, False

    def _turn_key(self) -> tuple[int, frozenset[Seat]]:
        return self.match.turn, self.match.to_act

    def record(self, kind: Kind, **fields: Any) -> Record:  # noqa: ANN401 - a record's own fields
        """A record of this moment."""
        return Record(
            kind,
            frame=self.frame,
            time_s=self.time,
            ply=len(self.match.plies),
            turn=self.match.turn,
            to_act=tuple(sorted(self.match.to_act)),
            **fields,
        )

    def tell(self, record: Record) -> Record:
        """Note what was said: to repeat it, and to give its reason."""
        if not self._unheard(record):
            self.told = record
        if record.kind is Kind.REFUSED or record.awaits:
            self.reason = record
        return record

    def _unheard(self, record: Record) -> bool:
        """Whether nobody but its seat heard of it: an order written in secret is not repeated."""
        action, plies = record.action, self.match.plies
        if record.kind is not Kind.ACCEPTED or action is None or action.verb is not Verb.DECLARE:
            return False
        ply = plies[record.ply - 1] if 0 < record.ply <= len(plies) else None
        return ply is not None and ply.action == action and unnoticed(self.match.game, ply)

    def stand(self, record: Record) -> Record:
        """The same for what stands until the table changes: it is not said twice."""
        self.standing = record
        return self.tell(record)


def same_saying(told: Record | None, record: Record) -> bool:
    """Whether a record would only say again what was told."""
    return told is not None and (
        (told.kind, told.action, told.violations, told.steps, told.options)
        == (record.kind, record.action, record.violations, record.steps, record.options)
    )
