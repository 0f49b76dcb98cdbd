"""The speaker: renders notices in one language, with the clause's sentence and the next steps.

Every text is data: the referee's sentences in `companion/texts`, the games' in `card_data`. A
caption has the sentence of at most one clause and names the others by id. Then follow at most
`wording.MAX_STEPS` steps, so that a voice can speak the caption in one breath.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.referee import notices
from companion.referee.notices import TRAITS, Notice
from companion.referee.words.actions import (
    ASKED,
    actions_text,
    describe,
    event_text,
    event_wording,
    headline,
)
from companion.referee.words.steps import (
    cells_differ,
    fault_sentence,
    step_sentences,
    still_to_do,
)
from companion.referee.words.wording import MAX_STEPS, Wording
from rules import CHANCE, LANGUAGES, Catalog, Event, Message, Outcome, Seat, refusal
from rules.catalog.reader import lettered_game
from rules.catalog.tables import facts_of
from rules.core.event import REVEALED
from rules.messages.message import Fact, Text, listed, render, together

_FACTS = frozenset(("card", "to", "items"))
"""Facts that may be secret; an event whose wording needs one of them is not described."""


@dataclass(slots=True)
class Speaker:
    """The referee's voice for one game; `lang` may change between captions."""

    catalog: Catalog
    lang: str = "en"
    mat: str = ""

    def caption(self, notice: Notice) -> str:
        """Return the caption of a notice, or "" for one that needs no words."""
        if not TRAITS[type(notice)].announced:
            return ""
        return notice_caption(Wording(self.catalog, self.lang, self.mat), notice)

    def next_language(self) -> str:
        """Switch to the next language of `rules.LANGUAGES`."""
        self.lang = LANGUAGES[(LANGUAGES.index(self.lang) + 1) % len(LANGUAGES)]
        return self.lang


def notice_caption(words: Wording, notice: Notice) -> str:
    """Return the caption of a notice, or "" for one that needs no words."""
    return render(_message(words, notice), words.lang)


def _message(words: Wording, notice: Notice) -> Text:  # noqa: C901, PLR0912 - one case a kind
    match notice:
        case notices.MatchStarted():
            seats = words.seats(notice.seats)
            return Message("referee.say.match_started", game=words.catalog.names, seats=seats)
        case notices.MatchResumed():
            return _resumed(words, notice)
        case notices.SetUpWanted():
            return _wanted(words, notice)
        case notices.SetUpReady():
            return together(Message("referee.say.set_up_ready"), _turn(words, notice))
        case notices.Accepted():
            return _accepted(words, notice)
        case notices.Refused():
            return _refused(words, notice)
        case notices.Question():
            return _question(words, notice)
        case notices.Answered():
            return _answered(words, notice)
        case notices.Desynced():
            count = cells_differ(len({cell for step in notice.steps for cell in step.cells}))
            head = Message("referee.say.desynced", count=count)
            return together(head, *step_sentences(words, notice.steps))
        case notices.Resynced():
            asks = (asked_sentence(words, event) for event in notice.asks)
            return together(Message("referee.say.resynced"), *asks)
        case notices.PutBack():
            return together(Message("referee.say.put_back"), *still_to_do(words, notice))
        case notices.TakenBack():
            return _taken_back(words, notice)
        case notices.Corrected():
            to_do = still_to_do(words, notice)
            return together(Message("referee.say.corrected"), *to_do, _turn(words, notice))
        case notices.Reminder():
            return _reminder(words, notice)
        case notices.TimeUp():
            seat = words.seat(notice.action.seat if notice.action else "")
            late = Message("referee.say.time_up", seat=seat)
            return Message("referee.say.refused", reason=late, clause=notice.clause)
        case notices.StrayCard():
            return Message("referee.say.stray_card", card=words.card(notice.card))
        case notices.FaultyTable():
            return together(*(fault_sentence(words, each) for each in notice.faults))
        case notices.CameraTrouble():
            return _trouble(words, notice)
        case notices.Explained():
            return _explained(words, notice)
        case notices.Repeated():
            return _message(words, notice.about) if notice.about else ""
        case notices.NotNow():
            return _not_now(words, notice)
        case notices.HintGiven():
            seat = words.seat(notice.seat)
            return Message("referee.say.hint_given", seat=seat, remaining=notice.remaining)
        case notices.GameEnded():
            return _ended(words, notice)
    return Message(f"referee.say.{notice.kind}")


