"""Resuming from a log: the table may have changed while nobody watched."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.readings import Face
from companion.referee.control_cards import ControlCard
from companion.referee.evolve import evolve
from companion.referee.explain.hidden_chance import unseen_chance
from companion.referee.geometry import TableGeometry
from companion.referee.inputs import Start
from companion.referee.inventory.loose_piles import LoosePiles, find_new_cards
from companion.referee.inventory.steps import StepKind
from companion.referee.live import LiveReferee
from companion.referee.notices import Notice, NotNow
from companion.referee.phases import RefereePhase
from companion.referee.state import opened
from companion.referee.table import SeenCard, TableContents
from rules import Facing, Match, PlacedCard, Setup, load_game, parse_action
from tests.companion.referee.games.test_five_games import GameTable, attacked, report, to_attack
from tests.support.referee.inputs import RefereedMatch, correct, history, press, put, start
from tests.support.referee.inputs import resumed as resumed_referee
from tests.support.referee.oracle_view import Hands, Paper, run
from tests.support.referee.tables import RefereedTable as Plain


def gone_on(table: GameTable, *, later: bool = False) -> tuple[Notice, ...]:
    """Resume the match with a new referee and the same hands and cards; return its notices."""
    table.referee = LiveReferee(table.referee.at, opening=Start(resumed=True))
    table.referee.context = replace(table.referee.context, new_session=later)
    return start(table.referee)


def resumed(table: GameTable) -> list[str]:
    return report(table.receive(run(table.referee, table.hands.wait())))


def test_a_move_made_while_nobody_watched_is_judged_at_once() -> None:
    table = GameTable("yggdrasil")
    table.place("y03", "B", "c4")
    table.hands.put(table.hands.paper("y03", "A"), "b2")
    gone_on(table)
    assert resumed(table) == ["match_resumed", "accepted A place y03 b2"]
    assert table.referee.at.phase is RefereePhase.IN_SYNC


@pytest.mark.parametrize("declared", [True, False])
def test_a_battle_cleared_meanwhile_is_an_attack_that_was_allowed(declared: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """Check that both cards, face up in the discard pile, are enough to infer the pass."""
    table = attacked()
    if not declared:
        RefereedMatch(table.referee).undo(len(table.referee.at.match.plies) - 1)
    for cell, seat in (("1.L", "1"), ("2.R", "2")):
        table.hands.put(table.hands.take(cell), "discard")
        table.hands.put(table.hands.paper("", seat, Face.BACK), cell)
    gone_on(table)
    attack = [] if declared else ["accepted 1 declare attack at=1.L to=2.R"]
    assert resumed(table) == ["match_resumed", *attack, "accepted 2 pass"]
    assert table.referee.at.phase is RefereePhase.IN_SYNC
    assert resumed(table) == []


def test_a_prevention_buried_meanwhile_is_asked_for_by_the_card_that_hides_it() -> None:
    """Check that the attacker is requested, because the attack may be allowed or prevented."""
    table = attacked()
    table.hands.put(table.hands.paper("s12", "2"), "discard")
    attacker = table.hands.take("1.L")
    table.hands.put(attacker, "discard")
    table.hands.put(table.hands.paper("", "1", Face.BACK), "1.L")
    gone_on(table)
    (record,) = run(table.referee, table.hands.wait())
    assert record.kind == "match_resumed"
    assert [(s.kind, s.cell, s.placed.card) for s in record.steps] == [
        (StepKind.PLACE, "1.L", "c09")
    ]
    press(table.referee, ControlCard.PAUSE)
    again = list(press(table.referee, ControlCard.PAUSE))
    assert report(again) == ["resumed", "desynced"], "nobody laid the attacker out of a hand"
    table.hands.take("discard")
    assert report(run(table.referee, table.hands.place(attacker, "1.L"))) == [
        "accepted 2 place s12 discard"
    ]
    assert [(s.kind, s.cell) for s in table.referee.at.pending_steps] == [(StepKind.TAKE, "1.L")]


def test_a_battle_fought_and_cleared_meanwhile_is_asked_for_and_reported_again_by_its_cards() -> (
    None
):
    """Check that the defender must be put back, as nobody saw the attacker being turned up."""
    table = to_attack()
    attacker, target = table.hands.paper("c09", "1"), table.hands.take("2.R")
    table.hands.put(attacker, "discard")
    table.hands.put(target, "discard")
    table.hands.put(table.hands.paper("", "2", Face.BACK), "2.R")
    gone_on(table)
    *_, record = run(table.referee, table.hands.wait())
    assert [(s.kind, s.cell, s.placed.card) for s in record.steps] == [
        (StepKind.PLACE, "2.R", "h03")
    ]
    table.hands.take("discard")
    assert report(run(table.referee, table.hands.place(target, "2.R"))) == ["put_back"]
    table.hands.take("discard")
    again = run(table.referee, table.hands.place(attacker, "1.L"))
    assert report(again) == ["accepted 1 flip 1.L card=c09"]
    attack = "accepted 1 declare attack at=1.L to=2.R"
    assert table.piece("token.arrow", "1.L>2.R") == [attack]
    assert table.piece("ctl.allow", "2.control") == ["accepted 2 pass"]


def test_a_move_made_meanwhile_reports_what_was_declined_before_it() -> None:
    table = GameTable("yggdrasil")
    table.place("y17", "B", "b5")
    table.place("y13", "A", "c1")
    table.hands.put(table.hands.paper("y16", "B"), "c4")
    gone_on(table)
    assert resumed(table) == ["match_resumed", "accepted A pass", "accepted B place y16 c4"]
    assert table.referee.at.phase is RefereePhase.IN_SYNC


def test_what_one_seat_placed_meanwhile_is_judged_all_of_it() -> None:
    table = GameTable("dicebattle")
    for seat, pips in (("A", 5), ("B", 2), ("A", 4)):
        table.piece(f"token.die{pips}", f"{seat}.tray")
    for card, cell in (("h05", "A.main1"), ("g03", "A.circle1")):
        table.hands.put(table.hands.paper(card, "A", Face.BACK), cell)
    gone_on(table)
    spoken = resumed(table)
    assert sorted(spoken[1:]) == [
        "accepted A place ? A.circle1 facing=down",
        "accepted A place ? A.main1 facing=down",
    ]


def test_a_card_placed_on_a_pile_meanwhile_is_judged() -> None:
    table = GameTable("yggdrasil")
    table.place("y03", "B", "c4")
    table.hands.put(table.hands.paper("y27", "A"), "A.discard")
    gone_on(table)
    assert resumed(table) == ["match_resumed", "refused A place y27 A.discard"]


def test_a_card_that_fell_meanwhile_is_on_its_pile_and_means_nothing() -> None:
    table = GameTable("yggdrasil")
    table.place("y17", "B", "b5")
    table.place("y13", "A", "c1")
    table.place("y16", "B", "c4")
    table.place("y30", "A", "c2")
    table.place("y15", "B", "c3")
    table.hands.put(table.hands.take("c2"), "A.discard")
    gone_on(table)
    assert resumed(table) == ["match_resumed", "accepted B choose c2"]
    assert resumed(table) == []
    gone_on(table)
    assert resumed(table) == ["match_resumed"], "the log has it there"


def test_a_twin_placed_meanwhile_is_not_the_paper_that_the_log_has_on_that_pile() -> None:
    """Check that tags are compared; by its name alone, the twin would pass for the buried card."""
    table = GameTable("yggdrasil")
    for card, seat, cell in (("y17", "B", "b5"), ("y13", "A", "c1"), ("y16", "B", "c4")):
        table.place(card, seat, cell)
    table.place("y30", "A", "c2")
    table.place("y15", "B", "c3")
    assert report(run(table.referee, table.hands.clear("c2"))) == ["accepted B choose c2"]
    table.hands.put(table.hands.paper("y30", "A"), "A.discard")
    gone_on(table)
    assert resumed(table) == ["match_resumed", "refused A place y30 A.discard"], "B is to move"


def test_a_card_taken_back_by_revival_and_still_on_the_graveyard_is_no_new_card() -> None:
    """Check that the old discard does not count as the next one, which would declare an effect."""
    table = GameTable("dicebattle")
    for seat, pips in (("A", 5), ("B", 2), ("A", 4)):
        table.piece(f"token.die{pips}", f"{seat}.tray")
    for seat in ("A", "B"):
        table.place("?", seat, f"{seat}.main1")
        table.piece("token.done", f"{seat}.control")
        table.piece("token.die4", "B.tray")
    table.place("h04", "A", "A.main1")
    table.place("m11", "B", "B.main1")
    for seat in ("A", "B"):
        table.hands.put(table.hands.take(f"{seat}.main1"), f"{seat}.grave")
    run(table.referee, table.hands.wait())
    spent = run(
        table.referee, table.hands.place(table.hands.paper("", "A", Face.BACK), "A.revival")
    )
    assert "accepted A flip A.revival" in report(spent)

    gone_on(table)
    assert resumed(table) == ["match_resumed"]
    assert table.referee.at.inventory.new_cards() == ()


@pytest.mark.parametrize("known", [True, False])
def test_a_card_taken_off_its_pile_meanwhile_was_chosen_where_the_log_has_it_on_top(
    ygg: Plain,
    tip: Paper,
    known: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    ygg.place("y30", "A", "c3")
    ygg.hands.take("A.discard")
    ygg.referee = resumed_referee(
        RefereedMatch(ygg.referee), ygg.referee.at.geometry, pending=False
    )
    stacks = {"A.discard": {tip.tag: PlacedCard("y31", "A")}} if known else {}
    put(ygg.referee, inventory=replace(ygg.referee.at.inventory, piles=LoosePiles(stacks)))
    start(ygg.referee)
    assert report(ygg.wait()) == ["match_resumed", *(["accepted A choose y31"] if known else [])]


def beasts_up() -> GameTable:
    """Return a match of Ji Guan in which both beasts are face up and no items were placed."""
    table = GameTable("jiguan")
    table.piece("token.marker", "A.marker")
    table.place("?", "B", "B.beast")
    table.place("?", "A", "A.beast")
    table.place("jb1", "A", "A.beast")
    table.place("jb5", "B", "B.beast")
    for seat in "AB":
        table.piece("ctl.pass", f"{seat}.control")
    return table


def test_a_mat_cleared_away_between_two_sittings_is_no_move(beasts_placed: GameTable) -> None:
    """Check that a cleared mat is restored card by card before players may clear it."""
    plies = len(beasts_placed.referee.at.match.plies)
    resting = [(cell, beasts_placed.hands.take(cell)) for cell in ("A.beast", "B.beast")]
    gone_on(beasts_placed, later=True)
    (record,) = run(beasts_placed.referee, beasts_placed.hands.wait())
    assert record.kind == "match_resumed"
    assert {(step.kind, step.cell) for step in record.steps} == {
        (StepKind.PLACE, "A.beast"),
        (StepKind.PLACE, "B.beast"),
    }
    assert beasts_placed.referee.at.phase is RefereePhase.DESYNCED
    spoken = [
        report(run(beasts_placed.referee, beasts_placed.hands.place(p, cell)))
        for cell, p in resting
    ]
    assert spoken == [["desynced"], ["resynced"]]
    assert len(beasts_placed.referee.at.match.plies) == plies
    assert report(run(beasts_placed.referee, beasts_placed.hands.clear("A.beast"))) == [
        "accepted A remove A.beast"
    ]
    assert report(run(beasts_placed.referee, beasts_placed.hands.clear("B.beast"))) == [
        "accepted B remove B.beast"
    ]


def test_a_new_card_on_a_cleared_mat_shows_that_it_was_cleared_in_play(
    beasts_placed: GameTable,
) -> None:
    """Check a power cut while players were clearing: the beasts need not be put back."""
    for cell in ("A.beast", "B.beast"):
        beasts_placed.hands.take(cell)
    gone_on(beasts_placed, later=True)
    assert resumed(beasts_placed) == ["match_resumed"]
    assert beasts_placed.place("?", "B", "B.beast") == [
        "accepted A ready",
        "accepted B place ? B.beast facing=down",
    ]
    assert beasts_placed.referee.at.phase is RefereePhase.IN_SYNC


def test_declaring_that_the_mat_was_cleared_in_play_continues_the_match(
    beasts_placed: GameTable,
) -> None:
    beasts_placed.hands.take("A.beast")
    beasts_placed.hands.take("B.beast")
    gone_on(beasts_placed, later=True)
    assert resumed(beasts_placed) == ["match_resumed"]
    assert beasts_placed.piece("ctl.ready", "A.control")[:1] == ["accepted A ready"]
    assert beasts_placed.referee.at.phase is RefereePhase.IN_SYNC


def test_a_mat_that_was_cleared_when_the_referee_was_killed_was_cleared_in_play(
    beasts_placed: GameTable,
) -> None:
    """Check that a mat is not put away within minutes, so the beasts need not be put back."""
    for cell in ("A.beast", "B.beast"):
        beasts_placed.hands.take(cell)
    gone_on(beasts_placed)
    assert resumed(beasts_placed) == ["match_resumed", "accepted A ready"]


def test_declared_actions_whose_hands_are_pending_are_not_taken_back() -> None:
    table = beasts_up()
    plies = len(table.referee.at.match.plies)
    assert table.piece("ctl.ready", "A.control")[:1] == ["accepted A ready"]
    gone_on(table)
    records = run(table.referee, table.hands.wait())
    assert [record.kind for record in records] == ["match_resumed"]
    assert {step.cell for step in records[0].steps} == {"A.beast", "B.beast"}
    assert len(table.referee.at.match.plies) > plies
    assert table.referee.at.phase is RefereePhase.AWAITING_PLAYERS
    assert report(run(table.referee, table.hands.clear("A.beast", "B.beast"))) == ["resynced"]


@pytest.fixture
def beasts_placed() -> GameTable:
    """Return a match whose beasts are to be cleared, with no clearing started."""
    return beasts_up()


@pytest.fixture
def beasts() -> GameTable:
    """Return a match in which READY has removed both beasts."""
    table = beasts_up()
    assert table.piece("ctl.ready", "A.control")[:1] == ["accepted A ready"]
    return table


def test_of_what_is_to_be_cleared_hands_may_have_cleared_a_part(beasts: GameTable) -> None:
    beasts.hands.take("A.beast")
    gone_on(beasts)
    records = run(beasts.referee, beasts.hands.wait())
    assert [record.kind for record in records] == ["match_resumed"]
    assert {step.cell for step in records[0].steps} == {"B.beast"}
    assert beasts.referee.at.phase is RefereePhase.AWAITING_PLAYERS


def test_what_is_to_be_cleared_and_was_hidden_at_first_is_no_taking_back(beasts: GameTable) -> None:
    beasts.hands.covered = {"A.beast"}
    gone_on(beasts)
    assert resumed(beasts) == ["match_resumed"]
    beasts.hands.covered = set()
    assert resumed(beasts) == []
    assert beasts.referee.at.phase is RefereePhase.AWAITING_PLAYERS
    assert report(run(beasts.referee, beasts.hands.clear("A.beast", "B.beast"))) == ["resynced"]


def test_cards_that_return_where_nothing_was_left_to_clear_are_a_take_back(
    beasts: GameTable,
) -> None:
    plies = len(beasts.referee.at.match.plies)
    gone_on(beasts)
    put(beasts.referee, memory=replace(beasts.referee.at.memory, had_pending=False))
    assert resumed(beasts) == ["match_resumed", "taken_back"]
    assert len(beasts.referee.at.match.plies) < plies


def test_a_card_whose_turning_up_ended_its_battle_is_still_to_be_cleared() -> None:
    table = GameTable("dicebattle")
    for seat, pips in (("A", 5), ("B", 2), ("A", 4)):
        table.piece(f"token.die{pips}", f"{seat}.tray")
    for seat, roll in (("A", "B"), ("B", "")):
        table.place("?", seat, f"{seat}.main1")
        table.piece("token.done", f"{seat}.control")
        if roll:
            table.piece("token.die4", f"{roll}.tray")
    table.place("h05", "A", "A.main1")
    assert table.place("m04", "B", "B.main1") == ["accepted B flip B.main1 card=m04"]
    assert {"A.main1", "B.main1"} & {step.cell for step in table.referee.at.pending_steps}
    gone_on(table)
    assert resumed(table) == ["match_resumed"]
    assert table.referee.at.phase is RefereePhase.AWAITING_PLAYERS


def test_chance_that_nobody_sees_is_made_up_for_where_the_log_breaks_off_before_it() -> None:
    match = Match(load_game("dicebattle"), Setup("dicebattle"))
    referee = resumed_referee(match, TableGeometry(match.game.table.form(match.setup)))
    assert [record.kind for record in start(referee)] == ["accepted"] * 2
    assert start(referee) == ()


def test_before_a_resumed_table_is_seen_repeat_has_nothing_to_say_again() -> None:
    table = GameTable("yggdrasil")
    table.place("y03", "B", "c4")
    gone_on(table)
    (spoken,) = press(table.referee, ControlCard.REPEAT)
    assert isinstance(spoken, NotNow)
    assert spoken.reason == "nothing_to_repeat"
    assert resumed(table) == ["match_resumed"]
    assert [r.kind for r in press(table.referee, ControlCard.REPEAT)] == ["repeated"]


def test_an_illegal_move_made_meanwhile_is_refused() -> None:
    table = GameTable("yggdrasil")
    table.place("y03", "B", "c4")
    table.hands.put(table.hands.paper("y05", "A"), "a1")
    gone_on(table)
    assert resumed(table) == ["match_resumed", "refused A place y05 a1"]


def test_a_move_taken_back_meanwhile_is_taken_back() -> None:
    table = GameTable("yggdrasil")
    table.place("y03", "B", "c4")
    table.place("y03", "A", "b2")
    table.hands.take("b2")
    gone_on(table)
    assert resumed(table) == ["match_resumed", "taken_back"]


def test_what_nothing_explains_is_reported_once_with_its_correction() -> None:
    table = GameTable("yggdrasil")
    table.place("y03", "B", "c4")
    for cell in ("a3", "d3"):
        table.hands.put(table.hands.paper("y27", "A"), cell)
    table.hands.take("b1")
    gone_on(table)
    records = run(table.referee, table.hands.wait())
    assert [record.kind for record in records] == ["match_resumed"]
    assert len(records[0].steps) == 3
    assert table.referee.at.phase is RefereePhase.DESYNCED


def test_a_piece_that_was_there_before_declares_nothing_again() -> None:
    """Check that a puck still on the place where it declared the last draw declares no other."""
    table = GameTable("stratosphere")
    run(table.referee, table.hands.place(Paper("Kpuck", "token.puck", face=Face.TOKEN), "1.draw"))
    plies = len(table.referee.at.match.plies)
    gone_on(table)
    assert resumed(table) == ["match_resumed"]
    assert len(table.referee.at.match.plies) == plies
    run(table.referee, table.hands.clear("1.draw"))
    spoken = run(
        table.referee, table.hands.place(Paper("Kp", "token.puck", face=Face.TOKEN), "1.draw")
    )
    assert report(spoken) == ["refused 1 draw"], "the hand is full by now"


def test_a_card_taken_out_of_a_pile_and_shown_says_something_whatever_the_log_has_there() -> None:
    """Check that a card from a logged pile is a declaration when shown on a control place."""
    form = load_game("dicebattle").table.form(Setup("dicebattle"))
    places = TableGeometry(form)
    empty = TableContents({}, {"A.grave": ()})
    piles = LoosePiles().resumed(empty, places, Counter([("h02", "A")]))
    shown = SeenCard(PlacedCard("h02", "A"), "tag")
    for cell, news in (("A.grave", 0), ("A.control", 1)):
        table = TableContents({}, {cell: (shown,)})
        assert len(list(find_new_cards(piles, table, places))) == news


def test_a_card_placed_on_a_pile_is_not_taken_for_the_other_seat_s_buried_twin() -> None:
    """Check a log with both of A's cards in the pile; on the table the second hides the first."""
    form = load_game("yggdrasil").table.form(Setup("yggdrasil"))
    places = TableGeometry(form)
    top, twin, own = (
        SeenCard(PlacedCard(c, s), f"{c}{s}") for c, s in (("y30", "A"), ("y05", "B"), ("y05", "A"))
    )
    log = Counter([("y05", "A"), ("y30", "A"), ("y20", "B")])
    lower = SeenCard(PlacedCard("y20", "B"), "y20B")
    table = TableContents({}, {"A.discard": (top,), "B.discard": (lower,)})
    piles = LoosePiles().resumed(table, places, log)
    placed = TableContents({}, {"A.discard": (top,), "B.discard": (twin,)})
    assert list(find_new_cards(piles, placed, places)) == [("B.discard", twin)]
    bared = TableContents({}, {"A.discard": (own,), "B.discard": (lower,)})
    assert not list(find_new_cards(piles, bared, places))


