"""The site uses each page's language, and finds text written without spaces."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

TONGUES = ("ja", "zh-Hant")
GUIDES = {
    "": ("Start", "Printing", "Cut along the lines of the sheet."),
    "ja": ("はじめに", "印刷", "両面に長辺とじで印刷し、線に沿って切ります。"),
    "zh-Hant": ("開始", "列印", "雙面列印卡牌，沿線裁切。"),
}
CHROME = re.compile(
    r'(?:aria-label|placeholder|title)="([^"]+)"|<title>([^<]+)</title>|>\s*([^<>]*[A-Za-z]{2}[^<>]*?)\s*<'
)


@pytest.fixture(scope="module")
def site(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small site, built like the guides."""
    home = tmp_path_factory.mktemp("guides")
    for tongue, (start, title, text) in GUIDES.items():
        folder = home / tongue
        folder.mkdir(exist_ok=True)
        others = "".join(f"{each}/index\n" for each in TONGUES) if not tongue else ""
        tree = f"```{{toctree}}\n:caption: {start}\n\nprinting\n{others}```\n"
        (folder / "index.md").write_text(f"# {start}\n\n{tree}", "utf-8")
        (folder / "printing.md").write_text(f"# {title}\n\n## {start}\n\n{text}\n", "utf-8")
    words = ["-q", "-W", "-c", str(root / "docs"), str(home), str(home / "out")]
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return home / "out"


@pytest.mark.parametrize("tongue", TONGUES)
@pytest.mark.parametrize("page", ["index", "printing", "search"])
def test_nothing_around_a_page_is_in_another_tongue(site: Path, tongue: str, page: str) -> None:
    html = (site / tongue / f"{page}.html").read_text("utf-8")
    assert f'lang="{tongue}"' in html[:200]
    html = re.sub(r"<!--.*?-->|<script.*?</script>|<style.*?</style>", "", html, flags=re.DOTALL)
    output = {next(filter(None, found)).strip() for found in CHROME.findall(html)}
    names = {"printkit + companion", "printkit contributors", "English", "Furo"}
    names |= {"Copyright", "JavaScript"}
    rest = {re.sub("|".join(map(re.escape, names)), "", text) for text in output}
    assert [text for text in sorted(rest) if re.search(r"[A-Za-z]{2}", text)] == []


def test_every_tongue_has_the_same_words(root: Path) -> None:
    words = tomllib.loads((root / "docs" / "site_words.toml").read_text("utf-8"))
    assert words["ja"].keys() == words["zh-Hant"].keys()


@pytest.mark.parametrize("tongue", TONGUES)
def test_a_page_leads_to_its_own_tongue_s_pages(site: Path, tongue: str) -> None:
    page = (site / tongue / "printing.html").read_text("utf-8")
    bar = page[page.index('class="sidebar-drawer"') : page.index("</aside>")]
    led = set(re.findall(r'href="([^"#]+)"', bar))
    other = next(each for each in TONGUES if each != tongue)
    assert led == {"index.html", "../index.html", f"../{other}/index.html"}
    assert 'action="search.html"' in bar
    assert f"search-{tongue}.js" in (site / tongue / "search.html").read_text("utf-8")
    assert (site / "_static" / f"search-{tongue}.js").is_file()


@pytest.mark.parametrize(
    ("word", "page"),
    [("印刷", "ja/printing"), ("長辺", "ja/printing"), ("卡牌", "zh-Hant/printing")],
)
def test_a_word_within_a_sentence_is_in_the_index(site: Path, word: str, page: str) -> None:
    text = (site / "searchindex.js").read_text("utf-8")
    index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    found = [index[terms].get(word, []) for terms in ("terms", "titleterms")]
    pages = [each for some in found for each in ([some] if isinstance(some, int) else some)]
    assert page in [index["docnames"][each] for each in pages]


def test_text_and_question_are_taken_apart_alike(site: Path) -> None:
    """Check that the page splits text by the same classes of letters as the index."""
    from tools.site_languages import SearchPairs

    script = (site / "_static" / "language_data.js").read_text("utf-8")
    runs = re.search(r"const runs = /(.+)/g;", script)
    assert runs is not None
    assert "Stemmer" in script
    text = "両面に長辺とじで印刷し、スリーブ v2 の卡牌を print_now 100 mm"
    asked = [
        part
        for run in re.findall(runs[1], text)
        for part in (
            [run]
            if len(run) < 3 or run.isascii()
            else [run[i : i + 2] for i in range(len(run) - 1)]
        )
    ]
    assert asked == SearchPairs({}).split(text)
    assert {"印刷", "スリ", "卡牌", "print_now", "とじ"} <= set(asked)
    assert "に" not in asked
