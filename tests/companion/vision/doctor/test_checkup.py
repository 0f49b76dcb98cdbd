"""Problems of a picture are found, displayed and reported."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks.doctor.campaign import KINDS, Bench, print_paper, wrong
from companion import cli
from companion.commands.doctor.run import LINE_MM
from companion.readings import Reading
from companion.texts import sentences
from companion.vision.doctor.checkup import examine
from companion.vision.doctor.picture import annotated
from companion.vision.doctor.scale import SheetScale, sheet_scale
from companion.vision.doctor.tags import edge_blur, look_at
from companion.vision.doctor.values import Ailment, CheckupLight
from companion.vision.lens import Lens
from companion.vision.mat.tracker import MatPose
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import ImagePyramid, as_grey
from companion.vision.reader.reader import TagReader
from companion.vision.sources.camera_list import ListedCamera
from companion.vision.sources.capture import Granted
from printkit.mats.tiles import SQUARE
from printkit.sheets.page_marks import RULER
from rules import LANGUAGES, Manifest, Message, Tag, TagKind, dump_manifest, format_tag
from tests.support.vision.scenes import Blob, Camera, Scene, deck_manifest, mat_manifest, spread

PLACES = [(90.0, 63.0), (150.0, 159.0), (210.0, 63.0), (270.0, 159.0)]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    folder = tmp_path_factory.mktemp("paper")
    return Bench(print_paper("jiguan", folder), folder)


@pytest.mark.parametrize("kind", KINDS)
def test_the_real_sheets_with_something_wrong(bench: Bench, kind: str) -> None:
    case = bench.case(kind, np.random.default_rng([7, KINDS.index(kind)]))
    assert case.glare is None or case.glare.sum() > 300, "this seed has to show glare on the mat"
    assert wrong(case, examine(case.image, bench.book)) == ""


def lit_from_one_side(image: np.ndarray, least: float, *, mirrored: float = 0.0) -> np.ndarray:
    """Return the picture with one lamp at the right, and `least` of its light at the left.

    `mirrored` is the light of a window reflected left of the middle, relative to white paper.
    """
    height, width = image.shape[:2]
    share = np.float32(least + (1.2 - least) * np.linspace(0, 1, width) ** 1.5)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    spot = mirrored * np.exp(-((x - 0.4 * width) ** 2 + (y - height / 2) ** 2) / 2 / 25**2)
    light = (image / np.float32(255)) ** 2.2 * share[:, None] + spot[..., None]
    return np.asarray(np.clip(light ** (1 / 2.2) * 255, 0, 255), np.uint8)


@pytest.fixture(scope="module")
def good(bench: Bench) -> np.ndarray:
    """Return a good picture of the real sheets."""
    image = bench.case("fine", np.random.default_rng(4)).image
    image.flags.writeable = False
    return image


@pytest.mark.parametrize("least", [0.02, 0.06])
def test_a_dark_side_is_no_lamp_that_is_mirrored(
    bench: Bench, good: np.ndarray, least: float
) -> None:
    image = lit_from_one_side(good, least)
    (dark,) = examine(image, bench.book).complaints

    assert (dark.ailment, dark.grave) == (Ailment.DARK, False)
    middles = [np.mean(place, axis=0)[0] for place in dark.places]
    assert max(middles) < image.shape[1] / 3, "the left is dark"


def test_a_lamp_that_is_mirrored_is_reported_where_light_comes_from_one_side(
    bench: Bench, good: np.ndarray
) -> None:
    image = lit_from_one_side(good, 0.06, mirrored=1.0)
    report = [each.ailment for each in examine(image, bench.book).complaints]
    assert report == [Ailment.GLARE, Ailment.DARK], "the gravest first"


def test_a_white_card_next_to_the_lamp_is_no_reflection(
    deck: Manifest, mat_sheet: Manifest, book: Codebook
) -> None:
    """Check a card whose paper is overexposed from edge to edge, while its tag is still read."""
    pieces = [
        replace(piece, x=x, y=y, tone=0.02)
        for piece, (x, y) in zip(spread(deck, 1, 4, 1), PLACES, strict=True)
    ]
    scene = Scene(mat_sheet.mats[0], pieces, ground=0.02)
    for exposure, uneven in ((1.4, 0.5), (1.6, 0.7), (1.8, 0.7)):
        camera = Camera(1280, 720, 2.6, exposure=exposure, uneven=uneven)
        checkup = examine(scene.render(camera), book)
        assert {r.tag for r in checkup.readings} >= {piece.tag for piece in pieces}
        assert [each for each in checkup.complaints if each.ailment is Ailment.GLARE] == []


@pytest.fixture(scope="module")
def table(deck: Manifest, mat_sheet: Manifest) -> Callable[..., np.ndarray]:
    """Return a function that renders four cards on the trial mat as a given camera sees them."""
    mat = mat_sheet.mats[0]

    def drawn(blobs: list[Blob] | None = None, **camera: object) -> np.ndarray:
        pieces = [
            replace(piece, x=x, y=y)
            for piece, (x, y) in zip(spread(deck, 1, 4, 1), PLACES, strict=True)
        ]
        scene = Scene(mat, pieces, blobs or [])
        return scene.render(Camera(**{"width": 1280, "height": 720, "scale": 2.6, **camera}))

    return drawn


def test_a_good_picture_is_green_and_measured(
    table: Callable[..., np.ndarray], book: Codebook
) -> None:
    checkup = examine(table(), book)
    assert checkup.light is CheckupLight.GREEN
    assert checkup.complaints == ()
    assert checkup.px_per_module == pytest.approx(2.6 * 16 / 21, rel=0.03)
    assert checkup.card_scale == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("blur", [0.7, 1.0, 1.4, 2.0])
def test_tags_show_the_blur(table: Callable[..., np.ndarray], book: Codebook, blur: float) -> None:
    image = table(blur=blur, scale=3.2, jpeg=100, noise=0.5)
    pyramid = ImagePyramid(as_grey(image))
    readings = TagReader(book).search(pyramid)
    for known in (book, None):
        sights = look_at(pyramid, readings, known)
        assert len(sights) >= 6
        # Drawing at twice the size and the picture's own grid also add about half a pixel of blur.
        measured = np.median([s.blur_px for s in sights])
        assert measured == pytest.approx(np.hypot(blur, 0.5), rel=0.05)


@pytest.mark.parametrize(("blur", "soft"), [(0.8, False), (1.1, False), (3.0, True), (5.0, True)])
def test_edges_show_softness_where_no_tag_is_read(
    table: Callable[..., np.ndarray], *, blur: float, soft: bool
) -> None:
    assert (edge_blur(as_grey(table(blur=blur))) > 1.3) == soft


def test_without_a_book_tags_are_found_and_measured_all_the_same(
    table: Callable[..., np.ndarray],
) -> None:
    checkup = examine(table())
    assert checkup.light is CheckupLight.GREEN
    assert len(checkup.readings) == 8
    assert checkup.px_per_module == pytest.approx(2.6 * 16 / 21, rel=0.05)
    assert [c.ailment for c in examine(table(exposure=0.03)).complaints] == [Ailment.DARK]


def test_a_hidden_mark_is_reported_and_shown(
    table: Callable[..., np.ndarray], book: Codebook
) -> None:
    box = Blob(((5, 5), (50, 5), (50, 50), (5, 50)), 0.3)
    (complaint,) = examine(table([box]), book).complaints
    assert (complaint.ailment, complaint.grave) == (Ailment.COVERED, False)
    (place,) = complaint.places
    assert np.mean(place, axis=0) == pytest.approx([237, 136], abs=4)


def test_the_cause_is_reported_and_not_its_symptoms(
    table: Callable[..., np.ndarray], book: Codebook
) -> None:
    report = [c.ailment for c in examine(table(blur=7), book).complaints]
    assert report == [Ailment.BLURRED], "that no mark is read then goes without saying"


@pytest.mark.parametrize(("moved", "by", "shown"), [((0,), 15, 1), ((0, 2), 9, 4), ((0, 2), 40, 4)])
def test_a_mat_whose_sheets_are_joined_askew(
    table: Callable[..., np.ndarray],
    deck: Manifest,
    mat_sheet: Manifest,
    moved: tuple[int, ...],
    by: float,
    shown: int,
) -> None:
    (mat,) = mat_sheet.mats
    marks = tuple(
        replace(mark, x_mm=mark.x_mm + by * (i in moved)) for i, mark in enumerate(mat.fiducials)
    )
    printed = replace(mat_sheet, mats=(replace(mat, fiducials=marks),))
    first = examine(table(), Codebook([deck, printed])).complaints[0]
    assert first.ailment is Ailment.UNEVEN
    assert first.grave == (by == 40), "then there is no place of the mat that fits"
    assert len(first.places) == shown


def elsewhere() -> Manifest:
    """Return a mat with other marks."""
    manifest = mat_manifest(3, 3, name="other")
    marks = tuple(
        replace(mark, tag=format_tag(Tag("S", 5, TagKind.FIDUCIAL, i)))
        for i, mark in enumerate(manifest.mats[0].fiducials)
    )
    return replace(manifest, mats=(replace(manifest.mats[0], fiducials=marks),))


def test_a_mirrored_picture_and_another_deck_and_mat_are_reported(
    table: Callable[..., np.ndarray], book: Codebook, bench: Bench
) -> None:
    image, foreign = table(), Codebook([deck_manifest(6, deck=77), elsewhere()])
    (mirrored,) = examine(np.ascontiguousarray(image[:, ::-1]), book).complaints
    (other_mat,) = examine(image, foreign).complaints
    assert (mirrored.ailment, other_mat.ailment) == (Ailment.MIRRORED, Ailment.FOREIGN_MAT)
    assert other_mat.facts == {"letter": "Y"}
    printed = bench.case("fine", np.random.default_rng(3))
    (other_game,) = examine(printed.image, foreign).complaints
    assert (other_game.ailment, other_game.facts) == (Ailment.FOREIGN_MAT, {"letter": "J"})
    (unknown,) = examine(image[120:-120], foreign).complaints
    assert unknown.ailment is Ailment.UNKNOWN


@pytest.mark.parametrize(
    ("cards", "alone", "culprit"),
    [
        (0.97, False, ("cards", 97.0)),
        (1 / 0.97, False, ("mat", 97.0)),
        (1 / 0.97, True, ("cards", 100 / 0.97)),
        (2 / 3, False, ("cards", 200 / 3)),
    ],
)
def test_who_was_printed_wrongly(*, cards: float, alone: bool, culprit: tuple[str, float]) -> None:
    scale = SheetScale(cards, 0.001, 5, 1.5, alone=alone)
    assert scale.off
    assert scale.culprit == (culprit[0], pytest.approx(culprit[1]))


@pytest.mark.parametrize(("size", "off"), [(1.016, False), (1.031, True), (0.97, True)])
def test_curled_cards_near_the_camera_are_not_printed_wrongly(
    mat_sheet: Manifest, book: Codebook, deck: Manifest, *, size: float, off: bool
) -> None:
    """Check cards 35 cm below a camera; a tag 5.5 mm above the mat looks 1.6 % larger."""
    px_per_mm = 0.617 * 1469 / 350
    back = np.diag([px_per_mm, px_per_mm, 1])
    mat = mat_sheet.mats[0]
    pose = MatPose(mat, np.linalg.inv(back), back, len(mat.fiducials), 0.1, Lens(1280, 720))
    square = 8 * size * px_per_mm * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    readings = []
    for number, card in enumerate(deck.cards[:6]):
        a, b, c, d = map(tuple, (square + np.array([300 + 90 * number, 300])).tolist())
        readings.append(Reading(card.tag, (a, b, c, d), 1.0))
    scale = sheet_scale(readings, book, pose)
    assert scale is not None
    assert scale.cards == pytest.approx(size, abs=0.001)
    assert scale.off == off


def test_small_tags_are_not_trusted_to_a_percent() -> None:
    assert SheetScale(1.018, 0.001, 5, 1.5).off
    assert not SheetScale(1.018, 0.001, 5, 0.9).off
    assert not SheetScale(1.03, 0.02, 5, 1.5).off, "not while they contradict each other"


@pytest.mark.parametrize(
    "draw",
    [
        lambda: np.zeros((720, 1280, 3), np.uint8),
        lambda: np.full((720, 1280, 3), 255, np.uint8),
        lambda: np.random.default_rng(1).integers(0, 256, (720, 1280, 3), np.uint8),
        lambda: np.zeros((5, 7), np.uint8),
        lambda: np.full((300, 400, 4), 0.5),
        lambda: np.zeros((200, 200), np.bool_),
    ],
    ids=["black", "white", "noise", "tiny", "four", "bits"],
)
def test_any_picture_gets_an_answer(draw: Callable[[], np.ndarray], book: Codebook) -> None:
    image = draw()
    for known in (book, None):
        checkup = examine(image, known)
        assert checkup.light is CheckupLight.RED
        for lang in LANGUAGES:
            drawn = annotated(image, checkup, "title", Message("doctor.dark").render(lang))
            assert drawn.shape[1] >= 640
            assert drawn.dtype == np.uint8


def test_the_picture_shows_where_and_leaves_the_original_alone(
    table: Callable[..., np.ndarray], book: Codebook
) -> None:
    image = table(scale=1.2)
    before = image.copy()
    checkup = examine(image, book)
    assert checkup.complaints[0].ailment is Ailment.FAR
    drawn = annotated(image, checkup, "Fair", "A sentence.")
    assert (image == before).all()
    x, y = np.rint(checkup.complaints[0].places[0][0]).astype(int)
    near = drawn[y - 3 : y + 4, x - 3 : x + 4].reshape(-1, 3).astype(int)
    assert (np.abs(near - (60, 50, 220)).sum(1) < 60).any() or (
        np.abs(near - (40, 180, 240)).sum(1) < 60
    ).any()


def test_every_ailment_and_light_has_words() -> None:
    known = sentences("doctor").keys()
    assert {str(ailment) for ailment in Ailment} <= known
    assert {f"light.{light}" for light in CheckupLight} <= known


@pytest.fixture(scope="module")
def drawn_files(
    tmp_path_factory: pytest.TempPathFactory,
    table: Callable[..., np.ndarray],
    deck: Manifest,
    mat_sheet: Manifest,
) -> Path:
    """Return a folder with manifests, and a folder in it with two pictures of their contents."""
    home = tmp_path_factory.mktemp("drawn")
    folder = home / "shots"
    folder.mkdir()
    cv2.imwrite(str(folder / "fine.png"), table())
    cv2.imwrite(str(folder / "far.png"), table(scale=1.2))
    for name, manifest in (("deck", deck), ("mat", mat_sheet)):
        (home / f"{name}.json").write_text(dump_manifest(manifest), encoding="utf-8")
    return home


@pytest.fixture
def files(drawn_files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the test's own copy of the two pictures, next to the manifests."""
    monkeypatch.setenv("NO_COLOR", "1")
    shutil.copytree(drawn_files, tmp_path, dirs_exist_ok=True)
    return tmp_path / "shots"


