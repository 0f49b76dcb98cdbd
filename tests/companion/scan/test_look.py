from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
import qrcode

from companion.errors import SourceError
from companion.frames import Frame
from companion.scan.look import LiveLook, card_picture, look_at_photo
from companion.scan.stock import PrintedStock
from companion.scan.tally import ScanEventKind, ScanTally, StrangerKind, StrangerTag
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import Image
from companion.vision.reader.symbol import symbol_matrix
from companion.vision.sources.picture_header import Header, read_header
from companion.vision.sources.stills import load_picture
from rules import Manifest, Tag, TagKind, format_tag, load_catalog
from tests.support.vision.scenes import MASK, Camera, Piece, Scene, card_tag, deck_manifest

DECK: Manifest = deck_manifest(12)
BOOK = Codebook([DECK])
STOCK = PrintedStock.of([DECK], load_catalog("yggdrasil"))
TAGS = [card.tag for card in DECK.cards]
NEAR = Camera(960, 720, scale=3.6, blur=0.6)
SHARP = Camera(640, 480, scale=2.4, blur=0.6, noise=1.0)


def picture(*pieces: Piece, camera: Camera = SHARP) -> Image:
    return Scene(pieces=list(pieces), width=260, height=190).render(camera)


def row(*tags: str) -> list[Piece]:
    return [Piece(tag, 40 + 62 * i, 95) for i, tag in enumerate(tags)]


def frame(image: Image, index: int) -> Frame:
    return Frame(image, index / 30, index)


def test_a_photograph_shows_its_cards() -> None:
    glance = look_at_photo(picture(*row(*TAGS[:4])), BOOK, STOCK, "a.jpg")
    assert {r.tag for r in glance.readings} == set(TAGS[:4])
    assert (glance.unread, glance.strangers, glance.trouble) == (0, (), "")


def test_a_photocopy_next_to_its_card_is_seen_twice() -> None:
    glance = look_at_photo(picture(*row(TAGS[0], TAGS[1], TAGS[0])), BOOK, STOCK, "a.jpg")
    tally = ScanTally(STOCK)
    tally.take(glance)
    assert tally.twice == {TAGS[0]: 2}


def test_foreign_cards_are_reported_by_what_they_say() -> None:
    foreign = [card_tag(1, deck=77), card_tag(1, game="J")]
    image = picture(*row(TAGS[0], *foreign), camera=NEAR)
    glance = look_at_photo(image, BOOK, STOCK, "a.jpg")
    assert {s.what for s in glance.strangers} == {StrangerKind.OTHER_PRINT, StrangerKind.OTHER_GAME}
    assert {s.text for s in glance.strangers} == set(foreign)


def near_link(image: Image) -> Image:
    """Return the picture with a messenger's QR code in its corner, which has no frame."""
    code = np.asarray(qrcode.make("https://line.me/R/ti/p/@sun", box_size=3).get_image())
    drawn = np.where(code[..., None], 255, 0).astype(np.uint8)
    image = np.ascontiguousarray(image)
    image[: drawn.shape[0], : drawn.shape[1]] = drawn
    return image


LINK = [StrangerTag(StrangerKind.OTHER_CODE, "line.me…")]


def test_a_foreign_code_is_reported_next_to_cards_and_alone() -> None:
    with_link = look_at_photo(near_link(picture(*row(*TAGS[:4]))), BOOK, STOCK, "a.jpg")
    assert {r.tag for r in with_link.readings} == set(TAGS[:4])
    alone = look_at_photo(near_link(picture()), BOOK, STOCK, "a.jpg")
    assert [list(with_link.strangers), list(alone.strangers)] == [LINK, LINK]
    plain = look_at_photo(picture(camera=Camera(1280, 960)), BOOK, STOCK, "a.jpg")
    bare = look_at_photo(near_link(picture(camera=Camera(1280, 960))), BOOK, STOCK, "a.jpg")
    assert plain.trouble != ""
    assert (list(bare.strangers), bare.trouble) == (LINK, ""), "what is read is not blurred"


