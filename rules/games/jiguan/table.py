"""Table form of the game, and interpretation of changes on the table (JGS section 13).

For each seat, the mat has a beast place, six item places, and places for the marker and the seat's
two-sided token ("my turn" / "declined"). Between the seats is a track of five coins, one per round.
The beast and item places are tracked. The players keep the spent piles, tokens, marker and track,
which are not tracked.

Substitutes for what the camera cannot see:

    the face of a placed card        `?`, bound when it is turned up
    declining                        the token, the card `ctl.pass`, or a spoken "pass"
    a cleared field                  the empty field, the card `ctl.ready`, or a spoken "ready"
    the holder of the marker by lot  the marker on a player's place, or a spoken name
"""

from collections.abc import Callable, Generator, Iterator
from typing import Final

from rules.core.action import CHOOSE, FLIP, PASS, PLACE, READY, REMOVE, Action
from rules.core.candidate_actions import Change, literal_actions
from rules.core.hidden_cards import OwnCards, known_card
from rules.core.rules import TableForm
from rules.core.values import CHANCE, DOWN, UP, Layout, PlacedCard, Seat, Zone
from rules.games.jiguan.cards import ALL, BEASTS, ITEMS, bits
from rules.games.jiguan.config import SEATS, Config
from rules.games.jiguan.legal import pass_
from rules.games.jiguan.phases import PHASES
from rules.games.jiguan.state import CELLS, HIDDEN, ROUNDS, Phase, Placed, State

MARKER: Final = "token.marker"
MY_TURN: Final = "token.turn"
DECLINED: Final = "token.declined"
WON: Final = "token.won"
DRAWN: Final = "token.drawn"

CONTROLS: Final = {
    "ctl.pass": PASS,
    "ctl.end_turn": PASS,
    "ctl.ready": READY,
    "ctl.done": READY,
}
"""Verb that each control card represents."""

_FIELD = frozenset(cell for row in CELLS for cell in row)


def table(config: Config) -> TableForm:
    """Return the table form; the mat has the name of the setting `layout` (JGS-3.2)."""
    # Orientation is irrelevant; place and colour show the owner.
    zones = [Zone(cell, owner=cell[0], oriented=False) for row in CELLS for cell in row]
    for seat in SEATS:
        zones += [
            Zone(f"{seat}.{name}", tracked=False, owner=seat, pile=True)
            for name in ("spent", "token", "marker", "control")
        ]
    zones += [Zone(f"round{n}", tracked=False, pile=True) for n in range(1, ROUNDS + 1)]
    return TableForm(
        config.layout,
        tuple(zones),
        {"A": 0, "B": 180},
        {"sun": "A", "moon": "B"},
        face_down=True,
    )


def layout(state: State) -> Layout:
    """Return the physical layout of a position."""
    out: dict[str, tuple[PlacedCard, ...]] = {
        placed.cell: (_card(state, placed),) for placed in state.cards_on_field()
    }
    for seat, name in enumerate(SEATS):
        cards = state.config.cards[seat]
        spent = tuple(PlacedCard(cards[slot], name) for slot in bits(ALL & ~state.held[seat]))
        if spent:
            out[f"{name}.spent"] = spent
        out[f"{name}.token"] = (PlacedCard(DECLINED if state.declined[seat] else MY_TURN, name),)
    if state.phase is not Phase.LOT:
        holder = SEATS[state.marker]
        out[f"{holder}.marker"] = (PlacedCard(MARKER, holder),)
    for number, won in enumerate(state.results, 1):
        token = PlacedCard(DRAWN, "A") if won < 0 else PlacedCard(WON, SEATS[won])
        out[f"round{number}"] = (token,)
    return out


def _card(state: State, placed: Placed) -> PlacedCard:
    facing = UP if placed.up else DOWN
    return PlacedCard(state.card(placed), SEATS[placed.owner], facing)


def view(state: State, seat: Seat | None) -> State:
    """Hide face-down cards from everyone except their owner (JGS-9.1, JGS-5.7)."""

    def seen(placed: Placed) -> Placed:
        hidden = not placed.up and SEATS[placed.owner] != seat
        return placed._replace(slot=HIDDEN) if hidden else placed

    a, b = (seen(placed) if placed is not None else None for placed in state.beasts)
    return state._replace(beasts=(a, b), items=tuple(map(seen, state.items)))