def run(
    capsys: pytest.CaptureFixture[str], files: Path, *words: str, known: bool = True
) -> tuple[int, str, str]:
    home = files.parent
    manifests = ("-m", str(home / "deck.json"), "-m", str(home / "mat.json")) if known else ()
    with pytest.raises(SystemExit) as left:
        cli.main(["doctor", *words, *manifests, "--out", str(home / "out")])
    text = capsys.readouterr()
    return int(left.value.code or 0), text.out, text.err


def test_the_command_on_a_picture(capsys: pytest.CaptureFixture[str], files: Path) -> None:
    code, out, _ = run(capsys, files, str(files / "fine.png"))
    assert code == 0
    assert out.startswith("● Ready")
    assert "ruler" in out, "what no camera can see is said"
    assert (files.parent / "out" / "doctor-fine.jpg").exists()


def test_the_command_on_a_folder_as_data(capsys: pytest.CaptureFixture[str], files: Path) -> None:
    (files / "broken.png").write_bytes(b"no picture")
    code, out, err = run(capsys, files, str(files), "--json")
    far, fine = (json.loads(line) for line in out.splitlines())
    assert code == 1
    assert "broken.png" in err
    assert (fine["light"], fine["complaints"], fine["marks"], fine["tags"]) == ("green", [], 4, 4)
    assert far["light"] in {"yellow", "red"}
    assert far["complaints"][0]["what"] == "far"
    assert far["complaints"][0]["cells"]
    assert far["sentence"] == far["complaints"][0]["sentence"]
    assert cv2.imread(far["picture"]) is not None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_in_three_languages_without_a_manifest(
    capsys: pytest.CaptureFixture[str], files: Path, lang: str
) -> None:
    words = (str(files / "far.png"), "--lang", lang, "--no-picture")
    code, out, _ = run(capsys, files, *words, known=False)
    assert code == 1
    assert Message("doctor.light.red").render(lang) in out or "▲" in out
    assert not (files.parent / "out").exists()


