"""`companion rules`: pages, hits, explanations, logs, as text and as JSON; exit codes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion import cli
from companion.commands.rules.say import clause_lines
from companion.lookup import load_lookup
from rules import (
    LANGUAGES,
    LogWriter,
    Match,
    Message,
    Setup,
    Tag,
    TagKind,
    format_tag,
    game_slugs,
    load_catalog,
    load_game,
    parse_action,
    parse_tag,
)
from rules.records.log import accepted_data, started_data
from tests.support.paths import PICTURES

FIELD = "field b1=yr1/A b2=y03/A b3=y27/A c5=yr1/B\nhand A y12 y17 ?*3\nturn 5 A\n"

Run = tuple[int, str, str]


@pytest.fixture
def position(tmp_path: Path) -> Path:
    path = tmp_path / "position.txt"
    path.write_text(FIELD, encoding="utf-8")
    return path


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Write a match of two plies; event 3 is a refusal, and event 4 is not."""
    path = tmp_path / "match.jsonl"
    setup = Setup("yggdrasil", {"root_column": "choice"})
    match = Match(load_game("yggdrasil"), setup)
    writer = LogWriter(path)
    writer.append("match_started", **started_data(setup, load_catalog("yggdrasil").digest))
    for text in ("chance choose A", "A place yr1 b1"):
        writer.append("accepted", **accepted_data(match.play(parse_action(text))))
    refused = {"seat": "B", "action": "B place yr1 c4", "clauses": ["YGG-3.2"]}
    writer.append("refused", frame=9, ply=2, **refused)
    writer.append("hands", frame=12, ply=2)
    writer.close()
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> Run:
    """Return exit code, stdout and stderr."""
    with pytest.raises(SystemExit) as left:
        cli.main(["rules", *words])
    out, err = capsys.readouterr()
    return int(left.value.code or 0), out, err


def data(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    code, out, err = run(capsys, *words, "--json")
    assert err == ""
    assert code in (0, 1)
    found: dict[str, Any] = json.loads(out)
    return found


def test_a_clause_is_shown_with_paragraph_reason_examples_and_relations(
    capsys: pytest.CaptureFixture[str],
) -> None:
    clause = load_catalog("yggdrasil").clauses["YGG-6.4"]
    for lang in LANGUAGES:
        code, out, err = run(capsys, "6.4", "--game", "yggdrasil", "--lang", lang)

        assert (code, err) == (0, "")
        for text in (clause.titles[lang], clause.texts[lang], clause.whys[lang]):
            assert text in out
        assert all(related in out for related in clause.related)
        assert "[c1<y12/A]" in out
        assert "{" not in out


def test_the_same_page_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "ygg", "6.4", "--lang", "ja")
    page = found["page"]

    assert found["hits"][0]["id"] == page["id"] == "YGG-6.4"
    assert found["hits"][0]["match"] == "id"
    assert [example["status"] for example in page["examples"]] == ["legal", "illegal"]
    assert page["examples"][1]["said"][0]["clause"] == "YGG-6.4"


def test_words_are_listed_best_first_with_their_game_and_how_many_are_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run(capsys, "attack", "the", "root", "-g", "yggdrasil", "-n", "2")
    lines = out.splitlines()

    assert code == 0
    assert lines[0].startswith("YGG-9.6  ")
    assert len(lines) == 5
    assert "--limit" in lines[-1]

    _, out, _ = run(capsys, "侵攻", "--lang", "ja", "-n", "3")
    assert "ザ・ユグドラシル" in out.splitlines()[0]


def test_nothing_found_is_a_finding_and_says_what_to_try(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, "xqzxqz", "-g", "jiguan")
    assert (code, err) == (1, "")
    assert "xqzxqz" in out
    assert "JGS-6.1" in out

    code, out, _ = run(capsys, "xqzxqz", "--json")
    assert code == 1
    assert json.loads(out)["hits"] == []


