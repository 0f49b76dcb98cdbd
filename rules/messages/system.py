"""Why the operating system refused a file or a port, and what is our own fault, in plain words.

All three programs say it with the same words; the texts, in three languages:
`card_data/faults.toml`.
"""

from __future__ import annotations

import errno

from rules.messages.message import Message

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
"""What the machine does not let us write is its trouble, no slip of who typed; how to mend it."""


def our_fault(error: Exception, *, shown: bool) -> Message:
    """Return that nobody foresaw this, and how to find out more unless the place was `shown`.

    >>> our_fault(ValueError("odd"), shown=False).render("en")
    'this is a fault of ours (ValueError: odd); --debug shows where'
    """
    fault = Message("our_fault", what=f"{type(error).__name__}: {error}")
    return fault if shown else Message("our_fault_where", fault=fault)


def system_reason(error: OSError) -> Message:
    """Return why the system refused; its own words where we have none.

    >>> system_reason(FileNotFoundError(2, "No such file or directory")).render("en")
    'no such file'
    """
    key = _REASONS.get(error.errno or 0)
    if key is None and (words := error.strerror or str(error)):
        return Message("as_is", text=words)
    return Message(key or "refused")
