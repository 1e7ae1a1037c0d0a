// Nothing is lost, nothing is stripped, nothing is shown wrongly; keys do the same everywhere.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, browser, fixture, open, server, sleep, stored } from "./harness.mjs";

fixture();

const current = (board) => board.text(".tree [aria-current]");
const isCurrent = (board, move) => board.until((move) => document.querySelector(".tree [aria-current]")?.textContent === move, move);

test("a reload brings back moves, comments, marks, names, review and graph", async () => {
  const board = await open({ game: "freestyle", size: 15, moves: "h8.a1.i8.a2.j8" });
  await board.click("a3");
  await board.page.type(".notes textarea", "White defends nothing.");
  await board.choose("Mark of the move", "??");
  await board.press("Draw circles");
  await board.click("c3", { lies: false });
  await board.press("Draw circles");
  await board.page.click(".names");
  await board.page.type("dialog input[aria-label=Black]", "Ann");
  await board.page.keyboard.press("Escape");
  await board.press("Review");
  await board.press("Review the game");
  await board.page.waitForSelector(".mistakes li");
  await stored(board);
  const shown = async () => [await board.moves(), await current(board), await board.texts(".said"), await board.text(".player.x .name"), (await board.page.$$(".drawn.circle")).length,
    (await board.page.$$(".graph .known")).length, await board.text(".mistakes")];
  const before = await shown();
  assert.ok(before[1].includes("??") && before[3] === "Ann" && before[4] === 1 && before[5] > 3);
  await board.page.reload();
  await board.page.waitForSelector(".board .ground > *");
  await board.page.waitForSelector(".mistakes li");
  assert.deepEqual(await shown(), before);
  assert.deepEqual(board.errors, []);
});

test("a running match goes on after a reload, with its clocks", async () => {
  const board = await open({ game: "freestyle", size: 15 });
  await board.press("Play");
  await board.choose("Clock", "3");
  await board.press("Start the game");
  await board.click("h8", { lies: false });
  await board.until(() => document.querySelectorAll(".stone").length === 2);
  await stored(board);
  await board.page.reload();
  await board.page.waitForSelector(".board .ground > *");
  await board.until(() => document.querySelectorAll(".stone").length === 2);
  assert.match(await board.text(".player.o .name"), /Engine, level/);
  await board.until(() => /^(5:0|4:5)/.test(document.querySelector(".player.x .clock").textContent));
  // The engine has not answered in the corner.
  await board.click("a15", { lies: false });
  await board.until(() => document.querySelectorAll(".stone").length === 4);
  await board.press("Take back");
  await board.until(() => document.querySelectorAll(".stone").length === 2);
  assert.deepEqual(board.errors, []);
});

test("an opening goes on after a reload, and another stone after a take-back is the one that is shown", async () => {
  const board = await open({ game: "swap2-pente" });
  await board.press("Play");
  await board.choose("Opening rule", "swap2");
  await board.choose("You play", "both");
  await board.press("Start the game");
  await board.says("3 to go");
  await board.play("K10", "L11");
  await board.press("Take back");
  await board.says("2 to go");
  await board.click("M13");
  await board.until(() => document.querySelectorAll(".stone").length === 2);
  const placed = () => board.page.$$eval(".stone", (stones) => stones.map((stone) => stone.getAttribute("transform")).sort());
  const before = await placed();
  assert.ok(before.some((place) => place.includes("12.25")), "M is the twelfth column");
  await stored(board);
  await board.page.reload();
  await board.page.waitForSelector(".board .ground > *");
  await board.says("Place a stone of Black");
  assert.deepEqual(await placed(), before);
  await board.play("G10");
  await board.until(() => !document.querySelector(".choices").hidden);
});

