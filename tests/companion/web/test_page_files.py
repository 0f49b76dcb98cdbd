"""The page's own files: whole, without markup out of data, and nothing from elsewhere."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.web.doors import Role
from companion.web.files import page_file, page_words, scan_words
from rules import LANGUAGES

PAGE = Path(__file__).resolve().parents[3] / "companion" / "web" / "page"
SCRIPTS = sorted(PAGE.glob("*.js"))
PAGES = sorted(PAGE.glob("*.html"))
STYLES = sorted(PAGE.glob("*.css"))


def every_word(lang: str) -> dict[str, str]:
    """The words of the match's page and of the scan's."""
    assert page_words(lang).keys().isdisjoint(scan_words(lang))
    return {**page_words(lang), **scan_words(lang)}


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_there_is_a_page() -> None:
    assert {path.name for path in PAGES} >= {"index.html", "phone.html", "seat.html", "enter.html"}
    assert len(SCRIPTS) >= 10
    assert len(Role) == 4


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda p: p.name)
def test_no_text_ever_becomes_markup(path: Path) -> None:
    script = text(path)

    for way in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        'setTimeout("',
        ".srcdoc",
        "DOMParser",
    ):
        assert way not in script, way


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.name)
def test_no_script_and_no_style_stands_in_a_page(path: Path) -> None:
    page = text(path)

    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert "<style" not in page
    assert not re.search(r"\son\w+=", page)
    assert "style=" not in page


@pytest.mark.parametrize("path", [*SCRIPTS, *PAGES, *STYLES], ids=lambda p: p.name)
def test_nothing_is_fetched_from_elsewhere(path: Path) -> None:
    code = re.sub(r"^\s*//.*$", "", text(path), flags=re.MULTILINE)
    found = re.findall(r"(?:https?:)?//[\w.-]+", code)

    assert [each for each in found if "www.w3.org" not in each] == []


@pytest.mark.parametrize("path", [*SCRIPTS, *PAGES, *STYLES], ids=lambda p: p.name)
def test_every_file_that_is_named_is_served(path: Path) -> None:
    names = re.findall(r"/files/([\w.-]+)", text(path))
    names += re.findall(r'(?:from|import) "\./([\w.-]+)"', text(path))

    assert [name for name in names if page_file(name) is None] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_the_page_asks_for_is_there(lang: str) -> None:
    words = every_word(lang)
    asked: set[str] = set()
    for path in (*SCRIPTS, *PAGES):
        asked |= set(re.findall(r'\bt\("([a-z_]+\.[a-z_]+)"', text(path)))
        asked |= set(re.findall(r'data-say="([a-z_]+\.[a-z_]+)"', text(path)))

    assert len(asked) > 40
    assert sorted(asked - words.keys()) == []
    keys = re.findall(r'\["[^"]+", "(\w+)"\]', text(PAGE / "sheets.js"))
    assert len(keys) > 10
    assert all(f"key.{name}" in words for name in keys)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_of_the_page_is_asked_for_by_nobody(lang: str) -> None:
    scripts = "".join(text(path) for path in (*SCRIPTS, *PAGES))
    whole = {"light", "control", "key", "join"}  # asked for by a name put together

    idle = [
        key
        for key in every_word(lang)
        if key.partition(".")[0] not in whole and f'"{key}"' not in scripts
    ]
    assert idle == []


def test_other_names_lead_to_no_file() -> None:
    for name in (
        "",
        ".",
        "..",
        "server.py",
        "../server.py",
        "page.css/",
        "PAGE.CSS",
        "index.html\0",
    ):
        assert page_file(name) is None


def test_pages_that_share_a_style_sheet_share_no_names_by_accident() -> None:
    """What one page hides by its name would vanish on another that has the same name."""
    match, start = (
        set(re.findall(r'\bid="([\w-]+)"', text(PAGE / name)))
        for name in ("index.html", "start.html")
    )

    assert match & start == {"frame"}


def test_the_page_joins_texts_as_the_language_does() -> None:
    """A full stop or a colon between two of our texts is the language's own."""
    joined = [
        (path.name, found)
        for path in SCRIPTS
        for found in re.findall(r"`[^`\n]*\}[.:] \$\{[^`\n]*`", text(path))
    ]
    assert joined == []


@pytest.mark.parametrize("path", STYLES, ids=lambda p: p.name)
def test_a_name_inside_a_sentence_stays_in_its_line(path: Path) -> None:
    """Names are spans of their own: what lays out the sentence's span must not reach them."""
    style = re.sub(r"/\*.*?\*/", "", text(path), flags=re.DOTALL)
    reaching = re.compile(r"#(?:caption|now|verdict|steps|log)\b.* span$")
    apart = [
        selector.strip()
        for selectors, rules in re.findall(r"([^{}]+)\{([^{}]*)\}", style)
        for selector in selectors.split(",")
        if reaching.search(selector.strip())
        and re.search(r"\bdisplay:|clamp", rules)
        and "> span" not in selector
    ]
    assert apart == []


def test_where_steps_are_listed_no_panel_says_them_again() -> None:
    """Beside a table played at on the page there is room for one of the two."""
    style = text(PAGE / "page.css")
    listed = re.findall(r"\[data-play\]:is\(([^)]*)\) #steps \{ display: flex", style)
    hidden = re.findall(r"\[data-play\]:is\(([^)]*)\) #verdict \{ display: none", style)
    assert listed == hidden != []


