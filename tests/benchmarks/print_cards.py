"""What printing costs: CPU seconds, memory and bytes of whole processes. Run by hand.

    python tests/benchmarks/print_cards.py [RUNS]

Each figure is the median over RUNS fresh processes (default 5), after one that is not counted.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CASES = {
    "60 + 2 cards, text and tags, no pictures (en)": (
        "cards --deck sun=orchard-30 --deck moon=hunt-30 --no-art --no-controls"
    ),
    "the same (ja)": (
        "cards --deck sun=orchard-30 --deck moon=hunt-30 --no-art --no-controls --lang ja"
    ),
    "60 + 2 cards with pictures and controls (ja)": (
        "cards --deck sun=orchard-30 --deck moon=hunt-30 --lang ja"
    ),
    "mat, one A2 sheet": "mat",
    "mat, A4 tiles": "mat --paper A4",
    "--help": "--help",
}


def measure(command: str, out: Path) -> tuple[float, float, int]:
    """CPU seconds, peak MiB and bytes of the PDF of one fresh process."""
    words = command.split()
    if words[0] != "--help":
        words = [words[0], "yggdrasil", *words[1:], "--json", "--out", str(out)]
    process = subprocess.Popen(
        [sys.executable, "-m", "printkit", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    text = process.stdout.read() if process.stdout else b""
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"printkit {command} failed")
    size = Path(json.loads(text)["pdf"]).stat().st_size if words[0] != "--help" else 0
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, size


def main() -> None:
    """Measure every case and print a table."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print(f"{'case':48} {'CPU s':>6} {'MiB':>6} {'bytes':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for name, command in CASES.items():
            measure(command, Path(folder))
            found = [measure(command, Path(folder)) for _ in range(runs)]
            cpu, memory, size = (statistics.median(column) for column in zip(*found, strict=True))
            print(f"{name:48} {cpu:6.2f} {memory:6.1f} {size:9.0f}")


if __name__ == "__main__":
    main()
