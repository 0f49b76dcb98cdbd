"""Interpretation of the cards in one slot of a printed rail (SPH-17.3).

A slot holds one order: an actor (`ctl.dm`, `ctl.unit.2`) and an act (`ctl.move.3`). A hand card to
place is in the slot itself, in the orientation of its placement, with `ctl.place.1` and its
tributes. A fusion card is in the slot with the moving unit and `ctl.fuse.4`. Invalid content is of
two kinds: `UNFINISHED` can become an order if another card is added, `OVERFULL` cannot.
"""

from typing import Final

from rules.core.action import DECLARE, Action
from rules.core.values import UNKNOWN, UP, PlacedCard
from rules.games.spherion.config import SEATS
from rules.games.spherion.globe import NOWHERE
from rules.games.spherion.orders.order import Intent, order_text
from rules.games.spherion.state import State, at_cell

UNFINISHED: Final = UNKNOWN
"""Order text for a slot with too few cards, whose order is not determined yet."""
OVERFULL: Final = "overfull"
"""Order text for a slot with too many cards."""
_CONTROL = "ctl."
_ORDERS = ("move", "flip", "turn", "fuse", "place", "wait")


def rail_order(state: State, seat: str, pile: tuple[PlacedCard, ...]) -> Action | None:
    """Return the order, legal or not, in a rail's slot; None if it has no order cards."""
    text = _written(state, seat, pile)
    return Action(seat, DECLARE, value=text) if text else None


def _written(state: State, seat: str, pile: tuple[PlacedCard, ...]) -> str:
    """Return an order's text, `UNFINISHED`, `OVERFULL`, or "" if there are only hand cards.

    A face-down hand card is `?`; tributes or a sideways orientation make it a monster. Unneeded
    hand cards are ignored as remnants of void orders. WAIT needs no actor.
    """
    words = [each.card.removeprefix(_CONTROL) for each in pile if each.card.startswith(_CONTROL)]
    hand = [each for each in pile if not each.card.startswith(_CONTROL)]
    actors = [word.removeprefix("unit.") for word in words if _is_actor(word)]
    orders = [word for word in words if word.partition(".")[0] in _ORDERS]
    if len(orders) != 1:
        return OVERFULL if orders else UNFINISHED if actors else ""
    kind, _, number = orders[0].partition(".")
    if kind == "wait":
        return kind
    wanted = [len(actors)] if kind != "place" else []
    wanted += [len(hand)] if kind in ("place", "fuse") else []
    if max(wanted) > 1:
        return OVERFULL
    if min(wanted) < 1:
        return UNFINISHED
    if kind == "place":
        return _placed(state, hand[0], number, actors)
    if kind == "fuse":
        return _fused(state, seat, actors[0], int(number), hand[0].card)
    return ":".join((kind, actors[0], *([number] if number else [])))


def _is_actor(word: str) -> bool:
    return word == "dm" or word.startswith("unit.")


def _placed(state: State, placed: PlacedCard, direction: str, actors: list[str]) -> str:
    known = state.config.cards.get(placed.card)
    sideways = placed.turn % 2 == 1
    monster = known.level > 0 if known is not None else sideways or bool(actors)
    up = placed.facing is UP
    tributes = tuple(sorted(int(actor) for actor in actors if actor != "dm"))
    kind = "summon" if monster else "set"
    return order_text(Intent(kind, 0, int(direction), placed.card, up, sideways, tributes))


def _fused(state: State, seat: str, actor: str, direction: int, card: str) -> str:
    """Return a fusion with the seat's card in `direction`, or with the actor itself (SPH-7.8)."""
    own = SEATS.index(seat)
    unit = state.players[own].units[0 if actor == "dm" else int(actor)]
    other = actor
    if unit is not None and unit.cell != NOWHERE:
        neighbour = at_cell(state, state.config.globe.steps[unit.cell][direction])
        if neighbour is not None and neighbour[0] == own:
            other = str(neighbour[1] or "dm")
    return f"fuse:{actor}:{other}:{card}"
