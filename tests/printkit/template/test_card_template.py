"""Templates: the shipped ones are valid, and errors of broken ones are reported with lines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printkit.data.toml_source import TEMPLATES, checked, game_folder, read_toml
from printkit.errors import EnvironmentFault, TemplateFaults, UsageError
from printkit.template.card_template import CardTemplate, load_card_template
from printkit.template.findings import finding_of
from printkit.template.inherit import read_extended
from printkit.template.parts import Slot

SHIPPED = (TEMPLATES / "yggdrasil" / "card.toml").read_text(encoding="utf-8")


def faults_of(text: str, folder: Path) -> list[str]:
    path = folder / "card.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TemplateFaults) as caught:
        read_toml(path, CardTemplate)
    return [line.removeprefix(str(path)) for line in str(caught.value).splitlines()]


def line_of(text: str, part: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if part in line)


def test_templates_of_a_shipped_game_in_a_folder_of_ones_own_are_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Regression: one's own templates of a shipped game were silently ignored."""
    own = tmp_path / "templates" / "yggdrasil"
    own.mkdir(parents=True)
    monkeypatch.setattr("printkit.data.toml_source._HOMES", (TEMPLATES.parent, tmp_path))
    with pytest.raises(UsageError) as caught:
        game_folder("yggdrasil")
    for lang in ("en", "ja", "zh-Hant"):
        report = caught.value.message.render(lang)
        assert str(own) in report
        assert str(TEMPLATES / "yggdrasil") in report
        assert "RULES_GAMES" in report
    assert game_folder("jiguan") == TEMPLATES / "jiguan"
    monkeypatch.setattr("printkit.data.toml_source._HOMES", (TEMPLATES.parent, TEMPLATES.parent))
    assert game_folder("yggdrasil") == TEMPLATES / "yggdrasil"


def test_the_shipped_template_holds_the_contract() -> None:
    template = load_card_template("yggdrasil")
    panel = template.front_panel
    assert (panel.x, panel.y, panel.symbol, panel.frame) == (3.5, 57.0, 16.0, 2.0)
    assert template.back_panel.outer.centre == pytest.approx((27, 45))
    assert set(template.owner) == {"sun", "moon"}


def test_all_faults_are_reported_at_once_each_with_its_line(tmp_path: Path) -> None:
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
    assert any("at most 240 % ink in total, not 300 %" in f for f in faults)
    assert len(faults) == 6
    assert [int(f.split(":")[1]) for f in faults] == sorted(int(f.split(":")[1]) for f in faults)


def test_boxes_are_judged_in_the_same_round_as_units(tmp_path: Path) -> None:
    text = SHIPPED.replace("shrink = 18.0", 'shrink = "18 furlong"')
    text = text.replace("box = [4.0, 18.2, 18.0, 7.4]", "box = [4.0, 18.2, 118.0, 7.4]")
    text = text.replace("box = [36.9, 60.6, 13.5, 18.6]", "box = [36.9, 60.6, -13.5, 18.6]")
    report = [fault.split(": ")[:2] for fault in faults_of(text, tmp_path)]
    assert report == [
        [f":{line_of(text, 'furlong')}", "slot.0.shrink"],
        [f":{line_of(text, ' 118.0')}", "slot.2.box"],
        [f":{line_of(text, '-13.5') - 6}", "slot.4"],
    ]


def test_what_types_cannot_say(tmp_path: Path) -> None:
    text = SHIPPED.replace("box = [4.0, 18.2, 18.0, 7.4]", "box = [1.0, 18.2, 18.0, 7.4]")
    text = text.replace("box = [36.9, 60.6, 13.5, 18.6]", "box = [20.0, 60.6, 13.5, 18.6]")
    text = text.replace('colour = "name"', 'colour = "nmae"').replace(
        'moon = "hunt"', 'star = "hunt"'
    )
    faults = faults_of(text, tmp_path)
    box = line_of(text, "[1.0, 18.2")
    assert f":{box}: slot.2.box: should stay 3.5 mm inside the trim" in faults
    assert f":{line_of(text, '[20.0')}: slot.4.box: should not overlap the tag" in faults
    named = [f for f in faults if "'nmae'" in f]
    assert len(named) == text.count('"nmae"')
    assert all(f.endswith('did you mean "name"?') for f in named)
    line = line_of(text, '"nmae"')
    assert named[0].startswith(f":{line}: slot.")
    assert f":{line_of(text, 'star =')}: decks.star: should name an owner with inks" in faults


