// The game in the address: rules, board, moves with variations in parentheses, and the move that is shown.

import { watch } from "./state.js";
import * as trees from "./tree.js";

/** A longer address is shortened to the line that is shown. */
const LONGEST = 6000;

/** The tree as text: `K10.L9(M10)J9`. @param {trees.Tree} tree @param {number} from @returns {string} */
function written(tree, from) {
  let text = "";
  for (let at = from; ;) {
    const [main, ...others] = trees.node(tree, at).children;
    if (main === undefined) return text;
    text += `${text && !text.endsWith(")") ? "." : ""}${trees.node(tree, main).move}`;
    for (const other of others) {
      const rest = written(tree, other);
      text += `(${trees.node(tree, other).move}${rest && "."}${rest})`;
    }
    at = main;
  }
}

/** @param {string} text @returns {trees.Tree} */
function read(text) {
  let tree = trees.empty();
  let at = trees.ROOT;
  /** @type {number[]} */
  const open = [];
  for (const [token] of text.matchAll(/[()]|[^.()]+/g)) {
    if (token === "(") {
      open.push(at);
      at = trees.node(tree, at).parent ?? at;
    } else if (token === ")") at = open.pop() ?? at;
    else [tree, at] = trees.add(tree, at, token);
  }
  return tree;
}

/** What the address says. @returns {{ setup: import("./state.js").Setup, tree: trees.Tree, at: number } | null} */
export function fromAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const rules = parts.get("g");
  if (!rules) return null;
  const size = parts.get("s");
  const flags = Object.fromEntries((parts.get("f") ?? "").split(",").filter(Boolean).map((pair) => pair.split(":")));
  const length = Number(parts.get("l")) || undefined;
  const tree = read(parts.get("m") ?? "");
  const line = trees.line(tree, trees.ROOT);
  const way = parts.get("n")?.split("-").map(Number) ?? [];
  // A number of moves along the main line, or the children to be taken.
  let at = trees.ROOT;
  if (way.length === 1) at = line[Math.min(way[0], line.length - 1)] ?? trees.ROOT;
  else for (const child of way) at = trees.node(tree, at).children[child] ?? at;
  return { setup: { rules, size: size && /^\d+$/.test(size) ? Number(size) : size ?? undefined, length, flags, position: parts.get("p") }, tree, at };
}

/** @param {import("./state.js").State} state */
function toAddress({ setup, board, tree, at }) {
  const parts = new URLSearchParams({ g: setup.rules, s: String(setup.size ?? "") });
  if (setup.length && board) parts.set("l", String(setup.length));
  const flags = Object.entries(setup.flags ?? {}).map((pair) => pair.join(":"));
  if (flags.length) parts.set("f", flags.join());
  if (setup.position) parts.set("p", setup.position);
  const all = written(tree, trees.ROOT);
  const path = trees.path(tree, at);
  const line = trees.line(tree, trees.ROOT);
  const isShort = all.length <= LONGEST;
  if (all) parts.set("m", isShort ? all : trees.moves(tree, trees.line(tree, at).pop() ?? at).join("."));
  if (!isShort || line.includes(at)) parts.set("n", String(path.length - 1));
  else parts.set("n", path.slice(1).map((id, index) => trees.node(tree, path[index]).children.indexOf(id)).join("-"));
  return `#${parts.toString().replace(/%28/g, "(").replace(/%29/g, ")").replace(/%2F/gi, "/").replace(/\+/g, "%20")}`;
}

/** Keeps the address as the game is. @param {import("./game.js").Store} store @param {() => void} onChange what to do when the address is changed by hand */
export function keepAddress(store, onChange) {
  let timer = 0;
  let written = location.hash;
  watch(store, (state) => [state.tree, state.at, state.generation], () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!store.state.board || store.state.setup.rules_text) return;
      written = toAddress(store.state);
      history.replaceState(null, "", written);
    }, 150);
  });
  addEventListener("hashchange", () => {
    if (location.hash !== written) onChange();
  });
}
