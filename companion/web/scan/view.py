"""A scan's view for its page: one JSON object of plain values in the viewer's language."""

import shlex
from typing import Any, Final

from companion.scan.result import DeckResult, FindingKind, ScanLight, ScanResult
from companion.scan.session import ScanStatus
from companion.scan.stock import PrintedStock
from companion.scan.tally import ScanEventKind
from companion.scan.words import Captions
from companion.web.scan.mailbox import NumberedEvent, ScanSnapshot
from rules import Message
from rules.messages.message import Text, localized

FILES: Final = ("json", "csv", "txt", "html")
"""Forms in which a result can be downloaded."""

_STATES: Final = {ScanLight.GREEN: "legal", ScanLight.YELLOW: "unsure", ScanLight.RED: "illegal"}
_GRAVE: Final = frozenset((ScanEventKind.TWICE, ScanEventKind.STRANGER))


def scan_view(
    number: int, shown: ScanSnapshot, stock: PrintedStock, captions: Captions, *, phone: bool
) -> dict[str, Any]:
    """Return the view of a scan; `phone`: True if a phone can send photos."""
    status, result = shown.status, shown.result
    view = {
        "scan": 1,
        "n": number,
        "lang": captions.lang,
        "game": captions.catalog.names[captions.lang],
        "state": "counting" if result is None else "result",
        "light": _light(shown, captions),
        "counted": status.counted,
        "expected": status.expected,
        "progress": captions.progress(status),
        "last": [_event_data(each, status, captions) for each in shown.last],
        "cards": [_card(tag, shown, stock, captions) for tag in reversed(shown.counted)],
        "missing": [captions.card(one.card) for one in status.missing],
        "watching": shown.watching,
        "phone": phone,
        "result": None if result is None else _result(result, captions),
        "print": _print(shown),
        "files": list(FILES) if shown.saved is not None else [],
    }
    return localized(view, captions.lang)


def answer_view(
    events: list[NumberedEvent], status: ScanStatus, captions: Captions
) -> dict[str, Any]:
    """Return the answer to the sender of a photo."""
    tags = {each.event.facts["tag"] for each in events if each.event.kind is ScanEventKind.COUNTED}
    strays = [one for one in status.strays if one.tag in tags]
    grave = [each for each in events if each.event.kind in _GRAVE]
    picture = [each for each in events if each.event.kind is ScanEventKind.PICTURE]
    new = any(each.event.facts["new"] or each.event.facts["again"] for each in picture)
    answer = {
        "state": "illegal" if grave or strays else "legal" if new else "unsure",
        "texts": [
            *(captions.event(each.event, status) for each in (*picture, *grave)),
            *captions.found(strays),
        ],
        "progress": captions.progress(status),
    }
    return localized(answer, captions.lang)


def _light(shown: ScanSnapshot, captions: Captions) -> dict[str, Text]:
    """Return the status light with a word and details; an incomplete count is not a fault."""
    status, result = shown.status, shown.result
    if result is not None:
        ending = Message(f"scan.result.{result.ending}")
        return _lit(_STATES[result.light], captions.verdict(result), ending)
    if shown.trouble:
        detail: Text = Message(f"scan.trouble.{shown.trouble}")
        return _lit("trouble", Message("scan.status.trouble"), detail)
    if status.light is ScanLight.RED:
        last = [each for each in shown.last if each.event.kind in _GRAVE]
        odd = [] if last else captions.found(status.odd)
        detail = odd[0] if odd else Message("scan.status.over")
        detail = captions.event(last[-1].event, status) if last else detail
        return _lit("illegal", Message("scan.status.wrong"), detail)
    if status.light is ScanLight.GREEN:
        detail = Message("scan.said.complete", expected=status.expected)
        return _lit("legal", Message("scan.status.all_there"), detail)
    hint = Message("scan.status.counting_hint" if shown.watching else "scan.status.photos_hint")
    return _lit("watch", Message("scan.status.counting"), hint)


def _lit(state: str, word: Message, detail: Text) -> dict[str, Text]:
    return {"state": state, "word": word, "detail": detail}


def _event_data(numbered: NumberedEvent, status: ScanStatus, captions: Captions) -> dict[str, Any]:
    event = numbered.event
    return {
        "n": numbered.number,
        "kind": event.kind.value,
        "tag": str(event.facts.get("tag", "")),
        "text": captions.event(event, status),
    }


def _card(tag: str, shown: ScanSnapshot, stock: PrintedStock, captions: Captions) -> dict[str, Any]:
    """Return the view of one counted card."""
    copy = stock.copies[tag]
    odd = _odd(shown)
    return {
        "tag": tag,
        "card": copy.card,
        "name": captions.name(copy.card),
        "copy": copy.copy,
        "owner": copy.owner,
        "places": shown.twice.get(tag, 0),
        "odd": odd.get(tag, ""),
    }


def _odd(shown: ScanSnapshot) -> dict[str, str]:
    """Map tags with findings to the kind of finding."""
    if shown.result is None:
        strays = {one.tag: one.kind.value for one in shown.status.strays}
        return strays | dict.fromkeys(shown.twice, FindingKind.DUPLICATE.value)
    kinds = (FindingKind.DUPLICATE, FindingKind.OTHER_DECK, FindingKind.REPLACED)
    return {one.tag: one.kind.value for one in shown.result.findings if one.kind in kinds}


def _result(result: ScanResult, captions: Captions) -> dict[str, Any]:
    return {
        "decks": [_deck(deck, captions) for deck in result.decks],
        "findings": captions.findings(result),
        "state": _STATES[result.found],
    }


def _print(shown: ScanSnapshot) -> Text:
    """Return the command that prints missing cards; "" if there are none or no result was saved."""
    lacking = shown.result is not None and any(deck.missing for deck in shown.result.decks)
    if not lacking or shown.saved is None or not shown.kept:
        return ""
    command = f"printkit cards --missing {shlex.quote(str(shown.saved.json))}"
    return Message("scan.result.print_missing", command=command)


def _deck(deck: DeckResult, captions: Captions) -> dict[str, Any]:
    checked = captions.checked(deck)
    data = checked.data() if checked else {"legal": None, "violations": [], "warnings": []}
    return {
        "head": captions.head(deck),
        "fine": deck.fine,
        "state": _STATES[deck.light],
        "legal": data["legal"],
        "violations": [_clause(row) for row in data["violations"]],
        "warnings": [_clause(row) for row in data["warnings"]],
        "missing": [captions.lacks(one) for one in deck.missing],
        "over": [captions.over(*over) for over in deck.over],
    }


def _clause(row: dict[str, Any]) -> dict[str, str]:
    return {"clause": str(row["clause"]), "text": str(row["why"])}
