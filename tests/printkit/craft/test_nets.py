"""Things to build: every net is folded numerically, and the result is measured."""

from __future__ import annotations

import math
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest

from printkit.books.reference.data import load_reference
from printkit.books.rulebook.data import load_game_book
from printkit.cards.built import SIGNS, BuiltThing, Sign
from printkit.cards.job import CardJob
from printkit.cards.pieces import load_pieces
from printkit.cards.plan import plan_cards
from printkit.craft import box, flat, stand
from printkit.craft.box_dress import boxes, held
from printkit.craft.dice import FACES, cube, pyramid
from printkit.craft.job import plan_craft
from printkit.craft.net import FoldPose, Net, NetPanel, Vector, edges_of, fold
from printkit.craft.order import CraftJob, built_for, load_craft
from printkit.craft.registry import MAKERS, wall_measures
from printkit.craft.screen import columns_of
from printkit.errors import TextOverflow, UsageError
from printkit.everything import WholeJob, parts
from printkit.mats.mat import load_mat
from printkit.pdf.drawing import BLACK, PAPER, Cmyk, Group, Matrix, Shape
from printkit.pdf.fonts import Fonts
from printkit.pdf.geometry import Rect, Size
from printkit.template.card_template import printable
from rules import Setup, load_game

GREY = Cmyk(0, 0, 0, 40)
NEAR = 1e-6
RADII = (1, 2, 3, 4)
EDGE = load_craft().d6.edge


def key(v: Vector) -> tuple[float, ...]:
    return tuple(round(part, 4) + 0.0 for part in v)


def in_space(net: Net, share: float = 1.0) -> dict[str, list[tuple[float, ...]]]:
    """Return the corners of every panel after folding."""
    poses = fold(net, share)
    return {p.id: [key(poses[p.id](corner)) for corner in p.outline] for p in net.panels}


def faces(net: Net) -> list[NetPanel]:
    return [panel for panel in net.panels if not panel.glue]


def outward(net: Net, name: str) -> Vector:
    """Return the direction in which the printed side of a folded panel faces."""
    x, y, z = fold(net)[name].ez
    return -x, -y, -z


def dot(a: Vector, b: Vector) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def check_closed(net: Net) -> None:
    """Require that each edge of each face is on exactly one edge of another face."""
    corners = in_space(net)
    edges = [frozenset(edge) for panel in faces(net) for edge in _pairs(corners[panel.id])]
    assert all(edges.count(edge) == 2 for edge in edges)


def _pairs(corners: list[tuple[float, ...]]) -> list[tuple[tuple[float, ...], ...]]:
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def check_tabs(net: Net) -> None:
    """Require that each tab is in the plane of another face, over that face's inside."""
    corners, poses = in_space(net), fold(net)
    for panel in net.panels:
        if not panel.glue:
            continue
        touched = []
        for other in faces(net):
            if other.id == panel.parent:
                continue
            pose = poses[other.id]
            flat_points = [_into(pose, corner) for corner in corners[panel.id]]
            if all(abs(z) < 1e-3 for _, _, z in flat_points):
                inside = [_holds(other, x, y) for x, y, _ in flat_points]
                touched += [other.id] if all(inside) else []
        assert len(touched) == 1, (panel.id, touched)


def _into(pose: FoldPose, point: tuple[float, ...]) -> Vector:
    v = (
        point[0] - pose.origin[0],
        point[1] - pose.origin[1],
        point[2] - pose.origin[2],
    )
    return dot(v, pose.ex), dot(v, pose.ey), dot(v, pose.ez)


def _holds(panel: NetPanel, x: float, y: float, slack: float = 1e-3) -> bool:
    """Return True if a convex panel contains a point."""
    sides = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in edges_of(panel.outline)
    ]
    return all(s > -slack * 100 for s in sides) or all(s < slack * 100 for s in sides)


