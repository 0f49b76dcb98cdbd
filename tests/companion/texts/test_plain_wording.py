"""Error messages use people's words, not those of a library."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion import cli
from rules import DataError, dump_manifest, load_manifest
from tests.companion.commands.referee.test_command import manifest_of

JARGON = ("codec", "Value error", "Input should", "unable to parse", "Errno", "int string", "fault")


@pytest.mark.parametrize(
    ("option", "value", "text"),
    [
        ("--seed", "x", "write a whole number"),
        ("--seed", "1.5", "write a whole number"),
        ("--max-seconds", "soon", "write a number"),
        ("--max-seconds", "-1", "write 0 or more"),
    ],
)
def test_an_option_s_value(
    capfd: pytest.CaptureFixture[str], option: str, value: str, text: str
) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["referee", "yggdrasil", "-s", "0", "-m", "x", option, value])
    assert left.value.code == 2
    last = capfd.readouterr().err.strip().splitlines()[-1]
    assert last == f"error: {option}: {text}"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b'{"game": "\x93\xfa"}', "is not UTF-8"),
        (b'{"manifest": 1' + b"0" * 5000 + b"}", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b"null", "is not an object"),
    ],
)
def test_a_manifest_that_is_none(tmp_path: Path, content: bytes, text: str) -> None:
    path = tmp_path / "m.json"
    path.write_bytes(content)
    with pytest.raises(DataError, match=text) as report:
        load_manifest(path)
    assert not [word for word in JARGON if word in str(report.value)]


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("width_mm", "wide", "is 'wide', not a number"),
        ("width_mm", 10**400, "not a length on paper"),
        ("name", 3, "is 3, not text"),
    ],
)
def test_a_manifest_s_fields(tmp_path: Path, field: str, value: object, text: str) -> None:
    data = json.loads(dump_manifest(manifest_of()))
    data["mats"][0][field] = value
    path = tmp_path / "m.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(DataError) as report:
        load_manifest(path)
    assert f"mats[0].{field}: " in str(report.value)
    assert text in str(report.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DataError) as report:
        load_manifest(tmp_path / "no.json")
    assert "Errno" not in str(report.value)
    assert "no such file" in str(report.value)
