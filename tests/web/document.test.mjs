// The document without a browser: its history, its pieces, its drawings; and the texts of the page in all languages.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { applied, changedPieces, createHistory, difference, fileName, isWhole, PIECE, pieces, ratesOf, withRates } from "../../frontend/web/page/document.js";
import { longest } from "../../frontend/web/page/lines.js";
import { packed, unpacked } from "../../frontend/web/page/link.js";
import * as marks from "../../frontend/web/page/marks.js";
import { captures, phases } from "../../frontend/web/page/phases.js";
import { numbered, parts, variations } from "../../frontend/web/page/print.js";
import { changed, format, parse } from "../../frontend/web/page/position-text.js";
import { errorText, languages, speak, t } from "../../frontend/web/page/texts.js";
import { branches, colors, layout } from "../../frontend/web/page/tree-layout.js";
import * as trees from "../../frontend/web/page/tree.js";

/** A board as the engine describes it. */
const board = (side) => ({
  shape: "rectangle",
  points: Array.from({ length: side * side }, (_, index) => ({ name: `${"ABCDEFGHJKLMNOPQRST"[index % side]}${side - Math.floor(index / side)}`, x: index % side, y: Math.floor(index / side) })),
});

const NOBODY = {};
const content = (tree, at = 0, about = NOBODY) => ({ tree, at, about, result: null });

test("every change is undone and done again, in order", () => {
  const history = createHistory();
  const states = [content(trees.empty())];
  const next = (made) => {
    assert.ok(history.record(states.at(-1), made, 10_000 * states.length));
    states.push(made);
  };
  const [line, end] = trees.addLine(states[0].tree, 0, ["K10", "L11", "G10"]);
  next(content(line, end));
  next(content(trees.change(line, { [end]: { quality: "!" } }), end));
  next(content(trees.change(states.at(-1).tree, { [end]: { properties: { TR: ["aa"] } } }), end));
  next(content(trees.remove(states.at(-1).tree, 2), 1));
  next(content(trees.add(states.at(-1).tree, 1, "M12")[0], 4));
  next(content(states.at(-1).tree, 4, { players: ["Ann", "Bob"] }));
  let now = states.at(-1);
  const without = (tree) => { const end = tree.findLastIndex((node) => node); return tree.slice(0, end + 1); };
  for (const before of states.slice(0, -1).reverse()) {
    now = history.undo(now);
    assert.deepEqual(without(now.tree), without(before.tree));
    assert.deepEqual([now.at, now.about], [before.at, before.about]);
  }
  assert.equal(history.undo(now), null);
  for (const after of states.slice(1)) {
    now = history.redo(now);
    assert.deepEqual(without(now.tree), without(after.tree));
  }
  assert.equal(history.redo(now), null);
});

test("typed letters are one step, and a new change forgets what was undone", () => {
  const history = createHistory();
  const start = content(trees.addLine(trees.empty(), 0, ["K10"])[0], 1);
  let now = start;
  for (const [index, comment] of ["g", "go", "goo", "good"].entries()) {
    const next = content(trees.change(now.tree, { 1: { comment } }), 1);
    history.record(now, next, 1000 + 100 * index);
    now = next;
  }
  assert.deepEqual(history.sizes(), [1, 0]);
  const back = history.undo(now);
  assert.equal(back.tree[1].comment, undefined);
  assert.deepEqual(history.sizes(), [0, 1]);
  history.record(back, content(trees.add(back.tree, 1, "L11")[0], 2), 9000);
  assert.deepEqual(history.sizes(), [1, 0]);
});

test("numbers of nodes are not used again", () => {
  const history = createHistory();
  const start = content(trees.empty());
  const one = content(...trees.add(start.tree, 0, "K10"));
  history.record(start, one, 0);
  const back = history.undo(one);
  const [tree, id] = trees.add(back.tree, 0, "L11");
  assert.equal(id, 2);
  assert.ok(isWhole(tree));
});

test("a history has bounds, and a difference of nothing is none", () => {
  const history = createHistory(3);
  let now = content(trees.empty());
  for (const move of ["A1", "B1", "C1", "D1", "E1"]) {
    const next = content(...trees.add(now.tree, now.at, move));
    history.record(now, next, 0);
    now = next;
  }
  assert.deepEqual(history.sizes(), [3, 0]);
  assert.equal(difference(now, { ...now, at: 0 }, 0), null);
});

