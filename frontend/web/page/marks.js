// Drawings on the board, as SGF has them: shapes, arrows, lines, labels, numbers of moves.

import { rows } from "./position-text.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {{ shape: string, points: { name: string, x: number, y: number }[] }} Points */
/** @typedef {{ shapes: { kind: string, name: string }[], arrows: { from: string, to: string, headed: boolean }[] }} Drawings */

const KINDS = /** @type {Record<string, string>} */ ({ circle: "CR", square: "SQ", triangle: "TR", cross: "MA" });
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** @type {WeakMap<object, { named: Map<string, string>, written: Map<string, string> }>} */
const known = new WeakMap();

/** Points by their names in SGF, and the other way round. @param {Points} board */
function names(board) {
  let found = known.get(board.points);
  if (!found) {
    const text = (/** @type {number} */ x, /** @type {number} */ y) => String.fromCharCode(97 + x, 97 + y);
    const pairs = rows(board).flatMap((row, y) => row.map((name, x) => /** @type {[string, string]} */ ([board.shape === "hexagon" ? name : text(x, y), name])));
    found = { named: new Map(pairs), written: new Map(pairs.map(([sgf, name]) => [name, sgf])) };
    known.set(board.points, found);
  }
  return found;
}

/** The points of a value, which may be a rectangle of them. @param {string} value @param {Points} board */
function points(value, board) {
  const { named } = names(board);
  const [from, to] = value.split(":");
  const single = named.get(from.trim());
  if (to === undefined || board.shape === "hexagon") return single ? [single] : [];
  const [[left, top], [right, bottom]] = [from, to].map((text) => [text.charCodeAt(0), text.charCodeAt(1)]);
  const found = [];
  for (let x = left; x <= right; x += 1) for (let y = top; y <= bottom; y += 1) found.push(named.get(String.fromCharCode(x, y)));
  return found.filter((name) => name !== undefined);
}

/** The drawings of a node. @param {Node} node @param {Points} board @returns {Drawings} */
export function drawings({ properties = {}, marked, move }, board) {
  const shapes = Object.entries(KINDS).flatMap(([kind, property]) => (properties[property] ?? []).flatMap((value) => points(value, board)).map((name) => ({ kind, name })));
  if (marked && move) shapes.push({ kind: "cross", name: move });
  const { named } = names(board);
  const arrows = /** @type {[string, boolean][]} */ ([["AR", true], ["LN", false]]).flatMap(([property, headed]) => (properties[property] ?? []).flatMap((value) => {
    const [from, to] = value.split(":").map((text) => named.get(text));
    return from && to ? [{ from, to, headed }] : [];
  }));
  return { shapes, arrows };
}

/** Properties with a value put in, or taken out if it is there. @param {Record<string, string[]>} properties @param {string} name @param {string} value */
function toggled(properties, name, value) {
  const values = properties[name] ?? [];
  const next = values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
  const { [name]: _, ...others } = properties;
  return next.length ? { ...others, [name]: next } : others;
}

/** The notes of a node with a shape put on a point, or taken off. @param {Node} node @param {Points} board @param {string} kind @param {string} name @returns {Partial<Node>} */
export function withShape(node, board, kind, name) {
  if (kind === "cross" && node.move === name) return { marked: !node.marked };
  const value = names(board).written.get(name) ?? name;
  let properties = node.properties ?? {};
  // One shape on a point; rectangles of points stay as they are.
  for (const [other, property] of Object.entries(KINDS)) {
    if (other !== kind && properties[property]?.includes(value)) properties = toggled(properties, property, value);
  }
  return { properties: toggled(properties, KINDS[kind], value) };
}

/** The notes of a node with an arrow put in, or taken out. @param {Node} node @param {Points} board @param {string} from @param {string} to @returns {Partial<Node>} */
export function withArrow(node, board, from, to) {
  const { written } = names(board);
  return { properties: toggled(node.properties ?? {}, "AR", `${written.get(from)}:${written.get(to)}`) };
}

/** The notes of a node with a text on a point; the same text there is taken off. @param {Node} node @param {string} name @param {string} text @returns {Partial<Node>} */
export function withLabel(node, name, text) {
  const labels = node.labels ?? [];
  const others = labels.filter(([point]) => point !== name);
  const isThere = labels.some(([point, label]) => point === name && label === text);
  return { labels: isThere || !text ? others : [...others, [name, text]] };
}

/** The next letter, or number, that no label of a node has. @param {Node} node @param {"letter" | "number"} kind */
export function nextLabel({ labels = [] }, kind) {
  const used = new Set(labels.map(([, text]) => text));
  if (kind === "letter") return [...LETTERS].find((letter) => !used.has(letter)) ?? "*";
  let number = 1;
  while (used.has(String(number))) number += 1;
  return String(number);
}

/** The notes of a node without drawings and labels. @param {Node} node @returns {Partial<Node>} */
export function withoutDrawings({ properties = {} }) {
  const drawn = new Set([...Object.values(KINDS), "AR", "LN"]);
  return { labels: [], marked: false, properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !drawn.has(name))) };
}

/** The number of a move by the property MN. @param {Node} node */
const numberAt = ({ properties }) => {
  const number = Number(properties?.MN?.[0]);
  return Number.isInteger(number) ? number : null;
};

/**
 * The numbers of moves on a way: those of the last node that begins to count anew, and before it none.
 * @param {Node[]} way  the nodes of the moves
 * @returns {(number | null)[]}
 */
export function numbers(way) {
  const start = way.findLastIndex((node) => numberAt(node) !== null);
  if (start < 0) return way.map((_, index) => index + 1);
  const first = /** @type {number} */ (numberAt(way[start]));
  return way.map((_, index) => (index < start ? null : first + index - start));
}

/** The notes of a node from which moves are counted anew, or no longer. @param {Node} node @returns {Partial<Node>} */
export function withNumbering(node) {
  const { MN, ...others } = node.properties ?? {};
  return { properties: MN ? others : { ...others, MN: ["1"] } };
}

/** A text as it stands between the brackets of SGF. @param {string} text */
export const escaped = (text) => text.replace(/[\\\]]/g, "\\$&");

/** A text from between the brackets of SGF. @param {string} text */
export const unescaped = (text) => text.replace(/\\(\r\n|[\s\S])/g, (_, char) => (/[\r\n]/.test(char) ? "" : char));
