"""Help in groups and with examples, for the two programs that use typer.

typer's objects are passed in, because `rules` needs only the standard library.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Groups = Mapping[str, Sequence[str]]
"""Headings, and the names of the commands or options below each."""


def write_commands(formatter: Any, commands: Mapping[str, Any], groups: Groups) -> None:  # noqa: ANN401 - typer's own
    """Write the commands of a program below their headings, in aligned columns."""
    width = max(map(len, commands))
    limit = formatter.width - 6 - width
    for heading, names in groups.items():
        found = [(name, commands[name]) for name in names if name in commands]
        if found:
            with formatter.section(heading):
                rows = [(name.ljust(width), each.get_short_help_str(limit)) for name, each in found]
                formatter.write_dl(rows)


def write_options(formatter: Any, context: Any, groups: Groups) -> None:  # noqa: ANN401 - typer's own
    """Write a command's arguments, then its options below their headings; others come last."""
    params = [each for each in context.command.get_params(context) if _record(each, context)]
    arguments = [each for each in params if each.param_type_name == "argument"]
    options = {each.name: each for each in params if each.param_type_name == "option"}
    named = {name for names in groups.values() for name in names}
    parts = [("Arguments", arguments)]
    parts += [(title, [options[name] for name in names]) for title, names in groups.items()]
    parts.append(("Options", [each for name, each in options.items() if name not in named]))
    for heading, found in parts:
        if found:
            with formatter.section(heading):
                formatter.write_dl([_record(each, context) for each in found])


def _record(param: Any, context: Any) -> Any:  # noqa: ANN401 - typer's own
    return param.get_help_record(context)


def with_examples(lines: Iterable[str], more: str = "") -> str:
    r"""Return the text below a command's help: examples, which typer must not wrap, and `more`.

    >>> with_examples(["printkit game yggdrasil"])
    '\x08\nExamples:\n  printkit game yggdrasil'
    """
    return "\n\n".join(_paragraphs(lines, more))


def _paragraphs(lines: Iterable[str], more: str) -> Iterator[str]:
    if shown := [f"  {line}" for line in lines]:
        yield "\n".join(("\b", "Examples:", *shown))
    if more:
        yield more
