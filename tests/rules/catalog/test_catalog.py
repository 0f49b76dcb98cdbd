"""A game's data: the shipped data are complete, and all errors in bad data are in one report."""

from __future__ import annotations

import random
import re
import string
from pathlib import Path

import pytest

from rules import LANGUAGES, Card, DataError, Violation, load_catalog, refusal
from rules.catalog.reader import game_called, lettered_game, read_catalog, read_decklist
from rules.catalog.sentences import FACT_NAMES
from rules.errors import UnknownGame

SLUGS = sorted(p.parent.name for p in (Path(__file__).parents[3] / "card_data").glob("*/game.toml"))


def faults(folder: Path) -> list[str]:
    with pytest.raises(DataError) as caught:
        read_catalog(folder)
    return [str(fault) for fault in caught.value.faults]


def spoil(path: Path, old: str, new: str) -> int:
    """Replace the first occurrence of `old` in a file; return its line number."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return text[: text.index(old)].count("\n") + 1


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("slug", SLUGS)
def test_every_shipped_game_speaks_three_languages(slug: str) -> None:
    catalog = load_catalog(slug)
    assert catalog.slug == slug
    for clause in catalog.clauses.values():
        asked = [placeholders(clause.refusals[lang]) for lang in LANGUAGES]
        assert asked[0] == asked[1] == asked[2], clause.id
        assert asked[0] <= FACT_NAMES
        for words in clause.cases.values():
            asked = [placeholders(words[lang]) for lang in LANGUAGES]
            assert asked[0] == asked[1] == asked[2], clause.id
        if clause.ruling:
            assert all(clause.whys[lang] for lang in LANGUAGES), clause.id


NAMED = {
    "en": re.compile(r"setting “([^”:]+): ([^”]+)”"),
    "ja": re.compile(r"設定「([^」]+)」を「([^」]+)」"),
    "zh-Hant": re.compile(r"「([^」]+)」設為「([^」]+)」"),
}
"""The text forms of a setting and its value in a clause: `setting “Passing: yes”`."""


@pytest.mark.parametrize("slug", SLUGS)
def test_a_clause_names_settings_and_values_as_the_settings_do(slug: str) -> None:
    catalog = load_catalog(slug)
    for clause in catalog.clauses.values():
        report = {lang: NAMED[lang].findall(clause.texts[lang]) for lang in LANGUAGES}
        assert len({len(found) for found in report.values()}) == 1, (clause.id, report)
        for each in zip(*report.values(), strict=True):
            (spec,) = (s for s in catalog.settings.values() if s.labels["en"] == each[0][0])
            assert spec.name in clause.settings, clause.id
            labels = {v: spec.value_labels.get(v, dict.fromkeys(LANGUAGES, v)) for v in spec.values}
            (called,) = (words for words in labels.values() if words["en"] == each[0][1])
            for lang, (label, word) in zip(LANGUAGES, each, strict=True):
                assert label == spec.labels[lang], clause.id
                assert word == called[lang], clause.id


@pytest.mark.parametrize("slug", SLUGS)
def test_settings_and_their_clauses_name_each_other(slug: str) -> None:
    catalog = load_catalog(slug)
    for name, spec in catalog.settings.items():
        report = f"card_data/{slug}/clauses.toml: add {name!r} to the settings of {spec.clause}"
        assert name in catalog.clauses[spec.clause].settings, report


@pytest.mark.parametrize("slug", SLUGS)
def test_players_read_words_where_programs_read_values(slug: str) -> None:
    """Regression: a rulebook contained `none表示沒有上限`.

    Values have labels, and help texts use them.
    """
    for spec in load_catalog(slug).settings.values():
        words = {v for v in (*spec.values, spec.default) if not re.fullmatch(r"[\d/x]+", v)}
        assert words == set(spec.value_labels), spec.name
        for lang in ("ja", "zh-Hant"):
            labels = [spec.value_labels[value][lang] for value in words]
            assert len(set(labels)) == len(labels), spec.name
            assert not any(re.search(rf"(?<![A-Za-z]){v}", spec.helps[lang]) for v in words)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_refusal_can_be_spoken(slug: str) -> None:
    catalog = load_catalog(slug)
    facts = {
        "card": next(iter(catalog.cards)),
        "direction": "up",
        "seat": catalog.seats[0],
        "cell": "b2",
        "target": "c3",
        "neighbour": "c2",
        "count": "3",
        "limit": "2",
    }
    for clause in catalog.clauses.values():
        if clause.forbids:
            for lang in LANGUAGES:
                output = refusal(catalog, Violation(clause.id, tuple(facts.items()))).render(lang)
                assert "{" not in output
                assert output.strip()


def test_a_sentence_without_its_facts_falls_back_to_the_title() -> None:
    catalog = load_catalog("yggdrasil")
    needy = next(c for c in catalog.clauses.values() if "{" in c.refusals["en"])
    assert refusal(catalog, Violation(needy.id)).render("en") == needy.titles["en"]
    assert refusal(catalog, Violation("YGG-99.9")).render("en") == "YGG-99.9"


def test_a_case_of_a_clause_has_a_sentence_of_its_own() -> None:
    catalog = load_catalog("yggdrasil")
    clause = catalog.clauses["YGG-5.4"]
    fits = Violation("YGG-5.4", (("card", "y12"), ("cell", "c1")), case="pass")
    assert "Drooping Bough" in refusal(catalog, fits).render("en")
    for less in (Violation("YGG-5.4", case="pass"), Violation("YGG-5.4", case="nonsense")):
        assert refusal(catalog, less).render("en") == clause.refusals["en"]


def test_a_card_that_nobody_has_seen_is_not_named() -> None:
    catalog = load_catalog("dicebattle")
    alone = Violation("DBM-6.1", (("card", "?"),))
    report = "A human has to be alone in the main zone; please take the other cards back."
    assert refusal(catalog, alone).render("en") == report


def test_a_fact_that_one_language_leaves_out_is_a_fault(folder: Path) -> None:
    """Check that a Japanese text that lacks the English text's `{card}` is an error."""
    path = folder / "clauses.toml"
    text = path.read_text("utf-8")
    changed = re.sub(r"(?m)^(refusal\.ja = .*)\{card\}", r"\1札", text)
    assert changed != text
    path.write_text(changed, "utf-8")
    with pytest.raises(DataError, match=r"clauses\.toml:\d+: .*refusal\.ja: lacks card in braces"):
        read_catalog(folder)


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        (
            "game.toml",
            "prefix =",
            "prefx =",
            r'game\.toml:3: prefx: is unknown: did you mean "pref',
        ),
        (
            "clauses.toml",
            'kind = "forbids"',
            'kind = "forbid"',
            r'kind: is neither .*did you mean "forbids"',
        ),
    ],
)
def test_a_slip_in_a_word_is_reported_with_the_right_one(
    folder: Path, file: str, old: str, new: str, says: str
) -> None:
    path = folder / file
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    with pytest.raises(DataError, match=says):
        read_catalog(folder)


