"""Puts records into words, in one language: the clause's own sentence, and where hands are needed.

Every text is data: the referee's sentences in `companion/texts`, the games' in `card_data`.
A caption names at most one clause in a sentence and the others by id; steps follow, at most
`wording.MAX_STEPS`, so that it can be said aloud in one breath.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.referee.commitments import WRITTEN
from companion.referee.notices import EndReason, Notice, NoticeKind
from companion.referee.words.wording import ASKED, MAX_STEPS, Wording
from rules import CHANCE, LANGUAGES, sentence
from rules.core.event import REVEALED, read_event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rules import Event, Outcome, Seat

_BRACED = re.compile(r"\{(\w+)\}")
_FACTS = frozenset(("card", "to", "items"))
"""Facts that an event told alone has not: they may be secret."""


@dataclass(slots=True)
class Speaker(Wording):
    """The referee's voice for one game; `lang` may change between captions."""

    _says: dict[NoticeKind, Callable[[Notice], str]] = field(init=False)

    def __post_init__(self) -> None:
        """Know what to say for each kind that is more than one fixed sentence."""
        self._says = {
            NoticeKind.MATCH_STARTED: self._started,
            NoticeKind.MATCH_RESUMED: self._resumed,
            NoticeKind.SET_UP_WANTED: self._wanted,
            NoticeKind.SET_UP_READY: self._ready,
            NoticeKind.ACCEPTED: self._accepted,
            NoticeKind.REFUSED: self._refused,
            NoticeKind.QUESTION: self._question,
            NoticeKind.ANSWERED: self._answered,
            NoticeKind.DESYNCED: self._astray,
            NoticeKind.RESYNCED: self._resynced,
            NoticeKind.PUT_BACK: lambda r: self.join(
                self.texts.say("say.put_back"), *self.to_do(r)
            ),
            NoticeKind.TAKEN_BACK: self._taken_back,
            NoticeKind.CORRECTED: self._corrected,
            NoticeKind.REMINDER: self._reminder,
            NoticeKind.TIME_UP: self._time_up,
            NoticeKind.STRAY_CARD: lambda r: self.texts.say(
                "say.stray_card", card=self.card(str(r.data["card"]))
            ),
            NoticeKind.TABLE_FAULT: lambda r: self.join(*map(self.fault, r.faults)),
            NoticeKind.TROUBLE: lambda r: (
                self.texts.say(f"trouble.{r.trouble}") if r.trouble else ""
            ),
            NoticeKind.EXPLAINED: self._explained,
            NoticeKind.REPEATED: lambda r: self.caption(r.about) if r.about else "",
            NoticeKind.NOT_NOW: self._not_now,
            NoticeKind.GAME_ENDED: self._ended,
        }

    def caption(self, record: Notice) -> str:
        """What is said of a record; "" for what needs no words."""
        says = self._says.get(record.kind)
        return says(record) if says else self.texts.say(f"say.{record.kind.value}")

    def next_language(self) -> str:
        """Go on to the next language of `rules.LANGUAGES`."""
        self.lang = LANGUAGES[(LANGUAGES.index(self.lang) + 1) % len(LANGUAGES)]
        return self.lang

    def _not_now(self, record: Notice) -> str:
        """Why a word does nothing: a clause of the game, or a reason of ours."""
        if not record.violations:
            cells = self.cells_in_brief(record.data.get("cells", ()))
            return self._stands(record) or self.texts.say(f"not_now.{record.reason}", cells=cells)
        (violation,) = record.violations
        reason = sentence(self.catalog, violation, self.lang, self.cell)
        return self.texts.say("say.refused", reason=reason, clause=violation.clause)

    def _stands(self, record: Notice) -> str:
        """What can't be taken back, though nothing was revealed; "" where no word says it alone."""
        events = [read_event(data) for data in record.data.get("events", ())]
        event = next((each for each in reversed(events) if self._wording(each)), None)
        wording = self._wording(event) if event else ""
        if event is None or _FACTS & set(_BRACED.findall(wording)):
            return ""
        what, name = self._event(wording, event), self.seat(event.seat)
        if event.seat and not self._begins_with(what, name):
            what = self.texts.say("do.by", seat=name, what=what)
        return self.texts.say("not_now.stands", what=self.begun(what))

    def _turn(self, record: Notice) -> str:
        seats = [s for s in record.to_act if s != CHANCE]
        if not record.next_turn:
            return ""
        if record.action is not None and seats in ([], [record.action.seat]):
            return ""  # it knows that it is at work still; what chance is to do is the game's word
        if not seats:
            return self.begin()
        return self.turns(seats)

    def turns(self, seats: Iterable[Seat]) -> str:
        """Whose turn it is now; where both of two players may act, without their names."""
        acting = list(seats)
        several = "say.turns_both" if self.both(acting) else "say.turns"
        return self.texts.say("say.turn" if len(acting) == 1 else several, seats=self.seats(acting))

    def _started(self, record: Notice) -> str:
        name, seats = self.catalog.names[self.lang], self.seats(record.data["seats"])
        return self.texts.say("say.match_started", game=name, seats=seats)

    def _resumed(self, record: Notice) -> str:
        differing = record.data.get("differing", 0)
        acting = [s for s in record.to_act if s != CHANCE]
        key = "match_resumed" if acting else "match_resumed_chance"
        key = f"{key}_differs" if differing else key
        seats = self.texts.say("name.both") if self.both(acting) else self.seats(acting)
        told = self.texts.say(
            f"say.{key}", turn=self.turn(record.turn), seats=seats, count=self.differ(differing)
        )
        return self.join(told, *self.steps(record.steps))

    def _wanted(self, record: Notice) -> str:
        unseen = record.data.get("unseen", ())
        if record.steps:
            return self.join(self.texts.say("say.set_up_wanted"), *self.steps(record.steps))
        told = self.texts.say("say.set_up_unseen", cells=self.cells(unseen[:MAX_STEPS]))
        more = len(unseen) - MAX_STEPS
        return self.join(told, self.texts.say("count.more", count=more) if more > 0 else "")

    def _ready(self, record: Notice) -> str:
        return self.join(self.texts.say("say.set_up_ready"), self._turn(record))

    def _accepted(self, record: Notice) -> str:
        action = record.action
        if action is None:
            return ""
        name = self.seat(action.seat)
        events = [read_event(data) for data in record.data.get("events", ())]
        by_chance = action.seat == CHANCE
        # What was shuffled before the first frame asks for nothing: the table is to be laid first.
        heard = [e for e in events if e.kind != ASKED] if by_chance and not record.frame else events
        if by_chance and not any(map(self._wording, heard)):
            return ""
        what, *more = self.told(action, events)
        named = by_chance or self._begins_with(what, name)
        key = "say.happened" if named else "say.accepted"
        told = self.texts.say(key, seat=name, what=self.begun(what) if named else what)
        after = [self.texts.say("say.happened", what=self.begun(each)) for each in more]
        doubts = [
            self.texts.say("say.accepted_doubt", seat=name, clause=c, title=self.title(c))
            for c in ([] if record.data.get("trusted") else record.awaits[:1])
        ]
        said = (told, self._early(events), *after, self._written(record), *doubts)
        return self.join(*said, *self.to_do(record), self._turn(record))

    def _written(self, record: Notice) -> str:
        """How many orders a seat has on paper now, "" if it was not about these."""
        count = record.data.get(WRITTEN)
        return "" if count is None else self.texts.say("say.written", count=count)

    def _begins_with(self, what: str, name: str) -> bool:
        """Whether "Red draws a card." says who it was; of Bo "Boar Bough on c4." does not."""
        after = what[len(name) : len(name) + 1]
        if not what.startswith(name) or (after.isascii() and after.isalnum()):
            return False
        cards = (card.names[self.lang] for card in self.catalog.cards.values())
        return not any(len(card) > len(name) and what.startswith(card) for card in cards)

    def _time_up(self, record: Notice) -> str:
        seat = self.seat(record.action.seat if record.action else "")
        told = self.texts.say("say.time_up", seat=seat)
        clause = record.data.get("clause", "")  # older logs have none
        return self.texts.say("say.refused", reason=told, clause=clause) if clause else told

    def _early(self, events: Iterable[Event]) -> str:
        """What the rules say of a card that was turned up before its time, "" if none was."""
        clause = next((e.clause for e in events if e.kind == REVEALED and e.clause), "")
        if not clause:
            return ""
        text = self.catalog.clauses[clause].texts[self.lang]
        return self.texts.say("say.refused", reason=text, clause=clause)

    def _refused(self, record: Notice) -> str:
        if not record.violations:
            return ""
        first, *others = record.violations
        reason = sentence(self.catalog, first, self.lang, self.cell)
        told = [self.texts.say("say.refused", reason=reason, clause=first.clause)]
        also = list(dict.fromkeys(v.clause for v in others if v.clause != first.clause))
        if also:
            told.append(self.texts.say("say.refused_also", clauses=self.texts.listed(also)))
        return self.join(*told, *self.steps(record.steps))

    def _question(self, record: Notice) -> str:
        if record.data.get("take_back"):
            return self._back(record)
        if record.data.get("correction"):
            return self._correction(record)
        would = [map(read_event, events) for events in record.data.get("predicted", ())]
        return self.texts.say("say.question", what=self.actions(record.options[0], would))

    def _back(self, record: Notice) -> str:
        """Whether a move is to be taken back, and which."""
        action = record.action
        if action is None:  # older logs name none
            return self.texts.say("say.question_take_back")
        events = [read_event(data) for data in record.data.get("events", ())]
        what, name = self.told(action, events)[0], self.seat(action.seat)
        if not self._begins_with(what, name):
            what = self.texts.say("do.by", seat=name, what=what)
        return self.texts.say("say.question_take_back_of", what=self.begun(what))

    def _correction(self, record: Notice) -> str:
        """What is to be agreed to: what would lie otherwise, and what would be noted otherwise."""
        told = [self.texts.say("say.question_correction")]
        lines = record.data.get("lines")  # older logs have none
        if record.steps:
            told += [self.texts.say("say.correction_steps"), *self.steps(record.steps)]
        if lines:
            noted = self.texts.sentences["join.comma"].join(lines)
            too = "_too" if record.steps else ""
            told.append(self.texts.say(f"say.correction_lines{too}", lines=noted))
        elif lines is not None and not record.steps:
            told.append(self.texts.say("say.correction_same"))
        return self.join(*told, self.texts.say("say.everybody"))

    def _answered(self, record: Notice) -> str:
        if not record.data.get("agreed"):
            return self.texts.say(f"say.answered_{record.reason}")
        told = self.texts.say("say.agrees", seat=self.seat(record.data["agreed"]))
        waits = record.data["awaiting"]
        more = self.texts.say("say.waits", seats=self.seats(waits)) if waits else ""
        return self.join(told, more)

    def _astray(self, record: Notice) -> str:
        told = self.texts.say("say.desynced", count=self.count(record.steps))
        return self.join(told, *self.steps(record.steps))

    def _resynced(self, record: Notice) -> str:
        """The table matches; what hands are still asked for is asked again."""
        asks = [self.asked(read_event(data)) for data in record.data.get("asks", ())]
        return self.join(self.texts.say("say.resynced"), *asks)

    def asked(self, event: Event) -> str:
        """What hands are asked for, as a sentence."""
        return self.texts.say("say.happened", what=self.begun(self._wording_of(event)))

    def _taken_back(self, record: Notice) -> str:
        told = self.texts.say("say.taken_back")
        if record.steps:
            steps = self.join(*self.steps(record.steps))
            told = self.texts.say("say.taken_back_to_do", steps=steps)
        return self.join(told, self._turn(record))

    def _corrected(self, record: Notice) -> str:
        told = self.texts.say("say.corrected")
        return self.join(told, *self.to_do(record), self._turn(record))

    def _reminder(self, record: Notice) -> str:
        about = record.about
        if about is not None and about.kind is NoticeKind.QUESTION:
            return self.texts.say("say.reminder_question")
        if about is not None and about.kind is NoticeKind.TABLE_FAULT:
            return self.join(*map(self.fault, about.faults))
        if not record.steps:
            return self.caption(about) if about is not None else ""
        told = [self.texts.say("say.reminder"), *self.steps(record.steps)]
        if hidden := record.data.get("hidden"):
            told.append(self.texts.say("say.reminder_hidden", cells=self.cells_in_brief(hidden)))
        return self.join(*told)

    def _explained(self, record: Notice) -> str:
        """The paragraph of the clause that was named first, and its reason if it is a ruling."""
        clause = next((c for c in record.clauses if c in self.catalog.clauses), "")
        if not clause:
            return ""
        known = self.catalog.clauses[clause]
        text = self.join(known.texts[self.lang], known.whys[self.lang])
        title = known.titles[self.lang]
        return self.texts.say("say.explained", clause=clause, title=title, text=text)

    def _ended(self, record: Notice) -> str:
        outcome = record.outcome
        if outcome is None or record.reason != EndReason.RULES:
            lost = "" if record.data.get("resumable", True) else "_unkept"
            return self.texts.say(f"ended.{record.reason}{lost}")
        won = self.texts.say("ended.draw")
        if outcome.winners:
            won = self.texts.say("ended.wins", seats=self.seats(outcome.winners))
        scores = [
            self.texts.say("ended.score", seat=self.seat(seat), points=points)
            for seat, points in outcome.scores.items()
        ]
        told = [won]
        if scores:
            told.append(
                self.texts.say(
                    "ended.scores", scores=self.texts.sentences["join.comma"].join(scores)
                )
            )
        if tie := self.tie(outcome):
            told.append(tie)
        if outcome.clause:
            title = self.title(outcome.clause)
            told.append(self.texts.say("ended.clause", clause=outcome.clause, title=title))
        return self.join(*told)

    def tie(self, outcome: Outcome) -> str:
        """What was looked at where the scores are equal, "" if nothing was."""
        if outcome.tie is None:
            return ""
        counts = [
            self.texts.say("ended.count", seat=self.seat(seat), count=count)
            for seat, count in outcome.counts.items()
        ]
        told = self.texts.sentences["join.comma"].join(counts)
        return self.texts.say(
            "ended.tie" if counts else "ended.tie_bare",
            what=self.begun(self._wording_of(outcome.tie)),
            counts=told,
            clause=outcome.tie.clause,
        )