test("everything can be undone: a deleted game, a letter, a mark, a name", async () => {
  const board = await open({ moves: "K10.L11.G10(H11.M12)M12.N13" });
  await board.page.keyboard.press("Home");
  await isCurrent(board, "Start");
  await board.page.keyboard.press("ArrowRight");
  await isCurrent(board, "K10");
  const before = await board.moves();
  await board.page.keyboard.press("Backspace");
  await board.until(() => document.querySelectorAll(".tree .move").length === 1);
  assert.match(await board.text(".toast"), /7 moves deleted/);
  await board.page.keyboard.down("Control");
  await board.page.keyboard.press("z");
  await board.page.keyboard.up("Control");
  await board.until((count) => document.querySelectorAll(".tree .move").length === count, before.length);
  assert.deepEqual(await board.moves(), before);
  await board.page.type(".notes textarea", "good");
  await board.press("Put letters");
  await board.click("A1", { lies: false });
  await board.until(() => [...document.querySelectorAll(".written")].some((text) => text.textContent === "A"));
  await board.press("Undo (Ctrl-Z)");
  await board.until(() => !document.querySelector(".written"));
  await board.press("Undo (Ctrl-Z)");
  await board.until(() => document.querySelector(".notes textarea").value === "");
  await board.press("Redo (Ctrl-Y)");
  await board.until(() => document.querySelector(".notes textarea").value === "good");
  // A click on the message does it, too.
  await board.page.keyboard.press("Escape");
  await board.page.keyboard.press("Delete");
  await board.press("Undo");
  await board.until((count) => document.querySelectorAll(".tree .move").length === count, before.length);
});

test("a text that cannot be read changes nothing, and says where it is wrong", async () => {
  const board = await open({ moves: "K10.L11" });
  await board.page.type(".notes textarea", "mine");
  await board.press("File");
  for (const [text, reason] of [["(;GM[4]SZ[15]RU[renju]", /cut off|no/], ["garbage", /garbage/], ["15/15/what x", /.+/], ["[Event \"a\"]\n\n1. zz", /line 1|zz/]]) {
    await board.page.$eval("textarea[aria-label^=Position]", (field, text) => { field.value = text; }, text);
    await board.press("Open this text");
    await board.page.waitForSelector(".toast.error:not([hidden])");
    assert.match(await board.text(".toast.error"), reason);
    assert.deepEqual([await board.moves(), await board.page.$eval(".notes textarea", (field) => field.value)], [["Start", "K10", "L11"], "mine"], text);
    await board.page.keyboard.press("Escape");
    await board.page.click(".toast .icon").catch(() => {});
    await board.until(() => document.querySelector(".toast").hidden);
  }
  assert.deepEqual(board.errors, []);
});

test("another game keeps the last one among the recent ones, and back leads to it", async () => {
  const board = await open({ moves: "K10.L11" });
  await board.click("G10");
  await board.page.type(".notes textarea", "first game");
  await stored(board);
  await board.drop("other.sgf", "(;GM[4]SZ[15]RU[renju]PB[Eve]PW[Max];B[hh];W[hg])");
  await board.until(() => document.querySelector(".title").textContent.includes("15"));
  await board.until(() => location.hash.includes("g=renju"));
  await board.page.goBack();
  await board.until(() => document.querySelector(".title").textContent.includes("19"));
  assert.equal(await board.page.$eval(".notes textarea", (field) => field.value), "first game");
  await board.press("File");
  await board.until(() => [...document.querySelectorAll("#panel-file .kept b")].some((name) => name.textContent === "Eve – Max"));
  await board.page.$$eval("#panel-file .kept", (games) => games.find((game) => game.textContent.includes("Eve")).click());
  await board.until(() => document.querySelector(".player.x .name").textContent === "Eve");
  // Back and back again stays on the page.
  await board.page.goBack();
  await board.until(() => document.querySelector(".title").textContent.includes("19"));
  await board.page.goBack();
  await board.page.waitForSelector(".cards .card");
  await board.page.goForward();
  await board.page.waitForSelector(".board .ground > *");
  assert.deepEqual(board.errors, []);
});

