"""A position read from text; what a line means stands in `_text`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules._errors import NotationError
from rules._faults import did_you_mean
from rules._values import UNKNOWN
from rules.games.dicebattle._cards import MIRACLE, REVIVAL
from rules.games.dicebattle._config import DECK_SIZE, HAND_SIZE, SEATS
from rules.games.dicebattle._effects import open_grants, recoverable, revivable
from rules.games.dicebattle._fold import read_step
from rules.games.dicebattle._state import (
    NO_BATTLE,
    ZONES,
    Battle,
    Entry,
    Laid,
    Phase,
    Player,
    State,
    first_state,
)
from rules.games.dicebattle._steps import STEP_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.games.dicebattle._config import Config

__all__ = ["parse_state"]

_CARDS = ("hand", "deck", "grave", "used")
_SEATED = (*_CARDS, *ZONES, "dice", "stars", "actions")
_KEYS = (*_SEATED, "turn", "first", "battle", "queue", "agenda", "due", "spot", "ply", "end")
_SETTING_UP = frozenset((Phase.DEAL, Phase.ROLL_OFF, Phase.LOT, Phase.LEAD))
_ENDINGS = ("DBM-9.3", "DBM-4.3")
_LAID = re.compile(r"([1-9][0-9]?)=([^/=]+)/(up|down)(/old)?(?:/room([0-9]))?(?:/ply([0-9]{1,6}))?")
_ENTRY = re.compile(r"(([AB])\.(?:main|circle|stock)[1-9][0-9]?)=([^/=]+)/([1-6])")
_STEP = re.compile(r"([a-z_]+)\.[AB]\.[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class _Word:
    """A word, the line it stands in and where."""

    text: str
    line: str
    number: int
    at: int

    def wrong(self, what: str, fix: str) -> NotationError:
        return NotationError(f"line {self.number}: {what}", self.line, self.at, fix)


def parse_state(text: str, config: Config) -> State:
    """Read a position; raises `NotationError` with the line, the place and how to mend it."""
    return _Reader(config).read(text)


class _Reader:
    """One reading; `lines` maps a key (and a seat) to its words, the key itself first."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.lines: dict[tuple[str, str], list[_Word]] = {}

    def read(self, text: str) -> State:
        for number, line in enumerate(text.splitlines(), 1):
            self.split(number, line)
        state = self.turn(first_state(self.config))
        a, b = (self.player(state, seat) for seat in SEATS)
        state = state._replace(players=(a, b), battle=self.battle())
        steps = []
        for word in self.words("agenda", 1, 99, "write for example: agenda queue.A.0"):
            found = _STEP.fullmatch(word.text)
            if found is None or found[1] not in STEP_NAMES:
                fix = did_you_mean(word.text.partition(".")[0], STEP_NAMES)
                raise word.wrong(f"{word.text!r} is no step", fix + " as in queue.A.0")
            steps.append(read_step(word.text))
        state = state._replace(
            agenda=tuple(steps), due=self.count("due"), ply=self.count("ply"), spot=self.spot(state)
        )
        self.whole(state)
        return state

    def split(self, number: int, line: str) -> None:
        code = line.partition("#")[0]
        words = [_Word(m[0], line, number, m.start()) for m in re.finditer(r"\S+", code)]
        if not words:
            return
        key, seat = words[0], ""
        if key.text not in _KEYS:
            fix = did_you_mean(key.text, _KEYS)
            raise key.wrong(f"{key.text!r} is nothing a position has", fix)
        if key.text in _SEATED:
            if len(words) < 2 or words[1].text not in SEATS:
                raise key.wrong("whose?", f"write {key.text} A … or {key.text} B …")
            seat = words.pop(1).text
        if (key.text, seat) in self.lines:
            raise key.wrong(f"{key.text} {seat}".strip() + " stands twice", "keep one of them")
        self.lines[key.text, seat] = words

    def words(self, key: str, least: int, most: int, fix: str, seat: str = "") -> list[_Word]:
        """The words after a key; none if its line was left out."""
        words = self.lines.get((key, seat), [])
        if words and not least < len(words) <= most + 1:
            raise words[0].wrong(f"{key} cannot be read", fix)
        return words[1:]

    def number(self, word: _Word, most: int = 999_999) -> int:
        text = word.text
        if not text.isascii() or not text.isdigit() or len(text) > 6 or int(text) > most:
            raise word.wrong(f"{text!r} is no number here", f"write a number from 0 to {most}")
        return int(text)

    def count(self, key: str) -> int:
        words = self.words(key, 1, 1, f"write for example: {key} 1")
        return self.number(words[0]) if words else 0

    def one_of(self, word: _Word, known: tuple[str, ...], what: str) -> str:
        if word.text not in known:
            raise word.wrong(f"{word.text!r} is no {what}", did_you_mean(word.text, known))
        return word.text

    def turn(self, state: State) -> State:
        """The lines `turn`, `first` and `end`."""
        words = self.words("turn", 3, 3, "write for example: turn 3 B set")
        number, seat, phase = 0, 0, Phase.DEAL
        if words:
            number = self.number(words[0])
            seat = SEATS.index(self.one_of(words[1], SEATS, "seat"))
            phase = Phase(self.one_of(words[2], tuple(p.value for p in Phase), "phase"))
            if (number == 0) != (phase in _SETTING_UP) and phase is not Phase.END:
                fix = "before the first round write turn 0, later a number from 1"
                raise words[0].wrong(f"round {number} has no phase {phase}", fix)
        first = seat if number else 0
        for word in self.words("first", 1, 1, "write first A or first B"):
            first = SEATS.index(self.one_of(word, SEATS, "seat"))
        ending = ""
        for word in self.words("end", 1, 1, "write for example: end DBM-9.3"):
            ending = self.one_of(word, _ENDINGS, "clause that ends a game")
        return state._replace(round=number, seat=seat, phase=phase, first=first, ending=ending)

    def player(self, state: State, seat: str) -> Player:
        """One seat's cards and counters; unknown cards where nothing is written."""
        dice = self.words("dice", 1, 3, "write for example: dice A 4 0 set", seat)
        roll = self.number(dice[0], 6) if dice else 0
        redraws = self.number(dice[1], 3) if dice[1:] else 0
        if dice[2:]:
            self.one_of(dice[2], ("set",), "word here")
        stars = [self.number(w, 99) for w in self.words("stars", 1, 1, "write stars A 2", seat)]
        up = [MIRACLE, REVIVAL]
        if ("actions", seat) in self.lines:
            words = self.lines["actions", seat][1:]
            up = [self.one_of(w, (MIRACLE, REVIVAL, "-"), "action card") for w in words]
        main, circle, stock = (self.zone(key, seat) for key in ZONES)
        grave = self.cards("grave", seat) or ()
        dealt = state.phase is not Phase.DEAL
        lying = len([c for c in main if c.card != "token"]) + len(circle) + len(stock)
        hand = self.cards("hand", seat)
        if hand is None:
            hand = (UNKNOWN,) * max(0, HAND_SIZE - lying) if dealt else ()
        deck = self.cards("deck", seat)
        if deck is None:
            told = self.config.decks[SEATS.index(seat)]
            rest = max(0, DECK_SIZE - len(hand) - len(grave) - lying)
            deck = told if told is not None and not dealt else (UNKNOWN,) * rest
        return Player(
            tuple(sorted(hand)),
            deck,
            tuple(sorted(grave)),
            main,
            circle,
            stock,
            MIRACLE in up,
            REVIVAL in up,
            stars[0] if stars else 0,
            roll,
            redraws,
            bool(dice[2:]),
        )

    def cards(self, key: str, seat: str) -> tuple[str, ...] | None:
        words = self.lines.get((key, seat))
        if words is None:
            return None
        cards: list[str] = []
        for word in words[1:]:
            name, star, count = word.text.partition("*")
            if word.text == "-":
                continue
            hidden = name == UNKNOWN and key in ("hand", "deck")
            if not hidden:
                self.card(word, name)
            if star and not (count.isascii() and count.isdigit() and 0 < int(count[:4]) < 100):
                raise word.wrong(f"{word.text!r} is no number of cards", "write for example ?*5")
            cards += [name] * (int(count[:4]) if star else 1)
        return tuple(cards)

    def card(self, word: _Word, name: str, *also: str) -> None:
        known = tuple(c.id for c in self.config.cards.values() if c.deckable)
        if name not in known and name not in also:
            raise word.wrong(f"{name!r} is no card of a deck", did_you_mean(name, known))

    def zone(self, key: str, seat: str) -> tuple[Laid, ...]:
        laid: dict[str, Laid] = {}
        for word in self.lines.get((key, seat), [])[1:]:
            if word.text == "-":
                continue
            found = _LAID.fullmatch(word.text)
            if found is None:
                raise word.wrong(f"{word.text!r} cannot be read", "write for example 1=h04/down")
            up = found[3] == "up"
            self.card(word, found[2], *(() if up else (UNKNOWN,)), *("token",) * (key == "main"))
            cell = f"{seat}.{key}{found[1]}"
            if cell in laid or "token" in {c.card for c in laid.values()}:
                raise word.wrong(f"{cell} is taken", "one card lies on a place, the token alone")
            old = bool(found[4])
            if old and key != "stock":
                raise word.wrong("only grants stay from round to round", "leave out /old")
            room = int(found[5]) if found[5] else -1
            laid[cell] = Laid(cell, found[2], int(found[6] or 0), up, not old, room)
        return tuple(sorted(laid.values()))

    def battle(self) -> Battle:
        words = self.lines.get(("battle", ""), [])
        if not words:
            return NO_BATTLE
        fix = "write for example: battle battle 5,3 low tie.A"
        if len(words) < 3 or not re.fullmatch(r"[0-9]{1,3},[0-9]{1,3}", words[2].text):
            raise words[0].wrong("battle cannot be read", fix)
        stage = self.one_of(words[1], ("battle", "over"), "stage of a battle")
        a, b = (int(n) for n in words[2].text.split(","))
        flags = {word.text: word for word in words[3:]}
        margin = 0
        known = ["low", "tie.A", "tie.B", "winner.A", "winner.B"]
        known += [f"hushed.{s}.{kind}" for s in SEATS for kind in ("magic", "unit")]
        for text, word in flags.items():
            if found := re.fullmatch(r"margin\.([0-9]{1,3})", text):
                margin = int(found[1])
            else:
                self.one_of(word, tuple(known), "part of a battle")
        h0, h1, h2, h3 = (
            f"hushed.{s}.{kind}" in flags for s in SEATS for kind in ("magic", "unit")
        )
        winner = 0 if "winner.A" in flags else 1 if "winner.B" in flags else -1
        ties = ("tie.A" in flags, "tie.B" in flags)
        used = (self.cards("used", "A") or (), self.cards("used", "B") or ())
        return Battle(
            stage,
            (a, b),
            "low" in flags,
            ties,
            (h0, h1, h2, h3),
            self.queue(),
            winner,
            margin,
            used,
        )

    def queue(self) -> tuple[Entry, ...]:
        entries = []
        for word in self.lines.get(("queue", ""), [])[1:]:
            found = _ENTRY.fullmatch(word.text)
            if found is None:
                fix = "write for example queue A.main1=h04/2"
                raise word.wrong(f"{word.text!r} cannot be read", fix)
            self.card(word, found[3])
            card = self.config.cards[found[3]]
            if (card.grant if ".stock" in found[1] else card.effect) is None:
                raise word.wrong(f"{card.id} has no effect there", "take it out of the queue")
            entries.append(Entry(int(found[4]), SEATS.index(found[2]), found[1], found[3]))
        return tuple(entries)

    def spot(self, state: State) -> str:
        del state
        words = self.words("spot", 1, 1, "write for example: spot A.main1")
        return words[0].text if words else ""

    def whole(self, state: State) -> None:
        """What the lines must agree on."""
        word = next(iter(self.lines.values()), [_Word("", "", 1, 0)])[0]
        if (state.phase is Phase.END) != bool(state.ending):
            raise word.wrong("the phase end and a line end go together", "add: end DBM-9.3")
        for phases, fine, what, fix in _WHOLE:
            if state.phase in phases and not fine(state):
                raise word.wrong(f"phase {state.phase} {what}", fix)


