// Which game of a tournament the board follows, without a browser: the answers of the engine are written here.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { createStore } from "../../frontend/web/page/store.js";
import * as trees from "../../frontend/web/page/tree.js";
import { createWatch } from "../../frontend/web/page/watch.js";

const players = ["One", "Other"];
const inProgress = (game, moves) => ({ game, moves, players, swapped: false, position: null });
const finished = (game) => ({ game, players, swapped: false });
const board = { game: null, rules: "freestyle", rules_text: null, size: 15, length: 5, flags: {}, players, swapped: false, position: null };
const read = (game) => ({ ...board, game, moves: ["h8", "h9"], book: 0, ms: [], info: [], winner: 0, reason: "five", ended: 1 });

let end;
/** Ends the looks at the journal. */
afterEach(() => end());

/** A board that watches: `looks` are the answers to one look at the journal after the other, from when a game is followed; the last one is repeated. */
function watching(looks, { mayStart = () => true } = {}) {
  Object.assign(globalThis, { document: { hidden: false }, requestAnimationFrame: setImmediate });
  let documents = 0;
  const store = createStore({ journals: ["cup"], condition: "ready", panel: "watch", home: false, following: null, tournament: null, doc: "", tree: trees.empty(), at: 0, source: "" });
  const shown = [];
  function look() {
    if (store.state.following === null) return { running: [], games: [] };
    return looks.length > 1 ? looks.shift() : looks[0];
  }
  const engine = { ask: async ({ action, game }) => (action === "watch" ? { reading: false, ...look() } : game === undefined ? board : read(game)) };
  const game = {
    tell(error) { throw error; },
    async start(_, { doc, ...kept }) {
      if (!mayStart()) return false;
      store.set({ ...kept, doc: doc ?? `document ${documents += 1}` });
      shown.push([store.state.doc, kept.about.round, kept.closed ?? false]);
      return true;
    },
    async go(at, also) { store.set({ at, ...also }); },
  };
  const control = createWatch(store, engine, game);
  end = () => store.set({ journals: [] });
  return { store, shown, control };
}

/** Waits until a condition holds. */
async function until(holds) {
  while (!holds()) await new Promise((resolve) => { setTimeout(resolve, 5); });
}

test("the next game is followed when one ends", async () => {
  const { store, shown, control } = watching([
    { running: [inProgress(0, ["h8"])], games: [] },
    { running: [], games: [finished(0)] },
    { running: [], games: [finished(0)] },
    { running: [inProgress(1, ["a1"])], games: [finished(0)] },
  ]);
  control.goOn(true);
  control.watch(0);
  await until(() => shown.length === 3);
  assert.deepEqual(shown, [["document 1", "1.1", false], ["document 1", "1.1", true], ["document 1", "1.2", false]]);
  assert.equal(store.state.following, 1);
});

test("a game that ends before it is shown is shown with its end, and the next one is followed", async () => {
  const { store, shown, control } = watching([
    { running: [], games: [finished(0)] },
    { running: [], games: [finished(0)] },
    { running: [inProgress(1, ["a1"])], games: [finished(0)] },
  ]);
  control.goOn(true);
  control.watch(0);
  await until(() => shown.length === 2);
  assert.deepEqual(shown, [["document 1", "1.1", true], ["document 1", "1.2", false]]);
  assert.equal(store.state.following, 1);
});

test("a next game that has ended is shown with its end", async () => {
  const { store, shown, control } = watching([
    { running: [inProgress(0, ["h8"])], games: [] },
    { running: [], games: [finished(1), finished(0)] },
  ]);
  control.goOn(true);
  control.watch(0);
  await until(() => shown.length === 3);
  assert.deepEqual(shown, [["document 1", "1.1", false], ["document 1", "1.1", true], ["document 1", "1.2", true]]);
  assert.equal(store.state.following, 1);
});

test("the last followed game is shown with its end", async () => {
  const { store, shown, control } = watching([{ running: [inProgress(0, ["h8"])], games: [] }, { running: [], games: [finished(0)] }]);
  control.watch(0);
  await until(() => store.state.following === null);
  assert.deepEqual(shown, [["document 1", "1.1", false], ["document 1", "1.1", true]]);
});

test("who keeps another game on the board follows no longer", async () => {
  const { store, shown, control } = watching([{ running: [], games: [finished(0)] }], { mayStart: () => false });
  control.watch(0);
  await until(() => store.state.following === null);
  assert.deepEqual(shown, []);
});
