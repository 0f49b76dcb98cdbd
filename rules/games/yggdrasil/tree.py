"""Properties of a tree of cards: open cells, links, soundness and powers (YGG-6.8, 8.4, 9)."""

from collections.abc import Iterator

from rules.games.yggdrasil.cards import Field, FieldCard, Op, stone
from rules.games.yggdrasil.fits import colours_agree
from rules.games.yggdrasil.grid import bits
from rules.games.yggdrasil.state import State

_ROOT_DEFENCE = 6


def around_cell(state: State, i: int, owner: int) -> Iterator[tuple[int, int, FieldCard]]:
    """Yield the direction, cell and card of each of a seat's cards next to cell i."""
    for direction, j in enumerate(state.config.grid.near[i]):
        other = state.field[j] if j >= 0 else None
        if other is not None and other.owner == owner:
            yield direction, j, other


def open_cells(state: State, seat: int) -> int:
    """Return the empty cells at which one of the seat's branches points (YGG-6.8)."""
    edges = state.sides[seat].edges(state.config)
    cells = edges.aimed & ~state.taken
    if state.config.no_blank_edges:
        for _, half in edges.half:
            cells &= ~half
    return cells


def root_cell(field: Field, owner: int) -> int:
    """Return the cell of a seat's root; −1 if it is destroyed or not yet placed."""
    for i, placed in enumerate(field):
        if placed is not None and placed.card.root and placed.owner == owner:
            return i
    return -1


def _links(state: State, owner: int) -> list[int]:
    """Return the cells whose cards are connected to a neighbour, by direction (YGG-6.2, 13.1)."""
    side, config = state.sides[owner], state.config
    links = [arms & met for arms, met in zip(side[1:], side.edges(config).meets, strict=True)]
    if config.colour_lock:
        for direction, cells in enumerate(links):
            for i in bits(cells):
                other = stone(state.field, config.grid.near[i][direction])
                if not colours_agree(config, stone(state.field, i), other, direction):
                    links[direction] ^= 1 << i
    return links


def linked(state: State, owner: int) -> int:
    """Return the bit set of a seat's cards that are linked to its root (YGG-9.7)."""
    root = root_cell(state.field, owner)
    up, right, down, left = _links(state, owner)
    columns = state.config.grid.columns
    seen, new = 0, 1 << root if root >= 0 else 0
    while new:
        seen |= new
        new = (new & up) << columns | (new & right) << 1 | (new & down) >> columns
        new = (new | (seen & left) >> 1) & ~seen
    return seen


def sound(state: State, owner: int) -> bool:
    """Return True if all cards are linked and obey the rules of placement (YGG-8.4)."""
    own, *arms = state.sides[owner]
    edges = state.sides[owner].edges(state.config)
    for direction, (there, link) in enumerate(zip(arms, _links(state, owner), strict=True)):
        off = there & ~state.config.grid.inside[1 << direction]
        clash = there & edges.meets[direction] & ~link
        without, having = edges.half[direction]
        if off or clash or there & having or own & ~there & without:
            return False
    return own == linked(state, owner)


# Invasion.


def pointed(state: State, i: int) -> int:
    """Return the rival's cards at the ends of the branches of the card on cell i."""
    placed = stone(state.field, i)
    return state.sides[1 - placed.owner].own & state.config.grid.ends[placed.arms][i]


def targets(state: State, i: int) -> tuple[int, ...]:
    """Return the cells that a card on cell i may invade (YGG-9.1, YGG-9.6)."""
    cells = pointed(state, i)
    if not cells:
        return ()
    roots = state.config.get("root_attack") == "allowed"
    return tuple(j for j in bits(cells) if roots or not stone(state.field, j).card.root)


def attack(state: State, i: int, target: int) -> int:
    """Return the attack power: the card on i, and the attacker's cards at the target (YGG-9.3)."""
    placed = stone(state.field, i)
    total = placed.card.amount(Op.INVADE_BONUS)
    for direction, j, other in around_cell(state, target, placed.owner):
        if other.arms >> (direction ^ 2) & 1:
            total += _power(state, j)
    return total


def defence(state: State, target: int) -> int:
    """Return the defence power: the target's own power, or 6 for a root (YGG-9.4, YGG-9.6)."""
    card = stone(state.field, target).card
    power = _power(state, target) + card.amount(Op.DEFEND_BONUS)
    return power - card.power + _ROOT_DEFENCE if card.root else power


def _power(state: State, i: int) -> int:
    """Return a card's printed power plus the auras of its owner's connected cards (YGG-8.7)."""
    placed = stone(state.field, i)
    power = placed.card.power
    for direction, _, other in around_cell(state, i, placed.owner):
        aura = other.card.amount(Op.AURA)
        if aura and _links(state, placed.owner)[direction] >> i & 1:
            power += aura
    return power