def test_watching_reports_news_only(capsys: pytest.CaptureFixture[str], files: Path) -> None:
    for number in range(3):
        picture = (files / "fine.png").read_bytes()
        (files / f"zz{number}.png").write_bytes(picture)
    code, out, _ = run(capsys, files, str(files), "--watch")
    assert code == 0
    assert [line[0] for line in out.splitlines()] in (["▲", "●"], ["■", "●"])


def test_the_line_to_measure_is_the_one_on_the_sheets() -> None:
    assert (LINE_MM, LINE_MM) == (RULER, SQUARE)


@pytest.mark.parametrize(
    ("line", "code", "text"),
    [
        ("100", 0, "100.0 %"),
        ("97", 1, "97.0 %"),
        ("49", 1, "from end to end"),
        ("196", 1, "from end to end"),
    ],
)
def test_the_check_line(
    capsys: pytest.CaptureFixture[str], files: Path, line: str, code: int, text: str
) -> None:
    left, out, _ = run(capsys, files, "--line", line, known=False)
    assert (left, text in out) == (code, True)
    left, out, _ = run(capsys, files, "--line", line, "--json", known=False)
    assert json.loads(out)["right"] == (code == 0)


class Driver:
    """A camera that shows one table; each frame differs in one pixel."""

    def __init__(self, image: np.ndarray) -> None:
        self._image, self._count = image, 0

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def read(self) -> tuple[bool, np.ndarray]:
        time.sleep(0.01)
        image = self._image.copy()
        image[0, 0], self._count = self._count % 250, self._count + 1
        return True, image

    def set(self, key: int, value: float) -> bool:
        return False

    def get(self, key: int) -> float:
        size = {cv2.CAP_PROP_FRAME_WIDTH: 1280.0, cv2.CAP_PROP_FRAME_HEIGHT: 720.0}
        return {**size, cv2.CAP_PROP_FPS: 30.0}.get(key, 0.0)

    def release(self) -> None:
        pass