test("a question comes before a running match is left, and before a game is deleted", async () => {
  const board = await open({ game: "freestyle", size: 15 });
  await board.press("Play");
  await board.press("Start the game");
  await board.click("h8", { lies: false });
  await board.until(() => document.querySelectorAll(".stone").length === 2);
  await board.page.keyboard.press("n");
  await board.page.waitForSelector("dialog .tile");
  await board.page.click("dialog .tile[data-game=pente]");
  await board.press("Cancel");
  await sleep(200);
  assert.equal((await board.page.$$(".stone")).length, 2);
  await stored(board);
  await board.press("File");
  const count = (await board.page.$$("#panel-file .kept")).length;
  await board.page.click("#panel-file .recent li .icon");
  await board.press("Delete");
  await board.until((count) => document.querySelectorAll("#panel-file .kept").length === count - 1, count);
});

const SGF = `(;FF[4]GM[4]CA[UTF-8]AP[Other:1]SZ[19]RU[pente]PB[Ann]PW[Bob]EV[Cup]DT[2026-01-02]AN[me]BR[5d]CP[c]GN[n]OT[3x10]TM[600]US[u]WR[4d]XY[a\\]b][c]
;B[jj]AR[aa:bb]BL[300]CR[aa]DM[1]LN[aa:cc]MA[bb]N[node]SQ[cc]TR[dd]C[one
two];W[kk]LB[aa:x]WL[299]TE[1];B[ll]AB[aa];W[mm])
`;

test("opened and saved, a record keeps every property", async () => {
  const board = await open();
  await board.drop("game.sgf", SGF);
  await board.until(() => document.querySelector(".player.x .name").textContent === "Ann");
  await board.press("File");
  const [[name, saved]] = await board.saved(() => board.press("Save the game"), 1);
  assert.equal(name, "Ann - Bob 2026-01-02.sgf");
  const properties = (text) => [...text.matchAll(/([A-Z]+)((?:\[(?:\\.|[^\]\\])*\]\s*)+)/g)].map(([, name, values]) => name + values.trim()).sort();
  assert.deepEqual(properties(saved).filter((one) => !/^(A[BW]|PL)/.test(one)), properties(SGF).filter((one) => !/^(A[BW]|PL)/.test(one)));
  // After a change and a reload, too.
  await board.page.keyboard.press("Home");
  await isCurrent(board, "Start");
  await board.page.type(".notes textarea", "said");
  await stored(board);
  await board.page.reload();
  await board.page.waitForSelector(".board .ground > *");
  await board.press("File");
  const [[, again]] = await board.saved(() => board.press("Save the game"), 1);
  assert.deepEqual(properties(again).filter((one) => !one.startsWith("C[said")), properties(saved));
  assert.deepEqual(board.errors, []);
});

test("names, ranks, event and result are shown and edited", async () => {
  const board = await open();
  await board.drop("game.sgf", SGF);
  await board.until(() => document.querySelector(".player.x .name").textContent === "Ann");
  await board.page.click(".names");
  const field = (label) => board.page.$eval(`dialog [aria-label="${label}"]`, (element) => element.value);
  assert.deepEqual([await field("Black"), await field("Rank of Black"), await field("Event"), await field("Time, in seconds")], ["Ann", "5d", "Cup", "600"]);
  assert.match(await board.text("dialog details"), /OT/);
  await board.page.focus("dialog [aria-label=\"Rank of Black\"]");
  await board.page.keyboard.press("End");
  await board.page.keyboard.type(" ]x");
  await board.page.focus("dialog [aria-label=White]");
  await board.page.keyboard.press("End");
  await board.page.keyboard.type("by");
  await board.choose("Result", "x resigned");
  await board.page.keyboard.press("Escape");
  await board.until(() => document.querySelector(".player.o .name").textContent === "Bobby");
  await board.press("File");
  const [[, saved]] = await board.saved(() => board.press("Save the game"), 1);
  assert.match(saved, /BR\[5d \\\]x\]/);
  assert.match(saved, /PW\[Bobby\]/);
  assert.match(saved, /RE\[B\+R/);
});

