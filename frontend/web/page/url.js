// The game in the address: rules, board, moves with variations in parentheses, and the move that is shown.

import { packed, unpacked } from "./link.js";
import { watch } from "./state.js";
import * as trees from "./tree.js";

/** A longer address is shortened to the line that is shown. */
const LONGEST = 6000;

/** Trees with more nodes are not written. */
const MOST_NODES = 2000;

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

/** The content of the address; null if it has none. @returns {Promise<{ setup: import("./state.js").Setup, tree: trees.Tree, at: number, about?: Record<string, any> } | null>} */
export async function fromAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const whole = parts.get("z");
  if (whole) return unpacked(whole);
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

/** The puzzle of the address: the next one, that of the day, or that of an id; null if it has none. @returns {"next" | "day" | { id: string } | null} */
export function puzzleOfAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const wanted = parts.get("puzzle");
  if (wanted === null) return null;
  return wanted === "day" ? "day" : wanted ? { id: wanted } : "next";
}

/** @param {import("./state.js").State} state */
function toAddress({ setup, board, tree, at, trial }) {
  if (trial) return `#puzzle=${trial.isDaily ? "day" : trial.puzzle.id}`;
  const parts = new URLSearchParams({ g: setup.rules, s: String(setup.size ?? "") });
  if (setup.length && board) parts.set("l", String(setup.length));
  const flags = Object.entries(setup.flags ?? {}).map((pair) => pair.join(":"));
  if (flags.length) parts.set("f", flags.join());
  if (setup.position) parts.set("p", setup.position);
  const all = tree.length <= MOST_NODES ? written(tree, trees.ROOT) : null;
  const path = trees.path(tree, at);
  const line = trees.line(tree, trees.ROOT);
  const isShort = all !== null && all.length <= LONGEST;
  if (isShort) {
    if (all) parts.set("m", all);
  } else parts.set("m", trees.moves(tree, trees.line(tree, at).pop() ?? at).join("."));
  if (!isShort || line.includes(at)) parts.set("n", String(path.length - 1));
  else parts.set("n", path.slice(1).map((id, index) => trees.node(tree, path[index]).children.indexOf(id)).join("-"));
  return `#${parts.toString().replace(/%28/g, "(").replace(/%29/g, ")").replace(/%2F/gi, "/").replace(/\+/g, "%20")}`;
}

/** A link to the game: the address if that holds all of it, else one with the whole document. @param {import("./state.js").State} state */
export async function link(state) {
  const { tree, about } = state;
  const hasNotes = tree.some((node) => node && (node.comment || node.quality || node.labels?.length || Object.keys(node.properties ?? {}).length));
  const isPlain = isWritable(state) && tree.length <= MOST_NODES && !hasNotes && !(about.players ?? []).some(Boolean);
  const plain = isPlain ? toAddress(state) : "";
  const hash = isPlain && plain.length <= LONGEST ? plain : `#z=${await packed(state)}`;
  return location.origin + location.pathname + hash;
}

/** Whether an address can hold the game. @param {import("./state.js").State} state */
const isWritable = ({ board, setup, tree }) => Boolean(board) && !setup.rules_text && !trees.hasSetUps(tree);

/** @typedef {{ doc?: string, home?: boolean }} Entry  the state of an entry of the browser's history */

/**
 * Keeps the address as the game is, an entry of the browser's history for each game, and the home as the first of them: its
 * button "back" leads through the games and stays on the page.
 * @param {import("./game.js").Store} store
 * @param {{ onAddress(): void, onGame(id: string): Promise<boolean> }} events  an address was changed by hand; an entry of a game was gone to
 */
export function keepAddress(store, { onAddress, onGame }) {
  let timer = 0;
  let written = location.hash;
  const path = location.pathname + location.search;
  const entry = () => /** @type {Entry | null} */ (history.state);

  /** Writes the address of the present game into the present entry. */
  function write() {
    const { state } = store;
    // An entry that was just gone to keeps its game until that is shown.
    if (!state.board || state.home || entry()?.doc !== state.doc) return;
    written = isWritable(state) ? toAddress(state) : "";
    history.replaceState({ doc: state.doc }, "", path + written);
  }

  watch(store, (state) => [state.tree, state.at, state.generation, state.doc, state.home], () => {
    clearTimeout(timer);
    timer = setTimeout(write, 150);
  });
  let shown = -1;
  watch(store, (state) => [state.generation, state.home, state.doc], ({ generation, home, doc }) => {
    if (!generation && !home) return;
    const isCopy = generation === shown && !home;
    shown = home ? -1 : generation;
    if (isCopy) history.replaceState({ doc }, "", location.href);
    else if (home) {
      if (!entry()?.home) history.pushState({ home: true }, "", path);
      written = "";
    } else if (entry()?.doc !== doc) {
      // Below the first game lies the home.
      if (!entry()) history.replaceState({ home: true }, "", path);
      written = isWritable(store.state) ? toAddress(store.state) : "";
      history.pushState({ doc }, "", path + written);
    }
  });
  addEventListener("popstate", () => {
    const now = entry();
    // A changed address has no entry yet.
    if (!now) return;
    written = location.hash;
    for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
    if (now.home) store.set({ home: true });
    else if (now.doc && now.doc !== store.state.doc) {
      // The shown game stays if it may not be left.
      void onGame(now.doc).then((isShown) => { if (!isShown && store.state.board) history.pushState({ doc: store.state.doc }, "", path + (isWritable(store.state) ? toAddress(store.state) : "")); });
    }
    else if (now.doc) store.set({ home: false });
  });
  addEventListener("hashchange", () => {
    if (!entry() && location.hash !== written) onAddress();
  });
}
