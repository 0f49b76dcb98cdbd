"""The script of the golden speech: what a voice says in a short match of The Yggdrasil.

`python -m tests.support.web.golden_speech` regenerates the golden files; review the difference
before you commit it.
"""

from __future__ import annotations

from companion.readings import Trouble
from companion.referee.inventory.steps import correction
from companion.referee.notices import NOTICES
from companion.web.auth.roles import Pass, Role
from companion.web.snapshot import Snapshot
from rules import LANGUAGES, PlacedCard, parse_action
from rules.core.candidate_actions import Change
from tests.support.paths import TESTS
from tests.support.referee.inputs import RefereedMatch
from tests.support.web.match_page import Table

GOLDEN = TESTS / "companion" / "web" / "views" / "golden"
DECKS = {
    "A": "y10,y05,y20,y29,y08,y07,y07,y05,y04,y25,y02,y13,y20,y01,y04,y16,y10,y15,y24,y32",
    "B": "y11,y03,y19,y21,y04,y12,y09,y05,y33,y28,y09,y30,y13,y30,y29,y01,y27,y24,y33,y15",
}
MOVES = (
    "A place y29 b2",
    "B place y11 c4",
    "B choose loot",
    "B place y09 B.discard",
    "A place y20 a1",
    "B place y21 b5",
    "A place y07 A.discard",
    "B place y19 d4",
    "A place y08 A.discard",
    "B place y33 d5",
    "A place y05 A.discard",
)
"""Placements, exchanges and an effect. Replace an action that a changed rule forbids."""


def moments() -> tuple[Table, list[Snapshot]]:
    """Return a match with moves, refusals, corrections, a desynced table, a question, trouble."""
    table = Table.of("yggdrasil")
    referee, match = table.referee, RefereedMatch(table.referee)
    deals = (f"chance draw to={seat}.deck with={cards}" for seat, cards in DECKS.items())
    actions = map(parse_action, ("chance choose A", *deals, *MOVES))
    shown = [table.snapshot(), *map(table.carry_out, actions)]

    def report(kind: str, **facts: object) -> None:
        table.receive([NOTICES[kind](**referee.now(), **facts)])
        shown.append(table.snapshot())

    seat = min(match.to_act)
    for text in ("place y17 a1", "place y09 d3", "place y17 a1 turn=1"):
        action = parse_action(f"{seat} {text}")
        changes = (Change(action.to, None, PlacedCard(action.card, seat)),)
        steps = correction(changes, covered_cell=action.to)
        violations = match.judge(action).violations
        report("refused", action=action, violations=violations, steps=steps)
    report("put_back")
    changes = (
        Change("b1", PlacedCard("yr1", "A"), None),
        Change("d4", None, PlacedCard("y09", "B")),
    )
    report("desynced", steps=correction(changes))
    report("resynced")
    report(
        "question",
        options=((parse_action(f"{seat} place y17 a1"),),),
        predicted=((),),
    )
    report("trouble", trouble=Trouble.DARK)
    report("recovered")
    report("taken_back", to=0)
    return table, shown


def speech(lang: str) -> str:
    """Return one line per spoken caption: its kind, the whole speech, and its turn announcement."""
    table, shown = moments()
    lines = []
    for snapshot in shown:
        caption = table.viewing.view(snapshot, Pass(Role.TABLE), lang)["caption"]
        if caption["spoken"]:
            lines.append(f"{caption['kind']:<12} {caption['speech']} | {caption['turn']}".rstrip())
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for each in LANGUAGES:
        (GOLDEN / f"speech.{each}.txt").write_text(speech(each), encoding="utf-8")
