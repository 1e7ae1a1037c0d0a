// A tree of moves. Nothing here changes a tree: every function makes a new one. The first child is the main line.

/**
 * @typedef {object} Node
 * @property {number | null} parent
 * @property {string} move
 * @property {number[]} children
 * @property {string} [comment]
 * @property {string | null} [quality]
 * @property {boolean} [marked]
 * @property {[string, string][]} [labels]
 * @property {Record<string, string[]>} [properties]  what else a record has, as it is written in SGF
 * @property {[string, "x" | "o" | null][]} [set_up]  stones in place of a move
 * @property {"x" | "o"} [to_move]
 */
/** @typedef {(Node | null)[]} Tree Nodes by their numbers; the root is 0, what was deleted is null. */

export const ROOT = 0;

/** @returns {Tree} */
export const empty = () => [{ parent: null, move: "", children: [] }];

/** @param {Tree} tree @param {number} id @returns {Node} */
export const node = (tree, id) => /** @type {Node} */ (tree[id]);

/**
 * The same tree with some nodes otherwise.
 * @param {Tree} tree
 * @param {Record<number, Partial<Node> | null>} changes
 * @returns {Tree}
 */
export function change(tree, changes) {
  const next = tree.slice();
  for (const [key, value] of Object.entries(changes)) {
    const id = Number(key);
    next[id] = value && { ...node(tree, id), ...value };
  }
  return next;
}

/**
 * The numbers of the nodes from the root to a node.
 * @param {Tree} tree
 * @param {number} id
 */
export function path(tree, id) {
  const ids = [];
  for (let at = /** @type {number | null} */ (id); at !== null; at = node(tree, at).parent) ids.push(at);
  return ids.reverse();
}

/** The node on the way to a node from which its moves count: the last one that sets up stones, else the root. @param {Tree} tree @param {number} id */
export const base = (tree, id) => path(tree, id).findLast((at) => node(tree, at).set_up) ?? ROOT;

/** The moves to a node, from the last set-up on. @param {Tree} tree @param {number} id */
export function moves(tree, id) {
  const ids = path(tree, id);
  return ids.slice(ids.findLastIndex((at, index) => index === 0 || node(tree, at).set_up) + 1).map((at) => node(tree, at).move);
}

/** The line through a node, to its end. @param {Tree} tree @param {number} id */
export function line(tree, id) {
  const ids = path(tree, id);
  for (let [next] = node(tree, id).children; next !== undefined; [next] = node(tree, next).children) ids.push(next);
  return ids;
}

/**
 * Adds a move, unless it is there; the new tree and the number of its node.
 * @param {Tree} tree
 * @param {number} parent
 * @param {string} move
 * @returns {[Tree, number]}
 */
export function add(tree, parent, move) {
  const known = node(tree, parent).children.find((child) => node(tree, child).move === move);
  if (known !== undefined) return [tree, known];
  const id = tree.length;
  const next = change(tree, { [parent]: { children: [...node(tree, parent).children, id] } });
  next.push({ parent, move, children: [] });
  return [next, id];
}

/** Adds moves one after another. @param {Tree} tree @param {number} parent @param {string[]} moves @returns {[Tree, number]} */
export function addLine(tree, parent, moves) {
  return moves.reduce(([tree, at], move) => add(tree, at, move), /** @type {[Tree, number]} */ ([tree, parent]));
}

/** Removes a node and all that follows. @param {Tree} tree @param {number} id */
export function remove(tree, id) {
  const parent = node(tree, id).parent;
  if (parent === null) return tree;
  const next = change(tree, { [parent]: { children: node(tree, parent).children.filter((child) => child !== id) } });
  const left = [id];
  while (left.length) {
    const at = /** @type {number} */ (left.pop());
    left.push(...node(tree, at).children);
    next[at] = null;
  }
  return next;
}

/** The number of nodes that are there. @param {Tree} tree */
export const count = (tree) => tree.reduce((sum, entry) => sum + (entry ? 1 : 0), 0);

/** The number of nodes from each node on, itself included. @param {Tree} tree */
export function sizes(tree) {
  const found = tree.map((entry) => (entry ? 1 : 0));
  // Children come after their parents, unless a record was read otherwise.
  const left = [ROOT];
  const order = [];
  while (left.length) {
    const id = /** @type {number} */ (left.pop());
    order.push(id);
    left.push(...node(tree, id).children);
  }
  for (const id of order.reverse()) {
    const { parent } = node(tree, id);
    if (parent !== null) found[parent] += found[id];
  }
  return found;
}

/** Whether stones are set up after the beginning. @param {Tree} tree */
export const hasSetUps = (tree) => tree.some((entry) => entry?.set_up);

/** Makes the line to a node the main line from where it leaves that. @param {Tree} tree @param {number} id */
export function promote(tree, id) {
  /** @type {Record<number, Partial<Node>>} */
  const changes = {};
  for (const at of path(tree, id).slice(1)) {
    const parent = /** @type {number} */ (node(tree, at).parent);
    const others = node(tree, parent).children.filter((child) => child !== at);
    changes[parent] = { children: [at, ...others] };
  }
  return change(tree, changes);
}

/**
 * A tree as the engine reads and writes it: a list in which every node comes after its parent.
 * @param {Tree} tree
 */
export function toList(tree) {
  /** @type {Record<string, any>[]} */
  const list = [];
  const places = new Map();
  const left = [ROOT];
  while (left.length) {
    const id = /** @type {number} */ (left.pop());
    const { parent, move, children, comment, quality, marked, labels, properties, set_up, to_move } = node(tree, id);
    places.set(id, list.length);
    /** @type {Record<string, any>} */
    const entry = parent === null ? {} : { parent: places.get(parent), ...(set_up ? { set_up, to_move } : { move }) };
    if (comment) entry.comment = comment;
    if (quality) entry.quality = quality;
    if (marked) entry.marked = true;
    if (labels?.length) entry.labels = labels;
    if (properties && Object.keys(properties).length) entry.properties = properties;
    list.push(entry);
    left.push(...[...children].reverse());
  }
  return list;
}

/** @param {Record<string, any>[]} list @returns {Tree} */
export function fromList(list) {
  /** @type {Tree} */
  const tree = list.map(({ parent, move, ...notes }) => ({ parent: parent ?? null, move: move ?? "", children: [], ...notes }));
  tree.forEach((entry, id) => {
    if (entry && entry.parent !== null) node(tree, entry.parent).children.push(id);
  });
  return tree;
}
