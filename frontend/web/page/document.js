// The document: a game with its variations and notes, its history of changes, and its form for the storage. Without DOM.

import * as trees from "./tree.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {Pick<State, "tree" | "at" | "about" | "result">} Content The part of the state that can be undone. */
/**
 * @typedef {object} Step A change of the content.
 * @property {[number, trees.Node | null | undefined, trees.Node | null | undefined][]} nodes  the changed nodes, before and after
 * @property {[number, number]} at
 * @property {[Record<string, any>, Record<string, any>]} about
 * @property {[any, any]} result
 * @property {number} time
 */
/** @typedef {ReturnType<typeof saved>} Saved A document as it is stored, its nodes apart. */

/** The version of stored documents. */
export const VERSION = 1;

/** Changes of one text within this time are one step, in milliseconds. */
const TYPING = 2000;

/** The nodes of a stored piece. */
export const PIECE = 512;

/**
 * The change from one content to another; null if there is none but the shown node.
 * @param {Content} before
 * @param {Content} after
 * @param {number} time
 * @returns {Step | null}
 */
export function difference(before, after, time) {
  const isSame = before.tree === after.tree && before.about === after.about && before.result === after.result;
  if (isSame) return null;
  /** @type {Step["nodes"]} */
  const nodes = [];
  if (before.tree !== after.tree) {
    for (let id = Math.max(before.tree.length, after.tree.length) - 1; id >= 0; id -= 1) {
      if (before.tree[id] !== after.tree[id]) nodes.push([id, before.tree[id], after.tree[id]]);
    }
  }
  return { nodes, at: [before.at, after.at], about: [before.about, after.about], result: [before.result, after.result], time };
}

/**
 * The content on one side of a step, made from that on the other side. Numbers of deleted nodes are never used again:
 * win rates and reviews refer to nodes by number.
 * @param {Content} content
 * @param {Step} step
 * @param {0 | 1} side  0 for before, 1 for after
 * @returns {Content}
 */
export function applied(content, step, side) {
  const tree = content.tree.slice();
  for (const change of step.nodes) tree[change[0]] = /** @type {any} */ (change[1 + side]) ?? null;
  return { tree: step.nodes.length ? tree : content.tree, at: step.at[side], about: step.about[side], result: step.result[side] };
}

/** Whether two nodes differ in their comments only. @param {trees.Node | null | undefined} one @param {trees.Node | null | undefined} other */
function differInText(one, other) {
  if (!one || !other) return false;
  const names = /** @type {Set<keyof trees.Node>} */ (new Set([...Object.keys(one), ...Object.keys(other)]));
  return [...names].every((name) => name === "comment" || one[name] === other[name]);
}

/** Whether a step is a typed text: of one comment, or of the names. @param {Step} step */
function typed({ nodes, about, result }) {
  if (result[0] !== result[1]) return null;
  if (!nodes.length) return about[0] === about[1] ? null : "about";
  const [[id, before, after]] = nodes;
  return nodes.length === 1 && about[0] === about[1] && differInText(before, after) ? String(id) : null;
}

/** The history of a document. @param {number} [most]  of steps */
export function createHistory(most = 1000) {
  /** @type {Step[]} */
  let past = [];
  /** @type {Step[]} */
  let future = [];

  /** Keeps a change. @param {Content} before @param {Content} after @param {number} time @returns {boolean} whether there was one */
  function record(before, after, time) {
    const step = difference(before, after, time);
    if (!step) return false;
    const last = past[past.length - 1];
    const text = typed(step);
    const goesOn = last && !future.length && text !== null && typed(last) === text && time - last.time < TYPING;
    future = [];
    if (goesOn) {
      const nodes = /** @type {Step["nodes"]} */ (step.nodes.map(([id, , now], index) => [id, last.nodes[index][1], now]));
      past[past.length - 1] = { ...step, nodes, at: [last.at[0], step.at[1]], about: [last.about[0], step.about[1]] };
    } else past.push(step);
    if (past.length > most) past.shift();
    return true;
  }

  /** @param {Step[]} from @param {Step[]} to @param {0 | 1} side @param {Content} content */
  function move(from, to, side, content) {
    const step = from.pop();
    if (!step) return null;
    to.push(step);
    return applied(content, step, side);
  }

  return {
    record,
    /** The content before the last change; null if there is none. @param {Content} content */
    undo: (content) => move(past, future, 0, content),
    /** The content after the change that was undone last; null if there is none. @param {Content} content */
    redo: (content) => move(future, past, 1, content),
    clear: () => { [past, future] = [[], []]; },
    sizes: () => /** @type {[number, number]} */ ([past.length, future.length]),
  };
}

