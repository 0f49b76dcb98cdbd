"""`companion referee`: its options select paper, pictures and match, or cause a one-line error."""

from __future__ import annotations

import errno
import gc
import sys
import threading
import weakref
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.commands.referee import match as _match
from companion.commands.referee import options as _options
from companion.commands.referee import page as _page
from companion.commands.referee.options import (
    MatchOptions,
    _about,
    _memory,
    _next,
    _opened,
    chosen,
    play,
    prepare,
    with_paper,
)
from companion.commands.referee.page import OpenPage, PageBridge
from companion.errors import SessionError, SourceError
from companion.frames import Frame
from companion.match_setup import prints as _papers
from companion.match_setup.match_log import kept_log
from companion.match_setup.prints import find_prints
from companion.referee.control_cards import ControlCard
from companion.referee.notices import Paused
from companion.robots.opening import Opened
from companion.robots.script import Script
from companion.simulator.source import VirtualTable
from companion.vision.sources.cameras import CameraSource
from companion.vision.worker import WatcherProcess
from companion.web.lobby import CameraOffer, GameOffer, Lobby, LobbyChoice, Offers, Unfinished
from companion.web.mailbox import Pressed, Rematch
from companion.web.rate_limited_source import RateLimitedSource
from rules import LANGUAGES, Setup, dump_manifest
from rules.version import __version__
from tests.companion.commands.referee.test_command import (
    Film,
    events,
    film,
    manifest,
    manifest_of,
    start,
)
from tests.companion.vision.doctor.test_checkup import Driver
from tests.support.match_logs import LoggedMatch
from tests.support.printed_decks import manifest as cards_of
from tests.support.referee.inputs import uttered
from tests.support.web.match_page import Table

__all__ = ["film", "manifest"]

NAMES = dict.fromkeys(LANGUAGES, "The Yggdrasil")


def wish(**asked: object) -> MatchOptions:
    """Return options for a match of The Yggdrasil with camera 0, without a log, plus changes."""
    plain: dict[str, Any] = {
        "game": "yggdrasil", "source": "0", "manifests": (), "decks": (), "settings": (),
        "names": (), "first": "", "log": None, "lang": "en", "keep": False, "resume": False,
        "json": True, "seed": 1, "max_seconds": None,
    }  # fmt: skip
    return MatchOptions(**(plain | asked))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    return tmp_path


def printed() -> tuple[Path, Path]:
    """Write manifests of cards and mat to out/."""
    Path("out").mkdir(exist_ok=True)
    paths = Path("out/c.manifest.json"), Path("out/m.manifest.json")
    cards = cards_of("yggdrasil", {"sun": "orchard", "moon": "hunt"})
    for path, report in zip(paths, (cards, manifest_of()), strict=True):
        path.write_text(dump_manifest(report), encoding="utf-8")
    return paths


# Paper.


def test_paper_that_was_named_is_not_looked_for() -> None:
    named = wish(manifests=(Path("mine.json"),))
    assert with_paper(named) is named


