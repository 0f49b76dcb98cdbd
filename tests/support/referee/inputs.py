"""Inputs of a live referee, for tests of what it announces: silent notices are left out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from companion.readings import TableView
from companion.referee import inputs
from companion.referee.control_cards import ControlCard
from companion.referee.evolve import evolve
from companion.referee.geometry import TableGeometry
from companion.referee.journal import Utterance
from companion.referee.live import LiveReferee
from companion.referee.notices import TRAITS, EndReason, Notice
from companion.referee.ruling import Ruling
from companion.referee.state import Transition, opened
from companion.referee.transitions import play as rule_play
from rules import Action, Mat, Match, Ply, Seat, Setup, Verb, load_game
from rules.core.match import MatchState

_HISTORY: WeakKeyDictionary[LiveReferee, list[Notice]] = WeakKeyDictionary()


def history(referee: LiveReferee) -> list[Notice]:
    """Return all of a referee's notices so far, silent ones as well."""
    return _HISTORY[referee]


def step(referee: LiveReferee, item: inputs.Input) -> tuple[Transition, ...]:
    """Return what an input causes; check that each notice leads to the value after it."""
    at = referee.at
    transitions = referee.receive(item)
    _HISTORY.setdefault(referee, []).extend(notice for notice, _ in transitions)
    for notice, after in transitions:
        assert evolve(at, notice) == after
        at = after
    assert at == referee.at
    return transitions


def announced(transitions: Iterable[Transition]) -> tuple[Notice, ...]:
    return tuple(notice for notice, _ in transitions if TRAITS[type(notice)].announced)


def receive(referee: LiveReferee, item: inputs.Input) -> tuple[Notice, ...]:
    """Return the notices that an input causes and that are announced."""
    return announced(step(referee, item))


def start(referee: LiveReferee) -> tuple[Notice, ...]:
    return receive(referee, referee.opening)


def feed(referee: LiveReferee, view: TableView) -> tuple[Notice, ...]:
    return receive(referee, view)


def press(referee: LiveReferee, control: ControlCard, seat: Seat = "") -> tuple[Notice, ...]:
    return receive(referee, inputs.PressControl(control, seat))


def declare(
    referee: LiveReferee, seat: Seat, verb: Verb, value: str = "", *, apart: bool = False
) -> tuple[Notice, ...]:
    return receive(referee, inputs.Declare(Action(seat, verb, value=value), apart))


def refuse_unseen(referee: LiveReferee, action: Action) -> tuple[Notice, ...]:
    return receive(referee, inputs.Unseen(action))


def repeat_token(referee: LiveReferee, action: Action) -> tuple[Notice, ...]:
    return receive(referee, inputs.TokenAgain(action))


def confirm_withdrawn(referee: LiveReferee, remaining: Collection[str] = ()) -> tuple[Notice, ...]:
    return receive(referee, inputs.CardsWithdrawn(frozenset(remaining)))


def correct(referee: LiveReferee, position: str) -> tuple[Notice, ...]:
    return receive(referee, inputs.Correct(position))


def propose(referee: LiveReferee, position: str, seat: Seat = "") -> tuple[Notice, ...]:
    return receive(referee, inputs.Propose(position, seat))


def finish(referee: LiveReferee, reason: EndReason) -> tuple[Notice, ...]:
    return receive(referee, inputs.Finish(reason))


def resumed(match: Match[Any], geometry: TableGeometry, *, pending: bool = True) -> LiveReferee:
    """Return a referee that resumes a match whose log knew no cards on loose piles.

    `pending`: the players had pending steps at its end.
    """
    at = opened(match.now, geometry)
    at = replace(at, memory=replace(at.memory, comparing=pending))
    return LiveReferee(at, opening=inputs.Start(resumed=True))


def refereed(match: Match[Any], mat: Mat | None = None) -> LiveReferee:
    """Return a referee of a match from its position."""
    return LiveReferee(opened(match.now, TableGeometry(match.game.table.form(match.setup), mat)))


class RefereedMatch(Match[Any]):
    """A referee's match as it is now; playing in it changes the referee's value."""

    def __init__(self, referee: LiveReferee) -> None:
        self._referee = referee

    @property
    def now(self) -> MatchState[Any]:
        """The referee's match."""
        return self._referee.at.match

    @now.setter
    def now(self, value: MatchState[Any]) -> None:
        put(self._referee, match=value)


def put(referee: LiveReferee, **fields: Any) -> None:  # noqa: ANN401 - any field of the value
    """Replace fields of the referee's value, which no input leads to."""
    referee.at = replace(referee.at, **fields)


def sense(referee: LiveReferee, **fields: Any) -> None:  # noqa: ANN401 - any field of the senses
    """Replace fields of the referee's senses."""
    referee.senses = replace(referee.senses, **fields)


def play(referee: LiveReferee, action: Action) -> Ply[Any]:
    """Play an action without announcing it."""
    put(referee, match=referee.at.match.play(action))
    return referee.at.match.plies[-1]


def ruled(referee: LiveReferee, rule: Callable[[Ruling], object]) -> tuple[Notice, ...]:
    """Let a function of the referee decide; return the announced notices."""
    ruling = Ruling(referee.at, referee.context, referee.senses)
    rule(ruling)
    referee.at, referee.senses = ruling.at, ruling.senses
    return announced(ruling.transitions)


def accept(referee: LiveReferee, action: Action) -> tuple[Notice, ...]:
    """Play an action and the hidden chance that follows; return the notices."""
    return ruled(referee, lambda r: rule_play(r, action))


def notify(referee: LiveReferee, notice: Notice) -> Notice:
    """Make a notice the one that REPEAT and WHY refer to, and return it."""
    put(referee, last=notice)
    if notice.has_reason:
        put(referee, last_refusal=notice)
    return notice


def paired(*notices: Notice) -> tuple[Transition, ...]:
    """Return notices with a referee that they have not changed."""
    game = load_game("yggdrasil")
    setup = Setup(game.slug)
    at = opened(Match(game, setup).now, TableGeometry(game.table.form(setup)))
    return tuple(Transition(notice, at) for notice in notices)


def uttered(notice: Notice, caption: str, lang: str = "en") -> Utterance:
    """Return a notice in words, without a log."""
    ((_, at),) = paired(notice)
    return Utterance(notice, -1, lang, caption, at)
