"""Text form of a position, one line per item; omitted lines have sensible defaults.

    # A has just placed y25 and may invade c3
    field  b1=yr1/A b2=y03/A b3=y27/A c2=y09/A d2=y06/A d3=y25/A c5=yr1/B c4=y03/B c3=y27/B
    hand   A y15 ? ?*2
    hand   B -
    deck   A ?*11
    deck   B y01 y23
    discard B y27
    turn   11 A invade
    first  A
    idle   0
    laid   1 d3

`field`: CELL=CARD/OWNER, and /TURN in quarter turns clockwise from upright for the owner. `hand`,
`deck` (top first), `discard` (top last): cards; `?` is an unknown card, `?*5` five of them, `-`
none. `turn`: the number (0 before the first turn), the seat that decides or is dealt cards, and the
phase (default `place`). `first`: the first player. `idle`: the number of consecutive complete turns
without a placement. `laid`: the number of cards placed in this turn, and the last card's cell.
`due`: the number of cards that an effect still requires to be discarded. `end`: the clause that
ended the game.

Only `field` and `turn` are required. Omitted hands and decks are unknown and have the number of
cards that the rules imply.
"""

import re

from rules.core.values import UNKNOWN
from rules.games.yggdrasil.cards import FieldCard
from rules.games.yggdrasil.config import SEATS, Config
from rules.games.yggdrasil.position.validate import (
    AFTER_PLACING,
    ENDINGS,
    IDLE_TURNS,
    SETTING_UP,
    check,
)
from rules.games.yggdrasil.state import Phase, Player, State, first_state, with_cards
from rules.messages.message import Message
from rules.notation.lines import Lines, Word, counted


def format_state(state: State) -> str:
    """Return the position's text."""
    names = state.config.grid.names
    cells = [
        f"{name}={placed.card.id}/{SEATS[placed.owner]}"
        + (f"/{placed.turn}" if placed.turn else "")
        for name, placed in zip(names, state.field, strict=True)
        if placed is not None
    ]
    lines = ["field " + (" ".join(cells) or "-")]
    for key in ("hand", "deck", "discard"):
        for seat, player in zip(SEATS, state.players, strict=True):
            cards = getattr(player, key)
            if cards or key != "discard":
                lines.append(f"{key} {seat} {counted(cards)}")
    lines.append(f"turn {state.turn} {SEATS[state.seat]} {state.phase}")
    lines.append(f"first {SEATS[state.first]}")
    if state.idle:
        lines.append(f"idle {state.idle}")
    if state.placed:
        lines.append(f"laid {state.placed}" + (f" {names[state.spot]}" if state.spot >= 0 else ""))
    if state.due:
        lines.append(f"due {state.due}")
    if state.ending:
        lines.append(f"end {state.ending}")
    return "\n".join(lines) + "\n"


_KEYS = {
    "field": (),
    "hand": SEATS,
    "deck": SEATS,
    "discard": SEATS,
    "turn": (),
    "first": (),
    "idle": (),
    "laid": (),
    "due": (),
    "end": (),
}
_UNDEALT = (Phase.BEGIN, Phase.ROOT, Phase.DEAL, Phase.REDEAL)
_LAST_TURN = 999_999
_PLACED = re.compile(r"([^=/]+)=([^=/]+)/([^=/]+)(?:/([0-3]))?")


def parse_state(text: str, config: Config) -> State:
    """Parse a position; raise `NotationError` with the line, the column and a fix."""
    lines = Lines(text, _KEYS)
    state = _turn(lines, first_state(config))
    if "field" in lines:
        state = _field(lines, state)
    state = _counts(lines, state)
    a, b = (_player(lines, state, seat) for seat in SEATS)
    state = state._replace(players=(a, b))
    check(lines, state)
    return state


