// Links that hold a whole document, packed: variations, comments, drawings, names.

import * as trees from "./tree.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {{ setup: import("./state.js").Setup, tree: trees.Tree, at: number, about: Record<string, any> }} Linked */

/** The longest text that is unpacked, in bytes. */
const MOST = 4 << 20;

/** @param {Uint8Array} bytes */
const toText = (bytes) => btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), "")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/** @param {string} text */
const toBytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));

/** A document as a text for an address. @param {Pick<State, "setup" | "tree" | "at" | "about">} state */
export async function packed({ setup, tree, at, about }) {
  const way = trees.path(tree, at).slice(1).map((id) => trees.node(tree, /** @type {number} */ (trees.node(tree, id).parent)).children.indexOf(id));
  const json = JSON.stringify({ setup, about, way, tree: trees.toList(tree) });
  const stream = new Blob([json]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return toText(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** A node as it may be in a tree; null if it is none. @param {any} node @param {number} index */
function checked(node, index) {
  const { parent, move, comment, quality, marked, labels, properties, set_up, to_move } = node ?? {};
  const isText = (/** @type {unknown} */ value) => value === undefined || typeof value === "string";
  const isList = (/** @type {unknown} */ value) => value === undefined || Array.isArray(value);
  const isParent = index === 0 ? parent === undefined : Number.isInteger(parent) && parent >= 0 && parent < index;
  const isNamed = properties === undefined || (typeof properties === "object" && Object.values(properties).every((values) => Array.isArray(values) && values.every(isText)));
  if (!isParent || ![move, comment, quality, to_move].every(isText) || !isList(labels) || !isList(set_up) || !isNamed) return null;
  return Object.fromEntries(Object.entries({ parent, move, comment, quality, marked, labels, properties, set_up, to_move }).filter(([, value]) => value !== undefined));
}

/** The document of a text that was packed; null if it is none. @param {string} text @returns {Promise<Linked | null>} */
export async function unpacked(text) {
  try {
    const reader = new Blob([toBytes(text)]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const parts = [];
    let size = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length;
      if (size > MOST) return null;
      parts.push(next.value);
    }
    const { setup, about, way, tree } = JSON.parse(await new Blob(parts).text());
    const list = tree.map(checked);
    if (!list.length || list.includes(null) || typeof setup?.rules !== "string") return null;
    const found = trees.fromList(list);
    let at = trees.ROOT;
    for (const child of way) at = trees.node(found, at).children[child] ?? at;
    return { setup, tree: found, at, about: typeof about === "object" && about ? about : {} };
  } catch {
    return null;
  }
}