def test_an_ink_that_no_palette_has_is_reported_once_where_it_is_named(tmp_path: Path) -> None:
    panel = '\n[[panel]]\nname = "field"\nbox = [5.0, 5.0, 20.0, 9.0]\nfill = "#12345"\n'
    (fault,) = faults_of(SHIPPED + panel, tmp_path)
    line = line_of(SHIPPED + panel, "#12345")
    assert fault.startswith(
        f":{line}: panel.0.fill: names '#12345', which is not an ink of this template"
    )


def test_an_ink_that_one_palette_lacks_is_reported_at_that_palette(tmp_path: Path) -> None:
    table = SHIPPED.index("[owner.moon.ink]")
    text = SHIPPED[:table] + SHIPPED[table:].replace("name =", "mane =", 1)
    (fault,) = faults_of(text, tmp_path)
    line = line_of(text, "[owner.moon.ink]")
    assert fault == f":{line}: owner.moon.ink: lacks the ink 'name', which a part uses: add it"


@pytest.mark.parametrize(
    ("old", "new", "ja", "zh"),
    [
        ("bleed = ", "bleeed = ", "この項目はありません", "沒有這個項目"),
        ("bleed = 3.0", 'bleed = "3 cn"', "という単位はありません", "這個單位"),
        ("bleed = 3.0", 'bleed = "x"', "長さにしてください", "應為長度"),
        ("width = 54.0", "width = nan", "より大きい数", "應大於0"),
        ("width = 54.0", "width = [1]", "数にしてください", "應為數字"),
        ('colour = "name"', 'colour = "nmae"', "という色は", "這個顏色"),
        ("version = 1", "version = = 1", "TOMLとして読めません", "不是正確的TOML"),
        ("box = [4.0, 18.2, 18.0, 7.4]", "box = [4.0]", "4個以上", "至少要有4個值"),
        ('align = "centre"', 'align = "middle"', "から選んで", "下列之一"),
    ],
)
def test_faults_are_reported_in_the_language_asked_for(
    old: str, new: str, ja: str, zh: str, tmp_path: Path
) -> None:
    path = tmp_path / "card.toml"
    assert old in SHIPPED
    path.write_text(SHIPPED.replace(old, new), encoding="utf-8")
    with pytest.raises(TemplateFaults) as caught:
        read_toml(path, CardTemplate)
    for lang, words in (("ja", ja), ("zh-Hant", zh)):
        output = caught.value.message.render(lang)
        assert words in output, output
        assert str(path) in output
        assert "should" not in output
        assert any(words in finding_of(line).message.render(lang) for line in caught.value.lines)


def test_broken_toml_names_its_line(tmp_path: Path) -> None:
    (fault,) = faults_of(SHIPPED.replace("version = 1", "version = = 1"), tmp_path)
    assert fault.startswith(f":{line_of(SHIPPED, 'version = 1')}: is not TOML")


def test_toml_that_ends_too_early_names_its_last_line(tmp_path: Path) -> None:
    (fault,) = faults_of('[template]\nname = "card', tmp_path)
    assert fault.startswith(":2: is not TOML")


def test_a_missing_file_is_the_installations_fault(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault, match="is missing"):
        read_toml(tmp_path / "card.toml", CardTemplate)


def test_an_unknown_key_of_a_slot_lists_the_known_ones(tmp_path: Path) -> None:
    text = (TEMPLATES / "yggdrasil" / "card.toml").read_text(encoding="utf-8")
    file = tmp_path / "card.toml"
    file.write_text(text.replace("size = 26.0", "size = 26.0\nqqqq = 1", 1), encoding="utf-8")
    with pytest.raises(TemplateFaults, match=r"slot\.0\.qqqq: is an unknown key: use one of: ab"):
        read_toml(file, CardTemplate)


