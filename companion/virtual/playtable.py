"""The virtual table, played at by hand: deeds come in from any thread, scenes go out to a camera.

`Fingers` move the papers; a `PlayTable` puts a lock around them, numbers the papers so that a
number says nothing of what is printed, and decides what of them may be shown.

`put_right` brings the table to a layout: few errands by a visible hand, many at one go.  A deed
that comes meanwhile waits for nobody: what is left of the errands is done at once.
"""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.tabletop import Deed, Doing, Shown, Thing
from companion.virtual.dealing import open_stock, table_order
from companion.virtual.errands import Errand
from companion.virtual.fingers import Fingers, Posture
from companion.virtual.remembered import Memory
from companion.virtual.scene import Scene
from companion.virtual.spoken import Saying, pieces_of, say
from companion.virtual.stage import Tick
from companion.virtual.upkeep import Upkeep
from rules import (
    CHANCE,
    UNKNOWN,
    Action,
    Event,
    Game,
    Layout,
    Lying,
    Mat,
    PrintedCard,
    Seat,
    Setup,
    Spot,
    TableForm,
    Verb,
)

__all__ = ["Beginning", "PlayTable", "Side"]

_SHOWN_ERRANDS: Final = 3
_QUALITY: Final = 82
_LATE_S: Final = 0.5
_REDRAWN: Final = "redrawn"
_MIXED: Final = "shuffled"
_SHUFFLES: Final = frozenset((_REDRAWN, _MIXED, "renewed"))
"""What a game calls a hand that is exchanged, a pile with what was laid on it in another order, and
an open pile that becomes the face-down one."""
_FORGOTTEN_S: Final = 12.0
"""A paper that is carried without moving for so long goes back: its page was closed."""


Side = Callable[[str, bool], npt.NDArray[np.uint8]]


@dataclass(frozen=True, slots=True)
class Beginning:
    """What is played on what: the agreement, the table form, its mat, and how it lies, dealt."""

    setup: Setup
    form: TableForm
    mat: Mat
    layout: Layout


