from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from companion.errors import SessionError, SourceError
from companion.scan.judging import ScanOptions
from companion.scan.result import ScanLight
from companion.scan.session import ScanSession, event_data
from companion.scan.tally import ScanEvent
from companion.scan.words import Captions
from rules import LogWriter, load_catalog, read_log
from tests.support.printed_decks import seen, stock, tags_of

STOCK = stock()
SUN, MOON = tags_of(STOCK, "sun"), tags_of(STOCK, "moon")
YGG = ScanOptions("yggdrasil")


def kinds(events: list[ScanEvent]) -> list[str]:
    return [event.kind.value for event in events]


def test_what_is_reported_is_on_the_disk_already(tmp_path: Path) -> None:
    log = tmp_path / "a.jsonl"
    session = ScanSession(STOCK, YGG, log, [tmp_path / "m.manifest.json"])
    session.begin()
    events = session.look(seen(*SUN[:2]))

    records = read_log(log)  # while the session still has it open

    assert [r.kind for r in records] == ["scan_started", *kinds(events)]
    assert records[0].data["manifests"] == ["m.manifest.json"]
    assert records[1].data["tag"] == SUN[0]
    session.end()


def test_a_scan_goes_on_from_its_log(tmp_path: Path) -> None:
    log = tmp_path / "a.jsonl"
    first = ScanSession(STOCK, YGG, log)
    first.begin()
    first.look(seen(*SUN[:5], SUN[0]))
    first.end()
    with log.open("ab") as file:
        file.write(b'{"seq":99,"kind":"cou')  # a power cut

    session = ScanSession(STOCK, YGG, log)
    (started,) = session.begin()

    assert started.facts["resumed"] is True
    assert session.status().counted == 5
    assert session.tally.twice == {SUN[0]: 2}
    session.look(seen(SUN[5], source="b.jpg"))
    session.end()
    assert [r.data["tag"] for r in read_log(log) if r.kind == "counted"] == SUN[:6]


def test_a_result_can_be_resumed_without_its_log(tmp_path: Path) -> None:
    session = ScanSession(STOCK, YGG, tmp_path / "a.jsonl")
    assert kinds(session.begin(dict.fromkeys(SUN[:3], "old.jpg"))) == ["scan_started"]
    assert session.status().counted == 3
    session.end()
    assert [r.kind for r in read_log(tmp_path / "a.jsonl")] == ["scan_started"] + ["counted"] * 3


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"hello\n", "scan again into another file"),
        (b'{"seq":0}\n', "scan again into another file"),
    ],
)
def test_a_log_that_is_none(tmp_path: Path, content: bytes, text: str) -> None:
    log = tmp_path / "a.jsonl"
    log.write_bytes(content)
    with pytest.raises(SessionError, match=text):
        ScanSession(STOCK, YGG, log)
    assert log.read_bytes() == content


def test_a_log_whose_first_line_was_never_finished_is_begun_again(tmp_path: Path) -> None:
    log = tmp_path / "a.jsonl"
    log.write_bytes(b'{"seq":0,"kind":"scan_st')  # a power cut

    session = ScanSession(STOCK, YGG, log)
    (started,) = session.begin()
    session.look(seen(SUN[0]))
    session.end()

    assert started.facts["resumed"] is False
    assert [r.kind for r in read_log(log)] == ["scan_started", "counted", "picture"]


def test_a_log_of_a_match_is_no_log_of_a_scan(tmp_path: Path) -> None:
    log = tmp_path / "a.jsonl"
    writer = LogWriter(log, lambda _: None)
    writer.append("match_started", game="yggdrasil")
    writer.close()
    with pytest.raises(SessionError, match="not the log of a scan"):
        ScanSession(STOCK, YGG, log)


def test_two_scans_do_not_count_into_one_log(tmp_path: Path) -> None:
    log = tmp_path / "a.jsonl"
    first = ScanSession(STOCK, YGG, log)
    first.begin()
    with pytest.raises(SessionError, match=r"a\.jsonl: another scan .* with --save"):
        ScanSession(STOCK, YGG, log)
    first.look(seen(SUN[0]))
    first.end()
    again = ScanSession(STOCK, YGG, log)
    assert again.status().counted == 1
    again.end()


