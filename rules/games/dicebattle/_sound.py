"""What a written position may not claim, because no game of these rules comes to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules._position import too_many
from rules._values import UNKNOWN
from rules.games.dicebattle._cards import TOKEN
from rules.games.dicebattle._config import DECK_SIZE, HAND_SIZE, SEATS
from rules.games.dicebattle._effects import open_grants, recoverable, revivable
from rules.games.dicebattle._sets import staged_faults
from rules.games.dicebattle._sound_battle import check_battle, check_stars, lying
from rules.games.dicebattle._state import NO_BATTLE, ZONES, Phase, hidden_now

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules._position import Lines
    from rules.games.dicebattle._state import State

__all__ = ["ENDINGS", "SETTING_UP", "check"]

SETTING_UP: Final = frozenset((Phase.DEAL, Phase.ROLL_OFF, Phase.LOT, Phase.LEAD))
ENDINGS: Final = ("DBM-9.3", "DBM-4.3")


def check(lines: Lines, state: State) -> None:
    """Raise `NotationError` for the first claim that cannot be."""
    for seat in (0, 1):
        _cards(lines, state, seat)
        _dice(lines, state, seat)
        _set(lines, state, seat)
    _opening(lines, state)
    _phase(lines, state)
    check_battle(lines, state)
    for seat in (0, 1):
        check_stars(lines, state, seat)
    _ended(lines, state)


def _cards(lines: Lines, state: State, seat: int) -> None:
    """DBM-2.1, DBM-2.2: no card more often, and not more cards, than a deck holds."""
    player, name = state.players[seat], SEATS[seat]
    zones = [laid.card for laid in lying(state, seat) if laid.card != TOKEN]
    cards = [*player.hand, *player.deck, *player.grave, *zones]
    for place in (cards, state.battle.used[seat]):
        extra = too_many(place, state.config.limits[seat])
        if extra is not None:
            card, count, limit = extra
            what = f"{name} has {card} {count} times, {name}'s deck {limit} (DBM-2.2)"
            fix = "count hand, deck, graveyard and all zones together"
            raise lines.naming(card).wrong(what, fix)
    if len(cards) > DECK_SIZE:
        what = f"{name} has {len(cards)} cards, a deck {DECK_SIZE} (DBM-2.1)"
        key = next((key for key in ("deck", "hand", "grave") if (key, name) in lines), "main")
        fix = "count hand, deck, graveyard and all zones together"
        raise lines.key(key, name).wrong(what, fix)


def _dice(lines: Lines, state: State, seat: int) -> None:
    """DBM-5.1, DBM-5.11: who has set has rolled and laid something; the first player is first."""
    player, name, phase = state.players[seat], SEATS[seat], state.phase
    word = lines.key("dice", name)
    if player.done and not player.roll:
        raise word.wrong(f"{name} has set without a roll", f"write for example dice {name} 4 0 set")
    if phase not in _DICE:
        return
    most, held = HAND_SIZE, len(player.hand) + sum(c.card != TOKEN for c in lying(state, seat))
    if state.round == 1 and held > most:
        what = f"{name} has {held} cards in hand and zones, {most} are dealt (DBM-3.3)"
        raise lines.key("hand", name).wrong(what, "count hand and zones together")
    if player.done and not player.main:
        fix = f"add for example: main {name} 1=?/down"
        raise word.wrong(f"{name} has set no unit and no token (DBM-5.10)", fix)
    if phase is Phase.FLIP:
        _before_flip(lines, state, seat)
        return
    _in_turn(lines, state, seat)


def _before_flip(lines: Lines, state: State, seat: int) -> None:
    """DBM-8.1: when cards are turned up, both have set."""
    player, name = state.players[seat], SEATS[seat]
    if not player.main:
        fix = f"add for example: main {name} 1=?/down, or main {name} 1=token/up"
        raise lines.at("turn", 2).wrong(f"{name} has set nothing to be turned up (DBM-8.1)", fix)
    if player.roll and not player.done:
        fix = f"write for example dice {name} {player.roll} 0 set"
        raise lines.key("dice", name).wrong(f"{name} has not set yet (DBM-8.1)", fix)


def _in_turn(lines: Lines, state: State, seat: int) -> None:
    """DBM-5.1: the first player rolls and sets, then the second; a rewind can turn that round."""
    player, name = state.players[seat], SEATS[seat]
    word, acts = lines.key("dice", name), seat == state.seat
    if player.done and acts:
        raise word.wrong(f"{name} has set already", "give the turn to the other seat")
    if seat == state.first != state.seat and not player.done:
        fix = f"add for example: dice {name} 4 0 set, and main {name} 1=?/down"
        what = f"{name} plays first and has not set (DBM-5.1)"
        raise lines.at("turn", 1).wrong(what, fix)
    if player.set_now and not player.done and not (acts and state.phase is Phase.SET):
        key = next(key for key in ZONES if (key, name) in lines)
        fix = "take the line out, or give the turn to that seat and write the phase set"
        what = f"{name} is not setting now, and {player.set_now[0].cell} is not committed"
        raise lines.key(key, name).wrong(what, fix)
    early = player.roll and state.config.illegal_set != "rewind"
    if seat != state.first and early and not state.players[state.first].done:
        what = f"{SEATS[state.first]} plays first: {name} has not rolled yet (DBM-5.1)"
        raise word.wrong(what, f"take the line out, or write first {name}")


def _set(lines: Lines, state: State, seat: int) -> None:
    """DBM-6, DBM-7: known cards lie where they may, and under the roll.

    While cards are turned up (`flip`) an illegal set lies open until all of it does (DBM-14.2).
    """
    player, name, cards = state.players[seat], SEATS[seat], state.config.cards
    if state.phase is Phase.FLIP:
        return
    for zone in ZONES:
        for laid in getattr(player, zone):
            if laid.card in (UNKNOWN, TOKEN) or cards[laid.card].fits(zone):
                continue
            kinds = {"main": "units lie", "circle": "magic lies", "stock": "grants lie"}
            what = f"{laid.card} cannot lie on {laid.cell}: {kinds[zone]} there"
            raise lines.key(zone, name).wrong(what, "write another card, or another zone")
    if player.main and player.main[0].card == TOKEN:
        beside = player.circle or [laid for laid in player.stock if laid.new]
        if beside:
            what = f"nothing is set beside the token (DBM-5.8), not {beside[0].cell}"
            raise lines.key("main", name).wrong(what, "write a unit, or the token alone")
        return
    if not player.roll:  # not told
        return
    found = staged_faults(state.config, player, whole=player.done and bool(player.main))
    if found:
        what = f"{name} cannot have set these cards under a {player.roll} ({found[0].clause})"
        fix = "mend the roll or the cards in the lines main, circle and stock"
        raise lines.key("main", name).wrong(what, fix)


def _opening(lines: Lines, state: State) -> None:
    """Nothing lies and nobody has won anything before there was a battle (DBM-3)."""
    word = lines.at("turn", 0)
    limit = state.config.round_limit
    if limit and state.round > limit:
        raise word.wrong(f"round {state.round} comes after the last one", f"write 1 to {limit}")
    if state.phase not in SETTING_UP:
        return
    for seat, (player, name) in enumerate(zip(state.players, SEATS, strict=True)):
        begun = player.grave or lying(state, seat) or player.redraws or player.done
        if begun or not (player.miracle and player.revival):
            fix = f"write turn 1 {SEATS[state.seat]} roll, or take these lines out"
            raise word.wrong(f"{name} has not played before the first round", fix)
    if state.battle != NO_BATTLE or state.agenda:
        raise word.wrong("nobody fights before the first round", "take battle and agenda out")


def _phase(lines: Lines, state: State) -> None:
    """What the phase asks for must be there to be asked for."""
    word = lines.at("turn", 2)
    for phases, fine, what, fix in _WHOLE:
        if state.phase in phases and not fine(state):
            raise word.wrong(f"phase {state.phase} {what}", fix)
    if state.due and state.phase not in _COUNTED:
        what = f"no cards are due in phase {state.phase}"
        raise lines.key("due").wrong(what, "take this line out")
    latest = max((laid.ply for seat in (0, 1) for laid in lying(state, seat)), default=0)
    if latest > state.ply:
        raise lines.key("ply").wrong("a card was laid later than now", f"write at least {latest}")


def _ended(lines: Lines, state: State) -> None:
    """DBM-4.3, DBM-9.3: a game that is over says so truly."""
    over = state.phase is Phase.END
    if over != bool(state.ending):
        word = lines.at("turn", 2) if over else lines.at("end", 0)
        raise word.wrong("the phase end and a line end go together", "add: end DBM-9.3")
    if not over:
        return
    enough, limit = state.config.stars_to_win, state.config.round_limit
    reached = sum(player.stars >= enough for player in state.players)
    true = {
        "DBM-9.3": reached == 1,
        "DBM-4.3": not reached and bool(limit) and state.round == limit,
    }
    if not true[state.ending]:
        fix = {
            "DBM-9.3": f"write {enough} stars for one seat, as in: stars A {enough}",
            "DBM-4.3": "agree on a round_limit and write the last round in the line turn",
        }[state.ending]
        raise lines.at("end", 0).wrong(f"the game has not ended by {state.ending}", fix)


# What each phase needs.


def _unseen(state: State) -> bool:
    """Whether the seat has a grant whose place in the queue nobody else may know."""
    return any(not laid.up for laid in state.players[state.seat].stock)


def _unknown(state: State) -> bool:
    return any(hidden_now(state, laid) for player in state.players for laid in player.set_now)


def _lost(state: State) -> bool:
    return state.battle.winner == 1 - state.seat and bool(revivable(state, state.seat))


def _waits(state: State) -> bool:
    return bool(state.battle.queue) or _unseen(state)


def _asked_about(state: State) -> bool:
    return _unseen(state) or any(
        e.cell == state.spot and e.seat == state.seat for e in state.battle.queue
    )


_DICE = (Phase.ROLL, Phase.SET, Phase.REDRAW, Phase.FLIP)
_IN_BATTLE = (Phase.WINDOW, Phase.HIDDEN, Phase.PURGE)
_QUEUED = (Phase.ORDER, Phase.EFFECT)
_COUNTED = (Phase.DISCARD, Phase.RECOVER, Phase.PURGE)
_FOLLOWED = (*_IN_BATTLE, *_QUEUED, *_COUNTED, Phase.REVIVAL, Phase.REVIVE, Phase.RENEW,
             Phase.PENALTY)  # fmt: skip
_LAST = ("compare", "lost", "stars", "next", "setting")
"""Steps after which another question, or the end of the game, always follows."""
_WHOLE: tuple[tuple[tuple[Phase, ...], Callable[[State], bool], str, str], ...] = (
    ((Phase.FLIP,), _unknown, "needs a card that nobody knows",
     "write ? for it, as in: main A 1=?/down"),
    ((Phase.SET, Phase.REDRAW), lambda s: s.players[s.seat].roll > 0, "follows a roll",
     "add for example: dice A 4"),
    (_DICE, lambda s: s.battle == NO_BATTLE, "comes before the battle",
     "take the lines battle, queue and used out"),
    (_IN_BATTLE, lambda s: s.battle.stage == "battle", "is a part of a battle",
     "add for example: battle battle 5,3"),
    ((Phase.REVIVAL, Phase.REVIVE), _lost, "follows a lost battle and a card used in it",
     "add for example: battle over 5,3 winner.A and lines used B, grave B"),
    ((Phase.RECOVER,), lambda s: bool(recoverable(s, s.seat)), "needs magic in the graveyard",
     "add for example: grave A g01"),
    ((Phase.PURGE,), lambda s: bool(open_grants(s, 1 - s.seat)), "needs a grant to send away",
     "add for example: stock B 1=g10/up/old"),
    ((Phase.DISCARD,), lambda s: len(s.players[s.seat].hand) >= s.due, "needs cards in hand",
     "mend the line due or hand"),
    (_FOLLOWED, lambda s: bool(s.agenda) and s.agenda[-1].name in _LAST, "is followed by steps",
     "add for example: agenda queue.A.0 compare.A.0"),
    (_QUEUED, lambda s: bool(s.battle.stage), "is a part of a battle",
     "add for example: battle battle 5,3"),
    (_COUNTED, lambda s: s.due > 0, "asks for cards", "add for example: due 1"),
    ((Phase.ORDER,), _waits, "needs effects that wait", "add a line queue"),
    ((Phase.EFFECT,), _asked_about, "asks about an effect that waits",
     "add lines spot and queue that agree"),
)  # fmt: skip
