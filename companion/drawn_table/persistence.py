"""Where the papers of a table that is played at by mouse lie, kept beside the match's log.

A real table outlives the program that watches it; this one would be gone with it, and with it what
nobody but its player knows: which card lies face down where.  So the table is written down after
every deed, and a match that is gone on with finds it as it lay, seen by the referee or not.

`m.jsonl` → `m.table.json`: `hands` (seat → tags), `box`, `lying` (tag, x_mm, y_mm, turn_deg, face
up; lower ones first), `piles` (cell → tags), `postures` (tag → seat, turn, face up), `held` (tag →
the seat whose hand it was laid out of), `taken` (tag of a back in a hand → the cell it came off),
`seen` (tag of a card that came open to a hand → its seat).  A die is none of it: what lies in its
tray when the eye opens hides what is beneath, so that the next throw there may be hard to read.
Like the log it is the table owner's own, and is handed to nobody.
"""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

from companion.drawn_table.drag import Fingers, Posture
from companion.simulator.scene import Piece, Scene
from companion.storage.files import LogSidecar


class Memory(LogSidecar):
    """The table beside one log."""

    NAME = "table"

    def keep(self, fingers: Fingers) -> None:
        """Write the table down; where that cannot be done the match goes on without."""
        self._write(_told(fingers))

    def recall(self, fingers: Fingers) -> bool:
        """Lay the table as it was; False, and nothing done, if that is not known of its papers."""
        try:
            table = _Table(fingers, self._read())
        except (KeyError, TypeError, ValueError, AttributeError):
            return False
        return table.lay()


def _told(fingers: Fingers) -> dict[str, Any]:
    pieces = fingers.stage.scene.pieces
    return {
        "hands": fingers.stock.hands,
        "box": fingers.stock.box,
        "lying": [[p.tag, p.x_mm, p.y_mm, p.rotation_deg, p.face_up] for p in pieces],
        "piles": fingers.stage.piles,
        "postures": {tag: astuple(each) for tag, each in fingers.postures.items()},
        "held": fingers.held,
        "taken": fingers.taken,
        "seen": fingers.seen,
    }


class _Table:
    """A table that was read; raises what reading raises for one that is none."""

    def __init__(self, fingers: Fingers, data: dict[str, Any]) -> None:
        self._fingers = fingers
        self._hands = {seat: [str(t) for t in data["hands"][seat]] for seat in fingers.seats}
        self._box = [str(tag) for tag in data["box"]]
        self._pieces = tuple(
            Piece(str(tag), float(x), float(y), float(turn), bool(up))
            for tag, x, y, turn, up in data["lying"]
        )
        self._piles = {str(cell): [str(t) for t in pile] for cell, pile in data["piles"].items()}
        self._postures = {
            str(tag): Posture(str(seat), int(turn), bool(up))
            for tag, (seat, turn, up) in data["postures"].items()
        }
        # Beside logs of older programs nothing stands of how a card came to lie or to a hand.
        self._held, self._seen = (
            {str(tag): seat for tag, seat in data.get(key, {}).items() if seat in fingers.seats}
            for key in ("held", "seen")
        )
        self._taken = {str(tag): str(cell) for tag, cell in data.get("taken", {}).items()}

    def lay(self) -> bool:
        """Lay it, if it is of these very papers, each in one place, on this mat."""
        fingers = self._fingers
        lying = [piece.tag for piece in self._pieces]
        piled = [tag for pile in self._piles.values() for tag in pile]
        here = [*lying, *self._box, *(tag for hand in self._hands.values() for tag in hand)]
        cells = {cell.id for cell in fingers.mat.cells}
        sound = self._piles.keys() <= cells and len(piled) == len(set(piled))
        if not sound or not set(piled) <= set(lying) or sorted(here) != sorted(_papers(fingers)):
            return False
        fingers.stage.scene, fingers.stage.piles = Scene(pieces=self._pieces), self._piles
        fingers.stock.hands, fingers.stock.box = self._hands, self._box
        fingers.carried, fingers.postures, fingers.dice = None, self._postures, {}
        fingers.held, fingers.taken, fingers.seen = self._held, self._taken, self._seen
        return True


def _papers(fingers: Fingers) -> list[str]:
    """Every paper that takes part."""
    stock = fingers.stock
    held = [tag for hand in stock.hands.values() for tag in hand]
    return [*held, *stock.box, *(piece.tag for piece in fingers.stage.scene.pieces)]
