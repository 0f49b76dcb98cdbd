"""Control cards, tokens and what is built from paper, as data: those every game has, and its own.

`templates/sheets/controls.toml` holds the control cards all games share, a game's `pieces.toml`
its further ones, its tokens, and how many things to build it needs. Numbers stand in tags and never
change. What is built is counted here alone, whichever command prints it.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, Self

from pydantic import Field, model_validator

from printkit.anchors import Box
from printkit.data import TEMPLATES, Key, Strict, game_folder, read_toml
from printkit.geometry import Point, Rect, Size
from printkit.parts import Pair
from printkit.spoken import spoken
from printkit.tags import Panel
from rules import MAX_COPY, TagKind

__all__ = ["Built", "Control", "Pieces", "Shape", "Token", "load_pieces"]

Shape = Literal["card", "strip", "round", "hex", "ring"]
"""How a token is cut out: `card` and `strip` are rectangles, `ring` has a hole."""
_EDGE = 3.5
"""From a tag's frame to the trim."""


class _Item(Strict):
    id: str
    number: int = Field(ge=0, le=TagKind.TOKEN.limit)
    copies: int = Field(1, ge=1, le=MAX_COPY)
    picture: str


class Control(_Item):
    """One control card, as large as a card; `help` is its line of explanation by language."""

    word: dict[str, str]
    help: dict[str, str]


class Token(_Item):
    """A small piece; `copies` for each of `owners`, or in all if it names none.

    Only a tag limits them: it counts the copies of all owners in one character.

    `size` is the box it is cut from, mm. A tagged one carries the framed tag at `tag_at` (its top
    left), else below the middle of its lower edge; `word_box` is where its word stands.
    """

    copies: int = Field(1, ge=1, le=999)
    owners: list[str] = Field(default_factory=list)
    size: Pair = Field(default_factory=lambda: [30.0, 54.0])
    shape: Shape = "card"
    tagged: bool = True
    tag_at: Pair | None = None
    tag_symbol: float = Field(16.0, ge=8)
    word: dict[str, str] = Field(default_factory=dict)
    word_box: Box | None = None
    word_size: float = Field(9.5, gt=0)

    @model_validator(mode="after")
    def _tag_on_the_token(self) -> Self:
        if self.tagged and not Rect(0, 0, *self.size).holds(self.panel.outer):
            raise ValueError(spoken("tag_off_token", size=f"{self.panel.side:.1f}"))
        return self

    @model_validator(mode="after")
    def _tags_can_count(self) -> Self:
        count = self.copies * max(len(self.owners), 1)
        if self.tagged and count > MAX_COPY:
            msg = f"tags count to {MAX_COPY}, not to {count}: use fewer copies, or tagged = false"
            raise ValueError(msg)
        return self

    @property
    def trim(self) -> Size:
        """The box it is cut from."""
        return Size(*self.size)

    @property
    def panel(self) -> Panel:
        """The framed tag."""
        panel = Panel(0, 0, self.tag_symbol, frame=self.tag_symbol / 8)
        x, y = self._tag_corner(panel)
        return Panel(x, y, panel.symbol, panel.quiet_modules, panel.frame)

    def _tag_corner(self, panel: Panel) -> Point:
        if self.tag_at is not None:
            return self.tag_at[0], self.tag_at[1]
        width, height = self.size
        if self.shape == "card":
            return (width - panel.side) / 2, height - panel.side - _EDGE
        return (width - panel.side) / 2, (height - panel.side) / 2

    @property
    def words(self) -> Box | None:
        """Where the word stands, or None if it has none."""
        if not self.word:
            return None
        if self.word_box is not None:
            return self.word_box
        return [_EDGE, self.panel.y - 4.9, self.size[0] - 2 * _EDGE, 4.2]


class Built(Strict):
    """A thing of `printkit craft` that the game needs: how many, and the clause that says so.

    `copies` is a number, or what there is one for: every cell of the mat, or every wall of the
    largest maze. With `each` every player has so many.
    """

    thing: str
    copies: int | Literal["cells", "walls"] = 1
    each: bool = False
    clause: str

    @property
    def on_mat(self) -> bool:
        """Whether it is made for a mat, and another number for another one."""
        return isinstance(self.copies, str)


class _File(Strict):
    version: int = Field(ge=1)
    built: list[Built] = Field(default_factory=list)
    control: list[Control] = Field(default_factory=list)
    token: list[Token] = Field(default_factory=list)

    def faults(self) -> list[tuple[Key, str]]:
        """Ids and numbers that are given twice."""
        found: list[tuple[Key, str]] = []
        for kind, items in (("control", self.control), ("token", self.token)):
            for field in ("id", "number"):
                seen: set[object] = set()
                for n, item in enumerate(items):
                    value = getattr(item, field)
                    if value in seen:
                        found.append(((kind, n, field), spoken("repeats", value=repr(value))))
                    seen.add(value)
        return found


class Pieces(_File):
    """All pieces of the game `slug`; `version` is that of their geometry."""

    slug: str = ""


@cache
def load_pieces(slug: str) -> Pieces:
    """The shared control cards and the game's own pieces; raises `TemplateFaults`."""
    shared = read_toml(TEMPLATES / "sheets" / "controls.toml", _File)
    file = game_folder(slug) / "pieces.toml"
    own = read_toml(file, _File) if file.is_file() else _File(version=shared.version)
    replaced = {item.id for item in own.control}
    return Pieces(
        slug=slug,
        version=max(shared.version, own.version),
        control=[*(item for item in shared.control if item.id not in replaced), *own.control],
        token=[*shared.token, *own.token],
        built=own.built,
    )
