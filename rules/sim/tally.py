"""Tally of a run of playouts: win rates with intervals, lengths, endings and cards.

`rules.sim.playout` plays; this module counts. The result does not depend on the games' order or
processes, so a seed always gives the same tally.
"""

import csv
import io
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from rules.core.values import Seat
from rules.messages.catalogs import command_words

Z: Final = 1.959964
"""Number of standard deviations around the mean that contain 95 % of a normal distribution."""

CSV_COLUMNS: Final = ("part", "name", "count", "of", "rate", "low", "high")
"""Columns of the CSV file; `rate` is `count` / `of`, and `low` and `high` its 95 % interval."""


@dataclass(frozen=True, slots=True)
class Played:
    """One finished playout; `cards` are the (seat, card) pairs played onto the field."""

    winners: tuple[Seat, ...]
    clause: str
    plies: int
    scores: Mapping[Seat, int]
    cards: frozenset[tuple[Seat, str]] = frozenset()


class Share(NamedTuple):
    """A rate and its 95 % interval, which is not symmetrical."""

    rate: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class CardTally:
    """Number of pairs (game, seat) in which the seat played a card, and the number that it won."""

    played: int
    won: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Result of a run of playouts; `share` returns a rate with its interval.

    `wins` counts games with a single winner, `draws` all others. `plies` holds the lengths of the
    shortest, the median and the longest game. `lengths` maps each number of plies, in ascending
    order, to a number of games.
    """

    games: int
    wins: Mapping[Seat, int]
    draws: int
    clauses: Mapping[str, int]
    plies: tuple[int, int, int]
    lengths: Mapping[int, int]
    mean_plies: float
    mean_scores: Mapping[Seat, float]
    cards: Mapping[str, CardTally]

    def share(self, count: int) -> Share:
        """Return the share of `count` in all games, with its interval."""
        return share(count, self.games)


def share(count: float, of: int) -> Share:
    """Return a rate with its 95 % interval (Wilson 1927), which is never empty."""
    rate, weight = count / of, Z * Z / of
    middle = (rate + weight / 2) / (1 + weight)
    reach = Z * math.sqrt(rate * (1 - rate) / of + weight / (4 * of)) / (1 + weight)
    return Share(rate, max(0.0, middle - reach), min(1.0, middle + reach))


def tally_of(played: list[Played], seats: tuple[Seat, ...]) -> Tally:
    """Return the tally of a run of at least one game. Ids with a dot are tokens, not cards."""
    lengths = sorted(p.plies for p in played)
    shown: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for game in played:
        for seat, card in game.cards:
            shown[card] += 1
            won[card] += game.winners == (seat,)
    return Tally(
        games=len(played),
        wins={s: sum(p.winners == (s,) for p in played) for s in seats},
        draws=sum(len(p.winners) != 1 for p in played),
        clauses=dict(sorted(Counter(p.clause for p in played).items())),
        plies=(lengths[0], lengths[len(lengths) // 2], lengths[-1]),
        lengths=dict(sorted(Counter(lengths).items())),
        mean_plies=sum(lengths) / len(played),
        mean_scores={s: sum(p.scores.get(s, 0) for p in played) / len(played) for s in seats},
        cards={
            card: CardTally(shown[card], won[card]) for card in sorted(shown) if "." not in card
        },
    )


def _length(tally: Tally) -> dict[str, float]:
    least, median, most = tally.plies
    mean = round(tally.mean_plies, 3)
    return {"least": least, "median": median, "most": most, "mean": mean}


def format_tally(tally: Tally, names: Mapping[str, str], lang: str = "en") -> str:
    """Return the tally as a table for people; `names` are the cards' names by id."""
    words = command_words("tally", lang)
    lines = [f"  {words['brackets']}"]
    lines += [
        f"  {words['wins'].format(seat)} {_percent(tally.wins[seat], tally.games)}"
        for seat in tally.wins
    ]
    lines.append(f"  {words['drawn']} {_percent(tally.draws, tally.games)}")
    lines.append(f"  {words['plies'].format(*tally.plies, tally.mean_plies)}")
    lines += [f"  {words['score'].format(s, v)}" for s, v in tally.mean_scores.items()]
    lines += [
        f"  {words['ended'].format(c)} {_percent(n, tally.games)}" for c, n in tally.clauses.items()
    ]
    if tally.cards:
        lines.append(f"  {words['cards']}")
    for card, one in tally.cards.items():
        sides = tally.games * len(tally.wins)
        line = f"  {card:<6} {_percent(one.played, sides)} {_percent(one.won, one.played)}"
        lines.append(f"{line}  {names.get(card, '')}".rstrip())
    return "\n".join(lines) + "\n"


def _percent(count: int, of: int) -> str:
    rate, low, high = share(count, of)
    return f"{rate:6.1%} ({100 * low:5.1f} … {100 * high:5.1f})"


def tally_csv(tally: Tally) -> str:
    """Return the tally as CSV with the columns `CSV_COLUMNS`; inapplicable cells are empty."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)

    def rate(part: str, name: str, count: int, of: int) -> None:
        writer.writerow((part, name, count, of, *(f"{x:.6f}" for x in share(count, of))))

    for seat, count in tally.wins.items():
        rate("win", seat, count, tally.games)
    rate("draw", "", tally.draws, tally.games)
    for name, value in _length(tally).items():
        writer.writerow(("plies", name, value, "", "", "", ""))
    for plies, count in tally.lengths.items():
        rate("length", str(plies), count, tally.games)
    for seat, mean in tally.mean_scores.items():
        writer.writerow(("score", seat, round(mean, 3), "", "", "", ""))
    for clause, count in tally.clauses.items():
        rate("ended_by", clause, count, tally.games)
    for card, one in tally.cards.items():
        rate("played", card, one.played, tally.games * len(tally.wins))
        rate("won_when_played", card, one.won, one.played)
    return out.getvalue()


def tally_data(tally: Tally) -> dict[str, Any]:
    """Return the tally as a JSON object."""
    return {
        "games": tally.games,
        "wins": dict(tally.wins),
        "intervals": {
            seat: [round(end, 6) for end in tally.share(n)[1:]] for seat, n in tally.wins.items()
        },
        "draws": tally.draws,
        "ended_by": dict(tally.clauses),
        "plies": _length(tally),
        "lengths": {str(plies): count for plies, count in tally.lengths.items()},
        "mean_scores": {s: round(v, 3) for s, v in tally.mean_scores.items()},
        "cards": {c: {"played": n.played, "won": n.won} for c, n in tally.cards.items()},
    }
