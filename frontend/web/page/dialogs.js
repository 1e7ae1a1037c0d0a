// A new game, the settings, the help.

import { button, check, field, h, icon, select } from "./dom.js";
import { keep } from "./state.js";
import { flagText, gameTitle, keyList, languages, t, valueText } from "./texts.js";

/** @param {string} title @param {...(Node | string)} children */
function dialog(title, ...children) {
  const element = h("dialog", { "aria-label": title }, h("div", { class: "row head" }, h("h2", {}, title), icon("✕", t("close"), () => element.close())), ...children);
  element.addEventListener("close", () => element.remove());
  element.addEventListener("click", (/** @type {MouseEvent} */ event) => { if (event.target === element) element.close(); });
  document.body.append(element);
  element.showModal();
  return element;
}

/** A size as the engine reads it. @param {number} width @param {number} height */
const sized = (width, height) => (width === height ? width : `${width}x${height}`);

/** Chooses a game, its board and its rulings. @param {import("./game.js").Store} store @param {import("./game.js").GameControl} game */
export function newGame(store, game) {
  const { games, setup } = store.state;
  if (!games.length) return;
  const rest = h("div", { class: "fields" });
  /** @type {import("./state.js").Setup} */
  let chosen = { rules: setup.rules, size: setup.size, length: setup.length, flags: { ...setup.flags } };
  const find = () => games.find(({ name }) => name === chosen.rules) ?? games[0];

  function show() {
    const info = find();
    const isSquare = info.shape !== "hexagon" && !info.rectangles;
    const sizes = info.sizes.map((size) => /** @type {[number, string]} */ ([size, isSquare ? `${size} × ${size}` : String(size)]));
    const sides = String(chosen.size ?? info.default_size).split("x").map(Number);
    const [width, height] = [sides[0], sides[1] ?? sides[0]];
    const side = (/** @type {"width" | "height" | "size"} */ name, /** @type {number} */ value, /** @type {(value: number) => void} */ onchange) =>
      select(t(name), sizes, value, (picked) => { onchange(Number(picked)); show(); });
    const size = info.rectangles
      ? h("span", { class: "row sides" }, side("width", width, (value) => { chosen.size = sized(value, height); }), "×", side("height", height, (value) => { chosen.size = sized(width, value); }))
      : side("size", width, (value) => { chosen.size = value; });
    const lengths = info.lengths.map((length) => /** @type {[number, string]} */ ([length, String(length)]));
    rest.replaceChildren(
      h("p", { class: "facts" }, gameTitle(info.name, info.title)),
      info.rectangles ? h("div", { class: "field" }, h("span", {}, t("size")), size) : field(t("size"), size),
      info.lengths.length > 1 ? field(t("length"), select(t("length"), lengths, chosen.length ?? info.length, (value) => { chosen.length = Number(value); })) : "",
      ...info.flags.map(({ name, value, values, decides }) => {
        const options = values.map((option) => /** @type {[string, string]} */ ([option, valueText(option)]));
        return field(flagText({ name, decides }), select(name, options, chosen.flags?.[name] ?? value, (picked) => {
          const { [name]: _, ...others } = chosen.flags ?? {};
          chosen.flags = picked === value ? others : { ...others, [name]: picked };
        }));
      }));
  }

  const names = games.map(({ name, title }) => /** @type {[string, string]} */ ([name, gameTitle(name, title)]));
  const rules = select(t("game"), names, find().name, (value) => { chosen = { rules: value }; show(); });
  show();
  const box = dialog(t("newGameTitle"), field(t("game"), rules), rest,
    h("div", { class: "row end" }, button(t("cancel"), () => box.close()), button(t("start"), () => { box.close(); void game.start(chosen); }, { class: "primary" })));
}

/** @param {import("./game.js").Store} store */
export function settings(store) {
  /** @param {Partial<import("./state.js").Prefs>} change */
  const set = (change) => {
    const prefs = { ...store.state.prefs, ...change };
    keep(prefs);
    store.set({ prefs });
  };
  const { prefs } = store.state;
  const themes = /** @type {[string, string][]} */ ([["auto", t("themeAuto")], ["light", t("themeLight")], ["dark", t("themeDark")]]);
  const tongues = Object.entries(languages).map(([key, { language }]) => /** @type {[string, string]} */ ([key, language ?? key]));
  dialog(t("settings"), h("div", { class: "fields" },
    field(t("theme"), select(t("theme"), themes, prefs.theme, (theme) => set({ theme }))),
    field(t("languageName"), select(t("languageName"), tongues, prefs.language, (language) => { set({ language }); location.reload(); }))),
  h("div", { class: "checks" },
    check(t("coordinates"), prefs.names, (names) => set({ names })), check(t("moveNumbers"), prefs.numbers, (numbers) => set({ numbers })),
    check(t("showCandidates"), prefs.candidates, (candidates) => set({ candidates })), check(t("atari"), prefs.atari, (atari) => set({ atari })),
    check(t("confirmMoves"), prefs.confirm, (confirm) => set({ confirm }))),
  h("div", { class: "row" }, button(t("turnBoard"), () => set({ turn: (store.state.prefs.turn + 1) % 12 })), button(t("mirrorBoard"), () => set({ mirrored: !store.state.prefs.mirrored }))));
}

export function help() {
  dialog(t("help"), h("p", {}, t("helpText")), h("table", { class: "keys" },
    h("caption", {}, t("keys")), h("tbody", {}, ...keyList().map(([keys, does]) => h("tr", {}, h("th", { scope: "row" }, ...keys.split(" ").map((key) => h("kbd", {}, key))), h("td", {}, does))))));
}
