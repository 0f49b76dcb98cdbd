"""A snapshot as each viewer sees it."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from companion.readings import Trouble
from companion.referee.answer_timer import AnswerTimer, QuestionClock
from companion.referee.control_cards import ControlCard
from companion.referee.inventory.steps import CorrectionStep, StepKind
from companion.referee.notices import (
    Accepted,
    CameraTrouble,
    Explained,
    FaultyTable,
    MatchResumed,
    Notice,
    PutBack,
    Question,
    Refused,
    SetUpWanted,
    TimeUp,
)
from companion.referee.phases import RefereePhase
from companion.referee.state import Overlays
from companion.referee.table import FaultKind, TableFault
from companion.referee.words.speaker import Speaker, notice_caption
from companion.referee.words.steps import step_sentence
from companion.web.auth.roles import Pass, Role
from companion.web.snapshot import Film
from companion.web.views.drag_actions import sayings_of
from companion.web.views.layout import screen_of
from companion.web.views.options import Choice
from companion.web.views.prompts import saying_text, todo_text
from rules import (
    LANGUAGES,
    Action,
    Message,
    PlacedCard,
    Setup,
    Verb,
    load_catalog,
    load_game,
    parse_action,
)
from rules.sim.playout import starter_setup
from tests.support.referee.inputs import RefereedMatch, notify, play, press, propose, put, sense
from tests.support.web.match_page import GAMES, Table, gone_on, with_position

TABLE, GUEST = Pass(Role.TABLE), Pass(Role.SPECTATOR)


@pytest.mark.parametrize("slug", GAMES)
def test_a_whole_match_can_be_shown_in_every_language(slug: str) -> None:
    table = Table.of(slug, 5)
    for n, snapshot in enumerate(table.play(90)):
        if n % 10:
            continue
        for lang in LANGUAGES:
            view = table.viewing.view(snapshot, TABLE, lang)

            assert json.loads(json.dumps(view)) == view
            assert view["lang"] == lang
            assert view["now"]["head"]
            assert view["light"]["word"]
            assert len(view["score"]) >= 2
            assert len(view["board"]["cells"]) >= 2
            assert view["caption"]["n"] > 0


def test_the_same_moment_gives_the_same_view() -> None:
    table = Table.of("yggdrasil", 1)
    *_, snapshot = table.play(12)

    first, again = (table.viewing.view(snapshot, TABLE, "ja") for _ in range(2))

    assert first == again


def test_what_may_be_done_is_what_the_public_position_allows() -> None:
    table = Table.of("yggdrasil", 3)
    *_, snapshot = table.play(14)
    view = table.viewing.view(snapshot, TABLE, "en")
    game = table.referee.at.match.game
    public = list(game.legal(snapshot.position.state))

    for verb in {a.verb for a in public if a.seat in view["now"]["seats"]}:
        shown = {c for may in view["may"] if may["verb"] == verb.value for c in may["cells"]}
        assert shown == {a.to or a.at for a in public if a.verb is verb} - {""}


def refused(table: Table) -> Notice:
    """Enter the refused phase; return the notice of an action that breaks several clauses."""
    put(table.referee, phase=RefereePhase.REFUSED)
    seat = next(iter(table.referee.at.match.to_act))
    card = "y17"
    action = parse_action(f"{seat} place {card} a3 turn=1")
    verdict = table.referee.at.match.judge(action)
    assert not verdict.legal
    return Refused(**table.referee.now(), action=action, violations=verdict.violations)


def test_a_refusal_names_the_clause_and_where_the_card_would_fit() -> None:
    table = Table.of("yggdrasil", 3)
    *_, _ = table.play(10)
    table.receive([refused(table)])
    view = table.viewing.view(table.snapshot(), TABLE, "en")

    assert view["screen"] == "refusal"
    assert view["light"]["state"] == "illegal"
    assert view["verdict"]["clauses"][0]["id"].startswith("YGG-")
    assert view["verdict"]["text"]
    assert view["verdict"]["cells"] == ["a3"]
    game, state = table.referee.at.match.game, table.snapshot().position.state
    for cell in view["fits"]:
        seat = next(iter(table.referee.at.match.to_act))
        assert not game.violations(state, Action(seat, Verb.PLACE, card="y17", to=cell, turn=1))


def test_why_names_the_rule_and_then_where_the_card_would_fit() -> None:
    table = Table.of("yggdrasil", 3)
    *_, _ = table.play(10)
    seat = next(iter(table.referee.at.match.to_act))
    put(table.referee, phase=RefereePhase.REFUSED)
    for card in ("y17", "y03"):
        action = parse_action(f"{seat} place {card} a3")
        verdict = table.referee.at.match.judge(action)
        now = table.referee.now()
        notice = Refused(**now, action=action, violations=verdict.violations)
        table.receive([notice])
        table.receive([Explained(**now, about=notice)])
        view = table.viewing.view(table.snapshot(), TABLE, "en")
        text = view["caption"]["text"]

        assert text.startswith(notice.clauses[0])
        assert ("It may go on" in text) == bool(view["fits"])
        assert all(cell in text.rpartition("It may go on")[2] for cell in view["fits"][:1])
    assert view["fits"]


def test_a_refusal_is_over_when_the_table_is_as_before() -> None:
    table = Table.of("yggdrasil", 3)
    *_, _ = table.play(10)
    table.receive([refused(table)])
    put(table.referee, phase=RefereePhase.IN_SYNC)
    table.receive([PutBack(**table.referee.now())])
    view = table.viewing.view(table.snapshot(), TABLE, "en")

    assert view["screen"] == "referee"
    assert view["verdict"]["state"] == "legal"
    assert view["steps"] == []


def test_a_fault_of_the_paper_is_over_when_the_paper_is_restored() -> None:
    table = Table.of("yggdrasil", 3)
    *_, _ = table.play(10)
    fault = TableFault(FaultKind.ACROSS, ("b2", "b3"), "y03")
    put(table.referee, faults=(fault,))
    table.receive([FaultyTable(**table.referee.now(), faults=(fault,))])
    during = table.viewing.view(table.snapshot(), TABLE, "en")
    put(table.referee, faults=())
    after = table.viewing.view(table.snapshot(), TABLE, "en")

    assert (during["screen"], during["verdict"]["state"]) == ("fault", "unsure")
    assert (after["screen"], after["verdict"]["state"]) == ("referee", "legal")
    assert after["light"]["state"] == "legal"
    assert after["steps"] == []


def test_a_question_is_over_when_the_table_has_answered_it() -> None:
    """Regression: no notice follows, so the page kept the question without buttons."""
    table = Table.of("yggdrasil", 3)
    *_, _ = table.play(10)
    option = (Action("A", Verb.PLACE, card="y17", to="a3", turn=1),)
    asked = Question(**table.referee.now(), options=(option,), predicted=((),))
    put(table.referee, phase=RefereePhase.ASKING)
    table.receive([asked])
    during = table.viewing.view(table.snapshot(), TABLE, "en")
    put(table.referee, phase=RefereePhase.IN_SYNC)
    after = table.viewing.view(table.snapshot(), TABLE, "en")

    assert (during["screen"], during["verdict"]["state"]) == ("question", "unsure")
    assert (after["screen"], after["verdict"]["state"]) == ("referee", "legal")


@pytest.mark.parametrize(
    ("state", "screen"),
    [
        (RefereePhase.SETUP, "set_up"),
        (RefereePhase.RESUMING, "set_up"),
        (RefereePhase.ASKING, "question"),
        (RefereePhase.DESYNCED, "step"),
        (RefereePhase.ENDED, "ended"),
        (RefereePhase.AWAITING_PLAYERS, "referee"),
    ],
)
def test_every_state_has_its_screen(state: RefereePhase, screen: str) -> None:
    table = Table.of("yggdrasil")
    put(table.referee, phase=state)

    assert screen_of(table.snapshot()) == screen


@pytest.mark.parametrize(
    ("letter", "words"), [("J", "the mat of Ji Guan"), ("Y", "another mat of The Yggdrasil")]
)
def test_the_page_says_which_game_s_mat_is_on_the_table(letter: str, words: str) -> None:
    table = Table.of("yggdrasil")
    trouble = Trouble.FOREIGN_MAT
    notice = CameraTrouble(**table.referee.now(), trouble=trouble, letter=letter)
    put(table.referee, overlays=Overlays(trouble=trouble))
    table.receive([notify(table.referee, notice)])
    now = table.snapshot()
    view = table.viewing.view(now, GUEST, "en")
    assert screen_of(now) == "trouble"
    assert words in view["caption"]["text"]
    assert "4x5" in view["caption"]["text"] or letter == "J"


def test_trouble_comes_before_everything_and_is_over_when_it_is_over() -> None:
    table = Table.of("yggdrasil")
    put(table.referee, overlays=Overlays(trouble=Trouble.DARK))
    assert screen_of(table.snapshot()) == "trouble"
    assert table.viewing.view(table.snapshot(), TABLE, "en")["light"]["state"] == "trouble"

    put(table.referee, overlays=Overlays())
    assert screen_of(table.snapshot()) == "referee"


def test_players_are_called_by_their_own_names() -> None:
    table = Table.of("yggdrasil", 2)
    table.viewing.names = {"A": "Hana", "B": "<b>Leo"}
    *_, snapshot = table.play(8)
    view = table.viewing.view(snapshot, TABLE, "en")

    assert [each["name"] for each in view["score"]] == ["Hana", "<b>Leo"]
    assert "Hana" in json.dumps(view["now"]) + json.dumps(view["caption"])


def test_where_everybody_has_to_agree_each_has_a_yes_of_their_own() -> None:
    table = Table.of("yggdrasil", 2)
    table.viewing.names = {"A": "Hana"}
    *_, _ = table.play(8)

    def waits(who: Pass) -> list[str]:
        view = table.viewing.view(table.snapshot(), who, "en")
        return [each["name"] for each in view["whose"].get("yes", ())]

    match = table.referee.at.match
    table.receive(propose(table.referee, match.game.notation.format(match.state)))
    assert (waits(TABLE), waits(Pass(Role.SEAT, "B")), waits(GUEST)) == (
        ["Hana", "Moon"],
        ["Moon"],
        [],
    )
    table.receive(press(table.referee, ControlCard.YES, "A"))
    assert (waits(TABLE), waits(Pass(Role.SEAT, "A"))) == (["Moon"], [])
    table.receive(press(table.referee, ControlCard.YES, "B"))
    assert waits(TABLE) == []


def test_before_the_first_move_the_set_up_is_listed() -> None:
    table = Table.of("yggdrasil")
    put(table.referee, phase=RefereePhase.SETUP)
    view = table.viewing.view(table.snapshot(), TABLE, "en")

    assert {cell for step in view["steps"] for cell in step["cells"]} == {"b1", "c5"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", ["yggdrasil", "jiguan"])
def test_a_spectator_learns_that_the_table_is_being_set_up(slug: str, lang: str) -> None:
    """Check that a spectator reads that the table is being set up, and sees no steps."""
    table = Table.of(slug)
    put(table.referee, phase=RefereePhase.SETUP)
    table.receive([SetUpWanted(**table.referee.now())])
    view = table.viewing.view(table.snapshot(), Pass(Role.SPECTATOR), lang)
    placed = Message("page.watch.set_up_wanted").render(lang)

    assert view["steps"] == []
    assert view["now"]["todo"] == view["verdict"]["text"] == placed
    assert (view["verdict"]["state"], view["verdict"]["word"]) == ("watch", "")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_replay_asks_nobody_to_set_up_the_table(lang: str) -> None:
    table = Table.of("yggdrasil")
    put(table.referee, phase=RefereePhase.SETUP)
    moment = replace(table.snapshot(), film=Film(1, 9))
    placed = Message("page.watch.set_up_wanted").render(lang)

    assert table.viewing.view(moment, TABLE, lang)["now"]["todo"] == placed


def test_cards_that_are_face_down_from_the_start_are_to_be_placed_too() -> None:
    table = Table.of("stratosphere")
    put(table.referee, phase=RefereePhase.SETUP)
    steps = table.viewing.view(table.snapshot(), TABLE, "en")["steps"]
    resting = {cell for cell, pile in table.snapshot().position.layout.items() if pile}

    assert len(steps) <= 7
    assert {cell for step in steps for cell in step["cells"]} >= table.viewing.tracked & resting


def test_where_nothing_is_to_be_placed_nothing_is_asked_for() -> None:
    table = Table.of("jiguan")
    put(table.referee, phase=RefereePhase.SETUP)
    view = table.viewing.view(table.snapshot(), TABLE, "en")

    assert view["steps"] == []
    assert "as listed" not in view["now"]["todo"]


def test_a_card_that_is_nobodys_is_named_without_an_owner() -> None:
    words = Table.of("spherion").viewing.words("en")
    step = CorrectionStep(StepKind.PLACE, "N1.0", PlacedCard("P01", ""))
    report = step_sentence(words.wording, step).render("en")

    assert words.card("P01") in report
    assert " of " not in report


def test_a_voice_reads_clauses_and_cells_as_people_say_them() -> None:
    from companion.web.views.speech import aloud

    table = Table.of("yggdrasil")
    spoken = {lang: aloud("b4: YGG-6.3", table.viewing.words(lang)) for lang in LANGUAGES}

    assert spoken == {
        "en": "b 4: rule 6.3",
        "ja": "bの4: ルール6の3",
        "zh-Hant": "b 4: 規則 6.3",
    }


@pytest.mark.parametrize(("lang", "face"), [("en", "JP"), ("ja", "JP"), ("zh-Hant", "TC")])
def test_every_sign_stands_in_the_language_s_own_face(root: Path, lang: str, face: str) -> None:
    faces = tomllib.loads((root / "companion" / "web" / "views" / "faces.toml").read_text("utf-8"))
    signs = {**faces["signs"], **faces["signs_in"].get(lang, {})}
    for weight in ("Regular", "Bold"):
        file = root / "templates" / "fonts" / f"NotoSans{face}-{weight}.ttf"
        with TTFont(file, lazy=True) as font:
            held = font.getBestCmap()
        assert not [sign for sign in signs.values() if not {*map(ord, sign)} <= held.keys()]


@pytest.mark.parametrize("slug", GAMES)
def test_everything_on_the_board_says_what_it_is(slug: str) -> None:
    """Check that each card or plate shows a figure, a symbol, branches or words."""
    table = Table.of(slug, 3)
    board, words = table.viewing.board, table.viewing.words("zh-Hant")
    for moment in table.play(120):
        for cell in board.cells(moment.position.layout, words):
            card = cell.get("card")
            if card and not card.get("down"):
                assert card["figure"] or {"sign", "branches", "title"} & card.keys(), card
            for token in cell.get("tokens", ()):
                assert token["text"] or token["word"] or token["kind"] in _DRAWN, token


_DRAWN = frozenset(("wall", "arrow"))
"""Pieces that the page draws as shapes."""


@pytest.mark.parametrize(
    ("piece", "word"), [("token.won", "Won"), ("ctl.done", "Cleared"), ("ctl.undo", "Undo")]
)
def test_a_piece_is_called_by_what_is_printed_on_it(piece: str, word: str) -> None:
    wording = Table.of("jiguan").viewing.words("en").wording

    assert word in wording.card(piece)


def test_an_open_cell_says_on_which_sides_it_wants_a_branch() -> None:
    """Check that the sides marked on a cell have a branch on every card that fits there."""
    table = Table.of("yggdrasil", 3)
    game, cards = table.referee.at.match.game, table.viewing.catalog.cards
    seen = 0
    for moment in table.play(40):
        view = table.viewing.view(moment, TABLE, "en")
        for cell, edges in view["edges"].items():
            seen += 1
            placed = [
                a
                for a in game.legal(moment.position.state)
                if a.verb is Verb.PLACE and a.to == cell
            ]
            far = table.viewing.board.form.seat_turns[placed[0].seat] == 180
            opposite = str.maketrans("URDL", "DLUR") if far else {}
            patterns = [cards[a.card].facts["pattern"].translate(opposite) for a in placed]
            assert all(set(edges["must"]) <= set(pattern) for pattern in patterns)
            assert not any(set(edges["never"]) & set(pattern) for pattern in patterns)
            assert edges["text"] or not (edges["must"] or edges["never"])
            free = set("URDL") - set(edges["must"]) - set(edges["never"])
            assert all(0 < sum(way in p for p in patterns) < len(patterns) for way in free)
    assert seen > 20


def test_a_game_without_branches_asks_for_none() -> None:
    table = Table.of("jiguan", 3)
    *_, moment = table.play(6)

    assert table.viewing.view(moment, TABLE, "en")["edges"] == {}


@pytest.mark.parametrize(
    ("lang", "light", "todo"),
    [
        (
            "en",
            "Setting up",
            "Place the cards as shown on this board. The match continues automatically.",
        ),
        ("ja", "準備中", "この盤面のとおりにカードを並べると、自動で続きます。"),
        ("zh-Hant", "擺牌中", "請照紀錄把牌擺回去，會自動繼續。"),
    ],
)
def test_a_match_that_is_resumed_wants_its_own_table(lang: str, light: str, todo: str) -> None:
    table = Table.of("yggdrasil", 1)
    for _ in table.play(12):
        pass
    put(table.referee, phase=RefereePhase.RESUMING)
    view = table.viewing.view(table.snapshot(), TABLE, lang)
    assert view["screen"] == "set_up"
    assert view["light"]["word"] == light
    assert view["now"]["todo"] == todo


def test_in_japanese_a_player_is_addressed_politely_and_a_side_is_not() -> None:
    table = Table.of("yggdrasil", 1)
    *_, snapshot = table.play(12)
    plain = json.dumps(table.viewing.view(snapshot, TABLE, "ja"), ensure_ascii=False)
    assert "さん" not in plain
    table = Table.of("yggdrasil", 1)
    table.viewing.names = dict.fromkeys("AB", "林志明")
    *_, snapshot = table.play(12)
    view = table.viewing.view(snapshot, TABLE, "ja")
    assert view["now"]["head"] == "林志明さんの番"
    assert [side["name"] for side in view["score"]] == ["林志明", "林志明"]


def placed_unseen(table: Table, *actions: str) -> list[Notice]:
    """Play Ji Guan's first round as a camera sees it; return the notices."""
    match, spoken = RefereedMatch(table.referee), []
    for text in ("chance choose A", *actions):
        ply = match.play(parse_action(text))
        spoken.append(Accepted(**table.referee.now(), action=ply.action, events=ply.events))
        table.receive([notify(table.referee, spoken[-1])])
    return spoken


