"""Orders on Spherion's printed rail: the cards in a slot are one order, announced once."""

from __future__ import annotations

import pytest

from companion.readings import Face
from companion.referee.control_cards import ControlCard
from companion.referee.notices import Notice, Refused
from companion.referee.partial_input import HALF_S
from companion.referee.phases import RefereePhase
from companion.referee.table import card_on
from companion.referee.words.actions import offered
from companion.referee.words.speaker import Speaker, notice_caption
from companion.referee.words.wording import Wording
from companion.web.views.options import secret_choice
from rules import LANGUAGES, Facing, Setup, Violation, load_catalog, load_game, parse_action
from tests.support.games.spherion import World
from tests.support.referee.inputs import RefereedMatch, play, press
from tests.support.referee.oracle_view import Paper, run
from tests.support.referee.tables import RefereedTable, sit_down

SLOT = "blue.rail.1"


@pytest.fixture
def session() -> RefereedTable:
    """Return a table at which both players have written one order and are READY."""
    return table("blue ready", "red ready")


def table(
    *done: str, orders: str = "rail", hand: str = "-", more: str = "", report: bool = True
) -> RefereedTable:
    world = World(f"unit blue 1 N1.0 M03\nhand blue {hand}\n{more}".strip(), orders=orders)
    if orders == "rail" and report:
        world.say("blue declare ?", "red declare ?", *done)
    session = sit_down(load_game("spherion"), Setup("spherion", {"orders": orders}))
    match = RefereedMatch(session.referee)
    match.correct(world.state)
    layout = match.game.table.layout(match.state)
    for cell in filter(session.referee.at.geometry.is_tracked, layout):
        resting = card_on(layout, cell)
        if resting is not None:
            down = resting.facing is Facing.DOWN
            card, face = ("", Face.BACK) if down else (resting.card, Face.FRONT)
            session.hands.put(session.hands.paper(card, resting.owner, face), cell)
    assert [r.kind for r in session.wait()] == ["set_up_ready"]
    session.hands.spread.add(SLOT)
    return session


def put(session: RefereedTable, *words: str) -> list[Notice]:
    for word in words:
        face = Face.CONTROL if word.startswith("ctl.") else Face.FRONT
        session.hands.put(Paper(f"K{word}", word, "blue", face=face), SLOT)
    return [*run(session.referee, session.hands.reach()), *session.wait()]


def placed(session: RefereedTable, *words: str) -> list[str]:
    return [record.kind for record in put(session, *words)]


def test_an_order_of_several_cards_is_refused_once(session: RefereedTable) -> None:
    assert placed(session, "ctl.flip", "ctl.unit.3") == ["refused"]


def test_a_card_left_over_in_a_slot_does_not_silence_the_next_order(session: RefereedTable) -> None:
    assert placed(session, "M05", "ctl.move.1", "ctl.unit.1") == ["accepted"]


def test_ready_is_not_taken_back() -> None:
    """Check SPH-5.7: the other player's clock depends on READY."""
    session = table()
    assert [r.kind for r in session.show("ready", "blue.control")] == ["accepted"]
    assert [r.kind for r in session.show("undo", "blue.control")] == ["not_now"]
    assert session.actions() == ["blue ready"]


def covered(session: RefereedTable, *slots: str) -> None:
    """Put face-down cards into slots, as complete or partial orders."""
    for slot in slots:
        session.hands.put(session.hands.paper("", "blue", Face.BACK), slot)
    assert session.wait() == []


def ready(session: RefereedTable) -> list[tuple[str, str]]:
    """Show Blue's READY card; return the kind and clauses of each notice."""
    return [(r.kind, ",".join(r.clauses)) for r in session.show("ready", "blue.control")]


SLOTS = tuple(f"blue.rail.{number}" for number in range(1, 9))


def test_ready_with_orders_on_the_rail_and_no_number_counts_when_repeated() -> None:
    """Regression (SPH-17.3): the orders of a whole turn were discarded without a message."""
    session = table(report=False)
    covered(session, SLOT, "blue.rail.2")
    assert ready(session) == [("not_now", "SPH-17.3")]
    assert ready(session) == [("accepted", "")]


@pytest.mark.parametrize("word", ["why", "repeat", "pause", "undo", "no", "end_turn"])
def test_another_card_placed_next_to_ready_does_not_repeat_it(word: str) -> None:
    session = table(report=False)
    covered(session, SLOT)
    session.hands.spread.add("blue.control")
    for name in ("ready", word):
        paper = Paper(f"C{name}", f"ctl.{name}", face=Face.CONTROL)
        spoken = run(session.referee, session.hands.place(paper, "blue.control"))
    assert spoken, "it is answered"
    assert "accepted" not in [record.kind for record in spoken]
    assert session.actions() == []


