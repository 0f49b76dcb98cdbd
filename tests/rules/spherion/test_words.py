"""Messages to a player: when they appear, and the order they suggest instead."""

import pytest

from rules import LANGUAGES, Setup, judge, parse_action, refusal
from rules.games.spherion import GAME
from tests.support.games.spherion import CATALOG

HELD = "turn 3 plan\npoints blue sp=3\nhand blue {}"
PIECES = "M26 M27 M28 M29 M30"


def refusal_text(text: str, action: str, lang: str = "en", **settings: str) -> str:
    state = GAME.notation.parse(text, Setup("spherion", settings))
    first, *_ = judge(GAME, state, parse_action(action)).violations
    return f"{first.clause} {refusal(CATALOG, first).render(lang)}"


@pytest.mark.parametrize(
    ("held", "order", "words"),
    [
        (PIECES, "claim", "SPH-14.3 The pieces cannot be claimed at this moment"),
        ("?*5", "claim", "SPH-14.3 CLAIM alone does not win. Put all five pieces"),
        ("M26 M27", "claim", "SPH-14.3 To claim the win, all five different pieces must be"),
        ("S01", "summon:S01:0:up:attack", "SPH-7.5 Forge Blessing is a spell or trap"),
        ("M01", "set:M01:0:down", "SPH-7.6 Cinder Imp is a monster and is not set"),
        ("X01", "summon:X01:0:up:attack", "SPH-7.5e Magma Bastion is a fusion monster"),
        ("M05", "summon:M05:0:up:attack:1+1", "SPH-7.5b Unit 1 is named twice as a tribute"),
        (
            "M05",
            "summon:M05:0:up:attack",
            "SPH-7.5b Tributes named for this summon: 0. The monster",
        ),
    ],
)
def test_what_to_do_is_reported(held: str, order: str, words: str) -> None:
    held = "M01" if held == "X01" else held  # a fusion monster is never in a hand
    assert refusal_text(HELD.format(held), f"blue declare {order}").startswith(words)


def test_in_a_game_without_the_pieces_they_do_not_win() -> None:
    words = refusal_text(HELD.format(PIECES), "blue declare claim", alt_win="off")
    assert words.startswith("SPH-14.3 In this game the five pieces do not win")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_player_hears_the_word_for_the_chance_seat(lang: str) -> None:
    assert "chance" not in refusal_text("turn 3 roll blue", "blue pass", lang)
