"""Evaluation of the ranking without the test questions: `python -m benchmarks.lookup.ranking`.

One in `--parts` of the phrases that players use (`asked.GAME.toml`) is removed from the index.
Each removed phrase is then looked up, and counts if its clause is among the first three hits. A
removed phrase has no more in common with its clause's other phrases than a stranger's question.
The share is therefore lower than for the test questions; only changes in it are meaningful.
`--part` selects the removed part.
"""

from __future__ import annotations

import argparse
import re
import time
import zlib
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.lookup import Lookup
from rules import LANGUAGES, game_slugs

if TYPE_CHECKING:
    from companion.lookup.entries import LookupEntry

__all__ = ["main"]

JOINED = {"en": ", ", "ja": "、", "zh-Hant": "、"}


def parted(entry: LookupEntry, part: int, parts: int) -> tuple[LookupEntry, list[tuple[str, str]]]:
    """Return an entry without one part of its phrases, and these phrases with their languages."""
    left, words = [], {}
    for lang, text in entry.asked.words.items():
        kept = []
        for way in re.split(r"[,、]\s*", text):
            if zlib.crc32(f"{entry.id}{lang}{way}".encode()) % parts == part:
                left.append((way, lang))
            else:
                kept.append(way)
        words[lang] = JOINED[lang].join(kept)
    return replace(entry, asked=replace(entry.asked, words=words)), left


def main() -> None:
    """Print the shares of removed phrases whose clause was found."""
    parser = argparse.ArgumentParser(description="Share of ways left out that find their clause.")
    parser.add_argument("--parts", default=8, type=int)
    parser.add_argument("--part", default=0, type=int)
    parser.add_argument("--every", default=1, type=int, help="ask only each so-manieth of them")
    options = parser.parse_args()

    lookup = Lookup(tuple(game_slugs()))
    asked = []
    for slug in lookup.games:
        entries = []
        for entry in lookup.shelf(slug).entries:
            fewer, left = parted(entry, options.part, options.parts)
            entries.append(fewer)
            asked += [(slug, entry.id, way, lang) for way, lang in left]
        lookup.shelf(slug).entries = tuple(entries)
    asked = asked[:: options.every]
    for known in (True, False):
        begun = time.process_time()
        right = dict.fromkeys(LANGUAGES, 0)
        for slug, clause, way, lang in asked:
            hits = lookup.search(way, slug if known else None, lang, 3)
            right[lang] += clause in {hit.id for hit in hits}
        taken = 1000 * (time.process_time() - begun) / len(asked)
        count = {lang: sum(each[-1] == lang for each in asked) for lang in LANGUAGES}
        each = ", ".join(f"{lang} {100 * right[lang] / count[lang]:.1f} %" for lang in LANGUAGES)
        label = "game known" if known else "over all games"
        share = 100 * sum(right.values()) / len(asked)
        print(f"{label:15} {share:.1f} % of {len(asked)} ({each}), {taken:.1f} ms each")


if __name__ == "__main__":
    main()
