"""Checks of positions parsed from text: what play requires, and what no match can reach."""

from collections.abc import Callable, Iterator
from typing import Final

from rules.core.values import UNKNOWN
from rules.games.dicebattle.cards import TOKEN
from rules.games.dicebattle.config import DECK_SIZE, HAND_SIZE, SEATS
from rules.games.dicebattle.hidden.views import joiner
from rules.games.dicebattle.resolve.effects import open_grants, recoverable, revivable
from rules.games.dicebattle.sets.rules import set_faults, staged
from rules.games.dicebattle.state import (
    NO_BATTLE,
    ZONES,
    Entry,
    Phase,
    Player,
    State,
    has_token,
    hidden_now,
)
from rules.messages.message import Message
from rules.notation.lines import Lines, too_many

SETTING_UP: Final = frozenset((Phase.DEAL, Phase.ROLL_OFF, Phase.LOT, Phase.LEAD))
ENDINGS: Final = ("DBM-9.3", "DBM-4.3")
_SETTING = (Phase.ROLL, Phase.SET, Phase.REDRAW)
_DICE = (*_SETTING, Phase.FLIP)
_IN_BATTLE = (Phase.WINDOW, Phase.HIDDEN, Phase.PURGE)
_QUEUED = (Phase.ORDER, Phase.EFFECT)
_COUNTED = (Phase.DISCARD, Phase.RECOVER, Phase.PURGE)
_AFTER_LOSS = (Phase.REVIVAL, Phase.REVIVE)
_FOLLOWED = (*_IN_BATTLE, *_QUEUED, *_COUNTED, *_AFTER_LOSS, Phase.RENEW, Phase.PENALTY)
_LAST = ("compare", "lost", "stars", "next", "setting")
"""Steps that always lead to another decision or to the end of the game."""


# Faults with which the match could not continue.


def check(lines: Lines, state: State) -> None:
    """Raise `NotationError` for the first fault with which the match could not continue."""
    for seat, name in enumerate(SEATS):
        _check_cards(lines, state, seat, name)
        player = state.players[seat]
        if state.phase in _SETTING and seat == state.seat and (player.done or has_token(player)):
            what = Message("dicebattle.set_already", owner=name)
            raise lines.key("dice", name).wrong(what, Message("dicebattle.other_turn"))
    for word, entry in zip(lines.rest("queue"), state.battle.queue, strict=True):
        if ".stock" in entry.cell and not _is_there(state, entry):
            what = Message("dicebattle.not_there", card=entry.card, cell=entry.cell)
            raise word.wrong(what, Message("dicebattle.off_queue"))
    for phases, fits, example in _NEEDS:
        if state.phase in phases and not fits(state):
            what = Message("dicebattle.phase_needs", phase=state.phase)
            raise lines.at("turn", 2).wrong(what, Message("add_example", form=example))
    over = state.phase is Phase.END
    if over != bool(state.ending):
        word = lines.at("turn", 2) if over else lines.at("end", 0)
        raise word.wrong(Message("end_together"), Message("add_line", form="end DBM-9.3"))


def _check_cards(lines: Lines, state: State, seat: int, name: str) -> None:
    """Check the number of copies of each card and the size of the deck (DBM-2.1, DBM-2.2)."""
    player = state.players[seat]
    cards = [*player.deck, *player.grave, *_held(player)]
    fix = Message("dicebattle.count_all")
    for place in (cards, state.battle.used[seat]):
        if extra := too_many(place, state.config.limits[seat]):
            card, n, most = extra
            what = Message(
                "dicebattle.too_many", owner=name, card=card, count=n, limit=most, clause="DBM-2.2"
            )
            raise lines.naming(card).wrong(what, fix)
    if len(cards) > DECK_SIZE:
        what = Message(
            "dicebattle.deck_holds", owner=name, count=len(cards), most=DECK_SIZE, clause="DBM-2.1"
        )
        key = next((key for key in ("deck", "hand", "grave") if (key, name) in lines), "main")
        raise lines.key(key, name).wrong(what, fix)


