// The row of languages, as every page has it, and elements that name their own words.

import { h } from "./dom.js";
import { LANGUAGES, NAMES, language, t } from "./words.js";

// One button for each language; `choose` is told which was pressed.
export const languageButtons = (choose) => LANGUAGES.map((each) => h("button", {
  class: "quiet", type: "button", "data-keep": `lang/${each}`, lang: each, "aria-pressed": String(each === language()), onclick: () => choose(each),
}, NAMES[each]));

export function sayLabels() {
  for (const node of document.querySelectorAll("[data-say]")) node.textContent = t(node.dataset.say);
}
