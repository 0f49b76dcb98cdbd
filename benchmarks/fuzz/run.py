"""Fuzzes one of the readers of outside data (`tests/support/fuzz/targets.py`).

    python benchmarks/fuzz/run.py TARGET [--minutes 1] [--seed 0] [--blind] [--keep FOLDER]

Where atheris is installed (`pip install atheris`), new branches of the target's packages guide the
inputs, and those that reach one are kept in FOLDER (`out/fuzz/TARGET`) for the next run. Without it
or with `--blind`, inputs are seeded mutations of the target's corpus, `tests/fuzz/corpus/TARGET`.

A broken promise, more than 5 s of CPU (`MOST_S`) or more than 1,500 MB of address space beyond the
start's (`MOST_MB`) for one input is a finding. Its input is made small and written into the corpus
as `found-…`, where `tests/fuzz` tries it again in every test run. Findings that end in the same
line count once. The exit code is 1 if there was one.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.support.fuzz.target import CORPUS, Target, examples

ROOT = Path(__file__).resolve().parents[2]
MOST_S, MOST_MB = 5.0, 1500
_SHRINK_S = 30.0
_LONGEST = 1 << 15
_WORD = re.compile(rb"[\w.]+|[^\w\s]|\s+")
_NASTY = (
    b"", b"0", b"-1", b"1e999", b"9" * 30, b"9" * 5000, b"null", b"true", b"[]", b"{}", b'""',
    b"NaN", b"\0", b"\xff", b"\xef\xbb\xbf", "ﬁ²٣".encode(), b"[" * 3000, b"a." * 3000, b"\r\n",
    b"../", b"=", b":", b"?*999999999", b"&a *a", b"\x1b[2J", b"\xf0\x9f\x8e\xb2",
)  # fmt: skip


class TooSlow(BaseException):
    """An input that needs too much time; a reader cannot catch it."""


@contextmanager
def bounded() -> Iterator[None]:
    """Raise `TooSlow` in this thread after `MOST_S` of CPU time."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooSlow(f"more than {MOST_S:.0f} s of CPU")

    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def limit_memory() -> None:
    """Let an allocation beyond the limit fail with `MemoryError`."""
    import resource

    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + MOST_MB * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


class Hunt:
    """The inputs tried so far, and the findings by the line at which they end."""

    def __init__(self, name: str, target: Target) -> None:
        self.name, self.target = name, target
        self.tried = 0
        self.found: dict[str, Path] = {}

    def attempt(self, data: bytes) -> str:
        """Return the place at which an input breaks a promise, or ""."""
        try:
            with bounded():
                self.target.check(data)
        except (Exception, TooSlow) as error:  # noqa: BLE001 - any exception is a finding
            return _place(error)
        return ""

    def attend(self, data: bytes) -> None:
        """Try an input; write it down if it is a new finding."""
        self.tried += 1
        place = self.attempt(data)
        if not place or place in self.found:
            return
        small = shrunk(data, lambda less: self.attempt(less) == place)
        path = CORPUS / self.name / f"found-{hashlib.sha256(small).hexdigest()[:10]}"
        path.write_bytes(small)
        self.found[place] = path
        print(f"FOUND {place}\n  {path.relative_to(ROOT)}", flush=True)


def _place(error: BaseException) -> str:
    """Return an exception's type and the last of its lines in this project."""
    lines = [f for f in traceback.extract_tb(error.__traceback__) if ".venv" not in f.filename]
    ours = [
        f for f in lines if f.filename.startswith(str(ROOT)) and "/benchmarks/" not in f.filename
    ]
    if isinstance(error, TooSlow | MemoryError):  # it may stop anywhere
        ours = ours[:3]
    last = ours[-1] if ours else None
    where = f"{Path(last.filename).relative_to(ROOT)}:{last.lineno}" if last else "?"
    return f"{type(error).__name__} at {where}"


def shrunk(data: bytes, fails: Callable[[bytes], bool]) -> bytes:
    """Return the data without parts that are not needed to fail."""
    until = time.monotonic() + _SHRINK_S
    size = len(data) // 2
    while size:
        at = 0
        while at < len(data) and time.monotonic() < until:
            less = data[:at] + data[at + size :]
            if fails(less):
                data = less
            else:
                at += size
        size //= 2
    return data


_ODD: tuple[Any, ...] = (
    None, True, 0, -1, 10**20, 1.5, 1e300,
    "", "?", "x", "\0", "１", [], {}, [None], {"": ""}, "ﾊﾞ" * 9
)  # fmt: skip


