"""State of a game: its cards and pieces, and the pending decision.

Theory of operation. Each phase asks for a decision (`phases` says whom):

    deal blue, deal red → jkp → name → maze → pile → turn …
    turn:  spawn* → draw → roll blue, roll red → use ⇄ mix → [claim] → plan
           → [order] step [claim] → [order] step [claim] … → next turn
    end:   show* (every face-down card) → end

A step is resolved as a whole (`step`). A step may need a choice in the middle: rock-paper-scissors,
a target, or the identity of a card unknown to the referee. In that case, it stops with a question,
`ask`. The answer is appended to `answers`, and the step is resolved again from `base`, the state at
its start, with all answers so far. Therefore no other intermediate state must be stored.

A seat's cards on the globe are in numbered slots: 0 is the deck master, 1 … `field_limit` are the
unit tokens of SPH-17.1. A card that has left its cell and not yet arrived is in flight: `cell` is
`NOWHERE` and `origin` its former cell (`NOWHERE`: the hand).
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from rules.core.fast import fast_replace
from rules.core.values import UNKNOWN
from rules.games.spherion.cards import Card, Kind
from rules.games.spherion.config import BLUE, RED, Config
from rules.games.spherion.globe import NOWHERE

MAX_LP: Final = 5
DICE: Final = "SACH"
"""Faces of a die by letter: star, arrow, card, hammer. An index is a face number (SPH-16.5)."""
HIDDEN_ORDER: Final = UNKNOWN
"""Text of an order that is still face down, on a rail or a slip."""
NONE: Final = "none"
"""Answer that means that no card acts, or that a wall stops the card."""
BOTH: Final = 2
NEUTRAL: Final = 3
"""Addressees of a question other than seats 0 and 1: both seats together, or chance."""


class Phase(enum.StrEnum):
    """Kind of the pending decision."""

    __hash__ = str.__hash__  # an enum's own hash is a Python function

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


@fast_replace
class Unit(NamedTuple):
    """One card on the globe.

    `sideways`: defence position. `spell`: the card was SET (its player declared a spell or trap).
    `atk` and `dfn` are permanent counters, and `dip` is the ATK lost for this turn. `stack`: the
    cards under a fusion, bottom first. `tributes` is the number of tributes paid for the card,
    `placed` the ply of its placement, and `crossed` how often it went face down through a wall.
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
    placed: int = 0
    crossed: int = 0
    origin: int = NOWHERE

    @property
    def place(self) -> int:
        """The card's cell, or its former cell if it is in flight."""
        return self.cell if self.cell != NOWHERE else self.origin


class Order(NamedTuple):
    """One entry of a queue: the intent's text, and the ply at which it was written."""

    text: str
    ply: int = 0


