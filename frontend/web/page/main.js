// The page is put together here.

import { createAnalysis } from "./analysis.js";
import { offline } from "./config.js";
import * as dialogs from "./dialogs.js";
import { button, h, icon } from "./dom.js";
import { createEditor } from "./editor.js";
import { connect } from "./engine.js";
import { createFiles } from "./files.js";
import { createGame } from "./game.js";
import { createHand } from "./hand.js";
import { listen } from "./keys.js";
import { createLesson } from "./lesson.js";
import { createLibrary } from "./library.js";
import { createMatch } from "./match.js";
import { createOpening } from "./opening.js";
import { createProof } from "./proof.js";
import { createReview } from "./review.js";
import { createShow } from "./show.js";
import { createSounds } from "./sounds.js";
import { createState, keep, watch } from "./state.js";
import { gameTitle, speak, t } from "./texts.js";
import { fromAddress, keepAddress, puzzleOfAddress } from "./url.js";
import { createAnalysisView, createBar } from "./view-analysis.js";
import { createBoardView } from "./view-board.js";
import { createEditorView } from "./view-editor.js";
import { createFileView } from "./view-file.js";
import { createGraph } from "./view-graph.js";
import { createHome } from "./view-home.js";
import { createLessonView } from "./view-lesson.js";
import { createMovesView } from "./view-moves.js";
import { createPlayView } from "./view-play.js";
import { createProofView } from "./view-proof.js";
import { createReviewView } from "./view-review.js";
import { createBanner, createEnd, createMessages, createPlayer, createStatus } from "./view-status.js";

const store = createState();
await speak(store.state.prefs.language);
const engine = connect((condition) => store.set({ condition }), (waiting) => store.set({ waiting }));
const game = createGame(store, engine);
const analysis = createAnalysis(store, engine, game);
const match = createMatch(store, engine, game);
const opening = createOpening(store, engine, game, match);
const review = createReview(store, engine, game);
const proof = createProof(store, engine, game);
const files = createFiles(store, engine, game, proof);
const editor = createEditor(store, engine, game);
const lesson = createLesson(store, game);
const show = createShow(store, game);
const library = await createLibrary(store, game, dialogs.ask, opening.resume);
/** @type {import("./puzzles.js").PuzzlesControl | null} */
let trainer = null;
/** The puzzles, whose code is loaded when it is wanted. */
async function puzzles() {
  if (trainer) return trainer;
  const [{ createPuzzles }, { createPuzzlesView }] = await Promise.all([import("./puzzles.js"), import("./view-puzzles.js")]);
  trainer ??= createPuzzles(store, engine, game);
  if (!document.querySelector(".puzzle")) document.querySelector(".below")?.before(createPuzzlesView(store, trainer));
  return trainer;
}
/** @type {import("./resources.js").ResourcesControl | null} */
let chosen = null;
/** Threads and memory of the engine, by code that is loaded when they are chosen. */
async function resources() {
  const { createResources } = await import("./resources.js");
  chosen ??= createResources(store, engine);
  return chosen;
}
watch(store, (state) => [state.condition, state.prefs.threads, state.prefs.hash], ({ condition, prefs }) => {
  if (condition === "ready" && (chosen || prefs.threads || prefs.hash)) void resources().then(({ apply }) => apply());
});
/** Shows the settings. */
async function settings() {
  const { apply, fields } = await resources();
  if (!store.state.resources) void apply();
  dialogs.settings(store, fields);
}
/** Shows a puzzle. @param {"next" | "day" | { id: string }} [which] */
const showPuzzle = async (which) => (await puzzles()).begin(which);

const hand = createHand(store, { game, review, opening, editor, lesson, puzzles: { attempt: (move) => void trainer?.attempt(move) } });

