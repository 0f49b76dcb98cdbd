"""Text form of a position; omitted lines have defaults.

    round 2                         the current round (default: one more than the results)
    phase items                     one of the values of `Phase`
    won B                           the winner of each finished round, "=" if drawn
    marker A                        the holder of the priority marker (default: the last loser)
    A holds jb2 jb3 jb4 jb5 ji1     not on the spent pile: in hand or on the field (default: all)
    beast A jb2 up @3               on A's beast place; "?" unknown, "up" or "down", @ its ply
    item A.item1 ? B down @5        the cell, the card, its owner; in the order of placement
    turn B 2                        B is to place or decline, after 1 turn of this phase
                                    (default: the first turn, of the seat that acts first)
    declined A                      seats whose token says "declined"
    owes A                          must put a beast on the spent pile (JGS-10.2)
    watched                         players turn the cards up by hand, as in front of a camera
    ordered                         A places before B, as in the counts of JGS section 12
    ply 7                           actions so far

An empty text describes a first round in which A has the marker. `#` starts a comment.
"""

from rules.core.values import UNKNOWN
from rules.games.jiguan.cards import ALL, bits
from rules.games.jiguan.config import SEATS, Config
from rules.games.jiguan.position.validate import check, due_marker, round_of, two_up
from rules.games.jiguan.state import CELLS, HIDDEN, ROUNDS, WHERE, Phase, Placed, State
from rules.messages.message import Message
from rules.messages.near_matches import did_you_mean
from rules.notation.lines import Lines, Word


def format_state(state: State) -> str:
    """Return the position's text, without lines that equal their defaults."""
    lines = [f"round {round_of(state)}", f"phase {state.phase.value}"]
    if state.results:
        lines.append("won " + " ".join(RESULTS[won + 1] for won in state.results))
    lines.append(f"marker {SEATS[state.marker]}")
    for seat, name in enumerate(SEATS):
        cards = state.config.cards[seat]
        lines.append(" ".join([f"{name} holds", *(cards[s] for s in bits(state.held[seat]))]))
    for placed in state.cards_on_field():
        owner, card = SEATS[placed.owner], state.card(placed)
        start = f"item {placed.cell} {card} {owner}" if placed.place else f"beast {owner} {card}"
        lines.append(f"{start} {'up' if placed.up else 'down'} @{placed.ply}")
    if state.phase is Phase.ITEMS or state.turns or state.turn:
        lines.append(f"turn {SEATS[state.turn]} {state.turns + 1}")
    for word, pair in (("declined", state.declined), ("owes", state.must_discard)):
        if any(pair):
            lines.append(" ".join([word, *(s for s, on in zip(SEATS, pair, strict=True) if on)]))
    lines += [word for word in _FLAGS if getattr(state, word)]
    lines.append(f"ply {state.ply}")
    return "\n".join(lines) + "\n"


RESULTS = "=AB"
"""Notation of a round's result (the index minus 1): drawn (−1), won by A (0), won by B (1)."""
_MAX_PLY = 10**9 - 1
_MAX_TURN = 999
_ROWS = tuple(cell for row in CELLS for cell in row[1:])
_SINGLE = ("round", "phase", "won", "marker", "turn", "declined", "owes", "ply")
_FLAGS = ("watched", "ordered")
_KEYS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys((*_SINGLE, *_FLAGS), ()),
    **dict.fromkeys(SEATS, ("holds",)),
    "beast": SEATS,
    "item": _ROWS,
}


