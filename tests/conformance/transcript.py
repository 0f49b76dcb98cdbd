"""Write what a game says of two seeded matches: `python -m tests.conformance.transcript GAME`.

In the second match, chance's cards are face down. The bytes depend only on the game.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

from rules import judge
from tests.conformance.suite import Subject, logged, near, refusals_of, subject, walk, watchers


def transcript(it: Subject, *, unseen: bool) -> Iterator[str]:
    """Yield a match's log; then positions with options, views, and verdicts on near actions."""
    yield logged(it, 0, unseen=unseen)[1]
    rng = random.Random(it.game.slug)
    for step in walk(it, 0, unseen=unseen):
        yield it.game.notation.format(step.state)
        listed = [*it.game.legal(step.state)]
        yield "\n".join(map(str, listed))
        for seat in watchers(it):
            view = it.game.view(step.state, seat)
            yield it.game.notation.format(view)
            for action in rng.sample(listed, min(2, len(listed))):
                asked = near(it, action, rng)
                yield f"{asked}: {refusals_of(it, view, asked)} {judge(it.game, view, asked)}"


if __name__ == "__main__":
    for unseen in (False, True):
        sys.stdout.write("\n".join(transcript(subject(sys.argv[1]), unseen=unseen)))