def test_after_the_word_of_what_is_missing_orders_are_reported_and_counted() -> None:
    session = table(report=False)
    covered(session, SLOT)
    assert [r.kind for r in press(session.referee, ControlCard.READY, "blue")] == ["not_now"]
    assert [r.kind for r in session.show("yes", "blue.control")] == ["accepted"]
    assert [r.kind for r in press(session.referee, ControlCard.READY, "blue")] == ["accepted"]
    assert session.actions() == ["blue declare ?", "blue ready"]


@pytest.mark.parametrize(
    ("orders", "filled", "report"),
    [
        ("rail", 2, True),  # cards of the turn before may still be there
        ("rail", 0, False),
        ("rail", 8, False),  # a screen hides the whole rail
        ("companion", 1, False),
    ],
)
def test_ready_is_heard_at_once_where_it_seems_to_leave_nothing_out(
    orders: str, filled: int, *, report: bool
) -> None:
    session = table(orders=orders, report=report)
    covered(session, *SLOTS[:filled])
    assert ready(session) == [("accepted", "")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_ready_would_lose_is_reported_with_its_number(lang: str) -> None:
    session = table(report=False)
    covered(session, SLOT, "blue.rail.4", "blue.rail.7")
    (record,) = press(session.referee, ControlCard.READY, "blue")
    report = Speaker(load_catalog("spherion"), lang, "spherion").caption(record)
    assert "3" in report
    assert "SPH-17.3" in report


@pytest.mark.parametrize(("card", "stays"), [("M02", "M03"), ("M23", "M23")])
def test_a_card_out_of_the_hand_that_meets_another_is_turned_up_where_they_meet(
    card: str, stays: str
) -> None:
    """Regression: the card is not on the table yet, and the table stayed desynced if it lost."""
    session = table("blue ready", "red ready", hand="?*1", more="unit red 1 N1.2 M03")
    for order in ("blue declare summon:?:3:down:attack", "red declare move:1:4"):
        play(session.referee, parse_action(order))
    (met,) = session.place(card, "blue", "N1.3")
    assert str(met.action) == f"blue flip N1.3 card={card}"
    resting = card_on(session.referee.at.layout, "N1.3")
    assert resting is not None
    assert resting.card == stays
    session.clear("N1.2", *(["N1.3"] if stays != card else []))
    if stays != card:
        session.place(stays, "red", "N1.3")
    assert session.referee.at.phase is RefereePhase.IN_SYNC


def test_a_tribute_is_shown_where_the_card_that_it_is_paid_for_ends_up() -> None:
    """Regression (SPH-7.5b, 7.5d): the place looks the same afterwards, so no change was seen."""
    session = table("blue ready", "red ready", hand="?*1", more="unit blue 2 N1.3 ? down")
    for order in ("blue declare summon:?:3:down:attack:2", "red declare wait"):
        play(session.referee, parse_action(order))
    session.clear("N1.3")
    (shown,) = session.place("M05", "blue", "N1.3")
    assert str(shown.action) == "blue flip N1.3 card=M05"
    assert session.referee.at.phase is RefereePhase.AWAITING_PLAYERS


def refused(session: RefereedTable, *words: str) -> list[tuple[str, str]]:
    """Put cards into the slot; return the clause and case of each violation, now or delayed."""
    records = [*put(session, *words), *session.wait(HALF_S + 1)]
    return [(v.clause, v.case) for record in records for v in record.violations]


@pytest.mark.parametrize(
    ("words", "case"),
    [
        (("M05", "ctl.unit.1", "ctl.unit.2"), "unfinished"),
        (("ctl.unit.1",), "unfinished"),
        (("ctl.place.1",), "unfinished"),
        (("M05", "ctl.place.1", "ctl.flip"), "overfull"),
        (("ctl.unit.1", "ctl.unit.2", "ctl.move.1"), "overfull"),
        (("ctl.wait", "ctl.turn"), "overfull"),
        (("ctl.turn", "ctl.wait"), "overfull"),
    ],
)
def test_cards_that_write_no_order_are_reported_once(
    session: RefereedTable, words: tuple[str, ...], case: str
) -> None:
    """Check SPH-7.1: cards in an opened slot that form no order are refused exactly once."""
    assert refused(session, *words) == [("SPH-7.1", case)]
    assert refused(session) == []


def test_a_half_written_order_is_answered_once(session: RefereedTable) -> None:
    assert refused(session, "ctl.unit.1") == [("SPH-7.1", "unfinished")]
    assert placed(session, "ctl.move.1") == ["accepted"]
    assert refused(session) == []


def test_a_slot_with_too_much_is_refused_soon_and_half_an_order_is_waited_for(
    session: RefereedTable,
) -> None:
    assert placed(session, "ctl.unit.1") == []
    assert placed(session, "ctl.move.1", "ctl.flip") == ["refused"]


def test_what_is_left_of_too_much_is_the_order(session: RefereedTable) -> None:
    placed(session, "ctl.flip", "ctl.unit.1", "ctl.move.1")
    session.hands.papers[SLOT].pop(0)
    run(session.referee, session.hands.reach())
    assert [record.kind for record in session.wait()] == ["accepted"]
    assert session.actions() == ["blue declare move:1:1"]


def test_what_is_replaced_quickly_is_not_heard_with_what_replaces_it(
    session: RefereedTable,
) -> None:
    """Check that cards just removed from a slot are not read together with their replacement."""
    placed(session, "ctl.flip", "ctl.unit.3")
    session.hands.papers[SLOT].clear()
    assert placed(session, "ctl.wait") == ["accepted"]


def test_a_card_turned_up_last_completes_the_order() -> None:
    session = table("blue ready", "red ready", hand="M03")
    assert placed(session, "ctl.place.1") == []
    assert placed(session, "M03") == ["accepted"]


def test_an_order_turned_up_before_both_are_ready_is_refused() -> None:
    """Check SPH-17.3: a refused early order counts once both seats are READY."""
    session = table("blue ready")
    assert refused(session, "ctl.unit.1", "ctl.move.1") == [("SPH-17.3", "")]
    session.show("ready", "red.control")
    session.wait()
    assert session.actions() == ["red ready", "blue declare move:1:1"]


@pytest.mark.parametrize(("piece", "spoken"), [("token.unit.1", []), ("token.x", ["refused"])])
def test_a_unit_s_piece_that_is_moved_aside_answers_nothing(piece: str, spoken: list[str]) -> None:
    """Check that moving a piece off its card is not read as choosing a target."""
    session = table("blue ready")
    session.hands.put(Paper("KT", piece, "blue", face=Face.TOKEN), "N1.2")
    run(session.referee, session.hands.reach())

    assert [record.kind for record in session.wait()] == spoken


@pytest.mark.parametrize(("owner", "spoken"), [("blue", []), ("red", ["refused"])])
def test_a_piece_with_the_number_of_the_other_seat_s_is_one_of_its_own(
    owner: str, spoken: list[str]
) -> None:
    """Check that Red's piece for unit 1 is not part of Blue's pile on N1.0."""
    session = table("blue ready")
    session.hands.put(Paper("KT", "token.unit.1", owner, face=Face.TOKEN), "N1.0")
    run(session.referee, session.hands.reach())

    assert [record.kind for record in session.wait()] == spoken


def test_the_piece_of_a_card_that_left_some_plies_ago_answers_nothing() -> None:
    """Check that a destroyed card's remaining piece is not read as an answer two plies later."""
    session = table("blue ready", more="unit red 1 N1.2 M03")
    without = World("unit blue 1 N1.0 M03", orders="rail").say("blue declare ?", "red declare ?")
    for _ in range(2):
        RefereedMatch(session.referee).correct(without.say().state)
    session.hands.papers.pop("N1.2")
    session.hands.put(Paper("KT", "token.unit.1", "red", face=Face.TOKEN), "N1.2")
    spoken = [*run(session.referee, session.hands.reach()), *session.wait()]
    assert session.referee.at.phase is RefereePhase.IN_SYNC
    assert [record.kind for record in spoken] == []


def test_nobody_fuses_with_the_other_player_s_card() -> None:
    """Check SPH-7.8: fusing with unit 2 is refused if the other seat's unit 2 is in its place."""
    session = table("blue ready", "red ready", more="unit blue 2 N2.5 M03\nunit red 2 N1.1 M03")
    assert ("SPH-7.8", "") in refused(session, "ctl.unit.1", "ctl.fuse.2", "X01")


@pytest.mark.parametrize("done", [(), ("blue ready",), ("blue ready", "red ready")])
def test_a_card_placed_before_the_orders_are_in_is_refused(done: tuple[str, ...]) -> None:
    """Check SPH-7.1: the refusal suits players at a table, and says how to correct it."""
    session = table(*done)
    (record,) = session.place("M05", "blue", "N1.1")
    assert [(v.clause, v.case) for v in record.violations] == [("SPH-7.1", "early")]
    assert [step.cell for step in record.steps] == ["N1.1"]
    assert [r.kind for r in session.clear("N1.1")] == ["put_back"]
    session.hands.put(session.hands.take("N1.0"), "N1.1")
    (record,) = session.wait()
    assert str(record.action) == "blue move N1.0 N1.1"
    assert [v.case for v in record.violations] == ["early"]


@pytest.mark.parametrize("orders", ["rail", "companion"])
def test_a_sign_among_orders_is_refused_as_a_sign(orders: str) -> None:
    session = table(orders=orders)
    (record,) = session.show("rock", "blue.control")
    assert [(v.clause, v.case) for v in record.violations] == [("SPH-7.1", "sign")]


@pytest.mark.parametrize("word", ["ready", "pass", "claim", "paper"])
def test_what_is_announced_while_slots_are_turned_over_is_refused_as_not_asked(
    session: RefereedTable, word: str
) -> None:
    (record,) = session.show(word, "blue.control")
    assert [(v.clause, v.case) for v in record.violations] == [("SPH-7.1", "sign")]


PIECES = ("M26", "M27", "M28", "M29", "M30")


def claims(orders: str, hand: str = "?*5") -> RefereedTable:
    """Return a table after Blue placed CLAIM without the five pieces, which is refused."""
    session = table(orders=orders, hand=hand)
    session.hands.spread.add("blue.control")
    records = run(session.referee, session.hands.place(CLAIM, "blue.control"))
    assert [(v.clause, v.case) for r in records for v in r.violations] == [("SPH-14.3", "show")]
    return session


CLAIM = Paper("KC", "ctl.claim", "blue", face=Face.CONTROL)


@pytest.mark.parametrize("orders", ["rail", "companion"])
@pytest.mark.parametrize("place", ["blue.rail.{}", "blue.control"])
def test_five_pieces_that_are_shown_with_claim_win(orders: str, place: str) -> None:
    """Regression (SPH-14.3): CLAIM alone won the match."""
    session = claims(orders)
    for n, piece in enumerate(PIECES, 1):
        assert session.referee.at.match.outcome is None
        session.place(piece, "blue", place.format(n))
    assert session.actions()[-1] == "blue declare claim with=M26,M27,M28,M29,M30"
    assert session.referee.at.match.outcome is not None


def test_claim_is_heard_last_as_well() -> None:
    session = table(orders="companion", hand="?*5")
    for n, piece in enumerate(PIECES, 1):
        assert session.place(piece, "blue", f"blue.rail.{n}") == []
    records = run(session.referee, session.hands.place(CLAIM, "blue.control"))
    assert [r.kind for r in records] == ["accepted", "game_ended"]


def test_claim_that_was_taken_away_claims_nothing() -> None:
    session = claims("companion")
    session.clear("blue.control")
    for n, piece in enumerate(PIECES, 1):
        session.place(piece, "blue", f"blue.rail.{n}")
    assert session.referee.at.match.outcome is None


def test_the_other_seat_s_pieces_claim_nothing() -> None:
    session = claims("rail")
    for n, piece in enumerate(PIECES, 1):
        session.place(piece, "red", f"blue.rail.{n}")
    assert session.referee.at.match.outcome is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_order_that_is_opened_ends_no_phase_and_the_next_is_asked_for(lang: str) -> None:
    """Regression: players were told to plan orders though both were READY and slots remained."""
    session = table("blue ready", "red ready")
    (accepted,) = put(session, "ctl.unit.1", "ctl.move.1")
    words = Wording(load_catalog("spherion"), lang, "spherion")
    over = load_catalog("spherion").event_texts["gave_up"][lang].format(seat=words.seat("blue"))
    game, match = session.referee.at.match.game, session.referee.at.match
    assert match.to_act == {"red"}
    choice = secret_choice(game, game.view(match.state, None))
    assert choice is not None
    assert choice.offer is not None
    asked = offered(words, choice.offer)

    assert over.rstrip("。.") not in notice_caption(words, accepted)
    assert "1" in asked
    assert asked == load_catalog("spherion").event_texts["may_choose_order"][lang].format(number=1)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_are_refused_in_words_about_cards(lang: str) -> None:
    speaker = Speaker(load_catalog("spherion"), lang, "spherion")
    report = set()
    for case in ("early", "sign", "unfinished", "overfull"):
        violation = Violation("SPH-7.1", (), case)
        report.add(caption := speaker.caption(Refused(action=None, violations=(violation,))))
        assert "move:" not in caption
    assert len(report) == 4
