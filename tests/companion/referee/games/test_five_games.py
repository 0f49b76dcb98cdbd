"""Several moves of each installed game without a camera: cards, pieces, control cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import pytest

from companion.readings import Face, Trouble
from companion.referee.answer_timer import AnswerTimer
from companion.referee.control_cards import ControlCard
from companion.referee.explain.interpretations import Accept
from companion.referee.geometry import TableGeometry
from companion.referee.inventory.cards import CardInventory
from companion.referee.inventory.steps import StepKind
from companion.referee.notices import Notice, NoticeKind
from companion.referee.phases import RefereePhase
from companion.referee.referee import Referee
from companion.referee.words.speaker import Speaker
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
from tests.support.referee.oracle_view import Hands, Paper, run


@dataclass
class Desk:
    """A table of any game with its first layout; every notice is also rendered."""

    slug: str
    settings: Mapping[str, str] = field(default_factory=dict)
    ready: bool = True

    def __post_init__(self) -> None:
        game = load_game(self.slug)
        match = Match(game, Setup(self.slug, self.settings))
        self.referee = Referee(match, TableGeometry(game.table(match.setup)))
        self.hands = Hands(self.referee.geometry.form)
        self.speakers = [Speaker(load_catalog(self.slug), lang) for lang in LANGUAGES]
        self.receive(list(self.referee.start()))
        for cell, pile in game.layout(match.state).items():
            if self.referee.geometry.is_tracked(cell):
                top = pile[-1]
                face = Face.FRONT if top.facing is Facing.UP else Face.BACK
                turn = self.hands.upright(top.owner) + 90 * top.turn if top.owner else None
                self.hands.put(self.hands.paper(top.card, top.owner, face), cell, turn)
        if self.ready:
            assert [r.kind for r in self.receive(run(self.referee, self.hands.wait()))] == [
                NoticeKind.SET_UP_READY
            ]

    def receive(self, records: list[Notice]) -> list[Notice]:
        for record in records:
            for speaker in self.speakers:
                said = speaker.caption(record)
                assert "{" not in said
                assert "ctl." not in said
                assert "token." not in said
        return records

    def piece(self, card: str, cell: str) -> list[str]:
        """Put a piece or a control card on a place and remove it again."""
        face = Face.CONTROL if card.startswith("ctl.") else Face.TOKEN
        records = run(self.referee, self.hands.lay(Paper(f"K{card}", card, face=face), cell))
        return told(self.receive([*records, *run(self.referee, self.hands.clear(cell))]))

    def lay(self, card: str, seat: str, cell: str, turn: float | None = None) -> list[str]:
        """Place a card, replacing the one that was there; `?` shows its back."""
        face = Face.BACK if card == "?" else Face.FRONT
        paper = self.hands.paper("" if card == "?" else card, seat, face)
        self.hands.lying.pop(cell, None)
        return told(self.receive(run(self.referee, self.hands.lay(paper, cell, turn))))


def told(records: list[Notice]) -> list[str]:
    return [f"{r.kind.value} {r.action}".removesuffix(" None") for r in records]


def test_the_yggdrasil() -> None:
    desk = Desk("yggdrasil")
    first, *shuffles, move = desk.lay("y03", "B", "c4")
    assert (first, move) == ("accepted chance choose B", "accepted B place y03 c4")
    assert all(each.startswith("accepted chance draw") for each in shuffles)
    assert desk.lay("y05", "A", "a1") == ["refused A place y05 a1"]
    run(desk.referee, desk.hands.clear("a1"))
    assert desk.lay("y03", "A", "b2") == ["accepted A place y03 b2"]
    assert desk.referee.match.to_act == {"B"}


def test_ji_guan_with_lot_backs_faces_and_declining() -> None:
    desk = Desk("jiguan")
    assert desk.piece("token.marker", "A.marker") == ["accepted chance choose A"]
    # The rotation of a card back has no meaning.
    assert desk.lay("?", "B", "B.beast", 45.0) == ["accepted B place ? B.beast facing=down"]
    assert desk.lay("?", "A", "A.beast", 90.0) == ["accepted A place ? A.beast facing=down"]
    assert desk.lay("jb1", "A", "A.beast", 90.0) == ["accepted A flip A.beast card=jb1"]
    assert desk.lay("jb5", "B", "B.beast") == ["accepted B flip B.beast card=jb5"]
    assert desk.piece("token.turn", "A.token") == []
    assert desk.lay("?", "A", "B.item1", 10.0) == ["accepted A place ? B.item1 facing=down"]
    assert desk.piece("token.declined", "A.token") == ["refused A pass", "put_back"]
    assert desk.piece("ctl.pass", "B.control") == ["accepted B pass"]
    assert desk.referee.phase is RefereePhase.IN_SYNC


def unseen_moves(how: str) -> list[str]:
    """Place and reveal Sun's beast while nobody watches; return the notices."""
    desk = Desk("jiguan")
    desk.piece("token.marker", "A.marker")
    desk.lay("?", "B", "B.beast")
    before = {
        "lost": lambda: desk.hands.suffer(Trouble.LOST, 4.0),
        "paused": lambda: desk.hands.lay(Paper("K1", "ctl.pause", face=Face.CONTROL), "B.control"),
    }
    records = run(desk.referee, before[how]()) if how in before else []
    for seat, card in (("A", "jb1"), ("B", "jb5")):
        desk.hands.lying.pop(f"{seat}.beast", None)
        desk.hands.put(desk.hands.paper(card, seat), f"{seat}.beast")
    if how == "paused":
        desk.hands.take("B.control")
    desk.hands.now += 5.0 * (how == "no pictures")
    return told(desk.receive([*records, *run(desk.referee, desk.hands.wait(4.0))]))


