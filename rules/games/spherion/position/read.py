"""Parser of positions; `text` describes the lines, `validate` checks them."""

from typing import Any

from rules.core.chance import SEED_FORM
from rules.core.values import UNKNOWN
from rules.errors import NotationError
from rules.games.spherion.config import SEATS, Config
from rules.games.spherion.globe import NOWHERE, maze
from rules.games.spherion.legal import HAND, SIGNS
from rules.games.spherion.orders.order import Intent, read_intent
from rules.games.spherion.position.text import ASKED, FLAGS
from rules.games.spherion.position.validate import ENDINGS, check
from rules.games.spherion.resolve.fold_cards import coloured
from rules.games.spherion.state import (
    HIDDEN_ORDER,
    MAX_LP,
    Ask,
    Order,
    Phase,
    Player,
    State,
    Unit,
    cells_of,
    first_state,
)
from rules.messages.message import Message
from rules.messages.near_matches import did_you_mean
from rules.notation.lines import LONGEST, Lines, Word

_MARKS = {"down": ("up", False), "defence": ("sideways", True), "set": ("spell", True)}
_COUNTERS = {"atk": "atk", "def": "dfn", "dip": "dip"}
_NUMBERS = {"moved": 3, "tributes": 2, "placed": 99_990, "crossed": 9999}
_MOST_POINTS = 9999
_MOST_WORDS = 20


def read_units(lines: Lines, config: Config) -> tuple[dict[int, Unit], dict[int, Unit]]:
    """Parse each seat's cards on the globe by slot."""
    units: tuple[dict[int, Unit], dict[int, Unit]] = ({}, {})
    for key, name in lines.found:
        if key != "unit":
            continue
        seat, slot = name.split()
        words = lines.words("unit", 2, _MOST_WORDS, f"unit {name} N1.0 M03", name)
        unit = _unit(words, config)
        if unit.cell != NOWHERE and any(u.cell == unit.cell for own in units for u in own.values()):
            what = Message("spherion.two_stand", cell=words[0].text)
            raise words[0].wrong(what, Message("move_one"))
        units[SEATS.index(seat)][0 if slot == "dm" else int(slot)] = unit
    return units


def _unit(words: list[Word], config: Config) -> Unit:
    cell, card, *rest = words
    known = (UNKNOWN, *config.cards)
    values: dict[str, Any] = {}
    for word in rest:
        name, equals, value = word.text.partition("=")
        number = word.part(value, len(name) + 1)
        if word.text in _MARKS:
            field, mark = _MARKS[word.text]
            values[field] = mark
        elif word.text in FLAGS:
            values[word.text] = True
        elif equals and name in _COUNTERS:
            values[_COUNTERS[name]] = number.whole(-_MOST_POINTS, _MOST_POINTS)
        elif equals and name in _NUMBERS:
            values[name] = number.whole(0, _NUMBERS[name])
        elif equals and name == "under":
            values["stack"] = tuple(number.part(c).one_of(known, "card") for c in value.split(","))
        else:
            kinds = (*_MARKS, *FLAGS, *(f"{n}=" for n in (*_COUNTERS, *_NUMBERS, "under")))
            raise word.wrong(
                Message("spherion.not_here", word=repr(word.text)), did_you_mean(name, kinds)
            )
    here, origin = _place(cell, config)
    return Unit(card=card.one_of(known, "card"), cell=here, origin=origin, **values)


def _place(cell: Word, config: Config) -> tuple[int, int]:
    """Return a card's cell and origin; a card in flight has only an origin."""
    index = config.globe.index
    if cell.text == ">hand":
        return NOWHERE, NOWHERE
    if cell.text.startswith(">"):
        return NOWHERE, index[cell.part(cell.text[1:], 1).one_of(index, "cell")]
    return index[cell.one_of(index, "cell")], NOWHERE


_PLAIN = ("turn", "initiative", "walls", "powerups", "pile", "used", "spawned", "ply", "step",
          "answers", "ask", "end")  # fmt: skip
_OF_SEAT = ("taken", "hand", "deck", "extra", "core", "points", "queue", "done", "sign")
_KINDS = ("jkp", "face", "target")
_MOST = 9999
_MOST_PLY = 99_990
_MOST_STEPS = 20
_DECK = 40


def parse_state(text: str, config: Config) -> State:
    """Parse a position; raise `NotationError` with the fault's place and a fix."""
    if len(text) > LONGEST:
        raise NotationError(Message("position_long"), text, LONGEST, Message("shorten"))
    return _parse(list(enumerate(text.splitlines(), 1)), config)


