"""Rebuilding of products while card data, templates or rules are edited.

Theory of operation. A change is a set of paths. `products_of` returns the products that depend on
them. Each is rebuilt by its ordinary command in a separate process, so that edited code takes
effect and no cache has to be cleared. Output is written to a temporary file and renamed: while
there are findings, the last good PDF remains, and the next change triggers another build. The
system collects changes from before the first build (`changes_of`), so a file saved during a build
is built next.
"""

import subprocess
import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from printkit.data.toml_source import TEMPLATES, data_folder, game_folder, rules_folder
from printkit.mats.mat import mat_names

_PICTURES = (".art", ".svg", ".png", ".jpg", ".jpeg")
_WAIT_MS = 200
"""Time for which a poll waits for changes, in ms."""
_ALL_SHEETS = ("papers.toml", "words.toml", "controls.toml")


@dataclass(frozen=True, slots=True)
class WatchJob:
    """A request to keep products up to date; every command gets `options` (`--lang ja`)."""

    game: str
    products: tuple[str, ...] = ("cards", "mat")
    options: tuple[str, ...] = ()
    out: Path = Path("out")
    files: tuple[Path, ...] = ()
    """The player's own deck lists."""


@dataclass(frozen=True, slots=True)
class BuildResult:
    """Result of a build: exit code, written files, and errors."""

    product: str
    code: int
    paths: tuple[str, ...]
    errors: str


def watched(job: WatchJob) -> list[Path]:
    """Return the folders and files to watch, including the rules, which validate mats."""
    own = [data_folder(job.game), game_folder(job.game), rules_folder(job.game)]
    return [*filter(Path.is_dir, own), TEMPLATES / "sheets", TEMPLATES / "fonts", *job.files]


def changes_of(places: Sequence[Path]) -> Generator[set[Path]]:
    """Return an iterator of the changes in these places; observation begins with the call."""
    from watchfiles import watch as looks  # noqa: PLC0415 - only to follow changes

    found = looks(*places, raise_interrupt=True, rust_timeout=_WAIT_MS, yield_on_timeout=True)
    first = next(found)  # starts the observation
    return ({Path(path) for _, path in some} for some in chain([first], found) if some)


def products_of(job: WatchJob, changed: Iterable[Path]) -> list[str]:
    """Return the products that depend on changed files, in build order; `mat:NAME` is a mat."""
    kinds = (".toml", ".csv", ".txt", ".ttf", ".py", *_PICTURES)
    found = set[str]().union(*(_resting_on(job, p) for p in changed if p.suffix.lower() in kinds))
    order = [name for product in job.products for name in _named(job, product)]
    return [name for name in order if name in found]


def _named(job: WatchJob, product: str) -> list[str]:
    return [f"mat:{name}" for name in mat_names(job.game)] if product == "mat" else [product]


def _resting_on(job: WatchJob, path: Path) -> set[str]:
    everything = {name for product in job.products for name in _named(job, product)}
    if path.suffix in (".py", ".art"):  # a pack contains cards, pieces and mats
        return everything
    if path.name.startswith("mat-"):
        return {f"mat:{path.stem.removeprefix('mat-')}"} | ({"cards"} & everything)
    deciding = path.name in ("card.toml", "cards.csv", "pieces.toml")
    if deciding or path.suffix.lower() in (".txt", *_PICTURES):
        return {"cards", "reference", "learn", "rulebook"} & everything
    if path.name == "learn.toml":
        return {"learn", "rulebook"} & everything
    if path.name in ("book.toml", "reference.toml") or path.name.startswith("clauses"):
        return {"reference", "learn", "rulebook"} & everything
    if path.parent == TEMPLATES / "sheets" and path.name not in _ALL_SHEETS:
        return {path.stem, "learn", "rulebook"} & everything if path.stem == "book" else set()
    return everything


def build(job: WatchJob, product: str) -> BuildResult:
    """Build one product by its command."""
    name, _, mat = product.partition(":")
    command = [sys.executable, "-m", "printkit", name, job.game, *job.options]
    command += ["--mat", mat] if mat else []
    command += ["--out", str(job.out)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)  # noqa: S603 - our own program
    return BuildResult(
        product, done.returncode, tuple(done.stdout.splitlines()), done.stderr.strip()
    )


def watch(
    job: WatchJob,
    changes: Iterable[Iterable[Path]],
    on_built: Callable[[BuildResult], None],
    make: Callable[[WatchJob, str], BuildResult] = build,
) -> None:
    """Build everything once; after each change, rebuild dependent and failed products."""
    waiting = _round(job, [n for p in job.products for n in _named(job, p)], on_built, make)
    for changed in changes:
        due = products_of(job, changed)
        if due:
            waiting = _round(job, [*due, *(n for n in waiting if n not in due)], on_built, make)


def _round(
    job: WatchJob,
    products: Sequence[str],
    on_built: Callable[[BuildResult], None],
    make: Callable[[WatchJob, str], BuildResult],
) -> list[str]:
    """Build products; return those that failed."""
    failed = []
    for product in products:
        built = make(job, product)
        on_built(built)
        if built.code:
            failed.append(product)
    return failed
