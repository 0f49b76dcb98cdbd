"""Secret orders: declared on a seat's own page, sealed, and unknown to all others until opened."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from dataclasses import replace
from pathlib import Path

import pytest

from companion.referee.commitments import Commitment, commit, verify
from companion.referee.control_cards import ControlCard
from companion.referee.journal import Utterance
from companion.referee.notices import notice_data
from companion.referee.phases import RefereePhase
from companion.replay.transcript import Transcript
from companion.web.auth.roles import AccessControl, Pass, Role
from companion.web.live import Live
from companion.web.mailbox import PerformAction, Pressed, SeatDeclaration
from companion.web.server import Site
from rules import CHANCE, Action, LogWriter, Message, Outcome, Setup, Verb, load_game, parse_action
from rules.sim.playout import starter_setup
from tests.support.referee.inputs import RefereedMatch, declare
from tests.support.web.http_client import TestClient
from tests.support.web.match_page import Table, gone_on, with_position

HOME = "http://127.0.0.1:8737"


def test_a_seal_is_of_its_orders_and_no_others() -> None:
    made = commit(("move:2:0", "wait"), "0f" * 16)

    assert verify(made)
    assert not verify(replace(made, orders=("wait", "move:2:0")))
    assert not verify(replace(made, orders=("move:2:0",)))
    assert not verify(replace(made, salt="0" * 32))
    others = {commit(made.orders, f"{n:032x}").digest for n in range(5)}
    assert len(others) == 5
    assert made.digest not in others


def test_a_seal_can_be_made_again_by_anybody() -> None:
    salt = "00112233445566778899aabbccddeeff"
    by_hand = hashlib.sha256(f"{salt}\nmove:2:0\nwait".encode()).hexdigest()

    assert commit(("move:2:0", "wait"), salt).digest == by_hand


@pytest.fixture
def planning() -> Table:
    """Return a match of Spherion in which both plan their first turn."""
    table = Table.of("spherion", 2)
    game, match = table.referee.at.match.game, RefereedMatch(table.referee)
    for _ in table.play(60):
        if len(match.to_act - {CHANCE}) == 2 and any(
            a.value == "wait" for a in game.legal(match.state)
        ):
            return table
    raise AssertionError("nobody ever plans")


def say(table: Table, seat: str, verb: Verb, value: str = "") -> None:
    assert table.mailbox.press(SeatDeclaration(seat, verb, value))
    table.look()


def test_an_order_is_seen_on_its_own_page_only(planning: Table) -> None:
    quiet = planning.snapshot()
    say(planning, "blue", Verb.DECLARE, "wait")
    now = planning.snapshot()
    own = planning.viewing.view(now, Pass(Role.SEAT, "blue"), "en")["private"]["orders"]
    other = planning.viewing.view(now, Pass(Role.SEAT, "red"), "en")

    assert own["said"] == ["WAIT"]
    assert other["private"]["orders"]["said"] == []
    for who in (Pass(Role.TABLE), Pass(Role.SPECTATOR), Pass(Role.SEAT, "red")):
        view = planning.viewing.view(now, who, "en")
        before = planning.viewing.view(quiet, who, "en")
        for part in ("log", "caption", "verdict", "light"):
            assert view[part] == before[part]  # not even the fact of an order


@pytest.mark.parametrize(
    ("lang", "report"),
    [
        ("en", "That order needs 1 MP, but only 0 MP can be spent on it. (SPH-5.6)"),
        ("ja", "その命令には1 MP必要ですが、使えるのは0 MPです。（SPH-5.6）"),
        ("zh-Hant", "這道指令需要1 MP，但只剩0 MP可用。（SPH-5.6）"),
    ],
)
def test_a_move_that_cannot_be_paid_is_not_left_out_in_silence(
    planning: Table, lang: str, report: str
) -> None:
    now = planning.snapshot()
    game, setup = planning.referee.at.match.game, now.position.setup
    poor = game.notation.parse("turn 3 plan\npoints red mp=1", setup)
    now = with_position(now, private=dict.fromkeys(now.position.private, poor))
    orders = [
        planning.viewing.view(now, Pass(Role.SEAT, seat), lang)["private"]["orders"]
        for seat in ("blue", "red")
    ]

    assert report in [each["why"] for each in orders[0]["withheld"]]
    assert not any(value.startswith("move") for _, value in orders[0]["values"])
    assert report not in [each["why"] for each in orders[1]["withheld"]]
    assert any(value.startswith("move") for _, value in orders[1]["values"])


def test_what_is_secret_is_not_announced_aloud_either(planning: Table) -> None:
    before = len(planning.referee.at.match.plies)
    records = declare(planning.referee, "blue", Verb.DECLARE, "wait")
    at = planning.referee.at
    heard = [planning.onlooker.receive(Utterance(r, -1, "en", "WAIT", at)) for r in records]

    assert len(planning.referee.at.match.plies) == before + 1
    assert heard == [False]


def test_ready_seals_and_the_seal_reveals_nothing(planning: Table) -> None:
    say(planning, "blue", Verb.DECLARE, "wait")
    say(planning, "blue", Verb.READY)
    now = planning.snapshot()
    view = planning.viewing.view(now, Pass(Role.SPECTATOR), "en")
    (shown,) = view["seals"]
    sealed = now.plans["blue"].sealed

    assert sealed is not None
    assert shown["digest"] == sealed.digest
    assert sealed.salt not in json.dumps(view)
    for seat in ("blue", "red"):
        sent = json.dumps(planning.viewing.view(now, Pass(Role.SEAT, seat), "en"))
        assert sealed.salt not in sent


def test_at_the_end_every_seal_is_opened_and_fits(planning: Table) -> None:
    say(planning, "blue", Verb.DECLARE, "wait")
    say(planning, "blue", Verb.READY)
    over = with_position(planning.snapshot(), outcome=Outcome(("blue",), "SPH-14.1", {}))
    over = replace(over, stage=RefereePhase.ENDED)
    (shown,) = planning.viewing.view(over, Pass(Role.SPECTATOR), "en")["seals"]

    assert shown["fits"]
    assert shown["orders"] == ["wait"]
    assert shown["said"] == ["WAIT"]
    assert verify(Commitment(shown["digest"], shown["salt"], tuple(shown["orders"])))


def log_of(table: Table, path: Path, changed: tuple[str, str] = ("", "")) -> Path:
    """Write all notices to a log; `changed` is an order and its forged replacement."""
    writer = LogWriter(path)
    for record in table.notices:
        data = json.dumps(notice_data(record))
        if changed[0]:
            for mark in ('declare {}"', '"value": "{}"'):
                data = data.replace(mark.format(changed[0]), mark.format(changed[1]))
        writer.append(record.kind, **json.loads(data))
    writer.close()
    return path


def test_a_resumed_match_shows_the_seals_it_showed(planning: Table, tmp_path: Path) -> None:
    planning.referee.context = replace(
        planning.referee.context, make_salt=lambda _: secrets.token_hex(16)
    )
    say(planning, "blue", Verb.DECLARE, "wait")
    say(planning, "blue", Verb.READY)
    log = log_of(planning, tmp_path / "m.jsonl")
    before, after = planning.snapshot(), gone_on(planning, log)[1]

    assert after.plans["blue"].sealed is not None
    assert after.story.seals == before.story.seals
    assert after.plans == before.plans
    assert Transcript(log.read_bytes(), "m").moments[-1].snapshot.story.seals == before.story.seals


def test_a_log_in_which_an_order_was_changed_no_longer_fits(
    planning: Table, tmp_path: Path
) -> None:
    say(planning, "blue", Verb.DECLARE, "wait")
    match = planning.referee.at.match
    legal = (a for a in match.game.legal(match.state) if a.seat == "blue")
    other = next(a.value for a in legal if a.verb is Verb.DECLARE and a.value[:3] in ("set", "sum"))
    say(planning, "blue", Verb.READY)
    shown = planning.snapshot().story.seals[-1].seal
    log = log_of(planning, tmp_path / "m.jsonl", changed=("wait", other))
    report = gone_on(planning, log)[1].story.seals[-1]

    assert report.seal.orders == (other,)
    assert report.seal.digest == shown.digest
    assert verify(shown)
    assert not verify(report.seal)


def test_a_new_turn_begins_without_the_orders_of_the_last(planning: Table) -> None:
    say(planning, "blue", Verb.DECLARE, "wait")
    say(planning, "blue", Verb.READY)
    say(planning, "red", Verb.DECLARE, "wait")
    say(planning, "red", Verb.READY)
    now = planning.snapshot()

    assert now.position.turn == 2
    assert [each.seal.orders for each in now.story.seals] == [("wait",), ("wait",)]
    assert [each.turn for each in now.story.seals] == [1, 1]
    for seat in ("blue", "red"):
        own = planning.viewing.view(now, Pass(Role.SEAT, seat), "en")["private"]["orders"]
        assert own["said"] == []
        assert own["seal"] == ""


def test_who_orders_nothing_is_held_to_nothing(planning: Table) -> None:
    say(planning, "blue", Verb.READY)
    (sealed,) = planning.snapshot().story.seals

    assert sealed.seal.orders == ()
    assert verify(sealed.seal)


def test_what_is_taken_back_is_no_order_any_more(planning: Table) -> None:
    say(planning, "blue", Verb.DECLARE, "wait")
    say(planning, "blue", Verb.DECLARE, "wait")
    say(planning, "blue", Verb.DECLARE, "undo")
    assert planning.snapshot().plans["blue"].orders == ("wait",)


def test_orders_on_paper_are_counted_on_the_page_that_plays_them() -> None:
    """Regression: YES for an order that nobody sees had no answer, and no number was shown."""
    setup = starter_setup(load_game("spherion"), Setup("spherion", {"orders": "rail"}))
    table = Table("spherion", setup, 2)
    match = RefereedMatch(table.referee)
    for _ in table.play(60):
        if any(a.value == "?" for a in match.game.legal(match.state) if match.to_act):
            break
    table.viewing.mouse = True
    seat = min(match.to_act)
    before = table.viewing.view(table.snapshot(), Pass(Role.TABLE), "en")["plans"]
    table.receive(declare(table.referee, seat, Verb.DECLARE, "move:dm:2"))  # face up: SPH-17.3
    (early,) = table.viewing.view(table.snapshot(), Pass(Role.TABLE), "en")["plans"]
    for _ in range(2):
        table.receive(declare(table.referee, seat, Verb.DECLARE, "?"))
    now = table.snapshot()
    (plan,) = table.viewing.view(now, Pass(Role.TABLE), "en")["plans"]

    assert before == []
    assert early["refused"]
    assert early["values"] == early["said"] == []
    assert plan["refused"] == ""
    assert (plan["seat"], plan["said"], plan["values"]) == (seat, ["1", "2"], [])
    assert table.viewing.view(now, Pass(Role.SPECTATOR), "en")["plans"] == []


@pytest.fixture
def rail() -> Table:
    """Return a mouse table with orders on a rail and five hidden cards per hand."""
    table = Table("spherion", Setup("spherion", {"orders": "rail"}), 2)
    match = RefereedMatch(table.referee)
    position = "turn 1 plan\nhand blue ?*5\nhand red ?*5\ndeck blue ?*20\ndeck red ?*20"
    match.correct(match.game.notation.parse(position, match.setup))
    table.viewing.mouse = True
    return table


PLANNED = {"en": "Plan your orders", "ja": "命令を計画する", "zh-Hant": "計畫指令"}


@pytest.mark.parametrize("lang", PLANNED)
@pytest.mark.parametrize("orders", [0, 1])
def test_orders_on_a_rail_are_planned_and_a_claim_is_no_button(
    rail: Table, lang: str, orders: int
) -> None:
    """Regression: the headline said "Choose claim", and its button was always refused."""
    for seat in ("blue", "red") * orders:
        rail.receive(declare(rail.referee, seat, Verb.DECLARE, "?"))
    view = rail.viewing.view(rail.snapshot(), Pass(Role.TABLE), lang)
    assert PLANNED[lang] in view["now"]["todo"]
    spoken = {parse_action(each["action"]) for each in view["sayings"]}
    assert {Action("blue", Verb.READY), Action("red", Verb.READY)} <= spoken
    assert not any(action.value == "claim" for action in spoken)


def test_no_button_says_wait_where_a_slot_is_to_be_turned_over(rail: Table) -> None:
    """Regression: the button "Open order 1" said WAIT for both seats, and both lost their slots."""
    for verb, value in ((Verb.DECLARE, "?"), (Verb.READY, "")):
        for seat in ("blue", "red"):
            rail.receive(declare(rail.referee, seat, verb, value))
    view = rail.viewing.view(rail.snapshot(), Pass(Role.TABLE), "en")
    assert "Open order 1" in view["now"]["todo"]
    assert view["sayings"] == []
    for plan in view["plans"]:
        assert ["declare", "wait"] in plan["values"]
        assert plan["words"]["wait"] == "WAIT"


@pytest.mark.parametrize(
    ("lang", "name"), [("en", "CLAIM"), ("ja", "勝利宣言"), ("zh-Hant", "宣告勝利")]
)
def test_a_private_page_says_where_a_claim_is_made(planning: Table, lang: str, name: str) -> None:
    now = planning.snapshot()
    own = planning.referee.at.match.game.notation.parse(
        "turn 3 plan\nhand blue ?*5", Setup("spherion")
    )
    now = with_position(now, private=dict.fromkeys(now.position.private, own))
    orders = planning.viewing.view(now, Pass(Role.SEAT, "blue"), lang)["private"]["orders"]
    assert ["declare", "claim"] not in orders["values"]
    (claim,) = [each for each in orders["withheld"] if each["name"] == name]
    assert "SPH-14.3" in claim["why"]


def test_a_game_without_secret_orders_seals_nothing() -> None:
    table = Table.of("yggdrasil")
    for _ in table.play(6):
        assert table.snapshot().story.seals == ()


def test_every_order_a_page_offers_is_legal_and_has_words(planning: Table) -> None:
    view = planning.viewing.view(planning.snapshot(), Pass(Role.SEAT, "blue"), "ja")
    orders = view["private"]["orders"]
    match = RefereedMatch(planning.referee)

    assert len(orders["values"]) > 20
    for verb, value in orders["values"][:40]:
        assert value.split(":")[0] in orders["words"]
        actions = [a for a in match.game.legal(match.state) if a.seat == "blue"]
        assert any((a.verb.value, a.value) == (verb, value) for a in actions) or "?" not in value


def test_an_illegal_order_changes_nothing(planning: Table) -> None:
    before = planning.snapshot().position.ply
    say(planning, "blue", Verb.DECLARE, "move:9:9")
    say(planning, "blue", Verb.DECLARE, "no-such-order")

    now = planning.snapshot()
    assert now.position.ply == before
    own, other = (
        planning.viewing.view(now, Pass(Role.SEAT, seat), "en")["private"]["orders"]["refused"]
        for seat in ("blue", "red")
    )
    assert own
    assert not other
    assert planning.viewing.view(now, Pass(Role.TABLE), "en")["light"]["state"] != "illegal"


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"verb": "place", "value": "wait"},
        {"verb": "declare", "value": 3},
        {"verb": "declare", "value": "x" * 81},
        {"verb": "declare", "value": "wait red"},
        {"verb": "declare", "value": "wait\nready"},
        {"verb": "declare", "value": "wait=red"},
        {"verb": ["declare"], "value": "wait"},
    ],
)
def test_nonsense_is_not_announced(planning: Table, data: dict[str, object]) -> None:
    access = AccessControl([HOME])
    live = Live(planning.mailbox, planning.viewing)
    site = Site(planning.mailbox, access, live, address=lambda role: HOME)
    browser = TestClient(site.app, base_url=HOME)
    browser.post("/join", json={"token": access.invite(Role.SEAT, "blue")})

    assert browser.post("/orders", json=data).status_code == 400
    assert planning.mailbox.take() == []


@pytest.mark.parametrize("role", [Role.TABLE, Role.SPECTATOR, Role.CAMERA])
def test_only_a_seat_gives_orders(planning: Table, role: Role) -> None:
    access = AccessControl([HOME])
    live = Live(planning.mailbox, planning.viewing)
    site = Site(planning.mailbox, access, live, address=lambda role: HOME)
    browser = TestClient(site.app, base_url=HOME)
    browser.post("/join", json={"token": access.invite(role)})

    answer = browser.post("/orders", json={"verb": "declare", "value": "wait", "seat": "red"})
    assert answer.status_code == 403
    assert planning.mailbox.take() == []


def test_no_order_of_the_other_seat_is_in_a_seats_bytes(planning: Table) -> None:
    say(planning, "red", Verb.DECLARE, "wait")
    mine = [
        a.value
        for a in planning.referee.at.match.game.legal(planning.referee.at.match.state)
        if a.seat == "red" and re.match(r"(summon|set):[A-Z]\d", a.value)
    ]
    say(planning, "red", Verb.DECLARE, mine[0])
    card = mine[0].split(":")[1]
    view = planning.viewing.view(planning.snapshot(), Pass(Role.SEAT, "blue"), "en")
    view["private"] = {"orders": {"said": view["private"]["orders"]["said"]}}

    assert card not in json.dumps(view)


def test_only_a_seats_own_page_gets_the_match_id() -> None:
    """Check the match id, under which the page keeps its notes on the device."""
    table = Table.of("yggdrasil")
    table.viewing.match = "5a5a5a5a5a5a5a5a"
    seat = table.referee.at.match.game.seats(table.setup)[0]
    views = {
        who.role: json.dumps(table.viewing.view(table.snapshot(), who, "en"))
        for who in (Pass(Role.SEAT, seat), Pass(Role.TABLE), Pass(Role.SPECTATOR))
    }
    assert json.loads(views[Role.SEAT])["private"]["match"] == table.viewing.match
    report = [role for role, view in views.items() if table.viewing.match in view]
    assert report == [Role.SEAT]


def drafted(table: Table) -> dict[str, str]:
    """Declare for each seat an order that only it can give; return the orders by seat."""
    match = RefereedMatch(table.referee)
    for seat in ("blue", "red"):
        values = {
            each: {a.value for a in match.game.legal(match.state) if a.seat == each}
            for each in ("blue", "red")
        }
        (other,) = {"blue", "red"} - {seat}
        own = sorted(v for v in values[seat] - values[other] if ":" in v)
        say(table, seat, Verb.DECLARE, own[0])
    plans = table.snapshot().plans
    assert all(len(plans[seat].orders) == 1 for seat in ("blue", "red"))
    return {seat: plans[seat].orders[0] for seat in ("blue", "red")}


def strangers(seat: str) -> list[Pass]:
    (other,) = {"blue", "red"} - {seat}
    return [Pass(Role.TABLE), Pass(Role.SPECTATOR), Pass(Role.SEAT, other)]


@pytest.mark.parametrize("lang", ["en", "ja", "zh-Hant"])
def test_what_is_drafted_on_a_page_of_ones_own_is_in_nobody_elses_bytes(
    planning: Table, lang: str
) -> None:
    """Check that a drafted order appears on its seat's own page and on no other page."""
    planning.viewing.mouse = True
    orders = drafted(planning)
    now = planning.snapshot()
    for seat, order in orders.items():
        own = planning.viewing.view(now, Pass(Role.SEAT, seat), lang)["private"]["orders"]
        assert len(own["said"]) == 1
        for who in strangers(seat):
            sent = json.dumps(planning.viewing.view(now, who, lang), ensure_ascii=False)
            assert own["said"][0] not in sent
            assert order not in sent
    plans = planning.viewing.view(now, Pass(Role.TABLE), lang)["plans"]
    words = planning.viewing.words(lang)
    assert [each["apart"] for each in plans] == [
        Message("page.todo.apart", seat=words.seat(seat)).render(lang) for seat in ("blue", "red")
    ]


