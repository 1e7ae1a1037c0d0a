// Large files of many games: the page finds where each game begins, and hands the engine one game at a time. Loaded when it is wanted.

import { h, icon } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {(bytes: Uint8Array, end: number, base: number) => void} Scanner  takes `bytes` up to `end`, which begin at `base` in the file; some bytes beyond `end` are for a look ahead */
/** @typedef {{ total: number, block(number: number): [number, number], bytes(first: number, count: number): Promise<Uint8Array> }} Many  games are counted from 1 */

/** The bytes that are read at once, and those for a look ahead. */
const SLICE = 1 << 20;
const AHEAD = 64;

/** The most games and bytes that are listed at once. */
const BLOCK = 200;
const BLOCK_BYTES = 1 << 20;

const [TAB, LINE, CR, BLANK, HASH, PERCENT, OPEN, CLOSE, SEMICOLON, LESS, MORE, BRACKET, ESCAPE, END_BRACKET, BRACE, END_BRACE] =
  [9, 10, 13, 32, 35, 37, 40, 41, 59, 60, 62, 91, 92, 93, 123, 125];
const isBlank = (/** @type {number} */ byte) => byte === BLANK || byte === LINE || byte === CR || byte === TAB;
const isLetter = (/** @type {number} */ byte) => (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);

/** The properties that only the first node of a game has. */
const ROOTS = ["GM", "FF", "SZ", "AP", "CA"];

/**
 * Games of SGF: `(;` outside of a game, or with a property of a root. In some character sets the second byte of a character may
 * be a bracket, so that after bytes beyond ASCII a root counts inside of a value, too.
 * @param {number[]} starts
 * @returns {Scanner}
 */
function sgf(starts) {
  let [depth, inValue, escaped, beyond, last] = [0, false, false, false, CLOSE];
  /** Whether a game begins with the `(` at a place. @param {Uint8Array} bytes @param {number} at */
  const begins = (bytes, at) => {
    let next = at + 1;
    while (isBlank(bytes[next])) next += 1;
    if (bytes[next] !== SEMICOLON) return false;
    if (!inValue && depth === 0) return true;
    next += 1;
    while (isBlank(bytes[next])) next += 1;
    const isRoot = ROOTS.includes(String.fromCharCode(bytes[next], bytes[next + 1])) && bytes[next + 2] === BRACKET;
    return isRoot && (!inValue || (beyond && last === CLOSE));
  };
  return (bytes, end, base) => {
    for (let at = 0; at < end; at += 1) {
      const byte = bytes[at];
      if (byte === OPEN && begins(bytes, at)) {
        starts.push(base + at);
        [depth, inValue, escaped, beyond] = [1, false, false, false];
      } else if (escaped) escaped = false;
      else if (inValue) {
        if (byte === END_BRACKET) inValue = false;
        else if (byte === ESCAPE) escaped = true;
        else if (byte > 127) beyond = true;
      } else if (byte === BRACKET) inValue = depth > 0;
      else if (byte === OPEN) depth += depth > 0 ? 1 : 0;
      else if (byte === CLOSE) depth = Math.max(depth - 1, 0);
      if (!isBlank(byte)) last = byte;
    }
  };
}

/** Games of PGN: the first tag after moves, or the first tag of the game once more. @param {number[]} starts @returns {Scanner} */
function pgn(starts) {
  let [inComment, skips, isFirst, moves, tag] = [false, false, true, true, ""];
  return (bytes, end, base) => {
    for (let at = 0; at < end; at += 1) {
      const byte = bytes[at];
      if (inComment) inComment = byte !== END_BRACE;
      else if (byte === LINE) [skips, isFirst] = [false, true];
      else if (skips || isBlank(byte) || (byte > 127 && base + at < 3)) continue; // A mark of UTF-8 is no move.
      else if (isFirst && byte === BRACKET && isLetter(bytes[at + 1])) {
        const name = /** @type {RegExpExecArray} */ (/^\w+/.exec(String.fromCharCode(...bytes.subarray(at + 1, at + AHEAD))))[0].toLowerCase();
        if (moves || tag === name) {
          starts.push(base + at);
          [tag, moves] = [name, false];
        }
        skips = true;
      } else if (byte === BRACE) inComment = true;
      else if (byte === SEMICOLON || (isFirst && byte === PERCENT)) skips = true;
      else moves = true;
      if (byte !== LINE) isFirst = false;
    }
  };
}