def test_facts_in_a_row_are_listed_as_the_language_does() -> None:
    joined = [path.name for path in SCRIPTS if re.search(r"join\(\", ?\"\)", text(path))]
    assert joined == []


def rules_of(selector: str) -> str:
    """What the page's style says under exactly this selector, somewhere in a list."""
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", text(PAGE / "page.css"))
    heads = ((re.sub(r"/\*.*?\*/", "", head, flags=re.DOTALL), body) for head, body in rules)
    return "".join(body for head, body in heads if selector in map(str.strip, head.split(",")))


def test_four_players_cards_have_four_colours() -> None:
    """Every second player's cards were alike on the page; the film told them apart."""
    first, last = rules_of(".owner-2 .card"), rules_of(".owner-3 .card")
    fills = [re.findall(r"fill: ([^;]+);", each) for each in (rules_of(".card"), first, last)]
    assert len({fill[-1] for fill in fills}) == 3
    assert fills[2][-1] != re.findall(r"fill: ([^;]+);", rules_of(".owner-1 .card"))[-1]
    for part in (".edge-bar", ".back", ".branch", ".hub"):
        assert rules_of(f".owner-2 {part}"), part


def test_four_players_find_a_refusal_a_board_and_the_hand_to_move_each_in_its_place() -> None:
    """Names ran into whose turn it is, an empty picture took room, the hand was out of sight."""
    style, fit, hands = (text(PAGE / name) for name in ("page.css", "fit.js", "hands.js"))
    stacked = re.search(
        r'\[data-seats="4"\]\)\[data-screen="refusal"\][^{]*\{.*?\n  \}', style, re.DOTALL
    )
    assert stacked is not None
    assert re.search(r"#top \{ grid-template: [^/]+ auto / minmax\(0, 1fr\)", stacked[0])
    assert 'meet(place, find("score"))' in fit
    alone = re.search(
        r'\[data-who="spectator"\]\[data-screen="refusal"\][^{]*#middle \{([^}]*)', style
    )
    assert alone is not None
    assert "camera" not in alone[1]
    assert "showTurn(view)" in hands
    assert re.search(
        r'\[data-seats="4"\]\) section\.closed \{[^}]*\} \.fan \{ display: none', style
    )


def test_texts_are_fitted_again_when_their_font_has_come() -> None:
    """`document.fonts.ready` is over before the first text has asked for one."""
    script = text(PAGE / "fit.js")
    assert 'document.fonts.addEventListener("loadingdone"' in script
    assert "fonts.ready" not in script


def test_a_long_answer_scrolls_in_a_place_beside_the_board() -> None:
    """A clause as long as SPH-7.1 lay over half of the board; `page_views` measures it."""
    style = text(PAGE / "page.css")
    (long,) = re.findall(r"^#caption\.long \{([^}]*)\}", style, re.MULTILINE)
    assert {"max-height: var(--room)", "overflow: auto"} <= {
        each.strip() for each in long.split(";")
    }
    (refusal,) = re.findall(r'\[data-screen="refusal"\] #refusal \{([^}]*)\}', style)[:1]
    assert "overflow: hidden auto" in refusal
    script = text(PAGE / "fit.js")
    assert 'setAttribute("tabindex", "0")' in script, "a key reaches what scrolls"
    assert '["rail", "steps", "verdict"]' in script


def test_a_double_press_on_a_paper_chooses_no_text() -> None:
    assert re.search(r"\[data-play\] \{ user-select: none; \}", text(PAGE / "page.css"))


def run(module: str, names: str, expression: str) -> Any:  # noqa: ANN401 - whatever the script says
    """What an expression is in a script of the page."""
    script = f"""import {{ {names} }} from {json.dumps((PAGE / module).as_uri())};
    console.log(JSON.stringify({expression}));"""
    words = ["node", "--input-type=module", "-e", script]
    return json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
