// The choice of an opponent on the start page: a person at the same screen, or the computer, which
// looks at so many positions a move.

import { find, h, put } from "./dom.js";
import { t } from "./words.js";

const NAMES = ["start.quick", "start.usual", "start.thorough"];
let chosen = 0;

const button = (name, count, draw) => h("button", {
  class: "quiet", type: "button", role: "radio", "aria-checked": String(chosen === count), tabindex: chosen === count ? "0" : "-1",
  onclick: () => { chosen = count; draw(); },
}, name);

export const opponent = (offered) => (offered && chosen ? { opponent: chosen } : {});

export function drawOpponents(offers, offered, draw) {
  find("rivals").hidden = !offered;
  if (!offered) return;
  find("ask-rival").textContent = t("start.opponent");
  put(find("opponents"), button(t("start.person"), 0, draw), offers.strengths.map((count, i) => button(t(NAMES[i]), count, draw)));
  find("rival-hint").textContent = chosen ? t("start.positions", { positions: chosen }) : t("start.person_hint");
}
