"""Validation of cards on the globe: identity and orientation (SPH-7)."""

from __future__ import annotations

from rules.games.spherion.cards import Kind
from rules.games.spherion.state import State, Unit
from rules.messages.message import Message

Fault = tuple[Message, Message]
"""Message of a fault and its fix."""

_FUSED = 2
"""Fewest cards under a fusion monster (SPH-7.8)."""


def no_master(state: State, unit: Unit) -> Fault | None:
    """Return a fault unless a deck master is an upright face-up monster (SPH-4.4, SPH-7.11)."""
    card = state.config.cards.get(unit.card)
    if card is not None and card.kind is not Kind.MONSTER:
        return Message("spherion.no_master", card=unit.card), Message("spherion.name_monster")
    if not unit.up or unit.sideways or unit.spell or unit.stack or unit.attacked:
        return Message("spherion.master_moves"), Message("spherion.master_flags")
    return None


def no_unit(state: State, unit: Unit) -> Fault | None:
    """Return a fault for an impossible card or orientation on the globe (SPH-7.5 to 7.8)."""
    card, name = state.config.cards.get(unit.card), unit.card
    if unit.spell and unit.sideways:
        return Message("spherion.set_upright"), Message("spherion.no_defence")
    if card is None:
        return (Message("known_card"), Message("spherion.down_or_name")) if unit.up else None
    if card.kind is Kind.POWERUP:
        return Message("spherion.a_powerup", card=name), Message("spherion.to_lying")
    if card.kind in (Kind.SPELL, Kind.TRAP) and not unit.spell:
        return Message(
            "spherion.is_set", card=name, kind=Message(f"spherion.{card.kind}")
        ), Message("spherion.add_set")
    if card.kind in (Kind.MONSTER, Kind.FUSION) and unit.spell:
        return Message("spherion.is_summoned", card=name), Message("spherion.no_set")
    if card.kind is Kind.FUSION and (len(unit.stack) < _FUSED or not unit.up):
        what = Message("spherion.on_stack", card=name)
        return what, Message("add_example", form="under=M01,M11")
    if card.kind is not Kind.FUSION and unit.stack:
        return Message("spherion.no_stack", card=name), Message("spherion.no_under")
    return None
