// Orders of several parts are put together part by part: what to do, with which card, where to.

import { h } from "./dom.js";
import { t } from "./words.js";

const picked = new Map();

function options(values, parts) {
  const depth = parts.length;
  const fitting = values.filter(([, value]) => parts.every((part, i) => value.split(":")[i] === part));
  const next = new Map();
  for (const [verb, value] of fitting) {
    const all = value.split(":");
    next.set(all[depth], all.length === depth + 1 ? [verb, value] : null);
  }
  return next;
}

// What a seat may say next; `say` is told a whole order, `again` draws anew.
export function orderChoices(seat, orders, say, again) {
  const parts = picked.get(seat) ?? [];
  const next = options(orders.values, parts);
  if (!next.size && parts.length) {
    picked.delete(seat);
    return orderChoices(seat, orders, say, again);
  }
  const pick = (wanted) => {
    picked.set(seat, wanted);
    again();
  };
  const buttons = [...next].map(([part, whole]) => h("button", {
    class: "quiet", type: "button",
    onclick: () => {
      if (whole) say(whole[0], whole[1]);
      pick(whole ? [] : [...parts, part]);
    },
  }, orders.words[part] ?? part));
  const back = parts.length > 0 && h("button", { class: "quiet", type: "button", onclick: () => pick(parts.slice(0, -1)) }, "←");
  // What cannot be done now is not passed over in silence.
  const withheld = parts.length ? [] : orders.withheld.map(({ name, why }) =>
    h("p", { class: "withheld" }, name && h("b", {}, name, t("join.colon")), why));
  return h("div", { class: "choices" }, back, parts.length > 0 && h("b", {}, parts.map((part) => orders.words[part] ?? part).join(" · ")), buttons, withheld);
}
