"""A scan's page: permissions, display, and effects."""

from __future__ import annotations

import re
import threading
import time
import urllib.parse
from collections.abc import Callable
from http.cookiejar import CookieJar
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import cv2
import numpy as np
import pytest

from companion import cli
from companion.frames import Frame
from companion.scan.judging import ScanOptions
from companion.scan.look import look_at_photo
from companion.scan.result import ScanResult
from companion.scan.saving import SavedFiles, save_result
from companion.scan.session import ScanSession
from companion.scan.stock import PrintedStock
from companion.scan.tally import ScanEvent, ScanEventKind, StrangerKind, StrangerTag, TagsInView
from companion.scan.words import Captions
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import Image
from companion.vision.sources import open as sources
from companion.web.auth.roles import AccessControl, Role
from companion.web.files import scan_words
from companion.web.scan import mailbox
from companion.web.scan.mailbox import (
    MOST_WAITING,
    NumberedEvent,
    Press,
    ScanMailbox,
    ScanSnapshot,
    Upload,
    plain_name,
)
from companion.web.scan.routes import ScanSite
from companion.web.scan.view import FILES, answer_view, scan_view
from rules import LANGUAGES, Manifest, Message, dump_manifest, load_catalog
from rules.messages.message import render
from tests.companion.commands.scan.test_command import Film, photo, picture
from tests.support.printed_decks import manifest, seen, stock, tags_of
from tests.support.waiting import PATIENCE_S
from tests.support.web.http_client import TestClient

HOME = "http://127.0.0.1:8737"
STOCK = stock()
SUN, MOON = tags_of(STOCK, "sun"), tags_of(STOCK, "moon")
CATALOG = load_catalog("yggdrasil")


class PagedScan:
    """A scan whose events the test supplies, with its mailbox and its page."""

    def __init__(self, folder: Path) -> None:
        self.session = ScanSession(STOCK, ScanOptions("yggdrasil", owner="sun"))
        self.mailbox = ScanMailbox(lambda frame: b"jpeg %d" % frame.index, folder)
        self.access = AccessControl([HOME])
        self.site = ScanSite(self.mailbox, self.access, STOCK, CATALOG, lambda: HOME)
        self.events: list[NumberedEvent] = []
        self.place(*self.session.begin())

    def browser(self, role: Role | None = Role.TABLE) -> TestClient:
        browser = TestClient(self.site.app, base_url=HOME)
        if role is not None:
            token = self.access.invite(role)
            assert browser.post("/join", json={"token": token}).status_code == 200
        return browser

    def see(self, *tags: str, strangers: tuple[StrangerTag, ...] = ()) -> None:
        glance = seen(*tags)
        self.place(*self.session.look(TagsInView("a.jpg", glance.readings, strangers=strangers)))

    def place(
        self,
        *events: ScanEvent,
        trouble: str = "",
        result: ScanResult | None = None,
        saved: SavedFiles | None = None,
        kept: bool = False,
        watching: bool = False,
    ) -> None:
        self.events += [
            NumberedEvent(len(self.events) + i + 1, each) for i, each in enumerate(events)
        ]
        self.mailbox.post(
            ScanSnapshot(
                self.session.status(),
                dict(self.session.tally.counted),
                dict(self.session.tally.twice),
                tuple(self.events[-12:]),
                trouble,
                result=result,
                saved=saved,
                kept=kept,
                watching=watching,
            )
        )

    def view(self, lang: str = "en") -> dict[str, Any]:
        number, shown = self.mailbox.shown()
        assert shown is not None
        return scan_view(number, shown, STOCK, Captions(CATALOG, lang), phone=True)


@pytest.fixture
def paged(tmp_path: Path) -> PagedScan:
    return PagedScan(tmp_path)


# Display.


def test_each_card_is_there_once_the_newest_first(paged: PagedScan) -> None:
    paged.see(*SUN[:3])
    paged.see(*SUN[2:4])
    view = paged.view()
    assert [card["tag"] for card in view["cards"]] == [SUN[3], SUN[2], SUN[1], SUN[0]]
    assert view["progress"] == "4 of 21"
    assert len(view["missing"]) == 17
    assert view["light"]["state"] == "watch"
    assert "already counted" in view["last"][-1]["text"]


