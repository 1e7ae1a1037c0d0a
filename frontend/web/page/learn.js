// The dialog that teaches the rules of a game. Loaded when it is wanted.

import { dialog } from "./dialogs.js";
import { button, h } from "./dom.js";
import { hasExercises, lessons } from "./lessons.js";
import { mini } from "./mini.js";
import { gameTitle, ruleLines, t } from "./texts.js";
import { ordered, shortTitle, tile } from "./tiles.js";
import { createTerms, terms } from "./view-play.js";

/** The time of a picture of a lesson, in milliseconds. */
const FRAME = 1400;

/** A diagram that moves; it stands still for those who want that. @param {string[]} frames @param {string} shape */
function moving(frames, shape) {
  const box = h("div", { class: "lesson" }, mini(frames[0], shape));
  let at = 0;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const next = () => {
    at = (at + 1) % frames.length;
    box.replaceChildren(mini(frames[at], shape));
  };
  if (isStill || frames.length < 2) box.replaceChildren(...frames.map((frame) => mini(frame, shape)));
  else {
    const timer = setInterval(() => (box.isConnected ? next() : clearInterval(timer)), FRAME);
    box.addEventListener("click", next);
  }
  return box;
}

/** Teaches the rules of a game. @param {import("./game.js").Store} store @param {(setup: import("./state.js").Setup, mode: import("./dialogs.js").Mode, terms: import("./match.js").Terms) => void} begin @param {(rules: string) => void} exercise  begins the lesson in captures */
export function learn(store, begin, exercise) {
  const { games } = store.state;
  const body = h("div", { class: "fields" });
  /** @param {import("./state.js").Game} game */
  function show(game) {
    const parts = lessons(game.name).map(({ text, frames }) => h("li", {}, frames.length ? moving(frames, game.shape) : "", h("p", {}, text)));
    body.replaceChildren(h("h3", {}, shortTitle(game)), h("p", {}, gameTitle(game.name, game.title)), h("ol", { class: "lessons" }, ...parts),
      ...(game.flags.length ? [h("details", {}, h("summary", {}, t("rulings")), h("ul", {}, ...ruleLines(game).map((line) => h("li", {}, line))))] : []),
      h("div", { class: "row end" }, button(t("otherGame"), list), ...(hasExercises(game.name) ? [button(t("lessonTitle"), () => { box.close(); exercise(game.name); })] : []), button(t("playThis"), () => { box.close(); begin({ rules: game.name }, "computer", terms(createTerms(store).choice)); }, { class: "primary" })));
  }
  const list = () => body.replaceChildren(h("div", { class: "tiles" }, ...ordered(games).map((game) => tile(game, () => show(game)))));
  list();
  const box = dialog(t("learn"), body);
  box.classList.add("wide");
}
