"""The page's error answers: to people, to scripts, to attackers."""

from __future__ import annotations

import ast
import asyncio
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.errors import CompanionError
from companion.texts import sentences
from companion.web import http_errors as refusals
from companion.web.auth.roles import AccessControl, Role
from companion.web.http_errors import LANGUAGE, STATUS, asked_lang, handlers
from companion.web.live import Live
from companion.web.server import Site
from rules import LANGUAGES, Message
from tests.support.web.http_client import TestClient
from tests.support.web.match_page import Table

WEB = Path(__file__).resolve().parents[3] / "companion" / "web"
HOME = "http://127.0.0.1:8737"
PAGE = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
"""The headers of a browser in which somebody types an address."""


@pytest.fixture(scope="module")
def access() -> AccessControl:
    return AccessControl([HOME])


@pytest.fixture(scope="module")
def site(access: AccessControl) -> Site:
    table = Table.of("yggdrasil", 1)
    return Site(
        table.mailbox, access, Live(table.mailbox, table.viewing), address=lambda role: HOME
    )


@pytest.fixture
def browser(site: Site) -> TestClient:
    return TestClient(site.app, base_url=HOME)


class Reader(HTMLParser):
    """A parser of a page's language, its texts, and the files it would load."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.lang, self.text, self.tags = "", "", set[str]()
        self.loads: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        facts = dict(attrs)
        self.lang = facts.get("lang") or self.lang
        self.loads += [str(facts[name]) for name in ("src", "href") if name in facts]

    def handle_data(self, data: str) -> None:
        self.text += data


def kinds(code: str) -> Iterator[str]:
    """Yield the kind of every HTTP refusal in a module's source code."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            words = node.args[-1:] if node.func.id in ("refused", "error_response") else []
            yield from (str(w.value) for w in words if isinstance(w, ast.Constant))


def test_every_refusal_is_announced_by_somebody_in_three_languages() -> None:
    made = {kind for path in sorted(WEB.rglob("*.py")) for kind in kinds(path.read_text("utf-8"))}

    assert made | {"wrong_way"} == STATUS.keys()
    english = sentences("http")
    assert {key for key in english if key.startswith("text.")} == {f"text.{k}" for k in STATUS}
    assert {key[5:] for key in english if key.startswith("head.")} <= STATUS.keys() | {"other"}


def test_no_route_refuses_in_words_of_its_own() -> None:
    for path in sorted(WEB.rglob("*.py")):
        code = path.read_text("utf-8")
        assert "PlainTextResponse" not in code, path.name
        assert path.name == "http_errors.py" or "HTTPException" not in code, path.name


@pytest.mark.parametrize(
    ("headers", "lang"),
    [
        ({}, "en"),
        ({"accept-language": ""}, "en"),
        ({"accept-language": "ja"}, "ja"),
        ({"accept-language": "zh-TW,zh;q=0.9,en-US;q=0.8,en;q=0.7"}, "zh-Hant"),
        ({"accept-language": "zh-CN"}, "zh-Hant"),
        ({"accept-language": "de-DE,de;q=0.9,ja;q=0.5,en;q=0.4"}, "ja"),
        ({"accept-language": "en;q=0.5, ja ; q=0.9"}, "ja"),
        ({"accept-language": "ja;q=0, zh;q=0.1"}, "zh-Hant"),
        ({"accept-language": "ja;q=nan, zh;q=2, en;q=x, *"}, "en"),
        ({"accept-language": "jam, zhx"}, "en"),
        ({"accept-language": "de," * 5000 + "ja"}, "en"),
        ({"accept-language": "ja", "cookie": f"{LANGUAGE}=zh-Hant"}, "zh-Hant"),
        ({"accept-language": "ja", "cookie": f"{LANGUAGE}=<b>"}, "ja"),
    ],
)
def test_the_viewer_s_language(headers: dict[str, str], lang: str) -> None:
    sent = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "headers": sent, "query_string": b""}

    assert asked_lang(Request(scope)) == lang
    assert asked_lang(Request({**scope, "query_string": b"lang=en"})) == "en"
    assert asked_lang(Request({**scope, "query_string": b"lang=de"})) == lang


