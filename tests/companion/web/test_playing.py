"""A match played on the page: permissions, valid actions, and what the page is told."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.drawn_table.values import DragCommand, DragKind, PaperView, TableSnapshot
from companion.referee.notices import TRAITS
from companion.referee.phases import RefereePhase
from companion.referee.ruling import ShownToken, Tokens
from companion.referee.words.speaker import notice_caption
from companion.web.auth.roles import Pass, Role
from companion.web.mailbox import MOST_PRESSED, PerformAction, ResetTable
from companion.web.playing import read_doing, read_saying
from companion.web.publisher import PagePublisher
from companion.web.views.options import choices, sayings
from companion.web.views.play import play_view, playfield_view
from companion.web.views.prompts import worded
from rules import (
    LANGUAGES,
    UNKNOWN,
    Action,
    Event,
    Facing,
    Layout,
    Message,
    Rules,
    Verb,
    format_action,
    load_catalog,
)
from tests.companion.web.auth.test_attacks import LIVE, Neighbour
from tests.support.referee.inputs import RefereedMatch, correct, put, sense
from tests.support.rules_parts import with_parts
from tests.support.web.http_client import TestClient
from tests.support.web.match_page import Table, looked

WINDOW = """\
node 1.L h05 | ?
node 2.R c05 | ?
force 1=red 2=black
turn 3 1 window 2
left 1
attack 1.L 2.R
hand 2 ? ? ? ? ? ?
"""
"""Player 2 is asked whether to allow an attack."""
SECRET = "yb3"
"""The face-down card, whose name must be in no answer."""
UP = PaperView(1, "y03", "A", up=True, size_mm=(54.0, 90.0), cell="a1", x_mm=120.0, y_mm=500.0)
DOWN = PaperView(2, "", "A", up=False, size_mm=(54.0, 90.0), cell="A.deck", below=14)
HELD = PaperView(3, "y04", "B", up=True, size_mm=(54.0, 90.0))
PIECE = PaperView(4, "ctl.undo", "", up=True, size_mm=(54.0, 90.0), below=1)


class Top:
    """A tabletop that records the commands that it is given."""

    def __init__(self) -> None:
        self.version = 5
        self.done: list[DragCommand] = []
        self.asked: list[str] = []
        self.willing = True
        self.papers: tuple[PaperView, ...] = (UP, DOWN)
        self.there: tuple[str, str] | None = None
        self.busy = False

    def do(self, doing: DragCommand) -> bool:
        self.done.append(doing)
        return self.willing

    def shown(self) -> TableSnapshot:
        hands = {"A": (), "B": (HELD,)}
        return TableSnapshot(
            self.version, self.papers, hands, (PIECE,), {"A.tray": "4"}, ("A.tray",), 0
        )

    def picture(self, number: int, *, up: bool) -> bytes | None:
        if number > 2:
            return None
        return b"" if number == 2 and up else b"\xff\xd8%d%d" % (number, up)

    def set_up(self) -> None:
        self.asked.append("set up")

    def throw(self, roll: Action) -> None:
        self.asked.append(f"throw {roll.to} {roll.value.isdigit()}")

    def draw(self, layout: Layout, seat: str) -> None:
        self.asked.append(f"draw {seat} {len(layout) > 0}")

    def reset_die(self, cell: str, value: str) -> None:
        self.asked.append("die")

    def shuffle(self, event: Event, layout: Layout) -> None:
        if event.kind in ("redrawn", "renewed"):
            self.asked.append(f"{event.kind} {event.seat} {len(layout) > 0}")

    def say(self, game: Rules[Any], state: object, action: Action) -> bool:
        del game, state
        self.asked.append(f"say {format_action(action)}")
        return True

    def says(self, game: Rules[Any], state: object, action: Action) -> tuple[str, str] | None:
        del game, state, action
        return self.there

    def rearrange(self, layout: Layout, seat: str, left: Collection[str] = ()) -> None:
        del left
        self.asked.append(f"right {seat} {len(layout) > 0}")


@pytest.fixture
def top() -> Top:
    return Top()


@pytest.fixture
def there(top: Top) -> Neighbour:
    table = Table.of("yggdrasil", 1)
    *_, _ = table.play(8)
    table.look()
    table.viewing.mouse = True
    neighbour = Neighbour(table)
    neighbour.site._live.drawn_table = top
    return neighbour


@pytest.fixture
def browser(there: Neighbour) -> TestClient:
    return there.browser(Role.TABLE)


@pytest.mark.parametrize(
    ("data", "doing"),
    [
        ({"do": "drag", "n": 1, "at": [1, 2.5]}, DragCommand(DragKind.DRAG, 1, (1.0, 2.5))),
        ({"do": "drop", "n": 1, "at": [-3, 2]}, DragCommand(DragKind.DROP, 1, (-3.0, 2.0))),
        ({"do": "turn", "n": 2}, DragCommand(DragKind.TURN, 2)),
        ({"do": "hand", "n": 2, "place": "A"}, DragCommand(DragKind.HAND, 2, None, "A")),
        ({"do": "roll", "place": "A.tray"}, DragCommand(DragKind.ROLL, 0, None, "A.tray")),
        ({"do": "back"}, DragCommand(DragKind.BACK)),
    ],
)
def test_what_hands_do_is_done(
    browser: TestClient, top: Top, data: dict[str, object], doing: DragCommand
) -> None:
    assert read_doing(data) == doing
    assert browser.post("/table", json=data).status_code in (200, 204)
    assert top.done == [doing]


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"do": "burn", "n": 1},
        {"do": None},
        {"do": ["drop"]},
        {"do": "drop", "n": 1},
        {"do": "drop", "n": True, "at": [1, 2]},
        {"do": "drop", "n": "1", "at": [1, 2]},
        {"do": "drop", "n": 1, "at": [1]},
        {"do": "drop", "n": 1, "at": [1, 2, 3]},
        {"do": "drop", "n": 1, "at": {"x": 1}},
        {"do": "drop", "n": 1, "at": [1, "2"]},
        {"do": "drop", "n": 1, "at": [True, 2]},
        {"do": "drop", "n": 1, "at": [1e300, 2]},
        {"do": "hand", "n": 1},
        {"do": "hand", "n": 1, "place": 7},
        {"do": "roll", "place": "x" * 41},
        {"do": "say"},
        {"do": "say", "action": 7},
        {"do": "say", "action": "A"},
        {"do": "say", "action": "A choose d4 " + "x" * 300},
    ],
)
def test_what_makes_no_sense_reaches_no_table(
    browser: TestClient, there: Neighbour, top: Top, data: dict[str, object]
) -> None:
    assert browser.post("/table", json=data).status_code == 400
    assert top.done == []
    assert there.table.mailbox.take() == []


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999"])
def test_places_are_numbers(browser: TestClient, top: Top, number: str) -> None:
    body = f'{{"do": "drop", "n": 1, "at": [{number}, 1]}}'
    answer = browser.post("/table", content=body, headers={"content-type": "application/json"})

    assert answer.status_code == 400
    assert top.done == []


@pytest.mark.parametrize("role", [Role.SEAT, Role.SPECTATOR, Role.CAMERA, None])
def test_only_the_table_plays_and_sees_the_papers(
    there: Neighbour, top: Top, role: Role | None
) -> None:
    guest = there.browser(role, "A" if role is Role.SEAT else "")

    assert guest.post("/table", json={"do": "back"}).status_code == 403
    assert guest.get("/table").status_code == 403
    assert guest.get("/paper/1/up").status_code == 403
    assert top.done == []


@pytest.mark.parametrize(
    "headers",
    [{"origin": "http://evil.example"}, {"origin": "null"}, {"host": "evil.example"}],
)
def test_another_sites_page_moves_no_card(
    browser: TestClient, top: Top, headers: dict[str, str]
) -> None:
    assert browser.post("/table", json={"do": "back"}, headers=headers).status_code == 403
    assert browser.get("/paper/1/up", headers={"host": "evil.example"}).status_code == 403
    assert top.done == []


def test_a_match_before_a_camera_is_not_played_on_the_page(there: Neighbour) -> None:
    there.site._live.drawn_table = None
    browser = there.browser(Role.TABLE)

    assert browser.get("/table").status_code == 404
    assert browser.post("/table", json={"do": "lay"}).status_code == 404
    assert browser.get("/paper/1/up").status_code == 404
    assert there.table.mailbox.take() == []


def test_what_cannot_be_done_is_announced(browser: TestClient, top: Top) -> None:
    top.willing = False

    assert browser.post("/table", json={"do": "turn", "n": 9}).status_code == 409


def test_who_hammers_is_asked_to_wait(browser: TestClient, top: Top) -> None:
    codes = [browser.post("/table", json={"do": "back"}).status_code for _ in range(200)]

    assert 429 in codes
    assert len(top.done) < 200


def test_a_body_without_end_is_cut_off(browser: TestClient, top: Top) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1000

    answer = browser.post("/table", content=endless(), headers={"content-type": "application/json"})
    assert answer.status_code == 413
    assert top.done == []


def test_a_papers_face_is_sent_only_where_it_may_be_seen(browser: TestClient) -> None:
    assert browser.get("/paper/1/up").headers["content-type"] == "image/jpeg"
    assert browser.get("/paper/2/down").status_code == 200
    # A browser asks each time, because the next match has another paper at the same address.
    shown = browser.get("/paper/1/up").headers
    assert shown["cache-control"] == "private, no-cache"
    again = browser.get("/paper/1/up", headers={"if-none-match": shown["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = browser.get("/paper/2/down", headers={"if-none-match": shown["etag"]})
    assert other.status_code == 200
    hidden = browser.get("/paper/2/up")
    assert hidden.status_code == 204
    assert "no-store" in hidden.headers["cache-control"]
    for path in ("/paper/99/up", "/paper/-1/up", "/paper/1", "/paper/x/up"):
        assert browser.get(path).status_code == 404


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_is_described_in_the_viewers_language(browser: TestClient, lang: str) -> None:
    report = browser.get(f"/table?lang={lang}").json()
    names = {each["n"]: each["name"] for each in report["lying"]}

    assert names[1] == load_catalog("yggdrasil").cards["y03"].names[lang]
    assert names[2] != names[1]
    assert report["box"][0]["count"] == 2
    assert report["box"][0]["name"] not in ("", "ctl.undo")
    assert report["cells"]["a1"] == "a1"
    assert report["dice"] == [
        {"cell": "A.tray", "name": report["hands"][0]["name"], "value": "4"},
    ]
    assert SECRET not in json.dumps(report)


def test_the_table_is_sent_by_the_socket_when_it_changes(
    there: Neighbour, browser: TestClient, top: Top
) -> None:
    with browser.websocket_connect(LIVE) as socket:
        report = [json.loads(socket.receive_text()) for _ in range(2)]
        assert [next(iter(each)) for each in report] == ["view", "play"]
        assert report[0]["mouse"] is True
        top.version = 6
        there.site._live.ring()
        socket.send_text('{"drawn": 1}')
        while "play" not in (message := socket.receive()).get("text", ""):
            assert message["type"] == "websocket.send"
        assert json.loads(message["text"])["play"] == 6


@pytest.mark.parametrize("role", [Role.SEAT, Role.SPECTATOR])
def test_nobody_else_is_sent_the_papers(there: Neighbour, role: Role) -> None:
    guest = there.browser(role, "A" if role is Role.SEAT else "")
    view = guest.get("/view").json()

    assert view["mouse"] is False
    assert view["sayings"] == []
    with guest.websocket_connect(LIVE) as socket:
        socket.receive_text()
        there.site._live.ring()
        socket.send_text('{"lang": "ja"}')
        assert "view" in json.loads(socket.receive_text())


def test_the_match_sets_up_the_table_and_lists_what_it_may(there: Neighbour, top: Top) -> None:
    referee, table = there.table.referee, there.table
    onlooker = PagePublisher(referee, table.mat, table.mailbox, top)
    table.mailbox.press(ResetTable())
    looked(onlooker, table.view_of())
    put(referee, phase=RefereePhase.SETUP)
    table.mailbox.press(ResetTable())
    looked(onlooker, table.view_of())

    assert [each.split()[0] for each in top.asked] == ["draw", "right", "draw", "set"]


def test_a_word_is_heard_and_an_invalid_one_refused(top: Top) -> None:
    table = Table.of("stratosphere", 1)
    next(table.play(1))
    referee = table.referee
    onlooker = PagePublisher(referee, table.mat, table.mailbox, top)
    seat = min(referee.at.match.to_act)
    table.mailbox.press(PerformAction(Action(seat, Verb.DECLARE, value="nonsense")))
    refused = looked(onlooker, table.view_of())
    assert [record.kind for record in refused] == ["refused"]
    assert not any(each.startswith("say") for each in top.asked)
    table.mailbox.press(PerformAction(Action(seat, Verb.DRAW)))
    kinds = [record.kind for record in looked(onlooker, table.view_of())]

    assert "accepted" in kinds


def test_a_button_heard_after_the_table_has_shown_its_action_repeats_it(top: Top) -> None:
    """A card seen on the table and its button are one action, although its seat is done."""
    table = Table.of("stratosphere", 1)
    referee = table.referee
    seat = min(referee.at.match.to_act)
    for _ in table.play(9):
        if seat not in referee.at.match.to_act:
            break
    (*_, last) = (ply.action for ply in referee.at.match.plies if ply.action.seat == seat)
    assert (last, last.facing) == (referee.at.match.plies[-1].action, Facing.DOWN)
    onlooker = PagePublisher(referee, table.mat, table.mailbox, top)
    table.mailbox.press(PerformAction(replace(last, card="?")))

    assert [record.kind for record in looked(onlooker, table.view_of())] == ["repeated"]


KNOWN = """\
turn 2 A set
first A
hand A h01 ?*4
deck A ?*25
hand B ?*5
deck B ?*25
dice A 6 0
"""
"""Sun's hand contains a unit that everybody saw, and Sun's roll is high enough for it."""


def test_a_button_is_answered_where_the_match_knows_more_than_the_page(top: Top) -> None:
    """Regression (Dice Battle): the redraw was offered, but pressing it did nothing."""
    table = Table.of("dicebattle", 1)
    *_, _ = table.play(4)
    correct(table.referee, KNOWN)
    redraw = Action("A", Verb.DECLARE, value="redraw")
    onlooker = PagePublisher(table.referee, table.mat, table.mailbox, top)
    match = table.referee.at.match
    assert redraw in sayings(match.game, match.game.view(match.state, None), onlooker._tracked)
    for _ in range(2):
        table.mailbox.press(PerformAction(redraw))
        (refused,) = looked(onlooker, table.view_of())
        assert (refused.kind, refused.clauses) == ("refused", ("DBM-5.7",))


@pytest.mark.parametrize(
    "action",
    [
        Action("1", Verb.PASS),  # a polite declaration out of turn, from a button
        Action("2", Verb.FLIP, UNKNOWN, at="1.C"),  # not requested from anybody
    ],
)
def test_a_button_without_effect_repeats_the_last_notice(top: Top, action: Action) -> None:
    table = Table.of("stratosphere", 1)
    *_, _ = table.play(3)
    onlooker = PagePublisher(table.referee, table.mat, table.mailbox, top)
    assert table.referee.at.last is not None
    table.mailbox.press(PerformAction(action))
    assert [r.kind for r in looked(onlooker, table.view_of())] == ["repeated"]


@pytest.mark.parametrize(
    ("slug", "plies", "clause"),
    [("stratosphere", 1, "STR-3.1"), ("stratosphere", 12, ""), ("dicebattle", 10, "")],
)
def test_a_drop_or_a_word_out_of_turn_is_refused(
    top: Top, slug: str, plies: int, clause: str
) -> None:
    table = Table.of(slug, 1)
    *_, _ = table.play(plies)
    referee = table.referee
    onlooker = PagePublisher(referee, table.mat, table.mailbox, top)
    seat = min(referee.at.players - referee.at.match.to_act)
    placed = Action(seat, Verb.PLACE, UNKNOWN, to="2.C", facing=Facing.DOWN)
    top.papers = (replace(DOWN, cell="2.C", below=9),)
    word = Action(seat, Verb.DECLARE, value="redraw")
    table.mailbox.press(PerformAction(placed if slug == "stratosphere" else word))
    (refused,) = looked(onlooker, table.view_of())
    table.announce([refused], onlooker)
    entry = onlooker._story.entries[-1]

    assert refused.kind == "refused"
    assert refused.clauses[0] == (clause or refused.clauses[0])
    assert entry.record.kind == "refused"  # it is not hidden from the page either
    spoken = notice_caption(table.viewing.words("en").wording, entry.record)
    acting = table.viewing.words("en").wording.seats(referee.at.match.to_act)
    assert acting in spoken or "dice are rolled" in spoken
    if slug == "stratosphere":
        assert "to your hand" in spoken
    assert not any(each.startswith("say") for each in top.asked)


def test_a_refused_card_among_backs_is_settled_when_it_is_taken_up(top: Top) -> None:
    table = Table.of("stratosphere", 1)
    next(table.play(1))
    referee, view = table.referee, table.view_of
    onlooker = PagePublisher(referee, table.mat, table.mailbox, top)
    seat = min(referee.at.players - referee.at.match.to_act)
    top.papers = (replace(DOWN, cell="2.C", below=1),)
    table.mailbox.press(
        PerformAction(Action(seat, Verb.PLACE, UNKNOWN, to="2.C", facing=Facing.DOWN))
    )
    table.announce(looked(onlooker, view()), onlooker)
    shown = table.viewing.view(table.snapshot(onlooker), Pass(Role.TABLE), "en")

    assert (shown["screen"], len(shown["steps"])) == ("refusal", 1)
    assert looked(onlooker, view()) == ()
    top.papers = (replace(DOWN, cell="2.C", below=0),)
    *_, thanked = looked(onlooker, view())
    table.announce([thanked], onlooker)
    after = table.viewing.view(table.snapshot(onlooker), Pass(Role.TABLE), "en")
    assert thanked.kind == "put_back"
    assert (after["screen"], after["steps"]) == ("referee", [])
    assert after["light"]["state"] != "illegal"
    assert any(each.startswith("right") for each in top.asked)
    assert looked(onlooker, view()) == ()


def test_a_card_that_would_be_open_on_a_back_is_refused_and_not_placed(top: Top) -> None:
    table = Table.of("stratosphere", 1)
    next(table.play(1))
    referee = table.referee
    onlooker = PagePublisher(referee, table.mat, table.mailbox, top)
    table.mailbox.press(
        PerformAction(Action(min(referee.at.match.to_act), Verb.PLACE, UNKNOWN, to="1.L"))
    )
    (refused,) = looked(onlooker, table.view_of())

    assert refused.clauses == ("STR-3.8",)
    assert refused.steps == ()
    assert "supply it face-down" in notice_caption(table.viewing.words("en").wording, refused)
    assert not any(each.startswith(("say", "right")) for each in top.asked)


def test_a_prevention_may_be_placed_on_the_target_and_on_no_other_node() -> None:
    """Regression (STR-9.3): the page placed the prevention face down on the target."""
    table = Table.of("stratosphere", 1)
    match = table.referee.at.match
    state = match.game.notation.parse(WINDOW, match.setup)
    loose = frozenset(z.cell for z in match.game.table.form(match.setup).zones if not z.tracked)
    found = [each for each in choices(match.game, state, loose) if each.verb is Verb.PLACE]

    assert [(each.seat, each.cells, each.down) for each in found] == [
        ("2", ("2.R", "discard"), False)
    ]


@pytest.mark.parametrize(
    ("action", "clause"),
    [
        (Action("2", Verb.PLACE, UNKNOWN, to="discard", facing=Facing.DOWN), "STR-6.1"),
        (Action("2", Verb.DRAW), "STR-5.4"),
    ],
)
def test_what_the_page_has_not_placed_is_refused_with_a_word(
    top: Top, action: Action, clause: str
) -> None:
    """Regression: a prevention face down and a draw with a full hand had no answer."""
    table = Table.of("stratosphere", 1)
    match = RefereedMatch(table.referee)
    *_, _ = table.play(1)
    match.correct(match.game.notation.parse(WINDOW, match.setup))
    onlooker = PagePublisher(table.referee, table.mat, table.mailbox, top)
    table.mailbox.press(PerformAction(action))
    (refused,) = looked(onlooker, table.view_of())

    assert (refused.kind, refused.clauses[0]) == ("refused", clause)
    assert refused.steps == ()
    assert not any(each.startswith("say") for each in top.asked)


@pytest.mark.parametrize(
    ("action", "clause"),
    [
        (Action("1", Verb.PLACE, UNKNOWN, to="discard"), "STR-6.6"),
        (Action("1", Verb.PLACE, UNKNOWN, to="pile"), "STR-3.5"),
        (Action("1", Verb.PLACE, UNKNOWN, to="pile", facing=Facing.DOWN), "STR-3.5"),
    ],
)
def test_a_card_thrown_off_a_hand_is_refused_with_a_word(
    top: Top, action: Action, clause: str
) -> None:
    table = Table.of("stratosphere", 1)
    next(table.play(1))
    onlooker = PagePublisher(table.referee, table.mat, table.mailbox, top)
    table.mailbox.press(PerformAction(action))
    (refused,) = looked(onlooker, table.view_of())

    assert refused.clauses == (clause,)
    assert refused.steps == ()


def test_a_hand_that_is_redrawn_is_shuffled_once_by_the_table_itself(top: Top) -> None:
    table = Table.of("dicebattle", 1)
    *_, _ = table.play(3)
    referee = table.referee
    onlooker = PagePublisher(referee, table.mat, table.mailbox, top)
    before = referee.at.match.plies
    report = Event("redrawn", "A", items=(UNKNOWN,) * 30)
    redrawn = replace(before[-1], number=len(before) + 1, events=(report,))
    match = referee.at.match
    RefereedMatch(referee).now = replace(match, plies=(*before, redrawn))
    for _ in range(2):
        onlooker._draw()
    RefereedMatch(referee).now = match
    onlooker._draw()

    assert [each.split()[0] for each in top.asked] == ["redrawn", "draw", "draw", "draw"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_that_is_the_only_one_to_be_placed_is_named(lang: str) -> None:
    """Check DBM-5.8: the option names the token, unlike an option to place any hidden card."""
    table = Table.of("dicebattle", 1)
    words = table.viewing.words(lang)
    token = Action("B", Verb.PLACE, "token", to="B.main1")
    hidden = [Action("B", Verb.PLACE, UNKNOWN, to="B.main1", facing=Facing.DOWN)]

    match = table.referee.at.match
    either = with_parts(
        match.game,
        options=lambda *_: iter([token, *hidden]),
        describe_option=lambda *_: None,
    )
    found = worded(choices(either, match.state), words)
    assert [(each["down"], each["card"]) for each in found] == [(False, "token"), (True, "")]
    assert words.card("token") in found[0]["text"]
    assert words.wording.cell("B.main1") in found[0]["text"]


def test_what_is_no_word_is_announced_by_a_piece(top: Top) -> None:
    table = Table.of("stratosphere", 1)
    next(table.play(1))
    onlooker = PagePublisher(table.referee, table.mat, table.mailbox, top)
    legal = table.referee.at.match.game.legal(table.referee.at.match.state)
    action = next(action for action in legal if action.verb is Verb.PLACE)
    table.mailbox.press(PerformAction(action))
    assert looked(onlooker, table.view_of()) == ()

    assert f"say {format_action(action)}" in top.asked


@pytest.mark.parametrize("known", [False, True])
def test_a_piece_that_is_there_says_it_again_once_it_was_heard(top: Top, known: bool) -> None:  # noqa: FBT001 - a parameter of the test
    table = Table.of("stratosphere", 1)
    next(table.play(1))
    referee = table.referee
    onlooker = PagePublisher(referee, table.mat, table.mailbox, top)
    legal = referee.at.match.game.legal(referee.at.match.state)
    shown = next(action for action in legal if action.verb is Verb.FLIP)
    top.there = ("token.puck", "1.move.1")
    if known:
        sense(referee, tokens=Tokens(frozenset([ShownToken("token.puck", "1.move.1", "TAG")])))
    table.mailbox.press(PerformAction(shown))
    records = looked(onlooker, table.view_of())
    kinds = [record.kind for record in records if TRAITS[type(record)].announced]

    assert kinds == (["accepted"] if known else [])
    assert not any(each.startswith("say") for each in top.asked)


def test_a_card_placed_where_nobody_sees_it_is_announced_even_if_that_is_illegal(top: Top) -> None:
    table = Table.of("stratosphere", 1)
    next(table.play(1))
    onlooker = PagePublisher(table.referee, table.mat, table.mailbox, top)
    match = table.referee.at.match
    seat = min(match.to_act)
    far = "2.C" if seat == "1" else "1.C"
    action = Action(seat, Verb.PLACE, UNKNOWN, to=far, facing=Facing.DOWN)
    assert not match.judge(action).legal
    table.mailbox.press(PerformAction(action))
    assert looked(onlooker, table.view_of()) == ()

    assert f"say {format_action(action)}" in top.asked


def test_the_page_knows_which_backs_are_stacked_and_where_they_are_drawn() -> None:
    table = Table.of("stratosphere", 1)
    report = playfield_view(Top().shown(), table.viewing.board, table.viewing.words("en"))

    assert set(report["fans"]) == {f"{seat}.{node}" for seat in "12" for node in "LCR"}
    assert {"pile", "discard"} <= set(report["stocks"])
    assert not set(report["stocks"]) & set(report["fans"])


@pytest.mark.parametrize(
    ("lang", "resting", "held"),
    [
        (
            "en",
            ["power 3", "fruit 1", "pattern up right down"],
            ["power 5", "fruit 0", "pattern up down left"],
        ),
        (
            "ja",
            ["パワー3", "果実1", "枝のパターン：上右下"],
            ["パワー5", "果実0", "枝のパターン：上下左"],
        ),
        ("zh-Hant", ["力量3", "果實1", "枝型：上右下"], ["力量5", "果實0", "枝型：上下左"]),
    ],
)
def test_what_a_placing_is_decided_by_is_reported_as_the_mat_sees_it(
    lang: str, resting: list[str], held: list[str]
) -> None:
    """Regression: listeners were told only a card's name, though the picture shows its power."""
    table, top = Table.of("yggdrasil", 1), Top()
    report = play_view(top.shown(), table.viewing.board, table.viewing.words(lang))

    assert report["lying"][0]["facts"] == resting
    assert report["lying"][1]["facts"] == []  # it is face down
    assert report["hands"][1]["cards"][0]["facts"] == held
    top.papers = (replace(UP, turn_deg=90.3),)
    turned = play_view(top.shown(), table.viewing.board, table.viewing.words(lang))
    assert turned["lying"][0]["facts"] != resting


