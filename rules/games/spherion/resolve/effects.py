"""Effects of cards (SPH-11, SPH-12.4, SPH-12.5).

An effect's range is measured from the current or last cell of its card. Cards in flight are out of
range. If there are several legal targets, the card's player chooses one (SPH-11.9).
"""

from rules.core.event import Event
from rules.core.values import UNKNOWN
from rules.games.spherion.cards import Card, Effect, Kind, Op
from rules.games.spherion.config import SEATS
from rules.games.spherion.globe import NOWHERE
from rules.games.spherion.resolve.run import Arrival, Due, Run
from rules.games.spherion.state import Unit, attack_of, cells_of, facts, others


def apply(run: Run, seat: int, effect: Effect, cell: int) -> None:
    """Apply one of `seat`'s effects, with its range measured from `cell`."""
    match effect.op:
        case Op.SP | Op.MP | Op.LP:
            count_points(run, seat, effect.op.value, effect.n)
        case Op.DRAW:
            for card in run.state.players[seat].deck[: effect.n]:
                run.emit(Event("drawn", SEATS[seat], card, value="effect"))
        case Op.ATK | Op.DEF:
            _count(run, seat, effect, cell)
        case Op.EXPOSE:
            _expose(run, seat, effect, cell)
        case Op.UNWALL:
            _unwall(run, seat)
        case _:
            _recall(run, seat, effect, cell)


def count_points(run: Run, seat: int, what: str, number: int) -> None:
    """Change a seat's SP, MP or LP."""
    run.emit(Event("points", SEATS[seat], value=what, number=number))


def _counter(run: Run, seat: int, slot: int, effect: Effect) -> None:
    what = "atk" if effect.op is Op.ATK else "dfn"
    run.of_card("countered", seat, slot, value=what, number=effect.n)


def _monsters(run: Run, seat: int) -> list[tuple[int, Unit]]:
    """Return a seat's face-up monsters, in the canonical order of their cells."""
    pairs = [(slot, u) for slot, u in others(run.state, seat) if u.up and not u.spell]
    return sorted(pairs, key=lambda pair: pair[1].cell)


def _near(run: Run, cell: int, distance: int, pairs: list[tuple[int, Unit]]) -> dict[str, int]:
    """Return the slots within a distance of `cell` by cell name, in canonical order."""
    row = run.state.config.globe.distance[cell]
    pairs = sorted(pairs, key=lambda pair: pair[1].cell)
    return {run.name(u.cell): slot for slot, u in pairs if row[u.cell] <= distance}


def _count(run: Run, seat: int, effect: Effect, cell: int) -> None:
    if effect.target == "foes":
        for slot in _near(run, cell, 1, _monsters(run, 1 - seat)).values():
            _counter(run, 1 - seat, slot, effect)
        return
    own = {run.name(u.cell): slot for slot, u in _monsters(run, seat)}
    chosen = run.choose(seat, list(own))
    if chosen:
        _counter(run, seat, own[chosen], effect)


def _expose(run: Run, seat: int, effect: Effect, cell: int) -> None:
    if effect.target == "near":
        cell = run.there(seat, 0).place
    down = [(slot, u) for slot, u in others(run.state, 1 - seat) if not u.up]
    targets = _near(run, cell, effect.n or 1, down)
    chosen = run.choose(seat, list(targets))
    if chosen:
        run.reveal(1 - seat, targets[chosen])


def _unwall(run: Run, seat: int) -> None:
    state, board = run.state, run.state.config.globe
    edges = sorted({edge for cell in cells_of(state, seat) for edge in board.edges[cell]} - {-1})
    edges_by_name = {}
    for edge in edges:
        if state.walls >> edge & 1:
            a, b = board.ends[edge]
            edges_by_name[f"{board.names[a]}-{board.names[b]}"] = edge
    chosen = run.choose(seat, list(edges_by_name))
    if chosen:
        run.emit(Event("unwalled", SEATS[seat], value=chosen, number=edges_by_name[chosen]))


def _recall(run: Run, seat: int, effect: Effect, cell: int) -> None:
    foes = _monsters(run, 1 - seat)
    low = [pair for pair in foes if facts(run.state, pair[1].card).level <= effect.n]
    targets = _near(run, cell, 1, low)
    chosen = run.choose(seat, list(targets))
    if chosen:
        slot = targets[chosen]
        run.of_card("recalled", 1 - seat, slot, run.there(1 - seat, slot).cell)


# Spells and traps.


def use_spell(run: Run, seat: int, slot: int) -> None:
    """Apply a spell if its condition holds, then send it to the Core (SPH-11.3)."""
    unit = run.there(seat, slot)
    _act(run, seat, facts(run.state, unit.card), unit.cell)
    spend(run, seat, slot)


