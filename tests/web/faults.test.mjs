// Faults that people found by use, each of which must not come back.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Board, browser, fixture, open, serve, server, sleep } from "./harness.mjs";

fixture();

const height = (board, selector) => board.page.$eval(selector, (element) => element.getBoundingClientRect().height);

test("a phone on its side shows the whole board beside the panels", async () => {
  const board = await open({ moves: "K10.L11", width: 740, height: 360, touch: true });
  const boxes = await board.page.evaluate(() => [".board", ".tabs", ".steps"].map((selector) => {
    const { top, bottom, left } = document.querySelector(selector).getBoundingClientRect();
    return { top, bottom, left };
  }));
  for (const { top, bottom } of boxes) assert.ok(top >= 0 && bottom <= 361, JSON.stringify(boxes));
  assert.ok(boxes[1].left > boxes[0].left + 200, "the panels are beside the board");
  assert.ok(await height(board, ".board") > 210);
});

test("the moves stay readable beside every panel at 1280 × 800", async () => {
  const board = await open({ moves: "K10.L11.G10.M12.N13", height: 800 });
  for (const panel of ["Analysis", "Play", "Review", "Proof", "File"]) {
    await board.press(panel);
    if (panel === "Review") {
      await board.press("Review the game");
      await board.page.waitForSelector(".found table");
    }
    assert.ok(await height(board, ".tree") > 85, `${panel}: ${await height(board, ".tree")}`);
    const { bottom } = await board.page.$eval(".typed", (element) => element.getBoundingClientRect().toJSON());
    assert.ok(bottom <= 800, `${panel}: the page ends at ${bottom}`);
  }
});

test("a hint stays under the pointer, until a move is made", async () => {
  const board = await open({ moves: "K10.L11.G10" });
  await board.page.keyboard.press("h");
  await board.page.waitForSelector(".hint");
  const { x, y, width } = await (await board.page.$(".board")).boundingBox();
  for (const part of [0.2, 0.4, 0.6]) await board.page.mouse.move(x + part * width, y + part * width);
  await sleep(200);
  assert.ok(await board.page.$(".hint"));
  await board.click("M12");
  assert.equal(await board.page.$(".hint"), null);
});

test("at the end it is said who won and why, the row is drawn, and hint and resignation are gone", async () => {
  const board = await open({ game: "freestyle", size: 15, moves: "h8.a1.i8.a2.j8.a3.k8.a5" });
  await board.press("Play");
  await board.choose("You play", "both");
  await board.press("Start the game");
  await board.click("l8", { lies: false });
  await board.page.waitForSelector(".ended:not([hidden])");
  assert.match(await board.text(".ended"), /Black wins: five in a row/);
  assert.ok(await board.page.$(".row5"));
  const visible = await board.page.$$eval("#panel-play button", (buttons) => buttons.filter((button) => button.checkVisibility()).map((button) => button.textContent));
  assert.ok(visible.includes("Rematch") && visible.includes("Review the game") && !visible.includes("Hint") && !visible.includes("Resign"), String(visible));
  await board.page.$$eval(".ended button", (buttons) => buttons.find((button) => button.textContent === "Review the game").click());
  await board.page.waitForSelector(".mistakes li, .found .facts");
});

test("two people agree to a draw, and the record has it", async () => {
  const board = await open({ game: "freestyle", size: 15, moves: "h8.h9" });
  await board.press("Play");
  await board.choose("You play", "both");
  await board.press("Start the game");
  await board.press("Offer a draw");
  await board.says("Draw: agreed");
  const [[, sgf]] = await board.saved(() => board.page.keyboard.press("s"), 1);
  assert.match(sgf, /RE\[(0|Draw)\]/);
});

test("an analysis that has ended says so", async () => {
  const board = await open({ game: "freestyle", size: 15, moves: "h8.a1.i8.a3.j8.a5.k8.a7" });
  await board.choose("Lines", "1");
  await board.page.keyboard.press("Space");
  await board.until(() => document.querySelector(".facts").textContent.includes("proven"));
  assert.equal(await board.text("#panel-analysis .primary"), "Switch off");
});

test("the engine says why it swaps", async () => {
  const board = await open({ game: "ndengrod", size: 5 });
  await board.press("Play");
  await board.choose("Level", "10");
  await board.press("Start the game");
  await board.click("e5", { lies: false });
  await board.until(() => document.querySelectorAll(".tree .move").length === 3);
  if ((await board.moves()).includes("swap")) assert.match(await board.text(".toast"), /The engine swaps: it plays Black now, and expects to win with \d/);
});