def test_a_camera_reports_a_foreign_code_once() -> None:
    look, tally = LiveLook(BOOK, STOCK, "camera"), ScanTally(STOCK)
    image = near_link(picture(*row(*TAGS[:2])))
    events = [e for i in range(40) for e in tally.take(look.see(frame(image, i)))]
    assert [e.facts["text"] for e in events if e.kind is ScanEventKind.STRANGER] == ["line.me…"]


def test_control_cards_are_known_whosever_print_they_are() -> None:
    control = format_tag(Tag("Y", 77, TagKind.CONTROL, 1))
    glance = look_at_photo(picture(marked(60, control), camera=NEAR), BOOK, STOCK, "a.jpg")
    assert (glance.controls, glance.unread, glance.strangers) == (1, 0, ())


def marked(x: float, tag: str, mask: int = MASK) -> Piece:
    return Piece(tag, x, 95, mask=mask)


def test_a_tag_that_only_a_stock_reader_makes_out_is_its_card() -> None:
    """Check that a tag printed with another QR mask is identified by the standard reader."""
    image = picture(marked(60, TAGS[0]), marked(170, TAGS[1], mask=6), camera=NEAR)
    glance = look_at_photo(image, BOOK, STOCK, "a.jpg")
    assert {r.tag: (r.card, r.copy, r.owner) for r in glance.readings} == {
        TAGS[0]: ("y00", 1, "sun"),
        TAGS[1]: ("y01", 1, "sun"),
    }
    assert (glance.unread, glance.strangers) == (0, ())


def test_papers_of_another_print_that_are_no_cards_are_passed_over() -> None:
    back = format_tag(Tag("Y", 77, TagKind.BACK, 1))
    glance = look_at_photo(
        picture(marked(60, TAGS[0]), marked(170, back), camera=NEAR), BOOK, STOCK, "a.jpg"
    )
    assert {r.tag for r in glance.readings} == {TAGS[0], ""}
    assert (glance.unread, glance.strangers) == (0, ())


@pytest.fixture
def near_worn_tag(monkeypatch: pytest.MonkeyPatch) -> Image:
    """Return a picture of a card next to a foreign one whose tag has lost many modules."""
    worn, noise = card_tag(1, deck=77), np.random.default_rng(3)

    def drawn(tag: str, mask: int) -> np.ndarray:
        symbol = symbol_matrix(tag, mask)
        if tag == worn:
            body = np.ones(symbol.shape, bool)
            body[:9, :9] = body[:9, 12:] = body[12:, :9] = False  # the finder patterns are complete
            symbol = np.where(body & (noise.random(symbol.shape) < 1 / 3), 1 - symbol, symbol)
        return symbol

    monkeypatch.setattr("tests.support.vision.scenes.symbol_matrix", drawn)
    return picture(marked(60, TAGS[0]), marked(170, worn), camera=NEAR)


def test_a_tag_that_nobody_can_read_is_counted_as_unread(near_worn_tag: Image) -> None:
    glance = look_at_photo(near_worn_tag, BOOK, STOCK, "a.jpg")
    assert {r.tag for r in glance.readings} == {TAGS[0], ""}
    assert (glance.unread, glance.strangers, glance.trouble) == (1, (), "")


def test_a_camera_reports_an_unreadable_code_only_after_a_while(
    near_worn_tag: Image,
) -> None:
    look, tally = LiveLook(BOOK, STOCK, "camera"), ScanTally(STOCK)
    report = []
    for second in range(8):
        tally.take(look.see(Frame(near_worn_tag, float(second), second)))
        report.append([stranger.what for stranger in tally.strangers])
    assert report[4] == []
    assert report[-1] == [StrangerKind.UNREADABLE]


