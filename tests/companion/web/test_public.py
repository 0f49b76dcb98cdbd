"""Hidden cards are in no byte sent to viewers who may not know them."""

from __future__ import annotations

import json
import re

import pytest

from companion.referee.control_cards import ControlCard
from companion.referee.notices import Accepted, Question, Refused, StrayCard, notice_data
from companion.referee.secrecy import changes_nothing_public
from companion.web.auth.roles import Pass, Role
from companion.web.public import is_hidden_from_all, is_secret, mentions, public_record
from rules import (
    CHANCE,
    LANGUAGES,
    UNKNOWN,
    Action,
    Event,
    Facing,
    Message,
    Setup,
    Verb,
    load_catalog,
    parse_action,
)
from rules.core.event import REVEALED
from tests.support.games.spherion import World
from tests.support.referee.inputs import RefereedMatch, accept, declare, press
from tests.support.web.match_page import GAMES, Table

GUEST, TABLE = Pass(Role.SPECTATOR), Pass(Role.TABLE)


def secrets(table: Table, known: set[str]) -> set[str]:
    """Return the cards that the match knows and that have never been public."""
    match = table.referee.at.match
    game, cards = match.game, load_catalog(table.slug).cards
    public = game.view(match.state, None)
    known.update(mentions(game.notation.format(public), cards))
    for pile in game.table.layout(public).values():
        known.update(one.card for one in pile if one.facing is Facing.UP)
    for ply in match.plies[-1:]:
        known.update(e.card for e in ply.events if e.kind == REVEALED)
    return set(mentions(game.notation.format(match.state), cards)) - known


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_no_hidden_card_is_in_the_bytes_of_a_spectator(slug: str, seed: int) -> None:
    table = Table.of(slug, seed)
    cards = load_catalog(slug).cards
    known: set[str] = set()
    hidden_at_all = 0
    for n, snapshot in enumerate(table.play(60)):
        hidden = secrets(table, known)
        if n % 4:
            continue
        hidden_at_all += len(hidden)
        for lang in LANGUAGES:
            sent = json.dumps(table.viewing.view(snapshot, GUEST, lang), ensure_ascii=False)
            words = set(re.findall(r"\w+", sent))
            assert not hidden & words
            names = {cards[card].names[lang] for card in hidden}
            shown = {cards[card].names[lang] for card in known if card in cards}
            for name in names - shown:
                assert not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", sent), (name, n)
    # both have the same five beasts, as everybody knows
    assert hidden_at_all > 0 or slug == "jiguan"


@pytest.mark.parametrize("slug", GAMES)
def test_a_seat_sees_its_own_secrets_and_nobody_elses(slug: str) -> None:
    table = Table.of(slug, 7)
    game, cards = table.referee.at.match.game, load_catalog(slug).cards
    for n, snapshot in enumerate(table.play(40)):
        if n % 8:
            continue
        for seat in game.seats(table.setup):
            view = table.viewing.view(snapshot, Pass(Role.SEAT, seat), "en")
            state = table.referee.at.match.state
            public = mentions(game.notation.format(game.view(state, None)), cards)
            own = mentions(game.notation.format(game.view(state, seat)), cards) - public
            shown = {each["name"]: each["count"] for each in view["private"]["cards"]}
            assert shown == {cards[c].names["en"]: count for c, count in own.items()}


def test_a_spectator_gets_neither_readings_nor_tags_nor_pictures() -> None:
    table = Table.of("yggdrasil", 1)
    *_, _ = table.play(6)
    table.look(("Y01A1XXXXX", "Y02B1XXXXX"))
    sent = json.dumps(table.viewing.view(table.snapshot(), GUEST, "en"))

    for secret in ("Y01A1XXXXX", "Y02B1XXXXX", "readings", "tag", 'deck": [', "eyes"):
        assert secret not in sent


def test_what_the_players_are_asked_is_not_reported_to_others() -> None:
    table = Table.of("yggdrasil", 1)
    *_, _ = table.play(6)
    option = (Action("A", Verb.PLACE, card="y17", to="a1"),)
    stray = StrayCard(**table.referee.now(), card="y17")
    asked = Question(**table.referee.now(), options=(option,), predicted=((),))
    for record in (stray, asked):
        table.receive([record])
        view = table.viewing.view(table.snapshot(), GUEST, "en")
        assert "y17" not in json.dumps(view)
        assert load_catalog("yggdrasil").cards["y17"].names["en"] not in json.dumps(view)
        assert view["caption"]["text"]
        report = table.viewing.view(table.snapshot(), TABLE, "en")["caption"]["text"]
        assert load_catalog("yggdrasil").cards["y17"].names["en"] in report


