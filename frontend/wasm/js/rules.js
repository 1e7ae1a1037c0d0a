// The rules of all games, without promises: a small module of WebAssembly that is a part of the script.

import { module } from "./rules-module.js";

const bytes = Uint8Array.from(atob(module), (character) => character.charCodeAt(0));
const { exports: wasm } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** The longest text that is read, in bytes. */
const LONGEST = 1 << 20;

/** A move, a position or a choice that is refused. */
export class RulesError extends Error {
  name = "RulesError";
}

/** A text without ends of lines, for the module. */
const line = (value) => String(value).replace(/\s+/g, " ").trim();

/** Puts a text where the next call reads it. */
function give(text) {
  const bytes = encoder.encode(text);
  if (bytes.length > LONGEST) throw new RulesError(`a text has at most ${LONGEST} bytes`);
  // Room may grow the memory, which replaces its buffer.
  const at = wasm.room(bytes.length);
  new Uint8Array(wasm.memory.buffer).set(bytes, at);
}

/** The output of a call. */
function output(isRight) {
  const text = decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.output_text(), wasm.output_length()));
  if (!isRight) throw new RulesError(text);
  return text;
}

const words = (text) => (text === "" ? [] : text.split(" "));
const left = new FinalizationRegistry((number) => wasm.release(number));

/** The size of a board as the module reads it. */
function sides(size = "") {
  return Array.isArray(size) ? size.map(line).join("x") : line(size);
}

/** The fields of a state. */
function read(text) {
  const [toMove, x, o, pendingFive, swapOffered, winner, ...reason] = text.split(" ");
  const outcome = toMove === "-" ? { winner: winner === "-" ? null : winner, reason: reason.join(" ") } : null;
  return {
    toMove: toMove === "-" ? null : toMove,
    captured: { x: Number(x), o: Number(o) },
    pendingFive: pendingFive === "1",
    swapOffered: swapOffered === "1",
    outcome,
  };
}

/** A game in progress. */
export class Game {
  #number;
  /** The start as text, if a position was set up. */
  #start = "";
  #state = null;

  constructor(choice = {}) {
    if (choice instanceof Game) {
      this.#number = Number(output(wasm.copy(choice.#number)));
      this.#start = choice.#start;
    } else {
      const { rules = "", size, length = "", flags = {}, position = "", moves = [] } = choice;
      const named = Object.entries(flags).map(([name, value]) => `${line(name)}=${line(value)}`);
      give([line(rules), sides(size), line(length), line(position), ...named].join("\n"));
      this.#number = Number(output(wasm.start()));
      if (line(position) !== "") this.#start = this.position;
      for (const move of typeof moves === "string" ? words(line(moves)) : moves) this.play(move);
    }
    left.register(this, this.#number, this);
  }

  /** The game of a line `[position TEXT moves ]M1 M2 …`. */
  static parse(record, choice = {}) {
    const [, start, rest] = line(record).match(/^position (.*?)(?: moves(?: (.*))?)?$/) ?? [null, "", line(record)];
    const moves = start === "" ? rest.replace(/^moves(?: |$)/, "") : (rest ?? "");
    return new Game({ ...choice, position: start, moves });
  }

  #ask(name, ...rest) {
    return output(wasm[name](this.#number, ...rest));
  }

  #board() {
    const [rules, width, height, length] = this.#ask("board").split(" ");
    return { rules, width: Number(width), height: Number(height), length: Number(length) };
  }

  #now() {
    return (this.#state ??= read(this.#ask("state")));
  }

  get rules() {
    return this.#board().rules;
  }

  get width() {
    return this.#board().width;
  }

  get height() {
    return this.#board().height;
  }

  get length() {
    return this.#board().length;
  }

  get toMove() {
    return this.#now().toMove;
  }

  get captured() {
    return { ...this.#now().captured };
  }

  get pendingFive() {
    return this.#now().pendingFive;
  }

  get swapOffered() {
    return this.#now().swapOffered;
  }

  get outcome() {
    const { outcome } = this.#now();
    return outcome && { ...outcome };
  }

  get moves() {
    return words(this.#ask("moves"));
  }

  get position() {
    return this.#ask("position");
  }

  get keys() {
    const [position, symmetric] = this.#ask("keys").split(" ");
    return { position, symmetric };
  }

  get stones() {
    return { x: words(this.#ask("stones", 0)), o: words(this.#ask("stones", 1)) };
  }

  legal() {
    return words(this.#ask("legal"));
  }

  check(move) {
    give(line(move));
    return this.#ask("check");
  }

  isLegal(move) {
    give(line(move));
    return Boolean(wasm.check(this.#number));
  }

  name(move) {
    give(line(move));
    return this.#ask("name");
  }

  play(move) {
    give(line(move));
    const [name, ...captured] = this.#ask("play").split(" ");
    this.#state = null;
    return { move: name, captured };
  }

  undo() {
    this.#state = null;
    return this.#ask("undo") || null;
  }

  copy() {
    return new Game(this);
  }

  toString() {
    const moves = this.moves.join(" ");
    if (this.#start === "") return moves || "moves";
    return `position ${this.#start}${moves && ` moves ${moves}`}`;
  }

  free() {
    left.unregister(this);
    wasm.release(this.#number);
    this.#number = -1;
  }
}

/** The games of the module. */
export function games() {
  return output(wasm.list()).trim().split("\n").map((entry) => {
    const [name, title, shape, size, sizes, rectangles, length, ...flags] = entry.split("\t");
    return {
      name,
      title,
      shape,
      defaultSize: Number(size),
      sizes: words(sizes).map(Number),
      rectangles: rectangles === "1",
      length: Number(length),
      flags: flags.filter(Boolean).map((flag) => {
        const [, name, value, values] = flag.match(/^(.*?)=(.*?):(.*)$/);
        return { name, value, values: words(values) };
      }),
    };
  });
}
