"""docs/reference/page.md names every route of the live pages and every key of their views."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROUTE = re.compile(r'\bRoute\("([^"]+)"')
SERVERS = ("server.py", "playing.py", "auth/login.py", "scan/routes.py")


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return (root / "docs" / "reference" / "page.md").read_text(encoding="utf-8")


def test_every_route_is_on_the_page(page: str, root: Path) -> None:
    web = root / "companion" / "web"
    served = {
        re.sub(r":\w+", "", route)
        for name in SERVERS
        for route in ROUTE.findall((web / name).read_text(encoding="utf-8"))
    }
    assert len(served) > 20
    assert {*re.findall(r"`(?:GET|POST|WS) (\S+)`", page)} == served | {"/live"}


@pytest.mark.parametrize("name", ["views/view.py", "scan/view.py"])
def test_every_key_of_a_view_is_on_the_page(page: str, root: Path, name: str) -> None:
    text = (root / "companion" / "web" / name).read_text(encoding="utf-8")
    begin = re.search(r'^ +"(?:view|scan)": ', text, re.MULTILINE)
    assert begin is not None
    indent = " " * begin[0].index('"')
    keys = re.findall(
        rf'^{indent}"(\w+)": ',
        text[begin.start() :].partition("\n" + indent[4:] + "}")[0],
        re.MULTILINE,
    )
    assert len(keys) > 15
    assert [key for key in keys if f"`{key}`" not in page] == []
