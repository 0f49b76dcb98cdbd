"""Unseen cards: one verdict for all, compared with a verdict per possible card."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from rules import (
    UNKNOWN,
    Action,
    Event,
    Facing,
    Setup,
    Status,
    Verb,
    Violation,
    judge,
    parse_action,
)
from rules.games.dicebattle import GAME
from rules.games.dicebattle.state import Phase, Placed, Player, State
from rules.sim.playout import starter_setup
from tests.support.games.dicebattle import carry_out, play, position
from tests.support.games.dicebattle_oracle import legal, level
from tests.support.hidden_verdicts import holds

ZONES = ("main", "circle", "stock")
UNKNOWN_DECK = GAME.start(Setup("dicebattle"))
KNOWN_DECK = GAME.start(starter_setup(GAME, Setup("dicebattle")))


def drawn(first: State, rng: random.Random) -> State:
    """Return a random position in A's set phase, in which most cards are unknown."""
    pool = sorted(first.config.limits[0])

    def cards(count: int, unseen: float) -> list[str]:
        return [UNKNOWN if rng.random() < unseen else rng.choice(pool) for _ in range(count)]

    def zone(name: str, *sizes: int) -> tuple[Placed, ...]:
        resting = enumerate(cards(rng.choice(sizes), 0.7), 1)
        return tuple(
            Placed(f"A.{name}{n}", card, new=name != "stock" or n < 3) for n, card in resting
        )

    player = Player(
        hand=tuple(sorted(cards(rng.choice((1, 1, 2, 4)), 0.8))),
        deck=tuple(cards(rng.choice((0, 20, 40, 60)), 0.1)),
        main=zone("main", 0, 1, 1, 2),
        circle=zone("circle", 0, 0, 1),
        stock=zone("stock", 0, 0, 0, 1),
        roll=rng.randint(1, 6),
        redraws=rng.randrange(4),
    )
    return first._replace(players=(player, first.players[1]), phase=Phase.SET, seat=0)


def left_of(state: State) -> Counter[str]:
    player = state.players[0]
    seen = Counter((*player.hand, *player.deck, *player.grave))
    seen.update(placed.card for placed in player.main + player.circle + player.stock)
    return Counter(state.config.limits[0]) - seen


def with_player(state: State, player: Player) -> State:
    return state._replace(players=(player, state.players[1]))


def placed_worlds(state: State, action: Action) -> Iterator[tuple[Violation, ...]]:
    """Yield the violations for each card that the placed card can be.

    It is one of the hidden cards, or one that is known to be in the hand.
    """
    player = state.players[0]
    hand = list(player.hand)
    hand.remove(UNKNOWN)
    for card in left_of(state):
        known = with_player(state, player._replace(hand=tuple(sorted([*hand, card]))))
        yield GAME.violations(known, replace(action, card=card))
    for card in set(hand) - {UNKNOWN}:
        yield GAME.violations(state, replace(action, card=card))


def sets(state: State) -> Iterator[State]:
    """Yield the position once for each way to identify the unknown cards of A's set."""
    player = state.players[0]
    hidden = next((placed for placed in player.set_now if placed.card == UNKNOWN), None)
    if hidden is None:
        yield state
        return
    for card in left_of(state):
        turned = {
            zone: tuple(c._replace(card=card) if c is hidden else c for c in getattr(player, zone))
            for zone in ZONES
        }
        yield from sets(with_player(state, player._replace(**turned)))


def layings(state: State, rng: random.Random) -> Iterator[Action]:
    for zone in ZONES:
        free = 1 + len(getattr(state.players[0], zone))
        cell = f"A.{zone}{free if rng.random() < 0.8 else 3}"
        turn = int(zone == "stock") if rng.random() < 0.8 else 3
        facing = Facing.DOWN if rng.random() < 0.9 else Facing.UP
        yield Action("A", Verb.PLACE, UNKNOWN, to=cell, facing=facing, turn=turn)


@pytest.mark.parametrize("first", [UNKNOWN_DECK, KNOWN_DECK], ids=["unknown", "known"])
def test_a_card_placed_unseen_is_judged_as_every_card_it_may_be(first: State) -> None:
    rng = random.Random("laid")
    seen: Counter[Status] = Counter()
    for _ in range(400):
        state = drawn(first, rng)
        if UNKNOWN not in state.players[0].hand or not left_of(state):
            continue
        for action in layings(state, rng):
            verdict = judge(GAME, state, action)
            seen[verdict.status] += 1
            worlds = list(placed_worlds(state, action))
            if all(worlds) or may_become_legal(carried_out(state, action)):
                holds(verdict, worlds)
            else:
                assert verdict.status is Status.ILLEGAL, f"{action}\n{GAME.notation.format(state)}"
    assert min(seen[Status.ILLEGAL], seen[Status.UNDETERMINED]) > 20


