"""Common rules for the pictures of every game: ink, size, nothing outdated, nothing unused."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import numpy as np
import pytest

from artwork.dicebattle.mat import SIDES as FIELD
from artwork.games import GAMES, drawn, drawn_pieces
from artwork.jiguan.mat_inks import MAT_INKS as COURT
from artwork.mats import drawn_mats
from artwork.yggdrasil.mat_inks import INKS as FOREST
from printkit.cards import pictures as art
from printkit.cards.pictures import BACK
from printkit.mats.mat import mat_names
from printkit.pdf.drawing import Cmyk
from printkit.template.card_template import load_card_template
from printkit.template.parts import MOST_INK
from tests.artwork.art_files import (
    STYLES,
    contrast,
    form_of,
    grey,
    inked,
    lines_of,
    pack_of,
    pictures,
    placed_forms,
    rows,
    shipped,
    themes,
    uses,
)

LARGEST = {
    "yggdrasil": 3_900_000,
    "spherion": 2_000_000,
    "stratosphere": 1_700_000,
    "dicebattle": 900_000,
    "jiguan": 1_100_000,
}
"""Largest size of a game's art, in bytes."""
SAMPLE = [
    *(("yggdrasil", name) for name in ("y07", "y27")),
    *(("spherion", name) for name in ("M09", "X03", "S06", "B01", "master-M02")),
    *(("stratosphere", name) for name in ("h07", "d10", "s12", "c01")),
    *(("dicebattle", name) for name in ("h07", "m13", "revival")),
    *(("jiguan", name) for name in ("jb6", "jr2")),
    *((game, BACK) for game in GAMES),
]
DARKEST = {
    "yggdrasil": ("y02", "y06", "y07", "y12", "y15", "yr1", BACK),
    "spherion": ("M01", "M05", "M15", "M24", "M25", "X01", "S01", "S06", "T01", "T03", "T05"),
    "stratosphere": ("h10", "s08", "s10", "c08", "c11", "c12", "d13", "s12", "c01", BACK),
    "dicebattle": ("m14", "m06", "m04", "h04", "g06", "revival", BACK),
    "jiguan": ("jb1", "jb3", "jb5", "jb6", "ji1", "jr1", "jr2", BACK),
}
"""Pictures with the most ink in the ink-saving style."""


@pytest.mark.parametrize(("game", "name"), SAMPLE)
def test_the_programs_still_draw_what_is_shipped(game: str, name: str) -> None:
    """Compare a sample; `python -m artwork --check` compares all."""
    for style in STYLES:
        found = dict(drawn(game, style, name))
        assert found
        for entry, form in found.items():
            assert form.equals(pack_of(game, style), entry), (style, entry)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("game", GAMES)
def test_the_programs_still_draw_the_shipped_pieces(game: str, style: art.Style) -> None:
    pack, found = pack_of(game, style), dict(drawn_pieces(game, style))
    for entry, form in found.items():
        assert form.equals(pack, entry), entry
    assert {name for name in pack.index if name.startswith("pieces")} == set(found)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("game", GAMES)
def test_the_programs_still_draw_the_shipped_mats(game: str, style: art.Style) -> None:
    """Compare the first mat of each game; `python -m artwork --check` compares all."""
    pack, mats = pack_of(game, style), mat_names(game)
    found = dict(drawn_mats(game, style, f"mat-{mats[0]}"))
    for entry, form in found.items():
        assert form.equals(pack, entry), entry
    drawn_here = {name for name in pack.index if name.startswith("mat-")}
    assert {name.split("/")[0] for name in drawn_here} == {f"mat-{name}" for name in mats}


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_is_there_and_no_form_is_unused(game: str) -> None:
    for theme in themes(game):
        names = set(pictures(game, theme))
        needed = {part for name in names for part in uses(game, theme, name)} | names
        assert shipped(game, theme) == needed, theme


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_art_stays_small(game: str) -> None:
    files = [pack_of(game, style).file for style in STYLES]
    assert sum(file.stat().st_size for file in files) < LARGEST[game]


@pytest.mark.parametrize("game", GAMES)
def test_no_colour_asks_for_more_ink_than_paper_takes(game: str) -> None:
    for theme in themes(game):
        for name in sorted(shipped(game, theme)):
            encoded = form_of(game, theme, name)
            text = zlib.decompress(encoded.stream).decode("ascii")
            colours = set(re.findall(r"^(\S+ \S+ \S+ \S+) [kK]$", text, re.MULTILINE))
            colours |= set(re.findall(r"/C[01] \[(.*?)\]", encoded.shadings))
            for colour in colours:
                ink = sum(map(float, colour.split())) * 100
                assert ink <= MOST_INK + 0.5, (theme, name, colour)


