"""How a game lies on a table, and what a change of the table may mean (SPH-17).

Cells carry the bare names of SPH-2.3.  On a cell lie, from below: a colour chip if the cell no
longer has its disc's printed colour, then a power-up's back, or the cards of the one that stands
there, its counters and its unit token.  Beside the globe: walls as strips on `wall.N1.0-N2.1`,
decks, Core trays, tracks, and per seat a control zone and the eight slots of a rail.

Pieces are ids: `token.unit.3`, `token.chip`, `token.wall`, `token.atk.-300`, `token.def.400`,
`token.phase`, `token.track.5`, `token.initiative`; control cards `ctl.ready`, `ctl.rock` …,
`ctl.pass`, `ctl.claim`, and on the rail `ctl.dm`, `ctl.unit.2`, `ctl.move.0`, `ctl.fuse.3`,
`ctl.flip`, `ctl.turn`, `ctl.wait`, `ctl.place.4` (its face-down end at the board: turned half).

What the camera cannot see is said: a card that is drawn (`ctl.yes`; `ctl.pass` for no more).  The
dice are thrown onto the seat's control place (SPH-6.8) and become `die.star` and its kind; who has
no pyramids lays the results there together, `token.die.star`.

Orders on paper (`orders`: `rail`, `slip`) lie face down; a seat lays `ctl.yes` for each it has
written, `ctl.no` for one less.  Step by step a rail's next slot is turned over and read; what
stands on a slip is typed in.  With private pages a rail may serve, too: its cards lie face up
behind the seat's screen, where the camera above sees them, each slot one order, in their order.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rules._action import Action, Verb
from rules._game import TableForm
from rules._values import CHANCE, UNKNOWN, Facing, Lying, Zone
from rules.games.spherion._config import SEATS
from rules.games.spherion._globe import NOWHERE, globe
from rules.games.spherion._intent import summon_text
from rules.games.spherion._legal import SIGNS, acting
from rules.games.spherion._state import DICE, HIDDEN_ORDER, NEUTRAL, NONE, Phase, at_cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules._game import Change
    from rules._values import Layout
    from rules.games.spherion._config import Config
    from rules.games.spherion._state import Player, State, Unit

__all__ = ["RAIL", "counters", "gestures", "layout", "rail_order", "table"]

RAIL: Final = 8
"""Slots of a printed rail (SPH-17.3)."""
_DICE: Final = ("pyramid",)
"""What is thrown on a seat's control place (SPH-6.8)."""
_RESULT = ("token.die.", "die.")
_PILES = ("deck", "extra", "core")
_TRACKS = ("lp", "sp", "mp")
_CONTROLS = {
    "ctl.ready": (Verb.READY, ""),
    "ctl.pass": (Verb.PASS, ""),
    "ctl.claim": (Verb.DECLARE, "claim"),
    **{f"ctl.{sign}": (Verb.DECLARE, sign) for sign in SIGNS},
}
_COUNTED = {"ctl.yes": HIDDEN_ORDER, "ctl.no": "undo"}
"""What is said of orders that nobody sees: one more, one less."""


def table(config: Config) -> TableForm:
    """The globe's cells, compared strictly; everything beside it, not."""
    board = config.globe
    zones = [Zone(name, pile=True) for name in board.names]
    every = (1 << len(board.ends)) - 1
    zones += [Zone(name, strict=False) for name in _strips(board.radius, every)]
    for seat in SEATS:
        rail = [f"rail.{i}" for i in range(1, RAIL + 1)]
        for name in (*_PILES, *_TRACKS, "control", *rail):
            piled = name in _PILES or name in rail
            dice = _DICE if name == "control" else ()
            cell = f"{seat}.{name}"
            zones.append(Zone(cell, strict=False, owner=seat, pile=piled, dice=dice))
    for name in ("pile", "used", "turn", "initiative"):
        zones.append(Zone(name, strict=False, pile=name in ("pile", "used")))
    return TableForm(
        mat=f"globe-{board.radius}",
        zones=tuple(zones),
        seat_turns={"blue": 0, "red": 180},
        owners={seat: seat for seat in SEATS},
    )