def test_a_camera_settles_says_what_it_grants_and_is_judged(
    capsys: pytest.CaptureFixture[str],
    files: Path,
    table: Callable[..., np.ndarray],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.vision.sources.open.open_camera", lambda _index: Driver(table()))
    monkeypatch.setattr("companion.commands.doctor.run._SETTLE_S", 0.2)
    code, out, err = run(capsys, files, "0")
    assert code == 0
    assert out.startswith("● Ready  camera 0")
    assert "1280 × 720" in err
    assert "automatic" in err
    assert (files.parent / "out" / "doctor-camera-0.jpg").exists()


def test_cameras_are_listed_with_a_picture_each(
    capsys: pytest.CaptureFixture[str], files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = np.full((720, 1280, 3), 90, np.uint8)
    found = (ListedCamera(2, "Desk Camera", Granted(1280, 720, 30.0, "MJPG"), image),)
    monkeypatch.setattr("companion.vision.sources.camera_list.list_cameras", lambda: found)
    monkeypatch.setattr("companion.vision.sources.camera_list.system_names", lambda: ())
    code, out, _ = run(capsys, files, "--list", known=False)
    assert code == 0
    assert "2  Desk Camera  1280 × 720" in out
    code, out, _ = run(capsys, files, "--list", "--json", known=False)
    (camera,) = json.loads(out)
    assert (camera["index"], camera["name"], camera["width"]) == (2, "Desk Camera", 1280)
    assert cv2.imread(camera["picture"]).shape == (270, 480, 3)


def test_no_camera_to_list_is_a_finding(
    capsys: pytest.CaptureFixture[str], files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.vision.sources.camera_list.list_cameras", lambda: ())
    code, out, err = run(capsys, files, "--list", known=False)
    assert (code, out) == (1, "")
    assert "No camera responds" in err
    code, out, _ = run(capsys, files, "--list", "--json", known=False)
    assert (code, json.loads(out)) == (1, [])


def test_a_source_that_is_not_there_is_a_usage_error(
    capsys: pytest.CaptureFixture[str], files: Path
) -> None:
    code, _, err = run(capsys, files, "nowhere.png", known=False)
    assert code == 2
    assert "nowhere.png" in err
