"""The game on a table (JGS section 13): cells, what lies on them, and what a hand means by it.

The mat has for each seat a beast place, six item places, a place for the marker and one for the
seat's two-sided token ("my turn" / "declined"), and between them a track of five coins, one a
round.  Cards on beast and item places are compared; spent piles, tokens, marker and track are
kept by the players and only listened to.

What a camera cannot see, and what stands in for it:

    the face of a laid card          `?`, bound when it is turned up
    declining                        the token, the card `ctl.pass`, or a spoken "pass"
    that the field is clear          the empty field, the card `ctl.ready`, or a spoken "ready"
    who got the marker by lot        the marker laid on a player's place, or spoken
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rules.core.action import Action, Verb
from rules.core.candidate_actions import Change, literal_actions
from rules.core.game import TableForm
from rules.core.values import CHANCE, UNKNOWN, Facing, PlacedCard, Zone
from rules.games.jiguan.cards import ALL, bits
from rules.games.jiguan.config import SEATS
from rules.games.jiguan.legal import pass_, ready, remove, to_act, turning_up
from rules.games.jiguan.state import CELLS, HIDDEN, ROUNDS, Phase, State

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from rules.core.values import Layout, Seat
    from rules.games.jiguan.config import Config
    from rules.games.jiguan.state import Laid

MARKER: Final = "token.marker"
MY_TURN: Final = "token.turn"
DECLINED: Final = "token.declined"
WON: Final = "token.won"
DRAWN: Final = "token.drawn"

CONTROLS: Final = {
    "ctl.pass": Verb.PASS,
    "ctl.end_turn": Verb.PASS,
    "ctl.ready": Verb.READY,
    "ctl.done": Verb.READY,
}
"""Control cards and the action each stands for."""

_FIELD = frozenset(cell for row in CELLS for cell in row)


def table(config: Config) -> TableForm:
    """The mat is named after the setting `layout`, which says whose left is left (JGS-3.2)."""
    # However a card is turned, it means the same; whose it is, its place and its colour say.
    zones = [Zone(cell, owner=cell[0], oriented=False) for row in CELLS for cell in row]
    for seat in SEATS:
        zones += [
            Zone(f"{seat}.spent", tracked=False, owner=seat, pile=True),
            Zone(f"{seat}.token", tracked=False, owner=seat, pile=True),
            Zone(f"{seat}.marker", tracked=False, owner=seat, pile=True),
            Zone(f"{seat}.control", tracked=False, owner=seat, pile=True),
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
    """How the position lies on the table."""
    out: dict[str, tuple[PlacedCard, ...]] = {
        laid.cell: (_card(state, laid),) for laid in state.lying()
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


def _card(state: State, laid: Laid) -> PlacedCard:
    card = UNKNOWN if laid.slot == HIDDEN else state.config.cards[laid.owner][laid.slot]
    return PlacedCard(card, SEATS[laid.owner], Facing.UP if laid.up else Facing.DOWN)


def view(state: State, seat: Seat | None) -> State:
    """JGS-9.1: cards that lie face down are hidden from all but their owner (JGS-5.7)."""

    def seen(laid: Laid) -> Laid:
        hidden = not laid.up and SEATS[laid.owner] != seat
        return laid._replace(slot=HIDDEN) if hidden else laid

    a, b = (seen(laid) if laid is not None else None for laid in state.beasts)
    return replace(state, beasts=(a, b), items=tuple(map(seen, state.items)))


def candidate_actions(state: State, changes: tuple[Change, ...]) -> Iterator[Action]:
    """What hands have done; several gestures are named in the order of their laying."""
    field = [c for c in changes if c.cell in _FIELD]
    for change in changes:
        if change.cell not in _FIELD and change.after is not None:
            yield from _beside(state, change.cell, change.after)
    if state.phase in (Phase.CLEAR, Phase.RELAY):
        field = yield from _clearing(state, field)
    turned = [c for c in field if _turned_up(c)]
    order = {laid.cell: number for number, laid in enumerate(state.lying())}
    seats = sorted(to_act(state))
    for change in sorted(turned, key=lambda c: order.get(c.cell, 0)):
        after = change.after
        if after is not None and seats:
            seat = after.owner if after.owner in seats else seats[0]
            yield turning_up(seat, change.cell, after.card)
    yield from literal_actions(to_act(state), tuple(c for c in field if c not in turned))


def _turned_up(change: Change) -> bool:
    before, after = change.before, change.after
    if before is None or after is None:
        return False
    return before.facing is Facing.DOWN and after.facing is Facing.UP


def _beside(state: State, cell: str, lying: PlacedCard) -> Iterator[Action]:
    """Tokens, marker, control cards and the spent pile."""
    place = cell.partition(".")[2]
    seat = cell[0]
    if place == "token" and lying.card == DECLINED:
        yield pass_(seat)
    elif place == "marker" and lying.card == MARKER and state.phase is Phase.LOT:
        yield Action(CHANCE, Verb.CHOOSE, value=seat)
    elif place == "control" and lying.card in CONTROLS:
        yield Action(seat, CONTROLS[lying.card])
    elif place == "spent" and state.phase is Phase.DISCARD:
        yield Action(lying.owner, Verb.PLACE, card=lying.card, to=cell)


def _clearing(state: State, field: list[Change]) -> Generator[Action, None, list[Change]]:
    """Cards that left the field: all of them, or one after the other; returns the other changes.

    The last one is its owner's to take: nobody is heard to be ready who said nothing.
    """
    lying = {laid.cell: laid for laid in state.lying()}
    left = {c.cell for c in field if c.before is not None and c.after != c.before}
    whole = left >= lying.keys()
    if whole and len(lying) > 1:
        yield ready(SEATS[min(laid.owner for laid in lying.values())])
    else:
        gone = [c.cell for c in field if c.cell in lying and (whole or c.after is None)]
        for cell in gone:
            yield remove(SEATS[lying[cell].owner], cell)
        field = [c for c in field if c.cell not in gone or c.after is not None]
    came = [c for c in field if c.after is not None]
    return [Change(c.cell, None, c.after) if c.cell in left else c for c in came]
