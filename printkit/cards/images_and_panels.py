"""Parts of a card other than texts: panels, images and repeated icons.

All images are found and checked before the first face is drawn; faults are collected for the whole
run.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from printkit.data.toml_source import game_folder
from printkit.pdf.canvas import Sheets
from printkit.pdf.drawing import Cmyk, Drawing, Shape, Stroke, rounded
from printkit.pdf.geometry import Rect
from printkit.pdf.images import GOOD_DPI, POOR_DPI, Judged, Photo, find_photo, resolution
from printkit.template.card_template import CardTemplate
from printkit.template.findings import Finding, error, note, warning
from printkit.template.parts import ImageSlot, Plate, Repeat
from printkit.typeset.icons import icons_of
from printkit.typeset.lettering import draw_faulty, draw_icon
from rules import Message
from rules.messages.message import Text

_MOST, _DIGITS = 99, 9
"""Maximum number of icons on a card; a larger number is a mistake in its data."""
_REDUCED = 1.2
"""The least ratio of a picture's resolution to the stored one that is worth a note."""


@dataclass(frozen=True, slots=True)
class SetImage:
    """A picture in its slot."""

    slot: ImageSlot
    photo: Photo


@dataclass(frozen=True, slots=True)
class SetRepeat:
    """An icon and the top left corners of its copies, in mm."""

    part: Repeat
    spots: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Fittings:
    """All images and panels of one face, in drawing order."""

    plates: tuple[Plate, ...] = ()
    images: tuple[SetImage, ...] = ()
    repeats: tuple[SetRepeat, ...] = ()
    faulty: tuple[Rect, ...] = ()
    """Boxes of pictures and icons that cannot be drawn; only a preview draws them, in red."""


NO_FITTINGS = Fittings()


class Fitter:
    """Collector of the images and panels of a run's faces, and of their faults."""

    def __init__(self, slug: str, template: CardTemplate, scale: float) -> None:
        self.faults: list[Finding] = []
        self.warnings: list[Finding] = []
        self.notes: list[Finding] = []
        self._template, self._scale = template, scale
        self._folder = game_folder(slug) / "images"
        self._icons = icons_of(slug)
        self._judged: dict[str, Judged] = {}
        self._faulty: list[Rect] = []
        self._reduced: dict[str, str] = {}

    def fit_out(
        self, facts: Mapping[str, str], where: str, side: Literal["front", "back"]
    ) -> Fittings:
        """Return the images and panels of one face; `where` names the card in findings."""
        template = self._template
        images = (i for i in template.image if i.side == side and i.shown_for(facts))
        repeats = (r for r in template.repeat if r.side == side and r.shown_for(facts))
        self._faulty = []
        return Fittings(
            tuple(p for p in template.panel if p.side == side and p.shown_for(facts)),
            tuple(found for slot in images for found in self._image(slot, facts, where)),
            tuple(found for part in repeats for found in self._repeat(part, facts, where)),
            tuple(self._faulty),
        )

    def reduced(self) -> list[Finding]:
        """Return a note that names the pictures stored with fewer pixels than they have."""
        if not self._reduced:
            return []
        named = ", ".join(self._reduced.values())
        place = Message("check.at_images")
        return [note("picture_reduced", place, names=named, good=str(GOOD_DPI))]

    def _image(self, slot: ImageSlot, known: Mapping[str, str], where: str) -> Iterator[SetImage]:
        name = slot.show.format_map(known).strip()
        if name in slot.absent or not name:
            return
        if name not in self._judged:
            self._judged[name] = find_photo(self._folder, name)
        judged = self._judged[name]
        if judged.photo is None:
            self.faults.append(error("picture", f"{where}: {slot.name}", what=judged.fault))
            self._faulty.append(slot.rect)
            return
        dpi = resolution(judged.photo, slot.rect, slot.fit, self._scale)
        if dpi < GOOD_DPI:
            place = f"{where}: {slot.name}"
            size = f"{slot.rect.width * self._scale:.0f} × {slot.rect.height * self._scale:.0f}"
            facts = {"name": name, "dpi": f"{dpi:.0f}", "size": size, "good": str(GOOD_DPI)}
            if dpi < POOR_DPI:
                self.warnings.append(warning("picture_coarse", place, **facts))
            else:
                self.notes.append(note("picture_soft", place, **facts))
        elif dpi > _REDUCED * GOOD_DPI:
            self._reduced.setdefault(name, f"{name} ({dpi:.0f} dpi)")
        if judged.coloured:
            self.notes.append(note("picture_rgb", Message("check.at_images")))
        yield SetImage(slot, judged.photo)

    def _repeat(self, part: Repeat, facts: Mapping[str, str], where: str) -> Iterator[SetRepeat]:
        number, name = (text.format_map(facts).strip() for text in (part.count, part.icon))
        if name not in self._icons.names:
            self._fault(part, where, "no_icon", icon=name, near=self._icons.near(name))
        elif isinstance(count := icon_count(number), Message):
            self._faults(part, where, count)
        elif count:
            aspect = self._icons.get(name).aspect
            spots = _spots(part, count, aspect)
            if spots is None:
                box = f"{part.rect.width:g} × {part.rect.height:g}"
                size = f"{part.size:g}"
                self._fault(part, where, "icons_fit", count=str(count), size=size, box=box)
            else:
                yield SetRepeat(part.model_copy(update={"icon": name}), spots)

    def _fault(self, part: Repeat, where: str, key: str, **facts: Text) -> None:
        self._faults(part, where, Message(f"print.{key}", **facts))

    def _faults(self, part: Repeat, where: str, what: Message) -> None:
        self.faults.append(error("picture", f"{where}: {part.name}", what=what))
        self._faulty.append(part.rect)


