// Two engines side by side on the shown position.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";

import { axe, Board, launch, serve } from "./harness.mjs";

/** An engine that plays on the first empty point of a row, and tells what its `kind` tells: all, a move alone, names of points. */
const STUB = `
const kind = process.argv[2];
let side = 15, taken = new Set(), board = null;
const say = (text) => process.stdout.write(text + "\\r\\n");
function move() {
  const free = [];
  for (let x = 0; free.length < 3; x += 1) if (!taken.has(x + ",0")) free.push(x + ",0");
  if (kind === "all") say("MESSAGE depth 4-6 ev 12 n 1000 tm 5 pv " + free.join(" "));
  if (kind === "all") say("MESSAGE depth 5-9 ev -35 n 2.5K tm 9 pv " + free.join(" "));
  if (kind === "silent") say("MESSAGE I like this point");
  if (kind === "names") say("MESSAGE Depth 7-9 | Eval +M9 | Node 12K | PV " + "abcdefghijklmno"[free[0].split(",")[0]] + side + " h8");
  if (kind === "wrong") return say("99,99");
  const told = () => { taken.add(free[0]); say(free[0]); };
  if (kind === "slow") setTimeout(told, 800); else told();
}
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, rest = ""] = line.trim().split(" ");
  if (board) {
    if (word === "DONE") { board = false; move(); } else taken.add(word.split(",").slice(0, 2).join());
  } else if (word === "START") { side = Number(rest); taken = new Set(); say("OK"); }
  else if (word === "BEGIN") move();
  else if (word === "TURN") { taken.add(rest); move(); }
  else if (word === "BOARD") { board = true; taken = new Set(); }
  else if (word === "ABOUT") say('name="Stub", version="1"');
  else if (word === "END") process.exit(0);
});
`;

let folder, server, browser;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ninuki-compare-"));
  const script = join(folder, "stub.cjs");
  await writeFile(script, STUB);
  const stub = (name, kind) => ["--engine", `${name}=node ${script} ${kind}`];
  [server, browser] = [await serve(...stub("Talker", "all"), ...stub("Taciturn", "silent"), ...stub("Named", "names"), ...stub("Wrong", "wrong"), ...stub("Slow", "slow"), "--engine", "Own=self"), await launch()];
});
afterEach(async () => { for (const page of (await browser.pages()).slice(1)) await page.close({ runBeforeUnload: false }); });
after(async () => { await browser.close(); await server.close(); await rm(folder, { recursive: true }); });

/** Compares two engines on a board. */
async function compare(one, two, options = {}) {
  const board = await Board.open(browser, server.address, { game: "freestyle", size: 15, moves: "h8.i9", ...options });
  await board.page.waitForSelector(".comparing .versus select option[value='Talker']");
  await board.choose("Time for a position", "1000");
  if (one) { await board.choose("Engine 2", two === "Talker" ? "Own" : "Talker"); await board.choose("Engine 1", one); }
  await board.choose("Engine 2", two);
  await board.press("Compare");
  return board;
}

/** Waits until both have moved. */
const done = (board) => board.until(() => [...document.querySelectorAll(".compared thead th")].every((head) => head.textContent && !head.textContent.endsWith("…")));
const row = (board, name) => board.page.$$eval(".compared tbody tr", (rows, name) => [...(rows.find((one) => one.querySelector("th").textContent === name)?.querySelectorAll("td") ?? [])].map((cell) => cell.textContent), name);
const heads = (board) => board.texts(".compared thead th");

test("Ninuki and another engine tell their values side by side", async () => {
  const board = await compare("", "Talker");
  await done(board);
  assert.deepEqual(await heads(board), ["Ninuki", "Talker"]);
  const [value, told] = await row(board, "Value");
  assert.match(value, /^\d+\.\d % · [+−]?\d/);
  assert.equal(told, "-35");
  const [depth, other] = await row(board, "Depth");
  assert.ok(Number(depth) >= 1 && other === "5", `${depth} ${other}`);
  assert.equal((await row(board, "Nodes"))[1], "2.5 k");
  assert.equal((await row(board, "Line"))[1], "a15b15c15");
  assert.match(await board.text(".comparing > .facts"), /Values for Black/);
  assert.deepEqual(board.errors, []);
});

