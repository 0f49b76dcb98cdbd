"""Each setting of section 13, and the set-ups that are refused."""

import re

import pytest

from rules import (
    CHANCE,
    UNKNOWN,
    DataError,
    Deck,
    Event,
    Setup,
    judge,
    load_catalog,
    parse_action,
)
from rules.games.yggdrasil import GAME
from rules.games.yggdrasil.hidden import candidates
from rules.games.yggdrasil.score import ending, result
from rules.games.yggdrasil.state import State
from rules.games.yggdrasil.tree import defence, linked
from tests.support.games.yggdrasil import SPECS, carry_out, play, setup

PLAIN = "field b1=yr1/A c5=yr1/B\n"
DECKS = load_catalog("yggdrasil").decks


def position(text: str, **settings: str) -> State:
    return GAME.notation.parse(text, setup(**settings))


def texts(state: State) -> list[str]:
    return [str(action) for action in GAME.legal(state)]


def clauses(state: State, text: str) -> list[str]:
    return list(judge(GAME, state, parse_action(text)).clauses)


def deal(seat: str, size: int = 20) -> str:
    return f"chance draw to={seat}.deck with=" + ",".join([UNKNOWN] * size)


@pytest.mark.parametrize(
    ("field", "roots"),
    [("4x5", "b1 c5"), ("5x4", "c1 c4"), ("5x7", "c1 c7"), ("3x9", "b1 b9"), ("6x4", "c1 d4")],
)
def test_field_and_roots(field: str, roots: str) -> None:
    state = GAME.start(setup(field=field))
    names = state.config.grid.names

    assert " ".join(n for n, c in zip(names, state.field, strict=True) if c) == roots
    assert GAME.table.form(setup(field=field)).mat == field
    columns, rows = map(int, field.split("x"))
    assert len(names) == columns * rows


@pytest.mark.parametrize("field", SPECS["field"].values)
def test_every_size_has_its_deck_size(field: str) -> None:
    config = GAME.start(setup(field=field)).config
    columns, rows = map(int, field.split("x"))

    assert config.deck_size == {"4x5": 20, "5x7": 30}.get(field, columns * rows)


@pytest.mark.parametrize(
    ("column", "roots"), [("own_left", "b1 c5"), ("own_right", "c1 b5"), ("same_column", "b1 b5")]
)
def test_root_column(column: str, roots: str) -> None:
    state = GAME.start(setup(root_column=column))
    resting = [n for n, c in zip(state.config.grid.names, state.field, strict=True) if c]

    assert " ".join(resting) == roots


def test_root_column_by_choice_the_first_player_first() -> None:
    state = play(GAME.start(setup(root_column="choice")), "chance choose B")
    assert texts(state) == ["B place yr1 b5", "B place yr1 c5"]
    assert clauses(state, "B pass") == ["YGG-3.3"]
    assert clauses(state, "B place yr1 b5 turn=1") == ["YGG-4.3"]
    assert clauses(state, "B place yr1 b5 value=B") == ["YGG-12.1"]

    state = carry_out(state, "B place yr1 b5")
    assert texts(state) == ["A place yr1 b1", "A place yr1 c1"]
    state = carry_out(state, "A place yr1 c1")
    assert (state.phase, GAME.to_act(state)) == ("deal", {CHANCE})
    assert GAME.start(setup(root_column="choice", field="5x7")).sides[0][0]  # nothing to choose


def test_sizes() -> None:
    state = GAME.start(setup(deck_size="12", hand_size="3"))
    state = play(state, "chance choose A", deal("A", 12), deal("B", 12))

    assert [len(p.hand) for p in state.players] == [3, 3]
    assert [len(p.deck) for p in state.players] == [9, 9]
    assert state.turn == 1


@pytest.mark.parametrize("name", ["deck_size", "hand_size", "max_copies"])
def test_a_clause_states_the_range_of_its_setting(name: str) -> None:
    """Check that YGG-2.1, YGG-3.4 and YGG-2.2 state the limits that the settings have."""
    spec = SPECS[name]
    for text in load_catalog("yggdrasil").clauses[spec.clause].texts.values():
        assert re.search(rf"(?<!\d){spec.minimum}( to |～|到){spec.maximum}\D", text), text


def test_the_first_player_draws_from_the_second_turn_on() -> None:
    state = play(GAME.start(setup()), "chance choose B", deal("A"), deal("B"))
    assert (state.seat, state.turn, len(state.players[1].hand)) == (1, 1, 5)
    state = carry_out(state, "B place y03 c4")

    assert (state.seat, state.turn, len(state.players[0].hand)) == (0, 2, 6)


