from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest

from companion.match_setup.decks import printed_decks
from companion.robots.acting import Behaviour
from companion.robots.declarations import Saying
from companion.robots.opening import seat_robots
from companion.robots.players import RobotPlayers
from companion.robots.script import EntryKind, Script, ScriptEntry
from companion.simulator.stage import HandMove, Stage
from rules import (
    Cell,
    Facing,
    Manifest,
    Match,
    PrintedCard,
    Setup,
    Tag,
    TagKind,
    Verb,
    format_tag,
    judge,
    load_catalog,
    load_game,
    parse_action,
)
from rules import Mat as PrintedMat
from rules.records.manifest import Spot, Symbol, TagSquare

GAME = load_game("yggdrasil")
CATALOG = load_catalog("yggdrasil")
HASTY = Behaviour(
    blunder=0.8,
    mistakes=2,
    forget=0.9,
    take_back=0.4,
    distraction=0.1,
    settle_s=0.2,
    listen_s=0.2,
)


def printed(owner: str, deck: str, number: int) -> list[PrintedCard]:
    """Return the printed cards of a shipped deck, without producing a PDF."""
    listed = CATALOG.decks[deck]
    copies: Counter[str] = Counter()
    cards = []
    for card in (*listed.extras["root"], *listed.cards):
        copies[card] += 1
        tag = Tag("Y", number, TagKind.CARD, CATALOG.cards[card].number, copies[card])
        spot = Spot(1, 0, 0, 54, 90)
        square = TagSquare(7, 60, 16)
        cards.append(PrintedCard(format_tag(tag), card, copies[card], owner, spot, square))
    return cards


def control(card: str, number: int) -> PrintedCard:
    tag = format_tag(Tag("Y", 1, TagKind.CONTROL, number, 1))
    return PrintedCard(tag, card, 1, "", Spot(1, 0, 0, 90, 54), TagSquare(7, 30, 16))


CONTROLS = (control("ctl.end_turn", 1), control("ctl.undo", 2))
CARDS = (*printed("sun", "orchard", 1), *printed("moon", "hunt", 2), *CONTROLS)


PRINTED = Manifest("yggdrasil", "test", "cards.pdf", "test/card@1", Symbol(2), cards=CARDS)


def mat() -> PrintedMat:
    grid = [
        Cell(f"{'abcd'[c]}{r + 1}", 129 + 54 * c, 477 - 90 * r, ())
        for c in range(4)
        for r in range(5)
    ]
    zones = [
        Cell(f"{seat}.{zone}", x, y, ())
        for seat, y in (("A", 460), ("B", 130))
        for zone, x in (("deck", 370), ("discard", 50), ("control", 370))
    ]
    return PrintedMat("4x5", 1, 420, 594, (*grid, *zones), (), ())


@dataclass
class Played:
    """A match carried out without pictures."""

    script: Script
    stage: Stage
    performance: RobotPlayers
    match: Match[object]


def seated(seed: int, behaviour: Behaviour | None = HASTY) -> Played:
    setup = Setup("yggdrasil", {}, printed_decks([PRINTED], CATALOG, GAME, {}))
    form = GAME.table.form(setup)
    stage = Stage(mat(), form.seat_turns, np.random.default_rng(seed), fps=3, idle_fps=3)
    match = Match(GAME, setup)
    performance = seat_robots(match, stage, CARDS, random.Random(seed), behaviour)
    return Played(performance.script, stage, performance, match)


def play(seed: int, behaviour: Behaviour | None = HASTY) -> Played:
    played = seated(seed, behaviour)
    for _ in played.performance.ticks():
        pass
    return played


@pytest.fixture(scope="module")
def matches() -> list[Played]:
    return [play(seed) for seed in range(4)]


