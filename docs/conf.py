"""How the pages of this folder become a site: `python3 play.py docs`."""

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