def test_facts_are_spoken_as_words() -> None:
    catalog = load_catalog("yggdrasil")
    facts = (("card", "y17"), ("cell", "a1"), ("direction", "left"))
    off_field = Violation("YGG-6.3", facts)
    assert "left" in refusal(catalog, off_field).render("en")
    assert "左" in refusal(catalog, off_field).render("ja")


def test_an_unknown_game_gets_a_near_match() -> None:
    with pytest.raises(UnknownGame, match='did you mean "yggdrasil"'):
        load_catalog("ygdrasil")


def test_the_digest_changes_with_the_data(folder: Path) -> None:
    before = read_catalog(folder).digest
    spoil(folder / "cards.csv", "Rising Vine", "Falling Vine")
    assert read_catalog(folder).digest != before


def test_all_faults_of_all_files_come_at_once(folder: Path) -> None:
    row = spoil(folder / "cards.csv", "Rising Vine", "")
    line = spoil(folder / "clauses.toml", "\nrefusal.ja =", "\nrefusla.ja =")
    spoil(folder / "decks" / "hunt.txt", "2 y", "2 z")
    spoil(folder / "settings.toml", 'clause = "YGG-', 'clause = "YGQ-')
    found = faults(folder)
    assert f"card_data/yggdrasil/cards.csv:{row}: name_en: is empty: write the card's name" in found
    assert any(f"clauses.toml:{line}" in f and "refusal.ja: is missing" in f for f in found)
    assert any("decks/hunt.txt:" in f and "is not a card of this game" in f for f in found)
    assert any("settings.toml:" in f and "is not a clause" in f for f in found)


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("cards.csv", "id,kind", "identity,kind", "id: is missing from the first line"),
        ("cards.csv", "\ny02,", "\ny01,", "'y01' appears twice"),
        ("cards.csv", "\ny02,", "\ny 02,", "is not an id"),
        ("cards.csv", "\ny02,branch,", "\ny02,", "fields, but the first line"),
        ("game.toml", 'slug = "yggdrasil"', "", "slug: is missing"),
        ("game.toml", 'ja = "ザ・ユグドラシル"', 'ja = ""', "name.ja: is missing or empty"),
        ("game.toml", "[name]", "[name", "is not TOML"),
        ("settings.toml", "min = 10", 'min = "few"', "min: is not a number: write 0, 1, 2"),
        ("clauses.toml", 'kind = "describes"', 'kind = "hopes"', "neither forbids nor describes"),
        ("clauses.toml", "{direction} would", "{colour} would", "uses 'colour'"),
        ("clauses.toml", "{direction} would", "{ would", "uses '{'"),
        (
            "terms.toml",
            "{card} on {cell} falls",
            "{what} falls",
            "say.destroyed.en: uses 'what'",
        ),
        ("clauses.toml", "section = 1\n", "section = 99\n", "section: game.toml has no section 99"),
        ("clauses.toml", "section = 1\n", "", "section: is missing: use a section of game.toml"),
        ("decks/orchard.txt", "name.en:", "# name.en:", "name.en: is missing"),
    ],
)
def test_a_fault_says_where_and_what(
    folder: Path, file: str, old: str, new: str, says: str
) -> None:
    spoil(folder / file, old, new)
    assert any(says in fault for fault in faults(folder)), faults(folder)