/** Games of lines: each that is neither empty nor a remark. @param {number[]} starts @returns {Scanner} */
function txt(starts) {
  let waits = true;
  return (bytes, end, base) => {
    for (let at = 0; at < end; at += 1) {
      const byte = bytes[at];
      if (byte === LINE) waits = true;
      else if (waits && !isBlank(byte)) {
        waits = false;
        if (byte !== HASH) starts.push(base + at);
      }
    }
  };
}

/** Games of RenjuNet's database: elements `game`. @param {number[]} starts @returns {Scanner} */
function rif(starts) {
  return (bytes, end, base) => {
    for (let at = 0; at < end; at += 1) {
      if (bytes[at] === LESS && String.fromCharCode(...bytes.subarray(at + 1, at + 5)) === "game" && (isBlank(bytes[at + 5]) || bytes[at + 5] === MORE)) starts.push(base + at);
    }
  };
}

/** @type {Record<string, (starts: number[]) => Scanner>} */
const SCANNERS = { sgf, pgn, txt, rif };

/** The formats whose games need what stands before the first one: tables. */
const WITH_TABLES = ["rif"];

/** Whether the games of a file can be told apart by its bytes. @param {string} format @param {Uint8Array} head */
function isCut(format, head) {
  const isWide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  // Games of commands need the commands before them.
  const isCommands = format === "txt" && /^\s*(#.*\n\s*)*(boardsize|clear_board|play|genmove|komi)\b/i.test(new TextDecoder().decode(head));
  return format in SCANNERS && !isWide && !isCommands;
}

/**
 * Finds the games of a file; null if its format has no place where games begin, or after a stop.
 * @param {Blob} file
 * @param {string} format
 * @param {(part: number) => boolean} [onPart]  called with the share that was read; false stops
 * @returns {Promise<Many | null>}
 */
export async function cut(file, format, onPart = () => true) {
  const part = async (/** @type {number} */ from, /** @type {number} */ to) => new Uint8Array(await file.slice(from, to).arrayBuffer());
  if (!isCut(format, await part(0, 4096))) return null;
  /** @type {number[]} */
  const starts = [];
  const scan = SCANNERS[format](starts);
  for (let at = 0; at < file.size; at += SLICE) {
    scan(await part(at, at + SLICE + AHEAD), Math.min(SLICE, file.size - at), at);
    if (!onPart(Math.min(1, (at + SLICE) / file.size))) return null;
  }
  if (!starts.length) return null;
  const tables = WITH_TABLES.includes(format) ? await part(0, starts[0]) : new Uint8Array();
  const end = (/** @type {number} */ index) => starts[index] ?? file.size;
  // The index of the first game of each block.
  const blocks = [0];
  for (let index = 1; index < starts.length; index += 1) {
    const first = /** @type {number} */ (blocks.at(-1));
    if (index - first >= BLOCK || end(index + 1) - starts[first] > BLOCK_BYTES) blocks.push(index);
  }
  return {
    total: starts.length,
    block(number) {
      const place = blocks.findLastIndex((first) => first < number);
      return [blocks[place] + 1, (blocks[place + 1] ?? starts.length) - blocks[place]];
    },
    async bytes(first, count) {
      const own = await part(starts[first - 1], end(first - 1 + count));
      const whole = new Uint8Array(tables.length + own.length);
      whole.set(tables);
      whole.set(own, tables.length);
      return whole;
    },
  };
}

/** Finds the games of a file, and shows how far that is; `stopped` by the person. @param {File} file @param {string} format @returns {Promise<Many | null | "stopped">} */
export async function cutShown(file, format) {
  let goesOn = true;
  const bar = h("progress", { max: 1, value: 0, "aria-label": t("readingFile", file.name) });
  const box = h("div", { class: "toast info", role: "status" }, h("span", {}, t("readingFile", file.name)), bar, icon("✕", t("cancel"), () => { goesOn = false; }));
  document.body.append(box);
  try {
    const many = await cut(file, format, (part) => { bar.value = part; return goesOn; });
    return goesOn ? many : "stopped";
  } finally {
    box.remove();
  }
}