def test_a_resumed_match_keeps_drafts_where_they_were_written(
    planning: Table, tmp_path: Path
) -> None:
    planning.viewing.mouse = True
    orders = drafted(planning)
    now = gone_on(planning, log_of(planning, tmp_path / "m.jsonl"))[1]

    assert now.apart == {"blue", "red"}
    for seat, order in orders.items():
        for who in strangers(seat):
            assert order not in json.dumps(planning.viewing.view(now, who, "en"))


def test_orders_given_at_the_table_are_still_shown_there(planning: Table) -> None:
    planning.viewing.mouse = True
    planning.receive(declare(planning.referee, "blue", Verb.DECLARE, "wait"))
    view = planning.viewing.view(planning.snapshot(), Pass(Role.TABLE), "en")
    (plan,) = [each for each in view["plans"] if each["seat"] == "blue"]

    assert plan["said"] == ["WAIT"]
    assert not planning.snapshot().apart


def test_a_seal_is_shown_in_its_own_turn_only(planning: Table) -> None:
    seats = ("blue", "red")
    for seat in seats:
        say(planning, seat, Verb.DECLARE, "wait")
    say(planning, "blue", Verb.READY)
    view = planning.viewing.view(planning.snapshot(), Pass(Role.SPECTATOR), "en")
    assert [each["seat"] for each in view["seals"]] == ["blue"]
    say(planning, "red", Verb.READY)
    match = RefereedMatch(planning.referee)
    for _ in planning.play(30):  # dice and their use, until both plan again
        if {a.seat for a in match.game.legal(match.state) if a.value == "wait"} == set(seats):
            break
    for who in (Pass(Role.SPECTATOR), Pass(Role.TABLE), Pass(Role.SEAT, "red")):
        assert planning.viewing.view(planning.snapshot(), who, "en")["seals"] == []
    say(planning, "red", Verb.READY)
    view = planning.viewing.view(planning.snapshot(), Pass(Role.SPECTATOR), "en")
    assert [each["seat"] for each in view["seals"]] == ["red"]
    assert len(planning.snapshot().story.seals) == 3


