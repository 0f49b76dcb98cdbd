"""Branch requirements of open cells: the sides that must, and must not, have a branch.

Only public knowledge is used, as in `companion.web.views.options`: the game generates its legal
placements for the public position, and the sides that they have in common are returned. Only games
whose cards have branches are included (`branches` in `faces.toml`).
"""

from functools import lru_cache
from itertools import islice
from typing import Any, Final

from companion.web.views.facts import WAYS, faces_of, turned
from companion.web.views.options import MOST_ACTIONS
from companion.web.views.words import Words
from rules import Facing, Message, TableForm, Verb, load_catalog, load_game

_NAMES: Final = {"U": "up", "R": "right", "D": "down", "L": "left"}
_Sides = frozenset[str]


def edges(game: str, public: Any, form: TableForm, words: Words) -> dict[str, dict[str, str]]:  # noqa: ANN401 - the game's own state
    """Map cells to the sides that `must` have or `never` have a branch, with a sentence."""
    turns = tuple(sorted(form.seat_turns.items()))
    tracked = frozenset(zone.cell for zone in form.zones if zone.tracked)
    return {
        cell: {
            "must": _in_order(must),
            "never": _in_order(never),
            "text": _described(must, never, words),
        }
        for cell, (must, never) in _sides(game, public, turns).items()
        if cell in tracked
    }


@lru_cache(maxsize=4)
def _sides(
    game: str,
    public: Any,  # noqa: ANN401 - the game's own state
    turns: tuple[tuple[str, int], ...],
) -> dict[str, tuple[_Sides, _Sides]]:
    fact = faces_of(game).get("branches", "")
    if not fact:
        return {}
    cards, seat_turns = load_catalog(game).cards, dict(turns)
    found: dict[str, set[_Sides]] = {}
    for action in islice(load_game(game).legal(public), MOST_ACTIONS):
        known = cards.get(action.card)
        if action.verb is Verb.PLACE and action.facing is Facing.UP and known is not None:
            quarters = seat_turns.get(action.seat, 0) // 90 + action.turn
            found.setdefault(action.to, set()).add(frozenset(turned(known.facts[fact], quarters)))
    every = frozenset(WAYS)
    return {
        cell: (frozenset.intersection(*sides), every - frozenset.union(*sides))
        for cell, sides in found.items()
    }


def _in_order(sides: _Sides) -> str:
    return "".join(way for way in WAYS if way in sides)


def _described(must: _Sides, never: _Sides, words: Words) -> str:
    """Return the requirement in words for screen readers."""
    parts = []
    for key, sides in (("must", must), ("never", never)):
        if sides:
            ways = [words.catalog.words[_NAMES[way]][words.lang] for way in _in_order(sides)]
            parts.append(Message(f"page.edge.{key}", ways=words.listed(ways)).render(words.lang))
    return Message("comma", words=parts).render(words.lang)
