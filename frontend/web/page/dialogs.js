// Dialogs: a new game, a question, the names of a game, the settings, the keys.

import { button, check, field, h, icon, select } from "./dom.js";
import { escaped, unescaped } from "./marks.js";
import { keep } from "./state.js";
import { flagText, gameTitle, keyText, languages, t, valueText } from "./texts.js";
import { FIRST, ordered, tile } from "./tiles.js";
import * as trees from "./tree.js";
import { createTerms, terms } from "./view-play.js";

/** @typedef {import("./state.js").Setup} Setup */
/** @typedef {"computer" | "person" | "analyse" | "edit"} Mode What is begun with a game. */

/** @param {string} title @param {...(Node | string)} children */
export function dialog(title, ...children) {
  const element = h("dialog", { "aria-label": title, tabindex: -1 }, h("div", { class: "row head" }, h("h2", {}, title), icon("✕", t("close"), () => element.close())), ...children);
  element.addEventListener("close", () => element.remove());
  element.addEventListener("click", (/** @type {MouseEvent} */ event) => { if (event.target === element) element.close(); });
  document.body.append(element);
  element.showModal();
  // The first button is that which closes it; nothing is meant before something is chosen.
  element.focus();
  return element;
}

/** Asks a question. @param {string} text @param {string} yes @returns {Promise<boolean>} */
export function ask(text, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const box = dialog(t("question"), h("p", {}, text), h("div", { class: "row end" },
      button(t("cancel"), () => box.close()), button(yes, () => { answer = true; box.close(); }, { class: "primary" })));
    box.addEventListener("close", () => resolve(answer));
  });
}

/** A size as the engine reads it. @param {number} width @param {number} height */
const sized = (width, height) => (width === height ? width : `${width}x${height}`);

/**
 * The board and the rulings of a game.
 * @param {import("./state.js").Game[]} games
 * @param {Setup} chosen  changed by what is chosen
 */
function createOptions(games, chosen) {
  const rest = h("div", { class: "fields" });
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
        const options = values.map((option) => /** @type {[string, string]} */ ([option, valueText(option) + (option === value ? ` (${t("usual")})` : "")]));
        return field(flagText({ name, decides }), select(name, options, chosen.flags?.[name] ?? value, (picked) => {
          const { [name]: _, ...others } = chosen.flags ?? {};
          chosen.flags = picked === value ? others : { ...others, [name]: picked };
        }));
      }));
  }
  const names = ordered(games).map(({ name, title }) => /** @type {[string, string]} */ ([name, gameTitle(name, title)]));
  const rules = select(t("game"), names, find().name, (value) => {
    for (const name of /** @type {const} */ (["size", "length", "flags"])) delete chosen[name];
    chosen.rules = value;
    show();
  });
  show();
  return h("div", { class: "fields" }, field(t("game"), rules), rest);
}

/**
 * Chooses a game and begins it: a tile begins with the usual board, the options with another one.
 * @param {import("./game.js").Store} store
 * @param {(setup: Setup, mode: Mode, terms: import("./match.js").Terms) => void} begin
 * @param {Mode} [mode]
 */
export function newGame(store, begin, mode = "computer") {
  const { games, setup } = store.state;
  if (!games.length) return;
  const last = games.some(({ name }) => name === setup.rules) && !setup.rules_text;
  /** @type {Setup} */
  const chosen = last ? { rules: setup.rules, size: setup.size, length: setup.length, flags: { ...setup.flags } } : { rules: FIRST[0] };
  const { element: people, choice, end } = createTerms(store);
  if (mode === "computer" && !["x", "o"].includes(choice.side)) choice.side = "x";
  const start = (/** @type {Setup} */ setup) => { box.close(); begin(setup, mode, terms(choice)); };
  const tiles = (/** @type {boolean} */ all) => ordered(games).filter(({ name }) => all || FIRST.includes(name)).map((game) => tile(game, () => start({ rules: game.name })));
  const grid = h("div", { class: "tiles" }, ...tiles(false));
  const more = button(t("allGames"), () => { grid.replaceChildren(...tiles(true)); more.remove(); }, { class: "plain" });
  const options = h("div", { class: "fields options", hidden: true }, createOptions(games, chosen), h("div", { class: "row end" }, button(t("start"), () => start(chosen), { class: "primary" })));
  const open = button(t("options"), () => {
    options.hidden = !options.hidden;
    open.setAttribute("aria-expanded", String(!options.hidden));
  }, { "aria-expanded": "false" });
  const modes = /** @type {const} */ (["computer", "person", "analyse", "edit"]);
  const buttons = modes.map((name) => button(t(`mode_${name}`), () => { mode = name; show(); }));
  function show() {
    people.hidden = mode !== "computer";
    buttons.forEach((one, index) => one.setAttribute("aria-pressed", String(modes[index] === mode)));
  }
  show();
  const box = dialog(t("newGameTitle"), h("div", { class: "row modes", role: "group", "aria-label": t("newGameTitle") }, ...buttons), people, grid, h("div", { class: "row" }, more, open), options);
  box.classList.add("wide");
  box.addEventListener("close", end);
}

/** The properties of SGF that the names of a game have besides those that every record has. */
const MORE = /** @type {[string, string][]} */ ([["BR", "rankBlack"], ["WR", "rankWhite"], ["TM", "timeLimit"], ["GN", "gameName"], ["AN", "annotator"], ["SO", "sourceOf"], ["CP", "copyright"]]);

/**
 * Shows the names of the game, to be edited.
 * @param {import("./game.js").Store} store
 * @param {import("./game.js").GameControl} game
 */
