// The report of a tournament: one file, with the games in a viewer.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { after, before, test } from "node:test";

import { axe, launch, ninuki } from "./harness.mjs";

/** An engine that ends when it shall move. */
const CRASHES = `#!/bin/sh
while read -r line; do
  case "$line" in
    START*) echo OK ;;
    ABOUT*) echo 'name="x", version="<b>1</b>"' ;;
    TURN* | BEGIN* | DONE*) echo '</pre><img src=x onerror=alert(1)>' >&2; exit 3 ;;
    END*) exit ;;
  esac
done
`;

const HOSTILE = `<img src=x onerror=alert(1)> &amp; </script><script>window.pwned=1</script>'`;

let folder, browser;
const files = {};
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ninuki-report-"));
  browser = await launch();
  await writeFile(join(folder, "crashes"), CRASHES, { mode: 0o755 });
  const play = (name, cmd, ...args) => {
    files[name] = join(folder, `${name}.html`);
    return promisify(execFile)(ninuki, ["tournament", "--engine", "cmd=self name=first nodes=30", "--engine", `cmd=${cmd} name="${HOSTILE}" nodes=20`,
      "--journal", join(folder, `${name}.jsonl`), "--html", files[name], ...args])
      // A test that so few games do not decide, or an engine that does not work any more.
      .catch((error) => { if (![1, 3].includes(error.code)) throw error; });
  };
  await Promise.all([
    play("captures", "self", "--rules", "ninuki", "--games", "8", "--sprt"),
    play("hexagons", "self", "--rules", "ndengrod", "--size", "5", "--games", "30"),
    play("faults", join(folder, "crashes"), "--rules", "freestyle", "--games", "20"),
  ]);
});
after(async () => { await browser.close(); await rm(folder, { recursive: true }); });

/** A report in a page; nothing may be loaded by it, and nothing may go wrong in it. */
async function open(file, { hash = "", width = 1280, dark = false } = {}) {
  const page = await browser.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("request", (request) => request.url() !== page.url() && !request.isNavigationRequest() && wrong.push(request.url()));
  page.on("dialog", (dialog) => { wrong.push(dialog.message()); dialog.dismiss(); });
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
  await page.goto(pathToFileURL(file).href + hash);
  await page.waitForSelector("#moves button[aria-current]");
  return { page, wrong };
}

const stones = (page) => page.$$eval("#board .stone", (found) => found.length);
const said = (page) => page.$eval("#said", (element) => element.textContent);
const ply = (page) => page.$eval("#ply", (element) => Number(element.value));

test("arrow keys step through a game with captures", async () => {
  const { page, wrong } = await open(files.captures, { hash: "#game=1" });
  // Some game has a capture.
  while (!(await page.$("#moves .takes"))) await page.click("#next-game").then(() => page.waitForNetworkIdle({ idleTime: 50 }));
  await page.click("#moves .takes");
  const [at, lying, text] = [await ply(page), await stones(page), await said(page)];
  const taken = /takes ([^·]+)/.exec(text)[1].split(",").length;
  assert.equal(await page.$$eval("#board .taken", (found) => found.length), taken);
  assert.match(text, new RegExp(`captured by Black \\d+, by White \\d+`));
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual([await ply(page), await stones(page)], [at - 1, lying - 1 + taken]);
  await page.keyboard.press("ArrowRight");
  assert.deepEqual([await ply(page), await stones(page)], [at, lying]);
  await page.keyboard.press("Home");
  assert.deepEqual([await ply(page), await stones(page)], [0, 0]);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await ply(page), 0, "there is nothing before the start");
  await page.keyboard.press("End");
  assert.equal(await ply(page), (await page.$$("#moves button")).length - 1);
  const hash = await page.evaluate(() => location.hash);
  assert.match(hash, /^#game=\d+&ply=\d+$/);
  assert.deepEqual(wrong, []);
  await page.close();
});

test("a game on hexagons, and the list of games", async () => {
  const { page, wrong } = await open(files.hexagons);
  assert.equal((await page.$$("#board .cell")).length, 61);
  assert.equal((await page.$$("#board .won")).length >= 4, true, "the line that won is marked");
  await page.focus("#back");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.$$eval("#board .won", (found) => found.length), 0);
  assert.equal((await page.$$("#rows tr")).length, 5, "the last page of 30 games");
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => document.querySelector("#game-title").textContent.startsWith("Game 29:"));
  await page.select("#engine", "0");
  await page.select("#outcome", "won");
  const results = await page.$$eval("#rows tr", (rows) => rows.map((row) => [row.cells[1].textContent.startsWith("first"), row.cells[2].textContent]));
  assert.ok(results.length > 0 && results.every(([black, result]) => result === (black ? "1–0" : "0–1")), JSON.stringify(results));
  assert.deepEqual(wrong, []);
  await page.close();
});

test("names are no markup", async () => {
  for (const file of Object.values(files)) {
    const { page, wrong } = await open(file);
    assert.equal(await page.evaluate(() => window.pwned ?? document.querySelectorAll("img, b, iframe, object, link").length), 0);
    assert.ok((await page.$eval("h1", (title) => title.textContent)).includes(HOSTILE));
    assert.ok((await page.$eval("#game-title", (title) => title.textContent)).includes(HOSTILE));
    assert.deepEqual(wrong, []);
    await page.close();
  }
});

test("faults lead to their games", async () => {
  const { page, wrong } = await open(files.faults, { hash: "#game=2" });
  const row = await page.$$eval("#faults tbody tr", (rows) => rows[0].textContent);
  assert.ok(row.includes("crash") && row.includes("</pre><img src=x onerror=alert(1)>"), row);
  await page.click("#faults tbody a");
  await page.waitForFunction(() => document.querySelector("#game-title").textContent.startsWith("Game 1:"));
  assert.match(await page.$eval("#words", (element) => element.textContent), /<img src=x onerror=alert\(1\)>/);
  assert.deepEqual(wrong, []);
  await page.close();
});

for (const dark of [false, true]) {
  for (const width of [360, 1280]) {
    test(`nothing bars the way to a report: ${dark ? "dark" : "light"}, ${width} pixels`, async () => {
      for (const file of Object.values(files)) {
        const { page } = await open(file, { width, dark });
        await page.$$eval("details", (parts) => parts.forEach((part) => { part.open = true; }));
        await page.evaluate(axe);
        const found = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
        assert.deepEqual(found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
        await page.close();
      }
    });
  }
}

test("a page that follows a match keeps the game that is shown", async () => {
  const text = await readFile(files.captures, "utf8");
  const live = join(folder, "live.html");
  await writeFile(live, text.replace("<header ", `<header data-refresh="1" `)
    .replace("<nav ", `<p><span id="news"></span><label><input type="checkbox" id="refresh" checked>Keep this page up to date</label></p><nav `));
  const { page } = await open(live, { hash: "#game=2&ply=6" });
  await page.keyboard.press("ArrowRight");
  await page.focus("#on");
  const born = await page.evaluate(() => performance.timeOrigin);
  await page.waitForFunction((born) => performance.timeOrigin !== born && document.querySelector("#moves [aria-current]"), {}, born);
  assert.equal(await ply(page), 7);
  assert.match(await page.$eval("#game-title", (title) => title.textContent), /^Game 2:/);
  await page.waitForFunction(() => document.activeElement.id === "on");
  // Who does not want it is left in peace.
  await page.click("#refresh");
  const reborn = await page.evaluate(() => performance.timeOrigin);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  assert.equal(await page.evaluate(() => performance.timeOrigin), reborn);
  await page.close();
});