@pytest.mark.parametrize("game", GAMES)
def test_the_ink_saving_style_saves_ink(game: str) -> None:
    """Limit ink to 15 % of the paper outside the tag, even on the darkest pictures."""
    for theme in themes(game):
        owner, style = theme.split("-")
        for name in DARKEST[game] if style == "ink" else ():
            if name in pictures(game, theme):
                assert inked(game, name, owner) <= 0.15, (owner, name)


@pytest.mark.parametrize("game", GAMES)
def test_saving_ink_colour_says_what_it_means(game: str) -> None:
    """Require white backgrounds, and colour only for owner, suit and element."""
    coloured = set()
    for theme in (theme for theme in themes(game) if theme.endswith("-ink")):
        for name in shipped(game, theme):
            text = "\n".join(lines_of(game, theme, name))
            paints = re.findall(r"^(\S+) (\S+) (\S+) \S+ [kK]$", text, re.MULTILINE)
            if any(max(map(float, paint)) > 0.4 for paint in paints):
                coloured.add(theme)
    assert coloured, game
    if game != "spherion":  # their borders mark the owners
        assert len(coloured) == sum(theme.endswith("-ink") for theme in themes(game))


def mat_symbols() -> dict[str, tuple[Cmyk, Cmyk]]:
    """Return the symbol colour and the background colour of places on the mats, by name."""
    found = {}
    for seat in ("A", "B"):
        side, court = FIELD[seat, "full"], COURT["full"].of(seat)
        found[f"dicebattle {seat} strong"] = (side.strong, side.cell)
        found[f"dicebattle {seat} pale"] = (side.pale, side.cell)
        found[f"jiguan {seat}"] = (court.pale, court.cell)
    forest = FOREST["full"]
    return found | {
        "yggdrasil A": (forest.sun, forest.cell),
        "yggdrasil B": (forest.moon, forest.cell),
    }


@pytest.mark.parametrize("name", mat_symbols())
def test_symbols_of_a_mat_are_seen_from_across_the_table(name: str) -> None:
    symbol, ground = mat_symbols()[name]
    assert contrast(symbol, ground) >= 1.5


@pytest.mark.parametrize(
    ("game", "facts"),
    [("yggdrasil", ("power",)), ("dicebattle", ("level",)), ("spherion", ("atk", "def"))],
)
def test_what_decides_a_card_is_printed_for_both_players(game: str, facts: tuple[str, ...]) -> None:
    """Check rank and suit of Strato-Sphere, and the element tokens of Ji Guan."""
    slots = load_card_template(game).slot
    for fact in facts:
        turned = {slot.turn for slot in slots if f"{{{fact}}}" in slot.show}
        assert turned == {0, 180}, fact
    for slot in slots:
        if slot.turn == 180 and "there" in slot.name:
            assert slot.rect.bottom > 80, slot.name
            assert slot.rect.right > 40, slot.name


def test_a_six_cannot_be_taken_for_a_nine(root: Path) -> None:
    """Check that sixes have a bar at both ends of the card, typeset or drawn."""
    bars = [slot for slot in load_card_template("yggdrasil").slot if slot.show == "—"]
    assert [(slot.turn, slot.when) for slot in bars] == [(t, {"power": ["6"]}) for t in (0, 180)]
    for card, row in rows(root, "dicebattle").items():
        placed = placed_forms("dicebattle", "sun-full", card)
        assert placed.count("index-six") == (2 if row["level"] == "6" else 0), card


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("game", GAMES)
def test_no_two_pictures_look_alike_when_small_and_grey(game: str, style: art.Style) -> None:
    """Require a root mean square difference of a tenth of the scale in 108 × 96 pixels."""
    for theme in (theme for theme in themes(game) if theme.endswith(style)):
        owner = theme.split("-")[0]
        names = [n for n in pictures(game, theme) if n != BACK and not n.startswith("master-")]
        seen = np.stack([grey(game, name, owner, style, 2)[18:114].ravel() for name in names])
        for n, one in enumerate(seen[:-1]):
            apart = np.sqrt(((seen[n + 1 :] - one) ** 2).mean(axis=1))
            assert apart.min() >= 0.1, (names[n], names[n + 1 + int(apart.argmin())])
