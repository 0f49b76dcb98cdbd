"""The bill of materials lists what the locks and the wheel contain, with hashes and licences."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tools import sbom
from tools.lock import blocks


@pytest.fixture(scope="module")
def found() -> list[sbom.Package]:
    return list(sbom.packages())


def test_each_locked_package_is_listed_with_its_hashes_and_licence(
    root: Path, found: list[sbom.Package]
) -> None:
    locked = [
        (entry.split()[0], sorted(re.findall(r"sha256:(\w+)", entry)))
        for lock in sbom.LOCKS
        for _, entry in blocks((root / lock).read_text("utf-8"))
    ]
    data = sbom.bill(found)
    libraries = [each for each in data["components"] if each["type"] == "library"]
    assert [
        (f"{each['name']}=={each['version']}", [h["content"] for h in each["hashes"]])
        for each in libraries
    ] == locked
    assert len({each["bom-ref"] for each in data["components"]}) == len(data["components"])
    without = {each["name"] for each in libraries if "licenses" not in each}
    elsewhere = {package.name for package in found if package.marker}
    assert without <= elsewhere


def test_each_bundled_font_is_listed(root: Path, found: list[sbom.Package]) -> None:
    fonts = {path.name for path in (root / "templates").rglob("*.[to]tf")}
    assert fonts
    assert fonts == {
        each["name"] for each in sbom.bill(found)["components"] if each["type"] == "file"
    }


def test_the_licences_of_all_that_is_installed_are_there_word_for_word(
    found: list[sbom.Package],
) -> None:
    text = sbom.licences(found)
    for package in found:
        if package.texts:
            assert f"{package.name} {package.version}: {package.licence}" in text
            assert all(len(words) > 2 for words in package.texts), package.name
    assert text.count("SIL OPEN FONT LICENSE Version 1.1") >= 3
    assert "Permission is hereby granted, free of charge" in text
    here = [package for package in found if not package.marker]
    assert all(package.texts for package in here)


def test_the_same_locks_give_the_same_bill_and_no_host(
    found: list[sbom.Package], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []
    for name in ("one", "two"):
        monkeypatch.setattr("sys.argv", ["sbom", "--to", str(tmp_path / name)])
        sbom.main()
        written.append([path.read_bytes() for path in sorted((tmp_path / name).iterdir())])
    assert written[0] == written[1]
    assert json.loads(written[0][1]) == sbom.bill(found)
    assert b"://" not in written[0][1]


def test_another_version_than_the_locked_one_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sbom, "blocks", lambda _: [("pydantic", "pydantic==0.1 \\\n  --hash=x")])
    with pytest.raises(SystemExit, match="pydantic"):
        list(sbom.packages())
