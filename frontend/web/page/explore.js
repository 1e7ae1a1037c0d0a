// The explorer: the moves of the shown position in the opening book and in a library of the server, with its games.

import * as trees from "./tree.js";

/** @typedef {import("../../wasm/js/types.js").Explored} Explored */
/** @typedef {import("../../wasm/js/types.js").LibraryGame} LibraryGame */
/** @typedef {NonNullable<import("../../wasm/js/types.js").Fields["filter"]>} Filter */
/** @typedef {import("../../wasm/js/types.js").BookPosition} BookPosition */
/** @typedef {Omit<Explored, "id" | "action" | "book" | "limit"> & { book?: BookPosition }} Found  what library and book have of a position */
/** @typedef {{ generation: number, at: number, answer: Found }} Explorer  what they have of a node */
/** @typedef {{ games: LibraryGame[], more: boolean }} Listed */

/** The moves of a position that are shown. */
const MOVES = 40;

/** The games that one query finds. */
const PAGE = 50;

/** The least time between two positions that are looked up, in milliseconds: keys that are held down go through many. */
const PAUSE = 60;

/** What a server without a library has of a position, its book apart. */
const NO_GAMES = { games: 0, x: 0, o: 0, draws: 0, moves: [], top: [], recent: [] };

/** The reasons of results that the rules do not give. */
const CLAIMS = ["resigned", "time", "agreed"];

/** A result without a reason, as SGF has it. @param {string} result @returns {import("./state.js").Stated} */
const inWords = (result) => ({ winner: null, reason: null, text: result === "draw" ? "Draw" : result === "x" ? "B+" : "W+" });

/**
 * @param {import("./game.js").Store} store
 * @param {import("./engine.js").Engine} engine
 * @param {import("./game.js").GameControl} game
 */
export function createExplorer(store, engine, game) {
  /** @type {Filter} */
  let filter = {};
  let library = store.state.libraries[0] ?? "";
  /** @type {import("./engine.js").Asked | null} */
  let asked = null;
  let key = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** The fields of a query for the shown position. */
  const query = () => ({ ...game.query(), library, filter });

  /** A key of the wanted query; empty for none. @param {import("./state.js").State} state */
  const wanted = ({ panel, home, libraries, condition, position, editor, generation, at }) =>
    (panel === "explore" && !home && condition === "ready" && position && !editor ? `${generation} ${at} ${libraries.length ? library : ""} ${JSON.stringify(filter)}` : "");

  async function look() {
    const { generation, at } = store.state;
    const now = key;
    const counts = store.state.libraries.length > 0;
    asked = engine.ask(counts ? { action: "explore", ...query(), limit: MOVES } : { action: "book", ...game.query() }, undefined, true);
    try {
      const found = await asked;
      const answer = counts ? found : { ...NO_GAMES, book: found };
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
  follow();

  return {
    /** Counts other games only. @param {Filter} chosen */
    choose(chosen) { filter = chosen; store.set({ explored: null }); follow(); },
    /** Reads another library. @param {string} name */
    read(name) { library = name; store.set({ explored: null }); follow(); },
    /** Finds games of the shown position after the one with this number. @param {number} [after] @returns {Promise<Listed | null>} */
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
        result: isClaim ? /** @type {any} */ ({ winner: result === "draw" ? null : result, reason }) : reason === null && result ? inWords(result) : null,
      });
    },
  };
}
/** @typedef {ReturnType<typeof createExplorer>} ExplorerControl */
