"""A card's printed facts in words.

They serve screen readers and `companion rules --card`. A fact is included if the game's own data
can word it.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from rules import Catalog, Message

WAYS: Final = "URDL"
"""The sides of a card clockwise, as the data writes them."""
_SIDES: Final = ("up", "right", "down", "left")
_SHOWN: Final = ("figure", "marks", "branches", "sign", "foot")


@cache
def faces() -> dict[str, Any]:
    """Return the small faces of every game's cards (`faces.toml`)."""
    path = Path(__file__).resolve().parent / "faces.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def faces_of(game: str) -> dict[str, Any]:
    """Return the facts that a game's small faces show."""
    found: dict[str, Any] = faces().get(game, {})
    return found


def turned(pattern: str, quarters: int) -> str:
    """Return a card's branches after so many clockwise quarter turns on the mat."""
    sides = {WAYS[(WAYS.index(way) + quarters) % 4] for way in pattern}
    return "".join(way for way in WAYS if way in sides)


def card_facts(catalog: Catalog, card: str, lang: str, quarters: int = 0) -> list[str]:
    """Return a small face's facts in words; all facts for a game without small faces.

    Branches are turned by `quarters`, because the mat's requirements are. Facts that the card's
    name contains are omitted.
    """
    known = catalog.cards.get(card)
    if known is None:
        return []
    face = faces_of(catalog.slug)
    names = [name for key in _SHOWN for name in _listed(face.get(key, ()))] or list(known.facts)
    facts = {name: known.facts[name] for name in names if known.facts.get(name)}
    if (branches := face.get("branches", "")) in facts:
        facts[branches] = turned(facts[branches], quarters)
    name = known.names[lang].casefold()
    worded = _worded(catalog, facts, lang)
    return [text for text, value in worded if value.isdecimal() or value.casefold() not in name]


def fact_lines(catalog: Catalog, facts: Mapping[str, str], lang: str) -> list[str]:
    """Return the facts that the game can word, in its own words."""
    return [text for text, _ in _worded(catalog, facts, lang)]


def _worded(catalog: Catalog, facts: Mapping[str, str], lang: str) -> Iterator[tuple[str, str]]:
    terms = catalog.terms
    words = [catalog.words[side][lang] for side in _SIDES if side in catalog.words]
    sides = dict(zip(WAYS, words, strict=True)) if len(words) == len(WAYS) else {}
    for fact, value in facts.items():
        name = fact if fact in terms else fact.removesuffix("s")
        word = next((w for w in (f"{name}_{value}", value.lower(), value) if w in terms), "")
        if name in terms and (word or value.isdecimal() or value.isupper()):
            shown = terms[word][lang] if word else value
            if not word and sides.keys() >= set(value):
                shown = (" " if lang == "en" else "").join(sides[side] for side in value)
            key = "rules.page.fact_number" if shown.isdecimal() else "rules.page.fact"
            yield Message(key, name=terms[name], value=shown).render(lang), shown


def _listed(name: str | Iterable[str]) -> list[str]:
    return [name] if isinstance(name, str) else list(name)
