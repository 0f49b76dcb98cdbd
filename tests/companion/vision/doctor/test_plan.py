"""The camera plan agrees with an independent camera model and with the real prints."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion import cli
from companion.errors import SessionError
from companion.simulator.camera import SimulatedCamera, fit_camera
from companion.vision.doctor.plan import (
    PRESETS,
    READS,
    WELL,
    CoverageEstimate,
    MatSheet,
    PlannedCamera,
    advise,
    stand,
)
from companion.vision.doctor.plan_sheets import mat_title, printed_sheets, shrunk, template_sheets
from printkit.mats.mat import load_mat, mat_names
from rules import game_slugs
from tests.support.vision.scenes import deck_manifest, mat_manifest

A2 = MatSheet("A2", 594, 420, 16)


@pytest.mark.parametrize("size", [(1189, 841), (420, 594), (594, 420), (420, 297)])
@pytest.mark.parametrize("tilt", [0, 15, 30])
def test_height_and_scale_are_those_of_the_virtual_camera(
    size: tuple[int, int], tilt: float
) -> None:
    width, height = size
    planned = stand(PlannedCamera(1920, 1080, 78, tilt), MatSheet("mat", width, height, 16))
    camera = fit_camera(
        SimulatedCamera(tilt_deg=tilt, heading_deg=90 if planned.turned else 0, k1=0), width, height
    )
    corners = [(x * width / 2, y * height / 2) for x in (-1, 1) for y in (-1, 1)]
    seen = min(camera.px_per_mm(*corner) for corner in corners) * 16 / 21
    assert planned.px_per_module == pytest.approx(seen, rel=0.005)
    assert planned.height_mm == pytest.approx(camera.height_mm, rel=0.005)


def test_an_upright_mat_turns_the_camera() -> None:
    resting = stand(PlannedCamera(1920, 1080), A2)
    upright = stand(PlannedCamera(1920, 1080), MatSheet("A2", 420, 594, 16))
    assert (resting.turned, upright.turned) == (False, True)
    assert upright.px_per_module == pytest.approx(resting.px_per_module)


def test_verdicts_and_advice_hold_together() -> None:
    for width, height in PRESETS.values():
        for tilt in (0.0, 15.0, 40.0):
            for mat in (300.0, 594.0, 1000.0, 1900.0):
                camera = PlannedCamera(width, height, 78, tilt)
                advice = advise(camera, MatSheet("mat", mat, 0.7 * mat, 16))
                px, sight = advice.stand.px_per_module, advice.stand.sight
                assert (sight is CoverageEstimate.WELL) == (px >= WELL)
                assert (sight is CoverageEstimate.FAR) == (px < READS)
                assert (advice.highest_mm is None) == (sight is CoverageEstimate.FAR)
                if advice.highest_mm is not None:
                    assert advice.highest_mm >= advice.stand.height_mm - 1
                if advice.better_camera:
                    size = PRESETS[advice.better_camera]
                    better = replace(camera, width=size[0], height=size[1])
                    assert stand(better, advice.sheet).sight is CoverageEstimate.WELL
                if advice.straight:
                    assert advice.straight.px_per_module > px


def test_the_highest_place_leaves_what_was_promised() -> None:
    camera = PlannedCamera(1920, 1080, 78, 0)
    advice = advise(camera, A2)
    assert advice.highest_mm is not None
    assert camera.focal_px / advice.highest_mm * 16 / 21 == pytest.approx(WELL, rel=0.01)


def test_a_small_set_needs_the_same_camera_only_lower() -> None:
    full, small = (stand(PlannedCamera(1920, 1080), s) for s in (A2, shrunk(A2)))
    assert small.px_per_module == pytest.approx(full.px_per_module, rel=0.03)
    assert small.height_mm == pytest.approx(full.height_mm * 2 / 3, rel=0.03)


@pytest.mark.parametrize(
    ("text", "size"),
    [("1080p", (1920, 1080)), ("4K", (3840, 2160)), ("1280x720", (1280, 720)), ("9 × 16", None)],
)
def test_cameras_by_name_or_size(text: str, size: tuple[int, int] | None) -> None:
    camera = PlannedCamera.named(text)
    assert (camera and (camera.width, camera.height)) == size


@pytest.mark.parametrize("slug", game_slugs())
def test_sizes_are_those_that_printkit_prints(slug: str) -> None:
    sheets = {sheet.name: sheet for sheet in template_sheets(slug)}
    assert sorted(sheets) == mat_names(slug)
    for name, sheet in sheets.items():
        size = load_mat(slug, name).size
        assert (sheet.width_mm, sheet.height_mm) == (size.width, size.height)
        assert mat_title(slug, name, "ja") != name


def test_the_smallest_tag_counts() -> None:
    assert {s.tag_mm for s in template_sheets("yggdrasil")} == {16.0}
    assert {s.tag_mm for s in template_sheets("jiguan")} == {12.0}, "round tokens have small tags"


def test_templates_that_are_missing_or_broken_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "glow"
    folder.mkdir()
    monkeypatch.setattr("companion.vision.doctor.plan_sheets.templates_of", lambda _slug: folder)
    with pytest.raises(SessionError, match="glow"):
        template_sheets("glow")
    (folder / "mat-field.toml").write_text('[mat]\nname = "field"\nsize = [300, 200]\n', "utf-8")
    with pytest.raises(SessionError, match=r"glow/card\.toml"):
        template_sheets("glow")
    (folder / "card.toml").write_text("[tag]\nsymbol = 14.0\n", "utf-8")
    (sheet,) = template_sheets("glow")
    assert (sheet.width_mm, sheet.height_mm, sheet.tag_mm) == (300, 200, 14)
    (folder / "card.toml").write_text("[tag\n", "utf-8")
    with pytest.raises(SessionError, match=r"glow/card\.toml"):
        template_sheets("glow")


def test_manifests_say_it_of_what_is_printed() -> None:
    mat = mat_manifest(4, 3)
    (sheet,) = printed_sheets([mat, deck_manifest(4)])
    assert (sheet.width_mm, sheet.tag_mm, sheet.small) == (mat.mats[0].width_mm, 16.0, False)
    small = replace(mat, scale=2 / 3)
    (alone,) = printed_sheets([small])
    assert (alone.small, alone.tag_mm) == (True, pytest.approx(32 / 3))
    with pytest.raises(SessionError, match="contain no mat"):
        printed_sheets([deck_manifest(4)])


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        cli.main(["plan", *words])
    output = capsys.readouterr()
    return int(left.value.code or 0), output.out, output.err


def test_the_command_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--camera", "1080p", "--game", "spherion", "--json")
    data = json.loads(out)
    assert code == 0
    mats = {(m["mat"], m["small"]): m for m in data["mats"]}
    assert set(mats) == {(f"globe-{n}", small) for n in range(1, 5) for small in (False, True)}
    assert mats["globe-1", False]["verdict"] == "reads"
    assert mats["globe-4", False]["verdict"] == "far"
    assert mats["globe-4", False]["better_camera"] == "4k"
    assert mats["globe-4", False]["highest_cm"] is None
    assert data["camera"]["fov_deg"] == 78


@pytest.mark.parametrize("lang", ["en", "ja", "zh-Hant"])
def test_the_command_in_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    code, out, _ = run(capsys, "-g", "spherion", "-c", "4k", "--lang", lang)
    lines = out.splitlines()
    assert code == 0
    assert sum(line.startswith("✓") for line in lines) == 8
    assert "\x1b" not in out
    assert "{" not in out


def test_a_place_is_named_only_where_a_camera_reads(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "-g", "yggdrasil", "--tilt", "60", "--fov", "150", "--lang", "en")
    assert code == 1
    assert out.count("This camera has no usable position") == out.count("too far") == 4
    assert "Mount the camera" not in out
    _, out, _ = run(capsys, "-g", "spherion", "--lang", "en")
    far = out[out.index("too far") :].splitlines()
    assert "This camera has no usable position" in far[1]
    assert "A 4K camera" in far[2]
    assert "Mount the camera" in far[3]


def test_a_camera_that_reads_nothing_is_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "-g", "spherion", "-c", "640x480", "--tilt", "45")[0] == 1


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "19", "151"])
def test_an_angle_out_of_range_is_reported_both_ends(
    capsys: pytest.CaptureFixture[str], value: str
) -> None:
    code, _, err = run(capsys, "-g", "jiguan", f"--fov={value}")
    assert code == 2
    assert err.strip() == f"--fov {value}: write a number of degrees from 20 to 150"
    code, _, err = run(capsys, "-g", "jiguan", "--tilt=nan")
    assert code == 2
    assert "--tilt nan: write a number of degrees from 0 to 60" in err


@pytest.mark.parametrize("words", [("-c", "huge"), ("-c", "100x100"), ("-g", "chess")])
def test_what_cannot_be_planned_says_so(
    capsys: pytest.CaptureFixture[str], words: tuple[str, str]
) -> None:
    game = () if words[0] == "-g" else ("-g", "jiguan")
    code, _, err = run(capsys, *game, *words)
    assert code == 2
    assert words[1] in err
    assert len(err.splitlines()) == 1