def odd_value(data: bytes, rng: random.Random) -> bytes:
    """Return JSON data, or one JSON line of them, with a value changed, removed or repeated."""
    lines = data.splitlines(keepends=True)
    places = [n for n, line in enumerate(lines) if line.startswith(b"{") and b"}" in line]
    at = rng.choice(places) if places else -1
    try:
        whole = json.loads(lines[at] if places else data)
    except (ValueError, RecursionError):
        return data
    within = whole
    while isinstance(within, dict | list) and within:
        key = rng.choice([*within]) if isinstance(within, dict) else rng.randrange(len(within))
        if not isinstance(within[key], dict | list) or not within[key] or rng.random() < 0.3:
            kind = rng.randrange(6)
            if kind == 0:
                del within[key]
            elif kind == 1 and isinstance(within, dict):
                within[rng.choice(("x", "", "about", "turn", *within))] = within[key]
            elif kind == 2 and isinstance(within, list):
                within.insert(key, within[key])
            else:
                within[key] = rng.choice(_ODD)
            break
        within = within[key]
    new = json.dumps(whole, ensure_ascii=False).encode("utf-8", "replace")
    return b"".join((*lines[:at], new, b"\n", *lines[at + 1 :])) if places else new


def mutated(corpus: list[bytes], rng: random.Random) -> bytes:
    """Return one input of the corpus with one to five changes."""
    data = rng.choice(corpus)
    if b"{" in data and rng.random() < 0.5:
        for _ in range(rng.randint(1, 2)):
            data = odd_value(data, rng)
        return data
    for _ in range(rng.randint(1, 5)):
        if rng.random() < 0.2:
            at = rng.randrange(len(data) + 1)
            data = data[:at] + bytes([rng.randrange(256)]) + data[at + rng.randrange(2) :]
            continue
        whole = rng.random() < 0.4
        parts = data.splitlines(keepends=True) if whole else _WORD.findall(data)
        if not parts:
            return rng.choice(_NASTY)
        at, size = rng.randrange(len(parts)), rng.choice((1, 1, 1, 2, 5))
        other = rng.choice(corpus)
        pool = other.splitlines(keepends=True) if whole else _WORD.findall(other)
        new = rng.choice(pool) if pool and rng.random() < 0.6 else rng.choice(_NASTY)
        kind = rng.randrange(5)
        if kind == 0:
            parts[at : at + size] = []
        elif kind == 1:
            parts[at : at + size] = [new]
        elif kind == 2:
            parts.insert(at, new)
        elif kind == 3:
            parts[at:at] = parts[at : at + size] * rng.choice((1, 1, 2, 50))
        else:
            there = rng.randrange(len(parts))
            parts[at], parts[there] = parts[there], parts[at]
        data = b"".join(parts)[:_LONGEST]
    return data


def run_blind(hunt: Hunt, seed: int, until: float) -> None:
    """Try seeded mutations of the corpus."""
    corpus = [path.read_bytes() for path in examples(hunt.name)]
    rng = random.Random(f"{hunt.name} {seed}")
    for data in corpus:
        hunt.attend(data)
    while time.monotonic() < until:
        hunt.attend(mutated(corpus, rng))


def run_guided(hunt: Hunt, seed: int, until: float, keep: Path) -> None:
    """Let atheris choose the inputs; this ends the process."""
    import atheris

    keep.mkdir(parents=True, exist_ok=True)
    rng = random.Random(f"{hunt.name} {seed}")
    corpus = [path.read_bytes() for path in examples(hunt.name)]

    def mutate(data: bytes, most: int, _seed: int) -> bytes:
        if rng.random() < 0.5:
            return mutated([data, *corpus], rng)[:most]
        return bytes(atheris.Mutate(data, most))

    def attend(data: bytes) -> None:
        hunt.attend(data)
        if time.monotonic() > until:
            _end(hunt)

    options = [f"-seed={seed + 1}", f"-max_len={_LONGEST}", "-rss_limit_mb=0", "-verbosity=0"]
    options += ["-timeout=600", "-len_control=20", "-print_final_stats=0"]
    atheris.Setup(
        [sys.argv[0], *options, str(keep), str(CORPUS / hunt.name)], attend, custom_mutator=mutate
    )
    atheris.Fuzz()


def _end(hunt: Hunt) -> None:
    """Print the result and leave at once: a fuzzing library does not return."""
    print(f"{hunt.name}: {hunt.tried} inputs, {len(hunt.found)} findings", flush=True)
    os._exit(int(bool(hunt.found)))


def _packages(name: str) -> list[str]:
    """Return the packages to follow; reading the table loads no target."""
    text = (ROOT / "tests/support/fuzz/targets.py").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.strip().startswith(f'"{name}": '))
    return re.findall(r'"([\w.]+)"', line)[1:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("target", choices=sorted(path.name for path in CORPUS.iterdir()))
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--blind", action="store_true")
    parser.add_argument("--keep", type=Path)
    args = parser.parse_args()
    until = time.monotonic() + 60 * args.minutes
    try:
        import atheris
    except ImportError:
        args.blind = True
    if args.blind:
        from tests.support.fuzz.targets import TARGETS
    else:
        with atheris.instrument_imports(
            include=_packages(args.target), enable_loader_override=False
        ):
            from tests.support.fuzz.targets import TARGETS
    hunt = Hunt(args.target, TARGETS[args.target])
    for path in examples(args.target):  # what the first inputs load is not theirs
        hunt.attend(path.read_bytes())
    limit_memory()
    if args.blind:
        run_blind(hunt, args.seed, until)
    else:
        run_guided(hunt, args.seed, until, args.keep or ROOT / "out" / "fuzz" / args.target)
    _end(hunt)


if __name__ == "__main__":
    main()
