// Records in and out: dropped, chosen, pasted; saved as files and pictures. The engine reads and writes them.

import { fileName, ratesOf, withRates } from "./document.js";
import { Refused } from "./engine.js";
import { setupQuery } from "./game.js";
import { playerName } from "./match.js";
import { errorText, t } from "./texts.js";
import * as trees from "./tree.js";

/** The largest file that is read, in bytes: what a message to the engine holds. */
const LARGEST = 2.9 * (1 << 20);

/** @typedef {{ delay: number, width: number, from: number, to: number | null }} Animation  time of a frame in milliseconds, width in pixels, first and last move; null is the end */

/** @typedef {{ from: string, name: string, data?: string, many?: import("./many.js").Many, how?: { encoding?: string, columns?: "go", stones?: boolean } }} Opened  a file, and how its characters or moves are read if that is chosen */

/** Character sets of records that name none. */
const SETS = ["UTF-8", "GBK", "Big5", "Shift_JIS", "EUC-JP", "EUC-KR", "windows-1251", "windows-1252"];

/**
 * The ways of reading a file, with their names: the first one is that of its reader.
 * @param {Opened} opened @param {{ encoding?: string }} found @returns {[Opened["how"], string][]}
 */
function waysOf({ from, how }, { encoding }) {
  if (from === "txt" && !encoding) return [[{}, t("asMoves")], [{ columns: "go" }, t("asGo")], [{ stones: true }, t("asStones")]];
  const first = encoding ?? (how?.encoding && "UTF-8");
  return first ? [first, ...SETS.filter((name) => name !== first)].map((name) => [{ encoding: name }, name]) : [];
}

