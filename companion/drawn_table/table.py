"""The drawn table: accepts drag commands from any thread and returns scenes for a camera.

A `PlayTable` adds a lock and a clock to the modules that move the pieces and hide their faces:

  pieces        every piece and its placement
  drag          one piece at a time, as the player moves it
  hidden_piles  piles from which the match draws and which it shuffles
  auto_moves    simulated moves, which spare the player from moving every piece
  visibility    random numbers for the pieces, and the visible part of the table

Up to `_SHOWN_MOVES` simulated moves are animated; more are carried out without an animation. A
command that arrives during an animation completes it immediately.
"""

import random
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.drawn_table import dealing, drag, hidden_piles
from companion.drawn_table.auto_moves import (
    flipped,
    own_cards,
    placed_card,
    placed_token,
    rearrange,
    throw_results,
    turned_up,
)
from companion.drawn_table.persistence import TableStore
from companion.drawn_table.pieces import Beginning, TablePieces
from companion.drawn_table.values import DragCommand, TableSnapshot
from companion.drawn_table.visibility import VisibleTable
from companion.robots.declarations import Saying, Sayings, pieces_of
from companion.simulator.hand_moves import perform
from companion.simulator.scene import Scene
from companion.simulator.stage import HandMove, SceneFrame
from rules import UNKNOWN, Action, Event, Layout, Rules, Seat, Verb
from rules.core.hidden_cards import OwnCards

_SHOWN_MOVES: Final = 3
_QUALITY: Final = 82
_LATE_S: Final = 0.5
_FORGOTTEN_S: Final = 12.0
"""Time after which an idle carried piece returns, because its page was probably closed, s."""

Side = Callable[[str, bool], npt.NDArray[np.uint8]]


@dataclass(slots=True)
class _Animation:
    """The frames of a simulated gesture, or None, and the time of the next one."""

    frames: Iterator[SceneFrame] | None = None
    due_s: float = 0.0

    def advance(self, now: float) -> bool:
        """Advance to `now`; return True if the gesture has just ended."""
        while self.frames is not None and now >= self.due_s:
            frame = next(self.frames, None)
            self.due_s = max(self.due_s, now - _LATE_S) + (frame.seconds if frame else 0.0)
            if frame is None:
                self.frames = None
                return True
        return False

    def finish(self) -> None:
        """Finish the gesture immediately."""
        for _ in self.frames or ():
            pass
        self.frames = None


