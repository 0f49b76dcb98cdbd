"""A mat's art, ready-drawn in the pack of its game and style.

The folder `mat-NAME` of a pack contains the background as the form `mat`, the forms that it uses,
and `texts` with labels, the position of the ruler and a maze's data. Words are looked up in
`words.toml` at print time.

A game without ready-drawn art has a plain mat, which shows the cells' outlines and names on white.
It can be printed and played on without changes, and shows a designer the geometry in the file.
"""

import math
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from printkit.mats.plan import MatPlan
from printkit.mats.walls import WallArt
from printkit.pdf.drawing import BLACK, PAPER, Cmyk, Drawing, Shape, Stroke, polygon, rectangle
from printkit.pdf.encoding import Encoded, encode
from printkit.pdf.fonts import PT, Fonts
from printkit.pdf.geometry import BLEED, Point
from printkit.pdf.pack import Pack, game_pack
from printkit.template.card_template import Style
from printkit.template.words import game_word, place_name
from printkit.typeset.label import Label


@dataclass(frozen=True, slots=True)
class MatArt:
    """A mat's art without its tags: background, forms, labels and position of the ruler."""

    ground: Encoded
    form: Callable[[str], Encoded]
    labels: tuple[Label, ...]
    ruler: Point
    ink: Cmyk
    """Ink of the ruler and its note."""
    walls: WallArt | None = None
    """Walls and gates of a maze, if the mat can have one."""


_NAMED: Final = re.compile(r"\{(\w+)\}")
_CJK_HEIGHT: Final = 0.86
"""Height of ideographs above the baseline, in em."""
_LINE = Cmyk(0, 0, 0, 60)
_NAME_PT = 9.0
_TITLE_PT = 24.0


@dataclass(frozen=True, slots=True)
class LabelLook:
    """The style of labels in the pack; lengths are in mm."""

    role: str
    size: float
    """Type size, in pt."""
    ink: tuple[float, float, float, float]
    align: Any = "centre"
    drop: float = 0.0
    """Distance from the label's point to the baseline, in letter heights; 0.5 centres the
    letters.
    """
    letters: str = ""
    """Role of the font whose letter height is used; by default, `role`."""
    ideographs: bool = False
    """True if the letter height is that of ideographs in languages other than English."""
    fit: float = 0.0
    """Maximum width of a text, to which a longer text is reduced; 0 means no limit."""
    step: float = 0.0
    """Step in which the type size is reduced, in pt; 0 means to the exact width."""


def mat_art(plan: MatPlan, style: Style, fonts: Fonts, title: str) -> MatArt:
    """Return a mat's art, ready-drawn if possible, otherwise plain; `title` is the game's name."""
    pack, folder = game_pack(plan.slug, style), f"mat-{plan.name}"
    if pack is None or f"{folder}/mat" not in pack.index:
        return plain_art(plan, fonts, title)
    texts = pack.data(f"{folder}/texts")
    looks = [LabelLook(**look) for look in texts["looks"]]

    def word(named: re.Match[str]) -> str:
        titles = {"title": title, "TITLE": title.upper()}
        if named[1] in titles:
            return titles[named[1]]
        return game_word(plan.slug, named[1], fonts.lang)

    return MatArt(
        _in_language(pack.form(f"{folder}/mat"), texts.get("by_language"), fonts.lang),
        lambda name: pack.form(f"{folder}/{name}"),
        tuple(
            _label(looks[look], _NAMED.sub(word, text), (x, y), turn, fonts)
            for look, text, x, y, turn in texts["labels"]
        ),
        (texts["ruler"][0], texts["ruler"][1]),
        Cmyk(*texts["ink"]),
        _walls(pack, folder, texts.get("walls")),
    )


def _in_language(ground: Encoded, differing: Mapping[str, Any] | None, lang: str) -> Encoded:
    """Return the background with the language-specific part of its stream inserted."""
    if differing is None:
        return ground
    at, content = differing["at"], zlib.decompress(ground.stream)
    whole = content[:at] + differing[lang].encode("ascii") + content[at:]
    return replace(ground, stream=zlib.compress(whole, 9))


def _label(look: LabelLook, text: str, at: Point, turn: float, fonts: Fonts) -> Label:
    size = look.size
    if look.fit:
        while look.step and fonts.width(look.role, text, size) > look.fit:
            size -= look.step
        if not look.step:
            size *= min(1.0, look.fit / fonts.width(look.role, text, size))
    cjk = look.ideographs and fonts.lang != "en"
    down = look.drop * size * PT * (_CJK_HEIGHT if cjk else fonts.cap(look.letters or look.role))
    x = at[0] - math.sin(math.radians(turn)) * down
    baseline = at[1] + math.cos(math.radians(turn)) * down
    return Label(text, x, baseline, look.role, size, Cmyk(*look.ink), look.align, turn)


def _walls(pack: Pack, folder: str, walls: Mapping[str, Any] | None) -> WallArt | None:
    if walls is None:
        return None
    light, dark = (Cmyk(*ink) for ink in walls["stones"])
    return WallArt(
        {(one, other): ((x1, y1), (x2, y2)) for one, other, x1, y1, x2, y2 in walls["sides"]},
        Cmyk(*walls["bar"]),
        (light, dark),
        tuple((one, other) for one, other in walls["passages"]),
        pack.form(f"{folder}/passages"),
    )


def plain_art(plan: MatPlan, fonts: Fonts, title: str) -> MatArt:
    """Return plain art: the cells' outlines and names, and the game's name, on a white sheet."""
    size = plan.size
    labels = (*_labels(plan, fonts), *_titles(plan, title))
    ruler = (size.width / 2 - 50, size.height - 11)
    return MatArt(encode(_ground(plan)), dict[str, Encoded]().__getitem__, labels, ruler, BLACK)


def _ground(plan: MatPlan) -> Drawing:
    width, height = plan.size.width, plan.size.height
    sheet = rectangle(-BLEED, -BLEED, width + 2 * BLEED, height + 2 * BLEED)
    outlines = (
        Shape(polygon(list(cell.outline)), stroke=Stroke(_LINE, 0.5)) for cell in plan.cells
    )
    box = (-BLEED, -BLEED, width + BLEED, height + BLEED)
    return Drawing(box, (Shape(sheet, PAPER), *outlines))


def _labels(plan: MatPlan, fonts: Fonts) -> Iterator[Label]:
    """Yield a label for each cell, upright for its owner.

    The label is the game's word `zone_<kind>`, or the cell's id if there is no such word.
    """
    for cell in plan.cells:
        x, y = cell.centre
        name = place_name(plan.slug, cell.kind, fonts.lang) or cell.id
        yield Label(name, x, y, "text", _NAME_PT, _LINE, turn=cell.turn)


def _titles(plan: MatPlan, title: str) -> Iterator[Label]:
    """Yield the game's name as a label for each of two opposite seats."""
    at = (plan.size.width / 2, plan.size.height - 20)
    for (x, y), turn in ((at, 0.0), (plan.opposite(at), 180.0)):
        yield Label(title, x, y, "name", _TITLE_PT, BLACK, turn=turn)
