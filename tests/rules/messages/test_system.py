"""Reasons of system errors, as parts of a sentence."""

from __future__ import annotations

import errno

import pytest

from rules import LANGUAGES, Message
from rules.messages.message import UserError, render
from rules.messages.system import machine_fault, reason


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (UserError(Message("absent")), Message("absent")),
        (OSError(errno.ENOENT, "No such file"), Message("absent")),
        (MemoryError(), Message("no_memory")),
        (ValueError("odd"), "odd"),
    ],
)
def test_the_reason_is_that_of_the_error(error: Exception, text: str | Message) -> None:
    for lang in LANGUAGES:
        assert render(reason(error), lang) == render(text, lang)


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (MemoryError(), "no_memory"),
        (RuntimeError("can't start new thread"), "no_memory"),
        (OSError(errno.EIO, "I/O error"), "disk_broken"),
        (OSError(errno.ENOENT, "No such file"), None),
        (ValueError("odd"), None),
    ],
)
def test_a_failure_of_the_computer_is_told_from_a_fault(
    error: Exception, cause: str | None
) -> None:
    expected = Message("machine_failed", why=Message(cause)) if cause else None
    assert machine_fault(error) == expected
