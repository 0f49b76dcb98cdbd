"""How the pages of this folder become a site: `python3 play.py docs`."""

from typing import Any

from sphinx.application import Sphinx

project = "printkit + companion"
author = "printkit contributors"
project_copyright = "printkit contributors"

extensions = ["myst_parser"]
exclude_patterns = ["pictures", "static"]
nitpicky = True

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3  # links like page.md#a-heading

html_theme = "furo"
html_title = "printkit + companion"
html_show_sphinx = False
html_static_path = ["static"]
html_css_files = ["site.css"]

TONGUES = ("ja", "zh-Hant")
"""The guides' folders in other tongues than English."""


def _say_tongue(
    _app: Sphinx, pagename: str, _template: str, context: dict[str, Any], _doctree: object
) -> None:
    """A page says which tongue it is in: kanji look otherwise in Japanese and in Chinese."""
    first = pagename.partition("/")[0]
    context["language"] = first if first in TONGUES else "en"


def setup(app: Sphinx) -> None:
    """Sphinx calls this."""
    app.connect("html-page-context", _say_tongue)
