// The choice of an opponent on the start page: a person at the same screen, or the computer, which
// looks at so many positions a move.

import { find, h, put } from "./dom.js";
import { t } from "./words.js";

const NAMES = ["start.quick", "start.usual", "start.thorough"];
let chosen = 0;

export const opponent = (offered) => (offered && chosen ? { opponent: chosen } : {});

export function drawOpponents(offers, offered) {
  find("rivals").hidden = !offered;
  if (!offered) return;
  find("ask-rival").textContent = t("start.opponent");
  const counts = [0, ...offers.strengths];
  const text = (count, i) => (count ? t(NAMES[i - 1], { positions: count }) : t("start.person"));
  put(find("opponents"), counts.map((count, i) => h("option", { value: count, selected: count === chosen }, text(count, i))));
  find("opponents").onchange = (event) => { chosen = Number(event.target.value); };
}
