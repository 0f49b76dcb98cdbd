"""The speaker: puts notices into one language, with the clause's own sentence and the steps to do.

Every text is data: the referee's sentences in `companion/texts`, the games' in `card_data`. A
caption has the sentence of at most one clause and names the others by id. Steps follow, at most
`wording.MAX_STEPS`, so that a voice can speak the caption in one breath.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from companion.referee.commitments import WRITTEN
from companion.referee.notices import EndReason, Notice, NoticeKind
from companion.referee.words.wording import ASKED, MAX_STEPS, Wording
from rules import CHANCE, LANGUAGES, Event, Outcome, Seat, refusal
from rules.core.event import REVEALED, read_event

_BRACED = re.compile(r"\{(\w+)\}")
_FACTS = frozenset(("card", "to", "items"))
"""Facts that are omitted from a single event, because they may be secret."""


@dataclass(slots=True)
class Speaker(Wording):
    """The referee's voice for one game; `lang` may change between captions."""

    _says: dict[NoticeKind, Callable[[Notice], str]] = field(init=False)

    def __post_init__(self) -> None:
        """Index the wording of each kind that is more than one fixed sentence."""
        self._says = {
            NoticeKind.MATCH_STARTED: self._started,
            NoticeKind.MATCH_RESUMED: self._resumed,
            NoticeKind.SET_UP_WANTED: self._wanted,
            NoticeKind.SET_UP_READY: self._ready,
            NoticeKind.ACCEPTED: self._accepted,
            NoticeKind.REFUSED: self._refused,
            NoticeKind.QUESTION: self._question,
            NoticeKind.ANSWERED: self._answered,
            NoticeKind.DESYNCED: self._desynced,
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

    def caption(self, notice: Notice) -> str:
        """Return the caption of a notice; "" for one that needs no words."""
        says = self._says.get(notice.kind)
        return says(notice) if says else self.texts.say(f"say.{notice.kind.value}")

    def next_language(self) -> str:
        """Switch to the next language of `rules.LANGUAGES`."""
        self.lang = LANGUAGES[(LANGUAGES.index(self.lang) + 1) % len(LANGUAGES)]
        return self.lang

    def _not_now(self, notice: Notice) -> str:
        """Return the reason why a command has no effect: a clause of the game, or a fixed one."""
        if not notice.violations:
            cells = self.cells_in_brief(notice.data.get("cells", ()))
            return self._stands(notice) or self.texts.say(f"not_now.{notice.reason}", cells=cells)
        (violation,) = notice.violations
        reason = refusal(self.catalog, violation, self.cell).render(self.lang)
        return self.texts.say("say.refused", reason=reason, clause=violation.clause)

    def _stands(self, notice: Notice) -> str:
        """Return the sentence on an action that cannot be undone although nothing was revealed.

        It is "" if the event has no wording without facts.
        """
        events = [read_event(data) for data in notice.data.get("events", ())]
        event = next((each for each in reversed(events) if self._wording(each)), None)
        wording = self._wording(event) if event else ""
        if event is None or _FACTS & set(_BRACED.findall(wording)):
            return ""
        what, name = self._event(wording, event), self.seat(event.seat)
        if event.seat and not self._begins_with(what, name):
            what = self.texts.say("do.by", seat=name, what=what)
        return self.texts.say("not_now.stands", what=self.begun(what))

    def _turn(self, notice: Notice) -> str:
        """Return the sentence on the next turn, "" if the turn does not change."""
        seats = [s for s in notice.to_act if s != CHANCE]
        if not notice.next_turn:
            return ""
        if notice.action is not None and seats in ([], [notice.action.seat]):
            return ""  # the seat knows that it continues; the game words the actions of chance
        if not seats:
            return self.begin()
        return self.turns(seats)

    def turns(self, seats: Iterable[Seat]) -> str:
        """Return the sentence on the turn; if both of two players may act, without their names."""
        acting = list(seats)
        several = "say.turns_both" if self.both(acting) else "say.turns"
        return self.texts.say("say.turn" if len(acting) == 1 else several, seats=self.seats(acting))

    def _started(self, notice: Notice) -> str:
        """Return the caption of a match's start."""
        name, seats = self.catalog.names[self.lang], self.seats(notice.data["seats"])
        return self.texts.say("say.match_started", game=name, seats=seats)

    def _resumed(self, notice: Notice) -> str:
        """Return the caption of a resumed match."""
        differing = notice.data.get("differing", 0)
        acting = [s for s in notice.to_act if s != CHANCE]
        key = "match_resumed" if acting else "match_resumed_chance"
        key = f"{key}_differs" if differing else key
        seats = self.texts.say("name.both") if self.both(acting) else self.seats(acting)
        caption = self.texts.say(
            f"say.{key}", turn=self.turn(notice.turn), seats=seats, count=self.differ(differing)
        )
        return self.join(caption, *self.steps(notice.steps))

    def _wanted(self, notice: Notice) -> str:
        """Return the caption that asks for the first layout."""
        unseen = notice.data.get("unseen", ())
        if notice.steps:
            return self.join(self.texts.say("say.set_up_wanted"), *self.steps(notice.steps))
        caption = self.texts.say("say.set_up_unseen", cells=self.cells(unseen[:MAX_STEPS]))
        more = len(unseen) - MAX_STEPS
        return self.join(caption, self.texts.say("count.more", count=more) if more > 0 else "")

    def _ready(self, notice: Notice) -> str:
        """Return the caption of a complete setup."""
        return self.join(self.texts.say("say.set_up_ready"), self._turn(notice))

    def _accepted(self, notice: Notice) -> str:
        """Return the caption of an accepted action and what follows from it."""
        action = notice.action
        if action is None:
            return ""
        name = self.seat(action.seat)
        events = [read_event(data) for data in notice.data.get("events", ())]
        by_chance = action.seat == CHANCE
        # A shuffle before the first frame needs no action: the table has to be set up first.
        heard = [e for e in events if e.kind != ASKED] if by_chance and not notice.frame else events
        if by_chance and not any(map(self._wording, heard)):
            return ""
        what, *more = self.describe(action, events)
        named = by_chance or self._begins_with(what, name)
        key = "say.happened" if named else "say.accepted"
        head = self.texts.say(key, seat=name, what=self.begun(what) if named else what)
        after = [self.texts.say("say.happened", what=self.begun(each)) for each in more]
        doubts = [
            self.texts.say("say.accepted_doubt", seat=name, clause=c, title=self.title(c))
            for c in ([] if notice.data.get("trusted") else notice.awaits[:1])
        ]
        sentences = (head, self._early(events), *after, self._written(notice), *doubts)
        return self.join(*sentences, *self.to_do(notice), self._turn(notice))

    def _written(self, notice: Notice) -> str:
        """Return the number of a seat's orders on paper, "" if the notice is not about them."""
        count = notice.data.get(WRITTEN)
        return "" if count is None else self.texts.say("say.written", count=count)

    def _begins_with(self, what: str, name: str) -> bool:
        """Return True if a sentence names its actor, as "Red draws a card." does.

        For a player called Bo, "Boar Bough on c4." does not.
        """
        after = what[len(name) : len(name) + 1]
        if not what.startswith(name) or (after.isascii() and after.isalnum()):
            return False
        cards = (card.names[self.lang] for card in self.catalog.cards.values())
        return not any(len(card) > len(name) and what.startswith(card) for card in cards)

    def _time_up(self, notice: Notice) -> str:
        """Return the caption of an expired question."""
        seat = self.seat(notice.action.seat if notice.action else "")
        caption = self.texts.say("say.time_up", seat=seat)
        clause = notice.data.get("clause", "")  # older logs have no clause
        return self.texts.say("say.refused", reason=caption, clause=clause) if clause else caption

    def _early(self, events: Iterable[Event]) -> str:
        """Return the rules' sentence on a card turned up too early, "" if there is none."""
        clause = next((e.clause for e in events if e.kind == REVEALED and e.clause), "")
        if not clause:
            return ""
        text = self.catalog.clauses[clause].texts[self.lang]
        return self.texts.say("say.refused", reason=text, clause=clause)

    def _refused(self, notice: Notice) -> str:
        """Return the caption of a refusal."""
        if not notice.violations:
            return ""
        first, *others = notice.violations
        reason = refusal(self.catalog, first, self.cell).render(self.lang)
        sentences = [self.texts.say("say.refused", reason=reason, clause=first.clause)]
        also = list(dict.fromkeys(v.clause for v in others if v.clause != first.clause))
        if also:
            sentences.append(self.texts.say("say.refused_also", clauses=self.texts.listed(also)))
        return self.join(*sentences, *self.steps(notice.steps))

    def _question(self, notice: Notice) -> str:
        """Return the caption of a question."""
        if notice.data.get("take_back"):
            return self._back(notice)
        if notice.data.get("correction"):
            return self._correction(notice)
        would = [map(read_event, events) for events in notice.data.get("predicted", ())]
        return self.texts.say("say.question", what=self.actions(notice.options[0], would))

    def _back(self, notice: Notice) -> str:
        """Return the question about taking back a move."""
        action = notice.action
        if action is None:  # older logs name no move
            return self.texts.say("say.question_take_back")
        events = [read_event(data) for data in notice.data.get("events", ())]
        what, name = self.describe(action, events)[0], self.seat(action.seat)
        if not self._begins_with(what, name):
            what = self.texts.say("do.by", seat=name, what=what)
        return self.texts.say("say.question_take_back_of", what=self.begun(what))

    def _correction(self, notice: Notice) -> str:
        """Return the question about a correction: its steps, and its lines."""
        sentences = [self.texts.say("say.question_correction")]
        lines = notice.data.get("lines")  # older logs have no lines
        if notice.steps:
            sentences += [self.texts.say("say.correction_steps"), *self.steps(notice.steps)]
        if lines:
            listed = self.texts.sentences["join.comma"].join(lines)
            too = "_too" if notice.steps else ""
            sentences.append(self.texts.say(f"say.correction_lines{too}", lines=listed))
        elif lines is not None and not notice.steps:
            sentences.append(self.texts.say("say.correction_same"))
        return self.join(*sentences, self.texts.say("say.everybody"))

    def _answered(self, notice: Notice) -> str:
        """Return the caption of an answer."""
        if not notice.data.get("agreed"):
            return self.texts.say(f"say.answered_{notice.reason}")
        caption = self.texts.say("say.agrees", seat=self.seat(notice.data["agreed"]))
        awaiting = notice.data["awaiting"]
        more = self.texts.say("say.waits", seats=self.seats(awaiting)) if awaiting else ""
        return self.join(caption, more)

    def _desynced(self, notice: Notice) -> str:
        """Return the caption of a table that nothing explains."""
        caption = self.texts.say("say.desynced", count=self.count(notice.steps))
        return self.join(caption, *self.steps(notice.steps))

    def _resynced(self, notice: Notice) -> str:
        """Return the caption of a table that matches again, with what the game still asks."""
        asks = [self.asked(read_event(data)) for data in notice.data.get("asks", ())]
        return self.join(self.texts.say("say.resynced"), *asks)

    def asked(self, event: Event) -> str:
        """Return what the game asks of players, as a sentence."""
        return self.texts.say("say.happened", what=self.begun(self._wording_of(event)))

    def _taken_back(self, notice: Notice) -> str:
        """Return the caption of an undone move."""
        caption = self.texts.say("say.taken_back")
        if notice.steps:
            steps = self.join(*self.steps(notice.steps))
            caption = self.texts.say("say.taken_back_to_do", steps=steps)
        return self.join(caption, self._turn(notice))

    def _corrected(self, notice: Notice) -> str:
        """Return the caption of a corrected position."""
        caption = self.texts.say("say.corrected")
        return self.join(caption, *self.to_do(notice), self._turn(notice))

    def _reminder(self, notice: Notice) -> str:
        """Return the caption of a reminder."""
        about = notice.about
        if about is not None and about.kind is NoticeKind.QUESTION:
            return self.texts.say("say.reminder_question")
        if about is not None and about.kind is NoticeKind.TABLE_FAULT:
            return self.join(*map(self.fault, about.faults))
        if not notice.steps:
            return self.caption(about) if about is not None else ""
        sentences = [self.texts.say("say.reminder"), *self.steps(notice.steps)]
        if hidden := notice.data.get("hidden"):
            sentences.append(
                self.texts.say("say.reminder_hidden", cells=self.cells_in_brief(hidden))
            )
        return self.join(*sentences)

    def _explained(self, notice: Notice) -> str:
        """Return the paragraph of the first named clause, with its reason if it is a ruling."""
        clause = next((c for c in notice.clauses if c in self.catalog.clauses), "")
        if not clause:
            return ""
        known = self.catalog.clauses[clause]
        text = self.join(known.texts[self.lang], known.whys[self.lang])
        title = known.titles[self.lang]
        return self.texts.say("say.explained", clause=clause, title=title, text=text)

    def _ended(self, notice: Notice) -> str:
        """Return the caption of a match's end."""
        outcome = notice.outcome
        if outcome is None or notice.reason != EndReason.RULES:
            lost = "" if notice.data.get("resumable", True) else "_unkept"
            return self.texts.say(f"ended.{notice.reason}{lost}")
        won = self.texts.say("ended.draw")
        if outcome.winners:
            won = self.texts.say("ended.wins", seats=self.seats(outcome.winners))
        scores = [
            self.texts.say("ended.score", seat=self.seat(seat), points=points)
            for seat, points in outcome.scores.items()
        ]
        sentences = [won]
        if scores:
            sentences.append(
                self.texts.say(
                    "ended.scores", scores=self.texts.sentences["join.comma"].join(scores)
                )
            )
        if tie := self.tie(outcome):
            sentences.append(tie)
        if outcome.clause:
            title = self.title(outcome.clause)
            sentences.append(self.texts.say("ended.clause", clause=outcome.clause, title=title))
        return self.join(*sentences)

    def tie(self, outcome: Outcome) -> str:
        """Return how equal scores were resolved, "" if they were not."""
        if outcome.tie is None:
            return ""
        counts = [
            self.texts.say("ended.count", seat=self.seat(seat), count=count)
            for seat, count in outcome.counts.items()
        ]
        listed = self.texts.sentences["join.comma"].join(counts)
        return self.texts.say(
            "ended.tie" if counts else "ended.tie_bare",
            what=self.begun(self._wording_of(outcome.tie)),
            counts=listed,
            clause=outcome.tie.clause,
        )
