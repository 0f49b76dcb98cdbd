"""Files of data: unreadable, in another encoding, and wrong in several places."""

from __future__ import annotations

from pathlib import Path

import pytest

from printkit.data.toml_source import Strict, read_source, read_toml
from printkit.errors import EnvironmentFault, TemplateFaults


class _Row(Strict):
    name: str
    size: int


class _Rows(Strict):
    row: list[_Row]

    def faults(self) -> list[tuple[tuple[str | int, ...], str]]:
        """Report every row whose name an earlier row already has."""
        names = [row.name for row in self.row]
        return [
            (("row", n, "name"), "repeated") for n, name in enumerate(names) if name in names[:n]
        ]


def test_a_folder_in_place_of_a_file_names_the_reason(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault, match=str(tmp_path)):
        read_source(tmp_path)
    with pytest.raises(EnvironmentFault, match="gone"):
        read_source(tmp_path / "gone.toml")


def test_a_file_that_is_not_utf8_is_a_fault_of_the_data(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes("name = 'é'".encode("latin-1"))
    with pytest.raises(TemplateFaults, match="UTF-8"):
        read_source(tmp_path / "a.toml")


def test_faults_of_types_and_of_meaning_are_reported_together(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(
        '[[row]]\nname = "x"\nsize = "wide"\n'
        '[[row]]\nname = "y"\nsize = 1\n'
        '[[row]]\nname = "y"\nsize = 2\n',
        encoding="utf-8",
    )
    with pytest.raises(TemplateFaults) as caught:
        read_toml(path, _Rows)
    assert [line.split(":")[1] for line in str(caught.value).splitlines()] == ["3", "8"]


def test_a_key_that_an_empty_file_lacks_is_placed_at_its_first_line(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text("", encoding="utf-8")
    with pytest.raises(TemplateFaults, match=r"a\.toml:1: row: is missing"):
        read_toml(path, _Rows)
