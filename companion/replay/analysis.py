"""The analysis of a match in words: chances by ply, turning points, decisions and luck."""

from typing import Any, Final

from companion.referee.words.actions import describe
from companion.replay.transcript import Transcript
from companion.web.views.words import Words
from rules import Action, Message
from rules.players.analysis import Analysis, JudgedPly
from rules.players.search import unnamed

_BARS: Final = "▁▂▃▄▅▆▇█"
_COLUMNS: Final = 60
"""Maximum width of a graph in characters."""
_CONSEQUENCES: Final = 3


def analysis_lines(transcript: Transcript, analysis: Analysis, lang: str) -> list[str]:
    """Return the lines of an analysis: a graph per seat, the turning points, decisions and luck."""
    words = transcript.viewing.words(lang)
    lines = [Message("replay.analysis.title").render(lang), ""]
    for seat in analysis.seats:
        chances = [chance for _, chance in analysis.curve(seat)]
        facts = {"seat": words.seat(seat), "graph": _graph(chances)}
        lines.append(Message("replay.analysis.graph", **facts).render(lang))
    lines.append("")
    for seat in analysis.seats:
        lost, luck = _percent(analysis.lost(seat)), f"{100 * analysis.luck(seat):+.0f}"
        facts = {"seat": words.seat(seat), "lost": lost, "luck": luck}
        lines.append(Message("replay.analysis.seat", **facts).render(lang))
    points = analysis.turning_points()
    key = "replay.analysis.turning" if points else "replay.analysis.none"
    lines += ["", Message(key).render(lang)]
    return [*lines, *(_turning(transcript, words, point) for point in points)]


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
    head, *more = describe(words.wording, named, events, 1 + _CONSEQUENCES)
    card = words.card(named.card)
    return (f"{head} ({card})" if card and card not in head else head), tuple(more)


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