def _turn(lines: Lines, state: State) -> State:
    """Parse the lines `turn` and `first`."""
    words = lines.words("turn", 2, 3, "turn 3 B place")
    number, seat, phase = 1, 0, Phase.PLACE
    if words:
        number, seat = words[0].whole(0, _LAST_TURN), words[1].seat(SEATS)
        if words[2:]:
            phase = Phase(words[2].one_of(Phase.__members__.values(), "phase"))
        if (number == 0) != (phase in SETTING_UP):
            fix = Message("turn_zero")
            raise words[0].wrong(Message("turn_phase", number=number, phase=phase), fix)
    first = seat if number % 2 or not number else 1 - seat
    for word in lines.words("first", 1, 1, "first A"):
        first = word.seat(SEATS)
    return state._replace(turn=number, seat=seat, phase=phase, first=first)


def _field(lines: Lines, state: State) -> State:
    config = state.config
    changes: dict[int, FieldCard] = {}
    for word in lines.rest("field"):
        if word.text == "-":
            continue
        found = _PLACED.fullmatch(word.text)
        if found is None:
            fix = Message("yggdrasil.write_laid")
            raise word.wrong(Message("not_read", word=repr(word.text)), fix)
        i = _cell(config, word.part(found[1]))
        card = word.part(found[2], found.start(2)).one_of(config.cards, "card")
        owner = word.part(found[3], found.start(3)).seat(SEATS)
        if i in changes:
            raise word.wrong(
                Message("yggdrasil.cell_taken", cell=found[1]), Message("yggdrasil.one_a_cell")
            )
        changes[i] = config.field_card(card, owner, int(found[4] or 0))
        if sum(c.card.root and c.owner == owner for c in changes.values()) > 1:
            raise word.wrong(
                Message("yggdrasil.two_roots", owner=SEATS[owner]), Message("yggdrasil.one_root")
            )
    return with_cards(state, *((i, changes.get(i)) for i in range(len(state.field))))


def _cell(config: Config, word: Word) -> int:
    index = config.grid.index
    if word.text not in index:
        last = config.grid.names[-1]
        raise word.wrong(
            Message("yggdrasil.no_cell", cell=repr(word.text)),
            Message("yggdrasil.use_cells", last=last),
        )
    return index[word.text]


def _counts(lines: Lines, state: State) -> State:
    """Parse the lines `idle`, `laid`, `due` and `end`."""
    over, after = state.phase is Phase.END, state.phase in AFTER_PLACING
    placed = lines.words("laid", 1 + after, 1 + after, "laid 1 b2" if after else "laid 0")
    end = lines.words("end", 1, 1, "end YGG-11.2")
    for word in end:
        word.one_of(ENDINGS, "ending")
    spot = -1
    if placed[1:]:
        spot = _cell(state.config, placed[1])
        card = state.field[spot]
        if card is None or card.owner != state.seat or card.card.root:
            fix = Message("yggdrasil.name_placed")
            raise placed[1].wrong(Message("yggdrasil.none_placed", cell=placed[1].text), fix)
    ending = end[0].text if end else ""
    idle = IDLE_TURNS if over and ending == "YGG-11.2" else 0
    return state._replace(
        idle=lines.count("idle", IDLE_TURNS if over else IDLE_TURNS - 1, idle),
        due=lines.count("due", state.config.deck_size),
        placed=placed[0].whole(int(after), 2) if placed else 0,
        spot=spot,
        ending=ending,
    )


def _player(lines: Lines, state: State, seat: str) -> Player:
    """Parse one seat's cards; omitted cards are unknown."""
    config = state.config
    known = (UNKNOWN, *config.cards)
    hand, deck, discard = (lines.cards(key, known, seat) for key in ("hand", "deck", "discard"))
    if hand is None:
        size = config.hand_size if state.phase not in _UNDEALT else 0
        if state.phase in _UNDEALT and deck is not None:
            size = max(0, config.deck_size - len(deck))
        hand = (UNKNOWN,) * size
    discard = discard or ()
    if deck is None:
        owner = SEATS.index(seat)
        placed = sum(c is not None and c.owner == owner and not c.card.root for c in state.field)
        deck = (UNKNOWN,) * max(0, config.deck_size - len(hand) - len(discard) - placed)
    return Player(tuple(sorted(hand)), deck, discard)