def carried_out(state: State, action: Action) -> State:
    return GAME.fold(state, Event("placed", action.seat, action.card, action.to))


def may_become_legal(state: State) -> bool:
    """Try every identity of A's unseen cards; a unit or a Beast Tamer may still follow."""
    player = state.players[0]
    cards = [
        (zone, placed.card) for zone in ZONES for placed in getattr(player, zone) if placed.new
    ]
    hidden = [zone for zone, card in cards if card == UNKNOWN]
    known = tuple(tuple(c for z, c in cards if z == zone and c != UNKNOWN) for zone in ZONES)
    return completes(player, hidden, left_of(state), known)


def completes(
    player: Player, hidden: list[str], left: Counter[str], zones: tuple[tuple[str, ...], ...]
) -> bool:
    main, circle, stock = zones
    if not hidden:
        held = "h13" in player.hand or (UNKNOWN in player.hand and left["h13"])
        return legal(player.roll, main, circle, stock, whole=False) or (
            bool(held) and legal(player.roll, (*main, "h13"), circle, stock)
        )
    at = ZONES.index(hidden[0])
    for card in [card for card, count in left.items() if count]:
        tried = tuple((*cards, card) if n == at else cards for n, cards in enumerate(zones))
        room = player.roll - sum(map(level, tried[1]))
        fits = all(card[0] == "g" for card in tried[1]) and legal(
            room, tried[0], (), tried[2], whole=False
        )
        if fits and completes(player, hidden[1:], left - Counter([card]), tried):
            return True
    return False


@pytest.mark.parametrize("first", [UNKNOWN_DECK, KNOWN_DECK], ids=["unknown", "known"])
def test_a_card_beside_unseen_cards_is_listed_if_the_set_may_become_legal(first: State) -> None:
    rng = random.Random("beside")
    seen: Counter[bool] = Counter()
    for _ in range(120):
        state = drawn(first, rng)
        player, left = state.players[0], left_of(state)
        unseen = [*player.hand, *player.deck, *(placed.card for placed in player.set_now)]
        if UNKNOWN not in player.hand or unseen.count(UNKNOWN) > left.total():
            continue
        listed = {a for a in GAME.legal(state) if a.verb is Verb.PLACE and a.card != "token"}
        for zone in ZONES:
            cell = f"A.{zone}{1 + len(getattr(player, zone))}"
            turn = int(zone == "stock")
            for card in rng.sample(sorted(left), min(4, len(left))):
                action = Action("A", Verb.PLACE, card, to=cell, facing=Facing.DOWN, turn=turn)
                assert judge(GAME, state, action).legal == (action in listed), (
                    f"{action}\n{GAME.notation.format(state)}"
                )
                seen[action in listed] += 1
                if action in listed:
                    assert may_become_legal(carried_out(state, action))
    assert min(seen.values()) > 20


@pytest.mark.parametrize(
    ("text", "action", "may"),
    [
        ("dice A 1;hand A ?*4;main A 1=?/down", "A place ? A.main2 facing=down", False),
        ("dice A 1;hand A ?*4;main A 1=?/down", "A place m01 A.main2 facing=down", False),
        ("dice A 1;hand A ?*4;main A 1=?/down", "A place ? A.circle1 facing=down", False),
        ("dice A 2;hand A ?*3;main A 1=?/down 2=?/down", "A place ? A.main3 facing=down", False),
        ("dice A 2;hand A ?*4;main A 1=?/down", "A place ? A.main2 facing=down", True),
        ("dice A 6;hand A ?*4;main A 1=?/down", "A place h04 A.main2 facing=down", False),
        ("dice A 6;hand A ?*4;main A 1=?/down", "A place h13 A.main2 facing=down", True),
    ],
)
def test_a_set_that_no_card_can_make_legal_is_refused_at_once(
    text: str, action: str, may: object
) -> None:
    """Check DBM-6.7 and DBM-6.1: two units need a roll of 2, whatever the unseen cards are."""
    state = position(f"turn 1 A set;{text}")
    verdict = judge(GAME, state, parse_action(action))
    assert verdict.legal is may
    assert (parse_action(action) in list(GAME.legal(state))) is may


READY = Action("A", Verb.READY)


@pytest.mark.parametrize("first", [UNKNOWN_DECK, KNOWN_DECK], ids=["unknown", "known"])
def test_a_set_with_unseen_cards_is_judged_as_every_set_it_may_be(first: State) -> None:
    rng = random.Random("set")
    seen: Counter[Status] = Counter()
    for _ in range(250):
        state = drawn(first, rng)
        player = state.players[0]
        unseen = sum(placed.card == UNKNOWN for placed in player.set_now)
        if unseen not in (1, 2) or not player.main:
            continue
        worlds = [GAME.violations(known, READY) for known in sets(state)]
        if worlds:
            verdict = judge(GAME, state, READY)
            seen[verdict.status] += 1
            holds(verdict, worlds, every=False)
            assert (READY in list(GAME.legal(state))) == (not all(worlds))
    assert min(seen[Status.ILLEGAL], seen[Status.UNDETERMINED]) > 10


