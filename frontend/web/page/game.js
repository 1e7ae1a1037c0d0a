// The shown game. The engine applies the rules to every move.

import { newId } from "./document.js";
import { Refused } from "./engine.js";
import { changed } from "./position-text.js";
import { errorText, t } from "./texts.js";
import * as trees from "./tree.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Setup} Setup */
/** @typedef {import("./state.js").Position} Position */
/** @typedef {import("./store.js").Store<State>} Store */

/** The number of kept positions, and of those of previewed lines. */
const REMEMBERED = 1000;
const PREVIEWED = 100;

/** The moves to a node as a key. @param {trees.Tree} tree @param {number} id */
const keyOf = (tree, id) => `${trees.base(tree, id)} ${trees.moves(tree, id).join(" ")}`;

/** The state without a match, a review, and whatever else belongs to one game. */
const FRESH = {
  tree: trees.empty(), at: trees.ROOT, about: {}, result: null, source: "", known: new Map(), live: null, preview: null, hint: null, heated: [], endangered: [],
  match: null, opening: null, review: null, retry: null, proof: null, tool: null, arrow: null, editor: null, lesson: null, messages: { x: [], o: [] }, trial: null, closed: false, printing: false,
};

/**
 * @param {Store} store
 * @param {import("./engine.js").Engine} engine
 */
