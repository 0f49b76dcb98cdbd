"""One whole game, line by line, with the result of each line."""

from __future__ import annotations

from rules import Match, Setup, parse_action
from rules.games.jiguan import GAME
from rules.games.jiguan.state import State

GAME_LINES = """
chance choose A                             | marker_given A, round_started 1
A place jb1 A.beast facing=down             | placed A
B place jb5 B.beast facing=down             | placed B, revealed jb1, revealed jb5, compared B, turn A
A place ji2 A.item1 facing=down             | placed A, turn B
B place ji1 B.item1 facing=down             | placed B, turn A
A pass                                      | declined A, turn B
B pass                                      | declined B, revealed ji2, revealed ji1, shifted A earth, shifted B metal, matched metal earth, won B, cleared, round_started 2
A place jb3 A.beast facing=down             | placed A
B place jb3 B.beast facing=down             | placed B, revealed jb3, revealed jb3, compared -, turn A
A pass                                      | declined A, turn B
B place ji2 A.item1 facing=down             | placed B, turn A
A place ji3 B.item1 facing=down             | placed A, turn B
B pass                                      | declined B, turn A
A pass                                      | declined A, revealed ji2, revealed ji3, shifted A fire, shifted B wood, matched fire wood, won A, marker B, cleared, round_started 3
B place jb1 B.beast facing=down             | placed B
B place jb4 B.beast facing=down             | placed B
A place jb4 A.beast facing=down             | placed A, revealed jb4, revealed jb4, compared -, turn B
B pass                                      | declined B, turn A
A pass                                      | declined A, matched earth, won -, cleared, round_started 4
A place jb2 A.beast facing=down             | placed A
B place jb1 B.beast facing=down             | placed B, revealed jb2, revealed jb1, compared B, turn A
A pass                                      | declined A, matched fire metal, won B, marker A, cleared, round_started 5
A place jb5 A.beast facing=down             | placed A
B place jb2 B.beast facing=down             | placed B, revealed jb5, revealed jb2, compared B, turn A
A place ji1 B.item1 facing=down             | placed A, turn B
B pass                                      | declined B, turn A
A pass                                      | declined A, revealed ji1, shifted B earth, matched earth water, won B, game_ended JGS-8.1
"""  # noqa: E501
"""Actions and events; `turn`, `won` and `marker` abbreviate the longer names."""

END = """round 5
phase end
won B A = B B
marker A
A holds jb5 ji1
B holds jb2 ji3
beast A jb5 up @23
beast B jb2 up @24
item B.item1 ji1 A up @25
turn A 4
declined A B
ply 27
"""

SHORT = {"turn_started": "turn", "round_ended": "won", "marker_moved": "marker"}


def played() -> Match[State]:
    """Return the match."""
    match = Match(GAME, Setup("jiguan"))
    for line in GAME_LINES.strip().splitlines():
        match.play(parse_action(line.partition("|")[0].strip()))
    return match


def test_a_golden_game() -> None:
    match = played()
    report = [f"{ply.action!s:<44}| " + ", ".join(map(_short, ply.events)) for ply in match.plies]
    assert report == GAME_LINES.strip().splitlines()
    assert GAME.notation.format(match.state) == END
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.scores) == (("B",), {"A": 1, "B": 3})


def _short(event) -> str:  # type: ignore[no-untyped-def]  # noqa: ANN001
    kind = SHORT.get(event.kind, event.kind)
    what = {
        "revealed": event.card,
        "round_started": str(event.number),
        "shifted": f"{event.seat} {event.value}",
        "matched": " ".join((event.value, *event.items)),
        "cleared": "",
        "game_ended": event.clause,
    }.get(event.kind, event.seat or "-")
    return f"{kind} {what}".strip()
