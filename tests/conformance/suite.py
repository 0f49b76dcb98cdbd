"""The conformance suite: what the kernel requires of every game, as functions of a game.

    for claim in CLAIMS: claim(subject("yggdrasil"), seed)

Theory of operation.  A claim walks one random game of the shipped decks and raises
`AssertionError` with the position in which the game violates it.  Three kinds of actions are
exempt from "generated ⇔ legal", as the games document: chance actions with too many outcomes
to list, a swap whose cells are named in the other order, and the words of `UNLISTED`.

No claim knows which facts a game hides; it finds out.  `deals_reveal_nothing` plays the same
actions after two deals that differ in two cards only.  Until an event reveals the difference,
both matches must look and sound alike to each seat that no differing event names.
"""

from __future__ import annotations

import ast
import dataclasses
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, islice, pairwise, zip_longest
from pathlib import Path
from typing import Any, Final

from printkit.preflight.game import check_mat_cells
from rules import (
    CHANCE,
    UNKNOWN,
    Action,
    Catalog,
    DataError,
    Event,
    Facing,
    Match,
    NotationError,
    Record,
    Rules,
    Setup,
    Verb,
    fold_log,
    format_action,
    judge,
    load_catalog,
    load_game,
    parse_action,
    refusal,
)
from rules.core.event import event_data
from rules.core.event_kinds import SHARED, event_fault, read_event
from rules.core.perft import perft
from rules.data_home import GAME_FOLDERS
from rules.records.log import (
    ACCEPTED,
    MATCH_STARTED,
    TAKEN_BACK,
    accepted_data,
    dump_record,
    parse_log,
    started_data,
)
from rules.sim.playout import starter_setup
from tests.support.clause_examples import is_rendered

UNLISTED: Final = frozenset(("concede", "hand"))
"""Declarations that a game need not list: conceding, and showing a hand at any time."""

PLIES: Final = 120
"""The length of a walk: claims are about positions, and a game may take hundreds of plies."""

SEEN_PLIES: Final = 400
"""The length of a walk in which hands are hidden; only late in a match are few cards left."""

DATA_FOLDERS: Final = (Path(__file__).resolve().parents[2], *GAME_FOLDERS)


@dataclass(frozen=True)
class Subject:
    """One game with its data and a set-up in which every card is known."""

    game: Rules[Any]
    catalog: Catalog
    setup: Setup

    @cached_property
    def deck_cards(self) -> frozenset[str]:
        """Return the cards that a back may hide; a two-sided marker is not hidden."""
        return frozenset(card for deck in self.setup.decks.values() for card in deck.cards)

    @property
    def tests(self) -> Path:
        """Return the folder of the game's own tests."""
        return next(
            folder
            for home in DATA_FOLDERS
            if (folder := home / "tests" / "rules" / self.game.slug).is_dir()
        )


@dataclass(frozen=True)
class Step:
    """One step of a walk: a state, its action (None in the last step), and the events."""

    state: Any
    action: Action | None
    events: tuple[Event, ...]


def subject(slug: str) -> Subject:
    game = load_game(slug)
    return Subject(game, load_catalog(slug), starter_setup(game, Setup(slug)))


def walk(it: Subject, seed: int, plies: int = PLIES, *, unseen: bool = False) -> Iterator[Step]:
    """Yield the first plies of one random game; with `unseen`, cards are shuffled face down."""
    game, rng = it.game, random.Random(f"{it.game.slug}/{seed}")
    state = game.start(it.setup)
    for _ in range(plies):
        seats = game.to_act(state)
        if not seats:
            break
        chance = CHANCE in seats
        listed = [game.sample(state, rng.randrange)] if chance else [*game.legal(state)]
        assert listed, f"no option in {game.notation.format(state)}"
        action = rng.choice(listed)
        if chance and unseen:
            action = _face_down(game, state, action)
        events = game.advance(state, action)[0]
        yield Step(state, action, events)
        state = folded(game, state, events)
    yield Step(state, None, ())


