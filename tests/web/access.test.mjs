// For everybody: by keyboard alone, with a screen reader, in every size and colour.

import assert from "node:assert/strict";
import { test } from "node:test";

import { axe, Board, browser, fixture, open, server } from "./harness.mjs";

fixture();

/** What axe-core finds wrong. */
async function violations(board) {
  await board.page.evaluate(axe);
  const found = await board.page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}

for (const dark of [false, true]) {
  for (const width of [360, 1280, 2560]) {
    test(`nothing bars the way: ${dark ? "dark" : "light"}, ${width} pixels`, async () => {
      const board = await open({ moves: "K10.L11.G10(H11)M12", width, height: 860, dark });
      await board.page.keyboard.press("Space");
      await board.page.waitForSelector(".candidate");
      await board.page.keyboard.press("Space");
      for (const panel of ["Analysis", "Play", "Review", "Proof", "File"]) {
        await board.press(panel);
        assert.deepEqual(await violations(board), [], panel);
        const wide = await board.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `${panel}: the page is ${wide} pixels too wide`);
      }
      for (const name of ["New", "Settings", "Help"]) {
        await board.press(name);
        assert.deepEqual(await violations(board), [], name);
        await board.page.keyboard.press("Escape");
      }
      await board.page.close();
    });
  }
}

for (const [width, dark] of [[360, true], [1280, false]]) {
  test(`nothing bars the way in the graph of moves, a printed game, the games of a file, ${width} pixels`, async () => {
    const board = await open({ game: "freestyle", size: 15, width, height: 800, dark });
    const wide = () => board.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    const game = "(;FF[4]GM[4]SZ[15]RU[freestyle]PB[Ann]PW[Bob];B[hh](;W[ao];B[ih]C[Here.])(;W[an]))";
    await board.drop("cup.sgf", game + game);
    await board.until(() => document.querySelectorAll(".tree .move").length === 5);
    await board.press("Moves as a graph");
    await board.page.waitForSelector(".treegraph .node");
    assert.deepEqual([await violations(board), await wide() <= 0], [[], true]);
    await board.press("Moves as a graph");
    await board.press("Review");
    await board.press("Review all 2 games of the file");
    await board.until(() => document.querySelectorAll(".batch tbody tr").length === 2);
    assert.deepEqual([await violations(board), await wide() <= 0], [[], true]);
    await board.press("File");
    await board.press("Print");
    await board.page.waitForSelector(".diagram");
    await board.until(() => document.querySelector(".toast").hidden);
    assert.deepEqual([await violations(board), await wide() <= 0], [[], true]);
    await board.press("Close");
    assert.deepEqual(board.errors, []);
  });
}

for (const [width, height] of [[360, 640], [740, 360], [1280, 800]]) {
  test(`nothing bars the way at home and in its dialogs, ${width} pixels`, async () => {
    const page = await browser.newPage();
    await page.setViewport({ width, height });
    await page.goto(server.address);
    await page.waitForSelector(".cards .card", { visible: true });
    const board = new Board(page, { hexagon: false, side: 19, withoutI: true });
    const close = () => page.evaluate(() => document.querySelector("dialog")?.close());
    assert.deepEqual(await violations(board), [], "home");
    await page.click(".cards .card:first-child");
    await board.press("All games");
    await board.press("Board and rulings");
    assert.deepEqual(await violations(board), [], "new game");
    await close();
    await page.click(".cards .card:last-child");
    await page.waitForSelector("dialog .tile");
    await page.click("dialog .tile");
    assert.deepEqual(await violations(board), [], "rules");
    await board.press("Play it");
    await page.waitForSelector(".board .ground > *");
    await board.press("File");
    await board.press("Names of the game");
    assert.deepEqual(await violations(board), [], "names");
    await close();
    await board.press("Set up a position");
    await page.waitForSelector(".editor:not([hidden])");
    assert.deepEqual(await violations(board), [], "editor");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
    await page.close();
  });
}

test("a game by keyboard alone", async () => {
  const board = await open({});
  await board.page.keyboard.press("b");
  for (const key of ["Enter", "ArrowRight", "ArrowUp", "Enter"]) await board.page.keyboard.press(key, { delay: 60 });
  await board.until(() => document.querySelectorAll(".stone").length === 2);
  assert.deepEqual(await board.moves(), ["Start", "K10", "L11"]);
  await board.until(() => document.querySelector("[aria-live]").textContent.includes("L11"));
  await board.page.keyboard.press("ArrowDown");
  await board.until(() => document.querySelector("[aria-live]").textContent.includes("L10"));
  await board.page.close();
});