def _trouble(words: Wording, notice: notices.CameraTrouble) -> Message:
    """Return the caption of camera trouble, which names the game of a foreign mat."""
    game = words.catalog.names
    if not notice.letter:
        return Message(f"referee.trouble.{notice.trouble}")
    if notice.letter == words.catalog.letter:
        return Message("referee.trouble.foreign_mat_form", game=game, mat=words.mat)
    return Message("referee.trouble.foreign_mat_game", other=mat_owner(notice.letter), game=game)


def mat_owner(letter: str) -> Fact:
    """Return the name of the game with this letter in its tags."""
    found = lettered_game(letter)
    return found.names if found is not None else Message("referee.name.other_game")


def _not_now(words: Wording, notice: notices.NotNow) -> Text:
    """Return the reason why a command has no effect: a game's clause or a fixed sentence."""
    if not notice.violations:
        cells = words.cells_in_brief(notice.cells)
        return _stands(words, notice) or Message(f"referee.not_now.{notice.reason}", cells=cells)
    (violation,) = notice.violations
    reason = refusal(words.catalog, violation, words.cell)
    return Message("referee.say.refused", reason=reason, clause=violation.clause)


def _stands(words: Wording, notice: notices.NotNow) -> Text:
    """Return the sentence about an action that cannot be undone although nothing was revealed.

    It is "" if the event has no wording without secret facts.
    """
    events = notice.events
    event = next((each for each in reversed(events) if event_wording(words, each)), None)
    if event is None or _FACTS & facts_of(event_wording(words, event)[words.lang]):
        return ""
    what = _of_actor(words, event_text(words, event), event.seat)
    return Message("referee.not_now.stands", what=what)


def _of_actor(words: Wording, what: str, seat: Seat) -> str:
    """Return an action's words, capitalised and with the name of its actor, if it has one."""
    name = words.seat(seat)
    if seat and not _begins_with(words, what, name):
        what = Message("referee.do.by", seat=name, what=what).render(words.lang)
    return words.begun(what)


def _turn(words: Wording, notice: Notice) -> Text:
    """Return the sentence about the next turn, or "" if the turn does not change."""
    seats = [s for s in notice.to_act if s != CHANCE]
    if not notice.next_turn:
        return ""
    if notice.action is not None and seats in ([], [notice.action.seat]):
        return ""  # the seat knows that its turn continues; the game describes chance's actions
    if not seats:
        return begin_sentence(words)
    return turns_sentence(words, seats)


def turns_sentence(words: Wording, seats: Iterable[Seat]) -> Message:
    """Return the sentence about whose turn it is, without names if both players may act."""
    acting = list(seats)
    key = "referee.say.turns_both" if words.both(acting) else "referee.say.turns"
    key = "referee.say.turn" if len(acting) == 1 else key
    return Message(key, seats=words.seats(acting))


def _resumed(words: Wording, notice: notices.MatchResumed) -> Message:
    """Return the caption of a resumed match."""
    differing = notice.differing
    acting = [s for s in notice.to_act if s != CHANCE]
    key = "referee.say.match_resumed" if acting else "referee.say.match_resumed_chance"
    if differing:
        key = "referee.say.match_resumed_differs"
        key = key if acting else "referee.say.match_resumed_chance_differs"
    seats: Text = Message("referee.name.both") if words.both(acting) else words.seats(acting)
    turn, count = words.turn(notice.turn), cells_differ(differing)
    caption = Message(key, turn=turn, seats=seats, count=count)
    return together(caption, *step_sentences(words, notice.steps))


def _wanted(words: Wording, notice: notices.SetUpWanted) -> Message:
    """Return the caption that asks for the first layout."""
    unseen = notice.unseen
    if notice.steps:
        return together(Message("referee.say.set_up_wanted"), *step_sentences(words, notice.steps))
    caption = Message("referee.say.set_up_unseen", cells=words.cells(unseen[:MAX_STEPS]))
    more = len(unseen) - MAX_STEPS
    return together(caption, Message("referee.count.more", count=more) if more > 0 else "")


