// Elements without markup: every text becomes a text node, so that no data are read as HTML.

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

// Elements that are redrawn keep the focus: it stays on the part of the same name (`data-keep`). For a
// name with a colon another part of that kind may replace it ("order:a2" after "order:move"). For other
// names none does, so that a key that is held down presses nothing by accident.
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
