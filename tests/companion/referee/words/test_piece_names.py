"""Names of pieces in steps: one in every language, for every piece of a game."""

from __future__ import annotations

import random
import re
from itertools import product
from typing import TYPE_CHECKING

import pytest

from companion.pieces import TEMPLATES, is_piece, piece_words
from companion.referee.inventory.steps import CorrectionStep, StepKind
from companion.referee.words.steps import step_sentence
from companion.referee.words.wording import Wording
from rules import LANGUAGES, Message, PlacedCard, Setup, game_slugs, load_catalog, load_game
from rules.sim.playout import play_game, starter_setup

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rules import Action

_RAW = re.compile(r"\b(?:token|tok|ctl)\.\w|[{}]")
_IN_CODE = re.compile(r'"((?:token|tok)\.[\w.]+)(?=["{])')
_KIND = re.compile(r"(?:token|tok)\.(?P<kind>[a-z]+)")
_NAMELESS = re.compile(r"[\d+−-]*")
"""Text of pieces without a name, because many pieces bear a number alone."""
_MATCHES = 3


def printed(slug: str) -> Iterator[str]:
    """Yield the id of every printed piece of a game."""
    for home in TEMPLATES:
        path = home / slug / "pieces.toml"
        if path.is_file():
            yield from re.findall(r'^id = "(.*)"', path.read_text(encoding="utf-8"), re.MULTILINE)


def in_code(slug: str, root: Path) -> Iterator[str]:
    """Yield every piece that a game's code names, with a number where the id is a prefix."""
    for path in sorted((root / "rules" / "games" / slug).rglob("*.py")):
        for piece in _IN_CODE.findall(path.read_text(encoding="utf-8")):
            yield f"{piece}7" if piece.endswith(".") else piece


def on_tables(slug: str) -> set[str]:
    """Return the id of every piece that is on the table at some point in a few random matches."""
    game, found = load_game(slug), set[str]()

    def watch(state: object, _action: Action) -> None:
        for pile in game.table.layout(state).values():
            found.update(resting.card for resting in pile if is_piece(resting.card))

    setup = starter_setup(game, Setup(slug))
    for seed in range(_MATCHES):
        play_game(game, setup, random.Random(seed), watch=watch)
    return found


@pytest.mark.parametrize("slug", game_slugs())
def test_every_piece_of_every_game_has_a_name_in_a_step(slug: str, root: Path) -> None:
    catalog = load_catalog(slug)
    pieces = {*printed(slug), *in_code(slug, root), *on_tables(slug), *piece_words(slug)}
    assert pieces
    for lang, piece in product(LANGUAGES, sorted(pieces)):
        wording = Wording(catalog, lang)
        resting = [PlacedCard(piece, owner) for owner in ("", *catalog.seats)]
        named = [wording.card(piece), *map(wording.placed_card, resting)]
        report = [
            step_sentence(wording, CorrectionStep(StepKind.PLACE, "x1", each)).render(lang)
            for each in resting
        ]
        replaced = CorrectionStep(StepKind.REPLACE, "x1", resting[0], wrong=resting[-1])
        report.append(step_sentence(wording, replaced).render(lang))
        assert not [text for text in (*named, *report) if _RAW.search(text)], piece
        assert Message("referee.name.piece").render(lang) not in named, piece
        assert not [name for name in named if _NAMELESS.fullmatch(name)], piece
    kinds = {found["kind"] for piece in pieces if (found := _KIND.match(piece))}
    worded = {key.split("_")[1] for key in catalog.event_texts if key.startswith("piece_")}
    assert worded <= kinds, "a name that no piece bears"


@pytest.mark.parametrize(
    ("lang", "spoken"),
    [
        ("en", "Place a blue chip on S2.1."),
        ("ja", "S2.1に青の色チップを置いてください。"),
        ("zh-Hant", "請把藍色的色片放在 S2.1。"),
    ],
)
def test_a_chip_is_called_by_its_colour_whatever_its_player_is_called(
    lang: str, spoken: str
) -> None:
    step = CorrectionStep(StepKind.PLACE, "S2.1", PlacedCard("token.chip", "blue"))
    assert step_sentence(Wording(load_catalog("spherion"), lang), step).render(lang) == spoken


def test_a_counter_is_called_by_what_it_counts() -> None:
    step = CorrectionStep(StepKind.PLACE, "S2.1", PlacedCard("token.atk.-600", "blue"))
    assert (
        step_sentence(Wording(load_catalog("spherion")), step).render("en")
        == "Place ATK counter −600 on S2.1."
    )


@pytest.mark.parametrize(("lang", "name"), [("en", "a piece"), ("ja", "コマ"), ("zh-Hant", "標記")])
def test_a_piece_that_a_game_has_no_word_for_is_called_a_piece(lang: str, name: str) -> None:
    assert Wording(load_catalog("yggdrasil"), lang).card("token.unknown.9") == name
