"""Plot of a run of playouts for designers: `.svg`, `.png` or `.pdf`.

    who won          a bar per seat and one for draws, each with its interval
    how long         a histogram of plies with the median
    how it ended     the clauses that ended games, most frequent first
    cards            each card's share of wins in games in which a seat played it, with its
                     interval; the size of the dot shows how often it was played. The line is
                     the average of all seats; a card whose whole interval is to the right
                     of the line wins more often

Only this module loads matplotlib, and only to draw a picture. The same tally gives the same bytes:
there are no dates, ids have a fixed salt, and the layout is rounded. Glyphs are outlines or
embedded from the fonts in `templates`.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from rules.core.card_data import Catalog
from rules.core.values import Seat
from rules.data_home import data_home
from rules.messages.catalogs import command_words
from rules.sim.tally import Tally, share

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True)
class Labels:
    """Words for the picture in one language: headings, and seats, clauses and cards by id."""

    lang: str
    title: str
    subtitle: str
    seats: Mapping[str, str]
    clauses: Mapping[str, str]
    cards: Mapping[str, str]


def labels(
    catalog: Catalog,
    lang: str,
    tally: Tally,
    seed: str,
    players: Mapping[Seat, str],
    decks: Mapping[Seat, str],
) -> Labels:
    """Return the words for a run's picture; `players` and `decks` are indexed by seat."""
    words = command_words("picture", lang)
    seats = {seat: _seat(catalog, lang, seat) for seat in players}
    sides = []
    for seat, player in players.items():
        side = f"{seats[seat]} – {player_words(player, words)}"
        if seat in decks:
            named = catalog.deck_names.get(decks[seat], {})
            side += f" – {named.get(lang, decks[seat])}"
        sides.append(side)
    return Labels(
        lang,
        catalog.names[lang],
        words["run"].format(tally.games, seed, " · ".join(sides)),
        seats,
        {clause.id: clause.titles[lang] for clause in catalog.clauses.values()},
        {card.id: card.names[lang] for card in catalog.cards.values()},
    )


def player_words(player: str, words: Mapping[str, str]) -> str:
    """Return a player's name in words, such as "level 3"."""
    kind = player.rstrip("0123456789").rstrip(":")
    return words[kind].format(player.removeprefix(kind).removeprefix(":"))


def _seat(catalog: Catalog, lang: str, seat: Seat) -> str:
    name = catalog.seat_names[seat][lang]
    return name if seat.casefold() in name.casefold() else f"{name} ({seat})"


SUFFIXES: Final = (".svg", ".png", ".pdf")
_FONTS: Final = Path(data_home(), "templates", "fonts")
_FACES: Final = {
    "en": ("NotoSansJP", "NotoSansTC"),
    "ja": ("NotoSansJP", "NotoSansTC"),
    "zh-Hant": ("NotoSansTC", "NotoSansJP"),
}
_INK, _SOFT, _RULE = "#22303a", "#6b7780", "#d8dde0"
_SEATS: Final = ("#2f6f9f", "#c8553d", "#5b8c5a", "#b08d2f")
_DRAWN: Final = "#9aa4ab"
_MOST_CLAUSES: Final = 8
_BINS: Final = 30


def require() -> None:
    """Load matplotlib before a long run; raise `ModuleNotFoundError` if it is missing."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # silence a line about its cache folder
    import matplotlib.figure  # noqa: F401 - tests whether it can be imported


def draw(tally: Tally, file: BinaryIO, suffix: str, words: Labels) -> None:
    """Write the picture to a file; `suffix` is one of `SUFFIXES`.

    Raise `ModuleNotFoundError` if matplotlib is missing.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(_style(words.lang)):
        rows = max(1, len(tally.cards))
        figure = Figure(figsize=(13, max(8.0, 2.2 + 0.21 * rows)), layout="constrained")
        _compose(figure, tally, words)
        _settle(figure)
        figure.savefig(file, format=suffix[1:], metadata=_metadata(suffix))


