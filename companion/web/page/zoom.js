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

// How far up it may reach: the light, the headline and what puts the table right stay in sight.
function ceiling(left) {
  const lay = find("hands").querySelector(".lay")?.getBoundingClientRect();
  const below = [find("top").getBoundingClientRect().bottom, lay && left < lay.right ? lay.bottom : 0];
  return Math.max(...below) + 8;
}

// A pointer finds it beside the paper; by keys it is out of the way, as far down as it goes.
// What a covered hand holds nobody sees large either.
function zoom(each, node, keys) {
  if (document.body.classList.contains("carrying") || !each?.up || node.closest(".closed")) {
    hideZoom();
    return;
  }
  const place = find("zoom");
  put(place, h("img", { src: picture(each), alt: "", onload: () => beside(node, keys) }));
  place.hidden = false;
  beside(node, keys);
}

// How large it is tells its picture alone, which may be still to come.
function beside(node, keys) {
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
  const stirred = event.clientX === undefined || Math.hypot(event.clientX - laidAt[0], event.clientY - laidAt[1]) > STIRRED_PX;
  if (node && stirred) resting = setTimeout(() => node.isConnected && zoom(thing(Number(node.dataset.n)), node, event.type === "focusin"), ZOOM_MS);
  else hideZoom();
}

export function startZoom() {
  document.addEventListener("pointerover", hover);
  document.addEventListener("focusin", hover);
}
