"""Every card of the pool in a battle; the queue, rewards and empty decks."""

import dataclasses

import pytest

from rules import DataError, Fault, Verb, parse_action
from rules.core.card_data import Card as Row
from rules.core.columns import read_row
from rules.games.dicebattle import GAME
from rules.games.dicebattle.cards import COLUMNS, make_card, pool
from rules.games.dicebattle.game import make_rules
from rules.games.dicebattle.state import State
from rules.messages.message import render
from tests.support.games.dicebattle import CATALOG, play, position, setup

HANDS = "hand A ?*3;hand B ?*3;"


def fought(a: str, b: str, extra: str = "", rolls: str = "6 6", *, stop: bool = False) -> State:
    """Set up a battle: A has set; B calls "set" unless `stop`.

    Return the state of the next question.

    `a` and `b` are the cards of main zone, circle and stock, divided by `/`.
    """
    lines = ["turn 2 B set", "first A"]
    for seat, text, roll in zip("AB", (a, b), rolls.split(), strict=True):
        lines.append(f"dice {seat} {roll} 0" + (" set" if seat == "A" else ""))
        for zone, cards in zip(("main", "circle", "stock"), text.split("/"), strict=False):
            face = "down" if zone != "stock" else "up/old"
            words = [f"{n}={card}/{face}" for n, card in enumerate(cards.split(), 1)]
            if words:
                lines.append(f"{zone} {seat} " + " ".join(words))
    state = position(";".join(lines) + ";" + HANDS + extra)
    return state if stop else play(state, "B ready")


def compared(a: str, b: str, rolls: str = "6 6", *, use: bool = True) -> tuple[str, int, State]:
    """Return a battle's winner, its margin and its last state; `use` accepts optional effects."""
    state = fought(a, b, rolls=rolls, stop=True)
    action = parse_action("B ready")
    while True:
        for event in GAME.advance(state, action)[0]:
            if event.kind == "compared":
                return event.seat or "draw", event.number, state
            state = GAME.fold(state, event)
        actions = list(GAME.legal(state))
        action = actions[0] if use or state.phase != "effect" else actions[-1]


