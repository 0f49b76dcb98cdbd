"""Table form of the game (SPH-17); `candidate_actions` interprets changes on the table.

Cells have the plain names of SPH-2.3. A cell's pile begins with a colour chip if the cell no longer
has its disc's printed colour. Above it is a power-up's back, or a unit: its cards, its counters and
its unit token. Walls are strips on cells such as `wall.N1.0-N2.1`. Next to the globe are decks,
Core trays and tracks. Each seat has a control zone and the eight slots of a rail, and may show
cards from its hand on both (SPH-14.3).

Pieces are ids: `token.unit.3`, `token.chip`, `token.wall`, `token.atk.-300`, `token.def.400`,
`token.phase`, `token.track.5`, `token.initiative`. Control cards are `ctl.ready`, `ctl.rock` …,
`ctl.pass`, `ctl.claim`; on the rail `ctl.dm`, `ctl.unit.2`, `ctl.move.0`, `ctl.fuse.3`, `ctl.flip`,
`ctl.turn`, `ctl.wait`, `ctl.place.4` (turned by 180° to place a card face down).
"""

from functools import lru_cache
from typing import Final

from rules.core.rules import TableForm
from rules.core.values import DOWN, UNKNOWN, UP, Layout, PlacedCard, Zone
from rules.games.spherion.config import SEATS, Config
from rules.games.spherion.globe import NOWHERE, globe
from rules.games.spherion.state import Phase, Player, State, Unit

RAIL: Final = 8
"""Number of slots on a printed rail (SPH-17.3)."""
_DICE: Final = ("pyramid",)
"""Kind of dice thrown onto a seat's control place (SPH-6.8)."""
_PILES = ("deck", "extra", "core")
_TRACKS = ("lp", "sp", "mp")


def table(config: Config) -> TableForm:
    """Return the table form, in which only the globe's cells are tracked."""
    board = config.globe
    zones = [Zone(name, pile=True) for name in board.names]
    every = (1 << len(board.ends)) - 1
    zones += [Zone(name, tracked=False) for name in _strips(board.radius, every)]
    for seat in SEATS:
        rail = [f"rail.{i}" for i in range(1, RAIL + 1)]
        for name in (*_PILES, *_TRACKS, "control", *rail):
            piled = name in _PILES or name in rail or name == "control"
            dice = _DICE if name == "control" else ()
            zones.append(Zone(f"{seat}.{name}", tracked=False, owner=seat, pile=piled, dice=dice))
    for name in ("pile", "used", "turn", "initiative"):
        zones.append(Zone(name, tracked=False, pile=name in ("pile", "used")))
    return TableForm(
        mat=f"globe-{board.radius}",
        zones=tuple(zones),
        seat_turns={"blue": 0, "red": 180},
        owners={seat: seat for seat in SEATS},
    )


_BEFORE_THE_PILE = frozenset((Phase.DEAL, Phase.JKP, Phase.NAME, Phase.MAZE, Phase.PILE))
_Part = dict[str, tuple[PlacedCard, ...]]


def layout(state: State) -> Layout:
    """Return the physical layout of a state, without hands."""
    radius, (blue, red) = state.config.globe.radius, state.players
    hidden = tuple(cell for cell, _ in state.powerups)
    planning = state.phase is Phase.PLAN
    return {
        **_strips(radius, state.walls),
        **_globe(radius, state.colours, hidden, (blue.units, red.units)),
        **_side("blue", blue, ready=planning and blue.done),
        **_side("red", red, ready=planning and red.done),
        **_shared(_piled(state), state.used, state.turn, SEATS[state.initiative]),
    }


def _piled(state: State) -> int:
    """Return the size of the power-up pile: all power-ups until it is shuffled (SPH-4.11)."""
    return len(state.config.pile if state.phase in _BEFORE_THE_PILE else state.pile)


# The parts are cached, because most compared tables differ only in one part.


@lru_cache(maxsize=256)
def _strips(radius: int, walls: int) -> _Part:
    board = globe(radius)
    strip = (PlacedCard("token.wall", ""),)
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
    piles: dict[int, list[PlacedCard]] = {
        cell: [PlacedCard("token.chip", SEATS[colours >> cell & 1])]
        for cell in range(len(board.names))
        if (colours >> cell & 1) != (cell >= board.disc)
    }
    for cell in hidden:
        piles.setdefault(cell, []).append(PlacedCard(UNKNOWN, "", DOWN))
    for seat, row in enumerate(units):
        for slot, unit in enumerate(row):
            if unit is not None and unit.place != NOWHERE:
                piles.setdefault(unit.place, []).extend(_card(seat, slot, unit))
    return {board.names[cell]: tuple(pile) for cell, pile in piles.items()}


def _card(seat: int, slot: int, unit: Unit) -> list[PlacedCard]:
    """Return a card with the pieces under it and on it, bottom first."""
    owner, turn = SEATS[seat], 1 if unit.sideways else 0
    facing = UP if unit.up else DOWN
    card = unit.card if unit.up else UNKNOWN
    pile = [PlacedCard(under, owner, turn=turn) for under in unit.stack]
    pile.append(PlacedCard(card, owner, facing, turn))
    pile += [PlacedCard(f"token.atk.{n}", owner) for n in counters(unit.atk + unit.dip)]
    pile += [PlacedCard(f"token.def.{n}", owner) for n in counters(unit.dfn)]
    pile += [PlacedCard("token.phase", owner)] if unit.phase else []
    return [*pile, PlacedCard(f"token.unit.{slot}", owner)] if slot else pile


def counters(total: int) -> list[int]:
    """Return the counters for a total: +400, +300 and −100 … −1000 are printed (SPH-17.1)."""
    if total > 0:
        large, rest = divmod(total, 400)
        if rest == 300:
            return [400] * large + [300]
        return [400] * (large + (rest > 0)) + ([rest - 400] if rest else [])
    large, rest = divmod(-total, 1000)
    return [-1000] * large + ([-rest] if rest else [])


def _side(seat: str, player: Player, *, ready: bool) -> _Part:
    numbers = (len(player.deck), len(player.extra), player.lp, player.sp, player.mp)
    return _seat_zones(seat, numbers, player.core, ready)


@lru_cache(maxsize=4096)
def _seat_zones(
    seat: str,
    numbers: tuple[int, ...],
    core: tuple[str, ...],
    ready: bool,  # noqa: FBT001 - a cache key
) -> _Part:
    deck, extra, *tracks = numbers
    back = PlacedCard(UNKNOWN, seat, DOWN)
    zones: _Part = {
        f"{seat}.{track}": (PlacedCard(f"token.track.{number}", seat),)
        for track, number in zip(_TRACKS, tracks, strict=True)
    }
    zones[f"{seat}.deck"] = (back,) * deck
    zones[f"{seat}.extra"] = (back,) * extra
    zones[f"{seat}.core"] = tuple(PlacedCard(card, seat) for card in core)
    zones[f"{seat}.control"] = (PlacedCard("ctl.ready", seat),) if ready else ()
    return {cell: pile for cell, pile in zones.items() if pile}


@lru_cache(maxsize=1024)
def _shared(pile: int, used: tuple[str, ...], turn: int, initiative: str) -> _Part:
    zones = {
        "pile": (PlacedCard(UNKNOWN, "", DOWN),) * pile,
        "used": tuple(PlacedCard(card, "") for card in used),
        "turn": (PlacedCard(f"token.track.{turn}", ""),),
        "initiative": (PlacedCard("token.initiative", initiative),),
    }
    return {cell: pile for cell, pile in zones.items() if pile}
