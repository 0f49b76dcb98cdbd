"""Rules with other functions, for tests."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import Any

from rules import PhaseSpec, Rules


def with_parts(game: Rules[Any], **parts: Callable[..., Any]) -> Rules[Any]:
    """Return a game with functions replaced, by the name of their field in `Rules` or a part.

    Each function takes the one that it replaces as its first argument. A column of `PhaseSpec` is
    replaced in every phase.
    """
    for name, function in parts.items():
        if name in PhaseSpec.__dataclass_fields__:
            phases = {
                phase: dataclasses.replace(spec, **{name: partial(function, getattr(spec, name))})
                for phase, spec in game.phases.items()
            }
            game = dataclasses.replace(game, phases=phases)
        elif name in Rules.__dataclass_fields__:
            changes: dict[str, Any] = {name: partial(function, getattr(game, name))}
            game = dataclasses.replace(game, **changes)
        else:
            holder = next(
                field.name
                for field in dataclasses.fields(game)
                if name in getattr(getattr(game, field.name), "__dataclass_fields__", ())
            )
            part = getattr(game, holder)
            changed = dataclasses.replace(part, **{name: partial(function, getattr(part, name))})
            changes = {holder: changed}
            game = dataclasses.replace(game, **changes)
    return game
