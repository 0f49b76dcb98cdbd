"""Plans of a run: deck numbers, copies and tokens that tags can tell apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from printkit.cards import tagged_pieces
from printkit.cards.pieces import load_pieces
from printkit.cards.tagged_pieces import deck_number, tag_pieces
from printkit.errors import UsageError
from rules import load_catalog
from rules.records.tag import MAX_COPY

DECKS = {"sun": "orchard", "moon": "canopy"}


def test_decks_that_would_share_a_number_get_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tagged_pieces, "stable_number", lambda *_: 7)
    assert deck_number("yggdrasil", DECKS, None) == {"sun": 7, "moon": 8}


def test_more_copies_of_a_card_than_tags_can_count_are_refused() -> None:
    catalog = load_catalog("yggdrasil")
    name, deck = next(iter(catalog.decks.items()))
    many = replace(deck, cards=("y03",) * (MAX_COPY + 1), extras={})
    crowded = replace(catalog, decks={name: many})
    with pytest.raises(UsageError, match=rf"{MAX_COPY + 1} × y03, but at most {MAX_COPY}"):
        tag_pieces(crowded, {"sun": name}, ("sun",))


def test_a_token_of_an_unknown_owner_is_named() -> None:
    catalog, pieces = load_catalog("dicebattle"), load_pieces("dicebattle")
    name = next(iter(catalog.decks))
    stray = pieces.token[0].model_copy(update={"owners": ["star"]})
    changed = pieces.model_copy(update={"token": [stray]})
    with pytest.raises(UsageError, match=rf"{stray.id}.*star"):
        tag_pieces(catalog, {"sun": name}, ("sun",), pieces=changed)