def parse_state(text: str, config: Config) -> State:
    """Parse a position; raise `NotationError` with the line, the column and a fix."""
    lines = Lines(text, _KEYS)
    beasts = tuple(_beast(lines, config, seat) for seat in (0, 1))
    items = tuple(_item(lines, config, name) for key, name in lines.found if key == "item")
    plies = [placed.ply for placed in (*beasts, *items) if placed is not None]
    state = State(
        config,
        phase=_phase(lines),
        held=(_held(lines, config, 0), _held(lines, config, 1)),
        beasts=(beasts[0], beasts[1]),
        items=items,
        results=_results(lines),
        declined=_pair(lines, "declined"),
        must_discard=_pair(lines, "owes"),
        watched=_flag(lines, "watched"),
        ordered=_flag(lines, "ordered"),
        ply=lines.count("ply", _MAX_PLY, max(plies, default=0)),
    )
    state = state._replace(marker=_marker(lines, state))
    for word in lines.words("round", 1, 1, "round 2"):
        if word.whole(1, ROUNDS) != round_of(state):
            what = Message("jiguan.round_results", number=word.text, count=len(state.results))
            raise word.wrong(what, Message("write", words=f"round {round_of(state)}"))
    opened = state.phase is Phase.ITEMS and two_up(state)
    state = _turn(lines, state._replace(turn=state.first()) if opened else state)
    check(lines, state)
    return state


def _phase(lines: Lines) -> Phase:
    words = lines.words("phase", 1, 1, "phase items")
    return Phase(words[0].one_of(Phase, "round_phase")) if words else Phase.BEASTS


def _results(lines: Lines) -> tuple[int, ...]:
    return tuple(
        RESULTS.index(word.one_of(RESULTS, "result")) - 1
        for word in lines.words("won", 0, ROUNDS, "won A = B")
    )


def _marker(lines: Lines, state: State) -> int:
    words = lines.words("marker", 1, 1, "marker A")
    due = due_marker(state)
    return words[0].seat(SEATS) if words else max(due, 0)


def _held(lines: Lines, config: Config, seat: int) -> int:
    """Return the set of slots that a seat holds; all eight if the line is omitted."""
    if (SEATS[seat], "holds") not in lines:
        return ALL
    held = 0
    for word in lines.rest(SEATS[seat], "holds"):
        bit = 1 << _slot(config, word, seat)
        if held & bit:
            raise word.wrong(Message("given_twice", word=repr(word.text)), Message("keep_one"))
        held |= bit
    return held


def _slot(config: Config, word: Word, seat: int) -> int:
    slots = config.slots[seat]
    if word.text not in slots:
        what = Message("jiguan.not_in_set", card=repr(word.text), owner=SEATS[seat])
        raise word.wrong(what, did_you_mean(word.text, slots))
    return slots[word.text]


def _beast(lines: Lines, config: Config, seat: int) -> Placed | None:
    name = SEATS[seat]
    words = lines.words("beast", 1, 3, f"beast {name} jb1 up @3", name)
    return _placed(config, words[0], seat, CELLS[seat][0], words[1:]) if words else None


def _item(lines: Lines, config: Config, cell: str) -> Placed:
    words = lines.words("item", 2, 4, f"item {cell} ji1 B down @5", cell)
    return _placed(config, words[0], words[1].seat(SEATS), cell, words[2:])


def _placed(config: Config, card: Word, owner: int, cell: str, words: list[Word]) -> Placed:
    slot = HIDDEN if card.text == UNKNOWN else _slot(config, card, owner)
    up, ply = False, 0
    for word in words:
        if word.text in ("up", "down"):
            up = word.text == "up"
        elif word.text.startswith("@"):
            ply = word.part(word.text[1:], 1).whole(0, _MAX_PLY)
        else:
            what = Message("not_read", word=repr(word.text))
            raise word.wrong(what, Message("jiguan.up_or_down"))
    return Placed(owner, *WHERE[cell], slot, ply, up)


def _turn(lines: Lines, state: State) -> State:
    words = lines.words("turn", 1, 2, "turn B 2")
    if not words:
        return state
    turns = words[1].whole(1, _MAX_TURN) - 1 if words[1:] else 0
    return state._replace(turn=words[0].seat(SEATS), turns=turns)


def _pair(lines: Lines, key: str) -> tuple[bool, bool]:
    seats = [word.seat(SEATS) for word in lines.words(key, 0, 2, f"{key} A")]
    return 0 in seats, 1 in seats


def _flag(lines: Lines, key: str) -> bool:
    lines.words(key, 0, 0, key)
    return key in lines
