"""A resumed referee recognises the players who had joined."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.commands.referee.options import MatchOptions, _keyring
from companion.commands.referee.page import OpenPage, PageOptions
from companion.errors import SourceError
from companion.web.auth.middleware import cookie_name
from companion.web.auth.roles import MOST_KEPT, MOST_OF_ONE, AccessControl, Pass, Role
from companion.web.auth.sessions import Keyring
from companion.web.live import Live
from companion.web.serve import PORT
from companion.web.server import Site
from rules import Message
from tests.support.web.http_client import TestClient
from tests.support.web.match_page import Table

HOME = "http://127.0.0.1:8737"


def sitting(log: Path, *, resumed: bool) -> tuple[AccessControl, TestClient]:
    """Return a referee's access control and page for a log, as `companion referee` creates them."""
    table = Table.of("yggdrasil")
    table.snapshot()
    access = AccessControl([HOME])
    wish = MatchOptions(
        "yggdrasil",
        "mouse",
        (),
        (),
        (),
        (),
        "",
        log,
        "en",
        keep=True,
        resume=resumed,
        json=False,
        seed=0,
        max_seconds=None,
    )
    served = SimpleNamespace(page=SimpleNamespace(access=access, port=8737))
    assert _keyring(wish, cast("OpenPage", cast("Any", served)), log) is not None
    live = Live(table.mailbox, table.viewing)
    site = Site(table.mailbox, access, live, address=lambda role: HOME)
    return access, TestClient(site.app, base_url=HOME)


def entered(access: AccessControl, browser: TestClient, role: Role, seat: str = "") -> str:
    """Join with a new invitation for a role; return the browser's cookie."""
    browser.post("/join", json={"token": access.invite(role, seat)})
    return browser.cookies[cookie_name("127.0.0.1:8737")]


@pytest.mark.parametrize(
    ("role", "seat"),
    [(Role.TABLE, ""), (Role.SEAT, "A"), (Role.SPECTATOR, "")],
)
def test_who_was_paired_is_known_when_the_match_is_resumed(
    tmp_path: Path, role: Role, seat: str
) -> None:
    log = tmp_path / "m.jsonl"
    cookie = entered(*sitting(log, resumed=False), role, seat)
    _, again = sitting(log, resumed=True)
    again.cookies[cookie_name("127.0.0.1:8737")] = cookie
    found = again.get("/view")

    assert found.status_code == 200
    assert (found.json()["who"], found.json()["seat"]) == (role.value, seat)


def test_a_guest_of_before_is_a_guest_and_nobody_else_comes_in(tmp_path: Path) -> None:
    log = tmp_path / "m.jsonl"
    cookie = entered(*sitting(log, resumed=False), Role.SPECTATOR)
    (digest,) = Keyring.for_log(log).read()
    name = cookie_name("127.0.0.1:8737")
    for forged in ("", "x", digest.hex(), cookie[:-1], f"{cookie}x", cookie.swapcase()):
        _, again = sitting(log, resumed=True)
        again.cookies[name] = forged
        assert again.get("/view").status_code == 403, forged
    _, again = sitting(log, resumed=True)
    again.cookies[name] = cookie
    view = again.get("/view").json()
    assert (view["who"], view["private"]) == ("spectator", None)
    for refused in ("/moment/1", "/picture", "/table", "/lobby"):
        assert again.get(refused).status_code == 403, refused
    assert again.post("/press", json={"control": "pause"}).status_code == 403
    assert again.post("/orders", json={"verb": "ready"}).status_code == 403


def test_a_code_that_is_good_for_everybody_does_not_keep_the_disk_busy(tmp_path: Path) -> None:
    """Check that repeated scans of one code admit guests without storing more than a maximum."""
    log = tmp_path / "m.jsonl"
    access, _ = sitting(log, resumed=False)
    written: list[int] = []
    access.keep(lambda keys: written.append(len(keys)))
    code = access.invite(Role.SPECTATOR)
    for guest in range(2 * MOST_KEPT):
        assert access.enter(code, f"192.0.2.{guest}") is not None
        access.save()
    assert written == list(range(MOST_KEPT + 1))
    for _ in range(2 * MOST_OF_ONE):
        assert access.enter(code, "192.0.2.0") is not None
        access.save()
    assert written == list(range(MOST_KEPT + 1))
    access.enter(access.invite(Role.SEAT, "A"))
    access.save()
    assert written[-1] == MOST_KEPT + 1, "a player always is, beside the guests that came last"


