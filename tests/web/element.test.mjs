// The page of examples of <ninuki-board>: each one works, and shows its code.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";

import { axe, files, launch } from "./harness.mjs";

const skip = !process.env.SITE;
/** @type {any} */ let browser;
/** @type {any} */ let server;
/** @type {string[]} */ let errors;

before(async () => {
  if (skip) return;
  [browser, server] = [await launch(), await files(process.env.SITE)];
});
afterEach(async () => { for (const page of (await browser?.pages() ?? []).slice(1)) await page.close(); });
after(async () => { await browser?.close(); await server?.close(); });

/** Opens the page once all boards are shown. */
async function open({ width = 1280, dark = false } = {}) {
  const page = await browser.newPage();
  errors = [];
  page.on("pageerror", (/** @type {Error} */ error) => errors.push(error.message));
  page.on("console", (/** @type {any} */ message) => message.type() === "error" && errors.push(message.text()));
  await page.setViewport({ width, height: 800 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
  await page.goto(`${server.address}engine/examples.html`);
  const isShown = () => [...document.querySelectorAll("ninuki-board")].every((board) => board.shadowRoot?.querySelector("svg"));
  await page.waitForFunction(isShown);
  return page;
}

/** The title of the board of an example. */
const title = (/** @type {any} */ page, /** @type {string} */ id) =>
  page.$eval(`#${id} ninuki-board`, (/** @type {Element} */ board) => board.shadowRoot?.querySelector("title")?.textContent);

/** Clicks a point, given by its distance from the upper left corner of the picture in points. */
async function click(/** @type {any} */ page, /** @type {string} */ id, /** @type {number} */ x, /** @type {number} */ y) {
  const at = await page.$eval(`#${id} ninuki-board`, (/** @type {Element} */ board, /** @type {number} */ x, /** @type {number} */ y) => {
    const svg = /** @type {SVGSVGElement} */ (board.shadowRoot?.querySelector("svg"));
    svg.scrollIntoView({ block: "center" });
    const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM() ?? undefined);
    return [left, top];
  }, x, y);
  await page.mouse.click(...at);
}

const until = (/** @type {any} */ page, /** @type {string} */ selector, /** @type {string} */ pattern) => page.waitForFunction(
  (/** @type {string} */ selector, /** @type {string} */ pattern) => new RegExp(pattern).test(document.querySelector(selector)?.textContent ?? ""),
  {}, selector, pattern,
);

test("each example shows its code", { skip }, async () => {
  const page = await open();
  const codes = await page.$$eval("section", (/** @type {Element[]} */ sections) =>
    sections.map(({ id }) => [id, document.querySelector(`#${id} .code`)?.textContent]));
  assert.equal(codes.length, 7);
  for (const [id, code] of codes) assert.match(code, /^<ninuki-board [^]*<\/ninuki-board>/, id);
  const scripts = new Map(codes);
  for (const id of ["play", "engine", "analysis", "events"]) assert.match(scripts.get(id), /document\.querySelector\("ninuki-board"\)/, id);
  assert.deepEqual(errors, []);
});

test("positions, records, themes", { skip }, async () => {
  const page = await open();
  assert.match(await title(page, "position"), /^pente, size 19, 5 moves, last move N10, captured L10 M10: White/);
  await page.focus("#record ninuki-board");
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector("#record ninuki-board")?.shadowRoot?.querySelector("output")?.textContent === "8 / 8 f6");
  const fill = (/** @type {string} */ theme) => page.$eval(`#looks [theme=${theme}]`, (/** @type {Element} */ board) =>
    getComputedStyle(/** @type {Element} */ (board.shadowRoot?.querySelector(".board, rect"))).fill);
  assert.deepEqual([await fill("dark"), await fill("plain")], ["rgb(35, 39, 45)", "rgb(255, 255, 255)"]);
  assert.deepEqual(errors, []);
});

test("one plays by the rules, and against the engine", { skip }, async () => {
  const page = await open();
  await until(page, "#play output", "Black to move");
  // The first move must take the centre.
  await click(page, "play", 1.25, 1.25);
  await click(page, "play", 7.25, 7.25);
  await until(page, "#play output", "White to move");
  assert.equal(await page.$eval("#play ninuki-board", (/** @type {any} */ board) => board.moves.join()), "G7");
  await click(page, "engine", 8.25, 8.25);
  await until(page, "#engine output", "The engine plays [a-o]1?\\d\\.");
  assert.equal(await page.$eval("#engine ninuki-board", (/** @type {any} */ board) => board.moves.length), 2);
  assert.deepEqual(errors, []);
});

test("the analysis follows the shown position", { skip }, async () => {
  const page = await open();
  await until(page, "#analysis ol", "%: ");
  const before = await page.$eval("#analysis ol", (/** @type {Element} */ list) => list.textContent);
  await page.focus("#analysis ninuki-board");
  await page.keyboard.press("Home");
  await until(page, "#analysis ol", "^\\d+\\.\\d %: K10");
  assert.notEqual(await page.$eval("#analysis ol", (/** @type {Element} */ list) => list.textContent), before);
  assert.deepEqual(errors, []);
});

test("events are logged", { skip }, async () => {
  const page = await open();
  await until(page, "#events .log", "ninuki-ready");
  await page.click("#events button[value=j10]");
  await until(page, "#events .log", 'ninuki-move.*"move":"j10"');
  await page.click("#events button[value=start]");
  await until(page, "#events .log", 'ninuki-ply.*"ply":0');
  await page.click("#events button[value=bad]");
  await until(page, "#events .log", "ninuki-error moves\\[1\\]: h8: the point is occupied");
});

test("the page fits a phone, and can be read by all", { skip }, async () => {
  for (const dark of [false, true]) {
    const page = await open({ width: 360, dark });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run());
    assert.deepEqual(violations.map((/** @type {any} */ violation) => `${violation.id}: ${violation.nodes[0].html}`), []);
    await page.close();
  }
});