def test_the_printed_decks_are_the_decks_of_the_match() -> None:
    decks = printed_decks([PRINTED], CATALOG, GAME, {})
    for seat, name in (("A", "orchard"), ("B", "hunt")):
        assert Counter(decks[seat].cards) == Counter(CATALOG.decks[name].cards)
        assert decks[seat].extras == {"root": ("yr1",)}
    setup = Setup("yggdrasil", {}, decks)
    assert all(GAME.data.check_deck(setup, seat, deck).legal for seat, deck in decks.items())


def test_what_is_on_the_table_at_the_end_is_what_the_rules_say(matches: list[Played]) -> None:
    cards = {c.tag: c for c in CARDS}
    for played in matches:
        layout = {c: p for c, p in played.script.layout.items() if c in cells(played.stage)}
        resting = {c: p for c, p in played.stage.piles.items() if p}
        assert layout.keys() == resting.keys()
        for cell, wanted in layout.items():
            tags, pile = resting[cell], list(wanted)
            assert len(tags) == len(pile)
            if "." in cell:  # a player who forgets a card puts it on the pile later
                tags = sorted(tags, key=lambda tag: cards[tag].card)
                pile = sorted(pile, key=lambda card: card.card)
            for tag, expected in zip(tags, pile, strict=True):
                piece = played.stage.scene.find(tag)
                assert piece is not None
                assert piece.face_up == (expected.facing is Facing.UP)
                if expected.facing is Facing.UP:
                    assert cards[tag].card == expected.card
                    assert {"sun": "A", "moon": "B"}[cards[tag].owner] == expected.owner
                    upright = {"A": 0, "B": 180}[expected.owner]
                    off = (piece.rotation_deg - upright + 180) % 360 - 180
                    assert abs(off) < 15


def cells(stage: Stage) -> set[str]:
    return {cell.id for cell in stage.mat.cells}


def test_every_card_is_in_one_place_only(matches: list[Played]) -> None:
    for played in matches:
        stock = played.performance._robots.hands.stock
        held = [tag for hand in stock.hands.values() for tag in hand]
        resting = [tag for pile in played.stage.piles.values() for tag in pile]
        everything = Counter([*held, *resting])
        assert set(everything.values()) == {1}
        assert everything.keys() == {c.tag for c in CARDS if c.owner}
        assert sorted(resting) == sorted(piece.tag for piece in played.stage.scene.pieces)


def test_the_actions_of_the_script_are_the_match_s_own(matches: list[Played]) -> None:
    for played in matches:
        kept: list[ScriptEntry] = []
        for deed in played.script.deeds:
            if deed.kind is EntryKind.ACTION:
                kept.append(deed)
            elif deed.kind is EntryKind.TAKEN_BACK:
                assert kept.pop().action == deed.action
        actions = [p.action for p in played.match.plies if p.action and p.action.seat != "chance"]
        assert [parse_action(deed.action) for deed in kept] == actions
        assert played.match.outcome is not None
        assert played.script.scores == dict(played.match.outcome.scores)
        assert played.script.deeds[-1].kind is EntryKind.ENDED


def test_what_is_called_illegal_is_refused_by_the_rules_when_it_is_done(
    matches: list[Played],
) -> None:
    clauses: Counter[str] = Counter()
    for played in matches:
        for deed in played.script.of(EntryKind.ILLEGAL):
            action = parse_action(deed.action)
            assert str(action) == deed.action
            verdict = judge(GAME, played.match.state_at(deed.ply), action)
            assert not verdict.legal
            assert verdict.clauses == deed.clauses
            clauses.update(deed.clauses)
    wanted = {"YGG-4.3", "YGG-5.1", "YGG-6.2", "YGG-6.3", "YGG-6.4"}
    assert wanted <= clauses.keys()
    assert "YGG-4.4" in clauses, "cards were removed without a reason"


