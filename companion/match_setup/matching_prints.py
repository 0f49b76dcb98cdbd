"""Prints that suit a match: the mat for its settings, and the cards of its decks."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from companion.match_setup.decks import printed_decks
from companion.scan.stock import PrintedStock, cards_of
from rules import Deck, Manifest, Seat, Setup, load_catalog, load_game
from rules.catalog.deck_text import format_decklist


def mat_name(setup: Setup) -> str:
    """Return the name of the mat for a match's settings."""
    return load_game(setup.game).table.form(setup).mat


def fits(manifests: Iterable[Manifest], setup: Setup) -> bool:
    """Return whether the manifests contain the match's mat and its cards."""
    every, wanted = tuple(manifests), mat_name(setup)
    if all(mat.name != wanted for each in every for mat in each.mats):
        return False
    return any(has_deck_cards(each, setup) for each in every if each.cards)


def has_deck_cards(manifest: Manifest, setup: Setup) -> bool:
    """Return whether a manifest has the match's cards: its named decks, or else legal decks."""
    catalog, game = load_catalog(setup.game), load_game(setup.game)
    copies = [
        c for c in PrintedStock.of((manifest,), catalog).copies.values() if c.card in catalog.cards
    ]
    if not catalog.owners:
        seat, pack = catalog.seats[0], Deck(tuple(c.card for c in copies if not c.replaces))
        return game.data.check_deck(setup, seat, pack).legal
    legal = printed_decks((manifest,), catalog, game, setup.settings)
    printed: dict[Seat, Counter[str]] = {}
    for copy in copies:
        if copy.owner in catalog.owners:
            printed.setdefault(catalog.owners[copy.owner], Counter())[copy.card] += 1
    return all(
        Counter(cards_of(setup.decks[seat])) <= printed.get(seat, Counter())
        if seat in setup.decks
        else seat in legal
        for seat in catalog.owners.values()
    )


def print_options(setup: Setup, lists: Path | None = None) -> dict[str, list[str]]:
    """Return printkit's options for the cards and for the mat of a match.

    A deck is named only if the default deck does not fit; a player's own deck is written into the
    folder `lists`. The cards' options are omitted if no shipped deck fits, or if a player's own
    deck needs `lists` and there is none.
    """
    catalog, words = load_catalog(setup.game), list[str]()
    mat = {"mat": ["--mat", mat_name(setup)]}
    for nth, (owner, seat) in enumerate((catalog.owners or {"": catalog.seats[0]}).items()):
        whose = f"{owner}=" if owner else ""
        legal, agreed = _legal(setup, seat), setup.decks.get(seat)
        if agreed is not None and agreed.name in catalog.decks:
            legal = [agreed.name]
        elif agreed is not None:
            if lists is None:
                return mat
            words += ["--deck", f"{whose}{_written(agreed, lists / f'own-{seat}.txt')}"]
            continue
        if not legal:
            return mat
        if legal != _legal(Setup(setup.game), seat):
            # Where decks are shipped in pairs, the first seat's deck is the last one by name.
            words += ["--deck", f"{whose}{legal[-1 - nth % len(legal)]}"]
    return {"cards": words, **mat}


def _written(deck: Deck, file: Path) -> Path:
    file.write_text(format_decklist(deck), encoding="utf-8")
    return file


def _legal(setup: Setup, seat: Seat) -> list[str]:
    game, decks = load_game(setup.game), load_catalog(setup.game).decks
    return [
        name
        for name, deck in sorted(decks.items())
        if game.data.check_deck(replace(setup, decks={seat: deck}), seat, deck).legal
    ]
