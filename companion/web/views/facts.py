"""What stands printed on a card beside its name, in words: what a game is decided by.

For those who listen to the page, and for `companion rules --card`.  Told is what the game's own
data has a word for.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.texts import load_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rules import Catalog

WAYS: Final = "URDL"
"""The sides of a card clockwise, as the data writes them."""
_SIDES: Final = ("up", "right", "down", "left")
_SHOWN: Final = ("figure", "marks", "branches", "sign", "foot")


@cache
def faces() -> dict[str, Any]:
    """How every game's cards are drawn small (`faces.toml`)."""
    path = Path(__file__).resolve().parent / "faces.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def faces_of(game: str) -> dict[str, Any]:
    """Which facts of a game's cards are drawn small, and how."""
    found: dict[str, Any] = faces().get(game, {})
    return found


def turned(pattern: str, quarters: int) -> str:
    """A card's branches as the mat sees them, after so many quarter turns clockwise."""
    sides = {WAYS[(WAYS.index(way) + quarters) % 4] for way in pattern}
    return "".join(way for way in WAYS if way in sides)


def card_facts(catalog: Catalog, card: str, lang: str, quarters: int = 0) -> list[str]:
    """What of a card is drawn small on the board, in words; of a game that says no such, all.

    Its branches are told as they point after so many quarter turns, which is what the mat asks for.
    What its name says already is not said again.
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
    told = _told(catalog, facts, lang)
    return [text for text, value in told if value.isdecimal() or value.casefold() not in name]


def facts_told(catalog: Catalog, facts: Mapping[str, str], lang: str) -> list[str]:
    """The facts that the game has words for, each in its own words."""
    return [told for told, _ in _told(catalog, facts, lang)]


def _told(catalog: Catalog, facts: Mapping[str, str], lang: str) -> Iterator[tuple[str, str]]:
    terms, texts = catalog.terms, load_texts(lang, "rules")
    words = [catalog.words[side][lang] for side in _SIDES if side in catalog.words]
    sides = dict(zip(WAYS, words, strict=True)) if len(words) == len(WAYS) else {}
    for fact, value in facts.items():
        name = fact if fact in terms else fact.removesuffix("s")
        word = next((w for w in (f"{name}_{value}", value.lower(), value) if w in terms), "")
        if name in terms and (word or value.isdecimal() or value.isupper()):
            shown = terms[word][lang] if word else value
            if not word and sides.keys() >= set(value):
                shown = (" " if lang == "en" else "").join(sides[side] for side in value)
            key = "page.fact_number" if shown.isdecimal() else "page.fact"
            yield texts.say(key, name=terms[name][lang], value=shown), shown


def _listed(name: str | Iterable[str]) -> list[str]:
    return [name] if isinstance(name, str) else list(name)
