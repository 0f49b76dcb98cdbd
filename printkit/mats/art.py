"""The art of a mat as a value; `ready_mat` finds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from printkit.mats.walls import WallArt
from printkit.pdf.drawing import Cmyk
from printkit.pdf.encoding import Encoded
from printkit.pdf.geometry import Point
from printkit.typeset.label import Label


@dataclass(frozen=True, slots=True)
class MatArt:
    """The art of a mat without its tags: ground, its forms, labels, place of the ruler."""

    ground: Encoded
    form: Callable[[str], Encoded]
    labels: tuple[Label, ...]
    ruler: Point
    ink: Cmyk
    """Ink of the ruler and its note."""
    walls: WallArt | None = None
    """Walls and gates of a maze, if the mat can have one."""
