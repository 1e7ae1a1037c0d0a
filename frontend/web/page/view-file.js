// The panel for files: open, save, pictures, text.

import { button, check, field, h, options, select } from "./dom.js";
import { t } from "./texts.js";
import { watch } from "./state.js";

/** @param {import("./game.js").Store} store @param {import("./files.js").FilesControl} files */
export function createFileView(store, files) {
  let [format, kind, mainLine, numbers] = ["sgf", "png", false, false];
  const input = h("input", { type: "file", hidden: true });
  const formats = h("select", { "aria-label": t("format"), onchange: () => { format = formats.value; } });
  watch(store, (state) => [state.formats], (state) => {
    input.accept = state.formats.map(({ name }) => `.${name}`).join();
    formats.replaceChildren(...options(state.formats.filter(({ written }) => written).map(({ name }) => [name, name]), format));
  });
  const games = h("select", { "aria-label": t("gamesInFile"), hidden: true });
  /** @param {any[]} list */
  const onList = (list) => {
    games.hidden = !list.length;
    games.replaceChildren(...list.map(({ x, o, date, plies }, index) => h("option", { value: index + 1 }, `${index + 1}. ${x || t("black")} – ${o || t("white")} ${date} (${plies})`)));
  };
  games.addEventListener("change", () => void files.choose(Number(games.value), () => {}));
  input.addEventListener("change", () => {
    if (input.files?.[0]) void files.open(input.files[0], onList);
    input.value = "";
  });
  const text = h("textarea", { rows: 3, "aria-label": t("positionText"), placeholder: t("positionText"), spellcheck: false });
  const position = h("output", { class: "position", "aria-label": t("position") });
  watch(store, (state) => [state.position], (state) => { position.textContent = state.position?.position ?? ""; });
  const copy = (/** @type {string} */ what, /** @type {string} */ said) => void navigator.clipboard?.writeText(what).then(() => store.set({ message: { text: said, kind: "info" } }), () => {});
  const kinds = /** @type {[string, string][]} */ ([["png", "PNG"], ["svg", "SVG"], ["gif", t("animation")]]);
  const element = h("section", { class: "panel", "aria-label": t("file") },
    h("div", { class: "row" }, button(t("openFile"), () => input.click(), { class: "primary" }), button(t("share"), () => copy(location.href, t("copied"))), input), games,
    h("div", { class: "row" }, field(t("format"), formats),
      check(t("mainLine"), mainLine, (value) => { mainLine = value; }), button(t("saveAs"), () => void files.save(format, mainLine))),
    h("div", { class: "row" }, field(t("picture"), select(t("picture"), kinds, kind, (value) => { kind = value; })),
      check(t("numbers"), numbers, (value) => { numbers = value; }), button(t("drawPicture"), () => void files.picture(kind, numbers))),
    position, h("div", { class: "row" }, button(t("copyPosition"), () => copy(store.state.position?.position ?? "", t("positionCopied")))),
    text, h("div", { class: "row" }, button(t("openText"), () => void files.openText(text.value))));

  // A file may be dropped anywhere.
  const veil = h("div", { class: "veil", hidden: true }, t("dropHere"));
  addEventListener("dragover", (event) => { event.preventDefault(); veil.hidden = false; });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) veil.hidden = true; });
  addEventListener("drop", (event) => {
    event.preventDefault();
    veil.hidden = true;
    const dropped = event.dataTransfer?.files[0];
    if (dropped) void files.open(dropped, onList);
  });
  return { element, veil, choose: () => input.click() };
}
