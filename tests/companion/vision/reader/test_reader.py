from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.readings import Face, Reading
from companion.vision.reader import reader as reader_module
from companion.vision.reader.candidates import distinct
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import ImagePyramid, as_grey, as_image
from companion.vision.reader.reader import TagReader, read
from companion.vision.reader.sightings import px_per_module
from rules import Manifest, dump_manifest
from tests.support.vision.scenes import (
    Blob,
    Camera,
    Piece,
    Scene,
    card_tag,
    deck_manifest,
    mat_manifest,
    spread,
)


def camera(scale: float, **change: float) -> Camera:
    size = {"width": round(3 * 62 * scale) + 60, "height": round(2 * 98 * scale) + 60}
    return Camera(**{**size, "scale": scale, "seed": 11, **change})


def table(deck: Manifest, seed: int = 0) -> Scene:
    return Scene(pieces=spread(deck, seed, 3, 2), width=186, height=196)


def tags(readings: tuple[Reading, ...]) -> list[str]:
    return sorted(r.tag for r in readings)


@pytest.mark.parametrize(
    ("module_px", "tilt", "roll", "exposure"),
    [
        (4.0, 0, 0, 0.8),
        (3.0, 25, 33, 0.8),
        (3.0, 15, 180, 0.1),
        (1.9, 25, 90, 0.8),
        (1.4, 15, 45, 0.3),
        (1.1, 15, 10, 0.8),
        (0.95, 0, 5, 0.8),
    ],
)
def test_every_tag_is_read_from_four_px_a_module_down_to_one(
    reader: TagReader, deck: Manifest, module_px: float, tilt: float, roll: float, exposure: float
) -> None:
    for seed in range(2):
        scene = table(deck, seed)
        scale = module_px / 0.762
        size = {"width": round(300 * scale), "height": round(300 * scale)}
        view = camera(scale, tilt=tilt, roll=roll, exposure=exposure, seed=seed, **size)
        assert tags(reader.read(scene.render(view))) == sorted(p.tag for p in scene.pieces)


def test_a_tilted_white_border_around_the_frame_does_not_replace_the_square_inside() -> None:
    """Check that a tilted tag's inner square is kept, and only its near-duplicate is dropped."""
    inner = np.array([[10.0, 10], [59, 12], [57, 49], [12, 47]])
    middle = inner.mean(0)
    outer = np.roll(middle + (inner - middle) * 1.3, 1, axis=0)
    again = middle + (inner - middle) * 1.03
    kept = distinct(np.array([outer, inner, again]))
    assert np.array_equal(kept, np.array([outer, inner]))


def test_corners_are_the_symbols_and_start_at_its_own_top_left(reader: TagReader) -> None:
    for turn in (0.0, 90.0, 200.0, 271.0):
        piece = Piece(card_tag(5), 93, 98, turn)
        scene = Scene(pieces=[piece], width=186, height=196)
        view = camera(3.0, tilt=20, noise=0.5)
        (reading,) = reader.read(scene.render(view))
        half = piece.square.size_mm / 2
        x, y = piece.square.x_mm - 27, piece.square.y_mm - 45
        corners = np.array(
            [[x, y], [x + 2 * half, y], [x + 2 * half, y + 2 * half], [x, y + 2 * half]]
        )
        c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        on_mat = corners @ np.array([[c, s], [-s, c]]) + (93, 98)
        truth = cv2.perspectiveTransform(on_mat.reshape(-1, 1, 2), scene.homography(view))[:, 0]
        assert np.abs(np.array(reading.corners) - truth).max() < 0.35
        assert px_per_module(reading.corners) == pytest.approx(3.0 * 0.762, rel=0.1)


def test_a_reading_says_what_the_manifest_says(reader: TagReader, deck: Manifest) -> None:
    back = deck.backs[0].tag
    scene = Scene(pieces=[Piece(card_tag(5), 60, 98), Piece(back, 130, 98)], width=186, height=196)
    found = {r.tag: r for r in reader.read(scene.render(camera(3.0)))}
    front = found[card_tag(5)]
    assert (front.face, front.card, front.copy, front.owner) == (Face.FRONT, "y05", 1, "sun")
    assert (found[back].face, found[back].card, found[back].owner) == (Face.BACK, None, "sun")
    assert all(0.5 <= r.confidence <= 1 for r in found.values())
    assert front.x_mm is None
    assert front.cell is None


def test_one_tag_at_two_places_is_reported_twice(reader: TagReader) -> None:
    scene = Scene(
        pieces=[Piece(card_tag(1), 50, 98), Piece(card_tag(1), 130, 98, 180)], width=186, height=196
    )
    assert tags(reader.read(scene.render(camera(2.5)))) == [card_tag(1)] * 2


