// What players, analysts and readers of records do. It is tested with every engine, each in a file and a process of its own.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";

import { Board, launch, ninuki } from "./harness.mjs";

/** Tests the page with the engine that `serve` serves; without one, the tests are skipped. */
export function play(serve) {
  let server, browser;
  before(async () => { if (serve) [server, browser] = [await serve(), await launch()]; });
  after(async () => { await browser?.close(); await server?.close(); });
  const check = (title, run) => test(title, { skip: !serve }, async () => {
    const pages = await browser.pages();
    await run();
    for (const page of await browser.pages()) if (!pages.includes(page)) await page.close();
  });
  const open = (options) => Board.open(browser, server.address, options);

  check("a game of pente with captures", async () => {
    const board = await open();
    await board.play("K10", "L11", "G10", "M12", "N13");
    assert.deepEqual([await board.stones("x"), await board.stones("o")], [3, 0], "two stones were captured");
    assert.match(await board.text(".player.x .tray"), /2\/10/);
    await board.play("A1", "H10", "A2", "J10", "A3", "L10");
    await board.says("Black wins");
    assert.equal((await board.page.$$(".decisive")).length, 5);
    await board.click("Q10", { lies: false });
    assert.equal((await board.moves()).length, 12, "the game is over");
    assert.deepEqual(board.errors, []);
  });

  check("what the rules refuse is not played, and said", async () => {
    const board = await open({ moves: "K10.L10" });
    await board.click("K11", { lies: false });
    await board.page.waitForSelector(".toast.error:not([hidden])");
    assert.equal((await board.moves()).length, 3);
  });

  check("a game of ndengrod with a swap", async () => {
    const board = await open({ game: "ndengrod", size: 5 });
    await board.play("e5");
    await board.says("Swap");
    await board.press("Swap colours");
    await board.until(() => document.querySelector(".tree [aria-current]").textContent === "swap");
    await board.play("d4", "e4", "d5", "e6", "d3", "e3", "d6", "e7");
    await board.says("wins");
    assert.ok((await board.page.$$(".board .cell")).length === 61);
    assert.deepEqual(board.errors, []);
  });

  check("moves are taken back, and others make variations", async () => {
    const board = await open({ moves: "K10.L11.G10" });
    await board.page.keyboard.press("ArrowLeft");
    await board.until(() => document.querySelector(".tree [aria-current]").textContent === "L11");
    await board.click("G9");
    assert.deepEqual(await board.texts(".variation .move"), ["G9"]);
    await board.press("Make main line");
    await board.until(() => document.querySelector(".variation .move").textContent === "G10");
    await board.until(() => location.hash.includes("G9(G10)"));
    await board.press("Delete from here");
    await board.until(() => !document.querySelector(".variation"));
    assert.deepEqual(await board.moves(), ["Start", "K10", "L11", "G10"]);
  });

  check("records are dropped on the page", async () => {
    const sgf = "(;FF[4]GM[4]SZ[15]RU[renju]PB[<b>Ann</b>]PW[<img src=x onerror=alert(1)>]C[<script>alert(2)</script>];B[hh](;W[hg];B[ig])(;W[ig]C[an </textarea><i>indirect</i> one]))";
    const lib = execFileSync(ninuki, ["convert", "-", "-", "--from", "txt", "--to", "lib", "--rules", "renju"], { input: "h8 h9 i9 g7\n" });
    const pgn = execFileSync(ninuki, ["convert", "-", "-", "--from", "txt", "--to", "pgn", "--rules", "pente"], { input: "K10 L11 G10 M12 N13\n" });
    const board = await open({ game: "renju", size: 15 });
    await board.drop("game.sgf", sgf);
    await board.until(() => document.querySelectorAll(".tree .move").length === 5);
    assert.deepEqual(await board.texts(".variation .move"), ["i9"]);
    assert.equal(await board.page.$(".tree script, .tree i, .player img, .player b b"), null, "texts are no markup");
    assert.match(await board.text(".player.x .name"), /<b>Ann<\/b>/);
    await board.drop("game.lib", lib);
    await board.until(() => document.querySelectorAll(".tree .move").length === 5 && !document.querySelector(".variation"));
    await board.drop("game.pgn", pgn);
    await board.until(() => document.querySelectorAll(".tree .move").length === 6);
    await board.page.keyboard.press("End");
    await board.until(() => document.querySelectorAll(".stone").length === 3);
    await board.drop("game.doc", "what?");
    await board.until(() => document.querySelector(".toast.error")?.textContent.includes("game.doc"));
    await board.drop("game.sgf", "(;nonsense");
    await board.until(() => !document.querySelector(".toast.error")?.textContent.includes("game.doc"));
    assert.deepEqual(board.errors, []);
  });

  check("analysis streams, and stops", async () => {
    const board = await open({ moves: "K10.L11.G10" });
    await board.page.keyboard.press("Space");
    await board.page.waitForSelector(".candidate.best");
    const first = await board.text(".facts");
    await board.until((first) => document.querySelector(".facts").textContent !== first, first);
    await board.click("M12");
    await board.until(() => document.querySelector(".tree [aria-current]").textContent === "M12" && document.querySelector(".candidate.best"));
    // The first lines are short.
    await board.until(() => document.querySelectorAll("tr.best .pv").length > 2);
    await board.press("Stop");
    await new Promise((resolve) => setTimeout(resolve, 500));
    const last = await board.text(".facts");
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(await board.text(".facts"), last);
    // The best line, however long it is by now, is played by a click on its last move.
    const end = (await board.texts("tr.best .pv")).at(-1);
    await board.page.$$eval("tr.best .pv", (moves) => moves.at(-1).click());
    await board.until((move) => document.querySelector(".tree [aria-current]").textContent === move, end);
  });

  check("a proof is stepped through", async () => {
    const board = await open({ game: "freestyle", size: 15, moves: "h8.a1.i8.a3.j8.a5" });
    await board.press("Proof");
    await board.press("Prove a win");
    await board.page.waitForSelector(".step");
    for (const reply of ["o15", "o13", "o11", "o9"]) {
      await board.press("Play it");
      await board.until(() => /reply|board/.test(document.querySelector(".step").textContent));
      if ((await board.text(".step")).includes("on the board")) break;
      await board.click(reply);
      await board.until(() => /plays|wins/.test(document.querySelector(".step").textContent));
    }
    await board.says("Black wins");
    await board.press("To the start");
    await board.until(() => document.querySelector(".step").textContent.includes("plays"));
    const [[name, certificate]] = await board.saved(() => board.press("Download"), 1);
    await board.drop(name, certificate.replace("play ", "win "));
    await board.until(() => document.querySelector(".toast.error")?.textContent.includes("no proof"));
    await board.drop(name, certificate);
    await board.until(() => document.querySelector(".toast.info")?.textContent.includes("Verified"));
    assert.deepEqual(board.errors, []);
  });

  check("a game is reviewed, and a mistake is tried again", async () => {
    const board = await open({ game: "freestyle", size: 15, moves: "h8.a1.i8.a2.j8.a3.k8.a5.b1.l8" });
    await board.press("Review");
    await board.press("Review the game");
    await board.page.waitForSelector(".mistakes li");
    await board.page.$$eval(".mistakes li", (items) => items.find((item) => item.textContent.includes("9. b1")).querySelector("button:last-child").click());
    await board.page.waitForSelector(".trial:not([hidden])");
    await board.click("c13", { lies: false });
    await board.until(() => document.querySelector(".trial").textContent.includes("loses"));
    await board.click("l8", { lies: false });
    await board.until(() => document.querySelector(".trial").textContent.includes("Right!"));
  });

  check("the engine plays", async () => {
    const board = await open({ game: "freestyle", size: 15 });
    await board.press("Play");
    await board.press("Start the game");
    await board.click("h8", { lies: false });
    await board.until(() => document.querySelectorAll(".stone").length === 2);
    await board.press("Take back");
    await board.until(() => document.querySelectorAll(".stone").length === 0);
    assert.deepEqual(board.errors, []);
  });

  check("an opening by a rule: the engine decides, too, and says why", async () => {
    const board = await open({ game: "renju", size: 15 });
    await board.press("Play");
    await board.choose("Opening rule", "taraguchi-10");
    await board.choose("You play", "o");
    await board.press("Start the game");
    // The engine begins, and takes the only point that the rule has.
    await board.says("Swap colours?");
    assert.match(await board.text(".told"), /h8 – .*Black wins with \d/);
    await board.decide("Keep colours");
    await board.says("Place a stone of White");
    assert.equal((await board.page.$$(".heat.allowed")).length, 8, "what the rule allows is shown");
    await board.click("a1", { lies: false });
    await board.page.waitForSelector(".toast.error:not([hidden])");
    await board.click("h9");
    await board.until(() => document.querySelectorAll(".told li").length >= 2);
    assert.deepEqual(board.errors, []);
  });

  check("an opening by a rule, for two people, and its record", async () => {
    const board = await open({ game: "swap2-pente" });
    await board.press("Play");
    await board.choose("Opening rule", "swap2");
    await board.choose("You play", "both");
    await board.press("Start the game");
    await board.says("Place a stone of Black. 3 to go");
    await board.play("K10", "L11", "G10");
    await board.decide("Place two more");
    await board.play("M12");
    await board.press("Take back");
    await board.says("2 to go");
    await board.play("M13", "H8");
    await board.press("Swap colours");
    await board.says("to move");
    await board.click("J12");
    await board.press("Resign");
    await board.says("has resigned");
    const [[, sgf]] = await board.saved(async () => { await board.press("File"); await board.press("Save the game"); }, 1);
    assert.match(sgf, /RE\[[BW]\+R/);
    assert.match(sgf, /ON\[swap2: -- swap\]/);
    await board.drop("game.sgf", sgf);
    // A record opens at its end.
    await board.until(() => document.querySelector(".names").textContent.includes("Black") || document.querySelector(".names").textContent.includes("game.sgf"));
    assert.equal(await board.text(".tree [aria-current]"), "J12");
    await board.says("has resigned");
    assert.deepEqual(board.errors, []);
  });

  check("fifth moves are counted, offered and chosen", async () => {
    const board = await open({ game: "renju", size: 15 });
    await board.press("Play");
    await board.choose("Opening rule", "soosorv");
    await board.choose("Most fifth moves that are offered", "4");
    await board.choose("You play", "both");
    await board.press("Start the game");
    await board.says("Place a stone");
    await board.play("h8", "i9", "j10");
    await board.decide("Keep colours");
    await board.play("h10");
    await board.until(() => document.querySelectorAll(".choices button").length === 4);
    await board.press("2");
    await board.decide("Keep colours");
    await board.says("2 to go");
    await board.click("g7", { lies: false });
    await board.until(() => /move\.$/.test(document.querySelector(".status").textContent));
    await board.click("i7", { lies: false });
    await board.says("Choose one");
    assert.deepEqual(await board.texts(".written"), ["1", "2"]);
    await board.click("i7");
    await board.says("White to move");
    assert.equal((await board.page.$$(".stone")).length, 5);
  });

  check("boards that are no squares, and hexagons of other sides", async () => {
    const board = await open();
    await board.press("New");
    await board.press("Board and rulings");
    await board.choose("Game", "freestyle");
    await board.choose("Width", "12");
    await board.choose("Height", "7");
    await board.press("Start");
    await board.until(() => document.querySelector(".title").textContent.includes("12x7"));
    assert.equal(await board.page.$eval(".board", (element) => element.viewBox.baseVal.width > 1.4 * element.viewBox.baseVal.height), true);
    await board.until(() => location.hash.includes("s=12x7"));
    await board.press("New");
    await board.press("Board and rulings");
    await board.choose("Game", "ndengrod");
    await board.choose("Size", "3");
    await board.press("Start");
    await board.until(() => document.querySelectorAll(".board .cell").length === 19);
  });

  check("a game comes back from its address", async () => {
    const board = await open({ moves: "K10.L11.G10(H11.M12)M12" });
    await board.page.keyboard.press("Home");
    await board.until(() => location.hash.includes("n=0"));
    await board.page.reload();
    await board.page.waitForSelector(".board .ground > *");
    assert.deepEqual(await board.moves(), ["Start", "K10", "L11", "G10", "H11", "M12", "M12"]);
    assert.equal(await board.stones("x"), 0);
    const second = await open({ moves: "K10" });
    await second.click("L12");
    await board.page.bringToFront();
    await board.page.keyboard.press("End");
    await board.until(() => document.querySelectorAll(".stone").length === 4);
  });

  check("pictures and records are saved", async () => {
    const board = await open({ moves: "K10.L11.G10" });
    await board.press("File");
    const [[name, sgf]] = await board.saved(() => board.press("Save the game"), 1);
    const [[picture, png]] = await board.saved(() => board.press("Save the picture"), 1);
    assert.match(name, /^pente \d{4}-\d\d-\d\d\.sgf$/);
    assert.match(picture, /^pente \d{4}-\d\d-\d\d\.png$/);
    assert.match(sgf, /B\[jj\]/);
    assert.match(png, /^.PNG/);
  });
}
