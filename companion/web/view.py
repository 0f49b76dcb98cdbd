"""A snapshot as one viewer sees it: plain JSON values, every text in the viewer's language.

Pure: the same snapshot, viewer and language give the same view.  What a view holds is the
contract of docs/architecture.md, section 8.  Which screen it is:

    coach      the camera is being set right, no match has begun
    ended      the match is over
    set_up     the table is being laid, or a log is being gone on with
    trouble    the camera cannot see        paused     the pause card lies there
    refusal    an illegal action lies there
    fault      the paper is at fault        question   YES or NO is awaited
    step       table and match are out of step
    referee    everything else
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from companion.players import called
from companion.referee.records import Kind
from companion.referee.states import OPENING, State
from companion.web import view_controls, view_log, view_may, view_orders, view_speech
from companion.web.coach import coach_view
from companion.web.doors import Role
from companion.web.public import mentions
from companion.web.view_edges import edges
from companion.web.view_verdict import asked_of, steps_of, verdict_of
from companion.web.view_words import Words
from rules import CHANCE, UNKNOWN, Action, Facing, Verb, format_action, load_game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.web.doors import Pass
    from companion.web.snapshot import Snapshot
    from companion.web.view_board import Board
    from rules import Catalog, Event, Seat

__all__ = ["VERSION", "Viewing"]

VERSION = 1
_MOST_FITS = 5


@dataclass(slots=False)
class Viewing:
    """What does not change during a match: its data, its board, what the players are called.

    `match` tells it from every other, also when it is gone on with, and tells nothing else; `run`
    tells this sitting from every other.
    `again`: whether another match of the same kind can be begun on the page when it is over.
    """

    catalog: Catalog
    board: Board
    names: Mapping[Seat, str]
    phone: bool = False
    mouse: bool = False
    match: str = ""
    run: str = ""
    again: bool = False

    @cached_property
    def named(self) -> Catalog:
        """The catalogue with the players' own names in place of the seats'."""
        return called(self.catalog, self.names)

    @cached_property
    def strict(self) -> frozenset[str]:
        """The cells that are compared with the match."""
        return frozenset(zone.cell for zone in self.board.form.zones if zone.strict)

    def words(self, lang: str) -> Words:
        """The words of one language; made anew, because a speaker keeps its own language."""
        return Words(self.named, lang, self.board.form.mat, self.names)

    def view(self, now: Snapshot, who: Pass, lang: str) -> dict[str, Any]:
        """Everything the page shows of a moment."""
        words, game = self.words(lang), load_game(now.setup.game)
        spectator = who.role is Role.SPECTATOR
        if spectator and now.coach is not None:
            now = replace(now, coach=None)
        may = _choices(now, self.board)
        seats = [seat for seat in game.seats(now.setup) if seat != CHANCE]
        screen = screen_of(now)
        verdict = verdict_of(now, words, spectator=spectator)
        fits = self._fits(now, may)
        watched = spectator or now.film is not None  # of a match told again nobody lays anything
        listed = steps_of(now, words, self.strict)
        steps = [] if spectator else listed
        return {
            "view": VERSION,
            "run": self.run,
            "who": who.role.value,
            "seat": who.seat,
            "lang": lang,
            "game": {"slug": game.slug, "name": self.catalog.names[lang]},
            "screen": "referee" if spectator and screen in _PRIVATE else screen,
            "light": light_of(now, words),
            "now": self._thrown(now, words, screen)
            or self._over(now, who, words, screen)
            or _now(now, words, may, screen, bare=not listed, watched=watched),
            "clock": words.clock(now.clock) if now.clock and screen in _TICKING else "",
            "score": words.score(game.scores(now.state), seats, game.counts(now.state)),
            "verdict": verdict,
            "steps": steps,
            "fits": fits,
            "fits_on": words.cells(fits[:_MOST_FITS], "or"),
            "board": {
                **self.board.geometry(),
                "cells": self.board.cells(now.layout, words, game.lands(now.state)),
            },
            "edges": edges(now.setup.game, now.state, self.board.form, words) if may else {},
            "last": list(now.last),
            "may": view_may.worded(may, words),
            "log": view_log.entries(now, words, spectator=spectator),
            "caption": view_speech.caption_of(now.told, words, spectator=spectator, led=now.led),
            "controls": view_controls.controls_of(now, may, who),
            "whose": view_controls.whose(now, may, who, words),
            "called": view_controls.called(now, may, who, words),
            "seals": view_orders.seals_of(now, words),
            "phone": self.phone,
            "mouse": self.mouse and who.role is Role.TABLE,
            "sayings": self._sayings(now, who, words),
            "plans": self._plans(now, who, words),
            "coach": coach_view(now.coach, words) if now.coach else None,
            "again": self._offers_again(now, who),
            "film": asdict(now.film) if now.film else None,
            "private": self._private(now, who, words),
        }

    def _offers_again(self, now: Snapshot, who: Pass) -> bool:
        """Whether another match can be begun now: this one was played to its end."""
        over = now.stage is State.ENDED and now.outcome is not None and now.film is None
        return self.again and over and who.role is Role.TABLE

    def _over(self, now: Snapshot, who: Pass, words: Words, screen: str) -> dict[str, Any] | None:
        """Who won, and for the table how the next match begins; None while it is played."""
        if screen != "ended" or who.role is not Role.TABLE or now.film is not None:
            return None
        key = "over"
        if self._offers_again(now, who):
            key = "again_mouse" if self.mouse else "again"
        told = _now(now, words, (), screen, bare=False, watched=False)
        return {**told, "todo": words.say(f"todo.{key}", again=words.say("label.again"))}

    def _thrown(self, now: Snapshot, words: Words, screen: str) -> dict[str, Any] | None:
        """Whose throw is awaited, how many dice and where they go; None if none is."""
        if screen not in _THROWN or now.stage in OPENING:
            return None
        throw = view_may.thrown_now(load_game(now.setup.game), now.state)
        if throw is None:
            return None
        head = words.acts(now.to_act, begun=_begun(now), thrower=throw.to)
        todo = view_may.throw_text(throw, self.board.form.zones, words)
        if screen in _STILL:  # first the table is put right, or the match goes on
            todo = words.say(f"todo.{screen}")
        return {"seats": [], "head": head, "todo": todo, "turn": now.turn}

    def _fits(self, now: Snapshot, may: tuple[view_may.Choice, ...]) -> list[str]:
        """Where a refused card would be allowed: it was shown to everybody."""
        stands = now.stands.record if now.stands else None
        if stands is None or stands.kind is not Kind.REFUSED or stands.action is None:
            return []
        action = stands.action
        game = load_game(now.setup.game)
        open_ = tuple(
            cell
            for choice in may
            if choice.seat == action.seat and choice.verb is action.verb
            for cell in choice.cells
        )
        return view_may.fits(game, now.state, action, open_)

    def _sayings(self, now: Snapshot, who: Pass, words: Words) -> list[dict[str, Any]]:
        """What whoever plays on the page may say by a button, for either side."""
        if not self.mouse or who.role is not Role.TABLE or screen_of(now) != "referee":
            return []
        game = load_game(now.setup.game)
        said = [
            {
                "seat": action.seat,
                "action": format_action(action),
                "text": view_may.saying_text(game, now.state, action, words),
            }
            for action in _said(game.slug, now.state, self.strict)
            if action.verb is not Verb.DECLARE or action.seat not in now.apart
        ]
        return [*said, *(_turning(event, words) for event in _beneath(now))]

    def _plans(self, now: Snapshot, who: Pass, words: Words) -> list[dict[str, Any]]:
        """Orders of several parts, for whoever plays all seats on the page.

        Who orders on a page of his own has what he orders there, and nowhere else.
        """
        if not self.mouse or who.role is not Role.TABLE or screen_of(now) != "referee":
            return []
        plans = [
            {"seat": seat, **view_orders.orders_of(now, seat, words)}
            for seat in now.to_act
            if seat in now.private
        ]
        counted = {seat for seat, plan in now.plans.items() if UNKNOWN in plan.orders}
        plans = [
            plan if any(":" in value for _, value in plan["values"]) else {**plan, "values": []}
            for plan in plans
            if plan["seat"] in counted or _heard(plan)
        ]
        return [
            view_orders.kept_apart(plan["seat"], words) if plan["seat"] in now.apart else plan
            for plan in plans
        ]

    def _private(self, now: Snapshot, who: Pass, words: Words) -> dict[str, Any] | None:
        """What a seat's own page shows beside: the position as this seat knows it."""
        if who.role is not Role.SEAT or who.seat not in now.private:
            return None
        cards = self.catalog.cards
        game = load_game(now.setup.game)
        own = mentions(game.format(now.private[who.seat]), cards)
        told = mentions(game.format(now.state), cards)
        return {
            "name": words.seat(who.seat),
            "match": self.match,
            "orders": view_orders.orders_of(now, who.seat, words),
            "cards": [
                {
                    "name": cards[card].names[words.lang],
                    "text": cards[card].spoken[words.lang],
                    "count": count - told[card],
                }
                for card, count in sorted(own.items())
                if count > told[card]
            ],
        }


