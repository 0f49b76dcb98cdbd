"""`python -m rules check | perft | playout`: the rules core at a prompt.

Exit codes: 0 fine, 1 the action is illegal, 2 usage or unreadable input, 4 our bug.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules import (
    LANGUAGES,
    Deck,
    Game,
    RulesError,
    Setup,
    Status,
    game_slugs,
    judge,
    load_catalog,
    load_game,
    parse_action,
    sentence,
)
from rules._decklist import read_decklist
from rules._faults import did_you_mean, read_data_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rules import Catalog, Verdict

__all__ = ["main"]

USAGE = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    arguments = _parser().parse_args(argv)
    try:
        game = load_game(arguments.game)
        return int(arguments.run(game, arguments))
    except RulesError as error:
        sys.stderr.write(f"{error}\n")
        return USAGE
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules", description="The shared rules core.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    games = ", ".join(game_slugs())

    def command(name: str, run: Any, text: str) -> argparse.ArgumentParser:  # noqa: ANN401 - any command
        sub = commands.add_parser(name, help=text, description=text)
        sub.add_argument("game", metavar="GAME", help=games)
        sub.add_argument(
            "--setting", action="append", default=[], metavar="NAME=VALUE", help="a variant setting"
        )
        sub.add_argument(
            "--deck",
            action="append",
            default=[],
            metavar="SEAT=DECK",
            help="a shipped deck's name or a deck list file",
        )
        sub.add_argument("--json", action="store_true", help="print JSON")
        sub.set_defaults(run=run)
        return sub

    check = command("check", _check, "Judge one action in a position.")
    check.add_argument("--position", type=Path, required=True, metavar="FILE", help="position text")
    check.add_argument("--action", required=True, metavar="TEXT", help='as in "A place y03 b2"')
    check.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the reasons")
    perft = command("perft", _perft, "Count action sequences, from the specification's start.")
    perft.add_argument("--depth", type=_positive, required=True, metavar="N", help="plies")
    perft.add_argument("--position", type=Path, metavar="FILE", help="start from this position")
    playout = command("playout", _playout, "Play whole games by random seats.")
    playout.add_argument("--games", type=_positive, default=100, metavar="N", help="how many")
    playout.add_argument("--seed", default="0", metavar="S", help="same seed, same table")
    return parser


def _positive(text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() else 0
    if not 0 < value <= 10_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 10000000")
    return value


def _setup(arguments: argparse.Namespace) -> Setup:
    catalog = load_catalog(arguments.game)
    settings = dict(_pairs(arguments.setting, "--setting"))
    decks = {seat: _deck(catalog, name) for seat, name in _pairs(arguments.deck, "--deck")}
    return Setup(arguments.game, settings, decks)


def _pairs(texts: list[str], option: str) -> list[tuple[str, str]]:
    pairs = []
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            msg = f"{option} {text}: write NAME=VALUE"
            raise RulesError(msg)
        pairs.append((name, value))
    return pairs


def _deck(catalog: Catalog, name: str) -> Deck:
    if name in catalog.decks:
        return catalog.decks[name]
    path = Path(name)
    if path.suffix and path.exists():
        return read_decklist(path, catalog.cards)[0]
    msg = f"there is no deck {name!r}: {did_you_mean(name, catalog.decks)}, or name a file"
    raise RulesError(msg)


def _check(game: Game[Any], arguments: argparse.Namespace) -> int:
    catalog = load_catalog(arguments.game)
    text = read_data_text(arguments.position, str(arguments.position))
    state = game.parse(text, _setup(arguments))
    verdict = judge(game, state, parse_action(arguments.action.strip()))
    if arguments.json:
        _print_json(_verdict_data(catalog, verdict, arguments.lang))
    else:
        sys.stdout.write(_verdict_text(catalog, verdict, arguments.lang))
    return 1 if verdict.status is Status.ILLEGAL else 0


def _verdict_data(catalog: Catalog, verdict: Verdict, lang: str) -> dict[str, Any]:
    return {
        "verdict": verdict.status.value,
        "clauses": list(verdict.clauses),
        "violations": [
            {"clause": v.clause, "facts": dict(v.facts), "why": sentence(catalog, v, lang)}
            for v in verdict.violations
        ],
        "awaits": list(verdict.awaits),
    }


def _verdict_text(catalog: Catalog, verdict: Verdict, lang: str) -> str:
    lines = [verdict.status.value]
    lines += [f"  {v.clause}  {sentence(catalog, v, lang)}" for v in verdict.violations]
    lines += [f"  {c}  {catalog.clauses[c].titles[lang]}" for c in verdict.awaits]
    return "\n".join(lines) + "\n"


def _perft(game: Game[Any], arguments: argparse.Namespace) -> int:
    from rules.playout import perft

    state = game.perft_start()
    if arguments.position is not None:
        text = read_data_text(arguments.position, str(arguments.position))
        state = game.parse(text, _setup(arguments))
    counts = perft(game, state, arguments.depth)
    if arguments.json:
        _print_json({"game": arguments.game, "counts": counts})
    else:
        rows = (f"{depth:>5}  {count:>15,}\n" for depth, count in enumerate(counts, 1))
        sys.stdout.write("depth            count\n" + "".join(rows))
    return 0


def _playout(game: Game[Any], arguments: argparse.Namespace) -> int:
    from rules.playout import playouts

    setup = _setup(arguments)
    if not setup.decks:
        setup = _starter_setup(game, setup)
    progress = _bar(arguments.games) if sys.stderr.isatty() else None
    tally = playouts(game, setup, arguments.games, arguments.seed, progress=progress)
    wins = {seat: tally.share(count) for seat, count in tally.wins.items()}
    if arguments.json:
        _print_json(
            {
                "game": arguments.game,
                "games": tally.games,
                "wins": tally.wins,
                "draws": tally.draws,
                "ended_by": tally.clauses,
                "plies": {
                    "least": tally.plies[0],
                    "median": tally.plies[1],
                    "most": tally.plies[2],
                    "mean": round(tally.mean_plies, 3),
                },
                "mean_scores": {s: round(v, 3) for s, v in tally.mean_scores.items()},
            }
        )
        return 0
    lines = [f"{tally.games} games of {arguments.game}, seed {arguments.seed}"]
    lines += [f"  {seat:<6} wins {r:7.1%} ± {e:.1%}" for seat, (r, e) in wins.items()]
    rate, error = tally.share(tally.draws)
    lines.append(f"  drawn       {rate:7.1%} ± {error:.1%}")
    least, median, most = tally.plies
    lines.append(f"  plies  {least} … {median} … {most}, mean {tally.mean_plies:.1f}")
    lines += [f"  score  {s} {v:.2f}" for s, v in tally.mean_scores.items()]
    lines += [f"  ended by {c}: {n}" for c, n in tally.clauses.items()]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


def _starter_setup(game: Game[Any], setup: Setup) -> Setup:
    """Every seat plays a shipped deck that its rules allow, in the order of their names."""
    decks: dict[str, Deck] = {}
    catalog = load_catalog(setup.game)
    for index, seat in enumerate(game.seats(setup)):
        fit = [d for d in catalog.decks.values() if game.check_deck(setup, seat, d).legal]
        if fit:
            decks[seat] = fit[index % len(fit)]
    return Setup(setup.game, setup.settings, decks)


def _bar(games: int) -> Any:  # noqa: ANN401 - a callback
    def show(done: int) -> None:
        if done == games or done % max(1, games // 200) == 0:
            sys.stderr.write(f"\r{done}/{games}" + ("\n" if done == games else ""))

    return show


def _print_json(data: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    sys.exit(main())