def hands(state: State) -> Iterator[State]:
    """Yield the position once for each way to identify the unknown cards of the hand."""
    player = state.players[0]
    known = [card for card in player.hand if card != UNKNOWN]
    copies = sorted(left_of(state).elements())
    for cards in set(combinations(copies, player.hand.count(UNKNOWN))):
        yield with_player(state, player._replace(hand=tuple(sorted([*known, *cards]))))


def held(rng: random.Random, left: tuple[str, ...], hidden: int) -> State:
    """Return a position without placed cards, where A's `hidden` unknown cards come from `left`."""
    hand = ["g01"] * rng.randrange(2)
    deck = list((Counter(UNKNOWN_DECK.config.limits[0]) - Counter([*left, *hand])).elements())
    player = Player(
        hand=tuple(sorted([*hand, *[UNKNOWN] * hidden])),
        deck=tuple(deck),
        roll=rng.randint(1, 6),
        redraws=rng.randrange(4),
    )
    return with_player(UNKNOWN_DECK, player)._replace(phase=Phase.SET)


ON_A_HAND = [parse_action(text) for text in ("A declare redraw", "A place token A.main1", "A pass")]


def test_redraw_and_token_are_judged_as_every_hand_there_may_be() -> None:
    """Check that verdicts hold for every possible hand, and name no unit that is only inferred."""
    rng = random.Random("hands")
    seen: Counter[Status] = Counter()
    for _ in range(300):
        left = tuple(rng.choices(("m01", "m04", "h01", "m15", "g03", "g06"), k=rng.randint(2, 5)))
        state = held(rng, left, rng.randint(1, 2))
        worlds = list(hands(state))
        for action in ON_A_HAND:
            verdict = judge(GAME, state, action)
            seen[verdict.status] += 1
            holds(verdict, [GAME.violations(known, action) for known in worlds])
    assert min(seen[Status.ILLEGAL], seen[Status.UNDETERMINED], seen[Status.LEGAL]) > 20


def test_one_copy_of_a_card_is_not_placed_twice() -> None:
    """Check that an unseen set that needs two copies is illegal if only one copy remains."""
    first = UNKNOWN_DECK
    position = Player(
        hand=(UNKNOWN,),
        main=(Placed("A.main1", UNKNOWN), Placed("A.main2", UNKNOWN)),
        roll=6,
    )
    for left, may in (
        ({"m01": 1, "g03": 1}, False),
        ({"m01": 2}, True),
        ({"m01": 1, "m02": 1}, True),
    ):
        assert ready_may_be(first, position, left) is may
    spells = position._replace(
        main=(Placed("A.main1", "h01"),),
        circle=(Placed("A.circle1", UNKNOWN),),
        stock=(Placed("A.stock1", UNKNOWN),),
    )
    for left, may in (
        ({"g02": 1, "h02": 1}, False),
        ({"g02": 2}, True),
        ({"g02": 1, "g08": 1}, True),
        ({"g02": 1, "g06": 1}, True),
        ({"g10": 1, "g06": 1}, True),
        ({"g10": 1, "g07": 1, "h02": 2}, True),
        ({"g03": 2}, False),
    ):
        assert ready_may_be(first, spells, left) is may
    tight = spells._replace(roll=3)
    for left, may in (({"g02": 2}, True), ({"g02": 1, "g08": 1}, False), ({"g09": 2}, True)):
        assert ready_may_be(first, tight, left) is may


def test_more_unseen_cards_than_are_left_bar_nothing_by_themselves() -> None:
    """Test an impossible position, in which the one remaining card decides."""
    unseen = (Placed("A.main1", UNKNOWN), Placed("A.main2", UNKNOWN))
    for left, may in (("m01", True), ("m14", False)):
        deck = tuple(
            c for c, n in UNKNOWN_DECK.config.limits[0].items() if c != left for _ in range(n)
        )
        player = Player(hand=(UNKNOWN,), deck=(*deck, left), main=unseen, roll=3)
        state = with_player(UNKNOWN_DECK, player)._replace(phase=Phase.SET)
        assert judge(GAME, state, READY).legal is may


