"""State of a game: its phase, the players' zones and the battle.

Theory of operation. A phase asks one seat (or chance) for one decision; a phase without a decision
is never entered.

    deal deal → lead | lot | roll_off … → round
    round:  roll → set (→ roll by Miracle, → redraw) … of the first, then of the second player
            [flip …] → battle → reward → [revival → revive] → draw → next round
    battle, reward: [order] → [effect] → the effect's own questions: discard, recover, purge
    a draw that empties a deck: renew → [penalty]

`agenda` holds the steps after the current decision, the next step first. `flow` executes steps
until one requires a decision. Therefore a draw within an effect within the queue can be interrupted
by a new deck, whose penalty draw can empty the other deck (DBM-12).
"""

import enum
from typing import Final, NamedTuple

from rules.core.fast import fast_replace
from rules.core.values import UNKNOWN
from rules.games.dicebattle.cards import TOKEN
from rules.games.dicebattle.config import DECK_SIZE, SEATS, Config


class Phase(enum.StrEnum):
    """Kind of the pending decision."""

    DEAL = "deal"
    ROLL_OFF = "roll_off"
    LOT = "lot"
    LEAD = "lead"
    ROLL = "roll"
    SET = "set"
    REDRAW = "redraw"
    FLIP = "flip"
    HIDDEN = "hidden"
    ORDER = "order"
    EFFECT = "effect"
    WINDOW = "window"
    DISCARD = "discard"
    RECOVER = "recover"
    PURGE = "purge"
    REVIVAL = "revival"
    REVIVE = "revive"
    RENEW = "renew"
    PENALTY = "penalty"
    END = "end"


ZONES: Final = ("main", "circle", "stock")
"""Zones in which cards are set."""


@fast_replace
class Placed(NamedTuple):
    """A card in the main zone, the magic circle or the stock zone.

    `ply` is the ply of its placement. `up`: face up. `new`: set in this round. `room` is the level
    that the roll allows for a grant of unknown identity (−1: not known yet or irrelevant).
    """

    cell: str
    card: str
    ply: int = 0
    up: bool = False
    new: bool = True
    room: int = -1


@fast_replace
class Player(NamedTuple):
    """Cards and counters of one seat.

    Hand and graveyard are sorted; the deck is ordered from the top. `roll` is 0 before the roll.
    `done` is True after the seat declared "set".
    """

    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    grave: tuple[str, ...] = ()
    main: tuple[Placed, ...] = ()
    circle: tuple[Placed, ...] = ()
    stock: tuple[Placed, ...] = ()
    miracle: bool = True
    revival: bool = True
    stars: int = 0
    roll: int = 0
    redraws: int = 0
    done: bool = False

    @property
    def set_now(self) -> tuple[Placed, ...]:
        """The cards set in this round, in zone order."""
        placed = self.main + self.circle
        return placed + tuple([card for card in self.stock if card.new]) if self.stock else placed


class Entry(NamedTuple):
    """An effect waiting in the queue (DBM-8.3); `cell` is the current or last place of its card."""

    level: int
    seat: int
    cell: str
    card: str


class Step(NamedTuple):
    """A remaining step: its name, seat and amount."""

    name: str
    seat: int = 0
    n: int = 0

    def __str__(self) -> str:
        """Return the step's text in events and positions."""
        return f"{self.name}.{SEATS[self.seat]}.{self.n}"


@fast_replace
class Battle(NamedTuple):
    """The battle of this round.

    `stage` is "" before the flip, then `battle`, then `over`. `low`: the lower level wins.
    `ties[s]`: seat s wins an equal comparison. `hushed[2s]` and `hushed[2s + 1]`: seat s's magic
    and units are negated (DBM-8.9). `winner` is −1 for a draw. `used[s]` holds the cards that seat
    s used in the battle (DBM-10.2).
    """

    stage: str = ""
    levels: tuple[int, int] = (0, 0)
    low: bool = False
    ties: tuple[bool, bool] = (False, False)
    hushed: tuple[bool, bool, bool, bool] = (False, False, False, False)
    queue: tuple[Entry, ...] = ()
    winner: int = -1
    margin: int = 0
    used: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


NO_BATTLE: Final = Battle()


@fast_replace
class State(NamedTuple):
    """One position.

    `seat` (0 is A, 1 is B) decides, rolls or is dealt cards. `round` counts from 1 (0 before the
    first round); `first` is the round's first player. `ply` counts the actions so far; `due` is the
    number of cards still to choose. `spot` is the cell whose effect the decision concerns. `ending`
    is the clause that ended the game.
    """

    config: Config
    players: tuple[Player, Player]
    phase: Phase
    seat: int = 0
    agenda: tuple[Step, ...] = ()
    battle: Battle = NO_BATTLE
    round: int = 0
    first: int = 0
    ply: int = 0
    due: int = 0
    spot: str = ""
    ending: str = ""


def first_state(config: Config) -> State:
    """Return the state before the deal."""
    a, b = (Player(deck=d or (UNKNOWN,) * DECK_SIZE) for d in config.decks)
    return State(config, (a, b), Phase.DEAL)


def hidden_now(state: State, placed: Placed) -> bool:
    """Return True if a card set in this round must be turned up and is of unknown identity."""
    return placed.card == UNKNOWN and to_turn(state, placed)


def to_turn(state: State, placed: Placed) -> bool:
    """Return True if a face-down card must be turned up before the battle (DBM-7.6, DBM-8.1)."""
    if placed.up or ".stock" not in placed.cell or not state.config.on_trigger:
        return not placed.up
    grant = None if placed.card == UNKNOWN else state.config.cards[placed.card].grant
    return grant is not None and grant.mode == "permanent"


def has_token(player: Player) -> bool:
    """Return True if the dice token is in the main zone, where it is alone (DBM-5.8)."""
    return bool(player.main) and player.main[0].card == TOKEN


def units(player: Player) -> int:
    """Return the number of units in the main zone; the token is not a unit (section 16)."""
    return 0 if has_token(player) else len(player.main)


def kind_of(state: State, seat: int) -> str:
    """Return the kind of a seat's main unit (DBM-6.3): human, monster or token, in this order."""
    cards = state.config.cards
    kinds = [cards[placed.card].kind for placed in state.players[seat].main]
    return "human" if "human" in kinds else kinds[0] if kinds else TOKEN