def _held(player: Player) -> list[str]:
    """Return the cards in a player's hand and zones, without the token."""
    placed = player.main + player.circle + player.stock
    return [*player.hand, *(c.card for c in placed if c.card != TOKEN)]


def _is_there(state: State, entry: Entry) -> bool:
    player = state.players[entry.seat]
    placed = player.main + player.circle + player.stock
    return any(c.cell == entry.cell and c.card == entry.card for c in placed)


def _unseen(state: State) -> bool:
    """Return True if the seat to act has a face-down grant, whose place in the queue is secret."""
    return any(not placed.up for placed in state.players[state.seat].stock)


def _unknown(state: State) -> bool:
    return any(hidden_now(state, placed) for player in state.players for placed in player.set_now)


def _asked_about(state: State) -> bool:
    return any(e.cell == state.spot and e.seat == state.seat for e in state.battle.queue)


_NEEDS: Final[tuple[tuple[tuple[Phase, ...], Callable[[State], bool], str], ...]] = (
    ((Phase.FLIP,), _unknown, "main A 1=?/down"),
    (_AFTER_LOSS, lambda s: bool(revivable(s, s.seat)), "used A h04, grave A h04"),
    ((Phase.RECOVER,), lambda s: bool(recoverable(s, s.seat)), "grave A g01"),
    ((Phase.PURGE,), lambda s: bool(open_grants(s, 1 - s.seat)), "stock B 1=g10/up/old"),
    ((Phase.DISCARD,), lambda s: len(s.players[s.seat].hand) >= max(1, s.due), "hand A h04, due 1"),
    (
        _FOLLOWED,
        lambda s: bool(s.agenda) and s.agenda[-1].name in _LAST,
        "agenda queue.A.0 compare.A.0",
    ),
    ((Phase.ORDER,), lambda s: bool(s.battle.queue) or _unseen(s), "queue A.main1=h04/2"),
    (
        (Phase.EFFECT,),
        lambda s: _asked_about(s) or _unseen(s),
        "queue A.main1=h04/2, spot A.main1",
    ),
)
"""Phases, their requirement, and an example of lines to add."""


# Reasons why no match can reach a position.


def flags(state: State) -> Iterator[str]:
    """Yield the reasons why no sequence of actions leads to a position, as keys of sentences."""
    return (name for name, holds in _FLAGS.items() if holds(state))


def _out_of_order(state: State) -> bool:
    """Return True if the seats did not roll and set in turn (DBM-5.1, DBM-8.1)."""
    phase, first = state.phase, state.players[state.first]
    if phase in (Phase.SET, Phase.REDRAW) and not state.players[state.seat].roll:
        return True
    if phase in _SETTING and state.first != state.seat and not first.done:
        return True
    for seat, player in enumerate(state.players):
        sets = phase is Phase.SET and seat == state.seat
        if player.done and not (player.roll and (player.main or phase not in _DICE)):
            return True
        if phase is Phase.FLIP and (not player.main or (player.roll and not player.done)):
            return True
        if phase in _SETTING and player.set_now and not (player.done or sets):
            return True
        early = player.roll and state.config.illegal_set != "rewind"  # a rewind reverses the order
        if phase in _SETTING and seat != state.first and early and not first.done:
            return True
    return False


def _wrong_set(state: State) -> bool:
    """Return True if known cards are in unsuitable zones or over the roll (DBM-6, DBM-7).

    In the phase `flip`, an illegal set stays until all its cards are turned up (DBM-14.2). A set
    with a card that was turned up too early stays, too (DBM-14.3).
    """
    cards = state.config.cards
    for seat, player in enumerate(state.players):
        early = player.done and any(c.up and c.card != TOKEN for c in player.set_now)
        if state.phase is Phase.FLIP or (early and not state.battle.stage):
            continue
        for zone in ZONES:
            known = (c.card for c in getattr(player, zone) if c.card not in (UNKNOWN, TOKEN))
            if not all(cards[card].fits(zone) for card in known):
                return True
        if has_token(player):
            if len(player.set_now) > 1:
                return True
        elif player.roll:
            level = None if player.done else joiner(state, seat)
            if set_faults(staged(state.config, player), level):
                return True
    return False