def test_a_secret_order_is_reported_without_what_it_says() -> None:
    table = Table.of("spherion", 2)
    game, match = table.referee.at.match.game, RefereedMatch(table.referee)
    report: list[Action] = []
    values = 0
    for _ in table.play(200):
        ply = match.plies[-1]
        if ply.action is not None and ply.action.verb is Verb.DECLARE:
            record = Accepted(**table.referee.now(), action=ply.action, events=())
            shown = public_record(record, game, ply.before, ply.after).action
            assert shown is not None
            waiting = len(game.to_act(ply.before)) > 1
            if waiting or game.view(ply.after, None) == game.view(ply.before, None):
                report.append(shown)
            values += bool(shown.value)
    assert len(report) > 10
    assert all(action.value == "" and not action.card for action in report)
    assert values  # the last answer may be sent, because both are then open


@pytest.mark.parametrize("slug", ["stratosphere", "dicebattle"])
def test_a_declaration_made_in_the_open_is_refused_in_the_open(slug: str) -> None:
    table = Table.of(slug, 7)
    game, match = table.referee.at.match.game, RefereedMatch(table.referee)
    heard = 0
    for _ in table.play(60):
        seat = next(iter(match.to_act), CHANCE)
        attack = Action(seat, Verb.DECLARE, at="2.C", to="2.R", value="attack")
        action = attack if slug == "stratosphere" else Action(seat, Verb.DECLARE, value="redraw")
        broken = game.violations(match.state, action) if seat != CHANCE else ()
        if not broken:
            continue
        record = Refused(**table.referee.now(), action=action, violations=broken)
        table.receive([record])
        for who in (GUEST, TABLE):
            view = table.viewing.view(table.snapshot(), who, "en")
            assert view["verdict"]["state"] == "illegal"
            assert view["verdict"]["clauses"][0]["id"] == broken[0].clause
            assert view["log"][0]["state"] == "illegal"
        if slug == "stratosphere":
            report = table.viewing.view(table.snapshot(), TABLE, "en")["verdict"]["text"]
            assert report == table.viewing.words("en").broken(broken[0])
        heard += 1
    assert heard > 5


@pytest.mark.parametrize("slug", ["dicebattle", "spherion"])
def test_who_says_ready_out_of_turn_learns_whose_turn_it_is(slug: str) -> None:
    table = Table.of(slug, 7)
    game, match = table.referee.at.match.game, RefereedMatch(table.referee)
    heard = 0
    for _ in table.play(80):
        (seat, *others) = match.to_act
        waits = [other for other in game.seats(table.setup) if other != seat]
        action = Action(waits[0], Verb.READY)
        broken = game.violations(match.state, action)
        if others or seat == CHANCE or not broken or broken[0].facts != (("seat", seat),):
            continue
        record = Refused(**table.referee.now(), action=action, violations=broken)
        shown = public_record(record, game, match.state, match.state)
        assert shown.violations[0] == broken[0]
        table.receive([record])
        report = table.viewing.view(table.snapshot(), TABLE, "en")["verdict"]["text"]
        assert report == table.viewing.words("en").broken(broken[0])
        heard += 1
    assert heard > 1


def test_a_card_that_comes_back_from_the_graveyard_is_named() -> None:
    recovered = 0
    for seed in range(3):
        table = Table.of("dicebattle", seed)
        match, game = RefereedMatch(table.referee), table.referee.at.match.game
        for _ in table.play(150):
            ply = match.plies[-1]
            record = Accepted(**table.referee.now(), action=ply.action, events=ply.events)
            shown = public_record(record, game, ply.before, ply.after)
            for report, whole in zip(shown.events, ply.events, strict=False):
                if whole.kind == "recovered":
                    recovered += 1
                    assert report.card == whole.card
    assert recovered


def test_a_refused_redraw_does_not_name_the_card_that_forbids_it() -> None:
    table = Table.of("dicebattle", 7)
    game, match, cards = (
        table.referee.at.match.game,
        RefereedMatch(table.referee),
        load_catalog("dicebattle"),
    )
    named = 0
    for _ in table.play(120):
        seat = next(iter(match.to_act), CHANCE)
        action = Action(seat, Verb.DECLARE, value="redraw")
        broken = game.violations(match.state, action) if seat != CHANCE else ()
        facts = {value for each in broken for _, value in each.facts} & set(cards.cards)
        named += bool(facts)
        record = Refused(**table.referee.now(), action=action, violations=broken)
        shown = public_record(record, game, match.state, match.state)
        open_ = mentions(game.notation.format(game.view(match.state, None)), cards.cards)
        report = {value for each in shown.violations for _, value in each.facts}
        assert not report & (facts - set(open_))
    assert named


