"""Strato-Sphere's pictures, mats and pieces: every fact drawn, every zone of the rules present.

Tests of pictures read the streams that a PDF will contain, not the programs that drew them.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from artwork.labels import MatContext
from artwork.stratosphere import BACK, OWNERS, cut, draw, facts, mat, pictures, pieces
from artwork.stratosphere.cells import FAN, FAN_STEP, SHARES
from artwork.stratosphere.cells import main as write_mats
from artwork.stratosphere.courts import SITTERS
from artwork.stratosphere.letters import DATA
from artwork.stratosphere.palette import PALETTES, SUITS
from artwork.stratosphere.squadron import flights
from printkit.cards.job import CardJob
from printkit.cards.pieces import load_pieces
from printkit.cards.write import print_cards
from printkit.mats.mat import load_mat
from printkit.mats.plan import MatCell, MatPlan
from printkit.pdf.drawing import Cmyk
from printkit.pdf.fonts import LANGUAGES, PT, Fonts
from printkit.template.card_template import Style
from printkit.template.words import game_word
from printkit.typeset.label import Label
from rules import Setup, load_catalog
from rules.games.stratosphere import GAME as RULES
from rules.games.stratosphere import table
from rules.games.stratosphere.cards import COLOURS
from rules.games.stratosphere.cards import SUITS as FORCES
from tests.artwork import art_files
from tests.artwork.art_files import WIDTH, contrast, luminance

GAME = "stratosphere"
STYLES: tuple[Style, ...] = ("full", "ink")
THEMES = [f"shared-{style}" for style in STYLES]
MATS = {"ring-2": "2", "ring-4": "4"}

Point = tuple[float, float]
data = partial(art_files.rows, game=GAME)
shipped = partial(art_files.shipped, GAME)
labels_of = art_files.labels_of
lines_of = partial(art_files.lines_of, GAME)
placed_forms = partial(art_files.placed_forms, GAME)
grey = partial(art_files.grey, GAME)


# --- inventory ----------------------------------------------------------------------------------


def test_every_card_of_the_data_is_drawn_in_both_styles(root: Path) -> None:
    assert set(pictures("shared")) == {*data(root), BACK}
    assert OWNERS == ("shared",)
    for theme in THEMES:
        for name in pictures():
            assert name in shipped(theme), (theme, name)


def test_pictures_are_bound_to_the_data_they_show(root: Path) -> None:
    for card, row in data(root).items():
        bound = facts(card)
        assert set(bound) == {"suit", "rank", "colour"}
        assert {name: row[name] for name in bound} == {n: v[0] for n, v in bound.items()}
        assert art_files.pack_of(GAME, "full").facts(f"shared/{card}") == bound


def test_no_two_cards_share_a_picture() -> None:
    for theme in THEMES:
        assert len({lines_of(theme, name) for name in pictures()}) == len(pictures())


# --- suit and rank ----------------------------------------------------------------------------


def test_as_many_machines_of_the_suit_fly_as_the_rank_counts(root: Path) -> None:
    for card, row in data(root).items():
        rank = int(row["rank"])
        for theme in THEMES:
            machines = [f for f in placed_forms(theme, card) if f.startswith("machine-")]
            assert len(machines) == (rank if 2 <= rank <= 10 else 0), (card, theme)
            assert all(name.startswith(f"machine-{row['suit']}-") for name in machines)


@pytest.mark.parametrize("rank", range(2, 11))
def test_machines_keep_apart_and_clear_of_index_and_name(rank: int) -> None:
    """Check that the machines on a card keep apart, and clear of the index and the name."""
    squadron = flights(rank)
    assert len(squadron) == rank
    for one, other in itertools.combinations(squadron, 2):
        away = math.dist((one.x, one.y), (other.x, other.y))
        assert away >= 0.9 * (one.size + other.size), (one, other)
    for flight in squadron:
        assert flight.x + 0.75 * flight.size < WIDTH - 0.5 or not flight.before
        assert flight.x > 2
        assert 17 < flight.y < 50
        if flight.x - flight.size < 16.4:  # below the index panel
            assert flight.y - flight.size > 26.2


def test_the_front_shows_the_force(root: Path) -> None:
    """Check that every card has its own suit's sky, foot, instrument and emblem, once each."""
    for card, row in data(root).items():
        for theme in THEMES:
            placed = placed_forms(theme, card)
            for part in ("sky", "foot", "instrument", "emblem"):
                assert placed.count(f"{part}-{row['suit']}") == 1, (card, part)


