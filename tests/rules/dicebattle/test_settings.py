"""Every setting and its effect; decks; hidden sets and faults found when they are flipped."""

import pytest

from rules import DataError, Deck, DeckFinding, Event, Match, Setup, judge, parse_action, refusal
from rules.games.dicebattle import GAME
from rules.games.dicebattle.resolve.effects import effect_of
from rules.games.dicebattle.resolve.run import Run
from rules.games.dicebattle.state import Entry
from tests.support.clause_examples import is_refused_by
from tests.support.games.dicebattle import CATALOG, DECKS, carry_out, play, position, setup

READY = "turn 2 B set;first A;dice A 4 0 set;dice B 4;hand A ?*4;hand B ?*4;"


def test_first_player() -> None:
    for way, phase in (("roll_off", "roll_off"), ("lot", "lot"), ("choose", "lead")):
        state = GAME.start(setup(first_player=way))
        cards = ",".join("?" * 30)
        state = play(state, f"chance draw to=A.deck with={cards}")
        state = play(state, f"chance draw to=B.deck with={cards}")
        assert state.phase == phase
    state = play(state, "A choose B")
    assert (state.phase, state.seat, state.round) == ("roll", 1, 1)
    rolled = play(position("turn 0 A roll_off"), "chance roll 3 to=A", "chance roll 3 to=B")
    assert (rolled.phase, rolled.seat) == ("roll_off", 0)
    rolled = play(rolled, "chance roll 3 to=A", "chance roll 5 to=B")
    assert (rolled.phase, rolled.first) == ("roll", 1)


def test_round_limit() -> None:
    agreed = setup(round_limit="2")
    text = READY + "main A 1=m05/down;main B 1=m04/down;stars A 1"
    state = play(position(text, agreed), "B ready")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == (("A",), "DBM-4.3")
    drawn = play(position(text.replace(";stars A 1", ""), agreed), "B ready")
    ended = GAME.outcome(drawn)
    assert ended is not None
    assert ended.winners == ()


def test_optional_redraw() -> None:
    text = "turn 1 A set;dice A 1;hand A h04 g01"
    action = parse_action("A place token A.main1")
    is_refused_by(CATALOG, judge(GAME, position(text), action), ["DBM-5.6"])
    assert judge(GAME, position(text, setup(redraw="optional")), action).legal


def test_hand_limit() -> None:
    agreed = setup(hand_limit="5")
    text = READY + "main A 1=m05/down;main B 1=m04/down"
    state = play(position(text, agreed), "B ready")
    assert (state.phase, state.seat, state.due) == ("discard", 0, 1)
    state = play(state, "A place h01 A.grave", "B place h01 B.grave")
    assert [len(p.hand) for p in state.players] == [5, 5]
    more = play(position(text, setup(hand_limit="4")), "B ready", "A place h01 A.grave")
    assert (more.phase, more.seat, more.due) == ("discard", 0, 1)


def test_stars_to_win() -> None:
    text = READY + "main A 1=m08/down;main B 1=m04/down"
    assert GAME.outcome(play(position(text, setup(stars_to_win="1")), "B ready")) is not None


def test_grants_may_trigger_at_any_point() -> None:
    agreed = setup(grant_timing="any_point")
    text = READY + "main A 1=h04/down;circle A 1=g04/down;main B 1=m08/down;stock A 1=m03/up/old;"
    text += "stock B 1=m10/up/old"
    state = play(position(text, agreed), "B ready")
    assert (state.phase, state.seat) == ("window", 0)
    state = play(state, "A pass")
    assert (state.phase, state.seat) == ("window", 1)
    state = play(state, "B choose B.stock1")  # −2; both may again
    assert (state.phase, state.seat, state.battle.levels) == ("window", 0, (0, 3))
    state = play(state, "A choose A.stock1", "A choose A.circle1")
    assert (state.phase, state.seat) == ("revival", 1)
    assert state.players[0].stars == 1


def test_both_are_asked_again_after_a_grant_at_any_point() -> None:
    """Check that A may trigger a grant after B's, which made its condition hold (DBM-7.8)."""
    agreed = setup(grant_timing="any_point")
    text = READY + "main A 1=m04/down;main B 1=m05/down;stock A 1=g02/up/old;stock B 1=m03/up/old"
    state = play(position(text, agreed), "B ready")
    assert (state.phase, state.seat, state.battle.levels) == ("window", 1, (2, 2))
    state = play(state, "B choose B.stock1")
    assert (state.phase, state.seat, state.battle.levels) == ("window", 0, (2, 3))
    drawn = play(state, "A choose A.stock1")
    assert (drawn.phase, [player.stars for player in drawn.players]) == ("roll", [0, 0])