def _parse(given: list[tuple[int, str]], config: Config, *, between: bool = False) -> State:
    """Parse a position; `between` is True if it is between two steps, so no seat is asked."""
    nested = [(n, line[1:].removeprefix(" ")) for n, line in given if line.startswith("|")]
    names = tuple(f"{s} {slot or 'dm'}" for s in SEATS for slot in range(config.field_limit + 1))
    keys: dict[str, tuple[str, ...]] = dict.fromkeys(_PLAIN, ())
    keys |= {**dict.fromkeys(_OF_SEAT, SEATS), "unit": names}
    lines = Lines([pair for pair in given if not pair[1].startswith("|")], keys)
    if "turn" not in lines:
        fix = Message("add_example", form="turn 1 plan")
        raise lines.key("turn").wrong(Message("spherion.whose_turn"), fix)
    base = _base(nested, config) if nested else None
    start = first_state(config)
    units = read_units(lines, config)
    players = tuple(_player(lines, start, seat, units) for seat in (0, 1))
    state = _turn(lines, start)._replace(
        players=(players[0], players[1]), base=base, **_table(lines, config), **_step(lines, config)
    )
    state = state._replace(colours=_colours(lines, state))
    check(lines, state, between=between)
    return state


def _base(nested: list[tuple[int, str]], config: Config) -> State:
    """Parse the position at the start of the current step."""
    for number, line in nested:
        if line.startswith("|"):
            what, fix = Message("spherion.step_in_start"), Message("spherion.no_inner")
            raise NotationError(what, line, 0, fix, number)
    try:
        return _parse(nested, config, between=True)
    except NotationError as error:
        what = Message("spherion.at_start", what=error.what)
        raise NotationError(what, error.text, error.position, error.fix, error.line) from error


def _cell(config: Config, word: Word) -> int:
    return config.globe.index[word.one_of(config.globe.index, "cell")]


# The globe.


def _turn(lines: Lines, state: State) -> State:
    words = lines.words("turn", 1, 4, "turn 3 plan")
    phase, seat, half = Phase.PLAN, 0, 0
    for word in words[1:]:
        if word.text in SEATS:
            seat = word.seat(SEATS)
        elif word.text.startswith("half="):
            half = word.part(word.text[5:], 5).whole(0, 1)
        else:
            phase = Phase(word.one_of([p.value for p in Phase], "phase_or_seat"))
    first = [word.seat(SEATS) for word in lines.words("initiative", 1, 1, "initiative blue")]
    return state._replace(
        turn=words[0].whole(0, _MOST),
        phase=phase,
        seat=seat,
        half=half,
        initiative=first[0] if first else 0,
    )


def _table(lines: Lines, config: Config) -> dict[str, Any]:
    """Parse walls and power-ups."""
    known = (UNKNOWN, *dict.fromkeys(config.pile))
    powerups = _powerups(lines, config, known)
    used = lines.cards("used", known, what="powerup") or ()
    pile = lines.cards("pile", known, what="powerup")
    if pile is None:
        pile = (UNKNOWN,) * max(0, len(config.pile) - len(powerups) - len(used))
    spawned = lines.words("spawned", 2, 2, "spawned 1 N2.0")
    return {
        "walls": _walls(lines, config),
        "powerups": powerups,
        "used": used,
        "pile": pile,
        "spawned": spawned[0].whole(0, _MOST) if spawned else 0,
        "first": _cell(config, spawned[1]) if spawned else NOWHERE,
    }


def _walls(lines: Lines, config: Config) -> int:
    walls, words, board = 0, lines.rest("walls"), config.globe
    for word in words:
        if word.text == "-":
            continue
        a, dash, b = word.text.partition("-")
        if len(words) == 1 and a not in board.index and SEED_FORM.fullmatch(word.text):
            return maze(board.radius, word.text, config.open_gates, config.share, config.min_open)
        if not dash:
            what = Message("spherion.not_edge", word=repr(word.text))
            raise word.wrong(what, Message("write_example", form="N1.0-N2.1"))
        one, two = _cell(config, word.part(a)), _cell(config, word.part(b, len(a) + 1))
        if two not in board.around[one]:
            raise word.wrong(Message("spherion.apart", cell=a, to=b), Message("spherion.between"))
        walls |= 1 << board.edge(one, two)
    return walls


