// The places of the nodes of a tree as a graph: moves go to the right, variations down. Without DOM.

import * as trees from "./tree.js";

/** @typedef {{ ids: number[], row: number, start: number, above: number }} Line A line of nodes in a row from column `start` on; `above` is the row that it leaves, −1 for the first. */
/** @typedef {{ lines: Line[], row: Int32Array, column: Int32Array, rows: number, columns: number }} Layout Rows are −1 for nodes that are folded. */

/** The most rows that are tried for a line before it gets one of its own. */
const TRIED = 200;

/**
 * The places of all nodes but folded ones. Lines lie as high as possible: below the line that they leave, and in front of others.
 * @param {trees.Tree} tree
 * @param {Set<number>} folded  nodes after which only the first move is shown
 * @returns {Layout}
 */
export function layout(tree, folded) {
  const row = new Int32Array(tree.length).fill(-1);
  const column = new Int32Array(tree.length);
  /** @type {Line[]} */
  const lines = [];
  /** @type {number[]} The first used column of each row. */
  const used = [];
  let columns = 0;
  const left = [trees.ROOT];
  while (left.length) {
    const id = /** @type {number} */ (left.pop());
    const { parent } = trees.node(tree, id);
    const [above, start] = parent === null ? [-1, 0] : [row[parent], column[parent] + 1];
    /** @type {number[]} */
    const ids = [];
    for (let at = /** @type {number | undefined} */ (id); at !== undefined; [at] = trees.node(tree, at).children) ids.push(at);
    const place = free(used, above + 1, start + ids.length);
    used[place] = start;
    // The way down from the line above keeps its column free.
    for (let between = above + 1; between < place; between += 1) used[between] = Math.min(used[between], start - 1);
    lines.push({ ids, row: place, start, above });
    columns = Math.max(columns, start + ids.length);
    ids.forEach((node, index) => {
      row[node] = place;
      column[node] = start + index;
      if (folded.has(node)) return;
      // The last one is taken first: those far to the right lie highest.
      const { children } = trees.node(tree, node);
      for (let place = children.length - 1; place > 0; place -= 1) left.push(children[place]);
    });
  }
  return { lines, row, column, rows: used.length, columns };
}

/** The first row whose nodes all lie to the right of a line. @param {number[]} used @param {number} from @param {number} end  the column after the line */
function free(used, from, end) {
  for (let place = from; place < Math.min(used.length, from + TRIED); place += 1) if (used[place] > end) return place;
  return Math.max(used.length, from);
}

/** The nodes after which there are variations. @param {trees.Tree} tree */
export const branches = (tree) => tree.flatMap((node, id) => (node && node.children.length > 1 ? [id] : []));

/**
 * The colours of the stones of a tree; a swap has none, and after a set-up its own side moves.
 * @param {trees.Tree} tree
 * @param {"x" | "o"} first  the side that moves at the root
 * @returns {(id: number) => "x" | "o"}
 */
export function colors(tree, first) {
  /** The sides to move after nodes: 1 for Black, 2 for White, 0 for those that are not known yet. */
  const after = new Uint8Array(tree.length);
  after[trees.ROOT] = first === "x" ? 1 : 2;
  return (id) => {
    const way = [];
    for (let at = id; !after[at]; at = /** @type {number} */ (trees.node(tree, at).parent)) way.push(at);
    for (const at of way.reverse()) {
      const { move, set_up, to_move, parent } = trees.node(tree, at);
      const before = after[/** @type {number} */ (parent)];
      after[at] = set_up ? (to_move ? (to_move === "x" ? 1 : 2) : before) : move === "swap" ? before : 3 - before;
    }
    return after[id] === 1 ? "o" : "x";
  };
}
