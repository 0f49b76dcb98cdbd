"""Spherion's pictures, mats and pieces as shipped: true facts, and a globe without gaps.

The tests read what a picture shows from its values or from the streams a PDF will contain. They
read the mats' adjacency from the drawn sides and tokens alone, and compare it with the rules.
"""

from __future__ import annotations

import csv
import io
import itertools
import math
import re
import tomllib
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from reportlab.pdfgen.canvas import Canvas

from artwork.labels import MatContext
from artwork.spherion import BACK, MASTER, OWNERS, draw, facts, pictures
from artwork.spherion import mat as artist
from artwork.spherion.board import board, middle
from artwork.spherion.cells import CARD, RADII, STRIP, template
from artwork.spherion.compose import hero
from artwork.spherion.globe import gate, steps
from artwork.spherion.ground import BOX, HORIZONS, STAND
from artwork.spherion.masters import LIFE
from artwork.spherion.mat_globe import TOKEN, card_corners
from artwork.spherion.mat_labels import EDGE_DISC, edge_spot
from artwork.spherion.palette import ELEMENTS
from artwork.spherion.pieces import draw as draw_piece
from artwork.spherion.scenes import SCENES
from printkit.cards import pictures as art
from printkit.cards.faces import CardFaces
from printkit.cards.pieces import load_pieces
from printkit.cards.tagged_pieces import PlannedPiece
from printkit.data.toml_source import TEMPLATES
from printkit.mats.mat import load_mat, mat_names
from printkit.mats.ready_mat import mat_art
from printkit.mats.walls import WALL, draw_walls
from printkit.pdf.drawing import Matrix, Node, Shape, Use, placed
from printkit.pdf.drawing import Path as Outline
from printkit.pdf.encoding import POINTS_PER_MM
from printkit.pdf.fonts import LANGUAGES, Fonts
from printkit.pdf.xobjects import place
from printkit.preflight.texts import line_boxes
from printkit.template.card_template import load_card_template
from printkit.typeset.label import Label
from printkit.typeset.pictograms import pictograms
from printkit.typeset.setting import Setter
from rules import Setup, load_catalog, load_game
from rules.games.spherion import candidate_actions as gestures
from rules.games.spherion import table
from rules.games.spherion.globe import globe, maze
from tests.artwork import art_files

GAME = "spherion"
THEMES = [f"{owner}-{style}" for owner in OWNERS for style in ("full", "ink")]
PANEL = 23.048
TAG = (3.5, 57.0)

Point = tuple[float, float]
Pairs = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
shipped = partial(art_files.shipped, GAME)
labels_of = art_files.labels_of
lines_of = partial(art_files.lines_of, GAME)
grey = partial(art_files.grey, GAME)


