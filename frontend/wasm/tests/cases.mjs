// What must hold in node and in browsers alike: a name, and what fails if it does not.

function equal(found, expected) {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

function holds(condition, why) {
  if (!condition) throw new Error(why);
}

async function fails(promise, field) {
  const error = await promise.then(() => null, (error) => error);
  equal([error?.name, error?.field], ["QueryError", field]);
}

/** The cases, for the package `{ Ninuki }` and the address of its folder. */
export const cases = ({ Ninuki }) => [
  ["a game is played to its end", async (ninuki) => {
    const game = { rules: "freestyle", size: 9, moves: [] };
    let state = await ninuki.position(game);
    while (!state.outcome) {
      const { best } = await ninuki.analyze({ ...game, nodes: 300 });
      holds(state.legal.includes(best), `${best} is not legal`);
      game.moves.push(best);
      state = await ninuki.position(game);
    }
    equal(state.plies, game.moves.length);
  }],

  ["all games are searched", async (ninuki) => {
    const { games } = await ninuki.version();
    const found = await Promise.all(games.map((rules) => ninuki.analyze({ rules, nodes: 500 })));
    holds(found.every(({ best }) => best), JSON.stringify(found));
  }],

  ["analysis streams, and stops when it is ended", async (ninuki) => {
    const analysis = ninuki.analyze({ rules: "pente", moves: "K10 L9", time: 3_600_000, report_every: 0, lines: 2 });
    let partial = 0;
    let last;
    for await (last of analysis) {
      partial += last.partial;
      if (partial === 3) {
        // What needs no search is answered beside it.
        equal((await ninuki.position({ rules: "renju", moves: "h8" })).to_move, "o");
        analysis.terminate();
      }
    }
    holds(partial >= 3, `${partial} partial answers`);
    equal([last.ended, last.lines.length], ["stopped", 2]);
  }],

  ["who stops listening ends the search", async (ninuki) => {
    for await (const _ of ninuki.analyze({ rules: "pente", time: 3_600_000, report_every: 0 })) break;
    await ninuki.analyze({ rules: "pente", nodes: 10 });
  }],

  ["all positions of a game are analysed", async (ninuki) => {
    const plies = [];
    for await (const { ply } of ninuki.analyze({ rules: "ndengrod", moves: "d4 swap c3", plies: "all", nodes: 100 })) {
      plies.push(ply);
    }
    equal(plies, [0, 1, 2, 3]);
    plies.length = 0;
    for await (const { ply } of ninuki.analyze({ rules: "ndengrod", moves: "d3c3\u0085e4", plies: "all", nodes: 100 })) {
      plies.push(ply);
    }
    equal(plies, [0, 1, 2, 3]);
  }],

  ["levels play", async (ninuki) => {
    const game = { rules: "pente", moves: "K10 L9" };
    const { legal } = await ninuki.position(game);
    holds(legal.includes((await ninuki.play({ ...game, level: 2, seed: 7 })).move), "an illegal move");
  }],

  ["records are read with their variations", async (ninuki) => {
    const records = "(;GM[4]SZ[15]RU[renju];B[hh]C[the centre](;W[hg])(;W[ig]))";
    const { tree } = await ninuki.read({ records, from: "sgf" });
    equal(tree.map(({ parent, move, comment }) => [parent, move, comment]).slice(1), [
      [0, "h8", "the centre"], [1, "h9", undefined], [1, "i9", undefined],
    ]);
  }],

  ["wins are proved and verified", async (ninuki) => {
    const solved = await ninuki.solve({ rules: "freestyle", moves: "h8 a1 i8 a3 j8 a5", nodes: 100_000 });
    equal((await ninuki.verify(solved.certificate)).winner, "x");
  }],

  ["records are converted there and back", async (ninuki) => {
    const sgf = await ninuki.convert({ records: "K10 L9 G10\n", from: "txt", to: "sgf", rules: "pente" });
    equal(await ninuki.convert({ records: sgf, from: "sgf", to: "txt" }), "K10 L9 G10\n");
    const library = await ninuki.convert({ records: "h8 h9 i9\n", from: "txt", to: "lib", rules: "renju" });
    holds(library instanceof Uint8Array, "a library is bytes");
    equal(await ninuki.convert({ records: library, from: "lib", to: "txt", rules: "renju" }), "h8 h9 i9\n");
  }],

  ["positions are drawn", async (ninuki) => {
    const svg = await ninuki.picture({ rules: "ndengrod", moves: "d4 c3", numbers: 1, width: 300 });
    holds(svg.startsWith("<svg") && svg.includes('width="300"'), svg.slice(0, 200));
  }],

  ["what is wrong is told, with the field", async (ninuki) => {
    await fails(ninuki.analyze({ moves: ["K10", "Z99"] }), "moves[1]");
    await fails(ninuki.position({ rules: "chess" }), "rules");
    await fails(ninuki.analyze({ nodes: -1 }), "nodes");
    await fails(ninuki.query({ action: "think" }), "action");
    await fails(ninuki.analyze({ plies: [] }), "plies");
  }],

  ["signals end queries", async (ninuki) => {
    const controller = new AbortController();
    const { signal } = controller;
    const query = { rules: "pente", moves: "K10 L9", time: 3_600_000 };
    const searches = [1, 2].map(() => ninuki.analyze(query, { signal }));
    const reason = new Error("enough");
    setTimeout(() => controller.abort(reason), 100);
    for (const search of searches) {
      const error = await search.then(JSON.stringify, (error) => error);
      holds(error === reason, `${error} is another reason`);
    }
    holds((await ninuki.solve(query, { signal }).then(() => null, (error) => error)) === reason, "it was aborted before");
    // The worker is free again.
    await ninuki.analyze({ rules: "pente", nodes: 10 }, { signal: new AbortController().signal });
  }],

  ["two workers know nothing of each other", async (ninuki) => {
    const other = await Ninuki.start({ hash: 1 });
    const query = { rules: "keryo", moves: "K10", nodes: 5000, own_table: true };
    const [one, two] = await Promise.all([ninuki.analyze(query), other.analyze(query)]);
    equal([one.nodes, one.lines], [two.nodes, two.lines]);
    const pending = other.analyze({ time: 3_600_000 });
    await other.close();
    equal(await pending.catch(({ message }) => message), "the engine was closed");
    // Later queries are settled, too.
    equal(await other.position({ rules: "renju" }).catch(({ message }) => message), "the engine was closed");
  }],
];

/** Hostile messages to a bare worker: all are answered, and it goes on. */
export async function hostile(worker, listen) {
  const lines = [
    "", "\n", "{", "[]", "null", "7", "\u0000", "{\"id\":1", '{"id":{}}', '{"id":1,"id":2,"moves":7}',
    "{\"a\":".repeat(100_000), "[".repeat(1_000_000), "x".repeat(5_000_000), '{"id":"' + "x".repeat(300) + '"}',
    '{"id":1,"size":4294967297}', '{"id":1,"length":99999999999}', '{"id":1,"nodes":1e400}',
    '{"id":1,"position":"' + "/".repeat(100_000) + '"}', '{"id":1,"moves":"' + "K10 ".repeat(100_000) + '"}',
    '{"id":1,"action":"verify","certificate":"certificate 1\\ngame freestyle\\nsize 15\\n"}',
    '{"id":1,"action":"convert","from":"lib","to":"sgf","data":"%%"}',
    '{"id":1,"action":"convert","from":"sgf","to":"txt","text":"' + "(;".repeat(100_000) + '"}',
    '{"id":1,"action":"picture","width":4294967295}', '{"id":1,"rules_text":"name = [["}',
  ];
  for (let number = 0; number < 2000; number++) lines.push(`{"id":${number},"rules":"freestyle","size":5,"nodes":1}`);
  const answers = [];
  const done = new Promise((resolve) => listen((text) => {
    const answer = JSON.parse(text);
    answers.push(answer);
    if (answer.id === "last") resolve();
  }));
  lines.forEach((line) => worker.postMessage(line));
  worker.postMessage({ id: "last", rules: "freestyle", nodes: 10, priority: -1 });
  await done;
  const failures = answers.filter(({ error }) => /defect|engine/.test(error));
  equal(failures, []);
  // All but the two that are blank.
  equal(answers.length, lines.length - 2 + 1);
}
