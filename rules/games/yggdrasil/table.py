"""Table form of the game, and interpretation of changes on the table (rules, section 16)."""

from collections.abc import Iterator

from rules.core.action import CHOOSE, PLACE, REMOVE, SWAP, Action
from rules.core.candidate_actions import Change, literal_actions
from rules.core.rules import TableForm
from rules.core.values import DOWN, UNKNOWN, Layout, PlacedCard, Zone
from rules.games.yggdrasil.cards import stone
from rules.games.yggdrasil.config import SEATS, Config
from rules.games.yggdrasil.effects import withers
from rules.games.yggdrasil.grid import bits
from rules.games.yggdrasil.phases import PHASES
from rules.games.yggdrasil.state import Phase, State, with_cards
from rules.games.yggdrasil.tree import linked, targets


def table_form(config: Config) -> TableForm:
    """Return the table form, in which only the cells of the field are tracked."""
    zones = [Zone(name) for name in config.grid.names]
    for seat in SEATS:
        zones += [
            Zone(f"{seat}.{pile}", tracked=False, owner=seat, pile=True)
            for pile in ("deck", "discard")
        ]
        zones.append(Zone(f"{seat}.control", tracked=False, owner=seat))
    return TableForm(
        mat=f"{config.grid.columns}x{config.grid.rows}",
        zones=tuple(zones),
        seat_turns={"A": 0, "B": 180},
        owners={"sun": "A", "moon": "B"},
    )


def layout(state: State) -> Layout:
    """Return the layout of the field, the discard piles and the decks, without hands."""
    found: dict[str, tuple[PlacedCard, ...]] = {}
    for name, placed in zip(state.config.grid.names, state.field, strict=True):
        if placed is not None:
            found[name] = (PlacedCard(placed.card.id, SEATS[placed.owner], turn=placed.turn),)
    for seat, player in zip(SEATS, state.players, strict=True):
        if player.deck:
            found[f"{seat}.deck"] = (PlacedCard(UNKNOWN, seat, DOWN),) * len(player.deck)
        if player.discard:
            found[f"{seat}.discard"] = tuple(PlacedCard(card, seat) for card in player.discard)
    return found


def candidate_actions(state: State, changes: tuple[Change, ...]) -> Iterator[Action]:
    """Yield the actions that changes on the table may represent, the most literal first.

    A card that is upright for its owner was placed by its owner. If a seat must place a card, a
    card in the rival's colour that is upright for the seat was placed by the seat (`value` = the
    owner). Otherwise, the owner placed it upside down.
    """
    field = tuple(c for c in changes if c.cell in state.config.grid.index)
    yield from _piles(state, changes)
    gone = [c for c in field if c.after is None]
    if gone and len(gone) == len(field):
        yield from _vanished(state, gone)
        return
    for action in literal_actions(PHASES[state.phase].who(state), field):
        if action.verb is SWAP:
            at, to = sorted((action.at, action.to), key=state.config.grid.index.__getitem__)
            yield Action(action.seat, SWAP, at=at, to=to)
        elif action.verb is PLACE:
            yield from _placement(state, action)
        else:
            yield action


def _placement(state: State, action: Action) -> Iterator[Action]:
    """Yield the placement by each seat that may have placed the card, the likelier seat first."""
    seat = next(iter(PHASES[state.phase].who(state)), "")
    # With free rotation, orientation does not show who placed a card (YGG-4.3).
    owner_known = not state.config.free_rotation and state.phase in (Phase.PLACE, Phase.REFILL)
    if owner_known and action.seat != seat and seat in SEATS and action.turn == 2:
        yield Action(
            seat,
            PLACE,
            card=action.card,
            to=action.to,
            facing=action.facing,
            value=action.seat,
        )
    yield action


def _piles(state: State, changes: tuple[Change, ...]) -> Iterator[Action]:
    """Yield the actions that a change of a discard pile may represent."""
    seat = SEATS[state.seat]
    for change in changes:
        if change.cell != f"{seat}.discard":
            continue
        pile = state.players[state.seat].discard
        if state.phase is Phase.RECOVER:
            if pile:
                yield Action(seat, CHOOSE, value=pile[-1])
        elif state.phase is Phase.LOOT:
            yield Action(seat, CHOOSE, value=state.phase.value)
        elif change.after is not None:
            yield Action(seat, PLACE, card=change.after.card, to=change.cell)


def _vanished(state: State, gone: list[Change]) -> Iterator[Action]:
    """Yield the actions that may have removed cards; exact matches of the removed cards first."""
    index, names = state.config.grid.index, state.config.grid.names
    cells = {index[change.cell] for change in gone}
    seat = next(iter(PHASES[state.phase].who(state)), "")
    choosing = state.phase is Phase.INVADE
    aims = targets(state, state.spot) if choosing else ()
    if state.phase is Phase.WITHER:
        aims = withers(state)
    for i in sorted(cells & set(aims), key=lambda i: (_falls(state, i) != cells, i)):
        if choosing:
            yield Action(seat, CHOOSE, value=names[i])
        else:
            yield Action(seat, REMOVE, at=names[i])
    for i in sorted(cells - set(aims)):
        yield Action(seat, REMOVE, at=names[i])


def _falls(state: State, i: int) -> set[int]:
    """Return the cells that become empty if the card on cell i is destroyed (YGG-9.7)."""
    owner = stone(state.field, i).owner
    return set(bits(state.sides[owner].own & ~linked(with_cards(state, (i, None)), owner)))
