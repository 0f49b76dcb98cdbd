"""Partly hidden tags: read if enough is visible, never guessed."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from companion.readings import Reading
from companion.vision.reader.candidates import find_quads
from companion.vision.reader.codebook import Codebook, TagPage
from companion.vision.reader.covered import Uncovered
from companion.vision.reader.image_pyramid import ImagePyramid, as_grey
from companion.vision.reader.matching import Answers, Matcher
from companion.vision.reader.reader import TagReader
from companion.vision.reader.register import PanelFit, register
from rules import Manifest
from tests.support.vision.scenes import (
    Blob,
    Camera,
    Piece,
    Scene,
    card_tag,
    deck_manifest,
    mat_manifest,
    middle,
    spread,
)

WHITE, SKIN, BLACK = 0.8, 0.3, 0.03


@pytest.fixture(scope="module")
def hundred() -> Manifest:
    return deck_manifest(100)


@pytest.fixture(scope="module")
def reader_of_hundred(hundred: Manifest) -> TagReader:
    return TagReader(Codebook([hundred]))


def table(manifest: Manifest, seed: int) -> Scene:
    return Scene(pieces=spread(manifest, seed, 5, 2), width=310, height=196)


def view(module_px: float, seed: int) -> Camera:
    scale = module_px / 0.762
    return Camera(
        width=round(330 * scale), height=round(220 * scale), scale=scale, tilt=12, seed=seed
    )


def blot(piece: Piece, share: float, tone: float, rng: np.random.Generator) -> Blob:
    """Return a square of `share` of the symbol's area, at a random place and angle within it."""
    side = 16 * math.sqrt(share)
    x, y = np.array(middle(piece)) + rng.uniform(side / 2 - 8, 8 - side / 2, 2)
    angles = rng.uniform(0, 2 * math.pi) + np.arange(4) * math.pi / 2
    r = side / math.sqrt(2)
    return Blob(tuple((x + r * math.cos(a), y + r * math.sin(a)) for a in angles), tone)


def finger(piece: Piece, depth_mm: float, side: int, half_width_mm: float = 6.0) -> Blob:
    """Return a strip that reaches over the frame into the symbol from one of its sides."""
    x, y = middle(piece)
    a = math.radians(piece.turn + 90 * side)
    u, v = np.array([math.cos(a), math.sin(a)]), np.array([-math.sin(a), math.cos(a)])
    corners = [
        np.array([x, y]) + half_width_mm * across * v + along * u
        for across, along in ((-1, 8 - depth_mm), (1, 8 - depth_mm), (1, 26), (-1, 26))
    ]
    return Blob(tuple((float(p[0]), float(p[1])) for p in corners), SKIN)


def tags(readings: tuple[Reading, ...]) -> set[str]:
    return {r.tag for r in readings if r.tag}


@pytest.mark.parametrize("tone", [WHITE, SKIN, BLACK])
def test_a_tenth_of_the_symbol_may_be_hidden(
    hundred: Manifest, reader_of_hundred: TagReader, tone: float
) -> None:
    shown = read = 0
    for seed in range(3):
        rng = np.random.default_rng(seed)
        scene = table(hundred, seed)
        scene.blobs = [blot(p, 0.1, tone, rng) for p in scene.pieces]
        found = tags(reader_of_hundred.read(scene.render(view(1.75, seed))))
        truth = {p.tag for p in scene.pieces}
        assert found <= truth
        shown, read = shown + len(truth), read + len(found)
    assert read >= 0.9 * shown


