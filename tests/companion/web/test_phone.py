"""A phone as the camera: pictures by POST, whatever they claim to be."""

from __future__ import annotations

import json
import shutil
import ssl
import stat
import struct
import subprocess
import threading
import time
from contextlib import closing
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import CameraLost
from companion.readings import Trouble
from companion.referee.decide import UNWATCHED_S
from companion.web import serve
from companion.web.auth import certificate as making
from companion.web.auth.certificate import find_certificate
from companion.web.auth.roles import AccessControl, Role
from companion.web.coach import Coach
from companion.web.live import Live
from companion.web.phone import HOLD_S, MOST_PIXELS, Inbox, PhoneSource, jpeg_size
from companion.web.serve import Serving
from companion.web.server import Site
from rules import LANGUAGES, Message
from tests.support.waiting import PATIENCE_S
from tests.support.web.http_client import TestClient
from tests.support.web.match_page import Table, looked

HOME = "http://127.0.0.1:8737"


def jpeg(width: int = 64, height: int = 48) -> bytes:
    image = np.full((height, width, 3), 128, np.uint8)
    return bytes(cv2.imencode(".jpg", image)[1])


def claiming(width: int, height: int) -> bytes:
    """Return a small JPEG file whose header claims the given width and height."""
    data = bytearray(jpeg())
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(data)


@pytest.mark.parametrize(("width", "height"), [(64, 48), (1, 1), (4000, 3000)])
def test_a_header_gives_the_size(width: int, height: int) -> None:
    assert jpeg_size(jpeg(width, height)) == (width, height)


def test_no_header_gives_nothing() -> None:
    whole = jpeg()
    for cut in range(len(whole.partition(b"\xff\xda")[0])):
        found = jpeg_size(whole[:cut])
        assert found in (None, (64, 48))
    for data in (
        b"",
        b"\x89PNG\r\n",
        b"\xff\xd8" + b"\xff" * 5000,
        b"\xff\xd8\xff\xe0\x00\x00" * 99,
    ):
        assert jpeg_size(data) is None


def test_a_small_file_that_claims_a_huge_picture_is_never_decoded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never(*args: object) -> None:
        raise AssertionError

    monkeypatch.setattr(cv2, "imdecode", never)
    inbox = Inbox(lambda: None)

    assert MOST_PIXELS < 65535 * 65535
    assert inbox.put(claiming(65535, 65535)) is None


def test_what_cannot_be_decoded_is_no_picture() -> None:
    inbox = Inbox(lambda: None)

    for data in (b"", b"\xff\xd8", b"GIF89a", jpeg()[:200], b"\xff\xd8\xff\xdb" * 100):
        assert inbox.put(data) is None
    assert inbox.put(jpeg()) == {"count": 1, "read": False, "cards": None, "mat": False}


def test_a_photo_is_looked_at_until_the_next_one_comes() -> None:
    inbox = Inbox(lambda: None)
    source = PhoneSource(inbox)
    with pytest.raises(CameraLost):
        source.read()
    inbox.put(jpeg())
    frames = [source.read() for _ in range(3)]

    assert all(frame is not None and frame.image.shape == (48, 64, 3) for frame in frames)
    times = [frame.time_s for frame in frames if frame is not None]
    assert times == sorted(times)
    assert [frame.index for frame in frames if frame is not None] == [0, 1, 2]
    source.close()
    assert source.read() is None


def test_a_photo_is_no_frozen_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    inbox = Inbox(lambda: None)
    monkeypatch.setattr("companion.web.phone._REPEAT_S", 0.02)
    monkeypatch.setattr("companion.web.phone.HOLD_S", 0.2)
    source = PhoneSource(inbox)
    inbox.put(jpeg())
    first = [source.read() for _ in range(20)]
    inbox.put(jpeg(80, 60))
    second = [source.read() for _ in range(20)]
    times = [frame.time_s for frame in (*first, *second) if frame is not None]

    assert times == sorted(times)
    assert times[19] == pytest.approx(0.2, abs=0.01)
    assert times[39] - times[19] == pytest.approx(0.2, abs=0.01)


