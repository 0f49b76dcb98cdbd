"""Action buttons and orders for a drawn table, where one page plays all seats."""

from typing import Any

from companion.referee.words.speaker import asked_sentence
from companion.web.snapshot import Snapshot
from companion.web.views.options import sayings
from companion.web.views.orders import kept_apart, orders_of
from companion.web.views.prompts import saying_text
from companion.web.views.words import Words
from rules import CHANCE, UNKNOWN, Action, Event, Facing, Verb, format_action


def sayings_of(now: Snapshot, tracked: frozenset[str], words: Words) -> list[dict[str, Any]]:
    """Return the actions offered as buttons for any seat; `tracked`: the tracked cells."""
    game = now.position.game
    buttons = [
        {
            "seat": action.seat,
            "action": format_action(action),
            "text": saying_text(game, now.position.state, action, words),
        }
        for action in sayings(game, now.position.state, tracked)
        if action.verb is not Verb.DECLARE or action.seat not in now.apart
    ]
    return [*buttons, *(_turning(event, words) for event in _beneath(now))]


def plans_of(now: Snapshot, words: Words) -> list[dict[str, Any]]:
    """Return, for each seat that plans secretly, its orders and the possible multi-part orders.

    A seat with its own page gives its orders only there.
    """
    plans = [
        {"seat": seat, **orders_of(now, seat, words)}
        for seat in now.position.to_act
        if seat in now.position.private
    ]
    counted = {seat for seat, plan in now.plans.items() if UNKNOWN in plan.orders}
    plans = [
        plan if any(":" in value for _, value in plan["values"]) else {**plan, "values": []}
        for plan in plans
        if plan["seat"] in counted or _heard(plan)
    ]
    return [
        kept_apart(plan["seat"], words) if plan["seat"] in now.apart else plan for plan in plans
    ]


def _beneath(now: Snapshot) -> list[Event]:
    """Return requests to turn up a card beneath others, which a mouse cannot reach."""
    found = []
    for event in now.position.game.table.prompts(now.position.state):
        owner = "" if event.seat == CHANCE else event.seat
        pile = now.position.layout.get(event.cell, ())
        if any(c.facing is Facing.DOWN and c.owner == owner for c in pile[:-1]):
            found.append(event)
    return found


def _turning(event: Event, words: Words) -> dict[str, Any]:
    """Return the button that turns up the requested card."""
    flip = Action(event.seat, Verb.FLIP, card=UNKNOWN, at=event.cell)
    return {
        "seat": event.seat,
        "action": format_action(flip),
        "text": asked_sentence(words.wording, event),
    }


def _heard(plan: dict[str, Any]) -> bool:
    """Return True if the seat has orders to plan, or a refused order on the table."""
    values = [value for _, value in plan["values"]]
    return any(":" in value for value in values) or bool(plan["refused"] and UNKNOWN in values)
