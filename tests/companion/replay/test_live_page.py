"""The replay shows what the live page showed, also in matches that were killed and resumed."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import fields, replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from benchmarks.matches.campaign import BLUNDER
from benchmarks.matches.corpus import Life, Recipe, Recorded
from benchmarks.matches.kills import MANNERS, PAPER, Table, watch
from benchmarks.matches.notices import by_card
from companion.match_setup.app import mat_of
from companion.referee.journal import Utterance
from companion.referee.notices import Answered, LanguageChanged
from companion.referee.state import Transition
from companion.replay.moments import moments, recalled
from companion.robots.acting import Behaviour
from companion.robots.opening import FrameRate, cast
from companion.web.mailbox import Mailbox
from companion.web.publisher import PagePublisher
from companion.web.snapshot import Snapshot, snapshot
from rules.records.log import parse_log
from tests.support.printing import print_into
from tests.support.simulator.oracle_view import OracleView
from tests.support.web.match_page import encoded

MOST_TICKS = 2500
"""A match of Strato-Sphere has eight thousand, the others fewer."""
WILD = Behaviour(blunder=0.2, mistakes=6, distraction=0.15, take_back=0.12)


class WatchedLife(Life):
    """A match whose referee may be killed, and the live page at each of its notices.

    `shown`: for each announced notice its number in the log, or -1 if the replay does not show it,
    and the page after it and after each silent notice that completes it.
    """

    def begin(self) -> list[dict[str, Any]]:
        lines = parse_log(self.log.read_bytes())[0] if self.log.exists() else ()
        self.shown: list[tuple[int, list[Snapshot]]] = [] if not lines else self.shown
        self._recalled, self._page = recalled(lines), None
        return super().begin()

    def take(self, name: str, data: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - JSON
        if name == "kill" and data:
            del self.shown[-data:]
            del self.shown[-1][1][1:]  # the log lost the silent notices as well
        return super().take(name, data)

    def _collect(self, transitions: Iterable[Transition]) -> list[dict[str, Any]]:
        mat = mat_of(self.manifests, self.referee.at.geometry.form)
        assert mat is not None
        mailbox = Mailbox(encoded)
        page = self._page or PagePublisher(self.referee, mat, mailbox, story=self._recalled)
        self._page, before, heard = page, len(self.shown), []
        for transition in transitions:
            heard += super()._collect([transition])
            if len(self.shown) > before:
                self.shown[-1][1].append(snapshot(page._story, transition.at))
        page.show()
        posted = page._mailbox.snapshot[1]
        assert posted is not None
        assert len(self.shown) == before or replace(posted, clock=None) == self.shown[-1][1][-1]
        return heard

    def _announce(self, utterance: Utterance) -> None:
        super()._announce(utterance)
        assert self._page is not None
        record, public = utterance.record, self._page.receive(utterance)
        silent = isinstance(record, Answered) and not record.agreed
        known = public and not (silent or isinstance(record, LanguageChanged))
        self.shown.append((utterance.seq if known else -1, []))


@pytest.mark.parametrize(
    ("variant", "seed", "kills"),
    [
        ("jiguan", 2, 0.0),
        ("jiguan", 3, 0.02),
        ("yggdrasil", 0, 0.0),
        ("yggdrasil", 5, 0.01),
        ("dicebattle", 0, 0.0),
        ("dicebattle", 1, 0.01),
        ("stratosphere", 1, 0.005),
        ("spherion", 2, 0.0),
    ],
)
def test_the_replay_shows_what_the_live_page_showed(
    variant: str, seed: int, kills: float, tmp_path: Path
) -> None:
    rng, paper = random.Random(seed), PAPER / variant
    if variant == "spherion":  # the test pictures' paper has too few tokens
        paper = tmp_path
        print_into(paper, "cards", variant)
        print_into(paper, "mat", variant, "--mat", "globe-2")
    life = WatchedLife(Recipe(variant, seed, paper), tmp_path / "match.jsonl")
    cards = [card for manifest in life.manifests for card in manifest.cards]
    mats = {mat.name: mat for manifest in life.manifests for mat in manifest.mats}
    manners = MANNERS if kills else replace(WILD, blunder=BLUNDER[variant])
    players, mat = cast(cards, mats, life.setup, seed, manners, FrameRate(5.0, 2.5))
    referee: Any = Recorded(life, rng)
    players.pages.heard = referee.kinds
    table = Table(OracleView(life.manifests, mat), referee, by_card(cards))
    ticks = islice(players.ticks(), MOST_TICKS)
    watch(ticks, players.pages, table, rng, kills)
    referee.end()
    life.writer.close()

    live = [(seq, pages[-1]) for seq, pages in life.shown if seq >= 0]
    replayed = [(m.seq, m.snapshot) for m in moments(parse_log(life.log.read_bytes())[0])]
    assert [seq for seq, _ in live] == [seq for seq, _ in replayed]
    assert len(live) > 30
    assert sum(name == "kill" for name, *_ in referee.steps) > 2 or not kills
    for (seq, one), (_, other) in zip(live, replayed, strict=True):
        for field in fields(Snapshot):
            assert getattr(one, field.name) == getattr(other, field.name), (seq, field.name)
