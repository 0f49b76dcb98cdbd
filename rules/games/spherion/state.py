"""The state of a game: what lies where, who holds what, what is to be decided.

Theory of operation.  A game passes through phases; each asks the seats of `acting` for a decision:

    deal blue, deal red → jkp → name → maze → pile → turn …
    turn:  spawn* → draw → roll blue, roll red → use ⇄ mix → [claim] → plan
           → [order] step [claim] → [order] step [claim] … → next turn
    end:   show* (every card that lies face down) → end

A step is resolved in one go (`step`).  Where it needs a choice in the middle (rock-paper-
scissors, a target, the face of a card that the referee does not know) it stops with a question,
`ask`; the answer is added to `answers` and the step is resolved again from `base`, the state at
its start, with all answers so far.  So a half-done step needs no memory but its start.

A seat's cards on the globe stand in numbered slots: 0 is the deck master, 1 … `field_limit` are
the unit tokens of SPH-17.1.  A card that has left its cell and not yet come to rest is in flight:
`cell` is `NOWHERE` and `origin` where it came from (`NOWHERE`: the hand).
"""

from __future__ import annotations

import enum
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.core.values import UNKNOWN
from rules.games.spherion.cards import Op
from rules.games.spherion.config import BLUE, RED
from rules.games.spherion.globe import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.games.spherion.cards import Card
    from rules.games.spherion.config import Config

MAX_LP: Final = 5
DICE: Final = "SACH"
"""The faces as letters: star, arrow, card, hammer; a face's number is its place (SPH-16.5)."""
HIDDEN_ORDER: Final = UNKNOWN
"""A filled slot of a rail, or a line of a slip, that has not been turned over yet."""
NONE: Final = "none"
"""The answer that no card acts."""
BOTH: Final = 2
NEUTRAL: Final = 3
"""Whom a question is put to, beside seats 0 and 1: both at once, or chance."""


class Phase(enum.StrEnum):
    """What is to be decided now."""

    DEAL = "deal"
    JKP = "jkp"
    NAME = "name"
    MAZE = "maze"
    PILE = "pile"
    SPAWN = "spawn"
    RESTOCK = "restock"
    DRAW = "draw"
    ROLL = "roll"
    USE = "use"
    MIX = "mix"
    CLAIM = "claim"
    PLAN = "plan"
    ORDER = "order"
    STEP = "step"
    SHOW = "show"
    END = "end"


class Unit(NamedTuple):
    """One card on the globe.

    `sideways`: defence position.  `spell`: it was SET (a spell or trap, on its player's word).
    `atk`, `dfn`, `dip`: permanent counters and the ATK lost for this turn.  `stack`: the cards
    under a fusion, bottom first.  `tributes` were paid for it at ply `laid`.
    """

    card: str
    cell: int
    up: bool = True
    sideways: bool = False
    spell: bool = False
    atk: int = 0
    dfn: int = 0
    dip: int = 0
    phase: bool = False
    moved: int = 0
    attacked: bool = False
    stopped: bool = False
    turned: bool = False
    arrived: bool = False
    stack: tuple[str, ...] = ()
    tributes: int = 0
    laid: int = 0
    origin: int = NOWHERE


class Order(NamedTuple):
    """One entry of a queue: the intent's text, and the ply at which it was written."""

    text: str
    ply: int = 0


class Player(NamedTuple):
    """One seat.  `faces`: Cards and Hammers still to be used; `purse`: SP and MP at READY.

    `done` with what the phase asks both seats for; `sign` is what the seat showed in secret.
    """

    units: tuple[Unit | None, ...]
    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    core: tuple[str, ...] = ()
    lp: int = MAX_LP
    sp: int = 0
    mp: int = 0
    faces: tuple[int, int] = (0, 0)
    queue: tuple[Order, ...] = ()
    purse: tuple[int, int] = (0, 0)
    done: bool = False
    sign: str = ""


class Ask(NamedTuple):
    """A question a step has stopped at.

    `kind`: jkp, face (of the card at `cell`) or target (one of `options`); `told` events of the
    step came before it, itself included.
    """

    kind: str
    seat: int
    cell: str
    options: tuple[str, ...]
    told: int