def test_no_more_is_asked_of_a_match_than_it_takes_up(browser: TestClient) -> None:
    codes = [
        browser.post("/table", json={"do": "lay"}).status_code for _ in range(MOST_PRESSED + 3)
    ]

    assert codes == [202] * MOST_PRESSED + [429] * 3


def test_a_saying_is_an_action_in_the_logs_words() -> None:
    assert read_saying({"action": "A choose d4"}) == PerformAction(
        Action("A", Verb.CHOOSE, value="d4")
    )
    assert read_saying({"action": "A fly d4"}) is None
    assert read_saying({}) is None


def test_buttons_say_what_no_card_would_show() -> None:
    table = Table.of("stratosphere", 1)
    table.viewing.mouse = True
    spoken: set[str] = set()
    for snapshot in table.play(12):
        view = table.viewing.view(snapshot, Pass(Role.TABLE), "en")
        spoken |= {each["action"].split()[1] for each in view["sayings"]}
        assert all(each["text"] for each in view["sayings"])

    assert "draw" in spoken
    assert "flip" not in spoken
    words = table.viewing.words("ja")
    assert play_view(Top().shown(), table.viewing.board, words)["lying"][1]["name"] == Message(
        "page.board.down"
    ).render(words.lang)


def test_who_plays_all_seats_plans_for_all_and_nobody_else_sees_it() -> None:
    table = Table.of("spherion", 1)
    table.viewing.mouse = True
    planned: set[str] = set()
    for snapshot in table.play(40):
        view = table.viewing.view(snapshot, Pass(Role.TABLE), "en")
        planned |= {plan["seat"] for plan in view["plans"]}
        assert all(":" not in each["action"] for each in view["sayings"])
        for guest in (Pass(Role.SPECTATOR), Pass(Role.SEAT, "red")):
            assert table.viewing.view(snapshot, guest, "en")["plans"] == []

    assert planned == {"blue", "red"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_decided_in_secret_is_reported_as_secret(lang: str) -> None:
    table = Table.of("spherion", 1)
    report = []
    for snapshot in table.play(3):
        view = table.viewing.view(snapshot, Pass(Role.TABLE), lang)
        action = snapshot.story.latest.record.action if snapshot.story.latest else None
        if action is not None and action.verb is Verb.DECLARE and not action.value:
            report.append(view["caption"]["text"])
    words = table.viewing.words(lang)

    assert report
    assert all(
        Message("page.log.sealed", seat=words.seat("blue")).render(words.lang) in text
        for text in report[:1]
    )


@pytest.mark.parametrize(
    ("slug", "down"),
    [
        ("dicebattle", True),
        ("jiguan", True),
        ("spherion", False),
        ("stratosphere", True),
        ("yggdrasil", False),
    ],
)
def test_where_a_game_places_in_secret_no_slip_of_the_hand_shows_a_card(
    slug: str,
    down: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    table = Table.of(slug, 1)
    report = playfield_view(Top().shown(), table.viewing.board, table.viewing.words("en"))
    assert set(report["secret"]) == (table.viewing.tracked if down else set())


def test_the_page_knows_where_cards_are_secret(top: Top) -> None:
    table = Table.of("jiguan", 1)
    table.look()
    neighbour = Neighbour(table)
    neighbour.site._live.drawn_table = top
    report = neighbour.browser(Role.TABLE).get("/table").json()
    assert {"A.beast", "B.item6"} <= set(report["secret"])
    assert "A.spent" not in report["secret"]
