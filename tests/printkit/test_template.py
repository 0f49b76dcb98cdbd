"""Templates: the shipped ones hold, broken ones tell every fault with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from printkit.data import TEMPLATES, read_toml
from printkit.errors import EnvironmentFault, TemplateFaults
from printkit.template import CardTemplate, load_card_template

SHIPPED = (TEMPLATES / "yggdrasil" / "card.toml").read_text(encoding="utf-8")


def faults_of(text: str, folder: Path) -> list[str]:
    path = folder / "card.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TemplateFaults) as caught:
        read_toml(path, CardTemplate)
    return [line.removeprefix(str(path)) for line in caught.value.lines]


def line_of(text: str, part: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if part in line)


def test_the_shipped_template_holds_the_contract() -> None:
    template = load_card_template("yggdrasil")
    panel = template.front_panel
    assert (panel.x, panel.y, panel.symbol, panel.frame) == (3.5, 57.0, 16.0, 2.0)
    assert template.back_panel.outer.centre == pytest.approx((27, 45))
    assert set(template.owner) == {"sun", "moon"}


def test_all_faults_are_told_at_once_each_with_its_line(tmp_path: Path) -> None:
    text = SHIPPED
    for right, wrong in (
        ("bleed = 3.0", "bleeed = 3.0"),
        ('text = "0/0/0/100"\nname = "45/60/80/55"', 'text = "0/0/0/1000"\nname = "45/60/80/55"'),
        ("shrink = 18.0", 'shrink = "small"'),
        ("box = [14.7, 9.8, 7.0, 7.0]", "box = [14.7, 9.8, 7.0]"),
        ('on_drop = "80/70/20/70"', 'on_drop = "90/80/60/70"'),
    ):
        assert right in text
        text = text.replace(right, wrong, 1)
    faults = faults_of(text, tmp_path)
    start = line_of(text, "[template]")
    assert f":{start}: template.bleed: is missing: add it" in faults
    wanted = (
        f':{line_of(text, "bleeed")}: template.bleeed: is an unknown key: did you mean "bleed"?'
    )
    assert wanted in faults
    assert any(
        f.startswith(f":{line_of(text, '0/0/0/1000')}: owner.sun.full.text: should be four inks")
        for f in faults
    )
    small = line_of(text, 'shrink = "small"')
    assert any(f.startswith(f":{small}: slot.0.shrink:") for f in faults)
    assert any(f.startswith(f":{line_of(text, '7.0]')}: slot.1.box:") for f in faults)
    assert any("at most 240 % ink in all, not 300 %" in f for f in faults)
    assert len(faults) == 6
    assert [int(f.split(":")[1]) for f in faults] == sorted(int(f.split(":")[1]) for f in faults)


def test_what_types_cannot_say(tmp_path: Path) -> None:
    text = SHIPPED.replace("box = [4.0, 18.2, 18.0, 7.4]", "box = [1.0, 18.2, 18.0, 7.4]")
    text = text.replace("box = [36.9, 61.8, 13.1, 18.2]", "box = [20.0, 61.8, 13.1, 18.2]")
    text = text.replace('colour = "name"', 'colour = "nmae"').replace(
        'moon = "hunt"', 'star = "hunt"'
    )
    faults = faults_of(text, tmp_path)
    box = line_of(text, "[1.0, 18.2")
    assert f":{box}: slot.2.box: should stay 3.5 mm inside the trim" in faults
    assert f":{line_of(text, '[20.0')}: slot.4.box: should not lie on the tag" in faults
    assert sum("should hold the ink 'nmae'" in f for f in faults) == 5
    assert f":{line_of(text, 'star =')}: decks.star: should name an owner that has inks" in faults


def test_broken_toml_names_its_line(tmp_path: Path) -> None:
    (fault,) = faults_of(SHIPPED.replace("version = 1", "version = = 1"), tmp_path)
    assert fault.startswith(f":{line_of(SHIPPED, 'version = 1')}: is not TOML")


def test_a_missing_file_is_the_installations_fault(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault, match="is missing"):
        read_toml(tmp_path / "card.toml", CardTemplate)


def test_an_unknown_key_of_a_slot_lists_the_known_ones(tmp_path: Path) -> None:
    text = (TEMPLATES / "yggdrasil" / "card.toml").read_text(encoding="utf-8")
    file = tmp_path / "card.toml"
    file.write_text(text.replace("size = 26.0", "size = 26.0\nqqqq = 1", 1), encoding="utf-8")
    with pytest.raises(TemplateFaults, match=r"slot\.0\.qqqq: is an unknown key: use one of: ab"):
        read_toml(file, CardTemplate)