class PlayTable:
    """One table with all its pieces."""

    def __init__(self, beginning: Beginning, side: Side, seed: int) -> None:
        """Create the table; `side` draws the face (True) or the back of the piece with a tag."""
        self._side, self._rng = side, random.Random(seed)
        self.changed = threading.Condition()
        self.version = 1
        self._pieces = TablePieces(beginning, np.random.default_rng(seed))
        hidden_piles.learn(self._pieces, beginning.layout)
        self._visible = VisibleTable(self._pieces, self._rng)
        self._animation = _Animation()
        self._now = 0.0
        self._memory: TableStore | None = None

    def remember(self, memory: TableStore | None, *, restore: bool = False) -> None:
        """Save every change in `memory`, if given. With `restore`, restore the table first."""
        with self.changed:
            self._memory = memory
            if memory is not None and restore and memory.recall(self._pieces):
                self._notify()

    # The page's side.

    def do(self, doing: DragCommand) -> bool:
        """Perform one drag command; return False if it is impossible."""
        with self.changed:
            self._animation.finish()
            pieces, tag = self._pieces, self._visible.tag(doing.number)
            if not drag.obey(pieces, doing, tag, self._rng):
                return False
            if pieces.carried is not None:
                pieces.carried.moved_s = self._now
            self._notify()
            return True

    def shown(self) -> TableSnapshot:
        """Return the visible part of the table."""
        with self.changed:
            return self._visible.shown(self.version)

    def picture(self, number: int, *, up: bool) -> bytes | None:
        """Return a side of a piece as a JPEG, which is empty for the face of a face-down piece."""
        tag = self._visible.tag(number)
        if tag is None:
            return None
        with self.changed:
            if up and self._pieces.hidden(tag):
                return b""
            image = self._side(tag, up)
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        return bytes(data) if done else None

    def rearrange(self, layout: Layout, seat: Seat, left: Collection[str] = ()) -> None:
        """Arrange the table to match a layout; the cells in `left` are not changed."""
        pieces = self._pieces
        with self.changed:
            self._interrupt()
            pieces.gather()
            acting = seat if seat in pieces.seats else pieces.seats[0]
            hand_moves = rearrange(pieces, layout, acting, left)
            if len(hand_moves) <= _SHOWN_MOVES:
                self._animation.frames = perform(pieces.stage, acting, hand_moves)
            else:
                for hand_move in hand_moves:
                    pieces.stage.do(hand_move)
            self._notify()

    def reset_die(self, cell: str, value: str) -> None:
        """Set the die in a tray to a value; "" removes the die."""
        with self.changed:
            if cell in self._pieces.dice:
                if value:
                    drag.roll(self._pieces, cell, value)
                else:
                    self._pieces.dice.clear()
                self._notify()

    def throw(self, roll: Action) -> None:
        """Throw the dice of a roll: a die into its tray, or tokens with the results."""
        with self.changed:
            self._interrupt()
            pieces = self._pieces
            tray = next((each for each in pieces.trays if each.startswith(f"{roll.to}.")), "")
            if tray:
                drag.roll(pieces, tray, roll.value)
            else:
                hand_moves = throw_results(pieces, roll)
                self._animation.frames = perform(pieces.stage, roll.to, hand_moves)
            self._notify()

    def draw(self, layout: Layout, seat: Seat) -> None:
        """Draw the cards that face-down piles no longer have."""
        with self.changed:
            if hidden_piles.follow(self._pieces, layout, seat):
                self._notify()

    def shuffle(self, event: Event, layout: Layout) -> None:
        """Shuffle a hand or a pile if an event says so; layouts do not show this."""
        with self.changed:
            if event.kind in hidden_piles.SHUFFLES:
                self._interrupt()
                hidden_piles.shuffle(self._pieces, event, layout)
                self._notify()

    def set_up(self) -> None:
        """Clear the table, shuffle, and lay out the beginning of the match."""
        with self.changed:
            self._animation.frames = None
            self._pieces.set_up(self._rng)
            self._notify()

    def says(self, game: Rules[Any], state: Any, action: Action) -> tuple[str, str] | None:  # noqa: ANN401 - the game's own type
        """Return the token that declares an action and its cell, if it is already in place."""
        saying = _saying(self._pieces, game, state, action)
        if saying is None:
            return None
        with self.changed:
            self._animation.finish()
            there = self._pieces.stage.piles.get(saying.cell, ())
            present = any(self._pieces.stock.card[tag] == saying.card for tag in there)
            return (saying.card, saying.cell) if present else None

    def say(self, game: Rules[Any], state: Any, action: Action) -> bool:  # noqa: ANN401 - as above
        """Place the token that declares an action, or turn up the card; False if there is none."""
        saying, pieces = _saying(self._pieces, game, state, action), self._pieces
        if saying is None and not _blind(action):
            return False
        with self.changed:
            self._interrupt()
            found = turned_up(pieces, action) if saying is None else placed_token(pieces, saying)
            if found is None:
                return False
            seat, hand_move = found
            self._animation.frames = perform(pieces.stage, seat, [hand_move])
            self._notify()
            return True

    # The tutor's side.

    @property
    def busy(self) -> bool:
        """True while a hand moves something."""
        return self._pieces.carried is not None or self._animation.frames is not None

    def deal(self, cards: Mapping[str, Sequence[str]]) -> None:
        """Exchange cards so that each hand (a seat) or pile (a cell) begins with these cards."""
        with self.changed:
            self._interrupt()
            dealing.deal(self._pieces, cards)
            self._notify()

    def holds(self, cell: str) -> tuple[str, ...]:
        """Return the cards on a cell, the top one first, even if they are face down."""
        with self.changed:
            return dealing.cards_on(self._pieces, cell)

    def put(self, action: Action) -> bool:
        """Place a card from a seat's hand; return False if it is not there."""
        return self._gesture(action, dealing.taken_from_hand)

    def own_cards(self, seat: Seat) -> OwnCards:
        """Return the hidden cards that a seat knows: its hand, and what it placed face down."""
        with self.changed:
            self._animation.finish()
            return own_cards(self._pieces, seat)

    def place(self, action: Action) -> bool:
        """Place a card of the acting seat's hand; return False if the hand does not have it."""
        return self._gesture(action, placed_card)

    def turn_up(self, action: Action) -> bool:
        """Turn up the top card of the action's cell; return False if it is not face down."""
        return self._gesture(action, flipped)

    def _gesture(
        self, action: Action, planned: Callable[[TablePieces, Action], HandMove | None]
    ) -> bool:
        """Perform a seat's move as an animation; return False if it is impossible."""
        with self.changed:
            self._interrupt()
            hand_move = planned(self._pieces, action)
            if hand_move is None:
                return False
            self._animation.frames = perform(self._pieces.stage, action.seat, [hand_move])
            self._notify()
            return True

    # The camera's side.

    def scene(self, now: float) -> tuple[Scene, bool]:
        """Return the table at `now` (camera clock, s), and True if something moves."""
        with self.changed:
            self._now, pieces = now, self._pieces
            if pieces.carried is not None and now - pieces.carried.moved_s > _FORGOTTEN_S:
                drag.let_go(pieces)
                self._notify()
            if self._animation.advance(now):
                self._notify()
            scene = replace(pieces.stage.scene, dice=tuple(pieces.dice.values()))
            if pieces.carried is not None:
                scene = replace(scene, hands=(pieces.carried.hand,))
            return scene, bool(scene.hands) or self._animation.frames is not None

    def _interrupt(self) -> None:
        """Finish the gesture, and return a carried piece."""
        self._animation.finish()
        drag.let_go(self._pieces)

    def _notify(self) -> None:
        self.version += 1
        pieces, moving = self._pieces, self._animation.frames is not None
        if self._memory is not None and pieces.carried is None and not moving:
            self._memory.keep(pieces)
        self.changed.notify_all()


def _saying(pieces: TablePieces, game: Rules[Any], state: Any, action: Action) -> Saying | None:  # noqa: ANN401 - the game's own type
    """Return the token that declares an action, or None."""
    form, tokens = pieces.form, pieces_of(pieces.begun.cards, pieces.form.owners)
    return None if _blind(action) else Sayings(game, state, form, tokens).say(action)


def _blind(action: Action) -> bool:
    """Return True if an action turns up an unknown card."""
    return action.verb is Verb.FLIP and action.card == UNKNOWN