def test_nobody_is_invited_to_turn_a_card_up_before_its_time() -> None:
    table = Table.of("jiguan")
    placed_unseen(table, "A place ? A.beast facing=down")
    may = table.viewing.view(table.snapshot(), TABLE, "zh-Hant")["may"]
    assert {each["verb"] for each in may} == {"place"}
    play(table.referee, parse_action("B place ? B.beast facing=down"))
    may = table.viewing.view(table.snapshot(), TABLE, "zh-Hant")["may"]
    assert {each["verb"] for each in may} == {"flip"}
    for text in ("A flip A.beast card=jb1", "B flip B.beast card=jb2"):
        play(table.referee, parse_action(text))
    (acting,) = table.referee.at.match.to_act
    play(table.referee, parse_action(f"{acting} place ? A.item1 facing=down"))
    may = table.viewing.view(table.snapshot(), TABLE, "zh-Hant")["may"]
    assert {each["verb"] for each in may} == {"place", "pass"}


@pytest.mark.parametrize(
    ("card", "state"), [("jb2", "legal"), ("ji2", "illegal")], ids=["beast", "item"]
)
def test_what_came_to_nothing_is_not_green(card: str, state: str) -> None:
    table = Table.of("jiguan")
    *_, last = placed_unseen(
        table,
        "A place ? A.beast facing=down",
        "B place ? B.beast facing=down",
        "A flip A.beast card=jb1",
        f"B flip B.beast card={card}",
    )
    assert last.mishap == ("JGS-10.2" if state == "illegal" else "")
    view = table.viewing.view(table.snapshot(), TABLE, "zh-Hant")
    assert (view["verdict"]["state"], view["light"]["state"]) == (state, state)
    assert any("請雙方把牌收回手上" in each for each in view["verdict"]["how"]) == (
        state == "illegal"
    )


