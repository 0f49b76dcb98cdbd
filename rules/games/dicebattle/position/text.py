"""Text form of a position, one line per item; omitted lines have defaults.

    # A has declared "set", and B may set cards with a roll of 4
    turn 3 B set
    first A
    dice A 5 0 set
    dice B 4
    stars A 1
    hand A ?*3
    hand B h04 g01 m01*2
    main A 1=?/down
    stock A 1=g10/up/old 2=?/down
    actions B revival

`turn`: the round (0 before the first), the seat that decides, rolls or is dealt to, and the phase.
`first`: the first player of the round. `dice`: the roll, the number of redraws, and `set` after the
seat has declared it. `hand`, `deck` (top first), `grave`: cards; `?` is an unknown card, `?*5` five
of them, `-` none. `main`, `circle`, `stock`: PLACE=CARD/FACE, where FACE is up or down, optionally
followed by /old (a grant of an earlier round), /room2 (the grant level that the roll allows) and
/ply7 (the ply of its placement). `actions`: the action cards that are still face up (default:
both). `battle`: stage and levels, then low, tie.A, hushed.B.magic, winner.A, margin.3. `queue`:
CELL=CARD/LEVEL. `used`: cards used in the battle. `agenda`: the remaining steps. `due`, `spot`,
`ply`, `end`: as in the state.

Only `turn` is required. Omitted hands and decks are unknown and have the number of cards that the
rules imply.
"""

import re

from rules.core.values import UNKNOWN
from rules.games.dicebattle.cards import MIRACLE, REVIVAL, TOKEN
from rules.games.dicebattle.config import DECK_SIZE, HAND_SIZE, MAX_REDRAWS, PLACES, SEATS, Config
from rules.games.dicebattle.position.validate import ENDINGS, SETTING_UP, check
from rules.games.dicebattle.resolve.fold import read_step
from rules.games.dicebattle.resolve.steps import STEP_NAMES
from rules.games.dicebattle.state import (
    NO_BATTLE,
    ZONES,
    Battle,
    Entry,
    Phase,
    Placed,
    Player,
    State,
    Step,
    first_state,
)
from rules.messages.message import Message, alternatives
from rules.messages.near_matches import did_you_mean
from rules.notation.lines import Lines, Word, counted

_LETTERS = ".ABacegijklmnorst"
"""Characters that cell names contain before the number."""


def format_state(state: State) -> str:
    """Return the position's text."""
    lines = [f"turn {state.round} {SEATS[state.seat]} {state.phase}", f"first {SEATS[state.first]}"]
    for seat, player in zip(SEATS, state.players, strict=True):
        if player.roll or player.redraws or player.done:
            word = " set" if player.done else ""
            lines.append(f"dice {seat} {player.roll} {player.redraws}{word}")
        if player.stars:
            lines.append(f"stars {seat} {player.stars}")
        if not (player.miracle and player.revival):
            up = [MIRACLE] * player.miracle + [REVIVAL] * player.revival
            lines.append(f"actions {seat} " + (" ".join(up) or "-"))
        lines += [f"{key} {seat} {counted(getattr(player, key))}" for key in ("hand", "deck")]
        if player.grave:
            lines.append(f"grave {seat} {counted(player.grave)}")
        for key in ZONES:
            zone = getattr(player, key)
            if zone:
                lines.append(f"{key} {seat} " + " ".join(map(_placed_text, zone)))
    lines += _battle_lines(state.battle)
    if state.agenda:
        lines.append("agenda " + " ".join(map(str, state.agenda)))
    for key in ("due", "spot", "ply"):
        if value := getattr(state, key):
            lines.append(f"{key} {value}")
    if state.ending:
        lines.append(f"end {state.ending}")
    return "\n".join(lines) + "\n"


def _placed_text(placed: Placed) -> str:
    text = f"{placed.cell.lstrip(_LETTERS)}={placed.card}/{'up' if placed.up else 'down'}"
    text += "" if placed.new else "/old"
    text += f"/room{placed.room}" if placed.room >= 0 else ""
    return text + (f"/ply{placed.ply}" if placed.ply else "")


def _battle_lines(battle: Battle) -> list[str]:
    if battle == NO_BATTLE:
        return []
    a, b = battle.levels
    words = [battle.stage or "-", f"{a},{b}"]
    words += ["low"] * battle.low
    words += [f"tie.{s}" for s, tie in zip(SEATS, battle.ties, strict=True) if tie]
    words += [
        f"hushed.{SEATS[i // 2]}.{('magic', 'unit')[i % 2]}"
        for i, hushed in enumerate(battle.hushed)
        if hushed
    ]
    words += [f"winner.{SEATS[battle.winner]}"] if battle.winner >= 0 else []
    words += [f"margin.{battle.margin}"] if battle.margin else []
    lines = ["battle " + " ".join(words)]
    if battle.queue:
        lines.append("queue " + " ".join(f"{e.cell}={e.card}/{e.level}" for e in battle.queue))
    for seat, cards in zip(SEATS, battle.used, strict=True):
        if cards:
            lines.append(f"used {seat} {counted(cards)}")
    return lines


