"""Icons in texts: found by name, measured, wrapped like characters, drawn in the text's ink."""

from __future__ import annotations

from pathlib import Path

import pytest

from printkit.errors import MissingGlyphs, TemplateFaults, UsageError
from printkit.pdf.drawing import BLACK, PAPER, Group, Matrix, Shape
from printkit.pdf.fonts import Fonts
from printkit.template.parts import Slot
from printkit.typeset.breaks import is_icon
from printkit.typeset.icons import HIGH, SHAPES, Icon, Icons, icons_of, plain_sign
from printkit.typeset.lettering import line_width
from printkit.typeset.pictograms import pictograms
from printkit.typeset.setting import Setter
from printkit.typeset.text import break_lines

SLOT = Slot(
    name="text",
    show="{text}",
    role="text",
    box=[0, 0, 20, 30],
    size=8,
    shrink=6,
    lines=6,
    colour="text",
)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">{}</svg>'


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty icon folder that replaces that of every game's templates."""
    monkeypatch.setattr("printkit.typeset.icons.game_folder", lambda slug: tmp_path)
    (tmp_path / "icons").mkdir()
    return tmp_path / "icons"


def test_pictograms_and_shapes_are_known_everywhere() -> None:
    icons = icons_of("yggdrasil")
    assert set(icons.names) == {*pictograms(), *SHAPES}
    for name in icons.names:
        assert icons.get(name).drawing(BLACK).nodes


def test_a_text_shows_icons_and_other_markup_as_it_is() -> None:
    setter = Setter(Fonts("en"))
    text = "Pay 2{icon:sword}: {draw} <b>1</b> & :sword: {icon} %s"
    (item,) = setter.set([SLOT], {"text": text}, "card x")
    setter.finish()
    whole = " ".join(item.fitted.lines)
    assert sum(map(is_icon, whole)) == 1
    assert "{draw} <b>1</b> & :sword: {icon} %s" in whole


def test_a_text_set_lighter_for_one_rare_character_is_noted() -> None:
    setter = Setter(Fonts("ja", slug="yggdrasil"))
    bold = SLOT.model_copy(update={"role": "strong"})
    setter.set([bold], {"text": "吉野家"}, "card x")
    setter.set([SLOT], {"text": "𠮷野家"}, "card x")
    assert setter.notes == []
    setter.set([bold], {"text": "𠮷野家"}, "card x")
    (found,) = setter.notes
    for lang in ("en", "ja", "zh-Hant"):
        assert "𠮷野家" in found.message.render(lang)
        assert "templates/yggdrasil/fonts/faces.toml" in found.message.render(lang)


def test_a_template_may_show_icons_too() -> None:
    slot = SLOT.model_copy(update={"show": "{icon:sun} {power}"})
    (item,) = Setter(Fonts("en")).set([slot], {"power": "3"}, "card x")
    assert is_icon(item.fitted.lines[0][0])
    assert item.fitted.lines[0][1:] == " 3"


def test_an_unknown_icon_is_a_finding_with_a_near_match() -> None:
    setter = Setter(Fonts("en"))
    setter.set([SLOT], {"text": "{icon:swrod} {icon:}"}, "cards.csv:3: card x")
    with pytest.raises(MissingGlyphs) as caught:
        setter.finish()
    assert str(caught.value).splitlines()[0] == (
        "cards.csv:3: card x: text (en): no icon 'swrod': did you mean \"sword\"?"
    )
    assert "no icon ''" in str(caught.value).splitlines()[1]


def test_no_text_brings_in_an_icon_by_its_character() -> None:
    setter = Setter(Fonts("en"))
    setter.set([SLOT], {"text": "a\U000f0000b"}, "card x")
    with pytest.raises(MissingGlyphs, match="U\\+F0000"):
        setter.finish()


def test_a_line_breaks_next_to_an_icon_but_not_from_its_number() -> None:
    marked, _ = icons_of("").marked("剣2{icon:sword}を得る。{icon:sun}、{icon:sun}{icon:sun}終")
    for width in range(3, 9):
        lines = break_lines(marked, width, len)
        assert lines is not None
        assert "".join(lines) == marked
        for line in lines:
            assert line[0] not in "、。"
            assert not line.endswith("2")


def test_an_icon_is_as_high_as_capitals_and_takes_its_room() -> None:
    fonts, icons = Fonts("en"), icons_of("")
    marked, _ = icons.marked("a{icon:square}b")
    width = line_width(fonts, icons, "text", marked, 10)
    text = fonts.width("text", "a", 10) + fonts.width("text", "b", 10)
    em = 10 * 25.4 / 72
    assert width - text == pytest.approx((fonts.cap("text") + 0.16) * em)


def test_a_games_own_svg_is_an_icon(own: Path) -> None:
    shapes = '<rect x="0" y="0" width="40" height="10"/><path d="M0 20a5 5 0 0 1 10 0z"/>'
    (own / "wave.svg").write_text(SVG.format(shapes))
    icon: Icon = Icons("mine").get("wave")
    assert icon.aspect == 2
    (shape,) = icon.drawing(BLACK).nodes
    assert isinstance(shape, Shape)
    left, top, right, bottom = shape.path.bounds()
    assert (left, top, right) == pytest.approx((0, 0, 2 * HIGH))
    assert bottom == pytest.approx(HIGH, abs=0.01)


@pytest.mark.parametrize(
    ("name", "content", "report"),
    [
        ("Wave", SVG.format("<rect width='4' height='4'/>"), "rename it: use small letters"),
        ("empty", SVG.format(""), "has no filled shape"),
        ("line", SVG.format('<path d="M0 0h9" fill="none" stroke="red"/>'), "no filled shape"),
        (
            "boxless",
            "<svg xmlns='http://www.w3.org/2000/svg'/>",
            "not an SVG picture with a viewBox",
        ),
        ("broken", "<svg", "not an SVG picture"),
        ("bad", SVG.format('<path d="M0 0 L nonsense"/>'), "not an SVG picture"),
        ("bomb", '<!DOCTYPE x [<!ENTITY a "aa">]>' + SVG.format("&a;"), "has a document type"),
        ("large", SVG.format(" " * 200_001), "simplify it to at most"),
    ],
)
def test_a_file_that_is_no_icon_is_reported(
    own: Path, name: str, content: str, report: str
) -> None:
    (own / f"{name}.svg").write_text(content)
    with pytest.raises(TemplateFaults, match=report):
        Icons("mine").get(name)


def test_a_sign_may_be_an_icon_of_the_games_own(own: Path) -> None:
    (own / "boat.svg").write_text(SVG.format('<rect x="0" y="0" width="40" height="20"/>'))
    icons_of.cache_clear()
    (sign,) = plain_sign("boat", "own", BLACK, PAPER)
    assert isinstance(sign, Group)
    assert sign.matrix == Matrix(0.5, 0, 0, 0.5, -12, -6)
    assert plain_sign("ready", "own", BLACK, PAPER)
    with pytest.raises(UsageError, match="no icon 'boot'"):
        plain_sign("boot", "own", BLACK, PAPER)
    icons_of.cache_clear()
