"""The page's connection to the match: lost, restored, and a match that is resumed."""

from __future__ import annotations

import json
import re
import subprocess

import pytest

from companion.web.auth.roles import AccessControl, Role
from companion.web.live import COMING, Live
from companion.web.server import Site
from tests.support.web.http_client import TestClient
from tests.support.web.match_page import Table
from tests.support.web.page_scripts import PAGE, needs_engine, output_of, text

HOME = "http://127.0.0.1:8737"

AGAIN = """
const told = [];
const talks = TALKS;
globalThis.location = { protocol: "http:", host: "here", reload: () => told.push("reload") };
globalThis.setTimeout = (act) => talks.length && queueMicrotask(act);
globalThis.fetch = async () => { throw new TypeError(); };
globalThis.WebSocket = class {
  constructor() { queueMicrotask(() => this.talk(talks.shift())); }
  async talk(said) {
    this.onopen();
    for (const each of said) await this.onmessage({ data: JSON.stringify(each) });
    this.onclose();
  }
};
const { Link } = await import(LINK);
new Link({
  onview: ({ run }) => told.push(`view ${run}`),
  onstate: ({ up, wait, coming }) => told.push(up ? "up" : coming ? "coming" : wait),
});
process.on("exit", () => console.log(JSON.stringify(told)));
"""
"""A connection that is lost and restored, each time with other messages."""

VIEW, OTHER = {"view": 1, "run": "a"}, {"view": 1, "run": "b"}


@needs_engine
@pytest.mark.parametrize(
    ("second", "spoken"),
    [
        ([VIEW], ["view a", "up"]),
        ([{"coming": 1}, VIEW], ["coming", "view a", "up"]),
        ([{"coming": 1}, OTHER], ["coming", "reload"]),
        ([{"coming": 1}], ["coming"]),
    ],
)
def test_a_page_whose_match_is_not_there_yet_is_up_with_its_view_only(
    second: list[object], spoken: list[str]
) -> None:
    """Regression: the old table's buttons worked between a restart and the resumed match."""
    script = AGAIN.replace("(LINK)", f"({json.dumps((PAGE / 'link.js').as_uri())})")
    found = output_of(script.replace("TALKS", json.dumps([[{"coming": 1}, VIEW], second])))
    assert found[:4] == ["up", "view a", "up", 400]
    assert found[4 : 4 + len(spoken)] == spoken
    assert "up" not in found[4 + len(spoken) :]


ASKED = """
const told = [];
const answers = ANSWERS;
globalThis.location = { protocol: "http:", host: "here", reload: () => told.push("reload") };
globalThis.setTimeout = (act) => answers.length && queueMicrotask(act);
globalThis.fetch = async (path) => {
  if (path === "/picture") return { ok: false };
  const [status, data] = answers.shift() ?? [500, { error: { kind: "over" } }];
  return { status, ok: status === 200, json: async () => data };
};
globalThis.WebSocket = class { constructor() { queueMicrotask(() => this.onclose()); } };
const { Link } = await import(LINK);
new Link({
  onview: ({ run }) => told.push(`view ${run}`),
  onstate: ({ up, coming }) => told.push(up ? "up" : coming ? "coming" : "down"),
});
process.on("exit", () => console.log(JSON.stringify(told)));
"""
"""A browser whose socket is refused, and which asks for the reason."""


@needs_engine
def test_a_page_that_asks_gets_the_same_answer() -> None:
    away = [503, {"error": {"kind": "not_begun"}}]
    full = [503, {"error": {"kind": "crowded"}}]
    answers = [away, [200, VIEW], full, away, [200, VIEW], away, [200, OTHER]]
    script = ASKED.replace("(LINK)", f"({json.dumps((PAGE / 'link.js').as_uri())})")
    found = output_of(script.replace("ANSWERS", json.dumps(answers)))
    assert found[0] == "down"
    assert found[1:] == ["view a", "up", "coming", "view a", "up", "coming", "reload"]


