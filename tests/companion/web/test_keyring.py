"""A referee that goes on with a match knows again who was in."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from companion.commands._wish import Wish, _keyring
from companion.web.doors import Doors, Pass, Role
from companion.web.guard import cookie_name
from companion.web.keyring import Keyring
from companion.web.live import Live
from companion.web.server import Site
from tests.companion.web.client import TestClient
from tests.companion.web.stage import Table

if TYPE_CHECKING:
    from companion.commands._page import Served

HOME = "http://127.0.0.1:8737"


def sitting(log: Path, *, resumed: bool) -> tuple[Doors, TestClient]:
    """A referee's doors and page beside a log, as `companion referee` keeps them."""
    table = Table.of("yggdrasil")
    table.snapshot()
    doors = Doors([HOME])
    wish = Wish(
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
    served = SimpleNamespace(page=SimpleNamespace(doors=doors))
    assert _keyring(wish, cast("Served", cast("Any", served)), log) is not None
    live = Live(table.desk, table.viewing)
    site = Site(table.desk, doors, live, address=lambda role: HOME)
    return doors, TestClient(site.app, base_url=HOME)


def entered(doors: Doors, browser: TestClient, role: Role, seat: str = "") -> str:
    """The cookie somebody gets for a link."""
    browser.post("/join", json={"token": doors.invite(role, seat)})
    return browser.cookies[cookie_name("127.0.0.1:8737")]


@pytest.mark.parametrize(
    ("role", "seat", "status"),
    [
        (Role.TABLE, "", 200),
        (Role.SEAT, "A", 200),
        (Role.SPECTATOR, "", 403),
    ],
)
def test_who_was_paired_is_known_when_the_match_is_gone_on_with(
    tmp_path: Path, role: Role, seat: str, status: int
) -> None:
    log = tmp_path / "m.jsonl"
    cookie = entered(*sitting(log, resumed=False), role, seat)
    _, again = sitting(log, resumed=True)
    again.cookies[cookie_name("127.0.0.1:8737")] = cookie
    found = again.get("/view")

    assert found.status_code == status
    if status == 200:
        assert (found.json()["who"], found.json()["seat"]) == (role.value, seat)


def test_another_match_knows_nobody_of_the_last_one(tmp_path: Path) -> None:
    cookie = entered(*sitting(tmp_path / "m.jsonl", resumed=False), Role.TABLE)
    for log, resumed in ((tmp_path / "n.jsonl", True), (tmp_path / "m.jsonl", False)):
        _, other = sitting(log, resumed=resumed)
        other.cookies[cookie_name("127.0.0.1:8737")] = cookie
        assert other.get("/view").status_code == 403


def test_what_is_kept_is_no_key_and_lets_nobody_in(tmp_path: Path) -> None:
    log = tmp_path / "m.jsonl"
    doors, browser = sitting(log, resumed=False)
    cookie = entered(doors, browser, Role.SEAT, "A")
    token = doors.invite(Role.SEAT, "B")
    kept = (tmp_path / "m.keys.json").read_text("utf-8")

    assert cookie not in kept
    assert token not in kept
    ((digest, who),) = Keyring.beside(log).read().items()
    assert who == Pass(Role.SEAT, "A")
    after, _ = sitting(log, resumed=True)
    assert after.enter(token) is None
    assert after.known(digest.hex()) is None
    assert after.known(cookie) == who


@pytest.mark.parametrize(
    "text",
    ["", "[", "[]", '{"x": ["table", ""]}', '{"00": ["table", ""]}']
    + [f'{{"{"0" * 64}": {who}}}' for who in ('"table"', '["king", ""]', '["spectator", ""]')],
)
def test_a_file_that_is_none_lets_nobody_in(tmp_path: Path, text: str) -> None:
    (tmp_path / "m.keys.json").write_text(text, encoding="utf-8")
    assert Keyring.beside(tmp_path / "m.jsonl").read() == {}


def test_it_goes_with_its_match(tmp_path: Path) -> None:
    ring = Keyring.beside(tmp_path / "m.jsonl")
    ring.write({b"\0" * 32: Pass(Role.TABLE)})
    assert ring.read() == {b"\0" * 32: Pass(Role.TABLE)}
    ring.forget()
    ring.forget()
    assert not ring.path.exists()
    assert ring.read() == {}
