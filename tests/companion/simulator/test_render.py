from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import zxingcpp

from companion.simulator.camera import SimulatedCamera, fit_camera
from companion.simulator.hands import TONES
from companion.simulator.render import Renderer
from companion.simulator.scene import Glint, Hand, PaperPiece, Scene, TablePose
from companion.simulator.sensor import CONDITIONS
from companion.simulator.textures import PaperShop
from tests.support.simulator import small_print_run

SMALL = fit_camera(SimulatedCamera(width=480, height=270, heading_deg=90), 420, 594)


def renderer(
    shop: PaperShop, condition: str = "still", camera: SimulatedCamera = SMALL, seed: int = 1
) -> Renderer:
    # Without noise, pictures can be compared.
    light = {**CONDITIONS, "still": replace(CONDITIONS["clean"], noise=0.0)}[condition]
    return Renderer(shop, "4x5", camera, light, np.random.default_rng(seed))


def card(shop: PaperShop, number: int, cell: str, turn: float = 0.0) -> PaperPiece:
    where = next(c for c in shop.mats["4x5"].cells if c.id == cell)
    return PaperPiece(small_print_run.tag_of(number), where.x_mm, where.y_mm, turn)


def pixel(camera: SimulatedCamera, x_mm: float, y_mm: float) -> tuple[int, int]:
    """Return row and column of a mat point, with the mat in its default pose."""
    x, y = camera.project(np.array([[x_mm - 210, y_mm - 297]]))[0]
    return round(float(y)), round(float(x))


def test_an_independent_reader_reads_every_rendered_card(shop: PaperShop) -> None:
    camera = SimulatedCamera(width=1600, height=900, heading_deg=90, height_mm=400, tilt_deg=5)
    turns = [0, 3, 180, 177, -3, 90, 183, 1]
    cells = ["b2", "c2", "b3", "c3", "b4", "c4", "d3", "a3"]
    pieces = tuple(
        card(shop, i, cell, turn) for i, (cell, turn) in enumerate(zip(cells, turns, strict=True))
    )
    picture = renderer(shop, "still", camera).render(Scene(pieces=pieces))
    read = {code.text: code for code in zxingcpp.read_barcodes(picture)}
    for piece in pieces:
        code = read[piece.tag]
        angle = np.radians(piece.rotation_deg)
        # the symbol's centre is at (15.024, 68.524) on the card, whose centre is (27, 45)
        dx, dy = 15.024 - 27, 68.524 - 45
        x = piece.x_mm + dx * np.cos(angle) - dy * np.sin(angle) - 210
        y = piece.y_mm + dx * np.sin(angle) + dy * np.cos(angle) - 297
        want = camera.project(np.array([[x, y]]))[0]
        p = code.position
        corners = [p.top_left, p.top_right, p.bottom_right, p.bottom_left]
        got = np.mean([[c.x, c.y] for c in corners], axis=0)
        assert got == pytest.approx(want, abs=1.5)


def test_what_is_redrawn_in_parts_equals_what_is_drawn_at_once(shop: PaperShop) -> None:
    first, second = card(shop, 0, "b2", 2), card(shop, 1, "b3", 178)
    third = card(shop, 2, "b3", -3)
    end = Scene(pieces=(first, third))
    stepwise = renderer(shop)
    hand = Hand(210, 300, 4, carries=PaperPiece(small_print_run.tag_of(3), 212, 270, 5, lift_mm=30))
    for scene in (
        Scene(),
        Scene(pieces=(first,)),
        Scene(pieces=(first, second)),
        Scene(pieces=(first, second), hands=(hand, Hand(100, 100, 180, 1, open=True))),
        Scene(pieces=(first, second, third)),
        end,
    ):
        picture = stepwise.render(scene)
    assert np.array_equal(picture, renderer(shop).render(end))


def test_a_covered_card_is_hidden_and_comes_back(shop: PaperShop) -> None:
    watched = renderer(shop)
    piece = card(shop, 0, "b3")
    free = watched.render(Scene(pieces=(piece,)))
    row, column = pixel(SMALL, piece.x_mm, piece.y_mm)
    covered = watched.render(
        Scene(pieces=(piece,), hands=(Hand(piece.x_mm, piece.y_mm - 90, 0, open=True),))
    )
    blue, _, red = (int(v) for v in covered[row, column])
    skin = TONES[0].skin
    assert red > blue + 30, "skin is redder than the paper below"
    assert skin[2] > skin[0]
    assert np.abs(covered[row, column].astype(int) - free[row, column]).max() > 25
    assert np.array_equal(watched.render(Scene(pieces=(piece,))), free)


def test_the_later_piece_is_on_top(shop: PaperShop) -> None:
    lower, upper = card(shop, 0, "b3"), replace(card(shop, 1, "b3"), face_up=False)
    row, column = pixel(SMALL, lower.x_mm, lower.y_mm)
    watched = renderer(shop)
    back_up = watched.render(Scene(pieces=(lower, upper)))[row, column]
    front_up = watched.render(Scene(pieces=(upper, lower)))[row, column]
    assert back_up[0] > back_up[2], "the back is blue"
    assert front_up[2] > front_up[0], "the front is cream"


def test_a_bumped_mat_takes_its_cards_along(shop: PaperShop) -> None:
    piece = card(shop, 0, "c3")
    watched = renderer(shop)
    watched.render(Scene(pieces=(piece,)))
    pose = TablePose(20, -30, 4)
    moved = watched.render(Scene(mat=pose, pieces=(piece,)))
    assert np.array_equal(moved, renderer(shop).render(Scene(mat=pose, pieces=(piece,))))


@pytest.mark.parametrize("condition", sorted(CONDITIONS))
def test_the_same_seed_gives_the_same_bytes(shop: PaperShop, condition: str) -> None:
    scene = Scene(pieces=(card(shop, 0, "b2"),), hands=(Hand(150, 300, 10),))
    one, two = (renderer(shop, condition) for _ in range(2))
    pictures = [(one.render(scene), two.render(scene)) for _ in range(2)]
    assert all(np.array_equal(a, b) for a, b in pictures)
    assert pictures[0][0].shape == (270, 480, 3)
    noisy = CONDITIONS[condition].noise > 0
    assert np.array_equal(pictures[0][0], pictures[1][0]) != noisy
    if noisy:
        other = renderer(shop, condition, seed=2).render(scene)
        assert not np.array_equal(other, pictures[0][0])


def test_a_reflection_brightens_its_place_and_goes_without_a_trace(shop: PaperShop) -> None:
    view = renderer(shop)
    pieces = (card(shop, 0, "b2"),)
    calm = view.render(Scene(pieces=pieces)).astype(int)
    where = next(c for c in shop.mats["4x5"].cells if c.id == "b2")
    lit = view.render(Scene(pieces=pieces, glints=(Glint(where.x_mm, where.y_mm, 12.0),)))
    brighter = lit.astype(int) - calm
    assert brighter.min() >= -3
    assert (lit.min(axis=2) == 255).sum() > 20
    assert 0.005 < (brighter.max(axis=2) > 20).mean() < 0.2
    assert np.array_equal(view.render(Scene(pieces=pieces)), calm)