_Part = dict[str, tuple[Lying, ...]]


def layout(state: State) -> Layout:
    """How the state lies on the table; hands do not lie there."""
    radius, (blue, red) = state.config.globe.radius, state.players
    hidden = tuple(cell for cell, _ in state.lying)
    planning = state.phase is Phase.PLAN
    return {
        **_strips(radius, state.walls),
        **_globe(radius, state.colours, hidden, (blue.units, red.units)),
        **_side("blue", blue, ready=planning and blue.done),
        **_side("red", red, ready=planning and red.done),
        **_shared(len(state.pile), state.used, state.turn, SEATS[state.initiative]),
    }


# The parts are cached: of the many tables that are compared, most differ in one part only.


@lru_cache(maxsize=256)
def _strips(radius: int, walls: int) -> _Part:
    board = globe(radius)
    strip = (Lying("token.wall", ""),)
    return {
        f"wall.{board.names[a]}-{board.names[b]}": strip
        for edge, (a, b) in enumerate(board.ends)
        if walls >> edge & 1
    }


@lru_cache(maxsize=4096)
def _globe(
    radius: int,
    colours: int,
    hidden: tuple[int, ...],
    units: tuple[tuple[Unit | None, ...], ...],
) -> _Part:
    board = globe(radius)
    piles: dict[int, list[Lying]] = {
        cell: [Lying("token.chip", SEATS[colours >> cell & 1])]
        for cell in range(len(board.names))
        if (colours >> cell & 1) != (cell >= board.disc)
    }
    for cell in hidden:
        piles.setdefault(cell, []).append(Lying(UNKNOWN, "", Facing.DOWN))
    for seat, row in enumerate(units):
        for slot, unit in enumerate(row):
            place = _place(unit)
            if unit is not None and place != NOWHERE:
                piles.setdefault(place, []).extend(_card(seat, slot, unit))
    return {board.names[cell]: tuple(lying) for cell, lying in piles.items()}


def _place(unit: Unit | None) -> int:
    if unit is None:
        return NOWHERE
    return unit.cell if unit.cell != NOWHERE else unit.origin


def _card(seat: int, slot: int, unit: Unit) -> list[Lying]:
    """A card with what lies under and on it, bottom first."""
    owner, turn = SEATS[seat], 1 if unit.sideways else 0
    facing = Facing.UP if unit.up else Facing.DOWN
    card = unit.card if unit.up else UNKNOWN
    lying = [Lying(under, owner, turn=turn) for under in unit.stack]
    lying.append(Lying(card, owner, facing, turn))
    lying += [Lying(f"token.atk.{n}", owner) for n in counters(unit.atk + unit.dip)]
    lying += [Lying(f"token.def.{n}", owner) for n in counters(unit.dfn)]
    lying += [Lying("token.phase", owner)] if unit.phase else []
    return [*lying, Lying(f"token.unit.{slot}", owner)] if slot else lying


def counters(total: int) -> list[int]:
    """The counters that show a sum: +400, +300 and −100 … −1000 are printed (SPH-17.1)."""
    if total > 0:
        large, rest = divmod(total, 400)
        if rest == 300:
            return [400] * large + [300]
        return [400] * (large + (rest > 0)) + ([rest - 400] if rest else [])
    large, rest = divmod(-total, 1000)
    return [-1000] * large + ([-rest] if rest else [])


def _side(seat: str, player: Player, *, ready: bool) -> _Part:
    numbers = (len(player.deck), len(player.extra), player.lp, player.sp, player.mp)
    return _beside(seat, numbers, player.core, ready)