test("a ninth board says that there is no place, and gets one when another is closed", async () => {
  const own = await serve("--boards", "1");
  const first = await Board.open(browser, own.address, {});
  const page = await browser.newPage();
  await page.goto(own.address);
  await page.waitForSelector(".banner:not([hidden])");
  assert.match(await page.$eval(".banner", (banner) => banner.textContent), /too many boards/);
  await first.page.close();
  await page.waitForSelector(".cards .card", { visible: true });
  await own.close();
  await page.waitForSelector(".banner:not([hidden])");
});

test("a proof begins with its first move, lists replies, and the bar shows the win", async () => {
  const board = await open({ game: "freestyle", size: 15, moves: "h8.a1.i8.a3.j8.a5" });
  await board.press("Proof");
  await board.press("Prove a win");
  await board.page.waitForSelector(".step");
  assert.match(await board.text("#panel-proof"), /Move 1 of at most \d/);
  assert.equal(await board.page.$eval(".bar", (bar) => bar.getAttribute("aria-valuenow")), "100.0");
  await board.press("Play it");
  await board.until(() => /reply/.test(document.querySelector(".step").textContent));
  assert.equal(await board.page.$eval(".bar", (bar) => bar.getAttribute("aria-valuenow")), "100.0", "after the move of the proof, too");
  const replies = await board.texts(".replies .pv");
  assert.ok(replies.length || /every reply alike/.test(await board.text("#panel-proof")), "the replies are listed");
});

