// The phases of a game, from its win rates, and its captures by node. Without DOM.

/** The distance of a win rate from one half within which a game is even, and beyond which it is decided. */
const EVEN = 0.2;
const DECIDED = 0.4;

/** Fewer known win rates show no phases. */
const LEAST = 5;

/** @typedef {{ kind: "even" | "fight" | "decided", from: number, to: number, ahead: "x" | "o" }} Phase From one ply to another, and the side that is ahead at its end. */

/**
 * The phases of a line: even until the win rate first leaves 30–70 %, decided from where it stays above 90 % for one side, a fight
 * between. Empty if too few win rates are known.
 * @param {(number | undefined)[]} rates  the win rate of Black by ply
 * @returns {Phase[]}
 */
export function phases(rates) {
  const known = rates.flatMap((rate, ply) => (rate === undefined ? [] : [{ ply, off: rate - 0.5 }]));
  const last = known.at(-1);
  if (!last || known.length < LEAST) return [];
  const side = Math.sign(last.off);
  const open = known.findLastIndex(({ off }) => off * side < DECIDED);
  const [left, decided] = [known.find(({ off }) => Math.abs(off) > EVEN)?.ply ?? Infinity, known[open + 1]?.ply ?? Infinity];
  const end = rates.length - 1;
  /** @type {[Phase["kind"], number, number][]} */
  const parts = [["even", 0, Math.min(left, decided, end)], ["fight", Math.min(left, decided), Math.min(decided, end)], ["decided", decided, end]];
  const ahead = (/** @type {number} */ ply) => ((known.findLast((one) => one.ply <= ply) ?? last).off > 0 ? "x" : "o");
  return parts.filter(([kind, from, to]) => from < to || (kind === "decided" && from === to)).map(([kind, from, to]) => ({ kind, from, to, ahead: ahead(to) }));
}

/**
 * The captures of a line by their places in it.
 * @param {{ move: string, captured: string[] }[]} moves  the moves to the end of the line, from its last set-up on
 * @param {number} plies  the nodes of the line besides its root
 */
export function captures(moves, plies) {
  const first = plies - moves.length + 1;
  return moves.flatMap(({ move, captured }, index) => (captured.length ? [{ ply: first + index, move, captured }] : []));
}