@pytest.mark.parametrize("suit", SUITS)
def test_numerals_stand_off_their_sky(suit: str) -> None:
    palette = PALETTES[suit, "full"]  # type: ignore[index]
    below = palette.sky[1].mixed(palette.sky[2], 0.56)  # at the numeral's foot
    for ground in (*palette.sky[:2], below, palette.panel, palette.edge):
        assert contrast(palette.numeral, ground) >= 4.5, (suit, ground)


def test_red_suits_are_red_where_ink_is_saved_and_black_ones_black() -> None:
    for (suit, style), palette in PALETTES.items():
        if style == "ink":
            coloured = palette.dark.m > 50 and palette.dark.y > 50
            assert coloured == (suit in ("hearts", "diamonds")), suit
            assert palette.dark == palette.numeral_line == palette.front


def test_red_suits_are_light_cards_and_black_suits_dark_ones() -> None:
    """Check that the feet of red suits are more than eight times as bright as black suits' feet."""
    feet = {suit: luminance(PALETTES[suit, "full"].foot) for suit in SUITS}
    assert min(feet["hearts"], feet["diamonds"]) > 8 * max(feet["spades"], feet["clubs"])


def test_no_two_aviators_hold_themselves_or_are_drawn_alike() -> None:
    sitters = {key: draw_sitter(PALETTES[key[0], "full"]) for key, draw_sitter in SITTERS.items()}
    assert set(sitters) == {(suit, rank) for suit in SUITS for rank in (11, 12, 13)}
    held = {(s.pose.turn, s.pose.tilt, s.skin) for s in sitters.values()}
    assert len(held) == len(sitters)
    figures = {s.pen.drawing((0, 0, 1, 1)) for s in sitters.values()}
    assert len(figures) == len(sitters)


# --- slots and ink ----------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
def test_nothing_is_drawn_over_the_tag_panel(theme: str) -> None:
    """Require that nothing drawn after the instrument enters the square of the tag's panel."""
    x0, y0 = 350, 5700
    for name in pictures():
        if name == BACK:
            continue
        lines = lines_of(theme, name)
        at = next(i for i, line in enumerate(lines) if re.search(r"/instrument-\w+ Do Q$", line))
        for line in lines[at + 1 :]:
            *numbers, operator = line.split(" ")
            if operator in ("m", "l", "c"):
                for x, y in zip(map(int, numbers[::2]), map(int, numbers[1::2]), strict=True):
                    assert not (x0 < x < x0 + 2304.8 and y0 < y < y0 + 2304.8), (name, line)


def test_the_back_is_the_same_upside_down_but_for_the_north_mark() -> None:
    back = grey(BACK, "shared", "full", 4)
    apart = np.abs(back - back[::-1, ::-1]) > 24 / 255
    for top, bottom in ((3, 15), (75, 87)):  # the mark, and the footer's plate
        assert apart[top * 4 : bottom * 4].any(), "a face-down card must show how it lies"
        apart[top * 4 : bottom * 4, 12 * 4 : 42 * 4] = False
    assert apart.mean() < 0.004  # the panel's edge may fall on either pixel


