"""Resolution of one step of both players' simultaneous orders, by the algorithm of SPH-8."""

from rules.core.event import Event
from rules.core.values import UNKNOWN
from rules.games.spherion.cards import Kind
from rules.games.spherion.config import SEATS
from rules.games.spherion.globe import NOWHERE
from rules.games.spherion.orders.draft import free_slot
from rules.games.spherion.orders.order import Intent, read_intent
from rules.games.spherion.orders.void_orders import crosses, destination, fault
from rules.games.spherion.resolve.combat import arrive, contest, swap
from rules.games.spherion.resolve.effects import apply, flush_flips, touch, use_spell
from rules.games.spherion.resolve.run import Arrival, Due, Run
from rules.games.spherion.state import NONE, facts


def resolve(run: Run) -> bool:
    """Resolve stages A to D of the current step; the caller performs the checks of stage E.

    Return False if both seats waited or their orders are void.
    """
    orders = _orders(run)
    if orders:
        _in_place(run, orders)
        _arrivals(run, _depart(run, orders))
        _consequences(run)
    return bool(orders)


def _orders(run: Run) -> list[tuple[int, Intent, int]]:
    """Return seat, order and ply of each order that is not void, the initiative holder's first."""
    valid = []
    state = run.state
    for seat in run.order():
        queue = state.players[seat].queue
        if len(queue) < state.step:
            continue
        order = queue[state.step - 1]
        intent = read_intent(order.text)
        if intent is None or intent.kind == "wait":
            continue
        clause = fault(state, seat, intent) or _stopped(run, seat, intent)
        if clause:
            run.emit(Event("voided", SEATS[seat], value=order.text, clause=clause))
        else:
            valid.append((seat, intent, order.ply))
    return valid


def _stopped(run: Run, seat: int, intent: Intent) -> str:
    """Return SPH-7.4a if a hidden card is stopped by a wall, as its player says, or ""."""
    if not crosses(run.state, seat, intent):
        return ""
    unit = run.there(seat, intent.unit)
    if unit.card != UNKNOWN or run.choose(seat, [run.name(unit.cell), NONE]) != NONE:
        return ""
    return "SPH-7.4a"


# Stage A (SPH-8.2).


def _in_place(run: Run, orders: list[tuple[int, Intent, int]]) -> None:
    spells = []
    for seat, intent, _ in orders:
        if intent.kind == "turn":
            run.of_card("turned", seat, intent.unit)
        elif intent.kind == "flip" and run.reveal(seat, intent.unit):
            card = facts(run.state, run.there(seat, intent.unit).card)
            if card.kind is Kind.SPELL:
                spells.append((seat, intent.unit))
    for seat, intent, _ in orders:
        if intent.kind == "fuse":
            _fuse(run, seat, intent)
    for seat, slot in spells:
        use_spell(run, seat, slot)
    flush_flips(run)


def _fuse(run: Run, seat: int, intent: Intent) -> None:
    name, cell = SEATS[seat], run.name(run.there(seat, intent.other).cell)
    a, b, paid = str(intent.unit), str(intent.other), run.state.config.costs["fuse"][0]
    run.emit(Event("fused", name, intent.card, cell, to=a, value=b, number=paid))


# Stage B (SPH-8.3).


def _depart(run: Run, orders: list[tuple[int, Intent, int]]) -> list[Arrival]:
    """Pay for the orders, and return the cards that are now in flight."""
    arrivals = []
    start = run.state
    for seat, intent, ply in orders:
        if intent.kind == "move":
            unit = run.unit(seat, intent.unit)
            if unit is None:  # removed as illegal in stage A
                run.emit(Event("voided", SEATS[seat], value="move", clause="SPH-17.1"))
                continue
            dest = start.config.globe.steps[unit.cell][intent.direction]
            through = "wall" if crosses(start, seat, intent) else ""
            run.of_card("left", seat, intent.unit, unit.cell, through, 1)
            arrivals.append(Arrival(seat, intent.unit, dest, unit.cell, "move", through=through))
        elif intent.kind in ("summon", "set"):
            arrivals += _play(run, seat, intent, ply)
    return arrivals


def _play(run: Run, seat: int, intent: Intent, ply: int) -> list[Arrival]:
    if any(run.unit(seat, slot) is None for slot in intent.tributes):
        run.emit(Event("voided", SEATS[seat], value=intent.kind, clause="SPH-7.5b"))
        return []
    dest = destination(run.state, seat, intent.direction)
    for slot in intent.tributes:
        unit = run.there(seat, slot)
        if not unit.up:
            run.show(seat, slot, unit)
        run.of_card("tributed", seat, slot, unit.cell)
    slot = free_slot(run.state, seat)
    facing, position = "up" if intent.up else "down", "defence" if intent.sideways else "attack"
    paid = run.state.config.costs[intent.kind][0]
    items = (intent.kind, facing, position, str(len(intent.tributes)), str(paid))
    name, value = SEATS[seat], "up" if intent.up else ""
    run.emit(Event("played", name, intent.card, to=str(slot), number=ply, value=value, items=items))
    return [Arrival(seat, slot, dest, NOWHERE, intent.kind, intent.up)]


# Stage C (SPH-8.4).


def _arrivals(run: Run, comers: list[Arrival]) -> None:
    if len(comers) < 2:
        arrive(run, *comers)
        return
    a, b = comers
    if a.dest == b.dest:
        contest(run, a, b)
    elif a.dest == b.origin and b.dest == a.origin:
        swap(run, a, b)
    elif a.dest == b.origin:
        arrive(run, b, follower=a)
        arrive(run, a)
    elif b.dest == a.origin:
        arrive(run, a, follower=b)
        arrive(run, b)
    else:
        arrive(run, a, b)


# Stage D (SPH-8.8).


def _consequences(run: Run) -> None:
    order = run.order()
    entered = sorted(run.entered, key=lambda comer: order.index(comer.seat))
    for comer in entered:
        card = run.taken.get(comer.seat)
        if card is None and comer.dest in dict(run.state.powerups):
            card = run.powerup(comer.dest)
        if card is not None:
            touch(run, comer, card)
    for comer in entered:
        unit = run.unit(comer.seat, comer.slot) if comer.how == "set" else None
        open_ = unit is not None and unit.up
        if unit is not None and open_ and facts(run.state, unit.card).kind is Kind.SPELL:
            use_spell(run, comer.seat, comer.slot)
    flush_flips(run)
    for comer in entered:
        unit = run.unit(comer.seat, comer.slot)
        if comer.how == "summon" and comer.up and unit is not None:
            effect = facts(run.state, unit.card).due("on_summon")
            if effect is not None:
                apply(run, comer.seat, effect, comer.dest)
    _after(run, run.kills)
    _after(run, run.fallen)


def _after(run: Run, dues: list[Due]) -> None:
    order = run.order()
    for due in sorted(dues, key=lambda due: order.index(due.seat)):
        apply(run, due.seat, due.effect, due.cell)
