"""Data files that cannot be read are reported with the line of the fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import DataError
from rules.catalog.data_files import load_toml, parse_toml

NESTED = "[" * 3000
DIGITS = "9" * 5000


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"a = 1\n{'.'.join('b' * 70)} = 2\n", "a.toml:2: a key has more than 64 parts"),
        (f"a = 1\nb = [1]\nc = {NESTED}\n", "a.toml:3: has too many brackets inside each other"),
        (f"a = 1\n\nb = {DIGITS}\n", "a.toml:3: a number has more than 4,000 digits"),
        ("a = 1\nb = \n", "a.toml:2: is not TOML"),
        ("a = '''", "a.toml:1: is not TOML"),
    ],
)
def test_a_fault_is_reported_at_its_line(text: str, fault: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_toml(text, "a.toml")
    (found,) = caught.value.faults
    assert str(found).startswith(fault)


def test_a_folder_or_missing_file_is_named(tmp_path: Path) -> None:
    for path, fault in ((tmp_path, "is a folder"), (tmp_path / "no.toml", "cannot be read")):
        with pytest.raises(DataError, match=fault):
            load_toml(path, "x.toml")


def test_a_file_is_read_with_its_text(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\n")
    assert load_toml(path, "a.toml") == ({"a": 1}, "a = 1\n")
