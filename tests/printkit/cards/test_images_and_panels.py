"""Panels, pictures and repeated icons on a whole run; a run in black ink only."""

from __future__ import annotations

import re
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest
from PIL import Image

from printkit.cards.job import CardJob
from printkit.cards.write import Printed, print_cards
from printkit.errors import BadPictures, Findings
from printkit.pdf.drawing import BLACK, PAPER, Cmyk, black_only, black_shadings, black_stream
from printkit.template.card_template import drawn_as

Run = Callable[..., Printed]
PARTS = """
[[image]]
name = "scene"
show = "{picture}.png"
absent = [".png"]
box = [24, 6, 24, 8]

[[repeat]]
name = "row"
icon = "ring"
count = "{fruits}"
box = [24, 16, 20, 4]
size = 4
spread = 0.5
align = "right"
colour = "text"
when = { kind = ["branch"] }

[[panel]]
name = "ground"
box = [-3, -3, 60, 96]
fill = "ground"
"""

BACK = """
box = [10, 70, 30, 6]
role = "text"
size = 7
shrink = 6
colour = "text"
"""
SLIP = re.compile(r"\{fruit\}|rng|snu|\{id\}")
"""The faults in the lines that a test adds."""


@pytest.fixture
def run(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that prints decks from an extension of the shipped template."""
    folder = tmp_path / "own"
    (folder / "images").mkdir(parents=True)
    (folder / "card.toml").write_text('extends = "yggdrasil"\n' + PARTS, "utf-8")
    for size, name in (((400, 140), "good"), ((200, 70), "soft"), ((40, 20), "poor")):
        Image.new("RGB", size, "teal").save(folder / "images" / f"{name}.png")
    data = tmp_path / "card_data" / "yggdrasil"
    shutil.copytree(root / "card_data" / "yggdrasil", data)

    def print_it(style: str = "full", **pictures: str) -> Printed:
        from printkit.data.toml_source import checked
        from printkit.template.card_template import CardTemplate
        from printkit.template.inherit import read_extended
        from rules.catalog.reader import read_catalog

        lines = (root / "card_data" / "yggdrasil" / "cards.csv").read_text("utf-8").splitlines()
        for n, line in enumerate(lines):
            end = "picture" if n == 0 else pictures.get(line.split(",")[0], "")
            lines[n] = f"{line},{end}"
        (data / "cards.csv").write_text("\n".join(lines) + "\n", "utf-8")
        template = checked(read_extended(folder / "card.toml"), CardTemplate).placed()
        monkeypatch.setattr("printkit.cards.plan.load_card_template", lambda slug: template)
        monkeypatch.setattr("printkit.cards.plan.load_catalog", lambda slug: read_catalog(data))
        monkeypatch.setattr("printkit.cards.images_and_panels.game_folder", lambda slug: folder)
        job = CardJob("yggdrasil", owner="sun", style=style, controls=False, out=tmp_path / "out")  # type: ignore[arg-type]
        return print_cards(job)

    return print_it


def images_of(pdf: Path) -> dict[int, str]:
    """Return the colour space of every raster image in a PDF, by object number."""
    found = {}
    for page in pypdf.PdfReader(pdf).pages:
        for ref in page["/Resources"]["/XObject"].values():
            item = ref.get_object()
            if item["/Subtype"] == "/Image":
                found[ref.idnum] = str(item["/ColorSpace"])
    return found


def test_pictures_are_stored_once_and_their_resolution_is_reported(run: Run) -> None:
    printed = run(y01="good", y03="soft", y04="soft", y09="poor")
    assert len(images_of(printed.pdf)) == 3
    assert "plain" not in printed.pdf.name
    (warning,) = printed.warnings
    assert re.search(
        r"cards\.csv:10: card y09: scene: poor\.png has only \d\d dpi on 24 × 8 mm",
        warning.render("en"),
    )
    assert sum("will look slightly soft" in note.render("en") for note in printed.notes) == 2
    assert sum("pictures stay sRGB" in note.render("en") for note in printed.notes) == 1


def test_faults_of_pictures_and_repeats_come_all_at_once(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "own" / "card.toml"
    path.write_text(path.read_text("utf-8").replace("size = 4", "size = 9"), "utf-8")
    with pytest.raises(BadPictures) as caught:
        run(y01="gold")
    lines = str(caught.value).splitlines()
    assert any('gold.png: no such picture: did you mean "good.png"?' in x for x in lines)
    assert any("row: 1 icon of 9 mm will not fit into 20 × 4 mm" in line for line in lines)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('count = "{fruits}"', 'count = "{id}"', "row: 'y03' should be a number from 0 to 99"),
        ('icon = "ring"', 'icon = "{kind}"', "row: no icon 'branch': use one of: "),
        ("size = 4\n", "size = 30\n", "of 30 mm will not fit into 20 × 4 mm"),
    ],
)
def test_a_fault_of_one_card_in_a_repeat_is_reported_with_the_card(
    run: Run, tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    path = tmp_path / "own" / "card.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(BadPictures) as caught:
        run()
    faults = str(caught.value).splitlines()
    assert [x for x in faults if "card y03: " in x and sentence in x], faults


def test_a_value_without_a_term_is_reported_at_its_card(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "own" / "card.toml"
    word = '\n[[slot]]\nname = "name"\nshow = "{pattern:term}"\n'
    path.write_text(path.read_text("utf-8") + word, "utf-8")
    with pytest.raises(Findings) as caught:
        run()
    (fault,) = [x for x in str(caught.value).splitlines() if "cards.csv:6: " in x]
    assert "the word for 'URD', but terms.toml has no [term.urd]: add it" in fault


def test_a_slip_of_the_template_is_reported_once_at_its_own_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "own" / "card.toml"
    text = path.read_text("utf-8").replace("{fruits}", "{fruit}").replace('"ring"', '"rng"')
    text += '\n[[slot]]\nname = "name"\nshow = "{icon:snu} {nmae} {=hearth}"\n'
    path.write_text(text + '\n[[back]]\nname = "of"\nshow = "{id}"\n' + BACK, "utf-8")
    monkeypatch.setattr("printkit.cards.faces.game_folder", lambda slug: path.parent)
    with pytest.raises(Findings) as caught:
        run()
    found = str(caught.value).splitlines()
    report = [re.sub(r"^.*card\.toml:\d+: ", "", line) for line in found]
    lines = {int(at[1]) for x in found if (at := re.search(r"toml:(\d+)", x))}
    assert lines == {n for n, x in enumerate(path.read_text().splitlines(), 1) if SLIP.search(x)}
    assert len(report) == 6
    assert any(
        x.endswith('names the fact {nmae}, which does not exist: did you mean "name"?')
        for x in report
    )
    assert any("no icon 'rng': did you mean \"ring\"?" in x for x in report)
    assert "{nmae}という項目はありません" in caught.value.message.render("ja")


def test_black_ink_only_is_black_ink_only(run: Run) -> None:
    printed = run("bw", y01="good")
    assert printed.pdf.name.endswith("-bw.pdf")
    assert set(images_of(printed.pdf).values()) == {"/DeviceGray"}
    reader, painted = pypdf.PdfReader(printed.pdf), 0
    streams = [page.get_contents().get_data() for page in reader.pages]
    streams += [
        ref.get_object().get_data()
        for page in reader.pages
        for ref in page["/Resources"]["/XObject"].values()
        if ref.get_object()["/Subtype"] == "/Form"
    ]
    for stream in streams:
        for inks in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) [\d.]+ [kK]\b", stream):
            painted += 1
            assert [float(ink) for ink in inks] == [0, 0, 0]
        assert not re.search(rb"[\d.]+ [\d.]+ [\d.]+ (rg|RG)\b", stream)
    assert painted > 100


def test_greys_keep_the_order_of_lightness() -> None:
    assert black_only(BLACK) == BLACK
    assert black_only(PAPER) == PAPER
    assert black_only(Cmyk(0, 0, 0, 35)) == Cmyk(0, 0, 0, 35)
    yellow, red, blue = (Cmyk(0, 0, 100, 0), Cmyk(0, 100, 100, 0), Cmyk(100, 100, 0, 0))
    greys = [black_only(colour).k for colour in (yellow, red, blue)]
    assert greys == sorted(greys) == [11.4, 70.1, 88.6]
    assert [drawn_as(dress) for dress in ("full", "ink", "bw")] == ["full", "ink", "ink"]


def test_encoded_pictures_lose_their_colours_and_nothing_else() -> None:
    stream = b"0 1 1 0 k 1 0 0 1 5 5 cm 10 20 30 40 re .5 0 0 0 K 12 w 0 0 m 1 2 3 4 5 6 c S"
    found = zlib.decompress(black_stream(zlib.compress(stream)))
    assert found == (
        b"0 0 0 0.701 k 1 0 0 1 5 5 cm 10 20 30 40 re 0 0 0 0.15 K 12 w 0 0 m 1 2 3 4 5 6 c S"
    )
    shading = "<< /Coords [1 2 3 4] /C0 [0 1 1 0] /C1 [0 0 0 0] >>"
    assert black_shadings(shading) == "<< /Coords [1 2 3 4] /C0 [0 0 0 0.701] /C1 [0 0 0 0] >>"
