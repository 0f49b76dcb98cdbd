"""`companion scan` as people use it: photographs, lists, resuming, and errors."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from html import escape
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import cli
from companion.commands.scan.paths import loaded
from companion.errors import SessionError
from companion.frames import Frame
from companion.match_setup.app import build_setup
from companion.vision.sources import open as sources
from rules import DataError, Manifest, dump_manifest, load_catalog
from tests.support.printed_decks import manifest
from tests.support.vision.scenes import Camera, Piece, Scene, mat_manifest


@pytest.fixture(scope="module")
def printed() -> Manifest:
    """Return a manifest of a deck's first six cards."""
    whole = manifest("yggdrasil", {"sun": "orchard"})
    return replace(whole, cards=whole.cards[:6])


@pytest.fixture
def folder(tmp_path: Path, printed: Manifest, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.manifest.json").write_text(dump_manifest(printed), encoding="utf-8")
    return tmp_path


def picture(*tags: str) -> np.ndarray:
    pieces = [Piece(tag, 40 + 62 * (i % 3), 60 + 96 * (i // 3)) for i, tag in enumerate(tags)]
    camera = Camera(600, 600, scale=2.6, blur=0.6, noise=1.0)
    return Scene(pieces=pieces, width=210, height=220).render(camera)


def photo(path: Path, *tags: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(cv2.imencode(".png", picture(*tags))[1].tobytes())


def run(*words: object) -> int:
    with pytest.raises(SystemExit) as left:
        cli.main(["scan", *map(str, words)])
    return int(str(left.value.code or 0))


def data_of(capfd: pytest.CaptureFixture[str]) -> dict[str, object]:
    found = json.loads(capfd.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_a_photograph_is_counted_and_kept(
    folder: Path, printed: Manifest, capfd: pytest.CaptureFixture[str]
) -> None:
    tags = [card.tag for card in printed.cards]
    photo(folder / "a.png", *tags)

    code = run("a.png", "-m", "m.manifest.json", "--save", "kept/one")

    out, err = capfd.readouterr()
    assert code == 1, "six cards are no legal deck"
    assert "YGG-2.1" in out
    assert err.count("✓") == 6
    names = {path.name for path in (folder / "kept").iterdir()}
    assert names == {f"one.{s}" for s in ("json", "jsonl", "csv", "txt", "html")} | {"one-pictures"}
    assert {p.stem for p in (folder / "kept" / "one-pictures").iterdir()} == set(tags)


def test_without_a_manifest_the_cards_printed_last_are_meant(
    folder: Path, printed: Manifest, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite("all.png", picture(*(card.tag for card in printed.cards)))
    words = ["scan", "all.png", "--no-save", "--json"]
    with pytest.raises(SystemExit) as left:
        cli.main(words)
    assert left.value.code == 2
    assert (
        "with --manifest, pass the manifest"
        in json.loads(capsys.readouterr().out)["error"]["message"]
    )
    Path("out").mkdir()
    Path("m.manifest.json").rename("out/m.manifest.json")
    with pytest.raises(SystemExit):
        cli.main(words)
    report = capsys.readouterr()
    assert "out/m.manifest.json" in report.err.replace("\\", "/")
    assert len(json.loads(report.out)["copies"]) == len(printed.cards)


def test_manifests_of_two_games_are_no_scan_and_faults_are_reported_together(
    tmp_path: Path, printed: Manifest
) -> None:
    names = ("a", "b", "c", "d")
    one, other, *broken = (tmp_path / f"{name}.manifest.json" for name in names)
    one.write_text(dump_manifest(printed), encoding="utf-8")
    other.write_text(dump_manifest(replace(printed, game="jiguan")), encoding="utf-8")
    with pytest.raises(SessionError, match=r"b\.manifest\.json"):
        loaded((one, other))
    for path in broken:
        path.write_text("{", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        loaded((one, *broken))
    assert {Path(fault.file).name for fault in caught.value.faults} == {p.name for p in broken}


def test_a_photograph_is_read_by_one_thread(folder: Path, printed: Manifest) -> None:
    before = cv2.getNumThreads()
    photo(folder / "a.png", printed.cards[0].tag)
    cv2.setNumThreads(2)
    try:
        run("a.png", "-m", "m.manifest.json", "--no-save")
        assert cv2.getNumThreads() == 1
    finally:
        cv2.setNumThreads(before)


def test_what_is_missing_is_enough_the_second_time(
    folder: Path, printed: Manifest, capfd: pytest.CaptureFixture[str]
) -> None:
    tags = [card.tag for card in printed.cards]
    photo(folder / "a.png", *tags[:4])
    photo(folder / "b.png", *tags[4:])
    run("a.png", "-m", "m.manifest.json", "--save", "one.json")
    assert "companion scan --again one.json" in capfd.readouterr().out

    (folder / "m.manifest.json").rename(folder / "kept.json")
    assert run("b.png", "--again", "one.json") == 2
    report = capfd.readouterr().err
    assert "m.manifest.json was not found" in report
    assert "-m" in report

    run("b.png", "--again", "one.json", "-m", "kept.json", "--json")

    data = data_of(capfd)
    assert [deck["missing"] for deck in data["decks"]] == [[]]  # type: ignore[attr-defined]
    assert len(data["copies"]) == 6  # type: ignore[arg-type]


def test_a_scan_that_was_killed_goes_on_from_its_log_alone(
    folder: Path, printed: Manifest, capfd: pytest.CaptureFixture[str]
) -> None:
    tags = [card.tag for card in printed.cards]
    photo(folder / "a.png", *tags[:4])
    photo(folder / "b.png", *tags[4:])
    run("a.png", "-m", "m.manifest.json", "--save", "one.json")
    for path in folder.glob("one.[!j]*"):
        path.unlink()
    (folder / "one.json").unlink()
    capfd.readouterr()

    run("b.png", "--resume", "one.jsonl", "--json")

    assert len(data_of(capfd)["copies"]) == 6  # type: ignore[arg-type]


def test_a_folder_of_photographs_and_what_in_it_is_none(
    folder: Path,
    printed: Manifest,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    tags = [card.tag for card in printed.cards]
    photo(folder / "p" / "1.png", *tags[:3])
    photo(folder / "p" / "2.png", *tags[2:])
    (folder / "p" / "3.heic").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0")
    (folder / "p" / "4.png").write_bytes(b"\x89PNG\r\n\x1a\nhalf")

    code = run("p", "-m", "m.manifest.json", "--no-save", "--json")

    out, err = capfd.readouterr()
    assert code == 2
    assert len(json.loads(out)["copies"]) == 6
    assert "3.heic is HEIC" in err
    assert "4.png is incomplete or damaged" in err
    assert not (folder / "out").exists()


def test_every_event_is_a_line(
    folder: Path, printed: Manifest, capfd: pytest.CaptureFixture[str]
) -> None:
    tags = [card.tag for card in printed.cards]
    photo(folder / "a.png", *tags[:3])
    run("a.png", "-m", "m.manifest.json", "--no-save", "--events")
    events = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    kinds = [event["kind"] for event in events]
    assert kinds == ["scan_started", *["counted"] * 3, "picture", "scan_ended"]
    assert events[2]["expected"] == 6
    assert len(events[-1]["result"]["copies"]) == 3


class Film:
    """A camera that shows some pictures, then repeats the last for a while."""

    def __init__(self, *pictures: np.ndarray) -> None:
        self.name, self._pictures, self._index, self.closed = "film", pictures, 0, False

    def read(self) -> Frame | None:
        index, self._index = self._index, self._index + 1
        if index > 60:
            return None
        shown = self._pictures[min(index // 10, len(self._pictures) - 1)]
        return Frame(shown, index / 10, index)

    def close(self) -> None:
        self.closed = True


def test_a_camera_is_watched_and_let_go_of(
    folder: Path,
    printed: Manifest,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    tags = [card.tag for card in printed.cards]
    film = Film(picture(*tags[:3]), picture(), picture(*tags[3:]), picture(*tags[:1]))
    monkeypatch.setattr(sources, "open_source", lambda spec: film)

    run("0", "-m", "m.manifest.json", "--no-save", "--lang", "ja")

    err = capfd.readouterr().err
    assert err.count("✓") == 6
    assert "6枚すべてそろいました" in err
    assert "もう数えました" in err
    assert film.closed


def test_a_stream_s_password_is_in_no_result(
    folder: Path,
    printed: Manifest,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    film = Film(picture(printed.cards[0].tag))
    film.name = "http://me:secret@192.168.1.20:8080/video"
    monkeypatch.setattr(sources, "open_source", lambda spec: film)
    run(film.name, "-m", "m.manifest.json", "--save", "one", "--events")
    out, err = capfd.readouterr()
    kept = [path.read_bytes() for path in folder.glob("one.*")]
    assert len(kept) == 5
    assert b"192.168.1.20" in b"".join(kept)
    assert "secret" not in out + err
    assert not [text for text in kept if b"secret" in text]


def test_ctrl_c_ends_a_scan_and_reports_its_result(
    folder: Path,
    printed: Manifest,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    film = Film(picture(printed.cards[0].tag))
    read = film.read

    def pressed() -> Frame | None:
        frame = read()
        if frame is not None and frame.index == 12:
            raise KeyboardInterrupt
        return frame

    monkeypatch.setattr(film, "read", pressed)
    monkeypatch.setattr(sources, "open_source", lambda spec: film)
    assert run("0", "-m", "m.manifest.json", "--save", "one", "--json") == 1
    assert len(data_of(capfd)["copies"]) == 1  # type: ignore[arg-type]
    assert (folder / "one.json").is_file()
    assert film.closed


@pytest.mark.parametrize(("lang", "encoding"), [("ja", "cp932"), ("zh-Hant", "cp950")])
def test_a_list_is_checked_in_any_encoding(
    folder: Path, lang: str, encoding: str, capfd: pytest.CaptureFixture[str]
) -> None:
    catalog = load_catalog("yggdrasil")
    deck = catalog.decks["orchard"]
    lines = [catalog.cards[card].names[lang] for card in deck.cards]
    (folder / "mine.txt").write_bytes(("\n".join([*lines, "root yr1"])).encode(encoding))

    assert run("mine.txt", "--deck-rules", "yggdrasil", "--lang", lang, "--no-save") == 0
    (folder / "mine.txt").write_bytes(("\n".join(lines[2:])).encode(encoding))
    assert run("mine.txt", "--deck-rules", "yggdrasil", "--lang", lang, "--no-save") == 1
    assert "YGG-2.1" in capfd.readouterr().out


def test_a_scanned_deck_is_the_deck_of_a_match(
    folder: Path, printed: Manifest, capfd: pytest.CaptureFixture[str]
) -> None:
    catalog = load_catalog("yggdrasil")
    deck = catalog.decks["hunt"]
    lines = [*deck.cards, "root yr1"]
    (folder / "mine.txt").write_text("\n".join(lines), encoding="utf-8")
    assert run("mine.txt", "--deck-rules", "yggdrasil", "--save", "mine.json") == 0

    setup = build_setup("yggdrasil", decks=["A=mine.json"])

    assert sorted(setup.decks["A"].cards) == sorted(deck.cards)
    assert setup.decks["A"].extras == {"root": ("yr1",)}


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (("a.png",), "with --manifest, pass the manifest"),
        (("a.png", "--deck-rules", "yggdrasil"), "the cards' manifest is missing"),
        (("a.png", "--deck-rules", "yggdrasi"), "did you mean"),
        (("-m", "m.manifest.json"), "no source given"),
        (("a.png", "-m", "mat.json"), "contain no card"),
        (("a.png", "-m", "m.manifest.json", "-m", "other.json"), "scan one game at a time"),
        (("no.jpg", "-m", "m.manifest.json"), "no.jpg does not exist"),
        (("a.png", "-m", "no.json"), "cannot be read"),
        (("a.png", "-m", "m.manifest.json", "--owner", "mon"), "moon"),
        (("a.png", "-m", "m.manifest.json", "--list", "orchid"), "orchard"),
        (
            ("a.png", "l.txt", "-m", "m.manifest.json"),
            "l.txt is a deck list, which is checked on its own:",
        ),
        (("a.png", "--again", "a.png"), "not the log of a scan"),
        (("a.png", "--again", "no.json"), "the file does not exist"),
        (("a.png", "-m", "m.manifest.json", "--lang", "jp"), "use one of"),
        (("a.png", "-m", "m.manifest.json", "--setting", "x=1"), "no 'x'"),
    ],
)
def test_misuse_is_reported_in_one_sentence(
    folder: Path, words: tuple[str, ...], output: str, capfd: pytest.CaptureFixture[str]
) -> None:
    photo(folder / "a.png")
    other = manifest("jiguan", {"sun": "court"})
    (folder / "other.json").write_text(dump_manifest(other), encoding="utf-8")
    (folder / "mat.json").write_text(dump_manifest(mat_manifest()), encoding="utf-8")
    (folder / "l.txt").write_text("2 Stom Crown\n", encoding="utf-8")
    assert run(*words) == 2
    err = capfd.readouterr().err
    assert output in err
    assert "Traceback" not in err
    assert not (folder / "out").exists()


def test_a_list_s_fault_is_a_finding(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "l.txt").write_text("2 Stom Crown\n", encoding="utf-8")

    assert run("l.txt", "--deck-rules", "yggdrasil") == 1
    assert capfd.readouterr().err.startswith("l.txt:1: Stom Crown")
    assert not (folder / "out").exists()


def test_a_scan_does_not_write_over_another(
    folder: Path, printed: Manifest, capfd: pytest.CaptureFixture[str]
) -> None:
    photo(folder / "a.png", printed.cards[0].tag)
    run("a.png", "-m", "m.manifest.json", "--save", "one.json")
    assert run("a.png", "-m", "m.manifest.json", "--save", "one.json") == 2
    assert (
        "one.jsonl already exists: continue its scan with `--again one.jsonl`"
        in capfd.readouterr().err
    )
    assert run("--again", "one.jsonl", "a.png", "--no-page") == 1, "and it does"


@pytest.mark.parametrize(
    ("head", "lang", "output"),
    [
        ("player: <Ann>\ndeck: My Orchard", "en", "My Orchard, <Ann>"),
        ("プレイヤー：佐藤\nデッキ：私の果樹園", "ja", "私の果樹園、佐藤"),
        ("玩家：王小明\n牌組：我的果園", "zh-Hant", "我的果園，王小明"),
    ],
)
def test_a_result_calls_the_deck_and_its_player_as_the_list_does(
    folder: Path, capfd: pytest.CaptureFixture[str], head: str, lang: str, output: str
) -> None:
    Path("mine.txt").write_text(f"{head}\n2 y03\n", encoding="utf-8")
    assert run("mine.txt", "--deck-rules", "yggdrasil", "--lang", lang, "--save", "r.json") == 1
    assert output in capfd.readouterr().out
    data = json.loads((folder / "r.json").read_text(encoding="utf-8"))
    assert output.startswith(data["decks"][0]["deck"])
    assert output.endswith(data["decks"][0]["player"])
    assert data["sources"] == ["mine"]
    sheet = (folder / "r.html").read_text(encoding="utf-8")
    assert f"<b>{escape(data['decks'][0]['player'])}</b>" in sheet
    assert f"<h2>{escape(output)} <span>" in sheet


def test_cards_held_against_a_list_are_called_as_it_says(
    folder: Path, printed: Manifest, capfd: pytest.CaptureFixture[str]
) -> None:
    photo(folder / "a.png", *(card.tag for card in printed.cards))
    Path("mine.txt").write_text("player: Ann\ndeck: My Orchard\n1 y01\n", encoding="utf-8")
    run("a.png", "-m", "m.manifest.json", "--list", "mine.txt", "--json", "--no-save")
    (deck,) = json.loads(capfd.readouterr().out)["decks"]
    assert (deck["deck"], deck["player"]) == ("My Orchard", "Ann")
