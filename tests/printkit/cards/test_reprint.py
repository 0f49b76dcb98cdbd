"""Reprints of lost and damaged cards: new copy numbers, and a manifest with all copies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from printkit import cli
from printkit.cards.job import CardJob
from printkit.cards.write import print_cards
from printkit.pdf.tags import MIN_DISTANCE, codewords
from rules import Manifest, TagKind, load_manifest, parse_tag
from rules.records.tag import MAX_COPY


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the manifest of two printed decks."""
    out = tmp_path_factory.mktemp("first")
    return print_cards(CardJob("yggdrasil", controls=False, out=out)).manifest


def result_of(folder: Path, manifest: Path, tags: list[str], **changed: object) -> Path:
    """Write a scan's result in which the cards with these tags are missing; return its path."""
    cards = {card.tag: card for card in load_manifest(manifest).cards}
    missing = [
        {
            "card": cards[tag].card,
            "copy": cards[tag].copy,
            "tag": tag,
            "owner": cards[tag].owner,
            "number": parse_tag(tag).deck,
            "slot": cards[tag].slot,
        }
        for tag in tags
    ]
    data = {
        "scan": 1,
        "game": "yggdrasil",
        "manifests": [str(manifest)],
        "decks": [{"missing": missing}],
        **changed,
    }
    path = folder / "result.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def run(*arguments: object) -> int:
    return cli.run([str(each) for each in arguments])


def manifest_in(folder: Path, number: int) -> Manifest:
    (path,) = folder.glob(f"*-more{number}.manifest.json")
    return load_manifest(path)


def lost_tags(manifest: Path) -> list[str]:
    """Return the tags of the first owner's root and of one ordinary card."""
    cards = load_manifest(manifest).cards
    owner = cards[0].owner
    root = next(c.tag for c in cards if c.slot == "root")
    return [root, next(c.tag for c in cards if c.owner == owner and c.copy == 2)]


def test_new_copies_are_distinguished_from_old_ones_which_stay_valid(
    first: Path, tmp_path: Path
) -> None:
    old, tags = load_manifest(first), lost_tags(first)

    assert run("cards", "--missing", result_of(tmp_path, first, tags), "--out", tmp_path) == 0

    more = manifest_in(tmp_path, 1)
    new = {card.replaces: card for card in more.cards if card.replaces}
    assert set(new) == set(tags)
    before = {card.tag: card for card in old.cards}
    assert {card.tag for card in more.cards} == {*before, *(card.tag for card in new.values())}
    for tag, card in new.items():
        lost = before[tag]
        copies = [c.copy for c in old.cards if (c.card, c.owner) == (lost.card, lost.owner)]
        assert card.copy == max(copies) + 1
        assert (card.card, card.owner, card.slot) == (lost.card, lost.owner, lost.slot)
        assert parse_tag(card.tag).deck == parse_tag(tag).deck
        assert card.printed_in == ""
        for other in {c.tag for c in more.cards} - {card.tag}:
            differ = (codewords(card.tag) ^ codewords(other)).bit_count()
            assert differ >= MIN_DISTANCE, (card.tag, other)
    assert {c.printed_in for c in more.cards if not c.replaces} == {old.pdf}
    assert more.backs == old.backs
    assert (tmp_path / more.pdf).is_file()


def test_the_same_again_is_the_same_print_and_the_next_goes_on(first: Path, tmp_path: Path) -> None:
    tags = lost_tags(first)
    run("cards", "--missing", result_of(tmp_path, first, tags[:1]), "--out", tmp_path)
    once = (tmp_path / manifest_in(tmp_path, 1).pdf).read_bytes()
    run("cards", "--missing", result_of(tmp_path, first, tags[:1]), "--out", tmp_path)
    assert (tmp_path / manifest_in(tmp_path, 1).pdf).read_bytes() == once
    assert not list(tmp_path.glob("*-more2*"))

    run("cards", "--missing", result_of(tmp_path, first, tags[1:]), "--out", tmp_path)

    more = manifest_in(tmp_path, 2)
    assert sorted(c.replaces for c in more.cards if c.replaces) == sorted(tags)
    assert len({c.tag for c in more.cards}) == len(more.cards)
    pdfs = {c.printed_in for c in more.cards}
    assert pdfs == {load_manifest(first).pdf, manifest_in(tmp_path, 1).pdf, ""}