@pytest.mark.parametrize("judging_s", [0.02, 0.15, 0.4, 1.2])
def test_live_pictures_keep_the_clock_on_the_wall(
    monkeypatch: pytest.MonkeyPatch, judging_s: float
) -> None:
    """Check that timeouts for hands and players count real seconds, however long judging takes."""
    wall = [100.0]
    report = SimpleNamespace(monotonic=lambda: wall[0], sleep=time.sleep)
    monkeypatch.setattr("companion.web.phone.time", report)
    monkeypatch.setattr("companion.web.phone._REPEAT_S", 0.0)
    inbox = Inbox(lambda: None)
    monkeypatch.setattr(inbox, "_report", lambda _: {})
    source = PhoneSource(inbox)
    times = []
    for number in range(20):
        inbox.put(jpeg(64 + number % 2))
        frame = source.read()
        assert frame is not None
        times.append(frame.time_s)
        wall[0] += judging_s
    assert times[-1] - times[0] == pytest.approx(19 * judging_s, abs=0.01)


@pytest.mark.parametrize("apart_s", [1.0, 3.0, 300.0])
def test_photos_that_are_far_apart_leave_a_time_that_nobody_watched(
    monkeypatch: pytest.MonkeyPatch, apart_s: float
) -> None:
    """Check that the time between distant photos is unobserved and makes no answer late."""
    wall = [100.0]
    report = SimpleNamespace(monotonic=lambda: wall[0], sleep=time.sleep)
    monkeypatch.setattr("companion.web.phone.time", report)
    monkeypatch.setattr("companion.web.phone._REPEAT_S", 0.1)
    inbox = Inbox(lambda: None)
    monkeypatch.setattr(inbox, "_report", lambda _: {})
    monkeypatch.setattr(inbox._news, "wait_for", lambda *_: True)
    source = PhoneSource(inbox)
    gaps, last = [], 0.0
    for number in range(3):
        inbox.put(jpeg(64 + number))
        for step in range(40):
            frame = source.read()
            assert frame is not None
            gaps += [frame.time_s - last] if number and not step else []
            last = frame.time_s
            wall[0] += (HOLD_S + apart_s) / 40
    assert all((gap > UNWATCHED_S) is (apart_s > UNWATCHED_S) for gap in gaps)
    assert max(gaps) < 2 * UNWATCHED_S
    assert len(gaps) == 2


