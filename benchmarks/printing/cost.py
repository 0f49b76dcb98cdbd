"""Cost of printing: CPU seconds, memory and bytes of whole processes. Run by hand.

    python benchmarks/printing/cost.py [RUNS [WORD]]

Each figure is the median of RUNS fresh processes (default 5); with WORD, only of cases whose name
contains it. A first process is not counted: it
compiles the modules into a separate folder, as an installation does.
"""

from __future__ import annotations

import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SMALL_DECKS = "cards yggdrasil --deck sun=orchard-30 --deck moon=hunt-30"
CASES = {
    "60 + 2 cards, text and tags, no pictures (en)": f"{SMALL_DECKS} --no-art --no-controls",
    "60 cards, bare reportlab (ja)": "bare 60",
    "60 + 2 cards, text and tags (ja)": f"{SMALL_DECKS} --no-art --no-controls --lang ja",
    "60 + 2 cards with pictures and controls (ja)": f"{SMALL_DECKS} --lang ja",
    "Dice Battle, 68 cards, tokens, no pictures (ja)": "cards dicebattle --no-art --lang ja",
    "72 different cards, all pictures (ja)": "cards yggdrasil --deck {each} --lang ja",
    "the same, black ink, fold": "cards yggdrasil --deck {each} --lang ja --style bw --duplex fold",
    "600 cards, no pictures (ja)": "cards yggdrasil --deck {many} --no-art --no-controls --lang ja",
    "600 cards, bare reportlab (ja)": "bare 600",
    "600 cards, all pictures (ja)": "cards yggdrasil --deck {many} --no-controls --lang ja",
    "book: rulebook of Spherion (ja)": "rulebook spherion --lang ja",
    "mat, one A2 sheet": "mat yggdrasil",
    "mat, A4 tiles": "mat yggdrasil --paper A4",
    "check of a game (ja)": "check dicebattle --lang ja",
    "--help": "--help",
}

_PRINTS = ("cards", "mat", "rulebook")


def decks(folder: Path) -> dict[str, Path]:
    """Write two deck lists, one with every card once and one with 300 cards; return their paths."""
    with (ROOT / "card_data/yggdrasil/cards.csv").open(encoding="utf-8") as file:
        cards = list(csv.DictReader(file))
    roots = [card["id"] for card in cards if card["kind"] == "root"]
    others = [card["id"] for card in cards if card["kind"] != "root"]
    found = {}
    for name, copies in (("each", [1] * len(others)), ("many", _shared_out(299, len(others)))):
        found[name] = folder / f"{name}.txt"
        lines = [f"{n} {card}" for n, card in zip(copies, others, strict=True)]
        found[name].write_text("\n".join([f"root {roots[0]}", *lines]) + "\n", encoding="utf-8")
    return found


def _shared_out(total: int, parts: int) -> list[int]:
    return [total // parts + (n < total % parts) for n in range(parts)]


def measure(words: Sequence[str], folder: Path) -> tuple[float, float, int]:
    """Return one fresh process's CPU seconds, peak memory in MiB, and PDF size in bytes."""
    asked = list(words)
    if words[0] in _PRINTS:
        asked += ["--json", "--out", str(folder)]
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    program = ["-m", "printkit"]
    if words[0] == "bare":
        program, asked = ["benchmarks/printing/bare.py"], [words[1], str(folder / "bare.pdf")]
    process = subprocess.Popen(
        [sys.executable, *program, *asked],
        cwd=ROOT,
        env=os.environ | compiled,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    text = process.stdout.read() if process.stdout else b""
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in ((0, 1) if words[0] == "check" else (0,)):
        sys.exit(f"printkit {' '.join(asked)} failed")
    size = Path(json.loads(text)["pdf"]).stat().st_size if words[0] in _PRINTS else 0
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, size


def main() -> None:
    """Measure every case and print a table."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print(f"{'case':48} {'CPU s':>6} {'MiB':>6} {'bytes':>9}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lists = decks(folder)
        only = sys.argv[2] if len(sys.argv) > 2 else ""
        for case, command in CASES.items():
            if only not in case:
                continue
            words = command.format(**lists).split()
            measure(words, folder)
            found = [measure(words, folder) for _ in range(runs)]
            cpu, memory, size = (statistics.median(column) for column in zip(*found, strict=True))
            print(f"{case:48} {cpu:6.2f} {memory:6.1f} {size:9.0f}", flush=True)


if __name__ == "__main__":
    main()
