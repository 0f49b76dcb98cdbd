"""Playable matches: existing prints, prints made now, and unfinished matches."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from companion.commands.referee.lobby import make_lobby, paper_for
from companion.commands.referee.options import check, chosen, game_of, gone_on, with_paper
from companion.errors import SessionError, SourceError
from companion.match_setup.prints import find_prints, newest_cards, print_match
from companion.vision.sources.camera_list import ListedCamera
from companion.vision.sources.capture import Granted
from companion.web.lobby import Lobby, LobbyChoice, Offers, Unfinished
from rules import Fault, LogWriter, Setup, dump_manifest, game_slugs, load_catalog, read_log
from rules.catalog.deck_text import format_decklist
from rules.errors import GameFault, UnknownGame
from tests.companion.commands.referee.test_command import manifest_of, start
from tests.companion.commands.referee.test_options import wish
from tests.support.match_logs import LoggedMatch
from tests.support.printed_decks import manifest as cards_of

DECKS = {"sun": "orchard", "moon": "hunt"}
PRINTED = {
    "cards": {"pdf": "out/c.pdf", "manifest": "out/c.manifest.json", "pages": 7, "paper": "A4"},
    "mat": {"pdf": "out/m.pdf", "manifest": "out/m.manifest.json", "pages": 1, "paper": "A2"},
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder without prints."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def paper() -> list[Path]:
    """Write manifests of cards and mat of The Yggdrasil, the cards last."""
    Path("out").mkdir()
    paths = [Path("out/cards.manifest.json"), Path("out/mat.manifest.json")]
    for age, path, report in zip(
        (10, 20), paths, (cards_of("yggdrasil", DECKS), manifest_of()), strict=True
    ):
        path.write_text(dump_manifest(report), encoding="utf-8")
        os.utime(path, (1_700_000_000 - age, 1_700_000_000 - age))
    return paths


# Printing.


class Printer:
    """A fake `printkit`; `fails` is its error message, if any."""

    def __init__(self, fails: str | None = None) -> None:
        self.fails, self.asked = fails, list[list[str]]()
        self.lists = dict[str, str]()

    def run(
        self, command: list[str], *, capture_output: bool, text: bool, check: bool
    ) -> subprocess.CompletedProcess[str]:
        assert capture_output
        assert text
        assert not check
        words = command[command.index("printkit") + 1 :]
        self.asked.append(words)
        named = [word.partition("=")[::2] for word in words]
        lists = {owner: Path(name) for owner, name in named if name.endswith(".txt")}
        self.lists |= {owner: path.read_text("utf-8") for owner, path in lists.items()}
        if self.fails is not None:
            return subprocess.CompletedProcess(command, 3, "", self.fails)
        return subprocess.CompletedProcess(command, 0, json.dumps(PRINTED[words[0]]), "")


@pytest.fixture
def printer(monkeypatch: pytest.MonkeyPatch) -> Printer:
    printer = Printer()
    monkeypatch.setattr(subprocess, "run", printer.run)
    return printer


@pytest.mark.parametrize(
    ("lang", "report"),
    [
        ("en", ("7 pages, A4", "1 page, A2")),
        ("ja", ("A4、7ページ", "A2、1ページ")),
        ("zh-Hant", ("A4，7 頁", "A2，1 頁")),
    ],
)
def test_cards_and_mat_are_printed_in_the_players_language(
    printer: Printer, lang: str, report: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    paths = print_match("yggdrasil", Path("here"), lang)

    assert paths == [Path("out/c.manifest.json"), Path("out/m.manifest.json")]
    more = ["yggdrasil", "--lang", lang, "--out", "here", "--json"]
    assert printer.asked == [["cards", *more], ["mat", *more]]
    output = capsys.readouterr()
    assert output.out == "", "a program that reads our lines reads no talk"
    assert all(each in output.err for each in report)


@pytest.mark.parametrize(
    ("fails", "why"),
    [
        ("a line\n\nerror: no font: x.ttf\n", "no font: x.ttf"),
        ("", "it exited with code 3 and without a message"),
    ],
)
def test_why_nothing_was_printed_is_reported(printer: Printer, fails: str, why: str) -> None:
    printer.fails = fails
    with pytest.raises(SourceError) as caught:
        print_match("jiguan", Path("my out"), "en")
    report = f"`printkit cards jiguan --out 'my out'`, which had to run first, failed: {why}. "
    assert str(caught.value).startswith(report)
    assert len(printer.asked) == 1


@pytest.mark.parametrize("lang", ["en", "ja", "zh-Hant"])
def test_what_printing_lacks_is_advised_once_and_no_more_than_that(
    printer: Printer, lang: str
) -> None:
    """Check that pip is not suggested for a full disk, whose message has its own remedy."""
    printer.fails = "out/x.pdf cannot be written (the disk is full): free some space"
    with pytest.raises(SourceError) as caught:
        print_match("jiguan", Path("out"), lang)
    assert "pip install" not in caught.value.message.render(lang)
    printer.fails = 'the library is not installed: pip install "printkit-companion[print]"'
    with pytest.raises(SourceError) as caught:
        print_match("jiguan", Path("out"), lang)
    assert caught.value.message.render(lang).count("pip install") == 1


def test_paper_is_printed_only_if_none_was_chosen(printer: Printer) -> None:
    given = (Path("a"), Path("b"))
    plain = Setup("yggdrasil")
    assert paper_for(LobbyChoice("yggdrasil", "0", given), plain, "ja") == [*given]
    assert not printer.asked
    assert len(paper_for(LobbyChoice("yggdrasil", "0", ()), plain, "ja")) == 2
    assert printer.asked[0][:4] == ["cards", "yggdrasil", "--lang", "ja"]
    assert printer.asked[1][:4] == ["mat", "yggdrasil", "--mat", "4x5"]


# At a drawn table.


@pytest.mark.parametrize(
    ("game", "settings", "report"),
    [
        ("stratosphere", ("players=4",), (["--deck", "two-packs"], ["--mat", "ring-4"])),
        ("stratosphere", (), ([], ["--mat", "ring-2"])),
        (
            "yggdrasil",
            ("field=5x7",),
            (["--deck", "sun=orchard-30", "--deck", "moon=hunt-30"], ["--mat", "5x7"]),
        ),
        ("spherion", ("radius=1",), ([], ["--mat", "globe-1"])),
    ],
)
@pytest.mark.parametrize("source", ["mouse", "virtual"])
def test_what_the_settings_are_played_with_is_printed(
    printer: Printer,
    game: str,
    settings: tuple[str, ...],
    report: tuple[list[str], ...],
    source: str,
) -> None:
    found = with_paper(wish(game=game, source=source, settings=settings)).manifests
    assert found == (Path("out/c.manifest.json"), Path("out/m.manifest.json"))
    rest = ["--lang", "en", "--out", "out", "--json"]
    assert printer.asked == [["cards", game, *report[0], *rest], ["mat", game, *report[1], *rest]]


def test_a_deck_of_one_s_own_is_printed_from_its_list(printer: Printer, tmp_path: Path) -> None:
    """Regression: shipped decks were printed instead, and the match began with empty hands."""
    mine = tmp_path / "mine.txt"
    mine.write_text(format_decklist(load_catalog("yggdrasil").decks["orchard"]), encoding="utf-8")
    with_paper(wish(source="mouse", decks=(f"A={mine}",)))
    assert printer.asked[0][2] == "--deck"
    assert printer.lists == {"sun": mine.read_text("utf-8")}
    assert printer.asked[1][:4] == ["mat", "yggdrasil", "--mat", "4x5"]


def test_what_is_here_and_fits_is_not_printed_again(paper: list[Path], printer: Printer) -> None:
    assert with_paper(wish(source="mouse")).manifests == (*paper,)
    assert not printer.asked
    wider = with_paper(wish(source="mouse", settings=("deck_size=20", "field=5x7")))
    assert wider.manifests == (paper[0], Path("out/m.manifest.json"))
    assert [words[0] for words in printer.asked] == ["mat"]


def test_before_a_camera_the_newest_paper_has_to_do(paper: list[Path], printer: Printer) -> None:
    assert with_paper(wish(settings=("field=5x7",))).manifests == (*paper,)
    assert not printer.asked


def test_a_match_is_resumed_with_the_papers_of_its_log(paper: list[Path], printer: Printer) -> None:
    """Check four players at the mouse table: the log says so, and no option has to repeat it."""
    log = Path("four.jsonl")
    four = LoggedMatch("stratosphere", log, settings={"players": "4"})
    four.play(1)
    four.writer.close()
    resumed = wish(game="stratosphere", source="mouse", log=log, resume=True)
    with_paper(resumed)
    assert [words[2:4] for words in printer.asked] == [["--deck", "two-packs"], ["--mat", "ring-4"]]
    printer.asked.clear()
    left(3)
    ours = dump_manifest(cards_of("yggdrasil", {"sun": "hunt", "moon": "orchard"}))
    newer = Path("out/newer.manifest.json")
    newer.write_text(paper[0].read_text("utf-8"), "utf-8")
    paper[0].write_text(ours, "utf-8")
    own = wish(source="mouse", log=Path("out/matches/a.jsonl"), resume=True)
    assert with_paper(own).manifests == (*paper,)
    assert not printer.asked


def test_papers_chosen_on_the_page_give_way_to_those_of_the_settings(
    paper: list[Path], printer: Printer
) -> None:
    wide = Setup("yggdrasil", {"field": "5x7"})
    paper_for(LobbyChoice("yggdrasil", "mouse", tuple(paper)), wide, "en")
    assert [words[0] for words in printer.asked] == ["cards", "mat"]
    assert (
        paper_for(LobbyChoice("yggdrasil", "mouse", tuple(paper)), Setup("yggdrasil"), "en")
        == paper
    )


@pytest.mark.parametrize("lang", ["en", "ja", "zh-Hant"])
def test_a_mat_that_is_lacking_is_reported_before_a_page_opens(
    paper: list[Path], lang: str
) -> None:
    with pytest.raises(SessionError) as caught:
        check(wish(manifests=tuple(paper), settings=("field=5x7", "deck_size=20")))
    assert "`printkit mat yggdrasil --mat 5x7`" in caught.value.message.render(lang)


# Prints and matches in the folder.


def newest_prints(game: str) -> list[Path]:
    return next((list(p.manifests) for p in find_prints(Path("out")) if p.game == game), [])


def test_the_newest_paper_of_a_game_is_found_in_out(paper: list[Path]) -> None:
    assert newest_prints("yggdrasil") == paper
    assert newest_prints("jiguan") == []
    assert newest_cards() == newest_cards("yggdrasil") == paper[:1]
    assert newest_cards("jiguan") == []
    Path("out/gone.manifest.json").symlink_to("nowhere")
    assert newest_cards() == paper[:1], "a file that went away meanwhile is passed over"
    paper[1].unlink()
    assert newest_prints("yggdrasil") == [], "cards alone are not enough to play"


@pytest.mark.parametrize(
    ("found_here", "lang", "output"),
    [
        ((), "zh-Hant", "裡沒有世界樹的列印檔"),
        ((0,), "zh-Hant", "缺少世界樹的墊子：out/ 裡只有牌"),
        ((1,), "zh-Hant", "缺少世界樹的牌：out/ 裡只有墊子"),
        ((0,), "ja", "ザ・ユグドラシルのマットがありません"),
        ((0,), "en", "out/ has cards of The Yggdrasil, but no mat"),
        ((1,), "en", "`printkit cards yggdrasil`"),
    ],
)
def test_what_is_lacking_to_play_is_reported_by_the_game_s_name(
    paper: list[Path], found_here: tuple[int, ...], lang: str, output: str
) -> None:
    for at, path in enumerate(paper):
        if at not in found_here:
            path.unlink()
    with pytest.raises(SessionError) as caught:
        with_paper(wish(source="0", lang=lang))
    assert output in caught.value.message.render(lang)


def test_a_game_that_cannot_be_read_hides_no_other_s_papers(
    paper: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: a faulty game of one's own stopped every match with prints in the same folder."""

    def faulty(_: str) -> None:
        raise GameFault(Fault("rules/games/yggdrasil/__init__.py", 1, "", "SyntaxError"))

    monkeypatch.setattr("rules.load_catalog", faulty)
    assert newest_prints("yggdrasil") == paper
    assert find_prints(Path("out"))[0].names["en"]