@fast_replace
class Player(NamedTuple):
    """One seat's cards, points and queue.

    `faces`: unused Card and Hammer results. `purse`: SP and MP at READY. `done`: the seat has made
    the decision that the phase asks of both seats. `sign` is the seat's secret sign.
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

    def with_unit(self, slot: int, unit: Unit | None, **changes: Any) -> Player:  # noqa: ANN401 - any fields
        """Return the player with the card in one unit slot, and other fields, replaced."""
        units = (*self.units[:slot], unit, *self.units[slot + 1 :])
        if changes:
            return self._replace(units=units, **changes)
        return Player._make((units, *self[1:]))  # in half the time of `_replace`


class Ask(NamedTuple):
    """A question at which a step has stopped.

    `kind`: `jkp` (rock, paper, scissors), `face` (the identity of the card at `cell`) or `target`
    (one of `options`). `reported` is the number of the step's events already emitted, including the
    question.
    """

    kind: str
    seat: int
    cell: str
    options: tuple[str, ...]
    reported: int


@fast_replace
class State(NamedTuple):
    """One position.

    `seat` owns the phase if it belongs to one seat. `half` counts the halves of a turn in
    alternating mode. `walls` is a bit set of edges, `colours` a bit set of red's cells. `powerups`
    holds (cell, card) pairs for the globe's power-ups, sorted by cell. `first` is the cell of this
    turn's first power-up.
    """

    players: tuple[Player, Player]
    config: Config
    phase: Phase
    colours: int
    seat: int = 0
    turn: int = 0
    half: int = 0
    initiative: int = 0
    ply: int = 0
    walls: int = 0
    pile: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    powerups: tuple[tuple[int, str], ...] = ()
    first: int = NOWHERE
    spawned: int = 0
    step: int = 0
    base: State | None = None
    answers: tuple[str, ...] = ()
    ask: Ask | None = None
    ending: str = ""
    winners: tuple[str, ...] = ()


def first_state(config: Config) -> State:
    """Return the state before set-up: masters on their poles, coloured discs (SPH-4.5 to 4.9)."""
    board = config.globe
    players = []
    for seat in (BLUE, RED):
        listed = config.decks[seat]
        master = Unit(listed.master if listed else UNKNOWN, board.poles[seat])
        units = (master, *(None,) * config.field_limit)
        extra = listed.extra if listed else ()
        players.append(Player(units, deck=listed.cards if listed else (), extra=extra))
    red = ((1 << board.disc) - 1) << board.disc
    return State((players[0], players[1]), config, Phase.DEAL, red)


def master_of(state: State, seat: int) -> Unit:
    """Return a seat's deck master; raise `LookupError` if there is none (a bug)."""
    unit = state.players[seat].units[0]
    if unit is None:
        raise LookupError(f"seat {seat} has no deck master")
    return unit


def pending(state: State) -> Ask:
    """Return the pending question; raise `LookupError` if there is none (a bug)."""
    if state.ask is None:
        raise LookupError("no question is pending")
    return state.ask


def active(state: State) -> tuple[int, ...]:
    """Return the seats that play this part of the turn, the initiative holder first (SPH-5.1)."""
    holder = state.initiative
    if state.config.alternating:
        return (holder if state.half == 0 else 1 - holder,)
    return (holder, 1 - holder)


def at_cell(state: State, cell: int) -> tuple[int, int, Unit] | None:
    """Return the seat, slot and card in a cell, or None."""
    for seat, player in enumerate(state.players):
        for slot, unit in enumerate(player.units):
            if unit is not None and unit.cell == cell:
                return seat, slot, unit
    return None


def others(state: State, seat: int) -> Iterator[tuple[int, Unit]]:
    """Yield the slots and cards of a seat's cards on the globe, without the deck master."""
    for slot, unit in enumerate(state.players[seat].units):
        if slot and unit is not None and unit.cell != NOWHERE:
            yield slot, unit


def cells_of(state: State, seat: int) -> set[int]:
    """Return the cells of a seat's cards."""
    return {u.cell for u in state.players[seat].units if u is not None and u.cell != NOWHERE}


_STRANGER: Final = Card(UNKNOWN, Kind.MONSTER, 0, "", 0, 0, 0, None, {}, None, 0)


def facts(state: State, card: str) -> Card:
    """Return a card's facts; an unknown card has neutral facts."""
    return state.config.cards[card] if card != UNKNOWN else _STRANGER


def attack_of(state: State, unit: Unit) -> int:
    """Return a card's current ATK (SPH-9.3, SPH-11.2)."""
    return max(0, facts(state, unit.card).atk + unit.atk + unit.dip)


def defence_of(state: State, unit: Unit) -> int:
    """Return the value that defends a card: DEF or, with some settings, ATK (SPH-9.3)."""
    if not unit.sideways and state.config.on("defend_stat", "position"):
        return attack_of(state, unit)
    card = facts(state, unit.card)
    return max(0, card.defence + unit.dfn) + (card.guard if unit.sideways else 0)


def holds_set(state: State, seat: int) -> bool:
    """Return True if a seat certainly holds the five pieces (SPH-14.3)."""
    return state.config.alt_win and state.config.pieces.issubset(state.players[seat].hand)


def territory(state: State) -> tuple[int, int]:
    """Return the numbers of blue and red cells (SPH-13.1)."""
    red = state.colours.bit_count()
    return len(state.config.globe.names) - red, red
