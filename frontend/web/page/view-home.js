// The home: the ways to begin, and the stored games.

import { button, h, icon } from "./dom.js";
import { mini } from "./mini.js";
import { watch } from "./state.js";
import { dateText, t } from "./texts.js";
import { shortTitle } from "./tiles.js";

/** The most games of the list. */
const LISTED = 30;

/**
 * The stored games, the newest first.
 * @param {import("./game.js").Store} store
 * @param {{ open(id: string): void, remove(id: string): void }} library
 * @param {number} [most]
 */
export function createRecent(store, { open, remove }, most = LISTED) {
  const list = h("ul", { class: "recent" });
  watch(store, (state) => [state.recent, state.doc, state.home], ({ recent, doc, home, games }) => {
    list.replaceChildren(...recent.slice(0, most).map((head) => {
      const known = games.find(({ name }) => name === head.game);
      const facts = [known ? shortTitle(known) : head.game, t("movesCount", head.plies), dateText(head.changed)].join(" · ");
      const picture = head.last ? mini(head.last, known?.shape) : "";
      return h("li", {},
        h("button", { type: "button", class: "kept", "aria-current": !home && head.id === doc ? "true" : undefined, onclick: () => open(head.id) }, picture, h("span", {}, h("b", {}, head.name), h("small", {}, facts))),
        icon("✕", t("deleteNamed", head.name), () => remove(head.id)));
    }));
    list.hidden = !recent.length;
  });
  return list;
}

/**
 * @param {import("./game.js").Store} store
 * @param {{ play(mode: import("./dialogs.js").Mode): void, openFile(): void, paste(): void, learn(): void, edit(): void, puzzles(): void, watch(): void }} actions
 * @param {{ open(id: string): void, remove(id: string): void }} library
 */
export function createHome(store, actions, library) {
  const card = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => void} */ onclick) =>
    h("button", { type: "button", class: "card", onclick }, h("span", { class: "sign", "aria-hidden": "true" }, sign), h("b", {}, t(/** @type {any} */ (`home_${name}`))), h("span", {}, t(/** @type {any} */ (`home_${name}_about`))));
  const watching = card("◉", "watch", actions.watch);
  const cards = h("div", { class: "cards" },
    card("♟", "computer", () => actions.play("computer")), card("⚇", "person", () => actions.play("person")), card("∿", "analyse", () => actions.play("analyse")),
    card("⤒", "open", actions.openFile), card("✎", "edit", () => actions.play("edit")), card("✦", "puzzles", actions.puzzles), watching, card("?", "learn", actions.learn));
  watch(store, (state) => [state.journals], ({ journals }) => { watching.hidden = !journals.length; });
  const title = h("h2", {}, t("recentGames"));
  const recent = createRecent(store, library);
  const element = h("main", { class: "home" }, h("p", { class: "lead" }, t("homeLead")), cards, h("div", { class: "row" }, button(t("pasteGame"), actions.paste)), title, recent);
  watch(store, (state) => [state.recent], (state) => { title.hidden = !state.recent.length; });
  return element;
}