def test_a_card_turned_up_too_early_says_so_on_the_page() -> None:
    table = Table.of("jiguan")
    placed_unseen(table, "A place ? A.beast facing=down", "A flip A.beast card=jb1")
    verdict = table.viewing.view(table.snapshot(), TABLE, "zh-Hant")["verdict"]
    assert verdict["state"] == "watch"
    assert verdict["clauses"][0]["id"] == "JGS-10.5"
    assert "保持正面朝上" in verdict["why"]


def rolled(table: Table, *rolls: str) -> None:
    """Throw dice one after the other; `A 3` is seat A's throw of a three."""
    match = RefereedMatch(table.referee)
    for roll in rolls:
        seat, value = roll.split()
        action = Action("chance", Verb.ROLL, value=value, to=seat)
        ply = match.play(action)
        record = Accepted(**table.referee.now(), action=action, events=ply.events)
        table.receive([notify(table.referee, record)])


@pytest.mark.parametrize(
    ("rolls", "head", "todo"),
    [
        (
            (),
            "Both players roll for the first turn, Ann first.",
            "Roll one die into Ann’s dice tray",
        ),
        (("A 5",), "Bo rolls", "Roll one die into Bo’s dice tray"),
        (("A 5", "B 3"), "Ann rolls", "Roll one die into Ann’s dice tray"),
    ],
)
def test_the_headline_says_whose_throw_is_awaited(
    rolls: tuple[str, ...], head: str, todo: str
) -> None:
    table = Table.of("dicebattle")
    table.viewing = replace(table.viewing, names={"A": "Ann", "B": "Bo"})
    rolled(table, *rolls)

    now = table.viewing.view(table.snapshot(), TABLE, "en")["now"]

    assert (now["head"], now["todo"]) == (head, todo)


