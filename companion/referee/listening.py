"""What is said at the table: pieces, control cards, dice, and the pages' buttons.

A game's own `gestures` are asked first what a piece beside the field means; what they do not know
has a meaning of ours.  Everything said ends in an action that the rules judge, or in one of the
ledger's own steps (taking back, answering a question, a pause).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.readings import Face
from companion.referee.bench import LATELY
from companion.referee.chances import advance
from companion.referee.controls import PREFIX, Control, read_control
from companion.referee.halves import half_said, wants_cards
from companion.referee.meanings import Accept
from companion.referee.options import Correction, TakeBack
from companion.referee.pieces import PieceBench
from companion.referee.records import Kind, Record
from companion.referee.states import OPENING, State, Trigger
from companion.referee.throws import DIE, Throws
from rules import (
    CHANCE,
    LEGAL,
    REVEALED,
    UNKNOWN,
    Action,
    Change,
    Lying,
    Verb,
    event_data,
    judge,
)

if TYPE_CHECKING:
    from companion.readings import Reading, TableView
    from companion.referee.places import Places
    from rules import Event, Layout, Match, Seat, Violation, Zone

__all__ = ["Listener"]

_IN_ORDER: Final = frozenset((State.PLAYING, State.OWING))


class Listener(PieceBench):
    """A bench with ears; who has eyes, too, is `companion.referee.session.Session`."""

    def __init__(self, match: Match[Any], places: Places, *, resumed: bool) -> None:
        """Nothing was said yet."""
        super().__init__(match, places, resumed=resumed)
        self._early: dict[str, Reading] = {}
        self._throws = Throws(places)
        self._told_to_wait = False
        self._plain: frozenset[str] = frozenset()  # cells seen bare, or with a card read on them

    def _late(self) -> list[Record]:
        """What pieces said that were laid while the table was still being set up."""
        if self.state in OPENING or self._deaf() or self._stopped():
            return []
        early, self._early = self._early.values(), {}
        said: list[Record] = []
        for reading in early:
            said += self._meant(reading, self.places.zones[reading.cell or ""]) or []
        return said

    def _shown(self, reading: Reading) -> list[Record]:
        zone = self.places.zones.get(reading.cell or "")
        if zone is not None and not zone.strict and self.state is State.SET_UP:
            self._early[reading.tag] = reading
        if zone is not None and zone.dice and self._stopped() and reading.face is Face.TOKEN:
            self._early[reading.tag] = reading  # a result of dice, laid there
            return self._held_back()
        if zone is not None and (meant := self._meant(reading, zone)) is not None:
            return meant
        if reading.face is Face.TOKEN:
            at_play = zone is not None and zone.strict and self.state not in OPENING
            return self._touched(reading, zone) if zone and at_play else []
        control = read_control(reading.card)
        if control is None or (control is Control.PAUSE and self.paused):
            return []
        return self._press(control, zone.owner if zone else "")

    def _touched(self, reading: Reading, zone: Zone) -> list[Record]:
        """A piece laid on the field chooses its cell, unless it travels there on a card.

        One that belongs to a card on the field, or to one that has just left it, is moved aside to
        reach what lies there: that is an answer only where it may be one.
        """
        there = self._lies(reading, self.layout())
        if zone.cell in there:
            return []
        for ply in self.match.plies[-LATELY:]:
            there |= self._lies(reading, self.match.game.layout(ply.before))
        choice = Action("", Verb.CHOOSE, value=zone.cell)
        asked = (replace(choice, seat=seat) for seat in self.match.to_act - {CHANCE})
        aside = any(map(self.places.strict, there))
        if aside and not any(self.match.judge(action).legal for action in asked):
            return []
        return self._say(Verb.CHOOSE, value=zone.cell)

    def _lies(self, reading: Reading, layout: Layout) -> set[str]:
        """Where such a piece lies: of its seat, or of both seats' store."""
        seat, card = self.places.form.owners.get(reading.owner, ""), reading.card
        return {
            cell
            for cell, pile in layout.items()
            if any(each.card == card and seat in ("", each.owner) for each in pile)
        }

    def _meant(self, reading: Reading, zone: Zone) -> list[Record] | None:
        """What the game itself reads in a piece or a control card beside the field, None: nothing.

        A piece that lies as the match has it says nothing; a question of ours is answered first.
        """
        control = read_control(reading.card)
        asked = self.state is State.ASKING and control in (Control.YES, Control.NO)
        if zone.strict or asked or self.state in OPENING or self._deaf():
            return None
        if zone.cell in self._answered:
            return []
        owner = self.places.form.owners.get(reading.owner, zone.owner)
        lying = Lying(reading.card or UNKNOWN, owner)
        verdicts = self._judged((Change(zone.cell, None, lying),))
        if wants_cards(verdicts):
            self._unshown[reading.tag] = reading
            return self._reply(self._with_cards(reading), reading)
        joint = half_said(verdicts)
        if joint or self._one_of_several(zone):
            # Alone it says nothing, or something else than with what lies beside it.
            whole = self._judged(self._together(zone))
            joint, verdicts = (True, whole) if joint or whole else (False, verdicts)
        legal = any(verdict.legal for verdict in verdicts.values())
        # The result of a throw that is not awaited is the one that the match knows already.
        rolls = legal and any(action.verb is Verb.ROLL for action in verdicts)
        if self._lies_as_it_should(lying, zone) and not rolls:
            return []
        if not legal and (len(verdicts) != 1 or control is not None):
            return None
        if joint:
            self._answered.add(zone.cell)
        if joint and self._adds_up(zone) and not legal:  # what it replaces may still be there
            self._halves.note(zone.cell, self.time)
            return []
        self._halves.drop(zone.cell)
        return self._reply(verdicts, reading)

    def _dice(self, view: TableView) -> list[Record]:
        """What dice that have come to rest mean; a throw nobody waits for is no throw."""
        if not view.dice or view.hand or self._deaf() or self.state in OPENING:
            return []
        if self._stopped():
            thrown = any(die.cell in self.places.zones for die in view.dice)
            return self._held_back() if thrown and self._awaits_a_roll() else []
        self._told_to_wait = False
        records: list[Record] = []
        for throw in self._throws.news(view.dice):
            verdicts = self._judged(throw.changes) if throw.changes else {}
            legal = sum(verdict.legal for verdict in verdicts.values())
            if not throw.changes or legal > 1:  # the sides of one that leans may look like two
                if self._awaits_a_roll():  # else what leans there may well be a card
                    unsure = self.record(Kind.DIE_UNSURE, data={"cell": throw.cell})
                    records.append(self.tell(unsure))
                continue
            if legal or (len(verdicts) == 1 and not throw.same):
                records += self._reply(verdicts)
        return records

    def rolled(self, cell: str, seat: Seat) -> str:
        """What a seat's die shows that lies on a place as it counts, "" if none lies there so."""
        game, state, plies = self.match.game, self.match.state, reversed(self.match.plies)
        rolls = (a for a in (p.action for p in plies) if a is not None and a.verb is Verb.ROLL)
        value = next((roll.value for roll in rolls if roll.to == seat), "")
        die = Change(cell, None, Lying(DIE + value, self.places.zones[cell].owner))
        return value if value and not any(game.gestures(state, (die,))) else ""

    def _stopped(self) -> bool:
        """Whether what is thrown waits until hands have done what they owe.

        A tag that something lies on is no difference: it may well have been put right.
        """
        if self.state is not State.OWING or not self.match.game.stops(self.match.state):
            return False
        return not self._plain.isdisjoint(self.papers.owed)

    def half_laid(self) -> frozenset[str]:
        """The places where pieces say half of something, or what is heard when hands are done."""
        waiting = self._early.values() if self._stopped() else ()
        return super().half_laid() | {reading.cell or "" for reading in waiting}

    def _held_back(self) -> list[Record]:
        """Say once that the table comes first; what lies there is heard when it is right."""
        told, self._told_to_wait = self._told_to_wait, True
        return [] if told else [self.tell(self._not_now("table_first"))]

    def _awaits_a_roll(self) -> bool:
        game, state = self.match.game, self.match.state
        return any(action.verb is Verb.ROLL for action in game.legal(state))

    def _gone(self, reading: Reading) -> list[Record]:
        """Nothing counts while the pause card lies there; taking it away ends the pause.

        A piece that was refused is put right so.
        """
        self._marks.discard((reading.card or "", f"{reading.cell} {reading.tag}"))
        self._early.pop(reading.tag, None)
        self._unshown.pop(reading.tag, None)
        pausing = self.paused and read_control(reading.card) is Control.PAUSE
        return self._pause() if pausing else self._lifted(reading)

    def _press(self, control: Control, seat: Seat) -> list[Record]:
        if self.state is State.ENDED:
            return []
        match control:
            case Control.LANGUAGE:
                return [self.record(Kind.LANGUAGE)]
            case Control.REPEAT:
                return [self.record(Kind.REPEATED, about=self.told)] if self.told else []
            case Control.PAUSE:
                return self._pause()
            case Control.WHY:
                return self._why()
        if self._deaf():
            return []
        if self.state in OPENING:
            return [self._not_now("opening")]
        match control:
            case Control.END_TURN:
                return self._say(Verb.PASS, seat, whole=True)
            case Control.READY | Control.DONE:
                return self._say(Verb.READY, seat)
            case Control.UNDO:
                return self._undo(seat)
            case _:
                return self._answer(seat, yes=control is Control.YES)

    def _pause(self) -> list[Record]:
        self.paused = not self.paused
        self.restart_clock()
        if self.paused:
            return [self.record(Kind.PAUSED)]
        return [self.record(Kind.RESUMED), *self._consider()]

    def _say(
        self, verb: Verb, seat: Seat = "", value: str = "", *, whole: bool = False
    ) -> list[Record]:
        """A spoken action, by the seat the card lies before, else by the one who is to move.

        With `whole` the seat says it of everything that is still open to it.
        """
        if self._deaf():
            return []
        acting, last = sorted(self.match.to_act - {CHANCE}), self.last_seat()
        if verb is Verb.PASS and seat == last and seat not in acting:
            return []  # its turn is over already: handing over is only polite
        if not seat and (len(acting) != 1 or (verb is Verb.PASS and last not in acting)):
            return [self._not_now("whose")]
        action = Action(seat or acting[0], verb, value=value)
        if self._loses(action):
            return [self.tell(self._not_now("astray"))]
        if left := self._left_unsaid(action):
            return [*self.accept(Accept((*left, action)), spoken=True), *self._consider()]
        verdict = self.match.judge(action)
        if not verdict.legal:
            if hidden := self.hangs_on():
                return self.hold(hidden)
            violations = verdict.violations
            return [self.tell(self.record(Kind.REFUSED, action=action, violations=violations))]
        actions = (action, *(self._rest_of_turn(action) if whole else ()))
        return [*self.accept(Accept(actions), spoken=True), *self._consider()]

    def _left_unsaid(self, action: Action) -> tuple[Action, ...]:
        """What the seat that acted last declines by leaving the table to the next one's word.

        Where both may act at once nobody leaves the table to anybody.
        """
        game, state, last = self.match.game, self.match.state, self.last_seat()
        decline, left = Action(last, Verb.PASS), 0
        while action.seat not in game.to_act(state) and last in game.to_act(state):
            if judge(game, state, decline) != LEGAL:
                return ()
            state, left = advance(game, state, decline), left + 1
        return (decline,) * left if left and judge(game, state, action).legal else ()

    def _rest_of_turn(self, first: Action) -> tuple[Action, ...]:
        """As often as the seat may say the same again: END TURN declines all that is left."""
        game, state, rest = self.match.game, self.match.state, 0
        state = advance(game, state, first)
        while first.seat in game.to_act(state) and judge(game, state, first) == LEGAL:
            state, rest = advance(game, state, first), rest + 1
        return (first,) * rest

    def _undo(self, seat: Seat) -> list[Record]:
        """Take back the last action that was not chance's, if nothing was revealed since.

        Whose READY stands takes nothing back that another plans meanwhile.
        """
        actions = [p.action for p in self.match.plies]
        while actions and actions[-1] is not None and actions[-1].seat == CHANCE:
            actions.pop()
        if not actions:
            return [self._not_now("nothing_to_undo")]
        final = self._final(seat)
        if final or len(actions) - 1 < self.match.undo_limit():
            data = {} if final else self._stopped_by()
            return [self.record(Kind.NOT_NOW, reason="revealed", violations=final, data=data)]
        if len(actions) - 1 < self.undo_limit():
            return [self._not_now("agreed")]
        return [*self.take_back(len(actions) - 1), *self._consider()]

    def _stopped_by(self) -> dict[str, Any]:
        """What undo stops at, where nothing was revealed: a card that only its seat has seen."""
        match, at = self.match, self.match.undo_limit()
        events = match.plies[at - 1].events if at else ()
        stop = next((n for n, each in enumerate(events) if match.game.reveals(each)), -1)
        if stop < 0 or events[stop].kind == REVEALED:
            return {}
        return {"events": [event_data(_bare(each)) for each in events[: stop + 1]]}

    def _final(self, seat: Seat) -> tuple[Violation, ...]:
        """Why the READY of a seat stands for which another waits still; () if it does not.

        `seat`: "" if nobody knows whose word it is, so that it is about the last action.
        """
        acting = self.match.to_act - {CHANCE}
        for ply in reversed(self.match.plies):
            action = ply.action
            if action is None or action.verb not in (Verb.DECLARE, Verb.READY):
                break
            if action.verb is Verb.READY and seat in ("", action.seat):
                stands = acting and action.seat not in acting
                return self.match.judge(action).violations[:1] if stands else ()
            if not seat:
                break
        return ()

    def _why(self) -> list[Record]:
        if self.reason is None:
            return [self._not_now("no_reason")]
        return [self.record(Kind.EXPLAINED, about=self.reason)]

    def _answer(self, seat: Seat, *, yes: bool) -> list[Record]:
        if self.state is not State.ASKING or not self.options:
            return self._affirm(seat) if yes else self._decline(seat)
        option, *rest = self.options
        if isinstance(option, Correction):
            return self._consent(option, seat, yes=yes)
        answered = self.record(Kind.ANSWERED, reason="yes" if yes else "no")
        if not yes:
            return [answered, *(self.ask(rest) if rest else self.astray())]
        if isinstance(option, TakeBack):
            return [answered, *self.take_back(option.to), *self._consider()]
        return [answered, *self.accept(option)]

    def _consent(self, option: Correction, seat: Seat, *, yes: bool) -> list[Record]:
        """A correction needs the YES of every seat, each on its own place; one NO ends it."""
        if not yes:
            self.options.clear()
            self.proposed = None
            return [self.record(Kind.ANSWERED, reason="no"), *self._consider()]
        if seat not in self.players():
            return [self._not_now("whose")]
        option = replace(option, agreed=option.agreed | {seat})
        data = {"agrees": seat, "waits": option.waits(self.players())}
        answered = self.record(Kind.ANSWERED, reason="yes", data=data)
        if not data["waits"]:
            return [answered, *self.agree_on(option.state, option.text), *self._consider()]
        self.options, self.proposed = [option], option
        return [answered]

    def _asked_again(self, *, said: bool) -> list[Record]:
        """A correction stays a question until it is answered, whatever lay on the table meanwhile.

        Where nothing else was said since, it is as it was; else all are asked anew.
        """
        wanted, last = self.proposed, self.standing
        if wanted is None or self.state not in _IN_ORDER or self.faults or self._deaf():
            return []
        if said or last is None or not last.data.get("correction"):
            return self.ask([replace(wanted, agreed=frozenset())])
        self.options = [wanted]
        self.go(Trigger.UNCLEAR)
        return []

    def _affirm(self, seat: Seat) -> list[Record]:
        """YES where we asked nothing answers what the game asks, as the card on its place does."""
        acting = sorted(self.match.to_act - {CHANCE})
        seat = seat or (acting[0] if len(acting) == 1 else "")
        laid = Change(f"{seat}.control", None, Lying(PREFIX + Control.YES, seat))
        verdicts = self._judged((laid,)) if seat in acting else {}
        legal = any(verdict.legal for verdict in verdicts.values())
        return self._reply(verdicts) if legal else [self._not_now("no_question")]

    def _decline(self, seat: Seat) -> list[Record]:
        """NO where nothing is asked declines one step, if one may be declined."""
        seat = seat or self.last_seat()
        action = Action(seat, Verb.PASS)
        if seat in self.match.to_act and self.match.judge(action) == LEGAL:
            return self._say(Verb.PASS, seat)
        return [self._not_now("no_question")]

    def _not_now(self, reason: str) -> Record:
        return self.record(Kind.NOT_NOW, reason=reason)


def _bare(event: Event) -> Event:
    """An event without the cards it names: only whoever drew them has seen them."""
    return replace(event, card="", to="", number=event.number or len(event.items), items=())