@pytest.mark.parametrize("lang", ["en", "ja", "zh-Hant"])
@pytest.mark.parametrize("drafts", [False, True])
def test_what_cannot_be_taken_back_after_ready_is_announced_by_its_clause(
    planning: Table,
    lang: str,
    drafts: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """Check an undo without a reveal; the other seat's orders are not red's to take back."""
    say(planning, "red", Verb.READY)
    if drafts:
        say(planning, "blue", Verb.DECLARE, "wait")
    assert planning.mailbox.press(Pressed(ControlCard.UNDO, "red"))
    planning.look()
    report = planning.notices[-1]
    spoken = planning.viewing.view(planning.snapshot(), Pass(Role.SEAT, "red"), lang)["caption"]

    assert (report.kind, report.clauses) == ("not_now", ("SPH-5.7",))
    assert "SPH-5.7" in spoken["text"]
    assert spoken["text"] != Message("referee.not_now.revealed").render(lang)


def test_while_paused_nothing_is_offered_and_a_button_says_why(planning: Table) -> None:
    planning.viewing.mouse = True
    say(planning, "red", Verb.DECLARE, "wait")
    assert planning.mailbox.press(Pressed(ControlCard.PAUSE))
    planning.look()
    now, plies = planning.snapshot(), len(planning.referee.at.match.plies)
    seat = planning.viewing.view(now, Pass(Role.SEAT, "blue"), "en")
    table = planning.viewing.view(now, Pass(Role.TABLE), "en")

    assert seat["private"]["orders"]["values"] == []
    assert not seat["private"]["orders"]["ready"]
    assert table["plans"] == table["sayings"] == []
    for view in (seat, table):
        assert sorted(view["controls"]) == ["pause", "repeat", "why"]
        assert view["now"]["todo"] == Message("page.todo.paused").render("en")
    for report in (
        SeatDeclaration("blue", Verb.DECLARE, "wait"),
        Pressed(ControlCard.UNDO),
        PerformAction(Action("blue", Verb.DECLARE, value="wait")),
    ):
        assert planning.mailbox.press(report)
        planning.look()
        assert (planning.notices[-1].kind, planning.notices[-1].reason) == (
            "not_now",
            "paused",
        )
    assert len(planning.referee.at.match.plies) == plies


@pytest.mark.parametrize("lang", ["en", "ja", "zh-Hant"])
def test_what_is_ordered_in_secret_is_not_announced_again(planning: Table, lang: str) -> None:
    """Regression: the order was not announced before, so its repetition had a gap."""
    quiet = planning.referee.at.last
    say(planning, "blue", Verb.DECLARE, "wait")
    assert planning.referee.at.last is quiet
    assert planning.mailbox.press(Pressed(ControlCard.REPEAT))
    planning.look()
    for who in (Pass(Role.TABLE), Pass(Role.SPECTATOR), Pass(Role.SEAT, "red")):
        spoken = planning.viewing.view(planning.snapshot(), who, lang)["caption"]["text"]
        assert Message("page.log.sealed", seat="").render(lang) not in spoken
    assert planning.notices[-1].about is quiet
