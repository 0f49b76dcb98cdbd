"""Text form of a position, one line per item; omitted lines have sensible defaults.

    # Seat 1 has attacked 2.R from 1.L, seat 2 is asked
    node    1.L h09 | ?
    node    2.R c05 | d11/1@14 ?
    node    1.C | ?
    hand    1 c01 h04 ?*3
    pile    ?*30
    discard s02 s13
    force   1=red 2=black
    turn    5 1 window 2
    left    1
    attack  1.L 2.R

`node CELL CARD | CARDS`: the controlling card and, after the bar, the face-down cards from the top;
`d11/1@14` was supplied by seat 1 at ply 14. `hand`, `pile` (top first), `discard` (top last):
cards; `?` is an unknown card, `?*5` five of them, `-` none. `force`: the force of each seat.
`turn`: the number (0 before the first turn), the seat, the phase (default `move`) and, in a window,
the seat to answer. Other lines are `round`, `left` (remaining moves), `attack`, `fought` (nodes in
this turn's attacks), `idle` (consecutive turns without a move), `out` (seats that conceded),
`shown` (`2=d08`: seat 2 has shown this card in its hand), `ply` and `end` (the clause and the
winner).

No line is required: by default, each node holds one hidden card, each hand six, and the pile the
rest.
"""

import re

from rules.core.values import UNKNOWN
from rules.games.stratosphere.config import HAND, LIMIT, Config
from rules.games.stratosphere.control import bits, control
from rules.games.stratosphere.hidden import has
from rules.games.stratosphere.position.validate import ENDINGS, check, own
from rules.games.stratosphere.state import Down, Node, Phase, State, first_state
from rules.messages.message import Message
from rules.notation.lines import Lines, Word, counted


def format_state(state: State) -> str:
    """Return the position's text."""
    config, seats, names = state.config, state.config.seats, state.config.names
    if state.phase is Phase.DEAL:
        return f"turn 0 {seats[state.seat]} deal\n"
    forces = [f"{s}={config.forces[f]}" for s, f in zip(seats, state.forces, strict=True) if f >= 0]
    asked = f" {seats[state.asked]}" if state.asked >= 0 else ""
    attack = f"{names[state.source]} {names[state.target]}" if state.target >= 0 else ""
    won = seats[state.winner] if state.winner >= 0 else "-"
    lines = {f"node {name}": _node_text(state, p) for p, name in enumerate(names)}
    lines |= {f"hand {seat}": counted(hand) for seat, hand in zip(seats, state.hands, strict=True)}
    lines |= {
        "pile": counted(state.pile),
        "discard": counted(state.discard) if state.discard else "",
        "force": " ".join(forces),
        "turn": f"{state.turn} {seats[state.seat]} {state.phase}{asked}",
        "round": str(state.round),
        "left": str(state.left),
        "attack": attack,
        "fought": " ".join(names[p] for p in bits(state.fought)),
        "idle": str(state.idle or ""),
        "out": " ".join(seats[s] for s in bits(state.out)),
        "shown": " ".join(f"{seats[s]}={card}" for s, card in state.shown),
        "ply": str(state.ply),
        "end": f"{state.ending} {won}" if state.ending else "",
    }
    return "".join(f"{key} {words}\n" for key, words in lines.items() if words)


def _node_text(state: State, p: int) -> str:
    up, down = state.nodes[p]
    return f"{up} | ".lstrip() + counted([_down_text(state, placed) for placed in down])


def _down_text(state: State, placed: Down) -> str:
    by = f"/{state.config.seats[placed.by]}" if placed.by >= 0 else ""
    at = f"@{placed.ply}" if placed.ply else ""
    return f"{placed.card}{by}{at}"


_PLAIN = ("pile", "discard", "force", "turn", "round", "left", "attack", "fought", "idle", "out",
          "shown", "ply", "end")  # fmt: skip
_DOWN = re.compile(r"([^/@*]+)(?:/([^/@*]+))?(?:@([0-9]{1,6}))?(?:\*([0-9]{1,3}))?")
_LARGEST = 999_999


def parse_state(text: str, config: Config) -> State:
    """Parse a position; raise `NotationError` with the line, the column and a fix."""
    keys: dict[str, tuple[str, ...]] = dict.fromkeys(_PLAIN, ())
    lines = Lines(text, {**keys, "node": config.names, "hand": config.seats})
    state = _turn(lines, first_state(config))
    if state.phase is Phase.DEAL:
        for (key, _), words in lines.found.items():
            if key != "turn":
                raise words[0].wrong(own("not_dealt"), own("turn_one"))
        return state
    state = _shown(lines, _counts(lines, _cards(lines, _forces(lines, state))))
    check(lines, state)
    return state


def _turn(lines: Lines, state: State) -> State:
    words = lines.words("turn", 2, 4, "turn 5 1 move")
    seats = state.config.seats
    number, seat, phase, asked = (1, 0, Phase.MOVE, -1)
    if words:
        number, seat = words[0].whole(0, _LARGEST), words[1].seat(seats)
        phase = Phase.MOVE if number else Phase.DEAL
        if words[2:]:
            phase = Phase(words[2].one_of([p.value for p in Phase], "phase"))
        if (number == 0) != (phase is Phase.DEAL):
            what = Message("turn_phase", number=number, phase=phase)
            raise words[0].wrong(what, own("deal_first"))
        if (len(words) == 4) != (phase is Phase.WINDOW):
            fix = Message("write_example", form="turn 5 1 window 2")
            raise words[-1].wrong(own("window_asks"), fix)
        asked = words[3].seat(seats) if words[3:] else -1
    return state._replace(turn=number, seat=seat, phase=phase, asked=asked)


