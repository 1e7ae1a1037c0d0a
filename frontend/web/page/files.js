// Records in and out: dropped, chosen, pasted; saved as files and pictures. The engine reads and writes them.

import { setupQuery } from "./game.js";
import { playerName } from "./match.js";
import { t } from "./texts.js";
import * as trees from "./tree.js";

/** The largest file that is read, in bytes. */
const LARGEST = 2 << 20;

/** Hands a file to the browser. @param {string} name @param {string | Uint8Array<ArrayBuffer>} contents */
export function download(name, contents) {
  const url = URL.createObjectURL(new Blob([contents]));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The day, `2026-11-20`. */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((number) => String(number).padStart(2, "0")).join("-");
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** @param {string} text */
const fromBase64 = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/**
 * @param {import("./game.js").Store} store
 * @param {import("./engine.js").Engine} engine
 * @param {import("./game.js").GameControl} game
 * @param {import("./proof.js").ProofControl} proof
 */
export function createFiles(store, engine, game, proof) {
  /** @type {{ from: string, data: string, name: string } | null} The file that was opened last. */
  let file = null;
  const info = (/** @type {string} */ text) => store.set({ message: { text, kind: "info" } });
  const failed = (/** @type {string} */ text) => store.set({ message: { text, kind: "error" } });

  /** Opens a file that was dropped or chosen. @param {File} chosen @param {(list: any[]) => void} onList */
  async function open(chosen, onList) {
    if (chosen.size > LARGEST) return failed(t("tooLarge", chosen.name));
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    const ending = chosen.name.includes(".") ? /** @type {string} */ (chosen.name.split(".").pop()).toLowerCase() : "txt";
    if (new TextDecoder().decode(bytes.subarray(0, 12)).startsWith("certificate ")) return proof.open(new TextDecoder().decode(bytes));
    if (!store.state.formats.some(({ name }) => name === ending)) return failed(t("unknownFormat", chosen.name));
    file = { from: ending, data: toBase64(bytes), name: chosen.name };
    await choose(1, onList);
  }

  /** Opens one game of the file. @param {number} number @param {(list: any[]) => void} onList */
  async function choose(number, onList) {
    if (!file) return;
    const { from, data, name } = file;
    const asked = { action: "read", from, data, number };
    try {
      const { found, byBoard } = await reading(asked);
      await show(found);
      onList(found.games > 1 ? found.list : []);
      if (found.errors.length) failed(t("partlyRead", found.errors[0]));
      else if (found.tree.some((/** @type {any} */ { set_up }) => set_up)) failed(t("partlyRead", t("setUpLater")));
      else if (found.remarks.length) info(`${t("opened", name)} ${found.remarks[0]}`);
      else info(byBoard ? t("openedAs", name, found.rules) : t("opened", name));
    } catch (error) {
      game.tell(error);
    }
  }

  /** Reads a record; one that names no game is read as the game of the board, which `byBoard` tells. @param {any} asked */
  async function reading(asked) {
    try {
      return { found: await engine.ask(asked), byBoard: false };
    } catch (error) {
      if (/** @type {any} */ (error)?.field !== "rules") throw error;
      const { rules, rules_text } = store.state.setup;
      return { found: await engine.ask({ ...asked, ...(rules_text ? { rules_text } : { rules }) }), byBoard: true };
    }
  }

  /** @param {any} found */
  async function show({ rules, rules_text, size, length, flags, position, tree, about, result }) {
    const read = trees.fromList(tree);
    await game.start({ rules, rules_text, size, length, flags, position }, read, trees.ROOT, about, result);
  }

  /** Opens a position or moves that were typed or pasted. @param {string} text */
  async function openText(text) {
    const line = text.trim().replace(/^position\s+/, "");
    if (line.startsWith("certificate ")) return proof.open(`${line}\n`);
    const setup = { ...store.state.setup, position: null };
    if (line.startsWith("(")) return read("sgf", line);
    if (!line.includes("/")) return read("txt", line.replace(/\s+/g, " "));
    await game.start({ ...setup, position: line });
  }

  /** @param {string} from @param {string} text */
  async function read(from, text) {
    try {
      await show(await engine.ask({ action: "read", ...(from === "sgf" ? {} : setupQuery({ ...store.state.setup, position: null })), from, text }));
    } catch (error) {
      game.tell(error);
    }
  }

  /** Saves the game. @param {string} to @param {boolean} mainLine */
  async function save(to, mainLine) {
    const { setup, tree, about, result, match, formats } = store.state;
    const whole = formats.find(({ name }) => name === to)?.variations;
    const players = [playerName(store.state, "x"), playerName(store.state, "o")];
    try {
      const { text, data } = await engine.ask({
        action: "write", ...setupQuery(setup), to, tree: trees.toList(tree), main_line: mainLine || !whole, result: result ?? undefined,
        about: match ? { ...about, players, date: about.date || today() } : about,
      });
      download(`game.${to}`, text ?? fromBase64(data));
    } catch (error) {
      game.tell(error);
    }
  }

  /** Saves a picture of the position, or of the whole game. @param {string} kind @param {boolean} numbers */
  async function picture(kind, numbers) {
    const { tree, at } = store.state;
    const end = kind === "gif" ? /** @type {number} */ (trees.line(tree, at).pop()) : at;
    const size = kind === "gif" ? { width: 480 } : { width: 1024 };
    try {
      const { svg, data } = await engine.ask({ action: "picture", ...game.query(end), kind, ...(numbers ? { numbers: 1 } : {}), ...size });
      download(`game.${kind}`, svg ?? fromBase64(data));
    } catch (error) {
      game.tell(error);
    }
  }

  return { open, choose, openText, save, picture };
}
/** @typedef {ReturnType<typeof createFiles>} FilesControl */
