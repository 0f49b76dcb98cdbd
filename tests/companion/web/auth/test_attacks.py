"""Attacks that a page in a home network has to expect are refused.

They are made against the application itself, without a server; `test_serve` tests what needs real
sockets.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from starlette.websockets import WebSocketDisconnect

from companion.referee.control_cards import ControlCard
from companion.web.auth.roles import MOST_KEYS, MOST_OF_ONE, MOST_TOKENS, AccessControl, Role
from companion.web.live import MOST_SOCKETS, Live
from companion.web.mailbox import MOST_OF_A_SEAT, MOST_PRESSED
from companion.web.server import Site
from tests.support.web.http_client import TestClient, WebSocketTestSession
from tests.support.web.match_page import Table

HOME = "http://127.0.0.1:8737"
LIVE = "ws://127.0.0.1:8737/live"
PAGES = ("/", "/view", "/picture", "/moment/1", "/rules?q=a", "/files/page.css", "/words/en")
POSTS = ("/join", "/press", "/pair/spectator", "/frame")


class Neighbour:
    """A match's site, and browsers with or without an invitation that visit it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.access = AccessControl([HOME, "http://localhost:8737"])
        live = Live(table.mailbox, table.viewing)
        self.site = Site(table.mailbox, self.access, live, address=lambda role: HOME)

    def browser(self, role: Role | None = None, seat: str = "", base: str = HOME) -> TestClient:
        browser = TestClient(self.site.app, base_url=base)
        if role is not None:
            token = self.access.invite(role, seat)
            assert browser.post("/join", json={"token": token}).status_code == 200
        return browser


@pytest.fixture
def table() -> Table:
    table = Table.of("yggdrasil", 1)
    *_, _ = table.play(8)
    table.look()
    table.look()
    return table


@pytest.fixture
def there(table: Table) -> Neighbour:
    return Neighbour(table)


def drain(socket: WebSocketTestSession) -> None:
    """Read until the server closes the socket; raise `WebSocketDisconnect` with its code."""
    while True:
        message = socket.receive()
        if message["type"] == "websocket.close":
            raise WebSocketDisconnect(message["code"])


# Admission.


@pytest.mark.parametrize("path", ["/", "/view", "/picture", "/moment/1", "/rules?q=a"])
def test_without_a_token_nothing_is_shown(there: Neighbour, path: str) -> None:
    answer = there.browser().get(path)

    assert answer.status_code == 403
    assert "Sun" not in answer.text


@pytest.mark.parametrize("token", ["", "x", "A" * 22, "../../etc", "\u2603" * 22, 7, None, [], {}])
def test_a_forged_token_opens_nothing(there: Neighbour, token: object) -> None:
    browser = there.browser()

    assert browser.post("/join", json={"token": token}).status_code == 403
    assert browser.get("/view").status_code == 403


@pytest.mark.parametrize("role", [Role.SEAT, Role.CAMERA])
def test_a_photographed_code_of_a_seat_or_camera_is_worth_nothing(
    there: Neighbour, role: Role
) -> None:
    token = there.access.invite(role, "A" if role is Role.SEAT else "")

    assert there.browser().post("/join", json={"token": token}).status_code == 200
    assert there.browser().post("/join", json={"token": token}).status_code == 403


def test_the_preview_of_a_link_uses_nothing_up(there: Neighbour) -> None:
    token = there.access.invite(Role.SEAT, "A")

    assert there.browser().get("/join").status_code == 200
    assert there.browser().head("/join").status_code in (200, 405)
    assert there.browser().post("/join", json={"token": token}).status_code == 200


def test_links_without_number_fill_no_memory_and_shut_nobody_out() -> None:
    access = AccessControl([HOME])
    table = access.invite(Role.TABLE)
    last = ""
    for _ in range(3 * MOST_TOKENS):
        access.invite(Role.CAMERA)
        last = access.invite(Role.SPECTATOR)

    assert len(access._tokens) <= 2 * MOST_TOKENS + 2
    assert access.enter(table) is not None
    assert access.enter(last) is not None


def test_browsers_without_number_fill_no_memory_and_shut_no_player_out() -> None:
    access = AccessControl([HOME])
    key, _ = access.enter(access.invite(Role.TABLE)) or ("", None)
    guest = access.invite(Role.SPECTATOR)
    for _ in range(MOST_KEYS + 50):
        access.enter(guest)

    assert len(access._keys) <= MOST_KEYS
    assert access.known(key) is not None


