// The shown game. The engine applies the rules to every move.

import { Refused } from "./engine.js";
import { errorText, t } from "./texts.js";
import * as trees from "./tree.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Setup} Setup */
/** @typedef {import("./store.js").Store<State>} Store */

/** The number of kept positions. */
const REMEMBERED = 2000;

/**
 * @param {Store} store
 * @param {import("./engine.js").Engine} engine
 */
export function createGame(store, engine) {
  /** @type {Map<number, import("./state.js").Position>} */
  let positions = new Map();
  let visits = 0;

  /** The fields of a query for the position of a node. @param {number} [id] */
  function query(id = store.state.at) {
    return { ...setupQuery(store.state.setup), moves: trees.moves(store.state.tree, id) };
  }

  /** @param {unknown} error */
  function tell(error) {
    if (error instanceof Refused && error.lost) return;
    const message = /** @type {Error} */ (error).message;
    const refused = error instanceof Refused ? error : null;
    const text = refused ? errorText({ ...refused.problem, text: message }) : message;
    store.set({ message: { text: refused?.field ? `${refused.field}: ${text}` : text, kind: "error" } });
  }

  /**
   * Starts another game, or continues a kept one.
   * @param {Setup} setup
   * @param {trees.Tree} [tree]
   * @param {number} [at]
   * @param {Record<string, any>} [about]
   * @param {import("./state.js").Result | null} [result]
   */
  async function start(setup, tree = trees.empty(), at = trees.ROOT, about = {}, result = null) {
    const visit = ++visits;
    try {
      const game = setupQuery(setup);
      const [board, position] = await Promise.all([
        engine.ask({ action: "board", ...game }),
        engine.ask({ action: "position", ...game, moves: trees.moves(tree, at) }),
      ]);
      if (visit !== visits) return false;
      positions = new Map([[at, position]]);
      store.set({
        setup: { ...setup, rules: board.game, size: board.size }, generation: store.state.generation + 1, ahead: null, board, tree, at, position, about, result,
        known: new Map(), live: null, preview: null, heated: [], endangered: [], match: null, opening: null, review: null, retry: null, proof: null, labelling: null,
      });
      return true;
    } catch (error) {
      tell(error);
      return false;
    }
  }

  /**
   * Shows the position of a node.
   * @param {number} id
   * @param {Partial<State>} [also] what changes with it
   */
  async function go(id, also = {}) {
    const visit = ++visits;
    let position = positions.get(id);
    if (!position) {
      const moves = trees.moves(also.tree ?? store.state.tree, id);
      try {
        const asked = engine.ask({ action: "position", ...setupQuery(store.state.setup), moves });
        // The analysis need not wait for the answer.
        store.set({ ahead: { id, moves } });
        position = await asked;
      } catch (error) {
        if (visit === visits) store.set({ ahead: null });
        tell(error);
        return false;
      }
      if (visit !== visits) return false;
      if (positions.size >= REMEMBERED) positions.clear();
      positions.set(id, /** @type {any} */ (position));
    }
    store.set({ at: id, position, ahead: null, preview: null, ...also });
    return true;
  }

  /** Plays a move if the rules allow it. @param {string} move */
  async function play(move) {
    const { position, tree, at } = store.state;
    if (!position || !isAllowed(position, move)) {
      const reason = position && refusal(position, move);
      if (reason) store.set({ message: { text: t("illegal", move, reason), kind: "error" } });
      return false;
    }
    const [next, id] = trees.add(tree, at, move);
    // A continued game has no result.
    return go(id, next === tree ? {} : { tree: next, result: null });
  }

  /** The name of a move that was typed; refused by the engine if it is none. @param {string} typed @returns {Promise<string>} */
  async function nameOf(typed) {
    const known = store.state.board?.points.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
    if (known) return known.name;
    const { moves } = await engine.ask({ action: "position", ...query(), moves: [...trees.moves(store.state.tree, store.state.at), typed] });
    return moves[moves.length - 1].move;
  }

  /** Goes by moves: one back, one forward, to the ends, to the variation beside. @param {"first" | "back" | "forward" | "last" | "previous" | "next"} where */
  function step(where) {
    const { tree, at } = store.state;
    const { parent, children } = trees.node(tree, at);
    const line = trees.line(tree, at);
    const beside = () => {
      const variations = parent === null ? [at] : trees.node(tree, parent).children;
      const place = variations.indexOf(at) + (where === "next" ? 1 : -1);
      return variations[(place + variations.length) % variations.length];
    };
    const to = { first: () => trees.ROOT, back: () => parent ?? at, forward: () => children[0] ?? at, last: () => line[line.length - 1], previous: beside, next: beside }[where]();
    if (to !== at) void go(to);
  }

  /** Deletes a move and all that follows. @param {number} id */
  function remove(id) {
    const { tree, at } = store.state;
    const parent = trees.node(tree, id).parent;
    if (parent === null) return;
    const inside = trees.path(tree, at).includes(id);
    const next = trees.remove(tree, id);
    if (inside) void go(parent, { tree: next });
    else store.set({ tree: next });
  }

  /** @param {number} id */
  const promote = (id) => store.set({ tree: trees.promote(store.state.tree, id) });

  /** Changes the notes of a node. @param {number} id @param {Partial<trees.Node>} notes */
  const note = (id, notes) => store.set({ tree: trees.change(store.state.tree, { [id]: notes }) });

  return { query, tell, start, go, play, nameOf, step, remove, promote, note };
}
/** @typedef {ReturnType<typeof createGame>} GameControl */

/** The fields of a query that describe a game. @param {Setup} setup */
export function setupQuery({ rules, rules_text, size, length, flags, position }) {
  /** @type {Record<string, any>} */
  const query = rules_text ? { rules_text } : { rules };
  if (size) query.size = size;
  if (length) query.length = length;
  if (flags && Object.keys(flags).length) query.flags = flags;
  if (position) query.position = position;
  return query;
}

/** Whether the rules allow a move. @param {import("./state.js").Position} position @param {string} move */
export function isAllowed(position, move) {
  if (move === "swap") return position.swap_offered;
  if (move === "pass") return position.may_pass;
  return position.legal.includes(move);
}

/** Why the rules refuse a stone on a point. @param {import("./state.js").Position} position @param {string} point */
export function refusal(position, point) {
  const refused = position.refused.find(({ points }) => points.includes(point));
  return refused && errorText({ ...refused, text: refused.reason });
}