test("two other engines are compared at the same time, and lines are previewed by the rules", async () => {
  const board = await compare("Slow", "Talker");
  // The slow one does not keep the other waiting.
  await board.until(() => { const [slow, talker] = [...document.querySelectorAll(".compared thead th")].map((head) => head.textContent); return slow.endsWith("…") && talker === "Talker"; });
  await done(board);
  const moves = await board.page.$$(".compared .pvs:last-child .pv");
  assert.equal(moves.length, 3);
  await moves[2].hover();
  await board.until(() => document.querySelectorAll(".ghost").length === 3);
  // A click plays up to the move, and both are asked about the new position.
  await moves[1].click();
  await board.until(() => document.querySelectorAll(".tree .move").length >= 4 && document.querySelector(".tree [aria-current]").textContent.startsWith("b15"));
  await done(board);
  await board.until(() => document.querySelector(".compared .pvs:last-child").textContent.startsWith("c15"));
  assert.deepEqual(board.errors, []);
});

test("what an engine does not tell is named", async () => {
  const board = await compare("Taciturn", "Named");
  await done(board);
  assert.deepEqual(await row(board, "Value"), ["–", "+M9"]);
  assert.deepEqual(await row(board, "Depth"), ["–", "7"]);
  // Names of points are read if they agree with the move.
  assert.deepEqual(await row(board, "Line"), ["a15", "a15"]);
  const [note, other] = await row(board, "Notes");
  assert.match(note, /It does not tell: Value, Depth, Nodes, Line\. “I like this point”/);
  assert.equal(other, "It does not tell: Line. “Depth 7-9 | Eval +M9 | Node 12K | PV a15 h8”");
  assert.deepEqual(board.errors, []);
});

test("faults stand in the column of their engine, and the other one goes on", async () => {
  const board = await compare("Wrong", "Own");
  await done(board);
  const [fault, fine] = await row(board, "Notes");
  assert.match(fault, /Wrong .*99,99/);
  assert.equal(fine, "");
  assert.ok((await row(board, "Line"))[1].length > 2);
  await board.press("Ask again");
  await board.until(() => [...document.querySelectorAll(".compared thead th")].some((head) => head.textContent.endsWith("…")));
  await done(board);
  // The live analysis ends the comparison, and the other way round.
  await board.page.keyboard.press(" ");
  await board.until(() => document.querySelector(".compared").hidden);
  await board.press("Compare");
  await board.until(() => !document.querySelector(".compared").hidden && document.querySelector("#panel-analysis .primary").textContent === "Analyse");
  assert.deepEqual(board.errors, []);
});

test("an engine is compared with another one, never with itself", async () => {
  const board = await Board.open(browser, server.address, { game: "freestyle", size: 15 });
  await board.page.waitForSelector(".comparing .versus select");
  const names = () => board.page.$$eval(".versus select", (lists) => lists.map((list) => [...list.options].map(({ textContent }) => textContent)));
  assert.deepEqual(await names(), [["Ninuki", "Taciturn", "Named", "Wrong", "Slow", "Own"], ["Talker", "Taciturn", "Named", "Wrong", "Slow", "Own"]]);
});

test("the values are in view below the lines of the analysis", async () => {
  const board = await Board.open(browser, server.address, { game: "freestyle", size: 15, moves: "h8.i9", height: 800 });
  await board.page.waitForSelector(".comparing .versus select option[value='Talker']");
  await board.page.keyboard.press("Space");
  await board.until(() => document.querySelectorAll(".lines tbody tr").length >= 5);
  await board.page.keyboard.press("Space");
  await board.rests();
  await board.choose("Engine 2", "Talker");
  await board.press("Compare");
  await done(board);
  const [top, bottom, from, to] = await board.page.evaluate(() => [".compared", "#panel-analysis"].flatMap((name) => { const { top, bottom } = document.querySelector(name).getBoundingClientRect(); return [top, bottom]; }));
  assert.ok(top >= from - 1 && bottom <= to + 1, `${top} to ${bottom} within ${from} to ${to}`);
});

test("the comparison has no fault of access, on screens of any size", async () => {
  for (const [width, height, dark] of [[1280, 800, false], [1280, 800, true], [360, 640, false], [740, 360, true], [3840, 2160, false]]) {
    const board = await compare("", "Taciturn", { width, height, dark });
    await done(board);
    await board.page.evaluate(axe);
    const { violations } = await board.page.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), [], `${width}`);
    await board.page.$eval(".compared", (table) => table.scrollIntoView({ block: "end" }));
    if (process.env.SHOTS) await board.page.screenshot({ path: join(process.env.SHOTS, `compare-${width}x${height}${dark ? "-dark" : ""}.png`) });
    assert.ok(await board.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
    await board.page.close({ runBeforeUnload: false });
  }
});
