"""The state of a drawn table, saved next to the match's log.

A real table outlives the program that watches it. A drawn table would disappear, and with it the
secret places of face-down cards. It is therefore saved after every drag, and a resumed match
restores it, whatever the referee saw.

`m.jsonl` → `m.table.json`: `hands` (seat → tags), `box`, `on_mat` (tag, x_mm, y_mm, turn_deg, face
up; lower ones first), `piles` (cell → tags), `postures` (tag → seat, turn, face up), `held` (tag →
the seat from whose hand it was placed), `taken` (tag of a face-down card in a hand → the cell from
which it came), `seen` (tag of a card that was face up when it was put into a hand → the hand's
seat). Dice are omitted: a die that is in its tray at the start hides the background, so the next
throw there may be hard to read. Like the log, the file is private to the table's owner.
"""

from dataclasses import astuple
from typing import Any

from companion.drawn_table.drag import PaperDragger, Posture
from companion.simulator.scene import PaperPiece, Scene
from companion.storage.files import LogSidecar


class TableStore(LogSidecar):
    """The saved table of one log."""

    NAME = "table"

    def keep(self, fingers: PaperDragger) -> None:
        """Save the table; if that fails, the match continues unsaved."""
        self._write(_saved(fingers))

    def recall(self, fingers: PaperDragger) -> bool:
        """Restore the table; return False, and change nothing, if the file does not match it."""
        try:
            table = _SavedTable(fingers, self._read())
        except (KeyError, TypeError, ValueError, AttributeError):
            return False
        return table.restore()


def _saved(fingers: PaperDragger) -> dict[str, Any]:
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


class _SavedTable:
    """A parsed table; invalid data raises the parser's errors."""

    def __init__(self, fingers: PaperDragger, data: dict[str, Any]) -> None:
        self._fingers = fingers
        self._hands = {seat: [str(t) for t in data["hands"][seat]] for seat in fingers.seats}
        self._box = [str(tag) for tag in data["box"]]
        self._pieces = tuple(
            PaperPiece(str(tag), float(x), float(y), float(turn), bool(up))
            for tag, x, y, turn, up in data["lying"]
        )
        self._piles = {str(cell): [str(t) for t in pile] for cell, pile in data["piles"].items()}
        self._postures = {
            str(tag): Posture(str(seat), int(turn), bool(up))
            for tag, (seat, turn, up) in data["postures"].items()
        }
        # Older files do not record how a card was placed or came to a hand.
        self._held, self._seen = (
            {str(tag): seat for tag, seat in data.get(key, {}).items() if seat in fingers.seats}
            for key in ("held", "seen")
        )
        self._taken = {str(tag): str(cell) for tag, cell in data.get("taken", {}).items()}

    def restore(self) -> bool:
        """Restore the table if the file has exactly its pieces, each in one place on its mat."""
        fingers = self._fingers
        on_mat = [piece.tag for piece in self._pieces]
        piled = [tag for pile in self._piles.values() for tag in pile]
        here = [*on_mat, *self._box, *(tag for hand in self._hands.values() for tag in hand)]
        cells = {cell.id for cell in fingers.mat.cells}
        sound = self._piles.keys() <= cells and len(piled) == len(set(piled))
        if not sound or not set(piled) <= set(on_mat) or sorted(here) != sorted(_papers(fingers)):
            return False
        fingers.stage.scene, fingers.stage.piles = Scene(pieces=self._pieces), self._piles
        fingers.stock.hands, fingers.stock.box = self._hands, self._box
        fingers.carried, fingers.postures, fingers.dice = None, self._postures, {}
        fingers.held, fingers.taken, fingers.seen = self._held, self._taken, self._seen
        return True


def _papers(fingers: PaperDragger) -> list[str]:
    """Return the tags of every piece that takes part."""
    stock = fingers.stock
    held = [tag for hand in stock.hands.values() for tag in hand]
    return [*held, *stock.box, *(piece.tag for piece in fingers.stage.scene.pieces)]