def test_letters_are_those_of_the_face() -> None:
    assert json.loads(cut.cut()) == json.loads(DATA.read_text(encoding="ascii"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_both_packs_print_in_every_language_without_a_finding(lang: str, tmp_path: Path) -> None:
    job = CardJob(GAME, decks={"shared": "two-packs"}, lang=lang, out=tmp_path)
    assert print_cards(job).warnings == ()


# --- mats -------------------------------------------------------------------------------------


def test_mat_files_are_what_the_program_writes() -> None:
    assert write_mats(["--check"]) == 0


@pytest.mark.parametrize("name", MATS)
def test_a_mat_has_a_cell_for_every_zone_of_the_rules(name: str) -> None:
    form = RULES.table.form(Setup(GAME, {"players": MATS[name]}))
    assert form.mat == name
    cells = {cell.id: cell for cell in load_mat(GAME, name).cells}
    assert set(cells) == {zone.cell for zone in form.zones}
    for zone in form.zones:
        if zone.owner:
            assert cells[zone.cell].seat == zone.owner
            assert cells[zone.cell].turn == form.seat_turns[zone.owner]


def axes(outline: tuple[Point, ...]) -> list[Point]:
    pairs = zip(outline, (*outline[1:], outline[0]), strict=True)
    sides = [(bx - ax, by - ay) for (ax, ay), (bx, by) in pairs]
    return [(y / math.hypot(x, y), -x / math.hypot(x, y)) for x, y in sides]


def overlap(one: tuple[Point, ...], other: tuple[Point, ...]) -> float:
    """Return the overlap of two convex outlines, mm; negative values are the least distance."""
    depths = []
    for ux, uy in (*axes(one), *axes(other)):
        a, b = ([x * ux + y * uy for x, y in outline] for outline in (one, other))
        depths.append(min(max(a), max(b)) - max(min(a), min(b)))
    return min(depths)


def with_fan(cell: MatCell) -> tuple[Point, ...]:
    """Return a node's place together with its fan guide."""
    angle, reach = math.radians(cell.turn), FAN * FAN_STEP
    dx, dy = -math.sin(angle) * reach, math.cos(angle) * reach
    a, b, c, d = cell.outline
    return a, b, (c[0] + dx, c[1] + dy), (d[0] + dx, d[1] + dy)


def boxes(plan: MatPlan) -> list[tuple[str, tuple[Point, ...]]]:
    found = [
        (cell.id, with_fan(cell) if cell.kind == "node" else cell.outline) for cell in plan.cells
    ]
    for n, panel in enumerate(plan.marks):
        r = panel.outer.grown(*(4.0,) * 4)
        corners = ((r.x, r.y), (r.right, r.y), (r.right, r.bottom), (r.x, r.bottom))
        found.append((f"mark {n}", corners))
    return found


@pytest.mark.parametrize("name", MATS)
def test_cells_fans_and_fiducials_keep_apart(name: str) -> None:
    for (one, a), (other, b) in itertools.combinations(boxes(load_mat(GAME, name)), 2):
        assert overlap(a, b) < -1.0, (one, other)


@pytest.mark.parametrize("name", MATS)
def test_an_arrow_box_is_at_the_attackers_end_and_points_at_the_target(name: str) -> None:
    cells = {cell.id: cell for cell in load_mat(GAME, name).cells}
    for cell in cells.values():
        if cell.kind != "arrow":
            continue
        source, target = (cells[end].centre for end in cell.id.split(">"))
        assert math.dist(cell.centre, source) < math.dist(cell.centre, target), cell.id
        angle = math.radians(cell.turn)
        way = (target[0] - source[0], target[1] - source[1])
        ahead = way[0] * math.sin(angle) - way[1] * math.cos(angle)
        assert ahead / math.hypot(*way) > math.cos(math.radians(25)), cell.id


@pytest.mark.parametrize("name", MATS)
def test_every_seat_has_the_same_share_turned(name: str) -> None:
    plan, share = load_mat(GAME, name), SHARES[name]
    step = math.radians(360 / len(share.seats))
    middle = (plan.size.width / 2, plan.size.height / 2)
    cells = {cell.id: cell.centre for cell in plan.cells}
    for place in ("L", "C", "R", "force", "draw", "move.2", "control", "L.supply"):
        x, y = (p - m for p, m in zip(cells[f"1.{place}"], middle, strict=True))
        for n, seat in enumerate(share.seats):
            c, s = math.cos(n * step), math.sin(n * step)
            wanted = (middle[0] + c * x - s * y, middle[1] + s * x + c * y)
            assert math.dist(cells[f"{seat}.{place}"], wanted) < 0.02


def context(name: str, lang: str, style: Style = "full") -> MatContext:
    catalog = load_catalog(GAME)
    return MatContext(load_mat(GAME, name), style, Fonts(lang, slug=GAME), catalog.names[lang])


def outline_of(label: Label, at: MatContext) -> tuple[Point, ...]:
    wide, high = at.width(label.text, label.role, label.size), label.size * PT
    left = {"left": 0.0, "centre": -wide / 2, "right": -wide}[label.align]
    angle = math.radians(label.turn)
    c, s = math.cos(angle), math.sin(angle)
    # Letters of either script reach about 0.85 em above the baseline and 0.2 em below it.
    corners = [
        (x, y) for x, y in ((left, -0.8 * high), (left + wide, -0.8 * high),
                            (left + wide, 0.15 * high), (left, 0.15 * high))
    ]  # fmt: skip
    return tuple((label.x + c * x - s * y, label.baseline + s * x + c * y) for x, y in corners)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", MATS)
def test_labels_are_on_the_sheet_and_overlap_nothing(name: str, lang: str) -> None:
    at = context(name, lang)
    size = at.plan.size
    texts = [(label.text, outline_of(label, at)) for label in labels_of(at)]
    for text, box in texts:
        assert all(3 <= x <= size.width - 3 and 3 <= y <= size.height - 3 for x, y in box), text
        for cell, outline in boxes(at.plan):
            assert overlap(box, outline) < 0, (text, cell)
    for (one, a), (other, b) in itertools.combinations(texts, 2):
        assert overlap(a, b) < 0, (one, other)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_label_keeps_off_the_box_above(lang: str) -> None:
    """Check that the label's top, 0.85 em above its baseline, is clear of the frame above."""
    at = context("ring-2", lang)
    moves, full = (
        next(t for t in labels_of(at) if t.text == game_word(GAME, key, lang) and t.turn == 0)
        for key in ("moves", "full")
    )
    middle = at.plan.size.height / 2
    assert full.baseline - 0.85 * full.size * PT > middle + 123 + 23 + 0.4 + 0.4  # force token
    assert moves.baseline - 0.85 * moves.size * PT > middle + 132 + 13 + 0.4 + 0.4  # reminder


@pytest.mark.parametrize("name", MATS)
def test_a_descender_keeps_off_the_box_below(name: str) -> None:
    """Regression: the p and y of "supply" touched the line of its box."""
    at = context(name, "en")
    supply = game_word(GAME, "supply", "en")
    tops = [cell.rect.y for cell in at.plan.cells if cell.kind == "supply" and cell.seat == "1"]
    labels = [t for t in labels_of(at) if t.text == supply and t.turn == 0]
    for label in labels:
        below = [top - label.baseline for top in tops if 0 < top - label.baseline < 4]
        assert not below or min(below) > 0.2 * label.size * PT + 0.4, label
    assert any(0 < top - label.baseline < 4 for label in labels for top in tops)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", MATS)
def test_a_mat_is_drawn_with_its_bleed_and_its_ruler_on_the_sheet(name: str, style: Style) -> None:
    at = context(name, "en", style)
    size = at.plan.size
    assert mat.picture(at).box == (-3, -3, size.width + 3, size.height + 3)
    (x, y), _ = mat.ruler(at)
    assert 42 < x < size.width - 142
    assert y < size.height - 4


# --- pieces -----------------------------------------------------------------------------------


def test_every_piece_the_rules_speak_of_can_be_printed() -> None:
    known = load_pieces(GAME)
    tokens, controls = {t.id for t in known.token}, {c.id for c in known.control}
    forces = {table.FORCE + force for force in (*COLOURS, *FORCES)}
    assert tokens >= {table.PUCK, table.ARROW, table.FULL, *forces}
    assert controls >= {*table.CONTROLS, "ctl.prevent"}


@pytest.mark.parametrize("style", STYLES)
def test_pictures_of_pieces_differ_and_leave_word_and_tag_on_light_ground(style: Style) -> None:
    drawings = {}
    for token in load_pieces(GAME).token:
        drawing = drawings[token.picture] = pieces.draw(token.picture, "", style)
        ground = drawing.nodes[0].fill  # type: ignore[union-attr]
        assert isinstance(ground, Cmyk)
        assert luminance(ground) > 0.8
        assert token.words is not None
        assert token.words[1] - token.size[1] / 2 >= pieces.LINE
    assert len(set(drawings.values())) == len(drawings)
    with pytest.raises(KeyError):
        pieces.draw("nothing", "", style)


def test_drawing_is_by_name_and_style_alone() -> None:
    assert draw("h07", "shared", "full") == draw("h07", "", "full")


def test_a_pack_prints_without_pictures_too(tmp_path: Path) -> None:
    """Check that a pack without pictures prints at least one page."""
    assert print_cards(CardJob(GAME, art=False, controls=False, out=tmp_path)).pages > 0
