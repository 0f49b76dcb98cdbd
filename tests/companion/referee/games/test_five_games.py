"""Several moves of each installed game without a camera: cards, pieces, control cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import pytest

from companion.readings import Face, Trouble
from companion.referee.answer_timer import AnswerTimer
from companion.referee.control_cards import ControlCard
from companion.referee.explain.interpretations import Accept
from companion.referee.inventory.cards import CardInventory
from companion.referee.inventory.steps import StepKind
from companion.referee.live import LiveReferee
from companion.referee.notices import Notice
from companion.referee.phases import RefereePhase
from companion.referee.state import opened
from companion.referee.transitions import accept, confirm_sync
from companion.referee.words.actions import action_words
from companion.referee.words.speaker import Speaker
from companion.referee.words.wording import Wording
from rules import (
    LANGUAGES,
    LEGAL,
    Action,
    Facing,
    Match,
    PlacedCard,
    Setup,
    Verb,
    game_slugs,
    load_catalog,
    load_game,
    parse_action,
)
from rules.core.candidate_actions import Change
from rules.core.match import MatchState
from tests.support.referee.inputs import (
    RefereedMatch,
    confirm_withdrawn,
    correct,
    declare,
    press,
    refereed,
    refuse_unseen,
    ruled,
    start,
)
from tests.support.referee.oracle_view import Hands, Paper, run


@dataclass
class GameTable:
    """A table of any game with its first layout; every notice is also rendered."""

    slug: str
    settings: Mapping[str, str] = field(default_factory=dict)
    ready: bool = True

    def __post_init__(self) -> None:
        game = load_game(self.slug)
        self.referee = refereed(Match(game, Setup(self.slug, self.settings)))
        self.hands = Hands(self.referee.at.geometry.form)
        self.speakers = [Speaker(load_catalog(self.slug), lang) for lang in LANGUAGES]
        self.receive(list(start(self.referee)))
        for cell, pile in self.referee.at.layout.items():
            if self.referee.at.geometry.is_tracked(cell):
                top = pile[-1]
                face = Face.FRONT if top.facing is Facing.UP else Face.BACK
                turn = self.hands.upright(top.owner) + 90 * top.turn if top.owner else None
                self.hands.put(self.hands.paper(top.card, top.owner, face), cell, turn)
        if self.ready:
            assert [r.kind for r in self.receive(run(self.referee, self.hands.wait()))] == [
                "set_up_ready"
            ]

    def receive(self, records: list[Notice]) -> list[Notice]:
        for record in records:
            for speaker in self.speakers:
                spoken = speaker.caption(record)
                assert "{" not in spoken
                assert "ctl." not in spoken
                assert "token." not in spoken
        return records

    def piece(self, card: str, cell: str) -> list[str]:
        """Put a piece or a control card on a place and remove it again."""
        face = Face.CONTROL if card.startswith("ctl.") else Face.TOKEN
        records = run(self.referee, self.hands.place(Paper(f"K{card}", card, face=face), cell))
        return report(self.receive([*records, *run(self.referee, self.hands.clear(cell))]))

    def place(self, card: str, seat: str, cell: str, turn: float | None = None) -> list[str]:
        """Place a card, replacing the one that was there; `?` shows its back."""
        face = Face.BACK if card == "?" else Face.FRONT
        paper = self.hands.paper("" if card == "?" else card, seat, face)
        self.hands.papers.pop(cell, None)
        return report(self.receive(run(self.referee, self.hands.place(paper, cell, turn))))


def report(records: list[Notice]) -> list[str]:
    return [f"{r.kind} {r.action}".removesuffix(" None") for r in records]


def test_the_yggdrasil() -> None:
    table = GameTable("yggdrasil")
    first, *shuffles, move = table.place("y03", "B", "c4")
    assert (first, move) == ("accepted chance choose B", "accepted B place y03 c4")
    assert all(each.startswith("accepted chance draw") for each in shuffles)
    assert table.place("y05", "A", "a1") == ["refused A place y05 a1"]
    run(table.referee, table.hands.clear("a1"))
    assert table.place("y03", "A", "b2") == ["accepted A place y03 b2"]
    assert table.referee.at.match.to_act == {"B"}


def test_ji_guan_with_lot_backs_faces_and_declining() -> None:
    table = GameTable("jiguan")
    assert table.piece("token.marker", "A.marker") == ["accepted chance choose A"]
    # The rotation of a card back has no meaning.
    assert table.place("?", "B", "B.beast", 45.0) == ["accepted B place ? B.beast facing=down"]
    assert table.place("?", "A", "A.beast", 90.0) == ["accepted A place ? A.beast facing=down"]
    assert table.place("jb1", "A", "A.beast", 90.0) == ["accepted A flip A.beast card=jb1"]
    assert table.place("jb5", "B", "B.beast") == ["accepted B flip B.beast card=jb5"]
    assert table.piece("token.turn", "A.token") == []
    assert table.place("?", "A", "B.item1", 10.0) == ["accepted A place ? B.item1 facing=down"]
    assert table.piece("token.declined", "A.token") == ["refused A pass", "put_back"]
    assert table.piece("ctl.pass", "B.control") == ["accepted B pass"]
    assert table.referee.at.phase is RefereePhase.IN_SYNC


def test_why_explains_the_clause_of_an_item_placed_as_a_beast() -> None:
    table = GameTable("jiguan")
    table.piece("token.marker", "A.marker")
    for card, seat in (("?", "A"), ("?", "B"), ("jb1", "A"), ("ji1", "B")):
        table.place(card, seat, f"{seat}.beast")
    (explained,) = table.receive(run(table.referee, table.hands.show("why")))
    assert explained.clauses == ("JGS-10.2",)


@pytest.mark.parametrize("early", [True, False])
def test_an_open_question_is_answered_by_what_is_declared_later(*, early: bool) -> None:
    """Check a decline that is legal only if Moon's beast was placed before both were turned up."""
    table = GameTable("jiguan")
    table.piece("token.marker", "A.marker")
    table.place("?", "A", "A.beast")
    for card, seat in (("jb1", "A"), ("jb5", "B")):
        table.hands.papers.pop(f"{seat}.beast", None)
        table.hands.put(table.hands.paper(card, seat), f"{seat}.beast")
    declined = Paper("Kdeclined", "token.declined", face=Face.TOKEN)
    if early:
        table.hands.put(declined, "A.token")
    asked = report(run(table.referee, table.hands.wait()))
    assert asked == ["question"], "a token that is shown together with the cards is no answer"
    if not early:
        played = report(run(table.referee, table.hands.place(declined, "A.token")))
        assert played[-2:] == ["accepted B flip B.beast card=jb5", "accepted A pass"]
        assert table.referee.at.phase is RefereePhase.IN_SYNC


