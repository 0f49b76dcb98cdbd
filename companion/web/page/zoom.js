// A paper seen large, beside the pointer that rests on it or the focus that is on it.

import { picture, thing } from "./deeds.js";
import { find, h, put } from "./dom.js";

const ZOOM_MS = 300;
const STIRRED_PX = 12;

let resting = 0;
let laidAt = [0, 0];

// Where a paper was just laid: it is not shown large before the pointer has left.
export function laid(event) {
  laidAt = [event.clientX, event.clientY];
}

export function hideZoom() {
  find("zoom").hidden = true;
}

function zoom(each, node) {
  if (document.body.classList.contains("carrying") || !each?.up) {
    hideZoom();
    return;
  }
  const r = node.getBoundingClientRect();
  const place = find("zoom");
  put(place, h("img", { src: picture(each), alt: "" }));
  place.hidden = false;
  const [wide, high] = [place.offsetWidth + 12, place.offsetHeight];
  const beside = r.right + wide < innerWidth ? r.right + 12 : r.left - wide;
  const left = node.classList.contains("held") ? beside : find("playfield").getBoundingClientRect().left - wide;
  place.style.left = `${Math.max(4, left)}px`;
  place.style.top = `${Math.max(4, Math.min(innerHeight - high - 4, r.top + (r.height - high) / 2))}px`;
}

function hover(event) {
  if (event.pointerType === "touch") return;
  const node = event.target.closest?.("[data-n]");
  clearTimeout(resting);
  const stirred = event.clientX === undefined || Math.hypot(event.clientX - laidAt[0], event.clientY - laidAt[1]) > STIRRED_PX;
  if (node && stirred) resting = setTimeout(() => node.isConnected && zoom(thing(Number(node.dataset.n)), node), ZOOM_MS);
  else hideZoom();
}

export function startZoom() {
  document.addEventListener("pointerover", hover);
  document.addEventListener("focusin", hover);
}