@pytest.mark.parametrize("what", ["d6", "pyramid", "chips", "stars", "walls", "box", "screen"])
def test_folding_keeps_every_length(what: str) -> None:
    net = (
        plan_craft(CraftJob(what, "spherion" if what in ("box", "screen") else ""))
        .pages[0]
        .placed_nets[0]
    )
    for share in (0.37, 1.0):
        poses = fold(net.net, share)
        for panel in net.net.panels:
            for a, b in edges_of(panel.outline):
                there = math.dist(poses[panel.id](a), poses[panel.id](b))
                assert there == pytest.approx(math.dist(a, b), abs=NEAR)
            if panel.hinge:
                parent, own = poses[panel.parent], poses[panel.id]
                for end in panel.hinge:
                    assert math.dist(parent(end), own(end)) < NEAR


def test_an_edge_is_either_cut_or_folded() -> None:
    net = cube(20)
    folds = {frozenset(edge) for edge, _ in net.folds()}
    cuts = {frozenset(edge) for edge in net.cuts()}
    assert len(folds) == 12  # five hinges between faces, seven to tabs
    assert not folds & cuts
    assert folds | cuts == {frozenset(e) for p in net.panels for e in edges_of(p.outline)}


def test_the_cube_closes_with_sevens_and_is_right_handed() -> None:
    net = cube(22)
    check_closed(net)
    check_tabs(net)
    looks = {pips: outward(net, name) for name, (_, _, pips) in FACES.items()}
    for one, other in combinations(looks, 2):
        opposite = dot(looks[one], looks[other]) < -0.99
        assert opposite == (one + other == 7)
    # Seen from outside in a right-handed frame, 1, 2, 3 run anticlockwise: their triple product is
    # positive. The sheet's frame (right, down, away) is right-handed.
    (ax, ay, az), (bx, by, bz), c = looks[1], looks[2], looks[3]
    cross = (ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
    assert dot(cross, c) > 0.99
    for name, (_, _, pips) in FACES.items():
        assert len(net.panel(name).art) == pips


def test_the_pyramid_reads_the_same_from_every_side_at_each_corner() -> None:
    net = pyramid(42, PAPER, BLACK, dark=False)
    check_closed(net)
    check_tabs(net)
    poses = fold(net)
    signs: dict[tuple[float, ...], set[object]] = {}
    for panel in faces(net):
        assert len(panel.art) == 3
        for node in panel.art:
            assert isinstance(node, Group)
            assert isinstance(node.matrix, Matrix)
            at = node.matrix((0, 0))
            corner = min(panel.outline, key=lambda p, at=at: math.dist(p, at))  # type: ignore[misc]
            top = node.matrix((0, -1))
            assert math.dist(top, corner) < math.dist(at, corner)
            step = ((top[0] - at[0]), (top[1] - at[1]))
            way = ((corner[0] - at[0]), (corner[1] - at[1]))
            assert abs(step[0] * way[1] - step[1] * way[0]) < NEAR  # upright towards the corner
            signs.setdefault(key(poses[panel.id](corner)), set()).add(node.nodes)
    assert len(signs) == 4
    assert all(len(found) == 1 for found in signs.values())
    assert len(set.union(*signs.values())) == 4  # four corners, four symbols


def test_a_game_names_the_signs_of_its_pyramid() -> None:
    signs: tuple[Sign, ...] = ("card", "star", "arrow", "hammer")
    one, other = (pyramid(42, PAPER, BLACK, given, dark=False) for given in (SIGNS, signs))
    drawn = [[shield.nodes for shield in shields(net.panel("up"))] for net in (one, other)]
    assert drawn[0][0] != drawn[1][0]  # the corner where all meet
    assert drawn[0][1:] == drawn[1][1:]


def shields(panel: NetPanel) -> list[Group]:
    return [node for node in panel.art if isinstance(node, Group)]


def test_pairs_coincide() -> None:
    for net, one, two in (
        (flat.chip(30, (PAPER, BLACK), (GREY, BLACK)), "first", "second"),
        (flat.star_pair(14, GREY, BLACK), "front", "back"),
    ):
        corners = in_space(net)
        assert set(corners[one]) == set(corners[two])
        assert dot(outward(net, one), outward(net, two)) < -0.99


def test_a_wall_stands_on_its_feet() -> None:
    corners = in_space(flat.wall(44, 4, 14, GREY, PAPER))
    assert set(corners["near"]) == set(corners["far"])
    floor = {corner[1] for foot in ("foot.near", "foot.far") for corner in corners[foot]}
    assert len(floor) == 1  # both feet flat on one plane
    depth = {corner[2] for foot in ("foot.near", "foot.far") for corner in corners[foot]}
    assert depth == {-4, 0, 4}  # one foot on each side


@pytest.mark.parametrize("name", ["globe-1", "globe-2", "globe-3", "globe-4"])
def test_walls_have_the_length_of_the_mats_places(name: str) -> None:
    plan = load_mat("spherion", name)
    measures = {wall_measures(c.outline) for c in plan.cells if c.kind == "wall"}
    assert len(measures) == 1
    length, breadth = measures.pop()
    job = CraftJob("walls", mat=name, copies=1)
    net = plan_craft(job).pages[0].placed_nets[0].net
    xs, _, zs = zip(*(c for corners in in_space(net).values() for c in corners), strict=True)
    assert max(xs) - min(xs) == pytest.approx(length)
    assert max(zs) - min(zs) == pytest.approx(breadth)


def test_as_many_walls_as_the_largest_maze() -> None:
    """Check SPH-3.4: at radius 2 at least four gates stay open, and each half has ten walls."""
    built = built_for("spherion", "walls")
    assert built is not None
    counts = {
        radius: built.number(partial(load_mat, "spherion", f"globe-{radius}")) for radius in RADII
    }
    assert counts[2] == 20 + 2 * 10
    spherion = load_game("spherion")
    for radius, count in counts.items():
        setup = Setup("spherion", settings={"radius": str(radius)})
        mazes = [len(spherion.table.walls(setup, str(seed))) for seed in range(30)]
        gates, inner = 12 * radius - 2 * radius, (9 * radius**2 + 3 * radius) // 4
        assert count == gates + 2 * inner >= max(mazes)
        if radius > 1:  # a globe this small has no room for the quota
            assert count == max(mazes)


def test_a_thing_for_other_mats_is_refused() -> None:
    rings = BuiltThing(thing="walls", copies={"globe-2": 40}, clause="")
    with pytest.raises(UsageError, match="no mat 'globe-3'"):
        rings.number(partial(load_mat, "spherion", "globe-3"))
    assert rings.number(partial(load_mat, "spherion", "globe-2")) == 40


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove counters, box colours and wall places from Spherion's pieces."""
    pieces = load_pieces("spherion")
    built = [one.model_copy(update={"place": "gate"}) for one in pieces.built]
    less = pieces.model_copy(update={"counters": {}, "box": {}, "built": built})
    for user in ("order", "box_dress"):
        monkeypatch.setattr(f"printkit.craft.{user}.load_pieces", lambda _slug: less)


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize("what", ["rings", "chips", "pyramid"])
def test_counters_without_inks_are_black_on_white(what: str) -> None:
    nets = [
        placed.net
        for page in plan_craft(CraftJob(what, "spherion")).pages
        for placed in page.placed_nets
    ]
    assert nets
    assert {panel.ground for net in nets for panel in net.panels if panel.art} == {PAPER}


@pytest.mark.usefixtures("bare")
def test_walls_for_places_that_no_mat_has_are_refused() -> None:
    with pytest.raises(UsageError, match="no place 'gate'"):
        plan_craft(CraftJob("walls", "spherion"))


def test_rings_leave_the_tag_free() -> None:
    data = load_craft().rings
    tag = 23.048  # the panel with its frame
    assert data.hole > math.hypot(tag, tag) + 1
    centre = (30.5, 31.5)  # on a front, clear of index, tag and edge
    assert math.dist(centre, (10, 10)) > data.outer / 2 + 6.55
    assert centre[1] + data.outer / 2 < 57
    assert centre[0] + data.outer / 2 < 54


@pytest.mark.parametrize("count", [18, 60, 104])
@pytest.mark.parametrize("thickness", [0.25, 0.44])
def test_the_box_holds_its_deck_and_closes(count: int, thickness: float) -> None:
    card = Size(54, 90)
    inside = box.inside_of(card, count, thickness, 1.5)
    net = box.tuck_box(inside, 15, 12, GREY)
    corners = in_space(net)
    walls = [c for name in ("front", "back", "left", "right") for c in corners[name]]
    spans = [max(c[k] for c in walls) - min(c[k] for c in walls) for k in range(3)]
    for room, need in zip(spans, (54, 90, count * thickness), strict=True):
        assert room >= need + 1.4
    assert set(corners["lid"]) >= {corners["front"][0], corners["front"][-3]}
    assert set(corners["bottom"]) <= {*corners["front"], *corners["back"]}
    assert set(corners["left"]) <= {*corners["front"], *corners["back"]}
    assert set(corners["right"]) <= {*corners["front"], *corners["back"]}


@pytest.mark.parametrize("slug", printable())
def test_a_box_holds_all_that_is_printed_with_its_deck(slug: str) -> None:
    """Check action cards, the dice token, roots and masters as well as the listed cards."""
    plan = plan_cards(CardJob(slug, art=False, controls=False))
    counted = boxes(slug, {})
    assert sum(map(len, counted.values())) == len(plan.decks)  # one box per owner
    for owner, deck in plan.decks.items():
        cards = [piece for piece in plan.pieces.cards if piece.owner == owner]
        assert held(slug, deck, "en").cards == len(cards)


def test_a_box_for_a_small_set_is_small() -> None:
    large, small = (
        plan_craft(CraftJob("box", "yggdrasil", small=small))
        .pages[0]
        .placed_nets[0]
        .net.panel("front")
        for small in (False, True)
    )
    for k in (0, 1):
        across, less = (
            max(p[k] for p in panel.outline) - min(p[k] for p in panel.outline)
            for panel in (large, small)
        )
        assert less - 1.5 == pytest.approx((across - 1.5) * 2 / 3)


@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("slug", printable())
def test_a_boxs_name_stands_on_its_plate_below_the_picture(slug: str, small: bool) -> None:  # noqa: FBT001
    net = plan_craft(CraftJob("box", slug, small=small)).pages[0].placed_nets[0].net
    plates = [node.path.contours[0] for node in net.over if isinstance(node, Shape)]
    assert len(plates) == len(net.prints) == 2
    upright = [label for label in net.labels if label.turn == 0]
    for plate, picture in zip(plates, net.prints, strict=True):
        xs, ys = zip(plate.start, *plate.segments, strict=True)
        assert picture.at[1] + picture.crop.height * picture.scale < min(ys)
        on_it = [label for label in upright if min(xs) < label.x < max(xs)]
        assert len(on_it) == 2  # the game, the deck
        assert all(min(ys) < label.baseline < max(ys) for label in on_it)
        assert max(ys) < net.panel("front").outline[-1][1]


@pytest.mark.parametrize("slug", printable())
def test_a_box_shows_cards_that_are_in_it_in_its_owners_dress(slug: str) -> None:
    plan, seen = plan_cards(CardJob(slug, art=False, controls=False)), []
    for deck, having in boxes(slug, {}).items():
        placed_nets = [
            piece.net
            for page in plan_craft(CraftJob("box", slug, deck=deck, owners=having)).pages
            for piece in page.placed_nets
        ]
        owners = [owner for owner, theirs in plan.decks.items() if theirs == deck]
        assert len(placed_nets) == len(owners)
        for net, owner in zip(placed_nets, owners, strict=True):
            cards = {piece.id for piece in plan.pieces.cards if piece.owner == owner}
            shown = [part.picture for part in net.prints]
            assert {picture.owner for picture in shown} == {owner}
            assert {picture.name for picture in shown} <= cards
            assert len({picture.name for picture in shown}) == 2
            seen.append((net.panel("front").ground, {(p.name, p.owner) for p in shown}))
    for (ground, pictures), (other, more) in combinations(seen, 2):
        assert ground != other, "a box is told by its colour"
        assert not {name for name, _ in pictures} & {name for name, _ in more}


def test_a_box_for_a_deck_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "mine.txt"
    own.write_text("name.en: Mine\n2 y03\n3 y04\nroot yr1\n", encoding="utf-8")
    found = held("yggdrasil", str(own), "en")
    assert (found.title, found.cards) == ("Mine", 6)
    assert boxes("yggdrasil", {"sun": str(own)}) == {str(own): ("sun",), "hunt": ("moon",)}


def test_a_box_wears_the_dress_of_its_deck_s_owner(tmp_path: Path) -> None:
    """Check also a deck that its owner does not usually have."""
    job = WholeJob(CardJob("yggdrasil", {"moon": "orchard-30"}, out=tmp_path))
    part = [part for part in parts(job) if part.name == "box"][-1]
    assert [path.name for path in part.print().files] == ["yggdrasil-craft-box-orchard-30-en.pdf"]
    grounds = set()
    for owner in ("sun", "moon"):
        asked = CraftJob("box", "yggdrasil", deck="orchard-30", owners=(owner,))
        (net,) = (piece.net for page in plan_craft(asked).pages for piece in page.placed_nets)
        assert {part.picture.owner for part in net.prints} == {owner}
        grounds.add(net.panel("front").ground)
    assert len(grounds) == 2
    with pytest.raises(UsageError, match="no owner 'mon'"):
        plan_craft(CraftJob("box", "yggdrasil", deck="orchard-30", owners=("mon",)))


def test_the_stand_fits_together() -> None:
    made = stand.measures(load_craft().stand, 281)
    joined = stand.assembly(made)

    def there(part: str, panel: str, share: float = 1.0) -> list[tuple[float, ...]]:
        piece, pose = joined[part], fold(joined[part].net, share)[panel]
        return [key(piece.base.lift(pose(c))) for c in piece.net.panel(panel).outline]

    deck, back = there("B", "deck"), there("B", "back")
    for side in ("left", "right"):
        wall = there("A", side)
        assert len(set(wall) & set(deck)) == 2  # the sloping edge is the deck's edge
        assert len(set(wall) & set(back)) == 2  # the rear edge is the back wall's
    assert max(y for _, y, _ in back) == pytest.approx(made.front)  # all are on one plane
    for name, at in zip(("C", "C2"), stand.slots(made), strict=True):
        foot = there(name, "foot")
        assert max(y for _, y, _ in foot) == pytest.approx(made.front)
        assert {z for _, _, z in foot} == {round(at, 4)}
        mouths = sorted({x for x, y, _ in foot if abs(y - (made.front - made.lap)) < 1e-3})
        middles = [(a + b) / 2 for a, b in zip(mouths[::2], mouths[1::2], strict=True)]
        assert middles == pytest.approx([made.depth, made.depth + made.width])
    left = there("A", "left")
    ends = sorted({z for _, y, z in left if abs(y - (made.front - made.lap)) < 1e-3})
    middles = [(a + b) / 2 for a, b in zip(ends[::2], ends[1::2], strict=True)]
    assert middles == pytest.approx(list(stand.slots(made)))
    assert made.lap * 2 == pytest.approx(made.foot_height)


def test_the_stop_meets_its_slits() -> None:
    made = stand.measures(load_craft().stand, 281)
    joined = stand.assembly(made)
    tent, deck = joined["D"], joined["B"]
    pose = fold(deck.net)["deck"]
    slits = {
        tuple(round(v, 2) for v in deck.base.lift(pose(_centre(hole))))
        for hole in deck.net.panel("deck").holes
    }
    poses = fold(tent.net)
    for name in ("near", "far"):
        outline = tent.net.panel(name).outline
        base_y = 0.0 if name == "near" else 2 * made.stop
        roots = [p for p in outline if abs(p[1] - base_y) < NEAR and 0 < p[0] < made.width - 4]
        for a, b in zip(roots[::2], roots[1::2], strict=True):
            middle = ((a[0] + b[0]) / 2, base_y)
            spot = tent.base.lift(poses[name](middle))
            assert tuple(round(v, 2) for v in spot) in slits


def _centre(hole: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    return sum(p[0] for p in hole) / len(hole), sum(p[1] for p in hole) / len(hole)


@pytest.mark.parametrize("width", [281, 263.4])
def test_the_stand_holds_a_phone(width: float) -> None:
    made = stand.measures(load_craft().stand, width)
    assert made.row_places[0] + made.overhang < 140  # the stop reaches the end of a short phone
    for phone in (140.0, 150.0, 160.0, 168.0):
        assert made.overhang <= made.overhang_of(phone) < 65
        balance = stand.Balance.of(made, phone)
        assert 15 < balance.forward < made.depth  # its centre of gravity is over the tower
        assert balance.sideways > 15


def test_the_screen_is_two_layers_bent_together() -> None:
    net = plan_craft(CraftJob("screen", "spherion")).pages[0].placed_nets[0].net
    corners = in_space(net)
    for side in ("", ".left", ".right"):
        assert set(corners[f"in{side}"]) == set(corners[f"out{side}"])
    assert len({z for _, _, z in corners["in.left"]}) == 2  # the wing is bent


def test_what_does_not_fit_is_reported() -> None:
    with pytest.raises(UsageError, match="does not fit"):
        plan_craft(CraftJob("box", "stratosphere", deck="two-packs", thickness=1.5))
    with pytest.raises(UsageError, match="pyramid"):
        plan_craft(CraftJob("pyramids"))
    with pytest.raises(UsageError, match="these games do: spherion"):
        plan_craft(CraftJob("rings", "yggdrasil"))
    with pytest.raises(UsageError, match="name the game"):
        plan_craft(CraftJob("box"))


def test_small_numbers_are_printed_next_to_the_pips_on_request() -> None:
    net = plan_craft(CraftJob("d6", numbers=True)).pages[0].placed_nets[0].net
    assert sorted(label.text for label in net.labels) == list("123456")
    for label in net.labels:
        (face,) = (
            name
            for name, (column, row, _) in FACES.items()
            if 0 < label.x / EDGE - column < 1 and 0 < label.baseline / EDGE - row < 1
        )
        assert label.text == str(FACES[face][2])


def test_a_box_for_sleeved_cards_is_larger_by_the_sleeves() -> None:
    data = load_craft().box
    facts, sleeved = (
        dict(MAKERS["box"][0](plan_craft(CraftJob("box", "yggdrasil", sleeved=each)).order).facts)
        for each in (False, True)
    )
    sides = zip(facts["inside"].split(" × "), sleeved["inside"].split(" × "), strict=True)
    grown = sorted(float(after) - float(before) for before, after in sides)
    thicker = int(facts["cards"]) * data.sleeve_card
    assert grown == pytest.approx(sorted([data.sleeve, data.sleeve, thicker]), abs=0.11)


def test_a_screen_for_a_game_without_reference_cards_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("printkit.craft.registry.load_reference", lambda _slug: None)
    with pytest.raises(UsageError, match="so there are no texts for a screen"):
        plan_craft(CraftJob("screen", "spherion"))


def test_a_screen_omits_a_picture_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise UsageError("no picture")

    monkeypatch.setattr("printkit.craft.screen.pictures.front", missing)
    pages = plan_craft(CraftJob("screen", "spherion")).pages
    nets = [placed.net for page in pages for placed in page.placed_nets]
    assert all(net.labels for net in nets)
    assert not any(net.prints for net in nets)


def test_texts_that_no_size_fits_on_a_screen_are_refused() -> None:
    reference = load_reference("spherion")
    assert reference is not None
    with pytest.raises(TextOverflow, match=r"screen \(en\): \d+ sides .* do not fit"):
        columns_of([Rect(0, 0, 30, 20)], reference, [], Fonts("en", slug="spherion"))


def test_a_box_without_crops_for_its_pictures_has_only_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    book = load_game_book("yggdrasil").model_copy(update={"window": []})
    monkeypatch.setattr("printkit.craft.box_dress.load_game_book", lambda _slug: book)
    net = plan_craft(CraftJob("box", "yggdrasil")).pages[0].placed_nets[0].net
    assert net.labels
    assert not net.prints


def test_a_box_shows_signs_at_the_edges_of_its_pictures_whole() -> None:
    windows = {window.card: window.crop for window in load_game_book("jiguan").window}
    net = plan_craft(CraftJob("box", "jiguan")).pages[0].placed_nets[0].net
    assert len(net.prints) == 2
    for part in net.prints:
        crop = Rect(*windows[part.picture.name])
        shown = (part.crop.x, part.crop.y, part.crop.width, part.crop.height)
        assert shown == pytest.approx((crop.x, crop.y, crop.width, crop.height))
