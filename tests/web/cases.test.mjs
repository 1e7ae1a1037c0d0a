// The records that the command line, the service, Python and the board read alike.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { fixture, open, sleep } from "./harness.mjs";

fixture();

const { records } = JSON.parse(await readFile(new URL("../cases/cases.json", import.meta.url), "utf8"));

for (const { name, file, bytes, options = {}, size, plies, sgf } of records) {
  test(`on the board: ${name}`, async () => {
    const { rules, ...how } = options;
    // A record that names no game is read as that of the board.
    const board = await open({ game: rules ?? "pente", size: rules ? size : 19 });
    await board.drop(file, Buffer.from(bytes, "latin1"));
    await board.until((file) => document.querySelector(".toast").textContent.includes(file), file);
    if (Object.keys(how).length) {
      const way = JSON.stringify("encoding" in how ? { encoding: how.encoding.toUpperCase() } : how);
      await board.press("File");
      await board.choose("Read as", way);
    }
    await board.until((plies) => document.querySelectorAll(".tree .move").length >= plies, plies);
    let [written, missing] = ["", sgf];
    // Read in another way, it takes a moment.
    for (let tries = 0; tries < 20 && missing.length; tries += 1) {
      const [[, saved]] = await board.saved(() => board.page.keyboard.press("s"), 1);
      written = saved.replaceAll("\n", "");
      missing = sgf.filter((part) => !written.includes(part));
      if (missing.length) await sleep(100);
    }
    assert.deepEqual(missing, [], written);
    assert.deepEqual(board.errors, []);
  });
}
