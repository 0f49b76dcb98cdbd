"""Texts that a hostile or tired person can write are read, or refused with `RulesError` only.

`RULES_FUZZ=100000 pytest tests/rules/notation/test_fuzz.py` tries that many examples of each kind
of text.
"""

from __future__ import annotations

import os
import random
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import (
    CHANCE,
    Match,
    NotationError,
    Record,
    RulesError,
    Setup,
    fold_log,
    format_action,
    game_slugs,
    judge,
    load_catalog,
    load_game,
    parse_action,
)
from rules.catalog.deck_text import format_decklist
from rules.catalog.reader import parse_decklist
from rules.records.log import (
    ACCEPTED,
    CORRECTED,
    MATCH_STARTED,
    TAKEN_BACK,
    accepted_data,
    dump_record,
    parse_log,
    started_data,
)
from rules.sim.playout import starter_setup
from tests.conformance.suite import subject, walk
from tests.support import characters

EXAMPLES = int(os.environ.get("RULES_FUZZ", "60"))
fuzzed = settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)

NASTY = st.sampled_from(
    ("", "?", "-", "=", ",", ":", "|", "/", "@", "*", "0", "-1", "1e9", "9" * 30, "٣", "²", "\0",
     "\ufeff", "\u3000", "\n", "\r", "\t", "None", "ﬁ", "𝟙", "..", "?*999999999", "y03*-1",
     "a" * 300)
)  # fmt: skip
WORDS = st.one_of(NASTY, st.text(characters.ANY, max_size=8))


def helps(error: RulesError, length: int | None = None) -> None:
    """Require an error text and, for a notation error, a position within the input."""
    assert str(error).strip()
    if length is not None and isinstance(error, NotationError):
        assert 0 <= error.position <= length


@cache
def walked(slug: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return positions, known and hidden, and actions of two random games, as texts."""
    it = subject(slug)
    steps = [step for seed in (0, 1) for step in walk(it, seed)]
    shown = [
        it.game.view(s.state, w) for s in steps[::9] for w in (None, it.game.seats(it.setup)[0])
    ]
    positions = [
        it.game.notation.format(state) for state in (*(s.state for s in steps[::9]), *shown)
    ]
    actions = [format_action(s.action) for s in steps if s.action is not None]
    return tuple(positions), tuple(dict.fromkeys(actions))


@st.composite
def spoiled(draw: st.DrawFn, texts: tuple[str, ...]) -> str:
    """Draw a valid text with some words, lines or characters changed, moved, doubled or removed."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        gap = draw(st.sampled_from((" ", "\n", ",", "", "=", "/")))
        parts = text.split(gap) if gap else list(text)
        at = draw(st.integers(0, max(0, len(parts) - 1)))
        match draw(st.sampled_from(("put", "set", "cut", "twice", "swap"))):
            case "put":
                parts.insert(at, draw(WORDS))
            case "set":
                parts[at : at + 1] = [draw(WORDS)]
            case "cut":
                del parts[at : at + draw(st.integers(1, 3))]
            case "twice":
                parts[at:at] = parts[at : at + 1]
            case _:
                parts[at : at + 2] = parts[at : at + 2][::-1]
        text = gap.join(parts)
    return text


@st.composite
def mixed(draw: st.DrawFn, texts: tuple[str, ...], seats: tuple[str, ...]) -> str:
    """Draw a valid position, with some lines removed or replaced by another position's."""

    def by_kind(text: str) -> dict[str, str]:
        """Map each line's subject to the line, without the starts of unfinished steps."""
        found = {}
        for line in text.splitlines():
            words = line.split()
            if words and words[0] != "|":
                size = 1 + (words[1:2] != [] and words[1] in seats)
                found[" ".join(words[: size + (words[0] == "unit")])] = line
        return found

    lines = by_kind(draw(st.sampled_from(texts)))
    for _ in range(draw(st.integers(1, 6))):
        other = by_kind(draw(st.sampled_from(texts)))
        kind = draw(st.sampled_from(sorted(lines.keys() | other.keys())))
        if kind in other:
            lines[kind] = other[kind]
        else:
            del lines[kind]
    return "\n".join(lines.values())


@pytest.mark.parametrize("slug", game_slugs())
def test_actions(slug: str) -> None:
    it = subject(slug)
    positions, actions = walked(slug)
    states = [it.game.notation.parse(text, it.setup) for text in positions]

    @fuzzed
    @given(
        st.one_of(spoiled(actions), st.text(characters.ANY, max_size=60)), st.sampled_from(states)
    )
    def read(text: str, state: object) -> None:
        try:
            action = parse_action(text)
        except NotationError as error:
            helps(error, len(text))
            return
        assert parse_action(format_action(action)) == action
        verdict = judge(it.game, state, action)
        assert all(clause in it.catalog.clauses for clause in verdict.clauses)
        if verdict.legal and it.game.to_act(state):
            for event in it.game.advance(state, action)[0]:
                state = it.game.fold(state, event)
            it.game.notation.format(state)

    read()


@pytest.mark.parametrize("slug", game_slugs())
def test_positions(slug: str) -> None:
    it = subject(slug)

    positions, seats = walked(slug)[0], it.game.seats(it.setup)

    @fuzzed
    @given(
        st.one_of(spoiled(positions), mixed(positions, seats), st.text(characters.ANY, max_size=60))
    )
    def read(text: str) -> None:
        try:
            state = it.game.notation.parse(text, it.setup)
        except RulesError as error:
            helps(error)
            return
        assert it.game.notation.parse(it.game.notation.format(state), it.setup) == state
        it.game.table.layout(it.game.view(state, None))
        for number, action in enumerate(it.game.legal(state)):
            assert judge(it.game, state, action).legal
            if number < 3:
                after = it.game.advance(state, action)[1]
                assert it.game.notation.parse(it.game.notation.format(after), it.setup) == after
        it.game.outcome(state)

    read()


@pytest.mark.parametrize("slug", game_slugs())
def test_deck_lists(slug: str) -> None:
    it = subject(slug)
    decks = tuple(format_decklist(deck) for deck in it.catalog.decks.values())

    @fuzzed
    @given(st.one_of(spoiled(decks), st.text(characters.ANY, max_size=60)))
    def read(text: str) -> None:
        try:
            deck, _ = parse_decklist(text, it.catalog.cards)
        except RulesError as error:
            helps(error)
            return
        seat = it.game.seats(it.setup)[0]
        report = it.game.data.check_deck(it.setup, seat, deck)
        assert all(
            finding.clause in it.catalog.clauses
            for finding in (*report.violations, *report.warnings)
        )
        again, _ = parse_decklist(format_decklist(deck), it.catalog.cards)
        assert sorted(again.cards) == sorted(deck.cards)  # a deck has no order
        if len(deck.cards) < 500:
            try:
                it.game.start(Setup(slug, {}, {seat: deck}))
            except RulesError:
                assert not report.legal

    read()


@pytest.mark.parametrize("slug", game_slugs())
def test_settings(slug: str) -> None:
    game, specs = load_game(slug), load_catalog(slug).settings
    names = st.one_of(st.sampled_from(sorted(specs) or ["none"]), WORDS)
    sound = sorted({v for spec in specs.values() for v in (spec.default, *spec.values)})
    values = st.one_of(st.sampled_from(sound or ["none"]), st.integers(-2, 99).map(str), WORDS)

    @fuzzed
    @given(st.dictionaries(names, values, max_size=4))
    def agree(agreed: dict[str, str]) -> None:
        setup = Setup(slug, agreed)
        try:
            state = game.start(setup)
        except RulesError as error:
            helps(error)
            return
        assert game.notation.parse(game.notation.format(state), setup) == state
        assert game.table.layout(state).keys() <= {
            zone.cell for zone in game.table.form(setup).zones
        }

    agree()


@cache
def logged(slug: str) -> tuple[tuple[str, dict[str, object]], ...]:
    """Return the records of a match's beginning, with an undo and a correction."""
    game = load_game(slug)
    setup = starter_setup(game, Setup(slug))
    match, rng = Match(game, setup), random.Random(1)
    records = [(MATCH_STARTED, started_data(setup, "0"))]
    for _ in range(12):
        chance = CHANCE in match.to_act
        legal = [] if chance else list(game.legal(match.state))
        action = game.sample(match.state, rng.randrange) if chance else rng.choice(legal)
        records.append((ACCEPTED, accepted_data(match.play(action))))
    records.append((CORRECTED, {"position": game.notation.format(match.state)}))
    records.append((TAKEN_BACK, {"to": len(match.plies)}))
    return tuple(records)


ODD: st.SearchStrategy[object] = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 99), WORDS, st.lists(WORDS, max_size=2),
    st.dictionaries(WORDS, WORDS, max_size=2), st.just({"A": {}}), st.floats(allow_nan=False),
)  # fmt: skip


