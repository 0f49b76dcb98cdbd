// Uploading photographs to the scan, one after another: each is answered after it has been read.

import { language, refused, t } from "./words.js";

let line = Promise.resolve();

async function send(file) {
  try {
    const answer = await fetch(`/photo?lang=${language()}`, {
      method: "POST",
      headers: { "content-type": file.type || "application/octet-stream", "x-name": encodeURIComponent(file.name) },
      body: file,
    });
    if (answer.status === 413) return { state: "trouble", texts: [t("page.too_large")], progress: t("page.not_sent") };
    if (answer.ok || answer.status === 422) return await answer.json();
    return { state: "trouble", texts: [await refused(answer, t("page.failed"))] };
  } catch {
    // The computer is unreachable; this is reported below like any other failure.
  }
  return { state: "trouble", texts: [t("page.failed")], progress: t("page.not_sent") };
}

export function upload(files, track) {
  for (const file of files) {
    const before = track(file.name);
    line = line.then(async () => before(await send(file)));
  }
  return line;
}
