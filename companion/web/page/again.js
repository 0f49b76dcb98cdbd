// After a match: the button that starts a rematch. Setting up takes a while, so the button is disabled
// as soon as it is pressed; the new match reloads the page.

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
