// An enlarged picture of the piece under the pointer or with the focus.

import { picture, thing } from "./deeds.js";
import { find, h, put } from "./dom.js";

const ZOOM_MS = 300;
const STIRRED_PX = 12;

let resting = 0;
let placedAt = [0, 0];

// The place of a piece that was just placed; it is not enlarged before the pointer has left it.
export function notePlaced(event) {
  placedAt = [event.clientX, event.clientY];
}

export function hideZoom() {
  find("zoom").hidden = true;
}

// The upper limit of the enlarged picture; the light, the headline, the decision and the button that
// restores the table stay visible above it.
function ceiling(left) {
  const resetButton = find("hands").querySelector(".lay:has(.big)")?.getBoundingClientRect();
  const high = find("verdict").getBoundingClientRect();
  const below = [find("top").getBoundingClientRect().bottom, high.top < innerHeight / 8 ? high.bottom : 0, resetButton && left < resetButton.right ? resetButton.bottom : 0];
  return Math.max(...below) + 8;
}

// With a pointer, the picture is next to the piece; with keys, it is at the bottom, out of the way.
// Cards in a closed hand are not enlarged.
function zoom(each, node, keys) {
  if (document.body.classList.contains("carrying") || !each?.up || node.closest(".closed")) {
    hideZoom();
    return;
  }
  const place = find("zoom");
  put(place, h("img", { src: picture(each), alt: "", onload: () => position(node, keys) }));
  place.hidden = false;
  position(node, keys);
}

// The size depends on the picture, which may still be loading.
function position(node, keys) {
  const [place, r] = [find("zoom"), node.getBoundingClientRect()];
  const [wide, high] = [place.offsetWidth + 12, place.offsetHeight];
  const aside = r.right + wide < innerWidth ? r.right + 12 : r.left - wide;
  const left = node.classList.contains("held") ? aside : find("playfield").getBoundingClientRect().left - wide;
  const floor = find("foot").getBoundingClientRect().top - high - 4;
  const wanted = keys ? floor : r.top + (r.height - high) / 2;
  place.style.left = `${Math.max(4, left)}px`;
  place.style.top = `${Math.max(ceiling(Math.max(4, left)), Math.min(floor, wanted))}px`;
}

function hover(event) {
  if (event.pointerType === "touch") return;
  const node = event.target.closest?.("[data-n]");
  clearTimeout(resting);
  const stirred = event.clientX === undefined || Math.hypot(event.clientX - placedAt[0], event.clientY - placedAt[1]) > STIRRED_PX;
  if (node && stirred) resting = setTimeout(() => node.isConnected && zoom(thing(Number(node.dataset.n)), node, event.type === "focusin"), ZOOM_MS);
  else hideZoom();
}

export function startZoom() {
  document.addEventListener("pointerover", hover);
  document.addEventListener("focusin", hover);
}