def _accepted(words: Wording, notice: notices.Accepted) -> Text:
    """Return the caption of an accepted action and what follows from it."""
    action = notice.action
    if action is None:
        return ""
    name = words.seat(action.seat)
    events = notice.events
    by_chance = action.seat == CHANCE
    # A shuffle before the first frame needs no action: players must set up the table first.
    heard = [e for e in events if e.kind != ASKED] if by_chance and not notice.frame else events
    if by_chance and not any(event_wording(words, event) for event in heard):
        return ""
    what, *more = describe(words, action, events)
    lead = [each for each in headline(words, events) if each != what]
    named = by_chance or _begins_with(words, what, name)
    key = "referee.say.happened" if named else "referee.say.accepted"
    head = Message(key, seat=name, what=words.begun(what) if named else what)
    for each in lead:
        if each in more:
            more.remove(each)
    # The decision is announced first; a long report leaves out the action itself.
    long = bool(lead) and len(lead) + len(more) >= words.most
    decided, after = (_happened(words, texts) for texts in (lead, more))
    doubts = [
        Message("referee.say.accepted_doubt", seat=name, clause=c, title=words.title(c))
        for c in ([] if notice.trusted else notice.awaits[:1])
    ]
    count = notice.written
    written = "" if count is None else Message("referee.say.written", count=count)
    heads: list[Text] = [] if long else [head]
    sentences = (*decided, *heads, _early(words, events), *after, written, *doubts)
    return together(*sentences, *still_to_do(words, notice), _turn(words, notice))


def _happened(words: Wording, texts: Iterable[str]) -> list[Message]:
    """Return texts about events as sentences."""
    return [Message("referee.say.happened", what=words.begun(each)) for each in texts]


def _begins_with(words: Wording, what: str, name: str) -> bool:
    """Return True if a sentence names its actor, as "Red draws a card." does.

    "Boar Bough on c4." does not name a player called Bo.
    """
    after = what[len(name) : len(name) + 1]
    if not what.startswith(name) or (after.isascii() and after.isalnum()):
        return False
    cards = (card.names[words.lang] for card in words.catalog.cards.values())
    return not any(len(card) > len(name) and what.startswith(card) for card in cards)


def _early(words: Wording, events: Iterable[Event]) -> Text:
    """Return the rules' sentence on a card turned up too early, or "" if there is none."""
    clause = next((e.clause for e in events if e.kind == REVEALED and e.clause), "")
    if not clause:
        return ""
    text = words.catalog.clauses[clause].texts
    return Message("referee.say.refused", reason=text, clause=clause)


def _refused(words: Wording, notice: notices.Refused) -> Text:
    """Return the caption of a refusal."""
    if not notice.violations:
        return ""
    first, *others = notice.violations
    reason = refusal(words.catalog, first, words.cell)
    sentences = [Message("referee.say.refused", reason=reason, clause=first.clause)]
    also = list(dict.fromkeys(v.clause for v in others if v.clause != first.clause))
    if also:
        sentences.append(Message("referee.say.refused_also", clauses=listed(also, "list")))
    return together(*sentences, *step_sentences(words, notice.steps))


def _question(words: Wording, notice: notices.Question) -> Message:
    """Return the caption of a question."""
    if notice.take_back:
        return _back(words, notice)
    if notice.correction:
        return _correction(words, notice)
    what = actions_text(words, notice.options[0], notice.predicted)
    return Message("referee.say.question", what=what)


def _back(words: Wording, notice: notices.Question) -> Message:
    """Return the question that asks whether a move was taken back."""
    action = notice.action
    if action is None:  # older logs name no move
        return Message("referee.say.question_take_back")
    events = notice.events
    what = _of_actor(words, describe(words, action, events)[0], action.seat)
    return Message("referee.say.question_take_back_of", what=what)


def _correction(words: Wording, notice: notices.Question) -> Message:
    """Return the question about a correction: its steps and its changed lines."""
    sentences = [Message("referee.say.question_correction")]
    if notice.steps:
        sentences += [Message("referee.say.correction_steps"), *step_sentences(words, notice.steps)]
    if notice.lines:
        too = "referee.say.correction_lines_too"
        key = too if notice.steps else "referee.say.correction_lines"
        sentences.append(Message(key, lines=Message("comma", words=notice.lines)))
    elif not notice.steps:
        sentences.append(Message("referee.say.correction_same"))
    return together(*sentences, Message("referee.say.everybody"))


