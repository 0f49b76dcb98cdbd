"""Reports of a study: a table for people, CSV, JSON, and one HTML page with its pictures inside."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from rules.core.card_data import Catalog
from rules.messages.catalogs import command_words
from rules.sim.arena import CardEffect, Study, elo
from rules.sim.tally import CSV_COLUMNS, share


@dataclass(frozen=True, slots=True)
class StudyRow:
    """One rate of a study: `part` names its table, `name` its row, `note` explains it."""

    part: str
    name: str
    count: int
    of: int
    note: str = ""


def rows(study: Study, catalog: Catalog, lang: str) -> Iterator[StudyRow]:
    """Yield every rate of a study, table after table."""
    words = command_words("arena", lang)
    for name, won in zip(study.contenders, study.wins, strict=True):
        yield StudyRow("contender", name, won, study.games)
    yield StudyRow("draw", "", study.draws, study.games)
    for seat, won in study.by_seat.items():
        yield StudyRow("seat", seat, won, study.games, catalog.seat_names[seat][lang])
    if study.first.count:
        yield StudyRow("first", "", study.first.won, study.first.count)
    for clause, count in study.endings.items():
        known = catalog.clauses.get(clause)
        yield StudyRow("ended_by", clause, count, study.games, known.titles[lang] if known else "")
    for part, effects in (("drawn", study.drawn), ("played", study.played)):
        for card, effect in _best_first(effects):
            note = _card_name(catalog, card, lang)
            if part == "played" and card in study.dominated:
                better = _card_name(catalog, study.dominated[card], lang)
                note += words["dominated"].format(better)
            yield StudyRow(part, card, effect.won, effect.count, note)


def _best_first(effects: Mapping[str, CardEffect]) -> list[tuple[str, CardEffect]]:
    return sorted(effects.items(), key=lambda item: -item[1].won / item[1].count)


def _card_name(catalog: Catalog, card: str, lang: str) -> str:
    return catalog.cards[card].names[lang] if card in catalog.cards else card


def _figures(study: Study, words: Mapping[str, str]) -> list[str]:
    plies = study.plies
    lines = [
        words["games"].format(study.games, 100 * study.widest),
        words["length"].format(plies[0], plies[len(plies) // 2], plies[-1], study.mean_plies),
        words["branching"].format(study.branching, study.most),
    ]
    if len(study.wins) == 2:  # draws count half
        score = share(study.wins[0] + study.draws / 2, study.games)
        lines.append(words["elo"].format(study.contenders[0], *map(elo, score)))
    return lines


def _dead(study: Study, catalog: Catalog, lang: str) -> list[str]:
    return [f"{clause} {catalog.clauses[clause].titles[lang]}" for clause in study.dead]


def study_table(study: Study, catalog: Catalog, lang: str) -> str:
    """Return a study as a table for people."""
    words = command_words("arena", lang)
    lines, part = [f"  {line}" for line in _figures(study, words)], ""
    for row in rows(study, catalog, lang):
        if row.part != part:
            part = row.part
            lines.append(f"  {words[part]}")
        rate, low, high = share(row.count, row.of)
        interval = f"{rate:6.1%} ({100 * low:5.1f} … {100 * high:5.1f})"
        lines.append(f"    {interval} {row.of:>7}  {row.name} {row.note}".rstrip())
    dead = _dead(study, catalog, lang)
    if dead:
        lines += [f"  {words['dead']}", *(f"    {line}" for line in dead)]
    return "\n".join(lines) + "\n"


def study_csv(study: Study, catalog: Catalog) -> str:
    """Return a study as CSV with the columns `CSV_COLUMNS`."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for row in rows(study, catalog, "en"):
        figures = (f"{x:.6f}" for x in share(row.count, row.of))
        writer.writerow((row.part, row.name, row.count, row.of, *figures))
    for name, value in _numbers(study).items():
        writer.writerow((name, "", value, "", "", "", ""))
    for card, better in study.dominated.items():
        writer.writerow(("dominated_by", card, better, "", "", "", ""))
    for clause in study.dead:
        writer.writerow(("dead", clause, "", "", "", "", ""))
    return out.getvalue()


def _numbers(study: Study) -> dict[str, float]:
    return {
        "mean_plies": round(study.mean_plies, 3),
        "branching": round(study.branching, 3),
        "most_options": study.most,
    }


