// A phone as the table's camera: photos from a file field, which works on any page, or live pictures,
// for which browsers require a secure page.

import { find, h, put } from "./dom.js";
import { light } from "./glyphs.js";
import { languageButtons, sayLabels } from "./languages.js";
import "./theme.js";
import { language, refused, speak, t } from "./words.js";

const MOST_PX = 1920;
const QUALITY = 0.85;
const GAP_MS = 60;
const AGAIN_MS = 1500;
const MOST_ASKED = 40;

let stream = null;
let lock = null;

// The status is rendered again when the language changes: `say` returns it in the current language.
let standing = null;

function status(state, say) {
  standing = () => put(find("status"), light(state), h("div", {}, say().map((each) => h("p", {}, each))));
  standing();
}

function label() {
  sayLabels();
  standing?.();
  put(find("languages"), languageButtons(async (lang) => { await speak(lang); label(); }));
  if (!navigator.mediaDevices) {
    find("live").disabled = true;
    find("hint").textContent = t("phone.live_off");
  } else if (stream) {
    find("live").textContent = t("phone.stop");
  }
}

async function shrink(image) {
  const scale = Math.min(1, MOST_PX / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
}

async function send(blob) {
  const answer = await fetch("/frame", { method: "POST", headers: { "content-type": "image/jpeg" }, body: blob });
  if (!answer.ok) throw Object.assign(new Error(), { text: await refused(answer) });
  return answer.json();
}

// A picture's faults are reported on the table's page and also here, for the person with the phone.
function showReport(report, done) {
  if (report.said) status(report.state, () => [done(), ...report.said[language()]]);
  else if (!report.read) status("watch", () => [done(), t("phone.reading")]);
  else if (report.mat) status("legal", () => [done(), report.cards.all ? t("seen.cards", report.cards) : t("phone.bare")]);
  else status("trouble", () => [done(), t("phone.no_mat")]);
}

const arrived = () => t("phone.sent");

// A photo may be read later than it arrives, for example while the coach still checks the light.
async function follow(report) {
  for (let i = 0; i < MOST_ASKED && !report.read && !stream; i += 1) {
    await pause(AGAIN_MS);
    const later = await send(new Blob([], { type: "image/jpeg" }));
    if (later.count !== report.count) return;
    if (JSON.stringify(later) !== JSON.stringify(report)) showReport(later, arrived); // only if it has changed
    report = later;
  }
}

async function photo(event) {
  const [file] = event.target.files;
  if (!file) return;
  // A large photo's pixels are useful: if it is already a JPEG, it is sent unchanged.
  const whole = file.type === "image/jpeg" && file.size < 11e6;
  const blob = whole ? file : await createImageBitmap(file).then(shrink).catch(() => null);
  event.target.value = "";
  if (!blob) {
    status("trouble", () => [t("phone.no_image")]);
    return;
  }
  try {
    const report = await send(blob);
    showReport(report, arrived);
    await follow(report);
  } catch (error) {
    status("trouble", () => [error.text ?? t("phone.unsent")]);  // a photo is not sent again automatically
  }
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const opened = () => navigator.mediaDevices.getUserMedia({
  video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } }, audio: false,
});

const shut = (old) => old?.getTracks().forEach((track) => track.stop());

// A phone may take the camera away for a call, for another app, or when it is locked. The pictures are
// then black, and a lamp does not help.
const isTaken = (own) => own.getTracks().some((track) => track.readyState === "ended" || track.muted);

// A paused camera resumes automatically; after it has ended, it must be requested again.
async function regained(own, video) {
  status("trouble", () => [t("phone.taken")]);
  const ended = own.getTracks().some((track) => track.readyState === "ended");
  const fresh = ended && !document.hidden ? await opened().catch(() => null) : null;
  if (!fresh || stream !== own) {
    shut(fresh);
    await pause(AGAIN_MS);
    return own;
  }
  shut(own);
  stream = fresh;
  video.srcObject = fresh;
  await video.play().catch(() => {});
  return fresh;
}

async function run(video) {
  let own = stream; // the camera may be stopped and restarted while a picture is being sent
  while (stream === own) {
    if (isTaken(own)) {
      own = await regained(own, video);
      continue;
    }
    try {
      const image = await createImageBitmap(video);
      const blob = await shrink(image);
      image.close();
      const report = await send(blob);
      if (stream !== own) return;
      showReport(report, () => t("phone.sending", { count: report.count }));
      await pause(GAP_MS);
    } catch (error) {
      if (stream !== own) return;
      status("trouble", () => [error.text ?? t("phone.lost")]);
      await pause(AGAIN_MS);
    }
  }
}

// Browsers release the wake lock whenever the page is hidden; it is requested again when the page is
// visible.
async function stayAwake() {
  if (!stream || document.hidden || (lock && !lock.released)) return;
  lock = await navigator.wakeLock?.request("screen").catch(() => null);
  if (!stream) lock?.release();
}

async function live() {
  const video = find("video");
  if (stream) {
    shut(stream);
    stream = null;
    lock?.release();
    video.hidden = true;
    find("live").textContent = t("phone.live");
    status("pause", () => [t("phone.stopped")]);
    return;
  }
  try {
    stream = await opened();
  } catch {
    status("trouble", () => [t("phone.denied")]);
    return;
  }
  document.onvisibilitychange = stayAwake;
  await stayAwake();
  video.srcObject = stream;
  video.hidden = false;
  await video.play();
  find("live").textContent = t("phone.stop");
  run(video);
}

async function begin() {
  await speak();
  label();
  find("photo").addEventListener("change", photo);
  find("live").addEventListener("click", live);
}

begin();