def test_what_no_game_has_is_reported_without_a_game_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = {
        "en": "how much mana does a card cost?",
        "ja": "マナはいくつ？",
        "zh-Hant": "法力有幾點？",
    }
    things = {"en": "mana", "ja": "マナ", "zh-Hant": "法力"}
    for lang in LANGUAGES:
        for words, shown in (("99.9", "99.9"), (asked[lang], things[lang])):
            code, out, err = run(capsys, words, "--lang", lang)
            assert (code, err) == (1, "")
            assert shown in out.splitlines()[0]
            named, out, _ = run(capsys, words, "--lang", lang, "--game", "jiguan")
            assert named == 1
            assert load_catalog("jiguan").names[lang] in out.splitlines()[0]


def test_a_card_by_id_name_number_or_tag(capsys: pytest.CaptureFixture[str]) -> None:
    tag = format_tag(Tag("Y", 3, TagKind.CARD, 2, 1, 7))
    for text in ("y02", "Storm Crown", "あらしのじゅかん", "风暴树冠", "#2", tag, "strom crown"):
        code, out, _ = run(capsys, "--card", text, "-g", "yggdrasil")
        assert code == 0
        assert out.startswith("y02  Storm Crown\n"), text
        assert "嵐の樹冠" in out

    page = data(capsys, "--card", "y13", "-g", "yggdrasil")["cards"][0]
    assert page["clauses"][0]["id"] == "YGG-8.5"