test("stones set up in the middle of a game are followed", async () => {
  const board = await open();
  await board.drop("game.sgf", "(;GM[4]SZ[19]RU[pente];B[jj];W[kk];AB[aa][ab]AE[kk]PL[W];W[ll];B[mm])");
  await board.until(() => document.querySelectorAll(".tree .move").length === 6);
  await board.until(() => document.querySelectorAll(".stone").length === 5);
  assert.deepEqual([await board.stones("x"), await board.stones("o")], [4, 1]);
  await board.page.keyboard.press("ArrowLeft");
  await board.page.keyboard.press("ArrowLeft");
  await isCurrent(board, "set-up");
  await board.until(() => document.querySelectorAll(".stone").length === 3);
  await board.press("File");
  const [[, saved]] = await board.saved(() => board.press("Save the game"), 1);
  assert.match(saved, /AB\[aa\]\[ab\]AE\[kk\]PL\[W\]/);
  assert.deepEqual(board.errors, []);
});

test("the preview of a line shows the position of the engine, with captures", async () => {
  const board = await open({ moves: "K10.L10.A1.M10", more: "&f=third-free:true" });
  await board.page.keyboard.press("Space");
  await board.until(() => [...document.querySelectorAll("tr .strong")].some((move) => move.textContent === "N10"));
  await board.page.keyboard.press("Space");
  await board.rests();
  const row = await board.page.$$eval("tbody tr", (rows) => rows.findIndex((row) => row.querySelector(".strong")?.textContent === "N10"));
  await board.page.hover(`tbody tr:nth-child(${row + 1}) .strong`);
  await board.page.waitForSelector(".ghost");
  await board.until(() => document.querySelectorAll(".gone").length === 2);
  assert.equal((await board.page.$$(".ghost")).length, 1);
  assert.equal(await board.stones("o"), 0, "both stones of the pair are captured");
  assert.match(await board.text(".player.x .tray"), /2\/10/);
  // Every ply of the line is a position of the rules.
  const moves = await board.page.$$eval(`tbody tr:nth-child(${row + 1}) .pv`, (all) => all.map((move) => move.textContent));
  assert.ok(moves.length >= 2);
  await board.page.hover(`tbody tr:nth-child(${row + 1}) .follows .pv:nth-child(${moves.length - 1})`);
  await board.until((count) => document.querySelectorAll(".ghost").length + document.querySelectorAll(".gone").length >= count, 2);
  await board.page.mouse.move(5, 5);
  await board.until(() => !document.querySelector(".ghost") && document.querySelectorAll(".stone").length === 4);
  assert.deepEqual(board.errors, []);
});

test("the lines have their moves, and say whose the percentages are", async () => {
  const board = await open({ moves: "K10.L10.A1.M10", more: "&f=third-free:true" });
  await board.page.keyboard.press("Space");
  await board.until(() => / [1-9]\d*\.\d s/.test(document.querySelector(".facts").textContent));
  await board.page.keyboard.press("Space");
  await board.rests();
  const lengths = await board.page.$$eval("tbody tr:not(.none)", (rows) => rows.map((row) => row.querySelectorAll(".pv").length));
  assert.equal(lengths.length, 5);
  assert.ok(lengths.every((count) => count > 1), String(lengths));
  assert.match(await board.text(".lines thead"), /Black wins/);
  const rates = await board.texts(".player .rate");
  assert.ok(rates.every((rate) => /^\d+\.\d %/.test(rate)), String(rates));
});

