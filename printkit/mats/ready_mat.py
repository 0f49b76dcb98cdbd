"""The art of a mat, ready-drawn in the pack of its game and style.

The folder `mat-NAME` of a pack holds the ground as the form `mat`, the forms it uses, and `texts`:
labels, the place of the ruler, and what a maze needs. Words come from `words.toml` at print time.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from printkit.mats.art import MatArt
from printkit.mats.plain_mat import plain_art
from printkit.mats.plan import MatPlan
from printkit.mats.walls import WallArt
from printkit.pdf.drawing import Cmyk
from printkit.pdf.encoding import Encoded
from printkit.pdf.fonts import PT, Fonts
from printkit.pdf.geometry import Point
from printkit.pdf.pack import Pack, game_pack
from printkit.template.card_template import Style
from printkit.template.words import game_word
from printkit.typeset.label import Label

_NAMED: Final = re.compile(r"\{(\w+)\}")
_CJK_HEIGHT: Final = 0.86
"""Height of ideographs over the baseline, em."""


@dataclass(frozen=True, slots=True)
class LabelLook:
    """The look of labels in the pack; lengths in mm."""

    role: str
    size: float
    """Size of the type, pt."""
    ink: tuple[float, float, float, float]
    align: Any = "centre"
    drop: float = 0.0
    """From the point to the baseline, in heights of a letter: 0.5 centres the letters."""
    letters: str = ""
    """The role whose letters are measured, if it differs."""
    ideographs: bool = False
    """True if the height of letters is that of ideographs where the language has them."""
    fit: float = 0.0
    """Maximum width; a longer text is set smaller."""
    step: float = 0.0
    """Step of the size in pt; 0: exactly the required reduction."""


def mat_art(plan: MatPlan, style: Style, fonts: Fonts, title: str) -> MatArt:
    """Return the art of a mat: ready-drawn, else plain. `title`: the game's name."""
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
    """Return the ground with the parts of its stream that differ by language."""
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
