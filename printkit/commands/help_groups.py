"""Groups and examples in the help of `printkit`, read from `templates/sheets/help.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rules.cli.grouped_help import Groups


@dataclass(frozen=True, slots=True)
class HelpGroups:
    """The groups of the commands and of some commands' options, and examples by command."""

    commands: Groups
    options: Mapping[str, Groups]
    examples: Mapping[str, tuple[str, ...]]


@cache
def help_groups() -> HelpGroups:
    """Return the groups and examples; those of the whole program are called `program`."""
    from printkit.data.toml_source import TEMPLATES

    data = tomllib.loads((TEMPLATES / "sheets" / "help.toml").read_text(encoding="utf-8"))
    examples = {name: tuple(lines) for name, lines in data["examples"].items()}
    return HelpGroups(data["commands"], data["options"], examples)
