"""Interpretation of changes on the table (SPH-17.8); `table` defines the table form.

Players declare what the camera cannot see. `ctl.yes` is a draw, and `ctl.pass` ends drawing. The
dice are thrown onto the seat's control place (SPH-6.8) and are read as `die.star`, `die.arrow` and
so on. A seat without pyramid dice places tokens such as `token.die.star` there, one for each
result.

Orders on paper (setting `orders`: `rail` or `slip`) are face down. A seat places `ctl.yes` for each
order that it writes, and `ctl.no` to take one back. In each step, the next slot of a rail is turned
over and read, or the text on a slip is typed in. With private pages, a seat may also use a rail.
Its cards are face up behind the seat's screen, visible to the camera above, with one order per
slot.
"""

from collections.abc import Iterator
from dataclasses import replace

from rules.core.action import CHOOSE, DECLARE, DRAW, FLIP, PASS, PLACE, READY, REMOVE, ROLL, Action
from rules.core.candidate_actions import Change, literal_actions
from rules.core.values import CHANCE, DOWN, UNKNOWN, UP, Layout, PlacedCard
from rules.core.verdict import Violation, breach
from rules.games.spherion.config import SEATS
from rules.games.spherion.legal import SIGNS
from rules.games.spherion.orders.rail_slot import OVERFULL, UNFINISHED, rail_order
from rules.games.spherion.phases import PHASES
from rules.games.spherion.state import DICE, HIDDEN_ORDER, NEUTRAL, NONE, Phase, State
from rules.games.spherion.table import RAIL

_CLAIM = "ctl.claim"
_RESULT = ("token.die.", "die.")
_CONTROLS = {
    "ctl.ready": (READY, ""),
    "ctl.pass": (PASS, ""),
    _CLAIM: (DECLARE, "claim"),
    **{f"ctl.{sign}": (DECLARE, sign) for sign in SIGNS},
}
_HIDDEN_COUNT = {"ctl.yes": HIDDEN_ORDER, "ctl.no": "undo"}
"""Values of the declarations that add or remove a hidden order."""


def candidate_actions(state: State, changes: tuple[Change, ...]) -> Iterator[Action]:
    """Yield the actions that changes on the table may represent, the most literal first.

    The core resolves orders, so players only show a card that was asked for, touch a target, or
    show the piece set. Other changes during planning are also yielded, so that the referee
    refuses them (SPH-7.1).
    """
    if claimed := tuple(_claimed(state, changes)):
        yield from claimed
        return
    yield from _thrown(state, changes)
    yield from _railed(state, changes)
    yield from _early(state, changes)
    for change in changes:
        if change.after is None:
            continue
        zone = change.cell.split(".")
        if change.cell.endswith(".control"):
            yield from _control(state, change.cell.removesuffix(".control"), change.after)
        elif zone[1:2] == ["deck"] and zone[0] in SEATS:
            yield from _to_deck(state, zone[0], change.after)
        elif change.cell in state.config.globe.index or zone[0] == "wall":
            yield from _on_globe(state, change.cell, change.after)


def _claimed(state: State, changes: tuple[Change, ...]) -> Iterator[Action]:
    """Yield CLAIM with the pieces that are face up on the seat's control place or rail.

    An incomplete set is not yet a claim: the hand is unknown, so all pieces must be visible
    (SPH-17.8). Other cards on these places are ignored.
    """
    if state.phase is not Phase.PLAN:
        return
    placed = [(c.cell, c.after) for c in changes if c.after is not None]
    pieces = state.config.pieces
    for seat in SEATS:
        if not any(cell == f"{seat}.control" and each.card == _CLAIM for cell, each in placed):
            continue
        before = (f"{seat}.control", f"{seat}.rail.")
        own = [each for cell, each in placed if cell.startswith(before) and each.owner == seat]
        shown = pieces.intersection(each.card for each in own if each.facing is UP)
        value = "claim" if shown == pieces else UNKNOWN
        yield Action(seat, DECLARE, value=value, also=tuple(sorted(shown)) or (UNKNOWN,))


def _thrown(state: State, changes: tuple[Change, ...]) -> Iterator[Action]:
    """Yield a throw of the dice once all its results are on the seat's control place."""
    for seat in SEATS:
        placed = [c.after.card for c in changes if c.after and c.cell == f"{seat}.control"]
        names = [card.rpartition(".")[2] for card in placed if card.startswith(_RESULT)]
        faces = [letter for name in names for letter in DICE if name.upper().startswith(letter)]
        if state.phase is Phase.ROLL and len(faces) == state.config.dice:
            yield Action(CHANCE, ROLL, value="".join(sorted(faces, key=DICE.index)), to=seat)


