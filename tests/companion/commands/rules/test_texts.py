"""`companion rules`: incomplete pages, and cards shown to a camera."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from companion.commands.rules.say import answer_lines, card_lines, clause_lines, hit_lines
from companion.commands.rules.show import shown_tags
from companion.frames import Frame
from companion.lookup import Answer, CardPage, ClausePage, Hit, HitKind, MatchKind
from companion.lookup.values import Example
from companion.readings import Face, Reading
from rules import LANGUAGES, Message, Setup, Status, dump_manifest, load_catalog
from tests.companion.commands.referee.test_command import manifest_of, start


@pytest.fixture(params=LANGUAGES)
def lang(request: pytest.FixtureRequest) -> str:
    lang: str = request.param
    return lang


def hit(kind: HitKind, match: MatchKind = MatchKind.ID, text: str = "") -> Hit:
    return Hit(kind, "yggdrasil", "x1", "Title", text, "", match, 1.0)


# Hits.


def test_a_hit_says_what_it_is_and_whether_it_is_only_like_it(lang: str) -> None:
    near, sure = MatchKind.NEAR, MatchKind.ID
    (plain,) = hit_lines([hit(HitKind.CLAUSE, sure)], lang, games=False)
    (card,) = hit_lines([hit(HitKind.CARD, near)], lang, games=False)
    (game,) = hit_lines([hit(HitKind.TERM, sure, "Title")], lang, games=True)

    assert plain == Message("rules.hit.line", id="x1", title="Title").render(lang)
    kind = Message("rules.kind.card").render(lang)
    assert card == f"{plain}  ({kind}, {Message('rules.hit.near').render(lang)})"
    name = load_catalog("yggdrasil").names[lang]
    assert game == f"{plain}  ({name}, {Message('rules.kind.term').render(lang)})", (
        "a title is not told twice"
    )


@pytest.mark.parametrize(("length", "shown"), [(96, 96), (97, 96)])
def test_a_long_text_is_cut_at_the_line_s_end(length: int, shown: int, lang: str) -> None:
    text = "ab\n" + "x" * (length - 3)
    _, excerpt = hit_lines([hit(HitKind.CLAUSE, text=text)], lang, games=False)
    assert len(excerpt) == 4 + shown
    assert excerpt.startswith("    ab x")
    assert excerpt.endswith("…") == (length > shown)


# Pages.


def bare_clause(**report: object) -> ClausePage:
    page = {
        "game": "yggdrasil", "id": "YGG-6.4", "section": ("6", "Section"), "title": "Title",
        "text": "Text.", "forbids": False, "ruling": False, "why": "", "history": "",
        "refusals": (), "settings": (), "related": (), "cards": (), "examples": (),
    }  # fmt: skip
    return ClausePage(**(page | report))  # type: ignore[arg-type]


def test_of_a_clause_only_what_there_is_is_printed(lang: str) -> None:
    head, game, empty, text, kind = clause_lines(bare_clause(), lang)
    assert (head.startswith("YGG-6.4"), empty, text) == (True, "", "Text.")
    assert game.startswith(load_catalog("yggdrasil").names[lang])
    assert kind == Message("rules.page.describes").render(lang)
    lines = list(
        clause_lines(bare_clause(forbids=True, why="Why.", settings=(("Label", "Does."),)), lang)
    )
    assert lines[4:] == [
        Message("rules.page.forbids").render(lang),
        Message("rules.page.ruling", text="Why.").render(lang),
        Message("rules.page.settings").render(lang),
        Message("rules.page.setting", label="Label", text="Does.").render(lang),
    ]


def test_the_history_of_a_clause_is_printed_only_on_request(lang: str) -> None:
    page = bare_clause(why="Why.", history="The source is silent.")
    asked = list(clause_lines(page, lang, history=True))
    history = Message("rules.page.history", text="The source is silent.").render(lang)
    assert asked[-1] == history
    assert list(clause_lines(page, lang)) == asked[:-1]


def test_an_example_reports_what_came_before_and_under_which_rules(lang: str) -> None:
    setup = Setup("yggdrasil", {"field": "5x7"})
    example = Example("legal", "A pass", ("A draw", "B pass"), setup, "", (), None)
    lines = list(clause_lines(bare_clause(examples=(example,)), lang))
    label = load_catalog("yggdrasil").settings["field"].labels[lang]
    seats = load_catalog("yggdrasil").seat_names
    done, before = (
        next(each for each in lines if word in each) for word in ("[A pass]", "[A draw]")
    )
    assert seats["A"][lang] in done
    assert all(seats[seat][lang] in before for seat in "AB")
    assert before.endswith("[B pass]")
    assert Message("rules.page.with", settings=f"{label} (field=5x7)").render(lang) in lines


def test_a_card_without_words_is_its_names(lang: str) -> None:
    names = dict.fromkeys(LANGUAGES, "Leaf")
    page = CardPage("yggdrasil", "y99", 99, "Leaf", names, "", "", {"nonsense": "x"}, ())
    head, game, also = card_lines(page, lang)
    assert (head, game) == (
        Message("rules.hit.line", id="y99", title="Leaf").render(lang),
        load_catalog("yggdrasil").names[lang],
    )
    assert also == Message("rules.page.also", text="Leaf · Leaf").render(lang)
    words = [
        CardPage("yggdrasil", "y99", 99, "Leaf", names, text, keyword, {}, ())
        for text, keyword in (("Draws.", ""), ("", "Grow"), ("Draws.", "Grow"))
    ]
    last = [list(card_lines(page, lang))[-1] for page in words]
    assert last == ["Draws.", "[Grow]", "[Grow] Draws."]


@pytest.mark.parametrize(("status", "more"), [(Status.LEGAL, []), (Status.ILLEGAL, ["ask.none"])])
def test_where_nothing_small_helps_that_is_reported(
    status: Status, more: list[str], lang: str
) -> None:
    reasons = (("YGG-6.4", "Title", ""),)
    answer = Answer("yggdrasil", "A pass", status, reasons, (), None)
    action, verdict, doubt, *rest = answer_lines(answer, lang)
    assert (action, verdict) == ("A pass", Message(f"rules.ask.{status}").render(lang))
    assert doubt == "  " + Message(
        "rules.ask.doubt", clause="YGG-6.4", title="Title", output=""
    ).render(lang)
    assert rest == [Message(f"rules.{key}").render(lang) for key in more]


# Cards shown to a camera.


class Film:
    """A camera that sees a card from some moment on, or never."""

    name = "film"

    def __init__(self, *times: float) -> None:
        self.times, self.closed = list(times), False

    def read(self) -> Frame | None:
        if not self.times:
            return None
        now = self.times.pop(0)
        return Frame(np.full((2, 2, 3), int(now), np.uint8), now, 0)

    def close(self) -> None:
        self.closed = True


def reading(tag: str, size: float, face: Face = Face.FRONT, card: str = "y01") -> Reading:
    return Reading(tag, ((0, 0), (size, 0), (size, size), (0, size)), 1.0, face, card)


@pytest.fixture
def paper(tmp_path: Path) -> list[Path]:
    path = tmp_path / "m.json"
    manifest = manifest_of(load_catalog("yggdrasil").decks["orchard"])
    path.write_text(dump_manifest(manifest), encoding="utf-8")
    return [path]


@pytest.mark.parametrize(
    ("times", "tags", "left"),
    [
        ((100.0, 110.0, 120.0, 131.0), (), 0),
        ((100.0, 130.0, 130.5, 140.0), (), 1),
        ((100.0, 7.0, 8.0), ("LARGE", "SMALL"), 1),
        ((), (), 0),
    ],
)
def test_a_camera_is_watched_for_half_a_minute(
    times: tuple[float, ...],
    tags: tuple[str, ...],
    left: int,
    paper: list[Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def read(image: np.ndarray, _: object) -> tuple[Reading, ...]:
        back = reading("BACK", 90, Face.BACK)
        if image[0, 0, 0] != 7:
            return (back, reading("NOBODY'S", 80, card=""))
        return (back, reading("SMALL", 10), reading("LARGE", 20))

    film = Film(*times)
    monkeypatch.setattr("companion.vision.sources.open.open_source", lambda _: film)
    monkeypatch.setattr("companion.vision.sources.stills.read_still", read)
    assert shown_tags("0", paper) == tags
    assert (len(film.times), film.closed) == (left, True)


def test_a_word_of_the_game_is_reported_with_its_game(capsys: pytest.CaptureFixture[str]) -> None:
    for lang in LANGUAGES:
        code = start("rules", "fruit", "--lang", lang)
        assert code == 0
        assert load_catalog("yggdrasil").names[lang] in capsys.readouterr().out
    assert start("rules", "fruit", "-g", "yggdrasil", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["hits"][0]["id"], report["page"]) == ("fruit", None), "it has no page"


@pytest.mark.parametrize("called", ["世界樹", "ザ・ユグドラシル", "yggdrasil"])
def test_a_game_is_named_as_at_the_table(called: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert start("rules", "--game", called, "YGG-6.3", "--lang", "en") == 0
    assert "YGG-6.3" in capsys.readouterr().out
