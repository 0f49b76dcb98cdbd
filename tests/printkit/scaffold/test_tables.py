"""Tables of cards in four formats: the same rows, and every error with its place."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from printkit.errors import EnvironmentFault, TemplateFaults, UsageError
from printkit.scaffold.tables import CardTable, TableRow, read_table

WANTED = [
    {"id": "a1", "name": "Norway, 3", "power": "3"},
    {"id": "a2", "name": "no", "power": ""},
]
TEXTS = {
    "cards.csv": 'id,name,power\na1,"Norway, 3",3\na2,no,\n,,\n',
    "semi.csv": "\ufeffid;name;power\na1;Norway, 3;3\na2;no;\n",
    "cards.tsv": "id\tname\tpower\na1\tNorway, 3\t3\na2\tno\t\n",
    "cards.toml": '[[card]]\nid = "a1"\nname = "Norway, 3"\npower = 3\n\n'
    '[[card]]\nid = "a2"\nname = "no"\npower = ""\n',
    "cards.yaml": "cards:\n  - id: a1\n    name: Norway, 3\n    power: 3\n"
    "  - {id: a2, name: no, power: }\n",
    "list.yml": "- id: a1\n  name: Norway, 3\n  power: 3\n- id: a2\n  name: no\n  power: ~\n",
}


def written(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def faults(path: Path) -> list[str]:
    with pytest.raises(TemplateFaults) as caught:
        read_table(path)
    return [line.removeprefix(f"{path.parent}/") for line in str(caught.value).splitlines()]


def rows(table: CardTable) -> list[dict[str, str]]:
    return [dict(row.cells) for row in table.rows]


@pytest.mark.parametrize("name", TEXTS)
def test_every_format_gives_the_same_rows(tmp_path: Path, name: str) -> None:
    if name.endswith(("yaml", "yml")):
        pytest.importorskip("yaml")
    table = read_table(written(tmp_path, name, TEXTS[name]))
    assert rows(table) == WANTED
    assert table.columns == ("id", "name", "power")
    second = {"toml": 7, "yaml": 5, "yml": 4}.get(name.rpartition(".")[2], 3)
    assert table.rows[1].at("name").endswith((f"{name}:{second}", f"{name}:{second + 1}"))


def book(tmp_path: Path, *lines: list[object]) -> Path:
    openpyxl = pytest.importorskip("openpyxl")
    made = openpyxl.Workbook()
    made.active.title = "Cards"
    for line in lines:
        made.active.append(line)
    made.save(tmp_path / "cards.xlsx")
    return tmp_path / "cards.xlsx"


def test_a_workbook_gives_texts_as_people_see_them(tmp_path: Path) -> None:
    path = book(tmp_path, ["id", "name", "power"], ["a1", "Norway, 3", 3.0], [], ["a2", "no", None])
    table = read_table(path)
    assert rows(table) == WANTED
    assert table.rows[1].at("power") == f"{path}!Cards!C4"


def test_a_table_names_where_its_columns_are_named(tmp_path: Path) -> None:
    found = {name: read_table(written(tmp_path, name, TEXTS[name])).head for name in TEXTS}
    lines = {name: head.removeprefix(f"{tmp_path}/") for name, head in found.items()}
    assert lines["semi.csv"] == "semi.csv:1"
    assert lines["cards.tsv"] == "cards.tsv:1"
    assert lines["cards.yaml"] == "cards.yaml:2"
    book = CardTable(("x",), (TableRow({"x": "1"}, f"{tmp_path}/a.xlsx!Sheet1!A2"),))
    assert book.head.endswith("a.xlsx!Sheet1!A1")


def test_faults_of_a_workbook_name_their_cells(tmp_path: Path) -> None:
    head: list[object] = ["id", "id", ""]
    never = "contains a formula without a result"
    assert faults(book(tmp_path, head, ["a1", "#REF!", "lost"], ["a2", "=1+1"])) == [
        "cards.xlsx!Cards!B1: the column 'id' appears twice: rename one",
        "cards.xlsx!Cards!B2: contains the error #REF!: correct its formula",
        "cards.xlsx!Cards!C2: is in a column without a name: name the column in the first row",
        f"cards.xlsx!Cards!B3: {never}: open and save the file in your spreadsheet program",
    ]


def test_what_is_no_workbook_or_unpacks_to_too_much(tmp_path: Path) -> None:
    pytest.importorskip("openpyxl")
    assert "is not an XLSX workbook" in faults(written(tmp_path, "cards.xlsx", "text"))[0]
    with zipfile.ZipFile(tmp_path / "bomb.xlsx", "w", zipfile.ZIP_DEFLATED) as packed:
        for n in range(3):
            packed.writestr(f"xl/{n}.xml", bytes(70_000_000))
    assert "unpacks to more than 50 MB" in faults(tmp_path / "bomb.xlsx")[0]


def packed_again(path: Path, old: bytes, new: bytes) -> Path:
    """Write a workbook with a change in its sheet."""
    with zipfile.ZipFile(path) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    assert old in parts[sheet]
    parts[sheet] = parts[sheet].replace(old, new, 1)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in parts.items():
            packed.writestr(name, data)
    return path


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"</sheetData>", b'<row r="3">' + b"<c/>" * 500_000 + b"</row></sheetData>"),
        (b"</sheetData>", b'<row r="3"></row>' * 250_000 + b"</sheetData>"),
        (b"<sheetData>", b"<x/>" * 500_000 + b"<sheetData>"),
    ],
    ids=["cells in a row", "one row again and again", "before the rows"],
)
def test_too_many_cells_are_refused_before_they_are_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: bytes, new: bytes
) -> None:
    path = packed_again(book(tmp_path, ["id"], ["a1"]), old, new)
    monkeypatch.setattr("openpyxl.load_workbook", lambda *_, **__: pytest.fail("was parsed"))
    (fault,) = faults(path)
    assert "cards.xlsx: contains more than 500,000 cells and formats" in fault


def test_a_workbook_with_entities_is_not_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entity = b'<!DOCTYPE x [<!ENTITY many "<c/><c/>">]><worksheet'
    path = packed_again(book(tmp_path, ["id"], ["a1"]), b"<worksheet", entity)
    monkeypatch.setattr("openpyxl.load_workbook", lambda *_, **__: pytest.fail("was parsed"))
    assert "is not an XLSX workbook" in faults(path)[0]


def test_a_declared_size_is_not_believed(tmp_path: Path) -> None:
    path = packed_again(book(tmp_path, ["id"], ["a1"]), b'ref="A1:A2"', b'ref="A1:XFD1048576"')
    assert rows(read_table(path)) == [{"id": "a1"}]


@pytest.mark.parametrize(
    ("name", "text", "report"),
    [
        ("a.csv", "id,id\n1,2\n", "a.csv:1: the column 'id' appears twice"),
        ("a.csv", 'id,t\n1,"a\nb"\n2,x,y\n', "a.csv:4: has 3 cells, but the first line has 2"),
        ("a.csv", 'id,t\n1,"a\n', "is not CSV (unexpected end of data)"),
        ("a.csv", "id,name\n", "a.csv: has no cards"),
        ("a.csv", "", "a.csv: has no cards"),
        ("a.toml", "card = [1]\n", "a.toml:1: card: should be tables"),
        ("a.toml", '[[card]]\nid = "a"\nname = ["x"]\n', "a.toml:3: name: should be text"),
        ("a.toml", "[[card]\n", "a.toml:1: is not TOML"),
        ("a.toml", "\n" + "a." * 20_000 + "a = 1\n", "a.toml:2: a key has more than 64 parts"),
        ("a.toml", "\na = " + "[" * 9_000, "a.toml:2: has too many brackets inside each other"),
        ("a.toml", "\na = " + "9" * 6_000, "a.toml:2: a number has more than 4,000 digits"),
    ],
)
def test_faults_name_file_and_line(tmp_path: Path, name: str, text: str, report: str) -> None:
    (fault,) = faults(written(tmp_path, name, text))
    assert report in fault


@pytest.mark.parametrize(
    ("text", "report"),
    [
        ("- a\n", "a.yaml:1: should be a card"),
        ("- id: a\n  name: [x]\n", "a.yaml:2: name: should be text"),
        ("- id: a\n  id: b\n", "a.yaml:2: id: appears twice"),
        ("- id: 'a\n", "a.yaml:2: is not YAML"),
        ("- id: " + "[" * 5_000, "a.yaml: has too many brackets inside each other"),
        ("- !!python/object:os.system {}\n", "a.yaml: has no cards"),
    ],
)
def test_faults_of_yaml(tmp_path: Path, text: str, report: str) -> None:
    pytest.importorskip("yaml")
    assert report in faults(written(tmp_path, "a.yaml", text))[0]


def test_a_byte_that_is_no_utf8_is_reported_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"id,name\n1,Caf\xe9\n")
    assert faults(tmp_path / "a.csv") == [
        'a.csv:2: is not UTF-8: save it as UTF-8 (in Excel: "CSV UTF-8 (Comma delimited)")'
    ]


def test_other_formats_and_missing_files(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=" this kind of table cannot be read: "):
        read_table(written(tmp_path, "cards.ods", ""))
    with pytest.raises(UsageError, match="does not exist"):
        read_table(tmp_path / "none.csv")


def test_too_many_rows_or_bytes_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, "cards.csv", TEXTS["cards.csv"])
    monkeypatch.setattr("printkit.scaffold.tables.MOST_ROWS", 1)
    assert "2" in faults(path)[0]
    monkeypatch.setattr("printkit.scaffold.tables.MOST_BYTES", 10)
    assert "MB" in faults(path)[0]


def test_only_the_rows_that_may_be_used_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = book(tmp_path, ["id", "name"], *([f"a{n}", "Golem"] for n in range(300)))
    monkeypatch.setattr("printkit.scaffold.tables.MOST_ROWS", 7)
    shown: list[object] = []
    monkeypatch.setattr(
        "printkit.scaffold.tables._shown", lambda value: shown.append(value) or str(value or "")
    )
    assert "keep at most 7" in faults(path)[0]
    assert len([*filter(None, shown)]) == 2 + 2 * (7 + 1), (
        "a cell beyond the first row too many was read"
    )


def test_a_folder_instead_of_a_table_names_the_reason(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").mkdir()
    with pytest.raises(EnvironmentFault, match=r"cards\.csv"):
        read_table(tmp_path / "cards.csv")


def test_a_workbooks_booleans_are_words(tmp_path: Path) -> None:
    path = book(tmp_path, ["id", "rare", "common"], ["a1", True, False])
    assert rows(read_table(path)) == [{"id": "a1", "rare": "yes", "common": "no"}]
