"""One whole match, event by event."""

from rules import Setup
from tests.support.golden_match import golden_text, replayed

SETUP = Setup("stratosphere")


def test_the_golden_game() -> None:
    text = golden_text("stratosphere")

    assert replayed(SETUP, text) == text, (
        "python -m tests.support.golden_match stratosphere writes it"
    )
    assert len(text.splitlines()) < 100
    assert {"attacked", "prevented", "destroyed", "forced", "supplied", "game_ended"} <= set(
        text.replace(",", " ").split()
    )