def test_a_place_where_no_log_can_be_is_reported(tmp_path: Path) -> None:
    (tmp_path / "scans").write_text("a file")
    with pytest.raises(SourceError, match=r"a\.jsonl"):
        ScanSession(STOCK, YGG, tmp_path / "scans" / "a.jsonl")


def test_a_card_shown_again_to_a_camera_is_reported_and_not_written_down(tmp_path: Path) -> None:
    log = tmp_path / "a.jsonl"
    session = ScanSession(STOCK, YGG, log)
    session.begin()
    session.look(seen(SUN[0], live=True))
    assert kinds(session.look(seen(SUN[0], live=True, time_s=9.0))) == ["again"]
    session.end()
    assert [r.kind for r in read_log(log)] == ["scan_started", "counted"]


def test_a_log_of_another_game(tmp_path: Path) -> None:
    log = tmp_path / "a.jsonl"
    other = ScanSession(stock("jiguan", {"sun": "court"}), ScanOptions("jiguan"), log)
    other.begin()
    other.end()
    with pytest.raises(SessionError, match="is a scan of jiguan"):
        ScanSession(STOCK, YGG, log)


def test_a_full_disk_is_reported_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = ScanSession(STOCK, YGG, tmp_path / "a.jsonl")
    session.begin()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(session._writer, "append_all", full)
    with pytest.raises(SourceError, match="--again"):
        session.look(seen(SUN[0]))
    session.end()


def test_it_is_complete_once() -> None:
    session = ScanSession(STOCK, YGG)
    session.begin()
    assert kinds(session.look(seen(*SUN)))[-1] == "complete"
    assert "complete" not in kinds(session.look(seen(*SUN, source="b.jpg")))
    assert session.status().light is ScanLight.GREEN


def test_the_light_while_counting() -> None:
    session = ScanSession(STOCK, YGG)
    assert (session.status().expected, session.status().light) == (0, ScanLight.YELLOW)
    session.look(seen(*SUN[:2]))
    assert (session.status().expected, session.status().light) == (21, ScanLight.YELLOW)
    session.look(seen(MOON[0]))
    assert session.status().light is ScanLight.RED


def test_against_a_list_only_what_is_on_it_counts() -> None:
    catalog = load_catalog("yggdrasil")
    wish = ScanOptions("yggdrasil", owner="sun", wanted=catalog.decks["hunt"])
    session = ScanSession(STOCK, wish)
    session.begin()
    session.look(seen(*SUN))
    status = session.status()
    on_it = Counter(catalog.decks["orchard"].cards) & Counter(catalog.decks["hunt"].cards)
    assert status.counted == on_it.total() + 1  # the root is in both
    assert status.counted + len(status.missing) == status.expected == 21
    assert status.light is ScanLight.RED
    (deck,) = session.result().decks
    text = Captions(catalog, "en").head(deck).render("en")
    assert text.endswith(f": {status.counted} of 21 cards, {len(status.missing)} missing")


def test_an_event_as_an_object() -> None:
    session = ScanSession(STOCK, YGG)
    event = session.look(seen(SUN[0]))[0]
    data = event_data(event, session.status())
    assert data["kind"] == "counted"
    assert (data["counted"], data["expected"], data["light"]) == (1, 21, "yellow")


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_nothing_is_lost_when_the_program_is_killed(tmp_path: Path, root: Path) -> None:
    log = tmp_path / "a.jsonl"
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from companion.scan.judging import ScanOptions\n"
        "from companion.scan.session import ScanSession\n"
        "from tests.support.printed_decks import seen, stock, tags_of\n"
        "of = stock()\n"
        "session = ScanSession(of, ScanOptions('yggdrasil'), Path(sys.argv[1]))\n"
        "session.begin()\n"
        "for tag in tags_of(of, 'sun'):\n"
        "    session.look(seen(tag, live=True))\n"
        "    print(tag, flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(log)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None
        report = [running.stdout.readline().strip() for _ in range(7)]
        running.send_signal(signal.SIGKILL)
        report += [line.strip() for line in running.stdout if line.endswith("\n")]

    session = ScanSession(STOCK, YGG, log)

    assert set(report) <= set(session.tally.counted)
    session.end()