def unseen_moves(how: str) -> list[str]:
    """Place and reveal Sun's beast while nobody watches; return the notices."""
    table = GameTable("jiguan")
    table.piece("token.marker", "A.marker")
    table.place("?", "B", "B.beast")
    before = {
        "lost": lambda: table.hands.suffer(Trouble.LOST, 4.0),
        "paused": lambda: table.hands.place(
            Paper("K1", "ctl.pause", face=Face.CONTROL), "B.control"
        ),
    }
    records = run(table.referee, before[how]()) if how in before else []
    for seat, card in (("A", "jb1"), ("B", "jb5")):
        table.hands.papers.pop(f"{seat}.beast", None)
        table.hands.put(table.hands.paper(card, seat), f"{seat}.beast")
    if how == "paused":
        table.hands.take("B.control")
    table.hands.now += 5.0 * (how == "no pictures")
    return report(table.receive([*records, *run(table.referee, table.hands.wait(4.0))]))


@pytest.mark.parametrize("how", ["lost", "paused", "no pictures"])
def test_what_was_played_while_nobody_watched_is_no_breach(how: str) -> None:
    spoken = [word for word in unseen_moves(how) if not word.startswith(("trouble", "pause", "re"))]
    assert spoken == [
        "accepted A place jb1 A.beast facing=down",
        "accepted A flip A.beast card=jb1",
        "accepted B flip B.beast card=jb5",
    ]


def test_what_went_too_quickly_for_the_eye_is_asked_about() -> None:
    assert unseen_moves("watched") == ["question"]


def test_one_card_placed_before_our_eyes_is_no_card_that_was_turned_up() -> None:
    table = GameTable("jiguan")
    table.piece("token.marker", "A.marker")
    table.place("?", "B", "B.beast")
    assert table.place("jb1", "A", "A.beast") == ["refused A place jb1 A.beast"]


def test_a_first_card_taken_up_again_leaves_the_lot_as_it_fell() -> None:
    table = GameTable("jiguan")
    table.piece("token.marker", "A.marker")
    table.place("?", "A", "A.beast")
    assert report(run(table.referee, table.hands.clear("A.beast"))) == ["taken_back"]
    assert len(table.referee.at.match.plies) == 1
    assert table.place("?", "B", "B.beast") == ["accepted B place ? B.beast facing=down"]


def test_the_seats_that_play_are_named_and_no_others() -> None:
    for players, spoken_of in (("2", "Player 1 and Player 2"), ("4", "Player 3 and Player 4")):
        table = GameTable("stratosphere", {"players": players})
        (started, *_) = start(
            LiveReferee(opened(table.referee.at.match, table.referee.at.geometry))
        )
        caption = table.speakers[LANGUAGES.index("en")].caption(started)
        assert f"{spoken_of}." in caption


def to_attack(settings: Mapping[str, str] | None = None) -> GameTable:
    """Return a table before seat 1's attack, with 3 of hearts on 2.R and supplied nodes."""
    table = GameTable("stratosphere", settings or {})
    table.place("s07", "1", "1.C")
    table.piece("token.puck", "1.L.supply")
    table.piece("token.puck", "1.L.supply")
    table.place("h03", "2", "2.R")
    table.piece("token.puck", "2.R.supply")
    table.piece("token.puck", "2.R.supply")
    return table


def attacked(settings: Mapping[str, str] | None = None) -> GameTable:
    """Return a table at which 1.L attacks 2.R: 9 of clubs on 3 of hearts, cards under both."""
    table = to_attack(settings)
    table.place("c09", "1", "1.L")
    table.piece("token.arrow", "1.L>2.R")
    assert table.referee.at.match.to_act == {"2"}
    return table


@pytest.mark.parametrize("seat", ["1", "2"])
def test_allowing_where_nothing_was_attacked_ends_no_turn(seat: str) -> None:
    """Regression: ALLOW without an attack was read as the end of the turn."""
    table = to_attack()
    table.place("c09", "1", "1.L")
    assert table.piece("ctl.allow", f"{seat}.control")[0] == f"refused {seat} pass value=no_attack"
    report = table.referee.at.last
    assert report is not None
    assert report.clauses == ("STR-5.4",)
    assert table.referee.at.match.to_act == {"1"}


