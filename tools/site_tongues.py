"""The site in three tongues: what the theme says around a page, its tree, and its search.

One build makes all pages, so that they can lead to one another; the theme would speak English on
every one.  A page in `ja/` or `zh-Hant/` gets the theme's words out of `docs/site_words.toml`, the
tree of its own tongue, and a search page of its own.

Japanese and Chinese are written without spaces, so the search index takes them by pairs of
letters of one kind, and so does the page that searches; `SearchPairs` says it in both languages.
"""

from __future__ import annotations

import re
import shutil
import tomllib
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import sphinx.locale
from sphinx import addnodes
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment.adapters.toctree import TocTree
from sphinx.search.en import SearchEnglish

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx.application import Sphinx

__all__ = ["TONGUES", "SearchPairs", "speak"]

TONGUES: Final = {"ja": ("日本語", "ja"), "zh-Hant": ("繁體中文", "zh_TW")}
"""The guides' folders: what the tongue calls itself, and what Sphinx calls it."""

_DOCS: Final = Path(__file__).parents[1] / "docs"
_WORDS: Final = tomllib.loads((_DOCS / "site_words.toml").read_text("utf-8"))
_KANJI: Final = r"\u3005-\u3007\u3400-\u9fff\uf900-\ufaff"
_KATAKANA: Final = r"\u30a0-\u30ff"
_HIRAGANA: Final = r"\u3040-\u309f"
_LETTERS: Final = _KANJI + _KATAKANA + _HIRAGANA
_RUNS: Final = re.compile(rf"[{_KANJI}]+|[{_KATAKANA}]+|[{_HIRAGANA}]{{2,}}|[^\W{_LETTERS}]+")
"""What is one thing: a word of Latin letters, or letters of one kind; a particle alone is none."""
_SAID: Final = re.compile(r'(?<=aria-label=")[^"]+|(?<=title=")[^"]+|(?<=<title>)[^<]+(?=</title>)')
_TOGGLE: Final = "Toggle navigation of "


class SearchPairs(SearchEnglish):
    """English by its stems; Japanese and Chinese by pairs of letters."""

    lang = "pairs"
    language_name = "English"  # whose stemmer is taken along
    js_splitter_code = rf"""
var splitQuery = (query) => {{
  const runs = /[{_KANJI}]+|[{_KATAKANA}]+|[{_HIRAGANA}]{{2,}}|[0-9A-Za-z_\u00c0-\u024f]+/g;
  const pairs = (run) => Array.from({{ length: run.length - 1 }}, (_, i) => run.slice(i, i + 2));
  const whole = (run) => run.length < 3 || !/[{_LETTERS}]/.test(run);
  return (query.match(runs) ?? []).flatMap((run) => (whole(run) ? [run] : pairs(run)));
}};
"""

    def split(self, input: str) -> list[str]:  # noqa: A002 - as it is called
        """A text's words, and pairs of letters where there are no words."""
        return [part for run in _RUNS.findall(input) for part in _pairs(run)]


def _pairs(run: str) -> list[str]:
    if len(run) < 3 or not re.match(rf"[{_LETTERS}]", run):
        return [run]
    return [run[i : i + 2] for i in range(len(run) - 1)]


def speak(app: Sphinx) -> None:
    """Let pages speak their tongue."""
    app.add_search_language(SearchPairs)
    app.connect("html-page-context", _dress, priority=400)  # before the theme makes its tree
    app.connect("html-collect-pages", _search_pages)
    app.connect("build-finished", _finish)


def _site(app: Sphinx) -> StandaloneHTMLBuilder:
    """What builds the site; nothing else is built of these pages."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        raise TypeError(f"{builder.name}: build these pages as html")
    return builder


def _tongue(pagename: str) -> str:
    first = pagename.partition("/")[0]
    return first if first in TONGUES else ""


def _dress(
    app: Sphinx, pagename: str, _template: str, context: dict[str, Any], _doctree: object
) -> None:
    """A page says which tongue it is in (kanji look otherwise in each), and speaks it."""
    tongue = _tongue(pagename)
    context["language"] = tongue or "en"
    if not tongue:
        return
    leads: Callable[..., str] = context["pathto"]

    def pathto(name: str, *more: Any) -> str:  # noqa: ANN401 - as the theme calls it
        return leads(f"{tongue}/search" if name == "search" else name, *more)

    def gettext(text: str) -> str:
        return str(_WORDS[tongue].get(text.strip(), text))

    context |= {"pathto": pathto, "gettext": gettext, "master_doc": f"{tongue}/index"}
    context["toctree"] = lambda **_: _tree(app, pagename, tongue)
    _, before, after = _site(app).relations.get(pagename, (None, None, None))
    for name, page in (("prev", before), ("next", after)):
        if not page or _tongue(page) != tongue:  # it is in another tongue, as is its name
            context[name] = None
    if pagename == f"{tongue}/search":
        app.add_js_file(f"search-{tongue}.js")


def _tree(app: Sphinx, pagename: str, tongue: str) -> str:
    """The pages of a tongue, and where the others begin."""
    builder, parts = _site(app), []
    for node in app.env.get_doctree(f"{tongue}/index").findall(addnodes.toctree):
        found = TocTree(app.env).resolve(
            pagename, builder, node, prune=False, titles_only=True, includehidden=True
        )
        if found is not None:
            parts.append(builder.render_partial(found)["fragment"])
    names = {"index": "English", **{f"{t}/index": name for t, (name, _) in TONGUES.items()}}
    links = "".join(
        f'<li class="toctree-l1"><a class="reference internal" lang="{_tongue(page) or "en"}" '
        f'href="{escape(builder.get_relative_uri(pagename, page))}">{name}</a></li>'
        for page, name in names.items()
        if _tongue(page) != tongue
    )
    head = f'<span class="caption-text">{_WORDS[tongue]["Other languages"]}</span>'
    return "".join(parts) + f'<p class="caption" role="heading">{head}</p><ul>{links}</ul>'


def _search_pages(_app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    for tongue in TONGUES:
        yield f"{tongue}/search", {"title": _WORDS[tongue]["Search"]}, "search.html"


def _finish(app: Sphinx, error: Exception | None) -> None:
    """What the theme says without asking for its words, and what the search says."""
    if error is not None:
        return
    for tongue, (_, called) in TONGUES.items():
        for path in sorted((app.outdir / tongue).rglob("*.html")):
            page = path.read_text("utf-8")
            path.write_text(_SAID.sub(partial(_said, tongue), page), "utf-8")
        words = Path(sphinx.locale.__file__).parent / called / "LC_MESSAGES" / "sphinx.js"
        shutil.copy(words, app.outdir / "_static" / f"search-{tongue}.js")


def _said(tongue: str, found: re.Match[str]) -> str:
    text = found[0]
    if text.startswith(_TOGGLE):
        return f"{_WORDS[tongue][_TOGGLE]}{text.removeprefix(_TOGGLE)}"
    return str(_WORDS[tongue].get(text, text))