def test_a_card_that_is_none_is_reported_in_the_language_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, "--card", "Qqqqqq", "--lang", "ja")

    assert (code, out) == (2, "")
    remedy = "名前の一部（日本語・英語・中国語）か、カードに印刷された番号を書いてください"
    assert err == f"Qqqqqqというカードはありません。{remedy}\n"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_may_i_says_why_not_and_what_would_have_to_change(
    lang: str, position: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("-g", "yggdrasil", "--position", str(position), "--may", "A place y17 c3")
    code, out, err = run(capsys, *asked, "--lang", lang)

    assert (code, err) == (1, "")
    assert "YGG-6.4" in out
    assert "[c3<y17/A]" in out
    assert "c2" in out.splitlines()[-1]

    found = data(capsys, *asked, "--lang", lang)
    assert found["verdict"] == "illegal"
    assert found["clauses"] == ["YGG-6.4", "YGG-6.2"]
    assert {
        "change": "cell",
        "value": "c2",
        "action": "A place y17 c2",
        "doubtful": False,
    } in found["changes"]


def test_what_is_allowed_is_reported_and_exits_with_0(
    position: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("-g", "yggdrasil", "--position", str(position), "--may", "a place ｙ１７ C2")
    code, out, _ = run(capsys, *asked)

    assert code == 0
    assert Message("rules.ask.legal").render("en") in out


def test_a_setting_of_the_match_counts(position: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("-g", "yggdrasil", "--position", str(position), "--may", "A pass")

    assert run(capsys, *asked)[0] == 1
    assert "may_pass=yes" in run(capsys, *asked)[1]
    assert run(capsys, *asked, "--setting", "may_pass=yes")[0] == 0


def test_why_was_that_refused_jumps_from_the_log_to_the_clause(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    title = load_catalog("yggdrasil").clauses["YGG-3.2"].titles["en"]
    for words in (("--event", "3"), ()):
        code, out, _ = run(capsys, "--log", str(log), *words)
        assert code == 0
        assert f"YGG-3.2  {title}" in out
        assert "B place yr1 c4" in out

    pages = data(capsys, "--log", str(log), "--event", "3")["pages"]
    assert [page["id"] for page in pages] == ["YGG-3.2"]


@pytest.mark.parametrize(
    ("lang", "output"),
    [
        ("en", "Event 3: Hana: "),
        ("ja", "記録3：Hanaさん："),
        ("zh-Hant", "紀錄3：Hana："),
    ],
)
def test_an_event_is_reported_by_the_player_s_name_and_in_words(
    log: Path, capsys: pytest.CaptureFixture[str], lang: str, output: str
) -> None:
    lines = log.read_text(encoding="utf-8").splitlines()
    named = log.with_name("named.jsonl")
    writer = LogWriter(named)
    for line in map(json.loads, lines):
        more = {"names": {"B": "Hana"}} if line["kind"] == "match_started" else {}
        kept = {k: v for k, v in line.items() if k not in ("v", "seq", "kind", "sum", "chain")}
        writer.append(line["kind"], **kept, **more)
    writer.close()
    root = load_catalog("yggdrasil").cards["yr1"].names[lang]
    first = run(capsys, "--log", str(named), "--lang", lang)[1].splitlines()[0]

    assert first.startswith(output)
    assert root in first, "in words"
    assert "B place yr1 c4" in first, "as --may takes it"


def test_may_i_asks_about_the_position_at_an_event_of_the_log(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("--log", str(log), "--may", "A place yr1 b1")

    assert data(capsys, *asked, "--event", "1")["verdict"] == "legal"
    assert data(capsys, *asked, "--event", "2")["verdict"] == "illegal"
    assert data(capsys, *asked)["verdict"] == "illegal"
    assert data(capsys, "--log", str(log), "--may", "B place yr1 c5")["verdict"] == "legal"


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ((), "words"),
        (("  ",), "words"),
        (("--may", "A pass"), "where"),
        (("--event", "3"), "event"),
        (("--position", "p.txt"), "may"),
        (("--position", "p.txt", "--may", "A pass"), "game"),
    ],
)
def test_what_is_missing_is_reported_in_one_line(
    words: tuple[str, ...], key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for lang in LANGUAGES:
        report = Message(f"fault.lookup.{key}").render(lang)
        assert run(capsys, *words, "--lang", lang) == (2, "", f"{report}\n")


def test_a_log_or_a_file_that_will_not_do_is_reported_in_one_line(
    log: Path, position: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"\xff\x00 no log\n")
    none = tmp_path / "none.jsonl"
    quiet = tmp_path / "quiet.jsonl"
    quiet.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:3]))
    game = ("-g", "yggdrasil")
    wrong = [
        ("--log", str(log), "--event", "99"),
        ("--log", str(log), "--event", "4"),
        ("--log", str(quiet)),
        ("--log", str(bad)),
        ("--log", str(none)),
        ("--log", str(log), "--may", "A plaec yr1 b1"),
        (*game, "--position", str(position), "--may", "A place y99 c2"),
        (*game, "--position", str(none), "--may", "A pass"),
        (*game, "--position", str(position), "--may", "A pass", "--setting", "x=y"),
        ("--game", "ygdrasil", "attack"),
        ("--lang", "fr", "attack"),
    ]
    for words in wrong:
        code, out, err = run(capsys, *words)
        assert code in (2, 3), words
        assert out == ""
        assert len(err.splitlines()) <= 2, err
        assert "internal error" not in err


def test_all_pages_of_all_games_can_be_printed_in_all_languages() -> None:
    for slug in game_slugs():
        for lang in LANGUAGES:
            for clause in load_catalog(slug).clauses:
                lines = list(clause_lines(load_lookup().clause(clause, lang), lang))
                assert lines[0].startswith(clause)


def test_it_needs_neither_camera_nor_opencv() -> None:
    """Check that no heavy module is loaded to look up a rule."""
    program = (
        "import sys; from companion.cli import main\n"
        "try: main(['rules', '6.4', '-g', 'yggdrasil'])\n"
        "except SystemExit: pass\n"
        "heavy = {'cv2', 'numpy', 'starlette', 'companion.vision'} & set(sys.modules)\n"
        "sys.exit(9 if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)

    assert done.returncode == 0, done.stderr


def shown(game: str) -> tuple[str, ...]:
    """Return the command-line options that name a picture of cards and those cards' manifests."""
    manifests = sorted((PICTURES / "paper" / game).glob("*.manifest.json"))
    given = [word for manifest in manifests for word in ("-m", str(manifest))]
    return ("--show", str(PICTURES / "angle-30" / f"{game}.jpg"), *given)


@pytest.mark.parametrize("game", ["yggdrasil", "spherion"])
def test_a_card_shown_in_a_picture_opens_its_page(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    labels = json.loads((PICTURES / "angle-30" / f"{game}.json").read_text(encoding="utf-8"))
    letter, cards = load_catalog(game).letter, load_catalog(game).cards
    seen = {parse_tag(label["tag"]) for label in labels["labels"]}
    numbers = {tag.number for tag in seen if tag.kind is TagKind.CARD and tag.game == letter}
    pages = data(capsys, *shown(game))["cards"]

    assert pages
    assert {page["id"] for page in pages} <= {c.id for c in cards.values() if c.number in numbers}


def test_a_card_shown_without_a_manifest_is_of_the_cards_printed_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = shown("yggdrasil")
    named = data(capsys, *words)["cards"]
    shutil.copytree(PICTURES / "paper" / "yggdrasil", tmp_path / "out")
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *words[:2], "--json", "--lang", "en")

    assert code == 0
    assert [page["id"] for page in json.loads(out)["cards"]] == [page["id"] for page in named]
    assert err.startswith("Using the newest printed cards: out/")
    assert run(capsys, *words[:2], "--game", "jiguan")[0] == 2, "none of that game was printed"


def test_a_picture_without_a_card_and_a_picture_without_a_manifest_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    empty = tmp_path / "empty.png"
    cv2.imwrite(str(empty), np.full((200, 300, 3), 200, np.uint8))
    words = shown("yggdrasil")

    report = Message("fault.lookup.show", source=str(empty)).render("en")
    assert run(capsys, "--show", str(empty), *words[2:]) == (2, "", f"{report}\n")
    absent = Message("fault.lookup.manifest", folder="out")
    assert run(capsys, *words[:2]) == (2, "", absent.render("en") + "\n")
    assert run(capsys, "--show", str(tmp_path / "none.jpg"), *words[2:])[0] == 2


def test_a_word_of_the_rules_brings_its_clauses_and_not_only_what_it_is_called_elsewhere(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run(capsys, "平局", "--game", "jiguan", "--lang", "zh-Hant")
    assert code == 0
    assert "JGS-7.1" in out
    assert "JGS-5.3" in out


@pytest.mark.parametrize(
    ("lang", "facts"),
    [
        ("en", "pattern up right down left, power 4, fruit 0, colour wild"),
        ("ja", "枝のパターン：上右下左、パワー4、果実0、色：全色"),
        ("zh-Hant", "枝型：上右下左、力量4、果實0、顏色：萬用色"),
    ],
)
def test_a_card_s_facts_stand_as_the_language_writes_them(
    capsys: pytest.CaptureFixture[str], lang: str, facts: str
) -> None:
    _, out, _ = run(capsys, "--card", "y02", "--game", "yggdrasil", "--lang", lang)
    assert facts in out.splitlines()


@pytest.mark.parametrize(
    ("lang", "name", "meant"),
    [
        ("zh-Hant", "風暴樹", "風暴樹冠"),
        ("zh-Hant", "風暴冠樹木", "風暴樹冠"),
        ("ja", "樹冠", "嵐の樹冠"),
        ("ja", "風暴樹", "嵐の樹冠"),
        ("en", "Storm", "Storm Crown"),
    ],
)
def test_a_name_that_is_not_finished_or_misspelt_brings_the_near_ones(
    capsys: pytest.CaptureFixture[str], lang: str, name: str, meant: str
) -> None:
    _, out, err = run(capsys, "--card", name, "--game", "yggdrasil", "--lang", lang)
    assert meant in out + err
