"""The pages of clauses and cards, and the boards drawn for examples."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from xml.etree import ElementTree as ET

import pytest

from companion.lookup import (
    BoardCell,
    ClausePage,
    ExampleBoard,
    answer_data,
    ask,
    board_of,
    board_svg,
    board_text,
    load_lookup,
    page_data,
)
from companion.lookup.boards import centres_of, drawn_mat
from rules import (
    LANGUAGES,
    Setup,
    Status,
    game_slugs,
    judge,
    load_catalog,
    load_game,
    parse_action,
    read_action,
    read_position,
)
from tests.support.clause_examples import forbidding
from tests.support.four_corners import GAME as FOUR_CORNERS

LOOKUP = load_lookup()
SVG = "{http://www.w3.org/2000/svg}"
OF_A_SET = {"SPH-4.1", "SPH-4.2", "SPH-4.3", "SPH-4.4", "JGS-1.2", "JGS-1.3"}
"""Clauses that only a deck check judges; they have no example on the table."""
OF_OTHER_CARDS = {"YGG-8.1"}
"""Clauses whose example needs a card outside the pool."""


def drawn(game: str, position: str, action: str = "") -> ExampleBoard:
    played, setup = load_game(game), Setup(game)
    state = read_position(position, played, setup)
    meant = read_action(action, played, setup) if action else None
    board = board_of(played, setup, state, meant)
    assert board is not None
    return board


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - our own drawing


def place(board: ExampleBoard, cell: str) -> BoardCell:
    return next(each for each in board.places if each.cell == cell)


@pytest.mark.parametrize("slug", game_slugs())
def test_each_clause_that_forbids_shows_an_action_it_allows_and_one_it_refuses(slug: str) -> None:
    for identity in sorted(forbidding(load_catalog(slug)) - OF_A_SET - OF_OTHER_CARDS):
        examples = LOOKUP.clause(identity, "en").examples
        assert len(examples) == 2, f"{identity}: python -m tools.lookup_data writes its examples"
        allowed, refused = examples
        assert allowed.status == "legal"
        assert refused.status in ("illegal", "void")
        assert not allowed.refusals
        assert identity in {clause for clause, _ in refused.refusals}


@pytest.mark.parametrize("slug", game_slugs())
def test_the_core_judges_every_example_as_it_is_shown(slug: str) -> None:
    game = load_game(slug)
    for identity in load_catalog(slug).clauses:
        for example in LOOKUP.clause(identity, "ja").examples:
            if example.status == "void" or example.before:
                continue
            state = game.notation.parse(example.position, example.setup)
            verdict = judge(game, state, parse_action(example.action))
            assert verdict.status is Status(example.status), (identity, example.action)
            assert [clause for clause, _ in example.refusals] == list(verdict.clauses)
            assert all(output and not set("{}") & set(output) for _, output in example.refusals)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_has_no_gap_in_any_language(lang: str) -> None:
    for slug in game_slugs():
        for identity in load_catalog(slug).clauses:
            page = LOOKUP.clause(identity, lang)
            texts = [page.title, page.text, *page.section, *page.refusals]
            texts += [text for pair in page.settings for text in pair]
            texts += [hit.title for hit in (*page.related, *page.cards)]
            assert all(texts), identity
            assert not any(set("{}") & set(text) for text in page.refusals), identity


def test_a_clause_names_the_cards_that_play_by_it() -> None:
    swap = LOOKUP.clause("YGG-8.4", "en")
    keywords = {load_catalog("yggdrasil").cards[hit.id].keywords["en"] for hit in swap.cards}

    assert keywords == {"Swap"}
    assert [hit.id for hit in LOOKUP.clause("YGG-2.3", "ja").cards] == ["yr1", "yr2"]


def test_a_card_leads_to_the_clause_of_its_keyword_or_effect() -> None:
    first = {
        ("yggdrasil", "y13"): "YGG-8.5",
        ("spherion", "M01"): "SPH-7.4b",
        ("dicebattle", "g07"): "DBM-8.9",
    }
    for (game, card), clause in first.items():
        assert LOOKUP.card(game, card, "ja").clauses[0].id == clause


def test_what_is_not_there_raises() -> None:
    for identity in ("YGG-99.1", "XXX-1.1", "6.4"):
        with pytest.raises(KeyError):
            LOOKUP.clause(identity)
    with pytest.raises(KeyError):
        LOOKUP.card("yggdrasil", "y99")


def test_a_board_shows_what_is_where_and_how_it_is_turned() -> None:
    board = drawn("yggdrasil", "field b1=yr1/A b2=y03/A c5=yr1/B\nturn 3 A", "A place y12 c2")

    root, vine, rival = (place(board, cell) for cell in ("b1", "b2", "c5"))
    assert (root.card, root.owner, root.seat, root.turn) == ("yr1", "A", 0, 0)
    assert (rival.card, rival.owner, rival.seat, rival.turn) == ("yr1", "B", 1, 180)
    assert (vine.marks, vine.arms) == ("3", (0, 1, 2))  # URD, power 3
    assert place(board, "c2").meant
    assert place(board, "c2").asked
    assert not place(board, "a1").card
    assert not place(board, "a1").asked


def test_seats_that_are_called_by_a_colour_are_drawn_in_it() -> None:
    square = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))
    inks = {}
    for number, seat in enumerate(("blue", "red")):
        resting = BoardCell("N0", (30.0, 45.0), square, card="M02", seat=number, owner=seat)
        svg = board_svg(ExampleBoard("spherion", (54.0, 90.0), (resting,)), "en")
        edge = re.search(r'class="board-card [^>]*stroke="#(\w\w)\w\w(\w\w)"', svg)
        assert edge is not None
        inks[seat] = [int(part, 16) for part in edge.groups()]
    assert inks["red"][0] > inks["red"][1]
    assert inks["blue"][0] < inks["blue"][1]


def test_a_board_in_letters_keeps_the_places_of_the_mat() -> None:
    position = "field b1=yr1/A b2=y03/A c5=yr1/B\nturn 3 A"
    lines = board_text(drawn("yggdrasil", position, "A place y12 c2"), "en").splitlines()

    assert [re.findall(r"[a-d]5\S*", lines[0])][0] == ["a5", "b5", "c5=yr1/B", "d5"]
    assert re.findall(r"\[?[a-d]2[^ ]*", lines[3]) == ["a2", "b2=y03/A", "[c2<y12/A]", "d2"]
    assert {line.index(f"a{5 - n}") for n, line in enumerate(lines)} == {lines[4].index("a1")}


def test_a_card_that_nobody_has_seen_stays_unseen_in_a_drawing() -> None:
    board = drawn("jiguan", "beast A jb1")

    names = {name for card in load_catalog("jiguan").cards.values() for name in card.names.values()}
    for lang in LANGUAGES:
        svg = board_svg(board, lang)
        assert not [name for name in names if name in svg]
        assert "jb1" not in svg


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", game_slugs())
def test_every_example_is_drawn_as_one_sound_picture(slug: str, lang: str) -> None:
    for identity in load_catalog(slug).clauses:
        for example in LOOKUP.clause(identity, lang).examples:
            if example.board is None:
                continue
            root = parsed(board_svg(example.board, lang))
            left, top, width, height = map(float, root.attrib["viewBox"].split())
            assert root.tag == f"{SVG}svg"
            cells = root.findall(f"{SVG}polygon")
            assert len(cells) == len(example.board.places)
            for cell in cells:
                for point in cell.attrib["points"].split():
                    x, y = map(float, point.split(","))
                    assert left <= x <= left + width
                    assert top <= y <= top + height
            tags = {element.tag.removeprefix(SVG) for element in root.iter()}
            assert tags <= {"svg", "polygon", "text", "g", "title", "rect", "line"}
            assert board_text(example.board, lang)


def test_a_field_that_no_mat_is_printed_for_is_a_grid() -> None:
    game, setup = load_game("yggdrasil"), Setup("yggdrasil", {"field": "3x4"})
    state = read_position("field b1=yr1/A b4=yr1/B\nturn 1 A", game, setup)
    board = board_of(game, setup, state, None)
    assert board is not None

    assert board_text(board, "en").split() == [
        *("a4", "b4=yr1/B", "c4", "a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1=yr1/A", "c1"),
    ]
    assert place(board, "b4").turn == 180


def test_a_name_with_signs_is_no_markup() -> None:
    outline = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0))
    resting = BoardCell("a<1", (5.0, 5.0), outline, card='"<&', owner="A", seat=0)
    board = ExampleBoard("yggdrasil", (54.0, 90.0), (resting,))

    assert parsed(board_svg(board, "en")).find(f"{SVG}g") is not None


def test_an_example_that_takes_a_deck_keeps_it() -> None:
    examples = LOOKUP.clause("JGS-1.7", "en").examples

    assert all(example.setup.decks["A"].extras["side"] == ("jb7",) for example in examples)


def test_a_page_and_an_answer_are_json_with_pictures_if_asked_for() -> None:
    page = page_data(LOOKUP.clause("YGG-6.4", "ja"), "ja")
    plain = page_data(LOOKUP.clause("YGG-6.4", "ja"))

    assert json.loads(json.dumps(page)) == page
    assert [example["svg"][:4] for example in page["examples"]] == ["<svg", "<svg"]
    assert not any("svg" in example for example in plain["examples"])
    assert page.keys() == plain.keys() == {field.name for field in fields(ClausePage)}
    card = page_data(LOOKUP.card("yggdrasil", "y13", "en"))
    assert card["clauses"][0]["id"] == "YGG-8.5"

    game, setup = load_game("yggdrasil"), Setup("yggdrasil")
    state = read_position("field b1=yr1/A c5=yr1/B\nturn 1 A", game, setup)
    answer = answer_data(ask(game, setup, state, parse_action("A place y03 z9")), "en")
    assert answer["clauses"] == ["YGG-6.1"]
    assert answer["svg"].startswith("<svg")


def test_a_game_without_a_mat_has_no_board_and_is_answered_all_the_same() -> None:
    game, setup = FOUR_CORNERS, Setup("toy")
    state = game.start(setup)

    assert board_of(game, setup, state, None) is None
    assert centres_of(game, setup) == {}
    assert drawn_mat(game, setup) is None


def test_a_board_on_which_nothing_is_shown_is_no_picture() -> None:
    empty = ExampleBoard("yggdrasil", (54.0, 90.0), ())

    assert board_svg(empty, "en") == ""
    assert board_text(empty, "en") == ""
