"""How the pages of this folder become a site: `python3 play.py docs`."""

import sys
from pathlib import Path

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.site_languages import connect_languages

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
html_search_language = "pairs"


def setup(app: Sphinx) -> None:
    """Sphinx calls this."""
    connect_languages(app)
