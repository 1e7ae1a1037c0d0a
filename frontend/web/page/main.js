// The page is put together here.

import { createAnalysis } from "./analysis.js";
import { offline } from "./config.js";
import * as dialogs from "./dialogs.js";
import { button, h, icon } from "./dom.js";
import { connect } from "./engine.js";
import { createFiles } from "./files.js";
import { createGame } from "./game.js";
import { listen } from "./keys.js";
import { createMatch, engineColor } from "./match.js";
import { createOpening, isPoint, ownTask } from "./opening.js";
import { createProof } from "./proof.js";
import { createReview } from "./review.js";
import { createState, keep, watch } from "./state.js";
import { gameTitle, speak, t } from "./texts.js";
import * as trees from "./tree.js";
import { fromAddress, keepAddress } from "./url.js";
import { createAnalysisView, createBar, createGraph } from "./view-analysis.js";
import { createBoardView } from "./view-board.js";
import { createFileView } from "./view-file.js";
import { createMovesView } from "./view-moves.js";
import { createPlayView } from "./view-play.js";
import { createProofView } from "./view-proof.js";
import { createReviewView } from "./view-review.js";
import { createMessages, createPlayer, createStatus } from "./view-status.js";

const store = createState();
speak(store.state.prefs.language);
const engine = connect((condition) => store.set({ condition }), (waiting) => store.set({ waiting }));
const game = createGame(store, engine);
const analysis = createAnalysis(store, engine, game);
const match = createMatch(store, engine, game);
const opening = createOpening(store, engine, game, match);
const review = createReview(store, engine, game);
const proof = createProof(store, engine, game);
const files = createFiles(store, engine, game, proof);

/** What a click on the board means now. @param {string} move */
function onPoint(move) {
  const { match: running, opening: begun, retry, labelling, tree, at, position } = store.state;
  if (labelling) {
    const labels = (trees.node(tree, at).labels ?? []).filter(([name]) => name !== move);
    game.note(at, { labels: [...labels, [move, labelling]] });
    return store.set({ labelling: null });
  }
  if (retry) return void review.attempt(move);
  if (begun) {
    const task = ownTask(begun);
    if (task && isPoint(task)) opening.answer(move);
    return;
  }
  if (running) {
    const mine = engineColor(running, tree, at);
    if (running.over || running.thinking || mine === "both" || mine === position?.to_move) return;
  }
  void game.play(move);
}

const board = createBoardView(store, onPoint);
const fileView = createFileView(store, files);
const PANELS = /** @type {const} */ (["analysis", "play", "review", "proof", "file"]);
const panels = {
  analysis: createAnalysisView(store, analysis, game), play: createPlayView(store, match, opening), review: createReviewView(store, review, game),
  proof: createProofView(store, proof, game), file: fileView.element,
};

/** Tabs, with one panel below them. */
function createTabs() {
  const tabs = PANELS.map((name) => button(t(name), () => store.set({ panel: name }), { role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}` }));
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": t("analysis") }, ...tabs);
  list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const next = (PANELS.indexOf(/** @type {any} */ (store.state.panel)) + step + PANELS.length) % PANELS.length;
    store.set({ panel: PANELS[next] });
    tabs[next].focus();
  });
  for (const name of PANELS) {
    for (const [key, value] of Object.entries({ role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}` })) panels[name].setAttribute(key, value);
    panels[name].removeAttribute("aria-label");
  }
  watch(store, (state) => [state.panel], ({ panel }) => PANELS.forEach((name, index) => {
    tabs[index].setAttribute("aria-selected", String(name === panel));
    tabs[index].tabIndex = name === panel ? 0 : -1;
    panels[name].hidden = name !== panel;
  }));
  return h("div", { class: "tabbed" }, list, ...PANELS.map((name) => panels[name]));
}

/** A field for those who would rather type a move than point at it, in any notation that the engine reads. */
function createTyped() {
  const input = h("input", { type: "text", size: 6, maxlength: 8, "aria-label": t("typeMove"), placeholder: t("typeMove"), autocomplete: "off", autocapitalize: "off", spellcheck: false });
  return h("form", { class: "typed", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const typed = input.value.trim();
    input.value = "";
    if (!typed) return;
    try {
      onPoint(await game.nameOf(typed));
    } catch (error) {
      game.tell(error);
    }
  } }, input);
}

const title = h("button", { type: "button", class: "title", onclick: () => dialogs.newGame(store, game) });
watch(store, (state) => [state.board], ({ board: info }) => { title.textContent = info ? `${gameTitle(info.game, info.title).split(/, | \(/)[0]} · ${info.size}` : "Ninuki"; });
const busy = h("div", { class: "busy", "aria-hidden": "true" });
watch(store, (state) => [state.analysing, state.busy, state.condition], ({ analysing, busy: works, condition }) => {
  busy.className = `busy ${condition !== "ready" ? "lost" : analysing || works ? "on" : ""}`;
});

document.body.append(
  h("header", {}, h("img", { src: "icon.svg", alt: "", width: 28, height: 28 }), h("h1", {}, "Ninuki"), busy, title,
    h("nav", { class: "row", "aria-label": t("game") },
      button(t("newGame"), () => dialogs.newGame(store, game)), icon("?", t("help"), dialogs.help), icon("⚙", t("settings"), () => dialogs.settings(store)))),
  h("main", {},
    h("div", { class: "stage" }, createPlayer(store, "o"), h("div", { class: "boardbox" }, createBar(store), board.element), createPlayer(store, "x"),
      createStatus(store, game, analysis, onPoint, opening.answer)),
    h("div", { class: "side" }, createTabs(), createGraph(store, game), createMovesView(store, game), createTyped())),
  fileView.veil, ...createMessages(store));

// On a phone what begins a game lies below the board.
watch(store, (state) => [Boolean(state.match ?? state.opening)], ({ match: running, opening: begun }) => {
  if (running ?? begun) board.element.scrollIntoView({ block: "nearest" });
});

watch(store, (state) => [state.prefs], ({ prefs }) => {
  document.documentElement.dataset.theme = prefs.theme;
  keep(prefs);
});

listen({
  ArrowLeft: () => game.step("back"), ArrowRight: () => game.step("forward"), ArrowUp: () => game.step("previous"), ArrowDown: () => game.step("next"),
  Home: () => game.step("first"), End: () => game.step("last"), " ": () => analysis.toggle(), Backspace: () => game.remove(store.state.at),
  b: () => board.element.focus(), h: () => void match.hint(), n: () => dialogs.newGame(store, game), o: () => fileView.choose(),
  s: () => void files.save("sgf", false), "?": dialogs.help, Escape: () => store.set({ message: null, preview: null }),
});

/** Begins with what the address says, else with the first game. */
async function begin() {
  const kept = fromAddress();
  if (kept && (await game.start(kept.setup, kept.tree, kept.at))) return;
  const { games } = store.state;
  if (!store.state.board) await game.start({ rules: games[0].name });
}

const { games, formats } = await engine.ask({ action: "games" });
store.set({ games, formats });
await begin();
keepAddress(store, () => void begin());
if (offline) void navigator.serviceWorker?.register(offline);
