"""Determines the likely game of a question that does not name one.

A game's characteristic words hardly distinguish its own clauses (every clause of Ji Guan may
mention beasts), but they distinguish games. Each game is judged by how much more often than the
average game its texts contain the question's words (a naive Bayes likelihood with smoothed
shares). Hits from a less likely game have a lower weight. If all games share the words, they have
equal weights.
"""

import math
from collections.abc import Mapping
from typing import Final

from companion.lookup.shelf import Shelf
from companion.lookup.speech import weighted_terms

_SMOOTH: Final = 0.03
"""Share that is added to a word's share of a game's entries, because the word may be missing by
chance."""
_MOST: Final = 2.0
"""Maximum evidence of one word, so that no single word decides."""
_TRUST: Final = 0.1


def likely(shelves: Mapping[str, Shelf], text: str, lang: str) -> dict[str, float]:
    """Map each game to the weight of its hits for a question, which is 1 for the likeliest game."""
    if len(shelves) == 1:
        return dict.fromkeys(shelves, 1.0)
    logs = dict.fromkeys(shelves, -math.inf)
    for language in next(iter(shelves.values())).languages_of(text, lang):
        evidence = dict.fromkeys(shelves, 0.0)
        for term, weight in weighted_terms(text, language).items():
            shares = {game: shelf.index(language).share(term) for game, shelf in shelves.items()}
            usual = sum(shares.values()) / len(shares)
            if usual:
                for game, share in shares.items():
                    more = math.log((share + _SMOOTH) / (usual + _SMOOTH))
                    evidence[game] += weight * max(-_MOST, min(_MOST, more))
        logs = {game: max(logs[game], evidence[game]) for game in shelves}
    best = max(logs.values())
    return {game: math.exp(_TRUST * (log - best)) for game, log in logs.items()}