class PlayTable:
    """One table with all its papers."""

    def __init__(
        self, beginning: Beginning, cards: Sequence[PrintedCard], side: Side, seed: int
    ) -> None:
        """`side` draws the face (True) or the back of a paper by its tag; `seed` shuffles."""
        self._form, self._setup = beginning.form, beginning.setup
        self._beginning, self._side = beginning.layout, side
        self._rng = random.Random(seed)
        self._lock = threading.RLock()
        self.changed = threading.Condition(self._lock)
        self._version = 1
        self._cards = list(cards)
        self._tags = [card.tag for card in self._cards]
        self._rng.shuffle(self._tags)
        self._number = {tag: n for n, tag in enumerate(self._tags, 1)}
        self._sizes = {card.tag: _size(card.front) for card in self._cards}
        self._piles = [zone for zone in self._form.zones if zone.pile and not zone.strict]
        stock = open_stock(self._cards, self._form.owners, self._setup, self._beginning)
        rng = np.random.default_rng(seed)
        self._fingers = Fingers(beginning.mat, self._form, stock, self._cards, rng)
        self._gesture: Iterator[Tick] | None = None
        self._carried_s = self._now = self._due_s = 0.0
        self._memory: Memory | None = None

    def remember(self, memory: Memory | None, *, lay: bool = False) -> None:
        """From now on keep how the table lies (None: no longer); `lay` it first as it was kept."""
        with self._lock:
            self._memory = memory
            if memory is not None and lay and memory.recall(self._fingers):
                self._tell()

    # What a page asks.

    @property
    def version(self) -> int:
        """Rises with every change."""
        return self._version

    def do(self, doing: Doing) -> bool:
        """Do one deed; False if the table is not so that it could be done."""
        with self._lock:
            self._finish()
            done = self._do(doing)
            if done:
                self._carried_s = self._now
                self._tell()
            return done

    def shown(self) -> Shown:
        """The table as whoever plays at it may see it."""
        with self._lock:
            hands = self._fingers.stock.hands
            return Shown(
                self._version,
                self._lying(),
                {seat: tuple(map(self._off, hands.get(seat, ()))) for seat in self._fingers.seats},
                self._box(),
                {cell: die.value for cell, die in self._fingers.dice.items()},
                tuple(zone.cell for zone in self._form.zones if "d6" in zone.dice),
                self._number[self._fingers.carried.tag] if self._fingers.carried else 0,
            )

    def picture(self, number: int, *, up: bool) -> bytes | None:
        """A side of a paper as JPEG; nothing of the face of one that lies face down."""
        if not 1 <= number <= len(self._tags):
            return None
        tag = self._tags[number - 1]
        with self._lock:
            if up and self._hidden(tag):
                return b""
            image = self._side(tag, up)
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        return bytes(data) if done else None

    def put_right(self, layout: Layout, seat: Seat) -> None:
        """Let hands bring the table to a layout."""
        with self._lock:
            self._finish()
            fingers = self._fingers
            fingers.let_go()
            fingers.gather()
            strict = [zone.cell for zone in self._form.zones if zone.strict]
            any_way = [zone.cell for zone in self._form.zones if not zone.turns]
            acting = seat if seat in fingers.seats else fingers.seats[0]
            keeping = Upkeep(
                fingers.stage,
                fingers.stock,
                strict,
                others=self._unread(layout),
                chosen=strict,
                any_way=any_way,
                taken=fingers.taken,
            )
            errands = keeping.errands(fingers.as_dealt(layout), acting, [])
            for errand in errands:
                posture = Posture(errand.seat, errand.turn, errand.face_up)
                fingers.postures[errand.tag] = posture if errand.place else Posture()
                fingers.taken.pop(errand.tag, None)
                if not errand.place:
                    fingers.give_back(errand.tag, acting)
            if len(errands) <= _SHOWN_ERRANDS:
                self._gesture = fingers.stage.visit(acting, errands)
            else:
                for errand in errands:
                    fingers.stage.do(errand)
            self._tell()

    def pick_up_die(self) -> None:
        """Take the die out of its tray."""
        with self._lock:
            if self._fingers.dice:
                self._fingers.dice.clear()
                self._tell()

    def _unread(self, layout: Layout) -> list[str]:
        """A seat's own places where it keeps face down what no layout knows yet: written orders."""
        piles = self._fingers.stage.piles
        own = (z.cell for z in self._piles if z.owner and not layout.get(z.cell))
        return [cell for cell in own if any(self._hidden(tag) for tag in piles.get(cell, ()))]

    def draw(self, layout: Layout, seat: Seat) -> None:
        """Cards that a layout no longer has on face-down piles come to their owners' hands.

        A pile of nobody's cards is laid as soon as the layout has one.
        """
        with self._lock:
            drawn = [self._fingers.draw(zone, layout.get(zone.cell), seat) for zone in self._piles]
            drawn += [self._fingers.heap(zone, layout.get(zone.cell)) for zone in self._piles]
            if any(drawn):
                self._tell()

    def shuffle(self, event: Event, layout: Layout) -> None:
        """A hand that was redrawn goes into its pile and comes anew; an empty pile is renewed.

        So is a pile mixed, with a card that a seat has put back on it.

        A layout does not show it, and no hand at a page can shuffle.
        """
        piles = (zone for zone in self._piles if zone.owner == event.seat)
        backs = (zone for zone in piles if _is_back(layout.get(zone.cell, ())))
        zone = next(backs, None)
        if zone is None or event.kind not in _SHUFFLES:
            return
        with self._lock:
            self._finish()
            self._fingers.let_go()
            if event.kind == _REDRAWN:
                done = self._fingers.redraw(zone, event.seat)
            elif event.kind == _MIXED:
                done = self._fingers.mix(zone)
            else:
                done = self._fingers.renew(zone, layout)
            if done:
                self._tell()

    def set_up(self) -> None:
        """Clear the table, shuffle, and lay out the beginning of the match."""
        layout = self._beginning
        with self._lock:
            self._gesture = None
            stock = open_stock(self._cards, self._form.owners, self._setup, layout)
            stock.shuffle(self._rng)
            order = table_order(layout, self._cards, self._form.owners, self._setup)
            self._fingers.lay_out(order, stock)
            self._tell()

    def says(self, game: Game[Any], state: Any, action: Action) -> tuple[str, str] | None:  # noqa: ANN401 - the game's own
        """The piece that says an action and its place, if it lies there already."""
        saying = self._saying(game, state, action)
        if saying is None:
            return None
        with self._lock:
            self._finish()
            stock = self._fingers.stock
            there = self._fingers.stage.piles.get(saying.cell, ())
            lies = any(stock.card[tag] == saying.card for tag in there)
            return (saying.card, saying.cell) if lies else None

    def say(self, game: Game[Any], state: Any, action: Action) -> bool:  # noqa: ANN401 - (same)
        """Let a hand lay the piece that says an action, or turn up the card that is asked for.

        False if no piece does, or no such card lies there.
        """
        if _blind(action):
            return self._turn_up(action)
        saying = self._saying(game, state, action)
        if saying is None:
            return False
        with self._lock:
            self._finish()
            fingers = self._fingers
            fingers.let_go()
            tag = fingers.stock.from_box(saying.card, saying.owner) or fingers.lying(saying.card)
            if tag is None:
                return False
            seat = saying.owner or fingers.seats[0]
            fingers.postures[tag] = Posture(seat)
            self._gesture = fingers.stage.visit(seat, [Errand(tag, saying.cell, seat)])
            self._tell()
            return True

    def _turn_up(self, action: Action) -> bool:
        """A hand turns up a card that lies face down, nobody's to lie on top of what covers it."""
        with self._lock:
            self._finish()
            fingers = self._fingers
            fingers.let_go()
            shared = action.seat == CHANCE
            pile = fingers.stage.piles.get(action.at, [])
            owner = "" if shared else action.seat
            down = [t for t in pile if self._hidden(t) and fingers.stock.owner[t] == owner]
            if not down:
                return False
            tag, seat = down[-1], owner or fingers.seats[0]
            under = 0 if shared else len(pile) - 1 - pile.index(tag)
            posture = replace(fingers.posture(tag), up=True)
            fingers.postures[tag] = posture
            turned = Errand(tag, action.at, posture.seat or seat, posture.turn, under=under)
            self._gesture = fingers.stage.visit(seat, [turned])
            self._tell()
            return True

    def _saying(self, game: Game[Any], state: Any, action: Action) -> Saying | None:  # noqa: ANN401 - (same)
        if _blind(action):
            return None
        pieces = pieces_of(self._cards, self._form.owners)
        return say(game, state, self._form, pieces, action)

    # What a camera asks.

    def scene(self, now: float) -> tuple[Scene, bool]:
        """The table at `now`, seconds of the camera's clock, and whether something moves."""
        with self._lock:
            self._now, fingers = now, self._fingers
            if fingers.carried is not None and now - self._carried_s > _FORGOTTEN_S:
                fingers.let_go()
                self._tell()
            self._go_on(now)
            scene = replace(fingers.stage.scene, dice=tuple(fingers.dice.values()))
            if fingers.carried is not None:
                scene = replace(scene, hands=(fingers.carried.hand,))
            return scene, bool(scene.hands) or self._gesture is not None

    # Deeds.

    def _do(self, doing: Doing) -> bool:
        fingers = self._fingers
        if doing.deed is Deed.BACK:
            return fingers.let_go()
        if doing.deed is Deed.ROLL:
            return fingers.roll(doing.place, str(self._rng.randrange(6) + 1))
        if not 1 <= doing.number <= len(self._tags):
            return False
        tag = self._tags[doing.number - 1]
        match doing.deed:
            case Deed.TURN:
                return fingers.turn(tag)
            case Deed.FLIP:
                return fingers.flip(tag)
            case Deed.HAND:
                return doing.place in fingers.seats and fingers.away(tag, doing.place)
            case Deed.BOX:
                return fingers.away(tag, "")
        if doing.at is None or not fingers.drag(tag, *doing.at):
            return False
        if doing.deed is Deed.DROP:
            fingers.drop()
        return True

    def _go_on(self, now: float) -> None:
        """Hands move by the clock, however seldom anybody looks."""
        while self._gesture is not None and now >= self._due_s:
            tick = next(self._gesture, None)
            self._due_s = max(self._due_s, now - _LATE_S) + (tick.seconds if tick else 0.0)
            if tick is None:
                self._gesture = None
                self._tell()

    def _finish(self) -> None:
        """What hands still have to do is done at once."""
        for _ in self._gesture or ():
            pass
        self._gesture = None

    def _tell(self) -> None:
        self._version += 1
        if self._memory is not None and self._fingers.carried is None and self._gesture is None:
            self._memory.keep(self._fingers)
        self.changed.notify_all()

    # What is shown.

    def _lying(self) -> tuple[Thing, ...]:
        stage = self._fingers.stage
        below: dict[str, tuple[str, int]] = {}
        hidden: set[str] = set()
        for cell, pile in stage.piles.items():
            covered = [tag for tag in pile if not stage.bare(tag)]
            hidden.update(covered)
            below.update({tag: (cell, len(covered)) for tag in pile if tag not in covered})
        found = []
        for piece in stage.scene.pieces:
            if piece.tag in hidden:
                continue
            cell, count = below.get(piece.tag, ("", 0))
            thing = replace(self._thing(piece.tag, up=piece.face_up), cell=cell, below=count)
            found.append(
                replace(thing, x_mm=piece.x_mm, y_mm=piece.y_mm, turn_deg=piece.rotation_deg)
            )
        return tuple(found)

    def _box(self) -> tuple[Thing, ...]:
        """One piece of each sort, and how many more there are."""
        box, stock = self._fingers.stock.box, self._fingers.stock
        alike = Counter((stock.card[tag], stock.owner[tag]) for tag in box)
        first = {(stock.card[tag], stock.owner[tag]): tag for tag in reversed(box)}
        printed = list(self._sizes)
        order = sorted(first, key=lambda sort: (sort[1], printed.index(first[sort])))
        return tuple(replace(self._off(first[sort]), below=alike[sort] - 1) for sort in order)

    def _off(self, tag: str) -> Thing:
        """A paper that does not lie on the table: in a hand or in the box."""
        posture = self._fingers.postures.get(tag)
        return replace(self._thing(tag, up=True), up=posture is None or posture.up)

    def _thing(self, tag: str, *, up: bool) -> Thing:
        stock = self._fingers.stock
        card = stock.card[tag] if up else ""
        held = self._fingers.held.get(tag, "")
        return Thing(self._number[tag], card, stock.owner[tag], up, self._sizes[tag], held=held)

    def _hidden(self, tag: str) -> bool:
        """Whether a paper lies face down or is carried so."""
        carried = self._fingers.carried
        piece = carried.piece if carried and carried.tag == tag else None
        lying = piece or self._fingers.stage.scene.find(tag)
        return lying is not None and not lying.face_up


def _size(spot: Spot) -> tuple[float, float]:
    """The upright size of what is printed there, mm."""
    sideways = spot.turn % 180 != 0
    return (spot.height_mm, spot.width_mm) if sideways else (spot.width_mm, spot.height_mm)


def _is_back(pile: Sequence[Lying]) -> bool:
    return bool(pile) and pile[-1].card == UNKNOWN


def _blind(action: Action) -> bool:
    """Whether an action turns up a card that nobody knows before it is seen."""
    return action.verb is Verb.FLIP and action.card == UNKNOWN