@pytest.mark.parametrize(("page", "module"), [("index.html", "main.js"), ("seat.html", "seat.js")])
def test_buttons_rest_while_the_match_is_taken_up_again(page: str, module: str) -> None:
    script = text(PAGE / module)
    (names,) = re.findall(
        r"for \(const part of \[([^\]]*)\]\) find\(part\)\.inert = coming", script
    )
    rests = set(re.findall(r'"([\w-]+)"', names))
    assert rests >= {"index.html": {"middle", "foot"}, "seat.html": {"orders", "seat-cards"}}[page]
    assert rests <= set(re.findall(r'\bid="([\w-]+)"', text(PAGE / page)))
    assert 't("label.taken_up")' in script
    assert 't("label.taken_up_rest")' in script


def test_no_key_acts_on_a_match_that_is_not_there_yet() -> None:
    script = text(PAGE / "main.js")
    assert script.partition("function key(event) {")[2].lstrip().startswith("if (coming) return;")
    assert "if (coming) sheets.close();" in script


@pytest.mark.parametrize(
    ("role", "seat"), [(Role.TABLE, ""), (Role.SEAT, "A"), (Role.SPECTATOR, "")]
)
def test_early_viewers_learn_that_a_match_is_coming(role: Role, seat: str) -> None:
    table = Table.of("yggdrasil")
    access = AccessControl([HOME])
    live = Live(table.mailbox)
    site = Site(table.mailbox, access, live, address=lambda role: HOME)
    with TestClient(site.app, base_url=HOME) as browser:
        browser.post("/join", json={"token": access.invite(role, seat)})
        with browser.websocket_connect(f"ws{HOME[4:]}/live?lang=en") as socket:
            assert socket.receive_text() == COMING
            live.viewing = table.viewing
            table.snapshot()
            assert json.loads(socket.receive_text())["who"] == role.value


LINE = """
let opened = 0;
const told = [];
globalThis.location = { protocol: "http:", host: "here", reload: () => told.push("reload") };
globalThis.setTimeout = (act) => opened < 5 && queueMicrotask(act);
globalThis.fetch = async () => { if (ANSWER) return { status: ANSWER }; throw new TypeError(); };
globalThis.WebSocket = class {
  constructor() {
    opened += 1;
    queueMicrotask(() => { if (opened === 1) this.onopen(); this.onclose(); });
  }
};
const { Link } = await import(LINK);
new Link({ onview() {}, onstate: ({ up, wait }) => told.push(up ? "up" : wait) });
process.on("exit", () => console.log(JSON.stringify(told)));
"""
"""A connection that is lost after it was open once; every retry fails."""


@needs_engine
@pytest.mark.parametrize(
    ("answer", "spoken"),
    [
        ("403", ["up", "reload"]),
        ("0", ["up", 400, 800, 1600, 600, 3200, 2200, 1200, 200, 6400]),
        ("503", ["up", 400, 800, 1600, 600, 3200, 2200, 1200, 200, 6400]),
    ],
)
def test_a_page_whose_key_is_nobodys_any_more_says_how_to_come_in(
    answer: str, spoken: list[str | int]
) -> None:
    """Check that a page reloads if its key is refused (403), and otherwise waits and retries."""
    script = LINE.replace("LINK", json.dumps((PAGE / "link.js").as_uri()))
    words = ["node", "--input-type=module", "-e", script.replace("ANSWER", answer)]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(found.stdout) == spoken


@pytest.mark.parametrize(("page", "module"), [("index.html", "main.js"), ("seat.html", "seat.js")])
def test_a_page_that_lost_its_line_looks_it(page: str, module: str) -> None:
    """Check that a page that loses its connection greys elements and shows that it is offline."""
    script = text(PAGE / module)
    greyed = re.findall(r"\.offline [^{]*\{", text(PAGE / "page.css"))
    names = set(re.findall(r"#([\w-]+)", "".join(greyed)))
    assert names & set(re.findall(r'\bid="([\w-]+)"', text(PAGE / page)))
    assert 't("label.offline")' in script
    assert 't("label.reconnecting"' in script
