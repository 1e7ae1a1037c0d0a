// Threads and memory of the engine: chosen in the settings, within the limits of the program or of the browser.

import { engine as where } from "./config.js";
import { field, h, select, sheet } from "./dom.js";
import { watch } from "./state.js";
import { t } from "./texts.js";

/** @typedef {import("../../wasm/js/types.js").Resources} Answer */
/** @typedef {Omit<Answer, "id" | "action" | "limit">} Resources  the memory in MiB */

/** The least memory that is offered, in MiB. */
const LEAST = 16;

/** Powers of two from `least`, then `most`; all numbers if they are few. @param {number} least @param {number} most */
export function steps(least, most) {
  if (least === 1 && most <= 8) return Array.from({ length: most }, (_, index) => index + 1);
  const list = [];
  for (let step = Math.min(least, most); step < most; step *= 2) list.push(step);
  return [...list, most];
}

/** The value that is used of a wanted one; 0 wants that of the program. @param {number} wanted @param {number} usual @param {number} most */
const used = (wanted, usual, most) => Math.min(wanted || usual, most);

/**
 * @param {import("./game.js").Store} store
 * @param {import("./engine.js").Engine} engine
 */
export function createResources(store, engine) {
  /** The values of the program, which are used until others are chosen. @type {Resources | null} */
  let usual = null;

  /** Sets what is chosen. An answer of a lost connection is none. */
  async function apply() {
    const { threads, hash } = store.state.prefs;
    try {
      usual ??= /** @type {Resources} */ (await engine.ask({ action: "resources" }, undefined, true));
      const wanted = { threads: used(threads, usual.threads, usual.most_threads), hash: used(hash, usual.hash, usual.most_hash) };
      const now = store.state.resources;
      // A new connection has the values of the program.
      if (now ? now.threads === wanted.threads && now.hash === wanted.hash : usual.threads === wanted.threads && usual.hash === wanted.hash) {
        store.set({ resources: now ?? usual });
      } else {
        store.set({ resources: await engine.ask({ action: "resources", ...wanted }) });
      }
    } catch { /* The next connection asks again. */ }
  }

  /** Why there are no larger values. @param {Resources} limits */
  function reason({ most_threads, most_hash, threads, hash }) {
    const { prefs } = store.state;
    const isBrowser = where.kind === "worker";
    const lacks = [prefs.threads > most_threads ? t("resourceLess", prefs.threads, threads) : "", prefs.hash > most_hash ? t("resourceLess", `${prefs.hash} MiB`, `${hash} MiB`) : ""];
    return [t(isBrowser ? "resourceBrowser" : "resourceLimits", most_threads, most_hash), ...lacks].filter(Boolean).join(" ");
  }

  /** The fields of the settings, and what ends them. @param {(change: Partial<import("./state.js").Prefs>) => void} set */
  function fields(set) {
    sheet("panels.css");
    const element = h("fieldset", { class: "resources" });
    const named = (/** @type {number[]} */ list, /** @type {string} */ unit) => list.map((value) => /** @type {[number, string]} */ ([value, `${value}${unit}`]));
    const end = watch(store, (state) => [state.resources], ({ resources }) => {
      if (!resources) return element.replaceChildren(h("legend", {}, t("engineName")), h("p", { class: "facts" }, t("thinking")));
      const { threads, hash, most_threads, most_hash } = resources;
      const focused = document.activeElement?.getAttribute("aria-label");
      const list = (/** @type {number[]} */ values, /** @type {number} */ now) => [...new Set([...values, now])].sort((one, other) => one - other);
      const one = (/** @type {string} */ name, /** @type {number[]} */ values, /** @type {number} */ now, /** @type {string} */ unit, /** @type {(value: number) => void} */ onchange) =>
        values.length > 1 ? field(name, select(name, named(values, unit), now, (value) => onchange(Number(value)))) : h("div", { class: "field" }, h("span", {}, name), h("b", {}, `${now}${unit}`));
      element.replaceChildren(h("legend", {}, t("engineName")), h("div", { class: "fields" },
        one(t("threads"), list(steps(1, most_threads), threads), threads, "", (value) => set({ threads: value })),
        one(t("hash"), list(steps(LEAST, most_hash), hash), hash, " MiB", (value) => set({ hash: value }))),
      h("p", { class: "facts" }, t("hashHelp")), h("p", { class: "facts" }, reason(resources)));
      if (focused) /** @type {HTMLElement | null} */ (element.querySelector(`[aria-label="${focused}"]`))?.focus();
    });
    return { element, end };
  }

  store.listen((state) => {
    if (state.condition !== "ready" && state.resources) store.set({ resources: null });
  });
  return { apply, fields };
}
/** @typedef {ReturnType<typeof createResources>} ResourcesControl */
