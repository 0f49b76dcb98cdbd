"""The control cards of a view: which do something now, whose they are, what the game calls them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.pieces import piece_words
from companion.referee.controls import PREFIX, Control
from companion.referee.states import State
from companion.web.doors import Role
from rules import Verb

if TYPE_CHECKING:
    from companion.web.doors import Pass
    from companion.web.snapshot import Snapshot
    from companion.web.view_may import Choice
    from companion.web.view_words import Words

__all__ = ["called", "controls_of", "ready", "whose"]

_SAID = {Verb.PASS: Control.END_TURN, Verb.READY: Control.READY}
_ALWAYS = (Control.WHY, Control.UNDO, Control.REPEAT, Control.PAUSE)


def controls_of(now: Snapshot, may: tuple[Choice, ...], who: Pass) -> list[str]:
    """The control cards that do something now, those that always do first; a seat sees its own."""
    if who.role is Role.SPECTATOR or now.film:
        return []
    if now.coach is not None:
        return [Control.DONE]
    if now.stage is State.ENDED:
        return [Control.WHY, Control.REPEAT]
    asked = (Control.YES, Control.NO) if now.stage is State.ASKING else ()
    return list(dict.fromkeys((*asked, *_ALWAYS, *_spoken(now, may, who))))


def whose(
    now: Snapshot, may: tuple[Choice, ...], who: Pass, words: Words
) -> dict[str, list[dict[str, str]]]:
    """The seats that may say a control card, for those that are somebody's; a seat sees its own.

    That is a YES that everybody gives for himself, and what ends a turn or a phase.
    """
    if who.role is Role.SPECTATOR or now.film:
        return {}
    seats = {name: {c.seat for c in own} for name, own in _spoken(now, may, who).items()}
    asked = [seat for seat in now.waits if who.seat in ("", seat)]
    found = {Control.YES: asked} if now.stage is State.ASKING and asked else {}
    found |= {name: [s for s in now.to_act if s in seats[name]] for name in seats}
    return {
        name: [{"seat": seat, "name": words.seat(seat)} for seat in by]
        for name, by in found.items()
    }


def ready(words: Words) -> str:
    """What stands on the card that says READY."""
    return called(words.catalog.slug, words.lang).get(Control.DONE) or words.say("control.ready")


def called(game: str, lang: str) -> dict[str, str]:
    """What stands on a game's own card where the page has a word of its own for it."""
    word = piece_words(game).get(f"{PREFIX}{Control.DONE}")
    return {Control.DONE: word[lang]} if word else {}


def _spoken(now: Snapshot, may: tuple[Choice, ...], who: Pass) -> dict[Control, list[Choice]]:
    found: dict[Control, list[Choice]] = {}
    for choice in may:
        control = _SAID.get(choice.verb)
        if control is Control.READY and called(now.setup.game, "en"):
            control = Control.DONE
        if control is not None and who.seat in ("", choice.seat):
            found.setdefault(control, []).append(choice)
    return found
