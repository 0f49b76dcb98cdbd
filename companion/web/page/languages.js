// The row of languages on every page, and elements that refer to their words.

import { h } from "./dom.js";
import { LANGUAGES, NAMES, language, t } from "./words.js";

// One button for each language; `choose` receives the chosen language.
export const languageButtons = (choose) => LANGUAGES.map((each) => h("button", {
  class: "quiet", type: "button", "data-keep": `lang/${each}`, lang: each, "aria-pressed": String(each === language()), onclick: () => choose(each),
}, NAMES[each]));

export function sayLabels() {
  for (const node of document.querySelectorAll("[data-say]")) node.textContent = t(node.dataset.say);
}
