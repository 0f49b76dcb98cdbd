"""Puts records into words, in one language: the clause's own sentence, and where hands are needed.

Every text is data: the referee's sentences in `companion/texts`, the games' in `card_data`.
A caption names at most one clause in a sentence and the others by id; steps follow, at most
`MAX_STEPS`, so that it can be said aloud in one breath.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING

from companion.referee.records import Kind, Reason, Record
from companion.referee.steps import Do, Step
from companion.referee.table import FaultKind, TableFault
from companion.texts import Texts, load_texts
from rules import (
    CHANCE,
    LANGUAGES,
    REVEALED,
    UNKNOWN,
    Action,
    Facing,
    Lying,
    Seat,
    Verb,
    read_event,
    sentence,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rules import Catalog, Event

__all__ = ["MAX_STEPS", "Speaker"]

MAX_STEPS = 3
"""Steps told in one caption; how many more there are is said as a number."""
MOST_TOLD = 5
"""What an action was and what followed, at most; the page shows the rest."""

_HAN_GAP = re.compile(r"(?<=[\u3001-\u30ff\u3400-\u9fff]) (?=[\u3001-\u30ff\u3400-\u9fff])")
"""A space that a fact's place in a sentence leaves between two East Asian characters."""
_BY_HAND = frozenset((Verb.PLACE, Verb.MOVE, Verb.SWAP, Verb.FLIP, Verb.TURN, Verb.REMOVE))
_ZONES = ("discard", "deck", "hand", "control")


