// Exchanges a link's token for a cookie. The token follows the #, so opening a link does not send it to
// a server, and a preview of the link does not use it up.

import { find } from "./dom.js";
import "./theme.js";
import { refused, speak, t } from "./words.js";

const AGAIN_MS = 1500;

let spoken = false;

const token = location.hash.slice(1);
history.replaceState(null, "", "/join");

async function enter() {
  try {
    await speak();
    spoken = true;
    const answer = await fetch("/join", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });
    if (answer.ok) location.replace("/");
    else find("message").textContent = await refused(answer, "");
  } catch {
    if (spoken) find("message").textContent = t("phone.lost");
    setTimeout(enter, AGAIN_MS);
  }
}

enter();
