// A game against the engine: whose turn it is, clocks, the moves of the engine.

import { percent } from "./format.js";
import { isPerson } from "./opening.js";
import { other } from "./state.js";
import { colorName, t } from "./texts.js";
import * as trees from "./tree.js";

/** @typedef {import("./state.js").Match} Match */
/** @typedef {import("./state.js").Color} Color */
/** @typedef {{ level: number, side: Color | "both" | "none", base: number, step: number, shares?: [number, number], engines?: [string, string] }} Terms Who plays, and how long: `side` is that of a person, times are in milliseconds, of which who begins and the other one have `shares`; `engines` are those of other programs that play for who begins and for the other one, empty texts for the level. */

/** How long the engine thinks at most without a clock, and the share of the time left that it takes with one. */
const USUAL = 3000;
const SHARE = 1 / 30;

/** The nodes behind the answer to an offered draw, the win rate from which on the engine accepts, and the first moves without draws. */
const DRAW_NODES = 40_000;
const EVEN = 0.45;
const EARLY = 12;

/** How long the engine thinks at most during the turn of the person. */
const PONDER = 120_000;

/** How long a level waits before it answers, so that one sees what happens. */
const PAUSE = 250;

/** Whether the colours are exchanged, since the match began. @param {Match} match @param {trees.Tree} tree @param {number} at */
const swapped = (match, tree, at) => trees.moves(tree, at).slice(match.first).filter((move) => move === "swap").length % 2 === 1;

/** The colour that the engine has now. @param {Match} match @param {trees.Tree} tree @param {number} at @returns {Color | "both" | "none"} */
export function engineColor(match, tree, at) {
  const { side } = match;
  if (side === "both" || side === "none") return side === "both" ? "none" : "both";
  const person = swapped(match, tree, at) ? (side === "x" ? "o" : "x") : side;
  return person === "x" ? "o" : "x";
}

/** The name of who has a colour. @param {import("./state.js").State} state @param {Color} color */
export function playerName({ match, opening, about, tree, at }, color) {
  const named = about.players?.[color === "x" ? 0 : 1]?.trim();
  if (opening) return isPerson(opening.terms, opening.players[color === "x" ? 0 : 1]) ? t("person") : t("engine", opening.terms.level);
  if (!match || match.side === "both") return named || colorName(color);
  const mine = engineColor(match, tree, at);
  return mine === "both" || mine === color ? foreign(match, color, tree, at) || t("engine", match.level) : t("person");
}

/** Whose clock that of a colour is. @param {Match} match @param {Color} color @param {trees.Tree} tree @param {number} at */
const owner = (match, color, tree, at) => ((color === "o") !== swapped(match, tree, at) ? 1 : 0);

/** The engine of another program that plays a colour; empty for the level. @param {Match} match @param {Color} color @param {trees.Tree} tree @param {number} at */
const foreign = (match, color, tree, at) => match.engines?.[owner(match, color, tree, at)] ?? "";

/** The share of the times that a colour has. @param {Match} match @param {Color} color @param {trees.Tree} tree @param {number} at */
const share = (match, color, tree, at) => match.shares?.[owner(match, color, tree, at)] ?? 1;

/** The time on both clocks. @param {import("./state.js").State} state @returns {[number, number]} */
export function clocks({ match, position, tree, at }) {
  if (!match) return [0, 0];
  const left = /** @type {[number, number]} */ ([...match.left]);
  const toMove = position?.to_move;
  if (match.base && toMove) left[owner(match, toMove, tree, at)] = timeLeft(match, toMove, toMove, tree, at);
  return left;
}

/** The colour that moves at a node. @param {import("./state.js").State} state @param {number} id @returns {Color} */
export function mover({ setup, tree }, id) {
  const first = setup.position?.split(" ")[1] === "o" ? "o" : "x";
  const turns = trees.path(tree, id).slice(1).filter((at) => trees.node(tree, at).move !== "swap").length;
  return turns % 2 ? other(first) : first;
}

/** The time that a colour has left. @param {Match} match @param {Color} color @param {Color | null} toMove @param {trees.Tree} tree @param {number} at */
export function timeLeft(match, color, toMove, tree, at) {
  const left = match.left[owner(match, color, tree, at)];
  return color === toMove && match.since && !match.over ? left - (Date.now() - match.since) : left;
}

/**
 * @param {import("./game.js").Store} store
 * @param {import("./engine.js").Engine} engine
 * @param {import("./game.js").GameControl} game
 */
