// The documents of this browser: every change of the shown one is kept, can be undone, and is stored.

import { content, createHistory, isWorthKeeping, newId, saved } from "./document.js";
import { clocks, playerName } from "./match.js";
import { withSteps } from "./proof.js";
import { openStorage } from "./storage.js";
import { gameTitle, t } from "./texts.js";

/** @typedef {import("./state.js").State} State */

/** The time from a change to its storage, in milliseconds: after the last one, and at most. */
const SOON = 400;
const LATEST = 3000;

/** The name of a document in a list: its players, else its file, else its game. @param {State} state */
function nameOf(state) {
  const { about, match, opening, source, board, setup } = state;
  const isNamed = (about.players ?? []).some((/** @type {string} */ name) => name.trim()) || match || opening;
  if (isNamed) return `${playerName(state, "x")} – ${playerName(state, "o")}`;
  return source || gameTitle(board?.game ?? setup.rules, board?.title ?? setup.rules).split(/, | \(/)[0];
}

/**
 * The right to write a document, which one tab has; null if another one has it.
 * @param {string} id
 * @returns {Promise<(() => void) | null>}
 */
async function claim(id) {
  if (!navigator.locks) return () => {};
  const request = () => new Promise((resolve) => {
    void navigator.locks.request(`ninuki ${id}`, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(null);
      return new Promise((release) => resolve(() => release(undefined)));
    });
  });
  // A page that was reloaded just now may still have it.
  return await request() ?? await new Promise((resolve) => setTimeout(resolve, 300)).then(request);
}

/**
 * @param {import("./game.js").Store} store
 * @param {import("./game.js").GameControl} game
 * @param {(text: string, yes: string) => Promise<boolean>} ask  a question to the person
 * @param {() => void} onOpened  called when a stored document is shown
 */