@lru_cache(maxsize=4096)
def _beside(
    seat: str,
    numbers: tuple[int, ...],
    core: tuple[str, ...],
    ready: bool,  # noqa: FBT001 - a cache key
) -> _Part:
    deck, extra, *tracks = numbers
    back = Lying(UNKNOWN, seat, Facing.DOWN)
    found: _Part = {
        f"{seat}.{track}": (Lying(f"token.track.{number}", seat),)
        for track, number in zip(_TRACKS, tracks, strict=True)
    }
    found[f"{seat}.deck"] = (back,) * deck
    found[f"{seat}.extra"] = (back,) * extra
    found[f"{seat}.core"] = tuple(Lying(card, seat) for card in core)
    found[f"{seat}.control"] = (Lying("ctl.ready", seat),) if ready else ()
    return {cell: lying for cell, lying in found.items() if lying}


@lru_cache(maxsize=1024)
def _shared(pile: int, used: tuple[str, ...], turn: int, initiative: str) -> _Part:
    found = {
        "pile": (Lying(UNKNOWN, "", Facing.DOWN),) * pile,
        "used": tuple(Lying(card, "") for card in used),
        "turn": (Lying(f"token.track.{turn}", ""),),
        "initiative": (Lying("token.initiative", initiative),),
    }
    return {cell: lying for cell, lying in found.items() if lying}


# Gestures (SPH-17.8).


def gestures(state: State, changes: tuple[Change, ...]) -> Iterator[Action]:
    """What a change of the table may mean to the core, the most literal first.

    Orders are resolved by the core, so on the globe only three things are said by hand: the face
    of a card that was asked for, a card of the piece set, a target that was touched.
    """
    yield from _thrown(state, changes)
    yield from _railed(state, changes)
    for change in changes:
        if change.after is None:
            continue
        zone = change.cell.split(".")
        if change.cell.endswith(".control"):
            yield from _control(state, change.cell.removesuffix(".control"), change.after)
        elif zone[1:2] == ["deck"] and zone[0] in SEATS:
            yield from _to_deck(state, zone[0], change.after)
        elif change.cell in state.config.globe.index or zone[0] == "wall":
            yield from _on_globe(state, change)


def _thrown(state: State, changes: tuple[Change, ...]) -> Iterator[Action]:
    """All results of a throw, lying together on the control place of whose dice they are."""
    for seat in SEATS:
        lying = [c.after.card for c in changes if c.after and c.cell == f"{seat}.control"]
        names = [card.rpartition(".")[2] for card in lying if card.startswith(_RESULT)]
        faces = [letter for name in names for letter in DICE if name.upper().startswith(letter)]
        if state.phase is Phase.ROLL and len(faces) == state.config.dice:
            order = sorted(faces, key=DICE.index)
            yield Action(CHANCE, Verb.ROLL, value="".join(order), to=seat)


def _railed(state: State, changes: tuple[Change, ...]) -> Iterator[Action]:
    """The order that lies open in the slot of a seat's rail whose turn it is."""
    hidden = state.config.hidden_orders
    if state.phase is not (Phase.ORDER if hidden else Phase.PLAN):
        return
    for seat, player in zip(SEATS, state.players, strict=True):
        slot = f"{seat}.rail.{(state.step if hidden else len(player.queue)) + 1}"
        pile = tuple(c.after for c in changes if c.after and c.cell == slot)
        order = rail_order(state, seat, pile) if pile else None
        if order is not None:
            yield order


def _control(state: State, seat: str, lying: Lying) -> Iterator[Action]:
    if lying.card == "ctl.yes" and state.phase in (Phase.DRAW, Phase.USE):
        yield Action(seat, Verb.DRAW)
        return
    if state.phase is Phase.PLAN and state.config.hidden_orders and lying.card in _COUNTED:
        yield Action(seat, Verb.DECLARE, value=_COUNTED[lying.card])
        return
    if lying.card == "token.initiative" and state.phase is Phase.NAME:
        yield Action(SEATS[state.seat], Verb.CHOOSE, value=seat)
        return
    meant = _CONTROLS.get(lying.card)
    if meant is None:
        return
    if state.ask is not None and state.ask.kind == "target":
        if lying.card == "ctl.pass" and NONE in state.ask.options:
            yield Action(seat, Verb.CHOOSE, value=NONE)
        return
    verb, value = meant
    pieces: tuple[str, ...] = ()
    if value == "claim" and state.phase is Phase.PLAN:
        pieces = tuple(sorted(state.config.pieces))
    yield Action(seat, verb, value=value, also=pieces)