def test_the_same_photo_once_more_is_no_frozen_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that an unchanged photo, sent again, does not restart its frames."""
    monkeypatch.setattr("companion.web.phone._REPEAT_S", 0.02)
    monkeypatch.setattr("companion.web.phone.HOLD_S", 0.1)
    monkeypatch.setattr("companion.web.phone._LIVE_GAP_S", 0.0)
    inbox = Inbox(lambda: None)
    source = PhoneSource(inbox)
    times = []
    for _ in range(4):
        inbox.put(jpeg())
        times += [frame.time_s for _ in range(8) if (frame := source.read()) is not None]
    assert max(times) == pytest.approx(0.1, abs=0.01)
    source.again()
    times = [frame.time_s for _ in range(8) if (frame := source.read()) is not None]
    assert max(times) == pytest.approx(0.2, abs=0.01)


def test_a_photo_that_was_only_shown_is_not_yet_read() -> None:
    """Check that a photo that the coach only displays before a match is not reported as read."""
    table = Table.of("yggdrasil", 1)
    inbox = Inbox(lambda: table.mailbox.glance)
    source = PhoneSource(inbox)
    inbox.put(jpeg())
    frame = source.read()
    assert frame is not None
    table.onlooker.show_whole(frame)
    answer = inbox.put(b"")
    assert answer is not None
    assert (answer["count"], answer["read"]) == (1, False)
    table.receive(looked(table.onlooker, table.view_of(("yb1",)), frame))
    count = {"seen": 1, "all": 1}
    assert inbox.put(b"") == {"count": 1, "read": True, "cards": count, "mat": True}


def test_table_and_phone_get_one_count_of_the_cards() -> None:
    """Regression: the phone also counted piles: "4 cards read", "2 of 2 cards seen"."""
    table = Table.of("yggdrasil", 1)
    *_, played = table.play(8)
    inbox = Inbox(lambda: table.mailbox.glance)
    inbox.put(jpeg())
    frame = PhoneSource(inbox).read()
    assert frame is not None
    whole = table.view_of(tuple(f"T{i}" for i in range(len(table.mat.cells))))
    tracked = table.referee.at.geometry.is_tracked
    resting = {cell for cell in played.position.layout if tracked(cell)}
    seen = [*sorted(resting)[1:], *(c.id for c in table.mat.cells if not tracked(c.id))]
    cards = tuple(r for r in whole.readings if not r.cell or r.cell in seen)
    table.receive(looked(table.onlooker, replace(whole, readings=cards), frame))
    glance, report = table.mailbox.glance, inbox.put(b"")
    assert glance is not None
    assert report is not None
    assert len(glance.read) > len(resting) > 1
    assert report["cards"] == glance.data()["count"]
    assert report["cards"] == {"seen": len(resting) - 1, "all": len(resting)}


def test_a_photo_the_coach_finds_fault_with_is_reported_to_its_photographer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Regression: the table's page showed "too bright", and the phone showed "reading" for ever."""
    monkeypatch.setattr("companion.web.phone._ANSWER_S", 0.0)
    monkeypatch.setattr("companion.web.phone._LIVE_GAP_S", 0.0)
    table = Table.of("yggdrasil", 1)
    inbox = Inbox(lambda: table.mailbox.glance)
    source = PhoneSource(inbox)
    inbox.put(jpeg())
    frame = source.read()
    assert frame is not None
    bright = Coach("red", {lang: (f"{lang} too bright",) for lang in LANGUAGES})
    table.onlooker.show_whole(frame, bright, frame.image)
    report = inbox.put(b"")
    assert report is not None
    assert report["read"] is False
    assert report["state"] == "trouble"
    assert report["said"] == {lang: [f"{lang} too bright"] for lang in LANGUAGES}

    report = inbox.put(jpeg(80, 60))
    assert report is not None
    assert "said" not in report  # the earlier answer was about another photo


def test_a_photo_that_no_match_can_judge_gets_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.phone._ANSWER_S", 0.0)
    table = Table.of("yggdrasil", 1)
    inbox = Inbox(lambda: table.mailbox.glance)
    source = PhoneSource(inbox)
    inbox.put(jpeg())
    frame = source.read()
    assert frame is not None
    view = replace(table.view_of(()), trouble=Trouble.BRIGHT)
    table.receive(looked(table.onlooker, view, frame))
    report = inbox.put(b"")
    assert report is not None
    assert report["state"] == "trouble"
    spoken = {lang: [Message("referee.trouble.bright").render(lang)] for lang in LANGUAGES}
    assert report["said"] == spoken


