"""Messages during and after printing: one language, and progress on a terminal only."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from printkit import cli
from printkit.cards.job import CardJob
from printkit.cards.plan import plan_cards
from printkit.cards.write import _tiny, _warnings
from printkit.craft.job import plan_craft
from printkit.craft.order import CraftJob
from printkit.errors import NoRoom
from printkit.pdf.fonts import Fonts
from printkit.pdf.geometry import Size
from printkit.sheets.papers import layout
from printkit.template.card_template import load_card_template
from printkit.template.findings import faults_of, note, warning
from printkit.typeset.setting import Setter
from rules import Message

HEADS = {"en": "warning: ", "ja": "警告：", "zh-Hant": "警告："}


@pytest.mark.parametrize("lang", ["ja", "zh-Hant"])
def test_warnings_are_reported_in_the_language_of_the_print(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = tmp_path / "short.txt"
    deck.write_text("3 y03\n")
    out = ["--lang", lang, "--owner", "sun", "--no-art", "--no-controls", "--out", str(tmp_path)]
    assert cli.run(["cards", "yggdrasil", "--deck", f"sun={deck}", *out]) == 0
    lines = capsys.readouterr().err.splitlines()
    warnings = [line for line in lines if line.startswith(HEADS[lang])]
    assert warnings
    for english in ("warning", "note:", "deck ", "says", "copies"):
        assert not any(english in line for line in lines), english


@pytest.mark.parametrize("lang", ["ja", "zh-Hant"])
def test_nothing_about_pictures_and_small_type_is_english(lang: str) -> None:
    job = CardJob("yggdrasil", owner="sun", controls=False)
    output = [*_warnings(plan_cards(job), ["y03 (sun)"]), *_tiny(job, 3, lang)]
    lines = [line.render(lang) for line in output]
    facts = {"name": "a.png", "dpi": "90", "size": "24 × 8", "good": "300"}
    found = (warning("picture_coarse", "y03", **facts), note("picture_rgb", "y03"))
    lines += [fault.message.render(lang) for fault in faults_of(found)]
    assert len(lines) == 4
    for english in ("printed", "pictures", "texts", "coarse"):
        assert not any(english in line for line in lines), english
    assert Message("check.note").render(lang) == {"ja": "情報", "zh-Hant": "資訊"}[lang]


@pytest.mark.parametrize(
    ("tongue", "lang", "output"),
    [
        ("ja_JP.UTF-8", "", r"カード\d+枚"),
        ("zh_TW.UTF-8", "", r"牌\d+張"),
        ("de_DE.UTF-8", "", r"\d+ cards"),
        ("ja_JP.UTF-8", "en", r"\d+ cards"),
        ("C", "ja", r"カード\d+枚"),
    ],
)
def test_messages_follow_the_system_and_prints_do_not(
    tongue: str,
    lang: str,
    output: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", tongue)
    asked = ["--lang", lang] if lang else []
    plain = ["--no-art", "--no-controls", "--owner", "sun", "--out", str(tmp_path)]
    assert cli.run(["cards", "yggdrasil", *plain, *asked]) == 0
    assert re.search(output, capsys.readouterr().err)
    (pdf,) = tmp_path.glob("*.pdf")
    assert f"-{lang or 'en'}-" in pdf.name


@pytest.mark.parametrize("tongue", ["ja_JP.UTF-8", "zh_TW.UTF-8"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["calibrate"],
        ["calibrate", "--save", "desk", "--x", "0.2"],
        ["mat", "yggdrasil", "--paper", "A4"],
        ["craft", "d6"],
        ["shopping", "jiguan"],
        ["init", "NEW"],
    ],
    ids=" ".join,
)
def test_results_are_reported_in_the_systems_language(
    arguments: list[str],
    tongue: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", tongue)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    assert cli.run(arguments) == 0
    output = "".join(capsys.readouterr())
    assert re.search("[ぁ-ん]" if tongue.startswith("ja") else "[一-龥]", output)
    assert not re.search(r"\b(print|printed|cards|with|the|is|on)\b", _plain(output)), output


def _plain(output: str) -> str:
    """Return a message without paths, commands and options."""
    return re.sub(r"\S*/\S*|export .*|printkit .*|--\S+", "", output)


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (["--lang", "ja"], "直すところはありません"),
        (["--lang", "ja", "--say", "zh-Hant"], "沒有需要修正的地方"),
    ],
)
def test_a_check_speaks_the_language_it_checks(
    arguments: list[str], output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["check", "jiguan", *arguments]) == 0
    assert output in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "report"),
    [
        (["craft", "d7"], "stickers"),
        (["craft", "jiguan", "d6"], "before the game: printkit craft d6 jiguan"),
        (["craft", "Jiguan"], "before the game: printkit craft box jiguan"),
        (["mat", "spherion", "--maze", ""], "--maze needs a seed"),
        (["calibrate", "--x", "abc"], "error: --x: write a number"),
        (["calibrate", "--edge", "abc"], "error: --edge: write a number"),
    ],
)
def test_small_slips_are_reported_in_plain_words(
    arguments: list[str], report: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run([*arguments, "--out", str(tmp_path)]) == 2
    assert report in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_no_pdf_is_reported_in_one_line(root: Path, tmp_path: Path) -> None:
    """Check that the PDF library's own messages are not printed."""
    file = tmp_path / "torn.pdf"
    file.write_bytes(b"%PDF-1.4 and no more")

    command = [sys.executable, "-m", "printkit", "check", str(file)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert "is not a readable PDF" in done.stdout
    assert done.stderr == "torn.pdf: error: 1\n"


def test_a_closed_pipe_ends_us_with_141(root: Path) -> None:
    """Close the reading end before the first output, with and without typer's own handling."""
    for words in (["--help"], ["check", "yggdrasil", "--json"]):
        reading, writing = os.pipe()
        os.close(reading)
        with os.fdopen(writing, "w") as stdout:
            done = subprocess.run(
                [sys.executable, "-m", "printkit", *words],
                cwd=root,
                stdout=stdout,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert (done.returncode, done.stderr.count("Traceback")) == (141, 0), done.stderr


def test_an_icon_that_is_not_closed_is_a_finding() -> None:
    setter = Setter(Fonts("en", slug="yggdrasil"))
    assert setter._marked("Draw {icon:star", "card y03") == "Draw {icon:star"
    (found,) = setter.findings()[0]
    assert found.code == "no_icon"
    assert "{icon:star" in found.message.render("en")
    assert "close it" in found.message.render("en")


def test_a_box_is_named_alike_whichever_command_prints_it(tmp_path: Path) -> None:
    one = plan_craft(CraftJob("box", "yggdrasil", out=tmp_path))
    other = plan_craft(CraftJob("box", "yggdrasil", deck="orchard", out=tmp_path))
    assert one.order.job == other.order.job


def test_cards_of_another_size_fill_the_sheet_and_giants_name_their_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, poker = layout("A4", Size(63, 88))
    assert (poker.per_page, poker.block.x >= 5) == (8, True)
    template = load_card_template("yggdrasil")
    head = template.template.model_copy(update={"width": 400.0})
    giant = template.model_copy(update={"template": head})
    monkeypatch.setattr("printkit.cards.plan.load_card_template", lambda slug: giant)
    with pytest.raises(NoRoom, match=r"card\.toml:\d+: template\.width: no card of 400 × 90 mm"):
        plan_cards(CardJob("yggdrasil"))


@pytest.mark.parametrize(
    "words",
    [
        ["digital", "jiguan"],
        ["digital", "jiguan", "--pictures"],
        ["service", "jiguan", "--service", "thegamecrafter"],
        ["service", "jiguan", "--service", "press"],
        ["preview", "jiguan", "--dpi", "40"],
        ["preview", "jiguan", "back", "--as", "svg"],
    ],
)
def test_long_work_says_how_far_it_is_on_a_terminal_only(
    words: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("printkit.export.preview.png", lambda *_: b"")
    monkeypatch.setattr("printkit.export.tabletop_simulator.png", lambda *_: b"")
    monkeypatch.setattr("printkit.services.jobs.png", lambda *_: b"")
    arguments = [*words, "--lang", "ja", "--style", "ink", "--out", str(tmp_path)]
    monkeypatch.setattr(type(sys.stderr), "isatty", lambda _: True, raising=False)
    assert cli.run(arguments) == 0
    shown = capsys.readouterr().err.split("\r\033[K")
    assert re.match(r"画像1/\d+点", shown[1])
    assert re.match(r"画像(\d+)/\1点", shown[-2]), "the last step is the last of all"
    assert "…" not in shown[-1], "and the line is gone in the end"


def test_a_check_says_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(sys.stderr), "isatty", lambda _: True, raising=False)

    assert cli.run(["check", "jiguan", "--say", "ja"]) == 0

    shown = capsys.readouterr().err.split("\r\033[K")
    assert [text.removesuffix(" …") for text in shown[1:6]] == [
        f"検査中 {n}/5" for n in range(1, 6)
    ]
    assert "検査中" not in shown[-1], "and the line is gone in the end"


def test_a_pipe_sees_no_progress(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["preview", "jiguan", "back", "--out", str(tmp_path)]) == 0
    assert "\r" not in capsys.readouterr().err
