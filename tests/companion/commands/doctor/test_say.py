"""The report of `companion doctor`: every complaint and every figure, in three languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.commands.doctor.say import as_data, headline, measured, sentences
from companion.referee.words.wording import Wording
from companion.vision.doctor.values import Ailment, CheckupLight, Complaint
from rules import LANGUAGES, Message, load_catalog
from rules.messages.message import listed, render
from tests.support import checkups
from tests.support.checkups import BARE, far

FACTS = {
    Ailment.TINY: {"size": "320 × 240"},
    Ailment.BLURRED: {"blur": "3.1"},
    Ailment.FAR: {"px": "0.70", "need": "1.5", "reads": "1.1"},
    Ailment.NO_MAT: {"seen": "2", "all": "4"},
    Ailment.FOREIGN_MAT: {"letter": "J"},
    Ailment.SCALE: {"what": "cards", "percent": "97"},
}


@pytest.fixture(params=LANGUAGES)
def lang(request: pytest.FixtureRequest) -> str:
    lang: str = request.param
    return lang


@pytest.mark.parametrize("ailment", Ailment)
def test_every_ailment_has_its_sentence_with_its_figures(ailment: Ailment, lang: str) -> None:
    facts = FACTS.get(ailment, {})
    complaint = Complaint(ailment, grave=True, cells=("a1", "b2"), facts=facts)

    (text,) = sentences(replace(BARE, complaints=(complaint,)), lang)

    assert "{" not in text
    assert all(figure in text for name, figure in facts.items() if name not in ("what", "letter"))
    assert load_catalog("jiguan").names[lang] in text or ailment is not Ailment.FOREIGN_MAT


@pytest.mark.parametrize(
    ("complaint", "key", "other"),
    [
        (far(grave=False), "doctor.far_slight", "doctor.far"),
        (
            Complaint(Ailment.NO_MAT, grave=True, facts={"seen": "0", "all": "4"}),
            "doctor.no_mat_none",
            "doctor.no_mat",
        ),
        (Complaint(Ailment.GLARE, grave=False), "doctor.glare_aside", "doctor.glare"),
        (
            Complaint(Ailment.DARK, grave=False, places=(((0.0, 0.0), (8.0, 0.0), (8.0, 8.0)),)),
            "doctor.dark_side",
            "doctor.dark",
        ),
    ],
)
def test_what_is_slight_is_reported_otherwise(
    complaint: Complaint, key: str, other: str, lang: str
) -> None:
    (text,) = sentences(replace(BARE, complaints=(complaint,)), lang)
    facts = {**complaint.facts, "cells": ""}
    assert text == Message(key, **facts).render(lang) != Message(other, **facts).render(lang)


def test_of_many_cells_under_a_lamp_five_are_named(lang: str) -> None:
    five = ["a1", "a2", "a3", "a4", "a5"]

    def glare(*cells: str) -> str:
        complaint = Complaint(Ailment.GLARE, grave=True, cells=cells)
        return sentences(replace(BARE, complaints=(complaint,)), lang)[0]

    assert render(listed(["a1", "a2", "a3", "a4", "a5"]), lang) in glare(
        "a1", "a2", "a3", "a4", "a5"
    )
    many = glare("a1", "a2", "a3", "a4", "a5", "b1", "b2")
    assert render(listed([*five, "…"]), lang) in many
    assert "b1" not in many


@pytest.mark.parametrize("what", ["cards", "mat"])
def test_who_was_printed_wrongly_is_named(what: str, lang: str) -> None:
    facts = {"what": what, "percent": "97"}
    (text,) = sentences(
        replace(BARE, complaints=(Complaint(Ailment.SCALE, grave=True, facts=facts),)), lang
    )
    assert Message(f"doctor.scale_{what}").render(lang) in text


def test_that_all_is_well_is_reported_with_what_was_measured(lang: str) -> None:
    (unmeasured,) = sentences(BARE, lang)
    (well,) = sentences(checkups.measured(), lang)
    assert unmeasured == Message("doctor.fine_unmeasured").render(lang)
    assert "2.25" in well


def test_only_what_was_measured_is_reported(lang: str) -> None:
    whole = render(measured(checkups.measured()), lang)
    assert render(measured(BARE), lang) == ""
    assert all(figure in whole for figure in ("0.8", "201", "98.7"))
    assert Message("doctor.measured.tags", tags=1, marks=2, all=3).render(lang) in whole
    assert render(measured(replace(BARE, white=90.0)), lang) == Message(
        "doctor.measured.white", tone=90
    ).render(lang)
    assert render(measured(replace(BARE, card_scale=1.0)), lang) == Message(
        "doctor.measured.scale", percent="100.0"
    ).render(lang)


@pytest.mark.parametrize(
    ("complaints", "light", "sign"),
    [
        ((), CheckupLight.GREEN, "●"),
        ((far(grave=False),), CheckupLight.YELLOW, "▲"),
        ((far(grave=True),), CheckupLight.RED, "■"),
    ],
)
def test_the_light_is_a_sign_and_a_word_and_a_colour_if_wanted(
    complaints: tuple[Complaint, ...],
    light: CheckupLight,
    sign: str,
    lang: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    checkup = replace(BARE, complaints=complaints)
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = headline("shot.jpg", checkup, lang)
    monkeypatch.setenv("NO_COLOR", "1")
    plain = headline("shot.jpg", checkup, lang)

    assert plain.startswith(f"{sign} {Message(f'doctor.light.{light}').render(lang)}  shot.jpg: ")
    assert "\x1b[" in coloured
    assert "\x1b" not in plain


def test_data_has_every_figure_and_where(lang: str) -> None:
    data = as_data("shot.jpg", checkups.measured(far(grave=True)), lang)

    assert (data["source"], data["light"], data["mat"]) == ("shot.jpg", "red", checkups.MAT.name)
    assert (data["marks"], data["tags"], data["card_scale"]) == (2, 1, 0.987)
    (complaint,) = data["complaints"]
    assert (complaint["what"], complaint["cells"]) == ("far", ["a1"])
    assert complaint["places"][0][0] == [64.0, 48.0]
    assert complaint["sentence"] == data["sentence"]
    bare = as_data("shot.jpg", BARE, lang)
    assert (bare["mat"], bare["card_scale"], bare["complaints"]) == ("", None, [])


@pytest.mark.parametrize("game", ["jiguan", "stratosphere"])
def test_places_under_a_lamp_are_called_what_the_referee_calls_them(game: str, lang: str) -> None:
    cells = ("A.spent", "B.item5", "round1", "2.R>1.L", "pile")
    ill = replace(BARE, complaints=(Complaint(Ailment.GLARE, grave=True, cells=cells),))
    names = render(listed([Wording(load_catalog(game), lang).cell(cell) for cell in cells]), lang)
    (text,) = sentences(ill, lang, game)

    assert text == Message("doctor.glare", cells=names).render(lang) != sentences(ill, lang)[0]
    assert text == as_data("shot.jpg", ill, lang, game)["sentence"]
    assert text in headline("shot.jpg", ill, lang, game)


def test_places_of_a_game_that_is_not_installed_are_called_by_their_keys(lang: str) -> None:
    ill = replace(BARE, complaints=(Complaint(Ailment.GLARE, grave=True, cells=("round1",)),))
    assert sentences(ill, lang, "nowhere") == [Message("doctor.glare", cells="round1").render(lang)]
