"""Effects: whose they are, whether their conditions hold, which cards wait in the queue (DBM-8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.core.action import Verb
from rules.core.values import UNKNOWN
from rules.games.dicebattle.config import SEATS
from rules.games.dicebattle.state import Entry, Phase, kind_of, units

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.core.action import Action
    from rules.games.dicebattle.cards import Condition, Effect
    from rules.games.dicebattle.state import Laid, State

_BEFORE_THE_FLIP: Final = frozenset((Phase.ROLL, Phase.SET, Phase.REDRAW))


def effect_of(state: State, entry: Entry) -> Effect:
    """The effect an entry of the queue stands for; raises `LookupError` if its card has none."""
    card = state.config.cards[entry.card]
    effect = card.grant if ".stock" in entry.cell else card.effect
    if effect is None:
        msg = f"{entry.card} on {entry.cell} has no effect"
        raise LookupError(msg)
    return effect


def holds(state: State, seat: int, effect: Effect) -> bool:
    """Whether all conditions hold now (DBM-8.6)."""
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


def open_grants(state: State, seat: int) -> tuple[Laid, ...]:
    """The face-up grants of a seat."""
    return tuple(laid for laid in state.players[seat].stock if laid.up)


def bonus(state: State, seat: int, laid: Laid) -> int:
    """What a permanent grant adds while it lies face up (DBM-7.10); 0 for any other card."""
    grant = state.config.cards[laid.card].grant if laid.up else None
    if grant is None or grant.mode != "permanent" or not holds(state, seat, grant):
        return 0
    return grant.bonus


def level_of(state: State, seat: int) -> int:
    """The starting battle level (DBM-8.2)."""
    cards, player = state.config.cards, state.players[seat]
    level = sum([cards[laid.card].level for laid in player.main])
    return level + sum([bonus(state, seat, laid) for laid in player.stock])


def lying_at(state: State, cell: str) -> Laid | None:
    """The card on a cell of the main zones, circles and stock zones."""
    for player in state.players:
        for laid in player.main + player.circle + player.stock:
            if laid.cell == cell:
                return laid
    return None


def too_early(state: State, action: Action) -> bool:
    """Whether a hand turns up a set card of its own while the other is still to set (DBM-14.3).

    Nobody does so who only thinks the game: it is no choice, so it is never listed, and a card
    that is known has nothing to show.
    """
    if action.verb is not Verb.FLIP or state.phase not in _BEFORE_THE_FLIP:
        return False
    laid = lying_at(state, action.at)
    hidden = laid is not None and laid.new and laid.card == UNKNOWN
    return hidden and action.at[:1] == action.seat and state.players[SEATS.index(action.seat)].done


# The queue (DBM-8.3, 8.4): highest level first, the first player's first, then by place.


def order(state: State, entries: list[Entry]) -> tuple[Entry, ...]:
    """Entries in the order of the queue."""
    first = state.first
    return tuple(sorted(entries, key=lambda e: (-e.level, e.seat != first, e.cell)))


def in_battle(state: State) -> tuple[Entry, ...]:
    """Every effect that waits for its place in the battle."""
    cards, found = state.config.cards, []
    for seat, player in enumerate(state.players):
        for laid in player.main + player.circle:
            card = cards[laid.card]
            if card.effect is not None and card.effect.timing == "battle":
                found.append(Entry(card.level, seat, laid.cell, card.id))
        found += [e for laid in player.stock if (e := grant_entry(state, seat, laid)) is not None]
    return order(state, found)


def grant_entry(state: State, seat: int, laid: Laid) -> Entry | None:
    """The place of a grant in the queue; None if it takes none (DBM-7.8 to 7.10)."""
    grant = None if laid.card == UNKNOWN else state.config.cards[laid.card].grant
    if grant is None or grant.mode == "permanent":
        return None
    if grant.mode == "optional" and state.config.any_point:
        return None
    return Entry(state.config.cards[laid.card].grant_level, seat, laid.cell, laid.card)


def in_reward(state: State) -> tuple[Entry, ...]:
    """Every effect of the used cards that waits in the reward phase (DBM-9.2, DBM-8.9)."""
    cards, hushed, found = state.config.cards, state.battle.hushed, []
    for seat, player in enumerate(state.players):
        for laid in player.main + player.circle:
            card = cards[laid.card]
            if card.effect is None or card.effect.timing != "reward":
                continue
            if not hushed[2 * seat + card.unit] or card.exception == "no_negate":
                found.append(Entry(card.level, seat, laid.cell, card.id))
    return order(state, found)


def tied(state: State) -> tuple[Entry, ...]:
    """The entries whose owner may choose which comes first (DBM-8.5); the next one, if none."""
    queue = state.battle.queue
    if not queue:  # all that waits is hidden from whoever looks
        return ()
    top = queue[0]
    same = tuple([e for e in queue if e.level == top.level and e.seat == top.seat])
    kinds = {(e.card, ".stock" in e.cell) for e in same}
    return same if len(kinds) > 1 else same[:1]


def windows(state: State, seat: int) -> tuple[Laid, ...]:
    """The optional grants a seat may trigger at any point (DBM-7.8, `any_point`)."""
    found = []
    for laid in state.players[seat].stock:
        grant = None if laid.card == UNKNOWN else state.config.cards[laid.card].grant
        if grant is not None and grant.mode == "optional" and holds(state, seat, grant):
            found.append(laid)
    return tuple(found)


# What may be chosen from graveyards.


def recoverable(state: State, seat: int) -> tuple[str, ...]:
    """The magic in a seat's graveyard, each id once."""
    cards = state.config.cards
    return tuple(sorted({c for c in state.players[seat].grave if cards[c].kind == "magic"}))


def revivable(state: State, seat: int) -> tuple[str, ...]:
    """The cards Revival may take (DBM-10.1 to 10.3), each id once."""
    used = set(state.battle.used[seat])
    return tuple(sorted(used.intersection(state.players[seat].grave)))