def ready_may_be(first: State, player: Player, left: dict[str, int]) -> bool:
    """Return True if the set may be legal when only `left` remains of the deck."""
    deck = tuple(
        card for card, n in first.config.limits[0].items() for _ in range(n - left.get(card, 0))
    )
    known = [placed.card for placed in player.set_now]
    held = list(deck)
    for card in known:
        if card in held:
            held.remove(card)
    state = with_player(first, player._replace(deck=tuple(held)))._replace(phase=Phase.SET)
    listed = READY in list(GAME.legal(state))
    assert listed == judge(GAME, state, READY).legal
    assert listed == any(not GAME.violations(known_set, READY) for known_set in sets(state))
    return listed


EARLY = "main A 1=?/down;dice A 4 0 set;first A;hand A ?*4;hand B ?*5;deck A ?*25;deck B ?*25;"


@pytest.mark.parametrize("card", ["?", "h04"])
@pytest.mark.parametrize("now", ["turn 1 B roll", "turn 1 B set;dice B 3"])
def test_a_card_turned_up_before_the_other_has_set_stays_face_up_and_set(
    now: str, card: str
) -> None:
    """Check DBM-14.3: a known or unknown card stays face up; the match continues unchanged."""
    state = position(EARLY.replace("1=?", f"1={card}") + now)
    after = carry_out(state, "A flip A.main1 card=h04")
    assert after.players[0].main == (Placed("A.main1", "h04", up=True),)
    assert (after.phase, after.seat, after.ply) == (state.phase, state.seat, state.ply + 1)
    assert GAME.notation.parse(GAME.notation.format(after), Setup("dicebattle")) == after
    report = GAME.advance(state, parse_action("A flip A.main1 card=h04"))[0]
    assert ("early", "DBM-14.3") in [(event.kind, event.clause) for event in report]

    if state.phase is Phase.ROLL:
        after = carry_out(after, "chance roll 3 to=B")
    after = play(after, "B place ? B.main1 facing=down", "B ready")
    assert GAME.to_act(after) == {"B"}, "the first player has nothing left to turn up"
    after = carry_out(after, "B flip B.main1 card=m01")
    assert after.battle.winner == 0


def test_a_set_that_is_seen_too_early_to_be_illegal_goes_when_all_is_open() -> None:
    after = carry_out(position(EARLY + "turn 1 B set;dice B 3"), "A flip A.main1 card=h12")
    assert GAME.notation.parse(GAME.notation.format(after), Setup("dicebattle")) == after
    after = play(after, "B place ? B.main1 facing=down", "B ready", "B flip B.main1 card=m04")
    assert after.players[0].grave == ("h12",)
    assert after.players[1].stars == 1


@pytest.mark.parametrize(
    ("action", "clause"),
    [
        ("B flip A.main1 card=h04", "DBM-8.1"),  # each turns up its own cards
        ("A flip A.main1 card=token", "DBM-2.3"),
        ("A flip A.main1 card=h04 turn=1", "DBM-14.1"),
        ("A flip A.main2 card=h04", "DBM-5.1"),  # the place is empty
    ],
)
def test_what_is_no_card_turned_up_too_early_is_refused(action: str, clause: str) -> None:
    state = position(EARLY + "turn 1 B set;dice B 3")
    found = GAME.violations(state, parse_action(action))
    assert [violation.clause for violation in found] == [clause]


@pytest.mark.parametrize("card", ["?", "h04"])
def test_a_card_that_is_not_set_is_turned_back(card: str) -> None:
    """Check DBM-14.3: it protects no card that is turned up before its owner has declared "set"."""
    setting = position(f"turn 1 A set;dice A 4;main A 1={card}/down;hand A ?*4")
    assert judge(GAME, setting, parse_action("A flip A.main1 card=h04")).clauses == ("DBM-8.1",)


def test_a_known_card_cannot_turn_up_as_another() -> None:
    """Check DBM-8.1 for the card that a card turned up too early is."""
    known = position(EARLY.replace("1=?", "1=h04") + "turn 1 B set;dice B 3")
    for text in ("A flip A.main1 card=m01", "A flip A.main1"):
        assert judge(GAME, known, parse_action(text)).clauses == ("DBM-8.1",)


def test_what_comes_back_is_named_and_what_is_drawn_is_not() -> None:
    """Check that cards from the graveyard (public by DBM-3.1) are named, but drawn ones are not."""
    assert GAME.captions.is_public(Event("recovered", "A", "h04"))
    assert not GAME.captions.is_public(Event("drawn", "A", "h04"))


def test_an_effect_names_its_card_but_for_a_grant_that_stays_face_down() -> None:
    """Check set cards, which are turned up (DBM-8.1), and a grant that may still wait (DBM-7.6)."""
    for value in ("happens", "idle", "declined"):
        assert GAME.captions.is_public(Event("effect", "A", "m06", "A.main2", value=value))
    assert GAME.captions.is_public(Event("effect", "A", "g01", "A.stock1", value="happens"))
    for value in ("idle", "declined"):
        assert not GAME.captions.is_public(Event("effect", "A", "g01", "A.stock1", value=value))
