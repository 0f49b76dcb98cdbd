// Hints at a drawn table: the button of a seat's hand, and the suggestion, which is covered with the
// hand.

import { now, send } from "./deeds.js";
import { h } from "./dom.js";
import { t } from "./words.js";

export function hintOf(view, hand, open) {
  const { hints } = view;
  if (!hints) return false;
  if (hints.seat === hand.seat) return h("section", { class: "hint", role: "status" }, told(hints, hand, open));
  const count = hints.remaining[hand.seat];
  return Boolean(count) && h("button", {
    class: "quiet", type: "button", "data-keep": `hint/${hand.seat}`, onclick: () => send({ do: "hint", seat: hand.seat }),
  }, t("hint.ask", { count }));
}

function told(hints, hand, open) {
  if (!hints.wants) return t("hint.thinking");
  if (!open) return t("hint.covered", { seat: hand.name });
  return [h("b", {}, hints.text), hints.why.map((why) => h("p", {}, why))];
}

// What a hint suggests to use, while its seat's hand is open.
export function suggested(isOpen) {
  const { view, table } = now;
  const hand = table?.hands.find((each) => each.seat === view?.hints?.seat);
  return hand && isOpen(view, hand) ? view.hints.wants : null;
}
