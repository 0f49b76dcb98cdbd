"""The speaker: renders notices in one language, with the clause's sentence and the next steps.

Every text is data: the referee's sentences in `companion/texts`, the games' in `card_data`. A
caption has the sentence of at most one clause and names the others by id. Then follow at most
`wording.MAX_STEPS` steps, so that a voice can speak the caption in one breath.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.referee.notices import (
    Accepted,
    Answered,
    CameraTrouble,
    Corrected,
    Desynced,
    EndReason,
    Explained,
    FaultyTable,
    GameEnded,
    MatchResumed,
    MatchStarted,
    Notice,
    NotNow,
    PutBack,
    Question,
    Refused,
    Reminder,
    Repeated,
    Resynced,
    SetUpReady,
    SetUpWanted,
    StrayCard,
    TakenBack,
    TimeUp,
)
from companion.referee.words.wording import ASKED, MAX_STEPS, Wording
from rules import CHANCE, LANGUAGES, Event, Message, Outcome, Seat, refusal
from rules.catalog.tables import facts_of
from rules.core.event import REVEALED
from rules.messages.message import Text, listed, render, together

_FACTS = frozenset(("card", "to", "items"))
"""Facts that may be secret; an event whose wording needs one of them is not described."""


@dataclass(slots=True)
class Speaker(Wording):
    """The referee's voice for one game; `lang` may change between captions."""

    def caption(self, notice: Notice) -> str:
        """Return the caption of a notice, or "" for one that needs no words."""
        return render(self._message(notice), self.lang)

    def _message(self, notice: Notice) -> Text:  # noqa: C901, PLR0912 - one case a kind
        match notice:
            case MatchStarted():
                return self._started(notice)
            case MatchResumed():
                return self._resumed(notice)
            case SetUpWanted():
                return self._wanted(notice)
            case SetUpReady():
                return self._ready(notice)
            case Accepted():
                return self._accepted(notice)
            case Refused():
                return self._refused(notice)
            case Question():
                return self._question(notice)
            case Answered():
                return self._answered(notice)
            case Desynced():
                return self._desynced(notice)
            case Resynced():
                return self._resynced(notice)
            case PutBack():
                return together(Message("referee.say.put_back"), *self.to_do(notice))
            case TakenBack():
                return self._taken_back(notice)
            case Corrected():
                return self._corrected(notice)
            case Reminder():
                return self._reminder(notice)
            case TimeUp():
                return self._time_up(notice)
            case StrayCard():
                return Message("referee.say.stray_card", card=self.card(notice.card))
            case FaultyTable():
                return together(*map(self.fault, notice.faults))
            case CameraTrouble():
                return Message(f"referee.trouble.{notice.trouble}")
            case Explained():
                return self._explained(notice)
            case Repeated():
                return self._message(notice.about) if notice.about else ""
            case NotNow():
                return self._not_now(notice)
            case GameEnded():
                return self._ended(notice)
        return Message(f"referee.say.{notice.kind.value}")

    def next_language(self) -> str:
        """Switch to the next language of `rules.LANGUAGES`."""
        self.lang = LANGUAGES[(LANGUAGES.index(self.lang) + 1) % len(LANGUAGES)]
        return self.lang

    def _not_now(self, notice: NotNow) -> Text:
        """Return the reason why a command has no effect: a game's clause or a fixed sentence."""
        if not notice.violations:
            cells = self.cells_in_brief(notice.cells)
            return self._stands(notice) or Message(f"referee.not_now.{notice.reason}", cells=cells)
        (violation,) = notice.violations
        reason = refusal(self.catalog, violation, self.cell)
        return Message("referee.say.refused", reason=reason, clause=violation.clause)

    def _stands(self, notice: NotNow) -> Text:
        """Return the sentence about an action that cannot be undone although nothing was revealed.

        It is "" if the event has no wording without secret facts.
        """
        events = notice.events
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

    def _started(self, notice: MatchStarted) -> Message:
        """Return the caption of a match's start."""
        seats = self.seats(notice.seats)
        return Message("referee.say.match_started", game=self.catalog.names, seats=seats)

    def _resumed(self, notice: MatchResumed) -> Message:
        """Return the caption of a resumed match."""
        differing = notice.differing
        acting = [s for s in notice.to_act if s != CHANCE]
        key = "referee.say.match_resumed" if acting else "referee.say.match_resumed_chance"
        if differing:
            key = "referee.say.match_resumed_differs"
            key = key if acting else "referee.say.match_resumed_chance_differs"
        seats: Text = Message("referee.name.both") if self.both(acting) else self.seats(acting)
        turn, count = self.turn(notice.turn), self.differ(differing)
        caption = Message(key, turn=turn, seats=seats, count=count)
        return together(caption, *self.steps(notice.steps))

    def _wanted(self, notice: SetUpWanted) -> Message:
        """Return the caption that asks for the first layout."""
        unseen = notice.unseen
        if notice.steps:
            return together(Message("referee.say.set_up_wanted"), *self.steps(notice.steps))
        caption = Message("referee.say.set_up_unseen", cells=self.cells(unseen[:MAX_STEPS]))
        more = len(unseen) - MAX_STEPS
        return together(caption, Message("referee.count.more", count=more) if more > 0 else "")

    def _ready(self, notice: SetUpReady) -> Message:
        """Return the caption of a complete setup."""
        return together(Message("referee.say.set_up_ready"), self._turn(notice))

    def _accepted(self, notice: Accepted) -> Text:
        """Return the caption of an accepted action and what follows from it."""
        action = notice.action
        if action is None:
            return ""
        name = self.seat(action.seat)
        events = notice.events
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
            for c in ([] if notice.trusted else notice.awaits[:1])
        ]
        sentences = (head, self._early(events), *after, self._written(notice), *doubts)
        return together(*sentences, *self.to_do(notice), self._turn(notice))

    def _written(self, notice: Accepted) -> Text:
        """Return the sentence that counts a seat's written orders, or "" if none are counted."""
        count = notice.written
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

    def _time_up(self, notice: TimeUp) -> Message:
        """Return the caption of an expired question."""
        seat = self.seat(notice.action.seat if notice.action else "")
        caption = Message("referee.say.time_up", seat=seat)
        return Message("referee.say.refused", reason=caption, clause=notice.clause)

    def _early(self, events: Iterable[Event]) -> Text:
        """Return the rules' sentence on a card turned up too early, or "" if there is none."""
        clause = next((e.clause for e in events if e.kind == REVEALED and e.clause), "")
        if not clause:
            return ""
        text = self.catalog.clauses[clause].texts
        return Message("referee.say.refused", reason=text, clause=clause)

    def _refused(self, notice: Refused) -> Text:
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

    def _question(self, notice: Question) -> Message:
        """Return the caption of a question."""
        if notice.take_back:
            return self._back(notice)
        if notice.correction:
            return self._correction(notice)
        what = self.actions(notice.options[0], notice.predicted)
        return Message("referee.say.question", what=what)

    def _back(self, notice: Question) -> Message:
        """Return the question that asks whether a move was taken back."""
        action = notice.action
        if action is None:  # older logs name no move
            return Message("referee.say.question_take_back")
        events = notice.events
        what = self._of_actor(self.describe(action, events)[0], action.seat)
        return Message("referee.say.question_take_back_of", what=what)

    def _correction(self, notice: Question) -> Message:
        """Return the question about a correction: its steps and its changed lines."""
        sentences = [Message("referee.say.question_correction")]
        if notice.steps:
            sentences += [Message("referee.say.correction_steps"), *self.steps(notice.steps)]
        if notice.lines:
            too = "referee.say.correction_lines_too"
            key = too if notice.steps else "referee.say.correction_lines"
            sentences.append(Message(key, lines=Message("comma", words=notice.lines)))
        elif not notice.steps:
            sentences.append(Message("referee.say.correction_same"))
        return together(*sentences, Message("referee.say.everybody"))

    def _answered(self, notice: Answered) -> Message:
        """Return the caption of an answer."""
        if not notice.agreed:
            return Message(f"referee.say.answered_{'yes' if notice.yes else 'no'}")
        caption = Message("referee.say.agrees", seat=self.seat(notice.agreed))
        awaiting = notice.awaiting
        more = Message("referee.say.waits", seats=self.seats(awaiting)) if awaiting else ""
        return together(caption, more)

    def _desynced(self, notice: Desynced) -> Message:
        """Return the caption for a table that no actions explain."""
        caption = Message("referee.say.desynced", count=self.count(notice.steps))
        return together(caption, *self.steps(notice.steps))

    def _resynced(self, notice: Resynced) -> Message:
        """Return the caption for a table that matches again, with the game's open requests."""
        asks = map(self.asked, notice.asks)
        return together(Message("referee.say.resynced"), *asks)

    def asked(self, event: Event) -> Message:
        """Return the game's request to the players, as a sentence."""
        return Message("referee.say.happened", what=self.begun(self._wording_of(event)))

    def _taken_back(self, notice: TakenBack) -> Message:
        """Return the caption of an undone move."""
        caption = Message("referee.say.taken_back")
        if notice.steps:
            steps = together(*self.steps(notice.steps))
            caption = Message("referee.say.taken_back_to_do", steps=steps)
        return together(caption, self._turn(notice))

    def _corrected(self, notice: Corrected) -> Message:
        """Return the caption of a corrected position."""
        return together(Message("referee.say.corrected"), *self.to_do(notice), self._turn(notice))

    def _reminder(self, notice: Reminder) -> Text:
        """Return the caption of a reminder."""
        about = notice.about
        if isinstance(about, Question):
            return Message("referee.say.reminder_question")
        if isinstance(about, FaultyTable):
            return together(*map(self.fault, about.faults))
        if not notice.steps:
            return self._message(about) if about is not None else ""
        sentences = [Message("referee.say.reminder"), *self.steps(notice.steps)]
        if hidden := notice.hidden:
            sentences.append(
                Message("referee.say.reminder_hidden", cells=self.cells_in_brief(hidden))
            )
        return together(*sentences)

    def _explained(self, notice: Explained) -> Text:
        """Return the paragraph of the first named clause, with its reason if it is a ruling."""
        clause = next((c for c in notice.clauses if c in self.catalog.clauses), "")
        if not clause:
            return ""
        known = self.catalog.clauses[clause]
        text = together(known.texts, known.whys)
        return Message("referee.say.explained", clause=clause, title=known.titles, text=text)

    def _ended(self, notice: GameEnded) -> Message:
        """Return the caption of a match's end."""
        outcome = notice.outcome
        if outcome is None or notice.reason != EndReason.RULES:
            kept = notice.resumable
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
