"""Validation of positions parsed from text, which may be unreachable in a game."""

from typing import Final

from rules.games.stratosphere.config import LIMIT
from rules.games.stratosphere.control import attacks, following, needs_force, winner
from rules.games.stratosphere.fold import idle_after
from rules.games.stratosphere.state import Phase, State
from rules.messages.message import Message
from rules.notation.lines import Lines, span, too_many

ENDINGS: Final = ("STR-7.1", "STR-7.6", "STR-7.7")


def check(lines: Lines, state: State) -> None:
    """Raise `NotationError` for the first impossible part of the position."""
    _pack(lines, state)
    _turns(lines, state)
    _moves(lines, state)
    _attack(lines, state)
    _phase(lines, state)
    _ended(lines, state)


def _pack(lines: Lines, state: State) -> None:
    """Check the hand limit, and the cards against the pack (STR-1.2, STR-3.9, STR-8.4)."""
    config = state.config
    for seat, hand in zip(config.seats, state.hands, strict=True):
        if len(hand) > LIMIT:
            fix = Message("stratosphere.hand_limit", most=LIMIT)
            raise lines.key("hand", seat).wrong(
                Message("stratosphere.hand_of", count=len(hand)), fix
            )
    cards = [*state.pile, *state.discard, *(card for hand in state.hands for card in hand)]
    for up, down in state.nodes:
        cards += [up] * bool(up) + [placed.card for placed in down]
    extra = too_many(cards, dict.fromkeys(config.value, config.copies))
    if extra is not None:
        card, count, limit = extra
        what = Message("there_are", card=card, count=count, limit=limit, clause="STR-8.4")
        raise lines.naming(card).wrong(what, Message("stratosphere.count_pack"))
    if len(cards) != len(config.pack):
        what = Message("stratosphere.pack_size", count=len(cards), all=len(config.pack))
        rest = max(0, len(config.pack) - len(cards) + len(state.pile))
        raise lines.key("pile").wrong(what, Message("stratosphere.left_for_pile", count=rest))


def _turns(lines: Lines, state: State) -> None:
    """Check the turn order and concessions (STR-2.1, STR-3.1, STR-7.7)."""
    seats, turn = state.config.seats, state.turn
    word = lines.at("turn", 1)
    seat, rounds = (turn - 1) % len(seats), (turn - 1) // len(seats) + 1
    if state.out >> state.seat & 1 and state.phase is not Phase.END:
        raise word.wrong(Message("stratosphere.conceded"), Message("stratosphere.other_seat"))
    if not state.out and state.seat != seat:
        fix = Message(
            "stratosphere.whose_turn", form=f"turn {turn} {seats[seat]}", later=len(seats) + 1
        )
        raise word.wrong(
            Message("stratosphere.not_turn_of", number=turn, owner=seats[state.seat]), fix
        )
    most = turn if state.out else rounds
    if not rounds <= state.round <= most:
        what = Message("stratosphere.not_in_round", number=turn, round=state.round)
        raise lines.at("round", 0).wrong(
            what, Message("stratosphere.write_round", form=f"round {rounds}")
        )
    cap = state.config.round_cap
    if cap and state.round > cap:
        what = Message("last_round", number=state.round)
        raise lines.at("round", 0).wrong(what, Message("stratosphere.round_cap", number=cap))
    active = len(seats) - state.out.bit_count()
    if state.phase is not Phase.END and state.idle >= max(1, min(active, turn)):
        fix = span("idle", 0, max(0, min(active, turn) - 1))
        raise lines.at("idle", 0).wrong(Message("stratosphere.idle_turns", count=state.idle), fix)
    latest = max((placed.ply for node in state.nodes for placed in node.down), default=0)
    if latest > state.ply:
        fix = Message("write_least", least=f"ply {latest}")
        raise lines.at("ply", 0).wrong(Message("stratosphere.supplied_later"), fix)