test("a picture shows what the board shows: labels, numbers, marks, turned", async () => {
  const board = await open({ moves: "K10.L11" });
  await board.press("Put letters");
  await board.click("A1", { lies: false });
  await board.press("Draw triangles");
  await board.click("T19", { lies: false });
  await board.page.keyboard.press("Escape");
  await board.press("Settings");
  await board.page.waitForSelector("dialog[open]");
  await board.page.evaluate(() => [...document.querySelectorAll("dialog label")].find((label) => label.textContent === "Move numbers").click());
  await board.press("Turn the board");
  await board.page.keyboard.press("Escape");
  await board.press("File");
  await board.choose("Picture", "svg");
  await board.page.waitForSelector(".written");
  const [[name, svg]] = await board.saved(() => board.press("Save the picture"), 1);
  assert.match(name, /^pente .*\.svg$/);
  const texts = [...svg.matchAll(/class="written[^>]*>([^<]+)</g)].map(([, text]) => text).sort();
  assert.deepEqual(texts, ["1", "2", "A"]);
  assert.match(svg, /class="drawn triangle/);
  const places = await board.page.$eval(".drawn.triangle", (shape) => shape.getAttribute("transform"));
  assert.ok(svg.includes(places), "turned as it is shown");
  assert.deepEqual(board.errors, []);
  await board.page.evaluate(() => localStorage.clear());
});

test("an animation has the chosen moves, speed and size", async () => {
  const board = await open({ moves: "K10.L10.A1.M10.N10.T19.L11.M12" });
  await board.press("File");
  await board.choose("Picture", "gif");
  // Frames, their time in hundredths of a second, and the width.
  const animation = async () => {
    await board.page.evaluate(() => {
      window.made = null;
      const make = URL.createObjectURL;
      URL.createObjectURL = (blob) => { void blob.arrayBuffer().then((bytes) => { window.made = [...new Uint8Array(bytes)]; }); return make.call(URL, blob); };
    });
    await board.press("Save the picture");
    await board.until(() => window.made);
    const bytes = Buffer.from(await board.page.evaluate(() => window.made));
    const delays = [...bytes.toString("latin1").matchAll(/\x21\xf9\x04.(..)/gs)].map(([, time]) => time.charCodeAt(0) + 256 * time.charCodeAt(1));
    return [delays.length, delays[1], bytes.readUInt16LE(6)];
  };
  assert.deepEqual(await animation(), [9, 80, 480]);
  await board.choose("Time per move", "200");
  await board.choose("Size", "240");
  const type = async (label, text) => {
    await board.page.click(`[aria-label="${label}"]`, { count: 3 });
    await board.page.keyboard.type(text);
  };
  await type("From move", "4");
  await type("Up to move", "6");
  assert.deepEqual(await animation(), [3, 20, 240]);
  assert.deepEqual(board.errors, []);
});

test("threats are seen, with a legend", async () => {
  const board = await open({ game: "freestyle", size: 15, moves: "h8.a1.i8.a3.j8" });
  await board.choose("Heat map", "threats");
  await board.until(() => document.querySelector(".sign") && document.querySelector(".legend").textContent.includes("5 a five"));
  const signs = await board.texts(".sign");
  assert.ok(signs.includes("4"), String(signs));
});

test("signs of danger leave the numbers free", async () => {
  const board = await open({ moves: "K10.L11.G10.M12" });
  await board.press("Settings");
  await board.page.waitForSelector("dialog[open]");
  await board.page.evaluate(() => [...document.querySelectorAll("dialog label")].find((label) => label.textContent === "Move numbers").click());
  await board.page.keyboard.press("Escape");
  await board.page.waitForSelector(".atari");
  const shape = await board.page.$eval(".atari", (element) => element.getAttribute("d"));
  assert.match(shape, /^M\.3/, "it is at the edge of the stone");
  await board.page.evaluate(() => localStorage.clear());
});

test("a message covers neither the moves nor the field for moves", async () => {
  const board = await open({ moves: "K10.L10", height: 800 });
  await board.click("K11", { lies: false });
  await board.page.waitForSelector(".toast.error:not([hidden])");
  const covers = await board.page.evaluate(() => {
    const toast = document.querySelector(".toast").getBoundingClientRect();
    return [...document.querySelectorAll(".typed input, .notes textarea, .tree, .status")].filter((element) => {
      const box = element.getBoundingClientRect();
      return box.left < toast.right && box.right > toast.left && box.top < toast.bottom && box.bottom > toast.top;
    }).map((element) => element.className);
  });
  assert.deepEqual(covers, []);
});

test("a position is set up, checked, and played on", async () => {
  const board = await open({});
  await board.press("File");
  await board.press("Set up a position");
  for (const name of ["K10", "L10", "M10"]) await board.click(name, { lies: false });
  await board.press("White");
  await board.click("K11", { lies: false });
  await board.choose("To move", "o");
  await board.until(() => document.querySelectorAll(".stone").length === 4);
  await board.page.$eval('.editor input[aria-label="Captured by Black"]', (field) => { field.value = "99"; field.dispatchEvent(new Event("input")); });
  await board.page.waitForSelector(".problem.wrong");
  await board.page.$eval('.editor input[aria-label="Captured by Black"]', (field) => { field.value = "2"; field.dispatchEvent(new Event("input")); });
  await board.page.waitForSelector(".problem:not(.wrong)");
  await board.press("Start from here");
  await board.says("White to move");
  await board.click("N10");
  assert.match(await board.text(".player.x .tray"), /2\/10/);
  assert.deepEqual(board.errors, []);
});

test("the editor says that a five stands which can be broken", async () => {
  const board = await open({ game: "ninuki", size: 19 });
  await board.press("File");
  await board.press("Set up a position");
  for (const name of ["H10", "J10", "K10", "L10", "M10", "K8"]) await board.click(name, { lies: false });
  await board.press("White");
  await board.click("J9", { lies: false });
  await board.choose("To move", "o");
  await board.until(() => document.querySelector(".editor .problem").textContent === "A five of Black stands and can still be broken.");
  await board.choose("To move", "x");
  await board.until(() => !/can still be broken/.test(document.querySelector(".editor .problem").textContent));
  assert.deepEqual(board.errors, []);
});

test("a handicap shortens the clock of one side, and follows it into a rematch", async () => {
  const board = await open({ game: "freestyle", size: 15 });
  await board.press("Play");
  assert.equal(await board.page.$eval("select[aria-label=Handicap]", (one) => one.closest("[hidden]") !== null), true);
  await board.choose("You play", "both");
  await board.choose("Clock", "3");
  await board.choose("Handicap", "3");
  await board.press("Start the game");
  const clocks = (x, o) => board.until((...begin) => ["x", "o"].every((side, index) => document.querySelector(`.player.${side} .clock`)?.textContent.startsWith(begin[index])), x, o);
  // The clock of the side to move runs.
  await clocks("", "2:30");
  await board.click("h8");
  await board.press("Resign");
  await board.press("Rematch");
  await clocks("2:", "5:00");
  assert.deepEqual(board.errors, []);
});

test("arrows and circles are drawn with the second button, and kept in the record", async () => {
  const board = await open({ moves: "K10" });
  const at = async (name) => board.page.$eval(".board", (board, x, y) => { const { a, d, e, f } = board.getScreenCTM(); return [a * x + e, d * y + f]; }, 1.25 + "abcdefghjklmnopqrst".indexOf(name[0].toLowerCase()), 1.25 + 19 - Number(name.slice(1)));
  const [from, to] = [await at("D4"), await at("G7")];
  await board.page.mouse.move(...from);
  await board.page.mouse.down({ button: "right" });
  await board.page.mouse.move(...to);
  await board.page.mouse.up({ button: "right" });
  await board.page.waitForSelector(".arrow .head");
  await board.page.mouse.click(...to, { button: "right" });
  await board.page.waitForSelector(".drawn.circle");
  const [[, sgf]] = await board.saved(() => board.page.keyboard.press("s"), 1);
  assert.match(sgf, /AR\[dp:gm\]CR\[gm\]/);
});

test("moves are numbered from here, and points that were played on again are told", async () => {
  const board = await open({ moves: "K10.L10.A1.M10.N10.L10", more: "&f=third-free:true" });
  await board.press("Settings");
  await board.page.waitForSelector("dialog[open]");
  await board.page.evaluate(() => [...document.querySelectorAll("dialog label")].find((label) => label.textContent === "Move numbers").click());
  await board.page.keyboard.press("Escape");
  await board.until(() => document.querySelector(".below .again").textContent === "2 = 6");
  await board.press("Number the moves from here");
  await board.until(() => [...document.querySelectorAll(".written")].map((text) => text.textContent).join() === "1");
  await board.page.evaluate(() => localStorage.clear());
});

test("records, positions, links and moves are pasted", async () => {
  const board = await open({ moves: "K10" });
  const paste = (text) => board.page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
  await paste("(;GM[4]SZ[15]RU[renju];B[hh];W[hg])");
  await board.until(() => document.querySelector(".title").textContent.includes("15") && document.querySelectorAll(".stone").length === 2);
  await paste("15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o");
  await board.until(() => document.querySelectorAll(".stone").length === 1);
  await paste("h8 h9 i9");
  await board.until(() => document.querySelectorAll(".tree .move").length === 4);
  await paste(`${server.address}#g=freestyle&s=15&m=h8.h9&n=2`);
  await board.until(() => document.querySelector(".title").textContent.includes("Gomoku"));
  assert.deepEqual(board.errors, []);
});

test("the next moves of the tree are on the board, and the game plays itself", async () => {
  const board = await open({ moves: "K10.L11(M12)G10" });
  await board.page.keyboard.press("Home");
  await board.page.keyboard.press("ArrowRight");
  await board.until(() => document.querySelectorAll(".next").length === 2);
  await board.page.keyboard.press("p");
  await board.until(() => !document.querySelector(".side").checkVisibility());
  await board.choose("Time per move", "500");
  await board.press("Play move by move");
  await board.until(() => [...document.querySelectorAll(".presenter button")].some((button) => button.textContent === "Stop"));
  await board.until(() => document.querySelectorAll(".stone").length === 3);
  // It ends at the last move, and begins anew.
  await board.until(() => [...document.querySelectorAll(".presenter button")].some((button) => button.textContent === "Play move by move"));
  await board.page.keyboard.press("a");
  await board.until(() => document.querySelectorAll(".stone").length < 3);
  await board.until(() => document.querySelectorAll(".stone").length === 3);
  await board.page.keyboard.press("Escape");
  await board.until(() => document.querySelector(".side").checkVisibility());
});

test("the rules are shown with pictures, and lead to a game", async () => {
  const page = await browser.newPage();
  await page.goto(server.address);
  await page.waitForSelector(".cards .card", { visible: true });
  await page.$$eval(".cards .card", (cards) => cards.find((card) => card.textContent.includes("Learn")).click());
  await page.waitForSelector("dialog .tile");
  assert.ok((await page.$$("dialog .tile")).length >= 20);
  await page.click("dialog .tile[data-game=pente]");
  await page.waitForSelector(".lesson .mini");
  await page.$$eval("dialog button", (buttons) => buttons.find((button) => button.textContent === "Play it").click());
  await page.waitForSelector(".board .ground > *");
});

test("a link holds comments and drawings", async () => {
  const board = await open({ moves: "K10.L11" });
  await board.page.type(".notes textarea", "linked");
  await board.page.evaluate(() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; });
  await board.press("File");
  await board.press("Copy link");
  await board.until(() => window.copied);
  const address = await board.page.evaluate(() => window.copied);
  assert.match(address, /#z=/);
  const other = await browser.newPage();
  await other.goto(address);
  await other.waitForSelector(".board .ground > *");
  assert.equal(await other.$eval(".notes textarea", (field) => field.value), "linked");
  assert.deepEqual(board.errors, []);
});

test("a first lesson has five positions for captures", async () => {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(server.address);
  await page.waitForSelector(".cards .card", { visible: true });
  await page.$$eval(".cards .card", (cards) => cards.find((card) => card.textContent.includes("Learn")).click());
  await page.waitForSelector("dialog .tile");
  await page.click("dialog .tile[data-game=pente]");
  const board = new Board(page, { hexagon: false, side: 13, withoutI: true });
  board.page.on("pageerror", (error) => board.errors.push(error.message));
  await board.press("Exercise captures");
  await board.page.waitForSelector(".exercise:not([hidden])");
  await board.click("A1", { lies: false });
  await board.until(() => document.querySelector(".exercise").textContent.includes("A1 does not do it"));
  for (const [index, move] of ["J7", "H8", "G7", "H7", "J7"].entries()) {
    await board.until((index) => document.querySelector(".exercise").textContent.includes(`Exercise ${index + 1} of 5`), index);
    await board.click(move, { lies: false });
    await board.until(() => document.querySelector(".exercise .strong").textContent.startsWith("Right"));
    if (index === 4) await board.says("Black wins: captures");
    await board.press(index < 4 ? "Next" : "Done");
  }
  await board.page.waitForSelector(".cards .card", { visible: true });
  assert.deepEqual(board.errors, []);
});

test("the graph shows captures and phases", async () => {
  const board = await open({ moves: "K10.L10.A1.M10.N10.T19.L11.M12" });
  await board.until(() => document.querySelectorAll(".graph .capture.x").length === 1);
  assert.match(await board.page.$eval(".graph .capture.x title", (title) => title.textContent), /Black: N10, captures/);
  // The captures are those of the line, wherever in it one is.
  await board.page.keyboard.press("Home");
  await board.until(() => document.querySelector(".tree [aria-current]").textContent === "Start");
  assert.equal((await board.page.$$(".graph .capture.x")).length, 1);
  await board.press("Review");
  await board.press("Review the game");
  await board.until(() => document.querySelector(".graph .phase"));
  assert.match(await board.page.$eval(".graph svg", (chart) => chart.getAttribute("aria-label")), /move \d/);
  assert.deepEqual(board.errors, []);
});

test("the engine thinks during the turn of the person, if that is wanted", async () => {
  const board = await open({ game: "pente", size: 19 });
  const { page } = board;
  await page.evaluate(() => {
    const { send } = WebSocket.prototype;
    window.sent = [];
    WebSocket.prototype.send = function (text) { window.sent.push(JSON.parse(text)); return send.call(this, text); };
  });
  const pondering = () => page.evaluate(() => window.sent.filter(({ action, priority }) => action === "analyze" && priority === -1));
  await board.press("Play");
  await board.press("Start the game");
  await board.click("K10", { lies: false });
  await board.until(() => document.querySelectorAll(".tree .move").length === 3);
  assert.deepEqual(await pondering(), []);
  await board.press("Settings");
  await board.page.waitForSelector("dialog[open]");
  await page.evaluate(() => [...document.querySelectorAll("dialog label")].find(({ textContent }) => /also thinks/.test(textContent)).querySelector("input").click());
  await page.keyboard.press("Escape");
  await board.click("A19", { lies: false });
  await board.until(() => document.querySelectorAll(".tree .move").length === 5);
  const [search] = await pondering();
  assert.equal(search.moves.length, 4);
  const ended = (id) => window.sent.some(({ terminate_id }) => terminate_id === id);
  assert.ok(!(await page.evaluate(ended, search.id)));
  await board.click("T19", { lies: false });
  await board.until(ended, search.id);
});
