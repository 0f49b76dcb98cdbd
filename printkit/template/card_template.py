"""Card templates from `templates/<slug>/card.toml`: a face's parts, tags and inks, validated.

A template may extend another (`printkit.template.inherit`), and its parts may be anchored to the
card's edges or to each other (`printkit.template.anchors`); lengths are in mm unless they have a
unit.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeVar

from pydantic import Field

from printkit.data.toml_source import Key, Strict, checked, game_folder, game_slugs
from printkit.errors import UsageError
from printkit.pdf.geometry import Rect, Size, hexagon, inside
from printkit.pdf.tags import TagPanel
from printkit.template.anchors import Length, Part, place_parts
from printkit.template.inherit import read_extended
from printkit.template.parts import ImageSlot, Ink, Pair, Plate, Repeat, Slot
from rules import Catalog, Message
from rules.messages.message import Text
from rules.messages.near_matches import did_you_mean

Style = Literal["full", "ink"]
"""Drawing style of pictures and inks."""
Dress = Literal["full", "ink", "bw"]
"""Printing style of a run: `bw` is the ink style in black ink only."""


def drawn_as(dress: Dress) -> Style:
    """Return the style whose pictures and inks a print run uses."""
    return "ink" if dress == "bw" else dress


class _Head(Strict):
    name: str
    """The template's name, for manifests."""
    version: int = Field(ge=1)
    """The template's version, for manifests. Raise it when the print's appearance changes."""
    width: Length = Field(gt=0)
    """The trim's width."""
    height: Length = Field(gt=0)
    """The trim's height."""
    bleed: Length = Field(ge=0)
    """Bleed of backgrounds beyond the trim."""
    safe: Length = Field(ge=0)
    """Margin inside the trim, kept free of everything legible."""
    shape: Literal["card", "hex"] = "card"
    """Outline of the cards: a rectangle, or a hexagon whose corners touch the trim's sides."""


class _Tag(Strict):
    x: Length
    """Distance from the trim's left edge to the tag's frame."""
    y: Length
    """Distance from the trim's top edge to the tag's frame."""
    symbol: Length = Field(gt=0)
    """Side of the QR symbol."""
    quiet_modules: float = Field(ge=1)
    """Width of the white around the symbol, in modules."""
    frame: Length = Field(gt=0)
    """Width of the dark frame around the white."""


class Sketch(Strict):
    """Substitute for a missing picture: bars between a hub and the exits that a fact names."""

    fact: str
    """The fact that names the exits, one letter each."""
    hub: Pair
    """The point where the bars meet."""
    width: Length = Field(gt=0)
    """Width of the bars."""
    exits: dict[str, Pair]
    """The point on the trim for each letter."""


MarkShape = Literal["sun", "moon", "diamond"]
"""Shape of an owner's mark."""


class OwnerMark(Strict):
    """An owner's mark, for cards without a picture."""

    shape: MarkShape
    """The mark."""
    frame: Length = Field(default=1.4, gt=0)
    """Width of the frame around the back."""


SHARED = "shared"
"""Owner name of cards without an owner, in `owner` and `decks`."""


class Kinds(Strict):
    """Kinds of cards; each card is printed in its number of `copies`."""

    kind: list[str]
    """Values of the column `kind`."""