test("keys do the same after a click on a stone, a button, a move, a list", async () => {
  const board = await open({ moves: "K10.L11.G10.M12" });
  await board.click("N13");
  await board.page.keyboard.press("ArrowLeft");
  await isCurrent(board, "M12");
  await board.page.keyboard.press("Space");
  await board.page.waitForSelector(".candidate");
  assert.equal((await board.moves()).length, 6, "Space plays nothing");
  await board.press("Stop");
  await board.page.keyboard.press("ArrowLeft");
  await isCurrent(board, "G10");
  await board.press("Back");
  await isCurrent(board, "L11");
  await board.page.keyboard.press("ArrowLeft");
  await isCurrent(board, "K10");
  await board.page.$$eval(".tree .move", (moves) => moves[3].scrollIntoView());
  await board.page.click(".tree .move[data-id='4']");
  await isCurrent(board, "M12");
  await board.page.keyboard.press("ArrowRight");
  await isCurrent(board, "N13");
  await board.press("File");
  await board.page.keyboard.press("ArrowLeft");
  await isCurrent(board, "M12");
  // With the focus moved by the keyboard, too.
  for (let count = 0; count < 6; count += 1) await board.page.keyboard.press("Tab");
  await board.page.keyboard.press("ArrowLeft");
  await isCurrent(board, "G10");
  await board.page.keyboard.press("b");
  await board.page.waitForSelector(".cursor .focus");
  await board.page.keyboard.press("ArrowLeft");
  assert.equal(await current(board), "G10", "with the cursor on, arrows move it");
  await board.page.keyboard.press("Escape");
  await board.page.keyboard.press("ArrowLeft");
  await isCurrent(board, "L11");
  // In a text, keys write.
  await board.page.focus(".notes textarea");
  await board.page.keyboard.type("n b");
  assert.equal(await board.page.$eval(".notes textarea", (field) => field.value), "n b");
  assert.equal(await board.page.$("dialog"), null);
});

test("no key is lost, however fast they come", async () => {
  const board = await open({ moves: "K10.L11.G10.M12.N13.J9" });
  await board.page.evaluate(() => { for (const key of ["ArrowLeft", "ArrowLeft", "ArrowLeft", "Home", "ArrowRight", "ArrowRight"]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })); });
  await isCurrent(board, "L11");
});

test("a move is not lost if another key comes before its position", async () => {
  const board = await open({ moves: "K10.L11" });
  await board.page.keyboard.press("Space");
  await board.page.waitForSelector(".candidate");
  await board.page.evaluate(() => { for (const key of ["m", "ArrowLeft", "ArrowLeft"]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })); });
  await isCurrent(board, "K10");
  await board.until(() => document.querySelectorAll(".tree .move").length === 4);
  assert.deepEqual(board.errors, []);
});

test("the help shows the table of keys, and all of them work", async () => {
  const board = await open({ moves: "K10.L11" });
  await board.page.keyboard.press("?");
  await board.page.waitForSelector("dialog .keys");
  const keys = await board.texts("dialog .keys th");
  assert.ok(keys.length >= 20 && keys.some((key) => key.includes("Ctrl Z")));
  await board.page.keyboard.press("Escape");
  await board.page.keyboard.press("Space");
  await board.page.waitForSelector(".candidate");
  await board.page.keyboard.press("m");
  await board.until(() => document.querySelectorAll(".tree .move").length === 4);
});

test("a key that comes right after a dialog closes is not lost", async () => {
  const board = await open({ moves: "K10.L11.G10" });
  await board.page.keyboard.press("?");
  await board.page.waitForSelector("dialog .keys");
  const focused = await board.page.evaluate(() => {
    document.querySelector("dialog").close();
    const { activeElement } = document;
    for (const key of ["ArrowLeft", "ArrowLeft"]) activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    return activeElement.tagName;
  });
  assert.equal(focused, "DIALOG", "the browser moves the focus later");
  await isCurrent(board, "K10");
});

test("the focus stays where it is while the analysis streams", async () => {
  const board = await open({ moves: "K10.L11.G10" });
  await board.page.keyboard.press("Space");
  await board.page.waitForSelector("tr.best .pv");
  await board.page.focus("tr.best .pv");
  await sleep(700);
  assert.equal(await board.page.evaluate(() => document.activeElement.matches("tr.best .pv")), true);
});

