"""Table form of the game, and interpretation of changes on the table (STR-9).

A node is a cell such as `1.L`. Its pile is a fan of cards, all upright for the zone's owner. The
resource pile is the cell `pile`, the discard pile the cell `discard`. Pieces show what the camera
cannot see on the cards:

    token.puck     on `1.move.1` … `1.move.3`: the current move of the seat to move; on `1.draw`:
                   a draw; on `2.R.supply`: a card supplied to the node 2.R
    token.arrow    on `1.L>2.R`: an attack from 1.L on 2.R
    token.force.F  on `1.force`: the seat's force, or its choice while it must choose a force
    token.full     on `1.full`: a reminder that the hand holds seven cards
    ctl.allow, ctl.end_turn, ctl.pass   on `1.control`: a pass: allow an attack, or end the turn
    ctl.concede    on `1.control`: a concession
    ctl.prevent    next to a card: only shows that the card prevents the attack

A prevention card is placed on the target's cell, or directly on the discard pile.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from rules.core.action import CHOOSE, DECLARE, DRAW, PASS, REMOVE, Action
from rules.core.candidate_actions import Change, literal_actions
from rules.core.rules import TableForm
from rules.core.values import CHANCE, DOWN, UNKNOWN, UP, Layout, PlacedCard, Zone
from rules.games.stratosphere import actions
from rules.games.stratosphere.actions import DISCARD, NO_ATTACK, PILE
from rules.games.stratosphere.config import LIMIT, MOVES, Config
from rules.games.stratosphere.phases import PHASES
from rules.games.stratosphere.state import Phase, State

PUCK: Final = "token.puck"
ARROW: Final = "token.arrow"
FORCE: Final = "token.force."
FULL: Final = "token.full"
ALLOW: Final = "ctl.allow"
CONTROLS: Final = {
    ALLOW: (PASS, ""),
    "ctl.pass": (PASS, ""),
    "ctl.end_turn": (PASS, ""),
    "ctl.concede": (DECLARE, "concede"),
}
"""Control cards and their meanings."""
_PIECES: Final = ("token.", "ctl.")
"""Prefixes of the ids of pieces, which have no meaning on the discard pile."""
_CENTRE: Final = "1"
"""Seat for which cards in the middle are upright."""


def table_form(config: Config) -> TableForm:
    """Return the table form, in which only the nodes are tracked."""
    # The cards of a standard pack look the same upside down.
    zones = [Zone(name, owner=name[0], pile=True, oriented=False) for name in config.names]
    loose = [PILE, DISCARD]
    loose += [f"{name}.supply" for name in config.names]
    loose += [
        f"{name}>{config.names[q]}" for p, name in enumerate(config.names) for q in config.near[p]
    ]
    zones += [Zone(cell, tracked=False, pile=True, oriented=False) for cell in loose]
    for seat in config.seats:
        places = ["force", "draw", *(f"move.{n}" for n in range(1, MOVES + 1)), "full", "control"]
        zones += [Zone(f"{seat}.{p}", tracked=False, owner=seat, pile=True) for p in places]
    turn = 360 // len(config.seats)
    return TableForm(
        mat=f"ring-{len(config.seats)}",
        zones=tuple(zones),
        seat_turns={seat: turn * n for n, seat in enumerate(config.seats)},
        owners={},
        face_down=True,
    )


# Contents of cells are immutable values, so the same object can be reused.


@cache
def _fan(up: str, down: int, owner: str) -> tuple[PlacedCard, ...]:
    """Return `down` card backs, with the controlling card `up` on top if there is one."""
    backs = (PlacedCard(UNKNOWN, owner, DOWN),) * down
    return (*backs, PlacedCard(up, owner)) if up else backs


@lru_cache(maxsize=256)
def _heap(owner: str, *cards: str) -> tuple[PlacedCard, ...]:
    return tuple(PlacedCard(card, owner) for card in cards)


def layout(state: State) -> Layout:
    """Return the layout of nodes, piles and pieces, without hands."""
    config = state.config
    found: dict[str, tuple[PlacedCard, ...]] = {}
    for name, (up, down) in zip(config.names, state.nodes, strict=True):
        if up or down:
            found[name] = _fan(up, len(down), name[0])
    if state.pile:
        found[PILE] = _fan("", len(state.pile), _CENTRE)
    if state.discard:
        found[DISCARD] = _heap(_CENTRE, *state.discard)
    for seat, force in zip(config.seats, state.forces, strict=True):
        if force >= 0:
            found[f"{seat}.force"] = _heap(seat, FORCE + config.forces[force])
    for seat, hand in zip(config.seats, state.hands, strict=True):
        if len(hand) == LIMIT:
            found[f"{seat}.full"] = _heap(seat, FULL)
    seat = config.seats[state.seat]
    if state.target >= 0:
        cell = f"{config.names[state.source]}>{config.names[state.target]}"
        found[cell] = _heap(seat, ARROW)
    if state.turn and not state.ending:
        box = min(MOVES, MOVES + 1 - state.left)
        found[f"{seat}.move.{box}"] = _heap(seat, PUCK)
    return found


def candidate_actions(state: State, changes: tuple[Change, ...]) -> Iterator[Action]:
    """Yield the actions that changes on the table may represent, the most literal first."""
    (seat,) = PHASES[state.phase].who(state) or ("",)
    index = state.config.index
    if seat in ("", CHANCE):
        return
    for change in changes:
        if change.cell not in index and change.after is not None:
            yield from _off_node(state, seat, change.cell, change.after)
    nodes = [change for change in changes if change.cell in index]
    bared = [c for c in nodes if _up(c.before) and c.after is not None and not _up(c.after)]
    if len(bared) == 2 and state.phase is Phase.MOVE:  # an attack without an arrow
        x, y = (change.cell for change in bared)
        yield actions.attack(seat, x, y)
        yield actions.attack(seat, y, x)
        return
    if bared and state.phase is Phase.WINDOW:
        yield actions.plain(seat, PASS)
        nodes = [change for change in nodes if change not in bared]
    rest = []
    for change in nodes:
        if change.before is not None and change.after is not None:
            yield from _top(state, seat, change.cell, change.before, change.after)
        else:
            rest.append(change)
    yield from literal_actions(frozenset((seat,)), tuple(rest))


def _up(on_cell: PlacedCard | None) -> bool:
    return on_cell is not None and on_cell.facing is UP


def _top(
    state: State, seat: str, cell: str, before: PlacedCard, after: PlacedCard
) -> Iterator[Action]:
    """Yield the actions that a node's new top card may represent."""
    if not _up(after):
        if _up(before):
            yield Action(seat, REMOVE, at=cell)
    elif not _up(before):
        yield actions.reveal(seat, cell, after.card)
        if state.config.command:
            yield actions.command(seat, after.card, cell)
    elif after.card != before.card:
        placed = state.phase is Phase.WINDOW and state.config.index[cell] == state.target
        card = after.card
        yield actions.prevent(seat, card) if placed else actions.command(seat, card, cell)


