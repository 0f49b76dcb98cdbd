"""Turn a recording into a test: `python -m tools.adopt FILE NAME [--judge] [--pictures]`.

`companion referee --record` writes the recording. Its inputs and notices become
`tests/companion/referee/adopted/NAME.tar`, which `tests/companion/referee/test_adopted.py` judges
again. With `--judge`, today's notices are expected instead of the recorded ones: after the fault
is fixed, or after a change on purpose. The file contains the players' names if the match had any.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

from companion.recorder.archive import (
    END,
    HEADER,
    LOG,
    Archive,
    inputs_part,
    json_part,
    part,
)
from companion.recorder.rejudge import Rejudging, differs
from rules.messages.message import UserError

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "companion" / "referee" / "adopted"


def adopt(file: Path, target: Path, *, judge: bool, pictures: bool) -> str:
    """Write the test case, and return one line about it."""
    archive = Archive(file)
    lines: list[dict[str, Any]] = []
    different = 0
    for judged in Rejudging(archive).inputs():
        line = judged.line
        if differs(judged):
            different += 1
            line = {**line, "notices": judged.got} if judge else line
        lines.append(line)
    names = archive.names("manifests/") + [LOG] * (LOG in archive.names(LOG))
    names += archive.names("pictures/") if pictures else []
    kept = [part(name, archive.read(name)) for name in names]
    head = json_part(HEADER, archive.header)
    data = b"".join((head, *kept, inputs_part(1, lines), END))
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    expected = "expected as of today" if judge else "differ from today's referee"
    return f"{target}: {len(lines)} inputs, {different} {expected}, {len(data):,} bytes"


def main(words: list[str] | None = None) -> int:
    """Read the command line; return 2 for a file that is not a usable recording."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("file", type=Path)
    ask.add_argument("name")
    ask.add_argument("--judge", action="store_true", help="expect today's notices")
    ask.add_argument("--pictures", action="store_true", help="keep the pictures")
    given = ask.parse_args(words)
    target = FOLDER / f"{given.name}.tar"
    try:
        print(adopt(given.file, target, judge=given.judge, pictures=given.pictures))
    except UserError as error:
        print(error.message.render("en"), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
