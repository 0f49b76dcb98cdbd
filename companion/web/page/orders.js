// Orders with several parts are composed part by part: the action, the card, the destination.

import { h } from "./dom.js";
import { light, mark } from "./glyphs.js";
import { t } from "./words.js";

const picked = new Map();

// An incomplete order is dropped when its turn is over.
function partsOf(seat, turn) {
  const half = picked.get(seat);
  return half?.turn === turn ? half.parts : [];
}

// True if an order is incomplete, so that READY would commit the orders without it.
export const isHalf = (seat, turn) => partsOf(seat, turn).length > 0;

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

// A seat's possible next declarations; `say` receives a complete order, `again` redraws.
export function orderChoices(seat, turn, orders, say, again) {
  const parts = partsOf(seat, turn);
  const next = options(orders.values, parts);
  if (!next.size && parts.length) {
    picked.delete(seat);
    return orderChoices(seat, turn, orders, say, again);
  }
  const pick = (wanted) => {
    picked.set(seat, { turn, parts: wanted });
    again();
  };
  const buttons = [...next].map(([part, whole]) => h("button", {
    class: "quiet", type: "button", "data-keep": `order:${seat}.${part}`,
    onclick: () => {
      if (whole) say(whole[0], whole[1]);
      pick(whole ? [] : [...parts, part]);
    },
  }, orders.words[part] ?? part));
  const back = parts.length > 0 && h("button", { class: "quiet", type: "button", "data-keep": `order:${seat}.`, onclick: () => pick(parts.slice(0, -1)) }, "←");
  // Unavailable orders are listed, with the reason.
  const withheld = parts.length ? [] : orders.withheld.map(({ name, why }) =>
    h("p", { class: "withheld" }, name && h("b", {}, name, t("join.colon")), why));
  return h("div", { class: "choices" }, back, parts.length > 0 && h("b", {}, parts.map((part) => orders.words[part] ?? part).join(" · ")), buttons, withheld);
}

// If READY commits secret orders, it must be held down, so that a thumb does not press it by accident.
export const isHeld = (orders) => Boolean(orders?.ready && (orders.said.length || orders.values.some(([verb]) => verb === "declare")));

// The bar of a seat's own page; a button that must be held down is shown only above it.
export const barOf = (controls, orders) => controls.filter((control) => !(isHeld(orders) && ["ready", "done"].includes(control)));

// After the match: every commitment's orders, and everything needed to recompute its digest.
export function openedSeals(view) {
  const opened = view.seals.filter((each) => each.orders);
  return opened.length > 0 && [
    h("h2", {}, t("label.sealed")),
    h("p", { class: "muted" }, t("label.seal_made")),
    h("ol", { class: "opened" }, opened.map((each) => h("li", {}, h("details", {},
      h("summary", {}, light(each.fits ? "legal" : "illegal"), mark(view, each.seat), " ", t("label.turn", { turn: each.turn }), t("join.colon"),
        h("b", {}, each.said.join(" → ") || t("label.no_orders")), " ", h("span", { class: "muted" }, each.short),
        !each.fits && h("p", {}, t("label.seal_broken"))),
      h("p", { class: "digest" }, each.digest),
      h("pre", {}, [each.salt, ...each.orders].join("\n")))))),
  ];
}