def _off_node(state: State, seat: str, cell: str, on_cell: PlacedCard) -> Iterator[Action]:
    """Yield the actions that a piece or card on a cell other than a node may represent."""
    place, _, part = cell.rpartition(".")
    if on_cell.card == PUCK and part == "draw":
        yield actions.plain(place, DRAW)
    elif on_cell.card == PUCK and part == "supply":
        yield from _supplied(state, seat, place)
    elif on_cell.card == ARROW and ">" in cell:
        yield actions.attack(seat, *cell.split(">"))
    elif on_cell.card in CONTROLS and part == "control":
        verb, value = CONTROLS[on_cell.card]
        if on_cell.card == ALLOW and state.phase is not Phase.WINDOW:
            value = NO_ATTACK  # this card does not end a turn
        yield Action(place, verb, value=value)
    elif on_cell.card.startswith(FORCE) and part == "force" and state.phase is Phase.NAME:
        yield Action(place, CHOOSE, value=on_cell.card.removeprefix(FORCE))
    elif cell == DISCARD and state.phase is Phase.WINDOW and not on_cell.card.startswith(_PIECES):
        meant = actions.prevent(seat, on_cell.card)  # a face-down card does not prove a prevention
        yield meant if _up(on_cell) else replace(meant, facing=DOWN)


def _supplied(state: State, seat: str, cell: str) -> Iterator[Action]:
    """Yield the supply of an unseen card or, if the hand is known, of each card in it."""
    hand = state.hands[state.seat]
    for card in (UNKNOWN,) if UNKNOWN in hand else dict.fromkeys(hand):
        yield actions.supply(seat, card, cell)
