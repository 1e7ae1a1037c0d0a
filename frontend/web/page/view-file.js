// The panel for files: open, save, pictures, text, and the games of this browser.

import { button, check, field, h, options, select } from "./dom.js";
import { t } from "./texts.js";
import { watch } from "./state.js";
import * as trees from "./tree.js";
import { link } from "./url.js";
import { createRecent } from "./view-home.js";

/** Copies a text where the browser has no clipboard for pages: addresses without https. @param {string} text */
function copiedOldWay(text) {
  const field = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}

/** Longer links are refused by some programs, in characters. */
const LONG = 8000;

const DELAYS = [200, 400, 800, 1500, 3000];

/** The widths of animations, in pixels. */
const WIDTHS = [240, 480, 720, 1080];

/** The speed, the size and the moves of an animation. @param {import("./game.js").Store} store */
function createAnimation(store) {
  let [delay, width] = [800, 480];
  const delays = select(t("frameTime"), DELAYS.map((time) => [time, t("seconds", time / 1000)]), delay, (value) => { delay = Number(value); });
  const widths = select(t("size"), WIDTHS.map((size) => [size, t("pixels", size)]), width, (value) => { width = Number(value); });
  const [from, to] = [t("fromMove"), t("toMoveNumber")].map((label) => h("input", { type: "number", min: 0, "aria-label": label }));
  watch(store, (state) => [state.tree, state.at, state.generation], ({ tree, at }) => {
    const last = trees.line(tree, at).length - 1;
    if (Number(to.max) === last) return;
    // Another line has another end.
    [from.max, to.max, from.value, to.value] = [last, last, Math.min(Number(from.value), last), last];
  });
  const element = h("div", { class: "row animation", hidden: true }, field(t("frameTime"), delays), field(t("size"), widths), field(t("fromMove"), from), field(t("toMoveNumber"), to));
  const number = (/** @type {HTMLInputElement} */ { value }) => (value === "" ? null : Math.max(0, Math.floor(Number(value))));
  const wanted = () => ({ delay, width, from: number(from) ?? 0, to: number(to) });
  return { element, wanted };
}

/**
 * @param {import("./game.js").Store} store
 * @param {import("./files.js").FilesControl} files
 * @param {{ open(id: string): void, remove(id: string): void }} library
 * @param {() => Element} board
 * @param {{ edit(): void, names(): void, print(): Promise<void> }} actions
 */
