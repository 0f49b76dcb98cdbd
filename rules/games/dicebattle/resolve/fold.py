"""Kinds of events, and their fold into the state.

`asked`, `placed`, `taken_back` and `game_ended` end an action, so each of them counts one ply.
"""

from collections.abc import Callable
from functools import cache
from typing import Final, TypeVar

from rules.core.event import GAME_ENDED, REVEALED, ROLLED, TURN_STARTED, Event, unchanged
from rules.core.event_kinds import event_kinds
from rules.core.fast import setter
from rules.core.hidden_cards import without_card
from rules.core.values import UNKNOWN
from rules.games.dicebattle.cards import TOKEN
from rules.games.dicebattle.config import HAND_SIZE, SEATS
from rules.games.dicebattle.resolve.effects import grant_entry, order, waiting
from rules.games.dicebattle.state import NO_BATTLE, Battle, Phase, Placed, Player, State, Step

EVENTS: Final = event_kinds(
    dealt="The cards of {seat} are {items}, the hand first.",
    asked="Phase {value:phase} begins: {seat} decides about {cell:text?}, or {number} cards are "
    "due. The steps {items:texts} follow.",
    rolled_even="Both rolled {value} for the first turn and roll again.",
    spent="{seat} turns {card:miracle|revival} face down.",
    shown="{seat} shows its hand, {items}.",
    redrawn="The hand and the deck of {seat} are {items} now.",
    placed="{seat} sets {card} face down on {cell}.",
    taken_back="{seat} takes back {card} from {cell}.",
    set='{seat} says "set", which commits its cards.',
    token_set="{seat} sets the {card:text} on {cell}.",  # noqa: S106 - not a password
    early="{seat} turned up {card} on {cell} too early under {clause}; it remains.",
    set_refused="The set of {seat} on {items:cells} violates {clause}. The consequence is "
    "{value:token|rewind|lose_battle}.",
    broken_too="The refused set of {seat} also violates {clause}.",
    battle="The battle begins; {value} are both levels.",
    effect="The effect of {card} of {seat} on {cell} ({value:happens|idle|declined}).",
    level="The battle level of {seat} is {number} now.",
    low_wins="The comparison is reversed.",
    tie_won="{seat} wins an equal comparison.",
    negated="Waiting effects of {seat} are stopped ({value:magic|unit}).",
    purged="The grant {card} of {seat} on {cell} goes to the graveyard.",
    compared="{seat:?} wins the battle by {number}; without a seat, a tie. {value} are both "
    "levels.",
    battle_over="The used cards go to the graveyards.",
    star="{seat} has {number} stars now.",
    stars_reset="Both seats return to {number} stars.",
    stood="{seat} turns Miracle face up.",
    drawn="{seat} draws {items}.",
    discarded="{seat} discards {card}.",
    recovered="{seat} takes {card} from the graveyard.",
    renewed="The graveyard of {seat} becomes its deck, {items}.",
    passed="{seat} declines in phase {value:phase}.",
)


T = TypeVar("T")
_Zone = tuple[Placed, ...]


def seat_of(event: Event) -> int:
    """Return the number of an event's seat."""
    return 0 if event.seat == "A" else 1