def test_a_refused_order_is_as_secret_as_one_that_is_taken() -> None:
    table = Table.of("spherion", 2)
    game, match = table.referee.at.match.game, RefereedMatch(table.referee)
    planned = 0
    for _ in table.play(200):
        ply = match.plies[-1]
        if ply.action is None or ply.action.verb is not Verb.DECLARE:
            continue
        if not changes_nothing_public(game, ply):
            continue
        planned += 1
        for seat in game.seats(table.setup):
            action = Action(seat, Verb.DECLARE, value=ply.action.value)
            record = Refused(**table.referee.now(), action=action, violations=())
            for state in (ply.before, ply.after):  # with one more order that may be taken back
                shown = public_record(record, game, state, state).action
                assert is_secret(record, game, state, state)
                assert shown == Action(seat, Verb.DECLARE)
    assert planned > 10


def paper_orders(*spoken: str) -> Table:
    """Return Spherion with orders on a rail, while the turn's orders are being written."""
    table = Table("spherion", Setup("spherion", {"orders": "rail"}))
    RefereedMatch(table.referee).correct(World("unit blue 1 N1.0 M03", orders="rail").state)
    for text in spoken:
        table.receive(accept(table.referee, parse_action(text)))
    return table


@pytest.mark.parametrize("lang", LANGUAGES)
def test_of_orders_on_paper_the_number_is_reported_to_all(lang: str) -> None:
    """Regression (SPH-17.3): YES had no answer, and READY sealed any count."""
    captions = []
    table = paper_orders()
    for seat, value in (("blue", "?"), ("blue", "?"), ("blue", "undo"), ("red", "?")):
        (record,) = declare(table.referee, seat, Verb.DECLARE, value)
        table.receive([record])
        view = table.viewing.view(table.snapshot(), GUEST, lang)
        captions.append(view["caption"]["text"])
        assert table.referee.at.last is record  # the repeat card says it again

    assert [re.findall(r"\d", caption)[-1] for caption in captions] == ["1", "2", "1", "1"]
    assert captions[0] != captions[2]


def test_an_open_order_card_must_be_face_down_and_stays_secret() -> None:
    table = paper_orders("blue declare ?")
    match = RefereedMatch(table.referee)
    for done in ("red declare ?", "red ready"):
        action = parse_action("blue declare move:1:1")
        verdict = match.judge(action)
        record = Refused(**table.referee.now(), action=action, violations=verdict.violations)
        table.receive([record])
        view = table.viewing.view(table.snapshot(), GUEST, "en")
        assert view["verdict"]["clauses"][0]["id"] == "SPH-17.3"
        assert "face down" in view["verdict"]["text"]
        assert "move" not in json.dumps(view).lower().replace("remove", "")
        assert is_secret(record, match.game, match.state, match.state)  # a bundle ends before it
        table.receive(accept(table.referee, parse_action(done)))


def test_an_order_that_is_open_is_reported_though_the_other_is_to_be_turned_over() -> None:
    """Regression (SPH-17.4): only the log gave the reason, and an accepted order had no text."""
    done = ("blue declare ?", "red declare ?", "blue ready", "red ready")
    table = paper_orders(*done)
    match = table.referee.at.match
    action = parse_action("blue declare move:3:1")
    violations = match.judge(action).violations
    table.receive([Refused(**table.referee.now(), action=action, violations=violations)])
    view = table.viewing.view(table.snapshot(), GUEST, "en")
    assert view["verdict"]["text"] == table.viewing.words("en").broken(violations[0])

    table.receive(accept(table.referee, parse_action("blue declare move:1:1")))
    view = table.viewing.view(table.snapshot(), GUEST, "en")
    assert view["caption"]["text"] == "Blue: an order is turned over."


def test_a_sign_is_not_announced_before_the_other_s() -> None:
    """Check SPH-17.6: a seat's simultaneous sign is announced without its value."""
    table = Table("spherion", Setup("spherion"))
    match = RefereedMatch(table.referee)
    while CHANCE in match.to_act:
        table.receive(accept(table.referee, match.game.sample(match.state, lambda n: n - 1)))
    before = match.state
    refused = Refused(**table.referee.now(), action=parse_action("red declare star"), violations=())
    record = accept(table.referee, parse_action("blue declare rock"))[0]
    shown = public_record(record, match.game, before, match.state)

    assert is_hidden_from_all(refused, match.game, before, before)
    assert shown.action == Action("blue", Verb.DECLARE)


def test_a_concession_of_a_seat_that_nobody_asks_is_reported() -> None:
    """Regression: with four players, the concession was announced as a secret decision."""
    table = Table("stratosphere", Setup("stratosphere", {"players": "4"}))
    match = RefereedMatch(table.referee)
    before, asked = match.state, match.to_act
    other = next(seat for seat in "1234" if seat not in asked)
    record = accept(table.referee, parse_action(f"{other} declare concede"))[0]
    shown = public_record(record, match.game, before, match.state)

    assert match.to_act == asked
    assert shown.action == record.action
    assert [event.kind for event in shown.events] == ["conceded"]