def test_arrows_lead_a_card_to_its_own_side_first() -> None:
    may = [
        {"seat": "A", "verb": "place", "cells": ["A.beast"]},
        {"seat": "B", "verb": "flip", "cells": ["B.item1"]},
        {"seat": "B", "verb": "place", "cells": ["B.beast"]},
    ]
    assert run("deeds.js", "openTo", f"openTo({json.dumps(may)}, 'B')")[0] == "B.beast"
    assert run("deeds.js", "openTo", f"openTo({json.dumps(may)}, 'C')") == []


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
def test_a_number_stays_with_the_word_it_belongs_to() -> None:
    bound = run("words.js", "bound", "bound('月のメインゾーン2と道具列1號位、b4と5枚')")
    assert bound == "月のメインゾーン\u20602と道具列\u20601號位、b4と\u20605枚"
    several = run("words.js", "bound", "bound('侵攻する：a3 · パス')")
    assert several == "侵攻する：a3\u00a0· パス"  # no line begins with the dot


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
@pytest.mark.parametrize("first", ["露出を下げてください。", "まだ画像が届いていません"])
def test_between_two_sentences_stands_one_full_stop(first: str) -> None:
    """What the light coach says has a stop of its own; a seat's page put a second behind it."""
    script = f"""globalThis.localStorage = {{ getItem: () => "ja", setItem() {{}} }};
    globalThis.document = {{ documentElement: {{}} }};
    globalThis.fetch = async () => ({{ json: async () => ({json.dumps(page_words("ja"))}) }});
    const {{ sentences, speak }} = await import({json.dumps((PAGE / "words.js").as_uri())});
    await speak("ja").catch(() => null);
    console.log(JSON.stringify(sentences({json.dumps(first)}, "整うと始まります。")));"""
    call = ["node", "--input-type=module", "-e", script]
    said = json.loads(subprocess.run(call, capture_output=True, text=True, check=True).stdout)
    assert said == f"{first.removesuffix('。')}。整うと始まります。"
    assert text(PAGE / "seat.js").count("sentences(") == 3


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
@pytest.mark.parametrize(
    ("screen", "steps", "wanted"),
    [
        ("step", [("lay", "a1", "b1"), ("replace", "c1"), ("take", "d1")], {"a1": 1, "c1": 2}),
        ("step", [("move", "d1", "a1"), ("turn", "c1")], {"a1": 1}),
        ("referee", [("lay", "a1")], {"a1": 0}),
        ("set_up", [], {"a1": 0}),
        ("fault", [("", "a1")], {}),
        ("referee", [], {}),
    ],
)
def test_the_picture_shows_where_a_card_is_wanted_that_nobody_sees_there(
    screen: str, steps: list[tuple[str, ...]], wanted: dict[str, int]
) -> None:
    """On a table played at by mouse no other board is shown; a match is gone on with on it."""
    cells = [
        {"id": "a1", "card": {}}, {"id": "b1", "card": {}}, {"id": "c1", "card": {}}, {"id": "d1"},
        {"id": "A.discard", "card": {}, "loose": True},
    ]  # fmt: skip
    told = [{"do": do, "cells": where} for do, *where in steps]
    view = json.dumps({"screen": screen, "steps": told, "board": {"cells": cells}})
    found = f"Object.fromEntries(wantedOn({view}, new Set(['b1', 'c1', 'd1'])))"
    assert run("board.js", "wantedOn", found) == wanted
    assert "ghosts(cut, read)" in text(PAGE / "camera.js")


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
@pytest.mark.parametrize(
    ("printed", "marks"),
    [(("sun", "moon"), [0, 1]), (("blue", "red"), [1, 0]), (("", ""), [0, 1])],
)
def test_players_have_the_marks_that_their_papers_bear(
    printed: tuple[str, str], marks: list[int]
) -> None:
    """The sun is the first mark and the moon the second; Spherion's blue begins with the moon."""
    colours = {seat: colour for seat, colour in zip("AB", printed, strict=True) if colour}
    view = json.dumps({"score": [{"seat": "A"}, {"seat": "B"}], "board": {"colours": colours}})
    assert run("glyphs.js", "markIndex", f"['A', 'B'].map((s) => markIndex({view}, s))") == marks
    classes = run("glyphs.js", "seatColour", f"['A', 'B'].map((s) => seatColour({view}, s))")
    assert classes == [f"colour-{colour}" if colour else "" for colour in printed]


PHONE = """
const node = () => ({
  dataset: {}, listeners: {}, said: [], hidden: false, append(...all) { this.said.push(...all); },
  setAttribute() {}, replaceChildren(...all) { this.said = all; }, play: async () => {},
  addEventListener(name, act) { this.listeners[name] = act; },
});
const places = {};
globalThis.localStorage = { getItem: () => "en" };
globalThis.document = {
  getElementById: (id) => (places[id] ??= node()), createElement: node, createElementNS: node,
  createTextNode: String, querySelectorAll: () => [], documentElement: node(), body: node(),
};
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.window = globalThis;
globalThis.addEventListener = () => {};
const track = { stop() {} };
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"], mediaDevices: {
  getUserMedia: async () => ({ getTracks: () => [track] }) } } });
globalThis.setTimeout = () => 0;
const answers = [];
globalThis.fetch = async (url) => ({
  ok: true, json: async () => (String(url).startsWith("/words") ? WORDS : answers.shift()),
});
globalThis.createImageBitmap = async () => { throw new Error("no picture"); };
const texts = (each) => (typeof each === "string" ? [each] : each.said.flatMap(texts));
const status = () => texts(places.status).join(" ");
await import(PAGE);
await new Promise(setImmediate);
const photo = (type) => places.photo.listeners.change(
  { target: { files: [{ type, size: 9 }], value: "" } });
const found = [];
await photo("text/plain");
found.push(status());
const said = { en: ["too bright"], ja: ["x"], "zh-Hant": ["y"] };
const cards = { seen: 0, all: 0 };
answers.push({ count: 1, read: true, mat: true, cards, state: "trouble", said });
await photo("image/jpeg");
found.push(status());
globalThis.createImageBitmap = () => new Promise(() => {});
await places.live.listeners.click();
await places.live.listeners.click();
found.push(status());
console.log(JSON.stringify(found));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
def test_a_phone_says_what_is_wrong_with_a_photo_and_that_it_has_stopped() -> None:
    words = page_words("en")
    script = PHONE.replace("WORDS", json.dumps(words))
    script = script.replace("PAGE", json.dumps((PAGE / "phone.js").as_uri()))
    call = ["node", "--input-type=module", "-e", script]
    found = json.loads(subprocess.run(call, capture_output=True, text=True, check=True).stdout)
    arrived = f"{words['phone.sent']} too bright"
    assert found == [words["phone.no_image"], arrived, words["phone.stopped"]]


LENT = """
const node = () => ({
  dataset: {}, listeners: {}, said: [], append(...all) { this.said.push(...all); },
  setAttribute() {}, replaceChildren(...all) { this.said = all; }, play: async () => {},
  addEventListener(name, act) { this.listeners[name] = act; },
});
const places = {};
globalThis.localStorage = { getItem: () => "en" };
globalThis.document = {
  ...node(), getElementById: (id) => (places[id] ??= node()), createElement: node,
  createElementNS: node, createTextNode: String, querySelectorAll: () => [],
  documentElement: node(), body: node(),
};
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.window = globalThis;
globalThis.addEventListener = () => {};
const tracks = [], locks = [], waiting = [];
const video = async () => {
  const track = { readyState: "live", muted: false, stop() { this.readyState = "ended"; } };
  tracks.push(track);
  return { getTracks: () => [track] };
};
const request = async () => {
  locks.push({ released: false, release() { this.released = true; } });
  return locks.at(-1);
};
Object.defineProperty(globalThis, "navigator", { value: {
  languages: ["en"], mediaDevices: { getUserMedia: video }, wakeLock: { request } } });
