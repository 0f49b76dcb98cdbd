"""Raster images: refusals with reasons, and the printed form of accepted ones."""

from __future__ import annotations

import io
import re
import struct
import zlib
from pathlib import Path

import pypdf
import pytest
from PIL import Image, ImageCms

from printkit.pdf.canvas import Sheets
from printkit.pdf.fonts import Fonts
from printkit.pdf.geometry import Rect, Size
from printkit.pdf.images import Photo, find_photo, resolution
from printkit.template.findings import error
from rules.messages.message import Text, render


def save(folder: Path, name: str, mode: str = "RGB", size: tuple[int, int] = (8, 6)) -> Path:
    path = folder / name
    colour = {"RGB": (200, 30, 30), "RGBA": (200, 30, 30, 0), "CMYK": (0, 99, 99, 0)}.get(mode, 1)
    Image.new(mode, size, colour).save(path)
    return path


def png_header(width: int, height: int) -> bytes:
    """Return a PNG that claims its size but has no pixels."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(b"")), (b"IEND", b"")]
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


def judged(folder: Path, name: str) -> Text:
    found = find_photo(folder, name)
    assert found.photo is None
    return found.fault


def fault(folder: Path, name: str) -> str:
    return render(judged(folder, name), "en")


def test_huge_pictures_are_refused_by_their_header(tmp_path: Path) -> None:
    (tmp_path / "wide.png").write_bytes(png_header(8000, 6000))
    (tmp_path / "bomb.png").write_bytes(png_header(2**31 - 1, 2**31 - 1))
    assert fault(tmp_path, "wide.png") == (
        "wide.png has 8000 × 6000 pixels: scale it down to at most 40 million"
    )
    assert "has far too many pixels" in fault(tmp_path, "bomb.png")


def test_a_file_too_large_is_not_opened(tmp_path: Path) -> None:
    with (tmp_path / "much.png").open("wb") as file:
        file.truncate(41_000_000)
    assert fault(tmp_path, "much.png") == "much.png is 41 MB: scale it down to at most 40 MB"


def test_animated_cmyk_and_deep_pictures_are_refused(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (4, 4), colour) for colour in ("red", "blue", "green")]
    frames[0].save(tmp_path / "moving.png", save_all=True, append_images=frames[1:])
    frames[0].save(tmp_path / "moving.gif", save_all=True, append_images=frames[1:])
    save(tmp_path, "press.jpg", "CMYK")
    save(tmp_path, "deep.png", "I;16")
    assert "is animated (3 frames)" in fault(tmp_path, "moving.png")
    assert fault(tmp_path, "moving.gif") == "moving.gif is a GIF file: save it as PNG or JPEG"
    assert "is CMYK" in fault(tmp_path, "press.jpg")
    assert "more than 8 bits per channel" in fault(tmp_path, "deep.png")


def test_what_is_not_what_its_name_says(tmp_path: Path) -> None:
    save(tmp_path, "photo.jpg").rename(tmp_path / "photo.png")
    (tmp_path / "text.png").write_text("not a picture")
    assert fault(tmp_path, "photo.png") == (
        "photo.png is in fact a JPEG file: rename it to photo.jpg"
    )
    assert "is not a picture of a known format" in fault(tmp_path, "text.png")


@pytest.mark.parametrize("name", ["cut.png", "cut.jpg"])
def test_a_damaged_file_is_reported(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    Image.effect_noise((64, 64), 90).convert("RGB").save(path)
    path.write_bytes(path.read_bytes()[:600])
    assert "is damaged" in fault(tmp_path, name)


def test_picture_faults_are_reported_in_every_language(tmp_path: Path) -> None:
    path = tmp_path / "cut.png"
    Image.effect_noise((64, 64), 90).convert("RGB").save(path)
    path.write_bytes(path.read_bytes()[:600])
    (tmp_path / "bomb.png").write_bytes(png_header(2**31 - 1, 2**31 - 1))
    cut = error("picture", "card", what=judged(tmp_path, "cut.png"))
    assert cut.message.render("ja").startswith("cut.pngは壊れています（")
    assert cut.message.render("zh-Hant").startswith("cut.png已損壞（")
    for lang in ("ja", "zh-Hant"):
        text = cut.message.render(lang)
        assert not re.search(r"file|image|data|stream", text), text
    assert render(judged(tmp_path, "bomb.png"), "zh-Hant").startswith("bomb.png的像素過多：")


def test_missing_and_outside(tmp_path: Path) -> None:
    folder = tmp_path / "images"
    folder.mkdir()
    assert fault(folder, "a.png") == "a.png: no such picture: put it into images"
    save(folder, "dragon.png")
    save(tmp_path, "secret.png")
    assert 'did you mean "dragon.png"?' in fault(folder, "dragn.png")
    assert "is outside the folder images" in fault(folder, "../secret.png")


def test_transparency_is_placed_on_white_and_turned_photos_stand_upright(tmp_path: Path) -> None:
    save(tmp_path, "clear.png", "RGBA")
    clear = find_photo(tmp_path, "clear.png")
    assert clear.photo is not None
    assert clear.photo.pixels().getpixel((0, 0)) == (255, 255, 255)
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (8, 6)).save(tmp_path / "turned.jpg", exif=exif)
    turned = find_photo(tmp_path, "turned.jpg").photo
    assert turned is not None
    assert (turned.width, turned.height) == turned.pixels().size == (6, 8)


def test_an_srgb_profile_changes_nothing(tmp_path: Path) -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    Image.new("RGB", (4, 4), (10, 120, 230)).save(tmp_path / "p.png", icc_profile=profile)
    photo = find_photo(tmp_path, "p.png").photo
    assert photo is not None
    assert photo.pixels().getpixel((0, 0)) == (10, 120, 230)


def test_cover_fills_the_box_and_contain_shows_everything() -> None:
    photo, box = Photo(Path("x.png"), 600, 300), Rect(10, 10, 20, 20)
    assert photo.shown(box, "cover") == Rect(0, 10, 40, 20)
    assert photo.shown(box, "contain") == Rect(10, 15, 20, 10)
    assert resolution(photo, box, "contain", 1.0) == pytest.approx(600 / 20 * 25.4)
    assert resolution(photo, box, "cover", 0.5) == pytest.approx(600 / 20 * 25.4)


@pytest.mark.parametrize("mono", [False, True])
def test_a_picture_on_many_copies_is_stored_once(tmp_path: Path, *, mono: bool) -> None:
    save(tmp_path, "a.png", size=(90, 60))
    photo = find_photo(tmp_path, "a.png").photo
    assert photo is not None
    sheets = Sheets("x", Fonts("en"), mono=mono)
    whole = Rect(0, 0, 100, 100)
    for _ in range(2):
        with sheets.page(Size(100, 100), whole, whole):
            for n in range(3):
                sheets.image(photo, Rect(5 + 30 * n, 5, 25, 40), "cover")
    reader = pypdf.PdfReader(io.BytesIO(sheets.data()))
    found = {
        ref.idnum: ref.get_object()
        for page in reader.pages
        for ref in page["/Resources"]["/XObject"].values()
    }
    (image,) = [item for item in found.values() if item["/Subtype"] == "/Image"]
    assert image["/ColorSpace"] == ("/DeviceGray" if mono else "/DeviceRGB")
    assert (image["/Width"], image["/Height"]) == (90, 60)


@pytest.mark.parametrize(("kind", "filter_"), [("jpg", "/DCTDecode"), ("png", "/FlateDecode")])
def test_a_fine_picture_is_stored_at_300_dpi(tmp_path: Path, kind: str, filter_: str) -> None:
    """Check size and filter, that a JPEG turned by its camera stands, and the picture's colours."""
    picture = Image.new("RGB", (1200, 900), (200, 30, 30))
    picture.paste((20, 40, 200), (0, 0, 600, 900))
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by 90° to the right for viewing
    picture.save(tmp_path / f"a.{kind}", exif=exif)
    photo = find_photo(tmp_path, f"a.{kind}").photo
    assert photo is not None
    assert (photo.width, photo.height) == (900, 1200)
    sheets = Sheets("x", Fonts("en"))
    box = Rect(5, 5, 25.4, 25.4)
    with sheets.page(Size(100, 100), box, box):
        sheets.image(photo, box, "cover")
    (page,) = pypdf.PdfReader(io.BytesIO(sheets.data())).pages
    (image,) = page.images
    stored = image.indirect_reference.get_object()
    assert (stored["/Width"], stored["/Height"]) == (300, 400)
    assert filter_ in stored["/Filter"]
    shown = image.image.convert("RGB")
    near = [shown.getpixel((150, y)) for y in (30, 370)]
    wanted = [(20, 40, 200), (200, 30, 30)]
    pairs = [pair for a, b in zip(near, wanted, strict=True) for pair in zip(a, b, strict=True)]
    assert max(abs(one - other) for one, other in pairs) < 12


