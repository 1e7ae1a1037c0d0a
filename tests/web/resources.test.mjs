// Threads and memory of the engine in the settings.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";

import { axe, Board, files, launch, serve } from "./harness.mjs";

let browser;
/** @type {{ address: string, close(): Promise<unknown> }[]} */
const servers = [];
before(async () => { browser = await launch(); });
afterEach(async () => {
  for (const page of (await browser.pages()).slice(1)) await page.close({ runBeforeUnload: false });
  for (const server of servers.splice(0)) await server.close();
});
after(() => browser.close());

/** The board of a program with these arguments. */
async function open(args, options = {}) {
  const server = await serve(...args);
  servers.push(server);
  return Board.open(browser, server.address, options);
}

/** Opens the settings and waits for the fields of the engine. */
async function settings(board) {
  await board.press("Settings");
  await board.page.waitForSelector(".resources .fields");
}

/** The values that are offered in a list. */
const offered = (board, name) => board.page.$eval(`.resources select[aria-label="${name}"]`, (list) => [...list.options].map(({ value }) => Number(value)));
const chosen = (board, name) => board.page.$eval(`.resources select[aria-label="${name}"]`, (list) => Number(list.value));

test("threads and memory are offered within the limits of the program, and kept", async () => {
  const board = await open(["--threads", "1", "--hash", "32", "--most-threads", "3", "--most-hash", "100"]);
  await settings(board);
  assert.deepEqual([await offered(board, "Threads"), await offered(board, "Memory of the table")], [[1, 2, 3], [16, 32, 64, 100]]);
  assert.deepEqual([await chosen(board, "Threads"), await chosen(board, "Memory of the table")], [1, 32]);
  assert.match(await board.text(".resources"), /Limits of this program: 3 for the threads, 100 MiB/);
  await board.choose("Threads", "2");
  await board.until(() => document.activeElement?.getAttribute("aria-label") === "Threads" || document.querySelector(".resources select").value === "2");
  await board.choose("Memory of the table", "64");
  await board.page.evaluate(() => { window.sent = []; const send = WebSocket.prototype.send; WebSocket.prototype.send = function (text) { window.sent.push(JSON.parse(text)); return send.call(this, text); }; });
  await board.choose("Memory of the table", "100");
  await board.until(() => window.sent.some(({ action, threads, hash }) => action === "resources" && threads === 2 && hash === 100));
  // A page that is loaded again sets them before it is asked.
  await board.page.reload();
  await board.page.waitForSelector(".board .ground > *");
  await settings(board);
  await board.until(() => document.querySelectorAll(".resources select").length === 2 && document.querySelector(".resources select").value === "2");
  assert.deepEqual([await chosen(board, "Threads"), await chosen(board, "Memory of the table")], [2, 100]);
  assert.deepEqual(board.errors, []);
});

test("an analysis goes on with the chosen threads", async () => {
  const board = await open(["--most-threads", "2"], { moves: "K10.L10" });
  await board.page.keyboard.press(" ");
  await board.page.waitForSelector(".lines .best");
  await settings(board);
  await board.page.evaluate(() => { window.sent = []; const send = WebSocket.prototype.send; WebSocket.prototype.send = function (text) { window.sent.push(JSON.parse(text)); return send.call(this, text); }; });
  await board.choose("Threads", "2");
  await board.until(() => window.sent.some(({ action }) => action === "resources"));
  // The search begins anew, after the threads are set.
  await board.until(() => window.sent.findLastIndex(({ action, report_every }) => !action && report_every) > window.sent.findIndex(({ action }) => action === "resources"));
  await board.until(() => document.querySelector(".lines .best b").textContent);
  assert.deepEqual(board.errors, []);
});

test("what is not possible is not offered, and the reason is there", async () => {
  // Behind a proxy the values of the program are the limits.
  const board = await open(["--origin", "https://board.example", "--hash", "16"]);
  await settings(board);
  assert.equal(await board.page.$$eval(".resources select", (lists) => lists.length), 0);
  assert.match(await board.text(".resources"), /Threads1.*16 MiB.*Limits of this program: 1 for the threads, 16 MiB/);
  // More was chosen elsewhere.
  await board.page.evaluate(() => localStorage.setItem("ninuki", JSON.stringify({ threads: 8, hash: 512 })));
  await board.page.reload();
  await board.page.waitForSelector(".board .ground > *");
  await settings(board);
  assert.match(await board.text(".resources"), /8 was chosen; 1 is used here\. 512 MiB was chosen; 16 MiB is used here\./);
  assert.deepEqual(board.errors, []);
});

test("a connection that comes back has the chosen values", async () => {
  const port = 8473;
  let server = await serve("--port", String(port), "--token", "again", "--most-threads", "2");
  const board = await Board.open(browser, server.address);
  await settings(board);
  await board.choose("Threads", "2");
  await board.until(() => document.querySelector(".resources select").value === "2");
  await server.close();
  await board.until(() => document.querySelector(".busy").classList.contains("lost"));
  server = await serve("--port", String(port), "--token", "again", "--most-threads", "2");
  servers.push(server);
  await board.until(() => document.querySelector(".resources select")?.value === "2");
});

test("the browser's own engine has one thread, and more memory", { skip: !process.env.SITE }, async () => {
  const server = await files(process.env.SITE);
  servers.push(server);
  const board = await Board.open(browser, server.address);
  await settings(board);
  assert.equal(await board.page.$$eval(".resources select", (lists) => lists.length), 1);
  assert.match(await board.text(".resources"), /in the browser the engine runs in one thread/);
  await board.choose("Memory of the table", "128");
  await board.until(() => document.querySelector(".resources select").value === "128");
  await board.press("Close");
  await board.page.keyboard.press(" ");
  await board.page.waitForSelector(".lines .best");
  assert.deepEqual(board.errors, []);
});

test("the settings have no fault of access in any language, on screens of any size", async () => {
  const board = await open(["--most-threads", "4"]);
  for (const [width, height, dark, language] of [[1280, 800, false, "de"], [1280, 800, true, "zh"], [360, 640, false, "ru"], [740, 360, true, "ja"], [3840, 2160, false, "ko"], [360, 640, true, "en"]]) {
    await board.page.setViewport({ width, height });
    await board.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
    await board.page.evaluate((language) => localStorage.setItem("ninuki", JSON.stringify({ language })), language);
    await board.page.reload();
    await board.page.waitForSelector(".board .ground > *");
    await board.page.evaluate(() => document.querySelector("header nav .icon:last-child").click());
    await board.page.waitForSelector(".resources .fields");
    await board.page.evaluate(axe);
    const { violations } = await board.page.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), [], `${width} ${language}`);
    assert.ok(await board.page.$eval("dialog", (dialog) => dialog.scrollWidth <= dialog.clientWidth), `${width} ${language}`);
    if (process.env.SHOTS) await board.page.screenshot({ path: `${process.env.SHOTS}/resources-${width}x${height}-${language}${dark ? "-dark" : ""}.png` });
  }
  assert.deepEqual(board.errors, []);
});
