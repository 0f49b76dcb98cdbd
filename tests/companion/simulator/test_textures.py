from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from companion.errors import SourceError
from companion.simulator.textures import PaperShop
from rules import DataError
from tests.support.simulator import small_print_run


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_faces_come_out_upright_however_they_are_on_the_page(tmp_path: Path, turn: int) -> None:
    shop = PaperShop([small_print_run.print_cards(tmp_path, 2, turn=turn)], 50.0)
    texture = shop.front(small_print_run.tag_of(1))
    assert (texture.width_mm, texture.height_mm) == (54.0, 90.0)
    assert texture.image.shape == (round(90 * 50 / 25.4), round(54 * 50 / 25.4), 3)
    scale = texture.image.shape[1] / 54
    blue, green, red = (int(v) for v in texture.image[int(12 * scale), int(12 * scale)])
    assert red > 120 > green + blue, "the red square stands at the upright top left"
    tag = texture.image[int(58 * scale) : int(78 * scale), int(4.5 * scale) : int(25 * scale)]
    assert tag.min() < 40
    assert tag.max() > 240


def test_a_cut_begins_at_the_trim_edge_to_a_fraction_of_a_pixel(shop: PaperShop) -> None:
    texture = shop.front(small_print_run.tag_of(0))
    scale = texture.image.shape[1] / 54
    # a row through the tag's frame above the quiet zone: dark from 3.5 mm for 23.048 mm
    row = texture.image[int(58 * scale)].mean(axis=1).astype(float)
    dark = (row[int(2 * scale)] - row) / row[int(2 * scale)]
    weight = dark[: int(30 * scale)].clip(0)
    centre = (weight * (np.arange(len(weight)) + 0.5)).sum() / weight.sum() / scale
    assert centre == pytest.approx(3.5 + 23.048 / 2, abs=0.05)
    assert weight.sum() / weight.max() / scale == pytest.approx(23.048, abs=0.1)


def test_backs_are_cut_and_unprinted_backs_are_white(tmp_path: Path, shop: PaperShop) -> None:
    back = shop.back(small_print_run.tag_of(0))
    assert back.image.reshape(-1, 3).mean(axis=0)[0] > 80, "the printed back is blue"
    text = small_print_run.print_cards(tmp_path, 1).read_text(encoding="utf-8")
    start = text.index('"back": {')
    end = text.index("}", start)
    (tmp_path / "cards.manifest.json").write_text(
        text[:start] + '"back": null' + text[end + 1 :], encoding="utf-8"
    )
    plain = PaperShop([tmp_path / "cards.manifest.json"], 50.0).back(small_print_run.tag_of(0))
    assert plain.image.min() > 240
    assert (plain.width_mm, plain.height_mm) == (54.0, 90.0)


def test_backs_of_one_owner_are_one_picture_and_faces_are_not(shop: PaperShop) -> None:
    sun, moon, other_sun = (small_print_run.tag_of(i) for i in (0, 1, 2))
    assert shop.side(sun, face_up=False) == shop.side(other_sun, face_up=False)
    assert shop.side(sun, face_up=False) != shop.side(moon, face_up=False)
    assert shop.side(sun, face_up=True) != shop.side(other_sun, face_up=True)


def test_a_tiled_mat_is_the_same_picture_as_a_whole_one(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "three").mkdir()
    whole = PaperShop([small_print_run.print_mat(tmp_path / "one", 300, 480)], 50.8).mat("4x5")
    tiled = PaperShop([small_print_run.print_mat(tmp_path / "three", 300, 480, tiles=3)], 50.8).mat(
        "4x5"
    )
    assert whole.image.shape == tiled.image.shape == (960, 600, 3)
    difference = np.abs(whole.image.astype(int) - tiled.image.astype(int))
    assert (difference > 40).mean() < 0.002
    assert whole.image.std() > 20


def test_kept_cuttings_need_no_pdf_engine(
    tmp_path: Path, print_run: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = PaperShop(print_run, 40.0, tmp_path)
    tag = small_print_run.tag_of(3)
    fresh = [first.front(tag).image, first.back(tag).image, first.mat("4x5").image]
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    again = PaperShop(print_run, 40.0, tmp_path)
    kept = [again.front(tag).image, again.back(tag).image, again.mat("4x5").image]
    assert all(np.array_equal(a, b) for a, b in zip(fresh, kept, strict=True))
    with pytest.raises(ImportError):
        again.front(small_print_run.tag_of(4))


def test_another_pdf_under_the_same_name_is_cut_afresh(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    path = small_print_run.print_cards(tmp_path, 1)
    before = PaperShop([path], 40.0, cache).front(small_print_run.tag_of(0)).image
    small_print_run.print_cards(tmp_path, 1, turn=180)
    changed = PaperShop([path], 40.0, cache)
    assert changed.cards[small_print_run.tag_of(0)].front.turn == 180
    after = changed.front(small_print_run.tag_of(0)).image
    assert np.corrcoef(after.ravel(), before.ravel())[0, 1] > 0.85
    assert np.corrcoef(after[::-1, ::-1].ravel(), before.ravel())[0, 1] < 0.6
    assert len(list(cache.iterdir())) == 2


def test_a_missing_pdf_is_reported_in_one_sentence(tmp_path: Path) -> None:
    path = small_print_run.print_cards(tmp_path, 1)
    (tmp_path / "cards.pdf").unlink()
    with pytest.raises(SourceError, match=r"cards\.pdf.*print again"):
        PaperShop([path])
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(DataError):
        PaperShop([path])


def test_cards_of_an_earlier_print_are_cut_from_its_pdf(tmp_path: Path) -> None:
    manifest = small_print_run.print_cards(tmp_path, 2)
    before = PaperShop([manifest], 50.0).front(small_print_run.tag_of(1))
    (tmp_path / "cards.pdf").rename(tmp_path / "old.pdf")
    text = manifest.read_text(encoding="utf-8").replace(
        '"copy": 1', '"printed_in": "old.pdf", "copy": 1'
    )
    manifest.write_text(text, encoding="utf-8")
    with pytest.raises(SourceError, match=r"cards\.pdf"):
        PaperShop([manifest], 50.0)
    (tmp_path / "cards.pdf").write_bytes(b"of this nothing is cut")

    texture = PaperShop([manifest], 50.0).front(small_print_run.tag_of(1))

    assert np.array_equal(texture.image, before.image)