_CARDS = ("hand", "deck", "grave", "used")
_KEYS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys((*_CARDS, *ZONES, "dice", "stars", "actions"), SEATS),
    **dict.fromkeys(
        ("turn", "first", "battle", "queue", "agenda", "due", "spot", "ply", "end"), ()
    ),
}
_MOST = 999_999
_PLACED = re.compile(
    r"([1-9][0-9]?)=([^/=]+)/(up|down)(/old)?(?:/room([0-9]))?(?:/ply([0-9]{1,6}))?"
)
_ENTRY = re.compile(r"([^=/]+)=([^/=]+)/([1-6])")
_CELL = re.compile(r"([AB])\.(?:main|circle|stock)[1-9][0-9]?")
_STEP = re.compile(r"([a-z_]+)\.[AB]\.[0-9]{1,3}")
_LEVELS = re.compile(r"([0-9]{1,3}),([0-9]{1,3})")
_MARGIN = re.compile(r"margin\.([0-9]{1,3})")
_HUSHED = tuple(f"hushed.{s}.{kind}" for s in SEATS for kind in ("magic", "unit"))
_WINNERS = ("winner.A", "winner.B")
_FLAGS = ("low", "tie.A", "tie.B", *_WINNERS, *_HUSHED)


def parse_state(text: str, config: Config) -> State:
    """Parse a position; raise `NotationError` with the line, the column and a fix."""
    lines = Lines(text, _KEYS)
    state = _turn(lines, first_state(config))
    a, b = (_player(lines, state, seat) for seat in (0, 1))
    placed = (c.ply for p in (a, b) for c in p.main + p.circle + p.stock)
    state = state._replace(
        players=(a, b),
        battle=_battle(lines, config),
        agenda=_agenda(lines),
        due=lines.count("due", _MOST),
        ply=lines.count("ply", _MOST, max(placed, default=0)),
        spot=_spot(lines),
    )
    check(lines, state)
    return state


def _turn(lines: Lines, state: State) -> State:
    """Parse the lines `turn`, `first` and `end`."""
    words = lines.words("turn", 3, 3, "turn 3 B set")
    number, seat, phase = 0, 0, Phase.DEAL
    if words:
        number, seat = words[0].whole(0, _MOST), words[1].seat(SEATS)
        phase = Phase(words[2].one_of([p.value for p in Phase], "phase"))
        if (number == 0) != (phase in SETTING_UP):
            fix = Message("dicebattle.round_zero")
            raise words[0].wrong(Message("dicebattle.round_phase", number=number, phase=phase), fix)
    first = seat if number else 0
    for word in lines.words("first", 1, 1, "first A"):
        first = word.seat(SEATS)
    ending = ""
    for word in lines.words("end", 1, 1, "end DBM-9.3"):
        ending = word.one_of(ENDINGS, "ending")
    return state._replace(round=number, seat=seat, phase=phase, first=first, ending=ending)


def _player(lines: Lines, state: State, seat: int) -> Player:
    """Parse one seat's cards and counters; omitted cards are unknown."""
    config, name = state.config, SEATS[seat]
    roll, redraws, done = _dice(lines, name)
    up = [MIRACLE, REVIVAL]
    if ("actions", name) in lines:
        words = lines.words("actions", 1, 2, f"actions {name} -", name)
        up = [word.one_of((MIRACLE, REVIVAL, "-"), "action") for word in words]
        if len(words) > 1 and (up[0] == up[1] or "-" in up):
            what = Message("dicebattle.not_beside", word=up[1], given=up[0])
            raise words[1].wrong(
                what, Message("dicebattle.write_actions", form=f"actions {name} -")
            )
    known = tuple(card.id for card in config.cards.values() if card.deckable)
    main, circle, stock = (_zone(lines, known, key, name) for key in ZONES)
    hand, deck = (lines.cards(key, (UNKNOWN, *known), name) for key in ("hand", "deck"))
    grave = lines.cards("grave", known, name) or ()
    dealt = state.phase is not Phase.DEAL
    on_table = len([c for c in main if c.card != TOKEN]) + len(circle) + len(stock)
    if hand is None:
        hand = (UNKNOWN,) * max(0, HAND_SIZE - on_table) if dealt else ()
    if deck is None:
        listed = config.decks[seat]
        rest = max(0, DECK_SIZE - len(hand) - len(grave) - on_table)
        deck = listed if listed is not None and not dealt else (UNKNOWN,) * rest
    return Player(
        tuple(sorted(hand)),
        deck,
        tuple(sorted(grave)),
        main,
        circle,
        stock,
        MIRACLE in up,
        REVIVAL in up,
        lines.count("stars", _MOST, name=name),
        roll,
        redraws,
        done,
    )


def _dice(lines: Lines, seat: str) -> tuple[int, int, bool]:
    """Parse the roll, the number of redraws, and the mark `set` of a seat that has declared it."""
    words = lines.words("dice", 1, 3, f"dice {seat} 4 0 set", seat)
    roll = words[0].whole(0, 6) if words else 0
    redraws = words[1].whole(0, MAX_REDRAWS) if words[1:] else 0
    if words[2:]:
        words[2].one_of(("set",), "here")
    return roll, redraws, bool(words[2:])