const board = createBoardView(store, game, hand.onPoint, hand.onDraw);
const actions = {
  review: () => { store.set({ panel: "review", closed: true }); void review.run(); },
  save: () => void files.save("sgf"), names: () => dialogs.gameNames(store, game), edit: editor.begin,
  /** A decision of an opening and a turn of a match are taken back; else the last change is undone. */
  async undo() {
    const { opening: begun, match: running } = store.state;
    if (begun) opening.undo();
    else if (!(await library.undo()) && running) match.undo();
  },
  redo: () => void library.redo(),
  /** Shows the game as it is printed. */
  async print() {
    if (!store.state.board || store.state.home) return;
    store.set({ printing: true });
    const { createPrintView } = await import("./view-print.js");
    if (!document.querySelector(".printed")) document.body.append(createPrintView(store, game));
  },
};

/** Begins a game. @type {Parameters<typeof dialogs.newGame>[1]} */
async function begin(setup, mode, terms) {
  if (!(await game.start(setup))) return;
  if (mode === "computer") match.begin(terms);
  else if (mode === "person") match.begin({ ...terms, side: "both" });
  else if (mode === "analyse") store.set({ analysing: true, panel: "analysis" });
  else editor.begin();
}
const newGame = (/** @type {dialogs.Mode} */ mode = "computer") => dialogs.newGame(store, begin, mode);

/** @type {ReturnType<typeof import("./batch.js").createBatch> | null} */
let batch = null;
/** Reviews all games of a file, by code that is loaded when it is wanted. @param {number} nodes @param {HTMLElement} box */
async function reviewAll(nodes, box) {
  const { createBatch, createBatchView } = await import("./batch.js");
  if (!batch) {
    batch = createBatch(store, engine, files, library);
    box.append(createBatchView(store, batch, library));
  }
  await batch.run(nodes);
}

const fileView = createFileView(store, files, library, () => board.element, actions);
const explored = h("section", { class: "panel", "aria-label": t("explore") });
/** Fills the panel of the explorer by code that is loaded when the panel is shown. */
async function explore() {
  const [{ createExplorer }, { fillExploreView }] = await Promise.all([import("./explore.js"), import("./view-explore.js")]);
  if (!explored.childElementCount) fillExploreView(explored, store, createExplorer(store, engine, game), game);
}
watch(store, (state) => [state.panel === "explore"], ({ panel }) => { if (panel === "explore" && !explored.childElementCount) void explore(); });
const compared = h("div", { class: "comparing" });
watch(store, (state) => [state.engines], ({ engines: known }) => {
  if (known.length && !compared.childElementCount) void Promise.all([import("./compare.js"), import("./view-compare.js")]).then(([{ createCompare }, { fillCompareView }]) => {
    if (!compared.childElementCount) fillCompareView(compared, store, createCompare(store, engine, game), game);
  });
});
const watched = h("section", { class: "panel", "aria-label": t("tournament") });
/** @type {import("./watch.js").WatchControl | null} */
let watcher = null;
/** A tournament that is watched, by code that is loaded when its panel is shown. */
async function tournament() {
  const [{ createWatch }, { fillWatchView }] = await Promise.all([import("./watch.js"), import("./view-watch.js")]);
  if (!watcher) fillWatchView(watched, store, watcher = createWatch(store, engine, game));
  return watcher;
}
watch(store, (state) => [state.panel === "watch" && !state.home], ({ panel, home: isHome }) => { if (panel === "watch" && !isHome) void tournament(); });
const PANELS = /** @type {const} */ (["analysis", "play", "review", "proof", "explore", "watch", "file"]);
const panels = {
  analysis: createAnalysisView(store, analysis, game, compared), play: createPlayView(store, match, opening, actions), review: createReviewView(store, review, game, reviewAll, async () => (await puzzles()).make()),
  proof: createProofView(store, proof, game, files),
  explore: explored, watch: watched, file: fileView.element,
};