# The page's offers.


def offered(
    monkeypatch: pytest.MonkeyPatch, *, phone: bool = False, resumed: bool = False, **named: str
) -> Offers:
    """Return what the lobby offers after a search that finds two cameras."""
    image = np.zeros((720, 1280, 3), np.uint8)
    granted = Granted(1280, 720, 30.0, "MJPG")
    cameras = (ListedCamera(0, "Webcam", granted, image), ListedCamera(2, "", granted, image))
    monkeypatch.setattr("companion.vision.sources.camera_list.list_cameras", lambda: cameras)
    lobby = make_lobby(phone=phone, resumed=resumed, **named)
    for thread in threading.enumerate():
        if thread.name == "cameras":
            thread.join(10)
    return lobby.offers


@pytest.mark.parametrize("phone", [True, False])
def test_every_game_and_camera_of_this_computer_is_offered(
    monkeypatch: pytest.MonkeyPatch, *, phone: bool
) -> None:
    offers = offered(monkeypatch, phone=phone)

    assert [game.slug for game in offers.games] == list(game_slugs())
    assert {game.players for game in offers.games} == {"2", "2–4"}
    further = ["phone", "mouse", "virtual"] if phone else ["mouse", "virtual"]
    assert [camera.source for camera in offers.cameras or ()] == ["0", "2", *further]
    assert (offers.papers, offers.unfinished) == ((), ())


