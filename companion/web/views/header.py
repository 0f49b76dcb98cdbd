"""The page's header: the seats to act and the instruction below.

An awaited throw takes precedence, then the end of the match, then the screen's own instruction.
The referee's screen shows the options in the words of `companion.web.views.prompts`.
"""

from collections.abc import Iterable
from typing import Any

from companion.referee.notices import Accepted
from companion.referee.phases import OPENING, RefereePhase
from companion.web.snapshot import Snapshot
from companion.web.views.layout import STILL, THROWN, screen_of
from companion.web.views.options import Choice, secret_choice, thrown_now
from companion.web.views.prompts import throw_text, todo_text
from companion.web.views.verdict import asked_of
from companion.web.views.words import Words
from rules import CHANCE, Message, Verb, Zone
from rules.messages.message import Text

_WATCHED = {"set_up": "set_up_wanted", "question": "question"}
"""Spectators' replacements for players' instructions."""


def now_of(
    now: Snapshot,
    words: Words,
    may: tuple[Choice, ...],
    zones: Iterable[Zone],
    *,
    over: Message | None,
    bare: bool,
    watched: bool,
) -> dict[str, Any]:
    """Return the seats to act and the instruction.

    `over`: the instruction after the match, None before its end and for viewers who do not decide.
    `bare`: no step is listed. `watched`: the viewer is a spectator.
    """
    screen = screen_of(now)
    thrown = _thrown(now, words, screen, zones)
    if thrown is not None:
        return thrown
    header = _header(now, words, may, screen, bare=bare, watched=watched)
    if over is not None:
        header["todo"] = over
    return header


def _thrown(
    now: Snapshot, words: Words, screen: str, zones: Iterable[Zone]
) -> dict[str, Any] | None:
    """Return the awaited throw with its seat, dice and tray, or None."""
    if screen not in THROWN or now.stage in OPENING:
        return None
    throw = thrown_now(now.position.game, now.position.state)
    if throw is None:
        return None
    head = words.acts(now.position.to_act, begun=has_begun(now), thrower=throw.to)
    todo: Text = throw_text(throw, zones, words)
    if screen in STILL:  # first, the table must be restored or the pause must end
        todo = Message(f"page.todo.{screen}")
    throw_ = {} if screen in STILL else {"throw": throw.to}
    return {"seats": [], "head": head, "todo": todo, "turn": now.position.turn, **throw_}


def _header(
    now: Snapshot,
    words: Words,
    may: tuple[Choice, ...],
    screen: str,
    *,
    bare: bool,
    watched: bool,
) -> dict[str, Any]:
    """Return the header of a screen."""
    seats = [seat for seat in now.position.to_act if seat != CHANCE]
    head: Text
    todo: Text
    if now.coach is not None:
        head = now.coach.sentences[words.lang][0]
        return {"seats": [], "head": head, "todo": Message("page.coach.waits"), "turn": 0}
    if screen == "ended":
        won = now.position.outcome.winners if now.position.outcome else ()
        key = "won" if won else "draw" if now.position.outcome else "stopped"
        head = Message(f"page.now.{key}", seats=words.listed([words.seat(s) for s in won]))
        return {"seats": list(won), "head": head, "todo": "", "turn": now.position.turn}
    if screen in ("set_up", "step", "fault", "question"):
        shown = "resuming" if now.stage is RefereePhase.RESUMING and screen == "set_up" else screen
        key = "bare" if bare and shown == "set_up" else shown
        head, todo = Message(f"page.now.{shown}"), Message(f"page.todo.{key}")
        if watched and screen in _WATCHED:
            todo = Message(f"page.watch.{_WATCHED[screen]}")
        return {"seats": seats, "head": head, "todo": todo, "turn": now.position.turn}
    own = [choice for choice in may if choice.seat in seats]
    todo = Message(f"page.todo.{screen}")
    if screen not in STILL:
        todo = todo_text(tuple(own), secret_choice(now.position.game, now.position.state), words)
    # While chance acts, only players can move anything.
    asked = [] if seats else asked_of(now, words)
    head = asked[0]["text"] if asked else words.acts(now.position.to_act, begun=has_begun(now))
    return {"seats": seats, "head": head, "todo": todo, "turn": now.position.turn}


def has_begun(now: Snapshot) -> bool:
    """Return True if a player has acted; a throw counts."""
    done = (e.record.action for e in now.story.entries if isinstance(e.record, Accepted))
    return any(a is not None and (a.seat != CHANCE or a.verb is Verb.ROLL) for a in done)