export function gameNames(store, game) {
  const { about, tree, setup, board, result } = store.state;
  const root = trees.node(tree, trees.ROOT);
  const players = /** @type {[string, string]} */ ([...(about.players ?? ["", ""])]);
  const text = (/** @type {string} */ label, /** @type {string} */ value, /** @type {(value: string) => void} */ onchange) =>
    field(label, h("input", { type: "text", value, maxlength: 500, "aria-label": label, oninput: (/** @type {any} */ event) => onchange(event.target.value) }));
  const named = (/** @type {string} */ label, /** @type {string} */ key) => text(label, about[key] ?? "", (value) => game.name({ [key]: value }));
  const player = (/** @type {string} */ label, /** @type {0 | 1} */ index) => text(label, players[index], (value) => { players[index] = value; game.name({ players: [...players] }); });
  const property = (/** @type {string} */ name, /** @type {string} */ label) => text(label, unescaped(root.properties?.[name]?.[0] ?? ""), (value) => {
    const { [name]: _, ...others } = trees.node(store.state.tree, trees.ROOT).properties ?? {};
    game.note(trees.ROOT, { properties: value ? { ...others, [name]: [escaped(value)] } : others });
  });
  const results = /** @type {[string, string][]} */ ([["", t("noResult")], ...(/** @type {const} */ (["x", "o"])).flatMap((winner) => (/** @type {const} */ (["resigned", "time"])).map((reason) => /** @type {[string, string]} */ ([`${winner} ${reason}`, t(`${reason}_${winner}`)]))), [" agreed", t("agreedDraw")], ...(result && !result.reason ? [[result.text, result.text]] : [])]);
  const shown = result?.reason ? `${result.winner ?? ""} ${result.reason}` : result?.text ?? "";
  const others = Object.entries(root.properties ?? {}).filter(([name]) => !MORE.some(([known]) => known === name));
  dialog(t("gameNames"),
    h("div", { class: "fields" }, player(t("black"), 0), player(t("white"), 1), ...MORE.slice(0, 2).map(([name, label]) => property(name, t(/** @type {any} */ (label)))),
      named(t("event"), "event"), named(t("round"), "round"), named(t("place"), "place"), named(t("date"), "date"), named(t("openingName"), "opening"),
      field(t("result"), select(t("result"), results, shown, (value) => {
        const [winner, reason] = value.split(" ");
        store.set({ result: value === shown ? result : value ? /** @type {any} */ ({ winner: winner || null, reason }) : null });
      })),
      ...MORE.slice(2).map(([name, label]) => property(name, t(/** @type {any} */ (label)))),
      field(t("rules"), h("span", {}, `${gameTitle(board?.game ?? setup.rules, board?.title ?? "").split(/, | \(/)[0]} · ${board?.size ?? ""}`))),
    others.length ? h("details", {}, h("summary", {}, t("otherProperties", others.length)), h("dl", { class: "properties" }, ...others.flatMap(([name, values]) => [h("dt", {}, name), h("dd", {}, values.join(", ").slice(0, 500))]))) : "");
}

/** @param {import("./game.js").Store} store @param {import("./resources.js").ResourcesControl["fields"]} resources */
export function settings(store, resources) {
  /** @param {Partial<import("./state.js").Prefs>} change */
  const set = (change) => {
    const prefs = { ...store.state.prefs, ...change };
    keep(prefs);
    store.set({ prefs });
  };
  const { prefs } = store.state;
  const themes = /** @type {[string, string][]} */ ([["auto", t("themeAuto")], ["light", t("themeLight")], ["dark", t("themeDark")]]);
  const tongues = Object.entries(languages);
  const { element: engine, end } = resources(set);
  const box = dialog(t("settings"), h("div", { class: "fields" },
    field(t("theme"), select(t("theme"), themes, prefs.theme, (theme) => set({ theme }))),
    field(t("languageName"), select(t("languageName"), tongues, prefs.language, (language) => { set({ language }); location.reload(); }))),
  h("div", { class: "checks" },
    check(t("coordinates"), prefs.names, (names) => set({ names })), check(t("moveNumbers"), prefs.numbers, (numbers) => set({ numbers })),
    check(t("showCandidates"), prefs.candidates, (candidates) => set({ candidates })), check(t("showNexts"), prefs.nexts, (nexts) => set({ nexts })),
    check(t("plainBoard"), prefs.plain, (plain) => set({ plain })), check(t("sounds"), prefs.sounds, (sounds) => set({ sounds })),
    check(t("ponders"), prefs.ponders, (ponders) => set({ ponders })),
    check(t("atari"), prefs.atari, (atari) => set({ atari })), check(t("confirmMoves"), prefs.confirm, (confirm) => set({ confirm }))),
  engine,
  h("div", { class: "row" }, button(t("turnBoard"), () => set({ turn: (store.state.prefs.turn + 1) % 12 })), button(t("mirrorBoard"), () => set({ mirrored: !store.state.prefs.mirrored }))));
  box.addEventListener("close", end);
}

/** The keys, from the table by which they work. @param {import("./keys.js").Key[]} table */
export function help(table) {
  const rows = table.map(({ keys, does }) => h("tr", {}, h("th", { scope: "row" }, ...keys.map((key) => h("kbd", {}, keyText(key)))), h("td", {}, t(/** @type {any} */ (`key_${does}`)))));
  dialog(t("help"), h("p", {}, t("helpText")), h("p", { class: "facts" }, t("helpMouse")), h("table", { class: "keys" }, h("caption", {}, t("keys")), h("tbody", {}, ...rows)));
}
