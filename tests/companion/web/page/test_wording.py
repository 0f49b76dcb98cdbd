"""Wording and drawing by the page's scripts: line ends, marks, symbols, names."""

from __future__ import annotations

import json
import subprocess

import pytest

from companion.web.files import page_words
from tests.support.web.page_scripts import (
    PAGE,
    needs_engine,
    run,
    text,
)


@needs_engine
def test_a_number_stays_with_the_word_it_belongs_to() -> None:
    bound = run("words.js", "bound", "bound('月のメインゾーン2と道具列1號位、b4と5枚')")
    assert bound == "月のメインゾーン\u20602と道具列\u20601號位、b4と5枚"
    chinese = run("words.js", "bound", "bound('請把「夜梟橫枝」放在 c1。')")
    assert chinese == "請把「夜梟橫枝」放\u2060在 c1。"
    several = run("words.js", "bound", "bound('侵攻する：a3 · パス')")
    assert several == "侵攻する：a3\u00a0· パス"  # no line begins with the dot


@needs_engine
@pytest.mark.parametrize("first", ["露出を下げてください。", "まだ画像が届いていません"])
def test_between_two_sentences_stands_one_full_stop(first: str) -> None:
    """Regression: the light coach's text ends with a stop, and a seat's page added a second one."""
    script = f"""globalThis.localStorage = {{ getItem: () => "ja", setItem() {{}} }};
    globalThis.document = {{ documentElement: {{}} }};
    globalThis.fetch = async () => ({{ json: async () => ({json.dumps(page_words("ja"))}) }});
    const {{ sentences, speak }} = await import({json.dumps((PAGE / "words.js").as_uri())});
    await speak("ja").catch(() => null);
    console.log(JSON.stringify(sentences({json.dumps(first)}, "整うと始まります。")));"""
    call = ["node", "--input-type=module", "-e", script]
    spoken = json.loads(subprocess.run(call, capture_output=True, text=True, check=True).stdout)
    assert spoken == f"{first.removesuffix('。')}。整うと始まります。"
    assert text(PAGE / "seat.js").count("sentences(") == 3


@needs_engine
@pytest.mark.parametrize(
    ("screen", "steps", "wanted"),
    [
        ("step", [("place", "a1", "b1"), ("replace", "c1"), ("take", "d1")], {"a1": 1, "c1": 2}),
        ("step", [("move", "d1", "a1"), ("turn", "c1")], {"a1": 1}),
        ("referee", [("place", "a1")], {"a1": 0}),
        ("set_up", [], {"a1": 0}),
        ("fault", [("", "a1")], {}),
        ("referee", [], {}),
    ],
)
def test_the_picture_shows_where_a_card_is_wanted_that_nobody_sees_there(
    screen: str, steps: list[tuple[str, ...]], wanted: dict[str, int]
) -> None:
    """Check which cells of a drawn table are marked as missing a card."""
    cells = [
        {"id": "a1", "card": {}}, {"id": "b1", "card": {}}, {"id": "c1", "card": {}}, {"id": "d1"},
        {"id": "A.discard", "card": {}, "loose": True},
    ]  # fmt: skip
    report = [{"do": do, "cells": where} for do, *where in steps]
    view = json.dumps({"screen": screen, "steps": report, "board": {"cells": cells}})
    found = f"Object.fromEntries(wantedOn({view}, new Set(['b1', 'c1', 'd1'])))"
    assert run("board.js", "wantedOn", found) == wanted
    assert "ghosts(cut, read)" in text(PAGE / "camera.js")


@needs_engine
@pytest.mark.parametrize(
    ("printed", "marks"),
    [(("sun", "moon"), [0, 1]), (("blue", "red"), [1, 0]), (("", ""), [0, 1])],
)
def test_players_have_the_marks_that_their_papers_bear(
    printed: tuple[str, str], marks: list[int]
) -> None:
    """Check that the sun is the first mark, the moon the second; Spherion's blue has the moon."""
    colours = {seat: colour for seat, colour in zip("AB", printed, strict=True) if colour}
    view = json.dumps({"score": [{"seat": "A"}, {"seat": "B"}], "board": {"colours": colours}})
    assert run("glyphs.js", "markIndex", f"['A', 'B'].map((s) => markIndex({view}, s))") == marks
    classes = run("glyphs.js", "seatColour", f"['A', 'B'].map((s) => seatColour({view}, s))")
    assert classes == [f"colour-{colour}" if colour else "" for colour in printed]


@needs_engine
def test_a_cell_bears_the_sign_of_whose_it_is_at_its_lowest_corner() -> None:
    """Check the owners' signs, because not everybody can distinguish the players' colours."""
    hexagon = "[[0, 10], [9, 5], [9, -5], [0, -10], [-9, -5], [-9, 5]]"
    assert run("glyphs.js", "landAt", f"landAt({hexagon}, [0, 0])") == [0, 8]
    sun, moon = (run("glyphs.js", "signCorners", f"signCorners({n}, [0, 0], 1)") for n in (0, 1))
    assert (len(sun), len(moon)) == (16, 22)
    assert max(x for x, _ in sun) == 1
    assert max(x for x, _ in moon) < 0.8


@needs_engine
def test_a_name_that_would_fill_a_line_may_be_parted() -> None:
    """Regression: a long name covered the scores and, on a phone, pushed the instruction out."""
    names = ["Player 2", "プレイヤー2", "Maximiliane-Josephine", "寿限無寿限無五劫のすりきれ"]
    report = run("words.js", "isLong", f"{json.dumps(names)}.map(isLong)")

    assert report == [False, False, True, True]


@needs_engine
def test_no_sign_of_a_headline_stands_alone_in_its_last_line() -> None:
    heads = ["プレイヤー1の番", "輪到玩家2", "寿限無寿限無五劫のすりきれさんの番"]
    assert run("words.js", "isBrief", f"{json.dumps(heads)}.map(isBrief)") == [True, True, False]
    ends = ["さんの番", "番", " to move", "の番 "]
    tied = run("words.js", "paired", f"{json.dumps(ends)}.map(paired)")
    assert tied == ["さんの\u2060番", "番", " to move", "の番 "]