def _at(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """Return a pair with the value of one seat replaced."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


_with_players = setter(State, "players")
_with_ply = setter(State, "players", "ply")
_decided_by = setter(State, "phase", "seat", "agenda", "ply", "due", "spot")
_with_main = setter(Player, "main", "hand")
_with_circle = setter(Player, "circle", "hand")
_with_stock = setter(Player, "stock", "hand")


def with_player(state: State, seat: int, player: Player) -> State:
    """Return the state with the player of `seat` replaced."""
    return _with_players(state, _at(state.players, seat, player))


def _of_player(change: Callable[[Player, Event], Player]) -> Callable[[State, Event], State]:
    """Return the fold function for an event that changes only the player of its seat."""

    def changed(state: State, event: Event) -> State:
        seat = seat_of(event)
        return with_player(state, seat, change(state.players[seat], event))

    return changed


def in_order(cards: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """Return `cards` and `more` together, sorted."""
    return tuple(sorted((*cards, *more)))


def _with_zone(
    player: Player, cell: str, change: Callable[[_Zone], _Zone], hand: tuple[str, ...] | None = None
) -> Player:
    """Return the player with the zone of a cell changed, and perhaps with another hand."""
    held = player.hand if hand is None else hand
    if ".main" in cell:
        return _with_main(player, change(player.main), held)
    if ".circle" in cell:
        return _with_circle(player, change(player.circle), held)
    return _with_stock(player, change(player.stock), held)


def without(player: Player, cell: str, hand: tuple[str, ...] | None = None) -> Player:
    """Return the player without the card on a cell, and perhaps with another hand."""
    return _with_zone(player, cell, lambda zone: tuple([c for c in zone if c.cell != cell]), hand)


def _battle(state: State, event: Event) -> State:
    a, b = (int(word) for word in event.value.split())
    players = tuple([_with_room(state, player) for player in state.players])
    state = state._replace(players=(players[0], players[1]))
    return state._replace(battle=Battle("battle", (a, b), queue=waiting(state, "battle")))


def _with_room(state: State, player: Player) -> Player:
    """Record the grant level that the roll allows for a face-down grant of unknown identity."""
    if all(placed.up or placed.room >= 0 for placed in player.stock):
        return player
    cards = state.config.cards
    used = sum([cards[placed.card].cost for placed in player.main + player.circle])
    room = max(0, player.roll - used)
    stock = tuple([c if c.up or c.room >= 0 else c._replace(room=room) for c in player.stock])
    return player._replace(stock=stock)


def _effect(state: State, event: Event) -> State:
    battle = state.battle
    queue = tuple([e for e in battle.queue if e.cell != event.cell])
    state = state._replace(battle=battle._replace(queue=queue))
    if event.value == "happens" and ".stock" in event.cell:
        return _to_grave(state, event)
    return state


def _to_grave(state: State, event: Event) -> State:
    """Move a grant to the graveyard, where it counts as used (DBM-7.7, DBM-8.13)."""
    seat = seat_of(event)
    player = without(state.players[seat], event.cell)
    player = player._replace(grave=in_order(player.grave, event.card))
    used = _at(state.battle.used, seat, (*state.battle.used[seat], event.card))
    return with_player(state, seat, player)._replace(battle=state.battle._replace(used=used))


def _purged(state: State, event: Event) -> State:
    queue = tuple([e for e in state.battle.queue if e.cell != event.cell])
    return _to_grave(state._replace(battle=state.battle._replace(queue=queue)), event)


def _level(state: State, event: Event) -> State:
    levels = _at(state.battle.levels, seat_of(event), event.number)
    return state._replace(battle=state.battle._replace(levels=levels))


def _tie_won(state: State, event: Event) -> State:
    ties = _at(state.battle.ties, seat_of(event), value=True)
    return state._replace(battle=state.battle._replace(ties=ties))


def _negated(state: State, event: Event) -> State:
    seat, battle, cards = seat_of(event), state.battle, state.config.cards
    unit = event.value == "unit"
    flags = list(battle.hushed)
    flags[2 * seat + unit] = True
    queue = tuple(
        e
        for e in battle.queue
        if e.seat != seat
        or ".stock" in e.cell
        or cards[e.card].unit != unit
        or cards[e.card].exception == "no_negate"
    )
    hushed = (flags[0], flags[1], flags[2], flags[3])
    return state._replace(battle=battle._replace(hushed=hushed, queue=queue))


def _compared(state: State, event: Event) -> State:
    winner = SEATS.index(event.seat) if event.seat else -1
    battle = state.battle._replace(stage="over", winner=winner, margin=event.number, queue=())
    return state._replace(battle=battle)


def _battle_over(state: State, _event: Event) -> State:
    battle = state.battle._replace(queue=waiting(state, "reward"))
    players, used = [], []
    for player, grants in zip(state.players, battle.used, strict=True):
        cards = tuple([c.card for c in player.main + player.circle if c.card != TOKEN])
        stock = tuple([c._replace(new=False) for c in player.stock])
        grave = in_order(player.grave, *cards)
        players.append(player._replace(main=(), circle=(), stock=stock, grave=grave))
        used.append((*grants, *cards))
    battle = battle._replace(used=(used[0], used[1]))
    return state._replace(players=(players[0], players[1]), battle=battle)


BATTLE_FOLDS: Final[dict[str, Callable[[State, Event], State]]] = {
    "battle": _battle,
    "effect": _effect,
    "level": _level,
    "low_wins": lambda state, _event: state._replace(
        battle=state.battle._replace(low=not state.battle.low)
    ),
    "tie_won": _tie_won,
    "negated": _negated,
    "purged": _purged,
    "compared": _compared,
    "battle_over": _battle_over,
}
"""Fold function for each kind of event in a battle."""


_PHASES = {phase.value: phase for phase in Phase}


def fold(state: State, event: Event) -> State:
    """Return the state after one event."""
    return _FOLDS[event.kind](state, event)


@cache
def read_step(text: str) -> Step:
    """Parse the text of an agenda step."""
    name, seat, n = text.split(".")
    return Step(name, SEATS.index(seat), int(n))


def _dealt(player: Player, event: Event) -> Player:
    hand, deck = event.items[:HAND_SIZE], event.items[HAND_SIZE:]
    return player._replace(hand=in_order(hand), deck=deck)


def _asked(state: State, event: Event) -> State:
    agenda = tuple([read_step(text) for text in event.items])
    phase, seat = _PHASES[event.value], seat_of(event)
    return _decided_by(state, phase, seat, agenda, state.ply + 1, event.number, event.cell)


def _spent(player: Player, event: Event) -> Player:
    miracle = event.card == "miracle"
    return player._replace(miracle=False) if miracle else player._replace(revival=False)


def _redrawn(player: Player, event: Event) -> Player:
    size = len(player.hand)
    hand, deck = in_order(event.items[:size]), event.items[size:]
    return player._replace(hand=hand, deck=deck, redraws=player.redraws + 1)


def _placed(state: State, event: Event) -> State:
    seat = seat_of(event)
    player = state.players[seat]
    hand, ply = without_card(player.hand, event.card), state.ply + 1
    if event.card == UNKNOWN:  # the placed card may have been any card in the hand
        hand = (UNKNOWN,) * len(hand)
    placed = Placed(event.cell, event.card, ply)
    player = _with_zone(player, event.cell, lambda zone: tuple(sorted((*zone, placed))), hand)
    return _next_ply(state, seat, player)


def _next_ply(state: State, seat: int, player: Player) -> State:
    """Return the state one ply later, with the player of `seat` replaced."""
    return _with_ply(state, _at(state.players, seat, player), state.ply + 1)


def _taken_back(state: State, event: Event) -> State:
    seat = seat_of(event)
    player = state.players[seat]
    hand = in_order(player.hand, event.card)
    return _next_ply(state, seat, without(player, event.cell, hand))


def _token_set(state: State, event: Event) -> State:
    seat = seat_of(event)
    token = Placed(f"{event.seat}.main1", TOKEN, state.ply + 1, up=True)
    return with_player(state, seat, state.players[seat]._replace(main=(token,), done=True))


def _revealed(state: State, event: Event) -> State:
    seat, cell, card = seat_of(event), event.cell, event.card
    player = _with_zone(
        state.players[seat],
        cell,
        lambda zone: tuple([c._replace(card=card, up=True) if c.cell == cell else c for c in zone]),
    )
    state = with_player(state, seat, player)
    if state.phase is not Phase.HIDDEN:
        return state
    placed = next(c for c in player.stock if c.cell == cell)
    entry = grant_entry(state, seat, placed)  # a grant that is turned up late enters the queue
    if entry is None or entry.level > placed.room:
        return state
    queue = order(state, [*state.battle.queue, entry])
    return state._replace(battle=state.battle._replace(queue=queue))


def _set_refused(state: State, event: Event) -> State:
    seat = seat_of(event)
    player = state.players[seat]
    cards = [placed.card for placed in player.main + player.circle + player.stock
             if placed.cell in event.items]  # fmt: skip
    for cell in event.items:
        player = without(player, cell)
    if event.value == "rewind":
        return with_player(
            state, seat, player._replace(hand=in_order(player.hand, *cards), done=False)
        )
    player = player._replace(grave=in_order(player.grave, *cards))
    if event.value == "token":
        token = Placed(f"{event.seat}.main1", TOKEN, state.ply + 1, up=True)
        player = player._replace(main=(token,))
    return with_player(state, seat, player)


def _starred(player: Player, event: Event) -> Player:
    return player._replace(stars=event.number)


def _drawn(player: Player, event: Event) -> Player:
    hand = in_order(player.hand, *event.items)
    return player._replace(hand=hand, deck=player.deck[len(event.items) :])


def _discarded(player: Player, event: Event) -> Player:
    hand, grave = without_card(player.hand, event.card), in_order(player.grave, event.card)
    return player._replace(hand=hand, grave=grave)


def _recovered(player: Player, event: Event) -> Player:
    grave, hand = without_card(player.grave, event.card), in_order(player.hand, event.card)
    return player._replace(hand=hand, grave=grave)


def _turn_started(state: State, event: Event) -> State:
    a, b = (player._replace(roll=0, redraws=0, done=False) for player in state.players)
    return state._replace(
        players=(a, b), battle=NO_BATTLE, round=event.number, first=seat_of(event)
    )


_FOLDS: Final[dict[str, Callable[[State, Event], State]]] = {
    **BATTLE_FOLDS,
    "dealt": _of_player(_dealt),
    "asked": _asked,
    ROLLED: _of_player(lambda player, event: player._replace(roll=int(event.value))),
    "spent": _of_player(_spent),
    "shown": _of_player(lambda player, event: player._replace(hand=event.items)),
    "redrawn": _of_player(_redrawn),
    "placed": _placed,
    "taken_back": _taken_back,
    "set": _of_player(lambda player, _event: player._replace(done=True)),
    "token_set": _token_set,
    REVEALED: _revealed,
    "early": unchanged,
    "rolled_even": unchanged,
    "set_refused": _set_refused,
    "broken_too": unchanged,
    "star": _of_player(_starred),
    "stars_reset": lambda state, event: state._replace(
        players=(_starred(state.players[0], event), _starred(state.players[1], event))
    ),
    "stood": _of_player(lambda player, _event: player._replace(miracle=True)),
    "drawn": _of_player(_drawn),
    "discarded": _of_player(_discarded),
    "recovered": _of_player(_recovered),
    "renewed": _of_player(lambda player, event: player._replace(deck=event.items, grave=())),
    "passed": unchanged,
    TURN_STARTED: _turn_started,
    GAME_ENDED: lambda state, event: state._replace(
        phase=Phase.END, ending=event.clause, agenda=(), ply=state.ply + 1, due=0, spot=""
    ),
}
