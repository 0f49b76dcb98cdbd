"""The court's shipped pictures, and a table with all tags visible.

Most tests read the streams that a PDF will contain, not the programs that drew them.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from artwork.jiguan import BACK, OWNERS, facts, pictures
from artwork.jiguan.cards import BEATS, OFFICES, SCENES, Beast, Item
from artwork.jiguan.compose import MARK
from artwork.jiguan.mat_inks import MAT_INKS
from artwork.jiguan.palette import THEMES
from artwork.jiguan.pieces import draw
from artwork.jiguan.references import LESSON_WIDTH, lessons
from artwork.jiguan.tokens import owner_mark
from artwork.labels import MatContext
from printkit.cards import pictures as art
from printkit.cards.job import CardJob
from printkit.cards.one_face import load_faces
from printkit.cards.pieces import load_pieces
from printkit.cards.write import print_cards
from printkit.mats.mat import load_mat, mat_names
from printkit.mats.plan import MatCell, MatPlan
from printkit.pdf.drawing import Contour, placed, transformed
from printkit.pdf.fonts import Fonts
from printkit.preflight.texts import line_boxes
from printkit.template.card_template import load_card_template
from rules import Setup, load_catalog, load_game
from rules.games.jiguan import cards as law
from rules.games.jiguan import table
from tests.artwork import art_files
from tests.artwork.art_files import BACK_TAG, FRONT_TAG, PANEL, contrast

GAME = "jiguan"
THEME_NAMES = [f"{owner}-{style}" for owner in OWNERS for style in ("full", "ink")]
data = partial(art_files.rows, game=GAME)
lines_of = partial(art_files.lines_of, GAME)
placed_forms = partial(art_files.placed_forms, GAME)
grey = partial(art_files.grey, GAME)


# --- inventory and facts ------------------------------------------------------------------------


def test_every_card_of_the_data_has_its_own_picture_in_every_theme(root: Path) -> None:
    assert set(SCENES) == set(data(root))
    for theme in THEME_NAMES:
        streams = {lines_of(theme, name) for name in pictures()}
        assert len(streams) == len(SCENES) + 1


def test_pictures_are_bound_to_the_facts_they_show(root: Path) -> None:
    for card, row in data(root).items():
        shown = facts(card)
        assert shown["kind"] == (row["kind"],)
        assert all(row[column] in values for column, values in shown.items()), card
        for owner in OWNERS:
            assert art.stale(art.front(GAME, card, owner), row) == []
    changed = {**data(root)["jb1"], "rank": "4"}
    assert [column for column, _ in art.stale(art.front(GAME, "jb1", "sun"), changed)] == ["rank"]


def test_who_beats_whom_is_the_law_of_the_rules() -> None:
    for a, own in enumerate(law.ELEMENTS):
        beaten = {other for b, other in enumerate(law.ELEMENTS) if law.BEATS[a][b] > 0}
        assert set(BEATS[own]) == beaten


def test_items_turn_the_wheel_as_the_rules_do(root: Path) -> None:
    for card, scene in SCENES.items():
        if isinstance(scene, Item):
            slot = 5 + law.ROLES.index(data(root)[card]["role"])
            assert scene.direction == law.SHIFTS[slot]


@pytest.mark.parametrize("theme", THEME_NAMES)
def test_steps_tokens_and_organ_say_what_the_card_is(theme: str, root: Path) -> None:
    for card, row in data(root).items():
        if row["kind"] != "beast":
            continue
        forms, element = Counter(placed_forms(theme, card)), row["element"]
        assert forms[f"steps-{row['rank']}"] == 1
        assert forms[f"index-{element}"] == 2  # read from both ends
        assert forms[f"organ-{row['organ']}"] == 1
        won = {name for name in forms if name.startswith("token-")}
        lost = {name for name in forms if name.startswith("lost-")}
        assert won == {f"token-{other}" for other in BEATS[element]}
        assert lost == {f"lost-{other}" for other in BEATS if element in BEATS[other]}
        assert OFFICES[element] == (row["office"], row["organ"])


def test_a_stand_in_shares_the_office_but_not_the_face(root: Path) -> None:
    by_office = Counter(s.element for s in SCENES.values() if isinstance(s, Beast))
    assert by_office == {"fire": 1, "metal": 1, "wood": 2, "earth": 2, "water": 2}
    faces = {s.portrait for s in SCENES.values() if isinstance(s, Beast)}
    assert len(faces) == 8


# --- tag, ink, files --------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEME_NAMES)
def test_nothing_is_drawn_over_the_tag_panel(theme: str) -> None:
    """Require that nothing drawn after the seal enters the square of the tag's panel."""
    for name in pictures():
        lines = lines_of(theme, name)
        at = next(i for i, line in enumerate(lines) if re.search(r"/seal-\d Do Q$", line))
        x0, y0 = map(int, lines[at].split(" ")[5:7])
        corner = BACK_TAG if name == BACK else FRONT_TAG
        assert (x0, y0) == tuple(round(v * 100) for v in corner)
        for line in lines[at + 1 :]:
            *numbers, operator = line.split(" ")
            if operator in ("m", "l", "c"):
                for x, y in zip(map(int, numbers[::2]), map(int, numbers[1::2]), strict=True):
                    inside = x0 < x < x0 + PANEL * 100 and y0 < y < y0 + PANEL * 100
                    assert not inside, (name, line)