def _begun(state: State) -> bool:
    """Return True if something was played during set-up (DBM-3)."""
    if state.phase not in SETTING_UP:
        return False
    for player in state.players:
        placed = player.main + player.circle + player.stock
        spent = not (player.miracle and player.revival)
        if placed or player.grave or player.redraws or player.done or spent:
            return True
    return state.battle != NO_BATTLE or bool(state.agenda)


def _other_battle(state: State) -> bool:
    """Return True if the battle does not fit the phase."""
    battle, phase = state.battle, state.phase
    if phase in _DICE:
        return battle != NO_BATTLE
    if phase in _AFTER_LOSS:
        return battle.winner != 1 - state.seat
    return (phase in _IN_BATTLE and battle.stage != "battle") or (
        phase in _QUEUED and not battle.stage
    )


def _other_result(state: State) -> bool:
    """Return True if a battle's result does not follow from its levels (DBM-8.11 to 8.13)."""
    battle = state.battle
    a, b = battle.levels
    if battle.stage == "battle":
        used = (state.config.cards[card] for cards in battle.used for card in cards)
        return battle.winner >= 0 or battle.margin > 0 or any(c.grant is None for c in used)
    winner = int((a < b) != battle.low) if a != b else -1
    return battle.margin > 0 and (battle.margin, battle.winner) != (abs(a - b), winner)


def _other_queue(state: State) -> bool:
    """Return True if a waiting card is not at its printed level, or not in play (DBM-8.3)."""
    for entry in state.battle.queue:
        card = state.config.cards[entry.card]
        in_play = _is_there(state, entry) or (
            state.battle.stage == "over" and entry.card in state.battle.used[entry.seat]
        )
        if entry.level != (card.grant_level if ".stock" in entry.cell else card.level):
            return True
        if not in_play:
            return True
    return False


def _too_many_stars(state: State) -> bool:
    """Return True if a seat has stars too early, or should have won (DBM-9.1, DBM-9.3)."""
    stage, most = state.battle.stage, max(player.stars for player in state.players)
    if state.round <= 1 and not stage:
        return most > 0
    counting = stage == "battle" or any(step.name == "stars" for step in state.agenda)
    return state.phase is not Phase.END and not counting and most >= state.config.stars_to_win


def _other_ending(state: State) -> bool:
    """Return True if the clause that ended the game does not apply (DBM-4.3, DBM-9.3)."""
    reached = sum(player.stars >= state.config.stars_to_win for player in state.players)
    if state.ending == "DBM-9.3":
        return reached != 1
    limit = state.config.round_limit
    return state.ending == "DBM-4.3" and (reached > 0 or state.round != limit)


def _placed_later(state: State) -> bool:
    placed = [c for p in state.players for c in p.main + p.circle + p.stock]
    return any(c.ply > state.ply for c in placed)


_FLAGS: Final[dict[str, Callable[[State], bool]]] = {
    "held": lambda state: (
        state.round == 1
        and state.phase in _DICE
        and any(len(_held(player)) > HAND_SIZE for player in state.players)
    ),
    "out_of_order": _out_of_order,
    "wrong_set": _wrong_set,
    "begun": _begun,
    "after_limit": lambda state: 0 < state.config.round_limit < state.round,
    "due_cards": lambda state: (state.due > 0) is not (state.phase in _COUNTED),
    "other_battle": _other_battle,
    "other_result": _other_result,
    "other_queue": _other_queue,
    "stars": _too_many_stars,
    "other_ending": _other_ending,
    "laid_later": _placed_later,
}
