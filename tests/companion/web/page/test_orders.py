"""Orders as the page lets players compose them, and as it shows them when seals are opened."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest

from tests.support.web.page_scripts import PAGE

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs a JavaScript engine")

SCENE = """
const made = (tag) => ({
  tag, children: [], acts: {}, names: {}, style: {},
  addEventListener(kind, act) { this.acts[kind] = act; },
  setAttribute(name, value) { this.names[name] = value; },
  append(...more) { this.children.push(...more); },
});
globalThis.document = {
  createElement: made, createElementNS: (_, tag) => made(tag),
  documentElement: made("html"), getElementById: () => made("p"),
};
globalThis.localStorage = { getItem: () => "en", setItem() {} };
globalThis.navigator ??= { language: "en" };
const flat = (it) => [it].flat(9).filter((each) => each);
const node = (each) => typeof each === "object";
const said = (each) => (node(each) ? words(each.children) : String(each));
const words = (it) => flat(it).map(said).join(" ").replace(/ +/g, " ").trim();
const inner = (each, tag) => [...(each.tag === tag ? [each] : []), ...every(each.children, tag)];
const every = (it, tag) => flat(it).filter(node).flatMap((each) => inner(each, tag));
const { aimsOf, isHalf, orderChoices, openedSeals, takeAim } = await import(ORDERS);
"""

HALF = """
const values = ["summon:M19:2", "move:1:2", "turn:1"].map((value) => ["declare", value]);
const orders = { values, words: {}, withheld: [] };
const shown = (turn) => orderChoices("red", turn, orders, () => {}, () => {});
const buttons = (turn) => every(shown(turn), "button").map(words);
every(shown(3), "button")[0].acts.click();
every(shown(3), "button")[1].acts.click();
const half = [3, 4].map((turn) => isHalf("red", turn));
console.log(JSON.stringify([buttons(3), buttons(4), buttons(4), half]));
"""

AIMED = """
const around = { a: ["b", "c"], b: ["a", "d"], c: ["d", "a"] };
const values = ["move:dm:0", "move:dm:1", "move:2:1", "turn:2", "set:T02:1:up", "set:T02:1:down",
  "summon:M19:0:up:attack:2", "summon:M19:0:up:attack:2+3"].map((value) => ["declare", value]);
const map = { at: { dm: "a", 2: "b", 3: "c" }, around, ways: [] };
const orders = { values, words: {}, withheld: [], map };
const heard = [];
const now = () => aimsOf("red", 1, orders);
const aims = () => now().map(({ cell, from, wanted }) => [cell, from ?? "", wanted.join(":")]);
const say = (...all) => heard.push(all.join(" "));
const touch = (at) =>
  takeAim("red", 1, orders, now().find(({ cell }) => cell === at), say, () => {});
const button = (part) =>
  every(orderChoices("red", 1, orders, say, () => {}), "button").find((it) => words(it) === part);
const first = aims();
touch("a");
const ways = aims();
touch("c");
for (const part of ["summon", "M19", "0", "up", "attack"]) {
  if (button(part)) button(part).acts.click(); else touch("b");
}
const paid = aims();
touch("c");
const more = aims();
touch("b");
console.log(JSON.stringify([first, ways, paid, more, heard]));
"""

OPENED = """
const score = [{ seat: "blue", name: "Blue" }];
const seal = (fits) => ({
  seat: "blue", turn: 2, short: "abc", digest: "abcdef", salt: "5a17",
  orders: ["move:1:2", "wait"], said: ["MOVE 1 2", "WAIT"], fits,
});
const view = (seals) => ({ screen: "ended", score, seals });
const told = openedSeals(view([seal(true), seal(false)]));
const none = openedSeals(view([{ seat: "blue", short: "abc" }]));
const lines = every(told, "details").map(words);
console.log(JSON.stringify([none, lines.length, ...lines, words(every(told, "pre")[0])]));
"""


def run(script: str) -> Any:  # noqa: ANN401 - any JSON value
    whole = SCENE.replace("ORDERS", json.dumps((PAGE / "orders.js").as_uri())) + script
    words = ["node", "--input-type=module", "-e", whole]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    return json.loads(found.stdout)


def test_an_order_half_put_together_ends_with_its_turn() -> None:
    same, later, still, half = run(HALF)

    assert same == ["←", "2"]
    assert half == [True, False], "READY would seal what was ordered without it"
    assert later == still == ["summon", "move", "turn"]


def test_orders_are_given_by_touching_units_directions_and_tributes() -> None:
    first, ways, paid, more, heard = run(AIMED)
    assert first == [["b", "", "move:2"], ["a", "", "move:dm"]]
    assert ways == [["b", "a", "move:dm:0"], ["c", "a", "move:dm:1"], ["b", "", "move:2"]]
    assert paid == [
        ["b", "", "summon:M19:0:up:attack:2"],
        ["c", "", "summon:M19:0:up:attack:+3"],
    ]
    assert more == [["b", "", "summon:M19:0:up:attack:2+3"]]
    assert heard == ["declare move:dm:1", "declare summon:M19:0:up:attack:2+3"]


def test_what_was_sealed_is_shown_with_all_it_takes_to_make_the_seal_again() -> None:
    none, count, fitting, changed, sealed = run(OPENED)

    assert none is False
    assert count == 2
    for part in ("MOVE 1 2 → WAIT", "abcdef", "5a17"):
        assert part in fitting
    assert "label.seal_broken" in changed
    assert "label.seal_broken" not in fitting
    assert sealed.split() == ["5a17", "move:1:2", "wait"]


HELD = """
const { barOf, isHeld } = await import(ORDERS);
const told = (values, ready = true) => ({ values, said: [], ready });
const cases = [told([["declare", "wait"]]), { values: [], said: ["WAIT"], ready: true },
  told([["declare", "wait"]], false), told([["choose", "N1"]]), told([]), null];
const bar = ["why", "undo", "ready", "done", "end_turn"];
console.log(JSON.stringify(cases.map((orders) => [isHeld(orders), barOf(bar, orders)])));
"""


def test_a_ready_that_seals_orders_is_held_and_stands_nowhere_else() -> None:
    """Regression: one tap in the bottom bar declared READY, which cannot be taken back."""
    bar = ["why", "undo", "ready", "done", "end_turn"]
    held = [True, ["why", "undo", "end_turn"]]
    tapped = [False, bar]

    script = HELD.replace("ORDERS", json.dumps((PAGE / "orders.js").as_uri()))
    assert run(script) == [held, held, tapped, tapped, tapped, tapped]
