// What people come for, from start to end.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import { Board, browser, files, fixture, ninuki, server, stored } from "./harness.mjs";

fixture();

/** The page at its home. */
async function home(address = server.address, { width = 1280, height = 800, touch = false } = {}) {
  const page = await browser.newPage();
  await page.setViewport({ width, height, hasTouch: touch, isMobile: touch });
  await page.goto(address);
  await page.waitForSelector(".cards .card", { visible: true });
  return new Board(page, { hexagon: false, side: 19, withoutI: true });
}
const paste = (board, text) => board.page.evaluate((text) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}, text);

test("an analyst: paste a game, find the worst moves, comment, draw, reload, save, open it elsewhere", async () => {
  const board = await home();
  const record = "(;FF[4]GM[4]SZ[15]RU[freestyle]PB[Ann]PW[Bob]BR[3d]XY[kept];B[hh];W[ao];B[ih];W[an];B[jh];W[am];B[kh];W[ak];B[bo];W[lh])";
  await paste(board, record);
  await board.until(() => document.querySelectorAll(".tree .move").length === 11);
  await board.press("Review");
  await board.press("Review the game");
  await board.page.waitForSelector(".mistakes li");
  const worst = await board.texts(".mistakes:first-of-type .move");
  assert.ok(worst.some((move) => move.startsWith("9. b1")), String(worst));
  await board.page.$$eval(".mistakes .move", (moves) => moves.find((move) => move.textContent.startsWith("9. b1")).click());
  await board.until(() => document.querySelector(".tree [aria-current]").textContent.startsWith("b1"));
  await board.page.type(".notes textarea", "Five was there.");
  await board.press("Draw arrows: click where it begins, then where it ends");
  await board.click("b1", { lies: false }).catch(() => {});
  board.shape = { hexagon: false, side: 15, withoutI: false };
  await board.page.keyboard.press("Escape");
  await board.press("Draw arrows: click where it begins, then where it ends");
  await board.click("d4", { lies: false });
  await board.click("l8", { lies: false });
  await board.page.waitForSelector(".arrow .head");
  await board.page.keyboard.press("Escape");
  await stored(board);
  await board.page.reload();
  await board.page.waitForSelector(".arrow .head");
  await board.page.waitForSelector(".mistakes li");
  const [[name, saved]] = await board.saved(() => board.page.keyboard.press("s"), 1);
  assert.match(name, /^Ann - Bob /);
  const elsewhere = execFileSync(ninuki, ["convert", "-", "-", "--from", "sgf", "--to", "sgf"], { input: saved }).toString();
  for (const part of ["BR[3d]", "XY[kept]", "C[Five was there.]", "AR[dl:lh]", "PB[Ann]"]) assert.ok(elsewhere.includes(part), `${part} in ${elsewhere}`);
  assert.deepEqual(board.errors, []);
});

test("the games of a file are reviewed in turn, and kept with their reviews", async () => {
  const board = await home();
  const moves = ";B[hh];W[ao];B[ih];W[an];B[jh];W[am];B[kh];W[ak];B[bo];W[lh]";
  const game = (names, moves) => `(;FF[4]GM[4]SZ[15]RU[freestyle]${names}${moves})`;
  await board.drop("cup.sgf", game("PB[Ann]PW[Bob]", moves) + game("PB[Eve]PW[Dan]", `${moves};B[mo]`) + game("", ";B[hh];AB[aa]") + game("PB[Fay]PW[Gus]", moves.slice(0, 42)));
  await board.until(() => document.querySelector(".player.x .name")?.textContent === "Ann");
  await board.press("Review");
  await board.press("Review all 4 games of the file");
  await board.until(() => document.querySelectorAll(".batch tbody tr").length === 4);
  await board.until(() => [...document.querySelectorAll("#panel-review button")].some((button) => button.textContent.startsWith("Review all") && !button.disabled));
  const rows = await board.texts(".batch tbody tr");
  assert.match(rows[0], /^Ann – Bob\d+\.\d/);
  assert.match(rows[1], /^Eve – Dan\d+\.\d/);
  assert.match(rows[2], /^Game 3nothing to review/);
  assert.equal(await board.text(".player.x .name"), "Ann", "the shown game stays");
  await board.press("Eve – Dan");
  await board.until(() => document.querySelector(".player.x .name").textContent === "Eve" && document.querySelector(".mistakes li"));
  assert.equal((await board.moves()).length, 12);
  assert.ok((await board.page.$$(".graph .known")).length > 8);
  // They are among the games of this browser.
  await board.page.reload();
  await board.until(() => document.querySelector(".player.x .name")?.textContent === "Eve" && document.querySelector(".mistakes li"));
  await board.press("File");
  await board.until(() => [...document.querySelectorAll("#panel-file .kept b")].filter((name) => /Fay – Gus|Eve – Dan/.test(name.textContent)).length === 2);
  assert.deepEqual(board.errors, []);
});

