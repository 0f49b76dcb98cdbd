"""Every program and every distribution reports the same version."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rules.version import __version__


@pytest.mark.parametrize("program", ["printkit", "companion", "rules"])
def test_a_program_reports_its_version(program: str) -> None:
    report = subprocess.run(
        [sys.executable, "-m", program, "--version"], capture_output=True, text=True, check=False
    )
    assert (report.returncode, report.stdout, report.stderr) == (
        0,
        f"{program} {__version__}\n",
        "",
    )


def test_what_is_built_takes_the_version_from_there(root: Path) -> None:
    config = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    assert "version" not in config["project"]
    assert config["project"]["dynamic"] == ["version"]
    source = root / config["tool"]["hatch"]["version"]["path"]
    assert source.samefile(root / "rules" / "version.py")


def test_the_changelog_has_a_section_for_the_version(root: Path) -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?", __version__)
    text = (root / "CHANGELOG.md").read_text("utf-8")
    sections = re.findall(r"^## (\S+)", text, re.MULTILINE)
    assert __version__ in sections
    assert sections == list(dict.fromkeys(sections)), "a version has two sections"


def test_news_is_filed_so_that_a_release_finds_it(root: Path) -> None:
    config = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["towncrier"]
    kinds = "|".join(kind["directory"] for kind in config["type"])
    text = (root / config["filename"]).read_text("utf-8")
    assert text.count(config["start_string"]) == 1
    assert text.index(config["start_string"]) < text.index("\n## ")
    for path in (root / config["directory"]).iterdir():
        if path.name != "README.md":
            assert re.fullmatch(rf"(?:\d+|\+[a-z0-9-]+)\.(?:{kinds})\.md", path.name), path.name
            assert re.match(r"(?![-*#\s])\S", path.read_text("utf-8")), f"{path.name}: no bullet"