test("one letter in a tree of 40,000 nodes takes less than 8 ms", () => {
  let tree = [{ parent: null, move: "", children: [] }];
  for (let id = 1; id < 40_000; id += 1) {
    const parent = Math.floor((id - 1) / 3);
    tree.push({ parent, move: "K10", children: [] });
    tree[parent].children.push(id);
  }
  const history = createHistory();
  let now = content(tree, 39_999);
  const times = [];
  for (let count = 0; count < 50; count += 1) {
    const began = performance.now();
    const next = content(trees.change(now.tree, { 39_999: { comment: "x".repeat(count + 1) } }), 39_999);
    history.record(now, next, count);
    assert.deepEqual(changedPieces(now.tree, next.tree), [Math.floor(39_999 / PIECE)]);
    times.push(performance.now() - began);
    now = next;
  }
  times.sort((one, other) => one - other);
  assert.ok(times[25] < 8, `${times[25].toFixed(1)} ms`);
});

test("pieces are put together again, damaged ones are noticed", () => {
  const [tree] = trees.addLine(trees.empty(), 0, Array.from({ length: 1300 }, (_, index) => `M${index}`));
  const all = pieces(tree);
  assert.equal(all.length, 3);
  assert.ok(isWhole(all.flat()));
  assert.ok(!isWhole([...all[0], ...all[2]]));
  assert.ok(!isWhole(all[1]));
  assert.deepEqual(changedPieces(null, tree), [0, 1, 2]);
  assert.deepEqual(changedPieces(tree, trees.add(tree, 1300, "L1")[0]), [2]);
});

test("a list of nodes keeps every property and set-up", () => {
  const list = [{ properties: { BR: ["5d"], XX: ["a\\]b"] }, comment: "root" }, { parent: 0, move: "K10", properties: { BL: ["300"] } }, { parent: 1, set_up: [["A1", "x"]], to_move: "o" }, { parent: 2, move: "L11", labels: [["K10", "A"]] }];
  assert.deepEqual(trees.toList(trees.fromList(list)), list);
  const tree = trees.fromList(list);
  assert.deepEqual([trees.base(tree, 3), trees.moves(tree, 3), trees.base(tree, 1), trees.moves(tree, 1)], [2, ["L11"], 0, ["K10"]]);
});

test("positions are read and written", () => {
  const text = "5/1x2o/5/5/x4 o 2 0";
  const points = board(5);
  assert.equal(format(parse(text, points), points), text);
  assert.equal(changed(text, points, [["B4", null], ["C3", "o"]], "x"), "5/4o/2o2/5/x4 x 2 0");
});

test("drawings are those of SGF", () => {
  const points = board(19);
  const node = { parent: 0, move: "K10", children: [], properties: { TR: ["aa"], CR: ["aa:bb"], AR: ["aa:ss"], LN: ["ab:cd"], MN: ["1"] } };
  const { shapes, arrows } = marks.drawings(node, points);
  assert.deepEqual(shapes.map(({ kind, name }) => `${kind} ${name}`).sort(), ["circle A18", "circle A19", "circle B18", "circle B19", "triangle A19"]);
  assert.deepEqual(arrows, [{ from: "A19", to: "T1", headed: true }, { from: "A18", to: "C16", headed: false }]);
  const drawn = marks.withShape(node, points, "square", "A19");
  assert.deepEqual([drawn.properties.SQ, drawn.properties.TR], [["aa"], undefined]);
  assert.deepEqual(marks.withArrow({ ...node, ...drawn }, points, "A19", "T1").properties.AR, undefined);
  assert.deepEqual(marks.withoutDrawings(node), { labels: [], marked: false, properties: { MN: ["1"] } });
  assert.deepEqual(marks.withShape(node, points, "cross", "K10"), { marked: true });
});

test("labels and numbers", () => {
  const node = { parent: 0, move: "K10", children: [], labels: [["A1", "A"], ["B1", "C"]] };
  assert.equal(marks.nextLabel(node, "letter"), "B");
  assert.equal(marks.nextLabel(node, "number"), "1");
  assert.deepEqual(marks.withLabel(node, "A1", "A").labels, [["B1", "C"]]);
  const way = [{}, {}, { properties: { MN: ["1"] } }, {}];
  assert.deepEqual(marks.numbers(way), [null, null, 1, 2]);
  assert.deepEqual(marks.numbers([{}, {}]), [1, 2]);
  assert.equal(marks.unescaped(marks.escaped("a]b\\c")), "a]b\\c");
});