def _answered(words: Wording, notice: notices.Answered) -> Message:
    """Return the caption of an answer."""
    if not notice.agreed:
        return Message(f"referee.say.answered_{'yes' if notice.yes else 'no'}")
    caption = Message("referee.say.agrees", seat=words.seat(notice.agreed))
    awaiting = notice.awaiting
    more = Message("referee.say.waits", seats=words.seats(awaiting)) if awaiting else ""
    return together(caption, more)


def asked_sentence(words: Wording, event: Event) -> Message:
    """Return the game's request to the players, as a sentence."""
    return Message("referee.say.happened", what=words.begun(event_text(words, event)))


def _taken_back(words: Wording, notice: notices.TakenBack) -> Message:
    """Return the caption of an undone move."""
    caption = Message("referee.say.taken_back")
    if notice.steps:
        steps = together(*step_sentences(words, notice.steps))
        caption = Message("referee.say.taken_back_to_do", steps=steps)
    return together(caption, _turn(words, notice))


def _reminder(words: Wording, notice: notices.Reminder) -> Text:
    """Return the caption of a reminder."""
    about = notice.about
    if isinstance(about, notices.Question):
        return Message("referee.say.reminder_question")
    if isinstance(about, notices.FaultyTable):
        return together(*(fault_sentence(words, each) for each in about.faults))
    if not notice.steps:
        return _message(words, about) if about is not None else ""
    sentences = [Message("referee.say.reminder"), *step_sentences(words, notice.steps)]
    if hidden := notice.hidden:
        sentences.append(Message("referee.say.reminder_hidden", cells=words.cells_in_brief(hidden)))
    return together(*sentences)


def _explained(words: Wording, notice: notices.Explained) -> Text:
    """Return the paragraph of the first named clause, with its reason if it is a ruling."""
    clause = next((c for c in notice.clauses if c in words.catalog.clauses), "")
    if not clause:
        return ""
    known = words.catalog.clauses[clause]
    text = together(known.texts, known.whys)
    return Message("referee.say.explained", clause=clause, title=known.titles, text=text)


def _ended(words: Wording, notice: notices.GameEnded) -> Message:
    """Return the caption of a match's end."""
    outcome = notice.outcome
    if outcome is None or notice.reason != notices.EndReason.RULES:
        kept = notice.resumable
        key = f"referee.ended.{notice.reason}"
        return Message(key if kept else f"referee.ended.{notice.reason}_unkept")
    won = Message("referee.ended.draw")
    if outcome.winners:
        won = Message("referee.ended.wins", seats=words.seats(outcome.winners))
    scores = [
        Message("referee.ended.score", seat=words.seat(seat), points=points)
        for seat, points in outcome.scores.items()
    ]
    sentences: list[Text] = [won]
    if scores:
        sentences.append(Message("referee.ended.scores", scores=Message("comma", words=scores)))
    sentences.append(tie_sentence(words, outcome))
    if outcome.clause:
        title = words.title(outcome.clause)
        sentences.append(Message("referee.ended.clause", clause=outcome.clause, title=title))
    return together(*sentences)


def tie_sentence(words: Wording, outcome: Outcome) -> Text:
    """Return the sentence about how a tie was broken, or "" if it was not."""
    if outcome.tie is None:
        return ""
    counts = [
        Message("referee.ended.count", seat=words.seat(seat), count=count)
        for seat, count in outcome.counts.items()
    ]
    what, clause = words.begun(event_text(words, outcome.tie)), outcome.tie.clause
    if not counts:
        return Message("referee.ended.tie_bare", what=what, clause=clause)
    listed_counts = Message("comma", words=counts)
    return Message("referee.ended.tie", what=what, counts=listed_counts, clause=clause)


def begin_sentence(words: Wording) -> Message:
    """Return the sentence about the seat that may begin, in the game's words if it has any."""
    own = words.catalog.event_texts.get("begin", "referee.say.begin")
    return Message(own, seat=words.seat(words.catalog.seats[0]))
