"""Paper actions on the page: a card's destination, and its facing."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from tests.support.web.page_scripts import (
    PAGE,
    needs_engine,
    run,
)


@needs_engine
def test_arrows_lead_a_card_to_its_own_side_first() -> None:
    may = [
        {"seat": "A", "verb": "place", "cells": ["A.beast"]},
        {"seat": "B", "verb": "flip", "cells": ["B.item1"]},
        {"seat": "B", "verb": "place", "cells": ["B.beast"]},
    ]
    assert run("deeds.js", "openTo", f"openTo({json.dumps(may)}, 'B')")[0] == "B.beast"
    assert run("deeds.js", "openTo", f"openTo({json.dumps(may)}, 'C')") == []


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
"""Drops from a hand: on an open place, a face-down one, no place, a pile; one from the mat."""


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
"""A card from the hand and the dice token, dropped where the token may be face up."""


@needs_engine
@pytest.mark.parametrize("both", ["true", "false"])
def test_only_the_card_that_may_be_open_falls_open(both: str) -> None:
    """Regression: a card from the hand fell face up, too; a card in a hand cannot be picked up."""
    script = EITHER.replace("DEEDS", json.dumps((PAGE / "deeds.js").as_uri()))
    call = ["node", "--input-type=module", "-e", script.replace("BOTH", both)]
    spoken = json.loads(subprocess.run(call, capture_output=True, text=True, check=True).stdout)
    assert spoken == ["flip drop", "drop", 0]


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
"""Player 1's card, flipped `FLIPS` times, is dropped: 1.C has a back, and 2.C an open card.

Player 2 is asked for a card on the discard pile. With four flips, player 2 is to move on 2.C.
"""


@needs_engine
@pytest.mark.parametrize(
    ("cell", "screen", "flips", "steps", "spoken"),
    [
        ("1.C", "referee", 0, [], ["flip", "drop", "1 place ? 1.C facing=down"]),
        ("2.C", "referee", 0, [], ["flip", "drop", "1 place ? 2.C facing=down"]),
        ("2.C", "refusal", 0, [], ["back"]),
        ("", "referee", 0, [], ["flip", "drop"]),
        ("1.C", "referee", 1, [], ["drop", "1 place ? 1.C facing=down"]),
        ("1.C", "referee", 2, [], ["back", "1 place ? 1.C"]),
        ("2.C", "referee", 2, [], ["drop"]),
        ("2.C", "referee", 4, [], ["back", "1 place ? 2.C"]),
        ("1.C", "step", 0, [{"do": "place", "cells": ["1.C"]}], ["drop"]),
        ("1.C", "step", 0, [{"do": "place", "cells": ["2.C"]}], ["back"]),
        ("discard", "referee", 0, [], ["back", "1 place ? discard"]),
        ("spent", "referee", 0, [], ["drop"]),
        ("spent", "referee", 1, [], ["back", "1 place ? spent facing=down"]),
        ("heap", "referee", 0, [], ["back", "1 place ? heap"]),
        ("heap", "referee", 1, [], ["back", "1 place ? heap facing=down"]),
        ("heap", "step", 0, [], ["drop"]),
        ("heap", "step", 0, [{"cells": ["heap"], "down": ["heap"]}], ["flip", "drop"]),
        ("heap", "step", 1, [{"cells": ["heap"], "down": ["heap"]}], ["drop"]),
        ("heap", "step", 2, [{"cells": ["heap"], "down": ["heap"]}], ["drop"]),
        ("heap", "step", 0, [{"cells": ["1.C"], "down": ["1.C"]}], ["drop"]),
    ],
)
def test_a_card_placed_on_backs_is_announced_or_goes_back(
    cell: str, screen: str, flips: int, steps: list[dict[str, Any]], spoken: list[str]
) -> None:
    """Check that the fan is declared face down; face up it would look like a card turned up."""
    script = FAN.replace("DEEDS", json.dumps((PAGE / "deeds.js").as_uri()))
    script = script.replace("CELL", json.dumps(cell)).replace("SCREEN", json.dumps(screen))
    seats = ["2"] if cell == "2.C" and flips == 4 else ["1"]
    script = script.replace("SEATS", json.dumps(seats)).replace("FLIPS", str(flips))
    script = script.replace("STEPS", json.dumps(steps))
    words = ["node", "--input-type=module", "-e", script]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(found.stdout) == spoken


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


@needs_engine
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


@needs_engine
@pytest.mark.parametrize(
    ("secret", "spoken"),
    [
        (["A.beast", "A.item1"], ["flip drop", "flip drop", "flip drop", "drop", "drop"]),
        ([], ["flip drop", "drop", "drop", "drop", "drop"]),
    ],
)
def test_a_slip_of_the_hand_shows_nothing_where_cards_are_secret(
    secret: list[str], spoken: list[str]
) -> None:
    script = DROPS.replace("DEEDS", json.dumps((PAGE / "deeds.js").as_uri()))
    words = ["node", "--input-type=module", "-e", script.replace("SECRET", json.dumps(secret))]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(found.stdout) == spoken


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


@needs_engine
@pytest.mark.parametrize(
    ("where", "spoken"),
    [
        ("hand", ["drop"]),  # placed as it was turned
        ("table", ["flip", "drop"]),  # turned up in a battle, it returned to the hand
    ],
)
def test_a_card_that_was_turned_up_on_the_table_is_set_face_down_the_next_time(
    where: str, spoken: list[str]
) -> None:
    script = TURNED.replace("DEEDS", json.dumps((PAGE / "deeds.js").as_uri()))
    words = ["node", "--input-type=module", "-e", script.replace("WHERE", json.dumps(where))]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(found.stdout) == spoken


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


@needs_engine
@pytest.mark.parametrize(("up", "spoken"), [("false", ["flip", "drop"]), ("true", ["drop"])])
def test_a_card_goes_face_down_on_a_pile_of_backs(up: str, spoken: list[str]) -> None:
    """Regression: Spherion's Hammer, placed face up, was applied early and its piece refused."""
    script = STOCK.replace("DEEDS", json.dumps((PAGE / "deeds.js").as_uri())).replace("UP", up)
    words = ["node", "--input-type=module", "-e", script]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(found.stdout) == spoken
