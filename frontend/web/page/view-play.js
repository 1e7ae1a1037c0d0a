// The panel of a game against the engine or a person.

import { button, field, h, options, select } from "./dom.js";
import { percent } from "./format.js";
import { playerName } from "./match.js";
import { watch } from "./state.js";
import { choiceText, colorName, groundsText, levelText, ruleTitle, t } from "./texts.js";
import { outcomeOf } from "./view-status.js";

const MINUTE = 60_000;
/** Clocks: the time for the game and what each move adds, in milliseconds. */
const CLOCKS = [[0, 0], [MINUTE, 1000], [3 * MINUTE, 2000], [5 * MINUTE, 3000], [10 * MINUTE, 5000], [30 * MINUTE, 20_000]];

/** Handicaps: the share of the time that who begins and the other one have. @type {[number, number][]} */
const HANDICAPS = [[1, 1], [0.5, 1], [0.25, 1], [1, 0.5], [1, 0.25]];

/** @typedef {{ level: number, side: "x" | "o" | "both" | "none", clock: number, handicap: number, engines: [string, string] }} Choice  `engines` of other programs, empty texts for the level */

/** The terms that were chosen last, for this session. @type {Choice} */
const usual = { level: 3, side: "x", clock: 0, handicap: 0, engines: ["", ""] };

/** @param {Choice} choice @returns {import("./match.js").Terms} */
export function terms({ level, side, clock, handicap, engines }) {
  const [base, step] = CLOCKS[clock];
  return { level, side, base, step, shares: HANDICAPS[handicap], engines: side === "none" ? [...engines] : [engines[0], engines[0]] };
}

/** The choice of who plays: side, level or engine, clock; `end` ends it. @param {import("./game.js").Store} store @param {Choice} [choice] */
export function createTerms(store, choice = usual) {
  const levels = Array.from({ length: 10 }, (_, index) => /** @type {[number, string]} */ ([index + 1, `${index + 1} – ${levelText(index + 1)}`]));
  const sides = /** @type {[string, string][]} */ ([["x", t("sideBlack")], ["o", t("sideWhite")], ["both", t("sideBoth")], ["none", t("sideNone")]]);
  const clocks = CLOCKS.map(([base, step], index) => /** @type {[number, string]} */ ([index, base ? t("minutes", base / MINUTE, step / 1000) : t("noClock")]));
  const change = (/** @type {Partial<Choice>} */ changed) => { Object.assign(choice, changed); show(); };
  const handicaps = HANDICAPS.map((shares, index) => /** @type {[number, string]} */ ([index, shares[0] === shares[1] ? t("handicapNone") : t("handicapOf", colorName(shares[0] < 1 ? "x" : "o"), `1/${1 / Math.min(...shares)}`)]));
  const handicap = field(t("handicap"), select(t("handicap"), handicaps, choice.handicap, (chosen) => change({ handicap: Number(chosen) })));
  const others = createOpponents(store, choice);
  const show = () => { handicap.hidden = !choice.clock; others.show(); };
  const element = h("div", { class: "fields" },
    field(t("you"), select(t("you"), sides, choice.side, (side) => change({ side: /** @type {any} */ (side) }))),
    others.element, field(t("level"), select(t("level"), levels, choice.level, (level) => change({ level: Number(level) }))),
    field(t("clock"), select(t("clock"), clocks, choice.clock, (clock) => change({ clock: Number(clock) }))), handicap);
  show();
  return { element, choice, end: others.end };
}

/** The choice of engines of other programs, where the server has some. @param {import("./game.js").Store} store @param {Choice} choice */
function createOpponents(store, choice) {
  const element = h("div", { class: "fields" });
  const one = (/** @type {0 | 1} */ index, /** @type {string} */ name) => {
    const entries = /** @type {[string, string][]} */ ([["", "Ninuki"], ...store.state.engines.map((known) => [known, known])]);
    if (!store.state.engines.includes(choice.engines[index])) choice.engines[index] = "";
    return field(name, select(name, entries, choice.engines[index], (chosen) => { choice.engines[index] = chosen; }));
  };
  const show = () => {
    element.hidden = !store.state.engines.length || choice.side === "both";
    element.replaceChildren(...(choice.side === "none" ? [one(0, t("sideBlack")), one(1, t("sideWhite"))] : [one(0, t("opponent"))]));
  };
  return { element, show, end: watch(store, (state) => [state.engines], show) };
}

/** What the engines of other programs say. @param {import("./game.js").Store} store */
function createMessagesOf(store) {
  const element = h("div", { class: "engines" });
  watch(store, (state) => [state.messages, state.match], (state) => {
    const colors = /** @type {("x" | "o")[]} */ (["x", "o"]).filter((color) => state.messages[color].length);
    element.hidden = !state.match || !colors.length;
    element.replaceChildren(...colors.map((color) => {
      const name = t("engineMessages", playerName(state, color));
      return h("figure", {}, h("figcaption", {}, name), h("pre", { tabindex: 0, role: "region", "aria-label": name }, state.messages[color].slice(-4).join("\n")));
    }));
  });
  return element;
}

