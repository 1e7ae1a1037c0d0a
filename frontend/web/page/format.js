// Numbers as people read them.

import { t } from "./texts.js";

/** A probability, `61.2`. @param {number} rate */
export const percent = (rate) => (100 * rate).toFixed(1);

/** A value in a word or two: `+0.91`, `wins in 7`. @param {import("./state.js").Score} score */
export function scoreText({ cp, win, loss }) {
  if (win !== undefined) return t("winsIn", win);
  if (loss !== undefined) return t("losesIn", loss);
  const points = (cp ?? 0) / 100;
  return `${points > 0 ? "+" : points < 0 ? "−" : ""}${Math.abs(points).toFixed(2)}`;
}

/** A value short enough for a point of the board: `61`, `W7`. @param {Pick<import("./state.js").Line, "score" | "winrate">} line */
export function shortScore({ score, winrate }) {
  if (score.win !== undefined) return `+${score.win}`;
  if (score.loss !== undefined) return `−${score.loss}`;
  return String(Math.round(100 * winrate));
}

/** A count with few digits: `1.2 M`. @param {number} count */
export function short(count) {
  const units = /** @type {[number, string][]} */ ([[1e9, " G"], [1e6, " M"], [1e3, " k"]]);
  const unit = units.find(([size]) => count >= size);
  return unit ? (count / unit[0]).toFixed(count < 10 * unit[0] ? 1 : 0) + unit[1] : String(count);
}

/** A time on a clock: `4:07`, under ten seconds `7.3`. @param {number} millis */
export function clockText(millis) {
  const left = Math.max(0, millis);
  if (left < 10_000) return (left / 1000).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
