"""Players' names and dates in the log: in protocol, sheet, film and bundle."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from pypdf import PdfReader

from companion.commands.replay.files import named
from companion.match_setup.players import names_in, read_names, with_player_names
from companion.referee.notices import MatchResumed
from companion.replay.bundle import write_bundle
from companion.replay.protocol import protocol
from companion.replay.sheet import score_sheet
from companion.replay.subtitles import cues, srt, vtt
from companion.replay.transcript import Transcript
from rules import LANGUAGES, load_catalog
from rules.records.log import parse_log
from tests.support.match_logs import LoggedMatch
from tests.support.referee.inputs import sense

NAMES = {"A": "陳怡君", "B": "林志明"}


def played(path: Path, about: Mapping[str, object], again: Mapping[str, object]) -> LoggedMatch:
    """Write a match that was interrupted and resumed, with facts about each session."""
    logged = LoggedMatch("yggdrasil", path, about=about)
    logged.play(9)
    sense(logged.referee, time=2.0)
    data = {"differing": 0, **again}
    logged.note([MatchResumed(**logged.referee.now(), **data)])
    logged.play(4, 1)
    return logged


@pytest.fixture
def transcript(tmp_path: Path) -> Transcript:
    first = {"names": NAMES, "when": "2026-11-21T22:43+00:00"}
    logged = played(tmp_path / "m.jsonl", first, {"when": "2026-11-22T08:05+00:00"})
    return Transcript(logged.data(), "m.jsonl")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_played_and_when_stands_in_protocol_and_on_the_sheet(
    transcript: Transcript, lang: str
) -> None:
    text = protocol(transcript, lang)
    pages = PdfReader(io.BytesIO(score_sheet(transcript, lang)[0])).pages
    sheet = "".join(page.extract_text() for page in pages)
    seat = transcript.catalog.seat_names["A"][lang]
    for each in (text, sheet):
        assert "陳怡君" in each
        assert "2026-11-21 22:43" in each
        assert "2026-11-22 08:05" in each
    assert seat not in text.split("\n\n")[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_the_clock_starts_again_the_reason_is_announced(
    transcript: Transcript, lang: str
) -> None:
    (resumed,) = [each for each in transcript.shown(lang) if each.resumed is not None]
    assert resumed.moment.time_s == 2.0
    lines = protocol(transcript, lang).splitlines()
    at = next(i for i, line in enumerate(lines) if "2026-11-22 08:05" in line and "—" in line)
    assert "0:02" in next(line for line in lines[at + 1 :] if ":" in line)


def test_a_log_without_names_is_reported_as_ever(tmp_path: Path) -> None:
    transcript = Transcript(played(tmp_path / "m.jsonl", {}, {}).data(), "m.jsonl")
    text = protocol(transcript, "en")
    assert "Players: Sun (Wild Hunt) and Moon (Golden Orchard)" in text
    assert "Played:" not in text
    assert "— interrupted here, resumed later —" in text


def test_a_replay_may_name_the_players_otherwise(transcript: Transcript, tmp_path: Path) -> None:
    data = (tmp_path / "m.jsonl").read_bytes()
    assert named(data, transcript, ["A=Hana"]).names == {"A": "Hana", "B": "林志明"}


def test_a_name_given_later_is_the_one_that_stands(tmp_path: Path) -> None:
    again = {"names": {"B": "志明", "C": "nobody", "A": ""}}
    logged = played(tmp_path / "m.jsonl", {"names": NAMES}, again)
    records, _ = parse_log(logged.data())
    assert names_in(records, load_catalog("yggdrasil")) == {"A": "陳怡君", "B": "志明"}


def test_a_bundle_says_that_names_are_in_it(transcript: Transcript, tmp_path: Path) -> None:
    data = (tmp_path / "m.jsonl").read_bytes()
    for lang in LANGUAGES:
        write_bundle(tmp_path / "b.zip", data, transcript, lang, secrets=True)
        with zipfile.ZipFile(tmp_path / "b.zip") as bundle:
            assert "陳怡君" in bundle.read("README.txt").decode()
            assert "陳怡君" in bundle.read("protocol.txt").decode()


def test_only_a_person_is_addressed_politely() -> None:
    catalog = load_catalog("yggdrasil")
    own = with_player_names(catalog, {"A": "陳怡君", "B": "花ちゃん"})
    assert own.seat_names["A"] == {"en": "陳怡君", "ja": "陳怡君さん", "zh-Hant": "陳怡君"}
    assert own.seat_names["B"]["ja"] == "花ちゃん"
    assert with_player_names(catalog, {}).seat_names == catalog.seat_names
    assert read_names(["A=山田　花子"], catalog) == {"A": "山田　花子"}


HOSTILE = {"A": "[x](javascript:alert(1))", "B": r"![](//e)<img src=x>{\an8}&#x3c;_*`|~"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_name_is_text_in_every_file_whatever_it_looks_like(tmp_path: Path, lang: str) -> None:
    """Check hostile names, because a log may come from anyone."""
    logged = played(tmp_path / "m.jsonl", {"names": HOSTILE}, {})
    transcript = Transcript(logged.data(), "m.jsonl")
    text = protocol(transcript, lang, markdown=True)
    bare = re.sub(r"\\[!-/:-@\[-`{-~]", "", text)  # CommonMark: an escaped mark is a letter
    assert not re.search(r"[\[\]<>{}&`|~_]", bare.partition("```")[0])
    back = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)
    for name in HOSTILE.values():
        assert name in back
        assert name in protocol(transcript, lang)
    shown = cues(transcript)
    assert not re.search(r"[<{]", srt(shown, lang))
    assert "<img" not in vtt(shown, lang)
    assert "＜img" in srt(shown, lang)