test("win rates are kept in a property, and read from it", () => {
  const [tree] = trees.addLine(trees.empty(), 0, ["K10", "L11"]);
  const rated = withRates(tree, new Map([[1, { rate: 0.612 }]]));
  assert.deepEqual([rated[1].properties, rated[2].properties], [{ SBKV: ["61.2"] }, undefined]);
  assert.deepEqual([...ratesOf(rated)], [[1, { rate: 0.612, depth: 0 }]]);
  assert.equal(ratesOf([{ properties: { SBKV: ["what"] } }]).size, 0);
});

test("a link holds a whole document, and damaged links are none", async () => {
  const list = [{ comment: "root" }, { parent: 0, move: "K10", labels: [["A1", "A"]] }, { parent: 1, move: "L11", properties: { TR: ["aa"] } }, { parent: 1, move: "M12", quality: "?" }];
  const text = await packed({ setup: { rules: "pente", size: 19 }, about: { players: ["Ann", "Bob"] }, tree: trees.fromList(list), at: 3 });
  assert.match(text, /^[\w-]+$/);
  const found = await unpacked(text);
  assert.deepEqual([trees.toList(found.tree), found.tree[found.at].move, found.about.players], [list, "M12", ["Ann", "Bob"]]);
  for (const damaged of ["", "abc", text.slice(0, -9), "!!!"]) assert.equal(await unpacked(damaged), null);
  const [long] = trees.addLine(trees.empty(), 0, Array.from({ length: 2000 }, (_, index) => `K${index % 19}`));
  assert.ok((await packed({ setup: { rules: "pente" }, about: {}, tree: long, at: 0 })).length < 12_000);
});

test("the longest known line of each move is kept", () => {
  const known = new Map();
  const shown = (...lines) => longest(lines.map((pv) => ({ pv, winrate: 0.5, score: { cp: 0 } })), known).map(({ pv }) => pv.join(" "));
  assert.deepEqual(shown(["K10", "L11", "M12"], ["G7"]), ["K10 L11 M12", "G7"]);
  assert.deepEqual(shown(["G7", "H8"], ["K10"]), ["G7 H8", "K10 L11 M12"], "a first move alone goes on as before");
  assert.deepEqual(shown(["K10", "L11"]), ["K10 L11 M12"], "so does a part of a line");
  assert.deepEqual(shown(["K10", "N9"]), ["K10 N9"], "another line replaces it");
});

test("a game has phases by its win rates", () => {
  const short = (rates) => phases(rates).map(({ kind, from, to, ahead }) => `${kind} ${from}-${to} ${ahead}`);
  assert.deepEqual(short([0.5, 0.55, 0.5, 0.75, 0.25, 0.95, 0.97]), ["even 0-3 x", "fight 3-5 x", "decided 5-6 x"]);
  // One that comes back is not decided, one that is lost at once has no fight.
  assert.deepEqual(short([0.5, 0.95, 0.5, 0.4, 0.45]), ["even 0-1 x", "fight 1-4 o"]);
  assert.deepEqual(short([0.5, 0.5, 0.4, 0.02, 0.01]), ["even 0-3 o", "decided 3-4 o"]);
  assert.deepEqual(short([0.5, undefined, 0.5, 0.5, undefined, 0.45, 0.5]), ["even 0-6 o"]);
  assert.deepEqual(short([0.5, undefined, 0.95, undefined, 0.96]), [], "too little is known");
});

test("captures have the places of their moves", () => {
  const moves = [{ move: "K10", captured: [] }, { move: "L10", captured: ["M10", "N10"] }];
  assert.deepEqual(captures(moves, 2), [{ ply: 2, move: "L10", captured: ["M10", "N10"] }]);
  assert.deepEqual(captures(moves, 5).map(({ ply }) => ply), [5], "after a set-up");
});