def test_a_guest_who_joins_again_and_again_pushes_out_no_other_guest() -> None:
    access = AccessControl([HOME])
    code = access.invite(Role.SPECTATOR)
    key, who = access.enter(code, "192.0.2.7") or ("", None)
    last = ""
    for _ in range(MOST_KEYS + 50):
        last, _ = access.enter(code, "192.0.2.8") or ("", None)

    assert len(access._keys) == 1 + MOST_OF_ONE
    assert access.known(key) == who is not None
    assert access.known(last) == who


@pytest.mark.parametrize("key", ["", "x", "A" * 32, "A" * 4000, '"', "a=b; c"])
def test_a_forged_cookie_opens_nothing(there: Neighbour, key: str) -> None:
    answer = there.browser().get("/view", headers={"cookie": f"companion-8737={key}"})

    assert answer.status_code == 403


def test_a_cookie_is_for_no_script_and_no_other_site(there: Neighbour) -> None:
    token = there.access.invite(Role.TABLE)
    cookie = there.browser().post("/join", json={"token": token}).headers["set-cookie"].lower()

    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "companion-8737=" in cookie
    assert token.lower() not in cookie


# Other sites in the same browser.


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("host", ["evil.example", "evil.example:8737", "127.0.0.1", "127.0.0.1:80"])
def test_a_foreign_name_for_this_machine_is_refused(there: Neighbour, path: str, host: str) -> None:
    browser = there.browser(Role.TABLE)

    assert browser.get(path, headers={"host": host}).status_code == 403


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "https://127.0.0.1:8737"]
)
def test_another_sites_page_may_not_act(there: Neighbour, path: str, origin: str) -> None:
    browser = there.browser(Role.TABLE)
    answer = browser.post(path, json={"control": "undo"}, headers={"origin": origin})

    assert answer.status_code == 403
    assert there.table.mailbox.take() == []


@pytest.mark.parametrize("path", POSTS)
def test_a_browser_that_says_cross_site_may_not_act(there: Neighbour, path: str) -> None:
    browser = there.browser(Role.TABLE)
    headers = {"sec-fetch-site": "cross-site"}

    assert browser.post(path, json={"control": "undo"}, headers=headers).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"host": "127.0.0.1:80"},
    ],
)
def test_another_sites_page_gets_no_socket(there: Neighbour, headers: dict[str, str]) -> None:
    browser = there.browser(Role.TABLE)

    with (
        pytest.raises(WebSocketDisconnect),
        browser.websocket_connect(LIVE, headers=headers) as socket,
    ):
        socket.receive_text()


def test_a_form_of_another_site_is_not_understood(there: Neighbour) -> None:
    browser = there.browser(Role.TABLE)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = browser.post(
            "/press", content='{"control":"undo"}', headers={"content-type": kind}
        )
        assert answer.status_code == 415
    assert there.table.mailbox.take() == []


@pytest.mark.parametrize("path", [*PAGES, "/join", "/no/such/thing"])
def test_every_answer_forbids_what_the_page_does_not_need(there: Neighbour, path: str) -> None:
    headers = there.browser(Role.TABLE).get(path).headers
    policy = headers["content-security-policy"]

    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert not any(name.startswith("access-control-") for name in headers)


def test_a_preflight_is_granted_nothing(there: Neighbour) -> None:
    answer = there.browser(Role.TABLE).options(
        "/press",
        headers={"origin": "http://evil.example", "access-control-request-method": "POST"},
    )

    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers


# Permissions.


def test_the_tables_buttons_do_what_the_cards_do(there: Neighbour) -> None:
    browser = there.browser(Role.TABLE)

    for control in ControlCard:
        assert browser.post("/press", json={"control": control.value}).status_code == 204
        assert [each.control for each in there.table.mailbox.take()] == [control]


def test_a_spectator_may_look_and_do_nothing(there: Neighbour) -> None:
    browser = there.browser(Role.SPECTATOR)

    assert browser.get("/view").status_code == 200
    assert browser.post("/press", json={"control": "undo"}).status_code == 403
    assert browser.post("/pair/spectator", json={}).status_code == 403
    assert browser.post("/frame", content=b"\xff\xd8").status_code == 403
    for path in ("/picture", "/moment/1"):
        assert browser.get(path).status_code == 403
    assert there.table.mailbox.take() == []


