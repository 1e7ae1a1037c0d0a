// The connection, lost and found again; pages of other sites; many tabs.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { Board, launch, serve } from "./harness.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

test("the connection is lost and found again", async () => {
  const first = await serve("--token", "same");
  const port = new URL(first.address).port;
  const board = await Board.open(browser, first.address, { moves: "K10.L11" });
  await board.page.keyboard.press("Space");
  await board.page.waitForSelector(".candidate");
  await first.close();
  await board.until(() => document.querySelector(".banner:not([hidden])"));
  const again = await serve("--token", "same", "--port", port);
  await board.until(() => document.querySelector(".toast.info:not([hidden])"));
  await board.click("G10");
  await board.page.waitForSelector(".candidate");
  await again.close();
});

test("a page of another site gets nothing", async () => {
  const own = await serve();
  const other = createServer((_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<title>other</title>"));
  await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${other.address().port}/`);
  const tried = await page.evaluate(async (address) => {
    const socket = new Promise((resolve) => {
      const tried = new WebSocket(`${address.replace("http", "ws")}engine`);
      tried.onopen = () => resolve("connected");
      tried.onerror = () => resolve("refused");
    });
    const read = fetch(address).then((answer) => answer.text(), () => "refused");
    const frame = new Promise((resolve) => {
      const element = Object.assign(document.createElement("iframe"), { src: address, onload: () => resolve(element.contentDocument?.title ?? "refused") });
      document.body.append(element);
    });
    return Promise.all([socket, read, frame]);
  }, own.address);
  assert.deepEqual(tried, ["refused", "refused", "refused"]);
  await page.close();
  other.close();
  other.closeAllConnections();
  await own.close();
});

test("tabs do not wait for each other", async () => {
  const server = await serve();
  const boards = [];
  for (let index = 0; index < 4; index += 1) {
    const board = await Board.open(browser, server.address, { moves: "K10.L11.G10" });
    await board.page.keyboard.press("Space");
    await board.page.waitForSelector(".candidate");
    boards.push(board);
  }
  const last = await Board.open(browser, server.address, { game: "renju", size: 15 });
  await last.play("h8", "h9");
  for (const board of [...boards, last]) {
    assert.deepEqual(board.errors, []);
    await board.page.close();
  }
  await server.close();
});