globalThis.setTimeout = (act) => waiting.push(act);
let count = 0;
const told = () => ({ count: ++count, read: true, mat: true, cards: { seen: 5, all: 7 } });
globalThis.fetch = async (url) => ({
  ok: true, json: async () => (String(url).startsWith("/words") ? WORDS : told()),
});
globalThis.createImageBitmap = async () => ({ width: 9, height: 9, close() {} });
globalThis.OffscreenCanvas = class {
  getContext() { return { drawImage() {} }; }
  async convertToBlob() { return new Blob([]); }
};
const texts = (each) => (typeof each === "string" ? [each] : each.said.flatMap(texts));
const found = [];
const settle = async () => { for (let i = 0; i < 9; i += 1) await new Promise(setImmediate); };
const step = async () => {
  waiting.shift()?.();
  await settle();
  found.push([texts(places.status)[0], count, tracks.length]);
};
await import(PAGE);
await settle();
places.live.listeners.click();
await step();
tracks[0].readyState = "ended";
await step();
tracks[1].muted = true;
await step();
await step();
tracks[1].muted = false;
await step();
const look = async (hidden) => {
  document.hidden = hidden;
  document.onvisibilitychange();
  await settle();
  found.push(locks.length);
};
await look(false);
locks[0].released = true;
await look(true);
await look(false);
console.log(JSON.stringify(found));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
def test_a_phone_whose_camera_is_taken_says_so_and_asks_for_it_again() -> None:
    """It went on sending black, and was told to bring more light; it fell asleep again, too."""
    words = page_words("en")
    script = LENT.replace("WORDS", json.dumps(words))
    script = script.replace("PAGE", json.dumps((PAGE / "phone.js").as_uri()))
    call = ["node", "--input-type=module", "-e", script]
    found = json.loads(subprocess.run(call, capture_output=True, text=True, check=True).stdout)
    sending, taken = words["phone.sending"], words["phone.taken"]
    assert found[:5] == [
        [sending.format(count=1), 1, 1],
        [sending.format(count=2), 2, 2],
        [taken, 2, 2],
        [taken, 2, 2],
        [sending.format(count=3), 3, 2],
    ]
    assert found[5:] == [1, 1, 2]


DROPS = """
const told = [];
globalThis.document = { getElementById: () => ({ scrollIntoView() {} }) };
globalThis.fetch = async (_, { body }) => {
  told.push(JSON.parse(body));
  return { status: 204, ok: true };
};
const { drop, now, takeTable } = await import(DEEDS);
const card = { n: 1, name: "" };
const may = [{ verb: "place", seat: "A", cells: ["A.beast"], down: true }];
now.view = { may, sayings: [], now: { seats: [] } };
const hands = [{ seat: "A", cards: [card] }];
takeTable({ lying: [{ n: 2 }], box: [], hands, cells: {}, secret: SECRET, fans: [], stocks: [] });
const said = [];
for (const [n, cell] of [[1, "A.beast"], [1, "A.item1"], [1, ""], [1, "A.spent"], [2, "A.item1"]]) {
  await drop(n, [0, 0], cell);
  said.push(told.splice(0).map((each) => each.do).join(" "));
}
console.log(JSON.stringify(said));
"""
"""Cards dropped by a hand in the order: open, not open, beside all places, a pile, from the mat."""


EITHER = """
const told = [];
globalThis.document = { getElementById: () => ({ scrollIntoView() {} }) };
globalThis.fetch = async (_, { body }) => {
  told.push(JSON.parse(body));
  return { status: 204, ok: true };
};
const { drop, now, takeTable, takeUp } = await import(DEEDS);
const may = [{ verb: "place", seat: "B", cells: ["B.main1"], down: false, card: "token" }];
if (BOTH) may.push({ verb: "place", seat: "B", cells: ["B.main1"], down: true, card: "" });
now.view = { may, sayings: [], now: { seats: ["B"] } };
const cards = [{ n: 1, name: "", card: "m01" }, { n: 2, name: "", card: "token" }];
const secret = ["B.main1"];
const rest = { lying: [], box: [], cells: {}, fans: [], stocks: [] };
takeTable({ ...rest, hands: [{ seat: "B", cards }], secret });
const said = [];
for (const n of [1, 2]) {
  await drop(n, [0, 0], "B.main1");
  said.push(told.splice(0).map((each) => each.do).join(" "));
}
await takeUp(1);
console.log(JSON.stringify([...said, told.length]));
process.exit(0);
"""
"""A card of the hand and the dice token are dropped where the token may lie open."""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
@pytest.mark.parametrize("both", ["true", "false"])
def test_only_the_card_that_may_lie_open_falls_open(both: str) -> None:
    """A card of the hand beside it fell face up; and one that is in a hand is taken up by none."""
    script = EITHER.replace("DEEDS", json.dumps((PAGE / "deeds.js").as_uri()))
    call = ["node", "--input-type=module", "-e", script.replace("BOTH", both)]
    said = json.loads(subprocess.run(call, capture_output=True, text=True, check=True).stdout)
    assert said == ["flip drop", "drop", 0]


