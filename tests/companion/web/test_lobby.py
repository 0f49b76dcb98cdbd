"""Before a match: offers, choices, and missing cameras."""

from __future__ import annotations

import json
import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from companion.commands.referee.coach import coach
from companion.errors import CameraLost
from companion.frames import Frame
from companion.match_setup.prints import PrintOffer, find_prints
from companion.referee.control_cards import ControlCard
from companion.web.auth.roles import AccessControl, Pass, Role
from companion.web.coach import Coach, Figure
from companion.web.live import Live
from companion.web.lobby import CameraOffer, GameOffer, Lobby, LobbyChoice, Offers, Unfinished
from companion.web.mailbox import Mailbox, Pressed
from companion.web.server import Site
from rules import LANGUAGES, Manifest, Mat, dump_manifest, load_catalog, load_manifest
from rules.records.manifest import Symbol
from tests.support.paths import PICTURES
from tests.support.web.http_client import TestClient
from tests.support.web.match_page import Table, encoded

HOME = "http://127.0.0.1:8737"
NAMES = dict.fromkeys(LANGUAGES, "Kiln")
TURN = {"en": "Turn 12", "ja": "12ターン目", "zh-Hant": "第 12 回合"}
SECRET = Path("/secret/place/kiln.manifest.json")
LOG = Path("/secret/kiln.jsonl")
ANN, BO = ({"en": name, "ja": f"{name}さん", "zh-Hant": name} for name in ("Ann", "Bo"))
WHEN = "2026-11-22 04:10"
PAPER = PICTURES / "paper" / "yggdrasil" / "yggdrasil-mat-4x5-en.manifest.json"


@pytest.fixture
def lobby() -> Lobby:
    offers = Offers(
        (GameOffer("kiln", NAMES, NAMES, "2"), GameOffer("ash", NAMES, NAMES, "2")),
        (CameraOffer("0", "A camera", "1920 × 1080"), CameraOffer("virtual", "virtual")),
        (PrintOffer("kiln", (SECRET,), NAMES, "ja", 40, "2026-11-21"),),
        (
            Unfinished("kiln", LOG, TURN, (SECRET,), "virtual", (ANN, BO), WHEN),
            Unfinished("ash", LOG.with_name("ash.jsonl"), TURN, (), "0", (ANN, BO), WHEN),
        ),
    )
    return Lobby(offers)


@pytest.fixture
def browser(lobby: Lobby) -> TestClient:
    lobby.found((*(lobby.offers.cameras or ()), CameraOffer("mouse", "mouse")))
    mailbox = Mailbox(encoded)
    access = AccessControl([HOME])
    site = Site(mailbox, access, Live(mailbox), address=lambda role: HOME, lobby=lobby)
    browser = TestClient(site.app, base_url=HOME)
    browser.post("/join", json={"token": access.invite(Role.TABLE)})
    return browser


def test_the_page_asks_before_there_is_a_match(browser: TestClient) -> None:
    assert "start.js" in browser.get("/").text
    assert browser.get("/view").status_code == 503
    assert browser.get("/rules?q=a").status_code == 503
    assert browser.post("/press", json={"control": "undo"}).status_code == 503


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_path_of_this_computer_is_sent(browser: TestClient, lang: str) -> None:
    sent = browser.get(f"/lobby?lang={lang}").text

    assert "secret" not in sent
    players = [ANN[lang], BO[lang]]
    kiln = {"name": "Kiln", "turn": TURN[lang], "players": players, "when": WHEN, "camera": 1}
    assert json.loads(sent)["left"] == [kiln, {**kiln, "camera": 0}]


@pytest.mark.parametrize(
    ("source", "number"), [("0", 0), ("virtual", 1), ("phone", None), ("", None)]
)
def test_a_match_that_was_left_names_the_camera_it_was_played_before(
    lobby: Lobby, source: str, number: int | None
) -> None:
    """Check the camera number offered for an unfinished match: None if it is not connected."""
    left = lobby.offers.unfinished[0]
    offers = replace(lobby.offers, unfinished=(replace(left, source=source),))
    assert offers.data("en")["left"][0]["camera"] == number
    assert replace(offers, cameras=None).data("en")["left"][0]["camera"] is None


