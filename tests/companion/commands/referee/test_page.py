"""`companion referee` with its page, from the first view to the last."""

from __future__ import annotations

import dataclasses
import http.client
import json
import threading
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from companion.commands.referee.options import MatchOptions, _lot
from companion.commands.referee.page import PageOptions
from companion.errors import SessionError
from companion.match_setup.players import read_names
from companion.web.mailbox import Mailbox
from companion.web.snapshot import Snapshot
from rules import LANGUAGES, Match, Setup, load_catalog, load_game
from tests.companion.commands.referee.test_command import Film, film, manifest, start
from tests.support.waiting import PATIENCE_S, until

__all__ = ["film", "manifest"]


class Guest:
    """A viewer that opens the link, joins, watches, and leaves when the match is over."""

    def __init__(self) -> None:
        self.views: list[dict[str, Any]] = []
        self.looking = threading.Event()
        self.thread: threading.Thread | None = None

    def open(self, link: str) -> bool:
        self.thread = threading.Thread(target=self.look, args=(link,), daemon=True)
        self.thread.start()
        return True

    def has_seen(self, snapshot: Snapshot) -> bool:
        report = snapshot.story.latest.n if snapshot.story.latest else 0
        return any(view["caption"]["n"] >= report for view in self.views[-1:])

    def look(self, link: str) -> None:
        found = urlsplit(link)
        line = http.client.HTTPConnection(found.netloc, timeout=PATIENCE_S)
        body = json.dumps({"token": found.fragment})
        line.request("POST", "/join", body, {"content-type": "application/json"})
        answer = line.getresponse()
        cookie = (answer.getheader("set-cookie") or "").partition(";")[0]
        answer.read()
        line.close()
        with connect(
            f"ws://{found.netloc}/live?lang=en", additional_headers={"cookie": cookie}, proxy=None
        ) as socket:
            self.looking.set()
            try:
                while not self.views or self.views[-1]["screen"] != "ended":
                    message = socket.recv(timeout=PATIENCE_S)
                    if isinstance(message, str) and '"view"' in message[:8]:
                        self.views.append(json.loads(message))
            except (TimeoutError, ConnectionClosed):
                return


def test_a_match_is_shown_while_it_is_played(
    film: Film, manifest: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    guest = Guest()
    read, post = film.read, Mailbox.post
    placed: list[Snapshot] = []

    def keep(mailbox: Mailbox, snapshot: Snapshot) -> None:
        placed.append(snapshot)
        post(mailbox, snapshot)

    def when_it_was_seen() -> object:
        assert guest.looking.wait(PATIENCE_S)
        until(lambda: not placed or guest.has_seen(placed[-1]))
        return read()

    monkeypatch.setattr("companion.commands.browser.open_window", guest.open)
    monkeypatch.setattr(Mailbox, "post", keep)
    monkeypatch.setattr(film, "read", when_it_was_seen)
    words = ["referee", "yggdrasil", "-s", "table.mp4", "-m", str(manifest), "--no-log"]
    assert start(*words, "--page", "--port", "0", "--name", "A=Hana") == 0
    assert guest.thread is not None
    guest.thread.join(PATIENCE_S)

    screens = [view["screen"] for view in guest.views]
    assert "refusal" in screens
    assert screens[-1] == "ended"
    refusal = guest.views[screens.index("refusal")]
    assert refusal["verdict"]["clauses"][0]["id"] == "YGG-6.2"
    assert refusal["now"]["head"] == "Hana to move" or refusal["now"]["seats"] == []
    assert "http://127.0.0.1:" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("lang", "report"),
    [
        ("en", ("The live page: http", "Match log: ")),
        ("ja", ("対戦のページ：http", "対戦の記録：")),
        ("zh-Hant", ("即時頁面：http", "對局紀錄存在 ")),
    ],
)
def test_where_page_and_log_are_is_reported_in_the_players_language(
    film: Film,
    manifest: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    lang: str,
    report: tuple[str, str],
) -> None:
    log = tmp_path / "match.jsonl"
    words = ["referee", "yggdrasil", "-s", "table.mp4", "-m", str(manifest), "--log", str(log)]
    start(*words, "--lang", lang, "--page", "--no-open", "--port", "0")
    text = capfd.readouterr().err
    assert report[0] in text
    assert f"{report[1]}{log}" in text