FAN = """
const told = [];
globalThis.document = { getElementById: () => ({ scrollIntoView() {} }) };
globalThis.fetch = async (_, { body }) => {
  told.push(JSON.parse(body));
  return { status: 204, ok: true };
};
const { drop, flip, now, takeTable } = await import(DEEDS);
const may = [{ verb: "place", seat: "1", cells: ["1.C"], down: true }];
now.view = { may, screen: SCREEN, sayings: [], steps: STEPS, now: { seats: SEATS } };
may.push({ verb: "place", seat: "2", cells: ["discard"], down: false });
may.push({ verb: "place", seat: "1", cells: ["spent"], down: false });
const hands = [{ seat: "1", cards: [{ n: 1, name: "", owner: "", up: true }] }];
const cells = ["1.C", "2.C"];
const lying = cells.map((cell, n) => ({ n: n + 2, name: "", cell, up: cell === "2.C" }));
const stocks = ["discard", "spent", "heap"];
takeTable({ lying, box: [], hands, cells: {}, secret: cells, fans: cells, stocks });
for (let i = 0; i < FLIPS; i += 1) await flip(1);
told.length = 0;
await drop(1, [0, 0], CELL);
console.log(JSON.stringify(told.map((each) => each.action ?? each.do)));
process.exit(0);
"""
"""Player 1's card, flipped so often, is dropped: a back lies on 1.C, an open card on 2.C.

Player 2 is asked for a card on the discard pile, and is to move where it was flipped four times.
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
@pytest.mark.parametrize(
    ("cell", "screen", "flips", "steps", "said"),
    [
        ("1.C", "referee", 0, [], ["flip", "drop", "1 place ? 1.C facing=down"]),
        ("2.C", "referee", 0, [], ["flip", "drop", "1 place ? 2.C facing=down"]),
        ("2.C", "refusal", 0, [], ["back"]),
        ("", "referee", 0, [], ["flip", "drop"]),
        ("1.C", "referee", 1, [], ["drop", "1 place ? 1.C facing=down"]),
        ("1.C", "referee", 2, [], ["back", "1 place ? 1.C"]),
        ("2.C", "referee", 2, [], ["drop"]),
        ("2.C", "referee", 4, [], ["back", "1 place ? 2.C"]),
        ("1.C", "step", 0, [{"do": "lay", "cells": ["1.C"]}], ["drop"]),
        ("1.C", "step", 0, [{"do": "lay", "cells": ["2.C"]}], ["back"]),
        ("discard", "referee", 0, [], ["back", "1 place ? discard"]),
        ("spent", "referee", 0, [], ["drop"]),
        ("spent", "referee", 1, [], ["back", "1 place ? spent facing=down"]),
        ("heap", "referee", 0, [], ["back", "1 place ? heap"]),
        ("heap", "referee", 1, [], ["back", "1 place ? heap facing=down"]),
        ("heap", "step", 0, [], ["drop"]),
    ],
)
def test_a_card_laid_on_backs_is_said_or_goes_back(
    cell: str, screen: str, flips: int, steps: list[dict[str, Any]], said: list[str]
) -> None:
    """Face down it is said whatever the rules think of it; open it would look turned up."""
    script = FAN.replace("DEEDS", json.dumps((PAGE / "deeds.js").as_uri()))
    script = script.replace("CELL", json.dumps(cell)).replace("SCREEN", json.dumps(screen))
    seats = ["2"] if cell == "2.C" and flips == 4 else ["1"]
    script = script.replace("SEATS", json.dumps(seats)).replace("FLIPS", str(flips))
    script = script.replace("STEPS", json.dumps(steps))
    words = ["node", "--input-type=module", "-e", script]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(found.stdout) == said


TAKEN = """
const told = [];
globalThis.innerWidth = 1000;
globalThis.document = { getElementById: () => ({ scrollIntoView() {} }) };
globalThis.fetch = async (_, { body }) => {
  told.push(JSON.parse(body));
  return { status: 204, ok: true };
};
const { choose, drawn, flip, now, takeTable, takeUp } = await import(DEEDS);
now.view = { now: { seats: ["3"] }, may: [], sayings: [] };
const lying = [
  { n: 1, name: "", cell: "1.L", up: false, owner: "", held: "1" },
  { n: 2, name: "", cell: "pile", up: false, owner: "", held: "2" },
  { n: 3, name: "", cell: "A.deck", up: false, owner: "A", held: "" },
  { n: 4, name: "", cell: "discard", up: true, owner: "", held: "" },
  { n: 6, name: "", cell: "A.rail.1", up: false, owner: "A", held: "" },
  { n: 7, name: "", cell: "1.R", up: true, owner: "", held: "" },
];
const hands = [{ seat: "1", cards: [{ n: 5, name: "" }] }];
const stocks = ["pile", "A.deck", "discard", "A.rail.1"];
takeTable({ lying, box: [], hands, cells: {}, secret: ["1.L"], fans: ["1.L"], stocks });
for (const { n } of lying) await takeUp(n);
now.view.sayings = [{ seat: "3", action: "3 draw" }];
for (const { n } of lying) await takeUp(n);
const chosen = [];
for (const n of [1, 5]) {
  choose(n);
  await flip(n);
  chosen.push(now.chosen);
}
choose(1);
await flip(4);
chosen.push(now.chosen);
const places = told.filter((each) => each.do === "hand").map((each) => each.place);
const said = told.filter((each) => each.do === "say").map((each) => each.action);
const stock = lying.filter(drawn).map((each) => each.n);
console.log(JSON.stringify({ places, said, chosen, drawn: stock }));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
def test_a_card_goes_back_to_its_hand_a_stock_is_drawn_from_and_a_flip_is_the_end_of_it() -> None:
    script = TAKEN.replace("DEEDS", json.dumps((PAGE / "deeds.js").as_uri()))
    words = ["node", "--input-type=module", "-e", script]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(found.stdout) == {
        "places": ["1", "3", "A", "3", "A", "1", "1", "A", "3", "A", "1"],
        "said": ["3 draw"],
        "chosen": [0, 5, 1],
        "drawn": [2, 3],
    }


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
@pytest.mark.parametrize(
    ("secret", "said"),
    [
        (["A.beast", "A.item1"], ["flip drop", "flip drop", "flip drop", "drop", "drop"]),
        ([], ["flip drop", "drop", "drop", "drop", "drop"]),
    ],
)
def test_a_slip_of_the_hand_shows_nothing_where_cards_lie_secretly(
    secret: list[str], said: list[str]
) -> None:
    script = DROPS.replace("DEEDS", json.dumps((PAGE / "deeds.js").as_uri()))
    words = ["node", "--input-type=module", "-e", script.replace("SECRET", json.dumps(secret))]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(found.stdout) == said