@pytest.mark.parametrize("how", ["lost", "paused", "no pictures"])
def test_what_was_played_while_nobody_watched_is_no_breach(how: str) -> None:
    said = [word for word in unseen_moves(how) if not word.startswith(("trouble", "pause", "re"))]
    assert said == [
        "accepted A place jb1 A.beast facing=down",
        "accepted A flip A.beast card=jb1",
        "accepted B flip B.beast card=jb5",
    ]


def test_what_went_too_quickly_for_the_eye_is_asked_about() -> None:
    assert unseen_moves("watched") == ["question"]


def test_one_card_laid_before_our_eyes_is_no_card_that_was_turned_up() -> None:
    desk = Desk("jiguan")
    desk.piece("token.marker", "A.marker")
    desk.lay("?", "B", "B.beast")
    assert desk.lay("jb1", "A", "A.beast") == ["refused A place jb1 A.beast"]


def test_a_first_card_taken_up_again_leaves_the_lot_as_it_fell() -> None:
    desk = Desk("jiguan")
    desk.piece("token.marker", "A.marker")
    desk.lay("?", "A", "A.beast")
    assert told(run(desk.referee, desk.hands.clear("A.beast"))) == ["taken_back"]
    assert len(desk.referee.match.plies) == 1
    assert desk.lay("?", "B", "B.beast") == ["accepted B place ? B.beast facing=down"]


def test_the_seats_that_play_are_named_and_no_others() -> None:
    for players, told_of in (("2", "Player 1 and Player 2"), ("4", "Player 3 and Player 4")):
        desk = Desk("stratosphere", {"players": players})
        (started, *_) = Referee(desk.referee.match, desk.referee.geometry).start()
        caption = desk.speakers[LANGUAGES.index("en")].caption(started)
        assert f"{told_of}." in caption


def to_attack(settings: Mapping[str, str] | None = None) -> Desk:
    """Return a table at which 1 may move: 3 of hearts on 2.R, cards under it and on 1.L."""
    desk = Desk("stratosphere", settings or {})
    desk.lay("s07", "1", "1.C")
    desk.piece("token.puck", "1.L.supply")
    desk.piece("token.puck", "1.L.supply")
    desk.lay("h03", "2", "2.R")
    desk.piece("token.puck", "2.R.supply")
    desk.piece("token.puck", "2.R.supply")
    return desk


def attacked(settings: Mapping[str, str] | None = None) -> Desk:
    """Return a table at which 1.L attacks 2.R: 9 of clubs on 3 of hearts, cards under both."""
    desk = to_attack(settings)
    desk.lay("c09", "1", "1.L")
    desk.piece("token.arrow", "1.L>2.R")
    assert desk.referee.match.to_act == {"2"}
    return desk


@pytest.mark.parametrize("seat", ["1", "2"])
def test_allowing_where_nothing_was_attacked_ends_no_turn(seat: str) -> None:
    """Regression: ALLOW was read as the end of the turn, and ended it if that was legal."""
    desk = to_attack()
    desk.lay("c09", "1", "1.L")
    assert desk.piece("ctl.allow", f"{seat}.control")[0] == f"refused {seat} pass value=no_attack"
    told = desk.referee.last_notice
    assert told is not None
    assert told.clauses == ("STR-5.4",)
    assert desk.referee.match.to_act == {"1"}


@pytest.mark.parametrize("how", ["said", "time up"])
def test_what_falls_in_an_attack_is_told_alike_whosever_it_was(how: str) -> None:
    """Regression: one card had only to be removed, and the other to be discarded as well."""
    desk = attacked()
    if how == "said":
        records = list(desk.referee.declare("2", Verb.PASS))
    else:
        records = run(desk.referee, desk.hands.wait(20))
    (allowed,) = (r for r in desk.receive(records) if r.kind is NoticeKind.ACCEPTED)
    steps = [(step.kind, step.cell, step.placed.card) for step in allowed.steps]
    assert steps == [(StepKind.TAKE, "1.L", "c09"), (StepKind.TAKE, "2.R", "h03")]


def test_a_target_taken_off_first_says_that_the_attack_was_allowed() -> None:
    desk = attacked()
    assert desk.lay("?", "2", "2.R") == ["accepted 2 pass"]
    assert [(s.kind, s.cell) for s in desk.referee.pending_steps()] == [(StepKind.TAKE, "1.L")]
    desk.lay("?", "1", "1.L")
    assert desk.referee.phase is RefereePhase.IN_SYNC


def test_a_bared_node_is_no_attack_that_nobody_declared() -> None:
    desk = Desk("stratosphere")
    desk.lay("s07", "1", "1.C")
    desk.piece("token.puck", "1.L.supply")
    desk.piece("token.puck", "1.C.supply")
    desk.lay("h03", "2", "2.R")
    desk.piece("token.puck", "2.R.supply")
    desk.piece("token.puck", "2.R.supply")
    desk.lay("c09", "1", "1.L")
    assert desk.lay("?", "1", "1.L") == ["refused 1 remove 1.L"]


