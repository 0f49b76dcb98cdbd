"""Lots and salts from a secret seed."""

from __future__ import annotations

from collections import Counter

from companion.referee.lots import secret_lots, secret_salts
from companion.referee.notices import Moment
from rules import Match, Setup, load_game

MATCH = Match(load_game("spherion"), Setup("spherion")).now


def test_lots_are_even() -> None:
    draw = secret_lots(b"seed")(MATCH)
    counts = Counter(draw(5) for _ in range(5000))
    assert sorted(counts) == [0, 1, 2, 3, 4]
    assert all(abs(count - 1000) < 120 for count in counts.values()), "four standard deviations"
    assert draw(1) == 0


def test_a_lot_depends_on_the_seed_and_the_ply_only() -> None:
    lots = secret_lots(b"seed")
    later = MATCH.correct(MATCH.state)

    def first(match: object = MATCH, seed: bytes = b"seed") -> list[int]:
        draw = secret_lots(seed)(match)  # type: ignore[arg-type]
        return [draw(100) for _ in range(10)]

    assert first() == first() == [lots(MATCH)(100), *first()[1:]]
    assert first() != first(later)
    assert first() != first(seed=b"other")


def test_salts_differ_from_ply_to_ply_and_from_time_to_time() -> None:
    salts = secret_salts(b"seed")
    now = Moment(frame=1, time_s=2.0, ply=3, turn=1, to_act=("A",))
    later, undone = Moment(**{**now, "ply": 4}), Moment(**{**now, "time_s": 9.0})
    assert len({salts(now), salts(later), salts(undone), secret_salts(b"other")(now)}) == 4
    assert salts(now) == salts(now)
    assert len(bytes.fromhex(salts(now))) == 16