@pytest.mark.parametrize(
    ("a", "b", "rolls", "answers", "won"),
    [
        ("h02", "h06", "6 6", "", ("draw", 0)),
        ("h02", "m08", "6 6", "", ("B", 2)),
        ("h03/g02", "m08", "6 6", "A pass", ("draw", 0)),
        ("h03", "m05", "6 6", "", ("draw", 0)),
        ("h04", "m08", "2 6", "", ("A", 1)),
        ("h04", "m08", "3 6", "", ("B", 1)),
        ("h06", "m01 m05", "6 6", "", ("A", 2)),
        ("h07/g01 g09", "m14", "6 6", "", ("A", 3)),
        ("h09", "m13", "6 6", "", ("draw", 0)),
        ("h09", "h11", "6 6", "", ("B", 1)),
        ("h11", "m11", "6 6", "", ("A", 1)),
        ("h12", "m14", "6 6", "", ("draw", 0)),
        ("h13 m04", "h11", "6 6", "", ("A", 1)),
        ("m01 m02 m03", "m08", "6 6", "", ("A", 1)),
        ("m01 m02", "m08", "6 6", "", ("B", 1)),
        ("m04 m01", "m08", "6 6", "", ("A", 1)),
        ("m07", "h04/g09", "6 6", "", ("A", 1)),
        ("m08", "m08", "6 6", "", ("A", 1)),
        ("m09", "h04/g01", "6 6", "", ("A", 1)),
        ("m09", "h04/g12", "6 6", "", ("B", 1)),
        ("m12", "h03/g02", "6 6", "B pass", ("A", 2)),
        ("m13 m01", "m14", "6 6", "", ("A", 1)),
        ("m15", "m11", "4 6", "", ("A", 1)),
        ("h04/g01", "m11", "6 6", "", ("draw", 0)),
        ("h04/g03", "m11", "6 6", "", ("A", 1)),
        ("h04/g04", "m01 m01", "6 6", "", ("A", 2)),
        ("h04/g05", "m14", "6 6", "A choose A.circle1", ("A", 4)),
        ("h04/g05", "m14", "6 6", "A pass", ("B", 4)),
        ("h06/g06", "m01 m01", "6 6", "A choose A.circle1", ("A", 5)),
        ("h06/g07", "h11/g01", "6 6", "A choose A.circle1", ("draw", 0)),
        ("h04/g08", "m14", "6 6", "A choose A.circle1", ("A", 4)),
        ("h04/g08", "h04/g08", "6 6", "A choose A.circle1, B choose B.circle1", ("draw", 0)),
        ("h04/g08", "h06/g08", "6 6", "A choose A.circle1, B choose B.circle1", ("B", 1)),
        ("h06/g10", "m08", "6 6", "", ("A", 0)),
        ("h06/g10", "h06/g10", "6 6", "", ("draw", 0)),
        ("m04/g11", "m08", "6 6", "", ("draw", 0)),
        ("h06/g12", "m11", "6 6", "", ("A", 1)),
        ("h04/g09", "m05", "6 6", "", ("A", 1)),
        # Grants in the stock zone.
        ("h04//m03", "m05", "6 6", "A choose A.stock1", ("A", 1)),
        ("h04//m05", "m08", "6 6", "", ("A", 1)),
        ("h04//m10", "h06", "6 6", "A choose A.stock1", ("A", 1)),
        ("h04//g02", "m08", "6 6", "A choose A.stock1", ("draw", 0)),
        ("h04//g09", "m05", "6 6", "", ("A", 1)),
        ("m04//g09", "m05", "6 6", "", ("draw", 0)),
        ("m04//g10", "m05", "6 6", "", ("A", 1)),
        ("m10", "h06//g10", "6 6", "", ("draw", 0)),
        ("m10", "h06//g10 g09", "6 6", "A remove B.stock1", ("B", 1)),
    ],
)  # fmt: skip
def test_battles(a: str, b: str, rolls: str, answers: str, won: tuple[str, int]) -> None:
    winner, margin, _ = compared(a, b, rolls, use="pass" not in answers)

    assert (winner, margin) == won


LOW = "A choose A.circle1"


@pytest.mark.parametrize(
    ("state", "action", "kind"),
    [
        (play(fought("h04/g08", "m14"), LOW), LOW, "low_wins"),
        (fought("h06/g10", "m08", stop=True), "B ready", "tie_won"),
        (fought("m09", "h04/g01", stop=True), "B ready", "negated"),
        (fought("m14//g10 g10", "h10", "stars A 2;stars B 2", stop=True), "B ready", "stars_reset"),
        (fought("m14", "h08", "actions B revival"), "B choose B.main1", "stood"),
    ],
)
def test_what_an_effect_does_is_an_event(state: State, action: str, kind: str) -> None:
    assert kind in [event.kind for event in GAME.advance(state, parse_action(action))[0]]


def test_a_level_never_sinks_below_nought() -> None:
    winner, margin, _ = compared("h07/g04 g01", "m01 m01")

    assert (winner, margin) == ("A", 8)


def test_the_owner_orders_equal_levels_and_identical_ones_need_no_order() -> None:
    state = fought("h04/g04 g03", "m08")
    assert state.phase == "order"
    assert {str(a) for a in GAME.legal(state)} == {
        "A choose A.main1", "A choose A.circle1", "A choose A.circle2"
    }  # fmt: skip
    assert fought("h01/g03 g03", "m08").phase == "effect"


def test_the_first_players_card_comes_first() -> None:
    winner, margin, state = compared("m09", "h06/g07")  # both of level 3; both negate magic

    assert state.battle.hushed == (False, False, True, False)
    assert (winner, margin) == ("draw", 0)