def study_data(study: Study, catalog: Catalog) -> dict[str, Any]:
    """Return a study as a JSON object."""
    rates: dict[str, list[dict[str, Any]]] = {}
    for row in rows(study, catalog, "en"):
        rate = [round(x, 6) for x in share(row.count, row.of)]
        one = {"name": row.name, "count": row.count, "of": row.of, "rate": rate}
        rates.setdefault(row.part, []).append(one)
    return {
        "games": study.games,
        **_numbers(study),
        "rates": rates,
        "dominated": dict(study.dominated),
        "dead": list(study.dead),
    }


# The page.

_STYLE: Final = """
body{font:15px/1.5 system-ui,"Noto Sans JP","Noto Sans TC",sans-serif;color:#22303a;
max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.1rem;margin:2rem 0 .4rem}
table{border-collapse:collapse;width:100%;table-layout:fixed}
td{padding:.15rem .5rem;border-top:1px solid #d8dde0}
td:nth-child(4){width:4rem;text-align:right}td:nth-child(3){width:11rem}
td:nth-child(n+3){color:#6b7780;white-space:nowrap}
td:nth-child(2){width:36%}svg{width:100%;height:1.1rem;display:block}li{margin:.1rem 0}
"""


def study_page(study: Study, catalog: Catalog, lang: str, subtitle: str) -> str:
    """Return a study as one HTML page; its bars are drawn in it, so it needs no other file."""
    words = command_words("arena", lang)
    title = escape(f"{catalog.names[lang]} – {words['title']}")
    parts = [
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>{title}</title>',
        '<meta name="viewport" content="width=device-width">',
        f"<style>{_STYLE}</style><h1>{title}</h1><p>{escape(subtitle)}</p>",
        _list(_figures(study, words)),
        f"<h2>{escape(words['lengths'])}</h2>{_histogram(study.plies)}",
    ]
    tables: dict[str, list[StudyRow]] = {}
    for row in rows(study, catalog, lang):
        tables.setdefault(row.part, []).append(row)
    mean = sum(study.wins) / study.games / len(study.contenders)
    for part, lines in tables.items():
        middle = mean if part in ("drawn", "played", "contender", "seat", "first") else None
        body = "".join(_line(line, middle) for line in lines)
        parts.append(f"<h2>{escape(words[part])}</h2><table>{body}</table>")
    if study.dead:
        heading = escape(words["dead"])
        parts.append(f"<h2>{heading}</h2>{_list(_dead(study, catalog, lang))}")
    return "\n".join(parts) + "\n"


def _list(lines: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"


def _line(row: StudyRow, middle: float | None) -> str:
    rate, low, high = share(row.count, row.of)
    clear = middle is not None and not low <= middle <= high
    colour = "#2f6f9f" if not clear else "#5b8c5a" if rate > (middle or 0) else "#c8553d"
    mark = "" if middle is None else _stroke(middle, middle, "#6b7780", 0, 20)
    bar = (
        f'<svg viewBox="0 0 1000 20" preserveAspectRatio="none">{mark}'
        f'<rect width="{1000 * rate:.1f}" height="10" y="5" fill="{colour}" opacity=".35"/>'
        f"{_stroke(low, high, colour, 10, 10)}</svg>"
    )
    name = escape(f"{row.name} {row.note}".strip())
    interval = f"{rate:.1%} ({100 * low:.1f} … {100 * high:.1f})"
    return f"<tr><td>{name}</td><td>{bar}</td><td>{interval}</td><td>{row.of}</td></tr>"


def _stroke(start: float, end: float, colour: str, top: int, bottom: int) -> str:
    return (
        f'<line x1="{1000 * start:.1f}" x2="{1000 * end:.1f}" y1="{top}" y2="{bottom}" '
        f'stroke="{colour}" stroke-width="3" vector-effect="non-scaling-stroke"/>'
    )


def _histogram(plies: tuple[int, ...], bins: int = 30) -> str:
    width = max(1, -(-(plies[-1] - plies[0] + 1) // bins))
    counts: dict[int, int] = {}
    for ply in plies:
        at = (ply - plies[0]) // width
        counts[at] = counts.get(at, 0) + 1
    most = max(counts.values())
    columns = "".join(
        f'<rect x="{at * 20}" y="{100 - 100 * n / most:.1f}" width="18" '
        f'height="{100 * n / most:.1f}" fill="#2f6f9f" opacity=".75">'
        f"<title>{plies[0] + at * width}: {n}</title></rect>"
        for at, n in sorted(counts.items())
    )
    span = 20 * (max(counts) + 1)
    return (
        f'<svg viewBox="0 0 {span} 100" preserveAspectRatio="none" style="height:6rem">'
        f"{columns}</svg>"
    )