def test_no_text_stands_on_the_seal() -> None:
    """Check the seal's reach of 2.5 mm beyond the panel, plus a margin of 1 mm."""
    x, y = FRONT_TAG
    for slot in load_card_template(GAME).slot:
        box = slot.rect
        clear_right = box.x >= x + PANEL + 2.5 + 1.0
        assert clear_right or box.y >= y + PANEL + 2.5 or box.bottom <= y - 2.5, slot.name


@pytest.mark.parametrize("style", ["full", "ink"])
@pytest.mark.parametrize("owner", OWNERS)
def test_a_back_shows_its_orientation_by_the_owner_mark_alone(owner: str, style: str) -> None:
    """Compare everything except the tag, which the engine prints."""
    shown = grey(BACK, owner, style, 6).copy() * 255
    x, y = BACK_TAG
    shown[round(y * 6) - 6 : round((y + PANEL) * 6) + 6, round(x * 6) - 6 : -round(x * 6) + 6] = 0
    differs = np.abs(shown - shown[::-1, ::-1]) > 90
    rows, columns = np.nonzero(differs)
    assert rows.size
    places = np.minimum(rows, differs.shape[0] - 1 - rows) / 6, columns / 6
    by_the_mark = (places[0] < 14) & (np.abs(places[1] - 27) < 6)
    edge_of_a_pixel = 0.001 * shown.size
    assert (~by_the_mark).sum() < edge_of_a_pixel
    assert by_the_mark.sum() > edge_of_a_pixel


def test_the_owners_differ_in_value() -> None:
    for name in pictures():
        sun, moon = (grey(name, owner, "full", 2).mean() for owner in OWNERS)
        assert sun - moon > 0.235, name


# --- texts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ja", "zh-Hant"])
def test_every_text_fits_in_every_language(lang: str, tmp_path: Path) -> None:
    decks = {"sun": "court", "moon": "mountains-and-seas"}
    printed = print_cards(CardJob(GAME, decks=decks, lang=lang, out=tmp_path))
    assert printed.cards == 20


@pytest.mark.parametrize("lang", ["ja", "zh-Hant"])
def test_offices_and_names_stand_in_one_face(lang: str) -> None:
    """Require that no text falls back from the kai font, in whole or in part."""
    fonts, catalog = Fonts(lang, slug=GAME), load_catalog(GAME)
    words = [catalog.names[lang]]
    for card in catalog.cards.values():
        words += [card.names[lang], card.keywords[lang]]
    for text in words:
        assert [run.font for run in fonts.runs("name", text)] == ["kai-offices"], text


