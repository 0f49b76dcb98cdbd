"""The log: no acknowledged record is lost, and every change is detected."""

from __future__ import annotations

import errno
import json
import os
import random
import shutil
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from rules import (
    LANGUAGES,
    Deck,
    LogError,
    LogWriter,
    Match,
    Record,
    Setup,
    fold_log,
    load_catalog,
    load_game,
    read_log,
)
from rules.games import spherion
from rules.players.policies import random_policy
from rules.records.log import (
    ACCEPTED,
    CORRECTED,
    MATCH_STARTED,
    TAKEN_BACK,
    accepted_data,
    dump_record,
    fold_steps,
    parse_log,
    rules_digest,
    started_data,
)
from tests.support.four_corners import GAME, NUMBERS, SEATS

KNOWN = Setup("toy", {}, {s: Deck(NUMBERS, name="four") for s in SEATS})


@pytest.fixture(autouse=True)
def toy_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "rules.records.log.load_game", lambda slug: GAME if slug == "toy" else load_game(slug)
    )


def play(path: Path, seed: int = 1) -> Match[object]:
    """Play a whole game with a take-back and a correction, and log it as it is played."""
    rng = random.Random(seed)
    match: Match[object] = Match(GAME, KNOWN)  # type: ignore[arg-type]
    log = LogWriter(path)
    log.append(MATCH_STARTED, **started_data(KNOWN, ""))
    taken_back = False
    while match.to_act:
        actions = list(match.game.legal(match.state))
        ply = match.play(random_policy(match.game, match.state, actions, rng))
        log.append(ACCEPTED, **accepted_data(ply))
        if ply.number == 3 and not taken_back:
            taken_back = True
            match.undo(2)
            log.append(TAKEN_BACK, to=2)
            log.append("refused", clauses=["TOY-1"])
        if ply.number == 7:
            match.correct(match.state_at(6))
            log.append(CORRECTED, position=match.game.notation.format(match.state))
    log.close()
    return match


def test_a_log_folds_to_its_match(tmp_path: Path) -> None:
    match = play(tmp_path / "m.jsonl")
    again = fold_log(read_log(tmp_path / "m.jsonl"))
    assert again.state == match.state
    assert again.plies == match.plies
    assert again.outcome == match.outcome is not None


def test_a_log_is_folded_step_by_step(tmp_path: Path) -> None:
    match = play(tmp_path / "m.jsonl")
    plies = []
    for record, at in fold_steps(read_log(tmp_path / "m.jsonl")):
        assert at is not None
        plies.append((record.kind, len(at.plies)))
    assert plies[:4] == [("match_started", 0), ("accepted", 1), ("accepted", 2), ("accepted", 3)]
    assert plies[4:6] == [("taken_back", 2), ("refused", 2)]
    assert plies[-1][1] == len(match.plies)
    assert list(fold_steps([Record(0, "note", {})])) == [(Record(0, "note", {}), None)]


def test_every_line_is_json_and_numbered(tmp_path: Path) -> None:
    play(tmp_path / "m.jsonl")
    lines = (tmp_path / "m.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["seq"] for line in lines] == list(range(len(lines)))


def test_cut_at_any_byte_the_good_prefix_stands(tmp_path: Path) -> None:
    play(tmp_path / "m.jsonl")
    data = (tmp_path / "m.jsonl").read_bytes()
    whole, error = parse_log(data)
    assert error is None
    for cut in range(0, len(data), 7):
        records, error = parse_log(data[:cut])
        assert records == whole[: data[:cut].count(b"\n")]
        assert (error is None) == (cut == 0 or data[cut - 1 : cut] == b"\n")


def test_no_changed_byte_goes_unseen(tmp_path: Path) -> None:
    play(tmp_path / "m.jsonl")
    data = (tmp_path / "m.jsonl").read_bytes()
    rng = random.Random(5)
    for _ in range(1500):
        at = rng.randrange(len(data))
        flipped = data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]
        records, error = parse_log(flipped)
        assert error is not None
        assert len(records) <= data[:at].count(b"\n")
        assert error.line <= data[:at].count(b"\n") + 1


