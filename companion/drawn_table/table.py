"""The drawn table: accepts drag commands from any thread and returns scenes for a camera.

A `PlayTable` adds a lock and a clock to the modules that move the pieces and hide their faces:

  drag          one piece at a time, as the player moves it
  hidden_piles  piles from which the match draws and which it shuffles
  auto_moves    simulated moves, which spare the player from moving every piece
  visibility    random numbers for the pieces, and the visible part of the table

Up to `_SHOWN_ERRANDS` simulated moves are animated; more are carried out without an animation. A
command that arrives during an animation completes it immediately.
"""

import random
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.drawn_table.auto_moves import placed_token, rearrange, turned_up
from companion.drawn_table.drag import PaperDragger
from companion.drawn_table.hidden_piles import HiddenPiles
from companion.drawn_table.initial_deal import open_stock, table_order
from companion.drawn_table.persistence import TableStore
from companion.drawn_table.values import DragCommand, DragKind, TableSnapshot
from companion.drawn_table.visibility import VisibleTable
from companion.robots.declarations import Saying, pieces_of, say
from companion.simulator.hand_moves import perform
from companion.simulator.scene import Scene
from companion.simulator.stage import SceneFrame
from rules import (
    UNKNOWN,
    Action,
    Event,
    Game,
    Layout,
    Mat,
    PrintedCard,
    Seat,
    Setup,
    TableForm,
    Verb,
)

_SHOWN_ERRANDS: Final = 3
_QUALITY: Final = 82
_LATE_S: Final = 0.5
_FORGOTTEN_S: Final = 12.0
"""Time after which an idle carried piece returns, because its page was probably closed, s."""


Side = Callable[[str, bool], npt.NDArray[np.uint8]]


@dataclass(frozen=True, slots=True)
class Beginning:
    """The start of a match: its setup, the table form, the mat, and the dealt layout."""

    setup: Setup
    form: TableForm
    mat: Mat
    layout: Layout


