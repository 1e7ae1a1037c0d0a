// The panel of the review: how well both played, the mistakes, another try.

import { button, field, h, select } from "./dom.js";
import { percent } from "./format.js";
import { isMistake } from "./review.js";
import { watch } from "./state.js";
import { colorName, t } from "./texts.js";

/** The worst moves of each side that are shown first. */
const WORST = 3;

/** Nodes for each position. */
const EFFORTS = [5_000, 30_000, 150_000];

/**
 * @param {import("./game.js").Store} store
 * @param {import("./review.js").ReviewControl} review
 * @param {import("./game.js").GameControl} game
 * @param {(nodes: number, box: HTMLElement) => Promise<void>} reviewAll  reviews all games of a file and shows them in a box
 * @param {() => Promise<void>} makePuzzles  makes puzzles from the shown game
 */
export function createReviewView(store, review, game, reviewAll, makePuzzles) {
  let effort = EFFORTS[0];
  const names = [t("effortFast"), t("effortGood"), t("effortDeep")];
  const start = button(t("reviewStart"), () => (store.state.busy ? review.stop() : void review.run(effort)), { class: "primary" });
  const efforts = select(t("reviewEffort"), EFFORTS.map((nodes, index) => [nodes, names[index]]), effort, (value) => { effort = Number(value); });
  const write = button(t("addToTree"), review.write);
  const make = button(t("puzzlesHere"), () => void makePuzzles());
  const box = h("div", { hidden: true });
  const all = button("", () => { box.hidden = false; void reviewAll(effort, box); });
  watch(store, (state) => [state.several, state.busy, state.batch], ({ several, busy, batch }) => {
    all.hidden = !several;
    all.disabled = busy;
    all.textContent = t("reviewAll", several);
    if (!batch) box.hidden = true;
  });
  const progress = h("progress", { "aria-label": t("review") });
  const found = h("div", { class: "scroll found" });
  const trial = h("div", { class: "trial", role: "status" });

  watch(store, (state) => [state.review, state.busy, state.tree], (state) => {
    const running = state.busy && state.review && !state.review.graph.length;
    start.textContent = t(running ? "stop" : "reviewStart");
    start.disabled = state.busy && !running;
    progress.hidden = !running;
    write.hidden = !state.review?.graph.length;
    make.hidden = write.hidden || !state.actions.includes("make_puzzles");
    make.disabled = state.busy;
    if (state.review) { progress.max = state.review.of; progress.value = state.review.done; }
    if (!state.review) return found.replaceChildren(h("p", { class: "facts" }, t("reviewEmpty")));
    if (running) return found.replaceChildren(h("p", { class: "facts" }, t("reviewing", state.review.done, state.review.of)));
    found.replaceChildren(players(state.review.players), mistakes(state.review.moves));
  });
  watch(store, (state) => [state.retry], ({ retry }) => {
    trial.hidden = !retry;
    if (!retry) return;
    const { judged, said, solved } = retry;
    trial.replaceChildren(
      h("p", {}, said || t("tryFind", judged.ply, colorName(judged.side))),
      h("div", { class: "row" }, ...(solved ? [] : [button(t("solution"), review.solve)]), button(t("close"), review.leave)));
  });

  /** @param {Record<string, any>} all */
  function players(all) {
    const head = [t("player"), t("accuracy"), t("meanLoss"), "??", "?", "?!", t("missedWins")];
    const rows = Object.entries(all).map(([name, play]) => [named(name), number(play.accuracy), `${percent(play.mean_loss)} %`, play.blunders, play.mistakes, play.inaccuracies, play.missed_wins]);
    return h("table", { class: "players" }, h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, String(cell)))))));
  }

  /** @param {import("./state.js").Judged[]} moves */
  const list = (moves) => h("ul", { class: "mistakes", "aria-label": t("mistakes") }, ...moves.map((judged) => h("li", {},
    button(`${judged.ply}. ${judged.move}${judged.mark ?? ""}`, () => void game.go(store.state.review?.ids[judged.ply] ?? 0), { class: "move marked" }),
    h("span", {}, h("i", { class: `dot small ${judged.side}`, title: colorName(judged.side) }), ` ${judged.missed_win ? t("missedWin", judged.missed_win) : t("lost", percent(judged.loss))}`),
    button(t("refutation"), () => void refute(judged)), button(t("tryAgain"), () => void review.retry(judged)))));

  /** Shows the better line in the place of a mistake. @param {import("./state.js").Judged} judged */
  async function refute(judged) {
    const before = store.state.review?.ids[judged.ply - 1];
    if (before !== undefined && await game.go(before)) void game.preview(judged.pv);
  }

  /** The worst moves of each side first, then all in their order. @param {import("./state.js").Judged[]} moves */
  function mistakes(moves) {
    const bad = moves.filter((judged) => isMistake(judged) || judged.missed_win);
    if (!bad.length) return h("p", { class: "facts" }, t("noMistakes"));
    const worst = (/** @type {"x" | "o"} */ side) => bad.filter((judged) => judged.side === side).sort((one, other) => other.loss - one.loss).slice(0, WORST);
    const first = [...worst("x"), ...worst("o")];
    const others = bad.filter((judged) => !first.includes(judged));
    return h("div", {}, h("h2", {}, t("worstMoves")), list(first), ...(others.length ? [h("details", {}, h("summary", {}, t("otherMistakes", others.length)), list(others))] : []));
  }

  return h("section", { class: "panel", "aria-label": t("review") }, h("div", { class: "row" }, start, field(t("reviewEffort"), efforts), write, make, all), box, progress, trial, found);
}

/** The name of a player; the engine calls those without one by their colours. @param {string} name */
const named = (name) => ({ Black: t("black"), White: t("white") }[name] ?? name);

/** @param {unknown} value */
const number = (value) => (typeof value === "number" ? value.toFixed(1) : "–");
