"""Error responses, in the viewer's language and readable by scripts.

A request for a page (by a typed address or a used link) is answered with a small page of advice,
any other request with `{"error": {"status", "kind", "message"}}`. The page contains its style,
because under a foreign host name its style sheet would be refused. Its policy allows exactly this
style and the page's fonts. The language is the one chosen on the page and stored in a cookie, or
else the first supported language that the browser requests.
"""

import base64
import hashlib
import os
import sys
import traceback
from collections.abc import Awaitable, Callable
from html import escape
from pathlib import Path
from string import Template
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, Response

from companion.texts import sentences
from rules import LANGUAGES, Message
from rules.messages.usage_errors import language_of

LANGUAGE: Final = "companion-lang"
"""Name of the cookie in which the page stores its language."""

STATUS: Final = {
    **dict.fromkeys(("no_json", "no_object", "no_step", "not_offered", "no_control"), 400),
    **dict.fromkeys(("no_seat", "no_saying", "no_such_link", "no_deed", "no_button"), 400),
    **dict.fromkeys(("no_link", "foreign", "used_up", "not_yours"), 403),
    **dict.fromkeys(("absent", "no_moment", "no_paper", "no_camera", "no_card_picture"), 404),
    **dict.fromkeys(("no_result", "no_deck", "not_on_page"), 404),
    "wrong_way": 405,
    "too_slow": 408,
    **dict.fromkeys(("being_played", "own_camera", "not_so"), 409),
    "begun": 410,
    "too_large": 413,
    **dict.fromkeys(("not_json", "not_jpeg"), 415),
    "no_picture": 422,
    **dict.fromkeys(("one_at_a_time", "too_fast"), 429),
    "our_fault": 500,
    **dict.fromkeys(("not_begun", "no_picture_yet", "no_answer", "crowded"), 503),
}
"""HTTP status for every kind of refusal."""

_OTHERS: Final = {404: "absent", 405: "wrong_way"}
"""Kinds of refusals that the framework raises."""
_MOST_ASKED: Final = 20
"""Maximum number of a browser's languages that are read."""

_PAGE: Final = Template(Path(__file__).with_name("error.html").read_text(encoding="utf-8"))
_STYLE: Final = _PAGE.template.partition("<style>")[2].partition("</style>")[0]
_HASH: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_POLICY: Final = (
    f"default-src 'none'; style-src 'sha256-{_HASH}'; font-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)


def refused(kind: str) -> HTTPException:
    """Return the exception that refuses a request; `kind` is a key of `STATUS`."""
    return HTTPException(STATUS[kind], kind)


def asked_lang(asking: HTTPConnection) -> str:
    """Return the language of a request: from the address, the cookie, or the browser.

    The result is English if none of `rules.LANGUAGES` is requested.
    """
    for named in (asking.query_params.get("lang"), asking.cookies.get(LANGUAGE)):
        if named in LANGUAGES:
            return named
    return _browsers(asking.headers.get("accept-language", ""))


def error_response(asking: HTTPConnection, kind: str) -> Response:
    """Return the response to a refused request; `kind` is a key of `STATUS`."""
    lang, status = asked_lang(asking), STATUS[kind]
    names = {"pair": Message("page.label.pair"), "photos": Message("scan.page.pair")}
    lines = Message(f"http.text.{kind}", **names).render(lang).strip().splitlines()
    if "text/html" not in asking.headers.get("accept", ""):
        error = {"status": status, "kind": kind, "message": "\n".join(lines)}
        return JSONResponse({"error": error}, status, {"content-language": lang})
    head = kind if f"head.{kind}" in sentences("http") else "other"
    page = _PAGE.substitute(
        lang=lang,
        head=escape(Message(f"http.head.{head}").render(lang)),
        paragraphs="\n".join(f"<p>{escape(line)}</p>" for line in lines),
        foot=f"companion · {status}",
    )
    headers = {"content-language": lang, "content-security-policy": _POLICY}
    return HTMLResponse(page, status, headers)


def handlers() -> dict[type[Exception], Callable[[HTTPConnection, Exception], Awaitable[Response]]]:
    """Return the handlers for the exceptions of an application's routes."""
    return {HTTPException: _answer, Exception: _answer}


async def _answer(asking: HTTPConnection, error: Exception) -> Response:
    """Return the response to an exception: this module's refusal, the framework's, or a fault."""
    if not isinstance(error, HTTPException):
        _note(error)
        return error_response(asking, "our_fault")
    ours, others = error.detail, _OTHERS.get(error.status_code, "absent")
    kind = ours if ours in STATUS else others
    answer = error_response(asking, kind)
    answer.headers.update(error.headers or {})  # such as the header with the allowed methods
    return answer


def _note(error: Exception) -> None:
    """Report each kind of fault once on stderr, with a traceback under --debug."""
    kind = type(error).__name__
    if kind in _noted:
        return
    _noted.add(kind)
    if "--debug" in sys.argv or os.environ.get("COMPANION_DEBUG"):
        traceback.print_exception(error)
    shown = Message("fault.page.fault", why=kind).render(language_of(sys.argv[1:]))
    sys.stderr.write(f"{shown}\n")


_noted: Final[set[str]] = set()
"""Kinds of faults already reported; a visitor could cause one a thousand times a second."""


def _browsers(header: str) -> str:
    """Return the supported language with the highest weight in Accept-Language, or English."""
    ranked: list[tuple[float, str]] = []
    for part in header.split(",")[:_MOST_ASKED]:
        name, _, weight = part.partition(";")
        lang = {"ja": "ja", "zh": "zh-Hant", "en": "en"}.get(name.strip().lower().partition("-")[0])
        wanted = _weight(weight)
        if lang is not None and wanted > 0:
            ranked.append((-wanted, lang))
    return min(ranked, key=lambda each: each[0])[1] if ranked else LANGUAGES[0]


def _weight(parameter: str) -> float:
    """Return a language's weight: `q=0.8`; 1 if absent, 0 if invalid."""
    if not parameter.strip():
        return 1.0
    key, _, value = parameter.partition("=")
    try:
        weight = float(value) if key.strip().lower() == "q" else 0.0
    except ValueError:
        return 0.0
    return weight if 0 <= weight <= 1 else 0.0