@pytest.mark.parametrize("how", ["said", "time up"])
def test_what_falls_in_an_attack_is_reported_alike_whosever_it_was(how: str) -> None:
    """Regression: steps for the attacker and the defender, both destroyed, were different."""
    table = attacked()
    if how == "said":
        records = list(declare(table.referee, "2", Verb.PASS))
    else:
        records = run(table.referee, table.hands.wait(20))
    (allowed,) = (r for r in table.receive(records) if r.kind == "accepted")
    steps = [(step.kind, step.cell, step.placed.card) for step in allowed.steps]
    assert steps == [(StepKind.TAKE, "1.L", "c09"), (StepKind.TAKE, "2.R", "h03")]


def test_a_target_taken_off_first_says_that_the_attack_was_allowed() -> None:
    table = attacked()
    assert table.place("?", "2", "2.R") == ["accepted 2 pass"]
    assert [(s.kind, s.cell) for s in table.referee.at.pending_steps] == [(StepKind.TAKE, "1.L")]
    table.place("?", "1", "1.L")
    assert table.referee.at.phase is RefereePhase.IN_SYNC


def test_a_bared_node_is_no_attack_that_nobody_declared() -> None:
    table = GameTable("stratosphere")
    table.place("s07", "1", "1.C")
    table.piece("token.puck", "1.L.supply")
    table.piece("token.puck", "1.C.supply")
    table.place("h03", "2", "2.R")
    table.piece("token.puck", "2.R.supply")
    table.piece("token.puck", "2.R.supply")
    table.place("c09", "1", "1.L")
    assert table.place("?", "1", "1.L") == ["refused 1 remove 1.L"]


def test_an_attacker_taken_off_first_says_nothing_sure() -> None:
    """Check that nothing is inferred yet: the attack may have been allowed or prevented."""
    table = attacked()
    assert table.place("?", "1", "1.L") == ["desynced"]
    standing = table.referee.at.sticky
    assert standing is not None
    assert [(s.kind, s.cell, s.placed.card) for s in standing.steps] == [
        (StepKind.PLACE, "1.L", "c09")
    ]
    assert table.place("?", "2", "2.R") == ["accepted 2 pass"]
    assert table.referee.at.phase is RefereePhase.IN_SYNC


def test_a_prevention_is_inferred_from_its_card_and_the_attacker_is_pending() -> None:
    table = attacked()
    run(table.referee, table.hands.reach())
    table.hands.put(table.hands.paper("s12", "1"), "discard")
    spoken = report(table.receive(run(table.referee, table.hands.wait())))
    assert spoken == ["accepted 2 place s12 discard"]
    assert [(s.kind, s.cell) for s in table.referee.at.pending_steps] == [(StepKind.TAKE, "1.L")]


def test_a_prevention_that_is_face_down_on_the_discards_is_asked_to_be_turned_up() -> None:
    """Regression (STR-6.1): nothing was announced until the time was up."""
    table = attacked()
    card = table.hands.paper("", "1", Face.BACK)
    run(table.referee, table.hands.reach())
    table.hands.put(card, "discard")
    records = run(table.referee, table.hands.wait())
    assert report(table.receive(records)) == ["refused 2 place ? discard facing=down"]
    assert records[0].clauses == ("STR-6.1",)
    assert [(s.kind, s.cell) for s in records[0].steps] == [(StepKind.FLIP, "discard")]
    assert report(run(table.referee, table.hands.wait(5.0))) == []

    table.hands.take("discard")
    table.hands.put(table.hands.paper("s12", "1"), "discard")
    spoken = report(table.receive(run(table.referee, table.hands.wait())))
    assert spoken == ["accepted 2 place s12 discard"]


def test_a_card_face_down_on_the_discards_means_nothing_where_nobody_is_asked() -> None:
    table = to_attack()
    table.hands.put(table.hands.paper("", "1", Face.BACK), "discard")
    table.hands.put(table.hands.paper("", "1", Face.BACK), "pile")
    assert report(table.receive(run(table.referee, table.hands.wait()))) == []


def test_equal_rolls_for_the_first_turn_are_called_a_tie() -> None:
    """Regression (DBM-3.4): the next player was only asked to roll, without mention of the tie."""
    table = GameTable("dicebattle")

    def rolled(pips: int, seat: str) -> Notice:
        die = Paper(f"K{pips}{seat}", f"token.die{pips}", face=Face.TOKEN)
        (record, *_) = run(table.referee, table.hands.place(die, f"{seat}.tray"))
        return record

    rolled(3, "A")
    even, higher = rolled(3, "B"), rolled(5, "A")
    for speaker, tie in zip(table.speakers, ("a tie", "引き分け", "平手"), strict=True):
        assert tie in speaker.caption(even)
        assert tie not in speaker.caption(higher)


def lost_battle(*, cleared: bool, magic: str = "") -> GameTable:
    """Return a battle that Sun has lost; `cleared` puts used cards on the graveyards.

    `magic` is a card that Sun used next to its unit, without its effect.
    """
    table = GameTable("dicebattle")
    for seat, pips in (("A", 5), ("B", 2), ("A", 4)):
        table.piece(f"token.die{pips}", f"{seat}.tray")
    for seat in ("A", "B"):
        table.place("?", seat, f"{seat}.main1")
        if magic and seat == "A":
            table.place("?", "A", "A.circle1")
        table.piece("token.done", f"{seat}.control")
        table.piece("token.die4", "B.tray")
    table.place("h04", "A", "A.main1")
    if magic:
        table.place(magic, "A", "A.circle1")
    table.place("m11", "B", "B.main1")
    if magic:
        declare(table.referee, "A", Verb.PASS)
    for seat in ("A", "B") if cleared else ():
        table.hands.put(table.hands.take(f"{seat}.main1"), f"{seat}.grave")
    run(table.referee, table.hands.wait())
    return table