def test_mulligan_once_each_before_the_first_turn() -> None:
    known = Setup("yggdrasil", {"mulligan": "one"}, {"A": DECKS["hunt"]})
    order = ",".join(sorted(DECKS["hunt"].cards))
    state = play(
        GAME.start(known), "chance choose B", f"chance draw to=A.deck with={order}", deal("B")
    )
    assert texts(state) == ["B choose mulligan", "B pass"]
    assert clauses(state, "B place y03 c4") == ["YGG-5.1"]

    state = carry_out(state, "B choose mulligan")
    assert (state.phase, len(state.players[1].deck)) == ("redeal", 20)
    state = play(state, deal("B"), "A choose mulligan")
    back = ",".join(sorted(DECKS["hunt"].cards, reverse=True))
    state = carry_out(state, f"chance draw to=A.deck with={back}")
    assert (state.phase, state.turn, state.seat) == ("place", 1, 1)
    assert state.players[0].deck[0] == sorted(DECKS["hunt"].cards, reverse=True)[5]


def test_free_rotation_fixes_the_turn_at_placement() -> None:
    state = position(PLAIN + "hand A y27\nturn 1 A", rotation="free")
    assert texts(state) == ["A place y27 b2", "A place y27 c1 turn=1", "A place y27 a1 turn=3"]

    state = carry_out(state, "A place y27 c1 turn=1")
    assert GAME.table.layout(state)["c1"][0].turn == 1
    assert "c1=y27/A/1" in GAME.notation.format(state)


def test_may_pass() -> None:
    agreed = {"may_pass": "yes"}
    state = position(PLAIN + "hand A y03\nturn 1 A", **agreed)
    assert texts(state) == ["A place y03 b2", "A pass"]

    assert carry_out(state, "A pass").idle == 1


def test_may_pass_instead_of_an_exchange() -> None:
    """Check YGG-5.4 and YGG-7.1: an exchange is in the place of a placement (YGG-5.1)."""
    text = PLAIN + "hand A y31\ndeck A {}\nturn 1 A"
    for settings, passing in (({}, ["YGG-7.1"]), ({"may_pass": "yes"}, [])):
        state = position(text.format("y03"), **settings)
        assert clauses(state, "A place y31 A.discard") == []
        assert clauses(state, "A pass") == passing
    agreed = {"may_pass": "yes", "exchange_then_place": "yes"}
    again = position(text.format("y03"), **agreed)
    again = carry_out(again, "A place y31 A.discard")
    assert texts(again) == ["A place y03 b2", "A pass"]


def test_blank_edges_forbidden() -> None:
    text = "field b1=yr1/A b2=y03/A c2=y35/A c5=yr1/B\nhand A y35 y19\nturn 9 A"
    assert clauses(position(text, blank_edges="forbidden"), "A place y35 c1") == ["YGG-6.4"]
    assert clauses(position(text), "A place y35 c1") == []


def test_exchange_then_place() -> None:
    """Check YGG-7.1 and YGG-5.4: a card that fits after the exchange must be placed."""
    text = PLAIN + "hand A y31*2\ndeck A {}\nturn 1 A"
    state = position(text.format("y03"), exchange_then_place="yes")
    state = carry_out(state, "A place y31 A.discard")
    assert (state.phase, texts(state)) == ("refill", ["A place y03 b2"])
    assert clauses(state, "A pass") == ["YGG-5.4"]
    assert clauses(state, "A place y31 A.discard") == ["YGG-7.1"]
    assert carry_out(state, "A place y03 b2").idle == 0

    state = position(text.format("y32"), exchange_then_place="yes")
    assert carry_out(state, "A place y31 A.discard").seat == 1  # it does not fit either
    state = position(text.format("?"), exchange_then_place="yes")
    state = carry_out(state, "A place y31 A.discard")
    assert clauses(state, "A pass") == ["YGG-5.4"]
    assert judge(GAME, state, parse_action("A pass")).status == "undetermined"


def test_prove_exchange() -> None:
    text = PLAIN + "hand A y31 ?*2\nturn 1 A"
    exchange, show = "A place y31 A.discard", "A declare hand with=y31,y03"
    on_request = position(text)
    assert judge(GAME, on_request, parse_action(exchange)).status == "undetermined"
    shown = carry_out(on_request, show)
    assert [event.kind for event in GAME.advance(on_request, parse_action(show))[0]] == ["shown"]
    assert shown.players[0].hand == ("y03", "y31", "y31")
    assert clauses(shown, exchange) == ["YGG-7.1", "YGG-5.4"]
    assert clauses(shown, show) == ["YGG-12.1"]
    assert clauses(on_request, "A declare hand with=y31,y31") == ["YGG-2.2"]
    assert clauses(on_request, "A declare hand with=y31") == ["YGG-7.4"]

    always = position(text, prove_exchange="always")
    assert clauses(always, exchange) == ["YGG-7.4"]
    assert exchange not in texts(always)
    proved = carry_out(position(PLAIN + "hand A y31 ?\nturn 1 A", prove_exchange="always"),
                       "A declare hand with=y31")  # fmt: skip
    assert clauses(proved, exchange) == []
    assert clauses(position(text, prove_exchange="never"), show) == ["YGG-7.4"]


