// Large files of many games: where their games begin, and how they are opened.

import assert from "node:assert/strict";
import { test } from "node:test";

import { cut } from "../../frontend/web/page/many.js";
import { fixture, open } from "./harness.mjs";

fixture();

/** The games into which a text is cut; null if it cannot be. */
async function games(text, format) {
  const many = await cut(new Blob([text]), format);
  if (!many) return null;
  const bytes = await Promise.all(Array.from({ length: many.total }, (_, index) => many.bytes(index + 1, 1)));
  return bytes.map((part) => new TextDecoder("latin1").decode(part).trim());
}

test("games of SGF begin outside of values and variations", async () => {
  const whole = ["(;GM[4]C[a \\] (;FF[4] b];B[hh](;W[ii])(;W[jj]))", "( ;B[aa])", "(;B[bb]"];
  assert.deepEqual(await games(`not yet ${whole.join("\n")}(;FF[4]C[x])`, "sgf"), [...whole, "(;FF[4]C[x])"], "a root ends a game without an end");
  // The second byte of this character of GBK is a bracket.
  const gbk = Uint8Array.from([..."(;GM[4]CA[gbk]PB["].map((char) => char.charCodeAt(0)).concat([0x8d, 0x5d, 0x8d, 0x5b], [..."];B[hh])(;GM[4];B[aa])"].map((char) => char.charCodeAt(0))));
  assert.deepEqual((await games(gbk, "sgf"))?.map((game) => game.length), [29, 14]);
});

test("games of PGN begin with a tag after moves, those of lists with a line", async () => {
  const whole = ['[Game "Pente"]\n[A "b"]\n\n1. K10 {\n[Game "no"] } L10\n% [Game', '[Game "Pente"]', '[Game "x"]\n\n1. A1 ;[Game'];
  assert.deepEqual(await games(`\u{FEFF}${whole.join("\n")}\n`, "pgn"), whole);
  assert.deepEqual(await games("# no game\nK10 L9\n\n  K10 L10\r\n", "txt"), ["K10 L9", "K10 L10"]);
  assert.equal(await games("# a game\nboardsize 15\nplay B h8\n", "txt"), null, "commands need those before them");
  assert.equal(await games("x", "lib"), null);
});

test("the cut does not depend on the parts in which a file is read", async () => {
  const game = "(;FF[4]GM[4]SZ[15]RU[renju]C[\\]\\\\];B[hh];W[ig])\n";
  for (const before of [0, 1, 2, 3, 20, 40, 50]) {
    const filler = " ".repeat((1 << 20) - before);
    assert.deepEqual((await games(`${filler}${game}${game}`, "sgf"))?.length, 2, String(before));
  }
});

/** Drops a file of parts, each as often as its number says. */
const dropMany = (board, name, parts) => board.page.evaluate((name, parts) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File(parts.flatMap(([text, times]) => Array(times).fill(text)), name));
  document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
}, name, parts);

const black = (board, name) => board.until((name) => document.querySelector(".player.x .name")?.textContent === name, name);
const number = (board, value) => board.page.$eval(".games input", (input, value) => { input.value = value; input.dispatchEvent(new Event("change")); }, value);

test("a file of 100 MB is opened game by game, with its progress", async () => {
  const board = await open();
  await board.press("File");
  const game = (name, moves) => `(;FF[4]GM[4]SZ[15]RU[freestyle]PB[${name}]PW[Bob]C[${"x".repeat(20_000)}]${moves})\n`;
  const filler = game("Eve", ";B[hh];W[ig]");
  const times = Math.ceil(100e6 / filler.length);
  await board.page.evaluate(() => {
    window.parts = [];
    new MutationObserver(() => { const bar = document.querySelector(".toast progress"); if (bar) window.parts.push(bar.value); }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await dropMany(board, "large.sgf", [[game("Ann", ";B[hh]"), 1], [filler, times], [game("Gus", ";B[hh];W[ig];B[jj]"), 1]]);
  await black(board, "Ann");
  await board.until((all) => document.querySelector(".games").textContent.includes(`of ${all}`), times + 2);
  const parts = await board.page.evaluate(() => window.parts);
  assert.ok(parts.length > 20 && parts.every((part, index) => !index || part >= parts[index - 1]), "the bar goes on");
  await number(board, times + 2);
  await black(board, "Gus");
  await board.until((all) => document.querySelector(".games select").value === String(all), times + 2);
  assert.equal((await board.moves()).length, 4, "with the start");
  await board.choose("Games in this file", String(times + 1));
  await black(board, "Eve");
  assert.deepEqual(board.errors, []);
});

test("each game of a file with more games than the engine lists can be opened", async () => {
  const board = await open();
  await board.press("File");
  const tags = (name) => `[Game "Pente"]\n[Player 1 Name "${name}"]\n[Player 2 Name "Bob"]\n\n1. K10 L9 2. K13\n\n`;
  await dropMany(board, "cup.pgn", [[tags("Ann"), 1], [tags("Eve"), 1200], [tags("Gus"), 1]]);
  await black(board, "Ann");
  await board.until(() => document.querySelector(".games").textContent.includes("of 1202"));
  await number(board, 1202);
  await black(board, "Gus");
  // Tables before the games of a database belong to each of them.
  const row = (id, black) => `<game id="${id}" black="${black}" white="2" bresult="1"><move>h8 i9 j10</move></game>\n`;
  await dropMany(board, "net.rif", [['<database><players><player id="1" name="Ann" surname="A"/><player id="2" name="Bob" surname="B"/><player id="3" name="Ida" surname="C"/></players><games>\n', 1], [row(7, 1), 1100], [row(8, 3), 1], ["</games></database>\n", 1]]);
  await board.until(() => document.querySelector(".games").textContent.includes("of 1101"));
  await number(board, 1101);
  await board.until(() => /Ida/.test(document.querySelector(".player.x .name").textContent));
  assert.deepEqual(board.errors, []);
});

test("a large file whose games cannot be told apart changes nothing, and the message says what reads it", async () => {
  const board = await open({ moves: "K10.L11" });
  await dropMany(board, "tree.lib", [["x".repeat(1 << 20), 3]]);
  await board.until(() => /larger than 2\.9 MB.*ninuki library import/.test(document.querySelector(".toast").textContent));
  assert.equal((await board.moves()).length, 3, "with the start");
});
