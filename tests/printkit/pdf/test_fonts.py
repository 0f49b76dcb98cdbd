"""Typefaces: coverage, fallback, and the subset display face."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from printkit.data.toml_source import TEMPLATES
from printkit.errors import EnvironmentFault, TemplateFaults
from printkit.pdf.fonts import LANGUAGES, Fonts
from rules import game_slugs, load_catalog

FOLDER = TEMPLATES / "fonts"


def test_each_language_takes_its_own_glyphs() -> None:
    assert Fonts("ja").runs("text", "直骨令")[0].font == "jp-regular"
    assert Fonts("zh-Hant").runs("text", "直骨令")[0].font == "tc-regular"


def test_a_character_the_first_face_lacks_comes_from_the_next() -> None:
    fonts = Fonts("ja")
    assert [run.font for run in fonts.runs("text", "ア乪")] == ["tc-regular"], "whole if it can be"
    mixed = fonts.runs("text", "峠乪")
    assert [(run.font, run.text) for run in mixed] == [("jp-regular", "峠"), ("tc-regular", "乪")]
    assert fonts.missing("text", "峠乪") == []


def test_what_no_face_holds_is_reported_once_each() -> None:
    assert Fonts("en").missing("text", "a\U0001f33fb\U0001f33fc\U0001f34e\n") == [
        "\U0001f33f",
        "\U0001f34e",
    ]


def test_every_card_name_is_set_in_the_display_face() -> None:
    cards = load_catalog("yggdrasil").cards.values()
    for lang, face in zip(LANGUAGES, ("cinzel-bold", "kai-bold", "kai-bold"), strict=True):
        fonts = Fonts(lang)
        for card in cards:
            runs = fonts.runs("name", card.names[lang])
            assert [run.font for run in runs] == [face], f"{card.id}: cut the face down anew"


def test_a_role_without_a_face_is_named_with_its_language() -> None:
    with pytest.raises(TemplateFaults, match=r"faces\.toml: role\.headline\.ja: is missing"):
        Fonts("ja").width("headline", "樹", 10)


def test_widths_add_up() -> None:
    fonts = Fonts("ja")
    assert fonts.width("text", "世界樹", 10) == pytest.approx(3 * 10 * 25.4 / 72)


@pytest.mark.parametrize("file", ["NotoSansTC-Bold.ttf", "Cinzel-Bold.ttf", "KaiDisplay-Bold.ttf"])
def test_a_face_read_quickly_is_the_face_reportlab_reads(file: str) -> None:
    from reportlab.pdfbase.ttfonts import TTFont

    from printkit.pdf.large_face import LargeFont

    quick, slow = LargeFont("quick", FOLDER / file).face, TTFont("slow", str(FOLDER / file)).face
    assert quick.charToGlyph == slow.charToGlyph
    assert quick.charWidths == slow.charWidths
    assert quick.defaultWidth == slow.defaultWidth
    assert list(quick.glyphPos) == slow.glyphPos
    assert [quick.hmetrics[n] for n in range(slow.numGlyphs)] == slow.hmetrics
    characters = [0, *map(ord, "Ä世界樹 之上1，")]  # one of them has a composite glyph
    assert quick.makeSubset(characters) == slow.makeSubset(characters)


@pytest.mark.parametrize("file", sorted(path.name for path in FOLDER.glob("Noto*.ttf")))
def test_a_large_face_carries_nothing_that_is_never_printed(file: str) -> None:
    face = TTFont(FOLDER / file)
    assert not {"BASE", "GDEF", "GPOS", "GSUB", "STAT", "vhea", "vmtx"} & set(face.keys())
    offsets = face["loca"].locations
    drawn = sum(end > begin for begin, end in itertools.pairwise(offsets))
    assert drawn < 1.01 * len(set(face.getBestCmap().values())), "glyphs that no character has"


def test_every_face_has_its_licence_next_to_it() -> None:
    text = (FOLDER / "faces.toml").read_text(encoding="utf-8")
    for name in ("OFL-Noto.txt", "OFL-Cinzel.txt", "OFL-KaiDisplay.txt"):
        assert name in text
        assert "SIL OPEN FONT LICENSE" in (FOLDER / name).read_text(encoding="utf-8")


def test_a_face_that_cannot_be_read_is_the_installations_fault(tmp_path: Path) -> None:
    (tmp_path / "faces.toml").write_text(
        '[face.jp]\nfile = "gone.ttf"\ncap = 0.7\nlicence = "x"\n[role.text]\nja = ["jp"]\n'
    )
    with pytest.raises(EnvironmentFault, match=r"gone\.ttf .* \(no such file\): "):
        Fonts("ja", tmp_path).missing("text", "枝")


@pytest.mark.parametrize("part", [0.01, 0.5, 0.99])
def test_a_face_that_is_cut_off_names_its_file(tmp_path: Path, part: float) -> None:
    shutil.copytree(TEMPLATES / "fonts", tmp_path / "fonts")
    face = tmp_path / "fonts" / "Cinzel-Black.ttf"
    face.write_bytes(face.read_bytes()[: int(face.stat().st_size * part)])
    fonts = Fonts("en", tmp_path / "fonts")
    with pytest.raises(EnvironmentFault, match=r"the font .*Cinzel-Black\.ttf cannot be read"):
        [fonts.width(role, "Rising Vine", 9) for role in ("text", "strong", "name", "numeral")]


@pytest.mark.parametrize(("lang", "slug"), [(x, g) for x in LANGUAGES for g in ("", *game_slugs())])
def test_what_the_cut_bold_faces_lack_is_set_in_a_regular_one(lang: str, slug: str) -> None:
    fonts = Fonts(lang, slug=slug)
    for role in ("strong", "name"):
        assert fonts.missing(role, "鷗嘅㐂") == [], role
    bold, regular = (fonts.runs("strong", text)[0].font for text in ("山", "嘅㐂"))
    assert bold != regular
