// The games of a file, reviewed in turn: each becomes a stored document with its review, while another game may be shown. Loaded
// when it is wanted.

import { newId, ratesOf } from "./document.js";
import { button, h } from "./dom.js";
import { Refused } from "./engine.js";
import { resultOf } from "./files.js";
import { setupQuery } from "./game.js";
import { isMistake, judged } from "./review.js";
import { watch } from "./state.js";
import { errorText, t } from "./texts.js";
import * as trees from "./tree.js";

/** @typedef {{ name: string, doc: string | null, accuracy: (number | null)[], mistakes: number[], error: string }} Row A reviewed game; `doc` is its document. */

/**
 * @param {import("./game.js").Store} store
 * @param {import("./engine.js").Engine} engine
 * @param {import("./files.js").FilesControl} files
 * @param {import("./library.js").Library} library
 */
export function createBatch(store, engine, files, library) {
  /** @type {import("./engine.js").Asked | null} */
  let asked = null;
  let isStopped = false;

  /** Reads a game of the file, reviews it, and stores it. @param {ReturnType<typeof files.reader>} file @param {number} number @param {number} nodes @returns {Promise<Row>} */
  async function one({ read, name: source }, number, nodes) {
    const found = await read(number);
    const { rules, rules_text, size, length, flags, position: start, about } = found;
    const name = (about.players ?? []).filter(Boolean).join(" – ") || t("gameNumber", number);
    const tree = trees.fromList(found.tree);
    const ids = trees.line(tree, trees.ROOT);
    const base = { ...setupQuery({ rules, rules_text, size, length, flags, position: start }), moves: trees.moves(tree, /** @type {number} */ (ids.at(-1))) };
    if (trees.hasSetUps(tree) || ids.length < 2) return { name, doc: null, accuracy: [], mistakes: [], error: t("notReviewed") };
    asked = engine.ask({ action: "review", ...base, nodes });
    const answer = await asked;
    if (isStopped) throw new Refused("", null, { code: "terminated" });
    const [board, position] = await Promise.all([engine.ask({ action: "board", ...setupQuery({ rules, rules_text, size, length, flags }) }), engine.ask({ action: "position", ...base })]);
    const doc = newId();
    await library.add({
      doc, source: `${source} ${number}`, setup: { rules, rules_text, size, length, flags, position: start }, tree, at: /** @type {number} */ (ids.at(-1)), about, result: resultOf(found), board, position, ...judged(ids, answer, ratesOf(tree)),
    });
    const side = (/** @type {"x" | "o"} */ color) => answer.moves.filter((/** @type {import("./state.js").Judged} */ move) => move.side === color && isMistake(move)).length;
    return { name, doc, accuracy: [answer.players[answer.x]?.accuracy ?? null, answer.players[answer.o]?.accuracy ?? null], mistakes: [side("x"), side("o")], error: "" };
  }

  /** Reviews all games of the file that was opened last. @param {number} nodes  for each position */
  async function run(nodes) {
    const { several } = store.state;
    const file = files.reader();
    isStopped = false;
    store.set({ busy: true, batch: { of: several, rows: [], running: true } });
    for (let number = 1; number <= several && !isStopped; number += 1) {
      /** @type {Row} */
      let row;
      try {
        row = await one(file, number, nodes);
      } catch (error) {
        if (isStopped || (error instanceof Refused && error.lost)) break;
        const text = error instanceof Refused ? errorText({ ...error.problem, text: error.message }) : String(error);
        row = { name: t("gameNumber", number), doc: null, accuracy: [], mistakes: [], error: text };
      }
      const { batch } = store.state;
      if (batch) store.set({ batch: { ...batch, rows: [...batch.rows, row] } });
    }
    asked = null;
    const { batch } = store.state;
    store.set({ busy: false, batch: batch && { ...batch, running: false } });
  }

  function stop() {
    isStopped = true;
    asked?.stop();
  }
  return { run, stop };
}

/**
 * The reviewed games of a file as a table.
 * @param {import("./game.js").Store} store
 * @param {{ stop(): void }} batch
 * @param {{ open(id: string): unknown }} library
 */
export function createBatchView(store, batch, library) {
  const words = h("p", { class: "facts", role: "status" });
  const stop = button(t("stop"), batch.stop);
  const body = h("tbody");
  const head = [t("game"), `${t("accuracy")} ●`, `${t("accuracy")} ○`, t("mistakes")].map((text) => h("th", { scope: "col" }, text));
  const table = h("table", { class: "players batch" }, h("thead", {}, h("tr", {}, ...head)), body);
  const number = (/** @type {number | null | undefined} */ value) => (typeof value === "number" ? value.toFixed(1) : "–");
  watch(store, (state) => [state.batch], ({ batch: state }) => {
    words.hidden = table.hidden = !state;
    stop.hidden = !state?.running;
    if (!state) return;
    words.textContent = t("reviewedGames", state.rows.length, state.of);
    // Rows are only added, but for a new file.
    if (body.children.length > state.rows.length) body.replaceChildren();
    for (const { name, doc, accuracy, mistakes, error } of state.rows.slice(body.children.length)) {
      const cells = error ? [h("td", { colspan: 3 }, error)] : [number(accuracy[0]), number(accuracy[1]), mistakes.join(" / ")].map((text) => h("td", {}, text));
      body.append(h("tr", {}, h("td", {}, doc ? button(name, () => void library.open(doc), { class: "plain" }) : name), ...cells));
    }
  });
  return h("div", { class: "fields" }, h("div", { class: "row" }, words, stop), h("div", { class: "scroll" }, table));
}
