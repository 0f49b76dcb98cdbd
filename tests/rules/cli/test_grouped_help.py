"""Help of the programs that use typer: groups of commands and options, and examples."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command
from typer.testing import CliRunner

from rules.cli.failure import mistyped_in
from rules.cli.grouped_help import with_examples, write_commands, write_options

COMMANDS = {"Play": ["play"], "Look": ["show", "absent"], "Nothing": ["absent"]}
OPTIONS = {"play": {"Speed": ["jobs"]}}


class GroupedCommands(TyperGroup):
    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - typer's own
        del ctx
        write_commands(formatter, self.commands, COMMANDS)


class GroupedOptions(TyperCommand):
    def format_options(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - typer's own
        write_options(formatter, ctx, OPTIONS.get(self.name or "", {}))


@pytest.fixture
def app() -> typer.Typer:
    app = typer.Typer(cls=GroupedCommands, rich_markup_mode=None, add_completion=False)

    @app.command(cls=GroupedOptions, epilog=with_examples(["play glow", "play glow --jobs 2"]))
    def play(
        game: Annotated[str, typer.Argument(help="the game's name")],
        jobs: Annotated[int, typer.Option(help="processes")] = 1,
        seed: Annotated[str, typer.Option("--seed", "-s", help="random numbers")] = "",
    ) -> None:
        """Play a game."""

    @app.command(cls=GroupedOptions)
    def show(card: str, fast: bool = False) -> None:  # noqa: FBT001, FBT002 - typer's way
        """Show a card."""

    @app.command(cls=GroupedOptions)
    def rest() -> None:
        """Do nothing."""

    return app


def shown(app: typer.Typer, *words: str) -> list[str]:
    return CliRunner().invoke(app, [*words, "--help"]).output.splitlines()


def test_commands_stand_in_columns_below_the_headings_that_have_some(app: typer.Typer) -> None:
    lines = shown(app)
    play = lines.index("Play:")
    assert lines[play + 1] == "  play  Play a game."
    assert lines[lines.index("Look:") + 1] == "  show  Show a card."
    assert not any("absent" in line or "Nothing" in line for line in lines)


def test_arguments_come_first_then_the_groups_and_last_the_other_options(app: typer.Typer) -> None:
    lines = [line for line in shown(app, "play") if line]
    places = [lines.index(heading) for heading in ("Arguments:", "Speed:", "Options:")]
    assert places == sorted(places)
    assert lines[places[0] + 1].split()[0] == "game"
    assert lines[places[1] + 1].split()[0] == "--jobs"
    options = [line.split()[0] for line in lines[places[2] + 1 :] if line.startswith("  -")]
    assert options == ["-s,", "--help"]
    assert [line for line in shown(app, "rest") if line.endswith(":")] == ["Options:"]


def test_examples_keep_their_lines(app: typer.Typer) -> None:
    text = "\n".join(shown(app, "play"))
    assert "Examples:\n" in text
    assert "play glow\n" in text
    assert with_examples([], "More.") == "More."
    assert with_examples(["a b"], "More.") == "\b\nExamples:\n  a b\n\nMore."
    assert with_examples([]) == ""


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("play yggdrasyl", "no game 'yggdrasyl'"),
        ("play --jobs 2 jigaun", "no game 'jigaun'"),
        ("--json play -s jigaun dicebatle", "no game 'dicebatle'"),
        ("show m01 --game=spherionn", "no game 'spherionn'"),
        ("play yggdrasil", ""),
        ("play chess", ""),
        ("show yggdrasyl", ""),
        ("shwo yggdrasyl", ""),
        ("", ""),
    ],
)
def test_a_mistyped_game_is_found_where_a_game_is_expected(
    app: typer.Typer, words: str, says: str
) -> None:
    found = mistyped_in(words.split(), get_command(app))
    assert (found.render("en") if found else "").startswith(says)
    assert bool(found) == bool(says)