def _powerups(lines: Lines, config: Config, known: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    powerups: dict[int, str] = {}
    for word in lines.rest("powerups"):
        name, equals, card = word.text.partition("=")
        cell = _cell(config, word.part(name))
        if cell in powerups:
            what = Message("spherion.named_twice", cell=name)
            raise word.wrong(what, Message("spherion.name_once"))
        identity = word.part(card, len(name) + 1).one_of(known, "powerup") if equals else UNKNOWN
        powerups[cell] = identity
    return tuple(sorted(powerups.items()))


def _colours(lines: Lines, state: State) -> int:
    taken: set[int] = set()
    colours = state.colours
    for seat, name in enumerate(SEATS):
        for word in lines.rest("taken", name):
            cell = _cell(state.config, word)
            if cell in taken:
                what = Message("spherion.named_twice", cell=word.text)
                raise word.wrong(what, Message("spherion.name_once"))
            taken.add(cell)
            colours = coloured(colours, seat, cell)
    for seat in (0, 1):
        for cell in cells_of(state, seat):  # its card has entered it (SPH-13.2)
            colours = coloured(colours, seat, cell)
    return colours


# Seats.


def _player(
    lines: Lines, start: State, seat: int, units: tuple[dict[int, Unit], dict[int, Unit]]
) -> Player:
    """Parse one seat; by default, the master is on its pole, and hand and deck are unknown."""
    config, name, own = start.config, SEATS[seat], units[seat]
    master, listed = start.players[seat].units[0], config.decks[seat]
    if 0 not in own and master is not None:
        if any(unit.cell == master.cell for both in units for unit in both.values()):
            fix = Message("spherion.say_master", form=f"unit {name} dm …")
            raise lines.key("unit").wrong(Message("spherion.master_pole"), fix)
        own[0] = master
    known = (UNKNOWN, *config.cards)
    hand, deck, extra, core = (
        lines.cards(key, known, name) for key in ("hand", "deck", "extra", "core")
    )
    hand = (UNKNOWN,) * HAND if hand is None else tuple(sorted(hand))
    core = core or ()
    if deck is None:
        size = len(listed.cards) if listed else _DECK
        out = len(own) - 1 + sum(len(unit.stack) for unit in own.values())
        deck = (UNKNOWN,) * max(0, size - out - len(hand) - len(core))
    if extra is None:
        extra = listed.extra if listed else ()
    signs = lines.words("sign", 1, 1, f"sign {name} rock", name)
    sign = signs[0].one_of((*SIGNS, "claim", UNKNOWN), "sign") if signs else ""
    lines.words("done", 0, 0, f"done {name}", name)
    return Player(
        tuple(own.get(slot) for slot in range(config.field_limit + 1)),
        hand,
        deck,
        tuple(sorted(extra)),
        core,
        queue=tuple(_order(word, config) for word in lines.rest("queue", name)),
        done=bool(signs) or ("done", name) in lines,
        sign=sign,
        **_points(lines, name),
    )


def _points(lines: Lines, seat: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    faces = {"cards": 0, "hammers": 0}
    for word in lines.rest("points", seat):
        name, _, value = word.text.partition("=")
        number = word.part(value, len(name) + 1)
        if name == "lp":
            values["lp"] = number.whole(0, MAX_LP)
        elif name in ("sp", "mp"):
            values[name] = number.whole(0, _MOST)
        elif name in faces:
            faces[name] = number.whole(0, 3)
        elif name == "purse":
            a, _, b = value.partition("/")
            late = number.part(b, len(a) + 1)
            values["purse"] = (number.part(a).whole(0, _MOST), late.whole(0, _MOST))
        else:
            known = ("lp=", "sp=", "mp=", "cards=", "hammers=", "purse=")
            fix = did_you_mean(f"{name}=", known)
            raise word.wrong(Message("spherion.not_here", word=repr(word.text)), fix)
    return {**values, "faces": (faces["cards"], faces["hammers"])}


def _order(word: Word, config: Config) -> Order:
    text, at, ply = word.text.partition("@")
    intent = read_intent(text)
    if text != HIDDEN_ORDER and (intent is None or not _can_name(intent, config)):
        fix = Message("write_example", form="move:2:0, wait")
        raise word.wrong(Message("spherion.no_order", word=repr(text)), fix)
    if intent is not None and intent.card not in ("", UNKNOWN):
        word.part(intent.card, text.find(intent.card)).one_of(config.cards, "card")
    return Order(text, word.part(ply, len(text) + 1).whole(0, _MOST_PLY) if at else 0)


def _can_name(intent: Intent, config: Config) -> bool:
    """Return True if the units that an order names can exist (SPH-7.11, SPH-17.1)."""
    least = 0 if intent.kind == "move" else 1
    return all(least <= slot <= config.field_limit for slot in intent.named)


# The step.


def _step(lines: Lines, config: Config) -> dict[str, Any]:
    words = lines.words("end", 1, 3, "end SPH-14.1 blue")
    return {
        "ply": lines.count("ply", _MOST_PLY),
        "step": lines.count("step", _MOST_STEPS),
        "answers": tuple(word.text for word in lines.rest("answers")),
        "ask": _ask(lines, config),
        "ending": words[0].one_of(ENDINGS, "ending") if words else "",
        "winners": tuple(SEATS[word.seat(SEATS)] for word in words[1:]),
    }


def _ask(lines: Lines, config: Config) -> Ask | None:
    words = lines.words("ask", 4, _MOST, "ask target blue - 3 N1.0 N1.1")
    if not words:
        return None
    kind, seat, cell, reported, *options = words
    return Ask(
        kind.one_of(_KINDS, "question"),
        ASKED.index(seat.one_of(ASKED, "asked")),
        "" if cell.text == "-" else config.globe.names[_cell(config, cell)],
        tuple(word.text for word in options),
        reported.whole(0, _MOST),
    )
