"""One whole match, event by event."""

from rules import Setup, load_catalog
from tests.support.golden_match import golden_text, replayed

DECKS = load_catalog("dicebattle").decks
SETUP = Setup("dicebattle", {}, {"A": DECKS["humans"], "B": DECKS["mixed"]})


def test_the_golden_game() -> None:
    text = golden_text("dicebattle")

    assert replayed(SETUP, text) == text, (
        "python -m tests.support.golden_match dicebattle writes it"
    )
    assert len(text.splitlines()) < 100