def test_an_attacker_taken_off_first_says_nothing_sure() -> None:
    """Check that the attack may be allowed, or prevented by a card under it in the discard pile."""
    desk = attacked()
    assert desk.lay("?", "1", "1.L") == ["desynced"]
    standing = desk.referee.sticky_notice
    assert standing is not None
    assert [(s.kind, s.cell, s.placed.card) for s in standing.steps] == [
        (StepKind.PLACE, "1.L", "c09")
    ]
    assert desk.lay("?", "2", "2.R") == ["accepted 2 pass"]
    assert desk.referee.phase is RefereePhase.IN_SYNC


def test_a_prevention_is_told_by_its_card_and_the_attacker_is_owed() -> None:
    desk = attacked()
    run(desk.referee, desk.hands.reach())
    desk.hands.put(desk.hands.paper("s12", "1"), "discard")
    said = told(desk.receive(run(desk.referee, desk.hands.wait())))
    assert said == ["accepted 2 place s12 discard"]
    assert [(s.kind, s.cell) for s in desk.referee.pending_steps()] == [(StepKind.TAKE, "1.L")]


def test_a_prevention_that_lies_face_down_on_the_discards_is_asked_to_be_turned_up() -> None:
    """Regression (STR-6.1): nothing was announced until the time was up."""
    desk = attacked()
    card = desk.hands.paper("", "1", Face.BACK)
    run(desk.referee, desk.hands.reach())
    desk.hands.put(card, "discard")
    records = run(desk.referee, desk.hands.wait())
    assert told(desk.receive(records)) == ["refused 2 place ? discard facing=down"]
    assert records[0].clauses == ("STR-6.1",)
    assert [(s.kind, s.cell) for s in records[0].steps] == [(StepKind.FLIP, "discard")]
    assert told(run(desk.referee, desk.hands.wait(5.0))) == []

    desk.hands.take("discard")
    desk.hands.put(desk.hands.paper("s12", "1"), "discard")
    said = told(desk.receive(run(desk.referee, desk.hands.wait())))
    assert said == ["accepted 2 place s12 discard"]


def test_a_card_face_down_on_the_discards_means_nothing_where_nobody_is_asked() -> None:
    desk = to_attack()
    desk.hands.put(desk.hands.paper("", "1", Face.BACK), "discard")
    desk.hands.put(desk.hands.paper("", "1", Face.BACK), "pile")
    assert told(desk.receive(run(desk.referee, desk.hands.wait()))) == []


def test_equal_rolls_for_the_first_turn_are_called_a_tie() -> None:
    """Regression (DBM-3.4): the next player was only asked to roll, without mention of the tie."""
    desk = Desk("dicebattle")

    def rolled(pips: int, seat: str) -> Notice:
        die = Paper(f"K{pips}{seat}", f"token.die{pips}", face=Face.TOKEN)
        (record, *_) = run(desk.referee, desk.hands.lay(die, f"{seat}.tray"))
        return record

    rolled(3, "A")
    even, higher = rolled(3, "B"), rolled(5, "A")
    for speaker, tie in zip(desk.speakers, ("a tie", "引き分け", "平手"), strict=True):
        assert tie in speaker.caption(even)
        assert tie not in speaker.caption(higher)


def lost_battle(*, cleared: bool, magic: str = "") -> Desk:
    """Return a battle that Sun has lost; `cleared` puts used cards on the graveyards.

    `magic` is a card that Sun used next to its unit, without its effect.
    """
    desk = Desk("dicebattle")
    for seat, pips in (("A", 5), ("B", 2), ("A", 4)):
        desk.piece(f"token.die{pips}", f"{seat}.tray")
    for seat in ("A", "B"):
        desk.lay("?", seat, f"{seat}.main1")
        if magic and seat == "A":
            desk.lay("?", "A", "A.circle1")
        desk.piece("token.done", f"{seat}.control")
        desk.piece("token.die4", "B.tray")
    desk.lay("h04", "A", "A.main1")
    if magic:
        desk.lay(magic, "A", "A.circle1")
    desk.lay("m11", "B", "B.main1")
    if magic:
        desk.referee.declare("A", Verb.PASS)
    for seat in ("A", "B") if cleared else ():
        desk.hands.put(desk.hands.take(f"{seat}.main1"), f"{seat}.grave")
    run(desk.referee, desk.hands.wait())
    return desk