@pytest.mark.parametrize(
    ("lang", "head"),
    [("en", "Ann rolls"), ("ja", "Annさんがサイコロを振ります"), ("zh-Hant", "請Ann擲骰子")],
)
def test_a_refusal_while_dice_are_awaited_is_headed_by_whose_throw_it_is(
    lang: str, head: str
) -> None:
    table = Table.of("dicebattle")
    table.viewing = replace(table.viewing, names={"A": "Ann", "B": "Bo"})
    rolled(table, "A 5", "B 3")
    first = replace(table.snapshot(), stage=RefereePhase.REFUSED)
    view = table.viewing.view(first, TABLE, lang)

    assert view["screen"] == "refusal"
    assert view["now"]["head"] == head
    assert view["now"]["todo"] == Message("page.todo.refusal").render(lang)


def test_who_has_won_the_roll_for_the_first_turn_is_reported() -> None:
    table = Table.of("dicebattle")
    rolled(table, "A 5", "B 3")
    view = table.viewing.view(table.snapshot(), TABLE, "en")

    assert "Round 1 begins and Sun plays first." in view["caption"]["text"]


def test_several_dice_are_thrown_at_once_where_the_game_has_several() -> None:
    table = Table.of("spherion")
    seen = {
        now["todo"]
        for snapshot in table.play(60)
        if (now := table.viewing.view(snapshot, TABLE, "en")["now"])["head"].endswith("rolls")
    }

    assert "Roll 3 dice into Blue’s control place" in seen