def test_a_small_game_may_do_without_sections(folder: Path) -> None:
    game = folder / "game.toml"
    text = re.sub(r"\[section\.\d+\]\n(?:.+\n)+", "", game.read_text("utf-8"))
    game.write_text(text, "utf-8")
    catalog = read_catalog(folder)
    assert not catalog.sections
    assert catalog.clauses["YGG-1.1"].section


def test_a_game_may_name_its_author(folder: Path) -> None:
    assert not read_catalog(folder).author
    spoil(folder / "game.toml", 'letter = "Y"', 'letter = "Y"\nauthor = "Hana Mori"')
    assert read_catalog(folder).author == "Hana Mori"
    spoil(folder / "game.toml", '"Hana Mori"', "7")
    assert any("author: " in fault for fault in faults(folder))


def test_an_effect_text_in_one_language_only_is_a_fault(folder: Path) -> None:
    catalog = read_catalog(folder)
    text = next(c.texts["ja"] for c in catalog.cards.values() if c.texts["ja"])
    spoil(folder / "cards.csv", text, "")
    assert any("text_ja: is empty: write it, or leave" in fault for fault in faults(folder))


@pytest.mark.parametrize(
    ("codec", "says"),
    [
        ("cp932", "Shift_JIS (Japanese)"),
        ("utf-16", "it is UTF-16"),
        ("utf-16-le", "it is UTF-16"),
    ],
)
def test_a_wrong_encoding_is_named(folder: Path, codec: str, says: str) -> None:
    path = folder / "decks" / "hunt.txt"
    text = "name.en: Hunt\nname.ja: 狩り\nname.zh-Hant: x\n2 y01\n"
    path.write_bytes(text.encode(codec))
    assert any(says in fault for fault in faults(folder)), faults(folder)


