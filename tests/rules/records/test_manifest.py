"""The manifest: written and read back; every error of a bad one is reported in one exception."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from rules import (
    Cell,
    DataError,
    Manifest,
    Mat,
    PrintedCard,
    Tag,
    TagKind,
    dump_manifest,
    format_tag,
    load_manifest,
)
from rules.records.manifest import Fiducial, PrintedBack, Sheet, Spot, Symbol, TagSquare
from rules.records.manifest_file import belongs, other_game, parse_manifest

SQUARE = TagSquare(7.024, 60.524, 16.0)
MANIFEST = Manifest(
    game="yggdrasil",
    tool="test",
    pdf="a.pdf",
    template="yggdrasil/card@1",
    symbol=Symbol(mask=2),
    cards=(
        PrintedCard(
            format_tag(Tag("Y", 1, TagKind.CARD, 3, 1)),
            "y03",
            1,
            "sun",
            Spot(1, 15.0, 13.5, 90.0, 54.0, 90),
            SQUARE,
        ),
    ),
    backs=(PrintedBack(format_tag(Tag("Y", 1, TagKind.BACK, 0)), "sun", SQUARE),),
    mats=(
        Mat(
            "4x5",
            1,
            420.0,
            594.0,
            (Cell("a1", 129.0, 477.0, ((102.0, 432.0), (156.0, 432.0), (156.0, 522.0))),),
            (Fiducial(format_tag(Tag("Y", 0, TagKind.FIDUCIAL, 0)), 24.0, 24.0, 20.8),),
            (Sheet(1, 0.0, 0.0, 420.0, 594.0, 0.0, 0.0),),
        ),
    ),
)


def edited(*path: str | int, value: object = None, drop: bool = False) -> str:
    data = json.loads(dump_manifest(MANIFEST))
    if not path:
        return json.dumps(data)
    place = data
    for key in path[:-1]:
        place = place[key]
    if drop:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return json.dumps(data)


def faults(text: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        parse_manifest(text, "m.json")
    return [str(f) for f in caught.value.faults]


def test_a_manifest_reads_back() -> None:
    assert parse_manifest(dump_manifest(MANIFEST)) == MANIFEST
    assert dump_manifest(MANIFEST).startswith('{\n "manifest": 1,')


def test_what_few_cards_have_is_written_only_where_it_says_something() -> None:
    assert not {"slot", "replaces", "printed_in"} & json.loads(edited())["cards"][0].keys()

    card = replace(MANIFEST.cards[0], slot="root", replaces="Y01031X000", printed_in="old.pdf")
    marked = replace(MANIFEST, cards=(card,))

    assert parse_manifest(dump_manifest(marked)) == marked


def test_lengths_are_kept_to_a_micrometre() -> None:
    text = edited("cards", 0, "front", "x_mm", value=15.00049)
    assert parse_manifest(text).cards[0].front.x_mm == pytest.approx(15.0, abs=0.0006)


def test_a_manifest_belongs_to_the_pdf_it_was_written_with() -> None:
    printed = replace(MANIFEST, pdf_sha256=hashlib.sha256(b"%PDF").hexdigest())
    assert belongs(printed, b"%PDF")
    assert not belongs(printed, b"%PDF of another print")
    assert belongs(replace(printed, pdf_sha256=""), b"%PDF"), "of an older program: who knows"


def test_a_missing_file_and_a_broken_file_say_so(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        load_manifest(tmp_path / "no.json")
    (tmp_path / "half.json").write_text(dump_manifest(MANIFEST)[:300], "utf-8")
    with pytest.raises(DataError, match="incomplete"):
        load_manifest(tmp_path / "half.json")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (edited("manifest", value=2), "version 2"),
        (edited("game", drop=True), "game: is missing"),
        (edited("game", value=3), "game: is 3"),
        (edited("surprise", value=3), "surprise: is unknown"),
        (edited("cards", 0, "copy", value=True), "copy: is True"),
        (edited("cards", 0, "front", value=[]), "front.: is not an object"),
        (edited("cards", value={}), "cards: is not a list"),
        (edited("cards", 0, "tag", value="HELLO"), "cards[0].tag"),
        (edited("backs", 0, "tag", value=MANIFEST.cards[0].tag), "is also at cards[0]"),
        (edited("symbol", "mask", value=9), "but should be 0 to 7"),
        (edited("symbol", "level", value="L"), "level H"),
        (edited("cards", 0, "printed_in", value="../x.pdf"), "printed_in: is a path"),
        (edited("mats", 0, "cells", 0, "outline_mm", 0, value=[1, 2, 3]), "pair"),
        (edited("mats", 0, "width_mm", value=1e9), "not a length"),
        (edited("manifest", drop=True), "manifest: is missing"),
        (edited("manifest", value=None), "version None"),
        *(
            (
                edited("symbol", "quiet_modules", value=quiet),
                f"quiet_modules: is {quiet}, but should be 1 to",
            )
            for quiet in (-3, 50, -1, 0)
        ),
        (edited("symbol", "frame_mm", value=-2), "symbol.frame_mm: is -2, but should be 0 to 100"),
        (
            edited("symbol", "size_mm", value=0),
            "symbol.size_mm: is 0, but should be greater than 0",
        ),
        (
            edited("cards", 0, "square", "size_mm", value=-5),
            "square.size_mm: is -5, but should be greater",
        ),
        (
            edited("backs", 0, "square", "size_mm", value=0),
            "square.size_mm: is 0, but should be greater",
        ),
        (
            edited("mats", 0, "fiducials", 0, "size_mm", value=0),
            "[0].size_mm: is 0, but should be greater",
        ),
        (edited("mats", 0, "width_mm", value=-1), "mats[0].width_mm: is -1, but should be greater"),
        (
            edited("cards", 0, "front", "width_mm", value=0),
            "front.width_mm: is 0, but should be greater",
        ),
        (edited("scale", value=0), "scale: is 0, but should be greater"),
        ("[]", "is not an object"),
    ],
)
def test_a_fault_is_named_with_its_field(text: str, says: str) -> None:
    assert any(says in fault for fault in faults(text)), faults(text)


def test_labels_have_no_frame_and_a_wide_quiet_zone() -> None:
    text = json.loads(edited("symbol", "frame_mm", value=0))
    text["symbol"]["quiet_modules"] = 4
    read = parse_manifest(json.dumps(text))
    assert (read.symbol.frame_mm, read.symbol.quiet_modules) == (0, 4)


def test_a_cell_may_not_stand_twice() -> None:
    cell = json.loads(dump_manifest(MANIFEST))["mats"][0]["cells"][0]
    assert "'a1' twice" in faults(edited("mats", 0, "cells", value=[cell, cell]))[0]


def test_all_faults_come_at_once() -> None:
    data = json.loads(edited("game", value=3))
    data["cards"][0]["copy"] = "one"
    del data["pdf"]
    assert len(faults(json.dumps(data))) == 3


@pytest.mark.parametrize(
    ("lang", "torn", "game"),
    [
        (
            "ja",
            "m:1：JSONではありません：ファイルが壊れているか",
            "m：機官算尽のマニフェストです。この対戦はザ・ユグドラシルです：",
        ),
        (
            "zh-Hant",
            "m:1：不是JSON：檔案已損壞或不完整",
            "m：這是機官算盡的清單檔，這場玩的是世界樹：",
        ),
    ],
)
def test_a_fault_is_reported_in_the_language_asked_for(lang: str, torn: str, game: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_manifest("null,", "m")
    assert caught.value.message.render(lang).startswith(torn)
    assert other_game("m", "jiguan", "yggdrasil").message.render(lang).startswith(game)
    assert "gone" in other_game("m", "gone", "yggdrasil").message.render(lang), (
        "a game that is not here"
    )