@pytest.fixture(scope="module")
def data(root: Path) -> dict[str, dict[str, str]]:
    with (root / "card_data" / GAME / "cards.csv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


def stream_of(theme: str, name: str) -> str:
    return "\n".join(lines_of(theme, name))


def shapes(nodes: Iterable[Node], at: Matrix) -> Iterator[tuple[Shape, Matrix]]:
    """Yield every shape that is not inside a clip, with its transformation matrix."""
    for node in nodes:
        if isinstance(node, Shape):
            yield node, at
        elif isinstance(node, Use):
            yield from shapes(node.form.drawing.nodes, at @ node.matrix)
        elif node.clip is None:
            yield from shapes(node.nodes, at @ node.matrix if node.matrix else at)


def outline(path: Outline, at: Matrix) -> Iterator[Point]:
    """Yield points on the path itself, not its control points."""
    for contour in path.contours:
        last = contour.start
        yield at(last)
        for s in contour.segments:
            if len(s) == 6:
                for t in (0.25, 0.5, 0.75):
                    u = 1 - t
                    w = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
                    xs, ys = (last[0], *s[::2]), (last[1], *s[1::2])
                    yield at(
                        (
                            sum(a * b for a, b in zip(w, xs, strict=True)),
                            sum(a * b for a, b in zip(w, ys, strict=True)),
                        )
                    )
            last = (s[-2], s[-1])
            yield at(last)


def of_hero(card: str) -> list[Point]:
    scene = SCENES[card]
    x, y = STAND
    at = placed(x + scene.dx, y + scene.dy, scale=scene.scale, mirrored=scene.flip)
    found = shapes(hero(card).drawing.nodes, at)
    return [p for shape, where in found for p in outline(shape.path, where)]


# --- inventory ----------------------------------------------------------------------------------


def test_every_card_has_its_own_picture_in_every_theme_of_its_owner(
    data: dict[str, dict[str, str]],
) -> None:
    assert set(SCENES) == set(data)
    for owner in OWNERS:
        own = {c for c, row in data.items() if (row["kind"] == "powerup") == (owner == "shared")}
        assert own < set(pictures(owner))
        for style in ("full", "ink"):
            theme = f"{owner}-{style}"
            heroes = [stream_of(theme, f"hero-{card}") for card in own]
            assert len(set(heroes)) == len(heroes)
            assert all(name in shipped(theme) for name in (*own, BACK))


def test_pictures_are_bound_to_the_card_data(data: dict[str, dict[str, str]]) -> None:
    for card, row in data.items():
        assert {"kind", "element", "level"} <= set(facts(card))
        for column, values in facts(card).items():
            assert row[column] in values, (card, column)
    assert facts(BACK) == {}
    assert facts(f"{MASTER}M02") == {}


def test_any_monster_may_be_deck_master(data: dict[str, dict[str, str]]) -> None:
    monsters = {card for card, row in data.items() if row["kind"] == "monster"}
    for owner in ("blue", "red"):
        named = {n.removeprefix(MASTER) for n in pictures(owner) if n.startswith(MASTER)}
        assert named == monsters
    assert not any(name.startswith(MASTER) for name in pictures("shared"))


# --- facts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [c for c, s in SCENES.items() if s.orb])
def test_as_many_plates_shine_as_the_card_has_levels(card: str) -> None:
    scene = SCENES[card]
    t = ELEMENTS[scene.element]
    lit = t.mid if scene.element == "Void" else t.mid.mixed(t.light, 0.6)
    nodes = draw(card, "blue", "full").nodes
    plates = [n for n in nodes if isinstance(n, Shape) and n.fill == lit]
    assert len(plates) == scene.level


def test_chevrons_count_the_tributes(data: dict[str, dict[str, str]]) -> None:
    for card, row in data.items():
        if row["kind"] == "powerup":
            continue
        hung = re.findall(r"/tribute-(\d) Do", stream_of("red-full", card))
        level = int(row["level"] or 0)
        due = 0 if row["kind"] != "monster" or level < 5 else 1 if level < 7 else 2
        assert hung == ([str(due)] if due else []), card


def test_element_tokens_are_those_of_the_data(data: dict[str, dict[str, str]]) -> None:
    for card, row in data.items():
        if row["kind"] == "powerup":
            continue
        shown = re.findall(r"/element-(\w+) Do", stream_of("blue-full", card))
        needed = {row["element"]} - {""}
        if row["materials"]:
            needed |= set(row["materials"].split(" ")[0].split("+"))
        assert set(shown) == needed, card
        assert len(shown) == len(needed), card


def test_horizon_and_index_show_the_class(data: dict[str, dict[str, str]]) -> None:
    at = {kind: [round(HORIZONS[kind](x), 1) for x in (0, 13, 27)] for kind in HORIZONS}
    assert at["monster"][0] > at["monster"][2]
    assert at["trap"][0] < at["trap"][2]
    assert len({tuple(v) for v in at.values()}) == 4  # fusions share the monsters' horizon
    for card, row in data.items():
        stream = stream_of("shared-full" if row["kind"] == "powerup" else "blue-full", card)
        assert f"/index-{row['kind']}-" in stream
        assert f"/foot-{row['kind']}-" in stream


def test_a_deck_master_shows_five_life_stones_and_no_level() -> None:
    stream = stream_of("red-full", f"{MASTER}M17")
    assert "/life-red Do" in stream
    assert "/crown-red Do" in stream
    assert "/index-" not in stream
    assert "/element-" not in stream
    assert "/blade-" not in stream
    life = stream_of("red-full", "life-red")
    assert LIFE == 5
    assert len(re.findall(r"\bf$", life, re.MULTILINE)) == 5 * LIFE


# --- slots ------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [c for c, s in SCENES.items() if s.kind not in ("spell", "trap")])
def test_no_hero_reaches_index_or_name(card: str) -> None:
    """Check the boxes of name and kind, and the index's hexagon."""
    for x, y in of_hero(card):
        assert not (17.5 < x < 51 and 3.5 < y < 14.8), (x, y)
        assert math.dist((x, y), (10, 10)) > 5.6, (x, y)


def test_nothing_is_drawn_over_the_tag_panel() -> None:
    x0, y0 = TAG
    for owner in OWNERS:
        for name in pictures(owner):
            if name == BACK:
                continue
            nodes = draw(name, owner, "full").nodes
            at = next(
                i for i, n in enumerate(nodes) if isinstance(n, Use) and n.form.name == "hatch"
            )
            for shape, where in shapes(nodes[at + 1 :], Matrix()):
                for x, y in outline(shape.path, where):
                    inside = x0 < x < x0 + PANEL and y0 < y < y0 + PANEL
                    assert not inside, (name, x, y)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_of_the_pool_fits(lang: str) -> None:
    catalog = load_catalog(GAME)
    fonts = Fonts(lang, slug=GAME)
    faces = CardFaces(catalog, load_card_template(GAME), fonts, "full", art=True)
    setter = Setter(fonts)
    for card, row in catalog.cards.items():
        owner = "shared" if row.facts["kind"] == "powerup" else "blue"
        found = faces.set_front(PlannedPiece(card, 1, 3, owner, "TAG"), setter)
        assert found.picture is not None, card
    setter.finish()
    assert not faces.stale


# --- ink --------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", art_files.STYLES)
def test_fronts_of_both_owners_differ_in_grey_by_their_border(style: art.Style) -> None:
    """Compare the owners' borders, because monsters of both are side by side on the globe."""
    moon, sun = (grey("M03", owner, style, 6)[89 * 6 :].mean() for owner in ("blue", "red"))
    assert sun - moon > 0.2


def test_owners_backs_differ_in_value_not_only_in_hue() -> None:
    blue, red = (grey(BACK, owner, "full", 6).mean() for owner in ("blue", "red"))
    assert red - blue > 0.3


def test_backs_show_their_turn_by_the_mark_only() -> None:
    """Require that everything except the owner's mark is symmetric under half a turn."""
    for owner in ("blue", "red"):
        picture = grey(BACK, owner, "full", 6)
        turned = picture[::-1, ::-1]
        rows = np.abs(picture - turned).mean(axis=1)
        middle_rows = rows[(16 * 6) : (74 * 6)]
        assert middle_rows.mean() < 0.02, owner


# --- printing and regenerating ----------------------------------------------------------------


# --- mats -------------------------------------------------------------------------------------


def test_there_is_a_mat_for_every_radius_of_the_settings(root: Path) -> None:
    text = (root / "card_data" / GAME / "settings.toml").read_text(encoding="utf-8")
    values = tomllib.loads(text)["radius"]["values"]
    assert mat_names(GAME) == [f"globe-{r}" for r in values] == [f"globe-{r}" for r in RADII]


@pytest.mark.parametrize("radius", RADII)
def test_the_mats_are_those_the_program_writes(radius: int) -> None:
    file = TEMPLATES / GAME / f"mat-globe-{radius}.toml"
    assert file.read_text(encoding="utf-8") == template(radius)


@pytest.mark.parametrize("radius", RADII)
def test_a_mat_has_a_place_for_every_zone_of_the_rules(radius: int) -> None:
    plan = load_mat(GAME, f"globe-{radius}")
    form = load_game(GAME).table.form(Setup(GAME, settings={"radius": str(radius)}))
    assert form.mat == plan.name
    assert sorted(cell.id for cell in plan.cells) == sorted(zone.cell for zone in form.zones)
    assert {cell.seat: cell.turn for cell in plan.cells if cell.seat} == form.seat_turns


@pytest.mark.parametrize("radius", RADII)
def test_our_globe_is_the_rules_globe(radius: int) -> None:
    law = globe(radius)
    for name, row in steps(radius).items():
        assert row == tuple(law.names[c] if c >= 0 else "" for c in law.steps[law.index[name]])
    for number, edge in enumerate(law.gates):
        one, other = (law.names[c] for c in law.ends[edge])
        assert gate(radius, one, other) == number


@pytest.mark.parametrize("radius", RADII)
def test_adjacency_is_read_back_from_sides_and_tokens_alone(radius: int) -> None:
    """Rebuild adjacency from shared sides in a disc, and from equal numbers at the equator."""
    b, law = board(radius), globe(radius)
    sides = [(n, d, middle(side)) for n in b.names for d, side in b.sides(n).items()]
    rim: dict[int, list[tuple[str, int]]] = {}
    for g in b.gates():
        for half, side in (("N", g.north), ("S", g.south)):
            near = min(
                (s for s in sides if s[0][0] == half), key=lambda s: math.dist(s[2], middle(side))
            )
            rim.setdefault(g.number, []).append((near[0], near[1]))
    read: dict[str, dict[int, str]] = {name: {} for name in b.names}
    for (one, d, at), (other, _, there) in itertools.permutations(sides, 2):
        if one[0] == other[0] and math.dist(at, there) < 0.01:
            read[one][d] = other
    for (one, d), (other, e) in rim.values():
        read[one][d], read[other][e] = other, one
    for name in b.names:
        row = law.steps[law.index[name]]
        assert read[name] == {d: law.names[c] for d, c in enumerate(row) if c >= 0}, name


@pytest.mark.parametrize("radius", RADII)
def test_no_two_field_lines_cross(radius: int) -> None:
    def sides(a: Pairs, b: Pairs, c: Pairs) -> Pairs:
        """Return the side of each line a–b on which each point c is."""
        (ax, ay), (bx, by), (cx, cy) = a.T[..., None], b.T[..., None], c.T[:, None]
        found: Pairs = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        return found

    for one, other in itertools.combinations(board(radius).gates(), 2):
        p, q = np.array(one.line), np.array(other.line)
        a, b, c, d = p[:-1], p[1:], q[:-1], q[1:]
        apart = sides(a, b, c) * sides(a, b, d) < 0
        across = (sides(c, d, a) * sides(c, d, b) < 0).T
        assert not (apart & across).any(), (one.number, other.number)


@pytest.mark.parametrize("radius", RADII)
def test_places_keep_apart_from_each_other_the_marks_and_the_globe(radius: int) -> None:
    plan = load_mat(GAME, f"globe-{radius}")
    others = [c for c in plan.cells if c.kind not in ("cell", "wall")]
    for one, other in itertools.combinations(others, 2):
        assert not one.rect.shared(other.rect), (one.id, other.id)
    for cell, panel in itertools.product(others, plan.marks):
        assert not cell.rect.shared(panel.outer.grown(3, 3, 3, 3)), cell.id
    lines = [p for g in board(radius).gates() for p in g.line]
    points = lines + [p for c in plan.cells if c.kind == "cell" for p in c.outline]
    for cell in others:
        r = cell.rect
        for x, y in points:
            assert not (r.x < x < r.right and r.y < y < r.bottom), cell.id


def test_upright_cards_in_neighbouring_cells_do_not_touch() -> None:
    b = board(2)
    for one, other in b.edges():
        if b.missing(one) is None and b.missing(other) is None:
            (ax, ay), (bx, by) = b.heart(one), b.heart(other)
            assert abs(ax - bx) >= CARD[0] or abs(ay - by) >= CARD[1], (one, other)


def test_strips_are_on_the_side_they_wall() -> None:
    plan, b = load_mat(GAME, "globe-2"), board(2)
    for one, other in b.edges():
        cell = plan.cell(f"wall.{one}-{other}")
        assert math.dist(cell.centre, middle(b.side_of(one, other))) < 0.01
        assert STRIP[0] < math.dist(*b.side_of(one, other))


def context_of(radius: int, style: str, lang: str = "en") -> MatContext:
    fonts = Fonts(lang, slug=GAME)
    title = load_catalog(GAME).names[fonts.lang]
    return MatContext(load_mat(GAME, f"globe-{radius}"), style, fonts, title)  # type: ignore[arg-type]


@pytest.mark.parametrize("radius", RADII)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_labels_name_every_cell_for_both_seats_and_every_gate_twice(radius: int, lang: str) -> None:
    context = context_of(radius, "full", lang)
    labels = labels_of(context)
    for name in board(radius).names:
        turns = [label.turn for label in labels if label.text == name]
        assert sorted(turns) == [0, 180], f"{name}: each seat reads it upright"
    by_spot = {(round(t.x), round(t.baseline)): t.text for t in labels}
    assert len(by_spot) == len(labels)
    edge_numbers = sum(len(board(radius).sides(n)) for n in board(radius).names)
    assert sum(label.size == 11.0 and label.text in "012345" for label in labels) >= edge_numbers
    size = context.plan.size
    for label in labels:
        half = context.width(label.text, label.role, label.size) / 2
        assert half < label.x < size.width - half or label.turn % 180 == 90, label.text
        assert 4 < label.baseline < size.height - 4, label.text


def _boxed(label: Label, context: MatContext) -> list[Point]:
    """Return a label's four corners: its width by the height of its capitals."""
    half = context.width(label.text, label.role, label.size) / 2
    high = context.cap(label.role) * label.size * 25.4 / 72
    at = placed(label.x, label.baseline, turn=label.turn)
    return [at(p) for p in ((-half, 0), (half, 0), (half, -high), (-half, -high))]


def _body(side: tuple[Point, Point], wide: float, beyond: float = 0.0) -> list[Point]:
    """Return the corners of a bar, `wide` mm wide, along a side and `beyond` mm past both ends."""
    (ax, ay), (bx, by) = side
    length = math.dist(*side)
    ux, uy = (bx - ax) / length, (by - ay) / length
    a, b = (ax - ux * beyond, ay - uy * beyond), (bx + ux * beyond, by + uy * beyond)
    nx, ny = -uy * wide / 2, ux * wide / 2
    return [(x + s * nx, y + s * ny) for (x, y), s in ((a, 1), (b, 1), (b, -1), (a, -1))]


def _gap(one: list[Point], other: list[Point]) -> float:
    """Return the gap between two convex outlines along their normals; negative if they overlap."""
    best = -math.inf
    for outline in (one, other):
        for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
            length = math.dist((ax, ay), (bx, by))
            nx, ny = (by - ay) / length, (ax - bx) / length
            near = [x * nx + y * ny for x, y in one]
            far = [x * nx + y * ny for x, y in other]
            best = max(best, min(far) - max(near), min(near) - max(far))
    return best


def _round(at: Point, r: float) -> list[Point]:
    return [
        (at[0] + r * math.cos(a / 6 * math.pi), at[1] + r * math.sin(a / 6 * math.pi))
        for a in range(12)
    ]


@pytest.mark.parametrize("radius", RADII)
def test_in_any_maze_names_and_numbers_stay_clear_of_walls_tokens_and_card_corners(
    radius: int,
) -> None:
    """Combine all walls and all closed gates, more than any seed can print."""
    b, context = board(radius), context_of(radius, "full")
    within = [(g, half) for g in b.gates() for half in "NS"]
    drawn = [
        ("wall", _body(b.side_of(one, other), WALL, 1.2))
        for one, other in b.edges()
        if one[0] == other[0]
    ]
    drawn += [("bar", _body(side, 2.8)) for g in b.gates() for side in (g.north, g.south)]
    drawn += [(f"token {g.number}{half}", _round(g.token(half), TOKEN * 1.3)) for g, half in within]
    drawn += [(f"corner {n}", _body(arm, 0.7)) for n in b.names for arm in card_corners(b, n)]
    spots = {
        f"{n}:{d}": _round(edge_spot(b, n, s), EDGE_DISC)
        for n in b.names
        for d, s in b.sides(n).items()
    }
    names = [t for t in labels_of(context) if t.text in b.names]
    read = [*spots.items(), *((f"{t.text}@{t.turn:.0f}", _boxed(t, context)) for t in names)]
    faults = [
        (what, thing)
        for what, box in read
        for thing, body in drawn
        if math.dist(body[0], box[0]) < 90 and _gap(box, body) < 0.1
    ]
    faults += [
        (what, other)
        for (what, box), (other, second) in itertools.combinations(read, 2)
        if math.dist(box[0], second[0]) < 40 and _gap(box, second) < 0.1
    ]
    assert not faults
    for name in b.names:
        assert len({t.size for t in names if t.text == name}) == 1, "both seats read it alike"


@pytest.mark.parametrize("radius", RADII)
def test_the_line_between_a_gates_two_tokens_is_seen(radius: int) -> None:
    tokens = {(g.number, half): g.token(half) for g in board(radius).gates() for half in "NS"}
    for (one, p), (other, q) in itertools.combinations(tokens.items(), 2):
        assert math.dist(p, q) > 2 * TOKEN + (6 if one[0] == other[0] else 1), (one, other)


def test_the_maze_is_printed_from_the_referees_walls() -> None:
    law = globe(2)
    walls = maze(2, "spherion-1", 4, Fraction(1, 4), 3)
    pairs = [(law.names[a], law.names[b]) for e, (a, b) in enumerate(law.ends) if walls >> e & 1]
    inner = sum(a[0] == b[0] for a, b in pairs)
    assert (len(pairs), inner) == (39, 20)  # SPH-21.4
    context = context_of(2, "full")
    art_of_walls = mat_art(context.plan, "full", context.fonts, context.title).walls
    assert art_of_walls is not None
    nodes = list(draw_walls(art_of_walls, pairs))
    bodies = [
        n
        for n in nodes
        if isinstance(n, Shape) and n.fill and n.stroke and n.stroke.width == pytest.approx(0.8)
    ]
    assert len(bodies) == inner
    bars = [
        n
        for n in nodes
        if isinstance(n, Shape) and n.stroke and n.stroke.width == pytest.approx(2.8)
    ]
    assert len(bars) == 2 * (len(pairs) - inner)


def test_the_mat_is_light_and_saves_ink() -> None:
    context = context_of(2, "full")
    width, height = context.plan.size.width, context.plan.size.height
    for style, most in (("full", 0.25), ("ink", 0.10)):
        drawing = artist.picture(context_of(2, style))
        assert list(drawing.box) == [-3, -3, width + 3, height + 3]
        buffer = io.BytesIO()
        canvas = Canvas(buffer, pagesize=(width * POINTS_PER_MM, height * POINTS_PER_MM))
        place(canvas, drawing, 0, 0, key="mat")
        canvas.save()
        assert (1 - art_files.shades(buffer.getvalue(), 1)).mean() <= most, style


# --- pieces -----------------------------------------------------------------------------------


def test_every_piece_of_the_rules_is_printed() -> None:
    pieces = load_pieces(GAME)
    ids = {item.id for item in (*pieces.control, *pieces.token)}
    needed = {*gestures._CONTROLS, "ctl.dm", "ctl.flip", "ctl.turn", "ctl.wait"}
    needed |= {f"ctl.unit.{n}" for n in range(1, 6)} | {f"token.unit.{n}" for n in range(1, 6)}
    needed |= {f"ctl.{verb}.{d}" for verb in ("move", "fuse", "place") for d in range(6)}
    needed |= {f"token.{name}" for name in ("phase", "initiative", "track", "turn")}
    assert needed <= ids
    for total in range(-3000, 3001, 100):  # ATK falls by any hundred, rises by 300 and 400
        assert {f"token.atk.{n}" for n in table.counters(total)} <= ids, total
    for total in range(0, 3001, 100):
        assert {f"token.def.{n}" for n in table.counters(total)} <= ids, total


@pytest.mark.parametrize("style", ["full", "ink"])
def test_every_piece_has_a_picture_that_shows_its_owner(style: str) -> None:
    pieces = load_pieces(GAME)
    for token in pieces.token:
        shown = [draw_piece(token.picture, o, style) for o in token.owners or [""]]  # type: ignore[arg-type]
        assert all(drawing.nodes for drawing in shown)
        if token.owners:
            assert len({repr(drawing.nodes) for drawing in shown}) == len(shown), token.id
    for control in pieces.control:
        if control.picture not in pictograms():
            assert draw_piece(control.picture, "", "full").nodes


def test_the_ring_of_the_turn_differs_from_trackers_by_shape_and_letter() -> None:
    tokens = {item.id: item for item in load_pieces(GAME).token}
    turn = tokens["token.turn"]
    for style in ("full", "ink"):
        own, *trackers = (
            {
                tuple(outline(shape.path, placed(0, 0)))
                for shape, _ in shapes(drawn.nodes, placed(0, 0))
            }
            for drawn in (
                draw_piece(turn.picture, "", style),
                draw_piece("track", "blue", style),
                draw_piece("track", "red", style),
            )
        )
        for tracker in trackers:
            assert len(own - tracker) > 12, "rays, where trackers have dots"


@pytest.mark.parametrize("picture", ["unit", "atk_up", "phase", "move"])
@pytest.mark.parametrize("owner", OWNERS)
def test_the_tags_ground_cuts_no_frame(picture: str, owner: str) -> None:
    """Check that the 0.8 mm of white around the tag does not touch the counter's frame."""
    item = next(item for item in load_pieces(GAME).token if item.picture == picture)
    width, height = item.size
    frame = next(
        n for n in draw_piece(picture, owner, "full").nodes if isinstance(n, Shape) and n.stroke
    )
    assert frame.stroke is not None
    points = [(x + width / 2, y + height / 2) for x, y in frame.path.points()]
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    edge, key = frame.stroke.width / 2, item.panel.outer
    assert right + edge < key.x - 0.8 or bottom + edge < key.y - 0.8


@pytest.mark.parametrize("scale", [1.0, 2 / 3])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_last_line_stands_clear_of_the_values_for_the_other_side(
    lang: str, scale: float
) -> None:
    catalog, fonts = load_catalog(GAME), Fonts(lang, slug=GAME)
    faces = CardFaces(catalog, load_card_template(GAME), fonts, "full", art=False, scale=scale)
    setter = Setter(fonts, scale)
    for card in catalog.cards:
        texts = faces.set_front(PlannedPiece(card, 1, 1, "blue", "", ""), setter).texts
        at = {text.slot.name: line_boxes(fonts, text) for text in texts}
        if "text" in at:
            assert at["values there"][0].y - at["text"][-1].bottom >= 2.2, card


def test_pictures_have_the_cards_size() -> None:
    assert list(BOX) == [-3, -3, 57, 93]
    for name in ("M01", "S01", "master-M01", BACK):
        assert draw(name, "blue", "full").box == BOX


@pytest.mark.parametrize("style", ["full", "ink"])
@pytest.mark.parametrize("owner", ["blue", "red", ""])
def test_what_stands_on_a_counter_keeps_within_its_frame(style: art.Style, owner: str) -> None:
    """Require word and picture in the middle of the frame, half a millimetre from its line."""
    counters = [item for item in load_pieces("spherion").token if item.size == [46.0, 24.5]]
    assert counters
    for item in counters:
        drawn = draw_piece(item.picture, owner, style).nodes
        shapes = [node for node in drawn if isinstance(node, Shape)]
        frame = next(node for node in shapes if node.fill is None and node.stroke is not None)
        left, _, right, _ = frame.path.bounds()
        assert item.word_box is not None
        middle = item.word_box[0] + item.word_box[2] / 2 - 23.0
        assert middle == pytest.approx((left + right) / 2)
        assert item.word_box[2] / 2 <= (right - left) / 2 - 1.0
        for node in shapes[shapes.index(frame) + 1 :]:
            half = node.stroke.width / 2 if node.stroke else 0.0
            assert node.path.bounds()[2] + half <= right - 0.9, item.id
