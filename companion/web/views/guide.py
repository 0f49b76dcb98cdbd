"""The guide of a first game at a drawn table: how to win, and what the phase asks for."""

from companion.texts import sentences
from companion.web.snapshot import Snapshot
from rules import Message

_GOAL = "goal"


def guide_of(now: Snapshot) -> dict[str, Message]:
    """Return the guide's sentences for the phase, or {} for a game without a guide."""
    game, phases = now.position.game, sentences("guide")
    if f"{game.slug}.{_GOAL}" not in phases:
        return {}
    phase = str(game.phase(now.position.state))
    found = {"goal": Message(f"guide.{game.slug}.{_GOAL}")}
    if f"{game.slug}.{phase}" in phases:
        found["now"] = Message(f"guide.{game.slug}.{phase}")
    return found
