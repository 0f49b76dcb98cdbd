"""The page's layout: its style sheet, and the fitting of texts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.web.files import page_words
from rules import LANGUAGES
from tests.support.web.page_scripts import (
    PAGE,
    STYLES,
    needs_engine,
    output_of,
    rules_of,
    text,
)


@pytest.mark.parametrize("path", STYLES, ids=lambda p: p.name)
def test_a_name_inside_a_sentence_stays_in_its_line(path: Path) -> None:
    """Check that styles for a sentence's span do not apply to the name spans inside it."""
    style = re.sub(r"/\*.*?\*/", "", text(path), flags=re.DOTALL)
    reaching = re.compile(r"#(?:caption|now|verdict|steps|log)\b.* span$")
    apart = [
        selector.strip()
        for selectors, rules in re.findall(r"([^{}]+)\{([^{}]*)\}", style)
        for selector in selectors.split(",")
        if reaching.search(selector.strip())
        and re.search(r"\bdisplay:|clamp", rules)
        and "> span" not in selector
    ]
    assert apart == []


def test_where_steps_are_listed_no_panel_says_them_again() -> None:
    """Check that the drawn table hides the verdict wherever the list of steps is shown."""
    style = text(PAGE / "page.css")
    listed = re.findall(r"\[data-play\]:is\(([^)]*)\) #steps \{ display: flex", style)
    hidden = re.findall(r"\[data-play\]:is\(([^)]*)\) #verdict \{ display: none", style)
    assert listed == hidden != []


def test_no_text_that_decides_is_cut_off() -> None:
    """Regression: a log entry, a reason and a caption ended in the middle of a sentence."""
    style = re.sub(r"/\*.*?\*/", "", text(PAGE / "page.css"), flags=re.DOTALL)
    clamped = [
        selectors.strip()
        for selectors, rules in re.findall(r"([^{}]+)\{([^{}]*)\}", style)
        if "line-clamp" in rules
    ]
    assert clamped == [".hits .muted"]
    assert "visibility: hidden" in rules_of("#caption.unfit > span")


def test_the_hand_to_move_is_above_the_fold_of_a_phone() -> None:
    """Regression: on a phone, the table filled the screen, and the hand was below it."""
    phone = text(PAGE / "page.css").partition("[data-play] #frame, [data-play][data-screen] #frame")
    assert "width: min(100%, calc(38vh * var(--ratio, 1.6)))" in phone[2]
    assert "#hands > :is(.lay:first-child, .dice, .acts) { order: 0; }" in phone[2]


def test_a_scan_s_hint_is_broken_on_a_phone() -> None:
    """Regression: a Japanese hint kept the rule for a game's name, and was wider than the phone."""
    names = re.search(r"#light small \{[^}]*word-break: keep-all", text(PAGE / "page.css"))
    hint = re.search(r"\.scan #light small \{([^}]*)\}", text(PAGE / "scan.css"))
    assert names
    assert hint
    assert "word-break: normal" in hint[1]
    assert "overflow-wrap: anywhere" in hint[1]


def test_four_players_cards_have_four_colours() -> None:
    """Regression: every second player's cards looked alike on the page, unlike in the film."""
    first, last = rules_of(".owner-2 .card"), rules_of(".owner-3 .card")
    fills = [re.findall(r"fill: ([^;]+);", each) for each in (rules_of(".card"), first, last)]
    assert len({fill[-1] for fill in fills}) == 3
    assert fills[2][-1] != re.findall(r"fill: ([^;]+);", rules_of(".owner-1 .card"))[-1]
    for part in (".edge-bar", ".back", ".branch", ".hub"):
        assert rules_of(f".owner-2 {part}"), part


def test_four_players_find_a_refusal_a_board_and_the_hand_to_move_each_in_its_place() -> None:
    """Regression: names ran into the headline, an empty picture took space, the hand was hidden."""
    style, fit, hands = (text(PAGE / name) for name in ("page.css", "fit.js", "hands.js"))
    stacked = re.search(
        r'\[data-seats="4"\]\)\[data-screen="refusal"\][^{]*\{.*?\n  \}', style, re.DOTALL
    )
    assert stacked is not None
    assert re.search(r"#top \{ grid-template: [^/]+ auto / minmax\(0, 1fr\)", stacked[0])
    assert 'meet(place, find("score"))' in fit
    alone = re.search(
        r'\[data-who="spectator"\]\[data-screen="refusal"\][^{]*#middle \{([^}]*)', style
    )
    assert alone is not None
    assert "camera" not in alone[1]
    assert "showTurn(view)" in hands
    assert re.search(
        r'\[data-seats="4"\]\) section\.closed \{[^}]*\} \.fan \{ display: none', style
    )


