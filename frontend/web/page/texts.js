// The texts of the page in the chosen language. A language is a file like texts-en.js; English replaces missing texts.

import { de } from "./texts-de.js";
import { en } from "./texts-en.js";

/** @type {Record<string, Partial<typeof en>>} */
export const languages = { en, de };

let chosen = /** @type {Partial<typeof en>} */ (en);

/** Sets the language. @param {string} language */
export function speak(language) {
  chosen = languages[language] ?? en;
  document.documentElement.lang = languages[language] ? language : "en";
}

/** @typedef {"reasons" | "choices" | "games" | "openingRules" | "flags" | "values" | "errors" | "grounds" | "keyNames" | "levels" | "tiles" | "lessons"} Tables */

/**
 * A text with values in the place of {0}, {1}.
 * @param {Exclude<keyof typeof en, Tables>} key
 * @param {...(string | number)} values
 * @returns {string}
 */
export const t = (key, ...values) => (chosen[key] ?? en[key]).replace(/\{(\d)\}/g, (_, index) => String(values[index]));

/** The text of a table for a name or code. @param {Tables} table @param {string} name @returns {string | undefined} */
const entry = (table, name) => /** @type {Record<string, string>} */ ({ ...en[table], ...chosen[table] })[name];

/** Fills `{name}` with values. @param {string} text @param {Record<string, string | number>} values */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

/** The reason of an outcome. @param {string} reason @param {string} [loser]  the side that lost */
export const reasonText = (reason, loser = "") => (entry("reasons", reason) ?? reason).replace("{0}", loser);

/** The name of a key. @param {string} key */
export const keyText = (key) => entry("keyNames", key) ?? (key.length === 1 ? key.toUpperCase() : key);

/** An answer in an opening. @param {string} answer */
export const choiceText = (answer) => entry("choices", answer) ?? answer;

/** The title of a game. @param {string} name @param {string} title */
export const gameTitle = (name, title) => entry("games", name) ?? title;

/** The title of an opening rule. @param {{ name: string, title: string }} rule */
export const ruleTitle = ({ name, title }) => entry("openingRules", name) ?? title;

/** The question that a rule flag decides. @param {{ name: string, decides: string }} flag */
export const flagText = ({ name, decides }) => entry("flags", name) ?? decides;

/** The value of a rule flag. @param {string} value */
export const valueText = (value) => entry("values", value) ?? value;

/** A sentence of the rules. @param {string} key */
export const lessonText = (key) => entry("lessons", key) ?? "";

/** The description of a level. @param {number} level */
export const levelText = (level) => entry("levels", String(level)) ?? "";

/** The sentence on the tile of a game. @param {{ name: string, title: string }} game */
export function tileText({ name, title }) {
  const rest = gameTitle(name, title).replace(/^[^,(]*[,(]\s*/, "").replace(/\)$/, "");
  return entry("tiles", name) ?? `${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`;
}

/** A day and a time of this machine. @param {number} time */
export const dateText = (time) => new Date(time).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

/** The rulings of a game in words: question and usual answer. @param {{ flags: { name: string, decides: string, value: string }[] }} game */
export const ruleLines = ({ flags }) => flags.map((flag) => `${flagText(flag)}: ${valueText(flag.value)}`);

/**
 * An error of the engine: translated by its code, else in English.
 * @param {{ code?: string | null, values?: Record<string, string | number>, text: string }} problem
 */
export function errorText({ code, values = {}, text }) {
  const one = values.distance === 1 ? entry("errors", `${code}_1`) : undefined;
  const found = one ?? entry("errors", String(code));
  if (!found) return text;
  return values.move ? `${values.move}: ${filled(found, values)}` : filled(found, values);
}

/** The reason of a decision in an opening; empty if only the win rate decides. @param {import("../../wasm/js/types.js").OpeningReason} grounds */
export const groundsText = (grounds) => filled(entry("grounds", grounds.code) ?? "", { ...grounds });

/** The name of a colour. @param {"x" | "o"} color */
export const colorName = (color) => t(color === "x" ? "black" : "white");