@pytest.mark.parametrize(
    ("lang", "unnamed"), [("en", "camera 2"), ("ja", "カメラ2"), ("zh-Hant", "攝影機2")]
)
def test_a_camera_without_a_name_is_called_by_its_number(
    monkeypatch: pytest.MonkeyPatch, lang: str, unnamed: str
) -> None:
    cameras = offered(monkeypatch).data(lang)["cameras"]
    assert cameras[0] == {"name": "Webcam", "detail": "1280 × 720", "kind": "camera"}
    assert cameras[1]["name"] == unnamed


def left(plies: int = 3) -> LoggedMatch:
    """Create a match of `plies` plies, which is finished if there are enough."""
    Path("out/matches").mkdir(parents=True, exist_ok=True)
    logged = LoggedMatch("yggdrasil", Path("out/matches/a.jsonl"))
    logged.play(plies)
    logged.writer.close()
    return logged


def test_the_match_that_was_left_can_be_resumed(
    paper: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    older = Path("out/matches/older.jsonl")
    logged = left()
    older.write_bytes(b"")
    os.utime(older, (1, 1))

    number = read_log(logged.path)[-1].data["turn"]
    turn = {"en": f"Turn {number}", "ja": f"{number}ターン目", "zh-Hant": f"第 {number} 回合"}
    with logged.path.open("ab") as torn:
        torn.write(b'{"a line that was cut off')

    (last,) = offered(monkeypatch).unfinished
    when = datetime.fromtimestamp(logged.path.stat().st_mtime).astimezone()
    seats = load_catalog("yggdrasil").seat_names
    assert last == Unfinished(
        "yggdrasil",
        logged.path,
        turn,
        tuple(paper),
        players=(seats["A"], seats["B"]),
        when=f"{when:%Y-%m-%d %H:%M}",
    )

    log = LogWriter(logged.path)
    for source in ("phone", 7):
        log.append("match_resumed", source=source)
    log.close()
    (again,) = offered(monkeypatch).unfinished
    assert replace(again, when=last.when) == replace(last, source="phone")


@pytest.mark.parametrize("why", ["over", "not begun", "broken", "no paper", "a folder"])
def test_no_other_match_is_offered(
    why: str, paper: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    logged = left({"over": 10_000, "not begun": 0}.get(why, 3))
    if why == "broken":
        logged.path.write_bytes(logged.path.read_bytes().replace(b'"accepted"', b'"accented"'))
    elif why == "no paper":
        paper[0].unlink()
    elif why == "a folder":
        logged.path.unlink()
        logged.path.mkdir()
    assert offered(monkeypatch).unfinished == ()


def left_elsewhere(
    name: str, source: str, age: int, plies: int = 3, game: str = "yggdrasil"
) -> Path:
    """Create a match watched by `source` `age` seconds ago, and return its log."""
    log = Path("out/matches") / f"{name}.jsonl"
    log.parent.mkdir(parents=True, exist_ok=True)
    logged = LoggedMatch(game, log, about={"source": source})
    logged.play(plies)
    logged.writer.close()
    os.utime(log, (1_700_000_000 - age, 1_700_000_000 - age))
    return log


def test_behind_matches_that_are_over_the_one_that_was_left_is_offered(
    paper: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: only the newest log was checked, so a finished match hid an unfinished one."""
    wanted = left_elsewhere("left", "0", 30)
    left_elsewhere("over", "0", 10, plies=10_000)
    left_elsewhere("drawn", "virtual", 5)
    (last,) = offered(monkeypatch).unfinished
    assert (last.log, last.manifests) == (wanted, tuple(paper))


def test_all_matches_that_were_left_are_offered_with_who_played_them(
    paper: list[Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Regression: only the newest was offered, so two pairs at one computer lost a match."""
    logs = [left_elsewhere(f"m{age}", "mouse", age) for age in range(1, 7)]
    log = LogWriter(logs[2])
    log.append("match_resumed", source="mouse", names={"A": "Ann", "B": "Bo"})
    log.close()
    os.utime(logs[2], (1_700_000_000 - 3, 1_700_000_000 - 3))

    found = offered(monkeypatch).unfinished

    assert [each.log for each in found] == logs[:5], "the newest first, and no more than five"
    assert [names["ja"] for names in found[2].players] == ["Annさん", "Boさん"]
    assert all(each.when.startswith("2023-11-1") for each in found)
    assert start("referee", "--resume", "--lang", "en") == 2
    report = capsys.readouterr().err
    assert "The Yggdrasil, Ann and Bo: Turn " in report
    assert all(f"companion referee --resume --log {each}" in report for each in logs[:5])
    assert "which match do you want to continue?" in report
    assert start("referee", "--no-page", "--lang", "ja") == 2
    report = capsys.readouterr().err
    assert "Annさん" in report
    assert f"--resume --log {logs[0]}" in report


def test_the_log_names_the_game_and_the_source(
    paper: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Regression: the page asked for game and source, and did not resume the named log."""
    log, drawn = left_elsewhere("left", "mouse", 30), left_elsewhere("drawn", "virtual", 30)
    unsaid = left_elsewhere("unsaid", "", 30)
    assert gone_on(log, None, None) == ("yggdrasil", "mouse")
    assert gone_on(log, "yggdrasil", "0") == ("yggdrasil", "0")
    assert gone_on(drawn, None, None) == ("yggdrasil", None)
    assert gone_on(unsaid, None, None) == ("yggdrasil", None)
    words = ("--resume", "--log", str(log), "--page", "--no-open", "--lang", "en")
    assert start("referee", "jiguan", *words) == 2
    report = capsys.readouterr()
    assert f"{log} is a match of yggdrasil, not of jiguan" in report.err
    assert "http" not in report.err + report.out, "it is told before a page opens"


def test_a_camera_chosen_on_the_page_resumes_the_log_that_was_named(
    paper: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = left_elsewhere("left", "rtsp", 30)
    lobby = Lobby(offered(monkeypatch, game="yggdrasil", resumed=True))
    assert lobby.offers.unfinished == ()
    sources = [camera.source for camera in lobby.offers.cameras or ()]
    assert sources == ["0", "2", "mouse"]
    assert lobby.choose({"game": 0, "camera": 0})
    found = chosen(wish(game="yggdrasil", source="", log=log, resume=True), lobby)
    assert (found.source, found.log, found.resume) == ("0", log, True)
    assert found.manifests == tuple(paper)


def test_a_match_is_offered_with_its_own_papers(
    paper: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    left_elsewhere("left", "0", 30)
    own = Path("out/own.manifest.json")
    report = cards_of("yggdrasil", {"sun": "hunt", "moon": "orchard"})
    own.write_text(dump_manifest(report), encoding="utf-8")
    os.utime(own, (1_600_000_000, 1_600_000_000))
    (last,) = offered(monkeypatch).unfinished
    assert last.manifests == (own, paper[1])


def test_a_match_at_a_drawn_table_is_offered_without_papers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = left_elsewhere("left", "mouse", 30)
    (last,) = offered(monkeypatch).unfinished
    assert (last.log, last.manifests, last.source) == (log, (), "mouse")


@pytest.mark.parametrize("lang", ["en", "ja", "zh-Hant"])
def test_a_match_of_drawn_players_is_not_resumed(
    paper: list[Path], monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    """Regression: these players start on the first turn, so the match was taken back to it."""
    log = left_elsewhere("left", "virtual", 30)
    offers = offered(monkeypatch)
    assert offers.unfinished == ()
    with pytest.raises(SessionError) as caught:
        check(wish(source="virtual", log=log, resume=True, manifests=tuple(paper)))
    assert "--source mouse" in caught.value.message.render(lang)
    mouse = left_elsewhere("hands", "mouse", 1)
    found = offered(monkeypatch)
    assert [each.log for each in found.unfinished] == [mouse]
    sources = [camera.source for camera in found.cameras or ()]
    lobby = Lobby(found)
    assert not lobby.choose({"left": 0, "camera": sources.index("virtual")})
    assert lobby.choose({"left": 0, "camera": sources.index("mouse")})


def test_a_game_that_was_named_is_the_one_asked_for(
    paper: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    left_elsewhere("left", "0", 30)
    left_elsewhere("other", "mouse", 10, game="jiguan")
    offers = offered(monkeypatch, game="yggdrasil")
    assert [game.slug for game in offers.games] == ["yggdrasil"]
    assert [each.game for each in offers.unfinished] == ["yggdrasil"]
    with pytest.raises(UnknownGame):
        make_lobby(phone=False, game="nosuch")


@pytest.mark.parametrize(
    ("source", "name", "kind"),
    [
        ("virtual", "virtual", "virtual"),
        ("rtsp://me:secret@camera.example/", "camera.example", "camera"),
        ("/films/mine/a film.mp4", "a film.mp4", "camera"),
        ("2", "camera 2", "camera"),
    ],
)
def test_a_source_that_was_named_is_not_asked_for_again(source: str, name: str, kind: str) -> None:
    offers = make_lobby(phone=True, sources=(source,)).offers
    assert [camera.source for camera in offers.cameras or ()] == [source]
    assert offers.data("en")["cameras"] == [{"name": name, "detail": "", "kind": kind}]


def test_manifests_that_were_named_are_played_with(paper: list[Path], printer: Printer) -> None:
    assert game_of(paper) == "yggdrasil"
    assert game_of([]) == ""
    mine = (Path("mine.json"),)
    choice = LobbyChoice("yggdrasil", "0", tuple(paper))
    assert chosen(wish(game="", manifests=mine), Lobby(Offers(), choice)).manifests == mine