LINES = {
    "cp932": [
        *["# 私のデッキ", "# 攻撃用", "# 世界樹", "# 龍", "# 強い、速い。", "# 夜蝙蝠"],
        *["# ﾃﾞｯｷ", "2 ｱﾗｼﾉｼﾞｭｶﾝ", "2 ｶｰﾄﾞ", "# ｼｬｯﾌﾙ"],
    ],
    "cp950": [
        *["# 我的牌組", "# 進攻牌組", "# 這是我的牌組，希望能贏得比賽", "# 龍"],
        *["# 勝利", "2 陷阱", "# 墓地", "2 戰旗"],
    ],
}


def test_old_encodings_are_distinguished(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    codecs = (("ja", "cp932", "Shift_JIS"), ("zh-Hant", "cp950", "Big5"))
    for lang, codec, shown in codecs:
        texts = list(LINES[codec])
        for slug in SLUGS:
            game = load_catalog(slug)
            texts += [f"name.{lang}: {names[lang]}" for names in game.deck_names.values()]
            texts += [card.texts[lang] for card in game.cards.values() if card.texts[lang]]
            texts.append("\n".join(card.names[lang] for card in game.cards.values()))
        for text in texts:
            try:
                path.write_bytes(text.encode(codec))
            except UnicodeEncodeError:
                continue  # the old encoding has no such character
            with pytest.raises(DataError, match=f"deck.txt:\\d+: is not UTF-8; .* {shown} "):
                read_decklist(path, {})


@pytest.mark.parametrize("zeros", [b"\0\0\0\0", b"\x7fELF\0\0\0\0\1\0\0\0\0\0"])
def test_what_is_no_text_is_reported_as_such(tmp_path: Path, zeros: bytes) -> None:
    path = tmp_path / "deck.txt"
    path.write_bytes(b"2 y03\n" + zeros)
    with pytest.raises(DataError, match=r"deck\.txt:2: contains a zero byte"):
        read_decklist(path, {})


@pytest.mark.parametrize("text", ["# Pokémon", "# Café", "# naïve player’s deck", "# Björn"])
def test_western_text_is_not_taken_for_eastern(tmp_path: Path, text: str) -> None:
    path = tmp_path / "deck.txt"
    path.write_bytes(text.encode("cp1252"))
    with pytest.raises(DataError, match=r"deck\.txt:1: is not UTF-8: save it as UTF-8"):
        read_decklist(path, {})


@pytest.mark.parametrize("file", ["cards.csv", "clauses.toml", "settings.toml"])
def test_a_missing_file_is_one_fault_not_a_cascade(folder: Path, file: str) -> None:
    (folder / file).unlink()
    (fault,) = faults(folder)
    assert f"{file}: cannot be read" in fault


def test_an_empty_card_file_is_named(folder: Path) -> None:
    header = (folder / "cards.csv").read_text("utf-8").splitlines()[0]
    (folder / "cards.csv").write_text(header + "\n", "utf-8")
    (fault,) = faults(folder)
    assert "cards.csv:1: has no cards" in fault


@pytest.mark.parametrize("seed", range(60))
def test_whatever_is_written_into_the_data_is_reported_as_faults(folder: Path, seed: int) -> None:
    """Check that reading randomly changed data files raises no other error than `DataError`."""
    rng = random.Random(f"data/{seed}")
    for path in rng.sample([p for p in sorted(folder.rglob("*")) if p.is_file()], 2):
        lines = path.read_text("utf-8").splitlines()
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(lines))
            key, equals, _ = lines[at].partition(" = ")
            junk = rng.choice(
                ["3", "true", '""', '"x"', "[1]", "{a = 1}", "{x", '["a"]', "1.5", "nan"]
            )
            lines[at] = f"{key} = {junk}" if equals else rng.choice(["", junk, f"a = {junk}", "[x"])
        path.write_text("\n".join(lines), "utf-8")
    try:
        read_catalog(folder)
    except DataError as error:
        assert all(str(fault) for fault in error.faults)  # noqa: PT017 - both outcomes are valid