def test_what_ends_a_turn_is_logged_in_that_turn() -> None:
    table = Table.of("yggdrasil", 3)
    snapshots = list(table.play(14))
    log = table.viewing.view(snapshots[-1], TABLE, "en")["log"]
    done = [
        entry.record for entry in snapshots[-1].story.entries if entry.record.kind == "accepted"
    ]

    before = dict(zip([r.ply for r in done[1:]], [r.turn for r in done], strict=False))
    plies = {entry.n: entry.record.ply for entry in snapshots[-1].story.entries}
    assert [line["turn"] for line in log if line["seat"]] == [
        before.get(plies[line["n"]], 1) for line in log if line["seat"]
    ]
    assert len({line["turn"] for line in log}) > 2


def test_a_resumed_match_keeps_its_turns_and_what_chance_did(tmp_path: Path) -> None:
    table = Table.of("dicebattle")
    rolled(table, "A 5", "B 3")
    _, now = gone_on(table, table.written(tmp_path / "m.jsonl"))
    lines = table.viewing.view(now, TABLE, "en")["log"]

    assert [line["text"] for line in lines] == [
        "Moon rolls a 3. Round 1 begins and Sun plays first. Sun rolls the die",
        "Sun rolls a 5. Moon rolls for the first turn; equal rolls are repeated",
    ]
    assert all(entry.record.turn for entry in now.story.entries)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("differing", [0, 2])