TURNED = """
const told = [];
globalThis.document = { getElementById: () => ({ scrollIntoView() {} }) };
globalThis.fetch = async (_, { body }) => {
  told.push(JSON.parse(body));
  return { status: 204, ok: true };
};
const { drop, flip, now, takeTable } = await import(DEEDS);
now.view = { may: [{ verb: "place", seat: "A", cells: ["A.main1"], down: true }] };
const fixed = { box: [], cells: {}, secret: ["A.main1"], fans: [], stocks: [] };
const held = { ...fixed, lying: [], hands: [{ seat: "A", cards: [{ n: 1, name: "" }] }] };
const lies = { ...fixed, lying: [{ n: 1, name: "", cell: "A.main1" }], hands: [] };
takeTable(WHERE === "table" ? lies : held);
await flip(1);
takeTable(WHERE === "table" ? lies : held);
takeTable(held);
told.length = 0;
await drop(1, [0, 0], "A.main1");
console.log(JSON.stringify(told.map((each) => each.do)));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("hand", ["drop"]),  # it is laid as it was turned
        ("table", ["flip", "drop"]),  # turned up in a battle, it came to the hand again
    ],
)
def test_a_card_that_was_turned_up_on_the_table_is_set_face_down_the_next_time(
    where: str, said: list[str]
) -> None:
    script = TURNED.replace("DEEDS", json.dumps((PAGE / "deeds.js").as_uri()))
    words = ["node", "--input-type=module", "-e", script.replace("WHERE", json.dumps(where))]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(found.stdout) == said


STOCK = """
const told = [];
globalThis.document = { getElementById: () => ({ scrollIntoView() {} }) };
globalThis.fetch = async (_, { body }) => {
  told.push(JSON.parse(body));
  return { status: 204, ok: true };
};
const { drop, now, takeTable } = await import(DEEDS);
now.view = { may: [{ verb: "place", seat: "red", cells: ["red.deck"], down: false }] };
const lying = [{ n: 2, name: "", up: UP, cell: "red.deck" }];
const hands = [{ seat: "red", cards: [{ n: 1, name: "", up: true }] }];
takeTable({ box: [], cells: {}, secret: [], fans: [], stocks: ["red.deck"], lying, hands });
await drop(1, [0, 0], "red.deck");
console.log(JSON.stringify(told.map((each) => each.do)));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
@pytest.mark.parametrize(("up", "said"), [("false", ["flip", "drop"]), ("true", ["drop"])])
def test_a_card_goes_face_down_on_a_pile_of_backs(up: str, said: list[str]) -> None:
    """Spherion's Hammer: laid open it had been taken at once, and its piece was refused."""
    script = STOCK.replace("DEEDS", json.dumps((PAGE / "deeds.js").as_uri())).replace("UP", up)
    words = ["node", "--input-type=module", "-e", script]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(found.stdout) == said


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
def test_a_cell_bears_the_sign_of_whose_it_is_at_its_lowest_corner() -> None:
    """Not everybody tells the colours of the two players apart."""
    hexagon = "[[0, 10], [9, 5], [9, -5], [0, -10], [-9, -5], [-9, 5]]"
    assert run("glyphs.js", "landAt", f"landAt({hexagon}, [0, 0])") == [0, 8]
    sun, moon = (run("glyphs.js", "signCorners", f"signCorners({n}, [0, 0], 1)") for n in (0, 1))
    assert (len(sun), len(moon)) == (16, 22)
    assert max(x for x, _ in sun) == 1
    assert max(x for x, _ in moon) < 0.8


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
def test_a_name_that_would_fill_a_line_may_be_parted() -> None:
    """It lay over the scores and beyond a phone's edge, and with it what is to be done."""
    names = ["Player 2", "プレイヤー2", "Maximiliane-Josephine", "寿限無寿限無五劫のすりきれ"]
    told = run("words.js", "isLong", f"{json.dumps(names)}.map(isLong)")

    assert told == [False, False, True, True]


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
"""A line that is cut after it stood once, and every way back fails."""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("403", ["up", "reload"]),
        ("0", ["up", 400, 800, 1600, 600, 3200, 2200, 1200, 200, 6400]),
        ("503", ["up", 400, 800, 1600, 600, 3200, 2200, 1200, 200, 6400]),
    ],
)
def test_a_page_whose_key_is_nobodys_any_more_says_how_to_come_in(
    answer: str, said: list[str | int]
) -> None:
    """Otherwise it counts the seconds to its next try."""
    script = LINE.replace("LINK", json.dumps((PAGE / "link.js").as_uri()))
    words = ["node", "--input-type=module", "-e", script.replace("ANSWER", answer)]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(found.stdout) == said