WORDS = {
    "jr1": ("child", "mother"),
    "jr2": ("monarch", "minister", "general", "remonstrator", "strongman"),
}


@pytest.mark.parametrize("lang", ["en", "ja", "zh-Hant"])
def test_wheel_and_stele_speak_the_language_printed(lang: str) -> None:
    """Check that their words are typeset: all terms of the data, in the rules' order."""
    terms = load_catalog(GAME).terms
    cards = load_faces(CardJob(GAME, decks={"sun": "court"}, owner="sun", lang=lang)).fronts
    typeset = {card.piece.id: [item.fitted.lines[0] for item in card.texts] for card in cards}
    for card, words in WORDS.items():
        wanted = [terms[word][lang] for word in words]
        assert [line for line in typeset[card] if line in wanted] == wanted


def sampled(contour: Contour) -> Iterator[tuple[float, float]]:
    """Yield points along a contour, sixteen per segment."""
    (x, y) = contour.start
    for segment in contour.segments:
        cubic = segment if len(segment) == 6 else (x, y, *segment, *segment)
        for k in range(17):
            t, u = k / 16, 1 - k / 16
            ratio = (3 * u * u * t, 3 * u * t * t, t**3)
            px = u**3 * x + sum(r * cubic[2 * n] for n, r in enumerate(ratio))
            yield px, u**3 * y + sum(r * cubic[2 * n + 1] for n, r in enumerate(ratio))
        x, y = segment[-2:]


@pytest.mark.parametrize("lang", ["en", "ja", "zh-Hant"])
def test_no_arrow_touches_a_word_within_the_wheel(lang: str) -> None:
    """Require half a millimetre between every word and the arrows or the owner mark."""
    cards = load_faces(CardJob(GAME, decks={"sun": "court"}, owner="sun", lang=lang)).fronts
    (wheel,) = (card for card in cards if card.piece.id == "jr1")
    drawn = [(transformed(owner_mark(THEMES["sun", "full"], 1.95), placed(*MARK)), 0.0)]
    for shaft, head in lessons():
        drawn += [(shaft, LESSON_WIDTH / 2), (head, 0.0)]
    words = [box for text in wheel.texts for box in line_boxes(Fonts(lang, slug=GAME), text)]
    for path, half in drawn:
        for x, y in itertools.chain.from_iterable(map(sampled, path.contours)):
            for box in words:
                across = max(box.x - x, x - box.right, 0)
                over = max(box.y - y, y - box.bottom, 0)
                assert math.hypot(across, over) - half >= 0.5, (lang, box)


# --- the table --------------------------------------------------------------------------------


def layouts() -> list[str]:
    return list(load_catalog(GAME).settings["layout"].values)


def test_there_is_a_mat_for_each_layout() -> None:
    assert sorted(mat_names(GAME)) == sorted(layouts())


@pytest.mark.parametrize("name", layouts())
def test_the_mat_has_exactly_the_zones_of_the_table(name: str) -> None:
    form = load_game(GAME).table.form(Setup(GAME, settings={"layout": name}))
    plan = load_mat(GAME, name)
    assert form.mat == name
    assert {cell.id: cell.seat for cell in plan.cells} == {z.cell: z.owner for z in form.zones}
    for cell in plan.cells:
        if cell.seat:
            assert cell.turn == form.seat_turns[cell.seat]


def row(plan: MatPlan, seat: str) -> list[MatCell]:
    places = [f"{seat}.beast", *(f"{seat}.item{n}" for n in range(1, 7))]
    return [plan.cell(place) for place in places]