def _to_deck(state: State, seat: str, lying: Lying) -> Iterator[Action]:
    """A card goes into the deck while a Hammer is traded (SPH-6.7).

    Face down it cannot be told from the deck: then the Hammer's result is laid on it.
    """
    if state.phase is Phase.USE:
        hidden = lying.facing is Facing.DOWN or lying.card.startswith(_RESULT)
        card = UNKNOWN if hidden else lying.card
        yield Action(seat, Verb.PLACE, card=card, to=f"{seat}.deck")


def _on_globe(state: State, change: Change) -> Iterator[Action]:
    ask, after = state.ask, change.after
    if ask is None or after is None:
        if state.phase is Phase.SPAWN and after is not None and after.facing is Facing.DOWN:
            yield Action(CHANCE, Verb.CHOOSE, value=change.cell)
        return
    target = change.cell.removeprefix("wall.")
    if ask.kind == "face" and after.facing is Facing.UP:
        seat = CHANCE if ask.seat == NEUTRAL else SEATS[ask.seat]
        if after.owner == ("" if ask.seat == NEUTRAL else seat):
            yield Action(seat, Verb.FLIP, at=change.cell, card=after.card)
    elif ask.kind == "target" and target in ask.options:
        yield Action(min(acting(state)), Verb.CHOOSE, value=target)


def rail_order(state: State, seat: str, pile: tuple[Lying, ...]) -> Action | None:
    """The order that the cards of a rail's slot write, or None if they write none (SPH-17.3).

    The hand card of a SUMMON or SET lies in the slot as it is to be played; one that lies face
    down is `?`, and is taken for a monster if tributes lie with it or it lies sideways.  To other
    orders it means nothing: it was left there by an order that came to nothing.
    """
    words = [lying.card for lying in pile if lying.card.startswith("ctl.")]
    hand = [lying for lying in pile if not lying.card.startswith("ctl.")]
    actors = [w.removeprefix("ctl.").removeprefix("unit.") for w in words if _is_actor(w)]
    orders = [w.removeprefix("ctl.") for w in words if not _is_actor(w)]
    if len(orders) != 1:
        return None
    kind, _, number = orders[0].partition(".")
    text = None
    if kind == "place" and len(hand) == 1:
        text = _placed(state, hand[0], number, actors)
    elif kind == "fuse" and len(hand) == 1 and len(actors) == 1:
        text = _fused(state, seat, actors[0], int(number), hand[0].card)
    elif kind == "wait" and not actors:
        text = "wait"
    elif len(actors) == 1 and kind in ("move", "flip", "turn"):
        text = ":".join((kind, actors[0], *([number] if number else [])))
    return None if text is None else Action(seat, Verb.DECLARE, value=text)


def _is_actor(word: str) -> bool:
    return word == "ctl.dm" or word.startswith("ctl.unit.")


def _placed(state: State, lying: Lying, direction: str, actors: list[str]) -> str:
    facing = "up" if lying.facing is Facing.UP else "down"
    known = state.config.cards.get(lying.card)
    sideways = lying.turn % 2 == 1
    monster = known.level > 0 if known is not None else sideways or bool(actors)
    if not monster:
        return f"set:{lying.card}:{direction}:{facing}"
    position = "defence" if sideways else "attack"
    tributes = tuple(sorted(int(actor) for actor in actors if actor != "dm"))
    return summon_text(lying.card, int(direction), facing, position, tributes)


def _fused(state: State, seat: str, actor: str, direction: int, card: str) -> str | None:
    unit = state.players[SEATS.index(seat)].units[0 if actor == "dm" else int(actor)]
    if unit is None or unit.cell == NOWHERE:
        return None
    found = at_cell(state, state.config.globe.steps[unit.cell][direction])
    return f"fuse:{actor}:{found[1]}:{card}" if found is not None else None
