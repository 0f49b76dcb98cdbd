"""`printkit check` compares mats and rules: printed places are where the referee expects them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from printkit.cards.job import CardJob
from printkit.mats import mat as mats
from printkit.preflight import GameCheck, check_game
from printkit.preflight import game as preflight_game
from printkit.preflight.game import check_mat_cells
from printkit.template.findings import Finding, Severity
from rules import LANGUAGES, Setup, TableForm, Zone, game_slugs, load_catalog, load_game
from rules.messages.message import render
from tests.support.rules_parts import with_parts

Change = Callable[[TableForm], TableForm]


@pytest.mark.parametrize("slug", game_slugs())
def test_the_mats_of_a_shipped_game_are_its_rules(slug: str) -> None:
    assert list(check_mat_cells(load_catalog(slug))) == []


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Callable[[Change], list[Finding]]:
    """Return a function that changes Ji Guan's table form and returns the mat's findings."""
    game = load_game("jiguan")

    def changed(change: Change) -> list[Finding]:
        other = with_parts(game, form=lambda form, setup: change(form(setup)))
        for module in (mats, preflight_game):
            monkeypatch.setattr(module, "load_game", lambda _: other)
        return list(check_mat_cells(load_catalog("jiguan")))

    return changed


def test_a_place_that_the_mat_calls_otherwise(found: Callable[[Change], list[Finding]]) -> None:
    def change(form: TableForm) -> TableForm:
        first, *zones = form.zones
        return dataclasses.replace(form, zones=(Zone(f"{first.cell}x"), *zones))

    name = load_game("jiguan").table.form(Setup("jiguan")).zones[0].cell
    lacks, odd, *_ = found(change)
    assert (lacks.severity, lacks.code) == (Severity.ERROR, "no_cell")
    assert (odd.severity, odd.code) == (Severity.WARNING, "odd_cell")
    assert render(lacks.where, "en").startswith("templates/jiguan/mat-")
    assert render(odd.where, "en").partition(":")[2].isdecimal()
    for lang in LANGUAGES:
        assert f"{name}x" in lacks.message.render(lang)
        assert name in odd.message.render(lang)
        assert lacks.message.render(lang).count(name) == 2  # and the suggestion


def test_a_mat_that_nobody_has_drawn(found: Callable[[Change], list[Finding]]) -> None:
    none, *_ = found(lambda form: dataclasses.replace(form, mat="ownr_view"))
    assert none.code == "no_mat"
    assert render(none.where, "en") == "rules/games/jiguan"
    assert none.message.render("en").endswith(
        'mat-ownr_view.toml does not exist; did you mean "owner_view"?'
    )


def test_cards_that_are_nobody_s(found: Callable[[Change], list[Finding]]) -> None:
    other = found(lambda form: dataclasses.replace(form, owners={"sum": "A", "moon": "B"}))
    assert [each.code for each in other] == ["other_owner", "other_owner"]
    assert [each.message.facts["owner"] for each in other] == ["sun", "sum"]
    assert all(render(each.where, "en") == "card_data/jiguan/game.toml" for each in other)


def test_a_check_reports_mats_as_well_as_cards(
    found: Callable[[Change], list[Finding]],
) -> None:
    found(lambda form: dataclasses.replace(form, mat="ownr_view"))
    report = check_game(GameCheck(CardJob("jiguan", {})))
    assert [each.code for each in report.findings if each.severity is Severity.ERROR] == ["no_mat"]
