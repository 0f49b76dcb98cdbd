"""Every action of the game in its exact form.

Actions are immutable values, so the same object can be returned repeatedly.
"""

from functools import cache
from typing import Final

from rules.core.action import DECLARE, FLIP, PLACE, Action, Verb
from rules.core.values import DOWN

ATTACK: Final = "attack"
"""Value of an action that declares an attack."""
DISCARD: Final = "discard"
"""Cell of the discard pile, where prevention cards are played."""
NO_ATTACK: Final = "no_attack"
"""Value of a pass that allows an attack although none is declared."""
PILE: Final = "pile"
"""Cell of the resource pile."""


@cache
def supply(seat: str, card: str, cell: str) -> Action:
    """Return the action that supplies a card to a node (STR-3.5)."""
    return Action(seat, PLACE, card, "", cell, DOWN)


@cache
def command(seat: str, card: str, cell: str) -> Action:
    """Return the action that commands a node with a card (STR-3.8)."""
    return Action(seat, PLACE, card, "", cell)


@cache
def reveal(seat: str, cell: str, card: str) -> Action:
    """Return the action that reveals a node's top card (STR-3.6)."""
    return Action(seat, FLIP, card, cell)


@cache
def attack(seat: str, cell: str, target: str) -> Action:
    """Return the action that declares an attack (STR-3.7)."""
    return Action(seat, DECLARE, "", cell, target, value=ATTACK)


@cache
def prevent(seat: str, card: str) -> Action:
    """Return the action that prevents an attack with a card (STR-6.1)."""
    return Action(seat, PLACE, card, "", DISCARD)


@cache
def show(seat: str, card: str) -> Action:
    """Return the action that shows a card which was to prevent an attack (STR-6.6)."""
    return Action(seat, DECLARE, value="hand", also=(card,))


@cache
def plain(seat: str, verb: Verb) -> Action:
    """Return an action that needs no fields except its verb."""
    return Action(seat, verb)


def is_concession(action: Action) -> bool:
    """Return True if an action concedes, which any seat may do at any time (STR-7.7)."""
    return action.verb is DECLARE and action.value == "concede"