def template(tmp_path: Path, text: str, name: str = "card.toml") -> CardTemplate:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return checked(read_extended(path), CardTemplate).placed()


def report(tmp_path: Path, text: str) -> list[str]:
    with pytest.raises(TemplateFaults) as caught:
        template(tmp_path, text)
    return [line.removeprefix(f"{tmp_path}/") for line in str(caught.value).splitlines()]


SLOT = """
[[slot]]
name = "more"
show = "{id}"
role = "text"
size = 7
shrink = 6
colour = "text"
"""


def slots(found: CardTemplate) -> dict[str, Slot]:
    return {slot.name: slot for slot in found.slot}


def test_a_template_overrides_what_it_extends_by_name(tmp_path: Path) -> None:
    found = template(
        tmp_path,
        'extends = "yggdrasil"\ndrop = ["keyword"]\n[[slot]]\nname = "name"\nsize = 8.5\n'
        + SLOT
        + 'box = [24, 5, 10, 4]\n[owner.moon.full]\ntext = "0/0/0/90"\n',
    )
    base = load_card_template("yggdrasil")
    name, old = slots(found)["name"], slots(base)["name"]
    assert (name.size, name.box, name.shrink) == (8.5, old.box, old.shrink)
    assert "keyword" not in slots(found)
    assert found.slot[-1].name == "more"
    assert found.owner["moon"]["full"]["text"].k == 90
    assert found.owner["moon"]["ink"] == base.owner["moon"]["ink"]
    assert found.owner["sun"] == base.owner["sun"]


def test_parts_of_one_name_are_matched_in_their_order(tmp_path: Path) -> None:
    found = template(
        tmp_path,
        'extends = "stratosphere"\n[[slot]]\nname = "name"\n[[slot]]\nname = "name"\nlines = 3\n',
    )
    base = load_card_template("stratosphere")
    first, second = (n for n, slot in enumerate(base.slot) if slot.name == "name")
    assert found.slot[first] == base.slot[first]
    assert (found.slot[second].lines, len(found.slot)) == (3, len(base.slot))