export function createMatch(store, engine, game) {
  /** @type {import("./engine.js").Asked | null} */
  let asked = null;
  /** The search during the turn of the person. @type {import("./engine.js").Asked | null} */
  let pondering = null;
  let turn = "";

  /** @param {Partial<Match>} change */
  const set = (change) => store.state.match && store.set({ match: { ...store.state.match, ...change } });

  /** Begins a match from the position that is shown. @param {Terms} terms */
  function begin(terms) {
    const { tree, at, position } = store.state;
    store.set({
      analysing: false, retry: null, heat: "none", result: null, closed: false, panel: "play",
      match: {
        ...terms, left: [terms.base * (terms.shares?.[0] ?? 1), terms.base * (terms.shares?.[1] ?? 1)], since: Date.now(), thinking: false, over: false, first: trees.moves(tree, at).length, start: position?.position ?? "",
      },
    });
  }

  function end() {
    asked?.stop();
    store.set({ match: null });
  }

  // Every change of the position is a turn: the clock goes over, and the engine answers.
  store.listen((state) => {
    const { match, position, at, tree, generation, condition } = state;
    const next = match && !match.over && position && condition === "ready" ? `${generation} ${at} ${match.side} ${match.level}` : "";
    if (next === turn) return;
    const began = !turn;
    turn = next;
    asked?.stop();
    pondering?.stop();
    pondering = null;
    if (!next || !match || !position) return;
    const { parent } = trees.node(tree, at);
    if (!began && match.base && match.since && parent !== null) spend(match, tree, parent);
    if (position.outcome) return void set({ over: false, since: 0, thinking: false });
    set({ since: Date.now(), thinking: false, failed: false });
    const mine = engineColor(match, tree, at);
    const isMine = mine === "both" || mine === position.to_move;
    // Going back through the game is no turn of the engine.
    const atEnd = trees.node(tree, at).children.length === 0;
    if (isMine && atEnd && match.side !== "both") void answer(next);
    else if (mine !== "none" && mine !== "both" && !foreign(match, mine, tree, at)) ponder();
  });

  /** Searches the position of the person, so that the table of the engine knows the answers. */
  function ponder() {
    if (!store.state.prefs.ponders) return;
    pondering = engine.ask({ action: "analyze", ...game.query(), time: PONDER, priority: -1 }, undefined, true);
    pondering.catch(() => {});
  }

  /** Takes the time that the last move took from the clock of who made it. @param {Match} match @param {trees.Tree} tree @param {number} before */
  function spend(match, tree, before) {
    const mover = store.state.position?.to_move === "x" ? "o" : "x";
    const who = owner(match, mover, tree, before);
    const left = /** @type {[number, number]} */ ([...match.left]);
    left[who] += match.step * share(match, mover, tree, before) - (Date.now() - match.since);
    set({ left });
  }

  /** Asks for the move of a colour: its engine of another program, or the level. @param {Match} match @param {Color} color @param {number} time @param {number} left */
  function ask(match, color, time, left) {
    const { tree, at, generation } = store.state;
    const name = foreign(match, color, tree, at);
    if (!name) return engine.ask({ action: "play", ...game.query(), level: match.level, time, seed: Math.floor(Math.random() * 2 ** 32) });
    const hear = (/** @type {any} */ { messages }) => {
      if (generation === store.state.generation) store.set({ messages: { ...store.state.messages, [color]: messages } });
    };
    const clock = match.base ? { time: Math.max(1, Math.round(left)), clock: [match.base * share(match, color, tree, at), Math.max(0, Math.round(left))] } : { time };
    const asking = engine.ask({ action: "engine", ...game.query(), engine: name, ...clock, report_every: 200 }, hear);
    asking.then(hear, () => {});
    return asking;
  }

  /** Asks again after an error of an engine. */
  function again() {
    set({ failed: false, since: Date.now() });
    void answer(turn);
  }

  /** @param {string} meant */
  async function answer(meant) {
    const { match, position, tree, at } = store.state;
    if (!match || !position?.to_move) return;
    set({ thinking: true });
    const left = timeLeft(match, position.to_move, position.to_move, tree, at);
    const time = match.base ? Math.max(50, Math.min(left * SHARE + 0.8 * match.step * share(match, position.to_move, tree, at), left / 2)) : USUAL;
    asked = ask(match, position.to_move, Math.round(time), left);
    try {
      const [found] = await Promise.all([asked, new Promise((resolve) => setTimeout(resolve, PAUSE))]);
      if (turn === meant) {
        set({ thinking: false });
        await game.play(found.move);
        // The engine says why it exchanges the colours.
        const { match: now, tree: played, at: end } = store.state;
        if (found.move === "swap" && now) {
          const color = engineColor(now, played, end);
          store.set({ message: { text: t("engineSwaps", colorName(color === "o" ? "o" : "x"), percent(found.winrate)), kind: "info" } });
        }
      }
    } catch (error) {
      if (turn === meant) { set({ thinking: false, failed: true, since: 0 }); game.tell(error); }
    }
  }

  /** Takes back to the last turn of the person. */
  function undo() {
    const { match, tree, at } = store.state;
    const line = trees.path(tree, at).slice(0, -1);
    const isOwn = (/** @type {number} */ id) => match && ["both", "none"].includes(match.side) || mover(store.state, id) !== (match && engineColor(match, tree, id));
    const to = line.reverse().find(isOwn);
    if (!match || to === undefined) return;
    asked?.stop();
    const [next] = trees.node(tree, to).children.filter((child) => trees.path(tree, at).includes(child));
    void game.go(to, { tree: trees.remove(tree, next), match: { ...match, over: false, thinking: false }, result: null, closed: false });
  }

  /** Offers a draw: two people agree, the engine does where it is not better. */
  async function draw() {
    const { match, position, generation, at } = store.state;
    if (!match || !position?.to_move || match.over || match.thinking) return;
    if (match.side !== "both") {
      const answer = await engine.ask({ ...game.query(), nodes: DRAW_NODES, time: 2000 }).catch(() => null);
      if (generation !== store.state.generation || at !== store.state.at) return;
      const rate = answer?.lines[0]?.winrate ?? 1;
      // It is the person's turn: the rate is that of the person.
      if (!answer || rate < EVEN || position.moves.length < EARLY) return store.set({ message: { text: t("drawDeclined"), kind: "info" } });
    }
    decide(null, "agreed", clocks(store.state));
  }

  /** The same match again, the other way round. */
  async function rematch() {
    const { match, setup } = store.state;
    if (!match) return;
    const { level, side, base, step, shares, engines, first, start } = match;
    const terms = { level, side: side === "x" || side === "o" ? other(side) : side, base, step, shares: shares && /** @type {[number, number]} */ ([shares[1], shares[0]]), engines: engines && /** @type {[string, string]} */ ([engines[1], engines[0]]) };
    if (!(await game.start(first && start ? { ...setup, position: start } : setup))) return;
    begin(terms);
  }

  function resign() {
    const { match, position, tree, at } = store.state;
    if (!match || !position?.to_move || match.over) return;
    const mine = engineColor(match, tree, at);
    decide(mine === "x" || mine === "o" ? mine : other(position.to_move), "resigned", match.left);
  }

  /** Ends the match by resignation, time or agreement. @param {Color | null} winner @param {"resigned" | "time" | "agreed"} reason @param {[number, number]} left */
  function decide(winner, reason, left) {
    asked?.stop();
    set({ over: true, left, since: 0, thinking: false });
    store.set({ result: { winner, reason }, closed: false });
  }

  async function hint() {
    const { position, generation, at } = store.state;
    if (!position?.to_move) return;
    try {
      const answer = await engine.ask({ ...game.query(), nodes: 60_000, time: 2000 });
      if (generation !== store.state.generation || at !== store.state.at || !answer.best) return;
      const rate = `${colorName(position.to_move)} ${percent(answer.lines[0].winrate)} %`;
      store.set({ hint: answer.best, message: { text: t("hintIs", answer.best, rate), kind: "info" } });
    } catch (error) {
      game.tell(error);
    }
  }

  // A flag that falls ends the match.
  setInterval(() => {
    const { match, position, tree, at } = store.state;
    if (!match?.base || match.over || !match.since || !position?.to_move) return;
    if (timeLeft(match, position.to_move, position.to_move, tree, at) > 0) return;
    const left = /** @type {[number, number]} */ ([...match.left]);
    left[owner(match, position.to_move, tree, at)] = 0;
    decide(other(position.to_move), "time", left);
  }, 100);

  return { begin, end, again, undo, resign, draw, rematch, hint };
}
/** @typedef {ReturnType<typeof createMatch>} MatchControl */
