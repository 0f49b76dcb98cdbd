"""The shared rules core: values, verdicts, matches, tags, manifests; standard library only.

    >>> match = Match(load_game("yggdrasil"), Setup("yggdrasil"))
    >>> match.judge(parse_action("A place y03 b2")).clauses  # before anybody has a hand
    ('YGG-5.1', 'YGG-5.4')

Theory of operation: docs/architecture.md, section 2; what a game writes: `Game`.

What is named in `rules._public` is to be had from here.  It is loaded when the first of it is
asked for, so that `rules.cli.interrupt` is at work before: for whoever starts with it costs no
more.
"""

import sys

if sys.version_info < (3, 11):  # pip would have refused; a checkout can be started all the same
    sys.stderr.write(
        "Python 3.11 or newer is needed, you have {}.{}.{}: start with a newer one, "
        "for example python3.11 play.py demo\n".format(*sys.version_info[:3])
    )
    sys.exit(3)

TYPE_CHECKING = False  # as `typing` has it, without loading it first
if TYPE_CHECKING:
    from rules._public import *  # noqa: F403 - checkers see every name

if sys.argv[:1] == ["-m"]:  # `python -m rules` begins: Ctrl-C is heard before all else loads
    try:
        from rules.cli.interrupt import guard

        guard()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(130)


def __getattr__(name: str) -> object:
    """A public name, or the list of them; loads them all."""
    if name.startswith("_") and name != "__all__":
        raise AttributeError(name)
    from rules import _public  # noqa: PLC0415 - not before somebody asks

    for public in _public.__all__:
        globals()[public] = getattr(_public, public)
    globals()["__all__"] = _public.__all__
    try:
        return globals()[name]
    except KeyError:
        raise AttributeError(f"module 'rules' has no attribute {name!r}") from None