def _unseen(state: State) -> bool:
    """Whether the seat has a grant whose place in the queue nobody else may know."""
    return any(not laid.up for laid in state.players[state.seat].stock)


def _lost(state: State) -> bool:
    return state.battle.winner == 1 - state.seat and bool(revivable(state, state.seat))


def _waits(state: State) -> bool:
    return bool(state.battle.queue) or _unseen(state)


def _asked_about(state: State) -> bool:
    return _unseen(state) or any(
        e.cell == state.spot and e.seat == state.seat for e in state.battle.queue
    )


_IN_BATTLE = (Phase.WINDOW, Phase.HIDDEN, Phase.PURGE)
_QUEUED = (Phase.ORDER, Phase.EFFECT)
_COUNTED = (Phase.DISCARD, Phase.RECOVER, Phase.PURGE)
_FOLLOWED = (*_IN_BATTLE, *_QUEUED, *_COUNTED, Phase.REVIVAL, Phase.REVIVE, Phase.RENEW,
             Phase.PENALTY)  # fmt: skip
_LAST = ("compare", "lost", "stars", "next", "setting")
"""Steps after which another question, or the end of the game, always follows."""
_WHOLE: tuple[tuple[tuple[Phase, ...], Callable[[State], bool], str, str], ...] = (
    ((Phase.SET, Phase.REDRAW), lambda s: s.players[s.seat].roll > 0, "follows a roll",
     "add for example: dice A 4"),
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
    ((Phase.ORDER,), _waits, "needs effects that wait",
     "add a line queue"),
    ((Phase.EFFECT,), _asked_about, "asks about an effect that waits",
     "add lines spot and queue that agree"),
)  # fmt: skip