def _settle(figure: Any) -> None:  # noqa: ANN401 - its type is loaded late
    """Freeze the layout at rounded positions, because the solver's last digits vary."""
    figure.get_layout_engine().execute(figure)
    figure.set_layout_engine("none")
    for axes in figure.axes:
        left, bottom, width, height = axes.get_position().bounds
        axes.set_position([round(edge, 4) for edge in (left, bottom, width, height)])


def _metadata(suffix: str) -> dict[str, None]:
    """Return metadata that omits dates and library versions, which would change the bytes."""
    names = {
        ".svg": ("Date", "Creator"),
        ".png": ("Software",),
        ".pdf": ("CreationDate", "ModDate", "Creator", "Producer"),
    }
    return dict.fromkeys(names[suffix])


def _style(lang: str) -> Any:  # noqa: ANN401 - a table of the library's own type
    from matplotlib import font_manager

    known = {entry.fname for entry in font_manager.fontManager.ttflist}
    names = []
    for face in _FACES[lang]:
        path = str(_FONTS / f"{face}-Regular.ttf")
        if path not in known:
            font_manager.fontManager.addfont(path)
        names.append(font_manager.FontProperties(fname=path).get_name())
    return {
        "font.family": [*names, "DejaVu Sans"],
        "font.size": 9,
        "axes.edgecolor": _RULE,
        "axes.labelcolor": _SOFT,
        "axes.spines.right": False,
        "axes.spines.top": False,
        "axes.titlecolor": _INK,
        "axes.titlelocation": "left",
        "axes.titlesize": 11,
        "axes.titlepad": 8,
        "axes.unicode_minus": False,
        "figure.dpi": 110,
        "pdf.fonttype": 42,
        "svg.fonttype": "path",
        "svg.hashsalt": "playout",
        "text.color": _INK,
        "text.parse_math": False,
        "xtick.color": _SOFT,
        "ytick.color": _RULE,
        "ytick.labelcolor": _INK,
    }


def _compose(figure: Any, tally: Tally, labels: Labels) -> None:  # noqa: ANN401 - its type is loaded late
    words = command_words("picture", labels.lang)
    inch = 1 / figure.get_figheight()
    figure.get_layout_engine().set(
        w_pad=0.12, h_pad=0.12, wspace=0.03, hspace=0.03, rect=(0, 0.28 * inch, 1, 1 - 1.05 * inch)
    )
    figure.text(0.012, 1 - 0.16 * inch, labels.title, va="top", fontsize=16)
    figure.text(0.012, 1 - 0.54 * inch, labels.subtitle, va="top", fontsize=9.5, color=_SOFT)
    figure.text(0.012, 0.1 * inch, words["error"], va="bottom", fontsize=8, color=_SOFT)
    grid = figure.add_gridspec(3, 2, width_ratios=(1, 1.15), height_ratios=(1, 1.3, 1.1))
    left = [figure.add_subplot(grid[row, 0]) for row in range(3)]
    _won(left[0], tally, labels, words)
    _lengths(left[1], tally, words)
    _endings(left[2], tally, labels, words)
    if tally.cards:
        _cards(figure.add_subplot(grid[:, 1]), tally, labels, words)


def _bars(
    axes: Axes, names: Sequence[str], counts: Sequence[int], of: int, colours: Sequence[str]
) -> None:
    """Draw horizontal bars of shares, the first on top, each with its interval and numbers."""
    shares = [share(count, of) for count in counts]
    axes.barh(range(len(names)), [one.rate for one in shares], color=colours, height=0.62)
    axes.hlines(
        range(len(names)),
        [one.low for one in shares],
        [one.high for one in shares],
        colors=_INK,
        linewidth=1,
    )
    ends = [end for one in shares for end in (one.low, one.high)]
    axes.plot(ends, [row for row in range(len(names)) for _ in "lh"], "|", color=_INK, markersize=5)
    most = max(one.high for one in shares)
    for row, one in enumerate(shares):
        label = f"{one.rate:.1%} ({100 * one.low:.1f}–{100 * one.high:.1f})"
        axes.text(one.high + most * 0.02, row, label, va="center", fontsize=8, color=_SOFT)
    axes.set_yticks(range(len(names)), names, linespacing=1.3)
    axes.set_ylim(max(len(names), 3) - 0.4, -0.6)
    axes.set_xlim(0, most * 1.32)
    _percent(axes)
    axes.set_xticks([tick for tick in axes.get_xticks() if tick <= 1])


