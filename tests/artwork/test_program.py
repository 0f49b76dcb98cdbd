"""The programs by which designers draw pictures and cut faces anew: what they write is shipped."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from artwork import __main__ as program
from artwork.jiguan import carved
from printkit.errors import EnvironmentFault
from printkit.pdf import pack
from printkit.template.toml_source import TEMPLATES

FONTS = Path("jiguan") / "fonts"


@pytest.fixture
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of templates that may be written: a game's, and no other."""
    shutil.copytree(TEMPLATES / "jiguan", tmp_path / "jiguan")
    monkeypatch.setattr(program, "TEMPLATES", tmp_path)
    monkeypatch.setattr(carved, "TEMPLATES", tmp_path)
    return tmp_path


def test_what_is_drawn_anew_is_only_what_changed(
    templates: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = templates / "jiguan" / "art" / "sun-full"
    back, king = folder / f"back{pack.SUFFIX}", folder / f"jr1{pack.SUFFIX}"
    shipped = back.read_bytes()
    king.unlink()
    back.write_bytes(b"{}\n")
    (folder / f"gone{pack.SUFFIX}").write_bytes(shipped)

    assert program.main(["jiguan", "--check"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert sorted(told) == [
        "differs: sun-full/back.art",
        "differs: sun-full/jr1.art",
        "left over: sun-full/gone.art",
    ]
    assert not king.exists()

    assert program.main(["jiguan", "--only", "back"]) == 0
    assert capsys.readouterr().out == "drawn: sun-full/back.art\n"
    assert back.read_bytes() == shipped

    assert program.main(["jiguan"]) == 0
    assert king.exists()
    assert not (folder / f"gone{pack.SUFFIX}").exists()
    capsys.readouterr()
    assert program.main(["jiguan", "--check"]) == 0
    assert capsys.readouterr().out == ""


def test_a_game_that_nobody_draws_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        program.main(["chess"])
    assert left.value.code == 2
    assert "cannot draw 'chess'" in capsys.readouterr().err


@pytest.mark.parametrize(("game", "file"), [("jiguan", "cards.py"), ("spherion", "scenes.py")])
def test_a_card_without_a_scene_is_told_where_one_belongs(
    game: str, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        program.main([game, "--only", "jb99"])
    assert left.value.code == 2
    assert f"artwork/{game}/{file} has no scene 'jb99'" in capsys.readouterr().err


def test_letters_are_carved_anew_from_their_face(
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


@pytest.mark.parametrize("written", [None, b"{}\n", b'{"art": 1}\n', b'{"art": 2}\n'])
@pytest.mark.parametrize("read", [pack.load, pack.facts])
def test_a_picture_that_cannot_be_used_says_how_to_have_it_drawn(
    tmp_path: Path, read: Callable[[Path], object], written: bytes | None
) -> None:
    file = tmp_path / "jiguan" / "art" / "sun-full" / f"back{pack.SUFFIX}"
    file.parent.mkdir(parents=True)
    if written is not None:
        file.write_bytes(written)
    with pytest.raises(EnvironmentFault, match=r"python -m artwork jiguan"):
        read(file)
