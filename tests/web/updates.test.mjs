// New versions of the installed page are told, and loaded when a person wants them.

import assert from "node:assert/strict";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Board, launch, serve } from "./harness.mjs";

const PAGE = fileURLToPath(new URL("../../frontend/web/page", import.meta.url));
const SITE = fileURLToPath(new URL("../../frontend/web/site", import.meta.url));

let browser, folder, server;
before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), "ninuki-page-"));
  await cp(PAGE, folder, { recursive: true });
  await writeFile(join(folder, "config.js"), 'export const engine = { kind: "socket", path: "engine" };\nexport const offline = "offline.js";\n');
  await publish("one");
  const { PAGE: usual } = process.env;
  process.env.PAGE = folder;
  server = await serve();
  if (usual === undefined) delete process.env.PAGE;
  else process.env.PAGE = usual;
});
after(async () => {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true });
});

/** Publishes a version whose title is its name, as `package/site.sh` makes it. @param {string} version */
async function publish(version) {
  const index = await readFile(join(folder, "index.html"), "utf8");
  await writeFile(join(folder, "index.html"), index.replace(/<title>.*<\/title>/, `<title>${version}</title>`));
  const files = (await readdir(folder)).filter((file) => file !== "offline.js").map((file) => `./${file}`);
  await writeFile(join(folder, "offline.js"), `const version = "${version}";\nconst files = ${JSON.stringify(["./", ...files])};\n${await readFile(join(SITE, "offline.js"), "utf8")}`);
}

test("a new version is told, and loaded by a click; the game stays", async () => {
  const board = await Board.open(browser, server.address, { moves: "K10.L11" });
  await board.until(() => navigator.serviceWorker.controller);
  assert.equal(await board.page.title(), "one");
  const update = () => document.querySelector("nav .primary").checkVisibility();
  assert.equal(await board.page.evaluate(update), false);
  await board.click("G10");
  await publish("two");
  await board.page.evaluate(async () => { await (await navigator.serviceWorker.ready).update(); });
  await board.until(update);
  assert.equal(await board.page.title(), "one");
  // A reload forces nothing.
  await board.page.reload();
  await board.until(update);
  assert.equal(await board.page.title(), "one");
  await board.press("Update");
  await board.until(() => document.title === "two" && document.querySelectorAll(".stone").length === 3);
  await board.until(() => !document.querySelector("nav .primary").checkVisibility());
  assert.deepEqual(await board.page.evaluate(() => caches.keys()), ["two"]);
  assert.deepEqual(board.errors, []);
});
