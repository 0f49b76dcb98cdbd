"""Progress bar for long tasks, shown only on a terminal and if the library rich is installed."""

from __future__ import annotations

import sys
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager


def bar(total: int) -> AbstractContextManager[Callable[[int], None] | None]:
    """Return a context manager that yields a callback for the number done, or None for no bar."""
    if sys.stderr is None or not sys.stderr.isatty():
        return nullcontext()
    try:
        return _drawn(total)
    except ImportError:
        return nullcontext()


def _drawn(total: int) -> AbstractContextManager[Callable[[int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    @contextmanager
    def shown() -> Iterator[Callable[[int], None]]:
        console = Console(stderr=True)
        columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console, transient=True) as progress:
            task = progress.add_task("", total=total)
            yield lambda done: progress.update(task, completed=done)

    return shown()
