"""Cost and accuracy of the look-up: `python -m benchmarks.lookup.figures`.

The program prints this process's CPU time per look-up, over all clauses and cards of all games in
three languages. The queries are the test questions, all titles and card names, all clause numbers,
and single characters, pairs and words drawn from the texts (`--seed`). It then prints the share of
questions whose clause is among the first three hits, once with the game known, as at a table, and
once over all games. Finally, it prints the CPU time of whole commands from a cold start; `--help`
measures the start alone.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

from companion.lookup import Lookup
from rules import LANGUAGES, game_slugs, load_catalog
from tests.companion.lookup.test_found import pieces, texts
from tests.companion.lookup.test_questions import asked

__all__ = ["main"]

DRAWN = 400
COLD = (
    ["--help"],
    ["rules", "6.4", "-g", "yggdrasil"],
    ["rules", "attack the root"],
    ["rules", "手札は何枚", "--lang", "ja"],
)


def queries(seed: int) -> dict[str, list[tuple[str, str]]]:
    """Return the queries of each kind: their texts and languages."""
    rng = random.Random(seed)
    found: dict[str, list[tuple[str, str]]] = {
        "questions": [(question, lang) for _, lang, question, _ in asked("questions.toml")],
        "numbers": [],
        "titles and names": [],
        "words, pairs, characters": [],
    }
    for slug in game_slugs():
        catalog = load_catalog(slug)
        found["numbers"] += [(clause, "en") for clause in catalog.clauses]
        for lang in LANGUAGES:
            named = [*catalog.clauses.values(), *catalog.cards.values()]
            words = [getattr(each, "titles", None) or getattr(each, "names", {}) for each in named]
            found["titles and names"] += [(each[lang], lang) for each in words]
            lines = [text for each in texts(catalog, lang).values() for text in each]
            every = sorted(set().union(*map(pieces, lines)))
            drawn = rng.sample(every, min(DRAWN // 5, len(every)))
            found["words, pairs, characters"] += [(piece, lang) for piece in drawn]
    return found


def answered(lookup: Lookup, name: str, *, known: bool) -> str:
    """Return the share of questions whose clause is among the first three hits, by language."""
    right = dict.fromkeys(LANGUAGES, 0)
    questions = asked(name)
    for game, lang, question, clauses in questions:
        hits = lookup.search(question, game if known else None, lang, 3)
        right[lang] += bool({hit.id for hit in hits} & set(clauses))
    total = sum(right.values())
    each = ", ".join(f"{lang} {count}" for lang, count in right.items())
    return f"{total} of {len(questions)} = {100 * total / len(questions):.1f} % ({each})"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="What a look-up costs and how well it answers.")
    parser.add_argument("--seed", default=1, type=int)
    seed = parser.parse_args().seed

    begun = time.process_time()
    lookup = Lookup(tuple(game_slugs()))
    for text, lang in (("first", "en"), ("最初", "ja"), ("最初", "zh-Hant")):
        lookup.search(text, lang=lang)
    print(f"all games read and indexed in three languages: {time.process_time() - begun:.2f} s")
    every = []
    for kind, asked_for in queries(seed).items():
        taken = []
        for text, lang in asked_for:
            start = time.process_time()
            lookup.search(text, lang=lang)
            taken.append(1000 * (time.process_time() - start))
        every += taken
        print(f"{kind:26}{len(taken):6} {spread(taken)}")
    print(f"{'all':26}{len(every):6} {spread(every)}")
    for name in ("questions.toml", "questions_fresh.toml", "questions_table.toml"):
        print(f"{name}: right clause in the first three")
        print(f"    game known     {answered(lookup, name, known=True)}")
        print(f"    over all games {answered(lookup, name, known=False)}")
    for words in COLD:
        before = getrusage(RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "companion", *words]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        after = getrusage(RUSAGE_CHILDREN)
        cost = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"whole command, cold: {cost:.2f} s  companion {' '.join(words)}")


def spread(taken: list[float]) -> str:
    """Format the median, the 95th percentile and the worst value."""
    ordered = sorted(taken)
    high = ordered[int(0.95 * len(ordered))]
    return f"median {median(ordered):5.1f} ms   p95 {high:5.1f} ms   worst {ordered[-1]:5.1f} ms"


if __name__ == "__main__":
    main()