@pytest.mark.parametrize("lang", LANGUAGES)
def test_typing_the_address_explains_how_to_come_in(browser: TestClient, lang: str) -> None:
    answer = browser.get("/", headers={**PAGE, "accept-language": lang})
    page = Reader(answer.text)

    assert answer.status_code == 403
    assert answer.headers["content-type"].startswith("text/html")
    assert (page.lang, answer.headers["content-language"]) == (lang, lang)
    assert Message("page.label.pair").render(lang) in page.text  # the button to look for
    assert Message("scan.page.pair").render(lang) in page.text
    assert "{" not in re.sub(r"<style>.*</style>", "", answer.text, flags=re.DOTALL)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("path", "kind"), [("/", "no_link"), ("/view", "no_link"), ("/no/such", "absent")]
)
def test_a_script_gets_the_same_as_json(
    browser: TestClient, path: str, kind: str, lang: str
) -> None:
    shown = browser.get(path, headers={**PAGE, "accept-language": lang})
    report = browser.get(path, headers={"accept-language": lang})
    error = report.json()["error"]

    assert report.status_code == shown.status_code == error["status"] == STATUS[kind]
    assert error["kind"] == kind
    assert all(line in Reader(shown.text).text for line in error["message"].splitlines())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_foreign_name_asks_to_open_the_link(browser: TestClient, lang: str) -> None:
    headers = {**PAGE, "host": "evil.example", "accept-language": lang}
    answer = browser.get("/view", headers=headers)
    page = Reader(answer.text)

    assert answer.status_code == 403
    assert Message("http.head.foreign").render(lang) in page.text
    # The browser resolves that name to another server, so nothing may be loaded.
    assert page.loads == []
    assert page.tags.isdisjoint({"script", "form", "iframe", "object", "a"})


def test_the_style_of_the_page_is_allowed_and_nothing_else(browser: TestClient) -> None:
    for path in ("/", "/no/such"):
        answer = browser.get(path, headers=PAGE)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert re.search(r"style-src 'sha256-[A-Za-z0-9+/=]{44}';", policy)
        assert "script-src" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        "/<script>alert(1)</script>",
        "/files/<b>",
        "/?lang=<i>",
        "/view?lang=%22%3E%3Cimg%20src=x%3E",
    ],
)
def test_nothing_of_the_request_comes_back(browser: TestClient, path: str) -> None:
    evil = {"accept-language": "<u>", "x-name": "<s>", "cookie": f"{LANGUAGE}=<b>"}
    page = Reader(browser.get(path, headers={**PAGE, **evil}).text)

    assert page.tags <= {
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "main",
        "h1",
        "p",
        "small",
    }


def test_a_used_link_and_a_role_s_limits(browser: TestClient, access: AccessControl) -> None:
    spent = browser.post("/join", json={"token": "x"}, headers={"accept-language": "ja"})
    assert spent.json()["error"]["message"] == Message("http.text.used_up").render("ja")

    browser.post("/join", json={"token": access.invite(Role.SPECTATOR)})
    browser.cookies.set(LANGUAGE, "zh-Hant")
    answer = browser.post("/press", json={"control": "undo"})
    assert answer.json()["error"]["message"] == Message("http.text.not_yours").render("zh-Hant")


def test_what_the_framework_refuses_is_reported_too(browser: TestClient) -> None:
    answer = browser.get("/press", headers={"accept-language": "ja"})

    assert answer.status_code == 405
    assert answer.headers["allow"] == "POST"
    assert answer.json()["error"]["message"] == Message("http.text.wrong_way").render("ja")


def test_a_fault_of_ours_says_so_and_nothing_of_itself() -> None:
    async def broken(request: Request) -> Response:
        raise RuntimeError(f"a secret of {request.url}")

    app = Starlette(routes=[Route("/", broken)], exception_handlers=handlers())
    browser = TestClient(app, base_url=HOME, raise_server_exceptions=False)
    answer = browser.get("/", headers={"accept-language": "zh"})

    assert answer.status_code == 500
    assert answer.json()["error"]["message"] == Message("http.text.our_fault").render("zh-Hant")
    assert "secret" not in answer.text


@pytest.mark.parametrize("debug", [False, True])
def test_a_fault_of_ours_is_reported_once_where_the_page_is_run(
    debug: bool,  # noqa: FBT001 - a parameter of the test
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def broken(request: Request) -> Response:
        raise RuntimeError(f"a secret of {request.url}")

    monkeypatch.setattr(refusals, "_noted", set())
    words = ["companion", "referee", "--lang", "ja", *(["--debug"] if debug else [])]
    monkeypatch.setattr("sys.argv", words)
    app = Starlette(routes=[Route("/", broken)], exception_handlers=handlers())
    browser = TestClient(app, base_url=HOME, raise_server_exceptions=False)
    for _ in range(2):
        assert browser.get("/").status_code == 500
    report = capsys.readouterr().err

    assert (
        report.count(
            CompanionError(Message("fault.page.fault", why="RuntimeError")).message.render("ja")
        )
        == 1
    )
    assert ("a secret of" in report) is debug
    assert ("Traceback" in report) is debug


def test_a_visitor_who_leaves_within_a_body_is_no_fault(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refusals, "_noted", set())
    arriving = iter(({"type": "http.request", "body": b"{", "more_body": True},))
    answers = []

    async def receive() -> object:
        return next(arriving, {"type": "http.disconnect"})

    async def send(message: dict[str, object]) -> None:
        answers.append(message.get("status"))

    head = {"host": "127.0.0.1:8737", "content-type": "application/json"}
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/join",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in head.items()],
    }
    asyncio.run(site.app(scope, receive, send))  # type: ignore[arg-type]
    assert answers[0] == 408
    assert not refusals._noted