@pytest.mark.parametrize("edit", ["removed", "repeated", "exchanged"])
def test_a_moved_line_is_found(tmp_path: Path, edit: str) -> None:
    play(tmp_path / "m.jsonl")
    lines = (tmp_path / "m.jsonl").read_bytes().splitlines(keepends=True)
    if edit == "removed":
        del lines[4]
    elif edit == "repeated":
        lines.insert(4, lines[3])
    else:
        lines[4], lines[5] = lines[5], lines[4]
    records, error = parse_log(b"".join(lines))
    assert len(records) == 4
    assert error is not None
    assert error.line == 5


def test_writing_goes_on_after_a_torn_line(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    play(path)
    data = path.read_bytes()
    path.write_bytes(data[:-9])
    before = data.count(b"\n") - 1

    log = LogWriter(path)
    record = log.append("resumed")
    log.close()

    assert record.seq == before
    assert len(read_log(path)) == before + 1


def test_a_damaged_log_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    play(path)
    data = path.read_bytes().replace(b'"N place', b'"N  lace', 1)
    path.write_bytes(data)
    with pytest.raises(LogError, match="line 2"):
        LogWriter(path)
    with pytest.raises(LogError, match="line 2"):
        read_log(path)
    assert path.read_bytes() == data


def test_append_returns_only_after_the_disk_has_it(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    seen: list[int] = []
    log = LogWriter(path, sync=lambda _: seen.append(len(path.read_bytes())))
    log.append("paused")
    assert seen == [len(path.read_bytes())] != [0]
    log.close()


def good_log(path: Path) -> LogWriter:
    log = LogWriter(path)
    log.append(MATCH_STARTED, **started_data(KNOWN, ""))
    log.append("paused")
    return log


@pytest.mark.parametrize("failing", ["write", "short write", "fsync"])
def test_a_failed_append_leaves_the_last_good_record_and_ends_the_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    path, broken = tmp_path / "m.jsonl", [True]

    class Disk(FileIO):
        def write(self, data: bytes, /) -> int:  # type: ignore[override]
            if failing == "fsync" or not broken:
                return super().write(data)
            if failing == "short write":
                super().write(bytes(data)[: len(data) // 2])
            raise OSError(errno.ENOSPC, "No space left on device")

    def sync(_: int) -> None:
        if failing == "fsync" and broken:
            raise OSError(errno.EIO, "Input/output error")

    good_log(path).close()
    good = path.read_bytes()
    monkeypatch.setattr("rules.records.log.io.FileIO", Disk)
    log = LogWriter(path, sync)
    with pytest.raises(OSError, match=r"space|error") as caught:
        log.append("refused", clauses=["TOY-1"])
    assert path.read_bytes() == good
    broken.clear()  # there is space again
    with pytest.raises(OSError, match=r"space|error") as again:
        log.append("game_ended")
    assert again.value.errno == caught.value.errno
    log.close()
    assert path.read_bytes() == good
    resumed = LogWriter(path)
    assert resumed.append("resumed").seq == 2
    resumed.close()
    assert [record.kind for record in read_log(path)] == [MATCH_STARTED, "paused", "resumed"]


def test_a_record_that_cannot_be_written_for_another_reason_ends_the_writer_too(
    tmp_path: Path,
) -> None:
    log = good_log(tmp_path / "m.jsonl")
    good = log.path.read_bytes()
    with pytest.raises(ValueError, match="snake_case"):
        log.append("Not snake case")
    with pytest.raises(OSError, match="an earlier record is missing"):
        log.append("game_ended")
    log.close()
    assert log.path.read_bytes() == good


def test_records_of_one_picture_are_written_together_or_not_at_all(tmp_path: Path) -> None:
    syncs: list[int] = []
    log = LogWriter(tmp_path / "m.jsonl", syncs.append)
    written = log.append_all([("counted", {"tag": "A"}), ("counted", {"tag": "B"})])
    assert len(syncs) == 1
    assert read_log(log.path) == tuple(written)
    with pytest.raises(ValueError, match="snake_case"):
        log.append_all([("counted", {"tag": "C"}), ("COUNTED", {})])
    log.close()
    assert read_log(log.path) == tuple(written)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
def test_a_new_log_is_its_owner_s_only_and_its_name_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    monkeypatch.setattr("rules.records.log.sync_folder", synced.append)
    umask = os.umask(0)
    try:
        log = LogWriter(tmp_path / "m.jsonl")
    finally:
        os.umask(umask)
    log.append("paused")
    log.close()
    assert (tmp_path / "m.jsonl").stat().st_mode & 0o777 == 0o600
    assert synced == [tmp_path]


def test_a_fresh_log_has_no_lines_and_another_writer_removes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    first = LogWriter(path, fresh=True)
    second = LogWriter(path)  # continues it
    second.close()
    assert path.exists()
    first.append("paused")
    with pytest.raises(FileExistsError, match=r"m\.jsonl"):
        LogWriter(path, fresh=True)
    first.close()
    first.close()
    assert len(read_log(path)) == 1


def test_an_empty_log_is_removed_only_by_the_writer_that_made_it(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    LogWriter(path).close()
    assert not path.exists()
    log = LogWriter(path)
    path.unlink()
    path.touch()  # somebody else's
    log.close()
    assert path.exists()


def forge(*records: tuple[str, dict[str, object]]) -> tuple[Record, ...]:
    return tuple(Record(i, kind, data) for i, (kind, data) in enumerate(records))


START = (MATCH_STARTED, started_data(KNOWN, ""))


@pytest.mark.parametrize(
    ("records", "line", "what"),
    [
        (forge(), 1, "no match"),
        (forge((ACCEPTED, {})), 1, "not started"),
        (forge(START, START), 2, "second match"),
        (forge(START, (ACCEPTED, {"action": "N place 9 N.slot facing=down"})), 2, "not legal"),
        (forge(START, (ACCEPTED, {"action": "N place 1 N.slot facing=down"})), 2, "follow"),
        (
            forge(START, (ACCEPTED, {"action": "N place 1 N.slot facing=down", "events": []})),
            2,
            "events that do not follow",
        ),
        (forge(START, (TAKEN_BACK, {"to": 4})), 2, "no ply"),
        (forge(START, (CORRECTED, {"position": "?"})), 2, "not a position"),
        (forge((MATCH_STARTED, {"game": "chess"})), 1, "follow"),
    ],
)
def test_a_log_that_does_not_follow_names_its_line(
    records: tuple[Record, ...], line: int, what: str
) -> None:
    with pytest.raises(LogError, match=what) as caught:
        fold_log(records)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"seq":%s,"kind":"x","sum":"0"}' % ("9" * 5000), "is not a line of a log"),
        ('{"seq":%s,"kind":"x","sum":"0"}' % ("9" * 4000), "instead of 0"),
        ('{"seq":0,"kind":"x","n":1e999,"sum":"0"}', "was changed"),
        ('{"seq":0,"kind":"x","n":"\\ud800","sum":"0"}', "was changed"),
        ('{"seq":0,"kind":"X","sum":"0"}', "was changed"),
    ],
)
def test_what_nobody_could_write_is_one_sentence(line: str, says: str) -> None:
    records, error = parse_log(line.encode() + b"\n")
    assert records == ()
    assert error is not None
    assert says in str(error)
    assert str(error).startswith("line 1: ")
    assert len(str(error)) < 120
    assert "sys." not in str(error)


def test_a_record_never_shadows_its_frame() -> None:
    with pytest.raises(ValueError, match="snake_case"):
        dump_record(Record(0, "Not Snake", {}), "")
    with pytest.raises(ValueError, match="seq"):
        dump_record(Record(0, "x", {"seq": 1}), "")


def test_a_correction_is_not_an_accepted_action() -> None:
    match = Match(GAME, KNOWN)
    ply = match.correct(match.state)
    with pytest.raises(ValueError, match="correction"):
        accepted_data(ply)


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (0, "line 1: is not a line of a log"),
        (1, "line 2: is not a line of a log: the line before it is intact: continue from there"),
        (
            3,
            "line 4: is not a line of a log: the 3 lines before it are intact: continue from there",
        ),
    ],
)
def test_a_damaged_log_reports_how_much_of_it_is_good(
    tmp_path: Path, damage: int, says: str
) -> None:
    path = tmp_path / "m.jsonl"
    play(path)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[damage] = b"*" + lines[damage]
    records, error = parse_log(b"".join(lines))
    assert len(records) == damage
    assert str(error) == says