def test_negated_effects_are_negated_in_the_reward_phase_too() -> None:
    truce = fought("m08", "h06/g01 g13")
    while truce.phase == "order":
        truce = play(truce, str(next(iter(GAME.legal(truce)))))
    assert [p.stars for p in truce.players] == [0, 1]  # 4 to 5
    truce = fought("m11", "h06/g09 g13")
    assert [p.stars for p in truce.players] == [0, 1]  # a draw
    silent = fought("m09", "h06/g13")
    assert [p.stars for p in silent.players] == [0, 0]
    martyr = fought("m12 m01 m03//g10 g10", "h10")
    assert [p.stars for p in martyr.players] == [1, 0]


def test_the_double_third_star() -> None:
    state = fought("m14//g10 g10", "h10", extra="stars A 2;stars B 2")

    assert [p.stars for p in state.players] == [2, 2]
    assert state.phase == "roll"  # no reborn phase, and neither seat could use Revival
    assert [len(p.hand) for p in state.players] == [5, 6]
    assert state.first == 1


def test_three_stars_win_at_the_end_of_the_reward_phase() -> None:
    state = fought("m14", "h04", extra="stars A 2")

    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.clause, outcome.scores) == (
        ("A",),
        "DBM-9.3",
        {"A": 3, "B": 0},
    )
    assert GAME.to_act(state) == frozenset()
    assert [v.clause for v in GAME.violations(state, parse_action("A pass"))] == ["DBM-9.3"]


def test_reward_effects() -> None:
    bat = fought("m06 m01", "h04")
    assert bat.phase == "effect"
    assert len(play(bat, "A choose A.main1").players[0].hand) == 4
    archive = fought("m14", "h05/g01 g13")
    archive = play(archive, "B choose B.main1")
    assert archive.phase == "recover"
    archive = play(archive, "B choose g13")
    assert "g13" in archive.players[1].hand
    only = play(fought("m14", "h05/g01"), "B choose B.main1")
    assert "g01" in only.players[1].hand
    gambler = fought("m14", "h08", extra="actions B revival")
    assert play(gambler, "B choose B.main1").players[1].miracle
    assert play(fought("m14", "h08"), "B choose B.main1").players[1].miracle
    assert play(fought("m14", "h05"), "B choose B.main1").phase == "revival"


def test_street_juggler_draws_and_discards() -> None:
    state = play(fought("h01", "m08"), "A choose A.main1")
    assert (state.phase, state.due) == ("discard", 1)
    state = play(state, "A place m01 A.grave")
    assert "m01" in state.players[0].grave
    empty = "turn 2 B set;first A;dice A 6 0 set;dice B 6;main A 1=h01/down;main B 1=m08/down;"
    alone = position(empty + "hand A -;deck A -;hand B -;deck B ?*4")
    alone = play(alone, "B ready", "A choose A.main1")
    assert alone.phase == "revival"


def test_revival() -> None:
    state = fought("m14", "h04/g01")
    while state.phase == "order":
        state = play(state, "B choose B.main1")
    assert state.phase == "revival"
    taken = play(state, "B flip B.revival", "B choose g01")
    assert "g01" in taken.players[1].hand
    assert not taken.players[1].revival
    assert len(taken.players[1].hand) == 3 + 1 + 3
    declined = play(state, "B pass")
    assert declined.players[1].revival
    one = play(fought("m14", "m05"), "B flip B.revival")
    assert "m05" in one.players[1].hand


def test_a_triggered_grant_may_be_revived_and_one_in_stock_may_not() -> None:
    state = fought("m14", "m01//m05 g10")

    assert state.battle.used[1] == ("m05", "m01")
    assert {str(a) for a in GAME.legal(play(state, "B flip B.revival"))} == {
        "B choose m01", "B choose m05"
    }  # fmt: skip