def _forces(lines: Lines, state: State) -> State:
    forces, names = list(state.forces), state.config.forces
    for word in lines.words("force", 1, 4, f"force 1={names[0]}"):
        who, _, what = word.text.partition("=")
        seat = word.part(who).seat(state.config.seats)
        force = names.index(word.part(what, len(who) + 1).one_of(names, "force"))
        if force in forces or forces[seat] >= 0:
            raise word.wrong(Message("given_twice", word=word.text), own("own_force"))
        forces[seat] = force
    if forces.count(-1) == 1:  # the last force is assigned immediately (STR-4.4)
        forces[forces.index(-1)] = next(f for f in range(len(names)) if f not in forces)
    return state._replace(forces=tuple(forces))


def _cards(lines: Lines, state: State) -> State:
    """Parse nodes, hands and piles; the rest of the pack is the resource pile (STR-1.2)."""
    config = state.config
    known = (UNKNOWN, *config.value)
    nodes = tuple(_node(lines, config, name) for name in config.names)
    hands = []
    for seat in config.seats:
        hand = lines.cards("hand", known, seat)
        hands.append((UNKNOWN,) * HAND if hand is None else tuple(sorted(hand)))
    discard = lines.cards("discard", known) or ()
    pile = lines.cards("pile", known)
    if pile is None:
        placed = sum(len(node.down) + bool(node.up) for node in nodes)
        rest = len(config.pack) - placed - sum(map(len, hands)) - len(discard)
        pile = (UNKNOWN,) * max(0, rest)
    held = control(nodes, state.forces)
    return state._replace(nodes=nodes, held=held, hands=tuple(hands), discard=discard, pile=pile)


def _shown(lines: Lines, state: State) -> State:
    for word in lines.words("shown", 1, LIMIT * len(state.config.seats), "shown 2=d08"):
        who, _, what = word.text.partition("=")
        seat = word.part(who).seat(state.config.seats)
        card = word.part(what, len(who) + 1).one_of(tuple(state.config.value), "card")
        if (seat, card) in state.shown or not has(state, seat, card):
            raise word.wrong(own("not_shown"), own("write_shown"))
        state = state._replace(shown=tuple(sorted((*state.shown, (seat, card)))))
    return state


def _node(lines: Lines, config: Config, name: str) -> Node:
    if ("node", name) not in lines:
        return Node("", (Down(UNKNOWN),) * config.depth)
    words, form = lines.rest("node", name), Message("write", words="CARD | CARDS")
    bar, *others = [n for n, word in enumerate(words) if word.text == "|"] or [len(words)]
    if others or bar > 1:
        raise words[1].wrong(own("one_bar"), form)
    up = words[0].one_of((UNKNOWN, *config.value), "card") if bar else ""
    down = tuple(placed for word in words[bar + 1 :] for placed in _placement(config, word))
    if up == UNKNOWN or not (up or down):
        what = Message("stratosphere.bare_node", node=name)
        raise lines.key("node", name).wrong(what, form)
    return Node(up, down)


def _placement(config: Config, word: Word) -> tuple[Down, ...]:
    """Parse face-down cards with their count, supplier and ply."""
    if word.text == "-":
        return ()
    found = _DOWN.fullmatch(word.text)
    if found is None:
        what = Message("not_read", word=repr(word.text))
        raise word.wrong(what, Message("write_example", form="c05/1@14, ?*5"))
    card = word.part(found[1]).one_of((UNKNOWN, *config.value), "card")
    by = word.part(found[2], found.start(2)).seat(config.seats) if found[2] else -1
    return (Down(card, by, int(found[3] or 0)),) * int(found[4] or 1)


def _counts(lines: Lines, state: State) -> State:
    config = state.config
    out = sum({1 << word.seat(config.seats) for word in lines.words("out", 1, 4, "out 3")})
    fought = {
        1 << _cell(config, w) for w in lines.words("fought", 1, len(config.names), "fought 1.L")
    }
    words = lines.words("attack", 2, 2, "attack 1.L 2.R")
    source, target = (_cell(config, word) for word in words) if words else (-1, -1)
    if words:
        fought |= {1 << source, 1 << target}
    most = config.moves(state.turn)
    end = lines.words("end", 1, 2, "end STR-7.1 2")
    between = state.phase in (Phase.MOVE, Phase.NAME)
    latest = max((placed.ply for node in state.nodes for placed in node.down), default=0)
    won = end[1].seat(config.seats) if end[1:] and end[1].text != "-" else -1
    return state._replace(
        round=lines.count("round", _LARGEST, (state.turn - 1) // len(config.seats) + 1),
        left=lines.count("left", most, most if between else 0),
        source=source,
        target=target,
        fought=sum(fought),
        idle=lines.count("idle", len(config.seats)),
        out=out,
        ply=lines.count("ply", _LARGEST, latest),
        ending=end[0].one_of(ENDINGS, "ending") if end else "",
        winner=won,
    )


def _cell(config: Config, word: Word) -> int:
    return config.index[word.one_of(config.names, "node")]