@pytest.mark.parametrize(
    ("data", "choice"),
    [
        ({"game": 0, "camera": 0, "papers": 0}, LobbyChoice("kiln", "0", (SECRET,))),
        ({"game": 0, "camera": 1, "papers": None}, LobbyChoice("kiln", "virtual", ())),
        ({"game": 1, "camera": 1}, LobbyChoice("ash", "virtual", ())),
        (
            {"left": 0, "camera": 0},
            LobbyChoice("kiln", "0", (SECRET,), LOG),
        ),
        ({"left": 1, "camera": 0}, LobbyChoice("ash", "0", (), LOG.with_name("ash.jsonl"))),
        (
            {"game": 1, "camera": 2, "opponent": 300},
            LobbyChoice("ash", "mouse", (), opponent=300),
        ),
    ],
)
def test_what_is_offered_can_be_chosen(
    lobby: Lobby, browser: TestClient, data: dict[str, object], choice: LobbyChoice
) -> None:
    assert browser.post("/start", json=data).status_code == 202
    assert lobby.wait() == choice


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"game": 2, "camera": 0, "papers": 0},
        {"game": -1, "camera": 0, "papers": 0},
        {"game": True, "camera": 0, "papers": 0},
        {"game": "kiln", "camera": 0, "papers": 0},
        {"game": 0, "camera": "rtsp://evil.example/x", "papers": 0},
        {"game": 0, "camera": 0, "papers": "/etc/passwd"},
        {"game": 1, "camera": 0, "papers": 0},
        {"game": 1, "camera": 0, "opponent": 300},
        {"game": 1, "camera": 2, "opponent": 299},
        {"game": 1, "camera": 2, "opponent": True},
        {"game": 1, "camera": 2, "opponent": "300"},
        {"left": 0},
        {"left": True, "camera": 0},
        {"left": 2, "camera": 0},
        {"left": 0, "camera": 1},
    ],
)
def test_nothing_else_can_be_chosen(
    lobby: Lobby, browser: TestClient, data: dict[str, object]
) -> None:
    assert browser.post("/start", json=data).status_code == 400
    assert lobby.choice is None


def test_the_first_choice_stands(lobby: Lobby) -> None:
    lobby.choose({"game": 0, "camera": 0, "papers": 0})
    lobby.choose({"game": 1, "camera": 1})

    assert lobby.wait() == LobbyChoice("kiln", "0", (SECRET,))


def test_a_phone_that_cannot_come_in_is_reported(lobby: Lobby) -> None:
    assert lobby.offers.data("en")["alone"] is False
    lobby.offers = replace(lobby.offers, alone=True)
    assert lobby.offers.data("ja")["alone"] is True
    assert [camera["kind"] for camera in lobby.offers.data("ja")["cameras"]] == [
        "camera",
        "virtual",
    ]


def test_cameras_are_offered_when_they_were_found(lobby: Lobby) -> None:
    lobby.offers = replace(lobby.offers, cameras=None)
    assert lobby.offers.data("en")["cameras"] is None
    assert not lobby.choose({"game": 0, "camera": 0})

    lobby.found((CameraOffer("3", "Found"),))
    assert lobby.offers.data("en")["cameras"][0]["name"] == "Found"


@pytest.mark.parametrize("role", [Role.SPECTATOR, Role.SEAT, Role.CAMERA])
def test_only_the_table_chooses(lobby: Lobby, role: Role) -> None:
    mailbox = Mailbox(encoded)
    access = AccessControl([HOME])
    site = Site(mailbox, access, Live(mailbox), address=lambda role: HOME, lobby=lobby)
    browser = TestClient(site.app, base_url=HOME)
    browser.post("/join", json={"token": access.invite(role)})

    assert browser.get("/lobby").status_code == 403
    assert browser.post("/start", json={"game": 0, "camera": 0}).status_code == 403


def test_once_it_has_begun_nothing_is_chosen_any_more(lobby: Lobby) -> None:
    table = Table.of("yggdrasil", 1)
    access = AccessControl([HOME])
    live = Live(table.mailbox)
    site = Site(table.mailbox, access, live, address=lambda role: HOME, lobby=lobby)
    browser = TestClient(site.app, base_url=HOME)
    browser.post("/join", json={"token": access.invite(Role.TABLE)})
    live.viewing = table.viewing

    assert browser.get("/lobby").status_code == 410
    assert browser.post("/start", json={"game": 0, "camera": 0}).status_code == 410
    assert "main.js" in browser.get("/").text


def test_who_comes_while_a_known_match_is_opened_waits() -> None:
    table = Table.of("yggdrasil", 1)
    access = AccessControl([HOME])
    site = Site(table.mailbox, access, Live(table.mailbox), address=lambda role: HOME)
    browser = TestClient(site.app, base_url=HOME)
    browser.post("/join", json={"token": access.invite(Role.TABLE)})

    assert "start.js" in browser.get("/").text
    assert browser.get("/lobby").status_code == 202
    assert browser.post("/start", json={"game": 0, "camera": 0}).status_code == 410


