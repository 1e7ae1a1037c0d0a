// The rules without promises. NINUKI_WASM is the folder of the package, NINUKI the program that is compared with it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { test } from "node:test";

const folder = pathToFileURL(`${process.env.NINUKI_WASM}/`);
const { Game, RulesError, games } = await import(new URL("rules.js", folder));

/** The answers of the program to queries, in their order. */
function answers(queries) {
  const input = queries.map((query, id) => `${JSON.stringify({ id, ...query })}\n`).join("");
  const { stdout, status } = spawnSync(process.env.NINUKI, ["analysis"], { input, encoding: "utf8", maxBuffer: 2 ** 28 });
  assert.equal(status, 0);
  const found = stdout.trim().split("\n").map((line) => JSON.parse(line));
  return found.sort((one, other) => one.id - other.id);
}

/** Pseudorandom numbers below `end`. */
function dice(seed) {
  return (end) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * end);
  };
}

/** All that a game shows. */
const shown = (game) => ({
  toMove: game.toMove,
  captured: game.captured,
  pendingFive: game.pendingFive,
  swapOffered: game.swapOffered,
  outcome: game.outcome,
  moves: game.moves,
  position: game.position,
  keys: game.keys,
  stones: game.stones,
  legal: game.legal(),
});

/** The same by an answer of the engine. */
function told({ to_move, captured, pending_five, swap_offered, outcome, moves, position, keys, stones, legal, may_pass }) {
  const others = [...(may_pass ? ["pass"] : []), ...(swap_offered ? ["swap"] : [])];
  return {
    toMove: to_move,
    captured,
    pendingFive: pending_five,
    swapOffered: swap_offered,
    outcome,
    moves: moves.map((played) => played.move),
    position,
    keys,
    stones,
    legal: [...legal, ...others],
  };
}

/** Plays a random game to its end, and calls `after` after each move. Half of the moves are in the column or row of the last one. */
function random(game, below, after) {
  for (let [ply, last] = [0, ""]; !game.outcome; ply++) {
    const legal = game.legal();
    const near = ply % 2 ? legal.filter((move) => move[0] === last[0]) : [];
    const among = near.length ? near : legal;
    const played = game.play(among[below(among.length)]);
    last = played.move;
    after(played);
  }
}

const boards = games().flatMap(({ name, sizes, defaultSize }) =>
  [...new Set([sizes[0], defaultSize, sizes.at(-1)])].map((size) => ({ rules: name, size })));

test("random games of every game are those of the program", () => {
  const [known] = answers([{ action: "games" }]);
  assert.deepEqual(
    games(),
    known.games.map(({ name, title, shape, default_size, sizes, rectangles, length, flags }) => ({
      name, title, shape, defaultSize: default_size, sizes, rectangles, length,
      flags: flags.map(({ name, value, values }) => ({ name, value, values })),
    })),
  );
  for (const [seed, { rules, size }] of boards.entries()) {
    const game = new Game({ rules, size });
    const [asked, captures] = [[], []];
    const ask = () => {
      // All of a long game would take long.
      if (game.outcome || game.moves.length % 8 === 0) {
        asked.push([shown(game), { action: "position", rules, size, moves: game.moves, keys: true }]);
      }
    };
    ask();
    random(game, dice(seed), ({ captured }) => {
      captures.push(captured);
      ask();
    });
    const found = answers(asked.map(([, query]) => query));
    assert.equal(found.length, asked.length);
    for (const [index, [state]] of asked.entries()) assert.deepEqual(state, told(found[index]), `${rules} ${size}`);
    assert.deepEqual(captures, found.at(-1).moves.map(({ captured }) => captured), `${rules} ${size}`);
  }
});

test("a game that is taken back shows what it showed", () => {
  for (const [seed, { rules, size }] of boards.entries()) {
    const game = new Game({ rules, size });
    const states = [shown(game)];
    random(game, dice(1000 + seed), () => states.push(game.moves.length % 8 ? null : shown(game)));
    const [copy, { moves }] = [game.copy(), game];
    for (let ply = moves.length; ply-- > 0; ) {
      assert.equal(game.undo(), moves[ply]);
      if (states[ply]) assert.deepEqual(shown(game), states[ply], `${rules} ${size}`);
    }
    assert.equal(game.undo(), null);
    for (const move of moves) game.play(move);
    assert.deepEqual(shown(game), shown(copy));
  }
});