def test_live_pictures_that_stop_are_a_lost_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("companion.web.phone.time.monotonic", lambda: now[0])
    inbox = Inbox(lambda: None)
    for _ in range(3):
        now[0] += 0.1
        inbox.put(jpeg())
    assert not inbox.newest(0, 0)[2]
    now[0] += 5
    assert inbox.newest(3, 0)[2]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the wait for an answer, because no match reads these pictures."""
    monkeypatch.setattr("companion.web.phone._ANSWER_S", 0.0)


@pytest.fixture
def camera() -> tuple[TestClient, Inbox]:
    table = Table.of("yggdrasil", 1)
    inbox = Inbox(lambda: table.mailbox.glance)
    access = AccessControl([HOME])
    live = Live(table.mailbox, table.viewing)
    site = Site(table.mailbox, access, live, address=lambda role: HOME, take=inbox.put)
    browser = TestClient(site.app, base_url=HOME)
    assert browser.post("/join", json={"token": access.invite(Role.CAMERA)}).status_code == 200
    return browser, inbox


def test_a_paired_phone_gets_its_page_and_sends_pictures(
    camera: tuple[TestClient, Inbox],
) -> None:
    browser, inbox = camera

    assert "phone.js" in browser.get("/").text
    answer = browser.post("/frame", content=jpeg(), headers={"content-type": "image/jpeg"})
    assert answer.status_code == 200
    assert answer.json()["count"] == 1
    assert inbox.newest(0, 0)[0] == 1


@pytest.mark.parametrize("secure", ["https://192.0.2.7:8738", "http://192.0.2.7:8737"])
def test_photos_have_a_link_without_a_certificate(secure: str) -> None:
    """Regression: the only link was the one with a browser warning, which photos do not need."""
    table, access, plain = Table.of("yggdrasil", 1), AccessControl([HOME]), "http://192.0.2.7:8737"
    live = Live(table.mailbox, table.viewing)

    def address(role: Role) -> str:
        return secure if role is Role.CAMERA else plain

    browser = TestClient(Site(table.mailbox, access, live, address=address).app, base_url=HOME)
    browser.post("/join", json={"token": access.invite(Role.TABLE)})
    report = browser.post("/pair/camera", json={}).json()
    assert report["link"].startswith(f"{secure}/join#")
    assert ("photos" in report) == (secure != plain)
    for code in (report, *([report["photos"]] if secure != plain else [])):
        who = access.enter(code["link"].partition("#")[2])
        assert who is not None
        assert who[1].role is Role.CAMERA
    if secure != plain:
        assert report["photos"]["link"].startswith(f"{plain}/join#")
        assert report["photos"]["qr"].startswith("<svg")
    assert "photos" not in browser.post("/pair/spectator", json={}).json()


@pytest.mark.parametrize("secure_port", [0, 8738])
def test_the_terminal_reports_the_same_two_links(secure_port: int) -> None:
    served = Serving(AccessControl([HOME]), 8737, "192.0.2.7", secure_port)
    link = served.photo_link()
    assert bool(link) == bool(secure_port)
    assert link.startswith("http://192.0.2.7:8737/join#" if secure_port else "")
    assert served.phone_link().startswith("https" if secure_port else "http:")


def test_what_is_no_picture_is_refused(camera: tuple[TestClient, Inbox]) -> None:
    browser, inbox = camera
    kind = {"content-type": "image/jpeg"}

    assert browser.post("/frame", content=b"x", headers=kind).status_code == 422
    assert browser.post("/frame", content=claiming(60000, 60000), headers=kind).status_code == 422
    assert (
        browser.post("/frame", content=jpeg(), headers={"content-type": "image/png"}).status_code
        == 415
    )
    assert browser.post("/frame", content=bytes(13 * 1024 * 1024), headers=kind).status_code == 413
    assert inbox.newest(0, 0)[0] == 0


def test_many_photos_at_once_are_received_two_at_a_time() -> None:
    """Regression: 36 large photos of one phone made 204 MB of memory 1,445."""
    table, inside, together = Table.of("yggdrasil", 1), list[bytes](), list[int]()

    def take(data: bytes) -> dict[str, Any]:
        inside.append(data)
        together.append(len(inside))
        time.sleep(0.02)
        inside.pop()
        return {}

    page = serve.open_page(table.viewing, table.mailbox, port=0, take=take)
    found = page.access.enter(page.access.invite(Role.CAMERA))
    assert found is not None
    headers = {"content-type": "image/jpeg", "cookie": f"companion-{page.port}={found[0]}"}
    codes: list[int] = []

    def send() -> None:
        with closing(HTTPConnection("127.0.0.1", page.port, PATIENCE_S)) as phone:
            phone.request("POST", "/frame", jpeg(), headers)
            codes.append(phone.getresponse().status)

    phones = [threading.Thread(target=send) for _ in range(12)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    page.close()
    assert codes == [200] * 12
    assert max(together) == 2


def test_photos_are_decoded_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    decode, inside, together = cv2.imdecode, threading.Lock(), []

    def slow(data: Any, mode: int) -> Any:  # noqa: ANN401 - OpenCV's own arrays
        free = inside.acquire(blocking=False)
        together.append(not free)
        time.sleep(0.02)
        if free:
            inside.release()
        return decode(data, mode)

    monkeypatch.setattr(cv2, "imdecode", slow)
    monkeypatch.setattr("companion.web.phone._ANSWER_S", 0.0)
    inbox = Inbox(lambda: None)
    phones = [threading.Thread(target=inbox.put, args=(jpeg(),)) for _ in range(6)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert together == [False] * 6
    assert inbox.newest(0, 0)[0] == 6


@pytest.mark.parametrize(
    ("size", "decoded"), [((4600, 3400), (4600, 3400)), ((5000, 4000), (2500, 2000))]
)
def test_a_very_large_photo_is_decoded_at_half_its_size(
    size: tuple[int, int], decoded: tuple[int, int]
) -> None:
    inbox = Inbox(lambda: None)
    inbox._live = True
    inbox.put(jpeg(*size))
    image = inbox.newest(0, 0)[1]
    assert image is not None
    assert image.shape[1::-1] == decoded


# Certificates.


@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl to make one with")
def test_a_certificate_is_made_once_and_is_for_that_address_only(tmp_path: Path) -> None:
    made = find_certificate("192.0.2.7", tmp_path / "new")
    assert made is not None
    certificate, key = made
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    before = certificate.read_bytes()

    assert stat.S_IMODE(key.stat().st_mode) & 0o077 == 0 or shutil.which("icacls")
    assert find_certificate("192.0.2.7", tmp_path / "new") == made
    assert certificate.read_bytes() == before
    other = find_certificate("192.0.2.8", tmp_path / "new")
    assert other is not None
    assert other[0] != certificate


def test_without_openssl_there_is_no_secure_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making.shutil, "which", lambda name: None)

    assert find_certificate("192.0.2.7", tmp_path) is None


@pytest.mark.parametrize("address", ["", "evil.example", "1.2.3.4/../../x", "1.2.3.4,DNS:a"])
def test_what_is_no_address_gets_no_certificate(tmp_path: Path, address: str) -> None:
    assert find_certificate(address, tmp_path) is None
    assert list(tmp_path.iterdir()) == []


def test_a_program_that_fails_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making.shutil, "which", lambda name: "/no/such/openssl")

    assert find_certificate("192.0.2.7", tmp_path) is None
    assert list(tmp_path.iterdir()) == []


# The phone's own messages.

PAGE = Path(serve.__file__).parent / "page"

PHONE = """
const acts = {}, told = [], buttons = [];
class Node {
  constructor(id) { this.id = id; this.own = []; this.dataset = {}; this.files = []; }
  addEventListener(kind, act) {
    if (this.id) acts[this.id] = act;
    else if (kind === "click") buttons.push(act);
  }
  setAttribute() {}
  append(child) { this.own.push(child); }
  replaceChildren(...own) {
    this.own = own;
    if (this.id === "status") told.push(this.said());
  }
  said() { return this.own.map((each) => typeof each === "string" ? each : each.said()).join(""); }
}
const nodes = {};
globalThis.document = {
  getElementById: (id) => (nodes[id] ??= new Node(id)),
  createElement: () => new Node(""), createElementNS: () => new Node(""),
  querySelectorAll: () => [], documentElement: new Node(""),
};
const kept = { "companion.lang": "en" };
globalThis.localStorage = { getItem: (key) => kept[key] ?? null, setItem() {} };
Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
const WORDS = { en: { "phone.unsent": "again" }, ja: { "phone.unsent": "mou" } };
globalThis.fetch = async (path) => {
  if (!path.startsWith("/words/")) throw new TypeError("nobody answers");
  return { json: async () => WORDS[path.slice(7)] };
};
const settled = () => new Promise((done) => setTimeout(done, 5));
await import(PHONE);
await settled();
await acts.photo({ target: { files: [{ type: "image/jpeg", size: 9 }], value: "" } });
buttons[1]();  // the second language of the row is Japanese
await settled();
console.log(JSON.stringify(told));
"""
"""A photo is sent while nobody answers; then the phone's language is changed."""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
def test_a_photo_that_did_not_arrive_has_to_be_taken_again() -> None:
    """Regression: the page announced another attempt, and its text kept the old language."""
    script = PHONE.replace("import(PHONE)", f"import({json.dumps((PAGE / 'phone.js').as_uri())})")
    words = ["node", "--input-type=module", "-e", script]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(found.stdout) == ["again", "mou"]