test("a teacher: set up a position, number from here, save a picture", async () => {
  const board = await home();
  await board.page.$$eval(".cards .card", (cards) => cards.find((card) => card.textContent.includes("Set up")).click());
  await board.page.waitForSelector("dialog .tile");
  await board.page.click("dialog .tile[data-game=pente]");
  await board.page.waitForSelector(".editor:not([hidden])");
  for (const point of ["K10", "L11"]) await board.click(point, { lies: false });
  await board.press("White");
  await board.click("M12", { lies: false });
  await board.until(() => document.querySelectorAll(".stone").length === 3);
  await board.press("Start from here");
  await board.says("Black to move");
  await board.play("G10", "N13");
  await board.press("Back");
  await board.until(() => document.querySelector(".tree [aria-current]").textContent === "G10");
  await board.press("Number the moves from here");
  await board.page.keyboard.press("End");
  await board.until(() => [...document.querySelectorAll(".written")].map((text) => text.textContent).sort().join() === "1,2");
  await board.press("File");
  await board.choose("Picture", "svg");
  const [[, svg]] = await board.saved(() => board.press("Save the picture"), 1);
  assert.equal([...svg.matchAll(/class="written/g)].length, 2);
  assert.deepEqual(board.errors, []);
});

test("a printed game has diagrams, moves, comments and variations", async () => {
  const board = await home();
  const line = "jj kj aa lj mj ss kk nn lm pp qq rr oo".split(" ").map((point, index) => `;${index % 2 ? "W" : "B"}[${point}]${index === 6 ? "C[A quiet move.]" : ""}`).join("");
  await paste(board, `(;FF[4]GM[4]SZ[19]RU[pente]PB[Ann]PW[Bob]BR[3d]EV[Cup]C[A game.]${line.slice(0, 12)}(${line.slice(12)})(;B[ab];W[ac]))`);
  await board.until(() => document.querySelectorAll(".tree .move").length > 10);
  await board.press("File");
  await board.press("Print");
  await board.until(() => document.querySelectorAll(".diagram").length === 2);
  assert.match(await board.text(".sheet h1"), /^Ann \(3d\) – Bob$/);
  assert.match(await board.text(".sheet .names"), /Cup.*A game\./);
  // The pair of White was captured: its numbers are below the diagram.
  assert.deepEqual(await board.texts(".sheet figcaption"), ["Moves 1 to 7 · captured by Black: 2 · captured by White: 0 · 2 = L10, 4 = M10", "Moves 8 to 13 · captured by Black: 2 · captured by White: 0"]);
  assert.ok((await board.texts(".sheet .beside")).some((text) => text.startsWith("3. A18 A17")));
  assert.ok((await board.texts(".sheet .spoken")).includes("A quiet move."));
  const written = await board.page.$$eval(".diagram:first-of-type .written", (texts) => texts.map((text) => text.textContent));
  assert.ok(written.includes("7"));
  const pages = async () => [...Buffer.from(await board.page.pdf({ format: "A4" })).toString("latin1").matchAll(/\/Type\s*\/Page\b/g)].length;
  await board.choose("Diagrams", "5");
  await board.until(() => document.querySelectorAll(".diagram").length === 4);
  const many = await pages();
  assert.equal(many, 2);
  await board.choose("Diagrams", "0");
  await board.choose("Comment", "0");
  await board.until(() => document.querySelectorAll(".diagram").length === 1);
  assert.equal(await pages(), 1);
  await board.page.keyboard.press("Escape");
  await board.until(() => document.querySelector(".printed").hidden && document.querySelector(".board").checkVisibility());
  // Without the sheet, the board is what is printed.
  assert.equal(await pages(), 1);
  assert.deepEqual(board.errors, []);
});

test("with keyboard and screen reader alone: from the home to a finished game", async () => {
  const board = await home();
  const press = async (...keys) => { for (const key of keys) await board.page.keyboard.press(key, { delay: 30 }); };
  const focused = () => board.page.evaluate(() => (document.activeElement.matches("button") ? document.activeElement.textContent : ""));
  // To the second card, and there to the tile of Gomoku.
  for (let count = 0; count < 20 && !(await focused()).includes("Play a person here"); count += 1) await press("Tab");
  await press("Enter");
  await board.page.waitForSelector("dialog .tile");
  for (let count = 0; count < 20 && !(await focused()).startsWith("Gomoku"); count += 1) await press("Tab");
  await press("Enter");
  await board.page.waitForSelector(".board .ground > *");
  await board.says("to move");
  const count = (stones) => board.until((stones) => document.querySelectorAll(".stone").length === stones, stones);
  // Black goes to the right, White below; the cursor begins in the middle.
  await press("b", "Enter");
  await count(1);
  await press("ArrowDown", "Enter");
  await count(2);
  for (let stones = 3; stones < 9; stones += 2) {
    await press("ArrowRight", "ArrowUp", "Enter");
    await count(stones);
    await press("ArrowDown", "Enter");
    await count(stones + 1);
  }
  await board.until(() => /White: /.test(document.querySelector("[aria-live]").textContent));
  await press("ArrowRight", "ArrowUp", "Enter");
  await board.says("Black wins: five in a row");
  assert.equal(await board.page.$eval(".status", (status) => status.getAttribute("role")), "status");
  assert.deepEqual(board.errors, []);
});

test("on a phone on its side, without a network: a game goes on, and is there after a reload", { skip: !process.env.SITE }, async () => {
  const site = await files(process.env.SITE);
  const board = await home(site.address, { width: 740, height: 360, touch: true });
  await board.page.evaluate(async () => { await navigator.serviceWorker.ready; });
  await board.until(() => navigator.serviceWorker.controller);
  await site.close();
  await board.page.tap(".cards .card:first-child");
  await board.page.waitForSelector("dialog .tile");
  await board.page.tap("dialog .tile[data-game=pente]");
  await board.page.waitForSelector(".board .ground > *");
  const { x, y, width } = await (await board.page.$(".board")).boundingBox();
  for (let tap = 0; tap < 2; tap += 1) await board.page.touchscreen.tap(x + width / 2, y + width / 2);
  await board.until(() => document.querySelectorAll(".stone").length === 2);
  await stored(board);
  await board.page.reload();
  await board.until(() => document.querySelectorAll(".stone").length === 2);
});