def _beneath(now: Snapshot) -> list[Event]:
    """Questions for the face of a card that lies beneath others, out of a mouse's reach."""
    found = []
    for event in load_game(now.setup.game).asks(now.state):
        owner = "" if event.seat == CHANCE else event.seat
        pile = now.layout.get(event.cell, ())
        if any(c.facing is Facing.DOWN and c.owner == owner for c in pile[:-1]):
            found.append(event)
    return found


def _turning(event: Event, words: Words) -> dict[str, Any]:
    """The button by which a hand turns up the card that is asked for."""
    flip = Action(event.seat, Verb.FLIP, card=UNKNOWN, at=event.cell)
    return {
        "seat": event.seat,
        "action": format_action(flip),
        "text": words.speaker.asked(event),
    }


_TICKING = frozenset(("referee", "refusal", "paused"))
"""Screens on which the clock of a question is shown; elsewhere something else comes first."""
_THROWN = frozenset(("referee", "refusal", "paused", "trouble"))
"""Screens headed by whose throw is awaited, where one is: it is nobody's turn by itself."""
_STILL = frozenset(("refusal", "paused"))
"""Screens on which the match waits, whoever's turn it is."""
_PRIVATE = frozenset(("coach", "refusal", "question", "fault", "step", "set_up"))
"""Screens that are the players' own; a spectator sees the match go on waiting."""