export function createGame(store, engine) {
  /** Positions by the moves that lead to them. @type {Map<string, Position>} */
  let positions = new Map();
  /** @type {Map<number, string>} The positions after set-ups in the middle of the game. */
  let bases = new Map();
  /** @type {Map<string, Position>} The positions of previewed lines. */
  let previewed = new Map();
  let visits = 0;
  /** Whether the present game may be left; whoever keeps games decides it. @type {() => Promise<boolean>} */
  let mayLeave = async () => true;

  /** The fields of a query for the position of a node. @param {number} [id] @param {trees.Tree} [tree] @param {Setup} [setup] */
  function query(id = store.state.at, tree = store.state.tree, setup = store.state.setup) {
    const base = trees.base(tree, id);
    return { ...setupQuery(base === trees.ROOT ? setup : { ...setup, position: bases.get(base) }), moves: trees.moves(tree, id) };
  }

  /** Computes the positions after all set-ups on the way to a node. @param {number} id @param {trees.Tree} tree @param {Setup} setup @param {import("./state.js").Board} board */
  async function follow(id, tree, setup, board) {
    for (const at of trees.path(tree, id)) {
      const { set_up, to_move, parent } = trees.node(tree, at);
      if (!set_up || parent === null || bases.has(at)) continue;
      const { position } = await engine.ask({ action: "position", ...query(parent, tree, setup) });
      bases.set(at, changed(position, board, set_up, to_move));
    }
  }

  /** @param {unknown} error */
  function tell(error) {
    if (error instanceof Refused && error.lost) return;
    const message = /** @type {Error} */ (error).message;
    const refused = error instanceof Refused ? error : null;
    const text = refused ? errorText({ ...refused.problem, text: message }) : message;
    const shown = refused?.field && !["text", "data", "engine"].includes(refused.field);
    store.set({ message: { text: shown ? `${refused?.field}: ${text}` : text, kind: "error" } });
  }

  /**
   * Starts another game, or continues a kept one. On an error nothing changes.
   * @param {Setup} setup
   * @param {Partial<State>} [kept] the content, and whatever else belongs to this game
   */
  async function start(setup, kept = {}) {
    if (!(await mayLeave())) return false;
    const visit = ++visits;
    const { tree = trees.empty(), at = trees.ROOT } = kept;
    const before = bases;
    bases = new Map();
    try {
      const board = await engine.ask({ action: "board", ...setupQuery(setup) });
      await follow(at, tree, setup, board);
      const position = await engine.ask({ action: "position", ...query(at, tree, setup) });
      if (visit !== visits) return false;
      positions = new Map([[keyOf(tree, at), position]]);
      previewed = new Map();
      store.set({ ...FRESH, doc: newId(), ...kept, setup: { ...setup, rules: board.game, size: board.size }, generation: store.state.generation + 1, ahead: null, board, tree, at, position, home: false });
      return true;
    } catch (error) {
      if (visit === visits) bases = before;
      tell(error);
      return false;
    }
  }

  /** The position of a node. @param {number} id @param {trees.Tree} tree */
  async function positionOf(id, tree) {
    const { setup, board } = store.state;
    if (trees.hasSetUps(tree) && board) await follow(id, tree, setup, board);
    return engine.ask({ action: "position", ...query(id, tree) });
  }

  /** The position of a node, without showing it. @param {number} id @returns {Promise<Position>} */
  async function positionAt(id) {
    const { tree, generation } = store.state;
    const key = keyOf(tree, id);
    const known = positions.get(key);
    if (known) return known;
    const position = await positionOf(id, tree);
    if (generation === store.state.generation && positions.size < REMEMBERED) positions.set(key, position);
    return position;
  }

  /**
   * Shows the position of a node.
   * @param {number} id
   * @param {Partial<State>} [also] what changes with it
   */
  async function go(id, also = {}) {
    const visit = ++visits;
    const tree = also.tree ?? store.state.tree;
    const key = keyOf(tree, id);
    let position = positions.get(key);
    if (!position) {
      try {
        const asked = positionOf(id, tree);
        // Neither the next step nor the analysis waits for the answer; set-ups have no moves to analyse.
        store.set({ ahead: { id, moves: trees.hasSetUps(tree) ? null : trees.moves(tree, id), also } });
        position = await asked;
      } catch (error) {
        if (visit === visits) store.set({ ahead: null });
        tell(error);
        return false;
      }
      if (visit !== visits) return false;
      if (positions.size >= REMEMBERED) positions.clear();
      positions.set(key, /** @type {any} */ (position));
    }
    store.set({ at: id, position, ahead: null, preview: null, hint: null, ...also });
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

  /** Adds a line after the shown node and goes to its end. @param {string[]} moves */
  async function follows(moves) {
    const [tree, id] = trees.addLine(store.state.tree, store.state.at, moves);
    return go(id, { tree });
  }

  /**
   * Shows a line without playing it: the stones are those of the position that the engine computed. Null ends it.
   * @param {string[] | null} moves
   */
  async function preview(moves) {
    if (!moves?.length) return void (store.state.preview && store.set({ preview: null }));
    const { tree, at, generation, preview: shown } = store.state;
    const key = `${keyOf(tree, at)} ${moves.join(" ")}`;
    let position = previewed.get(key) ?? null;
    // Until the position is known, that of the line before stays.
    store.set({ preview: { moves, position: position ?? shown?.position ?? null, known: position ? moves : shown?.known ?? [] } });
    if (position) return;
    try {
      const asked = query();
      position = /** @type {Position} */ (await engine.ask({ action: "position", ...asked, moves: [...asked.moves, ...moves] }));
    } catch {
      return;
    }
    if (generation !== store.state.generation) return;
    if (previewed.size >= PREVIEWED) previewed.clear();
    previewed.set(key, position);
    if (store.state.preview?.moves === moves && store.state.at === at) store.set({ preview: { moves, position, known: moves } });
  }

  /** The name of a move that was typed; refused by the engine if it is none. @param {string} typed @returns {Promise<string>} */
  async function nameOf(typed) {
    const known = store.state.board?.points.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
    if (known) return known.name;
    const asked = query();
    const { moves } = await engine.ask({ action: "position", ...asked, moves: [...asked.moves, typed] });
    return moves[moves.length - 1].move;
  }

  /** Goes by moves: one back, one forward, to the ends, to the variation beside. @param {"first" | "back" | "forward" | "last" | "previous" | "next"} where */
  function step(where) {
    const { at: shown, ahead } = store.state;
    // A step that is faster than the engine counts from where the last one leads, with the move that it added.
    const pending = ahead?.also.tree ? ahead.also : {};
    const tree = pending.tree ?? store.state.tree;
    const at = ahead && tree[ahead.id] ? ahead.id : shown;
    const { parent, children } = trees.node(tree, at);
    const beside = () => {
      const variations = parent === null ? [at] : trees.node(tree, parent).children;
      const place = variations.indexOf(at) + (where === "next" ? 1 : -1);
      return variations[(place + variations.length) % variations.length];
    };
    const last = () => /** @type {number} */ (trees.line(tree, at).at(-1));
    const to = { first: () => trees.ROOT, back: () => parent ?? at, forward: () => children[0] ?? at, last, previous: beside, next: beside }[where]();
    if (to !== at) void go(to, pending);
  }

  /** Deletes a move and all that follows. @param {number} id */
  function remove(id) {
    const { tree, at } = store.state;
    const parent = trees.node(tree, id).parent;
    if (parent === null) return;
    const inside = trees.path(tree, at).includes(id);
    const next = trees.remove(tree, id);
    const gone = trees.count(tree) - trees.count(next);
    const message = /** @type {import("./state.js").Message} */ ({ text: t("deleted", gone), kind: "info", undo: true });
    if (inside) void go(parent, { tree: next, message });
    else store.set({ tree: next, message });
  }

  /** @param {number} id */
  const promote = (id) => store.set({ tree: trees.promote(store.state.tree, id) });

  /** Changes the notes of a node. @param {number} id @param {Partial<trees.Node>} notes */
  const note = (id, notes) => store.set({ tree: trees.change(store.state.tree, { [id]: notes }) });

  /** Changes the names of the game. @param {Record<string, any>} names */
  const name = (names) => store.set({ about: { ...store.state.about, ...names } });

  return {
    query, tell, start, positionAt, go, play, follows, preview, nameOf, step, remove, promote, note, name,
    /** @param {() => Promise<boolean>} guard */
    guardedBy: (guard) => { mayLeave = guard; },
  };
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

/** Whether the rules allow a move. @param {Position} position @param {string} move */
export function isAllowed(position, move) {
  if (move === "swap") return position.swap_offered;
  if (move === "pass") return position.may_pass;
  return position.legal.includes(move);
}

/** Why the rules refuse a stone on a point. @param {Position} position @param {string} point */
export function refusal(position, point) {
  const refused = position.refused.find(({ points }) => points.includes(point));
  return refused && errorText({ ...refused, text: refused.reason });
}
