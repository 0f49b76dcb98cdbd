// Creating elements: every text becomes a text node, so that no data are interpreted as HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(3)) {
    if (child === undefined || child === null || child === false) continue;
    node.append(child);
  }
  return node;
}

export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

// Redrawn elements keep the focus: it stays on the part with the same name (`data-keep`). If there is
// none, a name with a colon may be replaced by another part of its kind ("order:a2" after
// "order:move"). Other names are not replaced, so that a key that is held down presses nothing by
// accident.
export function put(place, ...children) {
  const at = document.activeElement;
  const name = at?.dataset?.keep && place.contains(at) ? at.dataset.keep : "";
  place.replaceChildren(...children.flat(3).filter((c) => c !== undefined && c !== null && c !== false));
  if (name) stay(place, name);
}

export function stay(place, name) {
  const all = [...place.querySelectorAll("[data-keep]")];
  const [kind, one] = name.split(":");
  const next = () => one && all.find((each) => each.dataset.keep.startsWith(`${kind}:`));
  (all.find((each) => each.dataset.keep === name) ?? next())?.focus({ preventScroll: true });
}

export const find = (id) => document.getElementById(id);