class PlayTable:
    """One table with all its pieces."""

    def __init__(
        self, beginning: Beginning, cards: Sequence[PrintedCard], side: Side, seed: int
    ) -> None:
        """Create the table; `side` draws the face (True) or the back of the piece with a tag."""
        self._form, self._setup = beginning.form, beginning.setup
        self._beginning, self._side = beginning.layout, side
        self._rng = random.Random(seed)
        self._lock = threading.RLock()
        self.changed = threading.Condition(self._lock)
        self._version = 1
        self._cards = list(cards)
        tags = [card.tag for card in self._cards]
        self._rng.shuffle(tags)
        stock = open_stock(self._cards, self._form.owners, self._setup, self._beginning)
        rng = np.random.default_rng(seed)
        self._fingers = PaperDragger(beginning.mat, self._form, stock, self._cards, rng)
        self._face_down = HiddenPiles(self._fingers, rng, beginning.layout)
        self._showing = VisibleTable(self._fingers, self._cards, tags)
        self._gesture: Iterator[SceneFrame] | None = None
        self._carried_s = self._now = self._due_s = 0.0
        self._memory: TableStore | None = None

    def remember(self, memory: TableStore | None, *, restore: bool = False) -> None:
        """Save every change in `memory`, if given. With `restore`, restore the table first."""
        with self._lock:
            self._memory = memory
            if memory is not None and restore and memory.recall(self._fingers):
                self._notify()

    # The page's side.

    @property
    def version(self) -> int:
        """The version, which increases with every change."""
        return self._version

    def do(self, doing: DragCommand) -> bool:
        """Perform one drag command; return False if it is impossible."""
        with self._lock:
            self._finish()
            done = self._do(doing)
            if done:
                self._carried_s = self._now
                self._notify()
            return done

    def shown(self) -> TableSnapshot:
        """Return the visible part of the table."""
        with self._lock:
            return self._showing.shown(self._version)

    def picture(self, number: int, *, up: bool) -> bytes | None:
        """Return a side of a piece as a JPEG, which is empty for the face of a face-down piece."""
        tag = self._showing.tag(number)
        if tag is None:
            return None
        with self._lock:
            if up and self._fingers.hidden(tag):
                return b""
            image = self._side(tag, up)
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        return bytes(data) if done else None

    def rearrange(self, layout: Layout, seat: Seat, left: Collection[str] = ()) -> None:
        """Arrange the table to match a layout; the cells in `left` are not changed."""
        with self._lock:
            self._finish()
            fingers = self._fingers
            fingers.let_go()
            fingers.gather()
            acting = seat if seat in fingers.seats else fingers.seats[0]
            hand_moves = rearrange(fingers, layout, acting, left)
            if len(hand_moves) <= _SHOWN_ERRANDS:
                self._gesture = perform(fingers.stage, acting, hand_moves)
            else:
                for hand_move in hand_moves:
                    fingers.stage.do(hand_move)
            self._notify()

    def reset_die(self, cell: str, value: str) -> None:
        """Set the die in a tray to a value; "" removes the die."""
        with self._lock:
            if cell in self._fingers.dice:
                if value:
                    self._fingers.roll(cell, value)
                else:
                    self._fingers.dice.clear()
                self._notify()

    def draw(self, layout: Layout, seat: Seat) -> None:
        """Move the excess cards of face-down piles, compared with a layout, to their owners' hands.

        A shared pile is placed as soon as the layout contains it.
        """
        with self._lock:
            if self._face_down.follow(layout, seat):
                self._notify()

    def shuffle(self, event: Event, layout: Layout) -> None:
        """Shuffle a redrawn hand, a renewed pile, or a pile with a returned card.

        Layouts do not show these changes.
        """
        zone = self._face_down.shuffled(event, layout)
        if zone is None:
            return
        with self._lock:
            self._finish()
            self._fingers.let_go()
            if self._face_down.shuffle(event, zone, layout):
                self._notify()

    def set_up(self) -> None:
        """Clear the table, shuffle, and lay out the beginning of the match."""
        layout = self._beginning
        with self._lock:
            self._gesture = None
            stock = open_stock(self._cards, self._form.owners, self._setup, layout)
            stock.shuffle(self._rng)
            order = table_order(layout, self._cards, self._form.owners, self._setup)
            self._fingers.lay_out(order, stock)
            self._notify()

    def says(self, game: Game[Any], state: Any, action: Action) -> tuple[str, str] | None:  # noqa: ANN401 - the game's own type
        """Return the token that declares an action and its cell, if it is already in place."""
        saying = self._saying(game, state, action)
        if saying is None:
            return None
        with self._lock:
            self._finish()
            stock = self._fingers.stock
            there = self._fingers.stage.piles.get(saying.cell, ())
            present = any(stock.card[tag] == saying.card for tag in there)
            return (saying.card, saying.cell) if present else None

    def say(self, game: Game[Any], state: Any, action: Action) -> bool:  # noqa: ANN401 - as above
        """Place the token that declares an action, or turn up the requested card.

        Return False if there is no such token or card.
        """
        saying = self._saying(game, state, action)
        if saying is None and not _blind(action):
            return False
        with self._lock:
            self._finish()
            fingers = self._fingers
            fingers.let_go()
            found = turned_up(fingers, action) if saying is None else placed_token(fingers, saying)
            if found is None:
                return False
            seat, hand_move = found
            self._gesture = perform(fingers.stage, seat, [hand_move])
            self._notify()
            return True

    def _saying(self, game: Game[Any], state: Any, action: Action) -> Saying | None:  # noqa: ANN401 - as above
        if _blind(action):
            return None
        return say(game, state, self._form, pieces_of(self._cards, self._form.owners), action)

    # The camera's side.

    def scene(self, now: float) -> tuple[Scene, bool]:
        """Return the table at `now` (camera clock, s), and True if something moves."""
        with self._lock:
            self._now, fingers = now, self._fingers
            if fingers.carried is not None and now - self._carried_s > _FORGOTTEN_S:
                fingers.let_go()
                self._notify()
            self._go_on(now)
            scene = replace(fingers.stage.scene, dice=tuple(fingers.dice.values()))
            if fingers.carried is not None:
                scene = replace(scene, hands=(fingers.carried.hand,))
            return scene, bool(scene.hands) or self._gesture is not None

    # Drag commands.

    def _do(self, doing: DragCommand) -> bool:
        fingers = self._fingers
        if doing.deed is DragKind.BACK:
            return fingers.let_go()
        if doing.deed is DragKind.ROLL:
            return fingers.roll(doing.place, str(self._rng.randrange(6) + 1))
        tag = self._showing.tag(doing.number)
        if tag is None:
            return False
        match doing.deed:
            case DragKind.TURN:
                return fingers.turn(tag)
            case DragKind.FLIP:
                return fingers.flip(tag)
            case DragKind.HAND:
                return doing.place in fingers.seats and fingers.away(tag, doing.place)
            case DragKind.BOX:
                return fingers.away(tag, "")
        if doing.at is None or not fingers.drag(tag, *doing.at):
            return False
        if doing.deed is DragKind.DROP:
            fingers.drop()
        return True

    def _go_on(self, now: float) -> None:
        """Advance the animation to `now`."""
        while self._gesture is not None and now >= self._due_s:
            tick = next(self._gesture, None)
            self._due_s = max(self._due_s, now - _LATE_S) + (tick.seconds if tick else 0.0)
            if tick is None:
                self._gesture = None
                self._notify()

    def _finish(self) -> None:
        """Finish the animation immediately."""
        for _ in self._gesture or ():
            pass
        self._gesture = None

    def _notify(self) -> None:
        self._version += 1
        if self._memory is not None and self._fingers.carried is None and self._gesture is None:
            self._memory.keep(self._fingers)
        self.changed.notify_all()


def _blind(action: Action) -> bool:
    """Return True if an action turns up an unknown card."""
    return action.verb is Verb.FLIP and action.card == UNKNOWN