@pytest.mark.parametrize(("page", "module"), [("index.html", "main.js"), ("seat.html", "seat.js")])
def test_a_page_that_lost_its_line_looks_it(page: str, module: str) -> None:
    """What is greyed then is on the page that watches its line."""
    script = text(PAGE / module)
    greyed = re.findall(r"\.offline [^{]*\{", text(PAGE / "page.css"))
    names = set(re.findall(r"#([\w-]+)", "".join(greyed)))
    assert names & set(re.findall(r'\bid="([\w-]+)"', text(PAGE / page)))
    assert 't("label.offline")' in script
    assert 't("label.reconnecting"' in script


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


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
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
const offered = { games: [], papers: [], cameras: [{ kind: "mouse" }], left: [] };
const body = (data) => ({ json: async () => data, text: async () => JSON.stringify(data) });
let asked = 0;
globalThis.fetch = async (path) => {
  if (path.startsWith("/words")) return body({ "start.failed": "failed", "start.coming": "soon" });
  if (path === "/start") return { status: STARTED, ...body({ error: { message: "why" } }) };
  asked += 1;
  return { status: asked < 3 ? 200 : LOBBY, ok: asked < 3 || LOBBY === 200, ...body(offered) };
};
const settled = () => new Promise((done) => setImmediate(done));
await import(START);
await settled();
if (PRESS) await pressed.go();
else for (let i = 0; i < 3; i += 1) { waiting.shift()?.(); await settled(); }
console.log(JSON.stringify([told, texts.told ?? "", texts.lead]));
"""
"""Two start pages are open, and from the other one a match is begun."""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"LOBBY": 410, "STARTED": 0, "PRESS": "false"}, [["reload"], ""]),
        ({"LOBBY": 200, "STARTED": 410, "PRESS": "true"}, [["reload"], ""]),
        ({"LOBBY": 200, "STARTED": 403, "PRESS": "true"}, [["reload"], ""]),
        ({"LOBBY": 200, "STARTED": 400, "PRESS": "true"}, [[], "why"]),
    ],
)
def test_a_second_start_page_leads_to_the_match(facts: dict[str, object], said: object) -> None:
    script = START.replace("import(START)", f"import({json.dumps((PAGE / 'start.js').as_uri())})")
    for name, value in facts.items():
        script = script.replace(name, str(value))
    words = ["node", "--input-type=module", "-e", script]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    told, text_said, _ = json.loads(found.stdout)
    assert [told[:1], text_said] == said


def test_on_no_phone_the_menu_is_off_the_screen() -> None:
    """Control cards that do not fit in a row stand in several, and the page leaves them room."""
    style = text(PAGE / "page.css")
    phones = style[style.index("@media (max-width: 700px)") :]
    phones = phones[: phones.index("\n}\n")]
    for_all = re.sub(r"^  @media.*$", "", phones, flags=re.MULTILINE)
    several = re.findall(r"max-width: (\d+)px\) \{ #cards:has\(> \.control:nth", phones)

    assert "#cards { flex-wrap: wrap;" in for_all
    assert re.search(
        r"#frame:has\(#cards > \.control:nth-of-type\(6\)\) \{ padding-bottom", for_all
    )
    assert [int(width) for width in several] >= [430]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
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
    """As every viewer's: a language is chosen on each device for itself."""
    script, page = text(PAGE / "seat.js"), text(PAGE / "seat.html")
    tools = script.partition("function drawTools()")[2].partition("\n}\n")[0]

    assert "languageButtons(choose)" in tools
    assert 'rules("")' in tools
    assert "link.speak()" in script
    assert {"seat-tools", "sheet"} <= set(re.findall(r'\bid="([\w-]+)"', page))


