"""The speaker: renders notices in one language, with the clause's sentence and the next steps.

Every text is data: the referee's sentences in `companion/texts`, the games' in `card_data`. A
caption has the sentence of at most one clause and names the others by id. Then follow at most
`wording.MAX_STEPS` steps, so that a voice can speak the caption in one breath.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from companion.referee.commitments import WRITTEN
from companion.referee.notices import EndReason, Notice, NoticeKind
from companion.referee.words.wording import ASKED, MAX_STEPS, Wording
from rules import CHANCE, LANGUAGES, Event, Message, Outcome, Seat, refusal
from rules.catalog.tables import facts_of
from rules.core.event import REVEALED, read_event
from rules.messages.message import Text, listed, render, together

_FACTS = frozenset(("card", "to", "items"))
"""Facts that may be secret; an event whose wording needs one of them is not described."""


@dataclass(slots=True)
class Speaker(Wording):
    """The referee's voice for one game; `lang` may change between captions."""

    _says: dict[NoticeKind, Callable[[Notice], Text]] = field(init=False)

    def __post_init__(self) -> None:
        """Map each kind of notice with more than one fixed sentence to its method."""
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
            NoticeKind.PUT_BACK: lambda r: together(
                Message("referee.say.put_back"), *self.to_do(r)
            ),
            NoticeKind.TAKEN_BACK: self._taken_back,
            NoticeKind.CORRECTED: self._corrected,
            NoticeKind.REMINDER: self._reminder,
            NoticeKind.TIME_UP: self._time_up,
            NoticeKind.STRAY_CARD: lambda r: Message(
                "referee.say.stray_card", card=self.card(str(r.data["card"]))
            ),
            NoticeKind.TABLE_FAULT: lambda r: together(*map(self.fault, r.faults)),
            NoticeKind.TROUBLE: lambda r: (
                Message(f"referee.trouble.{r.trouble}") if r.trouble else ""
            ),
            NoticeKind.EXPLAINED: self._explained,
            NoticeKind.REPEATED: lambda r: self._message(r.about) if r.about else "",
            NoticeKind.NOT_NOW: self._not_now,
            NoticeKind.GAME_ENDED: self._ended,
        }

    def caption(self, notice: Notice) -> str:
        """Return the caption of a notice, or "" for one that needs no words."""
        return render(self._message(notice), self.lang)

    def _message(self, notice: Notice) -> Text:
        says = self._says.get(notice.kind)
        return says(notice) if says else Message(f"referee.say.{notice.kind.value}")

    def next_language(self) -> str:
        """Switch to the next language of `rules.LANGUAGES`."""
        self.lang = LANGUAGES[(LANGUAGES.index(self.lang) + 1) % len(LANGUAGES)]
        return self.lang

    def _not_now(self, notice: Notice) -> Text:
        """Return the reason why a command has no effect: a game's clause or a fixed sentence."""
        if not notice.violations:
            cells = self.cells_in_brief(notice.data.get("cells", ()))
            return self._stands(notice) or Message(f"referee.not_now.{notice.reason}", cells=cells)
        (violation,) = notice.violations
        reason = refusal(self.catalog, violation, self.cell)
        return Message("referee.say.refused", reason=reason, clause=violation.clause)

    def _stands(self, notice: Notice) -> Text:
        """Return the sentence about an action that cannot be undone although nothing was revealed.

        It is "" if the event has no wording without secret facts.
        """
        events = [read_event(data) for data in notice.data.get("events", ())]
        event = next((each for each in reversed(events) if self._wording(each)), None)
        if event is None or _FACTS & facts_of(self._wording(event)[self.lang]):
            return ""
        what = self._of_actor(self._wording_of(event), event.seat)
        return Message("referee.not_now.stands", what=what)

    def _of_actor(self, what: str, seat: Seat) -> str:
        """Return an action's words, capitalised and with the name of its actor, if it has one."""
        name = self.seat(seat)
        if seat and not self._begins_with(what, name):
            what = Message("referee.do.by", seat=name, what=what).render(self.lang)
        return self.begun(what)

    def _turn(self, notice: Notice) -> Text:
        """Return the sentence about the next turn, or "" if the turn does not change."""
        seats = [s for s in notice.to_act if s != CHANCE]
        if not notice.next_turn:
            return ""
        if notice.action is not None and seats in ([], [notice.action.seat]):
            return ""  # the seat knows that its turn continues; the game describes chance's actions
        if not seats:
            return self.begin()
        return self.turns(seats)

    def turns(self, seats: Iterable[Seat]) -> Message:
        """Return the sentence about whose turn it is, without names if both players may act."""
        acting = list(seats)
        key = "referee.say.turns_both" if self.both(acting) else "referee.say.turns"
        key = "referee.say.turn" if len(acting) == 1 else key
        return Message(key, seats=self.seats(acting))

    def _started(self, notice: Notice) -> Message:
        """Return the caption of a match's start."""
        seats = self.seats(notice.data["seats"])
        return Message("referee.say.match_started", game=self.catalog.names, seats=seats)

    def _resumed(self, notice: Notice) -> Message:
        """Return the caption of a resumed match."""
        differing = notice.data.get("differing", 0)
        acting = [s for s in notice.to_act if s != CHANCE]
        key = "referee.say.match_resumed" if acting else "referee.say.match_resumed_chance"
        if differing:
            key = "referee.say.match_resumed_differs"
            key = key if acting else "referee.say.match_resumed_chance_differs"
        seats: Text = Message("referee.name.both") if self.both(acting) else self.seats(acting)
        turn, count = self.turn(notice.turn), self.differ(differing)
        caption = Message(key, turn=turn, seats=seats, count=count)
        return together(caption, *self.steps(notice.steps))

    def _wanted(self, notice: Notice) -> Message:
        """Return the caption that asks for the first layout."""
        unseen = notice.data.get("unseen", ())
        if notice.steps:
            return together(Message("referee.say.set_up_wanted"), *self.steps(notice.steps))
        caption = Message("referee.say.set_up_unseen", cells=self.cells(unseen[:MAX_STEPS]))
        more = len(unseen) - MAX_STEPS
        return together(caption, Message("referee.count.more", count=more) if more > 0 else "")

    def _ready(self, notice: Notice) -> Message:
        """Return the caption of a complete setup."""
        return together(Message("referee.say.set_up_ready"), self._turn(notice))

    def _accepted(self, notice: Notice) -> Text:
        """Return the caption of an accepted action and what follows from it."""
        action = notice.action
        if action is None:
            return ""
        name = self.seat(action.seat)
        events = [read_event(data) for data in notice.data.get("events", ())]
        by_chance = action.seat == CHANCE
        # A shuffle before the first frame needs no action: players must set up the table first.
        heard = [e for e in events if e.kind != ASKED] if by_chance and not notice.frame else events
        if by_chance and not any(map(self._wording, heard)):
            return ""
        what, *more = self.describe(action, events)
        named = by_chance or self._begins_with(what, name)
        key = "referee.say.happened" if named else "referee.say.accepted"
        head = Message(key, seat=name, what=self.begun(what) if named else what)
        after = [Message("referee.say.happened", what=self.begun(each)) for each in more]
        doubts = [
            Message("referee.say.accepted_doubt", seat=name, clause=c, title=self.title(c))
            for c in ([] if notice.data.get("trusted") else notice.awaits[:1])
        ]
        sentences = (head, self._early(events), *after, self._written(notice), *doubts)
        return together(*sentences, *self.to_do(notice), self._turn(notice))

    def _written(self, notice: Notice) -> Text:
        """Return the sentence that counts a seat's written orders, or "" if none are counted."""
        count = notice.data.get(WRITTEN)
        return "" if count is None else Message("referee.say.written", count=count)

    def _begins_with(self, what: str, name: str) -> bool:
        """Return True if a sentence names its actor, as "Red draws a card." does.

        "Boar Bough on c4." does not name a player called Bo.
        """
        after = what[len(name) : len(name) + 1]
        if not what.startswith(name) or (after.isascii() and after.isalnum()):
            return False
        cards = (card.names[self.lang] for card in self.catalog.cards.values())
        return not any(len(card) > len(name) and what.startswith(card) for card in cards)

    def _time_up(self, notice: Notice) -> Message:
        """Return the caption of an expired question."""
        seat = self.seat(notice.action.seat if notice.action else "")
        caption = Message("referee.say.time_up", seat=seat)
        clause = notice.data.get("clause", "")  # older logs have no clause
        return Message("referee.say.refused", reason=caption, clause=clause) if clause else caption

    def _early(self, events: Iterable[Event]) -> Text:
        """Return the rules' sentence on a card turned up too early, or "" if there is none."""
        clause = next((e.clause for e in events if e.kind == REVEALED and e.clause), "")
        if not clause:
            return ""
        text = self.catalog.clauses[clause].texts
        return Message("referee.say.refused", reason=text, clause=clause)

    def _refused(self, notice: Notice) -> Text:
        """Return the caption of a refusal."""
        if not notice.violations:
            return ""
        first, *others = notice.violations
        reason = refusal(self.catalog, first, self.cell)
        sentences = [Message("referee.say.refused", reason=reason, clause=first.clause)]
        also = list(dict.fromkeys(v.clause for v in others if v.clause != first.clause))
        if also:
            sentences.append(Message("referee.say.refused_also", clauses=listed(also, "list")))
        return together(*sentences, *self.steps(notice.steps))

    def _question(self, notice: Notice) -> Message:
        """Return the caption of a question."""
        if notice.data.get("take_back"):
            return self._back(notice)
        if notice.data.get("correction"):
            return self._correction(notice)
        would = [map(read_event, events) for events in notice.data.get("predicted", ())]
        return Message("referee.say.question", what=self.actions(notice.options[0], would))

    def _back(self, notice: Notice) -> Message:
        """Return the question that asks whether a move was taken back."""
        action = notice.action
        if action is None:  # older logs name no move
            return Message("referee.say.question_take_back")
        events = [read_event(data) for data in notice.data.get("events", ())]
        what = self._of_actor(self.describe(action, events)[0], action.seat)
        return Message("referee.say.question_take_back_of", what=what)

    def _correction(self, notice: Notice) -> Message:
        """Return the question about a correction: its steps and its changed lines."""
        sentences = [Message("referee.say.question_correction")]
        lines = notice.data.get("lines")  # older logs have no lines
        if notice.steps:
            sentences += [Message("referee.say.correction_steps"), *self.steps(notice.steps)]
        if lines:
            too = "referee.say.correction_lines_too"
            key = too if notice.steps else "referee.say.correction_lines"
            sentences.append(Message(key, lines=Message("comma", words=lines)))
        elif lines is not None and not notice.steps:
            sentences.append(Message("referee.say.correction_same"))
        return together(*sentences, Message("referee.say.everybody"))

    def _answered(self, notice: Notice) -> Message:
        """Return the caption of an answer."""
        if not notice.data.get("agreed"):
            return Message(f"referee.say.answered_{notice.reason}")
        caption = Message("referee.say.agrees", seat=self.seat(notice.data["agreed"]))
        awaiting = notice.data["awaiting"]
        more = Message("referee.say.waits", seats=self.seats(awaiting)) if awaiting else ""
        return together(caption, more)

    def _desynced(self, notice: Notice) -> Message:
        """Return the caption for a table that no actions explain."""
        caption = Message("referee.say.desynced", count=self.count(notice.steps))
        return together(caption, *self.steps(notice.steps))

    def _resynced(self, notice: Notice) -> Message:
        """Return the caption for a table that matches again, with the game's open requests."""
        asks = [self.asked(read_event(data)) for data in notice.data.get("asks", ())]
        return together(Message("referee.say.resynced"), *asks)

    def asked(self, event: Event) -> Message:
        """Return the game's request to the players, as a sentence."""
        return Message("referee.say.happened", what=self.begun(self._wording_of(event)))

    def _taken_back(self, notice: Notice) -> Message:
        """Return the caption of an undone move."""
        caption = Message("referee.say.taken_back")
        if notice.steps:
            steps = together(*self.steps(notice.steps))
            caption = Message("referee.say.taken_back_to_do", steps=steps)
        return together(caption, self._turn(notice))

    def _corrected(self, notice: Notice) -> Message:
        """Return the caption of a corrected position."""
        return together(Message("referee.say.corrected"), *self.to_do(notice), self._turn(notice))

    def _reminder(self, notice: Notice) -> Text:
        """Return the caption of a reminder."""
        about = notice.about
        if about is not None and about.kind is NoticeKind.QUESTION:
            return Message("referee.say.reminder_question")
        if about is not None and about.kind is NoticeKind.TABLE_FAULT:
            return together(*map(self.fault, about.faults))
        if not notice.steps:
            return self._message(about) if about is not None else ""
        sentences = [Message("referee.say.reminder"), *self.steps(notice.steps)]
        if hidden := notice.data.get("hidden"):
            sentences.append(
                Message("referee.say.reminder_hidden", cells=self.cells_in_brief(hidden))
            )
        return together(*sentences)

    def _explained(self, notice: Notice) -> Text:
        """Return the paragraph of the first named clause, with its reason if it is a ruling."""
        clause = next((c for c in notice.clauses if c in self.catalog.clauses), "")
        if not clause:
            return ""
        known = self.catalog.clauses[clause]
        text = together(known.texts, known.whys)
        return Message("referee.say.explained", clause=clause, title=known.titles, text=text)

    def _ended(self, notice: Notice) -> Message:
        """Return the caption of a match's end."""
        outcome = notice.outcome
        if outcome is None or notice.reason != EndReason.RULES:
            kept = notice.data.get("resumable", True)
            key = f"referee.ended.{notice.reason}"
            return Message(key if kept else f"referee.ended.{notice.reason}_unkept")
        won = Message("referee.ended.draw")
        if outcome.winners:
            won = Message("referee.ended.wins", seats=self.seats(outcome.winners))
        scores = [
            Message("referee.ended.score", seat=self.seat(seat), points=points)
            for seat, points in outcome.scores.items()
        ]
        sentences: list[Text] = [won]
        if scores:
            sentences.append(Message("referee.ended.scores", scores=Message("comma", words=scores)))
        sentences.append(self.tie(outcome))
        if outcome.clause:
            title = self.title(outcome.clause)
            sentences.append(Message("referee.ended.clause", clause=outcome.clause, title=title))
        return together(*sentences)

    def tie(self, outcome: Outcome) -> Text:
        """Return the sentence about how a tie was broken, or "" if it was not."""
        if outcome.tie is None:
            return ""
        counts = [
            Message("referee.ended.count", seat=self.seat(seat), count=count)
            for seat, count in outcome.counts.items()
        ]
        what, clause = self.begun(self._wording_of(outcome.tie)), outcome.tie.clause
        if not counts:
            return Message("referee.ended.tie_bare", what=what, clause=clause)
        listed_counts = Message("comma", words=counts)
        return Message("referee.ended.tie", what=what, counts=listed_counts, clause=clause)