@pytest.mark.parametrize(
    ("before", "report"), [((8737,), 0), ((9941,), 1), ((), 0), ((8737, 9941), 0), ((1, 9941), 1)]
)
def test_resuming_on_another_port_suggests_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], before: tuple[int, ...], report: int
) -> None:
    """Check that the user is warned: open pages and their cookies still use the old port."""
    log = tmp_path / "m.jsonl"
    Keyring.for_log(log, *before).write({b"\0" * 32: Pass(Role.SEAT, "A")})
    sitting(log, resumed=True)
    spoken = capsys.readouterr().err
    assert spoken.count("--port 9941") == spoken.count("\n") == report
    assert Keyring.for_log(log).ports_before() == (*(p for p in before if p != 8737), 8737)


def test_a_match_is_resumed_on_the_port_it_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int | None, int]] = []

    def opened(*_: object, port: int | None, usual: int, **__: object) -> None:
        asked.append((port, usual))
        raise SourceError(Message("fault.page.unstarted"))

    monkeypatch.setattr("companion.web.serve.open_page", opened)
    log = tmp_path / "m.jsonl"
    for port in (None, 9000):
        with pytest.raises(SourceError):
            OpenPage.open(PageOptions(port=port), log=log)
        Keyring.for_log(log, 9941).write({})
        with pytest.raises(SourceError):
            OpenPage.open(PageOptions(port=port), log=log)
        Keyring.for_log(log).forget()
    assert asked == [(None, PORT), (None, 9941), (9000, PORT), (9000, 9941)]


def test_another_match_knows_nobody_of_the_last_one(tmp_path: Path) -> None:
    cookie = entered(*sitting(tmp_path / "m.jsonl", resumed=False), Role.TABLE)
    for log, resumed in ((tmp_path / "n.jsonl", True), (tmp_path / "m.jsonl", False)):
        _, other = sitting(log, resumed=resumed)
        other.cookies[cookie_name("127.0.0.1:8737")] = cookie
        assert other.get("/view").status_code == 403


def test_what_is_kept_is_no_key_and_lets_nobody_in(tmp_path: Path) -> None:
    log = tmp_path / "m.jsonl"
    access, browser = sitting(log, resumed=False)
    cookie = entered(access, browser, Role.SEAT, "A")
    token = access.invite(Role.SEAT, "B")
    kept = (tmp_path / "m.keys.json").read_text("utf-8")

    assert cookie not in kept
    assert token not in kept
    ((digest, who),) = Keyring.for_log(log).read().items()
    assert who == Pass(Role.SEAT, "A")
    after, _ = sitting(log, resumed=True)
    assert after.enter(token) is None
    assert after.known(digest.hex()) is None
    assert after.known(cookie) == who


@pytest.mark.parametrize(
    "text",
    ["", "[", "[]", "null", "[" * 100_000, '{"x": ["table", ""]}', '{"00": ["table", ""]}']
    + [f'{{"{"0" * 64}": {who}}}' for who in ('"table"', '["king", ""]', '["spectator", "A"]')]
    + [
        f'{{"ports": {ports}, "x": ["table", ""]}}'
        for ports in ("{}", "-1", "[0]", "[65536, true]")
    ],
)
def test_a_file_that_is_none_lets_nobody_in(tmp_path: Path, text: str) -> None:
    (tmp_path / "m.keys.json").write_text(text, encoding="utf-8")
    ring = Keyring.for_log(tmp_path / "m.jsonl")
    assert ring.read() == {}
    assert ring.ports_before() == ()


def test_it_goes_with_its_match(tmp_path: Path) -> None:
    ring = Keyring.for_log(tmp_path / "m.jsonl")
    ring.write({b"\0" * 32: Pass(Role.TABLE)})
    assert ring.read() == {b"\0" * 32: Pass(Role.TABLE)}
    ring.forget()
    ring.forget()
    assert not ring.path.exists()
    assert ring.read() == {}