def test_a_twin_on_the_table_does_not_give_away_the_one_that_is_drawn() -> None:
    table = Table.of("yggdrasil", 0)
    match, game = RefereedMatch(table.referee), table.referee.at.match.game
    drawn = 0
    for _ in table.play(60):
        ply = match.plies[-1]
        record = Accepted(**table.referee.now(), action=ply.action, events=ply.events)
        shown = public_record(record, game, ply.before, ply.after)
        for report, whole in zip(shown.events, ply.events, strict=False):
            if whole.kind == "drawn":
                drawn += whole.card not in ("", UNKNOWN)
                assert report.card in (UNKNOWN, "")
    assert drawn


def test_an_open_card_is_named_when_it_is_used_and_when_its_effect_happens() -> None:
    spent = effects = later = 0
    for seed in range(3):
        table = Table.of("dicebattle", seed)
        match, game = RefereedMatch(table.referee), table.referee.at.match.game
        for _ in table.play(150):
            ply = match.plies[-1]
            record = Accepted(**table.referee.now(), action=ply.action, events=ply.events)
            shown = public_record(record, game, ply.before, ply.after).events
            revealed = {(e.cell, e.card) for e in ply.events if e.kind == REVEALED}
            for report, whole in zip(shown, ply.events, strict=False):
                if whole.kind == "spent" and ply.action is not None and ply.action.at:
                    assert report.card == whole.card
                    spent += 1
                if whole.kind == "effect" and (
                    (whole.cell, whole.card) in revealed or ".stock" not in whole.cell
                ):
                    assert report.card == whole.card
                    effects += 1
                    later += (whole.cell, whole.card) not in revealed
    assert spent
    assert effects
    assert later  # in the reward phase, when the card has gone to the graveyard


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_that_is_chosen_from_an_open_pile_is_named_as_it_goes_to_a_hand(lang: str) -> None:
    named = 0
    for seed in range(40):
        table = Table.of("yggdrasil", seed)
        match, cards = RefereedMatch(table.referee), load_catalog("yggdrasil").cards
        for snapshot in table.play(120):
            ply = match.plies[-1]
            if ply.action is None or not any(e.kind == "recovered" for e in ply.events):
                continue
            view = table.viewing.view(snapshot, GUEST, lang)
            name = cards[ply.action.value].names[lang]
            assert name in view["caption"]["text"]
            assert name in view["log"][0]["text"]
            named += 1
        if named:
            break
    assert named


def test_a_card_chosen_in_secret_is_not_named() -> None:
    table = Table.of("yggdrasil", 0)
    match, game = RefereedMatch(table.referee), table.referee.at.match.game
    kept = 0
    for _ in table.play(60):
        ply = match.plies[-1]
        for card in mentions(game.notation.format(ply.before), load_catalog("yggdrasil").cards):
            public = [
                mentions(game.notation.format(game.view(state, None)), [card])
                for state in (ply.before, ply.after)
            ]
            if ply.action is None or public[0] != public[1]:
                continue
            action = Action(ply.action.seat, Verb.CHOOSE, value=card)
            event = Event("drawn", action.seat, card)
            record = Accepted(**table.referee.now(), action=action, events=(event,))
            shown = public_record(record, game, ply.before, ply.after)
            assert shown.action is not None
            assert not shown.action.value
            assert card not in json.dumps(notice_data(shown))
            kept += 1
    assert kept


def test_how_often_a_text_names_a_card() -> None:
    found = mentions("hand A y01 y03*2\nfield b1=y01/A 2*y09", ("y01", "y03", "y09", "y10"))

    assert found == {"y01": 2, "y03": 2, "y09": 1}


@pytest.mark.parametrize("slug", ["dicebattle", "spherion", "stratosphere"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_why_a_draw_is_not_taken_back_is_reported_without_the_card(slug: str, lang: str) -> None:
    """Regression: a reveal was given as the reason, though only the drawing player saw the card."""
    table = Table.of(slug, 1)
    match = RefereedMatch(table.referee)
    report = set()
    for _ in table.play(80):
        drew = any(event.kind == "drawn" for event in match.plies[-1].events)
        if not drew or match.undo_limit() < len(match.plies):
            continue
        (record,) = press(table.referee, ControlCard.UNDO)
        table.receive([record])
        report.add(table.viewing.view(table.snapshot(), GUEST, lang)["caption"]["text"])
        assert not any(event.card or event.items for event in record.events)
    revealed = Message("referee.not_now.revealed").render(lang)
    assert report - {revealed}
