"""One viewer's view of a snapshot: plain JSON values, every text in the viewer's language.

It is a pure function of snapshot, viewer and language. docs/reference/page.md lists its keys. Each
region of the page has its own module in this package.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any

from companion.match_setup.players import with_player_names
from companion.referee.notices import Refused
from companion.referee.phases import OPENING, RefereePhase
from companion.web.auth.roles import Pass, Role
from companion.web.coach import coach_view
from companion.web.public import mentions
from companion.web.snapshot import Snapshot
from companion.web.views import controls as view_controls
from companion.web.views import drag_actions as view_mouse
from companion.web.views import log as view_log
from companion.web.views import options as view_may
from companion.web.views import orders as view_orders
from companion.web.views import prompts as view_todo
from companion.web.views import speech as view_speech
from companion.web.views.board import BoardView
from companion.web.views.edges import edges
from companion.web.views.guide import guide_of
from companion.web.views.header import has_begun, now_of
from companion.web.views.hint import hint_view
from companion.web.views.layout import PRIVATE, TICKING, light_of, screen_of
from companion.web.views.lesson import lesson_view
from companion.web.views.verdict import steps_of, verdict_of
from companion.web.views.words import Words
from rules import CHANCE, Catalog, Message, Seat
from rules.core.rules import whole_state
from rules.messages.message import localized

VERSION = 1
_MOST_FITS = 5


@dataclass(slots=False)
class ViewBuilder:
    """The constants of a match's views: catalogue, board, and players' names.

    `match` identifies the match even after it is resumed; `run` identifies this process. `again`:
    True if the page can start a rematch. `resume`: the command that continues a stopped match, or
    "" without a log. `computers`: the seats that the computer plays. `analysis`: a replayed match's
    analysis by language.
    """

    catalog: Catalog
    board: BoardView
    names: Mapping[Seat, str]
    phone: bool = False
    mouse: bool = False
    match: str = ""
    run: str = ""
    again: bool = False
    resume: str = ""
    computers: frozenset[Seat] = frozenset()
    analysis: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @cached_property
    def named(self) -> Catalog:
        """The catalogue with the players' names instead of the seats' names."""
        return with_player_names(self.catalog, self.names)

    @cached_property
    def tracked(self) -> frozenset[str]:
        """The tracked cells."""
        return frozenset(zone.cell for zone in self.board.form.zones if zone.tracked)

    def words(self, lang: str) -> Words:
        """Return the match's words in a language."""
        return Words(self.named, lang, self.board.form.mat, self.names)

    def view(self, now: Snapshot, who: Pass, lang: str) -> dict[str, Any]:
        """Return the page's view of a snapshot."""
        words, game, state = self.words(lang), now.position.game, now.position.state
        spectator = who.role is Role.SPECTATOR
        if spectator and now.coach is not None:
            now = replace(now, coach=None)
        may = _choices(now, self.board)
        seats = [seat for seat in game.seats(now.position.setup) if seat != CHANCE]
        screen = screen_of(now)
        verdict = verdict_of(now, words, spectator=spectator)
        fits = self._fits(now, may)
        fits_on = words.cells(fits[:_MOST_FITS], "or") if fits else ""
        watched = spectator or now.film is not None  # viewers of a replay cannot move cards
        mouse = self.mouse and who.role is Role.TABLE
        by_mouse = mouse and screen == "referee"
        listed = steps_of(now, words, self.tracked, drawn=mouse)
        steps = [] if spectator else listed
        view = {
            "view": VERSION,
            "run": self.run,
            "who": who.role.value,
            "seat": who.seat,
            "lang": lang,
            "game": {"slug": game.slug, "name": self.catalog.names[lang]},
            "screen": "referee" if spectator and screen in PRIVATE else screen,
            "light": light_of(now),
            "now": now_of(
                now,
                words,
                may,
                self.board.form.zones,
                over=self._over(now, who),
                bare=not listed,
                watched=watched,
            ),
            "clock": words.clock(now.clock) if now.clock and screen in TICKING else "",
            "score": words.score(game.scores(state), seats, game.captions.counts(state)),
            "verdict": verdict,
            "steps": steps,
            "fits": fits,
            "fits_on": fits_on,
            "board": {
                **self.board.geometry(),
                "cells": self.board.cells(
                    now.position.layout, words, game.table.cell_owners(state)
                ),
            },
            "edges": edges(game.slug, state, self.board.form, words) if may else {},
            "last": list(now.story.last),
            "may": view_todo.worded(may, words),
            "log": view_log.entries(now, words, spectator=spectator),
            "caption": view_speech.caption_of(now.story, words, spectator=spectator, fits=fits_on),
            "controls": view_controls.controls_of(now, may, who),
            "whose": view_controls.whose(now, may, who, words),
            "called": view_controls.called(now, may, who, words),
            "seals": view_orders.seals_of(now, words),
            "phone": self.phone,
            "mouse": mouse,
            "computers": sorted(self.computers),
            "secret_hands": mouse and game.view is not whole_state,
            "sayings": view_mouse.sayings_of(now, self.tracked, words) if by_mouse else [],
            "guide": guide_of(now) if by_mouse else {},
            "lesson": lesson_view(now.lesson, words) if now.lesson and mouse else None,
            "hints": hint_view(now.hints, words) if now.hints and by_mouse else None,
            "plans": view_mouse.plans_of(now, words) if by_mouse else [],
            "coach": coach_view(now.coach) if now.coach else None,
            "again": self._offers_again(now, who),
            "recording": self._recording(now, who),
            "film": asdict(now.film) if now.film else None,
            "analysis": self.analysis.get(lang) if now.film else None,
            "private": self._private(now, who, words),
        }
        return localized(view, lang)

    def _offers_again(self, now: Snapshot, who: Pass) -> bool:
        """Return True if a rematch can be started now."""
        over = now.stage is RefereePhase.ENDED and now.position.outcome is not None
        return self.again and over and now.film is None and who.role is Role.TABLE

    @staticmethod
    def _recording(now: Snapshot, who: Pass) -> dict[str, Any] | None:
        """Return the state of the recorder, which only the table's own page controls."""
        runs = now.stage is not RefereePhase.ENDED and now.coach is None and now.film is None
        offered = runs and who.role is Role.TABLE
        return asdict(now.recording) if now.recording is not None and offered else None

    def _over(self, now: Snapshot, who: Pass) -> Message | None:
        """Return the table's instruction after the match, or None before its end."""
        if screen_of(now) != "ended" or who.role is not Role.TABLE or now.film is not None:
            return None
        if self._offers_again(now, who):
            key = "again_mouse" if self.mouse else "again"
            return Message(f"page.todo.{key}", again=Message("page.label.again"))
        if self.resume and now.position.outcome is None and has_begun(now):
            return Message("page.todo.resume", command=self.resume)
        return Message("page.todo.over")

    def _fits(self, now: Snapshot, may: tuple[view_may.Choice, ...]) -> list[str]:
        """Return the cells where a refused card, which is public, would be legal."""
        awaiting = now.story.awaiting.record if now.story.awaiting else None
        if not isinstance(awaiting, Refused) or awaiting.action is None:
            return []
        action = awaiting.action
        game = now.position.game
        open_ = tuple(
            cell
            for choice in may
            if choice.seat == action.seat and choice.verb is action.verb
            for cell in choice.cells
        )
        return view_may.fits(game, now.position.state, action, open_)

    def _private(self, now: Snapshot, who: Pass, words: Words) -> dict[str, Any] | None:
        """Return the private part of a seat's own page: the position as the seat knows it."""
        if who.role is not Role.SEAT or who.seat not in now.position.private:
            return None
        cards = self.catalog.cards
        game = now.position.game
        own = mentions(_present(game.notation.format(now.position.private[who.seat])), cards)
        named = mentions(_present(game.notation.format(now.position.state)), cards)
        return {
            "name": words.seat(who.seat),
            "match": self.match,
            "orders": view_orders.orders_of(now, who.seat, words),
            "cards": [
                {
                    "name": cards[card].names[words.lang],
                    "text": cards[card].spoken[words.lang],
                    "count": count - named[card],
                }
                for card, count in sorted(own.items())
                if count > named[card]
            ],
        }


def _present(text: str) -> str:
    """Return a position without the lines that begin with bars, which show an earlier position."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("|"))


def _choices(now: Snapshot, board: BoardView) -> tuple[view_may.Choice, ...]:
    if now.stage is RefereePhase.ENDED or now.stage in OPENING:
        return ()
    loose = frozenset(zone.cell for zone in board.form.zones if not zone.tracked)
    return view_may.choices(now.position.game, now.position.state, loose)
