// A game on a page: <ninuki-board rules="pente" moves="K10 L9 G10"></ninuki-board>, or with the address of a record in `src`.

import { Ninuki } from "./index.js";

const buttons = [
  ["first", "«", "First position", () => 0],
  ["back", "‹", "Back", (board) => board.ply - 1],
  ["forward", "›", "Forward", (board) => board.ply + 1],
  ["last", "»", "Last position", (board) => board.moves.length],
];
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };

const css = `
  :host { display: inline-block; vertical-align: top; width: min(100%, 28rem); font: inherit; }
  :host([hidden]) { display: none; }
  svg { display: block; width: 100%; height: auto; }
  [role="group"] { display: flex; flex-wrap: wrap; gap: 0.25rem; align-items: center; margin-top: 0.25rem; }
  [role="group"][hidden] { display: none; }
  button { min-width: 2.5rem; min-height: 2.5rem; font: inherit; cursor: pointer; }
  output { margin-left: 0.5rem; }
  :host([interactive]) svg { cursor: pointer; }
  :host([theme="dark"]) :is(rect, .board, .cell) { fill: #23272d; }
  :host([theme="dark"]) :is(.line, .cell) { stroke: #7b8793; }
  :host([theme="dark"]) .star { fill: #7b8793; }
  :host([theme="dark"]) :is(.name, .state, .about) { stroke: #d5dbe1; }
  :host([theme="dark"]) .black { stroke: #98a3ae; }
  :host([theme="plain"]) :is(rect, .board, .cell) { fill: #fff; }
  :host([theme="plain"]) :is(.line, .cell, .name, .state, .about) { stroke: #000; }
  :host([theme="plain"]) .star { fill: #000; }
`;

/** A sheet of styles; a Content-Security-Policy does not refuse it as it does an element. */
let sheet;
function styles() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}

/** The engine of all boards on the page. The script that imports this one runs first, as it may choose another. */
async function engine() {
  if (!NinukiBoard.engine) await new Promise((resolve) => { setTimeout(resolve); });
  NinukiBoard.engine ??= Ninuki.start();
  return NinukiBoard.engine;
}

/** The moves of the main line of a record; those after stones that are set up in the middle are no game any more. */
function mainLine(tree) {
  const moves = [];
  let parent = 0;
  for (;;) {
    const next = tree.findIndex((node, index) => index > 0 && (node.parent ?? 0) === parent);
    if (next < 0 || !tree[next].move) return moves;
    moves.push(tree[next].move);
    parent = next;
  }
}

