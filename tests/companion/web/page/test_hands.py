"""Hands next to a drawn table: covered while a game keeps them secret."""

from __future__ import annotations

import json

import pytest

from tests.support.web.page_scripts import PAGE, needs_engine, output_of, run

VIEW = {"now": {"seats": ["A"]}, "board": {"turns": {}}, "may": [], "score": []}


@needs_engine
@pytest.mark.parametrize("secret", [True, False])
def test_a_secret_hand_is_covered_until_its_player_shows_it(secret: bool) -> None:  # noqa: FBT001
    view = json.dumps({**VIEW, "secret_hands": secret})
    hands = "[{ seat: 'A' }, { seat: 'B' }]"
    found = run("hands.js", "isOpen", f"{hands}.map((hand) => isOpen({view}, hand))")
    assert found == [not secret, False]


@needs_engine
def test_the_computer_shows_its_secret_hand_to_nobody() -> None:
    view = json.dumps({**VIEW, "now": {"seats": ["B"]}, "computers": ["B"]})
    opened = f"[true, false].map((secret_hands) => isOpen({{ ...{view}, secret_hands }}, hand))"
    found = run("hands.js", "isOpen", f"[{{ seat: 'B' }}].map((hand) => {opened})[0]")
    assert found == [False, True]


DRAWN = """
const made = (name) => ({
  name, dataset: {}, style: {}, kids: [], classList: { add() {} },
  append(...kids) { this.kids.push(...kids); }, setAttribute() {}, addEventListener() {},
  contains: () => false, querySelector: () => null, querySelectorAll: () => [],
  replaceChildren(...kids) { this.kids = kids; },
});
const place = made("hands");
globalThis.document = {
  activeElement: null, createElement: made, createElementNS: (_, name) => made(name),
  getElementById: () => place, createTextNode: (text) => text,
};
const { drawHands } = await import(HANDS);
const cards = [1, 2, 3].map((n) => ({ n, name: "", facts: [], text: "", up: true, size: [5, 9] }));
const table = { hands: [{ seat: "A", name: "Sun", cards }], box: [] };
const pictures = (node) => (node.kids ?? []).reduce(
  (sum, kid) => sum + pictures(kid), node.name === "img" ? 1 : 0);
const count = (screen, secret_hands) => {
  drawHands(table, { ...VIEW, screen, secret_hands }, { chosenOne: () => 0 });
  return pictures(place);
};
const cases = [["set_up", false], ["referee", true], ["referee", false]];
console.log(JSON.stringify(cases.map((each) => count(...each))));
"""


@needs_engine
def test_no_hand_is_shown_before_the_table_is_set_up() -> None:
    """Regression: the whole deck was shown as a hand before the cards were dealt."""
    script = DRAWN.replace("import(HANDS)", f"import({json.dumps((PAGE / 'hands.js').as_uri())})")
    assert output_of(script.replace("...VIEW", f"...{json.dumps(VIEW)}")) == [0, 0, 3]


SIDES = """
const press = (node, keep) => {
  if (node["data-keep"] === keep) node.onclick();
  for (const kid of [...node.kids ?? []]) press(kid, keep);
};
const found = [count("referee", true)];
press(place, "sides");
found.push(count("referee", true));
press(place, "sides");
console.log(JSON.stringify([...found, count("referee", true)]));
"""


@needs_engine
def test_who_plays_every_side_need_not_open_the_hand_to_move() -> None:
    """Regression: a person alone at the page had to open a secret hand on every turn."""
    script = DRAWN.replace("import(HANDS)", f"import({json.dumps((PAGE / 'hands.js').as_uri())})")
    script = script.replace("...VIEW", f"...{json.dumps(VIEW)}")
    script = script.replace("setAttribute() {}", "setAttribute(key, value) { this[key] = value; }")
    script = script.replace(
        "addEventListener() {}", "addEventListener(kind, act) { this[`on${kind}`] = act; }"
    )
    assert output_of(script[: script.index("const cases")] + SIDES) == [0, 3, 0]