@pytest.mark.parametrize("slug", game_slugs())
def test_logs_with_a_sound_chain_and_odd_values(slug: str) -> None:
    """Check logs with valid checksums and arbitrary values."""
    records = logged(slug)

    @fuzzed
    @given(st.data())
    def fold(data: st.DataObject) -> None:
        number = data.draw(st.integers(0, len(records) - 1))
        spoilt = [(kind, dict(fields)) for kind, fields in records]
        fields = spoilt[number][1]
        fields[data.draw(st.sampled_from(sorted(fields)))] = data.draw(ODD)
        if data.draw(st.booleans()):
            spoilt[number] = (data.draw(st.sampled_from((ACCEPTED, CORRECTED, TAKEN_BACK))), fields)
        try:
            fold_log(Record(i, *pair) for i, pair in enumerate(spoilt))
        except RulesError as error:
            helps(error)

    fold()


@fuzzed
@given(st.data())
def test_logs_with_changed_bytes(data: st.DataObject) -> None:
    """Check that every changed byte is found, and that the records before it are kept."""
    lines, previous = [], "0" * 16
    for seq, (kind, fields) in enumerate(logged("jiguan")):
        line, previous = dump_record(Record(seq, kind, fields), previous)
        lines.append(line.encode() + b"\n")
    whole = b"".join(lines)
    at = data.draw(st.integers(0, len(whole) - 1))
    put = data.draw(st.binary(max_size=3))
    changed = whole[:at] + put + whole[at + data.draw(st.integers(0, 2)) :]
    records, error = parse_log(changed)
    if changed == whole:
        assert error is None
    elif whole.startswith(changed) and changed.endswith(b"\n"):
        assert error is None  # removed whole lines cannot be detected
    else:
        assert error is not None
        assert records == parse_log(whole)[0][: len(records)]
