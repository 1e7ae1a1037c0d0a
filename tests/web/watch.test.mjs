// A tournament that is watched on the board, while it runs and afterwards.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";

import { axe, Board, launch, ninuki, serve, sleep } from "./harness.mjs";

/** An engine that fills rows, so that nobody wins. It moves as soon as it has thought for as many milliseconds as the file `pause` says now. */
const STUB = `
const pause = () => Number(require("fs").readFileSync(process.argv[2], "utf8"));
let side = 15, taken = new Set(), board = null;
const say = (text) => process.stdout.write(text + "\\r\\n");
function think(cell, start) {
  const left = start + pause() - Date.now();
  if (left > 0) setTimeout(() => think(cell, start), Math.min(left, 50)); else say(cell);
}
function move() {
  say("MESSAGE depth 6-8 ev 25 n 3000 tm 9 pv 7,7");
  for (let y = 0; y < side; y += 1) for (let x = 0; x < side; x += 3) {
    const cell = x + "," + y;
    if (!taken.has(cell)) { taken.add(cell); return think(cell, Date.now()); }
  }
  say("99,99");
}
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, rest = ""] = line.trim().split(" ");
  if (board) {
    if (word === "DONE") { board = false; move(); } else taken.add(word.split(",").slice(0, 2).join());
  } else if (word === "START") { side = Number(rest); taken = new Set(); say("OK"); }
  else if (word === "BEGIN") move();
  else if (word === "TURN") { taken.add(rest); move(); }
  else if (word === "BOARD") { board = true; taken = new Set(); }
  else if (word === "ABOUT") say('name="Stub", version="1"');
  else if (word === "END") process.exit(0);
});
`;

let folder, browser, script, done;
/** @type {{ address: string, close(): Promise<unknown> }[]} */
const servers = [];
/** @type {import("node:child_process").ChildProcess[]} */
const running = [];

/** Sets the time that stubs take for a move. */
const pause = (time) => writeFile(join(folder, "pause"), String(time));

/** Plays a tournament between a stub and another engine, by default Ninuki, which wins; the journal stays. */
function tournament(journal, games, { other = "cmd=self name=Own nodes=300", more = [] } = {}) {
  const stub = `cmd="node ${script} ${folder}/pause"`;
  const all = ["tournament", "--rules", "freestyle", "--size", "15", "--games", String(games), "--journal", journal, "--engine", `${stub} name=Slow tc=60`, "--engine", `${other || `${stub} name=Other`} tc=60`, ...more];
  const child = spawn(ninuki, all, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  running.push(child);
  let said = "";
  child.stderr.on("data", (text) => { said += text; });
  return { child, ended: once(child, "exit").then(([code]) => ({ code, said })) };
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ninuki-watch-"));
  script = join(folder, "stub.cjs");
  await writeFile(script, STUB);
  browser = await launch();
  // A finished tournament for several tests.
  done = join(folder, "cup.jsonl");
  await pause(0);
  const { code, said } = await tournament(done, 4).ended;
  assert.equal(code, 0, said);
});
afterEach(async () => {
  for (const page of (await browser.pages()).slice(1)) await page.close({ runBeforeUnload: false });
  for (const child of running.splice(0)) child.kill("SIGKILL");
  for (const server of servers.splice(0)) await server.close();
});
after(async () => { await browser.close(); await rm(folder, { recursive: true }); });

/** The board of a server that watches journals, with the panel of the tournament. */
async function open(journals, options = {}) {
  const server = await serve(...journals.flatMap((journal) => ["--watch", journal]));
  servers.push(server);
  const board = await Board.open(browser, server.address, { game: "freestyle", size: 15, ...options });
  await board.page.evaluate(() => [...document.querySelectorAll(".tabs button")].find(({ textContent }) => textContent === "Tournament").click());
  await board.page.waitForSelector("#panel-watch .standings");
  return board;
}

const rows = (board) => board.texts("#panel-watch .games:not(.running) .gamerow b");

