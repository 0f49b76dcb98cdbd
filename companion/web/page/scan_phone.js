// A phone that sends photographs to a scan: taken now, or chosen from its album.

import { find, h, put } from "./dom.js";
import { light } from "./glyphs.js";
import { upload } from "./upload.js";
import { LANGUAGES, NAMES, language, speak, t } from "./words.js";

function label() {
  for (const node of document.querySelectorAll("[data-say]")) node.textContent = t(node.dataset.say);
  put(find("languages"), LANGUAGES.map((each) => h("button", {
    class: "quiet", type: "button", lang: each, "aria-pressed": String(each === language()),
    onclick: async () => { await speak(each); label(); },
  }, NAMES[each])));
}

function told(name) {
  const row = h("li", {}, light("hands"), h("span", {}, `${name}: ${t("page.sending")}`));
  find("sent").prepend(row);
  put(find("status"), light("hands"), h("span", {}, t("page.sending")));
  return ({ state, texts, progress }) => {
    put(row, light(state), h("span", {}, texts.map((text) => h("b", {}, text))));
    put(find("status"), light(state), h("span", {}, progress ?? t("page.not_read")));
  };
}

async function begin() {
  const kept = localStorage.getItem("companion.theme");
  if (kept) document.documentElement.dataset.theme = kept;
  await speak();
  label();
  for (const id of ["take", "choose"]) {
    find(id).addEventListener("change", (event) => {
      upload([...event.target.files], told);
      event.target.value = "";
    });
  }
}

begin();
