// Puzzles on the board, and the record of their solver.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

import { BEGINNER, chosen, counted, fits, ofDay } from "../../frontend/web/page/puzzle-rating.js";
import { axe, Board, browser, fixture, server } from "./harness.mjs";

const file = new URL("../../frontend/puzzles/src/shipped/puzzles.jsonl.gz", import.meta.url);
const all = gunzipSync(await readFile(file)).toString().split("\n").filter(Boolean).map((line) => JSON.parse(line));
const WIN = all.find(({ game, kind, plies }) => game === "pente" && kind === "win" && plies === 5);
const ONLY = all.find(({ game, kind }) => game === "standard" && kind === "only-move");

fixture();

/** Opens a page at an address, and waits for its puzzle. */
async function solve(hash, options = {}) {
  const page = await browser.newPage();
  const { width = 1280, height = 800, dark = false, game = "pente", size = 19 } = options;
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
  const board = new Board(page, { hexagon: false, side: size, withoutI: /pente|keryo|ninuki|nenuki/.test(game) });
  await page.goto(server.address + hash);
  await page.waitForSelector(".puzzle:not([hidden])");
  await page.waitForSelector(".board .ground > *");
  return board;
}

const says = (board, text) => board.until((text) => document.querySelector(".puzzle .answer").textContent.includes(text), text);

test("a right move is answered until the puzzle is solved", async () => {
  const board = await solve(`#puzzle=${WIN.id}`);
  assert.match(await board.text(".puzzle .strong"), /wins in 3 moves/);
  await board.click("A1", { lies: false });
  await says(board, "A1 is not the move");
  assert.match(await board.text(".puzzle .where:last-child"), /in a row 0, at most 0 · solved 0 of 1/);
  await board.click(WIN.solution, { lies: false });
  await says(board, `${WIN.solution} is right`);
  for (let step = 0; step < 2; step += 1) {
    await board.until((count) => document.querySelectorAll(".tree .move").length === count, 3 + 2 * step);
    await board.press("Show the move");
  }
  await says(board, "solved");
  assert.match(await board.status(), /wins/);
  assert.deepEqual(board.errors, []);
});

test("hints tell more and more, and the record stays in the browser", async () => {
  const board = await solve(`#puzzle=${WIN.id}`);
  await board.page.evaluate(() => localStorage.removeItem("ninuki puzzles"));
  await board.page.reload();
  await board.page.waitForSelector(".puzzle:not([hidden])");
  await board.page.keyboard.press("h");
  await says(board, "threatens");
  await board.page.keyboard.press("h");
  await says(board, "near");
  await board.page.keyboard.press("h");
  await says(board, `The move is ${WIN.solution}`);
  assert.equal(JSON.parse(await board.page.evaluate(() => localStorage.getItem("ninuki puzzles"))).tried, 1);
  await board.page.keyboard.press("z");
  await board.until((hash) => location.hash !== hash && location.hash.startsWith("#puzzle="), `#puzzle=${WIN.id}`);
  await board.until(() => !document.querySelector(".puzzle .answer").textContent);
  assert.deepEqual(board.errors, []);
});

test("a wrong defence shows how it loses", async () => {
  const board = await solve(`#puzzle=${ONLY.id}`, { game: "standard", size: 15 });
  assert.match(await board.text(".puzzle .strong"), /one move that does not lose/);
  const wrong = ONLY.solution === "a1" ? "o15" : "a1";
  await board.click(wrong, { lies: false });
  await says(board, `${wrong} loses: `);
  await board.click(ONLY.solution, { lies: false });
  await says(board, "solved");
  assert.deepEqual(board.errors, []);
});

