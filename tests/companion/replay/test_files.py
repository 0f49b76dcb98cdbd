"""Replay's exports: protocol, score sheet, film, subtitles, bundle."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import zipfile
from dataclasses import replace
from importlib.metadata import PackageNotFoundError
from itertools import pairwise
from pathlib import Path

import cv2
import pytest
from pypdf import PdfReader

from companion.errors import SourceError
from companion.referee.notices import Paused, Resumed
from companion.replay.bundle import first_secret, write_bundle
from companion.replay.film import CODECS, HEIGHT, pictures, write_film
from companion.replay.protocol import clock, protocol
from companion.replay.sheet import score_sheet
from companion.replay.subtitles import cues, srt, vtt
from companion.replay.transcript import Transcript
from companion.texts import sentences
from rules import LANGUAGES, Message
from rules.records.log import parse_log
from tests.support.match_logs import LoggedMatch


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the log of a whole match of The Yggdrasil with a refusal."""
    logged = LoggedMatch("yggdrasil", tmp_path_factory.mktemp("log") / "m.jsonl")
    logged.play(14)
    seat = min(logged.referee.at.match.to_act)
    logged.refuse(f"{seat} place y05 b1")
    logged.play(500)
    return logged.data()


@pytest.fixture(scope="module")
def transcript(log: bytes) -> Transcript:
    return Transcript(log, "m.jsonl")


def test_a_protocol_reports_all_that_followed_from_a_move_however_much(tmp_path: Path) -> None:
    logged = LoggedMatch("dicebattle", tmp_path / "m.jsonl")
    logged.play(300)
    transcript = Transcript(logged.data(), "m.jsonl")
    text = protocol(transcript, "en")
    events = [event for ply in logged.referee.at.match.plies for event in ply.events]
    named = {"A": "Sun", "B": "Moon"}
    for event in events:
        if event.kind == "level":
            assert f"{named[event.seat]} has battle level {event.number}." in text
        if event.kind == "compared":
            a, b = event.value.split()
            assert f": Sun {a}, Moon {b}." in text
    brief, whole = (
        [len(each.text) for each in transcript.shown("en", whole=w)] for w in (False, True)
    )
    assert all(a <= b for a, b in zip(brief, whole, strict=True))
    assert sum(whole) > sum(brief)


def test_no_text_is_idle() -> None:
    root = Path(__file__).resolve().parents[3] / "companion"
    code = "".join(
        path.read_text(encoding="utf-8")
        for folder in ("replay", "commands", "web/page")
        for path in (root / folder).rglob("*")
        if path.suffix in (".py", ".js")
    )
    dynamic = ("said.", "protocol.", "film.", "rejudged.", "input.")
    idle = [
        key
        for key in sentences("replay")
        if f'"replay.{key}"' not in code and not key.startswith(dynamic)
    ]
    assert idle == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_protocol_names_every_clause_it_cites(transcript: Transcript, lang: str) -> None:
    text = protocol(transcript, lang)
    cited = {clause for each in transcript.shown(lang) for clause in each.clauses}
    assert cited
    for clause in cited:
        title = transcript.catalog.clauses[clause].titles[lang]
        colon = ": " if lang == "en" else "："
        assert f"{clause} {title}{colon}" in text
    assert transcript.digest in text
    assert "✗" in text
    assert text.count("\n") > len(transcript.shown(lang))
    assert "##" not in text
    assert protocol(transcript, lang, markdown=True).startswith("# ")


@pytest.mark.parametrize(
    ("lang", "players", "settings"),
    [
        ("en", "Sun (Wild Hunt) and Moon (Golden Orchard)", "Settings: Roots (free)"),
        ("ja", "太陽（荒ぶる狩り）と月（黄金の果樹園）", "設定：ルートの選びかた（自由）"),
        ("zh-Hant", "太陽（狂獵）、月亮（黃金果園）", "設定：根的選擇（自由）"),
    ],
)
def test_decks_and_settings_are_called_as_players_call_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str, players: str, settings: str
) -> None:
    logged = LoggedMatch("yggdrasil", tmp_path / "m.jsonl", settings={"roots": "free"})
    first = protocol(Transcript(logged.data(), "m.jsonl"), lang).split("\n\n")[0]
    assert players in first
    assert settings in first
    assert not re.search(r"orchard|hunt-|roots|free = ", first)


def test_an_action_stands_under_the_turn_it_was_done_in(tmp_path: Path) -> None:
    logged = LoggedMatch("yggdrasil", tmp_path / "m.jsonl", hidden=True)
    logged.do("chance choose B")
    for seat in "AB":
        unknown = ",".join("?" * 20)
        logged.do(f"chance draw to={seat}.deck with={unknown}")
    logged.do("B place y03 c4")
    lines = protocol(Transcript(logged.data(), "m"), "en").splitlines()
    at = next(i for i, line in enumerate(lines) if "Rising Vine on c4" in line)
    assert [line for line in lines[:at] if line.startswith("Turn ")] == ["Turn 1"]