def test_going_on_while_dice_are_awaited_names_nobody(lang: str, differing: int) -> None:
    record = MatchResumed(turn=1, to_act=("chance",), differing=differing)
    words = Table.of("dicebattle").viewing.words(lang)
    spoken = notice_caption(words.wording, record)

    assert spoken.startswith(words.wording.turn(1).render(lang))
    assert not re.search(r"  |, ,|、、|，，|輪到|の番", spoken)


def todos(slug: str, plies: int, seed: int = 1, lang: str = "en") -> set[str]:
    """Return the headline's instructions in a match of random moves."""
    table = Table.of(slug, seed)
    views = (table.viewing.view(snapshot, TABLE, lang) for snapshot in table.play(plies))
    return {view["now"]["todo"] for view in views}


def test_the_headline_names_all_kinds_of_moves() -> None:
    assert "Draw a card · Place a card face down · Turn a card over" in todos("stratosphere", 20)
    table = Table.of("yggdrasil")
    game, match = table.referee.at.match.game, RefereedMatch(table.referee)
    match.correct(game.notation.parse("field b1=yr1/A b2=y01/A c5=yr1/B\nturn 3 A", match.setup))
    now = table.viewing.view(table.snapshot(), TABLE, "en")["now"]
    assert now["todo"] == "Place a card on a1, a2, b3, c1 or c2"
    # A Japanese character is as wide as two: where cards go is next to the options.
    assert any(
        todo.startswith("カードを伏せて置く · ") for todo in todos("dicebattle", 40, 1, "ja")
    )


def test_the_headline_names_secret_orders_and_signs() -> None:
    found = todos("spherion", 40)

    assert "Plan your orders · READY: you are done" in found
    assert "Show rock, paper or scissors" in found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_orders_on_paper_are_still_planned_where_a_win_may_be_claimed_too(lang: str) -> None:
    """Regression: with five cards in a hand, "Choose claim" replaced the orders."""
    words = Table.of("spherion").viewing.words(lang)
    ready = Choice("blue", Verb.READY, down=False, cells=(), values=())
    spoken = (
        replace(ready, seat="", verb=Verb.DECLARE, values=v) for v in (("?",), ("?", "claim"))
    )
    planned, both = (todo_text((ready,), each, words) for each in spoken)
    orders, done = planned.split(" · ")
    first, claim, last = both.split(" · ")
    assert (first, last) == (orders, done)
    assert claim not in (orders, done, "")
    assert Message("page.may.values", values="claim").render(words.lang) != claim


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("orders", ["rail", "slip"])
def test_with_orders_on_paper_the_head_names_yes_and_the_button_one_order(
    orders: str, lang: str
) -> None:
    """Regression: the headline's words were on the buttons, which ran off every screen."""
    setup = starter_setup(load_game("spherion"), Setup("spherion", {"orders": orders}))
    table = Table("spherion", setup, 3)
    views = (table.viewing.view(now, TABLE, lang) for now in table.play(80))
    view = next(view for view in views if len(view["whose"].get("yes", ())) > 1)
    words = table.viewing.words(lang)

    assert view["now"]["todo"].startswith(
        Message("page.may.declare_paper").render(words.lang) + " · "
    )
    assert Message("page.control.yes").render(words.lang) in Message(
        "page.may.declare_paper"
    ).render(words.lang)
    assert view["called"]["yes"].endswith(Message("page.may.declare_one").render(words.lang))


def test_passing_is_called_what_comes_of_it() -> None:
    found: set[str] = set()
    spoken: set[str] = set()
    for seed in range(3):
        table = Table.of("stratosphere", seed)
        views = [table.viewing.view(snapshot, TABLE, "en") for snapshot in table.play(60)]
        found |= {m["text"] for view in views for m in view["may"] if m["verb"] == "pass"}
        spoken |= {view["now"]["todo"] for view in views}

    assert found == {"Allow the attack"}
    assert any(todo.endswith("Allow the attack") for todo in spoken)