def test_grants_stay_down_until_they_trigger() -> None:
    agreed = setup(grant_face="on_trigger")
    text = READY + "main A 1=m01/down;stock A 1=m05/down/old 2=g10/down;main B 1=m08/down;"
    state = play(position(text + "stock B 1=m03/down", agreed), "B ready")
    assert state.phase == "effect"
    assert [placed.up for placed in state.players[0].stock] == [True]  # the permanent one
    assert state.players[0].grave == ("m05",)  # a forced effect, which has triggered
    assert not state.players[1].stock[0].up
    state = play(state, "B pass")
    assert not state.players[1].stock[0].up


def test_a_grant_nobody_knows_is_shown_when_it_is_to_trigger() -> None:
    agreed = setup(grant_face="on_trigger")
    text = READY + "main A 1=m01/down;stock A 1=?/down;main B 1=m08/down"
    more = text.replace("1=?/down", "1=?/down 2=g10/up/old")
    other = play(position(more, agreed), "B ready")
    assert {action.at for action in GAME.legal(other)} == {"A.stock1", ""}
    state = play(position(text, agreed), "B ready")
    assert (state.phase, state.players[0].stock[0].room) == ("hidden", 3)
    kept = play(state, "A pass")
    assert kept.players[0].stock[0].card == "?"
    forced = play(state, "A flip A.stock1 card=m05")
    assert forced.players[0].stars == 0
    assert "m05" in forced.players[0].grave
    lasting = play(state, "A flip A.stock1 card=g10")
    assert lasting.players[0].stock[0].up
    optional = play(state, "A flip A.stock1 card=m03")
    assert (optional.phase, optional.spot) == ("effect", "A.stock1")
    none = play(state, "A flip A.stock1 card=h12")
    assert "h12" in none.players[0].grave
    (broken,) = GAME.violations(state, parse_action("A flip A.stock9 card=m05"))
    assert broken.clause == "DBM-7.6"
    for card, clause in (("token", "DBM-2.3"), ("x9", "DBM-8.1")):
        action = parse_action(f"A flip A.stock1 card={card}")
        assert [v.clause for v in GAME.violations(state, action)] == [clause]
    tight = position(text.replace("dice A 4", "dice A 2"), agreed)
    tight = play(tight, "B ready", "A flip A.stock1 card=g10")
    assert "g10" in tight.players[0].grave


HIDDEN = READY + "main A 1=?/down;circle A 1=?/down;main B 1=m14/down;hand B ?*2"


@pytest.mark.parametrize("way", ["token", "rewind", "lose_battle"])
def test_an_illegal_set_found_at_the_flip(way: str) -> None:
    """Check the `illegal_set` settings with a level 4 human and a level 2 spell on a roll of 4."""
    text = HIDDEN.replace("dice B 4", "dice B 6").replace("hand B ?*4;", "")
    state = play(position(text, setup(illegal_set=way)), "B ready")
    assert GAME.to_act(state) == {"A", "B"}  # B may turn up its own card meanwhile (DBM-8.1)
    state = play(state, "A flip A.main1 card=h09", "A flip A.circle1 card=g03")
    if way == "rewind":
        assert (state.phase, state.seat) == ("set", 0)
        assert {"h09", "g03"} <= set(state.players[0].hand)
        state = play(state, "A place h09 A.main1 facing=down", "A ready")
    assert state.players[1].stars == 1
    if way != "rewind":
        assert {"h09", "g03"} <= set(state.players[0].grave)
        assert state.battle.used == ((), ())  # the next round has begun: no Revival was offered
        assert state.phase == "roll"


def test_every_clause_that_an_illegal_set_breaks_is_reported() -> None:
    """Check a set with a level 4 human on a roll of 2 and a card without a grant side in stock."""
    text = "turn 2 A flip;dice A 2 0 set;dice B 4 0 set;main A 1=h09/up;stock A 1=?/down;"
    state = position(text + "main B 1=m01/up;deck A ?*20;deck B ?*20", setup())
    reported = GAME.advance(state, parse_action("A flip A.stock1 card=h05"))[0]
    kinds = ("set_refused", "broken_too")
    assert {event.clause for event in reported if event.kind in kinds} == {"DBM-6.7", "DBM-7.1"}