/** Hands a file to the browser. @param {string} name @param {string | Blob | Uint8Array<ArrayBuffer>} contents */
export function download(name, contents) {
  const url = URL.createObjectURL(contents instanceof Blob ? contents : new Blob([contents]));
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

/** The message for what is too large. @param {string} name */
const tooLargeText = (name) => t("tooLarge", name, (LARGEST / (1 << 20)).toFixed(1));

/** @param {Uint8Array} bytes */
function isUtf8(bytes) {
  try {
    return Boolean(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) || !bytes.length;
  } catch {
    return false;
  }
}

/** The format of a text, by how it begins. @param {string} text */
export function formatOf(text) {
  const start = text.trimStart().slice(0, 400);
  if (start.startsWith("(") || /\(\s*;/.test(start)) return "sgf";
  if (start.startsWith("[") && /^\[\w+\s+"/.test(start)) return "pgn";
  if (start.startsWith("{")) return "jsonl";
  if (/^piskvorky/i.test(start)) return "psq";
  if (start.startsWith("<")) return "rif";
  return "txt";
}

/** Errors or remarks of a reader in the language of the page. @param {string[]} texts @param {import("../../wasm/js/types.js").Coded[]} codes */
const said = (texts, codes) => texts.map((text, index) => errorText({ ...codes[index], text }));

/** The first bytes of certificates, as text and compressed. */
const CERTIFICATE = new TextEncoder().encode("certificate ");
const PACKED = [0x8e, ...new TextEncoder().encode("ncert")];

/** The result of a game that was read: one that the rules do not give, or words. @param {import("../../wasm/js/types.js").RecordRead} found @returns {import("./state.js").Stated | null} */
export const resultOf = ({ result, result_text: text }) => (result ? { ...result, text } : text ? { winner: null, reason: null, text } : null);

/** Where a game that was read is shown: at its end, or at its set-up position. @param {trees.Tree} tree @param {string | null} position */
export const opensAt = (tree, position) => (position ? trees.ROOT : /** @type {number} */ (trees.line(tree, trees.ROOT).at(-1)));

/**
 * @param {import("./game.js").Store} store
 * @param {import("./engine.js").Engine} engine
 * @param {import("./game.js").GameControl} game
 * @param {import("./proof.js").ProofControl} proof
 */
export function createFiles(store, engine, game, proof) {
  /** @type {Opened | null} The file that was opened last: whole, or cut into its games. */
  let file = null;
  const info = (/** @type {string} */ text) => store.set({ message: { text, kind: "info" } });
  const failed = (/** @type {string} */ text) => store.set({ message: { text, kind: "error" } });
  /** Called with games of a file that has several, the number of the first of them, the number of all, and the one that is shown. @type {(list: any[], first: number, all: number, shown: number) => void} */
  let onList = () => {};
  /** Called with the ways of reading a file. @type {(ways: [Opened["how"], string][], how: Opened["how"]) => void} */
  let onWays = () => {};

  /** Opens a file that was dropped or chosen. @param {File} chosen */
  async function open(chosen) {
    const { name, size } = chosen;
    const ending = name.includes(".") ? /** @type {string} */ (name.split(".").pop()).toLowerCase() : "txt";
    const first = new Uint8Array(await chosen.slice(0, CERTIFICATE.length).arrayBuffer());
    const begins = (/** @type {ArrayLike<number>} */ bytes) => Array.from(bytes).every((byte, index) => first[index] === byte);
    const isPacked = begins(PACKED);
    const isCertificate = isPacked || begins(CERTIFICATE);
    if (!isCertificate && !store.state.formats.some((format) => format.name === ending)) return failed(t("unknownFormat", name));
    if (size > LARGEST) return isCertificate ? tooLarge(name) : openMany(chosen, ending);
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    if (isPacked) return proof.open({ data: toBase64(bytes) });
    if (isCertificate) return proof.open({ certificate: new TextDecoder().decode(bytes) });
    const found = await choose(1, { from: ending, data: toBase64(bytes), name });
    // The engine lists the first games alone.
    if (found && found.games > found.list.length) await openMany(chosen, ending, false);
  }

  const tooLarge = (/** @type {string} */ name) => failed(tooLargeText(name));

  /** Cuts a file into its games, and opens the first. @param {File} chosen @param {string} from @param {boolean} [shows]  whether the first game is to be opened */
  async function openMany(chosen, from, shows = true) {
    const { cutShown } = await import("./many.js");
    const many = await cutShown(chosen, from);
    if (many === "stopped") return;
    if (!many) return shows ? tooLarge(chosen.name) : undefined;
    const opened = { from, many, name: chosen.name };
    if (shows) return void await choose(1, opened);
    file = opened;
    await list(1);
  }

  /** The query for one game of a file, and how messages name it. @param {number} number @param {NonNullable<typeof file>} from */
  async function one(number, { from, data, many, name, how }) {
    if (!many) return { asked: { from, data, number, ...how }, called: name };
    const bytes = await many.bytes(number, 1);
    if (bytes.length > LARGEST) return null;
    // Without the games around it the character set of a game would be a worse guess.
    const [first, count] = isUtf8(bytes) ? [number, 1] : many.block(number);
    return { asked: { from, data: toBase64(count > 1 ? await many.bytes(first, count) : bytes), number: number - first + 1, ...how }, called: `${name}, ${t("gameNumber", number)}` };
  }

  /** Lists the games around one of a file that was cut. @param {number} number */
  async function list(number) {
    const { from, many, how } = /** @type {NonNullable<typeof file>} */ (file);
    if (!many) return;
    const [first, count] = many.block(number);
    const read = reading({ action: "read", from, data: toBase64(await many.bytes(first, count)), ...how });
    onList(await read.then(({ found }) => found.list, () => []), first, many.total, number);
    store.set({ several: many.total });
  }

  /** Opens one game of a file. @param {number} number @param {typeof file} from */
  async function choose(number, from = file) {
    if (!from) return null;
    const part = await one(number, from);
    if (!part) return tooLarge(`${from.name}, ${t("gameNumber", number)}`);
    const found = await read(part.asked, part.called);
    if (!found) return null;
    const isNew = file !== from;
    file = from;
    if (from.many) await list(number);
    else if (isNew) onList(found.games > 1 ? found.list : [], 1, found.games, number);
    if (isNew) onWays(waysOf(from, found), from.how);
    store.set({ several: from.many?.total ?? (found.games > 1 ? found.games : 0), ...(isNew && !store.state.batch?.running ? { batch: null } : {}) });
    return found;
  }

  /** Reads the file that was opened last in another way. @param {Opened["how"]} how */
  const readAs = (how) => choose(1, file && { ...file, how });

  /** A reader of the games of the file that was opened last, which shows none of them. */
  function reader() {
    const from = /** @type {NonNullable<typeof file>} */ (file);
    const game = async (/** @type {number} */ number) => {
      const part = await one(number, from);
      if (!part) throw new Refused(tooLargeText(t("gameNumber", number)), null, { code: "too_large" });
      return (await reading({ action: "read", ...part.asked })).found;
    };
    return { name: from.name, read: game };
  }

  /** Reads a record; one that names no game is read as the game of the board, which `byBoard` tells. @param {any} asked */
  async function reading(asked) {
    try {
      return { found: await engine.ask(asked), byBoard: false };
    } catch (error) {
      if (/** @type {any} */ (error)?.field !== "rules" || !store.state.board) throw error;
      return { found: await engine.ask({ ...asked, ...setupQuery({ ...store.state.setup, position: null }) }), byBoard: true };
    }
  }

  /** Reads a record and shows it as a new document. Nothing changes if it cannot be read. @param {any} asked @param {string} name */
  async function read(asked, name) {
    try {
      const { found, byBoard } = await reading({ action: "read", ...asked });
      const { rules, rules_text, size, length, flags, position, about } = found;
      const [errors, remarks] = [said(found.errors, found.error_codes), said(found.remarks, found.remark_codes)];
      const tree = trees.fromList(found.tree);
      const isEmpty = tree.length === 1 && !position && !tree[0]?.comment;
      if (isEmpty && errors.length) {
        failed(`${name}: ${errors[0]}`);
        return null;
      }
      const started = await game.start({ rules, rules_text, size, length, flags, position }, { tree, at: opensAt(tree, position), about, result: resultOf(found), source: name, known: ratesOf(tree) });
      if (!started) return null;
      if (errors.length) failed(t("partlyRead", name, errors[0]));
      else if (remarks.length) info(`${t("opened", name)} ${remarks[0]}`);
      else info(byBoard ? t("openedAs", name, rules) : t("opened", name));
      return found;
    } catch (error) {
      game.tell(error);
      return null;
    }
  }

  /** Opens a record, a position, moves or a certificate that were typed or pasted. @param {string} text */
  async function openText(text) {
    const line = text.trim().replace(/^position\s+/, "");
    if (!line) return;
    if (line.startsWith("certificate ")) return void proof.open({ certificate: `${line}\n` });
    if (line.startsWith(location.origin)) return void (location.hash = new URL(line).hash);
    const from = formatOf(line);
    if (from !== "txt") return void read({ from, text: `${text}\n` }, t("pastedText"));
    if (/^[\dxo]+(\/[\dxo]+)+\s+[xo]\b/.test(line) && !line.includes("moves")) {
      return void game.start({ ...store.state.setup, position: line.split("\n")[0] }, { source: t("pastedText") });
    }
    const setup = setupQuery({ ...store.state.setup, position: null });
    await read({ ...setup, from, text: line.replace(/\s+/g, " ") }, t("pastedText"));
  }

  /** The name of a file of the game. @param {string} ending */
  const named = (ending) => {
    const { about, match, board, setup } = store.state;
    const players = match ? [playerName(store.state, "x"), playerName(store.state, "o")] : about.players;
    return fileName({ about: { ...about, players }, game: board?.game ?? setup.rules, date: today() }, ending);
  };

  /** Saves the game. @param {string} to @param {boolean} [mainLine] @param {boolean} [rates]  whether SGF keeps the win rates */
  async function save(to, mainLine = false, rates = false) {
    const { setup, about, result, match, formats, known } = store.state;
    const tree = rates ? withRates(store.state.tree, known) : store.state.tree;
    const whole = formats.find(({ name }) => name === to)?.variations;
    const players = [playerName(store.state, "x"), playerName(store.state, "o")];
    try {
      const { text, data } = await engine.ask({
        action: "write", ...setupQuery(setup), to, tree: trees.toList(tree), main_line: mainLine || !whole,
        ...(result?.reason ? { result: { winner: result.winner, reason: result.reason } } : {}), ...(result?.text ? { result_text: result.text } : {}),
        about: match ? { ...about, players, date: about.date || today() } : about,
      });
      download(named(to), text ?? fromBase64(data));
    } catch (error) {
      game.tell(error);
    }
  }

  /** Saves a picture of the board as it is shown, or the line as an animation. @param {string} kind @param {Element} board @param {Animation} wanted */
  async function picture(kind, board, wanted) {
    const { prefs } = store.state;
    try {
      if (kind !== "gif") {
        const { picture: drawn } = await import("./picture.js");
        return download(named(kind), await drawn(/** @type {SVGSVGElement} */ (board), kind));
      }
      const { data } = await engine.ask({ action: "picture", ...await part(wanted), kind, delay: wanted.delay, width: wanted.width, ...(prefs.numbers ? { numbers: 1 } : {}) });
      download(named(kind), fromBase64(data));
    } catch (error) {
      game.tell(error);
    }
  }

  /** The query for a part of the shown line: it begins at the position after the move `from`. @param {Animation} wanted */
  async function part({ from, to }) {
    const { tree, at } = store.state;
    const ids = trees.line(tree, at);
    const end = Math.min(to ?? Infinity, ids.length - 1);
    const asked = game.query(ids[end]);
    const before = end - asked.moves.length;
    const begin = Math.min(from, end);
    if (begin <= before) return asked;
    const { position } = await game.positionAt(ids[begin]);
    return { ...asked, position, moves: asked.moves.slice(begin - before) };
  }

  return {
    open, choose, readAs, reader, openText, save, picture, named,
    /** Has a function called with the games of each file that has several, or with none. @param {typeof onList} listener */
    listed: (listener) => { onList = listener; },
    /** Has a function called with the ways of reading each file that is opened. @param {typeof onWays} listener */
    readable: (listener) => { onWays = listener; },
  };
}
/** @typedef {ReturnType<typeof createFiles>} FilesControl */
