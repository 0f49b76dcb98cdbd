"""The page before a match and between matches; a player's private page."""

from __future__ import annotations

import json
import re
import subprocess

import pytest

from tests.support.web.page_scripts import (
    PAGE,
    needs_engine,
    text,
)

NOTES = """
const kept = new Map([["companion.notes", "everybody's"]]);
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
  removeItem: (key) => kept.delete(key),
};
const { Notes } = await import(NOTES);
const said = [];
const pages = [["m", "A", "mine"], ["m", "B"], ["m", "A"], ["n", "A"]];
for (const [match, seat, typed] of pages) {
  let type;
  const field = { value: "", addEventListener: (_, act) => { type = act; } };
  const notes = new Notes(field);
  notes.take({ seat, private: { match } });
  said.push(field.value);
  if (typed) { field.value = typed; type(); notes.take({ seat, private: { match } }); }
}
console.log(JSON.stringify(said));
"""
"""One device: the sun's page, the moon's, the sun's again, the sun's of another match."""


@needs_engine
def test_notes_are_seen_by_the_seat_and_in_the_match_they_were_written_in() -> None:
    script = NOTES.replace("(NOTES)", f"({json.dumps((PAGE / 'notes.js').as_uri())})")
    words = ["node", "--input-type=module", "-e", script]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(found.stdout) == ["", "", "mine", ""]


START = """
const told = [], pressed = {}, texts = {};
const any = new Proxy(function () {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => "" : name === "then" ? undefined : any),
  set: () => true,
  apply: () => any,
});
const node = (id) => new Proxy({}, {
  get: (_, name) => name === "addEventListener" ? (_kind, act) => { pressed[id] = act; } : any,
  set(_, name, value) { if (name === "textContent") texts[id] = value; return true; },
});
globalThis.document = {
  getElementById: node, createElement: () => node(""), addEventListener() {}, documentElement: any,
  querySelectorAll: () => [],
  activeElement: null,
};
globalThis.localStorage = { getItem: () => "en", setItem() {} };
globalThis.location = { reload: () => told.push("reload") };
const waiting = [];
globalThis.setTimeout = (act) => waiting.push(act);
const offered = { games: [], papers: [], cameras: [{ kind: "mouse" }], left: [], strengths: [30] };
const body = (data) => ({ json: async () => data, text: async () => JSON.stringify(data) });
let asked = 0;
globalThis.fetch = async (path) => {
  if (path.startsWith("/words")) return body({ "start.failed": "failed", "start.coming": "soon" });
  if (path.startsWith("/lobby/boards")) return { ok: true, ...body({}) };
  if (path === "/start") return { status: STARTED, ...body({ error: { message: "why" } }) };
  asked += 1;
  return { status: asked < 3 ? 200 : LOBBY, ok: asked < 3 || LOBBY === 200, ...body(offered) };
};
const settled = () => new Promise((done) => setImmediate(done));
await import(START);
await settled();
if (PRESS) await pressed.go();
else for (let i = 0; i < 3; i += 1) { waiting.shift()?.(); await settled(); }
console.log(JSON.stringify([told, texts.message ?? "", texts.lead]));
"""
"""Two start pages are open, and the other one starts a match."""


@needs_engine
@pytest.mark.parametrize(
    ("facts", "spoken"),
    [
        ({"LOBBY": 410, "STARTED": 0, "PRESS": "false"}, [["reload"], ""]),
        ({"LOBBY": 200, "STARTED": 410, "PRESS": "true"}, [["reload"], ""]),
        ({"LOBBY": 200, "STARTED": 403, "PRESS": "true"}, [["reload"], ""]),
        ({"LOBBY": 200, "STARTED": 400, "PRESS": "true"}, [[], "why"]),
    ],
)
def test_a_second_start_page_leads_to_the_match(facts: dict[str, object], spoken: object) -> None:
    script = START.replace("import(START)", f"import({json.dumps((PAGE / 'start.js').as_uri())})")
    for name, value in facts.items():
        script = script.replace(name, str(value))
    words = ["node", "--input-type=module", "-e", script]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    report, text_id, _ = json.loads(found.stdout)
    assert [report[:1], text_id] == spoken