@pytest.mark.parametrize("there", ["A.grave", "A.main1"])
def test_a_card_that_comes_back_is_to_be_drawn_out_though_it_was_never_seen_to_lie_there(
    there: str,
) -> None:
    """Regression (DBM-10.1): of cards removed together, steps named only the top one."""
    desk = lost_battle(cleared=False, magic="g02")
    referee, hands = desk.referee, desk.hands
    used = [hands.take(cell) for cell in ("A.main1", "A.circle1")]
    for cell, paper in zip((there, "A.grave"), used, strict=True):
        hands.put(paper, cell)
    hands.put(hands.take("B.main1"), "B.grave")
    run(referee, hands.wait())
    run(referee, hands.lay(hands.paper("", "A", Face.BACK), "A.revival"))
    (back,) = referee.declare("A", Verb.CHOOSE, "h04")
    beneath = there == "A.grave"
    owed = [(step.kind, step.cell, step.placed.card) for step in referee.pending_steps()]
    assert owed == [(StepKind.DRAW_OUT if beneath else StepKind.TAKE, there, "h04")]
    assert set(referee.pending_steps()) <= set(back.steps)

    above = hands.take("A.grave")
    run(referee, hands.wait())
    assert [(step.kind, step.cell) for step in referee.pending_steps()] == [(StepKind.TAKE, there)]
    assert hands.take(there) == used[0]
    assert "resynced" in told(desk.receive(run(referee, hands.wait())))
    assert told(desk.receive(run(referee, hands.lay(above, "A.grave")))) == []
    assert referee.pending_steps() == ()


@pytest.mark.parametrize("there", ["A.grave", "A.main1"])
def test_a_card_that_comes_back_is_told_to_be_taken_up_from_where_it_lies(there: str) -> None:
    """Regression (DBM-10.1): no step named Revival's card if it was already in the graveyard."""
    cleared = there == "A.grave"
    desk = lost_battle(cleared=cleared)
    laid = desk.hands.lay(desk.hands.paper("", "A", Face.BACK), "A.revival")
    records = run(desk.referee, laid)
    (spent,) = (r for r in records if r.action and r.action.verb is Verb.FLIP)
    taken = [(s.kind, s.cell) for s in spent.steps if s.placed.card == "h04"]
    assert taken == [(StepKind.TAKE, there)]

    if cleared:
        assert told(desk.receive(run(desk.referee, desk.hands.wait(4.0)))) == []
        assert [(s.kind, s.cell) for s in desk.referee.pending_steps()] == [(StepKind.TAKE, there)]
        desk.hands.take("A.grave")
        assert told(desk.receive(run(desk.referee, desk.hands.wait()))) == ["resynced"]
        assert desk.referee.pending_steps() == ()


@pytest.mark.parametrize(("slug", "cell"), [("dicebattle", "A.redraw"), ("yggdrasil", "B.discard")])
def test_a_back_beside_the_field_that_says_nothing_is_not_refused(slug: str, cell: str) -> None:
    desk = Desk(slug)
    if slug == "yggdrasil":
        desk.lay("y03", "B", "c4")
    desk.hands.put(desk.hands.paper("", "B", Face.BACK), cell)
    assert told(desk.receive(run(desk.referee, desk.hands.wait()))) == []


@pytest.mark.parametrize("slug", ["dicebattle", "jiguan"])
def test_no_step_asks_for_a_piece_that_says_or_counts_something(slug: str) -> None:
    """Check a die as thrown and the starting player's marker: off the field, and not cards."""
    desk = Desk(slug)
    (lot, *_) = desk.referee.match.game.legal(desk.referee.match.state)
    records = desk.referee.accept(Accept((lot,)), declared=True)
    assert [record.kind for record in records] == [NoticeKind.ACCEPTED]
    assert records[0].steps == ()


def test_no_prevention_answers_an_attack_that_nobody_has_said() -> None:
    """Check that an open card on a node is a wrong supply, even if it could prevent an attack."""
    desk = to_attack()
    desk.lay("c09", "1", "1.L")
    (said,) = desk.lay("s13", "1", "2.R")
    assert said == "refused 1 place s13 2.R"


def test_a_prevention_by_the_attacker_s_twin_is_taken_back_whichever_of_both_comes_back() -> None:
    """Check four players with two packs: nobody knows which Nine of Spades was the attacker."""
    desk = to_attack({"players": "4"})
    referee, hands = desk.referee, desk.hands
    for seat in "34":
        for cell in ("L.supply", "L.supply", "draw"):
            desk.piece("token.puck", f"{seat}.{cell}")
    desk.lay("s09", "1", "1.L")
    desk.piece("token.arrow", "1.L>2.R")

    def told_now() -> list[str]:
        return told(desk.receive(run(referee, hands.wait())))

    hands.put(hands.paper("s09", "1"), "discard")
    assert told_now() == ["accepted 2 place s09 discard"]
    hands.put(hands.take("1.L"), "discard")
    hands.put(hands.paper("?", "1", Face.BACK), "1.L")
    told_now()
    assert referee.phase is RefereePhase.IN_SYNC
    attacker, twin = hands.take("discard"), hands.take("discard")
    hands.put(twin, "1.L")
    assert told_now() == ["taken_back"]
    assert str(referee.match.plies[-1].action) == "1 declare attack at=1.L to=2.R"
    hands.put(attacker, "discard")
    assert told_now() == ["accepted 2 place s09 discard"]