def test_a_seat_acts_for_itself_only(there: Neighbour) -> None:
    browser = there.browser(Role.SEAT, "A")

    assert browser.post("/press", json={"control": "ready", "seat": "B"}).status_code == 204
    assert [each.seat for each in there.table.mailbox.take()] == ["A"]
    assert browser.post("/pair/seat", json={"seat": "B"}).status_code == 403
    assert browser.get("/picture").status_code == 403


def test_a_camera_sees_nothing_of_the_match(there: Neighbour) -> None:
    browser = there.browser(Role.CAMERA)

    for path in ("/view", "/picture", "/moment/1", "/rules?q=a"):
        assert browser.get(path).status_code == 403
    assert browser.post("/press", json={"control": "undo"}).status_code == 403
    with pytest.raises(WebSocketDisconnect), browser.websocket_connect(LIVE):
        pass


def test_no_link_is_given_out_for_a_second_table(there: Neighbour) -> None:
    browser = there.browser(Role.TABLE)

    for role, data in (("table", {}), ("seat", {"seat": "C"}), ("spectator", {"seat": "A"})):
        assert browser.post(f"/pair/{role}", json=data).status_code == 400
    assert browser.post("/pair/arbiter", json={}).status_code == 404
    link = browser.post("/pair/seat", json={"seat": "B"}).json()
    assert link["link"].startswith(f"{HOME}/join#")
    assert link["qr"].startswith("<svg")


# Requests that are too large or make no sense.


@pytest.mark.parametrize(
    "path",
    [
        "/files/../server.py",
        "/files/..%2f..%2fserver.py",
        "/files/%2e%2e/access.py",
        "/files//etc/passwd",
        "/files/page.css/../../desk.py",
        "/files/page.css%00.js",
        "/files/",
        "/words/../en",
        "/words/de",
        "/moment/../1",
        "/moment/-1",
        "/moment/99999999999999999999",
        "/moment/" + "9" * 5000,
        "/paper/" + "9" * 5000 + "/up",
    ],
)
def test_paths_lead_nowhere_but_to_the_pages_files(there: Neighbour, path: str) -> None:
    answer = there.browser(Role.TABLE).get(path)

    assert answer.status_code in (403, 404)
    assert "import" not in answer.text
    assert "root:" not in answer.text


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"control": "checkmate"}',
        b'{"control": null}',
        b'{"control": ["undo"]}',
        b'{"control": "undo", "seat": 1}',
        b'{"control": "undo", "seat": "C"}',
        b"[" * 4000,
        b'{"control": "undo", "x": ' + b"1" * 5000 + b"}",
    ],
)
def test_what_makes_no_sense_presses_nothing(there: Neighbour, body: bytes) -> None:
    browser = there.browser(Role.TABLE)
    answer = browser.post("/press", content=body, headers={"content-type": "application/json"})

    assert answer.status_code in (400, 413)
    assert there.table.mailbox.take() == []


def test_a_body_without_end_is_cut_off(there: Neighbour) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(1000):
            yield b" " * 1000

    browser = there.browser(Role.TABLE)
    answer = browser.post("/press", content=endless(), headers={"content-type": "application/json"})

    assert answer.status_code == 413


def test_a_length_that_is_no_number_is_refused(there: Neighbour) -> None:
    browser = there.browser(Role.TABLE)
    for length in ("9" * 40, "-1", "1e3"):
        answer = browser.post(
            "/press",
            content=b"{}",
            headers={"content-type": "application/json", "content-length": length},
        )
        assert answer.status_code in (400, 413)


def test_hammering_on_a_card_presses_it_only_so_often(there: Neighbour) -> None:
    browser = there.browser(Role.TABLE)
    codes = [
        browser.post("/press", json={"control": "repeat"}).status_code
        for _ in range(MOST_PRESSED + 5)
    ]

    assert codes == [204] * MOST_PRESSED + [429] * 5


def test_a_seat_that_talks_without_end_silences_nobody(there: Neighbour) -> None:
    loud, other = there.browser(Role.SEAT, "B"), there.browser(Role.SEAT, "A")
    spoken = {"verb": "declare", "value": "x"}
    codes = [loud.post("/orders", json=spoken).status_code for _ in range(MOST_OF_A_SEAT + 5)]

    assert codes == [204] * MOST_OF_A_SEAT + [429] * 5
    assert other.post("/orders", json=spoken).status_code == 204
    table = there.browser(Role.TABLE)
    assert table.post("/press", json={"control": "repeat"}).status_code == 204
    assert len(there.table.mailbox.take()) == MOST_OF_A_SEAT + 2


