"""The folder of the data that comes with the programs.

`card_data` and `templates` are next to the packages in a checkout.  A wheel has them in
`rules/_data`, so that nothing but our packages appears in anybody's site-packages.
"""

from __future__ import annotations

import os


def data_home() -> str:
    """Return the folder that holds `card_data` and `templates`."""
    package = os.path.dirname(os.path.realpath(__file__))  # noqa: PTH120 - pathlib loads slowly
    packed = os.path.join(package, "_data")  # noqa: PTH118 - (same)
    return packed if os.path.isdir(packed) else os.path.dirname(package)  # noqa: PTH112, PTH120