CROWD = """
const classes = new Set();
const none = { left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0 };
const any = () => ({
  addEventListener() {}, querySelector: () => null, querySelectorAll: () => [], dataset: {},
  style: { removeProperty() {}, setProperty() {} }, removeAttribute() {}, clientHeight: 0,
  classList: { add() {}, remove() {}, toggle() {}, contains: () => false }, textContent: "",
  getBoundingClientRect: () => none,
});
const wide = WIDE;
const places = {};
for (const id in wide) places[id] = { ...any(), clientWidth: wide[id] };
const body = { dataset: {}, classList: {
  remove: (name) => classes.delete(name), toggle: (name, on) => on && classes.add(name),
} };
const unseen = (place) => place === places.light && UNSEEN;
Object.assign(globalThis, { innerWidth: 1366, innerHeight: 768 });
globalThis.getComputedStyle = (place) => ({ position: unseen(place) ? "absolute" : "static" });
globalThis.window = any();
const getElementById = (id) => (places[id] ??= any());
globalThis.document = { ...any(), fonts: any(), getElementById, body };
const { fitAll } = await import(FIT);
fitAll();
console.log(JSON.stringify([...classes]));"""
"""The fitting's result for elements of these widths."""


@needs_engine
@pytest.mark.parametrize(
    ("light", "now", "score", "unseen", "found"),
    [
        (41, 83, 1149, False, ["crowded"]),  # four names of one line each
        (330, 560, 380, False, []),
        (120, 1319, 1149, False, ["crowded"]),  # the page's foot already shows whose turn it is
        (1, 700, 300, True, []),  # next to a refusal
        (41, 83, 0, False, []),  # before a match there is no score
    ],
)
def test_names_that_leave_the_headline_no_room_stand_in_a_row_of_their_own(
    *, light: int, now: int, score: int, unseen: bool, found: list[str]
) -> None:
    """Regression: the headline was one character wide and covered hands, table and options."""
    wide = {"top": 1319, "light": light, "now": now, "score": score}
    script = CROWD.replace("WIDE", json.dumps(wide)).replace("UNSEEN", json.dumps(unseen))
    script = script.replace("import(FIT)", f"import({json.dumps((PAGE / 'fit.js').as_uri())})")
    assert output_of(script) == found
    style = text(PAGE / "page.css")
    crowded = re.search(r"^  body\.crowded \{.*?\n  \}", style, re.MULTILINE | re.DOTALL)
    assert crowded is not None
    assert "#score { grid-column: 1 / -1;" in crowded[0]


def test_the_buttons_of_a_chosen_card_cover_no_card_and_no_place() -> None:
    """Regression: the buttons covered half of the table, and a double click hit them."""
    page, style = text(PAGE / "index.html"), text(PAGE / "page.css")
    foot = page[page.index('<footer id="foot">') : page.index("</footer>")]
    assert page.count('id="tools"') == foot.count('id="tools"') == 1
    (row,) = re.findall(r"^\[data-play\] #tools:not\(\[hidden\]\) \{(.*)", style, re.MULTILINE)
    assert "overflow-x: auto" in row
    assert "white-space: nowrap" in row
    assert "wrap;" not in row.replace("nowrap;", "")
    assert "innerHeight / 2" in text(PAGE / "play.js"), "on a phone it lies on the other half"


def test_on_a_phone_what_is_asked_or_to_be_done_stands_above_the_table() -> None:
    """Regression: the request was below the hands, one and a half screens further down."""
    style = text(PAGE / "page.css")
    asked = re.findall(r"\[data-play\]:is\(([^)]*)\) #steps \{ order: -1; \}", style)
    assert [set(re.findall(r'screen="(\w+)"', each)) for each in asked] == [
        {"question", "step", "fault"}
    ]


def test_texts_are_fitted_again_when_their_font_has_come() -> None:
    """Check the event: `document.fonts.ready` resolves before the first text requests a font."""
    script = text(PAGE / "fit.js")
    assert 'document.fonts.addEventListener("loadingdone"' in script
    assert "fonts.ready" not in script


