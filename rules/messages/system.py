"""Reasons of the operating system for refusing a file or a port, and internal errors.

All programs share these sentences (`card_data/faults.toml`).
"""

import errno

from rules.messages.message import Message, Text, UserError

_REASONS = {
    errno.ENOENT: "absent",
    errno.EACCES: "closed",
    errno.EPERM: "closed",
    errno.EISDIR: "a_folder",
    errno.ENOTDIR: "in_the_way",
    errno.EEXIST: "in_the_way",
    errno.ENAMETOOLONG: "long_name",
    errno.ENOSPC: "disk_full",
    errno.EDQUOT: "disk_full",
    errno.EROFS: "read_only",
    errno.EADDRINUSE: "taken",
}
REFUSED = {
    errno.ENOSPC: "free_space",
    errno.EDQUOT: "free_space",
    errno.EACCES: "other_place",
    errno.EPERM: "other_place",
    errno.EROFS: "other_place",
}
"""Environment errors on writing, which are no user errors, by the key of their fix."""


def our_fault(error: Exception, *, shown: bool) -> Message:
    """Return the message for an internal error; it mentions `--debug` unless `shown`.

    >>> our_fault(ValueError("odd"), shown=False).render("en")
    'internal error (ValueError: odd); --debug shows where it arose'
    """
    fault = Message("our_fault", what=f"{type(error).__name__}: {error}")
    return fault if shown else Message("our_fault_where", fault=fault)


def system_reason(error: OSError) -> Message:
    """Return the reason for a system error; an error without a sentence keeps the system's words.

    >>> system_reason(FileNotFoundError(2, "No such file or directory")).render("en")
    'no such file'
    """
    key = _REASONS.get(error.errno or 0)
    if key is None and (words := error.strerror or str(error)):
        return Message("as_is", text=words)
    return Message(key or "refused")


def reason(error: Exception) -> Text:
    """Return what went wrong, for a sentence that goes on to say what it means."""
    if isinstance(error, UserError):
        return error.message
    return system_reason(error) if isinstance(error, OSError) else str(error)