def test_faults_of_extended_templates_are_reported_where_they_stand(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(SHIPPED.replace("shrink = 18.0", 'shrink = "small"'))
    faults = report(
        tmp_path, 'extends = "base.toml"\ndrop = ["fruits"]\n[[slot]]\nname = "name"\nlines = 0\n'
    )
    line = line_of(SHIPPED, "shrink = 18.0")
    assert [f for f in faults if f.startswith(f"base.toml:{line}: slot.0.shrink: should be a leng")]
    assert [f for f in faults if f.startswith("card.toml:5: slot.1.lines:")]
    assert len(faults) == 2


def test_a_circle_of_templates_names_its_way(tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text('extends = "c.toml"\n', encoding="utf-8")
    (tmp_path / "c.toml").write_text('# back\nextends = "card.toml"\n', encoding="utf-8")
    (fault,) = report(tmp_path, 'extends = "b.toml"\n')
    assert fault.startswith("c.toml:2: extends: extends itself in a loop (")
    names = re.findall(r"(\w+\.toml)(?= →|\))", fault)
    assert names == ["card.toml", "b.toml", "c.toml", "card.toml"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('extends = "yggdrasill"\n', "1: extends: no template 'yggdrasill': did you"),
        ("extends = 3\n", '1: extends: should name a template, for example "classic"'),
        ('extends = "yggdrasil"\ndrop = ["nmae"]\n', "2: drop: no part 'nmae': did you"),
        ('extends = "yggdrasil"\ndrop = "name"\n', "2: drop: should be a list of names"),
    ],
)
def test_what_cannot_be_extended_is_reported(tmp_path: Path, text: str, fault: str) -> None:
    assert report(tmp_path, text)[0].startswith(f"card.toml:{fault}")


def test_lengths_carry_units_and_wrong_ones_are_reported(tmp_path: Path) -> None:
    found = template(
        tmp_path,
        'extends = "yggdrasil"\n' + SLOT + 'box = ["2.4 cm", 5, "0.5 in", "12pt"]\n',
    )
    assert slots(found)["more"].box == pytest.approx([24, 5, 12.7, 12 * 25.4 / 72])
    sized = SLOT.replace("size = 7\n", 'size = "3 mm"\n') + "box = [24, 5, 10, 4]\n"
    more = slots(template(tmp_path, 'extends = "yggdrasil"\n' + sized))["more"]
    assert more.size == pytest.approx(3 / 25.4 * 72)
    wrong = SLOT + 'box = ["2.4 cn", "wide", "1 furlong", 4]\n'
    faults = report(tmp_path, 'extends = "yggdrasil"\n' + wrong)
    assert len(faults) == 3
    assert all(f.startswith("card.toml:10: slot.11.box.") for f in faults)
    assert "should have a known unit, not 'cn': use one of: cm, in, mm, pt" in faults[0]
    assert "should be a length" in faults[1]


def test_parts_are_anchored_to_edges_and_to_each_other(tmp_path: Path) -> None:
    second = SLOT.replace('"more"', '"last"') + 'area = [6, 3]\nleft_of = "more"\ngap = 1\n'
    found = template(
        tmp_path,
        'extends = "yggdrasil"\n'
        + second
        + SLOT
        + 'area = [8, 4]\nright = 4\nbelow = "name"\ngap = 1.5\n',
    )
    more, last = slots(found)["more"].rect, slots(found)["last"].rect
    assert (more.right, more.y) == pytest.approx((50, 18.2 + 7.4 + 1.5))
    assert (last.right, last.y, last.width) == pytest.approx((more.x - 1, more.y, 6))
    # Omitted values come from the slot above: left edge and size.
    plain = slots(template(tmp_path, 'extends = "yggdrasil"\n' + SLOT + 'below = "name"\n'))["more"]
    assert (plain.rect.x, plain.rect.width) == (4.0, 18.0)


@pytest.mark.parametrize(
    ("where", "fault"),
    [
        ("", "slot.11.box: is missing: add it, or an area"),
        (
            "box = [24, 5, 10, 4]\nleft = 2\n",
            "slot.11.box: cannot be combined with area or anchors",
        ),
        ("area = [9, 4]\nleft = 2\n", "slot.11.area: should be anchored in both directions"),
        ("left = 4\ntop = 4\n", "slot.11.area: should have a size"),
        ("area = [9, 4]\nleft = 4\nright = 4\ntop = 4\n", "slot.11.right: cannot be combined with"),
        (
            'below = "nmae"\n',
            "slot.11.below: names 'nmae', which is not a part of this face: did you mean",
        ),
        ('below = "more"\n', "slot.11.below: is anchored in a loop (more → more)"),
        ("area = [9, 4]\nleft = 1\ntop = 4\n", "slot.11.area: should stay 3.5 mm inside the trim"),
        ("area = [9, 4]\nleft = 5\ntop = 60\n", "slot.11.area: should not overlap the tag"),
        (
            'area = [9, 4]\nleft = 24\nabove = "name"\ngap = 30\n',
            "slot.11.area: should stay 3.5 mm inside the trim",
        ),
        (
            "area = [0, 4]\nleft = 24\ntop = 4\n",
            "slot.11.area: should have a width and a height above 0",
        ),
    ],
)
def test_wrong_anchors_are_reported(tmp_path: Path, where: str, fault: str) -> None:
    faults = report(tmp_path, 'extends = "yggdrasil"\n' + SLOT + where)
    assert len(faults) == 1
    assert fault in faults[0]


def test_a_part_above_another_ends_at_the_gap(tmp_path: Path) -> None:
    anchored = SLOT + 'area = [10, 4]\nleft = 4\nabove = "name"\ngap = 1.5\n'
    found = template(tmp_path, 'extends = "yggdrasil"\n' + anchored)
    assert slots(found)["more"].rect.bottom == pytest.approx(18.2 - 1.5)


def test_places_of_panels_and_of_the_tag_are_checked(tmp_path: Path) -> None:
    panel = '\n[[panel]]\nname = "field"\nbox = [-9.0, 5.0, 20.0, 9.0]\nfill = "ground"\n'
    text = SHIPPED.replace("y = 57.0", "y = 77.0", 1) + panel
    assert text.count("y = 77.0") == 1
    found = faults_of(text, tmp_path)
    assert (
        f":{line_of(text, '[-9.0')}: panel.0.box: should stay within the bleed of 3.0 mm" in found
    )
    tag = line_of(text, "[tag]")
    assert any(
        int(fault.split(":")[1]) > tag
        and fault.endswith("the tag should stay 3.5 mm inside the trim")
        for fault in found
    )


def test_a_text_does_not_shrink_to_a_larger_size(tmp_path: Path) -> None:
    text = SHIPPED.replace("shrink = 18.0", "shrink = 28.0", 1)
    (fault,) = faults_of(text, tmp_path)
    assert fault.endswith("shrink (28.0) should not be larger than size (26.0)")


def test_a_misspelt_file_to_extend_is_compared_with_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "classic.toml").write_text(SHIPPED, encoding="utf-8")
    (fault,) = report(tmp_path, 'extends = "clasic.toml"\n')
    assert fault.endswith("no template 'clasic.toml': did you mean \"classic.toml\"?")