def test_a_camera_is_not_taken_for_a_mirror_because_of_one_odd_print() -> None:
    image = picture(marked(60, TAGS[0]), marked(170, TAGS[1], mask=6), camera=NEAR)
    look = LiveLook(BOOK, STOCK, "camera")
    glances = [look.see(Frame(image, index * 1.0, index)) for index in range(3)]
    assert [g.trouble for g in glances] == ["", "", ""]
    assert {r.tag for r in glances[-1].readings} == {TAGS[0]}


@pytest.mark.parametrize(
    ("change", "trouble"),
    [("blur", "blurred"), ("dark", "dark"), ("bright", "bright")],
)
def test_a_picture_that_shows_little_says_why(change: str, trouble: str) -> None:
    image = picture(*row(*TAGS[:4]), camera=Camera(1280, 960, scale=4.8, blur=0.6, noise=1.0))
    changed = {
        "blur": lambda: cv2.GaussianBlur(image, (0, 0), 9),
        "dark": lambda: (image // 40).astype(np.uint8),
        "bright": lambda: np.where(image > 90, 255, 250).astype(np.uint8),
    }[change]()
    glance = look_at_photo(np.asarray(changed, np.uint8), BOOK, STOCK, "a.jpg")
    assert glance.trouble == trouble
    assert not [r for r in glance.readings if r.tag]


def test_a_mirrored_photograph_is_read_and_reported() -> None:
    image = np.ascontiguousarray(picture(*row(*TAGS[:3]))[:, ::-1])
    glance = look_at_photo(image, BOOK, STOCK, "a.jpg")
    assert glance.trouble == "mirrored"
    assert {r.tag for r in glance.readings} == set(TAGS[:3])
    card = card_picture(image, glance.readings[0], BOOK)
    upright = cv2.imdecode(np.frombuffer(card, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert upright[int(60 * 2.4) : int(77 * 2.4), int(7 * 2.4) : int(23 * 2.4)].min() < 70


def test_a_camera_that_mirrors_is_read_and_reported() -> None:
    image = np.ascontiguousarray(picture(*row(*TAGS[:3]), camera=NEAR)[:, ::-1])
    look, tally = LiveLook(BOOK, STOCK, "camera"), ScanTally(STOCK)
    glances = [look.see(frame(image, index)) for index in range(90)]
    for glance in glances:
        tally.take(glance)
    assert set(tally.counted) == set(TAGS[:3])
    assert glances[-1].trouble == "mirrored"
    assert not tally.strangers


def test_cards_dealt_one_after_the_other_are_all_seen_though_a_hand_never_rests() -> None:
    look, tally = LiveLook(BOOK, STOCK, "camera"), ScanTally(STOCK)
    noise = np.random.default_rng(4)
    for index in range(48):
        card = TAGS[index // 4]  # an eighth of a second per picture
        image = picture(Piece(card, 90, 95, turn=index % 7)).copy()
        x = int(noise.integers(330, 560))  # constant movement next to the card
        image[40:420, x : x + 60] = (90, 120, 180)
        tally.take(look.see(frame(image, index)))
    assert set(tally.counted) == set(TAGS)
    assert not tally.twice


def test_a_second_paper_with_the_same_tag_is_found_in_the_live_picture() -> None:
    look, tally = LiveLook(BOOK, STOCK, "camera"), ScanTally(STOCK)
    one, two = row(TAGS[0]), row(TAGS[0], TAGS[1], TAGS[0])
    for index in range(40):
        tally.take(look.see(frame(picture(*(one if index < 6 else two)), index)))
    assert tally.twice == {TAGS[0]: 2}


def test_a_card_that_is_moved_is_no_second_one() -> None:
    look, tally = LiveLook(BOOK, STOCK, "camera"), ScanTally(STOCK)
    for index in range(40):
        tally.take(look.see(frame(picture(Piece(TAGS[0], 40 + 4 * index, 95)), index)))
    assert not tally.twice


def test_a_still_stranger_is_reported_live() -> None:
    look, tally = LiveLook(BOOK, STOCK, "camera"), ScanTally(STOCK)
    image = picture(*row(TAGS[0], card_tag(1, deck=77)), camera=NEAR)
    for index in range(60):
        tally.take(look.see(frame(image, index)))
    assert [s.what for s in tally.strangers] == [StrangerKind.OTHER_PRINT]


def test_a_picture_at_rest_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    look = LiveLook(BOOK, STOCK, "camera")
    searched: list[object] = []
    search = look._reader.search
    monkeypatch.setattr(
        look._reader, "search", lambda *given: searched.append(given) or search(*given)
    )
    image = picture(*row(*TAGS[:3]))
    for index in range(30):
        look.see(frame(image, index))
    assert len(searched) == 1


def test_a_card_s_picture_is_upright_and_whole() -> None:
    image = picture(Piece(TAGS[0], 130, 95, turn=150))
    (reading,) = look_at_photo(image, BOOK, STOCK, "a.jpg").readings
    jpeg = card_picture(image, reading, BOOK)
    card = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert card.shape == (216, 130)
    tag = card[int(60.5 * 2.4) : int(76.5 * 2.4), int(7 * 2.4) : int(23 * 2.4)]
    assert tag.min() < 70
    assert tag.max() > 180
    corners = [card[y, x] for x in (3, -4) for y in (3, -4)]
    assert min(corners) > 150, "the whole card is in the picture, and nothing beside it"


def png(width: int, height: int) -> bytes:
    """Return a PNG that claims this size but contains one row."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        checked = kind + data
        return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = zlib.compress(b"\0" * (width + 1))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (png(60_000, 60_000), "has 60000 × 60000 pixels"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "is HEIC|is incomplete or damaged"),
        (b"\0\0\0\x1cftypavif\0\0\0\0", "is AVIF"),
        (b"GIF89a\xff\xff\xff\xff" + b"\0" * 20, "65535"),
        (b"hello", "is not a picture"),
    ],
)
def test_a_file_that_had_better_not_be_unpacked(tmp_path: Path, content: bytes, text: str) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(content)
    with pytest.raises(SourceError, match=text):
        load_picture(path)


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp", ".bmp", ".tiff"])
def test_a_header_says_how_large_a_picture_is(suffix: str) -> None:
    done, data = cv2.imencode(suffix, np.zeros((37, 101, 3), np.uint8))
    assert done
    header = read_header(data.tobytes())
    assert (header.width, header.height) == (101, 37)


@pytest.mark.parametrize("length", range(0, 60, 3))
def test_half_a_header_is_no_trouble(length: int) -> None:
    for suffix in (".png", ".jpg", ".webp", ".bmp", ".tiff"):
        data = cv2.imencode(suffix, np.zeros((9, 9, 3), np.uint8))[1].tobytes()[:length]
        assert isinstance(read_header(data), Header)


def test_a_photograph_of_200_megapixels_is_halved_and_not_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.vision.sources.stills._HALVED", 3000)
    path = tmp_path / "a.jpg"
    path.write_bytes(cv2.imencode(".jpg", np.zeros((80, 100, 3), np.uint8))[1].tobytes())
    assert load_picture(path).shape == (40, 50, 3)
    path.write_bytes(cv2.imencode(".jpg", np.zeros((160, 200, 3), np.uint8))[1].tobytes())
    assert load_picture(path).shape == (40, 50, 3)


def test_a_photograph_is_turned_as_its_camera_says(tmp_path: Path) -> None:
    image = picture(*row(*TAGS[:2]))
    jpeg = cv2.imencode(".jpg", image)[1].tobytes()
    orientation = b"\x01\x12\0\x03\0\0\0\x01\0\x06\0\0"
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01" + orientation + b"\0\0\0\0"
    turned = jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]
    path = tmp_path / "a.jpg"
    path.write_bytes(turned)
    loaded = load_picture(path)
    assert loaded.shape[:2] == (image.shape[1], image.shape[0])
    assert {r.tag for r in look_at_photo(loaded, BOOK, STOCK, "a").readings} == set(TAGS[:2])
