// The layer of the explorer: the share of each move that was played in the shown position, and how its games ended.

import { svg } from "./dom.js";
import { exploredOf } from "./explore.js";

/** @typedef {{ name: string, text: string, title: string, weight: number, bar: [number, number, number] }} Share  `bar` are the shares of Black, draws and White */

/** The most moves on the board. */
const MOST = 20;

/** The moves that are drawn. @param {import("./state.js").State} state @returns {Share[]} */
export function shares(state) {
  const answer = exploredOf(state);
  if (!answer || state.panel !== "explore" || state.preview || state.editor || state.retry) return [];
  const most = answer.moves[0]?.games ?? 1;
  return answer.moves.slice(0, MOST).map(({ move, games, x, o, draws }) => {
    const known = Math.max(1, x + o + draws);
    const share = (100 * games) / Math.max(1, answer.games);
    return { name: move, text: share < 1 ? "<1" : String(Math.round(share)), title: `${move} ${games}`, weight: games / most, bar: [x / known, draws / known, o / known] };
  });
}

/** The width of a bar, in points of the board. */
const WIDTH = 0.64;

/** Their shapes. @param {Share[]} list @param {Map<string, { x: number, y: number }>} spots @param {Map<string, unknown>} stones */
export function shareMarks(list, spots, stones) {
  return list.flatMap(({ name, text, title, weight, bar }) => {
    const spot = spots.get(name);
    if (!spot || stones.has(name)) return [];
    let left = -WIDTH / 2;
    const parts = bar.map((part, index) => {
      const rect = svg("rect", { class: ["x", "draw", "o"][index], x: left, y: 0.13, width: WIDTH * part, height: 0.15 });
      left += WIDTH * part;
      return rect;
    });
    const ground = svg("circle", { r: 0.45, "fill-opacity": (0.55 + 0.45 * weight).toFixed(2) });
    return [svg("g", { class: "explored", transform: `translate(${spot.x} ${spot.y})` }, svg("title", {}, title), ground, svg("text", { y: -0.1 }, text), ...parts)];
  });
}