def test_an_empty_deck_is_renewed_and_the_opponent_may_draw() -> None:
    """Check DBM-12.1 to 12.3: draw one card, turn the graveyard, let B draw, then draw the rest."""
    text = "turn 2 B set;first A;dice A 6 0 set;dice B 6;main A 1=m05/down;main B 1=m14/down;"
    text += "hand A -;deck A ?;grave A m01 m02 m03;hand B -;deck B ?;grave B -;actions A miracle"
    state = play(position(text), "B ready")
    assert (state.phase, state.seat) == ("renew", 0)
    assert len(state.players[0].hand) == 1
    renewal = parse_action("chance draw to=A.deck with=m03,m01,m05,m02")
    assert GAME.advance(state, renewal)[0][0].kind == "renewed"
    state = play(state, str(renewal))
    assert (state.phase, state.seat) == ("penalty", 1)
    state = play(state, "B choose draw")  # emptying B's deck
    assert (state.phase, state.seat) == ("renew", 1)
    state = play(state, "chance draw to=B.deck with=m14")
    assert (state.phase, state.seat) == ("penalty", 0)
    state = play(state, "A pass")
    assert state.phase == "roll"  # A has drawn the rest, B only its one card
    assert state.players[0].hand == ("?", "m01", "m03")
    assert state.players[1].hand == ("?", "m14")


def test_draws_that_cannot_be_made_are_lost() -> None:
    text = "turn 2 B set;first A;dice A 6 0 set;dice B 6;main A 1=token/up;main B 1=m14/down;"
    text += "hand A -;deck A -;hand B -;deck B -;actions A -"
    state = play(position(text), "B ready")
    assert (state.phase, state.seat) == ("renew", 1)  # the used Elder Dragon is the only card
    state = play(state, "chance draw to=B.deck with=m14")
    assert state.phase == "roll"  # A had nothing to draw, neither before nor as a penalty
    assert state.players[1].hand == ("m14",)


def test_a_redraw_that_empties_the_deck_renews_it() -> None:
    text = "turn 1 A set;dice A 1;hand A m14;deck A -;grave A m01"
    state = play(position(text), "A declare redraw", "chance draw to=A.deck with=m14")
    assert state.phase == "renew"
    state = play(state, "chance draw to=A.deck with=m01", "B choose draw")
    assert (state.phase, state.players[0].redraws) == ("set", 1)


