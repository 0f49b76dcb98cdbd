"""Texts that agree with numbers, and the sentences that need it."""

import re
from pathlib import Path

from rules.messages.languages import fill, plural_form

ROOT = Path(__file__).resolve().parents[3]
BARE = re.compile(
    r"\{(count|number|limit|pages|cards|frames|tags|files|plies|records|sheets|expected|places"
    r"|clauses|tokens|players|lines|rows|found)\} (?!is\b)[a-z]+s\b"
)
"""A number directly before a plural noun, which is wrong for 1."""
NEVER_ONE = {'en = "{count} cards missing: {cards}"'}
"""Sentences that are never said of one."""
ROUND = re.compile(
    r"(round|turn|page|event|deck) \{number\} (begins|starts|is|has|needs|cites|does)"
)


def texts(folder: Path) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for path in sorted(folder.rglob("*.toml")):
        if path.name.endswith((".ja.toml", ".zh-Hant.toml")):
            continue
        english = path.name.endswith(".en.toml")
        found += [
            (f"{path.relative_to(ROOT)}", line)
            for line in path.read_text("utf-8").splitlines()
            if line not in NEVER_ONE and (english or re.match(r"\s*(\w+\.)?en\s*=", line))
        ]
    return found


def test_a_number_chooses_the_form_of_its_language() -> None:
    assert [plural_form("# cell|# cells", n) for n in (0, 1, 2, "1", "-1", 21)] == [
        "0 cells", "1 cell", "2 cells", "1 cell", "-1 cell", "21 cells",
    ]  # fmt: skip
    assert fill("{a:one|#} of {b:# card|# cards}", {"a": 3, "b": 1}) == "3 of 1 card"
    assert fill("{count}枚", {"count": 1}) == "1枚"


def test_no_english_sentence_has_one_cards() -> None:
    wrong = [
        f"{path}: {line}"
        for name in ("companion/texts", "card_data", "templates/sheets")
        for path, line in texts(ROOT / name)
        if BARE.search(ROUND.sub("", line))
    ]
    assert wrong == []


def test_every_form_has_two_alternatives_in_english() -> None:
    forms = [
        form
        for name in ("companion/texts", "card_data", "templates/sheets")
        for _, line in texts(ROOT / name)
        for form in re.findall(r"\{\w+:([^}]*\|[^}]*)\}", line)
    ]
    assert len(forms) > 40
    assert [form for form in forms if form.count("|") != 1 or form.startswith("|")] == []