@pytest.mark.parametrize("hand", ["y31 ?", "? ?", "y31 ?*4"])
def test_a_hidden_hand_that_has_to_be_shown_is_offered_to_be_shown(hand: str) -> None:
    state = position(PLAIN + f"hand A {hand}\nturn 7 A", prove_exchange="always")
    offered = [text for text in texts(state) if "declare hand" in text]
    assert all(clauses(state, text) == [] for text in offered)
    possible = {card for text in offered for card in text.partition("with=")[2].split(",")}
    assert possible == candidates(state, 0).keys()
    for text in offered:
        shown = carry_out(state, text)
        assert shown.players[0].hand.count(UNKNOWN) == 0
        assert texts(shown)


def test_root_attack() -> None:
    field = "field b1=yr1/A b2=y03/A b3=y06/A b4=y03/A b5={}/A c5=yr1/B"
    text = field + "\nturn 9 A invade\nlaid 1 b5"
    state = position(text.format("y09"), root_attack="allowed")
    assert texts(state) == ["A choose c5", "A pass"]
    assert carry_out(state, "A choose c5").phase == "place"  # 1 against 6

    text = text.replace("c5=yr1/B", "c5=yr1/B c4=y15/A")  # y15 is below the root, power 4
    state = carry_out(position(text.format("y06"), root_attack="allowed"), "A pass")
    assert state.phase == "place"
    strong = position(text.format("y10"), root_attack="allowed")  # 4 + 1 + 4 against 6
    state = carry_out(strong, "A choose c5")
    outcome = GAME.outcome(state)
    assert (outcome.winners, outcome.clause) == (("A",), "YGG-9.6")
    assert clauses(state, "B pass") == ["YGG-12.1"]


def test_a_root_keeps_its_bonuses_when_it_defends() -> None:
    # y32 has an aura; after three quarter turns it points at the root and connects to it.
    text = "field b1=yr1/A c5=yr2/B b5=y32/B{}\nturn 9 A"
    for turn, power in (("/3", 6 + 1), ("", 6)):
        state = position(text.format(turn), root_attack="allowed", rotation="free", roots="free")
        assert defence(state, state.config.grid.index["c5"]) == power


def stuck(cards: str, **settings: str) -> State:
    """Return a position in which A's tree has one open cell, c1, and B's tree has none."""
    field = "field b1=yr1/A b2=y27/A a1=y33/A c5=yr1/B c4=y27/B d5=y33/B b5=y35/B"
    return position(f"{field}\n{cards}\nturn 9 A", **settings)


def test_end_cells_by_open_cells_or_by_known_cards() -> None:
    held = "hand A y03\ndeck A y31\nhand B y01\ndeck B -"
    assert ending(stuck(held)) == ""  # c1 is open
    full = stuck(held, end_cells="known_cards")  # no card fits c1
    assert ending(full) == "YGG-11.1"
    assert "field_full" in GAME.notation.flags(full)
    fits = held.replace("y31", "y35")
    assert ending(stuck(fits, end_cells="known_cards")) == ""
    unknown = held.replace("y31", "?")
    assert ending(stuck(unknown, end_cells="known_cards")) == ""


def test_four_turns_without_placement_end_the_game() -> None:
    text = PLAIN + "hand A y31\ndeck A -\nturn 7 A\nidle {}"
    assert carry_out(position(text.format(2)), "A pass").phase == "place"
    state = carry_out(position(text.format(3)), "A pass")

    assert (state.phase, state.ending, state.idle) == ("end", "YGG-11.2", 4)
    assert GAME.to_act(state) == frozenset()
    assert texts(state) == []


SCORED = "field b1=yr1/A b2=y27/A c5=yr1/B {}\nfirst {}\nturn 10 {} end\nend YGG-11.2"


