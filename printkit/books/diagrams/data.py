"""Data of the pictures in books; `positions` replays their scripts, `drawing` draws them."""

from typing import Literal, Self

from pydantic import Field, model_validator

from printkit.data.toml_source import Strict
from printkit.template.parts import Pair
from rules import Message

Words = dict[str, str]
Tone = Literal["", "ok", "no"]
"""The tone of an example: something works, does not work, or is only shown."""


class Replay(Strict):
    """A deal and its actions; a picture shows the position after one of them.

    A line is an action, and after ` | ` the events that it must cause, separated by commas. An
    event is named by its kind and any of its values, such as `won B`.
    """

    settings: dict[str, str] = Field(default_factory=dict)
    decks: dict[str, str] = Field(default_factory=dict)
    """Each seat's deck, by the name of its file."""
    position: str = ""
    """The position at the beginning; by default, the start of the game."""
    line: list[str] = Field(default_factory=list)


class PictureSign(Strict):
    """A sign on a picture: a number on a disc, ✓, ✗, or a ring.

    `at` is a cell, two cells with `|` between them (the middle of both), or a point in mm on the
    mat. `shift` moves the sign, in mm on the mat.
    """

    at: str | Pair
    sign: str = "ring"
    shift: Pair = Field(default_factory=lambda: [0.0, 0.0])


class AddedCard(Strict):
    """A card added to a position, such as `y03` of seat `A` on a cell."""

    card: str
    seat: str
    at: str
    turn: int = 0
    down: bool = False


class BoardPicture(Strict):
    """A part of a mat with the cards of a position on it.

    Without `replay` and `position`, the mat is empty. `after` counts the lines of the replay that
    were played, all by default.

    `action` is an example. If `breaks` is empty, it is legal and the picture shows its result.
    Otherwise it violates the clause `breaks`, and the card that it places is only drawn.
    """

    replay: str = ""
    after: int | None = None
    position: str = ""
    settings: dict[str, str] = Field(default_factory=dict)
    action: str = ""
    breaks: str = ""
    scores: dict[str, int] = Field(default_factory=dict)
    """Scores that the picture's text names, by seat; they must be those of the position."""
    mat: str = ""
    view: list[str] | list[float] = Field(default_factory=list)
    """Cells that the picture shows, or left, top, width and height in mm; the whole mat by
    default.
    """
    margin: float = 4.0
    """Width of the mat around the cells of `view`, in mm on the mat."""
    callout: list[PictureSign] = Field(default_factory=list)
    arrow: list[list[str]] = Field(default_factory=list)
    """Arrows from cell to cell."""
    card: list[AddedCard] = Field(default_factory=list)
    open: bool = False
    """True if the cards that the picture adds, and the example's, replace face-down ones."""
    maze: str = ""
    """Seed of a maze whose walls are drawn, on a mat that can have one."""
    bare: bool = False
    """True if the picture shows the mat without its cards."""


class CardRow(Strict):
    """Card faces in a row, each as `CARD/OWNER`; `back/OWNER` is a back.

    Control cards and tokens are named like cards. `overlap` is the covered share of a card.
    """

    faces: list[str] = Field(min_length=1)
    overlap: float = Field(default=-0.08, lt=1)
    turn: float = 0.0
    callout: list[PictureSign] = Field(default_factory=list)
    """Signs on the faces; `at` is a point in mm on the first card."""


class Knot(Strict):
    """A node of a diagram: a face, or a word on a disc, a box or without either."""

    id: str
    at: Pair
    """Its centre; a diagram is `width` × `height` mm large."""
    face: str = ""
    size: float = 20.0
    """Height of the face, or diameter of the disc, in mm."""
    word: Words = Field(default_factory=dict)
    shape: Literal["disc", "box", "none"] = "disc"
    tone: Literal["ground", "pale", "accent"] = "ground"
    turn: float = 0.0


class Tie(Strict):
    """An arrow between two nodes of a diagram; `bend` moves its middle to the left, in mm."""

    ends: list[str] = Field(min_length=2, max_length=2)
    bend: float = 0.0
    both: bool = False
    plain: bool = False
    """True if it is a line without a head."""
    dashed: bool = False
    word: Words = Field(default_factory=dict)


class Diagram(Strict):
    """Nodes and arrows."""

    width: float = Field(gt=0)
    height: float = Field(gt=0)
    knot: list[Knot] = Field(min_length=1)
    tie: list[Tie] = Field(default_factory=list)


class Shown(Strict):
    """One picture: exactly one of its kinds."""

    board: BoardPicture | None = None
    row: CardRow | None = None
    diagram: Diagram | None = None
    art: str = ""
    """Name of a ready-drawn picture in the game's pack."""

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if sum(map(bool, (self.board, self.row, self.diagram, self.art))) != 1:
            raise ValueError(Message("print.one_picture"))
        return self
