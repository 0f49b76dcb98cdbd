"""A deck's check sheet: one self-contained HTML file that prints on A4 or Letter.

A judge files it with the players' names. Each card is listed once, sorted by part and id, with a
box per copy. The box is ticked if the copy was seen. If it is missing, the box is empty and can be
ticked by hand.
"""

import base64
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from companion.scan.result import DeckResult, FindingKind, ScanResult
from companion.scan.stock import EXTRA_SLOT
from companion.scan.words import Captions
from rules import Message
from rules.messages.message import Fact, render

_MOST_PICTURES = 400
_STYLE = Path(__file__).with_name("sheet.css")


def check_sheet(result: ScanResult, captions: Captions, pictures: Path | None = None) -> str:
    """Return a result's check sheet as HTML. `pictures` is the folder with the cards' pictures."""
    title = _html(Message("scan.sheet.title", game=captions.catalog.names), captions)
    players = "".join(f" <b>{escape(name)}</b>" for name in sorted(_players(result)))
    known = {"player": players}
    body = [
        f'<div class="light {result.light}">{_html(captions.verdict(result), captions)}</div>',
        f"<h1>{title}</h1>",
        '<div class="lines">',
        *(
            f"<div>{_html(Message(f'scan.sheet.{who}'), captions)}{known.get(who, '')}</div>"
            for who in ("player", "judge", "date")
        ),
        "</div>",
        *_problems(result, captions),
        *(line for deck in result.decks for line in _deck(deck, result, captions)),
        *_seen(result, captions, pictures),
    ]
    return (
        f'<!doctype html>\n<html lang="{captions.lang}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n" + "\n".join(body) + "\n</html>\n"
    )


def _html(fact: Fact, captions: Captions) -> str:
    return escape(render(fact, captions.lang))


def _players(result: ScanResult) -> set[str]:
    """Return the players named in the lists."""
    return {deck.player for deck in result.decks if deck.player}


def _problems(result: ScanResult, captions: Captions) -> Iterator[str]:
    lines = [f"<b>{clause}</b> {escape(why)}" for clause, why in _broken(result, captions)]
    lines += [_html(line, captions) for line in captions.findings(result)]
    lines += [_html(captions.over(*over), captions) for deck in result.decks for over in deck.over]
    if not lines:
        if result.fine:
            yield f"<p>{_html(Message('scan.result.fine'), captions)}</p>"
        return
    yield f"<h2>{_html(Message('scan.sheet.problems'), captions)}</h2>"
    yield "<ul>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>"


def _broken(result: ScanResult, captions: Captions) -> Iterator[tuple[str, str]]:
    """Yield the clause and the sentence for every violation."""
    for deck in result.decks:
        checked = captions.checked(deck)
        for row in checked.data()["violations"] if checked else ():
            yield row["clause"], row["why"]


def _deck(deck: DeckResult, result: ScanResult, captions: Captions) -> Iterator[str]:
    title, count = _html(captions.title(deck), captions), _html(captions.count(deck), captions)
    yield f"<h2>{title} <span>{count}</span></h2>"
    heads = ("count", "id", "card", "part", "copies")
    cells = "".join(
        f"<th{' class=n' if each == 'count' else ''}>"
        f"{_html(Message(f'scan.sheet.{each}'), captions)}</th>"
        for each in heads
    )
    yield f"<table><thead><tr>{cells}</tr></thead><tbody>"
    seen: dict[tuple[str, str], list[str]] = {}
    for one in result.copies:
        if one.number == deck.number:
            seen.setdefault((one.slot, one.card), []).append(str(one.copy))
    if deck.number < 0:  # a typed list has no copy numbers
        for slot, card in _listed(deck):
            seen.setdefault((slot, card), []).append("")
    lack: dict[tuple[str, str], list[str]] = {}
    for missing in deck.missing:
        lack.setdefault((missing.slot, missing.card), []).append(str(missing.copy or ""))
    order = {"": 1, EXTRA_SLOT: 2}
    rows = sorted({*seen, *lack}, key=lambda key: (order.get(key[0], 0), *key))
    for slot, card in rows:
        there, gone = seen.get((slot, card), []), lack.get((slot, card), [])
        yield _row(captions, slot, card, there, gone)
    yield "</tbody></table>"


def _listed(deck: DeckResult) -> Iterator[tuple[str, str]]:
    yield from (("", card) for card in deck.deck.cards)
    for slot, cards in deck.deck.extras.items():
        yield from ((slot, card) for card in cards)


def _row(captions: Captions, slot: str, card: str, there: list[str], gone: list[str]) -> str:
    boxes = "".join('<span class="box">✓</span>' for _ in there)
    boxes += "".join('<span class="box open">&nbsp;</span>' for _ in gone)
    part = _html(Message(f"scan.sheet.{slot or 'main'}"), captions)
    return (
        f"<tr{' class=lack' if gone else ''}><td class=n>{len(there)}</td>"
        f"<td class=id>{escape(card)}</td><td>{escape(captions.name(card))}</td>"
        f"<td class=part>{part}</td><td class=boxes>{boxes}</td></tr>"
    )


def _seen(result: ScanResult, captions: Captions, pictures: Path | None) -> Iterable[str]:
    """Return the HTML of the cards' pictures, doubtful cards first."""
    if pictures is None or not pictures.is_dir():
        return []
    odd = {
        f.tag for f in result.findings if f.kind in (FindingKind.DUPLICATE, FindingKind.OTHER_DECK)
    }
    ordered = sorted(result.copies, key=lambda one: (one.tag not in odd, one.card, one.copy))
    figures = []
    for one in ordered[:_MOST_PICTURES]:
        try:
            data = base64.b64encode((pictures / f"{one.tag}.jpg").read_bytes()).decode("ascii")
        except OSError:
            continue
        label = f"{escape(one.card)} · {one.copy}"
        figures.append(
            f'<figure><img alt="{_html(captions.card(one.card), captions)}" '
            f'src="data:image/jpeg;base64,{data}">{label}</figure>'
        )
    if not figures:
        return []
    head = _html(Message("scan.sheet.seen"), captions)
    return [f"<h2>{head}</h2>", '<div class="seen">', *figures, "</div>"]
