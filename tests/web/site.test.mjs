// The static site: without a network after the first visit.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";

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

/** The most bytes, gzipped, and the most requests until a first visitor has a board, and the bytes until the moves of the engine are there. */
const USABLE = { bytes: 580_000, requests: 70 };
const FIRST = 770_000;

/** The gzipped bytes of files of the site. @param {string[]} paths */
async function size(paths) {
  const sizes = await Promise.all(paths.map(async (path) => gzipSync(await readFile(`${process.env.SITE}/${path}`).catch(() => ""), { level: 9 }).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test("an analysis loads the first engine and the weights of its game alone", { skip: !process.env.SITE }, async () => {
  /** @type {string[]} */
  const requests = [];
  // The offline cache fetches all files, later.
  const server = await files(process.env.SITE, ({ url, headers }) => {
    if (!headers.referer?.includes("offline.js")) requests.push(new URL(url, "http://x").pathname.slice(1) || "index.html");
  });
  const loaded = () => [...new Set(requests)].filter((path) => path !== "offline.js");
  const board = await Board.open(browser, server.address, { game: "freestyle", size: 15, moves: "h8.h9.i9" });
  const usable = { bytes: await size(loaded()), requests: requests.length };
  assert.ok(usable.bytes <= USABLE.bytes && usable.requests <= USABLE.requests, JSON.stringify(usable));
  await board.page.keyboard.press("Space");
  await board.page.waitForSelector(".candidate");
  assert.deepEqual(loaded().filter((path) => /wasm|weights/.test(path)), ["engine/ninuki-first-simd.wasm", "engine/weights/freestyle.bin"]);
  const sum = await size(loaded());
  console.log(`usable: ${usable.requests} requests, ${usable.bytes} bytes gzipped; with moves of the engine ${sum} bytes`);
  assert.ok(sum <= FIRST, `${sum} bytes`);
  assert.deepEqual(board.errors, []);
  await server.close();
});

test("what the first engine lacks is done by the whole one", { skip: !process.env.SITE }, async () => {
  const server = await files(process.env.SITE);
  const board = await Board.open(browser, server.address, { game: "ndengrod", size: 9, moves: "i9.h8" });
  await board.page.keyboard.press("Space");
  await board.page.waitForSelector(".candidate");
  // The action and the field of files are unknown to it.
  await board.drop("game.sgf", Buffer.from("(;GM[4]SZ[15]GN[freestyle];B[hh];W[ih])"));
  await board.until(() => document.querySelectorAll(".tree .move").length === 3);
  assert.deepEqual(board.errors, []);
  await server.close();
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
