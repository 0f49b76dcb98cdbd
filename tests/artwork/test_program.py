"""The programs that draw pictures and extract letters reproduce the shipped files."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from artwork import __main__ as program
from artwork.jiguan import carved
from artwork.pack import Entry, dump, entries_of
from printkit.data.toml_source import TEMPLATES
from printkit.errors import EnvironmentFault
from printkit.pdf.pack import load_pack

FONTS = Path("jiguan") / "fonts"


@pytest.fixture
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a writable folder of templates with one game."""
    shutil.copytree(TEMPLATES / "jiguan", tmp_path / "jiguan")
    monkeypatch.setattr(program, "TEMPLATES", tmp_path)
    monkeypatch.setattr(carved, "TEMPLATES", tmp_path)
    return tmp_path


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace drawing with the entries already shipped, to save time."""

    def drawn(game: str, style: str, only: str | None = None) -> Iterator[tuple[str, Entry]]:
        for name, entry in entries_of(load_pack(TEMPLATES / game / f"{style}.art")).items():
            if only is None or name.endswith(f"/{only}"):
                yield name, entry

    monkeypatch.setattr(program, "drawn", drawn)


@pytest.mark.usefixtures("_quick")
def test_only_what_differs_is_written(templates: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = templates / "jiguan" / "full.art"
    shipped = file.read_bytes()
    entries = entries_of(load_pack(file))
    back = entries["moon/back"]
    del entries["sun/jr1"]
    file.write_bytes(dump({**entries, "sun/back": back, "sun/gone": back}))
    changed = file.read_bytes()

    assert program.main(["jiguan", "--check"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "differs: jiguan/full.art: sun/back",
        "differs: jiguan/full.art: sun/jr1",
        "left over: jiguan/full.art: sun/gone",
    ]
    assert file.read_bytes() == changed

    assert program.main(["jiguan", "--only", "back"]) == 0
    assert capsys.readouterr().out == "drawn: jiguan/full.art: sun/back\n"
    assert "sun/gone" in load_pack(file).index

    assert program.main(["jiguan"]) == 0
    assert file.read_bytes() == shipped
    capsys.readouterr()
    assert program.main(["jiguan", "--check"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.usefixtures("_quick")
def test_a_damaged_pack_is_drawn_as_a_whole(templates: Path) -> None:
    file = templates / "jiguan" / "full.art"
    shipped = file.read_bytes()
    file.write_bytes(b"rubbish")

    with pytest.raises(EnvironmentFault, match="not a picture made by printkit"):
        program.main(["jiguan", "--only", "back"])
    assert program.main(["jiguan"]) == 0
    assert file.read_bytes() == shipped


def test_a_game_without_art_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        program.main(["chess"])
    assert left.value.code == 2
    assert "cannot draw 'chess'" in capsys.readouterr().err


@pytest.mark.parametrize(("game", "file"), [("jiguan", "cards.py"), ("spherion", "scenes.py")])
def test_a_card_without_a_scene_is_reported_with_the_file_for_it(
    game: str, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        program.main([game, "--only", "jb99"])
    assert left.value.code == 2
    assert f"artwork/{game}/{file} has no scene 'jb99'" in capsys.readouterr().err


def test_letters_are_extracted_from_their_font(
    templates: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped, face = carved._FILE.read_bytes(), templates / FONTS / "KaiOffices-Bold.ttf"
    source = face.rename(templates / "source.ttf")
    monkeypatch.setattr(carved, "_FILE", templates / "carved.json")

    assert carved.main([]) == 2
    assert "usage" in capsys.readouterr().err
    assert carved.main([str(source)]) == 0
    assert (templates / "carved.json").read_bytes() == shipped
    assert face.is_file()