def test_a_card_bared_on_the_discards_was_not_laid_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that removing the top card plays none, though its twin may be in a hand."""
    desk = attacked()
    bared = Change("discard", PlacedCard("c06", ""), PlacedCard("s12", ""))
    laid = Action("2", Verb.PLACE, "s12", to="discard")
    assert list(desk.referee.match.game.candidate_actions(desk.referee.match.state, (bared,))) == [
        laid
    ]
    monkeypatch.setattr(CardInventory, "removed_tops", lambda _: (bared,))
    monkeypatch.setattr(Match, "judge", lambda *_: LEGAL)
    assert told(desk.referee.confirm_sync()) == []
    assert desk.referee.match.to_act == {"2"}


def test_strato_sphere_with_puck_arrow_and_allowing() -> None:
    desk = Desk("stratosphere")
    assert desk.lay("s07", "1", "1.C", 180.0) == ["accepted 1 flip 1.C card=s07"]
    assert desk.piece("token.puck", "1.draw") == ["accepted 1 draw"]
    assert desk.piece("token.puck", "1.L.supply") == ["accepted 1 place ? 1.L facing=down"]
    assert desk.piece("token.puck", "1.draw") == ["refused 1 draw", "put_back"]
    assert desk.lay("h03", "2", "2.R", 77.0) == ["accepted 2 flip 2.R card=h03"]
    for _ in range(2):
        assert desk.piece("token.puck", "2.R.supply") == ["accepted 2 place ? 2.R facing=down"]
    assert desk.lay("c09", "1", "1.L") == ["accepted 1 flip 1.L card=c09"]
    attack = "accepted 1 declare attack at=1.L to=2.R"
    assert desk.piece("token.arrow", "1.L>2.R") == [attack]
    assert desk.piece("ctl.allow", "2.control") == ["accepted 2 pass"]
    # Both were destroyed: the step says to remove them from the backs under them, not to turn
    # them.
    assert desk.referee.phase is RefereePhase.AWAITING_PLAYERS
    steps = desk.referee.pending_steps()
    assert {(s.kind, s.cell) for s in steps} == {(StepKind.TAKE, "1.L"), (StepKind.TAKE, "2.R")}
    desk.lay("?", "1", "1.L")
    desk.lay("?", "2", "2.R")
    assert told(desk.receive(run(desk.referee, desk.hands.wait()))) == []
    assert not desk.referee.pending_steps()


def test_a_refused_piece_is_put_right_where_the_match_has_it() -> None:
    desk = Desk("stratosphere")
    desk.lay("s07", "1", "1.C", 180.0)
    arrow = Paper("Karrow", "token.arrow", face=Face.TOKEN)
    (refused,) = run(desk.referee, desk.hands.lay(arrow, "1.C>1.L"))
    assert [(step.kind, step.cell) for step in refused.steps] == [(StepKind.TAKE, "1.C>1.L")]
    assert told(desk.receive(run(desk.referee, desk.hands.wait(3.0)))) == []
    assert told(run(desk.referee, desk.hands.clear("1.C>1.L"))) == ["put_back"]

    desk.piece("token.puck", "1.draw")
    desk.lay("s08", "1", "1.L", 180.0)
    puck = Paper("Kpuck", "token.puck", face=Face.TOKEN)
    (refused,) = run(desk.referee, desk.hands.lay(puck, "1.draw"))
    steps = [(step.kind, step.cell, step.to) for step in refused.steps]
    assert steps == [(StepKind.MOVE, "1.draw", "2.move.1")]
    assert told(desk.receive([refused])) == ["refused 1 draw"]
    desk.lay("h03", "2", "2.R", 77.0)
    # Later actions stay, and removing the piece gets no answer.
    assert told(run(desk.referee, desk.hands.clear("1.draw"))) == []


def test_a_supply_that_is_taken_back_goes_back_to_the_hand_though_nobody_sees_it() -> None:
    desk = Desk("stratosphere")
    desk.lay("s07", "1", "1.C", 180.0)
    desk.piece("token.puck", "1.C.supply")
    (back,) = desk.referee.press(ControlCard.UNDO)

    assert [(step.kind, step.cell) for step in back.steps] == [(StepKind.WITHDRAW, "1.C")]
    assert told(desk.receive([back])) == ["taken_back"]
    assert told(list(desk.referee.confirm_withdrawn())) == ["put_back"]
    assert desk.referee.confirm_withdrawn() == ()


def test_a_refused_supply_is_asked_back_until_its_piece_is_lifted() -> None:
    """Regression (STR-3.1): the next move cancelled the step, as no camera sees the card leave."""
    desk = Desk("stratosphere")
    puck = Paper("Kpuck", "token.puck", face=Face.TOKEN)
    (refused,) = run(desk.referee, desk.hands.lay(puck, "2.L.supply"))
    back = [(StepKind.WITHDRAW, "2.L")]
    assert [(step.kind, step.cell) for step in refused.steps] == back
    assert desk.lay("s07", "1", "1.C", 180.0) == ["accepted 1 flip 1.C card=s07"]
    assert [(step.kind, step.cell) for step in desk.referee.pending_steps()] == back
    assert told(run(desk.referee, desk.hands.clear("2.L.supply"))) == []
    assert desk.referee.pending_steps() == ()


def test_a_refused_supply_whose_piece_says_it_again_in_time_is_asked_back_no_more() -> None:
    desk = Desk("stratosphere")
    puck = Paper("Kpuck", "token.puck", face=Face.TOKEN)
    run(desk.referee, desk.hands.lay(puck, "2.L.supply"))
    desk.lay("s07", "1", "1.C", 180.0)
    desk.piece("token.puck", "1.C.supply")
    desk.piece("token.puck", "1.C.supply")
    assert desk.referee.match.to_act == {"2"}
    run(desk.referee, desk.hands.clear("2.L.supply"))
    said = told(run(desk.referee, desk.hands.lay(puck, "2.L.supply")))
    assert said == ["accepted 2 place ? 2.L facing=down"]
    assert desk.referee.pending_steps() == ()


def test_what_is_taken_on_trust_is_said_once_a_match() -> None:
    desk = Desk("dicebattle")
    for seat, pips in (("A", 5), ("B", 2), ("A", 4)):
        desk.piece(f"token.die{pips}", f"{seat}.tray")
    laid = run(desk.referee, desk.hands.lay(desk.hands.paper("", "A", Face.BACK), "A.main1"))
    more = run(desk.referee, desk.hands.lay(desk.hands.paper("", "A", Face.BACK), "A.circle1"))
    first, second = laid[-1], more[-1]
    assert first.awaits
    assert second.awaits
    english = desk.speakers[0]
    assert "I can’t see every hand" in english.caption(first)
    assert "I can’t see every hand" not in english.caption(second)
    assert english.caption(second), "what was done is told all the same"


def test_the_piles_of_strato_sphere_have_words() -> None:
    for lang, told in (("en", "the discard pile"), ("ja", "捨て札"), ("zh-Hant", "棄牌堆")):
        assert Speaker(load_catalog("stratosphere"), lang).cell("discard") == told
    assert Speaker(load_catalog("yggdrasil"), "en").cell("b2") == "b2"


def test_dice_battle_with_dice_and_cards_set_at_one_go() -> None:
    desk = Desk("dicebattle")
    for seat, pips in (("A", 5), ("B", 2), ("A", 4)):
        said = desk.piece(f"token.die{pips}", f"{seat}.tray")
        assert said == [f"accepted chance roll {pips} to={seat}"]
    assert desk.lay("?", "A", "A.main1") == ["accepted A place ? A.main1 facing=down"]
    assert desk.piece("ctl.done", "A.control") == ["accepted A ready"]
    assert desk.piece("token.die4", "B.tray") == ["accepted chance roll 4 to=B"]
    run(desk.referee, desk.hands.reach())
    cells = ["B.main1", *(f"B.circle{n}" for n in range(1, 5))]
    for cell in cells:
        desk.hands.put(desk.hands.paper("", "B", Face.BACK), cell)
    said = told(desk.receive(run(desk.referee, desk.hands.wait())))
    assert sorted(said) == sorted(f"accepted B place ? {cell} facing=down" for cell in cells)


def test_a_card_laid_before_the_throw_is_refused_whoever_lays_it() -> None:
    for seat in ("A", "B"):
        desk = Desk("dicebattle")
        for each, pips in (("A", 5), ("B", 2)):
            desk.piece(f"token.die{pips}", f"{each}.tray")
        cell = f"{seat}.main1"
        assert desk.lay("?", seat, cell) == [f"refused {seat} place ? {cell} facing=down"]
        refused = desk.referee.last_notice
        assert refused is not None
        assert refused.clauses == ("DBM-5.1",)
        run(desk.referee, desk.hands.clear(cell))
        assert desk.piece("token.die4", "A.tray") == ["accepted chance roll 4 to=A"]


def test_a_card_turned_up_too_early_stays_and_the_match_goes_on() -> None:
    """Check DBM-14.3 before a throw and while the other seat sets: nothing has to be restored."""
    for rolled in (False, True):
        desk = Desk("dicebattle")
        for seat, pips in (("A", 5), ("B", 2), ("A", 4)):
            desk.piece(f"token.die{pips}", f"{seat}.tray")
        desk.lay("?", "A", "A.main1")
        desk.piece("token.done", "A.control")
        if rolled:
            desk.piece("token.die4", "B.tray")
        assert desk.lay("h04", "A", "A.main1") == ["accepted A flip A.main1 card=h04"]
        told_last = desk.referee.last_notice
        assert told_last is not None
        assert "stays face up and set (DBM-14.3)" in desk.speakers[0].caption(told_last)
        assert desk.referee.phase is RefereePhase.IN_SYNC
        if not rolled:
            assert desk.piece("token.die4", "B.tray") == ["accepted chance roll 4 to=B"]
        assert desk.lay("?", "B", "B.main1") == ["accepted B place ? B.main1 facing=down"]
        assert desk.piece("token.done", "B.control") == ["accepted B ready"]
        assert desk.lay("m11", "B", "B.main1") == ["accepted B flip B.main1 card=m11"]


def test_a_result_that_is_seen_again_is_no_second_throw() -> None:
    """Check a die covered by a hand: it is a throw only if one is expected."""
    desk = Desk("dicebattle")
    for seat, pips in (("A", 5), ("B", 2), ("A", 4)):
        desk.piece(f"token.die{pips}", f"{seat}.tray")
    assert desk.piece("token.die4", "A.tray") == []
    assert desk.piece("token.die3", "A.tray") == ["refused chance roll 3 to=A", "put_back"]


def test_spherion_with_signs_initiative_and_ready() -> None:
    desk = Desk("spherion")
    assert desk.piece("ctl.rock", "blue.control") == ["accepted blue declare rock"]
    assert desk.piece("ctl.paper", "red.control")[:1] == ["accepted red declare paper"]
    assert desk.referee.match.to_act == {"red"}
    assert desk.piece("ctl.rock", "blue.control") == ["refused blue declare rock"]
    assert desk.piece("ctl.repeat", "red.control") == ["repeated"]


def test_every_installed_game_is_played_here() -> None:
    here = {"yggdrasil", "jiguan", "stratosphere", "dicebattle", "spherion"}
    assert here == set(game_slugs())


@pytest.mark.parametrize("slug", game_slugs())
def test_a_corrected_position_counts_plies_as_the_match_does(slug: str) -> None:
    desk = Desk(slug)
    match = desk.referee.match
    before = len(match.plies)
    desk.receive(list(desk.referee.correct(match.game.format(match.state))))
    assert len(match.plies) == before + 1
    assert getattr(match.state, "ply", len(match.plies)) == len(match.plies)


def test_silence_allows_an_attack_after_fifteen_seconds() -> None:
    desk = attacked()
    assert told(run(desk.referee, desk.hands.wait(10))) == []
    records = desk.receive(run(desk.referee, desk.hands.wait(3)))
    assert told(records) == ["time_up 2 pass", "accepted 2 pass"]
    assert desk.referee.phase is RefereePhase.AWAITING_PLAYERS
    for lang, said in (
        ("en", "Time is up for Player 2. (STR-6.5)"),
        ("ja", "プレイヤー2の時間切れです。（STR-6.5）"),
        ("zh-Hant", "2號玩家的時間到了。（STR-6.5）"),
    ):
        assert Speaker(load_catalog("stratosphere"), lang).caption(records[0]) == said


def test_a_card_that_prevents_too_late_hears_the_clause_of_the_clock() -> None:
    desk = attacked()
    desk.receive(run(desk.referee, desk.hands.wait(20)))
    paper = desk.hands.paper("s12", "2")
    records = desk.receive(run(desk.referee, desk.hands.lay(paper, "discard")))
    assert told(records) == ["refused 2 place s12 discard"]
    assert records[0].clauses == ("STR-6.5",)
    said = [speaker.caption(records[0]) for speaker in desk.speakers]
    assert "The time to answer is over" in said[0]
    assert all("STR-6.5" in each for each in said)
    assert [(step.kind, step.cell) for step in records[0].steps] == [(StepKind.TAKE, "discard")]
    back = desk.receive(run(desk.referee, desk.hands.clear("discard")))
    assert [record.kind for record in back][:1] == [NoticeKind.PUT_BACK]


def test_a_card_of_a_hand_that_is_not_asked_is_nobody_elses_answer() -> None:
    """Check a card whose owner is known before it is placed, as at a table played by mouse."""
    desk = attacked()
    open_ = Action("1", Verb.PLACE, "?", to="discard")
    (early,) = desk.referee.refuse_unseen(open_)
    assert early.clauses == ("STR-6.4", "STR-6.1")
    assert desk.referee.match.to_act == {"2"}
    desk.receive([early, *run(desk.referee, desk.hands.wait(20))])
    (late,) = desk.referee.refuse_unseen(replace(open_, seat="2"))
    assert late.clauses == ("STR-6.5",)
    assert "The time to answer is over" in desk.speakers[0].caption(late)


def test_a_refused_attack_is_told_with_its_nodes() -> None:
    attack = Action("1", Verb.DECLARE, value="attack", at="1.L", to="2.R")
    told_so = [Speaker(load_catalog("stratosphere"), lang).action(attack) for lang in LANGUAGES]
    assert told_so == ["attack from 1.L on 2.R", "1.Lから2.Rへ攻撃", "從 1.L 對 2.R 進行攻擊"]


def test_the_clock_of_a_question_says_what_is_left_and_stands_still_while_paused() -> None:
    desk = attacked()
    first = desk.referee.clock
    assert first is not None
    assert (first.seat, first.clause) == ("2", "STR-6.5")
    run(desk.referee, desk.hands.wait(5))
    later = desk.referee.clock
    assert later is not None
    assert 0 < later.remaining_s < first.remaining_s <= 15
    desk.referee.press(ControlCard.PAUSE)
    run(desk.referee, desk.hands.wait(5))
    assert desk.referee.clock == later
    desk.referee.press(ControlCard.PAUSE)
    run(desk.referee, desk.hands.wait(12))
    assert desk.referee.clock is None


def test_the_clock_stands_still_while_a_prevention_that_was_taken_back_is_put_right() -> None:
    desk = attacked()
    said = desk.lay("s12", "2", "discard")
    assert said == ["accepted 2 place s12 discard"]
    attacker = desk.hands.take("1.L")
    desk.hands.put(desk.hands.paper("", "1", Face.BACK), "1.L")
    assert "resynced" in told(desk.receive(run(desk.referee, desk.hands.lay(attacker, "discard"))))
    (back, *_) = desk.receive(list(desk.referee.press(ControlCard.UNDO)))
    told_to = [(step.kind, step.cell, step.placed.card) for step in back.steps]
    assert told_to == [(StepKind.PLACE, "1.L", "c09"), (StepKind.DRAW_OUT, "discard", "s12")]
    owed = [(step.kind, step.cell, step.placed.card) for step in desk.referee.pending_steps()]
    assert owed == told_to
    assert desk.referee.match.to_act == {"2"}
    waited = desk.receive(run(desk.referee, desk.hands.wait(30)))
    assert NoticeKind.TIME_UP not in [record.kind for record in waited]
    desk.hands.lying.pop("discard", None)
    assert "resynced" in told(desk.receive(run(desk.referee, desk.hands.lay(attacker, "1.L"))))
    later = desk.receive(run(desk.referee, desk.hands.wait(20)))
    assert told(later) == ["time_up 2 pass", "accepted 2 pass"]


def test_a_prevention_that_is_taken_back_is_asked_back_off_the_discards() -> None:
    """Regression (STR-6.1): the card stayed there, neither read again nor refused."""
    desk = attacked()
    referee, hands = desk.referee, desk.hands
    assert desk.lay("s12", "2", "discard") == ["accepted 2 place s12 discard"]
    (back, *_) = desk.receive(list(referee.press(ControlCard.UNDO)))
    taken = [(StepKind.TAKE, "discard", "s12")]
    assert back.kind is NoticeKind.TAKEN_BACK
    assert [(step.kind, step.cell, step.placed.card) for step in back.steps] == taken
    assert [(s.kind, s.cell, s.placed.card) for s in referee.pending_steps()] == taken
    waited = desk.receive(run(referee, hands.wait(30)))
    assert {record.kind for record in waited} <= {NoticeKind.REMINDER}, "the clock stands meanwhile"
    hands.take("discard")
    assert told(desk.receive(run(referee, hands.wait()))) == ["resynced"]
    assert referee.pending_steps() == ()
    assert desk.lay("s12", "2", "discard") == ["accepted 2 place s12 discard"]


def test_a_prevention_that_is_lifted_before_it_is_taken_back_counts_when_it_is_laid_again() -> None:
    desk = attacked()
    referee, hands = desk.referee, desk.hands
    assert desk.lay("s12", "2", "discard") == ["accepted 2 place s12 discard"]
    hands.take("discard")
    assert told(desk.receive(run(referee, hands.wait()))) == []
    (back, *_) = desk.receive(list(referee.press(ControlCard.UNDO)))
    assert (back.kind, back.steps) == (NoticeKind.TAKEN_BACK, ())
    assert desk.lay("s12", "2", "discard") == ["accepted 2 place s12 discard"]


def test_who_gives_up_need_not_put_the_table_right_first() -> None:
    """Check STR-7.7 at a desynced table, where no other declaration counts."""
    desk = Desk("stratosphere")
    for cell in ("1.L", "1.C"):
        desk.hands.lying.pop(cell)
    run(desk.referee, desk.hands.wait(3))
    assert desk.referee.phase is RefereePhase.DESYNCED
    assert "accepted 1 declare concede" in desk.piece("ctl.concede", "1.control")
    assert desk.referee.phase is RefereePhase.ENDED


def test_a_concession_leaves_the_clock_of_another_s_question_as_it_was() -> None:
    """Check that conceding gives no extra time to the seat that was asked (STR-6.5, STR-7.7)."""
    game, silence = load_game("stratosphere"), AnswerTimer()
    agreed = Setup("stratosphere", {"players": "4"})
    forces = "force 1=hearts 2=spades 3=clubs 4=diamonds"
    text = f"node 4.C h09 | ?\nnode 4.R c05 | ?\n{forces}\nturn 5 1"
    match = Match(game, agreed, game.parse(text, agreed))
    match.play(parse_action("1 declare attack at=4.C to=4.R"))
    (asked,) = match.to_act
    for now in range(11):
        silence.expired_action(match, float(now), calm=True, stopped=False)
    before = silence.clock
    match.play(parse_action("4 declare concede"))
    silence.expired_action(match, 10.0, calm=True, stopped=False)
    assert match.to_act == {asked}
    assert silence.clock == before
    assert before is not None
    assert before.remaining_s == 5
    match.play(Action(asked, Verb.PASS))
    assert match.to_act != {asked}
    silence.expired_action(match, 11.0, calm=True, stopped=False)
    assert silence.clock is not None
    assert silence.clock.remaining_s == 15


def test_a_hand_that_is_about_to_answer_is_in_time() -> None:
    desk = attacked()
    run(desk.referee, desk.hands.wait(10))
    run(desk.referee, desk.hands.reach(4))
    desk.hands.put(desk.hands.paper("s12", "1"), "discard")
    said = told(desk.receive(run(desk.referee, desk.hands.wait())))
    assert said == ["accepted 2 place s12 discard"]


def test_the_clock_stands_still_in_a_pause_and_zero_is_no_clock() -> None:
    desk = attacked()
    run(desk.referee, desk.hands.wait(10))
    run(desk.referee, desk.hands.lay(Paper("Cpause", "ctl.pause", face=Face.CONTROL), "1.control"))
    assert told(run(desk.referee, desk.hands.wait(30))) == []
    assert desk.referee.match.to_act == {"2"}
    desk = attacked({"prevent_timer": "0"})
    assert told(run(desk.referee, desk.hands.wait(200))) == []


def test_a_lot_that_fell_while_the_table_was_set_up_counts() -> None:
    desk = Desk("jiguan", ready=False)
    views = desk.hands.lay(Paper("Kmarker", "token.marker", face=Face.TOKEN), "B.marker")
    assert told(desk.receive(run(desk.referee, views))) == [
        "set_up_ready",
        "accepted chance choose B",
    ]
