"""One whole match, event by event."""

from tests.rules.dicebattle.golden import FILE, actions_of, replayed


def test_the_golden_game() -> None:
    text = FILE.read_text("utf-8")

    assert replayed(actions_of(text)) == text
    assert len(text.splitlines()) < 100