def _railed(state: State, changes: tuple[Change, ...]) -> Iterator[Action]:
    """Yield the order that is face up in the next slot of a seat's rail.

    Before both seats are READY, face-up cards in every slot are read, so that the referee refuses
    them (SPH-17.3).
    """
    planning = state.phase is Phase.PLAN
    early = planning and state.config.hidden_orders
    if not planning and state.phase is not Phase.ORDER:
        return
    for seat, player in zip(SEATS, state.players, strict=True):
        due = f"{seat}.rail.{(len(player.queue) if planning else state.step) + 1}"
        for slot in _slots(seat, changes) if early else (due,):
            pile = tuple(c.after for c in changes if c.after and c.cell == slot)
            order = rail_order(state, seat, pile)
            if order is not None and _counts(state, order, early=early):
                yield order


def uncounted_orders(state: State, action: Action, nearby: Layout) -> Violation | None:
    """Return a warning if READY would ignore orders on the rail of a seat that declared none.

    A rail without a visibly empty slot is hidden by its screen, so its orders are unknown.
    """
    if action.verb is not READY or state.phase is not Phase.PLAN:
        return None
    if not state.config.hidden_orders or state.players[SEATS.index(action.seat)].queue:
        return None
    slots = [f"{action.seat}.rail.{number}" for number in range(1, RAIL + 1)]
    filled = sum(any(e.facing is DOWN for e in nearby.get(each, ())) for each in slots)
    return breach("SPH-17.3", case="uncounted", count=filled) if 0 < filled < RAIL else None


def _slots(seat: str, changes: tuple[Change, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(c.cell for c in changes if c.cell.startswith(f"{seat}.rail.")))


def _counts(state: State, order: Action, *, early: bool) -> bool:
    """Return True if the referee must react to the content of a slot.

    It must react to unreadable content only if an order is due.
    """
    if early:
        return order.value != UNFINISHED
    return order.value not in (UNFINISHED, OVERFULL) or order.seat in PHASES[state.phase].who(state)


def _early(state: State, changes: tuple[Change, ...]) -> Iterator[Action]:
    """Yield placements, moves and turns on the globe during planning, but not cards picked up."""
    if state.phase not in (Phase.PLAN, Phase.ORDER) or state.ask is not None:
        return
    own = {
        change.cell: (change, placed.owner)
        for change in changes
        if (placed := change.after or change.before) and placed.owner in SEATS
    }
    on_globe = tuple(own[cell][0] for cell in own if cell in state.config.globe.index)
    for action in literal_actions(frozenset(), on_globe):
        if action.verb is not REMOVE:
            yield replace(action, seat=own[action.at or action.to][1])


def _control(state: State, seat: str, placed: PlacedCard) -> Iterator[Action]:
    if placed.card == "ctl.yes" and state.phase in (Phase.DRAW, Phase.USE):
        yield Action(seat, DRAW)
        return
    if state.phase is Phase.PLAN and state.config.hidden_orders and placed.card in _HIDDEN_COUNT:
        yield Action(seat, DECLARE, value=_HIDDEN_COUNT[placed.card])
        return
    if placed.card == "token.initiative" and state.phase is Phase.NAME:
        yield Action(SEATS[state.seat], CHOOSE, value=seat)
        return
    meant = _CONTROLS.get(placed.card)
    if meant is None:
        return
    if state.ask is not None and state.ask.kind == "target":
        if placed.card == "ctl.pass" and NONE in state.ask.options:
            yield Action(seat, CHOOSE, value=NONE)
        return
    verb, value = meant
    yield Action(seat, verb, value=value)


def _to_deck(state: State, seat: str, placed: PlacedCard) -> Iterator[Action]:
    """Yield the return of a card to the deck when a Hammer is used (SPH-6.7).

    A face-down card looks like the deck itself, so the Hammer's die or token on the deck is
    accepted, too.
    """
    if state.phase is Phase.USE:
        hidden = placed.facing is DOWN or placed.card.startswith(_RESULT)
        card = UNKNOWN if hidden else placed.card
        yield Action(seat, PLACE, card=card, to=f"{seat}.deck")


def _on_globe(state: State, cell: str, placed: PlacedCard) -> Iterator[Action]:
    ask = state.ask
    if ask is None:
        if state.phase is Phase.SPAWN and placed.facing is DOWN:
            yield Action(CHANCE, CHOOSE, value=cell)
        return
    target = cell.removeprefix("wall.")
    if ask.kind == "face" and placed.facing is UP:
        seat = CHANCE if ask.seat == NEUTRAL else SEATS[ask.seat]
        if placed.owner == ("" if ask.seat == NEUTRAL else seat):
            yield Action(seat, FLIP, at=cell, card=placed.card)
    elif ask.kind == "target" and target in ask.options:
        yield Action(SEATS[ask.seat], CHOOSE, value=target)