def _moves(lines: Lines, state: State) -> None:
    """Check the remaining moves against the phase (STR-3.1, STR-4.8, STR-5.3)."""
    most = state.config.moves(state.turn)
    least = {Phase.MOVE: 1, Phase.NAME: most}.get(state.phase, 0)
    most -= state.phase in (Phase.WINDOW, Phase.RECYCLE)
    if not least <= state.left <= most:
        fix = span("left", least, most)
        what = Message("stratosphere.moves_left", phase=state.phase, count=state.left)
        raise lines.at("left", 0).wrong(what, fix)
    if state.fought and state.left == state.config.moves(state.turn):
        what = Message("stratosphere.fought_nothing")
        raise lines.key("fought").wrong(what, Message("stratosphere.fewer_moves"))


def _attack(lines: Lines, state: State) -> None:
    """Check that the attack is possible and that a rival is asked (STR-5.1, STR-6.4)."""
    window = state.phase is Phase.WINDOW
    if window != (state.target >= 0):
        word = lines.key("turn" if window else "attack")
        raise word.wrong(
            Message("stratosphere.window_attack"), Message("add_line", form="attack 1.L 2.R")
        )
    if not window:
        return
    if (state.source, state.target) not in set(attacks(state)):
        fix = Message("stratosphere.name_attack")
        raise lines.at("attack", 0).wrong(Message("stratosphere.no_attack"), fix)
    if state.asked == state.seat or state.out >> state.asked & 1:
        raise lines.at("turn", 3).wrong(
            Message("stratosphere.not_asked"), Message("stratosphere.other_asked")
        )


def _phase(lines: Lines, state: State) -> None:
    """Check the phase, and that a seat that revealed a card has a force (STR-4.2)."""
    word = lines.at("turn", 2)
    if state.phase is Phase.NAME and not needs_force(state):
        fix = Message("stratosphere.names_force")
        raise word.wrong(Message("stratosphere.no_naming"), fix)
    if state.phase is Phase.RECYCLE and (state.pile or not state.discard):
        raise word.wrong(
            Message("stratosphere.no_recycling"), Message("stratosphere.write_recycling")
        )
    if len(state.forces) == 2 and state.forces[0] < 0:
        name = next(
            (n for n, node in zip(state.config.names, state.nodes, strict=True) if node.up), ""
        )
        if name:
            fix = Message("add_example", form="force 1=red")
            what = Message("stratosphere.exposed", node=name)
            raise lines.key("node", name).wrong(what, fix)


def _ended(lines: Lines, state: State) -> None:
    """Check that the line `end` is there exactly if the game has ended (STR-7.1, 7.6, 7.7)."""
    seats, word, over = state.config.seats, lines.at("turn", 2), state.phase is Phase.END
    won = winner(state)
    if won >= 0 and not over:
        what = Message("stratosphere.has_won", owner=seats[won])
        turn = f"turn {state.turn} {seats[state.seat]} end"
        raise word.wrong(what, Message("add_and_line", form=turn, line=f"end STR-7.1 {seats[won]}"))
    if over != bool(state.ending):
        word = word if over else lines.at("end", 0)
        raise word.wrong(Message("end_together"), Message("add_line", form="end STR-7.1 2"))
    if not over:
        return
    word = lines.at("end", 0)
    if (state.winner < 0) != (state.ending == "STR-7.6"):
        raise word.wrong(
            Message("stratosphere.win_or_draw"), Message("write", words="end STR-7.1 2")
        )
    active = len(seats) - state.out.bit_count()
    last = state.round == state.config.round_cap and following(state, state.seat) <= state.seat
    true = {
        "STR-7.1": won == state.winner,
        "STR-7.6": won < 0 and (last or idle_after(state) >= active),
        "STR-7.7": won < 0 and bool(state.out) and not state.out >> state.winner & 1,
    }
    if not true[state.ending]:
        fix = {
            "STR-7.1": Message("stratosphere.whole_zone"),
            "STR-7.6": Message("stratosphere.idle_or_out", form=f"idle {active - 1}"),
            "STR-7.7": Message("stratosphere.who_conceded", form="out 1"),
        }[state.ending]
        raise word.wrong(Message("not_ended", clause=state.ending), fix)