def test_without_a_screen_there_is_no_page(
    film: Film, manifest: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["referee", "yggdrasil", "-s", "table.mp4", "-m", str(manifest), "--no-log"]
    assert start(*words) == 0
    assert "http" not in capfd.readouterr().err


@pytest.mark.parametrize(
    ("show", "json", "screen", "wanted"),
    [
        (None, False, True, True),
        (None, False, False, False),
        (None, True, True, False),
        (True, True, False, True),
        (False, False, True, False),
    ],
)
def test_a_page_is_for_people_unless_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, *, show: bool | None, json: bool, screen: bool, wanted: bool
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: screen, raising=False)

    assert PageOptions(show).wanted(json=json) is wanted


@pytest.mark.parametrize("show", [None, False])
def test_an_address_for_the_page_requests_a_page(
    monkeypatch: pytest.MonkeyPatch, *, show: bool | None
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: False, raising=False)

    for asked in (PageOptions(show, port=8799), PageOptions(show, lan=True)):
        assert asked.wanted(json=False) is (show is None)


def test_names_are_by_seat_or_colour() -> None:
    catalog = load_catalog("yggdrasil")

    assert read_names(["A=Hana", "moon= Leo "], catalog) == {"A": "Hana", "B": "Leo"}
    for wrong in ("Hana", "A=", "A= ", "C=Hana", "A=" + "x" * 41):
        with pytest.raises(SessionError, match="--name"):
            read_names([wrong], catalog)


def test_a_name_with_a_mark_nobody_sees_is_refused_for_that_and_not_for_its_length() -> None:
    catalog = load_catalog("yggdrasil")
    with pytest.raises(SessionError) as report:
        read_names(["A=Hana\u202egpj.exe\x1b[2J"], catalog)
    for lang in LANGUAGES:
        text = report.value.message.render(lang)
        assert text.isprintable()
        assert "A=Hana·gpj.exe·[2J" in text
    assert "invisible" in report.value.message.render("en")


@pytest.mark.parametrize(
    ("words", "report"),
    [
        (["yggdrasil", "-s", "phone"], "--lan"),
        (["yggdrasil", "-s", "phone", "--lan", "--no-page"], "page"),
    ],
)
def test_a_phone_needs_a_page_that_it_can_reach(
    manifest: Path, capfd: pytest.CaptureFixture[str], words: list[str], report: str
) -> None:
    further = [] if "--no-page" in words else ["--page", "--no-open", "--port", "0"]
    assert start("referee", *words, "-m", str(manifest), "--no-log", *further) == 2
    assert report in capfd.readouterr().err


@pytest.mark.parametrize(
    ("game", "drawn"),
    [("yggdrasil", ("A", "B")), ("jiguan", ("",)), ("dicebattle", ("",)), ("stratosphere", ("",))],
)
def test_who_begins_by_mouse_is_drawn_where_no_piece_says_it(
    game: str, drawn: tuple[str, ...]
) -> None:
    wish = MatchOptions(
        game, "mouse", (), (), (), (), "", None, "en",
        keep=False, resume=False, json=False, seed=1, max_seconds=None,
    )  # fmt: skip
    match: Match[Any] = Match(load_game(game), Setup(game))

    assert _lot(wish, match) in drawn
    assert _lot(dataclasses.replace(wish, source="0"), match) == ""


def test_playing_by_mouse_needs_the_page(manifest: Path, capfd: pytest.CaptureFixture[str]) -> None:
    words = ["referee", "yggdrasil", "-s", "mouse", "-m", str(manifest), "--no-log", "--no-page"]

    assert start(*words) == 2
    assert "--no-page" in capfd.readouterr().err
