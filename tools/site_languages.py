"""The documentation site in three languages: the theme's words, the page tree, and the search.

One build makes all pages, so that they can link to one another; by default, the theme would be in
English on every page. A page in `ja/` or `zh-Hant/` gets the theme's words from
`docs/site_words.toml`, and its language's page tree and search page.

Japanese and Chinese are written without spaces. The search index therefore contains pairs of
letters of one script, and the search page splits queries in the same way; `SearchPairs` does both,
in Python and JavaScript.
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

__all__ = ["LANGUAGES", "SearchPairs", "connect_languages"]

LANGUAGES: Final = {"ja": ("日本語", "ja"), "zh-Hant": ("繁體中文", "zh_TW")}
"""Each language's own name, and its name in Sphinx, by the folder of its guides."""

_DOCS: Final = Path(__file__).parents[1] / "docs"
_WORDS: Final = tomllib.loads((_DOCS / "site_words.toml").read_text("utf-8"))
_KANJI: Final = r"\u3005-\u3007\u3400-\u9fff\uf900-\ufaff"
_KATAKANA: Final = r"\u30a0-\u30ff"
_HIRAGANA: Final = r"\u3040-\u309f"
_LETTERS: Final = _KANJI + _KATAKANA + _HIRAGANA
_RUNS: Final = re.compile(rf"[{_KANJI}]+|[{_KATAKANA}]+|[{_HIRAGANA}]{{2,}}|[^\W{_LETTERS}]+")
"""Pattern of a search unit: a word, or letters of one script, but not a single hiragana."""
_SHOWN: Final = re.compile(
    r'(?<=aria-label=")[^"]+|(?<=title=")[^"]+|(?<=<title>)[^<]+(?=</title>)'
)
_TOGGLE: Final = "Toggle navigation of "


class SearchPairs(SearchEnglish):
    """Search in English by stems, and in Japanese and Chinese by pairs of letters."""

    lang = "pairs"
    language_name = "English"  # selects the English stemmer
    js_splitter_code = rf"""
var splitQuery = (query) => {{
  const runs = /[{_KANJI}]+|[{_KATAKANA}]+|[{_HIRAGANA}]{{2,}}|[0-9A-Za-z_\u00c0-\u024f]+/g;
  const pairs = (run) => Array.from({{ length: run.length - 1 }}, (_, i) => run.slice(i, i + 2));
  const whole = (run) => run.length < 3 || !/[{_LETTERS}]/.test(run);
  return (query.match(runs) ?? []).flatMap((run) => (whole(run) ? [run] : pairs(run)));
}};
"""

    def split(self, input: str) -> list[str]:  # noqa: A002 - the name in the base class
        """Return a text's words, and pairs of letters in scripts without spaces."""
        return [part for run in _RUNS.findall(input) for part in _pairs(run)]


def _pairs(run: str) -> list[str]:
    if len(run) < 3 or not re.match(rf"[{_LETTERS}]", run):
        return [run]
    return [run[i : i + 2] for i in range(len(run) - 1)]


def connect_languages(app: Sphinx) -> None:
    """Register the search and the event handlers for all languages with Sphinx."""
    app.add_search_language(SearchPairs)
    app.connect("html-page-context", _dress, priority=400)  # before the theme makes its page tree
    app.connect("html-collect-pages", _search_pages)
    app.connect("build-finished", _finish)


def _site(app: Sphinx) -> StandaloneHTMLBuilder:
    """Return the site's builder; raise `TypeError` if it does not build HTML."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        raise TypeError(f"{builder.name}: build these pages as html")
    return builder


def _lang_of(pagename: str) -> str:
    first = pagename.partition("/")[0]
    return first if first in LANGUAGES else ""


def _dress(
    app: Sphinx, pagename: str, _template: str, context: dict[str, Any], _doctree: object
) -> None:
    """Set a page's language (kanji differ by language) and translate the theme's words."""
    language = _lang_of(pagename)
    context["language"] = language or "en"
    if not language:
        return
    leads: Callable[..., str] = context["pathto"]

    def pathto(name: str, *more: Any) -> str:  # noqa: ANN401 - the theme's own signature
        return leads(f"{language}/search" if name == "search" else name, *more)

    def gettext(text: str) -> str:
        return str(_WORDS[language].get(text.strip(), text))

    context |= {"pathto": pathto, "gettext": gettext, "master_doc": f"{language}/index"}
    context["toctree"] = lambda **_: _tree(app, pagename, language)
    _, before, after = _site(app).relations.get(pagename, (None, None, None))
    for name, page in (("prev", before), ("next", after)):
        # the neighbouring page is in another language, so omit the link
        if not page or _lang_of(page) != language:
            context[name] = None
    if pagename == f"{language}/search":
        app.add_js_file(f"search-{language}.js")


def _tree(app: Sphinx, pagename: str, language: str) -> str:
    """Return a language's page tree as HTML, with links to the other languages."""
    builder, parts = _site(app), []
    for node in app.env.get_doctree(f"{language}/index").findall(addnodes.toctree):
        found = TocTree(app.env).resolve(
            pagename, builder, node, prune=False, titles_only=True, includehidden=True
        )
        if found is not None:
            parts.append(builder.render_partial(found)["fragment"])
    names = {"index": "English", **{f"{t}/index": name for t, (name, _) in LANGUAGES.items()}}
    links = "".join(
        f'<li class="toctree-l1"><a class="reference internal" lang="{_lang_of(page) or "en"}" '
        f'href="{escape(builder.get_relative_uri(pagename, page))}">{name}</a></li>'
        for page, name in names.items()
        if _lang_of(page) != language
    )
    head = f'<span class="caption-text">{_WORDS[language]["Other languages"]}</span>'
    return "".join(parts) + f'<p class="caption" role="heading">{head}</p><ul>{links}</ul>'


def _search_pages(_app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    for language in LANGUAGES:
        yield f"{language}/search", {"title": _WORDS[language]["Search"]}, "search.html"


def _finish(app: Sphinx, error: Exception | None) -> None:
    """Translate the words that the theme does not look up, and add the search's translations."""
    if error is not None:
        return
    for language, (_, called) in LANGUAGES.items():
        for path in sorted((app.outdir / language).rglob("*.html")):
            page = path.read_text("utf-8")
            path.write_text(_SHOWN.sub(partial(_translated, language), page), "utf-8")
        words = Path(sphinx.locale.__file__).parent / called / "LC_MESSAGES" / "sphinx.js"
        shutil.copy(words, app.outdir / "_static" / f"search-{language}.js")


def _translated(language: str, found: re.Match[str]) -> str:
    text = found[0]
    if text.startswith(_TOGGLE):
        return f"{_WORDS[language][_TOGGLE]}{text.removeprefix(_TOGGLE)}"
    return str(_WORDS[language].get(text, text))
