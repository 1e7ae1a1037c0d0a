// Who plays, what was captured, whose turn it is, and the moves that are no points.

import { button, h, icon } from "./dom.js";
import { clockText } from "./format.js";
import { playerName, timeLeft } from "./match.js";
import { isPoint, ownTask } from "./opening.js";
import { watch } from "./state.js";
import { choiceText, colorName, reasonText, t } from "./texts.js";

/** @typedef {import("./state.js").State} State */

/** One side: its stone, name, captures and clock. @param {import("./game.js").Store} store @param {"x" | "o"} color */
export function createPlayer(store, color) {
  const name = h("span", { class: "name" });
  const tray = h("span", { class: "tray" });
  const clock = h("span", { class: "clock", role: "timer" });
  const row = h("div", { class: `player ${color}` }, h("span", { class: `dot ${color}`, "aria-hidden": "true" }), name, tray, clock);
  watch(store, (state) => [state.position, state.board, state.match, state.opening, state.about], (state) => {
    const { position, board } = state;
    if (!position || !board) return;
    name.textContent = playerName(state, color);
    row.classList.toggle("turn", position.to_move === color);
    const count = position.captured[color];
    const target = board.target ?? 0;
    tray.hidden = !board.captures;
    tray.setAttribute("role", "img");
    tray.setAttribute("aria-label", target ? t("capturedOf", colorName(color), count, target) : t("captured", colorName(color), count));
    tray.title = tray.getAttribute("aria-label");
    const stones = Array.from({ length: Math.min(count, 15) }, () => h("i", { class: `dot small ${color === "x" ? "o" : "x"}` }));
    tray.replaceChildren(...stones, h("b", {}, target ? `${count}/${target}` : String(count)));
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
const agreedResult = ({ result, tree, at }) => (result && !tree[at]?.children.length ? result : null);

/** What is the matter, in one line. @param {State} state */
export function statusText(state) {
  const { position, match, opening, condition, games } = state;
  if (!games.length && condition !== "ready") return t(condition === "lost" ? "connectionLost" : "connecting");
  if (!position) return "";
  const { to_move } = position;
  const outcome = position.outcome ?? agreedResult(state);
  if (outcome) return outcome.winner ? t("wins", colorName(outcome.winner), reasonText(outcome.reason)) : t("draw", reasonText(outcome.reason));
  const task = ownTask(opening);
  if (task) {
    const words = t(/** @type {any} */ (`opening_${task.kind}`), colorName(task.kind === "place" && to_move ? to_move : task.color));
    return task.left > 1 ? `${words} ${t("openingLeft", task.left)}` : words;
  }
  if (match?.thinking || opening) return t("engineThinks");
  if (position.swap_offered) return t("swapOffered");
  if (position.may_pass) return t("mustPass");
  if (position.pending_five) return t("pendingFive", colorName(to_move === "x" ? "o" : "x"));
  return t("toMove", colorName(to_move ?? "x"));
}

/**
 * The line below the board, with the buttons that go through the game.
 * @param {import("./game.js").Store} store
 * @param {import("./game.js").GameControl} game
 * @param {{ toggle(on?: boolean): void }} analysis
 * @param {(move: string) => void} onMove
 * @param {(answer: string) => void} onChoice  what is chosen in an opening
 */
export function createStatus(store, game, analysis, onMove, onChoice) {
  const words = h("p", { class: "status", role: "status" });
  const swap = button(t("swap"), () => onMove("swap"), { class: "primary" });
  const pass = button(t("pass"), () => onMove("pass"), { class: "primary" });
  const back = [icon("«", t("first"), () => game.step("first")), icon("‹", t("back"), () => game.step("back"))];
  const forward = [icon("›", t("forward"), () => game.step("forward")), icon("»", t("last"), () => game.step("last"))];
  watch(store, (state) => [state.position, state.match, state.opening, state.result, state.tree, state.condition, state.games], (state) => {
    const text = statusText(state);
    if (words.textContent !== text) words.textContent = text;
    words.classList.toggle("over", Boolean(state.position?.outcome || agreedResult(state)));
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
  watch(store, (state) => [state.analysing, state.opening], ({ analysing, opening }) => {
    quick.textContent = t(analysing ? "stop" : "analyse");
    quick.hidden = Boolean(opening);
  });
  watch(store, (state) => [state.at, state.tree], ({ at, tree }) => {
    const node = tree[at];
    for (const control of back) control.disabled = at === 0;
    for (const control of forward) control.disabled = !node?.children.length;
  });
  return h("div", { class: "below" }, h("div", { class: "row steps", role: "group", "aria-label": t("moves") }, ...back, ...forward), words, swap, pass, choices, quick);
}

/** The answers that are no points, each as a button. @param {import("./state.js").Task} task @param {(answer: string) => void} onChoice */
function buttons({ kind, allowed }, onChoice) {
  const all = kind === "count" ? Array.from({ length: Number(allowed[0]) }, (_, index) => String(index + 1)) : allowed;
  return all.map((answer) => button(choiceText(answer), () => onChoice(answer), { class: kind === "count" ? "icon" : "primary" }));
}

/** Messages that come and go; and what only a screen reader says. @param {import("./game.js").Store} store */
export function createMessages(store) {
  const box = h("div", { class: "toast", role: "alert", hidden: true });
  const voice = h("div", { class: "hidden", "aria-live": "polite" });
  let timer = 0;
  watch(store, (state) => [state.message], ({ message }) => {
    clearTimeout(timer);
    box.hidden = !message;
    if (!message) return;
    box.className = `toast ${message.kind}`;
    box.replaceChildren(h("span", {}, message.text), icon("✕", t("close"), () => store.set({ message: null })));
    timer = setTimeout(() => store.set({ message: null }), 3000 + 60 * message.text.length);
  });
  watch(store, (state) => [state.said], ({ said }) => { voice.textContent = said; });
  // Announces every new move.
  watch(store, (state) => [state.position], ({ position }) => {
    const last = position?.moves[position.moves.length - 1];
    if (!position || !last) return;
    const color = colorName(position.stones.x.includes(last.move) ? "x" : "o");
    const text = last.captured.length ? t("playedCaptures", color, last.move, last.captured.join(" ")) : t("played", color, last.move);
    store.set({ said: text });
  });
  let lost = false;
  watch(store, (state) => [state.condition], ({ condition, games }) => {
    if (condition === "lost" && games.length) {
      lost = true;
      store.set({ message: { text: t("connectionLost"), kind: "error" } });
    } else if (condition === "ready" && lost) {
      lost = false;
      store.set({ message: { text: t("connected"), kind: "info" } });
    }
  });
  return [box, voice];
}
