// The words of the page: `t` and its kin give the texts in the chosen language. Each language is a file with the keys of
// `texts-en.js`, which is there from the beginning and replaces what another lacks; the others are loaded when they are chosen.

import { en } from "./texts-en.js";

/** A text, or its forms by the categories of `Intl.PluralRules`. @typedef {string | Record<string, string>} Text */
/** @typedef {Partial<Record<keyof typeof en, Text>>} Language */

/** The languages by their codes, each by its own name. @type {Record<string, string>} */
export const languages = { en: "English", de: "Deutsch", zh: "简体中文", ja: "日本語", ko: "한국어", ru: "Русский" };

let chosen = /** @type {Language} */ (en);
let plurals = new Intl.PluralRules("en");

/** Sets the language; an unknown one, or one that cannot be loaded, is English. @param {string} language */
export async function speak(language) {
  let code = "en";
  chosen = en;
  if (language !== "en" && Object.hasOwn(languages, language)) {
    try {
      chosen = (await import(`./texts-${language}.js`)).default;
      code = language;
    } catch {
      // English is there.
    }
  }
  plurals = new Intl.PluralRules(code);
  document.documentElement.lang = code === "zh" ? "zh-Hans" : code;
}

/** @typedef {"reasons" | "choices" | "games" | "openingRules" | "flags" | "values" | "errors" | "grounds" | "keyNames" | "levels" | "tiles" | "lessons" | "openings"} Tables */

/**
 * A text with values in the place of {0}, {1}. The first number among them decides its form.
 * @param {Exclude<keyof typeof en, Tables>} key
 * @param {...(string | number)} values
 * @returns {string}
 */
export function t(key, ...values) {
  const text = /** @type {Text} */ (chosen[key] ?? en[key]);
  const form = typeof text === "string" ? text : text[plurals.select(values.find((value) => typeof value === "number") ?? 0)] ?? text.other;
  return form.replace(/\{(\d)\}/g, (_, index) => String(values[index]));
}

/** The text of a table for a name or code. @param {Tables} table @param {string} name @returns {string | undefined} */
const entry = (table, name) => /** @type {Record<string, string>} */ ({ .../** @type {object} */ (en[table]), .../** @type {object | undefined} */ (chosen[table]) })[name];

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

/** The name of an opening, which the engine gives in Latin letters. @param {string} name */
export const openingText = (name) => entry("openings", name) ?? name;

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
  return entry("tiles", name) ?? t("sentence", `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`);
}

/** A day and a time of this machine. @param {number} time */
export const dateText = (time) => new Date(time).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

/** The rulings of a game in words: question and usual answer. @param {{ flags: { name: string, decides: string, value: string }[] }} game */
export const ruleLines = ({ flags }) => flags.map((flag) => `${flagText(flag)}: ${valueText(flag.value)}`);

/**
 * An error or a remark of the engine: translated by its code, else in English, which is the value `detail` of translations.
 * @param {{ code?: string | null, values?: Record<string, string | number>, text: string }} problem
 */
export function errorText({ code, values = {}, text }) {
  const one = values.distance === 1 ? entry("errors", `${code}_1`) : undefined;
  const found = one ?? entry("errors", String(code));
  if (!found) return text;
  /** @type {Record<string, string>} */
  const side = values.side === "x" || values.side === "o" ? { side: colorName(values.side) } : {};
  const said = filled(found, { detail: text, ...values, ...side });
  return values.move && !said.includes(String(values.move)) ? `${values.move}: ${said}` : said;
}

/** The reason of a decision in an opening; empty if only the win rate decides. @param {import("../../wasm/js/types.js").OpeningReason} grounds */
export const groundsText = (grounds) => filled(entry("grounds", grounds.code) ?? "", { ...grounds });

/** The name of a colour. @param {"x" | "o"} color */
export const colorName = (color) => t(color === "x" ? "black" : "white");
