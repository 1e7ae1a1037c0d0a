// The package in node. NINUKI_WASM is its folder, NINUKI the program that is compared with it, NINUKI_FIRST the folder of the first
// modules of the static site, if they are built.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";

import { cases, hostile } from "./cases.mjs";

const folder = pathToFileURL(`${process.env.NINUKI_WASM}/`);
const { Ninuki } = await import(new URL("index.js", folder));
const { Engine } = await import(new URL("engine.js", folder));

test("everywhere", async (suite) => {
  const ninuki = await Ninuki.start({ hash: 8 });
  for (const [name, holds] of cases({ Ninuki })) await suite.test(name, () => holds(ninuki));
  await ninuki.close();
});

test("hostile messages", async () => {
  const worker = new Worker(new URL("worker.js?hash=4", folder));
  await hostile(worker, (take) => worker.on("message", take));
  await worker.terminate();
});

/** What a build answers to queries, by their ids. */
function answers(queries, options) {
  return new Promise((resolve, reject) => {
    const found = new Map();
    const answer = (text) => {
      const { id, nps, time_ms, ...rest } = JSON.parse(text);
      found.set(id, rest);
      if (found.size === queries.length) resolve(found);
    };
    const failed = (why) => reject(new Error(why));
    const started = Engine.start({ answer, failed, ...options });
    started.then((engine) => queries.forEach((query) => engine.take(JSON.stringify(query))), reject);
  });
}

/** The first position of each game that the signature is of. */
const positions = readFileSync(new URL("../../../search/src/signature/positions.txt", import.meta.url), "utf8");
const games = new Map(positions.trim().split("\n").map((line) => line.split(/ (.*)/)).reverse());
const queries = [...games].flatMap(([rules, moves]) => [
  { id: rules, rules, moves, depth: 6, own_table: true, lines: 2 },
  { id: `${rules} solved`, action: "solve", rules, moves, nodes: 2000 },
  { id: `${rules} threats`, action: "threats", rules, moves },
  { id: `${rules} state`, action: "position", rules, moves },
]).concat([
  { id: "shortest", action: "solve", rules: "freestyle", moves: "h8 a1 i8 a3 j8 a5", shortest: true },
  { id: "review", action: "review", rules: "pente", moves: "K10 L9 N10 M11 K7", nodes: 500 },
  { id: "balance", action: "balance", rules: "standard", size: 9, moves: "e5", depth: 2, lines: 9 },
  { id: "own", rules_text: 'name = "mine"\nbase = "pente"', moves: "K10 L9", nodes: 1000, own_table: true },
  { id: "large", rules: "ndengrod", size: 9, moves: "d4", nodes: 1000, own_table: true },
  { id: "pixels", action: "picture", rules: "pente", moves: "K10", kind: "png", width: 200 },
  { id: "stuck", rules: "ndengrod", size: 7, moves: "d4", nodes: 1000, own_table: true },
]);

/** What the program for this machine answers. */
function native() {
  const input = queries.map((query) => `${JSON.stringify(query)}\n`).join("");
  const { stdout, status } = spawnSync(process.env.NINUKI, ["analysis"], { input, encoding: "utf8", maxBuffer: 2 ** 28 });
  assert.equal(status, 0);
  return new Map(stdout.trim().split("\n").map((line) => {
    const { id, nps, time_ms, ...rest } = JSON.parse(line);
    return [id, rest];
  }));
}

/** What the small builds have, too: neither games of one's own, nor pictures of pixels, nor large hexagons. */
const isSmall = ({ rules_text, size, kind }) => !rules_text && !kind && !(size > 7);

const modules = readdirSync(folder).filter((name) => name.endsWith(".wasm"));
assert.ok(modules.includes("ninuki-simd.wasm") && modules.includes("ninuki-full-simd.wasm"));
const first = process.env.NINUKI_FIRST ?? "";
const firsts = first ? readdirSync(first).filter((name) => name.endsWith(".wasm")) : [];
for (const name of [...modules, ...firsts]) {
  const asked = name.includes("full") ? queries : queries.filter(isSmall);
  const read = (file) => readFile(firsts.includes(file) ? join(first, file) : new URL(file, folder));
  test(`${name} answers as the program does, left and returned to at every look at the clock`, async () => {
    const [expected, found] = [native(), await answers(asked, { name, slice: 0, read })];
    for (const { id } of asked) assert.deepEqual(found.get(id), expected.get(id), id);
  });
}

test("a review has its moves as they are judged", async () => {
  const ninuki = await Ninuki.start({ hash: 1 });
  const review = ninuki.review({ rules: "pente", moves: "K10 L9 N10 M11 K7", nodes: 100, report_moves: true });
  const reported = [];
  for await (const { partial, moves } of review) if (partial) reported.unshift(...moves);
  assert.deepEqual(reported, (await review).moves);
  assert.equal(reported.length, 5);
  await ninuki.close();
});