def test_both_sets_illegal_lose_no_star() -> None:
    agreed = setup(illegal_set="lose_battle")
    heavy = READY.replace("dice B 4", "dice B 6") + "main A 1=?/down;main B 1=m14/down"
    state = position(heavy, agreed)
    low = state.players[1]._replace(roll=4)
    state = state._replace(players=(state.players[0], low))
    assert judge(GAME, state, parse_action("B ready")).clauses == ("DBM-6.2", "DBM-6.7")
    assert [str(action) for action in GAME.legal(state)] == ["B remove B.main1"]
    flip = "turn 2 A flip;dice A 4 0 set;dice B 4 0 set;main A 1=?/down;main B 1=m14/up"
    state = play(position(flip, agreed), "A flip A.main1 card=m14")
    assert [p.stars for p in state.players] == [0, 0]
    assert state.phase == "roll"


def test_a_match_over_unknown_decks_is_settled_at_the_flip() -> None:
    match = Match(GAME, setup(first_player="lot"))
    cards = ",".join("?" * 30)
    for text in (
        f"chance draw to=A.deck with={cards}",
        f"chance draw to=B.deck with={cards}",
        "chance choose A",
        "chance roll 3 to=A",
        "A place ? A.main1 facing=down",
        "A place ? A.circle1 facing=down",
        "A ready",
        "chance roll 2 to=B",
        "B place ? B.main1 facing=down",
        "B ready",
        "B flip B.main1 card=m04",
        "A flip A.circle1 card=g03",
        "A flip A.main1 card=m05",
    ):
        ply = match.play(parse_action(text))
    verdicts = [p.verdict for p in match.plies if p.verdict is not None]
    assert [v.status.value for v in verdicts[4:7]] == ["undetermined"] * 3
    assert verdicts[4].awaits == ("DBM-6.7", "DBM-6.2", "DBM-6.4") or verdicts[4].awaits
    kinds = [event.kind for event in ply.events]
    assert "settled" in kinds
    assert "set_refused" in kinds  # magic next to a monster
    assert match.state.players[1].stars == 1


def test_more_cards_than_the_roll_cannot_be_a_set() -> None:
    text = "turn 1 A set;dice A 2;main A 1=?/down 2=?/down 3=?/down;hand A ?*2"
    assert judge(GAME, position(text), parse_action("A ready")).status == "illegal"
    one = "turn 1 A set;dice A 6;main A 1=?/down;hand A ?*2"
    known = Setup("dicebattle", {}, {"A": Deck(DECKS["monsters"].cards)})
    found = judge(GAME, position(one, known), parse_action("A ready"))
    assert found.status == "undetermined"  # it may be Feral Charm


def test_a_redraw_over_a_hidden_hand() -> None:
    text = "turn 1 A set;dice A 1;hand A ?*2;deck A ?*3"
    assert judge(GAME, position(text), parse_action("A declare redraw")).status == "undetermined"
    shown = parse_action("A declare redraw with=h04,g01")
    assert judge(GAME, position(text), shown).status == "legal"
    state = play(position(text), "A declare redraw with=h04,g01")
    assert state.players[0].hand == ("g01", "h04")
    state = play(state, "chance draw to=A.deck with=?,?,?,?,?")
    assert (state.phase, state.players[0].redraws) == ("set", 1)
    sure = play(position("turn 1 A set;dice A 1 3;hand A h04 g01"), "A place token A.main1")
    assert sure.players[0].done
    again = play(position("turn 1 A set;dice A 2;hand A h04"), "A flip A.miracle")
    assert (again.phase, again.players[0].miracle) == ("roll", False)


@pytest.mark.parametrize("name", DECKS)
def test_the_shipped_decks_are_legal(name: str) -> None:
    report = GAME.data.check_deck(setup(), "A", DECKS[name])
    assert report.legal
    assert report.warnings == ()


def test_every_violation_is_found_at_once() -> None:
    deck = Deck(("m01",) * 3 + ("m14", "miracle", "x9"), {"side": ("h01",)})
    report = GAME.data.check_deck(setup(), "A", deck)
    assert set(report.violations) == {
        DeckFinding("DBM-2.1", "", 4, 30),
        DeckFinding("DBM-2.1", "x9", 1, 0),
        DeckFinding("DBM-2.2", "m01", 3, 2),
        DeckFinding("DBM-2.3", "miracle", 1, 0),
        DeckFinding("DBM-2.3", "h01", 1, 0),
    }
    assert report.warnings == (DeckFinding("DBM-2.4", "", 3, 4),)


