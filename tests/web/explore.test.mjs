// The explorer: the opening book, and a library of the server.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";

import { axe, Board, launch, ninuki, serve, sleep } from "./harness.mjs";

const GAMES = `
(;FF[4]GM[4]SZ[19]RU[pente]PB[Ann]PW[Bob]BR[1700]WR[1500]DT[2024-05-01]EV[Open]RE[B+R];B[jj];W[kk];B[mj];W[jm])
(;FF[4]GM[4]SZ[19]RU[pente]PB[Cyd]PW[Ann]BR[1650]WR[1710]DT[2025-03-09]EV[Club]RE[W+R];B[jj];W[ii];B[gj];W[ji])
(;FF[4]GM[4]SZ[19]RU[pente]PB[Bob]PW[Cyd]DT[2023-11-20]RE[B+T];B[jj];W[jk];B[mj])
(;FF[4]GM[4]SZ[19]RU[pente]PB[Dan]PW[Cyd]RE[B+T];B[jj];W[mm];B[mj])
`;

let folder, browser, server;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ninuki-explore-"));
  await writeFile(join(folder, "games.sgf"), GAMES);
  await writeFile(join(folder, "others.txt"), "K10 L9 N10\n");
  for (const [name, file] of [["club", "games.sgf"], ["others", "others.txt"]]) {
    execFileSync(ninuki, ["library", "import", "--library", join(folder, `${name}.db`), "--rules", "pente", join(folder, file)]);
  }
  execFileSync(ninuki, ["library", "analyze", "--library", join(folder, "others.db"), "--rules", "pente", "--least", "1", "--nodes", "300"]);
  [server, browser] = [await serve("--library", join(folder, "club.db"), "--library", join(folder, "others.db")), await launch()];
});
afterEach(async () => { for (const page of (await browser.pages()).slice(1)) await page.close({ runBeforeUnload: false }); });
after(async () => { await browser.close(); await server.close(); await rm(folder, { recursive: true }); });

const games = (board, count) => board.until((count) => document.querySelector("#panel-explore .known").textContent.startsWith(`${count} game`), count);
const rows = (board) => board.page.$$eval(".played tbody tr", (all) => all.map((row) => [...row.children].map((cell) => cell.querySelector(".results")?.title ?? cell.textContent)));

async function explore(options) {
  const board = await Board.open(browser, server.address, { moves: "K10", ...options });
  await board.press("Explore");
  await games(board, 4);
  return board;
}

test("the moves of the shown position are counted, and played by a click", async () => {
  const board = await explore();
  const shown = await rows(board);
  assert.deepEqual(shown[0].slice(0, 5), ["J9", "2 50 %", "Black 50 %, draws 0 %, White 50 %", "1605", "2025"]);
  assert.match(shown[0][5], /^\d+\.\d$/, "the book has this move");
  // The moves of the book that no game has follow those of games.
  const played = shown.filter(([, games]) => games !== "–");
  assert.ok(played.length === 3 && shown.length > 3 && shown.slice(3).every(([, games]) => games === "–"), JSON.stringify(shown));
  await board.until((count) => document.querySelectorAll(".board .explored").length === count, shown.length);
  assert.deepEqual(await board.page.$$eval(".board .explored:not(.booked) text", (texts) => texts.map((text) => text.textContent)), ["50", "25", "25"]);
  await board.page.click(".row.booked input");
  await board.until(() => document.querySelectorAll(".board .explored").length === 3 && !document.querySelector(".board .explored.best"));
  await board.press("J9");
  await games(board, 2);
  assert.equal(await board.stones("o"), 1);
  // Back in the game the former position is looked up again; far from it there is nothing.
  await board.page.keyboard.press("ArrowLeft");
  await games(board, 4);
  await board.play("A1");
  await board.until(() => document.querySelector("#panel-explore .known").textContent.includes("No game"));
  assert.deepEqual(board.errors, []);
});

test("filters and libraries choose the games", async () => {
  const board = await explore();
  await board.page.click(".filters summary");
  await board.page.type(".filter input[aria-label=Player]", "ann");
  await board.page.keyboard.press("Enter");
  await games(board, 2);
  await board.choose("Colour of the player", "o");
  await games(board, 1);
  assert.deepEqual(await board.texts(".gamerow b"), ["Cyd (1650) – Ann (1710)"]);
  await board.press("Clear");
  await games(board, 4);
  await board.page.type(".filter input[aria-label='Year to']", "2023");
  await board.page.keyboard.press("Enter");
  await games(board, 1);
  await board.press("Clear");
  await games(board, 4);
  await board.choose("Library", "others");
  await games(board, 1);
  // A library without ratings and dates lists all of its games.
  await board.until(() => document.querySelectorAll(".gamerow").length === 1);
  // Its positions have evaluations.
  assert.match((await rows(board))[0][5], /^\d+\.\d$/);
  assert.deepEqual(board.errors, []);
});