/** The panels, one of which is shown. Their buttons are buttons like others, so that the arrow keys go through the game. */
function createTabs() {
  const tabs = PANELS.map((name) => button(t(name === "watch" ? "tournament" : name), () => store.set({ panel: name }), { "aria-controls": `panel-${name}` }));
  const list = h("div", { class: "tabs", role: "group", "aria-label": t("panels") }, ...tabs);
  for (const name of PANELS) panels[name].id = `panel-${name}`;
  watch(store, (state) => [state.panel], ({ panel }) => PANELS.forEach((name, index) => {
    tabs[index].setAttribute("aria-pressed", String(name === panel));
    panels[name].hidden = name !== panel;
  }));
  watch(store, (state) => [state.journals], ({ journals }) => { tabs[PANELS.indexOf("watch")].hidden = !journals.length; });
  watch(store, (state) => [state.libraries, state.actions], ({ libraries, actions: known }) => { tabs[PANELS.indexOf("explore")].hidden = !libraries.length && !known.includes("book"); });
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
      hand.onPoint(await game.nameOf(typed));
    } catch (error) {
      game.tell(error);
    }
  } }, input);
}

/** The keys of the page. @type {import("./keys.js").Key[]} */
const keys = [
  { keys: ["ArrowLeft"], does: "back", run: () => game.step("back") },
  { keys: ["ArrowRight"], does: "forward", run: () => game.step("forward") },
  { keys: ["ArrowUp"], does: "previous", run: () => game.step("previous") },
  { keys: ["ArrowDown"], does: "next", run: () => game.step("next") },
  { keys: ["Home"], does: "first", run: () => game.step("first") },
  { keys: ["End"], does: "last", run: () => game.step("last") },
  { keys: [" "], does: "analysis", run: () => analysis.toggle() },
  { keys: ["m"], does: "best", run: analysis.playBest },
  { keys: ["h"], does: "hint", run: () => void (store.state.trial ? trainer?.hint() : match.hint()) },
  { keys: ["Backspace", "Delete"], does: "delete", run: () => game.remove(store.state.at) },
  { keys: ["Ctrl+Z"], does: "undo", run: () => void actions.undo() },
  { keys: ["Ctrl+Y", "Ctrl+Shift+Z"], does: "redo", run: actions.redo },
  { keys: ["b"], does: "board", run: board.cursor.begin },
  { keys: ["c"], does: "comment", run: () => /** @type {HTMLElement | null} */ (document.querySelector(".notes textarea"))?.focus() },
  { keys: ["p"], does: "present", run: show.present },
  { keys: ["a"], does: "autoplay", run: show.play },
  { keys: ["n"], does: "new", run: () => newGame() },
  { keys: ["z"], does: "puzzle", run: () => void showPuzzle() },
  { keys: ["o"], does: "open", run: () => fileView.choose() },
  { keys: ["s", "Ctrl+S"], does: "save", run: actions.save },
  { keys: ["Ctrl+P"], does: "print", run: () => void actions.print() },
  { keys: ["?"], does: "help", run: () => dialogs.help(keys) },
  { keys: ["Escape"], does: "escape", run: () => { show.stop(); store.set({ message: null, preview: null, hint: null, tool: null, arrow: null, presenting: false, printing: false }); } },
];

const title = h("button", { type: "button", class: "title", onclick: () => newGame(), title: t("newGameTitle") });
watch(store, (state) => [state.board, state.home], ({ board: info, home: isHome }) => {
  title.textContent = info && !isHome ? `${gameTitle(info.game, info.title).split(/, | \(/)[0]} · ${info.size}` : "";
});
const busy = h("div", { class: "busy", "aria-hidden": "true" });
watch(store, (state) => [state.analysing, state.busy, state.condition], ({ analysing, busy: works, condition }) => {
  busy.className = `busy ${condition !== "ready" ? "lost" : analysing || works ? "on" : ""}`;
});

const update = h("button", { type: "button", class: "primary", hidden: true, title: t("updateText"), onclick: () => store.state.update?.() }, t("updateReady"));
watch(store, (state) => [state.update], ({ update: load }) => { update.hidden = !load; });

