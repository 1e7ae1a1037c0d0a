// Certificates on the board: opened in their compressed form, and played against.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import { fixture, ninuki, open } from "./harness.mjs";

fixture();

/** The compressed certificate of a win of Black in some 20 plies. */
async function certificate() {
  const folder = await mkdtemp(join(tmpdir(), "proof"));
  try {
    const file = join(folder, "win.ncert");
    await promisify(execFile)(ninuki, ["solve", "--rules", "freestyle", "--moves", "h8 a1 j8 c1 h10 e1", "--time", "60000", "--proof", file]);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The plies that the proof still allows. */
const left = (board) => board.page.$eval("#panel-proof .left", (element) => Number(/\d+/.exec(element.textContent)?.[0]));

test("a compressed certificate is opened, and its win played against until it is on the board", async () => {
  const bytes = await certificate();
  const board = await open({ game: "pente", size: 19 });
  await board.drop("damaged.ncert", bytes.subarray(0, bytes.length / 2));
  await board.until(() => document.querySelector(".toast.error")?.textContent.includes("damaged"));
  await board.drop("win.ncert", bytes);
  await board.until(() => document.querySelector(".toast.info")?.textContent.includes("Verified"));
  assert.deepEqual([await board.stones("x"), await board.stones("o")], [3, 3]);
  const whole = await left(board);
  await board.page.$$eval("#panel-proof label", (labels) => labels.find((label) => label.textContent === "Play against it").click());
  board.shape = { hexagon: false, side: 15, withoutI: false };
  let before = whole;
  for (const reply of ["o15", "o13", "o11", "o9", "o7", "o5", "o3", "n14", "n12", "n1", "l1", "m15"]) {
    // The move of the proof comes at once.
    await board.until((count) => document.querySelectorAll(".stone.x:not(.leaves)").length > count, await board.stones("o"));
    if (!(await board.page.$("#panel-proof .left"))) break;
    const now = await left(board);
    assert.ok(now < before, `${now} after ${before}`);
    before = now;
    await board.click(reply, { lies: false });
  }
  await board.says("Black wins");
  assert.deepEqual(board.errors, []);
});
