"""The help of both programs: every command is in a group, and every example can be typed."""

from __future__ import annotations

import shlex
from typing import Any

import pytest
from typer.main import get_command

import companion.cli
import printkit.cli
from companion.commands import help_groups as companion_help
from printkit.commands.help_groups import HelpGroups, help_groups

PROGRAMS = {
    "companion": (
        companion.cli,
        HelpGroups(
            companion_help.COMMAND_GROUPS, companion_help.OPTION_GROUPS, companion_help.EXAMPLES
        ),
    ),
    "printkit": (printkit.cli, help_groups()),
}


def group(program: str) -> Any:  # noqa: ANN401 - typer's own
    return get_command(PROGRAMS[program][0].build_app())


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_command_is_in_one_group_and_has_an_example(program: str) -> None:
    cli, groups = PROGRAMS[program]
    named = [name for names in groups.commands.values() for name in names]

    assert sorted(named) == sorted(cli.COMMANDS)
    assert groups.examples.keys() == {"program", *cli.COMMANDS}
    assert all(groups.examples.values())


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_grouped_command_has_each_of_its_options_once(program: str) -> None:
    groups = PROGRAMS[program][1].options
    assert groups
    for name, parts in groups.items():
        params = group(program).commands[name].params
        options = [each.name for each in params if each.param_type_name == "option"]
        assert sorted(n for names in parts.values() for n in names) == sorted(options), name


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_example_can_be_typed(program: str) -> None:
    app = group(program)
    for lines in PROGRAMS[program][1].examples.values():
        for line in lines:
            _, *words = shlex.split(line.partition("   ")[0])
            name, command, rest = app.resolve_command(app.make_context(program, words), words)
            assert command.make_context(name, rest).command is command, line


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_help_shows_groups_options_and_unwrapped_examples(program: str) -> None:
    app, groups = group(program), PROGRAMS[program][1]
    shown = app.get_help(app.make_context(program, ["--help"], resilient_parsing=True))

    assert all(f"\n{heading}:\n" in shown for heading in groups.commands)
    assert all(f"    {line}" in shown for line in groups.examples["program"])
    for name, parts in groups.options.items():
        command = app.commands[name]
        text = command.get_help(command.make_context(name, [], resilient_parsing=True))
        assert all(f"\n{heading}:\n" in text for heading in parts), name
        assert all(f"    {line}" in text for line in groups.examples[name])
