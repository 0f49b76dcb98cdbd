"""printkit knows no game: its code names none."""

import re
from pathlib import Path

from artwork.games import GAMES

NAMES = re.compile(rf"{'|'.join(GAMES)}|strato-sphere|dice battle|ji guan", re.IGNORECASE)


def test_the_code_of_printkit_names_no_game(root: Path) -> None:
    named = [
        f"{path.relative_to(root)}:{number}: {line.strip()}"
        for path in sorted((root / "printkit").rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if NAMES.search(line)
    ]
    assert named == []