def test_a_long_answer_scrolls_in_a_place_next_to_the_board() -> None:
    """Regression: a clause as long as SPH-7.1 covered half the board; `page_views` measures it."""
    style = text(PAGE / "page.css")
    (long,) = re.findall(r"^#caption\.long \{([^}]*)\}", style, re.MULTILINE)
    assert {"max-height: var(--room)", "overflow: auto"} <= {
        each.strip() for each in long.split(";")
    }
    (refusal,) = re.findall(r'\[data-screen="refusal"\] #refusal \{([^}]*)\}', style)[:1]
    assert "overflow: hidden auto" in refusal
    script = text(PAGE / "fit.js")
    assert 'setAttribute("tabindex", "0")' in script, "a key reaches what scrolls"
    assert '["rail", "steps", "verdict"]' in script


def test_a_double_press_on_a_paper_chooses_no_text() -> None:
    assert re.search(r"\[data-play\] \{ user-select: none; \}", text(PAGE / "page.css"))


def test_on_no_phone_the_menu_is_off_the_screen() -> None:
    """Check that control cards wrap into several rows, for which the page leaves space."""
    style = text(PAGE / "page.css")
    phones = style[style.index("@media (max-width: 700px)") :]
    phones = phones[: phones.index("\n}\n")]
    for_all = re.sub(r"^  @media.*$", "", phones, flags=re.MULTILINE)
    several = re.findall(r"max-width: (\d+)px\) \{ #cards:has\(> \.control:nth", phones)

    assert "#cards { flex-wrap: wrap;" in for_all
    assert re.search(
        r"#frame:has\(#cards > \.control:nth-of-type\(6\)\) \{ padding-bottom", for_all
    )
    assert [int(width) for width in several] >= [430]


def test_a_sheet_leaves_the_control_cards_in_sight() -> None:
    """Check that a sheet ends above the page's foot, and above a verdict row."""
    style = text(PAGE / "page.css")
    foot = max(float(high) for high in re.findall(r'"foot" calc\(([\d.]+) \* var', style))
    ends = re.findall(r"#frame ~ #sheet \{ bottom: calc\(([\d.]+) \*", style)
    rows = re.findall(r'verdict" calc\(([\d.]+) \* var', style)
    assert min(map(float, ends)) > 1.5 + foot
    assert max(map(float, ends)) > 1.5 + foot + max(map(float, rows))


@pytest.mark.parametrize("place", [".hits", "#sheet h3"])
def test_a_clause_s_number_in_a_line_keeps_the_next_line_off(place: str) -> None:
    """Regression: an inline box is as high as its letters, so the text below ran into the frame."""
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", text(PAGE / "page.css"))
    own = [body for head, body in rules if place in head and head.rstrip().endswith(" .stamp")]
    assert any("display: inline-block" in body for body in own)


def test_a_phone_s_code_is_where_its_picture_will_be() -> None:
    """Regression: its code was behind a menu, beside an empty frame for the picture."""
    figure = re.search(r'<figure id="camera".*?</figure>', text(PAGE / "index.html"), re.DOTALL)
    assert figure is not None
    assert 'id="phone-codes"' in figure[0]
    script = re.search(r"async function awaitPhone.*?\n}", text(PAGE / "screens.js"), re.DOTALL)
    assert script is not None
    assert "!newest().bitmap" in script[0]
    assert 'codesFor("camera"' in script[0]


def test_a_sheet_with_codes_is_as_high_as_the_page() -> None:
    """Regression: a seat's code was cut off by the lower end of the sheet."""
    style = text(PAGE / "page.css")
    assert "#sheet:has(.codes > *) { top: calc(1.5 * var(--u)); }" in style
    assert "max-width: min(22em, 36vh)" in style


def test_two_codes_stand_side_by_side_under_what_each_is_for() -> None:
    """Regression: both had one title, and the second was below the end of the sheet."""
    script, style = text(PAGE / "sheets.js"), text(PAGE / "page.css")
    paired = re.search(r"function code\(.*?\n}", script, re.DOTALL)
    assert paired is not None
    assert paired[0].index("use || name") < paired[0].index("picture,")
    assert "codes.scrollIntoView" in script
    assert re.search(r"\.codes \{[^}]*repeat\(auto-fit", style)
    for lang in LANGUAGES:
        words = page_words(lang)
        assert words["label.pair_live"] != words["label.pair_photos"]
        assert max(len(words[f"label.pair_{use}"]) for use in ("live", "photos")) < 20


def test_a_caption_that_says_nothing_is_not_seen() -> None:
    assert "#camera > figcaption:empty { display: none; }" in text(PAGE / "page.css")
