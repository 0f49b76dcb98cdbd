"""What a written position may not claim, because no game of these rules comes to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules._position import too_many
from rules.games.stratosphere._config import LIMIT
from rules.games.stratosphere._fold import idle_after
from rules.games.stratosphere._rules import attacks, following, needs_force, winner
from rules.games.stratosphere._state import Phase

if TYPE_CHECKING:
    from rules._position import Lines
    from rules.games.stratosphere._state import State

__all__ = ["ENDINGS", "check"]

ENDINGS: Final = ("STR-7.1", "STR-7.6", "STR-7.7")


def check(lines: Lines, state: State) -> None:
    """Raise `NotationError` for the first claim that cannot be."""
    _pack(lines, state)
    _turns(lines, state)
    _moves(lines, state)
    _attack(lines, state)
    _phase(lines, state)
    _ended(lines, state)


def _pack(lines: Lines, state: State) -> None:
    """STR-1.2, STR-3.9, STR-8.4: the cards are those of the pack, each as often as it has it."""
    config = state.config
    for seat, hand in zip(config.seats, state.hands, strict=True):
        if len(hand) > LIMIT:
            fix = f"a hand holds at most {LIMIT} (STR-3.9)"
            raise lines.key("hand", seat).wrong(f"a hand of {len(hand)} cards", fix)
    cards = [*state.pile, *state.discard, *(card for hand in state.hands for card in hand)]
    for up, down in state.nodes:
        cards += [up] * bool(up) + [laid.card for laid in down]
    extra = too_many(cards, dict.fromkeys(config.value, config.copies))
    if extra is not None:
        card, count, limit = extra
        what = f"{card} stands {count} times"
        raise lines.naming(card).wrong(what, f"the pack has only {limit} of it (STR-8.4)")
    if len(cards) != len(config.pack):
        what = f"{len(cards)} cards do not add up to the pack of {len(config.pack)}"
        rest = max(0, len(config.pack) - len(cards) + len(state.pile))
        raise lines.key("pile").wrong(what, f"{rest} are left for the pile")


def _turns(lines: Lines, state: State) -> None:
    """STR-2.1, STR-3.1: turns go round, seat 1 first; who has conceded has none (STR-7.7)."""
    seats, turn = state.config.seats, state.turn
    word = lines.at("turn", 1)
    seat, rounds = (turn - 1) % len(seats), (turn - 1) // len(seats) + 1
    if state.out >> state.seat & 1 and state.phase is not Phase.END:
        raise word.wrong("this seat has conceded", "give the turn to another one")
    if not state.out and state.seat != seat:
        fix = f"write turn {turn} {seats[seat]}: seat 1 has turns 1, {len(seats) + 1} …"
        raise word.wrong(f"turn {turn} is not seat {seats[state.seat]}'s (STR-2.1)", fix)
    most = turn if state.out else rounds
    if not rounds <= state.round <= most:
        what = f"turn {turn} is not in round {state.round}"
        raise lines.at("round", 0).wrong(what, f"write round {rounds}, or leave the line out")
    cap = state.config.round_cap
    if cap and state.round > cap:
        what = f"round {state.round} comes after the last one"
        raise lines.at("round", 0).wrong(what, f"the match ends with round {cap} (STR-7.6)")
    active = len(seats) - state.out.bit_count()
    if state.phase is not Phase.END and state.idle >= max(1, min(active, turn)):
        fix = f"write idle 0 to {max(0, min(active, turn) - 1)}"
        raise lines.at("idle", 0).wrong(f"{state.idle} turns without a move (STR-7.6)", fix)
    latest = max((laid.ply for node in state.nodes for laid in node.down), default=0)
    if latest > state.ply:
        fix = f"write at least ply {latest}"
        raise lines.at("ply", 0).wrong("a card was supplied later than now", fix)


def _moves(lines: Lines, state: State) -> None:
    """How many moves are left goes with the phase (STR-3.1, STR-4.8, STR-5.3)."""
    most = state.config.moves(state.turn)
    least = {Phase.MOVE: 1, Phase.NAME: most}.get(state.phase, 0)
    most -= state.phase in (Phase.WINDOW, Phase.RECYCLE)
    if not least <= state.left <= most:
        fix = f"write left {least}" + (f" to {most}" if most > least else "")
        what = f"phase {state.phase} does not come with {state.left} moves left"
        raise lines.at("left", 0).wrong(what, fix)
    if state.fought and state.left == state.config.moves(state.turn):
        what = "nothing was attacked in this turn: it has all its moves left"
        raise lines.key("fought").wrong(what, "write fewer moves left, or take this line out")


def _attack(lines: Lines, state: State) -> None:
    """STR-5.1, STR-6.4: what was attacked could be, and a rival is asked."""
    window = state.phase is Phase.WINDOW
    if window != (state.target >= 0):
        word = lines.key("turn" if window else "attack")
        raise word.wrong("a window and an attack go together", "add: attack 1.L 2.R")
    if not window:
        return
    if (state.source, state.target) not in set(attacks(state)):
        fix = (
            "name a node of the seat on turn and a rival's of no higher value next to it, both "
            "with cards beneath"
        )
        raise lines.at("attack", 0).wrong("nobody can attack like that (STR-5.1)", fix)
    if state.asked == state.seat or state.out >> state.asked & 1:
        raise lines.at("turn", 3).wrong("that seat is not asked", "name another one")


def _phase(lines: Lines, state: State) -> None:
    """The seat to act is asked what can be asked; who exposed a card has a force (STR-4.2)."""
    word = lines.at("turn", 2)
    if state.phase is Phase.NAME and not needs_force(state):
        fix = "a force is named by a seat without one whose nodes all show a card"
        raise word.wrong("there is no force to name", fix)
    if state.phase is Phase.RECYCLE and (state.pile or not state.discard):
        raise word.wrong("there is nothing to recycle", "write pile - and a discard pile")
    if len(state.forces) == 2 and state.forces[0] < 0:
        name = next(
            (n for n, node in zip(state.config.names, state.nodes, strict=True) if node.up), ""
        )
        if name:
            fix = "add for example: force 1=red"
            what = f"{name} shows a card and nobody has a force (STR-4.2)"
            raise lines.key("node", name).wrong(what, fix)


def _ended(lines: Lines, state: State) -> None:
    """STR-7.1, STR-7.6, STR-7.7: a game that is over says so, and one that goes on does not."""
    seats, word, over = state.config.seats, lines.at("turn", 2), state.phase is Phase.END
    won = winner(state)
    if won >= 0 and not over:
        what = f"seat {seats[won]} controls a rival's whole zone and has won (STR-7.1)"
        turn = f"turn {state.turn} {seats[state.seat]} end"
        raise word.wrong(what, f"write {turn} and the line: end STR-7.1 {seats[won]}")
    if over != bool(state.ending):
        word = word if over else lines.at("end", 0)
        raise word.wrong("the phase end and a line end go together", "add: end STR-7.1 2")
    if not over:
        return
    word = lines.at("end", 0)
    if (state.winner < 0) != (state.ending == "STR-7.6"):
        raise word.wrong("a win has a winner, a draw none", "write end STR-7.1 2")
    active = len(seats) - state.out.bit_count()
    last = state.round == state.config.round_cap and following(state, state.seat) <= state.seat
    true = {
        "STR-7.1": won == state.winner,
        "STR-7.6": won < 0 and (last or idle_after(state) >= active),
        "STR-7.7": won < 0 and bool(state.out) and not state.out >> state.winner & 1,
    }
    if not true[state.ending]:
        fix = {
            "STR-7.1": "the winner controls a rival's three nodes: add node and force lines",
            "STR-7.6": f"write idle {active - 1}, or leave the lines idle and left out",
            "STR-7.7": "add who conceded, for example: out 1",
        }[state.ending]
        raise word.wrong(f"the game has not ended by {state.ending}", fix)
