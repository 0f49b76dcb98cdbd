"""Dice Battle's shipped pictures, its mat and its tokens: all facts are drawn and unobstructed.

Most tests read the streams that a PDF will contain, not the programs that drew them.
"""

from __future__ import annotations

import re
import zlib
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from artwork.dicebattle import BACK, OWNERS, facts, pictures
from artwork.dicebattle.mat import picture
from artwork.dicebattle.palette import Theme
from artwork.dicebattle.pieces import draw as draw_piece
from artwork.dicebattle.signs import draw_signs
from artwork.labels import MatContext
from artwork.pen import Pen
from printkit.cards import pictures as art
from printkit.cards.job import CardJob
from printkit.cards.one_face import load_faces
from printkit.cards.pieces import load_pieces
from printkit.cards.write import print_cards
from printkit.mats.mat import load_mat
from printkit.pdf.drawing import Shape
from printkit.pdf.encoding import encode
from printkit.pdf.fonts import LANGUAGES, PT, Fonts
from printkit.template.card_template import Style, load_card_template
from printkit.template.parts import MOST_INK
from printkit.template.words import game_word
from rules import Setup, load_game
from tests.artwork import art_files
from tests.artwork.art_files import PANEL, WIDTH, contrast

GAME = "dicebattle"
THEMES = [f"{owner}-{style}" for owner in OWNERS for style in ("full", "ink")]
data = partial(art_files.rows, game=GAME)
shipped = partial(art_files.shipped, GAME)
labels_of = art_files.labels_of
lines_of = partial(art_files.lines_of, GAME)
uses = partial(art_files.uses, GAME)
grey = partial(art_files.grey, GAME)


# --- inventory ----------------------------------------------------------------------------------


def test_every_card_of_the_data_is_drawn_in_every_theme(root: Path) -> None:
    assert set(pictures()) == {*data(root), BACK}
    for theme in THEMES:
        for name in pictures():
            assert name in shipped(theme), (theme, name)


def test_pictures_show_the_facts_of_the_card_data(root: Path) -> None:
    for card, row in data(root).items():
        for column, values in facts(card).items():
            assert row[column] in values, (card, column)
        assert set(facts(card)) == {"kind", "level", "effect", "grant_level", "exception"}


def test_no_two_cards_share_a_figure() -> None:
    """Compare each card's own drawing, without shared forms and without the random rays."""
    for theme in THEMES:
        figures = {"\n".join(lines_of(theme, name)) for name in pictures()}
        assert len(figures) == len(pictures())


def test_forms_show_kind_level_and_grant(root: Path) -> None:
    for theme in THEMES:
        for card, row in data(root).items():
            there = uses(theme, card)
            look = card if row["kind"] == "action" else row["kind"]
            assert f"tag-{look}-{row['level'] or 0}" in there, card
            assert (f"kind-{look}" in there) == (row["kind"] in ("human", "monster", "magic"))
            assert (f"grant-{look}" in there) == bool(row["grant_level"]), card
            assert bool(there & {"index", "index-six"}) == bool(row["level"]), card


def test_the_die_of_the_tag_has_a_pip_a_level() -> None:
    for level in range(1, 7):
        names = [n for n in shipped("sun-full") if re.fullmatch(f"tag-.*-{level}", n)]
        assert names
        for name in names:
            pips = [line for line in lines_of("sun-full", name) if line.endswith(" c")]
            assert len(pips) == 4 * level, name


@pytest.mark.parametrize(
    ("effect", "chevrons", "rising"),
    [
        ("forced / battle / — / lv own +3", 3, True),
        ("forced / battle / opp.main>=2 / lv opp -6", 6, False),
        ("forced / battle / — / negate opp magic; lv own +2", 2, True),
        ("optional / battle / — / draw 1", 0, True),
    ],
)
def test_signs_count_the_levels_and_point_the_way(
    effect: str,
    chevrons: int,
    rising: bool,  # noqa: FBT001 - a case of the table
) -> None:
    pen = Pen()
    draw_signs(pen, effect, "", Theme("sun", "full"))
    shapes = [node for node in pen.drawing((0, 0, 54, 90)).nodes if isinstance(node, Shape)]
    found = [
        contour
        for shape in shapes
        if shape.fill is None
        for contour in shape.path.contours
        if not contour.closed
    ]
    assert len(found) == chevrons
    for contour in found:
        tip = contour.segments[0][1]
        assert (tip < contour.start[1]) == rising


