// When a match is over: the button that begins the next one. The table is laid and looked at anew, which
// takes a while, so that what was pressed says at once that it was heard; the new match loads the page.

import { h } from "./dom.js";
import { post } from "./link.js";
import { t } from "./words.js";

let begun = false;

export function nextMatch(kind) {
  return h("button", { class: kind, type: "button", "data-keep": "lay", disabled: begun, onclick: press }, h("span", {}, word()));
}

const word = () => t(begun ? "label.again_begun" : "label.again");

function say(button) {
  button.disabled = begun;
  button.querySelector("span").textContent = word();
}

async function press(event) {
  const button = event.currentTarget;
  begun = true;
  say(button);
  begun = Boolean(await post("/again", {}).catch(() => null));
  if (!begun) say(button);
}
