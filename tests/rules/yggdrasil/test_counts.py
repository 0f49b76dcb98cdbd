"""The counts of the specification's section 15."""

import pytest

from rules.core.perft import perft
from rules.games.yggdrasil import GAME
from rules.games.yggdrasil.cards import turned
from rules.games.yggdrasil.fits import anywhere
from rules.games.yggdrasil.grid import bits, grid
from rules.games.yggdrasil.state import State, with_cards
from tests.support.games.yggdrasil import play, setup

PATTERNS = {
    "U": "y31", "R": "y33", "D": "y27", "L": "y35", "UR": "y19", "UD": "y15", "UL": "y21",
    "RD": "y23", "RL": "y17", "DL": "y25", "URD": "y03", "URL": "y12", "UDL": "y06",
    "RDL": "y09", "URDL": "y01",
}  # fmt: skip
POSITION_M = (
    "A place y03 b2", "B place y03 c4", "A place y27 b3", "B place y21 b5", "A place y09 c2",
    "B place y27 c3", "A place y06 d2", "B place y19 d5", "A place y25 d3", "A choose c3",
)  # fmt: skip


def arms(pattern: str) -> int:
    return sum(1 << "URDL".index(letter) for letter in pattern)


@pytest.mark.parametrize(
    ("size", "counts"),
    [
        ((4, 5), (16, 15, 16, 15, 12, 12, 12, 12, 10, 12, 9, 8, 9, 8, 6)),
        ((5, 7), (30, 28, 30, 28, 24, 25, 24, 24, 21, 24, 20, 18, 20, 18, 15)),
    ],
)
def test_cells_where_a_pattern_stays_on_the_field(
    size: tuple[int, int], counts: tuple[int, ...]
) -> None:
    inside = [grid(*size).inside[arms(pattern)].bit_count() for pattern in PATTERNS]

    assert inside == list(counts)
    assert sum(inside) in (172, 349)


def start(root: str, **settings: str) -> State:
    """Return a position with only the roots, and A to move."""
    field = settings.get("field", "4x5")
    cells = {"4x5": ("b1", "c5"), "5x7": ("c1", "c7")}[field]
    text = f"field {cells[0]}={root}/A {cells[1]}={root}/B\nturn 1 A"
    return GAME.notation.parse(text, setup(**settings))


def first_placements(state: State, seat: int = 0) -> dict[str, set[str]]:
    names = state.config.grid.names
    found = anywhere(state, seat, PATTERNS.values())
    return {p: {names[i] for i in bits(found.get(c, 0))} for p, c in PATTERNS.items()}


@pytest.mark.parametrize(
    ("root", "a1", "c1", "total"),
    [
        ("yr1", {"R", "UR"}, {"L", "UL", "RL", "URL"}, 14),
        ("yr2", set(), {"L", "UL", "RL", "URL"}, 12),
    ],
)
def test_first_placements(root: str, a1: set[str], c1: set[str], total: int) -> None:
    expected = {
        p: ({"b2"} if "D" in p else set())
        | ({"a1"} if p in a1 else set())
        | ({"c1"} if p in c1 else set())
        for p in PATTERNS
    }
    for_b = {"b2": "c4", "a1": "d5", "c1": "b5"}

    assert first_placements(start(root)) == expected
    assert first_placements(start(root), 1) == {
        p: {for_b[cell] for cell in cells} for p, cells in expected.items()
    }
    assert sum(map(len, expected.values())) == total


def test_first_placements_on_the_large_field() -> None:
    found = first_placements(start("yr1", field="5x7"))

    assert sum(map(len, found.values())) == 16
    assert (len(found["RL"]), len(found["URL"]), len(found["U"])) == (2, 2, 0)
    assert sum(map(len, first_placements(start("yr2", field="5x7")).values())) == 12


def growth(state: State, depth: int) -> list[int]:
    """Count the sequences of 1 … depth placements by A alone, with any pattern each time."""
    cells = anywhere(state, 0, PATTERNS.values())
    counts = [sum(c.bit_count() for c in cells.values())] + [0] * (depth - 1)
    if depth > 1:
        for card, where in cells.items():
            for i in bits(where):
                after = with_cards(state, (i, state.config.field_card(card, 0, 0)))
                for n, count in enumerate(growth(after, depth - 1), 1):
                    counts[n] += count
    return counts


@pytest.mark.parametrize(
    ("root", "settings", "counts"),
    [
        ("yr1", {}, [14, 216, 3208, 50560]),
        ("yr2", {}, [12, 164, 2192, 33648, 541568]),
        ("yr1", {"blank_edges": "forbidden"}, [14, 216, 2968, 41216]),
        ("yr1", {"field": "5x7"}, [16, 296, 5424, 105088]),
        ("yr2", {"field": "5x7"}, [12, 180, 2888, 54896]),
    ],
)
def test_solo_growth(root: str, settings: dict[str, str], counts: list[int]) -> None:
    assert growth(start(root, **settings), len(counts)) == counts


def test_perft_from_the_start() -> None:
    state = GAME.perft_start()
    first = {str(action)[8:] for action in GAME.legal(state)}

    assert first == {"y03 b2", "y15 b2", "y17 c1", "y27 b2", "y19 a1"}
    assert perft(GAME, state, 6) == [5, 30, 162, 1080, 6015, 38502]


def test_perft_from_position_m() -> None:
    state = play(GAME.perft_start(), *POSITION_M)

    assert state.players[1].hand == ("y01", "y06", "y09", "y15", "y17", "y25")
    assert state.players[1].discard == ("y27",)
    assert perft(GAME, state, 6) == [10, 28, 134, 622, 1740, 5825]


def test_a_pattern_turns_clockwise() -> None:
    assert turned(arms("UR"), 1) == arms("RD")
    assert turned(arms("URL"), 2) == arms("RDL")
    assert turned(arms("L"), -1) == arms("D")
