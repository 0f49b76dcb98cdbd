"""The globe of Spherion, its maze and its random numbers (SPH-2, 3.4 and 16)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@cache
def cells(radius: int) -> tuple[str, ...]:
    """Return all cells in canonical order (SPH-2.4)."""
    found = []
    for disc in "NS":
        found.append(f"{disc}0")
        found += [f"{disc}{p}.{i}" for p in range(1, radius + 1) for i in range(6 * p)]
    return tuple(found)


def _axial(cell: str) -> tuple[int, int]:
    """Return a cell's place on its disc (SPH-2.3)."""
    ring, _, place = cell[1:].partition(".")
    p, i = int(ring), int(place or 0)
    if not p:
        return 0, 0
    one, two = DIRECTIONS[i // p], DIRECTIONS[(i // p + 2) % 6]
    t = i % p
    return p * one[0] + t * two[0], p * one[1] + t * two[1]


@cache
def globe(radius: int) -> dict[str, dict[int, str]]:
    """Return each cell's neighbours by direction (SPH-2.5 to 2.7)."""
    named = {(cell[0], *_axial(cell)): cell for cell in cells(radius)}
    rim = 6 * radius
    found: dict[str, dict[int, str]] = {}
    for cell in cells(radius):
        x, y = _axial(cell)
        near = {
            d: named[cell[0], x + dx, y + dy]
            for d, (dx, dy) in enumerate(DIRECTIONS)
            if (cell[0], x + dx, y + dy) in named
        }
        ring, _, place = cell[1:].partition(".")
        if int(ring) == radius:
            i = int(place)
            first, over = (i, "S") if cell[0] == "N" else (i - 1, "N")
            near[i // radius] = f"{over}{radius}.{first % rim}"
            near[(i // radius + 1) % 6] = f"{over}{radius}.{(first + 1) % rim}"
        found[cell] = near
    return found


@cache
def distances(radius: int, start: str) -> dict[str, int]:
    """Return the distance of every cell, ignoring walls (SPH-2.10)."""
    found, edge = {start: 0}, [start]
    for cell in edge:
        for near in globe(radius)[cell].values():
            if near not in found:
                found[near] = found[cell] + 1
                edge.append(near)
    return found


def image(cell: str) -> str:
    """Return a cell's image under the fairness map (SPH-2.11)."""
    disc = "S" if cell[0] == "N" else "N"
    ring, _, place = cell[1:].partition(".")
    if ring == "0":
        return f"{disc}0"
    size = 6 * int(ring)
    return f"{disc}{ring}.{(size - int(place)) % size}"


def edge(radius: int, one: str, two: str) -> str:
    """Return the name of an edge, the lower cell first."""
    order = cells(radius)
    return "-".join(sorted((one, two), key=order.index))


# Chance and the maze


def words(seed: str, stream: str) -> Iterator[int]:
    """Generate the words of a stream (SPH-16.2)."""
    n = 0
    while True:
        digest = hashlib.sha256(f"{seed}|{stream}|{n}".encode()).digest()
        yield int.from_bytes(digest[:8], "big")
        n += 1


def shuffled(things: list[Any], stream: Iterator[int]) -> list[Any]:
    """Return a shuffled list (SPH-16.3, 16.4)."""
    things = list(things)
    for i in range(len(things) - 1, 0, -1):
        limit = (i + 1) * (2**64 // (i + 1))
        value = next(word for word in stream if word < limit)
        j = value % (i + 1)
        things[i], things[j] = things[j], things[i]
    return things


def maze(settings: dict[str, str], seed: str) -> set[str]:
    """Return the walled edges of a seed (SPH-3.4)."""
    r = int(settings["radius"])
    stream = words(seed, "maze")
    rim = 6 * r
    gates = {}
    for i in range(rim):
        gates[2 * i] = edge(r, f"N{r}.{i}", f"S{r}.{i}")
        gates[2 * i + 1] = edge(r, f"N{r}.{i}", f"S{r}.{(i + 1) % rim}")
    walls = set(gates.values())
    orbits = [{g, (12 * r - g) % (12 * r)} for g in range(6 * r + 1)]
    least = 2 * r if settings["maze_open_gates"] == "auto" else int(settings["maze_open_gates"])
    opened = 0
    for orbit in shuffled(orbits, stream):
        if opened >= least:
            break
        walls -= {gates[g] for g in orbit}
        opened += len(orbit)
    north = [cell for cell in cells(r) if cell[0] == "N"]
    near = globe(r)
    inside = [
        (one, two)
        for i, one in enumerate(north)
        for two in north[i + 1 :]
        if two in near[one].values() and one != "N0"
    ]
    quota = int(Fraction(settings["maze_share"]) * (9 * r * r + 3 * r))
    accepted = 0
    for one, two in shuffled(inside, stream):
        if accepted >= quota:
            break
        pair = {edge(r, one, two), edge(r, image(one), image(two))}
        walls |= pair
        free = {c: [n for n in near[c].values() if edge(r, c, n) not in walls] for c in north}
        reached = ["N0"]
        for cell in reached:
            reached += [n for n in free[cell] if n[0] == "N" and n not in reached]
        least_open = min(len(free[one]), len(free[two]))
        if least_open >= int(settings["maze_min_open"]) and len(reached) == len(north):
            accepted += 1
        else:
            walls -= pair
    return walls
