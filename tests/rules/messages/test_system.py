"""Reasons of system errors, as parts of a sentence."""

from __future__ import annotations

import errno

import pytest

from rules import LANGUAGES, Message
from rules.messages.message import UserError, render
from rules.messages.system import reason


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (UserError(Message("absent")), Message("absent")),
        (OSError(errno.ENOENT, "No such file"), Message("absent")),
        (ValueError("odd"), "odd"),
    ],
)
def test_the_reason_is_that_of_the_error(error: Exception, text: str | Message) -> None:
    for lang in LANGUAGES:
        assert render(reason(error), lang) == render(text, lang)