def test_several_cards_are_chosen_one_after_the_other() -> None:
    """Check effects changed to discard, recover or purge two cards, which no real card does."""
    cards = dict(pool())
    for name, operation in (("h01", "discard"), ("h05", "recover"), ("m10", "purge")):
        effect = cards[name].effect
        assert effect is not None
        changed = [o._replace(n=2) if o.name == operation else o for o in effect.operations]
        cards[name] = dataclasses.replace(
            cards[name], effect=dataclasses.replace(effect, operations=tuple(changed))
        )
    game = make_rules(cards)
    text = "turn 2 B set;first A;dice A 6 0 set;dice B 6;hand A ?*3;hand B ?*3;"
    two = position(text + "main A 1=h01/down;main B 1=m14/down", game=game)
    two = play(two, "B ready", "A choose A.main1", "A place m01 A.grave", game=game)
    assert (two.phase, two.due) == ("discard", 1)
    two = play(two, "A place m02 A.grave", game=game)
    assert two.phase == "revival"
    three = position(
        text + "main A 1=m10/down;main B 1=m14/down;stock B 1=g10/up/old 2=m03/up/old 3=g09/up/old",
        game=game,
    )
    three = play(three, "B ready", "A remove B.stock1", game=game)
    assert (three.phase, three.due, three.battle.levels) == ("purge", 1, (3, 6))
    assert len(play(three, "A remove B.stock2", game=game).players[1].stock) == 1
    magic = position(text + "main A 1=h05/down;main B 1=m14/down;grave A g01 g02 g03", game=game)
    magic = play(magic, "B ready", "A choose A.main1", "A choose g01", game=game)
    assert (magic.phase, magic.due) == ("recover", 1)
    assert play(magic, "A choose g02", game=game).phase == "revival"
    last = position(text + "main A 1=h05/down;main B 1=m14/down;grave A g01*2", game=game)
    last = play(last, "B ready", "A choose A.main1", game=game)
    assert last.players[0].hand.count("g01") == 2


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"kind": "dragon"}, "kind"),
        ({"kind": "human", "level": "7"}, "level"),
        ({"kind": "token", "level": "2"}, "level"),
        ({"kind": "action", "level": "2"}, "level"),
        ({"kind": "human", "level": "1", "exception": "flies"}, "exception"),
        ({"kind": "human", "level": "1", "effect": "forced / battle / draw 1"}, "effect"),
        ({"kind": "human", "level": "1", "effect": "forced / battle / x / draw 1"}, "effect"),
        ({"kind": "human", "level": "1", "effect": "forced / battle / — / fly"}, "effect"),
        ({"kind": "human", "level": "1", "effect": "permanent / always / — / lv own +1"}, "effect"),
        ({"kind": "human", "level": "1", "effect": "forced / reward / — / lv own +1"}, "effect"),
        ({"kind": "human", "level": "1", "effect": "forced / battle / margin>=2 / draw 1"},
         "effect"),
        ({"kind": "human", "level": "1", "grant": "forced / battle / — / draw 1"}, "grant_level"),
        ({"kind": "human", "level": "1", "grant_level": "1",
          "grant": "forced / reward / — / draw 1"},
         "grant"),
        ({"kind": "human", "level": "1", "grant_level": "1",
          "grant": "forced / always / — / lv own +1"}, "grant"),
        ({"kind": "human", "level": "1", "grant_level": "1",
          "grant": "permanent / always / own.lv<opp.lv / lv own +1"}, "grant"),
    ],
)  # fmt: skip
def test_a_wrong_fact_is_named(facts: dict[str, str], field: str) -> None:
    faults: list[Fault] = []
    row = Row("x1", 1, facts, {}, {}, {}, "", 7)
    read_row(row, COLUMNS, make_card, "cards.csv", faults)

    assert field in [fault.field for fault in faults]
    assert all(fault.line == 7 and fault.fix for fault in faults)
    assert all(render(text, "ja") != text for each in faults for text in (each.what, each.fix))


def test_faulty_data_is_not_played_with(monkeypatch: pytest.MonkeyPatch) -> None:
    row = dataclasses.replace(CATALOG.cards["h01"], facts={"kind": "dragon"})
    broken = dataclasses.replace(CATALOG, cards={"h01": row})
    monkeypatch.setattr("rules.catalog.reader.load_catalog", lambda _: broken)
    with pytest.raises(DataError, match="'dragon' is unknown"):
        pool.__wrapped__()


def test_every_effect_of_the_pool_is_exercised_above() -> None:
    acting = {c.id for c in pool().values() if c.effect or c.grant or c.exception}
    source = __import__("pathlib").Path(__file__).read_text("utf-8")
    assert {card for card in acting if card not in source} == set()
    assert Verb.ROLL in Verb
    assert setup().game == "dicebattle"


def test_a_grant_sent_away_leaves_the_queue_and_no_other_does() -> None:
    """Check DBM-7.7: m10 removes one of two grants; the other one keeps its place in the queue."""
    state = fought("m10", "h05//m10 g02")
    waiting = {entry.cell for entry in state.battle.queue}
    assert waiting == {"B.stock1", "B.stock2"}

    for gone, stays in (("B.stock1", "B.stock2"), ("B.stock2", "B.stock1")):
        (event, *_) = GAME.advance(state, parse_action(f"A remove {gone}"))[0]
        assert (event.kind, event.cell) == ("purged", gone)
        assert [entry.cell for entry in GAME.fold(state, event).battle.queue] == [stays]


def test_nobody_is_asked_which_grant_when_there_is_only_one() -> None:
    one, two = fought("m10", "h05//m10"), fought("m10", "h05//m10 g10")
    assert one.players[1].grave.count("m10") == 1
    assert [str(action) for action in GAME.legal(two)] == ["A remove B.stock1", "A remove B.stock2"]
    assert "m10" not in two.players[1].grave