const home = createHome(store, {
  play: newGame, openFile: () => fileView.choose(), paste: () => void fileView.paste(), learn: () => void import("./learn.js").then(({ learn }) => learn(store, begin, (rules) => void lesson.begin(rules))), edit: () => newGame("edit"), puzzles: () => void showPuzzle(), watch: () => void tournament().then(({ begin: show }) => show()),
}, library);
const table = h("main", { class: "table" },
  h("div", { class: "stage" }, createPlayer(store, "o"), h("div", { class: "boardbox" }, createBar(store), board.element), createPlayer(store, "x"),
    createEnd(store, { ...actions, rematch: () => void match.rematch(), undo: match.undo }), createEditorView(store, editor), createLessonView(store, lesson),
    createStatus(store, game, analysis, hand.onPoint, opening.answer), show.element),
  h("div", { class: "side" }, createTabs(), createGraph(store, game),
    createMovesView(store, game, { undo: () => void actions.undo(), redo: actions.redo, number: hand.number, clear: hand.clear, names: actions.names }), createTyped()));

document.body.append(
  h("header", {}, h("h1", {}, h("button", { type: "button", class: "brand", title: t("home"), onclick: () => store.set({ home: true }) }, h("img", { src: "icon.svg", alt: "", width: 28, height: 28 }), h("span", {}, "Ninuki"))), busy, title,
    h("nav", { class: "row", "aria-label": t("game") }, update,
      button(t("newGame"), () => newGame()), icon("?", t("help"), () => dialogs.help(keys)), icon("⚙", t("settings"), () => void settings()))),
  createBanner(store), home, table, fileView.veil, ...createMessages(store, () => void actions.undo()));

watch(store, (state) => [state.home, state.board, state.presenting], ({ home: isHome, board: info, presenting }) => {
  home.hidden = !isHome;
  table.hidden = isHome || !info;
  document.documentElement.classList.toggle("presenting", presenting && !isHome);
});
// On a phone the panel that begins a game lies below the board.
watch(store, (state) => [Boolean(state.match ?? state.opening)], ({ match: running, opening: begun }) => {
  if (running ?? begun) board.element.scrollIntoView({ block: "nearest" });
});
watch(store, (state) => [state.prefs], ({ prefs }) => {
  document.documentElement.dataset.theme = prefs.theme;
  document.documentElement.dataset.board = prefs.plain ? "plain" : "wood";
  keep(prefs);
});
listen(keys, board);
createSounds(store);

/** Shows what the address says, else the home. */
async function fromLink() {
  const puzzle = puzzleOfAddress();
  if (puzzle) {
    await showPuzzle(puzzle);
    if (store.state.trial) return true;
  }
  const kept = await fromAddress();
  if (kept) {
    const { setup, ...content } = kept;
    if (await game.start(setup, content)) return true;
  }
  if (!store.state.board) store.set({ home: true });
  return false;
}

/** Shows a document by its number, else by the address. @param {string} id */
async function showGame(id) {
  return store.state.recent.some((head) => head.id === id) ? library.open(id) : fromLink();
}

const [{ games, formats }, { libraries = [], engines = [], journals = [], actions: known = [] }] = await Promise.all([engine.ask({ action: "games" }), engine.ask({ action: "query_version" })]);
store.set({ games, formats, libraries, engines, journals, actions: known });
// A page that is loaded again shows the document that it showed.
const entry = /** @type {import("./url.js").Entry | null} */ (history.state);
if (entry?.doc) await showGame(entry.doc);
else if (entry?.home && !location.hash) store.set({ home: true });
else await fromLink();
if (!store.state.board && !store.state.home) store.set({ home: true });
keepAddress(store, { onAddress: () => void fromLink(), onGame: showGame });
if (offline) void import("./updates.js").then(({ watchUpdates }) => watchUpdates(/** @type {string} */ (offline), (load) => store.set({ update: load }))).catch(() => {});