@pytest.mark.parametrize("there", ["A.grave", "A.main1"])
def test_a_returning_card_is_to_be_drawn_out_though_it_was_never_seen_there(
    there: str,
) -> None:
    """Regression (DBM-10.1): of cards removed together, steps named only the top one."""
    table = lost_battle(cleared=False, magic="g02")
    referee, hands = table.referee, table.hands
    used = [hands.take(cell) for cell in ("A.main1", "A.circle1")]
    for cell, paper in zip((there, "A.grave"), used, strict=True):
        hands.put(paper, cell)
    hands.put(hands.take("B.main1"), "B.grave")
    run(referee, hands.wait())
    run(referee, hands.place(hands.paper("", "A", Face.BACK), "A.revival"))
    (back,) = declare(referee, "A", Verb.CHOOSE, "h04")
    beneath = there == "A.grave"
    pending = [(step.kind, step.cell, step.placed.card) for step in referee.at.pending_steps]
    assert pending == [(StepKind.DRAW_OUT if beneath else StepKind.TAKE, there, "h04")]
    assert set(referee.at.pending_steps) <= set(back.steps)

    above = hands.take("A.grave")
    run(referee, hands.wait())
    assert [(step.kind, step.cell) for step in referee.at.pending_steps] == [(StepKind.TAKE, there)]
    assert hands.take(there) == used[0]
    assert "resynced" in report(table.receive(run(referee, hands.wait())))
    assert report(table.receive(run(referee, hands.place(above, "A.grave")))) == []
    assert referee.at.pending_steps == ()


@pytest.mark.parametrize("there", ["A.grave", "A.main1"])
def test_a_returning_card_is_to_be_taken_from_where_it_is(there: str) -> None:
    """Regression (DBM-10.1): no step named Revival's card if it was already in the graveyard."""
    cleared = there == "A.grave"
    table = lost_battle(cleared=cleared)
    placed = table.hands.place(table.hands.paper("", "A", Face.BACK), "A.revival")
    records = run(table.referee, placed)
    (spent,) = (r for r in records if r.action and r.action.verb is Verb.FLIP)
    taken = [(s.kind, s.cell) for s in spent.steps if s.placed.card == "h04"]
    assert taken == [(StepKind.TAKE, there)]

    if cleared:
        assert report(table.receive(run(table.referee, table.hands.wait(4.0)))) == []
        assert [(s.kind, s.cell) for s in table.referee.at.pending_steps] == [
            (StepKind.TAKE, there)
        ]
        table.hands.take("A.grave")
        assert report(table.receive(run(table.referee, table.hands.wait()))) == ["resynced"]
        assert table.referee.at.pending_steps == ()


@pytest.mark.parametrize(("slug", "cell"), [("dicebattle", "A.redraw"), ("yggdrasil", "B.discard")])
def test_a_back_next_to_the_field_that_means_nothing_is_not_refused(slug: str, cell: str) -> None:
    table = GameTable(slug)
    if slug == "yggdrasil":
        table.place("y03", "B", "c4")
    table.hands.put(table.hands.paper("", "B", Face.BACK), cell)
    assert report(table.receive(run(table.referee, table.hands.wait()))) == []


@pytest.mark.parametrize("slug", ["dicebattle", "jiguan"])
def test_no_step_asks_for_a_piece_that_says_or_counts_something(slug: str) -> None:
    """Check that no step asks for the thrown die or the starting player's marker."""
    table = GameTable(slug)
    (lot, *_) = table.referee.at.match.game.legal(table.referee.at.match.state)
    (record,) = ruled(table.referee, lambda r: accept(r, Accept((lot,)), declared=True))
    assert (record.kind, record.steps) == ("accepted", ())


def test_no_prevention_answers_an_attack_that_nobody_has_announced() -> None:
    """Check that a face-up card placed on a node without an announced attack is refused."""
    table = to_attack()
    table.place("c09", "1", "1.L")
    (spoken,) = table.place("s13", "1", "2.R")
    assert spoken == "refused 1 place s13 2.R"


def test_a_prevention_by_the_attacker_s_twin_is_taken_back_whichever_of_both_comes_back() -> None:
    """Check four players with two packs: nobody knows which Nine of Spades was the attacker."""
    table = to_attack({"players": "4"})
    referee, hands = table.referee, table.hands
    for seat in "34":
        for cell in ("L.supply", "L.supply", "draw"):
            table.piece("token.puck", f"{seat}.{cell}")
    table.place("s09", "1", "1.L")
    table.piece("token.arrow", "1.L>2.R")

    def report_now() -> list[str]:
        return report(table.receive(run(referee, hands.wait())))

    hands.put(hands.paper("s09", "1"), "discard")
    assert report_now() == ["accepted 2 place s09 discard"]
    hands.put(hands.take("1.L"), "discard")
    hands.put(hands.paper("?", "1", Face.BACK), "1.L")
    report_now()
    assert referee.at.phase is RefereePhase.IN_SYNC
    attacker, twin = hands.take("discard"), hands.take("discard")
    hands.put(twin, "1.L")
    assert report_now() == ["taken_back"]
    assert str(referee.at.match.plies[-1].action) == "1 declare attack at=1.L to=2.R"
    hands.put(attacker, "discard")
    assert report_now() == ["accepted 2 place s09 discard"]


