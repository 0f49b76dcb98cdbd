// A phone that sends photographs to a scan: taken now, or chosen from its album.

import { find, h, put } from "./dom.js";
import { light } from "./glyphs.js";
import { languageButtons, sayLabels } from "./languages.js";
import "./theme.js";
import { upload } from "./upload.js";
import { speak, t } from "./words.js";

function label() {
  sayLabels();
  put(find("languages"), languageButtons(async (lang) => { await speak(lang); label(); }));
}

function tracked(name) {
  const row = h("li", {}, light("hands"), h("span", {}, `${name}${t("join.colon")}${t("page.sending")}`));
  find("sent").prepend(row);
  put(find("status"), light("hands"), h("span", {}, t("page.sending")));
  return ({ state, texts, progress }) => {
    put(row, light(state), h("span", {}, texts.map((text) => h("b", {}, text))));
    put(find("status"), light(state), h("span", {}, progress ?? t("page.not_read")));
  };
}

async function begin() {
  await speak();
  label();
  for (const id of ["take", "choose"]) {
    find(id).addEventListener("change", (event) => {
      upload([...event.target.files], tracked);
      event.target.value = "";
    });
  }
}

begin();