test("what a small build leaves out is refused by name", async () => {
  const left = [
    { id: 1, rules_text: 'name = "mine"\nbase = "pente"' },
    { id: 2, rules: "ndengrod", size: 9 },
    { id: 3, action: "picture", kind: "png" },
    { id: 4, action: "convert", from: "rif", to: "sgf", text: "<database/>" },
    { id: 5, action: "convert", from: "txt", to: "db", text: "h8 i9", rules: "freestyle" },
  ];
  const found = await answers(left, { name: "ninuki-simd.wasm" });
  assert.deepEqual(left.map(({ id }) => found.get(id).field), ["rules_text", "size", "kind", "text", "to"]);
  for (const { id } of left) assert.match(found.get(id).error, /disabled in this build|allowed is 3, 4, 5, 6, 7$/);
});

test("weights that cannot be read are an error of the query", async () => {
  const read = async (name) => {
    if (name.startsWith("weights/")) throw new Error("not there");
    return readFile(new URL(name, folder));
  };
  const all = [{ id: 1, rules: "pente", nodes: 10 }, { id: 2, action: "position", rules: "pente" }, { id: 3, rules: "renju" }];
  const found = await answers(all, { read });
  assert.deepEqual([1, 3].map((id) => found.get(id).field), ["rules", "rules"]);
  assert.match(found.get(1).error, /^the weights of pente cannot be read: not there/);
  const damaged = async (name) => (name.startsWith("weights/") ? new Uint8Array(100) : read(name));
  assert.match((await answers(all, { read: damaged })).get(1).error, /^no weights/);
});

test("an engine that fails says so once, and takes nothing any more", async () => {
  const failures = [];
  const read = async (name) => (name.startsWith("weights/") ? -1 : readFile(new URL(name, folder)));
  const engine = await Engine.start({ answer: assert.fail, failed: (why) => failures.push(why), read });
  engine.take('{"id":1,"rules":"pente","nodes":10}');
  await setTimeout(100);
  engine.take('{"id":2,"action":"query_version"}');
  assert.equal(failures.length, 1);
});

test("a worker without a module says so", async () => {
  const empty = mkdtempSync(join(tmpdir(), "worker-"));
  for (const file of ["engine.js", "files.js", "worker.js", "package.json"]) copyFileSync(new URL(file, folder), join(empty, file));
  const worker = new Worker(join(empty, "worker.js"));
  worker.postMessage('{"id":0}');
  const [answer] = await once(worker, "message");
  assert.match(JSON.parse(answer).error, /^the engine cannot start: /);
  worker.postMessage('{"id":1}');
  assert.equal((await once(worker, "message"))[0], answer);
  await worker.terminate();
  rmSync(empty, { recursive: true });
});

/** The names of the methods that a class has in a declaration. */
function declared(name) {
  const text = readFileSync(new URL("index.d.ts", folder), "utf8");
  const body = text.split(`export class ${name} {`)[1].split("\n}")[0];
  return new Set([...body.matchAll(/^  (?:static )?(\w+)(?:<.*>)?\(/gm)].map(([, method]) => method));
}

test("declarations have the methods of the classes", () => {
  const methods = new Set([...Object.getOwnPropertyNames(Ninuki), ...Object.getOwnPropertyNames(Ninuki.prototype)]);
  for (const name of ["length", "name", "prototype", "constructor"]) methods.delete(name);
  assert.deepEqual([...declared("Ninuki")].sort(), [...methods].sort());
});

test("the script of a worker may be relative to the working directory", async () => {
  const from = process.cwd();
  process.chdir(fileURLToPath(folder));
  const ninuki = await Ninuki.start({ hash: 1, url: "./worker.js" });
  process.chdir(from);
  await ninuki.close();
});

test("a worker that ends fails all queries", async () => {
  const empty = mkdtempSync(join(tmpdir(), "worker-"));
  writeFileSync(join(empty, "worker.js"), "process.exit();");
  await assert.rejects(Ninuki.start({ url: pathToFileURL(join(empty, "worker.js")) }), /the worker has ended/);
  rmSync(empty, { recursive: true });
});

test("scripts have the expressions that bundlers look for", () => {
  const index = readFileSync(new URL("index.js", folder), "utf8");
  assert.match(index, /new Worker\(new URL\("\.\/worker\.js", import\.meta\.url\), \{ type: "module" \}\)/);
  for (const file of ["index.js", "worker.js", "engine.js"]) {
    const text = readFileSync(new URL(file, folder), "utf8");
    assert.doesNotMatch(text, /import\("node:/, `${file} has an import that bundlers follow`);
    assert.doesNotMatch(text, /^(const .* = )?await /m, `${file} cannot be a classic script`);
  }
});

test("the examples of the book print what the book says", () => {
  const page = readFileSync(new URL("../../../docs/src/javascript.md", import.meta.url), "utf8");
  const examples = [...page.matchAll(/```javascript\n(.*?)```.*?```text\n(.*?)```/gs)];
  assert.equal(examples.length, 3);
  const project = mkdtempSync(join(tmpdir(), "example-"));
  mkdirSync(join(project, "node_modules"));
  symlinkSync(fileURLToPath(folder), join(project, "node_modules/ninuki"));
  for (const [, example, expected] of examples) {
    writeFileSync(join(project, "example.mjs"), example);
    const { stdout, stderr } = spawnSync(process.execPath, ["example.mjs"], { cwd: project, encoding: "utf8" });
    assert.equal(stderr, "");
    assert.equal(stdout, expected);
  }
  rmSync(project, { recursive: true });
});
