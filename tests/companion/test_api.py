"""The public functions of companion, beyond their examples."""

from pathlib import Path

import pytest

from companion import read_picture, referee_match, replay_log, scan_pictures, watch_table
from companion.errors import CompanionError, SessionError
from companion.vision.sources.open import PictureSource
from rules import LogError

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


TABLE = PICTURES / "distance-mat" / "yggdrasil.jpg"


def test_a_pictures_cards_are_read_with_their_cells(tmp_path: Path) -> None:
    readings = read_picture(TABLE, MANIFESTS)
    assert {"y01", "y02"} <= {reading.card for reading in readings if reading.cell}
    (tmp_path / "none.jpg").write_bytes(b"no picture")
    with pytest.raises(CompanionError, match=r"none\.jpg"):
        read_picture(tmp_path / "none.jpg", MANIFESTS)


def test_a_table_that_is_no_longer_watched_closes_its_source(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed: list[str] = []
    monkeypatch.setattr(PictureSource, "close", lambda self: closed.append(self.name))
    views = watch_table(str(TABLE), MANIFESTS)
    assert next(views).mat == "4x5"
    assert not closed
    views.close()  # type: ignore[attr-defined]
    assert [Path(name).name for name in closed] == [TABLE.name]


def test_a_scan_of_pictures_counts_the_owners_deck() -> None:
    (deck,) = scan_pictures([TABLE], MANIFESTS[:1], owner="moon").decks
    assert deck.owner == "moon"
    with pytest.raises(CompanionError, match="star"):
        scan_pictures([TABLE], MANIFESTS[:1], owner="star")


def test_a_replay_ends_at_a_damaged_line(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    referee_match("yggdrasil", str(TABLE), MANIFESTS, lambda _: None, log=log, max_seconds=0.5)
    assert [moment.seq for moment in replay_log(log)] == [0, 1]
    first, second = log.read_text(encoding="utf-8").splitlines()
    log.write_text(f'{first}\n{second[:-3]}0"}}\n', encoding="utf-8")
    with pytest.raises(LogError):
        list(replay_log(log))
