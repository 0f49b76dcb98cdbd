"""Several runs of our programs in one process, which imports them once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

_END = "\x1e"
_STARTS = """
import json, os, runpy, sys

for words, env in json.loads(sys.argv.pop()):
    kept = dict(os.environ)
    os.environ.update(env)
    sys.argv, sys.orig_argv = ["-m", *words[1:]], [sys.executable, "-m", *words]
    sys.stdout.reconfigure(errors="strict")
    sys.stderr.reconfigure(errors="backslashreplace")
    try:
        runpy.run_module(words[0], run_name="__main__", alter_sys=True)
        code = 0
    except SystemExit as left:
        code = left.code or 0
    os.environ.clear()
    os.environ.update(kept)
    for stream in (sys.stdout, sys.stderr):
        stream.write(f"\\x1e{code}\\x1e")
        stream.flush()
"""


class Run(NamedTuple):
    """The outcome of one run."""

    returncode: int
    stdout: str
    stderr: str


def run_all(
    starts: Sequence[tuple[Sequence[str], Mapping[str, str]]],
    env: Mapping[str, str],
    cwd: Path | None = None,
    encoding: str = "utf-8",
) -> list[Run]:
    """Run programs one after the other, each given as words and additions to the environment."""
    asked = json.dumps([(list(words), dict(more)) for words, more in starts])
    done = subprocess.run(
        [sys.executable, "-c", _STARTS, asked],
        cwd=cwd,
        env={**os.environ, **env},
        capture_output=True,
        encoding=encoding,
        check=True,
    )
    out, err = done.stdout.split(_END), done.stderr.split(_END)
    assert len(out) == len(err) == 2 * len(starts) + 1, done
    return [
        Run(int(code), spoken, report)
        for spoken, code, report in zip(out[::2], out[1::2], err[::2], strict=False)
    ]