@pytest.mark.parametrize(
    ("slug", "own"),
    [
        (
            "dicebattle",
            {
                "Show your whole hand and redraw",
                "手札をすべて見せて引き直す",
                "公開全部手牌並重抽",
                "Use the effect of Imp",
                "「インプ」の効果を使う",
                "使用「小惡魔」的效果",
                "Do not use the effect of Imp",
            },
        ),
        (
            "spherion",
            {
                *("Wait", "待機する", "等待"),
                *("Show rock", "出す：グー", "出石頭"),
                *("Give the initiative to Red", "先手を選ぶ：赤", "選擇由誰取得先手權：紅方"),
            },
        ),
        ("stratosphere", {"Allow the attack", "攻撃を認める", "允許這次攻擊"}),
        ("yggdrasil", {"Use Sift", "選別を使う", "使用「汰換」", "Invade a4", "侵攻する：a4"}),
    ],
)
def test_valid_actions_are_worded_as_players_do(slug: str, own: set[str]) -> None:
    found: set[str] = set()
    for seed in range(5):
        table = Table.of(slug, seed)
        tracked = table.viewing.tracked
        words = [table.viewing.words(lang) for lang in LANGUAGES]
        for now in table.play(110):
            for each in words:
                found |= {saying["text"] for saying in sayings_of(now, tracked, each)}

    assert own <= found
    machine = re.compile("^(Choose (?!as )|選ぶ：|選擇：)|the face-down card|裏向きのカード")
    assert not [text for text in found if machine.search(text)]


@pytest.mark.parametrize(
    ("lang", "todo", "clock"),
    [
        (
            "en",
            (
                "Prevent: discard black, 10 or more, from your hand "
                "(Ten of Spades is 10) · Allow the attack"
            ),
            "12 s to answer; no answer allows the attack (STR-6.5)",
        ),
        (
            "ja",
            (
                "阻止する：10以上の黒の手札を1枚、表向きで捨て札に置く（「スペードの10」は10）"
                " · 攻撃を認める"
            ),
            "残り12秒。だまっていると攻撃を認めたことになります（STR-6.5）",
        ),
        (
            "zh-Hant",
            (
                "阻止：從手牌打出一張 10 點以上的黑牌，正面放到棄牌堆（「黑桃10」是 10 點）"
                " · 允許這次攻擊"
            ),
            "還有 12 秒；不出聲就算允許（STR-6.5）",
        ),
    ],
)
def test_who_is_attacked_reads_what_prevents_it_and_how_long_there_is(
    lang: str, todo: str, clock: str
) -> None:
    table = Table.of("stratosphere", 0)
    asked = next(
        s
        for s in table.play(80)
        if s.position.state.target >= 0 and s.position.state.hands[s.position.state.asked]
    )
    asked = replace(asked, clock=QuestionClock(asked.position.to_act[0], 12, "STR-6.5"))

    for who in (TABLE, Pass(Role.SEAT, asked.position.to_act[0]), GUEST):
        view = table.viewing.view(asked, who, lang)
        assert (view["now"]["todo"], view["clock"]) == (todo, clock)
    assert table.viewing.view(asked, TABLE, lang)["called"]["end_turn"] == todo.split(" · ")[1]


def test_that_time_was_up_is_reported_with_its_meaning() -> None:
    table = Table.of("stratosphere", 0)
    asked = next(s for s in table.play(80) if s.position.state.target >= 0)
    referee, seat = table.referee, asked.position.to_act[0]
    sense(referee, frame=referee.senses.frame + 1)
    action = Action(seat, Verb.PASS)
    up = TimeUp(**referee.now(), action=action, clause="STR-6.5")
    ply = play(referee, action)
    table.receive([up, Accepted(**referee.now(), action=action, events=ply.events)])
    view = table.viewing.view(table.snapshot(), TABLE, "en")

    assert view["caption"]["text"].startswith(f"Time is up for Player {seat}. (STR-6.5) ")
    assert "the attack is allowed" in view["caption"]["text"]
    assert (view["verdict"]["state"], view["verdict"]["seat"]) == ("legal", seat)


def test_every_second_of_a_clock_is_shown() -> None:
    table = Table.of("stratosphere", 1)
    *_, _ = table.play(3)
    shown = []
    for left in (3, 3, 2, None):
        clock = None if left is None else QuestionClock("1", left, "STR-6.5")
        sense(table.referee, answer_timer=AnswerTimer(clock))
        table.look()
        number, snapshot = table.mailbox.snapshot
        assert snapshot is not None
        shown.append((number, snapshot.clock))

    assert [clock and clock.remaining_s for _, clock in shown] == [3, 3, 2, None]
    assert shown[1][0] == shown[0][0] < shown[2][0] < shown[3][0]


REDRAWN = """\
turn 2 A set
first A
hand A ?*5
deck A ?*25
hand B ?*5
deck B ?*25
dice A 6 1
"""


@pytest.mark.parametrize("who", [TABLE, GUEST])
def test_points_on_tracks_stand_next_to_the_names(who: Pass) -> None:
    table = Table.of("spherion", 1)
    for snapshot in table.play(40):
        score = table.viewing.view(snapshot, who, "en")["score"]
        players = table.referee.at.match.state.players
        report = [[f"LP {p.lp}", f"SP {p.sp}", f"MP {p.mp}"] for p in players]

        assert [side["counts"] for side in score] == report
    assert any(p.mp for p in players)


