"""Checks of positions parsed from text: what play requires, and what no match can reach."""

from collections.abc import Iterator
from typing import Final

from rules.games.stratosphere.config import LIMIT
from rules.games.stratosphere.control import following, needs_force, winner
from rules.games.stratosphere.fold import idle_after
from rules.games.stratosphere.moves import attacks
from rules.games.stratosphere.state import Phase, State
from rules.messages.message import Message
from rules.notation.lines import Lines, too_many

ENDINGS: Final = ("STR-7.1", "STR-7.6", "STR-7.7")


def check(lines: Lines, state: State) -> None:
    """Raise `NotationError` for the first fault with which the match could not go on."""
    _pack(lines, state)
    for key, number, what, fix in _faults(state):
        raise lines.at(key, number).wrong(what, fix)


def _pack(lines: Lines, state: State) -> None:
    """Check that nodes, hands and piles are the whole pack (STR-1.2, STR-8.4)."""
    config = state.config
    cards = [*state.pile, *state.discard, *(card for hand in state.hands for card in hand)]
    for up, down in state.nodes:
        cards += [up] * bool(up) + [placed.card for placed in down]
    extra = too_many(cards, dict.fromkeys(config.value, config.copies))
    if extra is not None:
        card, count, limit = extra
        what = Message("there_are", card=card, count=count, limit=limit, clause="STR-8.4")
        raise lines.naming(card).wrong(what, own("count_pack"))
    if len(cards) != len(config.pack):
        what = Message("stratosphere.pack_size", count=len(cards), all=len(config.pack))
        rest = max(0, len(config.pack) - len(cards) + len(state.pile))
        raise lines.key("pile").wrong(what, Message("stratosphere.left_for_pile", count=rest))


def own(key: str) -> Message:
    """Return a sentence of the game that has no facts."""
    return Message(f"stratosphere.{key}")


def _faults(state: State) -> Iterator[tuple[str, int, Message, Message]]:
    """Yield the faults of phase, seats and attack: the line, the word, a description and a fix."""
    phase, out = state.phase, state.out
    window, over = phase is Phase.WINDOW, phase is Phase.END
    if out.bit_count() > len(state.hands) - 2 + over or (out >> state.seat & 1 and not over):
        yield "turn", 1, own("conceded"), own("other_seat")
    if phase is Phase.MOVE and not state.left:
        yield "left", 0, own("no_move"), Message("write", words="left 1")
    if window != (state.target >= 0):
        yield "turn", 2, own("window_attack"), Message("add_line", form="attack 1.L 2.R")
    if window and (state.source, state.target) not in attacks(state):
        yield "attack", 0, own("no_attack"), own("name_attack")
    if window and (state.asked == state.seat or out >> state.asked & 1):
        yield "turn", 3, own("not_asked"), own("other_asked")
    if phase is Phase.NAME and not needs_force(state):
        yield "turn", 2, own("no_naming"), own("names_force")
    if phase is Phase.RECYCLE and (state.pile or not state.discard):
        yield "turn", 2, own("no_recycling"), own("write_recycling")
    if over != bool(state.ending):
        yield "turn", 2, Message("end_together"), Message("add_line", form="end STR-7.1 2")


def flags(state: State) -> Iterator[str]:
    """Yield the reasons why no sequence of actions leads to a position, as keys of sentences."""
    config, phase, out, turn = state.config, state.phase, state.out, state.turn
    over, players = phase is Phase.END, len(config.seats)
    if max(map(len, state.hands)) > LIMIT:
        yield "long_hand"
    if not out and turn and state.seat != (turn - 1) % players:
        yield "wrong_turn"
    least = (turn - 1) // players + 1
    if turn and not least <= state.round <= min(turn if out else least, config.round_cap or turn):
        yield "wrong_round"
    if not over and state.idle >= max(1, min(players - out.bit_count(), turn)):
        yield "idle_turns"
    if any(placed.ply > state.ply for node in state.nodes for placed in node.down):
        yield "later_supply"
    made = config.moves(turn) - state.left
    if made < (phase in (Phase.WINDOW, Phase.RECYCLE)) or (made and phase is Phase.NAME):
        yield "wrong_moves"
    if state.fought and not made:
        yield "early_fight"
    if players == 2 and state.forces[0] < 0 and any(node.up for node in state.nodes):
        yield "no_forces"
    if not over and winner(state) >= 0:
        yield "won_already"
    if over and not _has_ended(state):
        yield "wrong_end"


def _has_ended(state: State) -> bool:
    """Return True if the game is over in the way that the line `end` says (STR-7)."""
    won, out, seat = winner(state), state.out, state.seat
    if state.ending == "STR-7.1":
        return won == state.winner >= 0
    if state.ending == "STR-7.7":
        return bool(out) and won < 0 <= state.winner and not out >> state.winner & 1
    last = state.round == state.config.round_cap and following(state, seat) <= seat
    active = len(state.hands) - out.bit_count()
    return won < 0 and state.winner < 0 and (last or idle_after(state) >= active)