def _percent(axes: Axes) -> None:
    from matplotlib.ticker import PercentFormatter

    axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.tick_params(axis="y", length=0, pad=6)
    axes.grid(axis="x", color=_RULE, linewidth=0.6)
    axes.set_axisbelow(True)


def _won(axes: Axes, tally: Tally, labels: Labels, words: Mapping[str, str]) -> None:
    names = [labels.seats[seat] for seat in tally.wins]
    colours = [_SEATS[n % len(_SEATS)] for n in range(len(names))]
    counts = [*tally.wins.values(), tally.draws]
    _bars(axes, [*names, words["drawn"]], counts, tally.games, [*colours, _DRAWN])
    axes.set_title(words["won"])


def _lengths(axes: Axes, tally: Tally, words: Mapping[str, str]) -> None:
    from matplotlib.ticker import MaxNLocator

    least, median, most = tally.plies
    width = max(1, -(-(most - least + 1) // _BINS))
    edges = [least - 0.5 + width * n for n in range((most - least) // width + 2)]
    plies = list(tally.lengths)
    axes.hist(plies, bins=edges, weights=list(tally.lengths.values()), color=_SEATS[0], alpha=0.75)
    axes.axvline(median, color=_SEATS[1], linewidth=1.2)
    axes.annotate(
        words["median"].format(median),
        (median, 1),
        xycoords=("data", "axes fraction"),
        xytext=(4, -2),
        textcoords="offset points",
        va="top",
        fontsize=8,
        color=_SEATS[1],
        bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1},
    )
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.set_title(words["length"])
    axes.set_xlabel(words["plies"])
    axes.set_ylabel(words["games"])
    axes.grid(axis="y", color=_RULE, linewidth=0.6)
    axes.set_axisbelow(True)


def _endings(axes: Axes, tally: Tally, labels: Labels, words: Mapping[str, str]) -> None:
    endings = sorted(tally.clauses.items(), key=lambda item: -item[1])[:_MOST_CLAUSES]
    names = [f"{labels.clauses.get(clause, '')}\n{clause}".strip() for clause, _ in endings]
    counts = [count for _, count in endings]
    _bars(axes, names, counts, tally.games, [_DRAWN] * len(names))
    axes.set_title(words["ended"])


def _cards(axes: Axes, tally: Tally, labels: Labels, words: Mapping[str, str]) -> None:
    sides = tally.games * len(tally.wins)
    order = sorted(tally.cards.items(), key=lambda item: -item[1].won / item[1].played)
    shares = [share(card.won, card.played) for _, card in order]
    rows = range(len(order))
    most = max(card.played for _, card in order)
    mean = sum(tally.wins.values()) / sides
    clear = [
        _SEATS[2] if one.low > mean else _SEATS[1] if one.high < mean else _SEATS[0]
        for one in shares
    ]
    lows, highs = [one.low for one in shares], [one.high for one in shares]
    axes.axvline(mean, color=_SOFT, linewidth=1, linestyle=(0, (4, 3)))
    axes.hlines(rows, lows, highs, colors=clear, linewidth=1)
    axes.scatter(
        [one.rate for one in shares],
        rows,
        s=[6 + 60 * card.played / most for _, card in order],
        c=clear,
        zorder=3,
        clip_on=False,
    )
    names = [f"{labels.cards.get(card, '')}  {card}".strip() for card, _ in order]
    axes.set_yticks(rows, names, fontsize=8)
    axes.set_ylim(len(order) - 0.4, -0.6)
    axes.set_xlim(max(0.0, min(lows) - 0.02), min(1.0, max(highs) + 0.02))
    axes.set_title(words["cards"])
    axes.set_xlabel(words["played"].format(most / sides))
    _percent(axes)