test("a printed game has parts, numbers and variations", () => {
  const moves = ["K10", "L10", "A1", "M10", "N10", "L10", "swap"];
  const [line, end] = trees.addLine(trees.empty(), 0, moves);
  const ids = trees.line(line, end);
  const ends = (tree, wanted) => parts(tree, ids, wanted).map(({ from, to }) => `${from}-${to}`);
  assert.deepEqual(ends(line, { every: 3, notes: true }), ["1-3", "4-6", "7-7"]);
  const noted = trees.change(line, { 2: { comment: "here" }, 5: { properties: { TR: ["aa"] } } });
  assert.deepEqual(ends(noted, { every: Infinity, notes: true }), ["1-2", "3-5", "6-7"]);
  assert.deepEqual(ends(noted, { every: Infinity, notes: false }), ["1-7"]);
  assert.deepEqual(parts(trees.empty(), [0], { every: 5, notes: true }), [{ from: 1, to: 0 }]);
  // L10 was captured and played again, M10 is gone, a swap has no stone.
  const { texts, others } = numbered(line, ids, { from: 1, to: 7 }, new Set(["K10", "A1", "N10", "L10"]));
  assert.deepEqual([...texts].sort(), [["A1", "3"], ["K10", "1"], ["L10", "6"], ["N10", "5"]]);
  assert.deepEqual(others, [[2, "L10"], [4, "M10"]]);
  let [tree, at] = trees.addLine(line, ids[1], ["G10", "H11", "J12"]);
  [tree] = trees.addLine(tree, trees.node(tree, at).parent, ["J13", "K14"]);
  tree = trees.change(tree, { [at]: { comment: "good\nmove", quality: "!" } });
  assert.deepEqual(variations(tree, ids[2], 2, { left: 100 }), ["2. G10 H11 J12! – good move (4. J13 K14)"]);
  assert.deepEqual(variations(tree, ids[2], 2, { left: 2 }), ["2. G10 H11 …"]);
  assert.deepEqual(variations(tree, ids[3], 3, { left: 9 }), []);
});

test("a graph of a tree has a place for each node, and no way crosses one", () => {
  let tree = trees.addLine(trees.empty(), 0, Array.from({ length: 40 }, (_, index) => `m${index}`))[0];
  // Variations everywhere, of variations too.
  for (let count = 0; count < 300; count += 1) [tree] = trees.addLine(tree, (count * 7919) % tree.length, Array.from({ length: 1 + (count % 9) }, (_, index) => `v${count}-${index}`));
  const { row, column, lines, rows } = layout(tree, new Set());
  const taken = new Map(tree.map((_, id) => [`${row[id]} ${column[id]}`, id]));
  assert.equal(taken.size, tree.length);
  for (const { ids, row: own, start, above } of lines) {
    assert.ok(ids.every((id, index) => row[id] === own && column[id] === start + index));
    for (let between = above + 1; above >= 0 && between < own; between += 1) assert.ok(!taken.has(`${between} ${start - 1}`), `${start} ${between}`);
  }
  assert.ok(rows < lines.length, `${rows} rows for ${lines.length} lines`);
  const all = layout(tree, new Set(branches(tree)));
  assert.deepEqual([all.lines.length, all.rows, all.row.filter((place) => place >= 0).length], [1, 1, 41]);
  const one = layout(tree, new Set([branches(tree)[0]]));
  assert.ok(one.lines.length < lines.length && one.lines.length > 1);
});

test("the stones of a graph have their colours, after a swap and a set-up too", () => {
  let [tree, at] = trees.addLine(trees.empty(), 0, ["a", "b", "swap", "c", "d"]);
  assert.equal([1, 2, 4, 5].map(colors(tree, "x")).join(""), "xoxo");
  tree = trees.change(tree, { [at]: { set_up: [["e", "x"]], to_move: "x" } });
  [tree, at] = trees.addLine(tree, at, ["f", "g"]);
  assert.equal([6, 7].map(colors(tree, "o")).join(""), "xo");
});

test("names of files come from the game", () => {
  assert.equal(fileName({ about: { players: ["Ann", "B/b"], date: "2026-11-20" }, game: "pente", date: "2026-11-27" }, "sgf"), "Ann - B_b 2026-11-20.sgf");
  assert.equal(fileName({ about: {}, game: "renju", date: "2026-11-27" }, "png"), "renju 2026-11-27.png");
});

test("the step after an undo is applied to the same content", () => {
  const before = content(trees.empty());
  const after = content(...trees.add(before.tree, 0, "K10"));
  const step = difference(before, after, 0);
  assert.deepEqual(applied(before, step, 1).tree, after.tree);
});

const PAGE = "../../frontend/web/page";

/** The forms of a text. */
const forms = (text) => (typeof text === "string" ? [text] : Object.values(text));
const holes = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();

/** Tables whose English texts come from the engine, or which a language need not change. */
const LOOSE = ["games", "openings", "openingRules", "flags", "values", "errors", "keyNames", "tiles"];
const TABLES = [...LOOSE, "reasons", "levels", "choices", "lessons", "grounds"];

