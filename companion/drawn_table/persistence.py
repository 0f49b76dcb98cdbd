"""The state of a drawn table, saved next to the match's log.

A real table outlives the program that watches it. A drawn table would disappear, and with it the
secret places of face-down cards. It is therefore saved after every drag, and a resumed match
restores it, whatever the referee saw.

`m.jsonl` → `m.table.json`: `hands` (seat → tags), `box`, `on_mat` (tag, x_mm, y_mm, turn_deg, face
up; lower ones first), `piles` (cell → tags), `postures` (tag → seat, turn, face up), and `held`,
`taken` and `seen` of `PieceMemory`. Dice are omitted: a die that is in its tray at the start hides
the background, so the next throw there may be hard to read. Like the log, the file is private to
the table's owner.
"""

from dataclasses import astuple
from typing import Any

from companion.drawn_table.pieces import PieceMemory, Posture, TablePieces
from companion.simulator.scene import PaperPiece, Scene
from companion.storage.files import LogSidecar


class TableStore(LogSidecar):
    """The saved table of one log."""

    NAME = "table"

    def keep(self, pieces: TablePieces) -> None:
        """Save the table; if that fails, the match continues unsaved."""
        on_mat, memory = pieces.stage.scene.pieces, pieces.memory
        table = {
            "hands": pieces.stock.hands,
            "box": pieces.stock.box,
            "lying": [[p.tag, p.x_mm, p.y_mm, p.rotation_deg, p.face_up] for p in on_mat],
            "piles": pieces.stage.piles,
            "postures": {tag: astuple(each) for tag, each in memory.postures.items()},
            "held": memory.held,
            "taken": memory.taken,
            "seen": memory.seen,
        }
        self._write(table)

    def recall(self, pieces: TablePieces) -> bool:
        """Restore the table; return False, and change nothing, if the file does not match it."""
        try:
            return _restored(pieces, self._read())
        except (KeyError, TypeError, ValueError, AttributeError):
            return False


def _restored(pieces: TablePieces, data: dict[str, Any]) -> bool:
    """Restore the table if the file has exactly its pieces, each in one place on its mat."""
    hands = {seat: list(data["hands"][seat]) for seat in pieces.seats}
    box, on_mat = list(data["box"]), tuple(PaperPiece(*each) for each in data["lying"])
    piles = {cell: list(pile) for cell, pile in data["piles"].items()}
    postures = {tag: Posture(*each) for tag, each in data["postures"].items()}
    memory = PieceMemory(postures, *(dict(data[name]) for name in ("held", "taken", "seen")))
    placed = [piece.tag for piece in on_mat]
    piled = [tag for pile in piles.values() for tag in pile]
    here = [*placed, *box, *(tag for hand in hands.values() for tag in hand)]
    sound = piles.keys() <= {cell.id for cell in pieces.stage.mat.cells}
    sound = sound and len(piled) == len(set(piled)) and set(piled) <= set(placed)
    if not sound or sorted(here) != sorted(pieces.tags()):
        return False
    pieces.stage.scene, pieces.stage.piles = Scene(pieces=on_mat), piles
    pieces.stock.hands, pieces.stock.box = hands, box
    pieces.carried, pieces.memory, pieces.dice = None, memory, {}
    return True
