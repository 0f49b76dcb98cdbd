"""Previews show the printed result, proofs its cutting lines."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image, ImageChops
from pypdf.generic import DictionaryObject

from printkit import cli
from printkit.cards.job import CardJob
from printkit.cards.one_face import different, draw_page, empty_sheets, faces_of, load_faces
from printkit.errors import UsageError
from printkit.export.preview import PreviewJob, draw_proof, preview, rasters
from printkit.export.svg import _Stream, _SvgDocument, pages_as_svg

SVG = "{http://www.w3.org/2000/svg}"
JOB = CardJob("yggdrasil", owner="sun", lang="ja")


def test_a_picture_of_each_asked_card_has_its_size_and_its_tag(tmp_path: Path) -> None:
    written = preview(PreviewJob(JOB, only=("y05", "back"), dpi=200, out=tmp_path))
    assert [path.name for path in written] == ["y05-sun.png", "back-sun.png"]
    for path in written:
        with Image.open(path) as picture:
            assert picture.size == pytest.approx((60 / 25.4 * 200, 96 / 25.4 * 200), abs=1)
            assert picture.info["dpi"] == pytest.approx((200, 200), abs=0.1)
            assert len(zxingcpp.read_barcodes(picture)) == 1
    assert (
        preview(PreviewJob(JOB, only=("y05",), dpi=200, out=tmp_path))[0].read_bytes()
        == (tmp_path / "yggdrasil-preview-ja" / "y05-sun.png").read_bytes()
    )


def test_an_unknown_card_is_reported_with_a_near_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no card 'y0555': did you mean"):
        preview(PreviewJob(JOB, only=("y0555",), out=tmp_path))


def test_a_proof_draws_trim_bleed_and_safe_zone_where_they_are() -> None:
    layout = load_faces(CardJob("yggdrasil", owner="sun", controls=False, art=False))
    sheets = empty_sheets(layout)
    draw_proof(sheets, layout, faces_of(layout, "card")[0])
    data = sheets.data()
    (picture,) = rasters(data, 254)  # 10 px/mm
    margin = 60
    wanted = {"trim": margin + 30, "bleed": margin, "safe": margin + 30 + 35}
    row = [picture.getpixel((x, 700)) for x in range(margin - 10, margin + 90)]
    for name, looks in (
        ("trim", lambda r, g, b: r > 150 and g < 90),
        ("bleed", lambda r, g, b: b > 150 and r < 90),
        ("safe", lambda r, g, b: g > 110 and r < 90 and b < 110),
    ):
        hits = []
        for y in range(650, 720):
            row = [picture.getpixel((x, y)) for x in range(margin - 10, margin + 90)]
            hits += [n + margin - 10 for n, pixel in enumerate(row) if looks(*pixel)]
        assert hits, name
        assert sum(hits) / len(hits) == pytest.approx(wanted[name], abs=1), name


def test_svg_holds_only_what_it_defines_and_keeps_the_size(tmp_path: Path) -> None:
    (path,) = preview(PreviewJob(JOB, only=("y05",), kind="svg", out=tmp_path))
    text = path.read_text(encoding="utf-8")
    root = ET.fromstring(text)  # noqa: S314 - our own file
    assert (root.get("width"), root.get("height")) == ("60.000mm", "96.000mm")
    ids = re.findall(r'id="([^"]+)"', text)
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    assert len(ids) == len(set(ids))
    assert used <= set(ids)
    assert 'href="http' not in text


def test_svg_is_what_every_reader_draws_alike(tmp_path: Path) -> None:
    """Check the SVG: older Inkscapes know `xlink:href` only, and resvg drops oversized groups."""
    (path,) = preview(PreviewJob(JOB, only=("y05",), kind="svg", out=tmp_path))
    text = path.read_text(encoding="utf-8")
    assert "xlink:href" in text
    assert " href=" not in text
    root = ET.fromstring(text)  # noqa: S314 - our own file
    shaded = [node for node in root.iter() if node.get("fill", "").startswith("url(")]
    clips = {path.get("d") for clip in root.iter(f"{SVG}clipPath") for path in clip}
    assert shaded
    assert {node.get("d") for node in shaded} <= clips


def test_every_operator_of_every_kind_of_page_has_its_svg() -> None:
    for game in ("spherion", "dicebattle"):
        layout = load_faces(CardJob(game))
        sheets = empty_sheets(layout)
        faces = different(layout)
        for face in [*faces[::9], *faces_of(layout, "back"), faces[-1]]:
            draw_page(sheets, layout, face)
        for text in pages_as_svg(sheets.data()):
            ET.fromstring(text)  # noqa: S314 - our own file


def test_a_stranger_operator_is_an_error_and_not_left_out() -> None:
    with pytest.raises(ValueError, match="'rg' has no SVG"):
        _Stream(_SvgDocument(), DictionaryObject()).written(b"1 0 0 rg 0 0 9 9 re f")


def test_sheets_and_mats_are_shown_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["preview", "yggdrasil", "--mat", "4x5", "--dpi", "30", "--out", str(tmp_path)]
    assert cli.run(command) == 0
    (path,) = map(Path, capsys.readouterr().out.splitlines())
    with Image.open(path) as picture:
        assert picture.size == pytest.approx((420 / 25.4 * 30, 594 / 25.4 * 30), abs=2)
        white = Image.new(picture.mode, picture.size, "white")
        assert ImageChops.difference(picture, white).getbbox() is not None
    assert cli.run(["preview", "yggdrasil", "y05", "--sheets"]) == 2


def test_all_asks_for_every_face_and_small_for_a_small_set(tmp_path: Path) -> None:
    base = ["preview", "stratosphere", "all", "--no-art", "--dpi", "20", "--out", str(tmp_path)]
    assert cli.run([*base, "--small"]) == 0
    (folder,) = tmp_path.iterdir()
    faces = [path.stem for path in folder.iterdir()]
    assert folder.name == "stratosphere-preview-en-small"
    assert len([face for face in faces if not face.startswith(("control", "token"))]) == 53
    with Image.open(folder / f"{faces[0]}.png") as picture:
        assert max(picture.size) < 60


def test_sheets_are_shown_as_a_home_printer_prints_them(tmp_path: Path) -> None:
    job = CardJob("yggdrasil", owner="sun", art=False, controls=False)
    written = preview(PreviewJob(job, "sheets", dpi=20, out=tmp_path))
    assert [path.name for path in written[:2]] == ["sheet-01.png", "sheet-02.png"]
    for path in written:
        with Image.open(path) as picture:
            assert picture.size == pytest.approx((210 / 25.4 * 20, 297 / 25.4 * 20), abs=1)
