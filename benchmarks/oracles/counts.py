"""Counts the oracles' action sequences and compares them with the specifications' tables.

    python -m benchmarks.oracles.counts --depth 5

The tables were made by two programs of the specifications' authors, so they test the oracles
without the games. They list up to six plies (JGS, section 12; YGG, section 15). Of Spherion, whose
specification counts no sequences, the globe, the random numbers and the maze are compared
(SPH-2.12 and section 21).
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from benchmarks.oracles import jiguan, yggdrasil
from benchmarks.oracles.spherion_globe import (
    cells,
    distances,
    edge,
    globe,
    image,
    maze,
    shuffled,
    words,
)
from benchmarks.oracles.spherion_position import DEFAULTS
from rules import Deck, Setup, load_catalog, parse_action

JIGUAN: dict[str, tuple[int, ...]] = {
    "": (5, 25, 175, 1_165, 5_800, 30_670),
    "decline_rule=final": (5, 25, 175, 1_165, 5_740, 27_700),
    "decline_rule=single": (5, 25, 175, 1_165, 5_650, 27_340),
    "tie_opening=draw": (5, 25, 160, 1_000, 5_000, 26_720),
    "tie_opening=alternate": (5, 25, 175, 1_165, 5_800, 30_670),
}
"""Sequences from the start, by the changed setting; A places the beast before B."""

YGGDRASIL: dict[str, tuple[int, ...]] = {
    "start": (5, 30, 162, 1_080, 6_015, 38_502),
    "position M": (10, 28, 134, 622, 1_740, 5_825),
}
"""Sequences of the fixed deal, from the start and from position M."""

DEAL = "y03 y15 y17 y27 y19 y09 y21 y06 y25 y01 y23 y12 y04 y29 y33 y35 y31 y02 y07 y22"
"""Each player's deck from the top; the first five cards are the hand."""

TO_M = (
    "A place y03 b2",
    "B place y03 c4",
    "A place y27 b3",
    "B place y21 b5",
    "A place y09 c2",
    "B place y27 c3",
    "A place y06 d2",
    "B place y19 d5",
    "A place y25 d3",
    "A choose c3",
)

GLOBES = {1: (14, 36, 12, 3), 2: (38, 108, 24, 5), 3: (74, 216, 36, 7), 4: (122, 360, 48, 9)}
"""Cells, edges, equator edges and diameter of a globe, by radius (SPH-2.12)."""

SEED = "spherion-1"
WORDS = [6293676007859336208, 17081285072507910838, 8993232601681444828]
SHUFFLED = [3, 6, 7, 0, 2, 9, 5, 4, 1, 8]
GATES = {"N2.0-S2.0", "N2.1-S2.2", "N2.2-S2.2", "N2.10-S2.10", "N2.10-S2.11"}
NORTH_WALLS = {
    *("N1.0-N2.1", "N1.1-N2.1", "N1.1-N2.2", "N1.2-N1.3", "N1.2-N2.3"),
    *("N1.2-N2.5", "N1.3-N2.7", "N1.4-N1.5", "N1.5-N2.9", "N2.0-N2.11"),
}
"""Random numbers and the maze of a seed (SPH-21.1 to 21.4)."""


def start(oracle: Any, text: str, deck: Deck, changed: str = "") -> Any:  # noqa: ANN401 - any oracle
    """Return a position in which both seats play `deck`."""
    specs = load_catalog(oracle.SLUG).settings
    settings = {name: str(spec.default) for name, spec in specs.items()}
    if changed:
        name, _, value = changed.partition("=")
        settings[name] = value
    return oracle.read(text, Setup(oracle.SLUG, settings, {"A": deck, "B": deck}), settings)


def jiguan_start(changed: str) -> Any:  # noqa: ANN401 - the oracle's position
    """Return Ji Guan's first round, with the marker at A."""
    cards = ("jb1", "jb2", "jb3", "jb4", "jb5", "ji1", "ji2", "ji3")
    held = " ".join(cards)
    text = f"round 1\nphase lay\nmarker A\nA holds {held}\nB holds {held}\nply 1\n"
    return start(jiguan, text, Deck(cards), changed)


def yggdrasil_start(name: str) -> Any:  # noqa: ANN401 - the oracle's position
    """Return The Yggdrasil's fixed deal, or position M."""
    text = "field b1=yr1/A c5=yr1/B\nturn 1 A place\nfirst A\n"
    cards = DEAL.split()
    for seat in ("A", "B"):
        text += f"hand {seat} {' '.join(cards[:5])}\ndeck {seat} {' '.join(cards[5:])}\n"
    position = start(yggdrasil, text, Deck(tuple(cards), {"root": ("yr1",)}))
    for action in TO_M if name == "position M" else ():
        position = yggdrasil.after(position, parse_action(action))
    return position


def offered(oracle: Any, position: Any) -> set[str]:  # noqa: ANN401 - any oracle
    """Return the actions that are counted: A places a beast before B, and none is exchanged."""
    actions: set[str] = oracle.actions(position)
    if oracle is jiguan and position.phase == "lay":
        seat = "B" if position.at("A.beast") else "A"
        return {action for action in actions if action.startswith(seat)}
    return actions


def count(oracle: Any, position: Any, depth: int) -> int:  # noqa: ANN401 - any oracle
    """Return the number of action sequences of exactly `depth` plies."""
    actions = offered(oracle, position)
    if depth == 1:
        return len(actions)
    nexts = (oracle.after(position, parse_action(action)) for action in actions)
    return sum(count(oracle, position, depth - 1) for position in nexts)


def wrong_counts(depth: int) -> list[str]:
    """Return every count up to `depth` that differs from the specification's."""
    found = []
    starts = [(jiguan, JIGUAN, jiguan_start), (yggdrasil, YGGDRASIL, yggdrasil_start)]
    for oracle, tables, make in starts:
        for name, table in tables.items():
            for plies, wanted in enumerate(table[:depth], 1):
                got = count(oracle, make(name), plies)
                if got != wanted:
                    found.append(f"{oracle.SLUG} {name}, {plies} plies: {got}, not {wanted}")
    return found


def wrong_vectors() -> list[str]:
    """Return every value of Spherion's globe and maze that differs from the specification's."""
    found = {}
    for radius, sizes in GLOBES.items():
        near = globe(radius)
        edges = {edge(radius, one, two) for one in near for two in near[one].values()}
        across = [name for name in edges if "N" in name and "S" in name]
        far = max(max(distances(radius, cell).values()) for cell in cells(radius))
        found[f"globe {radius}"] = (len(near), len(edges), len(across), far) == sizes
        pentagons = sum(len(near[cell]) == 5 for cell in near)
        found[f"pentagons {radius}"] = pentagons == 12
    stream = words(SEED, "maze")
    walls = maze(DEFAULTS, SEED)
    gates = {edge(2, one, two) for one in cells(2) for two in globe(2)[one].values()} - walls
    north = {name for name in walls if name.count("N") == 2}
    south = {edge(2, *map(image, name.split("-"))) for name in north}
    found["words"] = [next(stream) for _ in WORDS] == WORDS
    found["shuffle"] = shuffled(list(range(10)), words(SEED, "maze")) == SHUFFLED
    found["gates"] = {name for name in gates if "S" in name and "N" in name} == GATES
    found["walls"] = north == NORTH_WALLS and south <= walls and len(walls) == 39
    return [f"spherion {name}" for name, right in found.items() if not right]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--depth", type=int, default=4, choices=range(1, 7))
    found = wrong_counts(parser.parse_args().depth) + wrong_vectors()
    print("\n".join(found) or "every value is the specification's")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