def test_a_coarse_picture_keeps_its_pixels(tmp_path: Path) -> None:
    photo = Photo(save(tmp_path, "a.png", size=(90, 60)), 90, 60)
    assert photo.width_on(Rect(0, 0, 50, 33)) == 90
    assert photo.pixels(across=90).size == (90, 60)


def test_one_bit_and_palette_images_are_printed_grey_and_in_colour(tmp_path: Path) -> None:
    bits = Photo(save(tmp_path, "bits.png", "1"), 8, 6).pixels()
    assert bits.mode == "L"
    colours = Photo(save(tmp_path, "palette.png", "P"), 8, 6).pixels()
    assert colours.mode == "RGB"


def test_a_wide_profile_is_converted_and_a_useless_one_ignored(tmp_path: Path) -> None:
    wide = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    wide = wide.replace(b"sRGB", b"wide").replace(
        "sRGB".encode("utf-16-be"), "wide".encode("utf-16-be")
    )
    for name, profile in (("wide.png", wide), ("lab.png", lab_profile()), ("broken.png", b"x")):
        Image.new("RGB", (8, 6), (200, 30, 30)).save(tmp_path / name, icc_profile=profile)
        assert Photo(tmp_path / name, 8, 6).pixels().getpixel((0, 0)) == (200, 30, 30)


def lab_profile() -> bytes:
    """Return a profile that no RGB image can have."""
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()


def test_a_webp_file_and_an_unreadable_one_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.png").write_bytes(b"RIFF....WEBPVP8 ")
    assert "WebP" in fault(tmp_path, "a.png")
    save(tmp_path, "b.png")

    def refuse(path: Path, *_: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refuse)
    assert "b.png" in fault(tmp_path, "b.png")