class State(NamedTuple):
    """One position.

    `seat` is whose the phase is where it is one seat's; `half` counts the halves of a turn in
    alternating mode.  `walls` is a bit set of edges, `colours` one of red's cells.  `lying` are
    the power-ups on the globe, (cell, card) by cell; `first` the cell of this turn's first one.
    """

    config: Config
    phase: Phase
    players: tuple[Player, Player]
    colours: int
    seat: int = 0
    turn: int = 0
    half: int = 0
    initiative: int = 0
    ply: int = 0
    walls: int = 0
    pile: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    lying: tuple[tuple[int, str], ...] = ()
    first: int = NOWHERE
    spawned: int = 0
    step: int = 0
    base: State | None = None
    answers: tuple[str, ...] = ()
    ask: Ask | None = None
    ending: str = ""
    winners: tuple[str, ...] = ()


def first_state(config: Config) -> State:
    """Deck masters on the poles, discs coloured, decks not yet in order (SPH-4.5 to 4.9)."""
    board = config.globe
    players = []
    for seat in (BLUE, RED):
        told = config.decks[seat]
        master = Unit(told.master if told else UNKNOWN, board.poles[seat])
        units = (master, *(None,) * config.field_limit)
        extra = told.extra if told else ()
        players.append(Player(units, deck=told.cards if told else (), extra=extra))
    red = ((1 << board.disc) - 1) << board.disc
    return State(config, Phase.DEAL, (players[0], players[1]), red)


def master_of(state: State, seat: int) -> Unit:
    """A seat's deck master; `LookupError` if it is gone, which is a fault of these rules."""
    unit = state.players[seat].units[0]
    if unit is None:
        msg = f"seat {seat} has no deck master"
        raise LookupError(msg)
    return unit


def active(state: State) -> tuple[int, ...]:
    """The seats that play this part of the turn, the initiative holder first (SPH-5.1)."""
    holder = state.initiative
    if state.config.alternating:
        return (holder if state.half == 0 else 1 - holder,)
    return (holder, 1 - holder)


def at_cell(state: State, cell: int) -> tuple[int, int, Unit] | None:
    """Seat, slot and card that stand in a cell, or None."""
    for seat, player in enumerate(state.players):
        for slot, unit in enumerate(player.units):
            if unit is not None and unit.cell == cell:
                return seat, slot, unit
    return None


def others(state: State, seat: int) -> Iterator[tuple[int, Unit]]:
    """Slots and cards of a seat that stand on the globe, without the deck master."""
    for slot, unit in enumerate(state.players[seat].units):
        if slot and unit is not None and unit.cell != NOWHERE:
            yield slot, unit


def cells_of(state: State, seat: int) -> set[int]:
    """The cells a seat's cards stand in."""
    return {u.cell for u in state.players[seat].units if u is not None and u.cell != NOWHERE}


@lru_cache(maxsize=1)
def _stranger() -> Card:
    from rules.games.spherion.cards import Card, Kind  # noqa: PLC0415 - only where cards are hidden

    return Card(UNKNOWN, Kind.MONSTER, "", 0, 0, 0, None, {}, None, 0)


def facts(state: State, card: str) -> Card:
    """A card's facts; an unknown card has none to speak of."""
    return state.config.cards[card] if card != UNKNOWN else _stranger()


def attack_of(state: State, unit: Unit) -> int:
    """Present ATK (SPH-9.3, SPH-11.2)."""
    return max(0, facts(state, unit.card).atk + unit.atk + unit.dip)


def defence_of(state: State, unit: Unit) -> int:
    """Present DEF, or ATK where position decides (SPH-9.3)."""
    if not unit.sideways and state.config.on("defend_stat", "position"):
        return attack_of(state, unit)
    card = facts(state, unit.card)
    return max(0, card.defence + unit.dfn) + (card.guard if unit.sideways else 0)


def holds_set(state: State, seat: int) -> bool:
    """Whether a seat surely holds the five pieces (SPH-14.3)."""
    return state.config.alt_win and state.config.pieces.issubset(state.players[seat].hand)


def territory(state: State) -> tuple[int, int]:
    """How many cells are blue and red (SPH-13.1)."""
    red = state.colours.bit_count()
    return len(state.config.globe.names) - red, red


def phases(state: State, slot: int, unit: Unit) -> bool:
    """Whether a card ignores walls for its own moves (SPH-3.3); a deck master by a rune only."""
    return unit.phase or (slot > 0 and unit.up and facts(state, unit.card).has(Op.PHASE))
