// The layer of the explorer: the moves of the shown position. Moves of games have their share, and how these games ended; other
// moves of the opening book have their win rate.

import { svg } from "./dom.js";
import { shortScore } from "./format.js";

/** @typedef {{ name: string, text: string, title: string, weight: number, bar: [number, number, number] | null, best: boolean }} Share  `bar` are the shares of Black, draws and White; null for moves of the book alone */

/** The most moves on the board. */
const MOST = 20;

/** What library and book have of the shown position; null until it is known. @param {import("./state.js").State} state */
export const exploredOf = ({ explored, at, generation }) => (explored?.at === at && explored.generation === generation ? explored.answer : null);

/** The moves of the book that no game has. @param {import("./explore.js").Found} answer */
export function unplayed({ moves, book }) {
  const played = new Set(moves.map(({ move }) => move));
  return (book?.moves ?? []).filter(({ move }) => !played.has(move));
}

/** The moves that are drawn. @param {import("./state.js").State} state @returns {Share[]} */
export function shares(state) {
  const answer = exploredOf(state);
  if (!answer || state.panel !== "explore" || state.preview || state.editor || state.retry) return [];
  const most = answer.moves[0]?.games ?? 1;
  const best = state.prefs.bookMoves ? answer.book?.moves[0]?.move : undefined;
  const played = answer.moves.slice(0, MOST).map(({ move, games, x, o, draws }) => {
    const known = Math.max(1, x + o + draws);
    const share = (100 * games) / Math.max(1, answer.games);
    return { name: move, text: share < 1 ? "<1" : String(Math.round(share)), title: `${move} ${games}`, weight: games / most, bar: /** @type {Share["bar"]} */ ([x / known, draws / known, o / known]), best: move === best };
  });
  const others = state.prefs.bookMoves ? unplayed(answer).slice(0, MOST) : [];
  return [...played, ...others.map((known) => ({ name: known.move, text: shortScore(known), title: known.move, weight: 1, bar: null, best: known.move === best }))];
}

/** The width of a bar, in points of the board. */
const WIDTH = 0.64;

/** Their shapes. @param {Share[]} list @param {Map<string, { x: number, y: number }>} spots @param {Map<string, unknown>} stones */
export function shareMarks(list, spots, stones) {
  return list.flatMap(({ name, text, title, weight, bar, best }) => {
    const spot = spots.get(name);
    if (!spot || stones.has(name)) return [];
    let left = -WIDTH / 2;
    const parts = (bar ?? []).map((part, index) => {
      const rect = svg("rect", { class: ["x", "draw", "o"][index], x: left, y: 0.13, width: WIDTH * part, height: 0.15 });
      left += WIDTH * part;
      return rect;
    });
    const ground = svg("circle", { r: 0.45, "fill-opacity": (0.55 + 0.45 * weight).toFixed(2) });
    const kind = `explored${bar ? "" : " booked"}${best ? " best" : ""}`;
    return [svg("g", { class: kind, transform: `translate(${spot.x} ${spot.y})` }, svg("title", {}, title), ground, svg("text", { y: bar ? -0.1 : 0 }, text), ...parts)];
  });
}