test("a finished tournament has standings and games, and a click opens a game", async () => {
  const board = await open([done]);
  assert.match(await board.text("#panel-watch"), /cup · freestyle 15x15.*4 games/);
  assert.equal((await board.texts("#panel-watch .standings tbody th")).length, 2);
  assert.equal((await board.texts("#panel-watch .standings tbody .number")).filter((text) => /^\+\d =\d −\d$/.test(text)).length, 2);
  assert.equal((await board.texts("#panel-watch .standings tbody .number")).filter((text) => text === "0 (reference)").length, 1, "one rating is fixed");
  assert.deepEqual((await rows(board)).map((text) => text.split(" · ")[0]).sort(), ["Game 1", "Game 2", "Game 3", "Game 4"]);
  assert.match(await board.text("#panel-watch"), /No game is in progress\./);
  const [first] = await board.page.$$("#panel-watch .games:not(.running) .gamerow");
  const [title, facts] = await first.evaluate((row) => [row.querySelector("b").textContent, row.querySelector("small").textContent]);
  await first.click();
  const [, plies] = /(\d+) moves/.exec(facts);
  await board.until((count) => document.querySelectorAll(".tree .move").length >= count, Number(plies));
  const [, one, other] = /· (.*) – (.*)$/.exec(title);
  assert.deepEqual([await board.text(".player.x .name"), await board.text(".player.o .name")], [one, other]);
  // Times and values of the programs are comments.
  await board.until(() => /wins/.test(document.querySelector(".status").textContent));
  await board.page.keyboard.press("ArrowLeft");
  await board.until(() => /move/.test(document.querySelector(".status").textContent));
  await board.until(() => /s( · |$)/.test(document.querySelector(".notes textarea").value));
  assert.deepEqual(board.errors, []);
});

test("only the command line names journals", async () => {
  const server = await serve();
  servers.push(server);
  const board = await Board.open(browser, server.address);
  assert.ok(await board.page.evaluate(() => [...document.querySelectorAll(".tabs button")].find(({ textContent }) => textContent === "Tournament").hidden));
  const refused = await board.page.evaluate(async (address) => {
    const socket = new WebSocket(`${address.replace("http", "ws").replace(/#.*/, "")}engine`);
    await new Promise((resolve) => { socket.onopen = resolve; });
    const answer = new Promise((resolve) => { socket.onmessage = ({ data }) => resolve(JSON.parse(data)); });
    socket.send(JSON.stringify({ id: 1, action: "watch", journal: "/etc/passwd" }));
    return answer;
  }, board.page.url());
  assert.equal(refused.code, "no_journal");
});

test("a running game is followed with clocks and values, also across a restart of the tournament", async () => {
  const journal = join(folder, "live.jsonl");
  await pause(500);
  let { child, ended } = tournament(journal, 4, { other: "" });
  for (let tries = 0; tries < 200 && !(await readFile(journal).catch(() => "")).length; tries += 1) await sleep(50);
  const board = await open([journal]);
  await board.until(() => document.querySelector("#panel-watch .running .gamerow"));
  await board.until(() => document.querySelectorAll("#panel-watch .running .side-of small").length === 2 && /Depth 6/.test(document.querySelector("#panel-watch .running").textContent));
  assert.match(await board.text("#panel-watch .running"), /Slow.*\d:\d\d|\d:\d\d.*Slow/);
  const clock = () => board.page.$eval("#panel-watch .running .turn + .time", (time) => time.textContent);
  assert.match(await clock(), /^(0|1):\d\d$/);
  await board.page.click("#panel-watch .running .gamerow");
  await board.until(() => document.querySelectorAll(".tree .move").length > 2);
  const before = (await board.moves()).length;
  await board.until((before) => document.querySelectorAll(".tree .move").length > before, before);
  // Who looks at an earlier move stays there.
  await board.page.keyboard.press("Home");
  const then = (await board.moves()).length;
  await board.until((then) => document.querySelectorAll(".tree .move").length > then, then);
  assert.equal(await board.page.$$eval(".board .stone", (stones) => stones.length), 0);
  await board.page.keyboard.press("End");
  // The tournament is killed; its game is no longer in progress, and the next run goes on.
  child.kill("SIGINT");
  await ended;
  await board.until(() => /No game is in progress/.test(document.querySelector("#panel-watch").textContent));
  const games = (await rows(board)).length;
  await pause(0);
  ({ child, ended } = tournament(journal, 4, { other: "" }));
  const { code, said } = await ended;
  assert.equal(code, 0, said);
  await board.until(() => document.querySelectorAll("#panel-watch .games:not(.running) .gamerow").length === 4);
  assert.ok(games < 4);
  assert.deepEqual(board.errors, []);
});