/** The format of a record, by the ending of its address or by its text. */
function formatOf(address, text) {
  const ending = /\.(\w+)(?:[?#].*)?$/.exec(address ?? "")?.[1]?.toLowerCase();
  return ending ?? (/^\s*\(/.test(text) ? "sgf" : "txt");
}

/** A board with a game: to look at move by move, and with `interactive` to play on. */
export class NinukiBoard extends HTMLElement {
  static observedAttributes = ["rules", "size", "position", "moves", "src", "ply", "numbers", "interactive", "controls"];
  /** The engine of all boards on a page; null until the first one is shown. */
  static engine = null;

  #root = this.attachShadow({ mode: "open" });
  #picture = document.createElement("div");
  #nav = document.createElement("div");
  #told = document.createElement("output");
  #game = {};
  #moves = [];
  #ply = 0;
  #layout = null;
  /** Counts what is asked for, so that a late answer changes nothing. */
  #turn = 0;
  #loads = 0;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [styles()];
    for (const [part, sign, label, target] of buttons) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = sign;
      button.setAttribute("part", part);
      button.setAttribute("aria-label", label);
      button.onclick = () => this.goTo(target(this));
      this.#nav.append(button);
    }
    this.#nav.setAttribute("role", "group");
    this.#nav.setAttribute("aria-label", "Moves");
    this.#told.setAttribute("aria-live", "polite");
    this.#nav.append(this.#told);
    this.#root.append(this.#picture, this.#nav);
    this.#picture.onclick = (event) => this.#clicked(event);
    this.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /** The moves of the game. */
  get moves() {
    return [...this.#moves];
  }

  /** The number of moves that are shown. */
  get ply() {
    return this.#ply;
  }

  connectedCallback() {
    if (!this.hasAttribute("tabindex")) this.tabIndex = 0;
    void this.#load();
  }

  attributeChangedCallback(name, before, after) {
    // The attributes of a new element are read when it is connected.
    if (!this.#loads || !this.isConnected || before === after) return;
    if (name === "ply") return void this.goTo(Number(after ?? this.#moves.length));
    if (["numbers", "controls", "interactive"].includes(name)) return void this.#draw();
    void this.#load();
  }

  /** Shows the position after `ply` moves. */
  goTo(ply) {
    const within = Math.min(this.#moves.length, Math.max(0, Math.trunc(ply) || 0));
    if (within === this.#ply) return Promise.resolve();
    this.#ply = within;
    this.dispatchEvent(new CustomEvent("ninuki-ply", { detail: { ply: within }, bubbles: true }));
    return this.#draw();
  }

  /** Plays a move after the moves that are shown; those after it are forgotten. False if the rules refuse it. */
  async play(move) {
    const moves = [...this.#moves.slice(0, this.#ply), move];
    const turn = ++this.#turn;
    const { error } = await this.#ask("position", { moves }).then((state) => state, (error) => ({ error }));
    if (error || turn !== this.#turn) return false;
    this.#moves = moves;
    this.#ply = moves.length;
    this.dispatchEvent(new CustomEvent("ninuki-move", { detail: { move, moves: [...moves] }, bubbles: true }));
    await this.#draw();
    return true;
  }

  async #ask(action, query) {
    const ninuki = await engine();
    return ninuki.query({ ...this.#game, ...query, action });
  }

  async #load() {
    const load = ++this.#loads;
    try {
      const known = await this.#known();
      if (load !== this.#loads) return;
      this.#game = known.game;
      this.#moves = known.moves;
      const asked = this.getAttribute("ply");
      this.#ply = asked === null ? this.#moves.length : Math.min(this.#moves.length, Math.max(0, Number(asked) || 0));
      this.#layout = await this.#ask("board", { position: undefined, moves: undefined });
      if (load !== this.#loads) return;
      await this.#draw();
      this.dispatchEvent(new CustomEvent("ninuki-ready", { bubbles: true }));
    } catch (error) {
      if (load === this.#loads) this.#fail(error);
    }
  }

  /** The game of the attributes, or of the record in `src` or inside the element. */
  async #known() {
    const given = (name) => this.getAttribute(name) ?? undefined;
    const size = given("size");
    const game = { rules: given("rules"), size: /^\d+$/.test(size ?? "") ? Number(size) : size, position: given("position") };
    const src = given("src");
    const inside = this.textContent.trim();
    if (!src && (given("moves") !== undefined || !inside)) {
      return { game, moves: (given("moves") ?? "").split(/[\s,;]+/).filter(Boolean) };
    }
    let records = inside;
    if (src) {
      const answer = await fetch(new URL(src, this.baseURI));
      if (!answer.ok) throw new Error(`${src}: ${answer.status} ${answer.statusText}`);
      records = new Uint8Array(await answer.arrayBuffer());
    }
    const ninuki = await engine();
    const from = formatOf(src, inside);
    const read = await ninuki.read({ records, from, rules: game.rules, size: game.size });
    if (read.errors.length > 0) throw new Error(read.errors[0]);
    const { rules, size: side, length, flags, position, tree } = read;
    return { game: { rules, size: side, length, flags, position: position ?? undefined }, moves: mainLine(tree) };
  }

  async #draw() {
    const turn = ++this.#turn;
    const [ply, moves] = [this.#ply, this.#moves.slice(0, this.#ply)];
    const numbers = this.hasAttribute("numbers") ? Number(this.getAttribute("numbers")) || 1 : undefined;
    try {
      const { svg } = await this.#ask("picture", { kind: "svg", moves, numbers });
      if (turn !== this.#turn) return;
      const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
      // The title is the name of the picture; parts of an image have none.
      for (const part of picture.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
      this.#picture.replaceChildren(document.importNode(picture, true));
      this.#nav.hidden = this.getAttribute("controls") === "none";
      const last = moves.at(-1);
      this.#told.textContent = `${ply} / ${this.#moves.length}${last ? ` ${last}` : ""}`;
      for (const [index, button] of [...this.#nav.querySelectorAll("button")].entries()) {
        button.disabled = index < 2 ? ply === 0 : ply === this.#moves.length;
      }
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    }
  }

  #fail(error) {
    const text = document.createElement("p");
    text.setAttribute("role", "alert");
    text.textContent = error.message;
    this.#picture.replaceChildren(text);
    this.dispatchEvent(new CustomEvent("ninuki-error", { detail: { error }, bubbles: true }));
  }

  #pressed(event) {
    const part = keys[event.key];
    if (!part || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    void this.goTo(buttons.find(([name]) => name === part)[3](this));
  }

  #clicked(event) {
    const svg = this.#picture.querySelector("svg");
    if (!this.hasAttribute("interactive") || !svg || !this.#layout) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const distance = ({ x, y }) => Math.hypot(x - at.x, y - at.y);
    const nearest = this.#layout.points.reduce((one, other) => (distance(other) < distance(one) ? other : one));
    if (distance(nearest) < 0.5) void this.play(nearest.name);
  }
}

if (!customElements.get("ninuki-board")) customElements.define("ninuki-board", NinukiBoard);
