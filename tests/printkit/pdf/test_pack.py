"""Packs of finished art: damaged ones are named, with a remedy."""

from __future__ import annotations

import json
import lzma
import zlib
from pathlib import Path

import pytest

from printkit.cards.job import CardJob
from printkit.cards.layout import lay_out_cards
from printkit.cards.plan import plan_cards
from printkit.errors import EnvironmentFault
from printkit.pdf.encoding import Encoded
from printkit.pdf.pack import Pack, load_pack


def packed(index: object, blocks: bytes = b"", art: int = 4) -> bytes:
    stream = lzma.compress(json.dumps(index).encode() + b"\n" + blocks)
    return json.dumps({"art": art}).encode() + b"\n" + stream


def test_entries_are_found_by_name(tmp_path: Path) -> None:
    file = tmp_path / "full.art"
    stream, data = zlib.compress(b"abc", 9), b"[1]"
    index = {
        "sun/a": {"at": [0, 3], "box": [0, 1, 2, 3], "facts": {"kind": ["x"]}},
        "sun/b": {"at": [0, 3], "box": [0, 0, 9, 9], "uses": ["a"], "shadings": "<< /S0 1 >>"},
        "data": {"at": [3, len(data)]},
    }
    file.write_bytes(packed(index, b"abc" + data))
    pack = load_pack(file)

    assert pack.form("sun/a") == Encoded(stream, (0, 1, 2, 3))
    assert pack.form("sun/b") == Encoded(stream, (0, 0, 9, 9), "<< /S0 1 >>", ("a",))
    assert pack.facts("sun/a") == {"kind": ("x",)}
    assert pack.facts("sun/b") == {}
    assert pack.data("data") == [1]


def test_a_pack_that_changed_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "full.art"
    file.write_bytes(packed({"one": {"at": [0, 1]}}, b"a"))
    assert list(load_pack(file).index) == ["one"]
    file.write_bytes(packed({"other": {"at": [0, 1]}}, b"a"))
    assert list(load_pack(file).index) == ["other"]


@pytest.mark.parametrize(
    ("written", "what"),
    [
        (None, "cannot be read"),
        (b"rubbish", "not a picture made by printkit"),
        (b"{}\n", "not a picture made by printkit"),
        (packed({}, art=3), "format 3 instead of 4"),
        (packed({"a": {"at": [0, 3]}}, b"abc")[:-1], "not a picture made by printkit"),
        (packed({"a": {}}, b"abc"), "not a picture made by printkit"),
        (packed(["a"], b"abc"), "not a picture made by printkit"),
        (packed({"a": {"at": [0, 4]}}, b"abc"), "not a picture made by printkit"),
        (b'{"art": 4}\nabcd', "not a picture made by printkit"),
    ],
)
def test_a_damaged_pack_names_itself_and_its_remedy(
    tmp_path: Path, written: bytes | None, what: str
) -> None:
    file = tmp_path / "jiguan" / "full.art"
    file.parent.mkdir()
    if written is not None:
        file.write_bytes(written)
    remedy = "python -m artwork jiguan"
    with pytest.raises(EnvironmentFault, match=f"full.art: {what}: draw it again with {remedy}"):
        load_pack(file)


def test_a_form_that_a_pack_lacks_is_a_damage(tmp_path: Path) -> None:
    file = tmp_path / "jiguan" / "full.art"
    file.parent.mkdir()
    file.write_bytes(packed({"a": {"at": [0, 3]}}, b"abc"))
    with pytest.raises(EnvironmentFault, match="not a picture made by printkit"):
        load_pack(file).form("b")


def test_a_print_reads_the_pack_of_its_style_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def loaded(file: Path) -> Pack:
        read.append(file.name)
        return load_pack(file)

    monkeypatch.setattr("printkit.pdf.pack.load_pack", loaded)
    lay_out_cards(plan_cards(CardJob("yggdrasil", style="ink", controls=False)))
    assert set(read) == {"ink.art"}