@dataclass(slots=True)
class Speaker:
    """The referee's voice for one game; `lang` may change between captions."""

    catalog: Catalog
    lang: str = "en"
    mat: str = ""
    _says: dict[Kind, Callable[[Record], str]] = field(init=False)

    def __post_init__(self) -> None:
        """Know what to say for each kind that is more than one fixed sentence."""
        self._says = {
            Kind.MATCH_STARTED: self._started,
            Kind.MATCH_RESUMED: self._resumed,
            Kind.SET_UP_WANTED: self._wanted,
            Kind.SET_UP_READY: self._ready,
            Kind.ACCEPTED: self._accepted,
            Kind.REFUSED: self._refused,
            Kind.QUESTION: self._question,
            Kind.ANSWERED: lambda r: self._texts.say(f"say.answered_{r.reason}"),
            Kind.OUT_OF_STEP: self._astray,
            Kind.PUT_BACK: lambda r: self._join(self._texts.say("say.put_back"), *self._to_do(r)),
            Kind.TAKEN_BACK: self._taken_back,
            Kind.CORRECTED: self._corrected,
            Kind.REMINDER: self._reminder,
            Kind.TIME_UP: lambda r: (
                self._texts.say("say.time_up", seat=self.seat(r.action.seat)) if r.action else ""
            ),
            Kind.STRAY_CARD: lambda r: self._texts.say(
                "say.stray_card", card=self.card(str(r.data["card"]))
            ),
            Kind.TABLE_FAULT: lambda r: self._join(*map(self.fault, r.faults)),
            Kind.TROUBLE: lambda r: self._texts.say(f"trouble.{r.trouble}") if r.trouble else "",
            Kind.EXPLAINED: self._explained,
            Kind.REPEATED: lambda r: self.caption(r.about) if r.about else "",
            Kind.NOT_NOW: lambda r: self._texts.say(f"not_now.{r.reason}"),
            Kind.GAME_ENDED: self._ended,
        }

    def caption(self, record: Record) -> str:
        """What is said of a record; "" for what needs no words."""
        says = self._says.get(record.kind)
        told = says(record) if says else self._texts.say(f"say.{record.kind.value}")
        return _HAN_GAP.sub("", told)

    def next_language(self) -> str:
        """Go on to the next language of `rules.LANGUAGES`."""
        self.lang = LANGUAGES[(LANGUAGES.index(self.lang) + 1) % len(LANGUAGES)]
        return self.lang

    @property
    def _texts(self) -> Texts:
        return load_texts(self.lang)

    def _join(self, *sentences: str) -> str:
        return self._texts.together(list(sentences))

    # Names.

    def seat(self, seat: Seat) -> str:
        """A seat's name."""
        names = self.catalog.seat_names.get(seat)
        return names[self.lang] if names else seat

    def _seats(self, seats: Iterable[Seat]) -> str:
        return self._texts.listed([self.seat(s) for s in seats])

    def card(self, card: str) -> str:
        """A card's name, as it stands in a sentence."""
        known = self.catalog.cards.get(card)
        if known is None:
            return self._texts.say("name.hidden") if card in ("", UNKNOWN) else card
        return self._texts.say("name.card", name=known.names[self.lang])

    def cell(self, cell: str) -> str:
        """A cell's name; zones of a seat are told in words, the game's or ours."""
        seat, _, zone = cell.partition(".")
        stem = zone.rstrip("0123456789")
        own = self.catalog.says.get(f"at_{stem}") if seat in self.catalog.seat_names else None
        if own is not None:
            return own[self.lang].format(seat=self.seat(seat), number=zone[len(stem) :])
        if zone in _ZONES and seat in self.catalog.seat_names:
            return self._texts.say(f"name.{zone}", seat=self.seat(seat))
        return cell

    def _cells(self, cells: Iterable[str]) -> str:
        return self._texts.listed([self.cell(c) for c in cells])

    def _title(self, clause: str) -> str:
        known = self.catalog.clauses.get(clause)
        return known.titles[self.lang] if known else clause

    def _count(self, steps: tuple[Step, ...]) -> str:
        count = len({cell for step in steps for cell in step.cells})
        return self._texts.say("count.one" if count == 1 else "count.many", count=count)

    # Actions, steps, faults.

    def told(self, action: Action, events: Iterable[Event]) -> tuple[str, ...]:
        """What an action was and what it brought about, as the game words its events.

        The first wording is the action's; one event of a kind is told, hands see to the rest; but
        every face that was turned up.
        """
        worded: dict[str, tuple[Event, str]] = {}
        for event in events:
            wording = self._wording(event)
            key = f"{event.kind} {event.cell if event.kind == REVEALED else ''}"
            if wording and key not in worded:
                worded[key] = event, self._event(wording, event)
        first = next((k for k, (event, _) in worded.items() if _restates(event, action)), "")
        said = next(iter(worded), "")
        if said and not first and action.verb not in _BY_HAND:
            choice = action.verb is Verb.CHOOSE or action.seat == CHANCE
            first = said if choice or worded[said][0].seat == action.seat else ""
        head = worded.pop(first)[1] if first else self.action(action)
        return (head, *(told for _, told in worded.values()))[:MOST_TOLD]

    def _begun(self, text: str) -> str:
        """The beginning of a sentence, in a language that marks it."""
        return text[:1].upper() + text[1:] if self.lang == "en" else text

    def _wording(self, event: Event) -> str:
        """How the game words an event: by its value, where nobody is concerned, or by its kind."""
        nobody = "" if event.seat else f"{event.kind}_nobody"
        keys = (f"{event.kind}_{event.value}", nobody, event.kind)
        found = next((self.catalog.says[key] for key in keys if key in self.catalog.says), None)
        return found[self.lang] if found else ""

    def _event(self, wording: str, event: Event) -> str:
        return wording.format(
            card=self.card(event.card),
            cell=self.cell(event.cell),
            to=self.cell(event.to),
            number=event.number,
            value=self._named(event.value),
            seat=self.seat(event.seat),
        )

    def action(self, action: Action) -> str:
        """What a hand or a voice did, without saying whose."""
        key = action.verb.value
        if action.verb is Verb.PLACE and action.facing is Facing.DOWN:
            key = "place_down"
        elif action.verb is Verb.PLACE and action.turn:
            key = "place_turned"
        return self._texts.say(
            f"do.{key}",
            card=self.card(action.card),
            cell=self.cell(action.at or action.to),
            to=self.cell(action.to),
            value=self._value(action),
        )

    def _value(self, action: Action) -> str:
        if not action.value:
            return self._texts.listed([self._named(card) for card in action.also])
        return self._named(action.value)

    def _named(self, value: str) -> str:
        """A value in words: a card, a seat or one of the game's terms."""
        if value in self.catalog.cards or value == UNKNOWN:
            return self.card(value)
        term = self.catalog.terms.get(value)
        return term[self.lang] if term else self.seat(value)

    def _actions(self, actions: tuple[Action, ...], would: Iterable[Iterable[Event]]) -> str:
        """Actions that may have happened, each by the first of its wordings."""
        told = [
            self._texts.say("do.by", seat=self.seat(a.seat), what=self.told(a, events)[0])
            for a, events in zip_longest(actions, would, fillvalue=())
            if isinstance(a, Action) and a.seat != CHANCE
        ]
        return self._texts.sentences["do.then"].join(told)

    def _steps(self, steps: tuple[Step, ...]) -> list[str]:
        takes = [s for s in steps if s.do is Do.TAKE and "." not in s.cell]
        told = []
        if len(takes) > 1:
            told.append(self._texts.say("step.take_many", cells=self._cells(s.cell for s in takes)))
            steps = tuple(s for s in steps if s not in takes)
        told += [self.step(step) for step in steps[: MAX_STEPS - len(told)]]
        more = len(steps) - (MAX_STEPS - (1 if len(takes) > 1 else 0))
        return [*told, self._texts.say("count.more", count=more)] if more > 0 else told

    def step(self, step: Step) -> str:
        """What a hand has to do, as a sentence."""
        return self._texts.say(
            f"step.{step.do.value}",
            card=self._lying(step.lying),
            cell=self.cell(step.cell),
            to=self.cell(step.to),
            wrong=self._lying(step.wrong) if step.wrong else "",
        )

    def _lying(self, lying: Lying) -> str:
        card = self.card(lying.card)
        if not lying.owner:
            return card
        return self._texts.say("name.of_seat", seat=self.seat(lying.owner), card=card)

    def _to_do(self, record: Record) -> list[str]:
        """The steps after "still to do", nothing if there are none."""
        if not record.steps:
            return []
        return [self._texts.say("say.still"), *self._steps(record.steps)]

    def fault(self, fault: TableFault) -> str:
        """What is wrong with the paper, and what to do."""
        key = fault.kind.value
        if fault.kind is FaultKind.DUPLICATE and len(fault.cells) == 1:
            key = "duplicate_beside"
        name = fault.card if fault.kind is FaultKind.WRONG_MAT else self.card(fault.card)
        return self._texts.say(
            f"fault.{key}", card=name, cells=self._cells(fault.cells), mat=self.mat
        )

    # Kinds.

    def _turn(self, record: Record) -> str:
        seats = [s for s in record.to_act if s != CHANCE]
        if not record.next_turn:
            return ""
        if record.action is not None and seats in ([], [record.action.seat]):
            return ""  # it knows that it is at work still; what chance is to do is the game's word
        if not seats:
            own = self.catalog.says.get("begin")
            return own[self.lang] if own else self._texts.say("say.begin")
        return self._texts.say(
            "say.turn" if len(seats) == 1 else "say.turns", seats=self._seats(seats)
        )

    def _started(self, record: Record) -> str:
        name, seats = self.catalog.names[self.lang], self._seats(record.data["seats"])
        return self._texts.say("say.match_started", game=name, seats=seats)

    def _resumed(self, record: Record) -> str:
        key = "match_resumed_differs" if record.steps else "match_resumed"
        seats = self._seats(s for s in record.to_act if s != CHANCE)
        count = self._count(record.steps) if record.steps else ""
        told = self._texts.say(f"say.{key}", turn=record.turn, seats=seats, count=count)
        return self._join(told, *self._steps(record.steps))

    def _wanted(self, record: Record) -> str:
        unseen = record.data.get("unseen", ())
        if record.steps:
            return self._join(self._texts.say("say.set_up_wanted"), *self._steps(record.steps))
        told = self._texts.say("say.set_up_unseen", cells=self._cells(unseen[:MAX_STEPS]))
        more = len(unseen) - MAX_STEPS
        return self._join(told, self._texts.say("count.more", count=more) if more > 0 else "")

    def _ready(self, record: Record) -> str:
        return self._join(self._texts.say("say.set_up_ready"), self._turn(record))

    def _accepted(self, record: Record) -> str:
        action = record.action
        if action is None:
            return ""
        name = self.seat(action.seat)
        events = [read_event(data) for data in record.data.get("events", ())]
        by_chance = action.seat == CHANCE
        if by_chance and not any(map(self._wording, events)):
            return ""
        what, *more = self.told(action, events)
        key = "say.happened" if by_chance else "say.accepted"
        told = self._texts.say(key, seat=name, what=self._begun(what) if by_chance else what)
        after = [self._texts.say("say.happened", what=self._begun(each)) for each in more]
        doubts = [
            self._texts.say("say.accepted_doubt", seat=name, clause=c, title=self._title(c))
            for c in record.awaits[:1]
        ]
        return self._join(told, *after, *doubts, *self._to_do(record), self._turn(record))

    def _refused(self, record: Record) -> str:
        if not record.violations:
            return ""
        first, *others = record.violations
        reason = sentence(self.catalog, first, self.lang)
        told = [self._texts.say("say.refused", reason=reason, clause=first.clause)]
        also = list(dict.fromkeys(v.clause for v in others if v.clause != first.clause))
        if also:
            told.append(self._texts.say("say.refused_also", clauses=self._texts.listed(also)))
        return self._join(*told, *self._steps(record.steps))

    def _question(self, record: Record) -> str:
        if record.data.get("take_back"):
            return self._texts.say("say.question_take_back")
        if record.data.get("correction"):
            return self._texts.say("say.question_correction")
        would = [map(read_event, events) for events in record.data.get("would", ())]
        return self._texts.say("say.question", what=self._actions(record.options[0], would))

    def _astray(self, record: Record) -> str:
        told = self._texts.say("say.out_of_step", count=self._count(record.steps))
        return self._join(told, *self._steps(record.steps))

    def _taken_back(self, record: Record) -> str:
        told = self._texts.say("say.taken_back", turn=record.turn)
        return self._join(told, *self._to_do(record), self._turn(record))

    def _corrected(self, record: Record) -> str:
        told = self._texts.say("say.corrected")
        return self._join(told, *self._to_do(record), self._turn(record))

    def _reminder(self, record: Record) -> str:
        about = record.about
        if about is not None and about.kind is Kind.QUESTION:
            return self._texts.say("say.reminder_question")
        if about is not None and about.kind is Kind.TABLE_FAULT:
            return self._join(*map(self.fault, about.faults))
        if not record.steps:
            return self.caption(about) if about is not None else ""
        return self._join(self._texts.say("say.reminder"), *self._steps(record.steps))

    def _explained(self, record: Record) -> str:
        """The paragraph of the clause that was named first, and its reason if it is a ruling."""
        clause = next((c for c in record.clauses if c in self.catalog.clauses), "")
        if not clause:
            return ""
        known = self.catalog.clauses[clause]
        text = self._join(known.texts[self.lang], known.whys[self.lang])
        title = known.titles[self.lang]
        return self._texts.say("say.explained", clause=clause, title=title, text=text)

    def _ended(self, record: Record) -> str:
        outcome = record.outcome
        if outcome is None or record.reason != Reason.RULES:
            return self._texts.say(f"ended.{record.reason}")
        won = self._texts.say("ended.draw")
        if outcome.winners:
            won = self._texts.say("ended.wins", seats=self._seats(outcome.winners))
        scores = [
            self._texts.say("ended.score", seat=self.seat(seat), points=points)
            for seat, points in outcome.scores.items()
        ]
        told = [won]
        if scores:
            told.append(
                self._texts.say(
                    "ended.scores", scores=self._texts.sentences["join.comma"].join(scores)
                )
            )
        if outcome.clause:
            title = self._title(outcome.clause)
            told.append(self._texts.say("ended.clause", clause=outcome.clause, title=title))
        return self._join(*told)


def _restates(event: Event, action: Action) -> bool:
    """Whether an event is the action itself, as the game words it: this card, on this place.

    An event without a place is, too, if it is about the actor and no other card.
    """
    card = not action.card or event.card == action.card
    if not event.cell and not event.to:
        return card and event.seat == action.seat and action.verb in _BY_HAND
    card = card or event.card == UNKNOWN
    return card and bool({event.cell, event.to} & ({action.at, action.to} - {""}))
