"""Match logs, written as a referee writes them, from sessions driven by actions."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from companion.referee.notices import Accepted, Notice, Refused, notice_data
from companion.referee.phases import RefereePhase
from rules import CHANCE, LEGAL, LogWriter, Match, Setup, load_game, parse_action
from rules.sim.playout import starter_setup
from tests.support.referee.inputs import RefereedMatch, play, put, refereed, sense, start


class LoggedMatch:
    """A refereed match whose notices are logged; unless `hidden`, it knows every card."""

    def __init__(
        self,
        slug: str,
        path: Path,
        *,
        hidden: bool = False,
        about: Mapping[str, object] | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        game, plain = load_game(slug), Setup(slug, settings or {})
        setup = plain if hidden else starter_setup(game, plain)
        self.referee = refereed(Match(game, setup))
        self.referee.context = replace(self.referee.context, match_info=about or {})
        self.writer = LogWriter(path, lambda _: None)
        self.path = path
        self.note(start(self.referee))
        put(self.referee, phase=RefereePhase.IN_SYNC)

    def note(self, records: Iterable[Notice]) -> None:
        for record in records:
            self.writer.append(record.kind, **notice_data(record))

    def play(self, plies: int, seed: int = 0) -> None:
        """Play at most `plies` random plies."""
        rng = random.Random(seed)
        game, match = self.referee.at.match.game, RefereedMatch(self.referee)
        for _ in range(plies):
            if not match.to_act:
                break
            if CHANCE in match.to_act:
                action = game.sample(match.state, rng.randrange)
            else:
                action = rng.choice(list(game.legal(match.state)))
            self.do(str(action))

    def do(self, text: str) -> None:
        action = parse_action(text)
        ply = play(self.referee, action)
        verdict = ply.verdict or LEGAL
        sense(self.referee, time=self.referee.senses.time + 7.0)
        accepted = Accepted(
            **self.referee.now(),
            action=action,
            verdict=verdict.status.value,
            doubts=verdict.clauses,
            events=ply.events,
            awaits=verdict.awaits,
        )
        self.note([accepted])

    def refuse(self, text: str) -> None:
        action = parse_action(text)
        broken = self.referee.at.match.judge(action).violations
        assert broken
        self.note([Refused(**self.referee.now(), action=action, violations=broken)])

    def data(self) -> bytes:
        self.writer.close()
        return self.path.read_bytes()