def test_a_card_bared_on_the_discards_was_not_placed_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that a card exposed by removing the one above it is not read as a prevention."""
    table = attacked()
    bared = Change("discard", PlacedCard("c06", ""), PlacedCard("s12", ""))
    placed = Action("2", Verb.PLACE, "s12", to="discard")
    assert list(
        table.referee.at.match.game.candidate_actions(table.referee.at.match.state, (bared,))
    ) == [placed]
    monkeypatch.setattr(CardInventory, "removed_tops", lambda _: (bared,))
    monkeypatch.setattr(MatchState, "judge", lambda *_: LEGAL)
    assert report(ruled(table.referee, confirm_sync)) == []
    assert table.referee.at.match.to_act == {"2"}


def test_strato_sphere_with_puck_arrow_and_allowing() -> None:
    table = GameTable("stratosphere")
    assert table.place("s07", "1", "1.C", 180.0) == ["accepted 1 flip 1.C card=s07"]
    assert table.piece("token.puck", "1.draw") == ["accepted 1 draw"]
    assert table.piece("token.puck", "1.L.supply") == ["accepted 1 place ? 1.L facing=down"]
    assert table.piece("token.puck", "1.draw") == ["refused 1 draw", "put_back"]
    assert table.place("h03", "2", "2.R", 77.0) == ["accepted 2 flip 2.R card=h03"]
    for _ in range(2):
        assert table.piece("token.puck", "2.R.supply") == ["accepted 2 place ? 2.R facing=down"]
    assert table.place("c09", "1", "1.L") == ["accepted 1 flip 1.L card=c09"]
    attack = "accepted 1 declare attack at=1.L to=2.R"
    assert table.piece("token.arrow", "1.L>2.R") == [attack]
    assert table.piece("ctl.allow", "2.control") == ["accepted 2 pass"]
    # Both were destroyed: the step says to remove them from the backs under them, not to turn
    # them.
    assert table.referee.at.phase is RefereePhase.AWAITING_PLAYERS
    steps = table.referee.at.pending_steps
    assert {(s.kind, s.cell) for s in steps} == {(StepKind.TAKE, "1.L"), (StepKind.TAKE, "2.R")}
    table.place("?", "1", "1.L")
    table.place("?", "2", "2.R")
    assert report(table.receive(run(table.referee, table.hands.wait()))) == []
    assert not table.referee.at.pending_steps


def test_a_refused_piece_is_restored_where_the_match_has_it() -> None:
    table = GameTable("stratosphere")
    table.place("s07", "1", "1.C", 180.0)
    arrow = Paper("Karrow", "token.arrow", face=Face.TOKEN)
    (refused,) = run(table.referee, table.hands.place(arrow, "1.C>1.L"))
    assert [(step.kind, step.cell) for step in refused.steps] == [(StepKind.TAKE, "1.C>1.L")]
    assert report(table.receive(run(table.referee, table.hands.wait(3.0)))) == []
    assert report(run(table.referee, table.hands.clear("1.C>1.L"))) == ["put_back"]

    table.piece("token.puck", "1.draw")
    table.place("s08", "1", "1.L", 180.0)
    puck = Paper("Kpuck", "token.puck", face=Face.TOKEN)
    (refused,) = run(table.referee, table.hands.place(puck, "1.draw"))
    steps = [(step.kind, step.cell, step.to) for step in refused.steps]
    assert steps == [(StepKind.MOVE, "1.draw", "2.move.1")]
    assert report(table.receive([refused])) == ["refused 1 draw"]
    table.place("h03", "2", "2.R", 77.0)
    # Later actions stay, and removing the piece gets no answer.
    assert report(run(table.referee, table.hands.clear("1.draw"))) == []


def test_a_supply_that_is_taken_back_goes_back_to_the_hand_though_nobody_sees_it() -> None:
    table = GameTable("stratosphere")
    table.place("s07", "1", "1.C", 180.0)
    table.piece("token.puck", "1.C.supply")
    (back,) = press(table.referee, ControlCard.UNDO)

    assert [(step.kind, step.cell) for step in back.steps] == [(StepKind.WITHDRAW, "1.C")]
    assert report(table.receive([back])) == ["taken_back"]
    assert report(list(confirm_withdrawn(table.referee))) == ["put_back"]
    assert confirm_withdrawn(table.referee) == ()


def test_a_refused_supply_is_asked_back_until_its_piece_is_lifted() -> None:
    """Regression (STR-3.1): the next move cancelled the step to take the refused supply back."""
    table = GameTable("stratosphere")
    puck = Paper("Kpuck", "token.puck", face=Face.TOKEN)
    (refused,) = run(table.referee, table.hands.place(puck, "2.L.supply"))
    back = [(StepKind.WITHDRAW, "2.L")]
    assert [(step.kind, step.cell) for step in refused.steps] == back
    assert table.place("s07", "1", "1.C", 180.0) == ["accepted 1 flip 1.C card=s07"]
    assert [(step.kind, step.cell) for step in table.referee.at.pending_steps] == back
    assert report(run(table.referee, table.hands.clear("2.L.supply"))) == []
    assert table.referee.at.pending_steps == ()


def test_a_refused_supply_whose_piece_says_it_again_in_time_is_asked_back_no_more() -> None:
    table = GameTable("stratosphere")
    puck = Paper("Kpuck", "token.puck", face=Face.TOKEN)
    run(table.referee, table.hands.place(puck, "2.L.supply"))
    table.place("s07", "1", "1.C", 180.0)
    table.piece("token.puck", "1.C.supply")
    table.piece("token.puck", "1.C.supply")
    assert table.referee.at.match.to_act == {"2"}
    run(table.referee, table.hands.clear("2.L.supply"))
    spoken = report(run(table.referee, table.hands.place(puck, "2.L.supply")))
    assert spoken == ["accepted 2 place ? 2.L facing=down"]
    assert table.referee.at.pending_steps == ()


def test_what_is_taken_on_trust_is_announced_once_a_match() -> None:
    table = GameTable("dicebattle")
    for seat, pips in (("A", 5), ("B", 2), ("A", 4)):
        table.piece(f"token.die{pips}", f"{seat}.tray")
    placed = run(table.referee, table.hands.place(table.hands.paper("", "A", Face.BACK), "A.main1"))
    more = run(table.referee, table.hands.place(table.hands.paper("", "A", Face.BACK), "A.circle1"))
    first, second = placed[-1], more[-1]
    assert first.awaits
    assert second.awaits
    english = table.speakers[0]
    assert "I can’t see every hand" in english.caption(first)
    assert "I can’t see every hand" not in english.caption(second)
    assert english.caption(second), "what was done is told all the same"


def test_the_piles_of_strato_sphere_have_words() -> None:
    for lang, report in (("en", "the discard pile"), ("ja", "捨て札"), ("zh-Hant", "棄牌堆")):
        assert Wording(load_catalog("stratosphere"), lang).cell("discard") == report
    assert Wording(load_catalog("yggdrasil"), "en").cell("b2") == "b2"


def test_dice_battle_with_dice_and_cards_set_at_one_go() -> None:
    table = GameTable("dicebattle")
    for seat, pips in (("A", 5), ("B", 2), ("A", 4)):
        spoken = table.piece(f"token.die{pips}", f"{seat}.tray")
        assert spoken == [f"accepted chance roll {pips} to={seat}"]
    assert table.place("?", "A", "A.main1") == ["accepted A place ? A.main1 facing=down"]
    assert table.piece("ctl.done", "A.control") == ["accepted A ready"]
    assert table.piece("token.die4", "B.tray") == ["accepted chance roll 4 to=B"]
    run(table.referee, table.hands.reach())
    cells = [
        "B.main1",
        *(f"B.circle{n}" for n in range(1, 4)),
    ]  # each card uses at least 1 of the roll (DBM-6.7)
    for cell in cells:
        table.hands.put(table.hands.paper("", "B", Face.BACK), cell)
    spoken = report(table.receive(run(table.referee, table.hands.wait())))
    assert sorted(spoken) == sorted(f"accepted B place ? {cell} facing=down" for cell in cells)


def test_a_card_placed_before_the_throw_is_refused_for_either_seat() -> None:
    for seat in ("A", "B"):
        table = GameTable("dicebattle")
        for each, pips in (("A", 5), ("B", 2)):
            table.piece(f"token.die{pips}", f"{each}.tray")
        cell = f"{seat}.main1"
        assert table.place("?", seat, cell) == [f"refused {seat} place ? {cell} facing=down"]
        refused = table.referee.at.last
        assert refused is not None
        assert refused.clauses == ("DBM-5.1",)
        run(table.referee, table.hands.clear(cell))
        assert table.piece("token.die4", "A.tray") == ["accepted chance roll 4 to=A"]


def test_a_card_turned_up_too_early_stays_and_the_match_goes_on() -> None:
    """Check DBM-14.3 before a throw and while the other seat sets: nothing has to be restored."""
    for rolled in (False, True):
        table = GameTable("dicebattle")
        for seat, pips in (("A", 5), ("B", 2), ("A", 4)):
            table.piece(f"token.die{pips}", f"{seat}.tray")
        table.place("?", "A", "A.main1")
        table.piece("token.done", "A.control")
        if rolled:
            table.piece("token.die4", "B.tray")
        assert table.place("h04", "A", "A.main1") == ["accepted A flip A.main1 card=h04"]
        last_spoken = table.referee.at.last
        assert last_spoken is not None
        assert "stays face up and set (DBM-14.3)" in table.speakers[0].caption(last_spoken)
        assert table.referee.at.phase is RefereePhase.IN_SYNC
        if not rolled:
            assert table.piece("token.die4", "B.tray") == ["accepted chance roll 4 to=B"]
        assert table.place("?", "B", "B.main1") == ["accepted B place ? B.main1 facing=down"]
        assert table.piece("token.done", "B.control") == ["accepted B ready"]
        assert table.place("m11", "B", "B.main1") == ["accepted B flip B.main1 card=m11"]


def test_a_result_that_is_seen_again_is_no_second_throw() -> None:
    """Check that a die seen again counts as a throw only if its result has changed."""
    table = GameTable("dicebattle")
    for seat, pips in (("A", 5), ("B", 2), ("A", 4)):
        table.piece(f"token.die{pips}", f"{seat}.tray")
    assert table.piece("token.die4", "A.tray") == []
    assert table.piece("token.die3", "A.tray") == ["refused chance roll 3 to=A", "put_back"]


def test_spherion_with_signs_initiative_and_ready() -> None:
    table = GameTable("spherion")
    assert table.piece("ctl.rock", "blue.control") == ["accepted blue declare rock"]
    assert table.piece("ctl.paper", "red.control")[:1] == ["accepted red declare paper"]
    assert table.referee.at.match.to_act == {"red"}
    assert table.piece("ctl.rock", "blue.control") == ["refused blue declare rock"]
    assert table.piece("ctl.repeat", "red.control") == ["repeated"]


def test_every_installed_game_is_played_here() -> None:
    here = {"yggdrasil", "jiguan", "stratosphere", "dicebattle", "spherion"}
    assert here == set(game_slugs())


@pytest.mark.parametrize("slug", game_slugs())
def test_a_corrected_position_counts_plies_as_the_match_does(slug: str) -> None:
    table = GameTable(slug)
    match = RefereedMatch(table.referee)
    before = len(match.plies)
    table.receive(list(correct(table.referee, match.game.notation.format(match.state))))
    assert len(match.plies) == before + 1
    assert getattr(match.state, "ply", len(match.plies)) == len(match.plies)


def test_silence_allows_an_attack_after_fifteen_seconds() -> None:
    table = attacked()
    assert report(run(table.referee, table.hands.wait(10))) == []
    records = table.receive(run(table.referee, table.hands.wait(3)))
    assert report(records) == ["time_up 2 pass", "accepted 2 pass"]
    assert table.referee.at.phase is RefereePhase.AWAITING_PLAYERS
    for lang, spoken in (
        ("en", "Time is up for Player 2. (STR-6.5)"),
        ("ja", "プレイヤー2の時間切れです。（STR-6.5）"),
        ("zh-Hant", "2號玩家的時間到了。（STR-6.5）"),
    ):
        assert Speaker(load_catalog("stratosphere"), lang).caption(records[0]) == spoken


def test_a_card_that_prevents_too_late_hears_the_clause_of_the_clock() -> None:
    table = attacked()
    table.receive(run(table.referee, table.hands.wait(20)))
    paper = table.hands.paper("s12", "2")
    records = table.receive(run(table.referee, table.hands.place(paper, "discard")))
    assert report(records) == ["refused 2 place s12 discard"]
    assert records[0].clauses == ("STR-6.5",)
    spoken = [speaker.caption(records[0]) for speaker in table.speakers]
    assert "The time to answer has run out" in spoken[0]
    assert all("STR-6.5" in each for each in spoken)
    assert [(step.kind, step.cell) for step in records[0].steps] == [(StepKind.TAKE, "discard")]
    back = table.receive(run(table.referee, table.hands.clear("discard")))
    assert [record.kind for record in back][:1] == ["put_back"]


def test_a_card_that_cannot_prevent_is_refused_once_and_known() -> None:
    """Check STR-6.6: the public position keeps the card that everybody has seen."""
    table = attacked()
    spoken = table.place("d05", "2", "discard")
    assert spoken == ["accepted 2 declare hand with=d05", "refused 2 place d05 discard"]
    assert "shown 2=d05" in str(
        table.referee.at.match.game.notation.format(table.referee.at.match.state)
    )
    table.hands.take("discard")
    run(table.referee, table.hands.wait())
    assert table.place("d05", "2", "discard") == ["refused 2 place d05 discard"]


def test_a_card_of_a_hand_that_is_not_asked_is_nobody_elses_answer() -> None:
    """Check a card whose owner is known before it is placed, as at a drawn table."""
    table = attacked()
    open_ = Action("1", Verb.PLACE, "?", to="discard")
    (early,) = refuse_unseen(table.referee, open_)
    assert early.clauses == ("STR-6.4", "STR-6.1")
    assert table.referee.at.match.to_act == {"2"}
    table.receive([early, *run(table.referee, table.hands.wait(20))])
    (late,) = refuse_unseen(table.referee, replace(open_, seat="2"))
    assert late.clauses == ("STR-6.5",)
    assert "The time to answer has run out" in table.speakers[0].caption(late)


def test_a_refused_attack_is_reported_with_its_nodes() -> None:
    attack = Action("1", Verb.DECLARE, value="attack", at="1.L", to="2.R")
    attack_texts = [
        action_words(Wording(load_catalog("stratosphere"), lang), attack) for lang in LANGUAGES
    ]
    assert attack_texts == ["attack from 1.L on 2.R", "1.Lから2.Rへ攻撃", "從 1.L 對 2.R 進行攻擊"]


def test_the_clock_of_a_question_says_what_is_left_and_stands_still_while_paused() -> None:
    table = attacked()
    first = table.referee.clock
    assert first is not None
    assert (first.seat, first.clause) == ("2", "STR-6.5")
    run(table.referee, table.hands.wait(5))
    later = table.referee.clock
    assert later is not None
    assert 0 < later.remaining_s < first.remaining_s <= 15
    press(table.referee, ControlCard.PAUSE)
    run(table.referee, table.hands.wait(5))
    assert table.referee.clock == later
    press(table.referee, ControlCard.PAUSE)
    run(table.referee, table.hands.wait(12))
    assert table.referee.clock is None


def test_the_clock_stands_still_while_a_taken_back_prevention_is_corrected() -> None:
    table = attacked()
    spoken = table.place("s12", "2", "discard")
    assert spoken == ["accepted 2 place s12 discard"]
    attacker = table.hands.take("1.L")
    table.hands.put(table.hands.paper("", "1", Face.BACK), "1.L")
    assert "resynced" in report(
        table.receive(run(table.referee, table.hands.place(attacker, "discard")))
    )
    (back, *_) = table.receive(list(press(table.referee, ControlCard.UNDO)))
    expected_steps = [(step.kind, step.cell, step.placed.card) for step in back.steps]
    assert expected_steps == [(StepKind.PLACE, "1.L", "c09"), (StepKind.DRAW_OUT, "discard", "s12")]
    pending = [(step.kind, step.cell, step.placed.card) for step in table.referee.at.pending_steps]
    assert pending == expected_steps
    assert table.referee.at.match.to_act == {"2"}
    waited = table.receive(run(table.referee, table.hands.wait(30)))
    assert "time_up" not in [record.kind for record in waited]
    table.hands.papers.pop("discard", None)
    assert "resynced" in report(
        table.receive(run(table.referee, table.hands.place(attacker, "1.L")))
    )
    later = table.receive(run(table.referee, table.hands.wait(20)))
    assert report(later) == ["time_up 2 pass", "accepted 2 pass"]


def test_a_prevention_that_is_taken_back_is_asked_back_off_the_discards() -> None:
    """Regression (STR-6.1): no step asked to take the card off the discard pile."""
    table = attacked()
    referee, hands = table.referee, table.hands
    assert table.place("s12", "2", "discard") == ["accepted 2 place s12 discard"]
    (back, *_) = table.receive(list(press(referee, ControlCard.UNDO)))
    taken = [(StepKind.TAKE, "discard", "s12")]
    assert back.kind == "taken_back"
    assert [(step.kind, step.cell, step.placed.card) for step in back.steps] == taken
    assert [(s.kind, s.cell, s.placed.card) for s in referee.at.pending_steps] == taken
    waited = table.receive(run(referee, hands.wait(30)))
    assert {record.kind for record in waited} <= {"reminder"}, "the clock stands meanwhile"
    hands.take("discard")
    assert report(table.receive(run(referee, hands.wait()))) == ["resynced"]
    assert referee.at.pending_steps == ()
    assert table.place("s12", "2", "discard") == ["accepted 2 place s12 discard"]


def test_a_prevention_that_is_lifted_before_it_is_taken_back_counts_when_it_is_placed_again() -> (
    None
):
    table = attacked()
    referee, hands = table.referee, table.hands
    assert table.place("s12", "2", "discard") == ["accepted 2 place s12 discard"]
    hands.take("discard")
    assert report(table.receive(run(referee, hands.wait()))) == []
    (back, *_) = table.receive(list(press(referee, ControlCard.UNDO)))
    assert (back.kind, back.steps) == ("taken_back", ())
    assert table.place("s12", "2", "discard") == ["accepted 2 place s12 discard"]


def test_who_gives_up_need_not_put_the_table_right_first() -> None:
    """Check STR-7.7 at a desynced table, where no other declaration counts."""
    table = GameTable("stratosphere")
    for cell in ("1.L", "1.C"):
        table.hands.papers.pop(cell)
    run(table.referee, table.hands.wait(3))
    assert table.referee.at.phase is RefereePhase.DESYNCED
    assert "accepted 1 declare concede" in table.piece("ctl.concede", "1.control")
    assert table.referee.at.phase is RefereePhase.ENDED


def test_a_concession_leaves_the_clock_of_another_s_question_as_it_was() -> None:
    """Check that conceding gives no extra time to the seat that was asked (STR-6.5, STR-7.7)."""
    game, timer = load_game("stratosphere"), AnswerTimer()
    agreed = Setup("stratosphere", {"players": "4"})
    forces = "force 1=hearts 2=spades 3=clubs 4=diamonds"
    text = f"node 4.C h09 | ?\nnode 4.R c05 | ?\n{forces}\nturn 5 1"
    match = Match(game, agreed, game.notation.parse(text, agreed))
    match.play(parse_action("1 declare attack at=4.C to=4.R"))
    (asked,) = match.to_act
    for now in range(11):
        timer, _ = timer.ticked(match, float(now), calm=True, stopped=False)
    before = timer.clock
    match.play(parse_action("4 declare concede"))
    timer, _ = timer.ticked(match, 10.0, calm=True, stopped=False)
    assert match.to_act == {asked}
    assert timer.clock == before
    assert before is not None
    assert before.remaining_s == 5
    match.play(Action(asked, Verb.PASS))
    assert match.to_act != {asked}
    timer, _ = timer.ticked(match, 11.0, calm=True, stopped=False)
    assert timer.clock is not None
    assert timer.clock.remaining_s == 15


def test_a_hand_that_is_about_to_answer_is_in_time() -> None:
    table = attacked()
    run(table.referee, table.hands.wait(10))
    run(table.referee, table.hands.reach(4))
    table.hands.put(table.hands.paper("s12", "1"), "discard")
    spoken = report(table.receive(run(table.referee, table.hands.wait())))
    assert spoken == ["accepted 2 place s12 discard"]


def test_the_clock_stands_still_in_a_pause_and_zero_is_no_clock() -> None:
    table = attacked()
    run(table.referee, table.hands.wait(10))
    run(
        table.referee,
        table.hands.place(Paper("Cpause", "ctl.pause", face=Face.CONTROL), "1.control"),
    )
    assert report(run(table.referee, table.hands.wait(30))) == []
    assert table.referee.at.match.to_act == {"2"}
    table = attacked({"prevent_timer": "0"})
    assert report(run(table.referee, table.hands.wait(200))) == []


def test_a_lot_that_fell_while_the_table_was_set_up_counts() -> None:
    table = GameTable("jiguan", ready=False)
    views = table.hands.place(Paper("Kmarker", "token.marker", face=Face.TOKEN), "B.marker")
    assert report(table.receive(run(table.referee, views))) == [
        "set_up_ready",
        "accepted chance choose B",
    ]