def test_a_circle_of_anchors_names_its_way(tmp_path: Path) -> None:
    other = SLOT.replace('"more"', '"last"') + 'below = "more"\n'
    (fault,) = report(tmp_path, 'extends = "yggdrasil"\n' + SLOT + 'below = "last"\n' + other)
    assert "is anchored in a loop (more → last → more)" in fault


def test_an_anchor_to_one_of_two_of_a_name_is_reported(tmp_path: Path) -> None:
    text = 'extends = "stratosphere"\n[[back]]\nname = "x"\nshow = "x"\nrole = "text"\nsize = 7\n'
    base = load_card_template("stratosphere")
    doubled = next(s.name for s in base.slot if [o.name for o in base.slot].count(s.name) > 1)
    more = (
        text.replace("[[back]]", "[[slot]]") + f'shrink = 6\ncolour = "text"\nbelow = "{doubled}"\n'
    )
    assert any("several parts are called" in fault for fault in report(tmp_path, more))


def test_conditional_parts(tmp_path: Path) -> None:
    text = SLOT + 'box = [24, 5, 10, 4]\nwhen = { kind = ["a", "b"] }\nunless = { id = ["2"] }\n'
    more = slots(template(tmp_path, 'extends = "yggdrasil"\n' + text))["more"]
    assert more.shown_for({"kind": "a", "id": "1"})
    assert not more.shown_for({"kind": "a", "id": "2"})
    assert not more.shown_for({"kind": "c", "id": "1"})


@pytest.mark.parametrize(
    ("wrong", "output"),
    [
        ("{name", "has an unmatched brace"),
        ("{name.__class__}", "not {name.__class__}"),
        ("{name[0]}", "not {name[0]}"),
        ("{name:>99}", "not {name:>99}"),
        ("{}", "not {}"),
    ],
)
def test_braces_hold_facts_and_nothing_else(wrong: str, output: str, tmp_path: Path) -> None:
    right = 'show = "{name}"'
    assert right in SHIPPED
    (fault,) = faults_of(SHIPPED.replace(right, f'show = "{wrong}"', 1), tmp_path)
    assert output in fault


@pytest.mark.parametrize("length", ["nan", "inf", "-inf", "1e9", '"400 in"'])
def test_lengths_that_no_sheet_holds_are_faults(length: str, tmp_path: Path) -> None:
    faults = faults_of(SHIPPED.replace("bleed = 3.0", f"bleed = {length}", 1), tmp_path)
    assert any("template.bleed: should be" in fault for fault in faults)
