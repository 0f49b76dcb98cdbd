"""The page of a phone that serves as the camera."""

from __future__ import annotations

import json
import subprocess

import pytest

from companion.web.files import page_words
from rules import LANGUAGES
from rules.messages.languages import fill
from tests.support.web.page_scripts import (
    PAGE,
    needs_engine,
    text,
)

PHONE = """
const node = () => ({
  dataset: {}, listeners: {}, said: [], hidden: false, append(...all) { this.said.push(...all); },
  setAttribute() {}, replaceChildren(...all) { this.said = all; }, play: async () => {},
  addEventListener(name, act) { this.listeners[name] = act; },
});
const places = {};
globalThis.localStorage = { getItem: () => "en" };
globalThis.document = {
  getElementById: (id) => (places[id] ??= node()), createElement: node, createElementNS: node,
  createTextNode: String, querySelectorAll: () => [], documentElement: node(), body: node(),
};
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.window = globalThis;
globalThis.addEventListener = () => {};
const track = { stop() {} };
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"], mediaDevices: {
  getUserMedia: async () => ({ getTracks: () => [track] }) } } });
globalThis.setTimeout = () => 0;
const answers = [];
globalThis.fetch = async (url) => ({
  ok: true, json: async () => (String(url).startsWith("/words") ? WORDS : answers.shift()),
});
globalThis.createImageBitmap = async () => { throw new Error("no picture"); };
const texts = (each) => (typeof each === "string" ? [each] : each.said.flatMap(texts));
const status = () => texts(places.status).join(" ");
await import(PAGE);
await new Promise(setImmediate);
const photo = (type) => places.photo.listeners.change(
  { target: { files: [{ type, size: 9 }], value: "" } });
const found = [];
await photo("text/plain");
found.push(status());
const said = { en: ["too bright"], ja: ["x"], "zh-Hant": ["y"] };
const cards = { seen: 0, all: 0 };
answers.push({ count: 1, read: true, mat: true, cards, state: "trouble", said });
await photo("image/jpeg");
found.push(status());
globalThis.createImageBitmap = () => new Promise(() => {});
await places.live.listeners.click();
await places.live.listeners.click();
found.push(status());
console.log(JSON.stringify(found));
"""


@needs_engine
def test_a_phone_says_what_is_wrong_with_a_photo_and_that_it_has_stopped() -> None:
    words = page_words("en")
    script = PHONE.replace("WORDS", json.dumps(words))
    script = script.replace("PAGE", json.dumps((PAGE / "phone.js").as_uri()))
    call = ["node", "--input-type=module", "-e", script]
    found = json.loads(subprocess.run(call, capture_output=True, text=True, check=True).stdout)
    arrived = f"{words['phone.sent']} too bright"
    assert found == [words["phone.no_image"], arrived, words["phone.stopped"]]


LENT = """
const node = () => ({
  dataset: {}, listeners: {}, said: [], append(...all) { this.said.push(...all); },
  setAttribute() {}, replaceChildren(...all) { this.said = all; }, play: async () => {},
  addEventListener(name, act) { this.listeners[name] = act; },
});
const places = {};
globalThis.localStorage = { getItem: () => "en" };
globalThis.document = {
  ...node(), getElementById: (id) => (places[id] ??= node()), createElement: node,
  createElementNS: node, createTextNode: String, querySelectorAll: () => [],
  documentElement: node(), body: node(),
};
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.window = globalThis;
globalThis.addEventListener = () => {};
const tracks = [], locks = [], waiting = [];
const video = async () => {
  const track = { readyState: "live", muted: false, stop() { this.readyState = "ended"; } };
  tracks.push(track);
  return { getTracks: () => [track] };
};
const request = async () => {
  locks.push({ released: false, release() { this.released = true; } });
  return locks.at(-1);
};
Object.defineProperty(globalThis, "navigator", { value: {
  languages: ["en"], mediaDevices: { getUserMedia: video }, wakeLock: { request } } });
globalThis.setTimeout = (act) => waiting.push(act);
let count = 0;
const told = () => ({ count: ++count, read: true, mat: true, cards: { seen: 5, all: 7 } });
globalThis.fetch = async (url) => ({
  ok: true, json: async () => (String(url).startsWith("/words") ? WORDS : told()),
});
globalThis.createImageBitmap = async () => ({ width: 9, height: 9, close() {} });
globalThis.OffscreenCanvas = class {
  getContext() { return { drawImage() {} }; }
  async convertToBlob() { return new Blob([]); }
};
const texts = (each) => (typeof each === "string" ? [each] : each.said.flatMap(texts));
const found = [];
const settle = async () => { for (let i = 0; i < 9; i += 1) await new Promise(setImmediate); };
const step = async () => {
  waiting.shift()?.();
  await settle();
  found.push([texts(places.status)[0], count, tracks.length]);
};
await import(PAGE);
await settle();
places.live.listeners.click();
await step();
tracks[0].readyState = "ended";
await step();
tracks[1].muted = true;
await step();
await step();
tracks[1].muted = false;
await step();
const look = async (hidden) => {
  document.hidden = hidden;
  document.onvisibilitychange();
  await settle();
  found.push(locks.length);
};
await look(false);
locks[0].released = true;
await look(true);
await look(false);
console.log(JSON.stringify(found));
"""


@needs_engine
def test_a_phone_whose_camera_is_taken_says_so_and_asks_for_it_again() -> None:
    """Regression: the phone sent black pictures, was told to add light, and fell asleep again."""
    words = page_words("en")
    script = LENT.replace("WORDS", json.dumps(words))
    script = script.replace("PAGE", json.dumps((PAGE / "phone.js").as_uri()))
    call = ["node", "--input-type=module", "-e", script]
    found = json.loads(subprocess.run(call, capture_output=True, text=True, check=True).stdout)
    sending, taken = words["phone.sending"], words["phone.taken"]
    assert found[:5] == [
        [fill(sending, {"count": 1}), 1, 1],
        [fill(sending, {"count": 2}), 2, 2],
        [taken, 2, 2],
        [taken, 2, 2],
        [fill(sending, {"count": 3}), 3, 2],
    ]
    assert found[5:] == [1, 1, 2]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_lets_a_phone_in_is_announced_before_a_match(lang: str) -> None:
    for key in ("start.phone_lan", "start.no_camera_lan"):
        assert "companion referee --lan" in page_words(lang)[key]
    assert "offers.alone && !lone && shut(" in text(PAGE / "start.js")
