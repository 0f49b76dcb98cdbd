"""Why the operating system refused a file or a port, and what is our own fault, in plain words.

All three programs say it with the same words; the texts, in three languages:
`card_data/faults.toml`.
"""

from __future__ import annotations

import errno

from rules.messages.message import said

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


def our_fault(error: Exception, *, shown: bool) -> str:
    """That nobody foresaw this, and how to find out more: unless where it arose was `shown`.

    >>> print(our_fault(ValueError("odd"), shown=False))
    this is a fault of ours (ValueError: odd); --debug shows where
    """
    fault = said("our_fault", what=f"{type(error).__name__}: {error}")
    return fault if shown else said("our_fault_where", fault=fault)


def system_reason(error: OSError) -> str:
    """Why the system refused; as it puts it itself where there are no words of ours.

    >>> print(system_reason(FileNotFoundError(2, "No such file or directory")))
    no such file
    """
    key = _REASONS.get(error.errno or 0)
    return said(key) if key else error.strerror or str(error) or said("refused")