def test_no_wrong_removal_could_be_taken_for_a_take_back(matches: list[Played]) -> None:
    removals = 0
    for played in matches:
        field = [z.cell for z in GAME.table.form(played.match.setup).zones if z.tracked]
        for deed in played.script.of(EntryKind.ILLEGAL):
            action = parse_action(deed.action)
            if action.verb is not Verb.REMOVE:
                continue
            removals += 1
            plies = enumerate(played.match.plies[: deed.ply], 1)
            seen = [n for n, ply in plies if any(map(GAME.reveals, ply.events))]
            since = range(max(seen, default=0), deed.ply + 1)
            layouts = [GAME.table.layout(played.match.state_at(ply)) for ply in since]
            left = {c: layouts[-1].get(c, ()) for c in field if c != action.at} | {action.at: ()}
            assert all(any(o.get(c, ()) != left[c] for c in field) for o in layouts[:-1])
    assert removals > 0


def test_faults_are_plain_to_who_cannot_see_the_hands() -> None:
    """Check that an illegal move breaks the same clauses when judged without the hidden hands."""
    faults = 0
    for seed in range(40, 43):
        played = play(seed, Behaviour(blunder=1.0, mistakes=9))
        for deed in played.script.of(EntryKind.ILLEGAL):
            seen = GAME.view(played.match.state_at(deed.ply), None)
            assert judge(GAME, seen, parse_action(deed.action)).clauses == deed.clauses
            faults += 1
    assert faults > 9


def test_forgotten_cards_are_taken_off_after_a_while(matches: list[Played]) -> None:
    forgotten = [deed for played in matches for deed in played.script.of(EntryKind.FORGOTTEN)]
    assert forgotten
    for deed in forgotten:
        assert deed.note
        assert deed.clauses == ()


def test_take_backs_come_before_the_other_seat_acts(matches: list[Played]) -> None:
    taken = 0
    for played in matches:
        deeds = [d for d in played.script.deeds if d.kind is not EntryKind.DISTRACTION]
        for before, deed in pairwise(deeds):
            if deed.kind is EntryKind.TAKEN_BACK:
                taken += 1
                assert before.kind in (EntryKind.ACTION, EntryKind.FORGOTTEN)
                assert (before.seat, before.action) == (deed.seat, deed.action)
    assert taken > 3


def test_times_follow_each_other(matches: list[Played]) -> None:
    for played in matches:
        deeds = [d for d in played.script.deeds if d.kind is not EntryKind.FORGOTTEN]
        for before, after in pairwise(deeds):
            assert before.begun_s <= before.done_s <= after.begun_s
        assert played.stage.now == pytest.approx(deeds[-1].done_s)


def test_the_same_seed_plays_the_same_match() -> None:
    assert play(9).script == play(9).script
    assert play(9).script.deeds != play(10).script.deeds


def test_polite_players_do_nothing_wrong() -> None:
    polite = Behaviour(blunder=0, forget=0, take_back=0, distraction=0)
    kinds = {deed.kind for deed in play(3, polite).script.deeds}
    done = {EntryKind.SET_UP, EntryKind.CONTROL, EntryKind.ACTION, EntryKind.ENDED}
    assert kinds == done


def test_a_card_that_declares_is_not_taken_from_a_face_down_pile() -> None:
    played = seated(1)
    hands, stage = played.performance._robots.hands, played.stage
    for pile in ("A.deck", "b1"):
        for tag in list(stage.piles[pile]):
            stage.lift(tag)
            hands.stock.home(tag, "A")
    tags = {hands.stock.card[tag]: tag for tag in hands.stock.hands["A"]}
    first, twin = (t for t in hands.stock.hands["A"] if hands.stock.card[t] == "y30")
    for tag in tags.values():
        stage.do(HandMove(tag, "A.deck", "A", face_up=False))
    hands.stock.hands["A"].clear()
    stage.do(HandMove(first, "A.deck", "A", face_up=False))
    stage.do(HandMove(twin, "A.discard", "A"))
    assert hands.declaring(Saying("y30", "A.control", "A"), "A").tag == twin


def test_an_action_that_no_token_declares_is_a_fault_of_the_robots() -> None:
    hands = seated(1).performance._robots.hands
    with pytest.raises(LookupError, match="no piece says A place y04 c4"):
        next(hands.say(parse_action("A place y04 c4")))
