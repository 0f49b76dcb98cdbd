"""Words of a run's picture in three languages: headings, and names from the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.card_data import Catalog
from rules.core.values import Seat
from rules.messages.catalogs import command_words
from rules.sim.tally import Tally


@dataclass(frozen=True, slots=True)
class Labels:
    """Words of the picture in one language: headings, seats, clauses and cards by id."""

    lang: str
    title: str
    subtitle: str
    seats: Mapping[str, str]
    clauses: Mapping[str, str]
    cards: Mapping[str, str]


def labels(
    catalog: Catalog,
    lang: str,
    tally: Tally,
    seed: str,
    players: Mapping[Seat, str],
    decks: Mapping[Seat, str],
) -> Labels:
    """Return the words for a run; `players` and `decks` are by seat."""
    words = command_words("picture", lang)
    seats = {seat: _seat(catalog, lang, seat) for seat in players}
    sides = []
    for seat, player in players.items():
        side = f"{seats[seat]} – {words[player]}"
        if seat in decks:
            named = catalog.deck_names.get(decks[seat], {})
            side += f" – {named.get(lang, decks[seat])}"
        sides.append(side)
    return Labels(
        lang,
        catalog.names[lang],
        words["run"].format(tally.games, seed, " · ".join(sides)),
        seats,
        {clause.id: clause.titles[lang] for clause in catalog.clauses.values()},
        {card.id: card.names[lang] for card in catalog.cards.values()},
    )


def _seat(catalog: Catalog, lang: str, seat: Seat) -> str:
    name = catalog.seat_names[seat][lang]
    return name if seat.casefold() in name.casefold() else f"{name} ({seat})"
