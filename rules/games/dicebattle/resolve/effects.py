"""Effects: their conditions, and the queue of cards with effects (DBM-8)."""

from collections.abc import Callable

from rules.core.action import FLIP, Action
from rules.core.values import UNKNOWN
from rules.games.dicebattle.cards import Condition, Effect
from rules.games.dicebattle.config import SEATS
from rules.games.dicebattle.state import Entry, Placed, State, kind_of, units


def effect_of(state: State, entry: Entry) -> Effect:
    """Return the effect of a queue entry; raise `LookupError` if its card has none."""
    card = state.config.cards[entry.card]
    effect = card.grant if ".stock" in entry.cell else card.effect
    if effect is None:
        raise LookupError(f"{entry.card} on {entry.cell} has no effect")
    return effect


def conditions_hold(state: State, seat: int, effect: Effect) -> bool:
    """Return True if all conditions of an effect hold now (DBM-8.6)."""
    return all(_true(state, seat, condition) for condition in effect.conditions)


def _true(state: State, seat: int, condition: Condition) -> bool:
    return _QUANTITIES[condition.name](state, seat, condition.value)


def _result(state: State, seat: int) -> str:
    winner = state.battle.winner
    return "draw" if winner < 0 else "win" if winner == seat else "lose"


_QUANTITIES: dict[str, Callable[[State, int, str], bool]] = {
    "own.kind": lambda s, i, value: kind_of(s, i) == value,
    "opp.kind": lambda s, i, value: kind_of(s, 1 - i) == value,
    "own.roll": lambda s, i, value: s.players[i].roll <= int(value),
    "own.lv": lambda s, i, _: s.battle.levels[i] < s.battle.levels[1 - i],
    "own.main": lambda s, i, value: units(s.players[i]) >= int(value),
    "opp.main": lambda s, i, value: units(s.players[1 - i]) >= int(value),
    "own.circle": lambda s, i, value: len(s.players[i].circle) >= int(value),
    "opp.circle": lambda s, i, value: len(s.players[1 - i].circle) >= int(value),
    "opp.stock": lambda s, i, value: len(open_grants(s, 1 - i)) >= int(value),
    "own.stars": lambda s, i, _: s.players[i].stars < s.players[1 - i].stars,
    "own.first": lambda s, i, _: s.first == i,
    "margin": lambda s, _, value: s.battle.margin >= int(value),
    "result": lambda s, i, value: _result(s, i) == value,
}


def open_grants(state: State, seat: int) -> tuple[Placed, ...]:
    """Return a seat's face-up grants."""
    return tuple(placed for placed in state.players[seat].stock if placed.up)


def bonus(state: State, seat: int, placed: Placed) -> int:
    """Return the bonus of a face-up permanent grant (DBM-7.10); 0 for any other card."""
    grant = state.config.cards[placed.card].grant if placed.up else None
    if grant is None or grant.mode != "permanent" or not conditions_hold(state, seat, grant):
        return 0
    return grant.bonus


def level_of(state: State, seat: int) -> int:
    """Return a seat's starting battle level (DBM-8.2)."""
    cards, player = state.config.cards, state.players[seat]
    level = sum([cards[placed.card].level for placed in player.main])
    return level + sum([bonus(state, seat, placed) for placed in player.stock])


def card_at(state: State, cell: str) -> Placed | None:
    """Return the card on a cell of a main zone, circle or stock zone."""
    for player in state.players:
        for placed in player.main + player.circle + player.stock:
            if placed.cell == cell:
                return placed
    return None


def too_early(state: State, action: Action) -> bool:
    """Return True if a seat turns up its own set card before the other declares "set" (DBM-14.3).

    This mistake can happen only at a table, in the phases of the dice phase. It is never listed as
    legal.
    """
    if action.verb is not FLIP:
        return False
    placed = card_at(state, action.at)
    hidden = placed is not None and placed.new and not placed.up
    return hidden and action.at[:1] == action.seat and state.players[SEATS.index(action.seat)].done


# The queue (DBM-8.3, 8.4), ordered by level (highest first), player (first player first), place.


def order(state: State, entries: list[Entry]) -> tuple[Entry, ...]:
    """Return the entries in queue order."""
    first = state.first
    return tuple(sorted(entries, key=lambda e: (-e.level, e.seat != first, e.cell)))


def waiting(state: State, timing: str) -> tuple[Entry, ...]:
    """Return an entry for every effect that waits in the battle or reward (DBM-8.9, DBM-9.2)."""
    cards, hushed, entries = state.config.cards, state.battle.hushed, []
    for seat, player in enumerate(state.players):
        for placed in player.main + player.circle:
            card = cards[placed.card]
            if card.effect is None or card.effect.timing != timing:
                continue
            if not hushed[2 * seat + card.unit] or card.exception == "no_negate":
                entries.append(Entry(card.level, seat, placed.cell, card.id))
        if timing == "battle":
            entries += [e for placed in player.stock if (e := grant_entry(state, seat, placed))]
    return order(state, entries)


def grant_entry(state: State, seat: int, placed: Placed) -> Entry | None:
    """Return a grant's queue entry, or None if it does not enter the queue (DBM-7.8 to 7.10)."""
    grant = None if placed.card == UNKNOWN else state.config.cards[placed.card].grant
    if grant is None or grant.mode == "permanent":
        return None
    if grant.mode == "optional" and state.config.any_point:
        return None
    return Entry(state.config.cards[placed.card].grant_level, seat, placed.cell, placed.card)


def tied(state: State) -> tuple[Entry, ...]:
    """Return the entries among which the owner chooses (DBM-8.5), or only the next entry.

    There is none if all waiting entries are hidden in this view.
    """
    queue = state.battle.queue
    same = tuple([e for e in queue if (e.level, e.seat) == (queue[0].level, queue[0].seat)])
    kinds = {(e.card, ".stock" in e.cell) for e in same}
    return same if len(kinds) > 1 else same[:1]


def windows(state: State, seat: int) -> tuple[Placed, ...]:
    """Return the optional grants that a seat may trigger at any point (DBM-7.8, `any_point`)."""
    grants = []
    for placed in state.players[seat].stock:
        grant = None if placed.card == UNKNOWN else state.config.cards[placed.card].grant
        if grant is not None and grant.mode == "optional" and conditions_hold(state, seat, grant):
            grants.append(placed)
    return tuple(grants)


# Choices from graveyards.


def recoverable(state: State, seat: int) -> tuple[str, ...]:
    """Return the ids of the magic cards in a seat's graveyard, each once."""
    cards = state.config.cards
    return tuple(sorted({c for c in state.players[seat].grave if cards[c].kind == "magic"}))


def revivable(state: State, seat: int) -> tuple[str, ...]:
    """Return the ids of the cards that Revival may return (DBM-10.1 to 10.3), each once."""
    return tuple(sorted(set(state.battle.used[seat]).intersection(state.players[seat].grave)))