def test_it_is_printed_as_the_deck_was(tmp_path: Path) -> None:
    job = CardJob("yggdrasil", owner="sun", lang="ja", small=True, controls=False, out=tmp_path)
    manifest = print_cards(job).manifest
    tag = load_manifest(manifest).cards[3].tag

    run("cards", "--missing", result_of(tmp_path, manifest, [tag]), "--out", tmp_path)

    more = manifest_in(tmp_path, 1)
    assert (more.lang, more.scale) == ("ja", load_manifest(manifest).scale)


def test_a_players_own_list_needs_its_file_no_more(tmp_path: Path) -> None:
    own = tmp_path / "mine.txt"
    own.write_text("2 y03\n1 y17\nroot yr1\n", encoding="utf-8")
    job = CardJob("yggdrasil", {"sun": str(own)}, owner="sun", controls=False, out=tmp_path)
    manifest = print_cards(job).manifest
    own.unlink()
    tag = load_manifest(manifest).cards[1].tag

    run("cards", "--missing", result_of(tmp_path, manifest, [tag]), "--out", tmp_path)

    assert manifest_in(tmp_path, 1).deck == "mine"


def test_a_result_that_is_none(
    first: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = result_of(tmp_path, first, [])
    assert run("cards", "--missing", whole) == 2
    assert "no card is missing" in capsys.readouterr().err
    unseen = result_of(tmp_path, first, [], decks=[], copies=[])
    assert run("cards", "--missing", unseen) == 2
    assert "saw no card" in capsys.readouterr().err
    assert run("cards", "jiguan", "--missing", whole) == 2
    assert "is a scan of yggdrasil" in capsys.readouterr().err
    gone = result_of(tmp_path, first, lost_tags(first), manifests=["../gone.manifest.json"])
    assert run("cards", "--missing", gone) == 2
    assert "was not found: restore it, or put it into" in capsys.readouterr().err
    for content in ("[]", "{", '{"scan": 9}', '{"scan": 1, "game": "yggdrasil"}'):
        (tmp_path / "bad.json").write_text(content, encoding="utf-8")
        assert run("cards", "--missing", tmp_path / "bad.json") == 2
        assert "not a result of companion scan" in capsys.readouterr().err
    edited = result_of(tmp_path, first, lost_tags(first))
    text = edited.read_text(encoding="utf-8").replace(lost_tags(first)[0], "nonsense")
    edited.write_text(text, encoding="utf-8")
    assert run("cards", "--missing", edited, "--out", tmp_path) == 2
    assert "not a result of companion scan" in capsys.readouterr().err
    assert run("cards", "--missing", tmp_path / "no.json", "--lang", "ja") == 2
    assert "読めません" in capsys.readouterr().err


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the manifest of a print with its control cards and tokens."""
    return print_cards(CardJob("yggdrasil", out=tmp_path_factory.mktemp("whole"))).manifest


def pieces_of(manifest: Manifest) -> list[tuple[str, int]]:
    """Return the pieces that a reprint printed besides cards, with their copy numbers."""
    new = [c for c in manifest.cards if c.replaces and not c.printed_in]
    return [(c.card, c.copy) for c in new if parse_tag(c.tag).kind is not TagKind.CARD]


def test_control_cards_and_tokens_are_printed_again_with_cards_or_alone(
    whole: Path, tmp_path: Path
) -> None:
    result = result_of(tmp_path, whole, lost_tags(whole)[:1])
    more = ("--piece", "why", "--piece", "tok.choice", "--piece", "CHOICE")

    assert run("cards", "--missing", result, *more, "--out", tmp_path) == 0

    made = manifest_in(tmp_path, 1)
    assert pieces_of(made) == [("ctl.why", 2), ("tok.choice", 3), ("tok.choice", 4)]
    replaced = {c.replaces for c in made.cards if c.replaces}
    assert len(replaced) == 4
    assert replaced < {c.tag for c in load_manifest(whole).cards}
    for new in (c.tag for c in made.cards if c.replaces):
        for other in {c.tag for c in made.cards} - {new}:
            assert (codewords(new) ^ codewords(other)).bit_count() >= MIN_DISTANCE

    nothing = result_of(tmp_path, whole, [])
    assert run("cards", "--missing", nothing, "--piece", "all", "--out", tmp_path) == 0
    again = manifest_in(tmp_path, 2)
    everything = [c for c in load_manifest(whole).cards if parse_tag(c.tag).kind != TagKind.CARD]
    assert len(pieces_of(again)) == len(everything)
    assert (tmp_path / again.pdf).is_file()


def test_the_same_pieces_again_are_the_same_print(whole: Path, tmp_path: Path) -> None:
    result = result_of(tmp_path, whole, [])
    for _ in range(2):
        assert run("cards", "--missing", result, "--piece", "ctl.yes", "--out", tmp_path) == 0
    assert pieces_of(manifest_in(tmp_path, 1)) == [("ctl.yes", 2)]
    assert not list(tmp_path.glob("*-more2*"))


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (("--piece", "whi"), "no further control card or token"),
        (("--piece", "why", "--piece", "why"), "no further control card or token"),
    ],
)
def test_a_piece_that_was_not_printed_is_refused(
    whole: Path,
    tmp_path: Path,
    words: tuple[str, ...],
    output: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("cards", "--missing", result_of(tmp_path, whole, []), *words) == 2
    assert output in capsys.readouterr().err


def test_pieces_alone_name_what_they_go_with(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("cards", "yggdrasil", "--piece", "why") == 2
    assert "--piece needs --missing" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("decks", "sentence"),
    [
        ([{"missing": [{"card": "y03"}]}], "not a result of companion scan"),
        ([{"missing": "y03"}], "not a result of companion scan"),
    ],
)
def test_a_result_with_damaged_rows_is_refused(
    first: Path,
    tmp_path: Path,
    decks: list[object],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("cards", "--missing", result_of(tmp_path, first, [], decks=decks)) == 2
    assert sentence in capsys.readouterr().err


def unprinted(first: Path, **changed: object) -> dict[str, object]:
    """Return the row of a missing card that was never printed, without a tag."""
    card = load_manifest(first).cards[0]
    number = parse_tag(card.tag).deck
    return {"card": card.card, "tag": "", "number": number, "slot": "", **changed}


def test_an_unknown_card_is_named_and_too_many_copies_are_refused(
    first: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typo = [{"missing": [unprinted(first, card="y033")]}]
    assert run("cards", "--missing", result_of(tmp_path, first, [], decks=typo)) == 2
    assert "y033" in capsys.readouterr().err
    many = [{"missing": [unprinted(first)] * (MAX_COPY + 1)}]
    assert run("cards", "--missing", result_of(tmp_path, first, [], decks=many)) == 2
    assert str(MAX_COPY) in capsys.readouterr().err


def test_cards_that_were_never_printed_are_printed_again_each_time(
    first: Path, tmp_path: Path
) -> None:
    rows = [{"missing": [unprinted(first)] * 2}]
    result = result_of(tmp_path, first, [], decks=rows)
    for number in (1, 2):
        assert run("cards", "--missing", result, "--out", tmp_path) == 0
        assert len([c for c in manifest_in(tmp_path, number).cards if not c.printed_in]) == 2


def test_a_damaged_or_foreign_manifest_in_the_chain_is_refused(
    first: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = result_of(tmp_path, first, lost_tags(first))
    assert run("cards", "--missing", result, "--out", tmp_path) == 0
    (more,) = tmp_path.glob("*-more1.manifest.json")
    data = json.loads(more.read_text(encoding="utf-8"))
    more.write_text(json.dumps({**data, "cards": data["cards"][1:]}), encoding="utf-8")
    assert run("cards", "--missing", result, "--out", tmp_path) == 2
    assert more.name in capsys.readouterr().err
    more.write_text("{", encoding="utf-8")
    assert run("cards", "--missing", result, "--out", tmp_path) == 2
    assert more.name in capsys.readouterr().err