/**
 * @param {import("./game.js").Store} store
 * @param {import("./match.js").MatchControl} match
 * @param {import("./opening.js").OpeningControl} opening
 * @param {{ review(): void, save(): void }} actions
 */
export function createPlayView(store, match, opening, actions) {
  const chosen = createRules(store);
  const { element, choice } = createTerms(store);
  const setup = h("div", { class: "fields" }, element, chosen.element);
  const begin = button(t("begin"), () => {
    const rule = chosen.rule();
    if (rule) void opening.begin(rule, terms(choice));
    else match.begin(terms(choice));
  }, { class: "primary" });
  const who = h("p", { class: "strong" });
  const playing = [button(t("undo"), match.undo), button(t("hint"), () => void match.hint()), button(t("offerDraw"), () => void match.draw()), button(t("resign"), match.resign)];
  const over = [button(t("reviewStart"), actions.review, { class: "primary" }), button(t("rematch"), () => void match.rematch()), button(t("save"), actions.save), button(t("undo"), match.undo)];
  const again = button(t("askAgain"), match.again, { class: "primary" });
  const running = h("div", { class: "row" }, again, ...playing, ...over, button(t("endGame"), match.end));
  const opens = h("div", { class: "row" }, button(t("undo"), opening.undo), button(t("endGame"), opening.end));
  const decisions = h("ul", { class: "told", "aria-label": t("openingRule") });
  watch(store, (state) => [state.match, state.opening, state.position, state.result, state.tree], (state) => {
    const isOver = Boolean(outcomeOf(state));
    setup.hidden = begin.hidden = Boolean(state.match || state.opening);
    again.hidden = !state.match?.failed;
    running.hidden = who.hidden = !state.match;
    opens.hidden = !state.opening;
    for (const one of playing) one.hidden = isOver || (state.match?.side === "none" && one !== playing[0]);
    for (const one of over) one.hidden = !isOver;
    who.textContent = state.match ? `${playerName(state, "x")} (${colorName("x")}) – ${playerName(state, "o")} (${colorName("o")})` : "";
  });
  // Decisions of the engine stay visible at the start of the game.
  watch(store, (state) => [state.opening, state.generation], (state) => {
    if (state.opening) decisions.replaceChildren(...state.opening.said.map(decision));
    else if (!state.match) decisions.replaceChildren();
  });
  return h("section", { class: "panel", "aria-label": t("play") }, who, setup, h("div", { class: "row" }, begin), running, createMessagesOf(store), opens, decisions);
}

/** A decision of the engine and its reason. @param {import("./state.js").Opening["said"][number]} decided */
function decision({ answer, grounds, rate }) {
  const reason = [groundsText(grounds), rate === null ? "" : t("evaluation", percent(rate))].filter(Boolean).join(", ");
  return h("li", {}, h("b", {}, choiceText(answer)), ` – ${reason}`);
}

/** The choice of an opening rule, among those that suit the board. @param {import("./game.js").Store} store */
function createRules(store) {
  const name = h("select", { "aria-label": t("openingRule") });
  const most = h("select", { "aria-label": t("fifthMoves"), title: t("fifthMoves") });
  const title = h("p", { class: "facts" });
  const element = h("div", { class: "rules" }, field(t("openingRule"), h("span", { class: "row" }, name, most)), title);
  /** @type {string | undefined} */
  let game;
  const rule = () => store.state.board?.opening_rules.find((one) => one.name === name.value);
  const show = () => {
    const known = rule();
    title.textContent = known ? ruleTitle(known) : "";
    most.hidden = !known?.most;
    if (known?.most) most.replaceChildren(...options(Array.from({ length: known.most }, (_, index) => /** @type {[number, string]} */ ([index + 1, String(index + 1)])), known.most));
  };
  name.addEventListener("change", show);
  watch(store, (state) => [state.board], ({ board }) => {
    const rules = board?.opening_rules ?? [];
    // The choice stays for the same game; another game starts with its usual rule.
    const chosen = board?.game === game ? name.value : rules.find(({ usual: isUsual }) => isUsual)?.name ?? "";
    game = board?.game;
    name.replaceChildren(...options([["", t("openingNone")], ...rules.map((one) => /** @type {[string, string]} */ ([one.name, one.name]))], chosen));
    element.hidden = !rules.length;
    show();
  });
  /** The rule as the engine knows it; empty for none. */
  const asked = () => {
    const known = rule();
    return known ? `${known.name}${known.most && Number(most.value) !== known.most ? `-${most.value}` : ""}` : "";
  };
  return { element, rule: asked };
}
