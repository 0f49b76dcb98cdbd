"""The seats that the computer plays, from options and from a log."""

from __future__ import annotations

import pytest

from companion.errors import SessionError
from companion.match_setup.opponents import opponents_in, read_opponents
from rules import Record, load_catalog

CATALOG = load_catalog("yggdrasil")
SEATS = ("A", "B")


def test_a_seat_or_its_colour_with_or_without_a_strength() -> None:
    assert read_opponents(["moon"], CATALOG, (), SEATS) == {"B": 300}
    assert read_opponents(["A=20"], CATALOG, (), SEATS) == {"A": 20}
    assert read_opponents([], CATALOG, ("A",), SEATS) == {}


@pytest.mark.parametrize(
    ("words", "people", "key"),
    [
        (["C"], (), "fault.option.seat"),
        (["B=grandmaster"], (), "fault.option.positions"),
        (["B="], (), "fault.option.positions"),
        (["B=0"], (), "fault.option.positions"),
        (["B"], ("B",), "fault.option.person"),
        (["A", "B"], (), "fault.option.no_person"),
    ],
)
def test_a_wrong_opponent_is_refused(words: list[str], people: tuple[str, ...], key: str) -> None:
    with pytest.raises(SessionError) as fault:
        read_opponents(words, CATALOG, people, SEATS)
    assert fault.value.message.key == key


def test_a_log_names_the_opponents_of_its_last_session() -> None:
    lines = [
        Record(1, "match_started", {"opponents": {"B": 60}}),
        Record(2, "match_resumed", {"opponents": {"A": 800, "B": "strong"}}),
    ]
    assert opponents_in(lines[:1]) == {"B": 60}
    assert opponents_in(lines) == {"A": 800}
    assert opponents_in([]) == {}
