// The page of examples: each shows its markup and its script, as they run.

import { NinukiBoard } from "./board.js";
import { Ninuki } from "./index.js";
import { Game } from "./rules.js";

// `?full` takes the whole engine.
const full = new URLSearchParams(location.search).has("full");
NinukiBoard.engine = Ninuki.start({ full });

/** The scripts of the examples, by the id of their section. */
const scripts = {
  play(example) {
    const board = example.querySelector("ninuki-board");
    const output = example.querySelector("output");
    const show = () => {
      const game = new Game({ rules: "ninuki", size: 13, moves: board.moves.slice(0, board.ply) });
      const { outcome, toMove } = game;
      const winner = outcome?.winner === "x" ? "Black wins" : outcome?.winner === "o" ? "White wins" : "A draw";
      output.value = outcome ? `${winner}: ${outcome.reason}` : `${toMove === "x" ? "Black" : "White"} to move`;
      game.free();
    };
    for (const name of ["ninuki-ready", "ninuki-ply", "ninuki-move"]) board.addEventListener(name, show);
  },

  engine(example) {
    const board = example.querySelector("ninuki-board");
    const output = example.querySelector("output");
    board.addEventListener("ninuki-move", async ({ detail: { move, moves } }) => {
      output.value = moves.length % 2 === 1 ? `You play ${move} …` : `The engine plays ${move}.`;
      if (moves.length % 2 === 0) return;
      const engine = await NinukiBoard.engine;
      const game = { rules: "freestyle", size: 15, moves };
      const { outcome } = await engine.position(game);
      if (outcome) output.value = "You win.";
      else await board.play((await engine.play({ ...game, level: 3 })).move);
    });
  },

  analysis(example) {
    const board = example.querySelector("ninuki-board");
    const list = example.querySelector("ol");
    let search = new AbortController();
    const analyse = async () => {
      search.abort();
      search = new AbortController();
      const { signal } = search;
      const query = { rules: "pente", moves: board.moves.slice(0, board.ply), lines: 3, time: 3000, report_every: 200 };
      const engine = await NinukiBoard.engine;
      try {
        for await (const { lines } of engine.analyze(query, { signal })) {
          if (signal.aborted) return;
          list.replaceChildren(...lines.map(({ pv, winrate }) => {
            const item = document.createElement("li");
            item.textContent = `${(100 * winrate).toFixed(1)} %: ${pv.slice(0, 6).join(" ")}`;
            return item;
          }));
        }
      } catch (error) {
        if (!signal.aborted) list.textContent = error.message;
      }
    };
    for (const name of ["ninuki-ready", "ninuki-ply", "ninuki-move"]) board.addEventListener(name, analyse);
  },

  events(example) {
    const board = example.querySelector("ninuki-board");
    const log = example.querySelector("ul");
    for (const name of ["ninuki-ready", "ninuki-ply", "ninuki-move", "ninuki-error"]) {
      board.addEventListener(name, ({ detail }) => {
        const item = document.createElement("li");
        item.textContent = `${name} ${detail?.error?.message ?? JSON.stringify(detail)}`;
        log.prepend(item);
      });
    }
    example.addEventListener("click", async ({ target: { value } }) => {
      if (value === "start") await board.goTo(0);
      if (value === "j10") await board.play("j10");
      if (value === "bad") board.setAttribute("moves", "h8 h8");
    });
  },
};

/** A text without the indent that all its lines but the first have. */
function outdented(text) {
  const lines = text.split("\n");
  const indents = lines.slice(1).filter((line) => line.trim()).map((line) => line.search(/\S/));
  const indent = Math.min(...indents, 80);
  return lines.map((line, index) => (index ? line.slice(indent) : line)).join("\n");
}

/** The script of an example as a page has it. */
function source(id) {
  const body = String(scripts[id]).replace(/^\w+\(example\) \{\n/, "").replace(/\n\s*\}$/, "");
  const code = outdented(`\n${body}`).trim().replaceAll("example.", "document.");
  const imports = ["NinukiBoard", "Game"].filter((name) => code.includes(`${name}.`) || code.includes(`new ${name}(`));
  const from = { NinukiBoard: "ninuki/board.js", Game: "ninuki/rules" };
  return [...imports.map((name) => `import { ${name} } from "${from[name]}";`), code].join("\n");
}

function block(text) {
  const pre = document.createElement("pre");
  pre.append(Object.assign(document.createElement("code"), { textContent: text }));
  return pre;
}

for (const example of document.querySelectorAll("section")) {
  const code = Object.assign(document.createElement("div"), { className: "code" });
  code.append(block(example.querySelector(".live").innerHTML.trim().replaceAll(' tabindex="0"', "").replaceAll('=""', "")));
  if (example.id in scripts) code.append(block(source(example.id)));
  example.append(code);
  scripts[example.id]?.(example);
}
