"""Data of control cards, tokens and paper objects, both shared and game-specific.

`templates/sheets/controls.toml` contains the control cards that all games share. A game's
`pieces.toml` contains its additional control cards, its tokens, and the objects to build. A
piece's `number` is part of its tag and never changes. Every printing command reads from here how
many objects to build.
"""

from functools import cache
from typing import Literal, Self

from pydantic import Field, model_validator

from printkit.cards.built import BoxInks, BuiltThing, ControlInks, CounterInks
from printkit.data.toml_source import TEMPLATES, Key, Strict, game_folder, read_toml, repeated
from printkit.pdf.geometry import Point, Rect, Size
from printkit.pdf.tags import TagPanel
from printkit.template.anchors import Box
from printkit.template.parts import Pair
from printkit.typeset.pictograms import PlateKind
from rules import Message, TagKind
from rules.messages.message import Text
from rules.records.tag import MAX_COPY

Shape = Literal["card", "strip", "round", "hex", "ring"]
"""Outline of a token: `card` and `strip` are rectangles; `ring` has a hole."""
CONTROL = Size(54.0, 90.0)
"""Trim of a control card."""
_EDGE = 3.5
"""Distance of a tag's frame from the trim, in mm."""


class _Item(Strict):
    id: str
    """Identifier in the rules and the log."""
    number: int = Field(ge=0, le=TagKind.TOKEN.limit)
    """Number in the tag. Never change it or use it twice."""
    copies: int = Field(1, ge=1, le=MAX_COPY)
    """Number of copies."""
    picture: str
    """Name of a shipped pictogram, or of a picture drawn for the game."""


class Control(_Item):
    """A control card, as large as a card."""

    plate: PlateKind = "disc"
    """Plate behind the pictogram: `bubble` for questions, `octagon` for commands that halt or
    undo, `disc` for others.
    """

    word: dict[str, str]
    """The card's name in each language."""
    help: dict[str, str]
    """One line that explains the effect of playing the card, in each language."""


class Token(_Item):
    """A token, a small piece.

    There are `copies` for each of `owners`, or in total if `owners` is empty. The number of copies
    is limited only by the tag, which counts those of all owners in one character. A tag's default
    position is the bottom centre of a card-shaped token, and the centre of any other. Lengths are
    in mm.
    """

    copies: int = Field(1, ge=1, le=999)
    """Number of copies for each of `owners`."""
    owners: list[str] = Field(default_factory=list)
    """Owners of the token; empty for shared tokens."""
    size: Pair = Field(default_factory=lambda: [30.0, 54.0])
    """Width and height of the box from which the token is cut."""
    shape: Shape = "card"
    """Outline of the token."""
    tagged: bool = True
    """True if the token has a tag."""
    tag_at: Pair | None = None
    """Top left corner of the framed tag, if it is not at the default position."""
    tag_symbol: float = Field(16.0, ge=8)
    """Side of the tag's QR symbol, in mm."""
    word: dict[str, str] = Field(default_factory=dict)
    """The word on the token, in each language."""
    word_box: Box | None = None
    """Box of the word."""
    word_size: float = Field(9.5, gt=0)
    """Type size of the word, in pt."""

    @model_validator(mode="after")
    def _tag_on_the_token(self) -> Self:
        if self.tagged and not Rect(0, 0, *self.size).holds(self.panel.outer):
            raise ValueError(Message("print.tag_off_token", size=f"{self.panel.side:.1f}"))
        return self

    @model_validator(mode="after")
    def _tags_can_count(self) -> Self:
        count = self.copies * max(len(self.owners), 1)
        if self.tagged and count > MAX_COPY:
            raise ValueError(Message("print.tags_count", most=str(MAX_COPY), count=str(count)))
        return self

    @property
    def trim(self) -> Size:
        """The size of the box from which the token is cut."""
        return Size(*self.size)

    @property
    def panel(self) -> TagPanel:
        """The framed tag."""
        panel = TagPanel(0, 0, self.tag_symbol, frame=self.tag_symbol / 8)
        x, y = self._tag_corner(panel)
        return TagPanel(x, y, panel.symbol, panel.quiet_modules, panel.frame)

    def _tag_corner(self, panel: TagPanel) -> Point:
        if self.tag_at is not None:
            return self.tag_at[0], self.tag_at[1]
        width, height = self.size
        if self.shape == "card":
            return (width - panel.side) / 2, height - panel.side - _EDGE
        return (width - panel.side) / 2, (height - panel.side) / 2

    @property
    def words(self) -> Box | None:
        """Box of the word; None if there is no word."""
        if not self.word:
            return None
        if self.word_box is not None:
            return self.word_box
        return [_EDGE, self.panel.y - 4.9, self.size[0] - 2 * _EDGE, 4.2]


class PieceFile(Strict):
    """Contents of `pieces.toml`."""

    version: int = Field(ge=1)
    """Version of the pieces' geometry."""
    built: list[BuiltThing] = Field(default_factory=list)
    """Objects to be folded and glued."""
    counters: dict[str, CounterInks] = Field(default_factory=dict)
    """Inks of each owner's dice and counters; the default is black on white."""
    box: dict[str, BoxInks] = Field(default_factory=dict)
    """Inks of each owner's box; the default is the rulebook's inks."""
    controls: ControlInks | None = None
    """Inks of the control cards."""
    control: list[Control] = Field(default_factory=list)
    """Control cards of this game."""
    token: list[Token] = Field(default_factory=list)
    """Tokens of this game."""

    def faults(self) -> list[tuple[Key, Text]]:
        """Return ids and numbers that occur twice."""
        return [
            fault
            for kind, items in (("control", self.control), ("token", self.token))
            for field in ("id", "number")
            for fault in repeated(
                {(kind, n, field): getattr(i, field) for n, i in enumerate(items)}
            )
        ]


class Pieces(PieceFile):
    """All pieces of the game `slug`, including the shared ones."""

    slug: str = ""


@cache
def load_pieces(slug: str) -> Pieces:
    """Load the shared control cards and a game's pieces; raise `TemplateFaults` if faulty."""
    shared = read_toml(TEMPLATES / "sheets" / "controls.toml", PieceFile)
    file = game_folder(slug) / "pieces.toml"
    own = read_toml(file, PieceFile) if file.is_file() else PieceFile(version=shared.version)
    replaced = {item.id for item in own.control}
    return Pieces(
        slug=slug,
        version=max(shared.version, own.version),
        control=[*(item for item in shared.control if item.id not in replaced), *own.control],
        token=[*shared.token, *own.token],
        built=own.built,
        counters=own.counters,
        controls=own.controls or shared.controls,
        box=own.box,
    )