@pytest.mark.parametrize("lifted", [True, False])
def test_a_refused_supply_is_asked_back_while_its_piece_is_there(lifted: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """Regression: after a resume, a piece that was lifted meanwhile had no effect."""
    table = GameTable("stratosphere")
    puck = Paper("Kpuck", "token.puck", face=Face.TOKEN)
    run(table.referee, table.hands.place(puck, "2.L.supply"))
    table.place("s07", "1", "1.C", 180.0)
    if lifted:
        table.hands.take("2.L.supply")
    gone_on(table)
    assert resumed(table) == ["match_resumed"]
    assert [step.cell for step in table.referee.at.pending_steps] == ([] if lifted else ["2.L"])


def test_a_match_that_was_paused_is_paused_when_it_is_resumed() -> None:
    table = GameTable("yggdrasil")
    table.place("y03", "B", "c4")
    press(table.referee, ControlCard.PAUSE)
    assert [record.kind for record in gone_on(table)] == ["paused"]
    table.hands.put(table.hands.paper("y03", "A"), "b2")
    assert resumed(table) == [], "nothing counts"
    assert table.referee.at.overlays.paused
    going_on = [record.kind for record in press(table.referee, ControlCard.PAUSE)]
    assert going_on == ["resumed", "match_resumed", "accepted"]


@pytest.mark.parametrize(
    ("slug", "played", "flips"),
    [
        (
            "stratosphere",
            "1 place ? 1.C facing=down",
            "1 flip 1.C card=c12, 1 flip 1.L card=d09, 2 flip 2.C card=c07",
        ),
        (
            "jiguan",
            (
                "chance choose A, B place ? B.beast facing=down, A flip B.beast card=jb5, "
                "A place ? A.beast facing=down, A flip A.beast card=jb1, "
                "A place ? B.item1 facing=down, B place ? B.item2 facing=down, "
                "A place ? B.item3 facing=down"
            ),
            "B flip B.item1 card=jb4, B flip B.item2 card=jb3, A flip B.item3 card=jb3",
        ),
    ],
)
def test_cards_turned_up_by_both_players_meanwhile_are_not_turned_back(
    slug: str, played: str, flips: str
) -> None:
    """Regression: they were several moves, and too many unseen cards were tried."""
    game = load_game(slug)
    match: Match[Any] = Match(game, Setup(slug))
    while (draw := unseen_chance(game, match.state)) is not None:
        match.play(draw)
    for action in played.split(", "):
        match.play(parse_action(action))
    later = match.now
    for action in flips.split(", "):
        later = later.play(parse_action(action))
    form = game.table.form(match.setup)
    hands, layout = Hands(form), game.table.layout(later.state)
    for zone in (zone for zone in form.zones if zone.tracked):
        for card in layout.get(zone.cell, ()):
            face = Face.FRONT if card.facing is Facing.UP else Face.BACK
            hands.put(hands.paper(card.card, card.owner, face), zone.cell)
    referee = resumed_referee(match, TableGeometry(form))
    start(referee)
    spoken = report(run(referee, hands.wait(3)))
    assert spoken == ["match_resumed", *(f"accepted {flip}" for flip in flips.split(", "))]
    assert referee.at.phase is RefereePhase.IN_SYNC


def test_a_discard_pile_that_was_reshuffled_when_the_referee_died_is_no_new_card() -> None:
    """Regression: its top card was taken for the answer to an attack that nobody had made."""
    table = attacked()
    table.place("s12", "2", "discard")
    table.place("?", "1", "1.L")
    referee, game = table.referee, table.referee.at.match.game
    position = game.notation.format(referee.at.match.state).replace("left 1", "left 2")
    beneath = position.replace("node 2.C | ?@1", "node 2.C |" + " ?@1" * 35)
    correct(referee, beneath.replace("pile ?*34", "pile -"))
    run(referee, table.hands.wait())
    assert table.piece("token.puck", "1.draw")[-1] == "accepted chance draw to=pile with=?,?"
    at = opened(replace(referee.at.match, plies=()), referee.at.geometry)
    *_, reshuffle = (n for n in history(referee) if n.action is not None)
    for notice in history(referee):
        if notice is reshuffle:
            break
        at = evolve(at, notice)
    other = LiveReferee(at, opening=Start(resumed=True))
    start(other)
    run(other, table.hands.wait(3.0))
    assert other.at.match.plies[-1].action == reshuffle.action
    assert other.at.inventory.new_cards() == ()