@pytest.mark.parametrize(
    ("settings", "field", "first", "winners", "scores"),
    [
        ({}, "c4=y27/B", "A", (), (5, 5)),
        ({}, "c4=y29/B", "A", ("A",), (5, 4)),
        ({"score_root": "yes"}, "c4=y27/B", "A", (), (6, 6)),
        ({"tie_break": "fruits"}, "c4=y17/B b4=y03/B", "A", ("A",), (5, 5)),
        ({"tie_break": "fruits"}, "c4=y27/B", "A", (), (5, 5)),
        ({"tie_break": "second_player"}, "c4=y27/B", "A", ("B",), (5, 5)),
        ({"tie_break": "second_player"}, "c4=y27/B", "B", ("A",), (5, 5)),
    ],
)
def test_score_and_ties(
    settings: dict[str, str],
    field: str,
    first: str,
    winners: tuple[str, ...],
    scores: tuple[int, int],
) -> None:
    state = position(SCORED.format(field, first, "AB"[first == "A"]), **settings)
    outcome = GAME.outcome(state)

    assert outcome == result(state, "YGG-11.2")
    assert (outcome.winners, outcome.clause) == (winners, "YGG-11.2")
    assert (outcome.scores["A"], outcome.scores["B"]) == scores
    assert (outcome.tie is None) == ("tie_break" not in settings)


def test_what_broke_a_tie_is_reported_by_its_clause() -> None:
    text = SCORED.format("c4=y17/B b4=y03/B", "A", "B")
    fruits = GAME.outcome(position(text, tie_break="fruits"))
    assert fruits is not None
    assert fruits.tie == Event("tied", clause="YGG-11.6", value="fruits")
    assert fruits.counts["A"] > fruits.counts["B"]
    assert fruits.clauses == ("YGG-11.2", "YGG-11.6")


def test_colour_lock() -> None:
    text = "field b1=yr1/A b2=y03/A c5=yr1/B\nhand A y06 y07 y02\nturn 9 A"
    state = position(text, colour_lock="on")  # y03 is green, y07 red, y02 wild
    assert texts(state) == ["A place y02 c2", "A place y02 b3", "A place y06 c2", "A place y06 b3"]
    assert "A place y07 b3" in texts(position(text))


def test_colour_lock_cuts_links_and_auras() -> None:
    text = "field b1=yr1/A b2=y03/A b3=y07/A c5=yr1/B\nturn 9 A"
    state = position(text, colour_lock="on")
    assert linked(state, 0) == 0b100010
    assert linked(position(text), 0) == 0b1000100010


def test_roots_free_or_the_same() -> None:
    free = {"roots": "free"}
    warden = Deck(DECKS["hunt"].cards, {"root": ("yr2",)})
    deep = Deck(DECKS["orchard"].cards, {"root": ("yr1",)})
    state = GAME.start(Setup("yggdrasil", free, {"A": warden, "B": deep}))
    assert state.config.roots == ("yr2", "yr1")
    bare = Deck(DECKS["orchard"].cards)
    state = GAME.start(Setup("yggdrasil", {}, {"A": warden, "B": bare}))
    assert state.config.roots == ("yr2", "yr2")
    with pytest.raises(DataError, match=r"YGG-2\.3"):
        GAME.start(Setup("yggdrasil", {}, {"A": warden, "B": deep}))


@pytest.mark.parametrize(
    ("settings", "count", "words"),
    [
        ({"feild": "5x7"}, 1, 'feild: is not a setting: did you mean "field"?'),
        ({"field": "4x50"}, 1, "field: cannot be '4x50': did you mean \"4x5\"?"),
        ({"hand_size": "0"}, 1, "use a number from 1 to 10"),
        ({"hand_size": "five"}, 1, "cannot be 'five'"),
        ({"field": "7x9", "max_copies": "1"}, 1, "raise max_copies"),
        ({"rotation": "loose", "may_pass": "maybe"}, 2, "may_pass"),
    ],
)
def test_a_faulty_setting_is_named_with_a_near_match(
    settings: dict[str, str], count: int, words: str
) -> None:
    with pytest.raises(DataError) as error:
        GAME.start(setup(**settings))

    assert words in str(error.value)
    assert len(error.value.faults) == count


@pytest.mark.parametrize("proof", ["on_request", "always", "never"])
@pytest.mark.parametrize("hand", ["y31", "y31 ?", "? ?", "y31 y31 ?", "y31 y32 ? ?"])
def test_no_exchange_is_offered_that_has_to_be_shown_first(proof: str, hand: str) -> None:
    state = position(PLAIN + f"hand A {hand}\nturn 7 A", prove_exchange=proof)
    offered = [text for text in texts(state) if text.endswith("A.discard")]
    assert all(clauses(state, text) != ["YGG-7.4"] for text in offered)
    known = [text for text in offered if "y31" in text]
    assert bool(known) is (proof != "always" or "?" not in hand)
