// Runs the cases in the browser and reports them to the server.

import { Ninuki } from "/index.js";
import "/board.js";
import { build } from "/engine.js";
import { Game } from "/rules.js";
import { cases, hostile } from "./cases.mjs";

const report = (text) => fetch("/report", { method: "POST", body: text });

async function run(name, holds) {
  try {
    await holds();
    await report(`ok ${name}`);
  } catch (error) {
    await report(`failed ${name}: ${error.stack}`);
  }
}

await report(`${navigator.userAgent} takes ${build()}`);
const ninuki = await Ninuki.start({ hash: 8 });
for (const [name, holds] of cases({ Ninuki })) await run(name, () => holds(ninuki));
await run("hostile messages", async () => {
  const worker = new Worker("/worker.js?hash=4", { type: "module" });
  await hostile(worker, (take) => worker.addEventListener("message", ({ data }) => take(data)));
  worker.terminate();
});
await run("the rules need no promise", async () => {
  const game = new Game({ rules: "pente", moves: "K10 L9 N10" });
  const { legal, position } = await ninuki.position({ rules: "pente", moves: "K10 L9 N10" });
  const [one, other] = [[game.legal(), game.position], [legal, position]].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${one} is not ${other}`);
});

/** An element of the page, when it is shown or has failed. */
async function element(attributes, inside = "") {
  const board = Object.assign(document.createElement("ninuki-board"), { textContent: inside });
  for (const [name, value] of Object.entries(attributes)) board.setAttribute(name, value);
  const shown = new Promise((resolve) => {
    for (const name of ["ninuki-ready", "ninuki-error"]) board.addEventListener(name, resolve, { once: true });
  });
  document.body.append(board);
  const { detail } = await shown;
  return { board, root: board.shadowRoot, error: detail?.error.message };
}

function equal(found, expected) {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

await run("the element shows a game move by move", async () => {
  const { board, root } = await element({ rules: "pente", moves: "K10 L9 G10" });
  equal([board.ply, board.moves], [3, ["K10", "L9", "G10"]]);
  const title = () => root.querySelector("svg title").textContent;
  equal(title().includes("3 moves, last move G10"), true);
  root.querySelector("[part=back]").click();
  await new Promise((resolve) => setTimeout(resolve, 200));
  equal([board.ply, title().includes("last move L9"), root.querySelector("output").textContent], [2, true, "2 / 3 L9"]);
  board.dispatchEvent(new KeyboardEvent("keydown", { key: "Home" }));
  await new Promise((resolve) => setTimeout(resolve, 200));
  equal([board.ply, root.querySelector("[part=back]").disabled, root.querySelector("[part=forward]").disabled], [0, true, false]);
  await board.goTo(99);
  equal(board.ply, 3);
});
await run("moves are played on the element", async () => {
  const { board, root } = await element({ rules: "pente", size: "13", interactive: "" });
  const svg = root.querySelector("svg");
  const click = ({ x, y }) => {
    const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
    svg.dispatchEvent(new MouseEvent("click", { clientX: at.x, clientY: at.y, bubbles: true, composed: true }));
  };
  const { points } = await ninuki.query({ action: "board", rules: "pente", size: 13 });
  const played = new Promise((resolve) => board.addEventListener("ninuki-move", ({ detail }) => resolve(detail), { once: true }));
  click(points.find(({ name }) => name === "G7"));
  equal(await played, { move: "G7", moves: ["G7"] });
  equal([await board.play("G7"), await board.play("H8"), board.moves], [false, true, ["G7", "H8"]]);
});
await run("the element reads records, and tells what is wrong", async () => {
  equal((await element({}, "(;GM[4]RU[pente]SZ[19];B[jj];W[kk](;B[aa];W[bb])(;B[bb]))")).board.moves, ["K10", "L9", "A19", "B18"]);
  equal((await element({ src: "/tests/game.txt", rules: "renju" })).board.moves, ["h8", "h9", "i9"]);
  const { root, error } = await element({ rules: "pente", moves: "K10 K10" });
  equal([error, root.querySelector("[role=alert]").textContent], Array(2).fill("moves[1]: K10: the point is occupied"));
  equal((await element({ src: "/tests/none.sgf" })).error, "/tests/none.sgf: 404 Not Found");
});
await report("done");
