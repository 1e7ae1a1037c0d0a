// The bar of a puzzle, below the board. Loaded when it is wanted.

import { button, field, h, options, select } from "./dom.js";
import { LEVELS } from "./puzzle-rating.js";
import { watch } from "./state.js";
import { colorName, t } from "./texts.js";
import { ordered, shortTitle } from "./tiles.js";

const THEMES = ["vcf", "vct", "defence", "capture-win", "capture-endgame", "broken-five", "forbidden-trap", "hexagon-capture"];

/** The name of a theme. @param {string} name */
const themeText = (name) => t(/** @type {any} */ (`theme_${name}`));

/** The task of a puzzle. @param {import("./puzzles.js").Puzzle} puzzle */
const taskText = ({ kind, to_move, plies }) => (kind === "win" ? t("puzzleWin", colorName(to_move), Math.ceil(plies / 2)) : t("puzzleOnly", colorName(to_move)));

/** The choice of puzzles by game, theme and difficulty. @param {import("./game.js").Store} store @param {import("./puzzles.js").PuzzlesControl} puzzles */
function createFilter(store, puzzles) {
  const themes = THEMES.map((name) => /** @type {[string, string]} */ ([name, themeText(name)]));
  const levels = LEVELS.map((level) => /** @type {[string, string]} */ ([level, level.replace("-", "–")]));
  const { game, theme, level } = puzzles.filter();
  const list = select(t("game"), [], game, (chosen) => puzzles.choose({ game: chosen }));
  // The games may come after the page.
  watch(store, (state) => [state.games], ({ games }) => {
    const titles = ordered(games).map((known) => /** @type {[string, string]} */ ([known.name, shortTitle(known)]));
    list.replaceChildren(...options([["", t("anyGame")], ...titles], puzzles.filter().game));
  });
  return h("details", { class: "wanted" }, h("summary", {}, t("puzzleChoice")), h("div", { class: "row" },
    field(t("game"), list),
    field(t("puzzleTheme"), select(t("puzzleTheme"), [["", t("anyTheme")], ...themes], theme, (chosen) => puzzles.choose({ theme: chosen }))),
    field(t("puzzleLevel"), select(t("puzzleLevel"), [["", t("anyLevel")], ...levels], level, (chosen) => puzzles.choose({ level: chosen }))),
    button(t("puzzleDaily"), () => void puzzles.begin("day"))));
}

/** @param {import("./game.js").Store} store @param {import("./puzzles.js").PuzzlesControl} puzzles */
export function createPuzzlesView(store, puzzles) {
  const facts = h("p", { class: "where" });
  const task = h("p", { class: "strong" });
  const words = h("p", { class: "answer", role: "status" });
  const record = h("p", { class: "where" });
  const next = button(t("puzzleNext"), () => void puzzles.begin());
  const [hint, step] = [button(t("hint"), () => void puzzles.hint()), button(t("puzzleStep"), () => void puzzles.step())];
  const again = button(t("puzzleAgain"), puzzles.again);
  const row = h("div", { class: "row" }, hint, step, again, next, button(t("leave"), puzzles.leave));
  const element = h("section", { class: "exercise puzzle", "aria-label": t("puzzles"), hidden: true }, facts, task, words, row, createFilter(store, puzzles), record);
  watch(store, (state) => [state.trial], ({ trial, games }) => {
    element.hidden = !trial;
    if (!trial) return;
    const { puzzle, said, solved, isDaily } = trial;
    const known = games.find(({ name }) => name === puzzle.game);
    facts.textContent = [isDaily ? t("puzzleDaily") : "", known ? shortTitle(known) : puzzle.game, t("puzzleDifficulty", puzzle.difficulty), ...puzzle.themes.map(themeText)].filter(Boolean).join(" · ");
    task.textContent = taskText(puzzle);
    task.hidden = solved;
    words.textContent = said;
    words.classList.toggle("right", solved);
    hint.hidden = step.hidden = solved;
    again.hidden = !solved;
    next.classList.toggle("primary", solved);
    const { rating, streak, best, solved: all, tried } = puzzles.score();
    record.textContent = t("puzzleRecord", Math.round(rating), streak, best, all, tried);
  });
  return element;
}