def _face_down(game: Rules[Any], state: Any, action: Action) -> Action:  # noqa: ANN401 - states are each game's own
    """Return chance's action with its cards hidden, if the game allows it."""
    card, also = UNKNOWN if action.card else "", (UNKNOWN,) * len(action.also)
    hidden = dataclasses.replace(action, card=card, also=also)
    return hidden if judge(game, state, hidden).legal else action


def folded(game: Rules[Any], state: Any, events: tuple[Event, ...]) -> Any:  # noqa: ANN401 - (same)
    for event in events:
        state = game.fold(state, event)
    return state


def watchers(it: Subject) -> tuple[str | None, ...]:
    return (*it.game.seats(it.setup), None)


def some(steps: Iterator[Step], seed: int, count: int) -> list[Step]:
    """Return a few steps spread over a walk."""
    every = list(steps)
    size = max(1, len(every) // count)
    return every[seed % size :: size]


# Determinism.


def plays_the_same_again(it: Subject, seed: int) -> None:
    first, again = list(walk(it, seed)), list(walk(it, seed))
    assert first == again
    for step in first:
        if step.action is not None:
            assert it.game.advance(step.state, step.action)[0] == step.events
            after = folded(it.game, step.state, step.events)
            assert it.game.advance(step.state, step.action) == (step.events, after)
            assert hash(after) == hash(folded(it.game, step.state, step.events))


def phases_follow_the_table(it: Subject, seed: int) -> None:
    """Require that an action leads only to a phase that the phase's `then` lists."""
    game = it.game
    for step, after in pairwise(walk(it, seed)):
        phase, new = game.phase(step.state), game.phase(after.state)
        assert new == phase or new in game.phases[phase].then, f"{phase} → {new}: {step.action}"
    for spec in game.phases.values():
        assert game.phases.keys() >= set(spec.then)


# Texts.


def texts_read_back(it: Subject, seed: int) -> None:
    for step in walk(it, seed):
        if step.action is not None:
            assert parse_action(format_action(step.action)) == step.action
        for event in step.events:
            assert read_event(event_data(event), it.game.events) == event
    for step in some(walk(it, seed), seed, 30):
        assert not list(it.game.notation.flags(step.state)), it.game.notation.format(step.state)
        for seen in (step.state, *(it.game.view(step.state, w) for w in watchers(it))):
            assert it.game.notation.parse(it.game.notation.format(seen), it.setup) == seen, (
                it.game.notation.format(seen)
            )
            assert not tuple(it.game.notation.flags(seen)), it.game.notation.format(seen)
        for action in it.game.legal(step.state):
            assert parse_action(format_action(action)) == action


# Events.


def events_are_declared(it: Subject, seed: int) -> None:
    """Require that each event has a declared kind, exactly its fields, and values of their types.

    This includes the prompts to the players' hands.
    """
    known = {
        "seat": {*it.game.seats(it.setup), CHANCE},
        "card": {*it.catalog.cards, UNKNOWN},
        "cell": {zone.cell for zone in it.game.table.form(it.setup).zones},
        "clause": {*it.catalog.clauses},
        "phase": {*it.game.phases},
    }
    for step in chain(walk(it, seed), walk(it, seed, unseen=True)):
        for event in (*step.events, *it.game.table.prompts(step.state)):
            fault = event_fault(event, it.game.events)
            assert fault is None, f"{event}: {fault.render('en')}"
            for name, type_ in it.game.events[event.kind].fields.items():
                value, wanted = getattr(event, name), known.get(type_.rstrip("s?"))
                for text in value if isinstance(value, tuple) else (value,):
                    assert not wanted or not text or text in wanted, f"{event}: {name} is {text}"


# Generator and checker.


def near(it: Subject, action: Action, rng: random.Random) -> Action:
    """Return an action that differs from a legal one in one field, usually nonsense."""
    seats = (*it.game.seats(it.setup), CHANCE, "nobody")
    cells = (*(zone.cell for zone in it.game.table.form(it.setup).zones), "", "z99")
    cards = (*it.catalog.cards, "", "z99")
    values = (*seats, *it.catalog.cards, *cells, "", "1", "6", "concede", "undo", "z99")
    choices: dict[str, tuple[Any, ...]] = {
        "seat": seats,
        "verb": tuple(Verb),
        "card": cards,
        "at": cells,
        "to": cells,
        "facing": tuple(Facing),
        "turn": (0, 1, 2, 3),
        "value": values,
        "also": ((), (rng.choice(cards) or "z99",), action.also[:-1], action.also * 2),
    }
    name = rng.choice(sorted(choices))
    return dataclasses.replace(action, **{name: rng.choice(choices[name])})


def is_listed(listed: frozenset[Action], action: Action) -> bool:
    swapped = dataclasses.replace(action, at=action.to, to=action.at)
    return action in listed or (action.verb is Verb.SWAP and swapped in listed)


def generated_is_legal(it: Subject, seed: int, count: int = 25) -> None:
    """Require that each generated action is legal and unique, and that similar ones are illegal."""
    game, rng = it.game, random.Random(seed)
    for step in some(walk(it, seed), seed, count):
        listed = list(game.legal(step.state))
        known = frozenset(listed)
        assert len(known) == len(listed)
        acting = game.to_act(step.state)
        for action in listed:
            assert game.violations(step.state, action) == (), (
                f"{action}\n{game.notation.format(step.state)}"
            )
            assert action.seat in acting
        for action in (near(it, rng.choice(listed), rng) for _ in range(40 if listed else 0)):
            if action.seat == CHANCE or action.value in UNLISTED:
                continue
            legal = game.violations(step.state, action) == ()
            text = f"{action}\nlegal: {legal}\n{game.notation.format(step.state)}"
            assert legal == is_listed(known, action), text


def generated_for_the_table_is_never_refused(it: Subject, seed: int) -> None:
    """Require that generated actions are legal or undetermined where hands are hidden."""
    rng = random.Random(seed)
    for step in some(walk(it, seed), seed, 25):
        for watcher in watchers(it):
            seen = it.game.view(step.state, watcher)
            listed = list(it.game.legal(seen))
            assert len(set(listed)) == len(listed)
            for action in rng.sample(listed, min(6, len(listed))):
                verdict = judge(it.game, seen, action)
                assert verdict.legal, f"{action}\n{verdict}\n{it.game.notation.format(seen)}"


def no_refusal_names_a_guess(it: Subject, seed: int) -> None:
    """Require that a refusal over hidden hands states nothing that is false with open hands."""
    rng = random.Random(seed)
    for step in some(walk(it, seed), seed, 25):
        for watcher in watchers(it):
            seen = it.game.view(step.state, watcher)
            listed = list(it.game.legal(seen))
            meant = [near(it, rng.choice(listed), rng) for _ in range(10 if listed else 0)]
            for action in [*rng.sample(listed, min(10, len(listed))), *meant]:
                if UNKNOWN not in format_action(action):
                    _states_facts(it, seen, step.state, action)


def _states_facts(it: Subject, seen: Any, true: Any, action: Action) -> None:  # noqa: ANN401 - (same)
    facts = {v.clause: v.facts for v in judge(it.game, true, action).violations}
    text = format_action(action)
    for violation in judge(it.game, seen, action).violations:
        for fact in violation.facts:
            if fact[1] in it.deck_cards and fact[1] not in text:
                so = fact in facts.get(violation.clause, ())
                assert so, f"{text}\n{violation}\n{it.game.notation.format(seen)}"


def generated_in_a_seen_match_is_never_refused(it: Subject, seed: int, count: int = 40) -> None:
    """Require that generated actions are legal in a match that never knew its hidden cards.

    Such a match reaches states that no view of a known one does.
    """
    found = 0
    for step in some(walk(it, seed, SEEN_PLIES, unseen=True), seed, count):
        for action in it.game.legal(step.state):
            found += 1
            verdict = judge(it.game, step.state, action)
            assert verdict.legal, f"{action}\n{verdict}\n{it.game.notation.format(step.state)}"
    assert found


def refusals_are_rendered(it: Subject, seed: int) -> None:
    """Require that every refusal names forbidding clauses and has its text in every language.

    A violation by the chance seat may name any clause that describes it, because no player has to
    correct it.
    """
    rng = random.Random(seed)
    found = 0
    for step in some(walk(it, seed), seed, 25):
        for action in [*it.game.legal(step.state)][:40]:
            for violation in it.game.violations(step.state, near(it, action, rng)):
                found += 1
                clause = it.catalog.clauses[violation.clause]
                assert clause.forbids or action.seat == CHANCE, violation
                is_rendered(it.catalog, violation)
    assert found


def it_goes_on_or_is_over(it: Subject, seed: int) -> None:
    for step in walk(it, seed):
        acting = it.game.to_act(step.state)
        over = it.game.outcome(step.state)
        assert (over is not None) is (not acting), it.game.notation.format(step.state)
        assert acting <= {*it.game.seats(it.setup), CHANCE}
        assert CHANCE not in acting or len(acting) == 1
        if acting and CHANCE not in acting:
            assert any(True for _ in it.game.legal(step.state)), it.game.notation.format(step.state)
        if over is not None:
            assert not list(it.game.legal(step.state))
            assert set(over.winners) <= set(it.game.seats(it.setup))
            assert over.clause in it.catalog.clauses
            assert it.game.scores(step.state) == over.scores


def points_are_public(it: Subject, seed: int) -> None:
    """Require that public counts and scores are the same for every hand."""
    for step in some(walk(it, seed), seed, 25):
        points = it.game.scores(step.state)
        assert points.keys() <= set(it.game.seats(it.setup))
        assert it.game.scores(it.game.view(step.state, None)) == points
        counted = it.game.captions.counts(step.state)
        assert counted.keys() <= set(it.game.seats(it.setup))
        assert it.game.captions.counts(it.game.view(step.state, None)) == counted


# Match, undo, log.


def undo_takes_back(it: Subject, seed: int) -> None:
    match = Match(it.game, it.setup)
    for step in walk(it, seed):
        assert match.state == step.state
        if step.action is not None:
            match.play(step.action)
            if match.undo_limit() < len(match.plies):
                match.undo(len(match.plies) - 1)
                assert match.state == step.state
                match.play(step.action)


def turns_are_counted_forwards(it: Subject, seed: int) -> None:
    """Require that no ply belongs to an earlier turn than the ply before it, set-up included."""
    match = Match(it.game, it.setup)
    turns = [match.turn]
    for step in walk(it, seed):
        if step.action is not None:
            match.play(step.action)
            turns.append(match.turn)
    assert turns[0] == 1
    assert turns == sorted(turns)


def the_log_is_the_match(it: Subject, seed: int) -> None:
    """Require that folding the written log, with undone plies in it, gives the same match."""
    match, log = logged(it, seed)
    read, error = parse_log(log.encode())
    assert error is None
    again = fold_log(read)
    assert again.state == match.state
    assert again.plies == match.plies


def logged(it: Subject, seed: int, *, unseen: bool = False) -> tuple[Match[Any], str]:
    """Return a walk as a match, and its log, in which some plies are undone and played again."""
    match = Match(it.game, it.setup)
    records: list[tuple[str, dict[str, Any]]] = [
        (MATCH_STARTED, started_data(it.setup, it.catalog.digest))
    ]
    for step in walk(it, seed, unseen=unseen):
        if step.action is None:
            break
        ply = match.play(step.action)
        records.append((ACCEPTED, accepted_data(ply)))
        if ply.number % 5 == 0 and match.undo_limit() < ply.number:
            match.undo(ply.number - 1)
            records += [(TAKEN_BACK, {"to": ply.number - 1}), records[-1]]
            match.play(step.action)
    lines, previous = [], "0" * 16
    for seq, (kind, data) in enumerate(records):
        line, previous = dump_record(Record(seq, kind, data), previous)
        lines.append(line + "\n")
    return match, "".join(lines)


# Hidden cards.


def views_only_forget(it: Subject, seed: int) -> None:
    for step in walk(it, seed):
        public = it.game.view(step.state, None)
        assert it.game.view(public, None) == public
        for seat in it.game.seats(it.setup):
            seen = it.game.view(step.state, seat)
            assert it.game.view(seen, seat) == seen
            assert it.game.view(seen, None) == public
            assert it.game.to_act(seen) == it.game.to_act(step.state)
        assert it.game.to_act(public) == it.game.to_act(step.state)
        for pile in it.game.table.layout(public).values():
            for card in pile:
                report = card.facing is Facing.DOWN and card.card in it.deck_cards
                assert not report, f"{card} is told\n{it.game.notation.format(public)}"


def deals_reveal_nothing(it: Subject, seed: int) -> None:
    """Require that two deals that differ in two cards look alike to all who were not dealt them."""
    rng = random.Random(seed)
    steps = list(walk(it, seed))
    deals = [
        (number, other)
        for number, step in enumerate(steps)
        if step.action is not None
        and step.action.seat == CHANCE
        and (other := _dealt_otherwise(step.action, rng)) is not None
    ]
    for number, other in deals[-8:]:
        _twins(it, steps[number:], other, rng)


def _dealt_otherwise(action: Action, rng: random.Random) -> Action | None:
    """Return the same deal with a card exchanged for the last one, which nobody is dealt."""
    cards = list(action.also)
    others = [i for i, card in enumerate(cards) if card != cards[-1]]
    if action.verb is not Verb.DRAW or not others:
        return None
    i = rng.choice(others)
    cards[i], cards[-1] = cards[-1], cards[i]
    return dataclasses.replace(action, also=tuple(cards))


def face_down_cards_reveal_nothing(it: Subject, seed: int) -> None:
    """Require that two face-down cards look alike to all but the hand that placed them."""
    rng = random.Random(seed)
    for step in some(walk(it, seed), seed, 25):
        by_place: dict[Action, list[Action]] = {}
        for action in it.game.legal(step.state):
            if action.verb is Verb.PLACE and action.facing is Facing.DOWN:
                place = dataclasses.replace(action, card="")
                by_place.setdefault(place, []).append(action)
        for twins in by_place.values():
            if len(twins) > 1:
                one, other = rng.sample(twins, 2)
                events = it.game.advance(step.state, one)[0]
                _twins(it, [Step(step.state, one, events)], other, rng)


def _twins(it: Subject, steps: list[Step], other: Action, rng: random.Random) -> None:
    """Play `steps`, and again with `other` in place of the first action."""
    game = it.game
    a = b = steps[0].state
    knowing: set[str | None] = set()
    for number, step in enumerate(steps):
        if step.action is None:
            break
        twin = step.action if number else other
        if number and game.violations(b, twin):
            break
        ours, theirs = game.advance(a, step.action)[0], game.advance(b, twin)[0]
        apart = [(x, y) for x, y in zip_longest(ours, theirs) if x != y]
        report = [e for pair in apart for e in pair if e is not None]
        if (number or twin.verb is not Verb.DRAW) and any(game.reveals(e) for e in report):
            break
        knowing |= {e.seat for e in report}
        a, b = folded(game, a, ours), folded(game, b, theirs)
        if not number and "" in knowing:  # dealt to all together: only one seat may know the card
            dealt = {s for s in game.seats(it.setup) if game.view(a, s) != game.view(b, s)}
            assert len(dealt) <= 1, f"{sorted(dealt)} see one card\n{game.notation.format(a)}"
            knowing |= dealt
        for watcher in watchers(it):
            if watcher in knowing:
                continue
            seen = game.view(a, watcher)
            text = f"{watcher} sees which of two: {other}\n{game.notation.format(seen)}"
            assert game.view(b, watcher) == seen, text
            if watcher in game.to_act(a):
                for action in [*game.legal(a)][:6]:
                    if action.seat == watcher:
                        asked = dataclasses.replace(near(it, action, rng), seat=watcher)
                        assert refusals_of(it, a, asked) == refusals_of(it, b, asked), (
                            f"{asked}\n{text}"
                        )


def refusals_of(it: Subject, state: Any, action: Action) -> tuple[str, ...]:  # noqa: ANN401 - (same)
    verdict = judge(it.game, state, action)
    spoken = (refusal(it.catalog, violation).render("en") for violation in verdict.violations)
    return (verdict.status, *verdict.clauses, *spoken)


# The table.


def layouts_fit_the_mat(it: Subject, seed: int) -> None:
    differences = [found.line.render("en") for found in check_mat_cells(it.catalog)]
    assert not differences, "\n".join(differences)
    form = it.game.table.form(it.setup)
    zones = {zone.cell: zone for zone in form.zones}
    seats = it.game.seats(it.setup)
    assert len(zones) == len(form.zones)
    assert form.seat_turns.keys() == set(seats)
    assert set(form.owners.values()) <= set(seats)
    assert {zone.owner for zone in form.zones} <= {"", *seats}
    for step in walk(it, seed):
        whole = it.game.table.layout(step.state)
        public = it.game.table.layout(it.game.view(step.state, None))
        assert whole.keys() == public.keys()
        odd = sorted(whole.keys() - zones.keys())
        assert not odd, f"layout names {odd}, which are no zones of the TableForm"
        for cell, pile in whole.items():
            assert pile, f"{cell} is empty and should be left out"
            assert len(pile) == 1 or zones[cell].pile, f"{cell} holds {len(pile)} cards"
            assert len(pile) == len(public[cell])
            for card, shown in zip(pile, public[cell], strict=True):
                hidden = card.facing is Facing.DOWN and card.card in it.deck_cards
                assert card.owner in ("", *seats)
                assert 0 <= card.turn <= 3
                assert card.card in it.catalog.cards or card.card == UNKNOWN or "." in card.card
                masked = dataclasses.replace(card, card=UNKNOWN) if hidden else card
                assert shown == masked, f"{cell}: {shown}\n{it.game.notation.format(step.state)}"


def placements_follow_the_table_form(it: Subject, seed: int) -> None:
    """Require that `TableForm.face_down` agrees with the facings of the game's placements.

    Whoever plays by mouse is thereby kept from showing a card by mistake.
    """
    form = it.game.table.form(it.setup)
    tracked = {zone.cell for zone in form.zones if zone.tracked}
    facings = {
        action.facing
        for step in some(walk(it, seed), seed, 25)
        for action in it.game.legal(step.state)
        if action.verb is Verb.PLACE and action.to in tracked and action.seat != CHANCE
    }
    if form.face_down:
        assert Facing.DOWN in facings, "no card is laid face down: leave face_down out"
    else:
        spoken = "every card is laid face down: say face_down=True in the TableForm"
        assert facings != {Facing.DOWN}, spoken


def options_reveal_only_the_position(it: Subject, seed: int) -> None:
    """Require that descriptions of options contain only public facts, and name the acting seat.

    The public position is asked, and each description belongs to the action's own seat.
    """
    for step in some(walk(it, seed), seed, 60):
        public = it.game.view(step.state, None)
        known = it.game.notation.format(public)
        for action in islice(it.game.legal(public), 40):
            offered = it.game.captions.describe_option(public, action)
            if offered is None:
                continue
            assert offered.seat == action.seat, offered
            assert offered.card in ("", UNKNOWN) or offered.card in known, offered
            assert it.game.captions.describe_option(public, action) == offered


HANDS: Final = frozenset((Verb.PLACE, Verb.MOVE, Verb.FLIP, Verb.TURN, Verb.REMOVE, Verb.SWAP))
"""The verbs of hands; their effects are visible."""


def acts_apart_look_apart(it: Subject, seed: int) -> None:
    """Require that different physical actions lead to tables that look different.

    Two legal actions of hands (`HANDS`) may differ in verb, cells, the card's facing, or the card.
    Their public layouts must then differ from each other and from the layout before. The card
    itself does not count where no face is visible afterwards: face down, or on a pile of backs.
    Replacing one back with another is invisible.
    """
    for step in some(walk(it, seed), seed, 25):
        before = it.game.table.layout(it.game.view(step.state, None))
        seen: dict[tuple[Any, ...], Action] = {}
        for action in it.game.legal(step.state):
            if action.verb not in HANDS or action.seat == CHANCE:
                continue
            after = it.game.table.layout(it.game.view(it.game.advance(step.state, action)[1], None))
            cell = action.to or action.at
            backs = [
                pile[cell][-1].facing is Facing.DOWN for pile in (before, after) if cell in pile
            ]
            hidden = action.facing is Facing.DOWN or (cell in after and backs[-1])
            text = f"{action}\n{it.game.notation.format(step.state)}"
            assert after != before or (hidden and all(backs)), text
            act = dataclasses.replace(action, card="" if hidden else action.card)
            table = tuple(sorted(after.items()))
            assert seen.setdefault(table, act) == act, f"{seen[table]}\n{text}"


CLAIMS: Final[tuple[Callable[[Subject, int], None], ...]] = (
    plays_the_same_again,
    phases_follow_the_table,
    texts_read_back,
    events_are_declared,
    generated_is_legal,
    generated_for_the_table_is_never_refused,
    no_refusal_names_a_guess,
    generated_in_a_seen_match_is_never_refused,
    refusals_are_rendered,
    it_goes_on_or_is_over,
    points_are_public,
    undo_takes_back,
    turns_are_counted_forwards,
    the_log_is_the_match,
    views_only_forget,
    deals_reveal_nothing,
    face_down_cards_reveal_nothing,
    layouts_fit_the_mat,
    placements_follow_the_table_form,
    acts_apart_look_apart,
    options_reveal_only_the_position,
)
"""All claims; each takes a game and the seed of a walk."""


# Requirements on a game's own tests.


def has_a_golden_game(it: Subject) -> None:
    """Require a test that replays one whole game, written down in under 100 lines."""
    written = it.tests / "golden.txt"
    source = (it.tests / "test_golden.py").read_text("utf-8")
    assert "def test_" in source
    lines = (written.read_text("utf-8") if written.is_file() else source).splitlines()
    plies = 0
    for line in lines:
        try:
            action = parse_action(re.split(r"\s*[|#]", line)[0].strip())
        except NotationError:
            continue
        plies += action.seat in it.game.seats(it.setup)
    assert plies >= 10, "the golden game holds no game"
    assert len(lines) < 100


def has_a_perft_table(it: Subject) -> None:
    """Require a test that counts sequences with `perft`, and a position in which it can count."""
    sources = [path.read_text("utf-8") for path in it.tests.glob("test_*.py")]
    called = any(re.search(r"\bperft\(", source) for source in sources)
    assert called, f"no test in {it.tests} calls perft(GAME, state, depth)"
    counts = perft(it.game, it.game.perft_start(), 2)
    assert all(counts), (
        f"perft counts {counts} from perft_start() of {it.game.slug}: chance is not counted "
        "where it lists no outcome; override perft_start with a position where seats are to act"
    )


def has_an_example_for_every_clause(it: Subject) -> None:
    """Require a test of each forbidding clause among the game's own tests, in code or in a table.

    A string in the code counts, as `"FOG-5"` or as `"3.1"` alone; a number, a docstring or a
    comment does not.
    """
    texts, prefix = "\n".join(_asked(it.tests)), it.catalog.prefix
    named = rf"\b{prefix}-(\d+(?:\.\d+[a-z]?)?)(?![\w.])"
    numbers = {*re.findall(named, texts), *re.findall(r"(?<![\w.])\d+\.\d+[a-z]?(?![\w.])", texts)}
    forbidding = {c.id.partition("-")[2] for c in it.catalog.clauses.values() if c.forbids}
    assert forbidding
    lacking = sorted(f"{prefix}-{number}" for number in forbidding - numbers)
    assert not lacking, f"no example: {lacking}: name each in a test that has it broken"


def has_a_test_for_every_setting(it: Subject) -> None:
    """Require that the game's own tests name each setting, as a string or as an argument."""
    lacking = sorted(it.catalog.settings.keys() - {*_words(it.tests)})
    assert not lacking, f"no test of {lacking}: add one to {it.tests}/test_settings.py"


def _words(tests: Path) -> Iterator[str]:
    """Yield the words in the texts of a folder's tests, and the names of arguments."""
    for text in _asked(tests):
        yield from re.findall(r"\w+", text)
    for path in tests.glob("*.py"):
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        yield from (node.arg for node in nodes if isinstance(node, ast.keyword) and node.arg)


def emits_every_kind_of_event(it: Subject) -> None:
    """Require that each declared kind of event is emitted on a walk, or expected by a test."""
    own = {kind for kind, declared in it.game.events.items() if declared is not SHARED.get(kind)}
    emitted = {event.kind for seed in range(16) for event in _varied(it, seed)}
    unused = own - emitted - set(_asked(it.tests))
    assert not unused, f"never emitted: {sorted(unused)}: expect each in a test, or remove it"


def _varied(it: Subject, seed: int) -> Iterator[Event]:
    """Yield the events of a random game with random settings; odd games hide dealt cards."""
    game, rng = it.game, random.Random(f"{it.game.slug}/{seed}")
    specs = it.catalog.settings.items()
    chosen = {name: rng.choice([*spec.values, spec.default]) for name, spec in specs}
    state = game.start(starter_setup(game, Setup(game.slug, chosen)))
    for _ in range(SEEN_PLIES):
        chance = CHANCE in game.to_act(state)
        listed = [game.sample(state, rng.randrange)] if chance else [*game.legal(state)]
        if not listed:
            break
        action = rng.choice(listed)
        if seed % 2 and chance:
            action = _face_down(game, state, action)
        events, state = game.advance(state, action)
        yield from events


def _asked(tests: Path) -> Iterator[str]:
    """Yield the texts of a folder's tests, without docstrings and comments."""
    for path in sorted(tests.iterdir()):
        if path.suffix == ".toml":
            yield re.sub(r"(?m)^\s*#.*", "", path.read_text("utf-8"))
        if path.suffix == ".py":
            tree = ast.parse(path.read_text("utf-8"))
            alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
            texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
            yield from (
                node.value
                for node in texts
                if isinstance(node.value, str) and id(node) not in alone
            )


def keeps_the_claims_with_every_setting(it: Subject) -> None:
    """Require the claims about legal actions with each value of each setting in the data."""
    for number, (name, value) in enumerate(_values(it)):
        varied = _with_setting(it, name, value)
        for claim in SETTING_CLAIMS:
            try:
                claim(varied, number)
            except AssertionError as error:
                raise AssertionError(f"{name}={value}, seed {number}: {error}") from error


def _values(it: Subject) -> Iterator[tuple[str, str]]:
    """Yield each setting with each of its words, and with the ends of its range."""
    for name, spec in it.catalog.settings.items():
        ends = (str(spec.minimum), str(spec.maximum)) if spec.integer else ()
        yield from ((name, value) for value in dict.fromkeys((*spec.values, *ends)))


def _with_setting(it: Subject, name: str, value: str) -> Subject:
    """Return the game with a setting, and with the other one that its value needs, if any."""
    for other in ({}, *({n: v} for n, v in _values(it) if n != name)):
        try:
            setup = starter_setup(it.game, Setup(it.game.slug, {**other, name: value}))
            it.game.start(setup)
        except DataError:
            continue
        return dataclasses.replace(it, setup=setup)
    raise AssertionError(f"{name}={value} is refused with every value of every other setting")


SETTING_CLAIMS: Final[tuple[Callable[[Subject, int], None], ...]] = (
    partial(generated_is_legal, count=8),
    generated_for_the_table_is_never_refused,
    partial(generated_in_a_seen_match_is_never_refused, count=8),
    it_goes_on_or_is_over,
    phases_follow_the_table,
)
"""Claims about what a setting changes: what may be done, and where it leads."""


PROOFS: Final[tuple[Callable[[Subject], None], ...]] = (
    has_a_golden_game,
    has_a_perft_table,
    has_an_example_for_every_clause,
    has_a_test_for_every_setting,
    emits_every_kind_of_event,
    keeps_the_claims_with_every_setting,
)
