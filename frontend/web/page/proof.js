// A proof, step by step: the certificate says what is played after every reply.

import { errorText, t } from "./texts.js";
import * as trees from "./tree.js";

/** @typedef {import("./state.js").Step} Step */
/** @typedef {import("./state.js").State} State */

/** The most time for looking for a proof, in milliseconds. */
const LONG = 60_000;

/**
 * A certificate: its game and its steps.
 * @param {string} text
 */
export function parse(text) {
  /** @type {import("./state.js").Setup} */
  const setup = { rules: "", flags: {} };
  /** @type {Step[]} */
  const steps = [];
  for (const line of text.split("\n")) {
    const [first, ...rest] = line.trim().split(/\s+/);
    if (/^\d+$/.test(first)) steps.push(step(rest));
    else if (first === "game") setup.rules = rest[0];
    else if (first === "size") setup.size = rest.length > 1 ? rest.slice(0, 2).join("x") : Number(rest[0]);
    else if (first === "length") setup.length = Number(rest[0]);
    else if (first === "flag" && setup.flags) setup.flags[rest[0]] = rest[1];
    else if (first === "position") setup.position = rest.join(" ");
  }
  return { setup, steps };
}

/**
 * A proof with its steps, of which the last is played first.
 * @param {Omit<import("./state.js").Proof, "steps" | "places">} proof
 * @returns {import("./state.js").Proof}
 */
export function withSteps(proof) {
  const { steps } = parse(proof.certificate);
  return { ...proof, steps, places: new Map([[proof.from, steps.length - 1]]) };
}

/** The most plies to the win from each step on. @param {Step[]} steps */
export function pliesLeft(steps) {
  /** @type {number[]} */
  const left = [];
  for (const step of steps) {
    if ("wins" in step) left.push(1);
    else {
      const next = [...step.replies.values(), ...(step.other === null ? [] : [step.other])];
      left.push(2 + next.reduce((most, number) => Math.max(most, left[number] ?? 0), 0));
    }
  }
  return left;
}

/** @param {string[]} words @returns {Step} */
function step([kind, ...words]) {
  if (kind === "win") return { wins: words };
  const [play, ...pairs] = words;
  /** @type {Map<string, number>} */
  const replies = new Map(pairs.map((pair) => /** @type {[string, number]} */ ([pair.split(":")[0], Number(pair.split(":")[1])])));
  const rest = replies.get("*") ?? null;
  replies.delete("*");
  return { play, replies, other: rest };
}

/** What comes next at the node that is shown: a step to be played, or a reply to it. @param {State} state */
export function place({ proof, at, tree }) {
  if (!proof) return null;
  const here = proof.places.get(at);
  if (here !== undefined) return { number: here, step: proof.steps[here], reply: false };
  const { parent } = trees.node(tree, at);
  const before = parent === null ? undefined : proof.places.get(parent);
  const step = before === undefined ? null : proof.steps[before];
  return step && "play" in step && step.play === trees.node(tree, at).move ? { number: /** @type {number} */ (before), step, reply: true } : null;
}

/** The moves of the proof on the board. @param {State} state */
export function proofMarks(state) {
  const here = state.panel === "proof" ? place(state) : null;
  if (!here || here.reply || !state.position?.to_move) return [];
  const names = "wins" in here.step ? here.step.wins : [here.step.play];
  return names.map((name) => ({ name, main: "✓", small: "", rank: 1, shade: "s0" }));
}

/**
 * @param {import("./game.js").Store} store
 * @param {import("./engine.js").Engine} engine
 * @param {import("./game.js").GameControl} game
 */
export function createProof(store, engine, game) {
  /** @type {import("./engine.js").Asked | null} */
  let asked = null;

  /** @param {string} certificate @param {import("./state.js").Color} winner @param {number} plies */
  function show(certificate, winner, plies) {
    store.set({ proof: withSteps({ winner, plies, certificate, from: store.state.at, answers: false }), panel: "proof" });
  }

  /** Looks for a proof of a win of the side to move. @param {boolean} shortest */
  async function prove(shortest) {
    const { at, generation, position } = store.state;
    if (!position?.to_move) return;
    store.set({ busy: true, proof: null });
    asked = engine.ask({ action: "solve", ...game.query(), time: LONG, shortest });
    try {
      const answer = await asked;
      if (generation !== store.state.generation) return;
      if (answer.proved) {
        if (store.state.at !== at) await game.go(at);
        show(answer.certificate, position.to_move, answer.plies);
      } else store.set({ message: { text: t(answer.exhausted ? "notProvedAll" : "notProved"), kind: "info" } });
    } catch (error) {
      game.tell(error);
    } finally {
      asked = null;
      store.set({ busy: false });
    }
  }

  /** Checks a certificate and opens it. @param {{ certificate: string } | { data: string }} file  its text, or its bytes in base64 */
  async function open(file) {
    store.set({ busy: true, message: { text: t("checking"), kind: "info" } });
    try {
      asked = engine.ask({ action: "verify", ...file });
      const answer = await asked;
      const certificate = answer.certificate ?? ("certificate" in file ? file.certificate : "");
      if (!answer.verified) return store.set({ message: { text: t("notVerified", errorText({ ...answer.problem, text: answer.reason })), kind: "error" } });
      const { setup } = parse(certificate);
      if (!(await game.start(setup))) return;
      show(certificate, answer.winner, answer.plies);
      const played = answer.differences ? `${answer.game} (${answer.differences})` : answer.game;
      store.set({ message: { text: t("verified", answer.winner === "x" ? t("black") : t("white"), played, answer.plies, answer.positions), kind: "info" } });
    } catch (error) {
      game.tell(error);
    } finally {
      asked = null;
      store.set({ busy: false });
    }
  }

  // After each move, finds the step of the new position.
  store.listen((state) => {
    const { proof, tree, at } = state;
    if (!proof || proof.places.has(at)) return;
    const ids = trees.path(tree, at);
    const from = ids.indexOf(proof.from);
    if (from < 0) return;
    let here = proof.places.get(proof.from);
    const places = new Map(proof.places);
    for (let index = from; here !== undefined && index + 2 < ids.length; index += 2) {
      const step = proof.steps[here];
      const [mine, reply] = [ids[index + 1], ids[index + 2]].map((id) => trees.node(tree, id).move);
      if (!("play" in step) || step.play !== mine) break;
      here = step.replies.get(reply) ?? step.other ?? undefined;
      if (here !== undefined) places.set(ids[index + 2], here);
    }
    if (places.size > proof.places.size) store.set({ proof: { ...proof, places } });
  });

  // Where the proof answers at once, its move is played at the end of a line. The state changes while it is being played.
  let playing = false;
  store.listen((state) => {
    const here = state.proof?.answers && state.panel === "proof" && !state.busy && !playing ? place(state) : null;
    if (!here || here.reply || !state.position?.to_move || trees.node(state.tree, state.at).children.length) return;
    playing = true;
    void play().finally(() => { playing = false; });
  });

  /** Whether the moves of the proof are played at once. @param {boolean} answers */
  function answerAtOnce(answers) {
    const { proof } = store.state;
    if (proof) store.set({ proof: { ...proof, answers } });
  }

  /** Plays the move of the step. */
  async function play() {
    const here = place(store.state);
    if (here && !here.reply) await game.play("wins" in here.step ? here.step.wins[0] : here.step.play);
  }

  return { prove, stop: () => asked?.stop(), open, play, answerAtOnce };
}
/** @typedef {ReturnType<typeof createProof>} ProofControl */