def spoilt(folder: Path) -> dict[str, list[str]]:
    """Return a folder's errors in every language."""
    with pytest.raises(DataError) as caught:
        read_catalog(folder)
    return {lang: caught.value.message.render(lang).splitlines() for lang in LANGUAGES}


def test_faults_of_cards_and_tables_are_reported_in_three_languages(folder: Path) -> None:
    cards = (folder / "cards.csv").read_text("utf-8").splitlines()
    head, rows = cards[0], [line.split(",") for line in cards[1:6]]
    rows[0][0], rows[1][0] = "森", rows[2][0]
    rows[3].append("more")
    rows[4].pop()
    lines = [head, *(",".join(row) for row in rows), *cards[6:]]
    (folder / "cards.csv").write_text("\n".join(lines) + "\n", "utf-8")
    spoil(folder / "settings.toml", "values = ", "values = 3 #")
    spoil(folder / "terms.toml", "[term", "[term.none]\n[term")
    spoil(folder / "clauses.toml", "title.ja = ", "titel.ja = ")
    report = spoilt(folder)
    assert len(report["en"]) == len(report["ja"]) == len(report["zh-Hant"]) > 6
    for lang, kana in (("ja", "[ぁ-んァ-ヶ]"), ("zh-Hant", "[一-龥]")):
        for fault, english in zip(report[lang], report["en"], strict=True):
            output = fault.split("：")[1:]
            assert re.search(kana, "".join(output)), fault
            assert not re.search(r"\b(is|write|the|no|has)\b", fault), fault
            assert fault.split("：")[0] == english.split(": ")[0]


def test_a_card_whose_own_line_is_broken_is_not_missed_in_a_deck(folder: Path) -> None:
    line = next(
        line for line in (folder / "cards.csv").read_text("utf-8").splitlines() if "y03" in line
    )
    spoil(folder / "cards.csv", line, line + ",torn")
    assert [fault for fault in faults(folder) if "decks/" in fault] == []
    assert any("y03: has " in fault for fault in faults(folder))


@pytest.mark.parametrize(("sign", "called"), [("\t", "タブ"), (";", "セミコロン")])
def test_a_table_parted_by_other_signs_is_one_fault(folder: Path, sign: str, called: str) -> None:
    text = (folder / "cards.csv").read_text("utf-8")
    (folder / "cards.csv").write_text(text.replace(",", sign), "utf-8")
    report = spoilt(folder)
    assert len(report["en"]) == len(report["ja"]) == 1
    assert "cards.csv:1: its columns are separated by" in report["en"][0]
    assert f"コンマではなく{called}で区切られています" in report["ja"][0]


def test_a_table_out_of_excel_gets_the_format_to_save_as(folder: Path) -> None:
    text = (folder / "cards.csv").read_text("utf-8")
    (folder / "cards.csv").write_bytes(text.encode("cp932", "replace"))
    report = spoilt(folder)
    assert "シフトJISのようです" in report["ja"][0]
    assert "「CSV UTF-8（コンマ区切り）」" in report["ja"][0]
    assert "「CSV UTF-8（逗號分隔）」" in report["zh-Hant"][0]


def test_what_is_read_aloud_has_no_picture_in_it() -> None:
    card = Card("c1", 1, {}, {}, {"en": "Light it {icon:lantern}. Go on.{icon:map}"}, {}, "", 1)
    assert card.spoken == {"en": "Light it. Go on."}


@pytest.mark.parametrize(
    ("called", "slug"),
    [
        ("機官算盡", "jiguan"),
        ("機官算尽", "jiguan"),
        ("the yggdrasil", "yggdrasil"),
        ("jiguan", "jiguan"),
        ("none", "none"),
    ],
)
def test_a_game_may_be_called_by_its_name(called: str, slug: str) -> None:
    assert game_called(called) == slug


def test_a_game_is_known_by_the_letter_in_its_tags() -> None:
    assert lettered_game("J") is load_catalog("jiguan")
    assert lettered_game("Q") is None