# --- clear areas --------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
def test_nothing_is_drawn_over_the_tag_panel(theme: str) -> None:
    for name in pictures():
        if name == BACK:
            continue
        lines = lines_of(theme, name)
        at = next(i for i, line in enumerate(lines) if re.search(r"/tag-\w+-\d Do Q$", line))
        for line in lines[at + 1 :]:
            *numbers, operator = line.split(" ")
            if operator in ("m", "l", "c"):
                for x, y in zip(map(int, numbers[::2]), map(int, numbers[1::2]), strict=True):
                    inside = 350 < x < 350 + PANEL * 100 and 5700 < y < 5700 + PANEL * 100
                    assert not inside, (name, line)


def test_the_signs_end_where_the_text_begins() -> None:
    template = load_card_template(GAME)
    text = next(slot for slot in template.slot if slot.name == "text")
    for theme in THEMES:
        for name in pictures():
            lines = lines_of(theme, name)
            start = max((i for i, line in enumerate(lines) if line.endswith("Do Q")), default=0)
            for line in lines[start + 1 :]:
                *numbers, operator = line.split(" ")
                if name != BACK and operator in ("m", "l", "c"):
                    assert max(map(int, numbers[1::2])) <= text.rect.y * 100, (name, line)


@pytest.mark.parametrize("owner", OWNERS)
def test_rules_text_stands_out_from_the_foot(owner: art.Owner) -> None:
    ink = load_card_template(GAME).owner[owner]["full"]["text"]
    assert contrast(ink, Theme(owner, "full").paper) >= 7


def test_the_owners_differ_in_value_and_kinds_too(root: Path) -> None:
    """Check that the owners' footers and the three kinds' backgrounds differ in grey value."""
    feet = [grey("h11", owner, "full", 3)[82 * 3 : 84 * 3, 90:120].mean() for owner in OWNERS]
    assert feet[0] - feet[1] > 0.5
    grounds = [grey(card, "sun", "full", 3)[3:8].mean() for card in ("h11", "m14", "g03")]
    assert grounds[0] < grounds[1] - 0.08 < grounds[2] - 0.16


def test_the_back_is_its_own_image_under_half_a_turn_but_for_the_mark() -> None:
    for owner in OWNERS:
        page = grey(BACK, owner, "full", 8)[: 90 * 8, : 54 * 8]
        fields = page.reshape(90, 8, 54, 8).mean(axis=(1, 3))
        unlike = np.abs(fields - fields[::-1, ::-1])
        assert unlike[16:74].max() < 0.15  # half a pixel of an edge is 0.06; a pip is 0.5
        assert unlike[4:14, 22:32].mean() > 0.1


# --- ink and size -----------------------------------------------------------------------------


# --- texts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_of_the_pool_fits(lang: str, root: Path, tmp_path: Path) -> None:
    """Typeset the whole pool as one deck; any finding raises."""
    deck = tmp_path / "pool.txt"
    names = "".join(f"name.{code}: Pool\n" for code in LANGUAGES)
    deck.write_text(names + "".join(f"1 {card}\n" for card in data(root)), encoding="utf-8")
    job = CardJob(GAME, decks={"sun": str(deck), "moon": str(deck)}, lang=lang, out=tmp_path)
    assert print_cards(job).cards == 2 * len(data(root))


# --- mat and pieces ---------------------------------------------------------------------------


def context(lang: str, style: Style = "full") -> MatContext:
    plan = load_mat(GAME, "battle")
    return MatContext(plan, style, Fonts(lang, slug=GAME), "Dice Battle Monsters")


def test_the_mat_has_every_zone_of_the_table_form() -> None:
    form = load_game(GAME).table.form(Setup(GAME))
    plan = load_mat(GAME, form.mat)
    assert {cell.id for cell in plan.cells} == {zone.cell for zone in form.zones}
    for zone in form.zones:
        assert plan.cell(zone.cell).seat == zone.owner


def test_tags_of_a_fan_stay_in_view() -> None:
    """Require that a card covers no tag of the card below it, front or back."""
    plan = load_mat(GAME, "battle")
    for zone, count in (("main", 6), ("circle", 5)):
        for n in range(1, count):
            here, there = plan.cell(f"A.{zone}{n}").rect, plan.cell(f"A.{zone}{n + 1}").rect
            assert there.x - here.x >= (WIDTH + PANEL) / 2
    for n in range(1, 9):  # turned clockwise: a front's tag reaches from 3.5 to 26.5 down
        step = plan.cell(f"A.stock{n + 4}").rect.y - plan.cell(f"A.stock{n}").rect.y
        assert step >= 3.5 + PANEL
    assert plan.cell("A.stock1").rect.right <= plan.cell("A.stock2").rect.x