test("a game of the list opens at the shown position", async () => {
  const board = await explore();
  assert.equal((await board.texts(".gamerow b"))[0], "Cyd (1650) – Ann (1710)");
  await board.choose("Games", "all");
  await board.until(() => document.querySelectorAll(".gamerow").length === 4);
  await board.page.click(".games li:nth-child(1) button");
  await board.until(() => document.querySelectorAll(".tree .move").length === 5);
  assert.equal(await board.stones("x") + await board.stones("o"), 1);
  assert.match(await board.text(".names"), /Ann.*Bob/);
  await board.page.keyboard.press("End");
  await board.says("resigned");
  assert.deepEqual(board.errors, []);
});

test("the panel is read by screen readers, fits on a phone, and its picture is of use", async () => {
  for (const options of [{ width: 1280, height: 800 }, { width: 360, height: 640, dark: true, touch: true }]) {
    const board = await explore(options);
    await board.page.evaluate(axe);
    const found = await board.page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
    assert.deepEqual(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`), []);
    assert.ok(await board.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    if (process.env.SHOTS) {
      await board.page.screenshot({ path: join(process.env.SHOTS, `explore-${options.width}.png`) });
      await board.page.$eval("#panel-explore", (panel) => panel.scrollIntoView());
      await sleep(300);
      await board.page.screenshot({ path: join(process.env.SHOTS, `explore-${options.width}-below.png`) });
    }
  }
});

test("without a library the explorer has the book alone, with the name of the opening", async () => {
  const plain = await serve();
  const board = await Board.open(browser, plain.address, { game: "renju", size: 15, moves: "h8.h9.i9" });
  await board.press("Explore");
  await board.until(() => document.querySelector("#panel-explore .opening").textContent === "Kagetsu");
  assert.match(await board.text("#panel-explore .booked .facts"), /^Book: White wins with \d+\.\d %$/);
  assert.deepEqual(await board.texts(".played th"), ["Move", "Wins", "Value", "Nodes"]);
  const shown = await rows(board);
  assert.ok(shown.length > 1 && shown.every(([, wins]) => /^\d+\.\d$/.test(wins)), JSON.stringify(shown));
  assert.equal(await board.page.$eval("#panel-explore .library", (library) => library.checkVisibility()), false);
  await board.until((count) => document.querySelectorAll(".board .explored.booked").length === count, shown.length);
  await board.press(shown[0][0]);
  await board.until(() => document.querySelectorAll(".tree .move").length === 5);
  // Far from every opening the book is silent.
  await board.play("a1", "o15");
  await board.until(() => document.querySelector("#panel-explore .booked .facts").textContent.includes("does not have this position"));
  assert.deepEqual(board.errors, []);
  const other = await Board.open(browser, plain.address, { game: "ndengrod", size: 5 });
  await other.press("Explore");
  await other.until(() => document.querySelector("#panel-explore .booked .facts").textContent.includes("no opening book"));
  for (const options of [{ width: 1280, height: 800 }, { width: 360, height: 640, dark: true, touch: true }]) {
    const shot = await Board.open(browser, plain.address, { game: "renju", size: 15, moves: "h8.h9.i9", ...options });
    await shot.press("Explore");
    await shot.until(() => document.querySelectorAll(".board .explored.booked").length > 1);
    assert.ok(await shot.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    if (process.env.SHOTS) await shot.page.screenshot({ path: join(process.env.SHOTS, `book-${options.width}.png`), fullPage: true });
  }
  // Openings of renju have their names in the language of the page, where it has names of its own.
  await board.page.evaluate(() => localStorage.setItem("ninuki", JSON.stringify({ language: "ja" })));
  const japanese = await Board.open(browser, plain.address, { game: "renju", size: 15, moves: "h8.i9.i7" });
  await japanese.press("棋譜");
  await japanese.until(() => document.querySelector("#panel-explore .opening").textContent === "浦月");
  await japanese.page.evaluate(() => localStorage.clear());
  await plain.close();
});
