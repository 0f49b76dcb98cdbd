"""Keyboard users keep their focus when the page is redrawn."""

from __future__ import annotations

import json
import re
import subprocess

import pytest

from tests.support.web.page_scripts import (
    PAGE,
    PAGES,
    needs_engine,
    output_of,
    text,
)

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


@needs_engine
def test_opening_a_clause_by_a_key_focuses_its_sheet_and_returns() -> None:
    script = SHEET.replace("(SHEET)", f"({json.dumps((PAGE / 'sheets.js').as_uri())})")
    words = ["node", "--input-type=module", "-e", script]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(found.stdout) == ["sheet", "stamp"]
    for path in PAGES:
        assert text(path).count('id="sheet"') == text(path).count('id="sheet" tabindex="-1"')


@needs_engine
@pytest.mark.parametrize(
    ("held", "drawn", "at"),
    [
        ("hand/A", ["lay", "hand/B", "hand/A"], "hand/A"),
        ("order:A.move", ["order:A.", "order:A.c3"], "order:A."),
        ("say/A draw", ["say/A pass"], "body"),
        ("", ["lay"], "body"),
    ],
)
def test_what_is_drawn_again_keeps_the_focus(held: str, drawn: list[str], at: str) -> None:
    """Regression: the focus was lost after most key presses at the mouse table."""
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
    spoken = subprocess.run(call, capture_output=True, text=True, check=True).stdout
    assert spoken.strip() == at


def test_every_button_that_is_drawn_again_at_the_mouse_table_has_a_name_to_be_found_by() -> None:
    for name in ("hands.js", "languages.js", "again.js", "orders.js"):
        buttons = re.findall(r'h\("button", \{.*?\}[,)]', text(PAGE / name), re.DOTALL)
        assert buttons
        assert all("data-keep" in each or "data-n" in each for each in buttons), name


def test_the_same_table_in_another_language_is_drawn_again() -> None:
    assert "now.received += 1" in text(PAGE / "deeds.js")
    assert "const wanted = `${now.received} " in text(PAGE / "play.js")


ROW = """
globalThis.localStorage = { getItem: () => null };
globalThis.window = { addEventListener() {} };
globalThis.document = { cookie: "", getElementById: () => null, fonts: window };
const { rowKey } = await import(SCREENS);
const view = {
  screen: "referee", lang: "en", who: "table", again: false,
  controls: ["yes", "no", "why"], whose: { yes: [{ seat: "A", name: "Sun" }] },
  called: { yes: "YES: Street Juggler's effect is used" },
};
const revival = { yes: "YES: Revival is used" };
const on = { recording: { on: true } };
const others = [{ called: revival }, { called: {} }, { whose: {} }, { lang: "ja" }, on, {}];
console.log(JSON.stringify(others.map((other) => rowKey({ ...view, ...other }) === rowKey(view))));
"""
"""A row of control cards, and its key when one of its facts changes."""


@needs_engine
def test_the_cards_are_drawn_again_when_the_same_seat_is_asked_another_thing() -> None:
    """Regression: YES showed the question before, and answered another one."""
    script = ROW.replace("(SCREENS)", f"({json.dumps((PAGE / 'screens.js').as_uri())})")
    assert output_of(script) == [False, False, False, False, False, True]
    assert "const key = rowKey(view);" in text(PAGE / "screens.js")