export function createFileView(store, files, library, board, actions) {
  let [format, kind, mainLine, rates] = ["sgf", "png", false, false];
  const input = h("input", { type: "file", hidden: true });
  const formats = h("select", { "aria-label": t("format"), onchange: () => { format = formats.value; rated.hidden = format !== "sgf"; } });
  const rated = check(t("withRates"), rates, (value) => { rates = value; });
  watch(store, (state) => [state.formats], (state) => {
    input.accept = state.formats.map(({ name }) => `.${name}`).join();
    formats.replaceChildren(...options(state.formats.filter(({ written }) => written).map(({ name }) => [name, name]), format));
  });
  const ways = h("select", { "aria-label": t("readAs"), onchange: () => void files.readAs(JSON.parse(ways.value)) });
  const readAs = field(t("readAs"), ways);
  readAs.hidden = true;
  files.readable((found, how) => {
    readAs.hidden = !found.length;
    ways.replaceChildren(...options(found.map(([way, name]) => [JSON.stringify(way), name]), JSON.stringify(how ?? found[0]?.[0])));
  });
  const games = h("select", { "aria-label": t("gamesInFile"), onchange: () => void files.choose(Number(games.value)) });
  // Of a large file the games around the opened one are listed; others by their number.
  const number = h("input", { type: "number", min: 1, "aria-label": t("numberOfGame"), onchange: () => { if (number.reportValidity() && number.value) void files.choose(Number(number.value)); } });
  const all = h("span", {});
  const numbers = h("span", { class: "row" }, number, all);
  const listed = h("div", { class: "row games", hidden: true }, games, numbers);
  files.listed((list, first, of, shown) => {
    listed.hidden = of < 2;
    numbers.hidden = list.length === of;
    [number.max, all.textContent] = [of, t("ofGames", of)];
    games.replaceChildren(...list.map(({ x, o, date, plies }, index) => h("option", { value: first + index }, `${first + index}. ${x || t("black")} – ${o || t("white")} ${date} (${plies})`)));
    games.value = number.value = shown;
  });
  input.addEventListener("change", () => {
    if (input.files?.[0]) void files.open(input.files[0]);
    input.value = "";
  });
  const text = h("textarea", { rows: 2, "aria-label": t("positionText"), placeholder: t("positionText"), spellcheck: false });
  const position = h("output", { class: "position", "aria-label": t("position") });
  watch(store, (state) => [state.position], (state) => { position.textContent = state.position?.position ?? ""; });
  const copy = async (/** @type {string} */ what, /** @type {string} */ said) => {
    const isCopied = await navigator.clipboard?.writeText(what).then(() => true, () => false) || copiedOldWay(what);
    store.set({ message: { text: isCopied ? said : what, kind: isCopied ? "info" : "error" } });
  };
  const kinds = /** @type {[string, string][]} */ ([["png", "PNG"], ["svg", "SVG"], ["gif", t("animation")]]);
  const animation = createAnimation(store);
  const storing = h("p", { class: "facts" });
  watch(store, (state) => [state.storing], (state) => { storing.textContent = t(`storing_${state.storing}`); });
  const element = h("section", { class: "panel", "aria-label": t("file") },
    h("div", { class: "row" }, button(t("openFile"), () => input.click(), { class: "primary" }), button(t("share"), async () => { const address = await link(store.state); void copy(address, address.length > LONG ? t("copiedLong") : t("copied")); }), button(t("gameNames"), actions.names), button(t("editPosition"), actions.edit), button(t("printGame"), () => void actions.print()), input), listed, readAs,
    h("div", { class: "row" }, field(t("format"), formats),
      check(t("mainLine"), mainLine, (value) => { mainLine = value; }), rated, button(t("saveAs"), () => void files.save(format, mainLine, rates))),
    h("div", { class: "row" }, field(t("picture"), select(t("picture"), kinds, kind, (value) => { kind = value; animation.element.hidden = kind !== "gif"; })),
      button(t("drawPicture"), () => void files.picture(kind, board(), animation.wanted()))), animation.element,
    position, h("div", { class: "row" }, button(t("copyPosition"), () => void copy(store.state.position?.position ?? "", t("positionCopied")))),
    text, h("div", { class: "row" }, button(t("openText"), () => void files.openText(text.value))),
    h("h2", {}, t("recentGames")), storing, createRecent(store, library));

  // A file may be dropped anywhere, and text pasted anywhere but in a field.
  const veil = h("div", { class: "veil", hidden: true }, t("dropHere"));
  addEventListener("dragover", (event) => { event.preventDefault(); veil.hidden = false; });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) veil.hidden = true; });
  addEventListener("drop", (event) => {
    event.preventDefault();
    veil.hidden = true;
    const dropped = event.dataTransfer?.files[0];
    const given = event.dataTransfer?.getData("text/plain");
    if (dropped) void files.open(dropped);
    else if (given) void files.openText(given);
  });
  addEventListener("paste", (event) => {
    if (/** @type {Element} */ (event.target).closest?.("input, textarea, dialog")) return;
    const pasted = event.clipboardData?.files[0];
    const given = event.clipboardData?.getData("text/plain");
    event.preventDefault();
    if (pasted) void files.open(pasted);
    else if (given) void files.openText(given);
  });
  /** Opens the text of the clipboard, where the browser gives it. */
  async function paste() {
    const given = await navigator.clipboard?.readText().catch(() => "");
    if (given) void files.openText(given);
    else store.set({ message: { text: t("pasteByKey"), kind: "info" } });
  }
  return { element, veil, choose: () => input.click(), paste };
}