def test_a_framed_tag_of_no_manifest_is_unknown_and_never_one_of_ours(reader: TagReader) -> None:
    """Check foreign tags of the same deck, the same game and of other games."""
    foreign = [card_tag(300 + i) for i in range(6)]
    foreign += [card_tag(i, copy=2, deck=10) for i in range(6)]
    foreign += [card_tag(i, game="S", deck=3) for i in range(6)]
    for start in range(0, 18, 6):
        pieces = [
            Piece(tag, 31 + 62 * (i % 3), 49 + 98 * (i // 3))
            for i, tag in enumerate(foreign[start : start + 6])
        ]
        for scale in (4.0, 2.2, 1.4):
            readings = reader.read(
                Scene(pieces=pieces, width=186, height=196).render(camera(scale))
            )
            assert {r.tag for r in readings} <= {""}
            if scale > 2:
                assert len(readings) == 6
                assert all(r.face is Face.UNKNOWN and r.card is None for r in readings)


def test_a_tag_printed_with_another_mask_is_not_taken_for_its_text(deck: Manifest) -> None:
    book = Codebook([deck_manifest(20, mask=5)])
    readings = read(table(deck).render(camera(3.0)), book)
    assert {r.tag for r in readings} == {""}


def test_wide_quiet_zones_and_small_sets_are_read() -> None:
    wide, narrow = deck_manifest(3, deck=11, quiet=4.0), deck_manifest(3)
    pieces = [Piece(card_tag(i, deck=11), 31 + 62 * i, 49, quiet=4.0, size=13.0) for i in range(3)]
    pieces += [Piece(card_tag(i), 31 + 62 * i, 147, size=10.7, frame_mm=1.4) for i in range(3)]
    image = Scene(pieces=pieces, width=186, height=196).render(camera(3.2))
    assert tags(read(image, [wide, narrow])) == sorted(p.tag for p in pieces)


def test_a_mat_mark_is_read_next_to_cards_of_other_size(
    reader: TagReader, mat_sheet: Manifest
) -> None:
    scene = Scene(mat=mat_sheet.mats[0], pieces=[Piece(card_tag(2), 180, 110)])
    found = reader.read(scene.render(Camera(scale=2.2)))
    assert [r.face for r in found].count(Face.MAT) == 4
    assert card_tag(2) in tags(found)


def test_a_covered_symbol_is_never_misread(reader: TagReader, deck: Manifest) -> None:
    for seed in range(6):
        scene = table(deck, seed)
        rng = np.random.default_rng(seed)
        for piece in scene.pieces:
            x, y = piece.x + rng.uniform(-20, 20), piece.y + rng.uniform(-35, 35)
            w, h = rng.uniform(4, 18, 2)
            outline = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
            scene.blobs.append(Blob(outline, float(rng.uniform(0.02, 0.9))))
        known = {p.tag for p in scene.pieces}
        found = [r.tag for r in reader.read(scene.render(camera(2.5))) if r.tag]
        assert set(found) <= known
        assert len(found) == len(set(found))


def test_the_same_picture_is_read_alike_twice_and_in_grey(
    reader: TagReader, deck: Manifest
) -> None:
    image = table(deck).render(camera(2.5))
    assert reader.read(image) == reader.read(image)
    assert tags(reader.read(as_grey(image))) == tags(reader.read(image))


def test_boxes_and_sizes_narrow_the_search(reader: TagReader, deck: Manifest) -> None:
    scene = table(deck)
    image = scene.render(camera(3.0))
    height, width = image.shape[:2]
    left = reader.read(image, boxes=[(0, 0, width // 3, height)])
    assert 1 <= len(left) <= 2
    assert {r.tag for r in left} < {p.tag for p in scene.pieces}
    assert reader.read(image, modules=(6.0, 9.0)) == ()
    assert len(reader.read(image, modules=(1.9, 2.8))) == 6


def test_known_tags_are_rechecked_where_they_are(reader: TagReader, deck: Manifest) -> None:
    scene = table(deck)
    before = reader.read(scene.render(camera(2.5)))
    gone = scene.pieces.pop()
    pyramid = ImagePyramid(as_grey(scene.render(camera(2.5, seed=12, shift=(0.8, -0.6)))))
    after = {r.tag: r for r in reader.recheck(pyramid, before)}
    assert set(after) == {p.tag for p in scene.pieces}
    assert gone.tag not in after
    moved = [np.subtract(after[r.tag].corners, r.corners).mean(0) for r in before if r.tag in after]
    assert np.allclose(moved, (0.8, -0.6), atol=0.15)


@pytest.mark.parametrize(
    "draw",
    [
        lambda: np.zeros((480, 640, 3), np.uint8),
        lambda: np.full((480, 640, 3), 255, np.uint8),
        lambda: np.random.default_rng(1).integers(0, 256, (480, 640, 3), np.uint8),
        lambda: np.zeros((1, 1, 3), np.uint8),
        lambda: np.zeros((1, 4000), np.uint8),
        lambda: np.zeros((30, 30, 4), np.uint16),
        lambda: np.full((200, 200), np.nan, np.float32),
        lambda: np.zeros((200, 200, 1), np.bool_),
        lambda: np.zeros((200, 200, 2), np.float64),
        lambda: np.full((8000, 12200), 90, np.uint8),
        lambda: np.full((3, 60000, 3), 90, np.uint8),
    ],
    ids=["black", "white", "noise", "pixel", "line", "u16x4", "nan", "bool", "two", "huge", "long"],
)
def test_pictures_without_tags_give_nothing(
    reader: TagReader, draw: Callable[[], np.ndarray]
) -> None:
    assert reader.read(draw()) == ()


@pytest.mark.parametrize("shape", [(0, 0), (0, 5, 3), (5,), (2, 2, 2, 2)])
def test_what_is_no_picture_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="no picture"):
        as_image(np.zeros(shape, np.uint8))
    with pytest.raises(ValueError, match="no picture"):
        as_image(np.zeros((4, 4), np.complex64))


def test_deep_and_floating_pictures_are_read_like_others(reader: TagReader, deck: Manifest) -> None:
    image = table(deck).render(camera(2.5))
    expected = tags(reader.read(image))
    assert tags(reader.read(image.astype(np.uint16) * 257)) == expected
    assert tags(reader.read(image.astype(np.float32) / 255)) == expected
    assert tags(reader.read(np.dstack([image, image[:, :, 0]]))) == expected


@pytest.mark.parametrize(
    ("kind", "white"),
    [
        (np.uint16, 255),
        (np.uint16, 1023),
        (np.uint16, 4095),
        (np.int32, 65535),
        (np.uint32, 2**32 - 1),
        (np.uint64, 2**64 - 2**11),
        (np.float32, 1.02),
        (np.float32, 260),
        (np.float32, 65535),
        (np.float64, 1e200),
    ],
)
def test_white_is_read_from_the_picture_not_from_its_type(
    reader: TagReader, deck: Manifest, kind: type[np.generic], white: float
) -> None:
    image = table(deck).render(camera(2.5))
    deep = (image / image.max() * white).astype(kind)
    expected = tags(reader.read(image))
    assert len(expected) > 5
    assert tags(reader.read(deep)) == expected
    assert as_image(np.zeros((9, 9), kind)).max() == 0


def test_however_a_picture_is_in_memory_it_is_read_and_left_alone(
    reader: TagReader, deck: Manifest
) -> None:
    image = table(deck).render(camera(2.5))
    expected = reader.read(image)
    locked = image.copy()
    locked.flags.writeable = False
    padded = np.zeros((image.shape[0], image.shape[1] + 7, 3), np.uint8)
    padded[:, :-7] = image
    for same in (np.asfortranarray(image), locked, padded[:, :-7], image[:, ::-1][:, ::-1]):
        assert reader.read(same) == expected
    assert (locked == image).all()
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    assert reader.read(grey) == expected
    assert reader.read(grey[:, :, None]) == expected
    assert tags(reader.read(image.astype(np.int32))) == tags(expected)


def test_a_picture_larger_than_any_cameras_is_searched_smaller(
    reader: TagReader, deck: Manifest
) -> None:
    image = table(deck).render(camera(2.5))
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)  # in colour, it would take 140 MB
    large = cv2.resize(grey, (8400, 5600), interpolation=cv2.INTER_LINEAR)
    assert tags(reader.read(large)) == tags(reader.read(image))


def test_the_modules_own_example_runs(
    deck: Manifest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "deck.manifest.json"
    path.write_text(dump_manifest(deck), encoding="utf-8")
    scene = table(deck)
    example = [line[4:] for line in (reader_module.__doc__ or "").split("\n") if line[:4] == "    "]
    exec("\n".join(example), {"picture": scene.render(camera(2.5)), "manifests": [path]})  # noqa: S102
    assert capsys.readouterr().out.count("(") >= 4 * len(scene.pieces)


@settings(max_examples=25)
@given(
    st.integers(0, 2**32 - 1), st.integers(1, 300), st.integers(1, 300), st.sampled_from([1, 4, 16])
)
def test_no_noise_of_any_size_or_grain_crashes_or_is_read(
    seed: int, height: int, width: int, grain: int
) -> None:
    book = Codebook([mat_manifest()])
    rng = np.random.default_rng(seed)
    small = rng.integers(0, 256, (height // grain + 1, width // grain + 1), np.uint8)
    image = np.kron(small, np.ones((grain, grain), np.uint8))[:height, :width]
    assert [r for r in TagReader(book).read(image) if r.tag] == []