class CardTemplate(Strict):
    """A game's card template: size, tag, parts of front and back, inks per owner and style.

    Cards without an owner have the owner `shared`: a whole deck (`decks.shared`), or the kinds of
    cards in `shared`. Every other owner also gets the kinds of cards in `each`, which are in no
    deck. `apart` names a fact that distinguishes light from dark backgrounds; cards with different
    values are not printed on the same sheet.
    """

    template: _Head
    """Name, version and size."""
    tag: _Tag
    """The tag on the front; the back's tag is centred."""
    slot: list[Slot]
    """Text slots on the front."""
    back: list[Slot] = Field(default_factory=list)
    """Text slots on the back."""
    panel: list[Plate] = Field(default_factory=list)
    """Backgrounds and frames, drawn in this order under everything else."""
    image: list[ImageSlot] = Field(default_factory=list)
    """Places for pictures."""
    repeat: list[Repeat] = Field(default_factory=list)
    """Repeated icons; a fact gives their number."""
    decks: dict[str, str] = Field(default_factory=dict)
    """Each owner's default deck; `shared` is a deck that all players share."""
    apart: str = ""
    """Fact that distinguishes light from dark backgrounds, which are printed on separate sheets."""
    shared: Kinds | None = None
    """Kinds of cards without an owner."""
    each: Kinds | None = None
    """Kinds of cards that every owner gets although no deck lists them."""
    owner: dict[str, dict[Style, dict[str, Ink]]]
    """Inks by owner and style (`[owner.NAME.full]`, `[owner.NAME.ink]`), as C/M/Y/K in per cent."""
    plain: dict[str, Ink]
    """Inks of `--no-art`."""
    mark: dict[str, OwnerMark] = Field(default_factory=dict)
    """Each owner's mark with `--no-art`; the default is a diamond."""
    sketch: Sketch | None = None
    """The substitute for a missing picture."""

    @property
    def size(self) -> Size:
        """Size of the trim."""
        return Size(self.template.width, self.template.height)

    @property
    def label(self) -> str:
        """Name and version as the manifest records them."""
        return f"{self.template.name}@{self.template.version}"

    @property
    def front_panel(self) -> TagPanel:
        """The panel of the tag on a front."""
        tag = self.tag
        return TagPanel(tag.x, tag.y, tag.symbol, tag.quiet_modules, tag.frame)

    @property
    def back_panel(self) -> TagPanel:
        """The panel of the tag on a back, centred."""
        side = self.front_panel.side
        x, y = (self.size.width - side) / 2, (self.size.height - side) / 2
        return TagPanel(x, y, self.tag.symbol, self.tag.quiet_modules, self.tag.frame)

    @property
    def dressed(self) -> bool:
        """True if the template's panels draw the cards, so that no picture is missing."""
        return bool(self.panel)

    def faults(self) -> list[tuple[Key, Text]]:
        """Return the place and message of each fault that the types of the fields cannot catch."""
        return [*self._colours(), *self._places()]

    def placed(self) -> CardTemplate:
        """Return the template with a box for every part; it must have no faults."""
        boxes, _ = self._boxes()

        def boxed(key: str, parts: list[_P]) -> list[_P]:
            return [_boxed(part, boxes[key, n]) for n, part in enumerate(parts)]

        parts = {
            "slot": boxed("slot", self.slot),
            "back": boxed("back", self.back),
            "panel": boxed("panel", self.panel),
            "image": boxed("image", self.image),
            "repeat": boxed("repeat", self.repeat),
        }
        return self.model_copy(update=parts)

    def _face(self, side: str) -> dict[Key, Part]:
        """Return every part of one side by its place in the file."""
        slots = self.slot if side == "front" else self.back
        found: dict[Key, Part] = {
            ("slot" if side == "front" else "back", n): part for n, part in enumerate(slots)
        }
        sided: list[tuple[Key, Plate | ImageSlot | Repeat]] = [
            *((("panel", n), panel) for n, panel in enumerate(self.panel)),
            *((("image", n), image) for n, image in enumerate(self.image)),
            *((("repeat", n), repeat) for n, repeat in enumerate(self.repeat)),
        ]
        found |= {key: part for key, part in sided if part.side == side}
        return found

    def _boxes(self) -> tuple[dict[Key, Rect], list[tuple[Key, Text]]]:
        """Return the boxes of all parts, and the faults of parts that cannot be placed."""
        fronts, wrong = place_parts(self._face("front"), self.size)
        backs, more = place_parts(self._face("back"), self.size)
        return {**fronts, **backs}, [*wrong, *more]

    def _colours(self) -> list[tuple[Key, Text]]:
        palettes: dict[Key, dict[str, Ink]] = {
            ("owner", owner, style): inks
            for owner, styles in self.owner.items()
            for style, inks in styles.items()
        }
        palettes["plain",] = self.plain
        asked = self._asked_inks()
        known = {name for inks in palettes.values() for name in inks}
        nowhere = [
            (loc, Message("print.ink_unnamed", name=repr(name), near=did_you_mean(name, known)))
            for loc, name in asked.items()
            if name not in known
        ]
        lacking = [
            (place, Message("print.ink_lacking", name=repr(name)))
            for place, inks in palettes.items()
            for name in sorted(known & {*asked.values()})
            if name not in inks
        ]
        return [*nowhere, *lacking]

    def _asked_inks(self) -> dict[Key, str]:
        """Return the names of the parts' inks by place in the file."""
        keys = {
            "slot": ("colour", "rule", "halo"),
            "back": ("colour", "rule", "halo"),
            "panel": ("fill", "line"),
            "repeat": ("colour",),
        }
        return {
            (part, n, key): name
            for part, inks in keys.items()
            for n, item in enumerate(getattr(self, part))
            for key in inks
            if (name := getattr(item, key))
        }

    def _places(self) -> list[tuple[Key, Text]]:
        head = self.template
        whole = Rect(0, 0, head.width, head.height)
        safe, bleed = (whole.spread(room) for room in (-head.safe, head.bleed))
        boxes, found = self._boxes()

        def is_safe(rect: Rect) -> bool:
            hexed = head.shape == "card" or all(
                inside(hexagon(whole), corner, head.safe) for corner in rect.corners
            )
            return safe.holds(rect) and hexed

        for key, rect in boxes.items():
            back = key[0] == "back" or getattr(self._part(key), "side", "") == "back"
            panel = self.back_panel if back else self.front_panel
            where = (*key, "box" if self._part(key).box else "area")
            if rect.width <= 0 or rect.height <= 0:
                found.append((where, Message("print.no_extent")))
            elif key[0] in ("panel", "image"):
                if not bleed.holds(rect):
                    found.append((where, Message("print.outside_bleed", room=str(head.bleed))))
            else:
                if not is_safe(rect):
                    found.append((where, Message("print.outside_safe", room=str(head.safe))))
                if rect.shared(panel.outer):
                    found.append((where, Message("print.on_tag")))
        if not is_safe(self.front_panel.outer):
            found.append((("tag", "x"), Message("print.tag_outside", room=str(head.safe))))
        found += [
            (("decks", owner), Message("print.owner_inkless"))
            for owner in self.decks
            if owner not in self.owner
        ]
        return found

    def _part(self, key: Key) -> Part:
        part: Part = getattr(self, str(key[0]))[key[1]]
        return part


_P = TypeVar("_P", bound=Part)


def _boxed(part: _P, rect: Rect) -> _P:
    box = [rect.x, rect.y, rect.width, rect.height]
    return part.model_copy(update={"box": box}) if part.anchored else part


def printable() -> list[str]:
    """Return the games that have a card template."""
    return game_slugs("templates", "card.toml")


def check_printable(catalog: Catalog) -> None:
    """Raise a `UsageError` that lists the printable games if this game cannot be printed."""
    if catalog.slug not in printable():
        raise UsageError("print.not_printable", game=catalog.names, games=", ".join(printable()))


@cache
def load_card_template(slug: str) -> CardTemplate:
    """Load a game's card template; raise `TemplateFaults` with all its faults."""
    return checked(read_extended(game_folder(slug) / "card.toml"), CardTemplate).placed()
