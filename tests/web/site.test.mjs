// The static site: without a network after the first visit.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Board, files, launch } from "./harness.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

test("the site works without a network", { skip: !process.env.SITE }, async () => {
  const server = await files(process.env.SITE);
  const board = await Board.open(browser, server.address, { moves: "K10.L11.G10" });
  await board.page.evaluate(async () => { await navigator.serviceWorker.ready; });
  await board.until(() => navigator.serviceWorker.controller);
  await server.close();
  await board.page.reload();
  await board.page.waitForSelector(".board .ground > *");
  await board.click("M12");
  await board.page.keyboard.press("Space");
  await board.page.waitForSelector(".candidate");
  assert.deepEqual(board.errors.filter((error) => !error.includes("net::")), []);
});

test("it can be installed", { skip: !process.env.SITE }, async () => {
  const server = await files(process.env.SITE);
  const page = await browser.newPage();
  await page.goto(server.address);
  const client = await page.createCDPSession();
  const { errors, data } = await client.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  assert.equal(JSON.parse(data).display, "standalone");
  await server.close();
});

test("its explorer has the opening book", { skip: !process.env.SITE }, async () => {
  const server = await files(process.env.SITE);
  const board = await Board.open(browser, server.address, { game: "renju", size: 15, moves: "h8.h9.i9" });
  await board.press("Explore");
  await board.until(() => document.querySelector("#panel-explore .opening").textContent === "Kagetsu");
  assert.match(await board.text("#panel-explore .booked .facts"), /^Book: White wins with \d+\.\d %$/);
  assert.deepEqual(board.errors, []);
  await server.close();
});
