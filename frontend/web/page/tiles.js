// The games as tiles: a picture and one sentence each, the best known ones first.

import { h } from "./dom.js";
import { mini } from "./mini.js";
import { gameTitle, tileText } from "./texts.js";

/** @typedef {import("./state.js").Game} Game */

/** The games that most people look for. */
export const FIRST = ["pente", "freestyle", "renju"];

/** The ideas of the games as small positions. @type {Record<string, string>} */
const PICTURES = {
  capture: "7/1x5/2o1x2/3o3/2x1x2/5o1/7", five: "7/2o4/1xxxxx1/3oo2/2o4/7/7", forbidden: "7/3x3/2oxo2/1xx*xx1/3x3/2oo3/7", both: "7/1oxxo2/3x3/2oxo2/3x3/3x3/7",
  blocked: "7/1o5/1xxxxx1/3oo2/7/2o4/7", hexagon: "3/1x2/1xxo1/1oxo/1xo",
};
const IDEAS = /** @type {Record<string, string>} */ ({
  freestyle: "five", standard: "five", renju: "forbidden", caro: "blocked", ndengrod: "hexagon", ninuki: "both", "ninuki-hannover": "both", "ninuki-japan": "both", nenuki: "both",
});

/** The short name of a game: `Pente`. @param {Game} game */
export const shortTitle = ({ name, title }) => gameTitle(name, title).split(/, | \(/)[0];

/** A tile. @param {Game} game @param {() => void} onclick */
export function tile(game, onclick) {
  const idea = IDEAS[game.name] ?? (game.shape === "hexagon" ? "hexagon" : "capture");
  return h("button", { type: "button", class: "tile", onclick, "data-game": game.name }, mini(PICTURES[idea], game.shape), h("b", {}, shortTitle(game)), h("span", {}, tileText(game)));
}

/** The games in the order of the tiles. @param {Game[]} games */
export function ordered(games) {
  const place = (/** @type {Game} */ { name }) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return [...games].sort((one, other) => place(one) - place(other));
}