/** @param {State} state @returns {Content} */
export const content = ({ tree, at, about, result }) => ({ tree, at, about, result });

/** A number for a new document. */
export const newId = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/** Whether there is anything to keep. @param {State} state */
export const isWorthKeeping = ({ tree, setup, about, match, opening, lesson, trial }) =>
  !lesson && !trial && (tree.length > 1 || Boolean(setup.position || match || opening || tree[0]?.comment) || (about.players ?? []).some(Boolean));

/**
 * A document as it is stored, its nodes apart.
 * @param {State} state
 * @param {{ name: string, now: number, left: [number, number] }} more  `left` is the time on the clocks; while a page is closed, none runs
 */
export function saved(state, { name, now, left }) {
  const { doc, setup, at, about, result, known, review, match, opening, proof, position, tree, board, source } = state;
  return {
    version: VERSION, id: doc, name, changed: now, source, plies: trees.line(tree, at).length - 1, nodes: tree.length,
    game: board?.game ?? setup.rules, size: board?.size ?? setup.size, last: position?.position ?? "",
    setup, at, about, result, known: [...known], review: review?.graph.length ? review : null,
    match: match && { ...match, left, thinking: false },
    opening: opening && { ...opening, thinking: false, task: null },
    proof: proof && { winner: proof.winner, plies: proof.plies, certificate: proof.certificate, from: proof.from, answers: proof.answers },
  };
}

/** The pieces of a tree. @param {trees.Tree} tree */
export function pieces(tree) {
  return Array.from({ length: Math.ceil(tree.length / PIECE) }, (_, index) => tree.slice(index * PIECE, (index + 1) * PIECE));
}

/** The numbers of the pieces that changed, among those that there are now. @param {trees.Tree | null} before @param {trees.Tree} after */
export function changedPieces(before, after) {
  const found = [];
  for (let from = 0; from < after.length; from += PIECE) {
    const end = Math.min(from + PIECE, after.length);
    let same = Boolean(before) && Math.min(from + PIECE, before?.length ?? 0) === end;
    for (let id = from; same && id < end; id += 1) same = before?.[id] === after[id];
    if (!same) found.push(from / PIECE);
  }
  return found;
}

/**
 * Whether a stored tree is whole: every node has its parent before it and among its children.
 * @param {unknown} tree
 * @returns {tree is trees.Tree}
 */
export function isWhole(tree) {
  if (!Array.isArray(tree) || !tree[0] || tree[0].parent !== null) return false;
  return tree.every((node, id) => node === null || (Array.isArray(node.children)
    && node.children.every((/** @type {number} */ child) => tree[child]?.parent === id)
    && (id === 0 || tree[node.parent]?.children.includes(id))));
}

/** The property of SGF with the win rate of Black in percent, as other boards have it. */
const RATE = "SBKV";

/** A tree with the win rates of its nodes as a property. @param {trees.Tree} tree @param {Map<number, { rate: number }>} known @returns {trees.Tree} */
export function withRates(tree, known) {
  return tree.map((node, id) => {
    const rate = known.get(id)?.rate;
    return node && rate !== undefined ? { ...node, properties: { ...node.properties, [RATE]: [(100 * rate).toFixed(1)] } } : node;
  });
}

/** The win rates that a tree has as a property. @param {trees.Tree} tree @returns {Map<number, { rate: number, depth: number }>} */
export function ratesOf(tree) {
  const rates = tree.map((node) => Number(node?.properties?.[RATE]?.[0] ?? NaN) / 100);
  return new Map(rates.flatMap((rate, id) => (rate >= 0 && rate <= 1 ? [[id, { rate, depth: 0 }]] : [])));
}

/** A name of a file from the game: players, else game, and date. @param {{ about: Record<string, any>, game: string, date: string }} of @param {string} ending */
export function fileName({ about, game, date }, ending) {
  const players = (about.players ?? []).map((/** @type {string} */ name) => name.trim()).filter(Boolean);
  const parts = [...(players.length ? [players.join(" - ")] : [game]), about.date?.trim() || date];
  const name = parts.join(" ").replace(/[\\/:*?"<>|\u0000-\u001f]+/g, "_").slice(0, 100).trim();
  return `${name || "game"}.${ending}`;
}