def test_what_is_there_twice_is_marked_and_turns_the_light(paged: PagedScan) -> None:
    paged.see(*SUN[:2], SUN[0])
    view = paged.view()
    (marked,) = [card for card in view["cards"] if card["odd"]]
    assert (marked["tag"], marked["places"], marked["odd"]) == (SUN[0], 2, "duplicate")
    assert view["light"]["state"] == "illegal"
    assert "is in 2 places in one picture" in view["light"]["detail"]


def test_a_stranger_is_reported(paged: PagedScan) -> None:
    paged.see(SUN[0], strangers=(StrangerTag(StrangerKind.OTHER_GAME, "x", "jiguan", "jb1", 1, 5),))
    view = paged.view("ja")
    assert view["light"]["state"] == "illegal"
    assert "機関" in view["light"]["detail"] or "jb1" in view["light"]["detail"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_of_another_deck_are_named_while_counting(paged: PagedScan, lang: str) -> None:
    """Regression: the light showed an error, which was not explained before the end."""
    paged.see(*SUN[:3], MOON[0])
    view, captions = paged.view(lang), Captions(CATALOG, lang)
    assert view["light"]["state"] == "illegal"
    assert render(captions.card(STOCK.copies[MOON[0]].card), lang) in view["light"]["detail"]
    assert [card["tag"] for card in view["cards"] if card["odd"]] == [MOON[0]]
    assert view["progress"] == captions.progress(paged.session.status()).render(lang)


def test_a_stranger_seen_long_ago_is_reported_still(paged: PagedScan) -> None:
    paged.see(SUN[0], strangers=(StrangerTag(StrangerKind.OTHER_GAME, "x", "jiguan", "jb1", 1, 5),))
    paged.see(*SUN[1:15])
    assert all(each.event.kind is not ScanEventKind.STRANGER for each in paged.events[-12:])
    assert "jb1" in paged.view()["light"]["detail"]


def test_a_photograph_of_another_deck_has_no_green_tick(paged: PagedScan) -> None:
    paged.see(*SUN[:3])
    events = paged.session.look(TagsInView("b.jpg", seen(*MOON[:2]).readings))
    report = [NumberedEvent(i, event) for i, event in enumerate(events)]
    answer = answer_view(report, paged.session.status(), Captions(CATALOG, "en"))
    assert answer["state"] == "illegal"
    assert "cards belong to " in answer["texts"][-1]
    assert STOCK.copies[MOON[0]].card in answer["texts"][-1]


def test_all_there_is_green(paged: PagedScan) -> None:
    paged.see(*SUN)
    view = paged.view()
    assert view["light"]["state"] == "legal"
    assert view["last"][-1]["kind"] == "complete"
    assert view["missing"] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_result_names_violations_with_their_clause(paged: PagedScan, lang: str) -> None:
    paged.see(*SUN[:-2], MOON[0])
    paged.place(result=paged.session.result())
    view = paged.view(lang)
    (deck,) = view["result"]["decks"]
    assert deck["violations"][0]["clause"] == "YGG-2.1"
    assert deck["violations"][0]["text"]
    assert len(deck["missing"]) == 2
    assert len(view["result"]["findings"]) == 1
    assert [card["odd"] for card in view["cards"] if card["tag"] == MOON[0]] == ["other_deck"]
    assert view["light"]["state"] == "illegal"
    assert "{" not in "".join(view["light"].values())


def test_a_deck_that_only_lacks_cards_is_yellow_like_the_lamp_above_it(paged: PagedScan) -> None:
    paged.see(*SUN[:5])
    paged.place(result=paged.session.result())
    view = paged.view()
    (deck,) = view["result"]["decks"]
    assert view["light"]["state"] == "unsure"
    assert (deck["state"], deck["fine"]) == ("unsure", False)
    paged.see(*SUN)
    paged.place(result=paged.session.result())
    assert paged.view()["result"]["decks"][0]["state"] == "legal"
    paged.see(MOON[0])
    paged.place(result=paged.session.result())
    assert paged.view()["result"]["state"] == "illegal"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_camera_photographs_are_asked_for(paged: PagedScan, lang: str) -> None:
    alone = paged.view(lang)
    paged.place(watching=True)
    assert alone["light"]["detail"] == Message("scan.status.photos_hint").render(lang)
    assert paged.view(lang)["light"]["detail"] == Message("scan.status.counting_hint").render(lang)
    assert alone["last"][0]["text"] == Message("scan.said.started", game=CATALOG.names).render(lang)


def test_what_is_missing_can_be_printed_if_the_result_stays(
    paged: PagedScan, tmp_path: Path
) -> None:
    paged.see(*SUN[:4])
    result = paged.session.result()
    saved = save_result(result, tmp_path / "my deck.json", Captions(CATALOG, "en"))
    paged.place(result=result, saved=saved)
    assert paged.view()["print"] == ""
    paged.place(result=result, saved=saved, kept=True)
    assert f"printkit cards --missing '{saved.json}'" in paged.view()["print"]


def test_a_camera_that_cannot_see_is_reported_while_counting(paged: PagedScan) -> None:
    paged.place(trouble="dark")
    assert paged.view()["light"]["state"] == "trouble"
    paged.place(trouble="dark", result=paged.session.result())
    assert paged.view()["light"]["state"] != "trouble"


# Permissions.


@pytest.mark.parametrize(
    "path", ["/view", "/picture", f"/seen/{SUN[0]}", "/rules?q=a", "/result/json"]
)
@pytest.mark.parametrize("role", [None, Role.CAMERA, Role.SPECTATOR])
def test_only_the_table_looks(paged: PagedScan, path: str, role: Role | None) -> None:
    assert paged.browser(role).get(path).status_code == 403


@pytest.mark.parametrize("path", ["/press", "/pair/camera"])
@pytest.mark.parametrize("role", [None, Role.CAMERA, Role.SPECTATOR])
def test_only_the_table_acts(paged: PagedScan, path: str, role: Role | None) -> None:
    assert paged.browser(role).post(path, json={"press": "finish"}).status_code == 403
    assert paged.mailbox.pressed() == []


def test_strangers_send_no_photograph(paged: PagedScan) -> None:
    for role in (None, Role.SPECTATOR):
        assert paged.browser(role).post("/photo", content=b"x").status_code == 403
    assert paged.mailbox.uploads() == []


def test_another_site_s_page_presses_nothing(paged: PagedScan) -> None:
    answer = paged.browser().post(
        "/press", json={"press": "finish"}, headers={"origin": "http://evil.example"}
    )
    assert answer.status_code == 403


def test_each_role_has_its_page(paged: PagedScan) -> None:
    assert "scan.js" in paged.browser().get("/").text
    assert "scan_phone.js" in paged.browser(Role.CAMERA).get("/").text
    assert paged.browser(None).get("/").status_code == 403


def test_files_and_words_are_those_of_the_scan(paged: PagedScan) -> None:
    browser = paged.browser(None)
    assert "javascript" in browser.get("/files/scan.js").headers["content-type"]
    assert browser.get("/files/none.js").status_code == 404
    for lang in LANGUAGES:
        assert browser.get(f"/words/{lang}").json().keys() >= scan_words(lang).keys()
    assert browser.get("/words/tlh").status_code == 404


def test_a_view_comes_when_there_is_news(paged: PagedScan, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = paged.browser()
    view = browser.get("/view?lang=zh-Hant").json()
    assert view["lang"] == "zh-Hant"
    threading.Timer(0.2, paged.see, (SUN[0],)).start()
    later = browser.get(f"/view?after={view['n']}").json()
    assert later["n"] > view["n"]
    assert later["counted"] == 1
    monkeypatch.setattr("companion.web.scan.routes._NEWS_S", 0.1)
    assert browser.get(f"/view?after={later['n']}").status_code == 204
    assert paged.mailbox.looked_at()


def test_what_a_card_looked_like_is_given_by_its_tag_alone(
    paged: PagedScan, tmp_path: Path
) -> None:
    (tmp_path / f"{SUN[0]}.jpg").write_bytes(b"jpeg")
    (tmp_path / "secret.jpg").write_bytes(b"secret")
    browser = paged.browser()
    assert browser.get(f"/seen/{SUN[0]}").content == b"jpeg"
    for name in (SUN[1], "secret", "..%2Fsecret"):
        assert browser.get(f"/seen/{name}").status_code == 404


def test_the_camera_s_picture_is_the_newest(paged: PagedScan) -> None:
    browser = paged.browser()
    assert browser.get("/picture").status_code == 404
    paged.mailbox.look(Frame(np.zeros((2, 2, 3), np.uint8), 0.0, 7))
    assert browser.get("/picture").content == b"jpeg 7"


def test_every_form_of_the_result_can_be_fetched(paged: PagedScan, tmp_path: Path) -> None:
    browser = paged.browser()
    assert browser.get("/result/json").status_code == 404
    paged.see(*SUN[:4])
    result = paged.session.result()
    saved = save_result(result, tmp_path / "one.json", Captions(CATALOG, "en"))
    paged.place(result=result, saved=saved)
    for form in FILES:
        answer = browser.get(f"/result/{form}")
        assert answer.status_code == 200
        assert answer.content
        assert ("attachment" in answer.headers.get("content-disposition", "")) is (form != "html")
    policy = browser.get("/result/html").headers["content-security-policy"]
    assert "script" not in policy
    assert policy.startswith("default-src 'none'")
    assert browser.get("/result/txt?deck=9").status_code == 404
    assert browser.get("/result/exe").status_code == 404


# Effects.


def answered(paged: PagedScan, answer: Callable[[Upload], None]) -> threading.Thread:
    """Start a thread that passes the next uploaded photograph to `answer`; return it."""

    def take() -> None:
        while not (uploads := paged.mailbox.uploads()):
            time.sleep(0.01)
        answer(uploads[0])

    thread = threading.Thread(target=take)
    thread.start()
    return thread


def test_a_photograph_is_answered_with_what_it_showed(paged: PagedScan) -> None:
    names = []

    def look(upload: Upload) -> None:
        names.append(upload.name)
        events = paged.session.look(TagsInView(upload.name, seen(*SUN[:2]).readings))
        report = [NumberedEvent(i, event) for i, event in enumerate(events)]
        upload.answer.set_result((report, paged.session.status()))

    thread = answered(paged, look)
    name = urllib.parse.quote("../お写真\n.jpg")
    answer = paged.browser(Role.CAMERA).post(
        "/photo?lang=ja", content=b"x", headers={"x-name": name}
    )
    thread.join()
    assert names == ["お写真.jpg"]
    assert answer.json()["state"] == "legal"
    assert answer.json()["progress"] == "21枚中2枚"
    assert "お写真.jpg" in answer.json()["texts"][0]


def test_what_is_no_picture_is_announced_in_the_sender_s_language(paged: PagedScan) -> None:
    from companion.errors import SourceError

    error = SourceError(Message("fault.picture.none", file="a.txt"))
    thread = answered(paged, lambda upload: upload.answer.set_exception(error))
    answer = paged.browser().post("/photo?lang=zh-Hant", content=b"x")
    thread.join()
    assert answer.status_code == 422
    assert "不是圖片" in answer.json()["texts"][0]


def test_photographs_are_bounded_in_size_and_number(
    paged: PagedScan, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = paged.browser()
    monkeypatch.setattr("companion.web.scan.routes._MOST_PHOTO", 10)
    assert browser.post("/photo", content=b"x" * 11).status_code == 413
    for n in range(MOST_WAITING):
        assert paged.mailbox.send(f"{n}.jpg", b"x")
    assert browser.post("/photo", content=b"x").status_code == 429


def test_every_photograph_has_a_name_of_its_own(paged: PagedScan) -> None:
    sent = [paged.mailbox.send("image.jpg", b"x") for _ in range(3)]
    assert [each.name for each in sent if each] == ["image.jpg", "image.jpg (2)", "image.jpg (3)"]
    assert plain_name("C:\\photos\\a.jpg") == "a.jpg"
    assert plain_name("\n\t") == "photo"
    assert len(plain_name("x" * 900)) == 60


def test_buttons_are_those_there_are(paged: PagedScan) -> None:
    browser = paged.browser()
    assert browser.post("/press", json={"press": "finish"}).status_code == 204
    assert browser.post("/press", json={"press": "explode"}).status_code == 400
    assert paged.mailbox.pressed() == [Press.FINISH]


def test_a_phone_s_link_works_once(paged: PagedScan) -> None:
    given = paged.browser().post("/pair/camera", json={}).json()
    assert given["qr"].startswith("<svg")
    token = given["link"].partition("#")[2]
    first, second = paged.browser(None), paged.browser(None)
    assert first.post("/join", json={"token": token}).json() == {"role": "camera"}
    assert second.post("/join", json={"token": token}).status_code == 403


def test_a_clause_of_the_result_leads_to_its_rule(paged: PagedScan) -> None:
    found = paged.browser().get("/rules?q=YGG-2.1&lang=ja").json()
    assert found["clause"]["id"] == "YGG-2.1"


# The command with its page, used by a judge.


class Judge:
    """A browser that has joined a running scan's page and posts to it."""

    def __init__(self, link: str) -> None:
        self.home, _, token = link.partition("/join#")
        self.opener: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()))
        self.post("/join", b'{"token": "%s"}' % token.encode())

    def post(self, path: str, data: bytes, kind: str = "application/json") -> bytes:
        headers = {"content-type": kind, "origin": self.home, "x-name": "photo.png"}
        asked = Request(self.home + path, data, headers)  # noqa: S310 - our own server
        with self.opener.open(asked, timeout=PATIENCE_S) as answer:
            return bytes(answer.read())

    def get(self, path: str) -> bytes:
        with self.opener.open(self.home + path, timeout=PATIENCE_S) as answer:
            return bytes(answer.read())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def printed(folder: Path) -> Manifest:
    whole = manifest("yggdrasil", {"sun": "orchard"})
    (folder / "m.manifest.json").write_text(dump_manifest(whole), encoding="utf-8")
    return whole


def scanned(
    capfd: pytest.CaptureFixture[str],
    looking: threading.Event,
    judge: Callable[[Judge], None],
    *words: str,
) -> tuple[int, str]:
    """Run the command with a judge; return its exit code and its stderr."""
    spoken: list[str] = []
    faults: list[BaseException] = []

    def act() -> None:
        try:
            while not (found := re.search(r"http://\S+", "".join(spoken))):
                spoken.append(capfd.readouterr().err)
                time.sleep(0.05)
            judge(Judge(found.group()))
        except BaseException as fault:  # noqa: BLE001 - raised again in the test's own thread
            faults.append(fault)
        finally:
            looking.clear()

    looking.set()
    thread = threading.Thread(target=act)
    thread.start()
    with pytest.raises(SystemExit) as left:
        cli.main(["scan", "-m", "m.manifest.json", "--page", "--no-open", "--port", "0", *words])
    thread.join()
    spoken.append(capfd.readouterr().err)
    if faults:
        raise faults[0]
    return int(str(left.value.code or 0)), "".join(spoken)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the time for which the command waits for somebody to open the page."""
    monkeypatch.setattr("companion.commands.scan.page._FIRST_LOOK_S", 0.0)


@pytest.fixture
def looking(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Replace the check for viewers: after `clear`, a judge counts as gone immediately."""
    looking = threading.Event()
    monkeypatch.setattr(
        "companion.web.scan.mailbox.ScanMailbox.looked_at", lambda _: looking.is_set()
    )
    return looking


def test_photographs_from_the_page_are_counted_kept_and_saved(
    folder: Path, printed: Manifest, capfd: pytest.CaptureFixture[str], looking: threading.Event
) -> None:
    tags = [card.tag for card in printed.cards[:4]]
    photo(folder / "a.png", *tags)
    image = (folder / "a.png").read_bytes()

    def judge(page: Judge) -> None:
        page.post("/photo", image, "image/png")
        page.post("/press", b'{"press": "finish"}')
        while b'"state":"result"' not in (view := page.get("/view")):
            assert b'"counted":4' in view
        assert page.get(f"/seen/{tags[0]}").startswith(b"\xff\xd8")
        assert b"Deck check" in page.get("/result/html")

    code, _ = scanned(capfd, looking, judge, "--save", "kept/one")

    assert code == 1
    assert (folder / "kept" / "one.json").is_file()
    assert len(list((folder / "kept" / "one-pictures").iterdir())) == 4


def test_go_on_counts_again_after_the_result(
    folder: Path,
    printed: Manifest,
    capfd: pytest.CaptureFixture[str],
    looking: threading.Event,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tags = [card.tag for card in printed.cards[:4]]
    film = Film(picture(*tags[:2]))
    film.name = "camera 0"
    live = threading.Event()

    def read() -> Frame:
        shown = picture(*(tags if live.is_set() else tags[:2]))
        read.index += 1  # type: ignore[attr-defined]
        return Frame(shown, read.index / 10, read.index)  # type: ignore[attr-defined]

    read.index = 0  # type: ignore[attr-defined]
    monkeypatch.setattr(film, "read", read)
    monkeypatch.setattr(sources, "open_source", lambda spec: film)

    def wait(page: Judge, what: bytes) -> None:
        while what not in page.get("/view"):
            time.sleep(0.01)

    def judge(page: Judge) -> None:
        wait(page, b'"counted":2')
        assert page.get("/picture").startswith(b"\xff\xd8")
        page.post("/press", b'{"press": "finish"}')
        wait(page, b'"state":"result"')
        live.set()  # cards moved or added now do not count
        time.sleep(0.3)
        wait(page, b'"counted":2')
        page.post("/press", b'{"press": "go_on"}')
        wait(page, b'"counted":4')
        page.post("/press", b'{"press": "finish"}')
        wait(page, b'"state":"result"')

    code, _ = scanned(capfd, looking, judge, "0", "--no-save")

    assert code == 1
    assert film.closed
    assert list(folder.iterdir()) == [folder / "m.manifest.json"], "nothing is kept unasked"


def test_photographs_named_on_the_command_line_end_in_a_result(
    folder: Path, printed: Manifest, capfd: pytest.CaptureFixture[str]
) -> None:
    photo(folder / "a.png", *[card.tag for card in printed.cards[:4]])

    words = ["scan", "a.png", "-m", "m.manifest.json", "--page", "--no-open", "--port", "0"]
    with pytest.raises(SystemExit) as left:  # nobody opens the page, and the command does not wait
        cli.main([*words, "--no-save", "--lang", "ja"])

    assert left.value.code == 1
    assert "ページ：http" in capfd.readouterr().err


@pytest.mark.parametrize("fault", [MemoryError(), cv2.error("std::bad_alloc")])
def test_a_photograph_that_asks_for_too_much_ends_nothing(
    folder: Path,
    printed: Manifest,
    capfd: pytest.CaptureFixture[str],
    looking: threading.Event,
    monkeypatch: pytest.MonkeyPatch,
    fault: Exception,
) -> None:
    jpeg = cv2.imencode(".jpg", picture(printed.cards[0].tag))[1].tobytes()
    faults = [fault]

    def heavy(image: Image, book: Codebook, stock: PrintedStock, source: str) -> TagsInView:
        if faults:
            raise faults.pop()
        return look_at_photo(image, book, stock, source)

    monkeypatch.setattr("companion.scan.scanner.look_at_photo", heavy)

    def judge(page: Judge) -> None:
        from urllib.error import HTTPError

        with pytest.raises(HTTPError) as report:
            page.post("/photo", jpeg, "image/jpeg")
        assert report.value.code == 422
        assert b"memory" in report.value.read()
        report.value.close()
        assert b"1 new" in page.post("/photo", jpeg, "image/jpeg")
        page.post("/press", b'{"press": "finish"}')
        while b'"state":"result"' not in page.get("/view"):
            pass

    assert scanned(capfd, looking, judge, "--no-save")[0] == 1


def test_a_broken_photograph_from_the_page_ends_nothing(
    folder: Path, printed: Manifest, capfd: pytest.CaptureFixture[str], looking: threading.Event
) -> None:
    jpeg = cv2.imencode(".jpg", picture(printed.cards[0].tag))[1].tobytes()

    def judge(page: Judge) -> None:
        from urllib.error import HTTPError

        for broken in (b"", b"no picture", jpeg[:40], b"\0\0\0\x18ftypheic\0\0\0\0"):
            with pytest.raises(HTTPError) as report:
                page.post("/photo", broken, "image/jpeg")
            assert report.value.code == 422
            report.value.close()
        assert b"1 new" in page.post("/photo", jpeg, "image/jpeg")
        page.post("/press", b'{"press": "finish"}')
        while b'"state":"result"' not in page.get("/view"):
            pass

    assert scanned(capfd, looking, judge, "--no-save")[0] == 1


def test_a_page_is_looked_at_for_a_while_after_it_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.5]  # a computer that has just been started
    monkeypatch.setattr(mailbox, "time", SimpleNamespace(monotonic=lambda: now[0]))
    inbox = ScanMailbox(lambda _: b"", Path())
    assert not inbox.looked_at()
    inbox.shown()
    now[0] += mailbox._LOOKED_AT_S - 0.1
    assert inbox.looked_at()
    now[0] += 0.2
    assert not inbox.looked_at()