export async function createLibrary(store, game, ask, onOpened) {
  const storage = await openStorage().catch(() => null);
  const history = createHistory();
  let shown = content(store.state);
  let { generation, doc } = store.state;
  /** Whether the document was changed since it was opened. */
  let touched = false;
  /** What is stored, by the values that belong to it. @type {unknown[]} */
  let stored = [];
  let timer = 0;
  let first = 0;
  /** @type {(() => void) | null} */
  let release = null;
  /** @type {Promise<unknown>} */
  let writing = Promise.resolve();

  const parts = (/** @type {State} */ { tree, at, about, result, known, review, match, opening, proof }) => [tree, at, about, result, known, review, match, opening, proof];
  const isStored = (/** @type {State} */ state) => parts(state).every((part, index) => part === stored[index]);

  if (storage) store.set({ recent: await storage.list().catch(() => []) });
  else store.set({ storing: "off" });

  store.listen((state) => {
    if (state.generation !== generation) {
      ({ generation, doc } = state);
      history.clear();
      [shown, touched, stored] = [content(state), Boolean(state.source), state.source ? [] : parts(state)];
      store.set({ undoable: [0, 0] });
      void own(doc);
    }
    if (state.opening) {
      history.clear();
      shown = content(state);
    } else if (history.record(shown, content(state), Date.now())) store.set({ undoable: history.sizes() });
    shown = content(state);
    if (!isStored(state)) schedule(state);
  });

  /** Lets go of the last document, and claims this one; a copy is made of one that another tab has. @param {string} id */
  async function own(id) {
    release?.();
    release = null;
    const claimed = await claim(id);
    if (store.state.doc !== id) return claimed?.();
    if (claimed) release = claimed;
    else {
      store.set({ doc: newId() });
      doc = store.state.doc;
      [stored, touched] = [[], true];
      void own(doc);
    }
  }

  /** @param {State} state */
  function schedule(state) {
    const moved = parts(state).some((part, index) => index !== 1 && part !== stored[index]);
    touched ||= moved;
    if (!touched || !storage || !isWorthKeeping(state)) return;
    if (state.storing !== "pending") store.set({ storing: "pending" });
    const now = Date.now();
    first ||= now;
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), Math.max(0, Math.min(SOON, first + LATEST - now)));
  }

  /** Stores the document now, if it has to be. */
  function flush() {
    const { state } = store;
    clearTimeout(timer);
    first = 0;
    if (!storage || state.generation !== generation || !touched || isStored(state) || !isWorthKeeping(state)) return writing;
    const head = saved(state, { name: nameOf(state), now: Date.now(), left: clocks(state) });
    stored = parts(state);
    try {
      writing = storage.save(head, state.tree).then(() => {
        const others = store.state.recent.filter(({ id }) => id !== head.id);
        store.set({ recent: [head, ...others], ...(isStored(store.state) ? { storing: "saved" } : {}) });
      }, failed);
    } catch (error) {
      failed();
    }
    return writing;
  }

  function failed() {
    stored = [];
    if (store.state.storing !== "failed") store.set({ storing: "failed", message: { text: t("notStored"), kind: "error" } });
  }

  addEventListener("pagehide", () => void flush());
  document.addEventListener("visibilitychange", () => { if (document.hidden) void flush(); });
  // Leaving loses only what the browser did not store.
  addEventListener("beforeunload", (event) => {
    void flush();
    const { storing, undoable } = store.state;
    if (touched && (storing === "failed" || (storing === "off" && undoable[0]))) event.preventDefault();
  });

  game.guardedBy(async () => {
    const { match, position, storing, undoable } = store.state;
    await flush();
    const isLost = (storing === "off" || storing === "failed") && touched && undoable[0] > 0;
    if (isLost) return ask(t("replaceUnsaved"), t("replace"));
    const isRunning = match && !match.over && !position?.outcome && store.state.tree.length > 1;
    return !isRunning || ask(t("leaveMatch"), t("leave"));
  });

  /** Opens a stored document. @param {string} id */
  async function open(id) {
    await flush();
    const found = await storage?.load(id);
    if (!found) {
      store.set({ message: { text: t("notThere"), kind: "error" } });
      return false;
    }
    const { head, tree } = found;
    const { setup, at, about, result, known, review, match, opening, proof, source } = head;
    const panel = match || opening ? "play" : proof ? "proof" : review ? "review" : store.state.panel;
    const started = await game.start(setup, {
      doc: id, panel, tree, at, about, result, source, known: new Map(known), review, opening,
      match: match && { ...match, since: match.since && Date.now() },
      proof: proof && withSteps(proof),
    });
    // The stored document is the opened one.
    if (started) {
      stored = parts(store.state);
      onOpened();
    }
    return started;
  }

  /** Stores a document that is not shown. @param {Partial<State>} content */
  async function add(content) {
    const state = /** @type {State} */ ({ ...store.state, match: null, opening: null, proof: null, ...content });
    const head = saved(state, { name: nameOf(state), now: Date.now(), left: [0, 0] });
    await storage?.save(head, state.tree);
    store.set({ recent: [head, ...store.state.recent] });
  }

  /** Deletes a stored document. @param {string} id */
  async function remove(id) {
    const name = store.state.recent.find((one) => one.id === id)?.name ?? "";
    if (!storage || !(await ask(t("deleteGame", name), t("deleteIt")))) return;
    await storage.remove(id).catch(failed);
    if (id === store.state.doc) [stored, touched] = [parts(store.state), false];
    store.set({ recent: store.state.recent.filter((one) => one.id !== id) });
  }

  /** @param {"undo" | "redo"} way */
  async function move(way) {
    const { state } = store;
    if (state.opening || (state.match && !state.match.over && !state.position?.outcome)) return false;
    const next = history[way](content(state));
    if (!next) return false;
    // An undone change is not recorded.
    shown = next;
    const { at, ...others } = next;
    if (!(await game.go(at, { ...others, message: null }))) {
      history[way === "undo" ? "redo" : "undo"](next);
      shown = content(store.state);
      return false;
    }
    store.set({ undoable: history.sizes() });
    return true;
  }

  return { open, add, remove, flush, undo: () => move("undo"), redo: () => move("redo") };
}
/** @typedef {Awaited<ReturnType<typeof createLibrary>>} Library */