def test_a_seat_fills_the_log_no_faster_than_a_person(
    there: Neighbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.auth.rate_limit.time.monotonic", lambda: 100.0)
    loud, taken = there.browser(Role.SEAT, "B"), 0
    codes = set()
    for _ in range(60):
        for path, data in (
            ("/orders", {"verb": "declare", "value": "x"}),
            ("/press", {"control": "repeat"}),
        ):
            codes.add(loud.post(path, json=data).status_code)
        taken += len(there.table.mailbox.take())

    assert codes == {204, 429}
    assert taken == 24
    assert there.browser(Role.TABLE).post("/press", json={"control": "undo"}).status_code == 204


def test_a_guest_asks_about_the_rules_no_faster_than_a_person(
    there: Neighbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.auth.rate_limit.time.monotonic", lambda: 100.0)
    guest, table = there.browser(Role.SPECTATOR), there.browser(Role.TABLE)
    paths = ("/rules?q=a", "/why?q=a") * 22
    codes = [[each.get(path).status_code for path in paths] for each in (guest, table)]

    assert codes == [[200] * 40 + [429] * 4, [200] * 44]


@pytest.mark.parametrize(
    "message",
    [
        "",
        "x",
        "[]",
        "{}",
        '{"drawn": true}',
        '{"lang": "de"}',
        '{"lang": ["en"]}',
        '{"drawn": 1, "lang": "en"}',
        '{"control": "undo"}',
        '{"drawn": "1"}',
        "[" * 150,
        "9" * 300,
    ],
)
def test_a_message_no_page_sends_ends_the_socket(there: Neighbour, message: str) -> None:
    browser = there.browser(Role.SPECTATOR)

    with browser.websocket_connect(LIVE) as socket:
        assert json.loads(socket.receive_text())["who"] == "spectator"
        socket.send_text(message)
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()
    assert there.table.mailbox.take() == []


def test_bytes_end_the_socket(there: Neighbour) -> None:
    with there.browser(Role.TABLE).websocket_connect(LIVE) as socket:
        socket.receive_text()
        socket.send_bytes(b"\x00\xff")
        with pytest.raises(WebSocketDisconnect):
            drain(socket)


def test_chattering_ends_the_socket(there: Neighbour) -> None:
    with there.browser(Role.SPECTATOR).websocket_connect(LIVE) as socket:
        socket.receive_text()
        for n in range(400):
            socket.send_text(json.dumps({"drawn": n}))
        with pytest.raises(WebSocketDisconnect):
            drain(socket)


def test_names_and_texts_are_only_ever_text(there: Neighbour) -> None:
    there.table.viewing.names = {"A": "<script>alert(1)</script>", "B": "\"'&"}
    there.table.viewing.__dict__.pop("named", None)
    answer = there.browser(Role.TABLE).get("/view")

    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["score"][0]["name"] == "<script>alert(1)</script>"


def test_most_sockets_are_fewer_than_most_connections() -> None:
    from companion.web.auth.connection_limits import MOST_CONNECTIONS
    from companion.web.live import MOST_PLAYERS

    assert MOST_SOCKETS + MOST_PLAYERS < MOST_CONNECTIONS


# A replayed match.


def test_nobody_but_the_table_steps_and_only_through_a_match_that_is_over(table: Table) -> None:
    there = Neighbour(table)
    assert there.browser(Role.TABLE).post("/step", json={"to": 1}).status_code == 409
    wishes: list[dict[str, object]] = []

    def step(data: dict[str, object]) -> bool:
        wishes.append(data)
        return data == {"to": 1}

    live = Live(table.mailbox, table.viewing)
    there.site = Site(table.mailbox, there.access, live, address=lambda role: HOME, step=step)
    for role in (Role.SPECTATOR, Role.CAMERA, None):
        assert there.browser(role).post("/step", json={"to": 1}).status_code == 403
    assert there.browser(Role.SEAT, "A").post("/step", json={"to": 1}).status_code == 403
    assert not wishes
    browser = there.browser(Role.TABLE)
    foreign = browser.post("/step", json={"to": 1}, headers={"origin": "http://evil.example"})
    assert foreign.status_code == 403
    assert browser.post("/step", json={"to": 1}).status_code == 204
    assert browser.post("/step", json={"to": "x"}).status_code == 400
    assert browser.post("/step", content=b"{" * 9000).status_code in (413, 415)