@pytest.mark.parametrize(
    ("agreed", "what"),
    [
        (setup(redrow="optional"), "did you mean"),
        (setup(redraw="sometimes"), "cannot be"),
        (setup(hand_limit="31"), "from 1 to 30"),
        (setup(stars_to_win="0"), "from 1 to 5"),
        (setup(round_limit="x"), "from 1 to 99"),
        (Setup("dicebattle", {}, {"C": DECKS["humans"]}), "write A or B"),
        (
            Setup("dicebattle", {}, {"A": Deck(("m01",) * 3, name="mine")}),
            "mine: m01: 3, but at most 2",
        ),
    ],
)
def test_faulty_settings_and_decks_are_named(agreed: Setup, what: str) -> None:
    with pytest.raises(DataError, match=what):
        GAME.start(agreed)
    if not agreed.decks:
        with pytest.raises(DataError):
            GAME.data.check_deck(agreed, "A", DECKS["humans"])


def test_at_the_flip_every_identity_is_listed_for_both_seats() -> None:
    state = position("turn 1 A flip;main A 1=?/down;main B 1=?/down 2=m01/up;grave A m01*2")
    actions = list(GAME.legal(state))
    assert GAME.to_act(state) == {"A", "B"}
    assert len(actions) == 40 + 41
    assert all(GAME.violations(state, action) == () for action in actions)
    assert not GAME.violations(state, parse_action("B flip B.main1 card=m01"))


def test_seats_and_what_stops_undo() -> None:
    assert GAME.seats(setup()) == ("A", "B")
    kinds = {"shown", "drawn", "redrawn", "rolled", "revealed"}
    assert all(GAME.reveals(Event(kind)) for kind in kinds)
    assert not GAME.reveals(Event("placed"))


def test_what_cannot_be_is_a_programmers_error() -> None:
    state = position(READY + "main A 1=?/down")
    with pytest.raises(LookupError):
        Run(state).purge("A.stock1")
    with pytest.raises(LookupError):
        effect_of(state, Entry(5, 0, "A.main1", "h11"))


@pytest.mark.parametrize(
    ("deck", "roll", "status"),
    [
        (("m14", "h12"), 5, "legal"),  # no unit can be set, whatever the hand contains
        (("m01", "m02"), 5, "illegal"),  # a unit can be set, whatever the hand contains
        (("m01", "m14"), 5, "undetermined"),
    ],
)
def test_a_known_deck_may_decide_over_a_hidden_hand(
    deck: tuple[str, str], roll: int, status: str
) -> None:
    """Check the redraw's verdict if all cards of a known deck but two are in the graveyard."""
    cards = sorted(card for name in ("humans", "monsters") for card in DECKS[name].cards)
    rest = [card for card in cards if card not in deck][:28]
    rest = [card for i, card in enumerate(rest) if rest[:i].count(card) < 2]
    agreed = Setup("dicebattle", {}, {"A": Deck((*deck, *rest))})
    text = f"turn 1 A set;dice A {roll};hand A ?;deck A ?;grave A " + " ".join(rest)
    state = position(text, agreed)
    assert judge(GAME, state, parse_action("A declare redraw")).status == status
    assert any(a.value == "redraw" for a in GAME.legal(state)) == (status != "illegal")


@pytest.mark.parametrize("hand", ["m04", "?"])
def test_cards_fill_a_zone_from_the_left_or_any_place_by_agreement(hand: str) -> None:
    """Check DBM-6.3: the value `any` of the setting lists and allows every free place."""
    text = f"turn 1 A set;dice A 4;hand A {hand};main A 2=m05/down"
    for value, places in (("from_left", [1]), ("any", [1, 3, 4, 5, 6])):
        state = position(text, setup(set_places=value))
        listed = {action.to for action in GAME.legal(state) if action.to.startswith("A.main")}
        assert listed == {f"A.main{n}" for n in places}
        for n in range(1, 8):
            action = parse_action(f"A place {hand} A.main{n} facing=down")
            verdict = judge(GAME, state, action)
            assert verdict.legal == (n in places)
            if n not in places:
                assert verdict.clauses == ("DBM-6.3",)
                free = "the leftmost free place" if value == "from_left" else "a free place"
                assert free in refusal(CATALOG, verdict.violations[0]).render("en")
        after = carry_out(state, f"A place {hand} A.main{places[-1]} facing=down")
        assert GAME.notation.parse(GAME.notation.format(after), setup(set_places=value)) == after


def test_a_full_zone_has_no_place_for_a_card() -> None:
    for value in ("from_left", "any"):
        main = " ".join(f"{n}=?/down" for n in range(1, 7))
        state = position(f"turn 2 A set;dice A 6;hand A ?;main A {main}", setup(set_places=value))
        verdict = judge(GAME, state, parse_action("A place ? A.main6 facing=down"))
        assert "DBM-6.3" in verdict.clauses
        assert "main" not in " ".join(action.to for action in GAME.legal(state))