@needs_engine
def test_where_nothing_is_asked_before_a_match_the_page_says_that_it_comes() -> None:
    script = START.replace("import(START)", f"import({json.dumps((PAGE / 'start.js').as_uri())})")
    script = script.replace("asked < 3", "false").replace("LOBBY", "202").replace("PRESS", "false")
    words = ["node", "--input-type=module", "-e", script]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(found.stdout) == [[], "", "soon"]
    for part in ("main", "footer"):
        assert f"<{part} hidden>" in text(PAGE / "start.html")


@pytest.mark.parametrize(("module", "place"), [("main.js", "now"), ("seat.js", "seat-said")])
def test_no_page_is_without_words_until_its_first_view(module: str, place: str) -> None:
    begun = text(PAGE / module).partition("async function begin()")[2].partition("new Link(")[0]
    assert f'find("{place}").textContent = t("start.coming")' in begun


def test_a_private_page_has_the_languages_and_the_rules() -> None:
    """Check that a seat's private page offers a choice of language and the rules."""
    script, page = text(PAGE / "seat.js"), text(PAGE / "seat.html")
    tools = script.partition("function drawTools()")[2].partition("\n}\n")[0]

    assert "languageButtons(choose)" in tools
    assert 'rules("")' in tools
    assert "link.speak()" in script
    assert {"seat-tools", "sheet"} <= set(re.findall(r'\bid="([\w-]+)"', page))


NEXT = """
const node = () => ({
  set: {}, said: [], disabled: false, append(...all) { this.said.push(...all); },
  setAttribute(name, value) { this.set[name] = value; }, querySelector() { return this.said[0]; },
  addEventListener(_, act) { this.act = act; },
});
globalThis.document = { createElement: node, documentElement: { lang: "en" } };
globalThis.localStorage = { getItem: () => "en" };
globalThis.window = globalThis;
const told = [];
let ok = true;
globalThis.fetch = async (url) => {
  if (ok === null) throw new Error("gone");
  told.push(String(url));
  return { ok };
};
const { nextMatch } = await import(PAGE);
const looks = (each) => [each.disabled || "disabled" in each.set];
const found = [];
const button = nextMatch("big");
found.push(looks(button));
await button.act({ currentTarget: button });
found.push(looks(button), looks(nextMatch("big")));
for (const answer of [false, null]) {
  ok = answer;
  await button.act({ currentTarget: button });
  found.push(looks(button), looks(nextMatch("big")));
}
console.log(JSON.stringify([told, found.flat()]));
"""


@needs_engine
def test_a_press_for_the_next_match_is_heard_at_once_and_may_be_made_again_where_it_was_not() -> (
    None
):
    script = NEXT.replace("PAGE", json.dumps((PAGE / "again.js").as_uri()))
    words = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    report, disabled = json.loads(done.stdout)
    assert report == ["/again", "/again"]
    assert disabled == [False, True, True, False, False, False, False]


PAPERS_HERE = """
const any = new Proxy(function () {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => "" : name === "then" ? undefined : any),
  set: () => true, apply: () => any,
});
globalThis.document = {
  getElementById: () => any, createElement: () => any, addEventListener() {},
  documentElement: any, querySelectorAll: () => [], activeElement: null,
};
globalThis.localStorage = { getItem: () => "en", setItem() {} };
globalThis.setTimeout = () => 0;
globalThis.fetch = () => new Promise(() => {});
const { likeliest } = await import(START);
const games = ["ash", "kiln", "oak"].map((slug) => ({ slug }));
const of = (...days) => likeliest({ games, papers: days.map(([game, day]) => ({ game, day })) });
console.log(JSON.stringify([
  of(), of(["kiln", "2026-11-21"]), of(["kiln", "2026-11-21"], ["oak", "2026-11-22"]),
]));
"""


@needs_engine
def test_the_game_whose_cards_are_here_is_the_first_answer() -> None:
    """Regression: the first game was chosen, though nobody had printed its cards."""
    page = json.dumps((PAGE / "start.js").as_uri())
    call = ["node", "--input-type=module", "-e", PAPERS_HERE.replace("START", page)]
    spoken = subprocess.run(call, capture_output=True, text=True, check=True).stdout
    assert json.loads(spoken) == [0, 1, 2]
