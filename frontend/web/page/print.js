// The printed game: its parts with a diagram each, and its variations as text. Without DOM.

import * as trees from "./tree.js";

/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {{ from: number, to: number }} Part Plies of the line, both included; `to` is 0 for a game without moves. */

/** The most moves of variations that are printed. */
export const MOST = 4000;

/** Whether a node has a comment or a drawing. @param {import("./tree.js").Node} node */
const isNoted = ({ comment, labels, properties = {} }) => Boolean(comment || labels?.length || ["CR", "SQ", "TR", "MA", "AR", "LN"].some((name) => properties[name]));

/**
 * The parts of a line: each ends after `every` moves, at a node with notes if those are wanted, and before a set-up.
 * @param {Tree} tree
 * @param {number[]} ids  the nodes of the line, its root first
 * @param {{ every: number, notes: boolean }} wanted
 * @returns {Part[]}
 */
export function parts(tree, ids, { every, notes }) {
  const found = [];
  let from = 1;
  for (let ply = 1; ply < ids.length; ply += 1) {
    const next = ply + 1 < ids.length ? trees.node(tree, ids[ply + 1]) : null;
    const isEnd = ply - from + 1 >= every || (notes && isNoted(trees.node(tree, ids[ply]))) || !next || next.set_up;
    if (!isEnd) continue;
    found.push({ from, to: ply });
    from = ply + 1;
  }
  return found.length ? found : [{ from: 1, to: 0 }];
}

/**
 * The numbers on the stones of a part, and those of moves whose stones are gone or whose points were played on again.
 * @param {Tree} tree
 * @param {number[]} ids
 * @param {Part} part
 * @param {Set<string>} stones  the points with stones after the part
 * @returns {{ texts: Map<string, string>, others: [number, string][] }}
 */
export function numbered(tree, ids, { from, to }, stones) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  /** @type {[number, string][]} */
  const others = [];
  for (let ply = to; ply >= from; ply -= 1) {
    const { move, set_up } = trees.node(tree, ids[ply]);
    if (set_up || move === "swap" || move === "pass") continue;
    if (stones.has(move) && !texts.has(move)) texts.set(move, String(ply));
    else others.unshift([ply, move]);
  }
  return { texts, others };
}

/**
 * The variations that leave a line at a node, each as text: `12. K10 L11 (13. M12) 14. N9`.
 * @param {Tree} tree
 * @param {number} id  a node of the line; its brothers are the variations
 * @param {number} ply  that of the node
 * @param {{ left: number }} room  counts the moves that may still be printed
 * @returns {string[]}
 */
export function variations(tree, id, ply, room) {
  const { parent } = trees.node(tree, id);
  const others = parent === null ? [] : trees.node(tree, parent).children.filter((child) => child !== id);
  return others.flatMap((other) => (room.left > 0 ? [written(tree, other, ply, room)] : []));
}

/** A line with its variations. @param {Tree} tree @param {number} id @param {number} ply @param {{ left: number }} room @returns {string} */
function written(tree, id, ply, room) {
  const words = [];
  /** @type {number[]} */
  let beside = [];
  let isNumbered = true;
  for (let at = /** @type {number | undefined} */ (id); at !== undefined; ply += 1) {
    const { move, quality, comment, children } = trees.node(tree, at);
    room.left -= 1;
    words.push(`${isNumbered ? `${ply}. ` : ""}${move}${quality ?? ""}`);
    if (comment) words.push(`– ${comment.replace(/\s+/g, " ").trim()}`);
    isNumbered = Boolean(comment) || beside.length > 0;
    for (const other of beside) if (room.left > 0) words.push(`(${written(tree, other, ply, room)})`);
    if (room.left <= 0 && children.length) words.push("…");
    [at, ...beside] = room.left > 0 ? children : [];
  }
  return words.join(" ");
}
