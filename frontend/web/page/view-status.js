// Who plays, what was captured, whose turn it is, and the moves that are no points.

import { button, h, icon } from "./dom.js";
import { clockText, percent, scoreText } from "./format.js";
import { playerName, timeLeft } from "./match.js";
import { isPoint, ownTask } from "./opening.js";
import { watch } from "./state.js";
import { choiceText, colorName, reasonText, t } from "./texts.js";
import { rateOf } from "./view-analysis.js";
import { numbered } from "./view-board.js";

/** @typedef {import("./state.js").State} State */

/** One side: its stone, name, captures, win rate and clock. @param {import("./game.js").Store} store @param {"x" | "o"} color */
export function createPlayer(store, color) {
  const name = h("span", { class: "name" });
  const tray = h("span", { class: "tray" });
  const rate = h("span", { class: "rate" });
  const clock = h("span", { class: "clock", role: "timer" });
  const row = h("div", { class: `player ${color}` }, h("span", { class: `dot ${color}`, "aria-hidden": "true" }), name, rate, tray, clock);
  watch(store, (state) => [state.position, state.board, state.match, state.opening, state.about, state.preview], (state) => {
    const { board } = state;
    const position = state.preview?.position ?? state.position;
    if (!position || !board) return;
    name.textContent = playerName(state, color);
    row.classList.toggle("turn", state.position?.to_move === color);
    const count = position.captured[color];
    const target = board.target ?? 0;
    tray.hidden = !board.captures;
    tray.setAttribute("role", "img");
    tray.setAttribute("aria-label", target ? t("capturedOf", colorName(color), count, target) : t("captured", colorName(color), count));
    tray.title = tray.getAttribute("aria-label");
    const stones = Array.from({ length: Math.min(count, 15) }, () => h("i", { class: `dot small ${color === "x" ? "o" : "x"}` }));
    tray.replaceChildren(...stones, h("b", {}, target ? `${count}/${target}` : String(count)));
  });
  watch(store, (state) => [state.known, state.at, state.position, state.proof, state.live], (state) => {
    const black = rateOf(state);
    const { live, at, position } = state;
    const line = live?.at === at && position?.to_move === color ? live.answer.lines[0] : undefined;
    const proven = line && (line.score.win ?? line.score.loss) !== undefined ? ` (${scoreText(line.score)})` : "";
    rate.textContent = black === undefined || position?.outcome ? "" : `${percent(color === "x" ? black : 1 - black)} %${proven}`;
    rate.title = black === undefined ? "" : t("rateOf", colorName(color));
  });
  const tick = () => {
    const { match, position, tree, at } = store.state;
    clock.hidden = !match?.base;
    if (match?.base && position) {
      const left = timeLeft(match, color, position.to_move, tree, at);
      clock.textContent = clockText(left);
      clock.classList.toggle("short", left < 20_000);
    }
  };
  tick();
  setInterval(tick, 100);
  return row;
}

/** How the game ended, at its last move, where the rules do not say. @param {State} state */
const agreedResult = ({ result, tree, at }) => (result?.reason && !tree[at]?.children.length ? result : null);

/** How the shown game ended; null if it goes on. @param {State} state */
export const outcomeOf = (state) => state.position?.outcome ?? agreedResult(state);

/** The name of a side, with that of its player. @param {State} state @param {"x" | "o"} color */
function sideText(state, color) {
  const name = playerName(state, color);
  return name === colorName(color) ? name : `${colorName(color)} (${name})`;
}

/** Who won, and why. @param {State} state @param {NonNullable<ReturnType<typeof outcomeOf>>} outcome */
export function outcomeText(state, { winner, reason }) {
  if (!winner) return t("draw", reasonText(reason));
  const loser = winner === "x" ? "o" : "x";
  return t("wins", sideText(state, winner), reasonText(reason, sideText(state, loser)));
}

/** The state of the game in one line. @param {State} state */
export function statusText(state) {
  const { position, match, opening, condition, games, editor, retry } = state;
  if (!games.length && condition !== "ready") return t(condition === "lost" ? "connectionLost" : "connecting");
  if (editor || !position) return "";
  const { to_move } = position;
  const outcome = outcomeOf(state);
  if (outcome) return outcomeText(state, outcome);
  if (retry) return t("tryFind", retry.judged.ply, colorName(retry.judged.side));
  const task = ownTask(opening);
  if (task) {
    const words = t(/** @type {any} */ (`opening_${task.kind}`), colorName(task.kind === "place" && to_move ? to_move : task.color));
    return task.left > 1 ? `${words} ${t("openingLeft", task.left)}` : words;
  }
  if (match?.thinking || opening) return t("engineThinks");
  if (position.swap_offered) return t("swapOffered");
  if (position.may_pass) return t("mustPass");
  if (position.pending_five) return t("pendingFive", colorName(to_move === "x" ? "o" : "x"));
  return t("toMove", match && to_move ? sideText(state, to_move) : colorName(to_move ?? "x"));
}

/**
 * The line below the board, with the buttons that go through the game.
 * @param {import("./game.js").Store} store
 * @param {import("./game.js").GameControl} game
 * @param {{ toggle(on?: boolean): void }} analysis
 * @param {(move: string) => void} onMove
 * @param {(answer: string) => void} onChoice  a choice in an opening
 */
