// A session of an hour: its memory and its frames do not grow. ROUNDS=N plays N rounds instead, some three minutes of a person each.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fixture, open } from "./harness.mjs";

fixture();

/** A person acts every five seconds or so: 36 actions are three minutes. */
const HOUR = 20;
const ROUNDS = Number(process.env.ROUNDS ?? HOUR);

/** The rounds after which everything is loaded that is loaded once. */
const WARM = 3;

const POINTS = ["K10", "L11", "G10", "H11", "M12", "N13", "H8", "J7"];

/** Plays for three minutes: moves, variations, analysis, previews, comments, undo, panels, settings, another game. */
async function round(board, number) {
  const { page } = board;
  const press = (...keys) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  for (const point of POINTS) {
    // The wait keeps no handle of an element, which would keep the element.
    await board.click(point, { lies: false });
    await board.until((name) => Boolean(document.querySelector(".tree [aria-current]")?.textContent.startsWith(name)), point);
  }
  await board.until((count) => document.querySelectorAll(".stone").length === count, POINTS.length);
  await press("Space");
  await board.until((name) => Boolean(document.querySelector(name)), ".lines .pv");
  await page.hover(".lines .pv");
  await page.mouse.move(5, 5);
  await press("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight", "Home", "End", "Space");
  // A variation, its comment, and a mark.
  await press("ArrowLeft", "ArrowLeft");
  await board.until((count) => document.querySelectorAll(".stone").length === count, POINTS.length - 2);
  await board.click("F9", { lies: false });
  await board.until(() => document.querySelector(".tree [aria-current]").textContent.startsWith("F9"));
  await press("c");
  await page.keyboard.type(`Round ${number}`);
  await page.evaluate(() => document.activeElement.blur());
  for (const panel of ["Play", "Review", "Proof", "File", "Analysis"]) await board.press(panel);
  for (const heat of ["threats", "none"]) await board.choose("Heat map", heat);
  await board.press("Moves as a graph");
  await board.until((name) => Boolean(document.querySelector(name)), ".treegraph .node");
  await board.press("Moves as a graph");
  await page.keyboard.down("Control");
  await press("z", "z", "y");
  await page.keyboard.up("Control");
  for (const name of ["New", "Settings", "Help"]) {
    await board.press(name);
    await board.until((name) => Boolean(document.querySelector(name)), "dialog[open]");
    await press("Escape");
    await board.until(() => !document.querySelector("dialog[open]"));
  }
  // Another game takes its place.
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, `(;FF[4]GM[4]SZ[19]RU[pente]PB[Game ${number}])`);
  await board.until((name) => document.querySelector(".player.x .name").textContent === name, `Game ${number}`);
}

test("an hour of play leaves memory, elements and frames as they were", async () => {
  const board = await open();
  const client = await board.page.createCDPSession();
  await client.send("Performance.enable");
  /** What the page holds after a collection of garbage, and the time that it has worked. */
  const look = async () => {
    for (let times = 0; times < 2; times += 1) await client.send("HeapProfiler.collectGarbage");
    const { metrics } = await client.send("Performance.getMetrics");
    const { JSHeapUsedSize, Nodes, JSEventListeners, ScriptDuration, LayoutDuration, RecalcStyleDuration } = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    return { heap: JSHeapUsedSize / (1 << 20), nodes: Nodes, listeners: JSEventListeners, work: ScriptDuration + LayoutDuration + RecalcStyleDuration };
  };
  const seen = [];
  const next = async () => {
    const number = seen.length + 1;
    await round(board, number);
    const now = await look();
    seen.push({ ...now, spent: now.work - (seen.at(-1)?.work ?? 0) });
    if (process.env.ROUNDS) console.log(`round ${number}: ${now.heap.toFixed(2)} MiB, ${now.nodes} nodes, ${now.listeners} listeners, ${seen.at(-1).spent.toFixed(2)} s of work`);
  };
  while (seen.length < ROUNDS) await next();
  const [first, last] = [seen[WARM], seen.at(-1)];
  const rounds = seen.length - 1 - WARM;
  assert.ok(last.heap - first.heap < 1 + 0.05 * rounds, `from ${first.heap} to ${last.heap} MiB`);
  assert.ok(last.nodes < first.nodes + 100 * rounds, `from ${first.nodes} to ${last.nodes} nodes`);
  assert.ok(last.listeners < first.listeners + 30 * rounds, `from ${first.listeners} to ${last.listeners} listeners`);
  // A round takes no more work at the end. The least of some rounds leaves out what else the machine did.
  const least = (/** @type {typeof seen} */ some) => Math.min(...some.map(({ spent }) => spent));
  const early = least(seen.slice(WARM, WARM + 6));
  let late = least(seen.slice(-6));
  // Other programs may have taken the processor from all of them.
  for (let more = 0; late >= 2.5 * early && more < 12; more += 1) {
    await next();
    late = Math.min(late, seen.at(-1).spent);
  }
  assert.ok(late < 2.5 * early, `from ${early} to ${late} s of work`);
  assert.deepEqual(board.errors, []);
});