def test_a_half_written_line_and_an_editor_s_changes_are_named(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    play(path)
    data = path.read_bytes()
    whole = data.count(b"\n")
    records, error = parse_log(data + b'{"seq":')
    assert len(records) == whole
    text = "the last line is incomplete: continue from the line before"
    assert str(error) == f"line {whole + 1}: {text}"
    for edited in (data.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + data):
        records, error = parse_log(edited)
        assert records == ()
        assert str(error) == (
            "line 1: an editor changed the file's encoding or line endings: "
            "save it as UTF-8 with LF line endings"
        )


def test_what_is_wrong_is_reported_in_the_language_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    play(path)
    lines = path.read_bytes().splitlines(keepends=True)
    _, error = parse_log(b"".join([*lines[:3], b"*\n"]))
    assert error is not None
    assert error.message.render("ja") == (
        "4行目：記録の行ではありません：その前の3行は正しいので、そこから続けられます"
    )
    assert error.message.render("zh-Hant").startswith("第4行：不是紀錄檔的內容：前面3行")
    _, error = parse_log(b"".join(lines) + b"{")
    assert error is not None
    assert error.message.render("ja").endswith(
        "行目：最後の行が途中で切れています：その前の行から続けてください"
    )
    assert error.message.render("en") == str(error)


def test_why_a_record_does_not_follow_is_reported_too() -> None:
    lacking = [Record(0, MATCH_STARTED, {**started_data(KNOWN, ""), "game": "no-such"})]
    with pytest.raises(LogError, match=r"line 1: does not follow: .*no-such") as caught:
        fold_log(lacking)
    assert "というゲームはありません" in caught.value.message.render("ja")
    with pytest.raises(LogError) as caught:
        fold_log([Record(0, MATCH_STARTED, {})])
    assert caught.value.message.render("zh-Hant").startswith("第1行：接不上前面的內容：")
    with pytest.raises(LogError) as caught:
        fold_log([])
    assert caught.value.message.render("ja") == "1行目：この記録では対戦が始まっていません"


def spherion_ties(digest: str, tool: str = "", kind: str = "late") -> list[Record]:
    """Return a log of a match whose first throws were ties by the rules of its day."""
    match: Match[Any] = Match(load_game("spherion"), Setup("spherion"))
    entries = [(MATCH_STARTED, started_data(match.setup, digest) | {"tool": tool})]
    while len(entries) < 4:
        ply = match.play(match.game.sample(match.state, lambda _: 0))
        entries.append((ACCEPTED, accepted_data(ply)))
    entries[2][1]["events"] = [{"kind": kind, "seat": "red"}]
    return [Record(i, *entry) for i, entry in enumerate(entries)]


def test_a_log_of_other_rules_names_the_program_that_wrote_it() -> None:
    with pytest.raises(LogError) as caught:
        fold_log(spherion_ties("9f86d081884c7d65", "companion 0.0.9"))
    assert caught.value.line == 3
    assert [caught.value.message.render(lang) for lang in LANGUAGES] == [
        (
            "line 3: does not follow from today's rules: companion 0.0.9 wrote this log with other "
            "rules: use that version to replay or resume it"
        ),
        (
            "3行目：今のルールでは成り立ちません。この記録はcompanion 0.0.9が、今とは違うルールで"
            "書いたものです：再生や再開には、そのバージョンを使ってください"
        ),
        (
            "第3行：不符合現在的規則：這份紀錄是companion 0.0.9用不同的規則寫的："
            "要重播或接著進行，請用當時的版本"
        ),
    ]
    with pytest.raises(LogError, match="today's rules: companion wrote this log"):
        fold_log(spherion_ties(load_catalog("spherion").digest))


def test_a_log_of_the_same_rules_is_not_excused() -> None:
    digest = rules_digest("spherion")
    assert digest not in (load_catalog("spherion").digest, rules_digest("jiguan"))
    for known in (digest, ""):
        with pytest.raises(LogError, match="line 3: has events that do not follow from the rules"):
            fold_log(spherion_ties(known, "companion 0.0.9"))


def test_an_event_of_no_kind_of_the_game_is_named() -> None:
    with pytest.raises(LogError, match=r"line 3: .*: this game has no event tied"):
        fold_log(spherion_ties("", kind="tied"))


def test_the_digest_of_the_rules_changes_with_the_code(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = rules_digest.__wrapped__("spherion")
    folder = shutil.copytree(Path(spherion.__file__).parent, tmp_path / "spherion")
    monkeypatch.setattr("rules.records.log.inspect.getfile", lambda _: folder / "game.py")
    assert rules_digest.__wrapped__("spherion") == before
    with (folder / "flow.py").open("a") as file:
        file.write("TIES = False\n")
    assert rules_digest.__wrapped__("spherion") != before
