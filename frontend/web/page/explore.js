// The explorer: the moves played in the shown position, and its games, in a library of the server.

import * as trees from "./tree.js";

/** @typedef {import("../../wasm/js/types.js").Explored} Explored */
/** @typedef {import("../../wasm/js/types.js").LibraryGame} LibraryGame */
/** @typedef {NonNullable<import("../../wasm/js/types.js").Fields["filter"]>} Filter */
/** @typedef {{ generation: number, at: number, answer: Explored }} Explorer  what the library has of a node */
/** @typedef {{ games: LibraryGame[], more: boolean }} Found */

/** The moves of a position that are shown. */
const MOVES = 40;

/** The games that one query finds. */
const PAGE = 50;

/** The least time between two positions that are looked up, in milliseconds: keys that are held down go through many. */
const PAUSE = 60;

/** The reasons of results that the rules do not give. */
const CLAIMS = ["resigned", "time", "agreed"];

/**
 * @param {import("./game.js").Store} store
 * @param {import("./engine.js").Engine} engine
 * @param {import("./game.js").GameControl} game
 */
export function createExplorer(store, engine, game) {
  /** @type {Filter} */
  let filter = {};
  let library = "";
  /** @type {import("./engine.js").Asked | null} */
  let asked = null;
  let key = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** The fields of a query for the shown position. */
  const query = () => ({ ...game.query(), library, filter });

  /** A key of the wanted query; empty for none. @param {import("./state.js").State} state */
  const wanted = ({ panel, home, libraries, condition, position, editor, generation, at }) =>
    (panel === "explore" && !home && libraries.length && condition === "ready" && position && !editor ? `${generation} ${at} ${library} ${JSON.stringify(filter)}` : "");

  async function look() {
    const { generation, at } = store.state;
    const now = key;
    asked = engine.ask({ action: "explore", ...query(), limit: MOVES }, undefined, true);
    try {
      const answer = await asked;
      if (key === now) store.set({ explored: { generation, at, answer } });
    } catch (error) {
      if (key === now) game.tell(error);
    }
  }

  function follow(state = store.state) {
    const next = wanted(state);
    if (next === key) return;
    key = next;
    asked?.stop();
    asked = null;
    clearTimeout(timer);
    if (key) timer = setTimeout(() => void look(), PAUSE);
    else if (state.explored) store.set({ explored: null });
  }
  store.listen((state) => follow(state));

  return {
    /** Counts other games only. @param {Filter} chosen */
    choose(chosen) { filter = chosen; store.set({ explored: null }); follow(); },
    /** Reads another library. @param {string} name */
    read(name) { library = name; store.set({ explored: null }); follow(); },
    /** The names of the libraries and of the other engines of the server. */
    async begin() {
      const { libraries = [], engines = [], actions = [] } = await engine.ask({ action: "query_version" });
      library = libraries[0] ?? "";
      store.set({ libraries, engines, actions });
    },
    /** Finds games of the shown position after the one with this number. @param {number} [after] @returns {Promise<Found | null>} */
    async games(after) {
      try {
        return await engine.ask({ action: "search", ...query(), limit: PAGE, ...(after === undefined ? {} : { after }) }, undefined, true);
      } catch (error) {
        game.tell(error);
        return null;
      }
    },
    /** Opens a game of the library at the shown position. @param {LibraryGame} found */
    async open({ moves, position, x, o, date, event, round, place, opening, result, reason, ply }) {
      const { setup, position: shown } = store.state;
      const [tree] = trees.addLine(trees.empty(), trees.ROOT, moves);
      const line = trees.line(tree, trees.ROOT);
      const at = line[Math.min(ply ?? shown?.moves.length ?? 0, moves.length)];
      const isClaim = reason !== null && result !== null && CLAIMS.includes(reason);
      await game.start({ ...setup, position: position ?? null }, {
        tree, at, source: library, about: { players: [x, o], date, event, round, place, opening },
        result: isClaim ? /** @type {any} */ ({ winner: result === "draw" ? null : result, reason }) : null,
      });
    },
  };
}
/** @typedef {ReturnType<typeof createExplorer>} ExplorerControl */

/** What the library has of the shown position; null until it is known. @param {import("./state.js").State} state */
export const exploredOf = ({ explored, at, generation }) => (explored?.at === at && explored.generation === generation ? explored.answer : null);