export function createStatus(store, game, analysis, onMove, onChoice) {
  const words = h("p", { class: "status", role: "status" });
  const swap = button(t("swap"), () => onMove("swap"), { class: "primary" });
  const pass = button(t("pass"), () => onMove("pass"), { class: "primary" });
  const back = [icon("«", t("first"), () => game.step("first")), icon("‹", t("back"), () => game.step("back"))];
  const forward = [icon("›", t("forward"), () => game.step("forward")), icon("»", t("last"), () => game.step("last"))];
  watch(store, (state) => [state.position, state.match, state.opening, state.result, state.tree, state.condition, state.games, state.editor, state.retry], (state) => {
    const text = statusText(state);
    if (words.textContent !== text) words.textContent = text;
    words.classList.toggle("over", Boolean(outcomeOf(state)));
    const isMine = !state.match?.thinking && !state.opening;
    swap.hidden = !state.position?.swap_offered || !isMine;
    pass.hidden = !state.position?.may_pass || !isMine;
  });
  const choices = h("div", { class: "row choices", role: "group", "aria-label": t("openingRule") });
  watch(store, (state) => [state.opening], ({ opening }) => {
    const task = ownTask(opening);
    choices.hidden = !task || isPoint(task);
    if (task && !choices.hidden) choices.replaceChildren(...buttons(task, onChoice));
  });
  // Where the panels are far below, the analysis is started here.
  const quick = button("", () => analysis.toggle(), { class: "quick" });
  watch(store, (state) => [state.analysing, state.opening, state.match], ({ analysing, opening, match }) => {
    quick.textContent = t(analysing ? "stop" : "analyse");
    quick.hidden = Boolean(opening || (match && !match.over));
  });
  watch(store, (state) => [state.at, state.tree], ({ at, tree }) => {
    const node = tree[at];
    for (const control of back) control.disabled = at === 0;
    for (const control of forward) control.disabled = !node?.children.length;
  });
  // Numbers of points that were played on again.
  const again = h("p", { class: "again" });
  watch(store, (state) => [state.position, state.prefs, state.tree], (state) => {
    const pairs = numbered(state).again;
    again.hidden = !pairs.length;
    again.textContent = pairs.map(([number, last]) => `${number} = ${last}`).join(", ");
  });
  return h("div", { class: "below" }, h("div", { class: "row steps", role: "group", "aria-label": t("moves") }, ...back, ...forward), words, swap, pass, choices, quick, again);
}

/** The answers that are no points, each as a button. @param {import("./state.js").Task} task @param {(answer: string) => void} onChoice */
function buttons({ kind, allowed }, onChoice) {
  const all = kind === "count" ? Array.from({ length: Number(allowed[0]) }, (_, index) => String(index + 1)) : allowed;
  return all.map((answer) => button(choiceText(answer), () => onChoice(answer), { class: kind === "count" ? "icon" : "primary" }));
}

/**
 * The summary of a finished match: the winner, the reason, and the next steps.
 * @param {import("./game.js").Store} store
 * @param {{ rematch(): void, review(): void, save(): void, undo(): void }} actions
 */
export function createEnd(store, { rematch, review, save, undo }) {
  const words = h("p", { class: "strong" });
  const element = h("section", { class: "ended", "aria-label": t("over"), hidden: true }, words, h("div", { class: "row" },
    button(t("reviewStart"), review, { class: "primary" }), button(t("rematch"), rematch), button(t("undo"), undo), button(t("save"), save),
    icon("✕", t("close"), () => store.set({ closed: true }))));
  watch(store, (state) => [state.match, state.position, state.result, state.tree, state.closed], (state) => {
    const outcome = state.match ? outcomeOf(state) : null;
    element.hidden = !outcome || state.closed;
    if (outcome) words.textContent = outcomeText(state, outcome);
  });
  return element;
}

/** How long a message stays, in milliseconds: at least, and for each letter; longer with a button. */
const READ = [4000, 60];
const DECIDE = 6000;

/** Messages that come and go; and what only a screen reader says. @param {import("./game.js").Store} store @param {() => void} undo */
export function createMessages(store, undo) {
  const box = h("div", { class: "toast", role: "alert", hidden: true });
  const voice = h("div", { class: "hidden", "aria-live": "polite" });
  let timer = 0;
  watch(store, (state) => [state.message], ({ message }) => {
    clearTimeout(timer);
    box.hidden = !message;
    if (!message) return;
    box.className = `toast ${message.kind}`;
    box.replaceChildren(h("span", {}, message.text), ...(message.undo ? [button(t("undoIt"), undo, { class: "undo" })] : []), icon("✕", t("close"), () => store.set({ message: null })));
    timer = setTimeout(() => store.set({ message: null }), READ[0] + READ[1] * message.text.length + (message.undo || message.kind === "error" ? DECIDE : 0));
  });
  watch(store, (state) => [state.said], ({ said }) => { voice.textContent = said; });
  // Announces every new move.
  watch(store, (state) => [state.position], ({ position }) => {
    const last = position?.moves.at(-1);
    if (!position || !last) return;
    const color = colorName(position.stones.x.includes(last.move) ? "x" : "o");
    const text = last.captured.length ? t("playedCaptures", color, last.move, last.captured.join(" ")) : t("played", color, last.move);
    store.set({ said: text });
  });
  return [box, voice];
}

/** The state of the connection, as long as there is none: in words, and not to be overlooked. @param {import("./game.js").Store} store */
export function createBanner(store) {
  const banner = h("p", { class: "banner", role: "alert", hidden: true });
  let lost = false;
  watch(store, (state) => [state.condition, state.games], ({ condition, games }) => {
    banner.hidden = condition !== "lost";
    if (condition === "lost") banner.textContent = t(games.length ? "connectionLost" : "noPlace");
    if (condition === "lost" && games.length) lost = true;
    else if (condition === "ready" && lost) {
      lost = false;
      store.set({ message: { text: t("connected"), kind: "info" } });
    }
  });
  return banner;
}