def _act(run: Run, seat: int, card: Card, cell: int) -> None:
    most = card.conditions.get("lp_max")
    if most is None or run.state.players[seat].lp <= most:
        apply(run, seat, card.required_effect, cell)


def spend(run: Run, seat: int, slot: int) -> None:
    """Record that a set card is used up (SPH-11.3, SPH-11.5)."""
    run.of_card("spent", seat, slot, run.there(seat, slot).place)


def spring(run: Run, seat: int, slot: int, comer: Arrival, where: int) -> bool:
    """Reveal and apply a set card that is attacked or met, then spend it (SPH-11.4, 11.5).

    Return False if it halts the other card (SPH-11.6).
    """
    unit = run.there(seat, slot)
    fresh = not unit.up or unit.cell == unit.origin == NOWHERE
    stands = run.reveal(seat, slot, where)
    flush_flips(run)
    if not stands:
        return True
    card = facts(run.state, run.there(seat, slot).card)
    if card.kind is Kind.SPELL and fresh:
        _act(run, seat, card, where)
    elif card.kind is Kind.TRAP and comer.slot and "contact" in card.conditions:
        _contact(run, seat, card, comer)
    spend(run, seat, slot)
    left = run.unit(comer.seat, comer.slot)
    return left is None or not left.stopped


def _contact(run: Run, seat: int, card: Card, comer: Arrival) -> None:
    unit, effect, limits = run.there(comer.seat, comer.slot), card.required_effect, card.conditions
    atk, level = attack_of(run.state, unit), facts(run.state, unit.card).level
    if not (
        limits.get("atk_min", 0) <= atk <= limits.get("atk_max", atk)
        and level <= limits.get("level_max", level)
    ):
        return
    match effect.op:
        case Op.DESTROY:
            destroy(run, comer.seat, comer.slot, "SPH-11.4", by=seat)
        case Op.HALT:
            run.of_card("marked", comer.seat, comer.slot, value="stopped")
        case Op.RECALL:
            run.of_card("recalled", comer.seat, comer.slot, unit.origin)
        case _:
            _counter(run, comer.seat, comer.slot, effect)


def send_back(run: Run, comer: Arrival) -> None:
    """Send a card in flight back to its former place (SPH-8.7, SPH-10.3)."""
    kind = "rebuffed" if comer.origin == NOWHERE else "returned"
    unit = run.there(comer.seat, comer.slot)
    card = unit.card if unit.up else UNKNOWN
    run.emit(Event(kind, SEATS[comer.seat], card, run.name(comer.origin), to=str(comer.slot)))


def destroy(
    run: Run, seat: int, slot: int, clause: str, by: int | None = None, where: int = NOWHERE
) -> None:
    """Record that seat `by` destroys a card, which goes to the Core (SPH-9.10, SPH-13.4).

    `where` is the cell to report for a card that came from the hand.
    """
    unit, breach = run.there(seat, slot), ""
    if not unit.up:
        _, breach = run.show(seat, slot, unit, where)
        unit = run.there(seat, slot)
    place = unit.place
    run.of_card("destroyed", seat, slot, place, clause=clause)
    if place == NOWHERE:
        return
    effect = facts(run.state, unit.card).due("on_destroyed")
    if effect is not None and not breach:  # SPH-15.5
        run.fallen.append(Due(seat, effect, place))
    if by is not None and run.state.config.on("flip_recolours", "on"):
        run.emit(Event("coloured", SEATS[by], cell=run.name(place)))


def flush_flips(run: Run) -> None:
    """Apply the pending `on_flip` effects, the initiative holder's first (SPH-8.8, SPH-9.2)."""
    while run.flips:
        first = run.order()[0]
        due = next((d for d in run.flips if d.seat == first), run.flips[0])
        run.flips.remove(due)
        apply(run, due.seat, due.effect, due.cell)


# Power-ups.


def touch(run: Run, comer: Arrival, card_id: str) -> None:
    """Apply the power-up in the cell that a card has entered (SPH-12.4, SPH-12.5)."""
    effect = facts(run.state, card_id).required_effect
    unit = run.there(comer.seat, comer.slot)
    match effect.op:
        case Op.BOMB:
            _bomb(run, comer)
        case Op.PHASE:
            if not unit.spell:
                run.of_card("marked", comer.seat, comer.slot, value="phase")
        case Op.ATK | Op.DEF:
            if comer.slot and not unit.spell:
                _counter(run, comer.seat, comer.slot, effect)
        case _:
            apply(run, comer.seat, effect, unit.cell)


def _bomb(run: Run, comer: Arrival) -> None:
    if comer.slot:
        destroy(run, comer.seat, comer.slot, "SPH-12.5", where=comer.dest)
    elif run.state.config.on("bomb_vs_deck_master", "1"):
        count_points(run, comer.seat, "lp", -1)
