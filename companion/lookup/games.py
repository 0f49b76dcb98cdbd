"""The likely game of a question that names none.

Within a game its own words say little: every clause of Ji Guan may mention beasts. Between games
they are decisive. So each game is judged by how much more often its texts have the question's words
than the games on average (a naive Bayes likelihood with smoothed shares), and hits of a less likely
game count less. A question in words that all games share leaves all of them equal.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from companion.lookup.speech import said_terms

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.lookup.shelf import Shelf

_SMOOTH: Final = 0.03
"""Share of a game's entries that a word has at least: it may be missing by chance."""
_MOST: Final = 2.0
"""No single word decides."""
_TRUST: Final = 0.1


def likely(shelves: Mapping[str, Shelf], text: str, lang: str) -> dict[str, float]:
    """Map each game to the weight of its hits for a question; 1 for the likeliest."""
    if len(shelves) == 1:
        return dict.fromkeys(shelves, 1.0)
    logs = dict.fromkeys(shelves, -math.inf)
    for tongue in next(iter(shelves.values())).tongues(text, lang):
        told = dict.fromkeys(shelves, 0.0)
        for term, weight in said_terms(text, tongue).items():
            shares = {game: shelf.index(tongue).share(term) for game, shelf in shelves.items()}
            usual = sum(shares.values()) / len(shares)
            if usual:
                for game, share in shares.items():
                    more = math.log((share + _SMOOTH) / (usual + _SMOOTH))
                    told[game] += weight * max(-_MOST, min(_MOST, more))
        logs = {game: max(logs[game], told[game]) for game in shelves}
    best = max(logs.values())
    return {game: math.exp(_TRUST * (log - best)) for game, log in logs.items()}