def icon_count(number: str) -> int | Message:
    """Return a text as a number of icons, where "" is 0; or the fault of another text."""
    digits = number.strip() or "0"
    if digits.isdecimal() and len(digits) <= _DIGITS and int(digits) <= _MOST:
        return int(digits)
    return Message("print.icon_count", given=number, most=str(_MOST))


def _spots(part: Repeat, count: int, aspect: float) -> tuple[tuple[float, float], ...] | None:
    """Return the positions of icons, in lines as wide as the box; None if they do not fit."""
    rect, step = part.rect, part.size * aspect + part.spread
    across = int((rect.width + part.spread + 1e-6) // step)
    if across < 1:
        return None
    lines = -(-count // across)
    if lines * (part.size + part.spread) - part.spread > rect.height + 1e-6:
        return None
    found = []
    for line in range(lines):
        here = min(across, count - line * across)
        room = rect.width - (here * step - part.spread)
        left = rect.x + {"left": 0.0, "centre": room / 2, "right": room}[part.align]
        top = rect.y + line * (part.size + part.spread)
        found += [(left + n * step, top) for n in range(here)]
    return tuple(found)


def draw_fittings(sheets: Sheets, found: Fittings, inks: Mapping[str, Cmyk]) -> None:
    """Draw the images and panels in face coordinates."""
    for plate in found.plates:
        sheets.picture(_plate(plate, inks), f"plate.{plate.name}.{_worn(plate, inks)}")
    for image in found.images:
        sheets.image(image.photo, image.slot.rect, image.slot.fit)
    for item in found.repeats:
        icon = icons_of(sheets.fonts.slug).get(item.part.icon)
        for spot in item.spots:
            draw_icon(sheets, icon, spot, item.part.size, inks[item.part.colour])
    for box in found.faulty:
        draw_faulty(sheets, box)


def _worn(plate: Plate, inks: Mapping[str, Cmyk]) -> str:
    """Return a key for a panel's side and inks."""
    worn = [inks[name] for name in (plate.fill, plate.line) if name]
    return ".".join([plate.side, *(f"{c.c:g}-{c.m:g}-{c.y:g}-{c.k:g}" for c in worn)])


def _plate(plate: Plate, inks: Mapping[str, Cmyk]) -> Drawing:
    rect, grow = plate.rect, plate.width
    fill = inks[plate.fill] if plate.fill else None
    stroke = Stroke(inks[plate.line], plate.width) if plate.line else None
    corner = min(plate.corner, rect.width / 2, rect.height / 2)
    outline = rounded(rect.x, rect.y, rect.width, rect.height, corner)
    box = (rect.x - grow, rect.y - grow, rect.right + grow, rect.bottom + grow)
    return Drawing(box, (Shape(outline, fill, stroke),))
