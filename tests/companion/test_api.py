"""The public functions of companion, beyond their examples."""

from pathlib import Path

import pytest

from companion import referee_match
from companion.errors import SessionError

PICTURES = Path(__file__).parent / "vision" / "pictures"
PAPER = PICTURES / "paper" / "yggdrasil"
MANIFESTS = (
    PAPER / "yggdrasil-cards-orchard-hunt-en.manifest.json",
    PAPER / "yggdrasil-mat-4x5-en.manifest.json",
)


def test_a_new_match_never_continues_an_older_log(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    picture = str(PICTURES / "distance-mat" / "yggdrasil.jpg")
    heard: list[str] = []

    def match() -> None:
        referee_match(
            "yggdrasil",
            picture,
            MANIFESTS,
            lambda utterance: heard.append(utterance.caption),
            log=log,
            max_seconds=0.5,
        )

    match()
    written, before = log.read_bytes(), len(heard)
    assert written
    with pytest.raises(SessionError, match=r"match\.jsonl"):
        match()
    assert (log.read_bytes(), len(heard)) == (written, before)