def screen_of(now: Snapshot) -> str:
    """Which screen a moment is."""
    if now.coach is not None:
        return "coach"
    if now.stage is State.ENDED:
        return "ended"
    if now.trouble is not None:
        return "trouble"
    if now.paused:
        return "paused"
    if now.faults:
        return "fault"
    if now.stage in (State.PLAYING, State.OWING) and _lies_refused(now):
        return "refusal"
    screens = {
        State.SET_UP: "set_up",
        State.RESUMING: "set_up",
        State.REFUSED: "refusal",
        State.ASKING: "question",
        State.ASTRAY: "step",
    }
    return screens.get(now.stage, "referee")


def _lies_refused(now: Snapshot) -> bool:
    """Whether a piece that was refused, or a card among backs, is still to be taken up."""
    record = now.stands.record if now.stands else None
    return record is not None and record.kind is Kind.REFUSED and bool(record.steps)


def light_of(now: Snapshot, words: Words) -> dict[str, str]:
    """The status light; hands in view and the end of "legal" are the page's to time."""
    if now.coach is not None:
        return {"state": now.coach.state, "word": words.say(f"coach.{now.coach.light}")}
    state = _light(now)
    word = _STAGES.get(now.stage, state)
    word = state if state in _GRAVE else word
    if now.stage is State.ENDED and now.outcome is None:
        word = "stopped"
    return {"state": state, "word": words.say(f"light.{word}")}


def _light(now: Snapshot) -> str:
    verdict = now.verdict.record if now.verdict else None
    kind = verdict.kind if verdict else None
    if now.stage is State.ENDED:
        return "legal" if now.outcome else "pause"
    if now.trouble is not None:
        return "trouble"
    if now.stage is State.REFUSED or (kind is Kind.REFUSED and not now.faults):
        return "illegal"
    if now.stage is State.ASTRAY or (now.stage is State.RESUMING and now.stands is not None):
        return "step"
    if now.stage is State.ASKING or now.faults:
        return "unsure"
    if now.paused:
        return "pause"
    slip = verdict is not None and bool(verdict.mishap)
    return "legal" if kind in _GOOD and not slip and now.stage is not State.SET_UP else "watch"


