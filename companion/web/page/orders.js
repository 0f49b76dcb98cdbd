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

// What can be touched on the board for the next part of an order: a unit where it will be by then, or
// the cell that a direction leads to. `wanted` are the parts after the touch.
const DIRECTED = ["move", "summon", "set"];
const OF_UNIT = ["move", "turn", "flip", "fuse"];

export function aimsOf(seat, turn, orders) {
  const { at = {}, around = {} } = orders.map ?? {};
  const parts = partsOf(seat, turn);
  const next = options(orders.values, parts);
  const units = OF_UNIT.flatMap((kind) => [...options(orders.values, [kind]).keys()].map((unit) => [unit, kind]));
  const touched = Object.keys(at).flatMap((unit) => {
    const kind = units.find(([each]) => each === unit)?.[1];
    return kind && parts[1] !== unit ? [{ cell: at[unit], wanted: [kind, unit] }] : [];
  });
  if (parts.length < 2 || (parts.length === 2 && DIRECTED.includes(parts[0]))) {
    const from = at[parts[0] === "move" ? parts[1] : "dm"];
    const ways = parts.length < 2 ? [] : [...next.keys()].filter((part) => around[from]?.[part]);
    return [...ways.map((part) => ({ cell: around[from][part], from, wanted: [...parts, part] })), ...touched];
  }
  // Tributes and the units of a fusion are touched where they lie, several one after the other.
  const paid = parts.at(-1).startsWith("+") ? parts.at(-1).slice(1).split("+") : [];
  const base = paid.length ? parts.slice(0, -1) : parts;
  const named = [...options(orders.values, base).keys()].map((part) => part.split("+"));
  return Object.keys(at).filter((unit) => named.some((all) => [...paid, unit].every((each) => all.includes(each))) && !paid.includes(unit)).map((unit) => {
    const all = [...paid, unit].sort();
    const whole = named.some((each) => each.length === all.length && all.every((one) => each.includes(one)));
    return { cell: at[unit], wanted: [...base, whole ? all.join("+") : `+${all.join("+")}`] };
  });
}

// A touch adds its part; a complete order is declared.
export function takeAim(seat, turn, orders, { wanted }, say, again) {
  const whole = orders.values.find(([, value]) => value === wanted.join(":"));
  picked.set(seat, { turn, parts: whole ? [] : wanted });
  if (whole) say(...whole);
  again();
}

// A card of the hand begins the order that places it.
export function beginWith(seat, turn, orders, name) {
  const found = orders.values.map(([, value]) => value.split(":")).find(([kind, card]) => ["summon", "set"].includes(kind) && orders.words[card] === name);
  if (found) picked.set(seat, { turn, parts: found.slice(0, 2) });
  return Boolean(found);
}

// An unknown card of the hand is the only one that the table knows of; it need not be chosen.
const HIDDEN = "?";
function beyondHidden(values, parts) {
  const next = options(values, parts);
  return next.size === 1 && next.has(HIDDEN) ? [...parts, HIDDEN] : parts;
}

// The parts chosen so far in words; a direction is the cell that it leads to.
function inWords(parts, { words, map = {} }) {
  const from = map.at?.[parts[0] === "move" ? parts[1] : "dm"];
  const leads = (part, i) => (i === 2 && DIRECTED.includes(parts[0]) ? map.around?.[from]?.[part] : "");
  return parts.map((part, i) => leads(part, i) || words[part] || part).join(" · ");
}

// A seat's possible next declarations; `say` receives a complete order, `again` redraws.
export function orderChoices(seat, turn, orders, say, again) {
  const parts = partsOf(seat, turn);
  const paying = parts.at(-1)?.startsWith("+");
  const next = options(orders.values, paying ? parts.slice(0, -1) : parts);
  if (!next.size && parts.length) {
    picked.delete(seat);
    return orderChoices(seat, turn, orders, say, again);
  }
  const pick = (wanted) => {
    picked.set(seat, { turn, parts: wanted.length > parts.length ? beyondHidden(orders.values, wanted) : wanted });
    again();
  };
  const places = new Set(aimsOf(seat, turn, orders).filter((aim) => aim.from).map((aim) => aim.wanted.at(-1)));
  // Directions are arrows on the board, not numbers in a list; so are the other orders of this unit.
  const others = parts.length === 2 && parts[0] === "move" ? ["turn", "flip"].flatMap((kind) => {
    const found = orders.values.find(([, value]) => value === `${kind}:${parts[1]}`);
    return found ? [h("button", { class: "quiet", type: "button", "data-keep": `order:${seat}.${kind}`, onclick: () => { pick([]); say(...found); } }, orders.words[kind] ?? kind)] : [];
  }) : [];
  const buttons = [...next].filter(([part]) => !places.has(part)).map(([part, whole]) => h("button", {
    class: "quiet", type: "button", "data-keep": `order:${seat}.${part}`,
    onclick: () => {
      if (whole) say(whole[0], whole[1]);
      pick(whole ? [] : [...parts, part]);
    },
  }, orders.words[part] ?? part));
  const back = parts.length > 0 && h("button", { class: "quiet", type: "button", "data-keep": `order:${seat}.`, onclick: () => pick(parts.slice(0, parts.at(-1) === HIDDEN ? -2 : -1)) }, "←");
  // Unavailable orders are listed, with the reason.
  const withheld = parts.length ? [] : orders.withheld.map(({ name, why }) =>
    h("p", { class: "withheld" }, name && h("b", {}, name, t("join.colon")), why));
  return h("div", { class: "choices" }, back, parts.length > 0 && h("b", {}, inWords(parts, orders)), buttons, others, places.size > 0 && h("span", { class: "muted" }, t("seat.touch")), withheld);
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
