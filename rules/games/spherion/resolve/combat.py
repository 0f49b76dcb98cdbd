"""Cards that meet: attacks, contested cells and swaps (SPH-9, SPH-10, SPH-12.6)."""

from rules.core.event import Event
from rules.core.values import UNKNOWN
from rules.games.spherion.cards import Op
from rules.games.spherion.config import SEATS
from rules.games.spherion.orders.draft import candidates
from rules.games.spherion.resolve.effects import (
    count_points,
    destroy,
    flush_flips,
    send_back,
    spend,
    spring,
    touch,
)
from rules.games.spherion.resolve.run import Arrival, Due, Run
from rules.games.spherion.state import (
    NONE,
    Unit,
    at_cell,
    attack_of,
    defence_of,
    facts,
    others,
)


def enter(run: Run, comer: Arrival) -> None:
    """Put a card in its destination cell, which takes the seat's colour (SPH-13.2)."""
    run.of_card("entered", comer.seat, comer.slot, comer.dest)
    run.entered.append(comer)


def _mark(run: Run, comer: Arrival, what: str) -> None:
    run.of_card("marked", comer.seat, comer.slot, value=what)


def _kind(run: Run, comer: Arrival) -> str:
    if comer.slot == 0:
        return "master"
    return "set" if run.there(comer.seat, comer.slot).spell else "monster"


def _killed(run: Run, comer: Arrival) -> None:
    """Schedule the killer's `on_kill` effect (SPH-8.8)."""
    effect = facts(run.state, run.there(comer.seat, comer.slot).card).due("on_kill")
    if effect is not None:
        run.kills.append(Due(comer.seat, effect, comer.dest))


# Arrivals at different cells (SPH-8.5, SPH-8.6).


def arrive(run: Run, *comers: Arrival, follower: Arrival | None = None) -> None:
    """Let cards stay, attack or enter cells; every attack precedes every landing (SPH-8.4).

    `follower` heads for the cell that the only comer has left.
    """
    for comer in comers:
        if run.flying(comer) and at_cell(run.state, comer.dest) is not None:
            _stay(run, comer)
    lands = dict.fromkeys(comers, True)
    for comer in comers:
        target = at_cell(run.state, comer.dest)
        if target is not None and run.flying(comer):
            lands[comer] = _attack(run, comer, target[1], target[2], follower)
    for comer in comers:
        if run.flying(comer):
            (enter if lands[comer] else send_back)(run, comer)


def _stay(run: Run, comer: Arrival) -> None:
    """Cancel the move of a card that may not attack: it has never left its cell (SPH-7.2)."""
    unit = run.there(comer.seat, comer.slot)
    spent = unit.attacked and run.state.config.on("attacks_per_turn", "1")
    if comer.slot == 0 or unit.spell or unit.sideways or spent:  # SPH-7.4e
        name, text = SEATS[comer.seat], f"move:{comer.slot or 'dm'}"
        run.emit(Event("voided", name, cell=run.name(comer.dest), value=text, clause="SPH-7.4e"))
        run.of_card("stayed", comer.seat, comer.slot, comer.origin, comer.through)


def _attack(
    run: Run, comer: Arrival, slot: int, target: Unit, follower: Arrival | None = None
) -> bool:
    """Resolve an attack (SPH-9); return True if an attacker that remains enters the cell."""
    seat = 1 - comer.seat
    _mark(run, comer, "attacked")
    if not run.reveal(comer.seat, comer.slot, comer.dest):
        return False
    if slot == 0:
        flush_flips(run)
        if follower is not None:  # the attacker will be back in the follower's way
            _stay(run, follower)
        _hit_master(run, seat, comer)
        return False
    if target.spell:
        return spring(run, seat, slot, comer, comer.dest)
    stands = run.reveal(seat, slot)
    flush_flips(run)
    if not stands:
        return True
    a = attack_of(run.state, run.there(comer.seat, comer.slot))
    d = defence_of(run.state, run.there(seat, slot))
    if a > d:
        destroy(run, seat, slot, "SPH-9.4", by=comer.seat)
        _killed(run, comer)
    elif a < d and a:
        what = "atk" if run.state.config.on("atk_loss", "permanent") else "dip"
        run.of_card("countered", comer.seat, comer.slot, value=what, number=-min(a, d - a))
    return a > d


def _hit_master(run: Run, seat: int, comer: Arrival) -> None:
    """Take 1 LP from a deck master, unless a face-down trap prevents it (SPH-11.8)."""
    slot = _aegis(run, seat)
    stands = slot > 0 and run.reveal(seat, slot)
    card = facts(run.state, run.there(seat, slot).card if stands else UNKNOWN)
    if "dm_hit" not in card.conditions:
        count_points(run, seat, "lp", -1)  # a card that is not such a trap stays face up
        return
    loss = card.required_effect.n
    run.of_card("countered", comer.seat, comer.slot, value="atk", number=loss)
    spend(run, seat, slot)