def test_a_hidden_finder_pattern_does_not_turn_the_card(
    hundred: Manifest, reader_of_hundred: TagReader
) -> None:
    """Check a hidden finder pattern, without which a quarter turn fits almost as well."""
    scene = table(hundred, 5)
    open_view = {r.tag: r for r in reader_of_hundred.read(scene.render(view(2.5, 5)))}
    scene.blobs = []
    for piece in scene.pieces:
        x, y = middle(piece)
        t = math.radians(piece.turn)
        u, v = np.array([math.cos(t), math.sin(t)]), np.array([-math.sin(t), math.cos(t)])
        corner = np.array([x, y]) - 5.2 * u - 5.2 * v
        around = [corner + 3.2 * (a * u + b * v) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        scene.blobs.append(Blob(tuple((float(p[0]), float(p[1])) for p in around), WHITE))
    covered = {r.tag: r for r in reader_of_hundred.read(scene.render(view(2.5, 5))) if r.tag}
    assert len(covered) == len(scene.pieces)
    for tag, reading in covered.items():
        assert np.abs(np.array(reading.corners) - open_view[tag].corners).max() < 1.0


@pytest.mark.parametrize("tone", [WHITE, SKIN, BLACK])
@pytest.mark.parametrize("module_px", [1.75, 3.5])
def test_a_frame_of_which_a_side_is_hidden_does_not_hide_the_symbol(
    hundred: Manifest, reader_of_hundred: TagReader, module_px: float, tone: float
) -> None:
    """Check a card over frame and quiet zone, which leaves no white square to find."""
    shown = read = by_squares = 0
    for seed in range(2):
        scene = table(hundred, seed)
        scene.blobs = [
            dataclasses.replace(finger(p, 0.0, i % 4, half_width_mm=13), tone=tone)
            for i, p in enumerate(scene.pieces)
        ]
        picture = scene.render(view(module_px, seed))
        truth = {p.tag for p in scene.pieces}
        found = tags(reader_of_hundred.read(picture))
        assert found <= truth
        shown, read = shown + len(truth), read + len(found)
        by_squares += len(tags(reader_of_hundred.search(ImagePyramid(as_grey(picture)))))
    assert read >= 0.9 * shown
    assert by_squares < read or tone != WHITE


@pytest.mark.parametrize("tone", [WHITE, SKIN, BLACK])
def test_a_card_over_a_whole_side_does_not_hide_the_symbol_at_first_sight(
    hundred: Manifest, reader_of_hundred: TagReader, tone: float
) -> None:
    """Check a hidden frame side, with a tenth of the symbol and up to two finder patterns."""
    shown = read = 0
    for seed in range(2):
        scene = table(hundred, seed)
        scene.blobs = [
            dataclasses.replace(finger(p, 1.6, i % 4, half_width_mm=13), tone=tone)
            for i, p in enumerate(scene.pieces)
        ]
        truth = {p.tag for p in scene.pieces}
        found = tags(reader_of_hundred.read(scene.render(view(1.75, seed))))
        assert found <= truth
        shown, read = shown + len(truth), read + len(found)
    assert read >= 0.9 * shown


@pytest.mark.parametrize("module_px", [1.75, 2.5])
def test_a_finger_over_the_frame_does_not_hide_a_card_whose_place_is_known(
    hundred: Manifest, reader_of_hundred: TagReader, module_px: float
) -> None:
    scene = table(hundred, 8)
    known = reader_of_hundred.read(scene.render(view(module_px, 1)))
    assert len(tags(known)) == len(scene.pieces)
    scene.blobs = [finger(p, 3.5, i % 4) for i, p in enumerate(scene.pieces)]
    picture = scene.render(view(module_px, 2))
    again = reader_of_hundred.recheck(ImagePyramid(as_grey(picture)), known)
    assert tags(again) == tags(known)
    for reading in again:
        before = next(r for r in known if r.tag == reading.tag)
        assert np.abs(np.array(reading.corners) - before.corners).max() < 1.0


def test_a_covered_card_that_was_exchanged_is_not_read_as_the_old_one(
    hundred: Manifest, reader_of_hundred: TagReader
) -> None:
    scene = table(hundred, 8)
    known = reader_of_hundred.read(scene.render(view(2.5, 1)))
    there = {p.tag for p in scene.pieces}
    others = [c.tag for c in hundred.cards if c.tag not in there]
    scene.pieces = [
        dataclasses.replace(p, tag=tag) for p, tag in zip(scene.pieces, others, strict=False)
    ]
    scene.blobs = [finger(p, 3.5, i % 4) for i, p in enumerate(scene.pieces)]
    again = reader_of_hundred.recheck(ImagePyramid(as_grey(scene.render(view(2.5, 2)))), known)
    assert tags(again) <= {p.tag for p in scene.pieces}


def test_foreign_tags_are_not_explained_by_hiding_where_they_differ(
    reader_of_hundred: TagReader,
) -> None:
    foreign = [card_tag(i, copy=2) for i in range(20)] + [card_tag(300 + i) for i in range(20)]
    for start in range(0, 40, 10):
        rng = np.random.default_rng(start)
        pieces = [
            Piece(tag, 31 + 62 * (i % 5), 49 + 98 * (i // 5))
            for i, tag in enumerate(foreign[start : start + 10])
        ]
        scene = Scene(pieces=pieces, width=310, height=196)
        scene.blobs = [blot(p, 0.1, WHITE, rng) for p in pieces]
        for module_px in (3.0, 1.75):
            assert not tags(reader_of_hundred.read(scene.render(view(module_px, start))))


@pytest.mark.parametrize(
    ("foreign", "game", "deck", "module_px"),
    [("DM924LSM50", "D", 801, 2.2), ("YU30TX1P62", "Y", 1083, 3.0)],
)
def test_an_open_tag_is_not_read_as_a_covered_relative(
    foreign: str, game: str, deck: int, module_px: float
) -> None:
    """Check tags found by a search: three tenths of their modules hide all differences."""
    cards = range(150)
    tags_of_deck = [card_tag(i, copy, deck=deck, game=game) for i in cards for copy in (1, 2)]
    printed = deck_manifest(1)
    card = printed.cards[0]
    cards_of_deck = tuple(dataclasses.replace(card, tag=tag) for tag in tags_of_deck)
    reader = TagReader(Codebook([dataclasses.replace(printed, cards=cards_of_deck)]))
    pieces = [Piece(foreign, 31 + 62 * (i % 5), 49 + 98 * (i // 5), turn=7 * i) for i in range(10)]
    picture = Scene(pieces=pieces, width=310, height=196).render(
        dataclasses.replace(view(module_px, 0), tilt=0)
    )
    assert [reading.tag for reading in reader.read(picture)] == [""] * len(pieces)


class Supposing(Matcher):
    """A matcher in which the whole symbol leads by too little, while a part of it leads by far.

    `score` is the part's similarity to the tag.
    """

    def __init__(self, codebook: Codebook, score: float) -> None:
        super().__init__(codebook)
        self.score = score

    def match(
        self, page: TagPage, greys: np.ndarray, fit: PanelFit, *, sharpened: bool = False
    ) -> Answers:
        _, _, _, need = super().match(page, greys, fit)
        return np.zeros(len(need), np.intp), need + 0.02, np.full(len(need), 0.2), need

    def part(
        self, page: TagPage, greys: np.ndarray, module: float, expected: str
    ) -> tuple[Uncovered | None, float]:
        return Uncovered(0, 0, self.score, 0.4), self.codebook.limits.covered


@pytest.mark.parametrize(("score", "named"), [(0.7, 0), (0.9, 1)])
def test_half_an_answer_and_half_of_another_are_no_answer(
    hundred: Manifest, score: float, named: int
) -> None:
    """Check that a tag is accepted only if the whole or a part reaches both score and lead."""
    matcher = Supposing(Codebook([hundred]), score)
    page = matcher.codebook.pages[0]
    scene = Scene(pieces=[Piece(card_tag(1, copy=2), 31, 49)], width=62, height=98)
    pyramid = ImagePyramid(as_grey(scene.render(Camera(300, 400, scale=3.94))))
    quads = find_quads(pyramid, page.panel.span)
    found = matcher.sightings(pyramid, page, quads, turned=True)
    assert sum(bool(reading.tag) for reading in found) == named
    # It is not reported as foreign either: it may be a card of which too little is visible.
    assert len(found) == named


def test_large_marks_do_not_hide_that_the_cards_are_small() -> None:
    """Check that the enlarged picture is searched if the book's smallest tag would be small."""
    deck, mat = deck_manifest(12), mat_manifest(mark_mm=30.0)
    reader = TagReader(Codebook([deck, mat]))
    table_with_mat = Scene(
        mat=mat.mats[0],
        pieces=[
            Piece(card.tag, cell.x_mm, cell.y_mm)
            for card, cell in zip(deck.cards, mat.mats[0].cells, strict=True)
        ],
    )
    scale = 0.95 / 0.762
    width, height = table_with_mat.size()
    camera = Camera(width=round(1.05 * width * scale), height=round(1.05 * height * scale))
    camera = dataclasses.replace(camera, scale=scale)
    found = tags(reader.read(table_with_mat.render(camera)))
    assert {p.tag for p in table_with_mat.pieces} <= found


def test_a_card_under_which_another_is_pushed_away_bit_by_bit_keeps_its_place(
    hundred: Manifest, reader_of_hundred: TagReader
) -> None:
    """Check that an object moving slowly over the frame does not pull the fit away."""
    scene = table(hundred, 3)
    first = reader_of_hundred.read(scene.render(view(1.75, 1)))
    known, there = first, {r.tag: np.array(r.corners) for r in first}
    for step in range(8):
        scene.blobs = [cloth(p, 0.5 * step) for p in scene.pieces]
        picture = scene.render(view(1.75, step))
        known = reader_of_hundred.recheck(ImagePyramid(as_grey(picture)), known)
        assert tags(known) == set(there)
        for reading in known:
            assert np.abs(np.array(reading.corners) - there[reading.tag]).max() < 0.8


def cloth(piece: Piece, depth_mm: float) -> Blob:
    """Return another card's dark edge over a whole side of the frame and a bit of the symbol."""
    x, y = middle(piece)
    t = math.radians(piece.turn)
    u, v = np.array([math.cos(t), math.sin(t)]), np.array([-math.sin(t), math.cos(t)])
    edge = -12.5 + depth_mm
    corners = [
        np.array([x, y]) + across * u + along * v
        for across, along in ((-20, edge - 12), (20, edge - 12), (20, edge), (-20, edge))
    ]
    return Blob(tuple((float(p[0]), float(p[1])) for p in corners), 0.12)


def test_what_a_finger_leaves_of_a_panel_does_not_pass_for_a_whole_one(
    hundred: Manifest, reader_of_hundred: TagReader
) -> None:
    """Check that half of a known card, whose panel is not whole, is not reported as foreign."""
    scene = table(hundred, 8)
    page = reader_of_hundred.codebook.pages[0]
    limit = reader_of_hundred.codebook.limits.structure
    known = reader_of_hundred.read(scene.render(view(2.5, 1)))
    quads = np.array([r.corners for r in known])
    quads = quads.mean(1, keepdims=True) + (quads - quads.mean(1, keepdims=True)) * 25 / 21
    for blobs, whole in (([], True), ([finger(p, 3.5, 1) for p in scene.pieces], False)):
        scene.blobs = blobs
        pyramid = ImagePyramid(as_grey(scene.render(view(2.5, 2))))
        fit = register(pyramid, page.panel, quads, limit, turned=False)
        assert len(fit.origin) == len(known)
        assert (fit.whole == whole).all()