test("a followed game ends with its result, and the next one is followed", async () => {
  const journal = join(folder, "next.jsonl");
  // The first game waits until it is followed, so that the second one is still to come.
  await pause(50_000);
  const { ended } = tournament(journal, 2);
  for (let tries = 0; tries < 200 && !(await readFile(journal).catch(() => "")).length; tries += 1) await sleep(50);
  const board = await open([journal]);
  await board.until(() => document.querySelector("#panel-watch .running .gamerow"));
  await board.page.evaluate(() => [...document.querySelectorAll("#panel-watch .check")].find((label) => /Follow the next/.test(label.textContent)).querySelector("input").click());
  // Rows are drawn anew with every look at the journal, so nothing comes between finding one and its click.
  const first = await board.page.$eval("#panel-watch .running .gamerow", (row) => (row.click(), row.querySelector("b").textContent));
  await board.until(() => document.querySelector("#panel-watch .running [aria-pressed=true]"));
  await pause(500);
  await board.until((first) => { const now = document.querySelector("#panel-watch .running [aria-pressed=true] b"); return now && now.textContent.split(" · ")[0] !== first; }, first.split(" · ")[0]);
  await ended;
  // The last game has its result.
  await board.until(() => /wins/.test(document.querySelector(".status").textContent));
  // One document follows all games.
  await board.until(() => /stored/.test(document.querySelector("#panel-file > .facts").textContent));
  assert.deepEqual(board.errors, []);
});

test("a damaged journal says where, and keeps what comes before", async () => {
  const journal = join(folder, "damaged.jsonl");
  await writeFile(journal, await readFile(done));
  await appendFile(journal, "no game\n{}\n");
  const board = await open([journal, done]);
  await board.until(() => /cannot be read further: .*damaged\.jsonl:6: /.test(document.querySelector("#panel-watch").textContent));
  assert.equal((await rows(board)).length, 4);
  await board.choose("Tournament", "cup");
  await board.until(() => /^.*cup · /.test(document.querySelector("#panel-watch .row").textContent) && document.querySelector("#panel-watch .wrong").hidden);
  assert.deepEqual(board.errors, []);
});

test("the home leads to the tournament", async () => {
  const server = await serve("--watch", done);
  servers.push(server);
  const page = await browser.newPage();
  const board = new Board(page, {});
  await page.goto(server.address);
  await board.until(() => [...document.querySelectorAll(".card")].find((card) => /Watch the tournament/.test(card.textContent)).checkVisibility());
  await page.evaluate(() => [...document.querySelectorAll(".card")].find((card) => /Watch the tournament/.test(card.textContent)).click());
  await page.waitForSelector("#panel-watch .standings");
  await board.until(() => document.querySelectorAll(".tree .move").length > 5);
  assert.deepEqual(board.errors, []);
});

test("the panel has no fault of access, on screens of any size", async () => {
  const journal = join(folder, "shown.jsonl");
  await pause(0);
  const { child, ended } = tournament(journal, 40, { more: ["--concurrency", "2"] });
  for (let tries = 0; tries < 600 && (await readFile(journal, "utf8").catch(() => "")).split("\n").length < 4; tries += 1) await sleep(100);
  await pause(2000);
  for (const [width, height, dark] of [[1280, 800, false], [1280, 800, true], [360, 640, false], [740, 360, true], [3840, 2160, false]]) {
    const board = await open([journal], { width, height, dark });
    await board.until(() => document.querySelector("#panel-watch .running .gamerow"));
    await board.page.evaluate(() => document.querySelector("#panel-watch .running .gamerow").click());
    await board.until(() => document.querySelectorAll(".tree .move").length > 2);
    await board.page.evaluate(axe);
    const { violations } = await board.page.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), [], `${width}`);
    if (width < 800) await board.page.$eval("#panel-watch", (panel) => panel.scrollIntoView());
    if (process.env.SHOTS) await board.page.screenshot({ path: join(process.env.SHOTS, `watch-${width}x${height}${dark ? "-dark" : ""}.png`) });
    assert.ok(await board.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
    await board.page.close({ runBeforeUnload: false });
  }
  child.kill("SIGINT");
  await ended;
});