def _aegis(run: Run, seat: int) -> int:
    """Return the slot of the trap that protects the deck master, or 0 for none.

    If the referee does not know the face-down cards, their player chooses the trap, or none.
    """
    down = [(u.cell, slot, u.card) for slot, u in others(run.state, seat) if u.spell and not u.up]
    cards = run.state.config.cards
    known = [
        (cell, slot)
        for cell, slot, card in down
        if card != UNKNOWN and "dm_hit" in cards[card].conditions
    ]
    best = min(known, default=None)
    hidden = {run.name(cell): slot for cell, slot, card in sorted(down) if card == UNKNOWN}
    able = any("dm_hit" in cards[card].conditions for card in candidates(run.state, seat))
    if hidden and able:
        chosen = run.choose(seat, [*hidden, NONE])
        if chosen in hidden:
            named = (run.there(seat, hidden[chosen]).cell, hidden[chosen])
            best = min(named, best or named)
    return best[1] if best else 0


# Two arrivals at one cell (SPH-10, SPH-12.6).


def contest(run: Run, a: Arrival, b: Arrival) -> None:
    """Resolve the arrival of one card of each player at the same empty cell."""
    if a.dest not in dict(run.state.powerups):
        _conflict(run, a, b, swapped=False)
        return
    card = run.powerup(a.dest)
    if facts(run.state, card).has(Op.BOMB):
        for comer in (a, b):
            if comer.slot == 0:
                send_back(run, comer)
            touch(run, comer, card)
        return
    winner, loser = (a, b) if run.jkp(a.dest, "SPH-12.6a") == a.seat else (b, a)
    if run.state.config.on("powerup_conflict", "jkp_then_battle"):
        touch(run, winner, card)
        _conflict(run, a, b, swapped=False)
        return
    send_back(run, loser)
    run.taken[winner.seat] = card
    enter(run, winner)


def swap(run: Run, a: Arrival, b: Arrival) -> None:
    """Resolve two opposing cards that cross the same edge (SPH-10.9)."""
    _conflict(run, a, b, swapped=True)


def _conflict(run: Run, a: Arrival, b: Arrival, *, swapped: bool) -> None:
    """Apply the matrix of SPH-10.1 and SPH-10.9; `a` belongs to the initiative holder."""
    kinds = {_kind(run, a), _kind(run, b)}
    if kinds == {"monster"}:
        _clash(run, a, b)
    elif kinds == {"master"}:
        send_back(run, a)
        send_back(run, b)
    elif kinds == {"set"}:
        if swapped:
            send_back(run, a)
            send_back(run, b)
        else:
            winner, loser = (a, b) if run.jkp(a.dest, "SPH-10.6") == a.seat else (b, a)
            send_back(run, loser)
            enter(run, winner)
    elif "set" in kinds:
        comer, card = (b, a) if _kind(run, a) == "set" else (a, b)
        _meet(run, comer, card)
    else:
        monster, master = (b, a) if a.slot == 0 else (a, b)
        _bump(run, monster, master, swapped=swapped)


def _clash(run: Run, a: Arrival, b: Arrival) -> None:
    """Compare the ATK of two cards (SPH-10.2, SPH-10.3)."""
    for comer in (a, b):
        _mark(run, comer, "fought")
    _decide(run, a, b)
    for comer in (a, b):
        if run.unit(comer.seat, comer.slot) is not None:
            _mark(run, comer, "stopped")


def _decide(run: Run, a: Arrival, b: Arrival) -> None:
    able = [comer for comer in (a, b) if run.reveal(comer.seat, comer.slot, comer.dest)]
    flush_flips(run)
    if len(able) < 2:
        for comer in able:
            enter(run, comer)
        return
    first, second = (attack_of(run.state, run.there(c.seat, c.slot)) for c in (a, b))
    if first != second:
        winner, loser = (a, b) if first > second else (b, a)
        destroy(run, loser.seat, loser.slot, "SPH-10.2", by=winner.seat)
        _killed(run, winner)
        enter(run, winner)
    elif run.state.config.on("clash_tie", "both_destroyed"):
        _killed(run, a)
        _killed(run, b)
        destroy(run, a.seat, a.slot, "SPH-10.3", by=b.seat)
        destroy(run, b.seat, b.slot, "SPH-10.3", by=a.seat)
    else:
        send_back(run, a)
        send_back(run, b)


def _meet(run: Run, comer: Arrival, card: Arrival) -> None:
    """Resolve the meeting of a monster or deck master with a set card (SPH-10.4, 10.5, 10.9c)."""
    if comer.slot:
        _mark(run, comer, "fought")
        if not run.reveal(comer.seat, comer.slot, comer.dest):
            enter(run, card)
            return
    lands = spring(run, card.seat, card.slot, comer, comer.dest)
    if run.flying(comer):
        (enter if lands else send_back)(run, comer)


def _bump(run: Run, monster: Arrival, master: Arrival, *, swapped: bool) -> None:
    """Resolve a meeting of monster and deck master, which costs 1 LP (SPH-10.7, SPH-10.9b)."""
    good = run.reveal(monster.seat, monster.slot, monster.dest)
    flush_flips(run)
    if not good:
        enter(run, master)
        return
    _hit_master(run, master.seat, monster)
    send_back(run, master)
    if swapped:
        send_back(run, monster)
    else:
        enter(run, monster)