@pytest.mark.parametrize("name", layouts())
def test_rows_run_from_the_left_that_the_layout_means(name: str) -> None:
    plan = load_mat(GAME, name)
    for seat in ("A", "B"):
        xs = [cell.centre[0] for cell in row(plan, seat)]
        rightwards = seat == "A" or name == "shared_view"
        assert xs == sorted(xs, reverse=not rightwards)


QUIET = 2.0
"""Width of the black frame; the quiet zone and the symbol are inside."""
UPRIGHT = (FRONT_TAG[0] + QUIET, FRONT_TAG[0] + PANEL - QUIET)
ORIENTATIONS = {
    "front": UPRIGHT,
    "front turned round": (54 - UPRIGHT[1], 54 - UPRIGHT[0]),
    "back": (BACK_TAG[0] + QUIET, BACK_TAG[0] + PANEL - QUIET),
}


@pytest.mark.parametrize("way", ORIENTATIONS)
@pytest.mark.parametrize("name", layouts())
def test_in_a_full_row_every_symbol_is_in_view_whichever_card_is_on_top(
    name: str, way: str
) -> None:
    plan = load_mat(GAME, name)
    for seat in ("A", "B"):
        cells = row(plan, seat)
        for cell, other in itertools.permutations(cells, 2):
            low, high = ORIENTATIONS[way]
            shift = other.rect.x - cell.rect.x
            assert high <= shift or low >= shift + 54, (cell.id, other.id)


@pytest.mark.parametrize("name", ["owner_view", "shared_view"])
def test_what_must_be_read_on_the_mat_stands_out(name: str) -> None:
    fonts = Fonts("ja", slug=GAME)
    inks = MAT_INKS["full"]
    at = MatContext(load_mat(GAME, name), "full", fonts, "")
    grounds = {0.0: inks.day.cell, 180.0: inks.night.cell}
    numbers = [
        label for label in art_files.labels_of(at) if label.size == 14 and label.text.isdigit()
    ]
    assert len(numbers) >= 8
    for label in numbers:
        assert contrast(label.ink, grounds[label.turn % 360]) >= 4.5, label


def test_places_do_not_overlap_except_in_rows() -> None:
    for name in mat_names(GAME):
        plan = load_mat(GAME, name)
        for one, other in itertools.combinations(plan.cells, 2):
            if not one.kind == other.kind == "item":
                assert not one.rect.shared(other.rect), (one.id, other.id)
        for cell, mark in itertools.product(plan.cells, plan.marks):
            assert not cell.rect.shared(mark.outer), cell.id


def test_tokens_and_control_cards_of_the_rules_are_printed() -> None:
    pieces = load_pieces(GAME)
    tokens = {token.id: token for token in pieces.token}
    for name in (table.MARKER, table.MY_TURN, table.DECLINED, table.WON, table.DRAWN):
        assert name in tokens
    assert set(table.CONTROLS) <= {control.id for control in pieces.control}
    assert tokens[table.WON].copies == 5
    assert set(tokens[table.WON].owners) == set(OWNERS)


@pytest.mark.parametrize("style", ["full", "ink"])
def test_every_piece_has_a_picture_in_every_theme(style: str) -> None:
    for token in load_pieces(GAME).token:
        shown = [draw(token.picture, owner, style) for owner in (token.owners or [""])]  # type: ignore[arg-type]
        assert all(drawing.nodes for drawing in shown)
        assert len({repr(drawing.nodes) for drawing in shown}) == len(shown)


def test_tokens_fit_their_places() -> None:
    tokens = {token.id: token for token in load_pieces(GAME).token}
    places = {"marker": table.MARKER, "token": table.MY_TURN, "round": table.WON}
    for name in mat_names(GAME):
        for cell in load_mat(GAME, name).cells:
            if cell.kind in places:
                width, height = tokens[places[cell.kind]].size
                assert cell.rect.width >= width, cell.id
                assert cell.rect.height >= height, cell.id


def test_all_themes_are_complete() -> None:
    assert {f"{owner}-{style}" for owner, style in THEMES} == set(THEME_NAMES)
