// The pictures of the board in the book. tests/web/run.sh does not run it:
// MODULES=target/web-tests NINUKI=target/debug/ninuki node tests/web/pictures.mjs docs/src/images

import { Board, launch, serve, stored } from "./harness.mjs";

const folder = process.argv[2];
const [server, browser] = [await serve(), await launch()];
const open = (/** @type {any} */ options) => Board.open(browser, server.address, { width: 1280, height: 800, ...options });

/** Writes the picture of a page, and closes it. @param {string} name @param {any} board */
async function picture(name, board) {
  await board.page.mouse.move(0, 0);
  await board.page.screenshot({ path: `${folder}/web-${name}.webp`, type: "webp", quality: 80 });
  await board.page.close();
}

/** Analyses for a while. @param {any} board */
async function analyse(board) {
  await board.page.keyboard.press("Space");
  await board.until(() => document.querySelectorAll(".candidate").length === 5 && Number(/\d+/.exec(document.querySelector("#panel-analysis .facts").textContent)?.[0]) >= 9);
  await board.page.keyboard.press("Space");
  await board.rests();
}

const pente = await open({ moves: "K10.L11.G10.M12.N13.K12.J12.K11" });
for (let back = 0; back < 2; back++) await pente.page.keyboard.press("ArrowLeft");
await pente.click("H11");
await pente.play("J9", "M8");
for (let back = 0; back < 2; back++) await pente.page.keyboard.press("ArrowLeft");
await analyse(pente);
await stored(pente);
await picture("analysis", pente);

const gomoku = await open({ game: "freestyle", size: 15, moves: "h8.i9.h9.h10.i8.g8.j7.k6.g10.f11.j9.k10.i10.k8.i11.i7.i12" });
await gomoku.press("Review");
await gomoku.press("Review the game");
await gomoku.page.waitForFunction(() => document.querySelectorAll("#panel-review button").length > 6, { timeout: 300_000, polling: 200 });
await stored(gomoku);
await picture("review", gomoku);

const renju = await open({ game: "renju", size: 15 });
await renju.press("Play");
await renju.choose("Opening rule", "taraguchi-10");
await renju.choose("You play", "o");
await renju.press("Start the game");
await renju.page.waitForFunction(() => !(/** @type {HTMLElement} */ (document.querySelector(".choices")).hidden), { timeout: 120_000, polling: 200 });
await stored(renju);
await picture("opening", renju);

await picture("phone", await open({ game: "ndengrod", size: 5, moves: "e4.d3.e5.d4.f4", width: 390, height: 844, touch: true }).then(async (board) => { await analyse(board); return board; }));

const page = await browser.newPage();
await page.setViewport({ width: 1280, height: 800 });
await page.goto(server.address);
await page.waitForSelector(".home button");
await page.waitForFunction(() => /Your games/.test(document.body.textContent ?? ""));
await picture("home", { page });

await browser.close();
await server.close();