test("every legal move is taken and every other one refused", () => {
  for (const { rules, size } of boards.filter(({ size }) => size <= 13)) {
    const game = new Game({ rules, size });
    const full = [...game.legal(), "swap", "pass"];
    const below = dice(size);
    for (let ply = 0; ply < 8 && !game.outcome; ply++) {
      const legal = new Set(game.legal());
      for (const move of full) {
        assert.equal(game.isLegal(move), legal.has(move), `${rules}: ${move}`);
        if (legal.has(move)) assert.equal(game.check(move), move);
        else assert.throws(() => game.check(move), RulesError);
      }
      const all = [...legal];
      game.play(all[below(all.length)]);
    }
  }
});

/** The number of sequences of placements. */
function perft(game, depth) {
  const placements = game.legal().filter((move) => move !== "swap" && move !== "pass");
  if (depth === 1) return placements.length;
  let all = 0;
  for (const move of placements) {
    game.play(move);
    all += perft(game, depth - 1);
    game.undo();
  }
  return all;
}

test("as many sequences as the program counts", () => {
  for (const { name, sizes } of games()) {
    const args = ["perft", "--rules", name, "--size", String(sizes[0]), "--depth", "2", "--json"];
    const { stdout, status, stderr } = spawnSync(process.env.NINUKI, args, { encoding: "utf8" });
    assert.equal(status, 0, stderr);
    const { nodes } = JSON.parse(stdout.trim().split("\n").at(-1));
    assert.equal(perft(new Game({ rules: name, size: sizes[0] }), 2), nodes, `${name}: ${stdout}`);
  }
});

test("records are those of text files", () => {
  const start = "13/13/13/13/13/13/6xoo4/13/13/13/13/13/13 x 2 0";
  for (const choice of [
    { rules: "pente", size: 13, position: start, moves: "K7 A1" },
    { rules: "pente", size: 13, position: start },
    { rules: "renju", moves: ["h8", "H9", "8,8"] },
    { rules: "renju" },
    { rules: "freestyle", size: "12x15", moves: "a1 l15" },
  ]) {
    const game = new Game(choice);
    const { rules, size } = choice;
    assert.deepEqual(shown(Game.parse(String(game), { rules, size })), shown(game));
    const convert = { action: "convert", from: "txt", to: "txt", text: `${game}\n`, rules, ...(size && { size }) };
    assert.equal(answers([convert])[0].text, convert.text);
  }
});

test("what is refused says why, and the game goes on", () => {
  const game = new Game({ rules: "pente", moves: "K10" });
  const refused = [
    [() => game.play("K10"), /^K10: the point is occupied$/],
    [() => game.play("Z99"), /./],
    [() => game.play(""), /./],
    [() => game.play("x".repeat(2 ** 21)), /^a text has at most/],
    [() => game.play("L9 M9"), /./],
    [() => new Game({ rules: "chess" }), /^unknown game "chess"/],
    [() => new Game({ rules: "pente\n13" }), /^unknown game "pente 13"/],
    [() => new Game({ rules: "pente", size: [13, 15] }), /sides of one length/],
    [() => new Game({ rules: "pente", flags: { nothing: true } }), /^unknown flag/],
    [() => new Game({ rules: "pente", moves: "K10 K10" }), /^K10: the point is occupied$/],
    [() => Game.parse("position 5/5 x", { rules: "freestyle", size: 5 }), /^the position has 2 rows/],
  ];
  for (const [wrong, why] of refused) {
    assert.throws(wrong, (error) => error instanceof RulesError && why.test(error.message), String(wrong));
  }
  for (const value of [null, undefined, {}, [], 7, Symbol.iterator, "\0", "\ud800"]) assert.throws(() => game.play(value));
  assert.deepEqual(game.moves, ["K10"]);
  game.free();
  assert.throws(() => game.legal(), /^RulesError: the game was freed$/);
  game.free();
  assert.equal(new Game({ moves: "K10" }).moves.length, 1);
});

test("games that are freed leave their memory", () => {
  const sizes = [];
  for (let round = 0; round < 4; round++) {
    for (let number = 0; number < 500; number++) new Game({ rules: "freestyle", moves: "h8 i9 j10" }).free();
    sizes.push(process.memoryUsage().arrayBuffers);
  }
  assert.ok(sizes.at(-1) - sizes[1] < 4 << 20, String(sizes));
});