def world(state: State, seat: Seat, below: Callable[[int], int]) -> State | None:
    """Draw the identities of hidden cards; a rival's beast that waits for the other is open again.

    Each hidden card is a remaining beast or item of its owner, with equal weights (JGS-9.1). Return
    None if its owner has no such card left.
    """
    if state.phase is Phase.BEASTS:
        a, b = (
            None if placed is not None and placed.slot == HIDDEN and owner != seat else placed
            for owner, placed in zip(SEATS, state.beasts, strict=True)
        )
        state = state._replace(beasts=(a, b))
    for hidden in [placed for placed in state.cards_on_field() if placed.slot == HIDDEN]:
        kind = ITEMS if hidden.place else BEASTS
        slots = tuple(bits(state.possible(hidden.owner) & kind))
        if not slots:
            return None
        shown = hidden._replace(slot=slots[below(len(slots))])
        a, b = (shown if placed is hidden else placed for placed in state.beasts)
        items = tuple(shown if placed is hidden else placed for placed in state.items)
        state = state._replace(beasts=(a, b), items=items)
    return state


def recognise(state: State, seat: Seat, own: OwnCards) -> State:
    """Return the state with the identities of a seat's own face-down cards."""
    names = state.config.cards[SEATS.index(seat)]

    def known(placed: Placed) -> Placed:
        card = known_card(state.card(placed), placed.cell, own)
        mine = SEATS[placed.owner] == seat and card in names
        return placed._replace(slot=names.index(card)) if mine else placed

    a, b = (known(placed) if placed is not None else None for placed in state.beasts)
    return state._replace(beasts=(a, b), items=tuple(map(known, state.items)))


def candidate_actions(state: State, changes: tuple[Change, ...]) -> Iterator[Action]:
    """Yield the actions that changes on the table may represent, in the order of placement."""
    field = [c for c in changes if c.cell in _FIELD]
    for change in changes:
        if change.cell not in _FIELD and change.after is not None:
            yield from _untracked_change(state, change.cell, change.after)
    if state.phase in (Phase.CLEAR, Phase.RELAY):
        field = yield from _clearing(state, field)
    turned = [c for c in field if _turned_up(c)]
    order = {placed.cell: number for number, placed in enumerate(state.cards_on_field())}
    acting = PHASES[state.phase].who(state)
    seats = sorted(acting)
    for change in sorted(turned, key=lambda c: order.get(c.cell, 0)):
        after = change.after
        if after is not None and seats:
            seat = after.owner if after.owner in seats else seats[0]
            yield Action(seat, FLIP, card=after.card, at=change.cell)
    yield from literal_actions(acting, tuple(c for c in field if c not in turned))


def _turned_up(change: Change) -> bool:
    before, after = change.before, change.after
    if before is None or after is None:
        return False
    return before.facing is DOWN and after.facing is UP


def _untracked_change(state: State, cell: str, placed: PlacedCard) -> Iterator[Action]:
    """Interpret a change of a token, the marker, a control card or a spent pile."""
    place = cell.partition(".")[2]
    seat = cell[0]
    if place == "token" and placed.card == DECLINED:
        yield pass_(seat)
    elif place == "marker" and placed.card == MARKER and state.phase is Phase.LOT:
        yield Action(CHANCE, CHOOSE, value=seat)
    elif place == "control" and placed.card in CONTROLS:
        yield Action(seat, CONTROLS[placed.card])
    elif place == "spent" and state.phase is Phase.DISCARD:
        yield Action(placed.owner, PLACE, card=placed.card, to=cell)


def _clearing(state: State, field: list[Change]) -> Generator[Action, None, list[Change]]:
    """Yield the removal of cards that have left the field, together or one by one.

    Return the other changes. A single last card is removed by its owner, because "ready" would be a
    declaration that no player made.
    """
    by_cell = {card.cell: card for card in state.cards_on_field()}
    vacated = {c.cell for c in field if c.before is not None and c.after != c.before}
    whole = vacated >= by_cell.keys()
    if whole and len(by_cell) > 1:
        yield Action(SEATS[min(card.owner for card in by_cell.values())], READY)
    else:
        gone = [c.cell for c in field if c.cell in by_cell and (whole or c.after is None)]
        for cell in gone:
            yield Action(SEATS[by_cell[cell].owner], REMOVE, at=cell)
        field = [c for c in field if c.cell not in gone or c.after is not None]
    came = [c for c in field if c.after is not None]
    return [Change(c.cell, None, c.after) if c.cell in vacated else c for c in came]
