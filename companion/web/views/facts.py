"""A card's printed facts in words.

Screen readers and `companion rules --card` use them. A fact is included if the game's data has
words for it.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from rules import Catalog, Message

WAYS: Final = "URDL"
"""The sides of a card in clockwise order, as written in the data."""
_SIDES: Final = ("up", "right", "down", "left")
_SHOWN: Final = ("figure", "marks", "branches", "sign", "foot")


@cache
def faces() -> dict[str, Any]:
    """Return the definition of small faces for every game's cards (`faces.toml`)."""
    path = Path(__file__).resolve().parent / "faces.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def faces_of(game: str) -> dict[str, Any]:
    """Return the definition of a game's small faces: the facts they show."""
    found: dict[str, Any] = faces().get(game, {})
    return found


def turned(pattern: str, quarters: int) -> str:
    """Return a card's branches after a number of clockwise quarter turns on the mat."""
    sides = {WAYS[(WAYS.index(way) + quarters) % 4] for way in pattern}
    return "".join(way for way in WAYS if way in sides)


def card_facts(catalog: Catalog, card: str, lang: str, quarters: int = 0) -> list[str]:
    """Return a small face's facts in words, or all facts in a game without small faces.

    Branches are turned by `quarters`, because a mat's requirements are relative to the mat. Facts
    that the card's name contains are omitted.
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
    """Return the facts for which the game has words, in those words."""
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