test("a game in two clicks, and an answer of the engine to the first move", async () => {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(server.address);
  await page.waitForSelector(".cards .card", { visible: true });
  await page.click(".cards .card");
  await page.waitForSelector("dialog .tile");
  await page.click("dialog .tile");
  await page.waitForSelector(".board .ground > *");
  const board = new Board(page, { hexagon: false, side: 19, withoutI: true });
  await board.click("K10", { lies: false });
  await board.until(() => document.querySelectorAll(".stone").length === 2);
  await board.press("Resign");
  await board.page.waitForSelector(".ended:not([hidden])");
  assert.match(await board.text(".ended"), /White \(Engine, level 3\) wins: Black \(You\) has resigned/);
  await board.press("Rematch");
  await board.until(() => document.querySelectorAll(".stone").length === 1 && /You/.test(document.querySelector(".player.o .name").textContent));
});

test("a game that another tab has is continued as a copy", async () => {
  const board = await open({ moves: "K10" });
  await board.click("L11");
  await board.page.type(".notes textarea", "shared");
  await stored(board);
  const second = await open({ game: "renju", size: 15 });
  await second.press("File");
  await second.until(() => document.querySelector("#panel-file .kept"));
  await second.page.click("#panel-file .kept");
  await second.until(() => document.querySelector(".notes textarea").value === "shared");
  await second.page.type(".notes textarea", " copy");
  await stored(second);
  await second.until(() => document.querySelectorAll("#panel-file .kept").length >= 2);
  await board.page.bringToFront();
  await board.page.reload();
  await board.page.waitForSelector(".board .ground > *");
  assert.equal(await board.page.$eval(".notes textarea", (field) => field.value), "shared");
});

test("a browser that stores nothing is no obstacle, but asks", async () => {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(() => { Object.defineProperty(window, "indexedDB", { value: { open() { throw new Error("no"); } } }); });
  await page.setViewport({ width: 1280, height: 860 });
  await page.goto(`${server.address}#g=pente&s=19&m=K10&n=1`);
  await page.waitForSelector(".board .ground > *");
  const board = new Board(page, { hexagon: false, side: 19, withoutI: true });
  await board.click("L11");
  await board.drop("other.sgf", "(;GM[4]SZ[15]RU[renju];B[hh])");
  await page.waitForSelector("dialog");
  assert.match(await board.text("dialog"), /not stored/);
  await board.press("Cancel");
  assert.equal((await board.moves()).length, 3);
  let asked = false;
  page.on("dialog", (dialog) => { asked = dialog.type() === "beforeunload"; void dialog.accept(); });
  await page.reload();
  assert.ok(asked, "leaving is asked about");
});

/** A record with 200 variations of 200 moves, none of which makes a row of three. */
function large() {
  const letters = "abcdefghijklmnopqrs";
  const points = [...letters].flatMap((x, column) => [...letters].map((y, row) => [x + y, (column + 2 * row) % 4 < 2 ? 0 : 1]));
  const own = [0, 1].map((side) => points.filter(([, whose]) => whose === side).map(([point]) => point));
  const line = (index) => Array.from({ length: 200 }, (_, ply) => `;${"BW"[ply % 2]}[${own[ply % 2][((ply >> 1) + index) % own[ply % 2].length]}]`).join("");
  return `(;GM[4]SZ[19]RU[freestyle]${Array.from({ length: 200 }, (_, index) => `(${line(index)})`).join("")})`;
}

/** The time that a typed letter takes, in milliseconds: 30 times, sorted. */
const typing = (board) => board.page.evaluate(async () => {
  const field = document.querySelector(".notes textarea");
  const found = [];
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let count = 0; count < 30; count += 1) {
    await frame();
    const began = performance.now();
    field.value += "x";
    field.dispatchEvent(new Event("input"));
    // Listeners that act are called in a microtask, those that draw in the next frame.
    await Promise.resolve();
    const acted = performance.now() - began;
    let drew = 0;
    await new Promise((resolve) => requestAnimationFrame(() => { const now = performance.now(); queueMicrotask(() => { drew = performance.now() - now; resolve(); }); }));
    found.push(acted + drew);
  }
  return found.sort((one, other) => one - other);
});