test("the value of the position is said, and the end of the game", async () => {
  const board = await open({ game: "freestyle", size: 15, moves: "h8.h9.i8" });
  await board.page.keyboard.press("Space");
  await board.until(() => /White wins with \d+\.\d %, best \w+/.test(document.querySelector("[aria-live]").textContent));
  await board.page.keyboard.press("Space");
  await board.page.close();
  const over = await open({ game: "freestyle", size: 15, moves: "h8.a1.i8.a3.j8.a5.k8.a7" });
  await over.click("l8");
  assert.match(await over.text("[role=status].status"), /Black wins: five in a row/);
  await over.page.close();
});

test("a move is typed", async () => {
  const board = await open({});
  await board.page.type(".typed input", "k10\n");
  await board.until(() => document.querySelectorAll(".stone").length === 1);
  await board.page.close();
});

test("a tap is confirmed by another", async () => {
  const board = await open({ width: 360, height: 740, touch: true });
  const { x, y, width } = await (await board.page.$(".board")).boundingBox();
  const middle = [x + width / 2, y + width / 2];
  await board.page.touchscreen.tap(...middle);
  await board.page.waitForSelector(".hover.touched");
  assert.equal(await board.stones("x"), 0);
  await board.page.touchscreen.tap(...middle);
  await board.until(() => document.querySelectorAll(".stone").length === 1);
  await board.page.close();
});

test("German is spoken", async () => {
  const board = await open({});
  await board.page.evaluate(() => localStorage.setItem("ninuki", JSON.stringify({ language: "de" })));
  await board.page.reload();
  await board.says("Schwarz am Zug");
  assert.equal(await board.page.evaluate(() => document.documentElement.lang), "de");
  await board.page.evaluate(() => localStorage.clear());
  await board.page.close();
});

test("nothing jumps while analysis streams", async () => {
  const board = await open({ moves: "K10.L11.G10" });
  // The page has come to rest.
  await board.says("White to move");
  await board.page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 500))));
  await board.page.evaluate(() => {
    window.shift = 0;
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; }).observe({ type: "layout-shift" });
  });
  await board.page.keyboard.press("Space");
  await board.page.waitForSelector(".candidate");
  await board.until(() => /Depth ([5-9]|\d\d)/.test(document.querySelector(".facts").textContent));
  assert.ok(await board.page.evaluate(() => window.shift) < 0.01);
  await board.page.close();
});

/** Buttons whose words are cut, and controls beyond the edge of their dialog or of the page. */
const cut = (board) => board.page.evaluate(() => [...(document.querySelector("dialog[open]") ?? document).querySelectorAll("button, select, input")].filter((control) => control.checkVisibility()).flatMap((control) => {
  const name = control.getAttribute("aria-label") ?? control.textContent;
  const { left, right } = control.getBoundingClientRect();
  const box = control.closest("dialog, .tabs")?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
  const isBeyond = !control.closest(".tabs, .scroll, table") && (left < box.left - 1 || right > box.right + 1);
  return isBeyond || (control.matches("button") && control.scrollWidth > control.clientWidth + 1) ? [name] : [];
}));

for (const language of ["en", "de", "zh", "ja", "ko", "ru"]) {
  test(`no words are cut in ${language}, on a phone and at a desk`, async () => {
    for (const [width, height] of [[360, 640], [740, 360], [1280, 800]]) {
      const page = await browser.newPage();
      await page.evaluateOnNewDocument((language) => localStorage.setItem("ninuki", JSON.stringify({ language })), language);
      const board = new Board(page, {});
      await page.setViewport({ width, height });
      await page.goto(`${server.address}#g=pente&s=19&m=K10.L11.G10&n=999`);
      await page.waitForSelector(".board .ground > *");
      const count = await page.$$eval(".tabs button", (tabs) => tabs.length);
      for (let tab = 0; tab < count; tab += 1) {
        if (!await page.evaluate((tab) => { const one = document.querySelectorAll(".tabs button")[tab]; one.click(); return one.checkVisibility(); }, tab)) continue;
        await board.until((tab) => document.querySelectorAll(".tabs button")[tab].getAttribute("aria-pressed") === "true", tab);
        assert.deepEqual(await cut(board), [], `${width}, panel ${tab}`);
      }
      for (const key of ["n", "?"]) {
        await page.keyboard.press(key);
        await board.until(() => Boolean(document.querySelector("dialog[open]")));
        assert.deepEqual(await cut(board), [], `${width}, ${key}`);
        await page.keyboard.press("Escape");
        await board.until(() => !document.querySelector("dialog"));
      }
      assert.deepEqual(board.errors, []);
      await page.close({ runBeforeUnload: false });
    }
  });
}
