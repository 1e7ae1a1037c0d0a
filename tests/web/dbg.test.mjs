import { test } from "node:test";
import { Board, launch, serve } from "./harness.mjs";
test("x", async () => {
  const server = await serve(), browser = await launch();
  for (let i = 0; i < 4; i++) {
  const board = await Board.open(browser, server.address);
  await board.drop("game.sgf", "(;GM[4]SZ[19]RU[pente];B[jj];W[kk];AB[aa][ab]AE[kk]PL[W];W[ll];B[mm])");
  await board.until(() => document.querySelectorAll(".tree .move").length === 6);
  await board.until(() => document.querySelectorAll(".stone").length === 5);
  await board.page.keyboard.press("ArrowLeft");
  await board.page.keyboard.press("ArrowLeft"); 
  for (const w of [50,200,1500]) { await new Promise((r) => setTimeout(r, w)); console.log(i, w, await board.text(".tree [aria-current]"), (await board.page.$$(".stone")).length, board.errors.join()); }
  }
  await browser.close(); await server.close();
});