def _zone(lines: Lines, known: tuple[str, ...], key: str, seat: str) -> tuple[Placed, ...]:
    placed: dict[str, Placed] = {}
    for word in lines.rest(key, seat):
        if word.text == "-":
            continue
        match = _PLACED.fullmatch(word.text)
        if match is None:
            raise word.wrong(
                Message("not_read", word=repr(word.text)),
                Message("write_example", form="1=h04/down"),
            )
        up = match[3] == "up"
        also = (() if up else (UNKNOWN,)) + (TOKEN,) * (key == "main")
        card = word.part(match[2], match.start(2)).one_of((*known, *also), "deckable")
        cell = f"{seat}.{key}{match[1]}"
        if int(match[1]) > PLACES[key]:
            raise word.wrong(
                Message("dicebattle.off_mat", cell=cell),
                Message("dicebattle.write_place", most=PLACES[key]),
            )
        if cell in placed or (placed and TOKEN in {card, *(c.card for c in placed.values())}):
            raise word.wrong(
                Message("dicebattle.cell_taken", cell=cell), Message("dicebattle.one_a_place")
            )
        old = bool(match[4])
        if old and key != "stock":
            raise word.wrong(Message("dicebattle.grants_stay"), Message("dicebattle.no_old"))
        room = int(match[5]) if match[5] else -1
        placed[cell] = Placed(cell, card, int(match[6] or 0), up, not old, room)
    return tuple(sorted(placed.values()))


def _battle(lines: Lines, config: Config) -> Battle:
    words = lines.words("battle", 2, 2 + len(_FLAGS), "battle battle 5,3 low tie.A")
    if not words:
        for key, name in (("queue", ""), ("used", "A"), ("used", "B")):
            if (key, name) in lines:
                what = Message("dicebattle.no_battle", line=key)
                fix = Message("add_example", form="battle battle 5,3")
                raise lines.key(key, name).wrong(what, fix)
        return NO_BATTLE
    stage = words[0].one_of(("battle", "over"), "stage")
    levels = _LEVELS.fullmatch(words[1].text)
    if levels is None:
        raise words[1].wrong(Message("not_read", word="battle"), Message("dicebattle.write_levels"))
    flags: set[str] = set()
    margin = 0
    for word in words[2:]:
        if match := _MARGIN.fullmatch(word.text):
            margin = int(match[1])
        else:
            flags.add(word.one_of(_FLAGS, "battle"))
            if flags.issuperset(_WINNERS):
                what = Message("dicebattle.not_beside", word=_WINNERS[1], given=_WINNERS[0])
                raise word.wrong(what, Message("write", words=alternatives(_WINNERS)))
    known = tuple(card.id for card in config.cards.values() if card.deckable)
    h0, h1, h2, h3 = (flag in flags for flag in _HUSHED)
    return Battle(
        stage,
        (int(levels[1]), int(levels[2])),
        "low" in flags,
        ("tie.A" in flags, "tie.B" in flags),
        (h0, h1, h2, h3),
        _queue(lines, config),
        0 if "winner.A" in flags else 1 if "winner.B" in flags else -1,
        margin,
        (lines.cards("used", known, "A") or (), lines.cards("used", known, "B") or ()),
    )


def _queue(lines: Lines, config: Config) -> tuple[Entry, ...]:
    entries = []
    for word in lines.rest("queue"):
        match = _ENTRY.fullmatch(word.text)
        cell = _CELL.fullmatch(match[1]) if match else None
        if match is None or cell is None:
            fix = Message("write_example", form="queue A.main1=h04/2")
            raise word.wrong(Message("not_read", word=repr(word.text)), fix)
        name = word.part(match[2], match.start(2)).one_of(config.cards, "card")
        card = config.cards[name]
        if (card.grant if ".stock" in match[1] else card.effect) is None:
            raise word.wrong(
                Message("dicebattle.no_effect", card=card.id), Message("dicebattle.off_queue")
            )
        entries.append(Entry(int(match[3]), SEATS.index(cell[1]), match[1], name))
    return tuple(entries)


def _agenda(lines: Lines) -> tuple[Step, ...]:
    steps = []
    for word in lines.words("agenda", 1, 99, "agenda queue.A.0"):
        match = _STEP.fullmatch(word.text)
        if match is None or match[1] not in STEP_NAMES:
            near = did_you_mean(word.text.partition(".")[0], STEP_NAMES)
            fix = Message("dicebattle.as_step", near=near, form="queue.A.0")
            raise word.wrong(Message("dicebattle.no_step", word=repr(word.text)), fix)
        steps.append(read_step(word.text))
    return tuple(steps)


def _spot(lines: Lines) -> str:
    words: list[Word] = lines.words("spot", 1, 1, "spot A.main1")
    for word in words:
        if word.text != "limit" and not _CELL.fullmatch(word.text):
            fix = Message("dicebattle.write_spot")
            raise word.wrong(Message("dicebattle.no_spot", word=repr(word.text)), fix)
    return words[0].text if words else ""
