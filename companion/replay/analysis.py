"""The analysis of a match in words: chances by ply, turning points, decisions and luck."""

from collections.abc import Sequence
from typing import Any, Final

from companion.replay.transcript import Transcript
from companion.web.views.hint import in_words
from companion.web.views.words import Words
from rules import Action, Message, Seat
from rules.players.analysis import Analysis, JudgedPly
from rules.players.search import unnamed

_BARS: Final = "▁▂▃▄▅▆▇█"
_COLUMNS: Final = 60
"""Maximum width of a graph in characters."""


def analysis_lines(transcript: Transcript, analysis: Analysis, lang: str) -> list[str]:
    """Return the lines of an analysis for a terminal, with a graph of each seat's chances."""
    words = transcript.viewing.words(lang)
    title, *summary = summary_lines(transcript, analysis, lang)
    graphs = []
    for seat in analysis.seats:
        chances = [chance for _, chance in analysis.curve(seat)]
        facts = {"seat": words.seat(seat), "graph": _graph(chances)}
        graphs.append(Message("replay.analysis.graph", **facts).render(lang))
    sums = len(analysis.seats)
    return [title, "", *graphs, "", *summary[:sums], "", *summary[sums:]]


def summary_lines(transcript: Transcript, analysis: Analysis, lang: str) -> list[str]:
    """Return the title, decisions and luck of each seat, and the turning points."""
    words = transcript.viewing.words(lang)
    points = analysis.turning_points()
    key = "replay.analysis.turning" if points else "replay.analysis.none"
    return [
        Message("replay.analysis.title").render(lang),
        *(_sum(words, analysis, seat) for seat in analysis.seats),
        Message(key).render(lang),
        *(_turning(transcript, words, point) for point in points),
    ]


def analysis_view(
    transcript: Transcript, analysis: Analysis, plies: Sequence[int], lang: str
) -> dict[str, Any]:
    """Return the page's data: each seat's chances by moment, its sums, and the turning points.

    `plies`: the number of plies at each moment of the replay. A chance belongs to the moment before
    its decision.
    """
    words = transcript.viewing.words(lang)

    end = len(analysis.decisions)

    def moment(ply: int) -> int:
        return max((n for n, count in enumerate(plies, 1) if count < ply), default=1)

    return {
        "title": Message("replay.analysis.title").render(lang),
        "seats": [
            {
                "seat": seat,
                "sum": _sum(words, analysis, seat),
                "chances": [
                    [len(plies) if number == end else moment(ply), round(chance, 3)]
                    for number, (ply, chance) in enumerate(analysis.curve(seat))
                ],
            }
            for seat in analysis.seats
        ],
        "turning": [
            {"to": moment(point.ply), "text": _turning(transcript, words, point)}
            for point in analysis.turning_points()
        ],
        "none": Message("replay.analysis.none").render(lang),
    }


def _sum(words: Words, analysis: Analysis, seat: Seat) -> str:
    """Return what a seat's decisions lost, and its luck."""
    lost, luck = _percent(analysis.lost(seat)), f"{100 * analysis.luck(seat):+.0f}"
    return Message("replay.analysis.seat", seat=words.seat(seat), lost=lost, luck=luck).render(
        words.lang
    )


def _turning(transcript: Transcript, words: Words, point: JudgedPly) -> str:
    played, _ = _in_words(transcript, words, point, point.played)
    better, why = _in_words(transcript, words, point, point.best)
    facts: dict[str, Any] = {
        "ply": point.ply,
        "seat": words.seat(point.seat),
        "played": played,
        "better": better,
        "before": _percent(point.chance),
        "after": _percent(point.chance - point.lost),
    }
    key = "replay.analysis.point_why" if why else "replay.analysis.point"
    return Message(key, **facts, why=words.listed(why)).render(words.lang)


def _in_words(
    transcript: Transcript, words: Words, point: JudgedPly, action: Action
) -> tuple[str, tuple[str, ...]]:
    """Return an action of a decision and its consequences in words."""
    match = transcript.played
    before = match.state_at(point.ply - 1)
    named = next((a for a in match.game.legal(before) if unnamed(a) == action), action)
    events = match.game.advance(before, named)[0]
    return in_words(words, named, events)


def _graph(chances: list[float]) -> str:
    step = max(1, -(-len(chances) // _COLUMNS))
    shown = chances[::step]
    return "".join(_BARS[min(len(_BARS) - 1, int(chance * len(_BARS)))] for chance in shown)


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f}"


def analysis_data(analysis: Analysis) -> dict[str, Any]:
    """Return an analysis as a JSON object."""
    return {
        "chances": {
            seat: [[p, round(c, 3)] for p, c in analysis.curve(seat)] for seat in analysis.seats
        },
        "lost": {seat: round(analysis.lost(seat), 3) for seat in analysis.seats},
        "luck": {seat: round(analysis.luck(seat), 3) for seat in analysis.seats},
        "turning_points": [
            {
                "ply": point.ply,
                "seat": point.seat,
                "played": str(point.played),
                "better": str(point.best),
                "chance": round(point.chance, 3),
                "lost": round(point.lost, 3),
            }
            for point in analysis.turning_points()
        ],
    }