SHEET = """
const said = [];
const made = () => ({
  append() {}, setAttribute() {}, addEventListener() {}, replaceChildren() {},
});
globalThis.localStorage = { getItem: () => null };
const stamp = { ...made(), focus: () => said.push("stamp") };
const sheet = { ...made(), hidden: true, focus: () => said.push("sheet") };
globalThis.document = {
  activeElement: stamp, createElement: made, createElementNS: made, cookie: "",
  getElementById: (id) => (id === "sheet" ? sheet : made()),
};
globalThis.setTimeout = () => 0;
const { rules, close } = await import(SHEET);
rules("YGG-6.3");
close();
console.log(JSON.stringify(said));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
def test_whoever_opens_a_clause_by_a_key_stands_in_its_sheet_and_comes_back() -> None:
    script = SHEET.replace("(SHEET)", f"({json.dumps((PAGE / 'sheets.js').as_uri())})")
    words = ["node", "--input-type=module", "-e", script]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(found.stdout) == ["sheet", "stamp"]
    for path in PAGES:
        assert text(path).count('id="sheet"') == text(path).count('id="sheet" tabindex="-1"')


def test_a_sheet_leaves_the_control_cards_in_sight() -> None:
    """It ends above the page's foot, and above the verdict where that is a row of the frame."""
    style = text(PAGE / "page.css")
    foot = max(float(high) for high in re.findall(r'"foot" calc\(([\d.]+) \* var', style))
    ends = re.findall(r"#frame ~ #sheet \{ bottom: calc\(([\d.]+) \*", style)
    rows = re.findall(r'"verdict" calc\(([\d.]+) \* var', style)
    assert min(map(float, ends)) > 1.5 + foot
    assert max(map(float, ends)) > 1.5 + foot + max(map(float, rows))


@pytest.mark.parametrize("place", [".hits", "#sheet h3"])
def test_a_clause_s_number_in_a_line_keeps_the_next_line_off(place: str) -> None:
    """An inline box is no higher than its letters: the text beneath ran into the stamp's frame."""
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", text(PAGE / "page.css"))
    own = [body for head, body in rules if place in head and head.rstrip().endswith(" .stamp")]
    assert any("display: inline-block" in body for body in own)


def test_two_codes_stand_side_by_side_under_what_each_is_for() -> None:
    """Both were called the same, and the second stood below the sheet's end."""
    script, style = text(PAGE / "sheets.js"), text(PAGE / "page.css")
    paired = re.search(r"function code\(.*?\n}", script, re.DOTALL)
    assert paired is not None
    assert paired[0].index("use || name") < paired[0].index("picture,")
    assert "codes.scrollIntoView" in script
    assert re.search(r"\.codes \{[^}]*repeat\(auto-fit", style)
    for lang in LANGUAGES:
        words = page_words(lang)
        assert words["label.pair_live"] != words["label.pair_photos"]
        assert max(len(words[f"label.pair_{use}"]) for use in ("live", "photos")) < 20


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


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
def test_a_press_for_the_next_match_is_heard_at_once_and_may_be_made_again_where_it_was_not() -> (
    None
):
    script = NEXT.replace("PAGE", json.dumps((PAGE / "again.js").as_uri()))
    words = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told, disabled = json.loads(done.stdout)
    assert told == ["/again", "/again"]
    assert disabled == [False, True, True, False, False, False, False]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
@pytest.mark.parametrize(
    ("held", "drawn", "at"),
    [
        ("hand/A", ["lay", "hand/B", "hand/A"], "hand/A"),
        ("order:A.move", ["order:A.", "order:A.c3"], "order:A."),
        ("say/A draw", ["say/A pass"], "body"),
        ("", ["lay"], "body"),
    ],
)
def test_what_is_drawn_anew_keeps_the_focus(held: str, drawn: list[str], at: str) -> None:
    """By keys one stood nowhere after most presses at the mouse's table."""
    script = f"""const body = {{ dataset: {{ keep: "body" }} }};
    globalThis.document = {{ activeElement: body }};
    const focus = function () {{ document.activeElement = this; }};
    const node = (keep) => ({{ dataset: {{ keep }}, focus }});
    const place = {{
      all: [node({json.dumps(held)})],
      contains(one) {{ return this.all.includes(one); }},
      replaceChildren(...all) {{ this.all = all; document.activeElement = body; }},
      querySelectorAll() {{ return this.all; }},
    }};
    place.all[0].focus();
    const {{ put }} = await import({json.dumps((PAGE / "dom.js").as_uri())});
    put(place, {json.dumps(drawn)}.map(node));
    console.log(document.activeElement.dataset.keep);"""
    call = ["node", "--input-type=module", "-e", script]
    said = subprocess.run(call, capture_output=True, text=True, check=True).stdout
    assert said.strip() == at


def test_every_button_that_is_drawn_anew_at_the_mouse_table_has_a_name_to_be_found_by() -> None:
    for name in ("hands.js", "languages.js", "again.js", "orders.js"):
        buttons = re.findall(r'h\("button", \{.*?\}[,)]', text(PAGE / name), re.DOTALL)
        assert buttons
        assert all("data-keep" in each or "data-n" in each for each in buttons), name


def test_the_same_table_told_in_another_language_is_drawn_anew() -> None:
    assert "now.told += 1" in text(PAGE / "deeds.js")
    assert "const wanted = `${now.told} " in text(PAGE / "play.js")


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


@pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")
def test_the_game_whose_cards_lie_here_is_the_first_answer() -> None:
    """The first game of all was chosen, whose cards nobody had printed."""
    page = json.dumps((PAGE / "start.js").as_uri())
    call = ["node", "--input-type=module", "-e", PAPERS_HERE.replace("START", page)]
    said = subprocess.run(call, capture_output=True, text=True, check=True).stdout
    assert json.loads(said) == [0, 1, 2]


def test_a_caption_that_says_nothing_is_not_seen() -> None:
    assert "#camera figcaption:empty { display: none; }" in text(PAGE / "page.css")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_lets_a_phone_in_is_said_before_a_match(lang: str) -> None:
    for key in ("start.phone_lan", "start.no_camera_lan"):
        assert "companion referee --lan" in page_words(lang)[key]
    assert "offers.alone && !lone && shut(" in text(PAGE / "start.js")
