"""One whole match, event by event."""

from rules import Deck, Setup
from tests.support.golden_match import golden_text, replayed

# The decks are part of the test, so that it stays the same when shipped decks are rebalanced.
ATTACK = """
y01 y02 y04 y04 y07 y07 y08 y10 y10 y13 y14 y15 y16 y16 y20 y22 y26 y30 y32 y36
"""
FRUIT = """
y03 y03 y05 y06 y09 y09 y11 y12 y15 y17 y19 y21 y23 y24 y25 y27 y28 y29 y31 y33
"""
DECKS = {
    seat: Deck(tuple(cards.split()), {"root": ("yr1",)})
    for seat, cards in (("A", ATTACK), ("B", FRUIT))
}
SETUP = Setup("yggdrasil", {}, DECKS)


def test_the_golden_game() -> None:
    text = golden_text("yggdrasil")

    assert replayed(SETUP, text) == text, "python -m tests.support.golden_match yggdrasil writes it"
    assert len(text.splitlines()) < 100