_STAGES = {State.ENDED: "ended", State.SET_UP: "set_up", State.RESUMING: "set_up"}
_GRAVE = frozenset(("trouble", "illegal", "unsure", "pause"))
_GOOD = frozenset((Kind.ACCEPTED, Kind.TAKEN_BACK, Kind.CORRECTED, Kind.IN_STEP, Kind.SET_UP_READY))


_WATCHED = {"set_up": "set_up_wanted", "question": "question"}
"""What whoever only looks on is told in place of what the players have to do."""


def _heard(plan: dict[str, Any]) -> bool:
    """Whether there is something to plan on the page, or to say of what was laid as a plan."""
    values = [value for _, value in plan["values"]]
    return any(":" in value for value in values) or bool(plan["refused"] and UNKNOWN in values)


def _now(
    now: Snapshot,
    words: Words,
    may: tuple[view_may.Choice, ...],
    screen: str,
    *,
    bare: bool,
    watched: bool,
) -> dict[str, Any]:
    seats = [seat for seat in now.to_act if seat != CHANCE]
    if now.coach is not None:
        head = now.coach.said[words.lang][0]
        return {"seats": [], "head": head, "todo": words.say("coach.waits"), "turn": 0}
    if screen == "ended":
        won = now.outcome.winners if now.outcome else ()
        key = "now.won" if won else "now.draw" if now.outcome else "now.stopped"
        head = words.say(key, seats=words.listed([words.seat(s) for s in won]))
        return {"seats": list(won), "head": head, "todo": "", "turn": now.turn}
    if screen in ("set_up", "step", "fault", "question"):
        told = "resuming" if now.stage is State.RESUMING and screen == "set_up" else screen
        key = "bare" if bare and told == "set_up" else told
        todo = f"watch.{_WATCHED[screen]}" if watched and screen in _WATCHED else f"todo.{key}"
        head, todo = words.say(f"now.{told}"), words.say(todo)
        return {"seats": seats, "head": head, "todo": todo, "turn": now.turn}
    own = [choice for choice in may if choice.seat in seats]
    todo = view_may.todo_text(tuple(own), _secret(now.setup.game, now.state), words)
    if screen in _STILL:
        todo = words.say(f"todo.{screen}")
    asked = [] if seats else asked_of(now, words)  # chance is nobody: hands have to do it
    head = asked[0]["text"] if asked else words.acts(now.to_act, begun=_begun(now))
    return {"seats": seats, "head": head, "todo": todo, "turn": now.turn}


def _begun(now: Snapshot) -> bool:
    """Whether a player has done anything yet; a throw is a player's, too."""
    done = (e.record.action for e in now.entries if e.record.kind is Kind.ACCEPTED)
    return any(a is not None and (a.seat != CHANCE or a.verb is Verb.ROLL) for a in done)


@lru_cache(maxsize=4)
def _listed(
    game: str,
    public: Any,  # noqa: ANN401 - the game's own state
    loose: frozenset[str],
) -> tuple[view_may.Choice, ...]:
    return view_may.choices(load_game(game), public, loose)


@lru_cache(maxsize=4)
def _said(
    game: str,
    public: Any,  # noqa: ANN401 - the game's own state
    strict: frozenset[str],
) -> tuple[Action, ...]:
    return view_may.sayings(load_game(game), public, strict)


@lru_cache(maxsize=4)
def _secret(
    game: str,
    public: Any,  # noqa: ANN401 - the game's own state
) -> view_may.Choice | None:
    return view_may.secret_choice(load_game(game), public)


def _choices(now: Snapshot, board: Board) -> tuple[view_may.Choice, ...]:
    if now.stage is State.ENDED or now.stage in OPENING:
        return ()
    loose = frozenset(zone.cell for zone in board.form.zones if not zone.strict)
    return _listed(now.setup.game, now.state, loose)