# Print files.


def paper(folder: Path, name: str, game: str, *, mat: bool = False, age: float = 0) -> Path:
    mats = (Mat("4x5", 1, 420, 594, (), (), ()),) if mat else ()
    deck = "" if mat else "orchard+mine+shared"
    manifest = Manifest(game, "printkit", "x.pdf", "t@1", Symbol(2), deck, lang="ja", mats=mats)
    path = folder / f"{name}.manifest.json"
    path.write_text(dump_manifest(manifest), encoding="utf-8")
    os.utime(path, (time.time() - age, time.time() - age))
    return path


def test_the_newest_cards_and_mat_belong_together(tmp_path: Path) -> None:
    paper(tmp_path, "old", "yggdrasil", age=90)
    cards = paper(tmp_path, "new", "yggdrasil", age=10)
    mat = paper(tmp_path, "mat", "yggdrasil", mat=True, age=50)
    paper(tmp_path, "alone", "jiguan")
    (tmp_path / "broken.manifest.json").write_text("{", encoding="utf-8")

    (found,) = find_prints(tmp_path)
    assert found.game == "yggdrasil"
    assert found.manifests == (cards, mat)
    own = load_catalog("yggdrasil").deck_names["orchard"]
    assert found.names == {lang: f"{own[lang]} + mine" for lang in LANGUAGES}
    assert found.lang == "ja"
    assert find_prints(tmp_path / "nowhere") == ()


# The light coach.


def found(light: str) -> Coach:
    spoken = {lang: (f"{lang} first", f"{lang} second") for lang in LANGUAGES}
    return Coach(light, spoken, (Figure("size", "0.70", "1.0", well=False),), (((0.1, 0.2),),))


@pytest.mark.parametrize(
    ("light", "state"), [("red", "trouble"), ("yellow", "unsure"), ("green", "legal")]
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_coach_says_what_is_wrong(light: str, state: str, lang: str) -> None:
    table = Table.of("yggdrasil")
    now = replace(table.snapshot(), coach=found(light))
    view = table.viewing.view(now, Pass(Role.TABLE), lang)

    assert view["screen"] == "coach"
    assert view["light"]["state"] == state
    assert view["now"]["head"] == f"{lang} first"
    assert [step["text"] for step in view["steps"]] == [f"{lang} second"]
    assert view["controls"] == ["done"]
    assert view["coach"]["figures"][0]["state"] == "trouble"


def test_a_spectator_gets_no_news_of_the_camera() -> None:
    table = Table.of("yggdrasil")
    now = replace(table.snapshot(), coach=found("red"))
    view = table.viewing.view(now, Pass(Role.SPECTATOR), "en")

    assert "en first" not in json.dumps(view)


def test_the_match_begins_where_the_coach_ends() -> None:
    table = Table.of("yggdrasil")
    table.onlooker.show_whole(table.frame())
    table.onlooker.coach(found("red"))
    assert table.mailbox.snapshot[1].coach is not None
    assert table.mailbox.picture() is not None

    table.onlooker.coach(None)
    assert table.mailbox.snapshot[1].coach is None


class Silent:
    """A phone that sends no picture."""

    name = "phone"

    def __init__(self, mailbox: Mailbox) -> None:
        self.mailbox, self.heads = mailbox, set[str]()

    def read(self) -> Frame | None:
        now = self.mailbox.snapshot[1]
        if now is not None and now.coach is not None:
            self.heads |= {now.coach.sentences[lang][0] for lang in LANGUAGES}
            self.steps = len(now.coach.sentences["en"]) - 1
            self.mailbox.press(Pressed(ControlCard.DONE))
        raise CameraLost("nothing has come")

    def close(self) -> None:
        """Do nothing, as there is nothing to release."""


@pytest.mark.parametrize(("phone", "steps"), [(True, 1), (False, 0)])
def test_before_the_first_picture_its_way_is_explained(*, phone: bool, steps: int) -> None:
    table = Table.of("yggdrasil")
    silent = Silent(table.mailbox)
    coach(silent, (load_manifest(PAPER),), table.onlooker, table.mailbox, phone=phone)

    assert len(silent.heads) == len(LANGUAGES)
    assert silent.steps == steps
    assert table.mailbox.snapshot[1].coach is None
