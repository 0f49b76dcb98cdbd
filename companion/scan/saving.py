"""Saves a result's files: `NAME.json` (docs/scan.md), `.csv`, `.txt` (a deck list) and `.html`.

Each file is written under a temporary name and then renamed, so that no reader sees a partial file.
"""

import csv
import io
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from companion.errors import SourceError
from companion.scan.result import RESULT_VERSION, DeckResult, ScanResult, seen_from
from companion.scan.sheet import check_sheet
from companion.scan.stock import cards_of
from companion.scan.words import Captions
from rules import Deck
from rules.catalog.deck_text import format_decklist
from rules.messages.message import localized
from rules.messages.system import reason
from rules.process.disk import write_whole

_COLUMNS = ("tag", "card", "name", "copy", "owner", "deck_number", "slot", "status", "source")
_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n")


@dataclass(frozen=True, slots=True)
class SavedFiles:
    """The files of a result. `lists` contains one deck list for each deck."""

    json: Path
    csv: Path
    sheet: Path
    lists: tuple[Path, ...]


def result_data(
    result: ScanResult, captions: Captions, manifests: Sequence[str] = (), pictures: str = ""
) -> dict[str, Any]:
    """Return a result's JSON object. `manifests` and `pictures` are paths relative to its file."""
    decks = [_deck_data(deck, captions) for deck in result.decks]
    data = {
        "scan": RESULT_VERSION,
        "game": result.game,
        "rules": result.rules,
        "settings": dict(result.settings),
        "light": result.light.value,
        "fine": result.fine,
        "manifests": list(manifests),
        "sources": list(result.sources),
        "pictures": pictures,
        "cards": _counts(result, captions),
        "violations": [
            {"deck": row["deck"], "owner": row["owner"], **one}
            for row in decks
            for one in row["violations"]
        ],
        "decks": decks,
        "copies": [{**asdict(one), "name": captions.name(one.card)} for one in result.copies],
        "findings": [
            {**asdict(one), "kind": one.kind.value, "why": captions.finding(one, result.rules)}
            for one in result.findings
        ],
    }
    return localized(data, captions.lang)


def _counts(result: ScanResult, captions: Captions) -> list[dict[str, Any]]:
    """Return each card in the decks with its count."""
    held: Counter[str] = Counter()
    for deck in result.decks:
        held.update((*cards_of(deck.deck), *deck.extras))
    return [
        {"card": card, "name": captions.name(card), "count": held[card]} for card in sorted(held)
    ]


def _deck_data(deck: DeckResult, captions: Captions) -> dict[str, Any]:
    checked = captions.checked(deck)
    verdict = checked.data() if checked else {"legal": None, "violations": [], "warnings": []}
    return {
        "owner": deck.owner,
        "player": deck.player,
        "seat": deck.seat,
        "number": deck.number,
        "deck": deck.deck.name,
        "cards": list(deck.deck.cards),
        "extras": {slot: list(cards) for slot, cards in deck.deck.extras.items()},
        "beside": list(deck.extras),
        "complete": not deck.missing,
        "legal": verdict["legal"],
        "violations": verdict["violations"],
        "warnings": verdict["warnings"],
        "missing": [{**asdict(one), "why": captions.lacks(one)} for one in deck.missing],
        "over": [
            {"card": card, "count": n, "limit": most, "why": captions.over(card, n, most)}
            for card, n, most in deck.over
        ],
    }


def save_result(
    result: ScanResult,
    path: Path,
    captions: Captions,
    manifests: Sequence[Path] = (),
    pictures: Path | None = None,
) -> SavedFiles:
    """Write the result to `path` (`.json`), and in its other formats.

    Raises `SourceError` if a file cannot be written.
    """
    data = result_data(
        result,
        captions,
        [seen_from(path, manifest) for manifest in manifests],
        seen_from(path, pictures) if pictures is not None and pictures.is_dir() else "",
    )
    lists = _lists(result, path)
    saved = SavedFiles(path, path.with_suffix(".csv"), path.with_suffix(".html"), tuple(lists))
    files = {
        saved.json: json.dumps(data, ensure_ascii=False, indent=1) + "\n",
        # The byte order mark keeps spreadsheets from assuming another encoding.
        saved.csv: "\ufeff" + _table(result, captions),
        saved.sheet: check_sheet(result, captions, pictures),
        **{file: _list_text(deck, captions) for file, deck in lists.items()},
    }
    for file, text in files.items():
        try:
            write_whole(file, text.encode())
        except OSError as error:
            raise SourceError("fault.scan.save", file=file, why=reason(error)) from error
    return saved


def _lists(result: ScanResult, path: Path) -> dict[Path, DeckResult]:
    if len(result.decks) == 1:
        return {path.with_suffix(".txt"): result.decks[0]}
    owners = Counter(deck.owner for deck in result.decks)
    lists = {}
    for deck in result.decks:
        # Prints of one colour are distinguished by the number in their tags.
        apart = (deck.owner, str(deck.number) if not deck.owner or owners[deck.owner] > 1 else "")
        lists[path.with_name("-".join(filter(None, (path.stem, *apart))) + ".txt")] = deck
    return lists


def _list_text(deck: DeckResult, captions: Captions) -> str:
    names = captions.catalog.deck_names.get(deck.deck.name)
    listed = format_decklist(_ordered(deck.deck), names)
    lines = []
    for line in listed.splitlines():
        card = line.rpartition(" ")[2]
        known = card in captions.catalog.cards and not line.startswith("name.")
        lines.append(f"{line}  # {captions.name(card)}" if known else line)
    return "\n".join(lines) + "\n"


def _ordered(deck: Deck) -> Deck:
    extras = {slot: tuple(sorted(cards)) for slot, cards in deck.extras.items()}
    return type(deck)(tuple(sorted(deck.cards)), extras, deck.name)


def _table(result: ScanResult, captions: Captions) -> str:
    """Return a CSV table with one line per counted copy, missing card and finding."""
    out = io.StringIO()
    write = csv.DictWriter(out, _COLUMNS, restval="")
    write.writeheader()

    def put(**row: str | int) -> None:
        write.writerow({key: _harmless(str(cell)) for key, cell in row.items()})

    for one in result.copies:
        row = asdict(one)
        row["deck_number"] = row.pop("number")
        put(**{**row, "name": captions.name(one.card), "status": "counted"})
    for deck in result.decks:
        for lack in deck.missing:
            row = asdict(lack)
            row["deck_number"] = row.pop("number")
            put(**{**row, "name": captions.name(lack.card), "status": "missing"})
    for found in result.findings:
        put(
            tag=found.tag or found.text,
            card=found.card,
            name="" if found.game else captions.name(found.card),
            copy=found.copy or "",
            owner=found.owner,
            status=found.kind.value,
            source=found.source,
        )
    return out.getvalue()


def _harmless(text: str) -> str:
    """Escape an untrusted text that a spreadsheet would read as a formula."""
    formula = text.startswith(_FORMULAS) and not text.removeprefix("-").isdecimal()
    return f"'{text}" if formula else text