@pytest.mark.parametrize(
    ("lang", "report"),
    [
        ("en", [["roll 6", "redraws 1"], []]),
        ("ja", [["出目 6", "引き直し 1"], []]),
        ("zh-Hant", [["骰點 6", "重抽 1"], []]),
    ],
)
def test_the_roll_and_the_redraws_stand_next_to_the_names(
    lang: str, report: list[list[str]]
) -> None:
    """Regression: a resumed match at the mouse table, with no die in its tray, omitted them."""
    table = Table.of("dicebattle", 1)
    *_, snapshot = table.play(1)
    match = table.referee.at.match
    state = match.game.notation.parse(REDRAWN, match.setup)
    snapshot = with_position(snapshot, state=match.game.view(state, None))

    score = table.viewing.view(snapshot, GUEST, lang)["score"]
    assert [side["counts"] for side in score] == report


def test_without_points_on_tracks_none_are_shown() -> None:
    table = Table.of("jiguan", 1)
    *_, snapshot = table.play(3)

    assert [s["counts"] for s in table.viewing.view(snapshot, GUEST, "ja")["score"]] == [[], []]


def signs(table: Table, blue: str, red: str) -> dict[str, Any]:
    """Return the view after Blue and Red have shown these rock-paper-scissors signs."""
    match = RefereedMatch(table.referee)
    table.viewing.names = {"blue": "Ann", "red": "Bo"}
    while match.state.phase != "jkp":
        match.play(match.game.sample(match.state, lambda count: 0))
    for seat, value in (("blue", blue), ("red", red)):
        action = Action(seat, Verb.DECLARE, value=value)
        ply = match.play(action)
        record = Accepted(**table.referee.now(), action=action, events=ply.events)
        table.receive([notify(table.referee, record)])
    return table.viewing.view(table.snapshot(), TABLE, "en")


def test_who_won_the_signs_is_reported_and_asked_in_a_sentence() -> None:
    view = signs(Table.of("spherion"), "rock", "paper")
    report = "Bo wins with paper against rock and chooses who has the initiative (SPH-4.10)"
    assert report in view["caption"]["text"]
    assert view["verdict"]["text"] == f"{report}."
    assert report in view["log"][0]["text"]
    assert view["verdict"]["clauses"][0]["id"] == "SPH-4.10"
    assert view["now"]["todo"] == "Bo won: who has the initiative, Ann or Bo?"
    assert [each["text"] for each in view["may"]] == [view["now"]["todo"]]


def test_an_answer_to_the_question_is_plain() -> None:
    table = Table.of("spherion")
    signs(table, "rock", "paper")
    game, state, words = (
        table.referee.at.match.game,
        table.snapshot().position.state,
        table.viewing.words("en"),
    )
    texts = [saying_text(game, state, action, words) for action in game.legal(state)]
    assert texts == ["Give the initiative to Ann", "Give the initiative to Bo"]


def test_the_log_has_what_the_dice_show_and_bring() -> None:
    table = Table.of("spherion")
    signs(table, "rock", "paper")
    match = RefereedMatch(table.referee)
    for _ in range(20):
        if match.state.phase == "roll":
            break
        chance = match.to_act == {"chance"}
        legal = list(match.game.legal(match.state))
        match.play(match.game.sample(match.state, lambda count: 0) if chance else legal[-1])
    rolled(table, "blue ASA")
    log = table.viewing.view(table.snapshot(), TABLE, "en")["log"]
    assert log[0]["text"] == "Ann’s dice show Arrow, Star, Arrow. Ann: +1 SP. Ann: +4 MP"


def test_equal_signs_are_shown_again() -> None:
    view = signs(Table.of("spherion"), "rock", "rock")
    report = "Both show rock: nobody wins, show again (SPH-4.10)"
    assert report in view["caption"]["text"]


@pytest.mark.parametrize(
    ("lang", "report"),
    [
        ("en", "Blue’s dice show Arrow, Star, Arrow. Blue: +1 SP. Blue: +4 MP."),
        ("ja", "青のダイスの目：矢、星、矢。青：SP +1。青：MP +4。"),
        ("zh-Hant", "藍方擲出：箭、星、箭。藍方：召喚點（SP）+1。藍方：移動點（MP）+4。"),
    ],
)
def test_what_the_dice_show_and_bring_is_reported(lang: str, report: str) -> None:
    game = load_game("spherion")
    state = game.notation.parse("turn 1 roll blue", Setup("spherion"))
    roll = Action("chance", Verb.ROLL, value="ASA", to="blue")
    data = {"events": tuple(game.advance(state, roll)[0])}
    record = Accepted(frame=1, action=roll, **data)
    assert Speaker(load_catalog("spherion"), lang).caption(record).startswith(report)


def test_a_card_is_turned_over_not_its_place() -> None:
    assert any(todo.startswith("Turn over the card on ") for todo in todos("dicebattle", 70))
