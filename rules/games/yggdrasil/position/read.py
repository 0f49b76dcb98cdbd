"""Parser of positions; `text` describes the lines, `validate` rejects impossible ones."""

from __future__ import annotations

import re

from rules.core.values import UNKNOWN
from rules.games.yggdrasil.cards import FieldCard
from rules.games.yggdrasil.config import SEATS, Config
from rules.games.yggdrasil.position.validate import ENDINGS, IDLE_TURNS, SETTING_UP, check
from rules.games.yggdrasil.state import Phase, Player, State, first_state, with_cards
from rules.messages.message import Message
from rules.notation.lines import Lines, Word

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


def parse_state(text: str, config: Config, *, agreed: bool = False) -> State:
    """Read a position; raises `NotationError` with line, place and fix.

    `agreed`: the players replaced the position, and unlinked cards are yet to fall.
    """
    lines = Lines(text, _KEYS)
    state = _turn(lines, first_state(config))
    if "field" in lines:
        state = _field(lines, state)
    state = _counts(lines, state)
    a, b = (_player(lines, state, seat) for seat in SEATS)
    state = state._replace(players=(a, b))
    check(lines, state, agreed=agreed)
    return state


def _turn(lines: Lines, state: State) -> State:
    """Read the lines `turn` and `first`."""
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
        if number and word.seat(SEATS) != first:
            fix = Message("yggdrasil.in_turns")
            raise word.wrong(
                Message("yggdrasil.not_turn_of", number=number, owner=SEATS[seat]), fix
            )
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
    bare = state._replace(field=(None,) * len(state.field), sides=((0,) * 5, (0,) * 5))
    field, sides = with_cards(bare, tuple(changes.items()))
    return bare._replace(field=field, sides=sides)


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
    """Read the lines `idle`, `placed`, `due` and `end`."""
    placed = lines.words("laid", 1, 2, "laid 1 b2")
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
    out_of_turns = ending == "YGG-11.2" and state.phase is Phase.END
    return state._replace(
        idle=lines.count("idle", IDLE_TURNS, IDLE_TURNS if out_of_turns else 0),
        due=lines.count("due", state.config.deck_size),
        placed=placed[0].whole(0, 2) if placed else 0,
        spot=spot,
        ending=ending,
    )


def _player(lines: Lines, state: State, seat: str) -> Player:
    """Read one seat's cards; missing ones are unknown."""
    config = state.config
    known = (UNKNOWN, *config.cards)
    hand, deck, discard = (lines.cards(key, known, seat) for key in ("hand", "deck", "discard"))
    if hand is None:
        hand = (UNKNOWN,) * config.hand_size if state.phase not in _UNDEALT else ()
    discard = discard or ()
    if deck is None:
        owner = SEATS.index(seat)
        placed = sum(c is not None and c.owner == owner and not c.card.root for c in state.field)
        deck = (UNKNOWN,) * max(0, config.deck_size - len(hand) - len(discard) - placed)
    return Player(tuple(sorted(hand)), deck, discard)