def test_clocks() -> None:
    assert [clock(s) for s in (0, 59.9, 60, 3725)] == ["0:00", "0:59", "1:00", "1:02:05"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_score_sheet_has_every_line_and_can_be_read(transcript: Transcript, lang: str) -> None:
    data, pages = score_sheet(transcript, lang)
    assert score_sheet(transcript, lang)[0] == data, "byte for byte"
    info = PdfReader(io.BytesIO(data)).metadata
    assert info is not None
    assert transcript.catalog.names[lang] in str(info.title)
    assert (info.author, "A4" in str(info.subject)) == ("printkit contributors", True)
    reader = PdfReader(io.BytesIO(data))
    assert len(reader.pages) == pages
    text = re.sub(r"\s", "", "".join(page.extract_text() for page in reader.pages))
    for each in transcript.shown(lang):
        assert re.sub(r"\s", "", each.text)[:24] in text
    assert (
        re.sub(r"\s", "", Message("replay.sheet.page", page=pages, pages=pages).render(lang))
        in text
    )


def test_subtitles_follow_each_other_and_fit_the_film(transcript: Transcript) -> None:
    shown = cues(transcript)
    assert shown[0].start_s == 0
    assert all(a.end_s == b.start_s for a, b in pairwise(shown))
    assert all(1.5 < cue.end_s - cue.start_s <= 9 for cue in shown)
    for lang in LANGUAGES:
        assert vtt(shown, lang).startswith("WEBVTT\n")
        assert vtt(shown, lang).count("-->") == srt(shown, lang).count("-->") == len(shown)
        assert re.search(r"\d\d:\d\d:\d\d,\d{3} --> ", srt(shown, lang))


@pytest.mark.parametrize("suffix", CODECS)
def test_a_film_can_be_played(
    transcript: Transcript, suffix: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    shown = cues(transcript)[:1]
    path = tmp_path / f"film{suffix}"
    count = write_film(transcript, shown, path, "ja")
    written = path.read_bytes()
    assert write_film(transcript, shown, path, "ja") == count
    assert path.read_bytes() == written, "the same match is the same bytes"
    assert capfd.readouterr().err == "", "no library talks past us"
    film = cv2.VideoCapture(str(path))
    frames = 0
    while film.grab():
        frames += 1
    size = film.get(cv2.CAP_PROP_FRAME_WIDTH), film.get(cv2.CAP_PROP_FRAME_HEIGHT)
    film.release()
    assert (frames, size) == (count, (1280, 720))
    assert count == round(shown[-1].end_s * 5)


def test_a_film_of_another_form_is_refused(transcript: Transcript, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"\.webm, \.mp4, \.avi"):
        write_film(transcript, cues(transcript)[:1], tmp_path / "film.mov", "en")
    with pytest.raises(SourceError, match="cannot write"):
        write_film(transcript, cues(transcript)[:1], tmp_path / "no" / "film.mp4", "en")


def test_a_film_for_which_the_disk_has_no_room_is_reported(
    transcript: Transcript, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class FullDisk:
        """A film writer on a full disk: like OpenCV's, it opens and reports no error."""

        fourcc = staticmethod(cv2.VideoWriter.fourcc)

        def __init__(self, *_: object) -> None:
            pass

        def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
            return True

        def release(self) -> None:
            pass

    monkeypatch.setattr(cv2, "VideoWriter", FullDisk)
    with pytest.raises(SourceError, match="free some space and"):
        write_film(transcript, (), tmp_path / "film.mp4", "en")


def test_captions_next_to_the_board_use_the_available_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check four players, whose names leave the least space."""
    logged = LoggedMatch("stratosphere", tmp_path / "m.jsonl", settings={"players": "4"})
    logged.play(20)
    transcript = Transcript(logged.data(), "m")
    long = {"ja": "カードとマスについての、二行になる文。" * 3}
    shown = tuple(replace(cue, texts=long) for cue in cues(transcript)[:8])
    *_, last = pictures(transcript, shown, "ja")
    side = last[:, 810:1240]
    band = HEIGHT - 150
    written = [row for row in range(band) if (side[row] != side[band - 2, -1]).any()]
    assert min(written) < 60
    assert 300 < max(written) < band - 28, "nothing runs into the caption"


def test_a_bundle_is_whole_and_names_no_folder(
    log: bytes, transcript: Transcript, tmp_path: Path
) -> None:
    manifest, pictures = tmp_path / "deck.manifest.json", tmp_path / "pictures"
    manifest.write_text("{}")
    pictures.mkdir()
    (pictures / "1.jpg").write_bytes(b"x")
    (pictures / "notes.txt").write_text("mine")
    path = tmp_path / "b.zip"
    write_bundle(path, log, transcript, "en", manifests=[manifest], pictures=pictures)
    first = path.read_bytes()
    write_bundle(path, log, transcript, "en", manifests=[manifest], pictures=pictures)
    assert path.read_bytes() == first
    with zipfile.ZipFile(path) as bundle:
        names = sorted(bundle.namelist())
        assert names == [
            "README.txt",
            "manifests/deck.manifest.json",
            "match.jsonl",
            "pictures/1.jpg",
            "protocol.txt",
            "versions.json",
        ]
        assert bundle.read("match.jsonl") == log
        known = json.loads(bundle.read("versions.json"))
        assert set(known["sha256"]) == set(names) - {"versions.json"}
        for name in names:
            assert str(tmp_path).encode() not in bundle.read(name)


def test_manifests_of_one_name_are_both_in_the_bundle(
    log: bytes, transcript: Transcript, tmp_path: Path
) -> None:
    manifests = [tmp_path / folder / "cards.manifest.json" for folder in ("sun", "moon")]
    for manifest in manifests:
        manifest.parent.mkdir()
        manifest.write_text(manifest.parent.name)
    path = tmp_path / "b.zip"
    write_bundle(path, log, transcript, "en", manifests=manifests)
    with zipfile.ZipFile(path) as bundle:
        held = [name for name in bundle.namelist() if name.startswith("manifests/")]
        assert [bundle.read(name) for name in held] == [b"sun", b"moon"]
        assert not [name for name in held if "sun" in name or "moon" in name]


def test_a_bundle_that_cannot_be_written_leaves_what_was_there(
    log: bytes, transcript: Transcript, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "b.zip"
    path.write_bytes(b"an earlier one")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SourceError, match=r"b\.zip cannot be written"):
        write_bundle(path, log, transcript, "en")
    assert path.read_bytes() == b"an earlier one"
    assert list(tmp_path.iterdir()) == [path]
    monkeypatch.undo()
    with pytest.raises(SourceError, match="cannot be written"):
        write_bundle(tmp_path, log, transcript, "en")


def test_what_a_bundle_should_hold_and_cannot_be_read_is_named(
    log: bytes, transcript: Transcript, tmp_path: Path
) -> None:
    with pytest.raises(SourceError, match=r"no\.manifest\.json: no such file"):
        write_bundle(
            tmp_path / "b.zip", log, transcript, "en", manifests=[tmp_path / "no.manifest.json"]
        )
    assert list(tmp_path.iterdir()) == []


def test_a_bundle_says_which_parts_are_not_installed(
    log: bytes, transcript: Transcript, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(part: str) -> str:
        if part == "zxing-cpp":
            raise PackageNotFoundError(part)
        return "1.0"

    monkeypatch.setattr("companion.replay.bundle.version", version)
    write_bundle(tmp_path / "b.zip", log, transcript, "en")
    with zipfile.ZipFile(tmp_path / "b.zip") as bundle:
        programs = json.loads(bundle.read("versions.json"))["programs"]
    assert (programs["zxing-cpp"], programs["numpy"]) == (None, "1.0")


def test_the_bundle_of_an_open_match_ends_before_its_first_secret(tmp_path: Path) -> None:
    logged = LoggedMatch("spherion", tmp_path / "m.jsonl")
    logged.play(80)
    data = logged.data()
    transcript = Transcript(data, "m.jsonl")
    assert transcript.match is not None
    assert transcript.match.outcome is None
    line = first_secret(transcript)
    assert line is not None
    path = tmp_path / "b.zip"
    write_bundle(path, data, transcript, "en")
    with zipfile.ZipFile(path) as bundle:
        kept = bundle.read("match.jsonl")
        assert f"before line {line}" in bundle.read("README.txt").decode()
    assert parse_log(kept)[1] is None
    assert len(kept.splitlines()) == line - 1
    secret = json.loads(data.splitlines()[line - 1])["action"].split()[2]
    assert secret.encode() not in kept
    write_bundle(path, data, transcript, "en", secrets=True)
    with zipfile.ZipFile(path) as bundle:
        assert bundle.read("match.jsonl") == data


def test_of_an_open_match_without_secrets_the_whole_log_is_handed_on(tmp_path: Path) -> None:
    logged = LoggedMatch("yggdrasil", tmp_path / "m.jsonl")
    logged.play(6)
    transcript = Transcript(logged.data(), "m.jsonl")
    assert not transcript.over
    assert first_secret(transcript) is None


def test_the_columns_of_a_long_sheet_are_named_on_every_page_of_lines(tmp_path: Path) -> None:
    logged = LoggedMatch("yggdrasil", tmp_path / "m.jsonl")
    logged.play(6)
    for _ in range(30):
        logged.note([Paused(**logged.referee.now()), Resumed(**logged.referee.now())])
    transcript = Transcript(logged.data(), "m.jsonl")
    data, pages = score_sheet(transcript, "en")
    texts = [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]
    spoken = transcript.shown("en")[-1].text
    lined = [text for text in texts if spoken in text and "Position after" not in text]
    assert len(lined) == 2
    assert all("What happened" in text and "Time" in text for text in lined)
    assert [f"{n} of {pages}" in text for n, text in enumerate(texts, 1)] == [True] * pages