def test_paper_that_is_here_is_taken() -> None:
    paths = printed()
    assert with_paper(wish()).manifests == paths


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "out/ has no print files of The Yggdrasil"),
        ("ja", "out/にザ・ユグドラシルの印刷ファイルがありません"),
        ("zh-Hant", "out/ 裡沒有世界樹的列印檔"),
    ],
)
def test_without_paper_the_command_to_print_some_is_suggested(
    lang: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start("referee", "yggdrasil", "-s", "0", "--no-page", "--lang", lang) == 2
    err = capsys.readouterr().err
    assert text in err
    assert "`printkit game yggdrasil`" in err


def test_what_needs_the_page_is_refused_before_anything_is_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert start("referee", "spherion", "-s", "mouse", "--no-page") == 2
    assert "--no-page" in capsys.readouterr().err
    assert not Path("out").exists()


@pytest.mark.parametrize("slip", [{"names": ("C=Mia",)}, {"first": "Z"}])
def test_a_seat_nobody_has_is_refused_before_anything_is_printed(
    slip: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(_papers, "print_match", lambda *_: asked.append(1))
    with pytest.raises(SessionError):
        with_paper(wish(source="mouse", **slip))
    assert asked == []


def test_by_mouse_paper_is_printed_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def print_paper(game: str, out: Path, texts: object, what: dict[str, object]) -> list[Path]:
        asked.append((game, out, *what))
        return [Path("new.json"), Path("mat.json")]

    monkeypatch.setattr(_papers, "print_match", print_paper)
    found = with_paper(wish(source="mouse")).manifests
    assert found == (Path("new.json"), Path("mat.json"))
    assert asked == [("yggdrasil", Path("out"), "cards", "mat")]


# Facts about the paper in the log.


@pytest.mark.parametrize("source", ["0", "mouse", "phone", "virtual"])
def test_a_table_that_is_made_up_has_no_day(source: str) -> None:
    names = {"A": "Hana"}
    assert _about(wish(source=source), names, {})["names"] == names
    assert ("when" in _about(wish(source=source), {}, {})) == (source != "virtual")
    assert _about(wish(source=source), {}, {})["source"] == source


def test_a_log_names_the_program_that_writes_it() -> None:
    assert _about(wish(source="virtual"), {}, {})["tool"] == f"companion {__version__}"


def test_no_address_of_a_camera_is_kept() -> None:
    assert "source" not in _about(wish(source="rtsp://me:secret@camera.example/1"), {}, {})
    assert "source" not in _about(wish(source="a film.mp4"), {}, {})


# Choices on the page.


@pytest.mark.parametrize(
    ("data", "source", "log", "resume"),
    [
        ({"game": 0, "camera": 0, "papers": 0}, "0", Path("asked.jsonl"), False),
        ({"left": 0, "camera": 1}, "mouse", Path("left.jsonl"), True),
    ],
)
def test_the_choice_of_the_page_fills_the_wish(
    data: dict[str, object], source: str, log: Path, *, resume: bool
) -> None:
    paths = printed()
    logged = LoggedMatch("yggdrasil", Path("left.jsonl"), hidden=True)
    logged.play(3)
    logged.writer.close()
    cameras = (CameraOffer("0", "Webcam"), CameraOffer("mouse", "mouse"))
    left = Unfinished("yggdrasil", Path("left.jsonl"), NAMES, paths)
    lobby = Lobby(
        Offers(
            (GameOffer("yggdrasil", NAMES, NAMES, "2"),), cameras, find_prints(Path("out")), (left,)
        )
    )
    threading.Timer(0.01, lobby.choose, (data,)).start()

    found = chosen(wish(game="", source="", log=Path("asked.jsonl"), lang="ja"), lobby)

    assert found == wish(source=source, manifests=paths, log=log, resume=resume, lang="ja")


def test_the_computer_chosen_on_the_page_plays_every_seat_but_the_first() -> None:
    lobby = Lobby(Offers(), LobbyChoice("yggdrasil", "mouse", printed(), opponent=30))
    found = chosen(wish(game="", source=""), lobby)
    assert found.opponents == ("B=30",)


def test_missing_choices_are_asked_on_the_page(
    film: Film, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    found = []

    def make_lobby(*, phone: bool, **named: object) -> Lobby:
        assert named == {"game": "", "sources": (), "resumed": False}
        found.append(phone)
        return Lobby(Offers(), LobbyChoice("yggdrasil", "table.mp4", printed()))

    monkeypatch.setattr("companion.commands.referee.lobby.make_lobby", make_lobby)
    words = ("--page", "--no-open", "--port", "0", "--no-log", "--lang", "ja")
    assert start("referee", *words) == 0
    assert found == [False]
    text = capfd.readouterr()
    assert "（YGG-6.2）" in text.out
    assert "対戦のページ：http" in text.err


@pytest.mark.parametrize(
    ("words", "lacks"), [((), "no game is chosen"), (("yggdrasil",), "--source")]
)
def test_without_a_page_choices_must_be_options(
    words: tuple[str, ...], lacks: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start("referee", *words, "--no-page", "--lang", "en") == 2
    assert lacks in capsys.readouterr().err


# Pictures.


@pytest.fixture
def virtual(film: Film, monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """Replace the virtual table with the film; return the list of each call's arguments."""
    asked: list[tuple[object, ...]] = []

    def open_table(manifests: list[Path], setup: Setup, seed: int) -> Opened:
        asked.append((manifests, setup.game, seed))
        source = VirtualTable(None, iter(()))  # type: ignore[arg-type]  # the film replaces it
        monkeypatch.setattr(source, "read", film.read)
        return Opened(source, Script())

    monkeypatch.setattr("companion.robots.opening.open_table", open_table)
    return asked


def test_virtual_players_are_watched_by_their_seed(
    virtual: list[tuple[object, ...]], manifest: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ("-s", "virtual", "-m", str(manifest), "--no-log", "--json", "--seed", "7")
    assert start("referee", "yggdrasil", *words) == 0

    assert virtual == [([manifest], "yggdrasil", 7)]
    kinds = [event["kind"] for event in events(capfd.readouterr().out)]
    assert {"refused", "accepted"} < set(kinds)
    assert kinds[-1] == "game_ended"


def test_on_the_page_virtual_players_take_their_time(
    virtual: list[tuple[object, ...]], manifest: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paced = []

    def read(source: RateLimitedSource) -> Frame | None:
        paced.append(source.name)
        return source._source.read()

    monkeypatch.setattr(RateLimitedSource, "read", read)
    words = ("-s", "virtual", "-m", str(manifest), "--no-log", "--page", "--no-open", "--port", "0")
    assert start("referee", "yggdrasil", *words) == 0
    assert set(paced) == {"virtual"}


def test_a_camera_is_read_in_a_process_apart(manifest: Path) -> None:
    manifests = (manifest_of(), cards_of("yggdrasil", {"sun": "orchard"}))
    referee = _match.make_referee(
        _match.match_of("yggdrasil", [], [], manifests, None), manifests, ""
    )
    camera = CameraSource("camera 0", lambda: Driver(np.zeros((48, 64, 3), np.uint8)))
    try:
        loop = _match.make_loop(
            referee, camera, manifests, "en", None, json=True, bridge=None, paths=[manifest]
        )
    finally:
        camera.close()
    assert isinstance(getattr(loop.see, "__self__", None), WatcherProcess)
    assert loop.done is not None, "else the process outlives the match"
    loop.done()


@pytest.mark.parametrize(("source", "looked"), [("0", [False]), ("table.mp4", [])])
def test_on_the_page_a_camera_is_looked_at_before_the_match(
    source: str,
    looked: list[bool],
    film: Film,
    manifest: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    found = []

    def coach(feed: object, *_: object, phone: bool) -> None:
        assert film.number == 0, "nothing of the match was seen yet"
        found.append(phone)

    monkeypatch.setattr("companion.commands.referee.options.coach", coach)
    words = ("-s", source, "-m", str(manifest), "--no-log", "--page", "--no-open", "--port", "0")
    assert start("referee", "yggdrasil", *words) == 0
    assert found == looked
    assert "✗" in capfd.readouterr().out


@pytest.mark.skipif(sys.platform == "darwin", reason="has one loopback address only")
def test_a_phone_gets_the_address_for_its_pictures(
    film: Film,
    manifest: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("companion.web.serve.lan_address", lambda: "127.0.0.2")
    monkeypatch.setattr("companion.commands.referee.page.find_certificate", lambda *_: None)
    found = []
    monkeypatch.setattr(
        "companion.commands.referee.options.coach", lambda *_, phone: found.append(phone)
    )
    words = ("-s", "phone", "-m", str(manifest), "--no-log", "--lan", "--page", "--no-open")
    code = start("referee", "yggdrasil", *words, "--port", "0", "--max-seconds", "0.05")

    text = capfd.readouterr().err
    assert (code, found) == (0, [True])
    page, phone = (line for line in text.splitlines() if "http" in line)
    assert page.startswith("The live page: ")
    assert phone != page
    assert film.number == 0, "only the phone's pictures are looked at"


@pytest.mark.parametrize(
    ("lang", "text"),
    [("en", "is not on a network"), ("ja", "ネットワーク"), ("zh-Hant", "沒有連上網路")],
)
@pytest.mark.parametrize("command", ["referee", "scan"])
def test_without_a_network_no_phone_is_let_in(
    command: str,
    lang: str,
    text: str,
    manifest: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("companion.web.serve.lan_address", lambda: "")
    printed()
    words = ("yggdrasil", "-s", "0") if command == "referee" else ("0", "--no-save")
    paper = manifest if command == "referee" else Path("out/c.manifest.json")
    code = start(command, *words, "-m", str(paper), "--lan", "--page", "--no-open", "--lang", lang)
    assert code == 2
    assert text in capfd.readouterr().err


def test_by_mouse_the_table_on_the_page_is_the_camera(
    film: Film, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = object()
    asked: list[dict[str, object]] = []

    played = SimpleNamespace(table=table)

    def open_play(manifests: object, match: object, **kept: object) -> SimpleNamespace:
        asked.append(kept)
        return played

    monkeypatch.setattr("companion.drawn_table.source.open_play", open_play)
    served = OpenPage(page=None, mailbox=None, inbox=None)  # type: ignore[arg-type]
    match = _match.match_of("yggdrasil", [], [], (manifest_of(),), None)
    memory = _memory(wish(source="mouse"), Path("m.jsonl"))
    assert memory is not None
    assert memory.path == Path("m.table.json")
    resumed = wish(source="mouse", resume=True)
    assert _opened(resumed, served, match, memory) == (played, table)
    assert asked == [{"memory": memory, "resumed": True}]
    assert _memory(wish(source="mouse"), None) is None
    assert _memory(wish(source="0"), Path("m.jsonl")) is None, "a table outlives the program"


def test_the_page_needs_the_mat_it_shows() -> None:
    served = OpenPage(page=None, mailbox=None, inbox=None)  # type: ignore[arg-type]
    referee = Table.of("yggdrasil").referee
    with pytest.raises(SessionError, match="the page needs the manifest of the mat 4x5"):
        PageBridge.begin(served, referee, (), {}, phone=False)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_that_somebody_looks_at_says_how_it_is_closed(
    lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    looks = iter((False, False))
    page: Any = SimpleNamespace(looked_at=lambda: next(looks))
    mailbox: Any = SimpleNamespace(take=list)
    bridge = PageBridge(page, mailbox, publisher=None)  # type: ignore[arg-type]

    def pressed(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", pressed)
    bridge.linger(lang)
    assert capsys.readouterr().err == "", "nobody looks: it is closed immediately"
    looks = iter((True, True))
    bridge.linger(lang)
    assert "Ctrl-C" in capsys.readouterr().err


def test_the_page_asks_for_another_match_of_the_same_kind() -> None:
    """Check that the finished match's page ignores other buttons and accepts a rematch."""
    report = iter(([Pressed(ControlCard.WHY)], [Rematch()]))
    page: Any = SimpleNamespace(looked_at=lambda: True)
    mailbox: Any = SimpleNamespace(take=lambda: next(report))

    assert PageBridge(page, mailbox, publisher=None).linger("en")  # type: ignore[arg-type]


class OwnBridge:
    """A bridge that refers to itself, as publisher, recorder and referee do to each other."""

    def __init__(self) -> None:
        self.publisher = self

    def linger(self, _: str) -> bool:
        return True


def test_nothing_of_a_match_remains_in_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: each rematch kept pictures of all those before, and memory grew by 17 %."""
    bridges: list[weakref.ref[OwnBridge]] = []
    remaining: list[int] = []

    def played(wish: MatchOptions, _: object) -> tuple[OwnBridge, MatchOptions | None]:
        remaining.append(sum(bridge() is not None for bridge in bridges))
        bridge = OwnBridge()
        bridges.append(weakref.ref(bridge))
        return bridge, wish if len(bridges) < 3 else None

    monkeypatch.setattr(_options, "_played", played)
    gc.disable()  # it may run at any time, or not for hours
    try:
        play(wish(), None)
    finally:
        gc.enable()
    assert remaining == [0, 0, 0]


@pytest.mark.parametrize(
    ("asked", "repeats"),
    [
        ({"source": "mouse", "json": False}, True),
        ({"source": "0", "json": False}, True),
        ({"source": "virtual", "json": False}, False),
        ({"source": "match.mp4", "json": False}, False),
        ({"source": "mouse", "json": True}, False),
        ({"source": "mouse", "json": False, "max_seconds": 5.0}, False),
    ],
)
def test_another_match_has_the_same_players_decks_and_settings_and_a_log_of_its_own(
    asked: dict[str, object], *, repeats: bool
) -> None:
    paths = printed()
    log = Path("m.jsonl")
    first = wish(manifests=paths, log=log, resume=True, settings=("rotation=free",), **asked)
    _, match, _ = prepare(replace(first, log=None, resume=False))
    after = _next(first, match, {"A": "Ann"})

    assert (after is not None) is repeats
    if after is not None:
        assert (after.log, after.resume, after.names) == (None, False, ("A=Ann",))
        _, again, names = prepare(after)
        assert again.setup == match.setup
        assert again.plies == ()
        assert names == {"A": "Ann"}


# The log, and the messages.


def test_a_log_that_is_no_file_is_reported(
    manifest: Path, home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ("referee", "yggdrasil", "-s", "0", "-m", str(manifest), "--no-page")
    (home / "folder").mkdir()
    assert start(*words, "--log", "folder", "--resume") == 3
    assert capfd.readouterr().err.startswith("folder: ")
    (home / "file").write_text("", "utf-8")
    with pytest.raises(SourceError, match="file"), kept_log(Path("file/a"), resume=False):
        pytest.fail("a match began that cannot be kept")


def test_a_log_that_may_not_be_written_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, **_: object) -> None:
        raise PermissionError(errno.EACCES, "no", str(path))

    monkeypatch.setattr("companion.match_setup.match_log.LogWriter", refuse)
    with (
        pytest.raises(SourceError, match=r"a\.jsonl"),
        kept_log(Path("a.jsonl"), resume=False),
    ):
        pytest.fail("a match began that cannot be kept")


def test_what_has_no_words_is_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    _match._print_caption(uttered(Paused(), "", "en"))
    assert capsys.readouterr().out == ""
    _match._print_caption(uttered(Paused(), "Paused.", "en"))
    assert capsys.readouterr().out == "· Paused.\n"


def test_a_match_has_one_name_however_often_it_is_resumed(tmp_path: Path) -> None:
    """Check the name that identifies a match's notes on a device; each match has its own."""
    log = tmp_path / "m.jsonl"
    name = _page.name_of(log)
    log.write_text("{}", encoding="utf-8")

    assert name == _page.name_of(tmp_path / "." / "m.jsonl") != _page.name_of(tmp_path / "n.jsonl")
    assert _page.name_of(None) != _page.name_of(None)
    assert "m.jsonl" not in name
