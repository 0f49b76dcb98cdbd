"""Messages for system errors on files and ports, and for internal errors.

All programs share the sentences (`card_data/faults.toml`).
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
    errno.EIO: "disk_broken",
    errno.EMFILE: "too_many_files",
    errno.ENFILE: "too_many_files",
    errno.ENOMEM: "no_memory",
    errno.EAGAIN: "no_memory",
    errno.EADDRINUSE: "taken",
}
REFUSED = {
    errno.ENOSPC: "free_space",
    errno.EDQUOT: "free_space",
    errno.EACCES: "other_place",
    errno.EPERM: "other_place",
    errno.EROFS: "other_place",
}
"""Message key of the fix for each write error that the environment causes, not the user."""


_MACHINE = frozenset(
    (
        errno.EIO,
        errno.ENOSPC,
        errno.EDQUOT,
        errno.EMFILE,
        errno.ENFILE,
        errno.ENOMEM,
        errno.EAGAIN,
        errno.EINTR,
    )
)
"""Errors of the computer that no call can cause by itself."""


def machine_fault(error: Exception) -> Message | None:
    """Return the message for a failure of the computer, such as no memory; None for other errors.

    >>> machine_fault(MemoryError()).render("en")
    'the computer could not go on: there is not enough memory; close other programs, then try again'
    """
    if isinstance(error, MemoryError) or "can't start new thread" in str(error):
        return Message("machine_failed", why=Message("no_memory"))
    if isinstance(error, OSError) and error.errno in _MACHINE:
        return Message("machine_failed", why=system_reason(error))
    return None


def our_fault(error: Exception, *, shown: bool) -> Message:
    """Return the message for an internal error, with a hint at `--debug` unless it is `shown`.

    >>> our_fault(ValueError("odd"), shown=False).render("en")
    'internal error (ValueError: odd); --debug shows where it occurred'
    """
    fault = Message("our_fault", what=f"{type(error).__name__}: {error}")
    return fault if shown else Message("our_fault_where", fault=fault)


def system_reason(error: OSError) -> Message:
    """Return the reason for a system error; the default is the system's own description.

    >>> system_reason(FileNotFoundError(2, "No such file or directory")).render("en")
    'no such file'
    """
    key = _REASONS.get(error.errno or 0)
    if key is None and (words := error.strerror or str(error)):
        return Message("as_is", text=words)
    return Message(key or "refused")


def reason(error: Exception) -> Text:
    """Return the cause of an error, for use in a sentence about its effect."""
    if isinstance(error, UserError):
        return error.message
    if isinstance(error, MemoryError):
        return Message("no_memory")
    return system_reason(error) if isinstance(error, OSError) else str(error)