test("a letter in a tree of 40,000 nodes is quick", async () => {
  const board = await open();
  await board.drop("large.sgf", large());
  await board.until(() => document.querySelector(".title").textContent.includes("Gomoku"));
  assert.ok((await board.page.$$(".tree .move")).length < 3000);
  const times = await typing(board);
  assert.ok(times[15] < 8, `median ${times[15].toFixed(1)} ms, most ${times.at(-1).toFixed(1)} ms`);
  assert.deepEqual(board.errors, []);
});

test("moves are shown as a graph, its variations folded and shown", async () => {
  const board = await open({ moves: "K10.L11(M12.N13(J5)G10)G10(G11).M12" });
  await board.press("Moves as a graph");
  await board.until(() => document.querySelectorAll(".treegraph .node").length === 10);
  assert.deepEqual(await board.page.$$eval(".treegraph .node", (all) => [all.filter((node) => node.matches(".x")).length, all.filter((node) => node.matches(".o")).length]), [5, 4]);
  await board.page.$$eval(".treegraph .node", (all) => all.find((node) => node.textContent.startsWith("N13")).dispatchEvent(new MouseEvent("click", { bubbles: true })));
  await board.until(() => document.querySelector(".treegraph .now title").textContent === "N13" && document.querySelectorAll(".stone").length === 3);
  await board.page.keyboard.press("ArrowDown");
  await board.until(() => document.querySelector(".treegraph .now title").textContent === "J5");
  // Folding the way to the shown move goes back to where it leaves.
  await board.page.$eval(".treegraph [data-fold='1']", (fold) => fold.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  await board.until(() => document.querySelector(".treegraph .now title").textContent === "K10" && document.querySelectorAll(".treegraph .node").length === 6);
  assert.match(await board.text(".treegraph .folded"), /\+1/);
  await board.press("Fold all variations, or show them");
  await board.until(() => document.querySelectorAll(".treegraph .node").length === 10);
  await board.page.type(".notes textarea", "good");
  await board.until(() => document.querySelector(".treegraph .noted"));
  // A move makes a node; the choice of the graph stays.
  await board.click("A1", { lies: false });
  await board.until(() => document.querySelectorAll(".treegraph .node").length === 11);
  await stored(board);
  await board.page.reload();
  await board.until(() => document.querySelectorAll(".treegraph .node").length === 11);
  await board.press("Moves as a graph");
  await board.until(() => document.querySelector(".tree").checkVisibility());
  assert.deepEqual(board.errors, []);
});

test("a graph of 40,000 nodes is quick: to make, to scroll, to write", async () => {
  const board = await open();
  await board.drop("large.sgf", large());
  await board.until(() => document.querySelector(".title").textContent.includes("Gomoku"));
  await board.press("Moves as a graph");
  await board.until(() => document.querySelectorAll(".treegraph .node").length > 20);
  const scrolled = await board.page.evaluate(async () => {
    const box = document.querySelector(".treegraph");
    const times = [];
    for (let count = 0; count < 30; count += 1) {
      // What the page does in a frame lies between the call that was asked for before its own, and the one after.
      let began = 0;
      requestAnimationFrame(() => { began = performance.now(); });
      box.scrollTop += 137;
      box.scrollLeft += count % 2 ? 91 : -50;
      await new Promise((resolve) => box.addEventListener("scroll", () => requestAnimationFrame(() => { times.push(performance.now() - began); resolve(); }), { once: true }));
    }
    return { times: times.sort((one, other) => one - other), nodes: document.querySelectorAll(".treegraph *").length };
  });
  assert.ok(scrolled.nodes < 3000, `${scrolled.nodes} elements`);
  assert.ok(scrolled.times[7] < 16, `a frame of scrolling takes ${scrolled.times[7].toFixed(1)} ms`);
  const times = await typing(board);
  assert.ok(times[15] < 8, `median ${times[15].toFixed(1)} ms, most ${times.at(-1).toFixed(1)} ms`);
  assert.deepEqual(board.errors, []);
});
