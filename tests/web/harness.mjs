// A server, a browser, and a hand that clicks.

import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { after, afterEach, before } from "node:test";

const require = createRequire(`${process.env.MODULES}/`);
const puppeteer = require("puppeteer-core");
export const axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");
export const ninuki = process.env.NINUKI;

/**
 * `ninuki web` with these arguments: its address, and a way to end it. With PAGE=FOLDER the files of the page come from that
 * folder instead of from the program, so that it need not be built again.
 */
export async function serve(...args) {
  if (!process.env.PAGE) return program(...args);
  const front = await disk(process.env.PAGE, args);
  const inner = args.filter((arg, index) => arg !== "--port" && args[index - 1] !== "--port");
  const server = await program(...inner, "--origin", front.origin);
  front.behind(new URL(server.address));
  return { address: front.origin + new URL(server.address).pathname, close: async () => { await front.close(); await server.close(); } };
}

/** A server of files of a folder that hands connections on to another server. */
async function disk(folder, args) {
  /** @type {URL | undefined} */
  let to;
  const server = createServer(async (request, response) => {
    if (!to) return response.writeHead(503).end();
    const path = new URL(request.url, "http://x").pathname.slice(to.pathname.length) || "index.html";
    try {
      const bytes = await readFile(join(folder, normalize(path)));
      response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "text/plain", "Cache-Control": "no-store" }).end(bytes);
    } catch {
      // Files that the program adds to those of the folder.
      const answer = await fetch(new URL(request.url, to.origin));
      response.writeHead(answer.status, { "Content-Type": answer.headers.get("content-type") ?? "text/plain" }).end(Buffer.from(await answer.arrayBuffer()));
    }
  });
  const sockets = new Set();
  server.on("upgrade", (request, socket, head) => {
    if (!to) return socket.destroy();
    const inner = connect(Number(to.port), to.hostname, () => {
      const headers = Object.entries({ ...request.headers, host: to.host }).map(([name, value]) => `${name}: ${value}\r\n`);
      inner.write(`${request.method} ${request.url} HTTP/1.1\r\n${headers.join("")}\r\n`);
      inner.write(head);
      socket.pipe(inner).pipe(socket);
    });
    for (const one of [socket, inner]) { sockets.add(one); one.on("error", () => { socket.destroy(); inner.destroy(); }); one.on("close", () => { socket.destroy(); inner.destroy(); }); }
  });
  const port = args.includes("--port") ? Number(args[args.indexOf("--port") + 1]) : 0;
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); for (const socket of sockets) socket.destroy(); });
  return { origin: `http://127.0.0.1:${server.address().port}`, behind: (address) => { to = address; }, close };
}

async function program(...args) {
  const server = spawn(ninuki, ["web", ...(args.includes("--port") ? [] : ["--port", "0"]), ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    server.stdout.once("data", (text) => resolve(String(text).trim()));
    server.once("exit", (code) => reject(new Error(`ninuki web ended with ${code}`)));
  });
  const close = () => new Promise((resolve) => { server.once("exit", resolve); server.kill("SIGKILL"); });
  return { address, close };
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };

/** A file server as any other, for the static site; `seen` is called with each request. */
export async function files(folder, seen = (_request) => {}) {
  const server = createServer(async (request, response) => {
    seen(request);
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)).replace(/\/$/, "/index.html");
    try {
      const bytes = await readFile(join(folder, path));
      response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); });
  return { address: `http://127.0.0.1:${server.address().port}/`, close };
}

/** The longest time for a state to come, in milliseconds: machines of tests are busy. */
const PATIENCE = 60_000;

export async function launch() {
  const started = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  const newPage = started.newPage.bind(started);
  started.newPage = async () => {
    const page = await newPage();
    page.setDefaultTimeout(PATIENCE);
    return page;
  };
  return started;
}

/** The server and the browser of a file of tests, from `fixture`. */
export let server, browser;

/** Serves the page and starts a browser for all tests of a file; each test begins without open pages. */
export function fixture() {
  before(async () => { [server, browser] = [await serve(), await launch()]; });
  afterEach(async () => { for (const page of (await browser.pages()).slice(1)) await page.close({ runBeforeUnload: false }); });
  after(async () => { await browser.close(); await server.close(); });
}

/** Opens a board of the fixture, see `Board.open`. */
export const open = (options) => Board.open(browser, server.address, options);

export const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** Waits until the browser stores the game. A change shows in the next frame that it is not stored yet. */
export async function stored(board) {
  await board.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await board.until(() => /stored/.test(document.querySelector("#panel-file > .facts").textContent));
}

const MARGIN = 1.25;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Where a point lies in the picture of a board. */
function place(name, { hexagon, side, withoutI }) {
  if (hexagon) {
    const [row, column] = [LETTERS.indexOf(name[0]), Number(name.slice(1)) - 1];
    return [MARGIN + column + (side - 1 - row) / 2, MARGIN - 0.1 + 0.8660254 * (row + 0.5)];
  }
  const letters = withoutI ? LETTERS.replace("i", "") : LETTERS;
  return [MARGIN + letters.indexOf(name[0].toLowerCase()), MARGIN + side - Number(name.slice(1))];
}