def test_zones_of_different_kinds_do_not_overlap() -> None:
    plan = load_mat(GAME, "battle")
    marks = [panel.outer for panel in plan.marks]
    for cell in plan.cells:
        assert not any(cell.rect.shared(mark) for mark in marks), cell.id
        for other in plan.cells:
            if (cell.kind, cell.seat) < (other.kind, other.seat):
                assert not cell.rect.shared(other.rect), (cell.id, other.id)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_labels_of_the_mat_keep_apart_and_on_the_sheet(lang: str) -> None:
    at = context(lang)
    spans: dict[tuple[float, float], list[tuple[float, float]]] = {}
    for label in labels_of(at):
        width = at.width(label.text, label.role, label.size)
        shift = {"left": 0.0, "centre": -width / 2, "right": -width}[label.align]
        sign = -1 if label.turn else 1
        left, right = sorted((label.x + sign * shift, label.x + sign * (shift + width)))
        assert 5 < left < right < at.plan.size.width - 5, label.text
        spans.setdefault((round(label.baseline, 1), label.turn), []).append((left, right))
    for row in spans.values():
        row.sort()
        for (_, end), (start, _) in pairwise(row):
            assert start - end > 1.5


def test_what_mats_and_tokens_draw_stays_within_the_ink_limit() -> None:
    for style in ("full", "ink"):
        for drawing in (
            picture(context("en", style)),
            *(
                draw_piece(token.picture, owner, style)
                for token in load_pieces(GAME).token
                for owner in ("sun", "moon", "")
            ),
        ):
            text = zlib.decompress(encode(drawing).stream).decode("ascii")
            for colour in re.findall(r"^(\S+ \S+ \S+ \S+) [kK]$", text, re.MULTILINE):
                assert sum(map(float, colour.split())) * 100 <= MOST_INK + 0.5, colour


def test_every_piece_the_rules_listen_to_exists(root: Path) -> None:
    source = (root / "rules" / "games" / GAME / "table.py").read_text(encoding="utf-8")
    named = set(re.findall(r'"((?:ctl|token)\.\w+)"', source)) - {"token.die"}
    named |= {f"token.die{n}" for n in range(1, 7)}
    pieces = load_pieces(GAME)
    assert "stars" in {built.thing for built in pieces.built}
    assert named - {"token.star"} <= {item.id for item in (*pieces.token, *pieces.control)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_phase_begins_a_line(lang: str) -> None:
    cards = load_faces(CardJob(GAME, owner="sun", lang=lang, art=False, controls=False)).fronts
    (card,) = (card for card in cards if card.piece.id == "phases")
    (text,) = (text for text in card.texts if text.slot.name == "phases")
    begun = [line[0] for line in text.fitted.lines if line[0].isdecimal()]
    assert begun == ["1", "2", "3", "4", "5"]
    assert text.fitted.size >= 6.0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_of_places_keep_off_corner_marks_and_the_trays_frame(lang: str) -> None:
    """Require a millimetre between a mark's stroke and the letters."""
    table = context(lang, "ink")
    high = 0.73 if lang == "en" else 0.86
    marks = [cell.rect for cell in table.plan.cells if cell.seat == "A" and cell.kind != "stock"]
    edges = {edge for mark in marks for edge in (mark.y, mark.bottom)}
    southern = [label for label in labels_of(table) if not label.turn]
    (tray,) = (mark for mark in marks if (mark.width, mark.height) == (126, 54))
    for label in southern:
        top = label.baseline - high * label.size * PT
        foot = label.baseline + 0.2 * label.size * PT
        near = [m for m in marks if m.x - 20 < label.x < m.right + 20]
        levels = {edge for m in near for edge in (m.y, m.bottom)} & edges
        assert not [y for y in levels if top - 1 - 0.6 < y < foot + 0.6], label.text
        if label.text == game_word(GAME, "tray", lang):
            x, y = tray.x + 13 - label.x, foot - (tray.bottom - 13)
            assert max(x, 0) ** 2 + max(y, 0) ** 2 < 9**2, "within the round corner"
        if label.text == game_word(GAME, "control", lang):
            own = next(c.rect for c in table.plan.cells if c.id == "A.control")
            assert own.x < label.x < own.right
            assert own.y < label.baseline < own.bottom, "it names no other place"
