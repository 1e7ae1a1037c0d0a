// Engines of other programs on the board.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";

import { axe, Board, launch, serve, sleep } from "./harness.mjs";

/** An engine that places stones row by row; `fault` on its command line is what it does instead of its first move. */
const STUB = `
const [folder, fault] = process.argv.slice(2);
require("fs").writeFileSync(folder + "/" + (fault ?? "good") + ".pid", String(process.pid));
let side = 15, taken = new Set(), board = null;
const say = (text) => process.stdout.write(text + "\\r\\n");
function move() {
  say("MESSAGE I think, " + taken.size + " stones");
  if (fault === "crash") process.exit(3);
  if (fault === "illegal") return say([...taken][0] ?? "99,99");
  if (fault === "late") return;
  if (fault === "words") return say("good morning");
  for (let y = 0; y < side; y += 1) for (let x = 0; x < side; x += 2) {
    const cell = x + "," + y;
    if (!taken.has(cell)) { taken.add(cell); return say(cell); }
  }
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

let folder, server, browser;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ninuki-engines-"));
  const script = join(folder, "stub.cjs");
  await writeFile(script, STUB);
  const stub = (name, fault = "") => ["--engine", `${name}=node ${script} ${folder} ${fault}`];
  const all = [["--engine", "Own=self"], stub("Rows"), stub("Crashing", "crash"), stub("Cheating", "illegal"), stub("Silent", "late"), stub("Talking", "words")];
  [server, browser] = [await serve(...all.flat()), await launch()];
});
afterEach(async () => { for (const page of (await browser.pages()).slice(1)) await page.close({ runBeforeUnload: false }); });
after(async () => { await browser.close(); await server.close(); await rm(folder, { recursive: true }); });

const moves = (board, least) => board.until((least) => document.querySelectorAll(".tree .move").length > least, least);

/** Begins a match on the board, with the choices of the panel. */
async function begin(choices, options = {}) {
  const board = await Board.open(browser, server.address, { game: "freestyle", size: 15, ...options });
  await board.press("Play");
  for (const [name, value] of Object.entries(choices)) await board.choose(name, value);
  await board.press("Start the game");
  return board;
}

const alive = (pid) => { try { process.kill(pid, 0); return true; } catch { return false; } };

test("a person plays an engine of another program", async () => {
  const board = await begin({ Opponent: "Rows" });
  await board.click("h8", { lies: false });
  await moves(board, 2);
  assert.equal(await board.text(".player.o .name"), "Rows");
  await board.until(() => /I think/.test(document.querySelector(".engines pre").textContent));
  await board.click("h9", { lies: false });
  await moves(board, 4);
  assert.deepEqual(board.errors, []);
});

test("two engines play while one watches, with clocks and what they say", async () => {
  const board = await begin({ "You play": "none", Black: "Own", White: "Rows", Clock: "1" });
  await board.until(() => [...document.querySelectorAll(".player .clock")].every((clock) => !clock.hidden));
  await board.until(() => document.querySelectorAll(".engines figure").length === 2);
  await board.until(() => /\d/.test(document.querySelector(".engines pre").textContent));
  await board.until(() => document.querySelector(".status").textContent.includes("wins"));
  assert.match(await board.status(), /Black \(Own\) wins/);
  const [[, text]] = await board.saved(() => board.page.keyboard.press("s"), 1);
  assert.ok(text.includes("PB[Own]") && text.includes("PW[Rows]"), text);
  assert.deepEqual(board.errors, []);
});

for (const [name, words] of [["Crashing", "has ended"], ["Cheating", "illegal"], ["Talking", "no move"], ["Silent", "did not answer"]]) {
  test(`a fault of an engine is told: ${name}`, async () => {
    const board = await begin({ Opponent: name });
    await board.click("h8", { lies: false });
    await board.until((words) => document.querySelector(".toast").textContent.includes(words), words);
    // The board goes on, and asks again when that is wanted.
    await board.press("Ask again");
    await board.until(() => !document.querySelector(".toast") || document.querySelector(".toast").textContent);
    await board.press("Take back");
    await board.until(() => document.querySelectorAll(".tree .move").length === 1);
    assert.deepEqual(board.errors, []);
  });
}

test("an engine ends with its page", async () => {
  const board = await begin({ Opponent: "Rows" });
  await board.click("h8", { lies: false });
  await moves(board, 2);
  const pid = Number(await readFile(join(folder, "good.pid"), "utf8"));
  assert.ok(alive(pid));
  await board.page.close({ runBeforeUnload: false });
  for (let tries = 0; tries < 100 && alive(pid); tries += 1) await sleep(100);
  assert.ok(!alive(pid), "the engine has ended");
});

test("the panel of an engine has no fault of access, on screens of any size", async () => {
  for (const [width, height, dark] of [[1280, 800, false], [1280, 800, true], [360, 640, false]]) {
    const board = await begin({ "You play": "none", Black: "Own", White: "Rows" }, { width, height, dark });
    await board.until(() => document.querySelectorAll(".engines figure").length === 2);
    await board.page.evaluate(axe);
    const { violations } = await board.page.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
    if (process.env.SHOTS) await board.page.screenshot({ path: join(process.env.SHOTS, `engines-${width}x${height}${dark ? "-dark" : ""}.png`) });
    assert.ok(await board.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
    await board.page.close({ runBeforeUnload: false });
  }
});
