"""The log of a match that is stopped before it begins, or in the middle."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import SourceError
from companion.match_setup.match_log import kept_log


def stopped(path: Path, *words: str, resume: bool = False) -> None:
    """Write an entry of each given kind to the log, then raise `KeyboardInterrupt`."""
    with kept_log(path, resume=resume) as writer:
        assert writer is not None
        assert path.exists()
        for word in words:
            writer.append(word)
        raise KeyboardInterrupt


def test_a_match_stopped_before_its_first_word_leaves_no_log(tmp_path: Path) -> None:
    path = tmp_path / "matches" / "a.jsonl"
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            stopped(path)
        assert not path.exists(), "else the next match of this name would be refused"


def test_what_was_written_stays_and_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    for resume in (False, True):
        with pytest.raises(KeyboardInterrupt):
            stopped(path, "paused", resume=resume)
    assert len(path.read_bytes().splitlines()) == 2


@pytest.mark.parametrize(
    ("lang", "way_out"),
    [("en", "--no-log"), ("ja", "--log FILE で別の場所"), ("zh-Hant", "--log FILE 指定別處")],
)
def test_where_a_log_cannot_be_kept_the_way_out_is_reported(
    tmp_path: Path, lang: str, way_out: str
) -> None:
    (tmp_path / "out").write_text("a file, not a folder")
    with (
        pytest.raises(SourceError) as caught,
        kept_log(tmp_path / "out" / "a.jsonl", resume=False),
    ):
        pass
    assert way_out in caught.value.message.render(lang)


def test_without_a_log_there_is_nothing_to_close() -> None:
    with kept_log(None, resume=False) as writer:
        assert writer is None