for (const code of Object.keys(languages).filter((known) => known !== "en")) {
  test(`no message lacks in ${code}, and each has the same values in it`, async () => {
    const { en } = await import(`${PAGE}/texts-en.js`);
    const language = (await import(`${PAGE}/texts-${code}.js`)).default;
    const plurals = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(en)) {
      if (TABLES.includes(key)) {
        if (!LOOSE.includes(key)) assert.deepEqual(Object.keys(language[key]).sort(), Object.keys(text).sort(), `${code}: ${key}`);
        for (const [name, word] of Object.entries(text)) assert.equal(holes(language[key]?.[name] ?? word), holes(word), `${code}: ${key}.${name}`);
        continue;
      }
      assert.ok(key in language || ["point", "played", "illegal"].includes(key), `${code} lacks ${key}`);
      const own = language[key] ?? text;
      if (typeof own !== "string") assert.ok(plurals.every((category) => own[category]), `${code}: ${key} needs ${plurals}`);
      // A form for one may do without the number.
      for (const form of forms(own)) assert.ok(forms(text).some((english) => holes(english) === holes(form)), `${code}: ${key}`);
    }
    for (const key of Object.keys(language)) assert.ok(key in en, `${code} has ${key}, which English lacks`);
  });

  test(`every game and ruling has its title in ${code}`, async () => {
    const [{ default: german }, { default: language }] = await Promise.all([import(`${PAGE}/texts-de.js`), import(`${PAGE}/texts-${code}.js`)]);
    for (const table of ["games", "openingRules", "flags", "values", "errors"]) {
      assert.deepEqual(Object.keys(language[table]).sort(), Object.keys(german[table]).sort(), `${code}: ${table}`);
    }
  });
}

/** Codes that stay English: those of queries that the page never sends, and those without a fixed meaning. */
const ENGLISH = ["json", "too_deep", "line_too_long", "no_id", "bad_id", "unknown_action", "unknown_field", "bad_value", "missing", "rules_twice", "no_such_ply", "no_plies", "not_placement", "level",
  "records", "base64", "one_game", "node_parent", "node_quality", "node_property", "no_side", "result", "remark"];

test("every error code of the engine has a text in every language, with the same values", async () => {
  const types = await readFile(new URL("../../frontend/wasm/js/types.d.ts", import.meta.url), "utf8");
  const codes = [...(/export type Code = (.*);/.exec(types)?.[1] ?? "").matchAll(/"(\w+)"/g)].map(([, code]) => code);
  assert.ok(codes.length > 80);
  const { default: german } = await import(`${PAGE}/texts-de.js`);
  assert.deepEqual(codes.filter((code) => !ENGLISH.includes(code) && !(code in german.errors)), []);
  assert.deepEqual(ENGLISH.filter((code) => !codes.includes(code) || code in german.errors), []);
  assert.deepEqual(Object.keys(german.errors).filter((code) => !codes.includes(code) && !["lost", "too_far_1"].includes(code)), []);
  for (const code of Object.keys(languages).filter((known) => known !== "en")) {
    const { default: language } = await import(`${PAGE}/texts-${code}.js`);
    for (const [name, text] of Object.entries(german.errors)) assert.equal(holes(language.errors[name]), holes(text), `${code}: ${name}`);
  }
});

test("an error is told in the language of the page, with what only the engine knows", async () => {
  globalThis.document ??= { documentElement: {} };
  await speak("de");
  assert.equal(errorText({ code: "no_such_game", values: { games: 3 }, text: "the file has 3 games" }), "die Datei hat nur 3 Partien");
  assert.equal(errorText({ code: "position", text: "row 2: expected x, o or a number" }), "die Stellung lässt sich nicht lesen: row 2: expected x, o or a number");
  assert.match(errorText({ code: "pass_added", values: { side: "o" }, text: "" }), /^Weiß zieht/);
  assert.equal(errorText({ code: "bad_value", text: "as it is" }), "as it is");
  await speak("en");
});

test("a number decides the form of a text", async () => {
  globalThis.document ??= { documentElement: {} };
  const deleted = async (code, count) => {
    await speak(code);
    return t("deleted", count);
  };
  assert.equal(await deleted("en", 1), "One move deleted.");
  assert.equal(await deleted("en", 64), "64 moves deleted.");
  const russian = await Promise.all([1, 2, 5].map((count) => deleted("ru", count)));
  assert.equal(new Set(russian.map((text) => text.replace(/\d/, ""))).size, 3, String(russian));
  await speak("nowhere");
  assert.equal(t("cancel"), "Cancel");
});