test("the home leads to the puzzles, filters choose them, and the daily one is that of the day", async () => {
  const page = await browser.newPage();
  const board = new Board(page, { hexagon: false, side: 19, withoutI: true });
  await page.goto(server.address);
  await page.waitForFunction(() => [...document.querySelectorAll(".card b")].some((title) => title.textContent === "Puzzles"));
  await page.evaluate(() => [...document.querySelectorAll(".card")].find((card) => card.querySelector("b").textContent === "Puzzles").click());
  await page.waitForSelector(".puzzle:not([hidden])");
  await page.$eval(".wanted", (details) => { details.open = true; });
  await board.choose("Game", "renju");
  await board.choose("Theme", "forbidden-trap");
  await board.press("Next puzzle");
  await board.until(() => /^Renju.*forbidden trap/.test(document.querySelector(".puzzle .where").textContent));
  await board.press("Puzzle of the day");
  await board.until(() => location.hash === "#puzzle=day");
  const day = all[ofDay(await page.evaluate(() => new Date().toISOString().slice(0, 10)), all.length)];
  await board.until((difficulty) => document.querySelector(".puzzle .where").textContent.includes(`difficulty ${difficulty} `), day.difficulty);
  await board.press("Leave");
  await page.waitForSelector(".home:not([hidden])");
  assert.deepEqual(board.errors, []);
});

test("a reviewed game becomes puzzles", async () => {
  const board = await Board.open(browser, server.address, { game: "freestyle", size: 15, moves: "h8.a1.h9.c1.i9.e1.g7.g1.i8.a3.j8.c3.k8" });
  await board.press("Review");
  await board.press("Review the game");
  await board.press("Puzzles from this game");
  await board.page.waitForSelector(".puzzle:not([hidden])");
  assert.match(await board.text(".puzzle .where"), /^Gomoku/);
  await board.page.keyboard.press("h");
  await board.until(() => document.querySelector(".puzzle .answer").textContent);
  assert.deepEqual(board.errors, []);
});

test("the bar of a puzzle has no fault of access, on screens of any size", async () => {
  for (const [width, height, dark] of [[1280, 800, false], [1280, 800, true], [360, 640, false], [3840, 2160, false]]) {
    const board = await solve(`#puzzle=${WIN.id}`, { width, height, dark });
    await board.page.evaluate(axe);
    const { violations } = await board.page.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
    const folder = process.env.SHOTS;
    if (folder) await board.page.screenshot({ path: `${folder}/puzzle-${width}x${height}${dark ? "-dark" : ""}.png` });
    assert.ok(await board.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
    // On a desk the bar is beside nothing that it covers, and all of it is in view with the steps below.
    const [bar, steps, stage] = await board.page.evaluate(() => [".puzzle", ".steps", ".stage"].map((name) => { const { left, right, bottom } = document.querySelector(name).getBoundingClientRect(); return { left, right, bottom }; }));
    assert.ok(bar.left >= stage.left - 1 && bar.right <= stage.right + 1, `${width}: the bar is cut`);
    if (width > 1000) assert.ok(steps.bottom <= height, `${width}: the steps end at ${steps.bottom}`);
  }
});

test("a rating follows Elo's formula, and the next puzzle is near it", () => {
  const [easy, hard] = [{ id: "a", game: "pente", themes: ["vcf"], difficulty: 0 }, { id: "b", game: "renju", themes: ["vct"], difficulty: 90 }];
  const once = counted(BEGINNER, easy, true);
  assert.deepEqual([Math.round(once.rating), once.streak, once.best, once.solved, once.tried, once.done], [1203, 1, 1, 1, 1, ["a"]]);
  const failed = counted(once, hard, false);
  assert.deepEqual([failed.streak, failed.best, failed.solved, failed.tried, failed.done], [0, 1, 1, 2, ["a", "b"]]);
  assert.ok(failed.rating < once.rating);
  const none = { game: "", theme: "", level: "" };
  assert.equal(chosen([easy, hard], once, none, 0)?.id, "b", "what was done comes last");
  assert.equal(chosen([easy, hard], once, { ...none, game: "pente" }, 0)?.id, "a");
  assert.equal(chosen([easy, hard], once, { ...none, theme: "defence" }, 0), null);
  assert.ok(fits(hard, { ...none, level: "60-100" }) && !fits(hard, { ...none, level: "0-19" }));
  const days = Array.from({ length: 28 }, (_, index) => ofDay(`2026-11-${String(index + 1).padStart(2, "0")}`, 1000));
  assert.ok(new Set(days).size > 24 && days.every((number) => number >= 0 && number < 1000), days.join());
});
