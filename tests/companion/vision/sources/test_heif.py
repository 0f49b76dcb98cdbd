"""HEIC: read with the optional library, and reported clearly without it."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from companion.errors import SourceError
from companion.vision.sources.heif import MOST_PIXELS
from companion.vision.sources.stills import decode_picture

HEAD = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"


class Fake(SimpleNamespace):
    """A fake library: it gives one picture or raises an error."""

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        return self.image


def library(monkeypatch: pytest.MonkeyPatch, made: object) -> None:
    def open_heif(data: bytes, *, convert_hdr_to_8bit: bool, bgr_mode: bool) -> object:
        assert data == HEAD
        assert convert_hdr_to_8bit
        assert bgr_mode
        if isinstance(made, Exception):
            raise made
        return made

    monkeypatch.setitem(sys.modules, "pillow_heif", SimpleNamespace(open_heif=open_heif))


@pytest.mark.parametrize(
    ("lang", "text"), [("en", "save it as JPEG"), ("ja", "互換性優先"), ("zh-Hant", "最相容")]
)
def test_without_the_library_the_remedy_is_reported(
    monkeypatch: pytest.MonkeyPatch, lang: str, text: str
) -> None:
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    with pytest.raises(SourceError, match=r"IMG_1\.heic is HEIC") as report:
        decode_picture("IMG_1.heic", HEAD)
    assert text in report.value.message.render(lang)
    assert "pillow-heif" in report.value.message.render(lang)
    assert 'pip install "printkit-companion[heic]"' in report.value.message.render(lang)


@pytest.mark.parametrize("shape", [(4, 6, 3), (4, 6, 4), (4, 6)])
def test_with_the_library_it_is_bgr(
    monkeypatch: pytest.MonkeyPatch, shape: tuple[int, ...]
) -> None:
    image = np.arange(np.prod(shape), dtype=np.uint8).reshape(shape)
    library(monkeypatch, Fake(size=(6, 4), image=image))
    found = decode_picture("a.heic", HEAD)
    assert found.shape == (4, 6, 3)
    assert found.flags.c_contiguous
    expected = image[:, :, :3] if image.ndim == 3 else np.dstack([image] * 3)
    assert (found == expected).all()


def test_what_claims_to_be_huge_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    library(monkeypatch, Fake(size=(MOST_PIXELS, 2)))  # the fake has no pixels to return
    with pytest.raises(SourceError, match="megapixels"):
        decode_picture("a.heic", HEAD)


@pytest.mark.parametrize("error", [ValueError("x"), EOFError("x"), RuntimeError("x")])
def test_what_is_damaged_is_reported(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    library(monkeypatch, error)
    with pytest.raises(SourceError, match="incomplete or damaged"):
        decode_picture("a.heic", HEAD)


def test_avif_is_distinguished() -> None:
    with pytest.raises(SourceError, match="is AVIF"):
        decode_picture("a.avif", HEAD.replace(b"heic", b"avif"))


def test_a_real_photograph_is_turned_upright() -> None:
    heif = pytest.importorskip("pillow_heif")
    image = pytest.importorskip("PIL.Image")
    picture = image.new("RGB", (80, 60), (250, 10, 20))
    exif = image.Exif()
    exif[0x112] = 6
    file = io.BytesIO()
    heif.from_pillow(picture).save(file, exif=exif.tobytes(), quality=95)

    found = decode_picture("a.heic", file.getvalue())

    assert found.shape == (80, 60, 3)
    assert found[40, 30, 2] > 220  # red is the last channel
    assert found[40, 30, 0] < 60