/** The page, with what one does on it. */
export class Board {
  constructor(page, shape) {
    this.page = page;
    this.shape = shape;
    this.errors = [];
    page.on("pageerror", (error) => this.errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && this.errors.push(message.text()));
  }

  /** Opens the page with a game in its address: `pente 19 K10.L10`. */
  static async open(browser, address, { game = "pente", size = 19, moves = "", more = "", width = 1280, height = 860, dark = false, touch = false } = {}) {
    const page = await browser.newPage();
    await page.setViewport({ width, height, hasTouch: touch, isMobile: touch });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
    const shape = { hexagon: game === "ndengrod", side: size, withoutI: /pente|keryo|ninuki|nenuki/.test(game) };
    const board = new Board(page, shape);
    await page.goto(`${address}#g=${game}&s=${size}&m=${moves}&n=999${more}`);
    await page.waitForSelector(".board .ground > *");
    return board;
  }

  /** Clicks on a point and waits until something lies there, unless nothing is expected. */
  async click(name, { lies = true } = {}) {
    const [x, y] = place(name, this.shape);
    const at = await this.page.$eval(".board", (board, x, y) => {
      const { a, d, e, f } = board.getScreenCTM();
      return [a * x + e, d * y + f];
    }, x, y);
    const before = await this.moves();
    await this.page.mouse.click(at[0], at[1]);
    if (lies) await this.page.waitForFunction((count) => document.querySelectorAll(".tree .move").length !== count || document.querySelector(".tree [aria-current]"), {}, before.length);
    if (lies) await this.until((name) => document.querySelector(".tree [aria-current]")?.textContent.startsWith(name), name);
  }

  async play(...names) {
    for (const name of names) await this.click(name);
  }

  /** Waits until a function holds in the page. One that throws, as the page lacks an element, does not hold yet; puppeteer would poll no longer. */
  until = (test, ...values) => this.page.waitForFunction(new Function("...values", `try { return (${test})(...values); } catch { return false; }`), { polling: 50 }, ...values);
  text = (selector) => this.page.$eval(selector, (element) => element.textContent);
  texts = (selector) => this.page.$$eval(selector, (elements) => elements.map((element) => element.textContent));
  stones = (color) => this.page.$$eval(`.stone.${color}:not(.leaves)`, (stones) => stones.length);
  moves = () => this.texts(".tree .move");
  status = () => this.text(".status");
  says = (text) => this.until((text) => document.querySelector(".status").textContent.includes(text), text);

  /** Presses the button with these words. */
  async press(label) {
    const found = await this.page.waitForFunction((label) => [...(document.querySelector("dialog[open]") ?? document).querySelectorAll("button")].find((button) =>
      button.checkVisibility() && !button.disabled && [button.textContent, button.getAttribute("aria-label")].includes(label)), {}, label);
    const button = found.asElement();
    // A click goes where the button was: it has to rest.
    await button.evaluate((element) => new Promise((done) => {
      element.scrollIntoView({ block: "center" });
      let last = "";
      const look = () => {
        const { x, y } = element.getBoundingClientRect();
        if (last === `${x} ${y}`) return done();
        last = `${x} ${y}`;
        requestAnimationFrame(look);
      };
      look();
    }));
    await button.click();
    // A handle would keep the button, and with it a closed dialog.
    await button.dispose();
  }

  /** Waits until the lines of an analysis that was switched off stay as they are. */
  async rests() {
    await this.until(() => {
      const now = `${document.querySelector("#panel-analysis .facts").textContent} ${document.querySelector(".lines tbody").textContent}`;
      const [since, text] = window.rested ?? [0, ""];
      if (text !== now) window.rested = [performance.now(), now];
      return text === now && performance.now() - since > 500;
    });
  }

  /** Decides in an opening by the button with these words, and waits until a stone is to be placed. */
  async decide(label) {
    await this.press(label);
    await this.until(() => document.querySelector(".choices").hidden);
  }

  /** Chooses a value of the list with this name. */
  async choose(name, value) {
    const list = await this.page.waitForFunction((name, value) => [...document.querySelectorAll("select")].find((list) =>
      list.checkVisibility() && list.getAttribute("aria-label") === name && [...list.options].some((option) => option.value === value)), {}, name, value);
    await list.asElement().select(value);
    await list.dispose();
  }

  /** What is saved while something is done, `count` files: their names and texts. */
  async saved(act, count) {
    await this.page.evaluate(() => {
      window.saved = [];
      const make = URL.createObjectURL;
      URL.createObjectURL = (blob) => { window.blob = blob; return make.call(URL, blob); };
      HTMLAnchorElement.prototype.click = function () { const { download } = this; void window.blob.text().then((text) => window.saved.push([download, text])); };
    });
    await act();
    await this.until((count) => window.saved.length === count, count);
    return this.page.evaluate(() => window.saved);
  }

  /** Drops a file on the page. */
  drop(name, bytes) {
    return this.page.evaluate((name, data) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(data), (char) => char.charCodeAt(0))], name));
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
    }, name, Buffer.from(bytes).toString("base64"));
  }
}
